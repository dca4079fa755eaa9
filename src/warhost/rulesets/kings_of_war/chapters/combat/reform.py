"""Reforming: a better place against the enemies that a unit fights, perhaps on another facing (Reforming)."""

from __future__ import annotations

from collections.abc import Container, Sequence

import msgspec

from warhost.field import Path, along, free_offsets
from warhost.field.contact.engagement import engage
from warhost.play.battle import stand
from warhost.play.script import Refused, Script, refuse
from warhost.play.shown.english import verb
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.chapters.combat.strikes import FACINGS
from warhost.rulesets.kings_of_war.chapters.movement.charge import MOST_ON_FACING, Plan, engaged_on
from warhost.rulesets.kings_of_war.chapters.movement.charge_way import ENOUGH, nearest_free, off_stretch
from warhost.rulesets.kings_of_war.core import BLOCKING, GAP, Battle, Unit, events, field_of, footprint
from warhost.table import (
    TOLERANCE,
    Arc,
    Interval,
    Rect,
    arc_of,
    distance,
    edge_length,
    edge_midpoint,
    flush,
    grown,
    outward,
    outward_facing,
    project,
    rect,
    wrapped,
)

SLIVER = 0.1
"""How deep the strip is that stands for the line on which a unit fights two enemies."""


class Line(msgspec.Struct, frozen=True):
    """Where a unit reforms: against a side of something, as near as can be to an offset, within these bounds."""

    goal: Rect
    side: Arc
    aim: float = 0.0
    low: float = -1e9
    high: float = 1e9


@rule("kow.reform.condition", "kow.order.withdraw_reform_engaged_only", "kow.nerve.wavering_orders")
@rule("kow.withdraw.condition", "kow.move.engaged_orders")
def why_not_leave(unit: Unit, what: str, rule_id: str) -> Refused | None:
    """Why a unit can neither reform nor withdraw: it fights nobody, or on several of its facings, or wavers."""
    if not unit.engaged:
        words = f"{unit.name} cannot {what}: that is for units that are engaged."
        return Refused(words, "kow.order.withdraw_reform_engaged_only")
    if unit.wavering:
        return Refused(f"{unit.name} cannot {what} while wavering.", "kow.nerve.wavering_orders")
    if len({foe.mine for foe in unit.foes}) > 1:
        words = f"{unit.name} cannot {what}: there are enemies on more than one of its facings."
        return Refused(words, rule_id)
    return None


# Reform


@rule("kow.reform.place", "kow.reform.must_fit", "kow.reform.two_enemies", "kow.reform.condition")
def place(battle: Battle, unit: Unit) -> Rect:
    """Where the unit stands after reforming alone; Refused if it cannot, or would stand no better."""
    refuse(why_not_leave(unit, "reform", "kow.reform.condition"))
    found = _place_on(battle, unit, _line(battle, unit))
    if found is None:
        words = f"{unit.name} cannot reform: there is no room against the enemy."
        raise Refused(words, "kow.reform.must_fit")
    if not stands_elsewhere(footprint(battle, unit), found):
        raise Refused(f"{unit.name} cannot reform to stand any better.", "kow.reform.place")
    return found


def stands_elsewhere(before: Rect, after: Rect) -> bool:
    """Whether these are two places, or two ways to face."""
    return before.facing != after.facing or max(abs(before.x - after.x), abs(before.y - after.y)) > TOLERANCE


def reform_on(
    battle: Battle, unit: Unit, target: Unit, facing: Arc, group: Container[int], taken: Sequence[Rect]
) -> Plan | None:
    """The reform of a unit while others of a group charge an enemy of it; None if there is no room."""
    found = _place_on(battle, unit, _line(battle, unit), group, taken)
    return None if found is None else lifted(battle, unit, target, facing, found)


def lifted(battle: Battle, unit: Unit, target: Unit, facing: Arc, place: Rect) -> Plan:
    """The plan of a unit that reforms, or wraps around, to that place: it goes no way, and nothing hinders it."""
    return Plan(unit.id, target.id, facing, Path((), (footprint(battle, unit),)), 0.0, place, unit.hindered)


@rule("kow.reform.no_new_no_lost", "kow.reform.two_enemies")
def bounds(battle: Battle, unit: Unit, target: Unit, facing: Arc) -> Interval:
    """From where to where along a facing of one of its enemies a unit that reforms keeps contact with all of them."""
    if len(unit.foes) == 1:
        return (-1e9, 1e9)
    own, goal, line = footprint(battle, unit), footprint(battle, target), _line(battle, unit)
    low, high = sorted(along(goal, facing, flush(own, line.goal, line.side, end)) for end in (line.low, line.high))
    return (low, high)


@rule("kow.reform.two_enemies", "kow.reform.place")
def _line(battle: Battle, unit: Unit) -> Line:
    """What the unit reforms against: the facing of its one enemy, or the line on which it fights two, with the border
    or the gap between them as the middle (KOW-R082)."""
    foes = [(foe, footprint(battle, battle.units[foe.unit])) for foe in unit.foes]
    if len(foes) == 1:
        return Line(foes[0][1], foes[0][0].theirs)
    own, mine = footprint(battle, unit), foes[0][0].mine
    nx, ny = outward(own, mine)
    mx, my = edge_midpoint(own, mine)
    facing = wrapped(outward_facing(own, mine) + 180.0)
    spot = rect(mx + nx * SLIVER / 2, my + ny * SLIVER / 2, facing, own.width, SLIVER)
    spans = sorted(project(shape, spot, Arc.FRONT) for _, shape in foes)
    half = own.width / 2
    return Line(
        rect(spot.x, spot.y, facing, 2 * max(abs(end) for span in spans for end in span), SLIVER),
        Arc.FRONT,
        (spans[0][1] + spans[-1][0]) / 2,
        max(low for low, _ in spans) - half + GAP,
        min(high for _, high in spans) + half - GAP,
    )


@rule("kow.reform.place", "kow.reform.no_new_no_lost", "kow.reform.must_fit")
def _place_on(
    battle: Battle, unit: Unit, line: Line, group: Container[int] = (), taken: Sequence[Rect] = ()
) -> Rect | None:
    """The place on that line. A unit that has its front on it slides until something stops it; any other is lifted and
    set down (KOW-R084). It comes no nearer than 1 mm to enemies that it does not fight."""
    own = footprint(battle, unit)
    free = [
        (max(low, line.low), min(high, line.high))
        for low, high in _room(battle, unit, line.goal, line.side, group, taken)
        if low <= line.high and high >= line.low
    ]
    if not free:
        return None
    if all(foe.mine is Arc.FRONT for foe in unit.foes):
        here = along(line.goal, line.side, own)
        nearest = min(free, key=lambda one: off_stretch(one, here))
        if off_stretch(nearest, here) <= 8 * TOLERANCE or taken:
            free = [nearest]
    return flush(own, line.goal, line.side, nearest_free(free, line.aim))


def _room(
    battle: Battle, unit: Unit, goal: Rect, side: Arc, group: Container[int], taken: Sequence[Rect]
) -> list[Interval]:
    """The offsets at which the unit has room, away from enemies that it does not fight."""
    here, own = field_of(battle), footprint(battle, unit)
    foes = {foe.unit for foe in unit.foes}
    near = own.width + own.depth + goal.radius + GAP
    blocks = []
    for body in here.near(goal.x, goal.y, near, unit.id, foes):
        if body.id in group:
            continue
        strange = body.seat != unit.seat and distance(body.shape, own) > TOLERANCE
        blocks.append(grown(body.shape, GAP) if strange else body.shape)
    blocks += [piece.shape for piece in here.pieces_near(goal.x, goal.y, near, BLOCKING)]
    return free_offsets(own, goal, side, [*blocks, *taken], here.board, ENOUGH)


@rule("kow.reform.not_hindered", "kow.charge.reform_not_hindered")
def set_down(battle: Battle, unit: Unit, made: Plan) -> Script[None]:
    """The unit stands in its new place, with its front against the enemies that it fights, perhaps on another facing of
    the one. It is not hindered by it."""
    wrapped_around = False
    for foe in unit.foes:
        facing = made.facing if foe.unit == made.target else foe.theirs
        wrapped_around |= facing is not foe.theirs
        engage(unit, Arc.FRONT, battle.units[foe.unit], facing)
    pose = stand(unit, made.place)
    if wrapped_around:
        yield events.UnitWrapped(unit.id, made.target, FACINGS[made.facing], pose)
    else:
        yield events.UnitReformed(unit.id, pose)


def reform(battle: Battle, unit: Unit) -> Script[None]:
    """The unit reforms alone."""
    foe = unit.foes[0]
    yield from set_down(battle, unit, lifted(battle, unit, battle.units[foe.unit], foe.theirs, place(battle, unit)))


# Wrap-around


@rule("kow.reform.wrap_one_enemy", "kow.reform.wrap_condition")
def wrap_facing(battle: Battle, unit: Unit) -> Arc:
    """The facing of its one enemy onto which the unit may wrap around; Refused if there is none."""
    refuse(why_not_leave(unit, "wrap around", "kow.reform.condition"))
    if len(unit.foes) > 1:
        words = f"{unit.name} cannot wrap around more than one enemy."
        raise Refused(words, "kow.reform.wrap_one_enemy")
    foe = unit.foes[0]
    enemy = battle.units[foe.unit]
    own, goal = footprint(battle, unit), footprint(battle, enemy)
    facing = _new_facing(battle, own, goal, foe.theirs)
    if facing is None:
        words = f"{unit.name} cannot wrap around: the middle of {verb(unit.name, 'its')} front is against {enemy.name}."
        raise Refused(words, "kow.reform.wrap_condition")
    return facing


@rule("kow.reform.wrap_condition")
def wrap(battle: Battle, unit: Unit) -> Plan:
    """How the unit wraps around its enemy; Refused if it cannot. Only where it ends has to be free."""
    facing = wrap_facing(battle, unit)
    enemy = battle.units[unit.foes[0].unit]
    if engaged_on(enemy, facing, (unit.id,)) >= MOST_ON_FACING:
        words = f"{unit.name} cannot wrap around: two units fight on that facing of {enemy.name}."
        raise Refused(words, "kow.reform.wrap_condition")
    return wrap_onto(battle, unit, enemy, facing)


@rule("kow.reform.wrap_place")
def wrap_onto(
    battle: Battle, unit: Unit, enemy: Unit, facing: Arc, group: Container[int] = (), taken: Sequence[Rect] = ()
) -> Plan:
    """The wrap-around onto a facing, as near to its middle as there is room; Refused if there is none."""
    free = _room(battle, unit, footprint(battle, enemy), facing, group, taken)
    if not free:
        raise _no_room(unit, enemy, facing)
    return wrapped_at(battle, unit, enemy, facing, nearest_free(free, 0.0))


@rule("kow.reform.wrap_beyond_corner")
def wrapped_at(battle: Battle, unit: Unit, enemy: Unit, facing: Arc, offset: float) -> Plan:
    """The wrap-around that ends there; Refused if the middle of the unit's front is not beyond the corner then."""
    goal = footprint(battle, enemy)
    if abs(offset) >= edge_length(goal, facing) / 2 - 2 * TOLERANCE:
        raise _no_room(unit, enemy, facing)
    return lifted(battle, unit, enemy, facing, flush(footprint(battle, unit), goal, facing, offset))


def _no_room(unit: Unit, enemy: Unit, facing: Arc) -> Refused:
    words = f"{unit.name} cannot wrap around: there is no room at the {facing.value} of {enemy.name}."
    return Refused(words, "kow.reform.wrap_beyond_corner")


@rule("kow.reform.wrap_condition")
def _new_facing(battle: Battle, own: Rect, goal: Rect, present: Arc) -> Arc | None:
    """The facing in whose arc the middle of the unit's front lies, if that is not the one on which it fights; at a
    corner the other facing there (KOW-R014, KOW-R085)."""
    half = edge_length(goal, present) / 2
    mx, my = edge_midpoint(goal, present)
    nx, ny = outward(goal, present)
    x, y = own.front
    aside = (x - mx) * ny - (y - my) * nx
    on_line = abs((x - mx) * nx + (y - my) * ny) <= 8 * TOLERANCE
    if on_line and abs(abs(aside) - half) <= 2 * TOLERANCE:
        order = (Arc.FRONT, Arc.RIGHT, Arc.REAR, Arc.LEFT)
        turn = 1 if aside > 0.0 else -1
        return order[(order.index(present) + turn) % 4] if battle.settings.wrap_at_corner else None
    found = arc_of(goal, x, y)
    return None if found is present else found


def wrap_around(battle: Battle, unit: Unit) -> Script[None]:
    """The unit is lifted and set down on another facing of its enemy."""
    yield from set_down(battle, unit, wrap(battle, unit))
