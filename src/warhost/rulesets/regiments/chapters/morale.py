"""Morale: tests, Shaken and routed units (Morale)."""

from __future__ import annotations

from warhost.dice import Distribution, odds
from warhost.play.battle import copied
from warhost.play.counsel.throws import END, Again, Reason, Stage, attempt, mean, save, throw, throw_out, to
from warhost.play.questions import Part
from warhost.play.rules.moments import Moment
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.magic.enchantments import spend
from warhost.rulesets.regiments.chapters.morale_test import MoraleTest
from warhost.rulesets.regiments.chapters.wounds.attacks import needed
from warhost.rulesets.regiments.chapters.wounds.casualties import Muster, suffer
from warhost.rulesets.regiments.chapters.wounds.removal import is_gone, rout
from warhost.rulesets.regiments.core import Battle, Cause, SpecialRule, Unit, events, optional
from warhost.rulesets.regiments.core.speakers import unit_rules
from warhost.rulesets.regiments.rules.written import WRITTEN
from warhost.table import Arc

MORALE = "Morale test"
SHAKEN: Moment[[Battle, Unit]] = Moment("a unit becomes Shaken")


@rule("aofr.morale.starting_size", "aofr.morale.trigger_single", "aofr.special.hero.size")
def half_or_less(battle: Battle, unit: Unit) -> bool:
    """Whether half or less is left: of the models it started with, or of a single model's wounds (AOFR-R094)."""
    if unit.start > 1:
        return 2 * unit.models <= unit.start
    muster = Muster(battle, unit)
    model = muster.next()
    return model is None or 2 * muster.life(model) <= muster.tough[model]


@rule("aofr.special.hero.morale", "aofr.special.hero.last_model")
def quality_of(battle: Battle, unit: Unit) -> int:
    """The Quality with which a unit tests: that of its hero if it is better or nobody else is left (AOFR-R180)."""
    regiment = battle.regiment(unit)
    if not unit.hero or regiment.hero is None:
        return regiment.quality
    return min(regiment.quality, regiment.hero.quality) if any(unit.left) else regiment.hero.quality


def made_test(battle: Battle, unit: Unit, *, later: bool = False) -> MoraleTest:
    """A test of the unit after its rules have spoken; a `later` one follows other tests that are still to come."""
    test = MoraleTest(unit.id, quality_of(battle, unit), later=later)
    for speaker, share in unit_rules(battle, unit).at("on_morale"):
        speaker.on_morale(battle, test, share)
    return test


@rule("aofr.morale.test", "aofr.morale.pass", "aofr.shaken.auto_fail")
def take_test(
    battle: Battle, unit: Unit, test: MoraleTest, by: str = "aofr.morale.test", *, forced: Cause | None = None
) -> Script[bool]:
    """One die against Quality. A Shaken unit fails without it; what undoes a failure is rolled still (AOFR-R101).

    `forced` tells which enemy brought the test about, if one did: a failure is its doing (AOFR-R517).
    """
    if test.settled is not None:
        by_rule, passes = test.settled
        spend(battle, unit, "morale")
        yield events.MoraleTested(unit.id, passes, f"by {by_rule.name}")
        yield from optional.each(battle, "morale_tested", unit, passes, forced)
        return passes
    passed = False
    how = "as Shaken units always do" if unit.shaken else ""
    stage = _dice(unit, test, by)
    while stage is not None:
        done = yield from throw(stage, 1)
        if None in done.on:
            passed, how = True, how if stage.moment == MORALE else f"by {stage.moment}"
        stage = next(iter(done.on), None)
    spend(battle, unit, "morale")
    price = None if passed else test.paid_by
    if price is not None:
        passed, how = True, f"by {price[0].name}"
    yield events.MoraleTested(unit.id, passed, how)
    yield from optional.each(battle, "morale_tested", unit, passed, forced)
    if price is not None:
        yield from _pay(battle, unit, *price)
    return passed


def _dice(unit: Unit, test: MoraleTest, by: str = "") -> Stage | None:
    """The die against Quality, and one for each rule that may undo a failure; nothing if no die is left to roll.

    What comes of them is a test that was passed.
    """
    later: Stage | None = None
    for saver, need in reversed(test.saved_by):
        told = Reason(saver.name, saver.id, unit.seat, unit.id)
        later = attempt(saver.name, need, END, told, otherwise=to(later) if later is not None else ())
    if unit.shaken:
        return later
    need = needed(test.quality, test.modifiers.total)
    again = Again(((1, need - 1),), f"{MORALE} again by {test.again_by.name}", by) if test.again_by else None
    told = Reason(MORALE, by, unit.seat, unit.id)
    return attempt(MORALE, need, END, told, otherwise=to(later) if later is not None else (), again=again)


def _pay(battle: Battle, unit: Unit, by: SpecialRule, highest: int) -> Script[None]:
    """A test that counts as passed costs wounds: a die for each that the unit can take, low ones are not ignored."""
    muster = Muster(battle, unit)
    lives = sum(muster.lives(group) for group in muster.left)
    dice = save("price", highest + 1, END, Reason(f"{by.name}: wounds", by.id, unit.seat, unit.id))
    yield from suffer(battle, unit, (yield from throw_out(dice, lives)), sure=True)


@rule("aofr.morale.test", "aofr.shaken.auto_fail", "aofr.special.fearless")
def failing(unit: Unit, test: MoraleTest) -> float:
    """How likely the unit fails such a test."""
    if test.settled is not None:
        return 0.0 if test.settled[1] else 1.0
    if test.paid_by is not None:
        return 0.0
    dice = _dice(unit, test)
    return 1.0 if dice is None else 1 - mean(dice)


def failing_after_melee(battle: Battle, unit: Unit, test: MoraleTest) -> float:
    """How likely a unit fails its test after a melee that it has lost; some units never take one."""
    return failing(unit, test) if optional.takes_tests(battle, unit) else 0.0


def failures(battle: Battle, unit: Unit, tests: int, charged_in: Arc | None = None) -> Distribution[int]:
    """How many of so many tests, taken one after the other, the unit may fail.

    What counts for the first test alone does not count for the others.
    """
    if tests <= 0:
        return odds.certain(0)
    first = failing(unit, melee_test(battle, unit, charged_in))
    there = copied(battle)
    own = there.units[unit.id]
    spend(there, own, "morale")
    later = failing(own, melee_test(there, own, charged_in, later=True))
    return odds.convolve(odds.binomial(1, first), odds.binomial(tests - 1, later))


def test_parts(unit: Unit, test: MoraleTest) -> tuple[Part, ...]:
    """What a test comes down to: the Quality, what is added to the die, what may undo a failure."""
    if test.settled is not None:
        by, passes = test.settled
        return (Part(0, f"{by.name}: every morale test is {'passed' if passes else 'failed'}", by.id),)
    if unit.shaken:
        told = Part(0, "Shaken units fail automatically", "aofr.shaken.auto_fail")
    else:
        need = needed(test.quality, test.modifiers.total)
        told = Part(0, f"{need}+ to pass the morale test: Quality {test.quality}", "aofr.morale.test")
    saves = (Part(0, f"{saver.name}: a failed test is passed on {need}+", saver.id) for saver, need in test.saved_by)
    paid = () if test.paid_by is None else (Part(0, f"{test.paid_by[0].name}: a failure costs wounds", WRITTEN),)
    return (told, *test.modifiers.parts, *saves, *paid)


def shake(battle: Battle, unit: Unit) -> Script[None]:
    """The unit becomes Shaken; one that is stays so (AOFR-R102)."""
    if unit.shaken or is_gone(unit) or (yield from optional.any_of(battle, "instead_of_shaken", unit)):
        return
    unit.shaken = True
    yield events.UnitShaken(unit.id)
    yield from SHAKEN.announce(battle, unit)


@rule("aofr.morale.trigger", "aofr.morale.needs_wounds", "aofr.morale.melee_replaces", "aofr.morale.fail_shaken")
def end_of_activation(battle: Battle) -> Script[None]:
    """Units that took wounds and are down to half or less test, unless they fought a melee: the others of the player
    whose activation it is not first (AOFR-R097). Also right after wounds between activations (AOFR-R096)."""
    due = [
        u
        for u in battle.units
        if u.hurt and not u.fought and not u.fate and optional.takes_tests(battle, u) and half_or_less(battle, u)
    ]
    for unit in sorted(due, key=lambda u: (u.seat == battle.active, u.id)):
        hurt, price = unit.hurt, optional.price_of_failure(battle, unit, melee=False)
        unit.hurt = 0
        if price:
            yield from _worn_down(battle, unit, hurt, price, unit.hurt_by)
            continue
        test = made_test(battle, unit)
        if not (yield from take_test(battle, unit, test, "aofr.morale.trigger", forced=unit.hurt_by)):
            yield from shake(battle, unit)


def _worn_down(
    battle: Battle, unit: Unit, tests: int, price: int, by: Cause | None, charged_in: Arc | None = None
) -> Script[None]:
    """A test for each wound that the unit has suffered, and wounds for each that it fails; they bring no further test
    about. Each test is one by itself: what lets a unit pass its first test, or roll one again, does so for one."""
    failed = 0
    for _ in range(tests):
        test = melee_test(battle, unit, charged_in)
        failed += not (yield from take_test(battle, unit, test, "aofr.brutal.attrition_tests", forced=by))
        if is_gone(unit):
            return
    yield from suffer(battle, unit, price * failed, sure=True, by=by)
    unit.hurt = 0


@rule("aofr.morale.flank", "aofr.morale.rear")
def melee_test(battle: Battle, unit: Unit, charged_in: Arc | None, *, later: bool = False) -> MoraleTest:
    """The test of whoever lost a melee: at -1 if it was charged in the flank and -2 in the rear."""
    test = made_test(battle, unit, later=later)
    if charged_in is Arc.REAR:
        test.modifiers.add(-2, "charged in the rear", "aofr.morale.rear")
    elif charged_in in (Arc.LEFT, Arc.RIGHT):
        test.modifiers.add(-1, "charged in the flank", "aofr.morale.flank")
    return test


@rule("aofr.morale.melee_fail_shaken", "aofr.morale.melee_fail_rout")
def lose_melee(battle: Battle, unit: Unit, charged_in: Arc | None, by: Cause | None = None) -> Script[None]:
    """The loser of a melee tests. If it fails it is Shaken while more than half of it is left, else it routs
    (AOFR-R093)."""
    if not optional.takes_tests(battle, unit):
        return
    price = optional.price_of_failure(battle, unit, melee=True)
    if price:
        yield from _worn_down(battle, unit, unit.hurt, price, by, charged_in)
        return
    test = melee_test(battle, unit, charged_in)
    if (yield from take_test(battle, unit, test, "aofr.melee.winner", forced=by)):
        return
    if is_gone(unit):
        return
    if half_or_less(battle, unit):
        if not (yield from optional.any_of(battle, "instead_of_rout", unit)):
            yield from rout(battle, unit, by)
    else:
        yield from shake(battle, unit)
