"""The preparation of every type that is read from JSON or TOML, in one thread, before there are others.

msgspec works out what a struct is made of when the struct is first decoded, and notes it on the class before the note
is complete. A second thread that decodes the same type at that moment reads the incomplete note, and the whole process
crashes. Once complete, the note stays as it is for the life of the process.
"""

from __future__ import annotations

from functools import cache

import msgspec

from warhost.muster import Muster
from warhost.play import Ruleset
from warhost.rulesets import muster, musters, ruleset, slugs

__all__ = ["structs", "warm_up"]


def warm_up() -> None:
    """Let msgspec work out all types that a server or a worker of its may decode. Call it before threads are started.

    Nobody has to list them: each rulebook and each mustering is loaded with all its modules, a rulebook names its
    battles, and of everything else every struct that was defined by then is prepared. Once for a process, however many
    servers start in it, unless another rulebook was registered meanwhile.
    """
    _prepare_all(tuple(ruleset(slug) for slug in slugs()), tuple(muster(slug) for slug in musters()))


@cache
def _prepare_all(books: tuple[Ruleset, ...], lists: tuple[Muster, ...]) -> None:
    for book in books:
        msgspec.json.Decoder(book.battle_type)
    for kind in structs():
        _prepare(kind)


@cache
def _prepare(kind: type[msgspec.Struct]) -> None:
    try:
        msgspec.json.Decoder(kind)
    except (NameError, TypeError):
        # It has fields that cannot be decoded, as a callable: nobody decodes it.
        return


def structs() -> list[type[msgspec.Struct]]:
    """Every struct that has been defined in this process."""
    found: dict[type[msgspec.Struct], None] = {}
    left = [msgspec.Struct]
    while left:
        new = [kind for kind in left.pop().__subclasses__() if kind not in found]
        found.update(dict.fromkeys(new))
        left += new
    return list(found)
