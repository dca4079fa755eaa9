"""The end of a battle: who has won (The Standard Game: Victory; Objectives, Loot & Bluffing)."""

from __future__ import annotations

from warhost.play.battle import Outcome
from warhost.play.events import counted
from warhost.play.script import Script
from warhost.play.shown.english import as_read
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.chapters.scenario import objectives
from warhost.rulesets.kings_of_war.chapters.scenario.scenarios import scenario_of
from warhost.rulesets.kings_of_war.core import PHASES, Battle, events

SHARE = 10
"""A lead of one part in so many wins the standard game."""


@rule("kow.standard.victory")
def routed_points(battle: Battle, seat: int) -> int:
    """What the routed units of the enemy of a seat cost, with everything that was bought for them (KOW-R183)."""
    return sum(battle.entry(unit).points for unit in battle.units if unit.seat != seat and unit.fate == "routed")


@rule("kow.standard.victory")
def lead_needed(battle: Battle) -> float:
    """The lead that wins: a tenth of the agreed size of the game, or of both armies together (KOW-R021)."""
    if battle.settings.victory_share == "both armies":
        return sum(battle.entry(unit).points for unit in battle.units) / SHARE
    return battle.settings.points / SHARE


@rule("kow.victory.points", "kow.scenario.winner")
def victory_points(battle: Battle, seat: int) -> int:
    """Victory points: markers that the seat controls, loot that it carries, and what it has scored besides."""
    total = battle.scores[seat] if battle.scores else 0
    for marker in battle.markers:
        if marker.kind == "loot":
            total += marker.value if marker.carrier is not None and battle.units[marker.carrier].seat == seat else 0
        elif objectives.controller(battle, marker) == seat:
            total += max(0, marker.value)
    return total


@rule("kow.standard.victory", "kow.victory.points", "kow.scenario.winner", "kow.timed.sudden_loss")
def judge(battle: Battle) -> Outcome:
    """How the battle would be judged if it ended now."""
    names = [seat.name for seat in battle.scene.seats]
    if battle.settings.sudden_loss and battle.out_of_time:
        winner = 1 - battle.out_of_time[0]
        return Outcome((winner,), "victory", f"{names[winner]} wins: {names[1 - winner]} is out of time.", (0.0, 0.0))
    if scenario_of(battle).scores_points:
        points = [victory_points(battle, seat) for seat in (0, 1)]
        score = (float(points[0]), float(points[1]))
        if points[0] == points[1]:
            return Outcome((), "draw", f"A draw: both have {counted(points[0], 'victory point')}.", score)
        winner = 0 if points[0] > points[1] else 1
        text = f"{names[winner]} wins: {points[winner]} to {points[1 - winner]} victory points."
        return Outcome((winner,), "victory", text, score)
    routed = [routed_points(battle, seat) for seat in (0, 1)]
    score = (float(routed[0]), float(routed[1]))
    winner = 0 if routed[0] > routed[1] else 1
    tally = f"{routed[winner]} to {routed[1 - winner]} points of routed enemies"
    if abs(routed[0] - routed[1]) < lead_needed(battle) or routed[0] == routed[1]:
        return Outcome((), "draw", f"A draw: {tally}.", score)
    return Outcome((winner,), "victory", f"{names[winner]} wins: {tally}.", score)


@rule("kow.scenario.duration", "kow.standard.duration", "kow.timed.sudden_loss")
def ends_at_once(battle: Battle) -> bool:
    """Whether the battle is over now: an army is gone in the standard game, or where players agreed so (KOW-R182); or
    somebody is out of time and loses by that."""
    if battle.phase not in PHASES:
        return False
    if battle.settings.sudden_loss and battle.out_of_time:
        return True
    if len({unit.seat for unit in battle.units if unit.pose is not None}) == len(battle.scene.seats):
        return False
    return not scenario_of(battle).has_markers or battle.settings.destroyed_army == "end at once"


def reckon(battle: Battle) -> Script[None]:
    """The battle is over."""
    yield from objectives.reveal(battle)
    battle.outcome = judge(battle)
    yield events.BattleEnded(as_read(battle.outcome.text, (seat.name for seat in battle.scene.seats)))


STEPS = {"reckon": reckon}
