"""Who minds what befalls a friend, and when losses call for a Panic Test (General Principles: Panic)."""

from __future__ import annotations

from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.fantasy_battles.core import Battle, Unit, has, spoken


@rule("t9a.panic.losses_25", "t9a.panic.losses_single_model")
def has_lost_enough(battle: Battle, unit: Unit) -> bool:
    """Whether the unit has lost a quarter of the Health Points with which it began the phase."""
    if unit.pose is None or unit.began is None or unit.engaged:
        return False
    return panic.lost_a_quarter(battle, unit)


def minds(battle: Battle, unit: Unit, friend: Unit) -> bool:
    """Whether what befalls the unit frightens that friend; nobody minds what was summoned (T9A-R115)."""
    if unit.summoned or has(battle, unit, "insignificant"):
        return False
    heard = spoken(battle, unit, "frightens_only")
    return all(speaker.frightens_only(battle, bearer, friend) for bearer, speaker in heard)


def instead_of_fleeing(battle: Battle, unit: Unit) -> Script[bool]:
    """What rules let a unit that failed do instead of fleeing."""
    for bearer, speaker in spoken(battle, unit, "after_failed_panic"):
        if (yield from speaker.after_failed_panic(battle, bearer)):
            return True
    return False
