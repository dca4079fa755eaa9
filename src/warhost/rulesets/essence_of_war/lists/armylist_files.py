"""Reading Armylists: every problem of a file is collected, each as a sentence that says where and what."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple, cast, get_args

import msgspec

from warhost.muster.files.army_text import Reading, Table, read_table
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.core import (
    CHARACTERISTICS,
    MODEL_RULES,
    ArmedWith,
    Category,
    Profile,
    Weapon,
    Wizard,
    rule_name,
)
from warhost.rulesets.essence_of_war.lists.listed_units import (
    ITEM_KINDS,
    NOTHING,
    SPELLS_KNOWN,
    Alteration,
    Armylist,
    BaseOption,
    Grimoire,
    ItemKind,
    ListEntry,
    Mount,
    Source,
    Upgrade,
)
from warhost.rulesets.essence_of_war.lists.patrols import read_armed, read_base, read_profile, read_rule
from warhost.rulesets.essence_of_war.lists.weapon_files import read_weapon

__all__ = ["COMPOSITION", "read_armylist"]

COMPOSITION: dict[Category, int] = {"Character": 2, "Support": 1, "Special": 2, "Core": 3}
"""What every Armylist offers (eow.adv.army.entries)."""

SINGLE = "Single Model"
COSTLIEST = 999
_FORMATION = re.compile(r"([1-9]\d*)x([1-9]\d*)")
_CONCLAVE = re.compile(r"Conclave \((.+)\)")


class _Known(NamedTuple):
    """What the entries of a file may name."""

    faction: str
    weapons: Mapping[str, Weapon]
    effects: Mapping[str, Alteration]
    mounts: Mapping[str, Mount]
    grimoire: Grimoire


def read_armylist(text: str, filename: str, mounts: Mapping[str, Mount], grimoire: Grimoire) -> Reading[Armylist]:
    """The Armylist in the text of a file, or what can be read of it and all its problems."""
    return read_table(text, filename, lambda file: _armylist(file, mounts, grimoire))


def _armylist(file: Table, mounts: Mapping[str, Mount], grimoire: Grimoire) -> Armylist:
    faction, aliases = file.text("faction"), file.names("aliases")
    weapons = {name: read_weapon(table) for name, table in file.named_tables("weapon")}
    known = _Known(faction, weapons, {}, mounts, grimoire)
    effects = {name: _alteration(table, known, done=True) for name, table in file.named_tables("effect")}
    known = known._replace(effects=effects)
    tables = file.tables("unit")
    file.done()
    entries = tuple(_entry(table, known) for table in tables)
    file.distinct("unit", (entry.name for entry in entries))
    counts = Counter(entry.category for entry in entries)
    for category, count in COMPOSITION.items():
        if counts[category] != count and all(table.raw.get("category") in COMPOSITION for table in tables):
            file.problem(f"an Armylist has {count} {category} entries, this one has {counts[category]}.")
    _check_use(file, entries, known)
    return Armylist(faction=faction, aliases=aliases, entries=entries, weapons=tuple(weapons.values()), effects=effects)


def _entry(table: Table, known: _Known) -> ListEntry:
    name, aliases = table.text("name"), table.names("aliases")
    category = table.choice("category", tuple(COMPOSITION))
    sure = _sources(table, "sure", table.text("sure"))
    limit, base = table.number("limit", 1, 9), read_base(table)
    profile, march, fights = _profile(table.table("profile"))
    listed = table.names("rules")
    paths = _paths(table, known)
    options = tuple(_base_option(one, category, known) for one in table.tables("options"))
    upgrades = tuple(_upgrade(one, known) for one in table.tables("upgrades")) if table.has("upgrades") else ()
    table.done()
    table.distinct("option", [*(option.name for option in options), *(upgrade.name for upgrade in upgrades)])
    told = _told(table, listed, {upgrade.name for upgrade in upgrades}, known)
    return ListEntry(
        faction=known.faction,
        name=name,
        aliases=aliases,
        category=category,
        sure=sure,
        limit=limit,
        base=base,
        profile=profile,
        march=march,
        fights=fights,
        listed=listed,
        paths=paths,
        options=options,
        upgrades=upgrades,
        **told,
    )


def _profile(table: Table) -> tuple[Profile, str, bool]:
    """The profile box; dice for the March Rate, and dashes for who makes no normal Melee Attacks (EOW-R017)."""
    raw = dict(table.raw)
    march, fights = "", True
    if isinstance(raw.get("mar"), str):
        march, raw["mar"] = raw["mar"], 0
        if not re.fullmatch(r"\d?D[36]", march):
            table.problem(f'"mar" must be a whole number or dice such as "4D3", not {march!r}.')
    if raw.get("att") == "-" and raw.get("off") == "-":
        fights, raw["att"], raw["off"] = False, 0, 0
    return read_profile(Table(raw, table.where, table.problems)), march, fights


@rule("eow.diff.armylist_extra_rules")
def _told(table: Table, listed: tuple[str, ...], bought: set[str], known: _Known) -> dict[str, Any]:
    """What the rules of an entry are: its kind of Wizard, weapons, model rules, and names for several changes.

    A rule that is an upgrade as well is had only by those who buy it (EOW-R013).
    """
    wizard = ""
    conclave: tuple[str, ...] = ()
    rules: list[str] = []
    weapons: list[ArmedWith] = []
    does: list[Alteration] = []
    bars: dict[ItemKind, str] = {}
    for text in listed:
        spells = _CONCLAVE.fullmatch(text)
        if text in SPELLS_KNOWN:
            wizard = text
        elif spells:
            wizard, conclave = "Conclave", _spells(table, tuple(spells[1].split(", ")), known)
        elif rule_name(text) in known.weapons:
            weapons.append(read_armed(table, text, known.weapons))
        elif text in bought:
            continue
        else:
            if text in known.effects:
                does.append(known.effects[text])
                bars |= dict.fromkeys(known.effects[text].bars, text)
            if text not in known.effects or text in MODEL_RULES:
                rules.append(read_rule(table, text))
    return {
        "rules": tuple(rules),
        "weapons": tuple(weapons),
        "does": tuple(does),
        "bars": bars,
        "wizard": wizard,
        "conclave": conclave,
    }


def _base_option(table: Table, category: Category, known: _Known) -> BaseOption:
    name = table.text("name")
    does = _does(table, name, known)
    found = _FORMATION.fullmatch(name)
    files, ranks = does.formation or ((int(found[1]), int(found[2])) if found else (1, 0))
    if (category in ("Character", "Support")) != (ranks == 0):
        told = "is a single model, not a formation" if ranks else "needs a formation such as 5x3"
        table.problem(f"a {category} unit {told}.")
    option = BaseOption(
        name=name,
        printed=table.text("printed") if table.has("printed") else "",
        cost=table.number("cost", 1, COSTLIEST),
        limit=table.number("limit", 1, 9) if table.has("limit") else None,
        models=files * max(ranks, 1),
        files=files,
        ranks=ranks,
        does=does,
    )
    table.done()
    if does == NOTHING and not found and name != SINGLE:
        table.problem(f'what it changes is not said: describe it under [effect."{name}"].')
    return option


def _upgrade(table: Table, known: _Known) -> Upgrade:
    name = table.text("name")
    upgrade = Upgrade(
        name=name,
        cost=table.number("cost", 1, COSTLIEST),
        limit=table.number("limit", 1, 9) if table.has("limit") else None,
        tags=("upgrade",),
        does=_does(table, name, known),
    )
    table.done()
    if upgrade.does == NOTHING:
        table.problem(f'what it changes is not said: describe it under [effect."{name}"].')
    return upgrade


def _does(table: Table, name: str, known: _Known) -> Alteration:
    """What an option changes: as it says itself, as its description says, or as its name says: a mount, a Wizard."""
    own = _alteration(table, known)
    if own != NOTHING:
        return own
    if name in known.effects:
        return known.effects[name]
    if name in SPELLS_KNOWN:
        return Alteration(wizard=cast(Wizard, name))
    if name.startswith("on "):
        mount = name.removeprefix("on ")
        if mount not in known.mounts:
            table.problem(f'mount "{mount}" is not in the Bestiary.{table.near(mount, known.mounts)}')
        return Alteration(mount=mount)
    return NOTHING


def _alteration(table: Table, known: _Known, done: bool = False) -> Alteration:
    fields: dict[str, Any] = {}
    for key in ("set", "add"):
        if table.has(key):
            inner = table.table(key)
            fields[key] = {name: inner.number(name) for name in CHARACTERISTICS if inner.has(name)}
            inner.done()
    if table.has("base"):
        fields["base"] = read_base(table)
    if table.has("formation"):
        found = _FORMATION.fullmatch(table.text("formation"))
        fields["formation"] = (int(found[1]), int(found[2])) if found else (1, 0)
        if not found:
            table.problem('"formation" must be files x ranks such as "7x3".')
    if table.has("mount"):
        fields["mount"] = table.one_of("mount", table.text("mount"), tuple(known.mounts))
    if table.has("gives"):
        fields["gives"] = tuple(read_rule(table, text) for text in table.names("gives"))
    if table.has("loses"):
        fields["loses"] = table.names("loses")
    if table.has("weapons"):
        fields["weapons"] = tuple(read_armed(table, text, known.weapons) for text in table.names("weapons"))
    if table.has("wizard"):
        fields["wizard"] = table.choice("wizard", tuple(SPELLS_KNOWN))
    if table.has("paths"):
        fields["paths"] = _paths(table, known)
    if table.has("path"):
        path = table.one_of("path", table.text("path"), tuple(known.grimoire.paths))
        fields["path"], fields["paths"] = path, {path: _sources(table, "sure", table.text("sure"))}
    if table.has("more_paths"):
        fields["more_paths"] = table.number("more_paths", 1, 2)
    if table.has("shares_path_with"):
        fields["shares_path_with"] = table.text("shares_path_with")
    if table.has("spells"):
        numbers = table.get("spells", list, [], "a list of numbers from 1 to 3")
        if not all(number in (1, 2, 3) for number in numbers):
            table.problem(f'"spells" must be a list of numbers from 1 to 3, not {numbers!r}.')
        fields["spells"] = tuple(numbers)
    for key in ("conclave", "knows"):
        if table.has(key):
            fields[key] = _spells(table, table.names(key), known)
    if table.has("general"):
        fields["general"] = table.flag("general")
    if table.has("bars"):
        fields["bars"] = tuple(table.one_of("bars", kind, ITEM_KINDS) for kind in table.names("bars"))
    if done:
        table.done()
    return msgspec.structs.replace(NOTHING, **fields)


def _spells(table: Table, names: tuple[str, ...], known: _Known) -> tuple[str, ...]:
    for name in names:
        if name not in known.grimoire.spells:
            table.problem(f'spell "{name}" is not in the Grimoire.{table.near(name, known.grimoire.spells)}')
    return names


def _paths(table: Table, known: _Known) -> dict[str, tuple[Source, ...]]:
    """Paths and how each of them is known; none if absent."""
    inner = table.optional_table("paths")
    if inner is None:
        return {}
    for name in inner.raw:
        if name not in known.grimoire.paths:
            inner.problem(f'path "{name}" is not in the Grimoire.{inner.near(name, known.grimoire.paths)}')
    return {name: _sources(inner, name, inner.text(name)) for name in inner.raw}


def _sources(table: Table, key: str, text: str) -> tuple[Source, ...]:
    return tuple(table.one_of(key, word, get_args(Source)) for word in text.split())


def _check_use(file: Table, entries: tuple[ListEntry, ...], known: _Known) -> None:
    """A weapon or a description that no entry needs is a slip of the pen."""
    bought: list[BaseOption | Upgrade] = [one for entry in entries for one in entry.options]
    bought += [one for entry in entries for one in entry.upgrades]
    does = [*(one.does for one in bought), *(one for entry in entries for one in entry.does)]
    armed = [*(one for entry in entries for one in entry.weapons), *(one for do in does for one in do.weapons)]
    used = {one.weapon.name for one in armed}
    for name in known.weapons:
        if name not in used and used <= known.weapons.keys():
            file.problem_of("weapon", name, "no unit lists it.")
    names = {one.name for one in bought} | {text for entry in entries for text in entry.listed}
    for name in known.effects:
        if name not in names:
            file.problem_of("effect", name, "no unit has it.")
