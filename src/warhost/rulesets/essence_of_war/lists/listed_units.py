"""What Armylists, Bestiary, Vault and Grimoire hold, as data: what can be bought, for how much, and what it changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from warhost.muster.entries import Option, Size
from warhost.rulesets.essence_of_war.core import ArmedWith, Category, Profile, SpellEntry, Weapon, Wizard

__all__ = [
    "ITEM_KINDS",
    "NOTHING",
    "SPELLS_KNOWN",
    "Alteration",
    "Armylist",
    "BaseOption",
    "Enchantment",
    "Grimoire",
    "ItemKind",
    "ListEntry",
    "Mount",
    "Source",
    "Upgrade",
]

Source: TypeAlias = Literal["text", "builder", "house"]
"""Where a fact is from that the book shows as a picture: its text proves it, public data of list builders say it, or
it is a ruling of the house."""
ItemKind: TypeAlias = Literal["weapon", "armour", "banner", "artefact"]
ITEM_KINDS: tuple[ItemKind, ...] = ("weapon", "armour", "banner", "artefact")

SPELLS_KNOWN: Mapping[Wizard, tuple[int, ...]] = {"Apprentice": (1,), "Adept": (1, 2), "Master": (1, 2, 3)}
"""The spells of its Path that a Wizard knows (eow.adv.wizard.apprentice, .adept, .master)."""


class Alteration(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What a Base Option, an upgrade or a rule of an entry changes."""

    set: Mapping[str, int] = {}
    """Characteristics that have this value."""
    add: Mapping[str, int] = {}
    """Characteristics that are so much higher."""
    base: tuple[int, int] | None = None
    formation: tuple[int, int] | None = None
    mount: str = ""
    gives: tuple[str, ...] = ()
    """Model rules."""
    loses: tuple[str, ...] = ()
    """Model rules by their names, whatever stands in brackets."""
    weapons: tuple[ArmedWith, ...] = ()
    wizard: Wizard = ""
    paths: Mapping[str, tuple[Source, ...]] = {}
    """The Paths that it chooses from, in place of those of the entry."""
    path: str = ""
    """The one Path that it has without a choice."""
    more_paths: int = 0
    """How many Paths it chooses besides the first."""
    shares_path_with: str = ""
    """The entry of which another unit must have chosen the same Path."""
    spells: tuple[int, ...] = ()
    """The spells of its Path that it knows, where these are not those of its kind of Wizard."""
    conclave: tuple[str, ...] = ()
    """It is a Conclave that knows these spells."""
    knows: tuple[str, ...] = ()
    """Spells that it knows besides."""
    general: bool = False
    """It is the General."""
    bars: tuple[ItemKind, ...] = ()
    """Kinds of Enchantments that it cannot take."""


NOTHING = Alteration()


class BaseOption(Size, frozen=True, kw_only=True):
    """A Base Option: a formation, a mount or a variant, for a price of its own."""

    printed: str = ""
    """Its name in the book, where that is shortened."""
    files: int = 1
    ranks: int = 0
    limit: int | None = None
    does: Alteration = NOTHING


class Upgrade(Option, frozen=True, kw_only=True):
    """An upgrade, for a price on top. Its `limit` (0-X) holds for the units of its entry (EOW-R015)."""

    does: Alteration = NOTHING


class ListEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A unit entry of an Armylist."""

    faction: str
    name: str
    aliases: tuple[str, ...] = ()
    category: Category
    sure: tuple[Source, ...]
    """How the category is known."""
    limit: int
    base: tuple[int, int]
    profile: Profile
    march: str = ""
    """Dice in place of a March Rate (EOW-R017)."""
    fights: bool = True
    """False for one that has a dash for Attacks and Offensive Skill: it makes no normal Melee Attacks (EOW-R017)."""
    listed: tuple[str, ...] = ()
    """Rules and weapons as the book lists them."""
    rules: tuple[str, ...] = ()
    weapons: tuple[ArmedWith, ...] = ()
    does: tuple[Alteration, ...] = ()
    """What rules of the entry stand for."""
    bars: Mapping[ItemKind, str] = {}
    """Kinds of Enchantments that it cannot take, and the rule of the entry that says so."""
    wizard: Wizard = ""
    conclave: tuple[str, ...] = ()
    paths: Mapping[str, tuple[Source, ...]] = {}
    """The Paths that it chooses from, and how each of them is known."""
    options: tuple[BaseOption, ...]
    upgrades: tuple[Upgrade, ...] = ()


class Armylist(msgspec.Struct, frozen=True, kw_only=True):
    """The Armylist of a faction."""

    faction: str
    aliases: tuple[str, ...] = ()
    entries: tuple[ListEntry, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    effects: Mapping[str, Alteration] = {}
    """What options, upgrades and rules change, by their names."""


class Mount(msgspec.Struct, frozen=True, kw_only=True):
    """A mount of the Bestiary: what it replaces, and what it adds to the rider's Armour."""

    name: str
    aliases: tuple[str, ...] = ()
    base: tuple[int, int]
    set: Mapping[str, int] = {}
    add: Mapping[str, int] = {}
    rules: tuple[str, ...] = ()

    @property
    def chariot(self) -> bool:
        return "Chariot" in self.name


class Enchantment(msgspec.Struct, frozen=True, kw_only=True):
    """An Enchantment of the Vault."""

    name: str
    kind: ItemKind
    cost: int
    bars: tuple[str, ...] = ()
    """Who cannot take it."""
    effect: str = ""


class Grimoire(msgspec.Struct, frozen=True, kw_only=True):
    """The Paths of Magic and the spells of factions; `effects` say in a few words what figures do not."""

    paths: Mapping[str, tuple[SpellEntry, ...]]
    faction: Mapping[str, tuple[SpellEntry, ...]]
    spells: Mapping[str, SpellEntry]
    effects: Mapping[str, str]
