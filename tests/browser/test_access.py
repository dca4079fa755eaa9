"""Playing without a mouse, and without looking: what is told, where the focus is, what the table in words knows."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seated
from tests.browser.table import Table
from tests.browser.test_battles import by_keyboard

if TYPE_CHECKING:
    from playwright.sync_api import Browser

REGIMENTS = {"ruleset": "aofr", "armies": ["League of Nine Bridges", "Unburied Host"], "map": "open"}
SMALL = {**REGIMENTS, "options": {"points": 750, "rounds": 1}}
SEATS = [{"player": "human"}, {"player": "random"}]


def until(table: Table, question: str) -> None:
    """Answer by keyboard until that is asked."""
    while question not in (asked := table.wait()).text:
        by_keyboard(table, asked.kind)
        table.has_gone_on(asked.number)


@pytest.fixture(scope="module")
def begin(browser: Browser, address: str) -> Callable[[Table], None]:
    """A battle that was set up once; every test goes on with one of its own from there."""
    with seated(browser, address) as page:
        first = Table(page, address)
        made = first.new_battle(**SMALL, seed="1")
        until(first, "acts next")
        number = first.number

    def branch(table: Table) -> None:
        wanted = {"at": number, "seats": SEATS}
        own = table.post(f"/api/battles/{made['id']}/branch?token={made['tokens']['0']}", wanted)
        table.takes(own, 0)
        table.wait()

    return branch


def to_the_first_advance(table: Table) -> None:
    """Go on until it is asked where the last unit of the list advances to: the one that has most room before it."""
    for option in (table.page.locator(".option").count(), 2):
        number = table.number
        table.page.keyboard.press(str(option))
        table.after(number)
    table.is_asked("manoeuvre")


def heard(table: Table) -> list[str]:
    """What a screen reader was given to say, in its order."""
    return [line.strip() for line in table.page.locator(".voice p").all_inner_texts()]


def the_decision_has_the_focus(table: Table) -> None:
    expect(table.page.locator("section.question")).to_be_focused()


@pytest.mark.slow
def test_what_the_other_side_did_is_told_once_and_before_the_next_question(table: Table) -> None:
    table.new_battle(**SMALL)
    until(table, "acts next")
    asked = table.text
    table.settles(lambda: asked in heard(table)[-2:], True)  # a lesson may follow
    told = heard(table)
    logged = table.page.locator(".log .line:not(:has(.die)) .what").all_inner_texts()
    facts = [line for line in told if line in logged]
    assert len(facts) > 8
    assert facts == logged[-len(facts) :]


@pytest.mark.slow
def test_a_move_in_the_making_is_told_once_with_its_steps_and_the_verdict(
    table: Table, begin: Callable[[Table], None]
) -> None:
    begin(table)
    to_the_first_advance(table)
    table.rests()
    before = len(heard(table))
    # In one go: a hand that rests between two keys is told what it has done so far.
    table.page.evaluate(
        "() => { for (let presses = 0; presses < 3; presses++)"
        " document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowUp', bubbles: true})); }"
    )
    table.page.locator(".voice p", has_text="Forward 1.5″").wait_for(state="attached")
    (told,) = heard(table)[before:]
    assert re.match(r"Forward 1\.5″\. [Aa]dvance, 1\.5″ of \d+″\. (Legal|Not possible: .*\w)\. Nearby: ", told)
    table.page.keyboard.press("Escape")
    table.page.locator(".voice p", has_text="No steps").wait_for(state="attached")


@pytest.mark.slow
def test_the_focus_is_never_lost(table: Table, begin: Callable[[Table], None]) -> None:
    begin(table)
    keys = table.page.keyboard
    number = table.number
    keys.press("ArrowDown")
    keys.press("Enter")
    table.after(number)
    the_decision_has_the_focus(table)
    number = table.number
    keys.press("2")
    table.after(number)
    keys.press("ArrowUp")
    table.page.get_by_role("button", name="Remove this step").focus()
    keys.press("Enter")
    expect(table.page.locator(".step")).to_have_count(0)
    the_decision_has_the_focus(table)
    keys.press("ArrowUp")
    table.page.locator(".step input").focus()
    keys.press("Escape")
    the_decision_has_the_focus(table)


def test_a_window_is_read_from_its_top_and_gives_the_focus_back(table: Table) -> None:
    table.new_battle(**SMALL)
    page = table.page
    page.get_by_role("tab", name="Log").focus()
    page.keyboard.press("?")
    expect(page.locator("dialog[open] h2").first).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator("#tab-log")).to_be_focused()


def test_from_anywhere_one_key_leads_to_the_decision(table: Table) -> None:
    table.new_battle(**SMALL)
    table.page.get_by_role("tab", name="Log").focus()
    table.page.keyboard.press("d")
    the_decision_has_the_focus(table)


@pytest.mark.slow
def test_arrows_reach_every_option_however_many_there_are(table: Table) -> None:
    table.new_battle(**REGIMENTS, options={"points": 1500})
    until(table, "deploy next")
    options = table.page.locator(".option .take")
    count = options.count()
    assert count > 6
    for place in range(count):
        table.page.keyboard.press("ArrowDown")
        expect(options.nth(place)).to_be_focused()


def test_arrows_go_from_tab_to_tab(table: Table) -> None:
    table.new_battle(**SMALL)
    table.page.get_by_role("tab", name="Log").focus()
    table.page.keyboard.press("ArrowLeft")
    shown = table.page.get_by_role("tab", name="Luck")
    expect(shown).to_have_attribute("aria-selected", "true")
    expect(shown).to_be_focused()


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_the_table_in_words_has_a_place_of_its_own(table: Table, axe: str, size: tuple[int, int]) -> None:
    page = table.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    table.new_battle(**SMALL)
    page.get_by_role("button", name="Text view").click()
    over = """() => {
      const box = (one) => document.querySelector(one).getBoundingClientRect();
      const text = box('.text-view');
      return ['.stage', '.decide', '.tabs', '.timeline'].filter((one) => {
        const other = box(one);
        const across = text.left < other.right - 1 && other.left < text.right - 1;
        return across && text.top < other.bottom - 1 && other.top < text.bottom - 1;
      });
    }"""
    table.settles(lambda: page.evaluate(over), [])
    expect(page.locator(".log")).to_be_visible()
    table.keeps_nobody_out(axe, of_any_weight=True)
    page.locator(".text-view").get_by_role("button", name="Close").click()
    expect(page.locator(".text-view")).to_have_count(0)


@pytest.mark.slow
def test_the_log_is_one_stop_and_arrows_go_through_its_lines(table: Table, begin: Callable[[Table], None]) -> None:
    begin(table)
    keys = table.page.keyboard
    table.page.locator(".log ol").focus()
    for key, from_the_end in (("ArrowUp", 1), ("ArrowUp", 2), ("ArrowDown", 1)):
        keys.press(key)
        expect(table.page.locator(".log .line").nth(-from_the_end)).to_be_focused()
    keys.press("ArrowRight")
    expect(table.page.locator(".log .line button:focus")).to_have_count(1)
    keys.press("Tab")
    expect(table.page.locator(".log :focus")).to_have_count(0)


def test_letters_and_digits_can_be_switched_off_as_keys(table: Table) -> None:
    table.new_battle()
    page = table.page
    page.keyboard.press("?")
    page.get_by_label("Single-key shortcuts").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)
    number = table.number
    for key in ("1", "t", "?"):
        page.keyboard.press(key)
    page.keyboard.press("ArrowDown")
    # An answer under way would keep the focus away from the options.
    expect(page.locator(".option .take").first).to_be_focused()
    expect(page.locator(".text-view, dialog[open]")).to_have_count(0)
    table.is_at(number)
    page.keyboard.press("Enter")
    table.after(number)


@pytest.mark.slow
def test_the_table_in_words_knows_objectives_sight_and_edges(table: Table, begin: Callable[[Table], None]) -> None:
    begin(table)
    to_the_first_advance(table)
    page = table.page
    page.keyboard.press("t")
    told = page.locator(".text-view")
    for line in (
        r"Marker 1: [\d.]+″ at \d+ o.clock; [\d.]+″ across and [\d.]+″ along; within 3″: nobody",
        r"shows its (front|rear|left flank|right flank); (not )?in sight",
        r"far edge: [\d.]+″ at 12 o.clock",
    ):
        expect(told).to_have_text(re.compile(line))


@pytest.mark.slow
def test_the_table_in_words_is_told_from_where_the_ghost_stands(table: Table, begin: Callable[[Table], None]) -> None:
    begin(table)
    to_the_first_advance(table)
    page = table.page
    page.keyboard.press("t")
    far = re.compile(r"far edge: ([\d.]+)″")

    def away() -> float:
        found = far.search(page.locator(".text-view").inner_text())
        assert found is not None
        return float(found[1])

    before = away()
    page.keyboard.type("2")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".text-view")).to_contain_text("would end up")
    table.settles(lambda: before - away(), pytest.approx(2.0, abs=0.11))


@pytest.mark.slow
def test_a_card_explains_its_words_and_those_of_its_weapons(table: Table, begin: Callable[[Table], None]) -> None:
    begin(table)
    page = table.page
    page.locator(".option .take", has_text="Crossbow Company").focus()
    page.locator(".unit-card .explain").click()
    for word in ("Quality 4+", "A1", "AP(1)"):
        expect(page.locator(".explained dt").get_by_text(word, exact=True)).to_be_visible()


@pytest.mark.parametrize("size", [(640, 400), (320, 512)])
def test_an_enlarged_page_needs_no_scrolling_to_the_side(table: Table, size: tuple[int, int]) -> None:
    table.page.set_viewport_size({"width": size[0], "height": size[1]})
    table.new_battle(**SMALL)
    table.page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
@pytest.mark.parametrize("state", ["new", "options", "ghost", "words", "help", "rule", "links"])
def test_nothing_serious_keeps_people_out_of_regiments(
    table: Table, begin: Callable[[Table], None], axe: str, state: str
) -> None:
    page = table.page
    if state != "new":
        begin(table)
    match state:
        case "new":
            page.goto("/")
            page.get_by_role("button", name="Age of Fantasy: Regiments").click()
            page.get_by_text("House options").click()
            page.get_by_role("combobox", name="Mission", exact=True).select_option(label="Seize Ground")
        case "options":
            page.keyboard.press("ArrowDown")
        case "ghost" | "words":
            to_the_first_advance(table)
            page.keyboard.press("ArrowUp")
            table.verdict()
            if state == "words":
                page.keyboard.press("t")
                page.locator(".text-view").wait_for()
        case "help":
            page.keyboard.press("?")
            page.locator("dialog[open]").wait_for()
        case "rule":
            page.locator(".behind summary").click()
            page.locator(".behind .chip").first.click()
            page.locator("dialog.popover .mono").wait_for()
        case _:
            page.locator(".menu summary").click()
            page.get_by_role("button", name="Invite").click()
            page.locator("dialog[open] .share-link").first.wait_for()
    table.keeps_nobody_out(axe)
