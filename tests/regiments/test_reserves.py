"""Ambush and Scout."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import refused_place
from tests.regiments.harness import Play, draw, happen, models, refusal, regiment
from warhost.play import Chosen
from warhost.rulesets.regiments.chapters.deployment import reserves
from warhost.rulesets.regiments.chapters.missions import objectives
from warhost.rulesets.regiments.core import Marker, events
from warhost.table import Pose

FOOT = regiment(size=5)
AMBUSH = regiment(size=5, rules=["Ambush"])
SCOUT = regiment(size=5, rules=["Scout"])


def set_aside(**units: Any) -> Play:
    """Units named A... and B... are about to be set aside or not; the first player won the roll-off."""
    line = " | ".join(f"{int(name[0] == 'B')} {name} off" for name in units)
    return draw(line, None, **units).play(stage="set aside", turn=0)


@pytest.mark.rule("aofr.special.ambush.reserve")
def test_an_ambush_unit_may_be_set_aside() -> None:
    play = set_aside(A=FOOT, A1=AMBUSH, B=FOOT)
    assert (play.topic, play.question.seat, play.keys) == ("set aside", 0, ["deploy", "ambush"])
    play.choose("ambush").place(36, 6).place(36, 42, 180)
    assert (play.battle.turn, play.unit("A1").pose, play.unit("A1").reserve) == (1, None, "ambush")
    play.until(turn=2)
    assert play.unit("A1").id not in [event.unit for event in play.told(events.UnitActivated)]


@pytest.mark.rule("aofr.special.ambush.reserve")
def test_an_ambush_unit_may_be_deployed_as_others_are() -> None:
    play = set_aside(A1=AMBUSH, B=FOOT).choose("deploy").place(36, 6).place(36, 42, 180)
    assert play.unit("A1").pose == Pose(36, 6, 0)


@pytest.mark.rule("aofr.special.ambush.reserve", "aofr.special.scout.reserve")
def test_the_winner_of_the_roll_off_says_first_what_it_sets_aside_and_that_is_told() -> None:
    play = set_aside(B=AMBUSH, A=SCOUT, A1=FOOT)
    seats = [play.question.seat, play.choose("scout").question.seat]
    assert seats == [0, 1]
    assert [event.unit for event in play.choose("ambush").told(events.UnitSetAside)] == [1, 0]


@pytest.mark.rule("aofr.special.ambush.reserve")
def test_all_models_need_ambush() -> None:
    mixed = regiment(groups=[models(4, rules=["Ambush"]), models(1)])
    assert set_aside(A1=mixed, B=FOOT).topic == "deploy"


def arriving(turn: int = 2, first: int = 0, **units: Any) -> Play:
    """Units that were set aside, at the beginning of a round; two others stand on the table."""
    line = " | ".join(["0 X at 36,20", "1 Y at 36,28 face 180", *(f"{int(n[0] == 'B')} {n} off" for n in units)])
    table = draw(line, None, X=FOOT, Y=FOOT, **units)
    for name in units:
        table.set(name, reserve="ambush")
    return table.play(stage="start of round", turn=turn, first=first, active=first)


@pytest.mark.rule("aofr.special.ambush.arrive")
def test_ambushers_arrive_near_any_edge_from_the_second_round_on() -> None:
    play = arriving(A=AMBUSH).choose(unit="A")
    assert refused_place(play, 6, 24, 90) == "aofr.special.ambush.arrive"
    assert refused_place(play, 36, 24) == "aofr.special.ambush.arrive"
    play.place(5.5, 24, 90)
    assert (play.unit("A").pose, play.unit("A").reserve) == (Pose(5.5, 24, 90), "")
    assert arriving(turn=1, A=AMBUSH).topic == "action"


@pytest.mark.rule("aofr.special.ambush.arrive", "aofr.special.entrenched")
def test_who_came_in_by_ambush_has_moved() -> None:
    """AOFR-R156."""
    play = arriving(A=AMBUSH).choose(unit="A").place(5.5, 24, 90)
    assert (play.unit("A").moved, play.unit("A").arrived, play.unit("X").moved) == (True, 2, False)


@pytest.mark.rule("aofr.special.ambush.order")
def test_who_has_no_room_is_not_offered() -> None:
    giant = regiment(size=1, base=(7.0, 7.0), rules=["Ambush", "Tough(6)"])
    assert arriving(A=giant).topic == "action"
    assert not arriving(A=giant, A1=AMBUSH).offers(unit="A")


@pytest.mark.rule("aofr.special.ambush.arrive")
def test_nobody_cuts_a_corner() -> None:
    wide = regiment(size=5, base=(3.0, 1.0), rules=["Ambush"])
    play = arriving(A=wide).choose(unit="A")
    assert refused_place(play, 7.5, 7.5, 45) == "aofr.special.ambush.arrive"


@pytest.mark.rule("aofr.special.ambush.arrive")
def test_ambushers_are_never_obliged_to_arrive() -> None:
    play = arriving(A=AMBUSH).choose("wait")
    assert play.unit("A").reserve == "ambush"
    play.until("arrive", turn=3)
    assert play.offers(unit="A")


@pytest.mark.rule("aofr.special.ambush.order")
def test_players_take_turns_to_bring_ambushers_in() -> None:
    play = arriving(first=1, A=AMBUSH, A1=AMBUSH, B=AMBUSH, B1=AMBUSH)
    seats = []
    x = 5.0
    while play.topic == "arrive":
        seats.append(play.question.seat)
        play.choose(play.keys[0]).place(x, 2 if play.question.seat else 46)
        x += 8
    assert seats == [1, 0, 1, 0]


@pytest.mark.rule("aofr.special.ambush.order")
def test_who_waits_is_done_for_the_round() -> None:
    play = arriving(A=AMBUSH, A1=AMBUSH, B=AMBUSH)
    play.choose("wait")
    assert play.question.seat == 1
    play.choose(unit="B").place(20, 2)
    assert play.topic != "arrive"


@pytest.mark.rule("aofr.special.ambush.no_objectives")
def test_ambushers_do_not_seize_in_the_round_they_come_in() -> None:
    line = "0 A at 36,4 | 1 B at 36,44 face 180"
    laid = draw(line, A=AMBUSH, B=FOOT).having(turn=2, markers=(Marker(36, 6),), mission="duel").set("A", arrived=2)
    assert happen(laid, objectives.at_round_end).battle.markers[0].owner is None
    later = draw(line, A=AMBUSH, B=FOOT).having(turn=3, markers=(Marker(36, 6),), mission="duel").set("A", arrived=2)
    assert happen(later, objectives.at_round_end).battle.markers[0].owner == 0


@pytest.mark.rule("aofr.special.ambush.no_objectives")
def test_ambushers_do_not_contest_in_the_round_they_come_in() -> None:
    play = arriving(A=AMBUSH).choose(unit="A").place(36, 2)
    assert play.unit("A").arrived == 2
    laid = draw("0 A at 36,4 | 1 B at 36,8 face 180", A=AMBUSH, B=FOOT).set("A", arrived=2)
    laid.having(turn=2, markers=(Marker(36, 6),), mission="duel")
    assert happen(laid, objectives.at_round_end).battle.markers[0].owner == 1


@pytest.mark.rule("aofr.special.scout.reserve")
def test_scouts_are_deployed_after_all_others_and_must_be() -> None:
    play = set_aside(A=FOOT, A1=SCOUT, B=FOOT).choose("scout")
    play.place(36, 6).place(36, 42, 180)
    assert play.battle.turn == 0
    assert (play.topic, play.question.__struct_config__.tag) == ("deploy", "place")
    assert refused_place(play, 20, 20) == "aofr.deploy.zone"
    assert refusal(play, Chosen("wait")).rule
    play.place(20, 6)
    assert play.topic == "scout"
    play.place(20, 6)
    assert play.battle.turn == 1


@pytest.mark.rule("aofr.special.scout.reserve")
def test_scouts_may_also_deploy_with_the_others() -> None:
    play = set_aside(A=SCOUT, A1=FOOT, B=FOOT)
    assert (play.topic, play.keys, play.options[1].unit) == ("set aside", ["deploy", "scout"], play.unit("A").id)
    play.choose("deploy")
    assert play.offers(unit="A")
    play.choose(unit="A").place(20, 6).place(36, 42, 180).place(36, 6)
    assert (play.battle.turn, play.told(events.UnitScouted), play.unit("A").reserve) == (1, [], "")


@pytest.mark.rule("aofr.special.scout.reserve")
def test_scouts_of_the_first_player_wait_for_all_units_of_both() -> None:
    play = set_aside(A=SCOUT, A1=FOOT, B=FOOT, B1=FOOT, B2=FOOT).choose("scout")
    placed = []
    while play.battle.turn == 0:
        question = play.question
        if question.__struct_config__.tag == "place" and question.topic == "deploy":
            placed.append(play.battle.units[question.unit or 0].name)  # type: ignore[union-attr]
        play.decline()
    assert placed[-1] == "A"
    assert sorted(placed) == ["A", "A1", "B", "B1", "B2"]
    assert play.unit("A").pose is not None


@pytest.mark.rule("aofr.special.scout.reserve")
def test_all_models_need_scout_to_be_set_aside() -> None:
    mixed = regiment(groups=[models(4, rules=["Scout"]), models(1)])
    assert set_aside(A1=mixed, B=FOOT).topic == "deploy"
    led = regiment(size=5, rules=["Scout"], hero=regiment(size=1, rules=["Hero"]))
    assert set_aside(A1=led, B=FOOT).topic == "deploy"


@pytest.mark.rule("aofr.special.scout.move")
def test_scouts_are_placed_again_within_twelve_inches() -> None:
    play = set_aside(A=SCOUT, B=FOOT).choose("scout").place(36, 42, 180).place(20, 11.5)
    assert refused_place(play, 20, 24) == "aofr.special.scout.move"
    play.place(20, 23.5)
    assert play.unit("A").pose == Pose(20, 23.5, 0)


@pytest.mark.rule("aofr.special.scout.move")
def test_every_scout_stays_within_twelve_inches_of_its_own_place() -> None:
    play = set_aside(A=SCOUT, B=FOOT).choose("scout").place(36, 42, 180).place(20, 11.5)
    assert refused_place(play, 20, 23.5, 180) == "aofr.special.scout.move"
    play.place(20, 21, 90)
    assert play.unit("A").pose == Pose(20, 21, 90)


@pytest.mark.rule("aofr.special.scout.move", "aofr.special.entrenched")
@pytest.mark.parametrize(("y", "moved"), [(11.5, False), (16.0, True)])
def test_scouts_that_go_on_have_moved_and_those_that_stay_have_not(y: float, moved: bool) -> None:
    play = set_aside(A=SCOUT, A1=FOOT, B=FOOT).choose("scout").place(36, 6).place(36, 42, 180)
    play.place(20, 11.5).place(20, y)
    assert (play.topic, play.unit("A").moved) == ("activate", moved)
    assert len(play.told(events.UnitScouted)) == moved


@pytest.mark.rule("aofr.special.scout.order")
def test_players_take_turns_to_deploy_scouts() -> None:
    line = "0 A off | 0 A1 off | 1 B off | 1 B1 off"
    table = draw(line, A=SCOUT, A1=SCOUT, B=SCOUT, B1=SCOUT)
    for name in ("A", "A1", "B", "B1"):
        table.set(name, reserve="scout")
    play = table.play(stage="scouts", turn=0, first=1, active=1)
    seats = []
    while play.battle.turn == 0:
        if play.topic == "deploy":
            seats.append(play.question.seat)
        play.decline()
    assert seats == [1, 0, 1, 0]


@pytest.mark.rule("aofr.special.scout.order")
def test_who_alone_has_scouts_left_goes_on_alone() -> None:
    table = draw("0 A off | 0 A1 off | 1 B at 36,44 face 180", A=SCOUT, A1=SCOUT, B=FOOT)
    play = table.set("A", reserve="scout").set("A1", reserve="scout").play(stage="scouts", turn=0, first=1, active=1)
    play.choose(unit="A").place(10, 6).place(10, 6).place(30, 6).place(30, 6)
    assert (play.battle.turn, play.unit("A").pose, play.unit("A1").pose) == (1, Pose(10, 6, 0), Pose(30, 6, 0))


@pytest.mark.rule("aofr.mission.last_stand.reserves")
def test_units_that_come_back_are_whole_but_what_they_used_is_used() -> None:
    """AOFR-R203."""
    table = draw("0 A off", A=regiment(size=5, hero=regiment(size=1, rules=["Hero", "Tough(3)"])))
    table.set("A", left=(0,), hero=False, fate="routed", used=("Bomb",), fatigued=True, shaken=True)
    unit = table.set("A", wounds=1, hero_wounds=2, tokens=(3,)).unit("A")
    reserves.recall(table.battle, unit)
    assert (unit.models, unit.hero, unit.fate, unit.fatigued, unit.used) == (6, True, "", False, ("Bomb",))
    assert (unit.wounds, unit.hero_wounds, unit.tokens, unit.shaken) == (0, 0, (), False)
    assert unit.recalled


def wagon(rule: str) -> Any:
    return regiment(1, rules=["Transport(6)", "Tough(6)", rule], base=(2, 4))


@pytest.mark.rule("aofr.special.transport.deploy")
def test_a_transport_that_is_set_aside_takes_units_along() -> None:
    play = set_aside(A=FOOT, A1=wagon("Ambush"), A2=FOOT, B=FOOT).choose("ambush")
    assert (play.topic, [option.unit for option in play.options]) == ("aboard", [None, 0, 2])
    play.choose(unit="A2").place(36, 6).place(36, 42, 180)
    assert (play.battle.turn, play.unit("A2").inside) == (1, play.unit("A1").id)
    play.until("arrive", turn=2)
    assert play.unit("A2").id not in [event.unit for event in play.told(events.UnitActivated)]


@pytest.mark.rule("aofr.special.transport.deploy")
def test_who_is_inside_a_transport_that_is_set_aside_is_not_set_aside_by_itself() -> None:
    play = set_aside(A1=wagon("Ambush"), A2=AMBUSH, B=FOOT).choose("ambush").choose(unit="A2")
    assert (play.question.seat, play.unit("A2").reserve) == (1, "")


@pytest.mark.rule("aofr.special.transport.deploy")
def test_scouts_in_a_transport_come_with_it() -> None:
    play = set_aside(A1=wagon("Scout"), A2=FOOT, B=FOOT).choose("scout").choose(unit="A2")
    play.place(36, 42, 180).place(36, 8).place(36, 20)
    assert (play.unit("A1").pose, play.unit("A2").inside) == (Pose(36, 20, 0), play.unit("A1").id)
    assert "A2" in [play.battle.units[option.unit or 0].name for option in play.options]


@pytest.mark.rule("aofr.special.ambush.no_objectives")
def test_who_came_in_an_ambushing_transport_seizes_nothing_in_that_round() -> None:
    table = draw("0 A at 36,20 | 0 X off | 1 Y at 36,46 face 180", A=FOOT, X=wagon("Ambush"), Y=FOOT)
    table.set("X", reserve="ambush").aboard("A", "X").having(markers=(Marker(36, 3),))
    play = table.play(stage="start of round", turn=2, first=0, active=0).choose(unit="X").place(36, 3, 90)
    assert (play.unit("A").arrived, play.unit("X").arrived) == (2, 2)
