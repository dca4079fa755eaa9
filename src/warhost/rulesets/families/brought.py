"""Army lists that players bring, as plain data from which a battle can be set up anywhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Generic, TypeVar

import msgspec

from warhost.muster.files.army_text import DataError, Problem
from warhost.play import Setup
from warhost.play.book import agreed

S = TypeVar("S", bound=msgspec.Struct)
L = TypeVar("L")


def list_data(army: msgspec.Struct) -> dict[str, Any]:
    """The list as plain data: everything that its units are and carry, in full."""
    data = msgspec.to_builtins(army)
    assert isinstance(data, dict)
    return data


def read_list(data: Mapping[str, Any], kind: type[L], bounds: Callable[[L], Sequence[Problem]]) -> L:
    """The list of a book that was told as data; the error says all that keeps it from being played."""
    try:
        army = msgspec.convert(data, kind)
        problems = bounds(army)
    except msgspec.ValidationError as error:
        raise DataError([f"The list cannot be read: {error}."]) from None
    except RecursionError:
        raise DataError(["The list cannot be read: its rules are nested too deeply."]) from None
    if problems:
        raise DataError(map(str, problems))
    return army


class Agreed(Generic[S]):
    """The settings of a book for options that players agreed on; those of the last few are kept."""

    def __init__(self, slug: str, kind: type[S]) -> None:
        self.slug, self.kind = slug, kind
        self._kept = lru_cache(maxsize=64)(self._settings)

    def __call__(self, options: Mapping[str, Any]) -> S:
        """What players agreed on; the error says what cannot be."""
        return self._kept(tuple(options.items()))

    def _settings(self, told: tuple[tuple[str, Any], ...]) -> S:
        return agreed(Setup(ruleset=self.slug, armies=(), options=dict(told)), self.kind)
