"""What must always hold between two steps, whatever the players and the dice do. For tests and fuzzing."""

from __future__ import annotations

from warhost.field.loose.cohesion import in_cohesion
from warhost.rulesets.blue_age.core import CONTACT, Battle, Unit, all_bases, bases_of
from warhost.rulesets.blue_age.core.values import health_of
from warhost.table import TOLERANCE, base_on_board


def problems(battle: Battle) -> list[str]:
    """Every broken invariant as a sentence."""
    found: list[str] = []
    for seat, pool in enumerate(battle.pools):
        if pool < 0:
            found.append(f"The Magic Pool of seat {seat} has {pool} dice.")
    for unit in battle.units:
        found += _of_unit(battle, unit)
    return [*found, *_overlaps(battle)]


def _of_unit(battle: Battle, unit: Unit) -> list[str]:
    found: list[str] = []
    if not unit.models:
        if unit.foes:
            found.append(f"{unit.name} is gone but still locked in combat.")
        return found
    entry = battle.entry(unit)
    board = battle.scene.board
    if unit.fate:
        found.append(f"{unit.name} is {unit.fate} and on the table.")
    if any(not 0 <= model.lost < health_of(entry, model.role) for model in unit.models):
        found.append(f"{unit.name} has a model with no Health left.")
    if len(unit.models) > entry.models:
        found.append(f"{unit.name} has grown to {len(unit.models)} models.")
    on_it = all(base_on_board(base, board.width, board.depth) for base in bases_of(battle, unit))
    if unit.inside is None and not on_it:
        found.append(f"{unit.name} stands over the table edge.")
    for number in unit.foes:
        foe = battle.units[number]
        if foe.seat == unit.seat or unit.id not in foe.foes:
            found.append(f"{unit.name} and {foe.name} disagree on being locked.")
    if unit.host is not None:
        if unit.foes or unit.fleeing:
            found.append(f"{unit.name} is with a unit but fights or flees alone.")
        if not battle.units[unit.host].models:
            found.append(f"{unit.name} is with a unit that is gone.")
    return found


def out_of_cohesion(battle: Battle, unit: Unit) -> bool:
    """Whether a unit with its Heroes is more than one chain; losses may have torn it (BLUE-R12)."""
    return unit.inside is None and not in_cohesion(all_bases(battle, unit), 2.0 + TOLERANCE)


def _overlaps(battle: Battle) -> list[str]:
    """No two bases on the table overlap; who is in a building has no places (BLUE-R137)."""
    standing = [
        (base.x, base.y, base.radius, unit)
        for unit in battle.units
        if unit.inside is None and (unit.host is None or battle.units[unit.host].inside is None)
        for base in bases_of(battle, unit)
    ]
    standing.sort(key=lambda one: one[0])
    found = []
    for number, (x, y, radius, unit) in enumerate(standing):
        for ox, oy, other_radius, other in standing[number + 1 :]:
            if ox - x > radius + 5.0:
                break
            reach = radius + other_radius - CONTACT
            if (ox - x) ** 2 + (oy - y) ** 2 < reach * reach:
                found.append(f"A model of {unit.name} stands on one of {other.name} at {x:.2f},{y:.2f}.")
    return found
