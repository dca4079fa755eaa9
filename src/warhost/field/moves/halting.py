"""Straight moves of a given length over any side, facing kept: how far they go and what stops them."""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from warhost.field.field import Body, Field, Piece
from warhost.field.moves.path import inches_to_edge
from warhost.field.moves.running import ahead, inches_to_gap
from warhost.table import (
    TOLERANCE,
    Arc,
    Back,
    Forward,
    Rect,
    Sidestep,
    Step,
    distance,
    free_towards,
    outward_facing,
    rect,
)


class Halt(NamedTuple):
    """How far a mover gets, and who or what stops it; the edge of the board has no body and no piece."""

    inches: float
    body: Body | None = None
    piece: Piece | None = None
    edge: bool = False

    @property
    def name(self) -> str:
        """What stopped it, in words; nothing where it got as far as it had to."""
        found = self.body or self.piece
        return found.name if found is not None else "the edge of the table" if self.edge else ""


def straight(side: Arc, inches: float) -> Step:
    """The step that goes so far straight out over that side."""
    if side is Arc.FRONT:
        return Forward(inches)
    if side is Arc.REAR:
        return Back(inches)
    return Sidestep(inches if side is Arc.RIGHT else -inches)


def halt(
    field: Field, own: int, side: Arc, limit: float, *, gap: float, barred: str, without: Container[int] = ()
) -> Halt:
    """How far a body goes straight out over one of its sides, up to the limit.

    It stops in contact with its friends, with terrain that is barred and with the edge, and that gap before its
    enemies; with no gap in contact with them too. `without` are bodies that are not in its way.
    """
    mover = field[own]
    start = mover.shape
    edge = inches_to_edge(start, field.board, side, limit=limit)
    best = Halt(limit) if edge >= limit - TOLERANCE else Halt(edge, edge=True)
    for piece in field.terrain.having(barred):
        inches = free_towards(start, side, piece.shape, limit)
        if inches < best.inches - TOLERANCE:
            best = Halt(inches, piece=piece)
    for body in field.near(start.x, start.y, start.radius + limit + gap, own, without):
        friend = field.friends(body.seat, mover.seat)
        inches = free_towards(start, side, body.shape, limit)
        if gap and not friend:
            inches = _short_of(start, side, body.shape, inches, limit, gap)
        if inches < best.inches - TOLERANCE:
            best = Halt(inches, body)
    return best


def _short_of(start: Rect, side: Arc, shape: Rect, free: float, limit: float, gap: float) -> float:
    """How far the mover gets that would touch the shape, or end nearer to it than the gap; one that only passes by is
    not stopped."""
    seen = _as_front(start, side)
    if free >= limit - TOLERANCE and distance(ahead(seen, limit), shape) >= gap - TOLERANCE:
        return limit
    return inches_to_gap(seen, shape, limit, gap, gap)


def _as_front(shape: Rect, side: Arc) -> Rect:
    """The same rectangle seen with that side as its front."""
    if side is Arc.FRONT:
        return shape
    width, depth = (shape.width, shape.depth) if side is Arc.REAR else (shape.depth, shape.width)
    return rect(shape.x, shape.y, outward_facing(shape, side), width, depth)
