"""Retreating: wounds drive units back (Unit Psychology: Retreating)."""

from __future__ import annotations

from math import ceil, hypot

from warhost.field import path_of
from warhost.play.battle import stand
from warhost.play.script import Script, passes
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.movement.ground_on_moves import check_edges
from warhost.rulesets.regiments.chapters.terrain import dangerous as terrain
from warhost.rulesets.regiments.chapters.wounds.removal import destroy
from warhost.rulesets.regiments.core import Battle, Cause, Clash, Loss, Unit, field_of, footprint, optional, perimeter
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.rulesets.regiments.parts.shared.harm import take_wounds
from warhost.rulesets.regiments.parts.unit_psychology.state import (
    FledTheTable,
    RetreatBlocked,
    Retreated,
    tell,
    told,
)
from warhost.table import TOLERANCE, Back, Forward, Rect, Sidestep, Step, local, on_board, overlaps, rect

FINE = 0.125
"""How finely a retreat is looked at, in inches."""

SHORT = 0.5
"""How long the steps are in which it crosses the ground."""

GAP = 1.0
"""How near to an obstacle a unit stops that would run into it."""

BLOCKED = "aofr.psych.retreat_blocked"


@rule("aofr.psych.retreat_shooting")
def note_shot(battle: Battle, unit: Unit, loss: Loss) -> None:
    """Wounds by shooting, of enemies or of friends, are counted until the activation ends."""
    if loss.shooter is not None and loss.shooter != unit.id:
        known = {(target, shooter): wounds for target, shooter, wounds in told(battle).shot}
        key = (unit.id, loss.shooter)
        known[key] = known.get(key, 0) + loss.wounds
        tell(battle, shot=tuple((*pair, wounds) for pair, wounds in known.items()))


@rule("aofr.psych.retreat_shooting")
def after_shots(battle: Battle) -> Script[None]:
    """When the activation ends who was wounded by shots goes back 1" for each wound."""
    shot = told(battle).shot
    tell(battle, shot=(), shaken=())
    for target, shooter, wounds in shot:
        yield from retreat(battle, battle.units[target], Cause(shooter, "shooting"), float(wounds))


@rule("aofr.psych.retreat_melee")
def note_beaten(battle: Battle, clash: Clash) -> None:
    """The loser of a melee that became Shaken by it will go back, for the wounds that the winner dealt."""
    if clash.winner is None:
        return
    won = clash.units.index(clash.winner)
    loser = clash.units[1 - won]
    if loser in told(battle).shaken:
        tell(battle, beaten=(*told(battle).beaten, (loser, clash.winner, clash.wounds[won])))


@rule("aofr.psych.retreat_melee")
def after_melee(battle: Battle) -> Script[None]:
    """Who became Shaken goes back 2" for each wound it took."""
    beaten = told(battle).beaten
    tell(battle, beaten=())
    for loser, winner, wounds in beaten:
        yield from retreat(battle, battle.units[loser], Cause(winner, "melee"), 2.0 * wounds)


@rule("aofr.psych.retreat_shooting", "aofr.psych.retreat_melee", "aofr.psych.retreat_blocked")
@rule("aofr.psych.retreat_off_table")
def retreat(battle: Battle, unit: Unit, by: Cause, inches: float) -> Script[None]:
    """Straight away from who drives it back, from centre to centre, facing kept (AOFR-R519). Whoever runs into
    something takes D3 wounds, and who cannot move or is inside a building stays (AOFR-R563, AOFR-R968). Who leaves the
    table is destroyed by that enemy (AOFR-R517)."""
    enemy = battle.units[by.unit]
    there = () if enemy.fate else perimeter(battle, enemy)
    if unit.pose is None or not there or inches <= 0 or moving.why_not_move(battle, unit) is not None:
        return
    inches = optional.measured(battle, inches)
    shape, goal = footprint(battle, unit), there[0] if enemy.pose is None else footprint(battle, enemy)
    away = hypot(shape.x - goal.x, shape.y - goal.y)
    if away <= TOLERANCE:
        return
    dx, dy = (shape.x - goal.x) / away, (shape.y - goal.y) / away
    far, met = _free(battle, unit, shape, dx, dy, inches)
    if met == "the table edge":
        yield FledTheTable(unit.id)
        yield from destroy(battle, unit, by if enemy.seat != unit.seat else None)
        return
    if met:
        far = max(0.0, far - GAP)
    while far > TOLERANCE and not passes(check_edges, battle, unit, _moved(shape, dx, dy, far)):
        far = max(0.0, far - FINE)
    if far > TOLERANCE:
        yield from _go(battle, unit, _moved(shape, dx, dy, far), far)
    if met and not unit.fate:
        yield RetreatBlocked(unit.id, met)
        yield from take_wounds(battle, unit, "D3", "Retreat", BLOCKED)


def _moved(shape: Rect, dx: float, dy: float, far: float) -> Rect:
    return rect(shape.x + dx * far, shape.y + dy * far, shape.facing, shape.width, shape.depth)


@rule("aofr.psych.retreat_blocked", "aofr.psych.retreat_off_table")
def _free(battle: Battle, unit: Unit, shape: Rect, dx: float, dy: float, inches: float) -> tuple[float, str]:
    """How far the way is free, and what is met first: a unit, impassable ground, the table edge, or nothing."""
    board = battle.scene.board
    others = [(body.name, body.shape) for body in field_of(battle).others(unit.id)]
    others += [(piece.name, piece.shape) for piece in scenery(battle).impassable]
    others = [(name, other) for name, other in others if not overlaps(shape, other)]
    count = max(1, ceil(inches / FINE))
    for number in range(1, count + 1):
        far = inches * number / count
        there = _moved(shape, dx, dy, far)
        before = inches * (number - 1) / count
        met = next((name for name, other in others if overlaps(there, other)), "")
        if met:
            return before, met
        if not on_board(there, board.width, board.depth):
            return before, "the table edge"
    return inches, ""


def _go(battle: Battle, unit: Unit, place: Rect, inches: float) -> Script[None]:
    """The unit goes there in a straight line, in small steps ahead or back and aside, over whatever ground is there."""
    start = footprint(battle, unit)
    right, ahead = local(start, place.x, place.y)
    count = max(1, ceil(inches / SHORT))
    straight: Step = Forward(ahead / count) if ahead >= 0.0 else Back(-ahead / count)
    way = path_of(start, (straight, Sidestep(right / count)) * count)
    pose = stand(unit, place)
    unit.moved = True
    yield Retreated(unit.id, inches, pose)
    yield from terrain.danger_on_the_way(battle, unit, way, "advance")
