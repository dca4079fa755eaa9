"""What whole combats come to on average: several rounds of any number of units, in means instead of exact odds.

`combat_odds` works out one round of two units exactly. Who compares hundreds of possible fights needs less: blows in
the order of their steps by their means, the result as a normal spread about its mean, Break Tests by their exact
chances. What a book's own units strike and score is told by a module of that book (`Fights`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil, sqrt
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

import msgspec

from warhost.play.counsel.counsel import Fate, Fight
from warhost.play.counsel.reckoning import below
from warhost.rulesets.families.ninth_age.core.kinds import Battle, U, Unit
from warhost.table import TOLERANCE, Arc, Rect, summed

__all__ = [
    "CAUGHT",
    "FLED",
    "MOST_DIFFERENCE",
    "Blow",
    "BreakTest",
    "Combat",
    "Fighter",
    "Fights",
    "Link",
    "Scoring",
    "charge_link",
    "models_facing",
    "standing_links",
]

CAUGHT = 0.56
"""The chance that a pursuer rolls as much as the flight: (1 + the chance of a tie) / 2."""

FLED = 0.55
"""The part of its worth that a unit loses by fleeing without being caught."""

LATER, ROUNDS = 0.75, 3
"""What a later round counts against the one before, and how many are looked ahead."""

MOST_DIFFERENCE = 9
UNLIKELY = 1e-4
SPREAD = 0.5
"""How much a Combat Result varies where nobody strikes."""


class Link(msgspec.Struct, frozen=True):
    """Two units of different sides in contact: which facings touch, and how many models of each."""

    one: int
    its_side: Arc
    its_models: int
    other: int
    others_side: Arc
    others_models: int


def models_facing(files: int, base: float, length: float) -> int:
    """How many models of a row can touch an edge of that length, corners included, if they stand well."""
    return min(files, int(length / base + TOLERANCE) + 2)


class BreakTest(Protocol):
    """The chance to stand after a lost combat, by the difference."""

    @property
    def automatic(self) -> bool:
        """Whether it is always passed; who passes so crumbles by the difference where the book says so."""
        ...

    @property
    def costs(self) -> Sequence[float]:
        """The Health Points that a failed test takes on average in place of a flight, by the difference."""
        ...

    @property
    def chances(self) -> Sequence[float]:
        """The chance to pass after losing by so many."""
        ...

    def stands(self, difference: int, steadfast: bool) -> float: ...


class Blow(NamedTuple):
    """Like attacks of one unit on another in one step."""

    agility: int
    striker: int
    target: int
    contact: int
    supporting: int
    each: float
    """Attacks of a model in contact."""
    harm: float
    """What one attack takes."""
    support: int = 1
    """Attacks of a supporter."""
    alone: bool = False
    """They are those of a single model in the unit's ranks, which strikes whoever falls around it."""


class Fighter(Generic[U]):
    """A unit in the combat while rounds are foreseen."""

    __slots__ = ("_ranks", "breaks", "crumbles", "files", "hp", "left", "lost", "scores_less", "sheltered", "unit")

    def __init__(
        self,
        unit: U,
        hp: int,
        left: float,
        ranks: Callable[[float], int],
        *,
        sheltered: float = 0.0,
        scores_less: int = 0,
    ) -> None:
        self.unit, self.hp, self.left, self.files = unit, hp, left, unit.files
        self.sheltered = sheltered
        """The Health Points of single models in its ranks, which are lost last."""
        self.scores_less = scores_less
        self.lost = self.breaks = self.crumbles = 0.0
        self._ranks = ranks

    @property
    def alive(self) -> float:
        """How many of its rank and file are left."""
        return max(0.0, self.left - self.sheltered) / self.hp

    @property
    def ranks(self) -> int:
        """The ranks that it counts with what is left of it."""
        return self._ranks(self.alive)


Scoring: TypeAlias = Callable[[float, frozenset[int]], float]
"""The Combat Result of a side whose enemies lost so much, with these units counting as Charging."""

BB = TypeVar("BB", bound=Battle[Any], contravariant=True)
UU = TypeVar("UU", bound=Unit)


class Fights(Protocol[BB, UU]):
    """What a book tells of its fights: a module of it."""

    def row(self, battle: BB, unit: UU, side: Arc, /) -> tuple[int, float]:
        """The models along one side of a unit, and the width of each there."""
        ...

    def fighter(self, battle: BB, unit: UU, /) -> Fighter[UU]: ...

    def strikes(
        self, battle: BB, unit: UU, side: Arc, contact: int, enemy: UU, its_side: Arc, alike: tuple[object, ...], /
    ) -> Iterable[Blow]:
        """The blows of one unit over one contact with so many models. `alike`: all that they depend on besides."""
        ...

    def scoring(self, battle: BB, side: Sequence[Fighter[UU]], links: Sequence[Link], /) -> Scoring:
        """How a side scores in rounds of the combat."""
        ...

    def crumbles(self, difference: int, /) -> int:
        """The Health Points that a unit loses which passes all Break Tests."""
        ...


def charge_link(book: Fights[BB, UU], battle: BB, charger: UU, target: UU, side: Arc) -> Link:
    """The contact that a charge on that side leads to, if it is well placed."""
    many, base = book.row(battle, charger, Arc.FRONT)
    others, width = book.row(battle, target, side)
    striking, answering = models_facing(many, base, others * width), models_facing(others, width, many * base)
    return Link(charger.id, Arc.FRONT, striking, target.id, side, answering)


Facing: TypeAlias = Callable[[UU, Rect, Arc, UU, Rect, Arc], tuple[Sequence[object], Sequence[object]]]
"""The models of two units that face each other where sides of them touch."""


def standing_links(
    battle: Battle[UU], units: Iterable[int], rects: Mapping[int, Rect], facing: Facing[UU]
) -> list[Link]:
    """The contacts that are there already among these units."""
    found = []
    for unit in (battle.units[number] for number in units):
        for foe in unit.foes if unit.seat == 0 else ():
            enemy = battle.units[foe.unit]
            mine, yours = facing(unit, rects[unit.id], foe.mine, enemy, rects[enemy.id], foe.theirs)
            found.append(Link(unit.id, foe.mine, len(mine), enemy.id, foe.theirs, len(yours)))
    return found


class Combat(Generic[BB, UU]):
    """Rounds of one combat in expected values, as one seat sees them."""

    def __init__(
        self,
        book: Fights[BB, UU],
        battle: BB,
        seat: int,
        links: Sequence[Link],
        test: Callable[[UU], BreakTest],
        worth: Callable[[UU, float], float],
        alike: Callable[[UU], tuple[object, ...]],
        memo: dict[object, Any],
    ) -> None:
        self.book, self.battle, self.links, self.worth, self.memo = book, battle, links, worth, memo
        self.alike = alike
        numbers = dict.fromkeys(number for link in links for number in (link.one, link.other))
        self.fighters = {number: book.fighter(battle, battle.units[number]) for number in numbers}
        self.mine = [fighter for fighter in self.fighters.values() if fighter.unit.seat == seat]
        self.theirs = [fighter for fighter in self.fighters.values() if fighter.unit.seat != seat]
        self.known: dict[frozenset[int], list[list[Blow]]] = {}
        self.tests = {number: test(fighter.unit) for number, fighter in self.fighters.items()}
        self.values: dict[int, float] = {}
        """What the fighters were worth at the end of the round before."""
        self.steady = {number: bool(alike(fighter.unit)[-1]) for number, fighter in self.fighters.items()}
        self.scorings = [book.scoring(battle, side, links) for side in (self.mine, self.theirs)]

    def foresee(self, charging: frozenset[int]) -> Fight:
        """The first round in full, later ones at a discount as far as nobody gave way."""
        gain = loss = 0.0
        weight, first, fates = 1.0, None, dict.fromkeys(self.fighters, 0.0)
        for number in range(ROUNDS):
            won, lost, wins = self._round(charging if number == 0 else frozenset())
            gain, loss = gain + weight * won, loss + weight * lost
            if first is None:
                first = summed(f.lost for f in self.theirs), summed(f.lost for f in self.mine), wins
            for unit, fighter in self.fighters.items():
                fates[unit] += weight * fighter.breaks
            weight *= LATER
            for side in (self.mine, self.theirs):
                weight *= 1 - max(fighter.breaks for fighter in side)
            if weight < 0.1 or any(all(f.left <= 0.2 for f in side) for side in (self.mine, self.theirs)):
                break
        assert first is not None
        broken = {unit: Fate(0.0, min(1.0, chance)) for unit, chance in fates.items()}
        return Fight(gain, loss, *first, broken)

    def _round(self, charging: frozenset[int]) -> tuple[float, float, float]:
        fighters = self.fighters
        before = {number: fighter.left for number, fighter in fighters.items()}
        steps = self.known.get(charging)
        if steps is None:
            steps = self.known[charging] = _in_steps(self._blows(charging))
        variance = SPREAD
        for step in steps:
            harm: dict[int, float] = {}
            for blow in step:
                amount = _attacks(fighters[blow.striker], blow) * blow.harm
                harm[blow.target] = harm.get(blow.target, 0.0) + amount
                variance += amount * max(0.1, 1 - blow.harm)
            for number, amount in harm.items():
                struck = fighters[number]
                struck.left = max(0.0, struck.left - amount)
        for number, fighter in fighters.items():
            fighter.lost = before[number] - fighter.left
        wins = self._result(charging, sqrt(variance))
        return self._price(self.theirs, before), self._price(self.mine, before), wins

    def _blows(self, charging: frozenset[int]) -> list[Blow]:
        units = self.battle.units
        held = {number: units[number].charging for number in self.fighters}
        for number in self.fighters:
            units[number].charging = number in charging
        sides = [
            (number, side, models, target, its_side)
            for link in self.links
            for number, side, models, target, its_side in (
                (link.one, link.its_side, link.its_models, link.other, link.others_side),
                (link.other, link.others_side, link.others_models, link.one, link.its_side),
            )
        ]
        shares: dict[tuple[int, Arc], int] = {}
        for number, side, *_ in sides:
            shares[number, side] = shares.get((number, side), 0) + 1
        found: list[Blow] = []
        for number, side, models, target, its_side in sides:
            # A side that touches several enemies is shared between them.
            row, _ = self.book.row(self.battle, units[number], side)
            contact = min(models, ceil(row / shares[number, side]))
            found += self._strikes(units[number], side, contact, units[target], its_side)
        for number, was in held.items():
            units[number].charging = was
        return found

    def _strikes(self, unit: UU, side: Arc, contact: int, enemy: UU, its_side: Arc) -> list[Blow]:
        """The blows of one unit over one contact."""
        key = ("blows", unit.id, side, contact, enemy.id, its_side, unit.charging)
        if key not in self.memo:
            alike = (*self.alike(unit), *self.alike(enemy))
            self.memo[key] = list(self.book.strikes(self.battle, unit, side, contact, enemy, its_side, alike))
        found: list[Blow] = self.memo[key]
        return found

    def _result(self, charging: frozenset[int], deviation: float) -> float:
        """Who breaks and who crumbles, for every difference by its chance; returns the chance to win."""
        mine, theirs = self.scorings
        average = mine(_points(self.theirs), charging) - theirs(_points(self.mine), charging)
        for fighter in self.fighters.values():
            fighter.breaks = fighter.crumbles = 0.0
        for side, mean in ((self.theirs, average), (self.mine, -average)):
            lost_by = _lost_by(mean, deviation)
            for fighter in side if lost_by else ():
                test, steady = self.tests[fighter.unit.id], self._steadfast(fighter)
                if test.automatic:
                    fighter.crumbles = summed([chance * self.book.crumbles(by) for by, chance in lost_by])
                elif test.costs:
                    fighter.crumbles = summed([chance * test.costs[0 if steady else by] for by, chance in lost_by])
                else:
                    fighter.breaks = summed([chance * (1 - test.stands(by, steady)) for by, chance in lost_by])
        return 1 - below(0.5, average, deviation)

    def _price(self, fighters: list[Fighter[UU]], before: Mapping[int, float]) -> float:
        """What a side loses in the round: by wounds, by crumbling, by giving way."""
        total = 0.0
        for fighter in fighters:
            unit = fighter.unit
            was = self.values.get(unit.id)
            if was is None:
                was = self.worth(unit, before[unit.id])
            fighter.left = max(0.0, fighter.left - fighter.crumbles)
            now = self.values[unit.id] = self.worth(unit, fighter.left)
            total += was - now + fighter.breaks * (CAUGHT + (1 - CAUGHT) * FLED) * now
        return total

    def _steadfast(self, fighter: Fighter[UU]) -> bool:
        """More ranks than every enemy in the combat, no ranked enemy in flank or rear, no broken ranks."""
        own = fighter.unit
        enemies = self.theirs if fighter in self.mine else self.mine
        if fighter.ranks == 0 or any(enemy.ranks >= fighter.ranks for enemy in enemies):
            return False
        for link in self.links:
            side, foe = (link.its_side, link.other) if link.one == own.id else (link.others_side, link.one)
            if own.id in (link.one, link.other) and side is not Arc.FRONT and self.fighters[foe].ranks >= 2:
                return False
        return self.steady[own.id]


def _in_steps(blows: Iterable[Blow]) -> list[list[Blow]]:
    """Blows by the steps in which they are struck: the most agile first."""
    steps: dict[int, list[Blow]] = {}
    for blow in blows:
        steps.setdefault(blow.agility, []).append(blow)
    return [steps[agility] for agility in sorted(steps, reverse=True)]


def _attacks(striker: Fighter[UU], blow: Blow) -> float:
    """How many attacks of that kind those who are left make."""
    if blow.alone:
        return blow.each if striker.left > 0 else 0.0
    alive = striker.alive
    attacks = min(blow.contact, alive) * blow.each
    if blow.supporting:
        attacks += min(blow.supporting, max(0.0, alive - striker.files)) * blow.support
    return attacks


def _lost_by(average: float, deviation: float) -> list[tuple[int, float]]:
    """How likely a combat is lost by each difference, where the enemy wins by so many on average."""
    found = []
    so_far = below(0.5, average, deviation)
    for difference in range(1, MOST_DIFFERENCE + 1):
        if so_far > 1 - UNLIKELY:
            break
        up_to = 1.0 if difference == MOST_DIFFERENCE else below(difference + 0.5, average, deviation)
        if up_to - so_far >= UNLIKELY:
            found.append((difference, up_to - so_far))
        so_far = up_to
    return found


def _points(fighters: Iterable[Fighter[UU]]) -> float:
    """What the Health Points that these have lost count."""
    return summed(one.lost - (min(one.lost, 5) / 2 if one.scores_less else 0.0) for one in fighters)
