"""Chess clocks: who wins when time is up."""

from __future__ import annotations

import msgspec
import pytest

from warhost.campaign.tournament.guidelines import destruction_points
from warhost.dice import Chance
from warhost.play import Game, Setup, Ticked, luck_of
from warhost.rulesets.regiments.core import Battle
from warhost.rulesets.regiments.ruleset import RULESET


def begun(stage: str) -> tuple[Game, Battle]:
    told = {"parts": ["chess_clocks"], "points": 750}
    setup = Setup(ruleset="aofr", armies=("Unburied Host", "Tallgrass Horde"), map="balanced", options=told)
    game = Game(RULESET, RULESET.set_up(setup), luck_of(Chance("time")))
    while game.battle.stage != stage:
        game.answer(game.asked.suggestions()[0], game.asked.question.seat)
    battle = game.battle
    assert isinstance(battle, Battle)
    return game, battle


@pytest.mark.rule("aofr.tourney.clock_out")
def test_who_holds_all_markers_still_loses_when_time_is_up() -> None:
    game, battle = begun("activate")
    seat = game.asked.question.seat
    battle.markers = tuple(msgspec.structs.replace(marker, owner=seat) for marker in battle.markers)
    game.answer(Ticked(), seat)
    assert game.outcome is not None
    assert game.outcome.winners == (1 - seat,)


@pytest.mark.rule("aofr.tourney.clock_out")
def test_units_that_were_still_to_come_are_lost_with_the_rest() -> None:
    game, battle = begun("activate")
    seat = game.asked.question.seat
    late = next(unit for unit in battle.units if unit.seat == seat)
    late.pose, late.reserve = None, "ambush"
    game.answer(Ticked(), seat)
    whole = sum(battle.regiment(unit).points for unit in battle.units if unit.seat == seat)
    assert destruction_points(battle, 1 - seat) == whole
