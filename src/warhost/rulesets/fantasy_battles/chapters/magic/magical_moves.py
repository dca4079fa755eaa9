"""Magical Moves: moves that spells give a unit at once (Magic Phase; T9A-R117)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.field import Path
from warhost.play.script import Refused, Script
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.general.running import random_dice
from warhost.rulesets.fantasy_battles.chapters.movement import manoeuvres, movement
from warhost.rulesets.fantasy_battles.chapters.movement.reforms import reform_kind
from warhost.rulesets.fantasy_battles.core import Battle, Boon, Unit, barred, flies

RULE = "t9a.special.magical_move"


@rule("t9a.special.magical_move", "t9a.fleeing.only_flee_moves", "t9a.special.random_movement")
def why_not(battle: Battle, unit: Unit) -> Refused | None:
    """Why the unit cannot make a Magical Move now, if it cannot."""
    if unit.engaged:
        return Refused(f"{acts(unit.name, 'is')} Engaged in Combat.", RULE)
    refused = barred(battle, unit, "magical move")
    if refused is not None:
        return refused
    if unit.failed_charge:
        return Refused(f"{unit.name} failed a charge this turn.", RULE)
    if unit.rallied:
        return Refused(f"{unit.name} rallied this turn.", RULE)
    if unit.magic_moved:
        return Refused(f"{acts(unit.name, 'has')} already made a Magical Move in this phase.", RULE)
    if random_dice(battle, unit) is not None:
        return Refused(f"{acts(unit.name, 'moves')} at random only.", "t9a.special.random_movement")
    return None


@rule("t9a.special.magical_move")
def magical_move(
    battle: Battle, unit: Unit, inches: int, *, having: Sequence[str] = (), rules: tuple[str, ...] = ()
) -> Script[Path | None]:
    """The unit moves at once as in the Movement Phase, with so many inches in place of its Advance and March Rates.

    `having` are rules that it has for this move alone: Fly, Ghost Step, Light Troops. Returns the way that it went;
    None if it cannot move, or stays. It never ends in contact with an enemy (T9A-R202).
    """
    if why_not(battle, unit) is not None:
        return None
    unit.magic_moved = True
    given = tuple(Boon(name, "phase") for name in having)
    unit.boons = (*unit.boons, *given)
    kinds = [movement.advance_kind(battle, unit, inches)]
    if flies(battle, unit):
        kinds += [manoeuvres.in_flight(kind) for kind in kinds]
    kinds.append(reform_kind(battle, unit))
    text = f'Move {unit.name}: Magical Move of {inches}"'
    path = yield from movement.ask_move(
        *(battle, unit, kinds, ()), topic="magical move", text=text, rules=(RULE, *rules), inches=float(inches)
    )
    unit.boons = tuple(boon for boon in unit.boons if boon not in given)
    return path
