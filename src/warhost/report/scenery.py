"""Terrain that looks like what it is: hills with contours, woods with firs, rocks, water; the rest with its name."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from warhost.report.sheet import INCH, Sheet, number, polygon, text
from warhost.table import Feature

HILLS = frozenset({"elevated", "hill", "height"})
WOODS = frozenset({"hindering", "wood", "woods", "forest", "difficult", "field", "scrub"})
ROCKS = frozenset({"impassable", "rock", "blocking", "building", "house", "ruin"})
WATERS = frozenset({"water", "lake", "river", "pond"})

# A boulder as shares of half its ground: its rim, the plateau inside it, and how dark the side before each corner is.
_RIM = ((-0.92, -0.3), (-0.5, -0.9), (0.3, -0.94), (0.9, -0.42), (0.94, 0.4), (0.42, 0.92), (-0.4, 0.88), (-0.9, 0.42))
_TOP = ((-0.5, -0.3), (-0.3, -0.58), (0.12, -0.6), (0.5, -0.36), (0.42, 0.08), (0.1, 0.34), (-0.3, 0.3), (-0.52, 0.06))
_SHADES = (0.3, 0.22, 0.28, 0.4, 0.6, 0.8, 0.9, 0.65)


def draw_feature(sheet: Sheet, feature: Feature) -> str:
    """A feature with its exact outline; inside it is drawn around its own centre and turned as a whole."""
    x, y = sheet.point((feature.x, feature.y))
    width, depth = feature.width * INCH, feature.depth * INCH
    paint = _painter(feature.kind)
    called = feature.name or feature.kind
    turned = f" rotate({number(feature.facing)})" if feature.facing else ""
    return (
        f'<g class="terrain" data-terrain="{text(feature.kind)}" '
        f'transform="translate({number(x)},{number(y)}){turned}">'
        f"<title>{text(called)}</title>{''.join(paint(width, depth))}"
        f'<text class="caption" x="0" y="{number(depth / 2 + 13)}">{text(called)}</text></g>'
    )


def _painter(kind: str) -> Callable[[float, float], Iterator[str]]:
    for kinds, painter in ((HILLS, _hill), (WOODS, _wood), (ROCKS, _rock), (WATERS, _water)):
        if kind.casefold() in kinds:
            return painter
    return _other


def _box(width: float, depth: float, radius: float, style: str) -> str:
    return (
        f'<rect x="{number(-width / 2)}" y="{number(-depth / 2)}" width="{number(width)}" height="{number(depth)}" '
        f'rx="{number(radius)}" style="{style}"/>'
    )


def _hill(width: float, depth: float) -> Iterator[str]:
    """Contours that rise to the middle."""
    least = min(width, depth)
    yield _box(width, depth, 10, "fill:var(--hill);fill-opacity:.22;stroke:var(--hill);stroke-width:1.6")
    for inset in (0.12, 0.24, 0.36):
        shrink = 2 * inset * least
        yield _box(
            width - shrink,
            depth - shrink,
            least / 2 - inset * least,
            "fill:var(--hill);fill-opacity:.2;stroke:var(--hill);stroke-opacity:.75;stroke-width:1",
        )


def _wood(width: float, depth: float) -> Iterator[str]:
    """Small firs in rows, each a little off its place by a fixed rule, so that the same wood always looks the same."""
    style = (
        "fill:var(--wood);fill-opacity:.2;stroke:var(--wood);stroke-width:1.6;stroke-dasharray:2 4;stroke-linecap:round"
    )
    yield _box(width, depth, 8, style)
    step = 25.0
    crowns, trunks = [], []
    columns, rows = max(1, int((width - 8) // step)), max(1, int((depth - 8) // step))
    for row in range(rows):
        for column in range(columns):
            jog = (column * 7 + row * 13) % 5 - 2
            x = (column + 0.5 + (0.2 if row % 2 else -0.2)) * width / columns - width / 2 + jog
            y = (row + 0.5) * depth / rows - depth / 2 + jog * 0.8 + 3
            high = 13 + (column * 3 + row * 5) % 4
            trunks.append(f"M{number(x)},{number(y)}v4")
            crowns.append(f"M{number(x)},{number(y - high)}l6,{number(high)}h-12Z")
    yield f'<path style="stroke:var(--wood);stroke-width:2.2;opacity:.7" d="{"".join(trunks)}"/>'
    yield (
        '<path style="fill:var(--wood);fill-opacity:.55;stroke:var(--wood);stroke-width:1;stroke-linejoin:round" '
        f'd="{"".join(crowns)}"/>'
    )


def _rock(width: float, depth: float) -> Iterator[str]:
    """A boulder with facets; what stands beside it still sees its whole ground."""
    yield _box(width, depth, 2, "fill:var(--rock);fill-opacity:.3;stroke:var(--rock);stroke-width:1.6")
    w, d = width / 2, depth / 2
    rim = [(x * w, y * d) for x, y in _RIM]
    top = [(x * w, y * d) for x, y in _TOP]
    style = "fill:var(--rock);fill-opacity:{};stroke:var(--rock);stroke-width:1;stroke-linejoin:round"
    for index, shade in enumerate(_SHADES):
        facet = polygon([rim[index - 1], rim[index], top[index], top[index - 1]])
        yield f'<path d="{facet}" style="{style.format(number(shade))}"/>'
    yield f'<path d="{polygon(top)}" style="{style.format("0.12")}"/>'


def _water(width: float, depth: float) -> Iterator[str]:
    yield _box(width, depth, 12, "fill:var(--water);fill-opacity:.35;stroke:var(--water);stroke-width:1.6")
    waves = []
    for row in range(1, max(2, int(depth // 18))):
        y = -depth / 2 + row * 18
        x = -width / 2 + 12 + (row % 2) * 14
        while x + 24 < width / 2:
            waves.append(f"M{number(x)},{number(y)}q6,-6 12,0q6,6 12,0")
            x += 42
    yield f'<path style="fill:none;stroke:var(--water);stroke-width:1.6" d="{"".join(waves)}"/>'


def _other(width: float, depth: float) -> Iterator[str]:
    style = "fill:var(--other);fill-opacity:.15;stroke:var(--other);stroke-width:1.6;stroke-dasharray:6 4"
    yield _box(width, depth, 4, style)
