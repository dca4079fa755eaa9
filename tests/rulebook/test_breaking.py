"""The tool that breaks rules on purpose: what it changes, that a change is in force, and what it tells."""

from __future__ import annotations

import ast
import subprocess
import sys
from itertools import product
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from tests.breaking import Source, carriers, changes


def long_enough(inches: float, bonus: int, *, far: bool) -> bool:
    if far and not bonus:
        raise ValueError("too far")
    return inches + bonus >= 6


def function(text: str) -> ast.FunctionDef:
    (found,) = ast.parse(text).body
    assert isinstance(found, ast.FunctionDef)
    return found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("return a < b", ["compared otherwise: a < b"] * 2),
        ("return a and b", ["without a: a and b", "without b: a and b"]),
        ("return not a", ["without not: not a"]),
        ("return a + 1", ["reckoned otherwise: a + 1", "one more than 1"]),
        ("return True", ["not True"]),
        ("return g(a)", ["the contrary: return g(a)"]),
        ("return min(a, b)", ["the contrary: return min(a, b)", "max instead of min(a, b)"]),
        ("return [x for x in a if x]", ["also without x"]),
        ("if a: b()", ["always: a", "never: a", "left out: b()"]),
        ("a += b", ["left out: a += b"]),
        ('raise E(f"{a + 1} is more than {2}")', ["left out: raise E(f'{a + 1} is more than {2}')"]),
        ("a: L[1] = b", []),
    ],
)
def test_what_can_be_changed(text: str, words: list[str]) -> None:
    assert [change.words for change in changes(function(f"def f(a, b=1) -> bool:\n    {text}"))] == words


def answers(code: CodeType) -> list[bool | str]:
    """What a function says to all kinds of distances."""
    said: list[bool | str] = []
    for inches, bonus, far in product((0.0, 5.0, 6.0, 7.0), (0, 1), (False, True)):
        try:
            said.append(FunctionType(code, globals())(inches, bonus, far=far))
        except ValueError as error:
            said.append(str(error))
    return said


def test_each_change_is_in_force() -> None:
    assert isinstance(long_enough, FunctionType)
    source = Source(long_enough)
    broken = [source.broken(change) for change in source.changes()]
    assert len(broken) == 10
    assert all(code is not None and answers(code) != answers(long_enough.__code__) for code in broken)


def test_functions_that_name_rules_are_found_and_methods_of_classes_too() -> None:
    found = {carrier.path: carrier.rules for carrier in carriers()}
    assert "eow.terrain.impassable.movement" in found["essence_of_war.manoeuvres.check_path"]
    assert any(path.count(".") == 3 for path in found)


@pytest.mark.slow
def test_it_tells_what_no_test_noticed() -> None:
    root = Path(__file__).parents[2]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.breaking", "--break", "maps.random_map$"]
    run = subprocess.run(
        [*command, "tests/essence_of_war/test_maps.py"], cwd=root, capture_output=True, text=True, check=False
    )
    assert " changes, " in run.stdout
    assert " noticed." in run.stdout
    assert "No change of their code" not in run.stdout
