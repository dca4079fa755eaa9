"""Discipline Tests (General Principles: Discipline Test)."""

from __future__ import annotations

from typing import Literal, TypeAlias

from warhost.dice import Distribution
from warhost.play.questions import Odds, Option, Part
from warhost.play.rules.tally import Tally
from warhost.play.script import Script, choose
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.core import (
    CEILINGS,
    Battle,
    Boon,
    BoonRule,
    Unit,
    allied,
    bearers,
    spoken,
    taken_by_foes,
    value,
)
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.chapters import discipline

TestKind: TypeAlias = Literal[
    "panic", "break", "rally", "redirect", "combat pivot", "primal instinct", "frenzy", "crumble"
]

DisciplineTest: TypeAlias = discipline.DisciplineTest[Unit, TestKind]
"""A test on its way: rules add to it before the dice are rolled."""


@rule("eow.discipline.nominate", "eow.adv.char.highest_discipline", "eow.multi.ally_discipline")
def nominated(battle: Battle, unit: Unit) -> tuple[int, str, str]:
    """The best Discipline that the unit may use, whose it is, and by which rule: its own models' or a lent one.

    What its foes take from its own Discipline they take from a lent one too (EOW-R027).
    """
    best, whose, by = value(battle, unit, "dis"), unit.name, "eow.stat.dis"
    guest = battle.guest_of(unit)
    if guest is not None and value(battle, guest, "dis") > best:
        best, whose, by = value(battle, guest, "dis"), guest.name, "eow.discipline.nominate"
    lenders = [
        (bearer, speaker)
        for friend in bearers(battle, unit.seat, "lends_discipline")
        if friend is not unit and not allied(friend, unit)
        for bearer, speaker in spoken(battle, friend, "lends_discipline")
        if speaker.lends_discipline(battle, bearer, unit)
    ]
    if lenders:
        taken = taken_by_foes(battle, unit, "dis")
        for bearer, speaker in lenders:
            lent = value(battle, bearer, "dis") + taken
            if lent > best:
                best, whose, by = lent, bearer.name, speaker.id
    return best, whose, by


@rule("eow.stat.agi_dis_cap", "eow.multi.ally_discipline", "eow.multi.ally_friendly")
def prepare(battle: Battle, unit: Unit, kind: TestKind, modifier: Part | None = None) -> DisciplineTest:
    """A test before its dice: the nominated Discipline, the modifier, what rules of the unit and its friends add."""
    best, whose, source = nominated(battle, unit)
    own = value(battle, unit, "dis")
    told = Tally(own)
    told.add(best - own, f"lent by {whose}", source)
    if modifier is not None:
        told.add(int(modifier.amount), modifier.why, modifier.rule)
    # A printed value is never cut down.
    test = discipline.DisciplineTest(unit, kind, told, (0, max(CEILINGS["dis"], own)))
    for _, speaker in spoken(battle, unit, "passes"):
        if kind in speaker.passes:
            test.passed_by = speaker
    for bearer, speaker in spoken(battle, unit, "on_discipline"):
        speaker.on_discipline(battle, bearer, test)
    for friend in bearers(battle, unit.seat, "on_friends_discipline"):
        for bearer, speaker in spoken(battle, friend, "on_friends_discipline"):
            if speaker.steadies_allies or not allied(friend, unit):
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
    return (yield from discipline.taken(test, rule_id, events.DisciplineTested))


@rule("eow.list.orcs_and_goblins.rule.goblin_cunning_fail")
def _chooses_to_fail(battle: Battle, test: DisciplineTest) -> Script[bool]:
    """Whether the owner of a unit that may lets it fail, in place of a roll (EOW-R184)."""
    unit = test.unit
    for _, speaker in spoken(battle, unit, "may_fail"):
        if test.kind in speaker.may_fail:
            text = f"Does {unit.name} take its {test.kind.capitalize()} Test, or fail it on purpose?"
            stands = Odds("passes", discipline.chance_of(test), test.parts)
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
    return discipline.margins_of(prepare(battle, unit, kind, modifier))


def passing_odds(label: str, battle: Battle, unit: Unit, kind: TestKind, modifier: Part | None = None) -> Odds:
    """The exact chance that the unit passes such a test now, with what it comes from."""
    return discipline.passing_odds(label, prepare(battle, unit, kind, modifier), "eow.discipline.test")


def passing(battle: Battle, unit: Unit, kind: TestKind, modifier: Part | None = None) -> float:
    """The exact chance that the unit passes such a test now."""
    return discipline.chance_of(prepare(battle, unit, kind, modifier))
