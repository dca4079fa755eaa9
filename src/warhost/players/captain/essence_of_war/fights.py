"""What to expect of a combat: blows in the order of Agility, the result, who breaks, and what that is worth."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, sqrt

import msgspec

from warhost.players.captain.essence_of_war.estimates import blow, models_facing, normal_below, special_blow
from warhost.players.captain.essence_of_war.situation import Situation
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.contact import facing_models
from warhost.rulesets.essence_of_war.formation import health, rows
from warhost.rulesets.essence_of_war.rules import Speaker, speakers
from warhost.rulesets.essence_of_war.terrain import kind_at
from warhost.rulesets.essence_of_war.values import value
from warhost.table import Arc

CAUGHT = 0.56
"""The chance that a pursuer rolls as much as the flight: (1 + the chance of a tie) / 2."""

FLED = 0.55
"""The part of its worth that a unit loses by fleeing without being caught."""

LATER = 0.75
"""What a later round counts against the present one."""

ROUNDS = 3
"""Rounds that are looked ahead."""

MOST_DIFFERENCE = 9


class Link(msgspec.Struct, frozen=True):
    """Two units in contact: which facings touch, and how many models of each."""

    mine: int
    my_side: Arc
    my_models: int
    theirs: int
    their_side: Arc
    their_models: int


class Forecast(msgspec.Struct, frozen=True):
    """What a combat promises: worth won less worth lost, Health Points dealt and taken, and who gives way at once."""

    value: float
    dealt: float
    taken: float
    win: float
    they_break: float
    we_break: float


def side_length(battle: Battle, unit: Unit, side: Arc) -> tuple[int, float, float]:
    """The models along one side, the width of each there, and the length of the side."""
    entry = battle.entry(unit)
    if side is Arc.FRONT or side is Arc.REAR:
        return unit.files, entry.base_width, unit.files * entry.base_width
    deep = rows(unit)
    return deep, entry.base_depth, deep * entry.base_depth


def charge_link(here: Situation, charger: Unit, target: Unit, side: Arc) -> Link:
    """The contact that a charge on that side leads to, if it is well placed. The captain's unit comes first."""
    many, base, front = side_length(here.battle, charger, Arc.FRONT)
    others, other_base, length = side_length(here.battle, target, side)
    striking = models_facing(many, base, length)
    answering = models_facing(others, other_base, front)
    if charger.seat == here.seat:
        return Link(charger.id, Arc.FRONT, striking, target.id, side, answering)
    return Link(target.id, side, answering, charger.id, Arc.FRONT, striking)


def standing_links(here: Situation, units: Iterable[int]) -> list[Link]:
    """The contacts that are there already among these units."""
    found = []
    for number in units:
        unit = here.unit(number)
        if unit.seat != here.seat or unit.pose is None:
            continue
        for foe in unit.foes:
            enemy = here.unit(foe.unit)
            mine, yours = facing_models(unit, here.rects[unit.id], foe.mine, enemy, here.rects[enemy.id], foe.theirs)
            found.append(Link(unit.id, foe.mine, len(mine), enemy.id, foe.theirs, len(yours)))
    return found


def forecast(
    here: Situation,
    links: tuple[Link, ...],
    charging: frozenset[int] = frozenset(),
    thought: tuple[int, bool] | None = None,
) -> Forecast:
    """What this combat promises the captain, with these units counting as Charging in its first round.

    A unit may be thought of at another place: by its number and whether it would count for the victory there.
    """
    if thought is not None and not here.late:
        thought = None
    key = (links, charging, thought)
    found: Forecast | None = here.forecasts.get(key)
    if found is None:
        found = here.forecasts[key] = _Combat(here, links, thought).foresee(charging)
    return found


def duel(here: Situation, charger: Unit, target: Unit, side: Arc, thought: tuple[int, bool] | None = None) -> Forecast:
    """A charge of one unit on one other, from the captain's point of view."""
    return forecast(here, (charge_link(here, charger, target, side),), frozenset((charger.id,)), thought)


class _Fighter:
    """A unit in the combat while rounds are foreseen."""

    __slots__ = ("files", "left", "lost", "per_model", "single", "unit")

    def __init__(self, here: Situation, unit: Unit) -> None:
        self.unit = unit
        self.per_model = here.battle.profile(unit).hp
        self.left = float(health(here.battle, unit))
        self.lost = 0.0
        self.files = unit.files
        self.single = here.battle.entry(unit).single

    @property
    def alive(self) -> float:
        return self.left / self.per_model

    @property
    def ranks(self) -> int:
        return 0 if self.single else ceil(self.alive / self.files - 0.01)


class _Strike(msgspec.Struct):
    agility: int
    striker: int
    target: int
    models: int
    """Models in contact."""
    supporting: int
    each: float
    """Attacks of a model in contact."""
    health: float
    """What one attack takes."""


class _Combat:
    """Rounds of one combat in expected values."""

    def __init__(self, here: Situation, links: tuple[Link, ...], thought: tuple[int, bool] | None) -> None:
        self.here = here
        self.thought = thought
        self.battle = here.battle
        self.links = links
        self.fighters: dict[int, _Fighter] = {}
        for link in links:
            for number in (link.mine, link.theirs):
                if number not in self.fighters:
                    self.fighters[number] = _Fighter(here, here.unit(number))
        self.mine = [f for f in self.fighters.values() if f.unit.seat == here.seat]
        self.theirs = [f for f in self.fighters.values() if f.unit.seat != here.seat]

    def foresee(self, charging: frozenset[int]) -> Forecast:
        """The first round in full, later ones at a discount as far as nobody gave way."""
        first: Forecast | None = None
        total, weight = 0.0, 1.0
        for number in range(ROUNDS):
            now = self._round(charging if number == 0 else frozenset())
            total += weight * now.value
            weight *= LATER * (1 - now.they_break) * (1 - now.we_break)
            if first is None:
                first = now
            if weight < 0.1 or not any(f.left > 0.2 for f in self.mine) or not any(f.left > 0.2 for f in self.theirs):
                break
        assert first is not None
        return Forecast(total, first.dealt, first.taken, first.win, first.they_break, first.we_break)

    def _round(self, charging: frozenset[int]) -> Forecast:
        before = {f.unit.id: f.left for f in self.fighters.values()}
        strikes = self._strikes(charging)
        variance = 0.5
        for agility in sorted({strike.agility for strike in strikes}, reverse=True):
            harm: dict[int, float] = {}
            for strike in strikes:
                if strike.agility != agility:
                    continue
                striker = self.fighters[strike.striker]
                contact = min(float(strike.models), striker.alive)
                support = min(float(strike.supporting), max(0.0, striker.alive - striker.files))
                attacks = contact * strike.each + support
                harm[strike.target] = harm.get(strike.target, 0.0) + attacks * strike.health
                variance += attacks * strike.health * max(0.1, 1 - strike.health)
            for number, amount in harm.items():
                fighter = self.fighters[number]
                fighter.left = max(0.0, fighter.left - amount)
        for fighter in self.fighters.values():
            fighter.lost = before[fighter.unit.id] - fighter.left
        return self._result(before, charging, sqrt(variance))

    def _strikes(self, charging: frozenset[int]) -> list[_Strike]:
        battle = self.battle
        held = {number: battle.units[number].charging for number in self.fighters}
        for number in self.fighters:
            battle.units[number].charging = number in charging
        found: list[_Strike] = []
        shares: dict[tuple[int, Arc], int] = {}
        for link in self.links:
            for number, side in ((link.mine, link.my_side), (link.theirs, link.their_side)):
                shares[number, side] = shares.get((number, side), 0) + 1
        for link in self.links:
            self._add(found, link.mine, link.my_side, link.my_models, link.theirs, link.their_side, shares)
            self._add(found, link.theirs, link.their_side, link.their_models, link.mine, link.my_side, shares)
        for number, was in held.items():
            battle.units[number].charging = was
        return found

    def _add(
        self,
        found: list[_Strike],
        number: int,
        side: Arc,
        models: int,
        target: int,
        target_side: Arc,
        shares: dict[tuple[int, Arc], int],
    ) -> None:
        """The blows of one unit over one contact; a side that touches several enemies is shared between them."""
        battle, unit, enemy = self.battle, self.battle.units[number], self.battle.units[target]
        share = shares[number, side]
        row = unit.files if side in (Arc.FRONT, Arc.REAR) else rows(unit)
        models = min(models, ceil(row / share))
        supporting = 0
        if side is Arc.FRONT and not battle.entry(unit).single:
            extra = 1 + sum(speaker.supporting_ranks for speaker in speakers(battle, unit).at("supporting_ranks"))
            supporting = models * min(extra, rows(unit) - 1)
        found.append(
            _Strike(
                value(battle, unit, "agi"),
                number,
                target,
                models,
                supporting,
                float(value(battle, unit, "att")),
                self._blow(unit, enemy, target_side),
            )
        )
        for speaker in speakers(battle, unit).at("special_attacks"):
            for special in speaker.special_attacks(battle, unit):
                if special.front_only and side is not Arc.FRONT:
                    continue
                harm = special_blow(battle, unit, enemy, special, target_side)
                if harm:
                    found.append(_Strike(special.agility, number, target, models, 0, 1.0, harm))

    def _blow(self, unit: Unit, enemy: Unit, side: Arc) -> float:
        key = (unit.id, enemy.id, side, unit.charging)
        known = self.here.memo.get(key)
        if known is None:
            known = self.here.memo[key] = blow(self.battle, unit, enemy, side)
        return known

    def _score(self, side: list[_Fighter], others: list[_Fighter], charging: frozenset[int], aside: bool) -> float:
        """The Combat Result of a side."""
        total = 0.0
        for enemy in others:
            lost = enemy.lost
            for speaker in speakers(self.battle, enemy.unit):
                if type(speaker).scores is not Speaker.scores:
                    lost = lost - min(lost, 5) / 2
            total += lost
        total += min(3, max(0, max((f.ranks - 1 for f in side if f.left > 0), default=0)))
        total += any(f.unit.id in charging and f.left > 0 for f in side)
        return total + 2 * aside

    def _result(self, before: dict[int, float], charging: frozenset[int], deviation: float) -> Forecast:
        links = self.links
        mine = self._score(self.mine, self.theirs, charging, any(link.their_side is not Arc.FRONT for link in links))
        theirs = self._score(self.theirs, self.mine, charging, any(link.my_side is not Arc.FRONT for link in links))
        mean = mine - theirs
        they = {f.unit.id: 0.0 for f in self.theirs}
        we = {f.unit.id: 0.0 for f in self.mine}
        crumbles = {f.unit.id: 0.0 for f in self.fighters.values()}
        steadfast = {f.unit.id: self._steadfast(f) for f in self.fighters.values()}
        for difference in range(1, MOST_DIFFERENCE + 1):
            low, high = difference - 0.5, difference + 0.5 if difference < MOST_DIFFERENCE else 99.0
            won = normal_below(high, mean, deviation) - normal_below(low, mean, deviation)
            lost = normal_below(-low, mean, deviation) - normal_below(-high, mean, deviation)
            if won + lost < 1e-4:
                continue
            for fighters, chance, breaks in ((self.theirs, won, they), (self.mine, lost, we)):
                for fighter in fighters:
                    test = self.here.break_test(fighter.unit)
                    if test.automatic:
                        crumbles[fighter.unit.id] += chance * difference
                    else:
                        stands = test.stands(difference, steadfast[fighter.unit.id])
                        breaks[fighter.unit.id] += chance * (1 - stands)
        value = self._price(self.theirs, before, they, crumbles) - self._price(self.mine, before, we, crumbles)
        return Forecast(
            value,
            sum(f.lost for f in self.theirs),
            sum(f.lost for f in self.mine),
            1 - normal_below(0.5, mean, deviation),
            max(they.values()),
            max(we.values()),
        )

    def _price(
        self, fighters: list[_Fighter], before: dict[int, float], breaks: dict[int, float], crumbles: dict[int, float]
    ) -> float:
        """What a side loses in the round: by wounds, by crumbling, by giving way."""
        here, total = self.here, 0.0
        for fighter in fighters:
            unit = fighter.unit
            fighter.left = max(0.0, fighter.left - crumbles[unit.id])
            now = here.worth(unit, fighter.left)
            total += here.worth(unit, before[unit.id]) - now
            holds = self.thought[1] if self.thought is not None and self.thought[0] == unit.id else None
            extra = here.stake(unit, holds) - here.worth(unit) + here.shock(unit)
            total += breaks[unit.id] * ((CAUGHT + (1 - CAUGHT) * FLED) * now + extra)
        return total

    def _steadfast(self, fighter: _Fighter) -> bool:
        """More ranks than every enemy in the combat, no ranked enemy in flank or rear, no broken ranks."""
        own = fighter.unit
        ours = own.seat == self.here.seat
        enemies = self.theirs if ours else self.mine
        if fighter.ranks == 0 or any(enemy.ranks >= fighter.ranks for enemy in enemies):
            return False
        for link in self.links:
            number, side, foe = (
                (link.mine, link.my_side, link.theirs) if ours else (link.theirs, link.their_side, link.mine)
            )
            if number == own.id and side is not Arc.FRONT and self.fighters[foe].ranks >= 2:
                return False
        pose = own.pose
        return pose is not None and kind_at(self.battle.scene.board, pose.x, pose.y) != "hindering"
