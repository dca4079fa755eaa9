"""Backups of the battles in a file: made while the server runs, and put back when it does not."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

from warhost.errors import WarhostError
from warhost.server.store.databases import FIRST_SCHEMA, SCHEMA_VERSION, file_of, lock_file_of, locked

BESIDE = ("", "-wal", "-shm")
"""What belongs to a database of SQLite: the file itself, what is new in it, and how that is found."""

POSTGRES = ("postgresql://", "postgres://")


class BackupError(WarhostError):
    """A backup that cannot be made, or put back."""


def back_up(url: str | None, to: Path, *, replace: bool = False) -> int:
    """Copy all battles into one file, as they are at one moment; says how many. A server that runs meanwhile does not
    notice. The copy is checked, and there is a whole one or none."""
    if (url or "").startswith(POSTGRES):
        raise BackupError(f"PostgreSQL makes its own backups: pg_dump --format=custom --file={to} ADDRESS")
    source = file_of(url)
    if not source.is_file():
        raise BackupError(f"There are no battles in {source}: use --data to say where they are kept.")
    if to.exists() and to.samefile(source):
        raise BackupError(f"{to} is where the battles are kept: name another file.")
    if to.exists() and not replace:
        raise BackupError(f"{to} already exists: name another file, or use --force.")
    with _told(f"{source} cannot be copied to {to}"), _whole(to) as copy:
        _copy(source, copy)
        return _checked(copy)


def put_back(file: Path, url: str | None) -> tuple[int, Path | None]:
    """Put a backup in the place of the battles; says how many it has, and where those are now that were there before.
    No server may have them meanwhile."""
    if (url or "").startswith(POSTGRES):
        raise BackupError(
            f"PostgreSQL restores its own backups: pg_restore --clean --if-exists --dbname=ADDRESS {file}"
        )
    target = file_of(url).resolve()
    if not file.is_file():
        raise BackupError(f"The file {file} does not exist.")
    if target.exists() and file.samefile(target):
        raise BackupError(f"{file} is where the battles are kept: name a backup.")
    with _told(f"{file} cannot be put into {target}"):
        target.parent.mkdir(parents=True, exist_ok=True)
        lock = locked(lock_file_of(target))
        if lock is None:
            raise BackupError(f"A server is using the battles in {target}: stop it first.")
        with closing(lock), _whole(target) as copy:
            _copy(file, copy)
            count = _checked(copy)
            # What is new of the old battles must not be taken for a part of the backup.
            before = _set_aside(target)
    return count, before


def _copy(source: Path, to: Path) -> None:
    with closing(_to_read(source)) as battles, closing(sqlite3.connect(to)) as target:
        battles.backup(target)
        # One file, and nothing beside it.
        target.execute("PRAGMA journal_mode=DELETE")


def _set_aside(path: Path) -> Path | None:
    """Give what is there another name, with all that belongs to it."""
    parts = [end for end in BESIDE if path.with_name(path.name + end).exists()]
    if not parts:
        return None
    moment = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S-%f")
    aside = path.with_name(f"{path.name}.before-{moment}")
    for end in parts:
        path.with_name(path.name + end).rename(aside.with_name(aside.name + end))
    return aside


@contextmanager
def _whole(path: Path) -> Iterator[Path]:
    """A file to be written that takes its place when it is done. Seeds are in it: it is for its owner alone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}", suffix=".part")
    os.close(handle)
    part = Path(name)
    try:
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        for end in (*BESIDE, "-journal"):
            part.with_name(part.name + end).unlink(missing_ok=True)


def _to_read(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode=ro", uri=True)


def _checked(path: Path) -> int:
    """How many battles are in a file that is sound, and of a Warhost that is not newer than this one."""
    with closing(_to_read(path)) as battles:
        ((found,), *_) = battles.execute("PRAGMA integrity_check").fetchall()
        if found != "ok":
            raise BackupError(f"The copy is damaged: {found}.")
        ((schema,),) = battles.execute("SELECT coalesce(max(value), 0) FROM about WHERE name = 'schema'").fetchall()
        if not FIRST_SCHEMA <= schema <= SCHEMA_VERSION:
            raise BackupError(
                f"Its tables have version {schema}; this Warhost reads {FIRST_SCHEMA} (of 0.1.0) to {SCHEMA_VERSION}."
            )
        ((count,),) = battles.execute("SELECT count(*) FROM battles").fetchall()
    return int(count)


@contextmanager
def _told(what: str) -> Iterator[None]:
    """Turn the errors of files and of SQLite into one sentence."""
    try:
        yield
    except OSError as error:
        raise BackupError(f"{what}: {error.strerror or error}.") from None
    except sqlite3.Error as error:
        raise BackupError(f"{what}: {' '.join(str(error).split())}. Is it a file of Warhost's battles?") from None
