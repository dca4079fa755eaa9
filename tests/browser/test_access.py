"""Playing without a mouse, and without looking: what is told, where the focus is, what the table in words knows."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.table import Table
from tests.browser.test_battles import by_keyboard

if TYPE_CHECKING:
    from playwright.sync_api import Browser

REGIMENTS = {"ruleset": "aofr", "armies": ["League of Nine Bridges", "Unburied Host"], "map": "open"}
SMALL = {**REGIMENTS, "options": {"points": 750, "rounds": 1}}
SEATS = [{"player": "human"}, {"player": "random"}]


def until(table: Table, question: str) -> None:
    """Answer by keyboard until that is asked."""
    while question not in table.text:
        number = table.number
        by_keyboard(table)
        table.after(number)


@pytest.fixture(scope="module")
def begin(browser: Browser, address: str) -> Callable[[Table], None]:
    """A battle that was set up once; every test goes on with one of its own from there."""
    context = browser.new_context(base_url=address, reduced_motion="reduce")
    first = Table(context.new_page(), address)
    made = first.new_battle(**SMALL, seed="1")
    until(first, "acts next")
    number = first.number
    context.close()

    def branch(table: Table) -> None:
        wanted = {"at": number, "seats": SEATS}
        own = table.post(f"/api/battles/{made['id']}/branch?token={made['tokens']['0']}", wanted)
        table.page.goto(f"/#/join/{own['id']}/0/{own['tokens']['0']}")
        table.wait()

    return branch


def to_the_first_advance(table: Table) -> None:
    """Asked where the last unit of the list advances to: the one that has most room before it."""
    for option in (table.page.locator(".option").count(), 2):
        number = table.number
        table.page.keyboard.press(str(option))
        table.after(number)
    assert table.kind == "manoeuvre"


def heard(table: Table) -> list[str]:
    """What a screen reader was given to say, in its order."""
    return [line.strip() for line in table.page.locator(".voice p").all_inner_texts()]


def focus(table: Table) -> str:
    """What has the focus: its element and class."""
    told: str = table.page.evaluate(
        "() => `${document.activeElement.tagName.toLowerCase()}.${document.activeElement.className}`"
    )
    return told


@pytest.mark.slow
def test_what_the_other_side_did_is_told_once_and_before_the_next_question(table: Table) -> None:
    table.new_battle(**SMALL)
    until(table, "acts next")
    told = heard(table)
    assert table.text in told[-2:]  # a lesson may follow
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
    before = len(heard(table))
    for _ in range(3):
        table.page.keyboard.press("ArrowUp")
    table.page.locator(".voice p", has_text="Forward 1.5″").wait_for(state="attached")
    (told,) = heard(table)[before:]
    assert re.match(r"Forward 1\.5″\. [Aa]dvance, 1\.5″ of \d+″\. (Legal|Not possible: .*\w)\. Near there: ", told)
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
    assert focus(table).startswith("section.question")
    number = table.number
    keys.press("2")
    table.after(number)
    keys.press("ArrowUp")
    table.page.get_by_role("button", name="Remove this step").focus()
    keys.press("Enter")
    table.page.locator(".step").wait_for(state="detached")
    assert focus(table).startswith("section.question")
    keys.press("ArrowUp")
    table.page.locator(".step input").focus()
    keys.press("Escape")
    assert focus(table).startswith("section.question")


def test_a_window_is_read_from_its_top_and_gives_the_focus_back(table: Table) -> None:
    table.new_battle(**SMALL)
    page = table.page
    page.get_by_role("tab", name="Log").focus()
    page.keyboard.press("?")
    page.locator("dialog[open]").wait_for()
    assert page.evaluate("document.activeElement.closest('dialog') && document.activeElement.tagName") == "H2"
    page.keyboard.press("Escape")
    page.locator("dialog[open]").wait_for(state="detached")
    assert page.evaluate("document.activeElement.id") == "tab-log"


def test_from_anywhere_one_key_leads_to_the_decision(table: Table) -> None:
    table.new_battle(**SMALL)
    table.page.get_by_role("tab", name="Log").focus()
    table.page.keyboard.press("d")
    assert focus(table).startswith("section.question")


@pytest.mark.slow
def test_arrows_reach_every_option_however_many_there_are(table: Table) -> None:
    table.new_battle(**REGIMENTS, options={"points": 1500})
    until(table, "deploy next")
    names = table.page.locator(".option .name").all_inner_texts()
    assert len(names) > 6
    walked = []
    for _ in names:
        table.page.keyboard.press("ArrowDown")
        walked.append(table.page.evaluate("document.activeElement.querySelector('.name').textContent"))
    assert walked == names


def test_arrows_go_from_tab_to_tab(table: Table) -> None:
    table.new_battle(**SMALL)
    table.page.get_by_role("tab", name="Log").focus()
    table.page.keyboard.press("ArrowLeft")
    assert table.page.get_by_role("tab", name="Text view").get_attribute("aria-selected") == "true"
    assert table.page.evaluate("document.activeElement.id") == "tab-text"


@pytest.mark.slow
def test_the_log_is_one_stop_and_arrows_go_through_its_lines(table: Table, begin: Callable[[Table], None]) -> None:
    begin(table)
    keys = table.page.keyboard
    table.page.locator(".log ol").focus()
    walked = []
    for key in ("ArrowUp", "ArrowUp", "ArrowDown"):
        keys.press(key)
        walked.append(
            table.page.evaluate(
                "[...document.querySelectorAll('.log .line')].reverse().indexOf(document.activeElement)"
            )
        )
    assert walked == [0, 1, 0]
    keys.press("ArrowRight")
    assert table.page.evaluate("document.activeElement.closest('.line') && document.activeElement.tagName") == "BUTTON"
    keys.press("Tab")
    assert table.page.evaluate("document.activeElement.closest('.log')") is None


def test_letters_and_digits_can_be_switched_off_as_keys(table: Table) -> None:
    table.new_battle(**SMALL)
    page = table.page
    page.keyboard.press("?")
    page.get_by_label("Letters, digits and signs are keys").uncheck()
    page.keyboard.press("Escape")
    number = table.number
    for key in ("1", "t", "?"):
        page.keyboard.press(key)
    assert (page.locator(".text-view").count(), page.locator("dialog[open]").count()) == (0, 0)
    assert table.number == number
    if table.kind == "place":
        table.verdict()
    else:
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    table.after(number)


@pytest.mark.slow
def test_the_table_in_words_knows_objectives_sight_and_edges(table: Table, begin: Callable[[Table], None]) -> None:
    begin(table)
    to_the_first_advance(table)
    page = table.page
    page.keyboard.press("t")
    page.locator(".text-view li", has_text="in sight").first.wait_for()
    told = page.locator(".text-view").inner_text()
    assert re.search(r"Marker 1: [\d.]+″ at \d+ o.clock; [\d.]+″ across and [\d.]+″ along; within 3″: nobody", told)
    assert re.search(r"shows its (front|rear|left flank|right flank); (not )?in sight", told)
    assert re.search(r"far edge: [\d.]+″ at 12 o.clock", told)


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
    page.locator(".text-view", has_text="would stand").wait_for()
    assert before - away() == pytest.approx(2.0, abs=0.11)


@pytest.mark.slow
def test_a_card_explains_its_words_and_those_of_its_weapons(table: Table, begin: Callable[[Table], None]) -> None:
    begin(table)
    page = table.page
    page.locator(".option .take", has_text="Crossbow Company").focus()
    page.locator(".unit-card .explain").click()
    words = page.locator(".explained dt").all_inner_texts()
    assert {"Quality 4+", "A1", "AP(1)"} <= set(words)


@pytest.mark.parametrize("size", [(640, 400), (320, 512)])
def test_an_enlarged_page_needs_no_scrolling_to_the_side(table: Table, size: tuple[int, int]) -> None:
    table.page.set_viewport_size({"width": size[0], "height": size[1]})
    table.new_battle(**SMALL)
    wide, seen = table.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide <= seen


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
        case "rule":
            page.locator(".behind summary").click()
            page.locator(".behind .chip").first.click()
            page.locator("dialog.popover .mono").wait_for()
        case _:
            page.locator(".menu summary").click()
            page.get_by_role("button", name="Invite").click()
    assert table.barriers(axe, "light") == []
    assert table.barriers(axe, "dark") == []
