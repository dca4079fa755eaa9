"""Many battles: those that nobody watches leave memory and come back; computers keep their pace."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

import pytest
from anyio.from_thread import BlockingPortal

from tests.server.harness import Table, bid_and_run, serving, until
from warhost.server.battles import all_battles
from warhost.server.battles.setting_up import cleaned
from warhost.server.store import upkeep as caretaker


def test_battles_that_nobody_watches_leave_memory_and_come_back(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(all_battles, "ROOMS", 2)
    made = [table.tiny() for _ in range(4)]
    rooms = table.client.app.state.all_battles._rooms  # type: ignore[attr-defined]
    assert len(rooms) == 2
    for one in made:
        with one.pages() as pages:
            bid_and_run(pages)
            assert pages[0].state["number"] == 4
    assert len(rooms) == 2


def test_a_battle_that_is_watched_stays(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(all_battles, "ROOMS", 1)
    made = table.tiny()
    with made.pages() as pages:
        table.tiny()
        table.tiny()
        bid_and_run(pages)
        assert pages[1].state["number"] == 4


def portal(table: Table) -> BlockingPortal:
    assert table.client.portal is not None
    return table.client.portal


def test_battles_rest_when_nobody_has_looked_at_them_for_a_while(table: Table) -> None:
    watched, left = table.tiny(), table.tiny()
    all_battles = table.client.app.state.all_battles  # type: ignore[attr-defined]
    with watched.pages() as pages, left.pages() as others:
        bid_and_run(others)
        for page in others:
            page.socket.close()
        until(lambda: not all_battles.is_busy(left.id))
        portal(table).call(all_battles.rest, 60.0)
        assert set(all_battles._rooms) == {watched.id, left.id}
        portal(table).call(all_battles.rest, 0.0)
        assert set(all_battles._rooms) == {watched.id}
        bid_and_run(pages)
    with table.page(left.tokens[0]) as page:
        assert page.state["number"] == 4


def test_after_a_restart_the_latest_battles_of_computers_are_woken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    computers = [{"player": "random"}, {"player": "human"}]
    with serving(tmp_path / "b.sqlite") as table:
        made = [table.tiny(seats=computers) for _ in range(3)]
        people = table.tiny()
    with sqlite3.connect(tmp_path / "b.sqlite") as store:
        # Told, because the computers may have played on in any order.
        for one, updated in ((made[2], "2020"), (made[0], "3018"), (made[1], "3019"), (people, "3020")):
            store.execute("UPDATE battles SET updated = ? WHERE id = ?", (f"{updated}-01-01", one.id))
    monkeypatch.setattr(caretaker, "WOKEN", 2)
    with serving(tmp_path / "b.sqlite") as table:
        rooms = table.client.app.state.all_battles._rooms  # type: ignore[attr-defined]
        until(lambda: bool(rooms))
        time.sleep(0.2)
        assert set(rooms) == {made[1].id}
    monkeypatch.setattr(caretaker, "WOKEN", 9)
    with serving(tmp_path / "b.sqlite") as table:
        rooms = table.client.app.state.all_battles._rooms  # type: ignore[attr-defined]
        until(lambda: len(rooms) == 2)
        assert set(rooms) == {made[0].id, made[1].id}


def test_a_battle_that_cannot_be_woken_holds_up_no_other(tmp_path: Path) -> None:
    computers = [{"player": "random"}, {"player": "human"}]
    with serving(tmp_path / "b.sqlite") as table:
        good, bad = table.tiny(seats=computers), table.tiny(seats=computers)
    with sqlite3.connect(tmp_path / "b.sqlite") as store:
        store.execute("UPDATE battles SET ruleset = 'nothing', updated = '3020-01-01' WHERE id = ?", (bad.id,))
    with serving(tmp_path / "b.sqlite") as table:
        rooms = table.client.app.state.all_battles._rooms  # type: ignore[attr-defined]
        until(lambda: set(rooms) == {good.id})


@pytest.mark.slow
def test_computers_alone_keep_the_pace_of_the_table(table: Table) -> None:
    made = table.tiny(seats=[{"player": "random"}] * 2, house={"pace": 0.2})
    with table.page(made.watch) as page:
        page.wait(lambda state: state["number"] >= 2)
        began, before = time.monotonic(), page.state["number"]
        page.wait(lambda state: state["number"] >= before + 2)
        assert time.monotonic() - began > 0.15


def test_names_and_titles_are_cleaned() -> None:
    assert cleaned("  The\tgreat\n\x00 race\u202e ") == "The great race"


def test_players_go_by_the_names_they_gave(table: Table) -> None:
    made = table.create(seats=[{"player": "human", "name": "Ada"}, {"player": "human"}], armies=["orcs", None])
    with table.page(made.watch) as page:
        names = [seat["name"] for seat in page.last("hello")["seats"]]
        assert names[0] == "Ada"
        assert names[1]
