"""The driver: questions, refusals, history, forks."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from examples import tiny_race as tiny
from warhost.dice import Chance
from warhost.play import (
    Chosen,
    Game,
    Moved,
    Refused,
    Rolled,
    Script,
    Step,
    battle_hash,
    copied,
    luck_of,
    read_answer,
)
from warhost.play.script import once
from warhost.table import Forward


def new_game(seed: int = 1) -> Game:
    return Game(tiny.RULESET, tiny.race(), luck_of(Chance(seed)))


def play_on(game: Game, chance: Chance, decisions: int = 10_000) -> None:
    while decisions and not game.over:
        game.answer(game.asked.sample(chance))
        decisions -= 1


def bid(game: Game, *bids: int) -> None:
    for seat, number in enumerate(bids):
        game.answer(Chosen(str(number)), seat)


def test_seats_answer_together_and_nothing_shows_before_all_have() -> None:
    game = new_game()
    before = game.hash()
    game.answer(Chosen("3"), 2)
    game.answer(Chosen("1"), 0)
    assert game.hash() == before
    assert game.number == 0
    assert not game.events
    game.answer(Chosen("2"), 1)
    assert [entry.seat for entry in game.entries] == [0, 1, 2]
    assert game.asked.question.topic == "run"
    assert game.asked.question.seat == 2


def test_a_seat_that_has_bid_cannot_bid_again() -> None:
    game = new_game()
    game.answer(Chosen("3"), 2)
    with pytest.raises(Refused, match="already answered"):
        game.answer(Chosen("4"), 2)


@pytest.mark.parametrize(
    ("answer", "seat", "number", "reason"),
    [
        (Moved("run", (Forward(1.0),)), 0, None, "Hares cannot answer this question"),
        (Moved("run", (Forward(1.0),)), 7, None, "There is no seat 7"),
        (Moved("run", (Forward(1.0),)), 2, 99, "for question 99"),
        (Moved("run", (Forward(99.0),)), 2, None, "at most 4 inches"),
        (Moved("fly", (Forward(1.0),)), 2, None, "not a move that this unit can make"),
        (Moved("", (Forward(1.0),)), 2, None, "needs its kind"),
        (Chosen("run"), 2, None, "needs an answer of the kind"),
        (Rolled((3,)), 2, None, "not for dice"),
    ],
)
def test_an_illegal_answer_is_refused_with_its_reason_and_changes_nothing(
    answer: Chosen | Moved | Rolled, seat: int, number: int | None, reason: str
) -> None:
    game = new_game()
    bid(game, 0, 0, 3)
    before, entries = game.hash(), game.number
    with pytest.raises(Refused, match=reason) as refused:
        game.answer(answer, seat, number)
    assert refused.value.rule
    assert (game.hash(), game.number) == (before, entries)
    game.answer(Moved("run", (Forward(1.0),)), 2)


def test_an_unknown_option_is_refused_and_the_known_ones_are_named() -> None:
    game = new_game()
    with pytest.raises(Refused, match=r"not among the options.*0, 1, 2"):
        game.answer(Chosen("12"), 0)


@pytest.mark.parametrize(
    "text", ["", "{", '{"answer": "run"}', '{"answer": "choose"}', '{"answer":"choose","option":3}']
)
def test_malformed_json_is_no_answer(text: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        read_answer(text)


def test_an_answer_survives_json() -> None:
    answer = Moved("run", (Forward(2.5),))
    assert read_answer(msgspec.json.encode(answer)) == answer


def test_without_luck_the_game_asks_for_its_dice() -> None:
    game = Game(tiny.RULESET, tiny.race())
    bid(game, 3, 0, 0)
    game.answer(Moved("run", (Forward(4.0),)), 0)
    assert game.roll is not None
    with pytest.raises(Refused, match="1 to 6"):
        game.answer(Rolled((9,)))
    with pytest.raises(Refused, match="for dice"):
        game.answer(Chosen("1"))
    game.answer(Rolled((6,)))
    assert game.battle.units[-1].pose.y == 4.0


def test_a_copy_is_independent() -> None:
    race = tiny.race()
    twin = copied(race)
    twin.units[0].strength = 1
    twin.turn = 9
    assert (race.units[0].strength, race.turn) == (6, 1)
    assert battle_hash(race) != battle_hash(twin)


def test_undo_and_redo_give_the_same_hash_at_every_decision() -> None:
    game, chance = new_game(3), Chance(4)
    hashes = [game.hash()]
    while not game.over:
        game.answer(game.asked.sample(chance))
        hashes.append(game.hash())
    numbers = len([entry for entry in game.entries if entry.opens])
    forward = []
    for _ in range(numbers):
        forward.append(game.hash())
        assert game.undo() == 1
    assert game.undo() == 0
    for expected in reversed(forward):
        assert game.redo() == 1
        assert game.hash() == expected
    assert game.redo() == 0
    assert game.over


def test_a_new_answer_after_undo_forgets_the_old_future() -> None:
    game = new_game()
    bid(game, 0, 0, 3)
    game.answer(Moved("run", (Forward(4.0),)), 2)
    game.undo()
    game.answer(Moved("run", (Forward(1.0),)), 2)
    assert game.redo() == 0
    assert game.battle.units[2].pose.y == 3.0


def test_dice_fall_the_same_again_when_a_decision_is_taken_back_and_given_back() -> None:
    game = new_game(9)
    bid(game, 3, 0, 0)
    game.answer(Moved("run", (Forward(4.0),)), 0)
    rabbit = game.battle.units[-1].pose
    game.undo()
    game.redo()
    assert game.battle.units[-1].pose == rabbit


def test_events_follow_undo() -> None:
    game = new_game()
    bid(game, 3, 0, 0)
    told = len(game.events)
    game.answer(Moved("run", (Forward(4.0),)), 0)
    game.undo()
    assert len(game.events) == told


def test_a_fork_in_mid_step_goes_its_own_way() -> None:
    game = new_game()
    bid(game, 0, 0, 3)
    fork = game.fork(luck_of(Chance(77)))
    assert fork.hash() == game.hash()
    assert fork.asked.question == game.asked.question
    before = game.hash()
    play_on(fork, Chance(5))
    assert fork.over
    assert game.hash() == before
    assert game.asked.question.topic == "run"


def test_a_game_without_history_cannot_be_taken_back() -> None:
    game = Game(tiny.RULESET, tiny.race(), luck_of(Chance(1)), history=False)
    bid(game, 1, 0, 0)
    with pytest.raises(Exception, match="no history"):
        game.undo()


def test_a_view_hides_what_a_seat_may_not_see() -> None:
    game = new_game()
    seen = tiny.RULESET.view(game.battle, 1)
    assert isinstance(seen, tiny.Race)
    assert seen.hand == (-1, 7, -1)
    assert isinstance(game.battle, tiny.Race)
    assert game.battle.hand == (7, 7, 7)


def test_a_rulebook_that_goes_round_in_circles_is_stopped() -> None:
    class Endless(tiny.TinyRace):
        def run(self, battle: Any, step: Step) -> Script[None]:
            yield from ()

    with pytest.raises(RuntimeError, match="steps without a question"):
        Game(Endless(), tiny.race())


def test_an_answer_that_has_passed_is_not_judged_twice() -> None:
    judged: list[Moved] = []

    @once
    def check(moved: Moved) -> None:
        judged.append(moved)
        if not moved.kind:
            raise Refused("It has to move.", "tiny.move")

    run, twin = Moved("run"), Moved("run")
    check(run)
    check(run)
    assert judged == [run]
    check(twin)
    check(run)
    assert len(judged) == 3
    for _ in range(2):
        with pytest.raises(Refused):
            check(Moved())
    assert len(judged) == 5
    check(run)
    assert len(judged) == 5
