"""Paintings of terrain, each in a rectangle around its own middle. The rectangle is what the rules know: it stays
visible. The board of the page has the same paintings; a test holds the two against each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import cos, floor, pi, sin
from typing import NamedTuple, TypeAlias

from warhost.report.drawing.sheet import number, polygon
from warhost.table import Point

Painting: TypeAlias = Callable[[float, float], Iterator[str]]


class Spot(NamedTuple):
    """A place in a rectangle, with a number of its own."""

    x: float
    y: float
    seed: float


def _fixed(seed: float) -> float:
    """A figure between 0 and 1 that is always the same for the same number: the same wood always looks the same."""
    wave = sin(seed * 12.9898 + 4.1) * 43758.5453
    return wave - floor(wave)


def _scattered(width: float, depth: float, apart: float, rim: float) -> Iterator[Spot]:
    """Places all over a rectangle, about so far apart, each a little off its row and column."""
    columns = max(1, floor((width - 2 * rim) / apart + 0.5) + 1)
    rows = max(1, floor((depth - 2 * rim) / apart + 0.5) + 1)

    def at(index: int, count: int, whole: float) -> float:
        return 0.0 if count == 1 else (index / (count - 1) - 0.5) * (whole - 2 * rim)

    for row in range(rows):
        for column in range(columns):
            seed = row * 31 + column * 7 + 1
            jogs = [(_fixed(seed + shift) - 0.5) * apart * 0.5 for shift in (0, 0.5)]
            yield Spot(at(column, columns, width) + jogs[0], at(row, rows, depth) + jogs[1], seed)


def _disc(x: float, y: float, r: float) -> str:
    radius, across = number(r), number(2 * r)
    return (
        f"M{number(x - r)},{number(y)}a{radius},{radius} 0 1 0 {across},0a{radius},{radius} 0 1 0 {number(-2 * r)},0Z"
    )


def _crown(x: float, y: float, r: float, seed: float) -> str:
    """A crown of leaves from above: arcs around a middle."""
    lobes, arc = 7, number(r * 0.45)
    points = []
    for lobe in range(lobes + 1):
        turn = (lobe + _fixed(seed)) / lobes * 2 * pi
        points.append(f"{number(x + cos(turn) * r * 0.9)},{number(y + sin(turn) * r * 0.9)}")
    return f"M{points[0]}" + "".join(f"A{arc},{arc} 0 0 1 {point}" for point in points[1:]) + "Z"


def _blob(width: float, depth: float, seed: float) -> str:
    """An uneven round within a rectangle."""
    points = []
    for corner in range(12):
        turn = corner / 12 * 2 * pi
        c, s = cos(turn), sin(turn)
        # Between an ellipse and its rectangle, so that corners are not left bare.
        out = 1 / (abs(c) ** 3 + abs(s) ** 3) ** (1 / 3) * (0.9 + 0.1 * _fixed(seed + corner))
        points.append((c * out * width / 2, s * out * depth / 2))
    return _smooth(points)


def _smooth(points: Sequence[Point]) -> str:
    """A closed curve through the middles between points."""

    def middle(one: Point, other: Point) -> str:
        return f"{number((one[0] + other[0]) / 2)},{number((one[1] + other[1]) / 2)}"

    following = [*points[1:], points[0]]
    curves = "".join(
        f"Q{number(point[0])},{number(point[1])} {middle(point, after)}"
        for point, after in zip(points, following, strict=True)
    )
    return f"M{middle(points[-1], points[0])}{curves}Z"


def _stone(x: float, y: float, r: float, seed: float) -> str:
    """A stone of five corners."""
    points = []
    for corner in range(5):
        turn = (corner + _fixed(seed)) / 5 * 2 * pi
        out = r * (0.75 + 0.35 * _fixed(seed + corner))
        points.append((x + cos(turn) * out, y + sin(turn) * out * 0.85))
    return polygon(points)


def _box(width: float, depth: float, radius: float, css: str) -> str:
    return (
        f'<rect class="{css}" x="{number(-width / 2)}" y="{number(-depth / 2)}" width="{number(width)}" '
        f'height="{number(depth)}" rx="{number(radius)}"/>'
    )


def _path(css: str, d: str, more: str = "") -> str:
    return f'<path class="{css}" d="{d}"{more}/>'


def _moved(x: float, y: float) -> str:
    return f' transform="translate({number(x)},{number(y)})"'


def plain(width: float, depth: float) -> Iterator[str]:
    yield _box(width, depth, 4, "other")


def _hill(width: float, depth: float) -> Iterator[str]:
    """Terraces, each with its shadow to the lower right."""
    least = min(width, depth)
    yield _box(width, depth, 10, "hill foot")
    for step, inset in enumerate((0.03, 0.15, 0.27, 0.38)):
        d = _blob(width - 2 * inset * least, depth - 2 * inset * least, step * 13)
        lift = -step * 1.6
        yield f"<g{_moved(lift, lift)}>{_path('cast', d, _moved(2.4, 3.2))}{_path(f'hill step-{step}', d)}</g>"


def _wood(width: float, depth: float) -> Iterator[str]:
    yield from _trees(width, depth, 21, 13, 8.5)


def _trees(width: float, depth: float, apart: float, rim: float, least: float, kind: str = "") -> Iterator[str]:
    """Trees about so far apart, with crowns at least so large."""
    shadows, crowns, lights, tips = "", "", "", ""
    for x, y, seed in _scattered(width, depth, apart, rim):
        r = least + _fixed(seed) * 4
        shadows += _disc(x + 2.6, y + 3.4, r)
        crowns += _crown(x, y, r, seed)
        lights += _crown(x - 1.8, y - 1.8, r * 0.62, seed + 3)
        tips += _disc(x - 2.8, y - 3, r * 0.22)
    yield _box(width, depth, 8, f"wood floor{kind}")
    yield _path("cast", shadows)
    yield _path("crowns", crowns)
    yield _path("crowns lit", lights)
    yield _path("crowns top", tips)


def _grove(width: float, depth: float) -> Iterator[str]:
    """Trees with room between them."""
    yield from _trees(width, depth, 33, 15, 8.5)


def _thicket(width: float, depth: float) -> Iterator[str]:
    """Trees crown to crown: nobody looks far into it."""
    yield from _trees(width, depth, 15, 10, 9.5, " deep")


def _field(width: float, depth: float) -> Iterator[str]:
    """Furrows with crops."""
    along = width >= depth
    long, short = (width, depth) if along else (depth, width)
    rows = max(2, floor(short / 8 + 0.5))
    start = -long / 2 + 4
    furrows = ""
    for row in range(rows):
        across = ((row + 0.5) / rows - 0.5) * (short - 4)
        furrows += (
            f"M{number(start)},{number(across)}H{number(-start)}"
            if along
            else f"M{number(across)},{number(start)}V{number(-start)}"
        )
    yield _box(width, depth, 3, "acre")
    yield _path("furrows", furrows)
    yield _path("crops", furrows)


# A boulder as shares of half its ground: its rim, the plateau inside it, and how dark the face before each corner is:
# light comes from the upper left.
_RIM = (
    (-0.94, -0.3),
    (-0.5, -0.92),
    (0.3, -0.95),
    (0.92, -0.42),
    (0.95, 0.4),
    (0.42, 0.94),
    (-0.4, 0.92),
    (-0.92, 0.42),
)
_TOP = ((-0.5, -0.3), (-0.3, -0.58), (0.12, -0.6), (0.5, -0.36), (0.42, 0.08), (0.1, 0.34), (-0.3, 0.3), (-0.52, 0.06))
_SHADES = (0.16, 0.08, 0.16, 0.3, 0.5, 0.62, 0.54, 0.3)


def _rock(width: float, depth: float) -> Iterator[str]:
    rim = [(x * width / 2, y * depth / 2) for x, y in _RIM]
    top = [(x * width / 2, y * depth / 2) for x, y in _TOP]
    yield _box(width, depth, 2, "rock foot")
    yield _path("cast", polygon(rim), _moved(3, 4))
    yield _path("rock", polygon(rim))
    for index, shade in enumerate(_SHADES):
        yield _facet([rim[index - 1], rim[index], top[index], top[index - 1]], shade)
    yield _path("facet lit", polygon(top))


def _facet(points: Sequence[Point], shade: float) -> str:
    return _path("facet", polygon(points), f' fill-opacity="{number(shade)}"')


def _water(width: float, depth: float) -> Iterator[str]:
    yield _box(width, depth, 12, "water foot")
    for inset in (5, 14, 26):
        yield _path("water", _blob(max(8, width - 2 * inset), max(8, depth - 2 * inset), inset))
    spots = _scattered(width, depth, 34, 24)
    yield _path("waves", "".join(f"M{number(x - 9)},{number(y)}q4.5,-4 9,0t9,0" for x, y, _ in spots))


def _house(width: float, depth: float) -> Iterator[str]:
    """A roof from above: the ridge runs along the longer side, the sides away from the light are darker."""
    w, d = width / 2, depth / 2
    inset = min(w, d) * 0.9
    tl, tr, br, bl = (-w, -d), (w, -d), (w, d), (-w, d)
    sides: tuple[tuple[list[Point], float], ...]
    if w >= d:
        a, b = (-w + inset, 0.0), (w - inset, 0.0)
        sides = (([tl, tr, b, a], 0), ([tl, bl, a], 0.12), ([tr, br, b], 0.26), ([bl, br, b, a], 0.36))
    else:
        a, b = (0.0, -d + inset), (0.0, d - inset)
        sides = (([tl, bl, b, a], 0), ([tl, tr, a], 0.12), ([bl, br, b], 0.26), ([tr, br, b, a], 0.36))
    yield _box(width, depth, 0, "cast lower")
    yield _box(width, depth, 1, "roof")
    yield _path("tiles", _tiles(w, d))
    for side, shade in sides:
        yield _facet(side, shade)
    yield _path("ridge", f"M{number(a[0])},{number(a[1])}L{number(b[0])},{number(b[1])}")
    x, y = (a[0] * 2 + b[0]) / 3 - 4, (a[1] * 2 + b[1]) / 3 - 4
    yield f'<rect class="chimney" x="{number(x)}" y="{number(y)}" width="8" height="8"/>'


def _tiles(w: float, d: float) -> str:
    """Courses of tiles along the ridge."""
    if w >= d:
        return "".join(f"M{number(-w)},{number(y)}H{number(w)}" for y in _every(-d + 6, d, 6))
    return "".join(f"M{number(x)},{number(-d)}V{number(d)}" for x in _every(-w + 6, w, 6))


def _every(start: float, end: float, step: float) -> Iterator[float]:
    while start < end:
        yield start
        start += step


def _heap(width: float, depth: float, apart: float, rim: float, most: float) -> Iterator[str]:
    """Stones that lie about."""
    shadows, drawn, lit = "", "", ""
    for x, y, seed in _scattered(width, depth, apart, rim):
        r = 2.4 + _fixed(seed + 5) * most
        shadows += _stone(x + 1.6, y + 2.2, r, seed)
        drawn += _stone(x, y, r, seed)
        lit += _stone(x - r * 0.2, y - r * 0.25, r * 0.5, seed)
    yield _path("cast", shadows)
    yield _path("rock", drawn)
    yield _path("facet lit", lit)


def _masonry(line: str) -> Iterator[str]:
    yield _path("walls cast-line", line, _moved(2, 3))
    yield _path("walls", line)
    yield _path("walls courses", line)


def _ruin(width: float, depth: float) -> Iterator[str]:
    """What is left of walls, with stones lying about."""
    w, d = width / 2 - 5, depth / 2 - 5
    at = [number(v) for v in (-w, d * 0.3, -d, w * 0.4, w * 0.7, w, d * 0.1, d * 0.5, d, w * 0.1, -w * 0.5, d * 0.7)]
    left, a, up, b, c, right, e, f, down, g, h, i = at
    yield _box(width, depth, 3, "ruin floor")
    yield from _heap(width, depth, 38, 24, 3)
    yield from _masonry(f"M{left},{a}V{up}H{b}M{c},{up}H{right}V{e}M{right},{f}V{down}H{g}M{h},{down}H{left}V{i}")


def _rubble(width: float, depth: float) -> Iterator[str]:
    yield _box(width, depth, 6, "ruin floor")
    yield from _heap(width, depth, 15, 10, 5.5)


def _hedge(width: float, depth: float) -> Iterator[str]:
    """Bushes shoulder to shoulder: nobody looks through."""
    shadows, bushes, lights = "", "", ""
    for x, y, seed in _scattered(width, depth, 15, 9):
        r = 8.5 + _fixed(seed) * 2
        shadows += _disc(x + 2, y + 3, r)
        bushes += _crown(x, y, r, seed)
        lights += _crown(x - 1.6, y - 1.8, r * 0.5, seed + 2)
    yield _box(width, depth, 6, "wood floor")
    yield _path("cast", shadows)
    yield _path("bushes", bushes)
    yield _path("bushes lit", lights)


def _marsh(width: float, depth: float) -> Iterator[str]:
    pools, reeds = "", ""
    for x, y, seed in _scattered(width, depth, 28, 18):
        if _fixed(seed + 9) > 0.45:
            pools += _disc(x, y, 5 + _fixed(seed) * 7)
        else:
            root = f"M{number(x)},{number(y)}"
            reeds += f"{root}v-9{root}l-5,-7{root}l5,-7"
    yield _box(width, depth, 14, "marsh")
    yield _path("water", pools)
    yield _path("reeds", reeds)


def _wall(width: float, depth: float) -> Iterator[str]:
    """A row of stones along the longer side."""
    w, d = width / 2 - 3, depth / 2 - 3
    yield _box(width, depth, 2, "ruin floor")
    yield from _masonry(f"M{number(-w)},0H{number(w)}" if width >= depth else f"M0,{number(-d)}V{number(d)}")


def _laid(along: bool, x: float, y: float) -> str:
    return f"{number(x)},{number(y)}" if along else f"{number(y)},{number(x)}"


def _fence(width: float, depth: float) -> Iterator[str]:
    """Two rails between posts."""
    along = width >= depth
    long, short = (width, depth) if along else (depth, width)
    posts = max(2, floor(long / 20 + 0.5))
    half, rail = long / 2 - 3, min(4, short / 5)
    stakes = ""
    for post in range(posts + 1):
        x = (post / posts - 0.5) * 2 * half
        stakes += f"M{_laid(along, x, -rail - 2.5)}L{_laid(along, x, rail + 2.5)}"
    rails = "".join(f"M{_laid(along, -half, y)}L{_laid(along, half, y)}" for y in (-rail, rail))
    yield _box(width, depth, 2, "fence-floor")
    yield _path("rails cast-line", rails + stakes, _moved(1.5, 2.5))
    yield _path("rails", rails)
    yield _path("rails posts", stakes)


def _stakes(width: float, depth: float) -> Iterator[str]:
    """Sharpened stakes in a heap of earth."""
    along = width >= depth
    long, short = (width, depth) if along else (depth, width)
    count = max(3, floor(long / 7 + 0.5))
    stakes = ""
    for stake in range(count):
        x = ((stake + 0.5) / count - 0.5) * (long - 6)
        lean = 2.4 if stake % 2 else -2.4
        stakes += f"M{_laid(along, x - lean, short * 0.38)}L{_laid(along, x + lean, -short * 0.38)}"
    yield _box(width, depth, 4, "ruin floor")
    yield _path("rails cast-line", stakes, _moved(1.5, 2.5))
    yield _path("rails posts", stakes)


def _crater(width: float, depth: float) -> Iterator[str]:
    """A rim of earth around a hole."""
    yield _box(width, depth, 12, "ruin floor")
    yield _path("earth rim", _blob(width * 0.92, depth * 0.92, 3))
    yield _path("earth slope", _blob(width * 0.68, depth * 0.68, 8))
    yield _path("earth pit", _blob(width * 0.44, depth * 0.44, 5), _moved(-2, -2))


def _pits(width: float, depth: float) -> Iterator[str]:
    """Many small holes."""
    rims, holes = "", ""
    for x, y, seed in _scattered(width, depth, 26, 16):
        r = 4 + _fixed(seed) * 3
        rims += _disc(x, y, r + 2)
        holes += _disc(x - 0.6, y - 0.6, r * 0.7)
    yield _box(width, depth, 6, "ruin floor")
    yield _path("earth rim", rims)
    yield _path("earth pit", holes)


def _dune(width: float, depth: float) -> Iterator[str]:
    """Sand that the wind has piled up."""
    ripples = ""
    for x, y, seed in _scattered(width, depth, 13, 9):
        w = 4 + _fixed(seed) * 4
        ripples += f"M{number(x - w)},{number(y + 2)}q{number(w)},{number(-w)} {number(2 * w)},0"
    heap = _blob(width * 0.9, depth * 0.9, 4)
    yield _box(width, depth, 8, "ruin floor")
    yield _path("cast", heap, _moved(2, 3))
    yield _path("sand", heap)
    yield _path("ripples", ripples)


def _smog(width: float, depth: float) -> Iterator[str]:
    """Clouds that hide what is in them."""
    low, high = "", ""
    for x, y, seed in _scattered(width, depth, 24, 16):
        low += _crown(x, y, 15 + _fixed(seed) * 6, seed)
        if _fixed(seed + 2) > 0.4:
            high += _crown(x - 3, y - 4, 9 + _fixed(seed) * 4, seed + 1)
    yield _box(width, depth, 14, "smog edge-of-smog")
    yield _path("smog", low)
    yield _path("smog high", high)


def _road(width: float, depth: float) -> Iterator[str]:
    """Two ruts along the longer side."""
    along = width >= depth
    long, short = (width, depth) if along else (depth, width)
    ruts = "".join(f"M{_laid(along, -long / 2, y)}L{_laid(along, long / 2, y)}" for y in (-short / 5, short / 5))
    yield _box(width, depth, 0, "road")
    yield _path("ruts", ruts)


def _bridge(width: float, depth: float) -> Iterator[str]:
    """Planks between two rails along the longer side."""
    along = width > depth
    long, short = (width, depth) if along else (depth, width)
    side, half = short / 2 - 2, long / 2
    planks = "".join(f"M{_laid(along, x, -side)}L{_laid(along, x, side)}" for x in _every(-half + 5, half, 5))
    rails = "".join(f"M{_laid(along, -half, y)}L{_laid(along, half, y)}" for y in (-side, side))
    yield _box(width, depth, 0, "cast lower")
    yield _box(width, depth, 1, "planks")
    yield _path("tiles", planks)
    yield _path("rails posts", rails)


def _keep(width: float, depth: float) -> Iterator[str]:
    """A walled yard with a tower at each corner."""
    tower = min(width, depth) * 0.26
    x, y = width / 2 - tower / 2, depth / 2 - tower / 2
    yield _box(width, depth, 0, "cast lower")
    yield _box(width, depth, 1, "keep")
    yield _box(width - 1.2 * tower, depth - 1.2 * tower, 0, "yard")
    yield from _masonry(f"M{number(-x)},{number(-y)}H{number(x)}V{number(y)}H{number(-x)}Z")
    towers = "".join(_square(at, to, tower / 2) for at, to in ((-x, -y), (x, -y), (x, y), (-x, y)))
    yield _path("keep", towers)
    yield _path("facet lit", "".join(_square(at, to, tower / 4) for at, to in ((-x, -y), (x, -y), (x, y), (-x, y))))


def _square(x: float, y: float, half: float) -> str:
    return polygon([(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])


PAINTINGS: dict[str, Painting] = {
    "hill": _hill,
    "wood": _wood,
    "grove": _grove,
    "thicket": _thicket,
    "road": _road,
    "bridge": _bridge,
    "keep": _keep,
    "field": _field,
    "rock": _rock,
    "water": _water,
    "house": _house,
    "ruin": _ruin,
    "rubble": _rubble,
    "hedge": _hedge,
    "wall": _wall,
    "fence": _fence,
    "stakes": _stakes,
    "crater": _crater,
    "pits": _pits,
    "dune": _dune,
    "smog": _smog,
    "marsh": _marsh,
}
"""By the names that the shapes have for them."""

__all__ = ["PAINTINGS", "Painting", "plain"]
