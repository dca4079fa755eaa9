"""Players who join a season that has begun: campaigns whose players agreed on it, and Swiss tournaments."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.campaign.regiments.harness import LEAGUE, SWARM, result, sheet
from warhost.campaign import Entrant, Season, corrected, replay_season, season_record
from warhost.campaign.keeping import begin, go_on
from warhost.campaign.regiments import CAMPAIGN
from warhost.campaign.tournament import CAMPAIGN as TOURNAMENT
from warhost.campaign.tournament import Tournament
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Chosen, Refused, luck_of

ANN, BEN, CAY = Entrant("Ann", LEAGUE), Entrant("Ben", SWARM), Entrant("Cay", "Unburied Host")


def campaign(*players: Entrant, **settings: Any) -> Season:
    """A campaign in which everybody has an army and the first battle is to be fought."""
    state = CAMPAIGN.begin("aofr", players, {"type": "endless", "late_joiners": True, "points": 500, **settings})
    made = Season(CAMPAIGN, state, luck_of(Chance("join")))
    to_battle(made)
    return made


def to_battle(made: Season) -> None:
    """Everybody answers as a computer would until battles are to be fought."""
    chance = Chance("answers")
    while not made.fixtures:
        (ask, *_) = made.pending
        made.answer(CAMPAIGN.played(made.state, ask, chance), ask.question.seat)


def fought(made: Season) -> None:
    for fixture in made.fixtures:
        made.report(result(fixture, 0, sheet(made)))
    to_battle(made)


@pytest.mark.rule("aofr.campaign.late_joiners")
def test_who_joins_in_the_middle_of_a_mission_plays_from_the_next_with_a_regular_army() -> None:
    made = campaign(ANN, BEN)
    made.join(CAY)
    assert made.state.players == ("Ann", "Ben", "Cay")
    assert [one.joined for one in sheet(made).armies] == [True, True, False]
    assert [fixture.players for fixture in made.fixtures] == [(0, 1)]
    for fixture in made.fixtures:
        made.report(result(fixture, 0, sheet(made)))
    while made.ask_of(2) is None:
        (ask, *_) = made.pending
        made.answer(CAMPAIGN.played(made.state, ask, Chance("a")), ask.question.seat)
    assert "500 of 500 points are left" in made.pending[0].question.text
    to_battle(made)
    assert [fixture.players for fixture in made.fixtures] == [(1, 2, 0)]
    armies = sheet(made).armies
    assert (armies[2].vp, armies[2].matches) == (0, 0)
    fought(made)
    assert [one.matches for one in sheet(made).armies] == [2, 2, 1]
    assert CAMPAIGN.telling(made.state).standings[0].columns[3].title == "Score"


@pytest.mark.rule("aofr.campaign.late_joiners")
def test_nobody_joins_unless_it_was_agreed_on_or_where_the_table_is_full() -> None:
    with pytest.raises(Refused, match="did not agree on late joiners"):
        campaign(ANN, BEN, late_joiners=False).join(CAY)
    full = campaign(ANN, BEN, CAY, Entrant("Dov", LEAGUE), matches="all")
    with pytest.raises(Refused, match="for 4 at most"):
        full.join(Entrant("Eve", SWARM))
    made = campaign(ANN, BEN)
    before = made.hash()
    with pytest.raises(WarhostError, match='called "Ben" already'):
        made.join(Entrant("Ben", SWARM))
    with pytest.raises(WarhostError):
        made.join(Entrant("Eve", "Nobody's Host"))
    assert made.hash() == before


def test_a_record_with_late_joiners_is_replayed_and_kept_in_a_file(tmp_path: Path) -> None:
    made = campaign(ANN, BEN)
    made.join(CAY)
    fought(made)
    again = replay_season(season_record(made), CAMPAIGN)
    assert again.hash() == made.hash()
    path = tmp_path / "war.season"
    state = CAMPAIGN.begin("aofr", [ANN, BEN], {"type": "endless", "late_joiners": True, "points": 500})
    with begin(path, CAMPAIGN, state) as kept:
        for entry in made.entries:
            kept.give(entry)
    with go_on(path) as kept:
        assert kept.season.hash() == made.hash()


def test_whoever_joined_stays_when_an_earlier_result_is_corrected() -> None:
    made = campaign(ANN, BEN)
    fixture = made.fixtures[0]
    made.report(result(fixture, 0, sheet(made)))
    made.join(CAY)
    to_battle(made)
    number = made.fought[0].number
    voided = corrected(made, number, None)
    assert voided.season.state.players == ("Ann", "Ben", "Cay")
    assert voided.lost
    assert all(entry.joined is None for entry in voided.lost)


def cup(**settings: Any) -> Season:
    state = TOURNAMENT.begin("aofr", [ANN, BEN], {"points": 750, "mission": "duel", "rounds": 3, **settings})
    return Season(TOURNAMENT, state, luck_of(Chance("cup")))


def test_a_late_arrival_is_paired_from_the_next_round_on() -> None:
    made = cup()
    made.answer(Chosen("go on"), -1)
    made.join(CAY)
    assert [fixture.players for fixture in made.fixtures] in ([(0, 1)], [(1, 0)])
    made.answer(Chosen("close"), -1)
    made.answer(Chosen("go on"), -1)
    assert isinstance(made.state, Tournament)
    assert sorted(player for match in made.state.rounds[1].matches for player in match.players if player >= 0) == [
        0,
        1,
        2,
    ]
    with pytest.raises(WarhostError, match="called"):
        made.join(CAY)
    with pytest.raises(Refused, match="round robin"):
        cup(system="round robin").join(CAY)
