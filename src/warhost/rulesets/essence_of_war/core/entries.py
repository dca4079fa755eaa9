"""What a unit entry holds: formation, base, profile, model rules, weapons and spells."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from warhost.table import OnBases

__all__ = [
    "CHARACTERISTICS",
    "AimModifier",
    "ArmedWith",
    "ArmyList",
    "Bought",
    "Category",
    "CloseRange",
    "Entry",
    "Multiply",
    "NearTerrain",
    "Patrol",
    "Profile",
    "SpellEntry",
    "SpellVersion",
    "Target",
    "Weapon",
    "Wizard",
    "best",
    "rule_name",
]

Category: TypeAlias = Literal["Character", "Support", "Core", "Special"]
Target: TypeAlias = Literal["enemy", "friend", "any"]
Wizard: TypeAlias = Literal["", "Conclave", "Apprentice", "Adept", "Master"]
AimModifier: TypeAlias = Literal["cover", "long range", "moving"]

CHARACTERISTICS = ("adv", "mar", "dis", "rsr", "hp", "def", "res", "arm", "aeg", "att", "off", "str", "ap", "agi")
"""The characteristics in the order of the profile box."""


class Profile(msgspec.Struct, frozen=True, kw_only=True, rename={"def_": "def", "str_": "str"}, gc=False):
    """The characteristics that all models of a unit share; None where the unit has no such value.

    Lengths are inches; `aeg` is the die that saves (4 for 4+); `rsr` is the number of Health Points that come back.
    """

    adv: int
    mar: int
    dis: int
    rsr: int | None = None
    hp: int
    def_: int
    res: int
    arm: int
    aeg: int | None = None
    att: int
    off: int
    str_: int
    ap: int
    agi: int


def best(characteristic: str, values: Iterable[int]) -> int:
    """The best of several values: the biggest, except for Aegis, where the lowest die is best."""
    return min(values) if characteristic == "aeg" else max(values)


class CloseRange(msgspec.Struct, frozen=True, rename={"str_": "str"}, gc=False):
    """Another Strength or Armour Penetration against targets no farther than `within` inches; None: as usual."""

    within: int
    str_: int | None = None
    ap: int | None = None


class Weapon(msgspec.Struct, frozen=True, kw_only=True, rename={"str_": "str"}, gc=False):
    """A shooting weapon. Shots are a number or dice for each model; Strength or AP None means the bearer's own."""

    name: str
    shots: int | str
    range: int
    str_: int | None
    ap: int | None
    ranks: int = 2
    ignores: tuple[AimModifier, ...] = ()
    close: CloseRange | None = None
    march_and_shoot: bool = False
    poison: bool = False
    area: int | UnsetType = UNSET
    """Area Attack: so many hits at most, with a Strength and AP of their own."""
    multiple_wounds: int | str | UnsetType = UNSET
    """What each unsaved wound counts: a number or dice."""


class ArmedWith(msgspec.Struct, frozen=True, gc=False):
    """A weapon in the hands of a unit: the Aim is the unit's, the rest the weapon's."""

    weapon: Weapon
    aim: int

    def __str__(self) -> str:
        return f"{self.weapon.name} ({self.aim}+)"


class SpellVersion(msgspec.Struct, frozen=True, gc=False):
    """One way to cast a spell: its Casting Value and the number of units it may target."""

    value: int
    units: int = 1
    range: int | UnsetType = UNSET
    """Where it differs from the range of the spell."""
    all: bool | UnsetType = UNSET
    """All units in range are its targets."""


class NearTerrain(msgspec.Struct, frozen=True, gc=False):
    """Targets within so many inches of a feature of these kinds are in range wherever they are."""

    within: int
    of: tuple[str, ...]


class Multiply(msgspec.Struct, frozen=True, gc=False):
    """Unsaved wounds count `by` times against models with at least `against_hp` Health Points in their profile."""

    by: int
    against_hp: int


class SpellEntry(msgspec.Struct, frozen=True, kw_only=True, rename={"str_": "str"}, gc=False):
    """The figures of a spell: how it is cast, on whom, and with what it hits. Its other effects are code.

    A rider (`amplifies` names its spell) is never cast by itself: that spell may be cast at the rider's value instead.
    """

    name: str
    versions: tuple[SpellVersion, ...]
    amplifies: str | None = None
    target: Target = "any"
    range: int = 0
    or_near: NearTerrain | None = None
    sight: bool = False
    unengaged: bool = False
    lasts: bool = False
    hits: int | str | None = None
    str_: int | str | None = None
    ap: int | None = None
    wounds_automatically: bool = False
    one_model: bool = False
    multiply: Multiply | None = None
    reroll_armour_saves: bool = False
    path: str | UnsetType = UNSET
    """The Path of Magic that it is of; unset for spells of patrols and of a faction."""
    number: int | UnsetType = UNSET
    """Which spell of its Path it is."""
    replicable: bool | UnsetType = UNSET
    """Several Wizards may attempt it in one Magic Phase."""
    moves: int | UnsetType = UNSET
    """The inches of the move that its targets may make."""
    around: str | UnsetType = UNSET
    """Dice for the inches around its target within which it strikes others too."""
    adds: int | UnsetType = UNSET
    """What a rider adds to the Casting Value of any spell that it amplifies (`amplifies` is then "any")."""

    @property
    def value(self) -> int:
        """The Casting Value, of the small version where there are two."""
        return self.versions[0].value

    @property
    def castable(self) -> bool:
        return self.amplifies is None


class Bought(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What a unit of an Armylist was bought as; units of patrols have none of it."""

    points: int
    """All that it costs: its Base Option, upgrades and enchantments."""
    option: str = ""
    """Its Base Option where that is not a formation: on Horse, Wings, Hunt Leader."""
    upgrades: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    """Enchantments of the Vault."""
    mount: str = ""
    wizard: Wizard = ""
    paths: tuple[str, ...] = ()
    """The Paths of Magic that it chose."""
    general: bool = False
    march: str = ""
    """Dice in place of a March Rate (EOW-R017)."""


class Entry(OnBases, msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A unit entry: so many models of one kind in files and ranks. A single model has one file and no ranks."""

    faction: str
    name: str
    aliases: tuple[str, ...] = ()
    category: Category
    files: int
    ranks: int
    base: tuple[int, int]
    profile: Profile
    rules: tuple[str, ...] = ()
    weapons: tuple[ArmedWith, ...] = ()
    spells: tuple[SpellEntry, ...] = ()
    listed: tuple[str, ...] = ()
    """Rules, weapons with their Aim, and spells, in the order of the entry."""
    bought: Bought | UnsetType = UNSET
    """What an Armylist adds. Unset, and so left out of every record, for the units of patrols."""

    @property
    def points(self) -> int:
        return self.bought.points if self.bought else 0

    @property
    def items(self) -> tuple[str, ...]:
        return self.bought.items if self.bought else ()

    @property
    def general(self) -> bool:
        """Whether it leads an army that was built from an Armylist."""
        return self.bought.general if self.bought else False

    @property
    def mounted(self) -> bool:
        return bool(self.bought.mount) if self.bought else False

    @property
    def single(self) -> bool:
        return self.ranks == 0

    @property
    def formation(self) -> str:
        """Files and ranks as the book writes them."""
        return "single" if self.single else f"{self.files}x{self.ranks}"

    @property
    def models(self) -> int:
        return self.files * max(self.ranks, 1)

    @property
    def health(self) -> int:
        """The Health Points of all models together."""
        return self.models * self.profile.hp

    @property
    def longest_side_mm(self) -> int:
        return max(self.base)

    @property
    def width(self) -> float:
        """The front of the whole unit as it starts, in inches."""
        return self.files * self.base_width

    @property
    def depth(self) -> float:
        """The side of the whole unit as it starts, in inches."""
        return max(self.ranks, 1) * self.base_depth

    def has(self, rule: str) -> bool:
        """Whether it lists a model rule of that name, whatever stands in brackets."""
        return any(rule_name(text) == rule for text in self.rules)


class Patrol(msgspec.Struct, frozen=True):
    """The ready-made army of a basic game."""

    faction: str
    entries: tuple[Entry, ...]
    aliases: tuple[str, ...] = ()
    text: str = ""
    """How the army fights, in one sentence."""

    @property
    def models(self) -> int:
        return sum(entry.models for entry in self.entries)

    @property
    def health(self) -> int:
        return sum(entry.health for entry in self.entries)

    @property
    def weapons(self) -> list[Weapon]:
        """Every weapon of the army once."""
        return list({armed.weapon.name: armed.weapon for entry in self.entries for armed in entry.weapons}.values())

    @property
    def spells(self) -> list[SpellEntry]:
        """Every spell of the army once."""
        return list({spell.name: spell for entry in self.entries for spell in entry.spells}.values())

    def of(self, category: Category) -> tuple[Entry, ...]:
        return tuple(entry for entry in self.entries if entry.category == category)


class ArmyList(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An army that was built from an Armylist: its units with everything that was bought for them, one the General."""

    name: str
    faction: str
    points: int = 0
    """The size of the battle that it was made for; 0 where nothing was said."""
    entries: tuple[Entry, ...] = ()

    @property
    def cost(self) -> int:
        return sum(entry.points for entry in self.entries)


def rule_name(text: str) -> str:
    """The name of a listed rule or weapon without what stands in brackets: `Impact (1 Hit, Str 4, AP 1)` is Impact."""
    return text.split(" (", 1)[0]
