"""Units: bases, sizes, heights and strength (Units; Base sizes; Unit Strength)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.harness import draw, unit
from warhost.rulesets.kings_of_war.core import apart, footprint, is_a, is_within, models_of, values
from warhost.table import MM_PER_INCH


def base_mm(**fields: Any) -> tuple[float, float]:
    table = draw("Unit at 36,10", Unit=unit(**fields))
    shape = footprint(table.battle, table.unit("Unit"))
    return round(shape.width * MM_PER_INCH, 3), round(shape.depth * MM_PER_INCH, 3)


def rule(name: str, *values: object) -> Any:
    return pytest.param(*values, marks=pytest.mark.rule(name), id=name.removeprefix("kow."))


@pytest.mark.parametrize(
    ("fields", "base"),
    [
        rule("kow.base.infantry", {"type": "infantry"}, (100, 80)),
        rule("kow.base.large_infantry", {"type": "large infantry"}, (120, 80)),
        rule("kow.base.cavalry", {"type": "cavalry"}, (125, 100)),
        rule("kow.base.large_cavalry", {"type": "large cavalry"}, (150, 100)),
        rule("kow.base.chariot", {"type": "chariot"}, (150, 100)),
        rule("kow.base.war_engine", {"type": "war engine"}, (50, 50)),
        rule("kow.base.monster", {"type": "monster"}, (50, 50)),
        rule("kow.base.titan", {"type": "titan"}, (75, 75)),
        rule("kow.base.monster_chariot", {"type": "monster chariot"}, (50, 100)),
        rule("kow.base.hero_infantry", {"type": "infantry", "hero": True}, (40, 40)),
        rule("kow.base.hero_large_infantry", {"type": "large infantry", "hero": True}, (40, 40)),
        rule("kow.base.hero_monstrous_infantry", {"type": "large infantry", "hero": True, "legacy": True}, (50, 50)),
        rule("kow.base.hero_cavalry", {"type": "cavalry", "hero": True}, (50, 50)),
        rule("kow.base.hero_large_cavalry", {"type": "large cavalry", "hero": True}, (50, 50)),
        rule("kow.base.hero_chariot", {"type": "chariot", "hero": True}, (50, 100)),
        rule("kow.base.hero_monster", {"type": "monster", "hero": True}, (50, 50)),
        rule("kow.base.hero_titan", {"type": "titan", "hero": True}, (75, 75)),
        rule("kow.base.legacy_heavy_infantry", {"type": "infantry", "legacy": True}, (125, 100)),
        rule("kow.base.legacy_monstrous_infantry", {"type": "large infantry", "legacy": True}, (150, 100)),
        rule("kow.unit.regiment", {"type": "infantry", "size": "regiment"}, (100, 80)),
    ],
)
def test_the_base_of_a_type(fields: dict[str, Any], base: tuple[int, int]) -> None:
    assert base_mm(**fields) == base


@pytest.mark.rule("kow.unit.troop")
def test_a_troop_is_half_as_deep_as_a_regiment() -> None:
    assert base_mm(type="infantry", size="troop") == (100, 40)
    assert base_mm(type="cavalry", size="troop") == (125, 50)
    assert base_mm(type="infantry", size="troop", legacy=True) == (125, 50)


@pytest.mark.rule("kow.unit.horde")
def test_a_horde_is_twice_as_wide_as_a_regiment() -> None:
    assert base_mm(type="infantry", size="horde") == (200, 80)
    assert base_mm(type="cavalry", size="horde") == (250, 100)
    assert base_mm(type="large infantry", size="horde", legacy=True) == (300, 100)


@pytest.mark.rule("kow.base.large_cavalry")
def test_large_cavalry_has_6_models_on_a_regiments_base_and_12_on_a_hordes() -> None:
    for size, models, base in (("regiment", 6, (150, 100)), ("horde", 12, (300, 100))):
        table = draw("Unit at 36,10", Unit=unit(type="large cavalry", size=size))
        entry = table.battle.entry(table.unit("Unit"))
        assert (models_of(entry), entry.base_mm) == (models, base)


@pytest.mark.parametrize(
    ("size", "models"), [("troop", 10), ("regiment", 20), ("horde", 40)], ids=["troop", "regiment", "horde"]
)
def test_models_on_a_base_of_infantry(size: str, models: int) -> None:
    table = draw("Unit at 36,10", Unit=unit(size=size))
    assert models_of(table.battle.entry(table.unit("Unit"))) == models


@pytest.mark.parametrize(
    ("fields", "height"),
    [
        rule("kow.height.infantry", {"type": "infantry"}, 2),
        rule("kow.height.large_infantry", {"type": "large infantry"}, 3),
        rule("kow.height.cavalry", {"type": "cavalry"}, 3),
        rule("kow.height.large_cavalry", {"type": "large cavalry"}, 4),
        rule("kow.height.chariot", {"type": "chariot"}, 4),
        rule("kow.height.monster", {"type": "monster"}, 5),
        rule("kow.height.monster", {"type": "titan"}, 5),
        rule("kow.base.monster_chariot", {"type": "monster chariot"}, 5),
        rule("kow.height.war_engine", {"type": "war engine"}, 2),
        rule("kow.height.hero", {"type": "cavalry", "hero": True}, 3),
        rule("kow.unit.hero_type", {"type": "cavalry", "hero": True}, 3),
    ],
)
def test_the_height_of_a_type(fields: dict[str, Any], height: int) -> None:
    table = draw("Unit at 36,10", Unit=unit(**fields))
    assert values.height(table.battle, table.unit("Unit")) == height


@pytest.mark.rule("kow.unit.hero_type")
@pytest.mark.parametrize(("word", "meant"), [("hero", True), ("cavalry", True), ("infantry", False)])
def test_a_hero_is_a_hero_and_one_of_its_type(word: str, meant: bool) -> None:
    table = draw("Unit at 36,10", Unit=unit(type="cavalry", hero=True))
    assert is_a(table.battle, table.unit("Unit"), word) is meant
    assert table.battle.entry(table.unit("Unit")).base_mm == (50, 50)


@pytest.mark.rule("kow.unit.hero_type")
@pytest.mark.parametrize(
    ("kind", "base", "tall"),
    [("infantry", (40, 40), 2), ("cavalry", (50, 50), 3), ("chariot", (50, 100), 4), ("titan", (75, 75), 5)],
)
def test_the_type_of_a_hero_gives_its_base_and_its_height(kind: str, base: tuple[int, int], tall: int) -> None:
    table = draw("Unit at 36,10", Unit=unit(type=kind, hero=True))
    assert table.battle.entry(table.unit("Unit")).base_mm == base
    assert values.height(table.battle, table.unit("Unit")) == tall


@pytest.mark.parametrize(
    ("fields", "strength"),
    [
        rule("kow.us.troop", {"size": "troop"}, 1),
        rule("kow.us.regiment", {"size": "regiment"}, 2),
        rule("kow.us.horde", {"size": "horde"}, 4),
        rule("kow.us.monster", {"type": "monster"}, 2),
        rule("kow.us.monster", {"type": "monster", "hero": True, "rank": "champion"}, 2),
        rule("kow.us.monster", {"type": "monster chariot"}, 2),
        rule("kow.us.war_engine", {"type": "war engine"}, 1),
        rule("kow.us.champion", {"hero": True, "rank": "champion"}, 1),
        rule("kow.us.champion", {"hero": True}, 1),
        rule("kow.us.warlord", {"hero": True, "rank": "warlord"}, 2),
    ],
)
def test_unit_strength(fields: dict[str, Any], strength: int) -> None:
    table = draw("Unit at 36,10", Unit=unit(**fields))
    assert values.strength(table.battle, table.unit("Unit")) == strength


@pytest.mark.rule("kow.us.halved")
@pytest.mark.parametrize(
    ("size", "state", "strength"),
    [
        ("horde", "wavering=1", 2),
        ("regiment", "damage=13", 1),
        ("troop", "wavering=1", 1),
        ("horde", "wavering=1 damage=13", 2),
        ("horde", "damage=12", 4),
    ],
)
def test_unit_strength_is_halved_once_but_never_below_1(size: str, state: str, strength: int) -> None:
    table = draw(f"Unit at 36,10 {state}", Unit=unit(size=size, nerve=12))
    assert values.strength(table.battle, table.unit("Unit")) == strength


@pytest.mark.rule("kow.us.halved")
def test_nothing_halved_stays_nothing() -> None:
    table = draw("Unit at 36,10 wavering=1", Unit=unit(strength=0))
    assert values.strength(table.battle, table.unit("Unit")) == 0


@pytest.mark.rule("kow.us.scoring")
def test_unit_strength_of_one_scores() -> None:
    table = draw("Unit at 36,10", Unit=unit(size="troop"))
    assert values.is_scoring(table.battle, table.unit("Unit"))


@pytest.mark.rule("kow.us.non_scoring")
@pytest.mark.parametrize("hero", [False, True])
def test_unit_strength_of_nothing_does_not_score(hero: bool) -> None:
    table = draw("Unit at 36,10", Unit=unit(strength=0, hero=hero))
    assert not values.is_scoring(table.battle, table.unit("Unit"))


@pytest.mark.rule("kow.measure.inches")
def test_an_inch_is_25_4_millimetres() -> None:
    table = draw("Unit at 36,10", Unit=unit(type="infantry"))
    shape = footprint(table.battle, table.unit("Unit"))
    assert shape.width == pytest.approx(3.937, abs=0.0005)
    assert shape.depth == pytest.approx(3.150, abs=0.0005)
    assert 5 * MM_PER_INCH == 127


@pytest.mark.rule("kow.measure.nearest_points")
def test_units_are_as_far_apart_as_their_nearest_points() -> None:
    table = draw("Unit at 36,10 | Other at 36,20 face 180", Unit=unit(), Other=unit())
    gap = 10.0 - 80 / 25.4
    battle, one, other = table.battle, table.unit("Unit"), table.unit("Other")
    assert apart(battle, one, other) == pytest.approx(gap)
    assert is_within(battle, one, other, gap)
    assert not is_within(battle, one, other, gap - 0.01)
