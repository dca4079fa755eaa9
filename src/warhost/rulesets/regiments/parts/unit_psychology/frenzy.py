"""Frenzy: units that destroy an enemy may lose themselves in the fight (Unit Psychology: Frenzy)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from warhost.field import path_of
from warhost.play.battle import copied, stand
from warhost.play.questions import Moved, Odds, Option
from warhost.play.script import Script, choose, passes
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import activation, morale, shooting
from warhost.rulesets.regiments.chapters.melee import charge
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.movement.suggestions import sensible_steps, sensible_turns
from warhost.rulesets.regiments.chapters.wounds.damage import promised
from warhost.rulesets.regiments.chapters.wounds.removal import is_gone
from warhost.rulesets.regiments.core import Battle, Cause, Unit, enemies, events, footprint, gap_between, is_present
from warhost.rulesets.regiments.parts.unit_psychology.state import BecameFrenzied, FrenzyEnded, tell, told

TRIGGER = "aofr.psych.frenzy_trigger"
ACTIVATION = "aofr.psych.frenzy_activation"
FORCED = "aofr.psych.frenzy_forced"
HOLD_TURN = 180.0


@rule("aofr.psych.frenzy_trigger")
def note_destroyer(battle: Battle, by: Cause | None) -> None:
    """Who destroys an enemy by shooting or in melee, or makes it rout there, will test, once for each (AOFR-R517)."""
    if by is not None and by.how in ("shooting", "melee"):
        tell(battle, destroyers=(*told(battle).destroyers, by.unit))


@rule("aofr.psych.frenzy_trigger")
def test_destroyers(battle: Battle) -> Script[None]:
    """They test morale when the activation is over; who fails is frenzied, not Shaken (AOFR-R561)."""
    due = told(battle).destroyers
    tell(battle, destroyers=())
    for number in due:
        unit = battle.units[number]
        if unit.fate or number in told(battle).frenzied:
            continue
        passed = yield from morale.take_test(battle, unit, morale.made_test(battle, unit), TRIGGER)
        if not passed and not is_gone(unit):
            tell(battle, frenzied=(*told(battle).frenzied, number))
            yield BecameFrenzied(number)


def _calm(battle: Battle, unit: Unit) -> Script[None]:
    tell(battle, frenzied=tuple(number for number in told(battle).frenzied if number != unit.id))
    yield FrenzyEnded(unit.id)


@rule("aofr.psych.frenzy_activation", "aofr.psych.frenzy_impossible")
def rage(battle: Battle, unit: Unit) -> Script[bool]:
    """A frenzied unit is activated: it comes to itself if it passes a test, or if there is nobody to shoot at or to
    charge; else it must do one of the two. Whether it has acted. A Shaken unit is idle first."""
    if unit.id not in told(battle).frenzied or unit.shaken:
        return False
    if (yield from morale.take_test(battle, unit, morale.made_test(battle, unit), ACTIVATION)):
        yield from _calm(battle, unit)
        return False
    if is_gone(unit):
        return True
    aim, goal = nearest_shot(battle, unit), nearest_charge(battle, unit)
    if aim is None and goal is None:
        yield from _calm(battle, unit)
        return False
    yield from _lash_out(battle, unit, aim, goal)
    return True


@rule("aofr.psych.frenzy_forced")
def _lash_out(battle: Battle, unit: Unit, aim: Aim | None, goal: Unit | None) -> Script[None]:
    """It shoots at the nearest enemy that it can, or charges the nearest; its owner chooses, and it stays frenzied."""
    options = []
    plans = {}
    if goal is not None:
        key = f"charge>{goal.id}"
        options.append(Option(key, f"Charge {goal.name}", unit=unit.id, target=goal.id))
        if (plan := charge.plan(battle, unit, goal)) is not None:
            plans[key] = plan
    if aim is not None:
        target, odds = battle.units[aim.target], _promised(battle, unit, aim)
        options.append(Option(f"shoot>{target.id}", f"Shoot at {target.name}", odds, unit.id, target.id))
    text = f"{unit.name} must attack. What {does(unit.name)} do?"
    weigh = charge.prospects(battle, unit, plans)
    key = yield from choose(unit.seat, "frenzy", text, options, rules=(FORCED,), weigh=weigh)
    if goal is not None and key.startswith("charge"):
        yield from activation.charge_action(battle, unit, goal)
    elif aim is not None:
        yield from _shoot(battle, unit, aim)


class Aim(msgspec.Struct, frozen=True):
    """The nearest enemy that a frenzied unit can shoot at, and how it moves for it."""

    target: int
    moved: Moved
    models: int
    """How many of its models then shoot."""


@rule("aofr.psych.frenzy_forced")
def nearest_shot(battle: Battle, unit: Unit) -> Aim | None:
    """The nearest enemy in range and sight after a turn on the spot or an Advance, with the move that brings most
    models into range; staying is best."""
    if not is_present(battle, unit) or not shooting.arsenal(battle, unit):
        return None
    drafts = list(_drafts(battle, unit))
    targets = [target for target in shooting.in_range_of(battle, unit) if target.site is None]
    for target in _by_distance(battle, unit, targets):
        aims = [Aim(target.id, moved, models) for moved in drafts if (models := _shooters(battle, unit, moved, target))]
        if aims:
            return max(aims, key=lambda aim: aim.models)
    return None


def _drafts(battle: Battle, unit: Unit) -> Iterator[Moved]:
    """Holding, turns on the spot, and Advances; a unit inside a building shoots from there (AOFR-R952)."""
    yield Moved()
    if unit.pose is None:
        return
    for turn in sensible_turns(battle, unit, HOLD_TURN):
        if passes(moving.check_pivot, battle, unit, (turn,), HOLD_TURN, "aofr.move.hold_pivot"):
            yield Moved("pivot", (turn,))
    if moving.why_not_move(battle, unit) is None:
        kind = moving.kind_of_move(battle, unit, "advance")
        for steps in sensible_steps(battle, unit, kind):
            if passes(moving.check_move, battle, unit, kind, steps, "advance"):
                yield Moved("advance", steps)


def _shooters(battle: Battle, unit: Unit, moved: Moved, target: Unit) -> int:
    """How many models of the unit could shoot at the target after that move."""
    return sum(len(fire.models) for fire in _fires(_after(battle, unit, moved), unit, target.id))


def _after(battle: Battle, unit: Unit, moved: Moved) -> Battle:
    """The battle after a move of the unit."""
    there = copied(battle)
    twin = there.units[unit.id]
    if unit.pose is not None:
        stand(twin, path_of(footprint(battle, unit), moved.steps).end)
    twin.moved = moved.kind == "advance"
    return there


def _fires(there: Battle, unit: Unit, target: int) -> list[shooting.Fire]:
    return shooting.possible(there, there.units[unit.id], [there.units[target]])


def _promised(battle: Battle, unit: Unit, aim: Aim) -> tuple[Odds, ...]:
    """What the shots have to expect."""
    there = _after(battle, unit, aim.moved)
    held = aim.moved.kind != "advance"
    volleys = [
        shooting.attacks_of(there, there.units[unit.id], fire, held, None) for fire in _fires(there, unit, aim.target)
    ]
    return promised(there, [attack for volley in volleys for attack in volley])


def _shoot(battle: Battle, unit: Unit, aim: Aim) -> Script[None]:
    held = aim.moved.kind != "advance"
    if held:
        yield events.UnitActivated(unit.id, "hold")
    if aim.moved.kind:
        yield from moving.make_move(battle, unit, aim.moved.steps, "hold" if held else "advance")
    if not is_gone(unit):
        fires = shooting.possible(battle, unit, [battle.units[aim.target]])
        yield from shooting.fire_all(battle, unit, fires, held)


@rule("aofr.psych.frenzy_forced")
def nearest_charge(battle: Battle, unit: Unit) -> Unit | None:
    """The nearest enemy, if it can be charged."""
    if unit.pose is None or moving.why_not_move(battle, unit) is not None:
        return None
    nearest = next(iter(_by_distance(battle, unit, enemies(battle, unit.seat))), None)
    return nearest if nearest is not None and charge.plan(battle, unit, nearest) is not None else None


def _by_distance(battle: Battle, unit: Unit, targets: Sequence[Unit]) -> Sequence[Unit]:
    return sorted(targets, key=lambda enemy: (gap_between(battle, unit, enemy), enemy.id))
