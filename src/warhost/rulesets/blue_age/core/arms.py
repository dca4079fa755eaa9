"""Weapons and armour: the book's tables, as data (Tables: Melee Weapons, Ranged Weapons, Armour)."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from warhost.rulebook import rule


class MeleeWeapon(msgspec.Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """A melee weapon: what it adds to Strength, the points of its Armour Piercing, its qualities.

    Where a weapon has two figures, `otherwise` and `ap_otherwise` are the second ones (Lance, Scythe).
    """

    name: str
    strength: int = 0
    ap: int = 0
    qualities: tuple[str, ...] = ()
    otherwise: int | None = None
    ap_otherwise: int | None = None
    id: str = ""


class RangedWeapon(msgspec.Struct, frozen=True, omit_defaults=True, cache_hash=True):
    """A ranged weapon. Without a Strength it has that of its user; `blast` is the diameter of its template in inches.

    The range of a Firestorm weapon is that of its template.
    """

    name: str
    range: float
    strength: int | None = None
    shots: int = 1
    ap: int = 0
    qualities: tuple[str, ...] = ()
    blast: float = 0.0
    minimum: float = 0.0
    id: str = ""


class Armour(msgspec.Struct, frozen=True, omit_defaults=True):
    """Body armour gives a save, a shield a bonus or (alone) a save, Magic Armour a bonus and a Magical Save."""

    name: str
    kind: Literal["body", "shield", "magic"] = "body"
    save: int = 0
    """The save of body armour; of a shield the save for a model without armour."""
    bonus: int = 0
    movement: int = 0
    rules: tuple[str, ...] = ()
    id: str = ""


def _table(name: str) -> dict[str, Any]:
    text = files("warhost.rulesets.blue_age").joinpath("data", "arms.toml").read_text("utf-8")
    found: dict[str, Any] = tomllib.loads(text)[name]
    return found


@lru_cache(maxsize=1)
@rule("blue.melee_weapon.short_weapon", "blue.melee_weapon.hand_weapon", "blue.melee_weapon.great_weapon")
@rule("blue.melee_weapon.spear", "blue.melee_weapon.halberd", "blue.melee_weapon.lance", "blue.melee_weapon.flail")
@rule("blue.melee_weapon.morning_star", "blue.melee_weapon.war_scythe", "blue.melee_weapon.kyrani_warblade")
@rule("blue.melee_weapon.lyrani_ancestral_blade", "blue.melee_weapon.kjarlin_axe")
def melee_weapons() -> dict[str, MeleeWeapon]:
    """The melee weapons by name: the book's, then those of the house."""
    return {name: msgspec.convert({"name": name, **row}, MeleeWeapon) for name, row in _table("melee").items()}


@lru_cache(maxsize=1)
@rule("blue.ranged_weapon.bola", "blue.ranged_weapon.throwing_weapon", "blue.ranged_weapon.sling")
@rule("blue.ranged_weapon.handbow", "blue.ranged_weapon.shortbow", "blue.ranged_weapon.bow")
@rule("blue.ranged_weapon.longbow", "blue.ranged_weapon.crossbow", "blue.ranged_weapon.repeater_crossbow")
@rule("blue.ranged_weapon.tharian_hunting_bow", "blue.ranged_weapon.fire_spewer", "blue.ranged_weapon.kragi_bombs")
@rule("blue.ranged_weapon.kragi_crossbow")
def ranged_weapons() -> dict[str, RangedWeapon]:
    """The ranged weapons by name: the book's, then those of the house (BLUE-R91)."""
    return {name: msgspec.convert({"name": name, **row}, RangedWeapon) for name, row in _table("ranged").items()}


@lru_cache(maxsize=1)
@rule("blue.armour.row_1_light", "blue.armour.row_2_medium", "blue.armour.row_3_heavy", "blue.armour.row_4_shield")
@rule("blue.armour.row_5_great_shield", "blue.armour.row_6_magic_armour")
def armours() -> dict[str, Armour]:
    """Armour and shields by name (BLUE-R104)."""
    return {name: msgspec.convert({"name": name, **row}, Armour) for name, row in _table("armour").items()}
