"""Marches: loose models of several kinds that go one after the other, each to a place of its own.

Where `flowing` takes all models of one kind at once, so that they may take each other's places, here each goes past
those who stand where they are now, and ends on none of them. Some may walk, some fly, some turn little; some stay where
they are, and all have to keep together with those. A body that losses have torn closes up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot
from typing import Protocol, TypeAlias

import msgspec

from warhost.field.ground.boxes import Box, widened
from warhost.field.loose.bodies import Formation, drawn_up
from warhost.field.loose.cohesion import Bases, chains, tear
from warhost.field.loose.flowing import assigned
from warhost.field.loose.steps import Around, Way, free_straight, is_clear, length_of, may_stand, nearest_stand
from warhost.field.loose.ways import Room
from warhost.table import TOLERANCE, Base, Circle, Point, Pose, bases_within, centred_at, from_local, rect

SHARES = (1.0, 0.75, 0.5, 0.25)
"""The shares of a march that are tried, the whole first, until the body keeps together."""

STEPS = 12
"""In so many steps a model that may not stand at the end of its way goes back on it."""

DETOUR = 4.0
"""How much longer than its inches a way round something may be for a model to set out on it."""

BESIDE = 0.5
"""How near to the others models come that close up."""

Points: TypeAlias = tuple[Point, ...]
"""A way, by its corners."""


# Those who go


def plain_price(way: Sequence[Point]) -> float:
    """What a way costs where every inch costs one: its length."""
    return length_of(way)


def plain_part(way: Sequence[Point], inches: float) -> Points:
    """As much of a way as so many inches pay for, where every inch costs one."""
    return Way(tuple(way), length_of(way)).cut(inches).points


def shortest(base: Base, end: Point, around: Around, most: float, room: Room) -> Way | None:
    """The shortest way there, if it is no longer than that."""
    return room.way((base.x, base.y), end, most)


class Gait(msgspec.Struct, frozen=True):
    """How models of one kind go, and what that costs them."""

    flies: bool = False
    """It goes straight over everything; only where it ends matters, and every inch costs one."""
    price: Callable[[Sequence[Point]], float] = plain_price
    part: Callable[[Sequence[Point], float], Points] = plain_part
    """As much of a way as so many inches pay for."""
    cheapest: Callable[[Base, Point, Around, float, Room], Way | None] = shortest
    """A way to just that place for so many inches; `Room` is what bases of that size find around them."""
    steered: Callable[[Base, Point, Around, float], Way | None] | None = None
    """The shortest way of so many inches for those who cannot turn as they like."""


class Marchers(Protocol):
    """Those who march together."""

    @property
    def bases(self) -> Bases:
        """Of all who go."""

    @property
    def still(self) -> Bases:
        """Of those who belong to them and stay where they are."""

    @property
    def owner(self) -> Sequence[int]:
        """For each who goes, of which kind it is."""

    @property
    def gaits(self) -> Sequence[Gait]:
        """How each kind goes."""

    @property
    def middle(self) -> Point: ...

    @property
    def box(self) -> Box:
        """The box about all who go, as they stand."""

    @property
    def reach(self) -> float:
        """They hang together by gaps of at most that width."""

    @property
    def broken(self) -> bool:
        """Whether they do not keep together as they stand."""

    def around(self, near: Box | None = None) -> Sequence[Around]:
        """What each kind finds around it, or only near a box; those who stay are among its mates."""

    def together(self, ends: Sequence[Base]) -> bool:
        """Whether they keep together if they end there."""


class March(msgspec.Struct, frozen=True):
    """Where models end, and by which ways."""

    ends: Bases
    ways: tuple[Points, ...]

    @property
    def inches(self) -> float:
        """The longest way of a model."""
        return max((length_of(way) for way in self.ways), default=0.0)


def staying(body: Marchers) -> March:
    """Nobody goes anywhere."""
    return March(body.bases, tuple(((base.x, base.y),) for base in body.bases))


# As a whole


def shifted(body: Marchers, dx: float, dy: float, inches: float, *, strict: bool = True) -> March:
    """All models go by the same vector, round what is in their way, as far as their inches and cohesion let them: those
    in front first. `strict`: they have to keep together; else they may be in as many parts as they are now."""
    length = hypot(dx, dy)
    if length <= TOLERANCE:
        return staying(body)
    goals = [(base.x + dx, base.y + dy) for base in body.bases]
    ahead = (dx / length, dy / length)
    order = sorted(range(len(goals)), key=lambda number: -_along(body.bases[number], ahead))
    return marched(body, goals, order, inches, strict=strict)


def formed_up(body: Marchers, formation: Formation, pose: Pose, spacing: float, inches: float) -> March:
    """The models take up a formation about a place, each going to a place of its own as far as its inches go."""
    widest = max(body.bases, key=lambda base: base.radius)
    places = drawn_up(formation, len(body.bases), widest, pose, spacing)
    goals = [(place.x, place.y) for place in assigned(body.bases, places)]
    order = sorted(range(len(goals)), key=lambda number: _away(body.bases[number], goals[number]))
    return marched(body, goals, order, inches)


def turned(body: Marchers, place: Point, turn: float, inches: float) -> March:
    """As they stand, but turned about their middle and moved: models keep their places to each other."""
    x, y = body.middle
    frame = rect(*place, turn % 360.0, 1.0, 1.0)
    goals = [from_local(frame, base.x - x, base.y - y) for base in body.bases]
    order = sorted(range(len(goals)), key=lambda number: -_away(body.bases[number], goals[number]))
    return marched(body, goals, order, inches)


def marched(
    body: Marchers, goals: Sequence[Point], order: Sequence[int], inches: float, *, strict: bool = True
) -> March:
    """Every model in that order on its way to its goal, as far as they keep together; where they do not, nobody moves,
    or those who are torn close up."""
    arounds = body.around(near(body, goals))
    rooms: Rooms = {}
    before = 0 if strict else len(chains((*body.bases, *body.still), body.reach))
    for share in SHARES:
        parts = [_part(base, goal, share) for base, goal in zip(body.bases, goals, strict=True)]
        march = _in_turn(body, order, arounds, parts, inches, rooms)
        if body.together(march.ends):
            return march
        if not strict and len(chains((*march.ends, *body.still), body.reach)) <= before:
            return march
    if strict and body.broken:
        return closed_up(body, inches)
    return staying(body)


def _part(base: Base, goal: Point, share: float) -> Point:
    return (base.x + (goal[0] - base.x) * share, base.y + (goal[1] - base.y) * share)


def near(body: Marchers, goals: Sequence[Point]) -> Box:
    """The box within which models move that go to these goals, with room for ways round."""
    box, far = body.box, max(base.radius for base in body.bases)
    xs, ys = [x for x, _ in goals], [y for _, y in goals]
    both = (min(box[0], *xs), min(box[1], *ys), max(box[2], *xs), max(box[3], *ys))
    return widened(both, far + DETOUR)


def _in_turn(
    body: Marchers,
    order: Sequence[int],
    arounds: Sequence[Around],
    goals: Sequence[Point],
    inches: float,
    rooms: Rooms,
) -> March:
    """One model after the other goes, past its mates but on none of them."""
    now: list[Base] = list(body.bases)
    ways: list[Points] = [((base.x, base.y),) for base in now]
    for number in order:
        around = arounds[body.owner[number]]
        end = goals[number]
        mates = (*around.mates, *_close(now, number, end))
        around = Around(around.board, around.walls, mates, around.foes, around.gap)
        way = _way(body, number, end, inches, around, rooms)
        ways[number] = way
        now[number] = centred_at(now[number], *way[-1])
    return March(tuple(now), tuple(ways))


def _close(now: Sequence[Base], own: int, goal: Point) -> list[Base]:
    """The mates that a model may come upon on its way to the goal."""
    base = now[own]
    x, y = (base.x + goal[0]) / 2, (base.y + goal[1]) / 2
    far = hypot(goal[0] - base.x, goal[1] - base.y) / 2 + base.radius + DETOUR
    return [
        other
        for number, other in enumerate(now)
        if number != own and abs(other.x - x) < far + other.radius and abs(other.y - y) < far + other.radius
    ]


# The way of one model


Rooms: TypeAlias = dict[tuple[int, float], Room]
"""What the models of a kind find in their way, by the kind and the gap that they keep: it is the same for all of them,
for mates are in nobody's way."""


def _room(rooms: Rooms, kind: int, base: Base, passing: Around) -> Room:
    """What the models of a kind find in their way, made for the first of them."""
    room = rooms.get((kind, passing.gap))
    if room is None:
        room = rooms[kind, passing.gap] = Room(base, passing)
    return room


def _way(body: Marchers, number: int, goal: Point, inches: float, around: Around, rooms: Rooms) -> Points:
    """The way of one model to its goal, as far as its inches go and it may stand."""
    base, kind = body.bases[number], body.owner[number]
    start, gait = (base.x, base.y), body.gaits[kind]
    if gait.flies:
        around = msgspec.structs.replace(around, walls=(), mates=(*around.mates, *around.walls))
        return _backed(base, _straight(start, goal, inches), around)
    passing = _passing(base, around)
    if is_clear(base, goal, passing):
        way: Points = (start, goal)
    else:
        spot = nearest_stand(centred_at(base, *goal), msgspec.structs.replace(around, mates=()))
        if gait.steered is not None:
            found = gait.steered(base, (spot.x, spot.y), passing, inches + DETOUR)
        else:
            found = _room(rooms, kind, base, passing).way(start, (spot.x, spot.y), inches + DETOUR)
        way = _ahead(base, goal, passing) if found is None else found.points
    return _backed(base, gait.part(way, inches), around)


def way_there(body: Marchers, number: int, goal: Point, inches: float, around: Around, rooms: Rooms) -> Points | None:
    """The way of a model to just that place; None if so many inches pay for none. Whether it may stand there is not
    asked."""
    base, kind = body.bases[number], body.owner[number]
    start, gait = (base.x, base.y), body.gaits[kind]
    if gait.flies:
        far = hypot(goal[0] - start[0], goal[1] - start[1])
        return (start, goal) if far <= inches + TOLERANCE else None
    passing = _passing(base, around)
    if gait.steered is None:
        way = gait.cheapest(base, goal, passing, inches, _room(rooms, kind, base, passing))
        return None if way is None else way.points
    way = gait.steered(base, goal, passing, inches)
    return None if way is None or gait.price(way.points) > inches + TOLERANCE else way.points


def _passing(base: Base, around: Around) -> Around:
    """What a model passes: one that stands nearer to foes than it may end gets away along them."""
    if around.gap > 0.0 and any(bases_within(base, foe, around.gap - 2 * TOLERANCE) for foe in around.foes):
        return msgspec.structs.replace(around, gap=0.0)
    return around


def _straight(start: Point, goal: Point, inches: float) -> Points:
    length = hypot(goal[0] - start[0], goal[1] - start[1])
    share = min(1.0, inches / length) if length > TOLERANCE else 0.0
    return (start, (start[0] + (goal[0] - start[0]) * share, start[1] + (goal[1] - start[1]) * share))


def _ahead(base: Base, goal: Point, around: Around) -> Points:
    """Straight towards the goal until something stops it."""
    start = (base.x, base.y)
    length = hypot(goal[0] - base.x, goal[1] - base.y)
    if length <= TOLERANCE:
        return (start,)
    ahead = ((goal[0] - base.x) / length, (goal[1] - base.y) / length)
    go = free_straight(base, ahead, around, length)
    return (start, (base.x + ahead[0] * go, base.y + ahead[1] * go))


def _backed(base: Base, way: Points, around: Around) -> Points:
    """The way, or as much of it as ends where the base may stand; its start alone if it may nowhere."""
    if len(way) < 2:
        return way[:1]
    if may_stand(centred_at(base, *way[-1]), around):
        return way
    whole = Way(way, length_of(way))
    for step in range(STEPS - 1, 0, -1):
        shorter = whole.cut(whole.inches * step / STEPS).points
        if may_stand(centred_at(base, *shorter[-1]), around):
            return shorter
    return way[:1]


def _along(base: Base, ahead: Point) -> float:
    return base.x * ahead[0] + base.y * ahead[1]


def _away(base: Base, goal: Point) -> float:
    return hypot(base.x - goal[0], base.y - goal[1])


# Torn bodies


def closed_up(body: Marchers, inches: float) -> March:
    """The smaller parts of a body that is torn go to the largest, which stays."""
    parts = chains((*body.bases, *body.still), body.reach)
    main = [number for number in parts[0] if number < len(body.bases)]
    mates: list[Base] = [(*body.bases, *body.still)[number] for number in parts[0]]
    rest = [number for part in parts[1:] for number in part if number < len(body.bases)]
    goals = {number: (body.bases[number].x, body.bases[number].y) for number in main}
    for number in sorted(rest, key=lambda number: min(_away(body.bases[number], (one.x, one.y)) for one in mates)):
        base = body.bases[number]
        mate = min(mates, key=lambda one: hypot(one.x - base.x, one.y - base.y))
        far = hypot(mate.x - base.x, mate.y - base.y)
        share = (base.radius + mate.radius + BESIDE) / far
        goals[number] = (mate.x + (base.x - mate.x) * share, mate.y + (base.y - mate.y) * share)
        mates.append(Circle(*goals[number], base.radius))
    spots = [goals[number] for number in range(len(body.bases))]
    return _in_turn(body, list(goals)[len(main) :], body.around(near(body, spots)), spots, inches, {})


def closes_in(body: Marchers, ends: Sequence[Base], inches: float) -> bool:
    """Whether a body that is torn too far to be whole after one march comes nearer to it: it has fewer parts, or the
    largest part waits and the others come nearer."""
    if not body.broken or body.together(closed_up(body, inches).ends):
        return False
    before, after = (*body.bases, *body.still), (*ends, *body.still)
    parts = chains(before, body.reach)
    if len(chains(after, body.reach)) < len(parts):
        return True
    waits = all(_away(after[number], (before[number].x, before[number].y)) <= TOLERANCE for number in parts[0])
    return waits and tear(after, body.reach) < tear(before, body.reach) - TOLERANCE
