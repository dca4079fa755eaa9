"""Pursuit Moves and Overruns: what stops them, whom they charge, where they end."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import permutations
from typing import NamedTuple

from warhost.field import Field, inches_to_edge
from warhost.field.contact import engagement
from warhost.field.moves.crossing import STANDING
from warhost.field.moves.running import Met, first_met, met_on_foot, met_on_landing, taken_back
from warhost.play.battle import stand
from warhost.play.questions import Option
from warhost.play.script import Script, choose
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.families.ninth_age.core import events
from warhost.rulesets.families.ninth_age.core.formation import field_of
from warhost.rulesets.families.ninth_age.core.kinds import Battle, U, Unit
from warhost.rulesets.families.ninth_age.core.placement import best_places, contact_count
from warhost.rulesets.families.ninth_age.core.terrain import ROCKS
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


@rule("eow.pursuit.move", "eow.pursuit.new_enemy", "eow.pursuit.obstruction", "eow.basic.fly")
@rule("eow.pursuit.friends_same_combat", "eow.terrain.impassable.pursuit_stop")
@rule("t9a.round.step13_move_pursuing", "t9a.special.fly", "t9a.terrain.impassable")
def planned(battle: Battle[U], chase: Chase, before: float = JUST_BEFORE) -> Plan:
    """Turn about the Centre to the direction of pursuit, then ahead until something is met or the distance is run.

    Friends of the same combat are open ground; before others and Impassable Terrain the unit stops (EOW-R158). A flyer
    passes over everything; it charges an enemy only if it ends on it (EOW-R063).
    """
    unit, field = battle.units[chase.unit], field_of(battle)
    own = field[unit.id].shape
    start = rect(own.x, own.y, chase.facing, own.width, own.depth)
    limit = inches_to_edge(start, battle.scene.board, limit=float(chase.inches))
    met = first_met(_met(battle, unit, chase, start, limit, before))
    if met is None:
        return Plan(start, limit)
    if met.enemy is None:
        return Plan(start, met.stop)
    enemy = battle.units[met.enemy]
    side = battle.book.arc_struck(battle, unit, start, field[enemy.id].shape)
    places = best_places(battle, unit, enemy, side)
    if not places:
        return Plan(start, met.stop)
    return Plan(start, met.inches, enemy.id, side, tuple(places))


def _met(battle: Battle[U], unit: U, chase: Chase, start: Rect, limit: float, before: float) -> Iterable[Met]:
    """What the unit runs into within its distance. Friends of the same combat are open ground.

    A flyer passes over everything; it charges an enemy only if it ends on it.
    """
    field = field_of(battle)
    foes = {enemy.id for enemy in field.enemies(unit.seat)} - chase.fled
    if battle.book.flies_running(battle, unit):
        return met_on_landing(field, start, limit, foes)
    through = {number for number in (unit.id, *chase.combat) if battle.units[number].seat == unit.seat}
    return met_on_foot(field, start, limit, through=through, foes=foes, before=before, barred=ROCKS, gap=ROCK_GAP)


def best_order(battle: Battle[U], chases: Sequence[Chase]) -> Sequence[Chase]:
    """The order of several charging pursuers that brings most units, then most models, into combat."""
    if len(chases) < 2:
        return chases
    return max(permutations(chases), key=lambda order: _contact_made(battle, order))


def _contact_made(battle: Battle[U], order: Sequence[Chase]) -> tuple[int, int]:
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


def pursuit_move(battle: Battle[U], chase: Chase) -> Script[bool]:
    """Make the move. True if it ran down an enemy that was fleeing already, after which the unit may Pivot."""
    unit = battle.units[chase.unit]
    plan = planned(battle, chase)
    if plan.target is not None:
        return (yield from charge_on_the_way(battle, unit, battle.units[plan.target], plan))
    place, inches = last_legal(battle, unit, plan)
    stand(unit, place)
    yield events.UnitPursued(unit.id, inches, place.pose)
    if inches > 0.0:
        yield from battle.book.dangers(battle, unit, [(plan.start, Forward(inches))], running=True)
    return False


@rule("eow.pursuit.legal_position", "t9a.round.step13_move_pursuing")
def last_legal(battle: Battle[U], unit: U, plan: Plan) -> tuple[Rect, float]:
    """Where the move may end: back along its line until the place is legal, at worst where the unit stood."""
    field = field_of(battle)
    own = field[unit.id].shape
    touching = {other.id for other in field.bodies if other.seat == unit.seat and touches(own, other.shape)}
    found = taken_back(plan.start, plan.inches, STEP_BACK, lambda place: _legal(field, unit, place, touching, ROCKS))
    return found or (own, 0.0)


def _legal(field: Field, unit: Unit, place: Rect, touching: Collection[int], barred: str) -> bool:
    """On the board, off Impassable Terrain, through nobody and in contact with nobody it did not touch before."""
    if not on_board(place, field.board.width, field.board.depth):
        return False
    for other in field.others(unit.id):
        if overlaps(place, other.shape) or (other.id not in touching and within(place, other.shape, 0.0)):
            return False
    return not any(overlaps(place, rock.shape) for rock in field.terrain.having(barred))


@rule("eow.pursuit.new_enemy", "eow.pursuit.hold_only", "eow.dangerous.trigger", "eow.pursuit.later_combat")
@rule("t9a.round.step13_move_pursuing", "t9a.terrain.dangerous_test_when")
def charge_on_the_way(battle: Battle[U], unit: U, target: U, plan: Plan) -> Script[bool]:
    """The unit is placed with its front against the enemy's facing; that enemy can do nothing but Hold.

    One that was fleeing is destroyed; the unit then stays where it is and may Pivot (EOW-R161). A new combat waits for
    the next Melee Phase.
    """
    place = yield from _pick_place(
        unit, target, plan, (battle.book.rows.pursuit_new_enemy, battle.book.rows.most_models)
    )
    stand(unit, place)
    yield events.PursuitCharged(unit.id, target.id, plan.side.value, place.pose)
    run_down = target.fleeing
    if run_down:
        yield from battle.book.destroy(battle, target, f"run down by {unit.name}")
        yield from panic.after_destroyed(battle, target)
    else:
        fought_later(battle, target)
        engagement.engage(unit, Arc.FRONT, target, plan.side)
        unit.charging = unit.charged = True
    # Where it is set down counts as well as the way there.
    way = [(plan.start, Forward(plan.inches)), (place, STANDING)]
    yield from battle.book.dangers(battle, unit, way, running=True)
    return run_down


def _pick_place(unit: Unit, target: Unit, plan: Plan, cited: tuple[str, ...]) -> Script[Rect]:
    """Among places with equally much contact the owner is free to choose."""
    options = [
        Option(str(index), ("Nearest to the middle", "One end", "The other end")[index], unit=unit.id, pose=place.pose)
        for index, place in enumerate(plan.places[:3])
    ]
    text = f"Where {does(unit.name)} strike {target.name}?"
    key = yield from choose(unit.seat, "pursuit charge place", text, options, rules=cited)
    return plan.places[int(key)]


def fought_later(battle: Battle[U], target: U) -> None:
    """A new combat waits for the next Melee Phase; an old one is fought now if it has not been fought yet."""
    if not target.engaged and target.id not in battle.fought:
        battle.fought = (*battle.fought, target.id)
