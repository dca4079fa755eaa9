"""The Shooting Phase."""

from __future__ import annotations

from warhost.play.script import Script
from warhost.rulesets.essence_of_war.battle import Battle
from warhost.rulesets.essence_of_war.turn import end_phase


def shoot(battle: Battle) -> Script[None]:
    yield from end_phase(battle)


STEPS = {"shoot": shoot}
