"""Being in a building (BLUE-R137): who may go in, how units come in and out, and who stands where afterwards.

A unit in a section has no places on the table: it shoots, sees and is reached by the section's walls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import hypot
from typing import TypeAlias

from warhost.field.loose.steps import Around, may_stand
from warhost.play.script import Refused, Script
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.movement.ground import footing_of
from warhost.rulesets.blue_age.chapters.wounds import harm
from warhost.rulesets.blue_age.core import (
    COHESION,
    CONTACT,
    GAP,
    Battle,
    Type,
    Unit,
    bases_of,
    head,
    section_piece,
    speakers,
    stand,
    together,
)
from warhost.rulesets.blue_age.core.events import shooting as shooting_events
from warhost.table import Circle, Point, Rect, base_distance, from_local

ROOM: dict[Type, int] = {"infantry": 20, "beast": 10, "swarm": 10, "monstrous infantry": 6}
"""How many models of a type find room in a section."""

AT_WALL = 1.0
"""How near to a wall models are that step out, and by how much the way in may be longer than the move."""

STEP = 0.25
"""How densely places along a wall are looked for, in inches."""


def occupant(battle: Battle, number: int) -> Unit | None:
    """The unit in a section; Heroes who are with it are there too."""
    return next((unit for unit in battle.units if unit.models and unit.inside == number), None)


# Going in


@rule("blue.building.structure", "blue.unit_type.cavalry_no_buildings", "blue.unit_type.chariot_no_buildings")
@rule("blue.unit_type.war_machine_no_entry", "blue.unit_type.monster_no_buildings", "blue.unit_type.flyer_no_buildings")
def why_not_in(battle: Battle, unit: Unit, number: int) -> Refused | None:
    """Why a unit may not go into a section: it is ruined or taken, the unit's type stays outside, or it is too big."""
    where = section_piece(battle, number).name
    if battle.sections[number].ruined:
        return Refused(f"{where} is no longer a building.", "blue.building.becomes_ruins")
    group = together(battle, unit)
    for one in group:
        for speaker in speakers(battle, one).at("no_buildings"):
            cite = next((row for row in speaker.ids if "building" in row or "no_entry" in row), speaker.id)
            return Refused(f"{acts(one.name, 'does')} not enter buildings.", cite)
    other = occupant(battle, number)
    if other is not None and other is not head(battle, unit):
        return Refused(f"{acts(other.name, 'is')} in {where} already.", "blue.building.structure")
    room = min(ROOM.get(battle.entry(one).type, 0) for one in group)
    count = sum(len(one.models) for one in group)
    if count > room:
        return Refused(f"{where} has room for {room} of {unit.name}, not {count}.", "blue.building.structure")
    return None


def doors(battle: Battle, unit: Unit, inches: float) -> list[int]:
    """The sections that a unit may go into with a move of so many inches: all its models reach a wall, 1" farther."""
    bases = [base for one in together(battle, unit) for base in bases_of(battle, one)]
    return [
        number
        for number in range(len(battle.sections))
        if all(base_distance(base, section_piece(battle, number).shape) <= inches + AT_WALL + 1e-6 for base in bases)
        and why_not_in(battle, unit, number) is None
    ]


def go_in(battle: Battle, unit: Unit, number: int) -> Script[None]:
    """The unit is in the section now."""
    shape = section_piece(battle, number).shape
    for one in together(battle, unit):
        stand(battle, one, [(shape.x, shape.y)] * len(one.models))
    head(battle, unit).inside = number
    yield shooting_events.WentIn(unit.id, section_piece(battle, number).name)


# Coming out


Spots: TypeAlias = Callable[[float], Iterable[Point]]
"""Where bases of a radius might stand."""


def step_out(battle: Battle, unit: Unit, towards: Point, *, gap: float = GAP) -> Script[bool]:
    """The unit comes out of its section: its models stand within 1" of the walls, as near to a point as they find
    room, so far from enemies. False, and nothing happens, if there is not room for all."""
    own = head(battle, unit)
    assert own.inside is not None
    group = together(battle, own)
    found = _room(battle, group, _along_walls(section_piece(battle, own.inside).shape), towards, gap)
    if any(len(places) < len(one.models) for one, places in zip(group, found, strict=True)):
        return False
    own.inside = None
    for one, places in zip(group, found, strict=True):
        stand(battle, one, places)
    yield shooting_events.CameOut(own.id)
    return True


def driven_out(battle: Battle, unit: Unit, ahead: Point) -> Script[None]:
    """The unit has to leave its section, at the side that lies in that direction (BLUE-R137)."""
    own = head(battle, unit)
    assert own.inside is not None
    shape = section_piece(battle, own.inside).shape
    far = 2 * shape.radius / (hypot(*ahead) or 1.0)
    towards = (shape.x + ahead[0] * far, shape.y + ahead[1] * far)
    yield from _forced(battle, own, _along_walls(shape), towards)


def left_in_ruins(battle: Battle, unit: Unit, shape: Rect) -> Script[None]:
    """The walls about a unit are gone: its models stand in the ruins, or close by."""
    along = _along_walls(shape)
    yield from _forced(battle, unit, lambda radius: [*_within(shape, radius), *along(radius)], (shape.x, shape.y))


def _forced(battle: Battle, own: Unit, spots: Spots, towards: Point) -> Script[None]:
    """The models of a unit come to stand somewhere; who finds no room is lost (BLUE-R31)."""
    group = together(battle, own)
    found = _room(battle, group, spots, towards, 0.0)
    own.inside = None
    for one, places in zip(group, found, strict=True):
        lost = len(one.models) - len(places)
        if not places:
            # No Death Save finds room where there is none.
            yield from harm.removed(battle, one, "lost")
        elif lost:
            order = harm.order_of(battle, one, ())[:lost]
            yield from harm.suffer(battle, one, 0, lost, what="no room to stand", models=order, regenerates=False)
        if one.models:
            stand(battle, one, places)
    yield shooting_events.CameOut(own.id)


# Room


def _room(battle: Battle, group: Sequence[Unit], spots: Spots, towards: Point, gap: float) -> list[list[Circle]]:
    """For each unit of a group places for its models in cohesion, the nearest to a point first, as far as they go."""
    own = {one.id for one in group}
    others = [one for one in battle.units if one.models and one.id not in own and head(battle, one).inside is None]
    mates = [base for one in others if one.seat == group[0].seat for base in bases_of(battle, one)]
    foes = [base for one in others if one.seat != group[0].seat for base in bases_of(battle, one)]
    taken: list[Circle] = []
    found: list[list[Circle]] = []
    for one in group:
        radius, footing = battle.entry(one).radius, footing_of(battle, one)
        around = Around(battle.scene.board, footing.walls, (*mates, *footing.narrow), tuple(foes), gap)
        places: list[Circle] = []
        waiting = [Circle(x, y, radius) for x, y in _nearest(spots(radius), towards)]
        barred: set[Circle] = set()
        while len(places) < len(one.models):
            spot = next((base for base in waiting if base not in barred and _fits(base, taken)), None)
            if spot is None:
                break
            # Where it may stand is looked at last: many places are never asked for.
            if not may_stand(spot, around):
                barred.add(spot)
                continue
            waiting.remove(spot)
            taken.append(spot)
            places.append(spot)
        found.append(places)
    return found


def _fits(base: Circle, taken: Sequence[Circle]) -> bool:
    """Whether a base overlaps none of those and is in cohesion with them."""
    gaps = [hypot(base.x - other.x, base.y - other.y) - base.radius - other.radius for other in taken]
    return not gaps or (min(gaps) >= 0.0 and min(gaps) <= COHESION)


def _nearest(spots: Iterable[Point], towards: Point) -> list[Point]:
    return sorted(spots, key=lambda spot: round(hypot(spot[0] - towards[0], spot[1] - towards[1]), 4))


def _along_walls(shape: Rect) -> Spots:
    """Places along the walls outside, in two rows: at the wall, and 1" away from it."""

    def spots(radius: float) -> Iterable[Point]:
        for gap in (CONTACT, AT_WALL - CONTACT):
            for x, y in _frame(shape, radius + gap):
                if base_distance(Circle(x, y, radius), shape) <= AT_WALL:
                    yield x, y

    return spots


def _within(shape: Rect, radius: float) -> Iterable[Point]:
    """Places in rows between four walls."""
    gap = radius
    while gap < min(shape.width, shape.depth) / 2:
        yield from _frame(shape, -gap)
        gap += 2 * radius


def _frame(shape: Rect, margin: float) -> Iterable[Point]:
    """Points on a frame about a rectangle, so far outside it (or inside, if negative)."""
    wide, deep = shape.width / 2 + margin, shape.depth / 2 + margin
    for number in range(int(2 * wide / STEP) + 1):
        for ahead in (deep, -deep):
            yield from_local(shape, -wide + number * STEP, ahead)
    for number in range(int(2 * deep / STEP) + 1):
        for right in (wide, -wide):
            yield from_local(shape, right, -deep + number * STEP)
