"""Moves worth a thought, and moves at random: what manoeuvre questions offer to who does not draw."""

from __future__ import annotations

from math import hypot

from warhost.dice import Chance
from warhost.play.questions import Kind
from warhost.rulesets.regiments.battle import Battle, Unit
from warhost.rulesets.regiments.formation import enemies, footprint
from warhost.rulesets.regiments.scenery import scenery
from warhost.rulesets.regiments.ways import DIFFICULT, GAP, gait, is_slowed, way_of
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
    free_towards,
    grown,
    turn_between,
)

MOST_ENEMIES = 4
"""Moves are suggested towards so many of the nearest enemies."""

MOST_TURN = 90.0


def goals(battle: Battle, unit: Unit) -> list[Point]:
    """The places that a unit may want to go to: the nearest enemies, and the objective markers."""
    assert unit.pose is not None
    x, y = unit.pose.x, unit.pose.y
    foes = [(foe.pose.x, foe.pose.y) for foe in enemies(battle, unit.seat) if foe.pose is not None]
    foes.sort(key=lambda at: hypot(at[0] - x, at[1] - y))
    return [*foes[:MOST_ENEMIES], *((marker.x, marker.y) for marker in battle.markers if not marker.gone)]


def free_ahead(battle: Battle, unit: Unit, shape: Rect, limit: float, side: Arc = Arc.FRONT) -> float:
    """How far the unit can go straight on from there and keep 1" from others, on the table and out of what bars it."""
    free = min(limit, _to_the_edge(battle, shape, side, limit))
    if gait(battle, unit).flies:
        return max(0.0, free)
    for other in battle.units:
        if other.pose is not None and other is not unit:
            there = footprint(battle, other)
            if _within_reach(shape, there, free + 2 * GAP):
                free = free_towards(shape, side, grown(there, GAP), free)
    for piece in scenery(battle).impassable:
        if _within_reach(shape, piece.shape, free):
            free = free_towards(shape, side, piece.shape, free)
    return max(0.0, free)


def _within_reach(shape: Rect, other: Rect, inches: float) -> bool:
    """Whether their circles meet if one of them goes so far."""
    dx, dy = other.x - shape.x, other.y - shape.y
    reach = shape.radius + other.radius + inches
    return dx * dx + dy * dy <= reach * reach


def _to_the_edge(battle: Battle, shape: Rect, side: Arc, limit: float) -> float:
    board = battle.scene.board
    dx, dy = {
        Arc.FRONT: (shape.fx, shape.fy),
        Arc.REAR: (-shape.fx, -shape.fy),
        Arc.RIGHT: (shape.rx, shape.ry),
        Arc.LEFT: (-shape.rx, -shape.ry),
    }[side]
    for x, y in shape.corners:
        if dx > TOLERANCE:
            limit = min(limit, (board.width - x) / dx)
        elif dx < -TOLERANCE:
            limit = min(limit, -x / dx)
        if dy > TOLERANCE:
            limit = min(limit, (board.depth - y) / dy)
        elif dy < -TOLERANCE:
            limit = min(limit, -y / dy)
    return max(0.0, limit)


def sensible_steps(battle: Battle, unit: Unit, kind: Kind) -> list[tuple[Step, ...]]:
    """Straight ahead; towards each goal, as far as it goes and as far as the goal; ahead and then facing it; back."""
    shape = footprint(battle, unit)
    drafts = _forward(battle, unit, shape, (), kind.forward)
    for x, y in goals(battle, unit):
        turn = _clamped(turn_between(shape.facing, bearing(shape.x, shape.y, x, y)), MOST_TURN)
        if abs(turn) <= TOLERANCE:
            continue
        turned = apply(shape, Pivot(turn))
        away = hypot(x - shape.x, y - shape.y)
        drafts += _forward(battle, unit, turned, (Pivot(turn),), kind.forward, away)
        half = apply(shape, Forward(kind.forward / 2))
        late = _clamped(turn_between(half.facing, bearing(half.x, half.y, x, y)), MOST_TURN)
        if abs(late) > TOLERANCE:
            steps = (Forward(kind.forward / 2), Pivot(late))
            drafts += [steps, *_forward(battle, unit, apply(half, Pivot(late)), steps, kind.forward / 2)]
    if kind.back:
        back = free_ahead(battle, unit, shape, kind.back, Arc.REAR)
        drafts.append((Back(back),))
    if kind.side:
        drafts.append((Sidestep(free_ahead(battle, unit, shape, kind.side, Arc.RIGHT)),))
        drafts.append((Sidestep(-free_ahead(battle, unit, shape, kind.side, Arc.LEFT)),))
    return drafts


def _forward(
    battle: Battle, unit: Unit, shape: Rect, before: tuple[Step, ...], limit: float, goal: float = 0.0
) -> list[tuple[Step, ...]]:
    """So far straight on as it goes, half as far, to the goal, and as far as difficult ground lets it."""
    free = free_ahead(battle, unit, shape, limit)
    lengths = [free, free / 2]
    if 0.0 < goal < free:
        lengths.append(goal)
    if free > DIFFICULT and is_slowed(battle, unit, way_of(shape, (Forward(free),)), gait(battle, unit)):
        lengths.append(DIFFICULT)
    return [(*before, Forward(length)) for length in lengths if length > TOLERANCE]


def sensible_turns(battle: Battle, unit: Unit, limit: float) -> list[Pivot]:
    """Turns to look at each goal, to the sides, and about-face, as far as the limit allows."""
    shape = footprint(battle, unit)
    wanted = [turn_between(shape.facing, bearing(shape.x, shape.y, x, y)) for x, y in goals(battle, unit)]
    turns = [_clamped(turn, limit) for turn in (*wanted, -90.0, 90.0, 180.0)]
    return [Pivot(turn) for turn in dict.fromkeys(turns) if abs(turn) > TOLERANCE]


def random_steps(battle: Battle, unit: Unit, kind: Kind, chance: Chance) -> tuple[Step, ...]:
    """A move at random, cut short where something is in the way: mostly ahead, with or without the pivot."""
    shape = footprint(battle, unit)
    way = chance.pick(8) if kind.back else 0
    if way == 6:
        return (Back(chance.some(free_ahead(battle, unit, shape, kind.back, Arc.REAR))),)
    if way == 7:
        right = chance.pick(2)
        free = free_ahead(battle, unit, shape, kind.side, Arc.RIGHT if right else Arc.LEFT)
        aside = chance.some(free)
        return (Sidestep(aside if right else -aside),)
    steps: list[Step] = []
    left = kind.forward
    first = chance.pick(3)
    if first == 0:
        length = chance.some(free_ahead(battle, unit, shape, left))
        steps.append(Forward(length))
        shape = apply(shape, steps[-1])
        left -= length
    if first < 2:
        steps.append(random_turn(MOST_TURN, chance))
        shape = apply(shape, steps[-1])
    steps.append(Forward(chance.some(free_ahead(battle, unit, shape, left))))
    return tuple(steps)


def random_turn(limit: float, chance: Chance) -> Pivot:
    return Pivot(round((2.0 * chance.uniform() - 1.0) * limit, 2))


def _clamped(turn: float, limit: float) -> float:
    return max(-limit, min(limit, turn))
