"""Discipline Tests (General Principles: Discipline Test)."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct

from warhost.dice import Dice, Distribution, odds
from warhost.play.questions import Odds, Option, Part
from warhost.play.script import Script, choose, roll
from warhost.play.tally import Named, Tally
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war import events
from warhost.rulesets.essence_of_war.battle import Battle, Boon, Unit
from warhost.rulesets.essence_of_war.contact import allied
from warhost.rulesets.essence_of_war.rules import BoonRule, Speaker, spoken
from warhost.rulesets.essence_of_war.values import limited, value

TestKind: TypeAlias = Literal[
    "panic", "break", "rally", "redirect", "combat pivot", "primal instinct", "frenzy", "crumble"
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
        return limited("dis", self.discipline.base, self.discipline.total)


@rule("eow.discipline.nominate", "eow.adv.char.highest_discipline", "eow.multi.ally_discipline")
def nominated(battle: Battle, unit: Unit) -> tuple[int, str, str]:
    """The best Discipline that the unit may use, whose it is, and by which rule: its own models' or a lent one."""
    best, whose, by = value(battle, unit, "dis"), unit.name, "eow.stat.dis"
    guest = battle.guest_of(unit)
    if guest is not None and value(battle, guest, "dis") > best:
        best, whose, by = value(battle, guest, "dis"), guest.name, "eow.discipline.nominate"
    for friend in battle.units:
        if friend.seat != unit.seat or friend is unit or friend.pose is None or allied(friend, unit):
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
        if friend.seat == unit.seat and friend.pose is not None and not allied(friend, unit):
            for bearer, speaker in spoken(battle, friend, "on_friends_discipline"):
                speaker.on_friends_discipline(battle, bearer, test)
    return test


@rule("eow.discipline.test", "eow.discipline.family", "eow.stat.dis")
def discipline_test(
    battle: Battle, unit: Unit, kind: TestKind, rule_id: str, modifier: Part | None = None
) -> Script[bool]:
    """Roll 2D6: equal to the Discipline or less passes."""
    return not (yield from failed_by(battle, unit, kind, rule_id, modifier))


@rule("eow.discipline.test")
def failed_by(battle: Battle, unit: Unit, kind: TestKind, rule_id: str, modifier: Part | None = None) -> Script[int]:
    """The same test; returns by how many points it was failed, in the end: 0 if it was passed (EOW-R151)."""
    test = prepare(battle, unit, kind, modifier)
    if test.passed_by is not None:
        yield events.TestPassedBy(unit.id, kind, test.passed_by.name, test.passed_by.id)
        if isinstance(test.passed_by, BoonRule):
            spent = test.passed_by.boon
            unit.boons = tuple(boon for boon in unit.boons if boon != spent)
        return 0
    if (yield from _chooses_to_fail(battle, test)):
        return 1
    margin = yield from _roll(test, rule_id)
    if margin and test.rerolled_by is not None:
        yield events.TestRerolled(unit.id, kind, test.rerolled_by.name, test.rerolled_by.id)
        margin = yield from _roll(test, rule_id)
    return margin


@rule("eow.list.orcs_and_goblins.rule.goblin_cunning_fail")
def _chooses_to_fail(battle: Battle, test: DisciplineTest) -> Script[bool]:
    """Whether the owner of a unit that may lets it fail, in place of a roll (EOW-R184)."""
    unit = test.unit
    for _, speaker in spoken(battle, unit, "may_fail"):
        if test.kind in speaker.may_fail:
            text = f"Does {unit.name} take its {test.kind.capitalize()} Test, or fail it on purpose?"
            stands = Odds("passes", chance_of(test), test.parts)
            options = [
                Option("roll", "Take the test", (stands,), unit=unit.id),
                Option("fail", "Fail, and rally without a test later", unit=unit.id),
            ]
            key = yield from choose(unit.seat, "choose to fail", text, options, rules=(speaker.id,))
            if key == "fail":
                unit.boons = (*unit.boons, Boon(speaker.name, "game", seat=unit.seat))
                yield events.TestFailedOnPurpose(unit.id, test.kind, speaker.name, speaker.id)
                return True
    return False


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
    own = Part(test.discipline.base, "Discipline: roll this or less on 2D6", "eow.discipline.test")
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
