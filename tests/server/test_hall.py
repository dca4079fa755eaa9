"""Many battles: those that nobody watches leave memory and come back; computers keep their pace."""

from __future__ import annotations

import time

import pytest

from tests.server.harness import Table, bid_and_run
from warhost.server import hall


def test_battles_that_nobody_watches_leave_memory_and_come_back(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "ROOMS", 2)
    made = [table.tiny() for _ in range(4)]
    rooms = table.client.app.state.hall._rooms  # type: ignore[attr-defined]
    assert len(rooms) == 2
    for one in made:
        with one.pages() as pages:
            bid_and_run(pages)
            assert pages[0].state["number"] == 4
    assert len(rooms) == 2


def test_a_battle_that_is_watched_stays(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "ROOMS", 1)
    made = table.tiny()
    with made.pages() as pages:
        table.tiny()
        table.tiny()
        bid_and_run(pages)
        assert pages[1].state["number"] == 4


def test_computers_alone_keep_the_pace_of_the_table(table: Table) -> None:
    made = table.tiny(seats=[{"player": "random"}] * 2, house={"pace": 0.2})
    with table.page(made.watch) as page:
        page.wait(lambda state: state["number"] >= 2)
        before, began = page.state["number"], time.monotonic()
        page.wait(lambda state: state["number"] >= before + 2)
        assert time.monotonic() - began > 0.15


def test_names_and_titles_are_cleaned() -> None:
    assert hall.cleaned("  The\tgreat\n\x00 race\u202e ") == "The great race"


def test_players_go_by_the_names_they_gave(table: Table) -> None:
    made = table.create(seats=[{"player": "human", "name": "Ada"}, {"player": "human"}], armies=["orcs", None])
    with table.page(made.watch) as page:
        names = [seat["name"] for seat in page.last("hello")["seats"]]
        assert names[0] == "Ada"
        assert names[1]
