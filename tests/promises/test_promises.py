"""Every kind of odds against thousands of throws of the engine itself, in positions from battles of both rulebooks."""

from __future__ import annotations

import pytest

from tests.promises import Book, Trial, essence_of_war, kept, moments, promises, regiments, runs
from warhost.dice import Chance
from warhost.rulesets import ruleset

BOOKS = {"aofr": regiments.BOOK, "eow": essence_of_war.BOOK}

RUNS = 250
EACH = 2
"""How often a kind of promise is tried in a battle."""


def tried(book: Book, slug: str, number: int) -> tuple[dict[tuple[str, str], int], list[str]]:
    """Promises of one battle that were tried, counted by their kind, and what was wrong with any."""
    chance = Chance(f"promises {slug} {number}")
    counts: dict[tuple[str, str], int] = {}
    broken: list[str] = []
    for at, game in enumerate(moments(ruleset(slug), book.setups[number], number)):
        topic = game.asked.question.topic
        if all(topic != about for about, _ in book.readers):
            continue
        by_option: dict[str, list[Trial]] = {}
        for option, odds in promises(game):
            by_option.setdefault(option.key, []).append(Trial(game, topic, option, odds))
        for key, trials in by_option.items():
            wanted = [t for t in trials if book.reader(topic, t.odds.label) is not None]
            kinds = {
                (topic, words)
                for t in wanted
                for about, words in book.readers
                if about == topic and (t.odds.label.startswith(words) or t.odds.label.endswith(words))
            }
            if not wanted or all(counts.get(kind, 0) >= EACH for kind in kinds) or chance.pick(3):
                continue
            told = runs(book, game, wanted[0].option, RUNS, f"{slug} {number} {at} {key}")
            for trial in wanted:
                reader = book.reader(topic, trial.odds.label)
                assert reader is not None
                values = [value for value in (reader(trial, events) for events in told) if value is not None]
                if len(values) < 40:
                    continue
                wrong = kept(trial.odds, values)
                if wrong:
                    broken.append(f"decision {at}, {topic}, {trial.option.label}: {wrong}")
            for kind in kinds:
                counts[kind] = counts.get(kind, 0) + 1
    return counts, broken


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "number"), [(slug, n) for slug, book in BOOKS.items() for n in range(len(book.setups))]
)
def test_what_an_option_promised_is_what_happens(slug: str, number: int) -> None:
    counts, broken = tried(BOOKS[slug], slug, number)
    assert counts
    assert broken == []
