"""The tool that breaks rules on purpose: what it changes, that a change is in force, and what it tells."""

from __future__ import annotations

import ast
import subprocess
import sys
from itertools import product
from pathlib import Path
from types import CodeType, FunctionType
from typing import cast

import pytest

from tests.breaking.calls import functions_in
from tests.breaking.changes import (
    FileChange,
    FunctionChange,
    Put,
    Source,
    data_changes,
    figure_changes,
    function_changes,
)
from tests.breaking.meanings import meaning_changes
from tests.breaking.places import places
from tests.breaking.report import Report, Tried
from tests.breaking.trying import Afresh


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
        ("b = a < 1", ["compared otherwise: a < 1"] * 2 + ["one more than 1"]),
        ("c = a and b", ["without a: a and b", "without b: a and b"]),
        ("c = not a", ["without not: not a"]),
        ("c = a + 1", ["reckoned otherwise: a + 1", "one more than 1"]),
        ("c = True", ["not True"]),
        ("return g(a)", ["the contrary: return g(a)"]),
        ("c = min(a, b)", ["max instead of min(a, b)"]),
        ("c = [x for x in a if x]", ["also without x"]),
        ("c = a in (d, e)", ["without d: a in (d, e)", "without e: a in (d, e)", "compared otherwise: a in (d, e)"]),
        ("c = {a, b}", ["without a: {a, b}", "without b: {a, b}"]),
        ("a.b = c", ["left out: a.b = c"]),
        ('c = Chosen("no")', ["something else: Chosen('no')"]),
        ("if a: b()", ["always: a", "never: a", "left out: b()"]),
        ("a += b", ["left out: a += b"]),
        ('raise E(f"{a + 1} is more than {2}")', ["left out: raise E(f'{a + 1} is more than {2}')"]),
        ("a: L[1] = b", []),
    ],
)
def test_what_can_be_changed(text: str, words: list[str]) -> None:
    whole = ["always True", "always False"]
    found = function_changes(function(f"def f(a, b=1) -> bool:\n    {text}"))
    assert [told for _, _, told, _ in found] == [*whole, *words]


def test_what_is_returned_can_be_changed_as_a_whole() -> None:
    def words(text: str) -> list[str]:
        return [told for _, _, told, _ in function_changes(function(text))]

    assert words("def f() -> int:\n    return a") == ["one more: return a"]
    assert words("def f() -> list[int]:\n    return a") == ["nothing: return a"]
    assert words("def f() -> None:\n    a()") == ["does nothing", "left out: a()"]


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("return friends(a)", {"return friends(b)", "return enemies(a)"}),
        ("return nearest(a, b)", {"return nearest(b, a)", "return nearest(b, b)", "return nearest(a, a)"}),
        ("return min(a, key=f)", {"return max(a, key=f)", "return min(b, key=f)"}),
        ("return sorted(x, key=f)", {"return sorted(x, key=f, reverse=True)"}),
        (
            "return next((x for x in y))",
            {"return next(reversed(list((x for x in y))))", "return next((x for x in list(y)[:1]))"},
        ),
        ("return x + 2", {"return x", "return 2"}),
        ("return x <= 6", {"return x <= 2 * 6", "return 2 * x <= 6"}),
        ("return 3", {"return 6"}),
        ("return x and y", {"return x or y"}),
        ("roll(inches=6)", {"roll(inches=12)"}),
        ("x += 1", {"x = 1"}),
    ],
)
def test_what_breaks_the_meaning(text: str, broken: set[str]) -> None:
    def whole() -> ast.FunctionDef:
        return function(f"def f(a: Unit, b: Unit):\n    {text}")

    found = set()
    for at, _, _, instead in meaning_changes(whole(), {"friends": 1, "enemies": 2}):
        tree = whole()
        Put(list(ast.walk(tree))[at], instead).visit(tree)
        found.add(ast.unparse(tree.body[0]))
    assert found == broken


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("for x in y: g(x)", ["left after one: for x in y:", "all but the first: for x in y:"]),
        ("g()\n    h()", ["h() before g()"]),
        ("return [x for x in y]", ["the first alone of y"]),
    ],
)
def test_steps_and_loops_of_another_meaning(text: str, broken: list[str]) -> None:
    found = [words for _, _, words, _ in meaning_changes(function(f"def f():\n    {text}"), {})]
    assert found == broken


def test_figures_beside_functions_are_changed_on_their_own_lines_only() -> None:
    text = "FAR = 9.0\nSIZES = {\n    'small': (1, 2),\n    'large': (4, 8),\n}\n\n\nclass Fast:\n    inches = 2\n"
    assert [change.words for change in figure_changes(text, Path("a.py"), (1,))] == ["one more than 9.0"]
    (small, *_) = figure_changes(text, Path("a.py"), (3,))
    assert "(4, 8)" in small.text
    assert small.text.count("'small'") == 1
    faster, slower = figure_changes(text, Path("a.py"), (8, 9))
    assert faster.text.endswith("class Fast:\n    inches = 3\n")
    assert slower.text.endswith("class Fast:\n    inches = 1\n")


def test_a_name_alone_in_its_brackets_is_left_out() -> None:
    (alone,) = figure_changes('gives = ("Sure Step",)\n', Path("a.py"), (1,))
    assert alone.words == "without 'Sure Step': ('Sure Step',)"
    assert figure_changes("at = (x,)\n", Path("a.py"), (1,)) == []


@pytest.mark.parametrize(
    ("line", "broken"),
    [
        ("range = 8", ["range = 9"]),
        ("lasts = true", ["lasts = false"]),
        ('lake = "difficult cover"', ['lake = "cover"', 'lake = "difficult"']),
        ('7 = "hill or forest"', ['7 = "forest"', '7 = "hill"']),
    ],
)
def test_lines_of_data_are_changed(line: str, broken: list[str]) -> None:
    assert [change.text for change in data_changes(f"{line}\n", Path("a.toml"), (1,))] == [f"{b}\n" for b in broken]


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
    broken = [change.code for change in source.changes() if isinstance(change, FunctionChange)]
    assert len(broken) == 13
    assert all(code is not None and answers(code) != answers(long_enough.__code__) for code in broken)


@pytest.mark.slow
def test_places_are_functions_that_name_rules_methods_tables_and_lines_of_data() -> None:
    marked = ("eow.terrain.impassable.movement", "aofr.scale.cavalry", "aofr.deployment.spearhead", "aofr.special.fast")
    named = places(marked)
    found = {rule: {place.path for place in named if rule in place.rules} for rule in marked}
    assert "essence_of_war.chapters.movement.manoeuvres.check" in found["eow.terrain.impassable.movement"]
    assert {path.rpartition(".")[0] for path in found["aofr.scale.cavalry"]} == {"regiments.core.entries"}
    assert found["aofr.special.fast"] == {"regiments.rules.special.Fast"}
    assert all("deployments.toml" in path for path in found["aofr.deployment.spearhead"])


@pytest.mark.slow
def test_what_a_rule_leaves_to_the_field_is_a_place_of_it() -> None:
    """A rule's function may only pass its figures on: what it calls there is broken for the rule's tests as well."""
    marked = ("eow.spacing.during_move", "aofr.move.one_inch", "aofr.special.fast")
    named = places(marked)
    found = {rule: {place.path for place in named if rule in place.rules} for rule in marked}
    for rule in marked[:2]:
        # Called by the function that is called: both books have the same one.
        assert {"field.moves.legality.check_others", "field.moves.legality._check_step"} <= found[rule]
    assert not any(path.startswith("field.") for path in found["aofr.special.fast"])


def test_the_shares_are_told_by_book(tmp_path: Path) -> None:
    report = Report(tmp_path / "report.json", {})
    report.put("eow.dice.d6", "one", [Tried(1, "a", "test_a"), Tried(2, "b", "")])
    report.put("eow.dice.d3", "two", [Tried(3, "c", "")])
    report.write()
    said: list[str] = []
    marked = ("eow.dice.d6", "eow.dice.d3", "eow.dice.sum")
    Report.read(report.path).sum_up(marked, ("eow.dice.d6", "eow.dice.d3"), said.append)
    assert said == [
        "\nEssence of War: 3 rules are marked, 2 of them were broken.",
        "1 rules noticed (50.0 %).",
        "1 of 3 changes noticed (33.3 %).",
        "No change was noticed (1): eow.dice.d3",
        "Nothing to break (1): eow.dice.sum",
    ]


def test_every_function_of_a_package_can_be_broken_with_the_tests_that_call_it() -> None:
    found = {place.path: place for place in functions_in("warhost.field.moves.path")}
    assert {"field.moves.path.Path.reach", "field.moves.path.runs_into"} <= found.keys()
    assert all(place.changes() or path.endswith((".start", ".parts")) for path, place in found.items())
    report = Report(None, {})
    report.put(
        "field.moves.path.Path.reach", "field.moves.path.Path.reach", [Tried(1, "a", "test_a"), Tried(2, "b", "")]
    )
    report.put("field.ranks.kept", "field.ranks.kept", [Tried(1, "a", "")])
    said: list[str] = []
    report.sum_up_code(["field.moves.path.Path.reach", "field.ranks.kept", "field.ranks.lost"], said.append)
    assert said == [
        "field.moves.path: 1 of 2 changes of 1 functions noticed (50.0 %).",
        "field.ranks: 0 of 1 changes of 1 functions noticed (0.0 %).",
        "all: 1 of 3 changes of 2 functions noticed (33.3 %).",
        "No change was noticed (1): field.ranks.kept",
        "No test calls (1): field.ranks.lost",
    ]


@pytest.mark.slow
def test_it_breaks_code_that_knows_no_rules(tmp_path: Path) -> None:
    report = tmp_path / "report.json"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.breaking", "--break-code", "warhost.field.moves.path"]
    command += ["--break", "reach$", "--break-report", str(report), "tests/field/test_path.py"]
    run = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    (noticed,) = Report.read(report).tried.values()
    assert any(one.noticed for ones in noticed.values() for one in ones)
    assert "changes of 1 functions noticed" in run.stdout


@pytest.mark.slow
def test_it_tells_what_no_test_noticed(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    report = tmp_path / "report.json"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.breaking", "--break", "maps.random_map$"]
    command += ["--break-report", str(report), "tests/essence_of_war/test_maps.py"]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert "changes noticed (" in run.stdout
    assert "No change was noticed" not in run.stdout
    first = report.read_bytes()
    subprocess.run(command, cwd=root, capture_output=True, check=False)
    assert report.read_bytes() == first


def test_two_changes_of_a_file_are_never_equally_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python takes what it compiled before for a file that is as old and as long."""
    sources = tmp_path / "sources"
    sources.mkdir()
    (sources / "rule.py").write_text("COST = 5\n", encoding="utf-8")
    afresh = Afresh(tmp_path / "copies")
    afresh.sources = sources
    ages: list[float] = []

    def noted(_: object) -> str:
        ages.append((afresh.copy / "rule.py").stat().st_mtime)
        return ""

    monkeypatch.setattr(afresh, "_noticed", noted)
    for cost in (4, 6):
        afresh.tried(FileChange(1, "", Path("rule.py"), f"COST = {cost}\n"), {"rule": [cast("pytest.Item", None)]})
    assert ages[0] != ages[1]
    assert (afresh.copy / "rule.py").read_text("utf-8") == "COST = 5\n"
