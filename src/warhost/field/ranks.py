"""Models in ranks and files: the shapes that they take on the field, and which of them leave it.

Wounds are taken by kind: numbers that a book gives to models which are alike.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NamedTuple

from warhost.table import Arc, Point, Rect, from_local, in_last_rank, ranks_of, rect


class Ranks(NamedTuple):
    """Models in ranks and files: how many, how many side by side, and the first file that the last rank fills."""

    models: int
    files: int
    rear_from: int = 0


class Formation(NamedTuple):
    """Ranks of like bases, wherever they stand: all that decides who meets whom along a side."""

    ranks: Ranks
    base_width: float
    base_depth: float

    def out_of(self, side: Arc) -> Formation:
        """What matters of it for who looks out of that side: of a front, which is always full, only its width."""
        files = self.ranks.files
        return Formation(Ranks(files, files), *self[1:]) if side is Arc.FRONT else self

    @property
    def shape(self) -> Rect:
        """What it covers in the middle of nowhere."""
        models, files, _ = self.ranks
        return rect(0.0, 0.0, 0.0, files * self.base_width, ranks_of(models, files) * self.base_depth)

    def step(self, side: Arc) -> float:
        """How much of that side one model takes up."""
        return self.base_width if side in (Arc.FRONT, Arc.REAR) else self.base_depth


# Shapes


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


def from_front_left(corner: Point, like: Rect, width: float, depth: float) -> Rect:
    """The rectangle of that size, turned like another, with its front left corner there."""
    x = corner[0] + like.rx * width / 2 - like.fx * depth / 2
    y = corner[1] + like.ry * width / 2 - like.fy * depth / 2
    return rect(x, y, like.facing, width, depth)


# Who leaves


def without_rear_ranks(block: Ranks, count: int) -> tuple[Ranks, int, int]:
    """The block after whole ranks have left it from the rear, so many models in all if the ranks come out even.

    The front rank stays. Besides the block: how many ranks have left, and how many models are still to go.
    """
    models, gone, rear_from = block.models, 0, block.rear_from
    while ranks_of(models, block.files) > 1 and 0 < (rank := in_last_rank(models, block.files)) <= count:
        models, count, gone, rear_from = models - rank, count - rank, gone + 1, 0
    return Ranks(models, block.files, rear_from), gone, count


def shortened(block: Ranks, count: int, worth: Callable[[Ranks], Any]) -> Ranks:
    """The block after so many models have left the ends of its last rank, of which some stay, side by side.

    Of all ways the one of greatest worth; of equals the one nearest to the middle, then the leftmost.
    """
    left = in_last_rank(block.models, block.files) - count
    middle = (block.files - left) / 2
    ways = [
        Ranks(block.models - count, block.files, place) for place in range(block.rear_from, block.rear_from + count + 1)
    ]
    return max(ways, key=lambda way: (worth(way), -abs(way.rear_from - middle), -way.rear_from))


def narrowed(count: int, worth: Callable[[int], Any] | None = None) -> int:
    """How many of the models that leave a single rank leave it at its left end; the others leave at the right.

    Of all ways the one of greatest worth; of equals the most even one, the odd model from the right.
    """
    if worth is None:
        return count // 2
    return max(range(count + 1), key=lambda left: (worth(left), -abs(count - 2 * left), -left))


class Grown(NamedTuple):
    """Ranks with one model more, and how many bases their centre lies to the right and ahead of where it was."""

    ranks: Ranks
    right: float = 0.0
    ahead: float = 0.0


def one_more(ranks: Ranks, most_files: int) -> tuple[Grown, ...]:
    """Where one model more may stand: at the end of a short last rank; else at an end of a single rank that may be
    wider, the right one first; else in a new rank behind."""
    models, files, rear_from = ranks
    last = in_last_rank(models, files)
    if models > files and last < files:
        return (Grown(Ranks(models + 1, files, min(rear_from, files - last - 1))),)
    if files < most_files:
        wider = Ranks(models + 1, files + 1)
        return (Grown(wider, right=0.5), Grown(wider, right=-0.5))
    return (Grown(Ranks(models + 1, files), ahead=-0.5),)


class Wounded(ABC):
    """Models of several kinds while they take wounds: how many of each are left, and the wounds of each kind.

    Of each kind at most one model is wounded: wounds go on it until it falls.
    """

    left: dict[int, int]
    tough: dict[int, int]
    """The wounds that fell a model of each kind."""
    wounds: dict[int, int]
    taken: int = 0
    spilled: int = 0
    """Wounds that nobody was left to take."""

    @abstractmethod
    def turn(self, kind: int) -> Any:
        """What orders the kinds by who takes the next wound: the least comes first."""

    def next(self) -> int | None:
        """The kind of model that takes the next wound; None if nobody is left."""
        living = [kind for kind, count in self.left.items() if count]
        return min(living, key=self.turn, default=None)

    def life(self, kind: int) -> int:
        """Wounds that the model of that kind which takes them first can still take."""
        return self.tough[kind] - self.wounds.get(kind, 0) if self.left.get(kind) else 0

    def lives(self, kind: int) -> int:
        """Wounds that all models of that kind can still take."""
        return self.left.get(kind, 0) * self.tough[kind] - self.wounds.get(kind, 0) if self.left.get(kind) else 0

    def hurt(self, kind: int, wounds: int) -> int:
        """A model of that kind takes so many wounds; what it has no life for is lost. Returns what it took."""
        took = min(wounds, self.life(kind))
        self.taken += took
        self.wounds[kind] = self.wounds.get(kind, 0) + took
        if self.left[kind] and self.wounds[kind] == self.tough[kind]:
            self.left[kind] -= 1
            self.wounds[kind] = 0
        return took

    def hurt_in_turn(self, wounds: int) -> None:
        """The unit takes so many wounds, one model after the other."""
        while wounds > 0 and (kind := self.next()) is not None:
            wounds -= self.hurt(kind, wounds)
        self.spilled += max(0, wounds)
