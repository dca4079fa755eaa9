"""Army lists: units as they are bought from the entries of an army book, and what a list has to be (BLUE-R144)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, ClassVar

import msgspec

from warhost.muster.building.builder import ListBuilder
from warhost.muster.building.buying import Bought
from warhost.muster.building.drafts import Draft
from warhost.muster.checking.checks import Checks
from warhost.muster.checking.limits import Amount, Limit, entry_limits, one_faction, within_budget
from warhost.muster.checking.roster import Budget, Listed, Roster
from warhost.muster.entries import Choice
from warhost.muster.entries import Entry as Offered
from warhost.muster.files.army_text import Problem
from warhost.muster.files.list_files import ListFormat
from warhost.play.shown.english import verb
from warhost.rulebook import rule
from warhost.rulesets.blue_age.core import ITEMS, TRAITS, Entry, Settings
from warhost.rulesets.blue_age.lists.files import LETTERS, Upgrade
from warhost.rulesets.families.brought import Agreed

__all__ = ["ArmyList", "ArmyLists", "army_of", "settings_of", "sold", "unit_of"]

HEROES_AT_MOST = 35
"""Heroes cost at most so many percent of the points of the game."""
COMMAND_GROUP = 8
"""What a Champion or a bannerman costs in a unit that does not have one for nothing."""
WARBANNER = 25

ITEM, TRAIT, BANNER, COMMANDER = "item", "trait", "warbanner", "commander"


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


# What any unit may buy


def has_group(unit: Entry, models: int) -> bool:
    """Whether a unit has a Champion and a bannerman for nothing: 10 or more Infantry, 5 or more Cavalry."""
    return (unit.type == "infantry" and models >= 10) or (unit.type == "cavalry" and models >= 5 and not unit.hero)


@lru_cache(maxsize=256)
def sold(entry: Offered) -> Offered:
    """An entry of an army book with what any unit may buy besides its own options: Heroes may be the Commander, carry
    the Warbanner and Magic Items; units may have a Champion and a bannerman."""
    unit: Entry = entry.own
    more: list[Upgrade] = []
    if unit.hero:
        more.append(Upgrade(name="Commander", commander=True, tags=(COMMANDER,)))
        more.append(Upgrade(name="Warbanner", cost=WARBANNER, warbanner=True, tags=(BANNER,)))
        more += [Upgrade(name=name, trait=name, choose=TRAIT, tags=(TRAIT,)) for name in TRAITS]
        more += [
            Upgrade(name=name, cost=kind.cost, items=(name,), tags=(ITEM, *(["unique"] if kind.unique else [])))
            for name, kind in ITEMS.rules.items()
        ]
    elif entry.sizes[0].models > 1 or entry.sizes[0].most > 1:
        more.append(Upgrade(name="Champion", cost=COMMAND_GROUP, champion=True))
        more.append(Upgrade(name="Bannerman", cost=COMMAND_GROUP, bannerman=True))
    own = {option.name for option in entry.options}
    options = (*entry.options, *(option for option in more if option.name not in own))
    return msgspec.structs.replace(entry, options=options, choices=(*entry.choices, Choice(name=TRAIT)))


def unit_of(bought: Bought) -> Entry:
    """The unit that was bought: its profile with what its options do, and the price of all of it."""
    unit: Entry = bought.entry.own
    options = [option for option in bought.options if isinstance(option, Upgrade)]
    free = has_group(unit, bought.models)
    weapons, armour, rules = list(unit.weapons), list(unit.armour), list(unit.rules)
    for option in options:
        for gone in option.replaces:
            for things in (weapons, armour):
                if gone in things:
                    things.remove(gone)
        weapons += [name for name in option.weapons if name not in weapons]
        armour += [name for name in option.armour if name not in armour]
        rules += [text for text in option.rules if text not in rules]
    values = {LETTERS[letter][0]: value for option in options for letter, value in option.values}
    named = ("Champion", "Bannerman", "Commander", "Warbanner")
    return msgspec.structs.replace(
        unit,
        models=bought.models,
        weapons=tuple(weapons),
        armour=tuple(armour),
        rules=tuple(rules),
        champion=free or any(option.champion for option in options),
        bannerman=free or any(option.bannerman for option in options),
        warbanner=any(option.warbanner for option in options),
        commander=any(option.commander for option in options),
        trait=next((option.trait for option in options if option.trait), ""),
        items=tuple(name for option in options for name in option.items),
        options=tuple(
            option.name for option in options if option.name not in named and not option.items and not option.trait
        ),
        points=bought.cost - (sum(COMMAND_GROUP for o in options if o.champion or o.bannerman) if free else 0),
        **values,
    )


def army_of(roster: Roster) -> ArmyList:
    """The army that a list brings to the table."""
    draft = roster.own
    assert isinstance(draft, Draft)
    entries = tuple(unit.own for unit in roster.units)
    return ArmyList(name=draft.name, faction=draft.faction, points=draft.points, entries=entries)


# What a list has to be


SMALLEST, LARGEST = 1000, 1500


@rule("blue.setup.points_limit")
def game_size(points: int) -> int:
    """The points of the game for a list of so many: games have 1,000 to 1,500."""
    return min(LARGEST, max(SMALLEST, points))


@rule("blue.warbanner.one_per_army", "blue.commander.chosen_before_game")
@rule("blue.commander.not_warbanner")
def checks() -> Checks:
    """The checks of a list."""
    return Checks(
        within_budget("blue.setup.points_limit"),
        one_faction("blue.setup.points_limit"),
        Limit(
            "blue.commander.chosen_before_game",
            of=("hero",),
            least=Amount(flat=1),
            named=("Hero", "Heroes"),
            mend="Add a Hero.",
        ),
        Limit(
            "blue.setup.points_limit",
            "points",
            of=("hero",),
            most=Amount(percent=HEROES_AT_MOST),
            named=("Hero", "Heroes"),
            mend="Leave a Hero or an item out.",
        ),
        one_commander,
        Limit(
            "blue.warbanner.one_per_army",
            "choices",
            (BANNER,),
            most=Amount(flat=1),
            named=("Warbanner", "Warbanners"),
            mend="Keep one of them.",
        ),
        Limit("blue.duel.reward_magic_item", "options", ("unique",), most=Amount(flat=1)),
        entry_limits("blue.setup.points_limit"),
    )


@rule("blue.commander.chosen_before_game", "blue.commander.not_warbanner", "blue.commander.trait")
def one_commander(roster: Roster, budget: Budget) -> Iterator[Problem]:
    """Exactly one Hero is the Commander, another one than he who carries the Warbanner; he alone has a trait."""
    heroes = [unit for unit in roster.units if "hero" in unit.traits]
    named = [unit for unit in heroes if _has(unit, COMMANDER)]
    if heroes and len(named) != 1:
        told = "no Commander" if not named else f"{len(named)} Commanders"
        mend = "Name one of its Heroes." if not named else "Keep one of them."
        message = f"{roster.name} {verb(roster.name, 'has')} {told}: an army has one. {mend}"
        yield Problem(message, "blue.commander.chosen_before_game", by=abs(len(named) - 1), lacks=not named)
    for unit in named:
        if _has(unit, BANNER):
            message = f"{unit.name} carries the Warbanner and cannot be the Commander: give it to another Hero."
            yield Problem(message, "blue.commander.not_warbanner", unit.name)
    for unit in heroes:
        if _has(unit, TRAIT) and unit not in named:
            message = f"{unit.name} has a Command Trait and is not the Commander: leave it out."
            yield Problem(message, "blue.commander.trait", unit.name)


def _has(unit: Listed, tag: str) -> bool:
    return any(tag in option.tags for option in unit.options)


settings_of = Agreed("blue", Settings)


class ArmyLists(ListBuilder):
    """How lists of The Blue Age are built from picks and checked."""

    form: ClassVar[ListFormat] = ListFormat(pick="unit")

    def checks(self, options: Mapping[str, Any]) -> Checks:
        return checks()

    def budget(self, roster: Roster, options: Mapping[str, Any], seat: int | None = None) -> Budget:
        """What was agreed on, else what the list was made for."""
        return Budget(options.get("points") or super().budget(roster, {}).points or roster.points)

    def free(self, options: Mapping[str, Any]) -> bool:
        return settings_of({k: v for k, v in options.items() if k != "points"}).free_lists

    def made(self, bought: Bought) -> Entry:
        return unit_of(bought)

    def assemble(self, draft: Draft, bought: Sequence[tuple[Bought, Any]]) -> Roster:
        """The list; what a unit has for nothing is not paid for."""
        plain = super().assemble(draft, bought)
        assert isinstance(plain, Roster)
        units = tuple(
            unit if unit.own is None else msgspec.structs.replace(unit, cost=unit.own.points) for unit in plain.units
        )
        return msgspec.structs.replace(plain, units=units)
