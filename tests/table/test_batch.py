"""Many poses at once give what the exact functions give one by one."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.table.shapes_at_random import facings, neighbours, places, rects, sizes
from warhost.table import Rect, arc_of, distance, on_board, overlap_depth, overlaps, rect
from warhost.table.batch import (
    ARCS,
    Poses,
    arcs_of_point,
    arcs_of_points,
    corners,
    distances,
    keep,
    on_board_mask,
    overlap_depths,
    overlap_mask,
    poses,
    rect_of,
)

triples = st.lists(st.tuples(places, places, facings), min_size=1, max_size=12)


def many(of: list[tuple[float, float, float]], width: float, depth: float) -> tuple[Poses, list[Rect]]:
    xs, ys, turns = zip(*of, strict=True)
    return poses(xs, ys, turns, width, depth), [rect(x, y, turn, width, depth) for x, y, turn in of]


@given(triples, sizes, sizes, rects)
def test_poses_at_once_agree_with_rectangles_one_by_one(
    of: list[tuple[float, float, float]], width: float, depth: float, other: Rect
) -> None:
    batch, shapes = many(of, width, depth)
    assert len(batch) == len(shapes)
    assert corners(batch) == pytest.approx(np.asarray([shape.corners for shape in shapes]), abs=1e-9)
    assert distances(batch, other) == pytest.approx([distance(shape, other) for shape in shapes], abs=1e-7)
    depths = [overlap_depth(shape, other) for shape in shapes]
    assert overlap_depths(batch, other) == pytest.approx(depths, abs=1e-9)
    assert [rect_of(batch, i) for i in range(len(shapes))] == shapes


@given(st.lists(neighbours(), min_size=1, max_size=6))
def test_near_touches_agree_too(of: list[tuple[Rect, Rect]]) -> None:
    for mover, target in of:
        batch = poses(mover.x, mover.y, mover.facing, mover.width, mover.depth)
        assert distances(batch, target) == pytest.approx([distance(mover, target)], abs=1e-7)
        assert overlap_depths(batch, target) == pytest.approx([overlap_depth(mover, target)], abs=1e-9)


def test_masks_and_arcs_agree_on_a_grid() -> None:
    grid = [(x / 2, y / 2, turn) for x in range(-2, 30, 3) for y in range(-2, 30, 3) for turn in (0.0, 33.0, 90.0)]
    batch, shapes = many(grid, 4, 2)
    other = rect(6, 7, 20, 3, 5)
    on = on_board_mask(batch, 14, 14)
    assert on.tolist() == [on_board(shape, 14, 14) for shape in shapes]
    assert 0 < on.sum() < len(shapes)
    over = overlap_mask(batch, other)
    assert over.tolist() == [overlaps(shape, other) for shape in shapes]
    assert 0 < over.sum() < len(shapes)
    seen = [ARCS[i] for i in arcs_of_point(batch, 5.1, 6.2)]
    assert seen == [arc_of(shape, 5.1, 6.2) for shape in shapes]
    assert set(seen) == set(ARCS)
    lying = [ARCS[i] for i in arcs_of_points(other, batch.x, batch.y)]
    assert lying == [arc_of(other, shape.x, shape.y) for shape in shapes]
    assert len(keep(batch, on)) == on.sum()
    assert on_board_mask(keep(batch, on), 14, 14).all()


def test_the_edge_of_the_board_belongs_to_it() -> None:
    batch = poses([2, 1.99, 12, 12.01], 1, 0, 4, 2)
    assert on_board_mask(batch, 14, 14).tolist() == [True, False, True, False]


def test_one_number_goes_with_every_pose() -> None:
    batch = poses([1, 2, 3], 5, 90, 4, 2)
    assert [(shape.x, shape.y, shape.facing) for shape in (rect_of(batch, i) for i in range(3))] == [
        (1, 5, 90),
        (2, 5, 90),
        (3, 5, 90),
    ]


def test_the_table_itself_does_without_numpy() -> None:
    code = "import sys, warhost.table; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
