"""Select Spells (Pre-Game Sequence, step 7)."""

from __future__ import annotations

from warhost.play.script import Script
from warhost.rulesets.fantasy_battles.battle import Battle


def select_spells(battle: Battle) -> Script[None]:
    """Every Wizard selects its spells."""
    yield from ()
