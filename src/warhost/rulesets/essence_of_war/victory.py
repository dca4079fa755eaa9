"""Victory (Play a Basic Game: Victory)."""

from __future__ import annotations

from warhost.play.battle import Outcome
from warhost.play.english import as_read
from warhost.play.events import counted
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war import events
from warhost.rulesets.essence_of_war.battle import PHASES, Battle, Unit
from warhost.rulesets.essence_of_war.formation import boundary
from warhost.rulesets.essence_of_war.missions import GOALS, fulfils
from warhost.table import TOLERANCE, Point, distance_to_point

REACH = 6.0
"""Units no farther than this from the centre marker count."""


def centre(battle: Battle) -> Point:
    """The marker on the exact centre of the battlefield (eow.map.centre_marker)."""
    return battle.scene.board.centre


@rule("eow.victory.basic.count")
def near_centre(battle: Battle, unit: Unit) -> bool:
    """Whether any part of the unit is within 6" of the centre (EOW-R200)."""
    return unit.pose is not None and distance_to_point(boundary(battle, unit), *centre(battle)) <= REACH + TOLERANCE


@rule("eow.victory.basic.remove")
def counts(battle: Battle, unit: Unit) -> bool:
    """Fleeing units and Characters are taken off before counting."""
    return unit.pose is not None and not unit.fleeing and battle.entry(unit).category != "Character"


@rule("eow.victory.basic.count", "eow.victory.basic.draw", "eow.victory.basic.massacre", "eow.victory.basic.remove")
def judge(battle: Battle) -> Outcome:
    """Most units within 6" of the centre wins; equal numbers draw; with the enemy army gone it is a massacre."""
    seats = battle.scene.seats
    near = [
        sum(
            1
            for unit in battle.units
            if unit.seat == seat and counts(battle, unit) and fulfils(battle, unit, near_centre(battle, unit))
        )
        for seat in range(len(seats))
    ]
    where = GOALS[battle.mission]
    score = tuple(float(n) for n in near)
    if near[0] == near[1]:
        text = f"A draw: both have {counted(near[0], 'unit')} {where}."
        return Outcome((), "draw", text, score)
    winner = 0 if near[0] > near[1] else 1
    loser = 1 - winner
    tally = f"{near[winner]} to {near[loser]} units {where}"
    if not any(unit.seat == loser and unit.pose is not None for unit in battle.units):
        text = f"A massacre: {seats[winner].name} destroys the whole army of {seats[loser].name}; {tally}."
        return Outcome((winner,), "massacre", text, score)
    return Outcome((winner,), "victory", f"{seats[winner].name} wins: {tally}.", score)


@rule("eow.victory.basic.massacre")
def ends_at_once(battle: Battle) -> bool:
    """Whether an army is gone and the players agreed that the battle ends with it (EOW-R201)."""
    if battle.scene.settings.destroyed_army != "end at once" or battle.phase not in PHASES:
        return False
    return len({unit.seat for unit in battle.units if unit.pose is not None}) < len(battle.scene.seats)


def reckon(battle: Battle) -> Script[None]:
    """The battle is over."""
    outcome = judge(battle)
    battle.outcome = outcome
    yield events.BattleEnded(as_read(outcome.text, (seat.name for seat in battle.scene.seats)))
