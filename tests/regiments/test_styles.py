"""Deployment styles and their zones, and the size of the table."""

from __future__ import annotations

from math import dist

import pytest

from tests.regiments.harness import draw, regiment
from warhost.errors import WarhostError
from warhost.field.ground.zones import Zone, areas_apart
from warhost.play import Setup
from warhost.rulesets.regiments.chapters.deployment.styles import (
    SETS,
    check_table,
    quarter_centres,
    style,
    style_names,
    style_on,
)
from warhost.rulesets.regiments.chapters.terrain.battlefield import chosen
from warhost.rulesets.regiments.core import Settings
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Point, polygon_area

FOOT = regiment(size=5)


def zone_at(slug: str, x: float, y: float) -> str:
    """A, B or nothing: whose zone holds the point."""
    return "".join(name for name, zone in zip("AB", style(slug).zones, strict=True) if holds(zone, x, y))


def holds(zone: Zone, x: float, y: float) -> bool:
    return any(part.contains_point(x, y) for part in zone.parts)


def mark(slug: str, *rest: object) -> object:
    return pytest.param(slug, *rest, marks=pytest.mark.rule(f"aofr.deployment.{slug}"), id=slug)


@pytest.mark.parametrize(
    ("slug", "points", "gap"),
    [
        mark("front_line", [(30, 12, "A"), (30, 12.1, ""), (30, 36, "B"), (71, 47, "B")], 24.0),
        mark("ground_war", [(1, 17, "A"), (71, 17, ""), (71, 31, "B"), (1, 31, "")], 24.19),
        mark("side_battle", [(20, 20, "A"), (30, 15, ""), (52, 28, "B"), (42, 33, "")], 24.41),
        mark("disordered", [(10, 5, "A"), (60, 40, "A"), (60, 5, "B"), (10, 40, "B"), (36, 5, "")], 24.0),
        mark("spearhead", [(20, 24, "A"), (20, 10, ""), (52, 24, "B"), (52, 38, "")], 24.0),
        mark("opposing_forces", [(24, 24, "A"), (36, 24, ""), (48, 24, "B"), (60, 10, "")], 24.0),
        mark("no_mans_land", [(36, 9, "A"), (36, 10, ""), (36, 39, "B"), (36, 38, "")], 30.0),
        mark("long_haul", [(18, 40, "A"), (19, 40, ""), (54, 8, "B"), (53, 8, "")], 36.0),
        mark("flank_assault", [(6, 20, "A"), (20, 20, ""), (35, 11, "A"), (66, 28, "B"), (52, 28, "")], 24.0),
        mark("frontal_clash", [(36, 11, "A"), (10, 11, ""), (10, 5, "A"), (36, 37, "B"), (62, 37, "")], 24.0),
        mark("tactical_push", [(10, 17, "A"), (30, 10, ""), (30, 5, "A"), (62, 31, "B"), (42, 38, "")], 24.0),
        mark("meeting_engagement", [(24, 30, "A"), (12, 6, ""), (48, 18, "B"), (60, 42, "")], 24.0),
        mark("open_warzone", [(3, 10, "A"), (36, 6, "B"), (69, 10, "A"), (36, 40, "A"), (36, 13, "")], 18.0),
        mark("pushback", [(36, 18, "A"), (36, 41, ""), (36, 42, "B"), (36, 19, "")], 24.0),
        mark("cornered", [(18, 18, "B"), (42, 10, "A"), (10, 43, "A"), (19, 10, "")], 24.0),
        mark(
            "encircled", [(36, 24, "B"), (36, 5, "A"), (5, 24, "A"), (67, 24, "A"), (36, 43, "A"), (36, 15, "")], 12.0
        ),
        mark("behind_enemy_lines", [(36, 40, "B"), (70, 40, "A"), (3, 40, "A"), (20, 40, "")], 24.0),
        mark("lightning_strike", [(36, 24, "A"), (59, 24, ""), (60, 2, "B"), (10, 17, "")], 24.0),
    ],
)
def test_zones_are_where_the_style_has_them(slug: str, points: list[tuple[float, float, str]], gap: float) -> None:
    assert [zone_at(slug, x, y) for x, y, _ in points] == [whose for _, _, whose in points]
    assert areas_apart(*(zone.parts for zone in style(slug).zones)) == pytest.approx(gap, abs=0.005)


LONG_EDGES, SHORT_EDGES = ((36.0, 12.0), (36.0, 36.0)), ((12.0, 24.0), (60.0, 24.0))
"""Where markers lie that a mission puts 12" before the middle of an edge."""

EDGES = {"west": (0, 0.0), "east": (0, 72.0), "south": (1, 0.0), "north": (1, 48.0)}
"""The coordinate that all points of a table edge share."""


@pytest.mark.parametrize(
    ("slug", "name", "areas", "centres"),
    [
        mark("front_line", "Front Line", (864, 864), LONG_EDGES),
        mark("ground_war", "Ground War", (846, 846), LONG_EDGES),
        mark("side_battle", "Side Battle", (833.333, 833.333), None),
        mark("disordered", "Disordered", (576, 576), None),
        mark("spearhead", "Spearhead", (576, 576), None),
        mark("opposing_forces", "Opposing Forces", (576, 576), None),
        mark("no_mans_land", "No Man's Land", (648, 648), LONG_EDGES),
        mark("long_haul", "Long Haul", (864, 864), SHORT_EDGES),
        mark("flank_assault", "Flank Assault", (576, 576), None),
        mark("frontal_clash", "Frontal Clash", (648, 648), LONG_EDGES),
        mark("tactical_push", "Tactical Push", (720, 720), LONG_EDGES),
        mark("meeting_engagement", "Meeting Engagement", (576, 576), None),
        mark("open_warzone", "Open Warzone", (1296, 288), None),
        mark("pushback", "Pushback", (1296, 432), LONG_EDGES),
        mark("cornered", "Cornered", (1692, 324), None),
        mark("encircled", "Encircled", (1440, 288), None),
        mark("behind_enemy_lines", "Behind Enemy Lines", (576, 576), None),
        mark("lightning_strike", "Lightning Strike", (432, 576), None),
    ],
)
def test_zones_are_so_large_and_reach_the_edges_that_they_name(
    slug: str, name: str, areas: tuple[float, float], centres: tuple[Point, Point] | None
) -> None:
    """Square inches, parts that overlap in a corner of the table counted twice."""
    told = style(slug)
    assert told.name == name
    assert [other for other in map(style, style_names()) if (other.set, other.die) == (told.set, told.die)] == [told]
    for zone, area in zip(told.zones, areas, strict=True):
        corners = [corner for part in zone.parts for corner in part.corners]
        assert sum(polygon_area(part.corners) for part in zone.parts) == pytest.approx(area, abs=0.01)
        assert all(0.0 <= x <= 72.0 and 0.0 <= y <= 48.0 for x, y in corners)
        # A corner of the table lies on two edges, of which a zone may name one.
        assert all(any(corner[axis] == at for corner in corners) for axis, at in map(EDGES.__getitem__, zone.edges))
    if centres is not None:
        assert tuple(zone.centre for zone in told.zones) == centres


@pytest.mark.parametrize("slug", [slug for slug in style_names()[:12] if slug != "disordered"])
def test_standard_and_advanced_zones_are_the_same_after_a_half_turn(slug: str) -> None:
    for x in range(1, 72, 3):
        for y in range(1, 48, 3):
            turned = {"A": "B", "B": "A", "": ""}[zone_at(slug, x, y)]
            assert zone_at(slug, 72 - x, 48 - y) == turned


@pytest.mark.rule("aofr.deployment.sets")
def test_three_sets_of_six_styles() -> None:
    assert len(style_names()) == 18
    assert [sum(style(slug).set == name for slug in style_names()) for name in SETS] == [6, 6, 6]


def rolled(option: str, *dice: int) -> str:
    play = draw("0 A off | 1 B off", Settings(style=option, mission="seize_ground"), A=FOOT, B=FOOT)
    return play.play(dice=[*dice, 2, 5], stage="deployment style", turn=0).battle.style


@pytest.mark.rule("aofr.deployment.sets")
def test_a_set_is_agreed_on_and_the_style_rolled_or_chosen() -> None:
    assert rolled("long_haul") == "long_haul"
    assert rolled("asymmetric", 4) == "encircled"
    assert rolled("any", 3, 2) == "long_haul"
    assert rolled("any", 6, 2) == "pushback"


@pytest.mark.rule("aofr.deployment.standard_table")
def test_the_standard_table() -> None:
    names = ["front_line", "ground_war", "side_battle", "disordered", "spearhead", "opposing_forces"]
    assert [style_on("standard", die) for die in range(1, 7)] == names
    assert rolled("standard", 3) == "side_battle"


@pytest.mark.rule("aofr.deployment.advanced_table")
def test_the_advanced_table() -> None:
    names = ["no_mans_land", "long_haul", "flank_assault", "frontal_clash", "tactical_push", "meeting_engagement"]
    assert [style_on("advanced", die) for die in range(1, 7)] == names
    assert rolled("advanced", 6) == "meeting_engagement"


@pytest.mark.rule("aofr.deployment.asymmetric_table")
def test_the_asymmetric_table() -> None:
    names = ["open_warzone", "pushback", "cornered", "encircled", "behind_enemy_lines", "lightning_strike"]
    assert [style_on("asymmetric", die) for die in range(1, 7)] == names
    assert rolled("asymmetric", 4) == "encircled"


@pytest.mark.rule("aofr.deployment.order_with_mission")
def test_the_style_is_rolled_first_then_the_mission_then_markers_then_sides() -> None:
    settings = Settings(style="standard", mission="face_off")
    table = draw("0 A off | 1 B off", settings, A=FOOT, B=FOOT)
    play = table.play(dice=[5, 2, 6, 1], stage="deployment style", turn=0)
    told = [type(event).__name__ for event in play.game.events]
    order = ["StyleChosen", "MissionChosen", "MarkerPlaced", "RolledOff"]
    assert [told.index(kind) for kind in order] == sorted(told.index(kind) for kind in order)
    assert (play.battle.style, play.battle.mission, play.topic) == ("spearhead", "seize_ground", "side")


@pytest.mark.rule("aofr.setup.table_size")
def test_the_standard_table_is_six_by_four_feet() -> None:
    armies = tuple(RULESET.armies()[:2])
    for name in RULESET.maps():
        board = RULESET.set_up(Setup(ruleset="aofr", armies=armies, map=name)).scene.board
        assert (board.width, board.depth) == (72.0, 48.0)


@pytest.mark.rule("aofr.setup.smaller_table")
def test_smaller_tables_keep_armies_24_inches_apart() -> None:
    with pytest.raises(WarhostError, match='leaves 20"') as caught:
        chosen("open", Settings(depth=44.0))
    assert caught.value.rule == "aofr.setup.smaller_table"
    board, _ = chosen("open", Settings(width=48.0, depth=48.0))
    assert (board.width, board.depth) == (48.0, 48.0)


@pytest.mark.rule("aofr.setup.smaller_table")
def test_it_is_the_distance_between_the_zones_that_counts() -> None:
    check_table(72.0, 24.0, "long_haul")
    check_table(48.0, 20.0, "long_haul")
    for width, depth, slug, gap in (
        (72.0, 47.9, "front_line", 23.9),
        (72.0, 24.0, "front_line", 0),
        (72.0, 20.0, "front_line", 0),
        (47.0, 48.0, "long_haul", 23.5),
    ):
        with pytest.raises(WarhostError, match=f'leaves {gap}" between the armies'):
            check_table(width, depth, slug)


@pytest.mark.rule("aofr.setup.table_size")
@pytest.mark.parametrize(("width", "depth"), [(0.0, 48.0), (72.0, 0.0), (-72.0, 48.0), (72.0, -1.0)])
def test_a_table_measures_something(width: float, depth: float) -> None:
    with pytest.raises(WarhostError, match="A table cannot measure"):
        check_table(width, depth)


@pytest.mark.rule("aofr.setup.smaller_table")
def test_asymmetric_styles_may_be_closer() -> None:
    check_table(72.0, 48.0, "encircled")
    with pytest.raises(WarhostError):
        check_table(48.0, 48.0, "spearhead")


@pytest.mark.rule("aofr.mission.breakthrough.setup", "aofr.mission.headquarters.setup")
@pytest.mark.parametrize(
    ("slug", "width", "depth", "centres"),
    [
        ("front_line", 72.0, 48.0, [(36, 12), (36, 36)]),
        ("front_line", 48.0, 60.0, [(24, 12), (24, 48)]),
        ("pushback", 96.0, 72.0, [(48, 12), (48, 60)]),
        ("long_haul", 96.0, 36.0, [(12, 18), (84, 18)]),
        ("opposing_forces", 144.0, 96.0, [(24, 24), (120, 72)]),
    ],
)
def test_the_centre_of_a_zone_is_12_inches_from_the_edge_on_every_table(
    slug: str, width: float, depth: float, centres: list[tuple[float, float]]
) -> None:
    assert [zone.centre for zone in style(slug, width, depth).zones] == centres


def test_zones_are_stretched_with_the_table() -> None:
    zone = style("long_haul", 144.0, 96.0).zones[0]
    assert holds(zone, 36.0, 90.0)
    assert not holds(zone, 37.0, 90.0)


@pytest.mark.rule("aofr.mission.seize_ground.setup", "aofr.mission.domination.setup")
@pytest.mark.parametrize("slug", style_names())
def test_the_middle_of_a_quarter_is_that_of_all_points_in_it_outside_of_the_zones(slug: str) -> None:
    """AOFR-R187."""
    points = [(i + 0.5, j + 0.5) for i in range(72) for j in range(48) if not zone_at(slug, i + 0.5, j + 0.5)]
    quarters = [(west, south) for south in (0, 24) for west in (0, 36)]
    for (west, south), found in zip(quarters, quarter_centres(slug), strict=True):
        inside = [(x, y) for x, y in points if west < x < west + 36 and south < y < south + 24]
        middle = (sum(x for x, _ in inside) / len(inside), sum(y for _, y in inside) / len(inside))
        off = min(dist(middle, point) for point in points) if zone_at(slug, *middle) else 0.0
        assert dist(found, middle) == pytest.approx(off, abs=0.8)


@pytest.mark.parametrize("slug", style_names())
def test_the_middles_of_free_quarters_are_free(slug: str) -> None:
    points = quarter_centres(slug)
    assert len(points) == 4
    assert not any(zone_at(slug, x, y) for x, y in points)


def test_unknown_styles_are_named() -> None:
    with pytest.raises(WarhostError, match='no deployment style "frontline"'):
        chosen("open", Settings(style="frontline"))
