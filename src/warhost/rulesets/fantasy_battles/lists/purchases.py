"""Units as they are bought: what any unit may buy besides its own options, and what options make of a unit."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from warhost.muster.building.buying import Bought
from warhost.muster.entries import Entry as Offered
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.core import FULL_RANK, OFFENSIVE, Champion, Entry, Part, Wizard, rule_name
from warhost.rulesets.fantasy_battles.lists.army_books import Offer, Upgrade
from warhost.rulesets.fantasy_battles.lists.item_files import ITEM, special_items

__all__ = ["BATTLE_STANDARD", "BULK", "COMMAND_COST", "GENERAL", "STANDARD", "saves_lost", "sold", "unit_of"]

COMMAND_COST = 20
"""What a Champion, a Standard Bearer or a Musician costs."""
BATTLE_STANDARD_COST = 50
LEVELS = {"Apprentice": 0, "Adept": 75, "Master": 200}
"""What a Wizard of each level costs more than an Apprentice."""

GENERAL, BATTLE_STANDARD, STANDARD = "general", "battle standard", "standard"
PATH, LEVEL = "path", "level"

BULK = "Massive Bulk"
SAVES = frozenset({"Aegis", "Fortitude"})
"""Rules that give saves, which a rider on a mount with Massive Bulk has not (T9A-R172)."""

_FIELDS = {"def": "def_", "str": "str_"}


@lru_cache(maxsize=512)
def sold(entry: Offered) -> Offered:
    """An entry of an army book with what any unit may buy besides its own options: command, items, levels and Paths."""
    if not isinstance(entry, Offer) or entry.complete:
        return entry
    more = [*_command(entry), *_magic(entry.own), *_items(entry)]
    own = {option.name.casefold() for option in entry.options}
    options = (*entry.options, *(option for option in more if option.name.casefold() not in own))
    return msgspec.structs.replace(entry, options=options)


def _command(entry: Offer) -> list[Upgrade]:
    found = {
        "General": Upgrade(name="General", general=True, choose="leader", tags=(GENERAL,)),
        "Battle Standard Bearer": Upgrade(
            name="Battle Standard Bearer",
            cost=BATTLE_STANDARD_COST,
            battle_standard=True,
            choose="leader",
            tags=(BATTLE_STANDARD,),
        ),
        "Champion": Upgrade(name="Champion", cost=COMMAND_COST, champion=True),
        "Standard Bearer": Upgrade(name="Standard Bearer", cost=COMMAND_COST, standard=True, tags=(STANDARD,)),
        "Musician": Upgrade(name="Musician", cost=COMMAND_COST, musician=True),
    }
    return [found[name] for name in entry.command]


def _magic(unit: Entry) -> list[Upgrade]:
    """The levels above its own that a Wizard may have, and its Paths."""
    wizard = unit.wizard
    if wizard is None:
        return []
    steps = list(LEVELS)[list(LEVELS).index(wizard.level) + 1 :]
    levels = [
        Upgrade(name=f"Wizard {step}", cost=LEVELS[step] - LEVELS[wizard.level], level=_level(step), choose=LEVEL)
        for step in steps
    ]
    paths = [] if wizard.path else [Upgrade(name=path, path=path, choose=PATH) for path in wizard.paths]
    return [*levels, *paths]


def _level(name: str) -> Any:
    return name


def _items(entry: Offer) -> list[Upgrade]:
    """Characters may have items, the arcane ones if they are Wizards; Standard Bearers may have banners."""
    if not entry.item_points:
        return []
    unit: Entry = entry.own
    bears = bool({"Standard Bearer", "Battle Standard Bearer"} & set(entry.command))
    kinds = {"banner"} if bears else set()
    if unit.is_character:
        kinds |= {"weapon", "armour", "talisman", "potion"} | ({"arcane"} if unit.wizard else set())
    found = (item for item in special_items().values() if item.kind in kinds)
    return [item.option for item in found if item.option.cost <= entry.item_points]


# What options make of a unit


def unit_of(bought: Bought) -> Entry:
    """The unit that was bought: its models with what its options do, and the price of all of it."""
    offer, unit = bought.entry, bought.entry.own
    assert isinstance(unit, Entry)
    options = [option for option in bought.options if isinstance(option, Upgrade)]
    # A mount with Massive Bulk sets the Armour, so it comes last.
    for option in sorted(options, key=lambda option: "arm" in dict(option.values)):
        unit = _with_option(unit, option)
    champion = any(option.champion for option in options)
    named = offer.champion if isinstance(offer, Offer) else "Champion"
    height = unit.height
    files = unit.files if height == offer.own.height else FULL_RANK[height]
    return msgspec.structs.replace(
        unit,
        points=bought.cost,
        models=bought.models,
        files=max(1, min(files, bought.models)),
        rules=_without_saves(unit),
        champion=Champion(name=named) if champion else unit.champion,
        standard=unit.standard or any(option.standard for option in options),
        musician=unit.musician or any(option.musician for option in options),
        general=any(option.general for option in options),
        battle_standard=any(option.battle_standard for option in options),
        listed=tuple(option.name for option in bought.options),
    )


@rule("t9a.special.massive_bulk")
def _without_saves(unit: Entry) -> tuple[str, ...]:
    """The rules of a unit; the saves of a rider do not count on a mount with Massive Bulk."""
    return tuple(text for text in unit.rules if not (_rides_bulk(unit) and rule_name(text) in SAVES))


def _rides_bulk(unit: Entry) -> bool:
    return unit.is_character and unit.mounted and unit.has(BULK)


@rule("t9a.special.massive_bulk")
def saves_lost(unit: Entry, option: Upgrade) -> bool:
    """Whether an option would give a rider a save, or Armour, that does not count on its mount."""
    gives = option.armour or option.shield or any(rule_name(text) in SAVES for text in option.rules)
    return bool(gives) and not option.mounted and _rides_bulk(unit)


def _with_option(unit: Entry, option: Upgrade) -> Entry:
    """A unit with what one option does to it."""
    values = dict(option.values)
    profile = {_FIELDS.get(name, name): value for name, value in values.items() if name not in OFFENSIVE}
    if "arm" not in profile:
        profile["arm"] = unit.profile.arm + option.armour + option.shield
    for name, by in option.adds:
        if name not in OFFENSIVE:
            field = _FIELDS.get(name, name)
            profile[field] = max(0, profile.get(field, getattr(unit.profile, field)) + by)
    parts = (_with_arms(unit.parts[0], option), *unit.parts[1:], *option.parts)
    rules = tuple(dict.fromkeys((*unit.rules, *option.rules)))
    return msgspec.structs.replace(
        unit,
        type=option.type or unit.type,
        height=option.height or unit.height,
        base=option.base or unit.base,
        mounted=unit.mounted or option.mounted,
        profile=msgspec.structs.replace(unit.profile, **profile),
        shield=0 if "arm" in values else unit.shield + option.shield,
        parts=parts,
        rules=rules,
        wizard=_wizard(unit.wizard, option),
        bound=(*unit.bound, *option.bound),
        items=(*unit.items, *(option.items or ((option.name,) if ITEM in option.tags else ()))),
    )


def _with_arms(part: Part, option: Upgrade) -> Part:
    """The first part with the weapons, values and rules that an option gives it."""
    values = {_FIELDS.get(name, name): value for name, value in option.values if name in OFFENSIVE}
    for name, by in option.adds:
        if name in OFFENSIVE:
            field = _FIELDS.get(name, name)
            values[field] = max(0, values.get(field, getattr(part, field)) + by)
    weapons = tuple(weapon for weapon in part.weapons if weapon.name not in option.replaces)
    shots = tuple(armed for armed in part.shots if armed.weapon.name not in option.replaces)
    return msgspec.structs.replace(
        part,
        **values,
        weapons=(*option.weapons, *weapons),
        shots=(*shots, *option.shots),
        rules=tuple(dict.fromkeys((*part.rules, *option.attack_rules))),
    )


def _wizard(wizard: Wizard | None, option: Upgrade) -> Wizard | None:
    if not (option.level or option.path or option.casting or option.spells):
        return wizard
    wizard = wizard or Wizard()
    return msgspec.structs.replace(
        wizard,
        level=option.level or wizard.level,
        path=option.path or wizard.path,
        spells=(*wizard.spells, *option.spells),
        modifier=wizard.modifier + option.casting,
    )
