"""A tournament that anybody can set up: settings with their choices, armies, and a form for results."""

from __future__ import annotations

import pytest

from warhost.campaign import Entrant, Opens, Season, filled_in
from warhost.campaign.contract import ORGANISER, Result
from warhost.campaign.tournament import CAMPAIGN, Tournament
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Chosen, Outcome, luck_of
from warhost.rulebook import books
from warhost.rulesets import ruleset, slugs


def begun(slug: str, **settings: bool | int | str) -> Tournament:
    armies = ruleset(slug).armies()
    state = CAMPAIGN.begin(slug, [Entrant("Ann", armies[0]), Entrant("Ben", armies[1])], settings)
    assert isinstance(state, Tournament)
    return state


@pytest.mark.parametrize("slug", [slug for slug in slugs() if slug in books()])
def test_every_rulebook_can_be_played_as_it_is_set_up(slug: str) -> None:
    assert isinstance(CAMPAIGN, Opens)
    season = Season(CAMPAIGN, begun(slug, rounds=2), luck_of(Chance("lots")))
    while not season.fixtures:
        ask = season.ask_of(ORGANISER)
        assert ask is not None
        season.answer(ask.suggestions()[0], ORGANISER)
    (fixture,) = season.fixtures
    ruleset(slug).set_up(fixture.setup)


def test_settings_are_those_that_were_chosen() -> None:
    settings = begun("aofr", system="round robin", rounds=3, minutes=120, mission="duel", points=750).settings
    assert (settings.system, settings.rounds, settings.minutes, settings.points) == ("round robin", 3, 120, 750)
    assert settings.missions[0] == "duel"
    assert begun("aofr").settings.missions == ()
    with pytest.raises(WarhostError, match="rounds cannot be 0"):
        begun("aofr", rounds=0)


def test_the_form_asks_for_what_breaks_ties() -> None:
    season = Season(CAMPAIGN, begun("kow"), luck_of(Chance("lots")))
    season.answer(Chosen("go on"), ORGANISER)
    (fixture,) = season.fixtures
    fields = CAMPAIGN.form(season.state, fixture)
    assert [(one.kind, one.seat, one.label[:5]) for one in fields] == [("number", 0, "Score"), ("number", 1, "Score")]
    with pytest.raises(WarhostError, match="two whole numbers"):
        season.report(Result(fixture.key, Outcome((0,), "victory", "Won."), told={"second 0": 7}))
    season.report(Result(fixture.key, Outcome((0,), "victory", "Won."), told=filled_in(fields, {"second 0": 7})))
    assert CAMPAIGN.telling(season.state).games[0].done
    assert "7" in CAMPAIGN.telling(season.state).games[0].scores[0]
