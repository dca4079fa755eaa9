"""Rosters in a few words: what tests of Armylists are made of."""

from __future__ import annotations

from typing import Any

from warhost.muster import Draft, Problem, pick_from_text
from warhost.rulesets import muster
from warhost.rulesets.essence_of_war.core.entries import Entry
from warhost.rulesets.essence_of_war.lists.armylists import catalogue, list_unit

__all__ = ["bought", "found", "roster", "rules_broken"]


def bought(faction: str, words: str) -> Entry:
    """A unit of an Armylist by itself: `Marshal + on Horse + General`."""
    name, *more = words.split(" + ")
    return list_unit(faction, name, *more)


def roster(faction: str, *units: str, points: int = 1600) -> Draft:
    """A Roster of these units."""
    entries = catalogue(faction)
    return Draft(
        name="Column",
        faction=entries.faction,
        points=points,
        picks=tuple(pick_from_text(unit, entries) for unit in units),
    )


def found(draft: Draft, **options: Any) -> list[Problem]:
    """All that is wrong with a Roster."""
    return list(muster("eow").tally(draft, options).problems)


def rules_broken(faction: str, *units: str, points: int = 1600, **options: Any) -> list[str | None]:
    """The rules of all that is wrong with a Roster, but for what it lacks: points, Core units, a Character."""
    problems = found(roster(faction, *units, points=points), **options)
    return [problem.rule for problem in problems if problem.rule not in LACKING]


LACKING = ("eow.adv.army.core_minimum", "eow.adv.army.general", "eow.adv.army.char_support_max")
