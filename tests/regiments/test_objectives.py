"""Placing and seizing markers, and who wins the core mission."""

from __future__ import annotations

import pytest

from tests.playing import refused_place
from tests.regiments.harness import Play, Table, draw, happen, refusal, regiment
from warhost.dice import Chance
from warhost.play import Chosen
from warhost.rulesets.regiments.chapters.deployment import markers
from warhost.rulesets.regiments.chapters.missions import objectives
from warhost.rulesets.regiments.chapters.missions.seizing import eligible, seizers
from warhost.rulesets.regiments.core import Marker, events
from warhost.table import Forward, Pose

FOOT = regiment(size=5)
"""5" wide and 1" deep."""


def table(line: str = "0 A at 36,4 | 1 B at 36,44 face 180") -> Table:
    return draw(line, None, **{name: FOOT for name in ("A", "B") if f" {name} " in f" {line} "})


def placing(count: int) -> Play:
    """Markers are about to be placed; the second player wins the roll-off for it."""
    face = {3: 1, 4: 3, 5: 5}[count]
    return table("0 A off | 1 B off").play(dice=[face, 2, 5, 1, 6], stage="markers", turn=0, mission="duel")


def put(play: Play, *points: tuple[float, float]) -> Play:
    for x, y in points:
        play.place(x, y)
    return play


@pytest.mark.rule("aofr.objective.count", "aofr.mission.duel")
@pytest.mark.parametrize(("die", "count"), [(1, 3), (2, 3), (3, 4), (4, 4), (5, 5), (6, 5)])
def test_the_core_mission_has_d3_and_two_markers(die: int, count: int) -> None:
    play = table("0 A off | 1 B off").play(dice=[die, 2, 5, 1, 6], stage="markers", turn=0, mission="duel")
    play.choose("0")
    while play.topic == "marker":
        play.decline()
    assert len(play.battle.markers) == count


@pytest.mark.rule("aofr.objective.first_placer")
def test_the_winner_of_the_roll_off_names_the_first_placer() -> None:
    play = placing(3)
    assert (play.topic, play.question.seat) == ("first marker", 1)
    assert placing(3).choose("0").question.seat == 0
    assert placing(3).choose("1").question.seat == 1


@pytest.mark.rule("aofr.objective.alternate", "aofr.mission.common_placing")
def test_players_take_turns_until_all_markers_lie() -> None:
    play = placing(5).choose("1")
    seats = []
    while play.topic == "marker":
        seats.append(play.question.seat)
        play.decline()
    assert seats == [1, 0, 1, 0, 1]


@pytest.mark.rule("aofr.objective.outside_zones", "aofr.mission.common_placing")
def test_markers_are_not_placed_in_a_zone() -> None:
    play = placing(3).choose("0")
    assert refused_place(play, 36, 10) == "aofr.objective.outside_zones"
    assert refused_place(play, 36, 12) == "aofr.objective.outside_zones"
    assert refused_place(play, 36, 38) == "aofr.objective.outside_zones"
    play.place(36, 12.5)
    assert play.battle.markers[0] == Marker(36, 12.5)


@pytest.mark.rule("aofr.objective.spacing", "aofr.mission.common_placing")
def test_markers_are_more_than_nine_inches_apart() -> None:
    play = placing(3).choose("0").place(30, 24)
    assert refused_place(play, 39, 24) == "aofr.objective.spacing"
    play.place(39.1, 24)
    assert len(play.battle.markers) == 2


@pytest.mark.rule("aofr.objective.reachable")
def test_no_marker_lies_where_nobody_can_get_to() -> None:
    line = "72x48 building 36,24 6x6 | 0 A off | 1 B off"
    play = table(line).play(dice=[1, 2, 5], stage="markers", turn=0, mission="duel").choose("0")
    assert refused_place(play, 36, 24) == "aofr.objective.reachable"
    assert refused_place(play, 38.5, 24) == "aofr.objective.reachable"
    play.place(40, 24)
    assert len(play.battle.markers) == 1


@pytest.mark.rule("aofr.objective.reachable")
def test_a_spot_between_walls_is_too_tight() -> None:
    walls = "building 33,24 5x10 building 38.6,24 5x10 building 35.8,30.5 10x3 building 35.8,17.5 10x3"
    assert not markers.reachable(table(f"72x48 {walls} | 0 A off").battle, 35.8, 24)
    assert markers.reachable(table("72x48 building 30,24 5x10 building 38,24 5x10 | 0 A off").battle, 34, 24)


def test_a_marker_without_a_legal_place_goes_where_others_are_furthest() -> None:
    """AOFR-R062."""
    crowded = tuple(Marker(x, y) for x in range(0, 73, 9) for y in range(12, 37, 6))
    play = happen(
        table("0 A off | 1 B off").having(markers=crowded, turn=0),
        lambda battle: markers.place_one(battle, 0, markers.common()),
    )
    assert play.game.over
    assert len(play.battle.markers) == len(crowded) + 1
    last = play.battle.markers[-1]
    assert 12 < last.y < 36


def test_random_answers_for_markers_are_legal() -> None:
    play = placing(5).choose("0")
    chance = Chance(3)
    while play.topic == "marker":
        play.answer(play.game.asked.sample(chance))
    assert len(play.battle.markers) == 5


def held_after(line: str, *told: Marker, **states: dict[str, object]) -> list[int | None]:
    """Whose the markers are at the end of a round."""
    laid = table(line).having(markers=told, mission="duel")
    for name, fields in states.items():
        laid.set(name, **fields)
    play = happen(laid, objectives.at_round_end)
    return [marker.owner for marker in play.battle.markers]


@pytest.mark.rule("aofr.objective.seize")
def test_a_side_alone_within_three_inches_seizes_the_marker() -> None:
    line = "0 A at 36,20.6 | 1 B at 36,28 face 180"
    assert held_after(line, Marker(36, 24)) == [0]
    assert held_after("0 A at 36,20 | 1 B at 36,27.4 face 180", Marker(36, 24)) == [1]
    assert held_after("0 A at 36,20.6 | 1 B at 36,27.4 face 180", Marker(36, 24)) == [None]


@pytest.mark.rule("aofr.objective.seize", "aofr.objective.contested_neutral")
def test_only_what_changes_hands_is_told() -> None:
    told = (Marker(36, 24), Marker(10, 24, owner=0), Marker(60, 24, owner=1))
    laid = table("0 A at 36,21 | 1 B at 60,27").having(markers=told, mission="duel")
    play = happen(laid, objectives.at_round_end)
    assert play.told(events.MarkerSeized) == [events.MarkerSeized(1, 0)]
    assert not play.told(events.MarkerNeutral)
    contested = table("0 A at 36,21 | 1 B at 36,27").having(markers=(Marker(36, 24, owner=1),), mission="duel")
    assert happen(contested, objectives.at_round_end).told(events.MarkerNeutral) == [events.MarkerNeutral(1)]


def test_how_the_battle_would_be_judged_counts_who_could_seize_now() -> None:
    laid = table("0 A at 36,21 | 1 B at 60,44").having(markers=(Marker(36, 24, owner=1),), mission="duel")
    assert objectives.verdict(laid.battle).winners == (0,)
    assert laid.battle.markers == (Marker(36, 24, owner=1),)


@pytest.mark.rule("aofr.objective.seize_range")
def test_seizing_reaches_three_inches_from_the_closest_model() -> None:
    assert held_after("0 A at 36,20.5", Marker(36, 24)) == [0]
    assert held_after("0 A at 36,20.4", Marker(36, 24)) == [None]
    assert held_after("0 A at 30.5,24", Marker(36, 24)) == [0]
    # Behind eight models: 3" to the three of the last row on the left, 4" to the front row on the right.
    behind = (Marker(34, 24), Marker(38.5, 24))
    short = draw("0 A at 36,28", A=regiment(8)).having(markers=behind, mission="duel")
    assert [marker.owner for marker in happen(short, objectives.at_round_end).battle.markers] == [0, None]


@pytest.mark.rule("aofr.objective.stays_seized")
def test_a_seized_marker_stays_with_its_owner() -> None:
    assert held_after("0 A at 36,4 | 1 B at 36,44 face 180", Marker(36, 24, owner=0)) == [0]
    assert held_after("0 A at 36,4 | 1 B at 36,26 face 180", Marker(36, 24, owner=0)) == [1]


@pytest.mark.rule("aofr.objective.contested_neutral", "aofr.mission.common_seizing")
def test_a_contested_marker_becomes_neutral() -> None:
    line = "0 A at 36,22 | 1 B at 36,26 face 180"
    assert held_after(line, Marker(36, 24, owner=0)) == [None]
    assert held_after(line, Marker(36, 24)) == [None]


@pytest.mark.rule("aofr.mission.common_seizing")
@pytest.mark.parametrize("mission", ["seize_ground", "breakthrough", "king_of_the_hill", "domination", "mosh_pit"])
def test_missions_share_the_rules_for_seizing(mission: str) -> None:
    laid = table("0 A at 36,22 | 1 B at 36,26 face 180").having(markers=(Marker(36, 24, owner=1),), mission=mission)
    assert happen(laid, objectives.at_round_end).battle.markers[0].owner is None
    # The fronts are 2.9" and 3.1" away: the one that is near enough takes it.
    laid = table("0 A at 36,20.6 | 1 B at 36,27.6 face 180").having(markers=(Marker(36, 24, owner=1),), mission=mission)
    assert happen(laid, objectives.at_round_end).battle.markers[0].owner == 0


def test_shaken_units_and_passengers_do_not_count() -> None:
    """AOFR-R060, AOFR-R061."""
    line = "0 A at 36,22 | 1 B at 36,26 face 180"
    assert held_after(line, Marker(36, 24), B={"shaken": True}) == [0]
    battle = table(line).aboard("B", "A").battle
    assert not eligible(battle, battle.units[1])
    assert seizers(battle, Marker(36, 24), 1) == []


@pytest.mark.rule("aofr.objective.only_round_end")
@pytest.mark.parametrize(("inches", "owner"), [(12.0, 0), (4.0, 1)])
def test_who_is_there_at_the_end_of_the_round_seizes_and_who_passed_by_does_not(inches: float, owner: int) -> None:
    line = "0 A at 10,4 | 1 B at 36,30 face 180"
    play = draw(line, A=FOOT, B=FOOT).play(
        stage="activate", active=1, first=1, mission="duel", markers=(Marker(36, 24, owner=0),)
    )
    play.act("B", "rush").move(Forward(inches))
    assert play.battle.markers[0].owner == 0
    play.until(turn=2)
    assert play.unit("B").pose == Pose(36, 30 - inches, 180)
    assert play.battle.markers[0].owner == owner
    assert [event.seat for event in play.told(events.MarkerSeized)] == [1] * owner


def judged(*owners: int | None) -> tuple[int, ...]:
    told = tuple(Marker(10 * i, 24, owner=owner) for i, owner in enumerate(owners))
    play = table().having(markers=told, mission="duel").play(stage="reckon", turn=4)
    assert play.battle.outcome is not None
    return play.battle.outcome.winners


@pytest.mark.rule("aofr.victory.core")
def test_more_markers_win_after_the_last_round() -> None:
    assert judged(0, 0, 0, 1, None) == (0,)
    assert judged(1, None, None) == (1,)
    assert judged(0, 1, None) == ()


@pytest.mark.rule("aofr.victory.no_wipeout")
def test_markers_decide_even_if_an_army_is_gone() -> None:
    told = (Marker(10, 24, owner=1), Marker(60, 24, owner=1), Marker(36, 24))
    play = (
        table("0 A at 36,22 | 1 B off")
        .set("B", fate="destroyed", left=(0,))
        .play(stage="start of round", turn=2, mission="duel", markers=told)
    )
    while not play.game.over:
        play.decline()
    assert play.battle.turn == 4
    outcome = play.battle.outcome
    assert outcome is not None
    assert outcome.winners == (1,)
    assert outcome.score == (1, 2)


def test_an_unknown_first_placer_is_refused() -> None:
    play = placing(3)
    assert refusal(play, Chosen("2")).rule == "aofr.objective.first_placer"
