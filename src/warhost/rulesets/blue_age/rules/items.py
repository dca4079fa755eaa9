"""The Magic Items of the house (BLUE-R25, appendix C): they speak for the Hero who carries them."""

from __future__ import annotations

from warhost.play.rules.tally import Tally
from warhost.rulesets.blue_age.chapters.wounds.attacks import Lot
from warhost.rulesets.blue_age.core import ITEMS, Battle, Special, Unit

LOOT = "blue.duel.reward_magic_item"

CROWNED = 2
"""The Spirit of who wears the Crown."""


@ITEMS.rule("Charm", LOOT)
class Charm(Special):
    cost = 15
    gives = ("Magical Save (9+)",)


@ITEMS.rule("Keen Edge", LOOT)
class KeenEdge(Special):
    """The bearer's melee weapons pierce one point more."""

    cost = 15

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.kind == "melee":
            lot.ap.add(1, self)


@ITEMS.rule("Ring of the Pool", LOOT)
class RingOfThePool(Special):
    """One more die for the Magic Pool of each turn."""

    cost = 20

    def pool_dice(self, battle: Battle, bearer: Unit) -> int:
        return 1


@ITEMS.rule("Crown of the Blue Age", LOOT)
class CrownOfTheBlueAge(Special):
    """Spirit 2+. There is only one."""

    cost = 40
    unique = True

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        if name == "spirit":
            tally.add(min(0, CROWNED - tally.total), self)
