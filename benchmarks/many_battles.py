"""Many battles at once: computer players on one server, everything watched over WebSocket.

Starts the real server, sets up so many battles between computer players, watches each of them from one connection and
pings it all the while. Afterwards every battle's log on the server must be what its spectator was told.

    python benchmarks/many_battles.py --battles 50 --seconds 60 --players random,random
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

PING_EVERY = 0.5


class Watcher:
    """A spectator of one battle: what it was told, and how long its pings took."""

    def __init__(self, address: str, battle: dict[str, Any]) -> None:
        self.address = f"{address.replace('http', 'ws')}ws?token={battle['watch']}"
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


def call(address: str, path: str, body: Any = None, token: str = "") -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", "X-Warhost-Token": token}
    with urllib.request.urlopen(urllib.request.Request(address + path, data, headers), timeout=120) as response:
        return json.load(response)


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("nan")


async def measure(address: str, options: argparse.Namespace) -> dict[str, Any]:
    seats = [{"player": name} for name in options.players.split(",")]
    wanted = {"ruleset": options.ruleset, "seats": seats}
    made = [await asyncio.to_thread(call, address, "api/battles", wanted) for _ in range(options.battles)]
    watchers = [Watcher(address, battle) for battle in made]
    began = time.monotonic()
    await asyncio.gather(*(watcher.watch(began + options.seconds) for watcher in watchers))
    lasted = time.monotonic() - began
    lost = 0
    for watcher in watchers:
        path = f"api/battles/{watcher.battle['id']}/moment/{watcher.number}"
        moment = await asyncio.to_thread(call, address, path, None, watcher.battle["watch"])
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
        "ping ms": {
            f"p{int(share * 100)}": round(percentile(pings, share), 1) for share in (0.5, 0.9, 0.95, 0.99, 1.0)
        },
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
    with tempfile.TemporaryDirectory() as folder:
        data = options.data or str(Path(folder) / "battles.sqlite")
        command = [sys.executable, "-c", "from warhost.cli import main; main()", "serve", "--port", "0", "--data", data]
        command += ["--workers", str(options.workers)] if options.workers else []
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            try:
                found = asyncio.run(measure(address, options))
            finally:
                server.terminate()
    sys.stdout.write(json.dumps(found, indent=2) + "\n")
    sys.exit(1 if found["errors"] or found["battles with lost answers"] else 0)


if __name__ == "__main__":
    main()
