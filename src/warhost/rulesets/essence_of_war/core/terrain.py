"""The four kinds of terrain as places (General Principles: Terrain Features)."""

from __future__ import annotations

from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.core.terrain import ROCKS
from warhost.table import Board, contains_point, feature_rect

CALLED = {"elevated": "the hill", "hindering": "the forest", ROCKS: "the rocks"}
"""What players call the features of each kind."""


@rule("eow.terrain.category", "eow.terrain.open")
def kind_at(board: Board, x: float, y: float) -> str:
    """Every spot belongs to exactly one kind of terrain; what no feature covers is open."""
    for feature in board.features:
        if contains_point(feature_rect(feature), x, y):
            return feature.kind
    return "open"
