"""A long run of everything at once: battles, joins, take-backs and seasons, with budgets for memory and latency.

Starts the real server. Visitors set battles up, join them, answer, take back and give up; computers fight a season all
the while. The memory of the server may grow until its rooms are full (`ROOMS` in all_battles.py); after that it must
stay level, and answers must stay quick. Ends with an error if a budget is exceeded or anything is refused.

    python -m benchmarks.soak                   # an hour
    python -m benchmarks.soak --minutes 2
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from tests.server.process import Server, server_at

VISITORS = 4

WARM = 400
"""Battles after which memory is measured first: by then all rooms are taken, and every battle takes the place of one
that leaves."""

LEAST = 200
"""Battles that follow at the least."""

GROWTH = 24.0
"""Megabytes that the server may grow after that, however long it runs. It is the bound: battles that are over cost
nothing once they have left memory, and no more than `ROOMS` stay there that nobody looks at."""

SLOWEST = 2.0
"""Seconds that 99 of 100 answers take at most, on a machine that has other work, too."""

PROGRAM = "import tests.server.season; from warhost.cli import main; main()"
TINY = {"ruleset": "tiny", "armies": ["Hares", "Tortoises"], "seats": [{"player": "human"}, {"player": "human"}]}


def memory_of(process: int) -> float:
    """The megabytes of a process that are in memory."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


class Soak:
    """What has happened by now."""

    def __init__(self, server: Server, until: float) -> None:
        self.server = server
        self.until = until
        self.battles = 0
        self.answers: list[float] = []
        self.problems: list[str] = []
        self.warm = 0.0
        self.memory = 0.0
        self._lock = threading.Lock()

    @property
    def goes_on(self) -> bool:
        """Whether there is time left. A slow machine takes longer: memory is compared over as many battles."""
        return not self.problems and (time.monotonic() < self.until or self.battles < WARM + LEAST)

    def visit(self, number: int) -> None:
        """Play one battle after the other."""
        dice = random.Random(number)
        while self.goes_on:
            try:
                self._battle(dice)
            except Exception as error:
                self.problems.append(f"{type(error).__name__}: {error}")
                return
            with self._lock:
                self.battles += 1

    def _battle(self, dice: random.Random) -> None:
        wanted = TINY if dice.random() < 0.5 else {"seats": TINY["seats"]}
        made = self.server.call("/api/battles", wanted)
        page = Seat(self, made["tokens"]["0"])
        other = Seat(self, made["tokens"]["1"])
        try:
            for _ in range(dice.randint(0, 6)):
                for seat in (page, other):
                    question = seat.state["question"]
                    if question and question["ask"] == "choose":
                        seat.answer({"answer": "choose", "option": dice.choice(question["options"])["key"]})
                if dice.random() < 0.2:
                    page.send(type="undo")
            page.send(type="concede")
            page.wait(lambda state: bool(state["over"]))
        finally:
            page.close()
            other.close()
        self.server.call(f"/api/battles/{made['id']}/record")

    def watch(self) -> None:
        """Measure memory from time to time."""
        process = self.server.process.pid
        while self.goes_on:
            self.memory = memory_of(process)
            if not self.warm and self.battles >= WARM:
                self.warm = self.memory
            time.sleep(1.0)

    @property
    def slowest(self) -> float:
        """The seconds that 99 of 100 answers took at most."""
        return sorted(self.answers)[int(len(self.answers) * 0.99)] if self.answers else 0.0

    def exceeded(self) -> list[str]:
        """Every budget that was not kept."""
        found = list(self.problems)
        if self.warm and self.memory - self.warm > GROWTH:
            found.append(f"memory grew from {self.warm:.0f} to {self.memory:.0f} MB, {GROWTH:g} MB are allowed")
        if self.slowest > SLOWEST:
            found.append(f"99 of 100 answers took up to {self.slowest:.2f} s, {SLOWEST:g} s are allowed")
        return found


class Seat:
    """One seat of a battle, connected."""

    def __init__(self, soak: Soak, token: str) -> None:
        self._soak = soak
        address = f"{soak.server.address.replace('http', 'ws')}/ws?token={token}"
        self._open = ExitStack()
        self._socket = self._open.enter_context(connect(address, max_size=None, open_timeout=60))
        self.state: dict[str, Any] = {}
        self._pings = 0
        self.wait(bool)

    def send(self, **message: Any) -> None:
        """Send something, and hear all that came before its answer."""
        self._pings += 1
        self._socket.send(json.dumps(message))
        self._socket.send(json.dumps({"type": "ping", "id": self._pings}))
        while self._hear() != {"type": "pong", "id": self._pings}:
            pass

    def answer(self, answer: dict[str, Any]) -> None:
        began = time.perf_counter()
        self.send(type="answer", number=self.state["number"], answer=answer)
        self._soak.answers.append(time.perf_counter() - began)

    def wait(self, until: Any) -> None:
        while not until(self.state):
            self._hear()

    def _hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._socket.recv(timeout=60))
        if message["type"] == "state":
            self.state = message
        if message["type"] == "bye":
            raise ConnectionError(message["reason"])
        return message

    def close(self) -> None:
        self._open.close()


def soaked(minutes: float) -> Soak:
    """The server after so many minutes of that."""
    with (
        tempfile.TemporaryDirectory() as folder,
        server_at(Path(folder) / "battles.sqlite", "--battles", "1000000", program=PROGRAM) as server,
    ):
        soak = Soak(server, time.monotonic() + minutes * 60.0)
        made = server.call("/api/seasons", {"campaign": "cup", "players": [{"player": "random"}] * 3})
        server.call(f"/api/seasons/{made['id']}/start", {}, made["organiser"])
        threads = [threading.Thread(target=soak.visit, args=(number,)) for number in range(VISITORS)]
        threads.append(threading.Thread(target=soak.watch))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return soak


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0)
    soak = soaked(parser.parse_args().minutes)
    sys.stdout.write(
        f"{soak.battles} battles, {len(soak.answers)} answers; memory {soak.warm:.0f} MB after {WARM} battles, "
        f"{soak.memory:.0f} MB at the end; 99 of 100 answers within {soak.slowest * 1000:.0f} ms\n"
    )
    for problem in soak.exceeded():
        sys.stderr.write(f"{problem}\n")
    sys.exit(1 if soak.exceeded() else 0)


if __name__ == "__main__":
    main()
