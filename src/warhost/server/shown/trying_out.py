"""Trying things out without doing them: would this answer be legal, and what would a unit see from over there?"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, inf, isfinite
from typing import Any

from warhost.field.moves.reforming import reformed
from warhost.play import (
    Ask,
    Battle,
    Kind,
    Manoeuvre,
    Moved,
    Place,
    Placed,
    Refused,
    Ruleset,
    Surveys,
    Walk,
    Walked,
    copied,
    settled,
)
from warhost.play.rules.sides import same_side
from warhost.server.messages import Answer, Checked, Fighting, Near, Surveyed, Threatened, ThreatsAsked
from warhost.server.shown.picture import bases_shown, seen_by
from warhost.table import (
    TOLERANCE,
    Back,
    Base,
    Pivot,
    Pose,
    Rect,
    Sidestep,
    Step,
    Wheel,
    base_distance,
    bases_within,
    cost,
    distance,
    summed,
    walk,
)

MOST_STEPS = 100
MOST_PLACES = 1000
FARTHEST = 1000.0
"""No figure of an answer is larger: no table is."""

NEAREST = 6
"""The distances to so many others are told."""

TOLD = 0.01
"""Distances are told to a hundredth of an inch."""


def refuse_nonsense(answer: Answer) -> None:
    """Refuse figures and lists that no table could hold, before any geometry is done with them."""
    if isinstance(answer, Placed):
        _refuse_nonsense_pose(answer.pose)
    elif isinstance(answer, Walked):
        if len(answer.places) > MOST_PLACES:
            raise Refused(
                f"{len(answer.places)} places are too many for one unit: the limit is {MOST_PLACES}.", "play.move"
            )
        for pose in answer.places if answer.pose is None else (answer.pose, *answer.places):
            _refuse_nonsense_pose(pose)
    elif isinstance(answer, Moved):
        if len(answer.steps) > MOST_STEPS:
            raise Refused(
                f"{len(answer.steps)} steps are too many for one move: the limit is {MOST_STEPS}.", "play.move"
            )
        for step in answer.steps:
            if not _sane(step.degrees if isinstance(step, Wheel | Pivot) else step.inches):
                raise Refused("A step of the move is longer than any table.", "play.move")


def _refuse_nonsense_pose(pose: Pose) -> None:
    if not (_sane(pose.x) and _sane(pose.y) and _sane(pose.facing)):
        raise Refused("That place is not on the table.", "play.place")


def _sane(figure: float) -> bool:
    return isfinite(figure) and abs(figure) <= FARTHEST


def judged(ruleset: Ruleset, view: Battle, ask: Ask, number: int, answer: Answer) -> Checked:
    """Whether the answer would be legal, and where it would bring the unit."""
    reason, rule, model = "", None, None
    try:
        refuse_nonsense(answer)
    except Refused as error:
        return Checked(number, False, error.message, error.rule)
    try:
        ask.check(answer)
    except Refused as error:
        reason, rule, model = error.message, error.rule, error.model
    question = ask.question
    spent: float | None = None
    left: float | None = None
    end: Pose | None = None
    unit: Any = None
    if isinstance(question, Manoeuvre) and isinstance(answer, Moved):
        unit = _unit(view, question.unit)
        start = None if unit is None else _started(ruleset.boundary(view, unit), question, answer)
        if start is not None:
            end = settled(walk(start, answer.steps)[-1])
            spent, left = _spent(start, answer.steps, _kind(question.kinds, answer.kind))
    elif isinstance(question, Walk) and isinstance(answer, Walked):
        unit = _unit(view, question.unit)
    elif isinstance(question, Place) and isinstance(answer, Placed):
        unit = None if question.unit is None else _unit(view, question.unit)
        end = settled(answer.pose)
    bases: tuple[tuple[float, float, float, float, float], ...] = ()
    near: tuple[Near, ...] = ()
    fights: tuple[Fighting, ...] = ()
    inches: tuple[float, ...] = ()
    # An answer that is not legal may be of a kind that the rules cannot carry out at all.
    stands = None if reason else ask.previewed(answer)
    if unit is not None and stands is not None:
        bases = bases_shown(stands)
        near = _nearest_to(ruleset, view, unit.id, stands)
        if isinstance(question, Walk):
            fights = _fighting(ruleset, view, unit, stands, question.reach)
            inches = tuple(round(one, 2) for one in ask.spent(answer))
            spent = max(inches, default=None)
            left = None if spent is None else round(max(0.0, question.inches - spent), 2)
    elif unit is not None and end is not None and not ask.previews:
        moved = _moved(view, unit.id, end)
        bases = bases_shown(ruleset.bases(moved, _unit(moved, unit.id)))
        near = _nearest(ruleset, moved, unit.id)
    odds = () if reason else ask.risked(answer)
    return Checked(number, not reason, reason, rule, spent, left, end, bases, near, odds, model, inches, fights)


def _started(shape: Rect | None, question: Manoeuvre, answer: Moved) -> Rect | None:
    """The shape with which a unit begins to move: that of its new files where it changes them."""
    kind = _kind(question.kinds, answer.kind)
    if shape is None or kind is None or not any(one.files == answer.files for one in kind.frontages):
        return shape
    return reformed("The unit", shape, kind, answer.files, "play.move")


def _kind(kinds: Sequence[Kind], name: str) -> Kind | None:
    return next((kind for kind in kinds if kind.name == name), None)


def _spent(start: Rect, steps: Sequence[Step], kind: Kind | None) -> tuple[float, float | None]:
    """What the steps cost together, and what the kind of move leaves in that direction."""
    spent = round(summed(cost(start, step) for step in steps), 4)
    if kind is None:
        return spent, None
    limit = kind.forward
    if any(isinstance(step, Back) for step in steps):
        limit = kind.back
    elif any(isinstance(step, Sidestep) for step in steps):
        limit = kind.side
    return spent, round(limit - spent, 4)


def _unit(battle: Battle, number: int) -> Any:
    return next((unit for unit in battle.units if unit.id == number), None)


def _moved(view: Battle, number: int, pose: Pose) -> Battle:
    moved = copied(view)
    _unit(moved, number).pose = pose
    return moved


def _nearest_to(ruleset: Ruleset, battle: Battle, number: int, bases: Sequence[Base]) -> tuple[Near, ...]:
    """The nearest other units, if the models of the unit stood there."""
    others = [(other, ruleset.bases(battle, other)) for other in battle.units if other.id != number and other.pose]
    if not bases:
        return ()
    x, y, reach = _circle(bases)
    # Circles tell how near a unit is at the very least: whoever is farther than the nearest ones is not measured.
    ranked = []
    for place, (other, stands) in enumerate(others):
        if stands:
            there = _circle(stands)
            ranked.append((hypot(there[0] - x, there[1] - y) - reach - there[2], place, other, stands))
    found: list[tuple[float, int, Near]] = []
    for least, place, other, stands in sorted(ranked, key=lambda one: one[:2]):
        if len(found) >= NEAREST and least > found[NEAREST - 1][0] + TOLD:
            break
        inches = round(_gap(bases, stands), 2)
        found.append((inches, place, Near(other.name, inches)))
        found.sort(key=lambda one: one[:2])
    return tuple(near for _, _, near in found[:NEAREST])


def _circle(bases: Sequence[Base]) -> tuple[float, float, float]:
    """The centre and the radius of a circle about bases; it is not the smallest."""
    x, y = bases[0].x, bases[0].y
    return x, y, max(hypot(base.x - x, base.y - y) + base.radius for base in bases)


def _gap(bases: Sequence[Base], others: Sequence[Base]) -> float:
    """The smallest distance between two groups of bases."""
    best = inf
    for one in bases:
        x, y, radius = one.x, one.y, one.radius
        for other in others:
            # Circles about two bases are never closer than the bases are far.
            if hypot(x - other.x, y - other.y) - radius - other.radius < best:
                best = min(best, base_distance(one, other))
    return best


def _fighting(ruleset: Ruleset, view: Battle, unit: Any, bases: Sequence[Base], reach: float) -> tuple[Fighting, ...]:
    """The models that would be in contact with enemies, or near enough to fight them."""
    if not bases:
        return ()
    seats, (x, y, far) = view.scene.seats, _circle(bases)
    far += reach + 2 * TOLERANCE
    enemies = [
        (there, other.id)
        for other in view.units
        if other.pose is not None and not same_side(seats, other.seat, unit.seat)
        for there in ruleset.bases(view, other)
        if hypot(there.x - x, there.y - y) <= far + there.radius
    ]
    found = []
    for number, base in enumerate(bases):
        gaps = [(base_distance(base, there), enemy) for there, enemy in enemies if bases_within(base, there, reach)]
        if gaps:
            inches, enemy = min(gaps)
            found.append(Fighting(number, enemy, inches <= TOLERANCE))
    return tuple(found)


def _nearest(ruleset: Ruleset, battle: Battle, number: int) -> tuple[Near, ...]:
    own = ruleset.boundary(battle, _unit(battle, number))
    if own is None:
        return ()
    found = []
    for other in battle.units:
        shape = None if other.id == number else ruleset.boundary(battle, other)
        if shape is not None:
            found.append(Near(other.name, round(distance(own, shape), 2)))
    return tuple(sorted(found, key=lambda near: near.inches)[:NEAREST])


def surveyed(ruleset: Ruleset, view: Battle, number: int, unit: int, pose: Pose | None) -> Surveyed:
    """What a unit reaches, sees and has to fear from a place."""
    surveys = _surveys(ruleset)
    if pose is not None:
        _refuse_nonsense_pose(pose)
    found = _unit(view, unit)
    if found is None:
        raise Refused(f"There is no unit {unit} on this table.", "play.survey")
    told = surveys.survey(view, found, pose)
    return Surveyed(number, told.unit, told.pose, told.reaches, told.sights, told.threats, told.aims)


def threatened(ruleset: Ruleset, view: Battle, asked: ThreatsAsked) -> Threatened:
    """How far all units of a seat reach next, and whom."""
    if asked.seat >= len(view.scene.seats):
        raise Refused(f"There is no seat {asked.seat} at this table.", "play.survey")
    return Threatened(asked.id, asked.seat, tuple(_surveys(ruleset).menaces(view, asked.seat)))


def _surveys(ruleset: Ruleset) -> Surveys:
    if not isinstance(ruleset, Surveys):
        raise Refused(f"{ruleset.title} does not show what units can reach and see.", "play.survey")
    return ruleset


def hides(ruleset: Ruleset, battle: Battle, seat: int | None) -> bool:
    """Whether anything of the battle is hidden from this seat, or from a spectator."""
    return seen_by(ruleset, battle, seat) is not battle


def shown_since(ruleset: Ruleset, before: Battle, after: Battle, seat: int) -> bool:
    """Whether something that was hidden from the seat before is known to it now, or has changed.

    It looks at whole fields: where a field is hidden in part, any change of it counts.
    """
    hidden = _hidden(ruleset, before, seat)
    if not hidden:
        return False
    still = _hidden(ruleset, after, seat)
    return any(still.get(place) != value for place, value in hidden.items())


def _hidden(ruleset: Ruleset, battle: Battle, seat: int) -> dict[tuple[int | None, str], Any]:
    """The fields that the seat's view shows otherwise than they are, with what they are."""
    seen = seen_by(ruleset, battle, seat)
    if seen is battle:
        return {}
    found: dict[tuple[int | None, str], Any] = {
        (None, field): getattr(battle, field)
        for field in battle.__struct_fields__
        if field != "units" and getattr(seen, field) != getattr(battle, field)
    }
    visible = {unit.id: unit for unit in seen.units}
    for unit in battle.units:
        twin = visible.get(unit.id)
        for field in unit.__struct_fields__:
            if twin is None or getattr(twin, field) != getattr(unit, field):
                found[unit.id, field] = getattr(unit, field)
    return found
