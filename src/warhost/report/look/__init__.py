"""What battles look like: shapes and colours that the page and the drawings of reports share.

`shapes.json` and `board.css` are read by both. A change there changes the board and the report alike.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from math import cos, radians, sin

import msgspec

from warhost.report.sheet import number
from warhost.table import Point

_ROUND = 0.5523
"""How far the handles of a curve stand out that makes a quarter of an oval."""
_OVAL = re.compile(r"O(\S+?),(\S+) (\S+?),([\d.]+)")
_PAIR = re.compile(r"(-?[\d.]+),(-?[\d.]+)")


class Figure(msgspec.Struct, frozen=True):
    """A model from above on a base that reaches from -1 to 1 both ways, its front up: what is below, what on top."""

    body: str
    top: str


class Banner(msgspec.Struct, frozen=True):
    """A banner on its pole, planted at the origin."""

    height: float
    width: float
    pole: str
    standard: str
    pennon: str
    star: str


class Die(msgspec.Struct, frozen=True):
    """A die that is no cube, about the origin: its rim, and the edges of its faces."""

    rim: str
    facets: str


class Shapes(msgspec.Struct, frozen=True):
    """Models by what they are, signs of states, banners and the states that lower them, terrain by painting and name,
    and dice by their sides; a D5 is a D10 that is halved."""

    figures: dict[str, Figure]
    signs: dict[str, str]
    banner: Banner
    lowered: tuple[str, ...]
    paintings: dict[str, tuple[str, ...]]
    terrain: dict[str, str]
    dice: dict[str, Die]


SHAPES = msgspec.json.decode(files(__name__).joinpath("shapes.json").read_bytes(), type=Shapes)
BOARD = files(__name__).joinpath("board.css").read_text(encoding="utf-8")


@lru_cache(maxsize=16)
def figure_of(build: str, single: bool, leader: bool) -> Figure | None:
    """What the models of a unit look like; a captain on foot unlike his men."""
    found = SHAPES.figures.get("captain" if single and leader and build == "foot" else build)
    return None if found is None else Figure(_OVAL.sub(_oval, found.body), _OVAL.sub(_oval, found.top))


def _oval(found: re.Match[str]) -> str:
    x, y, rx, ry = (float(part) for part in found.groups())
    kx, ky = rx * _ROUND, ry * _ROUND

    def at(px: float, py: float) -> str:
        return f"{number(x + px)},{number(y + py)}"

    return (
        f"M{at(0, -ry)}C{at(kx, -ry)} {at(rx, -ky)} {at(rx, 0)}C{at(rx, ky)} {at(kx, ry)} {at(0, ry)}"
        f"C{at(-kx, ry)} {at(-rx, ky)} {at(-rx, 0)}C{at(-rx, -ky)} {at(-kx, -ry)} {at(0, -ry)}Z"
    )


def stamped(drawing: str, place: Point, degrees: float, half: Point) -> str:
    """A drawing at a place, turned and as large as the base there."""
    (x, y), s, c = place, sin(radians(degrees)), cos(radians(degrees))

    def there(found: re.Match[str]) -> str:
        px, py = float(found[1]) * half[0], float(found[2]) * half[1]
        return f"{number(x + px * c - py * s)},{number(y + px * s + py * c)}"

    return _PAIR.sub(there, drawing)


__all__ = ["BOARD", "SHAPES", "Banner", "Figure", "Shapes", "figure_of", "stamped"]
