"""Who is at the table: whose page is open, and how long others have been away."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Sequence

from warhost.server.battles.connections import Connection
from warhost.server.messages import Presence, SeatPresence

SETTLES = 1.0
"""Seconds until the others are told that somebody came or went: who only loads the page again does neither."""


class Attendance:
    """The connections of a room: all of them are told when people come and go."""

    def __init__(self, connections: Collection[Connection], clock: Callable[[], float] = time.monotonic) -> None:
        self._connections = connections
        self._clock = clock
        self._left: dict[int, float] = {}
        self._told: frozenset[int] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def came(self, connection: Connection, people: Sequence[int]) -> None:
        """A page has come: it is told at once who is here, the others soon."""
        connection.send(self._presence(people))
        if self._here() != self._told:
            # What this page was told is not what the others know: whatever comes of it, all are told.
            self._told = None
        self._tell_soon(people)

    def went(self, connection: Connection, people: Sequence[int]) -> None:
        if connection.seat is not None and connection.seat not in self._here():
            self._left[connection.seat] = self._clock()
        self._tell_soon(people)

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _here(self) -> frozenset[int]:
        return frozenset(one.seat for one in self._connections if one.seat is not None)

    def _tell_soon(self, people: Sequence[int]) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(SETTLES, self._tell, people)

    def _tell(self, people: Sequence[int]) -> None:
        self._timer = None
        here = self._here()
        if here == self._told:
            return
        self._told = here
        told = self._presence(people)
        for connection in list(self._connections):
            connection.send(told)

    def _presence(self, people: Sequence[int]) -> Presence:
        here, now = self._here(), self._clock()
        return Presence(
            tuple(
                SeatPresence(
                    seat,
                    seat in here,
                    None if seat in here or seat not in self._left else round(now - self._left[seat]),
                )
                for seat in people
            )
        )
