"""Preparing an army: buying upgrades, combining units, heroes that join, and whether a list may be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

import msgspec

from warhost.muster.building.buying import Bought, Outfitted, Pick, buy, fit_out
from warhost.muster.checking.checks import Checks
from warhost.muster.checking.limits import Amount, Limit, entry_limits, within_budget
from warhost.muster.checking.roster import Budget, Listed, Roster
from warhost.muster.entries import Catalogue, Entry, Size
from warhost.muster.files.army_text import DataError, Problem
from warhost.play.shown.english import acts, listed
from warhost.rulesets.regiments.core import (
    COMMAND_GROUP,
    ArmyBook,
    ArmyList,
    Base,
    Group,
    Kind,
    Regiment,
    SpellText,
    UnitEntry,
    Upgrade,
    Weapon,
)
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.rules.in_force import unknown_rules

__all__ = [
    "BATTLE_SIZES",
    "GAME_SIZES",
    "HERO_MAY_JOIN",
    "LARGER_SIZES",
    "base_problems",
    "build",
    "catalogue_of",
    "check",
    "checks",
    "combine",
    "entry_of",
    "join",
    "regiment_of",
    "roster_of",
]

GAME_SIZES = {"starter": 750, "quick": 1000, "full": 1500}
"""Points for a first game and a full match as the book suggests (aofr.army.game_sizes), and one between of ours."""

LARGER_SIZES = {2000: (1000, 1000), 2500: (1500, 1000), 3000: (1500, 1500)}
"""Larger battles, and of which two lists of a house army the list for each is made."""

BATTLE_SIZES = (*GAME_SIZES.values(), *LARGER_SIZES)
"""What players agree on."""

COMBINED = "combined"
HERO, UNIT = "Hero", "Unit"
"""The categories of units; the book has no others."""

HERO_MAY_JOIN = 6
"""A hero with up to this Tough may join a unit (aofr.special.hero.join)."""


def entry_of(unit: UnitEntry, spells: Sequence[SpellText] = ()) -> Entry:
    """A unit of an army book as lists are built from it: alone, or two copies combined (aofr.army.combine_units)."""
    sizes = [Size("", unit.size, unit.cost)]
    if unit.size > 1:
        sizes.append(Size(COMBINED, 2 * unit.size, 2 * unit.cost, copies=2))
    return Entry(
        name=unit.name,
        faction=unit.faction,
        aliases=unit.aliases,
        category=HERO if unit.is_hero else UNIT,
        sizes=tuple(sizes),
        # How many command models a unit has is a limit of the list, with a rule and words of its own.
        options=tuple(
            msgspec.structs.replace(upgrade, most=0) if upgrade.name in COMMAND_GROUP else upgrade
            for upgrade in unit.upgrades
        ),
        own=(unit, tuple(spells)),
    )


@lru_cache(maxsize=16)
def catalogue_of(book: ArmyBook) -> Catalogue:
    """An army book as lists are built from it."""
    entries = tuple(entry_of(unit, book.spells) for unit in book.units)
    return Catalogue(faction=book.faction, entries=entries, aliases=book.aliases)


def build(
    entry: UnitEntry, upgrades: Sequence[str] = (), combined: bool = False, spells: Sequence[SpellText] = ()
) -> Regiment:
    """The unit with the upgrades that are named, in the order in which they are bought.

    A combined unit is two copies: upgrades for all models are bought and paid for both (aofr.army.combine_upgrades).
    The spells are those of its faction; it has them if it has a caster.
    """
    pick = Pick(unit=entry.name, size=COMBINED if combined else "", options=tuple(upgrades))
    return regiment_of(buy(entry_of(entry, spells), pick, word="upgrade"))


def regiment_of(bought: Bought) -> Regiment:
    """The regiment that was bought; the error says all that is wrong with it."""
    entry, spells = bought.entry.own
    problems = [str(problem) for problem in bought.problems]
    upgrades = [option for option in bought.options if isinstance(option, Upgrade)]
    models: list[Outfitted[Weapon, Upgrade]] = [Outfitted(entry.weapons) for _ in range(bought.models)]
    quality, defense, kind, base = entry.quality, entry.defense, entry.kind, entry.base
    rules = list(entry.rules)
    for upgrade in upgrades:
        quality = upgrade.quality or quality
        defense = upgrade.defense or defense
        kind, base = upgrade.kind or kind, upgrade.base or base
        problems += filter(None, [fit_out(models, upgrade, upgrade.weapons)])
        if upgrade.models is None:
            rules = _dropped(rules, upgrade, problems) + list(upgrade.rules)
    if problems:
        raise DataError(problems)
    groups = _in_order(Counter(map(_group, models)))
    rules_of_all = _added_up(rules)
    regiment = Regiment(
        faction=entry.faction,
        name=entry.name,
        quality=quality,
        defense=defense,
        cost=bought.cost,
        base=base,
        groups=groups,
        rules=rules_of_all,
        kind=kind,
        combined=bought.size.copies > 1,
        upgrades=tuple(upgrade.name for upgrade in upgrades),
        for_all=tuple(upgrade.name for upgrade in upgrades if upgrade.models is None),
        unknown=unknown_rules(rules_of_all, groups),
    )
    return msgspec.structs.replace(regiment, spells=spells) if regiment.count("Caster") else regiment


def _group(model: Outfitted[Weapon, Upgrade]) -> Group:
    rules = tuple(rule for upgrade in model.options for rule in upgrade.rules)
    return Group(1, tuple(model.gear), rules, ", ".join(upgrade.name for upgrade in model.options))


def _in_order(counts: Mapping[Group, int]) -> tuple[Group, ...]:
    """Groups as they stand from the front: command models, other special ones, plain ones (AOFR-R076)."""
    groups = [msgspec.structs.replace(group, count=count) for group, count in counts.items()]
    return tuple(sorted(groups, key=lambda group: (not _commands(group), not group.name)))


def _commands(group: Group) -> bool:
    return any(rule.name in COMMAND_GROUP for rule in group.rules)


def _dropped(rules: Sequence[RuleText], upgrade: Upgrade, problems: list[str]) -> list[RuleText]:
    """The rules without those that go with what the upgrade replaces; the error says if they are gone already."""
    left = list(rules)
    for rule in upgrade.drops:
        if rule in left:
            left.remove(rule)
        else:
            problems.append(f'"{upgrade.name}" takes away {rule}, but the unit no longer has it.')
    return left


def _added_up(rules: Iterable[RuleText]) -> tuple[RuleText, ...]:
    """Each rule once, those with (X) with their sum (aofr.special.x_rules_stack)."""
    sums: dict[str, int | None] = {}
    written: dict[RuleText, None] = {}
    for rule in rules:
        if rule.text:
            written[rule] = None
            continue
        before = sums.get(rule.name)
        sums[rule.name] = rule.rating if before is None else before + (rule.rating or 0)
    return (*(RuleText(name, total) for name, total in sums.items()), *written)


def combine(*copies: Regiment) -> Regiment:
    """Two copies of a unit as one of double size; the error says all that forbids it."""
    problems = list(_combining_problems(copies))
    if problems:
        raise DataError(map(str, problems))
    first, second = copies
    counts: Counter[Group] = Counter()
    for group in (*first.groups, *second.groups):
        counts[msgspec.structs.replace(group, count=1)] += group.count
    single = tuple(name for name in second.upgrades if name not in second.for_all)
    return msgspec.structs.replace(
        first,
        cost=first.cost + second.cost,
        groups=_in_order(counts),
        combined=True,
        hero=first.hero or second.hero,
        upgrades=first.upgrades + single,
        spells=first.spells or second.spells,
        unknown=tuple(dict.fromkeys(first.unknown + second.unknown)),
    )


def _combining_problems(copies: Sequence[Regiment]) -> Iterator[Problem]:
    names = listed([str(copy) for copy in copies])
    if len(copies) != 2 or any(copy.combined for copy in copies):
        yield Problem(f"{names} cannot be combined: two copies make one unit.", "aofr.army.combine_only_two")
        return
    first, second = copies
    if (first.faction, first.name, first.size) != (second.faction, second.name, second.size) or first.size < 2:
        yield Problem(
            f"{names} cannot be combined: combining takes two copies of the same unit of several models.",
            "aofr.army.combine_units",
        )
    elif (
        Counter(first.for_all) != Counter(second.for_all)
        or first.rules != second.rules
        or (first.quality, first.defense, first.base) != (second.quality, second.defense, second.base)
    ):
        yield Problem(
            f"{names} cannot be combined: upgrades for all models must be bought for both, and one has "
            f"{listed(first.for_all) or 'none'}, the other {listed(second.for_all) or 'none'}.",
            "aofr.army.combine_upgrades",
        )
    if first.hero is not None and second.hero is not None:
        yield _second_hero(first)


def join(host: Regiment, hero: Regiment) -> Regiment:
    """The unit with a hero in it; the error says all that forbids it."""
    problems = joining_problems(host, hero)
    if problems:
        raise DataError(map(str, problems))
    return msgspec.structs.replace(host, hero=hero)


def joining_problems(host: Regiment, hero: Regiment) -> list[Problem]:
    """All that forbids the hero to join that unit (aofr.special.hero.join)."""
    problems = list(_joining_problems(host, hero))
    if host.hero is not None:
        problems.append(_second_hero(host))
    return problems


def _second_hero(host: Regiment) -> Problem:
    return Problem(f"{acts(str(host), 'has')} a hero already: one hero may join a unit.", "aofr.special.hero.join")


def _joining_problems(host: Regiment, hero: Regiment) -> Iterator[Problem]:
    rule = "aofr.special.hero.join"
    if not hero.is_hero or hero.size != 1 or hero.hero is not None:
        yield Problem(f"{hero} cannot join {host}: only a single Hero joins a unit.", rule)
    if hero.tough > HERO_MAY_JOIN:
        yield Problem(
            f"{hero} cannot join {host}: a hero joins with up to Tough({HERO_MAY_JOIN}), "
            f"and it has Tough({hero.tough}).",
            rule,
        )
    if host.size < 2:
        yield Problem(f"{hero} cannot join {host}: a hero joins a unit of several models.", rule)
    elif host.count("Hero"):
        yield Problem(f"{hero} cannot join {host}: that unit has a hero among its models.", rule)


def roster_of(army: ArmyList) -> Roster:
    """A list as its checks see it: heroes that joined a unit are units of their own (AOFR-R065)."""
    return Roster(name=army.name, units=tuple(map(_listed, army.units())), own=army)


def _listed(unit: Regiment) -> Listed:
    unique = any(clause.deed == "unique" for rule in unit.rules for clause in rule.clauses)
    return Listed(
        name=unit.name,
        faction=unit.faction,
        traits=(HERO if unit.is_hero else UNIT,),
        cost=unit.cost,
        models=unit.size,
        limit=1 if unique else None,
        own=unit,
    )


def check(army: ArmyList, budget: Budget | None = None, force_organisation: bool = False) -> list[Problem]:
    """All that forbids an army that may cost so many points (those of the list if none are given).

    Units may come from several factions (aofr.army.mixed_factions), and as many of each as there are points for
    (aofr.army.no_unit_limit), unless the players agreed on force organisation.
    """
    return checks(force_organisation).problems(roster_of(army), Budget(army.limit) if budget is None else budget)


def checks(force_organisation: bool = False) -> Checks:
    """The checks of a list, with the optional limits of force organisation or without."""
    return CHECKS + FORCE_ORGANISATION if force_organisation else CHECKS


CHECKS = Checks()


@CHECKS.check()
def _made_for(roster: Roster, budget: Budget) -> Iterator[Problem]:
    if roster.own.made_for:
        yield Problem(f"{roster.name} was made for {roster.own.made_for}, not for Age of Fantasy: Regiments.")


CHECKS.add(within_budget("aofr.army.points_limit"))


@CHECKS.check("aofr.command.limit", "aofr.army.combine_units", "aofr.special.hero.join")
def _regiments(roster: Roster, budget: Budget) -> Iterator[Problem]:
    for regiment in roster.own.regiments:
        for problem in _regiment_problems(regiment):
            yield msgspec.structs.replace(problem, where=regiment.name)


@CHECKS.check("aofr.scale.base_consistent")
def _bases(roster: Roster, budget: Budget) -> list[Problem]:
    return base_problems(roster.own)


# Units of which an army may have one, by a rule of their own.
CHECKS.add(entry_limits("aofr.special.priority"))

# AOFR-R014: of what a full number of points allows, one hero and one unit may be taken in any game.
FORCE_ORGANISATION = Checks(
    Limit("aofr.army.fo_heroes", of=(HERO,), most=Amount(per_points=375, floor=1), named=("hero", "heroes")),
    Limit("aofr.army.fo_copies", counts="copies", most=Amount(flat=1, per_points=750)),
    Limit("aofr.army.fo_unit_cost", counts="cost", most=Amount(percent=35)),
    Limit("aofr.army.fo_unit_count", most=Amount(per_points=150, floor=1)),
)
"""The optional limits. A combined unit is one copy (aofr.army.fo_combined_counts_one), and a joined hero a unit of its
own (AOFR-R065)."""


def _regiment_problems(regiment: Regiment) -> Iterator[Problem]:
    for part in (regiment, *((regiment.hero,) if regiment.hero is not None else ())):
        for command in COMMAND_GROUP:
            if part.count(command) > 1:
                yield Problem(
                    f"{acts(str(part), 'has')} {part.count(command)} models with {command}: a unit has one at most.",
                    "aofr.command.limit",
                )
    if regiment.combined and (regiment.size < 4 or regiment.size % 2):
        yield Problem(
            f"{regiment} cannot be a combined unit: combining takes two copies of the same unit of several models.",
            "aofr.army.combine_units",
        )
    if regiment.hero is not None:
        yield from _joining_problems(regiment, regiment.hero)


def base_problems(*armies: ArmyList) -> list[Problem]:
    """Models of the same unit must stand on the same base in all armies of a game (AOFR-R006).

    A hero that bought a mount is another kind of model than the same hero on foot.
    """
    bases: dict[tuple[str, str, Kind], dict[Base, None]] = {}
    for army in armies:
        for unit in army.units():
            bases.setdefault((unit.faction, unit.name, unit.kind), {})[unit.base] = None
    return [
        Problem(
            f"{name} stand on bases of {listed([f'{width}x{depth}' for width, depth in found])} mm: "
            "models of the same unit need the same base.",
            "aofr.scale.base_consistent",
            name,
        )
        for (_, name, _), found in bases.items()
        if len(found) > 1
    ]
