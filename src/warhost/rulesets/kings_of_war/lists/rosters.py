"""Army lists: units as they are bought from the entries of an army book, and the list that they make."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from warhost.muster.building.builder import ListBuilder
from warhost.muster.building.buying import Bought, BuyingRules
from warhost.muster.building.drafts import Draft
from warhost.muster.checking.checks import Checks
from warhost.muster.checking.roster import Budget, Roster, listed, themed
from warhost.muster.entries import Entry as Offered
from warhost.muster.entries import Size
from warhost.muster.files.army_text import DataError
from warhost.muster.files.list_files import ListFormat
from warhost.play.rules.rulebase import parted
from warhost.rulebook import rule
from warhost.rulesets.families.brought import Agreed
from warhost.rulesets.kings_of_war.core import Entry, Settings
from warhost.rulesets.kings_of_war.lists import battalions
from warhost.rulesets.kings_of_war.lists.files import Formation, Profile, Upgrade

__all__ = ["ArmyList", "ArmyLists", "army_of", "battalion_of", "settings_of", "unit_of", "unit_of_size"]

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
def unit_of_size(entry: Offered, size: Size) -> Entry:
    """A unit of an entry in that size with nothing bought for it."""
    profile: Profile = entry.own
    assert isinstance(size, Formation)
    return msgspec.structs.replace(
        profile.unit,
        size=size.name,
        attacks=size.attacks,
        nerve=size.nerve,
        points=size.cost,
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
        rules = [text for text in rules if parted(text)[0] not in gone]
        rules += [text for text in option.rules if text not in rules]
        spells |= {spell.name: spell for spell in option.spells}
        changed: dict[str, Any] = {"type": option.type} if option.type else {}
        unit = msgspec.structs.replace(unit, weapons=(*unit.weapons, *option.weapons), **changed, **dict(option.values))
    return msgspec.structs.replace(
        unit,
        rules=tuple(rules),
        spells=tuple(spells.values()),
        artefact=next((option.name for option in options if option.artefact), ""),
        options=tuple(option.name for option in options if not option.artefact),
        points=bought.cost,
        battalion=battalion,
    )


def army_of(roster: Roster) -> ArmyList:
    """The army that a list brings to the table."""
    draft = roster.own
    assert isinstance(draft, Draft)
    entries = tuple(unit.own for unit in roster.units)
    return ArmyList(name=draft.name, faction=draft.faction, points=draft.points, entries=entries)


settings_of = Agreed("kow", Settings)


class ArmyLists(ListBuilder):
    """How lists of Kings of War are built from picks and checked."""

    form: ClassVar[ListFormat] = ListFormat(pick="unit", part="battalion")
    buying: ClassVar[BuyingRules] = battalions.BUYING

    def checks(self, options: Mapping[str, Any]) -> Checks:
        agreed_on = settings_of(options)
        once = agreed_on.bought_spells == "once an army"
        return battalions.checks(agreed_on.commander_cap, spells_once=once)

    def budget(self, roster: Roster, options: Mapping[str, Any], seat: int | None = None) -> Budget:
        """What was agreed on, else what the list was made for, else what it costs: games go by their points."""
        return Budget(options.get("points") or super().budget(roster, {}).points or roster.points)

    def free(self, options: Mapping[str, Any]) -> bool:
        return settings_of(options).free_lists

    def hints(self, content: Any, options: Mapping[str, Any]) -> Sequence[str]:
        cap = settings_of(options).commander_cap
        return tuple(battalions.hints(content, self.budget(content, options), cap))

    def made(self, bought: Bought) -> Entry:
        return unit_of(bought)

    @rule("kow.army.category_change")
    def assemble(self, draft: Draft, bought: Sequence[tuple[Bought, Any]]) -> Roster:
        """The list with its battalions by their numbers; one alone needs no number."""
        several = len({unit.battalion for _, unit in bought}) > 1
        units = [
            one
            for bought_one, unit in bought
            for one in listed(bought_one, unit, f"Battalion {unit.battalion}" if several else "")
        ]
        bare = [one if several else msgspec.structs.replace(one, part="") for one in units]
        return Roster(name=draft.name, units=themed(bare), word=self.word, own=draft)
