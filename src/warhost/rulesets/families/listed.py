"""Units of a line of text by their lists: the house unit of a name, and where a unit differs from it."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Generic, TypeVar

import msgspec

from warhost.play.kept.text import PositionError, UnitText

E = TypeVar("E", bound=msgspec.Struct)


class ListedUnits(Generic[E]):
    """The entries of a book as lines of text tell them. An entry has a `name` and an `army`."""

    def __init__(self, kind: type[E], find: Callable[[str, str], E | None], title: str) -> None:
        """`find` is the house unit of a name, in that army or in any."""
        self.kind, self.find, self.title = kind, find, title
        self._changed = lru_cache(maxsize=1024)(self._with_changes)

    def listed(self, entry: E) -> dict[str, Any]:
        """Where an entry differs from the house unit of its name, or from a plain one."""
        known: Any = entry
        usual = self.find(known.name, known.army) or self._plain(known.name, known.army)
        fields = self.kind.__struct_fields__
        changed = {name: getattr(entry, name) for name in fields if getattr(entry, name) != getattr(usual, name)}
        return {"list": msgspec.to_builtins(changed)} if changed else {}

    def entry(self, told: UnitText) -> E:
        """What a unit of a line is by its list."""
        usual = self.find(told.name, told.army or "")
        listed = told.fields.get("list")
        if usual is None and listed is None:
            raise PositionError(f'No army of {self.title} has a unit called "{told.name}".')
        plain = usual or self._plain(told.name, told.army or "")
        return self._changed(plain, msgspec.json.encode(listed or {}), told.name)

    def _plain(self, name: str, army: str) -> E:
        make: Any = self.kind
        found: E = make(name=name, army=army)
        return found

    def _with_changes(self, usual: E, listed: bytes, name: str) -> E:
        try:
            fields = msgspec.json.decode(listed, type=dict[str, Any])
            made: E = msgspec.convert({**msgspec.to_builtins(usual), **fields}, self.kind)
        except msgspec.ValidationError as error:
            raise PositionError(f"{name}: {error}.") from None
        unknown = fields.keys() - set(self.kind.__struct_fields__)
        if unknown:
            raise PositionError(f"{name}: a list says nothing of {', '.join(sorted(unknown))}.")
        return made
