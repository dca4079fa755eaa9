"""What other list builders call the things of Essence of War: their rosters are read by these names (EOW-R007)."""

from __future__ import annotations

from functools import cache

from warhost.muster.foreign.wording import Wording
from warhost.rulesets.essence_of_war.lists import armylists

__all__ = ["wording"]

_ALIASES = {
    "Army General": "General",
    "on Foot": "Single Model",
    "Foot": "Single Model",
    "Wizard Apprentice": "Apprentice",
    "Wizard Adept": "Adept",
    "Wizard Master": "Master",
    "Devastating Charge": "Devastating",
    "Taurosauro": "on Taurosaur",
}
_HEADINGS = (
    "Special Items",
    "Enchantments",
    "Enchantment",
    "Weapon",
    "Weapons",
    "Armour",
    "Armour (mounted)",
    "Artefact",
    "Artefact (General)",
    "Artefacts",
    "Banner",
    "Banners",
    "Formation",
    "Base Option",
    "Base Options",
    "Options",
    "Upgrades",
    "Mount",
    "Mounts",
    "Path of Magic",
    "Paths of Magic",
)


@cache
def wording() -> Wording:
    """The names, those that the book abbreviates among them."""
    options = (option for army in armylists.armylists().values() for entry in army.entries for option in entry.options)
    printed = {option.printed: option.name for option in options if option.printed}
    return Wording(
        game="T9A: Essence of War",
        games=r"(?i)essence of war|\beow\b",
        aliases={**printed, **_ALIASES},
        headings=_HEADINGS,
        prefixes=("on",),
    )
