"""What armies are made of: units as they are bought, with the profile of their models (BLUE-R03)."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

import msgspec
from msgspec import Meta

from warhost.table import MM_PER_INCH

Type: TypeAlias = Literal[
    "infantry", "cavalry", "beast", "chariot", "war machine", "monstrous infantry", "monster", "swarm"
]

TYPES: tuple[Type, ...] = get_args(Type)

FACING: frozenset[Type] = frozenset({"chariot", "war machine", "monster"})
"""The types whose models have a facing (BLUE-R13)."""

Value: TypeAlias = Annotated[int, Meta(ge=2, le=10)]
"""What a roll has to reach: 6 for 6+."""

OneToTen: TypeAlias = Annotated[int, Meta(ge=1, le=10)]


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, cache_hash=True):
    """A unit as it stands in a list: how many models, their profile, and everything that was bought for it.

    Figures are those of the profile: what armour, weapons and rules change is worked out in play.
    """

    name: str
    army: str = ""
    """The army list that it is from (needed by Bane)."""
    type: Type = "infantry"
    hero: bool = False
    flyer: bool = False
    models: Annotated[int, Meta(ge=1, le=60)] = 1
    movement: Annotated[int, Meta(ge=0, le=20)] = 5
    melee: Value = 6
    ranged: Value | None = None
    strength: OneToTen = 4
    grit: OneToTen = 4
    health: Annotated[int, Meta(ge=1, le=20)] = 1
    initiative: OneToTen = 4
    attacks: Annotated[int, Meta(ge=0, le=20)] = 1
    spirit: Value = 6
    mind: Value = 6
    magic: Annotated[int, Meta(ge=0, le=6)] = 0
    """The Magic Rating of each of its models."""
    destiny: Annotated[int, Meta(ge=0, le=10)] = 0
    armour: tuple[str, ...] = ()
    """Body armour, shield and Magic Armour by name (`arms.ARMOUR`)."""
    weapons: tuple[str, ...] = ()
    """Melee and ranged weapons by name (`arms.MELEE`, `arms.RANGED`); everybody has a Hand Weapon too (BLUE-R65)."""
    rules: tuple[str, ...] = ()
    """Special rules as lists write them: "Scout", "Regeneration (7+)"."""
    bonus: tuple[str, ...] = ()
    """The Heroic Bonus: special rules that the other models of a unit have while the Hero is with them (BLUE-R97)."""
    champion: bool = False
    bannerman: bool = False
    warbanner: bool = False
    commander: bool = False
    trait: str = ""
    """The Command Trait of the Commander."""
    items: tuple[str, ...] = ()
    """Magic Items by name."""
    lore: tuple[str, ...] = ()
    """The spells among which those of a caster are drawn; the Core Spell is always known."""
    base: Annotated[int, Meta(ge=10, le=200)] = 25
    """The diameter of its bases in millimetres."""
    points: int = 0
    """What the whole unit costs."""
    options: tuple[str, ...] = ()
    """What was bought besides, by name: for showing."""

    @property
    def radius(self) -> float:
        """Half of a base, in inches."""
        return self.base / MM_PER_INCH / 2.0

    @property
    def has_facing(self) -> bool:
        """Whether it matters where its models look (BLUE-R13)."""
        return self.type in FACING

    @property
    def kind(self) -> str:
        """Its type with its subtypes, as profiles write it: "Cavalry, Hero, Flyer"."""
        return ", ".join([self.type.title(), *(["Hero"] if self.hero else []), *(["Flyer"] if self.flyer else [])])
