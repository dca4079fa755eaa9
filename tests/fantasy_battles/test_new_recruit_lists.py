"""Pasted lists of New Recruit: read with the book beside them or alone, and played."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.new_recruit_files import BOOK, STATS, TEXT, book_file, json_source, read, stats_file
from warhost.dice import Chance
from warhost.muster import DataError, Source, bring
from warhost.muster.bringing import read_together
from warhost.play import Setup
from warhost.rulesets.fantasy_battles import RULESET
from warhost.rulesets.fantasy_battles.lists.list_checks import army_of
from warhost.rulesets.fantasy_battles.lists.new_recruit.text import Taken, is_pasted_list, read_pasted, split_options
from warhost.rulesets.fantasy_battles.mustering import MUSTER

LEAGUE = """\
Saltbridge Compact
195 - Banner Captain, General, Shield, Drowned King's Plate
330 - 25 Harbour Pikes, Champion, Standard Bearer, Musician
160 \u2013 Handgunners
32pts: 1 Brass Knights
"""


def test_the_units_of_a_list_with_its_book_and_stat_lines_beside_it() -> None:
    elder, spears, wagons, hydra = army_of(read(TEXT).content).entries
    assert elder.general
    assert elder.wizard is not None
    assert (elder.wizard.level, elder.wizard.path, elder.wizard.spells) == ("Adept", "Pyromancy", ("Fireball",))
    assert elder.items == ("Heron Song",)
    assert (spears.models, spears.standard, spears.musician, spears.items) == (20, True, True, ("Banner of Mist",))
    assert (wagons.models, wagons.points, hydra.height) == (3, 340, "Gigantic")


def test_the_report_tells_what_is_in_force_and_what_is_not() -> None:
    report = read(TEXT).report
    assert "Light Troops" in report.in_force
    assert report.not_in_force["item Heron Song"] == ("Fen Elder",)
    assert report.force is not None
    assert report.force.units == 4
    told = "\n".join(report.notes)
    assert report.not_in_force["Marsh Fire"] == ("Fen Elder",)
    assert (report.force.spells, report.force.spells_in_force) == (1, 1)
    assert "Fen Elder: It costs 265 points in the list and 170 by the army book." in told

    assert report.obstacles == ()


def test_the_report_tells_which_items_are_played_as_their_texts_say() -> None:
    report = read(TEXT.replace("Heron Song", "Marsh Edge")).report
    assert report.read == {"Marsh Edge": "+1 Att, +2 AP, Lethal Strike, and Distracting (1)."}


def test_the_list_can_be_played_at_the_cost_that_it_says() -> None:
    found = read(TEXT)
    assert found.content.points == 265 + 235 + 340 + 300
    assert [str(one) for one in MUSTER.check(found)] == []
    brought = bring(MUSTER, [found, found], {})
    battle = RULESET.set_up(Setup(ruleset="t9a", armies=brought.armies, lists=brought.lists, options=brought.options))
    assert battle.scene.settings.points == 1140
    assert {"Fen Elder", "Reed Spears", "Mud Wagons", "Fen Hydra"} <= {unit.name for unit in battle.units}


def test_files_that_belong_together_are_given_in_any_order() -> None:
    found = read_together(MUSTER, [stats_file(), Source("list.txt", TEXT), book_file()])
    assert found.kind == "list"
    assert all(entry.profiled for entry in army_of(found.content).entries)


def test_a_list_alone_is_reported_and_nothing_is_guessed() -> None:
    alone = MUSTER.read(Source("list.txt", TEXT))
    assert not any(entry.profiled for entry in army_of(alone.content).entries)
    assert "There is no army book of Fen Folk at hand: give it with the list." in alone.report.notes
    assert alone.report.obstacles == (
        "No profile for Fen Elder, Reed Spears, Mud Wagons and Fen Hydra: give a file with stat lines.",
    )
    told = [str(one) for one in MUSTER.check(alone, {"free_lists": True})]
    assert told == [
        "Fen Folk cannot be played: there is no profile for Fen Elder, Reed Spears, Mud Wagons and Fen Hydra. "
        "Bring a file with stat lines."
    ]
    assert MUSTER.waiver(alone) == {}
    assert MUSTER.draft_of(alone) is None


def test_a_list_with_stat_lines_and_no_book_is_played_by_the_names_of_its_options() -> None:
    found = read(TEXT, stats_file())
    elder = army_of(found.content).entries[0]
    assert elder.profiled
    assert elder.general
    assert [weapon.name for weapon in elder.parts[0].weapons] == ["Great Weapon"]
    assert found.report.obstacles == ()


def test_a_list_of_a_house_army_needs_no_book() -> None:
    found = MUSTER.read(Source("league.txt", LEAGUE))
    captain, pikes, guns, knights = army_of(found.content).entries
    assert (captain.general, captain.items) == (True, ("Drowned King's Plate",))
    assert (pikes.models, pikes.champion is not None, guns.models, knights.models) == (25, True, 10, 1)
    told = "\n".join(found.report.notes)
    assert "Brass Knights: The army book does not allow this: it has from 5 to 15 models, not 1." in told
    assert MUSTER.draft_of(found) is not None


def test_a_list_goes_with_a_book_in_our_own_format() -> None:
    written = Source("ff.toml", MUSTER.write(MUSTER.read(book_file(), [stats_file()])))
    found = read(TEXT, written)
    assert army_of(found.content).entries == army_of(read(TEXT).content).entries
    again = MUSTER.read(Source("list.toml", MUSTER.write(found)), [written])
    assert [unit.name for unit in again.content.units] == [unit.name for unit in found.content.units]


@pytest.mark.parametrize(
    "line",
    [
        "235 - 20 Reed Spears, Spear, Musician",
        "  235   -   20   Reed Spears ,Spear,  Musician ",
        "235pts \u2013 20x Reed Spears, Spear, Musician",
        "235 - 20 \u00d7 reed spear, spears, MUSICIAN",
        "235: x20 Reed Spears; Spear; Musician",
        "\u2022 235 pts - Reed Spears x20, Spear, Musician",
        "235\t20 Reed Spears, Spear, Musician",
        "20 Reed Spears, Spear, Musician [235 pts]",
    ],
)
def test_lines_in_any_dress(line: str) -> None:
    spears = army_of(read(f"Fen Folk\n100 - Fen Elder, General\n{line}\n").content).entries[1]
    assert (spears.name, spears.models, spears.points, spears.musician) == ("Reed Spears", 20, 235, True)
    assert [weapon.name for weapon in spears.parts[0].weapons] == ["Spear"]


def test_options_may_be_shortened_and_nested() -> None:
    told = "Fen Folk\n100 - Fen Elder, General, Adept, Ambush, Druidism (Bring the Pain), Shield (Still Water)\n"
    elder = army_of(read(told).content).entries[0]
    assert elder.wizard is not None
    assert (elder.wizard.level, elder.wizard.spells) == ("Adept", ("Bring the Pain",))
    assert "Ambush" in elder.rules
    assert "Aegis (5+)" in elder.rules


@pytest.mark.parametrize(
    "options",
    [
        "BSB, GW, Adept",
        "battle standard, 1x Great Weapon, wizard adept",
        "Battle Standard Bearer [50 pts], Great Weapon +10pts,\n   Wizard Adept",
    ],
)
def test_what_players_write_for_short(options: str) -> None:
    elder = army_of(read(f"Fen Folk\n100 - Fen Elder, {options}\n235 - 20 Reed Spears, FCG\n").content).entries[0]
    assert elder.battle_standard
    assert [weapon.name for weapon in elder.parts[0].weapons] == ["Great Weapon"]
    assert elder.wizard is not None
    assert elder.wizard.level == "Adept"


def test_a_full_command_group_is_three_models() -> None:
    spears = army_of(read("Fen Folk\n235 - 20 Reed Spears, FCG\n100 - Fen Elder, General\n").content).entries[0]
    assert spears.champion is not None
    assert (spears.standard, spears.musician) == (True, True)


def test_the_army_is_the_last_line_before_the_units() -> None:
    pasted = read_pasted("Somebody\nRiver Cup, round 2\nFen Folk [4500 pts]\n\n100 - Fen Elder\n\nTotal: 4 500 pts\n")
    assert (pasted.army, pasted.name, pasted.points) == ("Fen Folk", "Somebody", 4500)


def test_names_may_have_commas_in_them() -> None:
    named = "Fen Folk\n100 - Old Mother, the Drowned, General\n"
    book = book_file()
    renamed = Source("ff.json", book.text.replace('"Fen Elder"', '"Old Mother, the Drowned"'))
    stats = Source("stats.json", stats_file().text.replace('"Fen Elder"', '"Old Mother, the Drowned"'))
    assert army_of(read(named, renamed, stats).content).entries[0].name == "Old Mother, the Drowned"


def test_a_line_that_nobody_understands_is_told() -> None:
    told = read(TEXT.replace("1140", "see you there!")).report.notes
    assert 'Line 6, "see you there!", was not understood and is left out.' in told


def test_brackets_hold_their_commas_together() -> None:
    assert split_options("Shamanism (Savage Fury, Awaken (7+, x)), Shield") == [
        Taken("Shamanism", ("Savage Fury", "Awaken (7+, x)")),
        Taken("Shield"),
    ]


@pytest.mark.parametrize(
    "text", ["", "Dear all,\nsee you on Friday.", '{"a": 1}', "name = 'x'\n", "Raid (Fen Folk)\n- Fen Elder\n"]
)
def test_other_texts_are_no_pasted_lists(text: str) -> None:
    assert not is_pasted_list(text)


def test_a_list_of_an_unknown_unit_still_has_the_others() -> None:
    found = read(TEXT.replace("3 Mud Wagons", "3 Sky Wagons"))
    assert [entry.profiled for entry in army_of(found.content).entries] == [True, True, False, True]
    with pytest.raises(DataError, match="there is no profile for Sky Wagons"):
        MUSTER.field(found, {})


JUNK: list[Any] = [None, True, -1, 10**9, "", "x", "9" * 40, [], {}, [None], {"a": {}}, "D6", "C+1", -5.5]


def _spoiled(value: Any, chance: Chance) -> Any:
    """A document in which now and then something else stands, or nothing."""
    if not chance.pick(25):
        return JUNK[chance.pick(len(JUNK))]
    if isinstance(value, dict):
        return {key: _spoiled(inner, chance) for key, inner in value.items() if chance.pick(40)}
    return [_spoiled(inner, chance) for inner in value] if isinstance(value, list) else value


@pytest.mark.parametrize("number", range(40))
def test_spoiled_files_are_read_or_refused_with_a_sentence(number: int) -> None:
    chance = Chance(f"spoiled {number}")
    files = [json_source(_spoiled(document, chance), f"{number}.json") for document in (BOOK, STATS)]
    for source, others in ((files[0], files), (files[1], files), (Source("list.txt", TEXT), files)):
        try:
            found = MUSTER.read(source, others)
        except DataError:
            continue
        assert MUSTER.sheet(found).rows
        assert MUSTER.data(found)
        if found.kind == "book":
            assert MUSTER.read(Source("again.toml", MUSTER.write(found))).content.catalogue == found.content.catalogue
