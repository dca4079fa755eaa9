"""What players call a kind of terrain: a plane hill is a low hill, a sight blocker is a row of hedges."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import msgspec


class _Look(msgspec.Struct, frozen=True):
    """What the look of battles says of terrain: the names of kinds that do not say it themselves."""

    terrain: dict[str, str]


_PARTS = re.compile(r"(?P<kind>.*?)(?P<tall> tall\d+)?(?P<number> \d+)?")


@cache
def _names() -> dict[str, str]:
    look = files("warhost").joinpath("report", "look", "shapes.json").read_bytes()
    return {kind: name[0].lower() + name[1:] for kind, name in msgspec.json.decode(look, type=_Look).terrain.items()}


def ground_word(kind: str) -> str:
    """The word for a kind of terrain, or for a numbered piece of it, in the middle of a sentence."""
    found = _PARTS.fullmatch(kind.replace("_", " "))
    assert found is not None
    return _names().get(found["kind"].casefold(), found["kind"]) + (found["number"] or "")


__all__ = ["ground_word"]
