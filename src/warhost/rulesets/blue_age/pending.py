"""Stand-ins for what other chapters bring; each goes when the real one is there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from warhost.play.script import Script
from warhost.rulesets.blue_age.battle import Battle, Unit


def before_fight(battle: Battle, fight: Any) -> Script[None]:
    """Challenges and duels."""
    yield from ()


def warbanner_score(battle: Battle, seat: int, units: Sequence[Unit]) -> int:
    """The Warbanners near a fight."""
    return 0
