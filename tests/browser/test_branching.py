"""A branch lies on the screen as its parent did: one's side stays at the bottom, whoever plays what."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table

pytestmark = pytest.mark.slow

BOTTOM = """() => {
  const height = (seat) => {
    const found = [...document.querySelectorAll(`.unit.s${seat}`)].map((unit) => unit.getBoundingClientRect());
    return found.reduce((sum, one) => sum + one.top + one.height / 2, 0) / found.length;
  };
  return height(0) > height(1) ? 0 : 1;
}"""


def bottom(table: Table) -> int:
    """The seat whose units stand lower on the screen."""
    table.rests(".board-ground .ground")
    found: int = table.page.evaluate(BOTTOM)
    return found


def branches(table: Table, *players: str) -> None:
    """Branch off where the battle stands, with these players."""
    page = table.page
    old = page.url
    page.get_by_role("button", name="Branch from here").click()
    dialog = page.get_by_role("dialog", name="A new battle from this moment")
    expect(dialog.get_by_text(re.compile(r"begins after move \d+ \(Turn 1"))).to_be_visible()
    for seat, player in enumerate(players):
        dialog.locator("select").nth(seat).select_option(player)
    dialog.get_by_role("button", name="To the table").click()
    page.wait_for_function("old => location.href !== old", arg=old)
    table.wait()


@pytest.mark.parametrize("seat", [0, 1])
def test_ones_side_stays_at_the_bottom_in_a_branch_and_when_the_page_is_loaded_again(table: Table, seat: int) -> None:
    seats = [{"player": "human" if one == seat else "random"} for one in range(2)]
    made = table.post(
        "/api/battles", {"armies": ["Orcs and Goblins", "Empire of Sonnstahl"], "map": "1", "seed": "1", "seats": seats}
    )
    table.takes(made, seat)
    table.deploy()
    assert bottom(table) == seat
    table.page.reload()
    table.wait()
    assert bottom(table) == seat
    branches(table)
    assert bottom(table) == seat
    branches(table, "human", "human")
    assert bottom(table) == seat
    table.page.reload()
    table.wait()
    assert bottom(table) == seat


def test_a_branch_with_the_other_army_has_that_one_at_the_bottom(table: Table) -> None:
    table.new_battle()
    table.deploy()
    branches(table, "random", "human")
    assert bottom(table) == 1


def test_a_branch_is_called_by_the_move_that_it_begins_after(table: Table) -> None:
    table.new_battle()
    table.deploy()
    number = table.number
    branches(table)
    table.page.goto("/#/library")
    expect(table.page.get_by_role("link", name=re.compile(rf"\(from move {number}\)"))).to_be_visible()
