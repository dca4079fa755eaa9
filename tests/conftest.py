"""What holds for all tests: neither a slow or busy machine nor the folders of whoever runs them change an outcome."""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import importlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

from tests.properties import load_profiles

# What was compiled stays beside its source (and out of git), for the next run and for the servers that tests start,
# even where the environment asks Python to keep nothing: to compile all tests anew takes each worker 13 seconds.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Until all tests are collected nearly everything that is made stays: to search it for garbage again and again took two
# thirds of the time of compiling the tests, and a part of that of importing them.
gc.disable()

load_profiles()


HANGS_AFTER = 600.0
"""Seconds after which a test that still runs says where."""
LOOKED_AGAIN = 10.0

LONG_ONES = frozenset(
    {
        "test_battles.py",
        "test_kill.py",
        "test_odds_in_battles.py",
        "test_page.py",
        "test_surprise.py",
        "test_words.py",
    }
)
"""Modules with the longest tests of the fast and the long suite."""

_watched_since = -LOOKED_AGAIN


def pytest_sessionstart(session: pytest.Session) -> None:
    """Of several workers each begins with other modules: pytest compiles a module once, and the others find it.

    To compile all tests takes pytest far longer than to collect them, and without this every worker of the first run
    would do it.
    """
    if is_worker(session.config) and session.config.args == session.config.getini("testpaths"):
        modules = sorted(Path(__file__).parent.glob("**/test_*.py"))
        begin = int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw")) * len(modules)
        begin //= int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
        for module in modules[begin:] + modules[:begin]:
            # What cannot be imported is told when it is collected.
            with contextlib.suppress(Exception, pytest.skip.Exception):
                importlib.import_module(".".join(module.relative_to(session.config.rootpath).with_suffix("").parts))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest tests come first: one that is begun at the end lets the other workers wait for it."""
    items.sort(key=lambda item: item.path.name not in LONG_ONES)


def pytest_collection_finish() -> None:
    """Modules and collected tests are there to stay: they are no longer searched for garbage again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """From here on there is garbage; also in the process that hands the tests out, which collects none itself."""
    gc.enable()


def pytest_runtest_logstart() -> None:
    """A test that hangs says where. The watch is set anew now and then: pytest's own would start a thread a test."""
    global _watched_since
    if time.monotonic() - _watched_since > LOOKED_AGAIN:
        _watched_since = time.monotonic()
        faulthandler.dump_traceback_later(HANGS_AFTER)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """A worker tells of a test that passed in one message; six, twenty thousand times, cost a core of their own."""
    if not is_worker(item.config) or item.config.getoption("durations") is not None or item.config.getoption("xmlpath"):
        return None
    reports = runtestprotocol(item, nextitem=nextitem, log=False)
    for report in reports:
        if report.when == "call" or not report.passed:
            item.ihook.pytest_runtest_logreport(report=report)
    return True


def is_worker(config: pytest.Config) -> bool:
    """Whether this process runs its part of the tests for another one."""
    return hasattr(config, "workerinput")


@pytest.fixture(scope="session", autouse=True)
def _nobodys_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Battles are kept in a folder of the run, never among somebody's own; help is as wide in every terminal."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data-home")))
        patch.setenv("COLUMNS", "80")
        yield
