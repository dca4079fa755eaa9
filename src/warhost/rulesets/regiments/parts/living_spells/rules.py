"""What living spells do to the units near them, as rules that speak for these."""

from __future__ import annotations

from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.morale_test import MoraleTest
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.core import Battle, Share, SpecialRule
from warhost.rulesets.regiments.parts.living_spells.spells import LivingSpell


class Aura(SpecialRule):
    """A living spell within 6" of a unit."""

    def __init__(self, spell: LivingSpell) -> None:
        super().__init__()
        self.name = spell.name
        self.id = spell.rule
        self.spell = spell

    @rule("aofr.living.cogs_of_time", "aofr.living.shard_of_mist")
    @rule("aofr.living.sword_swarm", "aofr.living.spirit_seeker")
    def on_attack(self, battle: Battle, attack: Attack) -> None:
        if attack.kind == "shooting":
            attack.to_hit.add(self.spell.shooting, self)
        elif attack.kind == "melee":
            attack.to_hit.add(self.spell.melee, self)

    @rule("aofr.living.divine_maelstrom")
    def on_defence(self, battle: Battle, attack: Attack, share: Share) -> None:
        """Cover shelters from shooting, as that of terrain does."""
        if self.spell.cover and attack.kind == "shooting":
            attack.cover = True

    @rule("aofr.living.screaming_horror")
    def on_morale(self, battle: Battle, test: MoraleTest, share: Share) -> None:
        test.modifiers.add(self.spell.morale, self)
