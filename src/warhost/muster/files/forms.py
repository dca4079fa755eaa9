"""Tables of files by one description of their keys, from which they are read and written.

WEAPON = Form(Weapon, number("range", 1), number("ranks", 1, default=2), flag("poison"))

weapon = WEAPON.read(table, name=table.name)
text = toml_table(f"[weapon.{weapon.name}]", WEAPON.fields(weapon))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from warhost.muster.files.army_text import Table

__all__ = ["Form", "Key", "choice", "choices", "flag", "inner", "key", "names", "number", "text"]

T = TypeVar("T")

REQUIRED: Any = object()
"""The default of a key that must be there."""


class Key(msgspec.Struct, frozen=True):
    """A key of a table: how it is read and written, what it stands for, and what holds where it is left out."""

    name: str
    read: Callable[[Table, str], Any]
    write: Callable[[Any], Any]
    attribute: str
    default: Any
    when: Callable[[Table], bool]
    """Whether a table may have it at all; if not, it is as unknown there as any other word."""


class Form(Generic[T]):
    """The keys of a table, in the order in which they are written and their problems are told."""

    def __init__(self, kind: Callable[..., T], *keys: Key) -> None:
        self.kind = kind
        self.keys = keys

    def read(self, table: Table, **given: Any) -> T:
        """What a table holds; `given` is what is known from elsewhere. Keys that nobody asked for are problems."""
        found = self.read_part(table, **given)
        table.done()
        return found

    def read_part(self, table: Table, **given: Any) -> T:
        """The same from a table that holds other things as well."""
        return self.kind(**{one.attribute: self._value(table, one) for one in self.keys}, **given)

    def _value(self, table: Table, one: Key) -> Any:
        if not one.when(table):
            return None if one.default is REQUIRED else one.default
        return one.read(table, one.name) if one.default is REQUIRED or table.has(one.name) else one.default

    def fields(self, value: T) -> dict[str, Any]:
        """The keys of a table for that value; what is as it would be without them is left out."""
        found = {}
        for one in self.keys:
            own = getattr(value, one.attribute)
            absent = own is None and one.when is not _always
            if not absent and (one.default is REQUIRED or own != one.default):
                found[one.name] = one.write(own)
        return found


def _always(table: Table) -> bool:
    return True


def _same(value: Any) -> Any:
    return value


def key(
    name: str,
    read: Callable[[Table, str], Any],
    default: Any = REQUIRED,
    attribute: str = "",
    write: Callable[[Any], Any] = _same,
    when: Callable[[Table], bool] = _always,
) -> Key:
    """A key that is read in a way of its own."""
    return Key(name, read, write, attribute or name, default, when)


def number(name: str, lowest: int = 0, highest: int = 99, default: Any = REQUIRED, attribute: str = "") -> Key:
    return key(name, lambda table, name: table.number(name, lowest, highest), default, attribute)


def text(name: str, default: Any = REQUIRED, attribute: str = "") -> Key:
    return key(name, lambda table, name: table.text(name), default, attribute)


def flag(name: str, attribute: str = "") -> Key:
    return key(name, lambda table, name: table.flag(name), False, attribute)


def names(name: str, attribute: str = "") -> Key:
    """A list of texts, empty if absent."""
    return key(name, lambda table, name: table.names(name), (), attribute)


def choice(name: str, options: Sequence[str], attribute: str = "") -> Key:
    """One of several words."""
    return key(name, lambda table, name: table.choice(name, options), REQUIRED, attribute)


def choices(name: str, options: Sequence[str], what: str = "") -> Key:
    """A list of such words, empty if absent; `what` names one of them in errors."""

    def read(table: Table, name: str) -> tuple[str, ...]:
        return tuple(table.one_of(what or name, word, options) for word in table.names(name))

    return key(name, read, ())


def inner(name: str, form: Form[Any]) -> Key:
    """A table in the table, None if absent."""
    return key(name, lambda table, name: form.read(table.table(name)), None, write=form.fields)
