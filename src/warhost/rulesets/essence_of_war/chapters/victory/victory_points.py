"""Victory Points and what they come to (Play an Advanced Game: Victory Points; Who is the Winner?)."""

from __future__ import annotations

from typing import NamedTuple

from warhost.play.battle import Outcome
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.setup.coalition import names_of_sides, scores_of_players, seats_of_side
from warhost.rulesets.essence_of_war.chapters.victory.missions import completed_by
from warhost.rulesets.essence_of_war.core import Battle, Unit, health

__all__ = ["Points", "judge", "points_of", "result_of"]


class Points(NamedTuple):
    """What a player scores: for what, and how many."""

    units: tuple[tuple[str, str, int], ...]
    """Name of an enemy unit, what became of it, its Point Cost."""
    mission: int

    @property
    def total(self) -> int:
        return sum(points for _, _, points in self.units) + self.mission


@rule("eow.adv.vp.destroyed", "eow.adv.vp.fleeing", "eow.adv.vp.off_board", "eow.adv.vp.characters_separate")
def lost(battle: Battle, unit: Unit) -> str:
    """How the unit counts for the enemy: destroyed, fled, fleeing or shattered; empty if it does not.

    A Character and the unit that it joined are judged each for itself.
    """
    if unit.fate:
        return unit.fate
    if battle.body(unit).fleeing:
        return "fleeing"
    return "shattered" if shattered(battle, unit) else ""


@rule("eow.adv.vp.shattered", "eow.adv.vp.starting_hp")
def shattered(battle: Battle, unit: Unit) -> bool:
    """A quarter or less of the Health Points of the formation that was bought (EOW-R028, EOW-R208)."""
    return health(battle, unit) * 4 <= battle.entry(unit).health


@rule("eow.adv.vp.mission", "eow.adv.vp.worked_example", "eow.vault.cost_in_roster")
def points_of(battle: Battle, seat: int) -> Points:
    """What the player scores as things stand."""
    found = []
    for unit in battle.units:
        how = lost(battle, unit) if unit.seat != seat else ""
        if how:
            found.append((unit.name, how, battle.entry(unit).points))
    done = completed_by(battle) == seat
    return Points(tuple(found), battle.more.size // 4 if done else 0)


@rule("eow.adv.vp.result")
def result_of(difference: int, size: int) -> str:
    """A draw below a quarter of the battle's size, a decisive victory above three quarters (EOW-R210).

    Equal points are a draw whatever the size, which a position laid out by hand may leave open.
    """
    if difference == 0 or difference * 4 < size:
        return "draw"
    return "victory" if difference * 4 <= size * 3 else "decisive victory"


@rule("eow.adv.vp.result", "eow.diff.turns_victory", "eow.multi.victory_advanced")
def judge(battle: Battle) -> Outcome:
    """Who wins, by how many Victory Points."""
    names = names_of_sides(battle)
    totals = [points_of(battle, side).total for side in (0, 1)]
    score = scores_of_players(battle, totals)
    difference = abs(totals[0] - totals[1])
    word = result_of(difference, battle.more.size)
    if word == "draw":
        return Outcome((), word, f"A draw: {totals[0]} to {totals[1]} Victory Points.", score)
    winner = 0 if totals[0] > totals[1] else 1
    tally = f"{totals[winner]} to {totals[1 - winner]} Victory Points"
    how = "wins decisively" if word == "decisive victory" else "wins"
    return Outcome(seats_of_side(battle, winner), word, f"{names[winner]} {how}: {tally}.", score)
