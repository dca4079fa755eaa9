"""The Armylists, the Grimoire, the Bestiary and the Vault to read at length: as tables and as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from warhost.play.shown.english import listed
from warhost.play.shown.sheets import Sheet
from warhost.rulesets.essence_of_war.core import CHARACTERISTICS, Entry, SpellEntry
from warhost.rulesets.essence_of_war.lists.armylists import armylist, armylists, bestiary, grimoire, vault
from warhost.rulesets.essence_of_war.lists.listed_units import (
    Alteration,
    Armylist,
    BaseOption,
    ListEntry,
    Mount,
    Upgrade,
)
from warhost.rulesets.essence_of_war.shown.cards import LABELS
from warhost.rulesets.essence_of_war.shown.sheets import characteristic, spell_text, weapon_text
from warhost.table import summed

__all__ = ["altered", "armylist_data", "armylist_sheet", "list_as_data", "list_sheet", "more_data", "more_sheets"]

COLUMNS = ("Unit", "Category", "Limit", "Base", *LABELS.values())
SOURCES = {"text": "by the book's text", "builder": "by list builders' data", "house": "by our ruling"}


def more_sheets(name: str | None) -> Sequence[Sheet]:
    """The Armylist of a faction; without a name all of them, and what they share."""
    if name is not None:
        return (armylist_sheet(armylist(name)),)
    return (*map(armylist_sheet, armylists().values()), _mounts_sheet(), _vault_sheet(), _grimoire_sheet())


def more_data(name: str | None) -> Mapping[str, Any]:
    """The same as plain data."""
    if name is not None:
        return {"armylists": [armylist_data(armylist(name))]}
    return {
        "armylists": [armylist_data(army) for army in armylists().values()],
        "mounts": [_mount_data(mount) for mount in bestiary().values()],
        "items": msgspec.to_builtins(list(vault().values())),
        "paths": {path: [spell.name for spell in spells] for path, spells in grimoire().paths.items()},
        "faction_spells": {name: [spell.name for spell in spells] for name, spells in grimoire().faction.items()},
        "spells": [_spell_data(spell) for spell in grimoire().spells.values()],
    }


# Armylists


def armylist_sheet(army: Armylist) -> Sheet:
    """An Armylist: its entries with prices, rules, Paths and weapons."""
    changes = [f"{name}: {text}" for name, text in _changes(army)]
    return Sheet(
        title=f"{army.faction}: Armylist of {len(army.entries)} entries",
        columns=COLUMNS,
        right=COLUMNS[2:],
        rows=tuple(_row(entry) for entry in army.entries),
        below=(
            ("Base Options and upgrades", tuple(f"{entry.name}: {_prices(entry)}" for entry in army.entries)),
            ("Rules", tuple(f"{entry.name}: {', '.join(entry.listed) or 'none'}" for entry in army.entries)),
            ("Paths of Magic", tuple(f"{entry.name}: {_paths(entry)}" for entry in army.entries if entry.paths)),
            ("Weapons", tuple(f"{weapon.name}: {weapon_text(weapon)}" for weapon in army.weapons)),
            ("What options change", tuple(changes)),
        ),
    )


def _row(entry: ListEntry) -> tuple[str, ...]:
    profile = _profile(entry)
    values = (_shown(name, profile[name]) for name in CHARACTERISTICS)
    return (entry.name, entry.category, f"0-{entry.limit}", _base(entry.base), *values)


def _profile(entry: ListEntry) -> dict[str, Any]:
    """The profile as the book prints it: with dice for a March Rate, and dashes for who does not fight."""
    profile = msgspec.to_builtins(entry.profile)
    if entry.march:
        profile["mar"] = entry.march
    if not entry.fights:
        profile |= {"att": "-", "off": "-"}
    return {name: profile[name] for name in CHARACTERISTICS}


def _shown(name: str, value: int | str | None) -> str:
    return value if isinstance(value, str) else characteristic(name, value)


def _base(base: tuple[int, int]) -> str:
    return f"{base[0]}x{base[1]}"


def _prices(entry: ListEntry) -> str:
    bases = [f"{option.name} {option.cost}{_limit(option)}" for option in entry.options]
    upgrades = [f"{upgrade.name} +{upgrade.cost}{_limit(upgrade)}" for upgrade in entry.upgrades]
    return ", ".join([*bases, *upgrades])


def _limit(option: BaseOption | Upgrade) -> str:
    return "" if option.limit is None else f" (0-{option.limit})"


def _paths(entry: ListEntry) -> str:
    return ", ".join(f"{path} ({SOURCES[sources[0]]})" for path, sources in entry.paths.items())


def _changes(army: Armylist) -> Iterator[tuple[str, str]]:
    """What options, upgrades and rules of an army change, where their names do not say it."""
    told: dict[str, str] = {}
    for entry in army.entries:
        offers: list[BaseOption | Upgrade] = [*entry.options, *entry.upgrades]
        for offer in offers:
            if offer.does.conclave and offer.name not in army.effects:
                told[f"{offer.name} of {entry.name}"] = altered(offer.does)
    yield from told.items()
    yield from ((name, altered(effect)) for name, effect in army.effects.items())


def altered(does: Alteration) -> str:
    """What an alteration does, in words."""
    return ", ".join(_altered(does))


def _altered(does: Alteration) -> Iterator[str]:
    if does.mount:
        yield f"on {does.mount}"
    if does.general:
        yield "is the General"
    if does.formation:
        yield f"formation {_base(does.formation)}"
    if does.base:
        yield f"base {_base(does.base)}"
    yield from (f"{LABELS[name]} {characteristic(name, value)}" for name, value in does.set.items())
    yield from (f"{LABELS[name]} +{value}" for name, value in does.add.items())
    yield from (f"no {name}" for name in does.loses)
    yield from does.gives
    yield from map(str, does.weapons)
    if does.wizard:
        yield f"Wizard {does.wizard}"
    if does.paths:
        yield f"Path {' or '.join(does.paths)}"
    if does.more_paths:
        yield "spell 1 of one more Path"
    if does.spells:
        numbers = listed([str(one) for one in does.spells])
        yield f"knows spell{'s' if len(does.spells) > 1 else ''} {numbers} of its Path"
    if does.shares_path_with:
        yield f"of the Path of another {does.shares_path_with}"
    if does.conclave:
        yield f"Conclave ({', '.join(does.conclave)})"
    yield from (f"knows {name}" for name in does.knows)
    if does.bars:
        yield f"no Enchantment of the kind {', '.join(does.bars)}"


def armylist_data(army: Armylist) -> dict[str, Any]:
    """An Armylist as plain data; the characteristics in the order of the book."""
    return {
        "faction": army.faction,
        "aliases": list(army.aliases),
        "entries": [_entry_data(entry) for entry in army.entries],
        "weapons": msgspec.to_builtins(army.weapons),
        "effects": {name: _alteration_data(effect) for name, effect in army.effects.items()},
    }


def _entry_data(entry: ListEntry) -> dict[str, Any]:
    return {
        "name": entry.name,
        "aliases": list(entry.aliases),
        "category": entry.category,
        "sure": list(entry.sure),
        "limit": entry.limit,
        "base": list(entry.base),
        **_profile(entry),
        "rules": list(entry.listed),
        "wizard": entry.wizard or next((one.wizard for one in entry.does if one.wizard), ""),
        "paths": {path: list(sources) for path, sources in entry.paths.items()},
        "options": [
            {
                **_offer_data(option),
                "printed": option.printed or option.name,
                "files": option.files,
                "ranks": option.ranks,
                "models": option.models,
            }
            for option in entry.options
        ],
        "upgrades": [_offer_data(upgrade) for upgrade in entry.upgrades],
    }


def _offer_data(offer: BaseOption | Upgrade) -> dict[str, Any]:
    return {"name": offer.name, "cost": offer.cost, "limit": offer.limit, "changes": _alteration_data(offer.does)}


def _alteration_data(does: Alteration) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(does)
    if does.weapons:
        data["weapons"] = list(map(str, does.weapons))
    return data


# Rosters


def list_sheet(title: str, entries: Sequence[Entry], limit: int = 0) -> Sheet:
    """A Roster: its units with what was bought for them, and their rules, weapons and spells."""
    columns = ("Unit", "Category", "Points", "Models", "Formation", "Base", *LABELS.values())
    points = sum(entry.points for entry in entries)
    weapons = {armed.weapon.name: armed.weapon for entry in entries for armed in entry.weapons}
    spells = {spell.name: spell for entry in entries for spell in entry.spells}
    items = [vault()[name] for entry in entries for name in entry.items if name in vault()]
    below = (
        ("Bought", tuple(f"{entry.name}: {_bought(entry)}" for entry in entries)),
        ("Rules", tuple(f"{entry.name}: {', '.join(entry.listed) or 'none'}" for entry in entries)),
        ("Weapons", tuple(f"{weapon.name}: {weapon_text(weapon)}" for weapon in weapons.values())),
        ("Spells", tuple(f"{spell.name}: {_spell_line(spell)}" for spell in spells.values())),
        ("Enchantments", tuple(f"{item.name} ({item.cost}): {item.effect}" for item in items)),
    )
    return Sheet(
        title=f"{title}: {points}{f' of {limit}' if limit else ''} points, {len(entries)} units",
        columns=columns,
        right=columns[2:],
        rows=tuple(_unit_row(entry) for entry in entries),
        below=tuple((label, lines) for label, lines in below if lines),
    )


def _unit_row(entry: Entry) -> tuple[str, ...]:
    profile = msgspec.to_builtins(entry.profile)
    march = entry.bought.march if entry.bought else ""
    values = (march if name == "mar" and march else characteristic(name, profile[name]) for name in CHARACTERISTICS)
    sizes = (str(entry.points), str(entry.models), entry.formation, _base(entry.base))
    return (entry.name, entry.category, *sizes, *values)


def _bought(entry: Entry) -> str:
    """What was bought for a unit, in words."""
    bought = entry.bought
    assert bought
    words = [bought.option or entry.formation, *bought.upgrades, *bought.paths, *bought.items]
    return ", ".join([*words, *(["General"] if bought.general else []), f"{bought.points} points"])


def list_as_data(name: str, entries: Sequence[Entry]) -> dict[str, Any]:
    """A Roster as plain data: every unit, its base option, upgrades, items, Path and cost (eow.adv.army.roster)."""
    return {
        "name": name,
        "points": summed(entry.points for entry in entries),
        "units": [msgspec.to_builtins(entry) for entry in entries],
    }


# What all Armylists share


def _mounts_sheet() -> Sheet:
    shown = ("adv", "mar", "hp", "res", "arm", "aeg")
    columns = ("Mount", "Base", *(LABELS[name] for name in shown), "Rules")
    rows = tuple(
        (mount.name, _base(mount.base), *(_mount_value(mount, name) for name in shown), ", ".join(mount.rules))
        for mount in bestiary().values()
    )
    return Sheet(title=f"The Bestiary: {len(rows)} mounts", columns=columns, right=columns[2:-1], rows=rows)


def _mount_value(mount: Mount, name: str) -> str:
    if name in mount.add:
        return f"+{mount.add[name]}"
    return characteristic(name, mount.set[name]) if name in mount.set else ""


def _mount_data(mount: Mount) -> dict[str, Any]:
    values = {name: f"+{mount.add[name]}" if name in mount.add else mount.set.get(name) for name in CHARACTERISTICS}
    return {
        "name": mount.name,
        "aliases": list(mount.aliases),
        "base": list(mount.base),
        **{name: value for name, value in values.items() if value is not None},
        "rules": list(mount.rules),
    }


def _vault_sheet() -> Sheet:
    rows = tuple((item.name, item.kind, str(item.cost), ", ".join(item.bars), item.effect) for item in vault().values())
    columns = ("Enchantment", "Kind", "Points", "Not for", "What it does")
    return Sheet(title=f"The Vault: {len(rows)} Enchantments", columns=columns, right=("Points",), rows=rows)


def _grimoire_sheet() -> Sheet:
    book = grimoire()
    owners = {spell.name: faction for faction, spells in book.faction.items() for spell in spells}
    rows = tuple(
        (
            spell.name,
            f"{spell.path} {spell.number}" if spell.path else owners[spell.name],
            _spell_line(spell),
        )
        for spell in book.spells.values()
    )
    return Sheet(title=f"The Grimoire: {len(rows)} spells", columns=("Spell", "Of", "What it does"), rows=rows)


def _spell_line(spell: SpellEntry) -> str:
    return "; ".join(filter(None, (spell_text(spell), grimoire().effects.get(spell.name, ""))))


def _spell_data(spell: SpellEntry) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(spell)
    return {**data, "effect": grimoire().effects[spell.name]}
