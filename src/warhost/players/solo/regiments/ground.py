"""The ground as the decision rules see it: what is not entered, what shelters, and the way round (Terrain)."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from math import hypot, inf

from warhost.field import Path
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.movement.ground_on_moves import gait
from warhost.rulesets.regiments.core import ActionName, Battle, Piece, Unit, footprint, troopers
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.table import (
    TOLERANCE,
    Arc,
    Point,
    Pose,
    Rect,
    contains_point,
    contains_rect,
    distance,
    distance_to_point,
    edge_midpoint,
    grown,
    overlaps,
    passes_through,
    point_on_board,
    segment_crosses,
)

SLACK = 0.05
"""How much further than its half front a unit keeps from what it goes round."""


@rule("aofr.ai.difficult", "aofr.ai.dangerous", "aofr.ai.flying", "aofr.ai.strider")
def forbidden(
    battle: Battle, unit: Unit, action: ActionName, objective: Point | None = None, target: Rect | None = None
) -> list[Piece]:
    """The pieces that the unit does not enter: difficult and dangerous ground without the objective in it.

    Difficult ground is entered to charge who is inside, and nobody minds what does not hinder it. A unit that stands
    in such ground already has to get out of it somehow.
    """
    how = gait(battle, unit)
    if how.flies:
        return []
    hasty = action in ("rush", "charge")
    found = []
    for piece in scenery(battle).pieces:
        risky = piece.dangerous or (piece.reckless and hasty)
        slow = piece.slows and not how.strides
        if not risky and not slow:
            continue
        if objective is not None and contains_point(piece.shape, *objective):
            continue
        if target is not None and not risky and overlaps(target, piece.shape):
            continue
        if unit.pose is not None and overlaps(footprint(battle, unit), piece.shape):
            continue
        found.append(piece)
    return found


def enters(way: Path, pieces: Sequence[Piece]) -> bool:
    """Whether the way leads into one of the pieces, or ends in one."""
    return any(
        overlaps(way.end, piece.shape)
        or any(passes_through(shape, step, piece.shape) for shape, step in way.straights())
        for piece in pieces
    )


def shelters(battle: Battle, heading_for_objective: bool) -> list[Piece]:
    """The cover that a unit looks for: not difficult ground on its way to an objective."""
    return [p for p in scenery(battle).sheltering if p.cover and not (heading_for_objective and p.slows)]


def sheltered(battle: Battle, unit: Unit, pose: Pose, enemy: Unit, pieces: Sequence[Piece]) -> bool:
    """Whether most of the unit's models would stand inside or behind one of these pieces, as the enemy sees it."""
    if not pieces:
        return False
    seen_from = footprint(battle, enemy)
    eye = edge_midpoint(seen_from, Arc.FRONT)
    bases = [trooper.base for trooper in troopers(battle, unit, pose)]
    hidden = sum(
        any(
            contains_rect(piece.shape, base)
            or (
                segment_crosses(piece.shape, eye, (base.x, base.y))
                and not contains_point(piece.shape, base.x, base.y)
                and not contains_point(piece.shape, *eye)
            )
            for piece in pieces
        )
        for base in bases
    )
    return 2 * hidden > len(bases)


class Route:
    """How far it is to a place, round what is not entered."""

    def __init__(self, battle: Battle, unit: Unit, goal: Point, pieces: Sequence[Piece]) -> None:
        self.goal = goal
        self._walls: list[Rect] = []
        self._nodes: list[Point] = []
        self._far: list[float] = []
        assert unit.pose is not None
        here = (unit.pose.x, unit.pose.y)
        shapes = [piece.shape for piece in pieces]
        if not gait(battle, unit).flies:
            shapes += [piece.shape for piece in scenery(battle).impassable]
        half = footprint(battle, unit).width / 2
        walls = [grown(shape, min(half, max(0.0, _gap(shape, here, goal)))) for shape in shapes]
        crossed = [segment_crosses(wall, here, goal) for wall in walls]
        self._avoided = [piece for piece, between in zip(pieces, crossed, strict=False) if between]
        if any(crossed):
            self._walls = walls
            self._lay_out(battle)

    def _lay_out(self, battle: Battle) -> None:
        """The shortest ways from every corner to the goal."""
        board = battle.scene.board
        corners = [c for wall in self._walls for c in grown(wall, SLACK).corners]
        self._nodes = [self.goal, *(c for c in corners if point_on_board(*c, board.width, board.depth))]
        self._far = [inf] * len(self._nodes)
        self._far[0] = 0.0
        queue = [(0.0, 0)]
        while queue:
            length, number = heappop(queue)
            if length > self._far[number]:
                continue
            x, y = self._nodes[number]
            for other, (ox, oy) in enumerate(self._nodes):
                further = length + hypot(ox - x, oy - y)
                if further < self._far[other] and self._is_free((x, y), (ox, oy)):
                    self._far[other] = further
                    heappush(queue, (further, other))

    def _is_free(self, start: Point, end: Point) -> bool:
        return not any(segment_crosses(wall, start, end) for wall in self._walls)

    @property
    def is_direct(self) -> bool:
        return not self._walls

    @property
    def reasons(self) -> tuple[str, ...]:
        """The rows for which it goes round; none for what nobody can enter."""
        if not self._avoided:
            return ()
        return ("aofr.ai.dangerous",) if any(piece.risky for piece in self._avoided) else ("aofr.ai.difficult",)

    def length(self, x: float, y: float) -> float:
        """The way from a point to the goal: straight where nothing is between, else round the corners."""
        straight = hypot(x - self.goal[0], y - self.goal[1])
        if not self._walls or self._is_free((x, y), self.goal):
            return straight
        best = inf
        for (nx, ny), far in sorted(zip(self._nodes, self._far, strict=True), key=lambda known: known[1]):
            if far >= best:
                break
            length = far + hypot(nx - x, ny - y)
            if length < best and self._is_free((x, y), (nx, ny)):
                best = length
        return best if best < inf else straight

    def next_stop(self, x: float, y: float) -> Point:
        """Where to go first: the goal, or the corner behind which the way goes on."""
        if not self._walls or self._is_free((x, y), self.goal):
            return self.goal
        best, stop = inf, self.goal
        for (nx, ny), far in zip(self._nodes, self._far, strict=True):
            length = far + hypot(nx - x, ny - y)
            if hypot(nx - x, ny - y) > TOLERANCE and length < best and self._is_free((x, y), (nx, ny)):
                best, stop = length, (nx, ny)
        return stop


def _gap(shape: Rect, here: Point, goal: Point) -> float:
    """How much a piece may be grown without swallowing the start or the goal."""
    return min(distance_to_point(shape, *here), distance_to_point(shape, *goal)) - SLACK


def near(shape: Rect, pieces: Sequence[Piece], inches: float) -> list[Piece]:
    """The pieces no further away than that."""
    return [piece for piece in pieces if distance(shape, piece.shape) <= inches]
