"""The sixteen patrols of the Basic game, and army files of a player's own.

>>> patrol("orcs").entries[3].name
'Iron Orcs'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

from warhost.errors import WarhostError
from warhost.rulesets.essence_of_war.army_files import did_you_mean, known_rules, read_patrol
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


Found = TypeVar("Found")


class DataError(WarhostError):
    """Data that cannot be used: one line for each problem, of all files at once."""

    def __init__(self, problems: Iterable[str], rule: str | None = None) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems), rule)
        self.args = (self.problems, rule)


class UnknownName(WarhostError):
    """No faction or unit has that name, or several could be meant."""


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
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise DataError([f"{path}: cannot be read: {error.strerror}."]) from None
    except UnicodeDecodeError:
        raise DataError([f"{path}: is not a text in UTF-8."]) from None
    return load_patrol_text(text, path.name)


def patrol(name: str) -> Patrol:
    """The patrol of a faction: by its name, another spelling of it, or a beginning that only one faction has."""
    return _named(name, "faction", {p.faction: (p, (p.faction, *p.aliases)) for p in patrols().values()})


def entry(army: Patrol, name: str) -> Entry:
    """The unit entry of an army, by the same kinds of names."""
    return _named(name, f"unit of the {army.faction}", {e.name: (e, (e.name, *e.aliases)) for e in army.entries})


def _named(name: str, what: str, things: Mapping[str, tuple[Found, tuple[str, ...]]]) -> Found:
    wanted = _key(name)
    for found, spellings in things.values():
        if wanted in map(_key, spellings):
            return found
    begins = _that(things, lambda key: bool(wanted) and key.startswith(wanted))
    if len(begins) == 1:
        return things[begins[0]][0]
    # A later word of a name ("elves") is no name, but it tells what may have been meant.
    meant = begins or _that(things, lambda key: bool(wanted) and f" {wanted}" in key)
    if len(meant) > 1:
        raise UnknownName(f'"{name}" could be {", ".join(meant[:-1])} or {meant[-1]}.')
    near = f' Did you mean "{meant[0]}"?' if meant else did_you_mean(name, things)
    raise UnknownName(f'There is no {what} "{name}".{near or _all_of(things)}')


def _that(things: Mapping[str, tuple[Found, tuple[str, ...]]], fits: Callable[[str], bool]) -> list[str]:
    """The names of the things of which some spelling fits."""
    return [name for name, (_, spellings) in things.items() if any(fits(_key(spelling)) for spelling in spellings)]


def _all_of(things: Iterable[str]) -> str:
    return f" There are {', '.join(things)}."


def _key(name: str) -> str:
    """What two spellings of one name have in common: letters in lower case, `and` for `&`, single spaces."""
    words = re.sub(r"[\s_-]+", " ", name.casefold().replace("&", " and ").replace("'", "").replace("\u2019", ""))
    return words.strip()
