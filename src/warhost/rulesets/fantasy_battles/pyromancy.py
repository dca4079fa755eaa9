"""The Path of Pyromancy."""

from __future__ import annotations

from warhost.rulesets.fantasy_battles.spell_base import SPELLS, DamageSpell


@SPELLS.rule("Blaze", "t9a.pyromancy.a_blaze")
class Blaze(DamageSpell):
    """One hit more."""


@SPELLS.rule("Fireball", "t9a.pyromancy.1_fireball")
class Fireball(DamageSpell):
    """Hits from afar."""
