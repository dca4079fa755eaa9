"""Rounds, turns and phases, and how long a battle lasts (Sequence of Play; Duration)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.harness import carried_out, draw, engaged, unit
from warhost.play import Chosen
from warhost.play.battle import stand
from warhost.rulesets.kings_of_war.chapters import turn
from warhost.rulesets.kings_of_war.core import Effect, Settings, events
from warhost.table import Pose

FAR = "A at 36,10 | X at 36,40 face 180"


@pytest.mark.rule("kow.turn.rounds")
def test_every_round_both_players_have_one_turn() -> None:
    game = draw(FAR, Settings(extra_round=False), A=unit(), X=unit()).play(dice={"First turn": [5, 2] * 5})
    while not game.game.over:
        if game.topic == "first turn":
            game.choose("first" if game.battle.turn % 2 else "second")
        else:
            game.decline()
    found = [(event.turn, event.seat) for event in game.told(events.TurnBegan)]
    # The line of text begins in the first turn of round 1.
    assert found == [(1, 1), (2, 0), (2, 1), (3, 1), (3, 0), (4, 0), (4, 1), (5, 1), (5, 0), (6, 0), (6, 1)]


@pytest.mark.rule("kow.turn.initiative")
def test_the_winner_of_the_roll_off_names_who_goes_first_in_every_round() -> None:
    table = draw(FAR, A=unit(), X=unit())
    battle = table.battle
    battle.turn, battle.first = 2, 0
    script = turn.begin_round(battle)
    seats, question = _until_asked(script, [4, 4, 2, 5])
    assert seats == [0, 1, 0, 1]
    assert question.seat == 1
    with pytest.raises(StopIteration):
        _answered(script, "first")
    assert (battle.turn, battle.first, battle.active) == (3, 1, 1)


@pytest.mark.rule("kow.turn.initiative")
def test_where_it_was_agreed_players_roll_once() -> None:
    table = draw(FAR, Settings(initiative="once"), A=unit(), X=unit())
    table.battle.first = 1
    carried_out(turn.begin_round(table.battle))
    assert (table.battle.turn, table.battle.active) == (2, 1)


def _until_asked(script: Any, dice: list[int]) -> tuple[list[int], Any]:
    """Run a script with these dice until it asks a player: who rolled, and the question."""
    seats: list[int] = []
    asked = next(script)
    while not hasattr(asked, "question"):
        if hasattr(asked, "dice"):
            seats.append(asked.seat)
            asked = script.send((dice.pop(0),))
        else:
            asked = next(script)
    return seats, asked.question


def _answered(script: Any, key: str) -> None:
    script.send(Chosen(key))
    while True:
        script.send(None)


@pytest.mark.rule("kow.turn.phases")
def test_a_turn_has_three_phases() -> None:
    game = engaged(A=unit(), X=unit(), header='phase="combat"').play(dice={"to hit": 1})
    game.choose("pass").until("attacker")
    began = [event.phase for event in game.told(events.PhaseBegan) if event.seat == 1]
    assert began == ["Movement", "Ranged", "Combat"]


# How long


def ended(settings: Settings, number: int, dice: list[int]) -> tuple[str, list[int]]:
    """The stage after the second turn of a round, and who rolled for another one."""
    table = draw(FAR, settings, A=unit(), X=unit())
    battle = table.battle
    battle.turn, battle.first, battle.active, battle.taken = number, 0, 1, 1
    done = carried_out(turn.end_turn(battle), dice)
    return battle.stage, [roll.seat for roll in done.rolls if roll.seat is not None]


@pytest.mark.rule("kow.scenario.duration")
@pytest.mark.rule("kow.standard.duration")
@pytest.mark.parametrize(("face", "stage"), [(1, "reckon"), (3, "reckon"), (4, "orders"), (6, "orders")])
def test_after_round_6_the_second_player_rolls_for_another(face: int, stage: str) -> None:
    assert ended(Settings(initiative="once"), 6, [face]) == (stage, [1])


@pytest.mark.rule("kow.scenario.duration")
@pytest.mark.rule("kow.turn.until_limit")
def test_there_is_no_round_8() -> None:
    assert ended(Settings(initiative="once"), 7, []) == ("reckon", [])


@pytest.mark.rule("kow.turn.until_limit")
def test_before_the_limit_the_next_round_begins() -> None:
    assert ended(Settings(initiative="once"), 5, []) == ("orders", [])
    assert ended(Settings(initiative="once", extra_round=False), 6, []) == ("reckon", [])


@pytest.mark.rule("kow.scenario.duration_variable")
def test_another_number_of_rounds_may_be_agreed() -> None:
    assert ended(Settings(initiative="once", rounds=4), 4, [3]) == ("reckon", [1])
    assert ended(Settings(initiative="once", rounds=4), 4, [4]) == ("orders", [1])
    assert ended(Settings(initiative="once", rounds=4), 5, []) == ("reckon", [])


@pytest.mark.rule("kow.timed.end")
def test_timed_games_have_no_further_round() -> None:
    assert ended(Settings(initiative="once", clock="chess clock"), 6, []) == ("reckon", [])


# What lasts


@pytest.mark.rule("kow.magic.duration_token")
def test_what_lasts_ends_with_the_turn_that_it_names() -> None:
    table = draw(FAR, Settings(initiative="once"), A=unit(), X=unit())
    target = table.unit("X")
    target.effects = (Effect("Weakness", "end", 1), Effect("Veil", "start", 1), Effect("Long", "end", 1, left=1))
    carried_out(turn.end_turn(table.battle))
    assert [effect.name for effect in target.effects] == ["Weakness", "Long"]
    carried_out(turn.end_turn(table.battle))
    assert [(effect.name, effect.left) for effect in target.effects] == [("Long", 0)]


@pytest.mark.rule("kow.turn.phases")
def test_what_a_turn_asks_of_its_start_is_noted() -> None:
    table = engaged(A=unit(), X=unit())
    one, other = table.unit("A"), table.unit("X")
    one.charged = one.hindered = True
    other.order, other.shot, other.wavering = "halt", True, 1
    carried_out(turn.end_turn(table.battle))
    assert (one.charged, one.hindered) == (False, False)
    assert (other.order, other.shot, other.held_by, other.began_wavering) == ("", False, (one.id,), True)


@pytest.mark.rule("kow.charge.engaged_persists")
def test_who_has_lost_contact_is_no_longer_engaged() -> None:
    table = engaged(A=unit(), X=unit())
    carried_out(turn.end_turn(table.battle))
    assert table.unit("A").engaged
    stand(table.unit("A"), Pose(36.0, 10.0, 0.0))
    turn.part_who_lost_contact(table.battle)
    assert not table.unit("A").engaged
    assert not table.unit("X").engaged


@pytest.mark.rule("kow.charge.engaged_persists")
@pytest.mark.parametrize(("y", "stays"), [(None, True), (10.0, False)])
@pytest.mark.parametrize("seat", [0, 1])
def test_contact_counts_when_a_turn_of_either_player_begins(y: float | None, stays: bool, seat: int) -> None:
    table = engaged(A=unit(), X=unit())
    if y is not None:
        stand(table.unit("A"), Pose(36.0, y, 0.0))
    carried_out(turn.begin_turn(table.battle, seat))
    assert (table.unit("A").engaged, table.unit("X").engaged) == (stays, stays)
