"""Positions in one line: drawn by hand, and whole battles written and read again."""

from __future__ import annotations

import pytest

from tests.fantasy_battles.harness import draw
from tests.fantasy_battles.mustered import muster
from warhost.play import battle_hash, parse_position
from warhost.play.kept.text import PositionError
from warhost.rulesets.fantasy_battles import RULESET
from warhost.rulesets.fantasy_battles.core.battle import Battle


def again(battle: Battle) -> Battle:
    return RULESET.from_text(parse_position(RULESET.to_text(battle)))


def test_a_drawing_tells_units_seats_and_who_stands_in_whose_ranks() -> None:
    battle = draw('Spearmen at 36,10 | Captain off in="Spearmen" | Swordsmen at 36,20 face 180').battle
    assert [unit.seat for unit in battle.units] == [0, 0, 1]
    assert battle.units[1].host == battle.units[0].id
    assert (battle.turn, battle.phase, battle.stage) == (1, "charge", "declare charges")
    assert (battle.scene.board.width, battle.scene.board.depth) == (72.0, 48.0)


def test_a_champion_stands_in_the_ranks_of_its_unit_unasked() -> None:
    battle = draw("Guard at 36,10 files=10").battle
    guard, sergeant = battle.units
    assert (guard.models, guard.files, sergeant.host) == (19, 10, 0)


def test_units_of_the_house_are_known_by_their_names() -> None:
    (army, *_) = RULESET.armies()
    name = RULESET.army_card(army).units[0].name
    assert RULESET.from_text(parse_position(f"{army}/{name} at 36,10")).units[0].army == army


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Nobody at 36,10", 'No army has a unit called "Nobody"'),
        ("t9a turn=2", "at least one unit"),
    ],
)
def test_a_line_that_tells_no_position_is_refused_with_the_reason(line: str, told: str) -> None:
    with pytest.raises(PositionError, match=told):
        RULESET.from_text(parse_position(line))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('Ogres at 36,10 | Captain off in="Ogres"', "its base is 20x20 mm"),
        ('Spearmen at 36,10 | Captain off in="Nobody"', "there is no such unit"),
    ],
)
def test_who_cannot_stand_in_ranks_is_told_why(line: str, told: str) -> None:
    with pytest.raises(PositionError, match=told):
        draw(line)


def test_a_battle_is_read_as_it_was_written_at_every_step_before_the_first_turn() -> None:
    play = muster(
        ["Spearmen", "Guard", "Captain", "Cannon"],
        ["Swordsmen", "Wolves", "Wizard"],
        deployment="Marching Columns",
        objective="Spoils of War",
        field="random",
        dice={"Kind of terrain": 2, "Terrain shifts": 3, "degrees": 5},
        tokens_per_die=2,
        vanguard=6,
    )
    while not play.battle.turn:
        play.plainly()
    marks = [mark.battle for mark in play.game.marks]
    assert len(marks) > 15
    for battle in marks:
        assert isinstance(battle, Battle)
        assert battle_hash(again(battle)) == battle_hash(battle)
        assert again(battle).scene == battle.scene
