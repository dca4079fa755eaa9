"""What it is worth to a unit to stand somewhere: markers, danger, chances, ground."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import msgspec

from warhost.players.captain.engine import Candidate
from warhost.players.captain.regiments.aims import homeward
from warhost.players.captain.regiments.fights import Duel, duel, prize, volley_at
from warhost.players.captain.regiments.situation import GUARD, GUARD_LATER, Situation
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

TEMPO = 0.1
"""How much more the own charges of the next round count, and less the enemy's, for the side that begins it."""

NEXT = 0.45
"""How much the chance of a charge in the next round counts."""

SOON = 0.8
"""How much it counts for a unit that has yet to act in this round."""

SHOT_AT = 0.35
"""How much of a volley that an enemy may fire counts."""

AMBUSHED = 0.15
"""How much the best charge of an ambusher counts: it may come elsewhere, or later."""

AMBUSH_ROOM = 3.0
"""Nobody finds room between a unit and a table edge that is nearer than this."""

OPEN = 1.25
"""How much more the charge of an enemy that has yet to act counts on a flank or the rear: it will not let it go by."""

EXPOSED = 0.2
"""How much it counts that enemies that come nearer would find a flank or rear to charge instead of a front."""

CONSOLIDATES = 3.0
"""How far a unit may go on that has destroyed its enemy."""

LATE_LOSS = 0.5
"""How much it counts that a marker seized in this round may be lost by a charge in the next."""

TIRED = 0.5
"""How much the charge of an enemy counts that has struck in this round."""

MOST_TURN = 100.0
"""Who has to turn further than this cannot charge."""


def turned(shape: Rect, place: Rect) -> float:
    """How far a unit has to turn to face another."""
    return abs(turn_between(shape.facing, bearing(shape.x, shape.y, place.x, place.y)))


def stands_before(place: Rect, other: Rect, inches: float) -> bool:
    """Whether another stands in the way of a unit that goes so far straight ahead from a place."""
    ahead = (other.x - place.x) * place.fx + (other.y - place.y) * place.fy
    aside = abs((other.x - place.x) * place.rx + (other.y - place.y) * place.ry)
    return 0.0 < ahead < inches and aside < (place.width + other.width) / 2


class Melee(msgspec.Struct, frozen=True):
    """A melee that the unit would fight at a place."""

    target: Unit
    fight: Duel

    @property
    def left(self) -> float:
        """How much of the danger that its target is remains: it may be gone or Shaken, and has struck already."""
        fate = self.fight.target
        return max(0.0, 1 - fate.gone - fate.shaken) * (1.0 if self.target.activated else TIRED)


class PlaceJudge:
    """Weighs places for one unit."""

    def __init__(self, here: Situation, unit: Unit, *, fresh: bool = False) -> None:
        self.here = here
        self.unit = unit
        tempo = TEMPO if here.begins else -TEMPO
        self.next = SOON if fresh else NEXT + tempo if here.rounds_left else 0.0
        self.later = LATER - tempo if here.rounds_left else 0.0
        self.rush = here.full.get(unit.id, RUSH)
        self.guard = [self._guard(number) for number in range(len(here.markers))]
        self.demand = [self._demand(number) for number in range(len(here.markers))]
        self.volleys = {foe.id: volley_at(here, foe, unit) for foe in here.foes if here.ranges[foe.id]}
        self.cover = [piece.shape for piece in scenery(here.battle).sheltering if piece.cover]
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

    def weigh(self, candidate: Candidate, place: Rect, melee: Melee | None = None) -> Candidate:
        """Add what the place is worth, term by term; after a melee there, if it comes to one."""
        rush = self.here.full_from(self.unit, place) if self.unit.id in self.here.full else self.rush
        held = self._markers(candidate, place, rush, melee)
        self._home(candidate, place)
        gaps = [distance(place, self.here.rects[foe.id]) for foe in self.here.foes]
        self._danger(candidate, place, gaps, held, melee)
        self._ambushed(candidate, place)
        self._chances(candidate, place, gaps, rush, melee)
        self._ground(candidate, place)
        return candidate

    def _markers(self, candidate: Candidate, place: Rect, rush: float, melee: Melee | None) -> float:
        here = self.here
        held = 0.0
        best = 0.0
        for number, marker in enumerate(here.markers):
            gap = self._gap(place, number)
            if melee is not None:
                held += self._fought(number, gap, melee)
            elif gap <= TOLERANCE:
                held += self._standing(number)
            rounds = ceil(gap / rush - 0.01) if gap > TOLERANCE else 0
            if rounds <= here.rounds_left:
                far = gap + self.rush - rush if gap > TOLERANCE else gap
                pull = here.stake * self.demand[number] * (1 - far / (self.rush * (here.rounds_left + 1.0)))
                best = max(best, pull * (0.9 if marker.owner == here.seat else 1.0))
        candidate.add(held, "holds or contests markers", "aofr.objective.seize")
        candidate.add(0.8 * best, "near a marker that needs it", "aofr.objective.seize_range")
        return held

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
        value = here.held(number, friends + 1, foes) - here.held(number, friends, foes)
        if marker.owner == here.seat and not friends and not foes:
            value += self.guard[number] * here.stake * here.weights[number]
        return value

    def _guard(self, number: int) -> float:
        """How likely an enemy comes to a marker if nobody guards it."""
        here, marker = self.here, self.here.markers[number]
        for foe in here.foes:
            gap = distance_to_point(here.rects[foe.id], marker.x, marker.y) - REACH
            if not foe.activated and not foe.shaken and gap <= here.charges[foe.id]:
                return GUARD
        return GUARD_LATER if here.rounds_left else 0.0

    def _fought(self, number: int, gap: float, melee: Melee) -> float:
        """What it changes at the end of the round that the unit fights a melee near the marker."""
        here = self.here
        friends = here.holders(number, here.seat, self.unit)
        foes = here.holders(number, 1 - here.seat)
        rival = here.is_near(number, melee.target)
        there = gap <= TOLERANCE
        if not there and not rival and gap > CONSOLIDATES:
            return 0.0
        fates = melee.fight.target
        out = fates.missing(acted=melee.target.activated)
        lost = melee.fight.charger.missing(acted=True)
        base = here.held(number, friends, foes)
        total = 0.0
        # Who has felled its enemy may go on a little.
        cases = (
            (fates.gone, foes - rival, gap <= CONSOLIDATES),
            (out - fates.gone, foes - rival, there),
            (1 - out, foes, there),
        )
        for chance, others, comes in cases:
            stays = here.held(number, friends + comes, others)
            total += chance * ((1 - lost) * stays + lost * here.held(number, friends, others) - base)
        return total

    def _danger(
        self, candidate: Candidate, place: Rect, gaps: Sequence[float], held: float, melee: Melee | None
    ) -> None:
        """What enemies may do to the unit there: the worst charge, a part of the others, and volleys."""
        here = self.here
        charges: list[tuple[float, Arc]] = []
        kept, open_to = 1.0, 0.0
        fire = 0.0
        for foe, gap in zip(here.foes, gaps, strict=True):
            shape = here.rects[foe.id]
            weight = self._soon(foe)
            if melee is not None and foe is melee.target:
                weight *= melee.left
            if weight <= 0.0:
                continue
            if gap <= here.charges[foe.id] and not foe.shaken and self._can_turn(shape, place):
                side = arc_at(place, shape.x, shape.y)
                fight = duel(here, foe, self.unit, side)
                kept *= 1 - fight.target.missing(acted=True) * (1.0 if weight == 1.0 else LATE_LOSS * weight)
                value = fight.value
                if value > 0.0:
                    opened = OPEN if side is not Arc.FRONT and not foe.activated else 1.0
                    charges.append((weight * opened * value, side))
            elif not foe.shaken and here.rounds_left and gap <= here.charges[foe.id] + self._steps(foe):
                side = arc_at(place, shape.x, shape.y)
                if side is not Arc.FRONT:
                    worse = duel(here, foe, self.unit, side).value - duel(here, foe, self.unit, Arc.FRONT).value
                    open_to += max(0.0, worse)
            shots = self.volleys.get(foe.id, 0.0)
            if shots and gap <= here.ranges[foe.id] + here.advances[foe.id]:
                fire += weight * shots * (1.0 if gap <= here.ranges[foe.id] else 0.7)
        charges.sort(key=lambda told: -told[0])
        if charges:
            total = charges[0][0] + 0.4 * sum(value for value, _ in charges[1:])
            side = charges[0][1]
            words = {Arc.FRONT: "front", Arc.REAR: "rear"}.get(side, "flank")
            candidate.add(-0.8 * total, f"can be charged in the {words}", "aofr.charge.facing_majority")
        candidate.add(-EXPOSED * open_to, "shows a flank or its rear to enemies that come", "aofr.morale.flank")
        if held > 0.0 and kept < 1.0:
            candidate.add(-0.8 * (1 - kept) * held, "may lose the marker by a charge", "aofr.shaken.no_objectives")
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
        return self.later

    def _steps(self, foe: Unit) -> float:
        """How far an enemy that cannot charge yet may come before it does."""
        return self.here.full[foe.id] if not foe.activated else self.here.advances[foe.id]

    def _can_turn(self, shape: Rect, place: Rect) -> bool:
        return turned(shape, place) <= MOST_TURN

    def _chances(
        self, candidate: Candidate, place: Rect, gaps: Sequence[float], rush: float, melee: Melee | None
    ) -> None:
        """Charges that the unit could make when it acts next, and a pull towards what it would like to charge."""
        here = self.here
        if not self.next:
            return
        best, pull = 0.0, 0.0
        for foe, gap in zip(here.foes, gaps, strict=True):
            shape = here.rects[foe.id]
            value = prize(here, duel(here, self.unit, foe, arc_at(shape, place.x, place.y)), foe)
            if melee is not None and foe is melee.target:
                value *= 1 - melee.fight.target.gone
            if value <= 0.0:
                continue
            if gap <= rush and self._can_turn(place, shape):
                best = max(best, value)
            pull = max(pull, value * (1 - min(1.0, gap / 48.0)))
        when = "soon" if self.next == SOON else "in the next round"
        candidate.add(self.next * best, f"may charge {when}", "aofr.action.charge")
        candidate.add(0.25 * pull, "close to an enemy it would beat")
        if here.ranges.get(self.unit.id):
            target = min(gaps, default=0.0)
            candidate.add(-0.8 * max(0.0, target - here.ranges[self.unit.id]), "out of range of all enemies")

    def _ground(self, candidate: Candidate, place: Rect) -> None:
        if any(overlaps(place, shape) for shape in self.risky):
            candidate.add(-self.here.worth(self.unit) / 8, "on dangerous ground", "aofr.terrain.dangerous")
        if self.here.is_slow(self.unit, place):
            candidate.add(-3.0, "on difficult ground", "aofr.terrain.difficult")
