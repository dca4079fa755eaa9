"""What a melee has to expect, worked out to its end: strikes, return strikes, the result and the loser's morale.

Every state that either unit may come down to is looked at with the functions that play uses. It is reckoned that who
may strike back does, and that no spell is cast in contact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Self

import msgspec

from warhost.dice import Distribution
from warhost.field.losses import Spread, State, blended
from warhost.play.battle import copied
from warhost.play.counsel.throws import mean, spread
from warhost.play.questions import Odds, Part, likeliest_telling
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.chapters.magic.enchantments import spend_in
from warhost.rulesets.regiments.chapters.melee import strikes
from warhost.rulesets.regiments.chapters.melee.strikes import Side
from warhost.rulesets.regiments.chapters.terrain import dangerous as terrain
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack, rolls_alike, to_hit
from warhost.rulesets.regiments.core import Battle, Unit, optional
from warhost.rulesets.regiments.thinks.loss_odds import Toll, struck, wounded
from warhost.rulesets.regiments.thinks.shooting_odds import SLIGHT, hurdles
from warhost.table import Arc


class Unsettled(Exception):
    """Dice decide in which order unlike blows count: that melee is not worked out."""


class Prospect(msgspec.Struct, frozen=True):
    """What comes of a melee on average: wounds, who wins, and what becomes of both, the charger's view."""

    dealt: float = 0.0
    taken: float = 0.0
    wins: float = 0.0
    loses: float = 0.0
    they_go: float = 0.0
    they_shake: float = 0.0
    we_go: float = 0.0
    we_shake: float = 0.0

    def plus(self, other: Prospect, weight: float) -> Prospect:
        return Prospect(*(getattr(self, field) + weight * getattr(other, field) for field in self.__struct_fields__))


class _Stand(NamedTuple):
    """What a unit that came down to something brings to the result, and how it would take a defeat."""

    points: int
    fails: float
    routs: bool
    wears: Distribution[int] | None
    """The wounds that it may take by tests for each wound that it has suffered, instead of that test."""


class Bout:
    """A melee on its way, between two units that fight now."""

    def __init__(self, battle: Battle, charger: Side, charged: Side, side: Arc) -> None:
        self.battle = battle
        self.charger, self.charged = charger, charged
        self.side = side
        self.faced = side is Arc.FRONT
        self.ours, self.theirs = Toll(battle, charger.unit), Toll(battle, charged.unit)
        self.braced = strikes.counter_models(battle, charged.unit) if self.faced else 0
        self._spreads: dict[tuple[object, ...], Spread] = {}
        self._stands: dict[tuple[bool, State], _Stand] = {}

    @classmethod
    def between(cls, battle: Battle, unit: Unit, target: Unit, side: Arc) -> Self:
        """The melee of a charge into that side, before anybody has struck."""
        return cls(battle, Side(battle, unit, charging=True), Side(battle, target, charging=False), side)

    @rule("aofr.melee.sequence", "aofr.special.counter.first")
    def from_the_start(self, *, counter: bool = True) -> Prospect:
        """Counter, the charger's blows, the answer, the result."""
        counters: list[Attack] = []
        ours = self.ours.unharmed
        if self.faced and counter:
            counters = self._blows(self.ours.start, self.theirs.start, first=True)
            ours = self._struck(self.ours, self.ours.start, counters)
        both: dict[tuple[State, State], float] = {}
        for own, chance in ours.items():
            attacks = self._charge_blows(own) if any(own[0]) else []
            for other, share in self._struck(self.theirs, self.theirs.start, attacks).items():
                both[own, other] = chance * share
        if self.faced:
            both = self._answered(both, countered=bool(counters), counters=counters)
        return self._prospect(both)

    def from_the_answer(self, *, strikes: bool, countered: bool) -> Prospect:
        """What is left when the charger has struck: the answer, or none, and the result."""
        both = {(self.ours.start, self.theirs.start): 1.0}
        return self._prospect(self._answered(both, countered=countered) if strikes else both)

    def _answered(
        self, both: dict[tuple[State, State], float], *, countered: bool, counters: Sequence[Attack] = ()
    ) -> dict[tuple[State, State], float]:
        """The charged unit strikes back; of blows by Counter that are only reckoned with, spells are still to spend."""

        def answered(own: State, other: State) -> dict[tuple[State, State], float]:
            attacks: list[Attack] = []
            if any(own[0]) and any(other[0]):
                attacks = self._blows(own, other, first=False if countered else None, counters=counters)
            return {(after, other): share for after, share in self._struck(self.ours, own, attacks).items()}

        return blended((chance, answered(own, other)) for (own, other), chance in both.items())

    def _scene(self, own: State, other: State) -> tuple[Battle, Unit, Unit]:
        """The battle when both have come down to that."""
        battle = copied(self.battle)
        return battle, self.ours.put(battle, own), self.theirs.put(battle, other)

    def charge_blows(self) -> list[Attack]:
        """What the charger strikes with as both stand now."""
        return self._charge_blows(self.ours.start)

    def blows_back(self) -> list[Attack]:
        """What the charged unit strikes with as both stand now."""
        return self._blows(self.ours.start, self.theirs.start)

    def _charge_blows(self, own: State) -> list[Attack]:
        battle, unit, target = self._scene(own, self.theirs.start)
        attacks = _strikes(battle, unit, target, self.charger, None)
        impact = [] if self.charger.tired else strikes.impacts_of(battle, unit, target, self.braced)
        return [*impact, *attacks]

    def _blows(
        self, own: State, other: State, *, first: bool | None = None, counters: Sequence[Attack] = ()
    ) -> list[Attack]:
        """What the charged unit strikes with: all, by Counter alone, or the rest once that has spent its spells."""
        battle, unit, target = self._scene(own, other)
        spend_in(battle, counters)
        return _strikes(battle, target, unit, self.charged, first)

    def _struck(self, toll: Toll, state: State, attacks: Sequence[Attack]) -> Spread:
        if not attacks:
            return {state: 1.0}
        key = (toll is self.ours, state, *(_like(attack) for attack in attacks))
        if key not in self._spreads:
            spread = struck(toll, {state: 1.0}, attacks)
            if spread is None:
                raise Unsettled
            self._spreads[key] = spread
        return self._spreads[key]

    def _stand(self, state: State, *, charging: bool) -> _Stand:
        key = (charging, state)
        if key not in self._stands:
            toll = self.ours if charging else self.theirs
            battle, unit = toll.left_with(state)
            charged_in = None if charging else self.side
            test = morale.melee_test(battle, unit, charged_in)
            price = optional.price_of_failure(battle, unit, melee=True) if optional.takes_tests(battle, unit) else 0
            hurt = unit.hurt + toll.lives(toll.start) - toll.lives(state)
            self._stands[key] = _Stand(
                strikes.full_rows(battle, unit) + strikes.fear_of(battle, unit),
                morale.failing_after_melee(battle, unit, test),
                morale.half_or_less(battle, unit),
                morale.failures(battle, unit, hurt, charged_in).map(lambda failed: price * failed) if price else None,
            )
        return self._stands[key]

    @rule(
        "aofr.melee.winner", "aofr.melee.result_total", "aofr.morale.melee_fail_shaken", "aofr.morale.melee_fail_rout"
    )
    def _prospect(self, both: dict[tuple[State, State], float]) -> Prospect:
        """The result of each way that the melee may have gone, all together."""
        total = Prospect()
        for (own, other), chance in both.items():
            total = total.plus(self._ending(own, other), chance)
        return total

    def _ending(self, own: State, other: State) -> Prospect:
        dealt = self.theirs.lives(self.theirs.start) - self.theirs.lives(other)
        taken = self.ours.lives(self.ours.start) - self.ours.lives(own)
        if not any(own[0]):
            return Prospect(dealt, taken, loses=1.0, we_go=1.0)
        if not any(other[0]):
            return Prospect(dealt, taken, wins=1.0, they_go=1.0)
        if self.charged.unit.site is not None:
            # Nobody wins against a piece of terrain, and nobody tests.
            return Prospect(dealt, taken)
        mine, yours = self._stand(own, charging=True), self._stand(other, charging=False)
        lead = (self.charger.wounds + dealt + mine.points) - (self.charged.wounds + taken + yours.points)
        if lead > 0:
            they_go, they_shake = beaten(self.theirs, other, yours)
            return Prospect(dealt, taken, 1.0, 0.0, they_go=they_go, they_shake=they_shake)
        if lead < 0:
            we_go, we_shake = beaten(self.ours, own, mine)
            return Prospect(dealt, taken, 0.0, 1.0, we_go=we_go, we_shake=we_shake)
        return Prospect(dealt, taken)


def beaten(toll: Toll, state: State, stand: _Stand) -> tuple[float, float]:
    """How likely the loser of a melee is gone and how likely it is Shaken, after its test or what takes its place."""
    if stand.wears is not None:
        return stand.wears.at_least(toll.lives(state)), 0.0
    return (stand.fails, 0.0) if stand.routs else (0.0, stand.fails)


def _strikes(battle: Battle, unit: Unit, target: Unit, side: Side, first: bool | None) -> list[Attack]:
    """The blows of one unit: all, or only those with Counter, or those without."""
    which = strikes.sorting(first)
    return strikes.strikes(battle, unit, target, charging=side.charging, fatigued=side.tired, which=which)


def _like(attack: Attack) -> tuple[object, ...]:
    """What the wounds of an attack depend on."""
    return (attack.count, attack.shooters, to_hit(attack), *rolls_alike(attack))


@rule("aofr.melee.attacks", "aofr.melee.flank_no_strike_back", "aofr.terrain.dangerous_test")
def charge_odds(
    battle: Battle,
    unit: Unit,
    target: Unit,
    side: Arc,
    danger: int = 0,
    softened: Spread | None = None,
    kind: type[Bout] = Bout,
) -> tuple[Odds, ...]:
    """What a charge into that side has to expect; so many dice for dangerous ground are rolled on the way.

    `softened` is what the target may have come down to before it is charged, if it is shot at first. `kind` says how
    the melee is fought.
    """
    try:
        if softened is None:
            prospect = _charged(battle, unit, target, side, danger, kind)
        else:
            prospect = _after_shots(battle, unit, target, side, danger, softened, kind)
    except Unsettled:
        return ()
    bout = kind.between(battle, unit, target, side)
    struck_with = hurdles(bout.charge_blows())
    back = hurdles(bout.blows_back()) if bout.faced else ()
    return tuple(_told(bout, prospect, struck_with, back, danger))


def _charged(battle: Battle, unit: Unit, target: Unit, side: Arc, danger: int, kind: type[Bout]) -> Prospect:
    toll = Toll(battle, unit)
    arrived = wounded(toll, toll.unharmed, spread(terrain.danger(unit), danger)) if danger else toll.unharmed
    total = Prospect()
    for state, chance in arrived.items():
        if not any(state[0]):
            total = total.plus(Prospect(we_go=1.0), chance)
            continue
        there, charging = toll.left_with(state)
        bout = kind.between(there, charging, there.units[target.id], side)
        total = total.plus(bout.from_the_start(), chance)
    return total


def _after_shots(
    battle: Battle, unit: Unit, target: Unit, side: Arc, danger: int, softened: Spread, kind: type[Bout]
) -> Prospect:
    """The same for every state in which shots may leave the target; there is no melee with one that is gone."""
    toll = Toll(battle, target)
    total = Prospect()
    for state, chance in softened.items():
        lost = toll.lives(toll.start) - toll.lives(state)
        total = total.plus(Prospect(dealt=float(lost)), chance)
        if not any(state[0]):
            total = total.plus(Prospect(they_go=1.0), chance)
            continue
        there, shot = toll.left_with(state)
        shot.hurt += lost
        total = total.plus(_charged(there, there.units[unit.id], shot, side, danger, kind), chance)
    return total


def _told(
    bout: Bout, prospect: Prospect, struck_with: tuple[Part, ...], back: tuple[Part, ...], danger: int
) -> Iterator[Odds]:
    thing = bout.charged.unit.site is not None
    if thing:
        yield Odds("destroys it", prospect.they_go, struck_with, telling=True)
    else:
        scores = _result_parts(bout.battle, bout.charger, bout.charged, prospect.loses)
        yield Odds("wins the melee", prospect.wins, tuple(scores), telling=True)
    yield Odds("expected wounds", prospect.dealt, struck_with, "expected")
    if bout.faced and not thing:
        yield Odds("expected wounds in return", prospect.taken, back, "expected")
    if danger:
        why = Part(danger, "dice for dangerous terrain, each 1 is a wound", "aofr.terrain.dangerous_test")
        yield Odds(
            "expected wounds on the way, before wounds are ignored",
            danger * mean(terrain.danger(bout.charger.unit)),
            (why,),
            "expected",
        )
    if not thing:
        yield from likeliest_telling(_fates(bout, prospect, charging=True))


def _result_parts(battle: Battle, own: Side, enemy: Side, loses: float) -> Iterator[Part]:
    """What both sides bring to the result beside the wounds to come, as they stand; and how it may end otherwise."""
    by = "aofr.melee.result_total"
    for sign, whose, side in ((1, "its own", own), (-1, "the enemy's", enemy)):
        yield Part(sign * strikes.full_rows(battle, side.unit), f"{whose} full rows right now", by)
        fear = strikes.fear_of(battle, side.unit)
        if fear:
            yield Part(sign * fear, f"{whose} Fear", "aofr.special.fear")
        if side.wounds:
            yield Part(sign * side.wounds, f"{whose} wounds dealt so far", by)
    yield Part(0, f"{loses:.1%} to lose; otherwise a tie", "aofr.melee.tie")


def _fates(bout: Bout, prospect: Prospect, *, charging: bool) -> Iterator[Odds]:
    """What becomes of both, whoever wins: the enemy of whoever reads it first."""
    ours = ("it", prospect.we_go, prospect.we_shake, bout.charger, None)
    theirs = ("the enemy", prospect.they_go, prospect.they_shake, bout.charged, bout.side)
    told = (theirs, ours) if charging else (("the enemy", *ours[1:]), ("it", *theirs[1:]))
    for who, gone, shaken, side, charged_in in told:
        parts = morale.test_parts(side.unit, morale.melee_test(bout.battle, side.unit, charged_in))
        if gone >= SLIGHT:
            routed = Part(
                0, "destroyed, or at half or less and failed its test after losing", "aofr.morale.melee_fail_rout"
            )
            yield Odds(f"{who} is destroyed or routs", gone, (routed, *parts))
        if shaken >= SLIGHT and not side.unit.shaken:
            yield Odds(f"{who} becomes Shaken", shaken, parts)


def bout_odds(battle: Battle, unit: Unit, target: Unit, side: Arc, *, charging: bool) -> tuple[Odds, ...]:
    """What a melee that is about to begin has to expect: as the charger sees it, or as the charged unit does."""
    bout = Bout.between(battle, unit, target, side)
    try:
        prospect = bout.from_the_start()
    except Unsettled:
        return ()
    back = hurdles(bout.blows_back()) if bout.faced else ()
    if charging:
        return tuple(_told(bout, prospect, hurdles(bout.charge_blows()), back, 0))
    return tuple(_answers(bout, prospect, back))


def strike_odds(
    battle: Battle, charger: Side, charged: Side, attacks: Sequence[Attack], *, strikes: bool, countered: bool | None
) -> tuple[Odds, ...]:
    """What the unit that was charged in its front has to expect if it strikes, or if it keeps still.

    It is asked before the charger has struck (`countered` None), or after.
    """
    bout = Bout(battle, charger, charged, Arc.FRONT)
    try:
        if countered is None:
            prospect = bout.from_the_start(counter=strikes)
        else:
            prospect = bout.from_the_answer(strikes=strikes, countered=countered)
    except Unsettled:
        return ()
    return tuple(_answers(bout, prospect, hurdles(attacks) if strikes else ()))


def _answers(bout: Bout, prospect: Prospect, parts: tuple[Part, ...]) -> Iterator[Odds]:
    """The same figures as the charged unit sees them."""
    scores = _result_parts(bout.battle, bout.charged, bout.charger, prospect.wins)
    yield Odds("wins the melee", prospect.loses, tuple(scores), telling=True)
    if parts:
        yield Odds("expected wounds", prospect.taken, parts, "expected")
    yield from likeliest_telling(_fates(bout, prospect, charging=False))
