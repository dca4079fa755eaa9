"""The course of a tournament: lots, pairings, results in any order, drop-outs, the organiser's desk, leagues."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.campaign.tournament.events import Event, entrants
from warhost.campaign import ORGANISER, CampaignRecord, Result, replay_season, season_record
from warhost.campaign.keeping import look
from warhost.campaign.tournament import CAMPAIGN, Entrant, Settings, entered, standings, warnings, winners
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Chosen, Game, Outcome, Refused, luck_of
from warhost.rulesets import ruleset
from warhost.rulesets.regiments.core import Battle
from warhost.rulesets.regiments.lists.house import ready_list


@pytest.mark.rule("aofr.tourney.length", "aofr.tourney.clocks")
def test_the_guidelines_are_what_is_set_unless_said_otherwise() -> None:
    usual = Settings()
    assert (usual.rounds, usual.minutes, usual.points, usual.clock_seconds) == (4, 90, 1500, 2700)


@pytest.mark.rule("aofr.tourney.referees")
def test_a_tournament_without_a_referee_is_warned_of() -> None:
    assert ["referee" in told for told in warnings(Settings())] == [True]
    assert not warnings(Settings(referees=("Rita",)))


@pytest.mark.rule("aofr.tourney.pairing_first")
def test_the_first_round_is_drawn_by_lot() -> None:
    first, same, other = (Event(8, seed).desk() for seed in ("one", "one", "two"))
    assert first.pairs() == same.pairs()
    assert first.pairs() != other.pairs()
    assert len(first.pairs()) == 4
    assert sorted("".join(first.pairs())) == list("ABCDEFGH")
    # Every lot is as likely as any other: the dice say who is drawn next.
    drawn = Event(4, "one").season.entries
    assert len(drawn) == 3


@pytest.mark.rule("aofr.tourney.pairing_later")
def test_players_with_equal_points_meet_from_the_top_down() -> None:
    event = Event(4).desk().play("ABCD")
    scores = {one.player: one.victory for one in standings(event.state)}
    assert sorted(scores.values()) == [0, 0, 3, 3]
    event.desk()
    for match in event.state.rounds[1].matches:
        assert len({scores[player] for player in match.players}) == 1
    assert scores[event.state.rounds[1].matches[0].players[0]] == 3


@pytest.mark.rule("aofr.tourney.pairing_tiebreak")
def test_among_equals_destruction_points_say_who_meets_whom() -> None:
    event = Event(8).desk()
    (a, b), (c, d), (e, f), (g, h) = map(tuple, event.pairs())
    scores = {a: 220, c: 185, e: 125, g: 65}
    for winner in (e, a, g, c):
        enemy = event.fixture(winner)
        reachable = sums(event, winner)
        points = min(reachable, key=lambda sum_: abs(sum_ - 3 * scores[winner]))
        scores[winner] = points
        event.result(winner, winner, (points, 0))
        assert enemy not in event.season.fixtures
    assert scores[a] > scores[c] > scores[e] > scores[g]
    assert event.desk().pairs()[:2] == [a + c, e + g]
    assert event.pairs()[2:]
    assert sorted("".join(event.pairs()[2:])) == sorted(b + d + f + h)


def sums(event: Event, letter: str) -> list[int]:
    """The destruction points that a player could have in its match."""

    fixture = event.fixture(letter)
    (enemy,) = (player for player in fixture.players if player != event.player(letter))
    reachable = {0}
    for unit in ready_list(event.state.entrants[enemy].army, event.state.settings.points).units():
        reachable |= {have + unit.cost for have in reachable}
    return sorted(reachable)


def test_nobody_meets_anybody_twice_while_that_can_be() -> None:
    event = Event(8, rounds=7)
    for _ in range(7):
        event.desk().play()
    event.desk("finish")
    met = {frozenset(match.players) for _, match in event.state.matches()}
    assert len(met) == 28
    assert winners(event.state) == (0,)


@pytest.mark.rule("aofr.tourney.vp")
def test_a_win_is_worth_three_points_a_tie_one_and_a_loss_none() -> None:
    event = Event(8)
    for won in ("A", "", "other", "A"):
        event.desk()
        fixture = event.fixture("A")
        other = next(event.state.players[player][0] for player in fixture.players if player != 0)
        event.result("A", other if won == "other" else won)
        event.play("BCDEFGHA")
    ann = next(one for one in standings(event.state) if one.player == 0)
    assert (ann.victory, ann.won, ann.tied, ann.lost) == (7, 2, 1, 1)


@pytest.mark.rule("aofr.tourney.vp", "aofr.tourney.winner")
def test_an_organiser_may_count_otherwise() -> None:
    event = Event(2, rounds=1, win=20, tie=10, loss=2).desk().play()
    assert [(one.player, one.victory, one.won, one.lost) for one in standings(event.state)] == [
        (0, 20, 1, 0),
        (1, 2, 0, 1),
    ]


def test_other_tie_breaks_are_the_strength_of_opponents_and_wins() -> None:
    event = Event(4, system="round robin", tie_breaks=("opponents", "wins"))
    # Ann beats Ben, Ben beats Cay, Cay beats Ann, and all three beat Dan: nothing decides.
    for _ in range(3):
        event.desk()
        for fixture in event.season.fixtures:
            letters = {event.state.players[player][0] for player in fixture.players}
            winner = {"AB": "A", "BC": "B", "AC": "C"}.get("".join(sorted(letters))) or min(letters)
            event.result(winner, winner)
    assert [(one.rank, one.victory, one.opponents) for one in standings(event.state)] == [
        *[(1, 6, 12)] * 3,
        (4, 0, 18),
    ]
    columns = [column.title for column in CAMPAIGN.telling(event.state).standings[0].columns]
    assert "Opp. VP" in columns
    event.desk("finish")
    assert sorted(winners(event.state)) == [0, 1, 2]
    assert "A tie for first place" in CAMPAIGN.telling(event.state).stage


@pytest.mark.parametrize("number", [5, 7])
def test_with_an_odd_number_one_has_no_opponent_and_wins_without_destruction_points(number: int) -> None:
    event = Event(number)
    free = []
    for _ in range(4):
        event.desk()
        (alone,) = (match for match in event.state.rounds[-1].matches if match.is_bye)
        assert (alone.victory, alone.destruction, alone.table) == ((3, 0), (0, 0), 0)
        free.append(alone.players[0])
        event.play()
    assert len(set(free)) == 4


def test_a_tournament_has_a_place_for_whoever_comes_late() -> None:
    late = [msgspec.structs.replace(one, joins=2) if one.name == "Dan" else one for one in entrants(4)]
    event = Event(late).desk()
    assert "D" not in "".join(event.pairs())
    event.play().desk()
    assert "D" in "".join(event.pairs())


def test_who_drops_out_is_paired_no_more_and_its_opponent_wins() -> None:
    event = Event(6).desk()
    (enemy,) = (letter for pair in event.pairs() if "A" in pair for letter in pair if letter != "A")
    event.desk("drop:0")
    assert len(event.season.fixtures) == 2
    table = {one.player: one for one in standings(event.state)}
    assert (table[event.player(enemy)].victory, table[event.player(enemy)].destruction) == (3, 0)
    assert table[0].lost == 1
    event.play().desk()
    assert "A" not in "".join(event.pairs())
    event.play()
    event.desk("back:0").desk()
    assert "A" in "".join(event.pairs())


def test_a_result_that_was_entered_wrongly_is_entered_again() -> None:
    event = Event(2, rounds=1).desk().result("A", "A")
    event.desk("reopen:r1t1")
    event.result("A", "B")
    event.desk("finish")
    assert winners(event.state) == (1,)


def test_a_round_may_be_ended_without_all_its_results() -> None:
    event = Event(4).desk()
    event.season.report(
        Result(event.season.fixtures[0].key, Outcome((0,), "victory", "Over."), told={"destruction": [0, 0]})
    )
    event.desk("close")
    assert sorted(one.victory for one in standings(event.state)) == [0, 0, 0, 3]
    assert event.state.stage == "desk"


@pytest.mark.rule("aofr.tourney.winner")
def test_most_victory_points_win_then_destruction_points_then_it_is_a_tie() -> None:
    def winners_of(one: int, other: int) -> str:
        event = Event(4, rounds=1).desk()
        first, second = (pair[0] for pair in event.pairs())
        event.result(first, first, (sums(event, first)[one], 0))
        event.result(second, second, (sums(event, second)[other], 0))
        assert not winners(event.state)
        event.desk("finish")
        found = "".join(event.state.players[player][0] for player in winners(event.state))
        return found.replace(first, "1").replace(second, "2")

    assert winners_of(3, 1) == "1"
    assert winners_of(1, 3) == "2"
    assert sorted(winners_of(0, 0)) == ["1", "2"]


@pytest.mark.rule("aofr.tourney.mission")
def test_organisers_choose_the_mission_of_each_round() -> None:
    event = Event(2, rounds=2, missions=("sabotage",)).desk()
    assert event.fixture("A").setup.options["mission"] == "sabotage"
    event.play().desk()
    ask = event.season.ask_of(ORGANISER)
    assert ask is not None
    assert ask.question.topic == "mission"
    assert {chosen.option for chosen in ask.suggestions() if isinstance(chosen, Chosen)} > {"duel", "breakthrough"}
    event.desk("breakthrough")
    assert event.fixture("A").setup.options["mission"] == "breakthrough"


@pytest.mark.rule("aofr.tourney.mission")
def test_players_do_not_roll_for_the_mission() -> None:
    event = Event(2, missions=("sabotage",)).desk()
    book = ruleset("aofr")
    game = Game(book, book.set_up(event.fixture("A").setup), luck_of(Chance(1)))
    battle = game.battle
    assert isinstance(battle, Battle)
    assert battle.mission == "sabotage"
    assert not any("Mission" in getattr(told, "why", "") for told in game.events)


@pytest.mark.rule("aofr.tourney.terrain")
@pytest.mark.parametrize("option", [{"placement": "free"}, {"name_dangerous": True}])
def test_players_neither_place_terrain_nor_say_what_it_does(option: dict[str, object]) -> None:
    with pytest.raises(WarhostError, match="organisers set up the terrain"):
        Event(2, options=option)


@pytest.mark.rule("aofr.tourney.terrain")
def test_organisers_set_up_the_terrain_of_each_round() -> None:

    event = Event(2, maps=("open", "balanced")).desk()
    assert event.fixture("A").setup.map == "open"
    assert event.play().desk().fixture("A").setup.map == "balanced"
    book = ruleset("aofr")
    game = Game(book, book.set_up(event.fixture("A").setup), luck_of(Chance(1)))
    terrain = game.battle.scene.board
    while game.battle.turn == 0:
        assert "terrain" not in game.asked.question.topic
        with pytest.raises(Refused):
            game.answer(Chosen("move forest"), game.asked.question.seat)
        game.answer(game.asked.suggestions()[0], game.asked.question.seat)
    assert game.battle.scene.board == terrain


@pytest.mark.parametrize(
    ("result", "why"),
    [
        (Result("r1t1", Outcome((0, 1), "victory", "Both."), told={"destruction": [0, 0]}), "one winner"),
        (Result("r1t1", Outcome((0,), "victory", "One.")), "destruction points of both players are needed"),
        (
            Result("r1t1", Outcome((0,), "victory", "One."), told={"destruction": [1, 0]}),
            "1 is not the cost of any units",
        ),
        (Result("r1t1", Outcome((0,), "victory", "One."), told={"destruction": [0, -5]}), "are needed"),
        (Result("r2t1", Outcome((0,), "victory", "One."), told={"destruction": [0, 0]}), "Still open: r1t1"),
    ],
)
@pytest.mark.rule("aofr.tourney.destruction_points")
def test_a_typed_result_that_cannot_be_is_refused(result: Result, why: str) -> None:
    event = Event(2).desk()
    before = season_record(event.season)
    with pytest.raises(Refused, match=why):
        event.season.report(result)
    assert season_record(event.season) == before


def test_what_cannot_begin_says_all_that_is_wrong() -> None:
    with pytest.raises(WarhostError) as error:
        entered(Settings(points=750), [*entrants(1), *entrants(1, sideboards=({},))])
    assert 'called "Ann"' in str(error.value)
    assert "sideboard needs a list" in str(error.value)
    with pytest.raises(WarhostError, match="from the first round on, including Ann and Ben"):
        entered(Settings(points=750, system="round robin"), entrants(2, joins=2))
    with pytest.raises(WarhostError, match="2 to 500 players"):
        entered(Settings(points=750), entrants(1))
    with pytest.raises(WarhostError, match="no list of 600 points"):
        entered(Settings(points=600), entrants(2))


def test_a_league_goes_on_although_matches_are_open() -> None:
    event = Event(4, league=True, rounds=3).desk()
    (first, second) = event.pairs()
    event.result(first[0], first[0]).desk("close").desk()
    assert len(event.season.fixtures) == 3
    assert event.season.fixtures[0].title.startswith("Week 1, table 2")
    assert second[1] not in [pair for pair in event.pairs() if second[0] in pair]
    event.play()
    assert all(match.done for _, match in event.state.matches())


def test_in_a_round_robin_league_results_come_whenever_they_come() -> None:
    event = Event(5, league=True, system="round robin").desk()
    assert event.state.number == 5
    fixtures = event.season.fixtures
    assert len(fixtures) == 10
    for fixture in reversed(fixtures):
        letters = [event.state.players[player][0] for player in fixture.players]
        outcome = Outcome((letters.index(min(letters)),), "victory", "Over.")
        event.season.report(Result(fixture.key, outcome, told={"destruction": [0, 0]}))
    event.desk("finish")
    # Everybody rests once, and that is worth a win.
    assert [one.victory for one in standings(event.state)] == [15, 12, 9, 6, 3]
    assert winners(event.state) == (0,)


def test_a_round_robin_tournament_goes_round_by_round() -> None:
    event = Event(4, system="round robin")
    for _ in range(3):
        event.desk().play()
    event.desk("finish")
    assert [one.victory for one in standings(event.state)] == [9, 6, 3, 0]


def test_a_tournament_plays_again_from_its_record() -> None:
    event = Event(5).desk().play().desk("drop:4").desk()
    record = msgspec.json.decode(msgspec.json.encode(season_record(event.season)), type=CampaignRecord)
    again = replay_season(record, CAMPAIGN)
    assert again.hash() == event.season.hash()
    assert [one.key for one in again.fixtures] == [one.key for one in event.season.fixtures]


@pytest.mark.parametrize(("slug", "points"), [("eow", 2000), ("kow", 2000), ("blue", 1000), ("t9a", 2000)])
def test_any_rulebook_can_be_played(slug: str, points: int) -> None:

    army = ruleset(slug).armies()[0]
    own = [Entrant(name=name, army=army) for name in ("Ann", "Ben")]
    event = Event(own, ruleset=slug, missions=(), points=points, rounds=1).desk()
    ruleset(slug).set_up(event.fixture("A").setup)
    event.result("A", "B", (3, 11)).desk("finish")
    assert winners(event.state) == (1,)
    assert [one.destruction for one in standings(event.state)] == [11, 3]


def test_a_tournament_from_an_earlier_day_is_read_to_the_same_hash() -> None:
    season, head = look(Path(__file__).parent / "data" / "cup.season")
    assert (season.hash(), season.over, head.computers["0"]) == ("f7912f39c2443342", True, "random")
    assert all(one.result.seal for one in season.fought)
