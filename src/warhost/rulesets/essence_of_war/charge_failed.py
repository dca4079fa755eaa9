"""Failed Charge Moves (Charge Phase: Impossible Charge; Failed Charge Move)."""

from __future__ import annotations

from warhost.field import inches_to_edge
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war import dangerous, events
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.formation import boundary, stand
from warhost.rulesets.essence_of_war.spacing import obstacles
from warhost.rulesets.essence_of_war.values import flies
from warhost.table import (
    Forward,
    Rect,
    Step,
    Wheel,
    cost,
    distance,
    free_forward,
    free_wheel,
    grown,
    on_board,
    stays_on_board,
    walk,
    wheel_angle_for,
    wheel_cost,
    wheel_towards,
)

SHORT = 0.1
"""How far before contact a failed charger stops (EOW-R081)."""

MOST_WHEEL = 90.0
PRECISION = 1e-9
"""A front that nears an edge by less than this for each inch goes along it."""


@rule("eow.charge.failed.path", "eow.charge.failed.state", "eow.charge.failed.restrictions", "eow.charge.impossible")
def failed_charge_move(battle: Battle, unit: Unit, inches: int, x: float, y: float) -> Script[None]:
    """Wheel towards that point, then straight ahead with what is left; the unit no longer counts as Charging."""
    start = boundary(battle, unit)
    steps = failed_steps(battle, unit, start, float(inches), x, y)
    stops = walk(start, steps)
    stand(unit, stops[-1])
    unit.failed_charge = unit.moved = True
    unit.charging = False
    unit.target = unit.target_arc = None
    assert unit.pose is not None
    moved = sum(cost(shape, step) for shape, step in zip(stops, steps, strict=False))
    yield events.FailedChargeMoved(unit.id, inches, steps, unit.pose, moved)
    yield from dangerous.take_tests(battle, unit, list(zip(stops, steps, strict=False)))


@rule("eow.charge.failed.path", "eow.charge.failed.proximity", "eow.board_edge.end_inside")
def failed_steps(battle: Battle, unit: Unit, start: Rect, inches: float, x: float, y: float) -> tuple[Step, ...]:
    """The wheel about the front corner nearer to the point until it lies ahead or something is 0.1" away; then forward.

    A wheel after which the unit would have to end partly off the board is made only as far as it need not.
    """
    shapes = [_kept_away(start, shape) for shape in obstacles(battle, unit)]
    angle = _wanted_wheel(start, inches, x, y)
    if flies(battle, unit):
        over = _flown(battle, start, inches, angle, shapes)
        if over is not None:
            return over
    for shape in shapes:
        if angle:
            angle = free_wheel(start, angle, shape)
    board = battle.scene.board
    for tenth in range(10, -1, -1):
        degrees = angle * tenth / 10
        wheel = Wheel(degrees)
        if not stays_on_board(start, wheel, board.width, board.depth, front_only=True):
            continue
        turned = walk(start, (wheel,))[-1]
        left = inches - wheel_cost(start.width, degrees)
        for shape in shapes:
            left = free_forward(turned, shape, left)
        steps = _steps(degrees, _inside(battle, turned, left))
        if on_board(walk(start, steps)[-1], board.width, board.depth):
            return steps
    return ()


def _kept_away(start: Rect, shape: Rect) -> Rect:
    """An obstacle with the margin before which the unit stops; what is nearer already may not come nearer by half."""
    return grown(shape, min(SHORT, distance(start, shape) / 2))


def _wanted_wheel(start: Rect, inches: float, x: float, y: float) -> float:
    angle = wheel_towards(start, x, y)
    most = min(MOST_WHEEL, abs(angle), wheel_angle_for(start.width, inches))
    return most if angle > 0 else -most


def _steps(degrees: float, inches: float) -> tuple[Step, ...]:
    steps: list[Step] = []
    if abs(degrees) > 1e-9:
        steps.append(Wheel(degrees))
    if inches > 1e-9:
        steps.append(Forward(inches))
    return tuple(steps)


def _inside(battle: Battle, shape: Rect, inches: float) -> float:
    """As far of the inches straight ahead as the front stays on the board."""
    return inches_to_edge(shape, battle.scene.board, limit=inches, front_only=True, parallel=PRECISION)


def _flown(battle: Battle, start: Rect, inches: float, angle: float, shapes: list[Rect]) -> tuple[Step, ...] | None:
    """Over everything on the way, down where there is room: as near to the full distance as can be."""
    board = battle.scene.board
    if not stays_on_board(start, Wheel(angle), board.width, board.depth, front_only=True):
        return None
    turned = walk(start, (Wheel(angle),))[-1]
    left = _inside(battle, turned, inches - wheel_cost(start.width, angle))
    while left >= 0.0:
        steps = _steps(angle, left)
        end = walk(start, steps)[-1]
        if on_board(end, board.width, board.depth) and all(distance(end, shape) > 0.0 for shape in shapes):
            return steps
        left -= SHORT
    return None
