"""No float of a battle is added up by the builtin `sum`, which rounds otherwise since Python 3.12."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

from tests.pythons.interpreters import ROOT
from warhost.table import summed

WHOLE = "int"
REVEALED = re.compile(r'^(?P<path>[^:]+):(?P<line>\d+): note: Revealed type is "(?P<type>.*)"$')


def builtin_sums(source: str) -> list[ast.Call]:
    """The calls of `sum` in a module, however it is named there."""
    tree = ast.parse(source)
    names = {"sum"} | {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "builtins"
        for alias in node.names
        if alias.name == "sum"
    }
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [call for call in calls if isinstance(call.func, ast.Name) and call.func.id in names]


def revealing(source: str) -> str:
    """The module with each of its sums inside `reveal_type(...)`, line by line where it was."""
    text = source.encode()
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    put: list[tuple[int, bytes]] = []
    for call in builtin_sums(source):
        assert call.end_lineno is not None
        assert call.end_col_offset is not None
        put += [(starts[call.lineno - 1] + call.col_offset, b"reveal_type(")]
        put += [(starts[call.end_lineno - 1] + call.end_col_offset, b")")]
    for at, words in sorted(put, reverse=True):
        text = text[:at] + words + text[at:]
    return text.decode()


def sums_of_floats(sources: Path, copy: Path) -> list[str]:
    """Where a builtin sum of that package is not of whole numbers alone, as the types have it. A sum whose type nobody
    knows is one of them."""
    shutil.copytree(sources, copy / sources.name, ignore=shutil.ignore_patterns("__pycache__", "static", "*.json"))
    lines: dict[str, set[int]] = defaultdict(set)
    for path in (copy / sources.name).rglob("*.py"):
        source = path.read_text()
        if calls := builtin_sums(source):
            lines[str(path.relative_to(copy))] = {call.lineno for call in calls}
            path.write_text(revealing(source))
    options = ("--config-file=", "--explicit-package-bases", "--check-untyped-defs", f"--cache-dir={copy / 'cache'}")
    told = subprocess.run(
        [sys.executable, "-m", "mypy", *options, sources.name],
        cwd=copy,
        capture_output=True,
        text=True,
    ).stdout
    types: dict[tuple[str, int], set[str]] = defaultdict(set)
    for line in told.splitlines():
        if note := REVEALED.match(line):
            types[note["path"], int(note["line"])].add(note["type"])
    assert not lines or types, told
    return [
        f"{path}:{line}: {', '.join(sorted(types[path, line])) or 'unknown'}"
        for path, many in sorted(lines.items())
        for line in sorted(many)
        if types[path, line] != {WHOLE}
    ]


@pytest.mark.slow
def test_no_float_is_added_up_by_the_builtin_sum(tmp_path: Path) -> None:
    found = sums_of_floats(ROOT / "src" / "warhost", tmp_path)
    assert not found, "Use warhost.table.summed for these:\n" + "\n".join(found)


@pytest.mark.slow
def test_the_check_finds_sums_of_floats_and_of_what_nobody_knows(tmp_path: Path) -> None:
    package = tmp_path / "sources" / "engine"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "lengths.py").write_text(
        "from builtins import sum as added\n"
        "from typing import Any\n"
        "def whole(ways: list[int], known: list[bool]) -> int:\n"
        "    return sum(ways) + sum(1 for way in ways) + sum(known)\n"
        "def long(ways: list[float]) -> float:\n"
        "    return sum(ways)\n"
        "def half(ways: list[int]) -> float:\n"
        "    return sum(1 for way in ways) + added(way / 2 for way in ways)\n"
        "def who_knows(ways: Any) -> Any:\n"
        "    return sum(ways)\n"
    )
    found = sums_of_floats(package, tmp_path / "copy")
    assert [line.split(": ")[0] for line in found] == [f"engine/lengths.py:{line}" for line in (6, 8, 10)]


def test_numbers_are_added_one_after_the_other() -> None:
    assert summed([0.1] * 10) == 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 + 0.1 == 0.9999999999999999
    assert summed([1e100, 1.0, -1e100]) == 0.0
    assert summed([2.5], 1.0) == 3.5


@pytest.mark.parametrize("whole", [[], [1, 2], [True, False, True]])
def test_whole_numbers_stay_whole(whole: list[int]) -> None:
    assert isinstance(summed(whole), int)
