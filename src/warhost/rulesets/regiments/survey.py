"""What a unit reaches and sees from a place, and who threatens it there: measured with the rules' own functions."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.play.battle import copied, settled
from warhost.play.cards import Reach, Survey, Threat
from warhost.rulebook import rule
from warhost.rulesets.regiments.battle import Battle, Unit
from warhost.rulesets.regiments.charge import plan
from warhost.rulesets.regiments.formation import enemies, gap_between
from warhost.rulesets.regiments.moving import allowance
from warhost.rulesets.regiments.rules import ActionName
from warhost.rulesets.regiments.shooting import arsenal, possible
from warhost.rulesets.regiments.sight import cover, unit_sees
from warhost.rulesets.regiments.speakers import movement_rules
from warhost.table import Pose

MOVES: dict[ActionName, str] = {"advance": "Advance", "rush": "Rush", "charge": "Charge"}


def survey(battle: Battle, unit: Unit, pose: Pose | None) -> Survey:
    """What the unit could do from there, or from where it stands. The battle is not touched."""
    if pose is not None:
        battle = copied(battle)
        unit = battle.units[unit.id]
        unit.pose, unit.inside = settled(pose), None
    if unit.pose is None:
        return Survey(unit.id, None, tuple(reaches(battle, unit)))
    others = enemies(battle, unit.seat)
    seen = [other for other in others if unit_sees(battle, unit, other)]
    return Survey(
        unit.id,
        unit.pose,
        tuple(reaches(battle, unit)),
        tuple(other.id for other in seen),
        tuple(other.id for other in seen if cover(battle, unit, other)),
        tuple(threat for other in others for threat in threats(battle, other, unit)),
    )


@rule("aofr.action.advance", "aofr.action.rush", "aofr.action.charge", "aofr.shoot.range_per_model")
def reaches(battle: Battle, unit: Unit) -> Iterator[Reach]:
    """How far it advances, rushes and charges, and how far its weapons shoot."""
    if not only_holds(battle, unit):
        for action, label in MOVES.items():
            yield Reach(label, allowance(battle, unit, action))
    for weapon in arsenal(battle, unit):
        yield Reach(f"Range of {weapon.name}", weapon.range)


def only_holds(battle: Battle, unit: Unit) -> bool:
    return any(special.only_holds for special in movement_rules(battle, unit))


def threats(battle: Battle, enemy: Unit, unit: Unit) -> Iterator[Threat]:
    """What the enemy could do to the unit when it acts next without moving first: charge it, shoot at it.

    No dice decide whether a charge arrives, so that there are no odds to tell. A Shaken unit only recovers.
    """
    if enemy.shaken:
        return
    away = round(gap_between(battle, enemy, unit), 2)
    if not only_holds(battle, enemy) and plan(battle, enemy, unit) is not None:
        yield Threat(enemy.id, "charge", away)
    for fire in possible(battle, enemy):
        if fire.target == unit.id:
            yield Threat(enemy.id, f"shoot with {fire.weapon.name}", away)
