"""The environment of The Blue Age: how the side without a player decides (BLUE-R143)."""

from warhost.dice import Chance
from warhost.players.solo.blue_age.environment import Environment

__all__ = ["Environment", "automaton"]


def automaton(chance: Chance) -> Environment:
    """The rules at work in a battle of their own."""
    return Environment(chance)
