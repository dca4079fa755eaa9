"""Deployment zones and setting up (Battle Scenarios, steps 4 and 6; The Standard Game: Deployment)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.harness import Play, draw, pose, refusal, unit
from tests.playing import refused_place
from warhost.play import Chosen
from warhost.rulesets.kings_of_war.chapters.scenario.deployment import zones_on
from warhost.rulesets.kings_of_war.core import Settings, events
from warhost.rulesets.kings_of_war.ruleset import RULESET
from warhost.table import Board, Forward, rect

TABLE = Board(72.0, 48.0)


def setting_up(text: str = "", *, dice: object = (), scenario: str = "standard", zones: str = "long edges") -> Play:
    """A battle that is about to be set up: the zones come next."""
    units = text or "0 Foot off | 1 Foes off"
    header = f'kow stage="zones" phase="deployment" turn=0 scenario="{scenario}" settings={{"zones":"{zones}"}}'
    names = [part.split()[1] for part in units.split(" | ")]
    made = {name: unit() for name in names}
    return draw(f"{header} | 72x48 | {units}", **made).play(dice)  # type: ignore[arg-type]


@pytest.mark.rule("kow.deploy.long_edges")
def test_zones_at_the_long_edges_end_12_inches_from_the_centre_line() -> None:
    near, far = zones_on(TABLE, "long edges")
    assert near.contains_rect(rect(36.0, 10.0, 0.0, 4.0, 3.9))
    assert not near.contains_rect(rect(36.0, 10.0, 0.0, 4.0, 4.0))
    assert far.contains_rect(rect(36.0, 38.0, 0.0, 4.0, 3.9))
    assert not far.contains_rect(rect(36.0, 38.0, 0.0, 4.0, 4.0))


@pytest.mark.rule("kow.deploy.short_edges")
def test_zones_at_the_short_edges_are_24_inches_wide() -> None:
    near, far = zones_on(TABLE, "short edges")
    assert near.contains_rect(rect(21.9, 24.0, 0.0, 4.0, 4.0))
    assert not near.contains_rect(rect(22.1, 24.0, 0.0, 4.0, 4.0))
    assert far.contains_rect(rect(50.1, 24.0, 0.0, 4.0, 4.0))
    assert not far.contains_rect(rect(49.9, 24.0, 0.0, 4.0, 4.0))


@pytest.mark.rule("kow.deploy.corners")
def test_zones_in_the_corners_keep_12_inches_from_the_diagonal() -> None:
    near, far = zones_on(TABLE, "corners")
    assert near.contains_point(2.0, 2.0)
    assert far.contains_point(70.0, 46.0)
    assert not near.contains_point(36.0, 24.0)
    assert not far.contains_point(36.0, 24.0)
    # 12 inches from the line through (0, 48) and (72, 0), measured square to it.
    assert near.contains_point(36.0 - 12.1 * 48 / 86.533, 24.0 - 12.1 * 72 / 86.533)
    assert not near.contains_point(36.0 - 11.9 * 48 / 86.533, 24.0 - 11.9 * 72 / 86.533)


@pytest.mark.rule("kow.deploy.roll")
@pytest.mark.parametrize(
    ("face", "zones"),
    [
        (1, "long edges"),
        (2, "long edges"),
        (3, "short edges"),
        (4, "short edges"),
        (5, "corners"),
        (6, "corners"),
    ],
)
def test_a_die_picks_the_zones(face: int, zones: str) -> None:
    game = setting_up(dice=[face, 1, 6], scenario="double_bluff", zones="roll")
    assert game.told(events.ZonesChosen) == [events.ZonesChosen(zones)]


@pytest.mark.rule("kow.deploy.rolloff")
def test_the_winner_of_the_roll_off_takes_a_zone_and_sets_up_first() -> None:
    game = setting_up("0 Foot off | 1 Foes off", dice=[3, 6], scenario="hold_the_line")
    assert (game.topic, game.question.seat) == ("side", 1)
    game.choose("south")
    assert game.battle.homes == (1, 0)
    assert (game.topic, game.question.seat) == ("deploy", 1)


@pytest.mark.rule("kow.standard.deploy_rolloff")
def test_equal_rolls_are_rolled_again() -> None:
    game = setting_up(dice=[4, 4, 6, 1])
    assert (game.topic, game.question.seat) == ("side", 0)
    game.choose("south")
    assert (game.topic, game.question.seat) == ("deploy", 0)


def order_of_seats(game: Play) -> str:
    """Who sets up, unit by unit."""
    placed = ""
    while game.topic == "deploy":
        if game.question.__struct_config__.tag == "place":
            placed += "AB"[game.question.seat]
        game.decline()
    return placed


@pytest.mark.rule("kow.deploy.alternate")
def test_players_set_up_in_turn_until_all_units_stand() -> None:
    names = "0 A1 off | 0 A2 off | 0 A3 off | 0 A4 off | 0 A5 off | 1 B1 off | 1 B2 off | 1 B3 off"
    game = setting_up(names, dice=[1, 6, 1, 2], scenario="hold_the_line").choose("north")
    assert order_of_seats(game) == "BABABAAA"


@pytest.mark.rule("kow.standard.deploy_alternate")
def test_players_set_up_in_turn_in_the_standard_game() -> None:
    names = "0 A1 off | 0 A2 off | 0 A3 off | 0 A4 off | 1 B1 off | 1 B2 off | 1 B3 off | 1 B4 off"
    game = setting_up(names, dice=[6, 1, 1, 2]).choose("south")
    assert order_of_seats(game) == "ABABABAB"


@pytest.mark.rule("kow.standard.deploy_distance")
def test_the_whole_base_is_more_than_12_inches_from_the_centre_line() -> None:
    game = setting_up(dice=[6, 1]).choose("south")
    half = 40 / 25.4
    assert refused_place(game, 36.0, 12.0 - half) == "kow.standard.deploy_distance"
    game.place(36.0, 11.9 - half)
    assert game.unit("Foot").pose is not None


@pytest.mark.rule("kow.deploy.alternate")
def test_nobody_is_set_up_on_blocking_terrain_or_on_others_and_friends_may_touch() -> None:
    header = 'kow stage="zones" phase="deployment" turn=0 scenario="standard"'
    board = "72x48 building 20,6 6x5 wood 50,6 6x6"
    line = f"{header} | {board} | 0 Foot off | 0 More off | 1 Foes off"
    game = draw(line, Foot=unit(), More=unit(), Foes=unit()).play([6, 1, 1, 2]).choose("south")
    game.choose(unit="Foot")
    assert refused_place(game, 20.0, 6.0) == "kow.deploy.alternate"
    game.place(50.0, 6.0)
    game.place(36.0, 40.0, 180.0)
    assert refused_place(game, 51.0, 6.0) == "kow.deploy.alternate"
    game.place(50.0 + 100 / 25.4, 6.0)
    assert game.unit("More").pose is not None


@pytest.mark.rule("kow.artefact.open")
def test_artefacts_lie_open_once_a_unit_stands() -> None:
    table = draw("0 Foot at 36,10 | 1 Foes at 36,40 face 180", Foot=unit(artefact="Brew of Haste"), Foes=unit())
    seen = RULESET.view(table.battle, 1)
    assert seen.scene.entries[0].artefact == "Brew of Haste"


@pytest.mark.rule("kow.scenario.first_turn")
@pytest.mark.rule("kow.standard.first_turn")
def test_the_winner_of_the_roll_may_give_the_first_turn_away() -> None:
    table = draw(
        'kow stage="first round" phase="deployment" turn=0 | 72x48 | 0 Foot at 36,10 | 1 Foes at 36,40 face 180',
        Foot=unit(),
        Foes=unit(),
    )
    game = table.play([5, 2])
    assert (game.topic, game.question.seat) == ("first turn", 0)
    assert refusal(game, Chosen("third")).rule == "kow.turn.initiative"
    game.choose("second")
    assert (game.battle.turn, game.battle.active) == (1, 1)


@pytest.mark.rule("kow.scenario.first_turn")
@pytest.mark.parametrize("initiative", ["once", "each round"])
@pytest.mark.parametrize(
    ("dice", "answer", "active"), [([2, 5], "first", 1), ([2, 5], "second", 0), ([5, 2], "first", 0)]
)
def test_whoever_wins_the_roll_takes_the_first_turn_or_not(
    initiative: Any, dice: list[int], answer: str, active: int
) -> None:
    line = 'kow stage="first round" phase="deployment" turn=0 | 72x48 | 0 Foot at 36,10 | 1 Foes at 36,40 face 180'
    game = draw(line, Settings(initiative=initiative), Foot=unit(), Foes=unit()).play(dice)
    assert (game.topic, game.question.seat) == ("first turn", dice.index(5))
    game.choose(answer)
    assert (game.battle.turn, game.battle.active) == (1, active)


# Scouts


def scouting(line: str, dice: object) -> Play:
    header = 'kow stage="scouts" phase="deployment" turn=0'
    scouts = unit(rules=["Scout"], speed=6)
    table = draw(f"{header} | 72x48 | {line}", A=scouts, B=scouts, C=scouts, D=scouts, Foot=unit(), Foes=unit())
    return table.play(dice)  # type: ignore[arg-type]


@pytest.mark.rule("kow.special.scout")
def test_a_scout_advances_once_before_the_first_turn() -> None:
    game = scouting("0 A at 36,8 | 0 Foot at 20,8 | 1 Foes at 36,40 face 180", [6, 1])
    assert (game.topic, game.question.seat) == ("scout move", 0)
    assert [kind.name for kind in game.question.kinds] == ["advance"]  # type: ignore[union-attr]
    game.move("advance", Forward(6.0))
    assert pose(game, "A").y == 14.0
    assert game.topic == "first turn"
    assert game.unit("A").order == ""


@pytest.mark.rule("kow.special.scout_alternate")
def test_scouts_of_both_sides_move_in_turn_before_the_roll_for_the_first_turn() -> None:
    line = "0 A at 20,8 | 0 B at 40,8 | 1 C at 20,40 face 180 | 1 D at 40,40 face 180"
    game = scouting(line, [2, 5, 6, 1])
    assert (game.topic, game.question.seat) == ("scouts", 1)
    game.choose("enemy")
    seats = []
    while game.topic != "first turn":
        if game.topic == "scout move":
            seats.append(game.question.seat)
            game.move("advance", Forward(1.0))
        else:
            game.decline()
    assert seats == [0, 1, 0, 1]
    assert [roll.why for roll in game.rolls] == ["Who scouts first"] * 2 + ["First turn"] * 2
