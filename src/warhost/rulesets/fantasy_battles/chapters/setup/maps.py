"""Battlefields: set-ups of our own and terrain at random (T9A-R012). Nothing is rolled here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from warhost.rulebook import rule
from warhost.rulesets.families.layouts import Layout, laid_out, read_layouts
from warhost.rulesets.fantasy_battles.core import FIELD, FOREST, HILL, ROCKS, RUINS, WALL, WATER
from warhost.table import Board, Feature, Point, shifted_feature

SIZE = (72.0, 48.0)
"""Width and depth of the board; the players sit along its width."""

SECTION = (18.0, 24.0)
"""Width and depth of a section in the random set-up."""

AT_RANDOM: dict[str, tuple[float, float]] = {
    FIELD: (8.0, 6.0),
    FOREST: (8.0, 6.0),
    HILL: (9.0, 7.0),
    ROCKS: (5.0, 4.0),
    RUINS: (6.0, 5.0),
    WALL: (8.0, 1.0),
    WATER: (8.0, 5.0),
}
"""The kinds that are drawn from, and how large the features are."""


class Scatter(msgspec.Struct, frozen=True, array_like=True):
    """How far a feature is shifted, and where to: degrees clockwise from +y."""

    inches: float
    degrees: float


@lru_cache(maxsize=1)
def layouts() -> tuple[Layout, ...]:
    """The six set-ups of our own."""
    return read_layouts("warhost.rulesets.fantasy_battles", SIZE)


def board_of(layout: Layout) -> Board:
    """A set-up on its board."""
    return laid_out(layout, SIZE, SIZE)


@rule("t9a.pregame.build_battlefield")
def sections() -> tuple[Point, ...]:
    """The centres of the sections, from left to right, the near row first."""
    width, depth = SECTION
    columns, rows = int(SIZE[0] // width), int(SIZE[1] // depth)
    return tuple(((column + 0.5) * width, (row + 0.5) * depth) for row in range(rows) for column in range(columns))


@rule("t9a.pregame.build_battlefield")
def random_board(kinds: Sequence[str], scatter: Sequence[Scatter]) -> Board:
    """One feature of these kinds on the centre of each section, then shifted one after the other.

    Each keeps its orientation and stops before it would overlap another or leave the board.
    """
    features = [Feature(kind, x, y, *AT_RANDOM[kind]) for kind, (x, y) in zip(kinds, sections(), strict=True)]
    for place, shift in enumerate(scatter):
        others = features[:place] + features[place + 1 :]
        features[place] = shifted_feature(features[place], shift.degrees, shift.inches, others, SIZE)
    return Board(*SIZE, tuple(features))
