"""Whoever has chosen a unit and thinks again: another unit with one click, one drag or one key."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seated
from tests.browser.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow


def with_the_goblins_chosen(table: Table) -> str:
    """The Goblins are asked how they move; returns where the Orcs are, which could have been chosen instead."""
    table.new_battle()
    table.deploy()
    orcs = table.option("Iron Orcs").get_attribute("data-key")
    table.takes_option("Goblin Rabble")
    return f".unit[data-unit='{orcs}']"


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Table]:
    with seated(browser, address, viewport={"width": 390, "height": 844}, has_touch=True) as page:
        yield Table(page, address)


def test_escape_goes_back_to_the_choice_once_nothing_is_drawn(table: Table) -> None:
    table.new_battle()
    table.to_the_first_move("Goblin Rabble")
    page = table.page
    page.keyboard.press("ArrowUp")
    expect(page.locator(".step")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".step")).to_have_count(0)
    expect(table.asks).to_have_text("Move Goblin Rabble")
    page.keyboard.press("Escape")
    expect(table.asks).to_have_text(re.compile("moves next"))


def test_a_click_on_another_unit_that_could_move_turns_to_it(table: Table) -> None:
    orcs = with_the_goblins_chosen(table)
    table.page.mouse.click(*table.middle(orcs))
    expect(table.asks).to_have_text("Move Iron Orcs")


def test_another_unit_is_dragged_off_at_once(table: Table) -> None:
    orcs = with_the_goblins_chosen(table)
    mouse = table.page.mouse
    x, y = table.middle(orcs)
    inch = table.inch()
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + inch, y)
    expect(table.asks).to_have_text("Move Iron Orcs")
    mouse.move(x + 2 * inch, y)
    mouse.move(x + 3 * inch, y)
    mouse.up()
    expect(table.page.locator(".step")).to_have_count(1)


def test_a_tap_on_another_unit_turns_to_it(phone: Table) -> None:
    orcs = with_the_goblins_chosen(phone)
    phone.page.locator(".board").scroll_into_view_if_needed()
    phone.page.touchscreen.tap(*phone.middle(orcs))
    expect(phone.asks).to_have_text("Move Iron Orcs")


def test_in_regiments_escape_goes_back_by_way_of_the_action(table: Table) -> None:
    table.new_battle(ruleset="aofr", armies=[None, None], map=None, seed="3")
    page = table.page
    which = table.plays_until(lambda asked: "acts next" in asked.text).text
    table.press("1")
    expect(table.asks).not_to_have_text(which)
    page.keyboard.press("Escape")
    expect(table.asks).to_have_text(which)


def test_the_main_button_draws_the_move_that_most_players_want(table: Table) -> None:
    table.new_battle()
    table.to_the_first_move("Goblin Rabble")
    main = table.page.locator(".manoeuvre .primary")
    expect(main).to_contain_text("forward 4")
    expect(table.page.locator(".turn-row").get_by_role("button", name="Stay here")).to_be_visible()
    number = table.number
    main.click()
    expect(table.page.locator(".step")).to_have_count(1)
    assert table.verdict() == "ok"
    table.is_at(number)
    main.click()
    table.after(number)


def test_a_computer_need_not_be_asked_to_take_back_what_came_before_dice(table: Table) -> None:
    table.new_battle()
    table.deploy()
    table.ends_phase()
    before = table.plays_until(lambda asked: "Cast a spell" in asked.text).number
    back = table.page.get_by_role("button", name="Take back", exact=True)
    expect(back).to_have_attribute("title", re.compile("the same dice will fall again"))
    back.click()
    table.until("now.number >= 0 && now.number < given", before)
