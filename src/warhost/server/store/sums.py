"""Check sums of what is kept, by which damage shows: a flipped bit must not become another battle.

Of a battle and of a season four things are summed up: what never changes, the log, its steps, and how things stand now.
The log and the steps grow at their end, so each of their rows is added to the sum of those before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from warhost.server.store.databases import Damaged, Database

__all__ = ["Sums", "chained"]

_PARTS = ("head", "log", "steps", "present")


def chained(rows: Iterable[Sequence[Any]], before: str = "") -> str:
    """The sum of these rows, after others with that sum."""
    found = before
    for row in rows:
        found = blake2b(found.encode() + msgspec.json.encode(list(row)), digest_size=16).hexdigest()
    return found


class Sums:
    """The check sums in a database. What an older Warhost kept has none until it is written to."""

    def __init__(self, database: Database, what: str) -> None:
        self._database = database
        self._what = what

    def of(self, id_: str) -> dict[str, str]:
        """All that are known."""
        rows = self._database.ask("SELECT head, log, steps, present FROM sums WHERE id = ?", (id_,))
        return {part: value for part, value in zip(_PARTS, rows[0], strict=True) if value} if rows else {}

    def put(self, id_: str, **sums: str) -> None:
        """Keep other ones for some of the parts."""
        known = dict.fromkeys(_PARTS, "") | self.of(id_) | sums
        self._database.ask(
            "INSERT INTO sums (id, head, log, steps, present) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE "
            "SET head = excluded.head, log = excluded.log, steps = excluded.steps, present = excluded.present",
            (id_, *(known[part] for part in _PARTS)),
        )

    def forget(self, id_: str) -> None:
        self._database.ask("DELETE FROM sums WHERE id = ?", (id_,))

    def check(self, id_: str, part: str, rows: Iterable[Sequence[Any]]) -> None:
        """Refuse what is not what was written."""
        known = self.of(id_).get(part)
        if known is not None and known != chained(rows):
            raise Damaged(self._what, id_)
