"""Moves as players draw them: what is legal, what is sensible, and what chance might do (Movement Phase)."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, isfinite

from warhost.dice import Chance
from warhost.play.questions import Kind, Moved
from warhost.play.script import Refused, passes
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.contact import enemies
from warhost.rulesets.essence_of_war.formation import boundary
from warhost.rulesets.essence_of_war.spacing import (
    GAP,
    PASSING_GAP,
    Obstacle,
    check_gaps,
    check_on_board,
    obstacles_near,
)
from warhost.rulesets.essence_of_war.values import flies
from warhost.table import (
    TOLERANCE,
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
    front_on_board,
    gap_along,
    heading,
    keeps_clear,
    passes_through,
    stays_on_board,
    turn_between,
    wheel_angle_for,
    wheel_towards,
)

MOST_DEGREES = 90.0
"""What one Wheel turns at most."""

MOST_STEPS = 100
"""More steps than any table needs; a longer list is a mistake or mischief."""

TRIES = 6
"""How many moves a random player draws before it stays where it is."""


def check(battle: Battle, unit: Unit, kinds: Sequence[Kind], moved: Moved) -> Rect:
    """Where a legal move ends; Refused, with the reason and the rule, if it is not one."""
    start = boundary(battle, unit)
    if not moved.kind:
        return start
    kind = next(kind for kind in kinds if kind.name == moved.kind)
    check_steps(unit, kind, moved.steps)
    check_cost(unit, kind, start, moved.steps)
    return check_path(battle, unit, kind, start, moved.steps)


@rule("eow.move.advance.one_direction", "eow.move.pivot", "eow.move.wheel")
def check_steps(unit: Unit, kind: Kind, steps: Sequence[Step]) -> None:
    """The steps are such as this kind of move is made of, with sensible figures, in one direction."""
    if len(steps) > MOST_STEPS:
        raise Refused(
            f"{unit.name} cannot make {len(steps)} steps in one move: the limit is {MOST_STEPS}.", _RULE[kind.name]
        )
    direction = ""
    for index, step in enumerate(steps):
        _check_figures(unit, kind, step)
        if isinstance(step, Pivot):
            _check_pivot(unit, kind, steps, index)
            continue
        if kind.pivots == "only":
            raise Refused(f"{unit.name} cannot move during a Pivot: a Pivot only turns on the spot.", "eow.move.pivot")
        way = heading(step)
        if direction and way != direction:
            raise Refused(
                f"{unit.name} cannot move {direction} and {way} in one move.", "eow.move.advance.one_direction"
            )
        direction = way


@rule("eow.move.pivot", "eow.move.wheel")
def _check_figures(unit: Unit, kind: Kind, step: Step) -> None:
    if isinstance(step, Wheel | Pivot):
        most = MOST_DEGREES if isinstance(step, Wheel) else 360.0
        if isfinite(step.degrees) and abs(step.degrees) <= most + TOLERANCE:
            return
        what, rule_id = ("wheel", "eow.move.wheel") if isinstance(step, Wheel) else ("pivot", "eow.move.pivot")
        raise Refused(
            f"{unit.name} cannot {what} {abs(step.degrees):g} degrees: a {what} turns at most {most:g}.", rule_id
        )
    if not isfinite(step.inches):
        raise Refused(f"{unit.name} cannot move {step.inches} inches.", _RULE[kind.name])
    if step.inches < 0.0 and not isinstance(step, Sidestep):
        raise Refused(f"{unit.name} cannot move {step.inches:g} inches: a distance is not negative.", _RULE[kind.name])


@rule("eow.move.march", "eow.move.single_model_pivots", "eow.move.advance.forward", "eow.move.pivot")
@rule("eow.character.basic_alone")
def _check_pivot(unit: Unit, kind: Kind, steps: Sequence[Step], index: int) -> None:
    """Ranked units pivot before a forward Advance only; single models at any moment of an Advance or March."""
    if kind.pivots == "any":
        return
    if kind.pivots == "none":
        raise Refused(f"{unit.name} cannot pivot in a March: a March only goes forward and wheels.", "eow.move.march")
    if index > 0:
        raise Refused(f"{unit.name} can pivot only once, at the start of the move.", _RULE[kind.name])
    if kind.pivots == "first" and any(isinstance(step, Back | Sidestep) for step in steps):
        raise Refused(f"{unit.name} can pivot only before moving forward.", "eow.move.advance.forward")


_RULE = {"pivot": "eow.move.pivot", "advance": "eow.move.advance.forward", "march": "eow.move.march"}


@rule("eow.move.total", "eow.move.wheel_cost", "eow.move.advance.backward", "eow.move.advance.sidestep")
@rule("eow.move.advance.forward", "eow.move.march")
def check_cost(unit: Unit, kind: Kind, start: Rect, steps: Sequence[Step]) -> None:
    """What all steps cost together is within the rate of this kind of move in this direction."""
    total = 0.0
    limit, way, rule_id = kind.forward, "forward", _RULE[kind.name]
    for step in steps:
        total += cost(start, step)
        if isinstance(step, Back):
            limit, way, rule_id = kind.back, "backwards", "eow.move.advance.backward"
        elif isinstance(step, Sidestep):
            limit, way, rule_id = kind.side, "sideways", "eow.move.advance.sidestep"
        elif isinstance(step, Wheel):
            rule_id = "eow.move.total"
    if total <= limit + TOLERANCE:
        return
    if kind.name == "march" and way != "forward":
        raise Refused(f"{unit.name} cannot march {way}: a March goes forward.", "eow.move.march")
    raise Refused(f'{unit.name} cannot {kind.name} {total:.2f}" {way}: the limit is {limit:g}".', rule_id)


@rule("eow.move.blockers", "eow.spacing.during_move", "eow.board_edge.front_stays", "eow.board_edge.partly_off")
@rule("eow.move.pivot", "eow.move.pivot_space", "eow.terrain.impassable.movement", "eow.terrain.elevated.movement")
@rule("eow.move.on_board", "eow.basic.fly")
def check_path(battle: Battle, unit: Unit, kind: Kind, start: Rect, steps: Sequence[Step]) -> Rect:
    """The way is free, the front stays on the board, and the unit fits where it ends."""
    board = battle.scene.board
    stops = [start]
    reach = start.radius + GAP
    for step in steps:
        stops.append(apply(stops[-1], step))
        reach += hypot(stops[-1].x - stops[-2].x, stops[-1].y - stops[-2].y)
    near = obstacles_near(battle, unit, start.x, start.y, reach)
    blocking = [] if flies(battle, unit) else near
    for shape, step, after in zip(stops, steps, stops[1:], strict=False):
        # A Pivot lifts the unit and sets it down again: nothing is in its way (EOW-R053).
        lifted = isinstance(step, Pivot)
        if not (
            front_on_board(after, board.width, board.depth)
            if lifted
            else stays_on_board(shape, step, board.width, board.depth, front_only=True)
        ):
            raise Refused(f"The front of {unit.name} would leave the table.", "eow.board_edge.front_stays")
        if not lifted:
            for obstacle in blocking:
                _check_passing(unit, start, shape, step, obstacle)
    end = stops[-1]
    check_on_board(battle, unit, end)
    check_gaps(unit, end, start, near, "eow.move.pivot_space" if kind.pivots == "only" else "eow.move.end_spacing")
    return end


@rule("eow.spacing.during_move", "eow.spacing.stay_close", "eow.move.blockers", "eow.terrain.impassable.movement")
def _check_passing(unit: Unit, start: Rect, shape: Rect, step: Step, obstacle: Obstacle) -> None:
    """One step keeps half an inch from the obstacle, unless the unit was within 1" of it before the move (EOW-R056)."""
    if keeps_clear(shape, step, obstacle.shape, PASSING_GAP):
        return
    gap = gap_along(shape, step, obstacle.shape)
    before = distance(start, obstacle.shape)
    stays_in_contact = before <= TOLERANCE and not passes_through(shape, step, obstacle.shape)
    if before < GAP - TOLERANCE and (gap > TOLERANCE or stays_in_contact):
        return
    if gap > TOLERANCE:
        raise Refused(
            f'{unit.name} would pass {gap:.2f}" from {obstacle.name}: moving units stay 0.5" apart.',
            "eow.spacing.during_move",
        )
    if obstacle.unit is None:
        raise Refused(f"{unit.name} would move into {obstacle.name}.", "eow.terrain.impassable.movement")
    raise Refused(f"{unit.name} would move into {obstacle.name}.", "eow.move.blockers")


def legal(battle: Battle, unit: Unit, kinds: Sequence[Kind], moved: Moved) -> bool:
    return passes(check, battle, unit, kinds, moved)


def suggest(battle: Battle, unit: Unit, kinds: Sequence[Kind]) -> list[Moved]:
    """Sensible legal moves, the first of them to stay: ahead, towards enemies and the centre, facing them, away."""
    shape = boundary(battle, unit)
    drafts: list[Moved] = []
    goals = [(enemy.pose.x, enemy.pose.y) for enemy in enemies(battle, unit.seat) if enemy.pose is not None]
    for kind in kinds:
        if kind.pivots == "only":
            drafts.extend(Moved(kind.name, (turn,)) for turn in _facings(shape, goals))
        elif kind.forward > 0.0:
            drafts.extend(Moved(kind.name, steps) for steps in _ways(battle, shape, kind, goals))
    found = [Moved()]
    for draft in drafts:
        if draft not in found and legal(battle, unit, kinds, draft):
            found.append(draft)
    return found


def _facings(shape: Rect, goals: Sequence[Point]) -> list[Pivot]:
    """Pivots that look at each goal, and about-face and to the sides."""
    turns = [turn_between(shape.facing, bearing(shape.x, shape.y, x, y)) for x, y in goals]
    return [Pivot(turn) for turn in (*turns, -90.0, 90.0, 180.0) if abs(turn) > TOLERANCE]


def _ways(battle: Battle, shape: Rect, kind: Kind, goals: Sequence[Point]) -> list[tuple[Step, ...]]:
    """Straight ahead, back and aside; wheels (and pivots, where they are free) towards the goals and the centre."""
    drafts: list[tuple[Step, ...]] = [(Forward(kind.forward * share),) for share in (1.0, 0.5)]
    for goal in (*goals, battle.scene.board.centre):
        if kind.wheels:
            drafts.extend(_wheels(shape, kind, goal))
        if kind.pivots in ("first", "any"):
            turn = turn_between(shape.facing, bearing(shape.x, shape.y, *goal))
            if abs(turn) > TOLERANCE:
                drafts.extend((Pivot(turn), Forward(kind.forward * share)) for share in (1.0, 0.5))
    if kind.back:
        drafts.append((Back(kind.back),))
    if kind.side:
        drafts.extend((Sidestep(kind.side * share),) for share in (1.0, -1.0))
    return drafts


def _wheels(shape: Rect, kind: Kind, goal: Point) -> list[tuple[Step, ...]]:
    """A wheel until the goal lies ahead, as far as the move allows, and what is left straight on: all or half of it."""
    wanted = wheel_towards(shape, *goal)
    most = min(MOST_DEGREES, wheel_angle_for(shape.width, kind.forward))
    angle = max(-most, min(most, wanted))
    if abs(angle) <= TOLERANCE:
        return []
    left = kind.forward - cost(shape, Wheel(angle))
    if left <= TOLERANCE:
        return [(Wheel(angle),)]
    return [(Wheel(angle), Forward(left)), (Wheel(angle), Forward(left / 2))]


def sample(battle: Battle, unit: Unit, kinds: Sequence[Kind], chance: Chance) -> Moved:
    """A legal move at random: any kind, any direction, any distance; or none. After a few failures it stays."""
    shape = boundary(battle, unit)
    for _ in range(TRIES):
        pick = chance.pick(len(kinds) + 1)
        if pick == len(kinds):
            break
        draft = Moved(kinds[pick].name, _random_steps(shape, kinds[pick], chance))
        if legal(battle, unit, kinds, draft):
            return draft
    return Moved()


def _random_steps(shape: Rect, kind: Kind, chance: Chance) -> tuple[Step, ...]:
    if kind.pivots == "only":
        return (_random_pivot(chance),)
    # Forward is what moves are mostly made of: as likely as back, left and right together.
    way = chance.pick(6) if kind.back or kind.side else 0
    if way == 3:
        return (Back(chance.some(kind.back)),)
    if way > 3:
        aside = chance.some(kind.side)
        return (Sidestep(aside if way == 4 else -aside),)
    steps: list[Step] = []
    left = kind.forward
    if kind.pivots != "none" and chance.pick(2):
        steps.append(_random_pivot(chance))
    for _ in range(1 + chance.pick(3)):
        if kind.wheels and chance.pick(2):
            most = min(MOST_DEGREES, wheel_angle_for(shape.width, left))
            angle = chance.some(most)
            steps.append(Wheel(angle if chance.pick(2) else -angle))
        elif kind.pivots == "any" and chance.pick(4) == 0:
            steps.append(_random_pivot(chance))
            continue
        else:
            steps.append(Forward(chance.some(left)))
        left -= cost(shape, steps[-1])
    return tuple(steps)


def _random_pivot(chance: Chance) -> Pivot:
    return Pivot(round(chance.uniform() * 360.0 - 180.0, 2))
