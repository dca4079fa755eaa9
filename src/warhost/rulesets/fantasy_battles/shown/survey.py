"""What a unit reaches and sees from a place, and who threatens it there: measured with the rules' own functions."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot
from typing import Literal

import msgspec

from warhost.field.moves.drafts import steps_into_sight
from warhost.play.questions import Kind, Moved
from warhost.play.script import Refused
from warhost.play.shown.cards import Aim, Menace, Reach, Sight, Survey, Threat
from warhost.play.shown.surveying import menaces_of, moved_to, survey_of
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.charge.charge import cannot_declare
from warhost.rulesets.fantasy_battles.chapters.charge.charge_range import farthest, reach_chance
from warhost.rulesets.fantasy_battles.chapters.damage.damage import to_hit
from warhost.rulesets.fantasy_battles.chapters.movement.manoeuvres import check, in_flight
from warhost.rulesets.fantasy_battles.chapters.movement.movement import advance_kind, march_kind, why_not_march
from warhost.rulesets.fantasy_battles.chapters.shooting.cover import NAMES, Cover, Covering
from warhost.rulesets.fantasy_battles.chapters.shooting.salvos import (
    Arms,
    armaments,
    attack_of,
    cannot_shoot,
    cannot_use,
    in_ranks,
    salvos_of,
)
from warhost.rulesets.fantasy_battles.core import (
    ArmedWith,
    Battle,
    Lookout,
    Unit,
    barred,
    boundary,
    enemies,
    flies,
    friends,
    has,
    rate,
    unit_sees,
)
from warhost.table import TOLERANCE, Pose, distance, within


def survey(battle: Battle, unit: Unit, pose: Pose | None) -> Survey:
    """What the unit could do from there, or from where it stands. The battle is not touched.

    A single model in the ranks of a unit goes, sees and is threatened with that unit.
    """
    if unit.host is not None:
        return msgspec.structs.replace(survey(battle, battle.body(unit), None), unit=unit.id)
    if pose is not None:
        stood = unit.pose
        battle, unit = moved_to(battle, unit, pose)
        _note_move(battle, unit, stood)
    others = list(enemies(battle, unit.seat))
    return survey_of(battle, unit, others, reaches=reaches, sight=sight, threats=threats, aims=aims)


@rule("t9a.shooting.mod_moving", "t9a.move.march")
def _note_move(battle: Battle, unit: Unit, stood: Pose | None) -> None:
    """Whoever comes there in the battle has moved, and farther than it advances it must have marched."""
    if stood is None or unit.pose is None or stood == unit.pose:
        return
    unit.moved = True
    inches = hypot(unit.pose.x - stood.x, unit.pose.y - stood.y)
    unit.marched = unit.marched or inches > rate(battle, unit, "adv") + TOLERANCE


def arms_of(battle: Battle, unit: Unit) -> list[Arms]:
    """All that the unit and its guests may still shoot with, each weapon once, its own models' first."""
    found = {arms.name: arms for choices in reversed([*armaments(battle, unit)]) for arms in reversed(choices)}
    return [arms for arms in reversed(found.values()) if arms.name not in arms.shooter.broken_weapons]


@rule("t9a.special.aim", "t9a.los.per_model")
def aims(battle: Battle, unit: Unit, target: Unit) -> Iterator[Aim]:
    """What those of its models need that have the best shot at the target, if the unit may shoot at it at all."""
    if target.engaged or cannot_shoot(battle, unit) is not None:
        return
    for arms in arms_of(battle, unit):
        if not isinstance(arms.how, ArmedWith) or cannot_use(battle, arms) is not None:
            continue
        salvos = salvos_of(battle, (arms,), target)
        needs = [(to_hit(attack_of(battle, salvo, target)), salvo.models) for salvo in salvos]
        if needs:
            best = min(need for need, _ in needs)
            yield Aim(target.id, arms.name, best, sum(count for need, count in needs if need == best))


@rule("t9a.charge.range", "t9a.move.march", "t9a.los.per_model")
def reaches(battle: Battle, unit: Unit) -> Iterator[Reach]:
    """How far it advances, marches and charges at most, and how far it shoots. Nothing bars it before it is set up."""
    yield Reach("Advance", rate(battle, unit, "adv"))
    if unit.pose is None or not why_not_march(battle, unit):
        yield Reach("March", rate(battle, unit, "mar"))
    yield charge_reach(battle, unit)
    for arms in arms_of(battle, unit):
        if isinstance(arms.how, ArmedWith):
            yield Reach(f"Half range of {arms.name}", arms.range / 2, does="shoot")
        yield Reach(f"Range of {arms.name}", arms.range, does="shoot")


def charge_reach(battle: Battle, unit: Unit) -> Reach:
    return Reach("Maximum charge", farthest(battle, unit), does="charge")


def sight(battle: Battle, unit: Unit, target: Unit) -> Sight:
    """Whether the unit sees the target; what Cover that has, or what is in the way."""
    if unit_sees(battle, unit, target):
        return Sight(target.id, True, cover=cover(battle, unit, target))
    return Sight(target.id, False, hidden_by=Lookout(battle, unit, target).hidden_by())


@rule("t9a.los.per_model", "t9a.cover.half")
def cover(battle: Battle, unit: Unit, target: Unit) -> str:
    """What Cover the target has from the models that shoot, those of the ranks that may and see it, in words."""
    shooters = {arms.shooter.id: arms.shooter for arms in arms_of(battle, unit) if isinstance(arms.how, ArmedWith)}
    counts: dict[Cover, int] = {}
    for shooter in shooters.values():
        lookout = Lookout(battle, shooter, target)
        covering = Covering(lookout)
        for model in in_ranks(battle, shooter):
            if lookout.sees(model):
                found = covering.of(model)
                counts[found] = counts.get(found, 0) + 1
    looking = sum(counts.values())
    told = []
    for kind in (Cover.HARD, Cover.SOFT):
        if counts.get(kind) == looking and looking:
            return f"{NAMES[kind]}, {-kind} to hit"
        if kind in counts:
            told.append(f"{NAMES[kind]} from {counts[kind]} of {looking} models")
    return ", ".join(told)


def menaces(battle: Battle, seat: int) -> tuple[Menace, ...]:
    """How far every unit of the seat charges and shoots in its next turn, and whom."""
    own, targets = friends(battle, seat), list(enemies(battle, seat))
    return menaces_of(battle, own, targets, reaches=menacing, threats=threats)


def _may_shoot(battle: Battle, unit: Unit) -> bool:
    """Whether the unit could shoot in a turn of its own: what it did in the present one does not matter."""
    return not unit.engaged and barred(battle, unit, "shoot") is None and not has(battle, unit, "no_shooting")


def menacing(battle: Battle, unit: Unit) -> Iterator[Reach]:
    """How far it charges and shoots, if it may at all."""
    if cannot_declare(battle, unit) is None:
        yield charge_reach(battle, unit)
    for arms in arms_of(battle, unit) if _may_shoot(battle, unit) else ():
        yield Reach(f"Range of {arms.name}", arms.range, does="shoot")
        kind = shooting_move(battle, unit, arms)
        label = f"{kind.name.capitalize()} and range of {arms.name}"
        arc: Literal["front", "around"] = "around" if kind.turning("centre") else "front"
        yield Reach(label, kind.forward + arms.range, arc, "shoot", after=True)


@rule("t9a.move.march", "t9a.special.light_troops", "t9a.special.breath_attack")
def shooting_move(battle: Battle, unit: Unit, arms: Arms) -> Kind:
    """The longest move after which the unit may still shoot: an Advance; for Light Troops and for a Breath a March.

    Charges are declared before units move, so that no charge comes after a move of the same turn.
    """
    marches = not isinstance(arms.how, ArmedWith) or has(battle, unit, "shoots_after_march")
    marches = marches and not why_not_march(battle, unit)
    kind = march_kind(battle, unit) if marches else advance_kind(battle, unit)
    return in_flight(kind) if flies(battle, unit) else kind


def threats(battle: Battle, enemy: Unit, unit: Unit) -> Iterator[Threat]:
    """What the enemy could do to the unit in its next turn: charge it, shoot at it, or move and shoot at it."""
    own, there = boundary(battle, unit), boundary(battle, enemy)
    away = round(distance(there, own), 2)
    charges = cannot_declare(battle, enemy) is None and within(there, own, farthest(battle, enemy))
    if charges and unit_sees(battle, enemy, unit):
        yield Threat(enemy.id, unit.id, "charge", away, reach_chance(battle, enemy, unit))
    if unit.engaged or not _may_shoot(battle, enemy):
        return
    for arms in arms_of(battle, enemy):
        if within(there, own, arms.range) and _hits(battle, arms, unit):
            yield Threat(enemy.id, unit.id, f"shoot with {arms.name}", away)
            continue
        kind = shooting_move(battle, enemy, arms)
        if within(there, own, kind.forward + arms.range) and after_moving(battle, enemy, unit, arms, kind):
            yield Threat(enemy.id, unit.id, f"{kind.name} and shoot with {arms.name}", away, after=True)


def _hits(battle: Battle, arms: Arms, target: Unit) -> bool:
    """Whether any model sees and reaches the target with that."""
    return bool(salvos_of(battle, (arms,), target))


@rule("t9a.shooting.mod_moving")
def after_moving(battle: Battle, enemy: Unit, unit: Unit, arms: Arms, kind: Kind) -> bool:
    """Whether the enemy could shoot at the unit after a move towards it."""
    here, there = boundary(battle, enemy), boundary(battle, unit)
    turn = 180.0 if kind.turning("centre") else 0.0
    for steps in steps_into_sight(here, there, kind.forward, arms.range, turn):
        try:
            end = check(battle, enemy, [kind], Moved(kind.name, steps))
        except Refused:
            continue
        moved, _ = moved_to(battle, enemy, end.pose)
        if _hits(moved, arms._replace(shooter=moved.units[arms.shooter.id]), moved.units[unit.id]):
            return True
    return False
