"""Who is in base contact with whom, and how several chargers share one side."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import msgspec

from warhost.field import frontage
from warhost.play.battle import stand
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.melee.alignment import SHIFT, may_stand
from warhost.rulesets.regiments.core import (
    Battle,
    Unit,
    arc_at,
    enemies,
    events,
    footprint,
    gap_between,
    optional,
    site_of,
)
from warhost.table import TOLERANCE, Arc, Rect, edge_length, flush, summed

SLUG = "phased_battles"
TOUCH = 0.05
"""How near bases are that touch, in inches."""


class Charged(msgspec.Struct, frozen=True):
    """A charge of this round: who, whom, and in which side."""

    unit: int
    target: int
    side: str


class Phases(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a round has seen so far."""

    winner: int = 0
    """The winner of the deployment roll-off."""
    actions: dict[str, str] = {}
    """What each unit did in the movement phase, by its number."""
    charges: tuple[Charged, ...] = ()
    shot: tuple[int, ...] = ()
    cast: tuple[int, ...] = ()
    """Units whose casters have cast in this movement phase."""
    opened: tuple[int, ...] = ()
    """Sides whose movement phase has begun."""
    fought: tuple[int, ...] = ()
    """Units whose combat was resolved."""


def phases(battle: Battle) -> Phases:
    return optional.kept(battle, SLUG, Phases)


def note(battle: Battle, **fields: object) -> None:
    optional.keep(battle, SLUG, msgspec.structs.replace(phases(battle), **fields))


def touching(battle: Battle, unit: Unit) -> list[Unit]:
    """The enemies in base contact with a unit, and those whom a charge on a building has brought together with it."""
    on_ground = [] if unit.pose is None else enemies(battle, unit.seat)
    found = [other for other in on_ground if gap_between(battle, unit, other) <= TOUCH]
    return found + [other for other in _at_the_walls(battle, unit) if other not in found]


def _at_the_walls(battle: Battle, unit: Unit) -> Iterator[Unit]:
    """Whom the unit charged inside a building in this round, or that building; and who charged it so (AOFR-R970)."""
    for told in phases(battle).charges:
        charger, inside = battle.units[told.unit], battle.units[told.target]
        if inside.pose is not None or site_of(battle, inside) is None or charger.fate or inside.fate:
            continue
        if unit is charger:
            yield inside
        elif unit is inside:
            yield charger


@rule("aofr.phased.combats")
def combats(battle: Battle) -> list[list[Unit]]:
    """Each group of opposing units that hang together by base contact, those that have fought left out."""
    fought = phases(battle).fought
    waiting = [unit for unit in battle.units if not unit.fate and unit.id not in fought and touching(battle, unit)]
    found: list[list[Unit]] = []
    while waiting:
        group = [waiting.pop(0)]
        for unit in group:
            near = [other for other in touching(battle, unit) if other in waiting]
            group += near
            waiting = [other for other in waiting if other not in near]
        found.append(sorted(group, key=lambda unit: unit.id))
    return found


def faces(battle: Battle, unit: Unit, other: Unit) -> bool:
    """Whether a unit touches another with its front, so that its models can strike it: at the walls of a building both
    do (AOFR-R970)."""
    if unit.pose is None or other.pose is None:
        return True
    shape = footprint(battle, other)
    return arc_at(footprint(battle, unit), shape.x, shape.y) is Arc.FRONT


@rule("aofr.phased.multi_charge")
def share_side(battle: Battle, target: Unit, side: Arc) -> Script[None]:
    """The chargers on one side of a unit stand side by side, so that as much of each as possible is in contact."""
    numbers = [told.unit for told in phases(battle).charges if told.target == target.id and told.side == side.value]
    chargers = [battle.units[number] for number in dict.fromkeys(numbers) if battle.units[number].pose is not None]
    if len(chargers) < 2 or target.pose is None:
        return
    goal = footprint(battle, target)
    chargers.sort(key=lambda unit: _along(goal, side, footprint(battle, unit)))
    widths = [footprint(battle, unit).width for unit in chargers]
    total, half = summed(widths), edge_length(goal, side) / 2
    begin = -total / 2
    if total <= 2 * half:
        # All have room: nobody moves further than is needed.
        first = _along(goal, side, footprint(battle, chargers[0])) - widths[0] / 2
        begin = min(max(first, -half), half - total)
    here = [footprint(battle, unit) for unit in chargers]
    places = _side_by_side(battle, chargers, here, goal, side, begin)
    if places is None:
        return
    for unit, place, before in zip(chargers, places, here, strict=True):
        if abs(place.x - before.x) + abs(place.y - before.y) > TOLERANCE:
            yield events.UnitAligned(unit.id, stand(unit, place))


def _side_by_side(
    battle: Battle, chargers: Sequence[Unit], shapes: Sequence[Rect], goal: Rect, side: Arc, begin: float
) -> list[Rect] | None:
    """Places in a row from there along a side, or from the nearest place where all may stand: on the table, on ground
    that can be entered, clear of others. None where no such row brings more into contact than there is already."""
    reach = edge_length(goal, side)

    def row(start: float) -> list[Rect]:
        found: list[Rect] = []
        for shape in shapes:
            found.append(flush(shape, goal, side, start + shape.width / 2))
            start += shape.width
        return found

    def in_contact(places: Sequence[Rect]) -> tuple[int, float, float]:
        """How many have their front on that side, how much of it all have there, and how much who has least."""
        shares = [frontage(goal, side, place) for place in places if _is_flush(goal, side, place)]
        many = sum(share > TOLERANCE for share in shares)
        return many, round(summed(shares), 6), round(min(shares, default=0.0), 6)

    def is_free(places: Sequence[Rect]) -> bool:
        return all(may_stand(battle, unit, place, *chargers) for unit, place in zip(chargers, places, strict=True))

    wished = row(begin)
    if is_free(wished):
        return wished
    shifts = [step * SHIFT for step in range(1, math.ceil(reach / SHIFT) + 1)]
    rows = [made for shift in shifts for made in (row(begin - shift), row(begin + shift)) if is_free(made)]
    best = max(rows, key=in_contact, default=None)
    return best if best is not None and in_contact(best) > in_contact(shapes) else None


def _is_flush(goal: Rect, side: Arc, shape: Rect) -> bool:
    """Whether a charger has its front on that side: at a corner, where it found no room, it has not."""
    there = flush(shape, goal, side, _along(goal, side, shape))
    return math.hypot(shape.x - there.x, shape.y - there.y) <= TOUCH and abs(shape.fx - there.fx) <= TOUCH


def _along(goal: Rect, side: Arc, shape: Rect) -> float:
    """How far along a side the middle of a charger is from the middle of that side, as `flush` counts it."""
    low, high = -edge_length(goal, side), edge_length(goal, side)
    for _ in range(40):
        middle = (low + high) / 2
        at = flush(shape, goal, side, middle)
        ahead = (shape.x - at.x) * _axis(goal, side)[0] + (shape.y - at.y) * _axis(goal, side)[1]
        low, high = (middle, high) if ahead > 0 else (low, middle)
    return (low + high) / 2


def _axis(goal: Rect, side: Arc) -> tuple[float, float]:
    """The direction in which offsets along a side grow."""
    one, other = flush(goal, goal, side, 0.0), flush(goal, goal, side, 1.0)
    return other.x - one.x, other.y - one.y
