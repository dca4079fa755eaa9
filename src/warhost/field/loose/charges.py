"""Charges of loose bodies of round models: the shortest way of one into contact, all of them against several targets.

It is for loose bodies what `onset` is for blocks. How models go and what that costs them is a `Gait`; `closing` places
them once it is known whom they reach.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import hypot, inf

import msgspec

from warhost.field.ground.boxes import Box, box_of, widened
from warhost.field.loose.bodies import contact_places, gap_between, in_contact
from warhost.field.loose.closing import Cost, closed_up
from warhost.field.loose.marching import Gait, Points
from warhost.field.loose.steps import Around, is_clear, length_of, may_stand, nearest_stand
from warhost.field.loose.ways import Room
from warhost.table import Base, Board, Circle, Point, nearest_on

PLACES = 6
"""So many places about a target are looked at for a way round what is in the straight one."""

DEARER = 0.02
"""By how much a way has to be dearer than another before that one is looked for."""

TRIED = 4
"""So many of the nearest models are looked at for the shortest way into contact."""

ASIDE = 8.0
"""Who is farther from a place than this is in nobody's way there, nor beside it."""

_EPS = 1e-6


class Approach(msgspec.Struct, frozen=True):
    """The way of the model that is first in contact: what it costs, which model it is, and its corners."""

    inches: float
    model: int
    points: Points


class Rush(msgspec.Struct, frozen=True):
    """A loose body that goes into contact, and what it finds around it: whom it goes for is among the walls."""

    bases: tuple[Circle, ...]
    gait: Gait
    around: Around
    reach: float
    """The models hang together by gaps of at most that width."""
    slack: float
    """Bases that are no farther apart than this are in contact."""
    may_go: Callable[[Base, Point], bool] | None = None
    """Whether a model may go straight to a point, where not all may go everywhere."""
    is_plain: bool = False
    """Whether every straight way costs its length."""

    @property
    def goes_round(self) -> bool:
        """Whether its models find ways round what is in the straight one."""
        return not self.gait.flies and self.may_go is None

    def allows(self, base: Base, end: Point) -> bool:
        return self.may_go is None or self.may_go(base, end)

    def touches(self, base: Base, targets: Iterable[Base]) -> bool:
        """Whether a base is in contact with one of these."""
        return any(in_contact(base, one, self.slack) for one in targets)

    @property
    def cost(self) -> Cost | None:
        """What a straight move costs a base, where that may be more than its length."""
        if self.is_plain:
            return None

        def cost(base: Base, end: Point) -> float:
            return self.gait.price(((base.x, base.y), end)) if self.allows(base, end) else inf

        return cost


def box_round(movers: Sequence[Base], targets: Sequence[Base]) -> Box:
    """The box in which models may end that go into contact with targets, on any side of them."""
    return widened(box_of((*movers, *targets), 1.0), 2.0 * max(one.radius for one in movers))


def nearest_first(movers: Sequence[Base], targets: Sequence[Base]) -> list[tuple[float, int]]:
    """How far each model is from the nearest target, with its number."""
    return sorted((gap_between((base,), targets), number) for number, base in enumerate(movers))


def towards(bases: Sequence[Base], targets: Sequence[Base]) -> Point:
    """The way from the nearest model of one side to the nearest of the other, as a unit vector."""
    pairs = ((one, other) for one in bases for other in targets)
    one, other = min(pairs, key=lambda pair: gap_between((pair[0],), (pair[1],)))
    far = hypot(other.x - one.x, other.y - one.y)
    return ((other.x - one.x) / far, (other.y - one.y) / far) if far else (0.0, 1.0)


# The shortest way into contact


def shortest_approach(
    rush: Rush, targets: Sequence[Base], nearest: Sequence[tuple[float, int]], most: float
) -> Approach | None:
    """The cheapest way of one of the `nearest` models into contact, none if none costs so little.

    Straight ways are looked for first. Where something is in them, or makes them costly, a bent one may be cheaper.
    """
    best: Approach | None = None
    for gap, number in nearest[:TRIED]:
        limit = most if best is None else min(most, best.inches)
        if gap > limit + _EPS:
            break
        base = rush.bases[number]
        goals = targets if rush.may_go is None else [one for one in targets if rush.may_go(base, (one.x, one.y))]
        found = _straight(rush, base, goals, limit) if goals else None
        if found is not None and not rush.allows(base, found[1][-1]):
            found = None
        if found is not None and (best is None or found[0] < best.inches - 1e-9):
            best = Approach(found[0], number, found[1])
    if rush.goes_round and (best is None or best.inches > length_of(best.points) + DEARER):
        number = nearest[0][1] if best is None else best.model
        found = _round(rush, rush.bases[number], targets, most if best is None else best.inches - DEARER)
        best = best if found is None else Approach(found[0], number, found[1])
    return best


def _straight(rush: Rush, base: Circle, targets: Sequence[Base], most: float) -> tuple[float, Points] | None:
    """What a straight way of one model into contact costs, with its ends: to the nearest target, or beside it."""
    around, over = rush.around, rush.gait.flies
    target = min(targets, key=lambda one: gap_between((base,), (one,)))
    spot = straight_into(base, target)
    start = (base.x, base.y)
    straight = (start, (spot.x, spot.y))
    if may_stand(spot, around) and (over or is_clear(base, straight[1], around)):
        price = rush.gait.price(straight)
        if price <= most + _EPS:
            return price, straight
        if over:
            return None
    free = msgspec.structs.replace(around, walls=tuple(one for one in around.walls if one not in targets))
    (aside,) = closed_up((base,), targets, most, free, rush.reach, over=over)
    if rush.touches(aside, targets):
        beside = (start, (aside.x, aside.y))
        price = rush.gait.price(beside)
        if price <= most + _EPS:
            return price, beside
    return None


def _round(rush: Rush, base: Circle, targets: Sequence[Base], most: float) -> tuple[float, Points] | None:
    """The same for a way round what stands in the straight one."""
    target = min(targets, key=lambda one: gap_between((base,), (one,)))
    places = [place for place in contact_places(base, target) if may_stand(place, rush.around)]
    places.sort(key=lambda one: hypot(one.x - base.x, one.y - base.y))
    best: tuple[float, Points] | None = None
    room = Room(base, rush.around)
    for place in places[:PLACES]:
        limit = most if best is None else best[0] - DEARER
        if hypot(place.x - base.x, place.y - base.y) > limit:
            break
        way = rush.gait.cheapest(base, (place.x, place.y), rush.around, limit, room)
        if way is not None:
            best = rush.gait.price(way.points), way.points
    return best


def straight_into(base: Circle, target: Base) -> Circle:
    """The base after it has gone straight into contact with a target."""
    x, y = (target.x, target.y) if isinstance(target, Circle) else nearest_on(target, base.x, base.y)
    far = hypot(x - base.x, y - base.y)
    go = max(0.0, far - base.radius - (target.radius if isinstance(target, Circle) else 0.0))
    return Circle(base.x + (x - base.x) / far * go, base.y + (y - base.y) / far * go, base.radius) if far else base


# All of them into contact


def rushed(
    rush: Rush, goals: Sequence[Sequence[Base]], ways: Sequence[Approach | None], inches: float
) -> tuple[tuple[Circle, ...], tuple[Points, ...]]:
    """Where the models end that go for several targets, each of some bases, and their ways.

    One model goes first for each target, by the way that is known of it; then all others close up.
    """
    bases, over, whole = rush.bases, rush.gait.flies, rush.around
    theirs = [base for goal in goals for base in goal]
    around = msgspec.structs.replace(whole, walls=tuple(base for base in whole.walls if base not in theirs))
    bent = {(way.points[0], way.points[-1]): way.points for way in ways if way is not None}
    rooms: dict[float, Room] = {}

    def goes(base: Base, end: Point) -> bool:
        room = rooms.get(base.radius)
        if room is None:
            room = rooms[base.radius] = Room(base, whole)
        way = rush.gait.cheapest(base, end, whole, inches, room)
        if way is not None:
            bent[(base.x, base.y), end] = way.points
        return way is not None

    cost = rush.cost
    leads: dict[int, Circle] = {}
    for goal, way in zip(goals, ways, strict=True):
        if len(leads) == len(bases):
            # Every model has its target already: one of them may touch two.
            leads.update(_touching_also(rush, leads, goal, theirs, inches, around))
            continue
        lead = _lead(bases, goal, leads) if way is None or way.model in leads else way.model
        spot = None if way is None or lead != way.model else Circle(*way.points[-1], bases[lead].radius)
        if spot is None or _clashes(spot, leads.values()):
            others = tuple(base for base in theirs if base not in goal)
            among = msgspec.structs.replace(around, walls=(*around.walls, *others))
            spot = closed_up(bases, goal, inches, among, inf, moving=[lead], placed=leads, cost=cost, over=over)[lead]
        leads[lead] = spot
    rest = [number for number in range(len(bases)) if number not in leads]
    ends = closed_up(
        bases,
        theirs,
        inches,
        around,
        rush.reach,
        moving=rest,
        placed=leads,
        cost=cost,
        over=over,
        goes=goes if rush.goes_round else None,
    )
    pairs = (((a.x, a.y), (b.x, b.y)) for a, b in zip(bases, ends, strict=True))
    return ends, tuple(bent.get(pair, pair) for pair in pairs)


def _lead(bases: Sequence[Circle], targets: Sequence[Base], taken: Collection[int]) -> int:
    free = [number for number in range(len(bases)) if number not in taken] or list(range(len(bases)))
    return min(free, key=lambda number: (gap_between((bases[number],), targets), number))


def _touching_also(
    rush: Rush,
    leads: Mapping[int, Circle],
    goal: Sequence[Base],
    theirs: Sequence[Base],
    inches: float,
    around: Around,
) -> dict[int, Circle]:
    """A model that touches somebody else already and this target too, where one finds such a place."""
    among, cost = msgspec.structs.replace(around, walls=(*around.walls, *theirs)), rush.cost
    for number, base in enumerate(rush.bases):
        touched = [other for other in theirs if rush.touches(leads[number], (other,))]
        spots = [spot for one in touched for other in goal for spot in touching_both(base, one, other)]
        for spot in sorted(spots, key=lambda one: hypot(one.x - base.x, one.y - base.y)):
            end = (spot.x, spot.y)
            far = hypot(spot.x - base.x, spot.y - base.y) if cost is None else cost(base, end)
            mates = (mate for index, mate in leads.items() if index != number)
            if far > inches + _EPS or _clashes(spot, mates):
                continue
            if may_stand(spot, among) and (rush.gait.flies or is_clear(base, end, among)):
                return {number: spot}
    return {}


def touching_both(base: Circle, one: Base, other: Base) -> list[Circle]:
    """The two places where a round base touches two others; none where they are too far apart, or not round."""
    far = hypot(other.x - one.x, other.y - one.y)
    first, second = base.radius + one.radius, base.radius + other.radius
    if not isinstance(one, Circle) or not isinstance(other, Circle) or not 0.0 < far <= first + second:
        return []
    along = (first * first - second * second + far * far) / (2 * far)
    aside = max(0.0, first * first - along * along) ** 0.5
    ux, uy = (other.x - one.x) / far, (other.y - one.y) / far
    return [
        Circle(one.x + ux * along - uy * side, one.y + uy * along + ux * side, base.radius) for side in (aside, -aside)
    ]


def _clashes(one: Circle, others: Iterable[Circle], slack: float = 1e-4) -> bool:
    """Whether a model would stand on another one, deeper than that."""
    return any(hypot(one.x - other.x, one.y - other.y) < one.radius + other.radius - slack for other in others)


def set_apart(
    board: Board, starts: Sequence[Circle], ends: Sequence[Circle], others: Sequence[Circle], slack: float
) -> list[Circle]:
    """The ends of moves without those on the others, or on each other: who would stand there, deeper than the slack,
    stands beside it, or stays where it was."""
    found: list[Circle] = []
    for number, end in enumerate(ends):
        near = [base for base in (*others, *found) if hypot(base.x - end.x, base.y - end.y) < ASIDE]
        if not _clashes(end, near, slack):
            found.append(end)
            continue
        beside = nearest_stand(end, Around(board, (), tuple(near)))
        later = (*found, *starts[number + 1 :])
        kept = beside if isinstance(beside, Circle) and not _clashes(beside, near, slack) else starts[number]
        found.append(starts[number] if kept is not starts[number] and _clashes(kept, later, slack) else kept)
    return found
