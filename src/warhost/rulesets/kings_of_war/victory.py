"""The end of a battle: who has won (The Standard Game: Victory; Objectives, Loot & Bluffing)."""

from __future__ import annotations

from warhost.play.battle import Outcome
from warhost.play.script import Script
from warhost.rulesets.kings_of_war.battle import Battle


def judge(battle: Battle) -> Outcome:
    """How the battle would be judged if it ended now."""
    return Outcome((), "draw", "The battle is a draw.", (0.0, 0.0))


def reckon(battle: Battle) -> Script[None]:
    """The battle is over."""
    battle.outcome = judge(battle)
    yield from ()


STEPS = {"reckon": reckon}
