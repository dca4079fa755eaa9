"""Models, ranks and files, the Unit Boundary (General Principles: Models; Units and Ranks; Unit Boundary)."""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from warhost.field import Body, FieldOf, Formation, Ranks, Spot
from warhost.field.ranks import part_of
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.core.battle import Battle, Guest, Unit
from warhost.rulesets.fantasy_battles.core.moments import spoken
from warhost.rulesets.fantasy_battles.core.terrain import terrain_of
from warhost.table import Model, Pose, Rect, block, in_last_rank, ranks_of, rect


class Layout(NamedTuple):
    """Who stands where in a Combined Unit."""

    places: int
    """The places that the block has, its short last rank counted as far as it is filled."""
    rank_and_file: tuple[Spot, ...]
    """Those of the R&F models, rank by rank from the left."""
    guest: tuple[Spot, ...]


@lru_cache(maxsize=1 << 12)
def _layout(models: int, files: int, rear_from: int, guests: tuple[Guest, ...]) -> Layout:
    """R&F fill the ranks from the front around their guests; behind the last of them there may be only guests."""
    taken = tuple(
        (rank, file)
        for guest in guests
        for rank in range(guest.ranks)
        for file in range(guest.file, guest.file + guest.files)
    )
    deepest = max((guest.ranks for guest in guests), default=0)
    spots: list[Spot] = []
    rank = 0
    while rank < deepest - 1 or models - len(spots) > files - sum(row == rank for row, _ in taken):
        free = [(rank, file) for file in range(files) if (rank, file) not in taken]
        spots += free[: models - len(spots)]
        rank += 1
    filled = models - len(spots) + sum(row == rank for row, _ in taken)
    row = [(rank, file) for file in range(rear_from, rear_from + filled)]
    spots += [place for place in row if place not in taken]
    return Layout(rank * files + filled, tuple(spots), taken)


def layout(unit: Unit) -> Layout:
    """Where the R&F models and the guests of a unit stand."""
    return _layout(unit.models, unit.files, unit.rear_from, unit.guests)


def guest_place(unit: Unit, guest: int) -> Guest:
    """The place of a guest in the unit's ranks."""
    return next(place for place in unit.guests if place.unit == guest)


def spots_of(unit: Unit, guest: int) -> tuple[Spot, ...]:
    """The places of the block that a guest takes up."""
    place = guest_place(unit, guest)
    return tuple((rank, file) for rank in range(place.ranks) for file in range(place.file, place.file + place.files))


def places(unit: Unit) -> int:
    """How many places the unit's block has: one for each model, several for a large guest."""
    return unit.models if not unit.guests else layout(unit).places


def rows(unit: Unit) -> int:
    """How many ranks of models stand there. All are full but perhaps the last."""
    return ranks_of(places(unit), unit.files)


@rule("t9a.height.full_ranks", "t9a.special.war_platform")
def full_ranks(battle: Battle, unit: Unit) -> int:
    """How many of its ranks are Full Ranks: by the Height of its models, who stand in them (T9A-R131, T9A-R195).

    Guests count like other models of their rank, but not a War Platform (T9A-R192).
    """
    needed = battle.entry(unit).full_rank
    counts: dict[int, int] = {}
    if unit.guests:
        spots: list[Spot] = list(layout(unit).rank_and_file)
        spots += [(0, guest.file) for guest in unit.guests if guest.files == guest.ranks == 1]
        for rank, _ in spots:
            counts[rank] = counts.get(rank, 0) + 1
        found = sum(count >= needed for count in counts.values())
    else:
        found = unit.models // unit.files * (unit.files >= needed) + (0 < unit.models % unit.files >= needed)
    speaking = spoken(battle, unit, "counts_ranks")
    return min((speaker.counts_ranks(battle, bearer, found) for bearer, speaker in speaking), default=found)


@rule("t9a.geometry.boundary")
def size(battle: Battle, unit: Unit) -> tuple[float, float]:
    """Width and depth of the Unit Boundary in inches."""
    entry = battle.scene.entries[unit.entry]
    return unit.files * entry.base_width, rows(unit) * entry.base_depth


def boundary(battle: Battle, unit: Unit) -> Rect:
    """The Unit Boundary of a unit on the table; the base of a guest in another's ranks."""
    if unit.host is not None:
        return guest_base(battle, unit)
    return field_of.body(battle, unit).shape


def guest_base(battle: Battle, guest: Unit) -> Rect:
    """The base of a guest in a unit's ranks."""
    unit = battle.body(guest)
    assert unit.pose is not None, f"{unit.name} is not on the table"
    return guest_base_at(battle, guest, unit.pose)


def guest_base_at(battle: Battle, guest: Unit, pose: Pose) -> Rect:
    """The base that a guest would have if its unit stood there."""
    unit = battle.body(guest)
    entry, place = battle.entry(unit), guest_place(unit, guest.id)
    whole = boundary_at(battle, unit, pose)
    width, depth = entry.base_width, entry.base_depth
    return part_of(whole, place.file * width, 0.0, place.files * width, place.ranks * depth)


def boundary_at(battle: Battle, unit: Unit, pose: Pose) -> Rect:
    """The smallest rectangle around the unit; empty places of the last rank are inside it."""
    width, depth = size(battle, unit)
    return rect(pose.x, pose.y, pose.facing, width, depth)


def _body(battle: Battle, unit: Unit) -> Body:
    assert unit.pose is not None
    return Body(unit.id, unit.seat, unit.name, boundary_at(battle, unit, unit.pose))


field_of: FieldOf[Battle, Unit] = FieldOf(_body, attrgetter("pose", "models", "files", "guests"), terrain_of)
"""What stands where in a battle: the Unit Boundaries and the terrain, kept with the battle."""


def ranks_and_files(unit: Unit) -> Ranks:
    """How the unit's models stand."""
    return Ranks(places(unit), unit.files, unit.rear_from)


def formation_of(battle: Battle, unit: Unit) -> Formation:
    """How the unit's models stand, with the size of their bases."""
    entry = battle.scene.entries[unit.entry]
    return Formation(ranks_and_files(unit), entry.base_width, entry.base_depth)


def last_rank(unit: Unit) -> int:
    """How many models stand in the last rank."""
    return in_last_rank(places(unit), unit.files)


def models(battle: Battle, unit: Unit) -> tuple[Model, ...]:
    """Every model with its base, rank by rank from the front, from left to right; without a guest in the ranks."""
    pose = unit.pose
    assert pose is not None, f"{unit.name} is not on the table"
    return models_at(battle, unit, pose)


def models_at(battle: Battle, unit: Unit, pose: Pose) -> tuple[Model, ...]:
    entry = battle.scene.entries[unit.entry]
    size = entry.base_width, entry.base_depth
    if not unit.guests:
        return block(pose, unit.models, unit.files, unit.rear_from, *size)
    own = set(layout(unit).rank_and_file)
    block_of_all = block(pose, places(unit), unit.files, unit.rear_from, *size)
    return tuple(model for model in block_of_all if (model.rank, model.file) in own)


def grid(battle: Battle, unit: Unit) -> tuple[Model, ...]:
    """Every place of the unit's block with its base, whoever stands there."""
    entry, pose = battle.scene.entries[unit.entry], unit.pose
    assert pose is not None, f"{unit.name} is not on the table"
    return block(pose, places(unit), unit.files, unit.rear_from, entry.base_width, entry.base_depth)


def everybody_at(battle: Battle, unit: Unit, pose: Pose) -> tuple[Model, ...]:
    """Every model of a unit with its base, its guests last."""
    own = models_at(battle, unit, pose)
    return (*own, *(Model(0, g.file, guest_base_at(battle, battle.units[g.unit], pose)) for g in unit.guests))


def whole_health(battle: Battle, unit: Unit) -> int:
    """Health Points left of the R&F and of their guests together."""
    return health(battle, unit) + sum(health(battle, guest) for guest in battle.guests_of(unit))


def health(battle: Battle, unit: Unit) -> int:
    """Health Points left: the models' common pool, that of each guest apart."""
    return unit.models * battle.profile(unit).hp - unit.wounds


@rule("t9a.special.rank_and_file")
def rank_and_file(battle: Battle, unit: Unit) -> int:
    """How many R&F models the unit has: its own, and a Champion among them."""
    own = 0 if battle.entry(unit).is_character else unit.models
    return own + sum(battle.entry(guest).role == "champion" for guest in battle.guests_of(unit))


def full_health(battle: Battle, unit: Unit) -> int:
    """The Health Points with which it began the battle; those of a Champion apart."""
    entry = battle.entry(unit)
    return (entry.models - (entry.champion is not None)) * entry.profile.hp
