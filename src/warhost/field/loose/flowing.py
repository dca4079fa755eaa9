"""Bodies that flow: loose models that go to places of their own, straight where they can, else round what is there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot
from typing import TypeAlias

import msgspec

from warhost.field.ground.boxes import Box, box_of, meets
from warhost.field.loose.cohesion import Bases, chains
from warhost.field.loose.steps import Around, Way, free_straight
from warhost.field.loose.ways import Room, nearby, overlaps_any
from warhost.table import TOLERANCE, Base, Circle, Point, base_on_board, centred_at

SHARES = tuple(step / 10 for step in range(10, 0, -1))
"""The shares of a move that are tried, the whole first, until the body keeps together."""

STEPS = 16
"""So many places on its way are tried for a model that may not stand at its end."""

TRIES = 3
"""So often models that nobody left a place for come first, before all go one after the other."""

HALVINGS = 12
"""How often a stretch is halved to find out how far inches get a model over ground that costs more."""

Cost: TypeAlias = Callable[[Base, Way], float]
"""The inches that a way costs a base, never less than its length."""


class Purse(msgspec.Struct, frozen=True):
    """What each model has for its way: so many inches, and what ways cost where they cost more than their length.

    `rough` is the ground on which they do; without it, ways may cost more anywhere.
    """

    inches: float
    cost: Cost | None = None
    rough: tuple[Base, ...] | None = None

    def is_plain(self, box: Box) -> bool:
        """Whether ways in that box cost their length."""
        return self.cost is None or (self.rough is not None and not any(meets(box, one) for one in self.rough))

    def price(self, base: Base, way: Way) -> float:
        """What a way costs."""
        return way.inches if self.cost is None else self.cost(base, way)

    def gets(self, base: Base, way: Way) -> float:
        """How many inches of the way it pays for."""
        if self.cost is None:
            return min(self.inches, way.inches)
        if self.cost(base, way) <= self.inches + TOLERANCE:
            return way.inches
        low, high = 0.0, min(self.inches, way.inches)
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            if self.cost(base, way.cut(middle)) <= self.inches:
                low = middle
            else:
                high = middle
        return low


class Course(msgspec.Struct, frozen=True):
    """Where the models of a body end, and what the way of each has cost."""

    ends: Bases
    inches: tuple[float, ...]


def is_open(near: Around, places: Sequence[Base]) -> bool:
    """Whether nothing at all is near, and the places are on the board."""
    board = near.board
    return not (near.walls or near.mates or near.foes) and all(
        base_on_board(place, board.width, board.depth) for place in places
    )


def flowed(bases: Sequence[Base], goals: Sequence[Base], inches: float | Purse, around: Around, reach: float) -> Course:
    """Each model goes to its goal, or as far towards it as it comes: round walls and foes, on nobody's place.

    Where they would not keep together by gaps of that width they all go a smaller share of their ways.
    """
    purse = inches if isinstance(inches, Purse) else Purse(inches)
    if not bases:
        return Course((), ())
    straight = [hypot(goal.x - base.x, goal.y - base.y) for base, goal in zip(bases, goals, strict=True)]
    direct = box_of((*bases, *goals))
    plain = purse.cost is None or (
        purse.rough is not None and not nearby(Around(around.board, purse.rough), direct).walls
    )
    if plain and max(straight) <= purse.inches + TOLERANCE and is_open(nearby(around, direct), goals):
        ends = tuple(centred_at(base, goal.x, goal.y) for base, goal in zip(bases, goals, strict=True))
        if _is_rigid(bases, ends) or (not _crowded(ends) and len(chains(ends, reach)) <= len(chains(bases, reach))):
            return Course(ends, tuple(straight))
    body = _Body(bases, goals, purse, around)
    before = len(chains(bases, reach))
    for share in SHARES:
        course = body.gone(share)
        if len(chains(course.ends, reach)) <= before:
            return course
    return Course(tuple(bases), (0.0,) * len(bases))


def _is_rigid(bases: Sequence[Base], ends: Sequence[Base]) -> bool:
    """Whether all have gone the same way just as far."""
    dx, dy = ends[0].x - bases[0].x, ends[0].y - bases[0].y
    return all(
        abs(end.x - base.x - dx) < 1e-9 and abs(end.y - base.y - dy) < 1e-9
        for base, end in zip(bases, ends, strict=True)
    )


def _crowded(bases: Sequence[Base]) -> bool:
    return any(overlaps_any(base, bases[:number]) for number, base in enumerate(bases))


class Paths:
    """The cheapest ways of models among what is around them; what was found out for one serves all with its base."""

    def __init__(self, around: Around, purse: Purse) -> None:
        self._around = around
        self._purse = purse
        self._rooms: dict[tuple[float, ...], tuple[Room, Room | None]] = {}

    def room(self, base: Base) -> Room:
        """What a model with such a base finds around it."""
        return self._both(base)[0]

    def way(self, base: Base, goal: Point, most: float) -> Way | None:
        """The shortest way there, or one round rough ground where the shortest costs too much; None: none so short."""
        room, dry = self._both(base)
        start = (base.x, base.y)
        way = room.way(start, goal, most)
        if way is None or dry is None:
            return way
        price = self._purse.price(base, way)
        if price <= self._purse.inches + TOLERANCE:
            return way
        round_it = dry.way(start, goal, price)
        return way if round_it is None or self._purse.price(base, round_it) >= price else round_it

    def price(self, base: Base, goal: Point) -> float | None:
        """What the way there costs; None if there is none that the inches pay for."""
        way = self.way(base, goal, self._purse.inches)
        return None if way is None else self._purse.price(base, way)

    def _both(self, base: Base) -> tuple[Room, Room | None]:
        """What models with such a base find around them, and what they find if they keep off rough ground."""
        key = (base.radius,) if isinstance(base, Circle) else (base.width, base.depth, base.facing)
        found = self._rooms.get(key)
        if found is None:
            around, rough = self._around, self._purse.rough
            dry = Around(around.board, (*around.walls, *(rough or ())), around.mates, around.foes, around.gap)
            found = (Room(base, around), Room(base, dry) if rough and self._purse.cost else None)
            self._rooms[key] = found
        return found


class _Body:
    """Models on their ways. Ways are looked for once; which share of them is gone is tried afterwards."""

    def __init__(self, bases: Sequence[Base], goals: Sequence[Base], purse: Purse, around: Around) -> None:
        wide = box_of(bases, purse.inches)
        self._bases = bases
        self._purse = Purse(purse.inches) if purse.is_plain(wide) else purse
        self._around = nearby(around, wide)
        self._paths = Paths(self._around, self._purse)
        self._ways = self._found(goals)
        self._gets = [self._purse.gets(base, way) for base, way in zip(bases, self._ways, strict=True)]

    def gone(self, share: float) -> Course:
        """All models so far on their ways, none on another's place."""
        far = [gets * share for gets in self._gets]
        left = [way.inches - inches for inches, way in zip(far, self._ways, strict=True)]
        order = sorted(range(len(far)), key=left.__getitem__)
        for _ in range(TRIES):
            course = self._placed(order, far)
            if not isinstance(course, int):
                return course
            # Somebody has taken the place from which it cannot get away: it comes first.
            order.remove(course)
            order.insert(0, course)
        return self._one_by_one(far)

    def _placed(self, order: Sequence[int], far: Sequence[float]) -> Course | int:
        """Each model in that order as far on its way as it may stand, or the number of one that may stand nowhere."""
        ends, gone, ways = list(self._bases), list(far), list(self._ways)
        placed: list[Base] = []
        for number in order:
            base, way = ends[number], ways[number]
            room = self._paths.room(base)
            for step in range(STEPS, -1, -1):
                inches = far[number] * step / STEPS
                end = centred_at(base, *way.after(inches)) if step else base
                # Where it stands it may stay, whatever the rules say of places to end at.
                if not overlaps_any(end, placed) and (step == 0 or room.stands(end.x, end.y)):
                    break
            else:
                aside = self._aside(base, placed)
                if aside is None:
                    return number
                end, inches, ways[number] = centred_at(base, *aside.points[-1]), aside.inches, aside
            placed.append(end)
            ends[number], gone[number] = end, inches
        return self._course(ends, gone, ways)

    def _aside(self, base: Base, placed: Sequence[Base]) -> Way | None:
        """A short way out of the way of those who have taken its place; None where there is none."""
        room = self._paths.room(base)
        spot = room.free_place(base.x, base.y, placed)
        if spot is None or not room.is_clear((base.x, base.y), spot):
            return None
        way = Way(((base.x, base.y), spot), hypot(spot[0] - base.x, spot[1] - base.y))
        return way if self._purse.price(base, way) <= self._purse.inches else None

    def _one_by_one(self, far: Sequence[float]) -> Course:
        """The models so far on their ways, one after the other, as none of them gives way to another."""
        now, gone = list(self._bases), list(far)
        for number in sorted(range(len(now)), key=lambda number: self._ways[number].inches):
            base, others = now[number], (*now[:number], *now[number + 1 :])
            room = self._paths.room(base)
            gone[number] = 0.0
            for step in range(STEPS, 0, -1):
                inches = far[number] * step / STEPS
                end = centred_at(base, *self._ways[number].after(inches))
                if room.stands(end.x, end.y) and not overlaps_any(end, others):
                    now[number], gone[number] = end, inches
                    break
        return self._course(now, gone, self._ways)

    def _course(self, ends: Sequence[Base], far: Sequence[float], ways: Sequence[Way]) -> Course:
        purse = self._purse
        if purse.cost is None:
            return Course(tuple(ends), tuple(far))
        prices = (purse.price(base, way.cut(inches)) for base, way, inches in zip(self._bases, ways, far, strict=True))
        return Course(tuple(ends), tuple(prices))

    def _found(self, goals: Sequence[Base]) -> list[Way]:
        """The way of each model to its goal, or to a free place beside it."""
        wanted: dict[int, Point] = {}
        taken: list[Base] = []
        spots = [(goal.x, goal.y) for goal in goals]
        for number, base in enumerate(self._bases):
            if self._paths.room(base).stands(*spots[number]):
                wanted[number] = spots[number]
                taken.append(centred_at(base, *spots[number]))
        for number, base in enumerate(self._bases):
            if number not in wanted:
                spot = self._paths.room(base).free_place(*spots[number], taken)
                wanted[number] = spots[number] if spot is None else spot
                if spot is not None:
                    taken.append(centred_at(base, *spot))
        return [self._way(base, wanted[number]) for number, base in enumerate(self._bases)]

    def _way(self, base: Base, goal: Point) -> Way:
        """The way of a model; where there is none, straight on until something stops it."""
        start = (base.x, base.y)
        straight = hypot(goal[0] - start[0], goal[1] - start[1])
        if straight <= TOLERANCE:
            return Way((start, start), 0.0)
        way = self._paths.way(base, goal, straight + self._purse.inches)
        if way is not None:
            return way
        ahead = ((goal[0] - start[0]) / straight, (goal[1] - start[1]) / straight)
        go = free_straight(base, ahead, self._around, straight)
        return Way((start, (start[0] + ahead[0] * go, start[1] + ahead[1] * go)), go)


def assigned(bases: Sequence[Base], places: Sequence[Base]) -> list[Base]:
    """For each model the place that it goes to: the nearest pairs first, then whatever two would rather change."""
    squares = [[(base.x - place.x) ** 2 + (base.y - place.y) ** 2 for place in places] for base in bases]
    count = len(bases)
    pairs = sorted([(square, number, spot) for number, row in enumerate(squares) for spot, square in enumerate(row)])
    taken = [-1] * count
    used: set[int] = set()
    for _, number, spot in pairs:
        if taken[number] < 0 and spot not in used:
            taken[number] = spot
            used.add(spot)
            if len(used) == count:
                break
    changed = True
    while changed:
        changed = False
        for one in range(count):
            mine = squares[one]
            for other in range(one):
                here, there, theirs = taken[one], taken[other], squares[other]
                if mine[there] + theirs[here] < mine[here] + theirs[there] - TOLERANCE:
                    taken[one], taken[other] = there, here
                    changed = True
    return [places[spot] for spot in taken]
