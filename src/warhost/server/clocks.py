"""The clocks of a battle's questions: rules say how many seconds there are, the server counts them.

A clock runs from when its question is asked, also while nobody looks. One with a name goes on where the last question
with that name left it. Clocks are not stored: after a restart they begin anew when the battle is opened.
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
    name: str
    began: float
    ends: float
    timer: asyncio.TimerHandle


class Clocks:
    """The clock of each seat that has to answer a question with one."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._running: dict[int, _Clock] = {}
        self._spent: dict[str, float] = {}
        """The seconds that questions have taken of clocks with a name."""
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
                self._stop(seat, clock)
        loop = asyncio.get_running_loop()
        for seat, ask in asked.items():
            told = None if ask is None else ask.question.clock
            if told is not None and seat not in self._running:
                left = max(0.0, told.seconds - self._spent.get(told.name, 0.0))
                timer = loop.call_later(left, self._run_out, seat, game.number)
                now = loop.time()
                self._running[seat] = _Clock(game.number, told.name, now, now + left, timer)

    def stop(self) -> None:
        """No clock runs any more."""
        for seat, clock in list(self._running.items()):
            self._stop(seat, clock)

    def _stop(self, seat: int, clock: _Clock) -> None:
        """The clock of a seat stops; what it ran is noted where it has a name."""
        clock.timer.cancel()
        del self._running[seat]
        if clock.name:
            ran = asyncio.get_running_loop().time() - clock.began
            self._spent[clock.name] = self._spent.get(clock.name, 0.0) + ran

    def _run_out(self, seat: int, number: int) -> None:
        tick = asyncio.get_running_loop().create_task(self._tick(seat, number))
        self._ticks.add(tick)
        tick.add_done_callback(self._ticks.discard)

    async def _tick(self, seat: int, number: int) -> None:
        running = self._running.get(seat)
        if running is not None:
            self._stop(seat, running)
        try:
            await self._room.tick(seat, number)
        except WarhostError as error:
            # It was answered or taken back at the last moment; or the store is out of reach, and the clock runs again.
            log.info("Battle %s, seat %d: the clock ran out in vain: %s", self._room.kept.id, seat, error)
            self.wind()
