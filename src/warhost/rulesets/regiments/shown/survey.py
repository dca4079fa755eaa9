"""What a unit reaches and sees from a place, and who threatens it there: measured with the rules' own functions."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from typing import Literal

from warhost.field.moves.drafts import steps_into_sight
from warhost.field.sight.lines import hidden_by
from warhost.play.script import Refused
from warhost.play.shown.cards import Aim, Menace, Reach, Sight, Survey, Threat
from warhost.play.shown.surveying import menaces_of, moved_to, survey_of
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.melee.charge import plan
from warhost.rulesets.regiments.chapters.movement.moves import allowance, check_move, kind_of_move
from warhost.rulesets.regiments.chapters.shooting import Fire, WeaponType, arsenal, attacks_of, possible
from warhost.rulesets.regiments.chapters.wounds.attacks import to_hit
from warhost.rulesets.regiments.core import (
    ActionName,
    Battle,
    Unit,
    cover,
    enemies,
    footprint,
    gap_between,
    on_table,
    optional,
    unit_sees,
)
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.rulesets.regiments.core.speakers import movement_rules
from warhost.table import Pose, bearing

MOVES: dict[ActionName, str] = {"advance": "Advance", "rush": "Rush", "charge": "Charge"}


@rule("aofr.measure.any_time")
def survey(battle: Battle, unit: Unit, pose: Pose | None) -> Survey:
    """What the unit could do from there, or from where it stands. The battle is not touched."""
    moves = pose is not None and unit.pose is not None and pose != unit.pose
    if pose is not None:
        battle, unit = moved_to(battle, unit, pose)
        unit.inside = None
    others = enemies(battle, unit.seat)
    return survey_of(
        battle, unit, others, reaches=reaches, sight=sight, threats=threats, aims=partial(aims, held=not moves)
    )


@rule("aofr.quality.test", "aofr.shoot.valid_target")
def aims(battle: Battle, unit: Unit, target: Unit, *, held: bool) -> Iterator[Aim]:
    """What each type of weapon needs to hit the target; who moves to shoot has not held."""
    for fire in possible(battle, unit, (target,)):
        needs = [need for attack in attacks_of(battle, unit, fire, held, None) if (need := to_hit(attack)) is not None]
        if needs:
            yield Aim(target.id, fire.weapon.name, min(needs), len(fire.models))


@rule("aofr.action.advance", "aofr.action.rush", "aofr.action.charge", "aofr.shoot.range_per_model")
def reaches(battle: Battle, unit: Unit) -> Iterator[Reach]:
    """How far it advances, rushes and charges, and how far its weapons shoot without turning first."""
    if not only_holds(battle, unit):
        for action, label in MOVES.items():
            yield moving_reach(battle, unit, action, label)
    for weapon in arsenal(battle, unit):
        yield Reach(f"Range of {weapon.name}", _range(battle, weapon), does="shoot")


@rule("aofr.charge.move")
def moving_reach(battle: Battle, unit: Unit, action: ActionName, label: str) -> Reach:
    """One turn of up to 90 degrees is part of every move."""
    does: Literal["move", "charge"] = "charge" if action == "charge" else "move"
    return Reach(label, allowance(battle, unit, action), "turned", does)


def _range(battle: Battle, weapon: WeaponType) -> float:
    return optional.measured(battle, weapon.range)


def only_holds(battle: Battle, unit: Unit) -> bool:
    return any(special.only_holds for special in movement_rules(battle, unit).at("only_holds"))


def sight(battle: Battle, unit: Unit, target: Unit) -> Sight:
    """Whether the unit sees the target; what cover that has if the unit shoots, or what is in the way."""
    if unit_sees(battle, unit, target):
        sheltered = bool(arsenal(battle, unit)) and cover(battle, unit, target)
        return Sight(target.id, True, cover="cover, Defense +1" if sheltered else "")
    obstacles = [
        (other.name, footprint(battle, other))
        for other in on_table(battle)
        if other is not unit and other is not target
    ]
    obstacles += [(piece.name, piece.shape) for piece in scenery(battle).hiding]
    return Sight(target.id, False, hidden_by=hidden_by(footprint(battle, unit), footprint(battle, target), obstacles))


def menaces(battle: Battle, seat: int) -> tuple[Menace, ...]:
    """How far every unit of the seat charges and shoots when it acts next, and whom."""
    own = [unit for unit in on_table(battle) if unit.seat == seat]
    return menaces_of(battle, own, enemies(battle, seat), reaches=menacing, threats=threats)


@rule("aofr.shaken.idle", "aofr.move.hold_pivot")
def menacing(battle: Battle, unit: Unit) -> Iterator[Reach]:
    """How far it charges and shoots, if it may. Who holds may turn in any direction before it shoots."""
    if unit.shaken:
        return
    if not only_holds(battle, unit):
        yield moving_reach(battle, unit, "charge", MOVES["charge"])
    for weapon in arsenal(battle, unit):
        yield Reach(f"Range of {weapon.name}", _range(battle, weapon), "around", "shoot")
    yield from advancing(battle, unit)


@rule("aofr.action.advance", "aofr.action.rush")
def advancing(battle: Battle, unit: Unit) -> Iterator[Reach]:
    """How far it shoots after an Advance, with its one turn; nobody shoots after a Rush, and a charge is a move."""
    if only_holds(battle, unit):
        return
    inches = allowance(battle, unit, "advance")
    for weapon in arsenal(battle, unit):
        yield Reach(
            f"Advance and range of {weapon.name}", inches + _range(battle, weapon), "turned", "shoot", after=True
        )


def threats(battle: Battle, enemy: Unit, unit: Unit) -> Iterator[Threat]:
    """What the enemy could do to the unit when it acts next: charge it, or hold and shoot at it, turning first if need
    be.

    No dice decide whether a charge arrives, so that there are no odds to tell. A Shaken unit only recovers.
    """
    if enemy.shaken:
        return
    away = round(gap_between(battle, enemy, unit), 2)
    if not only_holds(battle, enemy) and plan(battle, enemy, unit) is not None:
        yield Threat(enemy.id, unit.id, "charge", away)
    told: set[str] = set()
    if any(_range(battle, weapon) >= away for weapon in arsenal(battle, enemy)):
        for what, fires in (
            ("shoot", possible(battle, enemy, (unit,))),
            ("turn and shoot", after_turning(battle, enemy, unit)),
        ):
            for fire in fires:
                if fire.weapon.name not in told:
                    told.add(fire.weapon.name)
                    yield Threat(enemy.id, unit.id, f"{what} with {fire.weapon.name}", away)
    for name in after_advancing(battle, enemy, unit, away, told):
        yield Threat(enemy.id, unit.id, f"advance and shoot with {name}", away, after=True)


@rule("aofr.action.advance", "aofr.move.advance_pivot")
def after_advancing(battle: Battle, enemy: Unit, unit: Unit, away: float, told: Collection[str]) -> list[str]:
    """The weapons, beside those told already, that the enemy could fire at the unit after an Advance towards it."""
    inches = 0.0 if only_holds(battle, enemy) else allowance(battle, enemy, "advance")
    weapons = [weapon for weapon in arsenal(battle, enemy) if weapon.name not in told]
    weapons = [weapon for weapon in weapons if _range(battle, weapon) + inches >= away]
    if not weapons or not inches or enemy.pose is None or unit.pose is None:
        return []
    found: dict[str, None] = {}
    here, there = footprint(battle, enemy), footprint(battle, unit)
    kind = kind_of_move(battle, enemy, "advance")
    for weapon in weapons:
        for steps in steps_into_sight(here, there, inches, _range(battle, weapon), 90.0):
            try:
                way = check_move(battle, enemy, kind, steps, "advance")
            except Refused:
                continue
            moved, shooter = moved_to(battle, enemy, way.end.pose)
            if any(fire.weapon == weapon for fire in possible(moved, shooter, (moved.units[unit.id],))):
                found[weapon.name] = None
                break
    return list(found)


def after_turning(battle: Battle, enemy: Unit, unit: Unit) -> list[Fire]:
    """What the enemy could fire at the unit once it faces it."""
    if enemy.pose is None or unit.pose is None:
        return []
    towards = bearing(enemy.pose.x, enemy.pose.y, unit.pose.x, unit.pose.y)
    turned, shooter = moved_to(battle, enemy, Pose(enemy.pose.x, enemy.pose.y, towards))
    return possible(turned, shooter, (turned.units[unit.id],))
