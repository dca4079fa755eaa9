"""Preparing an army: buying upgrades, combining units, heroes that join, and whether a list may be played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from warhost.errors import did_you_mean
from warhost.rulesets.families.army_text import DataError, Problem
from warhost.rulesets.regiments.entries import (
    COMMAND_GROUP,
    ArmyList,
    Base,
    Group,
    Kind,
    Regiment,
    RuleText,
    SpellText,
    UnitEntry,
    Upgrade,
    Weapon,
)
from warhost.rulesets.regiments.in_force import unknown_rules

__all__ = [
    "BATTLE_SIZES",
    "GAME_SIZES",
    "HERO_MAY_JOIN",
    "LARGER_SIZES",
    "Limit",
    "base_problems",
    "build",
    "check",
    "combine",
    "join",
    "most_copies",
    "most_heroes",
    "most_points_for_a_unit",
    "most_units",
]

GAME_SIZES = {"starter": 750, "quick": 1000, "full": 1500}
"""Points for a first game and a full match as the book suggests (aofr.army.game_sizes), and one between of ours."""

LARGER_SIZES = {2000: (1000, 1000), 2500: (1500, 1000), 3000: (1500, 1500)}
"""Larger battles, and of which two lists of a house army the list for each is made."""

BATTLE_SIZES = (*GAME_SIZES.values(), *LARGER_SIZES)
"""What players agree on."""

HERO_MAY_JOIN = 6
"""A hero with up to this Tough may join a unit (aofr.special.hero.join)."""


class Limit(msgspec.Struct, frozen=True):
    """How many points an army may cost, whose limit that is, and what else there is to know about it."""

    points: int
    whose: str = "the game"
    hint: str = ""


class _Model:
    """One model on the workbench."""

    def __init__(self, weapons: Iterable[Weapon]) -> None:
        self.weapons = list(weapons)
        self.rules: list[RuleText] = []
        self.names: list[str] = []

    def arm(self, upgrade: Upgrade) -> None:
        """Give it what the upgrade brings, where the replaced weapons were."""
        place = min((i for i, weapon in enumerate(self.weapons) if weapon.name in upgrade.replaces), default=None)
        kept = list(_without(self.weapons, Counter(upgrade.replaces)))
        at = len(kept) if place is None else min(place, len(kept))
        self.weapons = _together([*kept[:at], *upgrade.weapons, *kept[at:]])

    def has_all(self, names: Sequence[str]) -> bool:
        own: Counter[str] = Counter()
        for weapon in self.weapons:
            own[weapon.name] += weapon.count
        return all(own[name] >= count for name, count in Counter(names).items())

    def as_group(self, count: int) -> Group:
        return Group(count, tuple(self.weapons), tuple(self.rules), ", ".join(self.names))


def _without(weapons: Iterable[Weapon], gone: Counter[str]) -> Iterator[Weapon]:
    """The weapons without so many copies of these names."""
    for weapon in weapons:
        taken = min(gone[weapon.name], weapon.count)
        gone[weapon.name] -= taken
        if weapon.count > taken:
            yield msgspec.structs.replace(weapon, count=weapon.count - taken)


def _together(weapons: Iterable[Weapon]) -> list[Weapon]:
    """The weapons, several copies of the very same as one entry."""
    counts: dict[Weapon, int] = {}
    for weapon in weapons:
        alone = msgspec.structs.replace(weapon, count=1)
        counts[alone] = counts.get(alone, 0) + weapon.count
    return [msgspec.structs.replace(weapon, count=count) for weapon, count in counts.items()]


def build(
    entry: UnitEntry, upgrades: Sequence[str] = (), combined: bool = False, spells: Sequence[SpellText] = ()
) -> Regiment:
    """The unit with the upgrades that are named, in the order in which they are bought.

    A combined unit is two copies: upgrades for all models are bought and paid for both (aofr.army.combine_upgrades).
    The spells are those of its faction; it has them if it has a caster.
    """
    problems: list[str] = []
    bought = [found for name in upgrades if (found := _upgrade(entry, name, problems)) is not None]
    copies = 2 if combined else 1
    _check_choices(entry, bought, copies, problems)
    models = [_Model(entry.weapons) for _ in range(entry.size * copies)]
    cost, quality, defense = entry.cost * copies, entry.quality, entry.defense
    kind, base = entry.kind, entry.base
    rules = list(entry.rules)
    for upgrade in bought:
        cost += upgrade.cost * (copies if upgrade.models is None else 1)
        quality = upgrade.quality or quality
        defense = upgrade.defense or defense
        kind, base = upgrade.kind or kind, upgrade.base or base
        chosen = _bearers(models, upgrade)
        if not chosen:
            problems.append(f'"{upgrade.name}" replaces {_and(upgrade.replaces)}, but no model has it any more.')
        for model in chosen:
            model.arm(upgrade)
            if upgrade.models is not None:
                model.rules += upgrade.rules
                model.names.append(upgrade.name)
        if upgrade.models is None:
            rules = _dropped(rules, upgrade, problems) + list(upgrade.rules)
    if problems:
        raise DataError(problems)
    regiment = _regiment(entry, bought, models, _added_up(rules), (cost, quality, defense, kind, base))
    regiment = msgspec.structs.replace(regiment, combined=combined)
    return msgspec.structs.replace(regiment, spells=tuple(spells)) if regiment.count("Caster") else regiment


def _upgrade(entry: UnitEntry, name: str, problems: list[str]) -> Upgrade | None:
    for upgrade in entry.upgrades:
        if upgrade.name.casefold() == name.casefold():
            return upgrade
    known = [upgrade.name for upgrade in entry.upgrades]
    near = did_you_mean(name, known) or (f" It may have {', '.join(known)}." if known else " It may have none.")
    problems.append(f'upgrade "{name}" is unknown.{near}')
    return None


def _check_choices(entry: UnitEntry, bought: Sequence[Upgrade], copies: int, problems: list[str]) -> None:
    for name, times in Counter(upgrade.name for upgrade in bought).items():
        upgrade = next(upgrade for upgrade in bought if upgrade.name == name)
        # Single models of both copies may be upgraded; what is bought for all models is paid twice by itself.
        most = upgrade.most * (1 if upgrade.models is None else copies)
        if times > most and name not in COMMAND_GROUP:
            problems.append(f'"{name}" may be bought {_times(most)}, not {times} times.')
    groups = Counter(upgrade.choose for upgrade in {upgrade.name: upgrade for upgrade in bought}.values())
    for choose, times in groups.items():
        if choose and times > 1:
            names = [upgrade.name for upgrade in bought if upgrade.choose == choose]
            problems.append(f"{_and(names)} are one choice ({choose}): take one of them.")


def _bearers(models: Sequence[_Model], upgrade: Upgrade) -> list[_Model]:
    """The models that get an upgrade: all that have what it replaces, or the first so many that have no other yet."""
    able = [model for model in models if model.has_all(upgrade.replaces)]
    if upgrade.models is None:
        return able
    plain = [model for model in able if not model.names]
    return (plain or able)[: upgrade.models]


def _regiment(
    entry: UnitEntry,
    bought: Sequence[Upgrade],
    models: Sequence[_Model],
    rules: tuple[RuleText, ...],
    figures: tuple[int, int, int, Kind, Base],
) -> Regiment:
    cost, quality, defense, kind, base = figures
    groups = _grouped(models)
    return Regiment(
        faction=entry.faction,
        name=entry.name,
        quality=quality,
        defense=defense,
        cost=cost,
        base=base,
        groups=groups,
        rules=rules,
        kind=kind,
        upgrades=tuple(upgrade.name for upgrade in bought),
        for_all=tuple(upgrade.name for upgrade in bought if upgrade.models is None),
        unknown=unknown_rules(rules, groups),
    )


def _grouped(models: Iterable[_Model]) -> tuple[Group, ...]:
    """Models that are alike stand together."""
    return _in_order(Counter(model.as_group(1) for model in models))


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
    names = _and([str(copy) for copy in copies])
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
            f"{_and(first.for_all) or 'none'}, the other {_and(second.for_all) or 'none'}.",
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
    return Problem(f"{host} has a hero already: one hero may join a unit.", "aofr.special.hero.join")


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
        yield Problem(f"{hero} cannot join {host}: it has a hero among its models.", rule)


def most_heroes(size: int) -> int:
    """One hero per full 375 points, and one at least (AOFR-R014)."""
    return max(1, size // 375)


def most_copies(size: int) -> int:
    """One copy of a unit, and one more per full 750 points."""
    return 1 + size // 750


def most_points_for_a_unit(size: int) -> int:
    """35 % of the game size."""
    return size * 35 // 100


def most_units(size: int) -> int:
    """One unit per full 150 points, and one at least (AOFR-R014)."""
    return max(1, size // 150)


def check(army: ArmyList, limit: Limit | None = None, force_organisation: bool = False) -> list[Problem]:
    """All that forbids an army that may cost so many points (those of the list if none are given).

    Units may come from several factions (aofr.army.mixed_factions), and as many of each as there are points for
    (aofr.army.no_unit_limit), unless the players agreed on force organisation.
    """
    limit = Limit(army.limit) if limit is None else limit
    size = limit.points
    problems: list[Problem] = []
    if army.made_for:
        problems.append(Problem(f"{army.name} was made for {army.made_for}, not for Age of Fantasy: Regiments."))
    if size and army.points > size:
        problems.append(
            Problem(
                f"{army.name} costs {army.points} points: {army.points - size} more than the {size} of {limit.whose}."
                f"{limit.hint and ' '}{limit.hint}",
                "aofr.army.points_limit",
            )
        )
    for regiment in army.regiments:
        problems += _regiment_problems(regiment)
    problems += [*base_problems(army), *_unique_problems(army)]
    if force_organisation and size:
        problems += _force_organisation_problems(army, size)
    return problems


def _regiment_problems(regiment: Regiment) -> Iterator[Problem]:
    for part in (regiment, *((regiment.hero,) if regiment.hero is not None else ())):
        for command in COMMAND_GROUP:
            if part.count(command) > 1:
                yield Problem(
                    f"{part} has {part.count(command)} models with {command}: a unit has one at most.",
                    "aofr.command.limit",
                )
    if regiment.combined and (regiment.size < 4 or regiment.size % 2):
        yield Problem(
            f"{regiment} cannot be a combined unit: combining takes two copies of the same unit of several models.",
            "aofr.army.combine_units",
        )
    if regiment.hero is not None:
        yield from _joining_problems(regiment, regiment.hero)


def _unique_problems(army: ArmyList) -> Iterator[Problem]:
    """Units of which an army may have one, by a rule of their own."""
    unique = Counter(
        unit.name
        for unit in army.units()
        if any(clause.deed == "unique" for rule in unit.rules for clause in rule.clauses)
    )
    for name, count in unique.items():
        if count > 1:
            yield Problem(f"{army.name} has {name} {_times(count)}: it may be taken once.", "aofr.special.priority")


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
            f"{name} stand on bases of {_and([f'{width}x{depth}' for width, depth in found])} mm: "
            "models of the same unit need the same base.",
            "aofr.scale.base_consistent",
        )
        for (_, name, _), found in bases.items()
        if len(found) > 1
    ]


def _force_organisation_problems(army: ArmyList, size: int) -> Iterator[Problem]:
    """The optional limits; a joined hero is a unit of its own in all of them (AOFR-R065)."""
    units = list(army.units())
    heroes = sum(unit.is_hero for unit in units)
    if heroes > most_heroes(size):
        yield Problem(
            f"{army.name} has {heroes} heroes: a game of {size} points allows {most_heroes(size)}.",
            "aofr.army.fo_heroes",
        )
    copies = Counter((unit.faction, unit.name) for unit in units)  # aofr.army.fo_combined_counts_one
    for (_, name), count in copies.items():
        if count > most_copies(size):
            yield Problem(
                f"{army.name} has {count} copies of {name}: a game of {size} points allows {most_copies(size)}.",
                "aofr.army.fo_copies",
            )
    for unit in units:
        if unit.cost > most_points_for_a_unit(size):
            yield Problem(
                f"{unit} costs {unit.cost} points: "
                f"35 % of {size} is {most_points_for_a_unit(size)}, and no unit may cost more.",
                "aofr.army.fo_unit_cost",
            )
    if len(units) > most_units(size):
        yield Problem(
            f"{army.name} has {len(units)} units: a game of {size} points allows {most_units(size)}.",
            "aofr.army.fo_unit_count",
        )


def _and(names: Sequence[str]) -> str:
    return " and ".join(names) if len(names) < 3 else f"{', '.join(names[:-1])} and {names[-1]}"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
