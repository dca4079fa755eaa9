"""Moves as players draw them: Hold, Advance and Rush (Game Structure & Movement)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from math import isfinite
from typing import Literal, NamedTuple

from warhost.dice import Chance
from warhost.play.english import does
from warhost.play.questions import Kind, Manoeuvre, Moved, Odds, Part, Placed
from warhost.play.script import Refused, Script, manoeuvre, passes
from warhost.play.tally import Tally
from warhost.rulebook import rule
from warhost.rulesets.regiments import events, special_moves, terrain
from warhost.rulesets.regiments.battle import Battle, Unit
from warhost.rulesets.regiments.formation import footprint, stand
from warhost.rulesets.regiments.rules import ActionName
from warhost.rulesets.regiments.speakers import movement_rules, unit_rules
from warhost.rulesets.regiments.suggestions import random_steps, random_turn, sensible_steps, sensible_turns
from warhost.rulesets.regiments.ways import (
    DIFFICULT,
    GAP,
    Gait,
    Way,
    check_ground,
    check_on_table,
    check_units,
    climbing,
    gait,
    is_slowed,
    others_near,
    way_of,
)
from warhost.table import TOLERANCE, Back, Pivot, Rect, Sidestep, Step, Wheel, distance, heading, overlaps

REGISTRY = special_moves
"""The module that makes the special rules about moves known by being imported."""

Action = Literal["advance", "rush"]

BASE: dict[ActionName, int] = {"hold": 0, "idle": 0, "advance": 6, "rush": 12, "charge": 12}
"""How far each action goes before special rules."""

MOST_TURN = 90.0
"""How far the one pivot of a move action turns at most."""

MOST_STEPS = 12
"""More steps than any move needs; a longer list is a mistake or mischief."""

TRIES = 4
"""How many moves a random player draws before it stays where it is."""

_RULE = {"advance": "aofr.action.advance", "rush": "aofr.action.rush", "embark": "aofr.special.transport.embark"}

Limit = Callable[[Way], None]
"""A further condition on a way: raises Refused if it is not met."""

PlacedCheck = Callable[[Placed], None]


@rule("aofr.action.advance", "aofr.action.rush", "aofr.action.charge", "aofr.action.move_actions")
def allowance(battle: Battle, unit: Unit, action: ActionName) -> float:
    """How far the unit may go: the action's own figure and what special rules add or take, never below 0."""
    return max(0.0, float(reach(battle, unit, action).total))


def charge_allowance(battle: Battle, unit: Unit, target: Unit) -> float:
    """How far the unit may charge at that target, whose rules may make it harder to reach."""
    less = sum(rule.shrouds(share, charging=True) for rule, share in unit_rules(battle, target))
    return max(0.0, allowance(battle, unit, "charge") + less)


def reach(battle: Battle, unit: Unit, action: ActionName) -> Tally:
    """The same, itemised (AOFR-R045)."""
    inches = Tally(BASE[action])
    for special in movement_rules(battle, unit):
        special.on_move(battle, unit, action, inches)
    return inches


@rule("aofr.special.immobilized")
def why_not_move(battle: Battle, unit: Unit) -> Refused | None:
    """Why the unit can take no move action, if it cannot."""
    for special in movement_rules(battle, unit):
        if special.only_holds:
            return Refused(f"{unit.name} can only Hold.", special.id)
    return None


@rule("aofr.move.advance_sideways", "aofr.move.advance_backward", "aofr.move.rush", "aofr.move.advance_pivot")
def kind_of_move(battle: Battle, unit: Unit, action: Action) -> Kind:
    """An Advance goes ahead, or half as far back or aside; a Rush only ahead; both with one pivot at any moment."""
    inches = allowance(battle, unit, action)
    half = inches / 2 if action == "advance" else 0.0
    return Kind(action, inches, half, half, pivots="any")


class Instead(NamedTuple):
    """One more kind of move that the owner may draw: how it is judged, and ways to make it."""

    kind: Kind
    check: Callable[[Moved], None]
    ways: Callable[[], Sequence[Moved]]


def ask_move(
    battle: Battle, unit: Unit, action: Action, *, instead: Instead | None = None, further: Limit | None = None
) -> Script[Moved]:
    """Ask the owner for a move, or for what it may do `instead`; `further` is what else must be so at its end."""
    own = kind_of_move(battle, unit, action)

    def check(moved: Moved) -> None:
        if instead is not None and moved.kind == instead.kind.name:
            instead.check(moved)
        else:
            check_move(battle, unit, own, moved.steps, action, further=further)

    def suggest() -> list[Moved]:
        drafts = [Moved(action, steps) for steps in sensible_steps(battle, unit, own)]
        if instead is not None:
            drafts += instead.ways()
        return [Moved(), *(draft for draft in dict.fromkeys(drafts) if passes(check, draft))]

    def sample(chance: Chance) -> Moved:
        if instead is not None and chance.pick(2):
            ways = instead.ways()
            if ways:
                return ways[chance.pick(len(ways))]
        for _ in range(TRIES):
            draft = Moved(action, random_steps(battle, unit, own, chance))
            if passes(check, draft):
                return draft
        return Moved()

    question = Manoeuvre(
        seat=unit.seat,
        topic=action,
        text=f"Where {does(unit.name)} {action} to?",
        rules=(_RULE[action], "aofr.move.advance_pivot" if action == "advance" else "aofr.move.rush"),
        unit=unit.id,
        kinds=(own,) if instead is None else (own, instead.kind),
    )

    def risk(moved: Moved) -> tuple[Odds, ...]:
        return dangers(battle, unit, moved.steps, action)

    return (yield from manoeuvre(question, check, suggest, sample, risk))


@rule("aofr.terrain.dangerous_test")
def dangers(battle: Battle, unit: Unit, steps: Sequence[Step], action: ActionName) -> tuple[Odds, ...]:
    """The wounds that dangerous ground on the way deals on average, before any are ignored."""
    if unit.pose is None or not steps:
        return ()
    dice = terrain.dice_on_the_way(battle, unit, way_of(footprint(battle, unit), steps), action)
    if not dice:
        return ()
    why = Part(dice, "dice for dangerous terrain, each 1 is a wound", "aofr.terrain.dangerous_test")
    return (Odds("expected wounds on the way, before wounds are ignored", dice / 6, (why,), "expected"),)


@rule("aofr.measure.movement", "aofr.measure.movement_any_shape", "aofr.pivot.free")
def make_move(battle: Battle, unit: Unit, steps: Sequence[Step], action: ActionName) -> Script[None]:
    """Carry out a checked move, and test for the dangerous ground on the way."""
    way = way_of(footprint(battle, unit), steps)
    stand(unit, way.end)
    assert unit.pose is not None
    if way.inches > TOLERANCE:
        unit.moved = True
        yield events.UnitMoved(unit.id, way.inches, unit.pose, action, way.steps)
    elif way.steps:
        yield events.UnitTurned(unit.id, unit.pose, way.steps)
    yield from terrain.danger_on_the_way(battle, unit, way, action)


def check_move(
    battle: Battle,
    unit: Unit,
    kind: Kind,
    steps: Sequence[Step],
    action: ActionName,
    *,
    start: Rect | None = None,
    without: Collection[int] = (),
    further: Limit | None = None,
) -> Way:
    """The way of a legal move; Refused, with the reason and the rule, if it is not one.

    `without` are units that are not in its way: a transport that it goes into.
    """
    check_steps(unit, kind, steps)
    way = way_of(start or footprint(battle, unit), steps)
    how = gait(battle, unit)
    check_length(battle, unit, kind, way, how)
    check_on_table(battle, unit, way)
    check_units(battle, unit, way, others_near(battle, unit, way, without), how.flies)
    check_ground(battle, unit, way, how.flies)
    if further is not None:
        further(way)
    return way


@rule("aofr.move.advance_pivot", "aofr.move.advance_half_with_pivot", "aofr.move.rush", "aofr.charge.move")
def check_steps(unit: Unit, kind: Kind, steps: Sequence[Step]) -> None:
    """Straight parts in one direction and one pivot of up to 90 degrees between, before or after them (AOFR-R039)."""
    rule_id = _RULE.get(kind.name, "aofr.charge.move")
    if len(steps) > MOST_STEPS:
        raise Refused(f"{unit.name} cannot make {len(steps)} steps in one move: the limit is {MOST_STEPS}.", rule_id)
    turns = 0
    direction = ""
    for step in steps:
        if isinstance(step, Wheel):
            raise Refused(f"{unit.name} cannot wheel: regiments pivot about their centre.", "aofr.pivot.centre")
        if isinstance(step, Pivot):
            turns += 1
            check_turn(unit, step, MOST_TURN, "aofr.move.advance_pivot")
            continue
        if not isfinite(step.inches) or (step.inches < 0.0 and not isinstance(step, Sidestep)):
            raise Refused(f"{unit.name} cannot move {step.inches:g} inches.", rule_id)
        way = heading(step)
        if direction and way != direction:
            raise Refused(f"{unit.name} cannot move {direction} and {way} in one move.", rule_id)
        direction = way
    if turns > 1:
        raise Refused(f"{unit.name} can pivot only once in a move.", "aofr.move.advance_pivot")
    if kind.name != "advance" and direction not in ("", "forward"):
        raise Refused(f"{unit.name} can move {direction} only on an Advance.", "aofr.move.rush")


@rule("aofr.move.advance_pivot", "aofr.move.hold_pivot", "aofr.shaken.pivot")
def check_turn(unit: Unit, step: Pivot, most: float, rule_id: str) -> None:
    """A turn of so many degrees at most, by the rule that allows it."""
    if not isfinite(step.degrees) or abs(step.degrees) > most + TOLERANCE:
        raise Refused(f"{unit.name} cannot pivot {abs(step.degrees):g} degrees: the limit is {most:g}.", rule_id)


@rule(
    "aofr.measure.movement",
    "aofr.terrain.difficult",
    "aofr.terrain.climb",
    "aofr.move.advance_sideways",
    "aofr.move.advance_backward",
)
def check_length(battle: Battle, unit: Unit, kind: Kind, way: Way, how: Gait) -> None:
    """The straight parts and what is climbed are within the allowance, 6" in difficult ground, half of it for going
    back or aside (AOFR-R040, AOFR-R045)."""
    limit, rule_id = kind.forward, _RULE.get(kind.name, "aofr.charge.move")
    total = way.inches + climbing(battle, way, how)
    half = any(isinstance(step, Back | Sidestep) for step in way.steps)
    if limit > DIFFICULT and total > DIFFICULT / (2 if half else 1) + TOLERANCE and is_slowed(battle, unit, way, how):
        limit, rule_id = DIFFICULT, "aofr.terrain.difficult"
    elif half:
        back = any(isinstance(step, Back) for step in way.steps)
        rule_id = "aofr.move.advance_backward" if back else "aofr.move.advance_sideways"
    if half:
        limit /= 2
    if total > limit + TOLERANCE:
        raise Refused(f'{unit.name} cannot move {total:.2f}": the limit is {limit:g}".', rule_id)


@rule("aofr.move.hold_pivot", "aofr.shaken.pivot", "aofr.pivot.centre", "aofr.pivot.ignore_obstacles")
def pivot(
    battle: Battle, unit: Unit, limit: float, *, topic: str, rules: tuple[str, ...], when: str = ""
) -> Script[bool]:
    """A turn on the spot of so many degrees at most, if the owner wants one. Returns whether the unit turned."""
    kind = Kind("pivot", pivots="only")

    def check(moved: Moved) -> None:
        check_pivot(battle, unit, moved.steps, limit, rules[0])

    def suggest() -> list[Moved]:
        drafts = [Moved("pivot", (turn,)) for turn in sensible_turns(battle, unit, limit)]
        return [Moved(), *(draft for draft in dict.fromkeys(drafts) if passes(check, draft))]

    def sample(chance: Chance) -> Moved:
        draft = Moved("pivot", (random_turn(limit, chance),))
        return draft if chance.pick(2) and passes(check, draft) else Moved()

    question = Manoeuvre(
        seat=unit.seat,
        topic=topic,
        text=f"Which way {does(unit.name)} face? You may turn up to {limit:g} degrees{when}.",
        rules=rules,
        unit=unit.id,
        kinds=(kind,),
    )
    answer = yield from manoeuvre(question, check, suggest, sample)
    before = unit.pose
    stand(unit, way_of(footprint(battle, unit), answer.steps).end)
    if unit.pose is None or unit.pose == before:
        return False
    yield events.UnitTurned(unit.id, unit.pose, answer.steps)
    return True


def check_pivot(battle: Battle, unit: Unit, steps: Sequence[Step], limit: float, rule_id: str) -> Way:
    """One turn about the centre; only where it ends must be free, and its whole sweep on the table (AOFR-R037).

    A unit that is nearer than 1" to another already needs only to end outside of it (AOFR-R042).
    """
    if len(steps) != 1 or not isinstance(steps[0], Pivot):
        raise Refused(f"{unit.name} can only pivot here, once and on the spot.", "aofr.pivot.centre")
    check_turn(unit, steps[0], limit, rule_id)
    way = way_of(footprint(battle, unit), steps)
    check_on_table(battle, unit, way)
    for other in others_near(battle, unit, way):
        near = distance(way.end, other.shape) < GAP - TOLERANCE
        if overlaps(way.end, other.shape):
            raise Refused(f"{unit.name} would overlap {other.unit.name}.", "aofr.move.possible_location")
        if near and other.gap >= GAP - TOLERANCE:
            raise Refused(
                f'{unit.name} would be within 1" of {other.unit.name}: units stay 1" apart.', "aofr.move.one_inch"
            )
    check_ground(battle, unit, way, flies=False)
    return way
