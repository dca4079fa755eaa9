"""Twists & Gambits: five objectives, victory points every round, help for the underdog, and gambits."""

from __future__ import annotations

from warhost.rulesets.regiments.parts.twists_and_gambits.part import TwistsAndGambits

__all__ = ["TwistsAndGambits"]
