"""What a hand does with units of Kings of War on the table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.conftest import seated
from tests.browser.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser

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
    expect(table.asks).to_have_text("Move Pike Wardens")
    expect(table.page.locator(".step")).not_to_have_count(0)


def test_a_drag_of_a_commander_gives_it_its_order_though_it_could_command(table: Table) -> None:
    to_orders(table)
    drags(table, "Shire Captain", 3)
    expect(table.asks).to_have_text("What does Shire Captain do?")


def test_own_units_that_a_command_order_could_reach_are_not_marked_as_enemies(table: Table) -> None:
    to_orders(table)
    expect(table.page.locator(".unit.s0.can")).not_to_have_count(0)
    expect(table.page.locator(".unit.s0.aimed")).to_have_count(0)


# Whatever of the question the way to confirm it lies on.
COVERED = """() => {
  const button = document.querySelector('.manoeuvre > .actions').getBoundingClientRect();
  const others = [...document.querySelectorAll('.manoeuvre > :not(.actions), .manoeuvre button:not(.actions *)')];
  return others.filter((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top < button.bottom - 1 && bottom > button.top + 1;
  }).map((one) => one.innerText);
}"""


def test_on_a_phone_the_main_button_covers_no_kind_of_move(browser: Browser, address: str) -> None:
    with seated(browser, address, viewport={"width": 390, "height": 844}, has_touch=True) as page:
        table = Table(page, address)
        to_orders(table)
        table.takes_option("Pike Wardens")
        table.is_asked("manoeuvre")
        # The stage has a button of its own that confirms.
        expect(page.locator(".stage-actions .primary")).to_be_visible()
        expect(page.locator(".manoeuvre .segmented button", has_text="at the double")).to_be_visible()
        for down in (0, 60, 120):
            page.evaluate("down => scrollTo(0, down)", down)
            table.settles(lambda: page.evaluate(COVERED), [])


def test_a_bluff_counter_shows_its_value_to_the_player_who_placed_it_alone(browser: Browser, address: str) -> None:
    people = [{"player": "human"}, {"player": "human"}]
    with seated(browser, address) as page, seated(browser, address) as other:
        ann, bob = Table(page, address), Table(other, address)
        options = {"points": 1000, "scenario": "double_bluff"}
        made = ann.post("/api/battles", {**SMALL, "options": options, "seats": people})
        ann.takes(made, 0)
        bob.takes(made, 1)
        placed = 0
        while placed < 2:
            ann.until("now.number >= 0")
            asked = ann if ann.until("now.text").may_answer else bob
            asked.wait()
            value = re.search(r"worth (\d)", asked.page.locator(".option .take").first.inner_text())
            number = asked.answers().number
            if value is None:
                ann.is_at(number)
                bob.is_at(number)
                continue
            asked.answers()
            placed += 1
            mine = asked.page.locator(".marker").nth(placed - 1)
            expect(mine.locator(".face")).to_have_text(value[1])
            theirs = (bob if asked is ann else ann).page.locator(".marker").nth(placed - 1)
            expect(theirs.locator("title")).to_contain_text("face down")
            expect(theirs.locator(".face")).to_have_count(0)
            ann.is_at(asked.number)
            bob.is_at(asked.number)


def test_units_of_one_name_are_told_apart_wherever_they_are_named(table: Table) -> None:
    table.new_battle(**{**SMALL, "map": "1"})
    page = table.page
    table.plays_until(lambda asked: "gets its order" in asked.text)
    for number in (1, 2):
        expect(page.locator(".log")).to_contain_text(f"Swordsworn {number} deployed")
    orders = page.locator(".option .take").filter(has_text=re.compile(r"^\s*\w?\s*Swordsworn"))
    expect(orders).to_contain_text(["Swordsworn 1", "Swordsworn 2"])
    unit = orders.last.get_attribute("data-key")
    table.settled()
    orders.last.click()
    expect(table.asks).to_contain_text("Swordsworn 2")
    expect(page.locator(f".labels [data-label='{unit}']")).to_contain_text("Swordsworn 2")
    page.keyboard.press("t")
    for number in (1, 2):
        expect(page.locator(".text-view")).to_contain_text(f"Swordsworn {number}")
