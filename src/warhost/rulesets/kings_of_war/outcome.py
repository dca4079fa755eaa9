"""After a combat: orders of units that have routed their enemies, and their moves (Combat Outcome)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from warhost.field import path_of
from warhost.field.drafts import ask_drawn, random_pivot, turns_to
from warhost.field.halting import Halt, halt, straight
from warhost.play.battle import stand
from warhost.play.english import verb
from warhost.play.questions import Denied, Kind, Manoeuvre, Moved, Option, Turning
from warhost.play.script import Refused, Script, choose, choose_unit, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war import events, values
from warhost.rulesets.kings_of_war.battle import Battle, Unit, enemies
from warhost.rulesets.kings_of_war.formation import GAP, field_of, footprint
from warhost.rulesets.kings_of_war.rules import has
from warhost.rulesets.kings_of_war.terrain import BLOCKING
from warhost.table import TOLERANCE, Arc, Step, distance

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


# Hold


@rule("kow.outcome.hold")
def hold(battle: Battle, unit: Unit) -> Script[None]:
    """The unit stays where it is and may turn to any direction."""
    shape = footprint(battle, unit)
    question = Manoeuvre(
        seat=unit.seat,
        topic="hold",
        text=f"Does {unit.name} turn?",
        rules=("kow.outcome.hold",),
        unit=unit.id,
        kinds=(Kind("change facing", turns=(Turning("centre", 180.0, 1),), gap=GAP),),
    )

    def check(steps: Sequence[Step]) -> None:
        if len(steps) != 1:
            raise Refused(f"{unit.name} may turn once.", "kow.outcome.hold")
        check_turned(battle, unit, steps)

    def drafts() -> list[Moved]:
        goals = [(enemy.pose.x, enemy.pose.y) for enemy in enemies(battle, unit.seat) if enemy.pose is not None]
        return [Moved("change facing", (turn,)) for turn in turns_to(shape, goals, 180.0)]

    answer = yield from ask_drawn(
        question,
        {"change facing": check},
        drafts,
        lambda chance: Moved("change facing", (random_pivot(chance, 180.0),)),
    )
    if answer.kind:
        end = path_of(shape, answer.steps).end
        yield events.UnitTurned(unit.id, answer.steps, stand(unit, end))
    else:
        yield events.UnitHeld(unit.id)


def check_turned(battle: Battle, unit: Unit, steps: Sequence[Step]) -> None:
    """Where the unit ends it stands clear of all units and of blocking terrain, 1 mm from enemies; Refused if not."""
    field = field_of(battle)
    start = footprint(battle, unit)
    end = path_of(start, steps).end
    if not field.has_room(end, unit.id, barred=BLOCKING):
        raise Refused(f"There is no room for {unit.name} to turn like that.", "kow.interp.pivot_end_clear")
    for enemy in enemies(battle, unit.seat):
        shape = footprint(battle, enemy)
        if distance(end, shape) < min(GAP, distance(start, shape)) - TOLERANCE:
            raise Refused(f"{unit.name} would touch {enemy.name}.", "kow.measure.enemy_gap")


# Moves


@rule("kow.outcome.fall_back", "kow.outcome.sideways", "kow.outcome.forward", "kow.outcome.full_distance")
def move(battle: Battle, unit: Unit, order: str) -> Script[None]:
    """The unit goes straight as far as the die says and keeps its facing; only what is in its way stops it
    (KOW-R112)."""
    side, dice, way, rule_id = MOVES[order]
    inches = yield from roll_sum(dice, why=DONE[order].capitalize(), rule=rule_id, seat=unit.seat, unit=unit.id)
    stop = stopped(battle, unit, side, inches)
    yield from _goes(battle, unit, side, stop, way)


@rule("kow.outcome.terrain_ignored", "kow.outcome.friends_block", "kow.outcome.stop_before_enemy")
def stopped(battle: Battle, unit: Unit, side: Arc, inches: float) -> Halt:
    """Where such a move ends: in contact with friends, blocking terrain and the edge, 1 mm before enemies. Other ground
    does not matter."""
    return halt(field_of(battle), unit.id, side, inches, gap=GAP, barred=BLOCKING)


def _goes(battle: Battle, unit: Unit, side: Arc, stop: Halt, way: str) -> Script[None]:
    step = straight(side, stop.inches)
    end = path_of(footprint(battle, unit), (step,)).end
    yield events.UnitMovedAfterCombat(unit.id, way, (step,), stand(unit, end), stop.inches, stop.name)
