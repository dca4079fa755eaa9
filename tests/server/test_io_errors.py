"""An error of the database at every single call of a battle: what was refused is done again, nothing else differs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from tests.server.harness import TINY, Page, Table, serving
from warhost.server import app
from warhost.server.net.limits import Limits
from warhost.server.store.battles import Store
from warhost.server.store.databases import PostgresDatabase, SqliteDatabase, StoreError

QUICK = Limits(
    page_messages=1e6,
    address_messages=1e6,
    address_requests=1e6,
    page_work=1e6,
    address_work=1e6,
    address_battles=10**6,
    address_seasons=10**6,
)


class Failing:
    """A count of the calls of a database, one of which fails: before anything is done, or after all of it was."""

    def __init__(self) -> None:
        self.calls = 0
        self.at: int | None = None
        self.after = False

    def call(self, database: Any, work: Any, *args: Any) -> Any:
        self.calls += 1
        fails = self.calls - 1 == self.at
        if fails and not self.after:
            self.fail(database)
        done = work(database, *args)
        if fails:
            self.fail(database)
        return done

    def fail(self, database: Any) -> None:
        if isinstance(database, PostgresDatabase) and database._connection is not None:
            # With the connection everything goes that was not committed.
            database._connection.close()
        raise StoreError("disk I/O error")


@contextmanager
def failing() -> Iterator[Failing]:
    found = Failing()
    with pytest.MonkeyPatch.context() as patch:
        for kind in (SqliteDatabase, PostgresDatabase):
            for name in ("ask", "many"):
                patch.setattr(kind, name, _counted(found, getattr(kind, name)))

        async def away(*_: object) -> None:
            """Nobody takes care meanwhile: only the battle calls."""

        patch.setattr(app, "take_care", away)
        yield found


def _counted(found: Failing, real: Any) -> Any:
    def call(self: Any, *args: Any) -> Any:
        return found.call(self, real, *args)

    return call


def made(table: Table) -> dict[str, Any]:
    """A battle, set up again where that was refused."""
    for _ in range(3):
        response = table.client.post("/api/battles", json=TINY)
        if response.status_code == 201:
            found: dict[str, Any] = response.json()
            return found
        assert response.status_code == 503, response.text
    raise AssertionError("refused three times")


@contextmanager
def come(table: Table, token: str) -> Iterator[Page]:
    """The page of a seat, opened again where that was refused."""
    for last in (False, True):
        try:
            with table.page(token) as page:
                page.last("hello")
                yield page
                return
        except WebSocketDisconnect:
            if last:
                raise


def fought(table: Table) -> list[Any]:
    """A whole race, in which each player decides by what is to be seen; returns its answers and dice."""
    battle = made(table)
    with come(table, battle["tokens"]["0"]) as one, come(table, battle["tokens"]["1"]) as other:
        bid = "0"
        while not one.state["over"]:
            for page, place in ((one, -1), (other, 0)):
                question = page.question
                if question and question["ask"] == "choose":
                    option = question["options"][place]["key"]
                    bid = max(bid, option) if page is other else option
                    page.choose(option)
                elif question:
                    page.run(float(bid) + 1.0)
    for _ in range(3):
        response = table.client.get(f"/api/battles/{battle['id']}/record")
        if response.status_code == 200:
            return [response.json()[name] for name in ("entries", "steps", "outcome", "final", "places", "seed")]
        assert response.status_code == 503, response.text
    raise AssertionError("refused three times")


def compared(address: str, every: int, after: bool) -> None:
    with failing() as disk, serving(address, limits=QUICK) as table:
        fought(table)
        disk.calls = 0
        sound = fought(table)
        calls = disk.calls
        assert calls > 40
        for number in range(0, calls, every):
            disk.calls, disk.at, disk.after = 0, number, after
            assert fought(table) == sound, f"call {number} of {calls}"
            assert disk.calls > number
        disk.at = None
        store: Store = table.client.app.state.all_battles.store  # type: ignore[attr-defined]
        assert store.damage == ""


def test_an_error_now_and_then_changes_nothing(tmp_path: Any) -> None:
    compared(str(tmp_path / "battles.sqlite"), 11, after=False)


@pytest.mark.slow
def test_an_error_at_any_call_changes_nothing(address: str) -> None:
    compared(address, 1, after=False)


@pytest.mark.slow
def test_an_error_after_any_call_changes_nothing(address: str) -> None:
    compared(address, 1, after=True)
