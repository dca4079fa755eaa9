"""Names by which the log tells sections of buildings apart."""

from __future__ import annotations

import pytest

from warhost.play import Setup
from warhost.play.kept.text import parse_position
from warhost.rulesets.blue_age.core import section_names, section_piece
from warhost.rulesets.blue_age.core.events.shooting import BuildingDamaged, SectionDestroyed
from warhost.rulesets.blue_age.ruleset import RULESET

INN = 'light_building 22,16 4x4 named "the inn" light_building 26,16 4x4 named "the inn"'


@pytest.mark.parametrize(
    ("terrain", "names"),
    [
        ("medium_building 24,24 5x5", ["the house"]),
        (INN, ["the west section of the inn", "the east section of the inn"]),
        (
            'light_building 10,9 4x4 named "the inn" light_building 10,30 4x4 named "the other inn"',
            ["the south inn", "the north inn"],
        ),
        (
            " ".join(f'light_building {x},16 4x4 named "the row"' for x in (30, 22, 26)),
            ["the east section of the row", "the west section of the row", "the middle section of the row"],
        ),
    ],
)
def test_sections_are_told_apart_by_where_they_are(terrain: str, names: list[str]) -> None:
    board = parse_position(f"72x48 {terrain} | A at 4,4").board
    assert list(section_names(board).values()) == names


def test_every_section_of_every_map_has_a_name_of_its_own() -> None:
    for number in range(1, 7):
        setup = Setup(ruleset="blue", armies=("Tidewardens", "Ashmoot Clans"), map=str(number))
        battle = RULESET.set_up(setup)
        names = [section_piece(battle, section).name for section in range(len(battle.sections))]
        assert len(set(names)) == len(names), names
        assert not [name for name in names if "other" in name]


def test_a_line_that_begins_with_a_building_begins_with_a_capital() -> None:
    assert BuildingDamaged("the inn", "Breach!").say(str, str) == "The inn: Breach!"
    assert SectionDestroyed("the east inn").say(str, str) == "The east inn collapsed"
