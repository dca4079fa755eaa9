"""Exact chances come from the scripts that are played, and agree with play."""

from __future__ import annotations

import pytest

from examples import tiny_race as tiny
from warhost.dice import Chance
from warhost.play import Answer, Ask, Chosen, Game, Moved, chances, luck_of
from warhost.play.counsel.exact import TooManyBranches, ends
from warhost.play.script import Script, choose_unit, roll_sum
from warhost.table import Forward


def steady(ask: Ask) -> Answer:
    """Everybody bids nothing, whoever may run runs an inch."""
    if ask.question.topic == "bid":
        return Chosen("0")
    return Moved("run", (Forward(1.0),))


def rabbit(game: Game) -> int:
    """How far the rabbit has hopped, in thirds of an inch."""
    assert isinstance(game.battle, tiny.Race)
    pose = game.battle.units[-1].pose
    assert pose is not None
    return round((pose.y - 2) * 3)


def after_two_rounds(game: Game) -> bool:
    return game.battle.turn == 3


def test_the_chances_add_up_to_one_and_are_those_of_two_dice() -> None:
    game = Game(tiny.RULESET, tiny.race())
    before = game.hash()
    found = chances(game, until=after_two_rounds, see=rabbit, answer=steady)
    assert sum(found.values()) == pytest.approx(1.0)
    assert found[7] == pytest.approx(6 / 36)
    assert found[2] == pytest.approx(1 / 36)
    assert game.hash() == before


def test_the_chances_agree_with_play() -> None:
    exact = chances(Game(tiny.RULESET, tiny.race()), until=after_two_rounds, see=rabbit, answer=steady)
    luck, seen = luck_of(Chance(1)), dict.fromkeys(exact, 0)
    games = 3000
    for _ in range(games):
        game = Game(tiny.RULESET, tiny.race(), luck, history=False)
        while not after_two_rounds(game):
            game.answer(steady(game.asked))
        seen[rabbit(game)] += 1
    for value, count in seen.items():
        assert count / games == pytest.approx(exact[value], abs=0.03)


def test_a_question_without_an_end_is_given_up_with_a_sentence() -> None:
    with pytest.raises(TooManyBranches, match="more than 50 ways"):
        chances(Game(tiny.RULESET, tiny.race()), until=lambda game: False, see=rabbit, answer=steady, limit=50)


def hop(race: tiny.Race) -> Script[None]:
    """The race is so many turns old as a die says."""
    race.turn = yield from roll_sum("D6", why="Hop", rule="tiny.hop")


def test_the_ends_of_a_script_are_told_apart_and_the_battle_is_not_touched() -> None:
    race = tiny.race()
    turn = race.turn
    found = ends(race, hop, lambda end: end.turn > 4)
    assert sorted((end.turn > 4, round(weight, 9)) for end, weight in found) == [
        (False, round(4 / 6, 9)),
        (True, round(2 / 6, 9)),
    ]
    assert race.turn == turn


def test_a_script_that_asks_a_player_has_no_ends() -> None:
    def asking(race: tiny.Race) -> Script[None]:
        yield from choose_unit(race.units, 0, "whom", "Whom?")

    assert ends(tiny.race(), asking, lambda end: end.turn) == []
