"""What stands where in one state of a battle: bodies on the table, pieces of terrain, the board under them.

A `Field` never changes. A book says once how a unit becomes a body (`FieldOf`); the field is then kept with the battle
and made again only for the units that have moved, grown or shrunk since it was asked for last.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any, Generic, TypeVar

import msgspec

from warhost.play.battle import Battle, Scene, Seat, Unit
from warhost.play.rules.sides import same_side
from warhost.table import TOLERANCE, Board, Rect, distance, on_board, overlap_depth, overlaps

V = TypeVar("V")

MOST_RECENT = 4
"""So many fields are kept."""

_HAIR = 0.01
"""Rounding must not make anybody near who is so much farther away."""

KEPT = "field"
"""The name under which a battle keeps its fields, beside its data: it is neither hashed nor written nor compared."""


class Body(msgspec.Struct, frozen=True, gc=False):
    """Something that stands on the table: whose it is, the rectangle around it, and the parts that it really covers."""

    id: int
    seat: int
    name: str
    shape: Rect
    parts: tuple[Rect, ...] = ()
    """What its models cover where that is less than the whole shape; none: all of it."""
    height: float = 0.0

    @property
    def covers(self) -> tuple[Rect, ...]:
        """The rectangles that its models cover."""
        return self.parts or (self.shape,)


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A piece of terrain: the ground that it covers, and what it is in the words of its book."""

    name: str
    shape: Rect
    traits: frozenset[str] = frozenset()
    height: float = 0.0


class Terrain:
    """The pieces on a board, found by what they are."""

    __slots__ = ("_having", "board", "pieces")

    def __init__(self, board: Board, pieces: Iterable[Piece] = ()) -> None:
        self.board = board
        self.pieces = tuple(pieces)
        self._having: dict[str, tuple[Piece, ...]] = {}

    def having(self, trait: str) -> tuple[Piece, ...]:
        """The pieces that have this trait."""
        found = self._having.get(trait)
        if found is None:
            found = self._having[trait] = tuple(piece for piece in self.pieces if trait in piece.traits)
        return found


class Field:
    """All bodies on the table and the terrain between them. Without `seats`, every seat is a side of its own."""

    __slots__ = ("_apart", "_by_id", "_known", "bodies", "seats", "terrain")

    def __init__(self, terrain: Terrain, bodies: Iterable[Body] = (), seats: Sequence[Seat] = ()) -> None:
        self.terrain = terrain
        self.seats = seats
        self.bodies = tuple(bodies)
        self._by_id = {body.id: body for body in self.bodies}
        self._apart: dict[int, dict[int, float]] = {}
        self._known: dict[Hashable, Any] = {}

    @property
    def board(self) -> Board:
        return self.terrain.board

    def __contains__(self, number: int) -> bool:
        return number in self._by_id

    def __getitem__(self, number: int) -> Body:
        """The body with that number; KeyError if it is not on the table."""
        return self._by_id[number]

    def others(self, own: int, without: Container[int] = ()) -> Iterator[Body]:
        """All bodies but one, and but those that do not count."""
        return (body for body in self.bodies if body.id != own and body.id not in without)

    def friends(self, one: int, other: int) -> bool:
        """Whether two seats are one side."""
        return one == other or (bool(self.seats) and same_side(self.seats, one, other))

    def enemies(self, seat: int) -> Iterator[Body]:
        """The bodies that are not on the side of that seat."""
        return (body for body in self.bodies if not self.friends(body.seat, seat))

    def apart(self, one: int, other: int) -> float:
        """How far it is from one body to another, between the shapes around them: measured once."""
        measured = self._apart.get(one)
        if measured is None:
            measured = self._apart[one] = {}
        known = measured.get(other)
        if known is None:
            known = measured[other] = distance(self._by_id[one].shape, self._by_id[other].shape)
        return known

    def within(self, one: int, inches: float, others: Iterable[int]) -> list[int]:
        """Those of the others that are no farther from one body than that. Who is farther away by the circles around
        their shapes is not measured, nor who is near enough from middle to middle."""
        bodies = self._by_id
        own = bodies[one].shape
        x, y, reach = own.x, own.y, inches + own.radius + _HAIR
        near = inches * inches if inches > 0.0 else 0.0
        found = []
        for other in others:
            shape = bodies[other].shape
            dx, dy, far = shape.x - x, shape.y - y, reach + shape.radius
            square = dx * dx + dy * dy
            if square < near or (square < far * far and self.apart(one, other) <= inches):
                found.append(other)
        return found

    def measured_as_in(self, other: Field) -> None:
        """What was measured in another field between bodies that stand here just so need not be measured again."""
        there = other._by_id
        new = [number for number, body in self._by_id.items() if there.get(number) is not body]
        gone = [number for number in there if number not in self._by_id]
        for number, measured in other._apart.items():
            if number in self._by_id and number not in new:
                kept = self._apart[number] = measured.copy()
                for moved in (*new, *gone):
                    kept.pop(moved, None)

    def moved(self, moved: Sequence[Body]) -> Field:
        """The same field, but that these bodies of it stand elsewhere. What was measured between others is known."""
        made = Field.__new__(Field)
        made.terrain, made.seats, made._known = self.terrain, self.seats, {}
        by_id = made._by_id = self._by_id.copy()
        measured = made._apart = {number: far.copy() for number, far in self._apart.items()}
        for body in moved:
            by_id[body.id] = body
            measured.pop(body.id, None)
        for far in measured.values():
            for body in moved:
                far.pop(body.id, None)
        made.bodies = tuple(by_id.values())
        return made

    def known(self, key: Hashable, work_out: Callable[[], V]) -> V:
        """What was worked out for that key while everybody stood just so. The key tells all that it depends on besides
        where bodies and pieces are, and what it is, so that no two things share one."""
        try:
            found: V = self._known[key]
        except KeyError:
            found = self._known[key] = work_out()
        return found

    def near(self, x: float, y: float, reach: float, own: int, without: Container[int] = ()) -> list[Body]:
        """The other bodies that come nearer to the point than that, judged by the circles around them."""
        found = []
        for body in self.bodies:
            shape = body.shape
            far = reach + shape.radius
            dx, dy = shape.x - x, shape.y - y
            if dx * dx + dy * dy < far * far and body.id != own and body.id not in without:
                found.append(body)
        return found

    def pieces_near(self, x: float, y: float, reach: float, trait: str) -> list[Piece]:
        """The pieces with that trait that come nearer to the point than that, judged by the circles around them."""
        found = []
        for piece in self.terrain.having(trait):
            shape = piece.shape
            far = reach + shape.radius
            dx, dy = shape.x - x, shape.y - y
            if dx * dx + dy * dy < far * far:
                found.append(piece)
        return found

    def has_room(self, place: Rect, own: int, *, barred: str, without: Container[int] = ()) -> bool:
        """Whether the place is wholly on the board and overlaps no other body and no piece with the barred trait."""
        board = self.terrain.board
        if not on_board(place, board.width, board.depth):
            return False
        if any(overlaps(place, piece.shape) for piece in self.terrain.having(barred)):
            return False
        return not any(
            overlaps(place, body.shape) and body.id != own and body.id not in without for body in self.bodies
        )

    def with_body(self, body: Body) -> Field:
        """The same field, but that this body stands where it says: what would be if it had moved."""
        if body.id not in self._by_id:
            return Field(self.terrain, (*self.bodies, body), self.seats)
        bodies = tuple(body if other.id == body.id else other for other in self.bodies)
        return Field(self.terrain, bodies, self.seats)


def misplaced(field: Field, slack: float = 4 * TOLERANCE) -> list[str]:
    """Every pair of bodies that overlap, and every body that is not wholly on the board, as sentences."""
    board = field.board
    found = [
        f"{one.name} and {other.name} overlap."
        for one, other in combinations(field.bodies, 2)
        if overlap_depth(one.shape, other.shape) > slack
    ]
    found += [
        f"{body.name} is not wholly on the board."
        for body in field.bodies
        if not on_board(body.shape, board.width + slack, board.depth + slack)
    ]
    return found


B = TypeVar("B", bound=Battle)
U = TypeVar("U", bound=Unit)


class _Kept(msgspec.Struct, frozen=True):
    """A field with what it was made of: the scene, and for each unit what its body depends on."""

    scene: Scene
    signs: list[Any]
    bodies: list[Body | None]
    field: Field


class _Recent:
    """The last few fields that a battle and its copies had, the newest first.

    A player that tries out a unit somewhere else gets the earlier field back, with all that is known of it.
    """

    __slots__ = ("kept",)

    def __init__(self) -> None:
        self.kept: tuple[_Kept, ...] = ()

    def note(self, one: _Kept) -> None:
        """That field was asked for now. Copies may do so at once: the fields are exchanged in one go."""
        self.kept = (one, *[other for other in self.kept if other is not one][: MOST_RECENT - 1])


class FieldOf(Generic[B, U]):
    """The field of a battle, kept with it.

    `body` makes the body of a unit on the table. `sign` gives all that a body depends on besides the scene: as long as
    it stays equal, so does the body. `terrain` makes the terrain of a board.
    """

    def __init__(
        self, body: Callable[[B, U], Body], sign: Callable[[U], object], terrain: Callable[[Board], Terrain]
    ) -> None:
        self._body, self._sign, self._terrain = body, sign, terrain

    def __call__(self, battle: B) -> Field:
        """What stands where now."""
        recent: _Recent | None = battle.__dict__.get(KEPT)
        if recent is None:
            recent = battle.__dict__[KEPT] = _Recent()
        signs = list(map(self._sign, battle.units))
        known: _Kept | None = None
        for one in recent.kept:
            if one.signs == signs and one.scene is battle.scene:
                if known is not None:
                    recent.note(one)
                return one.field
            known = known or one
        if known is None or known.scene is not battle.scene or len(known.signs) != len(signs):
            bodies = [None if unit.pose is None else self._body(battle, unit) for unit in battle.units]
            made = self._made(battle, bodies)
        else:
            bodies, moved, everybody = self._bodies(battle, signs, known)
            if everybody:
                made = known.field.moved(moved)
            else:
                made = self._made(battle, bodies)
                made.measured_as_in(known.field)
        recent.note(_Kept(battle.scene, signs, bodies, made))
        return made

    def _made(self, battle: B, bodies: Iterable[Body | None]) -> Field:
        terrain = self._terrain(battle.scene.board)
        return Field(terrain, (body for body in bodies if body is not None), battle.scene.seats)

    def _bodies(self, battle: B, signs: Sequence[object], known: _Kept) -> tuple[list[Body | None], list[Body], bool]:
        """The body of each unit, none for one that is off the table; those of units that are as they were are kept.
        Also those that are new, and whether the same units are on the table as before."""
        bodies, moved, everybody = known.bodies.copy(), [], True
        for number, (sign, old) in enumerate(zip(signs, known.signs, strict=True)):
            if sign is old or sign == old:
                continue
            unit, was = battle.units[number], bodies[number]
            body = bodies[number] = None if unit.pose is None else self._body(battle, unit)
            everybody = everybody and (body is None) == (was is None)
            if body is not None:
                moved.append(body)
        return bodies, moved, everybody

    def body(self, battle: B, unit: U) -> Body:
        """The body of one unit as it stands now, which need not be one of the battle's own."""
        recent: _Recent | None = battle.__dict__.get(KEPT)
        number = unit.id
        if recent is not None and recent.kept:
            known = recent.kept[0]
            if known.scene is battle.scene and number < len(known.signs):
                kept = known.bodies[number]
                if kept is not None and known.signs[number] == self._sign(unit):
                    return kept
        assert unit.pose is not None, f"{unit.name} is not on the table"
        if number < len(battle.units) and battle.units[number] is unit:
            return self(battle)[number]
        return self._body(battle, unit)
