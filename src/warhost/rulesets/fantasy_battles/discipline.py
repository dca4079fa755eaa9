"""Discipline Tests (General Principles: Discipline Test)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from warhost.dice import Dice, Distribution, odds
from warhost.play.questions import Odds, Part
from warhost.play.script import Script, roll
from warhost.play.tally import Named, Tally
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles import events
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.psychology import decimated
from warhost.rulesets.fantasy_battles.rules import Speaker, has, spoken
from warhost.rulesets.fantasy_battles.values import bounds_of, heard, printed, value

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
    notes: list[Part] = []
    bounds: tuple[int, int] = (0, 10)
    """What the Discipline never falls below or rises above: Step 4 of the Priority of Modifiers (T9A-R133)."""

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

    @property
    def parts(self) -> tuple[Part, ...]:
        """What changes the Discipline, then what changes the dice."""
        return (*self.discipline.parts, *self.notes)

    @property
    def target(self) -> int:
        """What the roll may show at most."""
        least, most = self.bounds
        return max(least, min(most, self.discipline.total))


class Source(NamedTuple):
    """A Discipline that a unit may use: whose, the value before the unit's own modifiers, and by which rule."""

    model: Unit
    start: int
    by: str = ""
    """Nothing for the unit's own models."""


@rule("t9a.special.commanding_presence", "t9a.special.character")
def sources(battle: Battle, unit: Unit) -> Iterator[Source]:
    """The Disciplines that a unit may use: those of its own models, guests included, and those that friends lend it.

    What is lent has the lender's own modifiers in it already; those of the unit come on top.
    """
    for model in battle.company(unit):
        yield Source(model, printed(battle.entry(model), "dis"))
    for friend in battle.units:
        if friend.seat != unit.seat or friend is unit or friend.pose is None:
            continue
        for bearer, speaker in spoken(battle, friend, "lends_discipline"):
            if speaker.lends_discipline(battle, bearer, unit):
                yield Source(bearer, value(battle, bearer, "dis"), speaker.id)


@rule("t9a.modifiers.full_chain", "t9a.modifiers.step1_set_values", "t9a.decimated.rally")
def nominated(battle: Battle, unit: Unit, kind: TestKind) -> tuple[Tally, tuple[int, int]]:
    """The best Discipline that the unit may use in such a test, with what makes it up, and its bounds.

    By the Priority of Modifiers: a lent Discipline is set first, then a Decimated unit halves it for its Rally Test,
    then all else is added.
    """
    halved = kind == "rally" and decimated(battle, unit)
    scaling = ((1, 2),) if halved else ()
    own = printed(battle.entry(unit), "dis")
    best: tuple[Tally, tuple[int, int]] | None = None
    for source in sources(battle, unit):
        model = unit if source.by else source.model
        found = heard(battle, model, "dis", source.start, scaling, lent=bool(source.by))
        told = Tally(own)
        if source.model is not unit:
            told.add(source.start - own, f"lent by {source.model.name}", source.by or "t9a.special.character")
        if halved:
            why = "Decimated: half, rounded up"
            told.add(found.base - told.total, why, "t9a.decimated.rally")
        else:
            told.base += found.base - told.total
        told.parts.extend(found.parts)
        bounds = bounds_of(battle, model, "dis")
        if best is None or _held(told, bounds) > _held(*best):
            best = told, bounds
    assert best is not None
    return best


def _held(told: Tally, bounds: tuple[int, int]) -> int:
    return max(bounds[0], min(bounds[1], told.total))


def prepare(battle: Battle, unit: Unit, kind: TestKind, modifier: Part | None = None) -> DisciplineTest:
    """A test before its dice: the nominated Discipline, the modifier, what rules of the unit and its friends add."""
    discipline, bounds = nominated(battle, unit, kind)
    if modifier is not None:
        discipline.add(int(modifier.amount), modifier.why, modifier.rule)
    test = DisciplineTest(unit, kind, discipline, bounds=bounds)
    for _, speaker in spoken(battle, unit, "passes"):
        if kind in speaker.passes:
            test.passed_by = speaker
    for bearer, speaker in spoken(battle, unit, "on_discipline"):
        speaker.on_discipline(battle, bearer, test)
    for friend in battle.units:
        if friend.seat == unit.seat and friend.pose is not None:
            for bearer, speaker in spoken(battle, friend, "on_friends_discipline"):
                speaker.on_friends_discipline(battle, bearer, test)
    if test.rerolled_by is not None and has(battle, unit, "no_rerolls"):
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
    return tuple(chance_to_pass(dice, target - less, rerolled=rerolled) for less in range(most + 1))


@rule("t9a.prob.dis_plain", "t9a.prob.dis_reroll", "t9a.prob.dis_minimised", "t9a.prob.dis_minimised_reroll")
@rule("t9a.prob.dis_maximised", "t9a.prob.dis_maximised_reroll", "t9a.prob.discipline_test")
def chance_to_pass(dice: Dice, discipline: int, *, rerolled: bool = False) -> float:
    """The exact chance that a Discipline Test is passed on that value, a failed one perhaps taken again."""
    chance = odds.at_most(dice, discipline)
    return odds.tried_again(chance) if rerolled else chance


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
