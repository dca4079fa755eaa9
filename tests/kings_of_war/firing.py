"""Tables in the ranged phase, archers and wizards: what tests of shooting and magic are made of."""

from __future__ import annotations

from typing import Any

from tests.kings_of_war.harness import Play, Table, draw, refusal, unit
from warhost.play import Chosen

BOW = {"name": "Bow", "range": 24}


def archers(*weapons: dict[str, Any], **fields: Any) -> Any:
    """A regiment with bows: 4 attacks at 5+."""
    return unit(**{"shooting": 5, "attacks": 4, "weapons": list(weapons or (BOW,)), **fields})


def wizard(*spells: Any, **fields: Any) -> Any:
    """A hero on foot that knows these spells."""
    known = [{"name": name, "number": number} for name, number in spells]
    return unit(**{"hero": True, "attacks": 3, "spells": known, **fields})


def field(text: str, *, settings: Any = None, **units: Any) -> Table:
    """A table in the ranged phase of the first player; who is not described is a regiment of infantry."""
    parts = [part.strip() for part in text.split("|")]
    names = [part.split(" at ")[0] for part in parts if " at " in part]
    return draw(" | ".join(['phase="ranged"', *parts]), settings, **dict.fromkeys(names, unit()) | units)


def why_not(game: Play, key: str) -> str:
    return refusal(game, Chosen(key)).message


def shown(game: Play, key: str) -> dict[str, float]:
    """The odds of an option by their labels."""
    option = next(one for one in game.weighed if one.key == key)
    return {one.label: one.value for one in option.odds}
