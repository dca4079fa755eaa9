"""Charges: who can be charged, the way there, and standing flush against the target (Charging; Melee: Charge Moves)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial

import msgspec

from warhost.field import Path, along, ease
from warhost.field.moves.drafts import ask_drawn
from warhost.play.battle import stand
from warhost.play.questions import Denied, Kind, Manoeuvre, Moved, Odds, Option
from warhost.play.script import Script, Weigh
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.melee import alignment
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.movement import transports
from warhost.rulesets.regiments.chapters.movement.ground_on_moves import GAP, gait
from warhost.rulesets.regiments.chapters.movement.reaching import ways_to, ways_to_spot
from warhost.rulesets.regiments.chapters.movement.suggestions import free_ahead
from warhost.rulesets.regiments.chapters.terrain import dangerous as terrain
from warhost.rulesets.regiments.chapters.wounds.removal import is_gone
from warhost.rulesets.regiments.core import (
    Battle,
    Unit,
    arc_at,
    enemies,
    events,
    field_of,
    footprint,
    footprint_at,
    gap_between,
    optional,
    perimeter,
    troopers,
)
from warhost.rulesets.regiments.thinks.melee_odds import Bout, charge_odds
from warhost.table import TOLERANCE, Arc, Forward, Pose, Rect, distance, edge_length, flush, within

_BETTER = (Arc.FRONT, Arc.RIGHT, Arc.LEFT, Arc.REAR)
"""The sides, the better for the target first."""


MATTERS = 1.0
"""How far apart two places on a side are, in inches, to be a choice."""

NEAR_ENOUGH = 0.25
"""How far from the place that was wanted a charger may end."""

WHERE = {"": "", "left": ", keeping left", "middle": ", at the middle", "right": ", keeping right"}
"""Where along the side a charge strikes, as its charger sees it, and how an option says so."""


class Plan(msgspec.Struct, frozen=True):
    """A charge that can be made: the way into contact, the side that it strikes, and where the charger then stands."""

    way: Path
    side: Arc
    place: Rect | None
    """None where there is no room to stand flush: the melee is fought at the corner (AOFR-R053)."""


@rule("aofr.action.charge", "aofr.melee.one_target", "aofr.melee.no_los_needed")
def options(battle: Battle, unit: Unit) -> tuple[list[Option], list[Denied], dict[str, Plan]]:
    """Every enemy that can be charged, and those within reach that cannot; and the plan behind each option. It need not
    be seen, and there is one target for the whole unit."""
    found: list[Option] = []
    denied: list[Denied] = []
    made_plans: dict[str, Plan] = {}
    for target in _in_reach(battle, unit, moving.allowance(battle, unit, "charge")):
        inches = moving.charge_allowance(battle, unit, target)
        plans_found = choices(battle, unit, target, inches)
        if not plans_found:
            denied += _no_way(unit, target, inches)
            continue
        for where, made in plans_found.items():
            pose = made.place.pose if made.place is not None else made.way.end.pose
            words = {Arc.FRONT: "front", Arc.REAR: "rear"}.get(made.side, "flank")
            label = f"Charge {target.name} in the {words}{WHERE[where]}"
            if target.pose is None:
                inside = target.inside
                label = f"Charge {target.name if inside is None else f'into {battle.units[inside].name}'}"
                label += WHERE[where]
            key = f"charge>{target.id}>{where}" if where else f"charge>{target.id}"
            found.append(Option(key, label, (), unit.id, target.id, pose))
            made_plans[key] = made
    return found, denied, made_plans


@rule("aofr.terrain.dangerous", "aofr.terrain.dangerous_test")
def prospects(battle: Battle, unit: Unit, made: Mapping[str, Plan], kind: type[Bout] = Bout) -> Weigh:
    """What each of these charges has to expect, dangerous ground on its way included; `kind` is how melees go."""
    known: dict[tuple[int, Arc, int], tuple[Odds, ...]] = {}

    def weigh(option: Option) -> tuple[Odds, ...]:
        charge = made.get(option.key)
        if charge is None or option.target is None:
            return option.odds
        danger = terrain.dice_on_the_way(battle, unit, charge.way, "charge")
        target = battle.units[option.target]
        side = charge.side if target.pose is not None else Arc.FRONT
        key = (target.id, side, danger)
        if key not in known:
            left = next((part.softens(battle, unit, target) for part in optional.speaking(battle, "softens")), None)
            known[key] = charge_odds(battle, unit, target, side, danger, left, kind)
        return known[key]

    return weigh


def _no_way(unit: Unit, target: Unit, inches: float) -> Iterator[Denied]:
    """Why an enemy that is near enough cannot be charged; a unit in a transport is not near to anybody."""
    if unit.pose is not None:
        why = f'{unit.name} cannot reach {target.name} within {inches:g}" and a single turn of up to 90 degrees.'
        yield Denied(f"charge>{target.id}", why, "aofr.melee.valid_target", unit.id, target.id)


def _in_reach(battle: Battle, unit: Unit, inches: float) -> list[Unit]:
    """The enemies that are near enough to look for a way to them."""
    targets = enemies(battle, unit.seat) + optional.further_targets(battle, unit, "charge")
    if unit.pose is None:
        return targets
    start = footprint(battle, unit)
    return [target for target in targets if within(start, footprint(battle, target), inches)]


@rule("aofr.charge.not_straight", "aofr.charge.maximise_frontage")
def choices(battle: Battle, unit: Unit, target: Unit, inches: float | None = None) -> dict[str, Plan]:
    """The charges at a target among which the player chooses: the simplest way, and ways to other ends of its side.

    The side is settled when the charge is declared. Where the fronts are not equally long the charger may strike it
    further left or right, if it can come there: it shuffles only as far as it must (AOFR-R052).
    """
    if inches is None:
        inches = moving.charge_allowance(battle, unit, target)
    made = plan(battle, unit, target, inches)
    if made is None:
        return {}
    found = {"": made}
    start, goal = unit.pose, footprint(battle, target)
    if made.place is None or start is None:
        return found
    room = ease(goal, made.side, made.place)
    here = along(goal, made.side, made.place)
    for where, offset in (("left", room), ("middle", 0.0), ("right", -room)):
        if abs(offset - here) >= MATTERS - TOLERANCE:
            other = _plan_to(battle, unit, target, made, offset, inches)
            if other is not None:
                found[where] = other
    return found


def _plan_to(battle: Battle, unit: Unit, target: Unit, usual: Plan, offset: float, inches: float) -> Plan | None:
    """A charge that ends at that place of the side, by a way that is no more dangerous than the usual one."""
    start, goal, how = footprint(battle, unit), footprint(battle, target), gait(battle, unit)
    wanted = flush(start, goal, usual.side, offset)
    risk = 0 if how.flies else len(terrain.in_danger(battle, unit, usual.way, "charge"))
    for way in ways_to_spot(battle, unit, start, goal, (wanted.x, wanted.y), wanted.facing, inches, how):
        place = alignment.flush_place(battle, unit, target, usual.side, way.end)
        if place is None or abs(along(goal, usual.side, place) - offset) > NEAR_ENOUGH:
            continue
        if how.flies or len(terrain.in_danger(battle, unit, way, "charge")) <= risk:
            return Plan(way, usual.side, place)
    return None


@rule("aofr.melee.valid_target", "aofr.charge.distance_check")
def plan(battle: Battle, unit: Unit, target: Unit, inches: float | None = None) -> Plan | None:
    """How the unit charges the target; None if it cannot: too far, or no clear way (AOFR-R048).

    Of several ways one without dangerous ground is taken. Who asks for many targets tells how far the unit charges.
    """
    if inches is None:
        inches = moving.charge_allowance(battle, unit, target)
    if unit.inside is not None:
        return plan_from_inside(battle, unit, target, inches)
    far = inches
    start, how = footprint(battle, unit), gait(battle, unit)
    # Nobody moves between the questions who acts, what it does and how it gets there.
    key = ("charge", unit.id, target.id, far, how, *optional.mood(battle, unit))
    return field_of(battle).known(key, lambda: next(plans(battle, unit, target, start, far), None))


@rule("aofr.special.transport.disembark_charge")
def plan_from_inside(battle: Battle, unit: Unit, target: Unit, inches: float) -> Plan | None:
    """A charge out of a transport: from beside it, ending fully within 6" of it (AOFR-R177)."""
    assert unit.inside is not None
    transport = battle.units[unit.inside]
    hull = footprint(battle, transport)
    if distance(hull, footprint(battle, target)) > optional.measured(battle, transports.FULLY_WITHIN):
        return None
    if transport.site is not None and not _is_room_between(battle, unit, target, hull):
        return None

    def near(made: Plan) -> bool:
        return transports.is_fully_within(battle, made.place or made.way.end, hull)

    for start in transports.ways_out(battle, unit, transport):
        made = next(plans(battle, unit, target, start, inches, near), None)
        if made is not None:
            return made
    return None


def _is_room_between(battle: Battle, unit: Unit, target: Unit, hull: Rect) -> bool:
    """Whether a unit that charges out of a large piece of terrain may stand flush with the target, near enough to it.

    There are many places to come out at: none is tried if none can lead anywhere.
    """
    shape, goal = footprint_at(battle, unit, Pose(0.0, 0.0, 0.0)), footprint(battle, target)
    for side in Arc:
        far = (edge_length(goal, side) + shape.width) / 2
        steps = max(1, round(2 * far / NEAR_ENOUGH))
        places = (flush(shape, goal, side, far * (2 * step / steps - 1)) for step in range(steps + 1))
        if any(transports.is_fully_within(battle, place, hull) for place in places):
            return True
    return False


def plans(
    battle: Battle,
    unit: Unit,
    target: Unit,
    start: Rect,
    inches: float,
    wanted: Callable[[Plan], bool] | None = None,
) -> Iterator[Plan]:
    """Ways to charge the target from a place, those without dangerous ground first; only such as are wanted."""
    goal = footprint(battle, target)
    if not within(start, goal, inches) or not _is_near(battle, unit, target, start.pose, inches):
        return
    how = gait(battle, unit)
    side: Arc | None = None
    dangerous = []

    def made(way: Path) -> Iterator[Plan]:
        nonlocal side
        if side is None:
            side = charged_side(battle, unit, target, start.pose)
        place = alignment.flush_place(battle, unit, target, side, way.end)
        if place is not None or alignment.may_stand(battle, unit, way.end):
            plan = Plan(way, side, place)
            if wanted is None or wanted(plan):
                yield plan

    for way in ways_to(battle, unit, start, goal, inches, how):
        if wanted is not None and next(made(way), None) is None:
            continue
        if how.flies or not terrain.in_danger(battle, unit, way, "charge"):
            yield from made(way)
        else:
            dangerous.append(way)
    for way in dangerous:
        yield from made(way)


def _is_near(battle: Battle, unit: Unit, target: Unit, pose: Pose, inches: float) -> bool:
    """Whether some model is no further from a model of the target than the unit may charge."""
    there = perimeter(battle, target)
    return any(distance(a, b) <= inches + TOLERANCE for a in perimeter(battle, unit, pose) for b in there)


@rule("aofr.charge.facing_majority")
def charged_side(battle: Battle, unit: Unit, target: Unit, pose: Pose | None = None) -> Arc:
    """The side of the target in whose arc most of the charger's front-row models stand (AOFR-R050).

    If as many stand in two, the middle of its front decides, then the side that is better for the target.
    """
    shape = footprint(battle, target)
    front = [trooper.base for trooper in troopers(battle, unit, pose) if trooper.rank == 0]
    count = Counter(arc_at(shape, base.x, base.y) for base in front)
    most = max(count.values())
    tied = [side for side in _BETTER if count[side] == most]
    if len(tied) > 1:
        left, right = front[0].corners[0], front[-1].corners[1]
        middle = arc_at(shape, (left[0] + right[0]) / 2, (left[1] + right[1]) / 2)
        if middle in tied:
            return middle
    return tied[0]


@rule("aofr.charge.into_contact", "aofr.charge.facing_fixed", "aofr.charge.close_gap_pivot")
def charge_move(battle: Battle, unit: Unit, target: Unit, where: str = "") -> Script[Arc | None]:
    """Move into contact, then stand flush on the side where the charge was declared. Returns that side of the target.

    If the target cannot be reached any more, the unit may go on straight ahead and there is no melee: None.
    """
    made = choices(battle, unit, target).get(where) if where else plan(battle, unit, target)
    if made is None:
        yield events.ChargeStopped(unit.id, target.id)
        yield from unfinished(battle, unit)
        return None
    if optional.speaking(battle, "charges"):
        yield from optional.each(battle, "charges", unit, target, made)
        if unit.fate or target.fate:
            return None
        made = choices(battle, unit, target).get(where) or plan(battle, unit, target)
        if made is None:
            yield events.ChargeStopped(unit.id, target.id)
            yield from unfinished(battle, unit)
            return None
    unit.charged_from = gap_between(battle, unit, target) if unit.pose is not None else None
    unit.inside = None
    way = yield from optional.way_left(battle, unit, made.way, "charge")
    if is_gone(unit):
        return None
    pose = stand(unit, moving.front_kept(battle, unit, way.end))
    unit.moved = True
    yield events.UnitCharged(unit.id, target.id, made.side.value, way.inches, pose, way.steps)
    yield from terrain.danger_on_the_way(battle, unit, way, "charge")
    if is_gone(unit):
        return None
    yield from alignment.align(battle, unit, target, made.side)
    return made.side


@rule("aofr.charge.became_impossible")
def unfinished(battle: Battle, unit: Unit) -> Script[None]:
    """The unit may go straight on, as far as it could charge, and ends 1" from all others (AOFR-R049)."""
    if unit.pose is None:
        return
    kind = Kind("charge", moving.allowance(battle, unit, "charge"), gap=GAP)

    def ahead(inches: float) -> Moved:
        free = free_ahead(battle, unit, footprint(battle, unit), inches)
        return Moved("charge", (Forward(free),)) if free > TOLERANCE else Moved()

    question = Manoeuvre(
        seat=unit.seat,
        topic="unfinished charge",
        text=f"{unit.name} can no longer reach the target. How far {does(unit.name)} move?",
        rules=("aofr.charge.became_impossible",),
        unit=unit.id,
        kinds=(kind,),
    )
    checks = {"charge": partial(moving.check_move, battle, unit, kind, action="charge")}
    answer = yield from ask_drawn(question, checks, lambda: [ahead(kind.forward), ahead(min(kind.forward, 6.0))])
    if answer.kind:
        yield from moving.make_move(battle, unit, answer.steps, "charge")
