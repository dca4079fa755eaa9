"""Ways of one base among what is near it: where it may stand, whether it gets somewhere straight, the shortest way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from math import cos, hypot, inf, pi, sin
from typing import TypeAlias

from msgspec.structs import replace

from warhost.field.ground.boxes import Box, meets
from warhost.field.loose.steps import CLEAR, ROUND, Around, Way, is_clear, may_stand
from warhost.table import (
    TOLERANCE,
    Base,
    Circle,
    Point,
    Rect,
    base_distance,
    base_on_board,
    bases_overlap,
    centred_at,
    free_glide,
    from_local,
    local,
    nearest_on,
)

ASIDE, RINGS = 0.4, 15
"""How far apart the rings are in which a free place is looked for, and how many there are."""

_Round: TypeAlias = tuple[float, float, float, int]
_Square: TypeAlias = tuple[Rect, float, float, int]


def nearby(around: Around, box: Box) -> Around:
    """What of it is near that box: what does not leave the box meets nothing else."""
    gap = around.gap
    return Around(
        around.board,
        tuple(one for one in around.walls if meets(box, one)),
        tuple(one for one in around.mates if meets(box, one)),
        tuple(one for one in around.foes if meets(box, one, gap)),
        gap,
    )


def way_to(base: Base, end: Point, around: Around, most: float = inf) -> Way | None:
    """The shortest way there round walls and foes; None if there is none, or none that is so short.

    Round circles and corners it goes along the sides of a polygon, so that a bend is up to 6 % longer than an arc
    would be. It is a way, not yet a place to stand: who ends it sees to that.
    """
    return Room(base, around).way((base.x, base.y), end, most)


class Room:
    """What a base finds around it, for all models with a base like it.

    A round base is looked at as a point among obstacles that are wider by its radius. What has been found out about
    ways round is kept for the next of the models.
    """

    def __init__(self, base: Base, around: Around) -> None:
        self._base = base
        self._around = around
        self._barriers: tuple[Base, ...] = (*around.walls, *around.foes)
        self._margins = [base.radius] * len(around.walls) + [base.radius + around.gap] * len(around.foes)
        self._is_round = isinstance(base, Circle)
        self._rounds: list[_Round] = []
        self._squares: list[_Square] = []
        self._mates: tuple[list[_Round], list[_Square]] = ([], [])
        if self._is_round:
            for number, (one, margin) in enumerate(zip(self._barriers, self._margins, strict=True)):
                _note(self._rounds, self._squares, one, margin, number)
            for one in around.mates:
                _note(*self._mates, one, base.radius, 0)
        self._corners: dict[int, list[int]] = {}
        self._spots: list[Point] = []
        self._seen: dict[tuple[int, int], int] = {}

    # Standing

    def stands(self, x: float, y: float) -> bool:
        """Whether a base may end its move there."""
        if not self._is_round:
            return may_stand(centred_at(self._base, x, y), self._around)
        rounds, squares = self._mates
        return self._on_board(x, y) and _free_at(x, y, self._rounds, self._squares) and _free_at(x, y, rounds, squares)

    def _on_board(self, x: float, y: float) -> bool:
        board = self._around.board
        if not self._is_round:
            return base_on_board(centred_at(self._base, x, y), board.width, board.depth)
        r = self._base.radius - TOLERANCE
        return r <= x <= board.width - r and r <= y <= board.depth - r

    def _may_pass(self, x: float, y: float) -> bool:
        """Whether the way of a base may bend there: it passes mates."""
        if self._is_round:
            return self._on_board(x, y) and _free_at(x, y, self._rounds, self._squares)
        return may_stand(centred_at(self._base, x, y), replace(self._around, mates=()))

    def free_place(self, x: float, y: float, taken: Sequence[Base] = ()) -> Point | None:
        """The place near that one where a base may stand, on none that are taken: there, just beside what is in the
        way, or in rings about it; None where there is none."""

        def is_free(x: float, y: float) -> bool:
            return not overlaps_any(centred_at(self._base, x, y), taken) and self.stands(x, y)

        if is_free(x, y):
            return (x, y)
        beside = sorted(self._beside(x, y, taken), key=lambda spot: (spot[0] - x) ** 2 + (spot[1] - y) ** 2)
        for spot in beside:
            if is_free(*spot):
                return spot
        for ring in range(1, RINGS + 1):
            for number in range(ROUND):
                turn = 2 * pi * number / ROUND
                spot = (x + ring * ASIDE * sin(turn), y + ring * ASIDE * cos(turn))
                if is_free(*spot):
                    return spot
        return None

    def _beside(self, x: float, y: float, taken: Sequence[Base]) -> Iterator[Point]:
        """Places just outside of what stands there."""
        r = self._base.radius
        margins = [*self._margins, *(r for _ in self._around.mates), *(r for _ in taken)]
        for one, margin in zip((*self._barriers, *self._around.mates, *taken), margins, strict=True):
            reach = one.radius + margin
            if (one.x - x) ** 2 + (one.y - y) ** 2 >= reach * reach:
                continue
            if isinstance(one, Circle):
                away = hypot(x - one.x, y - one.y)
                if away > TOLERANCE:
                    yield (one.x + (x - one.x) / away * reach, one.y + (y - one.y) / away * reach)
                continue
            right, ahead = local(one, x, y)
            for side in (-1.0, 1.0):
                yield from_local(one, side * (one.width / 2 + margin), ahead)
                yield from_local(one, right, side * (one.depth / 2 + margin))

    # Ways

    def is_clear(self, start: Point, end: Point) -> bool:
        """Whether a base gets straight from there to there."""
        return self._on_board(*end) and self._on_the_way(start, end, self._eased(start)) < 0

    def way(self, start: Point, end: Point, most: float = inf) -> Way | None:
        """The shortest way; None if there is none, or none that is so short."""
        straight = hypot(end[0] - start[0], end[1] - start[1])
        if straight > most + TOLERANCE or not self._on_board(*end):
            return None
        eased = self._eased(start)
        blocking = self._on_the_way(start, end, eased)
        if blocking < 0:
            return Way((start, end), straight)
        if not self._may_pass(*end):
            return None
        # Corners of what is in nobody's way are left out: first come those of what bars the straight way, then those
        # of whatever bars a way that would be the shortest.
        known = [blocking]
        while True:
            found = self._shortest(start, end, known, eased, most)
            if not isinstance(found, int):
                return found
            known.append(found)

    def _shortest(self, start: Point, end: Point, known: list[int], eased: Eased, most: float) -> Way | int | None:
        """The shortest way over the corners of known barriers, or the number of an unknown one in such a way.

        Whether a stretch is free is looked at last, when no shorter one is left.
        """
        # Corners go by their place in this list, so that what was looked for before has no say in which of two ways of
        # one length is taken.
        corners = [spot for number in known for spot in self._corners_of(number)]
        spots = [self._spots[number] for number in corners]
        ex, ey, limit = end[0], end[1], most + TOLERANCE
        far = [hypot(ex - x, ey - y) for x, y in spots]
        left = set(range(len(spots)))
        before: dict[int, int] = {}
        # Where it starts is -1, where it ends is -2.
        queue: list[tuple[float, float, int, int]] = []
        for number, (x, y) in enumerate(spots):
            gone = hypot(x - start[0], y - start[1])
            if gone + far[number] <= limit:
                queue.append((gone + far[number], gone, number, -1))
        heapify(queue)
        barred: list[tuple[Point, Point]] = []
        while queue:
            _, gone, here, came = heappop(queue)
            if here not in left and here != -2:
                continue
            one, other = start if came == -1 else spots[came], end if here == -2 else spots[here]
            if came == -1 or here == -2:
                bars = self._on_the_way(one, other, eased if came == -1 else None)
            else:
                bars = self._between(corners[came], corners[here])
            if bars >= 0:
                if bars not in known:
                    return bars
                barred.append((one, other))
                continue
            before[here] = came
            if here == -2:
                return Way(tuple(_traced(before, spots, start, end)), gone)
            left.remove(here)
            x, y = other
            heappush(queue, (gone + far[here], gone + far[here], -2, here))
            for number in left:
                there = spots[number]
                went = gone + hypot(there[0] - x, there[1] - y)
                if went + far[number] <= limit:
                    heappush(queue, (went + far[number], went, number, here))
        # A stretch is barred by the first that was found; what else bars it may have corners that lead on.
        return self._also_barring(barred, known)

    def _also_barring(self, barred: Sequence[tuple[Point, Point]], known: Sequence[int]) -> int | None:
        """A barrier that is not known yet and lies in one of these stretches, if there is one."""
        stretches = [(a, _unit(a, b), hypot(b[0] - a[0], b[1] - a[1])) for a, b in barred]
        for number, (one, margin) in enumerate(zip(self._barriers, self._margins, strict=True)):
            if number in known:
                continue
            x, y, reach = one.x, one.y, margin + one.radius
            for (ax, ay), (ux, uy), length in stretches:
                # Most are far aside, behind or beyond: that is told before anybody asks how far one glides.
                dx, dy = x - ax, y - ay
                along = dx * ux + dy * uy
                if abs(dx * uy - dy * ux) >= reach or along <= -reach or along >= length + reach:
                    continue
                if free_glide(Circle(ax, ay, margin), (ux, uy), one, length) < length - TOLERANCE:
                    return number
        return None

    def _between(self, one: int, other: int) -> int:
        """What bars the stretch between two corners, -1 for nothing: that is looked at once."""
        key = (one, other) if one < other else (other, one)
        found = self._seen.get(key)
        if found is None:
            found = self._seen[key] = self._on_the_way(self._spots[one], self._spots[other], None)
        return found

    def _corners_of(self, number: int) -> list[int]:
        """The numbers of the spots at which a way round a barrier bends."""
        found = self._corners.get(number)
        if found is None:
            found = []
            for spot in _corners(self._barriers[number], self._margins[number] + CLEAR):
                if self._may_pass(*spot):
                    found.append(len(self._spots))
                    self._spots.append(spot)
            self._corners[number] = found
        return found

    def _eased(self, start: Point) -> Eased:
        """Barriers for a model that starts nearer to foes than it may end: it may leave, but not come nearer."""
        gap = self._around.gap
        if gap <= 0.0 or not self._around.foes:
            return None
        base = centred_at(self._base, *start)
        first = len(self._around.walls)
        near = {
            first + number: base_distance(base, foe)
            for number, foe in enumerate(self._around.foes)
            if hypot(foe.x - base.x, foe.y - base.y) < foe.radius + base.radius + gap
        }
        near = {number: inches for number, inches in near.items() if inches < gap - TOLERANCE}
        if not near:
            return None
        rounds: list[_Round] = []
        squares: list[_Square] = []
        for number, (one, margin) in enumerate(zip(self._barriers, self._margins, strict=True)):
            _note(rounds, squares, one, margin - gap + near[number] if number in near else margin, number)
        return rounds, squares, min(near.values())

    def _on_the_way(self, start: Point, end: Point, eased: Eased) -> int:
        """The number of a barrier in the straight way, -1 for none."""
        if not self._is_round:
            around = self._around if eased is None else replace(self._around, gap=eased[2])
            base = centred_at(self._base, *start)
            if is_clear(base, end, around):
                return -1
            alone = replace(around, walls=(), foes=())
            walls = len(around.walls)
            for number, one in enumerate(self._barriers):
                only = replace(alone, walls=(one,)) if number < walls else replace(alone, foes=(one,))
                if not is_clear(base, end, only):
                    return number
            return -1
        rounds, squares = (self._rounds, self._squares) if eased is None else eased[:2]
        ax, ay = start
        bx, by = end
        dx, dy = bx - ax, by - ay
        square = dx * dx + dy * dy
        for x, y, reach, number in rounds:
            px, py = x - ax, y - ay
            along = px * dx + py * dy
            if along <= 0.0:
                apart = px * px + py * py
            elif along >= square:
                apart = (x - bx) ** 2 + (y - by) ** 2
            else:
                apart = px * px + py * py - along * along / square
            if apart < reach:
                return number
        for shape, reach, margin, number in squares:
            px, py = shape.x - ax, shape.y - ay
            along = px * dx + py * dy
            if along <= 0.0:
                apart = px * px + py * py
            elif along >= square:
                apart = (shape.x - bx) ** 2 + (shape.y - by) ** 2
            else:
                apart = px * px + py * py - along * along / square
            if apart < reach and _comes_near(shape, start, end, margin):
                return number
        return -1


def _unit(start: Point, end: Point) -> Point:
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return ((end[0] - start[0]) / length, (end[1] - start[1]) / length)


def _traced(before: dict[int, int], spots: Sequence[Point], start: Point, end: Point) -> list[Point]:
    """The way over those spots that each came before the next."""
    points, here = [end], before[-2]
    while here != -1:
        points.append(spots[here])
        here = before[here]
    return [start, *reversed(points)]


Eased: TypeAlias = tuple[list[_Round], list[_Square], float] | None


def overlaps_any(base: Base, others: Sequence[Base]) -> bool:
    """Whether the base stands on one of the others."""
    x, y, radius = base.x, base.y, base.radius
    for other in others:
        reach = radius + other.radius
        dx, dy = other.x - x, other.y - y
        if dx * dx + dy * dy < reach * reach and bases_overlap(base, other):
            return True
    return False


def _note(rounds: list[_Round], squares: list[_Square], one: Base, margin: float, number: int) -> None:
    """Note a thing as what a point must keep off: its square of a distance, a rectangle with what it is wider by."""
    reach = one.radius + margin - TOLERANCE
    if isinstance(one, Circle):
        rounds.append((one.x, one.y, reach * reach if reach > 0.0 else 0.0, number))
    else:
        squares.append((one, reach * reach, margin - TOLERANCE, number))


def _free_at(x: float, y: float, rounds: Sequence[_Round], squares: Sequence[_Square]) -> bool:
    for ox, oy, reach, _ in rounds:
        dx, dy = ox - x, oy - y
        if dx * dx + dy * dy < reach:
            return False
    for shape, reach, margin, _ in squares:
        dx, dy = shape.x - x, shape.y - y
        if dx * dx + dy * dy < reach:
            nx, ny = nearest_on(shape, x, y)
            if (nx - x) ** 2 + (ny - y) ** 2 < margin * margin:
                return False
    return True


def _comes_near(shape: Rect, start: Point, end: Point, margin: float) -> bool:
    """Whether a point that goes straight comes nearer to a rectangle than so far."""
    ax, ay = local(shape, *start)
    bx, by = local(shape, *end)
    hw, hd = shape.width / 2, shape.depth / 2
    if not _crosses_box(ax, ay, bx, by, hw + margin, hd + margin):
        return False
    if _crosses_box(ax, ay, bx, by, hw + margin, hd) or _crosses_box(ax, ay, bx, by, hw, hd + margin):
        return True
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    for x in (-hw, hw):
        for y in (-hd, hd):
            px, py = x - ax, y - ay
            share = min(1.0, max(0.0, (px * dx + py * dy) / square)) if square else 0.0
            if (px - dx * share) ** 2 + (py - dy * share) ** 2 < margin * margin:
                return True
    return False


def _crosses_box(ax: float, ay: float, bx: float, by: float, half_x: float, half_y: float) -> bool:
    """Whether a segment has a part inside an upright box about the origin; its sides do not count."""
    low, high = 0.0, 1.0
    for at, to, half in ((ax, bx, half_x), (ay, by, half_y)):
        along = to - at
        if abs(along) < 1e-12:
            if abs(at) >= half:
                return False
            continue
        one, other = (-half - at) / along, (half - at) / along
        low, high = max(low, min(one, other)), min(high, max(one, other))
        if low >= high:
            return False
    return True


def _corners(obstacle: Base, margin: float) -> Iterator[Point]:
    """The corners of a polygon about the obstacle that a circle of that radius goes along without touching it."""
    if isinstance(obstacle, Circle):
        reach = (obstacle.radius + margin) / cos(pi / ROUND)
        for number in range(ROUND):
            turn = 2 * pi * number / ROUND
            yield (obstacle.x + reach * sin(turn), obstacle.y + reach * cos(turn))
        return
    hw, hd = obstacle.width / 2, obstacle.depth / 2
    # Each corner is rounded by two: the polygon's sides touch the circle about it at 0, 45 and 90 degrees.
    far, short = margin, margin * (2**0.5 - 1)
    for right in (-1.0, 1.0):
        for ahead in (-1.0, 1.0):
            yield from_local(obstacle, right * (hw + far), ahead * (hd + short))
            yield from_local(obstacle, right * (hw + short), ahead * (hd + far))
