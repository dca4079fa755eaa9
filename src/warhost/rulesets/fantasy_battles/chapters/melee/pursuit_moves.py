"""Pursuit Moves and Overruns: what stops them, whom they charge, where they end (Melee Phase: Pursuing Units)."""

from __future__ import annotations

from warhost.field.crossing import Way
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters.melee import pursuit_moves
from warhost.rulesets.families.ninth_age.chapters.melee.pursuit_moves import JUST_BEFORE, Chase, Plan, PursuitMoves
from warhost.rulesets.fantasy_battles.chapters.charge.placement import arc_struck, best_places, contact_count
from warhost.rulesets.fantasy_battles.chapters.damage.damage import destroy
from warhost.rulesets.fantasy_battles.chapters.general import dangerous, panic
from warhost.rulesets.fantasy_battles.core import ROCKS, Battle, Unit, field_of, flies
from warhost.table import Rect


def _run_down(battle: Battle, unit: Unit, how: str) -> Script[None]:
    yield from destroy(battle, unit, how)
    yield from panic.after_destroyed(battle, unit)


def _dangers(battle: Battle, unit: Unit, way: Way) -> Script[None]:
    return dangerous.take_tests(battle, unit, way, running=True)


RULES = PursuitMoves(
    field_of=field_of,
    flies=lambda battle, unit: flies(battle, unit, running=True),
    struck=lambda battle, unit, place, target: arc_struck(place, target),
    places=best_places,
    contact=contact_count,
    run_down=_run_down,
    dangers=_dangers,
    barred=ROCKS,
    new_enemy="t9a.round.step13_move_pursuing",
    most_models="t9a.charge.contact_priority4",
)


@rule("t9a.round.step13_move_pursuing", "t9a.special.fly", "t9a.terrain.impassable")
def planned(battle: Battle, chase: Chase, before: float = JUST_BEFORE) -> Plan:
    """Turn about the Centre to the direction of pursuit, then ahead until something is met or the distance is run.

    Friends of the same combat are open ground; before others and Impassable Terrain the unit stops. Nobody flies in a
    pursuit (T9A-R163).
    """
    return pursuit_moves.planned(battle, chase, RULES, before)


@rule("t9a.round.step13_move_pursuing")
def last_legal(battle: Battle, unit: Unit, plan: Plan) -> tuple[Rect, float]:
    """Where the move may end: back along its line to a legal place, at worst where the unit stood."""
    return pursuit_moves.last_legal(battle, unit, plan, RULES)


@rule("t9a.round.step13_move_pursuing", "t9a.terrain.dangerous_test_when")
@rule("t9a.round.step13_move_pursuing")
def charge_on_the_way(battle: Battle, unit: Unit, target: Unit, plan: Plan) -> Script[bool]:
    """The unit is placed with its front against the enemy's facing; that enemy can do nothing but Hold.

    One that was fleeing is destroyed; the unit then stays where it is and may Pivot. A new combat waits for
    the next Melee Phase.
    """
    return pursuit_moves.charge_on_the_way(battle, unit, target, plan, RULES)
