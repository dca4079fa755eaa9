"""Limits of a whole list as data: how much of what, at least and at most, with which rule.

    Limit("kingdom.army.support", of=("Support",), most=Amount(for_each=("Core", "Specialist"), per=2, cap=4))

says that a list may have one support unit for every two of its core and specialist units, four at most.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from warhost.muster.checking.roster import Budget, Roster
from warhost.muster.entries import times
from warhost.muster.files.army_text import Problem
from warhost.play.shown.english import listed, verb

__all__ = [
    "Amount",
    "Check",
    "Counts",
    "Limit",
    "Standing",
    "entry_limits",
    "one_faction",
    "option_limits",
    "within_budget",
]

Counts: TypeAlias = Literal["units", "points", "models", "choices", "copies", "cost", "options"]
"""What a limit counts. All together: units of some traits, their points or models; options that were taken. Each by
itself: the copies of a unit, the cost of a unit, the times that an option was taken."""


Check: TypeAlias = Callable[[Roster, Budget], Iterable[Problem]]
"""A function that tells what is wrong with a list in a game of so many points."""


class Amount(msgspec.Struct, frozen=True, kw_only=True):
    """A number that may depend on the points of the game and on the list: all that is named here is added up."""

    flat: int = 0
    percent: int = 0
    """So many percent of the points of the game."""
    per_points: int = 0
    """One for each full so many points of the game."""
    for_each: tuple[str, ...] = ()
    """Units with any of these traits ..."""
    per: int = 1
    """... of which each full so many count one."""
    floor: int = 0
    """It is never less."""
    cap: int | None = None
    """It is never more."""

    @property
    def needs_points(self) -> bool:
        """Whether it means something only in a game of agreed points."""
        return bool(self.percent or self.per_points)

    def of(self, roster: Roster, points: int) -> int:
        found = self.flat + points * self.percent // 100
        if self.per_points:
            found += points // self.per_points
        if self.for_each:
            found += len(list(roster.of(self.for_each))) // self.per
        found = max(self.floor, found)
        return found if self.cap is None else min(self.cap, found)

    def why(self, roster: Roster, points: int) -> str:
        """The number with its reason, as the end of a sentence."""
        most = self.of(roster, points)
        if self.percent:
            return f"{self.percent} % of {points} is {most}"
        if self.per_points:
            return f"a game of {points} points allows {most}"
        if self.for_each:
            has = len(list(roster.of(self.for_each)))
            return f"{has} {' and '.join(self.for_each)} {'unit allows' if has == 1 else 'units allow'} {most}"
        return f"at most {most} may be taken" if most else "none may be taken"


class Standing(NamedTuple):
    """How a list stands to a limit: how much it has, must have and may have."""

    what: str
    has: int
    least: int
    most: int | None
    rule: str
    counts: Counts

    @property
    def left(self) -> int | None:
        """What may still be taken; None where there is no end."""
        return None if self.most is None else self.most - self.has


class Limit(msgspec.Struct, frozen=True):
    """How much of what a list has, at least and at most."""

    rule: str
    counts: Counts = "units"
    of: tuple[str, ...] = ()
    """Traits of the units, or tags of the options, that it is about; all if none are named."""
    most: Amount | None = None
    least: Amount | None = None
    named: tuple[str, str] = ("", "")
    """What is counted, one and several: hero and heroes."""
    each_part: bool = False
    """It holds for each part of the army by itself, such as a battalion."""
    games: tuple[int, int] = (0, 0)
    """It holds in games of so many points, from and to (0: without end)."""
    mend: str = ""
    """What would put a list right, as a sentence."""

    @property
    def words(self) -> tuple[str, str]:
        if self.named[0]:
            return self.named
        what = " and ".join(self.of)
        return (f"{what} unit", f"{what} units") if what else ("unit", "units")

    def applies(self, budget: Budget) -> bool:
        first, last = self.games
        if budget.points < first or (last and budget.points > last):
            return False
        amounts = [amount for amount in (self.most, self.least) if amount is not None]
        return bool(budget.points) or not any(amount.needs_points for amount in amounts)

    def standings(self, roster: Roster, budget: Budget) -> Iterator[Standing]:
        """How a list, or each of its parts, stands to it; nothing for limits of single units and options."""
        if self.counts in ("copies", "cost", "options") or not self.applies(budget):
            return
        for part in self._held(roster):
            least = 0 if self.least is None else self.least.of(part, budget.points)
            most = None if self.most is None else self.most.of(part, budget.points)
            yield Standing(part.place(self.words[1]), self._has(part), least, most, self.rule, self.counts)

    def problems(self, roster: Roster, budget: Budget) -> Iterator[Problem]:
        if not self.applies(budget):
            return
        for part in self._held(roster):
            if self.counts in ("copies", "cost", "options"):
                yield from self._of_each(part, budget.points)
            else:
                yield from self._of_all(part, budget.points)

    def _held(self, roster: Roster) -> Iterable[Roster]:
        return roster.parts() if self.each_part else (roster,)

    def _has(self, roster: Roster) -> int:
        if self.counts == "choices":
            return _options(roster, self.of).total()
        units = roster.of(self.of)
        if self.counts == "units":
            return len(list(units))
        return sum(unit.cost if self.counts == "points" else unit.models for unit in units)

    def _of_all(self, roster: Roster, points: int) -> Iterator[Problem]:
        has, (one, several) = self._has(roster), self.words
        where = roster.place(several)
        least = 0 if self.least is None else self.least.of(roster, points)
        most = None if self.most is None else self.most.of(roster, points)
        if self.least is not None and most is not None and least == most != has:
            message = f"a {roster.word} has {most} {one if most == 1 else several}, this one has {has}."
            yield Problem(message, self.rule, where, abs(has - most), lacks=has < most)
            return
        has_or_have = verb(roster.name, "has")
        told = {
            "choices": f"{roster.name} {has_or_have} {has} {one if has == 1 else several}",
            "units": f"{roster.name} {has_or_have} {has} {one if has == 1 else several}",
            "points": f"{roster.name} {verb(roster.name, 'spends')} {has} points on {several}",
            "models": f"{roster.name} {has_or_have} {has} models in {several}",
        }[self.counts]
        if self.most is not None and most is not None and has > most:
            why = self.most.why(roster, points)
            yield Problem(
                self._mended(f"{told}: {why}."),
                self.rule,
                roster.place(several),
                has - most,
                lacks=bool(self.most.for_each),
            )
        if self.least is not None and has < least:
            percent = f", {self.least.percent} % of {points}" if self.least.percent else ""
            needs = f"{verb(roster.name, 'it')} {verb(roster.name, 'needs')}"
            message = self._mended(f"{told}: {needs} {least}{percent}.")
            yield Problem(message, self.rule, roster.place(several), least - has, lacks=True)

    def _mended(self, message: str) -> str:
        return f"{message} {self.mend}" if self.mend else message

    def _of_each(self, roster: Roster, points: int) -> Iterator[Problem]:
        if self.most is None:
            return
        most, why = self.most.of(roster, points), self.most.why(roster, points)
        if self.counts == "cost":
            for unit in roster.of(self.of):
                if unit.cost > most:
                    message = f"{unit} costs {unit.cost} points: {why}, and no unit may cost more."
                    yield Problem(message, self.rule, roster.place(unit.name), unit.cost - most)
        elif self.counts == "copies":
            for (_, name), count in Counter((unit.faction, unit.name) for unit in roster.of(self.of)).items():
                if count > most:
                    message = f"{roster.name} {verb(roster.name, 'has')} {count} copies of {name}: {why}."
                    yield Problem(message, self.rule, roster.place(name), count - most)
        else:
            for name, count in _options(roster, self.of).items():
                if count > most:
                    yield _too_often(roster, name, count, most, self.rule)


def _options(roster: Roster, tags: tuple[str, ...]) -> Counter[str]:
    """How often the options with any of these tags are in the army, by their names."""
    options = (option for unit in roster.units for option in unit.options)
    return Counter(option.name for option in options if not tags or any(tag in tags for tag in option.tags))


def _too_often(roster: Roster, name: str, count: int, most: int, rule: str, mend: str = "") -> Problem:
    has, may = verb(roster.name, "has"), f"may be taken {times(most)}" if most else "may not be taken"
    message = f"{roster.name} {has} {name} {times(count)}: it {may}.{mend and ' '}{mend.format(by=count - most)}"
    return Problem(message, rule, roster.place(name), count - most)


def within_budget(rule: str, mend: str = "") -> Check:
    """A list costs no more than was agreed on; `mend` says what to do about it, with the points as `{by}`."""

    def check(roster: Roster, budget: Budget) -> Iterator[Problem]:
        over = roster.points - budget.points
        if budget.points and over > 0:
            yield Problem(
                f"{roster.name} {verb(roster.name, 'costs')} {roster.points} points: "
                f"{over} more than the {budget.points} of {budget.whose}."
                f"{mend and ' '}{mend.format(by=over)}{budget.hint and ' '}{budget.hint}",
                rule,
                by=over,
            )

    return check


def one_faction(rule: str, because: str = "an army is of one faction") -> Check:
    """All units of a list come from the army book of one faction."""

    def check(roster: Roster, budget: Budget) -> Iterator[Problem]:
        factions = list(dict.fromkeys(unit.faction for unit in roster.units))
        others = [unit for unit in roster.units if unit.faction != factions[0]]
        if others:
            names = listed(list(dict.fromkeys(unit.name for unit in others)))
            message = f"{roster.name} {verb(roster.name, 'has')} units of {listed(factions)}: {because}."
            yield Problem(f"{message} Leave out {names}.", rule, by=len(others))

    return check


def entry_limits(
    rule: str, each_part: bool = False, least: Callable[[Budget], int] = lambda budget: 0, mend: str = ""
) -> Check:
    """An army, or each part of it, has no more of a unit than its entry says (0-X); `least` is what every limit comes
    to at least in a game, and `mend` says what to do about it, with the units that are too many as `{by}`."""

    def check(roster: Roster, budget: Budget) -> Iterator[Problem]:
        floor = least(budget)
        for part in roster.parts() if each_part else (roster,):
            limits = {unit.name: max(unit.limit, floor) for unit in part.units if unit.limit is not None}
            for name, count in Counter(unit.name for unit in part.units if unit.name in limits).items():
                if count > limits[name]:
                    yield _too_often(part, name, count, limits[name], rule, mend)

    return check


def option_limits(rule: str, each_part: bool = False) -> Check:
    """An army, or each part of it, has no more of an option than its own limit says (0-X)."""

    def check(roster: Roster, budget: Budget) -> Iterator[Problem]:
        for part in roster.parts() if each_part else (roster,):
            options = (option for unit in part.units for option in unit.options)
            limits = {option.name: option.limit for option in options if option.limit is not None}
            for name, count in _options(part, ()).items():
                if name in limits and count > limits[name]:
                    yield _too_often(part, name, count, limits[name], rule)

    return check
