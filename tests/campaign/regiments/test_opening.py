"""Campaigns that anybody sets up, and results that somebody enters by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.campaign.regiments.harness import army, fought, hero, result, sheet, state, unit
from warhost.campaign import Season
from warhost.campaign.contract import Fight, Fixture, Plays, Result, Shows, Tells
from warhost.campaign.forms import AsksByHand, filled_in
from warhost.campaign.opening import Entrant, Opens
from warhost.campaign.regiments import CAMPAIGN
from warhost.campaign.regiments.armies.sheet import CampaignState, UnitTold
from warhost.campaign.regiments.players import answer
from warhost.campaign.regiments.steps import play_mission
from warhost.campaign.regiments.told.by_hand import form_text, match_of, read_form, told_of
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Outcome, Refused
from warhost.rulesets.families.brought import list_data
from warhost.rulesets.regiments.lists.house import ready_list


def test_the_campaign_offers_all_that_others_ask_for() -> None:
    for offer in (Shows, Tells, Plays, Opens, AsksByHand):
        assert isinstance(CAMPAIGN, offer)


def begun(*entrants: Entrant, **settings: Any) -> Season:
    return Season(CAMPAIGN, CAMPAIGN.begin("aofr", entrants, {"type": "endless", **settings}))


def test_a_campaign_begins_with_factions_and_settings() -> None:
    season = begun(Entrant("Ann", "Unburied Host"), Entrant("James", "Tallgrass Horde"), points=500)
    made = sheet(season)
    assert [one.army for one in made.entrants] == ["Ann's army", "James' army"]
    assert (made.terms.points, made.terms.parallel, made.terms.options) == (500, False, {"mission": "duel"})
    assert season.pending[0].question.seat == 0
    assert sheet(begun(*(Entrant(name, "Unburied Host") for name in ("A", "B", "C")))).terms.parallel
    with pytest.raises(Refused, match="points cannot be 600"):
        begun(Entrant("Ann", "Unburied Host"), Entrant("Ben", "Tallgrass Horde"), points=600)


@pytest.mark.rule("aofr.campaign.start_army", "aofr.campaign.names")
def test_an_army_may_start_as_a_list_of_its_own() -> None:
    lists = [list_data(ready_list(name, 750)) for name in ("Unburied Host", "Unburied Host")]
    season = begun(Entrant("Ann", "One", lists[0]), Entrant("Ben", "Two", lists[1]))
    made = sheet(season)
    assert all(one.units and one.purse <= 150 for one in made.armies)
    names = [one.name for owner in made.armies for one in owner.units]
    assert len(names) == len(set(names))
    mixed = ready_list("Unburied Host", 750)
    other = ready_list("Tallgrass Horde", 750)
    both = list_data(type(mixed)(name="Mixed", limit=750, regiments=(*mixed.regiments[:2], *other.regiments[:2])))
    with pytest.raises(WarhostError, match="comes from one army book"):
        begun(Entrant("Ann", "Mixed", both), Entrant("Ben", "Two", lists[1]))


def waiting() -> tuple[CampaignState, Fixture]:
    """A match of two units and a hero against two units, which is to be fought."""
    made = state(army(0, unit("A"), hero("H")), army(1, unit("B"), unit("C")))
    match = fought(made)
    made.matches = (type(match)(**{**_fields(match), "told": None, "winner": None}),)
    fight = next(play_mission.play(made))
    assert isinstance(fight, Fight)
    return made, fight.fixtures[0]


def _fields(match: Any) -> dict[str, Any]:
    return {name: getattr(match, name) for name in match.__struct_fields__}


def test_a_form_asks_what_a_report_tells() -> None:
    made, fixture = waiting()
    entered = {
        "destroyed 1": ["B"],
        "routed 0": ["H"],
        "killer 1 B": "A",
        "killer 0 H": "C",
        "objective 0": True,
        "points 1": 50,
        "xp 0": {"A": 2},
        "ransom 1": {"C": 2},
    }
    told = filled_in(CAMPAIGN.form(made, fixture), entered)
    given = Result(fixture.key, Outcome((0,), "victory", "Ann wins."), told=told)
    CAMPAIGN.judge(made, fixture, given)
    one, other = told_of(made, match_of(made, fixture.key), told).armies
    assert one.units == (UnitTold(unit="A", kills=("B",), xp=2), UnitTold(unit="H", fate="routed"))
    assert other.units == (
        UnitTold(unit="B", fate="destroyed"),
        UnitTold(unit="C", fate="captured", kills=("H",), ransom=2),
    )
    assert (one.objective, other.points) == (True, 50)


@pytest.mark.parametrize(
    ("entered", "why"),
    [
        ({"destroyed 1": ["B"], "routed 1": ["B"]}, "B cannot be destroyed and routed at once"),
        ({"killer 1 B": "A"}, 'killed "B", which was not destroyed'),
        ({"conceded 0": True}, "cannot have won: it conceded"),
    ],
)
def test_a_form_that_cannot_be_is_refused(entered: dict[str, Any], why: str) -> None:
    made, fixture = waiting()
    told = filled_in(CAMPAIGN.form(made, fixture), entered)
    with pytest.raises(Refused, match=why):
        CAMPAIGN.judge(made, fixture, Result(fixture.key, Outcome((0,), "victory", "Ann wins."), told=told))


def test_a_report_as_a_file_is_read_as_it_was_written() -> None:
    made, fixture = waiting()
    text = form_text(made, match_of(made, fixture.key))
    assert read_form(made, fixture, text, "battle.toml").outcome.winners == (0,)
    whole = read_form(made, fixture, text.replace('winner = "Ann"', 'winner = "Ben"'), "battle.toml")
    CAMPAIGN.judge(made, fixture, whole)
    assert told_of(made, match_of(made, fixture.key), whole.told) == told_of(
        made, match_of(made, fixture.key), result(fixture, 1, made).told
    )


def test_computers_answer_every_question_of_a_campaign_with_a_legal_answer() -> None:
    season = begun(Entrant("Ann", "Unburied Host"), Entrant("Ben", "Tallgrass Horde"), points=500)
    topics = set()
    for number in range(60):
        if season.fixtures:
            break
        for ask in season.pending:
            topics.add(ask.question.topic)
            given = answer(sheet(season), ask, Chance(f"answer {number}"))
            ask.check(given)
            season.answer(given, ask.question.seat)
        while season.roll is not None:
            season.throw((5,))
    assert season.fixtures
    assert "muster" in topics
