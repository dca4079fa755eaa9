"""What melees and volleys have to expect: wounds, who wins, who breaks, what that is worth."""

from __future__ import annotations

from math import erf, sqrt

import msgspec

from warhost.players.captain.regiments.situation import Situation
from warhost.rulesets.regiments import morale, shooting, strikes
from warhost.rulesets.regiments.arms import weapons
from warhost.rulesets.regiments.battle import Scene, Unit
from warhost.rulesets.regiments.damage import attack_with, expected, prepared
from warhost.rulesets.regiments.kinds import kinds_of_model
from warhost.rulesets.regiments.speakers import attack_rules
from warhost.table import Arc, Pose

RECOVERS = 0.15
"""How much a Shaken unit that has yet to act is missing at markers when the round ends."""

SPREAD = 0.8
"""How much wounds vary about their mean, as a part of it."""


class Fate(msgspec.Struct, frozen=True):
    """How likely a unit is gone after a fight, and how likely Shaken."""

    gone: float = 0.0
    shaken: float = 0.0

    def missing(self, *, acted: bool) -> float:
        """How likely it does not count at markers when the round ends: who has yet to act recovers until then."""
        return self.gone + self.shaken * (1.0 if acted else RECOVERS)


class Duel(msgspec.Struct, frozen=True):
    """A charge as it is likely to go: wounds to both, the chance to win, what each side loses by it."""

    deals: float
    takes: float
    wins: float
    gain: float
    loss: float
    target: Fate
    charger: Fate

    @property
    def value(self) -> float:
        return self.gain - self.loss


MOST_DUELS = 4096

_duels: dict[tuple[object, ...], tuple[Scene, Duel]] = {}


def duel(here: Situation, charger: Unit, target: Unit, side: Arc) -> Duel:
    """The charge of one unit into that side of another. One decision asks for the same charge from many places."""
    key = (charger.id, target.id, side)
    known = here.duels.get(key)
    if known is None:
        known = here.duels[key] = _remembered(here, charger, target, side)
    return known


def _remembered(here: Situation, charger: Unit, target: Unit, side: Arc) -> Duel:
    """The charge as it was reckoned in an earlier decision, if nothing has changed that it depends on."""
    scene = here.battle.scene
    key = (
        *(_likeness(charger), _likeness(target), side is Arc.FRONT, side is Arc.REAR, here.force, id(scene)),
        *(here.carried(charger), here.carried(target)),
    )
    known = _duels.get(key)
    # The scene is kept with what was reckoned, so that no other can have its id meanwhile.
    if known is None or known[0] is not scene:
        if len(_duels) > MOST_DUELS:
            _duels.clear()
        known = _duels[key] = (scene, _reckoned(here, charger, target, side))
    return known[1]


def _likeness(unit: Unit) -> tuple[object, ...]:
    """What a unit's fights depend on."""
    return (
        *(unit.id, unit.left, unit.hero, unit.wounds, unit.hero_wounds, unit.fatigued, unit.shaken, unit.effects),
        *(unit.used, unit.scars),
    )


def _reckoned(here: Situation, charger: Unit, target: Unit, side: Arc) -> Duel:
    battle = here.battle
    faced = side is Arc.FRONT
    own_lives, their_lives = here.lives(charger)[0], here.lives(target)[0]
    first = _strikes(here, target, charger, charging=False, first=True) if faced else 0.0
    alive = max(0.0, 1 - first / own_lives)
    impact = None
    if not strikes.tired(charger):
        braced = strikes.counter_models(battle, target) if faced else 0
        impact = strikes.impact_of(battle, charger, target, braced)
    deals = _strikes(here, charger, target, charging=True) * alive
    deals += expected(battle, impact).wounds if impact is not None else 0.0
    struck = _fallen(deals, their_lives)
    deals = min(deals, float(their_lives))
    takes = first
    if faced:
        standing = max(0.0, 1 - deals / their_lives)
        back = _strikes(here, target, charger, charging=False, first=False) * _front_left(target, deals, standing)
        takes = min(first + back, float(own_lives))
    own_score = deals + strikes.full_rows(charger) + strikes.fear_of(battle, charger)
    their_score = takes + _rows_after(target, deals / their_lives) + strikes.fear_of(battle, target)
    wins = _ahead(own_score - their_score, deals + takes)
    theirs, cost = _breaking(here, target, deals, side, wins)
    own, price = _breaking(here, charger, takes, None, 1 - wins)
    gain = deals * here.life(target) + cost
    loss = takes * here.life(charger) + price
    theirs = Fate(struck + (1 - struck) * theirs.gone, (1 - struck) * theirs.shaken)
    return Duel(deals, takes, wins, gain, loss, theirs, own)


def _fallen(wounds: float, lives: int) -> float:
    """The chance that so many wounds on average are all that a unit can take."""
    return min(wounds / lives, _ahead(wounds - lives + 0.5, wounds))


def prize(here: Situation, fight: Duel, target: Unit) -> float:
    """What a charge is worth with the markers that its target holds."""
    return fight.value + fight.target.missing(acted=target.activated) * here.swing(target)


def _strikes(here: Situation, unit: Unit, target: Unit, *, charging: bool, first: bool | None = None) -> float:
    """Wounds of all strikes of a unit, or only of those with Counter, or without."""
    which = strikes.sorting(first)
    attacks = strikes.strikes(here.battle, unit, target, charging=charging, fatigued=strikes.tired(unit), which=which)
    return sum(expected(here.battle, attack).wounds for attack in attacks)


def _front_left(unit: Unit, wounds: float, standing: float) -> float:
    """The part of a unit's blows that is left: losses come from the rows behind the two that fight."""
    fighting = min(unit.models, 2 * unit.files)
    return min(1.0, unit.models * standing / fighting) if fighting else 0.0


def _rows_after(unit: Unit, lost: float) -> float:
    return 1.0 if unit.start == 1 else max(0.0, unit.models * (1 - min(1.0, lost)) / unit.files - 0.5)


def _ahead(lead: float, wounds: float) -> float:
    """The chance to be ahead when so far ahead on average."""
    return 0.5 * (1 + erf(lead / (sqrt(2.0) * sqrt(SPREAD * wounds + 0.3))))


def fails(here: Situation, unit: Unit, side: Arc | None = None) -> float:
    """The chance that the unit fails a morale test after a melee, charged in that side."""
    return morale.failing(unit, morale.melee_test(here.battle, unit, side))


def _breaking(here: Situation, unit: Unit, wounds: float, side: Arc | None, loses: float) -> tuple[Fate, float]:
    """What becomes of a unit that is as likely to lose a melee after so many wounds, and what that costs on average:
    Shaken, or routed if half or less is left."""
    left, most = here.lives(unit)
    after = left - wounds
    rout = _ahead(most / 2 - after, wounds)
    rest = max(0.0, after) * here.life(unit)
    breaks = loses * fails(here, unit, side)
    fate = Fate(breaks * rout, breaks * (1 - rout))
    return fate, fate.gone * rest + fate.shaken * here.shaken_cost(unit)


def shots(here: Situation, unit: Unit, pose: Pose | None = None, *, held: bool) -> dict[int, float]:
    """For each target that the unit could shoot at from a place: what the volley is worth."""
    before = unit.pose, unit.moved
    if pose is not None:
        unit.moved = unit.pose is None or (pose.x, pose.y) != (unit.pose.x, unit.pose.y)
        unit.pose = pose
    worth: dict[int, float] = {}
    wounds: dict[int, float] = {}
    for fire in shooting.possible(here.battle, unit):
        for attack in shooting.attacks_of(here.battle, unit, fire, held, None):
            wounds[fire.target] = wounds.get(fire.target, 0.0) + expected(here.battle, attack).wounds
    unit.pose, unit.moved = before
    for number, many in wounds.items():
        worth[number] = volley_worth(here, here.unit(number), many)
    return worth


def volley_worth(here: Situation, target: Unit, wounds: float) -> float:
    """What so many wounds on a unit are worth: its losses, and the morale test that they may bring."""
    left, most = here.lives(target)
    fate = Fate(_fallen(wounds, left))
    wounds = min(wounds, float(left))
    after = left - wounds
    worth = wounds * here.life(target)
    if not target.shaken and wounds > 0.05:
        shaken = (1 - fate.gone) * _ahead(most / 2 - after, wounds) * fails(here, target)
        worth += shaken * here.shaken_cost(target)
        fate = Fate(fate.gone, shaken)
    return worth + fate.missing(acted=target.activated) * here.swing(target)


def volley_at(here: Situation, shooter: Unit, target: Unit) -> float:
    """Roughly what the shooter's volley would cost the target in the open, with all of its models in range."""
    key = ("volley", shooter.id, target.id)
    known = here.memo.get(key)
    if known is None:
        known = here.memo[key] = volley_worth(here, target, _all_shots(here, shooter, target))
    return known


def _all_shots(here: Situation, shooter: Unit, target: Unit) -> float:
    total = 0.0
    for group, count in kinds_of_model(shooter):
        for weapon in weapons(here.battle, shooter, group, ranged=True):
            attack = attack_with(here.battle, shooter, group, weapon, count * weapon.count, target)
            attack.distance = 12.0
            rules = attack_rules(here.battle, shooter, group, weapon)
            total += expected(here.battle, prepared(here.battle, attack, rules)).wounds
    return total
