"""The side-missions of the book: six categories of six (Advanced Missions: Side-Missions, Categories)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from warhost.rulebook import rule
from warhost.rulesets.families.data import read_data

TACTICAL = "tactical_genius"
"""The category whose missions count only while they are fulfilled (aofr.dash.tactical_same_round)."""


class Category(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Six side-missions of one kind."""

    die: int
    name: str


class SideMission(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one has to achieve."""

    die: int
    name: str
    text: str
    slug: str = ""
    category: str = ""

    @property
    def id(self) -> str:
        """Its row in the rulebook."""
        return f"aofr.side.{self.slug}"


class _File(msgspec.Struct, forbid_unknown_fields=True):
    categories: dict[str, Category]
    missions: dict[str, dict[str, SideMission]]


@lru_cache(maxsize=1)
def _file() -> _File:
    return read_data("warhost.rulesets.regiments", "parts/side_missions.toml", _File)


@lru_cache(maxsize=1)
def side_missions() -> dict[str, SideMission]:
    """All side-missions by their slugs, in the order of the book."""
    return {
        slug: msgspec.structs.replace(told, slug=slug, category=category)
        for category, missions in _file().missions.items()
        for slug, told in missions.items()
    }


def categories() -> dict[str, Category]:
    return _file().categories


@rule("aofr.side.category_table")
def category_on(die: int) -> str:
    """The category that a D6 picks."""
    return next(slug for slug, told in categories().items() if told.die == die)


@rule("aofr.side.tactical_genius_table", "aofr.side.field_marshal_table", "aofr.side.astute_strategist_table")
@rule("aofr.side.combat_master_table", "aofr.side.monster_hunter_table", "aofr.side.heroic_general_table")
def mission_on(category: str, die: int) -> str:
    """The side-mission of a category that a D6 picks."""
    return next(one.slug for one in of_category(category) if one.die == die)


def of_category(category: str) -> list[SideMission]:
    return [one for one in side_missions().values() if one.category == category]
