"""What players call the terrain on a table: "Forest", "Low hill", "East chapel"."""

from __future__ import annotations

import re

from warhost.report.look import SHAPES
from warhost.table import Board, Feature

DANGEROUS = " dangerous"
"""Ends the kind of a piece that is dangerous besides what it is."""

_NUMBERED = re.compile(r" \d+$")
_TWIN = "the other "
_THE = "the "


PAINTING_OF = {kind: name for name, kinds in SHAPES.paintings.items() for kind in kinds}
"""The painting of each kind of terrain."""


def word_of(kind: str) -> str:
    """The word for a kind of terrain, without what was agreed besides: `wood_tall5` is a wood."""
    word = kind.casefold().replace("_", " ").removesuffix(DANGEROUS)
    shorter = word
    while shorter not in PAINTING_OF and " " in shorter:
        shorter = shorter.rpartition(" ")[0]
    return shorter if shorter in PAINTING_OF else word


def called(feature: Feature) -> str:
    """A piece by its own name, or else by what it is."""
    kind = feature.kind.replace("_", " ").removesuffix(DANGEROUS)
    name = feature.name.replace("_", " ").removesuffix(DANGEROUS)
    if name and _NUMBERED.sub("", name) != kind:
        return _capital(name.removeprefix(_TWIN).removeprefix(_THE))
    word = word_of(feature.kind)
    return SHAPES.terrain.get(word) or _capital(word)


def names_of(board: Board) -> tuple[str, ...]:
    """The names of all features. Twins are told apart by where they stand: the west chapel and the east chapel."""
    twins = {one.name.removeprefix(_TWIN) for one in board.features if one.name.startswith(_TWIN)}
    return tuple(
        f"{_side(board, one)} {_bare(one.name)}" if _bare(one.name) in twins and one.name else called(one)
        for one in board.features
    )


def _bare(name: str) -> str:
    return name.removeprefix(_TWIN).removeprefix(_THE)


def _side(board: Board, feature: Feature) -> str:
    across, along = feature.x / board.width - 0.5, feature.y / board.depth - 0.5
    if abs(across) >= abs(along):
        return "East" if across > 0 else "West"
    return "North" if along > 0 else "South"


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]


__all__ = ["DANGEROUS", "PAINTING_OF", "called", "names_of", "word_of"]
