"""Deployment styles: the zones of both sides (Advanced Deployment Styles)."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Literal

import msgspec

from warhost.errors import WarhostError
from warhost.rulebook import rule
from warhost.rulesets.regiments.battle import Battle
from warhost.table import TOLERANCE, Area, Point, polygon_area, polygon_centroid, polygon_distance_to_point, strip

WIDTH, DEPTH = 72.0, 48.0
"""The table for which zones are written (aofr.setup.table_size)."""

APART = 24.0
"""How far armies deploy from each other at least (aofr.setup.smaller_table)."""

CORE = "front_line"
CORE_DEPTH = 12.0

SETS = ("standard", "advanced", "asymmetric")
ANY = "any"

SetName = Literal["standard", "advanced", "asymmetric"]
Edge = Literal["south", "north", "west", "east"]


class Zone(msgspec.Struct, frozen=True):
    """Where one side deploys: what it is called, the table edges that it touches, its parts and its centre."""

    side: str
    edges: tuple[Edge, ...]
    parts: tuple[Area, ...]
    centre: Point


class Style(msgspec.Struct, frozen=True):
    """A deployment style with its place in its set and its two zones."""

    slug: str
    name: str
    set: SetName
    die: int
    zones: tuple[Zone, Zone]

    @property
    def rule(self) -> str:
        return f"aofr.deployment.{self.slug}"


class _ZoneText(msgspec.Struct, forbid_unknown_fields=True):
    side: str
    edges: list[Edge]
    parts: list[str]
    centre: str = ""


class _StyleText(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    set: SetName
    die: int
    A: _ZoneText
    B: _ZoneText


@lru_cache(maxsize=1)
def _texts() -> dict[str, _StyleText]:
    path = files("warhost.rulesets.regiments") / "data" / "deployments.toml"
    return msgspec.toml.decode(path.read_bytes(), type=dict[str, _StyleText])


@rule("aofr.deployment.sets")
def style_names() -> tuple[str, ...]:
    """The styles of all sets, in the order of the book."""
    return tuple(_texts())


@rule("aofr.deployment.standard_table", "aofr.deployment.advanced_table", "aofr.deployment.asymmetric_table")
def style_on(set_name: str, die: int) -> str:
    """The style of a set that a D6 picks."""
    return next(slug for slug, text in _texts().items() if text.set == set_name and text.die == die)


@lru_cache(maxsize=64)
def style(slug: str, width: float = WIDTH, depth: float = DEPTH) -> Style:
    """A style on a table of that size (AOFR-R220): zones are stretched with it, only the core strips stay 12" deep."""
    text = _texts().get(slug)
    if text is None:
        known = ", ".join((*SETS, ANY, *_texts()))
        raise WarhostError(f'There is no deployment style "{slug}": choose one of {known}.', "aofr.deployment.sets")
    one, other = (_zone(zone, width, depth) for zone in (text.A, text.B))
    if slug == CORE:
        one = msgspec.structs.replace(one, parts=(strip(0.0, 0.0, width, CORE_DEPTH),))
        other = msgspec.structs.replace(other, parts=(strip(0.0, depth - CORE_DEPTH, width, depth),))
    return Style(slug, text.name, text.set, text.die, (one, other))


def _zone(text: _ZoneText, width: float, depth: float) -> Zone:
    across, along = width / WIDTH, depth / DEPTH
    parts = tuple(_area(part, across, along) for part in text.parts)
    if text.centre:
        # So far from the table edge on every table (AOFR-R189): only along the edge it goes with the table.
        ((x, y),) = _points(text.centre)
        centre = {
            "south": (x * across, y),
            "north": (x * across, depth - (DEPTH - y)),
            "west": (x, y * along),
            "east": (width - (WIDTH - x), y * along),
        }[text.edges[0]]
    else:
        largest = max(parts, key=lambda part: polygon_area(part.corners))
        centre = polygon_centroid(largest.corners)
    return Zone(text.side, tuple(text.edges), parts, centre)


def _area(text: str, across: float, along: float) -> Area:
    points = [(x * across, y * along) for x, y in _points(text)]
    if len(points) == 2:
        (left, near), (right, far) = points
        return strip(left, near, right, far)
    return Area(tuple(points))


def _points(text: str) -> list[Point]:
    return [(float(x), float(y)) for x, y in (point.split(",") for point in text.split())]


def style_of(battle: Battle) -> Style:
    """The style of a battle on its table; without any it is the core deployment."""
    board = battle.scene.board
    return style(battle.style or CORE, board.width, board.depth)


def zone_of(battle: Battle, seat: int) -> Zone:
    """The zone that a side has picked."""
    zones = style_of(battle).zones
    return next((zone for zone in zones if zone.parts == battle.zones[seat]), zones[seat])


def zone_gap(one: Zone, other: Zone) -> float:
    """Between the closest points of two zones. They do not overlap, so one of these points is a corner."""
    return min(
        polygon_distance_to_point(there.corners, *corner)
        for a, b in ((one, other), (other, one))
        for here in a.parts
        for there in b.parts
        for corner in here.corners
    )


@rule("aofr.setup.smaller_table")
def check_table(width: float, depth: float, slug: str = CORE) -> None:
    """Armies deploy 24" or more apart, whatever the table; asymmetric styles may be closer (AOFR-R067)."""
    if width <= 0.0 or depth <= 0.0:
        raise WarhostError(f"A table cannot measure {width:g} by {depth:g} inches.", "aofr.setup.table_size")
    chosen = style(slug, width, depth)
    if chosen.set == "asymmetric":
        return
    overlapping = slug == CORE and depth < 2 * CORE_DEPTH
    gap = 0.0 if overlapping else zone_gap(*chosen.zones)
    if gap < APART - TOLERANCE:
        raise WarhostError(
            f'On a table of {width:g} by {depth:g} inches {chosen.name} leaves {gap:.4g}" between the armies: '
            f'{APART:g}" are needed.',
            "aofr.setup.smaller_table",
        )


STRIPES = 0.25
"""How finely the free ground is cut to find its centre of mass."""


@lru_cache(maxsize=64)
def quarter_centres(slug: str, width: float = WIDTH, depth: float = DEPTH) -> tuple[Point, ...]:
    """For each table quarter the centroid of what is outside of the zones, west to east and south to north (AOFR-R187).

    A centroid that is not free gives way to the nearest point that is.
    """
    parts = [part for zone in style(slug, width, depth).zones for part in zone.parts]
    found = []
    for south in (0.0, depth / 2):
        for west in (0.0, width / 2):
            box = (west, south, west + width / 2, south + depth / 2)
            x, y = _free_centroid(parts, *box)
            found.append(_nearest_free(parts, x, y, width, depth))
    return tuple(found)


def _free_centroid(parts: list[Area], west: float, south: float, east: float, north: float) -> Point:
    count = round((north - south) / STRIPES)
    height = (north - south) / count
    total = sum_x = sum_y = 0.0
    for index in range(count):
        y = south + (index + 0.5) * height
        for left, right in _free_stretches(parts, y, west, east):
            total += right - left
            sum_x += (right - left) * (left + right) / 2
            sum_y += (right - left) * y
    if not total:
        return ((west + east) / 2, (south + north) / 2)
    return (round(sum_x / total, 3), round(sum_y / total, 3))


def _free_stretches(parts: list[Area], y: float, west: float, east: float) -> list[tuple[float, float]]:
    """What is free along a line across the table."""
    taken = []
    for part in parts:
        crossings = sorted(
            ax + (bx - ax) * (y - ay) / (by - ay)
            for (ax, ay), (bx, by) in pairwise((*part.corners, part.corners[0]))
            if (ay < y) != (by < y)
        )
        taken += [(left, right) for left, right in zip(crossings[::2], crossings[1::2], strict=True)]
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


def _nearest_free(parts: list[Area], x: float, y: float, width: float, depth: float) -> Point:
    if not any(part.contains_point(x, y) for part in parts):
        return (x, y)
    step = 0.5
    grid = ((i * step, j * step) for i in range(int(width / step) + 1) for j in range(int(depth / step) + 1))
    free = [(px, py) for px, py in grid if not any(part.contains_point(px, py) for part in parts)]
    return min(free, key=lambda p: ((p[0] - x) ** 2 + (p[1] - y) ** 2, p))
