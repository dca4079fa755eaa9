"""Moves as players draw them: the kinds of moves that orders allow (Movement Phase: Orders; Unit Interpenetration)."""

from __future__ import annotations

from warhost.play.script import Script
from warhost.rulesets.kings_of_war.battle import Battle, Unit


def scout(battle: Battle, unit: Unit) -> Script[None]:
    """One advance before the first turn."""
    yield from ()
