"""Scout: units that are deployed after all others, and nearly anywhere."""

from __future__ import annotations

from warhost.field.ground.placing import Ground
from warhost.play.picking import pick
from warhost.play.questions import Option, Pick
from warhost.play.script import Refused, Script, choose_unit
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.setup.deployment_types import APART, COUNTERTHRUST, zone
from warhost.rulesets.fantasy_battles.chapters.setup.setting_down import deploy_unit, home_ground
from warhost.rulesets.fantasy_battles.chapters.turn import is_first_player_turn
from warhost.rulesets.fantasy_battles.core import (
    FIELD,
    FOREST,
    MODEL_RULES,
    RUINS,
    WATER,
    Battle,
    ModelRule,
    Unit,
    boundary,
    has,
)
from warhost.rulesets.fantasy_battles.shown import setup_events as events
from warhost.table import Area, feature_rect, strip

IN_THE_OPEN, IN_HIDING = 18.0, 12.0
"""How far Scouts outside their zone are from enemies, at least: in the open, and wholly inside these features."""

HIDES = (FIELD, FOREST, RUINS, WATER)


@MODEL_RULES.rule("Scout", "t9a.special.scout")
class Scout(ModelRule):
    """The unit may be deployed outside its zone, and then does not charge at once (T9A-R179)."""

    needs = "all"
    scouts = True

    def check_charge(self, battle: Battle, bearer: Unit) -> Refused | None:
        unit = battle.body(bearer)
        if not unit.scouted or not is_first_player_turn(battle):
            return None
        return Refused(f"{unit.name} scouted ahead and cannot charge in the first Player Turn.", self.id)


@rule("t9a.pregame.special_deployment")
def declare(battle: Battle, seat: int) -> Script[None]:
    """The player says which units Scout; the others deploy with the army."""
    units = [unit for unit in battle.units if unit.seat == seat and not unit.special and unit.host is None]
    able = [unit for unit in units if has(battle, unit, "scouts") and not unit.fate]
    if not able:
        return
    question = Pick(
        seat=seat,
        topic="scouts",
        text="Which units Scout?",
        rules=("t9a.pregame.special_deployment", "t9a.special.scout"),
        options=tuple(Option(str(unit.id), unit.name, unit=unit.id) for unit in able),
        most=len(able),
    )
    for key in (yield from pick(question)):
        unit = battle.units[int(key)]
        unit.special = "scout"
        yield events.SpecialDeployment(unit.id, "going to Scout")


@rule("t9a.deployment.scouts_order")
def deploy_all(battle: Battle, seat: int) -> Script[None]:
    """Both players deploy their Scouts, a unit at a time in turn, Scouts of one alone in one go."""
    while True:
        waiting = [_waiting(battle, one) for one in (0, 1)]
        if not any(waiting):
            return
        if waiting[seat]:
            text, rules = "Which Scouts do you deploy next?", ("t9a.deployment.scouts_order",)
            unit = yield from choose_unit(waiting[seat], seat, "deploy", text, rules=rules)
            yield from deploy_unit(battle, unit, grounds(battle, unit))
            unit.scouted = unit.pose is not None and not zone(battle, seat).contains_rect(boundary(battle, unit))
        seat = 1 - seat


def _waiting(battle: Battle, seat: int) -> list[Unit]:
    return [
        unit
        for unit in battle.units
        if unit.seat == seat and unit.special == "scout" and unit.pose is None and unit.host is None and not unit.fate
    ]


@rule("t9a.special.scout", "t9a.deployment.counterthrust_distance")
def grounds(battle: Battle, unit: Unit) -> tuple[Ground, ...]:
    """Where Scouts may be deployed: far from enemies, nearer to them in hiding, or in their own zone.

    Counterthrust keeps all units far from enemies, wherever they are deployed (T9A-R179).
    """
    board = battle.scene.board
    cite = "t9a.special.scout"
    whole = strip(0.0, 0.0, board.width, board.depth)
    if battle.deployment == COUNTERTHRUST:
        return (Ground(rule="t9a.deployment.counterthrust_distance", parts=(whole,), enemies=APART),)
    hidden = tuple(Area(feature_rect(one).corners) for one in board.features if one.kind in HIDES)
    found = [Ground(rule=cite, parts=(whole,), enemies=IN_THE_OPEN)]
    if hidden:
        found.append(Ground(rule=cite, parts=hidden, enemies=IN_HIDING))
    return (*found, home_ground(battle, unit))
