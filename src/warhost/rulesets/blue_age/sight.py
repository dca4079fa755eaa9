"""Line of Sight (BLUE-R14): which models of a unit see an enemy, and into which arc they may shoot (BLUE-R13).

Distances are looked at before this is asked. What may be in the way is first cut down to what stands between the
circles about the two units; what was found is kept until somebody moves or falls.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from math import hypot, sqrt
from typing import Any, NamedTuple, TypeAlias, TypeVar

from warhost.field import Piece
from warhost.rulebook import rule
from warhost.rulesets.blue_age.battle import Battle, Unit, head, together
from warhost.rulesets.blue_age.formation import CM, CONTACT, bases_of, circle_about, walls_of
from warhost.rulesets.blue_age.terrain import section_piece, terrain_of
from warhost.rulesets.blue_age.values import always
from warhost.table import (
    TOLERANCE,
    Base,
    Circle,
    Point,
    Rect,
    base_crossed,
    bases_within,
    bearing,
    contains_point,
    nearest_on,
    rim_points,
    segment_crosses,
    span_inside,
)

Shape = TypeVar("Shape", bound=Base)

VEIL = 4.0 * CM
"""So much Heavy Wood hides what is behind it, or in it."""

KEPT = "blue sight"
"""The name under which a battle keeps what was seen, beside its data."""


KEPT_NOW = "blue sight now"
"""The same for what was seen while nobody at all has moved."""


def sees(battle: Battle, viewer: Unit, target: Unit) -> frozenset[int]:
    """Which models of the viewer see the target, by their numbers: those from whom a free line leads to some model of
    it. Who is in a building looks out of all its walls: all see, or nobody does (BLUE-R137)."""
    return _look(battle, viewer, target).all()


def _look(battle: Battle, viewer: Unit, target: Unit) -> _Look:
    """The look of a unit at a target, kept while everybody stands where they stand: that is told quickly."""
    units = battle.units
    state = [one.models for one in units], [one.host for one in units], [one.inside for one in units], battle.sections
    kept: tuple[Any, dict[tuple[int, int], _Look], list[_Standing]] | None = battle.__dict__.get(KEPT_NOW)
    if kept is None or kept[0] != state:
        kept = battle.__dict__[KEPT_NOW] = (state, {}, _standing(battle))
    look = kept[1].get((viewer.id, target.id))
    if look is None:
        look = kept[1][viewer.id, target.id] = _look_past(battle, viewer, target, kept[2])
    return look


_Standing: TypeAlias = tuple[int, float, float, float]
"""A unit on the table by its number, with the centre and the radius of a circle about its models."""


def _standing(battle: Battle) -> list[_Standing]:
    """All units on the table."""
    circles = [(one.id, circle_about(battle, one)) for one in battle.units if one.models]
    return [(number, circle.x, circle.y, circle.radius) for number, circle in circles]


def _look_past(battle: Battle, viewer: Unit, target: Unit, standing: Sequence[_Standing]) -> _Look:
    """The look of a unit at a target, kept while those between the two stand where they stand."""
    ones, others = together(battle, viewer), together(battle, target)
    aside = {one.id for one in (*ones, *others)}
    band = _Band(_circle(battle, (viewer,)), _circle(battle, others))
    between = [battle.units[number] for number in band.units_among(standing, aside)]
    where = head(battle, viewer).inside, others[0].inside, tuple(head(battle, one).inside for one in between)
    state = ([one.models for one in (viewer, *others, *between)], where, battle.sections)
    known: dict[tuple[int, int], tuple[Any, _Look]] = battle.__dict__.setdefault(KEPT, {})
    kept = known.get((viewer.id, target.id))
    if kept is None or kept[0] != state:
        found = _looked(battle, viewer, walls_of(battle, target), others, others[0].inside, between)
        kept = known[viewer.id, target.id] = (state, found)
    return kept[1]


def sees_any(battle: Battle, viewer: Unit, target: Unit, among: Iterable[int] | None = None) -> bool:
    """Whether at least one model of the viewer, or of those among its models, sees the target."""
    return _look(battle, viewer, target).any(range(len(viewer.models)) if among is None else among)


def _circle(battle: Battle, group: Sequence[Unit]) -> Circle:
    """A circle about a unit with its Heroes, or about the walls of the section that they are in."""
    inside = head(battle, group[0]).inside
    if inside is not None:
        shape = section_piece(battle, inside).shape
        return Circle(shape.x, shape.y, shape.radius)
    first = circle_about(battle, group[0])
    if len(group) == 1:
        return first
    circles = [circle_about(battle, one) for one in group]
    return Circle(first.x, first.y, max(hypot(one.x - first.x, one.y - first.y) + one.radius for one in circles))


class _Scene(NamedTuple):
    """What may be in the way between two units."""

    solid: list[Rect]
    veils: list[Rect]
    roads: list[Rect]
    units: list[Base]
    hills: list[Rect]

    @property
    def empty(self) -> bool:
        return not (self.solid or self.veils or self.units)

    def parts(self, one: Circle, other: Circle) -> bool:
        """Whether a piece of terrain surely stands on all lines from one circle to the other.

        All of them run between the two outer tangents. Where both tangents lead through a piece between the circles,
        whatever runs between them does, for as far as both are in it.
        """
        if not self.solid and not self.veils:
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
        if any(segment_crosses(shape, *left) and segment_crosses(shape, *right) for shape in self.solid):
            return True
        return not self.roads and any(_stretch(veil, left, right) > VEIL + TOLERANCE for veil in self.veils)

    def near(self, band: _Band) -> _Scene:
        """What of it is near a strip."""
        if not self.solid and not self.veils:
            return self
        return self._replace(solid=band.among(self.solid), veils=band.among(self.veils))


def sees_section(battle: Battle, viewer: Unit, number: int) -> frozenset[int]:
    """Which models of the viewer see a section of a building."""
    own = {one.id for one in together(battle, viewer)}
    shape = section_piece(battle, number).shape
    band = _Band(_circle(battle, (viewer,)), Circle(shape.x, shape.y, shape.radius))
    between = [battle.units[number] for number in band.units_among(_standing(battle), own)]
    return _looked(battle, viewer, (shape,), (), number, between).all()


def _looked(
    battle: Battle,
    viewer: Unit,
    theirs: Sequence[Base],
    group: Sequence[Unit],
    section: int | None,
    others: Sequence[Unit],
) -> _Look:
    """The look of a unit at these bases or walls; `group` and `section` are whose they are, and not in the way;
    `others` may be."""
    housed = head(battle, viewer).inside
    own = bases_of(battle, viewer) if housed is None else (section_piece(battle, housed).shape,)
    homes = [section_piece(battle, number).shape for number in (housed, section) if number is not None]
    there = _round(theirs)
    scene = _between(battle, _Band(_round(own), there), homes, others)
    over = any(always(battle.entry(one), "towers") for one in (viewer, *group[:1]))
    return _Look(own, len(viewer.models), theirs, there, scene, over)


class _Look:
    """Which models of a unit have a free line to some bases: looked for one by one, as far as anybody asks."""

    def __init__(
        self, own: Sequence[Base], models: int, theirs: Sequence[Base], there: Circle, scene: _Scene, over: bool
    ) -> None:
        self.own, self.models, self.theirs, self.there, self.scene, self.over = own, models, theirs, there, scene, over
        self._views: dict[int, _View] = {}
        self._found: dict[int, bool] = {}
        self._all: frozenset[int] | None = None

    def of(self, number: int) -> bool:
        """Whether the model of that number sees; who is in a building looks out of its walls."""
        if self.scene.empty:
            return True
        number = number if isinstance(self.own[0], Circle) else 0
        found = self._found.get(number)
        if found is None:
            view = self._view(number)
            found = self._found[number] = view.straight or view.at_rims()
        return found

    def any(self, among: Iterable[int]) -> bool:
        """Whether one among these sees: the lines between centres are looked at first, for they are few."""
        if self.scene.empty or not isinstance(self.own[0], Circle):
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
            view = self._views[number] = _View(self.own[number], self.theirs, self.there, self.scene, self.over)
        return view

    def all(self) -> frozenset[int]:
        """All who see."""
        if self._all is None:
            self._all = frozenset([number for number in range(self.models) if self.of(number)])
        return self._all


# What may be in the way


@rule("blue.terrain.impassable_los", "blue.terrain.woods_heavy_los")
@rule("blue.unit_type.swarm_no_los_block", "blue.terrain.open")
def _between(battle: Battle, band: _Band, homes: Sequence[Rect], units: Sequence[Unit]) -> _Scene:
    """Impassable terrain, buildings but the two's own, Heavy Woods, and other units but Swarms; only what is near the
    strip between the circles about the two units."""
    terrain = terrain_of(battle)
    walls = [piece.shape for piece in terrain.having("building") if piece.shape not in homes]
    solid = [*(piece.shape for piece in terrain.having("impassable")), *walls]
    others: list[Base] = []
    for unit in units:
        if not always(battle.entry(unit), "no_block") and head(battle, unit).inside is None:
            others += band.among(bases_of(battle, unit))
    return _Scene(
        band.among(solid),
        band.among([piece.shape for piece in terrain.having("veil")]),
        [piece.shape for piece in terrain.having("open")],
        others,
        band.among([piece.shape for piece in terrain.having("hill")]),
    )


def _round(bases: Sequence[Base]) -> Circle:
    """A circle about bases."""
    x, y = sum([base.x for base in bases]) / len(bases), sum([base.y for base in bases]) / len(bases)
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


class _Band:
    """The strip between two circles."""

    __slots__ = ("dx", "dy", "radius", "square", "x", "y")

    def __init__(self, one: Circle, other: Circle) -> None:
        self.x, self.y = one.x, one.y
        self.dx, self.dy = other.x - one.x, other.y - one.y
        self.square = self.dx * self.dx + self.dy * self.dy
        self.radius = max(one.radius, other.radius)

    def units_among(self, standing: Iterable[_Standing], without: Container[int]) -> list[int]:
        """The numbers of the units on the table that may reach into it, but for some of them."""
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


# Lines


class _View:
    """What one model, or a wall, sees of some bases: `straight` if a free line leads to the centre of one."""

    def __init__(self, base: Base, theirs: Sequence[Base], there: Circle, scene: _Scene, over: bool) -> None:
        self.base, self.scene = base, scene
        self.pairs: list[tuple[Base, list[Base]]] = []
        self.straight = False
        here = _about(base)
        if scene.parts(here, there):
            return
        band = _Band(here, there)
        high = over or _is_on(scene.hills, base)
        near = [] if high else band.among(scene.units)
        for other in theirs:
            units = near if near and not _is_on(scene.hills, other) else []
            if _is_free((base.x, base.y), (other.x, other.y), scene, units):
                self.straight = True
                return
            self.pairs.append((other, units))

    def at_rims(self) -> bool:
        """Whether a free line leads to the rim of one, or from the rim of the own base."""
        base = self.base
        for other, units in self.pairs:
            if isinstance(base, Circle) and isinstance(other, Circle) and self._are_parted(base, other, units):
                continue
            # What is not near the strip between the two is on none of their lines.
            band = _Band(_about(base), _about(other))
            near = self.scene.near(band)
            discs = band.among(units)
            for start, end in _rim_lines(base, other):
                if _is_free(start, end, near, discs):
                    return True
        return False

    def _are_parted(self, base: Circle, other: Circle, units: list[Base]) -> bool:
        """Whether the unit or the terrain that is on the line between the centres surely is on all others."""
        return (bool(units) and _hides(units[0], base, other)) or self.scene.parts(base, other)


def _hides(disc: Base, base: Base, other: Base) -> bool:
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


def _rim_lines(base: Base, other: Base) -> Iterator[tuple[Point, Point]]:
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


def _is_on(areas: Iterable[Rect], base: Base) -> bool:
    return any(contains_point(area, base.x, base.y) for area in areas)


@rule("blue.terrain.impassable_los", "blue.terrain.woods_heavy_los")
def _is_free(start: Point, end: Point, scene: _Scene, units: list[Base]) -> bool:
    """Whether nothing stands on the line; of Heavy Wood no more than 4 cm (BLUE-R132).

    What stood on it is looked at first next time: lines that follow are close to each other.
    """
    ax, ay = start
    dx, dy = end[0] - ax, end[1] - ay
    square = dx * dx + dy * dy
    for number, disc in enumerate(units):
        cx, cy = disc.x - ax, disc.y - ay
        along = cx * dx + cy * dy
        if along <= 0.0 or along >= square:
            # The nearest point of the line is one of its ends, and no base stands on those of others.
            continue
        # Nobody looks between two bases that are in contact.
        cross, reach = cx * dy - cy * dx, disc.radius + CONTACT / 2
        if cross * cross < reach * reach * square:
            units[0], units[number] = disc, units[0]
            return False
    for shape in scene.solid:
        if base_crossed(shape, start, end):
            return False
    return not scene.veils or _wooded(start, end, scene.veils, scene.roads) <= VEIL + TOLERANCE


@rule("blue.terrain.road")
def _wooded(start: Point, end: Point, veils: Sequence[Rect], roads: Sequence[Rect]) -> float:
    """How many inches of the line run through wood; where a road runs through it is none."""
    roads_on_it = [span_inside(road, start, end) for road in roads]
    total = 0.0
    for veil in veils:
        low, high = span_inside(veil, start, end)
        total += high - low - sum(max(0.0, min(high, last) - max(low, first)) for first, last in roads_on_it)
    return total


# Arcs


def in_arc(x: float, y: float, facing: float, spot: Point, degrees: float) -> bool:
    """Whether a point lies in the arc of so many degrees about where somebody at (x, y) looks."""
    return degrees >= 360.0 or spot == (x, y) or faces(facing, bearing(x, y, *spot), degrees)


def faces(facing: float, bears: float, degrees: float) -> bool:
    """Whether a direction lies in the arc of so many degrees about a facing."""
    return abs((bears - facing + 180.0) % 360.0 - 180.0) <= degrees / 2 + 1e-6


def on_hill(battle: Battle, unit: Unit) -> bool:
    """Whether more than half of its models stand on a hill (BLUE-R134)."""
    pieces = terrain_of(battle).having("hill")
    if not pieces or head(battle, unit).inside is not None:
        return False
    about = circle_about(battle, unit)
    hills = [piece.shape for piece in pieces if bases_within(about, piece.shape, 0.0)]
    if not hills:
        return False
    bases = bases_of(battle, unit)
    return sum(_is_on(hills, base) for base in bases) * 2 > len(bases)


def centre_in(piece: Piece, base: Base) -> bool:
    """Whether the centre of a base is on a piece of terrain."""
    return contains_point(piece.shape, base.x, base.y)
