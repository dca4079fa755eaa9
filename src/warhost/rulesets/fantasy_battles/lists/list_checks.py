"""Army lists: how they are built from picks, and what a list of the house has to be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from warhost.muster.building.builder import ListBuilder
from warhost.muster.building.buying import Bought
from warhost.muster.building.drafts import Draft
from warhost.muster.checking.checks import Checks
from warhost.muster.checking.limits import (
    Amount,
    Limit,
    Standing,
    entry_limits,
    one_faction,
    option_limits,
    within_budget,
)
from warhost.muster.checking.roster import Budget, Listed, Roster
from warhost.muster.files.army_text import Problem
from warhost.muster.files.list_files import ListFormat
from warhost.play.shown.english import verb
from warhost.rulebook import rule
from warhost.rulesets.families.brought import Agreed
from warhost.rulesets.fantasy_battles.core import ArmyList, Entry, Settings
from warhost.rulesets.fantasy_battles.lists.army_books import HOUSE_LIMITS, CategoryLimit, Offer, Upgrade
from warhost.rulesets.fantasy_battles.lists.item_files import ITEM
from warhost.rulesets.fantasy_battles.lists.purchases import BATTLE_STANDARD, GENERAL, saves_lost, unit_of

__all__ = ["ArmyLists", "ArmyRoster", "army_of", "checks", "settings_of"]

ENCHANTMENT = "enchantment"
"""The tag of Special Items of army books of other makers, which may be taken more than once."""
FEWEST_UNITS = 3
"""A list has so many units besides its Characters."""


class ArmyRoster(Roster, frozen=True, kw_only=True):
    """A list with the limits of the army book that it was built from."""

    limits: tuple[CategoryLimit, ...] = HOUSE_LIMITS
    items: tuple[tuple[str, int], ...] = ()
    """For how many points units of these names may have Special Items."""
    whole: bool = False
    """Its picks do not tell all of it: it is written with its units in full."""


class ListChecks(Checks):
    """The checks of a list, the limits of its own army book among them."""

    def problems(self, roster: Roster, budget: Budget) -> list[Problem]:
        more = [problem for limit in limits_of(roster) for problem in limit.problems(roster, budget)]
        return [*super().problems(roster, budget), *more]

    def standings(self, roster: Roster, budget: Budget) -> list[Standing]:
        more = [standing for limit in limits_of(roster) for standing in limit.standings(roster, budget)]
        return [*super().standings(roster, budget), *more]


@rule("t9a.pregame.size")
def limits_of(roster: Roster) -> list[Limit]:
    """The limits of categories in the army book of a list, in percent of the points of the game."""
    told = roster.limits if isinstance(roster, ArmyRoster) else HOUSE_LIMITS
    return [
        Limit(
            "t9a.pregame.size",
            "points",
            of=one.tags or (one.category,),
            least=Amount(percent=one.least) if one.least else None,
            most=Amount(percent=one.most) if one.most < 100 else None,
            named=(one.category, one.category),
            mend=f"Add units of {one.category}." if one.least else f"Leave out units of {one.category}.",
        )
        for one in told
    ]


@rule("t9a.pregame.size", "t9a.special.general", "t9a.special.battle_standard_bearer")
def checks() -> Checks:
    """The checks of a list."""
    return ListChecks(
        within_budget("t9a.pregame.size"),
        one_faction("t9a.pregame.size", because="a list is of one army"),
        Limit(
            "t9a.special.general",
            of=("character",),
            least=Amount(flat=1),
            named=("Character", "Characters"),
            mend="Add one to be the General.",
        ),
        one_general,
        Limit(
            "t9a.special.battle_standard_bearer",
            "choices",
            (BATTLE_STANDARD,),
            most=Amount(flat=1),
            named=("Battle Standard Bearer", "Battle Standard Bearers"),
            mend="Keep one of them.",
        ),
        enough_units,
        Limit("t9a.pregame.size", "options", (ITEM,), most=Amount(flat=1)),
        items_within_points,
        bearers_of_banners,
        wizards_choose_paths,
        entry_limits("t9a.pregame.size"),
        option_limits("t9a.pregame.size"),
    )


@rule("t9a.special.general")
def one_general(roster: Roster, budget: Budget) -> Iterator[Problem]:
    """One Character is the General, who does not carry the battle standard (T9A-R153, T9A-R166)."""
    named = [unit for unit in roster.units if _has(unit, GENERAL)]
    if len(named) != 1 and any("character" in unit.traits for unit in roster.units):
        told = "no General" if not named else f"{len(named)} Generals"
        mend = "Name a Character." if not named else "Keep one of them."
        message = f"{roster.name} {verb(roster.name, 'has')} {told}: an army has one. {mend}"
        yield Problem(message, "t9a.special.general", by=abs(len(named) - 1), lacks=not named)


@rule("t9a.pregame.size")
def enough_units(roster: Roster, budget: Budget) -> Iterator[Problem]:
    """A list has three units besides its Characters."""
    others = [unit for unit in roster.units if "character" not in unit.traits]
    if len(others) < FEWEST_UNITS:
        count = f"{len(others)} {'unit' if len(others) == 1 else 'units'}"
        needs = f"{verb(roster.name, 'it')} {verb(roster.name, 'needs')} {FEWEST_UNITS}"
        message = f"{roster.name} {verb(roster.name, 'has')} {count} besides Characters: {needs}."
        yield Problem(message, "t9a.pregame.size", "units", by=FEWEST_UNITS - len(others), lacks=True)


@rule("t9a.pregame.size")
def items_within_points(roster: Roster, budget: Budget) -> Iterator[Problem]:
    """The Special Items of a unit cost no more than its entry says."""
    allowed = dict(roster.items) if isinstance(roster, ArmyRoster) else {}
    for unit in roster.units:
        spent = sum(option.cost for option in unit.options if ITEM in option.tags or ENCHANTMENT in option.tags)
        most = allowed.get(unit.name, 0)
        if spent > most:
            message = f"{unit.name} {verb(unit.name, 'has')} Special Items for {spent} points: {most} may be spent."
            yield Problem(f"{message} Leave one out.", "t9a.pregame.size", unit.name, by=spent - most)


@rule("t9a.special.standard_bearer")
def bearers_of_banners(roster: Roster, budget: Budget) -> Iterator[Problem]:
    """A banner is carried by a Standard Bearer or the Battle Standard Bearer."""
    for unit in roster.units:
        own = unit.own
        if isinstance(own, Entry) and not (own.standard or own.battle_standard):
            for option in unit.options:
                if "banner" in option.tags:
                    message = f"{unit.name} {verb(unit.name, 'has')} nobody to carry {option.name}: add a bearer."
                    yield Problem(message, "t9a.special.standard_bearer", unit.name, lacks=True)


@rule("t9a.special.wizard")
def wizards_choose_paths(roster: Roster, budget: Budget) -> Iterator[Problem]:
    """A Wizard that may learn several Paths has chosen one of them (T9A-R063)."""
    for unit in roster.units:
        wizard = unit.own.wizard if isinstance(unit.own, Entry) else None
        if wizard is not None and wizard.paths and not wizard.path:
            message = f"{unit.name} {verb(unit.name, 'has')} no Path: take {' or '.join(wizard.paths)}."
            yield Problem(message, "t9a.special.wizard", unit.name, lacks=True)


def _has(unit: Listed, tag: str) -> bool:
    return any(tag in option.tags for option in unit.options)


# Building


def army_of(roster: Roster) -> ArmyList:
    """The army that a list brings to the table."""
    draft = roster.own
    assert isinstance(draft, Draft)
    entries = tuple(unit.own for unit in roster.units)
    return ArmyList(name=draft.name, army=draft.faction, points=draft.points, entries=entries)


settings_of = Agreed("t9a", Settings)


class ArmyLists(ListBuilder):
    """How lists of Fantasy Battles are built from picks and checked."""

    form: ClassVar[ListFormat] = ListFormat(pick="unit")

    def checks(self, options: Mapping[str, Any]) -> Checks:
        return checks()

    def budget(self, roster: Roster, options: Mapping[str, Any], seat: int | None = None) -> Budget:
        """What was agreed on, else what the list was made for."""
        return Budget(options.get("points") or super().budget(roster, {}).points or roster.points)

    def free(self, options: Mapping[str, Any]) -> bool:
        return settings_of({k: v for k, v in options.items() if k != "points"}).free_lists

    def hints(self, content: Any, options: Mapping[str, Any]) -> Sequence[str]:
        """Saves that a rider has paid for and does not have (t9a.special.massive_bulk)."""
        return [
            f"{unit.name}: {option.name} gives no save on a mount with Massive Bulk."
            for unit in self.roster(content).units
            for option in unit.options
            if isinstance(option, Upgrade) and isinstance(unit.own, Entry) and saves_lost(unit.own, option)
        ]

    def made(self, bought: Bought) -> Entry:
        return unit_of(bought)

    def assemble(self, draft: Draft, bought: Sequence[tuple[Bought, Any]]) -> Roster:
        """The list with the limits of its army book."""
        plain = super().assemble(draft, bought)
        assert isinstance(plain, Roster)
        offers = [one.entry for one, _ in bought if isinstance(one.entry, Offer)]
        limits = offers[0].limits if offers else HOUSE_LIMITS
        items = tuple((offer.name, offer.item_points) for offer in offers)
        fields = {name: getattr(plain, name) for name in plain.__struct_fields__}
        return ArmyRoster(**fields, limits=limits, items=items)
