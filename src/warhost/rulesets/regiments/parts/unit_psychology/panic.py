"""Panic: units that lose their heads instead of their nerve (Unit Psychology: Panic)."""

from __future__ import annotations

from warhost.play.questions import Option
from warhost.play.script import Script, agrees, roll
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import Battle, Unit
from warhost.rulesets.regiments.parts.unit_psychology.state import ControlTaken, Panicked, tell, told

ROLL, CONTROL = "aofr.psych.panic_roll", "aofr.psych.panic_control"
TOPIC = "panicking unit"


@rule("aofr.psych.panic_roll")
def panics(battle: Battle, unit: Unit) -> Script[bool]:
    """A unit that would become Shaken rolls a die: on a 1 it panics instead."""
    (face,) = yield from roll("D6", why="Panic", rule=ROLL, seat=unit.seat, unit=unit.id, need=2)
    if face > 1:
        return False
    if unit.id not in told(battle).panicking:
        tell(battle, panicking=(*told(battle).panicking, unit.id))
    yield Panicked(unit.id)
    return True


@rule("aofr.psych.panic_control")
def take_control(battle: Battle, unit: Unit) -> Script[None]:
    """The enemy may lead a panicking unit in its activation: for that long it is one of its own (AOFR-R562)."""
    if unit.id not in told(battle).panicking or unit.seat < 0:
        return
    yes = Option("control", f"Take control of {unit.name}", unit=unit.id)
    text = f"{acts(unit.name, 'panics')}. Do you take control of the unit for this activation?"
    for enemy in battle.in_turn(unit.seat)[1:]:
        if (yield from agrees(enemy, TOPIC, text, yes, "Leave the unit to its owner", rules=(CONTROL,))):
            tell(battle, controlled=(unit.id, unit.seat))
            unit.seat = enemy
            yield ControlTaken(enemy, unit.id)
            return


@rule("aofr.psych.panic_control")
def come_round(battle: Battle, unit: Unit) -> None:
    """The activation is over, or the unit dies: it panics no more and belongs to its owner again."""
    if unit.id in told(battle).panicking:
        tell(battle, panicking=tuple(number for number in told(battle).panicking if number != unit.id))
    number, seat = told(battle).controlled
    if number == unit.id:
        unit.seat = seat
        tell(battle, controlled=(-1, -1))
