"""A spell on its way (Casting Attempt)."""

from __future__ import annotations

from msgspec import Struct

from warhost.rulesets.fantasy_battles.battle import Unit


class Casting(Struct, eq=False):
    """A spell that a model attempts to cast: on whom, and with how many Magic Dice (0 until they are declared)."""

    caster: Unit
    spell: str
    boosted: bool = False
    targets: tuple[int, ...] = ()
    dice: int = 0
