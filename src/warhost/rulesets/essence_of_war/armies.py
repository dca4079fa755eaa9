"""The sixteen patrols of the Basic game, and army files of a player's own.

>>> patrol("orcs").entries[3].name
'Iron Orcs'
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from warhost.muster.army_text import by_faction, named, read_text, shipped, whole
from warhost.rulesets.essence_of_war.army_files import read_patrol
from warhost.rulesets.essence_of_war.entries import Entry, Patrol

__all__ = ["entry", "load_file", "load_patrol_text", "load_patrols", "patrol", "patrols"]


@lru_cache(maxsize=1)
def patrols() -> dict[str, Patrol]:
    """All patrols of the book by the name of their faction, in alphabetical order."""
    return load_patrols(shipped("warhost.rulesets.essence_of_war", "patrols"))


def load_patrols(texts: Mapping[str, str]) -> dict[str, Patrol]:
    """The patrols in the texts of several files; the error lists the problems of all of them."""
    return by_faction(texts, read_patrol)


def load_patrol_text(text: str, filename: str = "army.toml") -> Patrol:
    """The patrol in the text of one file."""
    return whole(read_patrol(text, filename))


def load_file(path: str | Path) -> Patrol:
    """The patrol in an army file of a player's own."""
    path = Path(path)
    return load_patrol_text(read_text(path), path.name)


def patrol(name: str) -> Patrol:
    """The patrol of a faction: by its name, another spelling of it, or a beginning that only one faction has."""
    return named(name, "faction", {p.faction: (p, (p.faction, *p.aliases)) for p in patrols().values()})


def entry(army: Patrol, name: str) -> Entry:
    """The unit entry of an army, by the same kinds of names."""
    return named(name, f"unit of the {army.faction}", {e.name: (e, (e.name, *e.aliases)) for e in army.entries})
