"""`warhost simulate` and `watch` when something goes wrong: a player, a battle, a process, or Ctrl-C."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.server.harness import LONGEST_WAIT, until
from warhost.cli import main
from warhost.lab import matches
from warhost.play import Ask, Battle, Chosen, Ruleset, read_record, replay
from warhost.players import Decision
from warhost.players.captain import Captain
from warhost.rulesets import ruleset

CAPTAINS = ("--players", "captain,captain", "--map", "open", "--seed", "1")
MANY = ("--games", "150", "--jobs", "2", "--players", "random,random", "--seed", "7")

linux = pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are looked up in /proc")


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


@pytest.fixture
def stumbling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Captains who raise when they are asked for the side, and then answer what was never offered, once."""
    decide = Captain.decide
    moon: list[Ask] = []

    def stumbles(self: Captain, ask: Ask, view: Battle, rules: Ruleset) -> Decision:
        if ask.question.topic == "side":
            raise KeyError(0)
        if ask.question.topic == "deploy" and not moon:
            moon.append(ask)
            return Decision(Chosen("the moon"))
        return decide(self, ask, view, rules)

    monkeypatch.setattr(Captain, "decide", stumbles)


@pytest.mark.usefixtures("stumbling")
def test_a_legal_answer_is_played_for_a_captain_that_has_none_and_a_line_says_so(tmp_path: Path) -> None:
    told = run("simulate", "eow", "--games", "1", "--jobs", "1", *CAPTAINS, "--records", str(tmp_path))
    assert told.exit_code == 0, told.output
    assert "1 battle with seed" in told.stdout
    raised, refused = told.stderr.splitlines()
    assert raised.startswith("Battle 1 with seed 1/0: captain in seat ")
    assert raised.endswith('had no answer to "side" (KeyError: 0): a random legal one was played.')
    assert "the moon" in refused
    (path,) = tmp_path.iterdir()
    assert replay(read_record(path), ruleset("eow")).over


@pytest.mark.usefixtures("stumbling")
def test_a_battle_that_is_watched_goes_on_as_well() -> None:
    told = run("watch", "eow", *CAPTAINS)
    assert told.exit_code == 0, told.output
    assert [line.partition(" had no answer to ")[2].split()[0] for line in told.stderr.splitlines()] == [
        '"side"',
        '"deploy"',
    ]


def test_a_program_that_breaks_off_fails_its_battles_and_is_named() -> None:
    told = run("simulate", "eow", "--games", "2", "--jobs", "1", "--players", "program no-such-program,random")
    assert told.exit_code == 1
    assert told.stderr.count("program no-such-program cannot be started") == 2


def test_a_battle_that_fails_is_a_line_with_its_seed_and_the_others_count(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    played = matches.play_job

    def play_job(job: matches.Job) -> matches.Played:
        if job.number == 1:
            (tmp_path / "eow-00001.json-half.part").write_text("half")
            raise KeyError(0)
        return played(job)

    monkeypatch.setattr(matches, "play_job", play_job)
    words = ("simulate", "eow", "--games", "4", "--jobs", "1", "--players", "random,random", "--seed", "7")
    told = run(*words, "--records", str(tmp_path))
    assert told.exit_code == 1
    assert "3 battles with seed 7" in told.stdout
    line, last = told.stderr.splitlines()
    assert line.startswith("Battle 2 with seed 7/1 failed: KeyError: 0 (cli/test_simulate_failures.py:")
    assert last == "1 battle of 4 failed."
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"eow-0000{number}.json" for number in (0, 2, 3)]
    summary = json.loads(run(*words, "--json").stdout)
    assert (summary["games"], [one["seed"] for one in summary["failed"]]) == (3, ["7/1"])


def test_the_line_of_a_failed_battle_says_how_to_see_it_again(tmp_path: Path) -> None:
    plan = matches.Plan(ruleset="eow", players=("random", "random"), games=3, seed="7", options={"flux": "die"})
    job = list(matches.schedule(plan))[1]
    played = matches.play_job(job).result
    failed = matches.Failed(job.number, job.setup, job.players, job.seed, "KeyError: 0")
    told = run(*shlex.split(failed.again)[1:], "--record", str(tmp_path / "again.json"))
    assert told.exit_code == 0, told.output
    again = read_record(tmp_path / "again.json")
    assert again.outcome is not None
    assert (again.outcome.winners, again.outcome.score) == (played.winners, played.score)


@contextmanager
def simulating(records: Path, *words: str) -> Iterator[subprocess.Popen[str]]:
    """A simulation on two processes that has played some battles and goes on."""
    program = [sys.executable, "-m", "warhost", "simulate", "eow", *words, "--records", str(records)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        until(lambda: len(list(records.glob("*.json"))) >= 4)
        yield process


def workers(process: subprocess.Popen[str]) -> list[int]:
    tasks = Path(f"/proc/{process.pid}/task").iterdir()
    found = [int(child) for task in tasks for child in (task / "children").read_text().split()]
    return [child for child in found if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]


@linux
def test_a_worker_that_is_killed_loses_one_battle_and_another_takes_over(tmp_path: Path) -> None:
    with simulating(tmp_path, *MANY, "--json") as process:
        os.kill(workers(process)[0], signal.SIGKILL)
        out, errors = process.communicate(timeout=LONGEST_WAIT)
    summary = json.loads(out)
    assert process.returncode == 1
    assert summary["games"] == 149
    assert [one["why"] for one in summary["failed"]] == ["its process died of SIGKILL"]
    assert summary["failed"][0]["seed"] in errors
    assert len(list(tmp_path.glob("*.json"))) == 149


@linux
def test_ctrl_c_gives_what_there_is_so_far(tmp_path: Path) -> None:
    with simulating(tmp_path, *MANY, "--games", "5000", "--json") as process:
        children = workers(process)
        process.send_signal(signal.SIGINT)
        out, errors = process.communicate(timeout=LONGEST_WAIT)
    assert process.returncode == 130
    assert 1 <= json.loads(out)["games"] < 5000
    assert "Interrupted after" in errors
    until(lambda: not any(Path(f"/proc/{child}").exists() for child in children))
