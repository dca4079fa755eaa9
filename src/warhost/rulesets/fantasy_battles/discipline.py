"""Discipline Tests (General Principles: Discipline Test)."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct

from warhost.dice import Dice, Distribution, odds
from warhost.play.questions import Odds, Part
from warhost.play.script import Script, roll
from warhost.play.tally import Named, Tally
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles import events
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.rules import Speaker, spoken
from warhost.rulesets.fantasy_battles.values import value

TestKind: TypeAlias = Literal[
    "panic", "break", "rally", "redirect", "combat reform", "frenzy", "terror", "restrain", "fear"
]

_TWO_DICE = Dice.parse("2D6")


class DisciplineTest(Struct, eq=False):
    """A test on its way: rules add to it before the dice are rolled."""

    unit: Unit
    kind: TestKind
    discipline: Tally
    dice: Dice = _TWO_DICE
    passed_by: Speaker | None = None
    rerolled_by: Speaker | None = None
    never_rerolled: bool = False
    notes: list[Part] = []

    def minimise(self, by: Named) -> None:
        """Roll a die more and drop the highest; twice is the same as once, with a maximised roll it cancels."""
        self.dice = self.dice.minimised()
        self.notes.append(Part(0, f"{by.name}: one extra die, drop the highest", by.id))

    def maximise(self, by: Named) -> None:
        """Roll a die more and drop the lowest."""
        self.dice = self.dice.maximised()
        self.notes.append(Part(0, f"{by.name}: one extra die, drop the lowest", by.id))

    def reroll(self, by: Speaker) -> None:
        """A failed test is taken again."""
        self.rerolled_by = by
        self.notes.append(Part(0, f"{by.name}: failed tests are re-rolled", by.id))

    def bar_rerolls(self, by: Named) -> None:
        """A failed test is never taken again."""
        self.never_rerolled = True
        self.notes.append(Part(0, f"{by.name}: failed tests are never re-rolled", by.id))

    @property
    def parts(self) -> tuple[Part, ...]:
        """What changes the Discipline, then what changes the dice."""
        return (*self.discipline.parts, *self.notes)

    @property
    def target(self) -> int:
        """What the roll may show at most: Discipline is never above 10 or below 0 (T9A-R133)."""
        return max(0, min(10, self.discipline.total))


@rule("t9a.special.commanding_presence")
def nominated(battle: Battle, unit: Unit) -> tuple[int, str, str]:
    """The best Discipline that the unit may use, whose it is, and by which rule: its own models' or a lent one."""
    best, whose, by = value(battle, unit, "dis"), unit.name, "t9a.modifiers.full_chain"
    for guest in battle.guests_of(unit):
        if value(battle, guest, "dis") > best:
            best, whose, by = value(battle, guest, "dis"), guest.name, "t9a.special.character"
    for friend in battle.units:
        if friend.seat != unit.seat or friend is unit or friend.pose is None:
            continue
        for bearer, speaker in spoken(battle, friend, "lends_discipline"):
            if speaker.lends_discipline(battle, bearer, unit):
                lent = value(battle, bearer, "dis")
                if lent > best:
                    best, whose, by = lent, bearer.name, speaker.id
    return best, whose, by


def prepare(battle: Battle, unit: Unit, kind: TestKind, modifier: Part | None = None) -> DisciplineTest:
    """A test before its dice: the nominated Discipline, the modifier, what rules of the unit and its friends add."""
    best, whose, source = nominated(battle, unit)
    own = value(battle, unit, "dis")
    discipline = Tally(own)
    discipline.add(best - own, f"lent by {whose}", source)
    if modifier is not None:
        discipline.add(int(modifier.amount), modifier.why, modifier.rule)
    test = DisciplineTest(unit, kind, discipline)
    for _, speaker in spoken(battle, unit, "passes"):
        if kind in speaker.passes:
            test.passed_by = speaker
    for bearer, speaker in spoken(battle, unit, "on_discipline"):
        speaker.on_discipline(battle, bearer, test)
    for friend in battle.units:
        if friend.seat == unit.seat and friend.pose is not None:
            for bearer, speaker in spoken(battle, friend, "on_friends_discipline"):
                speaker.on_friends_discipline(battle, bearer, test)
    if test.never_rerolled:
        test.rerolled_by = None
    return test


@rule("t9a.prob.discipline_test", "t9a.modifiers.full_chain")
def discipline_test(
    battle: Battle, unit: Unit, kind: TestKind, rule_id: str, modifier: Part | None = None
) -> Script[bool]:
    """Roll 2D6: equal to the Discipline or less passes."""
    return not (yield from failed_by(battle, unit, kind, rule_id, modifier))


@rule("t9a.prob.discipline_test")
def failed_by(battle: Battle, unit: Unit, kind: TestKind, rule_id: str, modifier: Part | None = None) -> Script[int]:
    """The same test; returns by how many points it was failed, in the end: 0 if it was passed."""
    test = prepare(battle, unit, kind, modifier)
    if test.passed_by is not None:
        yield events.TestPassedBy(unit.id, kind, test.passed_by.name, test.passed_by.id)
        return 0
    margin = yield from _roll(test, rule_id)
    if margin and test.rerolled_by is not None:
        yield events.TestRerolled(unit.id, kind, test.rerolled_by.name, test.rerolled_by.id)
        margin = yield from _roll(test, rule_id)
    return margin


def margins(battle: Battle, unit: Unit, kind: TestKind, modifier: Part | None = None) -> Distribution[int]:
    """By how many points such a test may be failed, 0 where it is passed, with the exact chances."""
    return margins_of(prepare(battle, unit, kind, modifier))


def margins_of(test: DisciplineTest, less: int = 0) -> Distribution[int]:
    """The same for a test that is prepared, on a Discipline that is lower by so much."""
    if test.passed_by is not None:
        return Distribution({0: 1.0})
    return _margins(test.dice, test.target - less, rerolled=test.rerolled_by is not None)


@lru_cache(maxsize=1024)
def _margins(dice: Dice, target: int, *, rerolled: bool) -> Distribution[int]:
    once = odds.of(dice).map(lambda total: max(0, total - target))
    if not rerolled:
        return once
    return odds.mixture([(once[0], Distribution({0: 1.0})), (1 - once[0], once)])


def passing_odds(label: str, battle: Battle, unit: Unit, kind: TestKind, modifier: Part | None = None) -> Odds:
    """The exact chance that the unit passes such a test now, with what it comes from."""
    test = prepare(battle, unit, kind, modifier)
    if test.passed_by is not None:
        return Odds(label, 1.0, (Part(0, f"{test.passed_by.name}: automatically passed", test.passed_by.id),))
    chance = chance_of(test)
    own = Part(test.discipline.base, "Discipline: roll this or less on 2D6", "t9a.prob.discipline_test")
    return Odds(label, chance, (own, *test.parts))


def passing(battle: Battle, unit: Unit, kind: TestKind, modifier: Part | None = None) -> float:
    """The exact chance that the unit passes such a test now."""
    return chance_of(prepare(battle, unit, kind, modifier))


def chance_of(test: DisciplineTest) -> float:
    """The exact chance that such a test is passed."""
    return chances_of(test, 0)[0]


def chances_of(test: DisciplineTest, most: int) -> tuple[float, ...]:
    """The exact chances that such a test is passed on its Discipline, and on each that is lower by one, down to so
    many less."""
    if test.passed_by is not None:
        return (1.0,) * (most + 1)
    return _chances(test.dice, test.target, most, rerolled=test.rerolled_by is not None)


@lru_cache(maxsize=1024)
def _chances(dice: Dice, target: int, most: int, *, rerolled: bool) -> tuple[float, ...]:
    chances = (odds.at_most(dice, target - less) for less in range(most + 1))
    return tuple(odds.tried_again(chance) if rerolled else chance for chance in chances)


def _roll(test: DisciplineTest, rule_id: str) -> Script[int]:
    """One roll; returns by how many points it fails."""
    unit, target = test.unit, test.target
    faces = yield from roll(
        test.dice,
        why=f"{test.kind.capitalize()} test on Discipline {target}",
        rule=rule_id,
        seat=unit.seat,
        unit=unit.id,
        most=target,
    )
    total = test.dice.total(faces)
    passed = total <= target
    yield events.DisciplineTested(unit.id, test.kind, total, target, passed, test.parts)
    return max(0, total - target)
