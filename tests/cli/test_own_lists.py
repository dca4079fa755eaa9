"""Lists of your own on the command line: from a file into a battle."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.regiments.forge import BOOK, RESOLVED, SAVED, TEXT, dumps
from warhost.cli import main
from warhost.rulesets import muster


def run(*words: str | Path) -> tuple[int, str]:
    result = CliRunner().invoke(main, [str(word) for word in words])
    return result.exit_code, result.output


@pytest.fixture
def army(tmp_path: Path) -> Path:
    path = tmp_path / "reeds.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


RANDOM = ("--players", "random,random", "--seed", "1")


def test_a_list_from_a_file_is_played_and_its_record_replays_without_the_file(army: Path, tmp_path: Path) -> None:
    record = tmp_path / "battle.json"
    code, text = run("watch", "aofr", "--army", army, "--army", "Unburied Host", *RANDOM, "--record", record)
    assert code == 0, text
    army.unlink()
    told = json.loads(record.read_text(encoding="utf-8"))
    assert told["format"] == 3
    assert told["setup"]["options"] == {"points": 750}
    assert run("replay", record, "--verify", "--quiet")[0] == 0


def test_simulate_takes_lists_as_well(army: Path) -> None:
    code, text = run("simulate", "aofr", "--army", army, "--games", "2", "--jobs", "1", *RANDOM)
    assert code == 0, text
    assert "2 battles with seed 1" in text


def test_a_saved_list_comes_with_its_army_book(tmp_path: Path) -> None:
    saved, book = tmp_path / "saved.json", tmp_path / "book.json"
    saved.write_text(dumps(SAVED), encoding="utf-8")
    book.write_text(dumps(BOOK), encoding="utf-8")
    words = ("simulate", "aofr", "--army", saved, "--games", "1", "--jobs", "1", *RANDOM)
    assert "add the army book" in run(*words)[1]
    assert run(*words, "--army-book", book)[0] == 0


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--option", "points=100"), "more than the 100 of the game (aofr.army.points_limit)"),
        (("--option", "points=100"), "If all players agree, the option free_lists allows it anyway."),
        (("--option", "points"), 'The option "points" cannot be read: write it like points=1500.'),
    ],
)
def test_what_forbids_a_list_is_told(army: Path, options: tuple[str, ...], says: str) -> None:
    code, text = run("watch", "aofr", "--army", army, *options)
    assert code == 2
    assert says in text


def test_players_may_agree_to_play_a_list_of_another_game(tmp_path: Path) -> None:
    path = tmp_path / "stars.json"
    path.write_text(dumps({**RESOLVED, "gameSystem": "gf"}), encoding="utf-8")
    words = ("simulate", "aofr", "--army", path, "--games", "1", "--jobs", "1", *RANDOM)
    assert "was made for Grimdark Future, not for Age of Fantasy: Regiments." in run(*words)[1]
    assert run(*words, "--option", "free_lists=yes")[0] == 0


def test_essence_of_war_takes_rosters_and_no_patrols(army: Path, tmp_path: Path) -> None:
    code, text = run("watch", "eow", "--army", army)
    assert code == 2
    assert "cannot be read as a list of Essence of War." in text
    patrol = tmp_path / "patrol.toml"
    patrol.write_text(muster("eow").write(muster("eow").find("orcs")), encoding="utf-8")
    code, text = run("watch", "eow", "--army", patrol)
    assert code == 2
    assert "The Basic game of Essence of War has fixed patrols: choose one of those instead of your own list" in text
