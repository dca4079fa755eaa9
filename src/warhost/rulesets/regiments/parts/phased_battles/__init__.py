"""Rounds of three phases: all move, all shoot, all fight (Phased Battles)."""

from __future__ import annotations

from warhost.rulesets.regiments.parts.phased_battles.phases import PhasedBattles

__all__ = ["PhasedBattles"]
