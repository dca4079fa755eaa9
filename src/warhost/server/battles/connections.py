"""A page that is connected, seen from the battle: what it may see, and what waits to be sent to it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager

from warhost.server import messages as m
from warhost.server.watching.counting import Durations

WAITING = 512
"""A page that lets so many messages wait is gone or stuck, and is let go."""

MOST_WAITING = 4 * 1024 * 1024
"""So is one that lets so many bytes wait."""


class Connection:
    """A page that is connected: which seat it may see, and what waits to be sent to it. None: that was the last."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.told = 0
        """How many lines of the log it has."""
        self.answers: Durations | None = None
        """Where it is noted how long its answers took."""
        self._closed = False
        self._waiting = 0
        self._spent = 0.0

    @contextmanager
    def working(self) -> Iterator[None]:
        """Something is worked out for this page alone."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self._spent += time.perf_counter() - began

    def settle(self) -> float:
        """The seconds that were worked for this page since it was last asked."""
        spent, self._spent = self._spent, 0.0
        return spent

    def send(self, message: m.ToPage) -> None:
        self.send_bytes(m.encode(message))

    def send_bytes(self, data: bytes) -> None:
        if self._closed:
            return
        if self.outbox.qsize() >= WAITING or self._waiting + len(data) > MOST_WAITING:
            while not self.outbox.empty():
                self.outbox.get_nowait()
            self.close()
        else:
            self._waiting += len(data)
            self.outbox.put_nowait(data)

    async def next(self) -> bytes | None:
        """What is to be sent next, as soon as there is something."""
        data = await self.outbox.get()
        self._waiting -= 0 if data is None else len(data)
        return data

    @property
    def closed(self) -> bool:
        """Whether it was let go: nothing more is done for it."""
        return self._closed

    def close(self, reason: str = "") -> None:
        """Let it go, after a last word if there is one."""
        if self._closed:
            return
        self._closed = True
        if reason:
            self.outbox.put_nowait(m.encode(m.Bye(reason)))
        self.outbox.put_nowait(None)
