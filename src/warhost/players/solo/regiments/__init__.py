"""The solo rules of Age of Fantasy: Regiments: decision trees, targets, deployment, as the book prints them."""

from warhost.dice import Chance
from warhost.players.solo.regiments.automaton import RegimentsAutomaton

__all__ = ["RegimentsAutomaton", "automaton"]


def automaton(chance: Chance) -> RegimentsAutomaton:
    """The rules at work in a battle of their own."""
    return RegimentsAutomaton(chance)
