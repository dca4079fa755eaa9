"""How the models of a unit get from where they stand to where they go: as a whole or each for itself.

Nothing here is asked or stored: a `Course` says where models would end and by which ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

import msgspec

from warhost.field.ground.boxes import swept
from warhost.field.loose import marching
from warhost.field.loose.bodies import FORMATIONS, Formation
from warhost.field.loose.marching import March, Points
from warhost.field.loose.steps import Around, length_of, may_stand
from warhost.play.script import Refused
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.movement.driving import heading, may_look
from warhost.rulesets.blue_age.core import Model, stand
from warhost.rulesets.blue_age.core.party import Course, Party
from warhost.table import TOLERANCE, Circle, Pose, bases_overlap

SPACING = 0.1
"""The gaps between models in a formation."""

TORN = 'All models of {} have to end within 2" of each other.'

# As a whole


def is_open(party: Party, dx: float, dy: float) -> bool:
    """Whether nothing is near the way of all models by that vector: no unit, no terrain that matters, no edge."""
    battle = party.battle
    box = swept(party.box, dx, dy)
    board = battle.scene.board
    if box[0] < 0.0 or box[1] < 0.0 or box[2] > board.width or box[3] > board.depth:
        return False
    left, near, right, far = box
    for footing in party.footings:
        for x, y, radius in footing.felt:
            if left - radius < x < right + radius and near - radius < y < far + radius:
                return False
    for other in party.others:
        if left < other[2] and other[0] < right and near < other[3] and other[1] < far:
            return False
    return True


def shifted(party: Party, dx: float, dy: float, inches: float, *, strict: bool = True) -> Course:
    """All models go by the same vector, round what is in their way, as far as their inches and cohesion let them."""
    length = hypot(dx, dy)
    if length <= TOLERANCE:
        return party.stays()
    if length <= inches + TOLERANCE and is_open(party, dx, dy) and not (strict and party.broken):
        course = _headed(party, party.straight(dx, dy))
        # Whoever does not move with the others may be left too far behind.
        if not party.still:
            return msgspec.structs.replace(course, whole=strict)
        if party.together(course.ends):
            return course
    return _headed(party, marching.shifted(party, dx, dy, inches, strict=strict))


def drawn(party: Party, formation: Formation, pose: Pose, inches: float) -> Course:
    """The models take up a formation about a place, each going to a place of its own as far as its inches go."""
    return _headed(party, marching.formed_up(party, formation, pose, SPACING, inches))


def turned(party: Party, pose: Pose, inches: float) -> Course:
    """As it stands, but turned about its middle and moved: models keep their places to each other."""
    by = pose.facing - (party.unit.pose.facing if party.unit.pose else 0.0)
    return _headed(party, marching.turned(party, (pose.x, pose.y), by, inches))


@rule("blue.move.cohesion")
def closed_up(party: Party, inches: float) -> Course:
    """The smaller parts of a unit that losses have torn go to the largest, which stays (BLUE-R12)."""
    return _headed(party, marching.closed_up(party, inches))


def _headed(party: Party, march: March) -> Course:
    """The models look where they looked, but Chariots where they went."""
    facings = party.facings
    if any(party.driving):
        facings = tuple(
            heading(way[-2], way[-1]) if party.driving[place] and length_of(way) > TOLERANCE else facing
            for way, facing, place in zip(march.ways, facings, party.owner, strict=True)
        )
    return Course(march.ends, march.ways, facings)


@rule("blue.unit_type.chariot_pivot_before")
def looking(party: Party, course: Course, facing: float) -> Course:
    """The models look there, Chariots as far as their pivots let them."""
    facings = []
    for way, before, place in zip(course.ways, course.facings, party.owner, strict=True):
        turns = party.battle.entry(party.members[place]).has_facing
        if turns and (not party.driving[place] or may_look(way, facing)):
            facings.append(facing % 360.0)
        else:
            facings.append(before)
    return msgspec.structs.replace(course, facings=tuple(facings))


# Model by model


@rule("blue.move.cohesion", "blue.move.first_player_moves")
def placed(party: Party, places: Sequence[Pose], inches: float, cite: str) -> Course | Refused:
    """The course of models that each go to a place of their own, or why they may not."""
    name = party.unit.name
    ends = [Circle(pose.x, pose.y, base.radius) for pose, base in zip(places, party.bases, strict=True)]
    abouts = party.around(marching.near(party, [(end.x, end.y) for end in ends]))
    rooms: marching.Rooms = {}
    ways: list[Points] = []
    facings: list[float] = []
    for number, (end, pose) in enumerate(zip(ends, places, strict=True)):
        place = party.owner[number]
        called = f"Model {number + 1} of {name}" if len(ends) > 1 else name
        if any(bases_overlap(end, other) for other in (*ends[:number], *party.still)):
            return Refused(f"{called} would stand on another model of its unit.", "blue.move.cohesion")
        way = _way_there(party, number, end, inches, abouts[place], rooms)
        if isinstance(way, str):
            return Refused(f"{called} {way}", cite)
        facing = pose.facing % 360.0 if party.battle.entry(party.members[place]).has_facing else party.facings[number]
        if party.driving[place] and not may_look(way, facing):
            return Refused(
                f"{called} cannot turn so far: it pivots twice at most while it moves, by 90 degrees each.",
                "blue.unit_type.chariot_pivot_during",
            )
        ways.append(way)
        facings.append(facing)
    if not party.together(ends) and not marching.closes_in(party, ends, inches):
        return Refused(TORN.format(name), "blue.move.cohesion")
    return Course(tuple(ends), tuple(ways), tuple(facings))


@rule("blue.terrain.fly_overrules", "blue.unit_type.flyer_ignores_terrain")
def _way_there(
    party: Party, number: int, end: Circle, inches: float, about: Around, rooms: marching.Rooms
) -> Points | str:
    """The way of a model to just that place, or why there is none."""
    base, place = party.bases[number], party.owner[number]
    if hypot(end.x - base.x, end.y - base.y) <= TOLERANCE:
        return ((base.x, base.y),)
    if not may_stand(end, about):
        return "may not stand there."
    way = marching.way_there(party, number, (end.x, end.y), inches, about, rooms)
    if way is not None:
        return way
    if party.flying[place]:
        return f'cannot fly there with {inches:g}".'
    if party.driving[place]:
        return f'cannot drive there with {inches:g}" and two pivots of 90 degrees.'
    return f'cannot get there with {inches:g}".'


# Carrying it out


def carry_out(party: Party, course: Course) -> dict[int, list[Points]]:
    """The models stand at the ends of their course; returns the ways of all by the numbers of their units."""
    done, ways = 0, {}
    for one in party.members:
        count = len(one.models)
        part = slice(done, done + count)
        ways[one.id] = list(course.ways[part])
        facings = course.facings[part]
        if any(len(way) > 1 for way in course.ways[part]) or facings != party.facings[part]:
            spots = [
                Model(end.x, end.y, model.lost, model.role, facing)
                for model, end, facing in zip(one.models, course.ends[part], facings, strict=True)
            ]
            stand(party.battle, one, spots)
        done += count
    return ways


def formation_of(name: str) -> Formation | None:
    """The formation of that name."""
    return next((one for one in FORMATIONS if one == name), None)
