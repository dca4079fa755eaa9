"""What the ground has to do with a charge: hills, obstacles, and what chargers and charged stand in or go through."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import Literal

from warhost.field.loose.costs import enters, span
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.movement import ground
from warhost.rulesets.blue_age.core import Battle, Unit, bases_of, has, terrain_of
from warhost.table import Base, Point, Rect, contains_point, distance_to_point

DEFENDED = 1.0
"""How near to an obstacle those who defend it stand (BLUE-R135)."""


@rule("blue.initiative_mod.charged_downhill", "blue.terrain.hill_charge")
def is_downhill(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether a charge goes down from a hill: the charger is on it with more than half of its models, the target is
    not (BLUE-R134)."""
    return any(
        _mostly(battle, unit, piece.shape) and not _mostly(battle, target, piece.shape)
        for piece in terrain_of(battle).having("hill")
    )


def _mostly(battle: Battle, unit: Unit, shape: Rect, roads: Sequence[Rect] = ()) -> bool:
    """Whether more than half of the models of a unit are in an area, and on no road through it."""
    inside = sum(
        contains_point(shape, model.x, model.y) and not any(contains_point(road, model.x, model.y) for road in roads)
        for model in unit.models
    )
    return inside * 2 > len(unit.models)


@rule("blue.combat_score.charged_in_terrain", "blue.terrain.road", "blue.terrain.bridge")
def stands_in(battle: Battle, unit: Unit) -> Literal["", "terrain", "building"]:
    """Where a unit that is charged stands, if that counts for the score: in what is Difficult or Dangerous to it
    (BLUE-R68); Difficult ground is nothing to those who fly (BLUE-R157)."""
    if unit.inside is not None:
        return "building"
    feet, footing = ground.feet_of(battle, unit), ground.footing_of(battle, unit)
    rough = [*footing.dangers]
    if not feet.flies:
        pieces = terrain_of(battle).pieces
        rough += [piece.shape for piece in pieces if (piece.traits - feet.opened) & {"difficult", "shallow"}]
    return "terrain" if any(_mostly(battle, unit, shape, footing.roads) for shape in rough) else ""


@rule("blue.initiative_mod.low_obstacle", "blue.initiative_mod.high_obstacle")
def defended(battle: Battle, unit: Unit, chargers: Sequence[Base]) -> Literal["", "low", "high"]:
    """The obstacle that a unit defends: within 1" of it, and between it and the chargers (BLUE-R135)."""
    if unit.inside is not None:
        return ""
    found: Literal["", "low", "high"] = ""
    bases = bases_of(battle, unit)
    for piece in terrain_of(battle).pieces:
        kind: Literal["", "low", "high"] = "high" if "high" in piece.traits else "low" if "low" in piece.traits else ""
        if not kind or (found == "high" and kind == "low"):
            continue
        for base in bases:
            if distance_to_point(piece.shape, base.x, base.y) - base.radius > DEFENDED + 1e-6:
                continue
            enemy = min(chargers, key=lambda one: hypot(one.x - base.x, one.y - base.y))
            if span(piece.shape, (base.x, base.y), (enemy.x, enemy.y)) is not None:
                found = kind
                break
    return found


@rule("blue.initiative_mod.charged_difficult", "blue.initiative_mod.charged_dangerous")
def worst(battle: Battle, unit: Unit, ways: Sequence[Sequence[Point]]) -> Literal["", "difficult", "dangerous"]:
    """The worst ground that a charge went through; nothing for those whom terrain never slows (BLUE-R58)."""
    if has(battle, unit, "sure_step") or has(battle, unit, "flies"):
        return ""
    footing = ground.footing_of(battle, unit)
    hard = [
        piece.shape
        for piece in terrain_of(battle).pieces
        if piece.traits & {"difficult", "shallow"} and piece.shape in footing.slow
    ]
    if any(enters(footing.dangers, footing.roads, way) for way in ways):
        return "dangerous"
    return "difficult" if any(enters(hard, footing.roads, way) for way in ways) else ""
