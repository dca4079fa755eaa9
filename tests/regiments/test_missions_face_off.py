"""Face-Off missions, and how a mission is picked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import pose, refused_place
from tests.regiments.harness import Fall, draw, happen
from tests.regiments.missions import FOOT, judged, places, played_out, round_end, set_up, table
from warhost.rulesets.regiments.chapters.deployment.styles import style
from warhost.rulesets.regiments.chapters.melee.phase import fight
from warhost.rulesets.regiments.chapters.missions import (
    MISSIONS,
    last_round,
    mission_names,
    mission_on,
    objectives,
    type_on,
)
from warhost.rulesets.regiments.chapters.morale import shake
from warhost.rulesets.regiments.chapters.wounds.removal import destroy
from warhost.rulesets.regiments.core import Marker, Settings, events
from warhost.table import Arc, Forward

NEAR = "0 A at 36,22 | 1 B at 10,44 face 180"
"""The first player's unit is at the middle of the table, the other far away."""


def rolled(option: str, *dice: int) -> str:
    laid = draw("0 A off | 1 B off", Settings(mission=option), A=FOOT, B=FOOT)
    return laid.play(dice=[*dice, *[1, 2, 5] * 4], stage="mission", turn=0).battle.mission


@pytest.mark.rule("aofr.mission.type_table")
def test_a_die_picks_the_type_of_mission() -> None:
    assert [type_on(die) for die in range(1, 7)] == ["face_off"] * 2 + ["progressive"] * 2 + ["attack_defend"] * 2
    assert rolled("any", 4, 2) == "domination"
    assert rolled("any", 2, 2) == "seize_ground"


@pytest.mark.rule("aofr.mission.faceoff_table")
def test_the_table_of_face_off_missions() -> None:
    names = ["duel", "seize_ground", "relic_hunt", "sabotage", "breakthrough", "king_of_the_hill"]
    assert [mission_on("face_off", die) for die in range(1, 7)] == names
    assert rolled("face_off", 5) == "breakthrough"


@pytest.mark.rule("aofr.mission.progressive_table")
def test_the_table_of_progressive_missions() -> None:
    names = ["pitched_battle", "domination", "capture_hold", "demolition", "headquarters", "mosh_pit"]
    assert [mission_on("progressive", die) for die in range(1, 7)] == names
    assert rolled("progressive", 2) == "domination"


@pytest.mark.rule("aofr.mission.attack_defend_table")
def test_the_table_of_attack_and_defend_missions() -> None:
    names = ["raid", "smash_grab", "ambush", "last_stand", "vip_escort", "rescue"]
    assert [mission_on("attack_defend", die) for die in range(1, 7)] == names
    assert rolled("attack_defend", 1) == "raid"


def test_every_mission_has_its_code() -> None:
    assert tuple(MISSIONS) == mission_names()


@pytest.mark.rule("aofr.mission.duel")
def test_duel_is_the_core_mission() -> None:
    play = set_up("duel", [1, 2, 5, 1, 6]).choose("0")
    while play.topic == "marker":
        play.decline()
    assert len(play.battle.markers) == 3
    assert judged("duel", Marker(1, 1, owner=0), Marker(2, 2, owner=0), Marker(3, 3, owner=1)) == (0,)
    ended = played_out(table("0 A at 36,4 | 1 B at 36,44 face 180", "duel").play()).battle
    assert (ended.turn, ended.points) == (4, (0, 0))


@pytest.mark.rule("aofr.mission.seize_ground.setup")
def test_seize_ground_has_a_marker_in_each_free_quarter() -> None:
    play = set_up("seize_ground", [1, 6])
    assert sorted(places(play)) == [(18, 18), (18, 30), (54, 18), (54, 30)]
    long_haul = table("0 A off | 1 B off", "seize_ground").having(style="long_haul")
    assert sorted(places(long_haul.play([1, 6], stage="markers"))) == [(27, 12), (27, 36), (45, 12), (45, 36)]


@pytest.mark.rule("aofr.mission.seize_ground.win")
def test_most_markers_win_seize_ground() -> None:
    owners = (0, 0, 1, None)
    assert judged("seize_ground", *(Marker(i, 1, owner=owner) for i, owner in enumerate(owners))) == (0,)


def lasts(mission: str, rounds: int, row: str = "win") -> Any:
    return pytest.param(mission, rounds, marks=pytest.mark.rule(f"aofr.mission.{mission}.{row}"), id=mission)


@pytest.mark.parametrize(
    ("mission", "rounds"),
    [
        *(lasts(mission, 4) for mission in ("seize_ground", "relic_hunt", "sabotage", "breakthrough")),
        *(lasts(mission, 4) for mission in ("king_of_the_hill", "pitched_battle", "domination", "demolition")),
        *(lasts(mission, 4, "score") for mission in ("capture_hold", "headquarters")),
        lasts("mosh_pit", 4),
        *(lasts(mission, 6) for mission in ("raid", "smash_grab", "ambush", "last_stand", "vip_escort", "rescue")),
    ],
)
def test_a_mission_lasts_so_many_rounds(mission: str, rounds: int) -> None:
    assert last_round(table(NEAR, mission).battle) == rounds


@pytest.mark.rule("aofr.mission.relic_hunt.setup")
def test_relic_hunt_has_three_markers() -> None:
    play = set_up("relic_hunt", [2, 5, 1, 6]).choose("0")
    assert refused_place(play, 36, 10) == "aofr.objective.outside_zones"
    while play.topic == "marker":
        play.decline()
    assert len(play.battle.markers) == 3


@pytest.mark.rule("aofr.mission.relic_hunt.carry")
def test_a_seized_relic_is_carried_and_moves_with_its_carrier() -> None:
    play = round_end(NEAR, "relic_hunt", Marker(36, 24))
    assert play.battle.markers == (Marker(36, 22, owner=0, carrier=0),)
    laid = table(NEAR, "relic_hunt", markers=play.battle.markers)
    later = laid.play(stage="activate").act("A", "rush").move(Forward(12))
    later.until("action")
    assert later.battle.markers == (Marker(36, 34, owner=0, carrier=0),)


@pytest.mark.rule("aofr.mission.relic_hunt.carry")
def test_the_owner_chooses_which_unit_carries() -> None:
    line = "0 A0 at 33,22 | 0 A1 at 39,22.5 | 1 B at 10,44 face 180"
    play = round_end(line, "relic_hunt", Marker(37, 24))
    assert (play.topic, play.question.seat, play.options[0].unit) == ("seize", 0, 1)
    play.choose(unit="A0")
    assert play.battle.markers[0].carrier == 0


@pytest.mark.rule("aofr.mission.relic_hunt.carry")
def test_a_carried_relic_cannot_be_contested() -> None:
    line = "0 A at 36,22 | 1 B at 36,25 face 180"
    play = round_end(line, "relic_hunt", Marker(36, 22, owner=0, carrier=0))
    assert play.battle.markers == (Marker(36, 22, owner=0, carrier=0),)


@pytest.mark.rule("aofr.mission.relic_hunt.carry")
def test_a_contested_relic_is_carried_by_nobody() -> None:
    play = round_end("0 A at 36,22 | 1 B at 36,26 face 180", "relic_hunt", Marker(36, 24, owner=0))
    assert play.game.over
    assert play.battle.markers == (Marker(36, 24),)


@pytest.mark.rule("aofr.mission.relic_hunt.carry")
def test_who_carries_a_relic_is_asked_once() -> None:
    line = "0 A0 at 33,22 | 0 A1 at 39,22.5 | 1 B at 10,44 face 180"
    play = round_end(line, "relic_hunt", Marker(36, 5), Marker(33, 22, owner=0, carrier=0))
    assert play.game.over
    assert not play.told(events.MarkerCarried)
    second = round_end(NEAR, "relic_hunt", Marker(36, 5), Marker(36, 24))
    assert second.told(events.MarkerCarried) == [events.MarkerCarried(2, 0)]


@pytest.mark.rule("aofr.mission.relic_hunt.carry")
def test_a_relic_goes_with_its_carrier_into_a_transport() -> None:
    laid = table("0 A off | 0 A1 at 20,20 | 1 B at 10,44", "relic_hunt", markers=(Marker(36, 22, owner=0, carrier=0),))
    play = happen(laid.aboard("A", "A1"), objectives.after_activation)
    assert play.battle.markers == (Marker(20, 20, owner=0, carrier=0),)


@pytest.mark.rule("aofr.mission.relic_hunt.drop")
def test_a_shaken_carrier_drops_its_relic() -> None:
    laid = table(NEAR, "relic_hunt", markers=(Marker(0, 0, owner=0, carrier=0), Marker(5, 5)))
    play = happen(laid, lambda battle: shake(battle, battle.units[0]))
    assert play.battle.markers == (Marker(36, 22), Marker(5, 5))
    assert play.told(events.MarkerDropped)


@pytest.mark.rule("aofr.mission.relic_hunt.drop")
def test_a_charger_that_is_shaken_drops_its_relic_where_it_fought_before_it_steps_back() -> None:
    line = "0 A at 36,20 | 1 B at 36,30 face 180"
    laid = table(line, "relic_hunt", markers=(Marker(0, 0, owner=0, carrier=0),)).touch("A", "B")
    dice: dict[str, Fall] = {"A Hand Weapon: to hit": 1, "to hit": 6, "to block": (1, 6, 6, 6, 6), "Morale": 1}
    play = happen(laid, lambda battle: fight(battle, battle.units[0], battle.units[1], Arc.FRONT), dice)
    while not play.game.over:
        play.choose("strike") if play.topic == "strike back" else play.decline()
    assert play.unit("A").shaken
    assert (play.battle.markers[0].y, pose(play, "A").y) == (29.0, 28.0)


@pytest.mark.rule("aofr.mission.relic_hunt.drop")
def test_a_destroyed_carrier_drops_its_relic_where_it_stood() -> None:
    laid = table(NEAR, "relic_hunt", markers=(Marker(0, 0, owner=0, carrier=0), Marker(5, 5)))
    play = happen(laid, lambda battle: destroy(battle, battle.units[0]))
    assert play.battle.markers == (Marker(36, 22), Marker(5, 5))


@pytest.mark.rule("aofr.mission.relic_hunt.win")
def test_carried_relics_count() -> None:
    carried = (Marker(1, 1, owner=0, carrier=0), Marker(1, 1, owner=0, carrier=0), Marker(9, 9, owner=1, carrier=1))
    assert judged("relic_hunt", *carried) == (0,)


@pytest.mark.rule("aofr.mission.sabotage.setup")
def test_sabotage_markers_lie_12_inches_from_the_own_edge() -> None:
    play = set_up("sabotage", [2, 5], stage="roll off").choose("north")
    assert (play.topic, play.question.seat) == ("own marker", 1)
    assert refused_place(play, 30, 12) == "aofr.mission.sabotage.setup"
    assert refused_place(play, 30, 35) == "aofr.mission.sabotage.setup"
    play.place(30, 36)
    assert play.question.seat == 0
    play.place(50, 12.3)
    assert play.battle.markers == (
        Marker(30, 36, owner=1, placed_by=1),
        Marker(50, 12, owner=0, placed_by=0),
    )


@pytest.mark.rule("aofr.mission.sabotage.setup")
@pytest.mark.parametrize(
    ("slug", "refused", "point", "lies"),
    [
        ("long_haul", (20, 12), (12.4, 30), (12, 30)),
        ("spearhead", (12.6, 30), (11.6, 30), (12, 30)),
        ("opposing_forces", (24, 24), (12.2, 40), (12, 40)),
        ("opposing_forces", (24, 24), (50, 12.2), (50, 12)),
        ("flank_assault", (36, 36), (30, 12), (30, 12)),
    ],
)
def test_the_own_edge_is_any_that_the_zone_touches(
    slug: str, refused: tuple[float, float], point: tuple[float, float], lies: tuple[float, float]
) -> None:
    play = table("0 A off | 1 B off", "sabotage", style=slug).play(stage="markers", turn=0)
    assert refused_place(play, *refused) == "aofr.mission.sabotage.setup"
    assert places(play.place(*point)) == [lies]
    across = {"long_haul": (60.3, 20), "spearhead": (60, 20)}.get(slug, (72 - point[0], 48 - point[1]))
    assert places(play.place(*across))[1] == ((60, 20) if slug in ("long_haul", "spearhead") else lies_across(lies))


def lies_across(point: tuple[float, float]) -> tuple[float, float]:
    return 72 - point[0], 48 - point[1]


@pytest.mark.rule("aofr.mission.sabotage.setup")
def test_a_zone_without_an_edge_has_its_marker_around_its_centre() -> None:
    """AOFR-R188."""
    zones = tuple(zone.parts for zone in style("encircled").zones)
    play = table("0 A off | 1 B off", "sabotage", style="encircled", zones=zones).play(stage="markers", turn=0, first=1)
    assert refused_place(play, 36, 36.5) == "aofr.mission.sabotage.setup"
    assert places(play.place(36, 36)) == [(36, 36)]


@pytest.mark.rule("aofr.mission.sabotage.setup", "aofr.objective.reachable")
def test_an_own_marker_does_not_lie_in_a_building() -> None:
    line = "72x48 building 36,12 6x6 | 0 A off | 1 B off"
    play = table(line, "sabotage").play(stage="markers", turn=0)
    assert refused_place(play, 36, 12) == "aofr.objective.reachable"
    for suggested in play.game.asked.suggestions():
        play.game.asked.check(suggested)
    assert places(play.place(30, 12)) == [(30, 12)]


OWN = (Marker(36, 12, owner=0, placed_by=0), Marker(36, 36, owner=1, placed_by=1))


@pytest.mark.rule("aofr.mission.sabotage.destroy")
def test_a_marker_that_the_enemy_seizes_is_destroyed() -> None:
    line = "0 A at 10,4 | 1 B at 36,14 face 180"
    play = round_end(line, "sabotage", *OWN)
    assert [marker.gone for marker in play.battle.markers] == [True, False]
    assert play.told(events.MarkerDestroyed) == [events.MarkerDestroyed(1)]
    assert not round_end(line, "sabotage", *play.battle.markers).told(events.MarkerDestroyed)


@pytest.mark.rule("aofr.mission.sabotage.destroy")
def test_a_contested_marker_stays_its_owners() -> None:
    play = round_end("0 A at 36,10 | 1 B at 36,14 face 180", "sabotage", *OWN)
    assert play.battle.markers == OWN


@pytest.mark.rule("aofr.mission.sabotage.win")
def test_who_destroyed_and_kept_wins_sabotage() -> None:
    mine, theirs = OWN
    lost = Marker(36, 12, owner=1, placed_by=0, gone=True)
    taken = Marker(36, 36, owner=0, placed_by=1, gone=True)
    assert judged("sabotage", lost, theirs) == (1,)
    assert judged("sabotage", mine, taken) == (0,)
    assert judged("sabotage", lost, taken) == ()
    assert judged("sabotage", mine, theirs) == ()


@pytest.mark.parametrize(
    ("mission", "told", "points", "says"),
    [
        ("duel", (Marker(1, 1, owner=1), Marker(2, 2, owner=1), Marker(3, 3, owner=0)), (0.0, 0.0), "2 to 1 markers."),
        ("pitched_battle", (), (4.0, 11.0), "11 to 4 victory points."),
        ("sabotage", OWN, (0.0, 0.0), "A draw: both markers are intact."),
        (
            "sabotage",
            (Marker(36, 12, placed_by=0, gone=True), OWN[1]),
            (0.0, 0.0),
            "only the winner's marker is intact.",
        ),
        (
            "sabotage",
            (OWN[0], Marker(36, 36, placed_by=1, gone=True)),
            (0.0, 0.0),
            "only the winner's marker is intact.",
        ),
    ],
)
def test_how_a_battle_was_won_is_told(
    mission: str, told: tuple[Marker, ...], points: tuple[float, float], says: str
) -> None:
    play = table("0 A at 36,4 | 1 B at 36,44", mission, markers=told, points=points).play(stage="reckon", turn=4)
    assert play.battle.outcome is not None
    assert play.battle.outcome.text.endswith(says)


@pytest.mark.rule("aofr.mission.breakthrough.setup")
@pytest.mark.parametrize(
    ("slug", "points"),
    [
        ("front_line", [(36, 12), (36, 36)]),
        ("ground_war", [(36, 12), (36, 36)]),
        ("long_haul", [(12, 24), (60, 24)]),
        ("opposing_forces", [(12, 12), (60, 36)]),
        ("flank_assault", [(18, 6), (54, 42)]),
    ],
)
def test_breakthrough_has_a_marker_in_each_zone(slug: str, points: list[tuple[float, float]]) -> None:
    play = table("0 A off | 1 B off", "breakthrough").play([1, 6], stage="markers", style=slug)
    assert places(play) == points
    assert [marker.owner for marker in play.battle.markers] == [None, None]


@pytest.mark.rule("aofr.mission.breakthrough.win")
def test_both_markers_win_breakthrough() -> None:
    assert judged("breakthrough", Marker(36, 12, owner=0), Marker(36, 36, owner=0)) == (0,)
    assert judged("breakthrough", Marker(36, 12, owner=0), Marker(36, 36, owner=1)) == ()


@pytest.mark.rule("aofr.mission.king_of_the_hill.setup")
def test_the_hill_is_more_than_nine_inches_from_zones_and_edges() -> None:
    play = set_up("king_of_the_hill", [2, 5, 1, 6])
    assert (play.topic, play.question.seat) == ("first marker", 1)
    play.choose("0")
    for x, y in ((36, 20), (36, 21), (36, 27), (9, 24), (63, 24)):
        assert refused_place(play, x, y) == "aofr.mission.king_of_the_hill.setup"
    play.place(9.1, 21.1)
    assert places(play) == [(9.1, 21.1)]


@pytest.mark.rule("aofr.mission.king_of_the_hill.setup")
def test_without_a_hill_the_marker_lies_as_near_to_the_centre_as_can_be() -> None:
    """AOFR-R190."""
    zones = tuple(zone.parts for zone in style("encircled").zones)
    laid = table("0 A off | 1 B off", "king_of_the_hill", style="encircled", zones=zones)
    play = laid.play([2, 5, 1, 6], stage="markers", turn=0).choose("0")
    assert places(play) in ([(36, 15)], [(36, 33)])


@pytest.mark.rule("aofr.mission.king_of_the_hill.win")
def test_the_holder_of_the_hill_wins() -> None:
    assert judged("king_of_the_hill", Marker(36, 24, owner=1)) == (1,)
    assert judged("king_of_the_hill", Marker(36, 24)) == ()
