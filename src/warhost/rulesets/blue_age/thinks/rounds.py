"""A round of blows in The Blue Age as a computer player thinks of it: by the means of play's own attacks.

A fight may be thought of before it is there. Then the units in it are set for a moment as the charge would leave them,
and everything is asked of the functions that play asks: when each strikes, what makes blows easier or harder, what each
side scores besides them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from itertools import groupby
from math import sqrt
from typing import Literal, NamedTuple, TypeAlias

from warhost.play.counsel.counsel import Counsel
from warhost.play.counsel.reckoning import Kept, below
from warhost.rulesets.blue_age.chapters import turn
from warhost.rulesets.blue_age.chapters.charge import ground as charge_ground
from warhost.rulesets.blue_age.chapters.combat import initiative, melee_modifiers, resolution, strikes, weapons
from warhost.rulesets.blue_age.chapters.combat.fights import Fight, to_hit_by_numbers
from warhost.rulesets.blue_age.chapters.combat.melee_modifiers import Cover
from warhost.rulesets.blue_age.chapters.heroes import warbanner
from warhost.rulesets.blue_age.chapters.shooting import thrown
from warhost.rulesets.blue_age.chapters.wounds import attacks
from warhost.rulesets.blue_age.chapters.wounds.attacks import Lot
from warhost.rulesets.blue_age.core import (
    Battle,
    MeleeWeapon,
    Unit,
    all_bases,
    is_so,
    joined,
    speakers,
    terrain_of,
    together,
    values,
)
from warhost.table import summed

SURE = 1e-3
"""Dice that stray less than this do not stray; chances below it do not count."""

FRONT, SECOND = 0.85, 0.25
"""How many models touch the enemy after a charge, for the square root of all of them, and the part of them that strikes
from a reach: means of 460 rounds of blows in battles of captains."""

LATER_STEP = 0.025
"""What each step costs that a blow falls later."""

BEFORE = initiative.FIRST + 1
"""When throws fall: before the first step of a fight."""

Toll: TypeAlias = tuple[int, float, float]
"""A step of a fight, the Health that is taken in it on average, and the variance."""

_rounds: Kept[tuple[Toll, ...]] = Kept()
"""Rounds of blows as they were reckoned in earlier decisions, by all that they depend on."""

Stood: TypeAlias = Literal["", "terrain", "building"]

_stood: Kept[Stood] = Kept()
_covered: Kept[frozenset[int]] = Kept()
"""What units stand in, by where their models are."""


class Blows(NamedTuple):
    """Attacks of models of a unit, or of a Hero who is with it, in one step of a fight."""

    step: int
    unit: int
    models: int
    mean: float
    variance: float


class Side:
    """One side of a fight while it is thought through: what it loses falls on its units one after another."""

    def __init__(self, battle: Battle, units: Sequence[Unit]) -> None:
        self.units = units
        self.health = [float(values.health_left(battle, unit)) for unit in units]
        self.total = summed(self.health)
        self.lost = self.variance = 0.0

    @property
    def losses(self) -> float:
        """What it loses of all that it has."""
        return min(self.lost, self.total)

    def each(self) -> Iterator[tuple[Unit, float, float]]:
        """Its units, each with the Health that it loses and the chance that nothing of it is left."""
        before = 0.0
        for unit, health in zip(self.units, self.health, strict=True):
            lost = min(health, max(0.0, self.lost - before))
            before += health
            yield unit, lost, self.gone(before) if lost else 0.0

    def gone(self, health: float) -> float:
        """The chance that it loses so much."""
        return 1.0 - below(health - 0.5, self.lost, max(SURE, sqrt(self.variance)))

    def standing(self, blows: Blows) -> float:
        """The part of those who are to strike that is still there: others step into the places of the fallen."""
        if not self.lost:
            return 1.0
        for (unit, lost, gone), health in zip(self.each(), self.health, strict=True):
            if unit.id == blows.unit:
                many = len(unit.models)
                return 1.0 - gone if many == 1 else min(1.0, many * (1.0 - lost / health) / blows.models)
        return 1.0


class BlueRounds(Counsel[Battle, Unit]):
    """What a round of blows does on average to both sides of a fight, and which of them is ahead then."""

    def _round(self, ours: Sequence[Unit], theirs: Sequence[Unit], charging: set[int]) -> tuple[Side, Side, float]:
        """Both sides after a round of a fight, some of whose units come to it by a charge, and by how many points the
        first one leads."""
        with self._arrived(ours, theirs, charging) as (own, foes):
            fight = Fight(self.battle, [unit.id for unit in (*own, *foes)])
            sides = Side(self.battle, own), Side(self.battle, foes)
            self._strike(fight, sides, charging)
            ahead = self._bonus(fight, own, charging) - self._bonus(fight, foes, charging)
        return *sides, sides[1].losses - sides[0].losses + ahead

    @contextmanager
    def _arrived(
        self, ours: Sequence[Unit], theirs: Sequence[Unit], charging: set[int]
    ) -> Iterator[tuple[list[Unit], list[Unit]]]:
        """The units as they would be in a fight to which some of them come by a charge. Those that have fought in this
        turn are thought of in the next one."""
        units = self.battle.units
        kept = (*ours, *theirs)
        for one in kept:
            twin = units[one.id] = one.__copy__()  # type: ignore[attr-defined]
            if one.fought:
                turn.refresh(twin)
        sides = [[units[one.id] for one in side] for side in (ours, theirs)]
        try:
            for own, foes in (sides, sides[::-1]):
                for unit in own:
                    if unit.id in charging:
                        self._charge(unit, foes)
            yield sides[0], sides[1]
        finally:
            for one in kept:
                units[one.id] = one

    def _charge(self, unit: Unit, targets: Sequence[Unit]) -> None:
        """What a charge brings with it that has reached its targets."""
        unit.charged = tuple([target.id for target in targets])
        unit.flanked = tuple([target.id for target in targets if target.foes])
        for target in targets:
            target.charged_by = (*target.charged_by, unit.id)
            target.charged_in = target.charged_in or self._stands_in(target)
            if self._is_uneven:
                unit.downhill = unit.downhill or self._is_downhill(unit, target)
                target.obstacle = target.obstacle or self._defends(target, unit)

    def _stands_in(self, target: Unit) -> Stood:
        key = (target.id, target.inside, target.models)
        work_out = partial(charge_ground.stands_in, self.battle, target)
        return self.known(("stands in", target.id), lambda: _stood.of(self.battle.scene, key, work_out))

    def _is_downhill(self, unit: Unit, target: Unit) -> bool:
        return self.known(
            ("downhill", unit.id, target.id), lambda: charge_ground.is_downhill(self.battle, unit, target)
        )

    def _defends(self, target: Unit, unit: Unit) -> Literal["", "low", "high"]:
        return self.known(
            ("defends", target.id, unit.id),
            lambda: charge_ground.defended(self.battle, target, all_bases(self.battle, unit)),
        )

    @cached_property
    def _is_uneven(self) -> bool:
        """Whether there are hills to charge from, or obstacles to defend."""
        return any(piece.traits & {"hill", "low", "high"} for piece in terrain_of(self.battle).pieces)

    def _strike(self, fight: Fight, sides: tuple[Side, Side], charging: set[int]) -> None:
        """All blows of both sides, at the first enemy of each, in the steps of play: who has fallen before his step
        does not strike."""
        waiting = [
            (blows, own, foes)
            for own, foes in (sides, sides[::-1])
            for unit in own.units
            for blows in self._blows_of(fight, unit, foes.units[0], charging)
        ]
        waiting.sort(key=lambda one: -one[0].step)
        for _, struck in groupby(waiting, lambda one: one[0].step):
            done = [(foes, blows, own.standing(blows)) for blows, own, foes in struck]
            for foes, blows, share in done:
                foes.lost += share * blows.mean
                foes.variance += share * blows.variance

    def _blows_of(self, fight: Fight, unit: Unit, enemy: Unit, charging: set[int]) -> list[Blows]:
        """What a unit and the Heroes who are with it do to an enemy, by step."""
        numbers = to_hit_by_numbers(self.battle, fight, unit.seat)
        brought = (unit.downhill, unit.obstacle, bool(unit.charged_by), enemy.obstacle, bool(enemy.charged_by))
        come = unit.id in charging, enemy.id in charging
        key = ("blows", unit.id, enemy.id, come, numbers, enemy.id in unit.flanked, brought)
        return self.known(key, lambda: list(self._struck(fight, unit, enemy, charging)))

    def _struck(self, fight: Fight, unit: Unit, enemy: Unit, charging: set[int]) -> Iterator[Blows]:
        battle, to_hit = self.battle, self._to_hit(fight, unit, enemy, charging)
        charges = unit.id in charging
        company = len(joined(battle, enemy))
        for one in together(battle, unit):
            found: list[tuple[float, list[Blows]]] = []
            arms = [weapons.weapon_of(battle, one)] if one.weapon else weapons.worth_choosing(battle.entry(one))
            for weapon in arms:
                near, far = self._in_contact(fight, one, unit, enemy, weapon)
                step = initiative.step_of(battle, one, weapon)
                told = (weapon.name, enemy.weapon, bool(unit.charged), charges)
                key = (one.id, enemy.id, near, far, step, to_hit, told, one.effects, enemy.effects, one.host, company)
                work_out = partial(self._tolls, one, enemy, weapon, near, far, step, to_hit, charges)
                tolls = _rounds.of(battle.scene, key, work_out)
                blows = [Blows(when, unit.id, near + far, mean, variance) for when, mean, variance in tolls]
                found.append((summed(_in_time(when) * mean for when, mean, _ in tolls), blows))
            # Who has a choice takes the weapon that does most to this enemy.
            yield from max(found, key=lambda told: told[0])[1]

    def _tolls(
        self, unit: Unit, enemy: Unit, weapon: MeleeWeapon, near: int, far: int, step: int, to_hit: int, throws: bool
    ) -> tuple[Toll, ...]:
        """What so many models of a unit do to an enemy in each step, in contact and from a reach."""
        battle, worth = self.battle, float(self.battle.entry(enemy).health)
        lots: list[tuple[int, Lot]] = []
        for first, last, reaching in ((0, near, False), (near, near + far, True)):
            dice = strikes.dice_of(battle, unit, range(first, last))
            if dice:
                lots.append((step, strikes.with_weapon(battle, unit, enemy, weapon, dice, reaching=reaching)))
        impacts = near * strikes.impacts_of(battle, unit)
        if impacts:
            lots.append((initiative.FIRST, strikes.impact(battle, unit, enemy, impacts)))
        for one in speakers(battle, unit).at("last_blows"):
            for lot in one.last_blows(battle, unit, enemy):
                lot.count *= near
                lots.append((initiative.LAST, lot))
        for _, lot in lots:
            if lot.need is not None:
                lot.to_hit.add(to_hit, "the fight")
            strikes.guarded(battle, lot)
        if throws:
            lots += [(BEFORE, lot) for lot in thrown.lots_of(battle, unit, enemy)]
        return tuple([(when, *attacks.mean_and_variance(battle, lot, worth)) for when, lot in lots])

    def _taken_by(self, unit: Unit, enemy: Unit) -> float:
        """The Health that a single model takes from another in a duel on average."""
        weapon = weapons.weapon_of(self.battle, unit)
        step = initiative.step_of(self.battle, unit, weapon)
        tolls = self._tolls(unit, enemy, weapon, 1, 0, step, 0, False)
        return summed(_in_time(when) * mean for when, mean, _ in tolls)

    def _to_hit(self, fight: Fight, unit: Unit, enemy: Unit, charging: set[int]) -> int:
        """What makes the blows of a unit easier or harder. Who charges leaves the cover in which he stands now."""
        battle = self.battle
        cover = Cover(
            unit.id not in charging and melee_modifiers.in_cover(battle, unit, enemy, self._covers),
            enemy.id not in charging and melee_modifiers.in_cover(battle, enemy, unit, self._covers),
        )
        numbers = to_hit_by_numbers(battle, fight, unit.seat)
        return melee_modifiers.tally_of(battle, unit, enemy, numbers, cover).total

    def _covers(self, battle: Battle, unit: Unit) -> frozenset[int]:
        key, work_out = (unit.id, unit.models), partial(melee_modifiers.covers_of, battle, unit)
        return self.known(("covers", unit.id), lambda: _covered.of(battle.scene, key, work_out))

    def _in_contact(self, fight: Fight, one: Unit, unit: Unit, enemy: Unit, weapon: MeleeWeapon) -> tuple[int, int]:
        """How many models of a unit come to blows, in contact and from a reach: as they stand, if they touch the enemy
        already; of those who do not, about as many as it is on average."""
        if one is not unit:
            return 1, 0
        near, far = self._touching(fight, unit, weapon) if enemy.id in unit.foes else (0, 0)
        if near:
            return near, far
        many = len(unit.models)
        if unit.inside is not None or enemy.inside is not None:
            return min(many, strikes.AT_A_WALL), 0
        near = min(many, max(1, round(FRONT * sqrt(many))))
        reaches = is_so(weapon.qualities, "reaches")
        return near, min(many - near, round(SECOND * many)) if reaches else 0

    def _touching(self, fight: Fight, unit: Unit, weapon: MeleeWeapon) -> tuple[int, int]:
        touches = strikes.touching(self.battle, fight, unit, weapon)
        far = sum(touch.reaching for touch in touches)
        return len(touches) - far, far

    def _bonus(self, fight: Fight, side: Sequence[Unit], charging: set[int]) -> int:
        """What a side has besides its blows; what its throws took in this turn counts too."""
        seat = side[0].seat
        banners = sum(self._flies(bearer, fight, charging) for bearer in self._bearers(seat))
        return resolution.bonuses(self.battle, fight, seat, banners).total + sum([unit.threw for unit in side])

    def _bearers(self, seat: int) -> list[Unit]:
        return self.known(("bearers", seat), lambda: warbanner.carried(self.battle, seat))

    def _flies(self, bearer: Unit, fight: Fight, charging: set[int]) -> bool:
        """Whether a Warbanner would count in a fight: its bearer is in it, or near those who are charged there."""
        if bearer.id in fight.members:
            return True
        return any(self._is_seen(bearer, self.unit(number)) for number in fight.units if number not in charging)

    def _is_seen(self, bearer: Unit, unit: Unit) -> bool:
        return self.known(("seen", bearer.id, unit.id), lambda: warbanner.is_seen(self.battle, bearer, unit))


def _in_time(step: int) -> float:
    """What a blow in a step is worth against one in the first: some who would strike later have fallen by then."""
    return 1.0 - LATER_STEP * (initiative.FIRST - min(step, initiative.FIRST))
