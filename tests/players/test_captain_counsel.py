"""What a counsel says by values: who judges a question, which rows stand behind a term, where all units go."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, cast

import pytest

from tests.players.captains import overview
from tests.skirmish import RULESET as SKIRMISH
from warhost.dice import Chance
from warhost.play import Manoeuvre, Moved, Setup
from warhost.play.counsel.counsel import Counsel, Goal, cited
from warhost.players import RandomPlayer, start
from warhost.players.captain.acting.moves import drafted
from warhost.players.captain.advisor import judge_of
from warhost.players.captain.engine import Candidate
from warhost.players.captain.judging.overview import Overview
from warhost.players.captain.judging.places import PlaceJudge
from warhost.rulesets import ruleset
from warhost.table import Rect

SMALL = 0.05
"""Terms that weigh next to nothing are left out of a total."""


class Told(Counsel[Any, Any]):
    topics: ClassVar[Mapping[Any, str]] = {
        "declare charge": "charge",
        ("choose", "arrive"): "choice",
        "arrive": "arrival",
        "shoot": "",
    }

    def __init__(self, *goals: Goal) -> None:
        self._goals = goals

    def goals(self) -> tuple[Goal, ...]:
        return self._goals


@pytest.mark.parametrize(
    ("kind", "topic", "judge"),
    [
        ("choose", "declare charge", "charge"),
        ("choose", "arrive", "choice"),
        ("place", "arrive", "arrival"),
        # What a book says nothing about is judged by the judge of that name, if there is one for such questions.
        ("choose", "cast", "cast"),
        ("choose", "deploy", "deployment order"),
        ("place", "deploy", "deployment"),
        ("manoeuvre", "anything", "move"),
        ("choose", "move", ""),
        ("choose", "anything", ""),
        ("pick", "cast", ""),
        # A book may leave a question to plain sense.
        ("choose", "shoot", ""),
    ],
)
def test_a_question_is_judged_by_its_topic(kind: str, topic: str, judge: str) -> None:
    assert judge_of(Told(), kind, topic) == judge


def test_a_table_of_citations_names_one_row_for_several_terms() -> None:
    told = cited("hold, near: eow.victory.basic.count; run down:\n eow.charge.fleeing.destroyed")
    assert told == {
        "hold": "eow.victory.basic.count",
        "near": "eow.victory.basic.count",
        "run down": "eow.charge.fleeing.destroyed",
    }


def test_all_units_go_to_the_one_goal_at_which_each_counts() -> None:
    each, held = (Goal(x=0.0, y=0.0, reach=3.0, worth=1.0, each=each) for each in (True, False))
    assert Told(each).gathering() is each
    assert Told(held).gathering() is None
    assert Told(each, each).gathering() is None
    assert Told().gathering() is None


class Around(Counsel[Any, Any]):
    """A counsel of the tiny skirmish: there is one goal, in the middle of one unit."""

    def __init__(self, battle: Any, seat: int, unit: Any, owner: int | None = None) -> None:
        super().__init__(battle, seat, cast("Callable[[Any, Any], Rect]", SKIRMISH.boundary))
        self._goal = Goal(x=unit.pose.x, y=unit.pose.y, reach=0.5, worth=7.0, owner=owner)
        self.turns_left = 1

    def goals(self) -> tuple[Goal, ...]:
        return (self._goal,)


@pytest.mark.parametrize(("seat", "held"), [(0, -7.0), (1, 7.0), (2, 7.0)])
def test_what_an_ally_holds_is_held_by_the_side(seat: int, held: float) -> None:
    setup = Setup(ruleset="skirmish", armies=("Wolves", "Goblins", "Golems"))
    game, player = start(SKIRMISH, setup, "allies"), RandomPlayer(Chance("allies"))
    while any(unit.pose is None for unit in game.battle.units):
        game.answer(player.decide(game.asked, game.battle, SKIRMISH).answer, game.asked.seat)
    # Seats 1 and 2 are a team; the goal lies under a unit of the third seat.
    golem = next(unit for unit in game.battle.units if unit.seat == 2)
    here = Overview(Around(game.battle, seat, golem))
    ours = seat != 0
    assert (here.holders(0, True), here.holders(0, False)) == ((1, 0) if ours else (0, 1))
    assert here.held(0, here.holders(0, True), here.holders(0, False)) == held
    assert [here.is_ours(unit) for unit in (golem, *here.foes)] == [ours, *([False] * len(here.foes))]
    assert Overview(Around(game.battle, seat, golem, owner=2)).held(0, 0, 0) == held


@pytest.mark.parametrize("slug", ["eow", "aofr"])
def test_no_place_is_worth_more_than_is_promised_before_a_close_look(slug: str) -> None:
    rules = ruleset(slug)
    game = start(rules, Setup(ruleset=rules.slug, armies=tuple(rules.armies()[:2])), "bounds")
    player = RandomPlayer(Chance("bounds"))
    looked = 0
    while not game.over and looked < 400:
        question = game.asked.question
        if isinstance(question, Manoeuvre):
            here = overview(game.battle, question.seat)
            judge = PlaceJudge(here, here.counsel.unit(question.unit))
            for answer, end in drafted(judge, question.kinds):
                most = judge.at_most(end)
                candidate = Candidate(Moved(), "")
                judge.weigh_stand(candidate, end)
                assert candidate.total <= most + SMALL
                most = candidate.total
                judge.weigh_rest(candidate, end, answer.kind, answer.steps)
                assert candidate.total <= most + SMALL
                looked += 1
        game.answer(player.decide(game.asked, game.battle, rules).answer, question.seat)
    assert looked >= 400
