"""One charger against one facing of an enemy: ways into contact, room to stand, and what hinders it (Charging)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import repeat

from warhost.field import (
    Path,
    Surroundings,
    along,
    covered,
    free_offsets,
    past_walls,
    path_of,
    pivots_into,
    pivots_to_spot,
    struck_at,
)
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.chapters.movement.moves import QUARTER, yielding
from warhost.rulesets.kings_of_war.core import (
    BLOCKING,
    GAP,
    SLOWS,
    Battle,
    Unit,
    field_of,
    footprint,
    speakers,
    speaking,
)
from warhost.table import (
    TOLERANCE,
    Arc,
    Forward,
    Interval,
    Pivot,
    Rect,
    Sidestep,
    Step,
    arc_of,
    closest_points,
    distance,
    edge_midpoint,
    flush,
    free_forward,
    free_turn,
    on_board,
    outward_facing,
    overlaps,
    passes_through,
    swept,
    turn_between,
)

FIRST_TURNS = (-30.0, 30.0, -60.0, 60.0, -90.0, 90.0)
FIRST_STEPS = (1.0, 2.0, 4.0, 6.0)
"""Where the first of two pivots in a charge leads, where one pivot is not enough (kow.special.nimble)."""

ENOUGH = GAP - TOLERANCE / 10
"""How much of an edge has to be in contact: 1 mm, rounding left aside (KOW-R071)."""


class Onset:
    """A charger, a facing of its target, and everything around them.

    `group` are friends that charge at the same time, who are in nobody's way, `taken` places that they will take.
    """

    @rule("kow.charge.goes_round_blocking", "kow.charge.friends_block", "kow.interp.charge_friends_block")
    @rule("kow.interp.charge_group_exempt", "kow.charge.ignores_terrain", "kow.special.fly", "kow.special.yielding")
    def __init__(
        self,
        battle: Battle,
        unit: Unit,
        target: Unit,
        facing: Arc,
        group: Container[int] = (),
        taken: Sequence[Rect] = (),
    ) -> None:
        here = field_of(battle)
        self.unit, self.target, self.facing = unit.id, target.id, facing
        self.start, self.goal, self.board = here[unit.id].shape, here[target.id].shape, here.board
        own = speakers(battle, unit)
        self.flies = bool(own.at("flies"))
        self.pivots = 1 + sum(one.charge_pivots for one in own.at("charge_pivots"))
        self.inches = 1.5 * distance(self.start, self.goal) + self.start.radius + 2 * self.goal.radius
        x, y, reach = self.start.x, self.start.y, self.start.radius + self.inches
        yields = yielding(battle, unit)
        blocking = [piece.shape for piece in here.pieces_near(x, y, reach, BLOCKING)]
        others = [body for body in here.near(x, y, reach, unit.id) if body.id != target.id and body.id not in group]
        self.walls: tuple[Rect, ...] = ()
        if not self.flies:
            self.walls = (*(body.shape for body in others if body.id not in yields), *blocking)
        self._tried = self.walls
        """The same, those first that were in somebody's way last: most likely they are in the next one's too."""
        self.hindered = _is_always_hindered(battle, unit, target, facing)
        self.slow: tuple[Rect, ...] = ()
        if not own.at("strides"):
            self.slow = tuple(piece.shape for piece in here.pieces_near(x, y, reach, SLOWS))
        ends = [*(body.shape for body in others), *blocking, *taken]
        self.free = self._room(ends)
        """The offsets along the facing at which there is room."""
        self.slides = self.free
        """The offsets along which the charger slides: past units that yield."""
        if self.flies:
            self.slides = self._room(())
        elif any(body.id in yields for body in others):
            self.slides = self._room([*self.walls, *taken])

    @rule("kow.charge.no_corner_only")
    def _room(self, blocks: Iterable[Rect]) -> list[Interval]:
        return free_offsets(self.start, self.goal, self.facing, blocks, self.board, ENOUGH)

    # Ways into contact

    @rule("kow.charge.move", "kow.charge.one_pivot", "kow.special.nimble", "kow.charge.cond_space")
    def ways(self) -> Iterator[tuple[Path, float]]:
        """Ways straight ahead with one pivot at most that touch the facing first, the simplest ones first; each with
        where along the facing it leads (KOW-R067). How long they are is not measured."""
        if not self.free:
            return
        found = False
        for way in self._legal(self._drafts(self.start)):
            found = True
            yield way
        if self.walls or self.slow:
            ground = Surroundings(self.walls, (), self.slow, self.inches, self.board, over_edge=True)
            for way in self._legal(past_walls(self.start, self.goal, ground, self.inches, QUARTER)):
                found = True
                yield way
        if self.pivots > 1 and not found:
            yield from self._legal(self._with_two_pivots(), 2)

    def _drafts(self, start: Rect) -> Iterator[tuple[Step, ...]]:
        straight = free_forward(start, self.goal, self.inches)
        if straight < self.inches - TOLERANCE:
            yield (Forward(straight),) if straight > 0.0 else ()
        spot = edge_midpoint(self.goal, self.facing)
        square = outward_facing(self.goal, self.facing) + 180.0
        yield from pivots_to_spot(start, self.goal, spot, square, self.inches, QUARTER, _faces)
        yield from pivots_into(start, self.goal, self.inches, QUARTER, _faces)

    def _with_two_pivots(self) -> Iterator[tuple[Step, ...]]:
        """A pivot that leads aside, then a way with another."""
        for turn in FIRST_TURNS:
            for inches in FIRST_STEPS:
                before: tuple[Step, ...] = (Pivot(turn), Forward(inches))
                path = path_of(self.start, before)
                if not self._is_clear(path):
                    break
                yield from ((*before, *steps) for steps in self._drafts(path.end))

    @rule("kow.charge.right_facing", "kow.charge.goes_round_blocking")
    def _legal(self, drafts: Iterable[tuple[Step, ...]], clear: int = 0) -> Iterator[tuple[Path, float]]:
        """Those of them that can be gone and touch the facing first; so many steps at their start are known to be
        clear."""
        in_vain: set[tuple[Step, ...]] = set()
        for steps in drafts:
            if steps in in_vain:
                continue
            path = path_of(self.start, steps)
            if distance(path.end, self.goal) <= 2 * TOLERANCE and self._is_clear(path, clear):
                struck = struck_at(path.end, self.goal, self.facing)
                if struck is not None:
                    yield path, struck
                    continue
            in_vain.add(steps)

    def _is_clear(self, path: Path, clear: int = 0) -> bool:
        """Whether nothing is in the way after so many steps that are clear: no unit, no blocking terrain, and no step
        ends off the table."""
        if not all(on_board(stop, self.board.width, self.board.depth) for stop in path.stops[1 + clear :]):
            return False
        parts = covered(path, clear)
        if _meet(parts, self.goal):
            return False
        for number, wall in enumerate(tried := self._tried):
            if _meet(parts, wall):
                self._tried = (wall, *tried[:number], *tried[number + 1 :])
                return False
        return True

    # Where the charger stands

    @rule("kow.charge.align", "kow.charge.slide", "kow.charge.into_engaged_halted")
    @rule("kow.special.fly_end")
    def place(self, struck: float) -> Rect | None:
        """Where a charger stands that has struck the facing there: it goes to the nearest place with room (KOW-R069),
        then slides towards the middle until something stops it (KOW-R070); None if there is no room for 1 mm of
        contact."""
        if not self.free:
            return None
        low, high = min(self.slides, key=lambda one: off_stretch(one, struck))
        inside = [one for one in self.free if one[1] >= low - TOLERANCE and one[0] <= high + TOLERANCE]
        offset = nearest_free(inside, 0.0) if inside else nearest_free(self.free, struck)
        return flush(self.start, self.goal, self.facing, offset)

    # Hindered charges

    @rule("kow.charge.hindered", "kow.charge.hindered_once", "kow.special.fly_hindered", "kow.special.strider")
    def is_hindered(self, path: Path, struck: float, place: Rect) -> bool:
        """Whether any part of the charge crosses difficult terrain or an obstacle or ends on it: the way, turning flush
        and sliding (KOW-R076). For flyers only where it starts and ends counts, but touching is enough."""
        if self.is_hindered_anyway(place):
            return True
        if not self.slow or self.flies:
            return False
        parts = covered(path)
        if any(_meet(parts, shape) for shape in self.slow):
            return True
        flat = flush(path.end, self.goal, self.facing, struck)
        around = closest_points(path.end, self.goal)[1]
        turn = turn_between(path.end.facing, flat.facing)
        # Offsets count to the right of the target, which is the left of the charger.
        slid = swept(flat, Sidestep(struck - along(self.goal, self.facing, place)))
        for shape in self.slow:
            if overlaps(slid, shape):
                return True
            # Where pivots end has been looked at, but not what they swing through.
            if any(passes_through(at, step, shape) for at, step, _ in path.parts() if isinstance(step, Pivot)):
                return True
            if turn and free_turn(path.end, around, turn, shape) != turn:
                return True
        return False

    def is_hindered_anyway(self, place: Rect) -> bool:
        """Whether a charge that ends there is hindered by whatever way it comes: by a rule, or where it starts or
        ends."""
        if self.hindered:
            return True
        ends = (self.start, place)
        if self.flies:
            return any(distance(end, shape) <= TOLERANCE for shape in self.slow for end in ends)
        return any(overlaps(end, shape) for shape in self.slow for end in ends)


def _meet(parts: Iterable[Rect], shape: Rect) -> bool:
    return any(map(overlaps, parts, repeat(shape)))


def _faces(shape: Rect, goal: Rect) -> bool:
    return arc_of(shape, goal.x, goal.y) is Arc.FRONT


@rule("kow.charge.hindered", "kow.special.phalanx")
def _is_always_hindered(battle: Battle, unit: Unit, target: Unit, facing: Arc) -> bool:
    """Whether a rule of the target or of the charger hinders the charge whatever it crosses (KOW-R077)."""
    if any(one.is_hindered(battle, unit) for one in speaking(battle, unit, "is_hindered")):
        return True
    return any(one.hinders(battle, target, unit, facing) for one in speaking(battle, target, "hinders"))


def off_stretch(stretch: Interval, offset: float) -> float:
    """How far an offset is from a stretch of them."""
    return max(0.0, stretch[0] - offset, offset - stretch[1])


def nearest_free(free: Sequence[Interval], offset: float) -> float:
    """The free offset that is nearest to that one."""
    low, high = min(free, key=lambda one: off_stretch(one, offset))
    return max(low, min(high, offset))


def room_on(
    battle: Battle, unit: Unit, target: Unit, facing: Arc, group: Container[int], taken: Sequence[Rect]
) -> list[Interval]:
    """The offsets along a facing at which a unit of a group has room."""
    here, start, goal = field_of(battle), footprint(battle, unit), footprint(battle, target)
    near = start.width + start.depth + goal.radius
    blocks = [
        body.shape for body in here.near(goal.x, goal.y, near, unit.id) if body.id != target.id and body.id not in group
    ]
    blocks += [piece.shape for piece in here.pieces_near(goal.x, goal.y, near, BLOCKING)]
    return free_offsets(start, goal, facing, [*blocks, *taken], here.board, ENOUGH)
