"""Characteristics with everything that changes them (Priority of Modifiers)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from math import ceil

from warhost.play.rules.tally import Tally
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.core.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.core.entries import OFFENSIVE, Entry
from warhost.rulesets.fantasy_battles.core.moments import Speaker, is_heard, speakers, spoken

_FIELDS = {"def": "def_", "str": "str_"}

CEILINGS = {"arm": 6, "agi": 10, "dis": 10}
"""The only characteristics with an upper limit (T9A-R138, T9A-R133)."""

NO_CEILING = 1000


def printed(entry: Entry, name: str, part: int = 0) -> int:
    """A characteristic as the entry has it; of one of its parts where each has its own."""
    holder = entry.parts[part] if name in OFFENSIVE else entry.profile
    number: int = getattr(holder, _FIELDS.get(name, name))
    return max(number, *(one.arm for one in entry.parts)) if name == "arm" else number


@rule("t9a.modifiers.step1_set_values", "t9a.modifiers.full_chain")
def tally(battle: Battle, unit: Unit, name: str, part: int = 0) -> Tally:
    """A characteristic of every model of the unit, with what makes it up; not yet held to its limits."""
    return heard(battle, unit, name, printed(battle.entry(unit), name, part))


@rule("t9a.modifiers.step1_set_values", "t9a.modifiers.step2_multiply_divide", "t9a.modifiers.step3_add_subtract")
@rule("t9a.modifiers.full_chain")
def heard(
    battle: Battle, unit: Unit, name: str, start: int, scaling: Iterable[tuple[int, int]] = (), *, lent: bool = False
) -> Tally:
    """What the rules of the unit and of its foes make of a value: first what sets it, then what multiplies and divides
    it (`scaling` is what the rules of the moment do so), then what is added.

    A value that is `lent` is set already, to that of another model.
    """
    own = speakers(battle, unit)
    set_to = [found for speaker in own.at("sets") if (found := speaker.sets(battle, unit, name)) is not None]
    result = Tally(start if lent else min(set_to, default=start))
    told = (speaker.scales(battle, unit, name) for speaker in own.at("scales"))
    factors = [*scaling, *(factor for factor in told if factor is not None)]
    if factors:
        result.base = scaled(result.base, factors)
    for speaker in own.at("on_value"):
        speaker.on_value(battle, unit, name, result)
    for bearer, speaker in _foes(battle, unit):
        speaker.on_foes_value(battle, bearer, unit, name, result)
    return result


@rule("t9a.modifiers.step2_multiply_divide", "t9a.modifiers.same_step_order")
def scaled(value: int, factors: Iterable[tuple[int, int]]) -> int:
    """A value multiplied and divided, every fraction rounded up, in the order that leaves the least."""
    best: int | None = None
    for order in permutations(factors):
        number = value
        for times, by in order:
            number = ceil(number * times / by)
        best = number if best is None else min(best, number)
    return value if best is None else best


def _foes(battle: Battle, unit: Unit) -> Iterable[tuple[Unit, Speaker]]:
    """Rules of the unit's foes that speak of its values."""
    if not _foes_speak(battle, unit):
        return
    for foe in battle.body(unit).foes:
        for bearer in battle.company(battle.units[foe.unit]):
            for speaker in speakers(battle, bearer).at("on_foes_value"):
                yield bearer, speaker


def value(battle: Battle, unit: Unit, name: str, part: int = 0) -> int:
    """A characteristic with all modifiers, within its limits."""
    if not _changes(battle, unit):
        return printed(battle.entry(unit), name, part)
    found = tally(battle, unit, name, part)
    return limited(battle, unit, name, found.base, found.total)


def _changes(battle: Battle, unit: Unit) -> bool:
    """Whether any rule may change characteristics of the unit's models."""
    own = speakers(battle, unit)
    if own.at("on_value") or own.at("sets") or own.at("scales") or own.at("limits"):
        return True
    return _foes_speak(battle, unit)


def _foes_speak(battle: Battle, unit: Unit) -> bool:
    """Whether rules of the unit's foes, or spells on them, may change its characteristics."""
    foes = battle.body(unit).foes
    return bool(foes) and (is_heard(battle, "on_foes_value") or any(battle.units[foe.unit].effects for foe in foes))


@rule("t9a.modifiers.step4_always_never", "t9a.armour.5")
def limited(battle: Battle, unit: Unit, name: str, base: int, modified: int) -> int:
    """Step 4: hold a modified characteristic to what it always or never is, to its ceiling and to 0."""
    least, most = bounds_of(battle, unit, name, base)
    return max(least, min(most, modified))


@rule("t9a.modifiers.step4_always_never")
def bounds_of(battle: Battle, unit: Unit, name: str, base: int = 0) -> tuple[int, int]:
    """Step 4: what a characteristic of the unit never falls below, and what it never rises above.

    Where two rules contradict each other the lower value holds (t9a.modifiers.same_step_order).
    """
    least, most = 0, max(CEILINGS.get(name, NO_CEILING), base)
    for speaker in speakers(battle, unit).at("limits"):
        low, high = speaker.limits(battle, unit, name)
        least = least if low is None else max(least, low)
        most = most if high is None else min(most, high)
    return min(least, most), most


@rule("t9a.charge.range")
def rate(battle: Battle, unit: Unit, name: str) -> int:
    """The Advance or March Rate of the whole unit: the lowest among its models (T9A-R028)."""
    return min(value(battle, one, name) for one in battle.company(unit))


@rule("t9a.special.fly")
def flies(battle: Battle, unit: Unit, *, running: bool = False) -> bool:
    """Whether the unit flies; nobody does who flees, pursues or overruns (T9A-R163)."""
    return not running and any(speaker.flies for _, speaker in spoken(battle, unit, "flies"))
