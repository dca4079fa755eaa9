"""Models, ranks and files, the Unit Boundary (General Principles: Models; Units and Ranks; Unit Boundary)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from warhost.play.battle import settled
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.table import Arc, Pose, Rect, rect


class Model(msgspec.Struct, frozen=True):
    """One model's place in its unit and its base on the table. Rank 0 is the front, file 0 the left."""

    rank: int
    file: int
    base: Rect


@rule("eow.unit.formation_contact", "eow.unit.last_rank_short")
def rows(unit: Unit) -> int:
    """How many ranks of models stand there. All are full but perhaps the last."""
    return -(-unit.models // unit.files)


@rule("eow.unit.single_model_no_rank", "eow.unit.rank_and_file")
def ranks(battle: Battle, unit: Unit) -> int:
    """How many ranks the unit counts as having: none for a single model on its own."""
    return 0 if battle.entry(unit).single else rows(unit)


def size(battle: Battle, unit: Unit) -> tuple[float, float]:
    """Width and depth of the Unit Boundary in inches."""
    entry = battle.scene.entries[unit.entry]
    return unit.files * entry.base_width, rows(unit) * entry.base_depth


@rule("eow.boundary.rectangle", "eow.boundary.centre")
def boundary(battle: Battle, unit: Unit) -> Rect:
    """The smallest rectangle around the unit; empty places of the last rank are inside it."""
    pose = unit.pose
    assert pose is not None, f"{unit.name} is not on the table"
    width, depth = size(battle, unit)
    return rect(pose.x, pose.y, pose.facing, width, depth)


def boundary_at(battle: Battle, unit: Unit, pose: Pose) -> Rect:
    width, depth = size(battle, unit)
    return rect(pose.x, pose.y, pose.facing, width, depth)


def last_rank(unit: Unit) -> int:
    """How many models stand in the last rank."""
    return unit.models - (rows(unit) - 1) * unit.files


def models(battle: Battle, unit: Unit) -> tuple[Model, ...]:
    """Every model with its base, rank by rank from the front, from left to right."""
    pose = unit.pose
    assert pose is not None, f"{unit.name} is not on the table"
    return models_at(battle, unit, pose)


def models_at(battle: Battle, unit: Unit, pose: Pose) -> tuple[Model, ...]:
    entry = battle.scene.entries[unit.entry]
    return _grid(pose, unit.models, unit.files, unit.rear_from, entry.base_width, entry.base_depth)


@lru_cache(maxsize=1 << 12)
def _grid(pose: Pose, count: int, files: int, rear_from: int, width: float, depth: float) -> tuple[Model, ...]:
    deep = -(-count // files)
    whole = rect(pose.x, pose.y, pose.facing, files * width, deep * depth)
    left, ahead = -(files - 1) * width / 2, (deep - 1) * depth / 2
    grid = []
    for number in range(count):
        rank, file = divmod(number, files)
        if rank == deep - 1:
            file += rear_from
        right, front = left + file * width, ahead - rank * depth
        x = whole.x + right * whole.rx + front * whole.fx
        y = whole.y + right * whole.ry + front * whole.fy
        grid.append(Model(rank, file, rect(x, y, pose.facing, width, depth)))
    return tuple(grid)


def stand(unit: Unit, where: Rect | Pose) -> None:
    """Put the unit there."""
    unit.pose = settled(where)


def health(battle: Battle, unit: Unit) -> int:
    """Health Points left: the models' common pool."""
    return unit.models * battle.profile(unit).hp - unit.wounds


def full_health(battle: Battle, unit: Unit) -> int:
    entry = battle.entry(unit)
    return entry.models * entry.profile.hp


def outermost(unit: Unit, side: Arc) -> list[tuple[int, int]]:
    """The models at one side of the unit, as (rank, file), from left to right as seen by the unit looking out there.

    One for each file (front and rear) or each rank (flanks): where the last rank is short, the model behind the gap.
    """
    deep = rows(unit)
    if side is Arc.FRONT:
        return [(0, file) for file in range(unit.files)]
    in_last = last_rank(unit)
    if side is Arc.REAR:
        filled = range(unit.rear_from, unit.rear_from + in_last)
        return [(deep - 1 if file in filled else deep - 2, file) for file in reversed(range(unit.files))]
    if side is Arc.RIGHT:
        return [(rank, unit.files - 1 if rank < deep - 1 else unit.rear_from + in_last - 1) for rank in range(deep)]
    return [(rank, 0 if rank < deep - 1 else unit.rear_from) for rank in reversed(range(deep))]
