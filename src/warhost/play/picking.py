"""The question that lets a player pick several options at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, combinations, islice
from typing import Any

from warhost.dice import Chance
from warhost.play.questions import Answer, Pick, Picked
from warhost.play.script import (
    Ask,
    Refused,
    Script,
    Weigh,
    label_of,
    not_offered,
    passes,
    rule_of,
    with_odds,
    wrong_kind,
)

MOST_SUGGESTED = 200
"""So many ways to pick several options are suggested; all of them where there are no more."""

MOST_TRIES = 50
"""So many picks are tried at random before one of the suggestions is taken."""


def pick(
    question: Pick, check: Callable[[tuple[str, ...]], None] | None = None, weigh: Weigh | None = None
) -> Script[tuple[str, ...]]:
    """Ask a player to pick several options; their keys come in the order of the question.

    `check` raises Refused where options do not go together. Nobody is asked where all have to be picked.
    """
    keys = tuple(option.key for option in question.options)
    if question.least >= len(keys):
        return keys
    answer: Picked = yield ask_picks(question, check, weigh)
    return tuple(key for key in keys if key in answer.options)


def ask_picks(
    question: Pick, check: Callable[[tuple[str, ...]], None] | None = None, weigh: Weigh | None = None
) -> Ask:
    """The question on its way, alone or together with those to other seats."""
    keys = tuple(option.key for option in question.options)
    least, most = question.least, min(question.most, len(keys))

    def judge(answer: Any) -> None:
        if not isinstance(answer, Picked):
            raise wrong_kind(question, answer)
        for number, key in enumerate(answer.options):
            if key not in keys:
                raise not_offered(question, key)
            if key in answer.options[:number]:
                raise Refused(f"{label_of(question.options, key)} is picked twice.", rule_of(question))
        count = len(answer.options)
        if count < least or count > most:
            bound = f"at least {least}" if count < least else f"at most {most}"
            raise Refused(f"{question.text} Pick {bound}, not {count}.", rule_of(question))
        if check is not None:
            check(tuple(key for key in keys if key in answer.options))

    def suggest() -> list[Answer]:
        sets = chain.from_iterable(combinations(keys, count) for count in range(most, least - 1, -1))
        found: Iterable[Answer] = (Picked(some) for some in sets if check is None or passes(check, some))
        return list(islice(found, MOST_SUGGESTED))

    def sample(chance: Chance) -> Answer:
        for _ in range(MOST_TRIES):
            left = list(keys)
            some = [left.pop(chance.pick(len(left))) for _ in range(least + chance.pick(most - least + 1))]
            if passes(judge, Picked(tuple(some))):
                return Picked(tuple(key for key in keys if key in some))
        return suggest()[0]

    return Ask(question, judge, suggest, sample, None if weigh is None else lambda: with_odds(question, weigh))
