"""One contract for every rulebook and every player, ours and those of the tests: `warhost.conformance`."""

from __future__ import annotations

from border_raid.ruleset import RULESET as RAID
from examples import tiny_race as tiny
from tests import skirmish
from warhost.conformance.checks import *  # noqa: F403
from warhost.conformance.checks import new_game
from warhost.dice import Chance
from warhost.play import Ruleset
from warhost.players import RandomPlayer, play_out
from warhost.rulebook import books
from warhost.rulesets import ruleset

# Not what other tests have registered: which of them were collected before is not the same in every run.
RULEBOOKS: list[Ruleset] = [*map(ruleset, books()), tiny.RULESET, skirmish.RULESET, RAID]


def test_a_random_player_with_the_same_seed_answers_the_same() -> None:
    answers = []
    for _ in range(2):
        game = new_game(tiny.RULESET, 2)
        play_out(game, [RandomPlayer(Chance(seat)) for seat in range(3)])
        answers.append(game.entries)
    assert answers[0] == answers[1]
