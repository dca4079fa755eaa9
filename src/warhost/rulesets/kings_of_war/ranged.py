"""The ranged phase: units shoot and cast, then nerve is tested (Ranged Phase)."""

from __future__ import annotations

from warhost.play.script import Script
from warhost.rulesets.kings_of_war.battle import Battle
from warhost.rulesets.kings_of_war.turn import end_phase


def shoot(battle: Battle) -> Script[None]:
    """One unit makes its ranged attack; passing ends the phase."""
    yield from end_phase(battle)


STEPS = {"shoot": shoot}
