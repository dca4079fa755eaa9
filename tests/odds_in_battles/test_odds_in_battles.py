"""Every kind of odds against many throws of the engine itself, in positions from battles of the rulebooks."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.odds_in_battles import Book, Kind, Trial, blue_age, essence_of_war, kept, moments, promises, regiments, runs
from warhost.dice import Chance
from warhost.rulesets import ruleset

BOOKS = {"aofr": regiments.BOOK, "blue": blue_age.BOOK, "eow": essence_of_war.BOOK}
BATTLES = [(slug, number) for slug, book in BOOKS.items() for number in range(len(book.setups))]

RUNS = 200
EACH = 2
"""How often a kind of promise is tried in a battle, unless others of the same option are wanted still."""

FEWEST = 40
"""Where fewer runs are about the promise nothing is said of it."""


def tried(book: Book, slug: str, number: int) -> tuple[Counter[Kind], list[str]]:
    """Promises of one battle that were tried, counted by their kind, and what was wrong with any."""
    chance = Chance(f"promises {slug} {number}")
    counts: Counter[Kind] = Counter()
    broken: list[str] = []
    for at, game in enumerate(moments(ruleset(slug), book.setups[number], number)):
        topic = game.asked.question.topic
        if all(topic != about for about, _ in book.readers):
            continue
        by_option: dict[str, dict[Kind, Trial]] = {}
        for option, odds in promises(game):
            kind = book.kind(topic, odds.label)
            if kind is not None:
                by_option.setdefault(option.key, {})[kind] = Trial(game, topic, option, odds)
        for key, trials in by_option.items():
            # Not always the first of their kind: later moments of a battle have other positions.
            if all(counts[kind] >= EACH for kind in trials) or chance.pick(3):
                continue
            told = runs(book, game, key, RUNS, f"{slug} {number} {at} {key}")
            for kind, trial in trials.items():
                values = [value for events in told if (value := book.readers[kind](trial, events)) is not None]
                counts[kind] += 1
                wrong = kept(trial.odds, values) if len(values) >= FEWEST else ""
                if wrong:
                    broken.append(f"decision {at}, {topic}, {trial.option.label}: {wrong}")
    return counts, broken


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "number"), BATTLES)
def test_what_an_option_promised_is_what_happens(slug: str, number: int) -> None:
    counts, broken = tried(BOOKS[slug], slug, number)
    assert counts
    assert broken == []
