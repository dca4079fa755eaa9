"""A real PostgreSQL for tests: one server for the whole run, a database of its own for each test."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest


def programs() -> Path | None:
    """The folder with PostgreSQL's own programs, wherever the system put them."""
    folders = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]
    found = shutil.which("initdb")
    if found:
        folders.insert(0, Path(found).resolve().parent)
    return next((folder for folder in folders if (folder / "initdb").exists() and (folder / "pg_ctl").exists()), None)


class Cluster:
    """A PostgreSQL server on a socket in a folder of its own; nothing listens on the network."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.count = 0

    def as_user(self, *command: str) -> list[str]:
        """The command as a user that PostgreSQL accepts: it refuses to run as root."""
        if not is_root():
            return [*command]
        return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]

    def start(self, bin_: Path) -> None:
        data, socket = self.folder / "data", self.folder / "socket"
        socket.mkdir()
        if is_root():
            shutil.chown(self.folder, "postgres")
            shutil.chown(socket, "postgres")
        run = {"check": True, "capture_output": True, "cwd": self.folder, "timeout": 120}
        subprocess.run(
            self.as_user(str(bin_ / "initdb"), "-D", str(data), "-U", "warhost", "-A", "trust", "--no-sync"),
            **run,  # type: ignore[call-overload]
        )
        options = f"-k {socket} -c listen_addresses='' -c fsync=off"
        # Its output goes to a file: a server that inherits a pipe would keep it open for ever.
        log = self.folder / "log"
        subprocess.run(
            self.as_user(
                str(bin_ / "pg_ctl"), "-D", str(data), "-l", str(log), "-w", "-t", "60", "-o", options, "start"
            ),
            **run,  # type: ignore[call-overload]
        )
        self.stop_command = self.as_user(str(bin_ / "pg_ctl"), "-D", str(data), "-m", "immediate", "stop")

    def stop(self) -> None:
        subprocess.run(self.stop_command, capture_output=True, timeout=60, check=False)
        shutil.rmtree(self.folder, ignore_errors=True)

    def fresh(self) -> str:
        import psycopg

        self.count += 1
        name = f"battles_{self.count}"
        base = f"host={self.folder / 'socket'} user=warhost"
        with psycopg.connect(f"{base} dbname=postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return f"postgresql://warhost@/{name}?host={self.folder / 'socket'}"


def is_root() -> bool:
    return os.name == "posix" and os.geteuid() == 0


@cache
def cluster() -> Cluster | str:
    """The server, or why there is none."""
    bin_ = programs()
    if bin_ is None:
        return "PostgreSQL is not installed here (apt install postgresql)"
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return "psycopg is not installed here (pip install 'warhost[postgres]')"
    folder = Path(tempfile.mkdtemp(prefix="warhost-pg-"))
    found = Cluster(folder)
    try:
        found.start(bin_)
    except (OSError, subprocess.SubprocessError, LookupError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        told = getattr(error, "stderr", b"") or b""
        return f"PostgreSQL cannot be started here: {error} {told.decode(errors='replace')[-300:]}"
    return found


def postgres_address(request: pytest.FixtureRequest) -> str:
    """The address of an empty database; the test is skipped, and says why, where there is no PostgreSQL."""
    found = cluster()
    if isinstance(found, str):
        pytest.skip(found)
    if found.count == 0:
        request.session.addfinalizer(found.stop)
    return found.fresh()
