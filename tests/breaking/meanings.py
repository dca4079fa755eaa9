"""Breaks of meaning: a function that does something plausible that its rule does not say.

The changes of `changes.py` are slips of the pen. These are wrong readings: the wrong side, the wrong owner, the nearest
for the farthest, the first for all, before for after, a modifier dropped, a limit doubled, a loop left after one.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise, permutations

from tests.breaking.edits import but, kept_parts

CONTRARIES = (
    ("ally", "enemy"),
    ("allies", "enemies"),
    ("friend", "enemy"),
    ("friend", "foe"),
    ("friends", "enemies"),
    ("friends", "foes"),
    ("friendly", "enemy"),
    ("friendly", "hostile"),
    ("own", "other"),
    ("own", "enemy"),
    ("mine", "theirs"),
    ("active", "reactive"),
    ("active", "other"),
    ("attacker", "defender"),
    ("attackers", "defenders"),
    ("charger", "target"),
    ("chargers", "targets"),
    ("caster", "target"),
    ("shooter", "target"),
    ("bearer", "unit"),
    ("winner", "loser"),
    ("winners", "losers"),
    ("wins", "loses"),
    ("left", "right"),
    ("front", "rear"),
    ("front", "flank"),
    ("nearest", "farthest"),
    ("nearest", "furthest"),
    ("closest", "farthest"),
    ("closest", "furthest"),
    ("first", "last"),
    ("before", "after"),
    ("start", "end"),
    ("least", "most"),
    ("minimum", "maximum"),
    ("files", "ranks"),
    ("width", "depth"),
    ("strength", "toughness"),
    ("strength", "resilience"),
    ("offensive", "defensive"),
    ("hit", "wound"),
    ("to_hit", "to_wound"),
    ("hits", "wounds"),
    ("melee", "shooting"),
    ("melee", "ranged"),
    ("attacks", "models"),
    ("models", "wounds"),
)

Changes = Iterator[tuple[ast.AST, str, ast.AST]]
"""What stands there now, the change in words, and what stands there instead."""


def meaning_changes(function: ast.FunctionDef, known: Mapping[str, object]) -> Iterator[tuple[int, int, str, ast.AST]]:
    """All breaks of meaning of a function; `known` has the names of its module."""
    nodes = list(ast.walk(function))
    places = {id(node): at for at, node in enumerate(nodes)}
    kept = {id(node) for part in kept_parts(function, nodes) for node in ast.walk(part)}
    seen: set[str] = set()
    for node in nodes:
        if id(node) in kept:
            continue
        for old, words, instead in (*_order(node), *_loops(node), *_figures(node), *_sides(node, function, known)):
            if words not in seen:
                seen.add(words)
                yield places[id(old)], getattr(old, "lineno", function.lineno), words, instead


def _text(node: ast.AST) -> str:
    return ast.unparse(node).partition("\n")[0]


# Before for after


def _order(node: ast.AST) -> Changes:
    """Two steps that follow each other change places; a list is sorted the other way round."""
    body = getattr(node, "body", None)
    if isinstance(body, list):
        for at, (one, other) in enumerate(pairwise(body)):
            if _is_step(one) and _is_step(other):
                swapped = [*body[:at], other, one, *body[at + 2 :]]
                yield node, f"{_text(other)} before {_text(one)}", but(node, body=swapped)
    match node:
        case ast.Call(func=ast.Name(id="sorted"), keywords=keywords) if any(word.arg == "key" for word in keywords):
            rest = [word for word in keywords if word.arg != "reverse"]
            turned = [] if len(rest) < len(keywords) else [ast.keyword("reverse", ast.Constant(True))]
            yield node, f"the other way round: {_text(node)}", but(node, keywords=[*rest, *turned])
        case ast.Call(func=ast.Name(id=("min" | "max") as name)):
            other_name = "max" if name == "min" else "min"
            yield (
                node,
                f"{other_name} instead of {_text(node)}",
                but(node, func=ast.Name(other_name, ast.Load())),
            )
        case ast.Call(func=ast.Name(id="next"), args=[ast.GeneratorExp() as several, *default]):
            reverse = ast.Call(
                ast.Name("reversed", ast.Load()), [ast.Call(ast.Name("list", ast.Load()), [several], [])], []
            )
            yield node, f"the last instead of the first: {_text(node)}", but(node, args=[reverse, *default])


def _is_step(node: ast.stmt) -> bool:
    match node:
        case ast.Expr(value=ast.Call() | ast.Yield() | ast.YieldFrom()):
            return True
        case ast.AugAssign() | ast.Assign(targets=[ast.Attribute()]):
            return True
    return False


# The first for all


def _loops(node: ast.AST) -> Changes:
    match node:
        case ast.For(iter=several, body=body):
            yield node, f"left after one: {_text(node)}", but(node, body=[*body, ast.Break()])
            yield node, f"all but the first: {_text(node)}", but(node, iter=_part(several, 1, None))
        case ast.comprehension(iter=several):
            yield node, f"the first alone of {_text(several)}", but(node, iter=_part(several, None, 1))
        case ast.While(body=body):
            yield node, f"left after one: {_text(node)}", but(node, body=[*body, ast.Break()])


def _part(several: ast.expr, start: int | None, stop: int | None) -> ast.expr:
    def edge(at: int | None) -> ast.expr | None:
        return None if at is None else ast.Constant(at)

    as_list = ast.Call(ast.Name("list", ast.Load()), [several], [])
    return ast.Subscript(as_list, ast.Slice(edge(start), edge(stop)), ast.Load())


# A modifier dropped, a limit doubled


def _figures(node: ast.AST) -> Changes:
    match node:
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div() | ast.FloorDiv(), right=right):
            yield node, f"without {_text(right)}: {_text(node)}", left
            if isinstance(node.op, ast.Add):
                yield node, f"without {_text(left)}: {_text(node)}", right
            elif isinstance(node.op, ast.Sub | ast.Div):
                yield node, f"from the other side: {_text(node)}", but(node, left=right, right=left)
        case ast.Compare(ops=[ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()], comparators=[limit]):
            yield node, f"twice the limit: {_text(node)}", but(node, comparators=[_twice(limit)])
            yield node, f"half of it: {_text(node)}", but(node, left=_twice(node.left))
        case ast.Call(func=ast.Name(id="min" | "max"), args=[*several]) if len(several) > 1:
            for one in several:
                fewer = [other for other in several if other is not one]
                instead = fewer[0] if len(fewer) == 1 and not node.keywords else but(node, args=fewer)
                yield node, f"not limited by {_text(one)}: {_text(node)}", instead
        case ast.Call(keywords=keywords) if keywords:
            for word in keywords:
                figure = word.value.value if isinstance(word.value, ast.Constant) else None
                if word.arg is not None and isinstance(figure, int | float) and not isinstance(figure, bool):
                    doubled = ast.keyword(word.arg, ast.Constant(2 * figure or 1))
                    others = [doubled if other is word else other for other in keywords]
                    yield node, f"twice {word.arg}: {_text(node)}", but(node, keywords=others)
        case ast.AugAssign(op=ast.Add()):
            yield (
                node,
                f"set instead of added: {_text(node)}",
                ast.copy_location(ast.Assign([node.target], node.value), node),
            )
        case ast.AugAssign(op=ast.Sub()):
            yield node, f"added instead of taken away: {_text(node)}", but(node, op=ast.Add())
        case ast.Return(value=ast.Constant(value=int(figure))) if not isinstance(figure, bool) and figure:
            yield node, f"twice {figure}", ast.Return(ast.Constant(2 * figure))
        case ast.BoolOp(op=ast.And()):
            yield node, f"or instead of and: {_text(node)}", but(node, op=ast.Or())
        case ast.BoolOp(op=ast.Or()) if len(node.values) > 1:
            yield node, f"and instead of or: {_text(node)}", but(node, op=ast.And())


def _twice(value: ast.expr) -> ast.expr:
    return ast.BinOp(ast.Constant(2), ast.Mult(), value)


# The wrong side, the wrong owner


def _sides(node: ast.AST, function: ast.FunctionDef, known: Mapping[str, object]) -> Changes:
    """Somebody else where the rule speaks of one: another argument of the same kind, a name that says the contrary."""
    match node:
        case ast.Call(args=[ast.Name(), *_] as several, keywords=[]) if len(several) > 1:
            yield from _swapped(node, several, function)
    match node:
        case ast.Name(id=name, ctx=ast.Load()):
            for other in (*_alike(function, name), *_contraries(name)):
                if other in known or other in _arguments(function):
                    yield node, f"{other} instead of {name}, line {node.lineno}", ast.Name(other, ast.Load())
        case ast.Attribute(attr=name, ctx=ast.Load()):
            for other in _contraries(name):
                if _stand_together(name, other):
                    yield node, f".{other} instead of {_text(node)}", but(node, attr=other)


def _swapped(node: ast.Call, several: list[ast.expr], function: ast.FunctionDef) -> Changes:
    kinds = _arguments(function)
    named = {at: one.id for at, one in enumerate(several) if isinstance(one, ast.Name)}
    for (at, one), (after, other) in permutations(named.items(), 2):
        if at < after and one != other and kinds.get(one) is not None and kinds.get(one) == kinds.get(other):
            turned = list(several)
            turned[at], turned[after] = several[after], several[at]
            yield node, f"{other} and {one} swapped: {_text(node)}", but(node, args=turned)


def _arguments(function: ast.FunctionDef) -> dict[str, str]:
    """The arguments of a function with their types as text."""
    arguments = (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    return {one.arg: ast.unparse(one.annotation) for one in arguments if one.annotation is not None}


def _alike(function: ast.FunctionDef, name: str) -> list[str]:
    """Other arguments of the same type."""
    kinds = _arguments(function)
    kind = kinds.get(name)
    if kind is None or kind in ("int", "float", "bool", "str"):
        return []
    return [other for other, its in kinds.items() if its == kind and other != name]


def _contraries(name: str) -> list[str]:
    """The name with one of its words turned into the contrary."""
    words = name.split("_")
    found = []
    for one, other in (*CONTRARIES, *((b, a) for a, b in CONTRARIES)):
        if name == one:
            found.append(other)
        elif one in words:
            found.append("_".join(other if word == one else word for word in words))
    return list(dict.fromkeys(found))


@cache
def _stand_together(name: str, other: str) -> bool:
    """Whether some class of the engine has both attributes, so that one can be read for the other."""
    return any(hasattr(kind, name) and hasattr(kind, other) for kind in _classes())


@cache
def _classes() -> tuple[type, ...]:
    modules = [module for name, module in sys.modules.items() if name.startswith("warhost.")]
    return tuple({thing for module in modules for thing in vars(module).values() if isinstance(thing, type)})
