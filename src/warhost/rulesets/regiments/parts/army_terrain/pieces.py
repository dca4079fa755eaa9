"""The twelve army terrains: the dice that pick them, their size, what they are (Using Army Terrain)."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from warhost.errors import WarhostError
from warhost.rulebook import rule
from warhost.rulesets.families.data import read_data
from warhost.rulesets.regiments.core import SpellEffect
from warhost.table import Feature, Pose, Rect, feature_rect

SMALLEST, LARGEST = 2.0, 4.0
"""How long, wide and tall army terrain is at least and at most."""

LANDMARK = "landmark"
"""What such a piece is called on the board."""

Ground = Literal["", "cover", "difficult", "dangerous"]


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One army terrain."""

    name: str
    size: tuple[float, float]
    tall: float
    text: str
    slug: str = ""
    reach: float = 0.0
    friends: Ground = ""
    enemies: Ground = ""
    activated: SpellEffect | None = None
    near: SpellEffect | None = None
    copies: int = 1
    link: float = 0.0

    @property
    def rule(self) -> str:
        return f"aofr.army_terrain.{self.slug}"


class _Tables(msgspec.Struct, forbid_unknown_fields=True):
    battle: dict[str, Kind]
    magic: dict[str, Kind]


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """An army terrain that lies on the table: whose it is, what it is, and where each copy of it lies."""

    seat: int
    slug: str
    places: tuple[Pose, ...]


@lru_cache(maxsize=1)
def _tables() -> _Tables:
    told = read_data("warhost.rulesets.regiments", "parts/army_terrain.toml", _Tables)
    for table in (told.battle, told.magic):
        for slug, kind in table.items():
            check_size(*kind.size, kind.tall)
            table[slug] = msgspec.structs.replace(kind, slug=slug)
    return told


@rule("aofr.army_terrain.size")
def check_size(width: float, depth: float, tall: float) -> None:
    """Refuse a piece that is smaller than 2"x2" or larger than 4"x4", or not between 2" and 4" tall."""
    if not all(SMALLEST <= side <= LARGEST for side in (width, depth, tall)):
        told = f'{width:g}"x{depth:g}", {tall:g}" tall'
        raise WarhostError(f'Army terrain is 2" to 4" long, wide and tall, not {told}.', "aofr.army_terrain.size")


@rule("aofr.army_terrain.battle_table")
def battle_terrain(face: int) -> Kind:
    """The battle terrain that a D6 picks."""
    return list(_tables().battle.values())[face - 1]


@rule("aofr.army_terrain.magic_table")
def magic_terrain(face: int) -> Kind:
    """The magic terrain that a D6 picks."""
    return list(_tables().magic.values())[face - 1]


def kind_of(slug: str) -> Kind:
    told = _tables()
    return {**told.battle, **told.magic}[slug]


@rule("aofr.army_terrain.types")
def feature_of(kind: Kind, pose: Pose, name: str) -> Feature:
    """The piece as it lies on the board: impassable and blocking."""
    types = ["impassable", "blocking"]
    what = "_".join((LANDMARK, *types, f"tall{round(kind.tall * 10)}"))
    return Feature(what, pose.x, pose.y, *kind.size, pose.facing, name)


def shapes(piece: Piece) -> list[Rect]:
    """What each copy covers."""
    kind = kind_of(piece.slug)
    return [feature_rect(feature_of(kind, pose, "")) for pose in piece.places]
