"""Arcs, Line of Sight, hills and Cover."""

from __future__ import annotations

import pytest

from tests.essence_of_war.harness import Table, draw
from warhost.play.battle import settled
from warhost.rulesets.essence_of_war.core.battle import Settings
from warhost.rulesets.essence_of_war.core.sight import Lookout, hill_under, hills_of, unit_sees
from warhost.rulesets.families.ninth_age.core.contact import facing_models
from warhost.rulesets.families.ninth_age.core.formation import boundary, models
from warhost.table import Arc, Pose, arc_of, edge, rect

SHOOTER = "Mage at 18,10"
"""A lone model that looks straight up the table."""


def sees(line: str, viewer: str = "Mage", target: str = "Ghouls", settings: Settings | None = None) -> bool:
    """Whether the unit sees the other; whole ranks and single models are asked in ways of their own and agree."""
    table = draw(line, settings)
    seen = unit_sees(table.battle, table.unit(viewer), table.unit(target))
    assert seen is brute_force(table, viewer, target)
    return seen


def covered(line: str, viewer: str = "Mage", target: str = "Ghouls", settings: Settings | None = None) -> list[bool]:
    """For each model of the viewer: whether the target has Cover against it."""
    table = draw(line, settings)
    unit, other = table.unit(viewer), table.unit(target)
    return [Lookout(table.battle, unit, other).covered(model) for model in models(table.battle, unit)]


@pytest.mark.rule("eow.arc.four_arcs", "eow.arc.geometry", "eow.arc.facing_of_arc")
def test_four_arcs_spread_at_45_degrees_from_the_corners() -> None:
    shape = rect(0, 0, 0, 4, 2)
    assert [arc_of(shape, *point) for point in ((0, 9), (9, 0), (0, -9), (-9, 0))] == [
        *(Arc.FRONT, Arc.RIGHT, Arc.REAR, Arc.LEFT),
    ]
    assert arc_of(shape, 3.5, 3) is Arc.FRONT
    assert arc_of(shape, 5, 3) is Arc.RIGHT
    assert arc_of(shape, 4, 3) is Arc.FRONT
    assert edge(shape, arc_of(shape, -9, 0)) == ((-2, -1), (-2, 1))


@pytest.mark.rule("eow.arc.location")
def test_a_model_is_in_the_arc_that_holds_the_middle_of_its_front() -> None:
    # The front of the lone Mage is in the front arc of the Ghouls, most of its base is in their flank arc.
    table = draw("Ghouls at 18,20 | Mage at 18,10")
    ghouls = boundary(table.battle, table.unit("Ghouls"))
    corner_x, corner_y = ghouls.corners[1]
    mage = table.unit("Mage")
    for ahead, arc in ((0.1, Arc.FRONT), (-0.1, Arc.RIGHT)):
        base = 20 / 25.4
        mage.pose = settled(Pose(corner_x + 3, corner_y + 3 + ahead - base / 2, 0))
        model = models(table.battle, mage)[0]
        assert arc_of(ghouls, *model.base.front) is arc
        assert arc_of(ghouls, model.base.x, model.base.y) is Arc.RIGHT


@pytest.mark.rule("eow.model.base_contact")
@pytest.mark.parametrize("beside", [-1, 1])
def test_bases_that_share_only_a_corner_are_in_contact(beside: int) -> None:
    table = draw("Mage at 18,20 | Druid at 18,22 face 180")
    one, other = table.unit("Mage"), table.unit("Druid")
    own = boundary(table.battle, one)
    side = 20 / 25.4
    corner = rect(own.x + beside * side, own.y + side, 180, side, side)
    assert facing_models(one, own, Arc.FRONT, other, corner, Arc.FRONT) == ([(0, 0)], [(0, 0)])
    beyond = rect(own.x + beside * (side + 0.01), own.y + side, 180, side, side)
    assert facing_models(one, own, Arc.FRONT, other, beyond, Arc.FRONT) == ([], [])


@pytest.mark.rule("eow.los.definition", "eow.los.front_arc")
def test_a_model_sees_what_is_in_its_front_arc() -> None:
    assert sees(f"{SHOOTER} | Ghouls at 18,20 face 180")
    assert not sees(f"{SHOOTER} | Ghouls at 18,4 face 180")
    assert not sees(f"{SHOOTER} | Ghouls at 28,11 face 180")
    assert sees(f"{SHOOTER} | Ghouls at 28,19 face 180")


@pytest.mark.rule("eow.los.front_arc")
def test_every_model_has_a_front_arc_of_its_own() -> None:
    table = draw("Citizen Archers at 18,10 | 1 Mage at 27,18.2")
    archers, mage = table.unit("Citizen Archers"), table.unit("Mage")
    seeing = {(m.rank, m.file) for m in models(table.battle, archers) if Lookout(table.battle, archers, mage).sees(m)}
    assert (0, 4) in seeing
    assert (1, 4) in seeing
    assert (0, 0) not in seeing
    assert unit_sees(table.battle, archers, mage)


@pytest.mark.rule("eow.los.blockers")
@pytest.mark.parametrize(
    "who", ["0 Zombies at 18,14 face 90", "1 Zombies at 18,14 face 90", "1 Zombies at 18,14 fleeing"]
)
def test_units_of_both_sides_block(who: str) -> None:
    assert not sees(f"{SHOOTER} | Mongrel Herd at 18,20 face 180 | {who}", target="Mongrel Herd")


@pytest.mark.rule("eow.los.blockers", "eow.terrain.impassable.los")
def test_impassable_terrain_blocks() -> None:
    assert not sees(f"36x48 impassable 18,14 8x2 | {SHOOTER} | Ghouls at 18,20 face 180")


@pytest.mark.rule("eow.terrain.impassable.los")
def test_impassable_terrain_blocks_sight_from_hill_to_hill() -> None:
    hills = "elevated 18,10 8x4 elevated 18,22 8x4"
    assert sees(f"36x48 {hills} | {SHOOTER} | Ghouls at 18,22 face 180")
    assert not sees(f"36x48 {hills} impassable 18,15 10x2 | {SHOOTER} | Ghouls at 18,22 face 180")


@pytest.mark.rule("eow.los.own_unit")
def test_models_look_through_their_own_unit() -> None:
    table = draw("Ghouls at 18,10 | Mage at 18,20 face 180")
    ghouls = table.unit("Ghouls")
    last = models(table.battle, ghouls)[-3]
    assert last.rank == 2
    assert Lookout(table.battle, ghouls, table.unit("Mage")).sees(last)


@pytest.mark.rule("eow.los.own_unit")
def test_neither_the_viewers_unit_nor_the_target_stands_in_the_way() -> None:
    table = draw(f"{SHOOTER} | Ghouls at 18,20 face 180")
    lookout = Lookout(table.battle, table.unit("Mage"), table.unit("Ghouls"))
    assert lookout.blockers(None) == []


@pytest.mark.rule("eow.los.partial")
def test_one_free_line_is_enough() -> None:
    # The rock leaves a tenth of the target free.
    line = "36x48 impassable 15.4,17 6x2 | Mage at 18.4,10 | Ghouls at 17,20 face 180"
    assert sees(line)
    assert covered(line) == [True]
    assert not sees("36x48 impassable 17,17 9x2 | Mage at 18.4,10 | Ghouls at 17,20 face 180")


@pytest.mark.rule("eow.terrain.elevated.who")
def test_a_model_is_elevated_by_the_centre_of_its_base() -> None:
    table = draw("36x48 elevated 18,10 6x4 | Mage at 20.9,10 | 0 Druid at 21.05,9")
    mage, druid = (models(table.battle, table.unit(name))[0] for name in ("Mage", "Druid"))
    assert hill_under(table.battle, mage) is not None
    assert hill_under(table.battle, druid) is None


@pytest.mark.rule("eow.terrain.elevated.who")
def test_a_unit_is_elevated_if_half_of_its_models_are_or_by_its_centre_as_agreed() -> None:
    # Three of five files stand on the hill, then two of five; the middle file's centre decides the other reading.
    line = "36x48 elevated 15,10 6x6 | Citizen Archers at {x},10"
    for x, half, centre in ((17.95, True, True), (18.05, False, False)):
        for settings, elevated in ((Settings(), half), (Settings(elevated_by="centre"), centre)):
            table = draw(line.format(x=x), settings)
            assert bool(hills_of(table.battle, table.unit("Citizen Archers"))) is elevated


@pytest.mark.rule("eow.terrain.elevated.who")
@pytest.mark.parametrize(
    ("orcs", "half", "centre"), [("18.2,10", True, False), ("17.9,10 models=9 rear_from=3", False, True)]
)
def test_half_of_the_models_and_the_centre_may_say_different_things(orcs: str, half: bool, centre: bool) -> None:
    # Six files: the three on the left stand on the hill, the others beside it; there is another hill behind them.
    line = f"36x48 elevated 15,10 6x6 elevated 18,6 10x1.9 | Iron Orcs at {orcs}"
    for settings, elevated in ((Settings(), half), (Settings(elevated_by="centre"), centre)):
        table = draw(line, settings)
        assert len(hills_of(table.battle, table.unit("Iron Orcs"))) == elevated


@pytest.mark.rule("eow.terrain.elevated.los_over")
def test_sight_from_a_hill_passes_over_units_on_the_flat() -> None:
    between = "0 Zombies at 18,16 face 90"
    target = "Mongrel Herd at 18,22 face 180"
    assert sees(f"36x48 elevated 18,10 8x6 | {SHOOTER} | {target} | {between}", target="Mongrel Herd")
    assert not sees(f"36x48 elevated 4,40 8x6 | {SHOOTER} | {target} | {between}", target="Mongrel Herd")
    assert sees(f"36x48 elevated 18,22 8x6 | {SHOOTER} | {target} | {between}", target="Mongrel Herd")


@pytest.mark.rule("eow.terrain.elevated.los_over")
def test_sight_from_a_hill_does_not_pass_over_elevated_units() -> None:
    line = "36x48 elevated 18,13 8x12 | {shooter} | Mongrel Herd at 18,24 face 180 | 0 Zombies at 18,16 face 90"
    assert not sees(line.format(shooter=SHOOTER), target="Mongrel Herd")


@pytest.mark.rule("eow.terrain.elevated.los_block")
def test_no_sight_through_a_hill() -> None:
    assert not sees(f"36x48 elevated 18,15 12x4 | {SHOOTER} | Ghouls at 18,20 face 180")
    hills = "elevated 18,10 6x4 elevated 18,22 8x4"
    assert sees(f"36x48 {hills} | {SHOOTER} | Ghouls at 18,22 face 180")
    assert not sees(f"36x48 {hills} elevated 18,16 12x4 | {SHOOTER} | Ghouls at 18,22 face 180")
    # Down from one's own hill, and up to the hill that an Elevated target stands on, is free.
    assert sees(f"36x48 elevated 18,11 6x6 | {SHOOTER} | Ghouls at 18,22 face 180")
    assert sees(f"36x48 elevated 18,19 8x8 | {SHOOTER} | Ghouls at 18,21 face 180")


@pytest.mark.rule("eow.terrain.elevated.cover")
def test_a_hill_that_hides_half_of_the_facing_gives_cover() -> None:
    # The Ghouls' front is 3.94" wide around x = 18; the hill before it hides what is left of its right edge.
    line = "36x48 elevated {x},18 6x1 | Mage at 18,10 | Ghouls at 18,20 face 180"
    assert covered(line.format(x=15.6)) == [True]
    assert covered(line.format(x=14.4)) == [False]


@pytest.mark.rule("eow.terrain.impassable.cover")
def test_a_rock_that_hides_half_of_the_facing_gives_cover() -> None:
    line = "36x48 impassable {x},18 6x1 | Mage at 18,10 | Ghouls at 18,20 face 180"
    assert covered(line.format(x=15.6)) == [True]
    assert covered(line.format(x=14)) == [False]


@pytest.mark.rule("eow.shoot.cover.half")
@pytest.mark.parametrize(("right", "expected"), [(0.001, True), (-0.05, False)])
def test_exactly_half_is_cover_and_a_little_less_is_not(right: float, expected: bool) -> None:
    # Flush with the facing the rock's right end tells which part of it is hidden, from wherever one looks.
    rock = f"36x48 impassable {15 + right},{20 - 30 / 25.4 - 0.05} 6x0.1"
    assert covered(f"{rock} | Mage at 18,10 | Ghouls at 18,20 face 180", settings=Settings(cover_from="midpoint")) == [
        expected
    ]


@pytest.mark.rule("eow.shoot.cover.half")
def test_all_that_hides_counts_together() -> None:
    one = "impassable 16.26,18 2.4x0.2"
    other = "1 Druid at 18.9,18.2"
    target = "Ghouls at 18,20 face 180"
    assert covered(f"36x48 {one} | Mage at 18,10 | {target}") == [False]
    assert covered(f"36x48 | Mage at 18,10 | {target} | {other}") == [False]
    assert covered(f"36x48 {one} | Mage at 18,10 | {target} | {other}") == [True]


@pytest.mark.rule("eow.shoot.cover.half")
def test_cover_is_judged_from_the_best_point_of_the_front() -> None:
    # A wide base looks past the rock from its left corner; players may agree to look from the middle alone.
    line = "36x48 impassable 19.65,12 5x1 | Murmillo Brutes at 17,10 models=1 files=1 | Ghouls at 18,20 face 180"
    assert covered(line, viewer="Murmillo Brutes") == [False]
    assert covered(line, viewer="Murmillo Brutes", settings=Settings(cover_from="midpoint")) == [True]


@pytest.mark.rule("eow.terrain.hindering.los", "eow.terrain.hindering.cover")
def test_a_wood_between_gives_cover_and_no_more() -> None:
    line = f"36x48 hindering 18,15 8x4 | {SHOOTER} | Ghouls at 18,20 face 180"
    assert sees(line)
    assert covered(line) == [True]


@pytest.mark.rule("eow.terrain.hindering.cover")
def test_a_facing_inside_a_wood_has_cover() -> None:
    line = f"36x48 hindering 18,{{y}} 8x4 | {SHOOTER} | Ghouls at 18,20 face 180"
    assert covered(line.format(y=20)) == [True]
    # Behind the target it hides nothing.
    assert covered(line.format(y=22)) == [False]


@pytest.mark.rule("eow.shoot.cover.own_ignored")
def test_shooters_ignore_the_feature_they_are_inside() -> None:
    assert covered(f"36x48 hindering 18,11 8x4 | {SHOOTER} | Ghouls at 18,20 face 180") == [False]
    assert covered(f"36x48 hindering 18,12.1 8x4 | {SHOOTER} | Ghouls at 18,20 face 180") == [True]
    # In the same wood as their target too (EOW-R047).
    assert covered(f"36x48 hindering 18,15 8x14 | {SHOOTER} | Ghouls at 18,20 face 180") == [False]
    assert covered(f"36x48 elevated 18,11 8x4 | {SHOOTER} | Ghouls at 18,20 face 180") == [False]


@pytest.mark.rule("eow.shoot.cover.own_ignored")
def test_a_shooters_own_unit_gives_no_cover() -> None:
    assert not any(covered("Ghouls at 18,10 | Mage at 18,20 face 180", viewer="Ghouls", target="Mage"))


@pytest.mark.rule("eow.shoot.cover.target_facing")
def test_the_facing_is_that_of_the_arc_in_which_the_shooter_is() -> None:
    # A wood around the left end of the Ghouls covers their left edge wholly and their front by little.
    wood = "36x48 hindering 15.9,20 1x4"
    assert covered(f"{wood} | Mage at 18,30 face 180 | 1 Ghouls at 18,20") == [False]
    assert covered(f"{wood} | Mage at 8,20 face 90 | 1 Ghouls at 18,20") == [True]


@pytest.mark.rule("eow.shoot.cover.per_model")
def test_cover_is_judged_for_each_model() -> None:
    line = "36x48 impassable 16.6,14 3x1 | Tribesmen at 18,10 | Ghouls at 18,20 face 180"
    found = covered(line, viewer="Tribesmen")
    assert True in found
    assert False in found


@pytest.mark.rule("eow.terrain.elevated.ignore_cover")
def test_elevated_shooters_ignore_cover_from_units_on_the_flat() -> None:
    between = "1 Druid at 18,17 | 1 Vampire Courtier at 18.8,17 | 1 Damsel at 17.2,17"

    def cover(hill: str) -> list[bool]:
        line = f"36x48 elevated {hill} | Mage at 18,10 | Mongrel Herd at 18,20 face 180 | {between}"
        return covered(line, target="Mongrel Herd")

    assert cover("18,10 6x4") == [False]
    assert cover("4,40 6x4") == [True]
    # Who looks up to a hill sees over them, but the ones in between still give Cover.
    assert cover("18,20.5 8x4") == [True]


@pytest.mark.rule("eow.terrain.elevated.ignore_cover")
def test_units_that_are_elevated_themselves_give_cover_to_hills() -> None:
    line = "36x48 elevated 18,13 8x12 | Mage at 18,10 | Mongrel Herd at 18,24 face 180 | 1 Feral Orc Marauders at 18,16"
    assert covered(line, target="Mongrel Herd") == [True]


@pytest.mark.rule("eow.los.front_arc")
def test_what_is_free_to_one_model_must_be_in_the_arc_of_that_same_model() -> None:
    # Only the right-hand model has the Mage in its front arc, and a rock stands in its way alone.
    line = "36x48 impassable {x},22.39 1.2x0.2 | Ghouls at 18,20 models=5 | 1 Mage at 25.3,25.4 face 180"
    assert not sees(line.format(x=21.67), viewer="Ghouls", target="Mage")
    assert sees(line.format(x=17), viewer="Ghouls", target="Mage")


@pytest.mark.rule("eow.los.front_arc")
@pytest.mark.parametrize(("file", "sign"), [(4, 1), (0, -1)])
@pytest.mark.parametrize("aside", [4.8, 5.2])
@pytest.mark.parametrize("face", [0, 37, 90, 180, 300])
def test_the_last_rank_sees_farthest_aside(file: int, sign: int, aside: float, face: int) -> None:
    # A target behind the front of the unit, at 45 degrees from the outer model of the last rank, or just beyond.
    table = draw(f"Ghouls at 18,24 face {face} | 1 Mage at 2,2 face 180")
    ghouls = table.unit("Ghouls")
    last = next(m.base for m in models(table.battle, ghouls) if (m.rank, m.file) == (2, file))
    corner_x, corner_y = last.corners[1 if sign > 0 else 0]
    half = 10 / 25.4
    ahead, side = 5.0 - half, aside + half
    x = corner_x + last.fx * ahead + sign * last.rx * side
    y = corner_y + last.fy * ahead + sign * last.ry * side
    table.set("Mage", pose=Pose(x, y, float(face)))
    assert brute_force(table, "Ghouls", "Mage") is (aside < 5)
    assert unit_sees(table.battle, ghouls, table.unit("Mage")) is (aside < 5)


def brute_force(table: Table, viewer: str, target: str) -> bool:
    unit, other = table.unit(viewer), table.unit(target)
    return any(Lookout(table.battle, unit, other).sees(model) for model in models(table.battle, unit))


@pytest.mark.rule("eow.los.definition", "eow.los.front_arc", "eow.los.blockers")
@pytest.mark.parametrize("seed", range(60))
def test_a_unit_sees_exactly_when_one_of_its_models_does(seed: int) -> None:
    """The quick way by whole ranks against the plain way model by model, on tables drawn by arithmetic."""
    numbers = [(seed * 7919 + k * 104729) % 1000 / 1000 for k in range(16)]
    line = (
        f"36x48 impassable {6 + 20 * numbers[0]:.2f},{16 + 6 * numbers[1]:.2f} 4x3 "
        f"elevated {6 + 24 * numbers[2]:.2f},{6 + 30 * numbers[3]:.2f} 6x5 "
        f"| Ghouls at {8 + 20 * numbers[4]:.2f},{6 + 4 * numbers[5]:.2f} face {240 * numbers[6] - 120:.1f} models=13"
        f"| Mage at {8 + 20 * numbers[7]:.2f},{24 + 8 * numbers[8]:.2f} face 180"
        f"| Zombies at {8 + 20 * numbers[9]:.2f},{15 + 5 * numbers[10]:.2f} face {360 * numbers[11]:.1f}"
        f"| Iron Orcs at {8 + 20 * numbers[12]:.2f},{13 + 5 * numbers[13]:.2f} face {360 * numbers[14]:.1f}"
    )
    table = draw(line)
    assert unit_sees(table.battle, table.unit("Ghouls"), table.unit("Mage")) is brute_force(table, "Ghouls", "Mage")
