"""Recorded battles of a rulebook, kept to show that a change of the code changed no rule.

`record` plays battles of captains, of brawlers and of random players with any armies, maps and options, and writes
their records into a folder. `replay` plays them again: every step must give the hash that was recorded.

    python -m benchmarks.corpus record eow /tmp/corpus --games 300
    python -m benchmarks.corpus record eow /tmp/advanced --games 100 --option mode=advanced
    python -m benchmarks.corpus replay /tmp/corpus
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec

from tests.fuzz.manners import any_setup, brawling
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import (
    Ask,
    Battle,
    Game,
    Ruleset,
    Setup,
    read_record,
    record_of,
    replay,
    write_record,
)
from warhost.players import Decision, Player, named_player, play_out, start
from warhost.rulesets import ruleset, slugs

T = TypeVar("T")

KINDS = ("captain", "brawler", "random")


class Brawler:
    """A player that mostly does something sensible and seldom passes, so that armies meet and everything happens."""

    name = "brawler"

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def decide(self, ask: Ask, view: Battle, rules: Ruleset) -> Decision:
        return Decision(brawling(ask, self.chance))

    def close(self) -> None:
        pass


def player_of(kind: str, seat: int, chance: Chance) -> Player:
    return Brawler(chance.fork(f"brawler {seat}")) if kind == "brawler" else named_player(kind, seat, chance)


def fought(rules: Ruleset, number: int, options: Mapping[str, str]) -> tuple[Game, Setup, str]:
    """One battle of the corpus, with these options among those agreed on; the three kinds of players take turns."""
    seed = f"corpus {rules.slug} {number}"
    chance = Chance(f"{seed} set-up")
    setup, kind = with_options(rules, any_setup(rules, chance), options), KINDS[number % len(KINDS)]
    players = [player_of(kind, seat, chance) for seat in range(2)]
    game = start(rules, setup, seed)
    play_out(game, players)
    return game, setup, kind


def with_options(rules: Ruleset, setup: Setup, options: Mapping[str, str]) -> Setup:
    """The same set-up with these options too, and with them alone if its own do not go together with them."""
    together = msgspec.structs.replace(setup, options={**setup.options, **options})
    try:
        rules.set_up(together)
    except WarhostError:
        return msgspec.structs.replace(setup, options=dict(options))
    return together


def record(slug: str, folder: Path, games: int, options: Mapping[str, str]) -> None:
    rules = ruleset(slug)
    for number in tell(range(games)):
        path = folder / f"{slug}-{number:05d}.json"
        if not path.exists():
            game, setup, kind = fought(rules, number, options)
            write_record(record_of(game, setup, (kind, kind)), path)


def replay_all(folder: Path) -> int:
    """Replay all records of a folder; returns how many of them do not give the same battle any more."""
    failed = 0
    for path in tell(sorted(folder.glob("*.json"))):
        kept = read_record(path)
        try:
            replay(kept, ruleset(kept.ruleset), name=path.name)
        except WarhostError as error:
            failed += 1
            say(str(error))
    return failed


def tell(things: Sequence[T]) -> Iterator[T]:
    """The things one by one, with a line of progress now and then."""
    began = time.monotonic()
    for number, thing in enumerate(things, 1):
        yield thing
        if number % 50 == 0 or number == len(things):
            say(f"{number} of {len(things)} battles, {time.monotonic() - began:.0f} s")


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record", help="play battles and keep their records")
    recording.add_argument("ruleset", choices=slugs())
    recording.add_argument("folder", type=Path)
    recording.add_argument("--games", type=int, default=300)
    recording.add_argument("--option", action="append", default=[], metavar="NAME=CHOICE", help="for all battles")
    replaying = commands.add_parser("replay", help="play the records of a folder again")
    replaying.add_argument("folder", type=Path)
    wanted = parser.parse_args()
    if wanted.command == "record":
        options = dict(option.split("=", 1) for option in wanted.option)
        record(wanted.ruleset, wanted.folder, wanted.games, options)
    elif failed := replay_all(wanted.folder):
        sys.exit(f"{failed} battles do not replay to the same hashes.")


if __name__ == "__main__":
    main()
