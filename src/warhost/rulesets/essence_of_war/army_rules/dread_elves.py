"""The rules of the Dread Elves' list."""

from __future__ import annotations

from warhost.play.tally import Tally
from warhost.rulesets.essence_of_war.attacks import Attack
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.contact import present
from warhost.rulesets.essence_of_war.formation import boundary
from warhost.rulesets.essence_of_war.rules import MODEL_RULES, ModelRule, speakers
from warhost.table import within

NEAR = 8.0
"""How near comrades of the academy must be, in inches."""


@MODEL_RULES.rule("Academy Trained", "eow.list.dread_elves.rule.academy_trained")
class AcademyTrained(ModelRule):
    """Devastating (+1 Adv) while another unit with a model of the academy is near and does not flee (EOW-R187)."""

    needs = "all"

    def adds_to_charge(self, battle: Battle, bearer: Unit) -> str:
        body = battle.body(bearer)
        own = boundary(battle, body)
        comrades = (
            unit
            for unit in present(battle, bearer.seat)
            if battle.body(unit) is not body and not battle.body(unit).fleeing
        )
        near = (unit for unit in comrades if within(own, boundary(battle, unit), NEAR))
        trained = any(isinstance(speaker, AcademyTrained) for unit in near for speaker in speakers(battle, unit))
        return "1" if trained else ""


@MODEL_RULES.rule("Rage", "eow.list.dread_elves.rule.rage")
class Rage(ModelRule):
    """An Attack more for each Health Point that the model has lost."""

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name == "att":
            tally.add(bearer.wounds, self)


@MODEL_RULES.rule("Ruthless Efficiency", "eow.list.dread_elves.rule.ruthless_efficiency")
class RuthlessEfficiency(ModelRule):
    """Melee Attacks have +1 To Wound in the first round of a combat that the unit fights (EOW-R085)."""

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind == "melee" and battle.body(bearer).rounds == 0:
            attack.to_wound.add(1, self)
