"""Lines of sight: from a front edge to a base, past everything that is as tall as both (Lines of sight; Terrain
height)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, TypeVar

import msgspec

from warhost.field import Body, Field, Piece
from warhost.field.sight.lines import hidden_by
from warhost.play.script import Script, roll
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.core import values
from warhost.rulesets.kings_of_war.core.battle import Battle, Unit
from warhost.rulesets.kings_of_war.core.formation import DOUBT, field_of, footprint, footprint_at
from warhost.rulesets.kings_of_war.core.rules import Heard, has, heard
from warhost.table import (
    TOLERANCE,
    Arc,
    Point,
    Pose,
    Rect,
    arc_of,
    blockers_between,
    clip_to_front_arc,
    clipped,
    free_line,
    in_front_arc,
    local,
    moved_to,
    rect,
    touches,
    touching_sides,
)

Sight: TypeAlias = Literal["free", "blocked", "doubtful"]

KEPT = "kow sight"
"""The name under which a battle keeps who sees whom, beside its data."""


@rule("kow.los.arc_of_sight", "kow.los.line")
def sees(battle: Battle, viewer: Unit, target: Unit, pose: Pose | None = None, seen: Seen | None = None) -> Sight:
    """Whether a unit sees another from where it stands, or would from another pose."""
    if pose is not None:
        return _looked(battle, viewer, target, footprint_at(battle, viewer, pose))
    seen = known(battle) if seen is None else seen
    found = seen.get((viewer.id, target.id))
    if found is None:
        found = seen[viewer.id, target.id] = _looked(battle, viewer, target, footprint(battle, viewer))
    return found


Seen: TypeAlias = dict[tuple[int, int], Sight]
"""Who sees whom, as far as it has been looked at."""


class _Kept(msgspec.Struct, frozen=True):
    """Who sees whom, as long as nobody moves and nothing that lasts on anybody changes."""

    field: Field
    heard: Heard
    seen: Seen
    heights: dict[int, int]
    """How tall units are that stand in somebody's way; none at all where others need not see them."""


def _kept(battle: Battle) -> _Kept:
    field, rules = field_of(battle), heard(battle)
    kept: _Kept | None = battle.__dict__.get(KEPT)
    if kept is None or kept.field is not field or kept.heard is not rules:
        kept = battle.__dict__[KEPT] = _Kept(field, rules, {}, {})
    return kept


def known(battle: Battle) -> Seen:
    """Who sees whom where everybody stands now: for who asks about many."""
    return _kept(battle).seen


def in_arc(own: Rect, other: Rect) -> bool:
    """Whether a part of a base lies in the front arc of another; to touch its border is not enough (KOW-R041)."""
    ahead = 2 * TOLERANCE
    return in_front_arc(moved_to(own, own.x + own.fx * ahead, own.y + own.fy * ahead), other)


def _looked(battle: Battle, viewer: Unit, target: Unit, own: Rect) -> Sight:
    if not in_arc(own, footprint(battle, target)):
        return "blocked"
    units, pieces = in_the_way(battle, viewer, target, own)
    if not units and not pieces:
        return "free"
    region = _region(battle, own, footprint(battle, target))
    shapes = [body.shape for body in units] + [piece.shape for piece in pieces]
    if _line(own, region, [_widened(shape) for shape in shapes], pieces):
        return "free"
    return "doubtful" if _line(own, region, _narrowed(shapes), pieces) else "blocked"


@rule("kow.los.line")
def _region(battle: Battle, own: Rect, other: Rect) -> list[Point]:
    """The part of the target to which a line may run: all that is ahead of the viewer's front edge (KOW-R042,
    KOW-R043), or only what lies in its front arc."""
    if battle.settings.sight_in_arc:
        return clip_to_front_arc(own, other.corners)
    return clipped(other.corners, own.fx, own.fy, own.x * own.fx + own.y * own.fy + own.depth / 2 + TOLERANCE)


@rule("kow.los.clear", "kow.los.taller", "kow.los.blocked", "kow.terrain.los_behind", "kow.special.yielding")
@rule("kow.loot.no_block", "kow.objective.no_block", "kow.terrain.open")
def in_the_way(battle: Battle, viewer: Unit, target: Unit, own: Rect) -> tuple[list[Body], list[Piece]]:
    """The units and the pieces of terrain near the line between both that are at least as tall as the taller of them
    (KOW-R046); who looks never has to see a unit that yields (KOW-R117)."""
    kept, other = _kept(battle), footprint(battle, target)
    both = (viewer.id, target.id)
    bodies = [body for body in _near(own, other, kept.field.bodies) if body.id not in both]
    pieces = [piece for piece in _near(own, other, kept.field.terrain.pieces) if piece.height]
    if not bodies and not pieces:
        return [], []
    height = max(values.eye_height(battle, viewer, own.x, own.y), values.height(battle, target))
    units = [body for body in bodies if _blocking_height(battle, body.id, kept.heights) >= height]
    return units, [piece for piece in pieces if piece.height >= height]


T = TypeVar("T", Body, Piece)


def _near(own: Rect, other: Rect, things: Sequence[T]) -> list[T]:
    near = {id(shape) for shape in blockers_between(own, other, [one.shape for one in things])}
    return [one for one in things if id(one.shape) in near] if near else []


def _blocking_height(battle: Battle, number: int, known: dict[int, int]) -> int:
    """Up to which height a unit is in the way."""
    found = known.get(number)
    if found is None:
        unit = battle.units[number]
        found = known[number] = -1 if has(battle, unit, "yields") else values.height(battle, unit)
    return found


# Free lines


@rule("kow.terrain.los_target_inside", "kow.terrain.los_viewer_inside", "kow.terrain.hill_height")
def _line(own: Rect, region: list[Point], shapes: Sequence[Rect], pieces: Sequence[Piece]) -> bool:
    """Whether there is a free line past these shapes, the last of which are those of the pieces. It ignores pieces in
    which it starts or ends (KOW-R047), hills too (KOW-R048).

    Lines are looked for from the whole edge to the whole region with all pieces in the way, then from and to the parts
    that lie in a piece without that piece: together these are all lines.
    """
    left, right, _, _ = own.corners
    if free_line(left, right, region, shapes) is not None:
        return True
    units = len(shapes) - len(pieces)
    starts, ends = _parts([left, right], pieces), _parts(region, pieces)
    for edge, edge_in in starts:
        for part, part_in in ends:
            inside = edge_in | part_in
            walls = [shape for number, shape in enumerate(shapes) if number - units not in inside]
            if inside and free_line(edge[0], edge[-1], part, walls) is not None:
                return True
    return False


def _parts(points: list[Point], pieces: Sequence[Piece]) -> list[tuple[list[Point], frozenset[int]]]:
    """An edge or a region, and every part of it that lies in one or several pieces, with the numbers of these."""
    found: list[tuple[list[Point], frozenset[int]]] = [(points, frozenset())]
    for number, piece in enumerate(pieces):
        for part, inside in list(found):
            within = _inside(part, piece.shape)
            if within:
                found.append((within, inside | {number}))
    return found


def _inside(points: list[Point], shape: Rect) -> list[Point]:
    """The part of an edge or a region that lies in a rectangle; none if it only touches it."""
    kept = points
    across = ((shape.fx, shape.fy, shape.depth / 2), (shape.rx, shape.ry, shape.width / 2))
    for ux, uy, half in across:
        for nx, ny in ((ux, uy), (-ux, -uy)):
            kept = clipped(kept, nx, ny, shape.x * nx + shape.y * ny - half + TOLERANCE)
    if len(points) > 2 or len(kept) < 2:
        return kept
    start, end = points
    kept.sort(
        key=lambda point: (point[0] - start[0]) * (end[0] - start[0]) + (point[1] - start[1]) * (end[1] - start[1])
    )
    return [kept[0], kept[-1]]


def _widened(shape: Rect) -> Rect:
    return rect(shape.x, shape.y, shape.facing, shape.width + 2 * DOUBT, shape.depth + 2 * DOUBT)


def _narrowed(shapes: Sequence[Rect]) -> list[Rect]:
    """The same shapes half a millimetre smaller on each side that touches none of the others: where two blockers are in
    contact there is no gap between them (KOW-R044)."""
    found = []
    for shape in shapes:
        touched = {
            sides[0]
            for other in shapes
            if other is not shape and touches(shape, other)
            if (sides := touching_sides(shape, other))
        }
        by = {side: -TOLERANCE if side in touched else DOUBT for side in Arc}
        ahead, aside = (by[Arc.REAR] - by[Arc.FRONT]) / 2, (by[Arc.LEFT] - by[Arc.RIGHT]) / 2
        x = shape.x + shape.fx * ahead + shape.rx * aside
        y = shape.y + shape.fy * ahead + shape.ry * aside
        width, depth = shape.width - by[Arc.LEFT] - by[Arc.RIGHT], shape.depth - by[Arc.FRONT] - by[Arc.REAR]
        found.append(rect(x, y, shape.facing, max(width, TOLERANCE), max(depth, TOLERANCE)))
    return found


# Doubt


@rule("kow.los.dispute_roll")
def settled(battle: Battle, viewer: Unit, target: Unit, pose: Pose | None = None) -> Script[bool]:
    """Whether the unit sees the target: a die says so where it is in real doubt (KOW-R028), once in a phase."""
    found = sees(battle, viewer, target, pose)
    if found != "doubtful" or battle.settings.doubtful == "attacker":
        return found != "blocked"
    known = recalled(battle, viewer, target)
    if known is not None:
        return known
    why = f"Whether {viewer.name} can see {target.name}"
    (face,) = yield from roll("D6", why=why, rule="kow.los.dispute_roll", seat=viewer.seat, unit=viewer.id, need=4)
    viewer.once = (*viewer.once, f"{battle.phase}: {'sees' if face >= 4 else 'misses'} {target.id}")
    return face >= 4


def recalled(battle: Battle, viewer: Unit, target: Unit) -> bool | None:
    """What a die has said of this doubt in this phase; None if none was thrown."""
    if f"{battle.phase}: sees {target.id}" in viewer.once:
        return True
    return False if f"{battle.phase}: misses {target.id}" in viewer.once else None


def may_see(battle: Battle, viewer: Unit, target: Unit, seen: Seen | None = None) -> bool:
    """Whether the unit sees the target, or may do so by a die that has not been thrown yet."""
    found = sees(battle, viewer, target, seen=seen)
    return found == "free" or (found == "doubtful" and recalled(battle, viewer, target) is not False)


def hiding(battle: Battle, viewer: Unit, target: Unit) -> tuple[str, ...]:
    """The names of what hides the target; none where it is not in the front arc."""
    own, other = footprint(battle, viewer), footprint(battle, target)
    if not in_arc(own, other):
        return ()
    units, pieces = in_the_way(battle, viewer, target, own)
    named = [(body.name, body.shape) for body in units] + [(piece.name, piece.shape) for piece in pieces]
    return hidden_by(own, other, named)


ARCS = (Arc.FRONT, Arc.RIGHT, Arc.REAR, Arc.LEFT)


@rule("kow.los.arcs", "kow.charge.facing_unclear")
def arcs_at(shape: Rect, x: float, y: float) -> tuple[Arc, ...]:
    """The arc of a base in which a point lies; both, in their order, within half a millimetre of a border."""
    right, ahead = local(shape, x, y)
    over_side, over_end = abs(right) - shape.width / 2, abs(ahead) - shape.depth / 2
    if abs(over_side - over_end) / 2**0.5 > DOUBT:
        return (arc_of(shape, x, y),)
    both = (Arc.FRONT if ahead >= 0 else Arc.REAR, Arc.RIGHT if right >= 0 else Arc.LEFT)
    return tuple(arc for arc in ARCS if arc in both)


@rule("kow.charge.facing_unclear")
def settled_arc(battle: Battle, unit: Unit, target: Unit) -> Script[Arc]:
    """The facing of the target in whose arc the middle of the unit's front is; a die settles what is unclear."""
    arcs = arcs_at(footprint(battle, target), *footprint(battle, unit).front)
    if len(arcs) == 1:
        return arcs[0]
    if battle.settings.doubtful == "attacker":
        return Arc.REAR if Arc.REAR in arcs else arcs[1]
    why = f"Facing of {target.name}: 1-3 {arcs[0].value}, 4-6 {arcs[1].value}"
    (face,) = yield from roll("D6", why=why, rule="kow.charge.facing_unclear", seat=unit.seat, unit=unit.id)
    return arcs[0] if face <= 3 else arcs[1]
