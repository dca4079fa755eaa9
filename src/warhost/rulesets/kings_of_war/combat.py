"""The combat phase: combats one after the other (Combat Phase)."""

from __future__ import annotations

from warhost.play.script import Script
from warhost.rulesets.kings_of_war.battle import Battle
from warhost.rulesets.kings_of_war.turn import end_phase


def fight(battle: Battle) -> Script[None]:
    """One combat is fought; when all have been the phase ends."""
    yield from end_phase(battle)


STEPS = {"fight": fight}
