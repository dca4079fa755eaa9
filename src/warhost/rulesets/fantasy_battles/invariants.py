"""What must always hold between two steps, whatever the players and the dice do. For tests and fuzzing."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.rulesets.families.ninth_age.core import invariants
from warhost.rulesets.fantasy_battles.chapters.victory.objectives import scores
from warhost.rulesets.fantasy_battles.core import ROCKS, Battle, Unit, field_of, health, last_rank, rows


def problems(battle: Battle) -> list[str]:
    """Every broken invariant as a sentence."""
    found = invariants.of_places(battle, field_of(battle), ROCKS)
    for unit in battle.units:
        found.extend(invariants.of_foes(battle, unit))
        found.extend(_of_unit(battle, unit))
    return [*found, *_of_pools(battle), *_of_markers(battle)]


def _of_pools(battle: Battle) -> Iterator[str]:
    """Nobody has less than nothing of anything."""
    pools = {"Magic Dice": battle.pools, "Veil Tokens": battle.tokens, "Orison Tokens": battle.orisons}
    for name, held in {**pools, "counters": battle.counters}.items():
        if min(held) < 0:
            yield f"The players have {held} {name}."
    for unit in battle.units:
        if unit.incendiary < 0:
            yield f"{unit.name} has {unit.incendiary} Incendiary markers."


def _of_markers(battle: Battle) -> Iterator[str]:
    """A marker is carried by one Scoring Unit, where that unit is."""
    carriers = [unit for unit in battle.units if unit.carries >= 0]
    if len({unit.carries for unit in carriers}) < len(carriers):
        yield "Two units carry the same marker."
    for unit in carriers:
        if unit.carries >= len(battle.markers):
            yield f"{unit.name} carries marker {unit.carries + 1} of {len(battle.markers)}."
        elif not scores(battle, unit):
            yield f"{unit.name} carries a marker but is not a Scoring Unit."
        elif unit.pose is not None and battle.markers[unit.carries] != (unit.pose.x, unit.pose.y):
            yield f"{unit.name} carries a marker that lies elsewhere."


def _of_unit(battle: Battle, unit: Unit) -> list[str]:
    found: list[str] = []
    entry = battle.entry(unit)
    if unit.pose is None:
        return [*_of_absent(battle, unit)]
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


def _of_absent(battle: Battle, unit: Unit) -> Iterator[str]:
    """A unit that is not on the board by itself is a guest, waits, or is gone."""
    if unit.host is not None:
        host = battle.units[unit.host]
        if unit.id not in {guest.unit for guest in host.guests}:
            yield f"{unit.name} stands in ranks that do not know of it."
        if unit.fate or unit.seat != host.seat or unit.guests or unit.models != 1:
            yield f"{unit.name} cannot stand in the ranks of {host.name}."
        if not 0 <= unit.wounds < battle.profile(unit).hp:
            yield f"{unit.name} has {unit.wounds} wounds of {battle.profile(unit).hp} Health Points."
    elif unit.fate and unit.guests:
        yield f"{unit.name} is gone, and somebody stands in its ranks."
    elif battle.turn and not unit.fate and not unit.waiting:
        yield f"{unit.name} is neither on the board, nor to come, nor gone."
    if unit.fleeing or unit.engaged:
        yield f"{unit.name} is not on the board but flees or fights."
