"""Recorded battles of a rulebook, kept to show that a change of the code changed no rule.

`record` plays battles of captains, of brawlers and of random players with any armies, maps and options, and writes
their records into a folder. `replay` plays them again: every step must give the hash that was recorded. `pack` puts a
few of them that differ most into one small file, for `tests/golden/corpus`.

    python -m benchmarks.corpus record eow /tmp/corpus --games 300
    python -m benchmarks.corpus record eow /tmp/advanced --games 100 --option mode=advanced
    python -m benchmarks.corpus replay /tmp/corpus
    python -m benchmarks.corpus pack /tmp/corpus tests/golden/corpus/eow.jsonl.xz
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
from tests.golden.packing import pack, unpacked, widest
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import (
    Ask,
    Battle,
    Game,
    Record,
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
    game = start(rules, setup, seed)
    players = [player_of(kind, seat, chance) for seat in range(len(game.battle.scene.seats))]
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
            write_record(record_of(game, setup, (kind,) * len(game.battle.scene.seats)), path)


def records_of(path: Path) -> list[tuple[str, Record]]:
    """The records of a folder, or of a packed file, each with a name."""
    if path.is_dir():
        return [(file.name, read_record(file)) for file in sorted(path.glob("*.json"))]
    return list(unpacked(path))


def replay_all(path: Path) -> int:
    """Replay all records of a folder or a packed file; returns how many do not give the same battle any more."""
    failed = 0
    for name, kept in tell(records_of(path)):
        try:
            replay(kept, ruleset(kept.ruleset), name=name)
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
    replaying = commands.add_parser("replay", help="play the records of a folder or of a packed file again")
    replaying.add_argument("folder", type=Path)
    packing = commands.add_parser("pack", help="put the records of a folder that differ most into one file")
    packing.add_argument("folder", type=Path)
    packing.add_argument("file", type=Path)
    packing.add_argument("--games", type=int, default=15)
    wanted = parser.parse_args()
    if wanted.command == "record":
        options = dict(option.split("=", 1) for option in wanted.option)
        record(wanted.ruleset, wanted.folder, wanted.games, options)
    elif wanted.command == "pack":
        pack(widest([kept for _, kept in records_of(wanted.folder)], wanted.games), wanted.file)
    elif failed := replay_all(wanted.folder):
        sys.exit(f"{failed} battles do not replay to the same hashes.")


if __name__ == "__main__":
    main()
