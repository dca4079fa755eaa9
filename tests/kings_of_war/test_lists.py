"""Army lists: sizes and options of units, battalions with their categories, limits, sizes of games."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.kings_of_war.mustering import (
    BOOK,
    BOOK_FILE,
    LISTS,
    bought,
    catalogue,
    draft,
    hints,
    problems,
    roster,
    rules_broken,
    unit,
    units,
)
from warhost.muster import DataError, Draft, Pick, Source
from warhost.play import Setup
from warhost.rulesets.kings_of_war.core import CATEGORIES, Known, Settings, usual_base
from warhost.rulesets.kings_of_war.lists.battalions import game_size
from warhost.rulesets.kings_of_war.lists.house import load_book_text
from warhost.rulesets.kings_of_war.lists.purchases import library
from warhost.rulesets.kings_of_war.lists.rosters import battalion_of
from warhost.rulesets.kings_of_war.ruleset import RULESET


def told(text: str) -> list[tuple[str, str | None]]:
    """What an entry does not allow of a pick, with the rules."""
    return [(problem.message, problem.rule) for problem in bought(text).problems]


# Sizes


@pytest.mark.rule("kow.unit.regiment")
def test_an_entry_without_a_size_is_a_regiment() -> None:
    for text in ("Foot", "Watch"):
        one = unit(text)
        assert (one.size, one.base_mm) == ("regiment", (100, 80))
    assert (unit("Foot").attacks, unit("Foot").nerve, unit("Foot").points) == (12, 14, 150)
    assert catalogue().entries[0].sizes[0].models == 20


@pytest.mark.rule("kow.unit.troop")
def test_a_troop_is_an_option_of_the_entry() -> None:
    one = unit("Foot + troop")
    assert (one.size, one.attacks, one.nerve, one.points) == ("troop", 8, 11, 80)
    assert one.base_mm == (100, 40)
    assert usual_base("cavalry", "troop") == (125, 50)
    assert told("Lances + troop") == [("it does not come as a troop. It comes as regiment.", "kow.unit.troop")]


@pytest.mark.rule("kow.unit.horde")
def test_a_horde_is_an_option_of_the_entry() -> None:
    one = unit("Foot + horde")
    assert (one.size, one.attacks, one.nerve, one.points) == ("horde", 24, 20, 200)
    assert one.base_mm == (200, 80)
    assert told("Lances + horde") == [("it does not come as a horde. It comes as regiment.", "kow.unit.horde")]


def test_single_models_have_no_size() -> None:
    assert [unit(name).size for name in ("Beast", "Engine", "Captain")] == ["", "", ""]
    assert told("Beast + horde") == [("it does not come as a horde. It comes as one unit.", "kow.unit.horde")]


# Options


@pytest.mark.rule("kow.army.upgrades")
def test_upgrades_cost_by_size_and_are_open_to_some_sizes() -> None:
    assert unit("Foot + Banner").points == 160
    assert unit("Foot + troop + Banner").points == 85
    assert unit("Foot + horde + Banner").points == 215
    assert unit("Foot + Banner").rules == ("Headstrong",)
    assert told("Foot + troop + Great Drum") == [
        ('"Great Drum" is not for a troop: it is for horde.', "kow.army.upgrades")
    ]


@pytest.mark.rule("kow.magic.profile_spells")
def test_a_caster_knows_the_spells_of_its_profile_and_those_it_bought() -> None:
    assert unit("Wizard").spells == (Known("Heal", 3),)
    assert unit("Wizard + Bane Chant (2)").spells == (Known("Heal", 3), Known("Bane Chant", 2))
    assert unit("Wizard + Bane Chant (2)").points == 120


@pytest.mark.rule("kow.army.arcane_purchase")
def test_spellcasters_buy_spells_of_the_library() -> None:
    one = unit("Wizard + Barkskin (5)")
    assert (one.points, one.spells[-1]) == (125, Known("Barkskin", 5))
    assert [rule for _, rule in told("Captain + Barkskin (5)")] == ["kow.army.arcane_purchase"]


@pytest.mark.parametrize(
    ("name", "number", "points", "row"),
    [
        pytest.param(name, number, points, row, marks=pytest.mark.rule(f"kow.library.{row}"))
        for name, row, prices in [
            ("Alchemist's Curse", "alchemists_curse", {2: 35, 4: 45}),
            ("Barkskin", "barkskin", {5: 25}),
            ("Bastion", "bastion", {2: 25, 3: 35}),
            ("Blizzard", "blizzard", {3: 35, 4: 40}),
            ("Bloodboil", "bloodboil", {0: 30}),
            ("Celestial Restoration", "celestial_restoration", {2: 25, 3: 35}),
            ("Host Shadowbeast", "host_shadowbeast", {5: 20, 8: 30}),
            ("Martyr's Prayer", "martyrs_prayer", {3: 15, 5: 25}),
            ("Mind Fog", "mind_fog", {3: 15, 4: 20}),
            ("Scorched Earth", "scorched_earth", {2: 20, 3: 30}),
            ("Veil of Shadows", "veil_of_shadows", {3: 30, 4: 35}),
            ("Wither and Perish", "wither_and_perish", {2: 25, 3: 35}),
        ]
        for number, points in prices.items()
    ],
)
def test_the_arcane_library(name: str, number: int, points: int, row: str) -> None:
    assert library()[name][number or 0] == points
    assert number + 20 not in library()[name]
    text = f"{name} ({number})" if number else name
    one = unit(f"Wizard + {text}")
    assert (one.points, one.spells[-1]) == (100 + points, Known(name, number))


# Artefacts


@pytest.mark.rule("kow.artefact.one_each")
def test_a_unit_carries_one_artefact_and_pays_for_it() -> None:
    one = unit("Foot + Staying Stone")
    assert (one.points, one.artefact, one.options) == (165, "Staying Stone", ())
    assert [rule for _, rule in told("Foot + Staying Stone + Brew of Haste")] == ["kow.artefact.one_each"]


@pytest.mark.rule("kow.artefact.unique")
def test_an_artefact_is_once_in_an_army() -> None:
    assert problems("Captain", "2 Foot + Blessing of the Gods")[0].rule == "kow.artefact.unique"
    assert problems("Captain", "Foot + Blessing of the Gods", "Foot + Staying Stone") == []


@pytest.mark.rule("kow.artefact.excluded")
def test_monsters_engines_and_unique_units_take_no_artefacts() -> None:
    for name in ("Beast", "Colossus", "Engine", "Old Hob"):
        assert [rule for _, rule in told(f"{name} + Brew of Haste")] == ["kow.artefact.excluded"], name
    assert unit("Beast Rider + Brew of Haste").artefact == "Brew of Haste"


@pytest.mark.rule("kow.artefact.common")
def test_common_artefacts_are_open_to_all_others() -> None:
    assert unit("Foot + troop + Mead of Madness").artefact == "Mead of Madness"
    assert unit("Captain + Mead of Madness").artefact == "Mead of Madness"
    assert [rule for _, rule in told("Captain + Orb of Towering Presence")] == ["kow.artefact.common"]
    assert unit("Foot + Orb of Towering Presence").artefact


@pytest.mark.rule("kow.artefact.heroic")
def test_heroic_artefacts_are_for_heroes() -> None:
    assert [rule for _, rule in told("Lances + Torc of Command")] == ["kow.artefact.heroic"]
    assert unit("Chariot Lord + Torc of Command").artefact == "Torc of Command"
    assert unit("Queen + Mournful Blade").artefact == "Mournful Blade"
    assert [rule for _, rule in told("Chariot Lord + Mournful Blade")] == ["kow.artefact.heroic"]
    assert [rule for _, rule in told("Queen + Ej Periscope")] == ["kow.artefact.heroic"]


# Battalions


@pytest.mark.rule("kow.army.categories")
def test_there_are_five_categories() -> None:
    assert CATEGORIES == ("core", "auxiliary", "specialist", "support", "commander")
    assert {entry.category for entry in BOOK.catalogue.entries} == set(CATEGORIES)
    assert [one.category for one in roster("Captain", "Queen").units] == ["commander", "commander"]
    for old, new in (('category = "core"', 'category = "core"\nrank = "champion"'), ('rank     = "warlord"\n', "")):
        with pytest.raises(DataError, match="only champions and warlords can have"):
            load_book_text(BOOK_FILE.replace(old, new, 1))


LEGAL = ("Captain", "2 Foot")
TWO_ENGINES_EACH = tuple(
    f"{battalion}: {name}" for battalion in (1, 2) for name in ("Captain", *["Watch"] * 4, "Engine", "Engine")
)


CASES: dict[str, list[tuple[tuple[str, ...], bool]]] = {
    "kow.army.battalion_minimum": [
        (("Captain", "2 Foot"), False),
        (("Captain", "1 Foot"), True),
        (("5 Foot",), True),
        # Each of two battalions on its own.
        (("1: Captain", *["1: Watch"] * 4, "2: Captain", *["2: Watch"] * 2), False),
        (("1: Captain", *["1: Watch"] * 5, "2: Captain", "2: Watch"), True),
        (("1: Captain", "1: Captain", *["1: Watch"] * 4, *["2: Watch"] * 2), True),
    ],
    "kow.army.auxiliary": [
        (("Captain", "3 Foot", "3 Bows"), False),
        (("Captain", "3 Foot", "4 Bows"), True),
        (("Captain", "3 Foot", "Lances", "4 Bows"), True),
    ],
    "kow.army.specialist": [
        (("Captain", "3 Watch", "3 Lances"), False),
        (("Captain", "3 Watch", "4 Lances"), True),
        (("Captain", "6 Watch", "4 Lances"), False),
        (("Captain", "6 Watch", "5 Lances"), True),
    ],
    "kow.army.support": [
        (("Captain", "3 Watch", "2 Lances", "2 Beast"), False),
        (("Captain", "3 Watch", "2 Lances", "3 Beast"), True),
        (("Captain", "8 Watch + Staying Stone", "4 Lances", "4 Beast"), False),
        (("Captain", "8 Watch", "4 Lances", "5 Beast"), True),
    ],
    "kow.army.commander": [
        (("2 Captain", "2 Foot"), True),
        (("2 Captain", "4 Foot"), False),
        (("3 Captain", "4 Foot"), True),
        (("4 Captain", "8 Watch"), False),
        (("5 Captain", "10 Watch"), True),
    ],
    "kow.army.one_warlord": [
        (("Queen", "Captain", "4 Foot"), False),
        (("2 Queen", "4 Foot"), True),
    ],
    "kow.army.limited": [
        (("Captain", "4 Foot", "2 Engine"), False),
        (("Captain", "6 Watch", "3 Engine"), True),
        (("Captain", "2 Foot", "1 Secret Guard"), True),
        (("Captain", "2 Foot + horde + Great Drum"), True),
        (TWO_ENGINES_EACH, False),
    ],
    "kow.army.unique": [
        (("Old Hob", "2 Foot"), False),
        (("2 Old Hob", "4 Foot"), True),
        (("Old Hob", "4 Watch", "2: Old Hob", "2: Watch", "2: Watch"), True),
        (("Captain", "2 Foot + Last Relic"), True),
        (("Captain", "Foot", "Foot + Last Relic"), False),
    ],
    "kow.army.next_battalion": [
        (("Captain", "3 Foot", "2: Captain", "2: Watch", "2: Watch"), True),
        (("Captain", "4 Foot", "2: Captain", "2: Watch", "2: Watch"), False),
        (("Captain", "4 Foot", "2: Captain", *["2: Watch"] * 3, "3: Captain", *["3: Watch"] * 2), True),
        (("Captain", "4 Foot", "2: Captain", *["2: Watch"] * 4, "3: Captain", *["3: Watch"] * 2), False),
    ],
    "kow.army.spells_unique": [
        (("2 Wizard + Mind Fog (3)", "4 Foot"), True),
        (("Wizard + Mind Fog (3)", "Wizard + Mind Fog (4)", "4 Foot"), True),
        (("Wizard + Mind Fog (3)", "Wizard + Barkskin (5)", "4 Foot"), False),
        (("2 Wizard", "4 Foot"), False),
    ],
    "kow.magic.unique": [
        (("2 Storm Witch", "4 Foot"), True),
        (("Storm Witch", "Wizard", "4 Foot"), False),
    ],
}


@pytest.mark.parametrize(
    ("picks", "broken"),
    [
        pytest.param(picks, broken, marks=pytest.mark.rule(row))
        for row, cases in CASES.items()
        for picks, broken in cases
    ],
)
def test_what_a_list_must_be(picks: tuple[str, ...], broken: bool, request: pytest.FixtureRequest) -> None:
    """Each list is legal, or breaks the rule that the case is about."""
    mark = request.node.get_closest_marker("rule")
    assert mark is not None
    (rule,) = mark.args
    assert (rule in rules_broken(*picks, points=2900)) is broken


def test_a_legal_list_has_no_problems() -> None:
    assert problems(*LEGAL) == []
    assert problems("Queen", "Wizard", "4 Foot", "2 Bows", "2 Lances", "Engine", points=2000) == []


@pytest.mark.rule("kow.army.faction_points", "kow.scenario.prepare")
def test_an_army_is_of_one_faction_within_the_points() -> None:
    full = ("Queen", "8 Foot + horde", "Captain", "Beast")
    assert rules_broken(*full, points=2000) == set()
    (problem,) = problems(*full, "Foot + troop", points=2000)
    assert problem.rule == "kow.army.faction_points"
    assert problem.message == "Host costs 2080 points: 80 more than the 2000 of the game."
    mixed = Draft(name="Host", faction="Testers", picks=(*draft(*LEGAL).picks, Pick(unit="Foot", faction="Others")))
    (problem,) = LISTS.tally(mixed).problems
    assert problem.rule == "kow.army.faction_points"
    assert problem.message == "Host has units of Testers and Others: an army is of one faction. Leave out Foot."


@pytest.mark.rule("kow.army.commander_two")
def test_the_cap_of_commanders_is_a_setting() -> None:
    picks = ("3 Captain", "8 Watch")
    assert rules_broken(*picks) == set()
    assert rules_broken(*picks, options={"commander_cap": 2}) == {"kow.army.commander_two"}
    assert rules_broken("2 Captain", "8 Watch", options={"commander_cap": 2}) == set()
    (hint,) = hints(*picks)
    assert "has 3 commanders" in hint
    assert hints("2 Captain", "8 Watch") == ()


@pytest.mark.rule("kow.army.spells_unique")
def test_whether_every_bought_spell_is_unique_is_a_setting() -> None:
    picks = ("2 Wizard + Mind Fog (3)", "4 Foot")
    assert rules_broken(*picks) == {"kow.army.spells_unique"}
    assert rules_broken(*picks, options={"bought_spells": "only [U] once"}) == set()
    marked = ("2 Storm Witch", "4 Foot")
    assert rules_broken(*marked, options={"bought_spells": "only [U] once"}) == {"kow.magic.unique"}


@pytest.mark.rule("kow.army.category_change")
def test_a_unit_moves_others_to_another_category() -> None:
    assert "kow.army.battalion_minimum" in rules_broken("Captain", "Foot", "Lances")
    assert rules_broken("Queen", "Foot", "Lances") == set()
    other = ("Captain", "4 Foot", "2: Queen", "2: Watch", "2: Lances", "Lances")
    found = {(one.part, one.name): one.category for one in roster(*other).units}
    assert found["Battalion 2", "Lances"] == "core"
    assert found["Battalion 1", "Lances"] == "specialist"


# Sizes of games


@pytest.mark.rule("kow.scenario.size_ambush")
def test_up_to_a_thousand_points_is_an_ambush() -> None:
    assert [game_size(points).name for points in (1, 1000, 1001)] == ["ambush", "ambush", "standard"]
    assert game_size(1000).battalions == 1
    assert game_size(1000).tables == ((36, 36), (48, 48))
    two = ("Captain", "4 Watch", "2: Captain", "2: Watch", "2: Watch")
    assert "kow.scenario.size_ambush" in rules_broken(*two, points=1000)
    assert rules_broken(*two, points=1001) == set()


@pytest.mark.rule("kow.scenario.size_standard")
def test_a_standard_game_has_two_battalions_at_most() -> None:
    assert [game_size(points).name for points in (1001, 2999, 3000)] == ["standard", "standard", "legendary"]
    two = ("Captain", "4 Watch", "2: Captain", "2: Watch", "2: Watch", "2: Watch", "2: Watch")
    assert rules_broken(*two, points=2500) == set()
    three = (*two, "3: Captain", "3: Watch", "3: Watch")
    assert rules_broken(*three, points=2500) == {"kow.scenario.size_standard"}
    assert rules_broken(*two, points=1800) == set()
    assert ["one battalion" in hint for hint in hints(*two, points=1800)] == [True]
    assert hints(*two, points=2500) == ()


@pytest.mark.rule("kow.scenario.size_legendary")
def test_a_legendary_game_has_any_number_of_battalions() -> None:
    size = game_size(3000)
    assert (size.name, size.battalions, size.tables) == ("legendary", None, ((96, 48),))
    five = [f"{number}: {name}" for number in range(1, 6) for name in ("Captain", *["Watch"] * 4)]
    assert rules_broken(*five, points=3000) == set()


@pytest.mark.rule("kow.scenario.legendary_warlords")
def test_two_warlords_in_a_battalion_of_a_legendary_game() -> None:
    two = ("2 Queen", "4 Foot")
    assert rules_broken(*two, points=3000) == set()
    assert rules_broken(*two, points=2000) == {"kow.army.one_warlord"}
    assert "kow.scenario.legendary_warlords" in rules_broken("3 Queen", "6 Foot", points=3000)


@pytest.mark.rule("kow.scenario.ambush_no_warlord_titan")
def test_an_ambush_has_no_warlords_and_no_titans() -> None:
    row = "kow.scenario.ambush_no_warlord_titan"
    assert rules_broken("Queen", "2 Foot", points=900) == {row}
    assert rules_broken("Captain", "2 Foot", "Colossus", points=900) == {row}
    assert rules_broken("Captain", "2 Foot", "Beast", points=900) == set()
    assert rules_broken("Queen", "2 Foot", "Colossus", points=1100) == set()


@pytest.mark.rule("kow.scenario.ambush_aux_core")
def test_auxiliaries_are_core_in_an_ambush() -> None:
    assert rules_broken("Captain", "2 Bows", points=1000) == set()
    assert rules_broken("Captain", "1 Bows", points=1000) == {"kow.scenario.ambush_aux_core"}
    assert rules_broken("Captain", "2 Bows", "2 Lances", "2 Beast", points=1000) == set()
    assert "kow.army.battalion_minimum" in rules_broken("Captain", "2 Bows", points=1001)
    assert rules_broken("Captain", "1 Foot", "3 Bows", points=1000) == set()


@pytest.mark.rule("kow.scenario.ambush_limited")
def test_what_is_limited_to_none_is_limited_to_one_in_an_ambush() -> None:
    assert rules_broken("Captain", "2 Foot", "Secret Guard", points=1000) == set()
    assert rules_broken("Captain", "2 Foot", "2 Secret Guard", points=1000) == {"kow.army.limited"}
    assert rules_broken("Captain", "2 Foot", "Secret Guard", points=2000) == {"kow.army.limited"}
    assert rules_broken("Captain", "4 Watch", "2 Engine", points=1000) == set()


@pytest.mark.rule("kow.standard.forces")
def test_a_standard_game_is_of_two_thousand_points() -> None:
    assert Settings().points == 2000
    assert game_size(Settings().points).name == "standard"
    battle = RULESET.set_up(Setup(ruleset="kow", armies=("aldermere", "sunward")))
    for seat in (0, 1):
        own = [battle.entry(unit) for unit in battle.units if unit.seat == seat]
        assert sum(unit.points for unit in own) == 2000
        assert {unit.battalion for unit in own} == {1}


# All at once


def test_all_problems_are_told_at_once_with_their_rules_and_what_mends_them() -> None:
    found = problems("2 Queen", "Foot + troop + Great Drum", "3 Bows", "Beast + Brew of Haste", "Nobody")
    assert {one.rule for one in found} == {
        "kow.army.upgrades",
        "kow.artefact.excluded",
        None,
        "kow.army.battalion_minimum",
        "kow.army.auxiliary",
        "kow.army.support",
        "kow.army.commander",
        "kow.army.one_warlord",
    }
    told = {one.rule: one.message for one in found}
    assert told["kow.army.auxiliary"] == (
        "Host has 3 auxiliary units: 1 core unit allows 1. Add a core unit or leave an auxiliary out."
    )
    assert told["kow.army.one_warlord"] == "Host has 2 warlords: at most 1 may be taken. Take a champion instead."


@pytest.mark.parametrize(
    ("part", "number"),
    [("", 1), ("2", 2), ("Second", 2), ("Battalion 3", 3), ("third battalion", 3), ("0", None), ("Reserve", None)],
)
def test_battalions_are_written_in_several_ways(part: str, number: int | None) -> None:
    assert battalion_of(part) == number


def test_a_battalion_that_cannot_be_read_is_a_problem() -> None:
    with pytest.raises(DataError, match='battalion "Reserve" cannot be read: write a number such as 2'):
        unit("Reserve: Foot")


def test_battalions_are_numbers_in_files() -> None:
    one = draft("Captain", "2: Foot")
    text = LISTS.draft_text(one)
    assert "battalion = 2" in text
    assert LISTS.read_draft(Source("ours.toml", text)) == one


def test_orders_go_with_commanders() -> None:
    found: Mapping[str, int] = {one.name: len(one.orders) for one in units("Captain", "Queen", "Foot")}
    assert found == {"Captain": 1, "Queen": 1, "Foot": 0}
