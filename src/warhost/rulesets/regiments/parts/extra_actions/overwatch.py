"""Overwatch: one shot at an enemy that moves, or back at one that shoots (Extra Actions: Overwatch)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

import msgspec

from warhost.field import Path, path_of
from warhost.play.battle import stand
from warhost.play.questions import Act, Odds, Option
from warhost.play.script import Script, choose
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import shooting
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.shooting import Fire
from warhost.rulesets.regiments.chapters.wounds.removal import is_gone
from warhost.rulesets.regiments.core import ActionName, Battle, Unit, gap_between, has_effect, lift, measured, present
from warhost.rulesets.regiments.parts.extra_actions import told
from warhost.rulesets.regiments.parts.extra_actions.effects import OnOverwatch
from warhost.table import TOLERANCE, Pivot, Rect, Step, Wheel

BACK = 24.0
"""How near an enemy is at whom a unit on Overwatch shoots back."""

TOPIC = "overwatch"

T = TypeVar("T")


class Point(NamedTuple):
    """A point on the way of a unit: how far it has come, where it stands, and what is left to go."""

    inches: float
    gone: tuple[Step, ...]
    stands: Rect
    left: tuple[Step, ...]


def watchers(battle: Battle, unit: Unit) -> list[Unit]:
    """The enemies that may react to a unit: on Overwatch, on the table or in a building, not Shaken (AOFR-R861)."""
    return [
        enemy
        for enemy in present(battle)
        if enemy.seat != unit.seat and has_effect(enemy, OnOverwatch.name) and not enemy.shaken
    ]


def points_on(way: Path) -> Iterator[Point]:
    """Where a reaction is offered: at the start, after each full inch, before and after a pivot, at the end
    (AOFR-R249)."""
    yield Point(0.0, (), way.start, way.steps)
    inches = 0.0
    for number, (step, end) in enumerate(zip(way.steps, way.stops[1:], strict=True)):
        gone, left = way.steps[:number], way.steps[number + 1 :]
        if not isinstance(step, Pivot | Wheel):
            sign = 1.0 if step.inches >= 0.0 else -1.0
            far = abs(step.inches)
            for full in range(int(inches + TOLERANCE) + 1, int(inches + far - TOLERANCE) + 1):
                part = full - inches
                before = msgspec.structs.replace(step, inches=sign * part)
                after = msgspec.structs.replace(step, inches=sign * (far - part))
                stands = path_of(way.stops[number], (before,)).end
                yield Point(float(full), (*gone, before), stands, (after, *left))
            inches += far
        yield Point(inches, (*gone, step), end, left)


@rule("aofr.extra_action.overwatch", "aofr.extra_action.overwatch_move")
def react_to_move(battle: Battle, unit: Unit, way: Path, action: ActionName) -> Script[Path]:
    """Every enemy on Overwatch may shoot once while the unit is on its way. Returns what is left of the way."""
    for watcher in watchers(battle, unit):
        if not is_gone(unit):
            way = yield from _watched(battle, watcher, unit, way, action)
    return way


def _watched(battle: Battle, watcher: Unit, unit: Unit, way: Path, action: ActionName) -> Script[Path]:
    points = _chances(battle, watcher, unit, way)
    if not points:
        return way
    name = {"charge": "charges", "rush": "rushes", "advance": "advances"}.get(action, "moves")
    text = f"{acts(unit.name, name)}. When does your {watcher.name} on Overwatch shoot?"
    at = yield from _ask(battle, watcher, unit, text, points, "aofr.extra_action.overwatch_move")
    if at is None:
        return way
    yield from moving.go(battle, unit, path_of(way.start, at.gone), action)
    if is_gone(unit):
        return way
    yield from _shoot(battle, watcher, unit)
    return path_of(at.stands, at.left)


def _chances(battle: Battle, watcher: Unit, unit: Unit, way: Path) -> list[Point]:
    """The points of the way at which the unit can be shot at; of neighbours that promise the same, the first."""
    found: list[Point] = []
    last: object = None
    for point in points_on(way):
        promise = _at(unit, point.stands, lambda: _likeness(battle, watcher, unit))
        if promise and promise != last:
            found.append(point)
        last = promise
    return found


def _likeness(battle: Battle, watcher: Unit, unit: Unit) -> object:
    """What a volley at the unit where it stands depends on."""
    fires = shooting.possible(battle, watcher, [unit])
    return tuple(
        (fire.weapon, attack.count, attack.cover, attack.to_hit.total, attack.to_block.total)
        for fire in fires
        for attack in shooting.attacks_of(battle, watcher, fire, False, None)
    )


def _at(unit: Unit, place: Rect, work_out: Callable[[], T]) -> T:
    """What is so while the unit stands there."""
    before = unit.pose
    stand(unit, place)
    try:
        return work_out()
    finally:
        unit.pose = before


def _ask(
    battle: Battle, watcher: Unit, unit: Unit, text: str, points: Sequence[Point], rule_id: str
) -> Script[Point | None]:
    options = [Option("pass", "Do not shoot, keep watching", unit=watcher.id, passes=True)]
    for number, point in enumerate(points):
        when = "Shoot before it moves" if not number and not point.gone else f'Shoot after {point.inches:.1f}"'
        options.append(Option(str(number), when, unit=watcher.id, target=unit.id, pose=point.stands.pose))

    def weigh(option: Option) -> Sequence[Odds]:
        if option.passes:
            return ()
        return _at(unit, points[int(option.key)].stands, lambda: odds(battle, watcher, unit))

    act = Act(unit.id, (watcher.id,))
    key = yield from choose(watcher.seat, TOPIC, text, options, rules=(rule_id,), weigh=weigh, act=act)
    return None if key == "pass" else points[int(key)]


def odds(battle: Battle, watcher: Unit, unit: Unit) -> tuple[Odds, ...]:
    """What the reaction has to expect while the unit stands where it does."""
    return shooting.prospects(battle, watcher, shooting.possible(battle, watcher, [unit]), held=False)


def _shoot(battle: Battle, watcher: Unit, unit: Unit) -> Script[None]:
    """The reaction: all weapons at that unit. Then the watch is over."""
    fires = shooting.possible(battle, watcher, [unit])
    yield told.Reacted(watcher.id, unit.id)
    yield from shooting.fire_all(battle, watcher, fires, False)
    lift(watcher, OnOverwatch.name)


@rule("aofr.extra_action.overwatch", "aofr.extra_action.overwatch_shoot")
def shoot_back(battle: Battle, unit: Unit, fires: Sequence[Fire]) -> Script[None]:
    """Who was shot at on Overwatch may shoot back at an enemy within 24", with whoever is left, before morale is tested
    (AOFR-R250)."""
    targets = {fire.target for fire in fires}
    for watcher in watchers(battle, unit):
        if watcher.id not in targets or is_gone(unit) or unit.pose is None:
            continue
        near = gap_between(battle, watcher, unit) <= measured(battle, BACK) + TOLERANCE
        if not near or not shooting.possible(battle, watcher, [unit]):
            continue
        text = f"{acts(unit.name, 'has')} shot at your {watcher.name}, which may shoot back from Overwatch."
        options = [
            Option("pass", "Do not shoot, keep watching", unit=watcher.id, passes=True),
            Option("shoot", f"Shoot back at {unit.name}", unit=watcher.id, target=unit.id),
        ]
        rules = ("aofr.extra_action.overwatch_shoot",)

        def weigh(option: Option, watcher: Unit = watcher) -> Sequence[Odds]:
            return () if option.passes else odds(battle, watcher, unit)

        if (yield from choose(watcher.seat, TOPIC, text, options, rules=rules, weigh=weigh)) == "shoot":
            yield from _shoot(battle, watcher, unit)
