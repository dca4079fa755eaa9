"""How a charge goes: its distance, the move into contact, and the few steps of one that fails (BLUE-R45, BLUE-R51)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from math import atan2, degrees, hypot, inf
from typing import NamedTuple

from warhost.field.ground.boxes import box_of, widened
from warhost.field.loose.bodies import shifted_together
from warhost.field.loose.charges import (
    Approach,
    Rush,
    box_round,
    nearest_first,
    rushed,
    set_apart,
    shortest_approach,
    towards,
)
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.charge import ground as charge_ground
from warhost.rulesets.blue_age.chapters.movement import ground
from warhost.rulesets.blue_age.chapters.wounds.harm import lock
from warhost.rulesets.blue_age.core import (
    CM,
    COHESION,
    CONTACT,
    GAP,
    Battle,
    Footing,
    Model,
    Unit,
    afforded,
    all_bases,
    bases_of,
    centre_of,
    has,
    head,
    keeps_together,
    set_models,
    speakers,
    together,
    touches,
    walls_of,
)
from warhost.rulesets.blue_age.core.events import combat as events
from warhost.rulesets.blue_age.core.party import gait_on
from warhost.table import Base, Circle, Point, shifted

APART = 2.5 * CONTACT
"""What charging models keep from enemies that are not their targets, so as not to touch them."""

CHARIOT_PIVOT = 45.0
"""How far a model that drives turns before it charges (BLUE-R86)."""

KEPT = "blue charges"
"""The name under which a battle keeps the ways of charges, beside its data."""


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
    nearest = nearest_first(movers, theirs)
    if not nearest or nearest[0][0] > most + 1e-6:
        return None
    return shortest_approach(_rush(battle, unit, theirs, (target.id,), APART), theirs, nearest, most)


@rule("blue.unit_type.chariot_charge_arc")
def _rush(battle: Battle, unit: Unit, theirs: Sequence[Base], touch: Collection[int], gap: float) -> Rush:
    """A unit that charges these bases or walls, which are those of the units in `touch`, and what it finds around it.

    Models that drive go straight ahead only, after a pivot (BLUE-R86).
    """
    bases = _circles(all_bases(battle, unit))
    footing = ground.footing_of(battle, head(battle, unit))
    near = box_round(bases, theirs)
    about = ground.around(battle, unit, gap, touch=touch, near=near, footing=footing)
    drives = bool(speakers(battle, unit).at("drives"))
    gait = gait_on(footing, flies=has(battle, unit, "flies"), drives=drives)
    return Rush(
        bases,
        gait,
        about,
        COHESION,
        CONTACT,
        partial(_ahead, unit.models) if drives else None,
        is_plain=not (drives or footing.slow or footing.raised),
    )


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
        goals = [walls_of(battle, target) for target in reached]
        rush = _rush(battle, unit, [base for goal in goals for base in goal], {one.id for one in reached}, gap)
        ends, courses = rushed(rush, goals, [ways[target.id] for target in reached], inches)
        if len(reached) == 1 or _holds(battle, ends, reached):
            break
        reached.pop()
    return reached, ends, courses


def _circles(bases: Sequence[Base]) -> tuple[Circle, ...]:
    return tuple(base for base in bases if isinstance(base, Circle))


def _holds(battle: Battle, bases: Sequence[Circle], targets: Sequence[Unit]) -> bool:
    """Whether the models keep together and touch all of the targets."""
    return keeps_together(battle, bases) and all(
        any(touches(base, other) for base in bases for other in walls_of(battle, target)) for target in targets
    )


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
    return set_apart(battle.scene.board, starts, ends, others, CONTACT / 2)


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
        ahead = towards(starts, goal)
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


def in_arc(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether a model of the unit has a model of the target in the arc that it may charge into (BLUE-R13)."""
    arcs = [one.charge_arc for one in speakers(battle, unit).at("charge_arc")]
    if not arcs:
        return True
    half = min(arcs) / 2.0
    spots = [(model.x, model.y) for one in together(battle, target) for model in one.models]
    return any(abs(off_facing(model, *spot)) <= half + 1e-6 for model in unit.models for spot in spots)
