"""Battles of three or four armies of a campaign (AOFR-R808): who fights, what they bring and get, what they report."""

from __future__ import annotations

from typing import Any

import pytest

from tests.campaign.regiments.harness import LEAGUE, Run, army, hero, season, sheet, state, unit
from warhost.campaign.contract import Result
from warhost.campaign.headless import fight_out
from warhost.campaign.regiments import CAMPAIGN, CampaignState, Entrant, Terms, campaign_types
from warhost.campaign.regiments.armies.sheet import army_value
from warhost.campaign.regiments.steps import mission_setup
from warhost.campaign.regiments.steps.experience import earn
from warhost.campaign.regiments.steps.play_mission import fixture_of, reward, with_result
from warhost.campaign.regiments.told.by_hand import form, form_text, read_form
from warhost.campaign.regiments.told.reports import judge
from warhost.errors import WarhostError
from warhost.play import Outcome
from warhost.play.script import Refused


def three(*, matched: bool = True, **fields: Any) -> CampaignState:
    """Three armies of a pike company each, about to fight each other."""
    made = state(*(army(n, unit(f"U{n}")) for n in range(3)), terms=Terms(**fields))
    if matched:
        Run(mission_setup.setup(made), dice=[5, 5, 5])
    return made


@pytest.mark.rule("aofr.campaign.parallel_play")
def test_all_armies_take_part_in_every_match_unless_they_play_in_parallel() -> None:
    made = three(matched=False)
    assert mission_setup.meetings(made) == [(0, 1, 2)]
    made.mission = 2
    assert mission_setup.meetings(made) == [(1, 2, 0)]
    made.terms = Terms(parallel=True)
    assert [len(players) for players in mission_setup.meetings(made)] == [2]
    alone = state(army(0, unit("A")), army(1, unit("B", rests=1)), army(2))
    assert mission_setup.meetings(alone) == []


@pytest.mark.rule("aofr.campaign.parallel_play")
def test_more_than_four_armies_do_not_fit_on_one_table() -> None:
    entrants = [Entrant(f"Army {n}", LEAGUE) for n in range(5)]
    with pytest.raises(WarhostError, match="up to four armies"):
        season(Terms(), *entrants, names=("A", "B", "C", "D", "E"))
    assert not sheet(season(Terms(), *entrants[:4])).terms.parallel


@pytest.mark.rule("aofr.campaign.army_gap")
def test_nobody_brings_over_250_points_more_than_the_weakest_of_all() -> None:
    made = state(
        army(0, unit("A")),
        army(1, *(unit(f"B{n}") for n in range(3))),
        army(2, *(unit(f"C{n}") for n in range(5))),
        terms=Terms(),
    )
    price = army_value(made, made.armies[0])
    home = [f"C{n}" for n in range(5 - 1 - 250 // price)]
    stays = [f"B{n}" for n in range(3 - 1 - 250 // price)]
    Run(mission_setup.setup(made), dice=[5, 5, 5], answers=[*stays, *home])
    (match,) = made.matches
    assert max(match.values) - min(match.values) <= 250


@pytest.mark.rule("aofr.campaign.underdog_points")
def test_underdog_points_count_from_the_strongest_of_all() -> None:
    assert [mission_setup.underdog_points((900, 1050, 1000), seat) for seat in range(3)] == [3, 0, 1]


@pytest.mark.rule("aofr.campaign.mission_rewards")
def test_one_army_wins_and_all_others_get_300_points() -> None:
    made = three()
    (match,) = made.matches
    told = {"armies": [{"units": [{"unit": f"U{player}"}]} for player in match.players]}
    made.matches = (with_result(made, match, Result(match.key, Outcome((0,), "victory", "Over."), told=told)),)
    reward(made, made.matches[0])
    assert [(one.vp, one.purse) for one in made.armies] == [(0, 300), (2, 150), (0, 300)]
    assert [one.matches for one in made.armies] == [1, 1, 1]


def test_the_battle_is_a_free_for_all_in_a_mission_for_everybody() -> None:
    made = three(options={"mission": "any"})
    fixture = fixture_of(made, made.matches[0])
    assert fixture.players == (1, 2, 0)
    assert fixture.setup.options["parts"] == ["multiplayer:free_for_all", "campaign:mission+1-rage+2-rage+3-rage"]
    assert fixture.setup.options["mission"] == "duel"
    assert fixture.title == "Mission 2: Ben's League, Cay's League and Ann's League"
    (game,) = CAMPAIGN.telling(made).games
    assert game.title == "Ben's League, Cay's League and Ann's League"


@pytest.mark.rule("aofr.campaign.xp_kill_unit")
def test_a_report_tells_of_all_armies_and_kills_count_whosever_they_were() -> None:
    made = three()
    (match,) = made.matches
    fixture = fixture_of(made, match)
    fields = {field.name: field for field in form(made, fixture)}
    assert [option.label for option in fields["killer 0 U1"].options] == ["Nobody", "U2", "U0"]
    entered = {"destroyed 0": ["U1"], "killer 0 U1": "U0", "destroyed 1": ["U2"], "killer 1 U2": "U0"}
    result = Result(fixture.key, Outcome((2,), "victory", "Over."), told=entered)
    judge(made, fixture, result)
    made.matches = (with_result(made, match, result),)
    Run(earn(made))
    assert [owner.units[0].xp for owner in made.armies] == [3, 0, 0]


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"armies": [{"units": [{"unit": "U1"}]}, {"units": [{"unit": "U2"}]}]}, "lists 2 armies, and 3 fought"),
        ({"objective 0": True, "objective 2": True}, "only one army can be the first to destroy"),
        ({"conceded 0": True, "conceded 1": True, "conceded 2": True}, "every army conceded"),
    ],
)
def test_what_cannot_be_is_refused(told: dict[str, Any], why: str) -> None:
    made = three()
    fixture = fixture_of(made, made.matches[0])
    with pytest.raises(Refused, match=why):
        judge(made, fixture, Result(fixture.key, Outcome((2,), "victory", "Over."), told=told))


def test_a_report_can_be_written_as_a_file() -> None:
    made = three()
    fixture = fixture_of(made, made.matches[0])
    text = form_text(made, made.matches[0]).replace('winner = "Ben"', 'winner = "Ann"')
    result = read_form(made, fixture, text, "battle.toml")
    assert result.outcome.winners == (2,)
    judge(made, fixture, result)
    with pytest.raises(WarhostError, match="in this order: Ben, Cay and Ann"):
        read_form(made, fixture, 'winner = "Ann"', "battle.toml")


@pytest.mark.slow
@pytest.mark.parametrize("armies", [3, 4])
def test_battles_of_all_armies_are_fought_by_computers_and_tell_of_everybody(armies: int) -> None:
    """With skills and an underdog among them."""
    owners = [
        army(
            n,
            hero(f"H{n}"),
            *(unit(f"U{n}{m}") for m in range(2 + (n == 0))),
            name=f"Army {n}",
        )
        for n in range(armies)
    ]
    made = state(*owners, terms=Terms())
    Run(mission_setup.setup(made), dice=[2, *[5] * armies][:armies])
    fixture = fixture_of(made, made.matches[0])
    for seed in range(3):
        record = fight_out(fixture, ["random"] * armies, f"all {seed}")
        assert record.outcome is not None
        assert len(record.outcome.winners) == 1
        told = CAMPAIGN.told_by(fixture, record)
        result = Result(fixture.key, record.outcome, record.seal, told)
        judge(made, fixture, result)
        kills = [name for one in told["armies"] for row in one["units"] for name in row.get("kills", ())]
        assert len(kills) == len(set(kills))


def test_a_campaign_of_all_armies_counts_vp_as_they_are() -> None:
    assert not campaign_types.scores_by_match(three(matched=False).terms)


def test_the_page_says_how_matches_are_played() -> None:
    (card,) = CAMPAIGN.telling(three()).cards
    assert ("Matches", "all armies in one battle") in card.lines
