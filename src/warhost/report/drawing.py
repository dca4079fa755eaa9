"""A battle drawn from above as SVG, to scale, for any rulebook.

>>> Path("battle.svg").write_text(drawing(ruleset, battle))

The same battle gives the same bytes: everything is sorted and rounded. Colours follow the reader's light or dark
setting; the two sides differ in colour and in the pattern of their bases.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Any

from warhost.play import Battle, Ruleset, Strength
from warhost.report.labels import Label, around, place_labels
from warhost.report.scenery import draw_feature
from warhost.report.sheet import INCH, Sheet, number, polygon, text
from warhost.report.words import marks_of, strength_of
from warhost.table import Rect

MARGIN = 26.0
"""Room around the board for the ruler."""

SEATS = 4
"""So many seats have a colour and a pattern of their own; further ones begin again."""

STYLE = """
.wh{--ground:#f4f2e6;--grid:#d9d5c0;--grid-strong:#c2bda3;--ink:#22262b;--soft:#6b6f72;--halo:#f4f2e6;
--seat0:#0072b2;--seat1:#d55e00;--seat2:#008763;--seat3:#a8518a;--neutral:#6b6f72;
--hill:#b98b4e;--wood:#5d8a4a;--rock:#7d7f84;--water:#5b9ec9;--other:#8d7fa8;
font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;color:var(--ink)}
@media (prefers-color-scheme:dark){.wh{--ground:#1d211d;--grid:#2c322c;--grid-strong:#3b433b;--ink:#eceae2;
--soft:#a3a79f;--halo:#1d211d;--seat0:#56b4e9;--seat1:#f08a3c;--seat2:#35c79b;--seat3:#dd8fbe;--neutral:#a3a79f;
--hill:#94703f;--wood:#4c7a3d;--rock:#85888e;--water:#3f7ea6;--other:#8d7fa8}}
@media print{.wh{--ground:#fff;--grid:#e4e1d3;--grid-strong:#c9c5b0;--ink:#000;--soft:#555;--halo:#fff;
--seat0:#0072b2;--seat1:#d55e00;--seat2:#008763;--seat3:#a8518a}}
.wh .ground{fill:var(--ground);stroke:var(--soft);stroke-width:1.5}
.wh .grid{stroke:var(--grid);stroke-width:.6;fill:none}
.wh .grid.strong{stroke:var(--grid-strong);stroke-width:1}
.wh .ruler{fill:var(--soft);font-size:11px;text-anchor:middle}
.wh .caption{fill:var(--soft);font-size:11px;font-style:italic;text-anchor:middle}
.wh .s0{--seat:var(--seat0)}.wh .s1{--seat:var(--seat1)}.wh .s2{--seat:var(--seat2)}.wh .s3{--seat:var(--seat3)}
.wh .sn{--seat:var(--neutral)}
.wh .plate{fill:var(--ground)}
.wh .tint{fill:var(--seat);fill-opacity:.34}
.wh .bases{stroke:var(--seat);stroke-width:1.1;stroke-linejoin:round}
.wh .edge{fill:none;stroke:var(--seat);stroke-width:1.8}
.wh .front{stroke:var(--seat);stroke-width:5;stroke-linecap:round}
.wh .nose{fill:var(--ink);stroke:var(--ground);stroke-width:1}
.wh .ghost{fill:var(--seat);fill-opacity:.06;stroke:var(--seat);stroke-width:1.2;stroke-dasharray:4 4;opacity:.75}
.wh .trail{fill:none;stroke:var(--seat);stroke-width:2.2;stroke-dasharray:7 5;opacity:.85}
.wh .head{fill:var(--seat)}
.wh .gone{fill:none;stroke:var(--seat);stroke-width:3;stroke-linecap:round}
.wh .label{fill:var(--ink);stroke:var(--halo);stroke-width:4;stroke-linejoin:round;paint-order:stroke;font-size:15px;
font-weight:600;text-anchor:middle}
.wh .count{fill:var(--seat);stroke:var(--halo);stroke-width:4;paint-order:stroke;font-size:14px;font-weight:700}
.wh .icon{fill:var(--ground);stroke:var(--seat);stroke-width:1.4}
.wh .sign{fill:none;stroke:var(--ink);stroke-width:1.7;stroke-linecap:round;stroke-linejoin:round}
.wh .sign.full{fill:var(--ink);stroke:none}
.wh .marker{fill:none;stroke:var(--ink);stroke-width:2}
.wh .hatch{stroke:var(--seat);stroke-width:2.4;opacity:.8}
""".strip()

SIGNS = {
    "fleeing": ("sign", "M-2.6,5V-5L4,-2.6L-2.6,-.2"),
    "engaged": ("sign", "M-4,-4L4,4M4,-4L-4,4"),
    "charging": ("sign", "M0,5V-4.6M-3.8,-1L0,-4.8L3.8,-1"),
    "failed charge": ("sign", "M0,5V-3M-4,-4.4H4"),
    "marched": ("sign", "M-3.8,-.4L0,-4.2L3.8,-.4M-3.8,4.2L0,.4L3.8,4.2"),
}
"""How well-known states are drawn; whatever else a rulebook calls out gets a star."""
STAR = ("sign full", "M0,-5.6L1.5,-1.5L5.6,0L1.5,1.5L0,5.6L-1.5,1.5L-5.6,0L-1.5,-1.5Z")

ICON = 8.0
"""Half the width of an icon."""

_PATTERNS = (
    "",
    '<path d="M-2,2L2,-2M0,8L8,0M6,10L10,6" class="hatch"/>',
    '<circle cx="4" cy="4" r="1.6" fill="var(--seat)"/>',
    '<path d="M0,4H8M4,0V8" class="hatch" stroke-width="1.2"/>',
)


def drawing(
    ruleset: Ruleset, battle: Battle, *, before: Battle | None = None, prefix: str = "wh", style: bool = True
) -> str:
    """The battle as an SVG document.

    With `before`, the places where units stood then are drawn as ghosts, with arrows to where they are now and a cross
    where one was lost. `prefix` keeps the ids of several drawings on one page apart; such a page holds STYLE once
    itself and wants none here.
    """
    board = battle.scene.board
    sheet = Sheet(board.width, board.depth, MARGIN)
    units = [unit for unit in sorted(battle.units, key=_order) if ruleset.boundary(battle, unit) is not None]
    parts = [*_opening(sheet, battle, prefix, style), *_ground(sheet)]
    parts += [draw_feature(sheet, feature) for feature in sorted(board.features, key=repr)]
    parts += [_marker(sheet, x, y) for x, y in sorted(board.markers)]
    if before is not None:
        parts += _trails(sheet, ruleset, before, battle, prefix)
    shapes = {unit.id: _boundary(ruleset, battle, unit) for unit in units}
    parts += [_unit(sheet, ruleset, battle, unit, shapes[unit.id], prefix) for unit in units]
    labels = [_label(sheet, ruleset, battle, unit, shapes[unit.id]) for unit in units]
    taken = [around(sheet.points(shape.corners)) for shape in shapes.values()]
    for unit, label, (x, y) in zip(units, labels, place_labels(labels, taken, sheet.box), strict=True):
        parts.append(_written(unit, label, x, y))
    return "\n".join([*parts, "</svg>"])


def _order(unit: Any) -> tuple[int, int]:
    return (unit.seat, unit.id)


def _boundary(ruleset: Ruleset, battle: Battle, unit: Any) -> Rect:
    shape = ruleset.boundary(battle, unit)
    assert shape is not None
    return shape


def side(unit_seat: int) -> str:
    """The class that gives things of a seat their colour."""
    return f"s{unit_seat % SEATS}" if unit_seat >= 0 else "sn"


def _opening(sheet: Sheet, battle: Battle, prefix: str, style: bool) -> Iterator[str]:
    seats = " against ".join(seat.name for seat in battle.scene.seats)
    width, height = number(sheet.width), number(sheet.height)
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="wh" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{text(f"The table: {seats}, turn {battle.turn}")}">'
    )
    if style:
        yield f"<style>{STYLE}</style>"
    yield "<defs>"
    for seat in range(min(len(battle.scene.seats), SEATS)):
        if _PATTERNS[seat]:
            yield (
                f'<pattern id="{prefix}-p{seat}" class="s{seat}" width="8" height="8" '
                f'patternUnits="userSpaceOnUse">{_PATTERNS[seat]}</pattern>'
            )
    for name in sorted({side(unit.seat) for unit in battle.units}):
        yield (
            f'<marker id="{prefix}-{name}" class="{name}" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="14" '
            'markerHeight="14" markerUnits="userSpaceOnUse" orient="auto">'
            '<path class="head" d="M0,0L10,5L0,10L2.5,5Z"/></marker>'
        )
    yield "</defs>"


def _ground(sheet: Sheet) -> Iterator[str]:
    left, top, right, bottom = sheet.box
    yield (
        f'<rect class="ground" x="{number(left)}" y="{number(top)}" width="{number(right - left)}" '
        f'height="{number(bottom - top)}"/>'
    )
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
    for inch in range(0, int(sheet.board_width) + 1, 6):
        yield f'<text class="ruler" x="{number(sheet.x(inch))}" y="{number(bottom + 16)}">{inch}</text>'
    for inch in range(0, int(sheet.board_depth) + 1, 6):
        yield f'<text class="ruler" x="{number(left - 13)}" y="{number(sheet.y(inch) + 4)}">{inch}</text>'


def _marker(sheet: Sheet, x: float, y: float) -> str:
    cx, cy = sheet.point((x, y))
    return (
        f'<g class="marker" transform="translate({number(cx)},{number(cy)})"><title>Marker</title>'
        '<circle r="7"/><path d="M-11,0H11M0,-11V11"/></g>'
    )


def _unit(sheet: Sheet, ruleset: Ruleset, battle: Battle, unit: Any, shape: Rect, prefix: str) -> str:
    bases = [base.corners for base in ruleset.bases(battle, unit)] or [shape.corners]
    path = "".join(polygon(sheet.points(corners)) for corners in bases)
    fill = f"url(#{prefix}-p{unit.seat % SEATS})" if unit.seat >= 0 and _PATTERNS[unit.seat % SEATS] else "none"
    front_left, front_right = sheet.points(shape.corners[:2])
    return (
        f'<g class="unit {side(unit.seat)}" data-unit="{unit.id}"><title>{text(_told(ruleset, battle, unit))}</title>'
        f'<path class="plate" d="{path}"/><path class="tint" d="{path}"/><path class="bases" d="{path}" fill="{fill}"/>'
        f'<path class="edge" d="{polygon(sheet.points(shape.corners))}"/>'
        f'<path class="front" d="M{number(front_left[0])},{number(front_left[1])}'
        f'L{number(front_right[0])},{number(front_right[1])}"/>'
        f'<path class="nose" d="{polygon(sheet.points(_nose(shape)))}"/></g>'
    )


def _nose(shape: Rect) -> list[tuple[float, float]]:
    """A small arrow head inside the front edge: where the unit looks."""
    half = min(0.42, shape.width / 4)
    deep = min(0.6, shape.depth / 2)
    fx, fy = shape.front
    return [
        (fx, fy),
        (fx + shape.rx * half - shape.fx * deep, fy + shape.ry * half - shape.fy * deep),
        (fx - shape.fx * deep * 0.6, fy - shape.fy * deep * 0.6),
        (fx - shape.rx * half - shape.fx * deep, fy - shape.ry * half - shape.fy * deep),
    ]


def _told(ruleset: Ruleset, battle: Battle, unit: Any) -> str:
    """All there is to say of a unit, for whoever points at it or listens."""
    seats = battle.scene.seats
    owner = [seats[unit.seat].name] if 0 <= unit.seat < len(seats) else []
    strength = strength_of(ruleset, battle, unit)
    return ", ".join([unit.name, *owner, *_left(strength, in_full=True), *marks_of(ruleset, battle, unit)])


def _left(strength: Strength, *, in_full: bool) -> Iterator[str]:
    if strength.models_at_start > 1 or strength.health_at_start == strength.models_at_start:
        yield f"{strength.models}/{strength.models_at_start}" + (" models" if in_full else "")
        if strength.wounds:
            yield f"{strength.wounds} " + ("wound" if strength.wounds == 1 else "wounds")
    else:
        yield f"{strength.health}/{strength.health_at_start} HP"


def _label(sheet: Sheet, ruleset: Ruleset, battle: Battle, unit: Any, shape: Rect) -> Label:
    return Label(
        lines=_wrapped(unit.name),
        count=", ".join(_left(strength_of(ruleset, battle, unit), in_full=False)),
        icons=marks_of(ruleset, battle, unit),
        anchor=around(sheet.points(shape.corners)),
        # Behind the unit a label is least in the way: below where it looks up the table, above where it looks down.
        below=shape.fy >= 0,
    )


def _wrapped(name: str) -> tuple[str, ...]:
    """A long name in two lines of nearly equal length."""
    blanks = [place for place, char in enumerate(name) if char == " "]
    if len(name) <= 12 or not blanks:
        return (name,)
    middle = min(blanks, key=lambda place: abs(2 * place + 1 - len(name)))
    return (name[:middle], name[middle + 1 :])


def _written(unit: Any, label: Label, x: float, y: float) -> str:
    """A label with its middle top at (x, y): the name, then what is left and the icons in a row."""
    parts = [f'<g class="{side(unit.seat)}" data-label="{unit.id}">']
    for line in label.lines:
        y += label.line
        parts.append(f'<text class="label" x="{number(x)}" y="{number(y - 3)}">{text(line)}</text>')
    y += label.line
    left = x - label.row / 2
    parts.append(f'<text class="count" x="{number(left)}" y="{number(y - 3)}">{text(label.count)}</text>')
    left += label.count_width
    for word in label.icons:
        css, path = SIGNS.get(word, STAR)
        parts.append(
            f'<g transform="translate({number(left + ICON)},{number(y - 8)})"><title>{text(word)}</title>'
            f'<circle class="icon" r="{number(ICON)}"/><path class="{css}" d="{path}"/></g>'
        )
        left += 2 * ICON + 3
    return "".join([*parts, "</g>"])


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
            ghost = f'<title>{text(f"{unit.name}: gone in this turn")}</title>{ghost}<path class="gone" d="{cross}"/>'
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
    found = []
    for word in words:
        css, path = SIGNS.get(word, STAR)
        icon = (
            '<svg class="wh key sn" viewBox="-9 -9 18 18" width="18" height="18" aria-hidden="true">'
            f'<circle class="icon" r="{number(ICON)}"/><path class="{css}" d="{path}"/></svg>'
        )
        found.append((icon, word))
    return found


__all__ = ["STYLE", "drawing", "legend", "side"]
