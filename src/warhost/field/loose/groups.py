"""Groups of bases with what is quickly told of them: most questions about two groups are answered without measuring."""

from __future__ import annotations

from math import hypot

from warhost.field.ground.boxes import Box, box_of
from warhost.field.loose.bodies import gap_between
from warhost.field.loose.cohesion import Bases
from warhost.table import Circle

_EPS = 1e-6


class Group:
    """Bases that never change, with a circle and an upright box about all of them.

    The centre of the circle is that of the first base: it is quick to find, and not the smallest. Of no bases it is a
    point, and there is no box.
    """

    __slots__ = ("_box", "bases", "circle")

    def __init__(self, bases: Bases) -> None:
        self.bases = bases
        self._box: Box | None = None
        if bases:
            x, y = bases[0].x, bases[0].y
            self.circle = Circle(x, y, max([hypot(base.x - x, base.y - y) + base.radius for base in bases]))
        else:
            self.circle = Circle(0.0, 0.0, 0.0)

    @property
    def box(self) -> Box:
        """Made when somebody asks for it."""
        if self._box is None:
            self._box = box_of(self.bases)
        return self._box


def groups_within(one: Group, other: Group, inches: float) -> bool:
    """Whether the closest bases of two groups are so near; mostly the circles or the first bases tell."""
    a, b = one.circle, other.circle
    far = hypot(a.x - b.x, a.y - b.y)
    if not one.bases or not other.bases or far - a.radius - b.radius > inches:
        return False
    if far - one.bases[0].radius - other.bases[0].radius <= inches:
        return True
    near = _reaching(one.bases, b, inches)
    close = _reaching(other.bases, a, inches) if near else ()
    return bool(close) and gap_between(near, close) <= inches


def _reaching(bases: Bases, circle: Circle, inches: float) -> Bases:
    """Those of some bases that are so near to a circle: the others are still farther from whatever is in it."""
    x, y, far = circle.x, circle.y, circle.radius + inches + _EPS
    return tuple([base for base in bases if hypot(base.x - x, base.y - y) <= far + base.radius])
