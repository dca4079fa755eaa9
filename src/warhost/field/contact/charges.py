"""Charges by one wheel at one target: who finds a way in, where each comes to stand, and how several fit side by side.

A charger brings most models to bear where its book's score is highest (`Stretch`). Where it cannot align by itself the
target turns, unless it is fixed.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from warhost.field.contact.arrivals import (
    DIFFERENT,
    any_route,
    best_arrivals,
    flush_routes,
    rough_routes,
    sample_offsets,
    shared_turn,
    straight_there,
    turned_targets,
)
from warhost.field.contact.places import NO_TOUCH, SURE_CONTACT, Stretch, score_at, within_free
from warhost.field.contact.wheel_in import FINE, Approach, Route
from warhost.field.field import Body, Field
from warhost.play.battle import settled
from warhost.table import Arc, Rect, edge_length, grown, on_board, outward, overlaps_any, rect_at, turn_between

SIDES = (Arc.FRONT, Arc.RIGHT, Arc.REAR, Arc.LEFT)


class Charger(msgspec.Struct, frozen=True):
    """Who charges: its body, the side of the target that it has to strike, and the score of each place along it."""

    body: Body
    side: Arc = Arc.FRONT
    stretches: tuple[Stretch, ...] = ()
    flies: bool = False

    @property
    def most(self) -> int:
        """The highest score that any place could have."""
        return max(part.score for part in self.stretches)


class Arrival(msgspec.Struct, frozen=True):
    """A charge carried out: the way there, the place after aligning, and how the target stands if it had to turn."""

    path: Route
    place: Rect
    offset: float
    count: int
    target: Rect | None = None


class Combined(NamedTuple):
    """Where one of several chargers comes in, and how many of them then do."""

    places: list[Arrival]
    units: int


def blockers(
    field: Field, mover: Body, barred: str, touching: Container[int], ignoring: Container[int] = ()
) -> Iterator[Rect]:
    """What the mover may not overlap: other bodies and barred terrain. It may touch friends and terrain.

    Enemies that it may not even touch come with a hair around them, so that touching them is overlapping it.
    """
    for other in field.others(mover.id, ignoring):
        touchable = field.friends(other.seat, mover.seat) or other.id in touching
        yield other.shape if touchable else grown(other.shape, NO_TOUCH)
    for piece in field.terrain.having(barred):
        yield piece.shape


class Onset(msgspec.Struct, frozen=True, kw_only=True):
    """The charges at one target as all stand now."""

    field: Field
    target: Body
    most_wheel: float
    barred: str
    """The trait of terrain that nobody moves into."""
    fixed: bool
    """Whether the target stays as it stands, whoever comes."""
    ignoring: Collection[int] = ()
    """Bodies that will have moved out of the way."""
    touching: Collection[int] = ()
    """Enemies besides the target that a charger may come into contact with."""

    def approach(self, charger: Charger, shape: Rect | None = None) -> Approach:
        """All ways of the charger into its side; `shape` is the target as it would stand if it were turned."""
        target = self.target
        return Approach(
            self.field.board,
            charger.body.shape,
            target.shape if shape is None else shape,
            charger.side,
            blockers(self.field, charger.body, self.barred, (target.id, *self.touching), {target.id, *self.ignoring}),
            most_wheel=self.most_wheel,
            flies=charger.flies,
        )

    def has_room(self, charger: Charger) -> bool:
        """Whether some way leads into contact with that side and to a place flush on it."""
        approach = self.approach(charger)
        return any_route(approach) or self._turning(charger, approach) is not None

    def arrivals(self, charger: Charger) -> list[Arrival]:
        """The places with the highest score that the charger can come to: those among which its owner chooses.

        At most three: nearest to the side's centre line, leftmost, rightmost.
        """
        approach = self.approach(charger)
        found = best_arrivals(approach, charger.stretches)
        if found:
            return [Arrival(route, approach.place(offset), offset, count) for offset, route, count in found]
        turning = self._turning(charger, approach)
        return [] if turning is None else [turning]

    def _turning(self, charger: Charger, approach: Approach) -> Arrival | None:
        """Where the charger cannot align alone: the target turns about the contact by the least whole number of
        degrees, else it is set anew about its centre, square to a line on which the charger can come.
        """
        if self.fixed:
            return None
        own = charger.body.id
        blocks = list(blockers(self.field, self.target, self.barred, (own,), {own, *self.ignoring}))
        ways = rough_routes(approach)

        def stands(place: Rect) -> bool:
            return self._is_clear(place, blocks)

        shared = shared_turn(approach, ways, lambda place: self._is_clear(place, approach.blocks), stands)
        if shared is not None:
            route, place, turned = shared
            return Arrival(route, place, route.offset, score_at(charger.stretches, route.offset), turned)
        for turned in turned_targets(approach, stands) if ways else ():
            after = self.approach(charger, turned)
            square = next(after.bearings(()), None)
            for route in () if square is None else flush_routes(after, square, after.free):
                count = score_at(charger.stretches, route.offset)
                return Arrival(route, after.place(route.offset), route.offset, count, turned)
        return None

    def _is_clear(self, place: Rect, blocks: Iterable[Rect]) -> bool:
        board = self.field.board
        return on_board(place, board.width, board.depth) and not overlaps_any(place, blocks)

    def touch(self, charger: Charger) -> Route | None:
        """A way into contact with any side, the nearest first, with the least wheel. The charger does not align."""
        start, shape = charger.body.shape, self.target.shape
        dx, dy = start.x - shape.x, start.y - shape.y

        def towards(side: Arc) -> float:
            nx, ny = outward(shape, side)
            return nx * dx + ny * dy

        for side in sorted(SIDES, key=lambda side: -towards(side)):
            approach = self.approach(msgspec.structs.replace(charger, side=side))
            ways = sorted(approach.bearings(FINE), key=lambda way: abs(turn_between(start.facing, way.turned.facing)))
            for bearing in ways:
                for offset in sample_offsets(bearing.low, bearing.high):
                    path = approach.path(bearing, offset)
                    if path is not None and self._is_clear(path.arrived, approach.blocks):
                        return path
        return None

    def after(self, charger: Charger, arrival: Arrival) -> Onset:
        """The charges that are left once this one has arrived: the target fights, and does not turn any more."""
        field = self.field.with_body(_set(charger.body, arrival.place))
        target = self.target if arrival.target is None else _set(self.target, arrival.target)
        return msgspec.structs.replace(self, field=field.with_body(target), target=target, fixed=True)

    def combined(self, charger: Charger, others: Sequence[Charger]) -> Combined:
        """The places for one of several chargers that let most of the others in, then have the highest score in all."""
        alone = self.arrivals(charger)
        if not alone or not others:
            return Combined(alone, min(1, len(alone)))
        rivals = any(other.side is charger.side for other in others)
        scored = [(self._let_in(charger, arrival, others), arrival) for arrival in alone]
        best = max(score for score, _ in scored)
        if rivals or best[0] < len(others):
            most = sum(other.most for other in others)
            for arrival in self._every_arrival(charger, others):
                if best[0] == len(others) and arrival.count + most < best[1]:
                    # From here on fewer models of this charger, and the others cannot make up for them.
                    break
                scored.append((self._let_in(charger, arrival, others), arrival))
                best = max(best, scored[-1][0])
        return Combined(_different([arrival for score, arrival in scored if score == best]), 1 + best[0])

    def _let_in(self, charger: Charger, arrival: Arrival, others: Sequence[Charger]) -> tuple[int, int]:
        """How many of the others find a place after this arrival, and the score of all then."""
        after = self.after(charger, arrival)
        units, models = 0, arrival.count
        for place, other in enumerate(others):
            found = after.arrivals(other)
            if found:
                rest = [*others[:place], *others[place + 1 :]]
                then_units, then_models = after._let_in(other, found[0], rest)
                units, models = max((units, models), (then_units + 1, then_models + arrival.count))
        return units, models

    def _every_arrival(self, charger: Charger, others: Sequence[Charger]) -> Iterator[Arrival]:
        """The places that the charger can come to, highest score first: where edges of bases meet or its room ends, and
        where it stands beside one of the others on such a place of theirs.
        """
        approach = self.approach(charger)
        parts = within_free(charger.stretches, approach.free)
        ends = {end for free in approach.free for end in free}
        points = {part.low: part.score for part in parts if part.low == part.high}
        points.update({end: part.score for part in parts for end in (part.low, part.high) if end in ends})
        for offset in self._beside(charger, others):
            if approach.is_free(offset):
                points[offset] = score_at(charger.stretches, offset)
        for offset, count in sorted(points.items(), key=lambda point: (-point[1], abs(point[0]), point[0])):
            for at, route in straight_there(approach, [Stretch(offset, offset, count)]):
                yield Arrival(route, approach.place(at), at, count)

    def _beside(self, charger: Charger, others: Iterable[Charger]) -> Iterator[float]:
        """Offsets that bring one of the others on the same side exactly to where edges of bases meet."""
        own = charger.body.shape.width / 2
        reach = edge_length(self.target.shape, charger.side) / 2
        for other in others:
            if other.side is charger.side:
                half = other.body.shape.width / 2
                last = reach + half - SURE_CONTACT
                places = {part.low for part in other.stretches if part.low == part.high}
                for place in (*(p for p in places if abs(p) < last), -last, last):
                    yield place - half - own
                    yield place + half + own


def _set(body: Body, place: Rect) -> Body:
    """The body there, as it would be stored."""
    return msgspec.structs.replace(body, shape=rect_at(settled(place), place.width, place.depth))


def _different(found: Sequence[Arrival]) -> list[Arrival]:
    """The one nearest to the middle, the leftmost and the rightmost, each place once."""
    ends = (
        min(found, key=lambda a: abs(a.offset)),
        min(found, key=lambda a: a.offset),
        max(found, key=lambda a: a.offset),
    )
    different: list[Arrival] = []
    for one in ends:
        if all(abs(one.offset - other.offset) >= DIFFERENT for other in different):
            different.append(one)
    return different
