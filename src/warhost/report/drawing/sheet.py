"""From inches on the table to figures on a sheet: y runs down, every figure has at most two decimals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

import msgspec

from warhost.table import Point

INCH = 20.0
"""How many units of the sheet an inch is."""

MARGIN = 26.0
"""Room around the board where letters have their usual size."""

USUAL = 36.0
"""Inches across for which letters have their usual size."""


def number(value: float) -> str:
    """A figure as short as two decimals allow."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


_FORBIDDEN = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")


_MARKED = re.compile(r'("[^\W\d_][^"]*")|(?<=\d)"')


def measured(words: str) -> str:
    """Inches with their own mark; whatever is quoted whole stays as it is."""
    return _MARKED.sub(lambda found: found[1] or "\N{DOUBLE PRIME}", words)


def text(words: str) -> str:
    """Words as they are read, safe between tags and in attributes; what XML cannot hold is replaced."""
    return escape(measured(_FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", words)))


def polygon(points: Sequence[Point]) -> str:
    """A closed path."""
    return "M" + "L".join(f"{number(x)},{number(y)}" for x, y in points) + "Z"


class Sheet(msgspec.Struct, frozen=True):
    """A board of that size on paper, with room around it for a ruler."""

    board_width: float
    board_depth: float

    @property
    def margin(self) -> float:
        return MARGIN * self.letters

    @property
    def width(self) -> float:
        return self.board_width * INCH + 2 * self.margin

    @property
    def height(self) -> float:
        return self.board_depth * INCH + 2 * self.margin

    @property
    def letters(self) -> float:
        """How much larger than usual it is written: a large board is looked at from further away."""
        return max(1.0, self.board_width / USUAL)

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The board: left, top, right, bottom."""
        return (self.margin, self.margin, self.width - self.margin, self.height - self.margin)

    def x(self, inches: float) -> float:
        return self.margin + inches * INCH

    def y(self, inches: float) -> float:
        return self.margin + (self.board_depth - inches) * INCH

    def point(self, place: Point) -> Point:
        return (self.x(place[0]), self.y(place[1]))

    def points(self, places: Iterable[Point]) -> list[Point]:
        return [self.point(place) for place in places]
