"""A battle drawn from above as SVG, to scale, for any rulebook.

>>> Path("battle.svg").write_text(drawing(ruleset, battle))

It looks like the board of the page. The same battle gives the same bytes: everything is sorted and rounded. Colours
follow the reader's light or dark setting; the two sides differ in colour and in the pattern of their bases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import hypot
from typing import Any

import msgspec

from warhost.play import Battle, Overlay, Ruleset, Shows, Token
from warhost.play.rules.sides import against
from warhost.play.shown.cards import Ground
from warhost.report.drawing.gallery import Gallery
from warhost.report.drawing.heraldry import FLAG
from warhost.report.drawing.labels import around, place_labels, scaled
from warhost.report.drawing.scenery import draw_feature
from warhost.report.drawing.sheet import INCH, Sheet, number, polygon, text
from warhost.report.drawing.troops import (
    PATTERNS,
    SEATS,
    draw_banner,
    draw_icon,
    draw_unit,
    label_of,
    pattern_of,
    side,
    write_label,
)
from warhost.report.look import BOARD
from warhost.table import Feature, Rect, feature_rect

PLOT = 410.0
"""Tufts of grass grow in plots so large that the eye does not see where one begins anew."""

STYLE = """
.wh{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;color:var(--ink)}
.wh .caption{fill:var(--soft);stroke:var(--halo);stroke-width:3;paint-order:stroke;font-style:italic;
font-size:calc(11px*var(--px,1));text-anchor:middle}
.wh .ghost{fill:var(--seat);fill-opacity:.06;stroke:var(--seat);stroke-width:1.2;stroke-dasharray:4 4;opacity:.75}
.wh .trail{fill:none;stroke:var(--seat);stroke-width:2.2;stroke-dasharray:7 5;opacity:.85}
.wh .head{fill:var(--seat)}
.wh .gone{fill:none;stroke:var(--seat);stroke-width:3;stroke-linecap:round}
.wh .label{fill:var(--ink);stroke:var(--plate-card);stroke-width:4;stroke-linejoin:round;paint-order:stroke;
font-size:15px;font-weight:600;text-anchor:middle}
.wh .count{fill:var(--seat);stroke:var(--plate-card);stroke-width:4;paint-order:stroke;font-size:14px;font-weight:700}
@media print{:root{color-scheme:light;--meadow:#fff;--tuft:#fff;--halo:#fff;--grid:#e4e1d3;--grid-strong:#c9c5b0}}
""".strip()
"""What a page needs for drawings beside the look of the board."""

# In a file of its own a drawing keeps its colours to itself: whatever it is put into has others.
_OWN_STYLE = f"{BOARD}\n{STYLE}".replace(":root", ".wh")


def drawing(
    ruleset: Ruleset,
    battle: Battle,
    *,
    before: Battle | None = None,
    prefix: str = "wh",
    style: bool = True,
    gallery: Gallery | None = None,
) -> str:
    """The battle as an SVG document.

    With `before`, the places where units stood then are drawn as ghosts, with arrows to where they are now and a cross
    where one was lost. `prefix` keeps the ids of several drawings on one page apart; such a page holds BOARD and STYLE
    once itself and wants none here. With a `gallery` they share what looks the same: ground, terrain, models.
    """
    gallery = gallery or Gallery()
    board = battle.scene.board
    sheet = Sheet(board.width, board.depth)
    units = [unit for unit in sorted(battle.units, key=_order) if ruleset.boundary(battle, unit) is not None]
    overlay = _overlay_of(ruleset, battle)
    features = _features(battle, overlay)
    looks = (board.width, board.depth, features)
    parts = [*_opening(sheet, battle, prefix, style)]
    parts.append(gallery.once(looks, f"{prefix}-scenery", lambda: "\n".join(_scenery(sheet, features, prefix))))
    parts += _overlay(sheet, features, overlay, prefix)
    if before is not None:
        parts += _trails(sheet, ruleset, before, battle, prefix)
    shapes = {unit.id: _boundary(ruleset, battle, unit) for unit in units}
    parts += [draw_unit(sheet, ruleset, battle, unit, shapes[unit.id], prefix, gallery) for unit in units]
    parts += filter(None, (draw_banner(sheet, ruleset, battle, unit, shapes[unit.id], prefix) for unit in units))
    parts += _labels(sheet, ruleset, battle, units, shapes)
    return "\n".join([*parts, "</svg>"])


def _labels(
    sheet: Sheet, ruleset: Ruleset, battle: Battle, units: Sequence[Any], shapes: Mapping[int, Rect]
) -> Iterator[str]:
    """What is written at all units, each label placed as large as it is."""
    labels = [label_of(sheet, ruleset, battle, unit, shapes[unit.id]) for unit in units]
    taken = [around(sheet.points(shape.corners)) for shape in shapes.values()]
    size = sheet.letters
    places = place_labels(labels, [scaled(box, 1 / size) for box in taken], scaled(sheet.box, 1 / size))
    yield f'<g transform="scale({number(size)})">'
    for unit, label, (x, y) in zip(units, labels, places, strict=True):
        yield write_label(unit, label, x, y)
    yield "</g>"


def _order(unit: Any) -> tuple[int, int]:
    return (unit.seat, unit.id)


def _boundary(ruleset: Ruleset, battle: Battle, unit: Any) -> Rect:
    shape = ruleset.boundary(battle, unit)
    assert shape is not None
    return shape


def _opening(sheet: Sheet, battle: Battle, prefix: str, style: bool) -> Iterator[str]:
    seats = against(battle.scene.seats)
    width, height = number(sheet.width), number(sheet.height)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="wh" viewBox="0 0 {width} {height}" role="img" '
        f'style="--px:{number(sheet.letters)}" '
        f'aria-label="{text(f"The table: {seats}, turn {battle.turn}")}">'
    )
    if style:
        yield f"<style>{_OWN_STYLE}</style>"
    yield f'<defs><clipPath id="{prefix}-flag"><path d="{FLAG}"/></clipPath>'
    for seat in range(min(len(battle.scene.seats), SEATS)):
        if PATTERNS[seat]:
            yield (
                f'<pattern id="{prefix}-p{seat}" class="s{seat}" width="8" height="8" '
                f'patternUnits="userSpaceOnUse">{PATTERNS[seat]}</pattern>'
            )
    for name in sorted({side(unit.seat) for unit in battle.units}):
        yield (
            f'<marker id="{prefix}-{name}" class="{name}" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="14" '
            'markerHeight="14" markerUnits="userSpaceOnUse" orient="auto">'
            '<path class="head" d="M0,0L10,5L0,10L2.5,5Z"/></marker>'
        )
    yield "</defs>"


def _scenery(sheet: Sheet, features: Sequence[Feature], prefix: str) -> Iterator[str]:
    """The ground and the terrain on it; bridges and roads lie on top of what they cross."""
    yield from _ground(sheet, prefix)
    ordered = sorted(features, key=lambda feature: (feature.kind in ("bridge", "road"), repr(feature)))
    yield from (draw_feature(sheet, feature) for feature in ordered)


def _ground(sheet: Sheet, prefix: str) -> Iterator[str]:
    left, top, right, bottom = sheet.box
    yield (
        f'<pattern id="{prefix}-meadow" width="{number(PLOT)}" height="{number(PLOT)}" patternUnits="userSpaceOnUse">'
        f'<path class="tufts" d="{"".join(map(_tuft, range(90)))}"/></pattern>'
    )
    place = f'x="{number(left)}" y="{number(top)}" width="{number(right - left)}" height="{number(bottom - top)}"'
    yield f'<rect class="frame" {place}/><rect class="ground" {place}/><rect fill="url(#{prefix}-meadow)" {place}/>'
    light: list[str] = []
    strong: list[str] = []
    for inch in range(1, int(sheet.board_width) + 1):
        if inch < sheet.board_width:
            x = sheet.x(inch)
            (strong if inch % 6 == 0 else light).append(f"M{number(x)},{number(top)}V{number(bottom)}")
    for inch in range(1, int(sheet.board_depth) + 1):
        if inch < sheet.board_depth:
            y = sheet.y(inch)
            (strong if inch % 6 == 0 else light).append(f"M{number(left)},{number(y)}H{number(right)}")
    yield f'<path class="grid" d="{"".join(light)}"/>'
    yield f'<path class="grid strong" d="{"".join(strong)}"/>'
    size = sheet.letters
    for inch in range(0, int(sheet.board_width) + 1, 6):
        yield f'<text class="ruler" x="{number(sheet.x(inch))}" y="{number(bottom + 16 * size)}">{inch}</text>'
    for inch in range(0, int(sheet.board_depth) + 1, 6):
        x, y = left - 13 * size, sheet.y(inch) + 4 * size
        yield f'<text class="ruler" x="{number(x)}" y="{number(y)}">{inch}</text>'


def _tuft(index: int) -> str:
    x, y = (6 + index * 0.618034 % 1 * (PLOT - 12), 8 + index * 0.754878 % 1 * (PLOT - 12))
    tall = 3 + index * 7 % 4
    return f"M{number(x)},{number(y)}l-2,{1 - tall}m2,{tall - 1}v{-tall}m0,{tall}l2,{1 - tall}"


def _overlay_of(ruleset: Ruleset, battle: Battle) -> Overlay:
    if isinstance(ruleset, Shows):
        return ruleset.overlay(battle)
    return Overlay(tuple(Token(x, y) for x, y in battle.scene.board.markers))


def _features(battle: Battle, overlay: Overlay) -> tuple[Feature, ...]:
    """The terrain as it is now: what a piece has become is painted."""
    became = {ground.piece: ground.kind for ground in overlay.grounds if ground.kind}
    return tuple(
        msgspec.structs.replace(feature, kind=became[number]) if number in became else feature
        for number, feature in enumerate(battle.scene.board.features)
    )


def _overlay(sheet: Sheet, features: Sequence[Feature], overlay: Overlay, prefix: str) -> Iterator[str]:
    """Distances that matter, and what lies on the table, in the colour of whoever holds it."""
    for ground in overlay.grounds:
        if ground.most:
            yield _section(sheet, features[ground.piece], ground)
    for ring in overlay.rings:
        x, y = sheet.point((ring.x, ring.y))
        yield f'<circle class="ring" cx="{number(x)}" cy="{number(y)}" r="{number(ring.radius * INCH)}"/>'
    for token in overlay.tokens:
        yield _marker(sheet, token, prefix)


_PIP, _STEP = 8, 11


def _section(sheet: Sheet, feature: Feature, ground: Ground) -> str:
    """A frame around a section of a building in the colour of whoever is inside, and a pip for each of its points."""
    shape = feature_rect(feature)
    x, y = sheet.point((shape.x, shape.y))
    held = f" held {side(ground.owner)}" if ground.owner is not None else ""
    walls = sheet.points(shape.corners)
    size = min(1.0, (min(feature.width, feature.depth) * INCH - 8) / (ground.most * _STEP))
    # Along the lower wall, so that what lies in the middle can be seen; across one that stands askew.
    y = y if feature.facing % 90 else max(corner[1] for corner in walls) - 10 * size
    pips = "".join(
        f'<rect class="pip{"" if pip < ground.points else " lost"}" '
        f'x="{number((pip - ground.most / 2) * _STEP + 1.5)}" '
        f'y="{-_PIP / 2:g}" width="{_PIP}" height="{_PIP}" rx="1.5"/>'
        for pip in range(ground.most)
    )
    return (
        f'<g class="section{held}"><title>{text(ground.text)}</title>'
        f'<path class="walls-of" d="{polygon(walls)}"/>'
        f'<g transform="translate({number(x)},{number(y)}) scale({number(size)})">'
        f'<rect class="strip" x="{number(-ground.most * _STEP / 2 - 3)}" y="{-_PIP / 2 - 4:g}" '
        f'width="{ground.most * _STEP + 6}" height="{_PIP + 8}" rx="4"/>{pips}</g></g>'
    )


def _marker(sheet: Sheet, token: Token, prefix: str) -> str:
    x, y = sheet.point((token.x, token.y))
    held = f" held {side(token.owner)}" if token.owner is not None else ""
    pattern = pattern_of(token.owner, prefix) if token.owner is not None else "none"
    fill = f' fill="{pattern}"' if pattern != "none" else ""
    numbered = re.search(r"\d+", token.label)
    return (
        f'<g class="marker{held}" transform="translate({number(x)},{number(y)})">'
        f'<title>{text(token.label or "Marker")}</title><circle class="plate" r="11"/>'
        f'<circle class="disc" r="11"{fill}/><path d="M-16,0H-11M11,0H16M0,-16V-11M0,11V16"/>'
        f'<text y="5">{numbered[0] if numbered else ""}</text>{_face(token.face)}</g>'
    )


def _face(face: str) -> str:
    """What is written on a token, as a tag at its rim."""
    if not face:
        return ""
    return (
        '<g class="face" transform="translate(17,-15)"><rect x="-9" y="-10" width="18" height="20" rx="3"/>'
        f'<text y="5">{text(face)}</text></g>'
    )


def _trails(sheet: Sheet, ruleset: Ruleset, before: Battle, battle: Battle, prefix: str) -> Iterator[str]:
    """Where units stood, and the way from there."""
    now = {unit.id: unit for unit in battle.units}
    for unit in sorted(before.units, key=_order):
        old = ruleset.boundary(before, unit)
        new = ruleset.boundary(battle, now[unit.id]) if unit.id in now else None
        if old is None or (new is not None and _same_place(old, new)):
            continue
        css = side(unit.seat)
        ghost = f'<path class="ghost" d="{polygon(sheet.points(old.corners))}"/>'
        if new is None:
            x, y = sheet.point((old.x, old.y))
            reach = 0.45 * min(old.width, old.depth) * INCH
            cross = "".join(
                f"M{number(x - reach)},{number(y - sign * reach)}L{number(x + reach)},{number(y + sign * reach)}"
                for sign in (1, -1)
            )
            ghost = f'<title>{text(f"{unit.name}: lost this turn")}</title>{ghost}<path class="gone" d="{cross}"/>'
            yield f'<g class="{css}" data-lost="{unit.id}">{ghost}</g>'
            continue
        yield f'<g class="{css}" data-trail="{unit.id}">{ghost}{_way(sheet, old, new, f"{prefix}-{css}")}</g>'


def _way(sheet: Sheet, old: Rect, new: Rect, head: str) -> str:
    """An arrow from the middle of the old place to the rim of the new one; nothing where there is no room for it."""
    dx, dy = new.x - old.x, new.y - old.y
    far = hypot(dx, dy)
    if far < 1.0:
        return ""
    dx, dy = dx / far, dy / far
    across, along = abs(dx * new.rx + dy * new.ry), abs(dx * new.fx + dy * new.fy)
    rim = min(new.width / 2 / max(across, 1e-9), new.depth / 2 / max(along, 1e-9))
    if far - rim < 0.7:
        return ""
    (ax, ay), (bx, by) = sheet.points(((old.x, old.y), (new.x - dx * rim, new.y - dy * rim)))
    way = f"M{number(ax)},{number(ay)}L{number(bx)},{number(by)}"
    return f'<path class="trail" marker-end="url(#{head})" d="{way}"/>'


def _same_place(old: Rect, new: Rect) -> bool:
    turned = abs((old.facing - new.facing + 180.0) % 360.0 - 180.0)
    return abs(old.x - new.x) + abs(old.y - new.y) < 0.1 and turned < 2.0


def legend(words: Sequence[str]) -> list[tuple[str, str]]:
    """For each state a small drawing of its icon, and the word."""
    return [
        (
            '<svg class="wh key sn" viewBox="-9 -9 18 18" width="18" height="18" aria-hidden="true">'
            f"{draw_icon(word)}</svg>",
            word,
        )
        for word in words
    ]


__all__ = ["BOARD", "STYLE", "drawing", "legend", "side"]
