"""Infernal Brand and the Infernal Engine (Armylists: Infernal Dwarves)."""

from __future__ import annotations

from typing import Literal

from warhost.field import Path
from warhost.play.script import Refused
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.formation import boundary
from warhost.rulesets.essence_of_war.model_rules import Insignificant
from warhost.rulesets.essence_of_war.rules import MODEL_RULES, ModelRule, spoken
from warhost.rulesets.essence_of_war.values import rate
from warhost.table import TOLERANCE, Pivot, Wheel, within

BRANDED = 6.0
"""How far the Brand is felt, in inches."""


@MODEL_RULES.rule("Infernal Brand", "eow.list.infernal_dwarves.rule.infernal_brand")
class InfernalBrand(ModelRule):
    """Insignificant friends within 6" may use its Discipline while it does not flee, nothing more (EOW-R189)."""

    def lends_discipline(self, battle: Battle, bearer: Unit, to: Unit) -> bool:
        if battle.body(bearer).fleeing or not within(boundary(battle, bearer), boundary(battle, to), BRANDED):
            return False
        return any(isinstance(speaker, Insignificant) for _, speaker in spoken(battle, to, "panics"))


@MODEL_RULES.rule(
    "Steam Ahead!",
    "eow.list.infernal_dwarves.rule.steam_ahead_march",
    "eow.list.infernal_dwarves.rule.steam_ahead_pursuit",
)
class SteamAhead(ModelRule):
    """A March is its full March Rate with one Wheel or Pivot at most; it pursues when it charged, and only then."""

    def check_move(self, battle: Battle, bearer: Unit, kind: str, path: Path) -> Refused | None:
        if kind != "march":
            return None
        full = rate(battle, battle.body(bearer), "mar")
        if abs(path.inches - full) > TOLERANCE:
            return Refused(f'{bearer.name} must March its full {full}".', self.id)
        if sum(isinstance(step, Wheel | Pivot) for step in path.steps) > 1:
            return Refused(f"{bearer.name} Marches with one Wheel or Pivot at most.", self.id)
        return None

    def pursues(self, battle: Battle, bearer: Unit, charged: bool) -> Literal["may", "must", "never"]:
        return "must" if charged else "never"
