"""Command points and the stratagems that they buy (Advanced Rules: Command Points)."""

from __future__ import annotations

from warhost.rulesets.regiments.parts.command_points.command_points import CommandPoints

__all__ = ["CommandPoints"]
