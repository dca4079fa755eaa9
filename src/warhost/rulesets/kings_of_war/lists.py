"""Army lists: units as they are bought from the entries of an army book, and the list that they make."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from warhost.muster.army_text import DataError, Problem
from warhost.muster.buying import Bought, Pick, buy
from warhost.muster.drafts import Draft
from warhost.muster.entries import Catalogue
from warhost.muster.entries import Entry as Offered
from warhost.muster.list_files import ListFormat
from warhost.play.rulebase import parted
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.army_files import Profile, Upgrade
from warhost.rulesets.kings_of_war.entries import Entry

__all__ = ["FORM", "ArmyList", "army_of", "battalion_of", "unit_of", "unit_of_size"]

FORM = ListFormat(pick="unit", part="battalion")
"""The words of list files."""

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


class ArmyList(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An army as it takes the field: its units with everything that was bought for them."""

    name: str
    faction: str = ""
    points: int = 0
    """The size of the game that it was made for; 0 where nothing was said."""
    entries: tuple[Entry, ...] = ()

    @property
    def cost(self) -> int:
        return sum(unit.points for unit in self.entries)


class Made(NamedTuple):
    """The list of what can be bought, and what cannot be."""

    army: ArmyList
    problems: list[Problem]


def battalion_of(part: str) -> int | None:
    """The number of a battalion as players write it: 2, "2", "Second", "Battalion 2"; None if it cannot be read."""
    if not part:
        return 1
    words = part.casefold().replace("battalion", "").split()
    if len(words) == 1 and words[0] in ORDINALS:
        return ORDINALS.index(words[0]) + 1
    if len(words) == 1 and re.fullmatch(r"[1-9]\d?", words[0]):
        return int(words[0])
    return None


@rule("kow.unit.troop", "kow.unit.horde", "kow.unit.regiment")
def unit_of_size(entry: Offered, size: Any) -> Entry:
    """A unit of an entry in that size with nothing bought for it."""
    profile: Profile = entry.own
    return msgspec.structs.replace(
        profile.unit, size=size.name, attacks=size.attacks, nerve=size.nerve, points=size.cost
    )


@rule("kow.army.upgrades", "kow.magic.profile_spells", "kow.artefact.one_each")
def unit_of(bought: Bought) -> Entry:
    """The unit that was bought: its profile in its size, with what its options do, and the price of all of it."""
    unit = unit_of_size(bought.entry, bought.size)
    battalion = battalion_of(bought.part)
    if battalion is None:
        raise DataError([f'battalion "{bought.part}" cannot be read: write a number such as 2.'], "kow.army.limited")
    options = [option for option in bought.options if isinstance(option, Upgrade)]
    rules, spells = list(unit.rules), {spell.name: spell for spell in unit.spells}
    for option in options:
        gone = {parted(text)[0] for text in option.loses}
        rules = [text for text in rules if text not in option.loses and parted(text)[0] not in gone]
        rules += [text for text in option.rules if text not in rules]
        spells |= {spell.name: spell for spell in option.spells}
        unit = msgspec.structs.replace(
            unit, weapons=(*unit.weapons, *option.weapons), type=option.type or unit.type, **dict(option.values)
        )
    return msgspec.structs.replace(
        unit,
        rules=tuple(rules),
        spells=tuple(spells.values()),
        artefact=next((option.name for option in options if option.artefact), ""),
        options=tuple(option.name for option in options if not option.artefact),
        points=bought.cost,
        battalion=battalion,
    )


def army_of(draft: Draft, catalogue: Catalogue) -> Made:
    """The list of what can be bought of a draft, and what cannot be."""
    units: list[Entry] = []
    problems: list[Problem] = []
    for number, pick in enumerate(draft.picks, 1):
        where = f'unit {number} "{pick.unit}"'
        entry = catalogue.find(pick.unit)
        if entry is None:
            problems.append(Problem(f"{where}: {catalogue.unknown(pick.unit, len(problems))}", where=where))
            continue
        problems += _bought(entry, pick, where, units)
    army = ArmyList(name=draft.name, faction=catalogue.faction, points=draft.points, entries=tuple(units))
    return Made(army, problems)


def _bought(entry: Offered, pick: Pick, where: str, units: list[Entry]) -> Sequence[Problem]:
    one = buy(entry, pick)
    if one.problems:
        return [Problem(f"{where}: {told}", where=where) for told in one.problems]
    try:
        units.append(unit_of(one))
    except DataError as error:
        return [Problem(f"{where}: {told}", error.rule, where) for told in error.problems]
    return ()
