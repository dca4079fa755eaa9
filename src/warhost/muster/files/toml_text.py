"""Tables written as TOML, as a person would: keys in a column, and what is empty left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

__all__ = ["toml_table", "toml_text", "toml_value"]

_CONTROL = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def toml_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return '"' + "".join(_CONTROL.get(letter, letter) for letter in value) + '"'
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {toml_value(item)}" for key, item in value.items()) + " }"
    if value and isinstance(value[0], Mapping):
        return "[\n" + "".join(f"  {toml_value(item)},\n" for item in value) + "]"
    return "[" + ", ".join(map(toml_value, value)) + "]"


def toml_table(head: str, fields: Mapping[str, Any]) -> str:
    """A table with its keys in a column; what is empty is left out."""
    kept = {key: value for key, value in fields.items() if value or (value == 0 and value is not False)}
    width = max((len(key) for key in kept), default=0)
    lines = [f"{key.ljust(width)} = {toml_value(value)}" for key, value in kept.items()]
    return "\n".join([*([head] if head else []), *lines]) + "\n"


def toml_text(tables: Iterable[str]) -> str:
    return "\n".join(tables)
