"""Whole battles with casters and heroes, played at random and replayed."""

from __future__ import annotations

from warhost.dice import Chance
from warhost.play import Battle, Game, Setup, Step, luck_of, record_of, replay
from warhost.rulesets.regiments.ruleset import RULESET

ARMIES = ("Unburied Host", "Tallgrass Horde")
"""Both have casters from 1,500 points on."""


def random_battle(*parts: str, seed: str = "magic") -> Game:
    """A battle with these parts, in which every invariant holds after each step; it replays to the same hash."""
    setup = Setup(ruleset="aofr", armies=ARMIES, options={"points": 1500, "parts": list(parts)})
    chance = Chance(f"{seed} {' '.join(parts)}")

    def check(step: Step, battle: Battle) -> None:
        problems = RULESET.problems(battle)
        assert not problems, f"{step.name}: {' '.join(problems)}"

    game = Game(RULESET, RULESET.set_up(setup), luck_of(chance.fork("dice")), on_step=check)
    while not game.over:
        game.answer(game.asked.sample(chance))
    assert replay(record_of(game, setup), RULESET).hash() == game.hash()
    return game
