"""Straight moves in any direction with the facing kept: ahead or back and sideways, taken as one line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, hypot, isfinite

from warhost.field.field import Body, Field
from warhost.field.moves.legality import Cites, Passage
from warhost.field.moves.path import Path, path_of
from warhost.play.script import Refused
from warhost.table import TOLERANCE, Back, Forward, Point, Rect, Sidestep, Step, distance, local, overlaps, rect

FINE = 0.125
"""How finely such a move is looked at, in inches."""


def drift_of(name: str, shape: Rect, steps: Sequence[Step], most: float, cite: str) -> Path:
    """The path of such a move of up to so many inches; Refused if the steps make none."""
    for step in steps:
        if not isinstance(step, Forward | Back | Sidestep):
            raise Refused(f"{name} may turn or move, not both.", cite)
        if not isfinite(step.inches) or (step.inches < 0.0 and not isinstance(step, Sidestep)):
            raise Refused(f"{name} cannot move {step.inches:g} inches.", cite)
    if len(steps) > 2:
        raise Refused(f"{name} can only move straight ahead or back, and straight sideways.", cite)
    path = path_of(shape, steps)
    if straight_inches(path) > most + TOLERANCE:
        raise Refused(f'{name} cannot move {straight_inches(path):.2f}": {most:g}" at most.', cite)
    return path


def straight_inches(path: Path) -> float:
    """From where a path begins to where it ends, as the crow flies."""
    return hypot(path.end.x - path.start.x, path.end.y - path.start.y)


def stops_on(path: Path) -> list[Rect]:
    """Where the mover is on the straight line from the start to the end, the start left out."""
    start, end = path.start, path.end
    count = max(1, ceil(straight_inches(path) / FINE))
    stops = []
    for index in range(count):
        share = (index + 1) / count
        x, y = start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share
        stops.append(rect(x, y, start.facing, start.width, start.depth))
    return stops


def check_drift(field: Field, mover: Body, path: Path, passage: Passage, cites: Cites, *, flies: bool) -> None:
    """On the straight line to its end the mover goes through nobody, comes no nearer than it may or was, and enters no
    barred terrain; at its end it keeps the gap. One that flies looks at the end alone."""
    start, stops, gap = path.start, stops_on(path), passage.gap
    for other in field.near(start.x, start.y, path.reach + gap, mover.id):
        kept = gap if flies else min(gap, distance(start, other.shape))
        for stop in stops[-1:] if flies else stops:
            if overlaps(stop, other.shape):
                raise Refused(f"{mover.name} would move through {other.name}.", cites.to("through"))
            if distance(stop, other.shape) < kept - TOLERANCE:
                raise Refused(f'{mover.name} would come within {gap:g}" of {other.name}.', cites.to("gap"))
        if distance(path.end, other.shape) < gap - TOLERANCE:
            raise Refused(f'{mover.name} would end within {gap:g}" of {other.name}.', cites.to("gap"))
    for piece in () if flies else field.terrain.having(passage.barred):
        if any(overlaps(stop, piece.shape) for stop in stops):
            raise Refused(f"{mover.name} would move into {piece.name}.", cites.to("barred"))


def drifts_to(shape: Rect, goals: Iterable[Point], most: float) -> list[tuple[Step, ...]]:
    """Drafts of such moves: ahead, back, to the sides, and straight at each goal."""
    drafts: list[tuple[Step, ...]] = [(Forward(most),), (Back(most),), (Sidestep(most),), (Sidestep(-most),)]
    for x, y in goals:
        right, ahead = local(shape, x, y)
        away = hypot(right, ahead)
        if away > TOLERANCE:
            share = min(most, away) / away
            straight: Step = Forward(ahead * share) if ahead >= 0.0 else Back(-ahead * share)
            drafts.append((straight, Sidestep(right * share)))
    return drafts
