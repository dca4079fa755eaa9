"""Packs of optional parts as texts, which players keep and send to each other.

A line for each thing: the name of the pack, then what it sets, as `name=value`.

    Friday night
    book=aofr
    parts=fog_of_war,unit_psychology:panic
    points=1500
    map=open
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from warhost.errors import WarhostError

__all__ = ["Pack", "Value", "read_pack", "value_of"]

Value: TypeAlias = bool | int | float | str

_WORDS = {"yes": True, "true": True, "no": False, "false": False}
_NUMBER = re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,9})?")


class Pack(msgspec.Struct, frozen=True):
    """A pack of a player's own: the parts that are on, and what else it sets."""

    name: str
    ruleset: str
    parts: tuple[str, ...]
    options: Mapping[str, Value]
    map: str = ""


def read_pack(text: str, name: str) -> Pack:
    """The pack in a text; `name` is where it comes from, for the error."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    said = {key.strip(): value.strip() for key, equals, value in (line.partition("=") for line in lines) if equals}
    parts = tuple(part.strip() for part in said.pop("parts", "").split(",") if part.strip())
    if not parts:
        raise WarhostError(f"{name}: this is not a pack: it has no line like parts=fog_of_war,fortune.")
    return Pack(
        next((line for line in lines if "=" not in line), ""),
        said.pop("book", ""),
        parts,
        map=said.pop("map", ""),
        options={key: value_of(value) for key, value in said.items()},
    )


def value_of(word: str) -> Value:
    """What a word of an option means: yes or no, a number, or the word itself."""
    if word.casefold() in _WORDS:
        return _WORDS[word.casefold()]
    if not _NUMBER.fullmatch(word):
        return word
    return float(word) if "." in word else int(word)
