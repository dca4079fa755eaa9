"""Backups: the commands of the documents, run as they stand there, with a server that plays on meanwhile."""

from __future__ import annotations

import os
import re
import shlex
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.server.harness import PEOPLE, Made, Table, bid_and_run, serving
from tests.server.postgres import postgres_address, programs
from tests.server.process import server_at
from warhost.cli import main
from warhost.server.store.battles import Store

HOSTING = Path(__file__).parents[2] / "docs" / "how-to" / "host-a-table.md"
DATA, BACKUP = "/var/lib/warhost/battles.sqlite", "/var/backups/warhost.sqlite"
POSTGRES, DUMP = "postgresql://warhost@localhost/warhost", "/var/backups/warhost.dump"


def documented(program: str) -> list[list[str]]:
    """The commands of the documents that begin so."""
    blocks = re.findall(r"```sh\n(.*?)```", HOSTING.read_text(encoding="utf-8"), re.S)
    lines = [line for block in blocks for line in block.splitlines()]
    return [shlex.split(line) for line in lines if line.startswith(program)]


def warhost(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def refused(result: Result) -> str:
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    return result.stderr


def run_documented(program: str, places: dict[str, str], path: str = "") -> str:
    """Run the one command of the documents that begins so, with other places."""
    (command,) = documented(program)
    for told, real in places.items():
        command = [word.replace(told, real) for word in command]
    if command[0] == "warhost":
        command[:1] = [sys.executable, "-m", "warhost"]
    environment = {**os.environ, "PATH": f"{path}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def still_there(table: Table, made: Made, rounds: int) -> None:
    with table.page(made.tokens[0]) as page:
        assert page.state["picture"]["turn"] == rounds + 1


def played(table: Table, rounds: int, made: Made | None = None) -> Made:
    made = made or table.tiny()
    with made.pages() as pages:
        for _ in range(rounds):
            bid_and_run(pages, "0", "0", 0.1)
    return made


def test_the_documented_backup_is_made_while_the_server_plays_on_and_put_back(tmp_path: Path) -> None:
    places = {DATA: str(tmp_path / "data" / "battles.sqlite"), BACKUP: str(tmp_path / "backups" / "warhost.sqlite")}
    with serving(places[DATA]) as table:
        made = played(table, 1)
        assert "1 battle copied" in run_documented("warhost backup", places)
        # Whoever makes one every night writes over the last one.
        assert "1 battle copied" in run_documented("warhost backup", places)
        played(table, 1, made)
        later = table.tiny()
        still_there(table, made, 2)
    assert (tmp_path / "backups" / "warhost.sqlite").stat().st_mode & 0o777 == 0o600
    assert os.listdir(tmp_path / "backups") == ["warhost.sqlite"]
    told = run_documented("warhost restore", places)
    assert "1 battle restored" in told
    with serving(places[DATA]) as table:
        still_there(table, made, 1)
        assert table.client.get(f"{later.path}/timeline?token={later.watch}").status_code == 404
    before = Path(re.findall(r"previous battles are in (.*)\n", told)[0])
    with serving(before) as table:
        still_there(table, made, 2)
        still_there(table, later, 0)


@pytest.mark.slow
def test_what_was_written_and_not_yet_moved_into_the_file_is_in_the_backup(tmp_path: Path) -> None:
    """A copy of the file alone would lack it."""
    data = tmp_path / "battles.sqlite"
    with server_at(data) as server:
        made = server.call("/api/battles", {"seats": PEOPLE, "map": "1"})
        assert (tmp_path / "battles.sqlite-wal").stat().st_size > 0
        assert warhost("backup", "--data", data, tmp_path / "copy.sqlite").exit_code == 0
        # Killed as it stands: the old battles are damaged or not, they are set aside whole.
        assert "A server is using the battles" in refused(warhost("restore", "--data", data, tmp_path / "copy.sqlite"))
    data.write_bytes(b"damaged beyond repair")
    assert warhost("restore", "--data", data, tmp_path / "copy.sqlite").exit_code == 0
    assert not (tmp_path / "battles.sqlite-wal").exists()
    with closing(Store(str(data))) as store:
        assert store.find(made["id"]) is not None
        store.serve("http://127.0.0.1:1/")


def test_a_backup_is_never_half_and_never_in_the_way(tmp_path: Path) -> None:
    data, copy = tmp_path / "battles.sqlite", tmp_path / "copy.sqlite"
    assert "There are no battles in" in refused(warhost("backup", "--data", data, copy))
    assert not data.exists()
    Store(str(data)).close()
    assert warhost("backup", "--data", data, copy).stdout == f"0 battles copied to {copy}\n"
    assert "already exists" in refused(warhost("backup", "--data", data, copy))
    assert "is where the battles are kept" in refused(warhost("backup", "--data", data, data, "--force"))
    assert "is where the battles are kept" in refused(warhost("restore", "--data", data, data))
    assert "does not exist" in refused(warhost("restore", "--data", data, tmp_path / "nothing"))
    folder = tmp_path / "file"
    folder.write_text("no folder")
    assert "cannot be copied" in refused(warhost("backup", "--data", data, folder / "copy.sqlite"))


@pytest.mark.parametrize("kind", ["no database", "another database", "of a newer Warhost", "cut short"])
def test_what_is_no_backup_is_refused_and_leaves_the_battles_alone(kind: str, tmp_path: Path) -> None:
    data, copy = tmp_path / "battles.sqlite", tmp_path / "copy.sqlite"
    with serving(data) as table:
        made = played(table, 1)
        assert warhost("backup", "--data", data, copy).exit_code == 0
    if kind == "no database":
        copy.write_bytes(b"not a database at all" * 1000)
    elif kind == "cut short":
        copy.write_bytes(copy.read_bytes()[: copy.stat().st_size // 2])
    else:
        if kind == "another database":
            copy.unlink()
        with closing(sqlite3.connect(copy)) as other:
            other.execute(
                "CREATE TABLE IF NOT EXISTS t (a)" if kind == "another database" else "UPDATE about SET value = 99"
            )
            other.commit()
    assert refused(warhost("restore", "--data", data, copy))
    assert [name for name in os.listdir(tmp_path) if "before" in name or "part" in name] == []
    with serving(data) as table:
        still_there(table, made, 1)


@pytest.mark.slow
def test_the_documented_commands_for_postgresql_bring_the_battles_back(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    address = postgres_address(request)
    folder = programs()
    assert folder is not None
    if not (folder / "pg_dump").exists() or not (folder / "pg_restore").exists():
        pytest.skip("pg_dump and pg_restore are not installed here (apt install postgresql-client)")
    places = {POSTGRES: address, DUMP: str(tmp_path / "warhost.dump")}
    with serving(address) as table:
        made = played(table, 1)
        run_documented("pg_dump", places, str(folder))
        played(table, 1, made)
    run_documented("pg_restore", places, str(folder))
    with serving(address) as table:
        still_there(table, made, 1)


def test_for_postgresql_its_own_programs_are_named(tmp_path: Path) -> None:
    assert "pg_dump" in refused(warhost("backup", "--data", POSTGRES, tmp_path / "copy"))
    assert "pg_restore" in refused(warhost("restore", "--data", POSTGRES, tmp_path / "copy"))
