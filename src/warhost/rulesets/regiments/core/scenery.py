"""Pieces of terrain and what they are (Terrain: Terrain Rules, Terrain Overview)."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files

import msgspec

from warhost.field import Piece as AnyPiece
from warhost.field import Terrain
from warhost.play.ground import ground_word
from warhost.rulebook import rule
from warhost.rulesets.families.pieces import told
from warhost.rulesets.regiments.core.battle import Battle
from warhost.table import TOLERANCE, Board, Feature, feature_rect

TYPES = (
    "cover",
    "difficult",
    "uphill",
    "dangerous",
    "reckless",
    "impassable",
    "blocking",
    "veil",
    "lookout",
    "gap",
)
"""What a piece may be; data/terrain.toml says what each word means."""

MOST_CLIMBED = 3.0
"""What is taller than that nobody climbs (aofr.terrain.elevated)."""

LOW = 1.0
"""What is no taller, and gaps no wider, are crossed like flat ground (aofr.terrain.low_ignored, aofr.terrain.gap)."""


class Nature(msgspec.Struct, frozen=True):
    """What a kind of piece is: its types, and how tall it is in inches."""

    types: frozenset[str] = frozenset()
    height: float = 0.0


class Piece(AnyPiece, frozen=True, kw_only=True):
    """A piece on the table: the ground that it covers and what it is."""

    cover: bool
    difficult: bool
    uphill: bool
    dangerous: bool
    reckless: bool
    impassable: bool
    blocking: bool
    veil: bool
    lookout: bool
    gap: bool

    @property
    def climbed(self) -> bool:
        """Whether crossing it costs its height, up and down (aofr.terrain.climb)."""
        return LOW + TOLERANCE < self.height <= MOST_CLIMBED + TOLERANCE

    @property
    def slows(self) -> bool:
        return self.difficult or self.uphill

    @property
    def risky(self) -> bool:
        return self.dangerous or self.reckless


@lru_cache(maxsize=1)
def table_of_pieces() -> dict[str, frozenset[str]]:
    """The types of every piece that has a name."""
    text = files("warhost.rulesets.regiments").joinpath("data", "terrain.toml").read_text("utf-8")
    table = {name: frozenset(types.split()) for name, types in tomllib.loads(text)["pieces"].items()}
    for name, types in table.items():
        unknown = types.difference(TYPES)
        assert not unknown, f"terrain.toml, {name}: {', '.join(sorted(unknown))} is no type of terrain"
    return table


@rule("aofr.terrain.types_agreed", "aofr.terrain.multiple_types", "aofr.terrain.open", "aofr.terrain.decorative")
@lru_cache(maxsize=512)
def nature(kind: str) -> Nature:
    """What a kind of piece is: its name, then further types and a height; without any it is open ground."""
    known, besides = told(kind, table_of_pieces(), TYPES)
    height = 0.0 if besides.tall is None else besides.tall / 10
    return Nature((known or frozenset()) | besides.types, height)


@rule("aofr.terrain.elevated", "aofr.terrain.gap")
def piece_of(feature: Feature) -> Piece:
    """A piece of the table. Too tall or too wide to cross is impassable."""
    kind = nature(feature.kind)
    is_gap = "gap" in kind.types
    wide = is_gap and min(feature.width, feature.depth) > LOW + TOLERANCE
    tall = kind.height > MOST_CLIMBED + TOLERANCE
    flags = {name: name in kind.types for name in TYPES}
    flags["impassable"] = flags["impassable"] or wide or tall
    name = feature.name or f"the {ground_word(feature.kind)}"
    traits = kind.types | {name for name, has in flags.items() if has}
    return Piece(name, feature_rect(feature), traits, kind.height, **flags)


class Scenery(msgspec.Struct, frozen=True):
    """The pieces of a board, and again by what they are asked for."""

    terrain: Terrain
    pieces: tuple[Piece, ...]
    impassable: tuple[Piece, ...]
    gaps: tuple[Piece, ...]
    slowing: tuple[Piece, ...]
    risky: tuple[Piece, ...]
    climbed: tuple[Piece, ...]
    hiding: tuple[Piece, ...]
    """Those that block sight, wholly or only right through."""
    sheltering: tuple[Piece, ...]
    """Those that give cover to who is inside or behind."""
    lookouts: tuple[Piece, ...]


_boards: dict[int, tuple[Board, Scenery]] = {}


def scenery(battle: Battle) -> Scenery:
    """The pieces of the battle's board."""
    return _scenery(battle.scene.board)


def terrain_of(board: Board) -> Terrain:
    """The pieces of a board as they stand on the field."""
    return _scenery(board).terrain


def _scenery(board: Board) -> Scenery:
    """The pieces of a board, worked out once for each."""
    known = _boards.get(id(board))
    if known is not None and known[0] is board:
        return known[1]
    pieces = tuple(piece_of(feature) for feature in board.features)
    made = Scenery(
        terrain=Terrain(board, pieces),
        pieces=pieces,
        impassable=tuple(piece for piece in pieces if piece.impassable),
        gaps=tuple(piece for piece in pieces if piece.gap and not piece.impassable),
        slowing=tuple(piece for piece in pieces if piece.slows),
        risky=tuple(piece for piece in pieces if piece.risky),
        climbed=tuple(piece for piece in pieces if piece.climbed),
        hiding=tuple(piece for piece in pieces if piece.blocking or piece.veil),
        sheltering=tuple(piece for piece in pieces if piece.cover or piece.blocking),
        lookouts=tuple(piece for piece in pieces if piece.lookout),
    )
    if len(_boards) > 64:
        _boards.clear()
    _boards[id(board)] = (board, made)
    return made


def barred_kinds(battle: Battle) -> tuple[str, ...]:
    """The kinds of features on the board that nobody stands on."""
    found = zip(battle.scene.board.features, scenery(battle).pieces, strict=True)
    return tuple(dict.fromkeys(feature.kind for feature, piece in found if piece.impassable))
