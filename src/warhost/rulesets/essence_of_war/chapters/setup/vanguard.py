"""Vanguard: moves after deployment and before the first turn (Model Rules: Vanguard)."""

from __future__ import annotations

from functools import partial

from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.movement.movement import advance_move
from warhost.rulesets.essence_of_war.core import Battle, Unit, has
from warhost.rulesets.families.ninth_age.chapters import vanguard

INCHES = 6
"""How far the Vanguard goes."""


@rule("eow.special.vanguard.alternate", "eow.special.vanguard.move")
def moves(battle: Battle) -> Script[None]:
    """Both players move their Vanguard, a unit at a time in turn; who finished deploying last begins."""
    first = 1 - battle.more.deploys_first
    return vanguard.moves(
        battle, first, partial(_vanguard, battle), partial(move, battle), "eow.special.vanguard.alternate"
    )


def _vanguard(battle: Battle, seat: int) -> list[Unit]:
    """The units on the table whose models are all Vanguard."""
    return [
        unit
        for unit in battle.units
        if unit.seat == seat and unit.pose is not None and has(battle, unit, "leads_the_way")
    ]


@rule("eow.special.vanguard.move", "eow.special.vanguard.no_charge")
def move(battle: Battle, unit: Unit) -> Script[None]:
    """An Advance of 6", which does not count as a move for shooting (EOW-R055) but costs the charge of turn 1."""
    text, rules = f"Move {unit.name} as Vanguard", ("eow.special.vanguard.move",)
    unit.vanguard = yield from advance_move(battle, unit, INCHES, topic="vanguard move", text=text, rules=rules)
    unit.moved = False
