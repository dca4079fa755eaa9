"""What a unit reaches, sees and hits from a place, and who threatens it there: measured by the rules' own functions."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.field.moves.drafts import steps_into_sight
from warhost.play.script import Refused
from warhost.play.shown.cards import Aim, Menace, Reach, Sight, Survey, Threat
from warhost.play.shown.surveying import menaces_of, moved_to, survey_of
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.chapters import attacks, fire, magic
from warhost.rulesets.kings_of_war.chapters.attacks import Lot
from warhost.rulesets.kings_of_war.chapters.movement import charge, moves
from warhost.rulesets.kings_of_war.core import (
    Battle,
    Known,
    Unit,
    Weapon,
    apart,
    enemies,
    footprint,
    friends,
    has,
    sight,
    spells_of,
)
from warhost.rulesets.kings_of_war.thinks import ranged_odds
from warhost.table import Pivot, Pose, Step, bearing, summed

Arm = Weapon | Known


@rule("kow.measure.any_time")
def survey(battle: Battle, unit: Unit, pose: Pose | None) -> Survey:
    """What the unit could do from there, or from where it stands. The battle is not touched."""
    if pose is not None:
        moves_there = pose != unit.pose
        battle, unit = moved_to(battle, unit, pose)
        if moves_there:
            unit.order = "advance"
    others = enemies(battle, unit.seat)
    return survey_of(battle, unit, others, reaches=reaches, sight=seen, threats=threats, aims=aims)


# How far


def reaches(battle: Battle, unit: Unit) -> Iterator[Reach]:
    """How far it advances, goes at the double and charges, and how far it shoots and casts without turning first."""
    if not unit.engaged:
        for kind in moves.kinds_of_move(battle, unit):
            if kind.forward:
                yield Reach(kind.name.capitalize(), kind.forward, "turned")
    yield from charging(battle, unit)
    for arm in arms_of(battle, unit):
        yield Reach(f"Range of {arm.name}", range_of(battle, unit, arm), does="shoot")


@rule("kow.charge.cond_visible", "kow.special.individual_pivot")
def charging(battle: Battle, unit: Unit) -> Iterator[Reach]:
    """Who is charged is in sight, and so at the front; individuals turn first."""
    if charge.why_not(battle, unit) is None:
        around = has(battle, unit, "individual")
        yield Reach("Charge", charge.reach(battle, unit).most, "around" if around else "front", "charge")


@rule("kow.ranged.not_wavering", "kow.order.change_facing", "kow.order.advance_pivots")
def menacing(battle: Battle, unit: Unit) -> Iterator[Reach]:
    """How far it charges, shoots and casts at enemies in its next turn: it may change its facing, or advance first."""
    yield from charging(battle, unit)
    if unit.wavering or unit.engaged:
        return
    inches = advance_of(battle, unit)
    for arm in harmful(battle, unit):
        far = range_of(battle, unit, arm)
        yield Reach(f"Range of {arm.name}", far, "around", "shoot")
        if inches:
            yield Reach(f"Advance and range of {arm.name}", inches + far, "around", "shoot", after=True)


def advance_of(battle: Battle, unit: Unit) -> float:
    """How far an advance goes; nothing for who may not advance."""
    return next((kind.forward for kind in moves.kinds_of_move(battle, unit) if kind.name == "advance"), 0.0)


def arms_of(battle: Battle, unit: Unit) -> list[Arm]:
    """The weapons that a unit can fire, and its spells, those that it has cast in this turn too."""
    return [*fire.weapons_of(battle, unit), *(known for known in spells_of(battle, unit) if known.name in magic.SPELLS)]


def harmful(battle: Battle, unit: Unit) -> list[Arm]:
    """Those of them that are for enemies."""
    found = arms_of(battle, unit)
    return [arm for arm in found if isinstance(arm, Weapon) or not magic.spell_of(arm).friendly]


def range_of(battle: Battle, unit: Unit, arm: Arm) -> float:
    if isinstance(arm, Weapon):
        return float(fire.range_of(battle, unit, arm))
    return magic.reach_of(battle, unit, magic.spell_of(arm))


# What is seen and hit


@rule("kow.cover.half_facing", "kow.ranged.cover_modifier")
def seen(battle: Battle, unit: Unit, target: Unit) -> Sight:
    """Whether the unit sees the target; what cover that has if the unit shoots, or what is in the way."""
    if not sight.may_see(battle, unit, target):
        return Sight(target.id, False, hidden_by=sight.hiding(battle, unit, target))
    return Sight(target.id, True, cover=_cover(battle, unit, target))


def _cover(battle: Battle, unit: Unit, target: Unit) -> str:
    if target.engaged or not any(_minds_cover(arm) for arm in arms_of(battle, unit)):
        return ""
    covered = summed(chance for chance, aim in fire.aims(battle, unit, target) if aim.covered)
    if not covered:
        return ""
    return "cover, -1 to hit" if covered > 0.99 else "perhaps cover, -1 to hit: a die decides"


def _minds_cover(arm: Arm) -> bool:
    return isinstance(arm, Weapon) or magic.spell_of(arm).missile


@rule("kow.ranged.hit_roll", "kow.ranged.aiming", "kow.magic.magical_missile")
def aims(battle: Battle, unit: Unit, target: Unit) -> Iterator[Aim]:
    """What each weapon and magical missile needs to hit the target, and how many dice it throws on average; who moves
    to shoot does not aim."""
    if fire.why_silent(unit) is not None or unit.engaged:
        return
    for arm in arms_of(battle, unit):
        lots = _lots(battle, unit, arm, target) if _minds_cover(arm) else []
        dice = summed(chance * attacks.dice_of(lot) for chance, lot in lots)
        if dice:
            _, likeliest = max(lots, key=lambda one: one[0])
            yield Aim(target.id, arm.name, attacks.to_hit(likeliest).face, dice=round(dice, 1))


def _lots(battle: Battle, unit: Unit, arm: Arm, target: Unit) -> list[tuple[float, Lot]]:
    """What the unit would throw at the target, with chances; nothing if it cannot shoot or cast at it."""
    if why_not(battle, unit, arm, target) is not None:
        return []
    if isinstance(arm, Weapon):
        return ranged_odds.shots(battle, unit, arm, target)
    found = magic.aims(battle, unit, magic.spell_of(arm), target)
    return [(chance, magic.lot_of(battle, unit, arm, target, aim)) for chance, aim in found]


def why_not(battle: Battle, unit: Unit, arm: Arm, target: Unit) -> Refused | None:
    """Why the unit cannot shoot or cast that at the target from where it stands."""
    if isinstance(arm, Weapon):
        return fire.why_no_target(battle, unit, target, arm)
    return magic.why_no_target(battle, unit, arm, target)


# Threats


def menaces(battle: Battle, seat: int) -> tuple[Menace, ...]:
    """How far every unit of the seat charges and shoots when its turn comes, and whom."""
    own, targets = friends(battle, seat), enemies(battle, seat)
    return menaces_of(battle, own, targets, reaches=menacing, threats=threats)


@rule("kow.charge.cond_visible", "kow.special.individual_pivot", "kow.ranged.not_wavering", "kow.ranged.target")
def threats(battle: Battle, enemy: Unit, unit: Unit) -> Iterator[Threat]:
    """What the enemy could do to the unit in its next turn: charge it, or shoot and cast at it from where it stands,
    after a change of facing or after an advance. Who wavers or is engaged does none of it."""
    away = round(apart(battle, enemy, unit), 2)
    if charge.why_not(battle, enemy) is None:
        if charge.plan(battle, enemy, unit) is not None:
            yield Threat(enemy.id, unit.id, "charge", away)
        elif has(battle, enemy, "individual") and away <= charge.reach(battle, enemy).most:
            turned, charger = facing(battle, enemy, unit)
            if charge.plan(turned, charger, turned.units[unit.id]) is not None:
                yield Threat(enemy.id, unit.id, "turn and charge", away)
    if enemy.wavering or enemy.engaged:
        return
    for arm in harmful(battle, enemy):
        yield from shooting(battle, enemy, arm, unit, away)


def shooting(battle: Battle, enemy: Unit, arm: Arm, unit: Unit, away: float) -> Iterator[Threat]:
    """The easiest way in which the enemy could shoot or cast that at the unit, if there is any."""
    far, inches = range_of(battle, enemy, arm), advance_of(battle, enemy)
    does = f"shoot with {arm.name}" if isinstance(arm, Weapon) else f"cast {arm.name}"
    if away > far + inches:
        return
    if away <= far:
        if why_not(battle, enemy, arm, unit) is None:
            yield Threat(enemy.id, unit.id, does, away)
            return
        turned, shooter = facing(battle, enemy, unit)
        if why_not(turned, shooter, arm, turned.units[unit.id]) is None:
            yield Threat(enemy.id, unit.id, f"turn and {does}", away)
            return
    if inches and after_advance(battle, enemy, arm, unit, inches, far):
        yield Threat(enemy.id, unit.id, f"advance and {does}", away, after=True)


@rule("kow.order.change_facing", "kow.special.individual_pivot")
def facing(battle: Battle, enemy: Unit, unit: Unit) -> tuple[Battle, Unit]:
    """A copy of the battle in which the enemy has turned towards the unit, and the enemy in it."""
    assert enemy.pose is not None
    assert unit.pose is not None
    towards = bearing(enemy.pose.x, enemy.pose.y, unit.pose.x, unit.pose.y)
    return moved_to(battle, enemy, Pose(enemy.pose.x, enemy.pose.y, towards))


@rule("kow.order.advance", "kow.order.advance_pivots")
def after_advance(battle: Battle, enemy: Unit, arm: Arm, unit: Unit, inches: float, far: float) -> bool:
    """Whether the enemy could shoot or cast that at the unit after an advance towards it."""
    kind = next(kind for kind in moves.kinds_of_move(battle, enemy) if kind.name == "advance")
    pivots = kind.turns[0].most or 1
    here, there = footprint(battle, enemy), footprint(battle, unit)
    for steps in steps_into_sight(here, there, inches, far, pivots * moves.QUARTER):
        try:
            way = moves.check_move(battle, enemy, kind, [part for step in steps for part in _quarters(step)])
        except Refused:
            continue
        moved, shooter = moved_to(battle, enemy, way.end.pose)
        if why_not(moved, shooter, arm, moved.units[unit.id]) is None:
            return True
    return False


def _quarters(step: Step) -> tuple[Step, ...]:
    """A turn of more than 90 degrees in two pivots."""
    if isinstance(step, Pivot) and abs(step.degrees) > moves.QUARTER:
        return (Pivot(step.degrees / 2), Pivot(step.degrees / 2))
    return (step,)
