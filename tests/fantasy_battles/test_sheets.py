"""Armies of Fantasy Battles to read at length and as data."""

from __future__ import annotations

import json

import pytest

from warhost.rulesets.fantasy_battles.core.entries import CHARACTERISTICS
from warhost.rulesets.fantasy_battles.lists import house_armies
from warhost.rulesets.fantasy_battles.lists.ready_lists import ready_army
from warhost.rulesets.fantasy_battles.mustering import MUSTER
from warhost.rulesets.fantasy_battles.shown.entry_cards import kind_of, listed
from warhost.rulesets.fantasy_battles.shown.sheets import army_data, army_sheet, book_sheet


@pytest.mark.parametrize("army", house_armies.army_names())
def test_a_sheet_has_a_line_for_every_unit(army: str) -> None:
    sheet = army_sheet(army)
    assert len(sheet.rows) == len(ready_army(army).entries)
    assert all(len(row) == len(sheet.columns) for row in sheet.rows)
    assert "of 4500 points" in sheet.title
    assert len(CHARACTERISTICS) + 2 == len(sheet.right)


def test_a_sheet_tells_what_items_do() -> None:
    (head, told), *_ = army_sheet("deepforge 3000").below
    assert head == "Special Items"
    assert "Lantern of the Ninth Hour: The bearer has Aegis (4+)." in told


@pytest.mark.parametrize("army", house_armies.army_names())
def test_an_army_is_told_as_plain_data(army: str) -> None:
    data = army_data(f"{army} 1500")
    assert len(json.loads(json.dumps(data))["units"]) == len(data["units"])
    assert data["points"] == sum(unit["points"] for unit in data["units"])


@pytest.mark.parametrize("army", house_armies.army_names())
def test_a_book_is_told_with_sizes_options_and_limits(army: str) -> None:
    sheet = book_sheet(house_armies.book(army))
    assert len(sheet.rows) == len(house_armies.book(army).catalogue.entries)
    below = dict(sheet.below)
    assert "Core: at least 25 % of the points" in below["Categories"]
    assert json.dumps(MUSTER.data(MUSTER.find(army, "book")))


def test_a_unit_in_words() -> None:
    chariot = house_armies.find_shipped("Boar Chariot")
    cannon = house_armies.find_shipped("Field Gun")
    assert chariot is not None
    assert cannon is not None
    assert kind_of(chariot) == "Large Construct"
    told = list(listed(chariot))
    assert "2 x boars: Att 2, Off 3, Str 5, AP 2, Agi 3" in told
    assert "Boar Spear (+1 Str, +1 AP, +1 Agi, when charging)" in told
    gun = 'Field Gun (48", 4+, Str 4 [9], AP 10, Artillery Weapon, Area Attack (1x5), [Multiple Wounds (D3)])'
    assert gun in list(listed(cannon))
