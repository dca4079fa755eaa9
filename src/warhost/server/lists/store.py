"""Army lists and packs of optional parts that players keep on a server. Each is opened by a token of its own, of which
only the hash is kept."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Literal

from warhost.server.messages import ListKept, ListMade, ListWanted
from warhost.server.store.databases import Database
from warhost.server.store.rows import now, token_hash

__all__ = ["ListStore"]


class ListStore:
    """The lists in a database, or the packs. Like all work of the store, it is done in one thread."""

    def __init__(self, database: Database, kind: Literal["list", "pack"] = "list") -> None:
        self._database = database
        self._table, self._text = f"{kind}s", f"{kind}_text"

    def keep(self, wanted: ListWanted) -> ListMade:
        """Keep a new list; its token is told only once."""
        made = ListMade(secrets.token_urlsafe(9), secrets.token_urlsafe(24))
        moment = now()
        with self._database.transaction():
            self._database.ask(
                f"INSERT INTO {self._table} (id, hash, ruleset, name, {self._text}, created, updated) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (made.id, token_hash(made.token), wanted.ruleset, wanted.name, wanted.text, moment, moment),
            )
        return made

    def opens(self, id_: str, token: str, deleted: bool = False) -> bool:
        """Whether the token opens that list, as long as it is there (or, as asked, was deleted a short while ago)."""
        gone = "IS NOT NULL" if deleted else "IS NULL"
        sql = f"SELECT 1 FROM {self._table} WHERE id = ? AND hash = ? AND deleted {gone}"
        return bool(self._database.ask(sql, (id_, token_hash(token))))

    def change(self, id_: str, wanted: ListWanted) -> None:
        """Keep another list in its place."""
        with self._database.transaction():
            self._database.ask(
                f"UPDATE {self._table} SET ruleset = ?, name = ?, {self._text} = ?, updated = ? WHERE id = ?",
                (wanted.ruleset, wanted.name, wanted.text, now(), id_),
            )

    def put_away(self, id_: str) -> None:
        """Delete a list. For a while it can be brought back."""
        with self._database.transaction():
            self._database.ask(f"UPDATE {self._table} SET deleted = ? WHERE id = ?", (now(), id_))

    def bring_back(self, id_: str) -> None:
        with self._database.transaction():
            self._database.ask(f"UPDATE {self._table} SET deleted = NULL WHERE id = ?", (id_,))

    def listed(self, tokens: Iterable[str]) -> list[ListKept]:
        """The lists that these tokens open, the latest first."""
        found = []
        for token in dict.fromkeys(tokens):
            rows = self._database.ask(
                f"SELECT id, ruleset, name, {self._text}, created, updated FROM {self._table} "
                "WHERE hash = ? AND deleted IS NULL",
                (token_hash(token),),
            )
            found += [ListKept(*row) for row in rows]
        return sorted(found, key=lambda one: one.updated, reverse=True)

    def count(self) -> int:
        """How many lists are kept, those included that can still be brought back."""
        ((count,),) = self._database.ask(f"SELECT count(*) FROM {self._table}")
        return int(count)

    def deleted(self) -> list[tuple[str, str]]:
        """The lists that were deleted and are not gone yet, each with when that was."""
        rows = self._database.ask(f"SELECT id, deleted FROM {self._table} WHERE deleted IS NOT NULL")
        return [(id_, moment) for id_, moment in rows]

    def forget(self, id_: str) -> None:
        """A deleted list is gone for good."""
        with self._database.transaction():
            self._database.ask(f"DELETE FROM {self._table} WHERE id = ? AND deleted IS NOT NULL", (id_,))
