"""Moves of units that are not engaged: what each order allows, and whether a drawn move is legal (Orders; Unit
Interpenetration)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import hypot
from typing import NamedTuple

import msgspec

from warhost import field
from warhost.dice import Chance
from warhost.field import Cites, Field, MoveKind, Passage, Path, drawn, free_inches, offered, path_of, turns_to
from warhost.field.moves.drafts import pivoting_drafts, random_pivot, random_pivoting
from warhost.field.moves.halting import Halt, halt
from warhost.play.battle import stand
from warhost.play.questions import Denied, Kind, Manoeuvre, Moved, Turning
from warhost.play.script import Script, manoeuvre, once
from warhost.play.shown.english import does, verb
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.core import (
    BARS_DOUBLE,
    BARS_WHEELS,
    BLOCKING,
    GAP,
    Battle,
    Unit,
    enemies,
    events,
    field_of,
    footprint,
    has,
    speaking,
    traits,
    values,
    with_rule,
)
from warhost.table import (
    TOLERANCE,
    Arc,
    Back,
    Pivot,
    Point,
    Rect,
    Sidestep,
    Step,
    moved_to,
    outward,
)

QUARTER = 90.0
"""How far a pivot within a move turns at most."""

ANY_WAY = Turning("centre", 180.0, most=1)
ONE_PIVOT = Turning("centre", QUARTER, most=1)
TWO_PIVOTS = Turning("centre", QUARTER, most=2)

TRIES = 3
"""How many moves a random player draws before it halts."""

MOST_ENEMIES = 3
"""Moves are suggested towards so many of the nearest enemies."""

SPACING = Passage(
    gap=GAP,
    passing=0.0,
    # Who touches an enemy without being engaged need not leave it, but nobody comes into contact by a move.
    crowded="stays near",
    board="stops",
    pivots="set down",
    barred=BLOCKING,
    blocked=True,
    friends_pass=True,
)

_SPACING = {barred: msgspec.structs.replace(SPACING, barred=barred) for barred in (BLOCKING, BARS_DOUBLE, BARS_WHEELS)}

_CITES = Cites(
    move="kow.order.halt",
    edge="kow.terrain.table_edge",
    inside="kow.interp.pivot_end_clear",
    through="kow.interp.enemies_block",
    overlap="kow.interp.no_end_overlap",
    gap="kow.measure.enemy_gap",
    contact="kow.order.charge",
    barred="kow.terrain.blocking",
    barred_end="kow.special.fly_end",
    barred_by=(
        ("blocking", "kow.terrain.blocking"),
        ("obstacle", "kow.terrain.obstacle"),
        ("difficult", "kow.terrain.difficult"),
    ),
)


def _cites(order: str, pivot: str) -> Cites:
    return msgspec.structs.replace(_CITES, move=order, pivot=pivot, pivots=pivot)


CITES = {
    "change facing": _cites("kow.order.change_facing", "kow.order.change_facing"),
    "back": _cites("kow.order.back", "kow.order.back_pivot"),
    "sidestep": _cites("kow.order.sidestep", "kow.order.sidestep_pivot"),
    "advance": _cites("kow.order.advance", "kow.order.advance_pivots"),
    "at the double": _cites("kow.order.at_the_double", "kow.order.at_the_double_pivot"),
    "turn": _cites("kow.special.individual_pivot", "kow.special.individual_pivot"),
}

_WHEELED = {
    name: msgspec.structs.replace(cites, barred_by=(("obstacle", "kow.war_engine.obstacles_block"), *cites.barred_by))
    for name, cites in CITES.items()
}
"""The rules that refusals of war engines name."""

VERBS = {
    "change facing": "move",
    "back": "move back",
    "sidestep": "sidestep",
    "advance": "advance",
    "at the double": "move at the double",
    "turn": "move",
}


class Gait(msgspec.Struct, frozen=True, gc=False):
    """How a unit moves: whether it flies, and which terrain it does not cross, at the double and otherwise."""

    flies: bool
    barred: str
    double: str


@rule("kow.war_engine.obstacles_block", "kow.terrain.difficult", "kow.terrain.obstacle", "kow.terrain.blocking")
@rule("kow.special.pathfinder", "kow.special.fly")
def gait(battle: Battle, unit: Unit) -> Gait:
    """Obstacles stop war engines, unless they are yielding; who finds paths crosses difficult terrain at the double."""
    flies, pathfinds, yields = traits(battle, unit, "flies", "pathfinds", "yields")
    wheels = battle.entry(unit).type == "war engine" and not yields
    return Gait(flies, BARS_WHEELS if wheels else BLOCKING, BARS_WHEELS if pathfinds else BARS_DOUBLE)


@rule("kow.special.yielding")
def yielding(battle: Battle, without: Unit) -> frozenset[int]:
    """The units that others may move through as if they were not there."""
    return frozenset(one.id for one, _ in with_rule(battle, battle.units, "yields") if one is not without)


class Footing(NamedTuple):
    """What all moves of a unit have in common while nobody else moves: what stands where, its gait, who lets it
    pass."""

    field: Field
    gait: Gait
    passed: frozenset[int]

    def barred(self, kind: Kind) -> str:
        """The trait of terrain that such a move does not cross."""
        return self.gait.double if kind.name == "at the double" else self.gait.barred


def footing(battle: Battle, unit: Unit) -> Footing:
    return Footing(field_of(battle), gait(battle, unit), yielding(battle, unit))


# What an order allows


@rule("kow.order.change_facing", "kow.order.back", "kow.order.back_pivot", "kow.order.sidestep")
@rule("kow.order.sidestep_pivot", "kow.order.advance", "kow.order.advance_pivots", "kow.order.at_the_double")
@rule("kow.order.at_the_double_pivot", "kow.nerve.wavering_orders", "kow.special.shambling")
def kinds_of_move(battle: Battle, unit: Unit) -> tuple[Kind, ...]:
    """The orders by which the unit may move now; half of its Speed is never rounded (KOW-R025)."""
    wheels = battle.entry(unit).type == "war engine"
    return _kinds(values.speed(battle, unit), bool(unit.wavering), has(battle, unit, "shambles"), wheels)


@lru_cache(maxsize=256)
def _kinds(speed: int, wavering: bool, shambles: bool, wheels: bool) -> tuple[Kind, ...]:
    inches = float(speed)
    kinds = [
        Kind("change facing", turns=(ANY_WAY,), gap=GAP),
        Kind("back", back=inches / 2, turns=(ONE_PIVOT,), gap=GAP),
    ]
    if wavering:
        return tuple(kinds)
    kinds.append(Kind("sidestep", side=inches / 2, turns=(ONE_PIVOT,), gap=GAP))
    kinds.append(Kind("advance", inches, turns=(ONE_PIVOT if shambles else TWO_PIVOTS,), gap=GAP))
    if not shambles and not wheels:
        kinds.append(Kind("at the double", 2 * inches, turns=(ONE_PIVOT,), gap=GAP))
    return tuple(kinds)


@rule("kow.war_engine.no_double_charge", "kow.nerve.wavering_orders", "kow.special.shambling")
def denied_moves(battle: Battle, unit: Unit) -> list[Denied]:
    """The orders by which the unit cannot move now, and why."""
    if unit.wavering:
        why = f"{unit.name} {verb(unit.name, 'is')} wavering: halt, change facing or back."
        rule_id = "kow.nerve.wavering_orders"
        return [Denied(name, why, rule_id, unit.id) for name in ("sidestep", "advance", "at the double")]
    if battle.entry(unit).type == "war engine":
        why = "War engines do not move at the double."
        return [Denied("at the double", why, "kow.war_engine.no_double_charge", unit.id)]
    for one in speaking(battle, unit, "shambles"):
        return [Denied("at the double", f"{unit.name} cannot go at the double: {one.name}.", one.id, unit.id)]
    return []


# Whether a move is legal


@rule("kow.interp.friends_pass", "kow.interp.no_end_overlap", "kow.interp.enemies_block", "kow.interp.pivot_through")
@rule("kow.interp.pivot_end_clear", "kow.measure.enemy_gap", "kow.measure.friend_contact", "kow.terrain.table_edge")
@rule("kow.terrain.blocking", "kow.terrain.blocking_pivot", "kow.terrain.difficult", "kow.terrain.obstacle")
@rule("kow.special.fly", "kow.special.fly_end", "kow.special.yielding", "kow.order.charge")
def check_move(battle: Battle, unit: Unit, kind: Kind, steps: Sequence[Step], on: Footing | None = None) -> Path:
    """The path of a legal move; Refused, with the reason and the rule, if it is not one.

    Friends let it pass, enemies do not, and 1 mm of room is left to them at the end (KOW-R051). Every pivot ends clear
    of everything (KOW-R054); of flyers only the end counts.
    """
    on = on or footing(battle, unit)
    cites = _WHEELED if on.gait.barred == BARS_WHEELS else CITES
    move = MoveKind(kind, _SPACING[on.barred(kind)], cites[kind.name], VERBS[kind.name])
    return field.check(on.field, on.field[unit.id], move, steps, flies=on.gait.flies, passed=on.passed)


# Asking for a move


def ask_move(
    battle: Battle, unit: Unit, kinds: tuple[Kind, ...], topic: str, text: str, *, rules: tuple[str, ...] = ()
) -> Script[Moved]:
    """Ask the owner to move the unit by one of these kinds, or to leave it where it is."""
    by_name = {kind.name: kind for kind in kinds}
    on = footing(battle, unit)

    @once
    def check(moved: Moved) -> None:
        check_move(battle, unit, by_name[moved.kind], moved.steps, on)

    def suggest() -> list[Moved]:
        return offered(check, (Moved(kind.name, steps) for kind in kinds for steps in drafts(battle, unit, kind, on)))

    def sample(chance: Chance) -> Moved:
        return drawn(check, lambda: random_move(battle, unit, kinds, chance, on), TRIES)

    question = Manoeuvre(
        seat=unit.seat,
        topic=topic,
        text=text,
        rules=rules,
        unit=unit.id,
        kinds=kinds,
        denied=tuple(denied_moves(battle, unit)) if topic == "move" else (),
    )
    return (yield from manoeuvre(question, check, suggest, sample))


def make_move(battle: Battle, unit: Unit, order: str, steps: Sequence[Step]) -> Script[None]:
    """Carry out a move that has been checked."""
    path = path_of(footprint(battle, unit), steps)
    pose = stand(unit, path.end)
    yield events.UnitMoved(unit.id, order, path.steps, pose, path.inches)


# Drafts


def goals(battle: Battle, unit: Unit) -> list[Point]:
    """The places that a unit may want to go to: the nearest enemies, and markers."""
    assert unit.pose is not None
    x, y = unit.pose.x, unit.pose.y
    foes = [(foe.pose.x, foe.pose.y) for foe in enemies(battle, unit.seat) if foe.pose is not None]
    foes.sort(key=lambda at: hypot(at[0] - x, at[1] - y))
    return [*foes[:MOST_ENEMIES], *((marker.x, marker.y) for marker in battle.markers if marker.carrier is None)]


def _going(unit: Unit, kind: Kind, on: Footing, *, past_friends: bool) -> Callable[[Rect, float, Arc], float]:
    """How far the unit can go straight on from somewhere over a side: past its friends, or up to them."""
    here, flies, barred = on.field, on.gait.flies, on.barred(kind)
    friends = frozenset([body.id for body in here.bodies if body.seat == unit.seat]) if past_friends else frozenset()

    def free(shape: Rect, limit: float, side: Arc) -> float:
        return free_inches(here, unit.id, shape, limit, side, gap=GAP, barred=barred, flies=flies, without=friends)

    return free


def drafts(battle: Battle, unit: Unit, kind: Kind, on: Footing) -> Iterator[tuple[Step, ...]]:
    """Moves worth a thought: towards each goal as far as they go and as far as friends, back, aside, turns."""
    shape = footprint(battle, unit)
    places = goals(battle, unit)
    if not kind.goes:
        turning = kind.turning("centre")
        yield from ((turn,) for turn in turns_to(shape, places, turning.degrees if turning else 0.0))
        return
    free = _going(unit, kind, on, past_friends=True)
    if kind.forward:
        near = _going(unit, kind, on, past_friends=False)

        def halts(there: Rect, far: float) -> list[float]:
            up_to = near(there, far, Arc.FRONT)
            return [up_to] if up_to < far - TOLERANCE else []

        yield from pivoting_drafts(shape, kind, places, free, halts)
    elif kind.back:
        yield (Back(free(shape, kind.back, Arc.REAR)),)
        yield from ((turn, Back(kind.back)) for turn in turns_to(shape, places, QUARTER))
    else:
        yield (Sidestep(free(shape, kind.side, Arc.RIGHT)),)
        yield (Sidestep(-free(shape, kind.side, Arc.LEFT)),)


def random_move(battle: Battle, unit: Unit, kinds: Sequence[Kind], chance: Chance, on: Footing) -> Moved:
    """A move at random, mostly ahead and cut short where something is in the way; or none."""
    ahead = [kind for kind in kinds if kind.forward]
    pick = chance.pick(len(kinds) + 1 + 3 * len(ahead))
    if pick == len(kinds):
        return Moved()
    kind = kinds[pick] if pick < len(kinds) else ahead[(pick - len(kinds) - 1) % len(ahead)]
    shape = footprint(battle, unit)
    turning = kind.turning("centre")
    if not kind.goes:
        return Moved(kind.name, (random_pivot(chance, turning.degrees),)) if turning else Moved()
    free = _going(unit, kind, on, past_friends=bool(chance.pick(2)))
    if kind.forward:
        return Moved(kind.name, random_pivoting(shape, kind, free, chance))
    turns: tuple[Step, ...] = (random_pivot(chance, QUARTER),) if chance.pick(2) else ()
    if kind.back:
        return Moved(kind.name, (Back(chance.some(free(shape, kind.back, Arc.REAR))), *turns))
    right = chance.pick(2)
    aside = chance.some(free(shape, kind.side, Arc.RIGHT if right else Arc.LEFT))
    return Moved(kind.name, (Sidestep(aside if right else -aside), *turns))


# Straight moves that nobody draws: pushed, pulled, after a combat


@rule("kow.terrain.table_edge", "kow.charge.forced")
def free_ahead(battle: Battle, unit: Unit, inches: float, side: Arc = Arc.FRONT, *, reaches: bool = False) -> Halt:
    """How far a straight move over a side goes: it stops in contact with friends, blocking terrain and the edge, and
    1 mm before enemies (KOW-R112); or, where it may reach them, in contact with them."""
    return halt(field_of(battle), unit.id, side, inches, gap=0.0 if reaches else GAP, barred=BLOCKING)


def gone(shape: Rect, side: Arc, inches: float) -> Rect:
    """The shape after a straight move over a side."""
    dx, dy = outward(shape, side)
    return moved_to(shape, shape.x + dx * inches, shape.y + dy * inches)


@rule("kow.order.change_facing")
def ask_turn(
    battle: Battle, unit: Unit, kind: str, topic: str, text: str, *, rules: tuple[str, ...] = ()
) -> Script[bool]:
    """Ask the owner to turn the unit on the spot, to any direction; returns whether it did."""
    kinds = (Kind(kind, turns=(ANY_WAY,), gap=GAP),)
    answer = yield from ask_move(battle, unit, kinds, topic, text, rules=rules)
    if not any(isinstance(step, Pivot) for step in answer.steps):
        return False
    yield from make_move(battle, unit, kind, answer.steps)
    return True


@rule("kow.special.scout")
def scout(battle: Battle, unit: Unit) -> Script[None]:
    """One advance before the first turn, or none (KOW-R170)."""
    kinds = tuple(kind for kind in kinds_of_move(battle, unit) if kind.name == "advance")
    text = f"Where {does(unit.name)} scout?"
    answer = yield from ask_move(battle, unit, kinds, "scout move", text, rules=("kow.special.scout",))
    if answer.kind:
        yield from make_move(battle, unit, "scout", answer.steps)
