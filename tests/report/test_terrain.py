"""What players call the terrain on a table."""

from __future__ import annotations

import pytest

from warhost.report.drawing.terrain import called, names_of
from warhost.rulesets import ruleset
from warhost.table import Board, Feature


@pytest.mark.parametrize(
    ("kind", "name", "expected"),
    [
        ("elevated", "", "Hill"),
        ("hindering", "", "Forest"),
        ("plane_hill", "plane hill 3", "Low hill"),
        ("building", "building 5", "House"),
        ("light_building", "the mill", "Mill"),
        ("wood_tall5", "", "Wood"),
        ("forest dangerous", "forest 2", "Forest"),
        ("overgrown_ruins", "overgrown ruins 1", "Overgrown ruins"),
    ],
)
def test_terrain_is_called_what_it_is(kind: str, name: str, expected: str) -> None:
    assert called(Feature(kind, 10, 10, 4, 4, name=name)) == expected


def test_twins_are_told_apart_by_where_they_stand() -> None:
    chapels = (
        Feature("light_building", 8, 20, 4, 4, name="the chapel"),
        Feature("light_building", 40, 28, 4, 4, name="the other chapel"),
    )
    assert names_of(Board(48, 48, (*chapels, Feature("hill", 24, 24, 6, 6)))) == ("West chapel", "East chapel", "Hill")


@pytest.mark.parametrize("book", ["eow", "kow", "blue", "t9a"])
def test_no_map_has_terrain_that_goes_by_a_word_of_the_rules(book: str) -> None:
    rules = ruleset(book)
    boards = [rules.map_card(name).board for name in rules.maps()]  # type: ignore[attr-defined]
    names = {name for board in boards if board is not None for name in names_of(board)}
    assert names
    assert not {one for one in names if one.casefold() in ("elevated", "hindering", "impassable", "blocking")}
