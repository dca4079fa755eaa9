"""Models in rows (General Principles: Unit Formations, Heroes in Unit Formations)."""

from __future__ import annotations

from functools import partial
from operator import attrgetter

import msgspec

from warhost.field import Body, FieldOf
from warhost.field.ground.placing import nearest_room
from warhost.field.ranks import from_front_left, part_of, parts_of
from warhost.play.battle import stand
from warhost.rulebook import rule
from warhost.rulesets.regiments.core.battle import Battle, Site, Unit, by_losses
from warhost.rulesets.regiments.core.entries import Group, Regiment
from warhost.rulesets.regiments.core.scenery import terrain_of
from warhost.table import Pose, Rect, block, contains_rect, distance, from_local, ranks_of, rect

HERO = -1
"""The group number of a joined hero."""

NUDGE = 0.25
"""How finely room is looked for, in inches."""

MOST_NUDGES = 48


class Trooper(msgspec.Struct, frozen=True, gc=False):
    """One model: which group it belongs to (a joined hero: HERO), its row and file as they count, its base."""

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
    """The width of a unit for the whole game: that of one half if it is combined, a hero left out (AOFR-R032)."""
    size = sum(group.count for group in regiment.groups)
    return width_of(size // 2 if regiment.combined else size)


def rows(unit: Unit) -> int:
    """How many rows the models count as, a short last one and a joined hero included."""
    return ranks_of(unit.models, unit.files)


def base_inches(regiment: Regiment) -> tuple[float, float]:
    return regiment.base_width, regiment.base_depth


@rule("aofr.measure.no_base")
def base_of(battle: Battle, unit: Unit) -> tuple[float, float]:
    """The base or hull of a place in the rows; a hero that is left alone stands on its own."""
    regiment = battle.regiment(unit)
    if regiment.hero is not None and not any(unit.left):
        return base_inches(regiment.hero)
    return base_inches(regiment)


@rule("aofr.formation.hero_displaces", "aofr.formation.hero_oversize")
def oversize_hero(battle: Battle, unit: Unit) -> Regiment | None:
    """The joined hero if it is alive and its base is too large for a place in the rows."""
    if not unit.hero:
        return None
    regiment = battle.regiment(unit)
    hero = regiment.hero
    assert hero is not None, f"{unit.name} has no hero"
    fits = hero.base[0] <= regiment.base[0] and hero.base[1] <= regiment.base[1]
    return None if fits else hero


def _beside(battle: Battle, unit: Unit) -> tuple[float, float] | None:
    """The base of an oversize hero that counts beside the last row (AOFR-R035)."""
    others = sum(unit.left)
    if not unit.hero or not 0 < others <= unit.files:
        return None
    hero = oversize_hero(battle, unit)
    return None if hero is None else base_inches(hero)


def _in_grid(battle: Battle, unit: Unit) -> int:
    """How many models stand in the grid: all of them, without an oversize hero that has comrades."""
    if unit.hero and any(unit.left) and oversize_hero(battle, unit) is not None:
        return sum(unit.left)
    return unit.models


def footprint(battle: Battle, unit: Unit) -> Rect:
    """The rectangle of all rows; it is what others may not come near, and its centre is what it pivots about.

    Who is inside a piece of terrain has that of the piece.
    """
    if unit.pose is None and (site := site_of(battle, unit)) is not None:
        return ground_of(site)
    return field_of.body(battle, unit).shape


def site_of(battle: Battle, unit: Unit) -> Site | None:
    """Where the piece of terrain lies that the unit is, or is inside of."""
    return (unit if unit.inside is None else battle.units[unit.inside]).site


def ground_of(site: Site) -> Rect:
    return rect(site.x, site.y, site.facing, site.width, site.depth)


def footprint_at(battle: Battle, unit: Unit, pose: Pose) -> Rect:
    width, depth = size(battle, unit)
    return rect(pose.x, pose.y, pose.facing, width, depth)


@rule("aofr.formation.hero_oversize_last_row", "aofr.pivot.centre")
@by_losses
def size(battle: Battle, unit: Unit) -> tuple[float, float]:
    """Width and depth of all rows together, in inches. The only row shrinks with its models (AOFR-R033).

    An oversize hero is left out until only the last row remains; then it stands at its left end.
    """
    width, depth = base_of(battle, unit)
    count = _in_grid(battle, unit)
    hero = _beside(battle, unit)
    if hero is not None:
        return count * width + hero[0], max(depth, hero[1])
    return min(unit.files, count) * width, ranks_of(count, unit.files) * depth


def perimeter(battle: Battle, unit: Unit, pose: Pose | None = None) -> tuple[Rect, ...]:
    """What the models really cover: the full rows as one rectangle, a short last row as another (AOFR-R027)."""
    if unit.pose is None and pose is None and (site := site_of(battle, unit)) is not None:
        return (ground_of(site),)
    if pose is None or pose == unit.pose:
        return field_of.body(battle, unit).covers
    return _covered(battle, unit, footprint_at(battle, unit, pose))


def _covered(battle: Battle, unit: Unit, whole: Rect) -> tuple[Rect, ...]:
    hero = _beside(battle, unit)
    if hero is not None:
        row = whole.width - hero[0]
        deep = base_of(battle, unit)[1]
        return (part_of(whole, 0.0, 0.0, hero[0], hero[1]), part_of(whole, hero[0], 0.0, row, deep))
    return parts_of(whole, _in_grid(battle, unit), unit.files, *base_of(battle, unit))


def _body(battle: Battle, unit: Unit) -> Body:
    assert unit.pose is not None
    whole = footprint_at(battle, unit, unit.pose)
    return Body(unit.id, unit.seat, unit.name, whole, _covered(battle, unit, whole))


field_of: FieldOf[Battle, Unit] = FieldOf(_body, attrgetter("pose", "left", "hero", "files", "seat"), terrain_of)
"""What stands where in a battle: footprints, what the models cover of them, and the terrain; kept with the battle."""


@rule("aofr.formation.contact", "aofr.formation.aligned", "aofr.formation.last_row_short", "aofr.formation.hero_slot")
def troopers(battle: Battle, unit: Unit, pose: Pose | None = None) -> tuple[Trooper, ...]:
    """Every model with its base, row by row from the front, from left to right.

    A joined hero stands first, then the groups in the order of the entry: command and special models before the rest,
    so that losses, which are taken from the back, cost them last (AOFR-R034, AOFR-R076). An oversize hero counts as
    the first model of the front row and measures from there until its own base counts.
    """
    where = pose or unit.pose
    assert where is not None, f"{unit.name} is not on the table"
    return _troopers(battle, unit, where)


@by_losses
def _troopers(battle: Battle, unit: Unit, where: Pose) -> tuple[Trooper, ...]:
    order = [HERO] * unit.hero + [number for number, count in enumerate(unit.left) for _ in range(count)]
    bases = _bases(battle, unit, where)
    return tuple(
        [
            Trooper(group, index // unit.files, index % unit.files, base)
            for index, (group, base) in enumerate(zip(order, bases, strict=True))
        ]
    )


def _bases(battle: Battle, unit: Unit, where: Pose) -> list[Rect]:
    width, depth = base_of(battle, unit)
    count = _in_grid(battle, unit)
    hero = _beside(battle, unit)
    if hero is not None:
        whole = footprint_at(battle, unit, where)
        row = [part_of(whole, hero[0] + file * width, 0.0, width, depth) for file in range(count)]
        return [part_of(whole, 0.0, 0.0, hero[0], hero[1]), *row]
    grid = [model.base for model in block(where, count, min(unit.files, count), 0, width, depth)]
    return grid if count == unit.models else [grid[0], *grid]


def group_of(battle: Battle, unit: Unit, number: int) -> Group:
    """The equipment of a model by its group number."""
    regiment = battle.regiment(unit)
    if number == HERO:
        assert regiment.hero is not None
        return regiment.hero.groups[0]
    return regiment.groups[number]


@rule("aofr.measure.unit_to_unit", "aofr.measure.model_to_model")
def gap_between(battle: Battle, one: Unit, other: Unit) -> float:
    """The distance between two units: that between their closest models."""
    return min(distance(a, b) for a in perimeter(battle, one) for b in perimeter(battle, other))


@rule("aofr.formation.last_row_short", "aofr.formation.hero_oversize_last_row")
def recount(battle: Battle, unit: Unit, left: tuple[int, ...], hero: bool) -> None:
    """The unit has so many models now. Its front row stays where it is: only the last row gets shorter (AOFR-R033).

    If an oversize hero's base begins to count and has no room at the left end, the unit gives way (AOFR-R035).
    """
    if unit.pose is None:
        unit.left, unit.hero = left, hero
        return
    before = footprint(battle, unit)
    beside = _beside(battle, unit)
    lead = beside[0] if beside is not None else 0.0
    unit.left, unit.hero = left, hero
    if not unit.models:
        return
    width, depth = size(battle, unit)
    beside = _beside(battle, unit)
    # The row's left end stays in place; a hero beside it stands further left, one that is left alone stays there.
    shift = 0.0 if not any(left) else lead - (beside[0] if beside is not None else 0.0)
    wanted = from_front_left(from_local(before, shift - before.width / 2, before.depth / 2), before, width, depth)
    if not contains_rect(before, wanted):
        wanted = nearest_room(wanted, partial(has_room, battle, unit), NUDGE, MOST_NUDGES)
    stand(unit, wanted)


@rule("aofr.move.possible_location")
def has_room(battle: Battle, unit: Unit, place: Rect, *without: Unit) -> bool:
    """Whether the place is wholly on the table and overlaps neither another unit nor impassable ground.

    `without` are units that are about to leave the table, or their places.
    """
    gone = frozenset(other.id for other in without)
    return field_of(battle).has_room(place, unit.id, barred="impassable", without=gone)


def on_table(battle: Battle, seat: int | None = None) -> list[Unit]:
    """The units on the table, of one side or of all."""
    return [unit for unit in battle.units if unit.pose is not None and (seat is None or unit.seat == seat)]


def is_present(battle: Battle, unit: Unit) -> bool:
    """Whether the unit is on the table or inside a piece of terrain there."""
    return unit.pose is not None or (unit.inside is not None and site_of(battle, unit) is not None)


def present(battle: Battle, seat: int | None = None) -> list[Unit]:
    """The units on the table and inside pieces of terrain there, of one side or of all."""
    return [unit for unit in battle.units if seat in (None, unit.seat) and is_present(battle, unit)]


def enemies(battle: Battle, seat: int) -> list[Unit]:
    """The units on the table that are not of that side."""
    return [unit for unit in battle.units if unit.pose is not None and unit.seat != seat]
