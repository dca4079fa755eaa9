"""Which melee weapon a unit fights with (BLUE-R65), and what its two figures are (BLUE-R125)."""

from __future__ import annotations

from functools import lru_cache

from warhost.play.questions import Option
from warhost.play.script import Script, choose
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.blue_age.core import (
    Battle,
    Entry,
    MeleeWeapon,
    Unit,
    armours,
    is_so,
    melee_weapons,
    quality_speakers,
    values,
)


def weapon_of(battle: Battle, unit: Unit) -> MeleeWeapon:
    """The weapon that a unit has chosen for this turn's fight; before that the first of those worth choosing."""
    return melee_weapons()[unit.weapon] if unit.weapon else worth_choosing(battle.entry(unit))[0]


def chosen(battle: Battle, unit: Unit) -> Script[MeleeWeapon]:
    """The weapon that a unit fights with: its player chooses when the fight begins, where there is a choice."""
    if not unit.weapon:
        arms = worth_choosing(battle.entry(unit))
        options = [Option(weapon.name, weapon.name, unit=unit.id, text=_told(weapon)) for weapon in arms]
        text = f"Which weapon {does(unit.name)} fight with?"
        unit.weapon = yield from choose(unit.seat, "weapon", text, options, rules=("blue.fight.attack_dice",))
    return melee_weapons()[unit.weapon]


def _told(weapon: MeleeWeapon) -> str:
    second = "" if weapon.otherwise is None else f"/{weapon.otherwise:+d}"
    piercing = f"{-weapon.ap}" if weapon.ap_otherwise is None else f"{-weapon.ap}/{-weapon.ap_otherwise}"
    return ", ".join([f"Strength {weapon.strength:+d}{second}", f"AP {piercing}", *weapon.qualities])


@lru_cache(maxsize=512)
def worth_choosing(entry: Entry) -> tuple[MeleeWeapon, ...]:
    """The weapons of an entry that are not worse than another of them in everything."""
    arms = values.melee_arms(entry)
    return tuple(
        one
        for number, one in enumerate(arms)
        if not any(
            _as_good(entry, other, one) and (not _as_good(entry, one, other) or place < number)
            for place, other in enumerate(arms)
            if place != number
        )
    )


def _as_good(entry: Entry, one: MeleeWeapon, other: MeleeWeapon) -> bool:
    """Whether the first weapon is never worse than the second."""
    low = one.strength if one.otherwise is None else min(one.strength, one.otherwise)
    high = other.strength if other.otherwise is None else max(other.strength, other.otherwise)
    ap = one.ap if one.ap_otherwise is None else min(one.ap, one.ap_otherwise)
    other_ap = other.ap if other.ap_otherwise is None else max(other.ap, other.ap_otherwise)
    bad = _burdens(entry, one) <= _burdens(entry, other)
    idle = {quality.name for quality in quality_speakers(other.qualities).at("no_gift")}
    gifts = set(other.qualities) - idle <= set(one.qualities)
    return low >= high and ap >= other_ap and bad and gifts


def _burdens(entry: Entry, weapon: MeleeWeapon) -> set[str]:
    """The qualities of a weapon that are bad for the bearer; who has neither a shield nor Throwing Weapons has both
    hands free."""
    qualities = quality_speakers(weapon.qualities)
    found = {quality.name for quality in qualities.at("burden")}
    shield = any(armours()[name].kind == "shield" for name in entry.armour if name in armours())
    if shield or any(is_so(arm.qualities, "thrown") for arm in values.ranged_arms(entry)):
        found |= {quality.name for quality in qualities.at("two_handed")}
    return found


@rule("blue.melee_quality.lance", "blue.melee_quality.scythe", "blue.melee_weapon.lance")
@rule("blue.melee_weapon.war_scythe")
def figures(battle: Battle, unit: Unit, weapon: MeleeWeapon, *, reaching: bool) -> tuple[int, int]:
    """What a weapon adds to Strength and its Armour Piercing: a Lance has its first figures in the turn of the own
    charge, a Scythe for models that strike from where they do not touch."""
    told = quality_speakers(weapon.qualities).at("first_figures")
    first = all(quality.first_figures(battle, unit, reaching) for quality in told)
    strength = weapon.strength if first or weapon.otherwise is None else weapon.otherwise
    ap = weapon.ap if first or weapon.ap_otherwise is None else weapon.ap_otherwise
    return strength, ap
