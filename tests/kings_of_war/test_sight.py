"""Who sees whom (Lines of sight; Terrain height)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.harness import Table, carried_out, draw, unit
from warhost.rulesets.kings_of_war.core import Settings, footprint, sees, sight
from warhost.table import MM_PER_INCH, Arc, Pose, edge, edge_midpoint, rect

INFANTRY, CAVALRY = unit(), unit(type="cavalry")


def table(text: str, settings: Any = None, **units: Any) -> Table:
    """A table on which whoever is not described is a regiment of infantry."""
    parts = sorted((part.strip() for part in text.split("|")), key=lambda part: " at " in part)
    names = [part.split(" at ")[0] for part in parts if " at " in part]
    return draw(" | ".join(parts), settings, **dict.fromkeys(names, INFANTRY) | units)


def look(text: str, viewer: Any = "Viewer", target: Any = "Target", **units: Any) -> str:
    drawn = table(text, **units)
    return sees(drawn.battle, drawn.unit(viewer), drawn.unit(target))


@pytest.mark.rule("kow.los.facings")
@pytest.mark.rule("kow.los.midpoint")
@pytest.mark.rule("kow.los.centre_point")
def test_front_edge_and_midpoints_of_a_regiment() -> None:
    drawn = table("Viewer at 10,10")
    shape = footprint(drawn.battle, drawn.unit("Viewer"))

    def mm(point: tuple[float, float]) -> tuple[float, float]:
        return (point[0] - 10) * MM_PER_INCH, (point[1] - 10) * MM_PER_INCH

    ends = {side: [mm(point) for point in edge(shape, side)] for side in Arc}
    assert [y for _, y in ends[Arc.FRONT]] == pytest.approx([40, 40])
    assert [y for _, y in ends[Arc.REAR]] == pytest.approx([-40, -40])
    assert [x for x, _ in ends[Arc.RIGHT]] == pytest.approx([50, 50])
    assert [x for x, _ in ends[Arc.LEFT]] == pytest.approx([-50, -50])
    assert mm(shape.front) == pytest.approx((0, 40))
    assert mm(edge_midpoint(shape, Arc.FRONT)) == pytest.approx((0, 40))
    assert mm(edge_midpoint(shape, Arc.RIGHT)) == pytest.approx((50, 0))
    assert (shape.x, shape.y) == (10, 10)


@pytest.mark.rule("kow.los.facings")
@pytest.mark.parametrize(
    ("facing", "front", "right"),
    [(90, (40, 0), (0, -50)), (180, (0, -40), (-50, 0)), (270, (-40, 0), (0, 50))],
)
def test_facings_turn_with_the_unit(facing: int, front: tuple[int, int], right: tuple[int, int]) -> None:
    drawn = table(f"Viewer at 10,10 face {facing}")
    shape = footprint(drawn.battle, drawn.unit("Viewer"))
    for side, place in ((Arc.FRONT, front), (Arc.RIGHT, right)):
        x, y = edge_midpoint(shape, side)
        assert ((x - 10) * MM_PER_INCH, (y - 10) * MM_PER_INCH) == pytest.approx(place, abs=1e-6)


@pytest.mark.rule("kow.los.arcs")
def test_arcs_are_bounded_by_45_degrees_from_the_corners() -> None:
    shape = rect(0, 0, 0, 100, 80)
    assert sight.arcs_at(shape, 99, 100) == (Arc.FRONT,)
    assert sight.arcs_at(shape, 120, 100) == (Arc.RIGHT,)
    assert sight.arcs_at(shape, -120, 100) == (Arc.LEFT,)
    assert sight.arcs_at(shape, 10, -100) == (Arc.REAR,)


@pytest.mark.rule("kow.charge.facing_unclear")
@pytest.mark.rule("kow.los.arcs")
def test_within_half_a_millimetre_of_a_border_a_point_is_in_both_arcs() -> None:
    shape = rect(0, 0, 0, 4, 4)
    assert sight.arcs_at(shape, 5, 5.01) == (Arc.FRONT, Arc.RIGHT)
    assert sight.arcs_at(shape, -5, -5.01) == (Arc.REAR, Arc.LEFT)
    assert sight.arcs_at(shape, 5, 5.1) == (Arc.FRONT,)
    assert sight.arcs_at(shape, 5, -5.01) == (Arc.RIGHT, Arc.REAR)
    assert sight.arcs_at(rect(0, 0, 0, 8, 2), 7, 4) == (Arc.FRONT, Arc.RIGHT)


@pytest.mark.rule("kow.los.arc_of_sight")
@pytest.mark.parametrize(
    ("place", "seen"),
    [
        pytest.param("30,4 face 180", "blocked", id="wholly in the rear arc"),
        pytest.param("40,10.5 face 180", "blocked", id="wholly in the flank arc"),
        pytest.param("37,16.5 face 180", "free", id="one corner in the front arc"),
    ],
)
def test_only_what_is_partly_in_the_front_arc_is_seen(place: str, seen: str) -> None:
    assert look(f"Viewer at 30,10 | Target at {place}") == seen


@pytest.mark.rule("kow.los.arc_of_sight")
def test_side_by_side_units_do_not_see_each_other() -> None:
    assert look("Viewer at 30,10 | Target at 33.9371,10") == "blocked"


@pytest.mark.rule("kow.los.clear")
def test_nothing_in_between_blocks_nothing() -> None:
    assert look("Viewer at 30,10 | Target at 30,33 face 180") == "free"


@pytest.mark.rule("kow.los.clear")
@pytest.mark.rule("kow.los.taller")
def test_low_things_and_things_aside_block_nothing() -> None:
    assert look("72x48 hedge 30,16 8x0.5 | Viewer at 30,10 | Target at 30,33 face 180") == "free"
    assert look("72x48 corn 30,16 8x4 | Viewer at 30,10 | Target at 30,33 face 180", Target=CAVALRY) == "free"
    assert look("72x48 wood 45,16 8x4 | Viewer at 30,10 | Aside at 40,20 | Target at 30,33 face 180") == "free"


@pytest.mark.rule("kow.los.blocked")
@pytest.mark.rule("kow.los.taller")
@pytest.mark.parametrize(
    ("viewer", "between", "target", "seen"),
    [
        ("infantry", "infantry", "infantry", "blocked"),
        ("infantry", "infantry", "cavalry", "free"),
        ("cavalry", "infantry", "infantry", "free"),
        ("infantry", "cavalry", "monster", "free"),
        ("infantry", "cavalry", "cavalry", "blocked"),
    ],
)
def test_what_is_as_tall_as_both_blocks(viewer: str, between: str, target: str, seen: str) -> None:
    units = {"Viewer": unit(type=viewer), "Target": unit(type=target), "Wall": unit(type=between, size="horde")}
    assert look("Viewer at 30,10 | Wall at 30,16 | Target at 30,30 face 180", **units) == seen


@pytest.mark.rule("kow.los.line")
def test_one_clear_line_to_a_corner_is_enough() -> None:
    hidden = "Viewer at 30,10 | 72x48 building 31,17 12x2 | Target at 30,24 face 180"
    assert look(hidden) == "blocked"
    assert look(hidden.replace("31,17", "34.2,17")) == "free"


@pytest.mark.rule("kow.los.line")
def test_a_line_may_end_outside_the_front_arc_unless_agreed_otherwise() -> None:
    text = "Viewer at 30,10 | Target at 40,17.5 face 270 | 72x48 building 35,19.5 2x10"
    free = table(text, Target=unit(size="horde"))
    assert sees(free.battle, free.unit("Viewer"), free.unit("Target")) == "free"
    strict = table(text, Settings(sight_in_arc=True), Target=unit(size="horde"))
    assert sees(strict.battle, strict.unit("Viewer"), strict.unit("Target")) == "blocked"


@pytest.mark.rule("kow.los.line")
def test_blockers_in_contact_leave_no_gap_and_apart_they_do() -> None:
    wall = "Viewer at 30,10 | One at 28.0315,16 | Two at {},16 | Target at 30,30 face 180"
    horde = {"One": unit(), "Two": unit()}
    assert look(wall.format(31.9685), **horde, Viewer=unit(size="troop"), Target=unit(hero=True)) == "blocked"
    assert look(wall.format(32.5), **horde, Viewer=unit(size="troop"), Target=unit(hero=True)) == "free"


@pytest.mark.rule("kow.los.line")
def test_parts_of_a_wood_in_contact_leave_no_gap() -> None:
    wood = "72x48 wood 26,17 8x4 wood {},17 8x4 | Viewer at 30,10 | Target at 30,24 face 180"
    small = {"Viewer": unit(size="troop"), "Target": unit(hero=True)}
    assert look(wood.format(34), **small) == "blocked"
    assert look(wood.format(34.5), **small) == "free"


@pytest.mark.rule("kow.los.dispute_roll")
def test_a_gap_of_a_millimetre_is_in_doubt() -> None:
    text = "Viewer at 30,10 | One at 28.0315,16 | Two at 31.9985,16 | Target at 30,30 face 180"
    assert look(text, Viewer=unit(size="troop"), Target=unit(hero=True)) == "doubtful"


@pytest.mark.rule("kow.los.dispute_roll")
@pytest.mark.parametrize(("face", "seen"), [(4, True), (3, False)])
def test_doubt_is_settled_once_in_a_phase(face: int, seen: bool) -> None:
    text = "Viewer at 30,10 | One at 28.0315,16 | Two at 31.9985,16 | Target at 30,30 face 180"
    drawn = table(text, Viewer=unit(size="troop"), Target=unit(hero=True))
    battle, viewer, target = drawn.battle, drawn.unit("Viewer"), drawn.unit("Target")
    assert sight.may_see(battle, viewer, target)
    done = carried_out(sight.settled(battle, viewer, target), [face])
    assert (done.value, done.rolls[0].need) == (seen, 4)
    assert carried_out(sight.settled(battle, viewer, target)).value is seen
    assert sight.may_see(battle, viewer, target) is seen
    battle.phase = "combat"
    assert carried_out(sight.settled(battle, viewer, target), [face]).value is seen


@pytest.mark.rule("kow.los.dispute_roll")
def test_nobody_rolls_where_sight_is_sure() -> None:
    drawn = table("Viewer at 30,10 | Target at 30,30 face 180")
    assert carried_out(sight.settled(drawn.battle, drawn.unit("Viewer"), drawn.unit("Target"))).value
    assert not carried_out(
        sight.settled(drawn.battle, drawn.unit("Target"), drawn.unit("Viewer"), Pose(30, 30, 0))
    ).value


@pytest.mark.rule("kow.charge.facing_unclear")
@pytest.mark.parametrize(("face", "arc"), [(3, Arc.FRONT), (4, Arc.LEFT)])
def test_a_die_settles_an_unclear_facing(face: int, arc: Arc) -> None:
    """The middle of the viewer's front is 5 inches ahead and 5 inches to the left of the target's corner."""
    x, y = 30 + 50 / MM_PER_INCH + 5, 30 - 40 / MM_PER_INCH - 5
    drawn = table(f"Viewer at {x},{y - 40 / MM_PER_INCH} | Target at 30,30 face 180")
    script = sight.settled_arc(drawn.battle, drawn.unit("Viewer"), drawn.unit("Target"))
    assert carried_out(script, [face]).value is arc


@pytest.mark.rule("kow.charge.facing_unclear")
def test_an_unclear_facing_may_be_the_attackers_choice() -> None:
    x, y = 30 + 50 / MM_PER_INCH + 5, 30 - 40 / MM_PER_INCH - 5
    text = f"Viewer at {x},{y - 40 / MM_PER_INCH} | Target at 30,30 face {{}}"
    for facing, arc in ((180, Arc.LEFT), (0, Arc.REAR)):
        drawn = table(text.format(facing), Settings(doubtful="attacker"))
        script = sight.settled_arc(drawn.battle, drawn.unit("Viewer"), drawn.unit("Target"))
        assert carried_out(script).value is arc


@pytest.mark.rule("kow.terrain.los_behind")
def test_corn_hides_infantry_from_infantry_and_not_from_cavalry() -> None:
    text = "Viewer at 30,10 | 72x48 corn 30,17 12x4 | Target at 30,24 face 180"
    assert look(text) == "blocked"
    assert look(text, Target=CAVALRY) == "free"


@pytest.mark.rule("kow.terrain.los_target_inside")
def test_the_part_of_a_base_inside_a_wood_is_seen_and_what_is_beyond_is_not() -> None:
    text = "Viewer at 30,10 | 72x48 wood 30,18 12x6 | Target at {} face 180"
    assert look(text.format("30,21.5")) == "free"
    assert look(text.format("30,22.7")) == "blocked"


@pytest.mark.rule("kow.terrain.los_target_inside")
def test_a_unit_behind_a_second_wood_is_hidden_although_it_stands_in_the_first() -> None:
    text = "Viewer at 30,10 | 72x48 wood 30,16 12x3 wood 30,22 12x6 | Target at 30,22 face 180"
    assert look(text) == "blocked"


@pytest.mark.rule("kow.terrain.los_viewer_inside")
def test_who_has_its_front_in_a_wood_looks_out_of_it() -> None:
    text = "Viewer at {} | 72x48 wood 30,13 12x6 | Target at 30,26 face 180"
    assert look(text.format("30,11")) == "free"
    assert look(text.format("30,8")) == "blocked"


@pytest.mark.rule("kow.terrain.los_viewer_inside")
def test_only_from_the_part_of_the_front_inside_the_wood() -> None:
    """The left half of the front is in the wood, and a building hides all that it could see."""
    text = "Viewer at 30,10 | 72x48 wood 26,15 8x9{} | Target at 25,26 face 180"
    small = {"Target": unit(hero=True)}
    assert look(text.format(""), **small) == "free"
    assert look(text.format(" building 25,21 10x1"), **small) == "blocked"


@pytest.mark.rule("kow.terrain.los_target_inside")
def test_two_units_in_one_wood_see_each_other() -> None:
    assert look("Viewer at 30,10 | 72x48 wood 30,16 12x20 | Target at 30,22 face 180") == "free"


@pytest.mark.rule("kow.terrain.hill_height")
@pytest.mark.rule("kow.terrain.hill_standing")
@pytest.mark.rule("kow.los.centre_point")
def test_from_a_hill_one_looks_over_cavalry() -> None:
    text = "Viewer at {} | 72x48 hill 30,10 10x6 | Horse at 30,20 | Target at 30,30 face 180"
    horse = {"Horse": unit(type="cavalry", size="horde")}
    assert look(text.format("30,10"), **horse) == "free"
    assert look(text.format("30,14"), **horse) == "blocked"


@pytest.mark.rule("kow.terrain.hill_height")
def test_a_hill_hides_what_is_behind_it_but_nobody_on_it() -> None:
    text = "Viewer at 30,6 | 72x48 hill 30,14 12x6 | Target at {} face 180"
    assert look(text.format("30,22")) == "blocked"
    assert look(text.format("30,15")) == "free"


@pytest.mark.rule("kow.terrain.hill_height")
def test_a_unit_on_a_hill_blocks_at_its_raised_height() -> None:
    text = "Viewer at 30,6 | 72x48 hill 30,14 12x2 | Wall at 30,14 | Target at 30,22 face 180"
    tall = {"Viewer": unit(type="large cavalry"), "Wall": unit(size="horde")}
    assert look(text, **tall) == "blocked"
    assert look(text.replace("Wall at 30,14", "Wall at 30,18"), **tall) == "free"


@pytest.mark.rule("kow.special.yielding")
def test_nobody_has_to_see_a_yielding_unit_in_the_way() -> None:
    text = "Viewer at 30,10 | Wall at 30,16 | Target at 30,30 face 180"
    assert look(text, Wall=unit(size="horde")) == "blocked"
    assert look(text, Wall=unit(size="horde", rules=["Yielding"])) == "free"


@pytest.mark.rule("kow.special.leaper")
def test_a_leaper_looks_over_its_like_and_is_not_seen_in_return() -> None:
    text = "Viewer at 30,10 | Wall at 30,16 | Target at 30,30 face 180"
    units = {"Viewer": unit(rules=["Leaper"]), "Wall": unit(size="horde")}
    assert look(text, **units) == "free"
    assert look(text, "Target", "Viewer", **units) == "blocked"


@pytest.mark.rule("kow.los.line")
@pytest.mark.rule("kow.los.arc_of_sight")
@pytest.mark.rule("kow.terrain.hill_height")
def test_sight_from_another_pose() -> None:
    drawn = table("Viewer at 30,10 | Target at 30,2 face 180")
    viewer, target = drawn.unit("Viewer"), drawn.unit("Target")
    assert sees(drawn.battle, viewer, target) == "blocked"
    assert sees(drawn.battle, viewer, target, Pose(30, 10, 180)) == "free"
    hill = table("72x48 hill 30,10 10x6 | Viewer at 30,14 | Horse at 30,20 | Target at 30,30 face 180", Horse=CAVALRY)
    viewer, target = hill.unit("Viewer"), hill.unit("Target")
    assert sees(hill.battle, viewer, target, Pose(30, 15, 0)) == "blocked"
    assert sees(hill.battle, viewer, target, Pose(30, 10, 0)) == "free"
