"""What it is worth to a unit to stand somewhere: markers, danger, chances, ground."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from warhost.players.captain.engine import Candidate
from warhost.players.captain.regiments.aims import homeward
from warhost.players.captain.regiments.fights import duel, volley_at
from warhost.players.captain.regiments.situation import Situation
from warhost.rulesets.regiments.battle import Unit
from warhost.rulesets.regiments.reserves import AMBUSH_BAND
from warhost.rulesets.regiments.scenery import scenery
from warhost.rulesets.regiments.seizing import REACH
from warhost.rulesets.regiments.sight import arc_at
from warhost.table import (
    TOLERANCE,
    Arc,
    Point,
    Rect,
    bearing,
    contains_rect,
    distance,
    distance_to_point,
    overlaps,
    segment_crosses,
    turn_between,
)

RUSH = 12.0
LATER = 0.45
"""How much an enemy counts that has acted already in this round."""

NEXT = 0.45
"""How much the chance of a charge in the next round counts."""

SHOT_AT = 0.35
"""How much of a volley that an enemy may fire counts."""

AMBUSHED = 0.15
"""How much the best charge of an ambusher counts: it may come elsewhere, or later."""

AMBUSH_ROOM = 3.0
"""Nobody finds room between a unit and a table edge that is nearer than this."""

OPEN = 1.25
"""How much more the charge of an enemy that has yet to act counts on a flank or the rear: it will not let it go by."""

MOST_TURN = 100.0
"""Who has to turn further than this cannot charge."""


class PlaceJudge:
    """Weighs places for one unit."""

    def __init__(self, here: Situation, unit: Unit) -> None:
        self.here = here
        self.unit = unit
        self.rush = here.charges.get(unit.id, RUSH)
        self.demand = [self._demand(number) for number in range(len(here.markers))]
        self.volleys = {foe.id: volley_at(here, foe, unit) for foe in here.foes if here.ranges[foe.id]}
        self.reach = max([here.charges[foe.id] for foe in here.foes], default=0.0)
        self.cover = [piece.shape for piece in scenery(here.battle).sheltering if piece.cover]
        self.slow = [piece.shape for piece in scenery(here.battle).slowing if piece.difficult]
        self.risky = [piece.shape for piece in scenery(here.battle).risky if piece.dangerous]

    def _demand(self, number: int) -> float:
        """How much the unit is needed at a marker: less where friends are there or nearer on their way."""
        here, marker = self.here, self.here.markers[number]
        base = 0.3 if marker.placed_by == here.seat else 1.0 if marker.owner != here.seat else 0.25
        foes = here.holders(number, 1 - here.seat)
        friends = here.holders(number, here.seat, self.unit)
        if foes:
            base = max(base, 0.9)
            return base * here.weights[number] / (1 + 0.3 * friends)
        if friends:
            return 0.12 * base * here.weights[number]
        own = self._gap(self.here.rects.get(self.unit.id), number)
        nearer = sum(
            1
            for friend in here.own
            if friend is not self.unit
            and not friend.shaken
            and self._gap(here.rects[friend.id], number) < own - 2.0
            and self._nearest(friend) == number
        )
        return base * here.weights[number] / (1 + nearer)

    def _gap(self, place: Rect | None, number: int) -> float:
        marker = self.here.markers[number]
        return 0.0 if place is None else max(0.0, distance_to_point(place, marker.x, marker.y) - REACH)

    def _nearest(self, unit: Unit) -> int:
        place = self.here.rects[unit.id]
        return min(range(len(self.here.markers)), key=lambda number: self._gap(place, number))

    def weigh(self, candidate: Candidate, place: Rect) -> Candidate:
        """Add what the place is worth, term by term."""
        self._markers(candidate, place)
        self._home(candidate, place)
        gaps = [distance(place, self.here.rects[foe.id]) for foe in self.here.foes]
        self._danger(candidate, place, gaps)
        self._ambushed(candidate, place)
        self._chances(candidate, place, gaps)
        self._ground(candidate, place)
        return candidate

    def _markers(self, candidate: Candidate, place: Rect) -> None:
        here = self.here
        held = 0.0
        best = 0.0
        for number, marker in enumerate(here.markers):
            gap = self._gap(place, number)
            if gap <= TOLERANCE:
                held += self._standing(number)
            rounds = ceil(gap / self.rush - 0.01) if gap > TOLERANCE else 0
            if rounds <= here.rounds_left:
                pull = here.stake * self.demand[number] * (1 - gap / (self.rush * (here.rounds_left + 1.0)))
                best = max(best, pull * (0.9 if marker.owner == here.seat else 1.0))
        candidate.add(held, "holds or contests markers", "aofr.objective.seize")
        candidate.add(0.8 * best, "near a marker that needs it", "aofr.objective.seize_range")

    def _home(self, candidate: Candidate, place: Rect) -> None:
        told = homeward(self.here.battle, self.unit, place)
        if told is not None:
            candidate.add(told[0], "brings the marker to a table edge", told[1])

    def _standing(self, number: int) -> float:
        """What it changes at the end of the round that the unit stands at the marker."""
        here, marker = self.here, self.here.markers[number]
        if self.unit.shaken:
            return 0.0
        friends = here.holders(number, here.seat, self.unit)
        foes = here.holders(number, 1 - here.seat)
        without = self._owner(friends, foes, marker.owner)
        with_it = self._owner(friends + 1, foes, marker.owner)
        value = (self._side(with_it) - self._side(without)) * here.stake
        if marker.owner == here.seat and not friends:
            value += 0.3 * here.stake
        return value * here.weights[number]

    def _owner(self, own: int, foes: int, now: int | None) -> int | None:
        if own and foes:
            return None
        if own:
            return self.here.seat
        return 1 - self.here.seat if foes else now

    def _side(self, owner: int | None) -> float:
        return 0.0 if owner is None else 1.0 if owner == self.here.seat else -1.0

    def _danger(self, candidate: Candidate, place: Rect, gaps: Sequence[float]) -> None:
        """What enemies may do to the unit there: the worst charge, a part of the others, and volleys."""
        here = self.here
        charges: list[tuple[float, Arc]] = []
        fire = 0.0
        for foe, gap in zip(here.foes, gaps, strict=True):
            shape = here.rects[foe.id]
            weight = self._soon(foe)
            if weight <= 0.0:
                continue
            if gap <= here.charges[foe.id] and not foe.shaken and self._can_turn(shape, place):
                side = arc_at(place, shape.x, shape.y)
                value = duel(here, foe, self.unit, side).value
                if value > 0.0:
                    opened = OPEN if side is not Arc.FRONT and not foe.activated else 1.0
                    charges.append((weight * opened * value, side))
            shots = self.volleys.get(foe.id, 0.0)
            if shots and gap <= here.ranges[foe.id] + here.advances[foe.id]:
                fire += weight * shots * (1.0 if gap <= here.ranges[foe.id] else 0.7)
        charges.sort(key=lambda told: -told[0])
        if charges:
            total = charges[0][0] + 0.4 * sum(value for value, _ in charges[1:])
            side = charges[0][1]
            words = {Arc.FRONT: "front", Arc.REAR: "rear"}.get(side, "flank")
            candidate.add(-0.8 * total, f"can be charged in the {words}", "aofr.charge.facing_majority")
        if fire:
            sheltered = any(contains_rect(shape, place) for shape in self.cover)
            candidate.add(-SHOT_AT * fire * (0.75 if sheltered else 1.0), "can be shot at", "aofr.shoot.valid_target")

    def _ambushed(self, candidate: Candidate, place: Rect) -> None:
        """What known ambushers may do in the next round: come from an edge behind the unit and charge its rear."""
        here = self.here
        if not here.ambushers or not here.rounds_left:
            return
        board = here.battle.scene.board
        edges = (
            ((place.x, 0.0), min(y for _, y in place.corners)),
            ((place.x, board.depth), board.depth - max(y for _, y in place.corners)),
            ((0.0, place.y), min(x for x, _ in place.corners)),
            ((board.width, place.y), board.width - max(x for x, _ in place.corners)),
        )
        worst = 0.0
        where = Arc.FRONT
        for (x, y), room in edges:
            side = arc_at(place, x, y)
            if side is Arc.FRONT:
                continue
            for foe in here.ambushers:
                # Who comes stands wholly within the band, and needs room to stand there.
                if AMBUSH_ROOM <= room <= AMBUSH_BAND + here.charges[foe.id]:
                    value = duel(here, foe, self.unit, side).value
                    if value > worst and not self._screened(place, (x, y)):
                        worst, where = value, side
        if worst:
            words = "rear" if where is Arc.REAR else "flank"
            candidate.add(-AMBUSHED * worst, f"ambushers may come at its {words}", "aofr.special.ambush.arrive")

    def _screened(self, place: Rect, edge: Point) -> bool:
        """Whether a friend stands between a place and a table edge."""
        here = self.here
        return any(
            segment_crosses(here.rects[friend.id], (place.x, place.y), edge)
            for friend in here.own
            if friend is not self.unit
        )

    def _soon(self, foe: Unit) -> float:
        """How much an enemy's next activation counts: less if it has acted, nothing if no round is to come."""
        if not foe.activated:
            return 1.0
        return LATER if self.here.rounds_left else 0.0

    def _can_turn(self, shape: Rect, place: Rect) -> bool:
        return abs(turn_between(shape.facing, bearing(shape.x, shape.y, place.x, place.y))) <= MOST_TURN

    def _chances(self, candidate: Candidate, place: Rect, gaps: Sequence[float]) -> None:
        """Charges that the unit could make in the next round, and a pull towards what it would like to charge."""
        here = self.here
        if not here.rounds_left:
            return
        best, pull = 0.0, 0.0
        for foe, gap in zip(here.foes, gaps, strict=True):
            shape = here.rects[foe.id]
            value = duel(here, self.unit, foe, arc_at(shape, place.x, place.y)).value
            if value <= 0.0:
                continue
            if gap <= self.rush and self._can_turn(place, shape):
                best = max(best, value)
            pull = max(pull, value * (1 - min(1.0, gap / 48.0)))
        candidate.add(NEXT * best, "may charge in the next round", "aofr.action.charge")
        candidate.add(0.25 * pull, "close to an enemy it would beat")
        if here.ranges.get(self.unit.id):
            target = min(gaps, default=0.0)
            candidate.add(-0.8 * max(0.0, target - here.ranges[self.unit.id]), "out of range of all enemies")

    def _ground(self, candidate: Candidate, place: Rect) -> None:
        if any(overlaps(place, shape) for shape in self.risky):
            candidate.add(-self.here.worth(self.unit) / 8, "on dangerous ground", "aofr.terrain.dangerous")
        if any(overlaps(place, shape) for shape in self.slow):
            candidate.add(-3.0, "on difficult ground", "aofr.terrain.difficult")
