"""Magic items that players settle when they write their lists: `Bridge Marshal = Obsidian Weapon on Halberd; ...`."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warhost.errors import did_you_mean
from warhost.play.shown.english import listed
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import ArmyList, Regiment, Settings, optional
from warhost.rulesets.regiments.parts.magic_items.items import SLUG, Item, items, weapons_for


class Wish(msgspec.Struct, frozen=True):
    """The item that a hero is to have, and which of its weapons becomes it, if that is told."""

    hero: str
    item: Item
    weapon: str = ""


def wishes_in(text: str) -> list[Wish]:
    """What a text settles; ValueError, with a sentence, if it cannot be read or names an item twice."""
    found: list[Wish] = []
    for line in filter(str.strip, text.split(";")):
        hero, equals, rest = (word.strip() for word in line.partition("="))
        name, _, weapon = (word.strip() for word in rest.partition(" on "))
        if not hero or not equals or not name:
            raise ValueError(f'"{line.strip()}" cannot be read: write a hero, an equals sign and an item.')
        item = _named(name)
        if any(one.item is item for one in found):
            raise ValueError(f"An army may have the {item.name} only once.")
        found.append(Wish(hero, item, weapon))
    return found


def _named(name: str) -> Item:
    for item in items().values():
        if name.casefold() in (item.name.casefold(), item.printed.casefold()):
            return item
    raise ValueError(f'There is no magic item "{name}".{did_you_mean(name, items())}')


@rule("aofr.item.unique", "aofr.item.method_free")
def problem(settings: Settings, method: str) -> str:
    """Why what was brought cannot be: only free selection can be settled beforehand, each item once."""
    told = optional.brought(settings, SLUG)
    if told and method != "free":
        return "Items are settled beforehand only where players select them freely."
    for seat, text in told.items():
        try:
            wishes_in(text)
        except ValueError as error:
            return f"The magic items of seat {seat}: {error}"
    return ""


@rule("aofr.item.one_per_hero")
def list_problem(settings: Settings, seat: int, army: ArmyList) -> str:
    """Why a list does not go with the items that were settled for it: a hero that it has not, or has had one already; a
    weapon that the hero has not."""
    text = optional.brought(settings, SLUG).get(seat, "")
    left = [unit for unit in army.units() if unit.is_hero]
    for wish in wishes_in(text):
        hero = _hero(left, wish.hero)
        if hero is None:
            names = listed([unit.name for unit in army.units() if unit.is_hero]) or "none"
            return f"{wish.hero} cannot have the {wish.item.name}: each hero has one item, and the heroes are {names}."
        left.remove(hero)
        arms = [arm.name for arm in weapons_for(wish.item, hero)]
        if wish.weapon and (not wish.item.weapon or wish.weapon not in arms):
            return f"{hero.name} has no {wish.weapon} that could be the {wish.item.name}."
        if wish.item.weapon and not arms:
            return f"{hero.name} has no weapon that could be the {wish.item.name}."
    return ""


def _hero(heroes: Sequence[Regiment], name: str) -> Regiment | None:
    return next((hero for hero in heroes if hero.name.casefold() == name.casefold()), None)


def wish_for(wishes: list[Wish], hero: Regiment) -> Wish | None:
    """What was settled for a hero; it is crossed off, so that the next hero of that name has its own."""
    found = next((wish for wish in wishes if wish.hero.casefold() == hero.name.casefold()), None)
    if found is not None:
        wishes.remove(found)
    return found
