"""What a page is told of the table of The Blue Age: terrain, sections of buildings, who leads whom, the time."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import msgspec
import pytest

from tests.blue_age.harness import Table, draw, hero, unit
from warhost.play.shown.cards import Ground
from warhost.report.drawing.battle import drawing
from warhost.report.look import SHAPES
from warhost.rulesets.blue_age import RULESET
from warhost.rulesets.blue_age.chapters.scenario import battlefield
from warhost.rulesets.blue_age.core import Settings, table_of_pieces
from warhost.rulesets.blue_age.shown import cards
from warhost.table import base_overlap_depth, feature_rect


def garrison(**fields: Any) -> Table:
    """Spears in a house of three points."""
    table = draw(
        '48x48 light_building 24,26 6x6 named "the house" hill 8,8 6x6 | Spears at 24,26 | Foes at 24,40 face 180',
        Spears=unit(models=10),
        Foes=unit(models=5),
    )
    table.unit("Spears").inside = 0
    table.battle.sections = (msgspec.structs.replace(table.battle.sections[0], **fields),)
    return table


def house(table: Table) -> Ground:
    return cards.overlay(table.battle).grounds[0]


def test_a_section_tells_what_is_left_of_it_and_who_is_inside() -> None:
    shown = house(garrison(points=2))
    assert (shown.points, shown.most, shown.owner, shown.inside) == (2, 3, 0, "Spears")
    assert shown.text == "House: Defense 10, 2 of 3 Structure Points, held by Spears"


def test_an_empty_section_belongs_to_nobody() -> None:
    table = garrison(weaker=1)
    table.unit("Spears").inside = None
    assert house(table) == Ground(0, "House: Defense 9, 3 of 3 Structure Points", points=3, most=3, name="the house")


def test_what_was_a_building_is_shown_as_ruins() -> None:
    table = garrison(points=0, ruined=True)
    table.unit("Spears").inside = None
    shown = house(table)
    assert (shown.kind, shown.most) == ("ruins", 0)
    assert shown.text.startswith("Ruins of the house: difficult")
    assert 'data-terrain="ruins"' in drawing(RULESET, table.battle)


def test_a_drawing_has_a_pip_for_each_structure_point() -> None:
    drawn = drawing(RULESET, garrison(points=1).battle)
    assert drawn.count('class="pip"') == 1
    assert drawn.count('class="pip lost"') == 2
    assert 'class="section held s0"' in drawn


def test_buildings_are_no_objectives() -> None:
    assert cards.overlay(garrison().battle).tokens == ()


@pytest.mark.parametrize("kind", table_of_pieces())
def test_every_kind_of_terrain_has_a_painting_and_says_what_it_does(kind: str) -> None:
    assert any(kind.replace("_", " ") in kinds for kinds in SHAPES.paintings.values())
    table = draw(f"48x48 {kind} 24,26 6x6 | Own at 8,8 | Foes at 24,40 face 180", Own=unit(), Foes=unit())
    assert ": " in house(table).text


def test_light_and_heavy_woods_and_obstacles_look_different() -> None:
    looks = {kind: name for name, kinds in SHAPES.paintings.items() for kind in kinds}
    for one, other in (("light woods", "heavy woods"), ("low obstacle", "high obstacle"), ("road", "bridge")):
        assert looks[one] != looks[other]


@pytest.mark.parametrize("name", [name for name in battlefield.names() if name != battlefield.OPEN])
def test_no_two_buildings_of_a_set_up_stand_in_the_same_place(name: str) -> None:
    board, _ = battlefield.chosen(name, Settings(table="72x48"))
    walls = [feature_rect(piece) for piece in board.features if "building" in piece.kind]
    assert not [pair for pair in combinations(walls, 2) if base_overlap_depth(*pair) > 0.01]


def test_who_leads_a_unit_and_who_is_with_it_is_told_on_both() -> None:
    table = draw("48x48 | Spears at 24,26 | Lord at 24,27 | Foes at 24,40 face 180", **_led()).join("Lord", "Spears")
    assert "led by Lord" in cards.marks(table.battle, table.unit("Spears"))
    assert "with Spears" in cards.marks(table.battle, table.unit("Lord"))


def _led() -> Mapping[str, Mapping[str, Any]]:
    return {"Spears": unit(models=10), "Lord": hero(), "Foes": unit(models=5)}


def test_the_title_names_the_phase() -> None:
    table = draw("48x48 | Own at 8,8 | Foes at 24,40 face 180", Own=unit(), Foes=unit())
    table.battle.turn, table.battle.phase = 2, "combat"
    assert cards.when(table.battle) == "Turn 2 of 6, Combat Phase"
