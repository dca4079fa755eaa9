"""Lists of Army Forge as army lists of ours: the saved file, the resolved list, and the text that players share."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from warhost.muster.files.army_text import DataError
from warhost.rulesets.regiments.core import ArmyList, Regiment, SpellText, UnitEntry, Weapon, rating
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.lists.army_forge.assembling import Part, assemble
from warhost.rulesets.regiments.lists.army_forge.books import Converted
from warhost.rulesets.regiments.lists.army_forge.loadout import Special, share_out
from warhost.rulesets.regiments.lists.army_forge.shapes import Chosen, Resolved, Saved, Thing, Unit
from warhost.rulesets.regiments.lists.army_forge.terms import (
    kind_and_base,
    lexicon_of,
    rule_text,
    rules_in,
    weapon_of,
    weapons_in,
)
from warhost.rulesets.regiments.lists.rosters import build
from warhost.rulesets.regiments.rules.in_force import unknown_rules
from warhost.rulesets.regiments.rules.reading import Lexicon

__all__ = ["resolved_list", "saved_list"]

_COPY = re.compile(r"_x\d+$")
"""Army Forge marks the copies of a unit with a number behind its id."""


def resolved_list(source: Resolved, books: Mapping[str, Converted], notes: list[str]) -> ArmyList:
    """The list; every unit carries its profile and what was bought for it. Only spells must come from army books."""
    parts = []
    factions = _factions(source, books)
    own = lexicon_of(source.special_rules)
    for number, unit in enumerate(source.units):
        known = books[unit.army_id].lexicon if unit.army_id in books else own
        regiment = _regiment(unit, factions[unit.army_id], known)
        if regiment.count("Caster"):
            if unit.army_id in books:
                regiment = msgspec.structs.replace(regiment, spells=books[unit.army_id].book.spells)
            else:
                notes.append(f"{regiment.name} has no spells: add the army book of its faction.")
        parts.append(Part(unit.selection_id or str(number), regiment, unit.combined, unit.join_to_unit))
    return ArmyList(name=source.name, limit=source.points_limit, regiments=assemble(parts, notes))


def _factions(source: Resolved, books: Mapping[str, Converted]) -> dict[str, str]:
    """A name for each army in the list: that of its book, else that of the list."""
    ids = list(dict.fromkeys(unit.army_id for unit in source.units))
    plain = {key: source.name if len(ids) == 1 else f"{source.name} {number}" for number, key in enumerate(ids, 1)}
    return {key: books[key].book.faction if key in books else plain[key] for key in ids}


def _regiment(unit: Unit, faction: str, lexicon: Lexicon) -> Regiment:
    carried = unit.loadout if unit.loadout is not None else [*unit.weapons, *unit.items]
    weapons: list[tuple[Weapon, int]] = []
    rules = [rule_text(rule, lexicon) for rule in unit.rules]
    specials: list[Special] = []
    for thing in carried:
        total = int(thing.count or unit.size)
        if thing.is_weapon:
            weapons.append((weapon_of(thing, lexicon=lexicon), total))
            continue
        weapons += [(msgspec.structs.replace(w, count=1), total * w.count) for w in weapons_in(thing, lexicon)]
        _add_rules(thing, total, unit.size, rules, specials, lexicon)
    for chosen in unit.selected_upgrades:
        for gain in chosen.option.gains if chosen.option is not None else ():
            if not gain.is_weapon and not any(thing.name == gain.name for thing in carried):
                _add_rules(gain, _bearers(chosen, unit.size), unit.size, rules, specials, lexicon)
    kind, base = kind_and_base(unit.bases, unit.size, max(1, rating(rules, "Tough")))
    groups = share_out(unit.size, weapons, specials)
    kept = tuple(dict.fromkeys(rules))
    bought = [(chosen, chosen.option) for chosen in unit.selected_upgrades if chosen.option is not None]
    return Regiment(
        faction=faction,
        name=unit.name,
        quality=unit.quality,
        defense=unit.defense,
        cost=unit.cost + sum(option.cost_for(_COPY.sub("", unit.id)) for _, option in bought),
        base=base,
        kind=kind,
        groups=groups,
        rules=kept,
        upgrades=tuple(option.label for _, option in bought),
        for_all=tuple(option.label for chosen, option in bought if _bearers(chosen, unit.size) == unit.size),
        unknown=unknown_rules(kept, groups),
    )


def _add_rules(
    thing: Thing, total: int, size: int, rules: list[RuleText], specials: list[Special], lexicon: Lexicon
) -> None:
    """Rules that all models have are the unit's; others belong to the models that bear the thing."""
    found = rules_in(thing, lexicon)
    if total >= size:
        rules += found
    elif found:
        specials.append(Special(thing.name, tuple(found), total))


def _bearers(chosen: Chosen, size: int) -> int:
    """How many models an upgrade was bought for."""
    affects = chosen.upgrade.affects if chosen.upgrade is not None else None
    if affects is None or affects.type == "all":
        return size
    return min(size, affects.value or 1) if affects.type == "exactly" else 1


def _built(entry: UnitEntry, names: list[str], spells: tuple[SpellText, ...]) -> Regiment:
    """The unit with these upgrades. What is replaced must be there first: if it is not, the order of the book holds."""
    try:
        return build(entry, names, spells=spells)
    except DataError:
        places = {upgrade.name: place for place, upgrade in enumerate(entry.upgrades)}
        return build(entry, sorted(names, key=lambda name: places[name]), spells=spells)


def saved_list(source: Saved, books: Mapping[str, Converted], filename: str, notes: list[str]) -> ArmyList:
    """The list; its ids are explained by the army books, which are known by theirs."""
    parts = []
    problems: list[str] = []
    for number, listed in enumerate(source.saved.units):
        where = f"{filename}, list.units[{number}]"
        converted = books[listed.army_id or source.army_id]
        entry = converted.units.get(listed.id)
        if entry is None:
            problems.append(
                f'{where}: the army book of the {converted.book.faction} has no unit with id "{listed.id}".'
            )
            continue
        names = []
        for chosen in listed.selected_upgrades:
            name = converted.names.get((listed.id, chosen.option_id))
            if name is None:
                problems.append(f'{where}: {entry.name} has no upgrade with id "{chosen.option_id}" in its army book.')
            else:
                names.append(name)
                stays = converted.lost.get((listed.id, chosen.option_id))
                notes += [stays] if stays is not None and stays not in notes else []
        try:
            regiment = _built(entry, names, converted.book.spells)
        except DataError as error:
            problems += [f"{where}, {entry.name}: {problem}" for problem in error.problems]
            continue
        parts.append(Part(listed.selection_id or str(number), regiment, listed.combined, listed.join_to_unit))
    if problems:
        raise DataError(problems)
    return ArmyList(name=source.saved.name, limit=source.saved.points_limit, regiments=assemble(parts, notes))
