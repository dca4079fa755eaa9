"""Units inside others: who fits, getting in and out, and what happens when the transport is lost (Transport(X))."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from warhost.field import Path, check_steps, path_of
from warhost.field.contact.places import beside
from warhost.play.battle import stand
from warhost.play.questions import Denied, Kind, Moved, Option, Place, Placed
from warhost.play.script import Refused, Script, choose, place, unit_options
from warhost.play.shown.english import acts, does
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.deployment import joining
from warhost.rulesets.regiments.chapters.melee.alignment import may_stand
from warhost.rulesets.regiments.chapters.morale import shake
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.movement.ground_on_moves import GAP, gait
from warhost.rulesets.regiments.chapters.movement.reaching import check_way, ways_to
from warhost.rulesets.regiments.chapters.terrain import dangerous as terrain
from warhost.rulesets.regiments.chapters.wounds import removal
from warhost.rulesets.regiments.core import (
    HERO,
    ActionName,
    Battle,
    Unit,
    by_rules,
    events,
    footprint,
    footprint_at,
    on_table,
    optional,
    size,
)
from warhost.rulesets.regiments.core.kinds import kinds_of_model, tough
from warhost.rulesets.regiments.core.speakers import unit_rules
from warhost.table import TOLERANCE, Arc, Pose, Rect, Step, distance, distance_to_point, flush_side, overlaps, rect

FULLY_WITHIN = 6.0
"""How near to its transport a unit that gets out of it stays."""

EMBARK = "aofr.special.transport.embark"
DISEMBARK = "aofr.special.transport.disembark"
LOST = "aofr.special.transport.destroyed"


@rule("aofr.special.transport.capacity")
@by_rules
def spaces(battle: Battle, transport: Unit) -> int:
    """How many spaces a unit offers to passengers."""
    return sum(special.spaces for special, _ in unit_rules(battle, transport).at("spaces"))


@rule("aofr.special.transport.capacity", "aofr.special.transport.too_big")
def space_taken(battle: Battle, unit: Unit) -> int | None:
    """The spaces that a unit takes: 1 for a plain model and for a hero of up to Tough(6), 3 for others of up to
    Tough(3); None if it cannot be carried (AOFR-R175)."""
    total = 0
    alone = battle.regiment(unit).is_hero
    for group, count in kinds_of_model(unit):
        toughness = tough(battle, unit, group)
        hero = group == HERO or alone
        if toughness > (6 if hero else 3):
            return None
        total += count * (1 if hero or toughness == 1 else 3)
    return total


def passengers(battle: Battle, transport: Unit) -> list[Unit]:
    return [unit for unit in battle.units if unit.inside == transport.id]


@rule("aofr.special.transport.capacity", "aofr.special.transport.too_big")
def why_not_carry(battle: Battle, transport: Unit, unit: Unit) -> Refused | None:
    """Why that transport does not take that unit in, if it does not."""
    if transport.site is not None:
        return optional.why_not_enter(battle, transport, unit)
    room = spaces(battle, transport)
    if not room or transport is unit or transport.seat != unit.seat or passengers(battle, unit):
        return Refused(f"{transport.name} cannot carry {unit.name}.", "aofr.special.transport.capacity")
    needed = space_taken(battle, unit)
    if needed is None:
        return Refused(f"{acts(unit.name, 'is')} too big for a transport.", "aofr.special.transport.too_big")
    left = room - sum(space_taken(battle, other) or 0 for other in passengers(battle, transport))
    if needed > left:
        return Refused(
            f"{acts(unit.name, 'needs')} {needed} spaces; {acts(transport.name, 'has')} {left} left.",
            "aofr.special.transport.capacity",
        )
    return None


@rule("aofr.special.transport.deploy")
def load(battle: Battle, transport: Unit) -> Script[None]:
    """Who is inside comes onto the table together with its transport, set up now or set aside for later (AOFR-R069)."""
    while spaces(battle, transport):
        fitting = [
            unit
            for unit in battle.units
            if unit.pose is None
            and unit.inside is None
            and not unit.reserve
            and not unit.fate
            and why_not_carry(battle, transport, unit) is None
        ]
        if not fitting:
            return
        options = [Option("none", "No more units", passes=True), *unit_options(fitting)]
        text = f"Who is inside {transport.name}?"
        key = yield from choose(transport.seat, "aboard", text, options, rules=("aofr.special.transport.deploy",))
        if key == "none":
            return
        chosen = battle.units[int(key)]
        aboard = [*passengers(battle, transport), *fitting]
        unit = yield from joining.deploy_as_part(battle, chosen, aboard, _goes_aboard(transport.id))
        unit.inside = transport.id


def _goes_aboard(number: int) -> joining.Deployable:
    """Whether a unit is inside that transport, or would find room there."""

    def goes(battle: Battle, unit: Unit) -> bool:
        transport = battle.units[number]
        return unit.inside == number or why_not_carry(battle, transport, unit) is None

    return goes


def open_transports(battle: Battle, unit: Unit, inches: float) -> list[Unit]:
    """The transports, and pieces of terrain, that the unit could reach and that have room for it."""
    assert unit.pose is not None
    here = footprint(battle, unit)
    return [
        transport
        for transport in (*on_table(battle, unit.seat), *optional.shelters(battle))
        if (transport.site is not None or spaces(battle, transport))
        and distance(here, footprint(battle, transport)) <= inches + TOLERANCE
        and why_not_carry(battle, transport, unit) is None
    ]


def closed_to(battle: Battle, unit: Unit, action: ActionName) -> list[Denied]:
    """Why pieces of terrain that the unit could reach do not take it in."""
    shelters = optional.shelters(battle)
    if not shelters or unit.pose is None:
        return []
    inches, here = moving.allowance(battle, unit, action), footprint(battle, unit)
    near = [one for one in shelters if distance(here, footprint(battle, one)) <= inches + TOLERANCE]
    told = ((one, why_not_carry(battle, one, unit)) for one in near)
    return [Denied(f"enter>{one.id}", why.message, why.rule or "", unit.id, one.id) for one, why in told if why]


def _embarking(inches: float) -> Kind:
    """Going into a transport: as any move, but without a gap to it."""
    return Kind("embark", inches, turns=(moving.ONE_PIVOT,))


def boarding(battle: Battle, unit: Unit, action: moving.Action) -> moving.Instead | None:
    """Going into a transport as one more kind of move, where there is one to go into."""
    inches = moving.allowance(battle, unit, action)
    if not open_transports(battle, unit, inches):
        return None

    def check(moved: Moved) -> None:
        check_embark(battle, unit, moved.steps, action)

    return moving.Instead(_embarking(inches), check, lambda: ways_aboard(battle, unit, action))


@rule("aofr.special.transport.embark", "aofr.special.transport.embark_one_inch", "aofr.building.enter")
def check_embark(battle: Battle, unit: Unit, steps: Sequence[Step], action: ActionName) -> Unit:
    """The transport that the unit reaches by these steps; the 1" between units is lifted for it."""
    inches = moving.allowance(battle, unit, action)
    kind = _embarking(inches)
    check_steps(unit.name, kind, steps, moving.cites_of(kind))
    way = path_of(footprint(battle, unit), steps)
    for transport in open_transports(battle, unit, inches):
        goal = footprint(battle, transport)
        if any(distance(way.end, door) <= 2 * TOLERANCE for door in _doors(battle, unit, transport)):
            check_way(battle, unit, way, goal, inches, gait(battle, unit))
            return transport
    raise Refused(f"{unit.name} cannot reach a transport with enough room.", EMBARK)


def ways_aboard(battle: Battle, unit: Unit, action: ActionName) -> list[Moved]:
    """A way into each transport that can be reached."""
    inches = moving.allowance(battle, unit, action)
    found = []
    for transport in open_transports(battle, unit, inches):
        for door in _doors(battle, unit, transport):
            way = next(ways_to(battle, unit, footprint(battle, unit), door, inches, gait(battle, unit)), None)
            if way is not None:
                found.append(Moved("embark", way.steps))
    return found


def _doors(battle: Battle, unit: Unit, transport: Unit) -> Sequence[Rect]:
    """What the unit must touch to get in: any part of a transport, or the entrances of a piece of terrain."""
    if transport.site is not None:
        for part in optional.speaking(battle, "doors"):
            told = part.doors(battle, transport, unit)
            if told is not None:
                return told
    return (footprint(battle, transport),)


@rule("aofr.special.transport.embark", "aofr.building.enter")
def embark(battle: Battle, unit: Unit, steps: Sequence[Step], action: ActionName) -> Script[None]:
    """The unit moves up to the transport and is inside with all its models."""
    transport = check_embark(battle, unit, steps, action)
    way = path_of(footprint(battle, unit), steps)
    stand(unit, way.end)
    unit.moved = True
    yield from terrain.danger_on_the_way(battle, unit, way, action)
    if unit.fate:
        return
    yield goes_into(unit, transport)


def goes_into(unit: Unit, transport: Unit) -> events.UnitEmbarked | events.UnitEntered:
    """The unit is inside from now on, with all its models."""
    unit.pose = None
    unit.inside = transport.id
    told = events.UnitEmbarked if transport.site is None else events.UnitEntered
    return told(unit.id, transport.id)


def is_fully_within(battle: Battle, place: Rect, hull: Rect) -> bool:
    """Whether every corner is within 6" of the transport's outline."""
    near = optional.measured(battle, FULLY_WITHIN) + TOLERANCE
    return all(distance_to_point(hull, *corner) <= near for corner in place.corners)


def ways_out(battle: Battle, unit: Unit, transport: Unit) -> Iterator[Rect]:
    """Places in contact with the transport, looking away from it first, then along it."""
    shape = footprint_at(battle, unit, Pose(0.0, 0.0, 0.0))
    finely = GAP / 2 if transport.site is None else 2 * GAP
    places = beside(shape, (Arc.REAR, Arc.LEFT, Arc.RIGHT), footprint(battle, transport), finely)
    return (where for where in places if why_not_get_out(battle, unit, transport, where) is None)


@rule("aofr.special.transport.disembark", "aofr.building.exit")
def why_not_get_out(battle: Battle, unit: Unit, transport: Unit, where: Rect) -> Refused | None:
    """Why the unit cannot be set down there: in contact with its transport, 1" from others, fully within 6"."""
    hull = footprint(battle, transport)
    if not distance(where, hull) <= TOLERANCE or overlaps(where, hull):
        return Refused(f"{unit.name} must get out in contact with {transport.name}.", DISEMBARK)
    if not is_fully_within(battle, where, hull):
        return Refused(f'{unit.name} must stay fully within 6" of {transport.name}.', DISEMBARK)
    return _why_no_room(battle, unit, where, transport)


def _why_no_room(battle: Battle, unit: Unit, where: Rect, transport: Unit) -> Refused | None:
    for other in on_table(battle):
        if other is not transport and other is not unit:
            shape = footprint(battle, other)
            if distance(where, shape) < GAP - TOLERANCE:
                return Refused(f'{unit.name} would be within 1" of {other.name}.', "aofr.move.one_inch")
    if not may_stand(battle, unit, where, transport):
        return Refused(f"There is no room for {unit.name}.", "aofr.move.possible_location")
    return None


def why_not_disembark(battle: Battle, unit: Unit) -> Refused | None:
    """Why a unit has to stay inside its transport, if it is in one and has to."""
    if unit.inside is None:
        return None
    transport = battle.units[unit.inside]
    if next(ways_out(battle, unit, transport), None) is not None:
        return None
    return Refused(f"There is no room beside {transport.name} for {unit.name} to get out.", DISEMBARK)


@rule("aofr.special.transport.disembark", "aofr.special.transport.not_both")
@rule("aofr.building.exit", "aofr.building.not_both")
def disembark(battle: Battle, unit: Unit, action: moving.Action) -> Script[None]:
    """The unit is set down in contact with the transport and moves on, fully within 6" of it (AOFR-R176).

    It cannot go into a transport with the same move.
    """
    assert unit.inside is not None
    transport = battle.units[unit.inside]
    spots = list(ways_out(battle, unit, transport))
    if not spots:
        return

    def why_not(where: Rect) -> Refused | None:
        return why_not_get_out(battle, unit, transport, where)

    text = f"Where {does(unit.name)} get out of {transport.name}?"
    yield from _set_down(battle, unit, transport, spots, why_not, "disembark", text, DISEMBARK)

    def further(way: Path) -> None:
        if not is_fully_within(battle, way.end, footprint(battle, transport)):
            raise Refused(f'{unit.name} must stay fully within 6" of {transport.name}.', DISEMBARK)

    answer = yield from moving.ask_move(battle, unit, action, further=further)
    if answer.kind:
        yield from moving.make_move(battle, unit, answer.steps, action)


def _set_down(
    battle: Battle,
    unit: Unit,
    transport: Unit,
    spots: Sequence[Rect],
    why_not: Callable[[Rect], Refused | None],
    topic: str,
    text: str,
    rule_id: str,
) -> Script[None]:
    """Ask where the unit is set down, and put it there."""
    answer = yield from place(
        Place(seat=unit.seat, topic=topic, text=text, rules=(rule_id,), unit=unit.id),
        lambda placed: why_not(footprint_at(battle, unit, placed.pose)),
        lambda: [Placed(spot.pose) for spot in spots],
    )
    unit.inside = None
    unit.moved = True
    yield events.UnitDisembarked(unit.id, transport.id, stand(unit, answer.pose))


@rule("aofr.special.transport.destroyed", "aofr.building.destroyed")
def destroyed(battle: Battle, transport: Unit) -> Script[None]:
    """The transport is lost: passengers test as in dangerous terrain, are Shaken and stand fully within 6" of it."""
    for unit in passengers(battle, transport):
        groups = [group for group, count in kinds_of_model(unit) for _ in range(count)]
        yield from terrain.dangerous_test(battle, unit, groups)
        if unit.fate:
            continue
        yield from shake(battle, unit)
        yield from _bail_out(battle, unit, transport)


def _bail_out(battle: Battle, unit: Unit, transport: Unit) -> Script[None]:
    """The ground under the wreck may be used too; a unit for which there is no room is destroyed (AOFR-R178)."""
    if transport.pose is None and transport.site is None:
        return
    hull = footprint(battle, transport)

    def why_not(where: Rect) -> Refused | None:
        if not is_fully_within(battle, where, hull):
            return Refused(f'{unit.name} must be placed fully within 6" of {transport.name}.', LOST)
        return _why_no_room(battle, unit, where, transport)

    spots = [spot for spot in _around(battle, unit, transport) if why_not(spot) is None]
    if not spots:
        unit.inside = None
        yield from removal.destroy(battle, unit)
        return
    text = f"{acts(transport.name, 'is')} destroyed. Where {does(unit.name)} get out?"
    yield from _set_down(battle, unit, transport, spots, why_not, "bail out", text, LOST)


def _around(battle: Battle, unit: Unit, transport: Unit) -> Iterator[Rect]:
    """Places beside the transport, where it stands, and a little further off."""
    width, depth = size(battle, unit)
    hull = footprint(battle, transport)
    for turn in (0.0, 90.0, 180.0, 270.0):
        facing = hull.facing + turn
        yield rect(hull.x, hull.y, facing, width, depth)
        shape = rect(0.0, 0.0, facing, width, depth)
        for side in Arc:
            yield flush_side(shape, Arc.REAR, hull, side, 0.0)
    for dx in (-4.0, 0.0, 4.0):
        for dy in (-4.0, 0.0, 4.0):
            pose = Pose(hull.x + dx, hull.y + dy, hull.facing)
            yield footprint_at(battle, unit, pose)
