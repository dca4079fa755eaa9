"""Arcs, line of sight and cover."""

from __future__ import annotations

from math import inf

import pytest

from tests.regiments.fights import clash, volley
from tests.regiments.harness import Table, draw, regiment
from warhost.rulesets.regiments.core import Trooper, arc_at, base_sees, cover, look, troopers, unit_sees
from warhost.table import Arc, direction, rect

ONE = regiment(1)
TEN = regiment(10)
POINT = rect(0.0, 0.0, 0.0, 1e-6, 1e-6)


def watchers(table: Table, unit: str, target: str, reach: float = inf) -> list[Trooper]:
    """The models of a unit that see a model of the target within reach."""
    view = look(table.battle, table.unit(unit), table.unit(target))
    return [t for t in troopers(table.battle, table.unit(unit)) if base_sees(t.base, view, reach)]


def sees(table: Table, viewer: str, target: str) -> bool:
    return unit_sees(table.battle, table.unit(viewer), table.unit(target))


def arc_of_bearing(degrees: float) -> Arc:
    x, y = direction(degrees)
    return arc_at(POINT, 10 * x, 10 * y)


def in_cover(table: Table, indirect: bool = False) -> bool:
    return cover(table.battle, table.unit("Bows"), table.unit("Pikes"), indirect)


@pytest.mark.rule("aofr.facing.quadrants")
def test_the_space_around_a_unit_is_cut_into_four_arcs_at_its_corners() -> None:
    shape = rect(10.0, 10.0, 0.0, 5.0, 2.0)
    assert arc_at(shape, 10, 20) is Arc.FRONT
    assert arc_at(shape, 20, 10) is Arc.RIGHT
    assert arc_at(shape, 0, 10) is Arc.LEFT
    assert arc_at(shape, 10, 0) is Arc.REAR
    # The ray starts at the corner (12.5, 11), not at the centre.
    assert arc_at(shape, 15.4, 14) is Arc.FRONT
    assert arc_at(shape, 15.6, 14) is Arc.RIGHT
    assert arc_at(shape, 15.4, 6) is Arc.REAR
    assert arc_at(shape, 15.6, 6) is Arc.RIGHT
    # However near, what is before the front edge is in front, and what is behind the rear edge is in the rear.
    assert arc_at(shape, 10, 11.1) is Arc.FRONT
    assert arc_at(shape, 10, 8.9) is Arc.REAR
    narrow = rect(10.0, 10.0, 0.0, 0.5, 4.0)
    assert [arc_at(narrow, x, 10) for x in (9.6, 10.4)] == [Arc.LEFT, Arc.RIGHT]


@pytest.mark.rule("aofr.facing.front")
def test_the_front_arc_reaches_45_degrees_to_both_sides() -> None:
    assert [arc_of_bearing(b) for b in (0, 44, -44, 45)] == [Arc.FRONT] * 4
    assert arc_of_bearing(46) is Arc.RIGHT
    assert arc_of_bearing(-46) is Arc.LEFT


@pytest.mark.rule("aofr.facing.flank")
def test_the_flanks_reach_from_45_to_135_degrees() -> None:
    assert [arc_of_bearing(b) for b in (46, 90, 134, 135)] == [Arc.RIGHT] * 4
    assert [arc_of_bearing(b) for b in (-90, -120)] == [Arc.LEFT] * 2


@pytest.mark.rule("aofr.facing.rear")
def test_the_rear_lies_beyond_135_degrees() -> None:
    assert [arc_of_bearing(b) for b in (150, 180, -150, 136)] == [Arc.REAR] * 4
    assert arc_of_bearing(134) is Arc.RIGHT


@pytest.mark.rule("aofr.los.front_arc")
def test_a_model_sees_only_in_its_front_arc() -> None:
    line = "Bows at 20,20 face {} | Pikes at 20,35 face 180"
    assert sees(draw(line.format(30), Bows=ONE, Pikes=ONE), "Bows", "Pikes")
    assert not sees(draw(line.format(60), Bows=ONE, Pikes=ONE), "Bows", "Pikes")


@pytest.mark.rule("aofr.los.front_arc")
def test_every_model_looks_out_of_its_own_base() -> None:
    table = draw("Bows at 20,20 | Pikes at 31.5,30.5 face 180", Bows=TEN, Pikes=ONE)
    seeing = watchers(table, "Bows", "Pikes")
    # The target's far left corner (31, 31) bears 45 degrees from (21, 21) and (20, 20): further left it is not seen.
    assert seeing
    assert len(seeing) < 10
    assert min(t.base.x for t in seeing) > 19.5


@pytest.mark.rule("aofr.los.visible")
def test_half_a_target_is_enough_to_see() -> None:
    table = draw("72x48 building 18,25 4x2 | Bows at 20,20 | Pikes at 20,30 face 180", Bows=ONE, Pikes=regiment(5))
    assert sees(table, "Bows", "Pikes")


@pytest.mark.rule("aofr.los.solid_blocks", "aofr.terrain.blocking")
def test_nothing_is_seen_through_solid_obstacles() -> None:
    line = "72x48 building {},25 12x2 | Bows at 20,20 | Pikes at 20,30 face 180"
    assert not sees(draw(line.format(20), Bows=ONE, Pikes=ONE), "Bows", "Pikes")
    assert sees(draw(line.format(50), Bows=ONE, Pikes=ONE), "Bows", "Pikes")


@pytest.mark.rule("aofr.los.units_block")
@pytest.mark.parametrize("seat", [0, 1])
def test_units_of_both_sides_block_sight_even_through_their_gaps(seat: int) -> None:
    line = "Bows at 20,20 | Pikes at 20,30 face 180 | {} Wall at 20,25{}"
    table = draw(line.format(seat, ""), Bows=ONE, Pikes=ONE, Wall=TEN)
    assert not sees(table, "Bows", "Pikes")
    away = draw(line.format(seat, " face 0").replace("20,25", "40,25"), Bows=ONE, Pikes=ONE, Wall=TEN)
    assert sees(away, "Bows", "Pikes")


@pytest.mark.rule("aofr.terrain.blocking", "aofr.los.solid_blocks")
def test_two_walls_hide_together_what_neither_hides_alone() -> None:
    line = "72x48 {} | Bows at 20,20 | Pikes at 20,30 face 180"
    left, right = "building 18,25 4.5x1", "building 22,25 4.5x1"
    assert sees(draw(line.format(left), Bows=ONE, Pikes=ONE), "Bows", "Pikes")
    assert sees(draw(line.format(right), Bows=ONE, Pikes=ONE), "Bows", "Pikes")
    assert not sees(draw(line.format(f"{left} {right}"), Bows=ONE, Pikes=ONE), "Bows", "Pikes")


@pytest.mark.rule("aofr.los.own_unit_transparent")
def test_the_second_row_sees_through_the_first() -> None:
    table = draw("Bows at 20,20 | Pikes at 20,30 face 180", Bows=TEN, Pikes=TEN)
    assert [t.rank for t in watchers(table, "Bows", "Pikes")] == [0] * 5 + [1] * 5


@pytest.mark.rule("aofr.los.self")
def test_a_unit_always_sees_itself() -> None:
    table = draw("Bows at 20,20", Bows=ONE)
    caster = table.unit("Bows")
    assert unit_sees(table.battle, caster, caster)


@pytest.mark.rule("aofr.los.decorations_ignored")
def test_only_the_base_is_seen_not_what_sticks_out_of_it() -> None:
    # The wall is just as wide as is needed to hide the base; a banner pole beyond it would show.
    table = draw("72x48 building 20,28 3x1 | Bows at 20,20 | Pikes at 20,30 face 180", Bows=ONE, Pikes=ONE)
    assert not sees(table, "Bows", "Pikes")
    wide = draw("72x48 building 20,28 3x1 | Bows at 20,20 | Pikes at 20,30 face 180", Bows=ONE, Pikes=regiment(5))
    assert sees(wide, "Bows", "Pikes")
    # Neither do decorations hide anything: a guard beside the line hides nobody, one whose base is in it does.
    for place, hidden in (("20,25", True), ("24,25", False)):
        line = f"Bows at 20,20 | Guard at {place} face 180 | Pikes at 20,30 face 180"
        guarded = draw(line, Bows=ONE, Guard=regiment(5), Pikes=ONE)
        assert sees(guarded, "Bows", "Pikes") != hidden


@pytest.mark.rule("aofr.terrain.forests")
def test_one_sees_into_and_out_of_a_forest_but_not_through_it() -> None:
    line = "72x48 forest 20,26 8x4 | Bows at 20,{} | Pikes at 20,{} face 180"
    assert sees(draw(line.format(20, 26), Bows=ONE, Pikes=ONE), "Bows", "Pikes")
    assert sees(draw(line.format(26, 34), Bows=ONE, Pikes=ONE), "Bows", "Pikes")
    assert not sees(draw(line.format(20, 34), Bows=ONE, Pikes=ONE), "Bows", "Pikes")


@pytest.mark.rule("aofr.terrain.hills")
def test_from_a_hill_one_obstacle_is_ignored_but_not_two() -> None:
    line = "72x48 {} 20,20 6x6 | Bows at 20,20 | Pikes at 20,40 face 180 | Wall at 20,26 | Ward at {},32"
    one = draw(line.format("hill", 60), Bows=ONE, Pikes=ONE, Wall=TEN, Ward=TEN)
    two = draw(line.format("hill", 20), Bows=ONE, Pikes=ONE, Wall=TEN, Ward=TEN)
    flat = draw(line.format("field", 60), Bows=ONE, Pikes=ONE, Wall=TEN, Ward=TEN)
    assert sees(one, "Bows", "Pikes")
    assert not sees(two, "Bows", "Pikes")
    assert not sees(flat, "Bows", "Pikes")
    # It works only for looking out (AOFR-R029).
    assert not sees(one, "Pikes", "Bows")


@pytest.mark.rule("aofr.terrain.hills", "aofr.terrain.forests")
@pytest.mark.parametrize(
    ("between", "seen"),
    [
        ("forest 20,26 12x3", True),
        ("forest 20,26 12x3 forest 20,32 12x3", False),
        ("forest 20,26 12x3 building 20,32 12x2", False),
    ],
)
def test_the_one_obstacle_ignored_from_a_hill_may_be_a_forest(between: str, seen: bool) -> None:
    line = f"72x48 hill 20,20 6x6 {between} | Bows at 20,20 | Pikes at 20,40 face 180"
    assert sees(draw(line, Bows=ONE, Pikes=ONE), "Bows", "Pikes") is seen


@pytest.mark.rule("aofr.terrain.cover_behind", "aofr.terrain.forests")
def test_who_shoots_out_of_a_forest_gives_no_cover_to_its_target() -> None:
    line = "72x48 forest 20,15 8x6 | Bows at 20,15 | Pikes at 20,30 face 180"
    assert not in_cover(draw(line, Bows=ONE, Pikes=TEN))


@pytest.mark.rule("aofr.terrain.decorative", "aofr.terrain.open")
def test_decoration_neither_hides_nor_shelters() -> None:
    table = draw("72x48 decoration 20,25 12x2 | Bows at 20,20 | Pikes at 20,30 face 180", Bows=ONE, Pikes=TEN)
    assert sees(table, "Bows", "Pikes")
    assert not in_cover(table)


@pytest.mark.rule("aofr.terrain.rubble", "aofr.terrain.swamps", "aofr.terrain.lava", "aofr.terrain.rivers")
@pytest.mark.parametrize("piece", ["rubble", "swamp", "lava", "river", "lake"])
def test_low_ground_has_no_effect_on_sight_and_gives_no_cover(piece: str) -> None:
    between = draw(f"72x48 {piece} 20,25 12x2 | Bows at 20,20 | Pikes at 20,30 face 180", Bows=ONE, Pikes=TEN)
    assert sees(between, "Bows", "Pikes")
    assert not in_cover(between)
    inside = draw(f"72x48 {piece} 20,30 8x4 | Bows at 20,20 | Pikes at 20,30 face 180", Bows=ONE, Pikes=TEN)
    assert not in_cover(inside)


@pytest.mark.rule("aofr.terrain.cover")
def test_most_models_must_be_fully_inside() -> None:
    # Files are 1" wide: the forest's left edge runs through the third file, or just before it.
    line = "72x48 forest {},30 8x6 | Bows at 20,15 | Pikes at 20,30 face 180"
    six = draw(line.format(23.5), Bows=ONE, Pikes=TEN)
    four = draw(line.format(23.6), Bows=ONE, Pikes=TEN)
    assert in_cover(six)
    assert not in_cover(four)


@pytest.mark.rule("aofr.terrain.cover")
def test_just_half_of_the_models_is_not_enough() -> None:
    # The front row of five is outside, the rear row of five inside.
    table = draw("72x48 field 20,33 8x4 | Bows at 20,15 | Pikes at 20,31 face 180", Bows=ONE, Pikes=TEN)
    assert not in_cover(table)


@pytest.mark.rule("aofr.terrain.cover_behind")
def test_models_inside_and_models_behind_are_added_up() -> None:
    # Files at 17.5 ... 22.5; the ruins hold the two on the left, the building hides the two on the right.
    inside = "ruins 16.5,30 4.02x6"
    behind = "building 21.3,24 2x2"
    line = "72x48 {} | Bows at 20,15 | Pikes at 20,30 face 180"
    assert not in_cover(draw(line.format(inside), Bows=ONE, Pikes=regiment(5)))
    assert not in_cover(draw(line.format(behind), Bows=ONE, Pikes=regiment(5)))
    assert in_cover(draw(line.format(f"{inside} {behind}"), Bows=ONE, Pikes=regiment(5)))


@pytest.mark.rule("aofr.terrain.cover_behind", "aofr.terrain.barricades")
def test_a_barricade_or_another_unit_in_between_shelters() -> None:
    barricade = draw("72x48 barricade 20,28 8x1 | Bows at 20,15 | Pikes at 20,30 face 180", Bows=ONE, Pikes=TEN)
    assert in_cover(barricade)
    assert sees(barricade, "Bows", "Pikes")
    unit = draw("Bows at 20,15 | Pikes at 20,30 face 180 | Screen at 20,27", Bows=ONE, Pikes=regiment(5), Screen=TEN)
    assert in_cover(unit)


@pytest.mark.rule("aofr.terrain.cover_behind")
def test_indirect_shots_ignore_what_is_in_between_but_not_what_the_target_stands_in() -> None:
    behind = draw("72x48 barricade 20,28 8x1 | Bows at 20,15 | Pikes at 20,30 face 180", Bows=ONE, Pikes=TEN)
    assert not in_cover(behind, indirect=True)
    inside = draw("72x48 forest 20,30 8x6 | Bows at 20,15 | Pikes at 20,30 face 180", Bows=ONE, Pikes=TEN)
    assert in_cover(inside, indirect=True)


@pytest.mark.rule("aofr.terrain.cover_single")
@pytest.mark.parametrize(("edge", "covered"), [(19.5, True), (20.5, False)])
def test_a_single_model_needs_most_of_its_base_in_cover(edge: float, covered: bool) -> None:
    # A base of 5" from 17.5 to 22.5; ruins from the edge on: 60 % of it inside, or 40 %.
    giant = regiment(1, base=(5, 5))
    line = f"72x48 ruins {edge + 4},30 8x8 | Bows at 20,15 | Pikes at 20,30 face 180"
    assert in_cover(draw(line, Bows=ONE, Pikes=giant)) is covered


@pytest.mark.rule("aofr.terrain.cover_single")
def test_a_single_model_mostly_behind_something_has_cover() -> None:
    giant = regiment(1, base=(4, 4))
    line = "72x48 building {},22 6x2 | Bows at 20,15 | Pikes at 20,30 face 180"
    assert in_cover(draw(line.format(20), Bows=ONE, Pikes=giant))
    assert not in_cover(draw(line.format(24), Bows=ONE, Pikes=giant))


@pytest.mark.rule("aofr.terrain.fields", "aofr.terrain.ruins", "aofr.terrain.hills", "aofr.terrain.multiple_types")
@pytest.mark.parametrize("piece", ["field", "ruins", "hill", "forest"])
def test_these_pieces_shelter_who_is_inside(piece: str) -> None:
    line = f"72x48 {piece} 20,30 8x6 | Bows at 20,15 | Pikes at 20,30 face 180"
    assert in_cover(draw(line, Bows=ONE, Pikes=TEN))


@pytest.mark.rule("aofr.terrain.cover", "aofr.terrain.cover_shooting_only")
def test_cover_helps_against_shooting_and_not_in_melee() -> None:
    # Defense 5+: hits are blocked on 4+ in the forest when shot at, on 5+ when struck.
    line = "72x48 forest 36,24 12x8 | Bows at 36,10 | Mark at 36,24 face 180"
    archers = regiment(5, weapons=['Bow (24", A1)', "Knife (A1)"])
    shot = volley(draw(line, Bows=archers, Mark=regiment(10, defense=5)), "Bows", "Mark", {"": 6})
    assert [roll.need for roll in shot.rolls if "to block" in roll.why] == [4]
    struck = clash(draw(line, Bows=archers, Mark=regiment(10, defense=5)), "Bows", "Mark", {"": 6})
    assert next(roll.need for roll in struck.rolls if "to block" in roll.why) == 5


def test_a_reach_leaves_out_models_that_are_too_far() -> None:
    table = draw("Bows at 20,20 | Pikes at 20,31 face 180", Bows=TEN, Pikes=ONE)
    bows, pikes = table.unit("Bows"), table.unit("Pikes")
    assert {t.rank for t in watchers(table, "Bows", "Pikes", 9.8)} == {0}
    assert {t.rank for t in watchers(table, "Bows", "Pikes", 12.0)} == {0, 1}
    assert look(table.battle, bows, pikes).walls == ()
