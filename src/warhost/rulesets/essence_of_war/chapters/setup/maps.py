"""The battlefield: premade maps, the random set-up, and maps of the players' own (Play a Basic Game: Maps).

Nothing is rolled here: the random set-up is worked out from dice that were rolled elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Literal, TypeAlias

import msgspec

from warhost.errors import WarhostError
from warhost.muster.files.army_text import DataError
from warhost.play.shown.english import listed
from warhost.rulebook import rule
from warhost.table import Board, Feature, Point, board_problems, shifted_feature

TerrainKind: TypeAlias = Literal["elevated", "hindering", "impassable"]

BASIC_SIZE = (36.0, 48.0)
"""Width and depth of the board of a basic game; the players sit along its width (eow.setup.table_size)."""

ADVANCED_SIZE = (54.0, 48.0)

SECTION = (18.0, 24.0)
"""Width and depth of a section in the random set-up (eow.map.random.sections)."""

FEATURE_SIZES: dict[TerrainKind, tuple[float, float]] = {
    "elevated": (6.0, 8.0),
    "hindering": (6.0, 4.0),
    "impassable": (3.0, 4.0),
}
"""The sizes of the features in inches (eow.map.feature_sizes)."""


class BattleMap(msgspec.Struct, frozen=True):
    """A premade map and its number on the die."""

    number: int
    name: str
    board: Board


class Scatter(msgspec.Struct, frozen=True, array_like=True):
    """How far a feature is shifted, and where to: degrees clockwise from +y."""

    inches: float
    degrees: float


class _MapText(msgspec.Struct, forbid_unknown_fields=True):
    number: int
    name: str
    features: tuple[Feature, ...]


class _MapsText(msgspec.Struct, forbid_unknown_fields=True, rename={"maps": "map"}):
    width: float
    depth: float
    maps: list[_MapText]


class _MapFile(msgspec.Struct, forbid_unknown_fields=True):
    basic: _MapsText
    advanced: _MapsText


@lru_cache(maxsize=1)
def _map_file() -> _MapFile:
    path = files("warhost.rulesets.essence_of_war") / "data" / "maps.toml"
    return msgspec.toml.decode(path.read_bytes(), type=_MapFile)


@lru_cache(maxsize=1)
def basic_maps() -> tuple[BattleMap, ...]:
    """The six maps of the basic game."""
    return _premade(_map_file().basic)


@lru_cache(maxsize=1)
def advanced_maps() -> tuple[BattleMap, ...]:
    """The six wider maps for advanced games of 1200 points and more."""
    return _premade(_map_file().advanced)


@rule("eow.map.premade")
def basic_map(number: int) -> Board:
    """The premade map of a basic game with the number that was chosen or rolled on a D6."""
    return _numbered(basic_maps(), number, "basic", "eow.map.premade")


@rule("eow.adv.map.premade")
def advanced_map(number: int) -> Board:
    """The premade map of an advanced game with the number that was chosen or rolled on a D6."""
    return _numbered(advanced_maps(), number, "advanced", "eow.adv.map.premade")


@rule("eow.map.free_setup")
def custom_map(features: Iterable[Feature], size: tuple[float, float] = BASIC_SIZE) -> Board:
    """A board with the terrain that the players agreed on: any number, sizes and places (EOW-R051).

    Features must be of a known kind, lie on the board and not overlap; the error names all that do not.
    """
    board = _board(tuple(features), size)
    problems = [
        f'Feature {number} is of the unknown kind "{feature.kind}": use {", ".join(FEATURE_SIZES)}.'
        for number, feature in enumerate(board.features, 1)
        if feature.kind not in FEATURE_SIZES
    ]
    problems += board_problems(board)
    if problems:
        raise DataError(problems)
    return board


@rule("eow.map.random.sections")
def sections(size: tuple[float, float] = BASIC_SIZE) -> tuple[Point, ...]:
    """The centres of the sections of 18 by 24 inches: from left to right, the first player's row first."""
    width, depth = SECTION
    columns, rows = int(size[0] // width), int(size[1] // depth)
    return tuple(((column + 0.5) * width, (row + 0.5) * depth) for row in range(rows) for column in range(columns))


@rule("eow.map.random.features", "eow.map.random.scatter")
def random_map(
    kinds: Sequence[TerrainKind], scatter: Sequence[Scatter], size: tuple[float, float] = BASIC_SIZE
) -> Board:
    """The random set-up with what was rolled for each section, in the order of `sections`.

    One feature goes on the centre of each section, with at least one of each kind overall. Then they are shifted,
    one after the other; each keeps its orientation and stops before it would overlap another or leave the board
    (EOW-R051, EOW-R052).
    """
    centres = sections(size)
    if not len(kinds) == len(scatter) == len(centres):
        raise WarhostError(
            f"The random set-up needs {len(centres)} features and as many shifts, one a section: "
            f"there are {len(kinds)} features and {len(scatter)} shifts.",
            "eow.map.random.features",
        )
    missing = [kind for kind in FEATURE_SIZES if kind not in kinds]
    if missing:
        raise WarhostError(
            f"The random set-up needs at least one feature of each kind: add {listed(missing)}.",
            "eow.map.random.features",
        )
    features = [Feature(kind, x, y, *FEATURE_SIZES[kind]) for kind, (x, y) in zip(kinds, centres, strict=True)]
    for place, shift in enumerate(scatter):
        others = features[:place] + features[place + 1 :]
        features[place] = shifted_feature(features[place], shift.degrees, shift.inches, others, size)
    return _board(tuple(features), size)


def _board(features: tuple[Feature, ...], size: tuple[float, float]) -> Board:
    """A board with a marker on its centre, from which victory is measured (eow.map.centre_marker)."""
    width, depth = size
    return Board(width, depth, features, ((width / 2, depth / 2),))


def _premade(texts: _MapsText) -> tuple[BattleMap, ...]:
    size = (texts.width, texts.depth)
    return tuple(BattleMap(text.number, text.name, custom_map(text.features, size)) for text in texts.maps)


def _numbered(maps: tuple[BattleMap, ...], number: int, which: str, rule_id: str) -> Board:
    for battle_map in maps:
        if battle_map.number == number:
            return battle_map.board
    raise WarhostError(f"There is no {which} map {number}: choose or roll 1 to {len(maps)}.", rule_id)
