"""Ranks and files: the shapes of ranks, who leaves a block, who takes wounds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warhost.field.ranks import (
    Formation,
    Grown,
    Ranks,
    Wounded,
    from_front_left,
    narrowed,
    one_more,
    part_of,
    parts_of,
    rank_shape,
    shortened,
    without_rear_ranks,
)
from warhost.table import Arc, Pose, block, contains_rect, in_last_rank, polygon_area, ranks_of, rect

counts = st.integers(1, 24)
widths = st.integers(1, 6)


@given(counts, widths, st.integers(0, 5), st.floats(0, 360))
def test_a_rank_covers_the_bases_of_its_models(count: int, files: int, rear_from: int, facing: float) -> None:
    files = min(files, count)
    deep = ranks_of(count, files)
    rear_from = min(rear_from, files - in_last_rank(count, files)) if deep > 1 else 0
    models = block(Pose(5.0, 7.0, facing), count, files, rear_from, 0.8, 1.2)
    whole = rect(5.0, 7.0, facing, files * 0.8, deep * 1.2)
    for rank in range(deep):
        row = [model.base for model in models if model.rank == rank]
        shape = rank_shape(whole, rank, count, files, rear_from)
        assert all(contains_rect(shape, base) for base in row)
        assert shape.width * shape.depth == pytest.approx(len(row) * 0.8 * 1.2)


@given(counts, widths, st.floats(0, 360))
def test_parts_cover_the_bases_and_nothing_else(count: int, files: int, facing: float) -> None:
    files = min(files, count)
    deep = ranks_of(count, files)
    whole = rect(5.0, 7.0, facing, files * 0.8, deep * 1.2)
    parts = parts_of(whole, count, files, 0.8, 1.2)
    assert sum(polygon_area(part.corners) for part in parts) == pytest.approx(count * 0.8 * 1.2)
    for model in block(Pose(5.0, 7.0, facing), count, files, 0, 0.8, 1.2):
        assert any(contains_rect(part, model.base) for part in parts)


def test_a_part_is_measured_from_the_left_and_from_the_front() -> None:
    whole = rect(10.0, 10.0, 180.0, 6.0, 4.0)
    assert part_of(whole, 0.0, 0.0, 2.0, 1.0).corners[0] == whole.corners[0]
    assert part_of(whole, 4.0, 3.0, 2.0, 1.0).corners[2] == whole.corners[2]
    assert from_front_left(whole.corners[0], whole, 6.0, 4.0) == whole


@pytest.mark.parametrize(
    ("models", "files", "lost", "left", "gone", "rest"),
    [
        (12, 5, 2, 10, 1, 0),
        (12, 5, 1, 12, 0, 1),
        (12, 5, 8, 5, 2, 1),
        (10, 5, 5, 5, 1, 0),
        (10, 5, 9, 5, 1, 4),
        (5, 5, 3, 5, 0, 3),
        (3, 1, 2, 1, 2, 0),
    ],
)
def test_whole_ranks_leave_from_the_rear_and_the_front_rank_stays(
    models: int, files: int, lost: int, left: int, gone: int, rest: int
) -> None:
    after, ranks, more = without_rear_ranks(Ranks(models, files), lost)
    assert (after.models, ranks, more) == (left, gone, rest)


@given(counts, widths, st.integers(0, 24))
def test_nobody_is_lost_twice_or_spared(models: int, files: int, lost: int) -> None:
    files = min(files, models)
    after, _, more = without_rear_ranks(Ranks(models, files, 0), lost)
    assert models - after.models + more == lost
    assert after.models >= files
    assert more < in_last_rank(after.models, files) or ranks_of(after.models, files) == 1


def test_a_short_rank_keeps_what_is_worth_most_then_its_middle() -> None:
    full = Ranks(10, 5)
    assert shortened(full, 2, lambda way: 0) == Ranks(8, 5, 1)
    assert shortened(full, 1, lambda way: 0) == Ranks(9, 5, 0)
    assert shortened(full, 3, lambda way: way.rear_from == 3) == Ranks(7, 5, 3)
    assert shortened(Ranks(8, 5, 2), 1, lambda way: 0) == Ranks(7, 5, 2)


def test_a_single_rank_shrinks_evenly_from_both_ends_unless_one_is_worth_more() -> None:
    assert [narrowed(count) for count in range(5)] == [0, 0, 1, 1, 2]
    assert [narrowed(count, lambda left: 0) for count in range(5)] == [0, 0, 1, 1, 2]
    assert narrowed(4, lambda left: left) == 4
    assert narrowed(4, lambda left: -abs(left - 1)) == 1


class Plain(Wounded):
    """Soldiers fall first, then whoever has most wounds; the champion, kind 2, is last."""

    def __init__(self, left: dict[int, int], tough: dict[int, int]) -> None:
        self.left, self.tough, self.wounds = left, tough, {}

    def turn(self, kind: int) -> tuple[bool, int, int]:
        return kind == 2, -self.wounds.get(kind, 0), kind


def test_wounds_go_on_one_model_until_it_falls_and_then_on_the_next() -> None:
    unit = Plain({0: 2, 1: 2, 2: 1}, {0: 1, 1: 3, 2: 3})
    unit.hurt_in_turn(3)
    assert (unit.left, unit.wounds[1], unit.taken) == ({0: 0, 1: 2, 2: 1}, 1, 3)
    assert (unit.next(), unit.life(1), unit.lives(1)) == (1, 2, 5)
    assert unit.hurt(1, 5) == 2
    assert (unit.left[1], unit.wounds[1]) == (1, 0)
    unit.hurt_in_turn(99)
    assert (unit.left, unit.next(), unit.taken) == ({0: 0, 1: 0, 2: 0}, None, 11)


@given(st.integers(0, 5), st.integers(0, 4), st.integers(1, 4), st.lists(st.integers(1, 6), max_size=8))
def test_no_wound_is_counted_that_nobody_took(soldiers: int, ogres: int, tough: int, volleys: list[int]) -> None:
    unit = Plain({0: soldiers, 1: ogres}, {0: 1, 1: tough})
    whole = soldiers + ogres * tough
    for wounds in volleys:
        unit.hurt_in_turn(wounds)
        assert unit.taken + unit.lives(0) + unit.lives(1) == whole
    assert unit.taken == min(whole, sum(volleys))


@pytest.mark.parametrize(
    ("ranks", "most_files", "found"),
    [
        (Ranks(7, 5), 5, [Grown(Ranks(8, 5))]),
        (Ranks(7, 5, 3), 5, [Grown(Ranks(8, 5, 2))]),
        (Ranks(10, 5), 5, [Grown(Ranks(11, 5), ahead=-0.5)]),
        (Ranks(5, 5), 5, [Grown(Ranks(6, 5), ahead=-0.5)]),
        (Ranks(3, 3), 5, [Grown(Ranks(4, 4), right=0.5), Grown(Ranks(4, 4), right=-0.5)]),
    ],
)
def test_one_model_more_joins_the_last_rank_the_ends_of_a_single_one_or_a_new_one(
    ranks: Ranks, most_files: int, found: list[Grown]
) -> None:
    assert list(one_more(ranks, most_files)) == found


def test_a_formation_is_as_wide_and_deep_as_its_bases() -> None:
    seven = Formation(Ranks(7, 5, 1), 0.8, 1.2)
    assert seven.shape == rect(0.0, 0.0, 0.0, 5 * 0.8, 2 * 1.2)
    assert [seven.step(side) for side in (Arc.FRONT, Arc.REAR, Arc.LEFT, Arc.RIGHT)] == [0.8, 0.8, 1.2, 1.2]
    # Its front looks like that of any five; the other sides tell the ranks behind.
    assert seven.out_of(Arc.FRONT) == Formation(Ranks(5, 5), 0.8, 1.2)
    assert [seven.out_of(side) for side in (Arc.REAR, Arc.LEFT, Arc.RIGHT)] == [seven] * 3


def test_full_ranks_are_one_part_and_a_short_one_is_another() -> None:
    whole = rect(5.0, 7.0, 30.0, 5.0, 2.0)
    assert parts_of(whole, 10, 5, 1.0, 1.0) == (whole,)
    single = rect(5.0, 7.0, 30.0, 5.0, 1.0)
    assert parts_of(single, 5, 5, 1.0, 1.0) == (single,)
    assert parts_of(single, 3, 5, 1.0, 1.0) == (single,)
    assert [part.depth for part in parts_of(whole, 7, 5, 1.0, 1.0)] == [1.0, 1.0]


@given(st.floats(0, 360), st.floats(0.5, 6), st.floats(0.5, 4))
def test_a_rectangle_hangs_at_its_front_left_corner(facing: float, width: float, depth: float) -> None:
    like = rect(5.0, 7.0, facing, 1.0, 1.0)
    hung = from_front_left((3.0, 4.0), like, width, depth)
    assert hung.corners[0] == pytest.approx((3.0, 4.0))
    assert (hung.width, hung.depth, hung.facing) == (width, depth, like.facing)


def test_a_short_rank_that_is_shortened_stays_nearest_to_the_middle() -> None:
    # Two of three stay: left of the middle, as it is as far as on the right.
    assert shortened(Ranks(13, 5, 0), 1, lambda way: 0) == Ranks(12, 5, 1)
    assert shortened(Ranks(13, 5, 2), 1, lambda way: 0) == Ranks(12, 5, 2)
    assert shortened(Ranks(14, 5, 0), 3, lambda way: 0) == Ranks(11, 5, 2)
    # It never stands beyond where it stood.
    assert shortened(Ranks(10, 5), 3, lambda way: way.rear_from) == Ranks(7, 5, 3)
    assert shortened(Ranks(13, 5, 1), 1, lambda way: way.rear_from) == Ranks(12, 5, 2)
    assert shortened(Ranks(13, 5, 1), 1, lambda way: -way.rear_from) == Ranks(12, 5, 1)


def test_who_is_not_there_has_no_life() -> None:
    unit = Plain({0: 2, 1: 0}, {0: 2, 1: 3, 2: 4})
    assert (unit.life(0), unit.lives(0)) == (2, 4)
    assert (unit.life(1), unit.lives(1), unit.life(2), unit.lives(2)) == (0, 0, 0, 0)
    unit.wounds = {0: 1, 1: 2}
    assert (unit.life(0), unit.lives(0), unit.life(1), unit.lives(1)) == (1, 3, 0, 0)
    # Nobody of that kind is left: nothing is taken, and nobody falls.
    assert unit.hurt(1, 2) == 0
    assert unit.left[1] == 0
    empty = Plain({0: 0}, {0: 0})
    assert empty.hurt(0, 1) == 0
    assert empty.left == {0: 0}
