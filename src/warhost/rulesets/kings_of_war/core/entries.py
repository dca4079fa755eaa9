"""What armies are made of: units as they are bought, their weapons and spells, and what their type says of them."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

import msgspec

from warhost.rulebook import rule
from warhost.table import MM_PER_INCH

Type: TypeAlias = Literal[
    "infantry",
    "large infantry",
    "cavalry",
    "large cavalry",
    "chariot",
    "war engine",
    "monster",
    "titan",
    "monster chariot",
]
Size: TypeAlias = Literal["", "troop", "regiment", "horde"]
Rank: TypeAlias = Literal["", "champion", "warlord"]
Category: TypeAlias = Literal["core", "auxiliary", "specialist", "support", "commander"]

CATEGORIES: tuple[Category, ...] = ("core", "auxiliary", "specialist", "support", "commander")
SIZES: tuple[Size, ...] = ("troop", "regiment", "horde")

MONSTERS: frozenset[Type] = frozenset({"monster", "titan", "monster chariot"})
"""What counts as a monster for rules that ask for one (KOW-R034)."""

REGIMENT_BASES: dict[Type, tuple[int, int]] = {
    "infantry": (100, 80),
    "large infantry": (120, 80),
    "cavalry": (125, 100),
    "large cavalry": (150, 100),
    "chariot": (150, 100),
}
"""Width and depth of a regiment in millimetres."""

SINGLE_BASES: dict[Type, tuple[int, int]] = {
    "war engine": (50, 50),
    "monster": (50, 50),
    "titan": (75, 75),
    "monster chariot": (50, 100),
}

HERO_BASES: dict[Type, tuple[int, int]] = {
    "infantry": (40, 40),
    "large infantry": (40, 40),
    "cavalry": (50, 50),
    "large cavalry": (50, 50),
    "chariot": (50, 100),
    "monster": (50, 50),
    "titan": (75, 75),
    "monster chariot": (50, 100),
    "war engine": (50, 50),
}

LEGACY_BASES: dict[Type, tuple[int, int]] = {"infantry": (125, 100), "large infantry": (150, 100)}
"""Regiments of the old heavy infantry and monstrous infantry."""

REGIMENT_MODELS: dict[Type, int] = {
    "infantry": 20,
    "large infantry": 6,
    "cavalry": 10,
    "large cavalry": 6,
    "chariot": 3,
}

HEIGHTS: dict[Type, int] = {
    "infantry": 2,
    "large infantry": 3,
    "cavalry": 3,
    "large cavalry": 4,
    "chariot": 4,
    "monster": 5,
    "titan": 5,
    "monster chariot": 5,
    "war engine": 2,
}


class Weapon(msgspec.Struct, frozen=True, omit_defaults=True):
    """A ranged weapon. Without attacks or a Shooting value of its own it takes the unit's."""

    name: str
    range: int
    attacks: int | str | None = None
    shooting: int | None = None
    rules: tuple[str, ...] = ()
    artefact: bool = False
    """Given by an artefact: the unit's own special rules do not help it (kow.artefact.granted_attacks)."""


class Known(msgspec.Struct, frozen=True, omit_defaults=True):
    """A spell that a unit knows and its (n); 0 for one that has none."""

    name: str
    number: int = 0
    artefact: bool = False


class Order(msgspec.Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """A command order of an army list (KOW-R002): its target number, who may receive it, what it gives and how long.

    `gives` are special rules in the form of army lists, `steadies` takes wavering off, `heals` takes damage off.
    """

    name: str
    target: int
    text: str = ""
    trait: str = ""
    enemy: bool = False
    """It is for enemy units."""
    commanders: bool = False
    """It may go to commanders too, to the one who issues it included."""
    gives: tuple[str, ...] = ()
    weapon: Weapon | None = None
    changes: tuple[tuple[str, int], ...] = ()
    """Values that change: speed, nerve, defence and others, and by how much."""
    steadies: bool = False
    heals: int = 0
    lasts: Literal["phase", "turn", "next turn"] = "turn"
    """Until the end of the phase, of the player's turn, or until the player's next turn begins."""


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, cache_hash=True):
    """A unit as it stands in a list: its profile with everything that was bought for it."""

    name: str
    army: str = ""
    type: Type = "infantry"
    hero: bool = False
    rank: Rank = ""
    size: Size = ""
    category: Category = "core"
    traits: tuple[str, ...] = ()
    speed: int = 5
    melee: int | None = 4
    shooting: int | None = None
    defence: int = 4
    attacks: int | str = 10
    nerve: int = 12
    points: int = 100
    rules: tuple[str, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    spells: tuple[Known, ...] = ()
    artefact: str = ""
    options: tuple[str, ...] = ()
    """What was bought besides, by name: for showing."""
    legacy: bool = False
    """On the larger base of the old heavy or monstrous infantry."""
    base: tuple[int, int] | None = None
    """A base of its own in millimetres, where its type does not say it."""
    strength: int | None = None
    """A Unit Strength of its own, where size and rank do not say it."""
    limit: int | None = None
    unique: bool = False
    battalion: int = 1
    orders: tuple[Order, ...] = ()
    """The command orders of its army, if it is a commander."""

    @property
    def base_mm(self) -> tuple[int, int]:
        """Width and depth in millimetres."""
        return self.base or usual_base(self.type, self.size, hero=self.hero, legacy=self.legacy)

    @property
    def width(self) -> float:
        return inches_of(self)[0]

    @property
    def depth(self) -> float:
        return inches_of(self)[1]

    @property
    def is_monster(self) -> bool:
        return self.type in MONSTERS

    @property
    def is_commander(self) -> bool:
        """Champions and warlords issue command orders (KOW-R037)."""
        return bool(self.rank)


@rule("kow.unit.regiment", "kow.unit.troop", "kow.unit.horde", "kow.unit.hero_type")
@rule("kow.base.infantry", "kow.base.large_infantry", "kow.base.cavalry", "kow.base.large_cavalry", "kow.base.chariot")
@rule("kow.base.war_engine", "kow.base.monster", "kow.base.titan", "kow.base.monster_chariot")
@rule("kow.base.hero_infantry", "kow.base.hero_large_infantry", "kow.base.hero_cavalry", "kow.base.hero_large_cavalry")
@rule("kow.base.hero_chariot", "kow.base.hero_monster", "kow.base.hero_titan")
@rule("kow.base.legacy_heavy_infantry", "kow.base.legacy_monstrous_infantry", "kow.base.hero_monstrous_infantry")
def usual_base(kind: Type, size: Size, *, hero: bool = False, legacy: bool = False) -> tuple[int, int]:
    """The base of a unit by its type and size: a troop is half as deep as a regiment, a horde twice as wide.

    Heroes of the old monstrous infantry stand on a larger base than other large infantry (KOW-R016).
    """
    if hero:
        return (50, 50) if legacy and kind == "large infantry" else HERO_BASES[kind]
    if kind in SINGLE_BASES:
        return SINGLE_BASES[kind]
    width, depth = (LEGACY_BASES if legacy else REGIMENT_BASES).get(kind, REGIMENT_BASES[kind])
    if size == "troop":
        return width, depth // 2
    return (2 * width, depth) if size == "horde" else (width, depth)


@rule("kow.measure.inches")
@lru_cache(maxsize=1024)
def inches_of(entry: Entry) -> tuple[float, float]:
    """Width and depth of the base in inches."""
    width, depth = entry.base_mm
    return width / MM_PER_INCH, depth / MM_PER_INCH


def models_of(entry: Entry) -> int:
    """How many models stand on the base: half of a regiment's in a troop, twice as many in a horde (KOW-R008)."""
    if entry.hero or entry.type not in REGIMENT_MODELS:
        return 1
    regiment = REGIMENT_MODELS[entry.type]
    return {"troop": (regiment + 1) // 2, "horde": 2 * regiment}.get(entry.size, regiment)


@rule("kow.us.troop", "kow.us.regiment", "kow.us.horde", "kow.us.monster", "kow.us.war_engine")
@rule("kow.us.champion", "kow.us.warlord")
def unit_strength(entry: Entry) -> int:
    """The Unit Strength before anything halves it: monsters by their line (KOW-R038), heroes by their rank, others by
    their size."""
    if entry.strength is not None:
        return entry.strength
    if entry.is_monster:
        return 2
    if entry.hero:
        return 2 if entry.rank == "warlord" else 1
    if entry.type == "war engine":
        return 1
    return {"troop": 1, "horde": 4}.get(entry.size, 2)
