"""Computer players as a person chooses among them: a plain name and a sentence for each."""

from __future__ import annotations

from warhost.server.ledger import HUMAN

TITLES = {HUMAN: "Person", "captain": "Captain", "solo": "Solo rules", "random": "Recruit"}

TEXTS = {
    HUMAN: "A person at a screen.",
    "captain": "Plays to win and explains its moves.",
    "solo": "Follows the rules that a book prints for playing alone; where they are silent, it plays like the Captain.",
    "random": "Moves at random. Good for learning the buttons.",
}

LEVELS = {"random": 1, "captain": 3}


def level_of(player: str) -> int:
    """How strong a computer player is, from 1 up; 0 where that cannot be said."""
    return LEVELS.get(player, 0)


def title_of(player: str) -> str:
    """The plain name of a player; one that has none keeps its own."""
    return TITLES.get(player, player)


def text_of(player: str) -> str:
    return TEXTS.get(player, "A computer player.")
