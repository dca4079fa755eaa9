"""Army lists that players keep on a server. Each is opened by a token of its own, of which only the hash is kept."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

from warhost.server.databases import Database
from warhost.server.messages import ListKept, ListMade, ListWanted
from warhost.server.rows import now, token_hash

__all__ = ["ListStore"]


class ListStore:
    """The lists in a database. Like all work of the store, it is done in one thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, wanted: ListWanted) -> ListMade:
        """Keep a new list; its token is told only once."""
        made = ListMade(secrets.token_urlsafe(9), secrets.token_urlsafe(24))
        moment = now()
        with self._database.transaction():
            self._database.ask(
                "INSERT INTO lists (id, hash, ruleset, name, list_text, created, updated) VALUES (?, ?, ?, ?, ?, ?, ?)",
                (made.id, token_hash(made.token), wanted.ruleset, wanted.name, wanted.text, moment, moment),
            )
        return made

    def opens(self, id_: str, token: str, deleted: bool = False) -> bool:
        """Whether the token opens that list, as long as it is there (or, as asked, was deleted a short while ago)."""
        gone = "IS NOT NULL" if deleted else "IS NULL"
        sql = f"SELECT 1 FROM lists WHERE id = ? AND hash = ? AND deleted {gone}"
        return bool(self._database.ask(sql, (id_, token_hash(token))))

    def change(self, id_: str, wanted: ListWanted) -> None:
        """Keep another list in its place."""
        with self._database.transaction():
            self._database.ask(
                "UPDATE lists SET ruleset = ?, name = ?, list_text = ?, updated = ? WHERE id = ?",
                (wanted.ruleset, wanted.name, wanted.text, now(), id_),
            )

    def put_away(self, id_: str) -> None:
        """Delete a list. For a while it can be brought back."""
        with self._database.transaction():
            self._database.ask("UPDATE lists SET deleted = ? WHERE id = ?", (now(), id_))

    def bring_back(self, id_: str) -> None:
        with self._database.transaction():
            self._database.ask("UPDATE lists SET deleted = NULL WHERE id = ?", (id_,))

    def listed(self, tokens: Iterable[str]) -> list[ListKept]:
        """The lists that these tokens open, the latest first."""
        found = []
        for token in dict.fromkeys(tokens):
            rows = self._database.ask(
                "SELECT id, ruleset, name, list_text, created, updated FROM lists WHERE hash = ? AND deleted IS NULL",
                (token_hash(token),),
            )
            found += [ListKept(*row) for row in rows]
        return sorted(found, key=lambda one: one.updated, reverse=True)

    def count(self) -> int:
        """How many lists are kept, those included that can still be brought back."""
        ((count,),) = self._database.ask("SELECT count(*) FROM lists")
        return int(count)

    def deleted(self) -> list[tuple[str, str]]:
        """The lists that were deleted and are not gone yet, each with when that was."""
        rows = self._database.ask("SELECT id, deleted FROM lists WHERE deleted IS NOT NULL")
        return [(id_, moment) for id_, moment in rows]

    def forget(self, id_: str) -> None:
        """A deleted list is gone for good."""
        with self._database.transaction():
            self._database.ask("DELETE FROM lists WHERE id = ? AND deleted IS NOT NULL", (id_,))
