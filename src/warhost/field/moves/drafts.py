"""Drafts of moves: towards goals, at random, as far as the way is free. Who asks keeps the legal ones."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from math import hypot

from warhost.dice import Chance
from warhost.field.field import Field
from warhost.field.moves.path import inches_to_edge
from warhost.play.questions import Kind, Manoeuvre, Moved
from warhost.play.script import Script, manoeuvre, once, passes
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
    Wheel,
    apply,
    bearing,
    cost,
    distance,
    edge_length,
    free_towards,
    grown,
    outward,
    turn_between,
    wheel_angle_for,
    wheel_towards,
)

Check = Callable[[Moved], object]
"""Raises Refused for a move that is not legal."""


def offered(check: Check, drafts: Iterable[Moved]) -> list[Moved]:
    """To stay, and every legal draft once, in the order in which they come."""
    return [Moved(), *(draft for draft in dict.fromkeys(drafts) if draft.kind and passes(check, draft))]


def drawn(check: Check, draw: Callable[[], Moved], tries: int) -> Moved:
    """The first legal one of so many moves drawn at random; none of them: to stay."""
    for _ in range(tries):
        draft = draw()
        if not draft.kind or passes(check, draft):
            return draft
    return Moved()


def ask_drawn(
    question: Manoeuvre,
    checks: Mapping[str, Callable[[Sequence[Step]], object]],
    drafts: Callable[[], Iterable[Moved]],
    draw: Callable[[Chance], Moved] | None = None,
) -> Script[Moved]:
    """Ask a player to draw a move. `checks` refuse steps of each kind, `drafts` are suggested where they are legal.

    A move at random is the one that is drawn, if it is legal, else to stay; without a way to draw it is a suggestion.
    """

    @once
    def check(moved: Moved) -> None:
        checks[moved.kind](moved.steps)

    def sample(chance: Chance) -> Moved:
        assert draw is not None
        return drawn(check, lambda: draw(chance), 1)

    return (yield from manoeuvre(question, check, lambda: offered(check, drafts()), sample if draw else None))


def turns_to(shape: Rect, goals: Iterable[Point], most: float) -> list[Pivot]:
    """Pivots to look at each goal, to the sides and about-face, as far as so many degrees allow."""
    wanted = [turn_between(shape.facing, bearing(shape.x, shape.y, x, y)) for x, y in goals]
    turns = dict.fromkeys(max(-most, min(most, turn)) for turn in (*wanted, -90.0, 90.0, 180.0))
    return [Pivot(turn) for turn in turns if abs(turn) > TOLERANCE]


def turn_to(shape: Rect, goal: Point, most: float) -> float:
    """The pivot, in degrees, to look at the goal, or as far towards it as it may turn."""
    return max(-most, min(most, turn_between(shape.facing, bearing(shape.x, shape.y, *goal))))


def wheels_to(shape: Rect, kind: Kind, goal: Point) -> list[tuple[Step, ...]]:
    """A wheel until the goal lies ahead, as far as the move allows, and what is left straight on: all or half of it."""
    turning = kind.turning("corner")
    if turning is None:
        return []
    most = min(turning.degrees, wheel_angle_for(shape.width, kind.forward))
    angle = max(-most, min(most, wheel_towards(shape, *goal)))
    if abs(angle) <= TOLERANCE:
        return []
    left = kind.forward - cost(shape, Wheel(angle))
    if left <= TOLERANCE:
        return [(Wheel(angle),)]
    return [(Wheel(angle), Forward(left)), (Wheel(angle), Forward(left / 2))]


def wheeling_drafts(shape: Rect, kinds: Iterable[Kind], goals: Sequence[Point], centre: Point) -> Iterator[Moved]:
    """Drafts of moves by wheels: turns on the spot to the goals; ahead, towards goals and centre, back and aside."""
    for kind in kinds:
        if not kind.goes:
            yield from (Moved(kind.name, (turn,)) for turn in turns_to(shape, goals, 180.0) if kind.turns)
        elif kind.forward > 0.0:
            yield from (Moved(kind.name, steps) for steps in _wheeling_ways(shape, kind, (*goals, centre)))


def _wheeling_ways(shape: Rect, kind: Kind, goals: Iterable[Point]) -> Iterator[tuple[Step, ...]]:
    """Straight ahead, wheels (and pivots, where they are free) towards the goals, back and aside."""
    yield from ((Forward(kind.forward * share),) for share in (1.0, 0.5))
    for goal in goals:
        yield from wheels_to(shape, kind, goal)
        turn = turn_to(shape, goal, 180.0)
        if kind.turning("centre") is not None and abs(turn) > TOLERANCE:
            yield from ((Pivot(turn), Forward(kind.forward * share)) for share in (1.0, 0.5))
    if kind.back:
        yield (Back(kind.back),)
    if kind.side:
        yield from ((Sidestep(kind.side * share),) for share in (1.0, -1.0))


def random_wheeling(shape: Rect, kinds: Sequence[Kind], chance: Chance) -> Moved:
    """Any kind of move, any direction, any distance; or none."""
    pick = chance.pick(len(kinds) + 1)
    return Moved() if pick == len(kinds) else Moved(kinds[pick].name, _random_steps(shape, kinds[pick], chance))


def _random_steps(shape: Rect, kind: Kind, chance: Chance) -> tuple[Step, ...]:
    pivots = kind.turning("centre")
    if not kind.goes:
        return (random_pivot(chance, 180.0),)
    # Forward is what moves are mostly made of: as likely as back, left and right together.
    way = chance.pick(6) if kind.back or kind.side else 0
    if way == 3:
        return (Back(chance.some(kind.back)),)
    if way > 3:
        aside = chance.some(kind.side)
        return (Sidestep(aside if way == 4 else -aside),)
    steps: list[Step] = []
    left = kind.forward
    if pivots is not None and chance.pick(2):
        steps.append(random_pivot(chance, 180.0))
    for _ in range(1 + chance.pick(3)):
        if chance.pick(2):
            steps.append(random_wheel(shape, kind, left, chance))
        elif pivots is not None and not pivots.first and chance.pick(4) == 0:
            steps.append(random_pivot(chance, 180.0))
            continue
        else:
            steps.append(Forward(chance.some(left)))
        left -= cost(shape, steps[-1])
    return tuple(steps)


Going = Callable[[Rect, float, Arc], float]
"""How far a mover can go straight on from there over a side, up to a limit."""

Halts = Callable[[Rect, float], Sequence[float]]
"""Further lengths, of a way of so many inches straight ahead from there, that are worth a thought."""


def pivoting_drafts(
    shape: Rect, kind: Kind, goals: Iterable[Point], free: Going, halts: Halts
) -> Iterator[tuple[Step, ...]]:
    """Drafts of moves with one pivot: straight ahead; towards each goal, as far as it goes and as far as the goal;
    ahead and then facing it; back and aside. Where a second pivot is allowed also there and facing as before."""
    turning = kind.turning("centre")
    most = turning.degrees if turning is not None else 0.0
    twice = turning is not None and (turning.most or 2) > 1
    half = kind.forward / 2
    yield from _ahead(shape, (), kind.forward, 0.0, free, halts)
    for goal in goals:
        turn = turn_to(shape, goal, most)
        if abs(turn) <= TOLERANCE:
            continue
        away = hypot(goal[0] - shape.x, goal[1] - shape.y)
        drafts = list(_ahead(apply(shape, Pivot(turn)), (Pivot(turn),), kind.forward, away, free, halts))
        yield from drafts
        if twice and drafts:
            yield (*drafts[0], Pivot(-turn))
        onward = apply(shape, Forward(half))
        late = turn_to(onward, goal, most)
        if abs(late) > TOLERANCE:
            yield (Forward(half), Pivot(late))
            yield from _ahead(apply(onward, Pivot(late)), (Forward(half), Pivot(late)), half, 0.0, free, halts)
    if kind.back:
        yield (Back(free(shape, kind.back, Arc.REAR)),)
    if kind.side:
        yield (Sidestep(free(shape, kind.side, Arc.RIGHT)),)
        yield (Sidestep(-free(shape, kind.side, Arc.LEFT)),)


def _ahead(
    shape: Rect, before: tuple[Step, ...], limit: float, goal: float, free: Going, halts: Halts
) -> Iterator[tuple[Step, ...]]:
    """So far straight on as it goes, half as far, to the goal, and to where else it might halt."""
    far = free(shape, limit, Arc.FRONT)
    to_goal = (goal,) if 0.0 < goal < far else ()
    for length in (far, far / 2, *to_goal, *halts(shape, far)):
        if length > TOLERANCE:
            yield (*before, Forward(length))


def random_pivoting(shape: Rect, kind: Kind, free: Going, chance: Chance) -> tuple[Step, ...]:
    """A move with a pivot or none at random, cut short where something is in the way: mostly ahead. Where a second
    pivot is allowed some moves end with one."""
    way = chance.pick(8) if kind.back else 0
    if way == 6:
        return (Back(chance.some(free(shape, kind.back, Arc.REAR))),)
    if way == 7:
        right = chance.pick(2)
        aside = chance.some(free(shape, kind.side, Arc.RIGHT if right else Arc.LEFT))
        return (Sidestep(aside if right else -aside),)
    turning = kind.turning("centre")
    steps: list[Step] = []
    left = kind.forward
    first = chance.pick(3)
    if first == 0:
        length = chance.some(free(shape, left, Arc.FRONT))
        steps.append(Forward(length))
        shape = apply(shape, steps[-1])
        left -= length
    if first < 2:
        steps.append(random_pivot(chance, turning.degrees if turning is not None else 0.0))
        shape = apply(shape, steps[-1])
    steps.append(Forward(chance.some(free(shape, left, Arc.FRONT))))
    if turning is not None and (turning.most or 2) > 1 and chance.pick(3) == 0:
        steps.append(random_pivot(chance, turning.degrees))
    return tuple(steps)


def random_pivot(chance: Chance, most: float) -> Pivot:
    """Any pivot of up to so many degrees either way."""
    return Pivot(round(chance.uniform() * 2.0 * most - most, 2))


def random_wheel(shape: Rect, kind: Kind, left: float, chance: Chance) -> Wheel:
    """Any wheel for which so many inches are enough."""
    turning = kind.turning("corner")
    assert turning is not None, f"{kind.name} has no wheels"
    angle = chance.some(min(turning.degrees, wheel_angle_for(shape.width, left)))
    return Wheel(angle if chance.pick(2) else -angle)


def free_inches(
    field: Field,
    own: int,
    shape: Rect,
    limit: float,
    side: Arc,
    *,
    gap: float,
    barred: str,
    flies: bool,
    without: Container[int] = (),
) -> float:
    """How far a mover can go straight out over a side: on the board, with a gap to others, clear of barred terrain.

    `without` are bodies that it passes."""
    free = inches_to_edge(shape, field.board, side, limit=limit)
    if flies:
        return free
    x, y, (nx, ny) = shape.x, shape.y, outward(shape, side)
    across = edge_length(shape, side) / 2
    along = (shape.width + shape.depth) / 2 - across
    for body in field.bodies:
        other = body.shape
        dx, dy, near = other.x - x, other.y - y, other.radius + 2 * gap + TOLERANCE
        # Most are beside the way or behind. What is free already shortens the look at everybody else.
        if abs(dx * ny - dy * nx) > across + near or not -along - near <= dx * nx + dy * ny <= along + near + free:
            continue
        if body.id != own and body.id not in without:
            free = free_towards(shape, side, grown(other, gap), free)
    for piece in field.pieces_near(shape.x, shape.y, shape.radius + free, barred):
        free = free_towards(shape, side, piece.shape, free)
    return max(0.0, free)


def steps_into_sight(
    here: Rect, there: Rect, inches: float, reach: float, turn: float = 180.0
) -> Iterator[tuple[Step, ...]]:
    """Moves that may bring a target into a reach: turned towards it as far as may be, just near enough or all the way.

    They are drafts: whoever asks sees whether they are legal, and whether the target is seen from their end.
    """
    towards = turn_between(here.facing, bearing(here.x, here.y, there.x, there.y))
    angle = max(-turn, min(turn, towards))
    turned = (Pivot(angle),) if abs(angle) > TOLERANCE else ()
    near_enough = min(inches, max(0.0, distance(here, there) - reach) + 0.5)
    for length in dict.fromkeys((near_enough, inches)):
        yield (*turned, Forward(length))
