"""The Path of Alchemy."""

from __future__ import annotations

from warhost.rulesets.fantasy_battles.attacks import Attack
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.spell_base import SPELLS, LastingSpell


@SPELLS.rule("Alchemical Fire", "t9a.alchemy.a_alchemical_fire")
class AlchemicalFire(LastingSpell):
    """Flammable against Melee Attacks: Flaming ones roll failed rolls to wound again."""

    def on_defence(self, battle: Battle, bearer: Unit, attack: Attack) -> None:
        if attack.in_melee and attack.flaming:
            attack.wounds_rerolled_by = self


@SPELLS.rule("Word of Iron", "t9a.alchemy.2_word_of_iron")
class WordOfIron(LastingSpell):
    """Armour higher by 1, boosted by 2."""
