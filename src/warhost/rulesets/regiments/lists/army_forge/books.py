"""Army books of Army Forge as army books of ours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, count

import msgspec

from warhost.muster.files.army_text import DataError
from warhost.rulesets.regiments.core import ArmyBook, SpellText, UnitEntry, Upgrade, Weapon, rating
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.lists.army_forge.replacing import Taken, taken_by, without_number
from warhost.rulesets.regiments.lists.army_forge.shapes import Affects, Book, Option, Section, Thing, Unit
from warhost.rulesets.regiments.lists.army_forge.spells import spell_text
from warhost.rulesets.regiments.lists.army_forge.terms import (
    PLAIN,
    copies_of,
    kind_and_base,
    lexicon_of,
    rule_text,
    rules_in,
    weapon_of,
    weapons_in,
)
from warhost.rulesets.regiments.rules.in_force import is_in_force, unknown_rules
from warhost.rulesets.regiments.rules.reading import Lexicon

__all__ = ["Converted", "army_book"]

MOST_OPTIONS = 200
"""What a unit may choose from; the longest books have a few dozen."""


class Converted(msgspec.Struct, frozen=True):
    """An army book with what ties it to Army Forge's ids, and notes on what was lost on the way."""

    book: ArmyBook
    units: dict[str, UnitEntry]
    """By the id of the unit."""
    names: dict[tuple[str, str], str]
    """The name of an upgrade, by the ids of its unit and of the option."""
    notes: tuple[str, ...]
    lost: dict[tuple[str, str], str]
    """What an upgrade should take away and does not, by the same ids."""
    lexicon: Lexicon = PLAIN


def army_book(source: Book) -> Converted:
    """The book in our terms. Every unit gets its own upgrades, since options cost differently for each."""
    packages = {package.uid: package.sections for package in source.upgrade_packages}
    names: dict[tuple[str, str], str] = {}
    lost: dict[tuple[str, str], str] = {}
    units: dict[str, UnitEntry] = {}
    entries: list[UnitEntry] = []
    again: dict[str, None] = {}
    lexicon = lexicon_of(source.special_rules)
    for unit in source.units:
        sections = [section for uid in dict.fromkeys(unit.upgrades) for section in packages.get(uid, ())]
        first = unit.id not in units
        # Of units that share an id the first is the one that lists mean; the ids of its options stay its own.
        entry = _entry(source.name, unit, sections, names if first else {}, lost if first else {}, lexicon)
        entries.append(entry)
        units.setdefault(unit.id, entry)
        if not first:
            again[f'{entry.name} has the id of {units[unit.id].name}, "{unit.id}": lists mean the latter by it.'] = None
    spells = tuple(spell_text(spell, lexicon) for spell in source.spells)
    book = ArmyBook(
        faction=source.name,
        units=_own_names(entries),
        spells=spells,
        not_in_force=_not_in_force(entries, spells),
    )
    return Converted(book, units, names, (*dict.fromkeys(lost.values()), *again), lost, lexicon)


def _own_names(units: Iterable[UnitEntry]) -> tuple[UnitEntry, ...]:
    """The units, a name that was used before with a number behind it."""
    seen: dict[str, int] = {}
    kept = []
    for unit in units:
        seen[unit.name] = seen.get(unit.name, 0) + 1
        again = seen[unit.name] > 1
        kept.append(msgspec.structs.replace(unit, name=f"{unit.name} {seen[unit.name]}") if again else unit)
    return tuple(kept)


def _not_in_force(units: Iterable[UnitEntry], spells: Sequence[SpellText]) -> tuple[str, ...]:
    found: dict[str, None] = dict.fromkeys(unknown_rules(spells=spells))
    for unit in units:
        rules = [*unit.rules, *(rule for upgrade in unit.upgrades for rule in upgrade.rules)]
        weapons = [*unit.weapons, *(weapon for upgrade in unit.upgrades for weapon in upgrade.weapons)]
        found |= dict.fromkeys(unknown_rules(rules, weapons=weapons))
    return tuple(sorted(found))


def _entry(
    faction: str,
    unit: Unit,
    sections: Sequence[Section],
    names: dict[tuple[str, str], str],
    lost: dict[tuple[str, str], str],
    lexicon: Lexicon,
) -> UnitEntry:
    rules = tuple(rule_text(rule, lexicon) for rule in unit.rules) + _content_rules(unit.items, lexicon)
    kind, base = kind_and_base(unit.bases, unit.size, max(1, rating(rules, "Tough")))
    weapons = tuple(weapon_of(weapon, _each(weapon, unit.size), lexicon) for weapon in unit.weapons)
    weapons += tuple(weapon for item in unit.items for weapon in weapons_in(item, lexicon))
    gained = [gain for section in sections for option in section.options for gain in option.gains]
    if sum(len(section.options) for section in sections) > MOST_OPTIONS:
        raise DataError([f"{faction}, {unit.name}: it has more than {MOST_OPTIONS} options to buy."])
    upgrades: dict[str, Upgrade] = {}
    for number, section in enumerate(sections):
        taken = taken_by(unit, section, weapons, gained, lexicon) if section.variant == "replace" else Taken()
        bettered = _bettered(unit, section, weapons, gained, lexicon)
        for option in section.options:
            key = (unit.id, option.uid or option.id)
            name = _unused(_plain(option), upgrades)
            upgrade = _upgrade(name, unit, section, option, taken, f"choice {number + 1}", lexicon)
            upgrade = _on_weapons(upgrade, bettered) if bettered else upgrade
            upgrades[name], names[key] = upgrade, name
            stays = _stays(section, taken, upgrade)
            if stays:
                lost[key] = f"{unit.name}: {stays}"
    return UnitEntry(
        faction=faction,
        name=unit.name,
        size=unit.size,
        quality=unit.quality,
        defense=unit.defense,
        cost=max(1, unit.cost),
        kind=kind,
        base=base,
        weapons=weapons,
        rules=rules,
        upgrades=tuple(upgrades.values()),
    )


def _bettered(
    unit: Unit, section: Section, weapons: Sequence[Weapon], gained: Sequence[Thing], lexicon: Lexicon
) -> list[Weapon]:
    """The weapons that a section makes better: one that upgrades and names them, and nothing else, as its targets."""
    if section.variant != "upgrade" or not section.targets:
        return []
    meant = taken_by(unit, section, weapons, gained, lexicon)
    if meant.missing or meant.rules:
        return []
    known = {weapon.name: weapon for thing in gained for weapon in weapons_in(thing, lexicon)}
    known |= {weapon.name: weapon for weapon in weapons}
    return [known[name] for name in dict.fromkeys(meant.weapons)]


def _on_weapons(upgrade: Upgrade, weapons: Sequence[Weapon]) -> Upgrade:
    """The upgrade with its rules on these weapons instead of their bearers, if they do something there."""
    if not upgrade.rules or upgrade.weapons or not all(is_in_force(rule, "weapons") for rule in upgrade.rules):
        return upgrade
    better = tuple(msgspec.structs.replace(weapon, rules=weapon.rules + upgrade.rules) for weapon in weapons)
    names = tuple(weapon.name for weapon in weapons for _ in range(weapon.count))
    return msgspec.structs.replace(upgrade, replaces=names, weapons=better, rules=())


def _content_rules(items: Iterable[Thing], lexicon: Lexicon) -> tuple[RuleText, ...]:
    return tuple(rule for item in items for rule in rules_in(item, lexicon))


def _each(weapon: Thing, size: int) -> int:
    """How many of a weapon one model has; the file says how many all have."""
    return max(1, int(weapon.count or size) // size)


def _stays(section: Section, taken: Taken, upgrade: Upgrade) -> str:
    """What of the section's targets stays though it is replaced; empty if all of it goes."""
    if taken.missing:
        return f'"{section.label}" takes away {" and ".join(taken.missing)}, which no model has.'
    if taken.rules and not upgrade.drops:
        kept = ", ".join(map(str, taken.rules))
        return f'"{section.label}" takes rules from single models that all have: they keep {kept}.'
    return ""


def _plain(option: Option) -> str:
    """The name of what an option brings, without figures."""
    names = [_named(gain) if not rules_in(gain) or gain.is_item else str(rule_text(gain)) for gain in option.gains]
    return ", ".join(names) or option.label or "Nothing"


def _named(gain: Thing) -> str:
    copies = copies_of(gain)
    name = without_number(gain.name)[0]
    return f"{copies}x {name}" if copies > 1 else name


def _unused(name: str, taken: Iterable[str]) -> str:
    keys = {other.casefold() for other in taken}
    candidates = chain([name], (f"{name} ({number})" for number in count(2)))
    return next(candidate for candidate in candidates if candidate.casefold() not in keys)


def _upgrade(
    name: str,
    unit: Unit,
    section: Section,
    option: Option,
    taken: Taken,
    choice: str,
    lexicon: Lexicon,
) -> Upgrade:
    models, most = _for_how_many(section.affects, unit.size)
    if (
        taken.weapons
        and most * len(taken.weapons) < taken.copies
        and (section.affects is None or section.affects.type == "any")
    ):
        # Each of several copies can be replaced.
        most *= taken.copies // len(taken.weapons)
    weapons: tuple[Weapon, ...] = tuple(weapon for gain in option.gains for weapon in weapons_in(gain, lexicon))
    picks_one = section.select is not None and (section.select.type, section.select.value) == ("exactly", 1)
    return Upgrade(
        name=name,
        cost=option.cost_for(unit.id),
        replaces=taken.weapons,
        drops=taken.rules if models is None else (),
        weapons=weapons,
        rules=_content_rules(option.gains, lexicon),
        models=models,
        most=most,
        choose=choice if picks_one and models is None and len(section.options) > 1 else "",
    )


def _for_how_many(affects: Affects | None, size: int) -> tuple[int | None, int]:
    """How many models one purchase is for (None: all), and how often it may be bought."""
    if size == 1 or affects is None or affects.type == "all":
        return None, 1
    if affects.type == "exactly":
        return affects.value or 1, 1
    return 1, (affects.value or size) if affects.type == "up to" else size
