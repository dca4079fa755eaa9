"""Units of Armylists as they are bought: what an entry offers, and the unit that comes of what was picked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from warhost.muster.building.buying import Bought as Purchase
from warhost.muster.entries import Barred, Option
from warhost.muster.entries import Entry as Offered
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.core import Bought, Entry, Profile, SpellEntry, Wizard, best, rule_name
from warhost.rulesets.essence_of_war.lists.listed_units import (
    NOTHING,
    SPELLS_KNOWN,
    Alteration,
    BaseOption,
    Enchantment,
    Grimoire,
    ListEntry,
    Mount,
    Upgrade,
)

__all__ = ["COMMAND", "GENERAL", "general_of", "offered", "path_choice", "unit_of"]

GENERAL = "General"
COMMAND = "Commanding Presence"
CHANNEL = "Channel"
HOME_PATHS = ("Battle Runes",)
"""Paths that only those have who are said to have them (EOW-R004)."""
MOST_ARMOUR = 5


def offered(entry: ListEntry, grimoire: Grimoire, vault: Mapping[str, Enchantment]) -> Offered:
    """An entry as lists are built from it: its Base Options are its sizes, all else are its options."""
    paths = [Option(name=path, tags=("path",)) for path in grimoire.paths if path not in HOME_PATHS]
    items = [Option(name=item.name, cost=item.cost, tags=("item", item.kind)) for item in vault.values()]
    general = Option(name=GENERAL, tags=("general",))
    options: list[Option] = list(entry.upgrades)
    barred: list[Barred] = []
    if entry.paths:
        options += paths
    else:
        why = f"{entry.name} chooses no Path of Magic."
        barred += [Barred(path.name, why, "eow.adv.wizard.one_path") for path in paths]
    if entry.category == "Character":
        options += [general, *items]
    else:
        barred.append(Barred(GENERAL, "only a Character can be the General.", "eow.adv.army.general"))
        barred += [Barred(item.name, "only Characters carry Enchantments.", "eow.vault.limit_points") for item in items]
    return Offered(
        name=entry.name,
        faction=entry.faction,
        aliases=entry.aliases,
        category=entry.category,
        sizes=entry.options,
        options=tuple(options),
        limit=entry.limit,
        barred=tuple(barred),
        own=entry,
    )


@rule("eow.adv.army.base_option", "eow.adv.army.upgrades", "eow.adv.army.roster", "eow.vault.cost_in_roster")
def unit_of(bought: Purchase, mounts: Mapping[str, Mount], grimoire: Grimoire) -> Entry:
    """The unit that was bought: its entry with what its Base Option, mount and upgrades change, and its price."""
    entry: ListEntry = bought.entry.own
    assert isinstance(bought.size, BaseOption)
    option = bought.size
    upgrades = [one for one in bought.options if isinstance(one, Upgrade)]
    paths = tuple(one.name for one in bought.options if "path" in one.tags)
    items = tuple(one.name for one in bought.options if "item" in one.tags)
    does = [*entry.does, option.does, *(upgrade.does for upgrade in upgrades)]
    mount = mounts.get(_last(does, "mount", ""))
    wizard, spells = _magic(entry, does, paths, grimoire)
    rules, gained = _rules(entry, does, mount, wizard)
    weapons = (*entry.weapons, *(armed for one in does for armed in one.weapons))
    fixed = next((one.path for one in does if one.path), "")
    general = any(one.general for one in does)
    return Entry(
        faction=entry.faction,
        name=entry.name,
        aliases=entry.aliases,
        category=entry.category,
        files=option.files,
        ranks=option.ranks,
        base=_last(does, "base", None) or (entry.base if mount is None else mount.base),
        profile=_profile(entry.profile, does, mount),
        rules=rules,
        weapons=weapons,
        spells=spells,
        listed=tuple(_listed(entry, does, wizard, (fixed,) if fixed else paths, gained, items)),
        bought=Bought(
            points=bought.cost,
            option="" if _is_formation(option) else option.name,
            upgrades=tuple(upgrade.name for upgrade in upgrades),
            items=items,
            mount="" if mount is None else mount.name,
            wizard=wizard,
            paths=(fixed,) if fixed else paths,
            general=general,
            march=entry.march,
        ),
    )


@rule("eow.adv.army.general")
def general_of(unit: Entry) -> Entry:
    """The unit as the General of its army: it gains Commanding Presence."""
    assert unit.bought
    if COMMAND in unit.rules:
        return unit
    return msgspec.structs.replace(
        unit,
        rules=(*unit.rules, COMMAND),
        listed=(*unit.listed, COMMAND),
        bought=msgspec.structs.replace(unit.bought, general=True),
    )


def _is_formation(option: BaseOption) -> bool:
    return option.does == NOTHING and bool(option.ranks)


def _last(does: Iterable[Alteration], name: str, absent: Any) -> Any:
    """What the last of several alterations says of something."""
    found = absent
    for one in does:
        found = getattr(one, name) or found
    return found


@rule("eow.mount.choose", "eow.mount.replace")
def _profile(printed: Profile, does: Iterable[Alteration], mount: Mount | None) -> Profile:
    """Printed values, then the mount's, then what is set, then what is added (EOW-R011, EOW-R027)."""
    values: dict[str, Any] = msgspec.to_builtins(printed)
    if mount is not None:
        values |= mount.set
        _add(values, mount.add)
    for one in does:
        for name, number in one.set.items():
            # A save that is gained never makes a better one worse.
            values[name] = best(name, [number, values[name]]) if name == "aeg" and values[name] else number
    for one in does:
        _add(values, one.add)
    return msgspec.convert(values, Profile)


def _add(values: dict[str, Any], more: Mapping[str, int]) -> None:
    for name, number in more.items():
        values[name] += number
        if name == "arm":
            values[name] = min(MOST_ARMOUR, values[name])


def _rules(
    entry: ListEntry, does: Iterable[Alteration], mount: Mount | None, wizard: Wizard
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """All model rules of a unit, and those of them that its entry does not list."""
    rules, gained = list(entry.rules), []
    for one in does:
        rules = [text for text in rules if rule_name(text) not in one.loses]
    for text in (*(mount.rules if mount is not None else ()), *(text for one in does for text in one.gives)):
        if text not in rules:
            rules.append(text)
            gained.append(text)
    if wizard in ("Adept", "Master") and CHANNEL not in rules:
        rules.append(CHANNEL)
    return tuple(rules), tuple(gained)


@rule(
    "eow.adv.wizard.conclave",
    "eow.adv.wizard.apprentice",
    "eow.adv.wizard.adept",
    "eow.adv.wizard.master",
    "eow.diff.wizards",
)
def _magic(
    entry: ListEntry, does: list[Alteration], paths: tuple[str, ...], grimoire: Grimoire
) -> tuple[Wizard, tuple[SpellEntry, ...]]:
    """What kind of Wizard a unit is, and the spells that it knows."""
    wizard: Wizard = entry.wizard
    for one in does:
        wizard = one.wizard or ("Conclave" if one.conclave else wizard)
    path = next((one.path for one in does if one.path), "")
    numbers = _last(does, "spells", ()) or SPELLS_KNOWN.get(wizard, ())
    chosen = (path,) if path else paths
    known = [grimoire.paths[name][number - 1] for name in chosen for number in numbers]
    named = [*entry.conclave, *(name for one in does for name in (*one.conclave, *one.knows))]
    known += [grimoire.spells[name] for name in named]
    return wizard, tuple({spell.name: spell for spell in known}.values())


def path_choice(entry: ListEntry, option: BaseOption) -> tuple[tuple[str, ...], int]:
    """The Paths that a unit with that Base Option chooses from, and how many it chooses."""
    does = [*entry.does, option.does]
    if not entry.paths or any(one.path for one in does):
        return (), 0
    return tuple(_last(does, "paths", entry.paths)), 1 + sum(one.more_paths for one in does)


def _listed(
    entry: ListEntry,
    does: list[Alteration],
    wizard: Wizard,
    paths: tuple[str, ...],
    gained: tuple[str, ...],
    items: tuple[str, ...],
) -> Iterator[str]:
    """What a unit has, in the order of its entry, then what it gained."""
    lost = {name for one in does for name in one.loses}
    bought = {upgrade.name for upgrade in entry.upgrades}
    if wizard and wizard != "Conclave":
        yield f"{wizard} ({', '.join(paths)})" if paths else wizard
    for text in entry.listed:
        if text not in SPELLS_KNOWN and text not in bought and rule_name(text) not in lost:
            yield text
    yield from gained
    for one in does:
        yield from map(str, one.weapons)
        if one.conclave:
            yield f"Conclave ({', '.join(one.conclave)})"
        yield from one.knows
    yield from items
