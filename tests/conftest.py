"""What holds for all tests: neither a slow or busy machine nor the folders of whoever runs them change an outcome."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator

import pytest

from tests.properties import load_profiles

# What was compiled stays beside its source (and out of git), for the next run and for the servers that tests start,
# even where the environment asks Python to keep nothing: to compile all tests anew takes each worker 13 seconds.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

load_profiles()


def pytest_collection_finish() -> None:
    """Modules and collected tests are there to stay: they are no longer searched for garbage again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _nobodys_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Battles are kept in a folder of the run, never among somebody's own; help is as wide in every terminal."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data-home")))
        patch.setenv("COLUMNS", "80")
        yield
