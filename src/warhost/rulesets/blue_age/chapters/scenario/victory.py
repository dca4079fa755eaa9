"""The end of a battle: Victory Points and who has won (BLUE-R32, BLUE-R141)."""

from __future__ import annotations

from warhost.play.battle import Outcome
from warhost.play.events import counted
from warhost.play.questions import Part
from warhost.play.script import Script
from warhost.play.shown.english import as_read
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.scenario.objectives import holder
from warhost.rulesets.blue_age.chapters.scenario.scenarios import scenario_of
from warhost.rulesets.blue_age.core import PHASES, Battle, Unit, bases_of, friends
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.rulesets.blue_age.core.values import below_half
from warhost.table import summed


def is_destroyed(unit: Unit) -> bool:
    """Whether the unit counts as destroyed: it left the table, or never came out of ambush (BLUE-R108)."""
    return bool(unit.fate) or (not unit.models and unit.reserve)


@rule("blue.setup.scenario", "blue.duel.reward_victory_point", "blue.champion.reward_victory_point")
def parts_of(battle: Battle, seat: int) -> list[Part]:
    """The Victory Points of a seat, and what for."""
    scenario = scenario_of(battle)
    alone = not friends(battle, 1 - seat) and bool(friends(battle, seat))
    held = sum(alone or holder(battle, marker) == seat for marker in battle.markers)
    enemy = [unit for unit in battle.units if unit.seat != seat]
    lost = [unit for unit in enemy if is_destroyed(unit)]
    chief = any(battle.entry(unit).commander for unit in lost)
    across = sum(is_across(battle, unit) for unit in friends(battle, seat)) if scenario.across else 0
    found = (
        Part(scenario.objective * held, "objectives held", "blue.setup.scenario"),
        Part(scenario.destroyed * len(lost), "enemy units destroyed", "blue.setup.scenario"),
        Part(scenario.commander * chief, "the enemy Commander slain", "blue.setup.scenario"),
        Part(scenario.across * across, "units in the enemy zone", "blue.setup.scenario"),
        Part(battle.scores[seat], "duels", "blue.duel.reward_victory_point"),
    )
    return [part for part in found if part.amount]


def is_across(battle: Battle, unit: Unit) -> bool:
    """Whether a unit of at least half strength is in the enemy's zone: the centres of more than half of its models."""
    if unit.host is not None or unit.fleeing or below_half(battle, unit) or not battle.homes:
        return False
    zone = battle.zones[battle.homes[1 - unit.seat]]
    inside = sum(zone.contains_point(base.x, base.y) for base in bases_of(battle, unit))
    return inside * 2 > len(unit.models)


def points_of(battle: Battle, seat: int) -> int:
    """The Victory Points of a seat."""
    return int(summed(part.amount for part in parts_of(battle, seat)))


def judge(battle: Battle) -> Outcome:
    """How the battle would be judged if it ended now: more Victory Points win, equal ones are a draw."""
    names = [seat.name for seat in battle.scene.seats]
    points = [points_of(battle, seat) for seat in (0, 1)]
    score = (float(points[0]), float(points[1]))
    if points[0] == points[1]:
        return Outcome((), "draw", f"A draw: both have {counted(points[0], 'Victory Point')}.", score)
    winner = 0 if points[0] > points[1] else 1
    text = f"{names[winner]} wins: {points[winner]} to {points[1 - winner]} Victory Points."
    return Outcome((winner,), "victory", text, score)


def ends_at_once(battle: Battle) -> bool:
    """Whether the battle is over: a side has no model left, on the table or in ambush, and none that may come back to
    life in this phase (BLUE-R32, BLUE-R118)."""
    if battle.phase not in PHASES or not battle.turn:
        return False
    left = {unit.seat for unit in battle.units if unit.models or unit.reserve or (unit.fallen and unit.fate == "slain")}
    return len(left) < 2


def reckon(battle: Battle) -> Script[None]:
    """The battle is over."""
    battle.outcome = judge(battle)
    yield events.BattleEnded(as_read(battle.outcome.text, (seat.name for seat in battle.scene.seats)))


STEPS = {"reckon": reckon}
