"""Pieces of terrain before they are on the table: their kinds, sizes, groups and bridges (Terrain Generator)."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

import msgspec

from warhost.errors import WarhostError
from warhost.rulebook import rule
from warhost.rulesets.families.data import read_data
from warhost.table import Feature, Pose, Rect, feature_rect, from_local, rect

BRIDGED = 24.0
"""A bridge for each full so many inches."""

LONGEST = 12.0
"""Longer pieces are laid out in parts."""

RUNNING = ("shallow_river", "toxic_river", "sludge_stream")
"""Pieces that may have bridges."""

GROUP = ((-1.5, -1.5), (1.5, -1.5), (0.0, 1.5))
"""Where the footprints of a group are: an inch apart, within 6" (AOFR-R122)."""


class Footprint(msgspec.Struct, frozen=True, array_like=True):
    """A part of a piece: how far right and ahead of the piece's centre it lies, and its size."""

    right: float
    ahead: float
    width: float
    depth: float


class Prop(msgspec.Struct, frozen=True):
    """A piece of terrain to be placed."""

    kind: str
    parts: tuple[Footprint, ...]

    @property
    def name(self) -> str:
        return self.kind.replace("_", " ")

    def at(self, pose: Pose) -> tuple[Rect, ...]:
        """The ground that the piece covers there."""
        middle = rect(pose.x, pose.y, pose.facing, 1.0, 1.0)
        return tuple(
            rect(*from_local(middle, part.right, part.ahead), pose.facing, part.width, part.depth)
            for part in self.parts
        )

    def features(self, pose: Pose, name: str) -> tuple[Feature, ...]:
        """The piece on the table: a feature for each part, all of the piece's name."""
        return tuple(
            Feature(self.kind, round(s.x, 9), round(s.y, 9), s.width, s.depth, s.facing, name) for s in self.at(pose)
        )


class _PiecesText(msgspec.Struct, forbid_unknown_fields=True):
    bridge: float
    sizes: dict[str, str]


def _file() -> _PiecesText:
    return read_data("warhost.rulesets.regiments", "pieces.toml", _PiecesText)


def kinds() -> tuple[str, ...]:
    """Every kind of piece that can be placed."""
    return tuple(_file().sizes)


@lru_cache(maxsize=128)
def prop(kind: str, bridges: int = 0) -> Prop:
    """A piece of that kind, with so many bridges across it if it is running water."""
    told = _file().sizes.get(kind)
    if told is None:
        known = ", ".join(kinds())
        raise WarhostError(f'There is no piece of terrain "{kind}": choose from {known}.', "aofr.placement.pieces")
    count, of, size = told.rpartition(" of ")
    width, depth = (float(side) for side in size.split("x"))
    if of:
        return Prop(kind, tuple(Footprint(x, y, width, depth) for x, y in GROUP[: int(count)]))
    return Prop(kind, _stretches(width, depth, bridges))


def _stretches(width: float, depth: float, bridges: int) -> tuple[Footprint, ...]:
    """A long piece in parts: open strips for the bridges between equal stretches, none longer than 12"."""
    gap = _file().bridge if bridges else 0.0
    count = bridges + 1 if bridges else ceil(width / LONGEST)
    each = (width - gap * bridges) / count
    return tuple(Footprint((each - width) / 2 + number * (each + gap), 0.0, each, depth) for number in range(count))


@rule("aofr.generator.hospitable.r3_bridge", "aofr.generator.wasteland.r2_bridge", "aofr.generator.wasteland.r3")
def most_bridges(length: float) -> int:
    """One bridge for each full 24" of the piece's own length (AOFR-R121)."""
    return int((length + 1e-9) // BRIDGED)


def bridges_of(kind: str) -> int:
    """How many bridges a piece of that kind may have."""
    if kind not in RUNNING:
        return 0
    return most_bridges(sum(part.width for part in prop(kind).parts))


def pieces_of(features: tuple[Feature, ...]) -> list[tuple[int, ...]]:
    """Which features are one piece: those of one name, and each without a name by itself."""
    found: dict[str, list[int]] = {}
    for number, feature in enumerate(features):
        found.setdefault(feature.name or f"#{number}", []).append(number)
    return [tuple(numbers) for numbers in found.values()]


def shapes_of(features: tuple[Feature, ...]) -> list[tuple[Rect, ...]]:
    """The ground that each piece covers."""
    return [tuple(feature_rect(features[number]) for number in numbers) for numbers in pieces_of(features)]
