"""Zones of a board and the ground outside of them: how far zones are apart, what is free and where its middle is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

import msgspec

from warhost.table import Area, Interval, Point, polygon_area, polygon_centroid, strip

STRIPES = 0.25
"""How finely free ground is cut to find its centre of mass."""

FINE = 0.5
"""How finely a free point is looked for."""


Edge = Literal["south", "north", "west", "east"]


class Zone(msgspec.Struct, frozen=True):
    """Where one side deploys: what it is called, the edges of the board that it touches, its parts and its centre."""

    side: str
    edges: tuple[Edge, ...]
    parts: tuple[Area, ...]
    centre: Point


class ZoneText(msgspec.Struct, forbid_unknown_fields=True):
    """A zone as a data file has it, for a board of one size. Two points are the corners of a rectangle."""

    side: str
    edges: list[Edge]
    parts: list[str]
    centre: str = ""

    def on(self, width: float, depth: float, written_for: tuple[float, float]) -> Zone:
        """The zone stretched to a board of that size; a centre stays so far from the edge and goes along it."""
        across, along = width / written_for[0], depth / written_for[1]
        parts = tuple(_area(part, across, along) for part in self.parts)
        if self.centre:
            ((x, y),) = _points(self.centre)
            centre = {
                "south": (x * across, y),
                "north": (x * across, depth - (written_for[1] - y)),
                "west": (x, y * along),
                "east": (width - (written_for[0] - x), y * along),
            }[self.edges[0]]
        else:
            largest = max(parts, key=lambda part: polygon_area(part.corners))
            centre = polygon_centroid(largest.corners)
        return Zone(self.side, tuple(self.edges), parts, centre)


def _area(text: str, across: float, along: float) -> Area:
    points = [(x * across, y * along) for x, y in _points(text)]
    if len(points) == 2:
        (left, near), (right, far) = points
        return strip(left, near, right, far)
    return Area(tuple(points))


def _points(text: str) -> list[Point]:
    return [(float(x), float(y)) for x, y in (point.split(",") for point in text.split())]


def areas_apart(one: Sequence[Area], other: Sequence[Area]) -> float:
    """Between the closest points of two zones. They do not overlap, so one of these points is a corner."""
    return min(
        there.distance_to_point(*corner)
        for a, b in ((one, other), (other, one))
        for here in a
        for there in b
        for corner in here.corners
    )


def middle_of_free(zones: Sequence[Area], west: float, south: float, east: float, north: float) -> Point:
    """The centroid of what lies outside of the zones in an upright box; the middle of the box if nothing does."""
    count = round((north - south) / STRIPES)
    height = (north - south) / count
    total = sum_x = sum_y = 0.0
    for index in range(count):
        y = south + (index + 0.5) * height
        for left, right in _free_stretches(zones, y, west, east):
            total += right - left
            sum_x += (right - left) * (left + right) / 2
            sum_y += (right - left) * y
    if not total:
        return ((west + east) / 2, (south + north) / 2)
    return (round(sum_x / total, 3), round(sum_y / total, 3))


def _free_stretches(zones: Sequence[Area], y: float, west: float, east: float) -> list[Interval]:
    """What is free along a line across the board."""
    taken = []
    for zone in zones:
        crossings = sorted(
            ax + (bx - ax) * (y - ay) / (by - ay)
            for (ax, ay), (bx, by) in pairwise((*zone.corners, zone.corners[0]))
            if (ay < y) != (by < y)
        )
        taken += list(zip(crossings[::2], crossings[1::2], strict=True))
    free = []
    at = west
    for left, right in sorted(taken):
        if left > at:
            free.append((at, min(left, east)))
        at = max(at, right)
        if at >= east:
            return free
    free.append((at, east))
    return free


def nearest_free(zones: Sequence[Area], point: Point, width: float, depth: float) -> Point:
    """The point, or one of a fine grid over the board that is nearest to it, outside of the zones."""
    x, y = point
    if not any(zone.contains_point(x, y) for zone in zones):
        return point
    grid = ((i * FINE, j * FINE) for i in range(int(width / FINE) + 1) for j in range(int(depth / FINE) + 1))
    free = [(px, py) for px, py in grid if not any(zone.contains_point(px, py) for zone in zones)]
    return min(free, key=lambda p: ((p[0] - x) ** 2 + (p[1] - y) ** 2, p))
