"""Three seats in two teams: who wins with whom, in endings, reports, series of battles and before a captain's eyes."""

from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from examples.tiny_race import RULESET, race
from warhost.dice import Chance
from warhost.lab.matches import Plan, play_all, schedule, summarise
from warhost.play import Battle, Seat, Setup, record_of
from warhost.play.counsel.counsel import Counsel
from warhost.play.rules.ending import CONCEDED, concession, may_be_agreed
from warhost.play.rules.sides import against, allies, foes, same_side, sides
from warhost.players import RandomPlayer, play_out, start
from warhost.players.captain.generic import _goal
from warhost.report import report
from warhost.report.telling.course import chances
from warhost.rulesets import register
from warhost.table import Rect

TEAMS = (0, 1, 1)
SEATS = (Seat("Hares", team=0), Seat("Tortoises", team=1), Seat("Foxes", team=1))
LONERS = (Seat("Hares"), Seat("Tortoises"), Seat("Foxes"))


@pytest.fixture(autouse=True)
def tiny() -> None:
    register(RULESET)


def test_seats_of_one_team_are_one_side() -> None:
    assert sides(SEATS) == ((0,), (1, 2))
    assert (allies(SEATS, 2), foes(SEATS, 2), foes(SEATS, 0)) == ((1, 2), (0,), (1, 2))
    assert against(SEATS) == "Hares against Tortoises and Foxes"


def test_seats_without_a_team_are_sides_of_their_own() -> None:
    assert sides(LONERS) == ((0,), (1,), (2,))
    assert foes(LONERS, 1) == (0, 2)
    assert against(LONERS) == "Hares against Tortoises against Foxes"


def test_nobody_is_on_the_side_of_neutral_units() -> None:
    assert not any(same_side(SEATS, seat, -1) or same_side(SEATS, -1, seat) for seat in range(3))
    assert same_side(SEATS, -1, -1)


@pytest.mark.parametrize(
    ("teams", "seat", "winners", "text"),
    [
        (TEAMS, 1, (0,), "Tortoises conceded. Victory for Hares."),
        (TEAMS, 0, (1, 2), "Hares conceded. Victory for Tortoises and Foxes."),
        (None, 1, (0, 2), "Tortoises conceded. Victory for Hares and Foxes."),
    ],
)
def test_who_concedes_concedes_for_the_team(
    teams: tuple[int, ...] | None, seat: int, winners: tuple[int, ...], text: str
) -> None:
    battle = race(teams=teams)
    outcome = concession(battle, seat)
    assert (outcome.winners, outcome.word, outcome.text) == (winners, CONCEDED, text)
    assert may_be_agreed(battle, outcome)


def test_a_captain_looks_at_other_sides_for_its_enemies() -> None:
    battle = race(teams=TEAMS)

    def boundary(battle: Battle, unit: object) -> Rect:
        shape = RULESET.boundary(battle, unit)
        assert shape is not None
        return shape

    assert [unit.name for unit in Counsel(battle, 1, boundary).foes] == ["Hares", "Rabbit"]
    assert [unit.name for unit in Counsel(battle, 0, boundary).foes] == ["Tortoises", "Foxes", "Rabbit"]
    alone, among_friends = _goal(race(), 2, None), _goal(battle, 2, None)
    assert among_friends[0] < alone[0]  # the Tortoises, further right than the Hares, are no goal for the Foxes


def test_the_chances_of_allies_are_those_of_their_side() -> None:
    alone = chances((1.0, 0.5, 0.5), (0.0, 0.0, 0.0), 0.5, sides(LONERS))
    assert sum(alone) == pytest.approx(1.0, abs=1e-5)
    together = chances((1.0, 0.5, 0.5), (0.0, 0.0, 0.0), 0.5, sides(SEATS))
    assert together[1] == together[2]
    assert together[0] + together[1] == pytest.approx(1.0, abs=1e-5)


def test_a_team_wins_together_and_the_report_says_so() -> None:
    setup = Setup(ruleset="tiny", armies=("Hares", "Tortoises", "Foxes"), options={"teams": list(TEAMS)})
    for seed in range(20):
        game = start(RULESET, setup, seed)
        play_out(game, [RandomPlayer(Chance(f"{seed} {seat}")) for seat in range(3)])
        outcome = game.battle.outcome
        assert outcome is not None
        if len(outcome.winners) == 2:
            break
    assert outcome is not None
    assert outcome.winners == (1, 2)
    page = report(record_of(game, setup, ("random",) * 3, str(seed)))
    assert "<title>Hares against Tortoises and Foxes</title>" in page
    assert 'class="result s1"' in page


def test_players_of_a_series_sit_in_every_seat_equally_often() -> None:
    plan = Plan(ruleset="tiny", players=("one", "two", "three"), games=6, seed="7", armies=("Hares",) * 3)
    jobs = list(schedule(plan))
    sat = Counter((name, seat) for job in jobs for seat, name in enumerate(job.players))
    assert sat == {(name, seat): 2 for name in plan.players for seat in range(3)}
    assert all(job.players[(1 + job.moved) % 3] == "two" for job in jobs)


def test_both_players_of_a_team_are_counted_as_winners() -> None:
    plan = Plan(ruleset="tiny", players=("random",) * 3, games=1, seed="7", options={"teams": list(TEAMS)}, swap=False)
    (played,) = play_all(plan)
    won = msgspec.structs.replace(played, result=msgspec.structs.replace(played.result, winners=(1, 2)))
    told = summarise(plan, [won], 1.0).players
    assert [(line.wins, line.losses) for line in told] == [(0, 1), (1, 0), (1, 0)]
    moved_on = msgspec.structs.replace(won, moved=1)
    told = summarise(plan, [moved_on], 1.0).players
    assert [(line.wins, line.losses) for line in told] == [(1, 0), (1, 0), (0, 1)]
