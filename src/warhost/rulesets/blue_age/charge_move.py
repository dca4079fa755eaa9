"""How a charge goes: its distance, the move into contact, and the few steps of one that fails (BLUE-R45, BLUE-R51)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import atan2, degrees, hypot, inf
from typing import NamedTuple

import msgspec

from warhost.field.boxes import Box, box_of, widened
from warhost.field.closing import Cost, closed_up
from warhost.field.loose import contact_places, shifted_together
from warhost.field.walking import Around, is_clear, length_of, may_stand, nearest_stand
from warhost.field.ways import Room
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.blue_age import charge_ground, ground
from warhost.rulesets.blue_age import combat_events as events
from warhost.rulesets.blue_age.battle import Battle, Model, Unit, head, together
from warhost.rulesets.blue_age.footing import Footing, afforded, paid
from warhost.rulesets.blue_age.formation import (
    CM,
    COHESION,
    CONTACT,
    GAP,
    all_bases,
    bases_of,
    between,
    centre_of,
    keeps_together,
    set_models,
    touches,
    walls_of,
)
from warhost.rulesets.blue_age.harm import lock
from warhost.rulesets.blue_age.rules import has, speakers
from warhost.table import Base, Circle, Point, nearest_on, shifted

APART = 2.5 * CONTACT
"""What charging models keep from enemies that are not their targets, so as not to touch them."""

CHARIOT_PIVOT = 45.0
"""How far a model that drives turns before it charges (BLUE-R86)."""

KEPT = "blue charges"
"""The name under which a battle keeps the ways of charges, beside its data."""

PLACES = 6
"""So many places about an enemy are looked at for a way round what is in the straight one."""

DEARER = 0.02
"""By how much a way has to be dearer than another before that one is looked for."""

TRIED = 4
"""So many of the nearest models are looked at for the shortest way of a charge."""


class Approach(msgspec.Struct, frozen=True):
    """The way of the model that is first in contact: what it costs, which model it is, and its corners."""

    inches: float
    model: int
    points: tuple[Point, ...]


# The distance


@rule("blue.charge.success", "blue.charge.premeasure")
def approach(battle: Battle, unit: Unit, target: Unit, most: float = inf) -> Approach | None:
    """The shortest way of a charge: of the nearest model into contact, slow ground counting double (BLUE-R45).

    None if there is none that costs so little. What was found is kept while everybody stands where they stand.
    """
    known = _known(battle)
    found = known.get((unit.id, target.id))
    if found is not None and (found.at_most >= most or found.way is not None):
        way = found.way
        return way if way is not None and way.inches <= most + 1e-6 else None
    way = _approach(battle, unit, target, most)
    known[unit.id, target.id] = _Found(most, way)
    return way


class _Found(NamedTuple):
    """The way that was found where so many inches were the most that it might cost."""

    at_most: float
    way: Approach | None


def _known(battle: Battle) -> dict[tuple[int, int], _Found]:
    """The ways that were looked for while everybody stood where they stand now."""
    state = [(unit.models, unit.host, unit.inside) for unit in battle.units]
    kept = battle.__dict__.get(KEPT)
    if kept is None or kept[0] != state:
        kept = battle.__dict__[KEPT] = (state, {})
    known: dict[tuple[int, int], _Found] = kept[1]
    return known


def _approach(battle: Battle, unit: Unit, target: Unit, most: float) -> Approach | None:
    movers, theirs = all_bases(battle, unit), walls_of(battle, target)
    nearest = sorted((between((base,), theirs), number) for number, base in enumerate(movers))
    if not nearest or nearest[0][0] > most + 1e-6:
        return None
    footing = ground.footing_of(battle, head(battle, unit))
    box = _round_about(movers, theirs)
    about = ground.around(battle, unit, APART, touch=(target.id,), near=box, footing=footing)
    flies, drives = has(battle, unit, "flies"), _driving(battle, unit)
    best: Approach | None = None
    for gap, number in nearest[:TRIED]:
        limit = most if best is None else min(most, best.inches)
        if gap > limit + 1e-6:
            break
        goals = [one for one in theirs if not drives or _ahead(drives, movers[number], (one.x, one.y))]
        found = _straight(movers[number], goals, about, footing, limit, flies=flies) if goals else None
        if found is not None and drives and not _ahead(drives, movers[number], found[1][-1]):
            found = None
        if found is not None and (best is None or found[0] < best.inches - 1e-9):
            best = Approach(found[0], number, found[1])
    if not flies and not drives and (best is None or best.inches > length_of(best.points) + DEARER):
        # Something is in the straight way, or slow ground makes it dear: a bent one may be cheaper.
        number = nearest[0][1] if best is None else best.model
        found = _round(movers[number], theirs, about, footing, most if best is None else best.inches - DEARER)
        best = best if found is None else Approach(found[0], number, found[1])
    return best


def _straight(
    base: Base, theirs: Sequence[Base], about: Around, footing: Footing, most: float, *, flies: bool
) -> tuple[float, tuple[Point, ...]] | None:
    """What a straight way of one model into contact costs, with its ends: to the nearest enemy, or beside it."""
    assert isinstance(base, Circle)
    target = min(theirs, key=lambda one: between((base,), (one,)))
    spot = _contact(base, target)
    start = (base.x, base.y)
    straight = (start, (spot.x, spot.y))
    if may_stand(spot, about) and (flies or is_clear(base, straight[1], about)):
        price = hypot(spot.x - base.x, spot.y - base.y) if flies else paid(footing, straight)
        if price <= most + 1e-6:
            return price, straight
        if flies:
            return None
    free = msgspec.structs.replace(about, walls=tuple(one for one in about.walls if one not in theirs))
    (aside,) = closed_up((base,), theirs, most, free, COHESION, over=flies)
    if _touching(aside, theirs):
        end = (aside.x, aside.y)
        price = hypot(aside.x - base.x, aside.y - base.y) if flies else paid(footing, (start, end))
        if price <= most + 1e-6:
            return price, (start, end)
    return None


def _round(
    base: Base, theirs: Sequence[Base], about: Around, footing: Footing, most: float
) -> tuple[float, tuple[Point, ...]] | None:
    """The same for a way round what stands in the straight one."""
    target = min(theirs, key=lambda one: between((base,), (one,)))
    places = [place for place in contact_places(base, target) if may_stand(place, about)]
    places.sort(key=lambda one: hypot(one.x - base.x, one.y - base.y))
    best: tuple[float, tuple[Point, ...]] | None = None
    room = Room(base, about)
    for place in places[:PLACES]:
        limit = most if best is None else best[0] - DEARER
        if hypot(place.x - base.x, place.y - base.y) > limit:
            break
        way = ground.cheapest(footing, base, (place.x, place.y), about, limit, room)
        if way is not None:
            best = paid(footing, way.points), way.points
    return best


def _contact(base: Circle, target: Base) -> Circle:
    """The base after it has gone straight into contact with a target."""
    x, y = (target.x, target.y) if isinstance(target, Circle) else nearest_on(target, base.x, base.y)
    far = hypot(x - base.x, y - base.y)
    go = max(0.0, far - base.radius - (target.radius if isinstance(target, Circle) else 0.0))
    return Circle(base.x + (x - base.x) / far * go, base.y + (y - base.y) / far * go, base.radius) if far else base


def _round_about(movers: Sequence[Base], theirs: Sequence[Base]) -> Box:
    """The box in which charging models may end: in contact on any side of those whom they charge."""
    return widened(box_of((*movers, *theirs), 1.0), 2.0 * max(one.radius for one in movers))


# Into contact


@rule("blue.charge.success", "blue.charge.multi_charge")
def into_contact(battle: Battle, unit: Unit, targets: Sequence[Unit], inches: float) -> Script[tuple[Unit, ...]]:
    """A charge that has rolled so much: the unit moves into contact with those targets that it reaches in cohesion,
    the nearest model first. Returns those that it touches; none if the nearest is out of reach.

    Where it cannot touch all of them and keep together, the farthest are left out (BLUE-R52).
    """
    reached, ends, ways = closing(battle, unit, targets, inches)
    if not reached:
        return ()
    arrive(battle, unit, reached, ends, ways)
    yield from ground.endangered(battle, unit, _by_units(battle, unit, ways))
    return tuple(reached)


def run_into(battle: Battle, unit: Unit, target: Unit, inches: float) -> Script[None]:
    """A unit that is no charger goes into contact with an enemy, if so many inches are enough."""
    reached, ends, ways = closing(battle, unit, [target], inches, GAP)
    if reached:
        place(battle, unit, clear_of_others(battle, unit, ends), reached)
        yield from ground.endangered(battle, unit, _by_units(battle, unit, ways))


Ways = tuple[tuple[Point, ...], ...]
"""The way of each model, by its corners."""


def closing(
    battle: Battle, unit: Unit, targets: Sequence[Unit], inches: float, gap: float = APART
) -> tuple[list[Unit], tuple[Circle, ...], Ways]:
    """The targets that a unit reaches in cohesion with so many inches, the nearest first, where its models end, and
    how they get there.

    It keeps the gap from all other enemies.
    """
    ways = {target.id: approach(battle, unit, target, inches) for target in targets}
    reached = [target for target in targets if ways[target.id] is not None]
    reached.sort(key=lambda target: (ways[target.id].inches, target.id))  # type: ignore[union-attr]
    ends: tuple[Circle, ...] = ()
    courses: Ways = ()
    while reached:
        ends, courses = _closed(battle, unit, reached, inches, ways, gap)
        if len(reached) == 1 or _holds(battle, ends, reached):
            break
        reached.pop()
    return reached, ends, courses


def _closed(
    battle: Battle,
    unit: Unit,
    targets: Sequence[Unit],
    inches: float,
    ways: dict[int, Approach | None],
    gap: float,
) -> tuple[tuple[Circle, ...], Ways]:
    """Where the models of a charging unit end that reaches those targets, and their ways."""
    bases = _circles(all_bases(battle, unit))
    footing = ground.footing_of(battle, head(battle, unit))
    flies = has(battle, unit, "flies")
    theirs = [base for target in targets for base in walls_of(battle, target)]
    near = _round_about(bases, theirs)
    about = ground.around(battle, unit, gap, touch={one.id for one in targets}, near=near, footing=footing)
    whole = about
    walls = tuple(base for base in about.walls if base not in theirs)
    about = msgspec.structs.replace(about, walls=walls)
    drives = _driving(battle, unit)

    def cost(base: Base, end: Point) -> float:
        if drives and not _ahead(drives, base, end):
            return inf
        return paid(footing, ((base.x, base.y), end))

    bent = {(way.points[0], way.points[-1]): way.points for way in ways.values() if way is not None}

    rooms: dict[float, Room] = {}

    def goes(base: Base, end: Point) -> bool:
        room = rooms.get(base.radius)
        if room is None:
            room = rooms[base.radius] = Room(base, whole)
        way = ground.cheapest(footing, base, end, whole, inches, room)
        if way is not None:
            bent[(base.x, base.y), end] = way.points
        return way is not None

    price = cost if drives or footing.slow or footing.raised else None
    leads: dict[int, Circle] = {}
    for target in targets:
        way, goal = ways[target.id], walls_of(battle, target)
        if len(leads) == len(bases):
            # Every model has its target already: one of them may touch two.
            found = _between(bases, leads, goal, theirs, inches, about, price)
            leads.update(found)
            continue
        lead = _lead(bases, goal, leads) if way is None or way.model in leads else way.model
        spot = None if way is None or lead != way.model else Circle(*way.points[-1], bases[lead].radius)
        if spot is None or _clash(spot, leads.values()):
            others = tuple(base for base in theirs if base not in goal)
            among = msgspec.structs.replace(about, walls=(*about.walls, *others))
            tried = closed_up(bases, goal, inches, among, inf, moving=[lead], placed=leads, cost=price, over=flies)
            spot = tried[lead]
        leads[lead] = spot
    rest = [number for number in range(len(bases)) if number not in leads]
    ends = closed_up(
        bases,
        theirs,
        inches,
        about,
        COHESION,
        moving=rest,
        placed=leads,
        cost=price,
        over=flies,
        goes=None if drives or flies else goes,
    )
    pairs = (((a.x, a.y), (b.x, b.y)) for a, b in zip(bases, ends, strict=True))
    return ends, tuple(bent.get(pair, pair) for pair in pairs)


def _between(
    bases: Sequence[Circle],
    leads: Mapping[int, Circle],
    goal: Sequence[Base],
    theirs: Sequence[Base],
    inches: float,
    about: Around,
    price: Cost | None,
) -> dict[int, Circle]:
    """A model that touches somebody else already and this target too, where one finds such a place."""
    among = msgspec.structs.replace(about, walls=(*about.walls, *theirs))
    for number, base in enumerate(bases):
        touched = [other for other in theirs if touches(leads[number], other)]
        spots = [spot for one in touched for other in goal for spot in _tangents(base, one, other)]
        for spot in sorted(spots, key=lambda one: hypot(one.x - base.x, one.y - base.y)):
            end = (spot.x, spot.y)
            far = hypot(spot.x - base.x, spot.y - base.y) if price is None else price(base, end)
            mates = (mate for index, mate in leads.items() if index != number)
            if far > inches + 1e-6 or _clash(spot, mates):
                continue
            if may_stand(spot, among) and is_clear(base, end, among):
                return {number: spot}
    return {}


def _tangents(base: Circle, one: Base, other: Base) -> list[Circle]:
    """The two places where a round base touches two others."""
    far = hypot(other.x - one.x, other.y - one.y)
    first, second = base.radius + one.radius, base.radius + other.radius
    if not isinstance(one, Circle) or not isinstance(other, Circle) or not 0.0 < far <= first + second:
        return []
    along = (first * first - second * second + far * far) / (2 * far)
    aside = max(0.0, first * first - along * along) ** 0.5
    ux, uy = (other.x - one.x) / far, (other.y - one.y) / far
    return [
        Circle(one.x + ux * along - uy * side, one.y + uy * along + ux * side, base.radius) for side in (aside, -aside)
    ]


def _clash(one: Circle, others: Iterable[Circle]) -> bool:
    return any(hypot(one.x - other.x, one.y - other.y) < one.radius + other.radius - 1e-4 for other in others)


def _circles(bases: Sequence[Base]) -> tuple[Circle, ...]:
    return tuple(base for base in bases if isinstance(base, Circle))


def _lead(bases: Sequence[Circle], theirs: Sequence[Base], taken: Collection[int]) -> int:
    free = [number for number in range(len(bases)) if number not in taken] or list(range(len(bases)))
    return min(free, key=lambda number: (between((bases[number],), theirs), number))


def _touching(base: Circle, theirs: Sequence[Base]) -> bool:
    return any(touches(base, other) for other in theirs)


def _holds(battle: Battle, bases: Sequence[Circle], targets: Sequence[Unit]) -> bool:
    """Whether the models keep together and touch all of the targets."""
    return keeps_together(battle, bases) and all(
        any(_touching(base, walls_of(battle, target)) for base in bases) for target in targets
    )


@rule("blue.unit_type.chariot_charge_arc")
def _driving(battle: Battle, unit: Unit) -> tuple[Model, ...]:
    """The models of a unit that go straight ahead only, after a pivot (BLUE-R86)."""
    return unit.models if speakers(battle, unit).at("drives") else ()


def _ahead(models: Sequence[Model], base: Base, end: Point) -> bool:
    """Whether a model that drives gets there after a pivot of no more than 45 degrees."""
    model = next((one for one in models if hypot(one.x - base.x, one.y - base.y) < 1e-6), None)
    return model is None or abs(off_facing(model, *end)) <= CHARIOT_PIVOT + 1e-6


def off_facing(model: Model, x: float, y: float) -> float:
    """By how many degrees a point is off where a model looks."""
    turn = degrees(atan2(x - model.x, y - model.y)) - model.facing
    return (turn + 180.0) % 360.0 - 180.0


# What a charge leaves on both sides


@rule("blue.charge.pre_engaged_flank", "blue.terrain.hill_charge", "blue.terrain.obstacle_low_charge")
@rule("blue.terrain.obstacle_high_charge", "blue.terrain.difficult", "blue.combat_score.charged_in_terrain")
def arrive(
    battle: Battle, unit: Unit, targets: Sequence[Unit], ends: Sequence[Circle], ways: Sequence[Sequence[Point]]
) -> None:
    """A charging unit comes to stand in contact; what it went through and came upon counts in the fight."""
    own = head(battle, unit)
    starts = all_bases(battle, own)
    own.downhill = any(charge_ground.is_downhill(battle, own, target) for target in targets)
    own.through = charge_ground.worst(battle, own, ways)
    for target in targets:
        goal = head(battle, target)
        if goal.foes:
            own.flanked = (*own.flanked, goal.id)
        goal.charged_in = goal.charged_in or charge_ground.stands_in(battle, goal)
        goal.obstacle = goal.obstacle or charge_ground.defended(battle, goal, starts)
    place(battle, unit, clear_of_others(battle, unit, ends), targets)
    for target in targets:
        goal = head(battle, target)
        own.charged = (*own.charged, goal.id)
        goal.charged_by = (*goal.charged_by, own.id)
        goal.fleeing = False
        if own.id in goal.declared:
            # Both charged each other: the first of the two brings both into contact (BLUE-R54).
            goal.charged = (*goal.charged, own.id)
            own.charged_by = (*own.charged_by, goal.id)
            goal.declared = ()
        lock(battle, own, goal)
    own.declared = ()


def place(battle: Battle, unit: Unit, ends: Sequence[Circle], targets: Sequence[Unit]) -> None:
    """The models of a unit and its Heroes stand there; those that look somewhere look at the targets."""
    waiting = list(ends)
    spot = centre_of(battle, targets) if targets else None
    for one in together(battle, unit):
        mine = [waiting.pop(0) for _ in one.models]
        look = spot if battle.entry(one).has_facing else None
        now = tuple(
            Model(
                round(base.x, 9) + 0.0,
                round(base.y, 9) + 0.0,
                model.lost,
                model.role,
                model.facing if look is None else _looking(base, look),
            )
            for model, base in zip(one.models, mine, strict=True)
        )
        set_models(battle, one, now)


def clear_of_others(battle: Battle, unit: Unit, ends: Sequence[Circle]) -> list[Circle]:
    """The places without those on another unit's bases, or on each other: who would stand there stands beside it, or
    stays where it was (BLUE-R16)."""
    own = {one.id for one in together(battle, unit)}
    others = [
        base
        for one in battle.units
        if one.id not in own and one.models and head(battle, one).inside is None
        for base in _circles(bases_of(battle, one))
    ]
    starts = _circles(all_bases(battle, unit))
    found: list[Circle] = []
    for number, end in enumerate(ends):
        near = [base for base in (*others, *found) if hypot(base.x - end.x, base.y - end.y) < 8.0]
        if not _stands_on(end, near):
            found.append(end)
            continue
        about = Around(battle.scene.board, (), tuple(near))
        beside = nearest_stand(end, about)
        later = (*found, *starts[number + 1 :])
        kept = beside if isinstance(beside, Circle) and not _stands_on(beside, near) else starts[number]
        found.append(starts[number] if kept is not starts[number] and _stands_on(kept, later) else kept)
    return found


def _stands_on(base: Circle, others: Iterable[Circle]) -> bool:
    return any(hypot(base.x - one.x, base.y - one.y) < base.radius + one.radius - CONTACT / 2 for one in others)


def _looking(base: Circle, spot: Point) -> float:
    """Where a model looks that looks at a point."""
    return round(degrees(atan2(spot[0] - base.x, spot[1] - base.y)) % 360.0, 9) % 360.0


def _by_units(battle: Battle, unit: Unit, ways: Ways) -> dict[int, Ways]:
    """The ways of all models, by their units."""
    waiting = list(ways)
    return {one.id: tuple(waiting.pop(0) for _ in one.models) for one in together(battle, unit)}


# A failed charge


@rule("blue.charge.fail_in_cm")
def fail_forward(battle: Battle, unit: Unit, target: Unit | None, roll: int) -> Script[None]:
    """A charge that falls short: the unit goes its roll in centimetres straight at the target, no nearer than 1" to
    enemies; terrain costs what it costs (BLUE-R51). It passes friends and ends on none of them (BLUE-R157)."""
    unit.declared = ()
    moved = 0.0
    goal = walls_of(battle, target) if target is not None else () if unit.goal is None else (Circle(*unit.goal, 0.0),)
    if goal and roll > 0:
        starts = all_bases(battle, unit)
        ahead = _towards(starts, goal)
        footing = ground.footing_of(battle, unit)
        go = min(_afforded(footing, base, ahead, roll * CM) for base in starts)
        reach = box_of([*starts, *(shifted(base, ahead[0] * go, ahead[1] * go) for base in starts)], 1.0)
        # Who slides along something may end beside the straight way.
        reach = widened(reach, go)
        about = ground.around(battle, unit, GAP, near=reach, footing=footing)
        ends = _circles(shifted_together(starts, ahead, go, about, COHESION))
        moved = max(hypot(a.x - b.x, a.y - b.y) for a, b in zip(starts, ends, strict=True))
        place(battle, unit, ends, ())
        yield events.ChargeFailed(unit.id, moved)
        if moved > 0.0:
            ways = tuple(((a.x, a.y), (b.x, b.y)) for a, b in zip(starts, ends, strict=True))
            yield from ground.endangered(battle, unit, _by_units(battle, unit, ways))
        return
    yield events.ChargeFailed(unit.id, moved)


def _afforded(footing: Footing, base: Base, ahead: Point, inches: float) -> float:
    end = (base.x + ahead[0] * inches, base.y + ahead[1] * inches)
    points = afforded(footing, ((base.x, base.y), end), inches)
    return hypot(points[-1][0] - base.x, points[-1][1] - base.y)


def _towards(bases: Sequence[Base], theirs: Sequence[Base]) -> Point:
    """The way from the nearest model of one side to the nearest of the other, as a unit vector."""
    one, other = min(_pairs(bases, theirs), key=lambda pair: between((pair[0],), (pair[1],)))
    far = hypot(other.x - one.x, other.y - one.y)
    return ((other.x - one.x) / far, (other.y - one.y) / far) if far else (0.0, 1.0)


def _pairs(ones: Sequence[Base], others: Sequence[Base]) -> Iterator[tuple[Base, Base]]:
    return ((one, other) for one in ones for other in others)


def in_arc(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether a model of the unit has a model of the target in the arc that it may charge into (BLUE-R13)."""
    arcs = [one.charge_arc for one in speakers(battle, unit).at("charge_arc")]
    if not arcs:
        return True
    half = min(arcs) / 2.0
    spots = [(model.x, model.y) for one in together(battle, target) for model in one.models]
    return any(abs(off_facing(model, *spot)) <= half + 1e-6 for model in unit.models for spot in spots)
