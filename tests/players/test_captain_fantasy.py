"""The captain in Fantasy Battles: it plays legal answers with reasons, and takes what the book tells it."""

from __future__ import annotations

import pytest

from tests.fantasy_battles.harness import draw
from tests.players.captains import always_answers_legally_and_says_why
from warhost.play import Setup
from warhost.rulesets.fantasy_battles.counsel import FantasyCounsel
from warhost.rulesets.fantasy_battles.objectives import OBJECTIVES
from warhost.table import Arc


def a_setup(objective: str = "Hold the Ground") -> Setup:
    return Setup(
        ruleset="t9a",
        armies=("Ossuary Kings", "Thornback Tribes"),
        map="2",
        options={"points": 1500, "objective": objective},
    )


@pytest.mark.parametrize(
    "objective", [OBJECTIVES[0], *(pytest.param(one, marks=pytest.mark.slow) for one in OBJECTIVES[1:])]
)
def test_every_answer_is_legal_and_comes_with_reasons(objective: str) -> None:
    always_answers_legally_and_says_why(a_setup(objective))


def test_a_charge_in_the_flank_is_worth_more_than_one_at_the_front() -> None:
    table = draw("Knights at 36,10 | Swordsmen at 36,22 face 180")
    counsel = FantasyCounsel(table.battle, 0)
    knights, swordsmen = counsel.unit(0), counsel.unit(1)
    front, flank = (counsel.duel(knights, swordsmen, side) for side in (Arc.FRONT, Arc.LEFT))
    assert flank.wins > front.wins
    assert flank.value > front.value
