"""Failed Charge Moves: a wheel towards the target, then straight ahead."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.field import path_of
from warhost.field.crossing import Way, way_of
from warhost.field.running import wheel_and_ahead
from warhost.play.battle import stand
from warhost.play.script import Script
from warhost.rulesets.families.ninth_age.core import events
from warhost.rulesets.families.ninth_age.core.kinds import Unit
from warhost.table import Board, Point, Rect, Step, distance, grown

SHORT = 0.1
"""How far before contact a failed charger stops."""

MOST_WHEEL = 90.0


def failed_charge_move(unit: Unit, inches: int, start: Rect, steps: tuple[Step, ...]) -> Script[Way]:
    """The unit goes there and no longer counts as Charging. Returns the way that it went."""
    path = path_of(start, steps)
    pose = stand(unit, path.end)
    unit.failed_charge = unit.moved = True
    unit.charging = False
    unit.target = unit.target_arc = None
    yield events.FailedChargeMoved(unit.id, inches, steps, pose, path.inches)
    return way_of(start, steps)


def failed_steps(
    board: Board, start: Rect, inches: float, towards: Point, obstacles: Iterable[Rect], *, flies: bool
) -> tuple[Step, ...]:
    """The wheel about the front corner nearer to the point until it lies ahead or something is 0.1" away; then forward.

    A wheel after which the unit would have to end partly off the board is made only as far as it need not. Flyers pass
    over everything and come down where there is room.
    """
    # What is nearer already may not come nearer by half.
    shapes = [grown(shape, min(SHORT, distance(start, shape) / 2)) for shape in obstacles]
    return wheel_and_ahead(board, start, inches, towards, shapes, most_wheel=MOST_WHEEL, flies=flies, back=SHORT)
