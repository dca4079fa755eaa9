"""Restarts under load: pages that come back the moment they can, to a machine that is busy with other things.

Starts the real server again and again on the same port and the same battles. Every page plays at random in a battle of
its own and comes back as soon as its connection is cut, all of them at once. As soon as every page has its battle
again and has played on for a moment, the server is told to end. A server that does not end with exit code 0 has
crashed.

    python -m benchmarks.restarts --times 200
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import signal
import socket
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.server.harness import LONGEST_WAIT
from tests.server.process import Server

COME_BACK = 0.02
RULESETS = ("eow", "aofr")
WELL = "well"


class Page:
    """A page that comes back whenever its connection is cut."""

    def __init__(self, address: str, token: str) -> None:
        self.address = f"{address.replace('http', 'ws')}/ws?token={token}"
        self.number = 0
        self.lost = False
        self.back = asyncio.Event()

    async def stay(self) -> None:
        while True:
            try:
                async with connect(self.address, max_size=None, open_timeout=LONGEST_WAIT, compression=None) as page:
                    async for text in page:
                        message = json.loads(text)
                        if message["type"] == "state":
                            await self._answer(page, message)
            except (WebSocketException, OSError, TimeoutError):
                pass
            await asyncio.sleep(COME_BACK)

    async def _answer(self, page: Any, state: dict[str, Any]) -> None:
        self.lost |= state["number"] < self.number
        self.number = state["number"]
        self.back.set()
        question = state["question"]
        if question and question["ask"] == "choose":
            answer = {"answer": "choose", "option": random.choice(question["options"])["key"]}
            await page.send(json.dumps({"type": "answer", "number": self.number, "answer": answer}))


async def restarted(data: Path, options: argparse.Namespace) -> dict[str, Any]:
    port = free_port()
    began = time.monotonic()
    ended: Counter[str] = Counter()
    pages: list[Page] = []
    staying: list[asyncio.Task[None]] = []
    for number in range(options.times + 1):
        for page in pages:
            page.back.clear()
        try:
            server = await asyncio.to_thread(Server, data, "--port", str(port))
        except AssertionError:
            ended["before it was ready"] += 1
            continue
        if not pages:
            pages = await set_up(server, options.pages)
            staying = [asyncio.create_task(page.stay()) for page in pages]
        how = await ends(server, pages, options.seconds)
        if number:
            ended[how] += 1
        sys.stderr.write(f"\r{number} restarts, {sum(ended.values()) - ended[WELL]} crashes")
    for task in staying:
        task.cancel()
    sys.stderr.write("\n")
    return {
        "restarts": options.times,
        "pages": options.pages,
        "crashes": sum(ended.values()) - ended[WELL],
        "how it ended": dict(ended),
        "pages that lost answers": sum(page.lost for page in pages),
        "seconds": round(time.monotonic() - began),
    }


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def set_up(server: Server, pages: int) -> list[Page]:
    """So many battles of people against captains, by all rulebooks in turn."""
    found = []
    for number in range(pages):
        wanted = {"ruleset": RULESETS[number % len(RULESETS)], "seats": [{"player": "human"}, {"player": "captain"}]}
        made = await asyncio.to_thread(server.call, "/api/battles", wanted)
        found.append(Page(server.address, made["tokens"]["0"]))
    return found


async def ends(server: Server, pages: list[Page], seconds: float) -> str:
    """Wait until every page is back, let them play on, end the server; returns how that went."""
    ending = asyncio.create_task(asyncio.to_thread(server.process.wait))
    back = asyncio.gather(*(page.back.wait() for page in pages))
    either: list[asyncio.Future[Any]] = [ending, back]
    await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED, timeout=LONGEST_WAIT)
    all_back = back.done()
    back.cancel()
    await asyncio.wait([ending], timeout=random.uniform(0.0, seconds))
    if not ending.done():
        server.process.send_signal(signal.SIGTERM)
        await asyncio.wait([ending], timeout=LONGEST_WAIT)
    if not ending.done():
        server.process.kill()
    code = await ending
    assert server.process.stdout is not None
    server.process.stdout.close()
    if code:
        return f"exit code {code}"
    return WELL if all_back else "some pages did not come back"


def spin(parent: int) -> None:
    """Keep a core busy while that process measures, and not a moment longer, however it ends."""
    while os.getppid() == parent:
        pass


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--pages", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=0.5, help="So long they play on at most.")
    parser.add_argument("--busy", type=int, default=2, help="Processes that keep the machine busy meanwhile.")
    options = parser.parse_args()
    spinning = [multiprocessing.Process(target=spin, args=(os.getpid(),), daemon=True) for _ in range(options.busy)]
    for one in spinning:
        one.start()
    try:
        with tempfile.TemporaryDirectory() as folder:
            found = asyncio.run(restarted(Path(folder) / "battles.sqlite", options))
    finally:
        for one in spinning:
            one.kill()
    sys.stdout.write(json.dumps(found, indent=2) + "\n")
    sys.exit(1 if found["crashes"] or found["pages that lost answers"] else 0)


if __name__ == "__main__":
    main()
