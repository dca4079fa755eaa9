"""What friends make of a place for one unit: company, command, and room to pass."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from math import hypot

from warhost.play.counsel.counsel import Term
from warhost.players.captain.engine import Candidate
from warhost.players.captain.judging.overview import Overview, U
from warhost.table import Point, Rect, grown, segment_crosses, summed, within

SUPPORT = 6.0
"""Friends within this distance after their move keep a unit company."""

PASSING = 1.3
"""How much nearer than its way a friend must be for a unit to be in its way."""

IN_COMMAND, UNDER_COMMAND, FROM_TROOPS = 2.5, 2.0, 0.1
"""What each unit within its command is worth to a leader, what it is worth to a unit to be within a leader's, and
what an inch away from its troops costs a leader."""


class Friends:
    """The friends of one unit."""

    def __init__(self, here: Overview, unit: U) -> None:
        self.here = here
        self.unit = unit
        self.counsel = here.counsel
        self.all = [friend for friend in here.own if friend is not unit]
        self._crowding = here.temper.crowding.get(here.counsel.turns_left, 0.0)

    def company(self, place: Rect) -> int:
        """How many friends keep it company there after their moves."""
        return sum(within(shape, place, SUPPORT + more) for shape, more in self._companions)

    @cached_property
    def _companions(self) -> list[tuple[Rect, float]]:
        """Friends, and how far they may still go."""
        counsel = self.counsel
        return [
            (self.here.rects[friend.id], 0.0 if counsel.ended(friend) else counsel.pace(friend))
            for friend in self.all
            if counsel.counts(friend)
        ]

    def command(self, place: Rect) -> Iterator[Term]:
        """Leaders near those whom they lead, and others near their leaders."""
        here, counsel = self.here, self.counsel
        if self._leads:
            near = sum(within(here.rects[friend.id], place, counsel.command) for friend in self.all)
            yield IN_COMMAND * near, "units within its command", here.cite("command")
            x, y = self._troops
            yield -FROM_TROOPS * hypot(place.x - x, place.y - y), "away from its troops", ""
        elif any(within(here.rects[leader.id], place, counsel.command) for leader in self._leaders):
            yield UNDER_COMMAND, "within its leader's command", here.cite("command")

    @cached_property
    def _leads(self) -> bool:
        return self.counsel.leads(self.unit)

    @cached_property
    def _troops(self) -> Point:
        """The middle of its friends."""
        return _middle(self.here.rects[friend.id] for friend in self.all or [self.unit])

    @cached_property
    def _leaders(self) -> list[U]:
        if not self.counsel.is_led(self.unit):
            return []
        return [friend for friend in self.all if self.counsel.leads(friend)]

    def room(self, candidate: Candidate, place: Rect) -> None:
        """A unit keeps clear of friends that still have to come to the centre: farther on there is room behind."""
        if self._crowding:
            barred = sum(
                within(shape, place, away + PASSING)
                and segment_crosses(grown(place, shape.width / 2), shape.front, self.here.centre)
                for shape, away in self._behind
            )
            candidate.add(-self._crowding * barred, "in the way of friends", self.here.cite("room"))

    @cached_property
    def _behind(self) -> list[tuple[Rect, float]]:
        """Friends that are not yet where units count, and how far they have to go."""
        shapes = [self.here.rects[friend.id] for friend in self.all if self.counsel.may_come(friend)]
        return [(shape, away) for shape in shapes if (away := self.here.nearest(shape)) > 0.0]

    def screens(self, place: Rect, point: Point) -> bool:
        """Whether a friend stands between a place and a point."""
        return any(segment_crosses(self.here.rects[friend.id], (place.x, place.y), point) for friend in self.all)


def stands_before(place: Rect, other: Rect, inches: float) -> bool:
    """Whether another stands in the way of a unit that goes so far straight ahead from a place."""
    ahead = (other.x - place.x) * place.fx + (other.y - place.y) * place.fy
    aside = abs((other.x - place.x) * place.rx + (other.y - place.y) * place.ry)
    return 0.0 < ahead < inches and aside < (place.width + other.width) / 2


def _middle(shapes: Iterable[Rect]) -> Point:
    many = list(shapes)
    return summed(shape.x for shape in many) / len(many), summed(shape.y for shape in many) / len(many)
