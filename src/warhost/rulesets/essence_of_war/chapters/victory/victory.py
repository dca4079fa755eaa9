"""Victory (Play a Basic Game: Victory)."""

from __future__ import annotations

from warhost.play.battle import Outcome
from warhost.play.events import counted
from warhost.play.script import Script
from warhost.play.shown.english import as_read
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.setup.coalition import names_of_sides, scores_of_players, seats_of_side
from warhost.rulesets.essence_of_war.chapters.victory import victory_points
from warhost.rulesets.essence_of_war.chapters.victory.missions import GOALS, counted_units
from warhost.rulesets.essence_of_war.core import PHASES, Battle
from warhost.rulesets.essence_of_war.shown import events
from warhost.table import Point


def centre(battle: Battle) -> Point:
    """The marker on the exact centre of the battlefield (eow.map.centre_marker)."""
    return battle.scene.board.centre


@rule("eow.multi.victory_basic")
@rule("eow.victory.basic.count", "eow.victory.basic.draw", "eow.victory.basic.massacre", "eow.victory.basic.remove")
def judge(battle: Battle) -> Outcome:
    """Most units within 6" of the centre wins; equal numbers draw; with the enemy army gone it is a massacre."""
    if battle.scene.settings.victory_points:
        return victory_points.judge(battle)
    names = names_of_sides(battle)
    near = [counted_units(battle, side) for side in (0, 1)]
    where = GOALS[battle.mission]
    score = scores_of_players(battle, near)
    if near[0] == near[1]:
        text = f"A draw: both have {counted(near[0], 'unit')} {where}."
        return Outcome((), "draw", text, score)
    winner = 0 if near[0] > near[1] else 1
    loser = 1 - winner
    tally = f"{near[winner]} to {near[loser]} units {where}"
    if not any(unit.seat == loser and unit.pose is not None for unit in battle.units):
        text = f"A massacre: {names[winner]} destroys the whole army of {names[loser]}; {tally}."
        return Outcome(seats_of_side(battle, winner), "massacre", text, score)
    return Outcome(seats_of_side(battle, winner), "victory", f"{names[winner]} wins: {tally}.", score)


@rule("eow.victory.basic.massacre")
def ends_at_once(battle: Battle) -> bool:
    """Whether an army is gone and the players agreed that the battle ends with it (EOW-R201)."""
    if battle.scene.settings.destroyed_army != "end at once" or battle.phase not in PHASES:
        return False
    return len({unit.seat for unit in battle.units if unit.pose is not None}) < 2


def reckon(battle: Battle) -> Script[None]:
    """The battle is over."""
    outcome = judge(battle)
    battle.outcome = outcome
    yield events.BattleEnded(as_read(outcome.text, (seat.name for seat in battle.scene.seats)))
