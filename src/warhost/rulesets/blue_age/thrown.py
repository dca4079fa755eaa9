"""Throwing Weapons on the charge, just before contact (Weapon Qualities: Thrown; BLUE-R130)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.blue_age import shooting, values, weapons
from warhost.rulesets.blue_age.battle import Battle, Unit, together


@rule("blue.ranged_quality.thrown_charge", "blue.melee_quality.two_handed_no_throwing")
def throw(battle: Battle, unit: Unit, targets: Sequence[Unit]) -> Script[None]:
    """Every model of a charging unit with a Throwing Weapon makes a free ranged attack with it at -2, unless it will
    fight with both hands; what it takes counts for the score."""
    for one in together(battle, unit):
        thrown = next((arm for arm in values.ranged_arms(battle.entry(one)) if "Thrown" in arm.qualities), None)
        if thrown is None or battle.entry(one).ranged is None:
            continue
        weapon = yield from weapons.chosen(battle, one)
        target = next((target for target in targets if target.models), None)
        if target is None or "Two-Handed" in weapon.qualities:
            continue
        unit.threw += yield from shooting.volley(battle, one, target, thrown, thrown=True)
