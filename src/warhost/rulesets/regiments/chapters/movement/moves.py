"""Moves as players draw them: Hold, Advance and Rush (Game Structure & Movement)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Literal, NamedTuple

import msgspec

from warhost import field
from warhost.dice import Chance
from warhost.field import Body, Burden, Cites, MoveKind, Passage, Path, drawn, offered, path_of, random_pivot
from warhost.field.moves.drafts import ask_drawn
from warhost.field.ranks import from_front_left
from warhost.play.battle import stand
from warhost.play.questions import Denied, Kind, Manoeuvre, Moved, Odds, Part, Turning
from warhost.play.rules.tally import Tally
from warhost.play.script import Refused, Script, manoeuvre, once
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.movement import crossing
from warhost.rulesets.regiments.chapters.movement.ground_on_moves import GAP, Gait, check_edges, climbing, gait, held_to
from warhost.rulesets.regiments.chapters.movement.suggestions import random_steps, sensible_steps, sensible_turns
from warhost.rulesets.regiments.chapters.terrain import dangerous as terrain
from warhost.rulesets.regiments.core import (
    ActionName,
    Battle,
    Unit,
    by_rules,
    events,
    field_of,
    footprint,
    optional,
    size,
)
from warhost.rulesets.regiments.core.speakers import movement_rules, unit_rules
from warhost.table import TOLERANCE, Back, Rect, Sidestep, Step, from_local

Action = Literal["advance", "rush"]

BASE: dict[ActionName, int] = {"hold": 0, "idle": 0, "advance": 6, "rush": 12, "charge": 12}
"""How far each action goes before special rules."""

MOST_TURN = 90.0
"""How far the one pivot of a move action turns at most."""

ONE_PIVOT = Turning("centre", MOST_TURN, most=1)
"""The one pivot of a move action (aofr.move.advance_pivot)."""

TRIES = 4
"""How many moves a random player draws before it stays where it is."""

_RULE = {"advance": "aofr.action.advance", "rush": "aofr.action.rush", "embark": "aofr.special.transport.embark"}

SPACING = Passage(
    gap=GAP,
    passing=GAP,
    # Who begins nearer than 1" to another comes no nearer (AOFR-R042).
    crowded="comes no nearer",
    # No part of a unit leaves the table at any moment, pivots included (AOFR-R037).
    board="whole",
    pivots="set down",
    barred="impassable",
)

TURNING = msgspec.structs.replace(SPACING, passing=0.0, crowded="turns freely")
"""What holds for a turn on the spot."""

CENTRE = "aofr.pivot.centre"

CITES = Cites(
    move="aofr.charge.move",
    back="aofr.move.advance_backward",
    side="aofr.move.advance_sideways",
    ahead_only="aofr.move.rush",
    pivot="aofr.move.advance_pivot",
    pivots="aofr.move.advance_pivot",
    no_pivot="aofr.charge.became_impossible",
    no_wheel=CENTRE,
    edge="aofr.move.stay_on_table",
    inside="aofr.move.stay_on_table",
    passing="aofr.move.one_inch",
    through="aofr.move.no_pass_through",
    gap="aofr.move.one_inch",
    overlap="aofr.move.possible_location",
    barred="aofr.terrain.impassable",
    barred_end="aofr.move.possible_location",
)

_CITES = {name: msgspec.structs.replace(CITES, move=rule_id) for name, rule_id in _RULE.items()}


def cites_of(kind: Kind) -> Cites:
    """The rules that a refusal of such a move names."""
    return _CITES.get(kind.name, CITES)


Limit = Callable[[Path], None]
"""A further condition on a way: raises Refused if it is not met."""


@rule("aofr.action.advance", "aofr.action.rush", "aofr.action.charge", "aofr.action.move_actions")
def allowance(battle: Battle, unit: Unit, action: ActionName) -> float:
    """How far the unit may go: the action's own figure and what special rules add or take, never below 0; then what
    rules multiply it by (AOFR-R045)."""
    return optional.measured(battle, _unmeasured(battle, unit, action))


@by_rules
def _unmeasured(battle: Battle, unit: Unit, action: ActionName) -> float:
    inches = max(0.0, float(reach(battle, unit, action).total))
    for special in movement_rules(battle, unit).at("paces"):
        inches *= special.paces(action)
    return inches


def charge_allowance(battle: Battle, unit: Unit, target: Unit) -> float:
    """How far the unit may charge at that target, whose rules may make it harder to reach."""
    less = sum(rule.shrouds(share, charging=True) for rule, share in unit_rules(battle, target).at("shrouds"))
    return optional.measured(battle, max(0.0, _unmeasured(battle, unit, "charge") + less))


def reach(battle: Battle, unit: Unit, action: ActionName) -> Tally:
    """The same, itemised (AOFR-R045)."""
    inches = Tally(BASE[action])
    for special in movement_rules(battle, unit).at("on_move"):
        special.on_move(battle, unit, action, inches)
    return inches


@rule("aofr.special.immobilized")
def why_not_move(battle: Battle, unit: Unit) -> Refused | None:
    """Why the unit can take no move action, if it cannot."""
    for special in movement_rules(battle, unit).at("only_holds"):
        if special.only_holds:
            return Refused(f"{unit.name} can only Hold.", special.id)
    return None


@rule("aofr.move.advance_sideways", "aofr.move.advance_backward", "aofr.move.rush", "aofr.move.advance_pivot")
def kind_of_move(battle: Battle, unit: Unit, action: Action) -> Kind:
    """An Advance goes ahead, or half as far back or aside; a Rush only ahead; both with one pivot at any moment."""
    inches = allowance(battle, unit, action)
    half = inches / 2 if action == "advance" else 0.0
    return Kind(action, inches, half, half, (ONE_PIVOT,), GAP)


class Instead(NamedTuple):
    """One more kind of move that the owner may draw: how it is judged, and ways to make it."""

    kind: Kind
    check: Callable[[Moved], None]
    ways: Callable[[], Sequence[Moved]]


def ask_move(
    battle: Battle,
    unit: Unit,
    action: Action,
    *,
    instead: Instead | None = None,
    further: Limit | None = None,
    denied: Sequence[Denied] = (),
) -> Script[Moved]:
    """Ask the owner for a move, or for what it may do `instead`; `further` is what else must be so at its end, and
    `denied` what it may not do."""
    own = kind_of_move(battle, unit, action)

    @once
    def check(moved: Moved) -> None:
        if instead is not None and moved.kind == instead.kind.name:
            instead.check(moved)
        else:
            check_move(battle, unit, own, moved.steps, action, further=further)

    def suggest() -> list[Moved]:
        drafts = [Moved(action, steps) for steps in sensible_steps(battle, unit, own)]
        if instead is not None:
            drafts += instead.ways()
        return offered(check, drafts)

    def sample(chance: Chance) -> Moved:
        if instead is not None and chance.pick(2):
            ways = instead.ways()
            if ways:
                return ways[chance.pick(len(ways))]
        return drawn(check, lambda: Moved(action, random_steps(battle, unit, own, chance)), TRIES)

    question = Manoeuvre(
        seat=unit.seat,
        topic=action,
        text=f"Where {does(unit.name)} {action} to?",
        rules=(_RULE[action], "aofr.move.advance_pivot" if action == "advance" else "aofr.move.rush"),
        unit=unit.id,
        kinds=(own,) if instead is None else (own, instead.kind),
        denied=tuple(denied),
    )

    def risk(moved: Moved) -> tuple[Odds, ...]:
        return dangers(battle, unit, moved.steps, action)

    return (yield from manoeuvre(question, check, suggest, sample, risk))


@rule("aofr.terrain.dangerous_test")
def dangers(battle: Battle, unit: Unit, steps: Sequence[Step], action: ActionName) -> tuple[Odds, ...]:
    """The wounds that dangerous ground on the way deals on average, before any are ignored."""
    if unit.pose is None or not steps:
        return ()
    dice = terrain.dice_on_the_way(battle, unit, path_of(footprint(battle, unit), steps), action)
    if not dice:
        return ()
    why = Part(dice, "dice for dangerous terrain, each 1 is a wound", "aofr.terrain.dangerous_test")
    return (Odds("expected wounds on the way, before wounds are ignored", dice / 6, (why,), "expected"),)


@rule("aofr.measure.movement", "aofr.measure.movement_any_shape", "aofr.pivot.free")
def make_move(battle: Battle, unit: Unit, steps: Sequence[Step], action: ActionName) -> Script[None]:
    """Carry out a checked move, and test for the dangerous ground on the way."""
    way = path_of(footprint(battle, unit), steps)
    if way.inches > TOLERANCE:
        way = yield from optional.way_left(battle, unit, way, action)
        if unit.fate:
            return
    yield from go(battle, unit, way, action)


def go(battle: Battle, unit: Unit, way: Path, action: ActionName) -> Script[None]:
    """The unit goes that way; its front row ends where it ends, whoever fell in the ranks behind."""
    pose = stand(unit, front_kept(battle, unit, way.end))
    if way.inches > TOLERANCE:
        unit.moved = True
        yield events.UnitMoved(unit.id, way.inches, pose, action, way.steps)
    elif way.steps:
        yield events.UnitTurned(unit.id, pose, way.steps)
    yield from terrain.danger_on_the_way(battle, unit, way, action)
    yield from crossing.cross(battle, unit, way)


def front_kept(battle: Battle, unit: Unit, end: Rect) -> Rect:
    """Where the unit stands if its front is to be where that place has it: its own depth may be less by now."""
    width, depth = size(battle, unit)
    if abs(width - end.width) <= TOLERANCE and abs(depth - end.depth) <= TOLERANCE:
        return end
    return from_front_left(from_local(end, -end.width / 2, end.depth / 2), end, width, depth)


@rule("aofr.move.advance_pivot", "aofr.move.advance_half_with_pivot", "aofr.move.rush", "aofr.charge.move")
@rule("aofr.move.advance_sideways", "aofr.move.advance_backward", "aofr.measure.movement", "aofr.move.stay_on_table")
@rule("aofr.move.no_pass_through", "aofr.move.one_inch", "aofr.pivot.ignore_obstacles", "aofr.melee.no_lock")
@rule("aofr.terrain.impassable", "aofr.move.possible_location", "aofr.special.priority")
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
) -> Path:
    """The way of a legal move; Refused, with the reason and the rule, if it is not one.

    Straight parts in one direction and one pivot of up to 90 degrees between, before or after them (AOFR-R039), 1" from
    all others on the way, where a pivot ends, and at the end (AOFR-R041). `without` are units that are not in its way:
    a transport that it goes into.
    """
    here = field_of(battle)
    how = gait(battle, unit)
    way = field.check(
        here,
        here[unit.id] if start is None else Body(unit.id, unit.seat, unit.name, start),
        MoveKind(kind, SPACING, cites_of(kind)),
        steps,
        flies=how.flies,
        without=without,
        burden=lambda way: ground_on(battle, unit, kind, way, how),
    )
    check_edges(battle, unit, way.end)
    if further is not None:
        further(way)
    for part in optional.speaking(battle, "limits_move"):
        part.limits_move(battle, unit, way, action)
    return way


@rule("aofr.terrain.difficult", "aofr.terrain.climb")
def ground_on(battle: Battle, unit: Unit, kind: Kind, way: Path, how: Gait) -> Burden:
    """What is climbed counts, and in difficult ground a move is of 6" at most, half of it for going back or aside
    (AOFR-R040, AOFR-R045)."""
    climbed = climbing(battle, way, how)
    half = any(isinstance(step, Back | Sidestep) for step in way.steps)
    inches = (way.inches + climbed) * (2 if half else 1)
    most = held_to(battle, unit, way, min(inches, kind.forward), how)
    return Burden(climbed, most, "aofr.terrain.difficult") if most < kind.forward else Burden(climbed)


@rule("aofr.move.hold_pivot", "aofr.shaken.pivot", "aofr.pivot.centre", "aofr.pivot.ignore_obstacles")
def pivot(
    battle: Battle, unit: Unit, limit: float, *, topic: str, rules: tuple[str, ...], when: str = ""
) -> Script[bool]:
    """A turn on the spot of so many degrees at most, if the owner wants one. Returns whether the unit turned."""

    def draw(chance: Chance) -> Moved:
        draft = Moved("pivot", (random_pivot(chance, limit),))
        return draft if chance.pick(2) else Moved()

    question = Manoeuvre(
        seat=unit.seat,
        topic=topic,
        text=f"Which way {does(unit.name)} face? You may turn up to {limit:g} degrees{when}.",
        rules=rules,
        unit=unit.id,
        kinds=(pivot_kind(limit),),
    )
    checks = {"pivot": partial(check_pivot, battle, unit, limit=limit, rule_id=rules[0])}
    answer = yield from ask_drawn(question, checks, lambda: turns(battle, unit, limit), draw)
    before = unit.pose
    pose = stand(unit, path_of(footprint(battle, unit), answer.steps).end)
    if pose == before:
        return False
    yield events.UnitTurned(unit.id, pose, answer.steps)
    return True


def turns(battle: Battle, unit: Unit, limit: float) -> list[Moved]:
    """Drafts of turns on the spot."""
    return [Moved("pivot", (turn,)) for turn in sensible_turns(battle, unit, limit)]


@rule("aofr.move.advance_pivot", "aofr.move.hold_pivot", "aofr.shaken.pivot")
def pivot_kind(limit: float) -> Kind:
    """One turn about the centre of so many degrees at most."""
    return Kind("pivot", turns=(Turning("centre", limit, most=1),), gap=GAP)


@rule("aofr.move.advance_pivot", "aofr.move.hold_pivot", "aofr.shaken.pivot", "aofr.move.stay_on_table")
@rule("aofr.pivot.centre", "aofr.pivot.ignore_obstacles", "aofr.move.possible_location", "aofr.move.one_inch")
def check_pivot(battle: Battle, unit: Unit, steps: Sequence[Step], limit: float, rule_id: str) -> Path:
    """One turn about the centre; only where it ends must be free, and its whole sweep on the table (AOFR-R037).

    A unit that is nearer than 1" to another already needs only to end outside of it (AOFR-R042).
    """
    if not steps:
        raise Refused(f"{unit.name} can only pivot here, once and on the spot.", "aofr.pivot.centre")
    here = field_of(battle)
    cites = msgspec.structs.replace(CITES, move=rule_id, pivot=rule_id, spot=CENTRE, pivots=CENTRE)
    way = field.check(here, here[unit.id], MoveKind(pivot_kind(limit), TURNING, cites), steps)
    check_edges(battle, unit, way.end)
    return way
