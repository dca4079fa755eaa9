"""Pivots, Advances and Marches: what players may draw, and what is suggested to them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from warhost.dice import Chance
from warhost.field import drawn, offered
from warhost.field.drafts import random_wheeling, wheeling_drafts
from warhost.play.questions import Kind, Moved, Turning
from warhost.rulesets.families.ninth_age.contact import enemies
from warhost.rulesets.families.ninth_age.kinds import Battle, U
from warhost.table import Rect

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


def suggest(
    battle: Battle[U], unit: U, shape: Rect, kinds: Sequence[Kind], check: Callable[[Moved], object]
) -> list[Moved]:
    """Sensible legal moves, the first of them to stay: ahead, towards enemies and the centre, facing them, away."""
    goals = [(enemy.pose.x, enemy.pose.y) for enemy in enemies(battle, unit.seat) if enemy.pose is not None]
    return offered(check, wheeling_drafts(shape, kinds, goals, battle.scene.board.centre))


def sample(shape: Rect, kinds: Sequence[Kind], check: Callable[[Moved], object], chance: Chance) -> Moved:
    """A move at random that passes the check: any kind, any direction, any distance; or none.

    After a few failures it stays.
    """
    return drawn(check, lambda: random_wheeling(shape, kinds, chance), TRIES)
