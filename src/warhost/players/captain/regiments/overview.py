"""Who stands where: what the captain looks at first in any rulebook."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from warhost.play.battle import Battle, Unit, copied
from warhost.play.sides import same_side
from warhost.table import Rect

B = TypeVar("B", bound=Battle)
U = TypeVar("U", bound=Unit)


class Overview(Generic[B, U]):
    """Everything that several judgements of one decision need, worked out once. Its battle is a copy to think with."""

    def __init__(self, view: B, seat: int, boundary: Callable[[B, U], Rect]) -> None:
        self.battle: B = copied(view)
        self.seat = seat
        self.units: list[U] = [unit for unit in self.battle.units if unit.pose is not None]
        self.own = [unit for unit in self.units if unit.seat == seat]
        seats = self.battle.scene.seats
        self.foes = [unit for unit in self.units if not same_side(seats, seat, unit.seat)]
        self.rects = {unit.id: boundary(self.battle, unit) for unit in self.units}
        self.memo: dict[tuple[object, ...], float] = {}

    def unit(self, number: int) -> U:
        found: U = self.battle.units[number]
        return found
