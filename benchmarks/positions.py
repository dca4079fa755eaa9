"""Positions from the middle of battles: random armies, maps and options, players who keep the armies busy.

They are what the measurements of the page's drawings look at (`benchmarks.plates`), as pictures in the form that the
server sends.

    python -m benchmarks.positions --each 100 positions.jsonl
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Answer, Ask, Chosen, Moved, Setup, Shows, Walked
from warhost.players import start
from warhost.rulesets import ruleset
from warhost.server.messages import Picture
from warhost.server.shown.picture import picture_of

BOOKS = ("eow", "aofr", "kow", "blue", "t9a")
FROM_EACH = 4
"""Positions taken from one battle: more of them would look alike."""

SIZES = (1000, 1500, 2000, 3000)
STEPS = 4000
"""A battle that has not ended by then is left."""


class Position(msgspec.Struct, frozen=True):
    """A battle's picture, and which battle it was."""

    book: str
    battle: int
    picture: Picture


def positions(book: str, count: int, seed: str = "positions") -> Iterator[Position]:
    """So many positions of a book, from the second turn on."""
    found = 0
    for number in range(count):
        for one in _of_battle(book, number, seed):
            yield one
            found += 1
            if found == count:
                return


def _of_battle(book: str, number: int, seed: str) -> Iterator[Position]:
    chance = Chance(f"{seed} {book} {number}")
    rules = ruleset(book)
    try:
        game = start(rules, any_setup(book, chance), f"{seed} {number}", history=False, followed=True)
    except WarhostError:
        return
    wait, taken = 10 + chance.pick(60), 0
    for _ in range(STEPS):
        if not game.pending or taken == FROM_EACH:
            return
        ask = game.pending[0]
        game.answer(busy(ask, chance), ask.question.seat)
        wait -= game.battle.turn > 1
        if wait <= 0 and game.battle.outcome is None:
            yield Position(book, number, picture_of(rules, game.battle))
            wait, taken = 10 + chance.pick(90), taken + 1


def busy(ask: Ask, chance: Chance) -> Answer:
    """One of the sensible answers, seldom a pass: the armies meet."""
    answers = list(ask.suggestions())
    acts = [answer for answer in answers if answer not in (Chosen("pass"), Moved(), Walked())]
    pool = acts if acts and chance.pick(10) else answers
    return pool[chance.pick(len(pool))]


def any_setup(book: str, chance: Chance) -> Setup:
    """Any two armies on any map, at any of the usual sizes that the book has."""
    rules = ruleset(book)
    armies, maps = rules.armies(), rules.maps()
    cards = rules.option_cards() if isinstance(rules, Shows) else ()
    points = next((card for card in cards if card.name == "points"), None)
    known = [size for size in (points.choices if points else ()) if int(size) in SIZES]
    return Setup(
        ruleset=book,
        armies=(armies[chance.pick(len(armies))], armies[chance.pick(len(armies))]),
        map=maps[chance.pick(len(maps))],
        options={"points": known[chance.pick(len(known))]} if known else {},
    )


def read(path: Path) -> list[Position]:
    """Positions of a file."""
    decoder = msgspec.json.Decoder(Position)
    return [decoder.decode(line) for line in path.read_bytes().splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--each", type=int, default=100, help="positions of each book")
    parser.add_argument("--books", nargs="*", default=BOOKS)
    parser.add_argument("--seed", default="positions")
    wanted = parser.parse_args()
    with wanted.file.open("wb") as file:
        for book in wanted.books:
            count = 0
            for one in positions(book, wanted.each, wanted.seed):
                file.write(msgspec.json.encode(one) + b"\n")
                count += 1
            sys.stdout.write(f"{book}: {count} positions\n")


if __name__ == "__main__":
    main()
