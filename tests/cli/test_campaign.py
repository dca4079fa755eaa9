"""`warhost campaign`: from the first army to a result that was typed in."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from warhost.cli import main

PEOPLE = ("--player", "Ann=League of Nine", "--player", "Ben=Burrowfolk")


def call(*args: str | Path) -> Result:
    return CliRunner().invoke(main, ["campaign", *map(str, args)])


def said(*args: str | Path) -> str:
    done = call(*args)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.fixture
def mustered(tmp_path: Path) -> Path:
    """A campaign of two people whose first battle is to be fought."""
    path = tmp_path / "war.season"
    said("new", path, *PEOPLE, "--type", "endless", "--points", "250", "--seed", "1")
    for player, answers in (("Ann", ("unit 2", "unit 2", "done")), ("Ben", ("unit 2", "unit 2", "unit 2", "done"))):
        for answer in answers:
            done = call("answer", path, player, answer)
            if done.exit_code:
                break
    assert "Battles to be fought" in said("show", path)
    return path


def test_a_campaign_of_people_from_the_first_army_to_a_result(mustered: Path, tmp_path: Path) -> None:
    form = said("form", mustered, "1")
    assert 'winner = "Ann"' in form
    report = tmp_path / "battle.toml"
    report.write_text(form.replace('fate = "survived"', 'fate = "routed"', 1), "utf-8")
    assert "Ann wins" in said("report", mustered, "1", report)
    assert "check" not in said("show", mustered)
    assert "recovers" in (told := said("show", mustered, "--timeline")) or "dead" in told or "talent" in told
    assert "Pike Company" in said("show", mustered, "--player", "Ann")
    said("export", mustered, tmp_path / "war.json")
    said("import", tmp_path / "war.json", tmp_path / "again.season")
    assert said("show", tmp_path / "again.season", "--json") == said("show", mustered, "--json")


def test_what_cannot_be_is_refused_in_a_sentence(mustered: Path, tmp_path: Path) -> None:
    report = tmp_path / "battle.toml"
    form = said("form", mustered, "1")
    for text, why in (
        (form.replace('winner = "Ann"', 'winner = "Anna"'), '"Anna" is not at this table'),
        (form.replace("kills = []", 'kills = ["Dragon"]', 1), '"Dragon": no enemy unit has that name'),
        (form.replace("winner", "winer", 1), 'but no "winer"'),
        (form.replace('"survived"', '"eaten"', 1), "Fates are survived, destroyed, routed, removed, captured"),
        ("winner = Ann", "this is not TOML"),
        ('winner = "Ann"', "in this order: Ann and Ben"),
    ):
        report.write_text(text, "utf-8")
        done = call("report", mustered, "1", report)
        assert done.exit_code == 2
        assert why in done.output
    assert "No battle is open at table 4" in call("report", mustered, "4", report).output
    assert "There is no player" in call("answer", mustered, "Cay").output
    assert "never ends" in call("run", "--type", "endless", "--out", tmp_path / "x").output
    assert "write it like" in call("new", tmp_path / "y", "--player", "Ann").output


def test_computers_play_a_campaign(tmp_path: Path) -> None:
    path = tmp_path / "war.season"
    args = ("run", "--players", "2", "--rounds", "1", "--seed", "7", "--player", "random", "--points", "300")
    first = said(*args, "--type", "endless", "--out", path)
    assert "Leaderboard" in first
    assert said(*args, "--type", "endless", "--out", path) == first
    assert "It stopped here" in said("show", path)
    page = tmp_path / "war.html"
    said("show", path, "--html", page)
    assert "Mission 1" in page.read_text("utf-8")


def test_players_join_later_where_that_was_agreed_on(tmp_path: Path, mustered: Path) -> None:
    assert "did not agree on late joiners" in call("join", mustered, "Cay=Unburied Host").output
    path = tmp_path / "late.season"
    said("new", path, *PEOPLE, "--type", "endless", "--points", "250", "--seed", "1", "--late-joiners", "--together")
    assert "Cay joins." in said("join", path, "Cay=Unburied Host")
    assert 'called "Cay" already' in call("join", path, "Cay=Unburied Host").output
    assert "Cay joins the campaign with Cay's army." in said("show", path, "--timeline")
    assert "Waiting for" in said("show", path)


def test_results_and_standings_are_told_in_plain_words(tmp_path: Path) -> None:
    path = tmp_path / "war.season"
    args = ("run", "--players", "3", "--together", "--rounds", "1", "--seed", "7", "--player", "random")
    told = said(*args, "--points", "300", "--type", "endless", "--out", path)
    assert "(won)" not in told
    assert "won: 2 VP; " in told or "; Player" in told
    assert "Equal scores share a place." in told
    assert "Ties are broken" not in told
    assert "Place  Player    Army" in told
    assert "Table  Player    Opponents" in told
