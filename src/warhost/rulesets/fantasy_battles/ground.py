"""What ground a unit stands on (Other Terrain Rules)."""

from __future__ import annotations

from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.formation import everybody_at
from warhost.rulesets.fantasy_battles.rules import has
from warhost.rulesets.fantasy_battles.terrain import FOREST, kinds_at


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
