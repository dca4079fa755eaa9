"""What must always hold between two steps, whatever the players and the dice do."""

from __future__ import annotations

from warhost.field.field import misplaced
from warhost.rulesets.regiments.chapters.wounds.casualties import Muster
from warhost.rulesets.regiments.core import Battle, Unit, field_of, optional
from warhost.rulesets.regiments.core.speakers import casters


def problems(battle: Battle) -> list[str]:
    """Every broken invariant as a sentence."""
    found: list[str] = []
    for unit in battle.units:
        found.extend(_of_unit(battle, unit))
    found += misplaced(field_of(battle))
    if any(points < 0 for points in battle.points):
        found.append(f"Victory points below nothing: {battle.points}.")
    for part in optional.speaking(battle, "problems"):
        found.extend(part.problems(battle))
    return found


def _of_unit(battle: Battle, unit: Unit) -> list[str]:
    found: list[str] = []
    regiment = battle.regiment(unit)
    for left, group in zip(unit.left, regiment.groups, strict=True):
        if not 0 <= left <= group.count:
            found.append(f"{unit.name} has {left} models of {group.count} in a group.")
    if unit.pose is not None and (unit.models == 0 or unit.fate):
        found.append(f"{unit.name} stands on the table though it is gone.")
    if unit.pose is not None and unit.inside is not None:
        found.append(f"{unit.name} is on the table and in a transport at once.")
    if any(not 0 <= tokens <= 6 for tokens in unit.tokens):
        found.append(f"{unit.name} holds {unit.tokens} spell tokens.")
    muster = Muster(battle, unit)
    for kind, wounds in muster.wounds.items():
        if muster.left.get(kind) and not 0 <= wounds < muster.tough[kind]:
            found.append(f"{unit.name} has a model that lives with {wounds} wounds of {muster.tough[kind]}.")
    if unit.tokens and len(unit.tokens) != len(casters(battle, unit)):
        found.append(f"{unit.name} holds tokens {unit.tokens}, but has {len(casters(battle, unit))} casters.")
    if unit.models > unit.start:
        found.append(f"{unit.name} has more models than it started with.")
    return found
