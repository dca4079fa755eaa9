"""What a solid building is: the models that it holds, its Tough value, its firing ports, its place among the units.

A building is a piece of terrain that counts like a unit: it can be entered and attacked. On the board it stays the
feature that it is, so that nobody walks or sees through it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from warhost.rulebook import rule
from warhost.rulesets.families.data import read_data
from warhost.rulesets.regiments.core import Battle, Group, Regiment, Site, Unit, footprint, ground_of
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.table import MM_PER_INCH, Feature, Rect, feature_rect, from_local, rect

Size = Literal["small", "medium", "large"]
Material = Literal["wood", "brick", "stone"]
Side = Literal["front", "right", "rear", "left"]

DEFENSE = 2
"""The Defense of all buildings (aofr.building.destructible)."""

SMALL, MEDIUM = 16.0, 48.0
"""Up to how many square inches a building without a size of its own is small, and up to how many it is medium."""

LEDGE = 0.02
"""How deep the strip is, in inches, in which models at a firing port count as standing."""

TURNS: dict[Side, float] = {"front": 0.0, "right": 90.0, "rear": 180.0, "left": 270.0}
"""How far a side looks to the right of the front."""

NOBODY = -1


class Kind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of piece that is a solid building."""

    material: Material
    ports: tuple[Side, ...]
    size: Size | None = None


class _BuildingsText(msgspec.Struct, forbid_unknown_fields=True):
    capacity: dict[Size, int]
    tough: dict[Material, int]
    kinds: dict[str, Kind]


class Building(msgspec.Struct, frozen=True, omit_defaults=True):
    """A building on the table: its number among the units, how many models it holds, the sides with firing ports."""

    unit: int
    capacity: int
    ports: tuple[Side, ...]


def _file() -> _BuildingsText:
    return read_data("warhost.rulesets.regiments", "parts/solid_buildings.toml", _BuildingsText)


@rule("aofr.building.capacity_small", "aofr.building.capacity_medium", "aofr.building.capacity_large")
def capacity(size: Size) -> int:
    """How many models a building of that size holds."""
    return _file().capacity[size]


@rule("aofr.building.tough_wood", "aofr.building.tough_brick", "aofr.building.tough_stone")
def toughness(material: Material) -> int:
    """How many wounds destroy a building of that material."""
    return _file().tough[material]


@rule("aofr.building.open", "aofr.building.solid")
def kind_of(feature: Feature) -> Kind | None:
    """What kind of solid building a piece is; None if it is none: models stand on the floor of an open building."""
    for name, kind in _file().kinds.items():
        if feature.kind == name or feature.kind.startswith(f"{name}_"):
            return kind
    return None


def size_of(feature: Feature, kind: Kind) -> Size:
    if kind.size is not None:
        return kind.size
    ground = feature.width * feature.depth
    return "small" if ground <= SMALL else "medium" if ground <= MEDIUM else "large"


@rule("aofr.building.solid", "aofr.building.destructible")
def stand_up(battle: Battle, feature: Feature, name: str, tough: int) -> Unit:
    """A piece of terrain becomes something that can be entered and attacked like a unit."""
    regiment = Regiment(
        faction="",
        name=name,
        quality=6,
        defense=DEFENSE,
        cost=0,
        base=(round(feature.width * MM_PER_INCH), round(feature.depth * MM_PER_INCH)),
        groups=(Group(1, ()),),
        rules=(RuleText("Tough", tough),),
        kind="vehicle",
    )
    unit = Unit(
        id=len(battle.units),
        seat=NOBODY,
        name=name,
        entry=len(battle.scene.regiments),
        left=(1,),
        files=1,
        start=1,
        site=Site(feature.x, feature.y, feature.facing, feature.width, feature.depth),
    )
    battle.scene = msgspec.structs.replace(battle.scene, regiments=(*battle.scene.regiments, regiment))
    battle.units = [*battle.units, unit]
    return unit


def raise_all(battle: Battle) -> tuple[Building, ...]:
    """All solid buildings on the board, which gets their names."""
    found, features = [], []
    named: dict[str, int] = {}
    for feature in battle.scene.board.features:
        kind = kind_of(feature)
        if kind is not None:
            word = feature.kind.split("_")[0].capitalize()
            named[word] = named.get(word, 0) + 1
            name = f"{word} {named[word]}"
            unit = stand_up(battle, feature, name, toughness(kind.material))
            found.append(Building(unit.id, capacity(size_of(feature, kind)), kind.ports))
            feature = msgspec.structs.replace(feature, name=name)
        features.append(feature)
    _put_features(battle, features)
    return tuple(found)


def _put_features(battle: Battle, features: Iterable[Feature]) -> None:
    board = msgspec.structs.replace(battle.scene.board, features=tuple(features))
    battle.scene = msgspec.structs.replace(battle.scene, board=board)


def remove_feature(battle: Battle, unit: Unit) -> None:
    """The piece of terrain is gone from the board."""
    if unit.site is None:
        return
    gone = ground_of(unit.site)
    _put_features(battle, (feature for feature in battle.scene.board.features if feature_rect(feature) != gone))


def garrison(battle: Battle, building: Building) -> list[Unit]:
    """The units inside."""
    return [unit for unit in battle.units if unit.inside == building.unit]


def holding(buildings: Iterable[Building], unit: Unit) -> Building | None:
    """The building that the unit is inside of."""
    return next((one for one in buildings if one.unit == unit.inside), None)


def by_unit(buildings: Iterable[Building]) -> Mapping[int, Building]:
    return {one.unit: one for one in buildings}


@rule("aofr.building.shoot")
def ports_of(battle: Battle, building: Building) -> list[Rect]:
    """A narrow strip along each side that has a firing port, looking outwards (AOFR-R132)."""
    return [side_strip(footprint(battle, battle.units[building.unit]), side) for side in building.ports]


def side_strip(hull: Rect, side: Side) -> Rect:
    """A narrow strip along the whole of a side."""
    out = LEDGE / 2
    right, ahead = {
        "front": (0.0, hull.depth / 2 + out),
        "right": (hull.width / 2 + out, 0.0),
        "rear": (0.0, -hull.depth / 2 - out),
        "left": (-hull.width / 2 - out, 0.0),
    }[side]
    x, y = from_local(hull, right, ahead)
    long = hull.width if side in ("front", "rear") else hull.depth
    return rect(x, y, hull.facing + TURNS[side], long, LEDGE)
