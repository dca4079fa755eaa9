"""Where models stand: bases, distances, contact, centres (BLUE-R11), and how units come to stand somewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from operator import is_not

import msgspec

from warhost.field.loose.bodies import Bases, gap_between, rect_about
from warhost.field.loose.bodies import in_contact as bases_touch
from warhost.field.loose.cohesion import in_cohesion
from warhost.field.loose.groups import Group, groups_within
from warhost.play.battle import settled
from warhost.rulebook import rule
from warhost.rulesets.blue_age.core.battle import Battle, Model, Unit, head, joined
from warhost.rulesets.blue_age.core.terrain import section_piece
from warhost.table import Base, Circle, Point, Rect, base_distance, summed

CM = 1 / 2.54
"""A centimetre in inches (BLUE-R01)."""

CONTACT = 0.02
"""Bases that are no farther apart than this are in contact: half a millimetre (BLUE-R11)."""

COHESION = 2.0
GAP = 1.0
"""What units keep from enemies where nothing else is said (BLUE-R16)."""

KEPT = "blue bases"
"""The name under which a battle keeps the bases of its units, beside its data."""


KEPT_GROUPS = "blue groups"
"""The same for units with the Heroes who are with them."""


class _Kept(msgspec.Struct, frozen=True):
    """The bases of models, which hold as long as the models are the same."""

    models: tuple[object, ...]
    group: Group


def group_of(battle: Battle, unit: Unit) -> Group:
    """A unit's own models."""
    known: dict[int, _Kept] | None = battle.__dict__.get(KEPT)
    if known is None:
        known = battle.__dict__[KEPT] = {}
    found = known.get(unit.id)
    if found is None or found.models is not unit.models:
        radius = battle.scene.entries[unit.entry].radius
        bases = tuple([Circle(model.x, model.y, radius) for model in unit.models])
        found = known[unit.id] = _Kept(unit.models, Group(bases))
    return found.group


def _with_heroes(battle: Battle, unit: Unit) -> Group:
    """The models of a unit and the Heroes who are with it."""
    first = unit if unit.host is None else battle.units[unit.host]
    heroes = joined(battle, first)
    if not heroes:
        return group_of(battle, first)
    own = (first, *heroes)
    known: dict[int, _Kept] = battle.__dict__.setdefault(KEPT_GROUPS, {})
    found = known.get(first.id)
    models = tuple([one.models for one in own])
    if found is None or len(found.models) != len(models) or any(map(is_not, found.models, models)):
        found = _Kept(models, Group(tuple([base for one in own for base in bases_of(battle, one)])))
        known[first.id] = found
    return found.group


def bases_of(battle: Battle, unit: Unit) -> Bases:
    """The bases of a unit's own models, in their order."""
    return group_of(battle, unit).bases


def circle_about(battle: Battle, unit: Unit) -> Circle:
    """A circle that holds all bases of a unit's own models."""
    return group_of(battle, unit).circle


def all_bases(battle: Battle, unit: Unit) -> Bases:
    """The bases of a unit and of the Heroes who are with it."""
    return _with_heroes(battle, unit).bases


def walls_of(battle: Battle, unit: Unit) -> Sequence[Base]:
    """What one measures to and from: the bases, or the walls of the section that the unit is in (BLUE-R137)."""
    inside = (unit if unit.host is None else battle.units[unit.host]).inside
    return all_bases(battle, unit) if inside is None else (section_piece(battle, inside).shape,)


@rule("blue.building.structure")
def measured(battle: Battle, unit: Unit) -> Sequence[Base]:
    """What one measures to for each own model of a unit: its base, or the walls of the section that it is in."""
    inside = head(battle, unit).inside
    if inside is None:
        return bases_of(battle, unit)
    return (section_piece(battle, inside).shape,) * len(unit.models)


def apart(battle: Battle, one: Unit, other: Unit) -> float:
    """The distance between two units: that of their closest models, Heroes with them included."""
    return between(walls_of(battle, one), walls_of(battle, other))


def reach(battle: Battle, one: Unit, other: Unit) -> float:
    """The distance from the own models of a unit, such as a Hero who is with others, to a unit with its Heroes."""
    inside = head(battle, one).inside is not None
    return between(walls_of(battle, one) if inside else bases_of(battle, one), walls_of(battle, other))


between = gap_between
"""The smallest gap between bases of two groups."""


def is_within(battle: Battle, one: Unit, other: Unit, inches: float) -> bool:
    """Whether two units are so near to each other: exactly so far counts."""
    if head(battle, one).inside is not None or head(battle, other).inside is not None:
        return apart(battle, one, other) <= inches + 1e-6
    return groups_within(_with_heroes(battle, one), _with_heroes(battle, other), inches + 1e-6)


def is_reached(battle: Battle, one: Unit, other: Unit, inches: float) -> bool:
    """Whether a unit with its Heroes is so near to the own models of another, such as a Hero who is with others."""
    if head(battle, one).inside is not None or head(battle, other).inside is not None:
        return reach(battle, one, other) <= inches + 1e-6
    return groups_within(group_of(battle, one), _with_heroes(battle, other), inches + 1e-6)


touches = partial(bases_touch, slack=CONTACT)
"""Whether two bases are in contact."""


def in_contact(battle: Battle, one: Unit, other: Unit) -> bool:
    """Whether any of their models touch; who is in a building touches who stands at its wall."""
    theirs = walls_of(battle, other)
    return any(touches(base, foe) for base in walls_of(battle, one) for foe in theirs)


def centre_of(battle: Battle, units: Iterable[Unit]) -> Point:
    """The mean of all model centres of these units (BLUE-R11)."""
    spots = [(model.x, model.y) for unit in units for model in unit.models]
    return summed(x for x, _ in spots) / len(spots), summed(y for _, y in spots) / len(spots)


def space_of(battle: Battle, unit: Unit) -> Rect | None:
    """The rectangle around a unit's models."""
    return rect_about(bases_of(battle, unit), unit.pose.facing) if unit.models and unit.pose is not None else None


@rule("blue.move.cohesion")
def keeps_together(battle: Battle, bases: Sequence[Base]) -> bool:
    """Whether models are in cohesion: one chain of gaps of 2" at most (BLUE-R12), or each with a mate so near."""
    if battle.settings.cohesion == "chain":
        return in_cohesion(bases, COHESION)
    return len(bases) < 2 or all(
        any(other is not base and base_distance(base, other) <= COHESION + 1e-6 for other in bases) for base in bases
    )


def stand(battle: Battle, unit: Unit, places: Sequence[Base | Point | Model], facing: float | None = None) -> None:
    """The models of the unit stand there now, each in its order; where they look as told, or as before."""
    now = []
    for model, spot in zip(unit.models, places, strict=True):
        x, y = spot if isinstance(spot, tuple) else (spot.x, spot.y)
        looks = spot.facing if isinstance(spot, Model) else model.facing if facing is None else facing
        now.append(Model(round(x, 9) + 0.0, round(y, 9) + 0.0, model.lost, model.role, round(looks % 360.0, 9) % 360.0))
    set_models(battle, unit, tuple(now))


def set_models(battle: Battle, unit: Unit, models: tuple[Model, ...]) -> None:
    """These are the models of the unit now; one without any is off the table."""
    looks = models[0].facing if models and battle.entry(unit).has_facing else unit.pose.facing if unit.pose else 0.0
    unit.models = models
    unit.pose = settled(rect_about(bases_of(battle, unit), looks)) if models else None
