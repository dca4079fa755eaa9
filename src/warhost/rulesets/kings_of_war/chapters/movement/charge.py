"""Charges: who can be charged, on which facing, by which way, and where the charger then stands (Charging)."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import islice

import msgspec

from warhost.dice import Dice, odds
from warhost.field import Field, Path, struck_at
from warhost.field.contact.engagement import engage
from warhost.play.battle import copied, stand
from warhost.play.questions import Denied
from warhost.play.script import Refused, Script
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.chapters.movement.charge_way import Onset
from warhost.rulesets.kings_of_war.core import (
    BLOCKING,
    GAP,
    Battle,
    Heard,
    Marker,
    Unit,
    apart,
    enemies,
    events,
    field_of,
    footprint,
    heard,
    is_across,
    sight,
    speaking,
    values,
    within_reach,
)
from warhost.table import (
    TOLERANCE,
    Arc,
    Back,
    Rect,
    apply,
    arc_of,
    distance,
    edge_midpoint,
    outward,
    overlaps,
    slide,
)

MOST_ON_FACING = 2
"""So many friends may be engaged with one facing of an enemy (kow.charge.cond_two_per_facing)."""

MOST_WAYS = 40
"""Of so many ways at most one that is not hindered is looked for."""

KEPT = "kow charges"
"""The name under which a battle keeps plans of charges, beside its data."""

LOOKED_AT = 6.0
"""Enemies that are out of reach by no more than this are told to be so."""


class Plan(msgspec.Struct, frozen=True, gc=False):
    """A charge that can be made: the way into contact, the facing that it strikes, where the charger stands in the end,
    and whether it is hindered."""

    unit: int
    target: int
    facing: Arc
    path: Path
    struck: float
    """Where along the facing it stands when it has turned flush, before it slides."""
    place: Rect
    hindered: bool


# Who can be charged


@rule("kow.charge.cond_not_engaged", "kow.war_engine.no_double_charge", "kow.nerve.wavering_orders")
def why_not(battle: Battle, unit: Unit) -> Refused | None:
    """Why the unit cannot charge anybody, if it cannot."""
    if unit.engaged:
        return Refused(f"{unit.name} cannot charge while engaged.", "kow.charge.cond_not_engaged")
    if unit.wavering:
        return Refused(f"{unit.name} cannot charge while wavering.", "kow.nerve.wavering_orders")
    if battle.entry(unit).type == "war engine":
        return Refused("War engines do not charge.", "kow.war_engine.no_double_charge")
    return None


class Reach(msgspec.Struct, frozen=True, gc=False):
    """How far a unit charges: double its Speed and what is added to it; dice are rolled once the order is given."""

    sure: float
    most: float
    dice: Dice | None = None
    highest: int = 0
    """The most that the dice can show."""
    drops: bool = False
    """Only who drops the loot first goes farther than what is sure (KOW-R174)."""


@rule("kow.loot.wild_charge_roll")
def reach(battle: Battle, unit: Unit) -> Reach:
    """Double Speed, and the bonuses of all its rules (KOW-R065). Who carries loot may still roll dice for more."""
    if any(marker.carrier == unit.id for marker in battle.markers):
        freed = copied(battle)
        freed.markers = ()
        own, free = _reach(battle, unit), _reach(freed, freed.units[unit.id])
        return own if free.dice is None else Reach(own.sure, free.most, free.dice, free.highest, drops=True)
    return _reach(battle, unit)


@rule("kow.charge.cond_distance", "kow.special.wild_charge", "kow.special.wild_charge_variable")
def _reach(battle: Battle, unit: Unit) -> Reach:
    inches = 2.0 * values.speed(battle, unit)
    dice: Dice | None = None
    for one in speaking(battle, unit, "charge_bonus"):
        bonus = one.charge_bonus(battle, unit)
        if isinstance(bonus, int):
            inches += bonus
        else:
            dice = bonus
    if dice is None:
        return Reach(inches, inches)
    thrown = odds.of(dice)
    return Reach(inches + min(thrown), inches + max(thrown), dice, max(thrown))


@rule("kow.charge.facing_by_midpoint")
def facings(battle: Battle, unit: Unit, target: Unit) -> tuple[Arc, ...]:
    """The facing in whose arc the middle of the charger's front lies; two where that is in doubt (KOW-R028)."""
    return sight.arcs_at(footprint(battle, target), *footprint(battle, unit).front)


@rule("kow.charge.into_engaged", "kow.charge.cond_two_per_facing")
def engaged_on(target: Unit, facing: Arc, without: Container[int] = ()) -> int:
    """How many enemies of the target are engaged with that facing of it."""
    return sum(1 for foe in target.foes if foe.mine is facing and foe.unit not in without)


@rule("kow.charge.cond_visible", "kow.charge.cond_distance", "kow.charge.impossible_other_order")
def why_no_target(battle: Battle, unit: Unit, target: Unit, far: Reach) -> Refused | None:
    """Why the unit cannot charge that enemy, before anybody looks for a way."""
    if target.id in unit.barred:
        return Refused(f"{unit.name} cannot charge {target.name} any more in this turn.", "kow.special.wild_charge")
    gap = apart(battle, unit, target)
    if gap > far.most + TOLERANCE:
        words = f'{target.name} is {gap:.1f}" away: {unit.name} can charge {far.most:g}".'
        return Refused(words, "kow.charge.cond_distance")
    if not sight.may_see(battle, unit, target):
        return Refused(f"{unit.name} cannot see {target.name}.", "kow.charge.cond_visible")
    return None


def in_reach(battle: Battle, unit: Unit) -> list[Unit]:
    """The enemies to which a way is looked for."""
    far = reach(battle, unit)
    near = within_reach(battle, unit, far.most + TOLERANCE, enemies(battle, unit.seat))
    return [target for target in near if why_no_target(battle, unit, target, far) is None]


def denials(battle: Battle, unit: Unit) -> list[Denied]:
    """The enemies that are near but cannot be charged before anybody looks for a way, with the reason."""
    far = reach(battle, unit)
    found = []
    for target in within_reach(battle, unit, far.most + LOOKED_AT, enemies(battle, unit.seat)):
        why = why_no_target(battle, unit, target, far)
        if why is not None:
            found.append(Denied(f"charge>{target.id}", why.message, why.rule or "", unit.id, target.id))
    return found


# The plan of a charge


def plan(battle: Battle, unit: Unit, target: Unit) -> Plan | None:
    """How the unit would charge that enemy now, on the facing that it has to charge; None if it cannot.

    Where it is in doubt which facing that is, the first that can be charged.
    """
    if why_not(battle, unit) is not None or why_no_target(battle, unit, target, reach(battle, unit)) is not None:
        return None
    return next(plans(battle, unit, target), None)


@rule("kow.charge.into_engaged", "kow.charge.cond_two_per_facing")
def plans(battle: Battle, unit: Unit, target: Unit) -> Iterator[Plan]:
    """A plan for each facing that the unit may have to charge."""
    for facing in facings(battle, unit, target):
        if engaged_on(target, facing) < MOST_ON_FACING:
            course = course_on(battle, unit, target, facing)
            if course is not None:
                yield course.plan()


@rule("kow.charge.cond_space", "kow.charge.right_facing", "kow.charge.into_engaged_halted")
def course_on(
    battle: Battle,
    unit: Unit,
    target: Unit,
    facing: Arc,
    group: frozenset[int] = frozenset(),
    taken: tuple[Rect, ...] = (),
) -> Course | None:
    """The charge against that facing: into contact, flush, then along to the middle of it or as near as can be.

    `group` are the friends that charge with it and are in nobody's way, `taken` where some of them will stand. Of
    several ways one that is not hindered is taken (KOW-R067). What was found is kept while nobody moves.
    """
    kept = _kept(battle)
    key = (unit.id, target.id, facing, group, taken, None)
    if key not in kept:
        kept[key] = _course(Onset(battle, unit, target, facing, group, taken))
    return kept[key]


class Course:
    """A charge that can be made, by its first way at least. Where that is hindered, another that is not is looked for
    once somebody wants to know."""

    __slots__ = ("_at", "_onset", "_plan", "_sure")

    def __init__(self, onset: Onset, first: Plan, at: Rect | None) -> None:
        self._onset, self._at, self._plan = onset, at, first
        self._sure = not first.hindered or onset.is_hindered_anyway(first.place)

    def plan(self) -> Plan:
        """The charge by the way that is taken."""
        if not self._sure:
            self._plan, self._sure = _best(self._onset, self._at), True
        return self._plan


def _course(onset: Onset, at: Rect | None = None) -> Course | None:
    first = next(_plans_by_way(onset, at), None)
    return None if first is None else Course(onset, first, at)


def _plans_by_way(onset: Onset, at: Rect | None) -> Iterator[Plan]:
    """A plan for each way that is looked at."""
    for path, struck in islice(onset.ways(), MOST_WAYS):
        place = at or onset.place(struck)
        if place is not None:
            hindered = onset.is_hindered(path, struck, place)
            yield Plan(onset.unit, onset.target, onset.facing, path, struck, place, hindered)


def _best(onset: Onset, at: Rect | None) -> Plan:
    """The plan by the first way that is not hindered, of those that are looked at, or by the first of all."""
    first: Plan | None = None
    for made in _plans_by_way(onset, at):
        if not made.hindered:
            return made
        first = first or made
        if onset.is_hindered_anyway(made.place):
            break
    assert first is not None, "there is one way at least"
    return first


def course_to(
    battle: Battle, unit: Unit, target: Unit, facing: Arc, place: Rect, group: frozenset[int]
) -> Course | None:
    """The charge against that facing that ends at a place which others have left to it. It is kept too."""
    kept = _kept(battle)
    key = (unit.id, target.id, facing, group, (), place)
    if key not in kept:
        kept[key] = _course(Onset(battle, unit, target, facing, group), place)
    return kept[key]


Key = tuple[int, int, Arc, frozenset[int], tuple[Rect, ...], Rect | None]
"""Who charges whom on which facing, with whom, past which places that are taken, to which place if that is given."""


class _Kept(msgspec.Struct, frozen=True):
    """Plans that were made, as long as nobody moves and nothing that lasts on anybody changes."""

    field: Field
    heard: Heard
    markers: tuple[Marker, ...]
    found: dict[Key, Course | None]


def _kept(battle: Battle) -> dict[Key, Course | None]:
    field, rules = field_of(battle), heard(battle)
    known: _Kept | None = battle.__dict__.get(KEPT)
    if known is None or known.field is not field or known.heard is not rules or known.markers != battle.markers:
        known = battle.__dict__[KEPT] = _Kept(field, rules, battle.markers, {})
    return known.found


# Carrying it out


@rule("kow.charge.engaged", "kow.charge.align", "kow.charge.hindered", "kow.order.charge")
def carry_out(battle: Battle, made: Plan) -> Script[None]:
    """The charger moves into contact, turns flush, slides, and is engaged with its target."""
    unit, target = battle.units[made.unit], battle.units[made.target]
    unit.hindered = made.hindered
    path = made.path
    yield events.UnitCharged(
        unit.id, target.id, made.facing.value, path.steps, path.end.pose, path.inches, made.hindered
    )
    place = _before_obstacle(battle, unit, target, made)
    if path.end.pose != place.pose:
        yield events.UnitAligned(unit.id, place.pose)
    contact(battle, unit, target, made.facing, place)


@rule("kow.terrain.obstacle_contact")
def _before_obstacle(battle: Battle, unit: Unit, target: Unit, made: Plan) -> Rect:
    """Where players agreed that units touch across obstacles, a charger stops before one that its target stands behind,
    if there is room; the charge counts as having crossed it (KOW-R059). One that leads away from the target is not
    between them."""
    if not battle.settings.obstacle_contact:
        return made.place
    here, goal = field_of(battle), footprint(battle, target)
    nx, ny = outward(goal, made.facing)
    mx, my = edge_midpoint(goal, made.facing)
    for piece in here.terrain.having("obstacle"):
        if overlaps(piece.shape, made.place) and distance(piece.shape, goal) <= GAP:
            thick = max((x - mx) * nx + (y - my) * ny for x, y in piece.shape.corners)
            behind = slide(made.place, thick, (nx, ny))
            across = is_across(battle, behind, goal, distance(behind, goal))
            if across and here.has_room(behind, unit.id, barred=BLOCKING):
                return behind
    return made.place


@rule("kow.charge.engaged", "kow.interp.touch_not_engaged", "kow.charge.forced")
def contact(battle: Battle, unit: Unit, target: Unit, facing: Arc, place: Rect) -> None:
    """The unit stands there with its front against that facing; the two are engaged, and nobody else (KOW-R052)."""
    stand(unit, place)
    unit.charged = True
    engage(unit, Arc.FRONT, target, facing)


@rule("kow.charge.forced", "kow.charge.forced_full_facing", "kow.spell.surge_charge", "kow.spell.surge_no_space")
@rule("kow.spell.surge_hindered", "kow.special.yielding_pursuit_hindered")
def forced(battle: Battle, unit: Unit, target: Unit, path: Path, facing: Arc | None = None) -> Script[bool]:
    """A unit that was driven into contact along a path counts as having charged the facing that it touched, or the one
    that is told where that can be. Returns whether the two are engaged.

    Where two units fight on that facing it stops 1 mm short (KOW-R079); without room it stays in contact, not engaged.
    """
    goal = footprint(battle, target)
    wanted = [*([facing] if facing is not None else []), *_touched(path, goal)]
    for side in dict.fromkeys(wanted):
        if engaged_on(target, side) >= MOST_ON_FACING:
            place = apply(path.end, Back(min(GAP, path.inches)))
            yield events.UnitStoppedShort(unit.id, target.id, stand(unit, place))
            return False
        struck = struck_at(path.end, goal, side)
        if struck is None:
            continue
        onset = Onset(battle, unit, target, side)
        found = onset.place(struck)
        if found is None:
            continue
        hindered = onset.is_hindered(path, struck, found)
        yield from carry_out(battle, Plan(unit.id, target.id, side, path, struck, found, hindered))
        return True
    stand(unit, path.end)
    return False


def _touched(path: Path, goal: Rect) -> list[Arc]:
    """The facings that the end of a path touches; at a corner first the one in whose arc it began (KOW-R137)."""
    began = arc_of(goal, *path.start.front)
    sides = [side for side in Arc if struck_at(path.end, goal, side) is not None]
    return sorted(sides, key=lambda side: side is not began)
