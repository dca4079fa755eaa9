"""Units as they look on the board of the page: their models from above, a banner, a name and what is left of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import cos, radians, sin
from typing import Any, NamedTuple

from warhost.play import Battle, Ruleset, Shows, Strength, UnitNotes
from warhost.play.shown.cards import Look
from warhost.play.shown.looks import seen_look
from warhost.report.drawing.figures import Model, drawn_figures, layers_of, nature_of, silhouette, tiled
from warhost.report.drawing.gallery import Gallery
from warhost.report.drawing.heraldry import PLAIN, Coat, coats_of, flag
from warhost.report.drawing.labels import Label, around, scaled
from warhost.report.drawing.sheet import INCH, Sheet, number, polygon, text
from warhost.report.look import SHAPES
from warhost.report.telling.words import marks_of, strength_of
from warhost.table import Base, Circle, Point, Rect, rect_around, turn_between

SEATS = 4
"""So many seats have a colour and a pattern of their own; further ones begin again."""

PATTERNS = (
    "",
    '<path d="M-2,2L2,-2M0,8L8,0M6,10L10,6" class="hatch"/>',
    '<circle cx="4" cy="4" r="1.6" fill="var(--seat)"/>',
    '<path d="M0,4H8M4,0V8" class="hatch" stroke-width="1.2"/>',
)

ICON = 8.0
"""Half the width of an icon."""

FLAG_HIGH, SMALL_FLAG = 1.15, 0.85
"""How high the flag of a unit and that of a lone bearer is, in inches."""

DEEP = 1.5
"""From so many inches of depth on a unit has room for a flag behind its first rank."""

LOWERED = 38
"""Degrees by which a banner leans that is not held high."""

_COUNT = re.compile(r"\d+")
_NO_NOTES = UnitNotes({})


def side(unit_seat: int) -> str:
    """The class that gives things of a seat their colour."""
    return f"s{unit_seat % SEATS}" if unit_seat >= 0 else "sn"


def pattern_of(seat: int, prefix: str) -> str:
    """What fills the bases and banners of a seat."""
    return f"url(#{prefix}-p{seat % SEATS})" if seat >= 0 and PATTERNS[seat % SEATS] else "none"


def notes_of(ruleset: Ruleset, battle: Battle, unit: Any) -> UnitNotes:
    """What a unit looks like, where its rulebook tells."""
    return ruleset.notes(battle, unit) if isinstance(ruleset, Shows) else _NO_NOTES


def draw_unit(
    sheet: Sheet, ruleset: Ruleset, battle: Battle, unit: Any, shape: Rect, prefix: str, gallery: Gallery
) -> str:
    """The models of a unit on their bases, and where it looks."""
    edge = polygon(sheet.points(shape.corners))
    (left, top), (right, low) = sheet.points(shape.corners[:2])
    x, y = sheet.point((shape.x, shape.y))
    notes = notes_of(ruleset, battle, unit)
    bases = [_within(shape, base) for base in ruleset.bases(battle, unit) or [shape]]
    outline = tuple(base.rounded for base in bases)
    shade = gallery.once(outline, f"{prefix}-o{unit.id}", lambda: f'<path d="{_outline(bases)}"/>')
    look = seen_look(notes, unit.name, unit.army)
    coat = coat_in(battle, unit.seat)
    strength = strength_of(ruleset, battle, unit)
    share = strength.health / strength.health_at_start if strength.health_at_start else 1.0
    many = len(bases) == 1 and not notes.single and not bases[0].round
    standard = notes.standard and not many
    drawn = _Drawn(unit.name, look, coat, standard, (shape.width, shape.depth, share) if many else None)
    pattern = pattern_of(unit.seat, prefix)
    key = (drawn, unit.seat, outline)
    models = gallery.once(key, f"{prefix}-u{unit.id}", lambda: _models(bases, drawn, pattern))
    # Models that stand loose have no common front.
    front = (
        ""
        if notes.loose
        else f'<path class="edge" d="{edge}"/>'
        f'<path class="front" d="M{number(left)},{number(top)}L{number(right)},{number(low)}"/>'
        f'<path class="nose" d="{polygon(sheet.points(_nose(shape)))}"/>'
    )
    tray = "" if notes.loose else f'<path class="plate" d="{edge}"/>'
    stands = f"translate({number(x)},{number(y)}) rotate({number(shape.facing)})"
    return (
        f'<g class="unit {side(unit.seat)}" data-unit="{unit.id}"><title>{text(_told(ruleset, battle, unit))}</title>'
        f'<g class="shade" transform="translate(2.5,3.5) {stands}">{shade}</g>{tray}'
        f'<g transform="{stands}">{models}</g>{front}</g>'
    )


class _Base(NamedTuple):
    """A base as its unit sees it: from its middle to the right and to the back, on the sheet."""

    x: float
    y: float
    facing: float
    half: Point
    round: bool

    @property
    def outline(self) -> str:
        """Its rim as a path."""
        if not self.round:
            return polygon(self.corners)
        r = self.half[0]
        arc = f"a{number(r)},{number(r)} 0 1 0"
        return f"M{number(self.x - r)},{number(self.y)}{arc} {number(2 * r)},0{arc} {number(-2 * r)},0Z"

    @property
    def corners(self) -> list[Point]:
        (w, d), s, c = self.half, sin(radians(self.facing)), cos(radians(self.facing))
        ends = ((-w, -d), (w, -d), (w, d), (-w, d))
        return [(self.x + px * c - py * s, self.y + px * s + py * c) for px, py in ends]

    @property
    def rounded(self) -> tuple[float, ...]:
        """Its figures, just fine enough to tell apart what looks different."""
        return tuple(round(part, 1) for part in (self.x, self.y, self.facing, *self.half, self.round))


def _within(shape: Rect, stands: Base) -> _Base:
    base = rect_around(stands)
    dx, dy = base.x - shape.x, base.y - shape.y
    right, ahead = dx * shape.rx + dy * shape.ry, dx * shape.fx + dy * shape.fy
    turn = turn_between(shape.facing, base.facing)
    half = (base.width * INCH / 2, base.depth * INCH / 2)
    return _Base(right * INCH, -ahead * INCH, turn, half, isinstance(stands, Circle))


def _outline(bases: Sequence[_Base]) -> str:
    return "".join(base.outline for base in bases)


class _Drawn(NamedTuple):
    """What the models of a unit look like. `block`: the one base for all of them, and how much is left of them."""

    name: str
    look: Look
    coat: Coat
    standard: bool
    block: tuple[float, float, float] | None


def _models(bases: Sequence[_Base], drawn: _Drawn, pattern: str) -> str:
    """All models around the middle of their unit, its front up."""
    path, fallen = _outline(bases), ""
    models = [Model(b.x / INCH, b.y / INCH, b.facing, 2 * b.half[0] / INCH, 2 * b.half[1] / INCH) for b in bases]
    if drawn.block is not None:
        width, depth, left = drawn.block
        models = tiled(width, depth, drawn.look)
        lost = min(len(models) - 1, int(len(models) * (1 - left) + 0.5))
        path = "".join(_Base(m.x * INCH, m.y * INCH, 0.0, _half(m), False).outline for m in models)
        lying = [
            Model(m.x, m.y, 70 + at * 137 % 220, m.width * 0.86, m.depth * 0.86)
            for at, m in enumerate(models[len(models) - lost :])
        ]
        models = models[: len(models) - lost]
        if lying:
            fallen = f'<path class="fallen" d="{silhouette(layers_of(lying, drawn.look, drawn.name))}"/>'
    if drawn.standard and len(models) > 3 and nature_of(drawn.look) == "foot":
        bearer = min(range(len(models)), key=lambda at: models[at].y * 4 + abs(models[at].x))
        models[bearer] = models[bearer]._replace(role="standard")
    return (
        f'<path class="tint" d="{path}"/><path class="bases" d="{path}" fill="{pattern}"/>{fallen}'
        f"{drawn_figures(models, drawn.look, drawn.name, drawn.coat)}"
    )


def _half(model: Model) -> Point:
    return (model.width * INCH / 2 - 0.5, model.depth * INCH / 2 - 0.5)


def coat_in(battle: Battle, seat: int) -> Coat:
    """The coat of arms of a seat."""
    coats = coats_of(tuple(one.army or one.name for one in battle.scene.seats))
    return coats[seat] if 0 <= seat < len(coats) else PLAIN


def _nose(shape: Rect) -> list[Point]:
    """A small arrow head before the front edge: where the unit looks."""
    half = min(0.36, shape.width / 4)
    fx, fy = shape.front
    return [
        (fx - shape.rx * half, fy - shape.ry * half),
        (fx + shape.fx * half, fy + shape.fy * half),
        (fx + shape.rx * half, fy + shape.ry * half),
    ]


def _told(ruleset: Ruleset, battle: Battle, unit: Any) -> str:
    """All there is to say of a unit, for whoever points at it or listens."""
    seats = battle.scene.seats
    owner = [seats[unit.seat].name] if 0 <= unit.seat < len(seats) else []
    strength = strength_of(ruleset, battle, unit)
    return ", ".join([unit.name, *owner, *_left(strength, in_full=True), *marks_of(ruleset, battle, unit)])


def _left(strength: Strength, *, in_full: bool) -> Iterator[str]:
    if not strength.models_at_start:
        return
    if strength.points:
        yield f"{strength.health}/{strength.health_at_start}" + (f" {strength.points}" if in_full else "")
    elif strength.models_at_start > 1 or strength.health_at_start == strength.models_at_start:
        yield f"{strength.models}/{strength.models_at_start}" + (" models" if in_full else "")
        if strength.wounds:
            yield f"{strength.wounds} " + ("wound" if strength.wounds == 1 else "wounds")
    else:
        yield f"{strength.health}/{strength.health_at_start} HP"


def draw_banner(sheet: Sheet, ruleset: Ruleset, battle: Battle, unit: Any, shape: Rect, prefix: str) -> str:
    """The flag of an army, upright over the rear rank of a unit; it leans while the unit flees."""
    notes = notes_of(ruleset, battle, unit)
    bearer = seen_look(notes, unit.name, unit.army).kind == "standard"
    block = not notes.single and not notes.loose and min(shape.depth, shape.width) >= DEEP
    if unit.seat < 0 or notes.belongs or not (notes.standard or bearer or block):
        return ""
    high = SMALL_FLAG if notes.single or notes.loose else min(FLAG_HIGH, shape.depth * 0.62)
    back = max(0.0, shape.depth / 2 - high / 2 - 0.1)
    x, y = sheet.point((shape.x - shape.fx * back, shape.y - shape.fy * back))
    lean = f" rotate({LOWERED})" if set(SHAPES.lowered).intersection(marks_of(ruleset, battle, unit)) else ""
    return (
        f'<g class="banner {side(unit.seat)}{" standard" if notes.standard else ""}" '
        f'transform="translate({number(x)},{number(y)}) scale({number(high * INCH / 2.3)}){lean}">'
        f"{flag(coat_in(battle, unit.seat), prefix)}</g>"
    )


def label_of(sheet: Sheet, ruleset: Ruleset, battle: Battle, unit: Any, shape: Rect) -> Label:
    strength = strength_of(ruleset, battle, unit)
    return Label(
        lines=_wrapped(unit.name),
        count=", ".join(_left(strength, in_full=False)),
        icons=marks_of(ruleset, battle, unit),
        anchor=scaled(around(sheet.points(shape.corners)), 1 / sheet.letters),
        # Behind the unit a label is least in the way: below where it looks up the table, above where it looks down.
        below=shape.fy >= 0,
        left=strength.health / strength.health_at_start if strength.health_at_start else 1.0,
    )


def _wrapped(name: str) -> tuple[str, ...]:
    """A long name in two lines of nearly equal length; a number at its end is never a line of its own."""
    blanks = [place for place, char in enumerate(name) if char == " " and not name[place + 1 :].isdecimal()]
    if len(name) <= 12 or not blanks:
        return (name,)
    middle = min(blanks, key=lambda place: abs(2 * place + 1 - len(name)))
    return (name[:middle], name[middle + 1 :])


def write_label(unit: Any, label: Label, x: float, y: float) -> str:
    """A label with its middle top at (x, y): the name, then what is left and the icons in a row."""
    parts = [f'<g class="{side(unit.seat)}" data-label="{unit.id}">']
    for line in label.lines:
        y += label.line
        parts.append(f'<text class="label" x="{number(x)}" y="{number(y - 3)}">{text(line)}</text>')
    y += label.line
    left = x - label.row / 2
    parts.append(f'<text class="count" x="{number(left)}" y="{number(y - 3)}">{text(label.count)}</text>')
    if label.left < 1:
        parts += _bar(left, y, label.count_width - 5, label.left)
    left += label.count_width
    for word in label.icons:
        parts.append(f'<g transform="translate({number(left + ICON)},{number(y - 8)})">')
        parts.append(f"<title>{text(word)}</title>{draw_icon(word)}</g>")
        left += 2 * ICON + 3
    return "".join([*parts, "</g>"])


def _bar(x: float, y: float, width: float, share: float) -> Iterator[str]:
    """How much of its health a unit has left."""
    for css, long in (("lost", width), ("left", width * share)):
        yield f'<rect class="{css}" x="{number(x)}" y="{number(y)}" width="{number(long)}" height="3" rx="1.5"/>'


def _sign(word: str) -> str | None:
    """The picture of a state. Who a unit is with or is led by stands behind the words that have it."""
    return SHAPES.signs.get(word) or next(
        (SHAPES.signs[how] for how in ("with", "led by") if word.startswith(f"{how} ")), None
    )


def draw_icon(word: str) -> str:
    """A state as a picture; a count as its number; one that has neither, as a spell, as its first letters."""
    sign, count = _sign(word), _COUNT.match(word)
    tone = " hurt" if count else "" if sign else " spell"
    inside = (
        f'<path class="sign" d="{sign}"/>'
        if sign
        else f'<text class="initials" y="3.2">{text(count[0] if count else word[:2])}</text>'
    )
    return f'<circle class="icon{tone}" r="{number(ICON)}"/>{inside}'


__all__ = [
    "PATTERNS",
    "SEATS",
    "draw_banner",
    "draw_icon",
    "draw_unit",
    "label_of",
    "pattern_of",
    "side",
    "write_label",
]
