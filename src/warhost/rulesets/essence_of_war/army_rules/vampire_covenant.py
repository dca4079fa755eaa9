"""The rules of the Vampire Covenant's list."""

from __future__ import annotations

from warhost.rulesets.essence_of_war.attacks import Attack
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.contact import allied
from warhost.rulesets.essence_of_war.formation import boundary
from warhost.rulesets.essence_of_war.rules import MODEL_RULES, ModelRule
from warhost.table import within

NEAR = 6.0
"""How far a Grim Coachman helps, in inches."""


@MODEL_RULES.rule("Autonomous", "eow.list.vampire_covenant.rule.autonomous")
class Autonomous(ModelRule):
    """It Marches as others do though it is Undead, if every model of the unit is Autonomous (EOW-R181)."""

    needs = "all"
    marches_freely = True


@MODEL_RULES.rule("Grim Coachman", "eow.list.vampire_covenant.rule.grim_coachman")
class GrimCoachman(ModelRule):
    """Friends within 6" have Aegis (6+) and lose a Health Point less when they crumble (EOW-R183)."""

    def on_friends_defence(self, battle: Battle, bearer: Unit, unit: Unit, attack: Attack) -> None:
        if _near(battle, bearer, unit):
            attack.aegis.append((6, self.name))

    def eases_crumbling(self, battle: Battle, bearer: Unit, unit: Unit) -> int:
        return 1 if _near(battle, bearer, unit) else 0


def _near(battle: Battle, bearer: Unit, unit: Unit) -> bool:
    """Whether a friend is near enough; Allies are none to the rules of an army."""
    if allied(bearer, unit):
        return False
    return within(boundary(battle, bearer), boundary(battle, battle.body(unit)), NEAR)


@MODEL_RULES.rule("Lethal Strike", "eow.list.vampire_covenant.rule.lethal_strike")
class LethalStrike(ModelRule):
    """Melee Attacks that wound with a natural 6 have AP 10."""

    def on_attack(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.kind == "melee":
            attack.lethal = True
