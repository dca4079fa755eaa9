"""What goals on the table make of a place for one unit: what it holds there, and how well the place is on its way."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import ceil
from typing import Any

import msgspec

from warhost.play.counsel.counsel import Fight, Goal
from warhost.players.captain.judging.overview import Overview, U
from warhost.table import TOLERANCE, Rect, bearing, distance_to_point, summed, turn_between

FAR_SHOOTER, FROM_AFAR, INSIDE_FROM_AFAR = 18.0, 0.4, 0.3
"""Who shoots so far does its work from there and comes when it counts: how much goals pull it until then."""

PULL = 0.8
"""How much of a goal's worth the nearness to it counts."""

GUARD, GUARD_LATER = 0.5, 0.3
"""How likely an enemy that can comes to a goal that nobody guards, in this turn and later."""

GOES_ON = 3.0
"""How far a unit may go on that has destroyed its enemy."""


class Melee(msgspec.Struct, frozen=True):
    """A fight that the unit would have at a place."""

    target: Any
    fight: Fight

    @property
    def left(self) -> float:
        """How much of its target is left to be feared."""
        fate = self.fight.fate(self.target)
        return max(0.0, 1 - fate.gone - fate.broken)


class AtGoals:
    """The goals as one unit sees them. Places are told by how far they are from each goal (`aways`)."""

    def __init__(self, here: Overview, unit: U) -> None:
        self.here = here
        self.unit = unit
        self.counsel = here.counsel
        self.goals = here.goals
        self.left = here.counsel.turns_left
        self.scores = here.counsel.scores(unit)
        self.each = any(goal.each for goal in here.goals)
        self._pace = here.counsel.pace(unit)
        self._stays_off = here.counsel.range(unit) >= FAR_SHOOTER and self.left > 1
        self._aways: dict[int, tuple[Rect, list[float]]] = {}

    def aways(self, place: Rect) -> list[float]:
        """How far a place is from where units count, for each goal."""
        # The place is kept with what was told of it, so that no other can have its id meanwhile.
        known = self._aways.get(id(place))
        if known is None:
            known = self._aways[id(place)] = (place, [goal.away(place) for goal in self.goals])
        return known[1]

    def nearest(self, place: Rect) -> float:
        return min(self.aways(place), default=0.0)

    def stake(self, place: Rect) -> float:
        """What its side would lose at goals where each unit counts if the unit gave way at that place."""
        if not self.each or not self.scores:
            return 0.0
        told = zip(self.goals, self.aways(place), strict=True)
        return summed(goal.left for goal, away in told if goal.each and away <= 0.0)

    # What it holds.

    def gained(self, place: Rect, melee: Melee | None = None) -> float:
        """What it changes at goals that the unit stands there, after a fight if it comes to one."""
        if not self.scores:
            return 0.0
        total = 0.0
        for number, away in enumerate(self.aways(place)):
            if melee is not None and not self.goals[number].each:
                total += self._fought(number, away, melee)
            elif away <= TOLERANCE:
                total += self._held[number]
        return total

    @cached_property
    def _held(self) -> list[float]:
        """What it changes at each goal that the unit stands there."""
        return [self._gained(number, goal) for number, goal in enumerate(self.goals)]

    def _gained(self, number: int, goal: Goal) -> float:
        here = self.here
        value = here.gained(number, self.unit)
        if not goal.each and here.owns(goal):
            friends, foes = here.holders(number, True, self.unit), here.holders(number, False)
            value += 0.0 if friends or foes else self._comes(goal) * goal.worth
        return value * (INSIDE_FROM_AFAR if goal.each and self._stays_off else 1.0)

    def _comes(self, goal: Goal) -> float:
        """How likely an enemy comes to a goal if nobody guards it."""
        here, counsel = self.here, self.counsel
        for foe in here.foes:
            if counsel.charges_soon(foe) == 1.0 and here.away(goal, here.rects[foe.id]) <= counsel.reach(foe):
                return GUARD
        return GUARD_LATER * bool(self.left)

    def _fought(self, number: int, away: float, melee: Melee) -> float:
        """What it changes at the end of the turn that the unit fights near a goal."""
        here, counsel = self.here, self.counsel
        friends, foes = here.holders(number, True, self.unit), here.holders(number, False)
        rival = counsel.weight(melee.target) if here.is_near(number, melee.target) else 0
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
        return summed(
            chance
            * (
                (1 - lost) * here.held(number, friends + comes * counsel.weight(self.unit), others)
                + lost * here.held(number, friends, others)
                - base
            )
            for chance, others, comes in cases
        )

    # The way there.

    def drawn(self, place: Rect) -> float:
        """How well a place is on the way to goals."""
        if not self.scores or not self.goals:
            return 0.0
        aways = self.aways(place)
        pace = self.counsel.pace(self.unit, place)
        return max(self._drawn(number, place, away, pace) for number, away in enumerate(aways))

    def _drawn(self, number: int, place: Rect, away: float, pace: float) -> float:
        goal = self.goals[number]
        if goal.inch is None:
            full, far = self._pace, away
            if away > TOLERANCE:
                if ceil(away / pace - 0.01) > self.left:
                    return 0.0
                far += full - pace
            return self._pulls[number] * (1 - far / (full * (self.left + 1.0)))
        total = -goal.inch * away * (FROM_AFAR if self._stays_off else 1.0)
        if self.left and goal.late is not None:
            late = away - self._covers(place, goal)
            if late > 0.0:
                total -= goal.late[1] * late + (goal.late[0] if self.left == 1 else 0.0)
        if not self.left and away <= 0.0:
            deep = distance_to_point(place, goal.x, goal.y) - goal.reach + goal.well_inside
            total -= 0.5 * max(0.0, deep)
        return total

    def _covers(self, place: Rect, goal: Goal) -> float:
        """How far it comes towards a goal in the moves that are left: ranks that face away turn first."""
        march = 0.8 * self._pace
        away = abs(turn_between(place.facing, bearing(place.x, place.y, goal.x, goal.y)))
        turns = away > self.here.temper.sideways and not self.counsel.turns_freely(self.unit)
        return march * self.left if not turns else self.counsel.stride(self.unit) + march * (self.left - 1)

    @cached_property
    def _pulls(self) -> Sequence[float]:
        """What it is worth to be as near to each goal as can be."""
        return [
            PULL * goal.worth * self._wanted(number) * (0.9 if self.here.owns(goal) else 1.0)
            for number, goal in enumerate(self.goals)
        ]

    def _wanted(self, number: int) -> float:
        """How much the unit is needed at a goal: less where friends are there or nearer on their way."""
        here, goal = self.here, self.goals[number]
        if goal.each:
            return 1.0
        foes, friends = here.holders(number, False), here.holders(number, True, self.unit)
        if foes and goal.most:
            return max(goal.wanted, 0.9) if friends <= foes else 0.4
        if foes:
            return max(goal.wanted, 0.9) / (1 + 0.3 * friends)
        if friends:
            return 0.12 * goal.wanted
        place = here.rects.get(self.unit.id)
        own = 0.0 if place is None else here.away(goal, place)
        nearer = sum(
            self.counsel.counts(friend) and here.away(goal, here.rects[friend.id]) < own - 2.0
            for friend in here.makes_for(number)
            if friend is not self.unit
        )
        return goal.wanted / (1 + nearer)
