"""The kinds of terrain as places (Other Terrain Rules)."""

from __future__ import annotations

from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.core.battle import Battle
from warhost.table import contains_point, feature_rect

OPEN = "open"
"""The ground between all features."""


@rule("t9a.terrain.open")
def kinds_at(battle: Battle, x: float, y: float) -> set[str]:
    """The kinds of all features that hold a point; none in Open Terrain (T9A-R047)."""
    board = battle.scene.board
    return {feature.kind for feature in board.features if contains_point(feature_rect(feature), x, y)}
