"""Victory Points and Battle Points (Scoring Victory Points; Battle Points)."""

from __future__ import annotations

from typing import NamedTuple

from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.victory.unit_fates import is_casualty, is_fleeing, is_shattered
from warhost.rulesets.fantasy_battles.core import Battle, Entry, Unit, speakers

FOR_LEADERS = 200
"""What the enemy General, and the enemy Battle Standard Bearer, are worth besides their Point Cost."""

EVEN = 10
"""The Battle Points of each player where nobody is ahead."""

BRACKETS = (5, 10, 20, 30, 40, 50, 70)
"""Differences in per cent of the Army Points up to which one Battle Point less is won than in the next bracket."""

FOR_OBJECTIVE = 3
"""The Battle Points that the Secondary Objective moves from one player to the other."""


class Scored(NamedTuple):
    """What a player gets for an enemy unit: its name, what became of it, how many Victory Points."""

    name: str
    fate: str
    points: int


class Points(NamedTuple):
    """What a player scores: for what, and how many."""

    units: tuple[Scored, ...]

    @property
    def total(self) -> int:
        return sum(unit.points for unit in self.units)


def scored(battle: Battle, unit: Unit) -> Scored | None:
    """What the enemy gets for a unit as things stand, if anything. Fractions of half a Point Cost are rounded up.

    A Character and the unit that it joined are judged each for itself (T9A-R141); a unit that never came onto the board
    is as good as a casualty.
    """
    entry = battle.entry(unit)
    if entry.role == "champion" or any(one.insignificant for one in speakers(battle, unit).at("insignificant")):
        return None
    if is_casualty(battle, unit):
        return Scored(entry.name, "destroyed", entry.points + _for_leader(entry))
    if battle.body(unit).waiting and battle.phase == "end":
        return Scored(entry.name, "never arrived", entry.points)
    return _by_state(entry, flees=is_fleeing(battle, unit), shattered=is_shattered(battle, unit))


@rule("t9a.victory.vp_general_bsb")
def _for_leader(entry: Entry) -> int:
    """What the General or the Battle Standard Bearer is worth besides as a casualty."""
    return FOR_LEADERS * (entry.general + entry.battle_standard)


@rule("t9a.victory.vp_fleeing", "t9a.victory.vp_shattered", "t9a.victory.vp_shattered_fleeing")
def _by_state(entry: Entry, *, flees: bool, shattered: bool) -> Scored | None:
    """What a unit is worth that is still there: half if it flees or is Shattered, all of it if both."""
    if flees and shattered:
        return Scored(entry.name, "shattered and fleeing", entry.points)
    if flees or shattered:
        return Scored(entry.name, "fleeing" if flees else "shattered", -(-entry.points // 2))
    return None


def points_of(battle: Battle, seat: int) -> Points:
    """What the player scores as things stand."""
    found = (scored(battle, unit) for unit in battle.units if unit.seat != seat)
    return Points(tuple(one for one in found if one is not None and one.points))


@rule("t9a.victory.percent_basis")
@rule("t9a.victory.bp_0_5", "t9a.victory.bp_5_10", "t9a.victory.bp_10_20", "t9a.victory.bp_20_30")
@rule("t9a.victory.bp_30_40", "t9a.victory.bp_40_50", "t9a.victory.bp_50_70", "t9a.victory.bp_over_70")
def ahead_by(difference: int, size: int) -> int:
    """How many Battle Points more than an even share the winner gets: by the difference in per cent of the size."""
    return sum(difference * 100 > bracket * size for bracket in BRACKETS)


@rule("t9a.victory.bp_secondary", "t9a.victory.bp_total")
def battle_points(totals: tuple[int, int], size: int, objective: int | None) -> tuple[int, int]:
    """The Battle Points of both players for their Victory Points, and for the objective if somebody won it."""
    own = ahead_by(abs(totals[0] - totals[1]), size) * (1 if totals[0] > totals[1] else -1)
    if objective is not None:
        own += FOR_OBJECTIVE if objective == 0 else -FOR_OBJECTIVE
    return (EVEN + own, EVEN - own)
