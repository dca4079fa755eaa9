"""Dangerous ground: who tests, and what a test costs (Terrain: Dangerous Terrain)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.field import Path
from warhost.play.counsel.throws import END, Reason, Stage, save, throw_out
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.movement.ground_on_moves import gait
from warhost.rulesets.regiments.chapters.wounds import damage
from warhost.rulesets.regiments.core import ActionName, Battle, Trooper, Unit, events, footprint, optional, troopers
from warhost.rulesets.regiments.core.kinds import tough
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.rulesets.regiments.core.speakers import unit_rules
from warhost.table import TOLERANCE, Rect, overlaps, passes_through, swept


@rule("aofr.terrain.dangerous", "aofr.terrain.lava")
def danger_underfoot(battle: Battle, unit: Unit) -> Script[None]:
    """A unit is activated: models that stand in dangerous ground test. Flyers may still take off (AOFR-R114)."""
    if unit.pose is not None and _stands_in_danger(battle, unit) and not gait(battle, unit).flies:
        yield from _test_where_it_stands(battle, unit)


@rule("aofr.special.flying")
def danger_to_flyers(battle: Battle, unit: Unit) -> Script[None]:
    """A flying unit that was activated in dangerous ground and does not move tests after all (AOFR-R114)."""
    if unit.pose is not None and _stands_in_danger(battle, unit) and gait(battle, unit).flies:
        yield from _test_where_it_stands(battle, unit)


def _stands_in_danger(battle: Battle, unit: Unit) -> bool:
    place = footprint(battle, unit)
    by_piece = any(piece.dangerous and overlaps(place, piece.shape) for piece in scenery(battle).risky)
    return (by_piece or optional.endangered(battle, unit, place)) and not gait(battle, unit).sure


def _test_where_it_stands(battle: Battle, unit: Unit) -> Script[None]:
    standing = [trooper for trooper in troopers(battle, unit) if is_dangerous(battle, unit, trooper.base)]
    yield from dangerous_test(battle, unit, [trooper.group for trooper in standing])


def is_dangerous(battle: Battle, unit: Unit, ground: Rect) -> bool:
    """Whether what a model covers is dangerous terrain, whatever it does there."""
    by_piece = any(piece.dangerous and overlaps(ground, piece.shape) for piece in scenery(battle).risky)
    return by_piece or optional.endangered(battle, unit, ground)


@rule("aofr.terrain.dangerous", "aofr.terrain.rivers", "aofr.terrain.ruins")
def in_danger(battle: Battle, unit: Unit, way: Path, action: ActionName) -> list[Trooper]:
    """The models that move in or through dangerous ground on the way; some ground is so only for Rush and Charge
    (AOFR-R113). Turning on the spot is no such move."""
    if gait(battle, unit).sure:
        return []
    hasty = action in ("rush", "charge")
    crossed = [
        (shape.pose, step, piece.shape)
        for piece in scenery(battle).risky
        if piece.dangerous or hasty
        for shape, step in way.straights()
        if passes_through(shape, step, piece.shape)
    ]
    found = {
        index: trooper
        for pose, step, ground in crossed
        for index, trooper in enumerate(troopers(battle, unit, pose))
        if overlaps(swept(trooper.base, step), ground)
    }
    if optional.speaking(battle, "endangers") or optional.speaking(battle, "ground_under"):
        for shape, step in way.straights():
            for index, trooper in enumerate(troopers(battle, unit, shape.pose)):
                if index not in found and optional.endangered(battle, unit, swept(trooper.base, step)):
                    found[index] = trooper
    return [found[index] for index in sorted(found)]


def danger_on_the_way(battle: Battle, unit: Unit, way: Path, action: ActionName) -> Script[None]:
    """The tests of a move, the unit standing at its end: one for each model in an activation (AOFR-R110)."""
    yield from dangerous_test(battle, unit, _due(battle, unit, way, action))
    if not unit.fate:
        yield from optional.each(battle, "on_way", unit, way, action)


def _due(battle: Battle, unit: Unit, way: Path, action: ActionName) -> list[int]:
    """The groups of the models that test for a way, without those that have tested in this activation."""
    risky = scenery(battle).risky or optional.speaking(battle, "endangers") or optional.speaking(battle, "ground_under")
    if not unit.models or gait(battle, unit).flies:
        return []
    if way.inches > TOLERANCE and any(own.endangered for own, _ in unit_rules(battle, unit).at("endangered")):
        return [trooper.group for trooper in troopers(battle, unit)][unit.tested :]
    if not risky:
        return []
    return [trooper.group for trooper in in_danger(battle, unit, way, action)][unit.tested :]


def dice_on_the_way(battle: Battle, unit: Unit, way: Path, action: ActionName) -> int:
    """How many dice the tests of a move will take."""
    return dice_for(battle, unit, _due(battle, unit, way, action))


@rule("aofr.terrain.dangerous_test")
def dice_for(battle: Battle, unit: Unit, groups: Sequence[int]) -> int:
    """One die for each model, as many as its Tough value (AOFR-R111)."""
    return sum(tough(battle, unit, group) for group in groups)


@rule("aofr.terrain.dangerous_test")
def danger(unit: Unit) -> Stage:
    """A die for dangerous terrain: every 1 is a wound."""
    told = Reason("Dangerous terrain", "aofr.terrain.dangerous_test", unit.seat, unit.id)
    return save("danger", 2, END, told)


@rule("aofr.terrain.dangerous_test")
def dangerous_test(battle: Battle, unit: Unit, groups: Sequence[int]) -> Script[None]:
    """One die for each model, as many as its Tough value; every 1 is a wound that is not blocked."""
    dice = dice_for(battle, unit, groups)
    if not dice:
        return
    unit.tested += len(groups)
    wounds = yield from throw_out(danger(unit), dice)
    yield events.DangerousTest(unit.id, dice, wounds)
    if wounds:
        yield from damage.automatic_wounds(battle, unit, wounds)
