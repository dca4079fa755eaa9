"""Breaks rules on purpose, to see whether their tests notice.

    python -m pytest -p tests.breaking --break "essence_of_war.casting" tests/essence_of_war

takes each function and method that names rules with `@rule` and whose path matches, changes one small thing in it (a
comparison, a number, a condition, a step left out), and runs the tests that are marked with those rules, in a process
of its own that ends with the change: no file is touched. It lists the changes that no such test noticed, and the rules
of which not one change was noticed. A change may make no difference to any player; every other one wants a test.
"""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
import os
import pkgutil
import random
import re
import signal
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import NamedTuple

import pytest

from warhost.rulebook.marks import rules_of

PACKAGE = "warhost.rulesets"
SECONDS = 30
"""After which a change that lets a battle go on for ever counts as noticed."""

NEARLY: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
ANOTHER: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
}
CONTRARY = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Carrier(NamedTuple):
    """A function that names rules."""

    path: str
    function: FunctionType
    rules: tuple[str, ...]


class Change(NamedTuple):
    """Something to change in a function: which of its nodes, in words, and what stands there instead."""

    at: int
    line: int
    words: str
    instead: ast.AST


# What can be broken


def carriers() -> Iterator[Carrier]:
    """Every function of the rulesets that names rules itself or as a method of a class that does."""
    package = importlib.import_module(PACKAGE)
    for found in pkgutil.walk_packages(package.__path__, f"{PACKAGE}."):
        module = importlib.import_module(found.name)
        for thing in vars(module).values():
            if getattr(thing, "__module__", None) != found.name:
                continue
            own = rules_of(thing)
            members = vars(thing).values() if inspect.isclass(thing) else (thing,)
            for member in members:
                function = inspect.unwrap(getattr(member, "__func__", getattr(member, "fget", member)))
                rules = dict.fromkeys((*own, *rules_of(member)))
                if rules and isinstance(function, FunctionType) and function.__module__ == found.name:
                    path = f"{found.name}.{function.__qualname__}".removeprefix(f"{PACKAGE}.")
                    yield Carrier(path, function, tuple(rules))


def changes(function: ast.FunctionDef) -> list[Change]:
    """All small changes of a function, but not of its signature, its notes and what it tells a player."""
    nodes = list(ast.walk(function))
    kept = {id(node) for part in _kept(function, nodes) for node in ast.walk(part)}
    true_or_false = isinstance(function.returns, ast.Name) and function.returns.id == "bool"
    return [
        Change(at, getattr(node, "lineno", function.lineno), words, instead)
        for at, node in enumerate(nodes)
        if id(node) not in kept
        for words, instead in _instead(node, true_or_false)
    ]


def _kept(function: ast.FunctionDef, nodes: list[ast.AST]) -> Iterator[ast.AST]:
    yield from function.decorator_list
    yield function.args
    if function.returns is not None:
        yield function.returns
    for node in nodes:
        if isinstance(node, ast.AnnAssign):
            yield node.annotation
        elif isinstance(node, ast.Raise) and node.exc is not None:
            yield node.exc
        elif isinstance(node, ast.JoinedStr):
            yield node


def _instead(node: ast.AST, true_or_false: bool) -> Iterator[tuple[str, ast.AST]]:
    """What could stand in the place of a node, each with words for it."""
    text = ast.unparse(node).partition("\n")[0] if isinstance(node, ast.expr | ast.stmt) else ""
    match node:
        case ast.Compare(ops=[first, *others]):
            for table in (NEARLY, OPPOSITE):
                if type(first) in table:
                    yield f"compared otherwise: {text}", _but(node, ops=[table[type(first)](), *others])
        case ast.BoolOp(values=values):
            for left_out in values:
                rest = [value for value in values if value is not left_out]
                yield (
                    f"without {ast.unparse(left_out)}: {text}",
                    rest[0] if len(rest) == 1 else _but(node, values=rest),
                )
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield f"without not: {text}", operand
        case ast.Constant(value=bool(value)):
            yield f"not {text}", ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield f"one more than {text}", ast.Constant(value + 1)
        case ast.BinOp(op=op) if type(op) in ANOTHER:
            yield f"reckoned otherwise: {text}", _but(node, op=ANOTHER[type(op)]())
        case ast.If(test=test) | ast.IfExp(test=test):
            yield f"always: {ast.unparse(test)}", _but(node, test=ast.Constant(True))
            yield f"never: {ast.unparse(test)}", _but(node, test=ast.Constant(False))
        case ast.Raise() | ast.AugAssign() | ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()):
            yield f"left out: {text}", ast.Pass()
        case ast.Call(func=ast.Name(id=name)) if name in CONTRARY:
            yield f"{CONTRARY[name]} instead of {text}", _but(node, func=ast.Name(CONTRARY[name], ast.Load()))
        case ast.comprehension(ifs=[first, *others]):
            yield f"also without {ast.unparse(first)}", _but(node, ifs=others)
        case ast.Return(value=ast.Call() as value) if true_or_false:
            yield f"the contrary: {text}", _but(node, value=ast.UnaryOp(ast.Not(), value))


def _but(node: ast.AST, **fields: object) -> ast.AST:
    other = copy.copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other


class _Put(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)


class Source:
    """The text of a function, from which broken ones are made."""

    def __init__(self, function: FunctionType) -> None:
        self.file = inspect.getfile(function)
        self.name = function.__qualname__
        with open(self.file, encoding="utf-8") as file:
            self.text = file.read()

    def changes(self) -> list[Change]:
        function = self._parsed()[1]
        return [] if function is None else changes(function)

    def broken(self, change: Change) -> CodeType | None:
        """The code with that change; None where it makes no sense to Python."""
        tree, function = self._parsed()
        if function is None:
            return None
        old = list(ast.walk(function))[change.at]
        _Put(old, change.instead).visit(tree)
        return _code(compile(ast.fix_missing_locations(tree), self.file, "exec"), self.name)

    def _parsed(self) -> tuple[ast.Module, ast.FunctionDef | None]:
        tree = ast.parse(self.text)
        found: ast.AST | None = tree
        for part in self.name.split("."):
            body = getattr(found, "body", ())
            found = next((node for node in reversed(body) if getattr(node, "name", None) == part), None)
        return tree, found if isinstance(found, ast.FunctionDef) else None


def _code(outer: CodeType, name: str) -> CodeType | None:
    for inner in outer.co_consts:
        if isinstance(inner, CodeType):
            found = inner if inner.co_qualname == name else _code(inner, name)
            if found is not None:
                return found
    return None


# Breaking it


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("breaking rules on purpose")
    group.addoption("--break", default=".", help="Only functions whose path matches, such as regiments.melee.")
    group.addoption("--break-most", type=int, default=40, help="Changes of one function at most, drawn by lot.")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    wanted = re.compile(session.config.getoption("--break"))
    most = session.config.getoption("--break-most")
    tests: dict[str, list[pytest.Item]] = {}
    for item in session.items:
        for rule in dict.fromkeys(rule for mark in item.iter_markers("rule") for rule in mark.args):
            tests.setdefault(rule, []).append(item)
    say = Sayer(session)
    for carrier in sorted(carriers()):
        shown = [tests[rule] for rule in carrier.rules if rule in tests]
        if shown and wanted.search(carrier.path):
            _break(carrier, most, shown, say)
    say.sum_up({rule: {item.nodeid for item in items} for rule, items in tests.items()})
    return True


class Sayer:
    """Tells what came of it, as it comes."""

    def __init__(self, session: pytest.Session) -> None:
        self.out = session.config.get_terminal_writer()
        self.made = self.unnoticed = 0
        self.noticed_by: dict[str, set[str]] = {}

    def tried(self, carrier: Carrier, change: Change, failed: set[str]) -> None:
        self.made += 1
        for rule in carrier.rules:
            self.noticed_by.setdefault(rule, set()).update(failed)
        if not failed:
            self.unnoticed += 1
            self.out.line(f"{carrier.path}, line {change.line}: {change.words} ({', '.join(carrier.rules)})")

    def sum_up(self, tests: dict[str, set[str]]) -> None:
        self.out.line(f"\n{self.made} changes, {self.made - self.unnoticed} noticed.")
        never = [rule for rule, failed in sorted(self.noticed_by.items()) if not failed & tests.get(rule, set())]
        if never:
            self.out.line(f"No change of their code was noticed by their own tests: {', '.join(never)}")


Shown = list[list[pytest.Item]]
"""For each rule that a function names, the tests that are marked with it."""


def _break(carrier: Carrier, most: int, shown: Shown, say: Sayer) -> None:
    path, function, _ = carrier
    source = Source(function)
    found = source.changes()
    drawn = random.Random(path).sample(found, min(most, len(found)))
    for change in sorted(drawn, key=lambda change: change.at):
        code = source.broken(change)
        if code is not None and code.co_freevars == function.__code__.co_freevars:
            say.tried(carrier, change, _failed(function, code, shown))


def _failed(function: FunctionType, code: CodeType, shown: Shown) -> set[str]:
    """Tests that fail with other code in a function, one for each rule. It is put there in a child process only."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _run(function, code, shown, writing)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as pipe:
        failed = set(pipe.read().splitlines())
    _, status = os.waitpid(child, 0)
    return failed or ({items[0].nodeid for items in shown} if os.WIFSIGNALED(status) else set())


def _run(function: FunctionType, code: CodeType, shown: Shown, told: int) -> None:
    failed: set[str] = set()

    class Listener:
        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            if report.failed:
                failed.add(report.nodeid)
                os.write(told, f"{report.nodeid}\n".encode())

    try:
        signal.alarm(SECONDS)
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        function.__code__ = code
        plugins = shown[0][0].config.pluginmanager
        plugins.unregister(name="terminalreporter")
        plugins.register(Listener())
        done: set[str] = set()
        for items in shown:
            for item in items:
                if failed.intersection(other.nodeid for other in items):
                    break
                if item.nodeid not in done:
                    done.add(item.nodeid)
                    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
    finally:
        # Without the ending of the run: that is the parent's.
        os._exit(0)
