"""The captain plays to win each mission: it brings markers home, escorts them, and knows which one counts."""

from __future__ import annotations

import pytest

from tests.players.captains import overview
from tests.regiments.missions import ROLES, table
from warhost.dice import Chance
from warhost.lab.matches import Plan, play_all
from warhost.play import Placed
from warhost.players.captain import Captain
from warhost.rulesets.regiments.core import Marker
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.rulesets.regiments.thinks.stakes import HOME, marker_weight

LINE = "0 A at 20,20 face 270 | 1 B at 60,40 face 180"


@pytest.mark.parametrize("mission", ["smash_grab", "rescue"])
def test_who_carries_the_marker_goes_to_the_nearest_edge(mission: str) -> None:
    relic = Marker(20, 20, owner=0, carrier=0, secret="relic", revealed=True)
    play = table(LINE, mission, markers=(relic,), roles=ROLES).play(stage="activate", turn=3)
    decision = Captain(Chance(0)).decide(play.game.asked, play.battle, RULESET)
    assert decision.reasons[0].label == "brings the marker to a table edge"
    assert decision.sentence.startswith("A rushes")


def test_an_enemy_that_carries_the_marker_is_worth_more() -> None:
    told = table(LINE, "rescue", markers=(Marker(60, 40, carrier=1),), roles=("defender", "attacker")).battle
    plain = table(LINE, "rescue", markers=(Marker(60, 40),), roles=("defender", "attacker")).battle
    assert overview(told, 0).counsel.worth(told.units[1]) == overview(plain, 0).counsel.worth(plain.units[1]) + HOME / 2


def test_the_escort_takes_its_marker_towards_the_far_edge() -> None:
    marker = Marker(36, 6, owner=1, edge="south")
    play = table(LINE, "vip_escort", markers=(marker,), roles=ROLES).play(stage="start of round", turn=2)
    assert play.topic == "move marker"
    answer = Captain(Chance(0)).decide(play.game.asked, play.battle, RULESET).answer
    assert isinstance(answer, Placed)
    assert (answer.pose.x, answer.pose.y) == (36, 18)


def test_the_relic_alone_counts_once_it_is_known() -> None:
    relic, decoy = Marker(30, 24, secret="relic", revealed=True), Marker(50, 24)
    battle = table(LINE, "smash_grab", markers=(relic, decoy), roles=ROLES).battle
    assert marker_weight(battle, 0, relic) > 1 > marker_weight(battle, 0, decoy)
    battle.markers = (Marker(30, 24), decoy)
    assert marker_weight(battle, 0, battle.markers[0]) == marker_weight(battle, 0, decoy) == 1


def test_the_own_marker_of_the_enemy_counts_more_where_it_is_destroyed() -> None:
    battle = table(LINE, "sabotage").battle
    mine, theirs = (Marker(30, 24, owner=seat, placed_by=seat) for seat in (0, 1))
    assert marker_weight(battle, 0, theirs) > marker_weight(battle, 0, mine)


@pytest.mark.slow
@pytest.mark.parametrize("mission", ["smash_grab", "rescue", "vip_escort", "sabotage", "demolition"])
def test_it_wins_missions_with_an_aim_of_their_own_against_chance(mission: str) -> None:
    plan = Plan(ruleset="aofr", players=("captain", "random"), games=4, seed="missions", options={"mission": mission})
    won = sum(told.moved in told.result.winners for told in play_all(plan))
    assert won >= 3
