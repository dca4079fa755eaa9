"""The player `random`: any legal answer, each as likely as the next, continuous moves included."""

from __future__ import annotations

from warhost.dice import Chance
from warhost.play import Ask, Battle, Ruleset
from warhost.players.base import Decision


class RandomPlayer:
    """A player that answers at random. The same seed gives the same answers."""

    name = "random"
    title = "Recruit"
    level = 1
    text = "Moves at random. Good for learning the buttons."

    def __init__(self, chance: Chance) -> None:
        self._chance = chance

    def decide(self, ask: Ask, view: Battle, ruleset: Ruleset) -> Decision:
        return self.guess(ask)

    def guess(self, ask: Ask) -> Decision:
        return Decision(ask.sample(self._chance), (), "At random.")

    def close(self) -> None:
        pass
