"""Leaving a combat in the Move Phase, and being pressed for it (Move Phase; BLUE-R28, BLUE-R29)."""

from __future__ import annotations

from warhost.play.script import Script
from warhost.rulesets.blue_age.battle import Battle, Unit


def fall_back(battle: Battle, unit: Unit) -> Script[None]:
    """A stand-in."""
    yield from ()
