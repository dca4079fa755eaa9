"""What must always hold between two steps, whatever the players and the dice do. For tests and fuzzing."""

from __future__ import annotations

from warhost.rulesets.essence_of_war.core import ROCKS, Battle, Unit, field_of, health, last_rank, rows
from warhost.rulesets.families.ninth_age.core import invariants


def problems(battle: Battle) -> list[str]:
    """Every broken invariant as a sentence."""
    found = invariants.of_places(battle, field_of(battle), ROCKS)
    for unit in battle.units:
        found.extend(invariants.of_foes(battle, unit))
        found.extend(_of_unit(battle, unit))
    if any(pool < 0 for pool in (*battle.pools, *battle.stored)):
        found.append(f"Magic Dice below nothing: {battle.pools}, stored {battle.stored}.")
    return found


def _of_unit(battle: Battle, unit: Unit) -> list[str]:
    found: list[str] = []
    entry = battle.entry(unit)
    if unit.pose is None:
        if unit.host is not None and battle.units[unit.host].guest != unit.id:
            found.append(f"{unit.name} stands in ranks that do not know of it.")
        return found
    if unit.guest is not None and battle.units[unit.guest].host != unit.id:
        found.append(f"{unit.name} has a guest that is elsewhere.")
    if not 1 <= unit.models <= entry.models:
        found.append(f"{unit.name} has {unit.models} models of {entry.models}.")
    if not 0 <= unit.wounds < entry.profile.hp:
        found.append(f"{unit.name} has {unit.wounds} wounds on models with {entry.profile.hp} Health Points.")
    if health(battle, unit) <= 0:
        found.append(f"{unit.name} stands without Health Points.")
    behind = unit.room[1] if unit.guest is not None else 1
    if not 1 <= unit.files <= entry.files or (rows(unit) > behind and unit.files != entry.files):
        found.append(f"{unit.name} has {unit.files} files of {entry.files} in {rows(unit)} ranks.")
    if not 0 <= unit.rear_from <= unit.files - last_rank(unit):
        found.append(f"{unit.name}: the last rank does not fit ({unit.rear_from} + {last_rank(unit)}).")
    return found
