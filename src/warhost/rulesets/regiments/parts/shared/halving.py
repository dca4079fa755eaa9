"""Distances that are halved on small tables and with small models (AOFR-R612)."""

from __future__ import annotations

from math import ceil

from warhost.rulebook import rule
from warhost.table import TOLERANCE


@rule("aofr.kitchen.halved", "aofr.multibase.halved")
def halved(inches: float) -> float:
    """Half of a distance that was modified already, rounded up to a whole inch."""
    return float(ceil(inches / 2 - TOLERANCE))
