"""Ways that end in contact with something: how a charge, or a unit on its way into a transport, gets there.

The ways tried are straight ahead; a pivot, then ahead; ahead, a pivot, ahead. Pivots turn towards the goal or square on
to one of its sides. If something stands in all of these ways, those that just miss it are looked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from warhost.play.script import Refused
from warhost.rulebook import rule
from warhost.rulesets.regiments.battle import Battle, Unit
from warhost.rulesets.regiments.detours import Ground, detours, shortest_turns
from warhost.rulesets.regiments.scenery import scenery
from warhost.rulesets.regiments.sight import arc_at
from warhost.rulesets.regiments.ways import (
    DIFFICULT,
    Gait,
    Other,
    Way,
    climbing,
    is_on_table,
    is_slowed,
    others_near,
    way_of,
)
from warhost.table import (
    TOLERANCE,
    Arc,
    Forward,
    Pivot,
    Point,
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
    """Legal ways of so many inches at most that end in contact with the goal, the simplest first."""
    if distance(start, goal) > inches + TOLERANCE:
        return
    legal = _Referee(battle, unit, start, goal, inches, how)
    yield from legal.among(_drafts(start, goal, inches))
    # Of what is so near that the unit touches it by turning, some turns may be possible only after a small step.
    if (legal.seen or distance(start, goal) < start.radius) and not how.flies:
        yield from legal.among(detours(start, goal, _ground(battle, legal, how), inches, MOST_TURN))


def ways_to_spot(
    battle: Battle, unit: Unit, start: Rect, goal: Rect, spot: Point, facing: float, inches: float, how: Gait
) -> Iterator[Way]:
    """Legal ways into contact that lead towards a spot of the goal's side, or onto it in that direction."""
    x, y = spot
    square = turn_between(start.facing, facing)
    aimed = turn_between(start.facing, bearing(start.x, start.y, x, y))
    drafts = [(0.0, aimed), (0.0, square), (_length_before(start, spot, square), square)]
    drafts += [(_length_before(start, spot, turn), turn) for turn in (square / 2, 45.0, -45.0)]
    steps = (
        step
        for length, turn in drafts
        if 0.0 <= length < inches and abs(turn) <= MOST_TURN
        for step in _turn_and_go(
            apply(start, Forward(length)), goal, (Forward(length),) if length else (), turn, inches - length
        )
    )
    yield from _Referee(battle, unit, start, goal, inches, how).among(steps)


class _Referee:
    """Tells ways that can be gone from those that cannot. Others are in the way where the unit moves into them."""

    def __init__(self, battle: Battle, unit: Unit, start: Rect, goal: Rect, inches: float, how: Gait) -> None:
        near = others_near(battle, unit, way_of(start, (Forward(inches), Forward(inches))))
        self.others = [other for other in near if other.shape != goal]
        self.seen = self.found = 0
        """How many ways led to the goal, and how many of them are legal."""
        self._battle, self._unit, self._how = battle, unit, how
        self._start, self._goal, self._inches = start, goal, inches

    def among(self, drafts: Iterable[tuple[Step, ...]]) -> Iterator[Way]:
        """The legal ones of these ways that end at the goal."""
        for steps in drafts:
            way = way_of(self._start, steps)
            if distance(way.end, self._goal) > 2 * TOLERANCE:
                continue
            self.seen += 1
            if why_not(self._battle, self._unit, way, self._goal, self.others, self._inches, self._how) is None:
                self.found += 1
                yield way


def _ground(battle: Battle, legal: _Referee, how: Gait) -> Ground:
    """What a unit goes past: units and terrain. If there are ways already, only better ones are looked for."""
    pieces = scenery(battle)
    risky = tuple(piece.shape for piece in pieces.risky)
    return Ground(
        walls=(
            *(other.shape for other in legal.others),
            *(piece.shape for piece in pieces.impassable),
            *(risky if legal.found else ()),
        ),
        slow=() if how.strides else tuple(piece.shape for piece in pieces.slowing if piece.difficult),
        shunned=(*risky, *(piece.shape for piece in (*pieces.climbed, *pieces.slowing) if not piece.difficult)),
        slowed_to=DIFFICULT,
        width=battle.scene.board.width,
        depth=battle.scene.board.depth,
    )


def _drafts(start: Rect, goal: Rect, inches: float) -> Iterator[tuple[Step, ...]]:
    straight = free_forward(start, goal, inches)
    if _meets(start, goal, straight, inches):
        yield (Forward(straight),) if straight > 0.0 else ()
    turns = _turns(start, goal)
    for turn in turns:
        yield from _turn_and_go(start, goal, (), turn, inches)
    for length, turn in _later_turns(start, goal, turns, inches):
        if TOLERANCE < length < min(inches, straight):
            yield from _turn_and_go(apply(start, Forward(length)), goal, (Forward(length),), turn, inches - length)
    for turn in shortest_turns(start, goal):
        if abs(turn) <= MOST_TURN:
            yield from _turn_and_go(start, goal, (), turn, inches)


def _later_turns(start: Rect, goal: Rect, turns: list[float], inches: float) -> Iterator[tuple[float, float]]:
    """How far to go before which turn."""
    for turn in (*turns, MOST_TURN, -MOST_TURN):
        yield _length_before(start, (goal.x, goal.y), turn), turn
    for share in SHARES:
        for turn in _turns(apply(start, Forward(share * inches)), goal):
            yield share * inches, turn


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


@rule("aofr.charge.move", "aofr.melee.rear_no_countercharge")
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


def _length_before(start: Rect, spot: Point, turn: float) -> float:
    """How far to go before a turn so that the spot lies straight ahead after it; 0 if that cannot be."""
    fx, fy = direction(start.facing + turn)
    across = start.fx * fy - start.fy * fx
    if abs(across) < 1e-6:
        return 0.0
    return ((spot[0] - start.x) * fy - (spot[1] - start.y) * fx) / across


@rule("aofr.charge.ignore_one_inch", "aofr.terrain.difficult_charge", "aofr.terrain.climb")
def why_not(
    battle: Battle, unit: Unit, way: Way, goal: Rect, others: list[Other], inches: float, how: Gait
) -> Refused | None:
    """Why a way into contact cannot be gone: too long, difficult ground and climbing counted, or something in it."""
    total = way.inches
    if total > inches + TOLERANCE:
        return Refused(f'{unit.name} cannot move {total:.2f}": the limit is {inches:g}".', "aofr.measure.movement")
    if not is_on_table(battle, way):
        return Refused(f"{unit.name} would leave the table.", "aofr.move.stay_on_table")
    for other in others:
        if _runs_into(way, other.shape, how):
            return Refused(f"{unit.name} would move into {other.unit.name}.", "aofr.move.no_pass_through_charge")
    if _runs_into(way, goal, how):
        return Refused(f"{unit.name} would move into its target.", "aofr.move.possible_location")
    for piece in scenery(battle).impassable:
        if _runs_into(way, piece.shape, how):
            return Refused(f"{unit.name} would move into {piece.name}.", "aofr.terrain.impassable")
    total += climbing(battle, way, how)
    if total > inches + TOLERANCE:
        return Refused(
            f'{unit.name} cannot move and climb {total:.2f}": the limit is {inches:g}".', "aofr.terrain.climb"
        )
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
