"""The clocks of a battle's questions: rules say how many seconds there are, the server counts them.

A clock runs from when its question is asked, also while nobody looks. It is not stored: after a restart it begins anew
when the battle is opened.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import msgspec

from warhost.errors import WarhostError

if TYPE_CHECKING:
    from warhost.server.rooms import Room

log = logging.getLogger(__name__)


class _Clock(msgspec.Struct, frozen=True):
    number: int
    ends: float
    timer: asyncio.TimerHandle


class Clocks:
    """The clock of each seat that has to answer a question with one."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._running: dict[int, _Clock] = {}
        self._ticks: set[asyncio.Task[None]] = set()

    @property
    def running(self) -> bool:
        return bool(self._running or self._ticks)

    def left(self, seat: int) -> float | None:
        """The seconds that a seat has left for its question; nothing where no clock runs."""
        clock = self._running.get(seat)
        return None if clock is None else max(0.0, round(clock.ends - asyncio.get_running_loop().time(), 2))

    def wind(self) -> None:
        """Start the clocks of questions that are open now, and stop those of questions that are no longer."""
        game, closed = self._room.game, self._room.closed
        asked = {} if closed else {seat: game.ask_of(seat) for seat in self._room.waiting}
        for seat, clock in list(self._running.items()):
            if seat not in asked or clock.number != game.number:
                clock.timer.cancel()
                del self._running[seat]
        loop = asyncio.get_running_loop()
        for seat, ask in asked.items():
            told = None if ask is None else ask.question.clock
            if told is not None and seat not in self._running:
                timer = loop.call_later(told.seconds, self._run_out, seat, game.number)
                self._running[seat] = _Clock(game.number, loop.time() + told.seconds, timer)

    def stop(self) -> None:
        """No clock runs any more."""
        for clock in self._running.values():
            clock.timer.cancel()
        self._running.clear()

    def _run_out(self, seat: int, number: int) -> None:
        tick = asyncio.get_running_loop().create_task(self._tick(seat, number))
        self._ticks.add(tick)
        tick.add_done_callback(self._ticks.discard)

    async def _tick(self, seat: int, number: int) -> None:
        self._running.pop(seat, None)
        try:
            await self._room.tick(seat, number)
        except WarhostError as error:
            # It was answered or taken back at the last moment; or the store is out of reach, and the clock runs again.
            log.info("Battle %s, seat %d: the clock ran out in vain: %s", self._room.kept.id, seat, error)
            self.wind()
