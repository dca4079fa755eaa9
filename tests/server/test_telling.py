"""Who is told of an answer, in which order, and what is worked out for that."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.server import harness
from warhost.dice import Chance
from warhost.play import Battle, Chosen, Ruleset
from warhost.server import messages as m
from warhost.server.battles.all_battles import AllBattles
from warhost.server.battles.connections import Connection
from warhost.server.battles.room import Room
from warhost.server.shown import picture
from warhost.server.store.battles import Store
from warhost.server.thinking import Thinkers

TINY = m.BattleWanted("tiny", ("Hares", "Tortoises"), seats=(m.SeatWanted(), m.SeatWanted()))
ESSENCE = m.BattleWanted("eow", ("Dwarven Holds", "Ogre Khans"), seats=(m.SeatWanted(), m.SeatWanted()))


def at_a_table(folder: Path, wanted: m.BattleWanted, play: Callable[[Room], Awaitable[None]]) -> None:
    async def sit() -> None:
        store = Store(str(folder / "b.sqlite"))
        all_battles = AllBattles(store, Thinkers(1))
        room = await all_battles.room((await all_battles.create(wanted)).id)
        assert isinstance(room, Room)
        await play(room)
        await all_battles.close()
        store.close()

    asyncio.run(sit())


async def joined(room: Room, *seats: int | None) -> list[Connection]:
    pages = [Connection(seat) for seat in seats]
    for page in pages:
        await room.join(page)
        while not page.outbox.empty():
            await page.next()
    return pages


async def hear(page: Connection, told: Callable[[Connection], None]) -> None:
    """Like a page that reads at once whatever it is sent."""
    while (data := await page.next()) is not None:
        if json.loads(data)["type"] == "state":
            told(page)


async def settled(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(harness.LONGEST_WAIT):
        while not condition():
            await asyncio.sleep(0)


def count_pictures(monkeypatch: pytest.MonkeyPatch, on_picture: Callable[[], None]) -> None:
    draw = picture.picture_of

    def counted(ruleset: Ruleset, view: Battle) -> m.Picture:
        on_picture()
        return draw(ruleset, view)

    monkeypatch.setattr(picture, "picture_of", counted)


def test_whoever_answers_is_told_before_it_is_worked_out_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int | None] = []
    # The tiny race hides hands: every seat has a picture of its own.
    drawn: list[list[int | None]] = []
    count_pictures(monkeypatch, lambda: drawn.append(list(told)))

    async def play(room: Room) -> None:
        pages = await joined(room, None, None, 1, 0, None, 1, None)
        hearing = [asyncio.create_task(hear(page, lambda page: told.append(page.seat))) for page in pages]
        drawn.clear()
        await room.answer(0, 0, Chosen("2"))
        await settled(lambda: len(told) == len(pages))
        for task in hearing:
            task.cancel()

    at_a_table(tmp_path, TINY, play)
    assert told[0] == 0
    assert drawn == [[], [0], [0]]


def test_others_are_told_if_whoever_answered_leaves_at_that_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int | None] = []
    nudged: list[Room] = []

    async def play(room: Room) -> None:
        pages = await joined(room, 0, 1, None)
        monkeypatch.setattr(Room, "nudge", lambda room: nudged.append(room))
        answering = asyncio.create_task(room.answer(0, 0, Chosen("2")))

        def leave(page: Connection) -> None:
            told.append(page.seat)
            if page.seat == 0:
                room.leave(page)
                answering.cancel()

        hearing = [asyncio.create_task(hear(page, leave)) for page in pages]
        with suppress(asyncio.CancelledError):
            await answering
        assert answering.cancelled()
        await settled(lambda: len(told) == len(pages))
        for task in hearing:
            task.cancel()

    at_a_table(tmp_path, TINY, play)
    assert told[0] == 0
    assert set(told) == {0, 1, None}
    # A computer that is asked now thinks, too.
    assert len(nudged) == 1


def test_what_lies_open_to_all_is_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    count_pictures(monkeypatch, lambda: drawn.append(1))

    async def play(room: Room) -> None:
        pages = await joined(room, 0, 1, None)
        drawn.clear()
        seat = room.waiting[0]
        ask = room.game.ask_of(seat)
        assert ask is not None
        answer = ask.sample(Chance(1))
        await room.answer(seat, room.game.number, answer)
        states = [json.loads([await page.next() for _ in range(page.outbox.qsize())][-1] or b"") for page in pages]
        assert states[0]["picture"] == states[1]["picture"] == states[2]["picture"]

    at_a_table(tmp_path, ESSENCE, play)
    assert len(drawn) == 1
