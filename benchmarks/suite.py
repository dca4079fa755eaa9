"""What the tests cost: seconds of processor time of each book and of all the rest, and the tests that cost most.

    python -m benchmarks.suite
    python -m benchmarks.suite -m slow
    python -m benchmarks.suite tests/regiments

What follows goes to pytest, which runs on two cores. Processor time counts what a busy machine does for others only a
little; the time by the clock wants an idle one. CONTRIBUTING.md says how much of it a book may have.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from warhost.rulesets import ruleset, slugs

FOLDERS = {slug: type(ruleset(slug)).__module__.split(".")[2] for slug in slugs()}
CAPTAINS = {"blue": "blue", "fantasy": "t9a", "kings": "kow", "regiments": "aofr", "missions": "aofr"}
"""Words in the names of the captain's tests that tell the book; those without one are of Essence of War."""
INTO = "WARHOST_SUITE_TIMES"
"""The variable that names the folder into which each process of pytest writes what its tests cost."""
SHOWN = 25

_spent: dict[str, float] = {}


def used() -> float:
    """Processor time of this process and of those that it has waited for."""
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    before = used()
    try:
        return (yield)
    finally:
        _spent[item.nodeid] = used() - before


def pytest_sessionfinish() -> None:
    # The process that only hands the tests out has waited for the others, which tell what they cost themselves.
    told = {"tests": _spent, "all": used() if _spent else sum(os.times()[:2])}
    Path(os.environ[INTO], f"{os.getpid()}.json").write_text(json.dumps(told), encoding="utf-8")


def book_of(node: str) -> str:
    """The book whose test it is, by its folder, its file or its parameters; empty for what is no book's own."""
    path, _, parameters = node.partition("[")
    for slug in slugs():
        if re.search(rf"\b{slug}\b", parameters):
            return slug
    for slug, folder in FOLDERS.items():
        if folder in path:
            return slug
    if path.startswith("tests/players/test_captain"):
        return next((slug for word, slug in CAPTAINS.items() if word in path), "eow")
    return ""


def share_of(node: str) -> str:
    """The line of the table to which a test belongs."""
    slug = book_of(node)
    if not slug:
        return "no book's own: " + node.split("::")[0].removeprefix("tests/").split("/")[0]
    if node.startswith("tests/fuzz/"):
        return f"{slug}: fuzzing"
    return f"{slug}: " + ("rule tests" if node.startswith(f"tests/{FOLDERS.get(slug, slug)}/") else "elsewhere")


def told(tests: dict[str, float], processes: list[float], seconds: float) -> Iterator[str]:
    shares: defaultdict[str, float] = defaultdict(float)
    for node, spent in tests.items():
        shares[share_of(node)] += spent
    starting = sum(processes) - sum(tests.values())
    shares["no book's own: starting, collecting and handing out"] = starting
    whole: defaultdict[str, float] = defaultdict(float)
    for share, spent in shares.items():
        whole[share.partition(":")[0]] += spent
    yield f"{len(tests)} tests, {sum(processes):.0f} s of processor time, {seconds:.0f} s by the clock"
    for name, spent in sorted(whole.items(), key=lambda item: -item[1]):
        yield f"\n{spent:8.1f} s  {name}"
        for share, part in sorted(shares.items(), key=lambda item: -item[1]):
            if share.startswith(f"{name}: "):
                yield f"{part:12.1f} s  {share.partition(': ')[2]}"
    yield "\nThe tests that cost most:"
    for node, spent in Counter(tests).most_common(SHOWN):
        yield f"{spent:8.2f} s  {node}"


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pytest", "-p", "benchmarks.suite", "-q", "-n", "2", *sys.argv[1:]]
        begun = time.monotonic()
        done = subprocess.run(command, env={**os.environ, INTO: folder}, check=False)
        seconds = time.monotonic() - begun
        tests: dict[str, float] = {}
        processes = []
        for path in Path(folder).iterdir():
            found = json.loads(path.read_text(encoding="utf-8"))
            tests |= found["tests"]
            processes.append(found["all"])
    for line in told(tests, processes, seconds):
        print(line)  # noqa: T201
    return done.returncode


if __name__ == "__main__":
    raise SystemExit(main())
