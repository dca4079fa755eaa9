"""A battle is the same on every Python that Warhost is said to run on; a version that is not here is named and skipped.

Records and the data of a server go from one version to another, both ways. What pip cannot fetch cannot be shown.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.pythons.interpreters import ROOT, VERSIONS, Missing, environment, here, python_of
from tests.server.harness import until
from tests.server.process import server_at
from warhost.play import parse_record, replay
from warhost.rulebook import books
from warhost.rulesets import ruleset

every_other = pytest.mark.parametrize("version", [version for version in VERSIONS if not here(version)])

SLOWEST = 600.0
"""Seconds after which a Python that shows something is given up."""


def found(version: str) -> Path:
    try:
        return python_of(version)
    except Missing as why:
        pytest.skip(f"Python {version}: {why}")


def shown(version: str, *what: str, hash_seed: str = "random") -> Any:
    """What a Python tells that is asked to show something."""
    told = subprocess.run(
        [str(found(version)), "-m", "tests.pythons.shown", *what],
        capture_output=True,
        text=True,
        timeout=SLOWEST,
        env=environment(hash_seed),
        cwd=ROOT,
    )
    assert told.returncode == 0, told.stderr
    return json.loads(told.stdout.splitlines()[-1])


# Each with another order of sets: what depends on that order would be another battle too.
@pytest.mark.slow
@pytest.mark.parametrize(("version", "hash_seed"), [(version, str(at + 1)) for at, version in enumerate(VERSIONS)])
def test_golden_battles_and_corpora_replay_to_every_hash(version: str, hash_seed: str) -> None:
    told = shown(version, "replay", hash_seed=hash_seed)
    assert told["failed"] == []
    assert told["records"] >= 90


@pytest.mark.slow
@every_other
def test_captains_fight_the_same_battles_and_their_records_open_both_ways(version: str, tmp_path: Path) -> None:
    own = f"{sys.version_info.major}.{sys.version_info.minor}"
    found(version)
    here_, there = tmp_path / own, tmp_path / version
    for folder in (here_, there):
        folder.mkdir()
    assert shown(own, "fight", str(here_)) == shown(version, "fight", str(there))
    for reader, folder in ((own, there), (version, here_)):
        assert shown(reader, "open", str(folder)) == {"records": len(books()), "failed": []}


@pytest.mark.slow
@every_other
@pytest.mark.parametrize("first", ["this one", "the other"])
def test_a_battle_that_a_server_keeps_goes_on_with_another_version(version: str, first: str, tmp_path: Path) -> None:
    data, other = tmp_path / "battles.sqlite", found(version)
    pythons = (Path(sys.executable), other) if first == "this one" else (other, Path(sys.executable))
    wanted = {
        "ruleset": "blue",
        "seats": [{"player": "random"}, {"player": "captain"}],
        "seed": "moved house",
        "house": {"pace": 0.02},
    }
    with server_at(data, python=pythons[0], environment=environment()) as server:
        made = server.call("/api/battles", wanted)
        where, token = f"/api/battles/{made['id']}", made["watch"]
        until(lambda: server.call(f"{where}/timeline", token=token)["last"] >= 15)
        server.kill()
    with server_at(data, python=pythons[1], environment=environment()) as server:
        before = server.call(f"{where}/timeline", token=token)["last"]
        assert before >= 15
        until(lambda: server.call(f"{where}/timeline", token=token)["last"] >= before + 15)
        record = parse_record(server.read(f"{where}/record", token=token), "the record")
    assert replay(record, ruleset("blue")).hash() == record.final


@pytest.mark.slow
@every_other
def test_the_mathematics_of_the_table_is_the_same(version: str) -> None:
    found(version)
    own = shown(f"{sys.version_info.major}.{sys.version_info.minor}", "numbers")
    assert shown(version, "numbers") == own


def test_every_version_that_is_declared_is_among_those_shown() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["classifiers"]
    versions = {found[1] for line in declared if (found := re.fullmatch(r".*:: Python :: (3\.\d+)", line))}
    assert versions
    assert versions <= set(VERSIONS)
