"""Straight away from the closest enemy (AOFR-R519)."""

from __future__ import annotations

from math import hypot

from warhost.play.questions import Option
from warhost.play.script import Refused, Script, choose
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.melee.consolidation import check_drift, drifted
from warhost.rulesets.regiments.core import Battle, Unit, enemies, footprint, gap_between, optional
from warhost.table import Back, Forward, Rect, Sidestep, Step, local

FINE = 0.5
"""How finely the free way is looked for, in inches."""


def closest_enemy(battle: Battle, unit: Unit) -> Unit | None:
    return min(enemies(battle, unit.seat), key=lambda one: (gap_between(battle, unit, one), one.id), default=None)


@rule("aofr.cp.tactical_retreat", "aofr.cp.minimize_losses")
def fall_back(battle: Battle, unit: Unit, inches: int, rule_id: str) -> Script[None]:
    """The unit may move so far along the line from the centre of the closest enemy through its own, facing kept. It
    stops 1" short of whatever is in its way and on the table."""
    enemy, most = closest_enemy(battle, unit), optional.measured(battle, inches)
    if enemy is None or unit.pose is None:
        return
    own, other = footprint(battle, unit), footprint(battle, enemy)
    free = _free(battle, unit, enemy, most, rule_id)
    if not free:
        return
    ways = sorted({far for far in free if far == max(free) or far == int(far)}, reverse=True)
    options = [Option(f"{far:g}", f'Fall back {far:g}"', unit=unit.id) for far in ways]
    options.append(Option("pass", "Stay", unit=unit.id, passes=True))
    text = f'How far {does(unit.name)} fall back from {enemy.name}? Up to {most:g}".'
    key = yield from choose(unit.seat, "fall back", text, options, rules=(rule_id,))
    if key != "pass":
        yield from drifted(battle, unit, _steps(own, other, float(key)))


def _free(battle: Battle, unit: Unit, enemy: Unit, inches: float, rule_id: str) -> list[float]:
    """How far the unit can fall back."""
    own, other = footprint(battle, unit), footprint(battle, enemy)
    return [
        far
        for number in range(1, int(inches / FINE) + 1)
        if _is_free(battle, unit, _steps(own, other, far := number * FINE), inches, rule_id)
    ]


def furthest(battle: Battle, unit: Unit, inches: int, rule_id: str) -> tuple[Step, ...]:
    """The steps of a unit that falls back as far as it can; none where it has to stay."""
    enemy = closest_enemy(battle, unit)
    free = [] if enemy is None else _free(battle, unit, enemy, optional.measured(battle, inches), rule_id)
    if enemy is None or not free:
        return ()
    return _steps(footprint(battle, unit), footprint(battle, enemy), max(free))


def _steps(own: Rect, other: Rect, far: float) -> tuple[Step, ...]:
    """So far away from another shape, as so much ahead or back and so much sideways."""
    dx, dy = own.x - other.x, own.y - other.y
    long = hypot(dx, dy) or 1.0
    right, ahead = local(own, own.x + dx / long * far, own.y + dy / long * far)
    steps: list[Step] = []
    if abs(ahead) > 1e-9:
        steps.append(Forward(ahead) if ahead > 0 else Back(-ahead))
    if abs(right) > 1e-9:
        steps.append(Sidestep(right))
    return tuple(steps)


def _is_free(battle: Battle, unit: Unit, steps: tuple[Step, ...], inches: float, rule_id: str) -> bool:
    try:
        check_drift(battle, unit, steps, inches, rule_id)
    except Refused:
        return False
    return True
