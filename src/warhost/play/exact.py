"""Exact chances: the questions to chance of the very scripts that are played, all answers weighed.

There is no second calculation that could disagree with play. What is played is forked, every distinct result of each
roll is tried, and the probabilities of the ends that look alike are added up.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from warhost.dice import Dice, Distribution, outcomes
from warhost.errors import WarhostError
from warhost.play.game import Game
from warhost.play.questions import Answer, Rolled
from warhost.play.script import Ask

K = TypeVar("K", bound=int | tuple[Any, ...])


class TooManyBranches(WarhostError):
    """The question has more endings than were allowed to be looked at."""


def chances(
    game: Game,
    *,
    until: Callable[[Game], bool],
    see: Callable[[Game], K],
    answer: Callable[[Ask], Answer],
    limit: int = 20_000,
) -> Distribution[K]:
    """The exact distribution of what is seen at the end.

    From the present moment on players answer by `answer`, chance in every possible way, until `until` says so or the
    battle is over; `see` tells ends apart. The game itself is not touched.
    """
    found: dict[K, float] = {}
    branches = 0

    def follow(branch: Game, weight: float) -> None:
        nonlocal branches
        while branch.roll is None:
            if branch.over or until(branch):
                seen = see(branch)
                found[seen] = found.get(seen, 0.0) + weight
                return
            ask = branch.asked
            branch.answer(answer(ask), ask.question.seat)
        roll = branch.roll
        for faces, probability in outcomes(Dice.parse(roll.dice), roll.cuts or None, roll.read):
            branches += 1
            if branches > limit:
                raise TooManyBranches(f"More than {limit} ways for the dice to fall: ask about something nearer.")
            child = branch.fork()
            child.answer(Rolled(faces))
            follow(child, weight * probability)

    follow(game.fork(), 1.0)
    return Distribution(found)
