"""Random rectangles for property tests: loose, aligned, and almost touching each other."""

from __future__ import annotations

import math

from hypothesis import strategies as st
from shapely import Polygon, affinity

from warhost.table import Arc, Point, Rect, flush_side, rect, slide

places = st.one_of(st.floats(-12, 12, allow_nan=False), st.integers(-12, 12).map(float))
facings = st.one_of(st.floats(0, 360, exclude_max=True), st.sampled_from([0.0, 30.0, 45.0, 90.0, 135.0, 180.0, 270.0]))
sizes = st.one_of(st.floats(0.5, 8), st.sampled_from([1.0, 2.0, 4.0]))
sides = st.sampled_from(list(Arc))
rects = st.builds(rect, places, places, facings, sizes, sizes)

hairs = st.sampled_from([0.0, 1e-9, -1e-9, 0.0005, -0.0005, 0.0015, -0.0015, 0.01, -0.01])


@st.composite
def neighbours(draw: st.DrawFn) -> tuple[Rect, Rect]:
    """Two rectangles edge to edge or nearly so, a hair apart or a hair into each other."""
    target = draw(rects)
    side = draw(sides)
    offset = draw(st.floats(-6, 6))
    mover = flush_side(draw(rects), draw(sides), target, side, offset)
    angle = math.radians(target.facing) + math.radians({"front": 0, "right": 90, "rear": 180, "left": 270}[side])
    mover = slide(mover, draw(hairs), (math.sin(angle), math.cos(angle)))
    tilt = draw(st.sampled_from([0.0, 1e-7, 0.01, -0.01, 3.0]))
    return rect(mover.x, mover.y, mover.facing + tilt, mover.width, mover.depth), target


pairs = st.one_of(st.tuples(rects, rects), neighbours())


def solid(shape: Rect) -> Polygon:
    """The same rectangle for Shapely, built by its own turning and shifting."""
    half_width, half_depth = shape.width / 2, shape.depth / 2
    box = Polygon(
        [(-half_width, half_depth), (half_width, half_depth), (half_width, -half_depth), (-half_width, -half_depth)]
    )
    return affinity.translate(affinity.rotate(box, -shape.facing, origin=(0, 0)), shape.x, shape.y)


def solid_polygon(corners: list[Point]) -> Polygon:
    return Polygon(corners)


def close(a: float, b: float, slack: float = 1e-7) -> bool:
    return math.isclose(a, b, rel_tol=slack, abs_tol=slack)
