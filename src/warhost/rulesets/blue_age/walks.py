"""How the models of a unit get from where they stand to where they go: as a whole or each for itself.

Nothing here is asked or stored: a `Course` says where models would end and by which ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import TypeAlias

import msgspec

from warhost.field.cohesion import chains, tear
from warhost.field.flowing import assigned
from warhost.field.loose import FORMATIONS, Formation, drawn_up
from warhost.field.walking import Around, Way, free_straight, is_clear, may_stand, nearest_stand
from warhost.field.ways import Room
from warhost.play.script import Refused
from warhost.rulebook import rule
from warhost.rulesets.blue_age.battle import Model
from warhost.rulesets.blue_age.driving import drive, heading, length_of, may_look
from warhost.rulesets.blue_age.footing import afforded, paid
from warhost.rulesets.blue_age.formation import COHESION, stand
from warhost.rulesets.blue_age.ground import (
    Box,
    cheapest,
    swept,
    widened,
)
from warhost.rulesets.blue_age.party import Course, Party, Points
from warhost.table import TOLERANCE, Base, Circle, Point, Pose, bases_overlap, bases_within, from_local, rect

SHARES = (1.0, 0.75, 0.5, 0.25)
"""The shares of a move that are tried, the whole first, until the unit keeps together."""

SPACING = 0.1
"""The gaps between models in a formation."""

STEPS = 12
"""In so many steps a model that may not stand at the end of its way goes back on it."""

DETOUR = 4.0
"""How much longer than its inches a way round something may be for a model to set out on it."""

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
    goals = [(base.x + dx, base.y + dy) for base in party.bases]
    ahead = (dx / length, dy / length)
    order = sorted(range(len(goals)), key=lambda number: -_along(party.bases[number], ahead))
    return _flowed(party, goals, order, inches, strict=strict)


def drawn(party: Party, formation: Formation, pose: Pose, inches: float) -> Course:
    """The models take up a formation about a place, each going to a place of its own as far as its inches go."""
    widest = max(party.bases, key=lambda base: base.radius)
    places = drawn_up(formation, len(party.bases), widest, pose, SPACING)
    goals = [(place.x, place.y) for place in assigned(party.bases, places)]
    order = sorted(range(len(goals)), key=lambda number: _away(party.bases[number], goals[number]))
    return _flowed(party, goals, order, inches, strict=True)


def turned(party: Party, pose: Pose, inches: float) -> Course:
    """As it stands, but turned about its middle and moved: models keep their places to each other."""
    by = pose.facing - (party.unit.pose.facing if party.unit.pose else 0.0)
    x, y = party.middle
    frame = rect(pose.x, pose.y, by % 360.0, 1.0, 1.0)
    goals = [from_local(frame, base.x - x, base.y - y) for base in party.bases]
    order = sorted(range(len(goals)), key=lambda number: -_away(party.bases[number], goals[number]))
    return _flowed(party, goals, order, inches, strict=True)


def _flowed(party: Party, goals: Sequence[Point], order: Sequence[int], inches: float, *, strict: bool) -> Course:
    """Every model on its way to its goal, as far as they keep together; where they do not, nobody moves."""
    near = _near(party, goals)
    abouts = party.around(near)
    rooms: _Rooms = {}
    before = 0 if strict else len(chains((*party.bases, *party.still), COHESION))
    for share in SHARES:
        parts = [_part(base, goal, share) for base, goal in zip(party.bases, goals, strict=True)]
        course = _in_turn(party, order, abouts, parts, inches, rooms)
        if party.together(course.ends):
            return course
        if not strict and len(chains((*course.ends, *party.still), COHESION)) <= before:
            return course
    if strict and party.broken:
        return closed_up(party, inches)
    return party.stays()


def _part(base: Base, goal: Point, share: float) -> Point:
    return (base.x + (goal[0] - base.x) * share, base.y + (goal[1] - base.y) * share)


def _near(party: Party, goals: Sequence[Point]) -> Box:
    """The box within which models move that go to these goals, with room for ways round."""
    box, far = party.box, max(base.radius for base in party.bases)
    xs, ys = [x for x, _ in goals], [y for _, y in goals]
    both = (min(box[0], *xs), min(box[1], *ys), max(box[2], *xs), max(box[3], *ys))
    return widened(both, far + DETOUR)


def _in_turn(
    party: Party,
    order: Sequence[int],
    abouts: Sequence[Around],
    goals: Sequence[Point],
    inches: float,
    rooms: _Rooms,
) -> Course:
    """One model after the other goes, past its mates but on none of them."""
    now: list[Base] = list(party.bases)
    ways: list[Points] = [((base.x, base.y),) for base in now]
    for number in order:
        about = abouts[party.owner[number]]
        end = goals[number]
        mates = (*about.mates, *_close(now, number, end, inches))
        about = Around(about.board, about.walls, mates, about.foes, about.gap)
        way = _way(party, number, end, inches, about, rooms)
        ways[number] = way
        now[number] = Circle(*way[-1], now[number].radius)
    return _headed(party, Course(tuple(now), tuple(ways), party.facings))


def _close(now: Sequence[Base], own: int, goal: Point, inches: float) -> list[Base]:
    """The mates that a model may come upon on its way to the goal."""
    base = now[own]
    x, y = (base.x + goal[0]) / 2, (base.y + goal[1]) / 2
    far = hypot(goal[0] - base.x, goal[1] - base.y) / 2 + base.radius + DETOUR
    return [
        other
        for number, other in enumerate(now)
        if number != own and abs(other.x - x) < far + other.radius and abs(other.y - y) < far + other.radius
    ]


_Rooms: TypeAlias = dict[tuple[int, float], Room]
"""What the models of a member find in their way, by its place in the party and the gap that they keep: it is the same
for all of them, for mates are in nobody's way."""


def _way(party: Party, number: int, goal: Point, inches: float, about: Around, rooms: _Rooms) -> Points:
    """The way of one model to its goal, as far as its inches go and it may stand."""
    base, place = party.bases[number], party.owner[number]
    start = (base.x, base.y)
    if party.flying[place]:
        about = msgspec.structs.replace(about, walls=(), mates=(*about.mates, *about.walls))
        return _backed(base, _straight(start, goal, inches), about)
    footing = party.footings[place]
    passing = _passing(base, about)
    if is_clear(base, goal, passing):
        way: Points = (start, goal)
    else:
        spot = nearest_stand(Circle(*goal, base.radius), msgspec.structs.replace(about, mates=()))
        if party.driving[place]:
            found = drive(base, (spot.x, spot.y), passing, inches + DETOUR)
        else:
            found = _room(rooms, place, base, passing).way(start, (spot.x, spot.y), inches + DETOUR)
        way = _ahead(base, goal, passing) if found is None else found.points
    return _backed(base, afforded(footing, way, inches), about)


def _room(rooms: _Rooms, place: int, base: Base, passing: Around) -> Room:
    """What the models of a member find in their way, made for the first of them."""
    room = rooms.get((place, passing.gap))
    if room is None:
        room = rooms[place, passing.gap] = Room(base, passing)
    return room


def _passing(base: Base, about: Around) -> Around:
    """What a model passes: one that stands nearer to enemies than it may end gets away along them."""
    if about.gap > 0.0 and any(bases_within(base, foe, about.gap - 2 * TOLERANCE) for foe in about.foes):
        return msgspec.structs.replace(about, gap=0.0)
    return about


def _straight(start: Point, goal: Point, inches: float) -> Points:
    length = hypot(goal[0] - start[0], goal[1] - start[1])
    share = min(1.0, inches / length) if length > TOLERANCE else 0.0
    return (start, (start[0] + (goal[0] - start[0]) * share, start[1] + (goal[1] - start[1]) * share))


def _ahead(base: Base, goal: Point, about: Around) -> Points:
    """Straight towards the goal until something stops it."""
    start = (base.x, base.y)
    length = hypot(goal[0] - base.x, goal[1] - base.y)
    if length <= TOLERANCE:
        return (start,)
    ahead = ((goal[0] - base.x) / length, (goal[1] - base.y) / length)
    go = free_straight(base, ahead, about, length)
    return (start, (base.x + ahead[0] * go, base.y + ahead[1] * go))


def _backed(base: Base, way: Points, about: Around) -> Points:
    """The way, or as much of it as ends where the base may stand; its start alone if it may nowhere."""
    if len(way) < 2:
        return way[:1]
    if may_stand(Circle(*way[-1], base.radius), about):
        return way
    whole = length_of(way)
    for step in range(STEPS - 1, 0, -1):
        shorter = _cut(way, whole * step / STEPS)
        if may_stand(Circle(*shorter[-1], base.radius), about):
            return shorter
    return way[:1]


def _cut(way: Points, inches: float) -> Points:
    """The first so many inches of a way."""
    end = Way(way, inches).after(inches)
    done = [way[0]]
    for a, b in pairwise(way):
        length = hypot(b[0] - a[0], b[1] - a[1])
        if inches <= length:
            break
        inches -= length
        done.append(b)
    return (*done, end)


def _along(base: Base, ahead: Point) -> float:
    return base.x * ahead[0] + base.y * ahead[1]


def _away(base: Base, goal: Point) -> float:
    return hypot(base.x - goal[0], base.y - goal[1])


@rule("blue.move.cohesion")
def closed_up(party: Party, inches: float) -> Course:
    """The smaller parts of a unit that losses have torn go to the largest, which stays (BLUE-R12)."""
    parts = chains((*party.bases, *party.still), COHESION)
    main = [number for number in parts[0] if number < len(party.bases)]
    body: list[Base] = [(*party.bases, *party.still)[number] for number in parts[0]]
    rest = [number for part in parts[1:] for number in part if number < len(party.bases)]
    goals = {number: (party.bases[number].x, party.bases[number].y) for number in main}
    for number in sorted(rest, key=lambda number: min(_away(party.bases[number], (one.x, one.y)) for one in body)):
        base = party.bases[number]
        mate = min(body, key=lambda one: hypot(one.x - base.x, one.y - base.y))
        far = hypot(mate.x - base.x, mate.y - base.y)
        reach = base.radius + mate.radius + 0.5
        share = reach / far
        goals[number] = (mate.x + (base.x - mate.x) * share, mate.y + (base.y - mate.y) * share)
        body.append(Circle(*goals[number], base.radius))
    spots = [goals[number] for number in range(len(party.bases))]
    return _in_turn(party, list(goals)[len(main) :], party.around(_near(party, spots)), spots, inches, {})


@rule("blue.move.cohesion")
def closes_in(party: Party, ends: Sequence[Base], inches: float) -> bool:
    """Whether a unit that is torn too far to be whole after one move comes nearer to it: it has fewer parts, or the
    largest part waits and the others come nearer (BLUE-R12)."""
    if not party.broken or party.together(closed_up(party, inches).ends):
        return False
    before, after = (*party.bases, *party.still), (*ends, *party.still)
    parts = chains(before, COHESION)
    if len(chains(after, COHESION)) < len(parts):
        return True
    waits = all(_away(after[number], (before[number].x, before[number].y)) <= TOLERANCE for number in parts[0])
    return waits and tear(after, COHESION) < tear(before, COHESION) - TOLERANCE


def _headed(party: Party, course: Course) -> Course:
    """Chariots look where they went."""
    if not any(party.driving):
        return course
    facings = tuple(
        heading(way[-2], way[-1]) if party.driving[place] and length_of(way) > TOLERANCE else facing
        for way, facing, place in zip(course.ways, course.facings, party.owner, strict=True)
    )
    return msgspec.structs.replace(course, facings=facings)


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
    abouts = party.around(_near(party, [(end.x, end.y) for end in ends]))
    rooms: _Rooms = {}
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
    if not party.together(ends) and not closes_in(party, ends, inches):
        return Refused(TORN.format(name), "blue.move.cohesion")
    return Course(tuple(ends), tuple(ways), tuple(facings))


@rule("blue.terrain.fly_overrules", "blue.unit_type.flyer_ignores_terrain")
def _way_there(party: Party, number: int, end: Base, inches: float, about: Around, rooms: _Rooms) -> Points | str:
    """The way of a model to just that place, or why there is none."""
    base, place = party.bases[number], party.owner[number]
    start, goal = (base.x, base.y), (end.x, end.y)
    if hypot(goal[0] - start[0], goal[1] - start[1]) <= TOLERANCE:
        return (start,)
    if not may_stand(end, about):
        return "may not stand there."
    if party.flying[place]:
        far = hypot(goal[0] - start[0], goal[1] - start[1])
        return (start, goal) if far <= inches + TOLERANCE else f'cannot fly there with {inches:g}".'
    passing, footing = _passing(base, about), party.footings[place]
    if not party.driving[place]:
        way = cheapest(base, goal, passing, footing, inches, _room(rooms, place, base, passing))
        return f'cannot get there with {inches:g}".' if way is None else way.points
    way = drive(base, goal, passing, inches)
    if way is None or paid(footing, way.points) > inches + TOLERANCE:
        return f'cannot drive there with {inches:g}" and two pivots of 90 degrees.'
    return way.points


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
