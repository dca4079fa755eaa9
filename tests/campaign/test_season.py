"""A cup of tiny races: a campaign asks players, chance and battles, and its record plays again."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
import pytest

from tests.tiny import RULESET
from warhost.campaign import (
    ORGANISER,
    Answered,
    CampaignRecord,
    Fixture,
    Result,
    Season,
    State,
    fight,
    next_result,
    replay_season,
    result_of,
    season_record,
)
from warhost.campaign.contract import CampaignScript
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Choose, Chosen, Game, Option, Outcome, Record, Refused, Roll, Setup, luck_of, record_of
from warhost.play.script import ask_choice, choose, roll_sum
from warhost.players import RandomPlayer, play_out

ARMIES = ("Hares", "Tortoises", "Foxes")


class CupState(State, kw_only=True):
    points: tuple[int, ...] = (0, 0, 0)
    rounds: int = 0


class Cup:
    """Every round: two races at once, a die of luck for the last, who then names the army of the first."""

    slug: ClassVar[str] = "cup"
    title: ClassVar[str] = "The Tiny Cup"
    version: ClassVar[str] = "1.0"
    state_type: ClassVar[type[State]] = CupState

    def next_step(self, state: Any) -> str | None:
        return None if state.rounds == 2 else "round"

    def run(self, state: Any, step: str) -> CampaignScript[None]:
        return self._round(state)

    def _round(self, state: CupState) -> CampaignScript[None]:
        setup = Setup(ruleset="tiny", armies=ARMIES, map="meadow")
        heats = [Fixture(f"heat {n}", setup, (0, 1, 2), f"Heat {n} of round {state.rounds + 1}") for n in (1, 2)]
        results = yield from fight(heats)
        points = list(state.points)
        for heat, result in zip(heats, results, strict=True):
            for seat in result.outcome.winners:
                points[heat.players[seat]] += 2
        last = points.index(min(points))
        points[last] += yield from roll_sum("D3", why="Luck of the last", rule="cup.luck")
        options = [Option(str(n), name) for n, name in enumerate(state.players) if n != last]
        chosen = yield from choose(last, "handicap", "Who loses a point?", options)
        points[int(chosen)] -= 1
        state.points, state.rounds = tuple(points), state.rounds + 1


def cup(luck: Any = None) -> Season:
    return Season(Cup(), CupState(players=("Ann", "Ben", "Cay")), luck)


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
        (won_by("heat 3", 0), 'No result of "heat 3" is waited for; open fixtures: heat 2.'),
        (won_by("heat 1", 0), 'No result of "heat 1" is waited for'),
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
    with pytest.raises(Refused, match="No dice"):
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
