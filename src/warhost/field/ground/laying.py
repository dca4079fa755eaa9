"""Laying things on a board that are no bodies: pieces of terrain, of one or more rectangles, and markers, which are
points.

A book says what a `Spot` of a marker keeps from what, and by which rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import ceil, cos, hypot, inf, radians, sin

import msgspec

from warhost.dice import Chance
from warhost.field.ground.placing import edge_distance
from warhost.play.script import Refused
from warhost.table import (
    TOLERANCE,
    Area,
    Board,
    Feature,
    Point,
    Pose,
    Rect,
    distance,
    distance_to_point,
    feature_rect,
    from_local,
    on_board,
    overlaps,
    point_on_board,
    rect,
    strip,
    within,
)

Shapes = tuple[Rect, ...]
"""The rectangles of one piece."""

# Pieces of terrain


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


def stretches(width: float, depth: float, longest: float, gaps: int = 0, gap: float = 0.0) -> tuple[Footprint, ...]:
    """A long piece in equal parts beside each other: with so many gaps between them, or none longer than it may be."""
    count = gaps + 1 if gaps else ceil(width / longest)
    between = gap if gaps else 0.0
    each = (width - between * gaps) / count
    return tuple(Footprint((each - width) / 2 + number * (each + between), 0.0, each, depth) for number in range(count))


def pieces_of(features: tuple[Feature, ...]) -> list[tuple[int, ...]]:
    """Which features are one piece: those of one name, and each without a name by itself."""
    found: dict[str, list[int]] = {}
    for number, feature in enumerate(features):
        found.setdefault(feature.name or f"#{number}", []).append(number)
    return [tuple(numbers) for numbers in found.values()]


def shapes_of(features: tuple[Feature, ...]) -> list[tuple[Rect, ...]]:
    """The ground that each piece covers."""
    return [tuple(feature_rect(features[number]) for number in numbers) for numbers in pieces_of(features)]


def lies_on(board: Board, shapes: Shapes) -> bool:
    """Whether a piece is completely on the board."""
    return all(on_board(shape, board.width, board.depth) for shape in shapes)


def is_apart(shapes: Shapes, others: Sequence[Rect], inches: float) -> bool:
    """Whether a piece is at least so far from all others, outline to outline, and not on them."""
    return not any(
        overlaps(one, other) or (within(one, other, inches) and distance(one, other) < inches - TOLERANCE)
        for other in others
        for one in shapes
    )


def to_edge(board: Board, shapes: Shapes) -> float:
    """From a piece to the nearest edge of the board."""
    return min(edge_distance(board, *corner) for shape in shapes for corner in shape.corners)


def to_point(shapes: Shapes, point: Point) -> float:
    """From a piece to a point."""
    return min(distance_to_point(shape, *point) for shape in shapes)


def to_piece(shapes: Shapes, others: Shapes) -> float:
    """From a piece to another."""
    return min(distance(one, other) for one in shapes for other in others)


def sections(board: Board, columns: int, rows: int) -> tuple[Area, ...]:
    """The board in equal sections, from west to east and from south to north."""
    width, depth = board.width / columns, board.depth / rows
    return tuple(
        strip(column * width, row * depth, (column + 1) * width, (row + 1) * depth)
        for row, column in product(range(rows), range(columns))
    )


def section_centres(board: Board, columns: int, rows: int) -> tuple[Point, ...]:
    """The middle of each of these sections."""
    return tuple(
        ((column + 0.5) * board.width / columns, (row + 0.5) * board.depth / rows)
        for row, column in product(range(rows), range(columns))
    )


def halves(board: Board) -> dict[str, tuple[Area, Area]]:
    """The halves of a board on both sides of each diagonal by their names, and the other half to each."""
    sw, se, nw, ne = (0.0, 0.0), (board.width, 0.0), (0.0, board.depth), (board.width, board.depth)
    south_east, north_west = Area((sw, ne, se)), Area((sw, nw, ne))
    south_west, north_east = Area((sw, nw, se)), Area((nw, ne, se))
    return {
        "south-east": (south_east, north_west),
        "north-west": (north_west, south_east),
        "south-west": (south_west, north_east),
        "north-east": (north_east, south_west),
    }


def poses_over(board: Board, step: float) -> Iterator[Pose]:
    """Poses all over a board, so far apart, lengthwise and across."""
    across, along = range(int(board.width / step) + 1), range(int(board.depth / step) + 1)
    return (Pose(i * step, j * step, facing) for i in across for j in along for facing in (0.0, 90.0))


# Markers


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """Where a marker may lie, and by which rule. What is not told does not matter."""

    rule: str
    outside: bool = False
    """In no zone."""
    apart: float = 0.0
    """More than so many inches from all other markers."""
    clear: float = 0.0
    """More than so many inches from the zones and the edges of the board."""
    around: Point | None = None
    reach: float = 0.0
    """Within so many inches of the point."""
    band: float = 0.0
    """Within so many inches of any edge of the board."""


class Marking(msgspec.Struct, frozen=True, kw_only=True):
    """What is looked at when a marker is laid down, and the rules that a refusal names.

    A disc of that radius must be free within so many inches of it, so that somebody could come there.
    """

    board: Board
    zones: tuple[Area, ...] = ()
    markers: tuple[Point, ...] = ()
    walls: tuple[Rect, ...] = ()
    disc: float = 1.0
    near: float = 3.0
    outside_rule: str = ""
    apart_rule: str = ""
    wall_rule: str = ""

    def why_not(self, x: float, y: float, spot: Spot) -> Refused | None:
        """Why a marker may not lie there."""
        board, apart = self.board, spot.apart
        if not point_on_board(x, y, board.width, board.depth):
            return Refused("The marker must be on the table.", spot.rule)
        if spot.outside and self._to_zone(x, y) <= TOLERANCE:
            return Refused("Markers cannot be placed in a deployment zone.", self.outside_rule)
        if spot.clear and self._to_zone(x, y) <= spot.clear + TOLERANCE:
            return Refused(f'The marker must be more than {spot.clear:g}" from both deployment zones.', spot.rule)
        if spot.clear and edge_distance(board, x, y) <= spot.clear + TOLERANCE:
            return Refused(f'The marker must be more than {spot.clear:g}" from the table edges.', spot.rule)
        if spot.around is not None and hypot(x - spot.around[0], y - spot.around[1]) > spot.reach + TOLERANCE:
            return Refused(f'The marker must be within {spot.reach:g}" of that point.', spot.rule)
        if spot.band and edge_distance(board, x, y) > spot.band + TOLERANCE:
            return Refused(f'The marker must be within {spot.band:g}" of a table edge.', spot.rule)
        if apart and self.to_marker(x, y) <= apart + TOLERANCE:
            return Refused(f'Markers must be more than {apart:g}" from each other.', self.apart_rule)
        if not self.is_reachable(x, y):
            return Refused("No unit could reach the marker there.", self.wall_rule)
        return None

    def _to_zone(self, x: float, y: float) -> float:
        return min((zone.distance_to_point(x, y) for zone in self.zones), default=inf)

    def to_marker(self, x: float, y: float) -> float:
        """From a point to the nearest marker."""
        return min((hypot(x - other[0], y - other[1]) for other in self.markers), default=inf)

    def is_reachable(self, x: float, y: float) -> bool:
        """Whether the point is in no wall and the disc has room near it."""
        if any(distance_to_point(wall, x, y) <= 0.0 for wall in self.walls):
            return False
        return any(self._has_room(x + dx, y + dy) for dx, dy in _around(self.near))

    def _has_room(self, x: float, y: float) -> bool:
        room = self.disc - TOLERANCE
        return edge_distance(self.board, x, y) >= room and all(distance_to_point(w, x, y) >= room for w in self.walls)

    def spots(self, spot: Spot, step: float) -> Iterator[Point]:
        """Legal places so far apart, those in the middle of the board first."""
        return (point for point in self.drafts(step) if self.why_not(*point, spot) is None)

    def drafts(self, step: float) -> Iterable[Point]:
        """Places so far apart, those in the middle of the board first: not all of them are legal."""
        return _from_the_middle(self.board.width, self.board.depth, step)

    def random_spot(self, spot: Spot, chance: Chance, tries: int) -> Point | None:
        """The first legal one of so many places at random; None if none of them is."""
        for _ in range(tries):
            x, y = chance.uniform() * self.board.width, chance.uniform() * self.board.depth
            if spot.around is not None:
                x = spot.around[0] + (2 * chance.uniform() - 1) * spot.reach
                y = spot.around[1] + (2 * chance.uniform() - 1) * spot.reach
            if self.why_not(x, y, spot) is None:
                return (x, y)
        return None


@lru_cache(maxsize=8)
def _around(inches: float) -> tuple[Point, ...]:
    """Shifts in all directions by up to so many inches."""
    reaches = (0.0, inches / 3, 2 * inches / 3, inches)
    turns: Iterable[float] = map(radians, range(0, 360, 30))
    return tuple((reach * sin(turn), reach * cos(turn)) for reach, turn in product(reaches, turns))


@lru_cache(maxsize=16)
def _from_the_middle(width: float, depth: float, step: float) -> tuple[Point, ...]:
    """Points all over a board a step apart, those in its middle first."""
    x, y = width / 2, depth / 2
    points = [
        (x + i * step, y + j * step)
        for i in range(-int(x / step), int(x / step) + 1)
        for j in range(-int(y / step), int(y / step) + 1)
    ]
    return tuple(sorted(points, key=lambda p: (hypot(p[0] - x, p[1] - y), p)))
