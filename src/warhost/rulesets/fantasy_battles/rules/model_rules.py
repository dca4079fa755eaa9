"""Model rules that Types and Heights bring (Model Type and Height - related Model Rules)."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.play.rules.rulebase import Brackets
from warhost.play.script import Refused
from warhost.rulesets.fantasy_battles.core import MODEL_RULES, Battle, ModelRule, SpecialAttack, Unit, printed

DICE = Brackets(r"\d{0,2}D[36](\+\d+)?|\d{1,2}", "D6")
"""A number or dice, as in Stomp Attacks (D6)."""


@MODEL_RULES.rule("Swiftstride", "t9a.special.swiftstride")
class Swiftstride(ModelRule):
    """Charges, flights, pursuits and Overruns are Maximised for units of such models only (T9A-R186)."""

    needs = "all"

    def extra_dice(self, battle: Battle, bearer: Unit, run: str) -> int:
        return 1


@MODEL_RULES.rule("Tall", "t9a.special.tall")
class Tall(ModelRule):
    """Lower models, and those of its own Height that are not Tall, do not hide it."""

    tall = True


@MODEL_RULES.rule("Chariot", "t9a.special.chariot")
class Chariot(ModelRule):
    """One more die in Dangerous Terrain Tests (T9A-R156)."""

    danger_dice = 1


@MODEL_RULES.rule("Cannot be Stomped", "t9a.special.cannot_be_stomped")
class CannotBeStomped(ModelRule):
    """Stomp Attacks never strike it."""

    stomped = False


@MODEL_RULES.rule("Stomp Attacks", "t9a.special.stomp_attacks")
class StompAttacks(ModelRule):
    """Automatic hits at Initiative Step 0 on Standard models in contact (T9A-R182).

    Strength and AP are those of its entry, of the mount where it is ridden: nothing that lies on it changes them.
    """

    brackets = DICE

    def special_attacks(self, battle: Battle, bearer: Unit) -> Iterable[SpecialAttack]:
        entry = battle.entry(bearer)
        strength, ap = printed(entry, "str", -1), printed(entry, "ap", -1)
        yield SpecialAttack(source=self, agility=0, hits=self.said, strength=strength, ap=ap, standard_only=True)


@MODEL_RULES.rule("Towering Presence", "t9a.special.towering_presence")
class ToweringPresence(ModelRule):
    """Tall, never in another's ranks nor with others in its own, without Cover from Fields, Ruins and Walls."""

    tall = True
    uncovered = True
    towers = True

    def check_company(self, battle: Battle, bearer: Unit, other: Unit) -> Refused | None:
        return Refused(f"{bearer.name} towers over others and stands alone.", self.id)


@MODEL_RULES.rule("Massive Bulk", "t9a.special.massive_bulk")
class MassiveBulk(ModelRule):
    """The armour and the saves of a rider do not count on it, only those of the model itself (T9A-R172)."""

    bulky = True

    def sets(self, battle: Battle, bearer: Unit, name: str) -> int | None:
        return battle.profile(bearer).arm if name == "arm" else None
