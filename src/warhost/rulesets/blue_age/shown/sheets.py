"""The armies of The Blue Age to read at length: lists as tables and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from warhost.play.shown.sheets import Sheet
from warhost.rulesets.blue_age.chapters.magic.pools import Spell, core_spell, lores, spells
from warhost.rulesets.blue_age.core import Entry
from warhost.rulesets.blue_age.lists.files import ArmyBook
from warhost.rulesets.blue_age.lists.house import full_name, ready_army
from warhost.rulesets.blue_age.shown.cards import kind_of, listed, printed_profile
from warhost.table import summed

NUMBERS = ("M", "Me", "Ra", "S", "G", "H", "I", "A", "Sp", "Mi", "MR", "D", "Sv", "Pts")
COLUMNS = ("Unit", "What it is", *NUMBERS, "Rules")


def army_sheet(name: str) -> Sheet:
    """The list that is ready to play under that name."""
    return list_sheet(full_name(name), ready_army(name).entries)


def army_data(name: str) -> dict[str, Any]:
    """The same list as plain data."""
    return list_as_data(full_name(name), ready_army(name).entries)


def list_as_data(name: str, entries: Sequence[Entry]) -> dict[str, Any]:
    """A list as plain data."""
    units = [msgspec.to_builtins(entry) for entry in entries]
    return {"name": name, "points": summed(entry.points for entry in entries), "units": units}


def list_sheet(name: str, entries: Sequence[Entry], limit: int = 0) -> Sheet:
    """A list: every unit in a line."""
    points = sum(entry.points for entry in entries)
    return Sheet(
        title=f"{name}: {points}{f' of {limit}' if limit else ''} points, {len(entries)} units",
        columns=COLUMNS,
        right=NUMBERS,
        rows=tuple(row_of(entry) for entry in entries),
        below=(("Spells", tuple(_spells())),) if any(entry.magic for entry in entries) else (),
    )


def _spells() -> Iterator[str]:
    """The Core Spell and those of all lores: a caster's lore is chosen when the battle begins."""
    known = spells()
    yield f"{spell_text(known[core_spell()])} (every caster)"
    for lore, names in lores().items():
        yield from (f"{spell_text(known[name])} ({lore})" for name in names)


def spell_text(spell: Spell) -> str:
    """A spell in a line: when and at whom it is cast, and what it does."""
    whom = "an own unit" if spell.target == "own" else "an enemy unit"
    lasts = f", lasts {spell.turns} {'turn' if spell.turns == 1 else 'turns'}" if spell.turns else ""
    when = f"{spell.phase.capitalize()} Phase, Casting Number {spell.casting}"
    return f'{spell.name}: {when}, {whom} within {spell.range:g}"{lasts}: {"; ".join(_deeds(spell))}'


def _deeds(spell: Spell) -> Iterator[str]:
    hits = spell.hits
    if spell.test is not None:
        added = f" with {spell.test.added:+d}" if spell.test.added else ""
        fails = {"falls back": "falls back", "flees": "flees", "suffers": "suffers what follows"}[spell.test.fails]
        yield f"a {spell.test.kind.capitalize()} Test{added}, and a unit that fails it {fails}"
    if hits is not None:
        number = f'hits under a {hits.blast:g}" template' if hits.blast else f"{hits.number} hits"
        told = [f"{'one aimed shot' if hits.aimed else number} of Strength {hits.strength}"]
        told += [f"AP -{hits.ap}"] if hits.ap else []
        yield ", ".join([*told, *hits.qualities])
    yield from (f"it has {text}" for text in spell.gives)
    yield from (f"{name.capitalize()} {value:+d}" for name, value in spell.changes.items())
    if spell.moves:
        yield f'it moves {spell.moves}" at once'
    if spell.drives:
        yield f'it is driven {spell.drives}" away'
    if spell.heals:
        yield f"wounded models get {spell.heals} Health back"


def row_of(entry: Entry) -> tuple[str, ...]:
    """A unit in a line."""
    profile = printed_profile(entry)
    said = ", ".join((*listed(entry), *(option for option in entry.options if option not in listed(entry))))
    return (entry.name, kind_of(entry), *(str(profile.get(value, "-")) for value in NUMBERS), said)


def book_sheet(book: ArmyBook) -> Sheet:
    """An army book: every entry in a line for one model, with how many there may be, and its options."""
    rows = []
    for entry in book.catalogue.entries:
        unit, size = entry.own, entry.sizes[0]
        each = size.each or size.cost
        row = row_of(msgspec.structs.replace(unit, points=each))
        count = f"{size.models} to {size.most}" if size.most > size.models else str(size.models)
        rows.append((row[0], f"{unit.kind}, {count} {'models' if size.most > 1 else 'model'}", *row[2:]))
    options = tuple(
        f"{entry.name}: {', '.join(f'{option.name} +{option.cost}' for option in entry.options)}"
        for entry in book.catalogue.entries
        if entry.options
    )
    return Sheet(
        title=f"{book.faction}: {len(rows)} entries",
        columns=COLUMNS,
        right=NUMBERS,
        rows=tuple(rows),
        below=(("Options", options),) if options else (),
    )
