"""What fights of Regiments come to, and how far units reach: duels, volleys, charges."""

from __future__ import annotations

from collections.abc import Mapping

from warhost.play.counsel.counsel import Fate, Fight
from warhost.play.counsel.reckoning import Kept, once
from warhost.rulesets.regiments.chapters import shooting
from warhost.rulesets.regiments.chapters.melee import charge, strikes
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.movement.ground_on_moves import DIFFICULT, gait
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.chapters.wounds.damage import attack_with, expected, prepared
from warhost.rulesets.regiments.core import ActionName, Battle, Unit, arc_at, optional
from warhost.rulesets.regiments.core.arms import weapons
from warhost.rulesets.regiments.core.kinds import kinds_of_model
from warhost.rulesets.regiments.core.speakers import attack_rules
from warhost.rulesets.regiments.thinks.stakes import SHAKEN, Stakes, ahead, fallen
from warhost.table import (
    Arc,
    Point,
    Rect,
    bearing,
    distance,
    inside_any,
    overlaps_any,
    summed,
    turn_between,
    within,
)

LATER = 0.45
"""How much an enemy counts that has acted already in this round."""

MOST_TURN = 100.0
"""Who has to turn further than this cannot charge."""

_kept: Kept[Fight] = Kept()
"""Melees as they were reckoned in earlier decisions, by all that they depend on."""

_struck: Kept[float] = Kept()
"""Wounds of strikes, likewise."""


class Fights(Stakes):
    """What melees and volleys promise, and who can reach whom."""

    def duel(self, charger: Unit, target: Unit, side: Arc) -> Fight:
        told = (
            (*_likeness(self.battle, unit), self._carried.get(unit.id, 0.0), self._fails(unit, facing))
            for unit, facing in ((charger, None), (target, side))
        )
        key = (side is Arc.FRONT, self.force, *told)
        return _kept.of(self.battle.scene, key, lambda: self._reckoned(charger, target, side))

    def _reckoned(self, charger: Unit, target: Unit, side: Arc) -> Fight:
        battle = self.battle
        faced = side is Arc.FRONT
        own_lives, their_lives = self._lives(charger)[0], self._lives(target)[0]
        first = self._strikes(target, charger, charging=False, first=True) if faced else 0.0
        impact: list[Attack] = []
        if not strikes.tired(charger):
            braced = strikes.counter_models(battle, target) if faced else 0
            impact = strikes.impacts_of(battle, charger, target, braced)
        deals = self._strikes(charger, target, charging=True) * max(0.0, 1 - first / own_lives)
        for attack in impact:
            deals += expected(battle, attack).wounds
        struck = fallen(deals, their_lives)
        deals = min(deals, float(their_lives))
        takes = first
        if faced:
            fighting = min(target.models, 2 * target.files)
            standing = target.models * max(0.0, 1 - deals / their_lives)
            back = self._strikes(target, charger, charging=False, first=False)
            # Losses come from the rows behind the two that fight.
            takes = min(first + back * min(1.0, standing / fighting if fighting else 0.0), float(own_lives))
        rows = 1.0
        if target.start > 1:
            rows = max(0.0, target.models * (1 - min(1.0, deals / their_lives)) / target.files - 0.5)
        own_score = deals + strikes.full_rows(battle, charger) + strikes.fear_of(battle, charger)
        wins = ahead(own_score - takes - rows - strikes.fear_of(battle, target), deals + takes)
        theirs, cost = self._breaking(target, deals, side, wins)
        own, price = self._breaking(charger, takes, None, 1 - wins)
        theirs = Fate(struck + (1 - struck) * theirs.gone, (1 - struck) * theirs.broken)
        gain, loss = deals * self.life(target) + cost, takes * self.life(charger) + price
        return Fight(gain, loss, deals, takes, wins, {target.id: theirs, charger.id: own})

    def _strikes(self, unit: Unit, target: Unit, *, charging: bool, first: bool | None = None) -> float:
        """Wounds of all strikes of a unit, or only of those with Counter, or without."""

        def work_out() -> float:
            attacks = strikes.strikes(
                self.battle,
                unit,
                target,
                charging=charging,
                fatigued=strikes.tired(unit),
                which=strikes.sorting(first),
            )
            return summed(expected(self.battle, attack).wounds for attack in attacks)

        key = (charging, first, *_likeness(self.battle, unit), *_likeness(self.battle, target))
        return _struck.of(self.battle.scene, key, work_out)

    def _breaking(self, unit: Unit, wounds: float, side: Arc | None, loses: float) -> tuple[Fate, float]:
        """What becomes of a unit that is as likely to lose a melee after so many wounds, and what that costs on
        average: Shaken, or routed if half or less is left."""
        left, most = self._lives(unit)
        after = left - wounds
        rout, breaks = ahead(most / 2 - after, wounds), loses * self._fails(unit, side)
        fate = Fate(breaks * rout, breaks * (1 - rout))
        return fate, fate.gone * max(0.0, after) * self.life(unit) + fate.broken * SHAKEN * self.worth(unit)

    def side(self, place: Rect, attacker: Rect) -> Arc:
        return arc_at(place, attacker.x, attacker.y)

    def side_seen(self, place: Rect, point: Point) -> Arc:
        return arc_at(place, *point)

    def struck(self, charger: Unit, target: Unit) -> Arc:
        return charge.charged_side(self.battle, charger, target)

    def charges_soon(self, unit: Unit) -> float:
        if unit.shaken:
            return 0.0
        return 1.0 if not unit.activated else LATER - self.tempo if self.turns_left else 0.0

    def ended(self, unit: Unit) -> bool:
        return unit.activated

    def reach(self, unit: Unit, place: Rect | None = None) -> float:
        stands = self.rects.get(unit.id)
        if place is not None and place is not stands:
            return self.pace(unit, place)
        return self.known(("reach", unit.id), lambda: self.pace(unit, stands))

    def arrives(self, unit: Unit, gap: float) -> float:
        return 1.0

    def faces(self, unit: Unit, place: Rect, target: Rect) -> bool:
        return abs(turn_between(place.facing, bearing(place.x, place.y, target.x, target.y))) <= MOST_TURN

    def pace(self, unit: Unit, place: Rect | None = None) -> float:
        full = self._allowance(unit, "charge")
        return (
            min(full, optional.measured(self.battle, DIFFICULT + gait(self.battle, unit).further))
            if place is not None and self._is_slow(unit, place)
            else full
        )

    def stride(self, unit: Unit) -> float:
        return self._allowance(unit, "advance" if unit.activated else "charge")

    @once
    def _allowance(self, unit: Unit, action: ActionName) -> float:
        return moving.allowance(self.battle, unit, action)

    def _is_slow(self, unit: Unit, place: Rect) -> bool:
        """Whether difficult ground slows the unit down there; what was said of the last place is kept."""
        if not self._slow:
            return False
        if self._trodden[0] is not place or self._trodden[1] != unit.id:
            slow = overlaps_any(place, self._slow)
            if slow:
                how = gait(self.battle, unit)
                slow = not how.flies and not how.strides
            self._trodden = (place, unit.id, slow)
        return self._trodden[2]

    def is_tired(self, unit: Unit) -> bool:
        return unit.fatigued

    @once
    def range(self, unit: Unit) -> float:
        longest = max((arm.range for arm in shooting.arsenal(self.battle, unit)), default=0)
        return optional.measured(self.battle, float(longest))

    def shoots_after(self, unit: Unit, kind: str) -> bool:
        return kind != "rush"

    def shots(self, shooter: Unit, target: Unit) -> float:
        return self._shots(shooter, target.id)

    @once
    def _shots(self, shooter: Unit, target: int) -> float:
        total = 0.0
        for group, count in kinds_of_model(shooter):
            for weapon in weapons(self.battle, shooter, group, ranged=True):
                attack = attack_with(self.battle, shooter, group, weapon, count * weapon.count, self.unit(target))
                attack.distance = 12.0
                rules = attack_rules(self.battle, shooter, group, weapon)
                total += expected(self.battle, prepared(self.battle, attack, rules)).wounds
        return total

    def fire(self, shooter: Unit, place: Rect, target: Unit, there: Rect, *, moved: bool = False) -> float:
        reach, further = self.range(shooter), self._allowance(shooter, "advance")
        if not within(place, there, reach + further):
            return 0.0
        share = 1.0 if distance(place, there) <= reach else 0.7
        return share * (0.75 if self._is_covered(there) else 1.0) * self.shots(shooter, target)

    def _is_covered(self, place: Rect) -> bool:
        """Whether cover shelters who stands there; what was said of the last place is kept."""
        if self._sheltered[0] is not place:
            self._sheltered = (place, inside_any(place, self._cover))
        return self._sheltered[1]

    def volleys(self, unit: Unit, place: Rect, kind: str) -> Mapping[int, float]:
        if not self.shoots_after(unit, kind) or not self.range(unit):
            return {}
        before = unit.pose, unit.moved
        unit.moved = unit.pose is None or (place.x, place.y) != (unit.pose.x, unit.pose.y)
        unit.pose = place.pose
        wounds: dict[int, float] = {}
        for fire in shooting.possible(self.battle, unit):
            for attack in shooting.attacks_of(self.battle, unit, fire, kind != "advance", None):
                wounds[fire.target] = wounds.get(fire.target, 0.0) + expected(self.battle, attack).wounds
        unit.pose, unit.moved = before
        return wounds


def _likeness(battle: Battle, unit: Unit) -> tuple[object, ...]:
    """What a unit's melees depend on."""
    return (
        *(unit.id, unit.left, unit.hero, unit.wounds, unit.hero_wounds, unit.fatigued, unit.shaken, unit.effects),
        *(unit.used, unit.scars),
        *optional.mood(battle, unit),
    )
