"""Many battles at once: computer players on one server, everything watched over WebSocket.

Starts the real server, sets up so many battles between computer players, watches each of them from one connection and
pings it all the while. Afterwards every battle's log on the server must be what its spectator was told.

    python -m benchmarks.many_battles --battles 50 --seconds 60 --players random,random
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.server.process import Server, server_at

PING_EVERY = 0.5


class Watcher:
    """A spectator of one battle: what it was told, and how long its pings took."""

    def __init__(self, address: str, battle: dict[str, Any]) -> None:
        self.address = f"{address.replace('http', 'ws')}/ws?token={battle['watch']}"
        self.battle = battle
        self.number = 0
        self.over = False
        self.pings: list[float] = []
        self.problems: list[str] = []
        self.log: list[str] = []
        self._sent: dict[int, float] = {}

    async def watch(self, until: float) -> None:
        try:
            async with connect(self.address, max_size=None, open_timeout=60) as socket:
                pinging = asyncio.create_task(self._ping(socket, until))
                try:
                    while time.monotonic() < until:
                        try:
                            self._hear(json.loads(await asyncio.wait_for(socket.recv(), until - time.monotonic())))
                        except TimeoutError:
                            break
                finally:
                    pinging.cancel()
        except (ConnectionClosed, OSError, TimeoutError) as error:
            self.problems.append(f"{type(error).__name__}: {error}")

    async def _ping(self, socket: ClientConnection, until: float) -> None:
        number = 0
        while time.monotonic() < until:
            number += 1
            self._sent[number] = time.monotonic()
            await socket.send(json.dumps({"type": "ping", "id": number}))
            await asyncio.sleep(PING_EVERY)

    def _hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "pong":
                self.pings.append(time.monotonic() - self._sent.pop(message["id"]))
            case "state":
                if message["number"] < self.number:
                    self.problems.append(f"went back from {self.number} to {message['number']}")
                self.number, self.over = message["number"], message["over"]
            case "events":
                lines = [line["text"] for line in message["lines"]]
                self.log = lines if message["fresh"] else self.log + lines
            case "refused" | "bye":
                self.problems.append(message["reason"])


def percentiles(values: list[float]) -> dict[str, float]:
    """How large the smaller half of the values is at most, the smaller nine tenths, and so on."""
    ordered = sorted(values)
    last = len(ordered) - 1
    shares = (0.5, 0.9, 0.95, 0.99, 1.0) if ordered else ()
    return {f"p{round(share * 100)}": round(ordered[min(last, int(len(ordered) * share))], 1) for share in shares}


async def measure(server: Server, options: argparse.Namespace) -> dict[str, Any]:
    seats = [{"player": name} for name in options.players.split(",")]
    wanted = {"ruleset": options.ruleset, "seats": seats}
    made = [await asyncio.to_thread(server.call, "/api/battles", wanted) for _ in range(options.battles)]
    watchers = [Watcher(server.address, battle) for battle in made]
    began = time.monotonic()
    await asyncio.gather(*(watcher.watch(began + options.seconds) for watcher in watchers))
    lasted = time.monotonic() - began
    lost = 0
    for watcher in watchers:
        path = f"/api/battles/{watcher.battle['id']}/moment/{watcher.number}"
        moment = await asyncio.to_thread(server.call, path, None, watcher.battle["watch"])
        lost += [line["text"] for line in moment["log"]] != watcher.log[: len(moment["log"])]
    pings = [ping * 1000 for watcher in watchers for ping in watcher.pings]
    answers = sum(watcher.number for watcher in watchers)
    return {
        "battles": options.battles,
        "seconds": round(lasted, 1),
        "answers and dice": answers,
        "a second": round(answers / lasted, 1),
        "ended": sum(watcher.over for watcher in watchers),
        "errors": sum(len(watcher.problems) for watcher in watchers),
        "battles with lost answers": lost,
        "pings": len(pings),
        "ping ms": percentiles(pings),
        "first problems": [problem for watcher in watchers for problem in watcher.problems][:5],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--battles", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--players", default="captain,captain")
    parser.add_argument("--ruleset", default="eow")
    parser.add_argument("--workers", type=int, default=None)
    parser.add_argument("--data", default=None, help="A file or a PostgreSQL address; default: a file that is deleted.")
    options = parser.parse_args()
    workers = ["--workers", str(options.workers)] if options.workers else []
    with (
        tempfile.TemporaryDirectory() as folder,
        server_at(options.data or f"{folder}/battles.sqlite", *workers) as server,
    ):
        found = asyncio.run(measure(server, options))
    sys.stdout.write(json.dumps(found, indent=2) + "\n")
    sys.exit(1 if found["errors"] or found["battles with lost answers"] else 0)


if __name__ == "__main__":
    main()
