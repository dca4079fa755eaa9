"""Who fights whom: contacts that units keep until they part, the combats that they make, and how gaps are closed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import hypot
from typing import Protocol, TypeVar

import msgspec

from warhost.table import (
    TOLERANCE,
    Arc,
    Rect,
    along_edge,
    edge_length,
    edge_midpoint,
    outward,
    project,
    rect,
    slide,
)


class Foe(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An enemy in base contact: which of my facings it touches, and which of its own touches me."""

    unit: int
    mine: Arc
    theirs: Arc


class Fighter(Protocol):
    """A unit that keeps its contacts."""

    id: int
    foes: tuple[Foe, ...]


F = TypeVar("F", bound=Fighter)


def engage(one: Fighter, its_side: Arc, other: Fighter, others_side: Arc) -> None:
    """Both fight each other from now on, on these sides."""
    one.foes = (*(foe for foe in one.foes if foe.unit != other.id), Foe(other.id, its_side, others_side))
    other.foes = (*(foe for foe in other.foes if foe.unit != one.id), Foe(one.id, others_side, its_side))


def part(units: Sequence[F], unit: F, foe: int | None = None) -> list[F]:
    """The unit no longer fights that enemy, or any; returns who has parted: the unit itself and its enemy, in turn."""
    parted: list[F] = []
    for enemy in [f.unit for f in unit.foes if foe is None or f.unit == foe]:
        other = units[enemy]
        other.foes = tuple(f for f in other.foes if f.unit != unit.id)
        unit.foes = tuple(f for f in unit.foes if f.unit != enemy)
        parted += (unit, other)
    return parted


def linked(units: Sequence[Fighter], unit: Fighter) -> tuple[int, ...]:
    """All that are linked to this one through contact, chains included, in the order of their numbers."""
    found = {unit.id}
    waiting = [unit.id]
    while waiting:
        for foe in units[waiting.pop()].foes:
            if foe.unit not in found:
                found.add(foe.unit)
                waiting.append(foe.unit)
    return tuple(sorted(found))


def combats(units: Sequence[Fighter], without: Iterable[int] = ()) -> list[tuple[int, ...]]:
    """The combats of all units that fight; one that is only among those left out is no combat."""
    found: list[tuple[int, ...]] = []
    seen = set(without)
    for unit in units:
        if unit.foes and unit.id not in seen:
            found.append(linked(units, unit))
            seen.update(found[-1])
    return found


def pairs_apart(units: Sequence[F], of: Iterable[int], touch: Callable[[F, F], bool]) -> list[tuple[F, F]]:
    """The pairs with one of these units that fight each other and do not touch, each once."""
    found: dict[frozenset[int], tuple[F, F]] = {}
    for unit in (units[number] for number in of):
        for enemy in (units[foe.unit] for foe in unit.foes):
            pair = frozenset((unit.id, enemy.id))
            if pair not in found and not touch(unit, enemy):
                found[pair] = (unit, enemy)
    return list(found.values())


def closed_up(own: Rect, mine: Arc, other: Rect, theirs: Arc, farthest: float) -> tuple[Rect, Rect] | None:
    """Where the own shape stands in contact again, and what it covers on its way; None if it would have to go farther.

    It goes straight at the edge that it touched, or along it, whichever alone restores contact.
    """
    nx, ny = outward(other, theirs)
    (ax, ay), (bx, by) = edge_midpoint(own, mine), edge_midpoint(other, theirs)
    gap = (ax - bx) * nx + (ay - by) * ny
    low, high = project(own, other, theirs)
    half = edge_length(other, theirs) / 2
    beside = low - half if low > half else high + half if high < -half else 0.0
    if abs(beside) <= TOLERANCE:
        inches, way = gap, (-nx, -ny)
    elif abs(gap) <= TOLERANCE:
        inches, way = -beside, along_edge(other, theirs)
    else:
        return None
    if abs(inches) > farthest + TOLERANCE:
        return None
    place = slide(own, inches, way)
    inches = hypot(place.x - own.x, place.y - own.y)
    ahead = abs(way[0] * own.fx + way[1] * own.fy) > 0.5
    width, depth = (own.width, own.depth + inches) if ahead else (own.width + inches, own.depth)
    return place, rect((own.x + place.x) / 2, (own.y + place.y) / 2, own.facing, width, depth)
