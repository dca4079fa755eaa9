"""The four kinds of terrain as places (General Principles: Terrain Features)."""

from __future__ import annotations

from functools import lru_cache

from warhost.field import Piece, Terrain
from warhost.rulebook import rule
from warhost.table import Board, Feature, Rect, contains_point, feature_rect

ROCKS = "impassable"
"""The kind that nobody moves through."""

_NAMES = {ROCKS: "Impassable Terrain"}

CALLED = {"elevated": "the hill", "hindering": "the forest", ROCKS: "the rocks"}
"""What players call the features of each kind."""


@lru_cache(maxsize=64)
def terrain_of(board: Board) -> Terrain:
    """The features of a board as pieces, each of its one kind."""
    return Terrain(board, (_piece(feature) for feature in board.features))


def _piece(feature: Feature) -> Piece:
    return Piece(_NAMES.get(feature.kind, feature.kind), feature_rect(feature), frozenset((feature.kind,)))


@lru_cache(maxsize=256)
def of_kind(board: Board, kind: str) -> tuple[Rect, ...]:
    """The features of one kind."""
    return tuple(feature_rect(feature) for feature in board.features if feature.kind == kind)


@rule("eow.terrain.category", "eow.terrain.open")
def kind_at(board: Board, x: float, y: float) -> str:
    """Every spot belongs to exactly one kind of terrain; what no feature covers is open."""
    for feature in board.features:
        if contains_point(feature_rect(feature), x, y):
            return feature.kind
    return "open"
