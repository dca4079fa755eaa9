"""Pursuit Moves and Overruns: what stops them, whom they charge, where they end (Melee Phase: Pursuing Units)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import permutations
from typing import NamedTuple

from warhost.field import inches_to_edge
from warhost.field.crossing import STANDING
from warhost.field.running import Met, first_met, met_on_foot, met_on_landing, taken_back
from warhost.play.battle import stand
from warhost.play.english import does
from warhost.play.questions import Option
from warhost.play.script import Script, choose
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles import dangerous, events, panic
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.contact import engage
from warhost.rulesets.fantasy_battles.damage import destroy
from warhost.rulesets.fantasy_battles.formation import boundary, field_of
from warhost.rulesets.fantasy_battles.placement import arc_struck, best_places, contact_count
from warhost.rulesets.fantasy_battles.terrain import ROCKS, of_kind
from warhost.rulesets.fantasy_battles.values import flies
from warhost.table import Arc, Forward, Rect, on_board, overlaps, rect, touches, within

JUST_BEFORE = 0.1
"""Where a pursuer stops before other units."""

ROCK_GAP = 1.0
"""Where it stops before Impassable Terrain."""

STEP_BACK = 0.1
"""The steps in which an illegal end is taken back."""


class Chase(NamedTuple):
    """A pursuit or overrun to be made: who, which way, how far, out of which combat, and who fled from that."""

    unit: int
    facing: float
    inches: float
    combat: tuple[int, ...]
    fled: frozenset[int]


class Plan(NamedTuple):
    """What a chase comes to from here: turned like this, so far ahead, and perhaps a charge at one of these places."""

    start: Rect
    inches: float
    target: int | None = None
    side: Arc = Arc.FRONT
    places: tuple[Rect, ...] = ()


@rule("t9a.round.step13_move_pursuing", "t9a.special.fly")
def planned(battle: Battle, chase: Chase, before: float = JUST_BEFORE) -> Plan:
    """Turn about the Centre to the direction of pursuit, then ahead until something is met or the distance is run."""
    unit = battle.units[chase.unit]
    own = boundary(battle, unit)
    start = rect(own.x, own.y, chase.facing, own.width, own.depth)
    limit = inches_to_edge(start, battle.scene.board, limit=float(chase.inches))
    met = first_met(_met(battle, unit, chase, start, limit, before))
    if met is None:
        return Plan(start, limit)
    if met.enemy is None:
        return Plan(start, met.stop)
    enemy = battle.units[met.enemy]
    side = arc_struck(start, boundary(battle, enemy))
    places = best_places(battle, unit, enemy, side)
    if not places:
        return Plan(start, met.stop)
    return Plan(start, met.inches, enemy.id, side, tuple(places))


@rule("t9a.round.step13_move_pursuing", "t9a.terrain.impassable")
@rule("t9a.round.step13_move_pursuing", "t9a.special.fly")
def _met(battle: Battle, unit: Unit, chase: Chase, start: Rect, limit: float, before: float) -> Iterable[Met]:
    """What the unit runs into within its distance. Friends of the same combat are open ground.

    A flyer passes over everything; it charges an enemy only if it ends on it.
    """
    field = field_of(battle)
    foes = {enemy.id for enemy in field.enemies(unit.seat)} - chase.fled
    if flies(battle, unit, running=True):
        return met_on_landing(field, start, limit, foes)
    through = {number for number in (unit.id, *chase.combat) if battle.units[number].seat == unit.seat}
    return met_on_foot(field, start, limit, through=through, foes=foes, before=before, barred=ROCKS, gap=ROCK_GAP)


@rule("t9a.round.step13_move_pursuing")
def best_order(battle: Battle, chases: Sequence[Chase]) -> Sequence[Chase]:
    """The order of several charging pursuers that brings most units, then most models, into combat."""
    if len(chases) < 2:
        return chases
    return max(permutations(chases), key=lambda order: _contact_made(battle, order))


def _contact_made(battle: Battle, order: Sequence[Chase]) -> tuple[int, int]:
    """How many units and models come into contact if they move in this order; the battle is left as it was."""
    before = {chase.unit: battle.units[chase.unit].pose for chase in order}
    units = models = 0
    for chase in order:
        plan = planned(battle, chase)
        if plan.target is None:
            continue
        unit = battle.units[chase.unit]
        units += 1
        models += contact_count(battle, unit, plan.places[0], battle.units[plan.target], plan.side)
        stand(unit, plan.places[0])
    for number, pose in before.items():
        battle.units[number].pose = pose
    return units, models


@rule("t9a.round.step13_move_pursuing", "t9a.terrain.dangerous_test_when")
def pursuit_move(battle: Battle, chase: Chase) -> Script[bool]:
    """Make the move. True if it ran down an enemy that was fleeing already, after which the unit may Pivot."""
    unit = battle.units[chase.unit]
    plan = planned(battle, chase)
    if plan.target is not None:
        return (yield from charge_on_the_way(battle, unit, battle.units[plan.target], plan))
    place, inches = last_legal(battle, unit, plan)
    stand(unit, place)
    yield events.UnitPursued(unit.id, inches, place.pose)
    if inches > 0.0:
        yield from dangerous.take_tests(battle, unit, [(plan.start, Forward(inches))], running=True)
    return False


@rule("t9a.round.step13_move_pursuing")
def last_legal(battle: Battle, unit: Unit, plan: Plan) -> tuple[Rect, float]:
    """Where the move may end: back along its line until the place is legal, at worst where the unit stood."""
    own = boundary(battle, unit)
    old_contacts = {
        other.id
        for other in battle.units
        if other.pose is not None and other.seat == unit.seat and touches(own, boundary(battle, other))
    }
    found = taken_back(plan.start, plan.inches, STEP_BACK, lambda place: _legal(battle, unit, place, old_contacts))
    return found or (own, 0.0)


@rule("t9a.round.step13_move_pursuing")
def _legal(battle: Battle, unit: Unit, place: Rect, old_contacts: Collection[int]) -> bool:
    """On the board, off Impassable Terrain, through nobody and in contact with nobody it did not touch before."""
    board = battle.scene.board
    if not on_board(place, board.width, board.depth):
        return False
    for other in battle.units:
        if other.pose is None or other is unit:
            continue
        shape = boundary(battle, other)
        if overlaps(place, shape) or (other.id not in old_contacts and within(place, shape, 0.0)):
            return False
    return not any(overlaps(place, rock) for rock in of_kind(board, ROCKS))


@rule("t9a.round.step13_move_pursuing", "t9a.terrain.dangerous_test_when")
def charge_on_the_way(battle: Battle, unit: Unit, target: Unit, plan: Plan) -> Script[bool]:
    """The unit is placed with its front against the enemy's facing; that enemy can do nothing but Hold.

    One that was fleeing is destroyed; the unit then stays where it is and may Pivot.
    """
    place = yield from _pick_place(unit, target, plan)
    stand(unit, place)
    yield events.PursuitCharged(unit.id, target.id, plan.side.value, place.pose)
    run_down = target.fleeing
    if run_down:
        yield from destroy(battle, target, f"run down by {unit.name}")
        yield from panic.after_destroyed(battle, target)
    else:
        fought_later(battle, target)
        engage(unit, Arc.FRONT, target, plan.side)
        unit.charging = unit.charged = True
    # Where it is set down counts as well as the way there.
    way = [(plan.start, Forward(plan.inches)), (place, STANDING)]
    yield from dangerous.take_tests(battle, unit, way, running=True)
    return run_down


def _pick_place(unit: Unit, target: Unit, plan: Plan) -> Script[Rect]:
    """Among places with equally much contact the owner is free to choose."""
    options = [
        Option(str(index), ("Nearest to the middle", "One end", "The other end")[index], unit=unit.id, pose=place.pose)
        for index, place in enumerate(plan.places[:3])
    ]
    key = yield from choose(
        unit.seat,
        "pursuit charge place",
        f"Where {does(unit.name)} strike {target.name}?",
        options,
        rules=("t9a.round.step13_move_pursuing", "t9a.charge.contact_priority4"),
    )
    return plan.places[int(key)]


@rule("t9a.round.step13_move_pursuing")
def fought_later(battle: Battle, target: Unit) -> None:
    """A new combat waits for the next Melee Phase; an old one is fought now if it has not been fought yet."""
    if not target.engaged and target.id not in battle.fought:
        battle.fought = (*battle.fought, target.id)
