"""Models, ranks and files, the Unit Boundary (General Principles: Models; Units and Ranks; Unit Boundary)."""

from __future__ import annotations

from operator import attrgetter

from warhost.field import Body, FieldOf, Formation, Ranks
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.terrain import terrain_of
from warhost.table import Model, Pose, Rect, block, in_last_rank, ranks_of, rect


@rule("eow.unit.formation_contact", "eow.unit.last_rank_short")
def rows(unit: Unit) -> int:
    """How many ranks of models stand there. All are full but perhaps the last."""
    return ranks_of(unit.models, unit.files)


@rule("eow.unit.single_model_no_rank", "eow.unit.rank_and_file")
def ranks(battle: Battle, unit: Unit) -> int:
    """How many ranks the unit counts as having: none for a single model on its own."""
    return 0 if battle.entry(unit).single else rows(unit)


def size(battle: Battle, unit: Unit) -> tuple[float, float]:
    """Width and depth of the Unit Boundary in inches."""
    entry = battle.scene.entries[unit.entry]
    return unit.files * entry.base_width, rows(unit) * entry.base_depth


def boundary(battle: Battle, unit: Unit) -> Rect:
    """The Unit Boundary of a unit on the table."""
    return field_of.body(battle, unit).shape


@rule("eow.boundary.rectangle", "eow.boundary.centre")
def boundary_at(battle: Battle, unit: Unit, pose: Pose) -> Rect:
    """The smallest rectangle around the unit; empty places of the last rank are inside it."""
    width, depth = size(battle, unit)
    return rect(pose.x, pose.y, pose.facing, width, depth)


def _body(battle: Battle, unit: Unit) -> Body:
    assert unit.pose is not None
    return Body(unit.id, unit.seat, unit.name, boundary_at(battle, unit, unit.pose))


field_of: FieldOf[Battle, Unit] = FieldOf(_body, attrgetter("pose", "models", "files"), terrain_of)
"""What stands where in a battle: the Unit Boundaries and the terrain, kept with the battle."""


def ranks_and_files(unit: Unit) -> Ranks:
    """How the unit's models stand."""
    return Ranks(unit.models, unit.files, unit.rear_from)


def formation_of(battle: Battle, unit: Unit) -> Formation:
    """How the unit's models stand, with the size of their bases."""
    entry = battle.scene.entries[unit.entry]
    return Formation(ranks_and_files(unit), entry.base_width, entry.base_depth)


def last_rank(unit: Unit) -> int:
    """How many models stand in the last rank."""
    return in_last_rank(unit.models, unit.files)


def models(battle: Battle, unit: Unit) -> tuple[Model, ...]:
    """Every model with its base, rank by rank from the front, from left to right."""
    pose = unit.pose
    assert pose is not None, f"{unit.name} is not on the table"
    return models_at(battle, unit, pose)


def models_at(battle: Battle, unit: Unit, pose: Pose) -> tuple[Model, ...]:
    entry = battle.scene.entries[unit.entry]
    return block(pose, unit.models, unit.files, unit.rear_from, entry.base_width, entry.base_depth)


def health(battle: Battle, unit: Unit) -> int:
    """Health Points left: the models' common pool."""
    return unit.models * battle.profile(unit).hp - unit.wounds


def full_health(battle: Battle, unit: Unit) -> int:
    entry = battle.entry(unit)
    return entry.models * entry.profile.hp
