"""Keys of options in which one unit does something to another: `3>5`."""

from __future__ import annotations

from warhost.rulesets.essence_of_war.battle import Battle, Unit

__all__ = ["pair", "pair_in"]


def pair(unit: Unit, target: Unit) -> str:
    """The key for a unit and its target."""
    return f"{unit.id}>{target.id}"


def pair_in(battle: Battle, key: str) -> tuple[Unit, Unit]:
    """The unit and its target that a key names."""
    unit, _, target = key.partition(">")
    return battle.units[int(unit)], battle.units[int(target)]
