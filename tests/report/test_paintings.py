"""Paintings of terrain: those of the report are those of the page.

`paintings.json` holds one of each. Here it is held against the report, in the page's own tests against the board.
After a change: python -m tests.report.test_paintings
"""

from __future__ import annotations

import json
from pathlib import Path

from warhost.report.drawing.paintings import PAINTINGS
from warhost.report.drawing.scenery import paint
from warhost.report.look import SHAPES

KEPT = Path(__file__).parent / "paintings.json"
SIZES = ((70.0, 50.0), (30.0, 60.0))


def painted() -> dict[str, list[str]]:
    """A painting for each kind of painting, lying and standing."""
    kinds = [kinds[0] for kinds in SHAPES.paintings.values()]
    return {kind: [paint(kind, width, depth) for width, depth in SIZES] for kind in (*kinds, "anything else")}


def test_paintings_are_as_they_are_kept() -> None:
    assert painted() == json.loads(KEPT.read_text())


def test_whatever_the_shapes_name_has_a_painter() -> None:
    assert SHAPES.paintings.keys() == PAINTINGS.keys()


if __name__ == "__main__":
    KEPT.write_text(json.dumps(painted(), indent=1) + "\n")
