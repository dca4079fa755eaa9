"""Nerve: tests, what fails, wavering, routs, devastation (Nerve)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Literal

import msgspec

from warhost.field.contact.engagement import part
from warhost.play.questions import Part
from warhost.play.rules.moments import Moment
from warhost.play.rules.tally import Tally
from warhost.play.script import Script, roll
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.core import (
    Battle,
    Special,
    Unit,
    effect_of,
    enemies,
    events,
    friends,
    has_lasting,
    lay,
    lift,
    speaking,
    values,
    with_rule,
)

Cause = Literal["ranged", "combat", "withdraw"]
Result = Literal["steady", "wavering", "routed"]

WHY = {"ranged": "Nerve", "combat": "Nerve", "withdraw": "Nerve to withdraw"}

LEAVING: Moment[[Battle, Unit, int]] = Moment("a unit of Kings of War is routed by a seat, before it leaves the table")

BARKSKIN = "Barkskin"


class NerveTest:
    """A nerve test: whose, why, against what, and what the rules of both sides add."""

    def __init__(self, battle: Battle, unit: Unit, cause: Cause) -> None:
        self.unit, self.cause = unit, cause
        self.damage = unit.damage
        self.nerve = values.nerve_tally(battle, unit, dread=False)
        self.added = Tally()
        self.brutal: tuple[int, Special] | None = None
        """The highest Brutal of the enemies in combat with it."""
        self.shattering = unit.shattered if cause == "ranged" else 0
        self.dread: tuple[int, Special] | None = None
        self.fearless = False
        self.inspired_by: Special | None = None

    @property
    def fails_from(self) -> int:
        """The total of the two dice from which on the test is failed."""
        return self.nerve.total - self.damage - self.added.total


@rule("kow.special.brutal_or_dread", "kow.special.dread_or_shattering", "kow.nerve.test")
def prepared(battle: Battle, unit: Unit, cause: Cause, shattered: int = 0) -> NerveTest:
    """The test after the rules of both sides have spoken and before the dice.

    Of Dread on one side, Brutal and Shattering on the other the attacker takes what does more (KOW-R124). `shattered`
    is what an attack that is only reckoned would add.
    """
    test = NerveTest(battle, unit, cause)
    test.shattering = max(test.shattering, shattered)
    for speaker in speaking(battle, unit, "on_nerve"):
        speaker.on_nerve(battle, unit, test)
    immune = values.immunities(battle, unit)
    for bearer, speaker in with_rule(battle, enemies(battle, unit.seat), "on_enemys_nerve"):
        if speaker.name not in immune:
            speaker.on_enemys_nerve(battle, bearer, test)
    shattering = 0 if "Shattering" in immune else test.shattering
    harder = [(shattering, "Shattering", "kow.special.shattering")] if shattering else []
    if test.brutal is not None:
        harder.append((test.brutal[0], test.brutal[1].name, test.brutal[1].id))
    if test.dread is not None and test.dread[0] > sum(one[0] for one in harder):
        test.nerve.add(-test.dread[0], test.dread[1])
    else:
        for amount, name, rule_id in harder:
            test.added.add(amount, name, rule_id)
    return test


def parts_of(test: NerveTest) -> tuple[Part, ...]:
    """What makes up the roll and the Nerve that it is held against."""
    damage = (Part(test.damage, "damage", "kow.nerve.test"),) if test.damage else ()
    return (*damage, *test.added.parts)


@rule("kow.nerve.test", "kow.nerve.cause", "kow.nerve.steady", "kow.nerve.hold_your_ground")
@rule("kow.nerve.we_are_doomed_ranged", "kow.nerve.devastated_rout", "kow.special.fearless")
def result_of(test: NerveTest, faces: tuple[int, int], *, devastated: bool) -> Result:
    """What the dice mean. A failed test brings down a unit in combat, one that withdraws and one that is devastated;
    others waver, and the fearless do not (KOW-R120)."""
    if faces == (1, 1):
        return "steady"
    fails = sum(faces) >= test.fails_from
    if test.cause != "ranged":
        return "routed" if fails else "steady"
    if fails and devastated:
        return "routed"
    if fails or faces == (6, 6):
        return "steady" if test.fearless else "wavering"
    return "steady"


@rule("kow.nerve.we_are_doomed_combat")
def is_doomed(test: NerveTest, faces: tuple[int, int], result: Result) -> bool:
    """A natural double 6 that still passes in combat, or to withdraw, brings D6 more damage."""
    return faces == (6, 6) and result == "steady" and test.cause != "ranged"


class Chances(msgspec.Struct, frozen=True):
    """The exact chances of a nerve test, a second roll included."""

    steady: float
    wavering: float
    routed: float


def chances(battle: Battle, test: NerveTest, *, devastated: bool | None = None) -> Chances:
    """How likely each result is; for a unit that is, or is not, devastated as it stands, unless that is told."""
    if devastated is None:
        devastated = values.is_devastated(battle, test.unit)
    known = (test.cause, min(13, max(2, test.fails_from)), test.fearless, test.inspired_by is not None, devastated)
    found = _CHANCES.get(known)
    if found is None:
        found = _CHANCES[known] = _reckoned(test, devastated=devastated)
    return found


_CHANCES: dict[tuple[Cause, int, bool, bool, bool], Chances] = {}
"""The chances of every test so far, by all that they hang on."""


def _reckoned(test: NerveTest, *, devastated: bool) -> Chances:
    found: dict[str, float] = {"steady": 0.0, "wavering": 0.0, "routed": 0.0}
    for first, second in product(range(1, 7), repeat=2):
        found[result_of(test, (first, second), devastated=devastated)] += 1 / 36
    if test.inspired_by is not None:
        again = found["wavering"] + found["routed"]
        found = {name: chance * again + (chance if name == "steady" else 0.0) for name, chance in found.items()}
    return Chances(**found)


UNTRIED = Chances(1.0, 0.0, 0.0)
"""Nobody tests."""


class Fate(msgspec.Struct, frozen=True):
    """The chances of what becomes of a unit that may be damaged and then tests: it stays, sound or devastated, it
    wavers, or it routs."""

    sound: float
    devastated: float
    wavering: float
    routed: float


def fate_after(battle: Battle, unit: Unit, cause: Cause, damage: Mapping[int, float], shattered: int = 0) -> Fate:
    """What becomes of the unit when so much more damage is done to it, each amount with its chance.

    Where no damage is done nobody tests. Damage that barkskin takes is no damage. A double 6 that passes in combat
    brings more, which may devastate. What a rule heals after a test is left out.
    """
    test = prepared(battle, unit, cause, shattered)
    test.inspired_by = inspiring(battle, test)
    before, limit, spare = unit.damage, _limit(battle, unit), barkskin_of(unit)
    sound = devastated = wavering = routed = 0.0
    for amount, chance in damage.items():
        real = max(0, amount - spare)
        test.damage = before + real
        broken = test.damage > limit
        found = chances(battle, test, devastated=broken) if real or unit.hurt or unit.fogged else UNTRIED
        doomed = _doomed(test, limit) * chance if found is not UNTRIED and not broken else 0.0
        devastated += chance * found.steady if broken else doomed
        sound += 0.0 if broken else chance * found.steady - doomed
        wavering += chance * found.wavering
        routed += chance * found.routed
    return Fate(sound, devastated, wavering, routed)


def chances_after(battle: Battle, unit: Unit, cause: Cause, damage: Mapping[int, float]) -> Chances:
    """The chances of the test that follows when so much more damage is done, each amount with its chance."""
    found = fate_after(battle, unit, cause, damage)
    return Chances(found.sound + found.devastated, found.wavering, found.routed)


def _doomed(test: NerveTest, limit: int) -> float:
    """The chance that a double 6 passes and its D6 of damage devastates. It passes only where every roll does, so that
    no second roll comes into it."""
    if test.cause == "ranged" or test.fails_from <= 12:
        return 0.0
    return sum(test.damage + face > limit for face in range(1, 7)) / 6 / 36


def _limit(battle: Battle, unit: Unit) -> int:
    """The Nerve above which damage devastates."""
    if battle.settings.devastated_by == "printed nerve":
        return values.tally(battle, unit, "nerve", battle.entry(unit).nerve).total
    return values.nerve(battle, unit)


# Taking tests


@rule("kow.ranged.nerve_at_end", "kow.combat.nerve_at_end", "kow.combat.nerve_simultaneous", "kow.nerve.roller")
@rule("kow.special.inspiring")
def take_tests(battle: Battle, units: Sequence[Unit], cause: Cause, by: int) -> Script[dict[int, Result]]:
    """All these units test at once: every test is judged by how things stand before any of them (KOW-R109)."""
    tests = [prepared(battle, unit, cause) for unit in units]
    inspired = [inspiring(battle, test) for test in tests]
    devastated = [values.is_devastated(battle, unit) for unit in units]
    found: list[tuple[NerveTest, Result, tuple[int, int]]] = []
    for test, source, broken in zip(tests, inspired, devastated, strict=True):
        result, faces = yield from _rolled(battle, test, by, broken)
        if result != "steady" and source is not None:
            yield events.NerveRerolled(test.unit.id, source.name, source.id)
            result, faces = yield from _rolled(battle, test, by, broken)
        found.append((test, result, faces))
    for test, result, faces in found:
        yield from _apply(battle, test, result, faces, by)
    return {test.unit.id: result for test, result, _ in found}


def inspiring(battle: Battle, test: NerveTest) -> Special | None:
    """The rule by which a failed test is rolled again, if there is one."""
    unit = test.unit
    for bearer, speaker in with_rule(battle, friends(battle, unit.seat), "inspires"):
        if speaker.inspires(battle, bearer, unit):
            return speaker
    return None


def _rolled(battle: Battle, test: NerveTest, by: int, devastated: bool) -> Script[tuple[Result, tuple[int, int]]]:
    unit, needed = test.unit, test.nerve.total
    why = f"{WHY[test.cause]} of {unit.name}"
    first, second = yield from roll("2D6", why=why, rule="kow.nerve.test", seat=by, counts="total")
    faces = (first, second)
    result = result_of(test, faces, devastated=devastated)
    total = first + second + test.damage + test.added.total
    yield events.NerveTested(
        unit.id, first + second, total, needed, result, parts_of(test), tuple(test.nerve.parts), test.cause
    )
    return result, faces


def _apply(battle: Battle, test: NerveTest, result: Result, faces: tuple[int, int], by: int) -> Script[None]:
    """What a test leads to."""
    unit = test.unit
    if result == "routed":
        yield from rout(battle, unit, by)
    elif result == "wavering":
        waver(battle, unit, 1)
        yield events.UnitWavered(unit.id)
    else:
        if is_doomed(test, faces, result):
            (more,) = yield from roll(
                "D6", why=f"We are doomed: {unit.name}", rule="kow.nerve.we_are_doomed_combat", seat=by
            )
            yield from suffer(battle, unit, more, "We are doomed")
        for speaker in speaking(battle, unit, "when_steady"):
            yield from speaker.when_steady(battle, unit)


@rule("kow.nerve.wavering", "kow.nerve.wavering_token")
def waver(battle: Battle, unit: Unit, turns: int) -> None:
    """The unit wavers until so many of its own turns have ended."""
    unit.wavering = max(unit.wavering, turns)


@rule("kow.nerve.routed")
def rout(battle: Battle, unit: Unit, by: int) -> Script[None]:
    """The unit is destroyed and leaves the table; before that comes what follows from it."""
    for speaker in speaking(battle, unit, "when_routed"):
        yield from speaker.when_routed(battle, unit, by)
    yield from LEAVING.announce(battle, unit, by)
    part(battle.units, unit)
    unit.pose = None
    unit.fate = "routed"
    unit.wavering = 0
    has_lasting(battle, unit, ())
    unit.hurt = unit.charged = unit.hindered = False
    yield events.UnitRouted(unit.id)


# Damage


def barkskin_of(unit: Unit) -> int:
    """How many barkskin tokens the unit has: so much damage they take for it."""
    tokens = effect_of(unit, BARKSKIN)
    return 0 if tokens is None else tokens.number


@rule("kow.ranged.damage_counters", "kow.combat.damage_counters", "kow.spell.barkskin_absorb")
def suffer(battle: Battle, unit: Unit, damage: int, what: str, by: int | None = None) -> Script[int]:
    """The unit takes damage; barkskin tokens go first and are no damage. Returns what it really took."""
    tokens = effect_of(unit, BARKSKIN)
    if tokens is not None and damage > 0:
        absorbed = min(damage, tokens.number)
        damage -= absorbed
        lift(battle, unit, BARKSKIN)
        if tokens.number > absorbed:
            lay(battle, unit, msgspec.structs.replace(tokens, number=tokens.number - absorbed))
        yield events.BarkskinAbsorbed(unit.id, absorbed)
    if damage <= 0:
        return 0
    before = values.is_devastated(battle, unit)
    unit.damage += damage
    yield events.DamageTaken(unit.id, damage, what, by)
    if not before and values.is_devastated(battle, unit):
        yield events.UnitDevastated(unit.id)
    return damage


def heal(battle: Battle, unit: Unit, points: int, what: str) -> Script[int]:
    """The unit loses damage, never more than it has (KOW-R145). Returns how much."""
    healed = min(points, unit.damage)
    if healed <= 0:
        return 0
    unit.damage -= healed
    yield events.DamageHealed(unit.id, healed, what)
    return healed
