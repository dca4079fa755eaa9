"""Ways that end in contact with something: how a charge, or a unit on its way into a transport, gets there.

The ways tried are straight ahead; a pivot, then ahead; ahead, a pivot, ahead. Pivots turn towards the goal or square on
to one of its sides, so that what can be reached by such a way at all is nearly always found.
"""

from __future__ import annotations

from collections.abc import Iterator

from warhost.play.script import Refused
from warhost.rulebook import rule
from warhost.rulesets.regiments.battle import Battle, Unit
from warhost.rulesets.regiments.scenery import scenery
from warhost.rulesets.regiments.sight import arc_at
from warhost.rulesets.regiments.ways import (
    DIFFICULT,
    Gait,
    Other,
    Way,
    check_on_table,
    climbing,
    is_slowed,
    others_near,
    way_of,
)
from warhost.table import (
    TOLERANCE,
    Arc,
    Forward,
    Pivot,
    Rect,
    Step,
    apply,
    bearing,
    closest_points,
    direction,
    distance,
    free_forward,
    free_turn,
    outward_facing,
    overlaps,
    passes_through,
    turn_between,
)

MOST_TURN = 90.0

SHARES = (0.15, 0.3, 0.5, 0.7)
"""Where on the way ahead a pivot is tried, besides the places that bring the goal straight ahead."""


@rule("aofr.charge.not_straight", "aofr.charge.move", "aofr.melee.valid_target", "aofr.move.no_pass_through_charge")
def ways_to(battle: Battle, unit: Unit, start: Rect, goal: Rect, inches: float, how: Gait) -> Iterator[Way]:
    """Legal ways of so many inches at most that end in contact with the goal, the simplest first.

    Others are not in the way as long as the unit does not move into them.
    """
    if distance(start, goal) > inches + TOLERANCE:
        return
    others = others_near(battle, unit, way_of(start, (Forward(inches), Forward(inches))))
    others = [other for other in others if other.shape != goal]
    for steps in _drafts(start, goal, inches):
        way = way_of(start, steps)
        if distance(way.end, goal) <= 2 * TOLERANCE and _is_legal(battle, unit, way, goal, others, inches, how):
            yield way


def _drafts(start: Rect, goal: Rect, inches: float) -> Iterator[tuple[Step, ...]]:
    straight = free_forward(start, goal, inches)
    if _meets(start, goal, straight, inches):
        yield (Forward(straight),) if straight > 0.0 else ()
    turns = _turns(start, goal)
    for turn in turns:
        yield from _turn_and_go(start, goal, (), turn, inches)
    lengths = [(_length_before(start, goal, turn), turn) for turn in (*turns, MOST_TURN, -MOST_TURN)]
    for share in SHARES:
        ahead = apply(start, Forward(share * inches))
        lengths.extend((share * inches, turn) for turn in _turns(ahead, goal))
    for length, turn in lengths:
        if TOLERANCE < length < min(inches, straight):
            yield from _turn_and_go(apply(start, Forward(length)), goal, (Forward(length),), turn, inches - length)


def _meets(shape: Rect, goal: Rect, length: float, inches: float) -> bool:
    """Whether going so far straight ahead ends at the goal, and not only where the move does."""
    return length < inches - TOLERANCE or distance(apply(shape, Forward(length)), goal) <= TOLERANCE


def _turn_and_go(
    shape: Rect, goal: Rect, before: tuple[Step, ...], turn: float, inches: float
) -> Iterator[tuple[Step, ...]]:
    """Turn, then ahead into contact. Who touches the goal while turning towards it is there already."""
    turned = apply(shape, Pivot(turn))
    if overlaps(turned, goal):
        if arc_at(turned, goal.x, goal.y) is Arc.FRONT and not overlaps(shape, goal):
            yield (*before, Pivot(free_turn(shape, (shape.x, shape.y), turn, goal)))
        return
    length = free_forward(turned, goal, inches)
    if _meets(turned, goal, length, inches):
        yield (*before, Pivot(turn), Forward(length)) if length > 0.0 else (*before, Pivot(turn))


def _turns(shape: Rect, goal: Rect) -> list[float]:
    """Turns of up to 90 degrees: to look at the goal's centre, its nearest point and its corners, square at its sides,
    and as far as the unit can turn to the side on which the goal is."""
    _, near = closest_points(shape, goal)
    points = ((goal.x, goal.y), near, *goal.corners)
    wanted = [turn_between(shape.facing, bearing(shape.x, shape.y, x, y)) for x, y in points]
    wanted += [turn_between(shape.facing, outward_facing(goal, side) + 180.0) for side in Arc]
    furthest = [max(-MOST_TURN, min(MOST_TURN, turn)) for turn in wanted[:6]]
    turns = dict.fromkeys(round(turn, 6) for turn in (*wanted, *furthest))
    return [turn for turn in turns if TOLERANCE < abs(turn) <= MOST_TURN]


def _length_before(start: Rect, goal: Rect, turn: float) -> float:
    """How far to go before a turn so that the goal's centre lies straight ahead after it; 0 if that cannot be."""
    fx, fy = direction(start.facing + turn)
    across = start.fx * fy - start.fy * fx
    if abs(across) < 1e-6:
        return 0.0
    return ((goal.x - start.x) * fy - (goal.y - start.y) * fx) / across


def _is_legal(battle: Battle, unit: Unit, way: Way, goal: Rect, others: list[Other], inches: float, how: Gait) -> bool:
    return why_not(battle, unit, way, goal, others, inches, how) is None


@rule("aofr.charge.ignore_one_inch", "aofr.terrain.difficult_charge", "aofr.terrain.climb")
def why_not(
    battle: Battle, unit: Unit, way: Way, goal: Rect, others: list[Other], inches: float, how: Gait
) -> Refused | None:
    """Why a way into contact cannot be gone: too long, difficult ground and climbing counted, or something in it."""
    total = way.inches
    if total > inches + TOLERANCE:
        return Refused(f'{unit.name} cannot move {total:.2f}": it has {inches:g}".', "aofr.measure.movement")
    try:
        check_on_table(battle, unit, way)
    except Refused as refused:
        return refused
    for other in others:
        if _runs_into(way, other.shape, how):
            return Refused(f"{unit.name} would move into {other.unit.name}.", "aofr.move.no_pass_through_charge")
    if _runs_into(way, goal, how):
        return Refused(f"{unit.name} would move into what it wants to reach.", "aofr.move.possible_location")
    for piece in scenery(battle).impassable:
        if _runs_into(way, piece.shape, how):
            return Refused(f"{unit.name} would move into {piece.name}.", "aofr.terrain.impassable")
    total += climbing(battle, way, how)
    if total > inches + TOLERANCE:
        return Refused(f'{unit.name} cannot move and climb {total:.2f}": it has {inches:g}".', "aofr.terrain.climb")
    if total > DIFFICULT + TOLERANCE and is_slowed(battle, unit, way, how):
        return Refused(f'{unit.name} can move only 6" in difficult terrain.', "aofr.terrain.difficult")
    return None


def check_way(battle: Battle, unit: Unit, way: Way, goal: Rect, inches: float, how: Gait) -> None:
    """Refused if the way into contact with the goal cannot be gone."""
    others = [other for other in others_near(battle, unit, way) if other.shape != goal]
    refused = why_not(battle, unit, way, goal, others, inches, how)
    if refused is not None:
        raise refused


def _runs_into(way: Way, shape: Rect, how: Gait) -> bool:
    """Whether the unit would be in the shape at the end, where a pivot ends, or (if it does not fly) on the way."""
    if overlaps(way.end, shape):
        return True
    if how.flies:
        return False
    for before, step, after in zip(way.stops, way.steps, way.stops[1:], strict=False):
        if overlaps(after, shape) if isinstance(step, Pivot) else passes_through(before, step, shape):
            return True
    return False
