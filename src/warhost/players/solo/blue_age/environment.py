"""The environment's decisions, question by question, as ruling BLUE-R143 has them.

It sets up large units first in its lair, rallies, casts what promises most, moves shooters to just inside their range
and all others towards the nearest objective or enemy, shoots where that promises most, charges where the dice reach at
least every second time, stands and shoots if it can, flees where more than half of the unit would be lost, and holds
otherwise. What the ruling does not say is left to the captain.
"""

from __future__ import annotations

from collections.abc import Callable
from math import hypot
from typing import Any

from warhost.dice import Chance
from warhost.field.loose.bodies import middle_of
from warhost.play import Ask, Choose, Chosen, Option, Walk, Walked, passes
from warhost.play import Battle as AnyBattle
from warhost.play.shown.english import acts
from warhost.players.base import Decision, Reason
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.charge import roll as charge_roll
from warhost.rulesets.blue_age.chapters.scenario.scenarios import scenario_of
from warhost.rulesets.blue_age.core import Battle, Unit, all_bases, between, enemies, together
from warhost.rulesets.blue_age.core.values import full_health, health_left, ranged_arms
from warhost.rulesets.blue_age.thinks import charge_odds
from warhost.table import Circle, Point, Pose

PVE = "blue.setup.pvp_or_pve"

EVEN = 0.5
"""It charges where the chance to reach is no less."""

INSIDE = 0.5
"""How far inside of their range shooters stop, in inches."""


@rule("blue.setup.pvp_or_pve")
class Environment:
    """The environment as a player: it answers the questions that the ruling speaks of."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance

    def decide(self, ask: Ask, view: AnyBattle) -> Decision | None:
        assert isinstance(view, Battle)
        judge = TOPICS.get(ask.question.topic)
        return None if judge is None else judge(view, ask, ask.question)


Judge = Callable[[Battle, Ask, Any], Decision | None]


def _told(answer: Any, sentence: str) -> Decision:
    return Decision(answer, (Reason("the environment's rule", 0.0, PVE),), f"{sentence}.")


def _options(ask: Ask) -> tuple[Option, ...]:
    """The options with all their odds."""
    question = ask.weighed()
    assert isinstance(question, Choose)
    return question.options


def _figure(option: Option, label: str) -> float:
    return next((odd.value for odd in option.odds if odd.label == label), 0.0)


def _passes(ask: Ask) -> Decision | None:
    question = ask.question
    assert isinstance(question, Choose)
    passed = next((option for option in question.options if option.passes), None)
    return None if passed is None else _told(Chosen(passed.key), passed.label)


def _points(battle: Battle, option: Option, losses: float) -> float:
    """What so much Health of an option's target costs."""
    if option.target is None:
        return 0.0
    entry = battle.entry(battle.units[option.target])
    return losses * entry.points / full_health(entry)


def largest(battle: Battle, ask: Ask, question: Choose) -> Decision | None:
    """In its lair, where room is scarce, the units that need most of it are set up first."""
    if not scenario_of(battle).lair:
        return None
    entries = {option.key: battle.entry(battle.units[option.unit or 0]) for option in question.options}
    key = max(entries, key=lambda one: entries[one].models * entries[one].radius ** 2)
    return _told(Chosen(key), f"{entries[key].name} first: room is scarce")


def rally(battle: Battle, ask: Ask, question: Choose) -> Decision | None:
    """Rally first, then cast what promises most."""
    for option in question.options:
        if option.key.startswith("rally"):
            return _told(Chosen(option.key), option.label)
    return best(battle, ask, question)


def best(battle: Battle, ask: Ask, question: Choose) -> Decision | None:
    """The shot or spell that takes most points on average; nothing where none takes any."""
    found = [(_points(battle, option, _figure(option, "expected wounds")), option) for option in _options(ask)]
    worth, option = max(found, key=lambda told: told[0])
    if worth <= 0.0:
        return None if any(":" in one.key for one in question.options) else _passes(ask)
    return _told(Chosen(option.key), f"{option.label}: {worth:.0f} points on average")


def charge(battle: Battle, ask: Ask, question: Choose) -> Decision | None:
    """Charge where the chance to reach is at least a half, the surest first."""
    found = [(_reaches(battle, option), option) for option in question.options if not option.passes]
    chance, option = max(found, key=lambda told: told[0], default=(0.0, question.options[0]))
    if chance < EVEN:
        return _passes(ask)
    return _told(Chosen(option.key), f"{option.label}: {chance:.0%} to reach")


def _reaches(battle: Battle, option: Option) -> float:
    """The chance that a charge reaches the nearest of its targets."""
    if option.unit is None or ">" not in option.key:
        return 0.0
    unit = battle.units[option.unit]
    targets = [battle.units[int(number)] for number in option.key.partition(">")[2].split("+")]
    return max(charge_roll.chance_to_reach(battle, unit, charge_odds.distance(battle, unit, one)) for one in targets)


def reaction(battle: Battle, ask: Ask, question: Choose) -> Decision | None:
    """Stand and shoot if able, flee where more than half would be lost, hold otherwise."""
    options = {option.key: option for option in _options(ask)}
    if "stand" in options:
        return _told(Chosen("stand"), options["stand"].label)
    hold, flee = options.get("hold"), options.get("flee")
    if hold is None or flee is None or hold.unit is None:
        return None
    left = sum(health_left(battle, one) for one in together(battle, battle.units[hold.unit]))
    losses = _figure(hold, "expected losses")
    if losses * 2 > left:
        return _told(Chosen("flee"), f"{flee.label}: {losses:.1f} of {left} Health would be lost")
    return _told(Chosen("hold"), hold.label)


def walk(battle: Battle, ask: Ask, question: Walk) -> Decision | None:
    """Shooters to just inside their range of the nearest enemy, others towards the nearest objective or enemy."""
    unit = battle.units[question.unit]
    bases = all_bases(battle, unit)
    middle = middle_of(bases)
    goal, stop = _goal(battle, unit, middle)
    if goal is None:
        return _told(Walked(), acts(unit.name, "stays"))
    far = between(bases, (Circle(*goal, 0.0),))
    inches = min(question.inches, max(0.0, far - stop))
    own = ask.previewed(Walked()) or ()
    start = middle_of(own) if own else middle
    length = hypot(goal[0] - start[0], goal[1] - start[1])
    for share in (1.0, 0.75, 0.5, 0.25):
        go = inches * share
        if go < 0.1 or length < 0.1:
            break
        x, y = start[0] + (goal[0] - start[0]) / length * go, start[1] + (goal[1] - start[1]) / length * go
        facing = unit.pose.facing if unit.pose is not None else 0.0
        answer = Walked(pose=Pose(round(x, 3), round(y, 3), facing))
        if passes(ask.check, answer):
            return _told(answer, f'{acts(unit.name, "goes")} {go:.1f}" ahead')
    return _told(Walked(), acts(unit.name, "stays")) if question.optional else None


def _goal(battle: Battle, unit: Unit, middle: Point) -> tuple[Point | None, float]:
    """Where a unit goes, and how far from there it stops."""
    foes = [(base.x, base.y) for foe in enemies(battle, unit.seat) for base in all_bases(battle, foe)]
    nearest = min(foes, key=lambda spot: hypot(spot[0] - middle[0], spot[1] - middle[1]), default=None)
    ranges = [weapon.range for weapon in ranged_arms(battle.entry(unit)) if battle.entry(unit).ranged is not None]
    if ranges and nearest is not None:
        return nearest, max(ranges) - INSIDE
    spots = [(marker.x, marker.y) for marker in battle.markers]
    spots += [nearest] if nearest is not None else []
    goal = min(spots, key=lambda spot: hypot(spot[0] - middle[0], spot[1] - middle[1]), default=None)
    return goal, 1.2 if goal == nearest else 0.0


TOPICS: dict[str, Judge] = {
    "deploy": largest,
    "command": rally,
    "spell": best,
    "shoot": best,
    "charge": charge,
    "reaction": reaction,
    "walk": walk,
}
"""The questions that the ruling speaks of."""
