"""What it is worth to a unit to stand somewhere: goals, danger, chances, shooting, command, room for friends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from math import ceil, hypot
from typing import Any

import msgspec

from warhost.play.counsel import Charge, Fight, Goal
from warhost.players.captain.engine import Candidate
from warhost.players.captain.overview import REMOTE, Overview, U
from warhost.table import (
    TOLERANCE,
    Arc,
    Point,
    Rect,
    Step,
    bearing,
    distance,
    distance_to_point,
    grown,
    segment_crosses,
    turn_between,
)

SUPPORT = 6.0
"""Friends within this distance after their move keep a unit company."""

FAR_SHOOTER, FROM_AFAR, INSIDE_FROM_AFAR = 18.0, 0.4, 0.3
"""Who shoots so far does its work from there and comes when it counts: how much goals pull it until then."""

PULL = 0.8
"""How much of a goal's worth the nearness to it counts."""

GUARD, GUARD_LATER = 0.5, 0.3
"""How likely an enemy that can comes to a goal that nobody guards, in this turn and later."""

GOES_ON = 3.0
"""How far a unit may go on that has destroyed its enemy."""

LATE_LOSS = 0.5
"""How much it counts that a goal that is held now may be lost by a charge in the next turn."""

TIRED = 0.5
"""How much the charge of an enemy counts that has just been fought."""

FAR_AWAY = 48.0
"""An enemy so far away draws nobody."""

UNSURE, NOBODY = 2.0, (-1.0, 0.0)
"""A glance at a distance that may be wrong by so much is not enough near the end of a reach."""

ABREAST = 0.17
"""Who stands up to a little behind the shoulder of an enemy may be charged by it (the cosine of 80 degrees)."""

LURK_ROOM = 3.0
"""Nobody finds room between a unit and a table edge that is nearer than this."""


def facing_name(side: Arc) -> str:
    return {Arc.FRONT: "front", Arc.REAR: "rear"}.get(side, "flank")


def stands_before(place: Rect, other: Rect, inches: float) -> bool:
    """Whether another stands in the way of a unit that goes so far straight ahead from a place."""
    ahead = (other.x - place.x) * place.fx + (other.y - place.y) * place.fy
    aside = abs((other.x - place.x) * place.rx + (other.y - place.y) * place.ry)
    return 0.0 < ahead < inches and aside < (place.width + other.width) / 2


class Melee(msgspec.Struct, frozen=True):
    """A fight that the unit would have at a place."""

    target: Any
    fight: Fight

    @property
    def left(self) -> float:
        """How much of its target is left to be feared."""
        fate = self.fight.fate(self.target)
        return max(0.0, 1 - fate.gone - fate.broken)


class PlaceJudge:
    """Weighs places for one unit."""

    def __init__(self, here: Overview, unit: U, *, fresh: bool = False) -> None:
        self.here = here
        self.unit = unit
        self.counsel = here.counsel
        self.temper = here.temper
        counsel = here.counsel
        self.left = counsel.turns_left
        self.scores = counsel.scores(unit)
        self.range = counsel.range(unit)
        self.next = self.temper.soon if fresh else self.temper.next + counsel.tempo if self.left else 0.0
        self.fresh = fresh
        self.walled = bool(counsel.walls(unit))
        self.soon = [(foe, weight) for foe in here.foes if (weight := counsel.charges_soon(foe)) > 0.0]
        self.wanted = [self._wanted(number) for number in range(len(here.goals))]
        self.friends = [friend for friend in here.own if friend is not unit]
        self._shapes = [here.rects[foe.id] for foe in here.foes]
        self._gaps_of: Rect | None = None
        self._gaps: dict[int, float] = {}
        self._hopes: dict[tuple[int, Arc], float] = {}
        self._fears: dict[tuple[int, Arc, float], float] = {}
        self.each = any(goal.each for goal in here.goals)

    # Where it counts.

    def _wanted(self, number: int) -> float:
        """How much the unit is needed at a goal: less where friends are there or nearer on their way."""
        here, goal = self.here, self.here.goals[number]
        if goal.each:
            return 1.0
        foes, friends = here.holders(number, False), here.holders(number, True, self.unit)
        if foes:
            return max(goal.wanted, 0.9) / (1 + 0.3 * friends)
        if friends:
            return 0.12 * goal.wanted
        place = here.rects.get(self.unit.id)
        own = 0.0 if place is None else here.away(goal, place)
        nearer = sum(
            1
            for friend in here.own
            if friend is not self.unit
            and self.counsel.counts(friend)
            and here.away(goal, here.rects[friend.id]) < own - 2.0
            and self._is_for(friend, goal)
        )
        return goal.wanted / (1 + nearer)

    def _is_for(self, unit: U, goal: Goal) -> bool:
        """Whether a unit is nearer to this goal than to any other."""
        place = self.here.rects[unit.id]
        return min(self.here.goals, key=lambda one: self.here.away(one, place)) is goal

    @cached_property
    def _guards(self) -> list[float]:
        """How likely an enemy comes to each goal if nobody guards it."""
        here, counsel = self.here, self.counsel
        return [
            GUARD
            if any(
                weight == 1.0 and here.away(goal, here.rects[foe.id]) <= counsel.reach(foe) for foe, weight in self.soon
            )
            else GUARD_LATER * bool(self.left)
            for goal in here.goals
        ]

    def gained(self, place: Rect, melee: Melee | None = None) -> float:
        """What it changes at goals that the unit stands there."""
        return sum(self._gained(number, place, melee) for number in range(len(self.here.goals)))

    def _gained(self, number: int, place: Rect, melee: Melee | None) -> float:
        here, goal = self.here, self.here.goals[number]
        away = here.away(goal, place)
        if not self.scores:
            return 0.0
        if melee is not None and not goal.each:
            return self._fought(number, away, melee)
        if away > TOLERANCE:
            return 0.0
        value = here.gained(number, self.unit)
        if not goal.each and goal.owner == here.seat:
            friends, foes = here.holders(number, True, self.unit), here.holders(number, False)
            value += 0.0 if friends or foes else self._guards[number] * goal.worth
        return value * (INSIDE_FROM_AFAR if goal.each and self._stays_off else 1.0)

    def _fought(self, number: int, away: float, melee: Melee) -> float:
        """What it changes at the end of the turn that the unit fights near a goal."""
        here, counsel = self.here, self.counsel
        friends, foes = here.holders(number, True, self.unit), here.holders(number, False)
        rival = here.is_near(number, melee.target)
        there = away <= TOLERANCE
        if not there and not rival and away > GOES_ON:
            return 0.0
        fate = melee.fight.fate(melee.target)
        out = counsel.missing(fate, melee.target)
        lost = counsel.missing(melee.fight.fate(self.unit), self.unit)
        base = here.held(number, friends, foes)
        cases = (
            (fate.gone, foes - rival, away <= GOES_ON),
            (out - fate.gone, foes - rival, there),
            (1 - out, foes, there),
        )
        return sum(
            chance
            * (
                (1 - lost) * here.held(number, friends + comes, others)
                + lost * here.held(number, friends, others)
                - base
            )
            for chance, others, comes in cases
        )

    @property
    def _stays_off(self) -> bool:
        return self.range >= FAR_SHOOTER and self.left > 1

    def drawn(self, place: Rect) -> float:
        """How well a place is on the way to goals."""
        if not self.scores or not self.here.goals:
            return 0.0
        pace = self.counsel.pace(self.unit, place)
        return max(self._drawn(number, place, pace) for number in range(len(self.here.goals)))

    def _drawn(self, number: int, place: Rect, pace: float) -> float:
        here, goal = self.here, self.here.goals[number]
        away = here.away(goal, place)
        if goal.inch is None:
            full = self._pace
            if away > TOLERANCE and ceil(away / pace - 0.01) > self.left:
                return 0.0
            far = away + full - pace if away > TOLERANCE else away
            share = 1 - far / (full * (self.left + 1.0))
            return PULL * goal.worth * self.wanted[number] * share * (0.9 if goal.owner == here.seat else 1.0)
        total = -goal.inch * away * (FROM_AFAR if self._stays_off else 1.0)
        if self.left and goal.late is not None:
            late = away - self._covers(place, goal)
            if late > 0.0:
                total -= goal.late[1] * late + (goal.late[0] if self.left == 1 else 0.0)
        if not self.left and away <= 0.0:
            deep = distance_to_point(place, goal.x, goal.y) - goal.reach + goal.well_inside
            total -= 0.5 * max(0.0, deep)
        return total

    @cached_property
    def _pace(self) -> float:
        return self.counsel.pace(self.unit)

    def _covers(self, place: Rect, goal: Goal) -> float:
        """How far it comes towards a goal in the moves that are left: ranks that face away turn first."""
        march = 0.8 * self._pace
        away = abs(turn_between(place.facing, bearing(place.x, place.y, goal.x, goal.y)))
        turns = away > self.temper.sideways and not self.counsel.turns_freely(self.unit)
        return march * self.left if not turns else self.counsel.stride(self.unit) + march * (self.left - 1)

    # All together.

    def weigh(
        self,
        candidate: Candidate,
        place: Rect,
        kind: str = "",
        steps: Sequence[Step] = (),
        melee: Melee | None = None,
        *,
        shoots: bool = True,
    ) -> Candidate:
        """Add what the place is worth, term by term; after a fight there, if it comes to one."""
        here, counsel = self.here, self.counsel
        held = self.gained(place, melee)
        candidate.add(held, f"holds {counsel.goal_name}", here.cite("hold"))
        candidate.add(self.drawn(place), f"its way to {counsel.goal_name}", here.cite("near"))
        if self.walled and self.scores and self.left and here.nearest(place) > 0.0:
            candidate.add(-here.detour(place), "a wall in its way", here.cite("wall"))
        left_alone = self._danger(candidate, place, held, melee)
        self._under_fire(candidate, place, melee)
        self._lurkers(candidate, place)
        self._chances(candidate, place, left_alone, melee)
        if shoots and self.range:
            self.volley(candidate, place, kind)
        self._command(candidate, place)
        self._facing(candidate, place)
        self._room(candidate, place)
        for score, label, rule in counsel.at(self.unit, place):
            candidate.add(score, label, rule)
        if steps:
            for score, label, rule in counsel.along(self.unit, here.rects[self.unit.id], steps, kind):
                candidate.add(score, label, rule)
        return candidate

    def rough(self, place: Rect, kind: str) -> float:
        """About what a place is worth, at a small part of the price: distances between middles, no sight, no words."""
        here, temper = self.here, self.temper
        held = self.gained(place)
        stake = here.stake_at(self.unit, place) if self.each else 0.0
        kept = 1.0
        total = held + self.drawn(place)
        if self.walled and self.scores and self.left and here.nearest(place) > 0.0:
            total -= here.detour(place)
        best, left_alone, shot, chargers = 0.0, 1.0, 0.0, 0
        near = self._company_about(place) if temper.shared or temper.alone else 0
        faced = temper.faced / (1 + temper.shared * near)
        own_reach = self.counsel.reach(self.unit, place)
        shoots = bool(self._shots) and self.counsel.shoots_after(self.unit, kind)
        for foe, weight, shape, reach in self._glances:
            dx, dy = shape.x - place.x, shape.y - place.y
            away = hypot(dx, dy)
            gap = max(0.0, away - (place.depth + shape.depth) / 2)
            if abs(gap - reach) < UNSURE or abs(gap - own_reach) < UNSURE:
                gap = distance(place, shape)
            if gap <= self._fires.get(foe.id, NOBODY)[0]:
                total -= self._fires[foe.id][1]
            if weight and gap <= reach and dx * shape.fx + dy * shape.fy < ABREAST * away:
                side = self.counsel.side(place, shape)
                bad = self._feared(foe, side, stake)
                chance = weight * self.counsel.arrives(foe, gap)
                if held > 0.0 and not self.each:
                    kept *= 1 - chance * self._lost(foe, side) * (1.0 if weight == 1.0 else LATE_LOSS)
                chargers += chance > REMOTE
                if bad > 0.0:
                    made = chance * (min(1.0, bad / temper.tempting) if temper.tempting else 1.0)
                    left_alone *= 1 - made
                    total -= made * bad * (faced if side is Arc.FRONT else temper.invited)
            elif weight and temper.exposed and self.left and gap <= reach + self._strides[foe.id]:
                total -= temper.exposed * self._exposure(foe, self.counsel.side(place, shape))
            if dx * place.fx + dy * place.fy > 0.0:
                if self.next and gap <= own_reach:
                    good = self._hoped(foe, self.counsel.side(shape, place))
                    if good > 0.0:
                        best = max(best, self.counsel.arrives(self.unit, gap) * good)
                if shoots and gap <= self.range:
                    shot = max(shot, self._shots[foe.id])
        if chargers > 1 and self.scores and self.left >= 2:
            total -= temper.alone * max(0, chargers - 1 - near)
        total -= self._in_the_way(place)
        if held > 0.0:
            total -= temper.faced * (1 - kept) * held
        free = 1 - temper.forestalled * (1 - left_alone)
        return total + self.next * free * best + shot - temper.facing * self._turned_away(place)

    def _company_about(self, place: Rect) -> int:
        reach = SUPPORT + place.width / 2
        return sum(
            hypot(shape.x - place.x, shape.y - place.y) <= reach + shape.width / 2 + more
            for shape, more in self._companions
        )

    @cached_property
    def _fires(self) -> dict[int, tuple[float, float]]:
        """Enemies that shoot: how far, and what their volleys cost."""
        counsel = self.counsel
        return {
            foe.id: (
                counsel.range(foe),
                self.temper.fire * soon * counsel.harm(self.unit, counsel.shots(foe, self.unit)),
            )
            for foe, soon in self.soon
            if counsel.range(foe)
        }

    @cached_property
    def _strides(self) -> dict[int, float]:
        return {foe.id: self.counsel.stride(foe) for foe, _ in self.soon}

    def _exposure(self, foe: U, side: Arc) -> float:
        """How much worse a side is than the front where that enemy charges it."""
        if side is Arc.FRONT:
            return 0.0
        return max(0.0, self.here.duel(foe, self.unit, side).value - self.here.duel(foe, self.unit, Arc.FRONT).value)

    @cached_property
    def _glances(self) -> list[tuple[U, float, Rect, float]]:
        """Enemies, how soon they charge, where they are and how far they reach."""
        soon = {foe.id: weight for foe, weight in self.soon}
        rects = self.here.rects
        return [(foe, soon.get(foe.id, 0.0), rects[foe.id], self.counsel.reach(foe)) for foe in self.here.foes]

    @cached_property
    def _shots(self) -> dict[int, float]:
        harm, shots = self.here.harm, self.counsel.shots
        return {foe.id: harm(foe, shots(self.unit, foe)) for foe in self.here.foes} if self.range else {}

    def glance_at_targets(self, place: Rect) -> float:
        """About what the best volley from a place is worth: on whom stands before it and in range."""
        best = 0.0
        for foe in self.here.foes:
            shape = self.here.rects[foe.id]
            if self.counsel.side(place, shape) is Arc.FRONT and distance(place, shape) <= self.range:
                best = max(best, self._shots[foe.id])
        return best

    def _feared(self, foe: U, side: Arc, stake: float) -> float:
        """What the charge of an enemy costs, with what is at stake where each unit counts for itself."""
        if not self.each:
            return self.here.duel(foe, self.unit, side).value
        key = (foe.id, side, stake)
        known = self._fears.get(key)
        if known is None:
            known = self._fears[key] = self.here.prize(foe, self.unit, side, stake)
        return known

    def _hoped(self, foe: U, side: Arc) -> float:
        key = (foe.id, side)
        known = self._hopes.get(key)
        if known is None:
            known = self._hopes[key] = self.here.prize(self.unit, foe, side)
        return known

    # Enemies.

    def _gap(self, place: Rect, foe: U) -> float:
        """How far an enemy is from a place; the distances of one place are kept."""
        if self._gaps_of is not place:
            self._gaps_of, self._gaps = place, {}
        known = self._gaps.get(foe.id)
        if known is None:
            known = self._gaps[foe.id] = distance(place, self.here.rects[foe.id])
        return known

    def _lost(self, foe: U, side: Arc) -> float:
        """How likely the unit is gone or broken after a charge of that enemy."""
        fate = self.here.duel(foe, self.unit, side).fate(self.unit)
        return fate.gone + fate.broken

    def _danger(self, candidate: Candidate, place: Rect, held: float, melee: Melee | None) -> float:
        """What enemies could do by charging it there. Returns how likely none of them does."""
        here, temper = self.here, self.temper
        stake = here.stake_at(self.unit, place) if self.each else 0.0
        kept = 1.0
        likely: list[tuple[float, U, Arc]] = []
        costs: list[tuple[float, str]] = []
        total, left_alone, open_to = 0.0, 1.0, 0.0
        near = self._company(place) if temper.shared or temper.alone else 0
        faced = temper.faced / (1 + temper.shared * near)
        for foe, soon in self.soon:
            weight = soon * self._still(foe, melee)
            shape = here.rects[foe.id]
            chance = here.arrives(foe, shape, place, self._gap(place, foe))
            if chance < REMOTE:
                open_to += self._opened(foe, shape, place) if temper.exposed and self.left else 0.0
                continue
            side = self.counsel.side(place, shape)
            bad = self._feared(foe, side, stake)
            kept *= 1 - chance * self._lost(foe, side) * (1.0 if weight == 1.0 else LATE_LOSS * weight)
            likely.append((chance, foe, side))
            if bad > 0.0:
                total += bad
                made = chance * weight * (min(1.0, bad / temper.tempting) if temper.tempting else 1.0)
                left_alone *= 1 - made
                flank = side is not Arc.FRONT
                where = f" in the {facing_name(side)}" if flank else ""
                costs.append(((temper.invited if flank and soon == 1.0 else faced) * made * bad, f"{foe.name}{where}"))
        costs.sort(reverse=True)
        for place_in_line, (cost, words) in enumerate(costs):
            share = temper.others if place_in_line else 1.0
            candidate.add(-share * cost, f"may be charged by {words}", here.cite("charged"))
        if not self.each and held > 0.0:
            words = f"may lose {self.counsel.goal_name} by a charge"
            candidate.add(-temper.faced * (1 - kept) * held, words, here.cite("charged"))
        if len(likely) > 1:
            self._alone(candidate, near, len(likely))
            if self.counsel.charge_together:
                self._both(candidate, sorted(likely, key=lambda told: -told[0])[:2], total, faced)
        candidate.add(-temper.exposed * open_to, "shows a flank or its rear to enemies that come", here.cite("flank"))
        return left_alone

    def _still(self, foe: U, melee: Melee | None) -> float:
        """How much is left of an enemy that the unit has fought."""
        if melee is None or foe is not melee.target:
            return 1.0
        return melee.left * (TIRED if self.counsel.charges_soon(foe) == 1.0 else 1.0)

    def _opened(self, foe: U, shape: Rect, place: Rect) -> float:
        """How much worse than its front the side is that an enemy finds when it has come nearer."""
        counsel = self.counsel
        if self._gap(place, foe) > counsel.reach(foe) + counsel.stride(foe):
            return 0.0
        return self._exposure(foe, counsel.side(place, shape))

    def _both(self, candidate: Candidate, likely: Sequence[tuple[float, U, Arc]], alone: float, faced: float) -> None:
        """Two chargers at once are worse than one after the other: what that adds, by the chance of both."""
        (one, first, _), (two, second, _) = likely
        if one * two < 0.1:
            return
        here = self.here
        charges = tuple(Charge(foe.id, self.unit.id, side) for _, foe, side in likely)
        bad = -here.value(self.counsel.fight(self.unit, charges))
        if bad > alone:
            label = f"may be charged by {first.name} and {second.name} together"
            candidate.add(-faced * one * two * (bad - alone), label, here.cite("together"))

    def _company(self, place: Rect) -> int:
        """How many friends keep it company there after their moves."""
        return sum(distance(shape, place) - more <= SUPPORT for shape, more in self._companions)

    @cached_property
    def _companions(self) -> list[tuple[Rect, float]]:
        """Friends, and how far they may still go."""
        counsel = self.counsel
        return [
            (self.here.rects[friend.id], 0.0 if counsel.ended(friend) else counsel.pace(friend))
            for friend in self.friends
            if counsel.counts(friend)
        ]

    def _alone(self, candidate: Candidate, near: int, enemies: int) -> None:
        """Not far ahead of its friends where several enemies can reach it."""
        if self.temper.alone and self.scores and self.left >= 2:
            cost = self.temper.alone * max(0, enemies - 1 - near)
            candidate.add(-cost, "alone before several enemies", self.here.cite("charged"))

    def _under_fire(self, candidate: Candidate, place: Rect, melee: Melee | None) -> None:
        counsel, here = self.counsel, self.here
        for foe, soon in self.soon:
            if counsel.range(foe):
                losses = counsel.fire(foe, here.rects[foe.id], self.unit, place)
                if losses > 0.0:
                    worth = counsel.harm(self.unit, losses) * soon * self._still(foe, melee)
                    candidate.add(-self.temper.fire * worth, f"under fire from {foe.name}", here.cite("fire"))

    def _lurkers(self, candidate: Candidate, place: Rect) -> None:
        """What reserves may do in the next turn: come from an edge behind the unit and charge its rear."""
        here, lurkers = self.here, self.counsel.lurkers()
        if not lurkers or not self.left:
            return
        worst, where = 0.0, Arc.FRONT
        for edge, room in edges_around(here, place):
            side = self.counsel.side_seen(place, edge)
            if side is Arc.FRONT:
                continue
            for foe in lurkers:
                # Who comes stands wholly within the band, and needs room to stand there.
                if LURK_ROOM <= room <= self.counsel.lurk_band + self.counsel.reach(foe):
                    value = here.duel(foe, self.unit, side).value
                    if value > worst and not self._screened(place, edge):
                        worst, where = value, side
        words = f"ambushers may come at its {facing_name(where)}"
        candidate.add(-self.temper.lurking * worst, words, here.cite("lurkers"))

    def _screened(self, place: Rect, edge: Point) -> bool:
        """Whether a friend stands between a place and a table edge."""
        return any(segment_crosses(self.here.rects[friend.id], (place.x, place.y), edge) for friend in self.friends)

    def _chances(self, candidate: Candidate, place: Rect, left_alone: float, melee: Melee | None) -> None:
        """The best charge that it could make next if the enemy stood still: who is charged does not charge."""
        here, counsel = self.here, self.counsel
        if not self.next:
            return
        best, whom, lure = 0.0, "", 0.0
        for foe in here.foes:
            shape = here.rects[foe.id]
            chance = (
                here.arrives(self.unit, place, shape, self._gap(place, foe)) if counsel.may_be_charged(foe) else 0.0
            )
            if chance < REMOTE and not self.temper.lure:
                continue
            value = self._hoped(foe, counsel.side(shape, place))
            if melee is not None and foe is melee.target:
                value *= 1 - melee.fight.fate(foe).gone
            if value > 0.0:
                if chance >= REMOTE and chance * value > best:
                    best, whom = chance * value, foe.name
                if self.temper.lure:
                    lure = max(lure, value * (1 - min(1.0, self._gap(place, foe) / FAR_AWAY)))
        when = "soon" if self.fresh else "next"
        free = 1 - self.temper.forestalled * (1 - left_alone)
        candidate.add(self.next * free * best, f"could charge {whom} {when}", here.cite("charge"))
        candidate.add(self.temper.lure * lure, "close to an enemy it would beat")

    def volley(self, candidate: Candidate, place: Rect, kind: str) -> None:
        """What it may shoot at from there."""
        losses = self.counsel.volleys(self.unit, place, kind)
        worth = {number: self.here.harm(self.counsel.unit(number), lost) for number, lost in losses.items()}
        if worth:
            target = max(worth, key=lambda number: worth[number])
            name = self.counsel.unit(target).name
            candidate.add(worth[target], f"shoots at {name}", self.here.cite("shoot"))

    # Friends.

    def _command(self, candidate: Candidate, place: Rect) -> None:
        here, counsel = self.here, self.counsel
        if self._leads(self.unit):
            near = sum(distance(here.rects[friend.id], place) <= counsel.command for friend in self.friends)
            candidate.add(2.5 * near, "units within its command", here.cite("command"))
            x, y = _middle(here.rects[friend.id] for friend in self.friends or [self.unit])
            candidate.add(-0.1 * hypot(place.x - x, place.y - y), "away from its troops")
        elif self._leaders:
            gap = min(distance(here.rects[leader.id], place) for leader in self._leaders)
            candidate.add(2.0 * (gap <= counsel.command), "within its leader's command", here.cite("command"))

    @cached_property
    def _leaders(self) -> list[U]:
        return [friend for friend in self.friends if self._leads(friend)]

    def _leads(self, unit: U) -> bool:
        return self.counsel.leads(unit) and not self.counsel.scores(unit)

    def _turned_away(self, place: Rect) -> float:
        """How far it looks away from the nearest enemy; without an enemy from the centre."""
        x, y = self.here.centre
        nearest = 1e9
        for shape in self._shapes:
            away = (shape.x - place.x) ** 2 + (shape.y - place.y) ** 2
            if away < nearest:
                nearest, x, y = away, shape.x, shape.y
        return abs(turn_between(place.facing, bearing(place.x, place.y, x, y)))

    def _facing(self, candidate: Candidate, place: Rect) -> None:
        if self.temper.facing:
            candidate.add(-self.temper.facing * self._turned_away(place), "faces away from the enemy")

    def _room(self, candidate: Candidate, place: Rect) -> None:
        """Not in the way of friends that still have to come to the centre: farther on there is room behind."""
        candidate.add(-self._in_the_way(place), "in the way of friends", self.here.cite("room"))

    def _in_the_way(self, place: Rect) -> float:
        price = self.temper.crowding.get(self.left, 0.0)
        return price and price * sum(
            distance(shape, place) < away + 1.3
            and segment_crosses(grown(place, shape.width / 2), shape.front, self.here.centre)
            for shape, away in self._behind
        )

    @cached_property
    def _behind(self) -> list[tuple[Rect, float]]:
        """Friends that are not yet where units count, and how far they have to go."""
        shapes = [self.here.rects[friend.id] for friend in self.friends if self.counsel.may_come(friend)]
        return [(shape, away) for shape in shapes if (away := self.here.nearest(shape)) > 0.0]


def edges_around(here: Overview, place: Rect) -> list[tuple[Point, float]]:
    """The point of each table edge beside a place, and how much room is before it."""
    board = here.counsel.battle.scene.board
    xs, ys = [x for x, _ in place.corners], [y for _, y in place.corners]
    return [
        ((place.x, 0.0), min(ys)),
        ((place.x, board.depth), board.depth - max(ys)),
        ((0.0, place.y), min(xs)),
        ((board.width, place.y), board.width - max(xs)),
    ]


def _middle(shapes: Iterable[Rect]) -> Point:
    many = list(shapes)
    return sum(shape.x for shape in many) / len(many), sum(shape.y for shape in many) / len(many)
