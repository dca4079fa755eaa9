"""Trying the tests of a rule with something broken, in a process that ends with it."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import FunctionType
from typing import NoReturn

import pytest

import warhost
from tests.breaking.changes import Change, FileChange, FunctionChange

PATIENCE = 20.0
"""Seconds after which a change that lets tests go on for ever counts as noticed; more if they are slow unbroken."""
SLOWER = 10.0
ENDLESS = "(went on for ever)"
NONSENSE = "(makes no sense)"
"""Said of a change that Python itself stumbles over: it shows nothing about the tests."""
STUMBLES = ("AttributeError", "NameError", "TypeError", "UnboundLocalError")

Shown = dict[str, list[pytest.Item]]
"""The tests of each rule, the quickest first."""


def speeds(items: list[pytest.Item]) -> dict[str, float]:
    """How many seconds each test takes with nothing broken; those that fail are missing."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _time(items, writing)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        lines = [line.rstrip("\n").split("\t") for line in pipe]
    os.waitpid(child, 0)
    return {node: float(seconds) for node, seconds in lines}


class Here:
    """Tests tried with other code in a function, in a copy of this process."""

    def __init__(self, function: FunctionType, taken: dict[str, float]) -> None:
        self.function, self.taken = function, taken

    def tried(self, change: Change, shown: Shown) -> dict[str, str]:
        """For each rule the test that noticed, or an empty text; rules that were not reached are missing."""
        assert isinstance(change, FunctionChange)
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            _run(self.function, change, shown, self.taken, writing)
        os.close(writing)
        begun, came = "", {}
        with os.fdopen(reading, encoding="utf-8") as pipe:
            for line in pipe:
                rule, *ended = line.rstrip("\n").split("\t")
                begun = rule
                if ended:
                    begun, came[rule] = "", ended[0]
        _, status = os.waitpid(child, 0)
        if begun and os.WIFSIGNALED(status):
            came[begun] = ENDLESS
        return came


class Afresh:
    """Tests tried in a new process on a copy of the sources, for what is worked out while they are loaded."""

    def __init__(self, folder: Path) -> None:
        self.sources = Path(warhost.__file__).parent
        self.copy = folder / "warhost"
        self.taken: dict[str, float] = {}
        self.written = 0

    def tried(self, change: Change, shown: Shown) -> dict[str, str]:
        assert isinstance(change, FileChange)
        if not self.copy.exists():
            shutil.copytree(self.sources, self.copy)
        original = self.sources / change.file
        broken = self.copy / change.file
        broken.write_text(change.text, encoding="utf-8")
        # Never as old as what Python has compiled: the file as it was, or with another change of the same length.
        self.written += 1
        os.utime(broken, (self.written, self.written))
        try:
            return {rule: self._noticed(items) for rule, items in shown.items() if items}
        finally:
            shutil.copy2(original, broken)

    def _noticed(self, items: list[pytest.Item]) -> str:
        command = [sys.executable, "-m", "pytest", "-p", "warhost.rulebook.plugin", "-p", "no:cacheprovider"]
        command += ["-x", "-q", "--no-header", "--tb=no", "-rfE", "-m", "", *(item.nodeid for item in items)]
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.copy.parent),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        }
        try:
            run = subprocess.run(
                command,
                env=environment,
                capture_output=True,
                text=True,
                timeout=_patience(items, self.taken),
                check=False,
            )
        except subprocess.TimeoutExpired:
            return ENDLESS
        if run.returncode == pytest.ExitCode.OK:
            return ""
        told = [line for line in run.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
        return told[0].partition(" ")[2] if told else "(could not be loaded)"


def forget(module: str) -> None:
    """Empties what the functions of a module keep, so that they are called again."""
    for known in vars(sys.modules[module]).values():
        if hasattr(known, "cache_clear"):
            known.cache_clear()


def _patience(items: list[pytest.Item], taken: dict[str, float]) -> float:
    return PATIENCE + SLOWER * sum(taken.get(item.nodeid, 0.0) for item in items)


class _Listener:
    """Notes what fails, and what Python itself stumbled over."""

    def __init__(self) -> None:
        self.failed: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            stumbled = crash is not None and crash.message.startswith(STUMBLES)
            self.failed[report.nodeid] = NONSENSE if stumbled else report.nodeid


def prepared(items: list[pytest.Item]) -> _Listener:
    """In the child: nothing is printed, and failures are only noted."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    plugins = items[0].config.pluginmanager
    plugins.unregister(name="terminalreporter")
    listener = _Listener()
    plugins.register(listener)
    gc.disable()
    return listener


def _time(items: list[pytest.Item], told: int) -> NoReturn:
    try:
        listener = prepared(items) if items else _Listener()
        for item in items:
            begun = time.monotonic()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            if item.nodeid not in listener.failed:
                os.write(told, f"{item.nodeid}\t{time.monotonic() - begun:.3f}\n".encode())
    finally:
        # Without the ending of the run: that is the parent's.
        os._exit(0)


def _run(function: FunctionType, change: FunctionChange, shown: Shown, taken: dict[str, float], told: int) -> NoReturn:
    try:
        all_items = [item for items in shown.values() for item in items]
        listener = prepared(all_items)
        assert change.code is not None
        function.__code__ = change.code
        forget(function.__module__)
        done: set[str] = set()
        for rule, items in shown.items():
            os.write(told, f"{rule}\n".encode())
            signal.alarm(round(_patience(items, taken)))
            for item in items:
                if item.nodeid not in done:
                    done.add(item.nodeid)
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
                if item.nodeid in listener.failed:
                    break
            noticed = next((listener.failed[item.nodeid] for item in items if item.nodeid in listener.failed), "")
            os.write(told, f"{rule}\t{noticed}\n".encode())
    finally:
        os._exit(0)
