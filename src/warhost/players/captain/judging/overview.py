"""The battle as the captain sees it in one decision: who stands at which goal, and what fights there are worth."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from math import dist, hypot
from typing import Any

from warhost.play.counsel.counsel import Charge, Counsel, Fight, Goal
from warhost.players.captain.engine import Candidate
from warhost.table import TOLERANCE, Arc, Point, Rect, bearing, distance, grown, rect, segment_crosses, summed, within

WALL_GAP = 0.6
"""How far from a wall a unit goes past it."""

MOST_PLANS = 24

RUN = 7.0
"""How far a pursuit or a flight goes on average."""

REMOTE = 0.05
"""A charge that arrives less often is not thought of."""

JOINS = 0.5
"""Who reaches an enemy less often is not counted on to join a charge."""

U = Any
"""A unit of whatever book is played."""


class Thoughts:
    """What the captain remembers from one decision to the next."""

    def __init__(self) -> None:
        self.plans: dict[tuple[int, int, str], Candidate] = {}
        """The moves that go with actions, by turn, unit and action."""
        self.foreseen: dict[int, tuple[list[U], list[tuple[str, float, str]]]] = {}
        """What spoke for letting a unit act, and the units around it as they were then."""


class Overview:
    """Everything that several judgements of one decision need, worked out once."""

    def __init__(self, counsel: Counsel[Any, Any], thoughts: Thoughts | None = None) -> None:
        self.thoughts = Thoughts() if thoughts is None else thoughts
        self.counsel = counsel
        self.temper = counsel.temper
        self.seat = counsel.seat
        self.own: list[U] = counsel.own
        self.foes: list[U] = list(counsel.foes)
        self.rects: dict[int, Rect] = counsel.rects
        self.goals = counsel.goals()
        self.threatened = counsel.threatened()
        self.gathering = counsel.gathering()
        self.centre = self._centre()
        self._near = [
            [unit for unit in counsel.units if goal.side in (None, unit.seat) and self._counts_at(goal, unit)]
            for goal in self.goals
        ]
        self.memo: dict[object, float] = {}
        self._aims: list[list[U]] | None = None
        self._swings: dict[int, float] = {}
        self._duels: dict[tuple[int, int, Arc], Fight] = {}
        self._wide: dict[float, list[tuple[Rect, Rect]]] = {}
        self._pairs: dict[tuple[int, int], tuple[float, U | None]] = {}

    def _centre(self) -> Point:
        """Where the battle is decided: the middle of the goals, or of the table."""
        if not self.goals:
            middle: Point = self.counsel.battle.scene.board.centre
            return middle
        many = len(self.goals)
        return summed(goal.x for goal in self.goals) / many, summed(goal.y for goal in self.goals) / many

    @property
    def highest(self) -> float:
        """What the most valuable goal is worth."""
        return max((goal.worth for goal in self.goals), default=0.0)

    def keep(self, unit: U, action: str, candidate: Candidate) -> None:
        """Remember the move that goes with an action until the unit is asked where it goes."""
        plans = self.thoughts.plans
        if len(plans) > MOST_PLANS:
            plans.clear()
        plans[self.counsel.battle.turn, unit.id, action] = copy(candidate)

    def planned(self, unit: U, action: str) -> Candidate | None:
        return self.thoughts.plans.get((self.counsel.battle.turn, unit.id, action))

    def surroundings(self, unit: U, inches: float) -> list[U]:
        """The units within so many inches of a unit, itself included: while they are all as they were, what was
        thought of the unit may be thought again."""
        place = self.rects[unit.id]
        return [other for other in self.counsel.units if within(place, self.rects[other.id], inches)]

    def cite(self, term: str) -> str:
        """The row of the book behind a term."""
        return self.counsel.cites.get(term, "")

    def is_ours(self, unit: U) -> bool:
        """Whether a unit is on the captain's side, its own or an ally's."""
        return unit.seat in self.counsel.ours

    # Goals.

    def owns(self, goal: Goal) -> bool | None:
        """Whether a goal is its side's or the enemy's; nobody's: None."""
        return None if goal.owner is None else goal.owner in self.counsel.ours

    def away(self, goal: Goal, place: Rect) -> float:
        """How far a place is from where units count."""
        return goal.away(place)

    def nearest(self, place: Rect) -> float:
        """How far a place is from the nearest goal."""
        return min((self.away(goal, place) for goal in self.goals), default=0.0)

    def makes_for(self, number: int) -> list[U]:
        """The units of the captain that are nearer to this goal than to any other."""
        if self._aims is None:
            self._aims = [[] for _ in self.goals]
            for unit in self.own:
                aways = [self.away(goal, self.rects[unit.id]) for goal in self.goals]
                self._aims[aways.index(min(aways))].append(unit)
        return self._aims[number]

    def _counts_at(self, goal: Goal, unit: U) -> bool:
        return self.counsel.counts(unit) and self.away(goal, self.rects[unit.id]) <= TOLERANCE

    def is_near(self, number: int, unit: U) -> bool:
        """Whether a unit counts at a goal now."""
        return any(other is unit for other in self._near[number])

    def holds_any(self, unit: U) -> bool:
        return any(self.is_near(number, unit) for number in range(len(self.goals)))

    def holders(self, number: int, own: bool, without: U = None) -> int:
        """The weight of a side at a goal now: how many units count there, unless the book weighs them."""
        return sum(
            self.counsel.weight(unit)
            for unit in self._near[number]
            if self.is_ours(unit) is own and unit is not without
        )

    def held(self, number: int, own: int, foes: int) -> float:
        """What a goal is worth at the end of the turn with such a weight of either side at it."""
        goal = self.goals[number]
        if goal.each:
            return goal.worth * (own - foes)
        ours: bool | None
        if goal.most and own != foes:
            ours = own > foes
        elif own and foes:
            ours = self.owns(goal) if goal.keeps else None
        else:
            ours = bool(own) if own or foes else self.owns(goal)
        return 0.0 if ours is None else goal.worth if ours else -goal.worth

    def gained(self, number: int, unit: U) -> float:
        """What it changes at the end of the turn that the unit stands at a goal."""
        friends, foes = self.holders(number, True, unit), self.holders(number, False)
        return self.held(number, friends + self.counsel.weight(unit), foes) - self.held(number, friends, foes)

    def swing(self, unit: U) -> float:
        """What its own side would lose, beyond the unit, if it gave way where it stands."""
        known = self._swings.get(unit.id)
        if known is None:
            known = self.counsel.shock(unit) if unit.id in self.rects else 0.0
            for number, near in enumerate(self._near):
                if any(other is unit for other in near):
                    known += self._loosened(number, self.counsel.weight(unit), mine=self.is_ours(unit))
            if not self.is_ours(unit) and unit.id in self.rects:
                known += summed(goal.left for goal in self.threatened if self._counts_at(goal, unit))
            self._swings[unit.id] = known
        return known

    def _loosened(self, number: int, weight: int, *, mine: bool) -> float:
        goal = self.goals[number]
        if goal.each:
            return goal.left
        own, foes = self.holders(number, True), self.holders(number, False)
        change = self.held(number, own, foes) - self.held(number, own - weight * mine, foes - weight * (not mine))
        # A goal stays with its owner when nobody is left there, but it is open to whoever comes next.
        return max(goal.left, change if mine else -change)

    # Fights.

    def duel(self, charger: U, target: U, side: Arc) -> Fight:
        """The charge of one unit into a side of another: one decision asks for the same charge from many places."""
        key = (charger.id, target.id, side)
        known = self._duels.get(key)
        if known is None:
            known = self._duels[key] = self.counsel.duel(charger, target, side)
        return known

    def prize(self, charger: U, target: U, side: Arc, stake: float | None = None) -> float:
        """What a charge is worth to its side with the goals that both units hold; a unit that is thought of elsewhere
        holds what is at stake there."""
        fight = self.duel(charger, target, side)
        missing = self.counsel.missing
        swing = self.swing(target) if stake is None else stake + self.counsel.shock(target)
        return (
            fight.value
            + missing(fight.fate(target), target) * swing
            - missing(fight.fate(charger), charger) * self.swing(charger)
        )

    def paired(self, charger: U, target: U) -> tuple[float, U | None]:
        """What it adds to a charge that the best of the friends who could join it does, and which one; what that one
        could do elsewhere is lost."""
        if not self.counsel.charge_together:
            return 0.0, None
        key = (charger.id, target.id)
        known = self._pairs.get(key)
        if known is None:
            known = self._pairs[key] = self._paired(charger, target)
        return known

    def _paired(self, charger: U, target: U) -> tuple[float, U | None]:
        counsel, shape = self.counsel, self.rects[target.id]
        first = Charge(charger.id, target.id, counsel.struck(charger, target))
        alone = self.value(counsel.fight(target, (first,)))
        found: list[tuple[float, U]] = []
        for friend in self.own:
            place = self.rects[friend.id]
            if friend is charger or counsel.ended(friend) or self.arrives(friend, place, shape) < JOINS:
                continue
            side = counsel.struck(friend, target)
            both = self.value(counsel.fight(target, (first, Charge(friend.id, target.id, side))))
            more = both - alone - max(0.0, self.best_blow(friend))
            if more > 0.0:
                found.append((more, friend))
        found.sort(key=lambda told: -told[0])
        return next((told for told in found if counsel.may_join(charger, told[1], target)), (0.0, None))

    def best_blow(self, unit: U) -> float:
        """What the best charge of a unit promises as it stands, if it can make any."""
        place = self.rects[unit.id]
        counsel = self.counsel
        shapes = ((foe, self.rects[foe.id]) for foe in self.foes)
        return max(
            (
                self.prize(unit, foe, counsel.side(shape, place))
                for foe, shape in shapes
                if self.arrives(unit, place, shape) >= JOINS
            ),
            default=0.0,
        )

    def stake_at(self, unit: U, place: Rect) -> float:
        """What its side would lose at goals where each unit counts if the unit gave way at that place."""
        if not self.counsel.scores(unit):
            return 0.0
        return summed(goal.left for goal in self.goals if goal.each and self.away(goal, place) <= 0.0)

    def value(self, fight: Fight, elsewhere: Mapping[int, float] | None = None) -> float:
        """What a fight is worth to the captain with the goals that its units hold; some are thought of elsewhere."""
        total = fight.value
        for number, fate in fight.fates.items():
            unit = self.counsel.unit(number)
            swing = elsewhere[number] if elsewhere and number in elsewhere else self.swing(unit)
            lost = self.counsel.missing(fate, unit) * swing
            total += -lost if self.is_ours(unit) else lost
        return total

    def harm(self, target: U, losses: float) -> float:
        """What it is worth to take so much health from a unit, with the goals that it holds."""
        fate = self.counsel.fate_of(target, losses)
        return self.counsel.harm(target, losses) + self.counsel.missing(fate, target) * self.swing(target)

    def arrives(self, charger: U, start: Rect, target: Rect, gap: float | None = None) -> float:
        """The chance that a unit at a place reaches what stands there with a charge."""
        counsel = self.counsel
        reach = counsel.reach(charger, start)
        if gap is None:
            dx, dy = start.x - target.x, start.y - target.y
            most = reach + start.radius + target.radius
            if dx * dx + dy * dy > most * most:
                return 0.0
            gap = distance(start, target)
        if gap > reach + TOLERANCE or not counsel.faces(charger, start, target):
            return 0.0
        return counsel.arrives(charger, gap)

    # Walls in the way.

    def detour(self, place: Rect) -> float:
        """How much longer the way from a place to the centre is because of walls."""
        goal = self._rim(place)
        if goal is None:
            return 0.0
        start = (place.x, place.y)
        straight = dist(start, goal)
        return max((_way_round(*wall, start, goal) - straight for wall in self._in_the_way(place, goal)), default=0.0)

    def ways_round(self, place: Rect) -> list[Point]:
        """The points beside walls over which the way from a place to the centre leads."""
        goal = self._rim(place)
        if goal is None:
            return []
        start = (place.x, place.y)
        return [corner for wall, wide in self._in_the_way(place, goal) for corner in _seen(wall, wide, start)]

    def _rim(self, place: Rect) -> Point | None:
        """The nearest point where all units count together, if the place is not there."""
        goal = self.gathering
        if goal is None:
            return None
        away = hypot(place.x - goal.x, place.y - goal.y)
        share = goal.reach / away if away else 1.0
        return None if share >= 1.0 else (goal.x + (place.x - goal.x) * share, goal.y + (place.y - goal.y) * share)

    def _in_the_way(self, place: Rect, goal: Point) -> list[tuple[Rect, Rect]]:
        start = (place.x, place.y)
        return [wall for wall in self._walls(place.width) if segment_crosses(wall[1], start, goal)]

    def _walls(self, width: float) -> list[tuple[Rect, Rect]]:
        """Walls as they are, and as wide as they are to the middle of a unit of that width."""
        known = self._wide.get(width)
        if known is None:
            walls = self.counsel.walls()
            known = self._wide[width] = [(wall, grown(wall, width / 2 + WALL_GAP)) for wall in walls]
        return known


def run_from(own: Rect, enemy: Rect) -> Rect:
    """The place of a unit after an average flight straight from another."""
    away = hypot(own.x - enemy.x, own.y - enemy.y) or 1.0
    x, y = own.x + (own.x - enemy.x) / away * RUN, own.y + (own.y - enemy.y) / away * RUN
    return rect(x, y, bearing(enemy.x, enemy.y, own.x, own.y), own.width, own.depth)


def _seen(wall: Rect, wide: Rect, point: Point) -> list[Point]:
    """The corners beside a wall that can be reached straight from a point."""
    return [corner for corner in wide.corners if not segment_crosses(wall, point, corner)]


def _way_round(wall: Rect, wide: Rect, start: Point, goal: Point) -> float:
    """The shortest way from a point to another round a wall, over one of its corners or along one of its sides."""
    first, last = _seen(wall, wide, start), _seen(wall, wide, goal)
    return min(
        (
            dist(start, one) + dist(one, other) + dist(other, goal)
            for one in first
            for other in last
            if one == other or not segment_crosses(wall, one, other)
        ),
        default=dist(start, goal),
    )
