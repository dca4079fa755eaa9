"""Rows, heroes in rows, and what a unit covers of the table."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.regiments.harness import Table, carried_out, draw, models, regiment
from warhost.play.battle import battle_hash
from warhost.rulesets.regiments.chapters.wounds.damage import automatic_wounds
from warhost.rulesets.regiments.core import (
    HERO,
    Unit,
    files_of,
    footprint,
    gap_between,
    perimeter,
    recount,
    troopers,
    width_of,
)
from warhost.rulesets.regiments.shown.survey import survey
from warhost.table import Pose, Rect, from_local, overlaps, touches


def rows_of(table: Table, name: str) -> list[int]:
    """How many models stand in each row."""
    count = Counter(trooper.rank for trooper in troopers(table.battle, table.unit(name)))
    return [count[rank] for rank in sorted(count)]


def lose(table: Table, name: str, models_lost: int) -> Unit:
    unit = table.unit(name)
    recount(table.battle, unit, (unit.left[0] - models_lost, *unit.left[1:]), unit.hero)
    return unit


def front_left(shape: Rect) -> tuple[float, float]:
    return (round(shape.corners[0][0], 6), round(shape.corners[0][1], 6))


@pytest.mark.rule("aofr.formation.five_wide")
@pytest.mark.parametrize(("size", "rows"), [(5, [5]), (10, [5, 5]), (20, [5, 5, 5, 5]), (15, [5, 5, 5])])
def test_five_or_ten_models_stand_five_wide(size: int, rows: list[int]) -> None:
    table = draw("Pikes at 18,10", Pikes=regiment(size))
    assert rows_of(table, "Pikes") == rows


@pytest.mark.rule("aofr.formation.three_wide")
@pytest.mark.parametrize(("size", "rows"), [(3, [3]), (6, [3, 3]), (9, [3, 3, 3]), (4, [3, 1])])
def test_three_or_six_models_stand_three_wide(size: int, rows: list[int]) -> None:
    table = draw("Ogres at 18,10", Ogres=regiment(size))
    assert rows_of(table, "Ogres") == rows


@pytest.mark.rule("aofr.formation.five_wide", "aofr.formation.three_wide")
def test_the_width_is_fixed_by_the_size_and_for_combined_units_by_one_half() -> None:
    assert [width_of(size) for size in (1, 2, 7, 8, 12)] == [1, 2, 5, 5, 3]
    assert files_of(regiment(6, combined=True)) == 3
    assert files_of(regiment(20, combined=True)) == 5
    table = draw("Pikes at 18,10", Pikes=regiment(10))
    lose(table, "Pikes", 7)
    assert table.unit("Pikes").files == 5
    assert rows_of(table, "Pikes") == [3]


@pytest.mark.rule("aofr.formation.contact", "aofr.formation.aligned")
def test_models_touch_their_neighbours_and_face_the_same_way() -> None:
    table = draw("Pikes at 18,10 face 30", Pikes=regiment(10))
    bases = {(t.rank, t.file): t.base for t in troopers(table.battle, table.unit("Pikes"))}
    assert {base.facing for base in bases.values()} == {30.0}
    for (rank, file), base in bases.items():
        right, behind = bases.get((rank, file + 1)), bases.get((rank + 1, file))
        for neighbour, corners in ((right, (1, 0)), (behind, (3, 0))):
            if neighbour is not None:
                assert touches(base, neighbour)
                assert base.corners[corners[0]] == pytest.approx(neighbour.corners[corners[1]])


@pytest.mark.rule("aofr.formation.last_row_short")
def test_losses_shorten_only_the_last_row_from_its_right_and_the_front_stays() -> None:
    table = draw("Pikes at 18,10", Pikes=regiment(10))
    before = front_left(table.footprint("Pikes"))
    unit = lose(table, "Pikes", 2)
    assert rows_of(table, "Pikes") == [5, 3]
    last = [t for t in troopers(table.battle, unit) if t.rank == 1]
    assert [t.file for t in last] == [0, 1, 2]
    assert table.footprint("Pikes").depth == pytest.approx(2.0)
    lose(table, "Pikes", 3)
    assert rows_of(table, "Pikes") == [5]
    assert front_left(table.footprint("Pikes")) == before
    lose(table, "Pikes", 2)
    assert table.footprint("Pikes").width == pytest.approx(3.0)
    assert front_left(table.footprint("Pikes")) == before


@pytest.mark.rule("aofr.measure.unit_to_unit")
def test_units_are_as_far_apart_as_their_closest_models() -> None:
    table = draw("Pikes at 18,10 | Riders at 18,19 face 180", Pikes=regiment(10), Riders=regiment(1))
    assert gap_between(table.battle, table.unit("Pikes"), table.unit("Riders")) == pytest.approx(7.5)
    behind = draw("Pikes at 18,20 | Scouts at 20,16", Pikes=regiment(10), Scouts=regiment(1))
    battle = behind.battle
    assert gap_between(battle, behind.unit("Pikes"), behind.unit("Scouts")) == pytest.approx(2.5)
    lose(behind, "Pikes", 4)
    # Only the left place of the last row is filled now: the front row's right end is the nearest.
    assert gap_between(battle, behind.unit("Pikes"), behind.unit("Scouts")) == pytest.approx(3.5)


@pytest.mark.rule("aofr.measure.model_to_model")
def test_models_are_measured_from_edge_to_edge() -> None:
    table = draw("Hero at 10,10 | Giant at 10,15 face 180", Hero=regiment(1), Giant=regiment(1))
    assert gap_between(table.battle, table.unit("Hero"), table.unit("Giant")) == pytest.approx(4.0)


@pytest.mark.rule("aofr.measure.no_base")
def test_a_model_without_a_base_is_measured_from_its_hull() -> None:
    table = draw("Wagon at 10,10 | Giant at 10,18.5 face 180", Wagon=regiment(1, base=(2, 4)), Giant=regiment(1))
    assert gap_between(table.battle, table.unit("Wagon"), table.unit("Giant")) == pytest.approx(6.0)


@pytest.mark.rule("aofr.measure.any_time")
def test_measuring_is_free_at_any_time() -> None:
    table = draw("Hero at 10,10 | Giant at 10,15 face 180", Hero=regiment(1), Giant=regiment(1))
    before = battle_hash(table.battle)
    assert table.battle.acting is None
    assert gap_between(table.battle, table.unit("Giant"), table.unit("Hero")) == pytest.approx(4.0)
    assert survey(table.battle, table.unit("Hero"), Pose(30.0, 30.0, 90.0)).pose == Pose(30.0, 30.0, 90.0)
    assert battle_hash(table.battle) == before


@pytest.mark.rule("aofr.formation.hero_slot")
def test_a_joined_hero_counts_as_the_first_model_of_the_front_row() -> None:
    captain = regiment(1, rules=["Hero", "Tough(3)"], base=(2, 2))
    table = draw("Pikes at 18,10", Pikes=regiment(10, hero=captain))
    assert rows_of(table, "Pikes") == [5, 5, 1]
    first = troopers(table.battle, table.unit("Pikes"))[0]
    assert (first.group, first.rank, first.file) == (HERO, 0, 0)
    assert (first.base.width, first.base.depth) == pytest.approx((1.0, 1.0))
    assert first.base.corners[0] == pytest.approx(table.footprint("Pikes").corners[0])


@pytest.mark.rule("aofr.formation.hero_displaces")
def test_a_hero_that_fits_sends_the_model_in_its_place_to_the_back() -> None:
    captain = regiment(1, rules=["Hero"])
    table = draw("Pikes at 18,10", Pikes=regiment(5, hero=captain))
    assert rows_of(table, "Pikes") == [5, 1]
    assert [t.group for t in troopers(table.battle, table.unit("Pikes")) if t.rank == 0] == [HERO, 0, 0, 0, 0]
    assert table.footprint("Pikes").depth == pytest.approx(2.0)


@pytest.mark.rule("aofr.formation.hero_slot", "aofr.formation.hero_displaces")
def test_command_models_stand_right_after_the_hero() -> None:
    groups = [models(1, rules=["Sergeant"]), models(9)]
    table = draw("Pikes at 18,10", Pikes=regiment(groups=groups, hero=regiment(1, rules=["Hero"])))
    assert [t.group for t in troopers(table.battle, table.unit("Pikes"))][:3] == [HERO, 0, 1]


@pytest.mark.rule("aofr.formation.hero_oversize")
def test_an_oversize_hero_beside_the_unit_is_left_out_of_its_shape() -> None:
    plain = draw("Pikes at 18,10", Pikes=regiment(10))
    captain = regiment(1, rules=["Hero"], base=(2, 2))
    table = draw("Pikes at 18,10", Pikes=regiment(10, hero=captain))
    assert table.footprint("Pikes") == plain.footprint("Pikes")
    assert perimeter(table.battle, table.unit("Pikes")) == (plain.footprint("Pikes"),)


@pytest.mark.rule("aofr.formation.hero_displaces", "aofr.formation.hero_oversize")
@pytest.mark.parametrize(
    ("base", "depth"), [((1.0, 1.0), 2.0), ((0.8, 1.0), 2.0), ((1.0, 1.2), 1.2), ((1.2, 1.0), 1.0)]
)
def test_a_hero_stands_in_the_rows_only_if_its_base_fits_both_ways(base: tuple[float, float], depth: float) -> None:
    # In the rows it sends a model into a second one; beside them the unit is as deep as the deeper of the two.
    table = draw("Pikes at 18,10", Pikes=regiment(5, hero=regiment(1, rules=["Hero"], base=base)))
    assert table.footprint("Pikes").depth == pytest.approx(depth)


@pytest.mark.rule("aofr.formation.hero_oversize_last_row")
@pytest.mark.parametrize(("lost", "parts"), [(4, [(5.0, 1.0), (1.0, 1.0)]), (5, [(2.0, 2.0), (5.0, 1.0)])])
def test_an_oversize_hero_counts_from_when_one_row_is_left(lost: int, parts: list[tuple[float, float]]) -> None:
    captain = regiment(1, rules=["Hero"], base=(2, 2))
    table = draw("Pikes at 18,10", Pikes=regiment(10, hero=captain))
    unit = lose(table, "Pikes", lost)
    assert [(part.width, part.depth) for part in perimeter(table.battle, unit)] == [pytest.approx(p) for p in parts]


@pytest.mark.rule("aofr.formation.hero_oversize_last_row")
def test_an_oversize_hero_stands_at_the_left_of_the_row_with_its_front_in_line() -> None:
    captain = regiment(1, rules=["Hero"], base=(2, 3))
    table = draw("Pikes at 18,10", Pikes=regiment(10, hero=captain))
    hero, row = perimeter(table.battle, lose(table, "Pikes", 6))
    left, front = front_left(table.footprint("Pikes"))
    assert (front_left(hero), front_left(row)) == ((left, front), (left + 2.0, front))
    assert (hero.depth, row.width) == pytest.approx((3.0, 4.0))


@pytest.mark.rule("aofr.formation.hero_oversize_last_row")
def test_an_oversize_hero_counts_beside_beside_the_last_row() -> None:
    captain = regiment(1, rules=["Hero"], base=(2, 2))
    table = draw("Pikes at 18,10", Pikes=regiment(10, hero=captain))
    row = front_left(table.footprint("Pikes"))
    unit = lose(table, "Pikes", 6)
    shape = table.footprint("Pikes")
    assert (shape.width, shape.depth) == pytest.approx((6.0, 2.0))
    # The row stays where it was, the hero stands flush at its left end.
    assert front_left(shape) == (row[0] - 2.0, row[1])
    hero, first, *_ = troopers(table.battle, unit)
    assert (hero.base.width, hero.base.depth) == pytest.approx((2.0, 2.0))
    assert front_left(first.base) == row
    lose(table, "Pikes", 4)
    alone = table.footprint("Pikes")
    assert (alone.width, alone.depth) == pytest.approx((2.0, 2.0))
    assert front_left(alone) == (row[0] - 2.0, row[1])


@pytest.mark.rule("aofr.formation.hero_oversize_last_row")
def test_a_hero_that_begins_to_count_gives_way_to_who_stands_there() -> None:
    captain = regiment(1, rules=["Hero"], base=(2, 2))
    table = draw("Pikes at 18,10 | Bows at 13.5,10", Pikes=regiment(10, hero=captain), Bows=regiment(1))
    lose(table, "Pikes", 6)
    one, other = table.footprint("Pikes"), table.footprint("Bows")
    assert one.width == pytest.approx(6.0)
    assert not overlaps(one, other)
    # Down to three the row with the hero is as wide as the unit was, but stands further left.
    again = draw("Pikes at 18,10 | Bows at 13.5,10", Pikes=regiment(10, hero=captain), Bows=regiment(1))
    lose(again, "Pikes", 7)
    assert not overlaps(again.footprint("Pikes"), again.footprint("Bows"))


@pytest.mark.rule("aofr.general.unit_definition")
def test_a_lone_model_is_a_unit_and_a_unit_without_models_is_gone() -> None:
    table = draw("Giant at 18,10 | Pikes at 30,10", Giant=regiment(1, rules=["Tough(6)"]), Pikes=regiment(5))
    assert table.unit("Giant").models == 1
    assert len(troopers(table.battle, table.unit("Giant"))) == 1
    assert len(troopers(table.battle, table.unit("Pikes"))) == 5
    carried_out(automatic_wounds(table.battle, table.unit("Pikes"), 5))
    assert table.unit("Pikes").models == 0
    assert table.unit("Pikes").pose is None


def test_a_short_last_row_leaves_its_right_side_free() -> None:
    table = draw("Pikes at 18,10 face 90", Pikes=regiment(8))
    whole, short = perimeter(table.battle, table.unit("Pikes"))
    shape = footprint(table.battle, table.unit("Pikes"))
    assert (whole.width, whole.depth) == pytest.approx((5.0, 1.0))
    assert (short.width, short.depth) == pytest.approx((3.0, 1.0))
    assert (short.x, short.y) == pytest.approx(from_local(shape, -1.0, -0.5))
