"""Any mix of optional parts: all pairs of them meet, invariants hold, records replay."""

from __future__ import annotations

from itertools import count

import pytest

from tests.regiments.parts.mixes import mixes, pairs, setup
from warhost.dice import Chance
from warhost.play import Battle, Game, Setup, Step, luck_of, parse_position, record_of, replay
from warhost.play.battle import battle_hash
from warhost.players import named_player
from warhost.players.match import play_out
from warhost.rulesets.regiments.ruleset import RULESET

MIXES = list(mixes())
MOST = 60
STEPS_BETWEEN_LINES = 20


def test_every_two_parts_that_go_together_meet() -> None:
    met = {frozenset((one, other)) for mix in MIXES for one in mix for other in mix if one != other}
    assert met >= pairs()
    assert len(MIXES) <= MOST


def fought(made: Setup, number: int, player: str) -> None:
    """A battle is played to its end with its invariants checked at every step, and replayed to its hash. Now and then
    it is written in one line and read again."""
    steps = count(1)

    def check(step: Step, battle: Battle) -> None:
        problems = RULESET.problems(battle)
        assert not problems, f"{made.options['parts']}, {step.name}: {' '.join(problems)}"
        if next(steps) % STEPS_BETWEEN_LINES == 0:
            again = RULESET.from_text(parse_position(RULESET.to_text(battle)))
            assert battle_hash(again) == battle_hash(battle), f"{made.options['parts']}, {step.name}"

    game = Game(RULESET, RULESET.set_up(made), luck_of(Chance(f"mix {number}")), on_step=check)
    names = (player,) * len(made.armies)
    play_out(game, [named_player(name, seat, Chance(f"{number} {seat}")) for seat, name in enumerate(names)])
    assert game.battle.outcome is not None
    again = replay(record_of(game, made, names, f"mix {number}"), RULESET)
    assert battle_hash(again.battle) == battle_hash(game.battle)


@pytest.mark.slow
@pytest.mark.parametrize(("number", "mix"), list(enumerate(MIXES)), ids=lambda told: "")
def test_a_battle_with_each_mix(number: int, mix: tuple[str, ...]) -> None:
    fought(setup(mix, Chance(f"setup {number}")), number, "random")


@pytest.mark.slow
@pytest.mark.parametrize(("number", "mix"), list(enumerate(MIXES))[::6], ids=lambda told: "")
def test_captains_play_with_mixes(number: int, mix: tuple[str, ...]) -> None:
    fought(setup(mix, Chance(f"setup {number}")), number, "captain")


@pytest.mark.slow
@pytest.mark.parametrize("player", ["random", "captain"])
@pytest.mark.parametrize(
    ("number", "named"),
    [
        (0, ("fog_of_war:surprise+focus+hesitation+prolonged", "phased_battles")),
        (1, ("extra_actions", "feats", "living_spells", "magic_items", "command_points", "campaign", "chess_clocks")),
    ],
    ids=["parts that clash in one of their ways only", "a battle of a campaign with clocks"],
)
def test_a_battle_with_parts_that_the_mixes_leave_out(number: int, named: tuple[str, ...], player: str) -> None:
    armies = ("Unburied Host", "League of Nine Bridges")
    fought(
        Setup(ruleset="aofr", armies=armies, map="balanced", options={"points": 750, "parts": named}), number, player
    )
