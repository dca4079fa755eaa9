"""The house armies: books, lists, prices, and what a list of one's own has to be (BLUE-R144)."""

from __future__ import annotations

import msgspec
import pytest

from warhost.muster import Draft, Pick, Source
from warhost.muster.files.army_text import DataError
from warhost.rulesets.blue_age.core import Entry
from warhost.rulesets.blue_age.core.entries import TYPES
from warhost.rulesets.blue_age.lists import house as armies
from warhost.rulesets.blue_age.lists.files import book_text, read_book
from warhost.rulesets.blue_age.lists.pricing import TOLERANCE, fair_price, worth
from warhost.rulesets.blue_age.lists.rosters import ArmyLists, army_of
from warhost.rulesets.blue_age.mustering import MUSTER
from warhost.rulesets.families.brought import list_data

HOUSE = [(entry.own, entry.sizes[0]) for book in armies.books().values() for entry in book.catalogue.entries]
FOOT = Entry(name="Foot", armour=("Light Armour", "Shield"), weapons=("Spear",))


def picked(unit: str, models: int = 0, *options: str) -> Pick:
    return Pick(unit=unit, models=models, options=options)


def problems(*picks: Pick, points: int = 1000) -> list[tuple[str, str]]:
    """The rules and words of all that is wrong with a list of the Tidewardens."""
    draft = Draft(name="Mine", faction="Tidewardens", points=points, picks=picks)
    tally = MUSTER.tally(draft)
    return [(problem.rule or "", problem.message) for problem in tally.problems]


CHIEF = picked("Harbour Marshal", 0, "Commander")


def test_four_armies_have_units_of_every_type() -> None:
    assert len(armies.books()) == 4
    assert {unit.type for unit, _ in HOUSE} == set(TYPES)
    for book in armies.books().values():
        heroes = [entry.own for entry in book.catalogue.entries if entry.own.hero]
        assert {hero.magic for hero in heroes} >= {0, 2}, book.faction
        assert any(entry.own.flyer or entry.own.type == "monster" for entry in book.catalogue.entries)


@pytest.mark.parametrize("name", armies.ready_lists())
def test_ready_lists_are_legal_and_nearly_full(name: str) -> None:
    roster = armies.ready_rosters()[name]
    army = army_of(roster)
    assert not ArmyLists().problems(roster, {"points": army.points})
    assert army.points - 30 <= army.cost <= army.points
    assert armies.READY.from_data(list_data(army)) == army


@pytest.mark.parametrize(("unit", "size"), HOUSE, ids=lambda one: getattr(one, "name", ""))
def test_house_units_cost_what_the_formula_says(unit: Entry, size: object) -> None:
    each = size.each or size.cost  # type: ignore[attr-defined]
    assert abs(each - fair_price(unit)) <= max(1, TOLERANCE * fair_price(unit))


@pytest.mark.parametrize(
    "better",
    [
        {"melee": 5},
        {"strength": 5},
        {"grit": 5},
        {"health": 2},
        {"attacks": 2},
        {"spirit": 4},
        {"movement": 8},
        {"armour": ("Medium Armour", "Shield")},
        {"weapons": ("Great Weapon", "Halberd"), "strength": 5},
        {"ranged": 5, "weapons": ("Spear", "Bow")},
        {"rules": ("Deathblow",)},
        {"rules": ("Regeneration (7+)",)},
        {"flyer": True},
        {"hero": True, "destiny": 2},
        {"magic": 2},
    ],
)
def test_what_is_better_costs_more(better: dict[str, object]) -> None:
    assert worth(msgspec.structs.replace(FOOT, **better)) > worth(FOOT)


def test_the_yardstick() -> None:
    assert fair_price(FOOT) == 8


# What a list has to be


@pytest.mark.rule("blue.commander.chosen_before_game")
def test_a_list_needs_a_hero_and_names_exactly_one_commander() -> None:
    assert [rule for rule, _ in problems(picked("Harbour Spears"))] == ["blue.commander.chosen_before_game"]
    nobody = problems(picked("Harbour Marshal"), picked("Harbour Spears"))
    assert nobody == [
        ("blue.commander.chosen_before_game", "Mine has no Commander: an army has one. Name one of its Heroes.")
    ]
    two = problems(CHIEF, picked("Tide Seer", 0, "Commander"))
    assert two[0][0] == "blue.commander.chosen_before_game"
    assert not problems(CHIEF, picked("Harbour Spears"))


@pytest.mark.rule("blue.commander.not_warbanner")
def test_the_commander_does_not_carry_the_warbanner() -> None:
    found = problems(picked("Harbour Marshal", 0, "Commander", "Warbanner"))
    assert [rule for rule, _ in found] == ["blue.commander.not_warbanner"]


@pytest.mark.rule("blue.commander.trait")
def test_only_the_commander_has_a_command_trait() -> None:
    assert not problems(picked("Harbour Marshal", 0, "Commander", "Shrewd"))
    found = problems(CHIEF, picked("Tide Seer", 0, "Shrewd"))
    assert [rule for rule, _ in found] == ["blue.commander.trait"]


@pytest.mark.rule("blue.warbanner.one_per_army")
def test_an_army_has_one_warbanner_at_most_and_only_heroes_carry_it() -> None:
    banner = picked("Banner Warden", 0, "Warbanner")
    assert not problems(CHIEF, banner)
    assert [rule for rule, _ in problems(CHIEF, banner, banner)] == ["blue.warbanner.one_per_army"]
    assert 'option "Warbanner" is unknown' in problems(CHIEF, picked("Harbour Spears", 0, "Warbanner"))[0][1]


@pytest.mark.rule("blue.setup.points_limit")
def test_heroes_cost_at_most_35_percent() -> None:
    heroes = [CHIEF, picked("Storm Magister"), picked("Knight Commander")]
    assert any("35 % of 1000 is 350" in told for _, told in problems(*heroes))
    assert not problems(*heroes, points=1500)


@pytest.mark.rule("blue.setup.points_limit")
def test_a_list_costs_no_more_than_was_agreed_on() -> None:
    found = problems(CHIEF, picked("Harbour Spears", 30), *(picked("Griffon Riders", 5) for _ in range(3)))
    assert found[0][0] == "blue.setup.points_limit"


def test_large_units_have_champion_and_bannerman_for_nothing() -> None:
    draft = Draft(
        name="Mine",
        faction="Tidewardens",
        picks=(picked("Harbour Spears", 10), picked("Tower Guard", 8), picked("Tower Guard", 8, "Champion")),
    )
    catalogues = {"Tidewardens": armies.BOOKS.catalogue("Tidewardens")}
    spears, guard, led = army_of(ArmyLists().assembled(draft, catalogues=catalogues).content).entries
    assert spears.champion
    assert spears.bannerman
    assert not guard.champion
    assert led.champion
    assert led.points == guard.points + 8


def test_a_book_can_be_written_and_read_again() -> None:
    for book in armies.books().values():
        assert read_book(book_text(book), "book.toml")[0] == book


def test_a_list_as_text_is_read() -> None:
    text = "Mine (Tidewardens, 1000 points)\n- Harbour Marshal + Commander\n- Harbour Spears + 12 models\n"
    mustered = MUSTER.read(Source("mine.txt", text))
    assert [unit.models for unit in mustered.content.units] == [1, 12]
    assert MUSTER.share(mustered) == text


def test_data_that_nobody_can_play_is_refused() -> None:
    with pytest.raises(DataError, match="a Hero is one model"):
        armies.READY.from_data({"name": "Mine", "entries": [{"name": "Twins", "hero": True, "models": 2}]})
    with pytest.raises(DataError, match='weapon "Laser" is unknown'):
        armies.READY.from_data({"name": "Mine", "entries": [{"name": "Foot", "weapons": ["Laser"]}]})


@pytest.mark.rule("blue.setup.points_limit")
@pytest.mark.parametrize(("points", "game"), [(900, 1000), (1000, 1000), (1250, 1250), (1500, 1500), (1600, 1500)])
def test_a_list_of_any_size_is_for_a_game_of_1000_to_1500_points(points: int, game: int) -> None:
    picks = (CHIEF, picked("Harbour Spears", 10))
    mustered = MUSTER.built(Draft(name="Mine", faction="Tidewardens", points=points, picks=picks), ())
    assert MUSTER.wants([mustered]) == {"points": game}
