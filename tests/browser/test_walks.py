"""Loose units in a real browser: dragged as a whole and model by model, by mouse, by finger and by keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seated
from tests.browser.table import Table
from tests.browser.test_touch import Tablet

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PEOPLE: dict[str, Any] = {
    "ruleset": "skirmish",
    "armies": ["Wolves", "Goblins", "Golems"],
    "seats": [{"player": "human"}, {"player": "random"}, {"player": "random"}],
    "seed": "1",
    "options": {"turns": 3, "seconds": 600},
}


def to_the_walk(table: Table) -> None:
    """The first player is asked where the wolves go."""
    made = table.post("/api/battles", PEOPLE)
    table.takes(made, 0)
    expect(table.asks).to_have_text("How do Wolves fight this turn?")
    table.wait()
    table.page.keyboard.press("1")
    expect(table.asks).to_have_text("Where do Wolves go?")
    table.wait()
    table.settled()
    table.is_asked("walk")


@pytest.fixture
def wolves(browser: Browser, skirmish: str) -> Iterator[Table]:
    with seated(browser, skirmish) as page:
        table = Table(page, skirmish)
        to_the_walk(table)
        yield table


def drag(table: Table, what: str, dx: float, dy: float) -> None:
    """By so many inches of the skirmish's board, which is 30 inches wide."""
    table.drag(what, dx * 48 / 30, dy * 48 / 30)


def legal(table: Table) -> None:
    expect(table.page.locator(".verdict.ok[aria-busy=false]")).to_contain_text("Legal")


def refused(table: Table, why: str) -> None:
    expect(table.page.locator(".verdict.bad[aria-busy=false]")).to_contain_text(why)


def ghost_of(page: Page) -> str:
    return page.locator(".walk-ghost .ghost .tint").get_attribute("d") or ""


def test_a_unit_is_dragged_as_a_whole_and_ends_where_its_ghost_stood(wolves: Table) -> None:
    page = wolves.page
    expect(page.locator(".walk-ghost .links")).to_have_attribute("data-links", "7")
    drag(wolves, "[data-handle=body]", 0.0, -4.0)
    legal(wolves)
    expect(page.locator(".walk .cost")).to_contain_text("Longest move 4″ of 5″")
    ghost = ghost_of(page)
    number = wolves.number
    page.get_by_role("button", name="Move").first.click()
    wolves.after(number)
    wolves.settles(lambda: page.locator(".unit.s0 .tint").get_attribute("d"), ghost)
    expect(page.locator(".log, [role=tabpanel]").first).to_contain_text("Wolves moved in order")


def test_the_ghost_flows_round_the_rocks_and_no_farther_than_it_may(wolves: Table) -> None:
    page = wolves.page
    page.get_by_role("button", name="Crowd").click()
    legal(wolves)
    drag(wolves, "[data-handle=body]", 0.0, -20.0)
    legal(wolves)
    before = ghost_of(page)
    page.get_by_role("button", name="Column").click()
    legal(wolves)
    wolves.settles(lambda: ghost_of(page) != before, True)
    # As far as it may go, and no farther.
    expect(page.get_by_label("Y (inches)")).to_have_value("9")
    expect(page.locator(".walk-marks .straggler")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator(".verdict")).to_have_count(0)
    expect(page.get_by_role("button", name="As it stands")).to_have_attribute("aria-pressed", "true")


def test_the_ring_turns_the_whole(wolves: Table) -> None:
    page = wolves.page
    drag(wolves, "[data-handle=body]", 0.0, -2.0)
    legal(wolves)
    before = page.locator(".walk-ghost .ways").get_attribute("d")
    drag(wolves, "[data-handle=pivot]", 1.0, 0.5)
    legal(wolves)
    expect(page.get_by_label("Facing, °")).not_to_have_value("0")
    wolves.settles(lambda: page.locator(".walk-ghost .ways").get_attribute("d") != before, True)


def test_a_single_model_that_is_dragged_too_far_says_why_and_the_straggler_is_marked(wolves: Table) -> None:
    page = wolves.page
    drag(wolves, "[data-handle=body]", 0.0, -2.0)
    legal(wolves)
    whole = ghost_of(page)
    page.get_by_role("button", name="Model by model").click()
    legal(wolves)
    # The first drag starts where the whole move would bring the models.
    wolves.settles(lambda: ghost_of(page), whole)
    drag(wolves, "[data-handle=model][data-model='7']", 2.5, 0.0)
    refused(wolves, "Model 8 of Wolves would be more than 2″ from the others")
    expect(page.locator(".walk-marks .straggler")).to_have_attribute("data-model", "7")
    expect(page.locator(".walk-marks .failed")).to_have_attribute("data-model", "7")
    expect(page.locator(".plaque.bad")).to_contain_text("Model 8")
    expect(page.locator(".walk .apart")).to_have_text("Model 8 is apart from the others")
    expect(page.locator(".question button.primary")).to_be_disabled()
    drag(wolves, "[data-handle=model][data-model='7']", -2.0, 0.0)
    legal(wolves)
    expect(page.locator(".walk-marks .straggler")).to_have_count(0)
    number = wolves.number
    page.locator(".question button.primary").click()
    wolves.after(number)
    expect(page.locator(".log, [role=tabpanel]").first).to_contain_text("Wolves moved in loose order")


def test_what_a_unit_may_do_instead_is_a_button_and_a_key(wolves: Table) -> None:
    page = wolves.page
    number = wolves.number
    page.locator(".instead").get_by_role("button", name="Dash").click()
    wolves.after(number)
    wolves.is_asked("walk")
    expect(page.locator(".instead")).to_have_count(0)
    expect(page.locator(".denied summary")).to_have_text("One unavailable option")
    drag(wolves, "[data-handle=body]", 0.0, -6.0)
    expect(page.locator(".walk .cost")).to_contain_text("of 7″")
    legal(wolves)
    number = wolves.number
    page.locator(".turn-row .pass").click()
    wolves.after(number)
    expect(wolves.asks).to_have_text("Which tricks do Wolves use?")


def test_a_loose_unit_has_one_outline_and_one_place_for_the_pointer(wolves: Table) -> None:
    page = wolves.page
    goblins = page.locator(".unit.s1")
    expect(goblins.locator(".catch")).to_have_count(1)
    expect(page.locator(".labels [data-label='1']")).to_have_count(1)
    page.mouse.move(*wolves.middle(".unit.s1 .catch"))
    expect(page.locator(".unit.s1.hovered .halo.loose")).to_have_count(1)
    page.mouse.down()
    page.mouse.up()
    expect(page.locator(".unit.s1.selected")).to_have_count(1)


def test_a_walk_in_figures(wolves: Table) -> None:
    page = wolves.page
    page.get_by_label("Y (inches)").fill("6")
    legal(wolves)
    expect(page.locator(".walk .cost")).to_contain_text("Longest move 2″")
    page.get_by_role("button", name="Reset").first.click()
    page.get_by_role("button", name="Model by model").click()
    page.get_by_label("Model", exact=True).select_option("3")
    page.get_by_label("Y (inches)").fill("5")
    legal(wolves)
    expect(page.locator(".walk-ghost .model.held")).to_have_attribute("data-model", "2")


@contextmanager
def fingers(browser: Browser, address: str, size: tuple[int, int]) -> Iterator[Tablet]:
    width, height = size
    with seated(browser, address, viewport={"width": width, "height": height}, has_touch=True) as page:
        yield Tablet(page, address, page.context.new_cdp_session(page))


@pytest.mark.parametrize("size", [(820, 1180), (390, 844)], ids=["tablet", "phone"])
def test_a_unit_and_its_models_are_moved_by_finger(browser: Browser, skirmish: str, size: tuple[int, int]) -> None:
    with fingers(browser, skirmish, size) as tablet:
        to_the_walk(tablet)
        # The board is wider than it is deep: where it is drawn upright, it is turned, and the wolves look to the right.
        ahead = (0.0, -2.0) if tablet.lies else (2.0, 0.0)
        drag(tablet, "[data-handle=body]", *ahead)
        legal(tablet)
        tablet.page.get_by_role("button", name="Model by model").tap()
        legal(tablet)
        tablet.page.locator(".stage").evaluate("stage => stage.scrollIntoView()")
        drag(tablet, "[data-handle=model][data-model='0']", *ahead)
        legal(tablet)
        number = tablet.number
        tablet.page.locator(".stage-actions").get_by_role("button", name="Move").tap()
        tablet.after(number)
        expect(tablet.asks).to_have_text("What do Wolves put their efforts into?")


def test_models_glide_to_their_new_places(browser: Browser, skirmish: str) -> None:
    with seated(browser, skirmish, likes={}, reduced_motion="no-preference") as page:
        table = Table(page, skirmish)
        to_the_walk(table)
        page.evaluate(
            """() => {
              window.glided = 0;
              const animate = Element.prototype.animate;
              Element.prototype.animate = function (frames, ...rest) {
                if (frames[0]?.d && this.closest('.unit.s0')) window.glided++;
                return animate.call(this, frames, ...rest);
              };
            }"""
        )
        page.get_by_role("button", name="Wedge").click()
        legal(table)
        number = table.number
        page.locator(".question button.primary").click()
        table.after(number)
        table.settles(lambda: page.evaluate("window.glided") > 0, True)
