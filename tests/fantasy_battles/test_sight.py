"""Line of Sight: arcs, what blocks it, Heights, Hills."""

from __future__ import annotations

import pytest

from tests.fantasy_battles.harness import Table, draw
from warhost.rulesets.families.ninth_age.core.formation import models
from warhost.rulesets.fantasy_battles.core.battle import Settings
from warhost.rulesets.fantasy_battles.core.sight import Lookout, unit_sees

VIEWER = "Captain at 36,10"
"""A lone man on a 20 mm base who looks straight up the table; the target is 4 inches wide."""

TARGET = "Spearmen at 36,24 face 180"


def sees(line: str | Table, viewer: str = "Captain", target: str = "Spearmen") -> bool:
    """Whether the unit sees the other: whole ranks and single models are asked in ways of their own and agree."""
    table = draw(line) if isinstance(line, str) else line
    unit, other = table.unit(viewer), table.unit(target)
    seen = unit_sees(table.battle, unit, other)
    lookout = Lookout(table.battle, unit, other)
    assert seen is any(lookout.sees(model) for model in models(table.battle, unit))
    return seen


@pytest.mark.rule("t9a.los.definition")
@pytest.mark.parametrize(("where", "seen"), [("36,24", True), ("50.9,24", True), ("54,24", False), ("36,4", False)])
def test_one_corner_in_the_front_arc_is_enough(where: str, seen: bool) -> None:
    assert sees(f"{VIEWER} | 1 Spearmen at {where} face 180") is seen


@pytest.mark.rule("t9a.los.definition")
def test_the_arc_of_a_unit_is_that_of_its_models() -> None:
    assert sees("Archers at 36,10 | 1 Spearmen at 52,24 face 180", "Archers")
    assert not sees("Archers at 36,10 | 1 Spearmen at 56.5,24 face 180", "Archers")


@pytest.mark.rule("t9a.los.definition", "t9a.special.opaque_terrain", "t9a.cover.impassable")
@pytest.mark.parametrize(("width", "seen"), [(8, False), (2.1, True)])
def test_buildings_hide_what_is_wholly_behind_them(width: float, seen: bool) -> None:
    assert sees(f"72x48 impassable 36,17 {width}x2 | {VIEWER} | {TARGET}") is seen


@pytest.mark.rule("t9a.cover.impassable")
def test_two_rocks_side_by_side_hide_what_neither_hides_alone() -> None:
    left, right = "impassable 34,17 5x2", "impassable 38,17 5x2"
    seen = [sees(f"72x48 {rocks} | {VIEWER} | {TARGET}") for rocks in (left, right, f"{left} {right}")]
    assert seen == [True, True, False]


@pytest.mark.rule("t9a.special.opaque_terrain")
def test_a_single_segment_through_a_building_is_blocked() -> None:
    assert not sees("72x48 impassable 36,17 2x2 | Captain at 36,10 | 1 Wizard at 36,20 face 180", target="Wizard")


@pytest.mark.rule("t9a.special.covering_terrain", "t9a.cover.forests", "t9a.cover.ruins", "t9a.cover.fields")
@pytest.mark.parametrize("kind", ["forest", "field", "ruins", "wall", "water"])
def test_covering_terrain_blocks_no_sight(kind: str) -> None:
    assert sees(f"72x48 {kind} 36,17 12x2 | {VIEWER} | {TARGET}")


@pytest.mark.rule("t9a.special.opaque_terrain", "t9a.cover.hills")
def test_nobody_sees_through_a_hill() -> None:
    assert not sees(f"72x48 hill 36,17 12x4 | {VIEWER} | {TARGET}")


@pytest.mark.rule("t9a.special.opaque_terrain", "t9a.cover.hills")
@pytest.mark.parametrize(
    "line",
    [
        f"72x48 hill 36,12 12x8 | {VIEWER} | {TARGET}",
        f"72x48 hill 36,24 12x8 | {VIEWER} | {TARGET}",
        f"72x48 hill 36,20 12x7 | {VIEWER} | {TARGET}",
    ],
)
def test_one_sees_out_of_a_hill_and_onto_it(line: str) -> None:
    assert sees(line)


BETWEEN = "1 Ogres at 36,17"
"""Large models in three files of 40 mm: 4.7 inches wide, enough to hide the Spearmen from one man."""


@pytest.mark.rule("t9a.cover.intervening_models")
@pytest.mark.parametrize(
    ("viewer", "between", "target", "seen"),
    [
        ("Standard", "Standard", "Standard", False),
        ("Standard", "Large", "Standard", False),
        ("Large", "Standard", "Standard", True),
        ("Standard", "Standard", "Large", True),
        ("Large", "Large", "Standard", False),
        ("Standard", "Large", "Gigantic", True),
        ("Gigantic", "Large", "Standard", True),
        ("Gigantic", "Gigantic", "Gigantic", False),
    ],
)
def test_one_looks_over_models_lower_than_either_end(viewer: str, between: str, target: str, seen: bool) -> None:
    table = draw(f"{VIEWER} | {BETWEEN} | {TARGET}")
    for name, height in (("Captain", viewer), ("Ogres", between), ("Spearmen", target)):
        table.change(name, height=height)
    assert sees(table) is seen


@pytest.mark.rule("t9a.special.tall")
@pytest.mark.parametrize(
    ("tall", "seen"),
    [((), False), (("Captain",), True), (("Spearmen",), True), (("Ogres", "Spearmen"), False)],
)
def test_tall_models_win_ties_against_those_who_are_not(tall: tuple[str, ...], seen: bool) -> None:
    table = draw(f"{VIEWER} | {BETWEEN} | {TARGET}").change("Ogres", height="Standard")
    for name in tall:
        table.change(name, ["Tall"])
    assert sees(table) is seen


@pytest.mark.rule("t9a.special.tall")
def test_cavalry_is_seen_behind_infantry() -> None:
    line = f"{VIEWER} | 1 Swordsmen at 36,13.5 | 1 Knights at 36,24 face 180"
    assert sees(line, target="Knights")
    assert not sees(f"{VIEWER} | 1 Swordsmen at 36,13.5 | {TARGET}")


@pytest.mark.rule("t9a.los.definition")
def test_own_comrades_are_not_in_the_way() -> None:
    table = draw(f"Archers at 36,10 | {TARGET}")
    lookout = Lookout(table.battle, table.unit("Archers"), table.unit("Spearmen"))
    assert all(lookout.sees(model) for model in models(table.battle, table.unit("Archers")))


@pytest.mark.rule("t9a.cover.hills")
@pytest.mark.parametrize("hill", ["36,10 8x6", "36,24 12x8"])
def test_from_and_onto_hills_one_looks_over_all_who_stand_below(hill: str) -> None:
    assert sees(f"72x48 hill {hill} | {VIEWER} | {BETWEEN} | {TARGET}")
    assert not sees(f"{VIEWER} | {BETWEEN} | {TARGET}")


@pytest.mark.rule("t9a.cover.hills")
def test_models_on_a_hill_are_in_the_way() -> None:
    assert not sees(f"72x48 hill 36,13.5 12x10 | {VIEWER} | {BETWEEN} | {TARGET}")


@pytest.mark.rule("t9a.cover.intervening_models")
def test_who_is_higher_than_his_comrades_hides_others_by_himself() -> None:
    # A Large guest in the ranks of Swordsmen: Large viewers look over the ranks, not over him.
    ranks = "1 Swordsmen at 36,13.5 face 180 | 1 Wizard at 50,40 face 180"
    table = draw(f"{VIEWER} | {ranks} | 1 Banner at 36,24 face 180").change("Captain", height="Large", base=(10, 20))
    table.change("Banner", base=(10, 20)).join("Wizard", "Swordsmen", 2)
    assert sees(table, target="Banner")
    assert not sees(table.change("Wizard", height="Large"), target="Banner")


@pytest.mark.rule("t9a.los.definition")
def test_a_guest_who_stands_above_his_comrades_is_seen_over_others() -> None:
    line = f"{VIEWER} | 1 Ogres at 36,17 | {TARGET} | 1 Wizard at 50,40 face 180"
    table = draw(line).change("Ogres", height="Standard").change("Wizard", height="Large")
    assert not sees(table)
    assert sees(table.join("Wizard", "Spearmen"))


@pytest.mark.rule("t9a.cover.intervening_models")
def test_much_lower_models_may_be_ignored_by_agreement() -> None:
    settings = Settings(heights="much lower models are ignored")
    table = draw(f"Giant at 36,10 | 1 Swordsmen at 36,15 | {TARGET}", settings)
    ways = [way for _, way in Lookout(table.battle, table.unit("Giant"), table.unit("Spearmen")).ways(None)]
    assert ways == ["ignored"]
    table = draw(f"Giant at 36,10 | 1 Swordsmen at 36,15 | {TARGET}")
    ways = [way for _, way in Lookout(table.battle, table.unit("Giant"), table.unit("Spearmen")).ways(None)]
    assert ways == ["overlooked"]
