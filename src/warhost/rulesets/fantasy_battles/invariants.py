"""What must always hold between two steps, whatever the players and the dice do. For tests and fuzzing."""

from __future__ import annotations

from warhost.rulesets.families.ninth_age import invariants
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.formation import field_of, health, last_rank, rows
from warhost.rulesets.fantasy_battles.terrain import ROCKS


def problems(battle: Battle) -> list[str]:
    """Every broken invariant as a sentence."""
    found = invariants.of_places(battle, field_of(battle), ROCKS)
    for unit in battle.units:
        found.extend(invariants.of_foes(battle, unit))
        found.extend(_of_unit(battle, unit))
    if any(pool < 0 for pool in (*battle.pools, *battle.tokens)):
        found.append(f"Magic Dice or Veil Tokens below nothing: {battle.pools}, {battle.tokens}.")
    return found


def _of_unit(battle: Battle, unit: Unit) -> list[str]:
    found: list[str] = []
    entry = battle.entry(unit)
    if unit.pose is None:
        if unit.host is not None and unit.id not in {guest.unit for guest in battle.units[unit.host].guests}:
            found.append(f"{unit.name} stands in ranks that do not know of it.")
        return found
    if any(guest.host != unit.id for guest in battle.guests_of(unit)):
        found.append(f"{unit.name} has a guest that is elsewhere.")
    taken = [file for guest in unit.guests for file in range(guest.file, guest.file + guest.files)]
    if len(set(taken)) < len(taken) or any(not 0 <= file < unit.files for file in taken):
        found.append(f"{unit.name}: its guests stand in files {taken} of {unit.files}.")
    if not 1 <= unit.models <= entry.models:
        found.append(f"{unit.name} has {unit.models} models of {entry.models}.")
    if not 0 <= unit.wounds < entry.profile.hp:
        found.append(f"{unit.name} has {unit.wounds} wounds on models with {entry.profile.hp} Health Points.")
    if health(battle, unit) <= 0:
        found.append(f"{unit.name} stands without Health Points.")
    if unit.files < 1 or (rows(unit) == 1 and last_rank(unit) != unit.files):
        found.append(f"{unit.name} has {unit.files} files in {rows(unit)} ranks.")
    if not 0 <= unit.rear_from <= unit.files - last_rank(unit):
        found.append(f"{unit.name}: the last rank does not fit ({unit.rear_from} + {last_rank(unit)}).")
    return found
