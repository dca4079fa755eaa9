"""`warhost odds`."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from warhost import rulesets
from warhost.cli import main
from warhost.rulesets.fantasy_battles import RULESET


@pytest.fixture(autouse=True)
def fantasy_battles(monkeypatch: pytest.MonkeyPatch) -> None:
    """The book is known for the length of a test."""
    monkeypatch.setitem(rulesets._registered, "t9a", RULESET)


def run(*arguments: str, exit_code: int = 0) -> str:
    result = CliRunner().invoke(main, ["odds", *arguments])
    assert result.exit_code == exit_code, result.output
    return result.output


def test_all_tables_are_printed_as_in_the_book() -> None:
    lines = run("T9A").splitlines()
    assert lines[0] == "Chances to Pass a Charge Range Roll"
    assert lines[1].split() == ["remaining", "distance", *map(str, range(2, 13))]
    assert lines[2].split() == ["Charge", "100", "97", "92", "83", "72", "58", "42", "28", "17", "8", "3"]
    assert sum(line.startswith("Chances to ") and "D6" not in line for line in lines) == 4


@pytest.mark.rule("t9a.prob.cast_3d6", "t9a.prob.thau_3d6")
def test_cells_that_are_printed_otherwise_are_listed_with_their_ruling() -> None:
    out = run("t9a")
    assert "252 of 268 cells are printed as they are worked out." in out
    misprint = next(line for line in out.splitlines() if "t9a.prob.cast_3d6" in line)
    assert misprint.split()[-6:] == ["3D6", "15+", "10", "9.26", "t9a.prob.cast_3d6", "T9A-R146"]


def test_exact_shows_decimals() -> None:
    assert "58.33" in run("t9a", "--exact")


def test_json_has_every_cell() -> None:
    tables = json.loads(run("t9a", "--json"))
    assert len(tables) == 4
    assert sum(len(row["cells"]) for table in tables for row in table["rows"]) == 268
    cell = tables[0]["rows"][0]["cells"][5]
    assert (round(cell["exact"], 4), cell["percent"], cell["printed"]) == (0.5833, 58, 58)


def test_a_book_without_tables_says_so() -> None:
    assert "Essence of War prints no tables of chances." in run("eow", exit_code=2)
