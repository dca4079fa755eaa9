"""The units of drafts as they are bought, each once however many drafts have it.

What may be added to a list is found out by trying: dozens of drafts that differ from each other in one unit. Buying a
unit takes longer than counting it, so what was bought for one draft serves all others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from warhost.muster.building.buying import Bought, Pick, buy
from warhost.muster.entries import Catalogue
from warhost.muster.files.army_text import MOST_GUESSES, DataError, Problem
from warhost.muster.values import Source

if TYPE_CHECKING:
    from warhost.muster.building.builder import ListBuilder

__all__ = ["Had", "Shopping"]


class _Fault(NamedTuple):
    """What is wrong with a unit: the units that joined others and have it, the sentence, and its rule."""

    inside: str
    message: str
    rule: str | None


class Had(NamedTuple):
    """What came of a pick: the unit without what it cannot have, the rulebook's own value for it, and its faults."""

    bought: Bought | None
    own: Any
    faults: tuple[_Fault, ...]

    def problems(self, where: str) -> list[Problem]:
        """The faults of the unit that stands there."""
        return [Problem(f"{where}{inside}: {message}", rule, where + inside) for inside, message, rule in self.faults]


class Shopping:
    """The units that were bought for the drafts of one list, and the army books that they are from."""

    def __init__(
        self, builder: ListBuilder, books: Sequence[Source] = (), catalogues: dict[str, Catalogue] | None = None
    ) -> None:
        self._builder = builder
        self._books = books
        self._catalogues = {} if catalogues is None else catalogues
        self._had: dict[tuple[str, Pick, bool], Had] = {}

    def catalogue(self, faction: str) -> Catalogue:
        """The entries of a faction."""
        found = self._catalogues.get(faction)
        if found is None:
            found = self._catalogues[faction] = self._builder.catalogue(faction, self._books)
        return found

    def unit(self, pick: Pick, faction: str, problems: int = 0) -> Had:
        """What comes of a pick for a list of that faction; with so many problems before it nothing is guessed."""
        key = (faction, pick, problems < MOST_GUESSES)
        found = self._had.get(key)
        if found is None:
            found = self._had[key] = self._made(pick, faction, problems)
        return found

    def _made(self, pick: Pick, faction: str, problems: int) -> Had:
        faults: list[_Fault] = []
        bought = self._bought(pick, faction, "", faults, problems)
        if bought is None:
            return Had(None, None, tuple(faults))
        try:
            return Had(bought, self._builder.made(bought), tuple(faults))
        except DataError as error:
            return Had(None, None, (*faults, *(_Fault("", told, error.rule) for told in error.problems)))

    def _bought(self, pick: Pick, faction: str, inside: str, faults: list[_Fault], problems: int) -> Bought | None:
        faction = pick.faction or faction
        catalogue = self.catalogue(faction)
        entry = catalogue.find(pick.unit)
        if entry is None:
            faults.append(_Fault(inside, catalogue.unknown(pick.unit, problems + len(faults)), None))
            return None
        joined = (self._bought(one, faction, f"{inside}, {one.unit}", faults, problems) for one in pick.joined)
        builder = self._builder
        one = buy(entry, pick, list(filter(None, joined)), builder.option_word, builder.buying)
        faults += [_Fault(inside, told.message, told.rule) for told in one.problems]
        return one
