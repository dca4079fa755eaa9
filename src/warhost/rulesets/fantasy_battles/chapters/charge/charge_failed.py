"""Failed Charge Moves (Charge Phase: Impossible Charge; Failed Charge Move)."""

from __future__ import annotations

from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters import charge_failed
from warhost.rulesets.fantasy_battles.chapters.general import dangerous
from warhost.rulesets.fantasy_battles.core import Battle, Unit, boundary, flies, obstacles
from warhost.table import Rect, Step


@rule("t9a.charge.failed_move")
def failed_charge_move(battle: Battle, unit: Unit, inches: int, x: float, y: float) -> Script[None]:
    """Wheel towards that point, then straight ahead with what is left; the unit no longer counts as Charging."""
    start = boundary(battle, unit)
    steps = failed_steps(battle, unit, start, float(inches), x, y)
    way = yield from charge_failed.failed_charge_move(unit, inches, start, steps)
    yield from dangerous.take_tests(battle, unit, way)


@rule("t9a.charge.failed_move", "t9a.geometry.unit_spacing")
def failed_steps(battle: Battle, unit: Unit, start: Rect, inches: float, x: float, y: float) -> tuple[Step, ...]:
    """The wheel until the point lies ahead or something is 0.1" away; then forward, whole on the board."""
    board, others = battle.scene.board, obstacles(battle, unit)
    return charge_failed.failed_steps(board, start, inches, (x, y), others, flies=flies(battle, unit))
