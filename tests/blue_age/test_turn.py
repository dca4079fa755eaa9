"""Turns and phases (Game Turn), and tests that rules pass or roll again."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blue_age.harness import Play, draw, hero, unit
from tests.blue_age.magic import mage
from warhost.rulesets.blue_age.core import trials
from warhost.rulesets.blue_age.core.events import battle as events

BOTH = "Mage at 24,10 | Bows at 30,10 | Witch at 24,30 face 180 | Slings at 30,30 face 180"
SPELLS = ("Ward", "Hasten", "Arc Bolt", "Battle Rage")


def battle() -> Play:
    """Two armies with something to do in every phase; nobody does anything. The winner of the turn roll, the first
    seat, names the First Player of each turn in that way."""
    archers = unit(ranged=6, weapons=["Bow"])
    drawn = draw(BOTH, Mage=mage(), Bows=archers, Witch=mage(), Slings=archers)
    drawn.battle.phase, drawn.battle.stage = "command", "turn"
    for name in ("Mage", "Witch"):
        drawn.unit(name).spells = SPELLS
    dice: dict[str, Any] = {"Turn roll": [6, 5] * 9, "More dice": 1, "": 5}
    return drawn.play(dice=dice)


def seen(game: Play, until: int) -> list[tuple[int, str, int]]:
    """Who is asked in which phase of which turn, each once in a row."""
    order: list[tuple[int, str, int]] = []
    while not game.game.over and game.battle.turn < until:
        if game.topic != "first player":
            now = (game.battle.turn, game.battle.phase, game.question.seat)
            if not order or order[-1] != now:
                order.append(now)
            game.decline()
        else:
            game.choose("second" if game.battle.turn == 1 else "first")
    return order


@pytest.mark.rule("blue.turn.both_players_each_phase", "blue.command.first_player_actions")
@pytest.mark.rule("blue.command.second_player_actions", "blue.move.first_player_moves", "blue.shoot.player_order")
def test_both_players_act_in_each_phase_the_first_player_before_the_second() -> None:
    order = [(phase, seat) for turn, phase, seat in seen(battle(), 2) if turn == 1]
    assert order[:6] == [
        ("command", 1),
        ("command", 0),
        ("move", 1),
        ("move", 0),
        ("shooting", 1),
        ("shooting", 0),
    ]
    assert {phase for phase, _ in order[6:]} == {"combat"}


@pytest.mark.rule("blue.turn.phase_order")
def test_the_phases_follow_each_other() -> None:
    game = battle()
    seen(game, 3)
    told = [event.phase for event in game.told(events.PhaseBegan)]
    each = ["Move", "Shooting", "Combat", "End"]
    assert told[:9] == [*each, "Command", *each]
    assert [event.turn for event in game.told(events.TurnBegan)] == [2, 3]
    assert game.battle.phase == "command"


@pytest.mark.rule("blue.turn.first_player_per_turn")
def test_who_is_first_player_is_settled_anew_each_turn() -> None:
    order = seen(battle(), 3)
    for turn, first in ((1, 1), (2, 0)):
        phases: dict[str, int] = {}
        for number, phase, seat in order:
            if number == turn:
                phases.setdefault(phase, seat)
        assert phases == dict.fromkeys(("command", "move", "shooting", "combat"), first)


# Mind Tests


def taken(rules: Any, face: int, again: int | None = None, **fields: Any) -> tuple[bool, int]:
    """Whether a Stupid unit passes its Mind Test at the start of a turn, and how many dice it rolls."""
    made = unit(rules=["Stupid", *rules], mind=6, **fields)
    drawn = draw("Trolls at 24,10 | Foe at 24,40 face 180", Trolls=made, Foe=unit())
    drawn.battle.phase, drawn.battle.stage = "command", "turn"
    faces = [face] if again is None else [face, again]
    dice: dict[str, Any] = {"Turn roll": [6, 5], "Stupid": faces, "Mind": faces, "": 5}
    game = drawn.play(dice=dice)
    tests = [roll for roll in game.rolls if roll.unit == 0]
    return not game.unit("Trolls").stupid, len(tests)


@pytest.mark.rule("blue.special.deft_of_mind")
def test_the_deft_of_mind_pass_mind_tests_without_a_die() -> None:
    assert taken([], 1) == (False, 1)
    assert taken(["Deft of Mind"], 1) == (True, 0)


@pytest.mark.rule("blue.special.mindful_acumen")
def test_mindful_acumen_rolls_mind_tests_again() -> None:
    assert taken([], 4) == (False, 1)
    assert taken(["Mindful Acumen"], 4, 6) == (True, 2)
    # One model with it is enough for its unit.
    drawn = draw(
        "Trolls at 24,10 | Sage at 24,12",
        Trolls=unit(models=3, mind=6),
        Sage=hero(mind=6, rules=["Mindful Acumen"]),
    ).join("Sage", "Trolls")
    trial = trials.prepared(drawn.battle, drawn.unit("Trolls"), "mind", "Test", "blue.special.stupid_test")
    assert trials.chance_of(trial) == pytest.approx(0.75)
    spirit = trials.prepared(drawn.battle, drawn.unit("Trolls"), "spirit", "Test", "blue.special.stupid_test")
    assert not spirit.again_by
