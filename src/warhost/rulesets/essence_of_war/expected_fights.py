"""What whole combats come to on average: several rounds of any number of units, in means instead of exact odds.

`combat_odds` works out one round of two units exactly. Who compares hundreds of possible fights needs less: blows in
the order of Agility by their means, the result as a normal spread about its mean, Break Tests by their exact chances.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil, sqrt
from typing import Any, NamedTuple

import msgspec

from warhost.play.counsel import Fate, Fight
from warhost.play.reckoning import Kept, below
from warhost.play.throws import counted, mean, mean_number
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.contact import facing_models
from warhost.rulesets.essence_of_war.damage import chain
from warhost.rulesets.essence_of_war.discipline import DisciplineTest, prepare
from warhost.rulesets.essence_of_war.formation import health, ranks, rows
from warhost.rulesets.essence_of_war.rules import SpecialAttack, ranks_in_support, speakers, spoken
from warhost.rulesets.essence_of_war.strikes import normal_attack, small_enough, special_attack, supporting_attacks
from warhost.rulesets.essence_of_war.terrain import kind_at
from warhost.rulesets.essence_of_war.values import value
from warhost.rulesets.families.ninth_age.discipline import chances_of, margins_of
from warhost.table import TOLERANCE, Arc, Rect

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


def _row(battle: Battle, unit: Unit, side: Arc) -> tuple[int, float]:
    """The models along one side, and the width of each there."""
    entry = battle.entry(unit)
    return (unit.files, entry.base_width) if side in (Arc.FRONT, Arc.REAR) else (rows(unit), entry.base_depth)


def charge_link(battle: Battle, charger: Unit, target: Unit, side: Arc) -> Link:
    """The contact that a charge on that side leads to, if it is well placed."""
    many, base = _row(battle, charger, Arc.FRONT)
    others, width = _row(battle, target, side)
    striking, answering = models_facing(many, base, others * width), models_facing(others, width, many * base)
    return Link(charger.id, Arc.FRONT, striking, target.id, side, answering)


def standing_links(battle: Battle, units: Iterable[int], rects: Mapping[int, Rect]) -> list[Link]:
    """The contacts that are there already among these units."""
    found = []
    for unit in (battle.units[number] for number in units):
        for foe in unit.foes if unit.seat == 0 else ():
            enemy = battle.units[foe.unit]
            mine, yours = facing_models(unit, rects[unit.id], foe.mine, enemy, rects[enemy.id], foe.theirs)
            found.append(Link(unit.id, foe.mine, len(mine), enemy.id, foe.theirs, len(yours)))
    return found


def blow(battle: Battle, attacker: Unit, target: Unit, side: Arc) -> float:
    """The Health Points that one melee attack takes on average."""
    return mean(chain(battle, normal_attack(battle, attacker, target, 1, side)))


def _special_blow(battle: Battle, attacker: Unit, target: Unit, special: SpecialAttack, side: Arc) -> float:
    """The Health Points that one model's special attack takes on average."""
    if not small_enough(battle, special, target):
        return 0.0
    one = chain(battle, special_attack(battle, attacker, target, special, 1, side))
    return mean_number(counted(special.hits)) * mean(one)


class BreakTest:
    """The chance to stand after a lost combat, by the difference."""

    __slots__ = ("automatic", "chances", "costs")

    def __init__(self, battle: Battle, unit: Unit) -> None:
        test = prepare(battle, unit, "break")
        self.automatic = test.passed_by is not None
        self.chances = chances_of(test, MOST_DIFFERENCE)
        self.costs = tuple(_breaking_costs(battle, unit, test))
        """The Health Points that a failed test takes on average in place of a flight, by the difference."""

    def stands(self, difference: int, steadfast: bool) -> float:
        return self.chances[0 if steadfast else min(difference, MOST_DIFFERENCE)]


def _breaking_costs(battle: Battle, unit: Unit, test: DisciplineTest) -> Iterable[float]:
    """What failed Break Tests cost on average where nobody flees, for every difference; nothing where units flee."""
    speaking = spoken(battle, unit, "breaking_costs")
    if not speaking:
        return
    bearer, speaker = speaking[0]
    for difference in range(MOST_DIFFERENCE + 1):
        failed = margins_of(test, difference)
        yield sum(
            chance * (speaker.breaking_costs(battle, bearer, margin) or 0)
            for margin, chance in failed.items()
            if margin
        )


def likeness(battle: Battle, unit: Unit) -> tuple[object, ...]:
    """What the fights of a unit depend on, its Break Test aside; last, whether the ground lets its ranks count."""
    pose = unit.pose
    steady = pose is not None and kind_at(battle.scene.board, pose.x, pose.y) != "hindering"
    return (unit.id, unit.models, unit.wounds, unit.files, unit.effects, unit.primal, unit.rounds, unit.charged, steady)


class _Blows(NamedTuple):
    agility: int
    striker: int
    target: int
    contact: int
    supporting: int
    each: float
    """Attacks of a model in contact."""
    harm: float
    """What one attack takes."""


_kept: Kept[tuple[int, float, float, list[tuple[SpecialAttack, float]]]] = Kept()
"""What models of a unit did to another in earlier fights, by all that it depends on."""


class _Fighter:
    """A unit in the combat while rounds are foreseen."""

    __slots__ = ("breaks", "crumbles", "files", "first", "hp", "left", "lost", "scores_less", "single", "unit")

    def __init__(self, battle: Battle, unit: Unit) -> None:
        entry = battle.entry(unit)
        self.unit = unit
        self.hp, self.files, self.single = entry.profile.hp, unit.files, ranks(battle, unit) == 0
        self.left = self.first = float(health(battle, unit))
        self.lost = self.breaks = self.crumbles = 0.0
        self.scores_less = len(speakers(battle, unit).at("scores"))

    @property
    def alive(self) -> float:
        return self.left / self.hp

    @property
    def ranks(self) -> int:
        return 0 if self.single else ceil(self.alive / self.files - 0.01)


class Combat:
    """Rounds of one combat in expected values, as one seat sees them."""

    def __init__(
        self,
        battle: Battle,
        seat: int,
        links: Sequence[Link],
        test: Callable[[Unit], BreakTest],
        worth: Callable[[Unit, float], float],
        alike: Callable[[Unit], tuple[object, ...]],
        memo: dict[object, Any],
    ) -> None:
        self.battle, self.links, self.test, self.worth, self.memo = battle, links, test, worth, memo
        self.alike = alike
        numbers = dict.fromkeys(number for link in links for number in (link.one, link.other))
        self.fighters = {number: _Fighter(battle, battle.units[number]) for number in numbers}
        self.mine = [fighter for fighter in self.fighters.values() if fighter.unit.seat == seat]
        self.theirs = [fighter for fighter in self.fighters.values() if fighter.unit.seat != seat]
        self.known: dict[frozenset[int], list[_Blows]] = {}
        self.steady = {number: bool(alike(fighter.unit)[-1]) for number, fighter in self.fighters.items()}

    def foresee(self, charging: frozenset[int]) -> Fight:
        """The first round in full, later ones at a discount as far as nobody gave way."""
        gain = loss = 0.0
        weight, first, fates = 1.0, None, dict.fromkeys(self.fighters, 0.0)
        for number in range(ROUNDS):
            won, lost, wins = self._round(charging if number == 0 else frozenset())
            gain, loss = gain + weight * won, loss + weight * lost
            if first is None:
                first = sum(f.lost for f in self.theirs), sum(f.lost for f in self.mine), wins
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
        before = {number: fighter.left for number, fighter in self.fighters.items()}
        blows = self.known.get(charging)
        if blows is None:
            blows = self.known[charging] = self._blows(charging)
        variance = SPREAD
        for agility in sorted({blow.agility for blow in blows}, reverse=True):
            harm: dict[int, float] = {}
            for blow in blows:
                if blow.agility == agility:
                    striker = self.fighters[blow.striker]
                    support = min(float(blow.supporting), max(0.0, striker.alive - striker.files))
                    many = min(float(blow.contact), striker.alive) * blow.each + support
                    harm[blow.target] = harm.get(blow.target, 0.0) + many * blow.harm
                    variance += many * blow.harm * max(0.1, 1 - blow.harm)
            for number, amount in harm.items():
                self.fighters[number].left = max(0.0, self.fighters[number].left - amount)
        for number, fighter in self.fighters.items():
            fighter.lost = before[number] - fighter.left
        wins = self._result(charging, sqrt(variance))
        return self._price(self.theirs, before), self._price(self.mine, before), wins

    def _blows(self, charging: frozenset[int]) -> list[_Blows]:
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
        found: list[_Blows] = []
        for number, side, models, target, its_side in sides:
            # A side that touches several enemies is shared between them.
            row, _ = _row(self.battle, units[number], side)
            contact = min(models, ceil(row / shares[number, side]))
            found += self._strikes(units[number], side, contact, units[target], its_side)
        for number, was in held.items():
            units[number].charging = was
        return found

    def _strikes(self, unit: Unit, side: Arc, contact: int, enemy: Unit, its_side: Arc) -> list[_Blows]:
        """The blows of one unit over one contact."""
        key = ("blows", unit.id, side, contact, enemy.id, its_side, unit.charging)
        if key not in self.memo:
            self.memo[key] = list(self._struck(unit, side, contact, enemy, its_side))
        found: list[_Blows] = self.memo[key]
        return found

    def _struck(self, unit: Unit, side: Arc, contact: int, enemy: Unit, its_side: Arc) -> Iterable[_Blows]:
        battle = self.battle
        supporting = 0
        if side is Arc.FRONT and not battle.entry(unit).single:
            deep = min(ranks_in_support(battle, unit), rows(unit) - 1)
            supporting = contact * deep * supporting_attacks(battle, unit)
        agility, attacks, harm, specials = self._each(unit, enemy, its_side)
        yield _Blows(agility, unit.id, enemy.id, contact, supporting, attacks, harm)
        for special, harm in specials:
            if not special.front_only or side is Arc.FRONT:
                yield _Blows(special.agility, unit.id, enemy.id, contact, 0, 1.0, harm)

    def _each(
        self, unit: Unit, enemy: Unit, its_side: Arc
    ) -> tuple[int, float, float, list[tuple[SpecialAttack, float]]]:
        """What single models of a unit do to an enemy that is struck on that side, however many they are: when they
        strike, how often, what one attack takes, and what each special attack does."""
        battle, front = self.battle, its_side is Arc.FRONT
        key = (unit.charging, front, *self.alike(unit), *self.alike(enemy))

        def work_out() -> tuple[int, float, float, list[tuple[SpecialAttack, float]]]:
            specials = [
                (special, _special_blow(battle, unit, enemy, special, its_side))
                for speaker in speakers(battle, unit).at("special_attacks")
                for special in speaker.special_attacks(battle, unit)
                if not special.once
            ]
            harm = blow(battle, unit, enemy, its_side)
            return value(battle, unit, "agi"), float(value(battle, unit, "att")), harm, specials

        return _kept.of(battle.scene, key, work_out)

    def _score(self, side: list[_Fighter], others: list[_Fighter], charging: frozenset[int]) -> float:
        """The Combat Result of a side."""
        total = 0.0
        for enemy in others:
            total += enemy.lost - (min(enemy.lost, 5) / 2 if enemy.scores_less else 0.0)
        total += min(3, max(0, max((fighter.ranks - 1 for fighter in side if fighter.left > 0), default=0)))
        total += any(fighter.unit.id in charging and fighter.left > 0 for fighter in side)
        own = {fighter.unit.id for fighter in side}
        aside = any((link.others_side if link.one in own else link.its_side) is not Arc.FRONT for link in self.links)
        return total + 2 * aside

    def _result(self, charging: frozenset[int], deviation: float) -> float:
        """Who breaks and who crumbles, for every difference by its chance; returns the chance to win."""
        average = self._score(self.mine, self.theirs, charging) - self._score(self.theirs, self.mine, charging)
        for fighter in self.fighters.values():
            fighter.breaks = fighter.crumbles = 0.0
        for side, sign in ((self.theirs, 1.0), (self.mine, -1.0)):
            steadfast = [self._steadfast(fighter) for fighter in side]
            tests = [self.test(fighter.unit) for fighter in side]
            so_far = below(0.5, sign * average, deviation)
            for difference in range(1, MOST_DIFFERENCE + 1):
                if so_far > 1 - UNLIKELY:
                    break
                last = difference == MOST_DIFFERENCE
                up_to = 1.0 if last else below(difference + 0.5, sign * average, deviation)
                chance, so_far = up_to - so_far, up_to
                if chance < UNLIKELY:
                    continue
                for fighter, test, steady in zip(side, tests, steadfast, strict=True):
                    if test.automatic:
                        fighter.crumbles += chance * difference
                    elif test.costs:
                        fighter.crumbles += chance * test.costs[0 if steady else difference]
                    else:
                        fighter.breaks += chance * (1 - test.stands(difference, steady))
        return 1 - below(0.5, average, deviation)

    def _price(self, fighters: list[_Fighter], before: Mapping[int, float]) -> float:
        """What a side loses in the round: by wounds, by crumbling, by giving way."""
        total = 0.0
        for fighter in fighters:
            unit = fighter.unit
            fighter.left = max(0.0, fighter.left - fighter.crumbles)
            now = self.worth(unit, fighter.left)
            total += self.worth(unit, before[unit.id]) - now + fighter.breaks * (CAUGHT + (1 - CAUGHT) * FLED) * now
        return total

    def _steadfast(self, fighter: _Fighter) -> bool:
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
