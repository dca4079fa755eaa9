"""Discipline Tests: a test on its way, its roll, and its exact chances."""

from __future__ import annotations

from functools import lru_cache
from typing import Generic, TypeVar

from msgspec import Struct

from warhost.dice import Dice, Distribution, odds
from warhost.play.questions import Odds, Part
from warhost.play.rules.tally import Named, Tally
from warhost.play.script import Script, roll
from warhost.rulesets.families.ninth_age.core import events
from warhost.rulesets.families.ninth_age.core.kinds import U

K = TypeVar("K", bound=str)

_TWO_DICE = Dice.parse("2D6")


class DisciplineTest(Struct, Generic[U, K], eq=False):
    """A test of one of the book's kinds on its way: rules add to it before the dice are rolled."""

    unit: U
    kind: K
    discipline: Tally
    bounds: tuple[int, int] = (0, 10)
    """What the Discipline never falls below or rises above."""
    dice: Dice = _TWO_DICE
    passed_by: Named | None = None
    rerolled_by: Named | None = None
    barred_by: Named | None = None
    """What keeps a failed test from being taken again."""
    notes: list[Part] = []

    def minimise(self, by: Named) -> None:
        """Roll a die more and drop the highest; twice is the same as once, with a maximised roll it cancels."""
        self.dice = self.dice.minimised()
        self.notes.append(Part(0, f"{by.name}: one extra die, drop the highest", by.id))

    def maximise(self, by: Named) -> None:
        """Roll a die more and drop the lowest."""
        self.dice = self.dice.maximised()
        self.notes.append(Part(0, f"{by.name}: one extra die, drop the lowest", by.id))

    def reroll(self, by: Named) -> None:
        """A failed test is taken again."""
        self.rerolled_by = by
        self.notes.append(Part(0, f"{by.name}: failed tests are re-rolled", by.id))

    def bar_rerolls(self, by: Named) -> None:
        """A failed test is never taken again, whatever else would allow it."""
        self.barred_by = by
        self.notes.append(Part(0, f"{by.name}: failed tests are never re-rolled", by.id))

    @property
    def parts(self) -> tuple[Part, ...]:
        """What changes the Discipline, then what changes the dice."""
        return (*self.discipline.parts, *self.notes)

    @property
    def target(self) -> int:
        """What the roll may show at most."""
        least, most = self.bounds
        return max(least, min(most, self.discipline.total))


def taken(test: DisciplineTest[U, K], rule_id: str, told: type[events.DisciplineTested]) -> Script[int]:
    """Roll, and roll again if it failed and may; returns by how many points it was failed in the end. `told` is the
    book's own event."""
    margin = yield from _roll(test, rule_id, told)
    if margin and test.rerolled_by is not None:
        yield events.TestRerolled(test.unit.id, test.kind, test.rerolled_by.name, test.rerolled_by.id)
        margin = yield from _roll(test, rule_id, told)
    return margin


def _roll(test: DisciplineTest[U, K], rule_id: str, told: type[events.DisciplineTested]) -> Script[int]:
    """One roll; returns by how many points it fails."""
    unit, target = test.unit, test.target
    faces = yield from roll(
        test.dice,
        why=f"{test.kind.capitalize()} test on Discipline {target}",
        rule=rule_id,
        seat=unit.seat,
        unit=unit.id,
        most=target,
        counts="total",
    )
    total = test.dice.total(faces)
    yield told(unit.id, test.kind, total, target, total <= target, test.parts)
    return max(0, total - target)


def passing_odds(label: str, test: DisciplineTest[U, K], rule_id: str) -> Odds:
    """The exact chance that such a test is passed, with what it comes from."""
    if test.passed_by is not None:
        return Odds(label, 1.0, (Part(0, f"{test.passed_by.name}: automatically passed", test.passed_by.id),))
    own = Part(test.discipline.base, "Discipline: roll this or less on 2D6", rule_id)
    return Odds(label, chance_of(test), (own, *test.parts))


def chance_of(test: DisciplineTest[U, K]) -> float:
    """The exact chance that such a test is passed."""
    return chances_of(test, 0)[0]


def chances_of(test: DisciplineTest[U, K], most: int) -> tuple[float, ...]:
    """The exact chances that such a test is passed on its Discipline, and on each that is lower by one, down to so
    many less."""
    if test.passed_by is not None:
        return (1.0,) * (most + 1)
    return _chances(test.dice, test.target, most, rerolled=test.rerolled_by is not None)


@lru_cache(maxsize=1024)
def _chances(dice: Dice, target: int, most: int, *, rerolled: bool) -> tuple[float, ...]:
    return tuple(chance_to_pass(dice, target - less, rerolled=rerolled) for less in range(most + 1))


def chance_to_pass(dice: Dice, target: int, *, rerolled: bool = False) -> float:
    """The exact chance that dice show that Discipline or less, a failed roll perhaps made again."""
    chance = odds.at_most(dice, target)
    return odds.tried_again(chance) if rerolled else chance


def margins_of(test: DisciplineTest[U, K], less: int = 0) -> Distribution[int]:
    """By how many points such a test may be failed, 0 where it is passed, on a Discipline that is lower by so much."""
    if test.passed_by is not None:
        return Distribution({0: 1.0})
    return _margins(test.dice, test.target - less, rerolled=test.rerolled_by is not None)


@lru_cache(maxsize=1024)
def _margins(dice: Dice, target: int, *, rerolled: bool) -> Distribution[int]:
    once = odds.of(dice).map(lambda total: max(0, total - target))
    if not rerolled:
        return once
    return odds.mixture([(once[0], Distribution({0: 1.0})), (1 - once[0], once)])
