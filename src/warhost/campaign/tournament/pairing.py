"""Who meets whom: pairings from the top of the table down without rematches, byes, and everybody against everybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from warhost.campaign.tournament.matching import Matching
from warhost.rulebook import rule

__all__ = ["BYE", "bye", "pairs", "round_robin"]

BYE = -1
"""The opponent of a player who has none in a round."""

Pair = tuple[int, int]
Met = Callable[[int, int], int]
"""How often two players have met."""


@rule("aofr.tourney.pairing_first", "aofr.tourney.pairing_later", "aofr.tourney.pairing_tiebreak")
def pairs(order: Sequence[int], met: Met) -> list[Pair]:
    """Pair an even number of players, given from the best to the last.

    As few as can be meet somebody again, mostly nobody. Then, from the top down, each meets the next player below it
    that leaves it so (AOFR-R820).
    """
    best = _matching(order, met)
    again = best.left_over // 2
    left = list(range(len(order)))
    made: list[Pair] = []
    while left:
        first = left.pop(0)
        for place, other in enumerate(left):
            cost = 1 if met(order[first], order[other]) else 0
            rest = best.without(first, other)
            if cost + rest.left_over // 2 == again:
                made.append((order[first], order[other]))
                del left[place]
                best, again = rest, again - cost
                break
    return made


@rule("aofr.tourney.pairing_first", "aofr.tourney.pairing_later")
def bye(order: Sequence[int], had: Mapping[int, int], met: Met) -> int:
    """Who has no opponent if the number is odd: the last of those who had the fewest byes, but rather another of them
    than that somebody has to meet an opponent again (AOFR-R618, AOFR-R820)."""
    fewest = min(had.get(player, 0) for player in order)
    may = [player for player in reversed(order) if had.get(player, 0) == fewest]
    best = _matching(order, met)
    return min(may, key=lambda player: best.without(order.index(player)).left_over)


def _matching(players: Sequence[int], met: Met) -> Matching:
    """The largest number of pairs who have not met before. Those who are left over pair among themselves."""
    return Matching(len(players), lambda one, other: not met(players[one], players[other]))


def round_robin(players: Sequence[int]) -> Iterator[list[Pair]]:
    """Rounds in which everybody meets everybody once: all but the first move on by a place after each. With an odd
    number one rests in each round."""
    ring = [*players, *([BYE] if len(players) % 2 else [])]
    half = len(ring) // 2
    for number in range(len(ring) - 1):
        pairing = [(ring[place], ring[-1 - place]) for place in range(half)]
        # The one that never moves would always sit first.
        if number % 2:
            pairing[0] = pairing[0][::-1]
        yield [pair if pair[0] != BYE else pair[::-1] for pair in pairing]
        ring = [ring[0], ring[-1], *ring[1:-1]]
