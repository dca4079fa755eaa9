"""The movement phase: every unit gets one order (Movement Phase: Orders)."""

from __future__ import annotations

from warhost.play.script import Script
from warhost.rulesets.kings_of_war.battle import Battle
from warhost.rulesets.kings_of_war.turn import end_phase


def give_orders(battle: Battle) -> Script[None]:
    """One unit gets its order; when all have theirs the phase ends."""
    yield from end_phase(battle)


STEPS = {"orders": give_orders}
