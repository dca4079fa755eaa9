"""The rules of the Undying Dynasties and the Vampire Covenant (Armylists)."""

from __future__ import annotations

from warhost.play.rules.tally import Tally
from warhost.rulesets.essence_of_war.core import MODEL_RULES, Attack, Battle, ModelRule, Unit, allied, boundary
from warhost.table import within

AIM = 4
"""The Aim of R&F models that an undying will guides."""


@MODEL_RULES.rule("Hierophant", "eow.list.undying_dynasties.rule.hierophant_target")
class Hierophant(ModelRule):
    """Its amplified spells may heal any one friend within 18" instead of their targets (EOW-R121)."""

    heals_within = 18


@MODEL_RULES.rule("Undying Will", "eow.list.undying_dynasties.rule.undying_will")
class UndyingWill(ModelRule):
    """The R&F models around it have Off and Def 2 higher, and an Aim of 4+."""

    def on_friends_value(self, battle: Battle, bearer: Unit, unit: Unit, name: str, tally: Tally) -> None:
        if bearer.host != unit.id:
            return
        if name in ("off", "def"):
            tally.add(2, self)
        elif name == "aim":
            tally.base = AIM


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
