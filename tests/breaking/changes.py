"""Small changes that break a rule: of a function, of figures that stand in a module or class, of a line of data."""

from __future__ import annotations

import ast
import copy
import inspect
import re
import textwrap
from collections.abc import Collection, Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

from tests.breaking.edits import but, kept_parts
from tests.breaking.meanings import meaning_changes

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
DICE = re.compile(r"\d*D\d+(\+\d+)?")
EMPTY = {"tuple": "()", "list": "[]", "set": "set()", "frozenset": "frozenset()", "dict": "{}"}


class FunctionChange:
    """Something to change in a function: which of its nodes, in words, and what stands there instead."""

    def __init__(self, source: Source, at: int, line: int, words: str, instead: ast.AST) -> None:
        self.source, self.at, self.line, self.words, self.instead = source, at, line, words, instead

    @cached_property
    def code(self) -> CodeType | None:
        """The code with that change; None where it makes no sense to Python."""
        return self.source.broken(self)


class FileChange(NamedTuple):
    """Something to change in a file: its whole text with the change."""

    line: int
    words: str
    file: Path
    text: str


Change = FunctionChange | FileChange
Lines = Collection[int]
"""Lines of a file."""


# Functions


class Source:
    """The text of a function, from which broken ones are made."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function
        self.file = inspect.getfile(function)
        self.name = function.__qualname__
        self.text = Path(self.file).read_text(encoding="utf-8")

    def changes(self, within: Lines | None = None, *, meaning: bool = False) -> list[Change]:
        """All small changes of it, or all breaks of meaning; or those on certain lines."""
        function = self._found(_tree(self.text))
        if function is None:
            return []
        return [
            FunctionChange(self, at, line, words, instead)
            for at, line, words, instead in self._found_changes(function, meaning)
            if within is None or (line in within and at > 0)
        ]

    def _found_changes(self, function: ast.FunctionDef, meaning: bool) -> Iterator[tuple[int, int, str, ast.AST]]:
        return meaning_changes(function, self.function.__globals__) if meaning else function_changes(function)

    def broken(self, change: FunctionChange) -> CodeType | None:
        tree = ast.parse(self.text)
        function = self._found(tree)
        if function is None:
            return None
        old = list(ast.walk(function))[change.at]
        Put(old, change.instead).visit(tree)
        code = _code(compile(ast.fix_missing_locations(tree), self.file, "exec"), self.name)
        return code if code is not None and code.co_freevars == self.function.__code__.co_freevars else None

    def _found(self, tree: ast.Module) -> ast.FunctionDef | None:
        found: ast.AST | None = tree
        for part in self.name.split("."):
            body = getattr(found, "body", ())
            found = next((node for node in reversed(body) if getattr(node, "name", None) == part), None)
        return found if isinstance(found, ast.FunctionDef) else None


@lru_cache(maxsize=8)
def _tree(text: str) -> ast.Module:
    """Only looked at, never changed."""
    return ast.parse(text)


def function_changes(function: ast.FunctionDef) -> Iterator[tuple[int, int, str, ast.AST]]:
    """All small changes of a function, but not of its signature, its notes and what it tells a player."""
    nodes = list(ast.walk(function))
    kept = {id(node) for part in kept_parts(function, nodes) for node in ast.walk(part)}
    for words, instead in _as_a_whole(function):
        yield 0, function.lineno, words, instead
    returns = "" if function.returns is None else ast.unparse(function.returns)
    for at, node in enumerate(nodes):
        if id(node) not in kept:
            for words, instead in _instead(node, returns):
                yield at, getattr(node, "lineno", function.lineno), words, instead


def _as_a_whole(function: ast.FunctionDef) -> Iterator[tuple[str, ast.AST]]:
    returns = "" if function.returns is None else ast.unparse(function.returns)
    if returns in ("None", "Script[None]"):
        # A script that does nothing still has to be one.
        body: list[ast.stmt] = [ast.Return(), *ast.parse("yield").body] if "Script" in returns else [ast.Pass()]
        yield "does nothing", but(function, body=body)
    elif returns == "bool":
        for answer in (True, False):
            yield f"always {answer}", but(function, body=[ast.Return(ast.Constant(answer))])


def _instead(node: ast.AST, returns: str = "") -> Iterator[tuple[str, ast.AST]]:
    """What could stand in the place of a node, each with words for it."""
    text = ast.unparse(node).partition("\n")[0] if isinstance(node, ast.expr | ast.stmt) else ""
    match node:
        case ast.Compare(ops=[first, *others]):
            if isinstance(first, ast.In | ast.NotIn) and isinstance(several := node.comparators[0], ast.Tuple):
                for left_out in several.elts:
                    fewer = but(several, elts=_all_but(several.elts, left_out))
                    yield f"without {ast.unparse(left_out)}: {text}", but(node, comparators=[fewer])
            for table in (NEARLY, OPPOSITE):
                if type(first) in table:
                    yield f"compared otherwise: {text}", but(node, ops=[table[type(first)](), *others])
        case ast.BoolOp(values=values):
            for left_out in values:
                rest = [value for value in values if value is not left_out]
                yield (
                    f"without {ast.unparse(left_out)}: {text}",
                    rest[0] if len(rest) == 1 else but(node, values=rest),
                )
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield f"without not: {text}", operand
        case ast.Constant(value=bool(value)):
            yield f"not {text}", ast.Constant(not value)
        case ast.Constant(value=str(value)) if DICE.fullmatch(value):
            yield (
                f"one more than {text}",
                ast.Constant(f"{value.partition('+')[0]}+{int(value.partition('+')[2] or 0) + 1}"),
            )
        case ast.Constant(value=int(value) | float(value)):
            yield f"one more than {text}", ast.Constant(value + 1)
        case ast.BinOp(op=op) if type(op) in ANOTHER:
            yield f"reckoned otherwise: {text}", but(node, op=ANOTHER[type(op)]())
        case ast.If(test=test) | ast.IfExp(test=test):
            yield f"always: {ast.unparse(test)}", but(node, test=ast.Constant(True))
            yield f"never: {ast.unparse(test)}", but(node, test=ast.Constant(False))
        case ast.Assign(targets=[ast.Attribute()]) | ast.Return(value=None) | ast.Continue() | ast.Break():
            yield f"left out: {text}", ast.Pass()
        case ast.Raise() | ast.AugAssign() | ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()):
            yield f"left out: {text}", ast.Pass()
        case ast.Call(func=ast.Name(id="Chosen"), args=[ast.Constant()]):
            yield f"something else: {text}", but(node, args=[ast.Constant("something else")])
        case ast.Call(func=ast.Name(id=name)) if name in CONTRARY:
            yield f"{CONTRARY[name]} instead of {text}", but(node, func=ast.Name(CONTRARY[name], ast.Load()))
        case ast.comprehension(ifs=[first, *others]):
            yield f"also without {ast.unparse(first)}", but(node, ifs=others)
        case ast.Return(value=ast.expr() as value) if returns in ("bool", "Script[bool]"):
            yield f"the contrary: {text}", but(node, value=ast.UnaryOp(ast.Not(), value))
        case ast.Return(value=ast.expr() as value) if returns in ("int", "float", "Script[int]"):
            yield f"one more: {text}", but(node, value=ast.BinOp(value, ast.Add(), ast.Constant(1)))
        case ast.Return(value=ast.expr() as value) if (kind := returns.partition("[")[0]) in EMPTY:
            yield f"nothing: {text}", but(node, value=ast.parse(EMPTY[kind], mode="eval").body)
        case ast.Set(elts=several) | ast.List(elts=several, ctx=ast.Load()) if len(several) > 1:
            for left_out in several:
                yield f"without {ast.unparse(left_out)}: {text}", but(node, elts=_all_but(several, left_out))
        case ast.Dict(keys=keys, values=values) if len(keys) > 1:
            for at, key in enumerate(keys):
                fewer = but(node, keys=keys[:at] + keys[at + 1 :], values=values[:at] + values[at + 1 :])
                yield f"without {ast.unparse(key) if key else 'some'}: {text}", fewer


def _all_but(several: list[ast.expr], left_out: ast.expr) -> list[ast.expr]:
    return [one for one in several if one is not left_out]


class Put(ast.NodeTransformer):
    """A transformer that puts a node in the place of another."""

    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)


def _code(outer: CodeType, name: str) -> CodeType | None:
    for inner in outer.co_consts:
        if isinstance(inner, CodeType):
            found = inner if inner.co_qualname == name else _code(inner, name)
            if found is not None:
                return found
    return None


# Figures: what a module or class has beside its functions


def figure_changes(text: str, file: Path, within: Lines) -> list[FileChange]:
    """All small changes of values on certain lines of a module, outside of its functions."""
    found: list[FileChange] = []
    for statement in _statements(ast.parse(text)):
        if not set(within).intersection(_lines_of(statement)):
            continue
        nodes = list(ast.walk(statement))
        kept = {id(node) for node in ast.walk(statement.annotation)} if isinstance(statement, ast.AnnAssign) else set()
        for at, node in enumerate(nodes):
            if id(node) in kept or not set(_lines_of(node)) <= set(within) or not hasattr(node, "lineno"):
                continue
            for words, instead in (*_instead(node), *_of_a_figure(node)):
                other = copy.deepcopy(statement)
                changed = Put(list(ast.walk(other))[at], instead).visit(other)
                broken = _replaced(text, statement, changed)
                found.append(FileChange(node.lineno, words, file, broken))
    return found


def _statements(tree: ast.Module | ast.ClassDef) -> Iterator[ast.stmt]:
    for statement in tree.body:
        if isinstance(statement, ast.ClassDef):
            yield from _statements(statement)
        elif isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            yield statement
        elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            yield statement  # what is added to a registry with its figures


def _lines_of(node: ast.AST) -> range:
    return range(getattr(node, "lineno", 0), (getattr(node, "end_lineno", 0) or 0) + 1)


def _is_text(several: list[ast.expr]) -> bool:
    """A name alone in its brackets: what a type or an item gives."""
    return len(several) == 1 and isinstance(one := several[0], ast.Constant) and isinstance(one.value, str)


def _of_a_figure(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    match node:
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            yield f"one less than {value}", ast.Constant(value - 1)
        case ast.Tuple(elts=several, ctx=ast.Load()) if len(several) > 1 or _is_text(several):
            for left_out in several:
                yield (
                    f"without {ast.unparse(left_out)}: {ast.unparse(node)}",
                    but(node, elts=_all_but(several, left_out)),
                )
        case ast.AnnAssign(value=ast.Constant(value=str(value))) | ast.Assign(value=ast.Constant(value=str(value))):
            if value:
                yield f"without {value}", but(node, value=ast.Constant(""))


def _replaced(text: str, old: ast.stmt, new: ast.AST) -> str:
    lines = text.splitlines(keepends=True)
    written = textwrap.indent(ast.unparse(ast.fix_missing_locations(new)), " " * old.col_offset) + "\n"
    return "".join((*lines[: old.lineno - 1], written, *lines[old.end_lineno :]))


# Data files


def data_changes(text: str, file: Path, within: Lines) -> list[FileChange]:
    """Small changes of lines of a TOML file: another figure, a word or member left out, a neighbour's value."""
    lines = text.splitlines(keepends=True)
    return [
        FileChange(number, words, file, "".join((*lines[: number - 1], broken, *lines[number:])))
        for number in within
        if "=" in lines[number - 1] and not lines[number - 1].startswith("#")
        for words, broken in _of_a_line(lines, number)
    ]


def _of_a_line(lines: list[str], number: int) -> Iterator[tuple[str, str]]:
    line = lines[number - 1]
    key, _, value = line.partition("=")
    shown = line.strip()
    for match in re.finditer(r"\d+(?:\.\d+)?", value):
        more = f"{float(match[0]) + 1:g}"
        yield f"{more} instead of {match[0]}: {shown}", f"{key}={value[: match.start()]}{more}{value[match.end() :]}"
    for match in re.finditer(r"\b(true|false)\b", value):
        contrary = {"true": "false", "false": "true"}[match[0]]
        yield f"{contrary}: {shown}", f"{key}={value[: match.start()]}{contrary}{value[match.end() :]}"
    for match in re.finditer(r"\"([^\"]*)\"", value):
        words = match[1].split(" ")
        before, after = f"{key}={value[: match.start()]}", value[match.end() :]
        if " or " in match[1]:
            for one in (kinds := match[1].split(" or ")):
                yield f"without {one}: {shown}", f'{before}"{" or ".join(k for k in kinds if k != one)}"{after}'
        elif len(words) > 1 and all(re.fullmatch(r"[a-z_]+", word) for word in words):
            for one in words:
                yield f"without {one}: {shown}", f'{before}"{" ".join(w for w in words if w != one)}"{after}'
        elif value.lstrip().startswith("["):
            yield f"without {match[0]}: {shown}", f"{before}{after.removeprefix(',')}"
        elif (near := _neighbour(lines, number)) is not None:
            yield f"like its neighbour: {shown}", f"{key}={near}"


def _neighbour(lines: list[str], number: int) -> str | None:
    """The value of the line before or after, if it is another text."""
    value = lines[number - 1].partition("=")[2]
    for at in (number - 2, number):
        other = lines[at].partition("=")[2] if 0 <= at < len(lines) else ""
        if other.strip().startswith('"') and other != value:
            return other
    return None
