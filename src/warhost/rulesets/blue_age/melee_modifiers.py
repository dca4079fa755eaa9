"""What makes blows easier or harder to land (Table: Melee Attack Modifiers; BLUE-R62 to BLUE-R64, BLUE-R151)."""

from __future__ import annotations

from warhost.rulebook import rule
from warhost.rulesets.blue_age import weapons
from warhost.rulesets.blue_age.attacks import Lot
from warhost.rulesets.blue_age.battle import Battle, Unit, head
from warhost.rulesets.blue_age.fights import Fight, to_hit_by_numbers
from warhost.rulesets.blue_age.rules import is_so
from warhost.rulesets.blue_age.terrain import terrain_of
from warhost.table import contains_point

FLED = 2
TERRIFIED = -2


@rule("blue.melee_mod.attacker_charged", "blue.melee_mod.defender_polearms", "blue.melee_mod.attacker_dashed")
@rule("blue.melee_mod.defender_fled", "blue.melee_mod.attacker_fled", "blue.melee_mod.defender_lost_previous")
@rule("blue.melee_mod.attacker_lost_previous", "blue.melee_mod.attacker_outnumbers")
@rule("blue.melee_mod.defender_outnumbers", "blue.melee_mod.attacker_in_cover", "blue.melee_mod.defender_in_cover")
@rule("blue.fight.apply_modifiers", "blue.reaction.flee_caught", "blue.melee_quality.polearm_defence")
@rule("blue.charge.pre_engaged_flank", "blue.special.terror_target_test")
def modify(battle: Battle, fight: Fight, lot: Lot) -> None:
    """Total the table: the attacker is the unit whose dice are rolled, the defender the one that is struck."""
    own, goal = head(battle, battle.units[lot.attacker]), head(battle, battle.units[lot.target])
    add = lot.to_hit.add
    if own.charged:
        add(1, "charged", "blue.melee_mod.attacker_charged")
    if goal.charged_by and has_polearms(battle, goal):
        add(-1, "Polearms", "blue.melee_mod.defender_polearms")
    if own.dashed:
        add(-1, "dashed", "blue.melee_mod.attacker_dashed")
    if goal.fled:
        add(FLED, "the enemy chose to flee", "blue.melee_mod.defender_fled")
    if own.fled:
        add(-FLED, "chose to flee", "blue.melee_mod.attacker_fled")
    if lost_before(battle, goal):
        add(1, "the enemy lost the last fight", "blue.melee_mod.defender_lost_previous")
    if lost_before(battle, own):
        add(-1, "lost the last fight", "blue.melee_mod.attacker_lost_previous")
    numbers = to_hit_by_numbers(battle, fight, own.seat)
    if numbers > 0:
        add(numbers, "outnumbers", "blue.melee_mod.attacker_outnumbers")
    else:
        add(numbers, "outnumbered", "blue.melee_mod.defender_outnumbers")
    if in_cover(battle, own, goal):
        add(1, "in cover", "blue.melee_mod.attacker_in_cover")
    if in_cover(battle, goal, own):
        add(-1, "the enemy is in cover", "blue.melee_mod.defender_in_cover")
    if goal.id in own.flanked and battle.settings.flanking == "to hit":
        add(1, "flanking", "blue.charge.pre_engaged_flank")
    if own.terrified:
        add(TERRIFIED, "terrified", "blue.special.terror_target_test")


@rule("blue.melee_quality.polearm_defence")
def has_polearms(battle: Battle, unit: Unit) -> bool:
    """Whether more than half of a unit's models use Polearms: all of them have the same weapon (BLUE-R126)."""
    return is_so(weapons.weapon_of(battle, unit).qualities, "wards_off")


def lost_before(battle: Battle, unit: Unit) -> bool:
    """Whether a unit lost its fight in the turn before (BLUE-R63)."""
    return 0 < unit.lost_in < battle.turn


@rule("blue.melee_mod.attacker_in_cover", "blue.melee_mod.defender_in_cover")
def in_cover(battle: Battle, unit: Unit, enemy: Unit) -> bool:
    """Whether a unit has cover of any kind from an enemy that it fights: in a building, behind the obstacle at which it
    was charged in this turn, or in terrain that the enemy is not in (BLUE-R64, BLUE-R157)."""
    if unit.inside is not None:
        return unit.inside != enemy.inside
    if unit.obstacle and enemy.id in unit.charged_by:
        return True
    terrain = terrain_of(battle)
    if not terrain.pieces:
        return False
    for piece in terrain.pieces:
        if not piece.traits & {"light_cover", "heavy_cover"} or piece.traits & {"low", "high", "building"}:
            continue
        inside = [_share(unit, piece.shape), _share(enemy, piece.shape)]
        if inside[0] > 0.5 >= inside[1]:
            return True
    return False


def _share(unit: Unit, shape: object) -> float:
    """How large a part of a unit's models is in an area."""
    models = unit.models
    return sum(contains_point(shape, model.x, model.y) for model in models) / len(models) if models else 0.0  # type: ignore[arg-type]
