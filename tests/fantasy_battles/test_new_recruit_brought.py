"""Pasted lists brought to the table: which rulebook they are of, written and read again, and played to the end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.fantasy_battles.new_recruit_files import BOOK, STATS, TEXT, read
from warhost.cli import main
from warhost.dice import Chance
from warhost.muster import DataError, Source, bring
from warhost.play import Setup
from warhost.players import RandomPlayer, play_out, start
from warhost.rulesets import muster
from warhost.rulesets.fantasy_battles import RULESET
from warhost.rulesets.fantasy_battles.lists.list_checks import army_of
from warhost.rulesets.fantasy_battles.mustering import MUSTER
from warhost.server import messages as m
from warhost.server.lists import mustering

ESSENCE = "Beast Herds\n200 - Soothsayer, Adept, Druidism\n150 - Mongrel Herd, 5x3\n350\n"
"""A list of Essence of War in the same form."""
EITHER = "Beast Herds\n200 - Soothsayer, Light Troops\n150 - 20 Mongrel Herd\n350\n"
"""A list that may be of both games: the army is of Essence of War, the options are of none."""
OURS = """\
Beast Herds
350 - Soothsayer, General, Wizard Adept, Shamanism (Savage Fury), Hand Weapon (Carvings of Old)
419 - 36 Wildhorn Herd, Paired Weapons, Standard Bearer (Banner of the Wild Herd), Musician
2400 - 90 Mongrel Herd, Spear, Standard Bearer
3169
"""
"""A list of an army that Essence of War has too, as it is in Fantasy Battles."""


def run(tmp_path: Path, text: str, *arguments: str, exit_code: int = 0, command: str = "import") -> str:
    file = tmp_path / "list.txt"
    file.write_text(text, encoding="utf-8")
    result = CliRunner().invoke(main, ["muster", command, str(file), *arguments])
    assert result.exit_code == exit_code, result.output
    return result.output


# Which rulebook


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (TEXT, "surely"),
        (OURS, "surely"),
        (OURS.lower(), "surely"),
        (OURS.replace("\n", "\r\n"), "surely"),
        (json.dumps(BOOK), "surely"),
        (json.dumps(STATS), "surely"),
        ("[b]Moon Folk[/b]\n[*]200 - Elder, Wizard Adept\n[*]150 - 20 Reed Men, Standard Bearer\n", "surely"),
        ("Moon Folk\nElder, Wizard Adept\n20 Reed Men, Standard Bearer, Musician\n", "perhaps"),
        ("Moon Folk\nElder, Wizard Adept [200 pts]\n20 Reed Men, Standard Bearer [150 pts]\n", "perhaps"),
        ("Moon Folk\nElder, Great Weapon [200 pts]\n20 Reed Men, Musician [150 pts]\n", "no"),
        (EITHER, "perhaps"),
        ("Moon Folk\n200 - Elder\n150 - 20 Reed Men\n", "perhaps"),
        (ESSENCE, "no"),
        ('{"units": [], "army": "x"}', "no"),
        ("Tallgrass Horde", "no"),
        ("", "no"),
    ],
)
def test_what_tells_that_a_text_is_of_this_game(text: str, claim: str) -> None:
    assert MUSTER.claims(text) == claim


def test_essence_of_war_knows_its_own_by_their_formations() -> None:
    assert muster("eow").claims(ESSENCE) == "surely"
    assert muster("eow").claims(OURS) == "no"
    assert muster("kow").claims(OURS) == "no"


@pytest.mark.parametrize("text", [OURS, "Moon Folk\n200 - Elder\n150 - 20 Reed Men\n350\n"])
def test_a_pasted_list_is_imported_without_naming_the_rulebook(tmp_path: Path, text: str) -> None:
    assert "made for The 9th Age: Fantasy Battles" in run(tmp_path, text)


def test_a_list_of_the_sister_game_is_not_taken_for_ours(tmp_path: Path) -> None:
    assert "made for The 9th Age: Essence of War" in run(tmp_path, ESSENCE)


def test_where_both_games_may_be_meant_the_command_says_how_to_choose(tmp_path: Path) -> None:
    told = run(tmp_path, EITHER, exit_code=2)
    assert "--rules eow (The 9th Age: Essence of War) or --rules t9a (The 9th Age: Fantasy Battles)" in told
    assert "Fantasy Battles" in run(tmp_path, EITHER, "--rules", "t9a")


def test_a_report_finds_the_rulebook_of_each_file(tmp_path: Path) -> None:
    (tmp_path / "book.json").write_text(json.dumps(BOOK), encoding="utf-8")
    (tmp_path / "essence.txt").write_text(ESSENCE, encoding="utf-8")
    told = run(tmp_path, OURS, str(tmp_path / "book.json"), str(tmp_path / "essence.txt"), command="report")
    assert "book.json" in told
    assert "roster as short text" in told  # Essence of War has no figures to report


@pytest.mark.parametrize(
    ("slug", "text", "other"), [("eow", OURS, "Fantasy Battles"), ("t9a", ESSENCE, "Essence of War")]
)
def test_the_page_is_told_that_a_list_is_of_another_rulebook(slug: str, text: str, other: str) -> None:
    shown = mustering.mustered(m.MusterWanted(ruleset=slug, files=(m.FileSent(text=text, name="list"),)))
    assert shown.kind == "other"
    assert shown.problems[0].error == f"This is of The 9th Age: {other}: choose that rulebook."


def test_the_page_reads_a_list_in_its_own_rulebook() -> None:
    shown = mustering.mustered(m.MusterWanted(ruleset="t9a", files=(m.FileSent(text=OURS, name="list"),)))
    assert shown.kind == "list"


# Written and read again


def test_a_list_is_written_with_its_units_and_read_without_its_book() -> None:
    found = read(TEXT)
    again = MUSTER.read(Source("kept", MUSTER.write(found)))
    assert again.content.points == found.content.points == 265 + 235 + 340 + 300
    assert army_of(again.content) == army_of(found.content)
    assert again.report.not_in_force == found.report.not_in_force
    assert [str(one) for one in MUSTER.check(again)] == [str(one) for one in MUSTER.check(found)] == []
    assert MUSTER.write(again) == MUSTER.write(found)
    assert MUSTER.draft_of(again) is None


def test_limits_hold_for_a_list_that_was_read_again() -> None:
    found = read(TEXT.replace("General", "Light Troops"))
    again = MUSTER.read(Source("kept", MUSTER.write(found)))
    told = [str(one) for one in MUSTER.check(again)]
    assert told == [str(one) for one in MUSTER.check(found)]
    assert any("no General" in one for one in told)


def test_a_house_list_at_other_costs_keeps_them_and_one_at_its_own_is_written_as_picks() -> None:
    text = "Saltbridge Compact\n{} - 25 Harbour Pikes, Champion, Standard Bearer, Musician\n160 - Handgunners\n"
    dear = MUSTER.read(Source("list", text.format(999)))
    assert MUSTER.read(Source("kept", MUSTER.write(dear))).content.points == dear.content.points == 999 + 160
    plain = MUSTER.read(Source("list", "Saltbridge Compact\n160 - Handgunners\n"))
    assert ("[[unit]]" in MUSTER.write(plain)) is (plain.content.units[0].own.points == 160 and not plain.report.notes)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text[: len(text) // 2],
        lambda text: text.replace('"adv":', '"adv":"x', 1),
        lambda text: text.replace('"models":', '"models":99999', 1),
        lambda text: text.replace('"points":', '"points":-', 1),
        lambda text: text.replace('"units":[', '"units":[7,', 1),
        lambda text: text.replace('"name"', '"nome"'),
    ],
)
def test_a_spoiled_list_is_refused_with_a_sentence(spoil: Any) -> None:
    with pytest.raises(DataError) as caught:
        MUSTER.read(Source("kept", spoil(MUSTER.write(read(TEXT)))))
    assert all(problem.startswith("kept: ") and problem.endswith(".") for problem in caught.value.problems)


# Played


def test_a_list_that_was_kept_is_played_to_the_end_by_two_players() -> None:
    found = read(TEXT)
    kept = MUSTER.read(Source("kept", MUSTER.write(found)))
    brought = bring(MUSTER, [kept, found], {"game_turns": 2})
    setup = Setup(ruleset="t9a", armies=brought.armies, lists=brought.lists, options=brought.options)
    assert setup.lists[0] is not None
    game = start(RULESET, setup, "brought")
    play_out(game, [RandomPlayer(Chance("one")), RandomPlayer(Chance("other"))])
    assert game.over
    assert not RULESET.problems(game.battle)
