"""`warhost simulate`, `play`, `bench` and `schema` as a person in a hurry uses them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from warhost.cli import main


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, words)
    return result.exit_code, result.output


def test_simulate_tells_wins_with_their_intervals() -> None:
    code, text = run("simulate", "eow", "--games", "2", "--players", "random,random", "--seed", "1", "--jobs", "1")
    assert code == 0
    assert "2 battles with seed 1" in text
    assert "won of decided" in text


def test_simulate_speaks_json() -> None:
    code, text = run("simulate", "eow", "--games", "2", "--players", "random,random", "--jobs", "1", "--json")
    assert code == 0
    told = json.loads(text)
    assert told["games"] == 2
    assert set(told["players"][0]["win_share"]) == {"share", "low", "high"}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("simulate", "chess"), 'no rulebook "chess"'),
        (("simulate", "eow", "--players", "nobody,random"), 'no player "nobody"'),
        (("simulate", "eow", "--army", "beasts"), "Did you mean"),
        (("simulate", "eow", "--map", "9"), "no basic map 9"),
        (("simulate", "eow", "--games", "0"), "0 is not in the range"),
    ],
)
def test_what_cannot_be_simulated_is_said_in_one_line(words: tuple[str, ...], complaint: str) -> None:
    code, text = run(*words)
    assert code == 2
    assert complaint in text
    assert "Traceback" not in text


def test_schema_prints_what_is_published() -> None:
    code, text = run("schema", "answer")
    assert code == 0
    assert json.loads(text)["title"] == "Warhost answer"


def test_bench_measures() -> None:
    code, text = run("bench", "eow", "--seconds", "0.1", "--json")
    assert code == 0
    assert {figure["unit"] for figure in json.loads(text)} == {"battles/s", "decisions/s", "us"}


def test_records_are_kept(tmp_path: Path) -> None:
    code, text = run(
        *("simulate", "eow", "--games", "1", "--players", "random,random", "--jobs", "1"), "--records", str(tmp_path)
    )
    assert code == 0
    assert "1 records" in text
    assert len(list(tmp_path.iterdir())) == 1
