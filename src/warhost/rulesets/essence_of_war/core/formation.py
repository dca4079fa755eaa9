"""Models, ranks and files, the Unit Boundary (General Principles: Models; Units and Ranks; Unit Boundary)."""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from warhost.field import Body, FieldOf, Formation, Ranks, Spot
from warhost.field.ranks import part_of
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.core.battle import Battle, Unit
from warhost.rulesets.essence_of_war.core.moments import spoken
from warhost.rulesets.essence_of_war.core.terrain import terrain_of
from warhost.table import Model, Pose, Rect, block, in_last_rank, ranks_of, rect


class Layout(NamedTuple):
    """Who stands where in a Combined Unit."""

    places: int
    """The places that the block has, its short last rank counted as far as it is filled."""
    rank_and_file: tuple[Spot, ...]
    """Those of the R&F models, rank by rank from the left."""
    guest: tuple[Spot, ...]


@lru_cache(maxsize=1 << 12)
def _layout(models: int, files: int, rear_from: int, spot: Spot, room: tuple[int, int]) -> Layout:
    """R&F fill the ranks from the front around their guest; behind the last of them there may be only the guest."""
    first, left = spot
    guest = tuple((rank, file) for rank in range(first, first + room[1]) for file in range(left, left + room[0]))
    spots: list[Spot] = []
    rank = 0
    while rank < first + room[1] - 1 or models - len(spots) > files - sum(row == rank for row, _ in guest):
        free = [(rank, file) for file in range(files) if (rank, file) not in guest]
        spots += free[: models - len(spots)]
        rank += 1
    behind = sum(row == rank for row, _ in guest)
    filled = models - len(spots) + behind
    row = [(rank, file) for file in range(rear_from, rear_from + filled)]
    spots += [place for place in row if place not in guest]
    return Layout(rank * files + filled, tuple(spots), guest)


def layout(unit: Unit) -> Layout:
    """Where the R&F models and the guest of a Combined Unit stand."""
    return _layout(unit.models, unit.files, unit.rear_from, unit.spot, unit.room)


def places(unit: Unit) -> int:
    """How many places the unit's block has: one for each model, several for a large guest."""
    return unit.models if unit.guest is None else layout(unit).places


@rule("eow.unit.formation_contact", "eow.unit.last_rank_short")
def rows(unit: Unit) -> int:
    """How many ranks of models stand there. All are full but perhaps the last."""
    return ranks_of(places(unit), unit.files)


@rule("eow.unit.single_model_no_rank", "eow.unit.rank_and_file")
def ranks(battle: Battle, unit: Unit) -> int:
    """How many ranks the unit counts as having: none for a single model on its own.

    A row in which nobody but a guest stands is none (EOW-R192).
    """
    if battle.entry(unit).single:
        counted = 0
    else:
        counted = rows(unit) if unit.guest is None else len({rank for rank, _ in layout(unit).rank_and_file})
    speaking = spoken(battle, unit, "counts_ranks")
    return min((speaker.counts_ranks(battle, bearer, counted) for bearer, speaker in speaking), default=counted)


def size(battle: Battle, unit: Unit) -> tuple[float, float]:
    """Width and depth of the Unit Boundary in inches."""
    entry = battle.scene.entries[unit.entry]
    return unit.files * entry.base_width, rows(unit) * entry.base_depth


def boundary(battle: Battle, unit: Unit) -> Rect:
    """The Unit Boundary of a unit on the table; the base of a guest in another's ranks."""
    if unit.host is not None:
        return guest_base(battle, battle.units[unit.host])
    return field_of.body(battle, unit).shape


def guest_base(battle: Battle, unit: Unit) -> Rect:
    """The base of the guest in a unit's ranks."""
    assert unit.pose is not None, f"{unit.name} is not on the table"
    return guest_base_at(battle, unit, unit.pose)


def guest_base_at(battle: Battle, unit: Unit, pose: Pose) -> Rect:
    """The base that the guest of a unit would have there."""
    entry, (rank, file), (wide, deep) = battle.entry(unit), unit.spot, unit.room
    whole = boundary_at(battle, unit, pose)
    width, depth = entry.base_width, entry.base_depth
    return part_of(whole, file * width, rank * depth, wide * width, deep * depth)


@rule("eow.boundary.rectangle", "eow.boundary.centre")
def boundary_at(battle: Battle, unit: Unit, pose: Pose) -> Rect:
    """The smallest rectangle around the unit; empty places of the last rank are inside it."""
    width, depth = size(battle, unit)
    return rect(pose.x, pose.y, pose.facing, width, depth)


def _body(battle: Battle, unit: Unit) -> Body:
    assert unit.pose is not None
    return Body(unit.id, unit.seat, unit.name, boundary_at(battle, unit, unit.pose))


field_of: FieldOf[Battle, Unit] = FieldOf(_body, attrgetter("pose", "models", "files", "room", "spot"), terrain_of)
"""What stands where in a battle: the Unit Boundaries and the terrain, kept with the battle."""


def ranks_and_files(unit: Unit) -> Ranks:
    """How the unit's models stand."""
    return Ranks(places(unit), unit.files, unit.rear_from)


def formation_of(battle: Battle, unit: Unit) -> Formation:
    """How the unit's models stand, with the size of their bases."""
    entry = battle.scene.entries[unit.entry]
    return Formation(ranks_and_files(unit), entry.base_width, entry.base_depth)


def last_rank(unit: Unit) -> int:
    """How many models stand in the last rank."""
    return in_last_rank(places(unit), unit.files)


def models(battle: Battle, unit: Unit) -> tuple[Model, ...]:
    """Every model with its base, rank by rank from the front, from left to right; without a guest in the ranks."""
    pose = unit.pose
    assert pose is not None, f"{unit.name} is not on the table"
    return models_at(battle, unit, pose)


def models_at(battle: Battle, unit: Unit, pose: Pose) -> tuple[Model, ...]:
    entry = battle.scene.entries[unit.entry]
    size = entry.base_width, entry.base_depth
    if unit.guest is None:
        return block(pose, unit.models, unit.files, unit.rear_from, *size)
    own = set(layout(unit).rank_and_file)
    block_of_all = block(pose, places(unit), unit.files, unit.rear_from, *size)
    return tuple(model for model in block_of_all if (model.rank, model.file) in own)


def grid(battle: Battle, unit: Unit) -> tuple[Model, ...]:
    """Every place of the unit's block with its base, whoever stands there."""
    entry, pose = battle.scene.entries[unit.entry], unit.pose
    assert pose is not None, f"{unit.name} is not on the table"
    return block(pose, places(unit), unit.files, unit.rear_from, entry.base_width, entry.base_depth)


def everybody_at(battle: Battle, unit: Unit, pose: Pose) -> tuple[Model, ...]:
    """Every model of a unit with its base, its guest last."""
    own = models_at(battle, unit, pose)
    return own if unit.guest is None else (*own, Model(*unit.spot, guest_base_at(battle, unit, pose)))


def whole_health(battle: Battle, unit: Unit) -> int:
    """Health Points left of the R&F and of their guest together."""
    guest = battle.guest_of(unit)
    return health(battle, unit) + (0 if guest is None else health(battle, guest))


def health(battle: Battle, unit: Unit) -> int:
    """Health Points left: the models' common pool, that of a guest apart."""
    return unit.models * battle.profile(unit).hp - unit.wounds


def full_health(battle: Battle, unit: Unit) -> int:
    entry = battle.entry(unit)
    return entry.models * entry.profile.hp
