"""The captain at the table of The Blue Age: how it sets up, what it casts, and that it thinks by means."""

from __future__ import annotations

from typing import Any

import pytest

from tests.players.captains import always_answers_legally_and_says_why
from warhost.dice import Chance
from warhost.play import Option, Setup, Walk
from warhost.players import start
from warhost.players.captain import Captain
from warhost.rulesets.blue_age import combat_odds
from warhost.rulesets.blue_age.counsel import BlueCounsel
from warhost.rulesets.blue_age.ruleset import RULESET

HOLD, BREAK = "hold the ground", "break the line"


def a_setup(scenario: str, one: str = "Tidewardens", other: str = "Ashmoot Clans") -> Setup:
    return Setup(ruleset="blue", armies=(one, other), map="", options={"scenario": scenario})


def played_until(setup: Setup, turn: int, seed: str = "set up") -> Any:
    """The battle of two captains at the beginning of a turn."""
    game = start(RULESET, setup, seed)
    players = [Captain(Chance("0")), Captain(Chance("1"))]
    while not game.over and game.battle.turn < turn:
        ask = game.asked
        game.answer(players[ask.question.seat].decide(ask, game.battle, RULESET).answer, ask.question.seat)
    return game.battle


@pytest.fixture(scope="module", params=[HOLD, BREAK])
def deployed(request: pytest.FixtureRequest) -> Any:
    return played_until(a_setup(request.param), 1)


def test_every_hero_is_set_up_with_a_unit(deployed: Any) -> None:
    heroes = [unit for unit in deployed.units if deployed.entry(unit).hero]
    assert heroes
    assert all(hero.host is not None for hero in heroes)


def test_fighters_lead_those_who_keep_pace_with_them(deployed: Any) -> None:
    for hero in deployed.units:
        if deployed.entry(hero).hero and not deployed.entry(hero).magic:
            assert deployed.entry(deployed.units[hero.host]).type == "infantry"


def test_units_stand_towards_the_enemy_whichever_edge_is_theirs(deployed: Any) -> None:
    centre = deployed.scene.board.centre
    for seat in range(2):
        corners = deployed.zones[deployed.homes[seat]].corners
        axis = 0 if len({x for x, _ in corners if x in (0.0, deployed.scene.board.width)}) == 1 else 1
        own = [unit.pose for unit in deployed.units if unit.seat == seat and unit.pose is not None]
        away = [abs((pose.x, pose.y)[axis] - centre[axis]) for pose in own]
        assert sum(away) / len(away) < 18.0


def test_in_the_enemy_zone_each_unit_counts_once() -> None:
    battle = played_until(a_setup(BREAK), 1)
    counsel = BlueCounsel(battle, 0)
    assert {counsel.weight(unit) for unit in counsel.own} == {1}
    assert len(counsel.goals()) == 3


def test_a_unit_with_a_bowman_among_its_heroes_is_no_shooter(deployed: Any) -> None:
    counsel = BlueCounsel(deployed, 0)
    marshal = next(unit for unit in deployed.units if unit.name == "Harbour Marshal")
    assert counsel.range(deployed.units[marshal.host]) == 0.0


def test_a_shooter_in_range_does_not_dash(deployed: Any) -> None:
    counsel = BlueCounsel(deployed, 0)
    crossbows = next(unit for unit in counsel.own if unit.name == "Quay Crossbows")
    assert sum(score for score, _, _ in counsel.deed(crossbows, Option("dash", "Dash"))) < 0.0


def test_charges_of_the_same_turn_count_after_a_move_but_not_after_a_fight() -> None:
    counsel = BlueCounsel(played_until(a_setup(HOLD), 1), 0)
    walk = Walk(seat=0, topic="walk", text="", unit=0, inches=6.0, cohesion=2.0, gap=0.0, formations=())
    assert counsel.acts_now(walk)
    assert not counsel.acts_now(
        Walk(**{**{f: getattr(walk, f) for f in walk.__struct_fields__}, "topic": "consolidate"})
    )


@pytest.mark.parametrize("scenario", [HOLD, BREAK])
def test_it_never_asks_for_the_exact_odds_of_a_fight(scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*_: object) -> None:
        raise AssertionError("the exact odds of a fight are too slow to think with")

    monkeypatch.setattr(combat_odds, "prospect", asked)
    assert played_until(a_setup(scenario), 5).turn == 5


def test_every_answer_is_legal_and_comes_with_reasons() -> None:
    always_answers_legally_and_says_why(a_setup(HOLD, "Greenfold Kin", "Hollow Court"))
