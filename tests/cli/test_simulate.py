"""`warhost simulate`, `play`, `bench` and `schema` as a person in a hurry uses them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from warhost.cli import main
from warhost.lab import matches


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
        (("simulate", "eow", "--players", "captian,random"), 'no player "captian". Did you mean "captain"?'),
        (("simulate", "eow", "--players", "captain"), "has 2 seats: name a player for each, not captain."),
        (("simulate", "kow", *("--army", "aldermere") * 3), "A battle has two armies, not 3"),
        (("simulate", "eow", "--option", "fluks=die"), 'There is no option "fluks". Did you mean "flux"?'),
        (("simulate", "aofr", "--option", "points=12"), "has no list of 12 points: there are lists of 750, 1000,"),
        (("simulate", "aofr", "--option", "rounds=-1"), "The option rounds cannot be -1: it is a whole number from 0"),
        (("simulate", "eow", "--records", "/dev/null/here"), "/dev/null/here: the folder cannot be created"),
        (("watch", "--record", "/dev/null/here.json"), "/dev/null: "),
        (("bench", "eow", "--seconds", "nan"), "'nan' is not a usable number"),
        (("simulat",), 'There is no command "simulat". Did you mean "simulate"?'),
    ],
)
def test_what_cannot_be_simulated_is_said_in_one_line(words: tuple[str, ...], complaint: str) -> None:
    code, text = run(*words)
    assert code == 2
    assert complaint in text
    assert "Traceback" not in text


@pytest.mark.parametrize("ruleset", ["EOW", "AofR"])
def test_a_rulebook_is_named_in_letters_of_any_size(ruleset: str) -> None:
    code, text = run("simulate", ruleset, "--games", "1", "--players", "random,random", "--jobs", "1")
    assert code == 0, text
    assert text.startswith("1 battle with seed")


def test_options_are_numbers_words_and_answers() -> None:
    words = ("simulate", "aofr", "--games", "1", "--players", "random,random", "--jobs", "1")
    code, text = run(
        *words, *(f"--option={told}" for told in ("width=60.5", "attacker=-1", "step_back=NO", "rounds=1"))
    )
    assert code == 0, text


def test_an_interrupted_simulation_tells_what_it_has(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    played = matches.play_job

    def play_job(job: matches.Job) -> matches.Played:
        if job.number == 2:
            (tmp_path / "eow-00002.json.part").write_text("half", encoding="utf-8")
            raise KeyboardInterrupt
        return played(job)

    monkeypatch.setattr(matches, "play_job", play_job)
    words = ("simulate", "eow", "--games", "5", "--players", "random,random", "--jobs", "1", "--records", str(tmp_path))
    code, text = run(*words)
    assert code == 130
    assert "2 battles with seed" in text
    assert "Interrupted after 2 of 5 battles." in text
    assert sorted(path.name for path in tmp_path.iterdir()) == ["eow-00000.json", "eow-00001.json"]


def test_schema_prints_what_is_published() -> None:
    code, text = run("schema", "answer")
    assert code == 0
    assert json.loads(text)["title"] == "Warhost answer"


@pytest.mark.slow
def test_bench_measures_every_rulebook() -> None:
    books = ("eow", "aofr", "kow", "blue", "t9a")
    code, text = run("bench", *books, "--seconds", "0.1", "--json")
    assert code == 0, text
    figures = json.loads(text)
    assert {figure["unit"] for figure in figures} == {"battles/s", "decisions/s", "us"}
    battles = [figure["name"] for figure in figures if figure["unit"] == "battles/s"]
    assert [name.partition(":")[0] for name in battles] == list(books)
    assert "kow: random battles of 1,000 points" in battles
    assert "t9a: random battles of 1,500 points" in battles


def test_records_are_kept(tmp_path: Path) -> None:
    code, text = run(
        *("simulate", "eow", "--games", "1", "--players", "random,random", "--jobs", "1"), "--records", str(tmp_path)
    )
    assert code == 0
    assert "1 record in" in text
    assert len(list(tmp_path.iterdir())) == 1


def test_an_army_named_by_the_beginning_of_its_name_goes_by_the_whole_of_it(tmp_path: Path) -> None:
    record = tmp_path / "battle.json"
    words = ("watch", "eow", "--army", "Dwarven Hold", "--army", "orcs", "--players", "random,random", "--seed", "1")
    code, text = run(*words, "--record", str(record))
    assert code == 0, text
    assert json.loads(record.read_text(encoding="utf-8"))["setup"]["armies"] == ["Dwarven Holds", "Orcs and Goblins"]


@pytest.mark.parametrize(
    ("army", "says"),
    [
        ("Moon Elves", 'There is no faction "Moon Elves". Did you mean "Highborn Elves"?'),
        ("w", 'There is no faction "w". Did you mean "Warriors of the Dark Gods"?'),
    ],
)
def test_an_army_that_can_only_be_guessed_is_refused(army: str, says: str) -> None:
    code, text = run("watch", "eow", "--army", army)
    assert code == 2
    assert says in text
