"""Blocks: models in ranks and files inside one rectangle. All ranks are full but perhaps the last."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from warhost.table.shapes import moved_to, rect
from warhost.table.values import MM_PER_INCH, Arc, Pose, Rect


class Model(msgspec.Struct, frozen=True, gc=False):
    """One model's place in its block and its base on the table. Rank 0 is the front, file 0 the left."""

    rank: int
    file: int
    base: Rect


class OnBases:
    """What consists of models on bases of one size, which books print in millimetres."""

    __slots__ = ()

    base: tuple[int, int]

    @property
    def base_width(self) -> float:
        """The front of one base, in inches."""
        return self.base[0] / MM_PER_INCH

    @property
    def base_depth(self) -> float:
        """The side of one base, in inches."""
        return self.base[1] / MM_PER_INCH


def ranks_of(count: int, files: int) -> int:
    """How many ranks so many models make, a short last one included."""
    return -(-count // files)


def in_last_rank(count: int, files: int) -> int:
    """How many models stand in the last rank."""
    return count - (ranks_of(count, files) - 1) * files


@lru_cache(maxsize=1 << 12)
def block(pose: Pose, count: int, files: int, rear_from: int, width: float, depth: float) -> tuple[Model, ...]:
    """The bases of a block, rank by rank from the front, from left to right.

    The pose is that of the whole rectangle, empty places of the last rank included; `width` and `depth` are those of
    one base; `rear_from` is the first file that is filled in the last rank.
    """
    deep = ranks_of(count, files)
    whole = rect(pose.x, pose.y, pose.facing, files * width, deep * depth)
    base = rect(0.0, 0.0, pose.facing, width, depth)
    left, ahead = -(files - 1) * width / 2, (deep - 1) * depth / 2
    grid = []
    for number in range(count):
        rank, file = divmod(number, files)
        if rank == deep - 1:
            file += rear_from
        right, front = left + file * width, ahead - rank * depth
        x = whole.x + right * whole.rx + front * whole.fx
        y = whole.y + right * whole.ry + front * whole.fy
        grid.append(Model(rank, file, moved_to(base, x, y)))
    return tuple(grid)


def outermost(count: int, files: int, rear_from: int, side: Arc) -> list[tuple[int, int]]:
    """The models at one side of a block, as (rank, file), from left to right for somebody looking out over that side.

    One for each file (front and rear) or each rank (flanks): where the last rank is short, the model behind the gap.
    """
    deep = ranks_of(count, files)
    if side is Arc.FRONT:
        return [(0, file) for file in range(files)]
    last = in_last_rank(count, files)
    if side is Arc.REAR:
        filled = range(rear_from, rear_from + last)
        return [(deep - 1 if file in filled else deep - 2, file) for file in reversed(range(files))]
    if side is Arc.RIGHT:
        return [(rank, files - 1 if rank < deep - 1 else rear_from + last - 1) for rank in range(deep)]
    return [(rank, 0 if rank < deep - 1 else rear_from) for rank in reversed(range(deep))]
