"""The magic items as they are written: their tables, their figures, what they make of a hero's profile."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from warhost.rulebook import rule
from warhost.rulesets.families.data import read_data
from warhost.rulesets.regiments.core import Group, Regiment, SpellText, Weapon
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.lists.house import books

SLUG = "magic_items"

CATEGORIES = (
    "relic weapons",
    "holy armour",
    "sorcerous talismans",
    "mystic banners",
    "arcane items",
    "enchanted items",
)
"""The categories by the die that draws them (AOFR-R284)."""

METHODS = ("free", "limited", "randomized")
"""How items are selected, by the D3 that tells it."""


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One magic item; data/parts/magic_items.toml says what each field means."""

    name: str
    rule: str
    category: str
    number: int
    text: str
    weapon: Literal["", "attacks", "ap", "rule"] = ""
    by: int = 0
    melee: bool = False
    """Only a melee weapon can be it."""
    rules: tuple[str, ...] = ()
    raises: tuple[str, ...] = ()
    reserve: bool = False
    """It gives Ambush or Scout, whichever is chosen."""
    worth: int = 0
    caster: int | None = None
    printed: str = ""
    """The name as the book prints it, if that is a slip of the pen (AOFR-R286)."""


class _File(msgspec.Struct, forbid_unknown_fields=True):
    item: tuple[Item, ...]


@lru_cache(maxsize=1)
def items() -> dict[str, Item]:
    """All magic items by their names."""
    found = read_data("warhost.rulesets.regiments", f"parts/{SLUG}.toml", _File).item
    return {item.name: item for item in found}


def item_of(name: str) -> Item:
    """An item by its name, or by the name that the book prints."""
    known = items()
    return known[name] if name in known else next(item for item in known.values() if item.printed == name)


@rule("aofr.item.method_table")
def method_on(number: int) -> str:
    """The method of selection that a D3 names."""
    return METHODS[number - 1]


@rule("aofr.item.category_table")
def category_on(face: int) -> str:
    """The category that a die names."""
    return CATEGORIES[face - 1]


@rule("aofr.item.relic_weapons_table", "aofr.item.holy_armour_table", "aofr.item.talismans_table")
@rule("aofr.item.mystic_banners_table", "aofr.item.arcane_items_table", "aofr.item.enchanted_items_table")
def item_on(category: str, face: int) -> Item:
    """The item of a category that a die names; the printed numbers count (AOFR-R285)."""
    return next(item for item in items().values() if item.category == category and item.number == face)


# What an item makes of a hero.


def weapons_for(item: Item, hero: Regiment) -> list[Weapon]:
    """The weapons that may become the item."""
    return [weapon for weapon in hero.groups[0].weapons if not (item.melee and weapon.ranged)]


@rule("aofr.item.weapon_of_bloodshed", "aofr.item.obsidian_weapon")
def made_of(item: Item, weapon: Weapon) -> Weapon:
    """The weapon as the item has it: more attacks, at least so much AP (AOFR-R164), or a rule of its own."""
    if item.weapon == "attacks":
        return msgspec.structs.replace(weapon, attacks=weapon.attacks + item.by, count=1)
    if item.weapon == "ap":
        others = tuple(own for own in weapon.rules if own.name != "AP")
        piercing = RuleText("AP", max(weapon.rating("AP"), item.by))
        return msgspec.structs.replace(weapon, rules=(piercing, *others), count=1)
    return msgspec.structs.replace(weapon, rules=(*weapon.rules, RuleText(item.name)), count=1)


def with_weapon(hero: Regiment, item: Item, weapon: Weapon) -> Regiment:
    """The hero with one copy of a weapon turned into the item."""
    arms: list[Weapon] = []
    for own in hero.groups[0].weapons:
        if own == weapon:
            arms.append(made_of(item, own))
            if own.count > 1:
                arms.append(msgspec.structs.replace(own, count=own.count - 1))
        else:
            arms.append(own)
    first: Group = msgspec.structs.replace(hero.groups[0], weapons=tuple(arms))
    return msgspec.structs.replace(hero, groups=(first, *hero.groups[1:]))


@rule("aofr.item.wailing_banner", "aofr.item.wizarding_hat", "aofr.item.flying_carpet", "aofr.item.ring_of_ruin")
def raised(rules: tuple[RuleText, ...], more: RuleText) -> tuple[RuleText, ...]:
    """The rules with one more; a rating that is there already grows by so much."""
    found = False
    told: list[RuleText] = []
    for own in rules:
        if own.name == more.name and not found:
            found = True
            rating = None if more.rating is None else (own.rating or 0) + more.rating
            told.append(msgspec.structs.replace(own, rating=rating))
        else:
            told.append(own)
    return tuple(told) if found else (*told, more)


def with_rules(hero: Regiment, item: Item) -> Regiment:
    """The hero with the rules that the item gives it; a new caster knows the spells of its faction."""
    rules = hero.rules
    for text in (*item.raises, *item.rules):
        rules = raised(rules, RuleText.parse(text))
    spells = hero.spells
    if not spells and any(text.startswith("Caster") for text in item.raises):
        spells = _spells_of(hero.faction)
    return msgspec.structs.replace(hero, rules=rules, spells=spells)


def _spells_of(faction: str) -> tuple[SpellText, ...]:
    book = books().get(faction)
    return () if book is None else book.spells
