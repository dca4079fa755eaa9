"""What drawings by code are made of: numbers that a name decides, colours that mix, and paths that are put in place.

The page has the same in `web/src/table/art.ts`, and tests hold the two against each other.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from math import atan2, cos, degrees, floor, hypot, radians, sin
from typing import NamedTuple

_WORD = 0xFFFFFFFF
_PIECE = re.compile(r"([MLCQZO])([^MLCQZO]*)")
_NUMBER = re.compile(r"-?[\d.]+")


def hash_of(text: str) -> int:
    """A number that is always the same for a text."""
    found = 2166136261
    for char in text:
        found = (found ^ ord(char)) * 16777619 & _WORD
    found ^= found >> 15
    found = found * 2246822507 & _WORD
    return found ^ found >> 13


def random_from(seed: int) -> Callable[[], float]:
    """Numbers from 0 to 1, the same row of them for the same seed."""
    state = seed & _WORD

    def draw() -> float:
        nonlocal state
        state = state + 0x6D2B79F5 & _WORD
        t = (state ^ state >> 15) * (1 | state) & _WORD
        t = (t + ((t ^ t >> 7) * (61 | t) & _WORD) & _WORD) ^ t
        return ((t ^ t >> 14) & _WORD) / 4294967296

    return draw


def mixed(one: str, other: str, share: float) -> str:
    """A colour so far on the way from one to another; both as #rrggbb."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{_rounded(a + (b - a) * share):02x}" for a, b in pairs)


class Placing(NamedTuple):
    """A place for a drawing: x becomes a x - b y + e, y becomes b x + a y + f. It is never stretched."""

    a: float
    b: float
    e: float
    f: float


def placed_at(x: float, y: float, turn: float, scale: float) -> Placing:
    return Placing(cos(radians(turn)) * scale, sin(radians(turn)) * scale, x, y)


def put(drawing: str, place: Placing) -> str:
    """A drawing put in place. O is an oval: its middle, its half axes, and by how many degrees it is turned."""
    a, b, e, f = place
    scale, turned = hypot(a, b), degrees(atan2(b, a))
    parts: list[str] = []
    for command, numbers in _pieces(drawing):
        if command == "Z":
            parts.append("Z")
        elif command == "O":
            cx, cy, rx, ry, turn = (*numbers, 0.0)[:5]
            by = turned + turn
            dx, dy = cos(radians(by)) * rx * scale, sin(radians(by)) * rx * scale
            x, y = a * cx - b * cy + e, b * cx + a * cy + f
            arc = f"A{_fine(rx * scale)} {_fine(ry * scale)} {_rounded(by)} 1 0 "
            start = f"{_fine(x - dx)} {_fine(y - dy)}"
            parts.append(f"M{start}{arc}{_fine(x + dx)} {_fine(y + dy)}{arc}{start}Z")
        else:
            points = zip(numbers[::2], numbers[1::2], strict=True)
            parts.append(
                command + " ".join(f"{_fine(a * x - b * y + e)} {_fine(b * x + a * y + f)}" for x, y in points)
            )
    return "".join(parts)


@lru_cache(maxsize=512)
def _pieces(drawing: str) -> tuple[tuple[str, tuple[float, ...]], ...]:
    return tuple((command, tuple(map(float, _NUMBER.findall(rest)))) for command, rest in _PIECE.findall(drawing))


def _rounded(value: float) -> int:
    return floor(value + 0.5)


def _fine(value: float) -> str:
    """A tenth of a unit of the sheet is finer than any screen."""
    tenths = _rounded(value * 10)
    return f"{tenths // 10}" if tenths % 10 == 0 else f"{tenths / 10:.1f}"


__all__ = ["Placing", "hash_of", "mixed", "placed_at", "put", "random_from"]
