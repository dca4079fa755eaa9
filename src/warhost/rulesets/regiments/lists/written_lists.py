"""Army books and army lists of Regiments, written as files of our own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from warhost.muster.files.toml_text import toml_table, toml_text, toml_value
from warhost.rulesets.regiments.core import (
    DEFAULT_BASES,
    ArmyBook,
    ArmyList,
    Group,
    Regiment,
    UnitEntry,
    Upgrade,
    described,
)
from warhost.rulesets.regiments.lists.spell_files import spell_table
from warhost.rulesets.regiments.rules.in_force import unknown_rules

__all__ = ["book_text", "list_text"]


def _base(base: tuple[int, int]) -> str:
    return f"{base[0]}x{base[1]}"


def book_text(book: ArmyBook) -> str:
    """The file of an army book."""
    top = {"faction": book.faction, "aliases": book.aliases, "text": book.text, "not_in_force": book.not_in_force}
    return toml_text([toml_table("", top), *map(_unit, book.units), *map(spell_table, book.spells), *_rules(book)])


def _rules(thing: ArmyBook | ArmyList) -> Iterator[str]:
    """The rules that are played as their own text says, with that text."""
    for name, text in described(thing).items():
        yield toml_table(f"[rule.{toml_value(name)}]", {"text": text})


def _unit(unit: UnitEntry) -> str:
    fields = {
        "name": unit.name,
        "aliases": unit.aliases,
        "kind": unit.kind,
        "base": "" if unit.base == DEFAULT_BASES[unit.kind] else _base(unit.base),
        "size": unit.size,
        "quality": unit.quality,
        "defense": unit.defense,
        "cost": unit.cost,
        "weapons": [str(weapon) for weapon in unit.weapons],
        "rules": [str(rule) for rule in unit.rules],
        "upgrades": [_upgrade(upgrade) for upgrade in unit.upgrades],
    }
    return toml_table("[[unit]]", fields)


def _upgrade(upgrade: Upgrade) -> dict[str, Any]:
    gains = [*map(str, upgrade.weapons), *map(str, upgrade.rules)]
    fields = {
        "name": upgrade.name,
        "replace": list(upgrade.replaces),
        "drop": [str(rule) for rule in upgrade.drops],
        "with" if upgrade.replaces else "add": gains,
        "models": upgrade.models,
        "most": None if upgrade.most == 1 else upgrade.most,
        "choose": upgrade.choose,
        "quality": upgrade.quality,
        "defense": upgrade.defense,
        "kind": upgrade.kind,
        "base": "" if upgrade.base is None else _base(upgrade.base),
    }
    return {key: value for key, value in fields.items() if value not in (None, [], "")} | {"cost": upgrade.cost}


def list_text(army: ArmyList) -> str:
    """The file of an army list, every regiment written out in full, so that it needs no army book."""
    unknown = dict.fromkeys(rule for unit in army.units() for rule in unit.unknown)
    spells = {spell.name: spell for unit in army.units() for spell in unit.spells}
    idle = unknown_rules(spells=spells.values())
    home = army.factions[0] if army.factions else ""
    top = {
        "name": army.name,
        "aliases": army.aliases,
        "faction": home,
        "points": army.limit,
        "made_for": army.made_for,
        "not_in_force": sorted({*unknown, *idle}),
    }
    regiments = [_regiment(regiment, home) for regiment in army.regiments]
    return toml_text([toml_table("", top), *regiments, *map(spell_table, spells.values()), *_rules(army)])


def _regiment(regiment: Regiment, home: str) -> str:
    text = toml_table("[[regiment]]", _fields(regiment, home))
    if regiment.hero is not None:
        text += "\n" + toml_table("[regiment.hero]", _fields(regiment.hero, home))
    return text


def _fields(regiment: Regiment, home: str) -> dict[str, Any]:
    return {
        "name": regiment.name,
        "faction": "" if regiment.faction == home else regiment.faction,
        "kind": regiment.kind,
        "base": _base(regiment.base),
        "quality": regiment.quality,
        "defense": regiment.defense,
        "cost": regiment.cost,
        "combined": regiment.combined,
        "rules": [str(rule) for rule in regiment.rules],
        "upgrades": list(regiment.upgrades),
        "for_all": list(regiment.for_all),
        "spells": [spell.name for spell in regiment.spells],
        "groups": list(_groups(regiment.groups)),
    }


def _groups(groups: Iterable[Group]) -> Iterator[dict[str, Any]]:
    for group in groups:
        fields: dict[str, Any] = {"models": group.count}
        if group.name:
            fields["name"] = group.name
        fields["weapons"] = [str(weapon) for weapon in group.weapons]
        if group.rules:
            fields["rules"] = [str(rule) for rule in group.rules]
        yield fields
