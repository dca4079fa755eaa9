"""What must always hold between two steps of a battle of either book, whatever the players and the dice do."""

from __future__ import annotations

from warhost.field import Field
from warhost.field.field import misplaced
from warhost.rulesets.families.ninth_age.core.kinds import Battle, U
from warhost.table import TOLERANCE, distance, overlap_depth

CONTACT = 4 * TOLERANCE
"""Contact kept through nudges and rounding may be off by a few tolerances, not more."""


def of_places(battle: Battle[U], field: Field, barred: str) -> list[str]:
    """Units that stand on each other, on Impassable Terrain, or apart from their foes; each as a sentence."""
    found = misplaced(field, CONTACT)
    standing = [unit for unit in battle.units if unit.pose is not None]
    for unit in standing:
        shape = field[unit.id].shape
        if any(overlap_depth(shape, rock.shape) > CONTACT for rock in field.terrain.having(barred)):
            found.append(f"{unit.name} stands on Impassable Terrain.")
        for other in standing:
            gap = distance(shape, field[other.id].shape)
            fighting = any(foe.unit == other.id for foe in unit.foes)
            if fighting and gap > CONTACT:
                found.append(f"{unit.name} is Engaged with {other.name} but does not touch it.")
            if gap <= TOLERANCE / 2 and not fighting and other.seat != unit.seat:
                found.append(f"{unit.name} touches {other.name} but is not Engaged with it.")
    return found


def of_foes(battle: Battle[U], unit: U) -> list[str]:
    """Contacts that only one of two units knows of, and such as cannot be; each as a sentence."""
    if unit.pose is None:
        return [f"{unit.name} is gone but still Engaged."] if unit.foes else []
    found: list[str] = []
    if unit.fleeing and unit.foes:
        found.append(f"{unit.name} flees and is Engaged at once.")
    for foe in unit.foes:
        other = battle.units[foe.unit]
        if other.seat == unit.seat:
            found.append(f"{unit.name} is Engaged with a friend.")
        mirrored = [f for f in other.foes if f.unit == unit.id]
        if len(mirrored) != 1 or (mirrored[0].mine, mirrored[0].theirs) != (foe.theirs, foe.mine):
            found.append(f"{unit.name} and {other.name} disagree on their contact.")
    return found
