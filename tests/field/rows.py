"""Rows of round models on an open table, for tests that name their figures."""

from __future__ import annotations

from warhost.field.loose.steps import Around
from warhost.table import Board, Circle, base_distance

BOARD = Board(48.0, 48.0)
OPEN = Around(BOARD)


def row(count: int, x: float, y: float, gap: float = 0.0) -> tuple[Circle, ...]:
    """Models side by side, each an inch wide."""
    return tuple(Circle(x + number * (1.0 + gap), y, 0.5) for number in range(count))


def gaps(ones: tuple[Circle, ...], others: tuple[Circle, ...]) -> list[float]:
    return [min(base_distance(one, other) for other in others) for one in ones]
