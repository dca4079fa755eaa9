"""The clocks of a battle's questions: rules say how many seconds there are, the server counts them.

A clock without a name belongs to one question. It runs from when that is asked, also while nobody looks, and begins
anew when the battle is opened after a restart. A clock with a name goes on where the last question with that name left
it. It runs only while the page of a seat is open, and what was spent of it is kept with the battle.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias
from weakref import ref

import msgspec

from warhost.errors import WarhostError
from warhost.play import Clock, Times
from warhost.server.messages import SeatClock

if TYPE_CHECKING:
    from warhost.server.battles.room import Room

log = logging.getLogger(__name__)

_Key: TypeAlias = str | tuple[int, int]
"""The name of a clock; without one it is that of a seat and of the number of its question."""


RETRY = 1.0
"""Seconds until a tick is tried again that could not be kept."""


class _Wound(msgspec.Struct, frozen=True):
    """The clock of the question that a seat has to answer, and what wakes the server when it has run out."""

    number: int
    key: _Key
    timer: asyncio.TimerHandle


class Clocks:
    """The clock of each seat that has to answer a question with one. `time` tells the seconds, from whenever."""

    def __init__(self, room: Room, time: Callable[[], float] | None = None) -> None:
        # The room has its clocks: without a circle it leaves memory at once when it is closed.
        self._of = ref(room)
        self._time = time or (lambda: asyncio.get_running_loop().time())
        self._wound: dict[int, _Wound] = {}
        self._since: dict[_Key, float] = {}
        """From when on what runs now has not been noted as spent."""
        self._unnamed: dict[tuple[int, int], float] = {}
        """The seconds that are spent of clocks without a name."""
        self._ticks: set[asyncio.Task[None]] = set()

    @property
    def _room(self) -> Room:
        room = self._of()
        assert room is not None
        return room

    @property
    def running(self) -> bool:
        return bool(self._wound or self._ticks)

    def left(self, seat: int) -> float | None:
        """The seconds that a seat has left for its question; nothing where no clock is about that."""
        game = self._room.game
        ask = game.ask_of(seat) if seat in self._room.waiting else None
        clock = None if ask is None else ask.question.clock
        return None if clock is None else self._left(_key(clock, seat, game.number), clock)

    def of_seats(self) -> tuple[SeatClock, ...]:
        """What every seat has left: of the clock that runs for it, else of the one that its rules name for it."""
        room = self._room
        if room.game.over:
            return ()
        book = room.ruleset
        clocks = dict(book.clocks(room.game.battle)) if isinstance(book, Times) else {}
        for seat in room.waiting:
            ask = room.game.ask_of(seat)
            if ask is not None and ask.question.clock is not None:
                clocks[seat] = ask.question.clock
        keys = {seat: _key(clock, seat, room.game.number) for seat, clock in clocks.items()}
        # A clock of the whole battle runs for all whoever is asked.
        return tuple(
            SeatClock(seat, self._left(keys[seat], clock), keys[seat] in self._since)
            for seat, clock in sorted(clocks.items())
        )

    def wind(self, at_least: float = 0.0) -> bool:
        """Start the clocks of questions that are open now, and stop those of questions that are no longer. Returns
        whether any was started or stopped. What starts runs out in so many seconds at the earliest."""
        game = self._room.game
        asked = {} if self._room.closed else {seat: game.ask_of(seat) for seat in self._room.waiting}
        clocks = {
            seat: ask.question.clock
            for seat, ask in asked.items()
            if ask is not None and ask.question.clock is not None and (self._is_seated or not ask.question.clock.name)
        }
        before = set(self._wound)
        for seat, wound in list(self._wound.items()):
            if seat not in clocks or wound.number != game.number:
                self._stop(seat)
        for seat, clock in clocks.items():
            if seat not in self._wound:
                self._start(seat, clock, at_least)
        return before != set(self._wound)

    def stop(self) -> None:
        """No clock runs any more."""
        for seat in list(self._wound):
            self._stop(seat)

    def note(self) -> None:
        """Add what clocks have run since they were last noted to what is spent of them."""
        now = self._time()
        for key, since in self._since.items():
            if isinstance(key, str):
                self._room.ledger.spent[key] = self._noted(key) + now - since
            else:
                self._unnamed[key] = self._noted(key) + now - since
            self._since[key] = now

    @property
    def _is_seated(self) -> bool:
        return any(connection.seat is not None for connection in self._room.connections)

    def _noted(self, key: _Key) -> float:
        return self._room.ledger.spent.get(key, 0.0) if isinstance(key, str) else self._unnamed.get(key, 0.0)

    def _left(self, key: _Key, clock: Clock) -> float:
        now = self._time()
        spent = self._noted(key) + now - self._since.get(key, now)
        return max(0.0, round(clock.seconds - spent, 2))

    def _start(self, seat: int, clock: Clock, at_least: float) -> None:
        number = self._room.game.number
        key = _key(clock, seat, number)
        self._since.setdefault(key, self._time())
        wait = max(at_least, self._left(key, clock))
        timer = asyncio.get_running_loop().call_later(wait, self._run_out, seat, number)
        self._wound[seat] = _Wound(number, key, timer)

    def _stop(self, seat: int) -> None:
        """The clock of a seat stops, unless it is another's, too. What it ran is noted."""
        self.note()
        wound = self._wound.pop(seat)
        wound.timer.cancel()
        if all(other.key != wound.key for other in self._wound.values()):
            del self._since[wound.key]
            if not isinstance(wound.key, str):
                self._unnamed.pop(wound.key, None)

    def _run_out(self, seat: int, number: int) -> None:
        tick = asyncio.get_running_loop().create_task(self._tick(seat, number))
        self._ticks.add(tick)
        tick.add_done_callback(self._ticks.discard)

    async def _tick(self, seat: int, number: int) -> None:
        room = self._room
        try:
            await room.tick(seat, number)
        except WarhostError as error:
            # It was answered or taken back at the last moment; or the store is out of reach, and the clock runs again.
            log.info("Battle %s, seat %d: the clock ran out without effect: %s", room.kept.id, seat, error)
            if seat in self._wound:
                self._stop(seat)
            self.wind(RETRY)


def _key(clock: Clock, seat: int, number: int) -> _Key:
    return clock.name or (seat, number)
