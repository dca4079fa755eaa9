"""Pieces of terrain: what they are by their names, and which of them stand where (Terrain; Buildings).

What a piece means to those who move is in `ground`, what it means to those who look in `sight` and `cover`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files
from math import fsum

import msgspec

from warhost.field import Piece, Terrain
from warhost.play.ground import ground_word
from warhost.rulebook import rule
from warhost.rulesets.blue_age.core.battle import Battle, Section
from warhost.rulesets.families.pieces import told
from warhost.table import Board, Feature, Point, contains_point, distance, feature_rect

WORDS = frozenset(
    {
        "difficult",
        "dangerous",
        "impassable",
        "woods",
        "light_cover",
        "heavy_cover",
        "veil",
        "river",
        "shallow",
        "deep",
        "open",
        "hill",
        "low",
        "high",
        "ruins",
        "building",
        "magical",
    }
)

MAGICAL_DEFENSE, MAGICAL_POINTS = 4, 2
"""What a Magical building adds to its type (blue.building_type.magical)."""


class Nature(msgspec.Struct, frozen=True):
    """What a kind of piece is: its words, its height in inches, and as a building its Defense and Structure Points."""

    words: frozenset[str] = frozenset()
    height: float = 0.0
    defense: int = 0
    points: int = 0


@lru_cache(maxsize=1)
@rule("blue.building_type.light", "blue.building_type.medium", "blue.building_type.heavy")
@rule("blue.building_type.fortification")
def table_of_pieces() -> dict[str, Nature]:
    """Every kind of piece that has a name."""
    text = files("warhost.rulesets.blue_age").joinpath("data", "terrain.toml").read_text("utf-8")
    table = {}
    for name, piece in tomllib.loads(text)["pieces"].items():
        words = frozenset(piece["words"].split())
        unknown = words - WORDS
        assert not unknown, f"terrain.toml, {name}: nothing is known of {', '.join(sorted(unknown))}"
        table[name] = Nature(words, float(piece.get("height", 0)), piece.get("defense", 0), piece.get("points", 0))
    return table


@rule("blue.setup.terrain", "blue.building_type.magical")
@lru_cache(maxsize=512)
def nature(kind: str) -> Nature | None:
    """What a kind of piece is: its name, and what was agreed otherwise; None for one that is unknown."""
    known, besides = told(kind, table_of_pieces(), WORDS)
    if known is None:
        return None
    words, height = known.words | besides.types, known.height if besides.tall is None else float(besides.tall)
    if "magical" not in words or not known.defense:
        return Nature(words, height, known.defense, known.points)
    return Nature(words, height, known.defense + MAGICAL_DEFENSE, known.points + MAGICAL_POINTS)


def piece_of(feature: Feature, name: str = "") -> Piece:
    """A piece of the table as it is at the start."""
    kind = nature(feature.kind) or Nature()
    return Piece(name or _name(feature), feature_rect(feature), kind.words, kind.height)


def _name(feature: Feature) -> str:
    return feature.name or f"the {ground_word(feature.kind)}"


RUINS = "ruins"


@lru_cache(maxsize=256)
@rule("blue.building.becomes_ruins", "blue.building.ruins_difficult", "blue.building.ruins_cover")
def _terrain(board: Board, ruined: frozenset[int]) -> Terrain:
    ruins = table_of_pieces()[RUINS]
    called = section_names(board)
    pieces = [piece_of(feature, called.get(number, "")) for number, feature in enumerate(board.features)]
    for number in ruined:
        pieces[number] = Piece(f"the ruins of {pieces[number].name}", pieces[number].shape, ruins.words, ruins.height)
    return Terrain(board, pieces)


KEPT = "blue terrain"
"""The name under which a battle keeps its pieces of terrain, beside its data, with the sections that they are of."""


def terrain_of(battle: Battle) -> Terrain:
    """All pieces on the table as they are now: sections that were destroyed are ruins."""
    known = battle.__dict__.get(KEPT)
    if known is None or known[0] is not battle.sections or known[1] is not battle.scene.board:
        ruined = frozenset(one.feature for one in battle.sections if one.ruined)
        found = _terrain(battle.scene.board, ruined)
        known = battle.__dict__[KEPT] = (battle.sections, battle.scene.board, found)
    terrain: Terrain = known[2]
    return terrain


@rule("blue.terrain.road", "blue.terrain.bridge")
def pieces_at(terrain: Terrain, x: float, y: float) -> list[Piece]:
    """The pieces that hold a point; nothing but the road or bridge where one lies there."""
    found = [piece for piece in terrain.pieces if contains_point(piece.shape, x, y)]
    roads = [piece for piece in found if "open" in piece.traits]
    return roads or found


# Buildings


@lru_cache(maxsize=64)
@rule("blue.building.structure", "blue.building_type.light", "blue.building_type.medium", "blue.building_type.heavy")
@rule("blue.building_type.fortification")
def sections_of(board: Board) -> tuple[Section, ...]:
    """The sections of all buildings, whole: each feature of a board is one, those of one name are one building."""
    found: list[Section] = []
    buildings: dict[str, int] = {}
    for number, feature in enumerate(board.features):
        kind = nature(feature.kind)
        if kind is None or "building" not in kind.words:
            continue
        building = buildings.setdefault(feature.name or f"#{number}", len(buildings))
        found.append(Section(number, building, kind.points))
    return tuple(found)


OTHER = "the other "
"""How the twin of a building on the other half of the table begins on maps."""


@lru_cache(maxsize=64)
def building_names(board: Board) -> dict[int, str]:
    """What the buildings of a board are called, by their numbers: those of one name by where they stand."""
    parts = _by_building(board)
    plain = {number: _name(features[0]).replace(OTHER, "the ", 1) for number, features in parts.items()}
    found: dict[int, str] = {}
    for name in dict.fromkeys(plain.values()):
        alike = [number for number, other in plain.items() if other == name]
        spots = [_middle(parts[number]) for number in alike]
        for number, where in zip(alike, _told_apart(spots), strict=True):
            found[number] = f"the {where} {name.removeprefix('the ')}" if where else name
    return found


@lru_cache(maxsize=64)
def section_names(board: Board) -> dict[int, str]:
    """What the sections of buildings are called, by the numbers of their features: each by a name of its own."""
    names, parts = building_names(board), _by_building(board)
    places = {id(feature): number for number, feature in enumerate(board.features)}
    found: dict[int, str] = {}
    for building, features in parts.items():
        for feature, where in zip(features, _told_apart([(one.x, one.y) for one in features]), strict=True):
            own = f"the {where} section of {names[building]}" if where else names[building]
            found[places[id(feature)]] = own
    return found


def _by_building(board: Board) -> dict[int, list[Feature]]:
    found: dict[int, list[Feature]] = {}
    for section in sections_of(board):
        found.setdefault(section.building, []).append(board.features[section.feature])
    return found


def _middle(features: Sequence[Feature]) -> Point:
    return fsum(one.x for one in features) / len(features), fsum(one.y for one in features) / len(features)


def _told_apart(spots: Sequence[Point]) -> list[str]:
    """A word for each of several places: the side of the others that it is on, or its number in that order."""
    if len(spots) < 2:
        return [""] * len(spots)
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    along = xs if max(xs) - min(xs) >= max(ys) - min(ys) else ys
    ends = ("west", "east") if along is xs else ("south", "north")
    order = sorted(range(len(spots)), key=lambda number: (along[number], number))
    words = [ends[0], ends[1]] if len(spots) == 2 else [ends[0], "middle", ends[1]]
    if len(spots) > 3:
        words = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"]
        words += [f"{number + 1}th" for number in range(len(words), len(spots))]
    return [words[order.index(number)] for number in range(len(spots))]


def defense_of(battle: Battle, number: int) -> int:
    """The Defense of a section, as far as it was not lowered."""
    section = battle.sections[number]
    kind = nature(battle.scene.board.features[section.feature].kind) or Nature()
    return kind.defense - section.weaker


def structure_of(battle: Battle, number: int) -> int:
    """The Structure Points that a section had at the start."""
    return (nature(battle.scene.board.features[battle.sections[number].feature].kind) or Nature()).points


def section_piece(battle: Battle, number: int) -> Piece:
    """The section as a piece of terrain: its walls and its height."""
    return terrain_of(battle).pieces[battle.sections[number].feature]


def adjacent(battle: Battle, number: int) -> list[int]:
    """The other sections of the building that share a wall with this one."""
    own = battle.sections[number]
    here = section_piece(battle, number).shape
    return [
        other
        for other, section in enumerate(battle.sections)
        if other != number
        and section.building == own.building
        and distance(here, section_piece(battle, other).shape) <= 0.1
    ]
