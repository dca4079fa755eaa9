"""Alchemy (Paths)."""

from __future__ import annotations

from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.magic.casting import Casting
from warhost.rulesets.fantasy_battles.chapters.magic.spell_base import DamageSpell, LastingSpell
from warhost.rulesets.fantasy_battles.core import SPELLS, Attack, Battle, Unit, value


@SPELLS.rule("Alchemical Fire", "t9a.alchemy.a_alchemical_fire")
class AlchemicalFire(LastingSpell):
    """Flammable against Melee Attacks: those that are Flaming roll failed rolls to wound again."""

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.in_melee and attack.flaming:
            attack.wounds_rerolled_by = self


@SPELLS.rule("Quicksilver Lash", "t9a.alchemy.1_quicksilver_lash")
class QuicksilverLash(DamageSpell):
    """The more armour the target wears the easier it is wounded, and nothing else changes that (T9A-R079)."""

    BEST, WORST = 2, 6

    @classmethod
    def change(cls, battle: Battle, casting: Casting, attack: Attack) -> None:
        need = 7 - common_armour(battle, battle.units[attack.target])
        attack.wound_on, attack.always = min(cls.WORST, max(cls.BEST, need)), True


@SPELLS.rule("Word of Iron", "t9a.alchemy.2_word_of_iron")
class WordOfIron(LastingSpell):
    """More Armour."""


@SPELLS.rule("Glory of Gold", "t9a.alchemy.3_glory_of_gold")
class GloryOfGold(LastingSpell):
    """Attacks that pierce more, Flaming and Magical; Special Attacks stay as they are (T9A-R076)."""


@SPELLS.rule("Silver Spike", "t9a.alchemy.4_silver_spike")
class SilverSpike(DamageSpell):
    """An Area Attack, one of whose hits is harder than the others."""


@SPELLS.rule("Corruption of Tin", "t9a.alchemy.5_corruption_of_tin")
class CorruptionOfTin(LastingSpell):
    """The target has less Armour, for good."""


@SPELLS.rule("Molten Copper", "t9a.alchemy.6_molten_copper")
class MoltenCopper(DamageSpell):
    """Hits whose Strength is the target's Armour, which may be 0 (T9A-R080)."""

    @classmethod
    def strength_against(cls, battle: Battle, casting: Casting, target: Unit) -> int:
        return common_armour(battle, target)


@rule("t9a.alchemy.1_quicksilver_lash", "t9a.alchemy.6_molten_copper")
def common_armour(battle: Battle, target: Unit) -> int:
    """The Armour of most models of a unit; of several that are as common the lowest, which is best for the target."""
    counts: dict[int, int] = {}
    for one in battle.company(target):
        armour = value(battle, one, "arm")
        counts[armour] = counts.get(armour, 0) + one.models
    return min(counts, key=lambda armour: (-counts[armour], armour))
