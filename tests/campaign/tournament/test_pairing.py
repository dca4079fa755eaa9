"""Pairings: from the top down, no rematch that can be avoided, byes from the bottom, everybody against everybody."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warhost.campaign.tournament.matching import NOBODY, Matching
from warhost.campaign.tournament.pairing import BYE, bye, pairs, round_robin

Pairs = list[tuple[int, int]]


def no_one(one: int, other: int) -> int:
    return 0


def every_pairing(players: Sequence[int]) -> Iterator[Pairs]:
    if not players:
        yield []
        return
    first, *rest = players
    for other in rest:
        for pairing in every_pairing([one for one in rest if one != other]):
            yield [(first, other), *pairing]


Edges = set[tuple[int, int]]


def has(edges: Edges, one: int, other: int) -> bool:
    return (min(one, other), max(one, other)) in edges


def most_pairs(edges: Edges, size: int) -> int:
    """The most pairs that can be made at once, by trying all."""
    return max(
        number
        for number in range(size // 2 + 1)
        for some in combinations(sorted(edges), number)
        if len({player for pair in some for player in pair}) == 2 * number
    )


@given(st.integers(2, 8), st.data())
def test_no_other_matching_has_more_pairs(size: int, data: st.DataObject) -> None:
    edges = {pair for pair in combinations(range(size), 2) if data.draw(st.booleans())}
    found = Matching(size, lambda one, other: has(edges, one, other))
    gone: set[int] = set()
    for _ in range(3):
        paired = {(one, other) for one, other in enumerate(found.mates) if other != NOBODY}
        assert all(found.mates[other] == one and has(edges, one, other) for one, other in paired)
        assert len(paired) == 2 * most_pairs({pair for pair in edges if not gone.intersection(pair)}, size)
        assert found.left_over == size - len(gone) - len(paired)
        left = sorted(set(range(size)) - gone)
        if len(left) < 2:
            break
        out = data.draw(st.lists(st.sampled_from(left), min_size=1, max_size=2, unique=True))
        gone |= set(out)
        found = found.without(*out)


@given(st.sampled_from([2, 4, 6, 8]), st.data())
@pytest.mark.rule("aofr.tourney.pairing_later")
def test_pairings_are_the_best_of_all_from_the_top_down(size: int, data: st.DataObject) -> None:
    again = {pair for pair in combinations(range(size), 2) if data.draw(st.booleans())}

    def met(one: int, other: int) -> int:
        return int((min(one, other), max(one, other)) in again)

    # `every_pairing` goes through them from the one in which neighbours meet, from the top down.
    best = min(every_pairing(range(size)), key=lambda pairing: sum(met(*pair) for pair in pairing))
    assert pairs(range(size), met) == best


@pytest.mark.rule("aofr.tourney.pairing_later", "aofr.tourney.pairing_tiebreak")
def test_a_swap_at_the_bottom_may_reach_to_the_top() -> None:
    again = {(4, 5), (2, 4), (2, 5), (3, 4), (3, 5)}
    assert pairs(range(6), lambda one, other: int((min(one, other), max(one, other)) in again)) == [
        (0, 4),
        (1, 5),
        (2, 3),
    ]


@pytest.mark.rule("aofr.tourney.pairing_first", "aofr.tourney.pairing_later")
def test_the_last_without_a_bye_has_no_opponent() -> None:
    assert bye(range(5), {}, no_one) == 4
    assert bye(range(5), {4: 1, 3: 1}, no_one) == 2
    assert bye(range(3), {0: 1, 1: 1, 2: 1}, no_one) == 2


@pytest.mark.rule("aofr.tourney.pairing_first", "aofr.tourney.pairing_later")
def test_a_bye_moves_up_rather_than_that_two_meet_again() -> None:
    again = {(0, 1)}
    assert bye(range(3), {}, lambda one, other: int((min(one, other), max(one, other)) in again)) == 1


@pytest.mark.parametrize("size", [2, 3, 4, 7, 10, 16])
def test_in_a_round_robin_everybody_meets_everybody_once(size: int) -> None:
    rounds = list(round_robin(range(size)))
    assert len(rounds) == size - 1 + size % 2
    for pairing in rounds:
        assert sorted(player for pair in pairing for player in pair if player != BYE) == list(range(size))
        assert all(one != BYE for one, _ in pairing)
    met = Counter(frozenset(pair) for pairing in rounds for pair in pairing)
    assert set(met.values()) == {1}
    first = Counter(one for pairing in rounds for one, other in pairing if other != BYE)
    assert max(first.values()) - min(first.values()) <= size // 2


def test_a_hundred_players_are_paired_at_once() -> None:
    met: Counter[frozenset[int]] = Counter()
    order = list(range(100))
    begun = time.process_time()
    for _ in range(6):
        pairing = pairs(order, lambda one, other: met[frozenset((one, other))])
        met.update(frozenset(pair) for pair in pairing)
        order = [one for one, _ in pairing] + [other for _, other in pairing]
    assert set(met.values()) == {1}
    assert time.process_time() - begun < 20.0
