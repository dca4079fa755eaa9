"""Seasons and the limits of a server: their battles count like any others, and none of them holds up another."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import Table, serving, until
from tests.server.season import Cup
from warhost.server.battles.all_battles import AllBattles
from warhost.server.net.limits import Limits
from warhost.server.seasons import all_seasons

ALONE: dict[str, Any] = {"players": [{"player": "random"}] * 3}


def limited(tmp_path: Path, **limits: Any) -> Any:
    return serving(tmp_path / "battles.sqlite", limits=Limits(page_work=1e6, address_work=1e6, **limits))


def battles_of(table: Table) -> int:
    return int(table.client.app.state.all_battles.store.count())  # type: ignore[attr-defined]


def settled(table: Table) -> int:
    """How many battles there are when no more are being set up."""
    seasons = table.client.app.state.all_seasons  # type: ignore[attr-defined]
    until(lambda: not seasons._playing)
    return battles_of(table)


@pytest.fixture
def nobody_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Battles of computers that never end."""

    async def think(*_: object) -> None:
        await asyncio.sleep(3600.0)

    monkeypatch.setattr("warhost.server.thinking.Thinkers.think", think)


@pytest.mark.usefixtures("nobody_thinks")
def test_battles_of_computers_are_set_up_as_others_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(all_seasons, "AT_ONCE", 1)
    with limited(tmp_path) as table:
        cup = Cup.begun(table, **ALONE)
        assert settled(table) == 1
        assert [one["state"] for one in cup.seen()["fixtures"]] == ["fighting", "open"]
        # The organiser decides the first: there is room for the second.
        cup.wins(0, "heat 1")
        until(lambda: cup.fixture("heat 2")["state"] == "fighting")


@pytest.mark.usefixtures("nobody_thinks")
def test_battles_that_a_season_makes_count_for_the_address_of_its_owner(tmp_path: Path) -> None:
    with limited(tmp_path, address_battles=1) as table:
        Cup.begun(table, **ALONE)
        assert settled(table) == 1
        assert "Too many battles" in table.post("/api/battles", status=429)["error"]


@pytest.mark.usefixtures("nobody_thinks")
def test_a_season_goes_on_when_its_address_may_have_more_battles(tmp_path: Path) -> None:
    # One battle in a third of a second.
    with limited(tmp_path, address_battles=1) as table:
        guest = table.client.app.state.guests.of("testclient")
        guest.battles._rate = 3.0
        Cup.begun(table, **ALONE)
        until(lambda: battles_of(table) == 2)


@pytest.mark.usefixtures("nobody_thinks")
def test_seasons_of_computers_leave_room_for_people(tmp_path: Path) -> None:
    with limited(tmp_path, battles=4) as table:
        for _ in range(3):
            Cup.begun(table, **ALONE)
        assert settled(table) == 3
        table.tiny()
        assert "full of battles" in table.post("/api/battles", status=429)["error"]


def test_battles_of_a_season_count_for_whoever_sets_them_up(tmp_path: Path) -> None:
    with limited(tmp_path, address_battles=1, battles=2) as table:
        cup = Cup.begun(table)
        entered = cup.do("battles", "0", 201, fixture="heat 1")
        assert "Too many battles" in cup.do("battles", "0", 429, fixture="heat 2")["error"]
        # To come to one that is there is always possible.
        assert cup.do("battles", "0", 201, fixture="heat 1") == entered


def test_a_full_server_sets_up_no_battle_of_a_season_and_lets_players_come_back(tmp_path: Path) -> None:
    with limited(tmp_path, battles=1) as table:
        cup = Cup.begun(table)
        entered = cup.do("battles", "0", 201, fixture="heat 1")
        assert "full of battles" in cup.do("battles", "0", 429, fixture="heat 2")["error"]
        assert cup.do("battles", "1", 201, fixture="heat 1")["id"] == entered["id"]


def test_one_season_never_waits_for_another(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    slow, quick = Cup.begun(table, title="Slow"), Cup.begun(table, title="Quick")
    arrange = AllBattles.arrange
    begun, go_on = threading.Event(), threading.Event()

    async def held_up(self: AllBattles, setup: Any, seats: Any, title: str, house: Any) -> str:
        if title.startswith("Slow"):
            begun.set()
            await asyncio.to_thread(go_on.wait, 30.0)
        return await arrange(self, setup, seats, title, house)

    monkeypatch.setattr(AllBattles, "arrange", held_up)
    waiting = threading.Thread(target=lambda: slow.do("battles", "0", 201, fixture="heat 1"))
    waiting.start()
    assert begun.wait(30.0)
    before = time.monotonic()
    quick.do("battles", "0", 201, fixture="heat 1")
    quick.wins(0, "heat 2", "0")
    assert time.monotonic() - before < 15.0
    assert slow.fixture("heat 1")["state"] == "open"
    go_on.set()
    waiting.join()
    assert slow.fixture("heat 1")["state"] == "fighting"
