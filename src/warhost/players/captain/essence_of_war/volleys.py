"""What shooting and spells that harm are worth: Health Points lost, and the Panic that may follow."""

from __future__ import annotations

from math import sqrt

from warhost.players.captain.essence_of_war.estimates import normal_below, shooters, shot
from warhost.players.captain.essence_of_war.fights import FLED
from warhost.players.captain.essence_of_war.situation import Situation
from warhost.rulesets.essence_of_war.battle import Unit
from warhost.rulesets.essence_of_war.discipline import passing
from warhost.rulesets.essence_of_war.entries import ArmedWith
from warhost.rulesets.essence_of_war.formation import health
from warhost.rulesets.essence_of_war.terrain import of_kind
from warhost.table import Rect, distance, in_front_arc, segment_crosses

BLIND = 0.25
"""What is left of a volley's promise where something stands in the line between the middles of both units."""


def weapon_of(here: Situation, unit: Unit) -> ArmedWith | None:
    weapons = here.battle.entry(unit).weapons
    return weapons[0] if weapons else None


def harm_worth(here: Situation, target: Unit, losses: float) -> float:
    """What it is worth to take so many Health Points, on average, from a unit outside combat."""
    if losses <= 0.0:
        return 0.0
    now = float(health(here.battle, target))
    losses = min(losses, now)
    total = here.worth(target, now) - here.worth(target, now - losses)
    if here.battle.entry(target).single or target.fleeing:
        return total
    quarter = now / 4
    panic = 1 - normal_below(quarter - 0.5, losses, sqrt(max(losses, 0.25)))
    fails = 1 - _panic_passed(here, target)
    return total + panic * fails * FLED * here.stake(target)


def _panic_passed(here: Situation, unit: Unit) -> float:
    if unit.passed_panic:
        return 1.0
    key = ("panic", unit.id)
    known = here.memo.get(key)
    if known is None:
        known = here.memo[key] = passing(here.battle, unit, "panic")
    return known


def volley(here: Situation, unit: Unit, place: Rect, target: Unit, there: Rect, *, moved: bool) -> float:
    """The Health Points that a volley from a place takes from a target at another, on average."""
    armed = weapon_of(here, unit)
    if armed is None or target.engaged:
        return 0.0
    dx, dy, reach = place.x - there.x, place.y - there.y, armed.weapon.range + place.radius + there.radius
    if dx * dx + dy * dy > reach * reach or not in_front_arc(place, there):
        return 0.0
    gap = distance(place, there)
    if gap > armed.weapon.range:
        return 0.0
    weapon = armed.weapon
    far = gap > weapon.range / 2
    near = weapon.close is not None and gap <= weapon.close.within
    key = ("shot", unit.id, target.id, far, near, moved)
    each = here.memo.get(key)
    if each is None:
        each = here.memo[key] = shot(here.battle, unit, target, armed, gap, moved=moved, cover=False)
    found = shooters(unit, armed) * each
    return found * BLIND if blocked(here, unit, place, target, there) else found


def blocked(here: Situation, unit: Unit, place: Rect, target: Unit, there: Rect) -> bool:
    """Whether something stands in the line from the middle of the front to the middle of the target."""
    start, end = place.front, (there.x, there.y)
    for other in here.units:
        if other.id != unit.id and other.id != target.id and segment_crosses(here.rects[other.id], start, end):
            return True
    return any(segment_crosses(rock, start, end) for rock in of_kind(here.battle.scene.board, "impassable"))


def best_volley(here: Situation, unit: Unit, place: Rect, *, moved: bool) -> tuple[float, Unit | None]:
    """The worth of the best volley from that place, and at whom."""
    best, whom = 0.0, None
    for target in here.foes:
        losses = volley(here, unit, place, target, here.rects[target.id], moved=moved)
        if losses > 0.0:
            worth = harm_worth(here, target, losses)
            if worth > best:
                best, whom = worth, target
    return best, whom
