"""What is asked of a captain in every rulebook."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.dice import Chance
from warhost.play import Battle, Game, Setup
from warhost.play.counsel.counsel import Advises
from warhost.players import Player, RandomPlayer, start
from warhost.players.captain import Captain
from warhost.players.captain.engine import REFUSED
from warhost.players.captain.judging.overview import Overview
from warhost.rulebook import catalogue
from warhost.rulesets import ruleset


def always_answers_legally_and_says_why(setup: Setup) -> None:
    """Two captains play a battle to its end."""
    rules, known = ruleset(setup.ruleset), catalogue(setup.ruleset)
    game = start(rules, setup, "legal")
    players = [Captain(Chance("legal 0")), Captain(Chance("legal 1"))]
    steps = game.steps
    while not game.over:
        ask = game.asked
        decision = players[ask.question.seat].decide(ask, game.battle, rules)
        ask.check(decision.answer)
        assert decision.reasons
        # The captain goes on with its next best answer where one is refused; that it had to is a fault all the same.
        assert not any(reason.label.startswith(REFUSED) for reason in decision.reasons)
        assert decision.sentence.endswith(".")
        assert all(reason.rule in known for reason in decision.reasons if reason.rule)
        game.answer(decision.answer, ask.question.seat)
        # In the middle of a step units that have broken may still touch those they are about to flee from.
        assert game.steps == steps or not rules.problems(game.battle)
        steps = game.steps


def played_without_touching_the_table(setup: Setup, seed: str) -> Game:
    """A battle of a captain against a random player; no decision changes anything before it is given."""
    rules = ruleset(setup.ruleset)
    game = start(rules, setup, seed)
    players: Sequence[Player] = [Captain(Chance("a")), RandomPlayer(Chance("b"))]
    while not game.over:
        ask = game.asked
        before = game.hash()
        decision = players[ask.question.seat].decide(ask, game.battle, rules)
        assert game.hash() == before
        game.answer(decision.answer, ask.question.seat)
    return game


def overview(battle: Battle, seat: int) -> Overview:
    """The battle as the captain of that seat sees it."""
    rules = ruleset(battle.scene.ruleset)
    assert isinstance(rules, Advises)
    return Overview(rules.counsel(battle, seat))
