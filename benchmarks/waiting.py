"""How long people wait: until their answer is acknowledged, and until the computer that they play has begun to think.

Starts the real server, lets so many battles between computers go on, each with a spectator (`--unwatched`: without),
and lets people play at random, each in a battle of their own against `--opponent`. The player `random` thinks for no
time: from the moment when it is asked until its answer comes is how long anybody's opponent waits for its turn. Ends
after so many answers of each person, or after `--seconds`; who waits at that moment is counted with what they have
waited so far.

    python -m benchmarks.waiting --battles 0            (an idle server)
    python -m benchmarks.waiting --battles 200          (200 watched battles between captains)
    python -m benchmarks.waiting --battles 180 --people 20 --opponent captain
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import random
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect as connect_to_watch
from websockets.exceptions import ConnectionClosed, WebSocketException

from benchmarks.many_battles import percentiles
from tests.server.process import Client, Server, server_at

SETTLE = 5.0
"""Seconds until the battles of the computers are on their way."""


class Person(Client):
    """A page that notes how long it waits for what."""

    def __init__(self, server: Server, token: str, dice: random.Random, pause: float) -> None:
        self.acknowledged: list[float] = []
        self.begun: list[float] = []
        self.waits_since: float | None = None
        self._sent: float | None = None
        self._pause = pause
        super().__init__(server, token, dice)

    def ask(self, kind: str, **fields: Any) -> None:
        if kind == "answer":
            self._sent = time.perf_counter()
        super().ask(kind, **fields)

    def hear(self) -> dict[str, Any]:
        number = self.state.get("number")
        message = super().hear()
        if message["type"] == "state":
            self._note(time.perf_counter(), message, message["number"] != number)
        return message

    def _note(self, now: float, state: dict[str, Any], new: bool) -> None:
        if self._sent is not None:
            self.acknowledged.append(now - self._sent)
            self._sent = None
        elif new and self.waits_since is not None:
            self.begun.append(now - self.waits_since)
        if new:
            self.waits_since = now if state["thinking"] else None

    def decide(self) -> None:
        time.sleep(self.dice.uniform(0.0, 2.0 * self._pause))
        super().decide()


class People:
    """So many people at once, each in one battle after the other."""

    def __init__(self, server: Server, options: argparse.Namespace) -> None:
        self._server, self._options = server, options
        self._until = time.monotonic() + options.seconds
        self.persons: list[Person] = []
        self.problems: list[str] = []

    def play(self) -> None:
        threads = [
            threading.Thread(target=self._be, args=(number,), daemon=True) for number in range(self._options.people)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(max(0.0, self._until - time.monotonic()))

    def _be(self, number: int) -> None:
        dice, left = random.Random(number), self._options.answers
        try:
            while left > 0 and time.monotonic() < self._until:
                seats = [{"player": "human"}, {"player": self._options.opponent}]
                made = self._server.call("/api/battles", {"ruleset": "eow", "seats": seats})
                person = Person(self._server, made["tokens"]["0"], dice, self._options.pause)
                self.persons.append(person)
                while not person.state["over"] and person.answers < left:
                    if person.state["question"] is not None:
                        person.decide()
                        person.answers += 1
                    else:
                        person.hear()
                left -= person.answers
                person.close()
                person.waits_since = None
        except (ConnectionClosed, OSError, TimeoutError, AssertionError) as error:
            self.problems.append(f"{type(error).__name__}: {error}"[:200])

    def found(self) -> dict[str, Any]:
        now = time.perf_counter()
        waiting = [now - person.waits_since for person in self.persons if person.waits_since is not None]
        acknowledged = [wait * 1000 for person in self.persons for wait in person.acknowledged]
        begun = [wait * 1000 for person in self.persons for wait in person.begun] + [wait * 1000 for wait in waiting]
        return {
            "answers": len(acknowledged),
            "acknowledged ms": percentiles(acknowledged),
            "moves of the opponent": len(begun),
            "opponent ms": percentiles(begun),
            "still waiting at the end": len(waiting),
            "problems": self.problems[:5],
        }


def watch(address: str, tokens: list[str]) -> None:
    """Watch all these battles, until ended; what comes is not even looked at."""

    async def one(token: str) -> None:
        with suppress(WebSocketException, OSError, TimeoutError):
            async with connect_to_watch(
                f"{address.replace('http', 'ws')}/ws?token={token}", max_size=None, open_timeout=120, compression=None
            ) as page:
                async for _ in page:
                    pass

    async def all_of_them() -> None:
        await asyncio.gather(*(one(token) for token in tokens))

    asyncio.run(all_of_them())


def measure(server: Server, options: argparse.Namespace) -> dict[str, Any]:
    wanted = {"ruleset": options.ruleset, "seats": [{"player": name} for name in options.players.split(",")]}
    made = [server.call("/api/battles", wanted) for _ in range(options.battles)]
    tokens = [] if options.unwatched else [one["watch"] for one in made]
    # A process of their own: whoever measures is not to be held up by them.
    crowd = multiprocessing.get_context("spawn").Process(target=watch, args=(server.address, tokens), daemon=True)
    if tokens:
        crowd.start()
    if made:
        time.sleep(SETTLE)
    before = answers_of(server, made)
    began = time.monotonic()
    people = People(server, options)
    people.play()
    found = people.found()
    lasted = time.monotonic() - began
    if tokens:
        crowd.kill()
        crowd.join()
    return {
        "battles of computers": options.battles,
        "people": options.people,
        "seconds": round(lasted, 1),
        "answers and dice of computers a second": round((answers_of(server, made) - before) / lasted, 1),
        **found,
    }


def answers_of(server: Server, made: list[dict[str, Any]]) -> int:
    """How many answers and dice there were in these battles."""
    return sum(server.call(f"/api/battles/{one['id']}/timeline", token=one["watch"])["last"] for one in made)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=200, help="Battles between computers.")
    parser.add_argument("--unwatched", action="store_true", help="Nobody looks at them.")
    parser.add_argument("--players", default="captain,captain", help="Who plays them.")
    parser.add_argument("--ruleset", default="eow", help="The rulebook that they play by.")
    parser.add_argument("--people", type=int, default=1)
    parser.add_argument("--opponent", default="random", help="Whom the people play.")
    parser.add_argument("--answers", type=int, default=200, help="So many answers each of them gives.")
    parser.add_argument("--pause", type=float, default=0.1, help="Seconds that they think, on average.")
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--workers", type=int, default=None)
    options = parser.parse_args()
    workers = ["--workers", str(options.workers)] if options.workers else []
    with tempfile.TemporaryDirectory() as folder, server_at(Path(folder) / "battles.sqlite", *workers) as server:
        found = measure(server, options)
    sys.stdout.write(json.dumps(found, indent=2) + "\n")
    sys.exit(1 if found["problems"] else 0)


if __name__ == "__main__":
    main()
