"""Battles of captains at the largest usual sizes, with lists of all characters and whatever players may agree on.

A battle that failed is fought again by its number, and a run of them is told line by line:

    python -c "from tests.fuzz.captains import *; led(ruleset('t9a'), 17)"
    python -m tests.fuzz.captains t9a 0 500
"""

from __future__ import annotations

import sys
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from tests.fuzz.budget import named
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.muster import Mustered, bring
from warhost.muster.building.surprise import CHARACTERS, surprise
from warhost.muster.values import Muster
from warhost.play import Ask, Battle, Game, Ruleset, Setup, Shows, Step, luck_of
from warhost.play.counsel.counsel import Counsel
from warhost.players import Player, play_out
from warhost.players.captain import Candidate, Captain
from warhost.players.captain.advisor import BookAdvisor
from warhost.players.random_player import RandomPlayer
from warhost.rulesets import muster, ruleset
from warhost.rulesets.blue_age.thinks.counsel import BlueCounsel
from warhost.rulesets.essence_of_war.thinks.counsel import EssenceCounsel
from warhost.rulesets.fantasy_battles.thinks.counsel import FantasyCounsel
from warhost.rulesets.kings_of_war.thinks.counsel import KingsCounsel
from warhost.rulesets.regiments.core import optional
from warhost.rulesets.regiments.thinks.counsel import RegimentsCounsel

LARGEST = {"eow": 2400, "aofr": 3000, "kow": 2500, "blue": 1500, "t9a": 6000}
"""The largest size in points at which a book is usually played."""

USUAL = {"eow": 1600, "aofr": 2000, "kow": 2000, "blue": 1000, "t9a": 4500}
"""The size of every other battle: more of them are fought in the same time."""

FREE_FOR_ALL = "multiplayer:free_for_all"
"""How more than two armies of Regiments meet."""

NOT_ASKED: dict[str, dict[str, str]] = {
    "aofr": {
        "ability": "rules of players' own books (tests/regiments/test_written_in_battle.py)",
        "place": "rules of players' own books",
        "concede": "battles of campaigns (tests/campaign)",
        "elite": "battles of campaigns",
        "escort": "battles of campaigns",
        "plans": "battles of campaigns",
        "underdog": "battles of campaigns",
    }
}
"""Topics that battles of house armies on one evening never ask about, and where they come from."""

Topic = str | tuple[str, str]
"""A topic of a question, or its kind and its topic where two kinds share one."""

COUNSELS: dict[str, type[Counsel[Any, Any]]] = {
    "aofr": RegimentsCounsel,
    "blue": BlueCounsel,
    "eow": EssenceCounsel,
    "kow": KingsCounsel,
    "t9a": FantasyCounsel,
}


class Watched:
    """What a book tells a captain, and which of its topics were asked about."""

    def __init__(self, reached: set[Topic]) -> None:
        self._advisor, self._reached = BookAdvisor(), reached

    def candidates(self, ask: Ask, view: Battle, book: Ruleset) -> Sequence[Candidate]:
        question = ask.question
        self._reached |= {question.topic, (str(question.__struct_config__.tag), question.topic)}
        return self._advisor.candidates(ask, view, book)


def topics(slug: str) -> set[Topic]:
    """What the counsel of a book has judges of its own for; with those of all optional parts."""
    found: set[Topic] = set(COUNSELS[slug].topics)
    if slug == "aofr":
        for part in optional.PARTS.values():
            found |= {*part.judges, *part.advises}
    return found - set(NOT_ASKED.get(slug, ()))


def led(rules: Ruleset, number: int) -> tuple[Game, set[Topic]]:
    """One battle of captains, or of a captain and a random player in either seat, and what the captains were asked."""
    with named(f"led(ruleset({rules.slug!r}), {number})"):
        return _led(rules, number)


def _led(rules: Ruleset, number: int) -> tuple[Game, set[Topic]]:
    chance = Chance(f"captains {rules.slug} {number}")
    setup = any_setup(rules, number, chance)
    reached: set[Topic] = set()

    def check(step: Step, battle: Battle) -> None:
        problems = rules.problems(battle)
        assert not problems, f"{setup.options}, {step.name}: {' '.join(problems)}\n{rules.to_text(battle)}"

    game = Game(rules, rules.set_up(setup), luck_of(chance.fork("dice")), history=False, on_step=check)
    seats = len(game.battle.scene.seats)
    # A random player sits in the first seat, in the last one, or in none.
    idler = (None, 0, seats - 1)[number % 3]
    players: list[Player] = [
        RandomPlayer(chance.fork(f"random {seat}"))
        if seat == idler
        else Captain(chance.fork(f"captain {seat}"), Watched(reached))
        for seat in range(seats)
    ]
    play_out(game, players)
    return game, reached


def any_setup(rules: Ruleset, number: int, chance: Chance) -> Setup:
    """Surprising lists of any character on any map; in every other battle at the largest size, and with anything that
    players may agree on."""
    slug, maps = rules.slug, rules.maps()
    points = (LARGEST if number % 2 else USUAL)[slug]
    seats = _seats(slug, number, chance)
    base: dict[str, Any] = {"points": points if seats == 2 else min(points, 2000) // 2}
    if slug == "aofr" and seats > 2:
        base["parts"] = (FREE_FOR_ALL,)
    if slug == "eow" and number % 4:
        base["mode"] = "advanced"
    ground = maps[chance.pick(len(maps))] if seats == 2 else ""
    builder, armies = _armies(rules, chance.fork("lists"), seats, base)

    def set_up(options: dict[str, Any]) -> Setup:
        host = bring(builder, armies, options)
        found = Setup(ruleset=slug, armies=host.armies, lists=host.lists, map=ground, options=host.options)
        rules.set_up(found)
        return found

    setup = set_up(base)
    # What does not go together with the rest is left out.
    for one in _agreed(rules, chance):
        with suppress(WarhostError):
            more = _with(base, one)
            setup, base = set_up(more), more
    return setup


def _seats(slug: str, number: int, chance: Chance) -> int:
    """Three or four armies now and then, in the books that seat so many."""
    return 3 + chance.pick(2) if (slug, number % 8) in {("eow", 3), ("aofr", 5)} else 2


def _armies(rules: Ruleset, chance: Chance, seats: int, options: dict[str, Any]) -> tuple[Muster, list[str | Mustered]]:
    builder, factions, kinds = muster(rules.slug), rules.armies(), sorted(CHARACTERS)
    if rules.slug == "eow" and "mode" not in options:
        return builder, [factions[chance.pick(len(factions))] for _ in range(seats)]
    found: list[str | Mustered] = []
    for seat in range(seats):
        # Magic twice as often as anything else: it has most to choose from.
        kind = [*kinds, "magic"][chance.pick(len(kinds) + 1)]
        faction = factions[chance.pick(len(factions))]
        draft = surprise(builder, faction, options["points"], kind, chance.fork(f"list {seat}"), options)
        found.append(builder.built(draft))
    return builder, found


def _agreed(rules: Ruleset, chance: Chance) -> list[dict[str, Any]]:
    """What players agreed on, one after the other: optional parts in Regiments, and options."""
    found: list[dict[str, Any]] = []
    if rules.slug == "aofr":
        slugs = [slug for slug in optional.PARTS if slug not in ("campaign", "multiplayer", "multibasing")]
        for _ in range(2 + chance.pick(9)):
            part = optional.PARTS[slugs.pop(chance.pick(len(slugs)))]
            ways = [choice.slug for choice in part.choices]
            way = f":{ways[chance.pick(len(ways))]}" if ways and chance.pick(3) else ""
            found.append({"parts": (f"{part.slug}{way}",)})
    cards = rules.option_cards() if isinstance(rules, Shows) else ()
    return found + [
        {card.name: card.choices[chance.pick(len(card.choices))]}
        for card in cards
        if card.name not in ("points", "mode", "clock") and chance.pick(3) == 0
    ]


def _with(options: dict[str, Any], one: dict[str, Any]) -> dict[str, Any]:
    """The options with one more; parts come on top of those that are there."""
    parts = {"parts": (*options.get("parts", ()), *one["parts"])} if "parts" in one else {}
    return options | one | parts


class Run(msgspec.Struct):
    """What a run of battles came to."""

    fought: int = 0
    failed: list[str] = []
    reached: set[Topic] = set()


def run(slug: str, numbers: Iterable[int], tell: Callable[[str], object] = lambda line: None) -> Run:
    """Many battles of a book; one that fails is a line with its number, and the others are fought."""
    rules, found = ruleset(slug), Run(failed=[], reached=set())
    for number in numbers:
        begun = time.process_time()
        try:
            game, reached = led(rules, number)
        except Exception as error:
            found.failed.append(f"{slug} battle {number}: {_where(error)}")
            tell(found.failed[-1])
        else:
            found.reached |= reached
            tell(f"{slug} battle {number}: {game.steps} steps in {time.process_time() - begun:.1f} s")
        found.fought += 1
    return found


def _where(error: Exception) -> str:
    (*_, last) = traceback.extract_tb(error.__traceback__)
    return f"{type(error).__name__}: {error} ({last.filename.rpartition('warhost/')[2]}:{last.lineno})"


def never_reached(slug: str, reached: set[Topic]) -> list[str]:
    """The topics of a book's counsel about which no captain was asked."""
    return sorted(str(topic) for topic in topics(slug) - reached)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    book, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    done = run(book, range(first, last), _say)
    missed = ", ".join(never_reached(book, done.reached))
    _say(f"{done.fought} battles, {len(done.failed)} failed; never reached: {missed}")
