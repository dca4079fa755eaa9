"""From a decision to a legal move: towards a goal, or away from an enemy (Solo & Co-Op Rules: Advancing, Terrain).

Ways are drafted with pivots in steps of 15 degrees, straight, sideways and backward, and the one is taken that ends
closest to the goal; of those that end as close the one farthest from what the enemy can reach, then the one that faces
the enemy best (AOFR-R633).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import hypot

import msgspec

from warhost.field import Path, path_of
from warhost.play import Moved, passes
from warhost.play.battle import copied
from warhost.players.solo.regiments.ground import Route, enters, forbidden, near, sheltered, shelters
from warhost.players.solo.regiments.objectives import nearest_enemies
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters import shooting
from warhost.rulesets.regiments.chapters.missions.seizing import REACH
from warhost.rulesets.regiments.chapters.movement.ground_on_moves import GAP, gait, held_to
from warhost.rulesets.regiments.chapters.movement.moves import Action, allowance, check_move, kind_of_move
from warhost.rulesets.regiments.chapters.movement.suggestions import free_ahead
from warhost.rulesets.regiments.core import Battle, Marker, Piece, Unit, enemies, footprint
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.table import (
    TOLERANCE,
    Arc,
    Back,
    Forward,
    Pivot,
    Point,
    Rect,
    Sidestep,
    Step,
    apply,
    bearing,
    distance,
    distance_to_point,
    in_front_arc,
    turn_between,
)

TURNS = tuple(15.0 * number for number in range(-6, 7))
ALIKE = 0.5
"""Ends that differ by no more than this are as close to the goal as each other."""

COVER_SHARE = 0.75
"""How much of the best progress a place in cover must make (AOFR-R640)."""

MOST_TURN = 90.0

Legal = Callable[[Path], bool]


class Goal(msgspec.Struct, frozen=True):
    """Where a unit is going: a point, how near is near enough, and who stands there if it is an enemy."""

    x: float
    y: float
    reach: float
    objective: bool
    shape: Rect | None = None

    def gap(self, place: Rect) -> float:
        """How far a unit in that place still has to go, as the crow flies."""
        if self.shape is not None:
            return max(0.0, distance(place, self.shape) - self.reach)
        return max(0.0, distance_to_point(place, self.x, self.y) - self.reach)


def goal_at(marker: Marker) -> Goal:
    """Within 3" of an objective is where it is seized."""
    return Goal(marker.x, marker.y, REACH, True)


def goal_of(battle: Battle, enemy: Unit) -> Goal:
    shape = footprint(battle, enemy)
    return Goal(shape.x, shape.y, GAP, False, shape)


class Draft(msgspec.Struct, frozen=True):
    """A way that may be taken, and how far its end is from the goal."""

    way: Path
    left: float


class Scout:
    """What one unit needs to know to choose a move; its battle is a copy that it tries places on."""

    def __init__(self, battle: Battle, unit: Unit, action: Action, legal: Legal | None = None) -> None:
        self.battle = copied(battle)
        self.unit = self.battle.units[unit.id]
        self.action: Action = action
        self.start = footprint(self.battle, self.unit)
        self.kind = kind_of_move(self.battle, self.unit, action)
        self.legal = legal or self._is_legal
        self.foes = enemies(self.battle, unit.seat)
        self.shapes = {foe.id: footprint(self.battle, foe) for foe in self.foes}
        self.ranges = [weapon.range for weapon in shooting.arsenal(self.battle, self.unit)]
        self._reaches = {foe.id: threat_range(self.battle, foe) for foe in self.foes}
        self._nearest = nearest_enemies(self.battle, self.unit)[:1]

    def _is_legal(self, way: Path) -> bool:
        return passes(check_move, self.battle, self.unit, self.kind, way.steps, self.action)

    def can_shoot(self, place: Rect) -> bool:
        """Whether some enemy is in range and sight of a model in that place, in its front arc (AOFR-R630)."""
        longest = max(self.ranges, default=0)
        if not any(distance(place, shape) <= longest for shape in self.shapes.values()):
            return False
        if not any(in_front_arc(place, shape) for shape in self.shapes.values()):
            return False
        before = self.unit.pose
        self.unit.pose = place.pose
        fires = shooting.possible(self.battle, self.unit)
        self.unit.pose = before
        return bool(fires)

    def safety(self, place: Rect) -> float:
        """How far the place is outside of what enemies can reach; the nearest of them counts."""
        return min((distance(place, shape) - self._reaches[i] for i, shape in self.shapes.items()), default=0.0)

    def turned_away(self, place: Rect) -> float:
        """How many degrees the nearest enemy is off the unit's facing."""
        if not self._nearest:
            return 0.0
        shape = self.shapes[self._nearest[0].id]
        return abs(turn_between(place.facing, bearing(place.x, place.y, shape.x, shape.y)))

    def in_cover(self, place: Rect, pieces: Sequence[Piece]) -> bool:
        return bool(self._nearest) and sheltered(self.battle, self.unit, place.pose, self._nearest[0], pieces)


def threat_range(battle: Battle, enemy: Unit) -> float:
    """How far the enemy's attacks reach: its charge, or an Advance and its longest shot."""
    longest = max((weapon.range for weapon in shooting.arsenal(battle, enemy)), default=0)
    shots = longest + allowance(battle, enemy, "advance") if longest else 0.0
    return max(shots, allowance(battle, enemy, "charge"))


def drafts(scout: Scout, goal: Goal, stop: Point) -> Iterator[tuple[Step, ...]]:
    """Ways worth a look: all pivots before, on and after the way; aside and back where the action allows it."""
    start, most = scout.start, scout.kind.forward
    turns = list(dict.fromkeys((*TURNS, _turn_to(start, stop), _turn_to(start, (goal.x, goal.y)))))
    yield ()
    for early in (0.0, most / 3, 2 * most / 3):
        ahead = start if not early else apply(start, Forward(early))
        before: tuple[Step, ...] = (Forward(early),) if early else ()
        for turn in (*turns, _turn_to(ahead, stop)):
            turned = apply(ahead, Pivot(turn)) if turn else ahead
            pivoted = (*before, Pivot(turn)) if turn else before
            for length in _lengths(scout, turned, most - early, goal):
                yield (*pivoted, Forward(length))
            if turn:
                yield pivoted
    far = free_ahead(scout.battle, scout.unit, start, most)
    for turn in turns:
        if turn and far > TOLERANCE:
            yield (Forward(far), Pivot(turn))
    yield from aside_and_back(scout, turns)


def aside_and_back(scout: Scout, turns: Sequence[float], inches: Sequence[float] = ()) -> Iterator[tuple[Step, ...]]:
    """Half moves back and to the sides, facing kept or turned before or after."""
    if not scout.kind.back:
        return
    for turn in turns:
        turned = apply(scout.start, Pivot(turn)) if turn else scout.start
        before: tuple[Step, ...] = (Pivot(turn),) if turn else ()
        back = free_ahead(scout.battle, scout.unit, turned, scout.kind.back, Arc.REAR)
        for length in {back, *(min(back, wanted) for wanted in inches)}:
            if length > TOLERANCE:
                yield (*before, Back(length))
        for side, sign in ((Arc.RIGHT, 1.0), (Arc.LEFT, -1.0)):
            aside = free_ahead(scout.battle, scout.unit, turned, scout.kind.side, side)
            for length in {aside, *(min(aside, wanted) for wanted in inches)}:
                if length > TOLERANCE:
                    yield (*before, Sidestep(sign * length))


def _turn_to(shape: Rect, point: Point) -> float:
    if (shape.x, shape.y) == point:
        return 0.0
    turn = turn_between(shape.facing, bearing(shape.x, shape.y, *point))
    return round(max(-MOST_TURN, min(MOST_TURN, turn)), 6)


def _lengths(scout: Scout, shape: Rect, most: float, goal: Goal) -> list[float]:
    """As far as it goes, just far enough, and some of it."""
    free = free_ahead(scout.battle, scout.unit, shape, most)
    if free <= TOLERANCE:
        return []
    lengths = [free, free / 2, free * 0.75]
    enough = goal.gap(shape)
    if TOLERANCE < enough < free:
        lengths += [enough, min(free, enough + REACH)]
    most = held_to(scout.battle, scout.unit, path_of(shape, (Forward(free),)), free, gait(scout.battle, scout.unit))
    if most < free:
        lengths.append(most)
    return lengths


class Move(msgspec.Struct, frozen=True):
    """A move that was chosen, and the rows that had a say in it."""

    way: Path
    left: float
    rules: tuple[str, ...] = ()

    def answer(self, action: str) -> Moved:
        return Moved(action, self.way.steps) if self.way.steps else Moved()


@rule("aofr.ai.seize_position", "aofr.ai.advance_objective", "aofr.ai.cover", "aofr.ai.difficult", "aofr.ai.dangerous")
def towards(scout: Scout, goal: Goal, *, shooting_from: bool = False, onward: Point | None = None) -> Move | None:
    """The move that ends closest to the goal; with `shooting_from` only such from which an enemy can be shot at.

    Within 3" of an objective it ends as near as it can to where it goes next (`onward`). Who cannot get nearer at all
    has come as far as it can, and shoots from where it stands.
    """
    point = (goal.x, goal.y)
    avoided = forbidden(scout.battle, scout.unit, scout.action, point if goal.objective else None)
    route = Route(scout.battle, scout.unit, point, avoided)
    every = _ranked(scout, goal, route, avoided)
    whole = _left(scout.start, goal, route)
    found = every
    if shooting_from:
        found = [draft for draft in every if draft.left < whole - TOLERANCE or draft.left <= TOLERANCE]
        if not any(scout.legal(draft.way) for draft in found):
            found = [draft for draft in every if not any(draft.way.straights())]
    known: dict[int, bool] = {}

    def fits(draft: Draft) -> bool:
        key = id(draft)
        if key not in known:
            known[key] = scout.legal(draft.way) and (not shooting_from or scout.can_shoot(draft.way.end))
        return known[key]

    best = next((draft for draft in _in_order(scout, found, onward) if fits(draft)), None)
    if best is None:
        return None
    rules = ["aofr.ai.seize_position"] if goal.objective and best.left <= TOLERANCE and onward is not None else []
    rules += route.reasons
    covered = _in_cover(scout, goal, found, best, whole, fits)
    if covered is not None:
        return Move(covered.way, covered.left, (*rules, "aofr.ai.cover"))
    return Move(best.way, best.left, tuple(rules))


def _ranked(scout: Scout, goal: Goal, route: Route, avoided: Sequence[Piece]) -> list[Draft]:
    """All drafts that keep out of what is not entered, the closest to the goal first."""
    seen: set[tuple[float, float, float]] = set()
    found = []
    stop = route.next_stop(scout.start.x, scout.start.y)
    for steps in drafts(scout, goal, stop):
        way = path_of(scout.start, steps)
        mark = (round(way.end.x, 2), round(way.end.y, 2), round(way.end.facing, 1))
        if mark in seen or enters(way, avoided):
            continue
        seen.add(mark)
        found.append(Draft(way, _left(way.end, goal, route)))
    found.sort(key=lambda draft: draft.left)
    return found


def _left(place: Rect, goal: Goal, route: Route) -> float:
    """What is left of the way: straight to the goal, or round what lies between."""
    straight = goal.gap(place)
    if route.is_direct or straight <= TOLERANCE:
        return straight
    around = route.length(place.x, place.y) - hypot(place.x - goal.x, place.y - goal.y)
    return straight + around


def _in_order(scout: Scout, found: Sequence[Draft], onward: Point | None) -> Iterator[Draft]:
    """Those that end as close as each other side by side: nearest to what comes next, safest, best turned."""
    at = 0
    while at < len(found):
        until = at + 1
        there = found[at].left <= TOLERANCE
        # Whoever can get there gets there: only who falls short may do so by a little more.
        most = TOLERANCE if there else found[at].left + ALIKE
        while until < len(found) and found[until].left <= most:
            until += 1

        def key(draft: Draft, there: bool = there) -> tuple[float, float, float]:
            place = draft.way.end
            after = distance_to_point(place, *onward) if there and onward is not None else 0.0
            return (round(after, 1), -round(scout.safety(place), 1), scout.turned_away(place))

        yield from sorted(found[at:until], key=key)
        at = until


def _in_cover(
    scout: Scout,
    goal: Goal,
    found: Sequence[Draft],
    best: Draft,
    whole: float,
    fits: Callable[[Draft], bool],
) -> Draft | None:
    """The first place in or behind cover that makes three quarters of the best progress (AOFR-R640).

    Who can get within 3" of an objective gets there all the same: it must be placed there.
    """
    pieces = near(scout.start, shelters(scout.battle, goal.objective), scout.kind.forward + 12.0)
    if not pieces:
        return None
    seizes = goal.objective and best.left <= TOLERANCE
    enough = best.left if seizes else whole - COVER_SHARE * (whole - best.left)
    return next(
        (
            draft
            for draft in found
            if draft.left <= enough + TOLERANCE and scout.in_cover(draft.way.end, pieces) and fits(draft)
        ),
        None,
    )


@rule("aofr.ai.advance_kite", "aofr.ai.cover")
def away_from(scout: Scout, enemy: Unit) -> Move | None:
    """An Advance that ends as far from the closest enemy as it can while an enemy can still be shot at."""
    avoided = forbidden(scout.battle, scout.unit, scout.action)
    shape = scout.shapes[enemy.id]
    gap = distance(scout.start, shape)
    longest = max(scout.ranges, default=0)
    goal = Goal(shape.x, shape.y, float(longest), False, shape)
    spare = [max(0.0, reach - gap) for reach in scout.ranges]
    turns = list(dict.fromkeys((*TURNS, _turn_to(scout.start, (shape.x, shape.y)))))
    steps: list[tuple[Step, ...]] = [*drafts(scout, goal, (shape.x, shape.y)), *aside_and_back(scout, turns, spare)]
    ways = [way for way in (path_of(scout.start, told) for told in dict.fromkeys(steps)) if not enters(way, avoided)]
    found = sorted((Draft(way, -distance(way.end, shape)) for way in ways), key=lambda draft: draft.left)
    nearest = [draft for draft in found if _within_reach(scout, draft.way.end)]

    def fits(draft: Draft) -> bool:
        return scout.legal(draft.way) and scout.can_shoot(draft.way.end)

    best = next((draft for draft in _in_order(scout, nearest, None) if fits(draft)), None)
    if best is None:
        return None
    pieces = near(scout.start, shelters(scout.battle, False), scout.kind.forward + 12.0)
    enough = gap + COVER_SHARE * (-best.left - gap)
    for draft in nearest if pieces else ():
        if -draft.left >= enough - TOLERANCE and scout.in_cover(draft.way.end, pieces) and fits(draft):
            return Move(draft.way, draft.left, ("aofr.ai.advance_kite", "aofr.ai.cover"))
    return Move(best.way, best.left, ("aofr.ai.advance_kite",))


def _within_reach(scout: Scout, place: Rect) -> bool:
    longest = max(scout.ranges, default=0)
    return any(distance(place, shape) <= longest + TOLERANCE for shape in scout.shapes.values())


def stands_in_cover(battle: Battle, unit: Unit) -> bool:
    """Whether the unit is in or behind cover from the closest enemy."""
    if unit.pose is None or not scenery(battle).sheltering:
        return False
    return any(
        sheltered(battle, unit, unit.pose, enemy, shelters(battle, False))
        for enemy in nearest_enemies(battle, unit)[:1]
    )
