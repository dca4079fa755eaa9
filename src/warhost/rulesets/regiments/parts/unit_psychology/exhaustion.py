"""Exhaustion: fights and losses wear units out (Unit Psychology: Exhaustion)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from warhost.play.battle import copied
from warhost.play.counsel.counsel import Term
from warhost.play.questions import Kind, Odds, Option
from warhost.play.rules.tally import Tally
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import activation, morale, shooting
from warhost.rulesets.regiments.chapters.melee import charge
from warhost.rulesets.regiments.chapters.morale_test import MoraleTest
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.terrain import dangerous as terrain
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.chapters.wounds.removal import is_gone
from warhost.rulesets.regiments.core import (
    ActionName,
    Battle,
    Cause,
    Share,
    SpecialRule,
    Unit,
    gap_between,
    is_present,
    optional,
    present,
)
from warhost.rulesets.regiments.parts.unit_psychology.state import SLUG, Exhausted, UnitRested, tell, told
from warhost.rulesets.regiments.rules import abilities
from warhost.table import TOLERANCE

if TYPE_CHECKING:
    from warhost.rulesets.regiments.thinks.counsel import RegimentsCounsel

NEAR = 6.0
"""How near a friend must be whose loss exhausts."""

INSPIRED = 12.0
"""How near a hero must be who takes a marker away."""

TOO_MANY = 3
"""From so many markers on each further one brings a morale test about."""

PUSH = {"advance": 2, "rush": 4, "charge": 4}
"""Inches that a marker taken willingly adds to a move."""

REST, PUSHED = f"{SLUG}:rest", f"{SLUG}:"

TIRES, SHAKEN, NOTHING_GAINED = 0.06, 0.15, 1.0
"""What a marker counts, of the unit's worth, the risk that one more leaves it Shaken, and what either counts when no
round is left in which it could matter."""


def markers(battle: Battle, unit: Unit) -> int:
    return dict(told(battle).markers).get(unit.id, 0)


def _set(battle: Battle, unit: Unit, count: int) -> None:
    known = {**dict(told(battle).markers), unit.id: count}
    tell(battle, markers=tuple((number, held) for number, held in sorted(known.items()) if held))


class Weary(SpecialRule):
    """What its markers do to a unit: they slow it, it hits worse, and its morale suffers."""

    name, id = "Exhaustion", "aofr.psych.exhaustion_move"

    def __init__(self, count: int, pushing: bool) -> None:
        super().__init__()
        self.count, self.pushing = count, pushing

    @rule("aofr.psych.exhaustion_move", "aofr.psych.exhaustion_voluntary")
    def on_move(self, battle: Battle, unit: Unit, action: ActionName, inches: Tally) -> None:
        """1" less on an Advance, 2" on a Rush or Charge, for each marker; further for one that is taken willingly."""
        if action in PUSH:
            inches.add(-self.count * (1 if action == "advance" else 2), self)
            if self.pushing:
                inches.add(PUSH[action], "pushing on", "aofr.psych.exhaustion_voluntary")

    @rule("aofr.psych.exhaustion_hit")
    def on_attack(self, battle: Battle, attack: Attack) -> None:
        """-1 to hit for each marker, shooting and in melee."""
        if attack.kind in ("shooting", "melee"):
            attack.to_hit.add(-self.count, self.name, "aofr.psych.exhaustion_hit")

    @rule("aofr.psych.exhaustion_morale")
    def on_morale(self, battle: Battle, test: MoraleTest, share: Share) -> None:
        """-1 on morale tests for each marker."""
        test.modifiers.add(-self.count, self.name, "aofr.psych.exhaustion_morale")


# Who gets markers.


@rule("aofr.psych.exhaustion_three", "aofr.psych.exhaustion_no_limit")
def exhaust(battle: Battle, unit: Unit, by: Cause | None = None) -> Script[None]:
    """The unit takes a marker, however many it has. Three or more bring a morale test about; who fails is Shaken."""
    if unit.fate:
        return
    count = markers(battle, unit) + 1
    _set(battle, unit, count)
    yield Exhausted(unit.id, count)
    if count >= TOO_MANY and not unit.shaken:
        test = morale.made_test(battle, unit)
        if not (yield from morale.take_test(battle, unit, test, "aofr.psych.exhaustion_three", forced=by)):
            yield from morale.shake(battle, unit)


@rule("aofr.psych.exhaustion_melee")
def after_melee(battle: Battle, unit: Unit, target: Unit) -> Script[None]:
    """Both that fought a melee take a marker, whether or not they struck (AOFR-R564)."""
    for one, other in ((unit, target), (target, unit)):
        yield from exhaust(battle, one, Cause(other.id, "melee"))


@rule("aofr.psych.exhaustion_friend_lost")
def after_loss(battle: Battle, lost: Unit) -> Script[None]:
    """Friends within 6" of a unit that is destroyed or routs take a marker each; it still stands."""
    if not is_present(battle, lost):
        return
    near = [
        friend
        for friend in present(battle, lost.seat)
        if friend is not lost and gap_between(battle, lost, friend) <= optional.measured(battle, NEAR) + TOLERANCE
    ]
    for friend in near:
        yield from exhaust(battle, friend)


# What takes them off.


@rule("aofr.psych.exhaustion_hero")
def inspire(battle: Battle, unit: Unit) -> Script[None]:
    """A hero that is activated takes a marker off its own unit, and off every friend within 12"."""
    if not (unit.hero or battle.regiment(unit).is_hero):
        return
    far = optional.measured(battle, INSPIRED) + TOLERANCE
    for friend in battle.units:
        if friend.seat != unit.seat or friend.fate or not markers(battle, friend):
            continue
        stands = is_present(battle, unit) and is_present(battle, friend)
        if friend is unit or (stands and gap_between(battle, unit, friend) <= far):
            _set(battle, friend, markers(battle, friend) - 1)
            yield Exhausted(friend.id, markers(battle, friend))


@rule("aofr.psych.exhaustion_activation")
def shake_off(battle: Battle, unit: Unit) -> Script[None]:
    """One test for each marker, which do not count in it; each that is passed takes one off. Shaken units fail all."""
    for _ in range(0 if unit.shaken else markers(battle, unit)):
        test = morale.made_test(battle, unit)
        test.modifiers.parts = [part for part in test.modifiers.parts if part.rule != "aofr.psych.exhaustion_morale"]
        if (yield from morale.take_test(battle, unit, test, "aofr.psych.exhaustion_activation")):
            _set(battle, unit, markers(battle, unit) - 1)
        if is_gone(unit):
            return


@rule("aofr.psych.exhaustion_rest", "aofr.psych.exhaustion_rest_shaken")
def note_rest(battle: Battle, unit: Unit) -> None:
    """A unit that rests, or that is Shaken and idle, will lose its markers when the round ends."""
    if markers(battle, unit):
        tell(battle, rested=(*told(battle).rested, unit.id))


@rule("aofr.psych.exhaustion_rest")
def round_ends(battle: Battle) -> Script[None]:
    """The markers of units that have rested go."""
    for number in told(battle).rested:
        unit = battle.units[number]
        if markers(battle, unit):
            _set(battle, unit, 0)
            yield Exhausted(number, 0)
    tell(battle, rested=())


# Its actions: to rest, and to push on.


@rule("aofr.psych.exhaustion_rest", "aofr.psych.exhaustion_voluntary")
def actions(battle: Battle, unit: Unit) -> Iterator[Option]:
    """Rest for a unit with markers; and every move action with a marker taken willingly, to go further."""
    if markers(battle, unit):
        yield Option(REST, "Rest: stay idle, and lose all exhaustion markers at the end of the round", unit=unit.id)
    if unit.pose is None or moving.why_not_move(battle, unit) is not None:
        return
    pushed = _pushed(battle, unit)
    price = "for an exhaustion marker"
    far = f'Advance up to {moving.allowance(pushed, unit, "advance"):g}" {price}'
    yield Option(f"{PUSHED}advance", far, unit=unit.id)
    yield Option(f"{PUSHED}rush", f'Rush up to {moving.allowance(pushed, unit, "rush"):g}" {price}', unit=unit.id)
    known = {option.key for option in charge.options(battle, unit)[0]}
    for option in charge.options(pushed, pushed.units[unit.id])[0]:
        if option.key not in known:
            yield Option(f"{PUSHED}{option.key}", f"{option.label} {price}", (), unit.id, option.target, option.pose)


def _pushed(battle: Battle, unit: Unit) -> Battle:
    """The battle as it would be if the unit pushed on."""
    twin = copied(battle)
    tell(twin, pushing=unit.id)
    return twin


def kind_of(battle: Battle, unit: Unit, key: str) -> Kind | None:
    """The kind of move for which a unit pushes on; none if it rests."""
    action = key.removeprefix(PUSHED)
    if action not in ("advance", "rush"):
        return None
    return moving.kind_of_move(_pushed(battle, unit), unit, "advance" if action == "advance" else "rush")


def advise(counsel: RegimentsCounsel, unit: Unit, option: Option) -> Iterator[Term]:
    """What a marker costs until it is gone, and what it is worth to be rid of all."""
    had = markers(counsel.battle, unit)
    each = TIRES * counsel.worth(unit) if counsel.turns_left else NOTHING_GAINED
    if option.key == REST:
        yield had * each if counsel.turns_left else -NOTHING_GAINED, "is rested", "aofr.psych.exhaustion_rest"
        return
    yield -each, "takes an exhaustion marker", "aofr.psych.exhaustion_voluntary"
    if had + 1 >= TOO_MANY:
        yield -SHAKEN * counsel.worth(unit), "may become Shaken", "aofr.psych.exhaustion_three"


def odds(battle: Battle, unit: Unit, option: Option) -> Sequence[Odds]:
    """What a charge has to expect for which a unit pushes on."""
    if not option.key.startswith(f"{PUSHED}charge"):
        return option.odds
    pushed = _pushed(battle, unit)
    twin = pushed.units[unit.id]
    plans = {f"{PUSHED}{key}": plan for key, plan in charge.options(pushed, twin)[2].items()}
    return charge.prospects(pushed, twin, plans)(option)


def take_action(battle: Battle, unit: Unit, key: str) -> Script[None]:
    """The unit rests, or pushes on."""
    if key == REST:
        yield from rest(battle, unit)
    else:
        yield from push_on(battle, unit, key.removeprefix(PUSHED))


@rule("aofr.psych.exhaustion_rest")
def rest(battle: Battle, unit: Unit) -> Script[None]:
    """The unit stays idle, without a pivot."""
    yield UnitRested(unit.id)
    yield from terrain.danger_to_flyers(battle, unit)
    if not is_gone(unit):
        note_rest(battle, unit)


@rule("aofr.psych.exhaustion_voluntary")
def push_on(battle: Battle, unit: Unit, key: str) -> Script[None]:
    """The unit moves further and takes a marker after the move (AOFR-R564). An Advance whose price leaves it Shaken is
    over; a charger that is in contact fights (AOFR-R841)."""
    tell(battle, pushing=unit.id)
    action, *goal = key.split(">")
    if action == "charge":
        yield from activation.charge_action(battle, unit, battle.units[int(goal[0])], *goal[1:])
        yield from pay(battle, unit)
        return
    yield from activation.move_action(battle, unit, "advance" if action == "advance" else "rush", shoots=False)
    yield from pay(battle, unit)
    if is_gone(unit) or unit.shaken or (action == "rush" and not shooting.after_rush(battle, unit)):
        return
    yield from shooting.shoot(battle, unit, held=False)
    yield from abilities.move_on(battle, unit, melee=False)


@rule("aofr.psych.exhaustion_voluntary")
def pay(battle: Battle, unit: Unit) -> Script[None]:
    """The move is over: the marker for it, once."""
    if told(battle).pushing == unit.id:
        tell(battle, pushing=-1)
        yield from exhaust(battle, unit)
