"""Reforms: a block of models takes up another number of files about a point that stays where it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from warhost.play.questions import Frontage, Kind
from warhost.play.script import Refused
from warhost.table import TOLERANCE, Base, Rect, from_local, ranks_of, rect

__all__ = ["farthest_model", "frontages", "reformed"]


def frontages(count: int, files: Iterable[int], width: float, depth: float) -> tuple[Frontage, ...]:
    """How wide and deep so many models on bases of that size are in each number of files, as a question tells it."""
    return tuple(Frontage(many, many * width, ranks_of(count, many) * depth) for many in files if 0 < many <= count)


def reformed(name: str, shape: Rect, kind: Kind, files: int, rule: str) -> Rect:
    """The block in so many files, about its centre or the middle of its front, as the kind of move says."""
    frontage = next((one for one in kind.frontages if one.files == files), None)
    if frontage is None:
        known = ", ".join(str(one.files) for one in kind.frontages)
        told = f"it can have {known}" if known else f"this move ({kind.name}) keeps them as they are"
        raise Refused(f"{name} cannot change to {files} files: {told}.", rule)
    back = (shape.depth - frontage.depth) / 2 if kind.holds == "front" else 0.0
    x, y = from_local(shape, 0.0, back)
    return rect(x, y, shape.facing, frontage.width, frontage.depth)


def farthest_model(before: Sequence[Base], after: Sequence[Base]) -> float:
    """How far the models have to go from their old places to the new ones: the longest way of any of them, if they
    share the places out so that it is as short as it can be."""
    ways = [[hypot(one.x - place.x, one.y - place.y) for place in after] for one in before]
    lengths = sorted({way for row in ways for way in row})
    low, high = 0, len(lengths) - 1
    while low < high:
        middle = (low + high) // 2
        if _all_get_there(ways, lengths[middle] + TOLERANCE):
            high = middle
        else:
            low = middle + 1
    return lengths[low] if lengths else 0.0


def _all_get_there(ways: Sequence[Sequence[float]], inches: float) -> bool:
    """Whether every model can have a place of its own that is no farther than that."""
    taken: dict[int, int] = {}

    def settle(model: int, tried: set[int]) -> bool:
        for place, way in enumerate(ways[model]):
            if way <= inches and place not in tried:
                tried.add(place)
                if place not in taken or settle(taken[place], tried):
                    taken[place] = model
                    return True
        return False

    return all(settle(model, set()) for model in range(len(ways)))
