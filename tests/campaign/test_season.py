"""A cup of tiny races: a campaign asks players, chance and battles, and its record plays again."""

from __future__ import annotations

import msgspec
import pytest

from examples.tiny_race import RULESET
from tests.campaign.cup import ARMIES, Cup, CupState, cup
from warhost.campaign import (
    ORGANISER,
    Answered,
    CampaignRecord,
    Entrant,
    Field,
    Fixture,
    Pickable,
    Result,
    Season,
    corrected,
    fight,
    filled_in,
    find_campaign,
    next_result,
    register_campaign,
    replay_season,
    result_of,
    season_record,
)
from warhost.campaign.contract import CampaignScript
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Choose, Chosen, Game, Option, Outcome, Record, Refused, Roll, Setup, luck_of, record_of
from warhost.play.script import ask_choice
from warhost.players import RandomPlayer, play_out


def table(season: Season) -> CupState:
    assert isinstance(season.state, CupState)
    return season.state


def dice_asked(season: Season) -> str | None:
    return None if season.roll is None else season.roll.dice


def won_by(fixture: str, *seats: int) -> Result:
    return Result(fixture, Outcome(seats, "victory", "Over."))


def fought(fixture: Fixture, seed: str) -> Record:
    """The fixture fought by random players."""
    game = Game(RULESET, RULESET.set_up(fixture.setup), luck_of(Chance(seed)))
    play_out(game, [RandomPlayer(Chance(f"{seed} {seat}")) for seat in range(3)])
    return record_of(game, fixture.setup)


def test_a_campaign_goes_on_when_all_its_battles_are_told() -> None:
    season = cup()
    assert [one.key for one in season.fixtures] == ["heat 1", "heat 2"]
    season.report(won_by("heat 2", 2))
    assert [one.key for one in season.fixtures] == ["heat 1"]
    assert dice_asked(season) is None
    season.report(won_by("heat 1", 0))
    assert not season.fixtures
    assert dice_asked(season) == "D3"
    season.throw((4,))
    ask = season.ask_of(1)
    assert ask is not None
    assert ask.question.text == "Who loses a point?"
    season.answer(Chosen("0"), 1)
    assert table(season).points == (1, 2, 2)
    assert [one.title for one in season.fixtures] == ["Heat 1 of round 2", "Heat 2 of round 2"]


def test_real_battles_feed_a_campaign_to_its_end() -> None:
    season = cup(luck_of(Chance("cup")))
    while not season.over:
        for fixture in season.fixtures:
            season.report(result_of(fixture, fought(fixture, f"{table(season).rounds} {fixture.key}")))
        for ask in season.pending:
            season.answer(ask.suggestions()[0], ask.question.seat)
    assert sum(table(season).points) >= 2
    told = msgspec.json.decode(msgspec.json.encode(season_record(season)), type=CampaignRecord)
    again = replay_season(told, Cup())
    assert again.hash() == season.hash()
    assert again.over
    assert all(entry.result.seal for entry in again.entries if entry.result is not None)


def test_a_record_goes_on_where_it_ended() -> None:
    season = cup()
    season.report(won_by("heat 2", 2))
    again = replay_season(season_record(season), Cup(), luck_of(Chance("on")))
    again.report(won_by("heat 1", 2))
    assert again.pending


@pytest.mark.parametrize(
    ("result", "why"),
    [
        (won_by("heat 3", 0), 'No result is missing for "heat 3". Still open: heat 2.'),
        (won_by("heat 1", 0), 'No result is missing for "heat 1"'),
        (won_by("heat 2", 3), "heat 2 has no seat 3"),
    ],
)
def test_a_result_that_cannot_be_is_refused_and_changes_nothing(result: Result, why: str) -> None:
    season = cup()
    season.report(won_by("heat 1", 0))
    before = season_record(season)
    with pytest.raises(Refused, match=why):
        season.report(result)
    assert season_record(season) == before


def test_answers_and_dice_are_taken_when_they_are_asked_for() -> None:
    season = cup()
    with pytest.raises(Refused, match="Ann has no question"):
        season.answer(Chosen("1"), 0)
    with pytest.raises(Refused, match="no dice to roll"):
        season.throw((1,))
    for heat in ("heat 1", "heat 2"):
        season.report(won_by(heat, 0))
    with pytest.raises(Refused):
        season.throw((7,))
    season.throw((1,))
    with pytest.raises(Refused, match="not among the options"):
        season.answer(Chosen("1"), 1)
    assert [entry.player for entry in season.entries] == [None] * 3


def test_the_record_of_another_battle_is_refused() -> None:
    (fixture, _) = cup().fixtures
    record = fought(fixture, "one")
    other = msgspec.structs.replace(fixture, setup=Setup(ruleset="tiny", armies=ARMIES[:2], map="meadow"))
    with pytest.raises(Refused, match="armies differ"):
        result_of(other, record)
    with pytest.raises(Refused, match="is not over"):
        result_of(fixture, msgspec.structs.replace(record, outcome=None))


def test_a_record_that_was_altered_is_refused() -> None:
    season = cup()
    season.report(won_by("heat 1", 0))
    season.report(won_by("heat 2", 0))
    record = season_record(season)
    with pytest.raises(WarhostError, match="lead to"):
        replay_season(msgspec.structs.replace(record, final="0"), Cup())
    with pytest.raises(WarhostError, match="Entry 1 of the record"):
        replay_season(msgspec.structs.replace(record, entries=(record.entries[0],) * 2), Cup())
    with pytest.raises(WarhostError, match="not of cup"):
        replay_season(msgspec.structs.replace(record, version="0.9"), Cup())


def test_two_fixtures_need_two_names() -> None:
    class Twice(Cup):
        def _round(self, state: CupState) -> CampaignScript[None]:
            setup = Setup(ruleset="tiny", armies=ARMIES)
            yield from fight([Fixture("heat", setup, (0, 1, 2))] * 2)

    with pytest.raises(WarhostError, match='called "heat"'):
        Season(Twice(), CupState(players=("Ann", "Ben", "Cay")))


def test_chance_is_asked_by_the_campaign_and_by_nobody_else() -> None:
    rolls: list[Roll] = []

    def luck(roll: Roll) -> tuple[int, ...]:
        rolls.append(roll)
        return (6,)

    season = cup(luck)
    for heat in ("heat 1", "heat 2"):
        season.report(won_by(heat, 0))
    assert [roll.why for roll in rolls] == ["Luck of the last"]
    assert season.pending


class Desk(Cup):
    """Two races; results are told as they come, and the organiser may call the rest off meanwhile."""

    def _round(self, state: CupState) -> CampaignScript[None]:
        setup = Setup(ruleset="tiny", armies=ARMIES)
        left = [Fixture(f"heat {n}", setup, (0, 1, 2)) for n in (1, 2)]
        question = Choose(
            seat=ORGANISER, topic="desk", text="Call the rest off?", options=(Option("off", "Call the rest off"),)
        )
        while left:
            came = yield from next_result(left, [ask_choice(question)])
            if isinstance(came, Answered):
                break
            left = [fixture for fixture in left if fixture.key != came.fixture]
            state.points = tuple(have + (player in came.outcome.winners) for player, have in enumerate(state.points))
        state.rounds = 2


def test_a_script_may_take_results_one_by_one() -> None:
    season = Season(Desk(), CupState(players=("Ann", "Ben", "Cay")))
    season.report(won_by("heat 2", 2))
    assert table(season).points == (0, 0, 1)
    assert [one.key for one in season.fixtures] == ["heat 1"]
    season.report(won_by("heat 1", 1))
    assert season.over
    assert replay_season(season_record(season), Desk()).hash() == season.hash()


def test_the_organiser_may_answer_while_battles_are_fought() -> None:
    season = Season(Desk(), CupState(players=("Ann", "Ben", "Cay")))
    season.report(won_by("heat 2", 2))
    with pytest.raises(Refused, match="Ann has no question"):
        season.answer(Chosen("off"), 0)
    season.answer(Chosen("off"), ORGANISER)
    assert season.over
    with pytest.raises(Refused, match="The organiser has no question"):
        season.answer(Chosen("off"), ORGANISER)
    assert replay_season(season_record(season), Desk()).hash() == season.hash()


def test_a_corrected_result_keeps_what_still_fits() -> None:
    season = cup()
    season.report(won_by("heat 1", 0))
    season.report(won_by("heat 2", 0))
    season.throw((2,))
    season.answer(Chosen("0"), 1)
    season.report(won_by("heat 2", 1))
    again = corrected(season, 1, won_by("heat 2", 2))
    # Ben is still the last and still has the luck of the die; the race of round 2 is the same.
    assert again.lost == ()
    assert table(again.season).points == (1, 1, 2)
    assert [one.key for one in again.season.fixtures] == ["heat 1"]
    assert table(season).points == (3, 1, 0)


def test_what_no_longer_fits_a_correction_is_asked_again() -> None:
    season = cup()
    season.report(won_by("heat 1", 0))
    season.report(won_by("heat 2", 0))
    season.throw((2,))
    season.answer(Chosen("0"), 1)
    again = corrected(season, 1, won_by("heat 2", 1))
    # Now Cay is the last: Ben's answer is lost, and Cay is asked.
    assert [entry.player for entry in again.lost] == [1]
    assert again.season.ask_of(2) is not None
    void = corrected(season, 0, None)
    assert [one.key for one in void.season.fixtures] == ["heat 1"]
    assert len(void.lost) == 2


def test_only_results_are_corrected_and_only_by_results_of_the_same_fixture() -> None:
    season = cup()
    season.report(won_by("heat 1", 0))
    with pytest.raises(Refused, match="Entry 3"):
        corrected(season, 3, None)
    with pytest.raises(Refused, match="not of heat 1"):
        corrected(season, 0, won_by("heat 2", 0))


def test_campaigns_are_found_by_their_slugs() -> None:
    register_campaign(Cup())
    assert find_campaign("cup").title == "The Tiny Cup"
    with pytest.raises(WarhostError, match='no campaign "cups"'):
        find_campaign("cups")


def test_settings_are_checked_and_completed() -> None:
    entrants = [Entrant(name) for name in ("Ann", "Ben", "Cay")]
    assert Cup().begin("tiny", entrants, {"heats": 1}) == CupState(players=("Ann", "Ben", "Cay"), heats=1)
    with pytest.raises(Refused, match="heats cannot be 3: choose one of 1, 2"):
        Cup().begin("tiny", entrants, {"heats": 3})
    with pytest.raises(Refused, match="heats cannot be True"):
        Cup().begin("tiny", entrants, {"heats": True})
    with pytest.raises(Refused, match='no setting "laps"'):
        Cup().begin("tiny", entrants, {"laps": 3})


FORM = (
    Field(name="kills", label="Units destroyed", kind="number", most=9),
    Field(name="lost", label="Casualties", kind="many", options=(Pickable("a", "Archers"), Pickable("b", "Boars"))),
    Field(name="first", label="Who was first", kind="one", options=(Pickable("0", "Ann"),), default="0"),
    Field(name="xp", label="Experience", kind="counts", options=(Pickable("a", "Archers"),), most=3),
    Field(name="late", label="Out of time", kind="flag"),
)


def test_a_form_is_filled_in() -> None:
    assert filled_in(FORM, {"kills": 2}) == {"kills": 2, "lost": [], "first": "0", "xp": {}, "late": False}
    assert filled_in(FORM, {"kills": 0, "lost": ["b", "b"], "xp": {"a": 3}, "late": True})["lost"] == ["b"]


@pytest.mark.parametrize(
    ("entered", "why"),
    [
        ({}, "Units destroyed: enter a whole number"),
        ({"kills": 10}, "Units destroyed is 10: it must be 0 to 9"),
        ({"kills": True}, "enter a whole number"),
        ({"kills": 1, "lost": ["c"]}, 'Casualties: "c" is not among the choices'),
        ({"kills": 1, "first": 0}, "Who was first: enter it again"),
        ({"kills": 1, "xp": {"a": 4}}, "Experience, a is 4"),
        ({"kills": 1, "more": 1}, 'no field "more"'),
    ],
)
def test_a_form_that_is_filled_in_wrongly_says_where(entered: dict[str, object], why: str) -> None:
    with pytest.raises(Refused, match=why):
        filled_in(FORM, entered)
