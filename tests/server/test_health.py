"""The health of the server is found out by writing; a damaged database is told at the start and from then on."""

from __future__ import annotations

import json
import logging
import sqlite3
import subprocess
import urllib.request
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

from tests.server.harness import LONGEST_WAIT, Table, serving, until
from tests.server.process import server_at
from tests.server.test_full_disk import full_disk
from warhost.server.store.battles import Store, StoreError
from warhost.server.watching import health


@pytest.fixture(autouse=True)
def asked_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "FRESH", 0.0)


def status(table: Table) -> tuple[int, Any]:
    response = table.client.get("/healthz")
    return response.status_code, response.json()["status"]


def test_well_is_whoever_can_write(address: str) -> None:
    with serving(address) as table:
        assert status(table) == (200, "well")
        assert table.get("/healthz") == {"status": "well"}


def test_a_full_disk_shows(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    with full_disk(), caplog.at_level(logging.ERROR):
        assert [status(table) for _ in range(3)] == [(503, "cannot write")] * 3
    assert status(table) == (200, "well")
    # Told once, when it began.
    assert caplog.text.count("Battles cannot be kept (cannot write)") == 1


def test_a_database_that_does_not_answer_shows(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: Store) -> int:
        raise StoreError("/secret/place is gone.")

    monkeypatch.setattr(Store, "count", broken)
    assert table.get("/healthz", status=503) == {"status": "out of reach"}
    assert "secret" not in table.post("/api/battles", status=503)["error"]


def read_only(address: str) -> Callable[[Store], None]:
    """What makes a database of that kind refuse to be written to, for the connection that has it open."""
    setting = "SET default_transaction_read_only TO on" if "://" in address else "PRAGMA query_only=ON"

    def make(store: Store) -> None:
        store._database.ask(setting)

    return make


def test_a_database_that_has_become_read_only_shows(address: str) -> None:
    with serving(address) as table:
        assert status(table) == (200, "well")
        store = table.client.app.state.all_battles.store  # type: ignore[attr-defined]
        assert table.client.portal is not None
        table.client.portal.call(store.run, read_only(address), store)
        assert status(table) == (503, "cannot write")


def test_a_file_that_was_deleted_under_the_server_shows(tmp_path: Path) -> None:
    file = tmp_path / "battles.sqlite"
    with serving(file) as table:
        made = table.tiny()
        file.rename(tmp_path / "elsewhere.sqlite")
        assert status(table) == (503, "cannot write")
        assert table.client.post("/api/battles", json={}).status_code == 503
        (tmp_path / "elsewhere.sqlite").rename(file)
        assert status(table) == (200, "well")
        assert table.get(f"{made.path}/timeline", made.watch)["last"] == 0


def test_whoever_asks_often_costs_the_disk_nothing(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "FRESH", 1e6)
    written = []
    monkeypatch.setattr(Store, "try_out", lambda self: written.append(1))
    assert {status(table) for _ in range(50)} == {(200, "well")}
    assert len(written) == 1


def damaged(file: Path) -> None:
    """Overwrite the pages of one index, as a disk that fails may: every other page stays as it is."""
    with closing(sqlite3.connect(file)) as store:
        store.execute("PRAGMA journal_mode=DELETE")
        (size,) = store.execute("PRAGMA page_size").fetchone()
        (page,) = store.execute("SELECT rootpage FROM sqlite_master WHERE name = 'battles_by_time'").fetchone()
    with file.open("r+b") as raw:
        raw.seek((page - 1) * size)
        raw.write(b"\xa5" * size)


def test_a_damaged_file_is_told_at_the_start_and_at_healthz(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "battles.sqlite"
    with serving(file) as table:
        made = table.tiny()
    damaged(file)
    told: list[str] = []
    with caplog.at_level(logging.ERROR), serving(file, on_checked=told.append) as table:
        until(lambda: bool(told))
        assert told[0].startswith(f"{file} is damaged: ")
        assert told[0].endswith("Stop the server, keep a copy of what is there, and go back to a backup.")
        assert told[0] in caplog.text
        assert status(table) == (503, "damaged")
        # What can be read still can be.
        assert table.client.get(f"{made.path}/record?token={made.watch}").status_code != 503


def test_damage_that_is_met_later_shows(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    store = table.client.app.state.all_battles.store  # type: ignore[attr-defined]

    def broken(self: Store, battle: str) -> None:
        error = sqlite3.DatabaseError("database disk image is malformed")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT | 1 << 8
        with store._database._told():
            raise error

    monkeypatch.setattr(Store, "find", broken)
    made = table.tiny()
    table.client.app.state.all_battles._rooms.clear()  # type: ignore[attr-defined]
    assert table.client.get(f"{made.path}/timeline?token={made.watch}").status_code == 503
    assert status(table) == (503, "damaged")


@pytest.mark.slow
def test_the_command_tells_what_the_check_has_found(tmp_path: Path) -> None:
    file, errors = tmp_path / "battles.sqlite", tmp_path / "errors"
    with server_at(file) as server:
        assert server.process.stdout is not None
        assert any("SQLite has checked the file: it is sound." in line for line in server.process.stdout)
    damaged(file)
    with server_at(file, errors=errors) as server:
        until(lambda: "battles.sqlite is damaged: " in errors.read_text())
        with pytest.raises(HTTPError) as told:
            urllib.request.urlopen(f"{server.address}/healthz", timeout=LONGEST_WAIT)
        assert (told.value.code, json.load(told.value)) == (503, {"status": "damaged"})


@pytest.mark.slow
def test_a_server_ends_while_its_database_is_being_checked(tmp_path: Path) -> None:
    file = tmp_path / "battles.sqlite"
    Store(str(file)).close()
    with closing(sqlite3.connect(file)) as store:
        store.execute("CREATE TABLE large (one TEXT)")
        store.executemany("INSERT INTO large VALUES (?)", (("x" * 4000,) for _ in range(20_000)))
        store.commit()
    with server_at(file) as server:
        server.process.terminate()
        try:
            assert server.process.wait(LONGEST_WAIT) == 0
        except subprocess.TimeoutExpired:
            pytest.fail("it did not end")
