"""A multi-game in the page: armies are added to both sides, and each partner's units are asked for in turn."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table

pytestmark = pytest.mark.slow


def test_two_coalitions_are_set_up_and_begin(table: Table) -> None:
    page = table.page
    page.goto("/")
    page.get_by_role("group", name="Rulebook").get_by_role("button", name="Essence of War").click()
    sides = page.locator("fieldset.side:not(.map-side)")
    expect(sides).to_have_count(2)
    add = page.get_by_role("button", name="Add an army")
    add.click()
    expect(sides).to_have_count(3)
    expect(sides.nth(2)).to_contain_text("With the first side")
    add.click()
    expect(sides.nth(3)).to_contain_text("With the second side")
    page.get_by_role("button", name="Remove this army").click()
    expect(sides).to_have_count(3)
    add.click()
    for place in range(4):
        sides.nth(place).get_by_label("Played by").select_option("human")
    page.get_by_role("button", name="To the table").click()
    expect(page.locator(".seats")).to_be_visible()
    asked = table.plays_until(lambda now: "deploy next" in now.text)
    assert asked is not None
    table.plays_until(lambda now: bool(re.search(r"Turn 1", page.locator("h1.phase").inner_text())))
    # Four armies stand on the table, in the colours of their players.
    for seat in range(4):
        expect(page.locator(f"g.unit.s{seat}").first).to_be_visible()
