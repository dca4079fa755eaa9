"""A multi-game in the page: armies are added to both sides, and each partner's units are asked for in turn."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Locator

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


def coalition(table: Table, armies: int) -> Locator:
    """The sides of a new battle of Essence of War with so many armies."""
    page = table.page
    page.goto("/")
    page.get_by_role("group", name="Rulebook").get_by_role("button", name="Essence of War").click()
    sides = page.locator("fieldset.side:not(.map-side)")
    for _ in range(armies - 2):
        page.get_by_role("button", name="Add an army").click()
    expect(sides).to_have_count(armies)
    return sides


def test_one_player_leads_two_armies_at_this_screen(table: Table) -> None:
    page, sides = table.page, coalition(table, 4)
    players = sides.get_by_label("Played by")
    # Only partners of an army may lead it: the player of army 1 leads army 3, and no army of the other side.
    expect(players.nth(2).locator("option", has_text="The player of army")).to_have_text(["The player of army 1"])
    expect(players.nth(3).locator("option", has_text="The player of army")).to_have_text(["The player of army 2"])
    expect(players.nth(0).locator("option", has_text="The player of army")).to_have_count(0)
    players.nth(2).select_option(label="The player of army 1")
    expect(sides.nth(2).get_by_label("Name")).to_have_count(0)
    expect(sides.nth(2)).to_contain_text("One player leads both armies.")
    players.nth(1).select_option("human")
    players.nth(3).select_option("human")
    for place, army in enumerate(("Dwarven Holds", "Beast Herds", "Empire of Sonnstahl", "Vampire Covenant")):
        sides.nth(place).locator("select").first.select_option(army)
    sides.nth(0).get_by_label("Name").fill("Ann")
    page.get_by_role("button", name="To the table").click()
    expect(page.locator(".seats > li:not(.for-all)")).to_have_count(3)
    expect(page.locator(".seats > li:not(.for-all)").first).to_contain_text("Ann")
    table.plays_until(lambda now: bool(re.search(r"Turn 1", page.locator("h1.phase").inner_text())))
    # The patrols of both armies stand there in the colour of their player.
    expect(page.locator("g.unit.s0")).to_have_count(8)
    expect(page.locator("g.unit.s1")).to_have_count(4)
    expect(page.locator("g.unit.s2")).to_have_count(4)


def test_a_friend_elsewhere_leads_two_armies_by_one_link(table: Table, friend: Table) -> None:
    page, sides = table.page, coalition(table, 4)
    players = sides.get_by_label("Played by")
    players.nth(2).select_option(label="The player of army 1")
    players.nth(1).select_option("away")
    expect(sides.nth(1)).to_contain_text("Your friend chooses")
    # Whoever leads two armies has them chosen before the battle.
    players.nth(3).select_option(label="The player of army 2")
    expect(sides.nth(1)).not_to_contain_text("Your friend chooses")
    page.get_by_role("button", name="To the table").click()
    link = page.locator("dialog[open] input[readonly]").first.input_value()
    friend.page.goto(link)
    expect(friend.page.locator(".seats > li:not(.for-all)")).to_have_count(2)
    expect(friend.page.locator(".seats .kind").nth(1)).to_have_text("you, team 2")


def test_swapped_sides_keep_who_leads_two_armies(table: Table) -> None:
    sides = coalition(table, 4)
    players = sides.get_by_label("Played by")
    players.nth(2).select_option(label="The player of army 1")
    sides.nth(0).get_by_label("Name").fill("Ann")
    table.page.get_by_role("button", name="Swap sides").click()
    expect(players.nth(1)).to_have_value("human")
    expect(sides.nth(1).get_by_label("Name")).to_have_value("Ann")
    expect(players.nth(3)).to_have_value("led:1")


def test_a_newcomer_is_told_what_partners_do(table: Table) -> None:
    armies = ["Empire of Sonnstahl", "Orcs and Goblins", "Dwarven Holds", "Vampire Covenant"]
    table.new_battle(armies=armies, seats=[{"player": "human"}, *[{"player": "random"}] * 3])
    coach = table.page.locator(".coach")
    table.plays_until(lambda asked: "deploy next" in asked.text)
    # What everybody learns comes first, then what only partners do; how to win was told with the first question.
    expect(coach).to_contain_text("Deployment")
    coach.get_by_role("button").first.click()
    expect(coach).to_contain_text("Two coalitions")
    coach.get_by_role("button").first.click()
    expect(coach).to_have_count(0)
