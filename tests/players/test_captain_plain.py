"""The captain in a book that tells it nothing: it goes by the odds that options carry and by what the board shows."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from examples.tiny_race import race
from tests.skirmish import RULESET as SKIRMISH
from warhost.dice import Chance
from warhost.lab.matches import Plan, schedule
from warhost.play import Choose, Chosen, Odds, Option, Ruleset, Setup
from warhost.play.counsel.counsel import Advises
from warhost.play.script import ask_choice
from warhost.players import RandomPlayer, play_out, start
from warhost.players.captain import Captain
from warhost.players.captain.engine import Advisor
from warhost.players.captain.generic import GenericAdvisor, promised
from warhost.rulesets import ruleset

BATTLES = 20


def points(rules: Ruleset, setups: Sequence[Setup], seats: Sequence[Sequence[int]], advisor: Advisor | None) -> float:
    """What the captain wins of battles against random players, a draw for half, in these seats by turns."""
    total = 0.0
    for number, setup in enumerate(setups):
        own = seats[number % len(seats)]
        game = start(rules, setup, f"plain {number}", history=False)
        chances = [Chance(f"{number} {seat}") for seat in range(len(game.battle.scene.seats))]
        players = (Captain(one, advisor) if seat in own else RandomPlayer(one) for seat, one in enumerate(chances))
        play_out(game, list(players))
        outcome = game.battle.outcome
        assert outcome is not None
        total += 0.5 if not outcome.winners else float(own[0] in outcome.winners)
    return total


@pytest.mark.slow
def test_it_beats_chance_in_the_tiny_skirmish_alone_and_as_a_team() -> None:
    assert not isinstance(SKIRMISH, Advises)
    setups = [Setup(ruleset="skirmish", armies=("Wolves", "Goblins", "Golems"))] * BATTLES
    assert points(SKIRMISH, setups, [(0,), (1, 2)], None) >= 0.7 * BATTLES


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["eow", "aofr"])
def test_it_beats_chance_in_books_whose_counsel_it_does_not_ask(slug: str) -> None:
    plan = Plan(ruleset=slug, players=("captain", "random"), games=BATTLES // 2, seed="plain", swap=False)
    setups = [job.setup for job in schedule(plan)]
    assert points(ruleset(slug), setups, [(0,), (1,)], GenericAdvisor()) >= 0.7 * len(setups)


def chosen(*options: Option) -> str:
    """Which of these options it takes."""
    ask = ask_choice(Choose(seat=0, topic="anything", text="Which?", options=options))
    answer = Captain(Chance(0), GenericAdvisor()).decide(ask, race(), SKIRMISH).answer
    assert isinstance(answer, Chosen)
    return answer.option


def expected(value: float) -> tuple[Odds, ...]:
    return (Odds("expected hits", 9.0, kind="expected"), Odds("expected losses", value, kind="expected", telling=True))


def test_it_takes_what_its_telling_odds_promise_most_of() -> None:
    few, many = Option("few", "Few", expected(1.0)), Option("many", "Many", expected(3.0))
    assert chosen(Option("pass", "Pass", passes=True), few, many) == "many"


def test_it_declines_what_is_unlikely_to_succeed() -> None:
    quiet = Option("pass", "Pass", passes=True)
    for arrives, wins, answer in ((0.9, 0.8, "charge"), (0.9, 0.1, "pass"), (0.1, 0.9, "pass")):
        odds = (Odds("arrives", arrives, telling=True), Odds("tie", 0.9), Odds("wins", wins, telling=True))
        assert chosen(Option("charge", "Charge", odds), quiet) == answer


def test_odds_that_are_not_telling_promise_nothing() -> None:
    assert promised(Option("a", "A", (Odds("to hit", 4, kind="needed"), Odds("tie", 0.2)))) is None
