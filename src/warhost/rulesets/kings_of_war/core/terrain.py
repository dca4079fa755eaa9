"""Pieces of terrain: what each is, and how high (Terrain; Terrain height)."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files

import msgspec

from warhost.field import Piece, Terrain
from warhost.play.ground import ground_word
from warhost.rulebook import rule
from warhost.rulesets.families.pieces import told
from warhost.table import Board, Feature, contains_point, feature_rect

CLASSES = ("blocking", "difficult", "obstacle", "hill", "decorative", "cover")
"""What a piece may be. `cover` is difficult terrain that was agreed to give cover to who stands in it."""

BLOCKING = "blocking"
SLOWS = "slows"
"""What hinders charges, and bars who goes at the double: difficult terrain and obstacles."""
BARS_DOUBLE = "bars the double"
"""What nobody crosses at the double: blocking and difficult terrain, and obstacles (KOW-R057)."""
BARS_WHEELS = "bars wheels"
"""What war engines never cross, and nobody who finds paths crosses at the double: blocking terrain and obstacles."""

_DERIVED = {
    SLOWS: {"difficult", "obstacle"},
    BARS_DOUBLE: {"blocking", "difficult", "obstacle"},
    BARS_WHEELS: {"blocking", "obstacle"},
}


class Nature(msgspec.Struct, frozen=True):
    """What a kind of piece is: its classes and its height in levels."""

    classes: frozenset[str] = frozenset()
    height: int = 0


@lru_cache(maxsize=1)
def table_of_pieces() -> dict[str, Nature]:
    """The classes and heights of every piece that has a name, as the book's guide has them."""
    text = files("warhost.rulesets.kings_of_war").joinpath("data", "terrain.toml").read_text("utf-8")
    table = {}
    for name, piece in tomllib.loads(text)["pieces"].items():
        classes = frozenset(piece["classes"].split())
        unknown = classes.difference(CLASSES)
        assert not unknown, f"terrain.toml, {name}: {', '.join(sorted(unknown))} is no class of terrain"
        table[name] = Nature(classes, piece["height"])
    return table


@rule("kow.terrain.agree_heights", "kow.scenario.terrain_define", "kow.terrain.decorative")
@rule("kow.terrain.height_0", "kow.terrain.height_1", "kow.terrain.height_2", "kow.terrain.height_3")
@rule("kow.terrain.height_5", "kow.terrain.height_8")
@lru_cache(maxsize=512)
def nature(kind: str) -> Nature:
    """What a kind of piece is: its name, and what was agreed otherwise (`wood_tall5`, `rocks_cover`, `blocking_tall2`);
    without a name or a class it is open ground."""
    known, besides = told(kind, table_of_pieces(), CLASSES)
    usual = known or Nature()
    return Nature(usual.classes | besides.types, usual.height if besides.tall is None else besides.tall)


@lru_cache(maxsize=64)
def terrain_of(board: Board) -> Terrain:
    """The features of a board as pieces; decorative ones are left out of everything (kow.terrain.decorative)."""
    pieces = (piece_of(feature) for feature in board.features)
    return Terrain(board, (piece for piece in pieces if "decorative" not in piece.traits))


@rule("kow.terrain.blocking", "kow.terrain.difficult", "kow.terrain.obstacle", "kow.terrain.hill")
def piece_of(feature: Feature) -> Piece:
    """A piece of the table, with what it means for those who move. Hills mean nothing to them."""
    kind = nature(feature.kind)
    name = feature.name or f"the {ground_word(feature.kind)}"
    derived = {trait for trait, classes in _DERIVED.items() if classes & kind.classes}
    return Piece(name, feature_rect(feature), kind.classes | derived, float(kind.height))


@rule("kow.terrain.height_per_inch")
def level_of(inches: float) -> int:
    """The height of a piece that is so tall: one level for each full inch."""
    return int(inches)


@rule("kow.terrain.hill_standing", "kow.los.centre_point")
def hills_under(terrain: Terrain, x: float, y: float) -> list[Piece]:
    """The hills on which a unit stands whose centre-point is there."""
    return [piece for piece in terrain.having("hill") if contains_point(piece.shape, x, y)]
