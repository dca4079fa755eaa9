"""What an option promised is what happens: the very answer is given again and again, with other dice each time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import sqrt

import msgspec

from warhost.dice import Chance
from warhost.play import Answer, Ask, Choose, Chosen, Event, Game, Odds, Option, Ruleset, Setup, luck_of
from warhost.players import named_player

Seen = float | None
"""What a run shows of a promise; nothing, if the run is not one that the promise is about."""

Reader = Callable[["Trial", Sequence[Event]], Seen]
"""Reads from what happened how the promise was kept."""


Kind = tuple[str, str]
"""A kind of promise: the topic of its question, and how its label begins or ends."""


class Trial(msgspec.Struct, frozen=True):
    """A promise, where it was made, and what it is about."""

    game: Game
    topic: str
    option: Option
    odds: Odds


class Book(msgspec.Struct, frozen=True):
    """How the promises of a rulebook are read, by the topic and by how their label begins or ends."""

    readers: Mapping[Kind, Reader]
    answer: Callable[[Ask], Answer]
    """What players say while a run goes on."""
    setups: Sequence[Setup]
    beyond: Mapping[str, Callable[[Game, Game], bool]] = {}
    """For topics whose promises reach further than the present step: until when, told from the game then and now."""

    def kind(self, topic: str, label: str) -> Kind | None:
        """Which kind of promise it is; None if it cannot be read."""
        for about, words in self.readers:
            if about == topic and (label.startswith(words) or label.endswith(words)):
                return about, words
        return None


def moments(rules: Ruleset, setup: Setup, seed: int) -> Iterator[Game]:
    """A battle between captains; a stop before every decision."""
    game = Game(rules, rules.set_up(setup), luck_of(Chance(f"dice {seed}")))
    players = [named_player("captain", seat, Chance(seed)) for seat in range(len(game.battle.scene.seats))]
    while not game.over:
        yield game
        ask = game.asked
        seat = ask.question.seat
        game.answer(players[seat].decide(ask, rules.view(game.battle, seat), rules).answer, seat)


def promises(game: Game) -> Iterator[tuple[Option, Odds]]:
    """All promises of the open question."""
    question = game.asked.weighed()
    if isinstance(question, Choose):
        for option in question.options:
            for odds in option.odds:
                if odds.kind != "needed":
                    yield option, odds


def runs(book: Book, game: Game, key: str, count: int, seed: str) -> list[list[Event]]:
    """What happened each time until the step was over."""
    chance = Chance(seed)
    found = []
    for number in range(count):
        fork = game.fork(luck_of(chance.fork(str(number))))
        steps, seat, topic = fork.steps, fork.asked.question.seat, fork.asked.question.topic
        told = list(fork.answer(Chosen(key), seat))
        beyond = book.beyond.get(topic)
        while not fork.over and (fork.steps == steps if beyond is None else beyond(game, fork)):
            ask = fork.asked
            told += fork.answer(book.answer(ask), ask.question.seat)
        found.append(told)
    return found


def kept(odds: Odds, values: Sequence[float]) -> str:
    """Nothing if these values are what was promised, within what chance allows; else what was wrong."""
    count = len(values)
    mean = sum(values) / count
    if odds.kind == "chance":
        spread = max(0.0, odds.value * (1 - odds.value))
    else:
        spread = sum((value - mean) ** 2 for value in values) / count
    allowed = 4 * sqrt(spread / count) + 2 / count
    if abs(mean - odds.value) <= allowed:
        return ""
    return f"{odds.label}: promised {odds.value:.4f}, seen {mean:.4f} in {count} runs (allowed {allowed:.4f})"
