"""What an army book holds: entries as they are offered, options with what they do to a unit, limits of categories."""

from __future__ import annotations

import msgspec

from warhost.muster.entries import Entry as Offered
from warhost.muster.entries import Option
from warhost.rulesets.families.house_books import HouseBook
from warhost.rulesets.fantasy_battles.core import ArmedWith, Bound, Height, Level, MeleeWeapon, ModelType, Part
from warhost.rulesets.fantasy_battles.lists.arms import Arms

__all__ = ["CATEGORIES", "COMMAND", "HOUSE_LIMITS", "ArmyBook", "CategoryLimit", "Offer", "Upgrade"]

CATEGORIES = ("Characters", "Core", "Special", "Engines", "Monsters")
"""The categories of the house armies."""

COMMAND = ("Champion", "Standard Bearer", "Musician", "General", "Battle Standard Bearer")
"""What an entry may say that its models may become."""


class CategoryLimit(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How many percent of the points of the game a category costs, at least and at most."""

    category: str
    least: int = 0
    most: int = 100
    tags: tuple[str, ...] = ()
    """Units that count for it: those with these tags, whatever their category; none: those of the category."""


HOUSE_LIMITS = (
    CategoryLimit(category="Characters", most=40),
    CategoryLimit(category="Core", least=25),
    CategoryLimit(category="Engines", most=30),
    CategoryLimit(category="Monsters", most=30),
)
"""The limits of the house armies, in percent of the points of the game."""


class Upgrade(Option, frozen=True, kw_only=True):
    """An option with what it does to a unit. What it adds to attacks it adds to those of the first part."""

    rules: tuple[str, ...] = ()
    attack_rules: tuple[str, ...] = ()
    weapons: tuple[MeleeWeapon, ...] = ()
    shots: tuple[ArmedWith, ...] = ()
    armour: int = 0
    """What it adds to the Armour."""
    shield: int = 0
    """The same, by a shield."""
    values: tuple[tuple[str, int], ...] = ()
    """Characteristics that it sets, by their names."""
    adds: tuple[tuple[str, int], ...] = ()
    """Characteristics to which it adds something, by their names."""
    parts: tuple[Part, ...] = ()
    """Parts that it adds: a mount, more crew."""
    base: tuple[int, int] | None = None
    type: ModelType | None = None
    height: Height | None = None
    mounted: bool = False
    level: Level | None = None
    path: str = ""
    spells: tuple[str, ...] = ()
    """Learned Spells that the list selects."""
    casting: int = 0
    """What it adds to casting rolls."""
    bound: tuple[Bound, ...] = ()
    items: tuple[str, ...] = ()
    general: bool = False
    battle_standard: bool = False
    champion: bool = False
    standard: bool = False
    musician: bool = False


class Offer(Offered, frozen=True, kw_only=True):
    """An entry of an army book, with what its models may become and the points of its items."""

    command: tuple[str, ...] = ()
    champion: str = "Champion"
    """What its Champion is called."""
    item_points: int = 0
    """For so many points a Character may have Special Items, a Standard Bearer a banner; 0: for none."""
    complete: bool = False
    """It has all its options: nothing is sold to it that any unit of the house may buy."""
    limits: tuple[CategoryLimit, ...] = HOUSE_LIMITS
    """The limits of its book, which hold for lists with it."""


class ArmyBook(HouseBook, frozen=True, kw_only=True):
    """The army list of a faction."""

    hereditary: str = ""
    """The hereditary spell that its Wizards may take."""
    categories: tuple[str, ...] = CATEGORIES
    limits: tuple[CategoryLimit, ...] = HOUSE_LIMITS
    arms: Arms = Arms()
    """Weapons of its own."""
    texts: tuple[tuple[str, str], ...] = ()
    """Items that are played as their own texts say, with those texts."""
