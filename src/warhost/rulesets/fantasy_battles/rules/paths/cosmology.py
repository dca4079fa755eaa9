"""Cosmology (Paths): every spell is cast as Cosmos or as Chaos."""

from __future__ import annotations

from warhost.rulesets.fantasy_battles.chapters.magic.casting import Casting
from warhost.rulesets.fantasy_battles.chapters.magic.spell_base import Cited, DamageSpell, LastingSpell
from warhost.rulesets.fantasy_battles.core import PATHS, SPELLS, Attack, Battle, PathRule, Unit

COSMOS = "Cosmos"


@PATHS.rule("Duality", "t9a.cosmology.duality")
class Duality(PathRule):
    """After a spell of one version the next one is cheaper if it is of the other, in the same phase (T9A-R081)."""

    def on_casting(self, battle: Battle, casting: Casting) -> None:
        if battle.duality and battle.duality != casting.version.name:
            casting.value.add(-1, self)

    def after_cast(self, battle: Battle, casting: Casting) -> None:
        battle.duality = "Cosmos" if casting.version.name == COSMOS else "Chaos"


@SPELLS.rule("Altered Sight", "t9a.cosmology.1_altered_sight")
class AlteredSight(LastingSpell):
    """A friend aims and strikes better, or an enemy worse."""


@SPELLS.rule("Truth of Time", "t9a.cosmology.2_truth_of_time")
class TruthOfTime(LastingSpell):
    """A friend's Charges, flights, pursuits and Overruns are Maximised twice, or an enemy's Minimised (T9A-R082)."""

    TWICE = 2

    def extra_dice(self, battle: Battle, bearer: Unit, run: str) -> int:
        return self.TWICE if self.effect.version == COSMOS else -self.TWICE


@SPELLS.rule("Ice and Fire", "t9a.cosmology.3_ice_and_fire")
class IceAndFire(DamageSpell):
    """Hits against which passed Special Saves, or passed Armour Saves, are rolled again."""

    @classmethod
    def change(cls, battle: Battle, casting: Casting, attack: Attack) -> None:
        if casting.version.name == COSMOS:
            attack.special_rerolled_by = Cited(cls.name, cls.id)
        else:
            attack.armour_rerolled_by = Cited(cls.name, cls.id)


@SPELLS.rule("Perception of Strength", "t9a.cosmology.4_perception_of_strength")
class PerceptionOfStrength(LastingSpell):
    """A friend strikes harder, or an enemy weaker."""


@SPELLS.rule("Unity in Divergence", "t9a.cosmology.5_unity_in_divergence")
class UnityInDivergence(LastingSpell):
    """All models of a unit have Aegis, Characters too, in either version (T9A-R083)."""


@SPELLS.rule("Touch the Heart", "t9a.cosmology.6_touch_the_heart")
class TouchTheHeart(DamageSpell):
    """A hit on each model of a unit, in either version."""
