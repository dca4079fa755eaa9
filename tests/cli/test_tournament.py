"""`warhost tournament` as an organiser uses it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from warhost.campaign.headless import fight_out
from warhost.campaign.keeping import look
from warhost.cli import main
from warhost.play import write_record

CUP = """
title = "Winter Cup"
points = 750
rounds = 2
missions = ["duel", "seize_ground"]
referees = ["Rita"]

[[player]]
name = "Ann"
army = "Unburied Host"

[[player]]
name = "Ben"
army = "tallgrass"

[[player]]
name = "Cay"
army = "League of Nine Bridges"
"""


def run(*words: object) -> str:
    result = CliRunner().invoke(main, ["tournament", *map(str, words)])
    assert result.exit_code == 0, result.output
    return result.output


def refused(*words: object) -> str:
    result = CliRunner().invoke(main, ["tournament", *map(str, words)])
    assert result.exit_code == 2, result.output
    return result.output


@pytest.fixture
def cup(tmp_path: Path) -> Path:
    (tmp_path / "cup.toml").write_text(CUP)
    told = run("new", tmp_path / "cup", "--config", tmp_path / "cup.toml", "--seed", "1")
    assert "Winter Cup: 3 players." in told
    assert "desk" in told
    return tmp_path / "cup"


def test_an_organiser_runs_a_tournament_from_the_command_line(cup: Path) -> None:
    assert "Round 1 can be paired." in run("desk", cup)
    run("desk", cup, "go on")
    told = run("pairings", cup)
    assert "no opponent" in told
    assert "Round 1 was paired. Mission: Duel. Time: 90 minutes." in told
    one = look(cup)[0].fixtures[0]
    names = [look(cup)[0].state.players[player] for player in one.players]
    assert f"{names[0]} against {names[1]}" in run("report", cup, 1, "--winner", names[1], "--scores", "0,0")
    assert "(by hand)" in run("pairings", cup)
    assert "Round 1 is over." in run("show", cup)
    run("desk", cup, "go on")
    run("report", cup, 1, "--tie", "--scores", "0,0")
    told = run("desk", cup, "finish")
    assert "The event is over." in told
    page = json.loads(run("show", cup, "--json"))
    assert page["over"]
    assert page["standings"][0]["rows"][0]["rank"] == 1


def test_results_come_from_records_of_battles_too(cup: Path, tmp_path: Path) -> None:
    run("desk", cup, "go on")
    fixture = look(cup)[0].fixtures[0]
    write_record(fight_out(fixture, ("random", "random"), "battle"), tmp_path / "battle.json")
    run("report", cup, 1, "--record", tmp_path / "battle.json")
    entry = look(cup)[0].entries[-1]
    assert entry.result is not None
    assert entry.result.seal
    assert "(by hand)" not in run("pairings", cup)


def test_scores_may_be_told_by_name(cup: Path) -> None:
    run("desk", cup, "go on")
    season = look(cup)[0]
    one, other = (season.state.players[player] for player in season.fixtures[0].players)
    assert "names others than" in refused("report", cup, 1, "--tie", "--scores", f"{one}=0,Zoe=0")
    assert "two whole numbers" in refused("report", cup, 1, "--tie", "--scores", "many")
    run("report", cup, 1, "--tie", "--scores", f"{other}=0,{one}=0")


def test_computers_fight_their_matches_among_people(tmp_path: Path) -> None:
    computers = "".join(
        f'[[player]]\nname = "{name}"\narmy = "Unburied Host"\n' + ('computer = "random"\n' if name != "Ann" else "")
        for name in ("Ann", "One", "Two", "Three")
    )
    (tmp_path / "cup.toml").write_text(f'points = 750\nmissions = ["duel"]\n{computers}')
    run("new", tmp_path / "cup", "--config", tmp_path / "cup.toml", "--seed", "1")
    run("desk", tmp_path / "cup", "go on")
    assert "Round 1, table" in run("fight", tmp_path / "cup")
    (left,) = look(tmp_path / "cup")[0].fixtures
    assert 0 in left.players


def test_pairings_and_standings_are_printed(cup: Path, tmp_path: Path) -> None:
    run("desk", cup, "go on")
    run("pairings", cup, "--html", tmp_path / "round.html")
    run("show", cup, "--html", tmp_path / "all.html", "--lists")
    text = (tmp_path / "all.html").read_text()
    assert text.startswith("<!DOCTYPE html>")
    assert "<h1>Winter Cup</h1>" in text
    assert "Round 1: pairings and results" in text
    assert "Standings" in text
    assert "Unburied Host" in text
    assert "<script" not in text
    assert text.index("Standings") < text.index("Round 1: pairings")
    text = (tmp_path / "round.html").read_text()
    assert text.index("Round 1: pairings") < text.index("Mission: Duel") < text.index("Standings")


def test_a_tournament_travels_as_one_document(cup: Path, tmp_path: Path) -> None:
    run("desk", cup, "go on")
    run("export", cup, tmp_path / "cup.json")
    run("import", tmp_path / "cup.json", tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == cup.read_bytes()


def test_players_are_named_on_the_command_line(tmp_path: Path) -> None:
    words = ["--points", "750", "--league", "--round-robin", "--title", "Club"]
    run("new", tmp_path / "club", *words, "--player", "Ann=Unburied Host", "--player", "Ben=Tallgrass Horde")
    run("desk", tmp_path / "club", "go on")
    run("desk", tmp_path / "club", "duel")
    assert "Week 1" in run("pairings", tmp_path / "club")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("pairings",), "Nothing is paired yet"),
        (("report", "1", "--tie"), "No match is open at table 1. Open tables: none."),
        (("report", "1"), "Say who won"),
        (("desk", "drop:9"), '"drop:9" is not among the options'),
        (("desk", "0", "--player", "Anne"), 'There is no player "Anne". Did you mean "Ann"?'),
        (("desk", "0", "--player", "Ann"), "Ann has no question to answer now"),
    ],
)
def test_what_cannot_be_done_is_told(cup: Path, words: tuple[str, ...], why: str) -> None:
    before = cup.read_bytes()
    assert why in refused(words[0], cup, *words[1:])
    assert cup.read_bytes() == before


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("points = ", "this is not TOML"),
        ("pointz = 3", 'there is no setting "pointz". Did you mean "points"?'),
        ("points = 0", "Expected `int` >= 1"),
        ('[[player]]\nname = "Ann"', "missing required field `army`"),
        ('[[player]]\nname = "Ann"\narmy = "beasts of the north"', 'no army list "beasts of the north"'),
    ],
)
def test_a_config_that_cannot_be_read_is_refused(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "cup.toml").write_text(text)
    assert why in refused("new", tmp_path / "cup", "--config", tmp_path / "cup.toml")
    assert not (tmp_path / "cup").exists()


COMPUTERS = ("run", "--players", "6", "--rounds", "2", "--seed", "7", "--player", "random", "--points", "500", "--out")


@pytest.mark.slow
def test_computers_play_a_tournament(tmp_path: Path) -> None:
    told = run(*COMPUTERS, tmp_path / "cup")
    assert "Hash: " in told
    assert told == run(*COMPUTERS, tmp_path / "other")
    # Run again, it is over already, and tells the same.
    assert told == run(*COMPUTERS, tmp_path / "cup")
    lines = (tmp_path / "cup").read_bytes().splitlines(keepends=True)
    (tmp_path / "cut").write_bytes(b"".join(lines[:9]) + lines[9][:20])
    assert told == run(*COMPUTERS, tmp_path / "cut")
    assert (tmp_path / "cut").read_bytes() == (tmp_path / "cup").read_bytes()


SIXTEEN = (*COMPUTERS[:1], "--players", "16", "--rounds", "4", *COMPUTERS[5:])


@pytest.mark.slow
def test_a_swiss_of_sixteen_killed_in_the_middle_ends_as_if_nothing_had_been(tmp_path: Path) -> None:
    whole = run(*SIXTEEN, tmp_path / "whole")
    assert whole == run(*SIXTEEN, tmp_path / "again")
    path = tmp_path / "killed"
    killed = 0
    for lines in (8, 24, 40):
        words = [sys.executable, "-m", "warhost", "tournament", *SIXTEEN, str(path)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
            deadline = time.monotonic() + 120
            while program.poll() is None and time.monotonic() < deadline:
                if path.exists() and path.read_bytes().count(b"\n") >= lines:
                    program.send_signal(signal.SIGKILL)
                    break
                time.sleep(0.002)
            program.communicate()
            killed += program.returncode == -signal.SIGKILL
    assert killed
    assert run(*SIXTEEN, path) == whole
    assert path.read_bytes() == (tmp_path / "whole").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["eow", "kow", "blue", "t9a"])
def test_computers_play_a_tournament_of_any_rulebook(slug: str, tmp_path: Path) -> None:
    words = ("run", "--ruleset", slug, "--players", "4", "--rounds", "2", "--seed", "3", "--player", "random")
    points = () if slug == "eow" else ("--points", "2000" if slug == "t9a" else "1000")
    assert "Hash:" in run(*words, *points, "--out", tmp_path / "cup")
    assert len(look(tmp_path / "cup")[0].fought) == 4


@pytest.mark.slow
def test_several_processes_play_the_same_tournament(tmp_path: Path) -> None:
    assert run(*COMPUTERS, tmp_path / "one") == run(*COMPUTERS, tmp_path / "two", "--jobs", "2")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_late_arrival_joins(cup: Path) -> None:
    assert "Zoe joins." in run("join", cup, "Zoe=Unburied Host")
    assert 'Somebody is called "Zoe" already.' in refused("join", cup, "Zoe=Unburied Host")
    assert "Zoe" in run("show", cup)
    assert "write it like" in refused("join", cup, "Zoe")


def test_the_file_of_another_season_is_told_apart(cup: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["campaign", "show", str(cup)])
    assert "cup is not a campaign: Tournament." in result.output
