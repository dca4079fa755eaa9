"""Cover: the share of the Target Facing that is behind obstructions, and how hard these are."""

from __future__ import annotations

import pytest

from tests.fantasy_battles.harness import Table, draw, shape
from warhost.rulesets.families.ninth_age.core.formation import models
from warhost.rulesets.fantasy_battles.chapters.shooting.cover import Cover, Covering, eyes_of
from warhost.rulesets.fantasy_battles.core.battle import Settings
from warhost.rulesets.fantasy_battles.core.sight import Lookout

NONE, SOFT, HARD = Cover.NONE, Cover.SOFT, Cover.HARD

MM = 1 / 25.4

FAR = "Captain at 36,4"
"""A lone man on a 20 mm base, 40 inches from a target that is 100 mm wide and looks at him."""

TARGET = "Spearmen at 36,44 face 180"

FRONT = 44 - 40 * MM
"""Where the front of the target is."""


def cover(line: str | Table, viewer: str = "Captain", target: str = "Spearmen") -> Cover:
    """The Cover of the target from the first model of the viewer."""
    table = draw(line) if isinstance(line, str) else line
    unit = table.unit(viewer)
    return Covering(Lookout(table.battle, unit, table.unit(target))).of(models(table.battle, unit)[0])


def close(kind: str, hidden: float, deep: float = 1.0) -> str:
    """A feature right before the target that hides so many mm of its front, from the left, from everywhere."""
    left = 36 - 50 * MM
    return f"72x48 {kind} {left - 5 + hidden * MM / 2},{FRONT - deep / 2} {10 + hidden * MM}x{deep}"


@pytest.mark.rule("t9a.cover.half", "t9a.cover.measure_point", "t9a.cover.impassable")
@pytest.mark.parametrize(
    ("hidden", "found"), [(0, NONE), (40, NONE), (49, NONE), (50.01, HARD), (60, HARD), (99, HARD)]
)
def test_half_of_the_facing_must_be_hidden(hidden: float, found: Cover) -> None:
    # So close to the facing that from any point of the front edge the same is hidden, to a hair.
    assert cover(f"{close('impassable', hidden, 0.01)} | {FAR} | {TARGET}") is found


@pytest.mark.rule("t9a.cover.half", "t9a.cover.ruins")
@pytest.mark.parametrize(("edge", "found"), [(36.0, HARD), (35.99, NONE)])
def test_exactly_half_is_enough(edge: float, found: Cover) -> None:
    assert cover(f"72x48 ruins {edge - 5},44 10x7 | {FAR} | {TARGET}") is found


@pytest.mark.rule("t9a.cover.measure_point")
def test_cover_is_judged_from_the_best_point_of_the_front_edge() -> None:
    # Seen from the middle of a wide front a rock hides most of the target; from its ends it does not.
    rock = "72x48 impassable 36,24 2.6x1"
    assert cover(f"{rock} | {FAR} | {TARGET}") is HARD
    table = draw(f"{rock} | {FAR} | {TARGET}").change("Captain", base=(150, 50))
    assert cover(table) is NONE


@pytest.mark.rule("t9a.cover.measure_point")
def test_points_of_the_front_edge_are_five_millimetres_apart() -> None:
    eyes = eyes_of(shape(draw(FAR), "Captain"))
    assert [round((x - 36) / MM, 6) for x, _ in eyes] == [-10, -5, 0, 5, 10]
    wide = eyes_of(shape(draw(FAR).change("Captain", base=(23, 20)), "Captain"))
    assert [round((x - 36) / MM, 6) for x, _ in wide] == [-11.5, -6.5, -1.5, 0, 3.5, 8.5, 11.5]


@pytest.mark.rule("t9a.cover.ignore_own")
def test_comrades_in_front_give_no_cover() -> None:
    table = draw(f"Archers at 36,4 | {TARGET}")
    covering = Covering(Lookout(table.battle, table.unit("Archers"), table.unit("Spearmen")))
    assert {covering.of(model) for model in models(table.battle, table.unit("Archers"))} == {NONE}


@pytest.mark.rule("t9a.cover.ignore_own")
@pytest.mark.parametrize(("where", "found"), [("36,6 12x6", NONE), ("36,8 12x6", SOFT)])
def test_the_wood_one_stands_in_gives_no_cover_to_others(where: str, found: Cover) -> None:
    assert cover(f"72x48 forest {where} | {FAR} | {TARGET}") is found


@pytest.mark.rule("t9a.cover.intervening_models")
@pytest.mark.parametrize(("x", "found"), [(36, HARD), (34.2, HARD), (33.5, NONE)])
def test_models_as_high_as_both_give_hard_cover(x: float, found: Cover) -> None:
    assert cover(f"{FAR} | 1 Swordsmen at {x},{FRONT - 2} | {TARGET}") is found


@pytest.mark.rule("t9a.cover.intervening_models", "t9a.special.tall")
@pytest.mark.parametrize(("target", "found"), [("Spearmen", HARD), ("Knights", SOFT), ("Ogres", SOFT), ("Giant", SOFT)])
def test_lower_models_give_soft_cover(target: str, found: Cover) -> None:
    assert cover(f"{FAR} | 1 Swordsmen at 36,30 | 1 {target} at 36,36 face 180", target=target) is found


@pytest.mark.rule("t9a.cover.intervening_models")
@pytest.mark.parametrize(("target", "found"), [("Ogres", SOFT), ("Giant", NONE)])
def test_by_agreement_much_lower_models_give_none(target: str, found: Cover) -> None:
    settings = Settings(heights="much lower models are ignored")
    table = draw(f"{FAR} | 1 Swordsmen at 36,30 | 1 {target} at 36,36 face 180", settings)
    assert cover(table, target=target) is found


BLOCK = "36,44 12x6"
"""Around the target, from 41 inches up the table."""

BEHIND = "36,38 12x4"
"""Between the two, with nobody in it."""


@pytest.mark.rule("t9a.cover.fields", "t9a.cover.forests", "t9a.cover.ruins", "t9a.special.covering_terrain")
@pytest.mark.parametrize(
    ("kind", "inside", "behind"),
    [("field", SOFT, NONE), ("forest", SOFT, SOFT), ("ruins", HARD, NONE), ("water", NONE, NONE)],
)
def test_covering_terrain_by_its_line_of_the_table(kind: str, inside: Cover, behind: Cover) -> None:
    assert cover(f"72x48 {kind} {BLOCK} | {FAR} | {TARGET}") is inside
    assert cover(f"72x48 {kind} {BEHIND} | {FAR} | {TARGET}") is behind


@pytest.mark.rule("t9a.cover.forests", "t9a.special.covering_terrain")
@pytest.mark.parametrize(("hidden", "found"), [(45, NONE), (55, SOFT)])
def test_half_of_the_facing_must_be_behind_the_wood(hidden: float, found: Cover) -> None:
    assert cover(f"{close('forest', hidden, 0.5)} | {FAR} | {TARGET}") is found


@pytest.mark.rule("t9a.cover.fields", "t9a.cover.forests", "t9a.cover.ruins")
@pytest.mark.parametrize(("kind", "found"), [("field", NONE), ("forest", SOFT), ("ruins", NONE)])
def test_towering_models_stick_out_of_fields_and_ruins(kind: str, found: Cover) -> None:
    assert cover(f"72x48 {kind} {BLOCK} | {FAR} | 1 Giant at 36,44 face 180", target="Giant") is found


@pytest.mark.rule("t9a.cover.hills")
@pytest.mark.parametrize(
    ("hill", "found"),
    [
        # Wholly off the Hill, more than half of it behind.
        ("34,30 4.4x4", HARD),
        ("33.5,30 4.4x4", NONE),
        # The front rank stands on the Hill, the others behind it.
        (f"36,{FRONT - 3 + 20 * MM} 12x6", SOFT),
        # All of it stands on the Hill.
        ("36,44 12x6", NONE),
        # The rear rank stands on the Hill: nothing is in the way.
        ("36,46 12x2", NONE),
    ],
)
def test_hills_cover_those_behind_them(hill: str, found: Cover) -> None:
    assert cover(f"72x48 hill {hill} | {FAR} | {TARGET}") is found


@pytest.mark.rule("t9a.cover.walls")
@pytest.mark.parametrize(
    ("wall", "found"),
    [
        (f"36,{FRONT - 0.25} 8x0.5", HARD),
        (f"36,{FRONT - 0.35} 8x0.5", NONE),
        (f"{36 + 2.5},{FRONT - 0.25} 4x0.5", NONE),
        (f"{36 + 1.8},{FRONT - 0.25} 4x0.5", HARD),
    ],
)
def test_who_defends_a_wall_has_hard_cover(wall: str, found: Cover) -> None:
    assert cover(f"72x48 wall {wall} | {FAR} | {TARGET}") is found


@pytest.mark.rule("t9a.cover.walls")
def test_a_wall_does_not_help_from_the_rear_nor_towering_models() -> None:
    assert cover(f"72x48 wall 36,{20 + 40 * MM + 0.25} 8x0.5 | {FAR} | 1 Spearmen at 36,20 face 0") is NONE
    giant = 44 - 37.5 * MM
    assert cover(f"72x48 wall 36,{giant - 0.25} 8x0.5 | {FAR} | 1 Giant at 36,44 face 180", target="Giant") is NONE


@pytest.mark.rule("t9a.shooting.mod_hard_cover", "t9a.shooting.mod_soft_cover")
def test_hard_and_soft_together_are_soft_cover() -> None:
    # Thirty millimetres behind a building and thirty more behind a wood.
    left, right = 36 - 50 * MM, 36 + 50 * MM
    building = f"impassable {left - 2 + 15 * MM},{FRONT - 0.25} {4 + 30 * MM}x0.5"
    wood = f"forest {right + 2 - 15 * MM},{FRONT - 0.25} {4 + 30 * MM}x0.5"
    assert cover(f"72x48 {building} {wood} | {FAR} | {TARGET}") is SOFT
    assert cover(f"72x48 {building} | {FAR} | {TARGET}") is NONE
    # The worse of the two counts where each would do.
    assert cover(f"{close('impassable', 60)} forest 36,30 12x4 | {FAR} | {TARGET}") is HARD


@pytest.mark.rule("t9a.cover.hills")
def test_from_a_hill_models_below_give_no_cover() -> None:
    assert cover(f"72x48 hill 36,5 8x6 | {FAR} | 1 Swordsmen at 36,30 | {TARGET}") is NONE
    # Shots uphill go over them, which is Soft Cover.
    assert cover(f"72x48 hill 36,44 12x6 | {FAR} | 1 Swordsmen at 36,30 | {TARGET}") is SOFT
