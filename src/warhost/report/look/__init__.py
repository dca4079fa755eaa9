"""What battles look like: shapes and colours that the page and the drawings of reports share.

`figures.json`, `heraldry.json`, `shapes.json` and `board.css` are read by both: a change there changes the board and
the report alike.
"""

from __future__ import annotations

from importlib.resources import files

import msgspec


class Die(msgspec.Struct, frozen=True):
    """A die that is no cube, about the origin: its rim, and the edges of its faces."""

    rim: str
    facets: str


class Shapes(msgspec.Struct, frozen=True):
    """Signs of states, the states that lower banners, terrain by painting and name,
    and dice by their sides; a D5 is a D10 that is halved."""

    signs: dict[str, str]
    lowered: tuple[str, ...]
    paintings: dict[str, tuple[str, ...]]
    terrain: dict[str, str]
    dice: dict[str, Die]


SHAPES = msgspec.json.decode(files(__name__).joinpath("shapes.json").read_bytes(), type=Shapes)
BOARD = files(__name__).joinpath("board.css").read_text(encoding="utf-8")


__all__ = ["BOARD", "SHAPES", "Shapes"]
