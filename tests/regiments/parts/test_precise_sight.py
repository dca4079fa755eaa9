"""Precise line of sight: top-down, volumetric and hybrid true."""

from __future__ import annotations

import msgspec
import pytest

from tests.regiments.harness import Table, draw, regiment
from tests.regiments.parts.grounds import battle_of, in_force
from warhost.errors import WarhostError
from warhost.rulesets.regiments.chapters import shooting
from warhost.rulesets.regiments.core import Kind, Regiment, Settings, optional, unit_sees
from warhost.rulesets.regiments.parts.precise_sight import (
    class_of,
    height_on,
    preset,
    unit_value,
    value_of,
    volume_height,
)

METHODS = ["top_down", "volumetric", "hybrid"]
ROW = "Eyes at 36,10 | Screen at 36,20 | Mark at 36,30 face 180"
EAGER = 'Bow (24", A1)'


def of_kind(kind: Kind, *rules: str, base: tuple[int, int] = (25, 25), size: int = 1) -> Regiment:
    made = regiment(size, weapons=[EAGER], rules=rules)
    return msgspec.structs.replace(made, kind=kind, base=base)


SMALL = of_kind("infantry")
WIDE = msgspec.structs.replace(of_kind("infantry", size=10), base=(100, 25))
"""Wide enough to hide what is behind it."""


def seen(method: str, line: str = ROW, **given: Regiment) -> bool:
    """Whether Eyes see Mark, past a Screen that is as tall as they are unless told otherwise."""
    table = table_of(method, line, **given)
    return unit_sees(table.battle, table.unit("Eyes"), table.unit("Mark"))


def table_of(method: str, line: str = ROW, **given: Regiment) -> Table:
    regiments = {"Eyes": SMALL, "Screen": WIDE, "Mark": SMALL, **given}
    named = {name: one for name, one in regiments.items() if f"{name} " in line}
    return draw(line, in_force(f"precise_sight:{method}"), **named)


def tough(rating: int, *rules: str, base: tuple[int, int] = (25, 25), size: int = 1) -> Regiment:
    return of_kind("infantry", *((f"Tough({rating})",) if rating else ()), *rules, base=base, size=size)


@pytest.mark.rule("aofr.los_precision.methods")
def test_only_the_method_that_was_agreed_on_is_consulted() -> None:
    tall, low = of_kind("monster", "Tough(12)", base=(25, 25)), WIDE
    assert [seen(method, Eyes=tall, Screen=low) for method in METHODS] == [True, False, True]
    flat = msgspec.structs.replace(WIDE, kind="giant", rules=())
    high = of_kind("infantry", base=(100, 100))
    assert [seen(method, Eyes=high, Mark=high, Screen=flat) for method in METHODS] == [False, False, False]
    with pytest.raises(WarhostError, match="in one way"):
        optional.check(Settings(parts=("precise_sight:top_down+hybrid",)))


@pytest.mark.rule("aofr.los_precision.all_directions")
@pytest.mark.parametrize("method", METHODS)
def test_models_see_all_round_but_shoot_ahead(method: str) -> None:
    behind = "Eyes at 36,30 | Mark at 36,10"
    assert seen(method, behind)
    table = table_of(method, "0 Eyes at 36,30 | 1 Mark at 36,10")
    assert shooting.possible(table.battle, table.unit("Eyes")) == []
    ahead = table_of(method, "0 Eyes at 36,10 | 1 Mark at 36,30")
    assert len(shooting.possible(ahead.battle, ahead.unit("Eyes"))) == 1


@pytest.mark.rule("aofr.los_precision.self")
@pytest.mark.parametrize("method", METHODS)
def test_a_unit_sees_itself(method: str) -> None:
    table = table_of(method)
    assert unit_sees(table.battle, table.unit("Eyes"), table.unit("Eyes"))


@pytest.mark.rule("aofr.los_precision.obstacles")
@pytest.mark.parametrize("method", METHODS)
def test_solid_obstacles_and_other_units_block(method: str) -> None:
    assert not seen(method)
    assert seen(method, "Eyes at 36,10 | Mark at 36,30 face 180")
    assert not seen(method, "72x48 building 36,20 12x4 | Eyes at 36,10 | Mark at 36,30 face 180")


@pytest.mark.rule("aofr.los_precision.own_unit")
@pytest.mark.parametrize("method", METHODS)
def test_models_see_through_their_own_unit(method: str) -> None:
    table = table_of(method, "0 Eyes at 36,10 | 1 Mark at 36,30 face 180", Eyes=of_kind("infantry", size=10))
    (fire,) = shooting.possible(table.battle, table.unit("Eyes"))
    assert len(fire.models) == 10


@pytest.mark.rule("aofr.los_precision.ignored_features")
def test_banners_do_not_count() -> None:
    table = draw("Plain at 36,10 | Bearers at 36,20", Plain=of_kind("infantry"), Bearers=of_kind("infantry", "Banner"))
    assert unit_value(table.battle, table.unit("Plain")) == unit_value(table.battle, table.unit("Bearers")) == 2


@pytest.mark.rule("aofr.los_precision.topdown_height")
def test_a_height_value_is_the_real_height_and_one_more() -> None:
    assert (value_of(1.0), value_of(2.0)) == (2, 3)
    past = "72x48 block_blocking_tall{} 36,20 12x4 | Eyes at 36,10 | Mark at 36,30 face 180"
    assert seen("top_down", past.format(4), Eyes=of_kind("infantry"))
    assert not seen("top_down", past.format(10), Eyes=of_kind("infantry"))


@pytest.mark.rule("aofr.los_precision.topdown_presets")
def test_preset_heights() -> None:
    told = {
        1: ["swarm"],
        2: ["infantry", "artillery"],
        3: ["large infantry", "cavalry", "chariot"],
        4: ["large cavalry", "monster", "vehicle"],
        5: ["large monster", "giant"],
        6: ["titan"],
    }
    assert {height: [preset(kind) for kind in kinds] for height, kinds in told.items()} == {
        height: [height] * len(kinds) for height, kinds in told.items()
    }


@pytest.mark.rule("aofr.los_precision.topdown_stack")
def test_a_unit_on_top_of_terrain_adds_its_height() -> None:
    table = draw("72x48 block_tall20 36,10 8x8 | Eyes at 36,10 | Mark at 36,30", Eyes=SMALL, Mark=SMALL)
    assert (unit_value(table.battle, table.unit("Eyes")), unit_value(table.battle, table.unit("Mark"))) == (5, 2)


@pytest.mark.rule("aofr.los_precision.topdown_line")
@pytest.mark.parametrize(
    ("eyes", "mark", "screen", "visible"),
    [
        ("infantry", "monster", "cavalry", True),
        ("infantry", "infantry", "infantry", False),
        ("monster", "infantry", "cavalry", True),
        ("cavalry", "cavalry", "infantry", True),
        ("infantry", "cavalry", "cavalry", False),
    ],
)
def test_what_is_as_high_as_both_blocks(eyes: Kind, mark: Kind, screen: Kind, visible: bool) -> None:
    wide = msgspec.structs.replace(WIDE, kind=screen)
    assert seen("top_down", Eyes=of_kind(eyes), Mark=of_kind(mark), Screen=wide) == visible


@pytest.mark.rule("aofr.los_precision.topdown_line")
def test_the_piece_on_which_one_stands_does_not_block() -> None:
    hill = "72x48 hill_blocking_tall20 36,10 8x8 | Eyes at 36,10 | Mark at 36,30 face 180"
    assert seen("top_down", hill)


@pytest.mark.rule("aofr.los_precision.topdown_same_type")
def test_units_of_one_type_have_one_height() -> None:
    table = draw("One at 36,10 | Other at 36,20", One=of_kind("infantry"), Other=of_kind("infantry", base=(40, 40)))
    assert unit_value(table.battle, table.unit("One")) == unit_value(table.battle, table.unit("Other")) == 2


@pytest.mark.rule("aofr.los_precision.volume_presets")
@pytest.mark.parametrize(
    ("mm", "inches"), [(20, 1.0), (25, 1.0), (32, 1.25), (40, 1.5), (50, 2.0), (60, 3.0), (75, 3.0), (100, 4.0)]
)
def test_heights_by_base(mm: int, inches: float) -> None:
    assert height_on((mm, mm)) == inches
    assert height_on((20, mm)) == inches


@pytest.mark.rule("aofr.los_precision.volume_no_base")
def test_a_model_without_a_base_has_its_true_height() -> None:
    chariot = of_kind("vehicle", base=(60, 100))
    assert volume_height(chariot) == 2.5
    assert volume_height(of_kind("monster", base=(60, 60))) == 3.0


@pytest.mark.rule("aofr.los_precision.volume_line")
def test_a_line_may_pass_over_what_is_lower() -> None:
    ogre = of_kind("infantry", base=(50, 50))
    many = msgspec.structs.replace(of_kind("infantry", size=30), base=(25, 25))
    assert seen("volumetric", Eyes=ogre, Mark=ogre, Screen=many)
    assert not seen("volumetric", Eyes=SMALL, Mark=SMALL, Screen=many)
    wall = "72x48 block_blocking_tall20 36,20 12x1 | Eyes at 36,10 | Mark at 36,30 face 180"
    assert not seen("volumetric", wall)
    assert seen("volumetric", wall.replace("tall20", "tall8"))


@pytest.mark.rule("aofr.los_precision.hybrid_classes")
@pytest.mark.parametrize(
    ("rating", "hero", "size"),
    [
        *((1, False, 0), (3, True, 0), (3, False, 1), (5, False, 1), (6, True, 1), (6, False, 2)),
        *((9, True, 2), (12, False, 2), (14, False, 2), (15, False, 3), (18, False, 3), (21, True, 3), (24, False, 4)),
    ],
)
def test_size_classes_by_tough(rating: int, hero: bool, size: int) -> None:
    assert class_of(rating, hero=hero) == size


SCREENS = {rating: tough(rating, base=(100, 25), size=10) for rating in (0, 3, 6)}


@pytest.mark.rule("aofr.los_precision.hybrid_true")
def test_units_block_and_terrain_hides_as_it_is_tall() -> None:
    assert not seen("hybrid", Screen=SCREENS[3])
    wall = "72x48 block_blocking_tall{} 36,20 12x1 | Eyes at 36,10 | Mark at 36,30 face 180"
    assert not seen("hybrid", wall.format(20))
    assert seen("hybrid", wall.format(8))


@pytest.mark.rule("aofr.los_precision.hybrid_smaller")
def test_models_see_through_units_of_a_smaller_class() -> None:
    assert seen("hybrid", Eyes=tough(6), Screen=SCREENS[3])
    assert not seen("hybrid", Eyes=tough(3), Screen=SCREENS[3])


@pytest.mark.rule("aofr.los_precision.hybrid_bigger_target")
def test_models_see_a_bigger_target_over_units_of_their_own_class() -> None:
    assert seen("hybrid", Mark=tough(6), Screen=SCREENS[0])
    assert not seen("hybrid", Mark=SMALL, Screen=SCREENS[0])
    assert not seen("hybrid", Mark=tough(6), Screen=SCREENS[3])


@pytest.mark.rule("aofr.los_precision.hybrid_elevation")
def test_models_on_elevation_see_through_lower_units() -> None:
    hill = "72x48 hill 36,10 8x8 | Eyes at 36,10 | Screen at 36,20 | Mark at 36,30 face 180"
    assert seen("hybrid", hill, Screen=SCREENS[6])
    assert not seen("hybrid", hill.replace("hill 36,10 8x8", "hill 36,20 24x12"), Screen=SCREENS[6])


@pytest.mark.parametrize("method", METHODS)
def test_battles_with_precise_sight_end(method: str) -> None:
    battle_of(f"precise_sight:{method}")


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_captains_fight_with_precise_sight(method: str) -> None:
    battle_of(f"precise_sight:{method}", ("captain", "captain"))
