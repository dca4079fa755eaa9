"""The house armies: their books, their lists, and the files that they are written in."""

from __future__ import annotations

import pytest

from tests.kings_of_war.harness import draw
from tests.kings_of_war.mustering import BOOK, BOOK_FILE
from warhost.muster import DataError
from warhost.muster.files.army_text import UnknownName
from warhost.play import Setup
from warhost.rulesets.families.brought import list_data
from warhost.rulesets.kings_of_war.chapters.magic import SPELLS
from warhost.rulesets.kings_of_war.core import ARTEFACTS, CATEGORIES, Entry, Known, Weapon
from warhost.rulesets.kings_of_war.lists import house as armies
from warhost.rulesets.kings_of_war.lists.files import Upgrade, book_text
from warhost.rulesets.kings_of_war.lists.in_force import report_on_book
from warhost.rulesets.kings_of_war.lists.limits import bounds
from warhost.rulesets.kings_of_war.lists.purchases import artefacts, library
from warhost.rulesets.kings_of_war.lists.rosters import ArmyList, ArmyLists

SIZES = (1000, 2000, 2500)


def test_there_are_six_armies_with_lists_of_three_sizes() -> None:
    assert len(armies.army_names()) == 6
    names = {f"{faction} {points}" for faction in armies.army_names() for points in SIZES}
    assert set(armies.ready_lists()) == names


@pytest.mark.parametrize("faction", armies.army_names())
def test_an_army_has_something_of_everything(faction: str) -> None:
    book = armies.book(faction)
    units: list[Entry] = [entry.own.unit for entry in book.catalogue.entries]
    assert 15 <= len(units) <= 25
    assert {unit.category for unit in units} == set(CATEGORIES)
    assert {"war engine", "titan"} <= {unit.type for unit in units}
    assert {unit.rank for unit in units} == {"", "champion", "warlord"}
    assert any(unit.spells for unit in units)
    assert any(unit.unique for unit in units)
    assert any(entry.changes for entry in book.catalogue.entries)
    assert any(isinstance(option, Upgrade) for entry in book.catalogue.entries for option in entry.options)
    assert 3 <= len(book.orders) <= 4
    assert all(order.text for order in book.orders)


@pytest.mark.parametrize("faction", armies.army_names())
def test_every_rule_and_spell_of_the_house_is_in_force(faction: str) -> None:
    report = report_on_book(armies.book(faction), source=faction, form="house army")
    assert report.not_in_force == {}
    assert report.force is not None
    assert report.force.rules_in_force == report.force.rules > 0


@pytest.mark.parametrize("faction", armies.army_names())
def test_traits_that_orders_and_auras_name_are_there(faction: str) -> None:
    book = armies.book(faction)
    traits = {trait for entry in book.catalogue.entries for trait in entry.own.unit.traits}
    assert {order.trait for order in book.orders} - {""} <= traits
    named = {
        rule.rsplit(" - ", 1)[1].rstrip(")")
        for entry in book.catalogue.entries
        for rule in entry.own.unit.rules
        if rule.startswith("Aura") and " - " in rule
    }
    assert named <= traits


@pytest.mark.parametrize("name", armies.ready_rosters())
def test_ready_lists_are_legal(name: str) -> None:
    roster = armies.ready_rosters()[name]
    assert [str(problem) for problem in ArmyLists().problems(roster, {})] == []
    points = roster.own.points
    assert points - 25 <= roster.points <= points, "lists use their points"
    army = armies.ready_lists()[name]
    assert army.cost == roster.points
    assert all(bool(unit.orders) == unit.is_commander for unit in army.entries)
    assert bounds(army) == []
    assert armies.READY.from_data(list_data(army)) == army


def test_lists_are_found_by_many_names() -> None:
    full = armies.ready_army("Crown of Aldermere", 1000)
    assert full.points == 1000
    for name in ("aldermere 1000", "The Shire Muster", "crown of aldermere 1000"):
        assert armies.ready_army(name, 2000) == full
    assert armies.ready_army("aldermere", 1000) == full
    assert armies.ready_army("aldermere", 2200).points == 2200, "built to the size"
    assert armies.ready_army("aldermere 1234").name == "Crown of Aldermere 1234"
    assert armies.full_name("aldermere") == "Crown of Aldermere"
    assert armies.full_name("aldermere 1000") == "Crown of Aldermere 1000"
    assert armies.full_name("the shire muster") == "The Shire Muster"
    with pytest.raises(UnknownName, match="has no list of 500 points: there are lists of 1000, 2000, 2500"):
        armies.ready_army("aldermere", 500)
    with pytest.raises(UnknownName, match='There is no faction "Nobody"'):
        armies.ready_army("Nobody")


def test_the_army_of_a_seat_is_a_house_army_or_a_list_that_was_brought() -> None:
    own = ArmyList(name="Mine", entries=(Entry(name="Foot", size="regiment"),))
    setup = Setup(ruleset="kow", armies=("sunward", "whatever"), lists=(None, list_data(own)))
    house, brought = armies.READY.armies(setup, 1000)
    assert house.points == 1000
    assert brought == own


def test_units_are_found_by_their_names() -> None:
    found = armies.find_entry("Pike Wardens")
    assert found is not None
    assert (found.army, found.size, found.points) == ("Crown of Aldermere", "regiment", 120)
    assert armies.find_entry("Pike Wardens", "Sunward Clans") is None
    assert armies.find_entry("Nobody") is None
    table = draw("Pike Wardens at 36,10 | Clan Lancers at 36,20 face 180")
    assert table.battle.entry(table.unit("Pike Wardens")) == found


def test_what_is_sold_is_what_the_engine_plays() -> None:
    assert set(artefacts()) == set(ARTEFACTS)
    assert set(library()) <= set(SPELLS)


def test_names_of_units_are_not_shared_by_armies() -> None:
    names = [entry.name for book in armies.books().values() for entry in book.catalogue.entries]
    assert len(names) == len(set(names))


# Files


def test_an_army_book_is_written_and_read_again() -> None:
    assert armies.load_book_text(book_text(BOOK)) == BOOK
    for book in armies.books().values():
        assert armies.load_book_text(book_text(book)) == book


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('category = "auxiliary"', 'category = "helper"', 'category "helper" is unknown: it must be one of'),
        ('type     = "cavalry"', 'type     = "horses"', 'type "horses" is unknown'),
        ('["Thunderous Charge (2)"]', '["Thunderos Charge (2)"]', 'Did you mean "Thunderous Charge"?'),
        ('["Thunderous Charge (2)"]', '["Bravery"]', 'write not_in_force = ["Bravery"] at the top of the file'),
        ('["Thunderous Charge (2)"]', '["Thunderous Charge"]', 'write it like "Thunderous Charge (1)"'),
        ('["Heal (3)"]', '["Heel (3)"]', 'spell "Heel" is unknown. Did you mean "Heal"?'),
        ('["Heal (3)"]', '["Heal (three)"]', 'spell "Heal (three)" cannot be read'),
        ("attacks  = 8\nnerve    = 15", "attacks  = 8", '"nerve" is missing'),
        ("attacks  = 8", 'attacks  = "many"', 'attacks "many" cannot be read'),
        ('rank     = "warlord"\n', "", 'only champions and warlords can have "rank"'),
        ("shooting = 5\ndefence  = 3", "defence  = 3", 'it has a ranged weapon and no "shooting" value'),
        ('unit = "Lances", category', 'unit = "Lancers", category', 'it changes "Lancers", which is not an entry'),
        ('category = "core" }', 'category = "corps" }', 'category "corps" is unknown'),
        ('name = "troop", attacks', 'name = "mob", attacks', 'name "mob" is unknown: it must be one of'),
        ("target = 4", "target = 9", '"target" must be from 2 to 6, not 9'),
        ('traits   = ["Spellcaster"]\n', "", 'it has spells without the trait "Spellcaster"'),
        ("speed    = 5", "sped     = 5", 'key "sped" is unknown. Did you mean "speed"?'),
        ("attacks  = 8\nnerve    = 15", 'base     = "big"\nattacks  = 8\nnerve    = 15', 'base "big" cannot be read'),
    ],
)
def test_what_is_wrong_with_a_file_is_a_sentence(old: str, new: str, problem: str) -> None:
    assert old in BOOK_FILE
    with pytest.raises(DataError) as error:
        armies.load_book_text(BOOK_FILE.replace(old, new, 1), "mine.toml")
    assert any(problem in told for told in error.value.problems), error.value.problems
    assert all(told.startswith("mine.toml") for told in error.value.problems)


def test_a_rule_that_is_not_played_can_be_kept() -> None:
    text = BOOK_FILE.replace('["Thunderous Charge (2)"]', '["Bravery"]').replace(
        'faction = "Testers"', 'faction = "Testers"\nnot_in_force = ["Bravery"]'
    )
    book = armies.load_book_text(text)
    assert dict(report_on_book(book, source="", form="").not_in_force) == {"Bravery": ("Lances",)}
    assert armies.load_book_text(book_text(book)) == book


@pytest.mark.parametrize(
    ("unit", "problem"),
    [
        (Entry(name="Foot", speed=99), "Speed must be from 0 to 20"),
        (Entry(name="Foot", nerve=0), "Nerve must be from 1 to 40"),
        (Entry(name="Foot", attacks="lots"), "are neither a number nor dice"),
        (Entry(name="Foot", attacks=100), "its Attacks must be from 0 to 99"),
        (Entry(name="Foot", attacks="30D6"), "its Attacks must be from 0 to 99"),
        (Entry(name="Foot", rules=("Crushing Strength",)), "cannot be read"),
        (Entry(name="Foot", rules=("Blast (99)",)), "must be from 0 to 30"),
        (Entry(name="Foot", base=(900, 80)), "the front of its bases in mm must be from 10 to 250"),
        (Entry(name="Foot", spells=(Known("Heal", 99),)), "the number of Heal must be from 0 to 20"),
        (Entry(name="Foot", weapons=(Weapon("Bow", 999),)), "its range must be from 1 to 120"),
        (Entry(name=""), "a unit needs a name"),
    ],
)
def test_what_the_engine_cannot_bear_is_refused(unit: Entry, problem: str) -> None:
    with pytest.raises(DataError, match="Mine cannot be played") as error:
        armies.READY.from_data(list_data(ArmyList(name="Mine", entries=(unit,))))
    assert problem in str(error.value)


def test_data_that_is_no_list_is_refused() -> None:
    with pytest.raises(DataError, match="The list cannot be read"):
        armies.READY.from_data({"name": "Mine", "entries": [{"name": "Foot", "type": "boat"}]})
    with pytest.raises(DataError, match="the list has no units"):
        armies.READY.from_data({"name": "Mine"})
