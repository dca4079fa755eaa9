"""After a melee (Melee: Consolidation Moves)."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, hypot, isfinite

from warhost.dice import Chance
from warhost.field import Path, check_barred, check_inside, offered, path_of, random_pivot
from warhost.play.english import verb
from warhost.play.questions import Denied, Kind, Manoeuvre, Moved
from warhost.play.script import Refused, Script, manoeuvre, passes
from warhost.rulebook import rule
from warhost.rulesets.regiments import events, moving, terrain
from warhost.rulesets.regiments.alignment import may_stand
from warhost.rulesets.regiments.battle import Battle, Unit
from warhost.rulesets.regiments.formation import field_of, footprint, stand, troopers
from warhost.rulesets.regiments.ground_on_moves import GAP, check_edges, gait
from warhost.rulesets.regiments.scenery import scenery
from warhost.rulesets.regiments.suggestions import goals, sensible_turns
from warhost.rulesets.regiments.written import WRITTEN
from warhost.table import (
    TOLERANCE,
    Arc,
    Back,
    Forward,
    Rect,
    Sidestep,
    Step,
    closest_points,
    distance,
    local,
    overlaps,
    rect,
    turn_between,
)

MOST = 3.0
"""How far the survivor of a melee may move (aofr.melee.consolidate_destroyed)."""

TURN = 180.0
STEP_BACK = 1.0
FINE = 0.125
"""How finely a move in any direction, and room behind a charger, are looked at, in inches."""


@rule("aofr.melee.consolidate_order", "aofr.melee.consolidate_destroyed", "aofr.melee.consolidate_back")
def after_melee(battle: Battle, charger: Unit, target: Unit, side: Arc) -> Script[None]:
    """If one of the two is gone the other may turn or move a little; if both are there the charger steps back.

    If both are gone nobody consolidates (AOFR-R105).
    """
    if charger.pose is not None and target.pose is not None:
        yield from step_back(battle, charger, target)
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
        kinds.append(Kind("consolidate", MOST, MOST, MOST, gap=GAP))
    denied = () if bound is None else (Denied("consolidate", bound.message, bound.rule or "", unit.id),)

    def check(moved: Moved) -> None:
        if moved.kind == "pivot":
            moving.check_pivot(battle, unit, moved.steps, TURN, "aofr.melee.consolidate_destroyed")
        else:
            check_drift(battle, unit, moved.steps)

    def suggest() -> list[Moved]:
        drafts = [Moved("pivot", (turn,)) for turn in sensible_turns(battle, unit, TURN)]
        if bound is None:
            drafts += [Moved("consolidate", steps) for steps in _drifts(battle, unit)]
        return offered(check, drafts)

    def sample(chance: Chance) -> Moved:
        draft = Moved("pivot", (random_pivot(chance, TURN),))
        if bound is None and chance.pick(2):
            drifts = _drifts(battle, unit)
            draft = Moved("consolidate", drifts[chance.pick(len(drifts))])
        return draft if passes(check, draft) else Moved()

    question = Manoeuvre(
        seat=unit.seat,
        topic="consolidate",
        text=f"The enemy is gone. {verb(unit.name, 'Does')} {unit.name} turn, or move up to 3 inches?",
        rules=("aofr.melee.consolidate_destroyed",),
        unit=unit.id,
        kinds=tuple(kinds),
        denied=denied,
    )
    answer = yield from manoeuvre(question, check, suggest, sample)
    if not answer.kind:
        return
    if answer.kind == "pivot":
        stand(unit, path_of(footprint(battle, unit), answer.steps).end)
        assert unit.pose is not None
        yield events.UnitTurned(unit.id, unit.pose, answer.steps)
        return
    yield from _drifted(battle, unit, answer.steps)


def _in_danger(battle: Battle, unit: Unit, way: Path) -> list[int]:
    """The groups of the models that cross dangerous ground on the straight line from start to end (AOFR-R104)."""
    pieces = [piece.shape for piece in scenery(battle).risky if piece.dangerous]
    if not pieces:
        return []
    length = hypot(way.end.x - way.start.x, way.end.y - way.start.y)
    stops = [way.start, *(_between(way.start, way.end, share) for share in _shares(length))]
    found = {
        index: trooper.group
        for stop in stops
        for index, trooper in enumerate(troopers(battle, unit, stop.pose))
        if any(overlaps(trooper.base, shape) for shape in pieces)
    }
    return [found[index] for index in sorted(found)]


def drift(battle: Battle, unit: Unit, most: float, name: str) -> Script[None]:
    """By a rule of its own the unit may move a little, straight in any direction, facing kept, as after a melee."""
    if moving.why_not_move(battle, unit) is not None:
        return

    def check(moved: Moved) -> None:
        check_drift(battle, unit, moved.steps, most, WRITTEN)

    def suggest() -> list[Moved]:
        drafts = [Moved("consolidate", steps) for steps in _drifts(battle, unit, most)]
        return offered(check, drafts)

    def sample(chance: Chance) -> Moved:
        known = suggest()
        return known[chance.pick(len(known))]

    question = Manoeuvre(
        seat=unit.seat,
        topic="move on",
        text=f'Does {unit.name} move up to {most:g}" by {name}?',
        rules=(WRITTEN,),
        unit=unit.id,
        kinds=(Kind("consolidate", most, most, most, gap=GAP),),
    )
    answer = yield from manoeuvre(question, check, suggest, sample)
    if answer.kind:
        yield from _drifted(battle, unit, answer.steps)


def _drifted(battle: Battle, unit: Unit, steps: Sequence[Step]) -> Script[None]:
    """Carry out a straight move that was checked."""
    way = path_of(footprint(battle, unit), steps)
    stand(unit, way.end)
    assert unit.pose is not None
    inches = hypot(way.end.x - way.start.x, way.end.y - way.start.y)
    unit.moved = unit.moved or inches > TOLERANCE
    yield events.UnitConsolidated(unit.id, inches, unit.pose, tuple(steps))
    if not gait(battle, unit).flies:
        yield from terrain.dangerous_test(battle, unit, _in_danger(battle, unit, way)[unit.tested :])


def check_drift(
    battle: Battle,
    unit: Unit,
    steps: Sequence[Step],
    most: float = MOST,
    rule_id: str = "aofr.melee.consolidate_destroyed",
) -> Path:
    """The steps say how far ahead, back or aside; together they are one straight move of up to so many inches."""
    for step in steps:
        if not isinstance(step, Forward | Back | Sidestep):
            raise Refused(f"{unit.name} may turn or move, not both.", rule_id)
        if not isfinite(step.inches) or (step.inches < 0.0 and not isinstance(step, Sidestep)):
            raise Refused(f"{unit.name} cannot move {step.inches:g} inches.", rule_id)
    if len(steps) > 2:
        raise Refused(f"{unit.name} can only move straight ahead or back, and straight sideways.", rule_id)
    way = path_of(footprint(battle, unit), steps)
    start, end = way.start, way.end
    inches = hypot(end.x - start.x, end.y - start.y)
    if inches > most + TOLERANCE:
        raise Refused(f'{unit.name} cannot move {inches:.2f}": {most:g}" at most.', rule_id)
    flies = gait(battle, unit).flies
    here = field_of(battle)
    check_barred(here, unit.name, path_of(end, ()), moving.SPACING, moving.CITES)
    check_edges(battle, unit, end)
    check_inside(here, unit.name, end, moving.CITES)
    stops = [_between(start, end, share) for share in _shares(inches)]
    for other in here.near(start.x, start.y, way.reach + GAP, unit.id):
        kept = GAP if flies else min(GAP, distance(start, other.shape))
        for stop in stops[-1:] if flies else stops:
            if overlaps(stop, other.shape):
                raise Refused(f"{unit.name} would move through {other.name}.", "aofr.move.no_pass_through")
            if distance(stop, other.shape) < kept - TOLERANCE:
                raise Refused(f'{unit.name} would come within 1" of {other.name}.', "aofr.move.one_inch")
        if distance(end, other.shape) < GAP - TOLERANCE:
            raise Refused(f'{unit.name} would end within 1" of {other.name}.', "aofr.move.one_inch")
    for piece in () if flies else scenery(battle).impassable:
        if any(overlaps(stop, piece.shape) for stop in stops):
            raise Refused(f"{unit.name} would move into {piece.name}.", "aofr.terrain.impassable")
    return way


def _shares(inches: float) -> list[float]:
    count = max(1, ceil(inches / FINE))
    return [(index + 1) / count for index in range(count)]


def _between(start: Rect, end: Rect, share: float) -> Rect:
    x, y = start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share
    return rect(x, y, start.facing, start.width, start.depth)


def _drifts(battle: Battle, unit: Unit, most: float = MOST) -> list[tuple[Step, ...]]:
    """Straight at each goal, ahead, back, and to the sides."""
    shape = footprint(battle, unit)
    drifts: list[tuple[Step, ...]] = [(Forward(most),), (Back(most),), (Sidestep(most),), (Sidestep(-most),)]
    for x, y in goals(battle, unit):
        right, ahead = local(shape, x, y)
        away = hypot(right, ahead)
        if away > TOLERANCE:
            share = min(most, away) / away
            straight: Step = Forward(ahead * share) if ahead >= 0.0 else Back(-ahead * share)
            drifts.append((straight, Sidestep(right * share)))
    return drifts


@rule("aofr.melee.consolidate_back", "aofr.melee.consolidate_blocked", "aofr.melee.optional_no_separation")
def step_back(battle: Battle, charger: Unit, target: Unit) -> Script[None]:
    """The charger goes back 1" from the side it struck, or as far as there is room; facing kept (AOFR-R106).

    Players may have agreed to leave units in contact.
    """
    if not battle.scene.settings.step_back:
        return
    shape, goal = footprint(battle, charger), footprint(battle, target)
    dx, dy = _away(shape, goal)
    inches = 0.0
    while inches < STEP_BACK:
        further = min(STEP_BACK, inches + FINE)
        place = rect(shape.x + dx * further, shape.y + dy * further, shape.facing, shape.width, shape.depth)
        if not may_stand(battle, charger, place):
            break
        inches = further
    if inches:
        stand(charger, rect(shape.x + dx * inches, shape.y + dy * inches, shape.facing, shape.width, shape.depth))
        assert charger.pose is not None
        yield events.UnitSteppedBack(charger.id, inches, charger.pose)


def _away(shape: Rect, goal: Rect) -> tuple[float, float]:
    """Straight back for who stands square to the target; else directly away from the point of contact."""
    if min(abs(turn_between(shape.facing + quarter, goal.facing)) for quarter in (0.0, 90.0, 180.0, 270.0)) < 0.01:
        return -shape.fx, -shape.fy
    touched, _ = closest_points(shape, goal)
    length = hypot(shape.x - touched[0], shape.y - touched[1])
    return (shape.x - touched[0]) / length, (shape.y - touched[1]) / length
