"""Exact odds: distributions of rolls and pools, and the results of a roll that rules can tell apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import accumulate, pairwise
from math import comb, fsum
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from warhost.dice import rows
from warhost.dice.notation import Dice, DiceError
from warhost.dice.rows import Row

Outcome: TypeAlias = tuple[tuple[int, ...], float]
Read: TypeAlias = Literal["faces", "sum", "pool"]

K = TypeVar("K", bound=int | tuple[Any, ...])
J = TypeVar("J", bound=int | tuple[Any, ...])
H = TypeVar("H", bound=int | tuple[Any, ...])

_SLACK = 1e-9
"""How far given probabilities may be from adding up to 1: more is a mistake and not rounding."""

_ROUNDING = 1e-12

_CACHED_OUTCOMES = 4096
"""Longer lists of outcomes are made one by one and not held in memory."""


class Distribution(Mapping[K, float], Generic[K]):
    """The values that can come up, in rising order, each with its probability. Never changes.

    A value that cannot come up is not in it, but can be asked for: its probability is 0.
    """

    __slots__ = ("_chances",)

    def __init__(self, chances: Mapping[K, float]) -> None:
        negative = [value for value, chance in chances.items() if not chance >= 0]
        if negative:
            raise DiceError(f"The probability of {negative[0]} is {chances[negative[0]]}: it must be 0 or more.")
        whole = fsum(chances.values())
        if abs(whole - 1) > _SLACK:
            raise DiceError(f"The probabilities add up to {whole:.9g}: they must add up to 1.")
        self._chances: dict[K, float] = {value: chances[value] / whole for value in sorted(chances) if chances[value]}

    @staticmethod
    def of_row(row: Row) -> Distribution[int]:
        """The same chances as a row has, which are known to be right."""
        found: Distribution[int] = Distribution.__new__(Distribution)
        found._chances = {count: chance for count, chance in enumerate(row) if chance}
        return found

    def __getitem__(self, value: K) -> float:
        return self._chances.get(value, 0.0)

    def __contains__(self, value: object) -> bool:
        return value in self._chances

    def __iter__(self) -> Iterator[K]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def __repr__(self) -> str:
        return "Distribution({" + ", ".join(f"{value}: {chance:.6g}" for value, chance in self.items()) + "})"

    def map(self, change: Callable[[K], J]) -> Distribution[J]:
        """The distribution of what becomes of the values."""
        chances: defaultdict[J, float] = defaultdict(float)
        for value, chance in self.items():
            chances[change(value)] += chance
        return Distribution(chances)

    def chance(self, holds: Callable[[K], bool]) -> float:
        """The probability of the values for which something holds."""
        return fsum(chance for value, chance in self.items() if holds(value))

    def at_least(self: Distribution[int], least: int) -> float:
        """The probability of this value or more."""
        return fsum(chance for value, chance in self.items() if value >= least)

    def at_most(self: Distribution[int], most: int) -> float:
        """The probability of this value or less."""
        return fsum(chance for value, chance in self.items() if value <= most)

    @property
    def mean(self: Distribution[int]) -> float:
        return fsum(value * chance for value, chance in self.items())

    @property
    def variance(self: Distribution[int]) -> float:
        mean = self.mean
        return fsum((value - mean) ** 2 * chance for value, chance in self.items())

    def quantile(self: Distribution[int], share: float) -> int:
        """The smallest value that is not exceeded with at least this probability; 0.5 gives the median."""
        if not 0 <= share <= 1:
            raise DiceError(f"There is no quantile {share}: it is a share from 0 to 1.")
        values = list(self)
        for value, reached in zip(values, accumulate(self._chances.values()), strict=True):
            if reached >= share - _ROUNDING:
                return value
        return values[-1]

    def shift(self: Distribution[int], by: int) -> Distribution[int]:
        """Each value with a modifier added."""
        return self.map(lambda value: value + by)


def certain(value: K) -> Distribution[K]:
    """The distribution of something that is not left to chance."""
    return Distribution({value: 1.0})


@lru_cache(maxsize=1024)
def of(dice: Dice) -> Distribution[int]:
    """The total of a roll, dropped dice and modifier included."""
    ways = _ways_of_all(dice) if dice.keeps_all else _ways_of_kept(dice)
    whole = dice.sides**dice.faces
    return Distribution({total + dice.modifier: count / whole for total, count in ways.items()})


@lru_cache(maxsize=4096)
def at_least(dice: Dice, least: int) -> float:
    """The probability that the total of a roll is this or more."""
    return of(dice).at_least(least)


@lru_cache(maxsize=4096)
def at_most(dice: Dice, most: int) -> float:
    """The probability that the total of a roll is this or less."""
    return of(dice).at_most(most)


def _ways_of_all(dice: Dice) -> dict[int, int]:
    """In how many ways the physical dice give each sum."""
    ways = [1]
    for _ in range(dice.number):
        # A sum of one die more is reached from the `size` sums below it: a window over running totals.
        running = [0, *accumulate(ways)]
        last = len(running) - 1
        ways = [
            running[min(place + 1, last)] - running[max(0, place + 1 - dice.size)]
            for place in range(len(ways) + dice.size - 1)
        ]
    per_throw = (dice.sides // dice.size) ** dice.number
    return {dice.number + place: count * per_throw for place, count in enumerate(ways)}


def _ways_of_kept(dice: Dice) -> dict[int, int]:
    """In how many ways the physical dice give each sum of kept dice.

    Dice are laid out from the lowest value to the highest, so that those of one value fill a run of places and the
    kept ones among them are the overlap of that run with the kept span.
    """
    thrown, (low, high) = dice.faces, dice.kept_span
    per_value = dice.sides // dice.size
    states = {(0, 0): 1}
    for value in range(1, dice.size + 1):
        after: defaultdict[tuple[int, int], int] = defaultdict(int)
        for (placed, total), ways in states.items():
            # The highest value takes all dice that are left.
            fewest = thrown - placed if value == dice.size else 0
            for run in range(fewest, thrown - placed + 1):
                kept = max(0, min(high, placed + run) - max(low, placed))
                arrangements = comb(thrown - placed, run) * per_value**run
                after[placed + run, total + kept * value] += ways * arrangements
        states = after
    return {total: ways for (_, total), ways in states.items()}


def joint(a: Distribution[K], b: Distribution[J]) -> Distribution[tuple[K, J]]:
    """Two independent values side by side."""
    return Distribution({(x, y): p * q for x, p in a.items() for y, q in b.items()})


def combine(a: Distribution[K], b: Distribution[J], how: Callable[[K, J], H]) -> Distribution[H]:
    """What becomes of two independent values."""
    chances: defaultdict[H, float] = defaultdict(float)
    for x, p in a.items():
        for y, q in b.items():
            chances[how(x, y)] += p * q
    return Distribution(chances)


def convolve(a: Distribution[int], b: Distribution[int]) -> Distribution[int]:
    """The sum of two independent values."""
    return combine(a, b, lambda x, y: x + y)


def maximum_of(a: Distribution[int], b: Distribution[int]) -> Distribution[int]:
    """The higher of two independent values."""
    return combine(a, b, max)


def minimum_of(a: Distribution[int], b: Distribution[int]) -> Distribution[int]:
    """The lower of two independent values."""
    return combine(a, b, min)


@lru_cache(maxsize=4096)
def binomial(number: int, p: float) -> Distribution[int]:
    """The successes of a pool in which each die succeeds with probability p."""
    if number < 0:
        raise DiceError(f"A pool of {number} dice cannot be rolled: it has 0 dice or more.")
    _check_probability(p)
    return Distribution.of_row(rows.binomial(number, p))


def mixture(parts: Iterable[tuple[float, Distribution[K]]]) -> Distribution[K]:
    """One of several distributions comes about, each with its probability."""
    chances: defaultdict[K, float] = defaultdict(float)
    for weight, part in parts:
        for value, chance in part.items():
            chances[value] += weight * chance
    return Distribution(chances)


def tried_again(p: float) -> float:
    """The probability of success when a failure is rolled once more."""
    _check_probability(p)
    return p + (1 - p) * p


def outcomes(dice: Dice, cuts: tuple[int, ...] | None = None, read: Read = "faces") -> Iterator[Outcome]:
    """The results of a roll that its reader tells apart: faces that stand for each, and its probability.

    `faces`: which faces came up and how often, in any order.
    `sum`: the total; with cuts only between which cuts it lies (2D6 cut at 8: 7 or less, 8 or more).
    `pool`: how many dice lie between the cuts (cut at 4 and 6: below 4, 4 to 5, 6), each die read on its own.
    A cut is the lowest value of a class. Cuts that no value reaches make no class.
    """
    match read:
        case "faces":
            if cuts is not None:
                raise DiceError(f"{dice} read by its faces has no cuts: read it as a pool or a sum.")
            return _multisets(dice.faces, tuple((face, 1) for face in range(1, dice.sides + 1)))
        case "sum":
            return iter(_sums(dice, cuts))
        case "pool":
            if cuts is None:
                raise DiceError(f"{dice} read as a pool needs cuts: the values at which a die counts differently.")
            if not dice.is_plain:
                raise DiceError(f"{dice} cannot be read as a pool: it asks for a total.")
            return _multisets(dice.number, _pool_classes(dice, cuts))
    raise DiceError(f"Dice cannot be read by {read!r}: say faces, sum or pool.")


def _pool_classes(dice: Dice, cuts: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """For each class of values: its lowest face, and how many values it has."""
    per_value = dice.sides // dice.size
    inner = sorted({cut for cut in cuts if 1 < cut <= dice.size})
    bounds = [1, *inner, dice.size + 1]
    return tuple(((low - 1) * per_value + 1, high - low) for low, high in pairwise(bounds))


def _multisets(number: int, classes: tuple[tuple[int, int], ...]) -> Iterator[Outcome]:
    if comb(number + len(classes) - 1, number) <= _CACHED_OUTCOMES:
        return iter(_kept_multisets(number, classes))
    return _made_multisets(number, classes)


@lru_cache(maxsize=512)
def _kept_multisets(number: int, classes: tuple[tuple[int, int], ...]) -> tuple[Outcome, ...]:
    return tuple(_made_multisets(number, classes))


def _made_multisets(number: int, classes: tuple[tuple[int, int], ...]) -> Iterator[Outcome]:
    """Every way to share the dice among classes of (face, width), the lowest class fullest first."""
    whole = sum(width for _, width in classes) ** number

    def share(left: int, place: int, faces: tuple[int, ...], ways: int) -> Iterator[Outcome]:
        face, width = classes[place]
        if place == len(classes) - 1:
            yield faces + (face,) * left, ways * width**left / whole
            return
        for count in range(left, -1, -1):
            more = ways * comb(left, count) * width**count
            yield from share(left - count, place + 1, faces + (face,) * count, more)

    return share(number, 0, (), 1)


@lru_cache(maxsize=512)
def _sums(dice: Dice, cuts: tuple[int, ...] | None) -> tuple[Outcome, ...]:
    totals = of(dice)
    if cuts is None:
        return tuple((_faces_for(dice, total), chance) for total, chance in totals.items())
    classes: defaultdict[int, list[int]] = defaultdict(list)
    for total in totals:
        classes[sum(cut <= total for cut in set(cuts))].append(total)
    # The likeliest total speaks for its class.
    return tuple(
        (_faces_for(dice, max(members, key=totals.__getitem__)), fsum(totals[total] for total in members))
        for members in classes.values()
    )


def _faces_for(dice: Dice, total: int) -> tuple[int, ...]:
    """Faces, from low to high, that add up to a total: the kept dice as even as can be, dropped ones at the ends."""
    low, high = dice.kept_span
    per_value = dice.sides // dice.size
    kept = high - low
    each, over = divmod(total - dice.modifier, kept) if kept else (0, 0)
    values = [1] * low + [each] * (kept - over) + [each + 1] * over + [dice.size] * (dice.faces - high)
    return tuple(value * per_value for value in values)


def _check_probability(p: float) -> None:
    if not 0 <= p <= 1:
        raise DiceError(f"{p} is not a probability: it must be from 0 to 1.")
