"""Deployment: the roll-off, the zones, whole armies one after the other."""

from __future__ import annotations

import pytest

from tests.essence_of_war.harness import Play, draw, refusal
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Chosen, Placed, Setup
from warhost.play.questions import Place
from warhost.rulesets.essence_of_war import RULESET
from warhost.rulesets.essence_of_war.chapters.setup import deployment
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.formation import boundary
from warhost.table import Pose, on_board, rect

BASE = 20 / 25.4


def new_battle(*dice: int, board: str = "3") -> Play:
    """Empire (seat 0) against Orcs (seat 1), before the roll-off."""
    armies = ("Empire of Sonnstahl", "Orcs and Goblins")
    return Play(RULESET.set_up(Setup(ruleset="eow", armies=armies, map=board)), list(dice))


def placing(name: str = "Imperial Guard") -> Play:
    """The first player plays from the near edge and holds that unit."""
    return new_battle(5, 2).choose("near").choose(unit=name)


def rule_of(game: Play, x: float, y: float, facing: float = 0.0) -> str | None:
    return refusal(game, Placed(Pose(x, y, facing))).rule


def deploy_all(game: Play) -> Play:
    while game.battle.phase == "deployment":
        game.answer(game.game.asked.suggestions()[0])
    return game


@pytest.mark.rule("eow.deploy.basic.roll_off")
def test_the_higher_die_picks_a_side_and_deploys_first_and_ties_roll_again() -> None:
    game = new_battle(3, 3, 5, 2)
    assert [roll.seat for roll in game.rolls] == [0, 1, 0, 1]
    assert (game.topic, game.question.seat, game.keys) == ("side", 0, ["near", "far"])
    game.choose("far")
    assert (game.topic, game.question.seat) == ("deploy", 0)
    assert game.battle.homes == (1, 0)


@pytest.mark.rule("eow.deploy.basic.roll_off")
@pytest.mark.parametrize(("side", "homes"), [("near", (1, 0)), ("far", (0, 1))])
def test_the_second_player_may_win_the_roll_off(side: str, homes: tuple[int, int]) -> None:
    game = new_battle(2, 4)
    assert game.question.seat == 1
    game.choose(side)
    assert (game.battle.first, game.battle.homes, game.question.seat) == (1, homes, 1)


@pytest.mark.rule("eow.deploy.basic.zones")
def test_zones_are_twelve_inches_from_the_middle_line() -> None:
    battle = draw("Imperial Guard at 18,10 | Ghouls at 18,40 face 180").battle
    near, far = deployment.zone(battle, 0), deployment.zone(battle, 1)
    assert near.contains_rect(rect(18, 5.995, 0, 36, 11.99))
    assert far.contains_rect(rect(18, 42.005, 0, 36, 11.99))
    for y, in_near, in_far in (
        (11.99, True, False),
        (12.0, False, False),
        (12.1, False, False),
        (35.9, False, False),
        (36.0, False, False),
        (36.01, False, True),
    ):
        assert (near.contains_point(18, y), far.contains_point(18, y)) == (in_near, in_far)


@pytest.mark.rule("eow.deploy.basic.inside_zone")
def test_a_unit_stands_wholly_inside_its_zone() -> None:
    half = 1.5 * BASE
    game = placing()
    question = game.question
    assert isinstance(question, Place)
    assert question.zone == deployment.zone(game.battle, 0)
    assert rule_of(game, 18, 12 - half + 0.1) == "eow.deploy.basic.inside_zone"
    assert rule_of(game, 18, 12 - half) == "eow.deploy.basic.inside_zone"  # exactly 12" from the middle line
    assert rule_of(game, 18, 42) == "eow.deploy.basic.inside_zone"
    game.place(18, 11.99 - half)
    assert game.unit("Imperial Guard").pose == Pose(18, round(11.99 - half, 9), 0)


@pytest.mark.rule("eow.deploy.basic.inside_zone", "eow.board_edge.end_inside")
def test_a_unit_is_not_set_down_over_the_edge() -> None:
    game = placing()
    assert rule_of(game, 1, 5) == "eow.board_edge.end_inside"
    assert rule_of(game, 18, 0.5) == "eow.board_edge.end_inside"
    assert rule_of(game, float("nan"), 5) == "eow.board_edge.end_inside"
    assert rule_of(game, 18, float("inf")) == "eow.board_edge.end_inside"


@pytest.mark.rule("eow.spacing.one_inch", "eow.deploy.basic.inside_zone")
@pytest.mark.parametrize(("gap", "legal"), [(0.9, False), (1.0, True), (1.1, True)])
def test_units_are_deployed_an_inch_apart(gap: float, legal: bool) -> None:
    game = placing().place(10, 6).choose(unit="Handgunners")
    x = 10 + 5 * BASE + gap
    if legal:
        game.place(x, 6)
    else:
        assert rule_of(game, x, 6) == "eow.spacing.one_inch"


@pytest.mark.rule("eow.spacing.one_inch", "eow.terrain.impassable.movement")
def test_units_are_deployed_away_from_rocks() -> None:
    table = draw("36x48 impassable 18,6 3x4 | 0 Imperial Guard off | 1 Ghouls at 18,40 face 180")
    game = table.play(phase="deployment", stage="deploy")
    assert rule_of(game, 18, 6) == "eow.terrain.impassable.movement"
    assert rule_of(game, 18 + 1.5 + 0.9 + 2.5 * BASE, 6) == "eow.spacing.one_inch"


@pytest.mark.rule("eow.character.basic_alone")
def test_a_character_is_not_deployed_in_a_unit() -> None:
    game = placing().place(10, 6).choose(unit="Wizard")
    assert rule_of(game, 10, 6) == "eow.spacing.one_inch"


@pytest.mark.rule("eow.deploy.basic.all_at_once")
def test_the_first_player_sets_up_everything_before_the_other_begins() -> None:
    game = placing().place(10, 6)
    orcs = game.unit("Iron Orcs").id
    assert refusal(game, Chosen(str(orcs))).rule == "eow.deploy.basic.all_at_once"
    seats = []
    while game.battle.phase == "deployment":
        if game.topic == "deploy" and isinstance(game.question, Place):
            seats.append(game.question.seat)
        game.answer(game.game.asked.suggestions()[0])
    assert seats == [0, 0, 0, 1, 1, 1, 1]


@pytest.mark.rule("eow.deploy.basic.all_at_once")
def test_the_second_player_deploys_on_the_opposite_side() -> None:
    game = deploy_all(new_battle(5, 2).choose("near"))
    for unit in game.battle.units:
        shape = boundary(game.battle, unit)
        assert shape.y < 12 if unit.seat == 0 else shape.y > 36


@pytest.mark.rule("eow.deploy.basic.first_turn")
@pytest.mark.parametrize(("dice", "first"), [((5, 2), 0), ((1, 4), 1)])
def test_who_deployed_first_has_the_first_turn(dice: tuple[int, int], first: int) -> None:
    game = deploy_all(new_battle(*dice))
    turn = game.told(events.TurnBegan)[0]
    assert (turn.turn, turn.seat) == (1, first)
    assert game.battle.first == first


@pytest.mark.parametrize("seed", range(20))
def test_random_armies_are_deployed_legally_on_every_map(seed: int) -> None:
    chance = Chance(seed)
    game = new_battle(5, 2, board=str(seed % 6 + 1))
    while game.battle.phase == "deployment":
        game.answer(game.game.asked.sample(chance))
    assert not RULESET.problems(game.battle)
    board = game.battle.scene.board
    assert all(on_board(boundary(game.battle, unit), board.width, board.depth) for unit in game.battle.units)


def test_a_unit_that_finds_no_room_says_so() -> None:
    # Rocks cover the whole zone.
    table = draw("36x48 impassable 18,6 36x12 | 0 Imperial Guard off | 1 Ghouls at 18,40 face 180")
    game = table.play(phase="deployment", stage="deploy")
    assert game.game.asked.suggestions() == []
    with pytest.raises(WarhostError, match="There is no room left in the deployment zone for Imperial Guard"):
        game.game.asked.sample(Chance(1))
