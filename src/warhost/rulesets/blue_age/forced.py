"""Flights that magic and lost duels bring: a stand-in until `flight` is there."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.script import Script
from warhost.rulesets.blue_age.battle import Battle, Unit
from warhost.rulesets.blue_age.harm import unlock


def away(battle: Battle, unit: Unit, inches: float, enemies: Sequence[Unit], *, flees: bool) -> Script[None]:
    unit.fleeing = flees or unit.fleeing
    unlock(battle, unit)
    yield from ()


def home(battle: Battle, unit: Unit, inches: float, *, flees: bool) -> Script[None]:
    unit.fleeing = flees or unit.fleeing
    yield from ()
