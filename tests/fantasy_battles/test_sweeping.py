"""Sweeping Attacks of units that have them by their entries."""

from __future__ import annotations

import pytest

from tests.fantasy_battles.harness import Play, draw
from warhost.rulesets.fantasy_battles.lists.force import is_in_force
from warhost.table import Forward

BOMBS = ("Fly", "Sweeping Attack (D6 hits, Str 4, AP 1, Magical)")


def flight(inches: float = 14, line: str = "Hawks at 36,10 | Spearmen at 36,16 face 180") -> Play:
    """Hawks that fly over Spearmen."""
    table = draw(line).change("Hawks", BOMBS, adv=14, mar=28)
    game = table.play(dice={"Hits": 3, "to wound": (3, 3, 3), "": 1}, phase="movement")
    return game.choose(unit="Hawks").move("flying advance", Forward(inches))


@pytest.mark.rule("t9a.special.sweeping_attack")
def test_who_is_flown_over_is_hit_when_the_move_ends() -> None:
    game = flight()
    assert game.topic == "sweeping attack"
    game.choose(target="Spearmen")
    assert game.unit("Spearmen").models == 17
    assert game.unit("Hawks").swept


@pytest.mark.rule("t9a.special.sweeping_attack")
def test_nobody_is_hit_by_a_move_over_nobody() -> None:
    assert flight(line="Hawks at 36,10 | Spearmen at 50,16 face 180").topic != "sweeping attack"


def test_its_brackets_are_held_to_their_form() -> None:
    assert is_in_force("Sweeping Attack (2D6 hits, Str 4, AP 1)")
    assert not is_in_force("Sweeping Attack (many hits)")
