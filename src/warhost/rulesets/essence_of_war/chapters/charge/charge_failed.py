"""Failed Charge Moves (Charge Phase: Impossible Charge; Failed Charge Move)."""

from __future__ import annotations

from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.general import dangerous
from warhost.rulesets.essence_of_war.core import Battle, Unit, boundary, flies, obstacles
from warhost.rulesets.families.ninth_age.chapters import charge_failed
from warhost.table import Rect, Step


@rule("eow.charge.failed.path", "eow.charge.failed.state", "eow.charge.failed.restrictions", "eow.charge.impossible")
def failed_charge_move(battle: Battle, unit: Unit, inches: int, x: float, y: float) -> Script[None]:
    """Wheel towards that point, then straight ahead with what is left; the unit no longer counts as Charging."""
    start = boundary(battle, unit)
    steps = failed_steps(battle, unit, start, float(inches), x, y)
    way = yield from charge_failed.failed_charge_move(unit, inches, start, steps)
    yield from dangerous.take_tests(battle, unit, way)


@rule("eow.charge.failed.path", "eow.charge.failed.proximity", "eow.board_edge.end_inside")
def failed_steps(battle: Battle, unit: Unit, start: Rect, inches: float, x: float, y: float) -> tuple[Step, ...]:
    """The wheel until the point lies ahead or something is 0.1" away (EOW-R081); then forward, whole on the board."""
    board, others = battle.scene.board, obstacles(battle, unit)
    return charge_failed.failed_steps(board, start, inches, (x, y), others, flies=flies(battle, unit))
