"""What winners do: the Consolidation Move, and catching those who ran (Combat Resolution; BLUE-R72, BLUE-R73)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.questions import Option
from warhost.play.script import Script, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.charge import move as charge_move
from warhost.rulesets.blue_age.chapters.combat import weapons
from warhost.rulesets.blue_age.chapters.movement import flight, walking
from warhost.rulesets.blue_age.chapters.wounds import attacks
from warhost.rulesets.blue_age.chapters.wounds.harm import lock, suffer
from warhost.rulesets.blue_age.core import CM, GAP, Battle, Unit, bases_of, enemies, in_contact, together
from warhost.rulesets.blue_age.core.events import combat as events

CONSOLIDATION = "D10"
FLIGHT = "2D10"
"""How far those flee on who were caught, in centimetres."""


@rule("blue.resolution.consolidation")
def consolidate(
    battle: Battle, winners: Sequence[Unit], ran: Sequence[Unit], dice: str = CONSOLIDATION
) -> Script[None]:
    """Each winning unit that is no longer locked may move D10" in any direction, and catch those who ran."""
    for unit in winners:
        if unit.models and not unit.locked and unit.host is None and unit.inside is None:
            yield from _follow(battle, unit, ran, dice)


def press(battle: Battle, winners: Sequence[Unit], losers: Sequence[Unit], dice: str = CONSOLIDATION) -> Script[None]:
    """The same after a unit has run from a fight without one having been fought (BLUE-R29)."""
    yield from consolidate(battle, winners, losers, dice)


def _follow(battle: Battle, unit: Unit, ran: Sequence[Unit], dice: str) -> Script[None]:
    cite = "blue.resolution.consolidation"
    inches = yield from roll_sum(dice, why="Consolidation Move", rule=cite, seat=unit.seat, unit=unit.id)
    yield events.ConsolidationRolled(unit.id, inches)
    goals = [one for one in _may_touch(battle, unit, ran) if one.models and one.inside is None]
    key = yield from walking.walk_question(
        battle,
        unit,
        inches,
        topic="consolidate",
        text=f'{unit.name} may consolidate {inches}". Where to?',
        how="consolidated",
        cite=cite,
        gap=GAP,
        touch={goal.id for goal in goals},
        instead=_catches(battle, unit, goals, inches),
    )
    if key:
        goal = battle.units[int(key.partition(":")[2])]
        yield from charge_move.run_into(battle, unit, goal, inches)
    for goal in goals:
        if unit.models and goal.models and in_contact(battle, unit, goal):
            yield from caught(battle, unit, goal)


@rule("blue.resolution.consolidation")
def _may_touch(battle: Battle, unit: Unit, ran: Sequence[Unit]) -> list[Unit]:
    """The enemies that a Consolidation Move may touch: those of the fight that ran, or any (BLUE-R72)."""
    if not battle.settings.fresh_enemies:
        return [one for one in ran if one.seat != unit.seat]
    return [one for one in enemies(battle, unit.seat) if one.host is None]


def _catches(battle: Battle, unit: Unit, goals: Sequence[Unit], inches: float) -> list[Option]:
    """What a unit may do instead of walking: go straight into contact with one of those who ran."""
    return [
        Option(f"catch:{goal.id}", f"Catch {goal.name}", unit=unit.id, target=goal.id)
        for goal in goals
        if charge_move.approach(battle, unit, goal, inches) is not None
    ]


@rule("blue.resolution.catch_falling_back", "blue.resolution.catch_fleeing")
def caught(battle: Battle, unit: Unit, goal: Unit) -> Script[None]:
    """A unit that fell back is locked again; a fleeing one is struck down and flees on, if it can."""
    yield events.Caught(unit.id, goal.id)
    if not goal.fleeing:
        lock(battle, unit, goal)
        return
    yield from cut_down(battle, unit, goal)
    if goal.models:
        cite = "blue.resolution.break_distance"
        far = yield from roll_sum(FLIGHT, why="Flee on", rule=cite, seat=goal.seat, unit=goal.id)
        yield from flight.home(battle, goal, far * CM, flees=True)


@rule("blue.resolution.catch_fleeing")
def cut_down(battle: Battle, unit: Unit, goal: Unit) -> Script[None]:
    """As many wounds as the catcher has models, without a die to hit or to wound; saves against its weapon's Armour
    Piercing are rolled (BLUE-R73)."""
    cite = "blue.resolution.catch_fleeing"
    for one in together(battle, unit):
        if goal.models:
            _, ap = weapons.figures(battle, one, weapons.weapon_of(battle, one), reaching=False)
            lost = yield from attacks.unsaved(battle, goal, len(one.models), "Caught", cite, ap=ap)
            yield from suffer(battle, goal, lost, what="Caught", by=one.id, attackers=bases_of(battle, one))
