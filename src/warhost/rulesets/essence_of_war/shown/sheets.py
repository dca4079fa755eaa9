"""The patrols of Essence of War to read at length, in the form of their book: as a table and as data."""

from __future__ import annotations

from typing import Any

import msgspec

from warhost.play.shown.sheets import Sheet
from warhost.rulesets.essence_of_war.core import CHARACTERISTICS, Entry, Patrol, SpellEntry, SpellVersion, Weapon
from warhost.rulesets.essence_of_war.lists.patrols import patrol
from warhost.rulesets.essence_of_war.shown.cards import LABELS

COLUMNS = ("Unit", "Category", "Models", "Formation", "Base", *LABELS.values())
ALL_TARGETS = {"enemy": "enemy units", "friend": "friendly units", "any": "units"}
TARGETS = {"enemy": "an enemy unit", "friend": "a friendly unit", "any": "any unit"}


def army_sheet(name: str) -> Sheet:
    """The patrol of a faction."""
    return patrol_sheet(patrol(name))


def patrol_sheet(army: Patrol) -> Sheet:
    """A patrol: its units, and their rules, weapons and spells."""
    return Sheet(
        title=f"{army.faction}: {army.models} models, {army.health} Health Points",
        columns=COLUMNS,
        right=COLUMNS[2:],
        rows=tuple(_row(entry) for entry in army.entries),
        below=(
            ("Rules", tuple(f"{entry.name}: {', '.join(entry.listed) or 'none'}" for entry in army.entries)),
            ("Weapons", tuple(f"{weapon.name}: {weapon_text(weapon)}" for weapon in army.weapons)),
            ("Spells", tuple(f"{spell.name}: {spell_text(spell)}" for spell in army.spells)),
        ),
    )


def army_data(name: str) -> dict[str, Any]:
    """The same as plain data."""
    return patrol_data(patrol(name))


def patrol_data(army: Patrol) -> dict[str, Any]:
    """A patrol as plain data; the characteristics of a unit in the order of the book."""
    return {
        "faction": army.faction,
        "aliases": list(army.aliases),
        "models": army.models,
        "health": army.health,
        "units": [_unit(entry) for entry in army.entries],
        "weapons": msgspec.to_builtins(army.weapons),
        "spells": msgspec.to_builtins(army.spells),
    }


def _unit(entry: Entry) -> dict[str, Any]:
    profile = msgspec.to_builtins(entry.profile)
    return {
        "name": entry.name,
        "category": entry.category,
        "count": entry.models,
        "files": entry.files,
        "ranks": entry.ranks,
        "base": list(entry.base),
        **{key: profile[key] for key in CHARACTERISTICS},
        "rules": list(entry.listed),
    }


def _row(entry: Entry) -> tuple[str, ...]:
    profile = msgspec.to_builtins(entry.profile)
    base = f"{entry.base[0]}x{entry.base[1]}"
    values = (characteristic(key, profile[key]) for key in CHARACTERISTICS)
    return (entry.name, entry.category, str(entry.models), entry.formation, base, *values)


def characteristic(key: str, value: int | None) -> str:
    """A value as a profile box prints it; a dash where the unit has none."""
    if value is None:
        return "-"
    return f'{value}"' if key in ("adv", "mar") else f"{value}+" if key == "aeg" else str(value)


def weapon_text(weapon: Weapon) -> str:
    """The figures of a weapon."""
    parts = [f"Shots {weapon.shots}", f'Range {weapon.range}"']
    if weapon.area:
        parts.append(f"Area Attack ({weapon.area})")
    else:
        parts += [_figure("Str", weapon.str_), _figure("AP", weapon.ap)]
    if weapon.multiple_wounds:
        parts.append(f"Multiple Wounds ({weapon.multiple_wounds})")
    if weapon.close:
        figures = (("Str", weapon.close.str_), ("AP", weapon.close.ap))
        better = " ".join(f"{name} {value}" for name, value in figures if value is not None)
        parts.append(f'{better} within {weapon.close.within}"')
    if weapon.ranks != 2:
        parts.append(f"{weapon.ranks} ranks shoot")
    if weapon.ignores:
        parts.append(f"no Aim modifier for {' or '.join(weapon.ignores)}")
    if weapon.march_and_shoot:
        parts.append("may shoot after marching")
    if weapon.poison:
        parts.append("a natural 6 to hit wounds automatically")
    return ", ".join(parts)


def _figure(name: str, value: int | None) -> str:
    return f"{name} as user" if value is None else f"{name} {value}"


def spell_text(spell: SpellEntry) -> str:
    """How a spell is cast, on whom, and with what it hits."""
    if spell.adds:
        return f"any spell may be cast at {spell.adds} more, with this effect as well"
    values = " or ".join(f"{version.value}+" + _many(version) for version in spell.versions)
    if spell.amplifies:
        return f"{spell.amplifies} may be cast at {values} instead, with this effect as well"
    where = f'{TARGETS[spell.target]} within {spell.range}"'
    if spell.versions[0].all:
        where = where.replace(TARGETS[spell.target], f"all {ALL_TARGETS[spell.target]}")
    if spell.or_near:
        where += f' or within {spell.or_near.within}" of {" or ".join(spell.or_near.of)} terrain'
    parts = [values, where + (" in sight" if spell.sight else "")]
    if spell.replicable:
        parts.append("Replicable")
    if spell.unengaged:
        parts.append("caster and target unengaged")
    if spell.hits is not None:
        parts.append(_damage_text(spell))
    if spell.around:
        parts.append(f'also on every other unengaged unit within {spell.around}" of the target')
    if spell.moves:
        parts.append(f'may Advance {spell.moves}"')
    if spell.lasts:
        parts.append("lasts until the caster's next Magic Phase")
    return ", ".join(parts)


def _many(version: SpellVersion) -> str:
    """How many units a version of a spell is for, where that is not one, and how near they must be."""
    if version.units > 1:
        return f" for {version.units} units"
    return f' for all within {version.range}"' if version.all and version.range else ""


def _damage_text(spell: SpellEntry) -> str:
    hits = "1 hit" if spell.hits == 1 else f"{spell.hits} hits"
    wounding = ", wounds automatically," if spell.wounds_automatically else f" with Str {spell.str_} and"
    text = f"{hits}{wounding} AP {spell.ap}"
    if spell.one_model:
        text += " on one model"
    if spell.multiply and spell.multiply.against_hp == 1:
        text += f", Multiple Wounds ({spell.multiply.by})"
    elif spell.multiply:
        text += f", unsaved wounds count {spell.multiply.by} times against {spell.multiply.against_hp} HP or more"
    if spell.reroll_armour_saves:
        text += ", passed Armour Saves are re-rolled"
    return text
