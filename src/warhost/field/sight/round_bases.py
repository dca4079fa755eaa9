"""Sight among round bases: which models have a free line to some of others, past bases, walls and veils.

Lines lead from centre to centre, from a centre to the rim of the other base, or from rim to rim; walls
are looked at all along. Many lines are answered at once where one thing surely stands on all of them: most of what is
not seen is hidden that way.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from math import hypot, sqrt
from typing import NamedTuple, TypeAlias, TypeVar

from warhost.table import (
    TOLERANCE,
    Base,
    Circle,
    Point,
    Rect,
    base_crossed,
    bearing,
    contains_point,
    nearest_on,
    rim_points,
    segment_crosses,
    span_inside,
    summed,
)

Shape = TypeVar("Shape", bound=Base)

Standing: TypeAlias = tuple[int, float, float, float]
"""Somebody on the table by its number, with the centre and the radius of a circle about its models."""


# What may be in the way


class Obstacles(NamedTuple):
    """What may be in the way between two groups of bases."""

    walls: Sequence[Rect] = ()
    """No line passes them."""
    veils: Sequence[Rect] = ()
    lanes: Sequence[Rect] = ()
    """Where one of these leads through a veil there is none of it."""
    discs: Sequence[Base] = ()
    """Other bases."""
    lookouts: Sequence[Rect] = ()
    """Who stands on one of these sees over other bases, and is seen over them."""
    deepest: float = 0.0
    """A line passes so many inches of all veils together."""
    seam: float = 0.0
    """Between two bases nobody looks through a gap of twice this."""

    @property
    def is_empty(self) -> bool:
        return not (self.walls or self.veils or self.discs)

    def parts(self, one: Circle, other: Circle) -> bool:
        """Whether a wall or a veil surely stands on all lines from one circle to the other.

        All of them run between the two outer tangents. Where both tangents lead through a piece between the circles,
        whatever runs between them does, for as far as both are in it.
        """
        if not self.walls and not self.veils:
            return False
        dx, dy, near, far = other.x - one.x, other.y - one.y, one.radius, other.radius
        length = hypot(dx, dy)
        if length <= near + far:
            return False
        dx, dy, slope = dx / length, dy / length, (far - near) / length
        steep = 1.0 / sqrt(1.0 - slope * slope)
        first, last = near, length - far

        def tangent(side: float) -> tuple[Point, Point]:
            aside, by = side * steep * (near + slope * first), side * steep * (near + slope * last)
            return (
                (one.x + dx * first - dy * aside, one.y + dy * first + dx * aside),
                (one.x + dx * last - dy * by, one.y + dy * last + dx * by),
            )

        left, right = tangent(1.0), tangent(-1.0)
        if any(segment_crosses(shape, *left) and segment_crosses(shape, *right) for shape in self.walls):
            return True
        return not self.lanes and any(_stretch(veil, left, right) > self.deepest + TOLERANCE for veil in self.veils)

    def near(self, band: Band) -> Obstacles:
        """What of it is near a strip."""
        if not self.walls and not self.veils:
            return self
        return self._replace(walls=band.among(self.walls), veils=band.among(self.veils))


def circle_round(bases: Sequence[Base]) -> Circle:
    """A circle about bases."""
    x, y = summed([base.x for base in bases]) / len(bases), summed([base.y for base in bases]) / len(bases)
    return Circle(x, y, max([hypot(base.x - x, base.y - y) + base.radius for base in bases]))


def _about(base: Base) -> Circle:
    """The circle about a base."""
    return base if isinstance(base, Circle) else Circle(base.x, base.y, base.radius)


def _stretch(shape: Rect, left: tuple[Point, Point], right: tuple[Point, Point]) -> float:
    """For how many inches, measured along the way between them, two lines are in a rectangle at the same time."""
    low, high = 0.0, 1.0
    for line in (left, right):
        length = hypot(line[1][0] - line[0][0], line[1][1] - line[0][1])
        first, last = span_inside(shape, *line)
        if last <= first:
            return 0.0
        low, high = max(low, first / length), min(high, last / length)
    middle = [((left[end][0] + right[end][0]) / 2, (left[end][1] + right[end][1]) / 2) for end in (0, 1)]
    return (high - low) * hypot(middle[1][0] - middle[0][0], middle[1][1] - middle[0][1])


class Band:
    """The strip between two circles."""

    __slots__ = ("dx", "dy", "radius", "square", "x", "y")

    def __init__(self, one: Circle, other: Circle) -> None:
        self.x, self.y = one.x, one.y
        self.dx, self.dy = other.x - one.x, other.y - one.y
        self.square = self.dx * self.dx + self.dy * self.dy
        self.radius = max(one.radius, other.radius)

    def numbers_among(self, standing: Iterable[Standing], without: Container[int]) -> list[int]:
        """The numbers of those who may reach into it, but for some of them."""
        x, y, dx, dy, square, radius = self.x, self.y, self.dx, self.dy, self.square, self.radius
        found = []
        for number, cx, cy, reach in standing:
            cx, cy, reach = cx - x, cy - y, reach + radius
            along = cx * dx + cy * dy
            if along > 0.0:
                along = along / square if along < square else 1.0
                cx, cy = cx - along * dx, cy - along * dy
            if cx * cx + cy * cy < reach * reach and number not in without:
                found.append(number)
        return found

    def among(self, bases: Iterable[Shape]) -> list[Shape]:
        """Those that reach into it."""
        x, y, dx, dy, square, radius = self.x, self.y, self.dx, self.dy, self.square, self.radius
        found = []
        for base in bases:
            cx, cy = base.x - x, base.y - y
            along = cx * dx + cy * dy
            if along > 0.0:
                along = along / square if along < square else 1.0
                cx, cy = cx - along * dx, cy - along * dy
            reach = radius + base.radius
            if cx * cx + cy * cy < reach * reach:
                found.append(base)
        return found


# Who sees


class Look:
    """Which of so many models have a free line to some bases: looked for one by one, as far as anybody asks.

    `own` are their bases, or the walls that all of them look out of: then all see, or nobody does. `there` is a circle
    about those who are looked at. Who is `over` other bases, on either side, has none of them in the way.
    """

    def __init__(
        self,
        own: Sequence[Base],
        models: int,
        theirs: Sequence[Base],
        there: Circle,
        between: Obstacles,
        *,
        over: bool = False,
    ) -> None:
        self.own, self.models, self.theirs, self.there = own, models, theirs, there
        self.between, self.over = between, over
        self._is_outside = isinstance(own[0], Circle)
        self._views: dict[int, _View] = {}
        self._found: dict[int, bool] = {}
        self._all: frozenset[int] | None = None

    def of(self, number: int) -> bool:
        """Whether the model of that number sees."""
        if self.between.is_empty:
            return True
        number = number if self._is_outside else 0
        found = self._found.get(number)
        if found is None:
            view = self._view(number)
            found = self._found[number] = view.straight or view.at_rims()
        return found

    def any(self, among: Iterable[int]) -> bool:
        """Whether one among these sees: the lines between centres are looked at first, for they are few."""
        if self.between.is_empty or not self._is_outside:
            return any(self.of(number) for number in among)
        numbers = []
        for number in among:
            if self._view(number).straight:
                return True
            numbers.append(number)
        return any(self.of(number) for number in numbers)

    def _view(self, number: int) -> _View:
        view = self._views.get(number)
        if view is None:
            view = self._views[number] = _View(self.own[number], self.theirs, self.there, self.between, self.over)
        return view

    def all(self) -> frozenset[int]:
        """All who see."""
        if self._all is None:
            self._all = frozenset([number for number in range(self.models) if self.of(number)])
        return self._all


# Lines


class _View:
    """What one model, or a wall, sees of some bases: `straight` if a free line leads to the centre of one."""

    def __init__(self, base: Base, theirs: Sequence[Base], there: Circle, between: Obstacles, over: bool) -> None:
        self.base, self.between = base, between
        self.pairs: list[tuple[Base, list[Base]]] = []
        self.straight = False
        here = _about(base)
        if between.parts(here, there):
            return
        band = Band(here, there)
        high = over or is_on(between.lookouts, base)
        near = [] if high else band.among(between.discs)
        for other in theirs:
            discs = near if near and not is_on(between.lookouts, other) else []
            if is_free((base.x, base.y), (other.x, other.y), between, discs):
                self.straight = True
                return
            self.pairs.append((other, discs))

    def at_rims(self) -> bool:
        """Whether a free line leads to the rim of one, or from the rim of the own base."""
        base = self.base
        for other, discs in self.pairs:
            if isinstance(base, Circle) and isinstance(other, Circle) and self._are_parted(base, other, discs):
                continue
            # What is not near the strip between the two is on none of their lines.
            band = Band(_about(base), _about(other))
            near = self.between.near(band)
            close = band.among(discs)
            for start, end in rim_lines(base, other):
                if is_free(start, end, near, close):
                    return True
        return False

    def _are_parted(self, base: Circle, other: Circle, discs: list[Base]) -> bool:
        """Whether the base, the wall or the veil that is on the line between the centres surely is on all others."""
        return (bool(discs) and hides(discs[0], base, other)) or self.between.parts(base, other)


def hides(disc: Base, base: Base, other: Base) -> bool:
    """Whether a base between two others surely stands on all lines between the centre of one and the rim of the other.

    Where it stands these lines are no farther from the one between the centres than the rims at their ends.
    """
    dx, dy = other.x - base.x, other.y - base.y
    square = dx * dx + dy * dy
    cx, cy = disc.x - base.x, disc.y - base.y
    along, length = cx * dx + cy * dy, sqrt(square)
    margin = (base.radius + other.radius + disc.radius) * length
    if not margin < along < square - margin:
        return False
    share = along / square
    aside = max(other.radius * share, base.radius * (1.0 - share))
    return abs(cx * dy - cy * dx) / length + aside < disc.radius


def rim_lines(base: Base, other: Base) -> Iterator[tuple[Point, Point]]:
    """The lines from the centre of one base to the rim of the other; walls are looked at all along."""
    here, there = (base.x, base.y), (other.x, other.y)
    if isinstance(base, Rect) or isinstance(other, Rect):
        starts = [nearest_on(base, *there), *rim_points(base)] if isinstance(base, Rect) else [here]
        ends = [nearest_on(other, *here), *rim_points(other)] if isinstance(other, Rect) else [there]
        yield from ((start, end) for start in starts for end in ends)
    for end in _near_rim(other, here):
        yield here, end
    for start in _near_rim(base, there):
        yield start, there


EIGHTHS = rim_points(Circle(0.0, 0.0, 1.0))
"""The eight points on the rim of a base."""


def _near_rim(base: Base, towards: Point) -> list[Point]:
    """The points of eight on a rim that are turned to somebody: those behind are seen on the same lines."""
    x, y, radius = base.x, base.y, base.radius
    dx, dy = towards[0] - x, towards[1] - y
    if isinstance(base, Rect):
        return [(px, py) for px, py in rim_points(base) if (px - x) * dx + (py - y) * dy >= 0.0]
    return [(x + px * radius, y + py * radius) for px, py in EIGHTHS if px * dx + py * dy >= -1e-9]


def is_on(areas: Iterable[Rect], base: Base) -> bool:
    """Whether the centre of a base is in one of the areas."""
    return any(contains_point(area, base.x, base.y) for area in areas)


def is_free(start: Point, end: Point, between: Obstacles, discs: list[Base]) -> bool:
    """Whether nothing stands on the line, and no more of veils than it passes. The discs are those that may.

    What stood on it is looked at first next time: lines that follow are close to each other.
    """
    ax, ay = start
    dx, dy = end[0] - ax, end[1] - ay
    square = dx * dx + dy * dy
    for number, disc in enumerate(discs):
        cx, cy = disc.x - ax, disc.y - ay
        along = cx * dx + cy * dy
        if along <= 0.0 or along >= square:
            # The nearest point of the line is one of its ends, and no base stands on those of others.
            continue
        # Nobody looks between two bases that are as good as in contact.
        cross, reach = cx * dy - cy * dx, disc.radius + between.seam
        if cross * cross < reach * reach * square:
            discs[0], discs[number] = disc, discs[0]
            return False
    for shape in between.walls:
        if base_crossed(shape, start, end):
            return False
    return not between.veils or _veiled(start, end, between.veils, between.lanes) <= between.deepest + TOLERANCE


def _veiled(start: Point, end: Point, veils: Sequence[Rect], lanes: Sequence[Rect]) -> float:
    """How many inches of the line run through veils; where a lane leads through one is none of it."""
    cleared = sorted(span_inside(lane, start, end) for lane in lanes)
    total = 0.0
    for veil in veils:
        low, high = span_inside(veil, start, end)
        for first, last in cleared:
            # What two lanes clear is cleared once.
            total += max(0.0, min(first, high) - low)
            low = max(low, last)
        total += max(0.0, high - low)
    return total


# Arcs


def in_arc(x: float, y: float, facing: float, spot: Point, degrees: float) -> bool:
    """Whether a point lies in the arc of so many degrees about where somebody at (x, y) looks."""
    return degrees >= 360.0 or spot == (x, y) or faces(facing, bearing(x, y, *spot), degrees)


def faces(facing: float, bears: float, degrees: float) -> bool:
    """Whether a direction lies in the arc of so many degrees about a facing."""
    return abs((bears - facing + 180.0) % 360.0 - 180.0) <= degrees / 2 + 1e-6
