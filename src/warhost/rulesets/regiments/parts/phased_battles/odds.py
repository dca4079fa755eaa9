"""What charges and blows have to expect where all units of a combat strike at the same time."""

from __future__ import annotations

from collections.abc import Mapping

from warhost.field.losses import State
from warhost.play.questions import Odds, Option
from warhost.play.script import Weigh
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.melee import charge, strikes
from warhost.rulesets.regiments.chapters.melee.charge import Plan
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.core import Battle, Unit
from warhost.rulesets.regiments.parts.phased_battles.engaged import touching
from warhost.rulesets.regiments.parts.shared import harm_odds
from warhost.rulesets.regiments.thinks.melee_odds import Bout, Prospect, beaten


class AtOnce(Bout):
    """A combat of two: Counter, impact, then all other blows of both, and the result by wounds and rows."""

    @rule("aofr.phased.simultaneous", "aofr.phased.counter", "aofr.phased.impact")
    def from_the_start(self, *, counter: bool = True) -> Prospect:
        counters: list[Attack] = []
        ours = self.ours.unharmed
        if self.faced:
            counters = self._blows(self.ours.start, self.theirs.start, first=True)
            ours = self._struck(self.ours, self.ours.start, counters)
        both: dict[tuple[State, State], float] = {}
        for own, chance in ours.items():
            hit = self._struck(self.theirs, self.theirs.start, self._impact(own))
            for other, share in hit.items():
                for end, more in self._exchange(own, other, counters).items():
                    both[end] = both.get(end, 0.0) + chance * share * more
        return self._prospect(both)

    def _impact(self, own: State) -> list[Attack]:
        battle, unit, target = self._scene(own, self.theirs.start)
        charges = any(own[0]) and not self.charger.tired
        return strikes.impacts_of(battle, unit, target, self.braced) if charges else []

    def _exchange(self, own: State, other: State, counters: list[Attack]) -> dict[tuple[State, State], float]:
        """Both strike with all that they have left."""
        if not any(own[0]) or not any(other[0]):
            return {(own, other): 1.0}
        battle, unit, target = self._scene(own, other)
        every = strikes.sorting(None)
        struck = strikes.strikes(battle, unit, target, charging=True, fatigued=self.charger.tired, which=every)
        back = self._blows(own, other, first=False if counters else None, counters=counters) if self.faced else []
        ours, theirs = self._struck(self.ours, own, back), self._struck(self.theirs, other, struck)
        return {(one, two): here * there for one, here in ours.items() for two, there in theirs.items()}

    @rule("aofr.phased.resolution", "aofr.phased.morale")
    def _ending(self, own: State, other: State) -> Prospect:
        """By wounds and rows even if one of them is gone: what it has done still counts against who is left."""
        dealt = self.theirs.lives(self.theirs.start) - self.theirs.lives(other)
        taken = self.ours.lives(self.ours.start) - self.ours.lives(own)
        here, there = any(own[0]), any(other[0])
        mine = self._stand(own, charging=True) if here else None
        yours = self._stand(other, charging=False) if there else None
        lead = dealt + (mine.points if mine else 0) - taken - (yours.points if yours else 0)
        they_go, they_shake = (1.0, 0.0) if yours is None else (0.0, 0.0)
        we_go, we_shake = (1.0, 0.0) if mine is None else (0.0, 0.0)
        if lead > 0 and yours is not None:
            they_go, they_shake = beaten(self.theirs, other, yours)
        if lead < 0 and mine is not None:
            we_go, we_shake = beaten(self.ours, own, mine)
        return Prospect(dealt, taken, float(lead > 0), float(lead < 0), they_go, they_shake, we_go, we_shake)


def prospects(battle: Battle, unit: Unit, plans: Mapping[str, Plan]) -> Weigh:
    """What each of these charges has to expect. Of one into a combat of several only what the charger itself does is
    told: how that combat ends hangs on all its units."""
    alone = charge.prospects(battle, unit, plans, AtOnce)

    def weigh(option: Option) -> tuple[Odds, ...]:
        target = None if option.target is None else battle.units[option.target]
        if target is None or not touching(battle, target):
            return tuple(alone(option))
        bout = AtOnce.between(battle, unit, target, plans[option.key].side)
        return harm_odds.dealt(battle, target, [bout.charge_blows()])

    return weigh
