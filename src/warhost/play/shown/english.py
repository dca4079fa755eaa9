"""English grammar for names: verbs that agree with the names of units, armies and players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

_NOT_A_WORD = re.compile(r"\([^)]*\)|\[[^\]]*\]|[\ue000-\uf8ff]|[^\w\s&'-]|\d")
_TAIL = re.compile(r"\s(?:of|on|with|without|in|at|from|for|to|under|against)\s.*", re.IGNORECASE)
_NUMERAL = re.compile(r"[IVX]+")

_TROOPS = """
artillery cattle cavalry children chosen damned dead deathless faithful fallen folk forsaken geese gentry guard
infantry kin lost men mice militia nameless nobility oathless oxen people sheep undead women
"""
"""Last words of names that take a plural verb without ending in s: troops and people."""

_SINGLE = """
anubis atlas axis chaos chassis cosmos cyclops genesis ibis lens mantis nemesis oasis omen opens osiris pathos
specimen thanatos achilles agnes alexis anders andreas boris carlos charles chris curtis dennis doris elias
frances francis georges giles hades hans hercules ines iris jacques james janis jens jonas jules lars les
lois louis lucas luis lukas marcos mathias mats matthias miles moses nicholas nicolas niels niklas nils otis
phyllis thomas tobias travis ulysses wes yves
"""
"""Last words of names that end like a plural and are none: things, beasts, and players after whom a seat is named."""

_PLURAL, _SINGULAR = frozenset(_TROOPS.split()), frozenset(_SINGLE.split())


@lru_cache(maxsize=4096)
def is_plural(name: str) -> bool:
    """Whether a name takes a plural verb: Iron Orcs, Orcs and Goblins, Citadel Guard; not League of Nine Bridges."""
    words = [word for word in _TAIL.sub("", _NOT_A_WORD.sub(" ", name)).split() if not _NUMERAL.fullmatch(word)]
    if not words:
        return False
    if any(word.casefold() in ("and", "&") for word in words[1:-1]):
        return True
    last = words[-1].casefold().removesuffix("'s")
    if last in _SINGULAR:
        return False
    if last in _PLURAL or last.endswith(("men", "folk", "sworn")):
        return True
    return last.endswith("s") and not last.endswith(("ss", "us"))


def verb(name: str, singular: str, plural: str = "") -> str:
    """The form that agrees with the name: `verb("Dryads", "charges")` is "charge"."""
    return (plural or _plural_of(singular)) if is_plural(name) else singular


@lru_cache(maxsize=256)
def _plural_of(singular: str) -> str:
    irregular = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go", "its": "their", "it": "they"}
    if singular.casefold() in irregular:
        plural = irregular[singular.casefold()]
        return plural.capitalize() if singular[0].isupper() else plural
    if singular.endswith(("ches", "shes", "sses", "xes")):
        return singular.removesuffix("es")
    return singular.removesuffix("ies") + "y" if singular.endswith("ies") else singular.removesuffix("s")


def acts(name: str, deed: str) -> str:
    """The name with its verb: "Iron Orcs charge", "Wizard charges"."""
    return f"{name} {verb(name, deed)}"


def versus(names: Sequence[str]) -> str:
    """Who meets whom: "Ann against Ben", "Ann, Ben and Cay"."""
    return " against ".join(names) if len(names) == 2 else listed(names)


def does(name: str) -> str:
    """The name after the verb of a question: "How ... move?" asks how "does Imperial Wizard", how "do Iron Orcs"."""
    return f"{verb(name, 'does')} {name}"


def listed(names: Sequence[str]) -> str:
    """Names in a row: "Orcs", "Orcs and Wolves", "Orcs, Wolves and Trolls"."""
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def as_read(text: str, names: Iterable[str]) -> str:
    """The sentence that tells a battle's end, its verbs made to agree with the names of the seats.

    Its plain form, with singular verbs, is part of a battle's state, whose hash must stay what it was.
    """
    for name in names:
        # The last of several who win together: "Ann and Bert win".
        for who in (name,) if is_plural(name) else (f" and {name}",):
            text = text.replace(f"{who} wins", f"{who} win").replace(f"{who} destroys", f"{who} destroy")
    return text


__all__ = ["acts", "as_read", "does", "is_plural", "listed", "verb"]
