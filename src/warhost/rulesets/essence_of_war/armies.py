"""The sixteen patrols of the Basic game, and army files of a player's own.

>>> patrol("orcs").entries[3].name
'Iron Orcs'
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from warhost.rulesets.essence_of_war.army_files import known_rules, read_patrol
from warhost.rulesets.essence_of_war.entries import (
    CHARACTERISTICS,
    ArmedWith,
    Category,
    CloseRange,
    Entry,
    Multiply,
    NearTerrain,
    Patrol,
    Profile,
    SpellEntry,
    SpellVersion,
    Target,
    Weapon,
    best,
    rule_name,
)
from warhost.rulesets.families.army_text import DataError, UnknownName, named, read_text

__all__ = [
    "CHARACTERISTICS",
    "ArmedWith",
    "Category",
    "CloseRange",
    "DataError",
    "Entry",
    "Multiply",
    "NearTerrain",
    "Patrol",
    "Profile",
    "SpellEntry",
    "SpellVersion",
    "Target",
    "UnknownName",
    "Weapon",
    "best",
    "entry",
    "known_rules",
    "load_file",
    "load_patrol_text",
    "load_patrols",
    "patrol",
    "patrols",
    "rule_name",
]


@lru_cache(maxsize=1)
def patrols() -> dict[str, Patrol]:
    """All patrols of the book by the name of their faction, in alphabetical order."""
    folder = files("warhost.rulesets.essence_of_war") / "data" / "patrols"
    texts = {file.name: file.read_text("utf-8") for file in folder.iterdir() if file.name.endswith(".toml")}
    return load_patrols(texts)


def load_patrols(texts: Mapping[str, str]) -> dict[str, Patrol]:
    """The patrols in the texts of several files; the error lists the problems of all of them."""
    loaded: dict[str, Patrol] = {}
    problems: list[str] = []
    for filename, text in sorted(texts.items()):
        army, found = read_patrol(text, filename)
        problems += found
        if army is None:
            continue
        if army.faction in loaded:
            problems.append(f'{filename}: the faction "{army.faction}" has a file already.')
        loaded[army.faction] = army
    if problems:
        raise DataError(problems)
    return loaded


def load_patrol_text(text: str, filename: str = "army.toml") -> Patrol:
    """The patrol in the text of one file."""
    army, problems = read_patrol(text, filename)
    if army is None:
        raise DataError(problems)
    return army


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
