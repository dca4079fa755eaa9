"""Throwing Weapons on the charge, just before contact (Weapon Qualities: Thrown; BLUE-R130)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.combat import weapons
from warhost.rulesets.blue_age.chapters.shooting import phase as shooting
from warhost.rulesets.blue_age.chapters.shooting import shots
from warhost.rulesets.blue_age.chapters.wounds.attacks import Lot
from warhost.rulesets.blue_age.core import Battle, MeleeWeapon, RangedWeapon, Unit, is_so, together, values


@rule("blue.ranged_quality.thrown_charge", "blue.melee_quality.two_handed_no_throwing")
def throw(battle: Battle, unit: Unit, targets: Sequence[Unit]) -> Script[None]:
    """Every model of a charging unit with a Throwing Weapon makes a free ranged attack with it at -2, unless it will
    fight with both hands; what it takes counts for the score."""
    for one in together(battle, unit):
        arm = throwing_arm(battle, one)
        if arm is None:
            continue
        weapon = yield from weapons.chosen(battle, one)
        target = next((target for target in targets if target.models), None)
        if target is not None and may_throw(weapon):
            unit.threw += yield from shooting.volley(battle, one, target, arm, thrown=True)


def throwing_arm(battle: Battle, unit: Unit) -> RangedWeapon | None:
    """The Throwing Weapon of a unit, if it has one and can use it."""
    entry = battle.entry(unit)
    if entry.ranged is None:
        return None
    return next((arm for arm in values.ranged_arms(entry) if is_so(arm.qualities, "thrown")), None)


@rule("blue.melee_quality.two_handed_no_throwing")
def may_throw(weapon: MeleeWeapon) -> bool:
    """Whether who will fight with that weapon has a hand free to throw."""
    return not is_so(weapon.qualities, "two_handed")


def lots_of(battle: Battle, unit: Unit, target: Unit) -> list[Lot]:
    """The throws of a unit at a target, for odds."""
    arm = throwing_arm(battle, unit)
    if arm is None or not may_throw(weapons.weapon_of(battle, unit)):
        return []
    return [shots.lot_of(battle, unit, target, arm, len(unit.models), thrown=True)]
