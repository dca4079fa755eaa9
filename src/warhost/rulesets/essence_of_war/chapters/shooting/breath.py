"""Breath: automatic hits once a game, as shots or as blows (Model Rules: Special Attacks)."""

from __future__ import annotations

from warhost.play.questions import Option
from warhost.play.script import Script, agrees
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.core import ArmedWith, Battle, SpecialAttack, Unit, Weapon, speakers

RANGE = 6
"""How far a Breath carries in the Shooting Phase, in inches."""

AUTOMATIC = 0
"""The Aim of what hits without a roll."""


@rule("eow.special_attack.breath_once")
def breath_of(battle: Battle, unit: Unit) -> SpecialAttack | None:
    """The Breath that models of the unit have not used yet."""
    for speaker in speakers(battle, unit).at("breathes"):
        breath = speaker.breathes(battle, unit)
        if breath is not None:
            return breath
    return None


@rule("eow.special_attack.breath_modes", "eow.special_attack.breath_hits")
def as_weapon(breath: SpecialAttack) -> ArmedWith:
    """A Breath as a weapon of the Shooting Phase: 6", after a March too, without a roll to hit (EOW-R130)."""
    weapon = Weapon(
        name=breath.source.name,
        shots=breath.hits,
        range=RANGE,
        str_=breath.strength,
        ap=breath.ap,
        ranks=1,
        ignores=("cover", "long range", "moving"),
        march_and_shoot=True,
    )
    return ArmedWith(weapon, AUTOMATIC)


@rule("eow.special_attack.breath_once")
def use(unit: Unit, breath: SpecialAttack) -> None:
    """The Breath is gone for the rest of the battle."""
    unit.used = (*unit.used, breath.source.name)


@rule("eow.special_attack.breath_modes", "eow.special_attack.breath_once")
def breathes_now(battle: Battle, unit: Unit, breath: SpecialAttack) -> Script[bool]:
    """When its Agility step starts the owner says whether the unit uses its Breath in melee."""
    text = f"Does {unit.name} use its {breath.source.name} now?"
    yes = Option("breath", f"Use it: {breath.hits} hits, Strength {breath.strength}, AP {breath.ap}", unit=unit.id)
    used = yield from agrees(unit.seat, "breath", text, yes, "Keep it for later", rules=(breath.source.id,))
    if used:
        use(unit, breath)
    return used
