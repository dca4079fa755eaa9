"""Discipline Tests (General Principles: Discipline Test)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from warhost.dice import Dice, Distribution
from warhost.play.questions import Odds, Part
from warhost.play.rules.tally import Tally
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters import discipline
from warhost.rulesets.fantasy_battles.core import Battle, Unit, bounds_of, decimated, heard, printed, spoken, value
from warhost.rulesets.fantasy_battles.shown import events

TestKind: TypeAlias = Literal[
    "panic",
    "break",
    "rally",
    "redirect",
    "combat reform",
    "frenzy",
    "terror",
    "restrain",
    "fear",
    "primal instinct",
    "crumble",
]

DisciplineTest: TypeAlias = discipline.DisciplineTest[Unit, TestKind]
"""A test on its way: rules add to it before the dice are rolled."""


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
    told, bounds = nominated(battle, unit, kind)
    if modifier is not None:
        told.add(int(modifier.amount), modifier.why, modifier.rule)
    test = discipline.DisciplineTest(unit, kind, told, bounds)
    for _, speaker in spoken(battle, unit, "passes"):
        if kind in speaker.passes:
            test.passed_by = speaker
    for bearer, speaker in spoken(battle, unit, "on_discipline"):
        speaker.on_discipline(battle, bearer, test)
    # Whoever is still to arrive has no friends nearby yet; captains weigh its tests all the same.
    for friend in battle.units if battle.body(unit).pose is not None else ():
        if friend.seat == unit.seat and friend.pose is not None:
            for bearer, speaker in spoken(battle, friend, "on_friends_discipline"):
                speaker.on_friends_discipline(battle, bearer, test)
    if test.barred_by is not None:
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
    return (yield from discipline.taken(test, rule_id, events.DisciplineTested))


def margins(battle: Battle, unit: Unit, kind: TestKind, modifier: Part | None = None) -> Distribution[int]:
    """By how many points such a test may be failed, 0 where it is passed, with the exact chances."""
    return discipline.margins_of(prepare(battle, unit, kind, modifier))


def passing_odds(label: str, battle: Battle, unit: Unit, kind: TestKind, modifier: Part | None = None) -> Odds:
    """The exact chance that the unit passes such a test now, with what it comes from."""
    return discipline.passing_odds(label, prepare(battle, unit, kind, modifier), "t9a.prob.discipline_test")


def passing(battle: Battle, unit: Unit, kind: TestKind, modifier: Part | None = None) -> float:
    """The exact chance that the unit passes such a test now."""
    return discipline.chance_of(prepare(battle, unit, kind, modifier))


@rule("t9a.prob.dis_plain", "t9a.prob.dis_reroll", "t9a.prob.dis_minimised", "t9a.prob.dis_minimised_reroll")
@rule("t9a.prob.dis_maximised", "t9a.prob.dis_maximised_reroll", "t9a.prob.discipline_test")
def chance_to_pass(dice: Dice, value: int, *, rerolled: bool = False) -> float:
    """The exact chance that a test with these dice is passed on that Discipline, a failed one perhaps taken again."""
    return discipline.chance_to_pass(dice, value, rerolled=rerolled)
