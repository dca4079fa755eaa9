"""Models in ranks and files: the shapes that they take on the field, and which of them leave it."""

from __future__ import annotations

from warhost.table import Rect, from_local, in_last_rank, ranks_of, rect


def rank_shape(whole: Rect, rank: int, count: int, files: int, rear_from: int = 0) -> Rect:
    """What one rank of a block covers; the last one may be short and begin at another file than the first."""
    deep = ranks_of(count, files)
    if deep == 1:
        return whole
    depth, width, aside = whole.depth / deep, whole.width, 0.0
    if rank == deep - 1:
        filled, each = in_last_rank(count, files), whole.width / files
        width = filled * each
        aside = (rear_from + filled / 2) * each - whole.width / 2
    ahead = whole.depth / 2 - (rank + 0.5) * depth
    x = whole.x + whole.fx * ahead + whole.rx * aside
    y = whole.y + whole.fy * ahead + whole.ry * aside
    return rect(x, y, whole.facing, width, depth)


def part_of(whole: Rect, left: float, behind: float, width: float, depth: float) -> Rect:
    """A part of a rectangle, so far from its left side and from its front."""
    x, y = from_local(whole, left + (width - whole.width) / 2, (whole.depth - depth) / 2 - behind)
    return rect(x, y, whole.facing, width, depth)


def parts_of(whole: Rect, count: int, files: int, width: float, depth: float) -> tuple[Rect, ...]:
    """What so many bases of that size cover: the full ranks as one rectangle, a short last one, from the left on, as
    another."""
    last = in_last_rank(count, files)
    if count <= files or last == files:
        return (whole,)
    full = whole.depth - depth
    return (part_of(whole, 0.0, 0.0, whole.width, full), part_of(whole, 0.0, full, last * width, depth))
