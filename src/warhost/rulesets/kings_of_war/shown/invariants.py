"""What must always hold between two steps, whatever the players and the dice do. For tests and fuzzing."""

from __future__ import annotations

from collections import Counter

from warhost.field.field import misplaced
from warhost.rulesets.kings_of_war.core import BLOCKING, CONTACT, Battle, Unit, field_of, in_contact
from warhost.table import overlap_depth


def problems(battle: Battle) -> list[str]:
    """Every broken invariant as a sentence."""
    field = field_of(battle)
    found = misplaced(field, CONTACT)
    for unit in battle.units:
        found += _of_unit(battle, unit)
    for body in field.bodies:
        if any(overlap_depth(body.shape, piece.shape) > CONTACT for piece in field.terrain.having(BLOCKING)):
            found.append(f"{body.name} stands on blocking terrain.")
    for marker in battle.markers:
        if marker.carrier is not None and battle.units[marker.carrier].pose is None:
            found.append(f"{battle.units[marker.carrier].name} carries loot and is gone.")
    return found


def _of_unit(battle: Battle, unit: Unit) -> list[str]:
    found: list[str] = []
    if unit.pose is None:
        return [f"{unit.name} is gone but still engaged."] if unit.foes else []
    if unit.damage < 0:
        found.append(f"{unit.name} has {unit.damage} damage.")
    if unit.fate:
        found.append(f"{unit.name} is {unit.fate} and on the table.")
    if not 0 <= unit.wavering <= 2:
        found.append(f"{unit.name} wavers for {unit.wavering} turns.")
    for foe in unit.foes:
        other = battle.units[foe.unit]
        if other.seat == unit.seat:
            found.append(f"{unit.name} is engaged with a friend.")
        mirrored = [f for f in other.foes if f.unit == unit.id]
        if len(mirrored) != 1 or (mirrored[0].mine, mirrored[0].theirs) != (foe.theirs, foe.mine):
            found.append(f"{unit.name} and {other.name} disagree on their contact.")
        if other.pose is not None and not in_contact(battle, unit, other):
            found.append(f"{unit.name} is engaged with {other.name} but does not touch it.")
    for facing, count in Counter(foe.mine for foe in unit.foes).items():
        if count > 2:
            found.append(f"{count} enemies stand against the {facing.value} of {unit.name}.")
    return found
