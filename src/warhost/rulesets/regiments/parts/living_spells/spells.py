"""The living spells as figures: what each costs, how large it is, how it moves and what it does."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec

from warhost.rulebook import rule
from warhost.rulesets.families.data import read_data
from warhost.rulesets.regiments.core import SpellText

SLUG = "living_spells"

Category = Literal["primitive", "intricate", "forbidden"]
CATEGORIES: tuple[Category, ...] = ("primitive", "intricate", "forbidden")
"""The categories in the order of their cost: 1, 2 and 3."""

CAST_WITHIN = 12.0
"""How near to its caster a spell is placed."""

AROUND = 6.0
"""How near a unit must be for a spell to touch it."""


@rule("aofr.living.primitive_table", "aofr.living.intricate_table", "aofr.living.forbidden_table")
def cost_of(category: Category) -> int:
    """Primitive spells cost 1, intricate ones 2, forbidden ones 3."""
    return CATEGORIES.index(category) + 1


class LivingSpell(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One living spell; data/parts/living_spells.toml says what each field means."""

    name: str
    rule: str
    category: Category
    number: int
    size: Literal["small", "large", "long"]
    text: str
    moves: Literal["", "straight", "corner", "caster"] = ""
    path: bool = False
    danger: bool = False
    hits: str = ""
    ap: int = 0
    heals: str = ""
    shooting: int = 0
    melee: int = 0
    morale: int = 0
    cover: bool = False
    slow: int = 0
    second: int = 0
    gate: int = 0
    shock: str = ""
    carried: bool = False
    drains: str = ""
    tokens: int = 0
    terrain: str = ""

    @property
    def cost(self) -> int:
        return cost_of(self.category)

    @property
    def text_of_spell(self) -> SpellText:
        """The spell as casters try it."""
        return SpellText(name=self.name, cost=self.cost, range=int(CAST_WITHIN), target="friend", text=self.text)

    @property
    def aura(self) -> bool:
        """Whether it changes what units near it do."""
        return bool(self.shooting or self.melee or self.morale or self.cover)


class _Size(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    smaller: tuple[int, int]
    larger: tuple[int, int]


class _File(msgspec.Struct, forbid_unknown_fields=True):
    sizes: dict[str, _Size]
    spell: tuple[LivingSpell, ...]


def _file() -> _File:
    return read_data("warhost.rulesets.regiments", f"parts/{SLUG}.toml", _File)


@rule("aofr.living.small", "aofr.living.large", "aofr.living.long")
def base_of(spell: LivingSpell, *, larger: bool) -> tuple[int, int]:
    """Front and depth of its base in mm: round ones are as deep as they are wide."""
    size = _file().sizes[spell.size]
    return size.larger if larger else size.smaller


@lru_cache(maxsize=1)
def spells() -> dict[str, LivingSpell]:
    """All living spells by their names."""
    return {spell.name: spell for spell in _file().spell}


@rule("aofr.living.primitive_table", "aofr.living.intricate_table", "aofr.living.forbidden_table")
def spell_on(category: Category, face: int) -> LivingSpell:
    """The spell that a die draws in a category."""
    return next(spell for spell in spells().values() if spell.category == category and spell.number == face)
