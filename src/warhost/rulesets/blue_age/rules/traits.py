"""Command Traits and Heroic Bonuses of the house (BLUE-R25, BLUE-R97, appendix C)."""

from __future__ import annotations

from warhost.play.rules.tally import Tally
from warhost.rulesets.blue_age.chapters.wounds.attacks import ONES, Lot
from warhost.rulesets.blue_age.core import SPECIALS, TRAITS, Battle, Special, Unit
from warhost.rulesets.blue_age.core.trials import Trial

TRAIT, BONUS = "blue.commander.trait", "blue.joining.heroic_bonus"

FAR = 15.0
"""How far the Spirit of an inspiring Commander reaches, in inches."""


@TRAITS.rule("Inspiring", TRAIT)
class Inspiring(Special):
    def aura_reach(self, battle: Battle, bearer: Unit, inches: float) -> float:
        return max(inches, FAR)


@TRAITS.rule("Shrewd", TRAIT)
class Shrewd(Special):
    def turn_roll(self, battle: Battle, bearer: Unit) -> int:
        return 1


@TRAITS.rule("Bold", TRAIT)
class Bold(Special):
    """He and his unit have Furious Charge."""

    gives = ("Furious Charge",)
    for_unit = ("Furious Charge",)


# Heroic Bonuses


@SPECIALS.rule("Sword Drill", BONUS)
class SwordDrill(Special):
    """Dice of 1 to hit in melee are rolled again."""

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.kind == "melee" and lot.hits_again is None:
            lot.hits_again = (ONES, self)


@SPECIALS.rule("Steady Colours", BONUS)
class SteadyColours(Special):
    """Spirit Tests at +1."""

    def on_test(self, battle: Battle, bearer: Unit, trial: Trial) -> None:
        if trial.kind == "spirit":
            trial.added.add(1, self)


@SPECIALS.rule("Spurs", BONUS)
class Spurs(Special):
    """Charges go 1" farther."""

    def on_charge(self, battle: Battle, bearer: Unit, tally: Tally) -> None:
        tally.add(1, self)
