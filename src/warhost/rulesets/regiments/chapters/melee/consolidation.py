"""After a melee (Melee: Consolidation Moves)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec

from warhost.dice import Chance
from warhost.field import Path, check_barred, check_inside, path_of, random_pivot
from warhost.field.contact.places import away_from, slid
from warhost.field.moves import drifting
from warhost.field.moves.drafts import ask_drawn
from warhost.field.moves.drifting import FINE, drift_of, drifts_to, stops_on, straight_inches
from warhost.play.battle import stand
from warhost.play.questions import Denied, Kind, Manoeuvre, Moved
from warhost.play.script import Script
from warhost.play.shown.english import verb
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.melee.alignment import may_stand
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.movement.ground_on_moves import GAP, check_edges, gait
from warhost.rulesets.regiments.chapters.movement.suggestions import goals
from warhost.rulesets.regiments.chapters.terrain import dangerous as terrain
from warhost.rulesets.regiments.core import Battle, Unit, events, field_of, footprint, optional, site_of, troopers
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.rulesets.regiments.rules.written import WRITTEN
from warhost.table import TOLERANCE, Arc, Step

MOST = 3.0
"""How far the survivor of a melee may move (aofr.melee.consolidate_destroyed)."""

TURN = 180.0
STEP_BACK = 1.0


@rule("aofr.melee.consolidate_order", "aofr.melee.consolidate_destroyed", "aofr.melee.consolidate_back")
def after_melee(battle: Battle, charger: Unit, target: Unit, side: Arc) -> Script[None]:
    """If one of the two is gone the other may turn or move a little; if both are there the charger steps back.

    If both are gone nobody consolidates (AOFR-R105).
    """
    standing = target.pose is not None or site_of(battle, target) is not None
    if charger.pose is not None and standing:
        yield from step_back(battle, charger, target)
        return
    if charger.pose is not None and (yield from optional.any_of(battle, "consolidating", charger)):
        return
    for survivor in (charger, target):
        if survivor.pose is not None:
            yield from consolidate(battle, survivor)


@rule("aofr.melee.consolidate_destroyed", "aofr.special.immobilized")
def consolidate(battle: Battle, unit: Unit) -> Script[None]:
    """A pivot of up to 180 degrees, or a straight move of up to 3" in any direction, facing kept (AOFR-R104).

    Who can only Hold may only pivot (AOFR-R183). The bonus of move actions does not count (AOFR-R184).
    """
    kinds = [moving.pivot_kind(TURN)]
    bound = moving.why_not_move(battle, unit)
    if bound is None:
        most = optional.measured(battle, MOST)
        kinds.append(Kind("consolidate", most, most, most, gap=GAP))
    denied = () if bound is None else (Denied("consolidate", bound.message, bound.rule or "", unit.id),)

    def drafts() -> list[Moved]:
        return [*moving.turns(battle, unit, TURN), *(_drifts(battle, unit) if bound is None else ())]

    def draw(chance: Chance) -> Moved:
        draft = Moved("pivot", (random_pivot(chance, TURN),))
        if bound is None and chance.pick(2):
            drifts = _drifts(battle, unit)
            return drifts[chance.pick(len(drifts))]
        return draft

    question = Manoeuvre(
        seat=unit.seat,
        topic="consolidate",
        text=f"The enemy is gone. {verb(unit.name, 'Does')} {unit.name} turn, or move up to 3 inches?",
        rules=("aofr.melee.consolidate_destroyed",),
        unit=unit.id,
        kinds=tuple(kinds),
        denied=denied,
    )
    turning = partial(moving.check_pivot, battle, unit, limit=TURN, rule_id="aofr.melee.consolidate_destroyed")
    checks = {"pivot": turning, "consolidate": partial(check_drift, battle, unit)}
    answer = yield from ask_drawn(question, checks, drafts, draw)
    if not answer.kind:
        return
    if answer.kind == "pivot":
        pose = stand(unit, path_of(footprint(battle, unit), answer.steps).end)
        yield events.UnitTurned(unit.id, pose, answer.steps)
        return
    yield from drifted(battle, unit, answer.steps)


def _in_danger(battle: Battle, unit: Unit, way: Path) -> list[int]:
    """The groups of the models that cross dangerous ground on the straight line from start to end (AOFR-R104)."""
    risky = scenery(battle).risky or optional.speaking(battle, "endangers") or optional.speaking(battle, "ground_under")
    if not risky:
        return []
    stops = [way.start, *stops_on(way)]
    found = {
        index: trooper.group
        for stop in stops
        for index, trooper in enumerate(troopers(battle, unit, stop.pose))
        if terrain.is_dangerous(battle, unit, trooper.base)
    }
    return [found[index] for index in sorted(found)]


def drift(battle: Battle, unit: Unit, most: float, name: str, rule_id: str = WRITTEN) -> Script[None]:
    """By a rule of its own, or by that one, the unit may move a little: straight in any direction, facing kept."""
    if moving.why_not_move(battle, unit) is not None:
        return
    most = optional.measured(battle, most)
    question = Manoeuvre(
        seat=unit.seat,
        topic="move on",
        text=f'Does {unit.name} move up to {most:g}" by {name}?',
        rules=(rule_id,),
        unit=unit.id,
        kinds=(Kind("consolidate", most, most, most, gap=GAP),),
    )
    checks = {"consolidate": partial(check_drift, battle, unit, most=most, rule_id=rule_id)}
    answer = yield from ask_drawn(question, checks, lambda: _drifts(battle, unit, most))
    if answer.kind:
        yield from drifted(battle, unit, answer.steps)


def drifted(battle: Battle, unit: Unit, steps: Sequence[Step]) -> Script[None]:
    """Carry out a straight move that was checked."""
    way = path_of(footprint(battle, unit), steps)
    pose = stand(unit, way.end)
    inches = straight_inches(way)
    unit.moved = unit.moved or inches > TOLERANCE
    yield events.UnitConsolidated(unit.id, inches, pose, tuple(steps))
    if not gait(battle, unit).flies:
        yield from terrain.dangerous_test(battle, unit, _in_danger(battle, unit, way)[unit.tested :])
    if not unit.fate and optional.speaking(battle, "on_way"):
        yield from optional.each(battle, "on_way", unit, _straightened(way), "hold")


def _straightened(way: Path) -> Path:
    """The same move in small steps: ahead and aside by turns, so that it keeps to its straight line."""
    parts = way.straights()
    if len(parts) < 2:
        return way
    count = len(stops_on(way))
    small = [msgspec.structs.replace(step, inches=step.inches / count) for _, step in parts]
    return path_of(way.start, small * count)


def check_drift(
    battle: Battle,
    unit: Unit,
    steps: Sequence[Step],
    most: float | None = None,
    rule_id: str = "aofr.melee.consolidate_destroyed",
) -> Path:
    """The steps say how far ahead, back or aside; together they are one straight move of up to so many inches."""
    here = field_of(battle)
    far = optional.measured(battle, MOST) if most is None else most
    way = drift_of(unit.name, footprint(battle, unit), steps, far, rule_id)
    check_barred(here, unit.name, path_of(way.end, ()), moving.SPACING, moving.CITES)
    check_edges(battle, unit, way.end)
    check_inside(here, unit.name, way.end, moving.CITES)
    drifting.check_drift(here, here[unit.id], way, moving.SPACING, moving.CITES, flies=gait(battle, unit).flies)
    return way


def _drifts(battle: Battle, unit: Unit, most: float | None = None) -> list[Moved]:
    far = optional.measured(battle, MOST) if most is None else most
    drafts = drifts_to(footprint(battle, unit), goals(battle, unit), far)
    return [Moved("consolidate", steps) for steps in drafts]


@rule("aofr.melee.consolidate_back", "aofr.melee.consolidate_blocked", "aofr.melee.optional_no_separation")
def step_back(battle: Battle, charger: Unit, target: Unit) -> Script[None]:
    """The charger goes back 1" from the side it struck, or as far as there is room; facing kept (AOFR-R106).

    Players may have agreed to leave units in contact.
    """
    if not battle.scene.settings.step_back:
        return
    shape, goal = footprint(battle, charger), footprint(battle, target)
    inches, place = slid(shape, away_from(shape, goal), STEP_BACK, partial(may_stand, battle, charger), FINE)
    if inches:
        yield events.UnitSteppedBack(charger.id, inches, stand(charger, place))
