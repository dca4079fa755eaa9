"""What both books' units and battles have, as far as what they share reads and writes it."""

from __future__ import annotations

from typing import Any, Literal, Protocol, TypeVar

from warhost.field import Foe
from warhost.play.battle import Scene
from warhost.table import Arc, Pose


class Began(Protocol):
    """A unit as it was when the phase began."""

    @property
    def health(self) -> int: ...

    @property
    def pose(self) -> Pose: ...

    @property
    def width(self) -> float: ...

    @property
    def depth(self) -> float: ...


class Unit(Protocol):
    """A unit of either book. What the fields mean stands with those of the book."""

    id: int
    seat: int
    name: str
    pose: Pose | None
    models: int
    files: int
    rear_from: int
    fleeing: bool
    foes: tuple[Foe, ...]
    charging: bool
    charged: bool
    rounds: int
    target: int | None
    target_arc: Arc | None
    fled_from_me: tuple[int, ...]
    declared: bool
    redirected: bool
    frenzied: bool
    failed_charge: bool
    moved: bool
    rallied: bool
    shot: bool
    done: bool
    passed_panic: bool
    lost_this_phase: int
    fate: Literal["", "destroyed", "fled"]
    fell_at: Pose | None

    @property
    def began(self) -> Began | None: ...

    @property
    def engaged(self) -> bool: ...


U = TypeVar("U", bound=Unit)


class Entry(Protocol):
    """What stands of a unit in its army's data."""

    @property
    def single(self) -> bool: ...


class Battle(Protocol[U]):
    """A battle of either book, with units of that book."""

    units: list[U]
    turn: int
    phase: str
    active: int
    first: int
    pools: tuple[int, ...]
    homes: tuple[int, ...]
    fought: tuple[int, ...]

    @property
    def scene(self) -> Scene: ...

    @property
    def reactive(self) -> int: ...

    def body(self, unit: U) -> U: ...

    def entry(self, unit: U) -> Entry: ...


B = TypeVar("B", bound=Battle[Any])
