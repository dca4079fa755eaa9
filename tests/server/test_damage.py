"""Damaged rows and flipped bits: a clear refusal, never a broken answer and never another battle."""

from __future__ import annotations

import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.harness import Made, Table, bid_and_run, serving
from tests.server.season import Cup
from warhost.server.app import application
from warhost.server.store import databases

WRONG = "is damaged where the server keeps it"


def changed(data: Path, sql: str, *values: Any) -> None:
    with closing(sqlite3.connect(data)) as database, database:
        assert database.execute(sql, values).rowcount


def played(data: Path) -> tuple[Made, dict[str, Any]]:
    """A battle that has gone on for a while, and its record."""
    with serving(data) as table:
        made = table.tiny()
        with made.pages() as pages:
            for _ in range(2):
                bid_and_run(pages)
            pages[0].send(type="concede")
        return made, table.get(f"{made.path}/record")


def asked(data: Path, path: str, token: str = "") -> Any:
    """What a server says that opens these battles: the status and the text."""
    with TestClient(application(str(data), workers=1), raise_server_exceptions=False) as client:
        response = client.get(path, headers={"X-Warhost-Token": token})
        return response.status_code, response.json()


@pytest.mark.parametrize(
    ("column", "table"),
    [
        ("entry", "answers"),
        ("counter", "answers"),
        ("snapshot", "steps"),
        ("hash", "steps"),
        ("outcome", "endings"),
        ("setup", "battles"),
        ("seats", "battles"),
        ("seed", "battles"),
        ("start_battle", "battles"),
        ("state_hash", "battles"),
        ("outcome", "battles"),
    ],
)
def test_a_row_that_is_not_what_was_written_is_refused(column: str, table: str, tmp_path: Path) -> None:
    data = tmp_path / "battles.sqlite"
    made, _ = played(data)
    # A digit for another one: still readable, and no longer what happened.
    last = {"answers": " AND number = (SELECT max(number) FROM answers)"}.get(table, "")
    key = "id" if table == "battles" else "battle"
    if column == "counter":
        changed(data, "UPDATE answers SET counter = counter + 1 WHERE battle = ? AND counter IS NOT NULL", made.id)
    else:
        changed(
            data, f"UPDATE {table} SET {column} = replace({column}, '0', '1') || ' ' WHERE {key} = ?{last}", made.id
        )
    status, told = asked(data, f"{made.path}/record")
    assert (status, WRONG in told["error"]) == (503, True)
    assert made.id not in told["error"]


@pytest.mark.parametrize("table", ["answers", "steps"])
def test_a_row_that_is_missing_is_noticed(table: str, tmp_path: Path) -> None:
    data = tmp_path / "battles.sqlite"
    made, _ = played(data)
    changed(data, f"DELETE FROM {table} WHERE number = (SELECT max(number) FROM {table})")
    assert asked(data, f"{made.path}/record")[0] == 503


@pytest.mark.parametrize("column", ["setup", "seats", "house", "asked"])
def test_a_row_that_cannot_be_read_is_refused_and_others_are_listed(column: str, tmp_path: Path) -> None:
    data = tmp_path / "battles.sqlite"
    made, _ = played(data)
    with serving(data) as table:
        sound = table.tiny()
    changed(data, f"UPDATE battles SET {column} = '{{' WHERE id = ?", made.id)
    assert asked(data, f"{made.path}/record")[0] == 503
    with serving(data) as table:
        tokens = {"X-Warhost-Tokens": f"{made.tokens[0]},{sound.tokens[0]}"}
        assert [one["id"] for one in table.client.get("/api/battles", headers=tokens).json()] == [sound.id]


def test_whoever_watches_over_the_server_hears_of_damage(tmp_path: Path) -> None:
    data = tmp_path / "battles.sqlite"
    made, _ = played(data)
    changed(data, "UPDATE answers SET entry = '{' WHERE battle = ?", made.id)
    with TestClient(application(str(data), workers=1), raise_server_exceptions=False) as client:
        assert client.get(f"{made.path}/record").status_code == 503
        assert client.get("/healthz").status_code == 503


@pytest.mark.parametrize("column", ["players", "settings", "page", "start_season", "state_hash", "asked"])
def test_a_damaged_season_is_refused(column: str, tmp_path: Path) -> None:
    data = tmp_path / "battles.sqlite"
    with serving(data) as table:
        cup = Cup.begun(table)
        cup.wins(0, "heat 1")
    changed(data, f"UPDATE seasons SET {column} = {column} || ' ' WHERE id = ?", cup.id)
    assert asked(data, cup.path, cup.organiser)[0] == 503


def test_a_damaged_record_of_a_season_is_refused(tmp_path: Path) -> None:
    data = tmp_path / "battles.sqlite"
    with serving(data) as table:
        cup = Cup.begun(table)
        cup.wins(0, "heat 1")
    changed(data, "UPDATE season_entries SET entry = replace(entry, '\"winners\":[0]', '\"winners\":[1]')")
    assert asked(data, f"{cup.path}/file", cup.organiser)[0] == 503


@pytest.mark.slow
def test_flipped_bits_never_break_an_answer_and_never_make_another_record(tmp_path: Path) -> None:
    data = tmp_path / "battles.sqlite"
    made, record = played(data)
    with closing(sqlite3.connect(data)) as database:
        database.execute("PRAGMA journal_mode=DELETE")
    sound = data.read_bytes()
    dice = random.Random(5)
    seen: dict[int, int] = {}
    for _ in range(150):
        bits = bytearray(sound)
        for _ in range(3):
            bits[dice.randrange(len(bits))] ^= 1 << dice.randrange(8)
        data.write_bytes(bits)
        for path in (data.with_name(f"{data.name}{end}") for end in ("-wal", "-shm")):
            path.unlink(missing_ok=True)
        try:
            status, told = asked(data, f"{made.path}/record")
        except databases.StoreError:
            continue
        seen[status] = seen.get(status, 0) + 1
        assert status in (200, 404, 503), told
        if status == 200:
            assert told == record
    assert seen[200] > 20


def test_a_locked_database_is_told_within_a_second(table: Table, tmp_path: Path) -> None:
    made = table.tiny()
    headers = {"X-Warhost-Token": made.tokens[0]}
    with closing(sqlite3.connect(tmp_path / "battles.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        began = time.monotonic()
        answers = [
            table.client.patch(made.path, json={"title": f"Title {number}"}, headers=headers).status_code
            for number in range(5)
        ]
        took = time.monotonic() - began
        other.execute("ROLLBACK")
    assert answers == [503] * 5
    # One after the other, and none waits for the others to have waited.
    assert took < 2.0
    assert table.client.patch(made.path, json={"title": "Now"}, headers=headers).status_code == 204


def test_a_lock_of_the_moment_is_waited_for() -> None:
    assert 0.2 <= databases.BUSY < 1.0


def test_a_battle_of_an_older_warhost_has_no_check_sums_until_it_goes_on(tmp_path: Path) -> None:
    data = tmp_path / "battles.sqlite"
    with serving(data) as table:
        made = table.tiny()
        with made.pages() as pages:
            bid_and_run(pages)
    changed(data, "DELETE FROM sums")
    with serving(data) as made.table, made.pages() as pages:
        bid_and_run(pages)
    assert asked(data, f"{made.path}/timeline")[0] == 200
    changed(data, "UPDATE answers SET entry = replace(entry, '2', '1') WHERE number = 0")
    assert asked(data, f"{made.path}/timeline")[0] == 503
