"""Units that come in along the board edges: which edge their rear lies on, and the places along it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator

from warhost.play.questions import Edge
from warhost.play.script import passes
from warhost.table import TOLERANCE, Board, Pose, Rect

APART, CLOSE = 1.0, 0.125
"""How far apart the places along the edges are that are looked at first, and where none of those is free."""


def rear_on(shape: Rect, board: Board) -> set[Edge]:
    """The board edges along which the rear of a unit lies."""
    rear = shape.corners[2:]
    flush: dict[Edge, bool] = {
        "left": all(x <= TOLERANCE for x, _ in rear),
        "right": all(x >= board.width - TOLERANCE for x, _ in rear),
        "near": all(y <= TOLERANCE for _, y in rear),
        "far": all(y >= board.depth - TOLERANCE for _, y in rear),
    }
    return {edge for edge, lies in flush.items() if lies}


def places(
    board: Board, size: tuple[float, float], edges: Container[Edge], check: Callable[[Pose], object]
) -> Iterator[Pose]:
    """Legal places along the edges, an inch apart; closer together where none of those is free."""
    for apart in (APART, CLOSE):
        found = False
        for pose in _along(board, size, edges, apart):
            if passes(check, pose):
                found = True
                yield pose
        if found:
            return


def _along(board: Board, size: tuple[float, float], edges: Container[Edge], apart: float) -> Iterator[Pose]:
    width, depth = size
    for x in _steps(width / 2, board.width - width / 2, apart):
        if "near" in edges:
            yield Pose(x, depth / 2, 0.0)
        if "far" in edges:
            yield Pose(x, board.depth - depth / 2, 180.0)
    for y in _steps(width / 2, board.depth - width / 2, apart):
        if "left" in edges:
            yield Pose(depth / 2, y, 90.0)
        if "right" in edges:
            yield Pose(board.width - depth / 2, y, 270.0)


def _steps(low: float, high: float, apart: float) -> Iterator[float]:
    """From the low end to the high one, both included."""
    count = int((high - low) / apart)
    yield from (low + step * apart for step in range(count + 1))
    if high - low - count * apart > TOLERANCE:
        yield high
