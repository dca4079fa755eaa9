"""A place to try lists out fast: what was bought once is kept, with its price, its card and what it is good for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from warhost.dice import Chance
from warhost.muster.building.aspects import Aspects, Figures, aspects_of, figures_of
from warhost.muster.building.builder import ListBuilder
from warhost.muster.building.buying import Bought, Pick
from warhost.muster.building.drafts import Draft
from warhost.muster.entries import Catalogue, Entry, Size
from warhost.muster.files.army_text import Problem
from warhost.muster.values import Muster, Source
from warhost.play import UnitCard
from warhost.table import summed

__all__ = ["Bench", "Weighed", "fewer", "shuffled", "weighted"]

T = TypeVar("T")


class Weighed(NamedTuple):
    """What a list costs, and what is wrong with it."""

    points: int
    problems: tuple[Problem, ...]

    @property
    def legal(self) -> bool:
        return not self.problems


def fewer(one: Weighed, other: Weighed) -> bool:
    """Whether the first has fewer problems, or smaller ones."""
    return _badness(one) < _badness(other)


def _badness(weighed: Weighed) -> tuple[int, int]:
    return len(weighed.problems), sum(problem.by for problem in weighed.problems)


class Bench:
    """The entries of a faction, and lists of them under trial for a game of so many points."""

    def __init__(
        self,
        builder: Muster | ListBuilder,
        faction: str,
        points: int,
        options: Mapping[str, Any] = {},
        books: Sequence[Source] = (),
        name: str = "",
        catalogue: Catalogue | None = None,
    ) -> None:
        """The entries are those that the builder has for the faction, unless a catalogue is given."""
        self.builder, self.options, self.books = builder, options, books
        self.catalogue: Catalogue = builder.catalogue(faction, books) if catalogue is None else catalogue
        self.blank = Draft(name=name or self.catalogue.faction, faction=self.catalogue.faction, points=points)
        self._catalogues = {self.catalogue.faction: self.catalogue}
        self._units: dict[Pick, tuple[Bought, Any] | None] = {}
        self._prices: dict[Pick, int] = {}
        self._cards: dict[Pick, tuple[UnitCard, ...]] = {}
        self._aspects: dict[Pick, Aspects] = {}
        self._ranks: tuple[list[float], list[float]] | None = None

    @property
    def points(self) -> int:
        return self.blank.points

    def draft(self, picks: Sequence[Pick]) -> Draft:
        return msgspec.structs.replace(self.blank, picks=tuple(picks))

    def entry(self, pick: Pick) -> Entry:
        found = self.catalogue.find(pick.unit)
        assert found is not None
        return found

    def size(self, pick: Pick) -> Size:
        found = self.entry(pick).size(pick.size)
        assert found is not None
        return found

    def unit(self, pick: Pick) -> tuple[Bought, Any] | None:
        """The unit that a pick buys; None if it may not be bought so."""
        if pick not in self._units:
            self._units[pick] = self.problems_of(pick)[0]
        return self._units[pick]

    def problems_of(self, pick: Pick) -> tuple[tuple[Bought, Any] | None, list[Problem]]:
        """The unit that a pick buys, and what is wrong with it."""
        unit, problems = self.builder.purchase(pick, self.blank.faction, self.books, self._catalogues)
        return (None if problems else unit), problems

    def weigh(self, picks: Sequence[Pick]) -> Weighed:
        """What a list of these picks costs, and which limits of the army it breaks. All of them can be bought."""
        units = [unit for unit in map(self.unit, picks) if unit is not None]
        points, problems = self.builder.weighed(self.draft(picks), units, self.options)
        return Weighed(points, tuple(problems))

    def judged(self, picks: Sequence[Pick]) -> Weighed:
        """The same with all that can be wrong with a list."""
        tally = self.builder.tally(self.draft(picks), self.options, self.books, self._catalogues)
        return Weighed(tally.points, tally.problems)

    def price(self, pick: Pick) -> int:
        """What a pick costs by itself, with those that joined it."""
        if pick not in self._prices:
            self._prices[pick] = self.weigh((pick,)).points
        return self._prices[pick]

    def models(self, pick: Pick) -> int:
        unit = self.unit(pick)
        return 0 if unit is None else unit[0].all_models

    def starts(self) -> list[Pick]:
        """Every entry in every size, with nothing bought for it. Some of them need more before they can be bought."""
        return [
            Pick(unit=entry.name, size="" if size is entry.sizes[0] else size.name)
            for entry in self.catalogue.entries
            for size in entry.sizes
        ]

    def completed(self, pick: Pick, chance: Chance) -> Pick | None:
        """The pick with what it must buy to be allowed at all, by chance; None where nothing helps."""
        for _ in range(8):
            if self.unit(pick) is not None:
                return pick
            _, problems = self.problems_of(pick)
            better = (
                more
                for more in shuffled(list(self.with_option(pick)), chance)
                if len(self.problems_of(more)[1]) < len(problems)
            )
            found = next(better, None)
            if found is None:
                return None
            pick = found
        return None

    def with_option(self, pick: Pick) -> Iterator[Pick]:
        """The pick with each option that it can buy besides."""
        for option in self.entry(pick).options:
            yield msgspec.structs.replace(pick, options=(*pick.options, option.name))

    def larger(self, pick: Pick) -> Iterator[Pick]:
        """The pick with one more model where it grows model by model, and in the other sizes."""
        size = self.size(pick)
        models = pick.models or size.models
        if size.most > models:
            yield msgspec.structs.replace(pick, models=models + 1)
        for other in self.entry(pick).sizes:
            if other is not size and other.cost >= size.cost:
                usual = other is self.entry(pick).sizes[0]
                yield msgspec.structs.replace(pick, size="" if usual else other.name, models=0)

    # What units are good for

    def cards(self, pick: Pick) -> tuple[UnitCard, ...]:
        """The cards of a pick: its own first, then those of units that joined it."""
        if pick not in self._cards:
            cards = self.builder.pick_cards(self.draft((pick,)), self.books, self._catalogues)
            self._cards[pick] = tuple(cards[1])
        return self._cards[pick]

    def figures(self, pick: Pick) -> Figures:
        """What the card of a pick says in figures."""
        unit = self.unit(pick)
        assert unit is not None
        return figures_of(self.cards(pick)[0], unit[0].models, self.builder.signs)

    def prowess(self, pick: Pick) -> float | None:
        """What a unit wins in fights for its points, where its rulebook tells it."""
        unit = self.unit(pick)
        return None if unit is None else self.builder.prowess(unit[1])

    def aspects(self, pick: Pick) -> Aspects:
        """What a unit is good for, among those of its faction."""
        if pick not in self._aspects:
            self._aspects[pick] = self._aspects_of(pick)
        return self._aspects[pick]

    def _aspects_of(self, pick: Pick) -> Aspects:
        entry, models = self.entry(pick), self.models(pick)
        found = aspects_of(self.cards(pick)[0], models, self.builder.signs, (entry.category, *entry.tags))
        if self._ranks is None:
            sizes = [(size.cost / size.models, size.models) for one in self.catalogue.entries for size in one.sizes]
            self._ranks = sorted(each for each, _ in sizes), sorted(float(number) for _, number in sizes)
        dear, many = self._ranks
        each = self.price(pick) / max(1, models)
        # Among single models the dear are heroes and monsters, which have words of their own.
        quality = 0.5 if models == 1 else _rank(dear, each)
        return found._replace(quality=quality, numbers=0.0 if models == 1 else _rank(many, models))


def _rank(values: Sequence[float], value: float) -> float:
    """How much of the others lies below a value: 0 for the least of them, 1 for the highest."""
    below = sum(other < value for other in values)
    return below / max(1, len(values) - 1) if below < len(values) else 1.0


def shuffled(things: Sequence[T], chance: Chance) -> list[T]:
    """Things in an order by chance."""
    left = list(things)
    for last in range(len(left) - 1, 0, -1):
        other = chance.pick(last + 1)
        left[last], left[other] = left[other], left[last]
    return left


def weighted(things: Sequence[T], weights: Sequence[float], chance: Chance) -> Iterator[T]:
    """Things in an order by chance, the heavier ones sooner."""
    left = list(zip(things, weights, strict=True))
    while left:
        at = chance.uniform() * summed(weight for _, weight in left)
        number = 0
        for number, (_, weight) in enumerate(left):  # noqa: B007
            at -= weight
            if at < 0:
                break
        yield left.pop(number)[0]
