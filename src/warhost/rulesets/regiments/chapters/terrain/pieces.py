"""Pieces of terrain before they are on the table: their kinds, sizes, groups and bridges (Terrain Generator)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from warhost.errors import WarhostError
from warhost.field.ground.laying import Footprint, Prop, stretches
from warhost.rulebook import rule
from warhost.rulesets.families.data import read_data
from warhost.table import summed

BRIDGED = 24.0
"""A bridge for each full so many inches."""

LONGEST = 12.0
"""Longer pieces are laid out in parts."""

RUNNING = ("shallow_river", "toxic_river", "sludge_stream")
"""Pieces that may have bridges."""

GROUP = ((-1.5, -1.5), (1.5, -1.5), (0.0, 1.5))
"""Where the footprints of a group are: an inch apart, within 6" (AOFR-R122)."""


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
    return Prop(kind, stretches(width, depth, LONGEST, bridges, _file().bridge))


@rule("aofr.generator.hospitable.r3_bridge", "aofr.generator.wasteland.r2_bridge", "aofr.generator.wasteland.r3")
def most_bridges(length: float) -> int:
    """One bridge for each full 24" of the piece's own length (AOFR-R121)."""
    return int((length + 1e-9) // BRIDGED)


def bridges_of(kind: str) -> int:
    """How many bridges a piece of that kind may have."""
    if kind not in RUNNING:
        return 0
    return most_bridges(summed(part.width for part in prop(kind).parts))
