"""Extra actions: nine more that players may agree on, beside Hold, Advance, Rush and Charge (Extra Actions)."""

from __future__ import annotations

from warhost.rulesets.regiments.parts.extra_actions.part import ExtraActions

__all__ = ["ExtraActions"]
