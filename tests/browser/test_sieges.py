"""A siege of Regiments on the page: the castle is painted, and who is inside is told."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.table import Table


def test_a_castle_stands_on_the_board(table: Table) -> None:
    options = {"points": 750, "parts": ["siege_battles"]}
    armies = ["League of Nine Bridges", "Burrowfolk Swarm"]
    table.new_battle(ruleset="aofr", armies=armies, map="open", seed="5", options=options)
    table.plays_until(lambda asked: "acts next" in asked.text)
    expect(table.page.locator("[data-terrain^='castle_']")).not_to_have_count(0)


def test_army_terrain_and_buildings_are_placed_and_told(table: Table) -> None:
    options = {"points": 750, "parts": ["army_terrain", "solid_buildings"]}
    armies = ["League of Nine Bridges", "Burrowfolk Swarm"]
    table.new_battle(ruleset="aofr", armies=armies, map="balanced", seed="5", options=options)
    table.plays_until(lambda asked: "acts next" in asked.text)
    expect(table.page.locator("[data-terrain='building']")).not_to_have_count(0)
    expect(table.page.locator("[data-terrain='tower']")).not_to_have_count(0)
