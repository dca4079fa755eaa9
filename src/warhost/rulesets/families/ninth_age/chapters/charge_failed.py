"""Failed Charge Moves: a wheel towards the target, then straight ahead."""

from __future__ import annotations

from warhost.field import path_of
from warhost.field.moves.crossing import way_of
from warhost.field.moves.running import wheel_and_ahead
from warhost.play.battle import stand
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.core import events
from warhost.rulesets.families.ninth_age.core.formation import boundary
from warhost.rulesets.families.ninth_age.core.kinds import Battle, U
from warhost.rulesets.families.ninth_age.core.spacing import obstacles
from warhost.table import Rect, Step, distance, grown

SHORT = 0.1
"""How far before contact a failed charger stops."""

MOST_WHEEL = 90.0


@rule("eow.charge.failed.path", "eow.charge.failed.state", "eow.charge.failed.restrictions", "eow.charge.impossible")
@rule("t9a.charge.failed_move")
def failed_charge_move(battle: Battle[U], unit: U, inches: int, x: float, y: float) -> Script[None]:
    """Wheel towards that point, then straight ahead with what is left; the unit no longer counts as Charging."""
    start = boundary(battle, unit)
    steps = failed_steps(battle, unit, start, float(inches), x, y)
    path = path_of(start, steps)
    pose = stand(unit, path.end)
    unit.failed_charge = unit.moved = True
    unit.charging = False
    unit.target = unit.target_arc = None
    yield events.FailedChargeMoved(unit.id, inches, steps, pose, path.inches)
    yield from battle.book.dangers(battle, unit, way_of(start, steps))


@rule("eow.charge.failed.path", "eow.charge.failed.proximity", "eow.board_edge.end_inside")
@rule("t9a.charge.failed_move", "t9a.geometry.unit_spacing")
def failed_steps(battle: Battle[U], unit: U, start: Rect, inches: float, x: float, y: float) -> tuple[Step, ...]:
    """The wheel about the front corner nearer to the point until it lies ahead or something is 0.1" away (EOW-R081);
    then forward.

    A wheel after which the unit would have to end partly off the board is made only as far as it need not. Flyers pass
    over everything and come down where there is room.
    """
    # What is nearer already may not come nearer by half.
    shapes = [grown(shape, min(SHORT, distance(start, shape) / 2)) for shape in obstacles(battle, unit)]
    return wheel_and_ahead(
        battle.scene.board,
        start,
        inches,
        (x, y),
        shapes,
        most_wheel=MOST_WHEEL,
        flies=battle.book.flies(battle, unit),
        back=SHORT,
    )
