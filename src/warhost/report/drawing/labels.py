"""Where labels go: next to their unit, and where easily possible on nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import msgspec

from warhost.table import Point, summed

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom; y runs down."""

LETTER = 8.1
"""The usual width of a letter of a label."""
FIGURE = 9.0
"""The usual width of a bold figure."""
GAP = 5.0


class Label(msgspec.Struct, frozen=True):
    """What is written next to a unit, and the box of the unit itself."""

    lines: tuple[str, ...]
    count: str
    icons: tuple[str, ...]
    anchor: Box
    below: bool = True
    left: float = 1.0
    """How much of its health the unit has."""
    line: float = 17.0

    @property
    def count_width(self) -> float:
        return len(self.count) * FIGURE + GAP

    @property
    def row(self) -> float:
        """The width of the row under the name."""
        return self.count_width + 19.0 * len(self.icons)

    @property
    def width(self) -> float:
        return max(self.row, *(len(line) * LETTER for line in self.lines))

    @property
    def height(self) -> float:
        return (len(self.lines) + 1) * self.line + (3.0 if self.left < 1 else 0.0)


def around(points: Sequence[Point]) -> Box:
    """The upright box around points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return (min(xs), min(ys), max(xs), max(ys))


def scaled(box: Box, by: float) -> Box:
    left, top, right, bottom = box
    return (left * by, top * by, right * by, bottom * by)


def place_labels(labels: Sequence[Label], taken: Sequence[Box], within: Box) -> list[Point]:
    """The middle of the top of every label. Each takes the first of its places with the least of others under it."""
    placed: list[Box] = []
    found: list[Point] = []
    for label in labels:
        best = min(
            enumerate(_candidates(label)),
            key=lambda numbered: (round(_cost(numbered[1], taken, placed, within), 3), numbered[0]),
        )[1]
        placed.append(best)
        found.append(((best[0] + best[2]) / 2, best[1]))
    return found


def _candidates(label: Label) -> Iterator[Box]:
    left, top, right, bottom = label.anchor
    width, height = label.width, label.height
    middle = (left + right) / 2
    half = width / 2
    for far in (GAP, 24.0, 48.0, 72.0):
        under, over = bottom + far, top - far - height
        level = (top + bottom - height) / 2
        for y in (under, over) if label.below else (over, under):
            yield (middle - half, y, middle + half, y + height)
        yield (right + far, level, right + far + width, level + height)
        yield (left - far - width, level, left - far, level + height)
        for y in (under, over) if label.below else (over, under):
            for x in (middle + half * 0.8, middle - half * 0.8):
                yield (x - half, y, x + half, y + height)


def _cost(box: Box, units: Sequence[Box], labels: Sequence[Box], within: Box) -> float:
    """What lies under the label, in square units; other labels are worse than units, the edge of the sheet worst."""
    area = (box[2] - box[0]) * (box[3] - box[1])
    outside = area - _shared(box, within)
    return summed(_shared(box, u) for u in units) + 2 * summed(_shared(box, p) for p in labels) + 3 * outside


def _shared(one: Box, other: Box) -> float:
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return width * height if width > 0 and height > 0 else 0.0
