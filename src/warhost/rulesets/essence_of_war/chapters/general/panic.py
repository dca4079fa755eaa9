"""Who minds what befalls a friend, and when losses call for a Panic Test (General Principles: Panic)."""

from __future__ import annotations

from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.core import Battle, Unit, allied, speakers, spoken
from warhost.rulesets.families.ninth_age.chapters import panic


@rule("eow.panic.quarter_losses", "eow.panic.single_model_exempt")
def has_lost_enough(battle: Battle, unit: Unit) -> bool:
    """Whether the unit has lost a quarter of the Health Points with which it began a phase of shots or spells."""
    if unit.pose is None or unit.began is None or battle.phase not in ("magic", "shooting"):
        return False
    return panic.lost_a_quarter(battle, unit)


@rule("eow.basic.insignificant", "eow.special.insignificant_joined", "eow.multi.ally_panic")
def minds(battle: Battle, unit: Unit, friend: Unit) -> bool:
    """Whether what befalls the unit frightens that friend; Allies do not mind.

    One that was destroyed together with the Character in its ranks is to them what it was with that Character.
    """
    if allied(unit, friend):
        return False
    if unit.fell_with is not None and not speakers(battle, battle.units[unit.fell_with]).at("panics"):
        return True
    return all(speaker.panics(battle, bearer, friend) for bearer, speaker in spoken(battle, unit, "panics"))
