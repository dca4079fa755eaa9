"""Who is in base contact with whom, and how several chargers share one side."""

from __future__ import annotations

import msgspec

from warhost.play.battle import stand
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.regiments import events, optional
from warhost.rulesets.regiments.battle import Battle, Unit
from warhost.rulesets.regiments.formation import enemies, footprint, gap_between, on_table
from warhost.rulesets.regiments.sight import arc_at
from warhost.table import TOLERANCE, Arc, Rect, edge_length, flush, overlaps, summed

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
    """The enemies in base contact with a unit."""
    if unit.pose is None:
        return []
    return [other for other in enemies(battle, unit.seat) if gap_between(battle, unit, other) <= TOUCH]


@rule("aofr.phased.combats")
def combats(battle: Battle) -> list[list[Unit]]:
    """Each group of opposing units that hang together by base contact, those that have fought left out."""
    fought = phases(battle).fought
    waiting = [unit for unit in on_table(battle) if unit.id not in fought and touching(battle, unit)]
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
    """Whether a unit touches another with its front, so that its models can strike it."""
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
    places: list[Rect] = []
    for unit, width in zip(chargers, widths, strict=True):
        places.append(flush(footprint(battle, unit), goal, side, begin + width / 2))
        begin += width
    others = [footprint(battle, one) for one in on_table(battle) if one not in (*chargers, target)]
    if any(overlaps(place, other) for place in places for other in others):
        return
    for unit, place in zip(chargers, places, strict=True):
        here = footprint(battle, unit)
        if abs(place.x - here.x) + abs(place.y - here.y) > TOLERANCE:
            yield events.UnitAligned(unit.id, stand(unit, place))


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
