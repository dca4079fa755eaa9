"""Pursuit Moves and Overruns: what stops them, whom they charge, where they end (Melee Phase: Pursuing Units)."""

from __future__ import annotations

from warhost.field.crossing import Way
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.charge.placement import arc_struck, best_places, contact_count
from warhost.rulesets.essence_of_war.chapters.damage.damage import destroy
from warhost.rulesets.essence_of_war.chapters.general import dangerous, panic
from warhost.rulesets.essence_of_war.core import ROCKS, Battle, Unit, field_of, flies
from warhost.rulesets.families.ninth_age.chapters.melee import pursuit_moves
from warhost.rulesets.families.ninth_age.chapters.melee.pursuit_moves import JUST_BEFORE, Chase, Plan, PursuitMoves
from warhost.table import Rect


def _run_down(battle: Battle, unit: Unit, how: str) -> Script[None]:
    yield from destroy(battle, unit, how)
    yield from panic.after_destroyed(battle, unit)


def _dangers(battle: Battle, unit: Unit, way: Way) -> Script[None]:
    return dangerous.take_tests(battle, unit, way, running=True)


RULES = PursuitMoves(
    field_of=field_of,
    flies=lambda battle, unit: flies(battle, unit, running=True),
    struck=arc_struck,
    places=best_places,
    contact=contact_count,
    run_down=_run_down,
    dangers=_dangers,
    barred=ROCKS,
    new_enemy="eow.pursuit.new_enemy",
    most_models="eow.charge.maximise.models",
)


@rule(
    "eow.pursuit.move",
    "eow.pursuit.new_enemy",
    "eow.pursuit.obstruction",
    "eow.basic.fly",
    "eow.pursuit.friends_same_combat",
    "eow.terrain.impassable.pursuit_stop",
)
def planned(battle: Battle, chase: Chase, before: float = JUST_BEFORE) -> Plan:
    """Turn about the Centre to the direction of pursuit, then ahead until something is met or the distance is run.

    Friends of the same combat are open ground; before others and Impassable Terrain the unit stops (EOW-R158). A flyer
    passes over everything; it charges an enemy only if it ends on it (EOW-R063).
    """
    return pursuit_moves.planned(battle, chase, RULES, before)


@rule("eow.pursuit.legal_position")
def last_legal(battle: Battle, unit: Unit, plan: Plan) -> tuple[Rect, float]:
    """Where the move may end: back along its line to a legal place (EOW-R159), at worst where the unit stood."""
    return pursuit_moves.last_legal(battle, unit, plan, RULES)


@rule("eow.pursuit.new_enemy", "eow.pursuit.hold_only", "eow.dangerous.trigger")
@rule("eow.pursuit.later_combat")
def charge_on_the_way(battle: Battle, unit: Unit, target: Unit, plan: Plan) -> Script[bool]:
    """The unit is placed with its front against the enemy's facing; that enemy can do nothing but Hold.

    One that was fleeing is destroyed; the unit then stays where it is and may Pivot (EOW-R161). A new combat waits for
    the next Melee Phase.
    """
    return pursuit_moves.charge_on_the_way(battle, unit, target, plan, RULES)
