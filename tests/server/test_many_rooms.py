"""More battles than are held in memory: nobody is turned away, and what leaves memory is gone from it at once."""

from __future__ import annotations

import asyncio
import gc
import threading
from pathlib import Path
from weakref import ref

import pytest

from tests.server.harness import Table, refusals
from warhost.server import messages as m
from warhost.server.battles import all_battles
from warhost.server.battles.all_battles import AllBattles
from warhost.server.battles.room import Room
from warhost.server.store.battles import Store
from warhost.server.thinking import Thinkers


def test_nobody_is_turned_away_however_many_join_at_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(all_battles, "ROOMS", 2)
    made = [table.tiny() for _ in range(16)]
    problems: list[str] = []

    def come(mine: int) -> None:
        for battle in made[mine::8] * 3:
            try:
                with table.page(battle.tokens[0]) as page:
                    page.last("hello")
                    problems.extend(refusals(page.told))
            except BaseException as error:
                problems.append(f"{type(error).__name__}: {error}")

    threads = [threading.Thread(target=come, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []


@pytest.mark.parametrize("book", ["eow", "aofr", "kow", "blue", "t9a"])
def test_a_battle_that_leaves_memory_leaves_it_at_once(
    book: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(all_battles, "ROOMS", 1)

    async def play() -> bool:
        battles = AllBattles(Store(str(tmp_path / "battles.sqlite")), Thinkers(1))
        wanted = m.BattleWanted(ruleset=book, seats=(m.SeatWanted("human"), m.SeatWanted("human")))
        made = await battles.create(wanted)
        room = await battles.room(made.id)
        assert isinstance(room, Room)
        await room.concede(0)
        game = ref(room.game)
        del room
        gc.disable()
        try:
            await battles.create(wanted)
            return game() is None
        finally:
            gc.enable()
            battles.thinkers.close()
            battles.store.close()

    assert asyncio.run(play())
