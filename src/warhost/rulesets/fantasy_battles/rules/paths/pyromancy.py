"""Pyromancy (Paths): figures alone."""

from __future__ import annotations

from warhost.rulesets.fantasy_battles.chapters.magic.spell_base import DamageSpell, LastingSpell
from warhost.rulesets.fantasy_battles.core import SPELLS


@SPELLS.rule("Blaze", "t9a.pyromancy.a_blaze")
class Blaze(DamageSpell):
    """One hard hit that follows every spell of the Path."""


@SPELLS.rule("Fireball", "t9a.pyromancy.1_fireball")
class Fireball(DamageSpell):
    """Hits from afar."""


@SPELLS.rule("Cascading Fire", "t9a.pyromancy.2_cascading_fire")
class CascadingFire(DamageSpell):
    """Hits on anybody in range, seen or not, in combat or not (T9A-R077)."""


@SPELLS.rule("Flaming Swords", "t9a.pyromancy.3_flaming_swords")
class FlamingSwords(LastingSpell):
    """Attacks that are Flaming and Magical and wound more easily."""


@SPELLS.rule("Pyroclastic Flow", "t9a.pyromancy.4_pyroclastic_flow")
class PyroclasticFlow(DamageSpell):
    """A great many hits."""


@SPELLS.rule("Scorching Salvo", "t9a.pyromancy.5_scorching_salvo")
class ScorchingSalvo(DamageSpell):
    """Hits on every enemy near the caster that is not in combat."""


@SPELLS.rule("Enveloping Embers", "t9a.pyromancy.6_enveloping_embers")
class EnvelopingEmbers(DamageSpell):
    """A hit on each model of a unit."""
