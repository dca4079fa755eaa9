"""Ambush, Scout and Vanguard: units that are not deployed like the others."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles import troops
from tests.fantasy_battles.harness import Play, draw, refused_move, with_rules
from tests.fantasy_battles.mustered import Muster, muster, ruled_out
from warhost.play import Manoeuvre
from warhost.rulesets.fantasy_battles.core.battle import Settings
from warhost.table import Forward

PLAIN: dict[str, Any] = {"deployment": "Frontline Clash", "objective": "none"}
DEPTH = 2 * 20 / 25.4
"""The depth of ten Archers, five wide, in inches."""


def lurking(**options: Any) -> Muster:
    """The first player, in the south, has Archers in Ambush."""
    hidden = troops.changed("Archers", rules=("Ambush",))
    play = muster([hidden, "Spearmen"], ["Swordsmen"], until="side", **{**PLAIN, **options})
    play.choose("near")
    return play.on_to("ambush").pick("Archers")


# Ambush


@pytest.mark.rule("t9a.special.ambush", "t9a.pregame.special_deployment")
def test_ambushers_are_off_the_board_on_turn_1_and_come_in_on_turn_2() -> None:
    play = lurking()
    while not play.battle.turn:
        play.plainly()
    assert play.unit("Archers").pose is None
    assert play.unit("Archers").waiting
    play.on_to("ambush place")
    assert (play.battle.turn, play.battle.phase, play.question.seat) == (2, "movement", 0)


@pytest.mark.rule("t9a.special.ambush")
def test_an_ambusher_is_placed_with_its_rear_on_any_edge_but_the_opponents() -> None:
    play = lurking().on_to("ambush place")
    assert ruled_out(play, 20.0, DEPTH / 2, 0.0) == ""
    assert ruled_out(play, DEPTH / 2, 30.0, 90.0) == ""
    assert ruled_out(play, 72.0 - DEPTH / 2, 30.0, 270.0) == ""
    assert ruled_out(play, 20.0, 48.0 - DEPTH / 2, 180.0) == "t9a.special.ambush"
    assert ruled_out(play, 20.0, DEPTH / 2 + 1.0, 0.0) == "t9a.special.ambush"
    assert ruled_out(play, 20.0, DEPTH / 2, 180.0) == "t9a.special.ambush"
    assert all(ruled_out(play, *place) == "" for place in suggested(play))


def suggested(play: Play) -> list[tuple[float, float, float]]:
    """The places that are suggested."""
    poses = [answer.pose for answer in play.game.asked.suggestions() if hasattr(answer, "pose")]
    return [(pose.x, pose.y, pose.facing) for pose in poses if pose is not None]


@pytest.mark.rule("t9a.special.ambush")
def test_an_ambusher_cannot_march_in_the_turn_in_which_it_arrives_but_may_advance() -> None:
    play = lurking().on_to("ambush place")
    play.place(DEPTH / 2, 20.0, 90.0).choose(unit="Archers")
    assert isinstance(play.question, Manoeuvre)
    assert "march" not in [kind.name for kind in play.question.kinds]
    assert refused_move(play, "march", Forward(7.0)) == "t9a.special.ambush"
    play.move("advance", Forward(3.0))
    while not (play.battle.turn == 3 and play.topic == "move" and play.question.seat == 0):
        play.plainly()
    play.choose(unit="Archers")
    assert isinstance(play.question, Manoeuvre)
    assert "march" in [kind.name for kind in play.question.kinds]


@pytest.mark.rule("t9a.special.ambush")
def test_an_ambusher_shoots_as_if_it_had_moved() -> None:
    line = "Archers at 36,10 | Swordsmen at 36,20 face 180"
    dice = {"Flux Card": 4}
    still = draw(line, phase="movement", turn=2).play(dice)
    still.until("shoot")
    table = draw(line, phase="movement", turn=2)
    table.set("Archers", pose=None, special="ambush")
    table.battle.stage = "arrivals"
    play = table.play(dice)
    play.place(36.0, DEPTH / 2, 0.0).until("shoot")
    needed = [
        [part.why for odds in option.odds for part in odds.parts]
        for game in (still, play)
        for option in game.weighed
        if option.unit == 0
    ]
    assert "Moving and Shooting" not in needed[0]
    assert "Moving and Shooting" in needed[-1]


@pytest.mark.rule("t9a.special.ambush")
def test_players_may_agree_that_ambushers_roll_for_it() -> None:
    play = lurking(ambush="3+ from turn 2", dice={"Arrival": [2, 1, 3]}).on_to("ambush place")
    assert play.battle.turn == 4


@pytest.mark.rule("t9a.special.ambush")
def test_an_ambusher_for_which_there_is_no_place_is_lost() -> None:
    line = "t9a | 3x48 | 0 Spearmen off | 0 Captain at 1,10 | Swordsmen at 1.5,40 face 90"
    table = draw(line, phase="movement", turn=2)
    table.set("Spearmen", special="ambush").battle.stage = "arrivals"
    play = table.play()
    assert play.unit("Spearmen").fate == "destroyed"


@pytest.mark.rule("t9a.special.ambush", "t9a.special.character")
def test_a_character_in_ambush_may_wait_in_the_ranks_of_a_unit_in_ambush() -> None:
    hidden = troops.changed("Archers", rules=("Ambush",))
    leader = troops.changed("Captain", rules=("Ambush",))
    play = muster([hidden, leader, "Spearmen"], ["Swordsmen"], until="ambush", **PLAIN)
    play.pick("Archers", "Captain")
    assert play.topic == "ambush with"
    play.choose(unit="Captain", target="Archers")
    assert play.unit("Captain").host == play.unit("Archers").id
    play.on_to("ambush place")
    assert play.unit("Captain").pose is None


# Scout


def spying(field: str = "open", foe: tuple[float, float] = (36.0, 40.0)) -> Muster:
    """The first player, in the south, has Scouts; there is one enemy."""
    man = troops.single("Man", base=(25, 25))
    spy = troops.single("Spy", base=(25, 25), rules=("Scout",))
    play = muster([spy, man], [troops.single("Foe", base=(25, 25))], until="side", field=field, **PLAIN)
    play.choose("near")
    play.on_to("scouts").pick("Spy").ours_first()
    play.put("Man", 5.0, 5.0).on_to("deploy")
    play.put("Foe", *foe)
    play.on_to("deploy")
    return play


HALF = 25 / 25.4 / 2


@pytest.mark.rule("t9a.special.scout")
def test_scouts_are_deployed_anywhere_more_than_18_inches_from_enemies() -> None:
    play = spying()
    assert play.deployable() == ["Spy"]
    assert ruled_out(play, 36.0, 40.0 - 18.1 - 2 * HALF) == ""
    assert ruled_out(play, 36.0, 40.0 - 18.0 - 2 * HALF) == "t9a.special.scout"
    assert ruled_out(play, 5.0, 40.0) == "", "behind the enemy's lines too"
    assert all(ruled_out(play, *place) == "" for place in suggested(play))


@pytest.mark.rule("t9a.special.scout")
def test_scouts_in_hiding_may_be_nearer() -> None:
    # There is a Forest of 8 by 7 inches around 58, 29, and a Hill around 36, 24.
    play = spying("2", foe=(42.0, 40.0))
    assert ruled_out(play, 55.0, 29.0) == ""
    assert ruled_out(play, 53.0, 29.0) == "t9a.special.scout", "not wholly inside the Forest"
    assert ruled_out(play, 40.0, 25.0) == "t9a.special.scout", "a Hill hides nobody"
    closer = spying("2", foe=(50.0, 38.0))
    assert ruled_out(closer, 55.0, 28.0) == "t9a.special.scout", "within 12 inches"


@pytest.mark.rule("t9a.special.scout")
def test_scouts_outside_their_zone_do_not_charge_in_the_first_player_turn() -> None:
    for scouted, turn, charges in ((True, 1, False), (False, 1, True), (True, 2, True)):
        table = with_rules("Spearmen at 36,20 | Swordsmen at 36,28 face 180", "Spearmen", ("Scout",))
        table.set("Spearmen", scouted=scouted)
        play = table.play(turn=turn)
        offered = play.topic == "declare charge" and play.offers(unit="Spearmen", target="Swordsmen")
        assert offered == charges


@pytest.mark.rule("t9a.special.scout")
def test_scouts_are_noted_as_such_only_outside_their_zone() -> None:
    ahead = spying()
    ahead.place(20.0, 22.0, 0.0)
    assert ahead.unit("Spy").scouted
    home = spying()
    home.place(20.0, 6.0, 0.0)
    assert not home.unit("Spy").scouted


# Vanguard


def going_ahead(settings: Settings | None = None, y: float = 6.0) -> Play:
    """The Spearmen are Vanguard, their front usually 30 inches from the enemy's."""
    line = f"Spearmen at 36,{y} | Swordsmen at 36,39.1496 face 180"
    table = draw(line, settings, phase="deployment", stage="vanguard", turn=0, finished=(0, 1), homes=(0, 1))
    return table.change("Spearmen", ("Vanguard",)).play(dice={"First turn": [6, 1], "Flux Card": 4})


@pytest.mark.rule("t9a.special.vanguard")
def test_the_vanguard_advances_12_inches_but_not_within_12_of_enemies() -> None:
    play = going_ahead()
    play.choose(unit="Spearmen")
    assert refused_move(play, "advance", Forward(12.1)) == "t9a.move.advance"
    play.move("advance", Forward(12.0))
    assert play.unit("Spearmen").vanguard
    assert not play.unit("Spearmen").moved
    near = going_ahead(y=14.0).choose(unit="Spearmen")
    # Their fronts are 22 inches apart.
    assert refused_move(near, "advance", Forward(10.0)) == "t9a.special.vanguard"
    near.move("advance", Forward(9.9))


@pytest.mark.rule("t9a.special.vanguard")
def test_players_may_agree_on_6_inches_for_the_vanguard() -> None:
    play = going_ahead(Settings(vanguard=6)).choose(unit="Spearmen")
    assert refused_move(play, "advance", Forward(6.1)) == "t9a.move.advance"


@pytest.mark.rule("t9a.special.vanguard")
def test_who_moved_as_vanguard_does_not_charge_in_the_first_player_turn() -> None:
    for moved, turn, first, charges in (
        (True, 1, 0, False),
        (False, 1, 0, True),
        (True, 1, 1, True),
        (True, 2, 0, True),
    ):
        table = with_rules("Spearmen at 36,20 | Swordsmen at 36,28 face 180", "Spearmen", ("Vanguard",))
        table.set("Spearmen", vanguard=moved)
        play = table.play(turn=turn, first=first)
        offered = play.topic == "declare charge" and play.offers(unit="Spearmen", target="Swordsmen")
        assert offered == charges
