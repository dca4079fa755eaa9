"""A list as its limits and checks see it, whatever the rulebook's own values for it are."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

import msgspec

from warhost.muster.building.buying import Bought
from warhost.muster.entries import Change, Option

__all__ = ["Budget", "Listed", "Roster", "listed", "themed"]


class Budget(msgspec.Struct, frozen=True):
    """How many points an army may cost (0: any), whose limit that is, and what else there is to know about it."""

    points: int = 0
    whose: str = "the game"
    hint: str = ""


class Listed(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of a list: what limits count. `own` is the rulebook's own value for it."""

    name: str
    faction: str = ""
    traits: tuple[str, ...] = ()
    """Its category, its tags and the name of its size."""
    cost: int = 0
    models: int = 1
    options: tuple[Option, ...] = ()
    limit: int | None = None
    """How many of its name an army may have."""
    part: str = ""
    """The part of the army that it is in: a battalion, the allies."""
    changes: tuple[Change, ...] = ()
    """Units that count for another category because of it."""
    own: Any = None

    @property
    def category(self) -> str:
        return self.traits[0] if self.traits else ""

    def __str__(self) -> str:
        return f"{self.name} [{self.models}]"


class Roster(msgspec.Struct, frozen=True, kw_only=True):
    """A list: its units, those that joined others included. `own` is the rulebook's own value for it."""

    name: str
    units: tuple[Listed, ...]
    word: str = "list"
    """What the rulebook calls it: a list, a patrol."""
    part: str = ""
    """The part that it is, if it is not the whole."""
    own: Any = None

    @property
    def points(self) -> int:
        return sum(unit.cost for unit in self.units)

    def parts(self) -> Iterator[Roster]:
        """Its parts as lists by themselves; the whole, if it has no parts."""
        for part in dict.fromkeys(unit.part for unit in self.units):
            units = tuple(unit for unit in self.units if unit.part == part)
            name = f"{part} of {self.name}" if part else self.name
            yield Roster(name=name, units=units, word=self.word, part=part, own=self.own)

    def place(self, what: str) -> str:
        """Where a problem is: at that unit or category, of that part."""
        return f"{self.part}: {what}" if self.part else what

    def of(self, traits: Collection[str]) -> Iterator[Listed]:
        """The units that have any of these traits; all of them if none are named."""
        return (unit for unit in self.units if not traits or any(trait in traits for trait in unit.traits))


def listed(bought: Bought, own: Any = None, part: str = "") -> Iterator[Listed]:
    """A unit that was bought for a part of the army, and those that joined it."""
    entry = bought.entry
    named = (entry.category, *entry.tags, bought.size.name)
    yield Listed(
        name=entry.name,
        faction=entry.faction,
        traits=tuple(trait for trait in named if trait),
        cost=bought.cost,
        models=bought.models,
        options=bought.options,
        limit=entry.limit,
        part=part or bought.part,
        changes=entry.changes,
        own=own,
    )
    for joined in bought.joined:
        yield from listed(joined, part=part or bought.part)


def themed(units: Sequence[Listed]) -> tuple[Listed, ...]:
    """The units of a list with the categories to which others of them move them (the first that does counts)."""
    changes = [(unit, change) for unit in units for change in unit.changes]
    return tuple(_moved(unit, changes) for unit in units) if changes else tuple(units)


def _moved(unit: Listed, changes: Sequence[tuple[Listed, Change]]) -> Listed:
    for source, change in changes:
        if change.unit == unit.name and (change.army or source.part == unit.part):
            return msgspec.structs.replace(unit, traits=(change.category, *unit.traits[1:]))
    return unit
