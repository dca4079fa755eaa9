"""Side-missions and mad dash (Advanced Missions: Side-Missions)."""

from __future__ import annotations

from warhost.rulesets.regiments.parts.side_missions import dash, play

__all__ = ["dash", "play"]
