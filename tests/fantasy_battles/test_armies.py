"""The house armies: every figure is read, and every kind of model, rule and Path is somewhere among them."""

from __future__ import annotations

import pytest

from warhost.muster.files.army_text import DataError
from warhost.play.rules.rulebase import parted
from warhost.rulesets.fantasy_battles.core.entries import rule_name
from warhost.rulesets.fantasy_battles.core.moments import MODEL_RULES
from warhost.rulesets.fantasy_battles.lists import house_armies
from warhost.rulesets.fantasy_battles.lists.army_books import CATEGORIES, Offer, Upgrade
from warhost.rulesets.fantasy_battles.lists.book_files import book_text, read_book
from warhost.rulesets.fantasy_battles.lists.force import report_on_book

NOWHERE = {"source": "", "form": ""}

BOOK = """
faction = "Hill Folk"

[[entry]]
name     = "Shepherds"
category = "Core"
base     = "20x20"
profile  = { adv = 4, mar = 8, dis = 7, hp = 1, def = 3, res = 3, arm = 0, att = 1, off = 3, str = 3, ap = 0, agi = 3 }
models   = 10
most     = 30
cost     = 60
each     = 6
"""


@pytest.mark.parametrize("army", house_armies.army_names())
def test_a_book_is_written_as_it_was_read(army: str) -> None:
    book = house_armies.book(army)
    again, problems = read_book(book_text(book), "again.toml")
    assert problems == []
    assert again == book


@pytest.mark.parametrize("army", house_armies.army_names())
def test_an_army_has_16_to_22_entries_in_all_categories(army: str) -> None:
    entries = house_armies.book(army).catalogue.entries
    assert 16 <= len(entries) <= 22
    assert {entry.category for entry in entries} == set(CATEGORIES)


def test_all_problems_of_a_file_are_told_at_once() -> None:
    bad = BOOK.replace('"20x20"', '"twenty"').replace("adv = 4", "adv = 44").replace("Core", "Coer")
    with pytest.raises(DataError) as error:
        house_armies.load_book_text(bad, "hills.toml")
    told = "\n".join(error.value.problems)
    assert '"base" must be front and depth in mm, like "25x50"' in told
    assert '"adv" must be from 0 to 20, not 44.' in told
    assert 'category "Coer" is unknown' in told
    assert 'Did you mean "Core"?' in told


def test_a_weapon_that_nobody_knows_is_told_with_the_one_that_was_meant() -> None:
    with pytest.raises(DataError, match=r'weapon "Halbert" is unknown. Did you mean "Halberd"\?'):
        house_armies.load_book_text(BOOK + 'weapons = ["Halbert"]\n')


def test_a_book_may_have_weapons_of_its_own() -> None:
    book = house_armies.load_book_text(BOOK + 'weapons = ["Crook"]\n\n[melee.Crook]\noff = 1\n')
    assert book.catalogue.entries[0].own.parts[0].weapons[0].off == 1


ENTRIES = [entry for book in house_armies.books().values() for entry in book.catalogue.entries]
UNITS = [entry.own for entry in ENTRIES]
UPGRADES = [option for entry in ENTRIES for option in entry.options if isinstance(option, Upgrade)]


def test_every_type_and_height_is_somewhere() -> None:
    assert {unit.type for unit in UNITS} == {"Infantry", "Beast", "Cavalry", "Construct"}
    assert {unit.height for unit in UNITS} == {"Standard", "Large", "Gigantic"}


def test_all_ten_paths_and_all_battle_runes_are_somewhere() -> None:
    paths = {path for unit in UNITS if unit.wizard for path in unit.wizard.paths}
    assert paths == {
        "Alchemy",
        "Cosmology",
        "Divination",
        "Druidism",
        "Evocation",
        "Occultism",
        "Pyromancy",
        "Shamanism",
        "Thaumaturgy",
        "Witchcraft",
    }
    bound = {one.spell for option in UPGRADES for one in option.bound}
    assert {spell for spell in bound if spell.startswith("Rune of")} == {
        f"Rune of {name}" for name in ("Gleaming", "Oaths", "Reckoning", "Resilience", "Resolve", "Revocation")
    }


def test_every_rule_that_a_unit_can_have_is_somewhere() -> None:
    brought = {rule_name(text) for unit in UNITS for text in unit.all_rules}
    told = {
        parted(text)[0] for book in house_armies.books().values() for text in report_on_book(book, **NOWHERE).in_force
    }
    leading = {"General", "Battle Standard Bearer", "Commanding Presence", "Rally Around the Flag"}
    brought_over = {name for name in MODEL_RULES if MODEL_RULES[name].id in ("T9A-R204", "T9A-R205")}
    assert set(MODEL_RULES) - brought - told - leading - brought_over == set()


@pytest.mark.parametrize("army", house_armies.army_names())
def test_all_that_an_army_names_is_in_force(army: str) -> None:
    assert report_on_book(house_armies.book(army), **NOWHERE).not_in_force == {}


@pytest.mark.parametrize("army", house_armies.army_names())
def test_an_army_has_leaders_on_foot_and_mounted_a_standard_and_engines(army: str) -> None:
    entries = house_armies.book(army).catalogue.entries
    assert sum(entry.own.is_character for entry in entries) >= 3
    assert any("Battle Standard Bearer" in entry.command for entry in entries if isinstance(entry, Offer))
    assert any(option.mounted for entry in entries for option in entry.options if isinstance(option, Upgrade))
    assert any(entry.own.has("War Machine") for entry in entries)
    assert any(entry.own.height == "Gigantic" for entry in entries)
