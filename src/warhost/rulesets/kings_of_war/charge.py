"""Charges: who can be charged, on which facing, by which way, and where the charger then stands (Charging)."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence

import msgspec

from warhost.dice import Dice, odds
from warhost.field import (
    Path,
    Surroundings,
    free_offsets,
    past_walls,
    path_of,
    pivots_into,
    pivots_to_spot,
    runs_into,
    struck_at,
)
from warhost.field.engagement import engage
from warhost.play.battle import copied, stand
from warhost.play.questions import Denied
from warhost.play.script import Refused, Script
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war import events, sight, values
from warhost.rulesets.kings_of_war.battle import Battle, Unit, enemies
from warhost.rulesets.kings_of_war.formation import GAP, apart, field_of, footprint
from warhost.rulesets.kings_of_war.moves import QUARTER, gait, yielding
from warhost.rulesets.kings_of_war.rules import has, speakers
from warhost.rulesets.kings_of_war.terrain import BLOCKING, SLOWS
from warhost.table import (
    TOLERANCE,
    Arc,
    Back,
    Forward,
    Interval,
    Pivot,
    Rect,
    Sidestep,
    Step,
    apply,
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

MOST_ON_FACING = 2
"""So many friends may be engaged with one facing of an enemy (kow.charge.cond_two_per_facing)."""

LOOKED_AT = 6.0
"""Enemies that are out of reach by no more than this are told to be so."""

FIRST_TURNS = (-30.0, 30.0, -60.0, 60.0, -90.0, 90.0)
FIRST_STEPS = (1.0, 2.0, 4.0, 6.0)
"""Where the first of two pivots in a charge leads, where one pivot is not enough (kow.special.nimble)."""


class Plan(msgspec.Struct, frozen=True, gc=False):
    """A charge that can be made: the way into contact, the facing that it strikes, where the charger stands in the end,
    and whether it is hindered."""

    unit: int
    target: int
    facing: Arc
    path: Path
    struck: float
    """Where along the facing it stands when it has turned flush, before it slides."""
    place: Rect
    hindered: bool


# Who can be charged


@rule("kow.charge.cond_not_engaged", "kow.war_engine.no_double_charge", "kow.nerve.wavering_orders")
def why_not(battle: Battle, unit: Unit) -> Refused | None:
    """Why the unit cannot charge anybody, if it cannot."""
    if unit.engaged:
        return Refused(f"{unit.name} cannot charge while engaged.", "kow.charge.cond_not_engaged")
    if unit.wavering:
        return Refused(f"{unit.name} cannot charge while wavering.", "kow.nerve.wavering_orders")
    if battle.entry(unit).type == "war engine":
        return Refused("War engines do not charge.", "kow.war_engine.no_double_charge")
    return None


class Reach(msgspec.Struct, frozen=True, gc=False):
    """How far a unit charges: double its Speed and what is added to it; dice are rolled once the order is given."""

    sure: float
    most: float
    dice: Dice | None = None
    highest: int = 0
    """The most that the dice can show."""
    drops: bool = False
    """Only who drops the loot first goes farther than what is sure (KOW-R174)."""


@rule("kow.charge.cond_distance", "kow.special.wild_charge", "kow.special.wild_charge_variable")
@rule("kow.loot.wild_charge_roll")
def reach(battle: Battle, unit: Unit) -> Reach:
    """Double Speed, and the bonuses of all its rules (KOW-R065). Who carries loot may still roll dice for more."""
    if any(marker.carrier == unit.id for marker in battle.markers):
        freed = copied(battle)
        freed.markers = ()
        own, free = _reach(battle, unit), _reach(freed, freed.units[unit.id])
        return own if free.dice is None else Reach(own.sure, free.most, free.dice, free.highest, drops=True)
    return _reach(battle, unit)


def _reach(battle: Battle, unit: Unit) -> Reach:
    inches = 2.0 * values.speed(battle, unit)
    dice: Dice | None = None
    for one in speakers(battle, unit).at("charge_bonus"):
        bonus = one.charge_bonus(battle, unit)
        if isinstance(bonus, int):
            inches += bonus
        else:
            dice = bonus
    if dice is None:
        return Reach(inches, inches)
    thrown = odds.of(dice)
    return Reach(inches + min(thrown), inches + max(thrown), dice, max(thrown))


@rule("kow.charge.facing_by_midpoint")
def facings(battle: Battle, unit: Unit, target: Unit) -> tuple[Arc, ...]:
    """The facing in whose arc the middle of the charger's front lies; two where that is in doubt (KOW-R028)."""
    return sight.arcs_at(footprint(battle, target), *footprint(battle, unit).front)


def engaged_on(target: Unit, facing: Arc, without: Container[int] = ()) -> int:
    """How many enemies of the target are engaged with that facing of it."""
    return sum(1 for foe in target.foes if foe.mine is facing and foe.unit not in without)


@rule("kow.charge.cond_visible", "kow.charge.cond_distance", "kow.charge.impossible_other_order")
def why_no_target(battle: Battle, unit: Unit, target: Unit, far: Reach) -> Refused | None:
    """Why the unit cannot charge that enemy, before anybody looks for a way."""
    if target.id in unit.barred:
        return Refused(f"{unit.name} cannot charge {target.name} any more in this turn.", "kow.special.wild_charge")
    gap = apart(battle, unit, target)
    if gap > far.most + TOLERANCE:
        words = f'{target.name} is {gap:.1f}" away: {unit.name} can charge {far.most:g}".'
        return Refused(words, "kow.charge.cond_distance")
    if not sight.may_see(battle, unit, target):
        return Refused(f"{unit.name} cannot see {target.name}.", "kow.charge.cond_visible")
    return None


def in_reach(battle: Battle, unit: Unit) -> tuple[list[Unit], list[Denied]]:
    """The enemies to which a way is looked for, and those that are near but cannot be charged, with the reason."""
    far = reach(battle, unit)
    found: list[Unit] = []
    denied: list[Denied] = []
    for target in enemies(battle, unit.seat):
        if apart(battle, unit, target) > far.most + LOOKED_AT:
            continue
        why = why_no_target(battle, unit, target, far)
        if why is None:
            found.append(target)
        else:
            denied.append(Denied(f"charge>{target.id}", why.message, why.rule or "", unit.id, target.id))
    return found, denied


# The plan of a charge


def plan(battle: Battle, unit: Unit, target: Unit) -> Plan | None:
    """How the unit would charge that enemy now, on the facing that it has to charge; None if it cannot.

    Where it is in doubt which facing that is, the first that can be charged.
    """
    if why_not(battle, unit) is not None or why_no_target(battle, unit, target, reach(battle, unit)) is not None:
        return None
    return next(plans(battle, unit, target), None)


def plans(battle: Battle, unit: Unit, target: Unit) -> Iterator[Plan]:
    """A plan for each facing that the unit may have to charge."""
    for facing in facings(battle, unit, target):
        if engaged_on(target, facing) < MOST_ON_FACING:
            made = plan_on(battle, unit, target, facing)
            if made is not None:
                yield made


@rule("kow.charge.cond_space", "kow.charge.right_facing", "kow.charge.slide", "kow.charge.no_corner_only")
@rule("kow.charge.into_engaged_halted")
def plan_on(
    battle: Battle,
    unit: Unit,
    target: Unit,
    facing: Arc,
    group: Container[int] = (),
    taken: Sequence[Rect] = (),
) -> Plan | None:
    """The charge against that facing: into contact, flush, then along to the middle of it or as near as can be.

    `group` are the friends that charge with it and are in nobody's way, `taken` where some of them will stand. Of
    several ways one that is not hindered is taken (KOW-R067).
    """
    hindered: Plan | None = None
    always = _always_hindered(battle, unit, target, facing)
    for path, struck in ways(battle, unit, target, facing, group):
        place = place_from(battle, unit, target, facing, struck, group, taken)
        if place is None:
            continue
        if always or _is_slowed(battle, unit, target, facing, path, struck, place):
            hindered = hindered or Plan(unit.id, target.id, facing, path, struck, place, hindered=True)
            if always or _is_slow_there(battle, unit, path.start, place):
                return hindered
        else:
            return Plan(unit.id, target.id, facing, path, struck, place, hindered=False)
    return hindered


# Ways into contact


@rule("kow.charge.move", "kow.charge.one_pivot", "kow.charge.goes_round_blocking", "kow.charge.friends_block")
@rule("kow.interp.charge_friends_block", "kow.interp.charge_group_exempt", "kow.charge.ignores_terrain")
@rule("kow.special.fly", "kow.special.yielding", "kow.special.nimble")
def ways(
    battle: Battle, unit: Unit, target: Unit, facing: Arc, group: Container[int] = ()
) -> Iterator[tuple[Path, float]]:
    """Ways straight ahead with one pivot at most that touch that facing of the target first, the simplest ones first;
    each with where along the facing it leads (KOW-R067). How long they are is not measured."""
    search = _Search(battle, unit, target, facing, group)
    found = False
    for way in search.from_start():
        found = True
        yield way
    extra = sum(one.charge_pivots for one in speakers(battle, unit).at("charge_pivots"))
    if extra and not found:
        yield from search.with_two_pivots()


class _Search:
    """The search for a way into contact with one facing of a target."""

    def __init__(self, battle: Battle, unit: Unit, target: Unit, facing: Arc, group: Container[int]) -> None:
        here = field_of(battle)
        self.start, self.goal, self.facing = here[unit.id].shape, here[target.id].shape, facing
        self.board = here.board
        self.flies = gait(battle, unit).flies
        gap = distance(self.start, self.goal)
        self.inches = 1.5 * gap + self.start.radius + 2 * self.goal.radius
        through = yielding(battle, unit)
        reach = self.start.radius + self.inches
        self.walls: tuple[Rect, ...] = ()
        if not self.flies:
            bodies = here.near(self.start.x, self.start.y, reach, unit.id, through)
            self.walls = (
                *(body.shape for body in bodies if body.id != target.id and body.id not in group),
                *(piece.shape for piece in here.pieces_near(self.start.x, self.start.y, reach, BLOCKING)),
            )
        self.slow = tuple(piece.shape for piece in here.pieces_near(self.start.x, self.start.y, reach, SLOWS))

    def from_start(self) -> Iterator[tuple[Path, float]]:
        """Ways with one pivot at most."""
        yield from self.legal(self._drafts(self.start))
        if self.walls or self.slow:
            ground = Surroundings(self.walls, (), self.slow, self.inches, self.board, over_edge=True)
            yield from self.legal(past_walls(self.start, self.goal, ground, self.inches, QUARTER))

    def _drafts(self, start: Rect) -> Iterator[tuple[Step, ...]]:
        straight = free_forward(start, self.goal, self.inches)
        if straight < self.inches - TOLERANCE:
            yield (Forward(straight),) if straight > 0.0 else ()
        spot = edge_midpoint(self.goal, self.facing)
        square = outward_facing(self.goal, self.facing) + 180.0
        yield from pivots_to_spot(start, self.goal, spot, square, self.inches, QUARTER, _faces)
        yield from pivots_into(start, self.goal, self.inches, QUARTER, _faces)

    def with_two_pivots(self) -> Iterator[tuple[Path, float]]:
        """Ways with two pivots: one that leads aside, then a way with another."""
        for turn in FIRST_TURNS:
            for inches in FIRST_STEPS:
                before: tuple[Step, ...] = (Pivot(turn), Forward(inches))
                yield from self.legal((*before, *steps) for steps in self._drafts(path_of(self.start, before).end))

    def legal(self, drafts: Iterable[tuple[Step, ...]]) -> Iterator[tuple[Path, float]]:
        """Those of them that can be gone and touch the facing."""
        for steps in drafts:
            path = path_of(self.start, steps)
            if distance(path.end, self.goal) > 2 * TOLERANCE:
                continue
            struck = struck_at(path.end, self.goal, self.facing)
            if struck is not None and self._is_clear(path):
                yield path, struck

    def _is_clear(self, path: Path) -> bool:
        """Whether nothing is in the way: no unit, no blocking terrain, and no step ends off the table."""
        if not all(on_board(stop, self.board.width, self.board.depth) for stop in path.stops[1:]):
            return False
        return not runs_into(path, self.goal) and not any(runs_into(path, wall) for wall in self.walls)


def _faces(shape: Rect, goal: Rect) -> bool:
    return arc_of(shape, goal.x, goal.y) is Arc.FRONT


# Where the charger stands


@rule("kow.charge.align", "kow.charge.slide", "kow.charge.no_corner_only", "kow.charge.into_engaged_halted")
@rule("kow.special.fly_end")
def place_from(
    battle: Battle,
    unit: Unit,
    target: Unit,
    facing: Arc,
    struck: float,
    group: Container[int] = (),
    taken: Sequence[Rect] = (),
) -> Rect | None:
    """Where a charger stands that has struck the facing there: it goes to the nearest place with room (KOW-R069), then
    slides towards the middle until something stops it (KOW-R070); None if there is no room for 1 mm of contact."""
    start, goal = footprint(battle, unit), footprint(battle, target)
    free = room_on(battle, unit, target, facing, group, taken)
    if not free:
        return None
    if gait(battle, unit).flies:
        offset = nearest_free(free, 0.0)
    else:
        way = room_on(battle, unit, target, facing, group, taken, passing=yielding(battle, unit))
        stretch = min(way, key=lambda one: off_stretch(one, struck))
        inside = [one for one in free if one[1] >= stretch[0] - TOLERANCE and one[0] <= stretch[1] + TOLERANCE]
        offset = nearest_free(inside, 0.0) if inside else nearest_free(free, struck)
    return flush(start, goal, facing, offset)


def room_on(
    battle: Battle,
    unit: Unit,
    target: Unit,
    facing: Arc,
    group: Container[int] = (),
    taken: Sequence[Rect] = (),
    passing: Container[int] = (),
) -> list[Interval]:
    """The offsets along the facing at which the unit has room, with 1 mm of contact at least (KOW-R071)."""
    here = field_of(battle)
    start, goal = footprint(battle, unit), footprint(battle, target)
    near = start.width + start.depth + goal.radius
    blocks = [
        body.shape
        for body in here.near(goal.x, goal.y, near, unit.id, passing)
        if body.id != target.id and body.id not in group
    ]
    blocks += [piece.shape for piece in here.pieces_near(goal.x, goal.y, near, BLOCKING)]
    return free_offsets(start, goal, facing, [*blocks, *taken], here.board, GAP - TOLERANCE / 10)


def off_stretch(stretch: Interval, offset: float) -> float:
    """How far an offset is from a stretch of them."""
    return max(0.0, stretch[0] - offset, offset - stretch[1])


def nearest_free(free: Sequence[Interval], offset: float) -> float:
    """The free offset that is nearest to that one."""
    low, high = min(free, key=lambda one: off_stretch(one, offset))
    return max(low, min(high, offset))


# Hindered charges


@rule("kow.charge.hindered", "kow.charge.hindered_once", "kow.special.phalanx")
def _always_hindered(battle: Battle, unit: Unit, target: Unit, facing: Arc) -> bool:
    """Whether a rule of the target or of the charger hinders the charge whatever it crosses (KOW-R077)."""
    if any(one.is_hindered(battle, unit) for one in speakers(battle, unit).at("is_hindered")):
        return True
    return any(one.hinders(battle, target, unit, facing) for one in speakers(battle, target).at("hinders"))


def is_hindered(battle: Battle, unit: Unit, target: Unit, facing: Arc, path: Path, struck: float, place: Rect) -> bool:
    """Whether a charge that ends there is hindered, by whatever it is (kow.charge.hindered_once)."""
    return _always_hindered(battle, unit, target, facing) or _is_slowed(
        battle, unit, target, facing, path, struck, place
    )


@rule("kow.charge.hindered", "kow.special.fly_hindered", "kow.special.strider")
def _is_slowed(battle: Battle, unit: Unit, target: Unit, facing: Arc, path: Path, struck: float, place: Rect) -> bool:
    """Whether any part of the charge crosses difficult terrain or an obstacle or ends on it: the way, turning flush and
    sliding (KOW-R076). For flyers only where it starts and ends counts, but touching is enough."""
    pieces = field_of(battle).terrain.having(SLOWS)
    if not pieces or has(battle, unit, "strides"):
        return False
    if gait(battle, unit).flies:
        return _is_slow_there(battle, unit, path.start, place)
    goal = footprint(battle, target)
    flat = flush(path.end, goal, facing, struck)
    around = closest_points(path.end, goal)[1]
    turn = turn_between(path.end.facing, flat.facing)
    # Offsets count to the right of the target, which is the left of the charger.
    slid = swept(flat, Sidestep(struck - _offset(goal, facing, place)))
    for piece in pieces:
        shape = piece.shape
        if overlaps(place, shape) or overlaps(slid, shape) or overlaps(path.start, shape):
            return True
        if any(passes_through(before, step, shape) for before, step, _ in path.parts()):
            return True
        if turn and free_turn(path.end, around, turn, shape) != turn:
            return True
    return False


def _is_slow_there(battle: Battle, unit: Unit, start: Rect, place: Rect) -> bool:
    """Whether the charge is slowed where it starts or ends, whatever the way between."""
    if has(battle, unit, "strides"):
        return False
    pieces = field_of(battle).terrain.having(SLOWS)
    if gait(battle, unit).flies:
        return any(distance(shape, piece.shape) <= TOLERANCE for piece in pieces for shape in (start, place))
    return any(overlaps(shape, piece.shape) for piece in pieces for shape in (start, place))


def _offset(goal: Rect, facing: Arc, place: Rect) -> float:
    middle = flush(place, goal, facing)
    # Along the facing to the right of who looks out over it, which is the left of the charger.
    return -((place.x - middle.x) * middle.rx + (place.y - middle.y) * middle.ry)


# Carrying it out


@rule("kow.charge.engaged", "kow.charge.align", "kow.charge.hindered", "kow.order.charge")
def carry_out(battle: Battle, made: Plan) -> Script[None]:
    """The charger moves into contact, turns flush, slides, and is engaged with its target."""
    unit, target = battle.units[made.unit], battle.units[made.target]
    unit.hindered = made.hindered
    path = made.path
    yield events.UnitCharged(
        unit.id, target.id, made.facing.value, path.steps, path.end.pose, path.inches, made.hindered
    )
    if distance(path.end, made.place) > TOLERANCE or path.end.pose != made.place.pose:
        yield events.UnitAligned(unit.id, made.place.pose)
    contact(battle, unit, target, made.facing, made.place)


@rule("kow.charge.engaged", "kow.interp.touch_not_engaged", "kow.charge.forced")
def contact(battle: Battle, unit: Unit, target: Unit, facing: Arc, place: Rect) -> None:
    """The unit stands there with its front against that facing; the two are engaged, and nobody else (KOW-R052)."""
    stand(unit, place)
    unit.charged = True
    engage(unit, Arc.FRONT, target, facing)


@rule("kow.charge.forced", "kow.charge.forced_full_facing", "kow.spell.surge_charge", "kow.spell.surge_no_space")
@rule("kow.spell.surge_hindered", "kow.special.yielding_pursuit_hindered")
def forced(battle: Battle, unit: Unit, target: Unit, path: Path, facing: Arc | None = None) -> Script[bool]:
    """A unit that was driven into contact along a path counts as having charged the facing that it touched, or the one
    that is told where that can be. Returns whether the two are engaged.

    Where two units fight on that facing it stops 1 mm short (KOW-R079); without room it stays in contact, not engaged.
    """
    goal = footprint(battle, target)
    wanted = [*([facing] if facing is not None else []), *_touched(path, goal)]
    for side in dict.fromkeys(wanted):
        if engaged_on(target, side) >= MOST_ON_FACING:
            place = apply(path.end, Back(min(GAP, path.inches)))
            yield events.UnitStoppedShort(unit.id, target.id, stand(unit, place))
            return False
        struck = struck_at(path.end, goal, side)
        if struck is None:
            continue
        found = place_from(battle, unit, target, side, struck)
        if found is None:
            continue
        hindered = is_hindered(battle, unit, target, side, path, struck, found)
        yield from carry_out(battle, Plan(unit.id, target.id, side, path, struck, found, hindered))
        return True
    stand(unit, path.end)
    return False


def _touched(path: Path, goal: Rect) -> list[Arc]:
    """The facings that the end of a path touches; at a corner first the one in whose arc it began (KOW-R137)."""
    began = arc_of(goal, *path.start.front)
    sides = [side for side in Arc if struck_at(path.end, goal, side) is not None]
    return sorted(sides, key=lambda side: side is not began)
