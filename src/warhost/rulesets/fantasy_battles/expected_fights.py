"""What whole combats come to on average: several rounds of any number of units, in means instead of exact odds.

`combat_odds` works out one round of two units exactly. Who compares hundreds of possible fights needs less: blows in
the order of Agility by their means, the score as a normal spread about its mean, Break Tests by their exact chances.
Champions and Characters strike along with the unit in whose ranks they stand; nobody strikes at them, and there are no
Duels.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil, sqrt
from typing import Any, NamedTuple

import msgspec

from warhost.play.counsel import Fate, Fight
from warhost.play.reckoning import Kept, below
from warhost.play.throws import counted, mean, mean_number
from warhost.rulesets.families.ninth_age.discipline import chances_of
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.contact import facing_models
from warhost.rulesets.fantasy_battles.damage import at_stake, chain
from warhost.rulesets.fantasy_battles.discipline import prepare
from warhost.rulesets.fantasy_battles.formation import full_ranks, rows
from warhost.rulesets.fantasy_battles.result import MOST_RANKS, broken_ranks, has_standard, is_stubborn
from warhost.rulesets.fantasy_battles.rules import SpecialAttack, ranks_in_support, speakers, spoken
from warhost.rulesets.fantasy_battles.strikes import may_hit, normal_attack, special_attack, supporting_attacks
from warhost.rulesets.fantasy_battles.wielding import armed_value, weapon_ranks
from warhost.table import TOLERANCE, Arc, Rect

CAUGHT = 0.56
"""The chance that a pursuer rolls as much as the flight: (1 + the chance of a tie) / 2."""

FLED = 0.5
"""The part of its worth that a unit loses by fleeing without being caught: what it is worth to the enemy then."""

LATER, ROUNDS = 0.75, 3
"""What a later round counts against the one before, and how many are looked ahead."""

MOST_DIFFERENCE = 9
UNLIKELY = 1e-4
SPREAD = 0.5
"""How much a Combat Score varies where nobody strikes."""


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


def blow(battle: Battle, attacker: Unit, target: Unit, side: Arc, part: int = 0) -> float:
    """The Health Points that one Close Combat Attack of a part takes on average."""
    return mean(chain(battle, normal_attack(battle, attacker, target, 1, side, part)))


def _special_blow(battle: Battle, attacker: Unit, target: Unit, special: SpecialAttack, side: Arc) -> float:
    """The Health Points that one model's Special Attack takes on average."""
    if not may_hit(battle, special, target.id) or not str(special.strength).isdecimal():
        return 0.0
    one = chain(battle, special_attack(battle, attacker, target, special, 1, side))
    return mean_number(counted(special.hits)) * mean(one)


class BreakTest:
    """The chance to stand after a lost combat, by the difference."""

    __slots__ = ("automatic", "chances", "stubborn")

    def __init__(self, battle: Battle, unit: Unit) -> None:
        test = prepare(battle, unit, "break")
        self.automatic = test.passed_by is not None
        self.stubborn = is_stubborn(battle, unit)
        self.chances = chances_of(test, MOST_DIFFERENCE)

    def stands(self, difference: int, steadfast: bool) -> float:
        return self.chances[0 if steadfast or self.stubborn else min(difference, MOST_DIFFERENCE)]


def likeness(battle: Battle, unit: Unit) -> tuple[object, ...]:
    """What the fights of a unit depend on, its Break Test aside; last, whether the ground lets its ranks count."""
    steady = unit.pose is not None and not broken_ranks(battle, unit)
    guests = tuple((guest.entry, guest.wounds) for guest in battle.guests_of(unit))
    return (unit.id, unit.models, unit.wounds, unit.files, guests, unit.effects, unit.boons, unit.rounds, steady)


class _Each(NamedTuple):
    """What one model does with a part, or with a Special Attack."""

    agility: int
    attacks: float
    """Those of a model in contact."""
    support: int
    """Those of a supporter."""
    deep: int
    """How many ranks support."""
    harm: float
    front_only: bool = False
    guest: bool = False
    """It is that of a single model in the ranks, who strikes once whatever the others do."""


class _Blows(NamedTuple):
    agility: int
    striker: int
    target: int
    contact: int
    supporters: int
    support: int
    """Attacks of a supporter."""
    each: float
    """Attacks of a model in contact."""
    harm: float
    """What one attack takes."""
    guest: bool = False


_kept: Kept[list[_Each]] = Kept()
"""What models of a unit did to another in earlier fights, by all that it depends on."""


class _Fighter:
    """A unit in the combat while rounds are foreseen."""

    __slots__ = ("bonus", "breaks", "files", "first", "hp", "left", "lost", "needed", "ranked", "unit")

    def __init__(self, battle: Battle, unit: Unit) -> None:
        entry = battle.entry(unit)
        self.unit = unit
        self.hp, self.files, self.needed = entry.profile.hp, unit.files, entry.full_rank
        self.ranked = full_ranks(battle, unit) > 0
        self.left = self.first = float(at_stake(battle, unit))
        self.lost = self.breaks = 0.0
        self.bonus = has_standard(battle, unit) + sum(
            speaker.adds_to_score(battle, bearer) for bearer, speaker in spoken(battle, unit, "adds_to_score")
        )

    @property
    def alive(self) -> float:
        return self.left / self.hp

    @property
    def ranks(self) -> int:
        """The Full Ranks that are left."""
        if not self.ranked or self.files < self.needed:
            return 0
        full, rest = divmod(self.alive + 0.01, self.files)
        return int(full) + (rest >= self.needed)


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
        """One round: what is won, what is lost, and the chance to win."""
        before = {number: fighter.left for number, fighter in self.fighters.items()}
        blows = self.known.get(charging)
        if blows is None:
            blows = self.known[charging] = self._blows(charging)
        variance = SPREAD
        for agility in sorted({blow.agility for blow in blows}, reverse=True):
            harm: dict[int, float] = {}
            for blow in blows:
                if blow.agility == agility:
                    many = self._attacks(blow)
                    harm[blow.target] = harm.get(blow.target, 0.0) + many * blow.harm
                    variance += many * blow.harm * max(0.1, 1 - blow.harm)
            for number, amount in harm.items():
                self.fighters[number].left = max(0.0, self.fighters[number].left - amount)
        for number, fighter in self.fighters.items():
            fighter.lost = before[number] - fighter.left
        wins = self._result(charging, sqrt(variance))
        return self._price(self.theirs, before), self._price(self.mine, before), wins

    def _attacks(self, blow: _Blows) -> float:
        """How many attacks such blows still are with those who are left to strike them."""
        striker = self.fighters[blow.striker]
        if blow.guest:
            return blow.each if striker.left > 0 else 0.0
        behind = max(0.0, striker.alive - striker.files)
        support = min(float(blow.supporters), behind) * blow.support
        return min(float(blow.contact), striker.alive) * blow.each + support

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
        front = side is Arc.FRONT
        guests = sum(place.files for place in unit.guests) if front else 0
        own = max(0, contact - guests)
        for each in self._each(unit, enemy, its_side):
            if each.front_only and not front:
                continue
            if each.guest:
                if front:
                    yield _Blows(each.agility, unit.id, enemy.id, 1, 0, 0, each.attacks, each.harm, guest=True)
                continue
            behind = contact * min(each.deep, rows(unit) - 1) if front else 0
            yield _Blows(each.agility, unit.id, enemy.id, own, behind, each.support, each.attacks, each.harm)

    def _each(self, unit: Unit, enemy: Unit, its_side: Arc) -> list[_Each]:
        """What single models of a unit do to an enemy that is struck on that side, however many they are."""
        key = (unit.charging, its_side is Arc.FRONT, *self.alike(unit), *self.alike(enemy))

        def work_out() -> list[_Each]:
            return [
                each
                for one in self.battle.company(unit)
                for each in _deeds(self.battle, one, enemy, its_side, guest=one is not unit)
            ]

        return _kept.of(self.battle.scene, key, work_out)

    def _score(self, side: list[_Fighter], others: list[_Fighter], charging: frozenset[int]) -> float:
        """The Combat Score of a side."""
        living = [fighter for fighter in side if fighter.left > 0]
        total = sum(enemy.lost for enemy in others)
        total += min(MOST_RANKS, max(0, max((fighter.ranks - 1 for fighter in living), default=0)))
        total += any(fighter.unit.id in charging for fighter in living)
        total += sum(fighter.bonus for fighter in living)
        return max(0.0, total + self._from_the_side(living))

    def _from_the_side(self, living: list[_Fighter]) -> int:
        """The Flank and Rear Bonus of a side."""
        enough = self.battle.scene.settings.flank_ranks
        own = {fighter.unit.id: fighter for fighter in living}
        struck: dict[int, int] = {}
        for link in self.links:
            one, side = (link.one, link.others_side) if link.one in own else (link.other, link.its_side)
            if one in own and side is not Arc.FRONT:
                least = 2 if side is Arc.REAR else 1
                struck[least] = max(struck.get(least, 0), least + (own[one].ranks >= enough))
        return sum(struck.values())

    def _result(self, charging: frozenset[int], deviation: float) -> float:
        """Who breaks, for every difference by its chance; returns the chance to win."""
        average = self._score(self.mine, self.theirs, charging) - self._score(self.theirs, self.mine, charging)
        for fighter in self.fighters.values():
            fighter.breaks = 0.0
        for side, sign in ((self.theirs, 1.0), (self.mine, -1.0)):
            tests = [(fighter, self.test(fighter.unit), self._steadfast(fighter)) for fighter in side]
            so_far = below(0.5, sign * average, deviation)
            for difference in range(1, MOST_DIFFERENCE + 1):
                if so_far > 1 - UNLIKELY:
                    break
                last = difference == MOST_DIFFERENCE
                up_to = 1.0 if last else below(difference + 0.5, sign * average, deviation)
                chance, so_far = up_to - so_far, up_to
                if chance < UNLIKELY:
                    continue
                for fighter, test, steady in tests:
                    if not test.automatic:
                        fighter.breaks += chance * (1 - test.stands(difference, steady))
        return 1 - below(0.5, average, deviation)

    def _price(self, fighters: list[_Fighter], before: Mapping[int, float]) -> float:
        """What a side loses in the round: by wounds, and by giving way."""
        total = 0.0
        for fighter in fighters:
            unit, now = fighter.unit, self.worth(fighter.unit, fighter.left)
            total += self.worth(unit, before[unit.id]) - now + fighter.breaks * (CAUGHT + (1 - CAUGHT) * FLED) * now
        return total

    def _steadfast(self, fighter: _Fighter) -> bool:
        """More Full Ranks than every enemy in the combat, no ranked enemy in flank or rear, no broken ranks."""
        own = fighter.unit
        enemies = self.theirs if fighter in self.mine else self.mine
        if any(enemy.ranks >= fighter.ranks for enemy in enemies):
            return False
        for link in self.links:
            side, foe = (link.its_side, link.other) if link.one == own.id else (link.others_side, link.one)
            if own.id in (link.one, link.other) and side is not Arc.FRONT and self.fighters[foe].ranks >= 2:
                return False
        return self.steady[own.id]


def _deeds(battle: Battle, unit: Unit, enemy: Unit, side: Arc, *, guest: bool) -> Iterable[_Each]:
    """What one model does with each of its parts, and with Special Attacks that it need not save for later."""
    single = battle.entry(unit).single or guest
    for number, part in enumerate(battle.entry(unit).parts):
        attacks = float(armed_value(battle, unit, "att", number) * part.count)
        deep = 0 if single else ranks_in_support(battle, unit) + weapon_ranks(battle, unit, number)
        support = 0 if single else supporting_attacks(battle, unit, number)
        harm = blow(battle, unit, enemy, side, number)
        yield _Each(armed_value(battle, unit, "agi", number), attacks, support, deep, harm, guest=guest)
    for speaker in speakers(battle, unit).at("special_attacks"):
        for special in speaker.special_attacks(battle, unit):
            if not special.once:
                harm = _special_blow(battle, unit, enemy, special, side)
                yield _Each(special.agility, 1.0, 0, 0, harm, special.front_only, guest)
