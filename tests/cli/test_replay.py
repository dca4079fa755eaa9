"""`warhost replay`: told, checked, stopped, made into a page; damaged records refused in one line."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from tests.forging import forged, rolls_at, sealed_with
from warhost.cli import main
from warhost.cli.battles.replay import UNPROVED
from warhost.dice import Chance
from warhost.play import Record, Setup, parse_position, print_position, record_of, write_record
from warhost.players import RandomPlayer, play_out, start
from warhost.rulesets import ruleset

EOW = ruleset("eow")
SETUP = Setup(ruleset="eow", armies=("Vampire Covenant", "Orcs and Goblins"), map="3")


def replay(path: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["replay", str(path), *options])


@pytest.fixture(scope="module")
def record() -> Record:
    game = start(EOW, SETUP, "5")
    play_out(game, [RandomPlayer(Chance(f"player {seat}")) for seat in range(2)])
    return record_of(game, SETUP, ("random", "random"), "5")


@pytest.fixture
def file(record: Record, tmp_path: Path) -> Path:
    write_record(record, tmp_path / "battle.json")
    return tmp_path / "battle.json"


def altered(path: Path, record: Record, **changes: object) -> Path:
    write_record(msgspec.structs.replace(record, **changes), path)
    return path


def error(result: Result) -> str:
    """The one line of an error."""
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_a_battle_is_told_turn_by_turn(file: Path, record: Record) -> None:
    result = replay(file)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[:2] == ["Before the first turn", "  Deployment"]
    assert sum(line.startswith("Turn ") for line in lines) == 8
    assert record.outcome is not None
    assert lines[-1] == record.outcome.text


def test_verify_says_what_was_checked(file: Path, record: Record) -> None:
    result = replay(file, "--verify")
    told = [
        f"verified: {len(record.entries)} answers, {len(record.steps)} steps, final hash {record.final}",
        f"dice: All {len(rolls_at(record))} rolls are proved by the seed.",
        f"fingerprint of the seed: {Chance('5').commitment()}",
    ]
    assert (result.exit_code, result.stdout.splitlines()) == (0, told)


def test_altered_dice_are_refused_though_every_hash_fits(record: Record, tmp_path: Path) -> None:
    # The last roll decides nothing that anybody has to answer.
    false = tmp_path / "battle.json"
    write_record(forged(record, EOW, -1), false)
    for options in ((), ("--verify",), ("--verify", "--quiet")):
        assert "battle.json: its dice were altered: roll" in error(replay(false, *options))


def test_a_record_without_a_seed_is_verified_and_its_dice_are_said_to_be_unproved(
    record: Record, tmp_path: Path
) -> None:
    path = tmp_path / "battle.json"
    write_record(sealed_with(record, seed=None, format=1), path)
    result = replay(path, "--verify")
    assert result.exit_code == UNPROVED == 3
    assert replay(path, "--verify", "--quiet").exit_code == UNPROVED
    assert replay(path).exit_code == 0
    assert result.stdout.splitlines()[1:] == ["dice: The dice are unproved: the record has no seed."]
    told = json.loads(replay(path, "--verify", "--json").stdout)["dice"]
    assert (told["verdict"], told["proved"]) == ("unproved", 0)


@pytest.mark.slow
@pytest.mark.parametrize("book", ["eow", "aofr"])
def test_what_is_simulated_and_watched_is_proved(book: str, tmp_path: Path) -> None:
    run = CliRunner().invoke
    simulated = ["simulate", book, "--games", "2", "--jobs", "1", "--players", "random,random", "--seed", "7"]
    assert run(main, [*simulated, "--records", str(tmp_path / "many")]).exit_code == 0
    watched = ["watch", book, "--players", "random,random", "--seed", "7"]
    watched += ["--record", str(tmp_path / "many" / "one.json"), "--report", str(tmp_path / "one.html")]
    assert run(main, watched).exit_code == 0
    records = sorted((tmp_path / "many").glob("*.json"))
    assert len(records) == 3
    for path in records:
        assert "rolls are proved by the seed." in replay(path, "--verify").stdout
    assert "rolls are proved by the seed." in (tmp_path / "one.html").read_text(encoding="utf-8")


def test_quiet_says_nothing(file: Path) -> None:
    result = replay(file, "--verify", "--quiet")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")


def test_to_a_moment_prints_the_position_in_a_line(file: Path, record: Record) -> None:
    result = replay(file, "--to", "0")
    assert result.stdout.startswith('eow phase="deployment"')
    line = replay(file, "--to", str(len(record.entries))).stdout
    assert line.count("\n") == 1
    assert print_position(EOW.from_text(parse_position(line.strip()))) == line.strip()


def test_a_moment_that_is_not_there_is_refused(file: Path, record: Record) -> None:
    assert f"the battle has {len(record.entries)} answers" in error(replay(file, "--to", "99999"))


def test_the_page_is_written(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "battle.html"
    result = replay(file, "--report", str(out))
    assert result.stdout == f"The report is in {out}.\n"
    assert "warhost replay battle.json --verify" in out.read_text(encoding="utf-8")


def test_a_page_that_cannot_be_written_is_one_line(file: Path, tmp_path: Path) -> None:
    assert "cannot be created" in error(replay(file, "--report", str(file / "such" / "battle.html")))


def test_the_folder_of_a_page_is_made(file: Path, tmp_path: Path) -> None:
    page = tmp_path / "no" / "such" / "battle.html"
    replay(file, "--report", str(page))
    assert page.is_file()


def test_json_holds_the_whole_story(file: Path, record: Record) -> None:
    data = json.loads(replay(file, "--json", "--verify").stdout)
    assert data["verified"] is True
    assert data["final"] == record.final
    assert [(chapter["turn"], len(chapter["phases"]) > 0) for chapter in data["chapters"]][:2] == [(0, True), (1, True)]
    assert len(data["units"]) == 8
    assert [luck["seat"] for luck in data["luck"]] == [0, 1]
    stopped = json.loads(replay(file, "--json", "--to", "3").stdout)
    assert stopped["answers"] == 3
    assert stopped["position"].startswith("eow ")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert "none.json: cannot be read: No such file" in error(replay(tmp_path / "none.json"))


@pytest.mark.parametrize("text", ["", "{}", "[1, 2]", "hello", '{"format": 1}', "\x00\xff"])
def test_a_file_that_is_no_record(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.json").write_text(text, encoding="utf-8")
    assert error(replay(tmp_path / "a.json")).startswith("Error: a.json: ")


def test_a_record_cut_short_anywhere(tmp_path: Path, file: Path) -> None:
    whole = file.read_bytes()
    for share in range(1, 20):
        (tmp_path / "cut.json").write_bytes(whole[: len(whole) * share // 20])
        assert "damaged or cut short" in error(replay(tmp_path / "cut.json"))


def test_a_record_without_its_last_answers(file: Path, record: Record) -> None:
    assert "battle.json: " in error(replay(altered(file, record, entries=record.entries[:-1]), "--verify"))
    assert "battle.json: " in error(replay(altered(file, record, entries=record.entries[:40])))


def test_a_changed_die_is_found(file: Path, record: Record) -> None:
    place = next(n for n, entry in enumerate(record.entries) if entry.seat is None)
    entry = record.entries[place]
    loaded = msgspec.structs.replace(entry, answer=msgspec.structs.replace(entry.answer, faces=(6,)))
    other = msgspec.structs.replace(entry, answer=msgspec.structs.replace(entry.answer, faces=(1,)))
    for changed in {loaded, other} - {entry}:
        entries = (*record.entries[:place], changed, *record.entries[place + 1 :])
        assert "battle.json: " in error(replay(altered(file, record, entries=entries), "--verify"))


def test_a_changed_start_is_found_before_anything_is_played(file: Path, record: Record) -> None:
    start = msgspec.Raw(msgspec.json.encode({**msgspec.json.decode(record.start), "stage": "no such step"}))
    assert "the battle at the start gives hash" in error(replay(altered(file, record, start=start)))


def test_a_changed_outcome_name_or_end_is_found(file: Path, record: Record) -> None:
    assert record.outcome is not None
    outcome = msgspec.structs.replace(record.outcome, winners=(1,), word="massacre")
    assert "altered" in error(replay(altered(file, record, outcome=outcome), "--verify"))
    assert "altered" in error(replay(altered(file, record, players=("me", "you")), "--verify"))
    assert "the end" in error(replay(altered(file, record, final="0" * 16), "--verify"))


def test_a_rulebook_that_is_not_here(file: Path, record: Record) -> None:
    assert 'no rulebook "chess"' in error(replay(altered(file, record, ruleset="chess")))


def test_a_record_of_other_rules_is_shown_from_its_snapshots_but_not_verified(file: Path, record: Record) -> None:
    steps = (record.steps[0], msgspec.structs.replace(record.steps[1], hash="0" * 16), *record.steps[2:])
    altered(file, record, version="0.9", steps=steps)
    result = replay(file)
    assert result.exit_code == 0
    assert "it was made by eow 0.9, this is" in result.stderr
    assert "Showing its snapshots" in result.stderr
    assert sum(line.startswith("Turn ") for line in result.stdout.splitlines()) == 8
    assert "it was made by eow 0.9" in error(replay(file, "--verify"))
    assert "it was made by eow 0.9" in error(replay(file, "--to", "50"))
