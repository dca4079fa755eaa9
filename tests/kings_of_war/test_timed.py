"""Timed games: clocks and what happens to who runs out of time (Timed Games)."""

from __future__ import annotations

from itertools import groupby
from typing import Any

import pytest

from tests.kings_of_war.harness import Fall, Play, draw, unit
from warhost.play import Clock, Ticked
from warhost.rulesets.kings_of_war.core import Settings, events


def playing(line: str = "", dice: Any = (), **settings: Any) -> Play:
    text = line or "0 Foot at 36,10 | 1 Foes at 36,40 face 180"
    return draw(text, Settings(**settings), Foot=unit(), Foes=unit(points=100)).play(dice)


def tick(game: Play) -> Play:
    """The clock of the open question runs out."""
    game.game.answer(Ticked(), game.question.seat)
    return game


def clock(game: Play) -> Clock | None:
    """The clock of the open question."""
    return game.question.clock


def clock_name(game: Play) -> str:
    running = clock(game)
    return "" if running is None else running.name


CHESS = {"clock": "chess clock"}


@pytest.mark.rule("kow.timed.clock")
def test_each_player_has_50_minutes_on_a_chess_clock() -> None:
    game = playing(**CHESS)
    assert game.question.clock == Clock(3000.0, game.question.clock.text, "seat 0")  # type: ignore[union-attr]
    assert game.battle.settings.rounds == 6


@pytest.mark.rule("kow.timed.turn_clock")
def test_the_clock_of_whose_turn_it_is_runs() -> None:
    game = playing(dice={"First turn": [6, 1], "": 1}, **CHESS)
    seen = set()
    for _ in range(8):
        assert game.question.clock is not None
        seen.add((game.battle.active, game.question.clock.name))
        game.decline()
        if game.topic == "first turn":
            break
    assert seen == {(0, "seat 0"), (1, "seat 1")}


@pytest.mark.rule("kow.timed.setup_clock")
def test_the_clock_of_who_sets_up_runs_and_stops_when_all_is_set_up() -> None:
    header = 'kow stage="zones" phase="deployment" turn=0'
    game = playing(f"{header} | 72x48 | 0 Foot off | 1 Foes off", [6, 1, 6, 1], **CHESS)
    assert game.topic == "side"
    assert clock(game) is None
    names = []
    game.choose("south")
    while game.topic == "deploy":
        names.append(clock_name(game))
        game.decline()
    assert names == ["seat 0", "seat 1"]
    assert game.topic == "first turn"
    assert clock(game) is None


@pytest.mark.rule("kow.timed.setup_clock")
def test_the_clocks_of_the_set_up_run_in_turn_unit_by_unit() -> None:
    line = 'kow stage="zones" phase="deployment" turn=0 | 72x48 | 0 Foot off | 0 More off | 1 Foes off | 1 Others off'
    units = {name: unit() for name in ("Foot", "More", "Foes", "Others")}
    game = draw(line, Settings(clock="chess clock"), **units).play([6, 1, 6, 1]).choose("south")
    names = []
    while game.topic == "deploy":
        names.append(clock_name(game))
        game.decline()
    assert [name for name, _ in groupby(names)] == ["seat 0", "seat 1", "seat 0", "seat 1"]


@pytest.mark.rule("kow.timed.stopwatch")
def test_by_the_stopwatch_each_turn_has_its_time_and_each_unit_half_a_minute_to_set_up() -> None:
    game = playing(clock="stopwatch", minutes=8.0)
    assert game.question.clock is not None
    assert (game.question.clock.seconds, game.question.clock.name) == (480.0, "seat 0 in round 1")
    header = 'kow stage="zones" phase="deployment" turn=0'
    setting = playing(f"{header} | 72x48 | 0 Foot off | 1 Foes off", [6, 1], clock="stopwatch", minutes=8.0)
    setting.choose("south")
    assert setting.question.clock is not None
    assert setting.question.clock.seconds == 30.0


@pytest.mark.rule("kow.timed.out_of_time")
def test_who_is_out_of_time_stops_at_once_and_combats_stay_engaged() -> None:
    table = draw("0 Foot at 36,20 | 1 Foes at 36,26 face 180", Settings(clock="chess clock"), Foot=unit(), Foes=unit())
    table.engage("Foot", "Foes")
    dice: dict[str, Fall] = {"First turn": [6, 1], "": 1}
    game = table.play(dice=dice)
    tick(game)
    assert game.told(events.OutOfTime) == [events.OutOfTime(0)]
    assert game.battle.active == 1
    assert game.unit("Foes").damage == 0
    assert game.unit("Foot").engaged
    assert all(roll.seat != 0 for roll in game.rolls)


@pytest.mark.rule("kow.timed.no_more_orders")
def test_the_turns_of_who_is_out_of_time_are_empty_and_the_other_plays_on() -> None:
    game = tick(playing(dice={"": [6, 1]}, **CHESS))
    seats = set()
    while not game.game.over:
        seats.add(game.question.seat)
        game.decline()
    assert seats == {1}
    assert game.battle.turn == 6


@pytest.mark.rule("kow.timed.sudden_loss")
def test_who_runs_out_of_time_loses_at_once_if_that_was_agreed() -> None:
    game = tick(playing(sudden_loss=True, **CHESS))
    assert game.game.over
    assert game.battle.outcome is not None
    assert game.battle.outcome.winners == (1,)


@pytest.mark.rule("kow.timed.sudden_loss")
def test_without_that_agreement_the_battle_goes_on() -> None:
    game = tick(playing(dice={"": [6, 1]}, **CHESS))
    assert not game.game.over
    assert game.question.seat == 1


@pytest.mark.rule("kow.timed.end")
def test_a_timed_game_ends_after_the_agreed_rounds_without_a_roll_for_more() -> None:
    game = playing("kow turn=6 taken=1 active=1 first=0 | 72x48 | 0 Foot at 36,10 | 1 Foes at 36,40 face 180", **CHESS)
    while not game.game.over:
        game.decline()
    assert game.battle.turn == 6
    assert game.rolls == []


@pytest.mark.rule("kow.scenario.duration_time")
def test_when_the_time_of_a_battle_is_up_it_ends_after_both_have_had_as_many_turns() -> None:
    line = "kow turn=5 taken=0 active=0 first=0 | 72x48 | 0 Foot at 36,10 | 1 Foes at 36,40 face 180"
    game = playing(line, clock="game clock", minutes=90.0)
    assert game.question.clock is not None
    assert (game.question.clock.seconds, game.question.clock.name) == (5400.0, "battle")
    topic = game.topic
    tick(game)
    assert (game.topic, game.question.seat) == (topic, 0)
    assert clock(game) is None
    seats = []
    while not game.game.over:
        seats.append(game.question.seat)
        game.decline()
    assert seats[-1] == 1
    assert game.battle.turn == 5


@pytest.mark.rule("kow.scenario.duration_time")
def test_time_that_is_up_in_the_second_players_turn_gives_nobody_another_one() -> None:
    line = "kow turn=3 taken=1 active=1 first=0 | 72x48 | 0 Foot at 36,10 | 1 Foes at 36,40 face 180"
    game = tick(playing(line, clock="game clock", minutes=90.0))
    while not game.game.over:
        assert game.question.seat == 1
        game.decline()
    assert game.battle.turn == 3
