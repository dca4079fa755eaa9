"""Loose models that march together, for tests."""

from __future__ import annotations

from collections.abc import Sequence

from tests.field.crowds import BOARD, REACH
from warhost.field.ground.boxes import Box, box_of
from warhost.field.loose.bodies import middle_of
from warhost.field.loose.cohesion import Bases, in_cohesion
from warhost.field.loose.marching import Gait
from warhost.field.loose.steps import Around
from warhost.field.loose.ways import nearby
from warhost.table import Base, Circle

OPEN = Around(BOARD)
WALKS, FLIES = Gait(), Gait(flies=True)


class Pack:
    """Those who march, as a test has them."""

    def __init__(
        self,
        bases: Sequence[Base],
        around: Around = OPEN,
        gaits: Sequence[Gait] = (WALKS,),
        owner: Sequence[int] | None = None,
        still: Bases = (),
    ) -> None:
        self.bases, self.still, self.gaits = tuple(bases), still, gaits
        self.owner = [0] * len(self.bases) if owner is None else owner
        self.middle, self.box, self.reach = middle_of(self.bases), box_of(self.bases), REACH
        self._around = Around(around.board, around.walls, (*around.mates, *still), around.foes, around.gap)

    @property
    def broken(self) -> bool:
        return not self.together(self.bases)

    def around(self, near: Box | None = None) -> list[Around]:
        return [self._around if near is None else nearby(self._around, near) for _ in self.gaits]

    def together(self, ends: Sequence[Base]) -> bool:
        return in_cohesion((*ends, *self.still), self.reach)


def row(*xs: float, y: float = 10.0) -> Bases:
    return tuple(Circle(x, y, 0.5) for x in xs)
