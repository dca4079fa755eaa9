"""Attack & Defend missions: roles, deployments, reserves, relics."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import refused_place
from tests.regiments.harness import Play, draw, find, happen, refusal, regiment
from tests.regiments.missions import FOOT, ROLES, many, places, played_out, round_end, set_up, table
from warhost.play import Chosen
from warhost.rulesets.regiments.chapters.missions import attackers_limit, figures, last_round, limit_for, objectives
from warhost.rulesets.regiments.chapters.wounds.removal import destroy
from warhost.rulesets.regiments.core import Battle, Marker, Settings, events
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Forward

MIDDLE = Marker(36, 24)
FAR = "0 A at 10,4 | 1 B at 62,44 face 180"


def deploying(mission: str, line: str, *told: Marker, **fields: Any) -> Play:
    """The first seat attacks; deployment begins, and the attacker won the roll-off."""
    laid = table(line, mission, markers=told, roles=ROLES, **fields)
    return laid.play(stage="deploy", turn=0)


def seats_of_deployment(play: Play) -> str:
    """Who placed a unit, in turn, until the first round begins: A for the attacker."""
    seats = ""
    while play.battle.turn == 0:
        if play.topic == "deploy" and play.question.__struct_config__.tag == "place":
            seats += "AD"[play.question.seat]
        play.decline()
    return seats


@pytest.mark.rule("aofr.mission.roles")
def test_the_winner_of_the_roll_off_attacks_or_defends() -> None:
    play = set_up("raid", [2, 5], stage="roll off")
    assert (play.topic, play.question.seat) == ("role", 1)
    assert play.choose("defender").battle.roles == ("attacker", "defender")
    assert set_up("raid", [2, 5], stage="roll off").choose("attacker").battle.roles == ("defender", "attacker")


@pytest.mark.rule("aofr.mission.roles")
def test_roles_may_be_settled_before_lists_are_written() -> None:
    for settings, roles in ((Settings(attacker=0), ROLES), (Settings(attacker=1), ROLES[::-1])):
        play = table("0 A off | 1 B off", "raid", settings).play([2, 5], stage="roll off", turn=0)
        assert play.battle.roles == roles
        assert play.topic == "marker"


@pytest.mark.rule("aofr.mission.roles")
@pytest.mark.parametrize("mission", ["raid", "last_stand", "vip_escort"])
def test_without_zones_nobody_picks_a_side(mission: str) -> None:
    assert set_up(mission, [5, 2], stage="roll off").choose("attacker").topic == "marker"


@pytest.mark.rule("aofr.mission.raid.points", "aofr.mission.smash_grab.points", "aofr.mission.rescue.points")
@pytest.mark.parametrize("mission", ["raid", "smash_grab", "rescue"])
def test_a_list_is_held_to_the_limit_of_its_role(mission: str) -> None:
    told = Settings(mission=mission, points=1000, attacker=0)
    assert [limit_for(told, seat).points for seat in (0, 1, None)] == [1250, 1000, 1250]
    assert "defender" in limit_for(told, 1).whose
    open_roles = Settings(mission=mission, points=1000)
    assert [limit_for(open_roles, seat).points for seat in (0, 1, None)] == [1000, 1000, 1250]


@pytest.mark.rule("aofr.mission.raid.points", "aofr.mission.smash_grab.points", "aofr.mission.rescue.points")
@pytest.mark.parametrize(
    ("mission", "defender", "attacker"),
    [
        ("raid", 1500, 1875),
        ("smash_grab", 1000, 1250),
        ("rescue", 2000, 2500),
        ("raid", 750, 935),
        ("ambush", 750, 750),
    ],
)
def test_the_attacker_may_spend_more_points(mission: str, defender: int, attacker: int) -> None:
    assert attackers_limit(figures(mission), defender) == attacker
    laid = table("0 A off | 1 B off", mission, Settings(points=defender))
    play = laid.play([2, 5], stage="roll off", turn=0)
    assert play.options[0].label == f"Attack, with up to {attacker} points"


@pytest.mark.rule("aofr.mission.raid.marker")
def test_the_raided_marker_is_within_12_inches_of_the_centre() -> None:
    play = set_up("raid", [], roles=ROLES)
    assert play.question.seat == 1
    assert refused_place(play, 36, 36.5) == "aofr.mission.raid.marker"
    play.place(36, 36)
    assert places(play) == [(36, 36)]


@pytest.mark.rule("aofr.mission.raid.defender_first")
def test_half_of_the_raided_deploy_first_around_the_marker() -> None:
    play = deploying("raid", many(2, 8), MIDDLE)
    play.choose(unit="B0")
    assert refused_place(play, 36, 36) == "aofr.mission.raid.defender_first"
    play.place(36, 32)
    assert seats_of_deployment(deploying("raid", many(2, 8), MIDDLE)) == "DDDDAADDDD"
    assert seats_of_deployment(deploying("raid", many(1, 5), MIDDLE)) == "DDDADD"


@pytest.mark.rule("aofr.mission.raid.defender_first")
def test_units_set_aside_and_passengers_do_not_count_for_the_half() -> None:
    """AOFR-R069."""
    for away in ({"reserve": "ambush"}, {"reserve": "scout"}, {"inside": 1}):
        laid = table(many(1, 6), "raid", markers=(MIDDLE,), roles=ROLES).set("B5", **away)
        assert seats_of_deployment(laid.play(stage="deploy", turn=0)).startswith("DDDADD")


@pytest.mark.rule("aofr.mission.raid.attacker")
def test_raiders_come_from_any_edge() -> None:
    line = "0 A0 off | 0 A1 off | 1 B at 36,24"
    play = deploying("raid", line, MIDDLE)
    play.choose(unit="A0")
    assert refused_place(play, 59.4, 30, 270) == "aofr.mission.raid.attacker"
    play.place(60.5, 30, 270)
    assert refused_place(play, 36, 24.5) == "aofr.mission.raid.attacker"
    play.place(10, 47)
    assert play.battle.turn == 1


@pytest.mark.rule("aofr.mission.raid.defender_rest")
def test_the_other_raided_units_stay_away_from_enemies_and_marker() -> None:
    line = "0 A at 10,4 | 1 B0 at 36,24 | 1 B1 off"
    play = deploying("raid", line, MIDDLE)
    assert refused_place(play, 10, 16) == "aofr.mission.raid.defender_rest"
    assert refused_place(play, 36, 36) == "aofr.mission.raid.defender_rest"
    play.place(10, 18)
    assert play.battle.turn == 1


@pytest.mark.rule("aofr.mission.raid.win")
def test_who_controls_the_marker_after_six_rounds_wins_the_raid() -> None:
    laid = table("0 A at 10,4 | 1 B at 36,22", "raid", markers=(MIDDLE,), roles=ROLES)
    play = played_out(laid.play())
    assert play.battle.turn == 6
    assert play.battle.outcome is not None
    assert play.battle.outcome.winners == (1,)


@pytest.mark.rule("aofr.mission.smash_grab.markers")
def test_the_defender_places_all_markers_and_marks_two_secretly() -> None:
    play = set_up("smash_grab", [3], roles=ROLES)
    while play.topic == "marker":
        assert play.question.seat == 1
        play.decline()
    assert (play.topic, play.question.seat) == ("relic", 1)
    play.choose("2")
    assert refusal(play, Chosen("2")).rule == "aofr.mission.smash_grab.markers"
    play.choose("0")
    assert [marker.secret for marker in play.battle.markers] == ["trap", "blank", "relic", "blank"]


def seen(play: Play, seat: int | None) -> list[str]:
    view = RULESET.view(play.battle, seat)
    assert isinstance(view, Battle)
    return [marker.secret for marker in view.markers]


@pytest.mark.rule("aofr.mission.smash_grab.markers", "aofr.mission.smash_grab.reveal")
def test_only_the_defender_sees_what_is_not_revealed() -> None:
    told = (Marker(1, 1, secret="trap"), Marker(2, 2, secret="relic", revealed=True))
    play = table(FAR, "smash_grab", markers=told, roles=ROLES).play()
    assert seen(play, 1) == ["trap", "relic"]
    assert seen(play, 0) == seen(play, None) == ["", "relic"]
    assert [marker.secret for marker in play.battle.markers] == ["trap", "relic"]


NEAR = "0 A at 36,22 | 1 B at 62,44 face 180"
"""The attacker is at the middle marker."""


@pytest.mark.rule("aofr.mission.smash_grab.reveal")
def test_a_marker_that_attackers_seize_is_revealed() -> None:
    play = round_end(NEAR, "smash_grab", Marker(36, 24, secret="blank"), Marker(5, 5, secret="trap"), roles=ROLES)
    assert play.told(events.MarkerRevealed) == [events.MarkerRevealed(1, "blank")]
    assert play.told(events.MarkerDestroyed) == [events.MarkerDestroyed(1)]
    assert [marker.revealed for marker in play.battle.markers] == [True, False]


@pytest.mark.rule("aofr.mission.smash_grab.reveal")
def test_a_marker_that_defenders_seize_is_not_revealed() -> None:
    play = round_end("0 A at 10,4 | 1 B at 36,22", "smash_grab", Marker(36, 24, secret="trap"), roles=ROLES)
    assert play.battle.markers == (Marker(36, 24, owner=1, secret="trap"),)


@pytest.mark.rule("aofr.mission.smash_grab.reveal")
def test_a_contested_marker_is_not_revealed() -> None:
    play = round_end("0 A at 36,22 | 1 B at 36,26", "smash_grab", Marker(36, 24, secret="trap"), roles=ROLES)
    assert play.battle.markers == (Marker(36, 24, secret="trap"),)


@pytest.mark.rule("aofr.mission.smash_grab.reveal")
@pytest.mark.parametrize(
    "known",
    [
        Marker(36, 24, owner=0, secret="trap", revealed=True, gone=True),
        Marker(36, 22, owner=0, carrier=0, secret="relic", revealed=True),
        Marker(10, 40, owner=0, secret="trap"),
    ],
)
def test_what_is_gone_or_carried_or_left_behind_is_not_seized_again(known: Marker) -> None:
    play = round_end("0 A at 36,22 | 0 A1 at 36,26 | 1 B at 62,44", "smash_grab", known, roles=ROLES)
    assert play.game.over
    assert play.battle.markers == (known,)
    assert not play.told(events.MarkerRevealed)


@pytest.mark.rule("aofr.mission.smash_grab.trap")
def test_a_trap_deals_d6_and_one_hits() -> None:
    play = round_end(NEAR, "smash_grab", Marker(36, 24, secret="trap"), roles=ROLES, dice=[4, (4, 4, 4, 3, 3), 6])
    assert [(roll.dice, roll.need) for roll in play.rolls] == [("D6+1", None), ("5D6", 4)]
    assert play.unit("A").models == 3


@pytest.mark.rule("aofr.mission.smash_grab.trap")
def test_who_loses_half_to_a_trap_tests_morale() -> None:
    play = round_end(NEAR, "smash_grab", Marker(36, 24, secret="trap"), roles=ROLES, dice=[4, (1, 1, 1, 4, 4), 2])
    assert (play.unit("A").models, play.unit("A").shaken) == (2, True)


@pytest.mark.rule("aofr.mission.smash_grab.trap")
def test_only_who_seized_a_trap_tests_for_it() -> None:
    laid = table(f"{NEAR} | 0 A1 at 10,4", "smash_grab", markers=(Marker(36, 24, secret="trap"),), roles=ROLES)
    laid.set("A1", left=(2,), hurt=1)
    play = happen(laid, objectives.at_round_end, [1, (6, 6)])
    assert len(play.rolls) == 2
    assert not play.unit("A1").shaken


@pytest.mark.rule("aofr.mission.smash_grab.remove")
@pytest.mark.parametrize(("secret", "dice"), [("blank", []), ("trap", [1, (6, 6)])])
def test_revealed_markers_other_than_the_relic_are_removed(secret: Any, dice: list[Any]) -> None:
    play = round_end(NEAR, "smash_grab", Marker(36, 24, secret=secret), roles=ROLES, dice=dice)
    assert play.battle.markers[0].gone


@pytest.mark.rule("aofr.mission.smash_grab.relic")
def test_the_relic_is_carried_and_dropped_with_its_carrier() -> None:
    play = round_end(NEAR, "smash_grab", Marker(36, 24, secret="relic"), roles=ROLES)
    (relic,) = play.battle.markers
    assert (relic.carrier, relic.gone, relic.revealed) == (0, False, True)
    laid = table(NEAR, "smash_grab", markers=play.battle.markers, roles=ROLES)
    after = happen(laid, lambda battle: destroy(battle, battle.units[0]))
    (dropped,) = after.battle.markers
    assert (dropped.x, dropped.y, dropped.carrier, dropped.owner) == (36, 22, None, None)


def won(mission: str, line: str, *told: Marker) -> str:
    """Who wins after the last round."""
    play = table(line, mission, markers=told, roles=ROLES).play(stage="reckon", turn=6)
    assert play.battle.outcome is not None
    (winner,) = play.battle.outcome.winners
    return ROLES[winner]


@pytest.mark.rule("aofr.mission.smash_grab.win")
def test_the_attacker_wins_with_the_revealed_relic_at_an_edge() -> None:
    carried = Marker(0, 0, owner=0, carrier=0, secret="relic", revealed=True)
    assert won("smash_grab", "0 A at 5.5,24 face 90 | 1 B at 62,44", carried) == "attacker"
    assert won("smash_grab", "0 A at 7.5,24 face 90 | 1 B at 62,44", carried) == "defender"
    assert won("smash_grab", FAR, Marker(5, 24, secret="relic", revealed=True)) == "attacker"
    assert won("smash_grab", FAR, Marker(5, 24, secret="relic")) == "defender"
    in_the_middle = Marker(36, 24, secret="relic", revealed=True)
    assert won("smash_grab", FAR, Marker(5, 24, secret="trap", revealed=True), in_the_middle) == "defender"
    assert last_round(table(FAR, "smash_grab").battle) == 6


@pytest.mark.rule("aofr.mission.ambush.markers")
def test_the_ambushed_place_the_first_marker() -> None:
    play = set_up("ambush", [6], roles=ROLES)
    seats = []
    while play.topic == "marker":
        seats.append(play.question.seat)
        play.decline()
    assert seats == [1, 0, 1]


@pytest.mark.rule("aofr.mission.ambush.deploy_defender")
def test_half_of_the_ambushed_deploy_first_in_their_zone() -> None:
    play = deploying("ambush", many(2, 6), MIDDLE)
    play.choose(unit="B0")
    assert refused_place(play, 36, 30) == "aofr.deploy.zone"
    play.place(36, 40)
    assert seats_of_deployment(deploying("ambush", many(2, 6), MIDDLE)) == "DDDAADDD"


@pytest.mark.rule("aofr.mission.ambush.deploy_attacker")
def test_ambushers_stay_together_and_away_from_enemies() -> None:
    line = "0 A0 off | 0 A1 off | 1 B at 36,40 face 180"
    play = deploying("ambush", line, MIDDLE).choose(unit="A0")
    assert refused_place(play, 36, 27.5) == "aofr.mission.ambush.deploy_attacker"
    play.place(36, 20)
    assert refused_place(play, 47.1, 20) == "aofr.mission.ambush.deploy_attacker"
    play.place(47, 20)
    assert play.battle.turn == 1


@pytest.mark.rule("aofr.mission.ambush.deploy_rest")
def test_the_rest_of_the_ambushed_stay_away_from_enemies() -> None:
    line = "0 A at 36,20 | 1 B0 at 36,40 face 180 | 1 B1 off"
    play = deploying("ambush", line, MIDDLE)
    assert refused_place(play, 36, 33) == "aofr.mission.ambush.deploy_rest"
    assert refused_place(play, 36, 7) == "aofr.mission.ambush.deploy_rest"
    play.place(36, 6.5)
    assert play.battle.turn == 1
    assert play.unit("B1").pose is not None


@pytest.mark.rule("aofr.mission.ambush.win")
def test_most_markers_after_six_rounds_win_the_ambush() -> None:
    told = (Marker(20, 24, owner=0), Marker(36, 24, owner=1), Marker(50, 24))
    play = played_out(table(FAR, "ambush", markers=told, roles=ROLES).play())
    assert play.battle.turn == 6
    assert play.battle.outcome is not None
    assert play.battle.outcome.winners == ()


@pytest.mark.rule("aofr.mission.last_stand.marker")
def test_the_marker_of_the_last_stand_is_near_the_centre() -> None:
    play = set_up("last_stand", [], roles=ROLES)
    assert play.question.seat == 1
    assert refused_place(play, 48.5, 24) == "aofr.mission.last_stand.marker"
    play.place(48, 24)
    assert places(play) == [(48, 24)]


@pytest.mark.rule("aofr.mission.last_stand.deploy")
def test_the_last_stand_is_around_the_centre_and_attackers_come_from_the_edges() -> None:
    play = deploying("last_stand", "0 A off | 1 B off", Marker(30, 24))
    assert play.question.seat == 1
    assert refused_place(play, 36, 36) == "aofr.mission.last_stand.deploy"
    play.place(36, 35)
    assert play.question.seat == 0
    assert refused_place(play, 20, 12) == "aofr.mission.last_stand.deploy"
    play.place(20, 11.5)
    assert play.battle.turn == 1


@pytest.mark.rule("aofr.mission.last_stand.reserves")
def test_an_attacker_that_is_destroyed_once_waits_at_full_strength() -> None:
    laid = table("0 A off | 0 A1 at 10,4 | 1 B at 36,24", "last_stand", markers=(MIDDLE,), roles=ROLES)
    laid.set("A", fate="destroyed", left=(0,), shaken=True)
    play = happen(laid, objectives.at_round_end)
    unit = play.unit("A")
    assert (unit.reserve, unit.fate, unit.models, unit.shaken) == ("mission", "", 5, False)
    again = table("0 A off | 1 B at 36,24", "last_stand", markers=(MIDDLE,), roles=ROLES)
    again.set("A", fate="destroyed", left=(0,), recalled=True)
    assert happen(again, objectives.at_round_end).unit("A").fate == "destroyed"


@pytest.mark.rule("aofr.mission.last_stand.reserves")
def test_defenders_do_not_return() -> None:
    laid = table("0 A at 10,4 | 1 B off", "last_stand", markers=(MIDDLE,), roles=ROLES)
    laid.set("B", fate="routed", left=(0,))
    assert happen(laid, objectives.at_round_end).unit("B").fate == "routed"


def reserves(line: str, mission: str, *names: str, **fields: Any) -> Any:
    laid = table(line, mission, markers=(MIDDLE,), roles=ROLES, **fields)
    for name in names:
        laid.set(name, reserve="mission")
    return laid


@pytest.mark.rule("aofr.mission.last_stand.return")
def test_sixes_bring_attackers_back() -> None:
    line = "0 A at 10,4 | 0 A0 off | 0 A1 off | 0 A2 off | 1 B at 36,24"
    play = happen(reserves(line, "last_stand", "A0", "A1", "A2"), objectives.at_round_start, [(5, 6, 6)])
    assert [option.unit for option in play.options] == [2, 3, None]
    play.choose(unit="A1")
    assert refused_place(play, 20, 12) == "aofr.mission.last_stand.return"
    play.place(20, 11.5).choose("wait")
    assert (play.unit("A1").reserve, play.unit("A2").reserve) == ("", "mission")


@pytest.mark.rule("aofr.mission.last_stand.no_units")
def test_without_attackers_on_the_table_all_reserves_are_lost() -> None:
    names = [f"A{i}" for i in range(4)]
    line = " | ".join(["1 B at 36,24", *(f"0 {name} off" for name in names)])
    play = happen(reserves(line, "last_stand", *names), objectives.at_round_start)
    assert [(play.unit(name).fate, play.unit(name).models) for name in names] == [("destroyed", 0)] * 4
    assert not play.rolls


@pytest.mark.rule("aofr.mission.last_stand.win")
def test_who_holds_the_marker_after_six_rounds_wins_the_last_stand() -> None:
    play = played_out(table("0 A at 36,22 | 1 B at 62,44", "last_stand", markers=(MIDDLE,), roles=ROLES).play())
    assert play.battle.turn == 6
    assert play.battle.outcome is not None
    assert play.battle.outcome.winners == (0,)


@pytest.mark.rule("aofr.mission.vip_escort.marker")
def test_the_vip_starts_within_six_inches_of_an_edge() -> None:
    play = set_up("vip_escort", [], roles=ROLES)
    assert refused_place(play, 36, 7) == "aofr.mission.vip_escort.marker"
    play.place(36, 5)
    assert play.battle.markers == (Marker(36, 5, edge="south"),)
    corner = set_up("vip_escort", [], roles=ROLES).place(5, 5)
    assert (corner.topic, corner.keys) == ("edge", ["south", "west"])
    assert corner.choose("west").battle.markers[0].edge == "west"


@pytest.mark.rule("aofr.mission.vip_escort.deploy")
def test_the_escort_stands_around_the_vip_and_attackers_keep_away() -> None:
    play = deploying("vip_escort", "0 A off | 1 B off", Marker(36, 5, edge="south"))
    assert refused_place(play, 36, 17) == "aofr.mission.vip_escort.deploy"
    play.place(36, 15)
    assert refused_place(play, 52, 10, 90) == "aofr.mission.vip_escort.deploy"
    assert refused_place(play, 56, 15) == "aofr.mission.vip_escort.deploy"
    assert refused_place(play, 52, 11.5) == "aofr.mission.vip_escort.deploy"
    play.place(54, 11.5)
    assert play.battle.turn == 1


WITHIN = Settings(mission_zones="within")
"""A unit is 5" wide and 1" deep; its closest model is enough."""


@pytest.mark.rule("aofr.mission.raid.defender_first", "aofr.mission.raid.attacker")
def test_players_may_agree_that_raid_units_stand_partly_outside() -> None:
    for settings, fully in ((None, True), (WITHIN, False)):
        laid = table("0 A off | 1 B off", "raid", settings, markers=(MIDDLE,), roles=ROLES)
        play = laid.play(stage="deploy", turn=0)
        rules = ("aofr.mission.raid.defender_first", "aofr.mission.raid.attacker")
        for rule, partly, beyond in zip(rules, ((36, 36.4), (20, 12.4)), ((36, 36.6), (20, 12.6)), strict=True):
            assert refused_place(play, *beyond) == rule
            if fully:
                assert refused_place(play, *partly) == rule
                play.answer(play.game.asked.suggestions()[0])
            else:
                play.place(*partly)


@pytest.mark.rule("aofr.mission.last_stand.deploy", "aofr.mission.last_stand.return")
def test_players_may_agree_that_units_of_the_last_stand_stand_partly_outside() -> None:
    deployed = table("0 A off | 1 B off", "last_stand", WITHIN, markers=(MIDDLE,), roles=ROLES)
    play = deployed.play(stage="deploy", turn=0)
    assert refused_place(play, 36, 36.6) == "aofr.mission.last_stand.deploy"
    play.place(36, 36.4)
    assert refused_place(play, 20, 12.6) == "aofr.mission.last_stand.deploy"
    play.place(20, 12.4)
    back = table("0 A at 10,4 | 0 A0 off | 1 B at 36,24", "last_stand", WITHIN, markers=(MIDDLE,), roles=ROLES)
    play = happen(back.set("A0", reserve="mission"), objectives.at_round_start, [6]).choose(unit="A0")
    assert refused_place(play, 20, 12.6) == "aofr.mission.last_stand.return"
    play.place(20, 12.4)


@pytest.mark.rule("aofr.mission.vip_escort.deploy", "aofr.mission.rescue.arrive")
def test_players_may_agree_that_escorts_and_reserves_stand_partly_outside() -> None:
    laid = table("0 A off | 1 B off", "vip_escort", WITHIN, markers=(Marker(36, 5, edge="south"),), roles=ROLES)
    play = laid.play(stage="deploy", turn=0)
    assert refused_place(play, 36, 17.6) == "aofr.mission.vip_escort.deploy"
    play.place(36, 17.4)
    assert refused_place(play, 54, 12.6) == "aofr.mission.vip_escort.deploy"
    assert refused_place(play, 51, 12.4) == "aofr.mission.vip_escort.deploy"
    play.place(54, 12.4)
    rescue = table("0 A at 10,4 | 0 A0 off | 1 B at 36,24", "rescue", WITHIN, markers=(MIDDLE,), roles=ROLES, turn=2)
    play = happen(rescue.set("A0", reserve="mission"), objectives.at_round_start, [4]).choose(unit="A0")
    assert refused_place(play, 56, 12.6) == "aofr.mission.rescue.arrive"
    play.place(56, 12.4)


@pytest.mark.rule("aofr.mission.last_stand.deploy")
def test_a_unit_for_which_there_is_no_room_fully_within_finds_some_partly_outside() -> None:
    # 25" wide: it cannot stand fully within 12" of the centre, but with its middle it can.
    wide = regiment(size=5, base=(5, 1))
    for settings, stands in ((None, False), (WITHIN, True)):
        laid = draw("0 A off | 1 B off", settings, A=FOOT, B=wide).having(mission="last_stand", roles=ROLES)
        play = laid.having(markers=(MIDDLE,)).play(stage="deploy", turn=0)
        play.decline()
        assert (play.unit("B").pose is not None) == stands


@pytest.mark.rule("aofr.mission.vip_escort.move")
def test_the_defender_moves_a_vip_that_it_has_seized() -> None:
    vip = Marker(36, 5, owner=1, edge="south")
    play = happen(table(FAR, "vip_escort", markers=(vip,), roles=ROLES), objectives.at_round_start)
    assert play.question.seat == 1
    assert refused_place(play, 36, 17.5) == "aofr.mission.vip_escort.move"
    assert refused_place(play, 36, -0.5) == "aofr.mission.vip_escort.move"
    assert places(play.place(36, 17)) == [(36, 17)]
    neutral = table(FAR, "vip_escort", markers=(Marker(36, 5, edge="south"),), roles=ROLES)
    assert happen(neutral, objectives.at_round_start).game.over


@pytest.mark.rule("aofr.mission.vip_escort.move")
def test_the_vip_is_not_moved_into_a_building() -> None:
    line = f"72x48 building 36,12 6x6 | {FAR}"
    vip = Marker(36, 5, owner=1, edge="south")
    play = happen(table(line, "vip_escort", markers=(vip,), roles=ROLES), objectives.at_round_start)
    assert refused_place(play, 36, 12) == "aofr.objective.reachable"
    for suggested in play.game.asked.suggestions():
        play.game.asked.check(suggested)
    assert places(play.place(36, 16)) == [(36, 16)]


@pytest.mark.rule("aofr.mission.vip_escort.win")
def test_the_vip_must_come_to_the_opposite_edge() -> None:
    assert won("vip_escort", FAR, Marker(36, 42, edge="south")) == "defender"
    assert won("vip_escort", FAR, Marker(36, 41, edge="south")) == "attacker"
    assert won("vip_escort", FAR, Marker(36, 6, edge="north")) == "defender"
    assert won("vip_escort", FAR, Marker(66, 24, edge="west")) == "defender"
    assert won("vip_escort", FAR, Marker(6, 24, edge="east")) == "defender"
    assert won("vip_escort", FAR, Marker(5, 43, edge="west")) == "attacker"
    assert last_round(table(FAR, "vip_escort").battle) == 6


@pytest.mark.rule("aofr.mission.rescue.marker")
def test_the_captive_is_near_the_centre() -> None:
    play = set_up("rescue", [], line=many(2, 2), roles=ROLES)
    assert refused_place(play, 20, 24) == "aofr.mission.rescue.marker"
    assert places(play.place(30, 24)) == [(30, 24)]


@pytest.mark.rule("aofr.mission.rescue.half_reserves")
def test_at_most_half_of_the_units_are_deployed_in_the_rescue() -> None:
    play = deploying("rescue", many(9, 4), MIDDLE)
    assert seats_of_deployment(play).count("A") == 4
    kept = [unit.name for unit in play.battle.units if unit.reserve == "mission"]
    assert len(kept) == 5 + 2


@pytest.mark.rule("aofr.mission.rescue.half_reserves")
def test_fewer_may_be_deployed_in_the_rescue() -> None:
    play = deploying("rescue", many(4, 2), MIDDLE)
    play.choose(unit="A0")
    play.place(36, 5)
    play.choose("reserve").choose("reserve")
    assert [unit.name for unit in play.battle.units if unit.pose is not None] == ["A0"]
    assert [unit.reserve for unit in play.battle.units] == ["", *["mission"] * 5]
    assert play.battle.turn == 1


@pytest.mark.rule("aofr.mission.rescue.arrive")
def test_reserves_come_on_a_four_from_the_second_round_on() -> None:
    line = "0 A at 10,4 | 0 A0 off | 0 A1 off | 1 B at 36,24"
    laid = reserves(line, "rescue", "A0", "A1", turn=2)
    play = happen(laid, objectives.at_round_start, [(3, 4)])
    assert [option.unit for option in play.options] == [2, None]
    play.choose(unit="A1")
    assert refused_place(play, 36, 11.5) == "aofr.mission.rescue.arrive"
    assert refused_place(play, 60, 20) == "aofr.mission.rescue.arrive"
    play.place(60, 11)
    assert play.unit("A1").reserve == ""
    first = happen(reserves(line, "rescue", "A0", "A1", turn=1), objectives.at_round_start)
    assert first.game.over
    assert not first.rolls


@pytest.mark.rule("aofr.mission.rescue.arrive")
def test_reserves_stay_away_from_the_marker() -> None:
    line = "0 A at 10,4 | 0 A0 off | 1 B at 60,44"
    laid = reserves(line, "rescue", "A0", turn=2).having(markers=(Marker(36, 18),))
    play = happen(laid, objectives.at_round_start, [4]).choose(unit="A0")
    assert refused_place(play, 36, 5.5) == "aofr.mission.rescue.arrive"
    assert refused_place(play, 60, 37) == "aofr.mission.rescue.arrive"
    play.place(36, 5.4)
    assert play.unit("A0").pose is not None


@pytest.mark.rule("aofr.mission.rescue.carry")
def test_only_attackers_carry_the_captive() -> None:
    attacker = round_end(NEAR, "rescue", MIDDLE, roles=ROLES)
    assert attacker.battle.markers[0].carrier == 0
    defender = round_end("0 A at 10,4 | 1 B at 36,22", "rescue", MIDDLE, roles=ROLES)
    assert defender.battle.markers == (Marker(36, 24, owner=1),)


@pytest.mark.rule("aofr.mission.rescue.drop")
def test_the_defender_moves_a_captive_that_was_dropped() -> None:
    line = "0 A at 10,10 | 1 B at 62,44"
    laid = table(line, "rescue", markers=(Marker(0, 0, owner=0, carrier=0),), roles=ROLES)
    play = happen(laid, lambda battle: destroy(battle, find(battle, "A")))
    assert play.question.seat == 1
    assert refused_place(play, 17, 10) == "aofr.mission.rescue.drop"
    play.place(16, 10)
    assert play.battle.markers == (Marker(16, 10),)


@pytest.mark.rule("aofr.mission.rescue.win")
def test_the_attacker_wins_with_the_captive_at_an_edge() -> None:
    carried = Marker(0, 0, owner=0, carrier=0)
    assert won("rescue", "0 A at 36,6.5 | 1 B at 62,44", carried) == "attacker"
    assert won("rescue", "0 A at 36,6.6 | 1 B at 62,44", carried) == "defender"
    assert won("rescue", FAR, Marker(3, 24, owner=1)) == "attacker"
    assert won("rescue", FAR, Marker(6.1, 24, owner=1)) == "defender"
    assert last_round(table(FAR, "rescue").battle) == 6


@pytest.mark.rule("aofr.mission.rescue.win")
def test_a_captive_in_a_transport_is_where_the_transport_is() -> None:
    laid = table("0 A off | 0 A1 at 36,6.5 | 1 B at 62,44", "rescue", markers=(Marker(36, 22, owner=0, carrier=0),))
    laid.having(roles=ROLES).aboard("A", "A1")
    play = happen(laid, objectives.after_activation)
    assert places(play) == [(36, 6.5)]
    assert objectives.verdict(play.battle).winners == (0,)


def test_a_carrier_that_moves_off_takes_the_captive_along() -> None:
    laid = table(
        "0 A at 36,22 face 180 | 1 B at 62,44", "rescue", markers=(Marker(36, 22, owner=0, carrier=0),), roles=ROLES
    )
    play = laid.play().act("A", "rush").move(Forward(12))
    play.until("action")
    assert places(play) == [(36, 10)]
