"""Reading the Grimoire, the Bestiary and the Vault: every problem is collected, each as a sentence."""

from __future__ import annotations

import re

from warhost.muster.files.army_text import Reading, Table, read_table
from warhost.rulesets.essence_of_war.core import SpellEntry, SpellVersion
from warhost.rulesets.essence_of_war.lists.listed_units import ITEM_KINDS, Enchantment, Grimoire, Mount
from warhost.rulesets.essence_of_war.lists.patrols import read_base, read_rule
from warhost.rulesets.essence_of_war.lists.weapon_files import read_spell

__all__ = ["BARS", "read_bestiary", "read_grimoire", "read_vault"]

MOUNT_VALUES = ("adv", "mar", "hp", "res", "arm", "aeg")
BARS = ("Chariot", "General", "Wizard", "all but Masters")
"""Who may be barred from an Enchantment."""


def read_grimoire(text: str, filename: str) -> Reading[Grimoire]:
    return read_table(text, filename, _grimoire)


def _grimoire(file: Table) -> Grimoire:
    paths, factions = file.table("path"), file.table("faction")
    of_path = {name: paths.names(name) for name in paths.raw}
    of_faction = {name: factions.names(name) for name in factions.raw}
    places = {spell: (path, number) for path, names in of_path.items() for number, spell in enumerate(names, 1)}
    spells: dict[str, SpellEntry] = {}
    effects: dict[str, str] = {}
    for name, table in file.named_tables("spell"):
        effects[name] = table.text("effect") if table.has("effect") else ""
        path, number = places.get(name, ("", 0))
        spells[name] = read_spell(table, **({"path": path, "number": number} if path else {}))
        if not path and not any(name in names for names in of_faction.values()):
            table.problem("it belongs to no Path and no faction.")
    file.done()
    for path, names in of_path.items():
        if len(names) != 3:
            paths.problem(f'path "{path}" has {len(names)} spells: it must have 3.')

    def found(names: tuple[str, ...]) -> tuple[SpellEntry, ...]:
        for name in names:
            if name not in spells:
                file.problem(f'spell "{name}" is not described.{file.near(name, spells)}')
        return tuple(spells.get(name) or SpellEntry(name=name, versions=(SpellVersion(0),)) for name in names)

    return Grimoire(
        paths={path: found(names) for path, names in of_path.items()},
        faction={faction: found(names) for faction, names in of_faction.items()},
        spells=spells,
        effects=effects,
    )


def read_bestiary(text: str, filename: str) -> Reading[dict[str, Mount]]:
    return read_table(text, filename, _bestiary)


def _bestiary(file: Table) -> dict[str, Mount]:
    mounts = [_mount(table) for table in file.tables("mount")]
    file.done()
    file.distinct("mount", (mount.name for mount in mounts))
    return {mount.name: mount for mount in mounts}


def _mount(table: Table) -> Mount:
    name, aliases, base = table.text("name"), table.names("aliases"), read_base(table)
    profile = table.table("profile")
    sets, adds = {}, {}
    for key in MOUNT_VALUES:
        if not profile.has(key):
            continue
        plus = re.fullmatch(r"\+(\d)", str(profile.raw[key]))
        if plus:
            adds[key] = int(plus[1])
        else:
            sets[key] = profile.number(key)
    profile.done()
    rules = tuple(read_rule(table, text) for text in table.names("rules"))
    table.done()
    return Mount(name=name, aliases=aliases, base=base, set=sets, add=adds, rules=rules)


def read_vault(text: str, filename: str) -> Reading[dict[str, Enchantment]]:
    return read_table(text, filename, _vault)


def _vault(file: Table) -> dict[str, Enchantment]:
    found = []
    for kind in ITEM_KINDS:
        for name, table in file.named_tables(kind):
            item = Enchantment(
                name=name,
                kind=kind,
                cost=table.number("cost", 1, 100),
                bars=tuple(table.one_of("bars", word, BARS) for word in table.names("bars")),
                effect=table.text("effect"),
            )
            table.done()
            found.append(item)
    file.done()
    file.distinct("enchantment", (item.name for item in found))
    return {item.name: item for item in found}
