"""Campaign types: how long a campaign lasts, how VP are counted, who wins."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.campaign.regiments.harness import LEAGUE, SWARM, Run, army, fought, season, sheet, state, unit
from warhost.campaign.regiments import Army, Entrant, Terms, campaign_types, new_campaign
from warhost.campaign.regiments.armies.sheet import CampaignState, Length, army_value
from warhost.campaign.regiments.campaign import CAMPAIGN
from warhost.campaign.regiments.steps import preparation
from warhost.campaign.regiments.told.shown import standings
from warhost.campaign.season import Season
from warhost.errors import WarhostError


def with_vp(*vp: int, matches: tuple[int, ...] = (), **fields: Any) -> CampaignState:
    played = matches or (1,) * len(vp)
    armies = [army(n, unit(f"U{n}"), vp=points, matches=played[n]) for n, points in enumerate(vp)]
    return state(*armies, **fields)


def roll_length(type_: Length, face: int) -> CampaignState:
    made = state(army(0), army(1), terms=Terms(type=type_))
    Run(campaign_types.roll_length(made), [face])
    return made


@pytest.mark.rule("aofr.campaign.game_limited")
def test_a_game_limited_campaign_ends_after_d6_plus_4_missions_and_most_vp_win() -> None:
    assert roll_length("game-limited", 3).length == 7
    made = with_vp(6, 8, mission=6, length=7)
    assert not campaign_types.has_ended(made)
    made.mission = 7
    assert campaign_types.has_ended(made)
    campaign_types.end(made)
    assert made.over
    assert made.winners == (1,)
    assert made.timeline[-1].text == "Ben wins the campaign."
    tied = with_vp(8, 8, mission=7, length=7)
    campaign_types.end(tied)
    assert tied.winners == (0, 1)
    assert tied.timeline[-1].text == "Ann and Ben share the win of the campaign."


@pytest.mark.rule("aofr.campaign.point_limited")
def test_a_point_limited_campaign_is_won_by_whoever_has_d6_plus_4_vp_after_a_match() -> None:
    assert roll_length("point-limited", 2).length == 6
    terms = Terms(type="point-limited")
    assert not campaign_types.has_ended(with_vp(5, 5, terms=terms, mission=3, length=6))
    made = with_vp(6, 7, terms=terms, mission=3, length=6)
    assert campaign_types.has_ended(made)
    campaign_types.end(made)
    assert made.winners == (1,)
    # More VP win, whatever the score for each match.
    both = with_vp(6, 7, terms=Terms(type="point-limited", parallel=True), matches=(3, 7), length=6)
    campaign_types.end(both)
    assert both.winners == (1,)


@pytest.mark.rule("aofr.campaign.time_limited")
def test_a_time_limited_campaign_ends_after_d6_plus_4_weeks() -> None:
    made = roll_length("time-limited", 6)
    assert made.length == 10
    made.weeks = 8
    Run(campaign_types.count_weeks(made), answers=["1"])
    assert made.weeks == 9
    assert not campaign_types.has_ended(made)
    Run(campaign_types.count_weeks(made), answers=["0"])
    assert made.weeks == 9
    Run(campaign_types.count_weeks(made), answers=["2"])
    assert campaign_types.has_ended(made)
    ended = with_vp(2, 4, terms=Terms(type="time-limited"), weeks=10, length=10)
    campaign_types.end(ended)
    assert ended.winners == (1,)


@pytest.mark.rule("aofr.campaign.endless")
def test_an_endless_campaign_never_ends_and_keeps_a_leaderboard() -> None:
    made = roll_length_free("endless")
    assert made.length == 0
    made = with_vp(4, 10, 6, terms=Terms(type="endless", parallel=True), mission=20, matches=(10, 10, 10))
    assert not campaign_types.has_ended(made)
    assert [one.player for one in campaign_types.leaderboard(made)] == [1, 2, 0]
    assert [(row.player, row.rank) for row in standings(made).rows] == [(1, 1), (2, 2), (0, 3)]


def roll_length_free(type_: Length) -> CampaignState:
    made = state(army(0), army(1), terms=Terms(type=type_))
    Run(campaign_types.roll_length(made))
    return made


@pytest.mark.rule("aofr.campaign.parallel_play")
def test_in_parallel_play_vp_are_divided_by_matches() -> None:
    made = with_vp(8, 6, terms=Terms(parallel=True), matches=(4, 2))
    assert [campaign_types.score(made.terms, one) for one in made.armies] == [Fraction(2), Fraction(3)]
    assert [one.player for one in campaign_types.leaderboard(made)] == [1, 0]
    assert standings(made).rows[0].cells[3] == "3.00"
    together = with_vp(8, 6, matches=(4, 2))
    assert [one.player for one in campaign_types.leaderboard(together)] == [0, 1]


@pytest.mark.rule("aofr.campaign.late_joiners")
def test_a_late_joiner_starts_with_a_new_army_and_is_scored_by_match() -> None:
    terms = Terms(late_joiners=True, joins=(1, 1, 3))
    made = state(army(0, unit("A")), army(1, unit("B")), army(2), terms=terms, mission=1)
    made.armies = (*made.armies[:2], Army(player=2, name="Cay's League", faction=LEAGUE))
    Run(preparation.prepare(made))
    assert [one.joined for one in made.armies] == [True, True, False]
    made.mission = 2
    Run(preparation.prepare(made), answers=["Gilded Lancers [10]", "Gilded Lancers [10]", "Pike Company [20]"])
    assert [one.joined for one in made.armies] == [True, True, True]
    assert 600 <= sum(army_value(made, one) for one in made.armies[2:]) <= 750
    assert campaign_types.scores_by_match(terms)
    with pytest.raises(WarhostError, match="agreed on it"):
        campaign_types.check_players(Terms(parallel=True, joins=(1, 1, 3)), 3)


@pytest.mark.rule("aofr.campaign.type")
def test_a_campaign_needs_two_players_and_has_one_of_four_types() -> None:
    with pytest.raises(WarhostError, match=r"two or more players.*aofr.campaign.type"):
        season(Terms(), Entrant("Alone", LEAGUE))
    made = season(Terms(type="endless"), Entrant("One", LEAGUE), Entrant("Other", SWARM))
    assert made.roll is None
    assert sheet(made).length == 0
    limited = season(Terms(type="game-limited"), Entrant("One", LEAGUE), Entrant("Other", SWARM))
    assert limited.roll is not None


@pytest.mark.rule("aofr.campaign.structure")
def test_six_steps_follow_each_other_and_begin_again() -> None:
    order = list(preparation.STRUCTURE)
    assert order[0] == "mission setup"
    assert order[5] == "recruit units"
    made = state(army(0, unit("A")), army(1, unit("B")))
    seen = []
    for step in order:
        made.stage = step
        seen.append(CAMPAIGN.next_step(made))
    assert seen == [*order[1:], order[0]]
    made.stage = "preparation"
    assert CAMPAIGN.next_step(made) == "mission setup"


@pytest.mark.rule("aofr.campaign.structure")
def test_a_season_runs_through_the_steps_in_order() -> None:
    made = state(army(0, unit("A"), purse=50), army(1, unit("B")), stage="play mission", length=9)
    fought(made)
    running = Season(CAMPAIGN, made)
    # Experience came before upgrades: both units that came through have earned theirs, and now upgrades are asked for.
    assert sheet(running).stage == "upgrade armies"
    assert [one.xp for owner in sheet(running).armies for one in owner.units] == [1, 1]


def test_a_campaign_that_was_read_from_a_file_is_checked() -> None:
    with pytest.raises(WarhostError, match="two or more players"):
        Season(CAMPAIGN, new_campaign((), ()))
