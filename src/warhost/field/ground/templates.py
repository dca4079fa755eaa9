"""Templates that are laid on the table: a circle, a line, a cone. Which bases lie under one, and where it scatters to.

All three are one shape: what a disc covers that grows or shrinks steadily on its way from a start to an end. A circle
does not move, a line keeps its width, a cone grows from its tip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import hypot, sqrt
from typing import Literal, TypeAlias

import msgspec

from warhost.dice import Dice
from warhost.play.questions import Outline
from warhost.play.script import Script, roll
from warhost.table import (
    TOLERANCE,
    Base,
    Board,
    Circle,
    Point,
    Pose,
    bases_overlap,
    direction,
    polygon_overlaps_rect,
)

Counts: TypeAlias = Literal["partly", "centre", "wholly"]
"""Which bases are under a template: those it covers any part of, or the centre of, or all of."""


class Template(msgspec.Struct, frozen=True):
    """A template on the table: a disc at its start, one at its end, and all that lies between them."""

    start: Circle
    end: Circle


def circle_template(x: float, y: float, diameter: float) -> Template:
    """A round template with its centre there."""
    disc = Circle(x, y, diameter / 2)
    return Template(disc, disc)


def line_template(x: float, y: float, facing: float, length: float, width: float = 0.0) -> Template:
    """A straight line from a point on; one with a width has round ends."""
    ux, uy = direction(facing)
    return Template(Circle(x, y, width / 2), Circle(x + ux * length, y + uy * length, width / 2))


def cone_template(x: float, y: float, facing: float, length: float, width: float) -> Template:
    """A teardrop with its tip there: so long to its far rim, and so wide at its round end."""
    ux, uy = direction(facing)
    reach = length - width / 2
    return Template(Circle(x, y, 0.0), Circle(x + ux * reach, y + uy * reach, width / 2))


def laid(outline: Outline, pose: Pose) -> Template:
    """The template that a question described by its outline, laid there: a circle, a line or a cone."""
    if outline.form == "line":
        return line_template(pose.x, pose.y, pose.facing, outline.depth, outline.width)
    if outline.form == "cone":
        return cone_template(pose.x, pose.y, pose.facing, outline.depth, outline.width)
    if outline.form == "circle":
        return circle_template(pose.x, pose.y, outline.width)
    raise ValueError(f"There is no template with the form {outline.form}.")


def depth_under(template: Template, x: float, y: float) -> float:
    """How deep a point lies under the template; outside, the negative distance to it.

    The least room, over all directions, between the point and the line that touches the template on that side. In some
    directions the start reaches farthest, in the others the end, and at the borders between them both do.
    """
    start, end = template.start, template.end
    sx, sy, ex, ey = x - start.x, y - start.y, x - end.x, y - end.y
    from_start, from_end = start.radius - hypot(sx, sy), end.radius - hypot(ex, ey)
    shape = _sides(start, end)
    if shape is None:
        return max(from_start, from_end)
    ux, uy, back, (ax, ay), (bx, by) = shape
    room = [start.radius - sx * ax - sy * ay, start.radius - sx * bx - sy * by]
    if sx * ux + sy * uy <= back * (start.radius - from_start):
        room.append(from_start)
    if ex * ux + ey * uy >= back * (end.radius - from_end):
        room.append(from_end)
    return min(room)


_Sides: TypeAlias = tuple[float, float, float, Point, Point]


@lru_cache(maxsize=1 << 10)
def _sides(start: Circle, end: Circle) -> _Sides | None:
    """The way from start to end as a unit vector, how far back its sides lean, and the outward normals of both sides.

    None where one of the discs covers the other.
    """
    dx, dy = end.x - start.x, end.y - start.y
    length = hypot(dx, dy)
    if length <= abs(end.radius - start.radius):
        return None
    ux, uy = dx / length, dy / length
    back = (start.radius - end.radius) / length
    aside = sqrt(1.0 - back * back)
    return (
        ux,
        uy,
        back,
        (ux * back + uy * aside, uy * back - ux * aside),
        (ux * back - uy * aside, uy * back + ux * aside),
    )


@lru_cache(maxsize=1 << 10)
def _straight(start: Circle, end: Circle) -> tuple[Point, ...]:
    """The corners of the part between the two discs: where its sides touch them. None if there is no such part."""
    shape = _sides(start, end)
    if shape is None:
        return ()
    _, _, _, one, other = shape
    return tuple(
        (disc.x + nx * disc.radius, disc.y + ny * disc.radius)
        for disc, (nx, ny) in ((start, one), (end, one), (end, other), (start, other))
    )


def is_under(template: Template, base: Base, counts: Counts = "partly") -> bool:
    """Whether the base counts as covered. Touching the rim of the template is not being under it."""
    if counts == "centre":
        return depth_under(template, base.x, base.y) >= -TOLERANCE
    if isinstance(base, Circle):
        depth = depth_under(template, base.x, base.y)
        return depth > TOLERANCE - base.radius if counts == "partly" else depth >= base.radius - TOLERANCE
    if counts == "wholly":
        # Templates are convex: what holds the corners holds the rectangle.
        return all(depth_under(template, x, y) >= -TOLERANCE for x, y in base.corners)
    if bases_overlap(template.start, base) or bases_overlap(template.end, base):
        return True
    straight = _straight(template.start, template.end)
    return bool(straight) and polygon_overlaps_rect(straight, base)


def under(
    template: Template, bodies: Mapping[int, Sequence[Base]], counts: Counts = "partly"
) -> dict[int, tuple[int, ...]]:
    """Who is hit: for each body with a base under the template, the numbers of those bases."""
    found = {
        body: tuple(number for number, base in enumerate(bases) if is_under(template, base, counts))
        for body, bases in bodies.items()
    }
    return {body: numbers for body, numbers in found.items() if numbers}


def best_laid(templates: Iterable[Template], worth: Callable[[Template], float]) -> Template | None:
    """The template of greatest worth; of equals the first."""
    return max(templates, key=worth, default=None)


def scattered(point: Point, degrees: float, inches: float) -> Point:
    """The point that lies so far off in that direction."""
    ux, uy = direction(degrees)
    return (point[0] + ux * inches, point[1] + uy * inches)


def kept_on(board: Board, point: Point) -> Point:
    """The nearest point on the board."""
    return (min(max(point[0], 0.0), board.width), min(max(point[1], 0.0), board.depth))


def scatter(
    point: Point, inches: str, *, headings: str = "D12", why: str, rule: str, seat: int | None = None
) -> Script[Point]:
    """Dice move a point: one for the direction, a face for each part of a full turn, and others for the inches."""
    compass = Dice.parse(headings)
    (face,) = yield from roll(compass, why=f"{why}: direction", rule=rule, seat=seat)
    faces = yield from roll(inches, why=f"{why}: distance", rule=rule, seat=seat, counts="total")
    return scattered(point, face * 360.0 / compass.size, Dice.parse(inches).total(faces))
