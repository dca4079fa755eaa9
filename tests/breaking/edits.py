"""Parts of a function that may be edited, and edited copies of them."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator


def kept_parts(function: ast.FunctionDef, nodes: list[ast.AST]) -> Iterator[ast.AST]:
    """Parts that no change touches: the signature, types, and words to a player."""
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


def but(node: ast.AST, **fields: object) -> ast.AST:
    """A copy of a node with other fields."""
    other = copy.copy(node)
    for name, value in fields.items():
        setattr(other, name, value)
    return other
