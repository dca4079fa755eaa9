"""What became of the units of an Army List: removed as casualties, fleeing, or how much of them is left."""

from __future__ import annotations

from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.core import Battle, Unit, health


def models_of(battle: Battle, unit: Unit) -> list[Unit]:
    """The unit, and its Champion if its entry has one: they were bought together. Without those that are gone."""
    found = [unit]
    if battle.entry(unit).champion is not None:
        found.append(battle.bearing(unit.entry + 1))
    return [one for one in found if not one.fate]


@rule("t9a.victory.vp_casualty")
def is_casualty(battle: Battle, unit: Unit) -> bool:
    """Whether nothing of the unit is left in the game, wherever it went."""
    return not models_of(battle, unit)


@rule("t9a.victory.vp_fleeing", "t9a.victory.vp_shattered_fleeing")
def is_fleeing(battle: Battle, unit: Unit) -> bool:
    """Whether what is left of the unit flees."""
    return any(battle.body(one).fleeing for one in models_of(battle, unit))


@rule("t9a.victory.shattered", "t9a.victory.shattered_characters")
def is_shattered(battle: Battle, unit: Unit) -> bool:
    """Whether a quarter or less of its starting Health Points is left; a Character in its ranks does not count."""
    left = sum(health(battle, one) for one in models_of(battle, unit))
    return 0 < left * 4 <= battle.entry(unit).health
