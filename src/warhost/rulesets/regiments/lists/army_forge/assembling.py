"""Units of a list put together: copies that were combined, and heroes that joined."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warhost.muster.files.army_text import DataError
from warhost.rulesets.regiments.core import Regiment
from warhost.rulesets.regiments.lists.rosters import combine

__all__ = ["Part", "assemble"]


class Part(msgspec.Struct, frozen=True):
    """A unit as it stands in a list, and the id of the one that it belongs to."""

    id: str
    regiment: Regiment
    combined: bool = False
    joins: str | None = None


def assemble(parts: Sequence[Part], notes: list[str]) -> tuple[Regiment, ...]:
    """The regiments of a list. What the rules forbid to combine stays apart, with a note; who joined whom is kept."""
    parts = _told_apart(parts, notes)
    units = {part.id: part.regiment for part in parts}
    gone: set[str] = set()
    for part in parts:
        if part.joins is not None and part.joins not in units:
            notes.append(f"{part.regiment} belongs to a unit that is not in the list, so it plays alone.")
        elif part.joins is not None and part.joins in gone and part.combined:
            notes.append(f"{part.regiment} is combined with a unit that is combined itself, so it plays alone.")
        elif part.joins is not None and part.combined:
            try:
                units[part.joins] = combine(units[part.joins], part.regiment)
            except DataError as error:
                notes.extend(error.problems)
            else:
                gone.add(part.id)
    for part in parts:
        if part.joins is None or part.joins not in units or part.combined:
            continue
        host = _standing(part.joins, parts, gone)
        if host == part.id or units[part.id].hero is not None:
            notes.append(f"{part.regiment} cannot join {units[host]}, so it plays alone.")
            continue
        if units[host].hero is not None:
            notes.append(f"{part.regiment} joined {units[host]}, which already has a hero, so it plays alone.")
            continue
        units[host] = msgspec.structs.replace(units[host], hero=part.regiment)
        gone.add(part.id)
    return tuple(units[part.id] for part in parts if part.id not in gone)


def _told_apart(parts: Sequence[Part], notes: list[str]) -> list[Part]:
    """The parts, each with an id of its own, and none joined to itself."""
    found: list[Part] = []
    seen: set[str] = set()
    for number, part in enumerate(parts):
        kept = part
        if part.joins == part.id:
            notes.append(f"{part.regiment} is joined to itself, so it plays alone.")
            kept = msgspec.structs.replace(kept, joins=None, combined=False)
        if part.id in seen:
            notes.append(f"{part.regiment} has the id of another unit: units that joined that id are with the first.")
            kept = msgspec.structs.replace(kept, id=f"{part.id} {number}")
        seen.add(kept.id)
        found.append(kept)
    return found


def _standing(unit: str, parts: Sequence[Part], gone: set[str]) -> str:
    """The unit itself, or the one that it was combined with."""
    joins = next(part.joins for part in parts if part.id == unit)
    return joins if unit in gone and joins is not None else unit
