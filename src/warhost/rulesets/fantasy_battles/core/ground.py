"""What ground a unit stands on (Other Terrain Rules)."""

from __future__ import annotations

from typing import NamedTuple

from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.core.formation import boundary, everybody_at
from warhost.rulesets.families.ninth_age.core.terrain import FOREST, WALL, of_kind
from warhost.rulesets.fantasy_battles.core.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.core.moments import has
from warhost.rulesets.fantasy_battles.core.terrain import kinds_at
from warhost.rulesets.fantasy_battles.core.values import flies
from warhost.table import TOLERANCE, Arc, Rect, distance_to_segment, edge


class Ground(NamedTuple):
    """Terrain as the source of a modifier."""

    name: str
    id: str


DEFENDED_WALL = Ground("Wall", "t9a.terrain.walls_defend")


@rule("t9a.terrain.open", "t9a.terrain.fields", "t9a.terrain.ruins")
def kinds_of(battle: Battle, unit: Unit) -> set[str]:
    """The kinds of the Terrain Features that the unit is in: those that hold its Centre (T9A-R047).

    By a setting those that hold the centres of more than half of its models. Some units have a Forest of their own.
    """
    body = battle.body(unit)
    pose = body.pose
    if pose is None:
        return set()
    if battle.scene.settings.inside_by == "centre":
        found = kinds_at(battle, pose.x, pose.y)
    else:
        models = everybody_at(battle, body, pose)
        counts: dict[str, int] = {}
        for model in models:
            for kind in kinds_at(battle, model.base.x, model.base.y):
                counts[kind] = counts.get(kind, 0) + 1
        found = {kind for kind, count in counts.items() if 2 * count > len(models)}
    return found | {FOREST} if has(battle, body, "in_forest") else found


@rule("t9a.terrain.forest_stubborn")
def stubborn_here(battle: Battle, unit: Unit) -> bool:
    """Whether the ground makes the unit Stubborn: Infantry with Light Troops in a Forest, unless it towers or flies."""
    if battle.entry(unit).type != "Infantry" or not has(battle, unit, "forester"):
        return False
    return FOREST in kinds_of(battle, unit) and not flies(battle, unit) and not has(battle, unit, "towers")


@rule("t9a.terrain.walls_defend", "t9a.cover.walls")
def defended_walls(battle: Battle, unit: Unit) -> list[Rect]:
    """The Walls that a unit defends: its front edge touches them, over any length (T9A-R050)."""
    left, right = edge(boundary(battle, battle.body(unit)), Arc.FRONT)
    walls = of_kind(battle.scene.board, WALL)
    return [wall for wall in walls if distance_to_segment(wall, left, right) <= TOLERANCE]


@rule("t9a.terrain.walls_defend")
def wall_protects(battle: Battle, attacker: Unit, target: Unit) -> bool:
    """Whether the target defends a Wall against an attacker that charged its front in this round (T9A-R050)."""
    body, other = battle.body(attacker), battle.body(target)
    if not body.charging or all(foe.unit != other.id or foe.theirs is not Arc.FRONT for foe in body.foes):
        return False
    return bool(defended_walls(battle, other))
