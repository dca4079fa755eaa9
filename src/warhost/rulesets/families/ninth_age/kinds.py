"""What both books' units and battles have, as far as what they share reads and writes it."""

from __future__ import annotations

from typing import Any, Protocol, TypeVar

from warhost.field import Foe
from warhost.play.battle import Scene
from warhost.table import Arc, Pose


class Unit(Protocol):
    """A unit of either book. What the fields mean stands with those of the book."""

    id: int
    seat: int
    name: str
    pose: Pose | None
    fleeing: bool
    foes: tuple[Foe, ...]
    charging: bool
    charged: bool
    rounds: int
    target: int | None
    target_arc: Arc | None
    failed_charge: bool
    moved: bool
    done: bool

    @property
    def engaged(self) -> bool: ...


U = TypeVar("U", bound=Unit)


class Battle(Protocol[U]):
    """A battle of either book, with units of that book."""

    units: list[U]
    active: int
    fought: tuple[int, ...]

    @property
    def scene(self) -> Scene: ...

    @property
    def reactive(self) -> int: ...

    def body(self, unit: U) -> U: ...


B = TypeVar("B", bound=Battle[Any])
