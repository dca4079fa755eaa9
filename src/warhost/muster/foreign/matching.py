"""What the names in a roster of another builder mean: units, sizes and options of our army books.

Names are compared in any spelling of their letters, and by the other names that a rulebook gives. What has no meaning
here is told, never guessed; what was meant may be asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import msgspec

from warhost.muster.building.buying import Pick
from warhost.muster.building.drafts import Draft
from warhost.muster.entries import Catalogue, Entry, Size
from warhost.muster.files.army_text import DataError, UnknownName, guess, plain_name
from warhost.muster.foreign.rosters import Chosen, ForeignRoster
from warhost.muster.foreign.wording import Wording
from warhost.play.shown.english import listed

__all__ = ["Matched", "matched"]


class Matched(msgspec.Struct, frozen=True):
    """The draft of a roster, and what a player should know about it."""

    draft: Draft
    notes: tuple[str, ...] = ()


def matched(
    roster: ForeignRoster,
    source: str,
    catalogue_of: Callable[[str], Catalogue],
    wording: Wording,
    has: Callable[[Entry], Sequence[str]] = lambda entry: (),
) -> Matched:
    """The draft that a roster means; raises DataError with everything that means nothing here. `has` tells which rules
    an entry has without buying them."""
    problems: list[str] = []
    if wording.games and roster.game and not re.search(wording.games, roster.game):
        raise DataError([f"{source}: this is a roster of {roster.game[:60]}, which is another game."])
    if not roster.units:
        raise DataError([f"{source}: the roster has no units."])
    armies = list(dict.fromkeys(army for army, _ in roster.units))
    catalogues: dict[str, Catalogue] = {}
    for army in armies:
        try:
            catalogues[army] = catalogue_of(army)
        except UnknownName as error:
            problems.append(f"{source}: {error}" if army else f"{source}: it does not say of which army it is.")
    if problems:
        raise DataError(problems)
    home = catalogues[armies[0]]
    notes: dict[str, None] = {}
    picks: list[Pick] = []
    for number, (army, unit) in enumerate(roster.units, 1):
        reader = _Unit(catalogues[army], unit, f"{source}, unit {number}", wording, has, problems, notes)
        found = reader.pick()
        if found is not None:
            other = "" if catalogues[army] is home else catalogues[army].faction
            picks += [msgspec.structs.replace(found, faction=other)] * unit.number
    if problems:
        raise DataError(problems, found=None)
    name = roster.name if roster.name and plain_name(roster.name) != plain_name(armies[0]) else home.faction
    draft = Draft(name=name[:80], faction=home.faction, points=roster.limit, picks=tuple(picks))
    return Matched(draft, tuple(notes))


class _Unit:
    """One unit under reading."""

    def __init__(
        self,
        catalogue: Catalogue,
        unit: Chosen,
        where: str,
        wording: Wording,
        has: Callable[[Entry], Sequence[str]],
        problems: list[str],
        notes: dict[str, None],
    ) -> None:
        self.catalogue, self.unit, self.wording, self.has = catalogue, unit, wording, has
        self.where, self.problems, self.notes = where, problems, notes
        self.aliases = {_plain(other): _plain(own) for other, own in wording.aliases.items()}

    def pick(self) -> Pick | None:
        entry = self._entry()
        if entry is None:
            told = self.catalogue.unknown(self.unit.name[:60], len(self.problems))
            self.problems.append(f"{self.where}: {told}")
            return None
        self.where = f"{self.where} ({entry.name})"
        sizes = {_plain(size.name): size for size in entry.sizes if size.name}
        # What is barred is bought as well: why it may not be is for the entry to say.
        offered = [*(option.name for option in entry.options), *(one.name for one in entry.barred)]
        options = {_plain(name): name for name in offered}
        own = {_plain(re.sub(r"\s*\(.*", "", rule)) for rule in self.has(entry)} | {_plain(entry.name)}
        chosen_sizes: list[Size] = []
        bought: list[str] = []
        for one in _flat(self.unit.inside):
            name = self._meant(one.name, (*sizes, *options))
            if name in sizes:
                chosen_sizes.append(sizes[name])
            elif name in options:
                bought += [options[name]] * one.number
            elif name in own:
                if one.points:
                    self.notes[f"{entry.name} has {one.name} without paying for it."] = None
            elif (not one.inside and not self._idle(name)) or (one.inside and one.points and not self._idle(name)):
                self._unknown(entry, one.name)
        size = self._size(entry, chosen_sizes)
        self._compare(entry, size, bought)
        usual = size is None or size is entry.sizes[0]
        return Pick(unit=entry.name, size="" if usual or size is None else size.name, options=tuple(bought))

    def _entry(self) -> Entry | None:
        names = {_plain(name): entry for entry in self.catalogue.entries for name in (entry.name, *entry.aliases)}
        plain = _plain(self.unit.name)
        return names.get(plain) or names.get(self.aliases.get(plain, plain))

    def _meant(self, name: str, known: Sequence[str]) -> str:
        """The plain name of ours that a name means; its own if it means none."""
        plain = _plain(name)
        tries = [plain, self.aliases.get(plain, plain)]
        tries += [_plain(prefix) + " " + one for prefix in self.wording.prefixes for one in tuple(tries)]
        return next((one for one in tries if one in known), tries[1])

    def _idle(self, name: str) -> bool:
        return name in map(_plain, (*self.wording.headings, *self.wording.nothing))

    def _unknown(self, entry: Entry, name: str) -> None:
        known = [*(size.name for size in entry.sizes if size.name), *(option.name for option in entry.options)]
        near = guess(name, known, len(self.problems))
        self.problems.append(f'{self.where}: "{name[:60]}" is not one of its formations or options.{near}')

    def _size(self, entry: Entry, chosen: Sequence[Size]) -> Size | None:
        if len(chosen) > 1:
            names = listed([size.name for size in chosen])
            self.problems.append(f"{self.where}: it has {names}: take one of them.")
        if chosen:
            return chosen[0]
        fitting = [size for size in entry.sizes if size.models == self.unit.models]
        if self.unit.models and not fitting:
            may = ", ".join(str(size.models) for size in entry.sizes)
            self.problems.append(f"{self.where}: it has {self.unit.models} models: it comes with {may}.")
        return fitting[0] if fitting else None

    def _compare(self, entry: Entry, size: Size | None, bought: Sequence[str]) -> None:
        """Prices differ between versions: ours count, and the player is told."""
        size = size or entry.sizes[0]
        prices = {option.name: option.cost_for(size, size.models) for option in entry.options}
        cost = size.cost + sum(prices.get(name, 0) for name in bought)
        theirs = round(self.unit.total)
        if theirs and cost and theirs != cost:
            told = f"{entry.name} costs {cost} points here and {theirs} in the roster"
            self.notes[f"{told}: it was made with another version of the army book."] = None


def _flat(chosen: Sequence[Chosen]) -> Iterator[Chosen]:
    """Everything that was chosen, with what is inside it."""
    for one in chosen:
        yield one
        yield from _flat(one.inside)


def _plain(name: str) -> str:
    return plain_name(name.replace("\u00d7", "x"))
