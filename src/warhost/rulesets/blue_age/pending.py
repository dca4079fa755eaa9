"""Stand-ins for what other chapters bring; each goes when the real one is there."""

from __future__ import annotations

from typing import Any

from warhost.play.script import Script
from warhost.rulesets.blue_age.battle import Battle


def before_fight(battle: Battle, fight: Any) -> Script[None]:
    """Challenges and duels."""
    yield from ()
