"""Models in rows (General Principles: Formations)."""

from __future__ import annotations

import msgspec

from warhost.play.battle import settled
from warhost.rulebook import rule
from warhost.rulesets.regiments.battle import Battle, Unit
from warhost.rulesets.regiments.entries import Group, Regiment
from warhost.table import MM_PER_INCH, Pose, Rect, block, ranks_of, rect

HERO = -1
"""The group number of a joined hero."""


class Trooper(msgspec.Struct, frozen=True):
    """One model: which group it belongs to (a joined hero: HERO), its row and file, its base."""

    group: int
    rank: int
    file: int
    base: Rect


@rule("aofr.formation.five_wide", "aofr.formation.three_wide")
def width_of(size: int) -> int:
    """How many models stand side by side in a unit that starts with so many (AOFR-R031)."""
    if size <= 2:
        return size
    return 3 if size in (3, 4, 6, 9, 12) else 5


def files_of(regiment: Regiment) -> int:
    """The width of a unit for the whole game: that of one half if it is combined (AOFR-R031)."""
    size = sum(group.count for group in regiment.groups)
    return width_of(size // 2 if regiment.combined else size)


def rows(unit: Unit) -> int:
    """How many rows of models stand there, a short last one included."""
    return ranks_of(unit.models, unit.files)


def base_inches(regiment: Regiment) -> tuple[float, float]:
    return regiment.base[0] / MM_PER_INCH, regiment.base[1] / MM_PER_INCH


def base_of(battle: Battle, unit: Unit) -> tuple[float, float]:
    """The base of a place in the rows; a hero that is left alone stands on its own."""
    regiment = battle.regiment(unit)
    if regiment.hero is not None and not any(unit.left):
        return base_inches(regiment.hero)
    return base_inches(regiment)


def footprint(battle: Battle, unit: Unit) -> Rect:
    """The rectangle of all rows; it is what others may not come near, and its centre is what it pivots about."""
    assert unit.pose is not None, f"{unit.name} is not on the table"
    return footprint_at(battle, unit, unit.pose)


def footprint_at(battle: Battle, unit: Unit, pose: Pose) -> Rect:
    width, depth = size(battle, unit)
    return rect(pose.x, pose.y, pose.facing, width, depth)


def size(battle: Battle, unit: Unit) -> tuple[float, float]:
    """Width and depth of all rows together, in inches. The only row shrinks with its models (AOFR-R033)."""
    width, depth = base_of(battle, unit)
    return min(unit.files, unit.models) * width, rows(unit) * depth


def troopers(battle: Battle, unit: Unit, pose: Pose | None = None) -> list[Trooper]:
    """Every model with its base, row by row from the front, from left to right.

    A joined hero stands first, then the groups in the order of the entry: command and special models before the rest,
    so that losses, which are taken from the back, cost them last (aofr.formation.hero_slot, AOFR-R076).
    """
    where = pose or unit.pose
    assert where is not None, f"{unit.name} is not on the table"
    width, depth = base_of(battle, unit)
    files = min(unit.files, unit.models)
    order = [HERO] * unit.hero + [number for number, count in enumerate(unit.left) for _ in range(count)]
    placed = block(where, unit.models, files, 0, width, depth)
    return [Trooper(group, model.rank, model.file, model.base) for group, model in zip(order, placed, strict=True)]


def group_of(battle: Battle, unit: Unit, number: int) -> Group:
    """The equipment of a model by its group number."""
    regiment = battle.regiment(unit)
    if number == HERO:
        assert regiment.hero is not None
        return regiment.hero.groups[0]
    return regiment.groups[number]


def stand(unit: Unit, where: Rect | Pose) -> None:
    """Put the unit there."""
    unit.pose = settled(where)


def on_table(battle: Battle, seat: int | None = None) -> list[Unit]:
    """The units on the table, of one side or of all."""
    return [unit for unit in battle.units if unit.pose is not None and (seat is None or unit.seat == seat)]
