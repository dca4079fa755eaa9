"""Hero & Monster Feats: points that heroes spend when they begin to act, and monsters when they have acted."""

from __future__ import annotations

from warhost.rulesets.regiments.parts.feats.part import HeroAndMonsterFeats

__all__ = ["HeroAndMonsterFeats"]
