"""What a unit reaches and sees from a place, and who threatens it there: measured with the rules' own functions."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.play.cards import Aim, Menace, Reach, Sight, Survey, Threat
from warhost.play.surveying import menaces_of, moved_to, survey_of
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war import charge, sight, values
from warhost.rulesets.kings_of_war.battle import Battle, Unit, enemies, friends
from warhost.rulesets.kings_of_war.formation import apart
from warhost.rulesets.kings_of_war.rules import arms
from warhost.table import Pose


@rule("kow.measure.any_time")
def survey(battle: Battle, unit: Unit, pose: Pose | None) -> Survey:
    """What the unit could do from there, or from where it stands. The battle is not touched."""
    if pose is not None:
        battle, unit = moved_to(battle, unit, pose)
    others = enemies(battle, unit.seat)
    return survey_of(battle, unit, others, reaches=reaches, sight=seen, threats=threats, aims=aims)


def reaches(battle: Battle, unit: Unit) -> Iterator[Reach]:
    """How far it advances, goes at the double and charges, and how far its weapons shoot."""
    if not unit.engaged:
        speed = float(values.speed(battle, unit))
        yield Reach("Advance", speed, "turned")
        if battle.entry(unit).type != "war engine":
            yield Reach("At the double", 2 * speed, "turned")
    yield from menacing(battle, unit)


def menacing(battle: Battle, unit: Unit) -> Iterator[Reach]:
    """How far it charges and shoots in its next turn."""
    if charge.why_not(battle, unit) is None:
        yield Reach("Charge", charge.reach(battle, unit).most, "turned", "charge")
    for weapon in arms(battle, unit):
        yield Reach(f"Range of {weapon.name}", float(weapon.range), does="shoot")


def seen(battle: Battle, unit: Unit, target: Unit) -> Sight:
    """Whether the unit sees the target, or what is in the way."""
    if sight.may_see(battle, unit, target):
        return Sight(target.id, True)
    return Sight(target.id, False, hidden_by=sight.hiding(battle, unit, target))


def aims(battle: Battle, unit: Unit, target: Unit) -> Iterator[Aim]:
    """What each weapon needs to hit the target."""
    yield from ()


def menaces(battle: Battle, seat: int) -> tuple[Menace, ...]:
    """How far every unit of the seat charges and shoots when its turn comes, and whom."""
    own, targets = friends(battle, seat), enemies(battle, seat)
    return menaces_of(battle, own, targets, reaches=menacing, threats=threats)


def threats(battle: Battle, enemy: Unit, unit: Unit) -> Iterator[Threat]:
    """What the enemy could do to the unit in its next turn: charge it. No dice decide whether a charge arrives."""
    if charge.why_not(battle, enemy) is None and charge.plan(battle, enemy, unit) is not None:
        yield Threat(enemy.id, unit.id, "charge", round(apart(battle, enemy, unit), 2))
