"""The patrols of the Basic game: what they are made of, their files, read and written.

Every problem of a file is collected, each as a sentence that says where and what.

>>> patrol("orcs").entries[3].name
'Iron Orcs'
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from warhost.errors import did_you_mean
from warhost.muster.checking.checks import Checks
from warhost.muster.checking.limits import Amount, Limit, entry_limits
from warhost.muster.checking.roster import Budget, Listed, Roster
from warhost.muster.files.army_text import Reading, Table, named, read_table
from warhost.muster.files.toml_text import toml_table, toml_text, toml_value
from warhost.rulesets.essence_of_war.core import (
    CHARACTERISTICS,
    MODEL_RULES,
    ArmedWith,
    Category,
    Entry,
    Patrol,
    Profile,
    SpellEntry,
    SpellVersion,
    Weapon,
    rule_name,
)
from warhost.rulesets.essence_of_war.lists.weapon_files import read_spell, read_weapon, spell_fields, weapon_fields
from warhost.rulesets.families.house_books import HouseArmies

__all__ = [
    "CATEGORIES",
    "CHECKS",
    "COMPOSITION",
    "FIXED_ARMIES",
    "entry",
    "load_patrol_text",
    "patrol",
    "patrol_text",
    "patrols",
    "read_armed",
    "read_base",
    "read_patrol",
    "read_profile",
    "read_rule",
    "roster_of",
]

FIXED_ARMIES = "The Basic game of Essence of War has fixed patrols: choose one of those instead of your own list."

_COMPOSITION: dict[Category, int] = {"Character": 1, "Core": 2, "Special": 1}
CATEGORIES = tuple(_COMPOSITION)

COMPOSITION = Checks(
    *(
        Limit("eow.army.basic_patrol", of=(category,), least=Amount(flat=count), most=Amount(flat=count))
        for category, count in _COMPOSITION.items()
    )
)
"""A patrol is one Character, two Core units and one Special unit (eow.army.basic_patrol)."""

CHECKS = COMPOSITION + Checks(entry_limits("eow.army.basic_patrol"))
"""And it has each of its units once."""


def roster_of(army: Patrol) -> Roster:
    """A patrol as its checks see it."""
    units = tuple(
        Listed(name=entry.name, faction=entry.faction, traits=(entry.category,), models=entry.models, limit=1)
        for entry in army.entries
    )
    return Roster(name=army.faction, units=units, word="patrol", own=army)


_RULE_ALIASES = {"Devastating Charge": "Devastating"}

_BASES = (
    *("20x20", "25x25", "25x50", "40x20", "40x40", "50x50", "50x75", "50x100", "60x100", "75x50"),
    "100x100",
)
_LIMITS = {"dis": (0, 10), "hp": (1, 99), "arm": (0, 5), "aeg": (2, 6), "agi": (0, 10)}
_OPTIONAL = ("rsr", "aeg")


def read_patrol(text: str, filename: str) -> Reading[Patrol]:
    """The patrol in the text of a file, or what can be read of it and all its problems."""
    return read_table(text, filename, _patrol)


def _patrol(file: Table) -> Patrol:
    faction = file.text("faction")
    aliases = file.names("aliases")
    told = file.text("text") if file.has("text") else ""
    weapons = {name: read_weapon(table) for name, table in file.named_tables("weapon")}
    spells = {name: read_spell(table) for name, table in file.named_tables("spell")}
    units = file.tables("unit")
    file.done()
    entries = tuple(_entry(table, faction, weapons, spells) for table in units)
    if all(table.raw.get("category") in CATEGORIES for table in units):
        for problem in COMPOSITION.problems(roster_of(Patrol(faction, entries)), Budget()):
            file.problem(str(problem))
    file.distinct("unit", (entry.name for entry in entries))
    _check_riders(spells, file)
    _check_use(entries, weapons, spells, file)
    return Patrol(faction, entries, aliases, told)


def _entry(table: Table, faction: str, weapons: Mapping[str, Weapon], spells: Mapping[str, SpellEntry]) -> Entry:
    name = table.text("name")
    aliases = table.names("aliases")
    category = table.choice("category", CATEGORIES)
    files, ranks = _formation(table)
    base = read_base(table)
    profile = read_profile(table.table("profile"))
    rules = tuple(read_rule(table, text) for text in table.names("rules"))
    armed = tuple(read_armed(table, text, weapons) for text in _weapon_texts(table))
    known = tuple(_known(table, text, spells) for text in table.names("spells"))
    shown = {
        "rules": rules,
        "weapon": tuple(map(str, armed)),
        "weapons": tuple(map(str, armed)),
        "spells": tuple(spell.name for spell in known),
    }
    table.done()
    if table.raw.get("category") == "Character" and ranks != 0:
        table.problem('a Character is a single model: write formation = "single".')
    return Entry(
        faction=faction,
        name=name,
        aliases=aliases,
        category=category,
        files=files,
        ranks=ranks,
        base=base,
        profile=profile,
        rules=rules,
        weapons=armed,
        spells=known,
        # The order of the keys is the order of the entry: a bow may stand before or after the rules.
        listed=tuple(text for key in table.raw for text in shown.get(key, ())),
    )


def _formation(table: Table) -> tuple[int, int]:
    """Files and ranks; a single model has one file and no ranks."""
    text = table.text("formation")
    match = re.fullmatch(r"([1-9]\d*)x([1-9]\d*)", text)
    files, ranks = (int(match[1]), int(match[2])) if match else (1, 0)
    if not match and text != "single" and table.has("formation"):
        table.problem(f'formation "{text}" cannot be read: write files x ranks such as "5x2", or "single".')
    elif table.has("models") and table.number("models", 1, 999) != files * max(ranks, 1):
        table.problem(f"formation {text} holds {files * max(ranks, 1)} models, not {table.raw['models']}.")
    return files, ranks


def read_base(table: Table) -> tuple[int, int]:
    width, depth = table.choice("base", _BASES).split("x")
    return (int(width), int(depth))


def read_profile(table: Table) -> Profile:
    values: dict[str, int] = {}
    for key in CHARACTERISTICS:
        if key in _OPTIONAL and not table.has(key):
            continue
        attribute = f"{key}_" if key in ("def", "str") else key
        values[attribute] = table.number(key, *_LIMITS.get(key, (0, 99)))
    table.done()
    return Profile(**values)


def read_rule(table: Table, text: str) -> str:
    """The rule with its canonical name; a problem if it is unknown or its brackets cannot be read."""
    name = rule_name(text)
    bracket = text[len(name) :].strip()
    told = f"{_RULE_ALIASES.get(name, name)} {bracket}".strip()
    problem = MODEL_RULES.problem(told)
    if problem:
        table.problem(problem)
    return told


def _weapon_texts(table: Table) -> tuple[str, ...]:
    if not table.has("weapon"):
        return table.names("weapons")
    if table.has("weapons"):
        table.problem('both "weapon" and "weapons" are given: keep one of them.')
    return (table.text("weapon"),)


def read_armed(table: Table, text: str, weapons: Mapping[str, Weapon]) -> ArmedWith:
    name = rule_name(text)
    match = re.fullmatch(r"\(([1-6])\+\)", text[len(name) :].strip())
    if not match:
        table.problem(f'weapon "{text}" needs the unit\'s Aim in brackets, such as "{name} (4+)".')
    if name not in weapons:
        near = did_you_mean(name, weapons) or f' Describe it under [weapon."{name}"].'
        table.problem(f'weapon "{name}" is unknown.{near}')
    weapon = weapons.get(name) or Weapon(name=name, shots=0, range=0, str_=0, ap=0)
    return ArmedWith(weapon, int(match[1]) if match else 0)


def _known(table: Table, name: str, spells: Mapping[str, SpellEntry]) -> SpellEntry:
    if name not in spells:
        near = did_you_mean(name, spells) or f' Describe it under [spell."{name}"].'
        table.problem(f'spell "{name}" is unknown.{near}')
    return spells.get(name) or SpellEntry(name=name, versions=(SpellVersion(0),))


def _check_riders(spells: Mapping[str, SpellEntry], file: Table) -> None:
    for spell in spells.values():
        if spell.amplifies is not None and spell.amplifies not in spells:
            near = did_you_mean(spell.amplifies, spells)
            file.problem_of("spell", spell.name, f'spell "{spell.amplifies}" is unknown.{near}')


def _check_use(
    entries: tuple[Entry, ...], weapons: Mapping[str, Weapon], spells: Mapping[str, SpellEntry], file: Table
) -> None:
    """A weapon or spell that no unit lists is a slip of the pen."""
    used = {armed.weapon.name for entry in entries for armed in entry.weapons}
    known = {spell.name for entry in entries for spell in entry.spells}
    # A misspelt name has been told already: that the right one is unused then tells nothing new.
    for kind, written, listed in (("weapon", weapons.keys(), used), ("spell", spells.keys(), known)):
        if listed <= written:
            for name in written:
                if name not in listed:
                    file.problem_of(kind, name, "no unit lists it.")


def patrol_text(army: Patrol) -> str:
    """The file of a patrol."""
    top = toml_table("", {"faction": army.faction, "aliases": army.aliases, "text": army.text})
    weapons = [toml_table(f"[weapon.{toml_value(weapon.name)}]", weapon_fields(weapon)) for weapon in army.weapons]
    spells = [toml_table(f"[spell.{toml_value(spell.name)}]", spell_fields(spell)) for spell in army.spells]
    return toml_text([top, *map(_unit, army.entries), *weapons, *spells])


def _unit(entry: Entry) -> str:
    profile = msgspec.to_builtins(entry.profile)
    listed = {
        "rules": entry.rules,
        "weapons": tuple(map(str, entry.weapons)),
        "spells": tuple(spell.name for spell in entry.spells),
    }
    # The order of the keys is the order of the entry: a bow may stand before or after the rules.
    order = sorted((key for key in listed if listed[key]), key=lambda key: entry.listed.index(listed[key][0]))
    fields = {
        "name": entry.name,
        "aliases": entry.aliases,
        "category": entry.category,
        "formation": entry.formation,
        "base": f"{entry.base[0]}x{entry.base[1]}",
        "profile": {key: profile[key] for key in CHARACTERISTICS if profile[key] is not None},
        **{key: listed[key] for key in order},
    }
    return toml_table("[[unit]]", fields)


PATROLS = HouseArmies("warhost.rulesets.essence_of_war", read_patrol, "patrols")
patrols, patrol, load_patrol_text = PATROLS.all, PATROLS.find, PATROLS.load


def entry(army: Patrol, name: str) -> Entry:
    """The unit entry of an army, by the same kinds of names."""
    return named(name, f"unit of the {army.faction}", {e.name: (e, (e.name, *e.aliases)) for e in army.entries})
