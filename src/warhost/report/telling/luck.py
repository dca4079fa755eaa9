"""Luck: what dice were to be expected to do, and what they did.

A roll counts when something was needed of it: each die is one try with a known chance where dice count by themselves,
and otherwise their total is. Re-rolled dice are new tries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

import msgspec

from warhost.dice import Dice, odds
from warhost.play import DiceRolled, Event
from warhost.table import summed


class Tried(msgspec.Struct, frozen=True):
    """A roll of which something was needed: so many tries at that chance, so many that succeeded."""

    roll: DiceRolled
    seat: int | None
    tries: int
    chance: float
    successes: int

    @property
    def expected(self) -> float:
        return self.tries * self.chance

    @property
    def lucky(self) -> bool:
        return self.successes > self.expected

    @property
    def odds(self) -> float:
        """How likely it was to come out so far from the expectation, or farther, on this side of it."""
        spread = odds.binomial(self.tries, self.chance)
        if self.lucky:
            return summed(p for count, p in spread.items() if count >= self.successes)
        return summed(p for count, p in spread.items() if count <= self.successes)


class Luck(msgspec.Struct, frozen=True):
    """The luck of one seat over a battle."""

    seat: int
    rolls: int
    tries: int
    expected: float
    successes: int
    better_than: float
    """The share of battles with the very same dice in which fewer would succeed; those with as many count half."""

    @property
    def difference(self) -> float:
        return self.successes - self.expected


def tried(event: DiceRolled, seat_of: Mapping[int, int] | None = None) -> Tried | None:
    """How a roll is judged; nothing if nothing was needed of it. A roll of no seat is its unit's player's."""
    seat = event.seat
    if seat is None and event.unit is not None and seat_of is not None:
        seat = seat_of.get(event.unit)
    spec = Dice.parse(event.dice)
    if event.need is not None and event.each:
        need = event.need
        chance = sum(value >= need for value in range(1, spec.size + 1)) / spec.size
        return Tried(event, seat, len(event.faces), chance, sum(value >= need for value in spec.values(event.faces)))
    if event.need is None and event.most is None:
        return None
    return Tried(event, seat, 1, _chance(spec, event), int(_good(spec.total(event.faces), event)))


def _good(total: int, event: DiceRolled) -> bool:
    if event.most is not None:
        return total <= event.most
    return event.need is None or total >= event.need


def _chance(spec: Dice, event: DiceRolled) -> float:
    return summed(p for total, p in odds.of(spec).items() if _good(total, event))


def all_tried(events: Iterable[Event], seat_of: Mapping[int, int] | None = None) -> list[Tried]:
    """Every roll that counts, in order."""
    judged = (tried(event, seat_of) for event in events if isinstance(event, DiceRolled))
    return [one for one in judged if one is not None]


def luck_by_seat(rolls: Sequence[Tried], seats: int) -> list[Luck]:
    """For each seat what was to be expected of its dice and what they did."""
    return [_luck(seat, [roll for roll in rolls if roll.seat == seat]) for seat in range(seats)]


def _luck(seat: int, rolls: Sequence[Tried]) -> Luck:
    by_chance: Counter[float] = Counter()
    for roll in rolls:
        by_chance[roll.chance] += roll.tries
    spread = reduce(odds.convolve, (odds.binomial(n, p) for p, n in sorted(by_chance.items())), odds.certain(0))
    good = sum(roll.successes for roll in rolls)
    worse = summed(p for count, p in spread.items() if count < good)
    return Luck(
        seat=seat,
        rolls=len(rolls),
        tries=sum(roll.tries for roll in rolls),
        expected=summed(roll.expected for roll in rolls),
        successes=good,
        better_than=worse + spread[good] / 2,
    )


def strokes(rolls: Sequence[Tried], *, lucky: bool, count: int = 3, below: float = 0.15) -> list[Tried]:
    """The least likely rolls, good or bad, the most astonishing first; none that was likelier than `below`."""
    found = [(roll.odds, number) for number, roll in enumerate(rolls) if roll.tries and roll.lucky is lucky]
    return [rolls[number] for chance, number in sorted(found)[:count] if chance < below]
