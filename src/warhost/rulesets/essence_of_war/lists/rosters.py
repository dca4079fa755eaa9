"""Rosters of the Advanced game: units as they are bought from Armylists, and the army that they make."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import msgspec

from warhost.muster.building.builder import ListBuilder
from warhost.muster.building.buying import Bought, BuyingRules, Pick
from warhost.muster.building.drafts import Draft
from warhost.muster.checking.checks import Checks
from warhost.muster.checking.roster import Budget, Listed, Roster, listed
from warhost.muster.entries import Catalogue
from warhost.muster.files.army_text import Problem
from warhost.muster.values import Source
from warhost.play import Setup
from warhost.play.book import agreed
from warhost.rulesets.essence_of_war.core import ArmyList, Entry, Settings
from warhost.rulesets.essence_of_war.lists.armylists import bestiary, grimoire, vault
from warhost.rulesets.essence_of_war.lists.bought_units import GENERAL, general_of, unit_of
from warhost.rulesets.essence_of_war.lists.listed_units import BaseOption
from warhost.rulesets.essence_of_war.lists.roster_checks import MadeUnit, first_general, roster_checks, unit_faults

__all__ = ["ArmyLists", "army_of", "as_agreed", "settings_of"]


@lru_cache(maxsize=64)
def _settings(told: bytes) -> Settings:
    return agreed(Setup(ruleset="eow", armies=(), options=msgspec.json.decode(told)), Settings)


def settings_of(options: Mapping[str, Any]) -> Settings:
    """What players agreed on; the error says what cannot be."""
    return _settings(msgspec.json.encode(options))


def army_of(roster: Roster) -> ArmyList:
    """The army that a Roster brings to the table."""
    draft = roster.own
    assert isinstance(draft, Draft)
    entries = tuple(unit.own.unit for unit in roster.units)
    return ArmyList(name=draft.name, faction=draft.faction, points=draft.points, entries=entries)


def as_agreed(army: ArmyList, settings: Settings) -> ArmyList:
    """The army as players agreed to play it: Seekers may have Vanguard without paying for it (EOW-R013)."""
    if settings.seekers_vanguard != "always":
        return army
    return msgspec.structs.replace(army, entries=tuple(map(_with_vanguard, army.entries)))


def _with_vanguard(unit: Entry) -> Entry:
    if unit.name != "Seekers" or unit.has("Vanguard"):
        return unit
    return msgspec.structs.replace(unit, rules=(*unit.rules, "Vanguard"), listed=(*unit.listed, "Vanguard"))


class ArmyLists(ListBuilder):
    """How Rosters are built from picks and checked."""

    # What a unit can buy more than once is none of the book's upgrades; of Enchantments there is one each.
    buying: ClassVar[BuyingRules] = BuyingRules(times="eow.vault.unique")

    def checks(self, options: Mapping[str, Any]) -> Checks:
        return roster_checks(settings_of(options))

    def budget(self, roster: Roster, options: Mapping[str, Any], seat: int | None = None) -> Budget:
        """What was agreed on, else what the Roster was made for, else the usual size of a battle."""
        return Budget(options.get("points") or super().budget(roster, {}).points or Settings().points)

    def free(self, options: Mapping[str, Any]) -> bool:
        return settings_of(options).free_lists

    def made(self, bought: Bought) -> MadeUnit:
        assert isinstance(bought.size, BaseOption)
        unit = unit_of(bought, bestiary(), grimoire())
        return MadeUnit(
            unit=unit,
            entry=bought.entry.own,
            option=bought.size,
            paths=tuple(option.name for option in bought.options if "path" in option.tags),
            items=tuple(vault()[name] for name in unit.items),
            mount=bestiary().get(unit.bought.mount) if unit.bought else None,
            marked=any(option.name == GENERAL for option in bought.options),
        )

    def purchase(
        self,
        pick: Pick,
        faction: str,
        books: Sequence[Source] = (),
        catalogues: dict[str, Catalogue] | None = None,
    ) -> tuple[tuple[Bought, Any] | None, list[Problem]]:
        """A picked unit, and what is wrong with it by itself: a Wizard without a Path, too many Enchantments."""
        unit, problems = super().purchase(pick, faction, books, catalogues)
        return unit, problems if unit is None else [*problems, *unit_faults(unit[1])]

    def assemble(self, draft: Draft, bought: Sequence[tuple[Bought, Any]]) -> Roster:
        """The Roster with its General: who must be, who is marked, or the only Character."""
        general = first_general([made for _, made in bought])
        units: list[Listed] = []
        for number, (one, made) in enumerate(bought):
            units += listed(one, made._replace(unit=general_of(made.unit)) if number == general else made)
        return Roster(name=draft.name, units=tuple(units), word=self.word, own=draft)
