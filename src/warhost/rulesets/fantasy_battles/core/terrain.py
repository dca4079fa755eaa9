"""The kinds of terrain as places (Other Terrain Rules)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from warhost.field import Piece, Terrain
from warhost.rulebook import rule
from warhost.table import Board, Feature, Rect, contains_point, feature_rect

if TYPE_CHECKING:
    from warhost.rulesets.fantasy_battles.core.battle import Battle


FOREST, HILL, ROCKS, RUINS, WALL, WATER, FIELD = "forest", "hill", "impassable", "ruins", "wall", "water", "field"

OPEN = "open"
"""The ground between all features."""

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


@rule("t9a.terrain.open")
def kinds_at(battle: Battle, x: float, y: float) -> set[str]:
    """The kinds of all features that hold a point; none in Open Terrain (T9A-R047)."""
    board = battle.scene.board
    return {feature.kind for feature in board.features if contains_point(feature_rect(feature), x, y)}
