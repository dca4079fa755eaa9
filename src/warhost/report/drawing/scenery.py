"""Terrain as it looks on the board of the page: where it lies, and which painting is its own."""

from __future__ import annotations

from warhost.report.drawing.paintings import PAINTINGS, plain
from warhost.report.drawing.sheet import INCH, Sheet, number, text
from warhost.report.drawing.terrain import DANGEROUS, PAINTING_OF, called, word_of
from warhost.table import Feature


def draw_feature(sheet: Sheet, feature: Feature) -> str:
    """A feature with its exact outline, painted around its own middle; its name below it."""
    x, y = sheet.point((feature.x, feature.y))
    name = called(feature) + (", dangerous" if feature.kind.replace("_", " ").endswith(DANGEROUS) else "")
    # Quarter turns swap its sides instead of turning the picture: light and trees stay upright.
    quarters = round(feature.facing / 90) if abs(feature.facing % 90) < 0.01 else 0
    sides = (feature.depth, feature.width) if quarters % 2 else (feature.width, feature.depth)
    width, depth = (side * INCH for side in sides)
    turn = (feature.facing - quarters * 90) % 360
    below, above = depth / 2 + 13 * sheet.letters, -depth / 2 - 4 * sheet.letters
    caption = below if y + below < sheet.box[3] else above
    painted = paint(feature.kind, width, depth)
    if turn:
        painted = f'<g transform="rotate({number(turn)})">{painted}</g>'
    return (
        f'<g class="terrain" data-terrain="{text(feature.kind)}" transform="translate({number(x)},{number(y)})">'
        f"<title>{text(name)}</title>{painted}"
        f'<text class="caption" x="0" y="{number(caption)}">{text(name)}</text></g>'
    )


def paint(kind: str, width: float, depth: float) -> str:
    """The painting of a kind of terrain in a rectangle of that size around the origin."""
    painter = PAINTINGS.get(PAINTING_OF.get(word_of(kind), ""), plain)
    return "".join(painter(width, depth))


__all__ = ["draw_feature", "paint"]
