"""After a combat: orders of units that have routed their enemies, and their moves (Combat Outcome)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from warhost.field import inches_to_edge, path_of
from warhost.field.moves.halting import Halt, halt, straight
from warhost.play.battle import stand
from warhost.play.questions import Denied, Option
from warhost.play.script import Script, choose, choose_unit, roll_sum
from warhost.play.shown.english import verb
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.chapters.movement import charge
from warhost.rulesets.kings_of_war.chapters.movement.moves import ask_turn, free_ahead, gone, yielding
from warhost.rulesets.kings_of_war.core import (
    BLOCKING,
    GAP,
    Battle,
    Unit,
    enemies,
    events,
    field_of,
    footprint,
    has,
    values,
)
from warhost.table import TOLERANCE, Arc, distance

FINE = 1 / 16
"""In such steps a flyer looks for a place to come down, in inches."""

HOLD = "hold"
FORWARD, PURSUE = "forward", "pursue"
"""A unit that has routed a Yielding enemy and goes forward pursues: it may reach another one."""

MOVES: dict[str, tuple[Arc, str, str, str]] = {
    "fall back": (Arc.REAR, "D3", "backward", "kow.outcome.fall_back"),
    "left": (Arc.LEFT, "D3", "to the left", "kow.outcome.sideways"),
    "right": (Arc.RIGHT, "D3", "to the right", "kow.outcome.sideways"),
    FORWARD: (Arc.FRONT, "D6", "forward", "kow.outcome.forward"),
    PURSUE: (Arc.FRONT, "D6", "forward", "kow.outcome.forward"),
}
"""The orders that move a unit: over which side, how far, in words, and by which rule."""

LABELS = {
    HOLD: "Hold: turn on the spot",
    "fall back": 'Fall back D3"',
    "left": 'Sideways to the left D3"',
    "right": 'Sideways to the right D3"',
    FORWARD: 'Forward D6"',
}

DONE = {
    HOLD: "hold",
    "fall back": "fall back",
    "left": "move to the left",
    "right": "move to the right",
    FORWARD: "move forward",
    PURSUE: "move forward",
}


class Before(NamedTuple):
    """How things stood before the nerve tests of a combat: who was engaged, and who with a Yielding enemy."""

    engaged: frozenset[int]
    with_yielding: frozenset[int]

    @staticmethod
    @rule("kow.special.yielding_pursuit")
    def of(battle: Battle, own: Sequence[Unit]) -> Before:
        yielding = [unit.id for unit in own if any(has(battle, battle.units[foe.unit], "yields") for foe in unit.foes)]
        return Before(frozenset(unit.id for unit in own if unit.foes), frozenset(yielding))


@rule("kow.outcome.target_remains", "kow.outcome.target_routed", "kow.outcome.orders_before_rolls")
def announce(battle: Battle, own: Sequence[Unit], before: Before) -> Script[None]:
    """Every own unit of a combat that has no enemy left gets its order, or stays as it is; all orders are given before
    the first is carried out."""
    pending: list[tuple[int, str]] = []
    for unit in own:
        if unit.pose is None or unit.foes or unit.id not in before.engaged:
            continue
        order = yield from _order(battle, unit)
        if order == "pass":
            continue
        yield events.OrderAnnounced(unit.id, DONE[order])
        if order == FORWARD and unit.id in before.with_yielding:
            order = PURSUE
        pending.append((unit.id, order))
    battle.pending = tuple(pending)
    battle.stage = "outcome" if pending else "fight"


@rule("kow.outcome.target_routed", "kow.outcome.sideways")
def _order(battle: Battle, unit: Unit) -> Script[str]:
    """One of the orders, or none. A unit with Speed 0 may hold and nothing else (KOW-R113); the side of a sideways
    move is named with the order (KOW-R111)."""
    still = values.speed(battle, unit) == 0
    options = [Option(order, label, unit=unit.id) for order, label in LABELS.items() if order == HOLD or not still]
    options.append(Option("pass", "Stay as it is", unit=unit.id, passes=True))
    denied = [
        Denied(order, f"{unit.name} has Speed 0 and cannot move.", "kow.outcome.target_routed", unit.id)
        for order in LABELS
        if still and order != HOLD
    ]
    text = f"{unit.name} {verb(unit.name, 'has', 'have')} no enemy left. What is the order?"
    return (yield from choose(unit.seat, "outcome", text, options, rules=("kow.outcome.target_routed",), denied=denied))


@rule("kow.outcome.orders_before_rolls")
def carry_out(battle: Battle) -> Script[None]:
    """One of the orders that were given is carried out, in the sequence that the player likes; after the last one the
    next combat comes."""
    pending = dict(battle.pending)
    units = [battle.units[number] for number in pending]
    rules = ("kow.outcome.orders_before_rolls",)
    text = "Which order is carried out next?"
    unit = yield from choose_unit(units, battle.active, "carry out", text, rules=rules)
    order = pending.pop(unit.id)
    battle.pending = tuple(pending.items())
    if not pending:
        battle.stage = "fight"
    if order == HOLD:
        yield from hold(battle, unit)
    else:
        yield from move(battle, unit, order)


@rule("kow.outcome.hold")
def hold(battle: Battle, unit: Unit) -> Script[None]:
    """The unit stays where it is and may turn to any direction."""
    text = f"{verb(unit.name, 'Does')} {unit.name} turn?"
    if not (yield from ask_turn(battle, unit, "change facing", "hold", text, rules=("kow.outcome.hold",))):
        yield events.UnitHeld(unit.id)


@rule("kow.outcome.fall_back", "kow.outcome.sideways", "kow.outcome.forward", "kow.outcome.full_distance")
def move(battle: Battle, unit: Unit, order: str) -> Script[None]:
    """The unit goes straight as far as the die says and keeps its facing; only what is in its way stops it
    (KOW-R112)."""
    side, dice, way, rule_id = MOVES[order]
    why = DONE[order].capitalize()
    inches = yield from roll_sum(dice, why=why, rule=rule_id, seat=unit.seat, unit=unit.id)
    if order == PURSUE and (yield from pursue(battle, unit, inches)):
        return
    stop = stopped(battle, unit, side, inches)
    step = straight(side, stop.inches)
    end = path_of(footprint(battle, unit), (step,)).end
    yield events.UnitMovedAfterCombat(unit.id, way, (step,), stand(unit, end), stop.inches, stop.name)


@rule("kow.outcome.terrain_ignored", "kow.outcome.friends_block", "kow.outcome.stop_before_enemy")
@rule("kow.special.yielding", "kow.special.fly")
def stopped(battle: Battle, unit: Unit, side: Arc, inches: float) -> Halt:
    """Where such a move ends: in contact with friends, blocking terrain and the edge, 1 mm before enemies. Other ground
    does not matter. Yielding units let pass who ends clear of them; and so does everything whom flyers pass over,
    where players agreed on that (KOW-R114)."""
    field = field_of(battle)
    stop = halt(field, unit.id, side, inches, gap=GAP, barred=BLOCKING)
    if battle.settings.flyers_after_combat and has(battle, unit, "flies"):
        over = inches_to_edge(footprint(battle, unit), field.board, side, limit=inches)
        while over > stop.inches and not _is_clear(battle, unit, side, over):
            over -= FINE
        return Halt(over) if over > stop.inches else stop
    passed = yielding(battle, unit)
    if passed:
        past = halt(field, unit.id, side, inches, gap=GAP, barred=BLOCKING, without=passed)
        if past.inches > stop.inches and _is_clear(battle, unit, side, past.inches):
            return past
    return stop


def _is_clear(battle: Battle, unit: Unit, side: Arc, inches: float) -> bool:
    """Whether the unit may stand so far over that side: clear of everybody and of blocking terrain, 1 mm from
    enemies."""
    end = gone(footprint(battle, unit), side, inches)
    if not field_of(battle).has_room(end, unit.id, barred=BLOCKING):
        return False
    return all(distance(end, footprint(battle, foe)) >= GAP - TOLERANCE for foe in enemies(battle, unit.seat))


@rule("kow.special.yielding_pursuit", "kow.special.yielding_pursuit_hindered")
def pursue(battle: Battle, unit: Unit, inches: float) -> Script[bool]:
    """A unit that has routed a Yielding enemy and reaches another one on its way forward has charged that one. It
    attacks it in this phase, once more (KOW-R116). Returns whether it reached one."""
    stop = free_ahead(battle, unit, inches, reaches=True)
    if stop.body is None or stop.body.seat == unit.seat:
        return False
    path = path_of(footprint(battle, unit), (straight(Arc.FRONT, stop.inches),))
    engaged = yield from charge.forced(battle, unit, battle.units[stop.body.id], path)
    if engaged and battle.settings.yielding_fight:
        battle.fought = tuple(number for number in battle.fought if number != unit.id)
    return True
