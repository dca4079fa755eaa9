"""Vanguard: moves after deployment and before the first turn."""

from __future__ import annotations

from functools import partial

from warhost.field import Path
from warhost.play.script import Refused, Script
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters import vanguard
from warhost.rulesets.fantasy_battles.chapters.movement.movement import advance_move
from warhost.rulesets.fantasy_battles.chapters.turn import is_first_player_turn
from warhost.rulesets.fantasy_battles.core import MODEL_RULES, Battle, ModelRule, Unit, boundary, enemies, has
from warhost.table import within

KEEPS_OFF = 12.0
"""No Vanguard move of 12 inches ends this near to an enemy."""


@MODEL_RULES.rule("Vanguard", "t9a.special.vanguard")
class Vanguard(ModelRule):
    """The unit may move before the first turn, but then neither comes near enemies nor charges at once (T9A-R190)."""

    needs = "all"
    leads_the_way = True

    def check_move(self, battle: Battle, bearer: Unit, kind: str, path: Path) -> Refused | None:
        if battle.phase != "deployment" or battle.scene.settings.vanguard < KEEPS_OFF:
            return None
        for enemy in enemies(battle, bearer.seat):
            if within(path.end, boundary(battle, enemy), KEEPS_OFF):
                unit = battle.body(bearer)
                return Refused(f'{unit.name} cannot end a Vanguard move within 12" of {enemy.name}.', self.id)
        return None

    def check_charge(self, battle: Battle, bearer: Unit) -> Refused | None:
        unit = battle.body(bearer)
        if not unit.vanguard or not is_first_player_turn(battle):
            return None
        return Refused(f"{unit.name} moved as Vanguard and cannot charge in the first Player Turn.", self.id)


@rule("t9a.deployment.vanguard_order", "t9a.special.vanguard")
def moves(battle: Battle, seat: int) -> Script[None]:
    """Both players move their Vanguard, a unit at a time in turn."""
    return vanguard.moves(
        battle, seat, partial(_vanguard, battle), partial(move, battle), "t9a.deployment.vanguard_order"
    )


def _vanguard(battle: Battle, seat: int) -> list[Unit]:
    """The units on the board whose models are all Vanguard."""
    return [
        unit
        for unit in battle.units
        if unit.seat == seat and unit.pose is not None and has(battle, unit, "leads_the_way")
    ]


@rule("t9a.special.vanguard")
def move(battle: Battle, unit: Unit) -> Script[None]:
    """An Advance of 12 inches (or as many as were agreed on), which does not count as a move for shooting."""
    inches = battle.scene.settings.vanguard
    text, rules = f"Move {unit.name} as Vanguard", ("t9a.special.vanguard",)
    unit.vanguard = yield from advance_move(battle, unit, inches, topic="vanguard move", text=text, rules=rules)
    unit.moved = False
