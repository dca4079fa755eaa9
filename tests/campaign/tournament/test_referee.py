"""The tournament chapter read line by line by a referee: positions set up by hand, and what the book says of each."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.campaign.tournament.events import Event, entrants
from warhost.campaign import Entrant as Player
from warhost.campaign.tournament import CAMPAIGN, Settings, typed_result
from warhost.campaign.tournament.book_of import book_of
from warhost.campaign.tournament.guidelines import army_problems
from warhost.campaign.tournament.pairing import BYE, bye, pairs, round_robin
from warhost.campaign.tournament.scoring import standings, winners
from warhost.errors import WarhostError
from warhost.play import Refused
from warhost.rulesets.regiments.core import ArmyList, Group, Regiment, Weapon

# Who meets whom


def met(*known: str) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in known}


@pytest.mark.parametrize(
    ("order", "known", "paired"),
    [
        ("ABCD", (), "AB CD"),
        ("ABCD", ("AB",), "AC BD"),
        ("ABCD", ("AB", "AC"), "AD BC"),
        ("ABCD", ("CD",), "AC BD"),
        ("ABCD", ("AB", "CD"), "AC BD"),
        ("ABCDEF", ("AB", "CD", "EF"), "AC BE DF"),
        ("ABCDEF", ("EF",), "AB CE DF"),
        ("ABCDEF", ("AB", "AC", "AD", "AE"), "AF BC DE"),
        ("ABCD", ("AB", "AC", "AD"), "AB CD"),
        ("AB", ("AB",), "AB"),
        ("BADC", (), "BA DC"),
    ],
)
def test_equals_meet_from_the_top_down_and_nobody_twice_if_it_can_be_helped(
    order: str, known: tuple[str, ...], paired: str
) -> None:
    before = met(*known)
    letters = sorted(order)
    numbers = [letters.index(letter) for letter in order]

    def have_met(one: int, other: int) -> int:
        return int(frozenset((letters[one], letters[other])) in before)

    found = pairs(numbers, have_met)
    assert " ".join("".join(letters[player] for player in pair) for pair in found) == paired


@pytest.mark.parametrize(
    ("order", "had", "free"),
    [
        ("ABC", {}, "C"),
        ("ABC", {"C": 1}, "B"),
        ("ABC", {"C": 1, "B": 1}, "A"),
        ("ABC", {"C": 1, "B": 1, "A": 1}, "C"),
        ("CBAED", {"D": 1}, "E"),
    ],
)
def test_of_an_odd_number_the_last_without_a_bye_rests(order: str, had: dict[str, int], free: str) -> None:
    letters = sorted(order)
    numbers = [letters.index(letter) for letter in order]
    counts = {letters.index(letter): count for letter, count in had.items()}
    assert letters[bye(numbers, counts, lambda one, other: 0)] == free


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7, 8, 11, 16])
def test_in_a_round_robin_everybody_meets_everybody_once(players: int) -> None:
    rounds = list(round_robin(range(players)))
    assert len(rounds) == players - 1 + players % 2
    met_ = [frozenset(pair) for one in rounds for pair in one if BYE not in pair]
    assert sorted(map(sorted, met_)) == sorted(map(sorted, map(frozenset, combinations(range(players), 2))))
    for one in rounds:
        assert sorted(player for pair in one for player in pair if player != BYE) == list(range(players))


# Scores


@pytest.mark.parametrize(("won", "points"), [("A", (3, 0)), ("B", (0, 3)), ("", (1, 1))])
def test_a_win_is_worth_3_and_a_tie_1_each(won: str, points: tuple[int, int]) -> None:
    event = Event(2).desk().result("A", won)
    found = {one.player: one.victory for one in standings(event.state)}
    assert (found[event.player("A")], found[event.player("B")]) == points


def test_victory_points_come_before_destruction_points_and_these_break_ties() -> None:
    event = Event(4, seed="four", rounds=1).desk()
    first, second = (fixture.players for fixture in event.season.fixtures)
    names = [event.state.players[player][0] for player in (*first, *second)]
    cost = max(points for _, points in book_of("aofr").units(event.state.settings, event.state.entrants[first[1]], -1))
    event.result(names[0], names[0], (cost, 0))
    event.result(names[2], names[2], (0, 0))
    table = [event.state.players[one.player][0] for one in standings(event.state)]
    assert table[:2] == [names[0], names[2]]
    event.desk("finish")
    assert winners(event.state) == (first[0],)


def test_players_between_whom_nothing_decides_tie() -> None:
    event = Event(2, rounds=1).desk().result("A").desk("finish")
    assert winners(event.state) == (0, 1)
    assert [one.rank for one in standings(event.state)] == [1, 1]


# Odd numbers, drop-outs, late arrivals


def test_a_bye_is_a_win_without_destruction_points() -> None:
    event = Event(3, rounds=3).desk()
    (alone,) = [match for match in event.state.rounds[0].matches if match.is_bye]
    found = next(one for one in standings(event.state) if one.player == alone.players[0])
    assert (found.victory, found.destruction, found.byes, found.played) == (3, 0, 1, 0)


def test_three_players_rest_in_turn() -> None:
    event = Event(3, rounds=3)
    resting = []
    for _ in range(3):
        event.desk().play()
        resting += [match.players[0] for match in event.state.rounds[-1].matches if match.is_bye]
    assert sorted(resting) == [0, 1, 2]
    # Each has met each.
    assert len({frozenset(match.players) for _, match in event.state.matches() if not match.is_bye}) == 3


def test_the_opponent_of_who_drops_out_wins_and_the_rest_are_paired_without_them() -> None:
    event = Event(4, rounds=3).desk()
    gone = event.fixture("A").players
    other = next(player for player in gone if player != event.player("A"))
    event.desk(f"drop:{event.player('A')}")
    found = {one.player: one.victory for one in standings(event.state)}
    assert (found[other], found[event.player("A")]) == (3, 0)
    event.play().desk()
    assert event.player("A") not in [player for match in event.state.rounds[-1].matches for player in match.players]
    assert sum(match.is_bye for match in event.state.rounds[-1].matches) == 1
    event.desk(f"back:{event.player('A')}").play().desk()
    assert event.player("A") in [player for match in event.state.rounds[-1].matches for player in match.players]


def test_a_late_arrival_has_no_points_for_what_was_missed() -> None:
    event = Event(4, rounds=3).desk()
    event.season.join(Player("Zoe", "Unburied Host"))
    event.play().desk()
    found = next(one for one in standings(event.state) if event.state.players[one.player] == "Zoe")
    assert found.played + found.byes <= 1
    assert len([one for one in event.state.rounds[0].matches if 4 in one.players]) == 0
    assert len([one for one in event.state.rounds[1].matches if 4 in one.players]) == 1


def test_sixteen_players_over_four_rounds_never_meet_twice_and_equals_meet() -> None:
    event = Event(16, rounds=4)
    for number in range(4):
        event.desk()
        if number == 1:
            # After the first round: eight winners meet winners, eight losers meet losers.
            points = {one.player: one.victory for one in standings(event.state)}
            assert all(
                points[one] == points[other] for one, other in (m.players for m in event.state.rounds[1].matches)
            )
        event.play()
    known = [frozenset(match.players) for _, match in event.state.matches()]
    assert len(known) == len(set(known)) == 32
    event.desk("finish")
    assert winners(event.state) == (event.player("A"),)


# League nights


def test_a_league_goes_on_although_a_match_is_open_and_takes_its_result_later() -> None:
    event = Event(4, rounds=2, league=True).desk()
    late = event.season.fixtures[0]
    first = event.state.players[event.season.fixtures[1].players[0]][0]
    event.result(first, first)
    event.desk("close").desk()
    assert event.state.number == 2
    assert late.key in [fixture.key for fixture in event.season.fixtures]
    assert CAMPAIGN.telling(event.state).stage.startswith("Week 2")


def test_in_a_tournament_an_open_match_counts_nothing_when_the_round_is_closed() -> None:
    event = Event(2, rounds=2).desk().desk("close")
    assert [one.victory for one in standings(event.state)] == [0, 0]


# The armies


def regiment(cost: int, faction: str = "Reed Levy", name: str = "Wardens") -> Regiment:
    return Regiment(
        faction=faction,
        name=name,
        quality=4,
        defense=5,
        cost=cost,
        base=(25, 25),
        groups=(Group(5, (Weapon("Spear", None, 1),)),),
        kind="infantry",
    )


def army(*costs: int, faction: str = "Reed Levy", name: str = "Levy") -> ArmyList:
    return ArmyList(
        name=name, limit=0, regiments=tuple(regiment(cost, faction, f"U{n}") for n, cost in enumerate(costs))
    )


@pytest.mark.parametrize(
    ("size", "main", "side", "fine"),
    [
        (1500, 1050, 450, True),
        (1500, 1055, 445, False),
        (1500, 1050, 455, False),
        (1000, 700, 300, True),
        (1000, 705, 295, False),
        (2000, 1400, 600, True),
        (750, 525, 225, True),
        (750, 530, 220, False),
    ],
)
def test_a_main_list_has_70_percent_and_a_sideboard_30(size: int, main: int, side: int, fine: bool) -> None:
    settings = Settings(points=size, sideboards=True, force_organisation=False)
    found = army_problems(settings, army(main - 100, 100), [army(side, name="Side")])
    assert (not found) == fine, [str(one) for one in found]


@pytest.mark.parametrize(
    ("primary", "other", "mixed", "fine"),
    [
        (900, 600, True, True),
        (895, 605, True, False),
        (600, 400, True, True),
        (599, 401, True, False),
        (900, 600, False, False),
    ],
)
def test_a_mixed_army_is_60_percent_of_its_primary_faction(primary: int, other: int, mixed: bool, fine: bool) -> None:
    settings = Settings(points=1500, mixed=mixed, force_organisation=False)
    both = ArmyList(
        name="Mixed",
        limit=0,
        regiments=(regiment(primary, "Reed Levy", "A"), regiment(other, "Mud Folk", "B")),
    )
    found = army_problems(settings, both, primary="Reed Levy")
    assert (not found) == fine, [str(one) for one in found]


@pytest.mark.parametrize(("cost", "fine"), [(1500, True), (1495, True), (1505, False)])
def test_an_army_has_the_size_of_the_tournament(cost: int, fine: bool) -> None:
    settings = Settings(points=1500, force_organisation=False)
    assert (not army_problems(settings, army(cost - 200, 200))) == fine


def test_results_by_hand_that_cannot_be_are_refused() -> None:
    event = Event(2).desk()
    with pytest.raises(Refused, match="1 is not the cost of any units of Ben"):
        event.result("A", "A", (1, 0))
    with pytest.raises(Refused, match="nobody at this table is called"):
        typed_result(event.state, event.season.fixtures[0], "Zoe", (0, 0))
    with pytest.raises(WarhostError, match="Two players are called"):
        Event([*entrants(2), *entrants(1)])
