"""Models, ranks and files, the Unit Boundary, and single models in the ranks of a unit."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from warhost.field import Body, Field, Formation, Ranks, Spot
from warhost.field.ranks import part_of
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.core.kinds import Battle, Guest, U, Unit
from warhost.table import Model, Pose, Rect, block, in_last_rank, ranks_of, rect


class Layout(NamedTuple):
    """Who stands where in a unit with guests."""

    places: int
    """The places that the block has, its short last rank counted as far as it is filled."""
    rank_and_file: tuple[Spot, ...]
    """Those of the R&F models, rank by rank from the left."""
    guest: tuple[Spot, ...]
    """Those of all guests."""


@lru_cache(maxsize=1 << 12)
def _layout(models: int, files: int, rear_from: int, guests: tuple[Guest, ...]) -> Layout:
    """R&F fill the ranks from the front around their guests; behind the last of them there may be only guests."""
    taken = tuple(spot for guest in guests for spot in _spots(guest))
    deepest = max((guest.rank + guest.ranks for guest in guests), default=0)
    spots: list[Spot] = []
    rank = 0
    while rank < deepest - 1 or models - len(spots) > files - sum(row == rank for row, _ in taken):
        free = [(rank, file) for file in range(files) if (rank, file) not in taken]
        spots += free[: models - len(spots)]
        rank += 1
    filled = models - len(spots) + sum(row == rank for row, _ in taken)
    row = [(rank, file) for file in range(rear_from, rear_from + filled)]
    spots += [place for place in row if place not in taken]
    return Layout(rank * files + filled, tuple(spots), taken)


def layout(unit: Unit) -> Layout:
    """Where the R&F models and the guests of a unit stand."""
    return _layout(unit.models, unit.files, unit.rear_from, unit.guests)


def guest_place(unit: Unit, guest: int) -> Guest:
    """The place of a guest in the unit's ranks."""
    return next(place for place in unit.guests if place.unit == guest)


def spots_of(unit: Unit, guest: int) -> tuple[Spot, ...]:
    """The places of the block that a guest takes up."""
    return _spots(guest_place(unit, guest))


def _spots(guest: Guest) -> tuple[Spot, ...]:
    ranks, files = range(guest.rank, guest.rank + guest.ranks), range(guest.file, guest.file + guest.files)
    return tuple((rank, file) for rank in ranks for file in files)


def places(unit: Unit) -> int:
    """How many places the unit's block has: one for each model, several for a large guest."""
    return layout(unit).places if unit.guests else unit.models


@rule("eow.unit.formation_contact", "eow.unit.last_rank_short")
def rows(unit: Unit) -> int:
    """How many ranks of models stand there. All are full but perhaps the last."""
    return ranks_of(places(unit), unit.files)


@rule("t9a.geometry.boundary")
def size(battle: Battle[U], unit: U) -> tuple[float, float]:
    """Width and depth of the Unit Boundary in inches."""
    entry = battle.scene.entries[unit.entry]
    return unit.files * entry.base_width, rows(unit) * entry.base_depth


def boundary(battle: Battle[U], unit: U) -> Rect:
    """The Unit Boundary of a unit on the table; the base of a guest in another's ranks."""
    if unit.host is not None:
        return guest_base(battle, unit)
    return battle.fields.body(battle, unit).shape


def guest_base(battle: Battle[U], guest: U) -> Rect:
    """The base of a guest in a unit's ranks."""
    unit = battle.body(guest)
    assert unit.pose is not None, f"{unit.name} is not on the table"
    return guest_base_at(battle, guest, unit.pose)


def guest_base_at(battle: Battle[U], guest: U, pose: Pose) -> Rect:
    """The base that a guest would have if its unit stood there."""
    unit = battle.body(guest)
    entry, place = battle.entry(unit), guest_place(unit, guest.id)
    whole = boundary_at(battle, unit, pose)
    width, depth = entry.base_width, entry.base_depth
    return part_of(whole, place.file * width, place.rank * depth, place.files * width, place.ranks * depth)


@rule("eow.boundary.rectangle", "eow.boundary.centre")
def boundary_at(battle: Battle[U], unit: U, pose: Pose) -> Rect:
    """The smallest rectangle around the unit; empty places of the last rank are inside it."""
    width, depth = size(battle, unit)
    return rect(pose.x, pose.y, pose.facing, width, depth)


def body_of(battle: Any, unit: Any) -> Body:
    """A unit on the table as a body among others."""
    return Body(unit.id, unit.seat, unit.name, boundary_at(battle, unit, unit.pose))


def field_of(battle: Battle[U]) -> Field:
    """What stands where: the Unit Boundaries and the terrain."""
    return battle.fields(battle)


def ranks_and_files(unit: Unit) -> Ranks:
    """How the unit's models stand."""
    return Ranks(places(unit), unit.files, unit.rear_from)


def formation_of(battle: Battle[U], unit: U) -> Formation:
    """How the unit's models stand, with the size of their bases."""
    entry = battle.scene.entries[unit.entry]
    return Formation(ranks_and_files(unit), entry.base_width, entry.base_depth)


def last_rank(unit: Unit) -> int:
    """How many models stand in the last rank."""
    return in_last_rank(places(unit), unit.files)


def models(battle: Battle[U], unit: U) -> tuple[Model, ...]:
    """Every model with its base, rank by rank from the front, from left to right; without guests in the ranks."""
    pose = unit.pose
    assert pose is not None, f"{unit.name} is not on the table"
    return models_at(battle, unit, pose)


def models_at(battle: Battle[U], unit: U, pose: Pose) -> tuple[Model, ...]:
    """Every model of the unit itself with its base, if the unit stood there."""
    entry = battle.scene.entries[unit.entry]
    size = entry.base_width, entry.base_depth
    if not unit.guests:
        return block(pose, unit.models, unit.files, unit.rear_from, *size)
    own = set(layout(unit).rank_and_file)
    block_of_all = block(pose, places(unit), unit.files, unit.rear_from, *size)
    return tuple(model for model in block_of_all if (model.rank, model.file) in own)


def grid(battle: Battle[U], unit: U) -> tuple[Model, ...]:
    """Every place of the unit's block with its base, whoever stands there."""
    entry, pose = battle.scene.entries[unit.entry], unit.pose
    assert pose is not None, f"{unit.name} is not on the table"
    return block(pose, places(unit), unit.files, unit.rear_from, entry.base_width, entry.base_depth)


def everybody_at(battle: Battle[U], unit: U, pose: Pose) -> tuple[Model, ...]:
    """Every model of a unit with its base, its guests last."""
    own = models_at(battle, unit, pose)
    places = unit.guests
    return (*own, *(Model(g.rank, g.file, guest_base_at(battle, battle.units[g.unit], pose)) for g in places))


def whole_health(battle: Battle[U], unit: U) -> int:
    """Health Points left of the R&F and of their guests together."""
    return health(battle, unit) + sum(health(battle, guest) for guest in battle.guests_of(unit))


def health(battle: Battle[U], unit: U) -> int:
    """Health Points left: the models' common pool, that of each guest apart."""
    points: int = battle.scene.entries[unit.entry].profile.hp
    return unit.models * points - unit.wounds
