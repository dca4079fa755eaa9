"""Contact that casualties broke is closed again, or units leave the combat (Melee Phase: Dropping out of Combat)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.charge.placement import blockers
from warhost.rulesets.essence_of_war.core import Battle, boundary
from warhost.rulesets.families.ninth_age.chapters.melee import dropping_out


@rule("eow.melee.drop_out.nudge", "eow.melee.drop_out.leave", "eow.melee.drop_out.multi")
def keep_contact(battle: Battle, units: Iterable[int], lost: Mapping[int, int]) -> Script[None]:
    """Every broken contact of these units with enemies is closed by a nudge, 2" at most, or ends (EOW-R142).

    The book asks for it after each Agility step; losses of other phases, by magic or terrain, are treated alike.
    """
    return dropping_out.keep_contact(battle, units, lost, boundary, blockers)
