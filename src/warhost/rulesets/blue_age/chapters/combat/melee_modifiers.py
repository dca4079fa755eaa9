"""What makes blows easier or harder to land (Table: Melee Attack Modifiers; BLUE-R62 to BLUE-R64, BLUE-R151)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from warhost.play.rules.tally import Tally
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.combat import weapons
from warhost.rulesets.blue_age.chapters.combat.fights import Fight, to_hit_by_numbers
from warhost.rulesets.blue_age.chapters.wounds.attacks import Lot
from warhost.rulesets.blue_age.core import Battle, Unit, head, is_so, terrain_of
from warhost.table import contains_point

FLED = 2
TERRIFIED = -2


Places: TypeAlias = Callable[[Battle, Unit], frozenset[int]]


class Cover(NamedTuple):
    """Which of two units that fight each other has cover from the other."""

    attacker: bool = False
    defender: bool = False


@rule("blue.fight.apply_modifiers")
def modify(battle: Battle, fight: Fight, lot: Lot) -> None:
    """The modifiers of the table are added to a lot, as things stand in the fight."""
    own, goal = head(battle, battle.units[lot.attacker]), head(battle, battle.units[lot.target])
    numbers = to_hit_by_numbers(battle, fight, own.seat)
    cover = Cover(in_cover(battle, own, goal), in_cover(battle, goal, own))
    lot.to_hit.parts += tally_of(battle, own, goal, numbers, cover).parts


@rule("blue.melee_mod.attacker_charged", "blue.melee_mod.defender_polearms", "blue.melee_mod.attacker_dashed")
@rule("blue.melee_mod.defender_fled", "blue.melee_mod.attacker_fled", "blue.melee_mod.defender_lost_previous")
@rule("blue.melee_mod.attacker_lost_previous", "blue.melee_mod.attacker_outnumbers")
@rule("blue.melee_mod.defender_outnumbers", "blue.melee_mod.attacker_in_cover", "blue.melee_mod.defender_in_cover")
@rule("blue.reaction.flee_caught", "blue.melee_quality.polearm_defence")
@rule("blue.charge.pre_engaged_flank", "blue.special.terror_target_test")
def tally_of(battle: Battle, own: Unit, goal: Unit, numbers: int, cover: Cover) -> Tally:
    """Total the table: the attacker is the unit whose dice are rolled, the defender the one that is struck."""
    found = Tally()
    add = found.add
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
    if numbers > 0:
        add(numbers, "outnumbers", "blue.melee_mod.attacker_outnumbers")
    else:
        add(numbers, "outnumbered", "blue.melee_mod.defender_outnumbers")
    if cover.attacker:
        add(1, "in cover", "blue.melee_mod.attacker_in_cover")
    if cover.defender:
        add(-1, "the enemy is in cover", "blue.melee_mod.defender_in_cover")
    if goal.id in own.flanked and battle.settings.flanking == "to hit":
        add(1, "flanking", "blue.charge.pre_engaged_flank")
    if own.terrified:
        add(TERRIFIED, "terrified", "blue.special.terror_target_test")
    return found


@rule("blue.melee_quality.polearm_defence")
def has_polearms(battle: Battle, unit: Unit) -> bool:
    """Whether more than half of a unit's models use Polearms: all of them have the same weapon (BLUE-R126)."""
    return is_so(weapons.weapon_of(battle, unit).qualities, "wards_off")


def lost_before(battle: Battle, unit: Unit) -> bool:
    """Whether a unit lost its fight in the turn before (BLUE-R63)."""
    return 0 < unit.lost_in < battle.turn


@rule("blue.melee_mod.attacker_in_cover", "blue.melee_mod.defender_in_cover")
def in_cover(battle: Battle, unit: Unit, enemy: Unit, places: Places | None = None) -> bool:
    """Whether a unit has cover of any kind from an enemy that it fights: in a building, behind the obstacle at which it
    was charged in this turn, or in terrain that the enemy is not in (BLUE-R64, BLUE-R157).

    `places` tells what `covers_of` does, for those who remember it.
    """
    places = places or covers_of
    if unit.inside is not None:
        return unit.inside != enemy.inside
    if unit.obstacle and enemy.id in unit.charged_by:
        return True
    own = places(battle, unit)
    return bool(own) and bool(own - places(battle, enemy))


def covers_of(battle: Battle, unit: Unit) -> frozenset[int]:
    """The pieces of terrain, by number, that give cover to those inside and that more than half of a unit is in."""
    return frozenset(
        number
        for number, piece in enumerate(terrain_of(battle).pieces)
        if piece.traits & {"light_cover", "heavy_cover"}
        and not piece.traits & {"low", "high", "building"}
        and sum(contains_point(piece.shape, model.x, model.y) for model in unit.models) * 2 > len(unit.models)
    )
