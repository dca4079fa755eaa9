"""Moves worth a thought, and moves at random: what manoeuvre questions offer to who does not draw."""

from __future__ import annotations

from math import hypot

from warhost.dice import Chance
from warhost.field import free_inches, path_of, random_pivot, turn_to, turns_to
from warhost.play.questions import Kind
from warhost.rulesets.regiments.battle import Battle, Unit
from warhost.rulesets.regiments.formation import enemies, field_of, footprint
from warhost.rulesets.regiments.ground_on_moves import DIFFICULT, GAP, gait, is_slowed
from warhost.table import TOLERANCE, Arc, Back, Forward, Pivot, Point, Rect, Sidestep, Step, apply

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
    flies = gait(battle, unit).flies
    return free_inches(field_of(battle), unit.id, shape, limit, side, gap=GAP, barred="impassable", flies=flies)


def sensible_steps(battle: Battle, unit: Unit, kind: Kind) -> list[tuple[Step, ...]]:
    """Straight ahead; towards each goal, as far as it goes and as far as the goal; ahead and then facing it; back."""
    shape = footprint(battle, unit)
    drafts = _forward(battle, unit, shape, (), kind.forward)
    for x, y in goals(battle, unit):
        turn = turn_to(shape, (x, y), MOST_TURN)
        if abs(turn) <= TOLERANCE:
            continue
        turned = apply(shape, Pivot(turn))
        away = hypot(x - shape.x, y - shape.y)
        drafts += _forward(battle, unit, turned, (Pivot(turn),), kind.forward, away)
        half = apply(shape, Forward(kind.forward / 2))
        late = turn_to(half, (x, y), MOST_TURN)
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
    if free > DIFFICULT and is_slowed(battle, unit, path_of(shape, (Forward(free),)), gait(battle, unit)):
        lengths.append(DIFFICULT)
    return [(*before, Forward(length)) for length in lengths if length > TOLERANCE]


def sensible_turns(battle: Battle, unit: Unit, limit: float) -> list[Pivot]:
    """Turns to look at each goal, to the sides, and about-face, as far as the limit allows."""
    return turns_to(footprint(battle, unit), goals(battle, unit), limit)


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
        steps.append(random_pivot(chance, MOST_TURN))
        shape = apply(shape, steps[-1])
    steps.append(Forward(chance.some(free_ahead(battle, unit, shape, left))))
    return tuple(steps)
