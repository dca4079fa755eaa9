"""Pivots, Advances and Marches: what players may draw."""

from __future__ import annotations

from warhost.play.questions import Kind, Turning

WHEELS = Turning("corner", 90.0, costs=True)
"""A Wheel turns at most 90 degrees and costs what its outer corner covers."""

PIVOTS = Turning("centre", 360.0)
"""A Pivot turns as far as its owner likes."""

ONE_PIVOT = Turning("centre", 360.0, most=1)
FIRST_PIVOT = Turning("centre", 360.0, most=1, first=True)

TRIES = 6
"""How many moves a random player draws before it stays where it is."""


def pivot_kind(gap: float) -> Kind:
    """A Pivot on the spot: once, as far as its owner likes."""
    return Kind("pivot", turns=(ONE_PIVOT,), gap=gap, text="Turn on the spot only. This counts as moving.")


def advancing(inches: float, gap: float, *, single: bool, text: str) -> Kind:
    """The rate forward with wheels and a Pivot before all else, or half of it straight back or to a side.

    Single models pivot at any moment, as often as they like.
    """
    return Kind("advance", inches, inches / 2, inches / 2, (WHEELS, PIVOTS if single else FIRST_PIVOT), gap, text)


def marching(inches: float, gap: float, *, single: bool, text: str) -> Kind:
    """The rate forward with wheels; only single models pivot."""
    return Kind("march", inches, turns=(WHEELS, PIVOTS) if single else (WHEELS,), gap=gap, text=text)
