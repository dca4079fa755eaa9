"""Kinds of terrain as words: the name of a piece, then what was agreed of it besides (`wood_tall5`, `rocks_cover`)."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from typing import NamedTuple, TypeVar

N = TypeVar("N")

_TALL = re.compile(r"tall(\d+)")


class Told(NamedTuple):
    """What the words of a kind tell besides its name: further types, and a height if one is told."""

    types: frozenset[str]
    tall: int | None


def told(kind: str, named: Mapping[str, N], types: Container[str]) -> tuple[N | None, Told]:
    """What the longest known name at the head of a kind stands for, if there is one, and what its last words tell."""
    words = kind.split("_")
    found: set[str] = set()
    tall: int | None = None
    while words:
        known = named.get("_".join(words))
        if known is not None:
            return known, Told(frozenset(found), tall)
        word = words.pop()
        height = _TALL.fullmatch(word)
        if height is not None:
            tall = int(height[1])
        elif word in types:
            found.add(word)
    return None, Told(frozenset(found), tall)
