"""The computer players of one battle: they are asked in turn, and their answers are given for them."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING
from weakref import ref

from warhost.dice import Chance
from warhost.play import Refused
from warhost.players import Decision
from warhost.server import messages as m
from warhost.server.battles.helping import CAPTAIN
from warhost.server.store.databases import StoreError
from warhost.server.thinking import ThinkingFailed, Waits, anything_legal, task_of

if TYPE_CHECKING:
    from warhost.server.battles.room import Room

log = logging.getLogger(__name__)

RETRY = 1.0
"""Seconds until a computer player tries again when its answer could not be kept."""


class Computers:
    """Whoever plays at a table and is no person."""

    def __init__(self, room: Room) -> None:
        # The room has them: without a circle it leaves memory at once when it is closed.
        self._of = ref(room)
        self._driver: asyncio.Task[None] | None = None

    @property
    def _room(self) -> Room:
        room = self._of()
        assert room is not None
        return room

    @property
    def busy(self) -> bool:
        """Whether one of them thinks, or its answer is being given."""
        return self._driver is not None and not self._driver.done()

    def nudge(self) -> None:
        """Let one of them think if it is asked and none is thinking."""
        if not self.busy and not self._room.closed and self._asked():
            self._driver = asyncio.get_running_loop().create_task(self._drive())

    async def stop(self) -> None:
        """Think no more."""
        # One that was begun in another loop has ended with it.
        if self._driver is not None and self._driver.get_loop() is asyncio.get_running_loop():
            self._driver.cancel()
            await asyncio.gather(self._driver, return_exceptions=True)

    def _asked(self) -> list[int]:
        return [seat for seat in self._room.waiting if self._room.is_answered_for(seat)]

    async def _drive(self) -> None:
        """They answer, one after the other, until a person is asked or the battle is over."""
        room = self._room
        try:
            while not room.closed and (seats := self._asked()):
                seat, number = seats[0], room.game.number
                ask = room.game.ask_of(seat)
                decision = await self._decision(seat, number)
                if not room.people and room.kept.house.pace:
                    await asyncio.sleep(room.kept.house.pace)
                # Something may have been taken back meanwhile: then that was another question.
                same = ask is room.game.ask_of(seat) and number == room.game.number
                # Or a person who was helped answers alone again.
                if decision is not None and same and room.is_answered_for(seat):
                    await self._answer_for(seat, number, decision)
        except Exception:
            log.exception("Battle %s: a computer player stopped.", room.kept.id)

    async def _decision(self, seat: int, number: int) -> Decision | None:
        """What the player of that seat answers; anything legal if it fails to; nothing if it is asked no more."""
        room = self._room
        seed = Chance(room.kept.seed).fork(f"player {seat} answer {number}").seed
        game = room.game
        try:
            return await room.thinkers.think(task_of(game, seat, self._player(seat), seed), self._who_waits)
        except ThinkingFailed as error:
            return None if game.ask_of(seat) is None else anything_legal(game, seat, seed, error.message)

    def _player(self, seat: int) -> str:
        """Who thinks for a seat: the computer that plays there, or the captain who helps a person."""
        return self._room.kind(seat) if self._room.is_computer(seat) else CAPTAIN

    def _who_waits(self) -> Waits:
        connections = self._room.connections
        if not connections:
            return Waits.NOBODY
        return Waits.PLAYER if any(one.seat is not None for one in connections) else Waits.SPECTATOR

    async def _answer_for(self, seat: int, number: int, decision: Decision) -> None:
        room = self._room
        try:
            await room.answer(seat, number, decision.answer, decision if room.is_computer(seat) else None)
        except Refused as error:
            log.warning("Battle %s: %s gave an answer that is refused: %s", room.kept.id, room.kind(seat), error)
            if number == room.game.number and room.game.ask_of(seat) is not None:
                fallback = anything_legal(room.game, seat, number.to_bytes(4, "little"), error.message)
                await room.answer(seat, number, fallback.answer, fallback if room.is_computer(seat) else None)
        except StoreError as error:
            log.warning("Battle %s: %s", room.kept.id, error)
            await asyncio.sleep(RETRY)
            try:
                await room.sound()
            except StoreError:
                return


def reasons_of(number: int, seat: int, decision: Decision) -> m.Reasons:
    """Why a computer decided so, as pages are told."""
    terms = tuple(m.Term(reason.label, reason.score, reason.rule) for reason in decision.reasons)
    return m.Reasons(number, seat, decision.sentence, terms)
