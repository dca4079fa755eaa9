"""Moves worth a thought, and moves at random: what manoeuvre questions offer to who does not draw."""

from __future__ import annotations

from functools import partial
from math import hypot

from warhost.dice import Chance
from warhost.field import free_inches, path_of, turns_to
from warhost.field.moves.drafts import pivoting_drafts, random_pivoting
from warhost.play.questions import Kind
from warhost.rulesets.regiments.chapters.movement.ground_on_moves import DIFFICULT, GAP, gait, held_to
from warhost.rulesets.regiments.core import Battle, Unit, enemies, field_of, footprint
from warhost.table import Arc, Forward, Pivot, Point, Rect, Step

MOST_ENEMIES = 4
"""Moves are suggested towards so many of the nearest enemies."""


def goals(battle: Battle, unit: Unit) -> list[Point]:
    """The places that a unit may want to go to: the nearest enemies, and the objective markers."""
    assert unit.pose is not None
    x, y = unit.pose.x, unit.pose.y
    foes = [(foe.pose.x, foe.pose.y) for foe in enemies(battle, unit.seat) if foe.pose is not None]
    foes.sort(key=lambda at: hypot(at[0] - x, at[1] - y))
    return [*foes[:MOST_ENEMIES], *((marker.x, marker.y) for marker in battle.markers if not marker.gone)]


def free_ahead(battle: Battle, unit: Unit, shape: Rect, limit: float, side: Arc = Arc.FRONT) -> float:
    """How far the unit can go straight on from there and keep 1" from others, on the table and out of what bars it."""
    flies = gait(battle, unit).flies
    return free_inches(field_of(battle), unit.id, shape, limit, side, gap=GAP, barred="impassable", flies=flies)


def sensible_steps(battle: Battle, unit: Unit, kind: Kind) -> list[tuple[Step, ...]]:
    """Moves towards each goal, and back; as far as they go, and as far as difficult ground lets them."""

    def halts(shape: Rect, far: float) -> list[float]:
        if far <= DIFFICULT and not battle.scene.settings.parts:
            return []
        most = held_to(battle, unit, path_of(shape, (Forward(far),)), far, gait(battle, unit))
        return [most] if most < far else []

    free = partial(free_ahead, battle, unit)
    return list(pivoting_drafts(footprint(battle, unit), kind, goals(battle, unit), free, halts))


def sensible_turns(battle: Battle, unit: Unit, limit: float) -> list[Pivot]:
    """Turns to look at each goal, to the sides, and about-face, as far as the limit allows."""
    return turns_to(footprint(battle, unit), goals(battle, unit), limit)


def random_steps(battle: Battle, unit: Unit, kind: Kind, chance: Chance) -> tuple[Step, ...]:
    """A move at random, cut short where something is in the way: mostly ahead, with or without the pivot."""
    return random_pivoting(footprint(battle, unit), kind, partial(free_ahead, battle, unit), chance)
