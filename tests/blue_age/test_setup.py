"""Preparing for battle: points, tables, terrain, the kind of game, the scenario; setting up (BLUE-R140)."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Literal

import pytest

from tests.blue_age.harness import Play
from tests.blue_age.samples import HOST, WILD, data, entry
from tests.playing import refused_place
from warhost.errors import WarhostError
from warhost.play import Choose, Chosen, Picked, Place, Placed, Setup
from warhost.players import start
from warhost.rulesets.blue_age.chapters.scenario import battlefield
from warhost.rulesets.blue_age.chapters.scenario.battlefield import check_terrain
from warhost.rulesets.blue_age.core import Settings, bases_of, sections_of
from warhost.rulesets.blue_age.core.events.battle import HeroJoined
from warhost.rulesets.blue_age.lists.rosters import ArmyList
from warhost.rulesets.blue_age.ruleset import RULESET
from warhost.server.battles.setting_up import seated
from warhost.server.messages import BattleWanted, SeatWanted
from warhost.table import TOLERANCE, Board, Feature, Pose, feature_rect, overlap_depth


def set_up(
    *, ours: ArmyList = HOST, theirs: ArmyList = WILD, ground: str = "open", dice: Any = ((7,), (3,)), **options: Any
) -> Play:
    setup = Setup(ruleset="blue", armies=("A", "B"), lists=(data(ours), data(theirs)), map=ground, options=options)
    return Play(RULESET.set_up(setup), dice, RULESET)


def small(*names: str, **more: Any) -> ArmyList:
    return ArmyList(name="Small", entries=tuple(entry(name, **more) for name in names))


@pytest.mark.rule("blue.setup.points_limit")
def test_games_have_1000_to_1500_points() -> None:
    for points in (1000, 1500):
        assert set_up(points=points).battle.settings.points == points
    with pytest.raises(WarhostError, match="points cannot be 900"):
        set_up(points=900)


@pytest.mark.rule("blue.setup.table_size")
def test_tables_are_4_by_4_or_6_by_4_feet() -> None:
    assert set_up().battle.scene.board == Board(48.0, 48.0)
    board = set_up(table="72x48").battle.scene.board
    assert (board.width, board.depth) == (72.0, 48.0)
    with pytest.raises(WarhostError, match="table cannot be"):
        set_up(table="60x48")


@pytest.mark.rule("blue.setup.terrain")
def test_every_piece_of_terrain_has_a_type() -> None:
    with pytest.raises(WarhostError, match='unknown terrain piece "lava"'):
        check_terrain(Board(48.0, 48.0, (Feature("lava", 10.0, 10.0, 4.0, 4.0),)))
    for number in range(1, 7):
        check_terrain(set_up(ground=str(number), table="72x48").battle.scene.board)


@pytest.mark.rule("blue.setup.pvp_or_pve")
def test_the_lair_is_for_a_game_against_the_environment() -> None:
    with pytest.raises(WarhostError, match="against the environment only"):
        set_up(scenario="the lair")
    game = set_up(scenario="the lair", mode="pve", dice=())
    # The player picks an edge without a roll, and the environment sets up first, around its lair.
    assert game.topic == "side"
    game.answer(Chosen("south"))
    assert game.question.seat == 1
    game.answer(Chosen(game.keys[0]))
    while game.topic == "formation":
        game.answer(Chosen("crowd"))
    question = game.question
    assert isinstance(question, Place)
    assert question.zone is not None
    assert set(question.zone.corners) == {(16.0, 16.0), (32.0, 16.0), (32.0, 32.0), (16.0, 32.0)}


@pytest.mark.rule("blue.setup.scenario")
def test_a_scenario_that_is_not_there_is_refused() -> None:
    with pytest.raises(WarhostError, match=r'no scenario "hold the grund".*hold the ground'):
        set_up(scenario="hold the grund")
    spots = [(marker.x, marker.y) for marker in set_up().battle.markers]
    assert spots == [(12.0, 24.0), (24.0, 24.0), (36.0, 24.0)]
    assert len(set_up(table="72x48").battle.markers) == 5
    assert not set_up(scenario="break the line").battle.markers


def test_the_higher_roll_with_the_commanders_initiative_picks_the_edge() -> None:
    # Captain and Mounted Captain both have Initiative 6: 7 beats 3.
    game = set_up(dice=[7, 3])
    assert game.question.seat == 0
    assert set(game.keys) == {"south", "north", "west", "east"}
    game.answer(Chosen("west"))
    assert game.battle.zones[0].corners[2] == (12.0, 48.0)
    assert game.question.seat == 0
    assert set(set_up(dice=[5, 5, 2, 9], table="72x48").keys) == {"south", "north"}


def test_units_are_set_up_by_turns_in_a_formation_in_their_zone() -> None:
    game = set_up(ours=small("Spearmen", models=10), theirs=small("Archers", models=10), dice=[7, 3])
    game.answer(Chosen("south"))
    assert game.topic == "formation"
    game.answer(Chosen("line"))
    question = game.question
    assert isinstance(question, Place)
    assert refused_place(game, 24.0, 14.0) == "blue.setup.scenario"
    game.answer(Placed(Pose(24.0, 8.0, 0.0)))
    unit = game.unit("Spearmen")
    assert [model.role for model in unit.models[:3]] == ["champion", "bannerman", ""]
    assert {round(base.y, 6) for base in bases_of(game.battle, unit)} == {8.0}
    assert game.question.seat == 1


def test_heroes_are_set_up_with_a_unit_that_they_may_join() -> None:
    ours = ArmyList(name="Ours", entries=(entry("Spearmen", 5), entry("Captain")))
    game = set_up(ours=ours, theirs=small("Archers", models=5), dice=[7, 3])
    game.answer(Chosen("south")).answer(Chosen("0")).answer(Chosen("block")).answer(Placed(Pose(24.0, 8.0, 0.0)))
    assert game.topic == "heroes"
    game.answer(Picked(("1",)))
    assert game.unit("Captain").host == 0
    assert game.question.seat == 1


@pytest.mark.parametrize("table", ["48x48", "72x48"])
@pytest.mark.parametrize("name", battlefield.names())
def test_no_building_of_a_map_stands_in_another(name: str, table: Literal["48x48", "72x48"]) -> None:
    board, _ = battlefield.chosen(name, Settings(table=table))
    walls = [feature_rect(board.features[section.feature]) for section in sections_of(board)]
    assert all(overlap_depth(one, other) <= TOLERANCE for one, other in combinations(walls, 2))


@pytest.mark.rule("blue.setup.pvp_or_pve")
def test_a_program_plays_the_second_seat_against_the_environment() -> None:
    against = BattleWanted(ruleset="blue", seats=(SeatWanted("human"), SeatWanted("human")), options={"mode": "pve"})
    assert [seat.player for seat in seated(RULESET, against).seats] == ["human", "solo"]
    both = BattleWanted(ruleset="blue", seats=(SeatWanted("human"), SeatWanted("human")))
    assert [seat.player for seat in seated(RULESET, both).seats] == ["human", "human"]


def test_a_hero_is_set_up_with_a_unit_that_stands_at_the_front_edge_of_its_zone() -> None:
    setup = Setup(ruleset="blue", armies=("Tidewardens", "Hollow Court"), map="open", options={"points": 1000})
    game = start(RULESET, setup, "3")
    wanted = {"deploy": "Harbour Spears", "formation": "In a line"}
    while (question := game.asked.question).topic != "heroes" or question.seat:
        answer = game.asked.suggestions()[0]
        if isinstance(question, Choose) and not question.seat and question.topic in wanted:
            answer = Chosen(next(one.key for one in question.options if one.label == wanted[question.topic]))
        if isinstance(question, Place) and not question.seat:
            # As near to the enemy as the zone lets the line stand, which looks north.
            answer = Placed(Pose(24.0, 11.5, 0.0))
        game.answer(answer, question.seat)
    told = game.answer(Picked(("0",)), 0)
    assert [event.target for event in told if isinstance(event, HeroJoined)] == [3]
