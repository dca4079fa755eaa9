"""A list while it is built: units are picked one by one, and at any time it tells its price and what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warhost.errors import WarhostError
from warhost.muster.building.buying import Pick
from warhost.muster.checking.limits import Standing
from warhost.muster.checking.roster import Roster
from warhost.muster.files.army_text import Problem

__all__ = ["CategoryCost", "Draft", "Offer", "OptionOffer", "PickCost", "Tally", "category_costs", "grown"]


class Draft(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The picks of a list. Every change gives a new draft, so that a builder can go back to any that was before."""

    name: str
    faction: str
    points: int = 0
    """What it may cost; 0 where nothing is agreed on."""
    picks: tuple[Pick, ...] = ()

    def adding(self, *picks: Pick) -> Draft:
        return msgspec.structs.replace(self, picks=self.picks + picks)

    def without(self, number: int) -> Draft:
        """The draft without the pick of that number."""
        self.pick(number)
        return msgspec.structs.replace(self, picks=self.picks[: number - 1] + self.picks[number:])

    def pick(self, number: int) -> Pick:
        """The pick of that number, the first being 1."""
        if not 1 <= number <= len(self.picks):
            raise WarhostError(f"{self.name} has no unit {number}: it has {len(self.picks)}.")
        return self.picks[number - 1]

    def changing(self, number: int, pick: Pick) -> Draft:
        """The draft with another pick in place of that number."""
        left = self.without(number).picks
        return msgspec.structs.replace(self, picks=(*left[: number - 1], pick, *left[number - 1 :]))


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that can be picked next, in one of its sizes; `problems` says why the list may not have it."""

    pick: Pick
    category: str
    models: int
    cost: int
    problems: tuple[Problem, ...] = ()


class OptionOffer(msgspec.Struct, frozen=True, kw_only=True):
    """An option that a picked unit can buy next, for so many points; `problems` says why it may not."""

    name: str
    cost: int
    problems: tuple[Problem, ...] = ()


class PickCost(msgspec.Struct, frozen=True):
    """A pick by its number, with its models and what it costs together with the units that joined it."""

    number: int
    pick: Pick
    models: int
    cost: int


class CategoryCost(msgspec.Struct, frozen=True):
    """The units of a category and what they cost."""

    name: str
    units: int
    points: int


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """What a draft comes to: its price, how it stands to the limits of its rulebook, and all its problems."""

    points: int
    limit: int
    """What it may cost; 0 where nothing is agreed on."""
    picks: tuple[PickCost, ...]
    """Those that can be bought."""
    categories: tuple[CategoryCost, ...]
    standings: tuple[Standing, ...]
    problems: tuple[Problem, ...]
    hints: tuple[str, ...] = ()
    """What is legal and still worth knowing."""

    @property
    def left(self) -> int | None:
        """The points that are left; None where there is no limit."""
        return self.limit - self.points if self.limit else None


def category_costs(roster: Roster) -> tuple[CategoryCost, ...]:
    """The categories of a list, in the order in which it has them."""
    names = dict.fromkeys(unit.category for unit in roster.units)
    found = []
    for name in names:
        units = [unit for unit in roster.units if unit.category == name]
        found.append(CategoryCost(name, len(units), sum(unit.cost for unit in units)))
    return tuple(found)


def grown(before: Sequence[Problem], after: Sequence[Problem]) -> tuple[Problem, ...]:
    """The problems that came or became worse."""
    messages = {problem.message for problem in before}
    known: dict[tuple[str | None, str], int] = {}
    for problem in before:
        key = (problem.rule, problem.where)
        known[key] = max(known.get(key, 0), problem.by)
    return tuple(
        problem
        for problem in after
        if problem.message not in messages
        and (not problem.by or problem.by > known.get((problem.rule, problem.where), 0))
    )
