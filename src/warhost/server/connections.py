"""A page that is connected, seen from the battle: what it may see, and what waits to be sent to it."""

from __future__ import annotations

import asyncio

from warhost.server import messages as m

WAITING = 512
"""A page that lets so many messages wait is gone or stuck, and is let go."""


class Connection:
    """A page that is connected: which seat it may see, and what waits to be sent to it. None: that was the last."""

    def __init__(self, seat: int | None) -> None:
        self.seat = seat
        self.outbox: asyncio.Queue[bytes | None] = asyncio.Queue(WAITING)
        self.told = 0
        """How many lines of the log it has."""

    def send(self, message: m.ToPage) -> None:
        self.send_bytes(m.encode(message))

    def send_bytes(self, data: bytes) -> None:
        try:
            self.outbox.put_nowait(data)
        except asyncio.QueueFull:
            self.close()

    def close(self, reason: str = "") -> None:
        """Let it go, after a last word if there is room for one."""
        if self.outbox.full():
            while not self.outbox.empty():
                self.outbox.get_nowait()
        elif reason:
            self.outbox.put_nowait(m.encode(m.Bye(reason)))
            if self.outbox.full():
                self.outbox.get_nowait()
        self.outbox.put_nowait(None)
