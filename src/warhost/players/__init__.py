"""Players: anything that answers questions, in the process or as a program of its own."""

from warhost.players.base import Decision, Player, Reason
from warhost.players.match import (
    Result,
    StandIn,
    named_player,
    play_match,
    play_out,
    player_level,
    player_names,
    player_text,
    player_title,
    start,
)
from warhost.players.program import PlayerError, ProgramPlayer
from warhost.players.random_player import RandomPlayer

__all__ = [
    "Decision",
    "Player",
    "PlayerError",
    "ProgramPlayer",
    "RandomPlayer",
    "Reason",
    "Result",
    "StandIn",
    "named_player",
    "play_match",
    "play_out",
    "player_level",
    "player_names",
    "player_text",
    "player_title",
    "start",
]
