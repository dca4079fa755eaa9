"""Panic: who loses too much to shooting tests its Spirit, and falls back if it fails (Shooting Phase; BLUE-R38)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from warhost.play.script import Script, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.movement import flight
from warhost.rulesets.blue_age.core import Battle, Unit, hosts, together, trials
from warhost.rulesets.blue_age.core.events import shooting as shooting_events
from warhost.rulesets.blue_age.core.values import health_left

FALLS_BACK = "D5"


class Strength(NamedTuple):
    """How strong a unit is: by models, a unit of one model by its Health."""

    size: int
    by_health: bool


def strength_of(battle: Battle, unit: Unit, by_health: bool | None = None) -> Strength:
    """How strong a unit is now, with the Heroes who are part of it."""
    group = together(battle, unit)
    if by_health is None:
        by_health = battle.entry(unit).models == 1 and len(group) == 1
    return Strength(sum(health_left(battle, one) if by_health else len(one.models) for one in group), by_health)


def strengths(battle: Battle) -> dict[int, Strength]:
    """How strong all units are before an attack."""
    return {unit.id: strength_of(battle, unit) for seat in range(2) for unit in hosts(battle, seat)}


@rule("blue.shoot.panic_threshold")
def is_shaken(battle: Battle, unit: Unit, size: int, lost: int) -> bool:
    """Whether a unit that had such a size before an attack and lost so much to it has to test: more than a quarter.

    Where players agreed to count the whole phase, what it lost earlier in the phase counts too.
    """
    if unit.panicked or unit.locked or lost <= 0 or lost >= size:
        return False
    earlier = unit.shot_down if battle.settings.panic == "whole phase" else 0
    return (lost + earlier) * 4 > size + earlier


@rule("blue.shoot.panic_threshold")
def after_attack(battle: Battle, before: Mapping[int, Strength], shooters: Sequence[Unit]) -> Script[None]:
    """An attack of the Shooting Phase is over: every unit that lost too much to it tests, once a phase."""
    for number, was in before.items():
        unit = battle.units[number]
        lost = was.size - strength_of(battle, unit, was.by_health).size if unit.models else 0
        if lost > 0:
            shaken = is_shaken(battle, unit, was.size, lost)
            unit.shot_down += lost
            if shaken:
                yield from test(battle, unit, shooters)


def trial_of(battle: Battle, unit: Unit) -> trials.Trial:
    """The Panic Test of a unit, before its die."""
    return trials.prepared(battle, unit, "spirit", "Panic Test", "blue.shoot.panic_threshold")


@rule("blue.shoot.panic_fail")
def test(battle: Battle, unit: Unit, shooters: Sequence[Unit]) -> Script[None]:
    """Take a Panic Test: who fails falls back D5" from the shooters, and is not fleeing."""
    unit.panicked = True
    done = yield from trials.take(battle, trial_of(battle, unit))
    if done.passed:
        return
    yield shooting_events.Panicked(unit.id)
    why = "Panic: falls back"
    inches = yield from roll_sum(FALLS_BACK, why=why, rule="blue.shoot.panic_fail", seat=unit.seat, unit=unit.id)
    yield from flight.away(battle, unit, inches, shooters, flees=False)
