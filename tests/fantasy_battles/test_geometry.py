"""Boundaries, arcs, distances (General: what the book takes as known)."""

import pytest

from tests.fantasy_battles.harness import draw, shape
from warhost.rulesets.families.ninth_age.core.formation import models
from warhost.rulesets.fantasy_battles.chapters.charge.placement import arc_struck
from warhost.rulesets.fantasy_battles.chapters.shooting.cover import Cover, Covering
from warhost.rulesets.fantasy_battles.core.sight import Lookout
from warhost.table import Arc, Pose, distance, rect, within


@pytest.mark.rule("t9a.geometry.boundary")
def test_the_unit_boundary_is_the_rectangle_around_all_bases() -> None:
    table = draw("Spearmen at 36,10 models=10 | Archers at 10,10 models=7 files=5")
    for name in ("Spearmen", "Archers"):
        own = shape(table, name)
        assert own.width * 25.4 == pytest.approx(100)
        assert own.depth * 25.4 == pytest.approx(40)
    assert (shape(table, "Archers").x, shape(table, "Archers").y) == (10, 10)


@pytest.mark.rule("t9a.geometry.arcs")
@pytest.mark.parametrize(
    ("aside", "ahead", "arc"),
    [
        (9.9, 10.0, Arc.FRONT),
        (10.1, 10.0, Arc.RIGHT),
        (-10.1, 10.0, Arc.LEFT),
        (10.0, 10.0, Arc.FRONT),
        (9.9, -10.0, Arc.REAR),
        (10.1, -10.0, Arc.RIGHT),
    ],
)
def test_arcs_open_at_45_degrees_from_the_corners(aside: float, ahead: float, arc: Arc) -> None:
    # The centre of the mover's front lies so far beyond the front (or rear) edge and beyond the corner.
    target = rect(36.0, 20.0, 0.0, 4.0, 2.0)
    x = 36 + (2 if aside > 0 else -2) + aside
    y = 20 + (1 if ahead > 0 else -1) + ahead
    mover = rect(x, y - 1.0, 0.0, 3.0, 2.0)
    assert arc_struck(mover, target) is arc


@pytest.mark.rule("t9a.geometry.inches_closest")
def test_distances_run_between_the_closest_points_and_within_includes_its_limit() -> None:
    table = draw(f"Spearmen at 20,10 | Guard at {20 + 100 / 25.4 + 6.0},10")
    one, other = shape(table, "Spearmen"), shape(table, "Guard")
    assert distance(one, other) == pytest.approx(6.0)
    assert within(one, other, 6.0)
    assert not within(one, other, 5.99)


@pytest.mark.rule("t9a.geometry.target_facing")
@pytest.mark.parametrize(("x", "y", "found"), [(36, 4, Cover.HARD), (60, 30, Cover.NONE)])
def test_cover_is_measured_on_the_facing_in_whose_arc_the_shooter_is(x: float, y: float, found: Cover) -> None:
    # A rock right before the front hides all of it, and nothing of the flank.
    line = f"72x48 impassable 36,27.9 8x1 | Captain at {x},{y} face 0 | Spearmen at 36,30 face 180"
    table = draw(line)
    captain = table.unit("Captain")
    captain.pose = Pose(x, y, 0.0 if x == 36 else 270.0)
    covering = Covering(Lookout(table.battle, captain, table.unit("Spearmen")))
    assert covering.of(models(table.battle, captain)[0]) is found
