"""What players agree on before a battle: what would do nothing is neither offered nor sent."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table


@pytest.mark.slow
def test_an_option_is_there_while_it_has_a_meaning_and_a_battle_begins_without_it(table: Table) -> None:
    page = table.page
    page.goto("/")
    page.get_by_role("button", name="Age of Fantasy: Regiments").click()
    page.get_by_text("House options").click()
    attacker = page.get_by_label("Who attacks")
    mission = page.locator(".option-field", has=page.get_by_text("Mission", exact=True)).locator("select")
    expect(mission).to_be_visible()
    expect(attacker).to_have_count(0)
    style = page.locator(".option-field", has=page.get_by_text("Deployment", exact=True)).locator("select")
    style.select_option(label="Long Haul")
    mission.select_option(label="The Raid")
    expect(style).to_have_count(0)
    attacker.select_option(label="the first side")
    mission.select_option(index=0)
    expect(attacker).to_have_count(0)
    page.get_by_role("button", name="To the table").click()
    table.wait()
