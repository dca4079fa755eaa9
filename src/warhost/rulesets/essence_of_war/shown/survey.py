"""What a unit reaches and sees from a place, and who threatens it there: measured with the rules' own functions."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Literal

import msgspec

from warhost.field.moves.drafts import steps_into_sight
from warhost.field.sight.lines import hidden_by
from warhost.play.questions import Kind, Moved
from warhost.play.script import Refused
from warhost.play.shown.cards import Aim, Menace, Reach, Sight, Survey, Threat
from warhost.play.shown.surveying import menaces_of, moved_to, survey_of
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.charge.charge import cannot_declare
from warhost.rulesets.essence_of_war.chapters.charge.charge_range import farthest, reach_chance
from warhost.rulesets.essence_of_war.chapters.movement.manoeuvres import check
from warhost.rulesets.essence_of_war.chapters.movement.movement import advance_kind, march_kind, why_not_march
from warhost.rulesets.essence_of_war.chapters.shooting.shooting import shooters, weapon_of, why_not
from warhost.rulesets.essence_of_war.core import (
    CALLED,
    ArmedWith,
    Battle,
    Lookout,
    Unit,
    Weapon,
    boundary,
    enemies,
    friends,
    hill_under,
    models,
    rate,
    unit_sees,
)
from warhost.table import TOLERANCE, Pose, Rect, distance, feature_rect, within


def survey(battle: Battle, unit: Unit, pose: Pose | None) -> Survey:
    """What the unit could do from there, or from where it stands. The battle is not touched.

    A Character in the ranks of a unit goes, sees and is threatened with that unit.
    """
    if unit.host is not None:
        return msgspec.structs.replace(survey(battle, battle.body(unit), None), unit=unit.id)
    if pose is not None:
        stood = unit.pose
        battle, unit = moved_to(battle, unit, pose)
        _note_move(battle, unit, stood)
    others = list(enemies(battle, unit.seat))
    return survey_of(battle, unit, others, reaches=reaches, sight=sight, threats=threats, aims=aims)


@rule("eow.shoot.moved", "eow.move.march_no_shoot")
def _note_move(battle: Battle, unit: Unit, stood: Pose | None) -> None:
    """Whoever comes there in the battle has moved, and farther than it advances it must have marched."""
    if stood is None or unit.pose is None or stood == unit.pose:
        return
    unit.moved = True
    inches = hypot(unit.pose.x - stood.x, unit.pose.y - stood.y)
    unit.marched = unit.marched or inches > rate(battle, unit, "adv") + TOLERANCE


@rule("eow.shoot.aim", "eow.shoot.seven_plus")
def aims(battle: Battle, unit: Unit, target: Unit) -> Iterator[Aim]:
    """What those of its models need that have the best shot at the target, if the unit may shoot at it at all."""
    armed = weapon_of(battle, unit)
    if armed is None or target.engaged or why_not(battle, unit, armed.weapon) is not None:
        return
    groups = shooters(battle, unit, armed, target)
    if groups:
        best = min(group.aim for group in groups)
        count = sum(group.count for group in groups if group.aim == best)
        yield Aim(target.id, armed.weapon.name, best, count)


@rule("eow.charge.range.roll", "eow.charge.declare.range", "eow.move.march", "eow.shoot.range_measure")
def reaches(battle: Battle, unit: Unit) -> Iterator[Reach]:
    """How far it advances, marches and charges at most, and how far it shoots. Nothing bars it before it is set up."""
    advance = rate(battle, unit, "adv")
    yield Reach("Advance", advance)
    if unit.pose is None or not why_not_march(battle, unit):
        yield Reach("March", rate(battle, unit, "mar"))
    yield charge_reach(battle, unit)
    armed = weapon_of(battle, unit)
    if armed is not None:
        weapon = armed.weapon
        yield Reach(f"Half range of {weapon.name}", weapon.range / 2, does="shoot")
        yield Reach(f"Range of {weapon.name}", weapon.range, does="shoot")


def charge_reach(battle: Battle, unit: Unit) -> Reach:
    return Reach("Maximum charge", farthest(battle, unit), does="charge")


def sight(battle: Battle, unit: Unit, target: Unit) -> Sight:
    """Whether the unit sees the target; what cover that has, or what is in the way."""
    if unit_sees(battle, unit, target):
        return Sight(target.id, True, cover=cover(battle, unit, target))
    lookout = Lookout(battle, unit, target)
    front = models(battle, unit)[0]
    blockers = lookout.blockers(hill_under(battle, front))
    obstacles = [(name, shape) for name, shape in named_shapes(battle) if shape in blockers]
    return Sight(target.id, False, hidden_by=hidden_by(lookout.own, lookout.there, obstacles))


def named_shapes(battle: Battle) -> Iterator[tuple[str, Rect]]:
    """All that can stand in the way, with what players call it."""
    for unit in battle.units:
        if unit.pose is not None:
            yield unit.name, boundary(battle, unit)
    for feature in battle.scene.board.features:
        yield feature.name or CALLED.get(feature.kind, feature.kind), feature_rect(feature)


@rule("eow.shoot.cover.per_model")
def cover(battle: Battle, unit: Unit, target: Unit) -> str:
    """What Cover the target has from the models that shoot, those of the ranks that may and see it, in words."""
    armed = weapon_of(battle, unit)
    if armed is None:
        return ""
    lookout = Lookout(battle, unit, target)
    looking = [model for model in models(battle, unit) if model.rank < armed.weapon.ranks and lookout.sees(model)]
    hidden = sum(lookout.covered(model) for model in looking)
    if not hidden:
        return ""
    if "cover" in armed.weapon.ignores:
        return f"cover, ignored by {armed.weapon.name}"
    return "cover, Aim +1" if hidden == len(looking) else f"cover from {hidden} of {len(looking)} models"


def menaces(battle: Battle, seat: int) -> tuple[Menace, ...]:
    """How far every unit of the seat charges and shoots in its next turn, and whom."""
    own, targets = friends(battle, seat), list(enemies(battle, seat))
    return menaces_of(battle, own, targets, reaches=menacing, threats=threats)


def menacing(battle: Battle, unit: Unit) -> Iterator[Reach]:
    """How far it charges and shoots, if it may at all."""
    if cannot_declare(battle, unit) is None:
        yield charge_reach(battle, unit)
    armed = weapon_of(battle, unit)
    if armed is not None and not (unit.engaged or unit.fleeing):
        yield Reach(f"Range of {armed.weapon.name}", armed.weapon.range, does="shoot")
        kind = shooting_move(battle, unit, armed.weapon)
        label = f"{kind.name.capitalize()} and range of {armed.weapon.name}"
        arc: Literal["front", "around"] = "around" if kind.turning("centre") else "front"
        yield Reach(label, kind.forward + armed.weapon.range, arc, "shoot", after=True)


@rule("eow.move.shooting_after", "eow.move.march_no_shoot")
def shooting_move(battle: Battle, unit: Unit, weapon: Weapon) -> Kind:
    """The longest move after which the unit may still shoot: an Advance, for some weapons a March.

    Charges are declared before units move, so that no charge comes after a move of the same turn.
    """
    marches = not why_not_march(battle, unit)
    return march_kind(battle, unit) if weapon.march_and_shoot and marches else advance_kind(battle, unit)


def threats(battle: Battle, enemy: Unit, unit: Unit) -> Iterator[Threat]:
    """What the enemy could do to the unit in its next turn: charge it, shoot at it, or move and shoot at it."""
    own, there = boundary(battle, unit), boundary(battle, enemy)
    armed = weapon_of(battle, enemy)
    charge_range = farthest(battle, enemy)
    may_charge = cannot_declare(battle, enemy) is None and within(there, own, charge_range)
    may_shoot = (
        armed is not None
        and not (enemy.engaged or enemy.fleeing or unit.engaged)
        and within(there, own, armed.weapon.range)
    )
    sees = (may_charge or may_shoot) and unit_sees(battle, enemy, unit)
    away = round(distance(there, own), 2)
    if may_charge and sees:
        yield Threat(enemy.id, unit.id, "charge", away, reach_chance(battle, enemy, unit))
    if armed is None or unit.engaged or enemy.engaged or enemy.fleeing:
        return
    if may_shoot and sees:
        yield Threat(enemy.id, unit.id, f"shoot with {armed.weapon.name}", away)
    else:
        kind = shooting_move(battle, enemy, armed.weapon)
        if within(there, own, kind.forward + armed.weapon.range) and after_moving(battle, enemy, unit, armed, kind):
            yield Threat(enemy.id, unit.id, f"{kind.name} and shoot with {armed.weapon.name}", away, after=True)


@rule("eow.move.shooting_after", "eow.shoot.moved", "eow.shoot.seven_plus")
def after_moving(battle: Battle, enemy: Unit, unit: Unit, armed: ArmedWith, kind: Kind) -> bool:
    """Whether the enemy could hit the unit with a shot after a move towards it."""
    here, there = boundary(battle, enemy), boundary(battle, unit)
    turn = 180.0 if kind.turning("centre") else 0.0
    for steps in steps_into_sight(here, there, kind.forward, armed.weapon.range, turn):
        try:
            end = check(battle, enemy, [kind], Moved(kind.name, steps))
        except Refused:
            continue
        moved, shooter = moved_to(battle, enemy, end.pose)
        shooter.moved = True
        if any(group.aim <= 6 for group in shooters(moved, shooter, armed, moved.units[unit.id])):
            return True
    return False
