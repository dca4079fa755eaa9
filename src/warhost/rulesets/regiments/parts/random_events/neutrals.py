"""Events that bring units of nobody's: zombies, rats, a daemon spawn, rebels (AOFR-R544, AOFR-R545)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from warhost.dice import Dice
from warhost.field import path_of
from warhost.field.ground.placing import Ground, nearest_room
from warhost.play.battle import stand
from warhost.play.questions import Option
from warhost.play.script import Script, agrees, passes, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import activation
from warhost.rulesets.regiments.chapters.deployment.ground import why_not
from warhost.rulesets.regiments.chapters.melee import charge
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.movement.ground_on_moves import gait, held_to
from warhost.rulesets.regiments.chapters.movement.suggestions import free_ahead
from warhost.rulesets.regiments.chapters.wounds.removal import is_gone
from warhost.rulesets.regiments.core import (
    Battle,
    Group,
    Regiment,
    Unit,
    events,
    footprint,
    footprint_at,
    gap_between,
    on_table,
    optional,
)
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.lists.profile_text import parse_weapon
from warhost.rulesets.regiments.parts.random_events.happening import (
    EventFell,
    Happening,
    Neutral,
    RandomEvent,
    event,
    neutral,
)
from warhost.rulesets.regiments.parts.shared.lots import (
    corner,
    one_of_units,
    quarter_centre,
    random_army,
    random_quarter,
)
from warhost.rulesets.regiments.shown.position import fresh_unit
from warhost.table import Board, Forward, Pivot, Point, Pose, Step, apply, bearing, turn_between

TOPIC = "neutral unit"

NOBODY = -1
"""The seat of neutral units: they are enemies of all (AOFR-R522)."""

FROM_CORNER = 6.0
"""How far from both edges a unit appears that comes within 12" of a corner."""

FINE, FAR = 0.5, 64
"""How finely and how far room is looked for, where the spot is taken."""

Spot = Callable[[Board, int], Point]


@rule("aofr.event.34_havoc_nuisance", "aofr.event.36_rebel_uprising")
def near_corner(board: Board, number: int) -> Point:
    """A spot within 12" of a corner, with room for a unit."""
    x, y = corner(board, number)
    return abs(x - FROM_CORNER), abs(y - FROM_CORNER)


class _Bringing(RandomEvent):
    """A neutral unit appears."""

    what = "quarter"
    spot: Spot = staticmethod(quarter_centre)

    @rule("aofr.event.31_walking_dead", "aofr.event.33_pied_piper")
    @rule("aofr.event.34_havoc_nuisance", "aofr.event.36_rebel_uprising")
    def happen(self, battle: Battle) -> Script[None]:
        number = yield from random_quarter(self.name, self.rule, self.what)
        told = neutral(self.slug)
        size = int(told.size) if told.size.isdecimal() else 0
        if not size:
            size = yield from roll_sum(
                str(Dice.parse(told.size)), why=f"{self.name}: how many {told.name}", rule=self.rule
            )
        x, y = self.spot(battle.scene.board, number)
        unit = bring(battle, told, size, x, y)
        if unit is None:
            return
        assert unit.pose is not None
        yield events.UnitDeployed(unit.id, unit.pose)
        yield EventFell(self.name, f"{size} {told.name}")
        self.begin(battle, units=(unit.id,))


def bring(battle: Battle, told: Neutral, size: int, x: float, y: float) -> Unit | None:
    """Put a new neutral unit on the table at that spot, or the nearest one with room, facing the nearest unit; nobody
    comes if there is none."""
    regiment = Regiment(
        faction="",
        name=told.name,
        quality=told.quality,
        defense=told.defense,
        cost=0,
        base=told.base,
        groups=(Group(size, tuple(map(parse_weapon, told.weapons))),),
        rules=tuple(map(RuleText.parse, told.rules)),
        kind=told.kind,
    )
    unit = msgspec.structs.replace(
        fresh_unit(len(battle.units), NOBODY, regiment), entry=len(battle.scene.regiments), activated=True
    )
    battle.scene = msgspec.structs.replace(battle.scene, regiments=(*battle.scene.regiments, regiment))
    battle.units = [*battle.units, unit]
    others = [other for other in on_table(battle) if other.pose is not None]
    facing = 0.0
    if others:
        nearest = min(others, key=lambda other: (_away(other, x, y), other.id))
        assert nearest.pose is not None
        facing = round(bearing(x, y, nearest.pose.x, nearest.pose.y), 6)
    anywhere = Ground(rule="aofr.event.31_walking_dead")

    def free(pose: Pose) -> bool:
        return why_not(battle, unit, pose, anywhere) is None

    wanted = footprint_at(battle, unit, Pose(x, y, facing))
    place = nearest_room(wanted, lambda spot: free(spot.pose), FINE, FAR)
    if not free(place.pose):
        unit.fate = "left"
        return None
    stand(unit, place)
    return unit


def _away(unit: Unit, x: float, y: float) -> float:
    assert unit.pose is not None
    return (unit.pose.x - x) ** 2 + (unit.pose.y - y) ** 2


class Mindless(_Bringing):
    """At the end of each round the unit goes for the nearest one of any army."""

    @rule("aofr.event.31_walking_dead_act", "aofr.event.33_pied_piper_act")
    def round_ends(self, battle: Battle, one: Happening) -> Script[None]:
        """It acts from the round in which it appears."""
        unit = battle.units[one.units[0]]
        if unit.pose is not None:
            yield from activation.act(battle, unit)

    @rule("aofr.event.31_walking_dead_act", "aofr.event.33_pied_piper_act")
    def acts(self, battle: Battle, unit: Unit, one: Happening) -> Script[bool]:
        """It charges the nearest unit if it can, else it Rushes straight towards it; Shaken it recovers."""
        if unit.id not in one.units:
            return False
        if unit.shaken:
            unit.shaken = False
            yield events.UnitActivated(unit.id, "idle")
            yield events.UnitRecovered(unit.id)
            return True
        target = yield from self._nearest(battle, unit)
        if target is None:
            yield events.UnitActivated(unit.id, "hold")
        elif charge.plan(battle, unit, target) is not None and not (yield from _is_kept(battle, unit, target)):
            yield from activation.charge_action(battle, unit, target)
        elif not is_gone(unit):
            yield from rush_towards(battle, unit, target)
        return True

    def _nearest(self, battle: Battle, unit: Unit) -> Script[Unit | None]:
        """The nearest unit of either army; which of several that are equally near is drawn."""
        gaps = [(round(gap_between(battle, unit, other), 6), other) for other in on_table(battle) if other.seat >= 0]
        if not gaps:
            return None
        least = min(gap for gap, _ in gaps)
        return (yield from one_of_units([other for gap, other in gaps if gap == least], self.name, self.rule))


def _is_kept(battle: Battle, unit: Unit, target: Unit) -> Script[bool]:
    """Whether something keeps it from the charge that it declares, as it would any other unit."""
    option = Option(f"charge>{target.id}", f"Charge {target.name}", unit=unit.id, target=target.id)
    return (yield from optional.any_of(battle, "keeps_from", unit, option))


def rush_towards(battle: Battle, unit: Unit, target: Unit) -> Script[None]:
    """Turn towards the unit and Rush as far as the way is free."""
    shape, goal = footprint(battle, unit), footprint(battle, target)
    turn = turn_between(shape.facing, bearing(shape.x, shape.y, goal.x, goal.y))
    turn = max(-moving.MOST_TURN, min(moving.MOST_TURN, turn))
    kind = moving.kind_of_move(battle, unit, "rush")
    legal = partial(moving.check_move, battle, unit, kind, action="rush")
    for first in ((Pivot(turn),), ()):
        start = shape if not first else apply(shape, first[0])
        free = free_ahead(battle, unit, start, kind.forward)
        way = path_of(shape, (*first, Forward(free)))
        free = min(free, held_to(battle, unit, way, free, gait(battle, unit)))
        for share in (1.0, 0.75, 0.5, 0.25):
            steps: tuple[Step, ...] = (*first, Forward(free * share))
            if passes(legal, steps):
                yield from moving.make_move(battle, unit, steps, "rush")
                return
    yield events.UnitActivated(unit.id, "rush")


class _Hired(_Bringing):
    """At the end of each round a random player may activate the unit, as if it were its own."""

    what = "corner"
    spot: Spot = staticmethod(near_corner)

    @rule("aofr.event.34_havoc_nuisance_act", "aofr.event.36_rebel_uprising_act")
    def round_ends(self, battle: Battle, one: Happening) -> Script[None]:
        unit = battle.units[one.units[0]]
        if unit.pose is None:
            return
        seat = yield from random_army(battle, f"{self.name}: who may activate {unit.name}", self.rule)
        yes = Option("activate", f"Activate {unit.name}", unit=unit.id)
        text = f"{unit.name} may act for you. Do you activate the unit?"
        if not (yield from agrees(seat, TOPIC, text, yes, "Leave it", rules=(self.rule,))):
            return
        unit.seat = seat
        yield from activation.act(battle, unit)
        unit.seat = NOBODY


@event("31_walking_dead")
class WalkingDead(Mindless):
    """2D6+3 Zombies."""


@event("33_pied_piper")
class PiedPiper(Mindless):
    """D3+1 Rat Swarms."""


@event("34_havoc_nuisance")
class HavocNuisance(_Hired):
    """A Daemon Spawn."""


@event("36_rebel_uprising")
class RebelUprising(_Hired):
    """D6+4 Rebels."""
