"""What both books' units and battles have, as far as what they share reads and writes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeVar

from warhost.field import FieldOf, Foe
from warhost.play.battle import Scene as AnyScene
from warhost.table import Arc, Pose

if TYPE_CHECKING:
    from warhost.rulesets.families.ninth_age.core.edition import Edition


class Guest(Protocol):
    """A single model in the ranks of a unit: its number, its left front place, and the files and ranks it takes up."""

    @property
    def unit(self) -> int: ...

    @property
    def rank(self) -> int: ...

    @property
    def file(self) -> int: ...

    @property
    def files(self) -> int: ...

    @property
    def ranks(self) -> int: ...


class GuestPlace(NamedTuple):
    """The place of a guest in a book whose units have at most one and keep its place in fields of their own."""

    unit: int
    rank: int
    file: int
    files: int
    ranks: int


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
    entry: int
    models: int
    files: int
    rear_from: int
    wounds: int
    host: int | None
    stood: int | None
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

    @property
    def guests(self) -> tuple[Guest, ...]: ...


U = TypeVar("U", bound=Unit)


class Profile(Protocol):
    """The characteristics that what both books share reads."""

    @property
    def hp(self) -> int: ...


class Entry(Protocol):
    """What stands of a unit in its army's data."""

    @property
    def single(self) -> bool: ...

    @property
    def base_width(self) -> float: ...

    @property
    def base_depth(self) -> float: ...

    @property
    def profile(self) -> Profile: ...


class Scene(AnyScene, frozen=True, kw_only=True):
    """What stays the same: the board, the seats and the entries of both armies."""

    entries: tuple[Any, ...]


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

    @property
    def fields(self) -> FieldOf[Any, Any]:
        """What stands where, kept with the battle."""
        ...

    @property
    def book(self) -> Edition[Any, Any]:
        """The edition that is played: what the other one says otherwise."""
        ...

    def body(self, unit: U) -> U: ...

    def guests_of(self, unit: U) -> tuple[U, ...]: ...

    def company(self, unit: U) -> tuple[U, ...]: ...

    def entry(self, unit: U) -> Entry: ...


B = TypeVar("B", bound=Battle[Any])
