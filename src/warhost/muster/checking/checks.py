"""The checks of a rulebook in one registry: limits that are data, and small functions with the ids of their rules.

CHECKS = Checks(
    within_budget("kingdom.army.faction_points"),
    Limit("kingdom.army.auxiliary", of=("Auxiliary",), most=Amount(for_each=("Core",))),
    Limit("kingdom.artefact.unique", counts="options", of=("artefact",), most=Amount(flat=1)),
)

@CHECKS.check("kingdom.army.faction_points")
def one_faction(roster: Roster, budget: Budget) -> Iterator[Problem]:
    ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from warhost.muster.checking.limits import Check, Limit, Standing
from warhost.muster.checking.roster import Budget, Roster
from warhost.muster.files.army_text import Problem
from warhost.rulebook import rule

__all__ = ["Checks"]

C = TypeVar("C", bound=Check)


class Checks:
    """What forbids a list, in the order in which problems are told."""

    def __init__(self, *checks: Limit | Check) -> None:
        self.all: list[Limit | Check] = list(checks)

    def add(self, *checks: Limit | Check) -> None:
        """Add limits, or checks that are made of figures."""
        self.all += checks

    def check(self, *ids: str) -> Callable[[C], C]:
        """Register a function that yields the problems of a list, with the rules that it is about."""

        def register(function: C) -> C:
            self.all.append(function)
            return rule(*ids)(function) if ids else function

        return register

    def __add__(self, other: Checks) -> Checks:
        return Checks(*self.all, *other.all)

    def problems(self, roster: Roster, budget: Budget) -> list[Problem]:
        """All that is wrong with a list, at once."""
        return list(self._problems(roster, budget))

    def _problems(self, roster: Roster, budget: Budget) -> Iterator[Problem]:
        for one in self.all:
            yield from one.problems(roster, budget) if isinstance(one, Limit) else one(roster, budget)

    def standings(self, roster: Roster, budget: Budget) -> list[Standing]:
        """How a list stands to the limits of all its units together."""
        limits = (one for one in self.all if isinstance(one, Limit))
        return [standing for limit in limits for standing in limit.standings(roster, budget)]
