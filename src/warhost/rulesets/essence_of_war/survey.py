"""What a unit reaches and sees from a place, and who threatens it there: measured with the rules' own functions."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.play.battle import copied, settled
from warhost.play.cards import Reach, Survey, Threat
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.charge import MOST_DICE, cannot_declare, charge_odds
from warhost.rulesets.essence_of_war.contact import enemies
from warhost.rulesets.essence_of_war.formation import boundary, models
from warhost.rulesets.essence_of_war.rules import speakers
from warhost.rulesets.essence_of_war.shooting import weapon_of
from warhost.rulesets.essence_of_war.sight import Lookout, unit_sees
from warhost.rulesets.essence_of_war.values import rate
from warhost.table import Pose, distance, within


def survey(battle: Battle, unit: Unit, pose: Pose | None) -> Survey:
    """What the unit could do from there, or from where it stands. The battle is not touched."""
    if pose is not None:
        battle = copied(battle)
        unit = battle.units[unit.id]
        unit.pose = settled(pose)
    if unit.pose is None:
        return Survey(unit.id, None, tuple(reaches(battle, unit)))
    others = [other for other in enemies(battle, unit.seat) if other.pose is not None]
    seen = [other for other in others if unit_sees(battle, unit, other)]
    return Survey(
        unit.id,
        unit.pose,
        tuple(reaches(battle, unit)),
        tuple(other.id for other in seen),
        tuple(other.id for other in seen if in_cover(battle, unit, other)),
        tuple(threat for other in others for threat in threats(battle, other, unit)),
    )


@rule("eow.charge.range.roll", "eow.charge.declare.range", "eow.move.march", "eow.shoot.range_measure")
def reaches(battle: Battle, unit: Unit) -> Iterator[Reach]:
    """How far it advances, marches and charges at most, and how far it shoots."""
    advance = rate(battle, unit, "adv")
    yield Reach("Advance", advance)
    if not any(speaker.check_march(battle, unit) for speaker in speakers(battle, unit)):
        yield Reach("March", rate(battle, unit, "mar"))
    yield Reach("Charge at most", advance + MOST_DICE)
    armed = weapon_of(battle, unit)
    if armed is not None:
        yield Reach(f"Half range of {armed.weapon.name}", armed.weapon.range / 2)
        yield Reach(f"Range of {armed.weapon.name}", armed.weapon.range)


def in_cover(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether the target has Cover from every model that would shoot: those of the ranks that may and see it."""
    armed = weapon_of(battle, unit)
    ranks = 1 if armed is None else armed.weapon.ranks
    lookout = Lookout(battle, unit, target)
    looking = [model for model in models(battle, unit) if model.rank < ranks and lookout.sees(model)]
    return bool(looking) and all(lookout.covered(model) for model in looking)


def threats(battle: Battle, enemy: Unit, unit: Unit) -> Iterator[Threat]:
    """What the enemy could do to the unit in its next turn without moving first: charge it, shoot at it."""
    own, there = boundary(battle, unit), boundary(battle, enemy)
    armed = weapon_of(battle, enemy)
    charge_range = rate(battle, enemy, "adv") + MOST_DICE
    may_charge = cannot_declare(enemy) is None and within(there, own, charge_range)
    may_shoot = (
        armed is not None
        and not (enemy.engaged or enemy.fleeing or unit.engaged)
        and within(there, own, armed.weapon.range)
    )
    if not (may_charge or may_shoot) or not unit_sees(battle, enemy, unit):
        return
    away = round(distance(there, own), 2)
    if may_charge:
        yield Threat(enemy.id, "charge", away, charge_odds(battle, enemy, unit))
    if may_shoot and armed is not None:
        yield Threat(enemy.id, f"shoot with {armed.weapon.name}", away)
