"""What holds for all tests: neither a slow or busy machine nor the folders of whoever runs them change an outcome."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.properties import load_profiles

# What was compiled stays beside its source (and out of git), for the next run and for the servers that tests start,
# even where the environment asks Python to keep nothing: to compile all tests anew takes each worker 13 seconds.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

load_profiles()


def pytest_configure(config: pytest.Config) -> None:
    """Every other worker reads the tests from the end: where nothing is compiled yet, each compiles half of them."""
    worker = getattr(config, "workerinput", {"workerid": "gw0"})["workerid"]
    if int(worker.removeprefix("gw")) % 2:
        config.args = [found for path in reversed(config.args) for found in _from_the_end(path)]


def _from_the_end(path: str) -> list[str]:
    """The folders and test files of a folder, the last first; anything else as it is."""
    inner = [found for found in Path(path).glob("*") if found.is_dir() or found.match("test_*.py")]
    return [str(found) for found in sorted(inner, reverse=True)] or [path]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All workers have the tests in the same order."""
    items.sort(key=lambda item: item.path)


@pytest.fixture(scope="session", autouse=True)
def _nobodys_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Battles are kept in a folder of the run, never among somebody's own; help is as wide in every terminal."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data-home")))
        patch.setenv("COLUMNS", "80")
        yield
