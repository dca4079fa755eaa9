"""What a Roster must keep to: points, numbers, shares of categories, a General, Paths of Magic, Enchantments.

Each check tells one kind of fault, with its rule and what would put it right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec

from warhost.muster.checking.checks import Checks
from warhost.muster.checking.limits import Amount, Check, Limit, entry_limits, within_budget
from warhost.muster.checking.roster import Budget, Listed, Roster
from warhost.muster.entries import times
from warhost.muster.files.army_text import Problem
from warhost.play.shown import english
from warhost.play.shown.english import verb
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.core import Entry, Settings, rule_name
from warhost.rulesets.essence_of_war.lists.bought_units import GENERAL, path_choice
from warhost.rulesets.essence_of_war.lists.listed_units import BaseOption, Enchantment, ListEntry, Mount

__all__ = ["LARGEST", "SMALLEST", "STEP", "MadeUnit", "first_general", "roster_checks", "row_name", "unit_faults"]

SMALLEST, LARGEST, STEP = 800, 2400, 100
"""The sizes of battles (eow.adv.army.points)."""
MOST_ENCHANTED = 100
"""Points of Enchantments that a Character may carry (eow.vault.limit_points)."""


class MadeUnit(NamedTuple):
    """A unit of a Roster: as it takes the field, and what it was bought from."""

    unit: Entry
    entry: ListEntry
    option: BaseOption
    paths: tuple[str, ...] = ()
    items: tuple[Enchantment, ...] = ()
    mount: Mount | None = None
    marked: bool = False
    """The player marked it as the General."""

    @property
    def leads(self) -> bool:
        """It is the General whatever the player says (EOW-R213)."""
        return self.option.does.general


def row_name(name: str) -> str:
    """A name as the rows of the rule table write it."""
    plain = "".join(letter if letter.isalnum() or letter == " " else "" for letter in name.casefold())
    return "_".join(plain.split())


def made_units(roster: Roster) -> list[MadeUnit]:
    return [unit.own for unit in roster.units if isinstance(unit.own, MadeUnit)]


class ShareLimit(Limit, frozen=True):
    """A share of the points for some categories; `special` names units that count as Special, whatever they are."""

    special: str = ""

    def _held(self, roster: Roster) -> Iterable[Roster]:
        units = tuple(
            msgspec.structs.replace(unit, traits=("Special", *unit.traits[1:])) if unit.name == self.special else unit
            for unit in roster.units
        )
        return (msgspec.structs.replace(roster, units=units),)


@rule("eow.adv.army.core_minimum", "eow.adv.army.char_support_max", "eow.multi.points_per_roster")
def share_limits(special: str = "") -> tuple[Limit, Limit]:
    """At least a quarter of the agreed points for Core, at most half for Characters and Support (EOW-R211)."""
    core = ShareLimit(
        "eow.adv.army.core_minimum",
        counts="points",
        of=("Core",),
        least=Amount(percent=25),
        mend="Take more Core units, or larger ones.",
        special=special,
    )
    leaders = ShareLimit(
        "eow.adv.army.char_support_max",
        counts="points",
        of=("Character", "Support"),
        most=Amount(percent=50),
        mend="Take fewer of them, or cheaper ones.",
        special=special,
    )
    return core, leaders


@lru_cache(maxsize=32)
def roster_checks(settings: Settings) -> Checks:
    """The checks of a battle with these settings."""
    return Checks(
        battle_size,
        within_budget("eow.adv.army.points_limit", mend="Leave out {by} points."),
        entry_limits("eow.adv.army.duplication", mend="Take something else for {by} of them."),
        option_limits(per_army=settings.option_limits == "per army"),
        *share_limits("Caiman Warriors" if settings.caiman_warriors == "Special" else ""),
        general,
        unit_checks(any_path=settings.wizard_paths == "any"),
        unique_paths,
        shared_paths,
        unique_items,
        platforms,
    )


@rule("eow.adv.army.points", "eow.multi.armies")
def battle_size(roster: Roster, budget: Budget) -> Iterator[Problem]:
    """Battles are of 800 to 2400 points, in hundreds."""
    points = budget.points
    if points and (not SMALLEST <= points <= LARGEST or points % STEP):
        message = f"a battle of {points} points is not possible: agree on {SMALLEST} to {LARGEST} points, in hundreds."
        yield Problem(message, "eow.adv.army.points")


def option_limits(per_army: bool) -> Check:
    """No more of an option than its own limit says (0-X): among the units of its entry, or in the army (EOW-R015)."""

    @rule("eow.adv.army.duplication")
    def check(roster: Roster, budget: Budget) -> Iterator[Problem]:
        counts: Counter[tuple[str, str]] = Counter()
        limits: dict[tuple[str, str], int] = {}
        for listed in roster.units:
            for name, limit in _limited(listed):
                key = ("" if per_army else listed.name, name)
                counts[key] += 1
                limits[key] = min(limit, limits.get(key, limit))
        for key, count in counts.items():
            owner, name = key
            if count > limits[key]:
                of = f"{owner} with {name}" if owner else name
                message = (
                    f"{roster.name} {verb(roster.name, 'has')} {of} {times(count)}: it may be taken "
                    f"{times(limits[key])}. Choose something else for {count - limits[key]} of them."
                )
                yield Problem(message, "eow.adv.army.duplication", of, count - limits[key])

    return check


def _limited(listed: Listed) -> Iterator[tuple[str, int]]:
    """What a unit has of which there is a limit."""
    made = listed.own
    if isinstance(made, MadeUnit) and made.option.limit is not None:
        yield made.option.name, made.option.limit
    for option in listed.options:
        if option.limit is not None:
            yield option.name, option.limit


@rule("eow.adv.army.general")
def general(roster: Roster, budget: Budget) -> Iterator[Problem]:
    """One Character is the General; where there are several, the player says which."""
    characters = [made for made in made_units(roster) if made.unit.category == "Character"]
    marked = [made for made in characters if made.marked and not made.leads]
    leads = [made for made in characters if made.leads]
    row = "eow.adv.army.general"
    if not characters:
        has = verb(roster.name, "has")
        yield Problem(f"{roster.name} {has} no Character to be the General: take one.", row, GENERAL, 1, lacks=True)
    elif leads and marked:
        names = english.listed([made.unit.name for made in marked])
        message = (
            f"{leads[0].unit.name} with {leads[0].option.name} is the General: {names} cannot be. Take the mark off."
        )
        yield Problem(message, row, GENERAL, len(marked))
    elif len(marked) + len(leads) > 1:
        names = english.listed([made.unit.name for made in (*leads, *marked)])
        yield Problem(f"{names} cannot all be the General: leave one.", row, GENERAL, len(marked) - 1)
    elif len(characters) > 1 and not marked and not leads:
        message = (
            f"{roster.name} {verb(roster.name, 'has')} {len(characters)} Characters and no General: mark one of them."
        )
        yield Problem(message, row, GENERAL)


# Single units


def unit_checks(any_path: bool) -> Check:
    def check(roster: Roster, budget: Budget) -> Iterator[Problem]:
        for made in made_units(roster):
            yield from unit_faults(made, any_path)

    return check


def unit_faults(made: MadeUnit, any_path: bool = False) -> Iterator[Problem]:
    """What is wrong with a unit by itself."""
    yield from _path_faults(made, any_path)
    yield from _too_dear(made)
    yield from _alike(made)
    yield from _not_for_it(made)


@rule("eow.adv.wizard.one_path")
def _path_faults(made: MadeUnit, any_path: bool) -> Iterator[Problem]:
    """Each Wizard chooses one Path among those of its entry (EOW-R004)."""
    name, row = made.unit.name, "eow.adv.wizard.one_path"
    listed, needed = path_choice(made.entry, made.option)
    chosen = made.paths
    wrong = [path for path in chosen if path not in listed and not any_path]
    if needed == 0:
        if chosen:
            yield Problem(f"{name} chooses no Path of Magic: leave out {english.listed(chosen)}.", row, name)
    elif wrong:
        message = f"{name} cannot choose {english.listed(wrong)}: its Paths are {english.listed(listed)}."
        yield Problem(message, row, name, len(wrong))
    elif len(chosen) != needed:
        among = "any" if any_path else english.listed(listed)
        number = "one Path" if needed == 1 else f"{needed} Paths"
        message = f"{name} {verb(name, 'has')} {len(chosen) or 'no'} Paths of Magic: choose {number} among {among}."
        yield Problem(message, row, name, abs(len(chosen) - needed))


@rule("eow.vault.limit_points")
def _too_dear(made: MadeUnit) -> Iterator[Problem]:
    """A Character carries Enchantments for 100 points at most."""
    name, over = made.unit.name, sum(item.cost for item in made.items) - MOST_ENCHANTED
    if over > 0:
        message = (
            f"{name} carries Enchantments for {MOST_ENCHANTED + over} points: {MOST_ENCHANTED} are allowed. "
            f"Leave out {over} points."
        )
        yield Problem(message, "eow.vault.limit_points", name, over)


@rule("eow.vault.limit_types")
def _alike(made: MadeUnit) -> Iterator[Problem]:
    """Of each kind of Enchantment a Character carries one."""
    name = made.unit.name
    for kind, count in Counter(item.kind for item in made.items).items():
        if count > 1:
            names = english.listed([item.name for item in made.items if item.kind == kind])
            message = f"{name} carries {names}: of each kind ({kind}) one is allowed. Keep one of them."
            yield Problem(message, "eow.vault.limit_types", name, count - 1)


def _not_for_it(made: MadeUnit) -> Iterator[Problem]:
    """Enchantments that are not for everybody."""
    name = made.unit.name
    for item in made.items:
        told = _barred(made, item)
        if told is not None:
            why, row = told
            yield Problem(f"{name} cannot carry {item.name}: {why}. Leave it out.", row, name, 1)


@rule("eow.vault.towering_no_armour")
def _barred(made: MadeUnit, item: Enchantment) -> tuple[str, str] | None:
    """Why a Character cannot carry an Enchantment, and by which rule, if it cannot."""
    row = f"eow.vault.{item.kind}.{row_name(item.name)}"
    said = made.entry.bars.get(item.kind)
    if said is not None:
        return f"{said} forbids it", f"eow.list.{row_name(made.unit.faction)}.rule.{row_name(said)}"
    if item.kind == "armour" and made.unit.has("Towering"):
        return "Towering models take no Armour", "eow.vault.towering_no_armour"
    if "Chariot" in item.bars and made.mount is not None and made.mount.chariot:
        return f"it is on a {made.mount.name}", row
    if "General" in item.bars and made.unit.general:
        return "it is the General", row
    bought = made.unit.bought
    wizard = bought.wizard if bought else ""
    if "Wizard" in item.bars and wizard:
        return "it is a Wizard", row
    if "all but Masters" in item.bars and wizard != "Master":
        return "only a Wizard Master can", row
    return None


# The Roster as a whole


@rule("eow.adv.wizard.unique_path")
def unique_paths(roster: Roster, budget: Budget) -> Iterator[Problem]:
    """No two Wizards choose the same Path; who must share one does not count."""
    choosing: dict[str, list[str]] = {}
    for made in made_units(roster):
        if not made.option.does.shares_path_with:
            for path in dict.fromkeys(made.unit.bought.paths if made.unit.bought else ()):
                choosing.setdefault(path, []).append(made.unit.name)
    for path, names in choosing.items():
        if len(names) > 1:
            message = (
                f"{english.listed(names)} choose {path}: each Path may be chosen once. Choose another for one of them."
            )
            yield Problem(message, "eow.adv.wizard.unique_path", path, len(names) - 1)


@rule("eow.list.vermin_swarm.rule.duumvirate")
def shared_paths(roster: Roster, budget: Budget) -> Iterator[Problem]:
    """Who shares the Path of another needs that other."""
    units = made_units(roster)
    for made in units:
        partner, chosen = made.option.does.shares_path_with, made.paths
        if not partner or len(chosen) != 1:
            continue
        others = [
            other.paths for other in units if other.unit.name == partner and not other.option.does.shares_path_with
        ]
        if not any(chosen[0] in paths for paths in others):
            row = f"eow.list.{row_name(made.unit.faction)}.rule.{row_name(made.option.name)}"
            of = f"another {partner} that has chosen {chosen[0]}" if others else f"another {partner}"
            message = f"{made.unit.name} with {made.option.name} needs {of}."
            yield Problem(message, row, made.unit.name, 1, lacks=not others)


@rule("eow.vault.unique")
def unique_items(roster: Roster, budget: Budget) -> Iterator[Problem]:
    """Each Enchantment is in a Roster once."""
    for name, count in Counter(item.name for made in made_units(roster) for item in made.items).items():
        if count > 1:
            message = (
                f"{roster.name} {verb(roster.name, 'has')} {name} {times(count)}: each Enchantment may be taken once. "
                f"Leave out {count - 1}."
            )
            yield Problem(message, "eow.vault.unique", name, count - 1)


@rule("eow.special.war_platform.join")
def platforms(roster: Roster, budget: Budget) -> Iterator[Problem]:
    """A War Platform stands in the ranks of a unit, so there must be one for it (EOW-R016)."""
    units = [made.unit for made in made_units(roster)]
    taken: list[int] = []
    for unit in units:
        if not unit.has("War Platform"):
            continue
        hosts = [number for number, host in enumerate(units) if number not in taken and _holds(unit, host)]
        if hosts:
            taken.append(hosts[0])
        else:
            named = next(text for text in unit.rules if rule_name(text) == "War Platform").partition("(")[2].strip(")")
            message = (
                f"{unit.name} is a War Platform on a base of {unit.base[0]}x{unit.base[1]} mm and needs "
                f"{f'{named} units' if named else 'a unit'} with enough ranks to stand in: take one."
            )
            yield Problem(message, "eow.special.war_platform.join", unit.name, 1, lacks=True)


def _holds(platform: Entry, host: Entry) -> bool:
    """Whether a unit has room for a War Platform."""
    if host.single or host.has("Path of the Exiled") or (host.has("Unstable") and not platform.has("Unstable")):
        return False
    named = [text.partition("(")[2].strip(")") for text in platform.rules if rule_name(text) == "War Platform"]
    if named[0] and host.name not in named:
        return False
    (width, depth), (each, deep) = platform.base, host.base
    return not width % each and not depth % deep and width // each <= host.files and depth // deep <= host.ranks


def first_general(units: Sequence[MadeUnit]) -> int | None:
    """The number of the unit that leads the army: who must, who is marked, or the only Character."""
    characters = [number for number, made in enumerate(units) if made.unit.category == "Character"]
    found = [number for number in characters if units[number].leads]
    found += [number for number in characters if units[number].marked]
    return next(iter(found), characters[0] if len(characters) == 1 else None)
