"""How a battle ends and who has won it (Battle Points)."""

from __future__ import annotations

from warhost.play.battle import Outcome
from warhost.play.script import Script
from warhost.play.shown.english import as_read
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.turn import next_game_turn
from warhost.rulesets.fantasy_battles.chapters.victory import objectives
from warhost.rulesets.fantasy_battles.chapters.victory.victory_points import EVEN, battle_points, points_of
from warhost.rulesets.fantasy_battles.core import PHASES, Battle
from warhost.rulesets.fantasy_battles.shown import events


@rule("t9a.victory.percent_basis")
def judge(battle: Battle) -> Outcome:
    """Who wins, by how many Battle Points, and what they are for."""
    names = [seat.name for seat in battle.scene.seats]
    totals = (points_of(battle, 0).total, points_of(battle, 1).total)
    objective = objectives.won_by(battle)
    score = battle_points(totals, battle.scene.settings.points, objective)
    winner = 0 if score[0] >= score[1] else 1
    told = f"{totals[winner]} to {totals[1 - winner]} Victory Points"
    if objective is not None:
        told += f", and {names[objective]} won {battle.objective}"
    if score[0] == EVEN:
        return Outcome((), "draw", f"A draw at {score[0]} Battle Points each: {told}.", score)
    text = f"{names[winner]} wins by {max(score)} to {min(score)} Battle Points: {told}."
    return Outcome((winner,), "victory", text, score)


def ends_at_once(battle: Battle) -> bool:
    """Whether an army has nobody left on the board nor still to enter it (T9A-R193)."""
    if battle.phase not in PHASES:
        return False
    armies = {unit.seat for unit in battle.units}
    return armies != {unit.seat for unit in battle.units if unit.pose is not None or unit.waiting}


@rule("t9a.objective.hold_the_ground")
def end_game_turn(battle: Battle) -> Script[None]:
    """A Game Turn is over: what is counted then, and the next one, or the reckoning."""
    yield from objectives.hold_the_ground(battle)
    yield from next_game_turn(battle)


def reckon(battle: Battle) -> Script[None]:
    """The battle is over."""
    battle.phase = "end"
    outcome = judge(battle)
    battle.outcome = outcome
    yield events.BattleEnded(as_read(outcome.text, (seat.name for seat in battle.scene.seats)))


STEPS = {"end of game turn": end_game_turn, "reckon": reckon}
