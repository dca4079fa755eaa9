"""What a unit reaches, sees and hits from a place, and who threatens it there: measured by the rules' own functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warhost.play.battle import copied
from warhost.play.shown.cards import Aim, Menace, Reach, Sight, Survey, Threat
from warhost.play.shown.surveying import menaces_of, survey_of
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.charge import phase as charge
from warhost.rulesets.blue_age.chapters.charge import roll as charge_roll
from warhost.rulesets.blue_age.chapters.movement.dashing import why_no_dash
from warhost.rulesets.blue_age.chapters.shooting import shots
from warhost.rulesets.blue_age.chapters.wounds import attacks
from warhost.rulesets.blue_age.core import (
    Battle,
    RangedWeapon,
    Unit,
    apart,
    enemies,
    friends,
    has,
    head,
    hosts,
    joined,
    set_models,
    sight,
    stand,
    together,
)
from warhost.rulesets.blue_age.core.cover import cover_of
from warhost.rulesets.blue_age.core.values import movement, ranged_arms
from warhost.rulesets.blue_age.shown.position import fresh_models
from warhost.rulesets.blue_age.thinks import ranged_odds
from warhost.table import Pose

MOST_DASH = 5.0
COVERS = {1: "light cover, -1 to hit", 2: "heavy cover, -2 to hit"}


@rule("blue.charge.premeasure")
def survey(battle: Battle, unit: Unit, pose: Pose | None) -> Survey:
    """What the unit could do from there, or from where it stands. The battle is not touched."""
    if pose is not None and pose != unit.pose:
        battle, unit = _moved(battle, unit, pose)
    others = [foe for foe in enemies(battle, unit.seat) if foe.host is None]
    return survey_of(battle, unit, others, reaches=reaches, sight=seen, threats=threats, aims=aims)


def _moved(battle: Battle, unit: Unit, pose: Pose) -> tuple[Battle, Unit]:
    """A copy of the battle in which the unit stands about that place as its models stand to each other now, and the
    unit in it; with the Heroes who are with it."""
    battle = copied(battle)
    unit = battle.units[unit.id]
    if unit.pose is None or not unit.models:
        set_models(battle, unit, fresh_models(battle.entry(unit), pose))
        return battle, unit
    dx, dy = pose.x - unit.pose.x, pose.y - unit.pose.y
    for one in together(battle, unit) if unit.host is None else [unit]:
        places = [(model.x + dx, model.y + dy) for model in one.models]
        stand(battle, one, places, pose.facing if battle.entry(one).has_facing else None)
        one.moved = True
    return battle, unit


# How far


def reaches(battle: Battle, unit: Unit) -> Iterator[Reach]:
    """How far it walks, dashes and charges, and how far it shoots."""
    inches = movement(battle, unit)
    if not head(battle, unit).locked and not unit.fleeing:
        yield Reach("Move", float(inches), "around")
        if not unit.models:
            yield Reach("Charge, at most", float(charge_roll.most(battle, unit)), "around", "charge")
        else:
            if why_no_dash(battle, unit) is None:
                yield Reach("Dash, at most", inches + MOST_DASH, "around")
            yield from charging(battle, unit)
    for weapon in ranged_arms(battle.entry(unit)):
        far = shots.reach_of(battle, unit, weapon, None) if unit.models else weapon.range
        yield Reach(f"Range of {weapon.name}", far, "around", does="shoot")


def charging(battle: Battle, unit: Unit) -> Iterator[Reach]:
    """How far its Charge Roll goes at the very most."""
    if charge.charger_denial(battle, unit) is None:
        yield Reach("Charge, at most", float(charge_roll.most(battle, unit)), "around", "charge")


def menacing(battle: Battle, unit: Unit) -> Iterator[Reach]:
    """How far it charges and shoots next: it may move first."""
    own = head(battle, unit)
    if own.fleeing or own.locked:
        return
    inches = movement(battle, own)
    most = float(charge_roll.most(battle, own))
    yield Reach("Charge, at most", most, "around", "charge")
    yield Reach("Move and charge, at most", inches + most, "around", "charge", after=True)
    for weapon in ranged_arms(battle.entry(unit)):
        far = shots.reach_of(battle, unit, weapon, None)
        yield Reach(f"Range of {weapon.name}", far, "around", "shoot")
        if not has(battle, unit, "ponderous"):
            yield Reach(f"Move and range of {weapon.name}", inches + far, "around", "shoot", after=True)


# What is seen and hit


def seen(battle: Battle, unit: Unit, target: Unit) -> Sight:
    """Whether the unit sees the target, and what cover that has."""
    if not sight.sees_any(battle, unit, target):
        return Sight(target.id, False)
    cover = cover_of(battle, target, unit)[0] if ranged_arms(battle.entry(unit)) else 0
    return Sight(target.id, True, cover=COVERS.get(min(cover, 2), "") if cover else "")


def aims(battle: Battle, unit: Unit, target: Unit) -> Iterator[Aim]:
    """What each weapon needs to hit the target, and how many models would shoot."""
    for weapon in ranged_arms(battle.entry(unit)):
        if shots.why_silent(battle, unit) is not None or shots.why_no_target(battle, unit, target, weapon) is not None:
            continue
        aim = ranged_odds.aimed(battle, unit, target, weapon)
        if not aim.shots:
            continue
        lot = shots.lot_of(battle, unit, target, weapon, aim.dice)
        need = attacks.to_hit(battle, lot)
        if need is not None:
            yield Aim(target.id, weapon.name, need, len(aim.shots))


# Threats


def threats(battle: Battle, enemy: Unit, unit: Unit) -> Iterator[Threat]:
    """What an enemy could do to the unit next: charge it or shoot at it, from where it stands or after a move."""
    own = head(battle, enemy)
    if own.fleeing or own.locked or enemy.host is not None:
        return
    gap = apart(battle, enemy, unit)
    inches = float(movement(battle, own))
    if charge_roll.most(battle, own) + inches >= gap:
        now = charge_roll.chance_to_reach(battle, own, gap)
        later = charge_roll.chance_to_reach(battle, own, max(0.0, gap - inches))
        if now > 0.0:
            yield Threat(enemy.id, unit.id, "Charge", gap, now)
        if later > now:
            yield Threat(enemy.id, unit.id, "Move and charge", gap, later, after=True)
    for one in (enemy, *joined(battle, enemy)):
        for weapon in ranged_arms(battle.entry(one)):
            yield from _fire(battle, one, weapon, unit, gap, inches)


def _fire(
    battle: Battle, shooter: Unit, weapon: RangedWeapon, unit: Unit, gap: float, inches: float
) -> Iterator[Threat]:
    far = shots.reach_of(battle, shooter, weapon, unit)
    if gap <= far and sight.sees_any(battle, shooter, unit):
        yield Threat(shooter.id, unit.id, weapon.name, gap)
    elif gap <= far + inches and not has(battle, shooter, "ponderous"):
        yield Threat(shooter.id, unit.id, f"Move and {weapon.name}", gap, after=True)


def menaces(battle: Battle, seat: int) -> Sequence[Menace]:
    """How far every unit of a seat on the table reaches next, and whom."""
    targets = [unit for unit in friends(battle, 1 - seat) if unit.host is None]
    return menaces_of(battle, hosts(battle, seat), targets, reaches=menacing, threats=threats)
