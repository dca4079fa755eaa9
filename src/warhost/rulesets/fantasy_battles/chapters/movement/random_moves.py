"""Random Movement: units that nobody steers move by dice (Shaken; Witchcraft)."""

from __future__ import annotations

from warhost.play.battle import stand
from warhost.play.script import Script, choose_unit, roll_sum
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters.melee.pursuit_moves import (
    Chase,
    charge_on_the_way,
    last_legal,
    planned,
)
from warhost.rulesets.fantasy_battles.chapters.general import dangerous
from warhost.rulesets.fantasy_battles.chapters.general.running import random_dice
from warhost.rulesets.fantasy_battles.chapters.movement import movement
from warhost.rulesets.fantasy_battles.core import Battle, Unit, barred, boundary, friends, has_moved
from warhost.rulesets.fantasy_battles.shown import events
from warhost.table import Forward

RULE = "t9a.special.random_movement"


@rule("t9a.special.random_movement", "t9a.shaken.no_random_movement")
def random_moves(battle: Battle) -> Script[None]:
    """After rallying every unit with Random Movement that can move does so, in an order that its owner chooses."""
    waiting = [unit for unit in friends(battle, battle.active) if _has_to_move(battle, unit)]
    if not waiting:
        battle.stage = "move"
        return
    text = "Which unit makes its Random Movement next?"
    unit = yield from choose_unit(waiting, battle.active, "random move", text, rules=(RULE,))
    unit.done = True
    yield from random_move(battle, unit)


def _has_to_move(battle: Battle, unit: Unit) -> bool:
    if unit.done or unit.engaged or unit.rallied or random_dice(battle, unit) is None:
        return False
    return barred(battle, unit, "random move") is None


@rule("t9a.special.random_movement", "t9a.terrain.dangerous_test_when")
def random_move(battle: Battle, unit: Unit) -> Script[None]:
    """The unit pivots to a direction, then the dice are rolled and it moves so far straight ahead (T9A-R177).

    Contact with an enemy is a charge; the edge, friends and Impassable Terrain stop it.
    """
    dice = random_dice(battle, unit)
    assert dice is not None
    text = f"Which way {does(unit.name)} go?"
    yield from movement.pivot(battle, unit, topic="random direction", text=text, rules=(RULE,))
    inches = yield from roll_sum(dice, why="Random Movement", rule=RULE, seat=unit.seat, unit=unit.id)
    start = boundary(battle, unit)
    chase = Chase(unit.id, start.facing, float(inches), (unit.id,), frozenset())
    plan = planned(battle, chase)
    unit.moved = True
    if plan.target is not None:
        yield from charge_on_the_way(battle, unit, battle.units[plan.target], plan)
        has_moved(battle, unit)
        return
    place, went = last_legal(battle, unit, plan)
    stand(unit, place)
    yield events.MovedAtRandom(unit.id, inches, went, place.pose)
    has_moved(battle, unit)
    if went > 0.0:
        yield from dangerous.take_tests(battle, unit, [(plan.start, Forward(went))], running=True)


STEPS = {"random moves": random_moves}
