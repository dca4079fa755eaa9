"""Progressive Scoring missions."""

from __future__ import annotations

import pytest

from tests.playing import refused_place
from tests.regiments.harness import happen
from tests.regiments.missions import judged, places, played_out, round_end, set_up, table
from warhost.rulesets.regiments.chapters.wounds.removal import rout
from warhost.rulesets.regiments.core import Marker, events

FAR = "0 A at 10,4 | 1 B at 62,44 face 180"
"""Nobody is near to any marker in the middle."""


def owned(*owners: int | None) -> tuple[Marker, ...]:
    """Markers in the middle of the table that belong to these sides."""
    return tuple(Marker(20 + 10 * number, 24, owner=owner) for number, owner in enumerate(owners))


def scored(mission: str, *rounds: tuple[int | None, ...], line: str = FAR) -> tuple[float, ...]:
    """The points after these rounds and the end of the game, if sides hold the markers so at their ends."""
    points: tuple[float, ...] = (0.0, 0.0)
    for number, owners in enumerate(rounds, 1):
        points = round_end(line, mission, *owned(*owners), points=points, turn=number).battle.points
    play = table(line, mission, markers=owned(*rounds[-1]), points=points).play(stage="reckon", turn=len(rounds))
    return play.battle.points


@pytest.mark.rule("aofr.mission.pitched_battle.setup")
def test_pitched_battle_has_d3_and_two_markers() -> None:
    play = set_up("pitched_battle", [3, 2, 5, 1, 6]).choose("0")
    assert refused_place(play, 36, 10) == "aofr.objective.outside_zones"
    while play.topic == "marker":
        play.decline()
    assert len(play.battle.markers) == 4


@pytest.mark.rule("aofr.mission.pitched_battle.score")
def test_pitched_battle_scores_markers_each_round_and_more_at_the_end() -> None:
    a, b, n = 0, 1, None
    rounds = ((a, a, n, b), (a, a, n, b), (a, a, a, b), (a, a, a, b))
    assert scored("pitched_battle", *rounds) == (11, 4)
    assert scored("pitched_battle", (a, b)) == (1, 1)


@pytest.mark.rule("aofr.mission.pitched_battle.win")
def test_most_points_win_pitched_battle() -> None:
    assert judged("pitched_battle", points=(11.0, 4.0)) == (0,)
    assert judged("pitched_battle", points=(3.0, 4.0)) == (1,)
    assert judged("pitched_battle", points=(4.0, 4.0)) == ()
    assert played_out(table(FAR, "pitched_battle").play()).battle.turn == 4


@pytest.mark.rule("aofr.mission.domination.setup")
def test_domination_has_a_marker_in_each_free_quarter() -> None:
    assert sorted(places(set_up("domination", [1, 6]))) == [(18, 18), (18, 30), (54, 18), (54, 30)]


@pytest.mark.rule("aofr.mission.domination.score")
def test_domination_scores_having_more_in_every_round() -> None:
    play = round_end(FAR, "domination", *owned(0, 0, 0, 1))
    assert list(play.battle.points) == [4, 1]
    assert play.told(events.PointsScored) == [events.PointsScored(0, 4), events.PointsScored(1, 1)]
    assert scored("domination", (0, 0, 0, 1)) == (4, 1)
    assert scored("domination", (0, 1, 1, 1)) == (1, 4)
    assert scored("domination", (0, 1)) == (1, 1)


@pytest.mark.rule("aofr.mission.domination.win")
def test_most_points_win_domination() -> None:
    assert judged("domination", points=(12.0, 9.0)) == (0,)
    assert judged("domination", points=(9.0, 9.0)) == ()
    assert played_out(table(FAR, "domination").play()).battle.turn == 4


@pytest.mark.rule("aofr.mission.capture_hold.setup")
def test_capture_and_hold_has_three_markers() -> None:
    play = set_up("capture_hold", [2, 5, 1, 6]).choose("0")
    while play.topic == "marker":
        play.decline()
    assert len(play.battle.markers) == 3


@pytest.mark.rule("aofr.mission.capture_hold.carry")
def test_captured_markers_are_carried_and_dropped_by_shaken_units() -> None:
    line = "0 A at 36,22 | 1 B at 10,44 face 180"
    play = round_end(line, "capture_hold", Marker(36, 24))
    assert play.battle.markers == (Marker(36, 22, owner=0, carrier=0),)
    laid = table(line, "capture_hold", markers=play.battle.markers).set("A", shaken=True)
    dropped = laid.play(stage="end of round")
    assert dropped.battle.markers == (Marker(36, 22),)


@pytest.mark.rule("aofr.mission.capture_hold.carry")
def test_captured_markers_stay_where_their_carrier_routs() -> None:
    laid = table(FAR, "capture_hold", markers=(Marker(10, 4, owner=0, carrier=0),))
    assert happen(laid, lambda battle: rout(battle, battle.units[0])).battle.markers == (Marker(10, 4),)


@pytest.mark.rule("aofr.mission.capture_hold.score")
def test_capture_and_hold_scores_carried_markers() -> None:
    a, b, n = 0, 1, None
    assert scored("capture_hold", (a, n, n), (a, a, b), (a, a, b), (a, a, b)) == (8, 3)
    assert judged("capture_hold", points=(8.0, 3.0)) == (0,)


OWN = (Marker(36, 12, owner=0, placed_by=0), Marker(36, 36, owner=1, placed_by=1))
LOST = Marker(36, 12, owner=1, placed_by=0, gone=True)


@pytest.mark.rule("aofr.mission.demolition.setup")
def test_demolition_markers_are_the_placers_own_and_fall() -> None:
    play = set_up("demolition", [5, 2], stage="roll off").choose("south")
    assert refused_place(play, 30, 20) == "aofr.mission.sabotage.setup"
    play.place(30, 12).place(40, 36)
    assert [(m.x, m.y, m.placed_by) for m in play.battle.markers] == [(30, 12, 0), (40, 36, 1)]
    fallen = round_end("0 A at 10,4 | 1 B at 36,14 face 180", "demolition", *OWN)
    assert [marker.gone for marker in fallen.battle.markers] == [True, False]


@pytest.mark.rule("aofr.mission.demolition.score_intact")
def test_an_intact_marker_scores_each_round() -> None:
    points: tuple[float, ...] = (0.0, 0.0)
    for _ in range(2):
        points = round_end(FAR, "demolition", *OWN, points=points).battle.points
    assert list(points) == [2, 2]
    third = round_end("0 A at 10,4 | 1 B at 36,14 face 180", "demolition", *OWN, points=points)
    assert list(third.battle.points) == [2, 3]


@pytest.mark.rule("aofr.mission.demolition.score_revenge")
def test_revenge_for_the_own_marker_scores() -> None:
    play = round_end("0 A at 36,34 | 1 B at 62,4 face 180", "demolition", LOST, OWN[1], points=(2.0, 3.0))
    assert list(play.battle.points) == [3, 3]


@pytest.mark.rule("aofr.mission.demolition.score_revenge")
def test_markers_that_fall_at_the_same_time_bring_no_revenge() -> None:
    play = round_end("0 A at 36,34 | 1 B at 36,14 face 180", "demolition", *OWN)
    assert [marker.gone for marker in play.battle.markers] == [True, True]
    assert list(play.battle.points) == [0, 0]


@pytest.mark.rule("aofr.mission.demolition.score_revenge")
def test_revenge_scores_once_and_only_when_it_is_taken() -> None:
    assert list(round_end(FAR, "demolition", LOST, OWN[1]).battle.points) == [0, 1]
    taken = Marker(36, 36, owner=0, placed_by=1, gone=True)
    assert list(round_end(FAR, "demolition", LOST, taken).battle.points) == [0, 0]
    assert list(round_end(FAR, "demolition", OWN[0], taken).battle.points) == [1, 0]
    struck = round_end("0 A at 62,44 | 1 B at 36,14", "demolition", OWN[0], taken)
    assert list(struck.battle.points) == [0, 1]


@pytest.mark.rule("aofr.mission.demolition.win")
def test_most_points_win_demolition() -> None:
    assert judged("demolition", *OWN, points=(3.0, 3.0)) == ()
    assert judged("demolition", *OWN, points=(2.0, 4.0)) == (1,)
    assert played_out(table(FAR, "demolition").play()).battle.turn == 4


@pytest.mark.rule("aofr.mission.headquarters.setup")
def test_headquarters_are_in_the_middle_of_the_zones() -> None:
    assert places(set_up("headquarters", [1, 6])) == [(36, 12), (36, 36)]


@pytest.mark.rule("aofr.mission.headquarters.score")
def test_headquarters_score_each_round_and_more_at_the_end() -> None:
    assert scored("headquarters", (0, 1), (0, 1), (0, 0), (0, 0)) == (7, 2)
    assert judged("headquarters", points=(7.0, 2.0)) == (0,)


@pytest.mark.rule("aofr.mission.mosh_pit.setup")
def test_the_mosh_pit_is_in_the_middle() -> None:
    play = set_up("mosh_pit", [2, 5, 1, 6]).choose("1")
    assert refused_place(play, 36, 21) == "aofr.mission.mosh_pit.setup"
    assert refused_place(play, 8, 24) == "aofr.mission.mosh_pit.setup"
    play.place(36, 24)
    assert places(play) == [(36, 24)]


@pytest.mark.rule("aofr.mission.mosh_pit.score")
def test_the_pit_scores_twice_unless_it_is_taken_from_the_enemy() -> None:
    ours, theirs = "0 A at 36,22 | 1 B at 10,44 face 180", "0 A at 10,4 | 1 B at 36,26 face 180"
    first = round_end(ours, "mosh_pit", Marker(36, 24))
    assert list(first.battle.points) == [2, 0]
    taken = round_end(theirs, "mosh_pit", *first.battle.markers, points=(2.0, 0.0))
    assert list(taken.battle.points) == [2, 1]
    kept = round_end(theirs, "mosh_pit", *taken.battle.markers, points=(2.0, 1.0))
    assert list(kept.battle.points) == [2, 3]


@pytest.mark.rule("aofr.mission.mosh_pit.win")
def test_most_points_win_the_mosh_pit() -> None:
    assert judged("mosh_pit", Marker(36, 24, owner=1), points=(5.0, 3.0)) == (0,)
    assert judged("mosh_pit", Marker(36, 24, owner=1), points=(3.0, 3.0)) == ()
    assert played_out(table(FAR, "mosh_pit").play()).battle.turn == 4
