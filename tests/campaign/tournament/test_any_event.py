"""Events at random: whatever organisers, players and results do, what must always hold does."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tests.campaign.tournament.events import entrants
from warhost.campaign import Result, Season, filled_in, replay_season, season_record
from warhost.campaign.opening import Entrant, agreed
from warhost.campaign.tournament import CAMPAIGN, Settings, Tournament, entered, standings, winners
from warhost.dice import Chance
from warhost.play import Choose, Outcome, Refused, luck_of


def at_random(number: int) -> Season:
    """An event of any kind, played to its end with anything that may happen."""
    chance = Chance(f"event {number}")
    settings = Settings(
        points=750,
        rounds=1 + chance.pick(5),
        system=("swiss", "round robin")[chance.pick(2)],
        league=bool(chance.pick(2)),
        missions=("duel",) * chance.pick(3),
        tie_breaks=(("destruction",), ("opponents", "wins"), ())[chance.pick(3)],
    )
    season = Season(CAMPAIGN, entered(settings, entrants(2 + chance.pick(9))), luck_of(chance.fork("dice")))
    for _ in range(400):
        if season.over:
            break
        if season.fixtures and chance.pick(8):
            fixture = season.fixtures[chance.pick(len(season.fixtures))]
            won: tuple[int, ...] = ((), (0,), (1,))[chance.pick(3)]
            told = filled_in(CAMPAIGN.form(season.state, fixture), {"lost 0": ["0"] if chance.pick(2) else []})
            season.report(Result(fixture.key, Outcome(won, "over", "Over."), told=told))
        else:
            ask = season.pending[0]
            # Mostly the event goes on; now and then anything else happens at the desk.
            answer = ask.suggestions()[0] if chance.pick(4) else ask.sample(chance)
            season.answer(answer, ask.question.seat)
        check(season)
    assert season.over
    return season


def check(season: Season) -> None:
    state = season.state
    assert isinstance(state, Tournament)
    for one in state.rounds:
        playing = [player for match in one.matches for player in match.players if player >= 0]
        assert len(playing) == len(set(playing))
        tables = [match.table for match in one.matches if not match.is_bye]
        assert tables == list(range(1, len(tables) + 1))
    table = standings(state)
    assert sorted(one.player for one in table) == list(range(len(state.entrants)))
    assert [one.rank for one in table] == sorted(one.rank for one in table)
    assert CAMPAIGN.telling(state).standings


@pytest.mark.parametrize("number", range(24))
def test_an_event_at_random_holds_what_must_hold_and_plays_again(number: int) -> None:
    season = at_random(number)
    assert replay_season(season_record(season), CAMPAIGN).hash() == season.hash()
    assert isinstance(season.state, Tournament)
    assert winners(season.state)


@pytest.mark.parametrize("players", [4, 6, 7, 8])
def test_a_rematch_comes_only_when_there_is_no_other_way(players: int) -> None:
    event = Season(
        CAMPAIGN,
        entered(Settings(points=750, rounds=9, missions=("duel",) * 9), entrants(players)),
        luck_of(Chance("r")),
    )
    chance = Chance("rematches")
    met: Counter[frozenset[int]] = Counter()
    while not event.over:
        if event.fixtures:
            fixture = event.fixtures[0]
            won = (chance.pick(2),)
            event.report(Result(fixture.key, Outcome(won, "over", "Over."), told={"destruction": [0, 0]}))
        else:
            ask = event.pending[0]
            event.answer(ask.suggestions()[0], ask.question.seat)
            state = event.state
            assert isinstance(state, Tournament)
            if event.fixtures:
                pairs = [frozenset(match.players) for match in state.rounds[-1].matches if not match.is_bye]
                again = sum(bool(met[pair]) for pair in pairs)
                free = {player for pair in pairs for player in pair}
                assert again == fewest(sorted(free), met)
                met.update(pairs)


def fewest(players: list[int], met: Counter[frozenset[int]]) -> int:
    """The fewest rematches in any pairing of these players, by trying all."""
    if not players:
        return 0
    first, *rest = players
    return min(
        bool(met[frozenset((first, other))]) + fewest([one for one in rest if one != other], met) for other in rest
    )


@pytest.mark.rule("aofr.tourney.mission")
def test_one_mission_may_be_agreed_on_for_all_rounds() -> None:
    own = [Entrant(name, "Unburied Host") for name in ("Ann", "Ben")]
    state = CAMPAIGN.begin("aofr", own, agreed(CAMPAIGN.settings("aofr"), {"mission": "sabotage"}))
    assert set(state.settings.missions) == {"sabotage"}
    assert not CAMPAIGN.begin("aofr", own, agreed(CAMPAIGN.settings("aofr"), {})).settings.missions


@pytest.mark.rule("aofr.tourney.destruction_points")
def test_who_enters_a_result_by_hand_ticks_off_what_was_lost() -> None:
    season = Season(
        CAMPAIGN, entered(Settings(points=750, missions=("duel",) * 4), entrants(2)), luck_of(Chance("hand"))
    )
    ask = season.pending[0]
    assert isinstance(ask.question, Choose)
    season.answer(ask.suggestions()[0], ask.question.seat)
    (fixture,) = season.fixtures
    first, second = CAMPAIGN.form(season.state, fixture)
    assert (first.kind, first.seat, second.seat) == ("many", 0, 1)
    costs = [int(option.label.rpartition("(")[2].rstrip(")")) for option in second.options]
    told = filled_in((first, second), {"lost 1": ["0", "2"]})
    result = Result(fixture.key, Outcome((0,), "victory", "Over."), told=told)
    with pytest.raises(Refused, match="has no unit 99"):
        season.report(Result(fixture.key, result.outcome, told={"lost 0": ["99"]}))
    season.report(result)
    assert isinstance(season.state, Tournament)
    (match,) = season.state.rounds[0].matches
    assert match.destruction == (costs[0] + costs[2], 0)


def test_every_pair_is_tried() -> None:
    assert fewest([0, 1, 2, 3], Counter(map(frozenset, combinations(range(4), 2)))) == 2
