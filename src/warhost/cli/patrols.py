"""The patrols and maps of Essence of War in the form of its book, for `warhost data eow`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click
import msgspec

from warhost.cli.output import print_entry, print_table
from warhost.rulesets.essence_of_war.armies import patrol, patrols
from warhost.rulesets.essence_of_war.entries import CHARACTERISTICS, Entry, Patrol, SpellEntry, Weapon
from warhost.rulesets.essence_of_war.maps import BattleMap, advanced_maps, basic_maps

__all__ = ["patrols_as_data", "show_patrols"]

COLUMNS = (
    "Unit",
    "Category",
    "Models",
    "Formation",
    "Base",
    *(k.upper() if len(k) == 2 else k.capitalize() for k in CHARACTERISTICS),
)
TARGETS = {"enemy": "an enemy unit", "friend": "a friendly unit", "any": "any unit"}


def show_patrols(faction: str | None) -> None:
    """The patrols, or one of them, with their weapons and spells; without a faction the maps too."""
    shown = _chosen(faction)
    for number, army in enumerate(shown):
        if number:
            click.echo("\n")
        _print_patrol(army)
    if not faction:
        _print_maps("Maps of the basic game", basic_maps())
        _print_maps("Maps of the advanced game", advanced_maps())


def patrols_as_data(faction: str | None) -> dict[str, Any]:
    """The same as plain data."""
    return _as_data(_chosen(faction), with_maps=not faction)


def _chosen(faction: str | None) -> list[Patrol]:
    return [patrol(faction)] if faction else list(patrols().values())


def _as_data(shown: Iterable[Patrol], with_maps: bool) -> dict[str, Any]:
    armies = list(shown)
    data: dict[str, Any] = {
        "patrols": [_unit(entry) for army in armies for entry in army.entries],
        "factions": [_faction(army) for army in armies],
        "weapons": [_listed(army, weapon) for army in armies for weapon in _weapons(army)],
        "spells": [_listed(army, spell) for army in armies for spell in _spells(army)],
    }
    if with_maps:
        data["maps"] = {
            "basic": msgspec.to_builtins(basic_maps()),
            "advanced": msgspec.to_builtins(advanced_maps()),
        }
    return data


def _unit(entry: Entry) -> dict[str, Any]:
    profile = msgspec.to_builtins(entry.profile)
    return {
        "faction": entry.faction,
        "name": entry.name,
        "count": entry.models,
        "files": entry.files,
        "ranks": entry.ranks,
        "base": list(entry.base),
        **{key: profile[key] for key in CHARACTERISTICS},
        "rules": list(entry.listed),
    }


def _faction(army: Patrol) -> dict[str, Any]:
    return {
        "faction": army.faction,
        "aliases": list(army.aliases),
        "models": army.models,
        "health": army.health,
        "categories": {entry.name: entry.category for entry in army.entries},
    }


def _listed(army: Patrol, thing: Weapon | SpellEntry) -> dict[str, Any]:
    return {"faction": army.faction, **msgspec.to_builtins(thing)}


def _weapons(army: Patrol) -> list[Weapon]:
    """Every weapon of the army once."""
    return list({armed.weapon.name: armed.weapon for entry in army.entries for armed in entry.weapons}.values())


def _spells(army: Patrol) -> list[SpellEntry]:
    """Every spell of the army once."""
    return list({spell.name: spell for entry in army.entries for spell in entry.spells}.values())


def _print_patrol(army: Patrol) -> None:
    click.echo(click.style(f"{army.faction}: {army.models} models, {army.health} Health Points", bold=True))
    click.echo()
    print_table(COLUMNS, [_row(entry) for entry in army.entries], right=COLUMNS[2:])
    print_entry("Rules", [f"{entry.name}: {', '.join(entry.listed) or 'none'}" for entry in army.entries])
    print_entry("Weapons", [f"{weapon.name}: {_weapon_text(weapon)}" for weapon in _weapons(army)])
    print_entry("Spells", [f"{spell.name}: {_spell_text(spell)}" for spell in _spells(army)])


def _row(entry: Entry) -> tuple[str, ...]:
    profile = msgspec.to_builtins(entry.profile)
    formation = "single" if entry.single else f"{entry.files}x{entry.ranks}"
    base = f"{entry.base[0]}x{entry.base[1]}"
    values = (_characteristic(key, profile[key]) for key in CHARACTERISTICS)
    return (entry.name, entry.category, str(entry.models), formation, base, *values)


def _characteristic(key: str, value: int | None) -> str:
    """A value as a profile box prints it; a dash where the unit has none."""
    if value is None:
        return "-"
    return f'{value}"' if key in ("adv", "mar") else f"{value}+" if key == "aeg" else str(value)


def _weapon_text(weapon: Weapon) -> str:
    parts = [f"Shots {weapon.shots}", f'Range {weapon.range}"', _figure("Str", weapon.str_), _figure("AP", weapon.ap)]
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


def _spell_text(spell: SpellEntry) -> str:
    values = " or ".join(
        f"{version.value}+" + (f" for {version.units} units" if version.units > 1 else "") for version in spell.versions
    )
    if spell.amplifies:
        return f"{spell.amplifies} may be cast at {values} instead, with this effect as well"
    where = f'{TARGETS[spell.target]} within {spell.range}"'
    if spell.or_near:
        where += f' or within {spell.or_near.within}" of {" or ".join(spell.or_near.of)} terrain'
    parts = [values, where + (" in sight" if spell.sight else "")]
    if spell.unengaged:
        parts.append("caster and target unengaged")
    if spell.hits is not None:
        parts.append(_damage_text(spell))
    if spell.lasts:
        parts.append("lasts until the caster's next Magic Phase")
    return ", ".join(parts)


def _damage_text(spell: SpellEntry) -> str:
    hits = "1 hit" if spell.hits == 1 else f"{spell.hits} hits"
    wounding = ", wounds automatically," if spell.wounds_automatically else f" with Str {spell.str_} and"
    text = f"{hits}{wounding} AP {spell.ap}"
    if spell.one_model:
        text += " on one model"
    if spell.multiply:
        text += f", unsaved wounds count {spell.multiply.by} times against {spell.multiply.against_hp} HP or more"
    if spell.reroll_armour_saves:
        text += ", passed Armour Saves are re-rolled"
    return text


def _print_maps(title: str, maps: Iterable[BattleMap]) -> None:
    click.echo("\n")
    click.echo(click.style(title, bold=True))
    for battle_map in maps:
        features = (f"{f.kind} {f.width:g}x{f.depth:g} at ({f.x:g}, {f.y:g})" for f in battle_map.board.features)
        print_entry(f"{battle_map.number} {battle_map.name}", list(features))
