"""Terrain as pieces and as places."""

from __future__ import annotations

from functools import lru_cache

from warhost.field import Piece, Terrain
from warhost.table import Board, Feature, Rect, feature_rect

FOREST, HILL, ROCKS, RUINS, WALL, WATER, FIELD = "forest", "hill", "impassable", "ruins", "wall", "water", "field"

NAMES = {
    FIELD: "Field",
    FOREST: "Forest",
    HILL: "Hill",
    ROCKS: "Impassable Terrain",
    RUINS: "Ruins",
    WALL: "Wall",
    WATER: "Water Terrain",
}
"""What players call them."""


@lru_cache(maxsize=64)
def terrain_of(board: Board) -> Terrain:
    """The features of a board as pieces, each of its one kind."""
    return Terrain(board, (_piece(feature) for feature in board.features))


def _piece(feature: Feature) -> Piece:
    return Piece(NAMES.get(feature.kind, feature.kind), feature_rect(feature), frozenset((feature.kind,)))


@lru_cache(maxsize=512)
def of_kind(board: Board, kind: str) -> tuple[Rect, ...]:
    """The features of one kind."""
    return tuple(feature_rect(feature) for feature in board.features if feature.kind == kind)
