"""A ranged attack before its dice: who may fire, what it aims at and how, what its dice need (Ranged Phase)."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from warhost.dice import Dice, odds
from warhost.play.script import Refused, Script, roll_sum
from warhost.play.shown.english import acts, listed
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.chapters import attacks
from warhost.rulesets.kings_of_war.chapters.attacks import Lot
from warhost.rulesets.kings_of_war.core import (
    Battle,
    Unit,
    Weapon,
    armed_at,
    arms,
    attack_speakers,
    cover,
    field_of,
    figure,
    footprint,
    sight,
    values,
)
from warhost.table import TOLERANCE, Arc

ENGINES_RANGE = 48
"""How far a war engine shoots whose profile has no other range."""


class Aim(NamedTuple):
    """How a target is seen by who fires at it: which of its facings, and whether it is in cover."""

    facing: Arc
    covered: bool = False


def aimed(battle: Battle, unit: Unit, target: Unit) -> Script[Aim]:
    """Settle from which side the target is hit and whether it has cover, by dice where that is in doubt."""
    facing = yield from sight.settled_arc(battle, unit, target)
    return Aim(facing, (yield from cover.settled(battle, unit, target, facing)))


def aims(battle: Battle, unit: Unit, target: Unit) -> list[tuple[float, Aim]]:
    """The same with its chances, for who only reckons."""
    arcs = sight.arcs_at(footprint(battle, target), *footprint(battle, unit).front)
    attacker = battle.settings.doubtful == "attacker"
    if attacker and len(arcs) > 1:
        arcs = (Arc.REAR if Arc.REAR in arcs else arcs[1],)
    found: list[tuple[float, Aim]] = []
    for facing in arcs:
        known = cover.covered(battle, unit, target, facing)
        if known == "doubtful" and not attacker:
            found += [(0.5 / len(arcs), Aim(facing, covered)) for covered in (True, False)]
        else:
            found.append((1 / len(arcs), Aim(facing, known == "cover")))
    return found


# Who may fire, and at whom


@rule("kow.ranged.not_after_double", "kow.ranged.not_wavering", "kow.ranged.one_type", "kow.withdraw.may_shoot")
@rule("kow.nerve.wavering_no_ranged")
def why_silent(unit: Unit) -> Refused | None:
    """Why a unit can make no ranged attack and cast no spell in this turn, whatever it has."""
    name = unit.name
    if unit.shot:
        return Refused(f"{acts(name, 'has')} made a ranged attack in this turn already.", "kow.ranged.one_type")
    if unit.wavering:
        return Refused(f"{acts(name, 'is')} wavering.", "kow.ranged.not_wavering")
    if unit.order == "at the double":
        return Refused(f"{name} went at the double.", "kow.ranged.not_after_double")
    return None


@rule("kow.war_engine.range")
def range_of(battle: Battle, unit: Unit, weapon: Weapon) -> int:
    """How far a weapon shoots; those of war engines 48" if nothing else is said."""
    return ENGINES_RANGE if not weapon.range and battle.entry(unit).type == "war engine" else weapon.range


@rule("kow.ranged.hit_roll")
def weapons_of(battle: Battle, unit: Unit) -> list[Weapon]:
    """The ranged weapons that a unit can fire; one without a Shooting value is none (KOW-R094)."""
    return [weapon for weapon in arms(battle, unit) if shooting(battle, unit, weapon) is not None]


@rule("kow.ranged.profile_defaults")
def shooting(battle: Battle, unit: Unit, weapon: Weapon) -> int | None:
    """What rolls to hit need: the weapon's own Shooting value or the unit's."""
    printed = battle.entry(unit).shooting if weapon.shooting is None else weapon.shooting
    if printed is None or weapon.artefact:
        return printed
    return min(values.BEST, max(values.WORST, values.tally(battle, unit, "shooting", printed).total))


@rule("kow.ranged.target", "kow.ranged.no_engaged_target")
def barring(battle: Battle, unit: Unit, weapon: Weapon) -> Callable[[Unit], Refused | None]:
    """Why a unit cannot shoot at an enemy with that weapon, even if it sees it."""
    here, reach = field_of(battle), range_of(battle, unit, weapon)
    rules = armed_at(battle, unit, weapon.rules, "artefact" if weapon.artefact else "all", "check_target")

    def why_barred(target: Unit) -> Refused | None:
        gap = here.apart(unit.id, target.id)
        if gap > reach + TOLERANCE:
            return too_far(target, gap, weapon.name, reach)
        if target.engaged:
            return Refused(f"{acts(target.name, 'is')} engaged.", "kow.ranged.no_engaged_target")
        return next(filter(None, (one.check_target(battle, unit, target, weapon) for one in rules)), None)

    return why_barred


def why_no_target(battle: Battle, unit: Unit, target: Unit, weapon: Weapon) -> Refused | None:
    """Why a unit cannot shoot at an enemy with that weapon."""
    return barring(battle, unit, weapon)(target) or why_unseen(battle, unit, target, "kow.ranged.target")


def too_far(target: Unit, gap: float, what: str, reach: float) -> Refused:
    return Refused(f'{acts(target.name, "is")} {gap:.1f}" away; {what} reaches {reach:g}".', "kow.ranged.target")


def why_unseen(battle: Battle, unit: Unit, target: Unit, rule_id: str) -> Refused | None:
    """Why a unit does not see the target."""
    if sight.may_see(battle, unit, target):
        return None
    hiding = sight.hiding(battle, unit, target)
    if hiding:
        return Refused(f"{unit.name} cannot see {target.name}: {listed(hiding)} in the way.", rule_id)
    return Refused(f"{unit.name} cannot see {target.name}, which is not in front.", rule_id)


# Dice


@rule("kow.ranged.hit_dice", "kow.ranged.profile_defaults")
def number_of(battle: Battle, unit: Unit, weapon: Weapon) -> int | Dice:
    """How many dice a weapon throws: its own number or the unit's Attacks."""
    if weapon.artefact and weapon.attacks is not None:
        return figure(str(weapon.attacks))
    return values.attacks(battle, unit, weapon.attacks)


def rolled_number(battle: Battle, unit: Unit, weapon: Weapon) -> Script[int]:
    number = number_of(battle, unit, weapon)
    if isinstance(number, int):
        return number
    return (yield from roll_sum(number, why="Attacks", rule="kow.ranged.hit_dice", seat=unit.seat, unit=unit.id))


def numbers(number: int | Dice) -> dict[int, float]:
    """A number with its chances."""
    return {number: 1.0} if isinstance(number, int) else dict(odds.of(number))


@rule("kow.nerve.devastated_attacks")
def shot(battle: Battle, unit: Unit, weapon: Weapon, target: Unit, aim: Aim, number: int) -> Lot:
    """The attacks of a unit with a weapon, ready for their dice."""
    need = shooting(battle, unit, weapon)
    assert need is not None, f"{unit.name} cannot shoot with {weapon.name}"
    lot = Lot(
        "ranged",
        unit.id,
        target.id,
        values.halved(battle, unit, max(0, number)),
        need,
        facing=aim.facing,
        what=weapon.name,
        rule="kow.ranged.hit_roll",
        artefact=weapon.artefact,
        armed=weapon.rules,
    )
    modify(battle, unit, lot, aim)
    return attacks.prepared(battle, lot)


@rule("kow.ranged.aiming", "kow.ranged.cover_modifier", "kow.special.indirect_cover")
def modify(battle: Battle, unit: Unit, lot: Lot, aim: Aim) -> None:
    """+1 for who halted, -1 against who is in cover, but not for what is fired indirectly."""
    if unit.order in ("", "halt"):
        lot.to_hit.add(1, "Aiming", "kow.ranged.aiming")
    if aim.covered and not attack_speakers(battle, unit, lot).at("indirect"):
        lot.to_hit.add(-1, "Cover", "kow.ranged.cover_modifier")
