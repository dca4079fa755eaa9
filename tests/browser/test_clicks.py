"""Clicks and keys that answer: one click one answer, one place and one key to pass, and figures while one drags."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seated
from tests.browser.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

SHOOTERS = ["Highborn Elves", "Orcs and Goblins"]


def test_a_double_click_answers_one_question(table: Table) -> None:
    table.new_battle()
    table.deploy()
    expect(table.asks).to_have_text("Which unit moves next?")
    number = table.number
    x, y = table.middle(".option .take")
    table.page.mouse.move(x, y)
    table.page.mouse.click(x, y, click_count=2, delay=40)
    table.is_at(number + 1)
    table.is_asked("manoeuvre")
    # A moment later the new question takes clicks, also where the pointer is.
    expect(table.page.locator(".table-screen")).not_to_have_class(re.compile("settling"))
    table.page.locator(".turn-row .pass").click()
    table.after(number + 1)


def test_a_pointer_that_moves_need_not_wait(table: Table) -> None:
    table.new_battle()
    table.deploy()
    number = table.number
    x, y = table.middle(".option .take")
    table.page.mouse.click(x, y)
    table.after(number)
    table.page.mouse.move(x + 40, y + 40)
    expect(table.page.locator(".table-screen")).not_to_have_class(re.compile("settling"))


@pytest.mark.slow
def test_a_double_tap_answers_one_question(browser: Browser, address: str) -> None:
    with seated(browser, address, has_touch=True, viewport={"width": 390, "height": 844}) as page:
        table = Table(page, address)
        table.new_battle()
        table.deploy()
        number = table.number
        expect(page.locator(".table-screen")).not_to_have_class(re.compile("settling"))
        page.locator(".option .take").first.scroll_into_view_if_needed()
        x, y = table.middle(".option .take")
        page.touchscreen.tap(x, y)
        page.touchscreen.tap(x, y)
        table.is_at(number + 1)
        table.is_asked("manoeuvre")


def test_to_pass_is_in_the_same_place_with_the_same_key(table: Table) -> None:
    table.new_battle()
    table.deploy()
    page = table.page
    places, kinds = set(), set()
    for _ in range(12):
        asked = table.wait()
        button = page.locator(".turn-row .pass")
        if button.count():
            places.add(tuple(round(part) for part in table.middle(button)))
            kinds.add((asked.kind, button.inner_text()))
            expect(button.locator("kbd")).to_have_text("E" if "End phase" in button.inner_text() else "H")
        if len(kinds) >= 3:
            break
        if asked.kind == "choose" and len(kinds) < 2:
            table.press("1")
        elif "End phase" in button.inner_text():
            table.ends_phase()
        else:
            table.press("h")
    assert len(kinds) >= 3
    assert len(places) == 1


def test_the_option_that_passes_has_no_digit(table: Table) -> None:
    table.new_battle()
    table.deploy()
    passing = table.page.locator(".option .take[data-key=pass]")
    expect(passing.locator("kbd")).to_have_text("E")
    table.ends_phase()


def test_the_end_of_a_phase_is_asked_about_and_no_double_press_answers_it(table: Table) -> None:
    table.new_battle()
    table.deploy()
    page = table.page
    number = table.number
    page.evaluate("window.hasty = true")
    page.keyboard.press("e")
    page.keyboard.press("e")
    ending = page.locator(".ending-phase")
    expect(ending).to_contain_text("Iron Orcs")
    expect(ending).to_contain_text("can still act. End the phase?")
    page.keyboard.press("Escape")
    expect(ending).to_have_count(0)
    table.is_at(number)
    # The same key twice chooses a unit, and is not taken for a number of its move.
    page.keyboard.press("1")
    page.keyboard.press("1")
    table.is_asked("manoeuvre")
    table.is_at(number + 1)


def test_while_a_shooter_is_dragged_it_is_told_what_it_would_need(table: Table) -> None:
    table.new_battle(armies=SHOOTERS)
    table.to_the_first_move("Citizen Archers")
    page = table.page
    x, y = table.middle("[data-handle=body]")
    page.mouse.move(x, y)
    page.mouse.down()
    # Still in hand.
    page.mouse.move(x + 20, y)
    page.mouse.move(x + 2.5 * table.inch(), y)
    expect(page.locator(".badge.aim text").first).to_have_text(re.compile(r"^\d\+$"))
    page.mouse.up()


def test_a_phase_without_anything_to_do_says_why(table: Table) -> None:
    table.new_battle()
    table.deploy()
    page = table.page
    expect(page.locator(".log")).to_contain_text(re.compile(r"Charge Phase of [\w ]+ skipped: \w+"))
