"""The two databases: SQLite in a file, PostgreSQL by its address. Both are asked in the same SQL."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from warhost.errors import WarhostError

Row: TypeAlias = tuple[Any, ...]

SCHEMA = (files("warhost.server.store") / "schema.sql").read_text("utf-8")
SCHEMA_VERSION = 10
FIRST_SCHEMA = 10
"""The tables of Warhost 0.1.0. Older ones were never released and are not read."""
CHANGES: dict[int, tuple[str, ...]] = {}
"""The statements that bring the tables of an older Warhost up to each version after the first."""

SYNCHRONOUS = "FULL"
"""When SQLite returns from a commit: not before the disk has it, so that it outlives a power cut."""

BUSY = 0.7
"""Seconds that SQLite waits for another program that writes to the same file."""

STILL_BUSY = 0.02
"""Seconds that it waits once it has waited in vain: whoever is next in the line is told as soon as the first one."""


class StoreError(WarhostError):
    """The database cannot be reached, or has refused. It names the database: for whoever runs the server."""


class Damaged(WarhostError):
    """What the database has of a battle or a season is not what was written there."""

    def __init__(self, what: str, id_: str) -> None:
        super().__init__(
            f"This {what} is damaged where the server keeps it, so it is not shown. Tell the operator of the server: "
            "a backup may have it."
        )
        self.about = f"{what} {id_}".strip()


_OF_SQLITE = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises; the text of an error that names something damaged may itself be no text."""

MEND = "Stop the server, keep a copy of what is there, and go back to a backup."

GONE_BY_NOW = 3.0
"""Seconds in which PostgreSQL has noticed that a server was killed."""

_SERVER = 7262
"""The number of the lock by which PostgreSQL knows the one server of a database."""


OUT_OF_REACH = (
    "The server cannot keep battles at the moment, so nothing has changed. Try again later; "
    "if it keeps happening, tell the operator of the server."
)
"""What players are told in place of a `StoreError`."""


class Database(Protocol):
    """What the store needs of a database. It is used from one thread only."""

    @property
    def name(self) -> str:
        """What to call it in a message; never with a password."""
        ...

    @property
    def damage(self) -> str:
        """What is known to be damaged, and what to do; empty if nothing is."""
        ...

    def ask(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        """Run one statement and fetch what it returns."""
        ...

    def many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        """Run one statement for each of the rows."""
        ...

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All or nothing; what was written is on disk when it ends."""
        ...

    def claim(self) -> bool:
        """Be the one server of this database until it is closed, or the process ends. False: another one is."""
        ...

    def check(self) -> str | None:
        """Look through all of it, from any thread: what is damaged, empty if it is sound, None if it cannot check
        itself."""
        ...

    def close(self) -> None: ...


def open_database(url: str) -> Database:
    """PostgreSQL for its addresses, else SQLite in that file (with or without `sqlite:///`)."""
    if url.startswith(("postgresql://", "postgres://")):
        return PostgresDatabase(url)
    if "://" in url and not url.startswith("sqlite:///"):
        raise StoreError(
            f'"{url.partition("://")[0]}://" is not a known kind of database: '
            "name a file, or postgresql://user@host/name."
        )
    return SqliteDatabase(Path(url.removeprefix("sqlite:///")).expanduser())


def default_file() -> Path:
    """Where battles are kept if nothing else is said: in the user's folder for data."""
    home = Path.home()
    if given := os.environ.get("XDG_DATA_HOME"):
        folder = Path(given)
    elif sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = home / ".local" / "share"
    return folder / "warhost" / "battles.sqlite"


class SqliteDatabase:
    """One file. Readers never wait for the writer (WAL), and a commit is on disk when it returns (FULL)."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self.damage = ""
        self._claim: sqlite3.Connection | None = None
        self._checking: sqlite3.Connection | None = None
        try:
            self._path = path = path.resolve()
            path.parent.mkdir(parents=True, exist_ok=True)
            _refuse_other_names(path)
            self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=BUSY)
            self._connection.execute(f"PRAGMA synchronous={SYNCHRONOUS}")
            self._connection.execute("PRAGMA journal_mode=WAL")
            # Seeds are secrets until a battle ends: the file is for its owner alone.
            path.chmod(0o600)
            self._connection.execute("PRAGMA foreign_keys=ON")
            self._patience = BUSY
            self._file = _identity(path)
        except (OSError, *_OF_SQLITE) as error:
            raise StoreError(f"The battles cannot be kept in {self.name}: {_advice(error)}") from None
        self._lock_file = lock_file_of(path)
        with self.transaction():
            _lay_out(self)

    def ask(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        with self._told():
            return self._connection.execute(sql, tuple(values)).fetchall()

    def many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        with self._told():
            self._connection.executemany(sql, rows)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        # The file of an open connection can be written to when it has no name any more: nobody would find it again.
        if _identity(self._path) != self._file:
            raise StoreError(f"{self.name} was moved or deleted while the server runs: put it back, and start again.")
        self._begin()
        try:
            yield
            self.ask("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def _begin(self) -> None:
        """Begin a transaction, as soon as no other program writes."""
        try:
            self.ask("BEGIN IMMEDIATE")
        except StoreError:
            # Begun or not: the next one must be able to.
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            self._wait_at_most(STILL_BUSY)
            raise
        self._wait_at_most(BUSY)

    def _wait_at_most(self, seconds: float) -> None:
        if seconds != self._patience:
            self._connection.execute(f"PRAGMA busy_timeout={round(seconds * 1000)}")
            self._patience = seconds

    def claim(self) -> bool:
        with self._told():
            self._claim = locked(self._lock_file)
        return self._claim is not None

    def check(self) -> str | None:
        # Over a connection of its own: others read and write meanwhile.
        with self._told(), closing(sqlite3.connect(self._path, check_same_thread=False, timeout=BUSY)) as checking:
            self._checking = checking
            try:
                found = [told for (told,) in checking.execute("PRAGMA integrity_check(3)")]
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
                    return None
                raise
            except sqlite3.DatabaseError as error:
                found = [str(error)]
            finally:
                self._checking = None
        if found != ["ok"]:
            self._is_damaged("; ".join(" ".join(line.split()) for line in found))
        return self.damage

    def _is_damaged(self, how: str) -> None:
        self.damage = f"{self.name} is damaged: {how}. {MEND}"

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            with _told(self.name, *_OF_SQLITE):
                yield
        except StoreError as error:
            cause = error.__cause__
            if isinstance(cause, sqlite3.Error) and _primary(cause) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
                self._is_damaged(str(cause))
            raise

    def close(self) -> None:
        checking = self._checking
        if checking is not None:
            checking.interrupt()
        self._connection.close()
        if self._claim is not None:
            self._claim.close()


def file_of(url: str | None) -> Path:
    """The file of that address, or where battles are kept if none is given; PostgreSQL has none."""
    url = url or str(default_file())
    if "://" in url and not url.startswith("sqlite:///"):
        raise StoreError(f'"{url.partition("://")[0]}://" is not a file path.')
    return Path(url.removeprefix("sqlite:///")).expanduser()


def lock_file_of(path: Path) -> Path:
    """The lock by which a file has one server: it lies beside the file itself, by whatever links that was named."""
    real = path.resolve()
    return real.with_name(f"{real.name}-server")


def locked(path: Path) -> sqlite3.Connection | None:
    """Hold that lock until it is closed; nothing if another process has it. It is that of a second, empty database:
    alike on every system, and it dies with the process."""
    claim = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=0.0)
    try:
        claim.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        claim.close()
        if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
            return None
        raise
    return claim


def _refuse_other_names(path: Path) -> None:
    """SQLite writes what is new into a file beside the name by which it was opened, and finds other programs by it:
    under two hard links of one file two servers would not notice each other, and damage it."""
    if path.is_file() and path.stat().st_nlink > 1:
        raise StoreError(
            f"The battles cannot be kept in {path}: the file has {path.stat().st_nlink} names (hard links), and would "
            "be damaged if it were used by more than one. Remove the others, or name a copy with --data."
        )


class PostgresDatabase:
    """A PostgreSQL server. A lost connection is opened again at the next statement."""

    def __init__(self, url: str) -> None:
        try:
            import psycopg
        except ImportError:
            raise StoreError(
                "PostgreSQL needs the package psycopg: pip install 'warhost[postgres]', or keep battles in a file."
            ) from None
        self._psycopg = psycopg
        self._url = url
        self.damage = ""
        self.name = f"PostgreSQL at {url.rpartition('@')[2].partition('?')[0].removeprefix('postgresql://')}"
        self._connection: psycopg.Connection[Row] | None = None
        self._claimed = False
        with self.transaction():
            # Several servers may start at once, and CREATE TABLE IF NOT EXISTS alone does not stand that.
            self.ask("SELECT pg_advisory_xact_lock(7261)")
            _lay_out(self)

    def ask(self, sql: str, values: Sequence[Any] = ()) -> list[Row]:
        with self._told():
            cursor = self._open().execute(_for_postgres(sql), tuple(values))
            return cursor.fetchall() if cursor.description is not None else []

    def many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        with self._told(), self._open().cursor() as cursor:
            cursor.executemany(_for_postgres(sql), rows)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        with self._told(), self._open().transaction():
            yield

    def claim(self) -> bool:
        until = time.monotonic() + GONE_BY_NOW
        while not self._claimed and time.monotonic() < until:
            ((self._claimed,),) = self.ask("SELECT pg_try_advisory_lock(?)", (_SERVER,))
            if not self._claimed:
                time.sleep(0.1)
        return self._claimed

    def check(self) -> None:
        """PostgreSQL looks after its files itself."""

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()

    def _open(self) -> Any:
        if self._connection is None or self._connection.closed:
            self._connection = self._psycopg.connect(self._url, autocommit=True, connect_timeout=5)
            # A server may be set up to acknowledge before the disk does; here an acknowledged answer must be safe.
            self._connection.execute("SET synchronous_commit TO on")
            # What another program has locked is told at once, as SQLite does it.
            self._connection.execute(f"SET lock_timeout TO {round(BUSY * 1000)}")
            if self._claimed:
                # The claim went with the lost connection. PostgreSQL may not have noticed yet that it is lost: then the
                # claim still stands there, and this server goes on without.
                self._connection.execute("SELECT pg_try_advisory_lock(%s)", (_SERVER,))
        return self._connection

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            with _told(self.name, self._psycopg.Error):
                yield
        except StoreError as error:
            cause = error.__cause__
            if isinstance(cause, self._psycopg.errors.DataCorrupted | self._psycopg.errors.IndexCorrupted):
                self.damage = f"{self.name} is damaged: {cause}. {MEND}"
            raise


def _lay_out(database: Database) -> None:
    """Make the tables that are missing and bring old ones up to date. A database of a newer Warhost is left alone: it
    may mean other things."""
    about, *others = filter(str.strip, SCHEMA.split(";"))
    database.ask(about)
    ((found,),) = database.ask("SELECT coalesce(max(value), 0) FROM about WHERE name = 'schema'")
    if found > SCHEMA_VERSION:
        raise StoreError(
            f"{database.name} was written by a newer Warhost (its tables have version {found}, this one knows "
            f"{SCHEMA_VERSION}): install that Warhost again, or name another place with --data."
        )
    if 0 < found < FIRST_SCHEMA:
        raise StoreError(
            f"{database.name} was written before Warhost 0.1.0 (its tables have version {found}; {FIRST_SCHEMA} is the "
            "oldest that is read). Finish those battles with the Warhost that wrote them, or save their records there "
            "and import them here; for new battles name another place with --data."
        )
    for statement in others:
        database.ask(statement)
    if found:
        for version in range(found + 1, SCHEMA_VERSION + 1):
            for statement in CHANGES[version]:
                database.ask(statement)
    if found < SCHEMA_VERSION:
        database.ask("DELETE FROM about WHERE name = 'schema'")
        database.ask("INSERT INTO about (name, value) VALUES ('schema', ?)", (SCHEMA_VERSION,))


def _advice(error: Exception) -> str:
    """What a database complains of, and what to do about it."""
    told = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    text = (" ".join(told.split()) or type(error).__name__).rstrip(".")
    if "database is locked" in text:
        return f"{text}. Another program is using it: stop that one, or name another place with --data."
    if isinstance(error, OSError) or "not a database" in text or "unable to open" in text or "readonly" in text:
        return f"{text}. Name another place with --data."
    return f"{text}."


def _primary(error: sqlite3.Error) -> int:
    """The plain code of an error; SQLite has finer ones, which say the same in more detail."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _identity(path: Path) -> tuple[int, int] | None:
    """Which file has that name now."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _for_postgres(sql: str) -> bytes:
    return sql.replace("?", "%s").encode()


@contextmanager
def _told(name: str, *kinds: type[Exception]) -> Iterator[None]:
    """Turn the errors of a database into one sentence."""
    try:
        yield
    except kinds as error:
        raise StoreError(f"{name} does not respond properly: {_advice(error)}") from error
