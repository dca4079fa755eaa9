"""Charges of several units at once, and friends that reform to make room (Multiple charges; Charging engaged units)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations
from math import ceil
from typing import NamedTuple

import msgspec

from warhost.dice import odds
from warhost.field import along
from warhost.play.picking import pick
from warhost.play.questions import Act, Odds, Option, Pick
from warhost.play.script import Refused, Script, choose_unit, passes, roll_sum
from warhost.play.shown.english import acts, verb
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.chapters.combat.reform import (
    bounds,
    lifted,
    place,
    reform_on,
    set_down,
    stands_elsewhere,
    why_not_leave,
    wrap_facing,
    wrap_onto,
    wrapped_at,
)
from warhost.rulesets.kings_of_war.chapters.movement.charge import (
    MOST_ON_FACING,
    Plan,
    carry_out,
    course_on,
    course_to,
    engaged_on,
    facings,
    reach,
    why_no_target,
    why_not,
)
from warhost.rulesets.kings_of_war.chapters.movement.charge_way import room_on
from warhost.rulesets.kings_of_war.chapters.scenario import loot
from warhost.rulesets.kings_of_war.core import (
    Battle,
    Unit,
    apart,
    as_ordered,
    before_order,
    done,
    enemies,
    events,
    footprint,
    friends,
    sight,
)
from warhost.rulesets.kings_of_war.thinks.combat_odds import charge_odds
from warhost.table import TOLERANCE, Arc, Interval, Rect, flush

Planned = Callable[[], Plan]
"""A charge that can be made: by which way is looked for when it is called."""


class Possible(NamedTuple):
    """A charge that a unit can make: its own, and that of a friend without whom it could not be made."""

    plans: Callable[[], list[Plan]]
    """How those charge that have to, the unit first; friends that only make room are left out."""
    partner: int | None = None
    """The friend that must charge with it, or make room for it."""


class Member(msgspec.Struct, frozen=True, gc=False):
    """A unit of a joint charge: which facing it charges, on which one it reforms, or onto which one it wraps around."""

    unit: int
    facing: Arc
    reforms: bool = False
    wraps: bool = False

    @property
    def key(self) -> str:
        return f"{self.unit}:wrap" if self.wraps else str(self.unit)


# Who may charge together


@rule("kow.charge.multiple", "kow.charge.into_engaged_reform", "kow.reform.combined")
def partners(battle: Battle, unit: Unit, target: Unit) -> Iterator[Member]:
    """Friends without an order that could charge the same target, or that fight it and could reform or wrap around."""
    for member in _reformers(battle, unit, target):
        yield member
        friend = battle.units[member.unit]
        if passes(wrap_facing, battle, friend):
            yield Member(friend.id, wrap_facing(battle, friend), reforms=True, wraps=True)
    for friend in friends(battle, unit.seat):
        if friend is unit or friend.order or friend.wavering or friend.engaged:
            continue
        if why_not(battle, friend) is None and _may_join(battle, friend, target):
            free = [one for one in facings(battle, friend, target) if engaged_on(target, one) < MOST_ON_FACING]
            if free:
                yield Member(friend.id, free[0])


def _reformers(battle: Battle, unit: Unit, target: Unit) -> Iterator[Member]:
    """Friends without an order that fight the target and could reform together with the unit."""
    for friend in friends(battle, unit.seat):
        if friend is unit or friend.order or why_not_leave(friend, "reform", "kow.reform.condition") is not None:
            continue
        for foe in friend.foes:
            if foe.unit == target.id:
                yield Member(friend.id, foe.theirs, reforms=True)


def _may_join(battle: Battle, friend: Unit, target: Unit) -> bool:
    """Whether the target is near enough and seen; whether it is, and on which facing, a die may have to say."""
    return why_no_target(battle, friend, target, reach(battle, friend)) is None


@rule("kow.charge.multiple", "kow.charge.multiple_no_room", "kow.charge.multiple_orders_first")
def arrange(battle: Battle, target: Unit, members: Sequence[Member]) -> list[Plan]:
    """How all of them charge, or reform, together; Refused if they do not all fit."""
    return [planned() for planned in fit(battle, target, members)]


@rule("kow.charge.multiple", "kow.charge.multiple_no_room")
def fit(battle: Battle, target: Unit, members: Sequence[Member]) -> list[Planned]:
    """The same, where not everybody wants to know how.

    They are in nobody's way where they start. On each facing no more than two of the player's units may end.
    """
    group = frozenset(member.unit for member in members)
    found: list[Planned] = []
    for facing in dict.fromkeys(member.facing for member in members):
        there = [member for member in members if member.facing is facing]
        if len(there) + engaged_on(target, facing, group) > MOST_ON_FACING:
            words = f"Only {MOST_ON_FACING} units fit on one facing of {target.name}."
            raise Refused(words, "kow.charge.multiple")
        taken = tuple(planned().place for planned in found)
        if len(there) == 1:
            found.append(_alone(battle, target, there[0], group, taken))
        else:
            found += _side_by_side(battle, target, there, group, taken)
    return found


def _alone(battle: Battle, target: Unit, member: Member, group: frozenset[int], taken: tuple[Rect, ...]) -> Planned:
    unit = battle.units[member.unit]
    if member.wraps:
        return _known(wrap_onto(battle, unit, target, member.facing, group, taken))
    if member.reforms:
        made = reform_on(battle, unit, target, member.facing, group, taken)
        if made is not None:
            return _known(made)
    else:
        course = course_on(battle, unit, target, member.facing, group, taken)
        if course is not None:
            return course.plan
    raise _no_room(unit, target)


def _known(made: Plan) -> Planned:
    return lambda: made


def _no_room(unit: Unit, target: Unit) -> Refused:
    return Refused(f"{acts(unit.name, 'has')} no room against {target.name}.", "kow.charge.multiple_no_room")


@rule("kow.charge.multiple_placement", "kow.charge.multiple_unequal", "kow.charge.multiple_no_crossing")
@rule("kow.charge.into_engaged_reform", "kow.reform.combined")
def _side_by_side(
    battle: Battle, target: Unit, members: Sequence[Member], group: frozenset[int], taken: tuple[Rect, ...]
) -> list[Planned]:
    """Two units on one facing: side by side as one block, in the order in which they started from left to right, with
    the middle of the block at the middle of the facing or as near to it as both have room (KOW-R073, KOW-R074)."""
    goal, facing = footprint(battle, target), members[0].facing
    left, right = sorted(members, key=lambda member: _start_along(battle, target, member))
    units = [battle.units[left.unit], battle.units[right.unit]]
    shapes = [footprint(battle, unit) for unit in units]
    # Offsets of the two centres while the block stands in the middle.
    offsets = (-shapes[1].width / 2, shapes[0].width / 2)
    shifts: list[Interval] = [(-1e9, 1e9)]
    for member, unit, offset in zip((left, right), units, offsets, strict=True):
        free = room_on(battle, unit, target, facing, group, taken)
        if member.reforms and not member.wraps:
            free = _both(free, [bounds(battle, unit, target, facing)])
        shifts = _both(shifts, [(low - offset, high - offset) for low, high in free])
    if not shifts:
        raise _no_room(units[0] if members[0].unit != units[0].id else units[1], target)
    shift = min((max(low, min(high, 0.0)) for low, high in shifts), key=abs)
    found: list[Planned] = []
    for member, unit, shape, offset in zip((left, right), units, shapes, offsets, strict=True):
        if member.wraps:
            found.append(_known(wrapped_at(battle, unit, target, facing, offset + shift)))
            continue
        place = flush(shape, goal, facing, offset + shift)
        if member.reforms:
            found.append(_known(lifted(battle, unit, target, member.facing, place)))
            continue
        course = course_to(battle, unit, target, member.facing, place, group)
        if course is None:
            raise Refused(f"{unit.name} cannot reach {target.name}.", "kow.charge.cond_space")
        found.append(course.plan)
    return found


def _start_along(battle: Battle, target: Unit, member: Member) -> float:
    """Where along the facing the centre of a unit starts, to the right of who looks out over it; to a thousandth of an
    inch, so that who starts level with another is level."""
    shape = footprint(battle, battle.units[member.unit])
    return round(along(footprint(battle, target), member.facing, shape), 3)


@rule("kow.charge.multiple_no_crossing")
def _ask_sides(battle: Battle, target: Unit, members: list[Member]) -> Script[list[Member]]:
    """Where two units that charge one facing start level with each other, their player says who stands on the left."""
    for one, other in combinations(members, 2):
        level = _start_along(battle, target, one) == _start_along(battle, target, other)
        swapped = [other if member is one else one if member is other else member for member in members]
        if one.facing is not other.facing or not level or not passes(fit, battle, target, swapped):
            continue
        pair = [battle.units[one.unit], battle.units[other.unit]]
        text = f"Who stands on the left against {target.name}?"
        rules = ("kow.charge.multiple_no_crossing",)
        left = yield from choose_unit(pair, pair[0].seat, "left", text, rules=rules)
        # Of units that start level the first stands to the left of the target, which is their own right.
        members = swapped if left.id == one.unit else members
    return members


def _both(one: Sequence[Interval], other: Sequence[Interval]) -> list[Interval]:
    """What two lists of intervals share."""
    shared = [(max(a, c), min(b, d)) for a, b in one for c, d in other]
    return [(low, high) for low, high in shared if low <= high]


# Reforming together


@rule("kow.reform.combined", "kow.reform.place")
def reforms_together(battle: Battle, unit: Unit) -> Iterator[tuple[Unit, list[Plan]]]:
    """The friends with whom the unit could reform against the enemy that both fight, and where both would stand, if it
    comes to another place than by a reform of its own (KOW-R083)."""
    if why_not_leave(unit, "reform", "kow.reform.condition") is not None or len(unit.foes) > 1:
        return
    target = battle.units[unit.foes[0].unit]
    own = Member(unit.id, unit.foes[0].theirs, reforms=True)
    try:
        alone = place(battle, unit)
    except Refused:
        alone = footprint(battle, unit)
    for member in _reformers(battle, unit, target):
        try:
            made = arrange(battle, target, [own, member])
        except Refused:
            continue
        if any(plan.unit == unit.id and stands_elsewhere(alone, plan.place) for plan in made):
            yield battle.units[member.unit], made


@rule("kow.reform.combined", "kow.charge.multiple_orders_first")
def reform_together(battle: Battle, unit: Unit, friend: Unit) -> Script[None]:
    """Both units are ordered to reform at the same time."""
    made = next(made for other, made in reforms_together(battle, unit) if other is friend)
    yield from before_order(battle, friend)
    for one in (unit, friend):
        yield from loot.may_drop(battle, one)
    for one in (unit, friend):
        yield from as_ordered(battle, one, "reform")
    for plan in made:
        yield from set_down(battle, battle.units[plan.unit], plan)
    for one in (unit, friend):
        yield from done(battle, one)


# What a unit can charge


@rule("kow.charge.multiple", "kow.charge.multiple_no_room")
def first_plan(battle: Battle, unit: Unit, target: Unit) -> Possible | None:
    """How the unit would charge alone, or with the first partner that makes it possible. None if it cannot at all."""
    members: list[Member] | None = None
    for facing in facings(battle, unit, target):
        if engaged_on(target, facing) < MOST_ON_FACING:
            course = course_on(battle, unit, target, facing)
            if course is not None:
                return Possible(partial(_plans, [course.plan]))
        own = Member(unit.id, facing)
        if members is None:
            members = list(partners(battle, unit, target))
        for partner in members:
            try:
                made = fit(battle, target, [own, partner])
            except Refused:
                continue
            return Possible(partial(_plans, made, unit.id, partner.unit if partner.reforms else None), partner.unit)
    return None


def _plans(made: Sequence[Planned], first: int | None = None, without: int | None = None) -> list[Plan]:
    """These plans, that of one unit first, without that of another."""
    plans = [plan for planned in made if (plan := planned()).unit != without]
    return sorted(plans, key=lambda plan: plan.unit != first)


@rule("kow.charge.cond_two_per_facing", "kow.charge.cond_space")
def why_no_way(battle: Battle, unit: Unit, target: Unit) -> Refused:
    """Why an enemy that is near and seen cannot be charged."""
    found = facings(battle, unit, target)
    words = " or ".join("flank" if facing in (Arc.LEFT, Arc.RIGHT) else facing.value for facing in found)
    if all(engaged_on(target, facing) >= MOST_ON_FACING for facing in found):
        why = f"Two units fight at the {words} of {target.name} already."
        return Refused(why, "kow.charge.cond_two_per_facing")
    why = f"{unit.name} cannot reach the {words} of {target.name}: no clear path or no room."
    return Refused(why, "kow.charge.cond_space")


def prospects(battle: Battle, made: Sequence[Plan]) -> tuple[Odds, ...]:
    """What these charges on one target have to expect together: dice for the distance first, then the combat."""
    target = battle.units[made[0].target]
    told: list[Odds] = []
    for plan in made:
        unit = battle.units[plan.unit]
        far = reach(battle, unit)
        gap = apart(battle, unit, target)
        if far.dice is not None and gap > far.sure + TOLERANCE:
            least = ceil(gap - TOLERANCE - (far.most - far.highest))
            told.append(Odds(f"{unit.name}: reaches it", odds.at_least(far.dice, least)))
    chargers = [(battle.units[plan.unit], plan.facing, plan.hindered) for plan in made]
    return (*told, *charge_odds(battle, chargers, target))


# Giving the orders


@rule("kow.charge.multiple", "kow.charge.multiple_orders_first", "kow.charge.multiple_no_room")
@rule("kow.charge.impossible_other_order", "kow.order.charge")
def charge(battle: Battle, unit: Unit, target: Unit) -> Script[None]:
    """The unit is ordered to charge, perhaps together with others. Who turns out to be unable to has no order yet."""
    facing = yield from _settled_facing(battle, unit, target)
    if facing is None:
        return
    own = Member(unit.id, facing)
    chosen = yield from _ask_partners(battle, unit, target, own)
    members = [own]
    for member in chosen:
        friend = battle.units[member.unit]
        yield from before_order(battle, friend)
        yield from loot.may_drop(battle, friend)
        facing = member.facing if member.reforms else (yield from _settled_facing(battle, friend, target))
        if facing is not None:
            members.append(msgspec.structs.replace(member, facing=facing))
    short: set[int] = set()
    for member in members:
        if not member.reforms and not (yield from _reaches(battle, battle.units[member.unit], target)):
            short.add(member.unit)
    able = _fitting(battle, target, [member for member in members if member.unit not in short])
    if own not in able and unit.id not in short:
        unit.barred = (*unit.barred, target.id)
        yield events.ChargeBlocked(unit.id, target.id, why_no_way(battle, unit, target).message)
    able = yield from _ask_sides(battle, target, able)
    for member in able:
        friend = battle.units[member.unit]
        yield from as_ordered(battle, friend, "reform" if member.reforms else "charge")
    # What rules did when the orders were given may matter for who is hindered.
    for made, member in zip(*_arranged(battle, target, able), strict=True):
        if member.reforms:
            yield from set_down(battle, battle.units[member.unit], made)
        else:
            yield from carry_out(battle, made)
    for member in able:
        yield from done(battle, battle.units[member.unit])


def _arranged(battle: Battle, target: Unit, members: Sequence[Member]) -> tuple[list[Plan], list[Member]]:
    """The plans of all members, in the order in which they are carried out."""
    made = arrange(battle, target, members) if members else []
    by_unit = {member.unit: member for member in members}
    return made, [by_unit[one.unit] for one in made]


def _fitting(battle: Battle, target: Unit, members: Sequence[Member]) -> list[Member]:
    """The members that can charge together: all, or the most of them, those named first before others."""
    for count in range(len(members), 0, -1):
        for some in combinations(members, count):
            if any(not member.reforms for member in some) and passes(fit, battle, target, some):
                return list(some)
    return []


@rule("kow.charge.facing_unclear", "kow.los.dispute_roll")
def _settled_facing(battle: Battle, unit: Unit, target: Unit) -> Script[Arc | None]:
    """The facing that the unit charges: a die decides between two, and whether a doubtful target is seen (KOW-R028).
    None if the charge cannot be made after all."""
    if sight.sees(battle, unit, target) != "free" and not (yield from sight.settled(battle, unit, target)):
        yield events.ChargeBlocked(unit.id, target.id, "it does not see it")
        unit.barred = (*unit.barred, target.id)
        return None
    return (yield from sight.settled_arc(battle, unit, target))


def _ask_partners(battle: Battle, unit: Unit, target: Unit, own: Member) -> Script[list[Member]]:
    """Ask who charges with the unit, if anybody could; somebody must where it cannot charge alone."""
    able = [one for one in partners(battle, unit, target) if passes(fit, battle, target, [own, one])]
    if not able:
        return []
    by_key = {member.key: member for member in able}

    def fits(keys: tuple[str, ...]) -> None:
        named = [by_key[key].unit for key in keys]
        if len(set(named)) < len(named):
            twice = next(battle.units[number] for number in named if named.count(number) > 1)
            raise Refused(f"{twice.name} cannot reform and wrap around.", "kow.move.one_order_each")
        fit(battle, target, [own, *(by_key[key] for key in keys)])

    alone = passes(fit, battle, target, [own])
    question = Pick(
        seat=unit.seat,
        topic="joint charge",
        text=f"Who charges {target.name} together with {unit.name}?",
        rules=("kow.charge.multiple", "kow.charge.into_engaged_reform"),
        act=Act(unit.id, (target.id,)),
        options=tuple(_option(battle, target, member) for member in able),
        least=0 if alone else 1,
        most=len(able),
    )

    def weigh(option: Option) -> tuple[Odds, ...]:
        found = arrange(battle, target, [own, by_key[option.key]])
        return prospects(battle, [made for made in found if not by_unit[made.unit].reforms])

    by_unit = {member.unit: member for member in (own, *able)}
    keys = yield from pick(question, fits, weigh)
    return [by_key[key] for key in keys]


def _option(battle: Battle, target: Unit, member: Member) -> Option:
    friend = battle.units[member.unit]
    where = "flank" if member.facing in (Arc.LEFT, Arc.RIGHT) else member.facing.value
    words = f"{friend.name}, in the {where}"
    if member.reforms:
        deed = f"{verb(friend.name, 'wraps')} around to" if member.wraps else f"{verb(friend.name, 'reforms')} on"
        words = f"{friend.name} {deed} the {where}"
    return Option(member.key, words, (), friend.id, target.id)


@rule("kow.special.wild_charge_variable", "kow.charge.cond_distance", "kow.loot.wild_charge_roll")
def _reaches(battle: Battle, unit: Unit, target: Unit) -> Script[bool]:
    """Whether the unit charges far enough: where dice decide they are rolled now. If they fall short it charges nobody
    in this turn."""
    far = reach(battle, unit)
    gap = apart(battle, unit, target)
    if far.dice is None or gap <= far.sure + TOLERANCE:
        return True
    rolled = yield from roll_sum(
        far.dice, why="Wild Charge", rule="kow.special.wild_charge_variable", seat=unit.seat, unit=unit.id
    )
    inches = far.most - far.highest + rolled
    if far.drops and not (yield from loot.may_drop(battle, unit)):
        inches = far.sure
    if gap <= inches + TOLERANCE:
        return True
    unit.barred = tuple(enemy.id for enemy in enemies(battle, unit.seat))
    yield events.ChargeFellShort(unit.id, target.id, inches)
    return False
