"""The battle as data: what stands where, in which state, whose turn it is. Plain structs that copy in microseconds.

A ruleset extends `Unit`, `Scene` and `Battle` with fields of its own. Two conventions keep copies cheap and true:
every field of a unit is an immutable value, and so is every field of a battle except `units`.
"""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from typing import Any, Protocol, TypeVar

import msgspec

from warhost.play.shown.english import as_read
from warhost.table import Board, Pose, Rect


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place at the table. Seats of one team win and lose together; a seat without a team is a side of its own."""

    name: str
    army: str = ""
    team: int | None = None


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """What stays the same for the whole battle: shared by all copies, hashed once."""

    ruleset: str
    version: str
    board: Board
    seats: tuple[Seat, ...]


class Unit(msgspec.Struct, kw_only=True, omit_defaults=True, gc=False):
    """What every ruleset's unit has. A neutral unit has seat -1; one that is not on the table has no pose."""

    id: int
    seat: int
    name: str
    army: str = ""
    pose: Pose | None = None

    @property
    def owner(self) -> int:
        """The seat of the player who commands it. Where sides have several players, `seat` may be the first of them."""
        return self.seat


class Stands(Protocol):
    """Whatever has a number, a name and a place on the table: a unit, or as much of one as several books share."""

    id: int
    name: str
    pose: Pose | None


class Sided(Stands, Protocol):
    """A unit of a seat, as far as players have to know it."""

    seat: int


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """How a battle ended: the winning seats (none in a draw), in a word and in a sentence."""

    winners: tuple[int, ...]
    word: str
    text: str
    score: tuple[int | float, ...] = ()
    """What each side came to: whole numbers stay whole where a position is written and read again."""


class Battle(msgspec.Struct, kw_only=True, omit_defaults=True, dict=True):
    """The whole state of a battle. What happens next is a function of this alone.

    What can be worked out from it may be kept with it, in its `__dict__`: that is no part of the state, is neither
    hashed nor written nor compared, and whoever keeps something there sees to it that it is still true when used.
    """

    scene: Scene
    units: list[Any]
    turn: int = 0
    active: int = 0
    phase: str = ""
    stage: str = ""
    outcome: Outcome | None = None


class Fought(Protocol):
    """A battle, or as much of one as several books share."""

    units: list[Any]

    @property
    def scene(self) -> Scene: ...


B = TypeVar("B", bound=Battle)
C = TypeVar("C", bound=Fought)

_digests: dict[int, tuple[Scene, bytes]] = {}

_OWN_NAMES = "own_names"
"""With a battle whose units are told apart are kept, by unit, the names that were changed for it."""


def copied(battle: C) -> C:
    """An independent copy: what is done to one is never seen in the other."""
    # Structs copy themselves; asking them directly halves what every view and every fork costs.
    twin: C = battle.__copy__()  # type: ignore[attr-defined]
    twin.units = [unit.__copy__() for unit in battle.units]
    twin.__dict__.update(battle.__dict__)
    return twin


def names_apart(battle: Battle) -> dict[int, str]:
    """A name for every unit that no other unit of its seat has: those that share one get numbers, in their order."""
    shared = Counter((unit.seat, unit.name) for unit in battle.units)
    numbers: Counter[tuple[int, str]] = Counter()
    names: dict[int, str] = {}
    for unit in battle.units:
        own = name = (unit.seat, unit.name)
        if shared[own] > 1:
            # Somebody may have called a unit "Spearmen 2" already.
            while name in shared:
                numbers[own] += 1
                name = (unit.seat, f"{unit.name} {numbers[own]}")
        names[unit.id] = name[1]
    return names


def told_apart(battle: B) -> B:
    """The battle that was given, with numbers for units of one seat that share a name: "Spearmen 1", "Spearmen 2".

    For battles that people follow, so that every text tells those units apart. The state does not know of the numbers:
    hashes are those of the units' own names, and `with_own_names` is what is kept of such a battle.
    """
    names = names_apart(battle)
    own = {unit.id: unit.name for unit in battle.units if names[unit.id] != unit.name}
    if own:
        battle.__dict__[_OWN_NAMES] = own
        for unit in battle.units:
            unit.name = names[unit.id]
    return battle


def with_own_names(battle: B) -> B:
    """The battle as it is kept: itself, or a copy without the numbers by which its units were told apart."""
    own: dict[int, str] | None = battle.__dict__.get(_OWN_NAMES)
    if own is None:
        return battle
    twin = copied(battle)
    del twin.__dict__[_OWN_NAMES]
    for unit in twin.units:
        unit.name = own.get(unit.id, unit.name)
    return twin


def told_outcome(battle: Battle, outcome: Outcome | None) -> Outcome | None:
    """How the battle ended, or would end, in a sentence whose verbs agree with the names of the seats."""
    if outcome is None:
        return None
    return msgspec.structs.replace(outcome, text=as_read(outcome.text, (seat.name for seat in battle.scene.seats)))


def battle_hash(battle: Battle) -> str:
    """A fingerprint of the whole state, the same in every process and on every platform."""
    battle = with_own_names(battle)
    values = (getattr(battle, field) for field in battle.__struct_fields__ if field != "scene")
    # What a battle has not set is not there: a book may add such a field, and its older battles keep their hashes.
    moving = [value for value in values if value is not msgspec.UNSET]
    return blake2b(msgspec.msgpack.encode(moving), key=_digest(battle.scene), digest_size=8).hexdigest()


def _digest(scene: Scene) -> bytes:
    known = _digests.get(id(scene))
    if known is not None and known[0] is scene:
        return known[1]
    # As plain data: a struct that leaves its defaults out is written differently once it has sixteen fields, so that a
    # new setting, at its default, would change the hash of every older battle.
    digest = blake2b(msgspec.msgpack.encode(msgspec.to_builtins(scene)), digest_size=16).digest()
    if len(_digests) > 64:
        _digests.clear()
    _digests[id(scene)] = (scene, digest)
    return digest


def settled(rect_or_pose: Rect | Pose) -> Pose:
    """A pose as it is stored: noise in the last bits, which differs between platforms, is rounded away."""
    # Adding 0.0 turns a negative zero into the plain one: equal poses must have equal bytes.
    return Pose(
        round(rect_or_pose.x, 9) + 0.0, round(rect_or_pose.y, 9) + 0.0, round(rect_or_pose.facing % 360.0, 9) % 360.0
    )


def stand(unit: Stands, where: Rect | Pose) -> Pose:
    """Put the unit there. Returns its pose as it is stored."""
    unit.pose = settled(where)
    return unit.pose
