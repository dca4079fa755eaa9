"""Sight against lines that are tried one by one: what they find is seen, and where sight is blocked they find none."""

from __future__ import annotations

from random import Random

import pytest

from tests.kings_of_war.harness import Table, draw, unit
from warhost.rulesets.kings_of_war.core import DOUBT, field_of, footprint, sight, values
from warhost.table import Point, Rect, contains_point, grown, segment_crosses

MARGIN = 1.2 * DOUBT
"""A little more than what is in doubt."""

STEPS = 24


def random_table(seed: int) -> Table:
    """Two units that may see each other, and units and woods between them."""
    luck = Random(seed)
    pieces = "".join(
        f" wood {luck.uniform(20, 40):.2f},{luck.uniform(9, 27):.2f} {luck.uniform(1, 7):.2f}x{luck.uniform(1, 6):.2f}"
        for _ in range(luck.randint(0, 3))
    )
    units = ["Viewer at 30,10", f"Target at {luck.uniform(22, 38):.2f},26 face {luck.uniform(120, 240):.1f}"]
    for number in range(luck.randint(0, 4)):
        x, y, facing = 20 + 6 * number + luck.uniform(0, 2), luck.uniform(14, 21), luck.uniform(0, 89)
        units.append(f"U{number} at {x:.2f},{y:.2f} face {facing:.1f}")
    made = {part.split(" at ")[0]: unit(size=luck.choice(["troop", "regiment"])) for part in units}
    return draw(f"72x48{pieces} | " + " | ".join(units), None, **made)


def spread(a: Point, b: Point, count: int) -> list[Point]:
    return [(a[0] + (b[0] - a[0]) * share / count, a[1] + (b[1] - a[1]) * share / count) for share in range(count + 1)]


def tried(table: Table, margin: float) -> bool:
    """Whether one of many lines is free, with everything in the way that much larger."""
    battle, viewer, target = table.battle, table.unit("Viewer"), table.unit("Target")
    own, goal, field = footprint(battle, viewer), footprint(battle, target), field_of(battle)
    height = max(values.height(battle, viewer), values.height(battle, target))
    units = [grown(body.shape, margin) for body in field.bodies if body.id not in (viewer.id, target.id)]
    woods = [piece.shape for piece in field.terrain.pieces if piece.height >= height]
    corners = goal.corners
    ends = [point for number in range(4) for point in spread(corners[number - 1], corners[number], STEPS // 2)]
    ends.append((goal.x, goal.y))
    for start in spread(own.corners[0], own.corners[1], STEPS):
        for end in ends:
            if (end[0] - start[0]) * own.fx + (end[1] - start[1]) * own.fy <= 0.01:
                continue
            if any(segment_crosses(shape, start, end) for shape in units):
                continue
            if not any(_hides(wood, margin, start, end) for wood in woods):
                return True
    return False


def _hides(wood: Rect, margin: float, start: Point, end: Point) -> bool:
    if contains_point(wood, *start) or contains_point(wood, *end):
        return False
    return segment_crosses(grown(wood, margin), start, end)


@pytest.mark.rule("kow.los.line")
@pytest.mark.rule("kow.terrain.los_target_inside")
@pytest.mark.rule("kow.terrain.los_viewer_inside")
@pytest.mark.parametrize("seed", range(60))
def test_sight_agrees_with_lines_that_are_tried(seed: int) -> None:
    table = random_table(seed)
    viewer, target = table.unit("Viewer"), table.unit("Target")
    own, goal = footprint(table.battle, viewer), footprint(table.battle, target)
    found = sight.sees(table.battle, viewer, target)
    if not sight.in_arc(own, goal):
        assert found == "blocked"
    elif found == "blocked":
        assert not tried(table, -MARGIN)
    elif tried(table, MARGIN):
        assert found == "free"
