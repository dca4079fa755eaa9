"""Numbers and nouns that agree: `1 wound`, `2 wounds`, in every line of the log."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from warhost.play import Event
from warhost.play.questions import Part
from warhost.rulesets import ruleset, slugs
from warhost.rulesets.essence_of_war.shown import events as eow
from warhost.rulesets.fantasy_battles.shown import events as t9a

COUNTED = re.compile(r"\{(\w+)(?::g)?\} (?:more )?(?:[A-Z]\w+ )?(\w+s|dice|inches)\b(?! \{)")
"""A number and a plural that does not look at it."""

VERBS = frozenset({"is", "was", "has", "lies", "counts", "costs"})
NEVER_ONE = frozenset({"SizeAgreed", "CounterGained"})
"""Events whose numbers are never 1, or are a score."""


def classes(of: type[Event] = Event) -> Iterator[type[Event]]:
    """Every kind of event of every book."""
    for slug in slugs():
        ruleset(slug)
    for one in of.__subclasses__():
        yield one
        yield from classes(one)


def unagreed(words: str, numbers: set[str]) -> list[str]:
    """Plurals in the words of an event that stand after a number, whatever that number is."""
    return [found[0] for found in COUNTED.finditer(words) if found[1] in numbers and found[2] not in VERBS]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("{unit:unit} regained {health} Health Points", ["{health} Health Points"]),
        ("{unit:unit} used {dice} dice", ["{dice} dice"]),
        ("{unit:unit} regained {health:# Health Point}", []),
        ("Marker {health} was removed", []),
    ],
)
def test_a_plural_after_any_number_is_found(words: str, found: list[str]) -> None:
    assert unagreed(words, {"health", "dice"}) == found


def test_every_event_counts_what_it_numbers() -> None:
    wrong = {}
    for one in classes():
        numbers = {name for name, kind in one.__annotations__.items() if str(kind) in ("int", "float")}
        found = unagreed(one.words, numbers)
        if found and one.__name__ not in NEVER_ONE:
            wrong[one.__qualname__] = found
    assert not wrong


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (
            t9a.AttackResolved(0, 1, "Crossbow", 1, 2, 2, 0, 0),
            "Crossbow by 0 on 1: 2 hits from 1 attack, 2 wounds, 0 saved",
        ),
        (t9a.AttackResolved(None, 1, "Backlash", 2, 1, 1, 0, 1), "Backlash on 1: 1 hit, 1 wound, 1 saved"),
        (
            t9a.BlowsStruck(0, 1, "Attacks of the boar", 1, 3, 4, (Part(4, "to hit"),)),
            "0 struck at 1: 1 Attack of the boar, hitting on 4+",
        ),
        (
            t9a.BlowsStruck(0, 1, "Attacks of the knight", 2, 3, 4, (Part(4, "to hit"),)),
            "0 struck at 1: 2 Attacks of the knight, hitting on 4+",
        ),
        (t9a.HealthRegained(0, 1), "0 regained 1 Health Point"),
        (t9a.CombatScored((0, 1), (2, 1), ((), ()), 1), "Combat Score: 0 2, 1 1; 1 lost the round"),
        (eow.CombatScored((0, 1), (2, 1), ((), ()), 1), "Combat Result: 0 2, 1 1; 1 lost the round"),
        (eow.Miscast(0, 1, 2), "0 suffered a Miscast: 1 hit with AP 2"),
    ],
)
def test_lines_of_a_fight_read_as_a_player_says_them(event: Event, says: str) -> None:
    assert event.say(str, str) == says
