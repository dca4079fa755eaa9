"""Boards: their size, the features and markers on them, and zones. What a kind of feature does, a rulebook says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from math import cos, inf, isfinite, radians, sin

import msgspec

from warhost.table.shapes import (
    on_board,
    overlaps,
    point_on_board,
    polygon_contains,
    polygon_contains_rect,
    polygon_distance,
    polygon_distance_to_point,
    polygon_overlaps_rect,
    rect,
)
from warhost.table.values import Point, Rect


class Feature(msgspec.Struct, frozen=True, gc=False):
    """A piece of terrain: an oriented rectangle around (x, y) of some kind."""

    kind: str
    x: float
    y: float
    width: float
    depth: float
    facing: float = 0.0
    name: str = ""


class Area(msgspec.Struct, frozen=True, gc=False):
    """A zone of the board: a polygon, concave ones included, whose edges do not cross each other."""

    corners: tuple[Point, ...]

    def contains_point(self, x: float, y: float) -> bool:
        """Whether the zone holds the point, border included."""
        return polygon_contains(self.corners, x, y)

    def contains_rect(self, shape: Rect) -> bool:
        """Whether the rectangle lies wholly in the zone, border included."""
        return polygon_contains_rect(self.corners, shape)

    def overlaps_rect(self, shape: Rect) -> bool:
        """Whether some of the rectangle's inside lies in the zone."""
        return polygon_overlaps_rect(self.corners, shape)

    def distance(self, shape: Rect) -> float:
        """Between the closest points of the zone and the rectangle, 0 if they overlap."""
        return polygon_distance(self.corners, shape)

    def distance_to_point(self, x: float, y: float) -> float:
        """From the closest point of the zone to the point, 0 inside."""
        return polygon_distance_to_point(self.corners, x, y)


class Board(msgspec.Struct, frozen=True):
    """A table of that size with its near left corner at (0, 0), its features and its markers."""

    width: float
    depth: float
    features: tuple[Feature, ...] = ()
    markers: tuple[Point, ...] = ()

    @property
    def centre(self) -> Point:
        return (self.width / 2, self.depth / 2)


def strip(left: float, near: float, right: float, far: float) -> Area:
    """The zone between two lines across the board and two along it."""
    return Area(((left, near), (left, far), (right, far), (right, near)))


def feature_rect(feature: Feature) -> Rect:
    """The ground that the feature covers."""
    return rect(feature.x, feature.y, feature.facing, feature.width, feature.depth)


def board_problems(board: Board) -> list[str]:
    """What is wrong with a board, one sentence each: its size, features and markers off it, features that overlap."""
    if not _is_size(board.width, board.depth):
        return [f"The board cannot measure {board.width:g}x{board.depth:g}: both sides must be more than 0."]
    problems = []
    sound = []
    for index, feature in enumerate(board.features):
        faults = list(_feature_faults(board, feature))
        problems += [f"{_called(index, feature)} {fault}" for fault in faults]
        if not faults:
            sound.append((index, feature))
    for (i, first), (j, second) in combinations(sound, 2):
        if overlaps(feature_rect(first), feature_rect(second)):
            problems.append(f"{_called(i, first)} overlaps {_called(j, second)}; move one of them.")
    for index, (x, y) in enumerate(board.markers):
        if not point_on_board(x, y, board.width, board.depth):
            problems.append(f"Marker {index + 1} at ({x:g}, {y:g}) is off the {_measures(board)} board.")
    return problems


def _feature_faults(board: Board, feature: Feature) -> Iterator[str]:
    if not _is_size(feature.width, feature.depth):
        yield f"cannot measure {feature.width:g}x{feature.depth:g}: both sides must be more than 0."
    elif not (isfinite(feature.x) and isfinite(feature.y) and isfinite(feature.facing)):
        yield f"has no place: ({feature.x:g}, {feature.y:g}) facing {feature.facing:g}."
    elif not on_board(feature_rect(feature), board.width, board.depth):
        yield f"at ({feature.x:g}, {feature.y:g}) is not wholly on the {_measures(board)} board."


def _is_size(width: float, depth: float) -> bool:
    return isfinite(width) and isfinite(depth) and width > 0.0 and depth > 0.0


def _measures(board: Board) -> str:
    return f"{board.width:g}x{board.depth:g}"


def _called(index: int, feature: Feature) -> str:
    """How a sentence names a feature: by its number, and by its name or its kind."""
    return f"Feature {index + 1} ({feature.name or feature.kind})"


def shifted_feature(
    feature: Feature, degrees: float, inches: float, others: Iterable[Feature], size: tuple[float, float]
) -> Feature:
    """An upright feature so far in that direction, or as far as it overlaps no other upright one and stays on a board
    of that size."""
    angle = radians(degrees)
    # Noise in the last bits differs between platforms and would otherwise end up in the record.
    dx, dy = round(sin(angle), 12), round(cos(angle), 12)
    free = min(_free_on_board(feature, dx, dy, size), *(_free_before(feature, other, dx, dy) for other in others))
    inches = min(inches, free)
    return msgspec.structs.replace(feature, x=round(feature.x + dx * inches, 9), y=round(feature.y + dy * inches, 9))


def _free_on_board(feature: Feature, dx: float, dy: float, size: tuple[float, float]) -> float:
    """How far an upright feature can go before it would leave the board."""
    free = inf
    for at, half, step, end in (
        (feature.x, feature.width / 2, dx, size[0]),
        (feature.y, feature.depth / 2, dy, size[1]),
    ):
        if step:
            free = min(free, ((end - half if step > 0 else half) - at) / step)
    return free


def _free_before(feature: Feature, other: Feature, dx: float, dy: float) -> float:
    """How far an upright feature can go before it would overlap another upright one."""
    enter, leave = 0.0, inf
    for gap, reach, step in (
        (other.x - feature.x, (other.width + feature.width) / 2, dx),
        (other.y - feature.y, (other.depth + feature.depth) / 2, dy),
    ):
        if step:
            near, far = sorted(((gap - reach) / step, (gap + reach) / step))
            enter, leave = max(enter, near), min(leave, far)
        elif abs(gap) >= reach:
            return inf
    return enter if enter < leave else inf
