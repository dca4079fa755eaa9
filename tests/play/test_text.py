"""A position in one line."""

from __future__ import annotations

import pytest

from examples import tiny_race as tiny
from warhost.play import PositionError, battle_hash, parse_position, print_position
from warhost.play.kept.text import UnitText
from warhost.rulesets import ruleset
from warhost.table import Feature, Pose


def test_a_position_is_printed_and_parsed_to_the_same_battle() -> None:
    race = tiny.race()
    race.turn, race.hand = 4, (2, 0, 7)
    race.units[1].strength = 2
    line = print_position(race)
    assert "\n" not in line
    again = tiny.RULESET.from_text(parse_position(line))
    assert battle_hash(again) == battle_hash(race)
    assert print_position(again) == line


def test_short_forms_are_understood() -> None:
    told = parse_position("Iron Orcs at 18,10 | 1 Vampire Covenant/Ghouls @18,20.5,180 fleeing models=4")
    assert told.units == (
        UnitText("Iron Orcs", None, None, Pose(18, 10, 0)),
        UnitText("Ghouls", 1, "Vampire Covenant", Pose(18, 20.5, 180), {"fleeing": True, "models": 4}),
    )


def test_a_drawing_may_have_several_lines_and_a_board() -> None:
    told = parse_position(
        """eow phase="magic" turn=2
        | 36x48 hindering 18,24 6x4 impassable 5,5 3x4 turned 30
        | Iron Orcs at 18,10 face 90
        | Ghouls off"""
    )
    assert (told.ruleset, told.fields) == ("eow", {"phase": "magic", "turn": 2})
    assert told.board is not None
    assert told.board.features[1] == Feature("impassable", 5, 5, 3, 4, 30)
    assert told.units[1].pose is None


def test_values_may_hold_blanks_and_bars() -> None:
    told = parse_position('eow outcome={"word":"a | b"} | Iron Orcs at 1,1 effects=[["Fire ball", 0, 1, 0]]')
    assert told.fields == {"outcome": {"word": "a | b"}}
    assert told.units[0].fields == {"effects": [["Fire ball", 0, 1, 0]]}


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("Iron Orcs at 18,10 | Ghouls somewhere", "does not say where"),
        ("36x48 swamp everywhere | Iron Orcs at 18,10", "not a feature"),
        ("Iron Orcs at 18,10 models={", "value of models cannot be read"),
        ("Iron Orcs at 18,10 colour=3", 'no field "colour"'),
        ('Iron Orcs at 18,10 models="many"', "models"),
        ("Iron Horcs at 18,10", 'called "Iron Horcs"'),
        ("eow turn=1", "at least one unit"),
        ("@18,10", "does not name"),
    ],
)
def test_a_line_that_tells_no_position_is_refused_with_what_is_wrong(line: str, complaint: str) -> None:
    with pytest.raises(PositionError, match=complaint):
        ruleset("eow").from_text(parse_position(line))
