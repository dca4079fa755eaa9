"""Mission cards, with all games and decks of one's own (Mission Cards)."""

from __future__ import annotations

from warhost.rulesets.regiments.parts.mission_cards import play

__all__ = ["play"]
