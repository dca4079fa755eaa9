"""Players as a person chooses among them: a plain name and a sentence for each."""

from __future__ import annotations

from warhost.players import player_level, player_text, player_title
from warhost.server.battles.ledger import HUMAN


def title_of(player: str) -> str:
    """The plain name of a player; one that has none keeps its own."""
    return "Person" if player == HUMAN else player_title(player)


def text_of(player: str) -> str:
    return "A person at a screen." if player == HUMAN else player_text(player)


def level_of(player: str) -> int:
    """How strong a computer player is, from 1 up; 0 where that cannot be said."""
    return 0 if player == HUMAN else player_level(player)
