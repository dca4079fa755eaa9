"""Units: bases, sizes, heights and strength (Units; Base sizes)."""

from __future__ import annotations

import pytest

from tests.kings_of_war.harness import draw, unit
from warhost.rulesets.kings_of_war import values
from warhost.rulesets.kings_of_war.formation import footprint
from warhost.table import MM_PER_INCH


def base_mm(**fields: object) -> tuple[float, float]:
    table = draw("Unit at 36,10", Unit=unit(**fields))
    shape = footprint(table.battle, table.unit("Unit"))
    return round(shape.width * MM_PER_INCH), round(shape.depth * MM_PER_INCH)


@pytest.mark.rule("kow.unit.regiment")
@pytest.mark.rule("kow.base.infantry")
def test_a_regiment_of_infantry_is_100_by_80() -> None:
    assert base_mm(type="infantry", size="regiment") == (100, 80)


@pytest.mark.rule("kow.unit.troop")
def test_a_troop_is_half_as_deep() -> None:
    assert base_mm(type="infantry", size="troop") == (100, 40)
    assert base_mm(type="cavalry", size="troop") == (125, 50)


@pytest.mark.rule("kow.unit.horde")
def test_a_horde_is_twice_as_wide() -> None:
    assert base_mm(type="infantry", size="horde") == (200, 80)
    assert base_mm(type="cavalry", size="horde") == (250, 100)


@pytest.mark.parametrize(
    ("kind", "height"),
    [
        pytest.param("infantry", 2, marks=pytest.mark.rule("kow.height.infantry")),
        pytest.param("large infantry", 3, marks=pytest.mark.rule("kow.height.large_infantry")),
        pytest.param("cavalry", 3, marks=pytest.mark.rule("kow.height.cavalry")),
        pytest.param("large cavalry", 4, marks=pytest.mark.rule("kow.height.large_cavalry")),
        pytest.param("chariot", 4, marks=pytest.mark.rule("kow.height.chariot")),
        pytest.param("monster", 5, marks=pytest.mark.rule("kow.height.monster")),
        pytest.param("war engine", 2, marks=pytest.mark.rule("kow.height.war_engine")),
    ],
)
def test_height_by_type(kind: str, height: int) -> None:
    table = draw("Unit at 36,10", Unit=unit(type=kind))
    assert values.height(table.battle, table.unit("Unit")) == height
