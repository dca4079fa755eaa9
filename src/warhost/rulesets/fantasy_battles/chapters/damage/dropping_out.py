"""Contact that casualties broke is closed again, or units leave the combat (Melee Phase: Dropping out of Combat)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters.melee import dropping_out
from warhost.rulesets.fantasy_battles.chapters.charge.placement import blockers
from warhost.rulesets.fantasy_battles.core import Battle, boundary


@rule("t9a.special.no_longer_engaged")
def keep_contact(battle: Battle, units: Iterable[int], lost: Mapping[int, int]) -> Script[None]:
    """Every broken contact of these units with enemies is closed by a nudge, 2" at most, or ends.

    The book asks for it after each Agility step; losses of other phases, by magic or terrain, are treated alike.
    """
    return dropping_out.keep_contact(battle, units, lost, boundary, blockers)
