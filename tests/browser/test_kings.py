"""What a hand does with units of Kings of War on the table."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.table import Table

SMALL = {"ruleset": "kow", "armies": ["Crown of Aldermere", "Gutterfang Tribes"], "map": "open", "seed": "3"}


def to_orders(table: Table) -> None:
    table.new_battle(**SMALL, options={"points": 1000})
    table.plays_until(lambda asked: "gets its order" in asked.text)


def drags(table: Table, name: str, inches: float) -> None:
    """Take hold of a unit that has no order yet, and drag it on once the page has asked something else."""
    mouse, inch = table.page.mouse, table.inch()
    asked = table.now()
    key = table.option(name).get_attribute("data-key")
    x, y = table.middle(f".unit[data-unit='{key}'] .catch")
    mouse.move(x, y)
    mouse.down()
    mouse.move(x, y - inch / 2)
    table.has_gone_on(asked.number, asked.text)
    table.wait()
    for part in (1, 2):
        mouse.move(x, y - part * inches * inch / 2)
    mouse.up()


def test_a_drag_gives_a_unit_its_order_and_moves_it(table: Table) -> None:
    to_orders(table)
    drags(table, "Pike Wardens", 3)
    expect(table.asks).to_have_text("Where do Pike Wardens move?")
    expect(table.page.locator(".step")).not_to_have_count(0)


def test_a_drag_of_a_commander_gives_it_its_order_though_it_could_command(table: Table) -> None:
    to_orders(table)
    drags(table, "Shire Captain", 3)
    expect(table.asks).to_have_text("What does Shire Captain do?")


def test_own_units_that_a_command_order_could_reach_are_not_marked_as_enemies(table: Table) -> None:
    to_orders(table)
    expect(table.page.locator(".unit.s0.can")).not_to_have_count(0)
    expect(table.page.locator(".unit.s0.aimed")).to_have_count(0)
