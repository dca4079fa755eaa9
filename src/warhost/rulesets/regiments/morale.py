"""Morale: tests, Shaken and routed units (Morale)."""

from __future__ import annotations

from warhost.dice import odds
from warhost.play.moments import Moment
from warhost.play.questions import Part
from warhost.play.script import Script, roll_pool
from warhost.rulebook import rule
from warhost.rulesets.regiments import events
from warhost.rulesets.regiments.attacks import needed
from warhost.rulesets.regiments.battle import Battle, Unit
from warhost.rulesets.regiments.enchantments import spend
from warhost.rulesets.regiments.morale_test import MoraleTest
from warhost.rulesets.regiments.removal import rout
from warhost.rulesets.regiments.rules import SpecialRule
from warhost.rulesets.regiments.speakers import unit_rules
from warhost.rulesets.regiments.wounds import Muster, suffer
from warhost.rulesets.regiments.written import WRITTEN
from warhost.table import Arc

__all__ = [
    "SHAKEN",
    "MoraleTest",
    "end_of_activation",
    "failing",
    "half_or_less",
    "lose_melee",
    "made_test",
    "melee_test",
    "quality_of",
    "shake",
    "take_test",
    "test_parts",
]

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


def made_test(battle: Battle, unit: Unit) -> MoraleTest:
    """A test of the unit after its rules have spoken."""
    test = MoraleTest(unit.id, quality_of(battle, unit))
    for speaker, share in unit_rules(battle, unit):
        speaker.on_morale(battle, test, share)
    return test


@rule("aofr.morale.test", "aofr.morale.pass", "aofr.shaken.auto_fail")
def take_test(battle: Battle, unit: Unit, test: MoraleTest, by: str = "aofr.morale.test") -> Script[bool]:
    """One die against Quality. A Shaken unit fails without it; what undoes a failure is rolled still (AOFR-R101)."""
    passed = False
    how = "as Shaken units always do"
    if not unit.shaken:
        need = needed(test.quality, test.modifiers.total)
        (face,) = yield from roll_pool(1, need=need, why="Morale test", rule=by, seat=unit.seat, unit=unit.id)
        passed = face >= need
        how = ""
        if not passed and test.again_by is not None:
            why = f"Morale test again by {test.again_by.name}"
            (face,) = yield from roll_pool(1, need=need, why=why, rule=by, seat=unit.seat, unit=unit.id)
            passed = face >= need
    for saver, need in test.saved_by:
        if not passed:
            (face,) = yield from roll_pool(1, need=need, why=saver.name, rule=saver.id, seat=unit.seat, unit=unit.id)
            passed = face >= need
            how = f"by {saver.name}" if passed else how
    spend(battle, unit, "morale")
    price = None if passed else test.paid_by
    if price is not None:
        passed, how = True, f"by {price[0].name}"
    yield events.MoraleTested(unit.id, passed, how)
    if price is not None:
        yield from _pay(battle, unit, *price)
    return passed


def _pay(battle: Battle, unit: Unit, by: SpecialRule, highest: int) -> Script[None]:
    """A test that counts as passed costs wounds: a die for each that the unit can take, low ones are not ignored."""
    muster = Muster(battle, unit)
    lives = sum(muster.lives(group) for group in muster.left)
    faces = yield from roll_pool(
        lives, need=highest + 1, why=f"{by.name}: wounds", rule=by.id, seat=unit.seat, unit=unit.id
    )
    yield from suffer(battle, unit, sum(face <= highest for face in faces), sure=True)


@rule("aofr.morale.test", "aofr.shaken.auto_fail", "aofr.special.fearless")
def failing(unit: Unit, test: MoraleTest) -> float:
    """How likely the unit fails such a test."""
    fails = 1.0 if unit.shaken else 1 - odds.success(needed(test.quality, test.modifiers.total))
    if not unit.shaken and test.again_by is not None:
        fails *= fails
    for _, need in test.saved_by:
        fails *= 1 - odds.success(need)
    return fails if test.paid_by is None else 0.0


def test_parts(unit: Unit, test: MoraleTest) -> tuple[Part, ...]:
    """What a test comes down to: the Quality, what is added to the die, what may undo a failure."""
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
    if unit.shaken:
        return
    unit.shaken = True
    yield events.UnitShaken(unit.id)
    yield from SHAKEN.announce(battle, unit)


@rule("aofr.morale.trigger", "aofr.morale.needs_wounds", "aofr.morale.melee_replaces", "aofr.morale.fail_shaken")
def end_of_activation(battle: Battle) -> Script[None]:
    """Units that took wounds and are down to half or less test, unless they fought a melee: the others of the player
    whose activation it is not first (AOFR-R097). Also right after wounds between activations (AOFR-R096)."""
    due = [u for u in battle.units if u.hurt and not u.fought and not u.fate and half_or_less(battle, u)]
    for unit in sorted(due, key=lambda u: (u.seat == battle.active, u.id)):
        unit.hurt = 0
        if not (yield from take_test(battle, unit, made_test(battle, unit), "aofr.morale.trigger")):
            yield from shake(battle, unit)


@rule("aofr.morale.flank", "aofr.morale.rear")
def melee_test(battle: Battle, unit: Unit, charged_in: Arc | None) -> MoraleTest:
    """The test of whoever lost a melee: at -1 if it was charged in the flank and -2 in the rear."""
    test = made_test(battle, unit)
    if charged_in is Arc.REAR:
        test.modifiers.add(-2, "charged in the rear", "aofr.morale.rear")
    elif charged_in in (Arc.LEFT, Arc.RIGHT):
        test.modifiers.add(-1, "charged in the flank", "aofr.morale.flank")
    return test


@rule("aofr.morale.melee_fail_shaken", "aofr.morale.melee_fail_rout")
def lose_melee(battle: Battle, unit: Unit, charged_in: Arc | None) -> Script[None]:
    """The loser of a melee tests. If it fails it is Shaken while more than half of it is left, else it routs
    (AOFR-R093)."""
    if (yield from take_test(battle, unit, melee_test(battle, unit, charged_in), "aofr.melee.winner")):
        return
    if half_or_less(battle, unit):
        yield from rout(battle, unit)
    else:
        yield from shake(battle, unit)
