"""Who is at the table: everybody is told who comes and goes."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.server.harness import Page, Table, until
from warhost.server.battles.connections import Connection
from warhost.server.battles.presence import Attendance


def seats_of(page: Page) -> Any:
    page.sync()
    return [(one["seat"], one["here"]) for one in page.last("presence")["seats"]]


@pytest.mark.slow
def test_people_are_told_who_comes_and_goes(table: Table) -> None:
    made = table.tiny()
    with table.page(made.tokens[0]) as one, table.page(made.id) as spectator:
        assert seats_of(one) == [(0, True), (1, False)]
        with table.page(made.tokens[1]) as other:
            assert seats_of(other) == [(0, True), (1, True)]
            until(lambda: seats_of(one) == seats_of(spectator) == [(0, True), (1, True)])
        until(lambda: seats_of(one) == [(0, True), (1, False)])
        gone = one.last("presence")["seats"][1]
        assert gone["away"] is not None
        assert gone["away"] >= 0


def test_whoever_was_never_here_is_away_for_nobody_knows_how_long(table: Table) -> None:
    made = table.tiny()
    with table.page(made.tokens[0]) as page:
        assert page.last("presence")["seats"][1] == {"seat": 1, "here": False, "away": None}


def test_computers_are_not_among_them(table: Table) -> None:
    made = table.tiny(seats=[{"player": "human"}, {"player": "random"}])
    with table.page(made.tokens[0]) as page:
        assert seats_of(page) == [(0, True)]


def test_who_loads_the_page_again_neither_goes_nor_comes() -> None:
    asyncio.run(_loading_again())


async def _loading_again() -> None:
    pages = {Connection(0), Connection(1)}
    watched, loading = sorted(pages, key=lambda one: one.seat or 0)
    attendance = Attendance(pages)
    attendance._tell([0, 1])
    before = watched.outbox.qsize()
    pages.discard(loading)
    attendance.went(loading, [0, 1])
    again = Connection(1)
    pages.add(again)
    attendance.came(again, [0, 1])
    assert attendance._timer is not None
    attendance.close()
    attendance._tell([0, 1])
    assert watched.outbox.qsize() == before
    # Whoever comes while somebody loads the page again is told that they are back.
    pages.discard(again)
    attendance.went(again, [0, 1])
    spectator = Connection(None)
    pages.add(spectator)
    attendance.came(spectator, [0, 1])
    pages.add(again)
    attendance.came(again, [0, 1])
    attendance._tell([0, 1])
    told = [spectator.outbox.get_nowait() or b"" for _ in range(spectator.outbox.qsize())]
    assert b'"seat":1,"here":true' in told[-1]


def test_the_players_that_are_offered_have_plain_names(table: Table) -> None:
    (eow,) = [card for card in table.get("/api/rulesets") if card["slug"] == "eow"]
    shown = {card["name"]: (card["title"], card["text"]) for card in eow["players"]}
    assert shown["captain"] == ("Captain", "Plays to win and explains its moves.")
    assert shown["random"][0] == "Recruit"
    assert all(title and text.endswith(".") for title, text in shown.values())
    made = table.tiny(seats=[{"player": "human"}, {"player": "random"}])
    with table.page(made.tokens[0]) as page:
        assert [(seat["kind"], seat["title"]) for seat in page.last("hello")["seats"]] == [
            ("human", "Person"),
            ("random", "Recruit"),
        ]
