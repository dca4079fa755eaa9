"""Arcs, line of sight and cover (General Principles: Unit Facing, Line of Sight; Terrain: Cover Terrain)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import inf

import msgspec

from warhost.rulebook import rule
from warhost.rulesets.regiments.battle import Battle, Unit
from warhost.rulesets.regiments.formation import base_of, footprint, on_table, perimeter, troopers
from warhost.rulesets.regiments.scenery import Piece, scenery
from warhost.table import (
    TOLERANCE,
    Arc,
    Point,
    Rect,
    blockers_between,
    clip_to_front_arc,
    contains_point,
    contains_rect,
    from_local,
    in_front_arc,
    local,
    overlap_area,
    segment_crosses,
    within,
)


@rule("aofr.facing.quadrants", "aofr.facing.front", "aofr.facing.flank", "aofr.facing.rear")
def arc_at(shape: Rect, x: float, y: float) -> Arc:
    """The arc that holds the point: rays at 45 degrees from the corners; on a ray front, then flank (AOFR-R023)."""
    right, ahead = local(shape, x, y)
    aside = abs(right) - shape.width / 2
    if ahead - shape.depth / 2 >= max(0.0, aside) - TOLERANCE:
        return Arc.FRONT
    if -ahead - shape.depth / 2 > max(0.0, aside) + TOLERANCE:
        return Arc.REAR
    return Arc.RIGHT if right >= 0.0 else Arc.LEFT


class Look(msgspec.Struct, frozen=True):
    """What one unit's models may see of another: its bases, and what may stand in between."""

    target: Rect
    bases: tuple[Rect, ...]
    walls: tuple[Rect, ...]
    """Other units and blocking terrain: no line passes through."""
    veils: tuple[Rect, ...]
    """Terrain that one sees into and out of, but not through."""
    lookouts: tuple[Rect, ...]


@rule("aofr.los.units_block", "aofr.terrain.blocking")
def look(battle: Battle, unit: Unit, target: Unit) -> Look:
    """What the models of a unit need to know to look at another. Neither of the two is in its own way.

    Only bases and hulls count; what sticks out of them is not on the table (aofr.los.decorations_ignored).
    """
    near, far = footprint(battle, unit), footprint(battle, target)
    pieces = scenery(battle)
    walls = [piece.shape for piece in pieces.hiding if piece.blocking]
    walls += _others(battle, unit, target, near, far)
    veils = [piece.shape for piece in pieces.hiding if not piece.blocking]
    return Look(
        target=far,
        bases=tuple(trooper.base for trooper in troopers(battle, target)),
        walls=tuple(blockers_between(near, far, walls)),
        veils=tuple(blockers_between(near, far, veils)),
        lookouts=tuple(piece.shape for piece in pieces.lookouts),
    )


@rule("aofr.los.units_block", "aofr.los.own_unit_transparent")
def _others(battle: Battle, unit: Unit, target: Unit, near: Rect, far: Rect) -> list[Rect]:
    """What the models of other units cover that may stand between the two."""
    return [
        part
        for other in on_table(battle)
        if other is not unit and other is not target and blockers_between(near, far, (footprint(battle, other),))
        for part in perimeter(battle, other)
    ]


@rule("aofr.los.front_arc", "aofr.los.visible", "aofr.terrain.hills")
def base_sees(viewer: Rect, view: Look, reach: float = inf) -> bool:
    """Whether a model sees a model of the target that is within reach of it: one free line in its front arc is enough.

    Lines run from both ends and the middle of its front edge to the corners, sides and middle of a base (AOFR-R025).
    A model on a hill leaves out one obstacle of each line (AOFR-R029).
    """
    if not in_front_arc(viewer, view.target):
        return False
    bases = (base for base in view.bases if reach == inf or within(viewer, base, reach))
    if not view.walls and not view.veils:
        return any(in_front_arc(viewer, base) for base in bases)
    spare = any(contains_point(hill, viewer.x, viewer.y) for hill in view.lookouts)
    left, right, _, _ = viewer.corners
    starts = (((left[0] + right[0]) / 2, (left[1] + right[1]) / 2), left, right)
    if not spare and _is_hidden(starts, view):
        return False
    tried: set[Point] = set()
    for base in bases:
        walls, veils = blockers_between(viewer, base, view.walls), blockers_between(viewer, base, view.veils)
        for end in _points(base):
            if end not in tried:
                tried.add(end)
                if clip_to_front_arc(viewer, (end,)) and any(
                    _is_free(start, end, walls, veils, spare) for start in starts
                ):
                    return True
    return False


def _is_hidden(starts: Sequence[Point], view: Look) -> bool:
    """Whether one obstacle by itself hides the whole target: most of what is not seen is hidden that way.

    What a convex shape hides from a point is convex as well, so that the target's corners speak for all of it.
    """
    corners = view.target.corners
    shapes = [*view.walls, *(veil for veil in view.veils if _is_only_crossed(veil, starts, view.target))]
    return any(all(segment_crosses(shape, start, end) for start in starts for end in corners) for shape in shapes)


def _is_only_crossed(veil: Rect, starts: Sequence[Point], target: Rect) -> bool:
    """Whether lines can only pass right through the veil: nobody who looks or is looked at is in it."""
    return not within(veil, target, TOLERANCE) and not any(contains_point(veil, *start) for start in starts)


@rule("aofr.los.solid_blocks", "aofr.terrain.blocking", "aofr.terrain.forests", "aofr.terrain.hills")
def _is_free(start: Point, end: Point, walls: Sequence[Rect], veils: Sequence[Rect], spare: bool) -> bool:
    """Whether a line passes: no wall in its way and no veil that it enters and leaves again (AOFR-R028)."""
    allowed = 1 if spare else 0
    for wall in walls:
        if segment_crosses(wall, start, end):
            allowed -= 1
            if allowed < 0:
                return False
    for veil in veils:
        if segment_crosses(veil, start, end) and not contains_point(veil, *start) and not contains_point(veil, *end):
            allowed -= 1
            if allowed < 0:
                return False
    return True


@lru_cache(maxsize=4096)
def _points(base: Rect) -> tuple[Point, ...]:
    """Corners, midpoints of the sides, and centre. Rounded, so that neighbours share theirs."""
    a, b, c, d = base.corners
    spots = (
        (base.x, base.y),
        *base.corners,
        *(((p[0] + q[0]) / 2, (p[1] + q[1]) / 2) for p, q in ((a, b), (b, c), (c, d), (d, a))),
    )
    return tuple((round(x, 6), round(y, 6)) for x, y in spots)


@rule("aofr.los.self", "aofr.special.transport.los", "aofr.special.transport.inside_targets")
def unit_sees(battle: Battle, unit: Unit, target: Unit, reach: float = inf) -> bool:
    """Whether any model of the unit sees the target.

    A unit always sees itself. Nothing is seen between the inside and the outside of a transport; inside one sees the
    others there and the transport itself.
    """
    if target is unit:
        return True
    if unit.inside is not None:
        return target.id == unit.inside or target.inside == unit.inside
    if target.pose is None or unit.pose is None:
        return False
    view = look(battle, unit, target)
    return any(base_sees(trooper.base, view, reach) for trooper in troopers(battle, unit))


@rule("aofr.terrain.cover", "aofr.terrain.cover_behind", "aofr.terrain.cover_single", "aofr.terrain.barricades")
def cover(battle: Battle, shooter: Unit, target: Unit, indirect: bool = False) -> bool:
    """Whether most of the target's models are fully inside cover or behind a sight blocker, seen from the middle of
    the shooting unit's front row (AOFR-R080). A lone model: most of its base (AOFR-R081).

    Indirect shots are not hindered by what stands in between.
    """
    bases = [trooper.base for trooper in troopers(battle, target)]
    pieces = scenery(battle).sheltering
    inside = [piece for piece in pieces if piece.cover]
    eye, shelters = _in_between(battle, shooter, target, pieces, indirect)
    if len(bases) == 1:
        return _mostly_covered(bases[0], inside, eye, shelters)
    covered = sum(
        any(contains_rect(piece.shape, base) for piece in inside) or _is_behind((base.x, base.y), eye, shelters)
        for base in bases
    )
    return 2 * covered > len(bases)


@rule("aofr.special.sniper.los")
def base_covered(battle: Battle, shooter: Unit, target: Unit, base: Rect, indirect: bool = False) -> bool:
    """Whether one model of the target has cover by itself: its comrades neither give it nor take it (AOFR-R172)."""
    pieces = scenery(battle).sheltering
    eye, shelters = _in_between(battle, shooter, target, pieces, indirect)
    return _mostly_covered(base, [piece for piece in pieces if piece.cover], eye, shelters)


@rule("aofr.special.indirect.cover")
def _in_between(
    battle: Battle, shooter: Unit, target: Unit, pieces: Sequence[Piece], indirect: bool
) -> tuple[Point, list[Rect]]:
    """The middle of the shooting unit's front row, and what may shelter the target from there."""
    near, far = footprint(battle, shooter), footprint(battle, target)
    eye = from_local(near, 0.0, (near.depth - base_of(battle, shooter)[1]) / 2)
    if indirect:
        return eye, []
    shelters = blockers_between(near, far, [piece.shape for piece in pieces])
    shelters += _others(battle, shooter, target, near, far)
    return eye, [shape for shape in shelters if not contains_point(shape, *eye)]


def _is_behind(point: Point, eye: Point, shelters: Sequence[Rect]) -> bool:
    return any(segment_crosses(shape, eye, point) and not contains_point(shape, *point) for shape in shelters)


def _mostly_covered(base: Rect, inside: Sequence[Piece], eye: Point, shelters: Sequence[Rect]) -> bool:
    """More than half of its ground is in cover, or more than half of its corners, sides and centre are behind."""
    if 2 * sum(overlap_area(base, piece.shape) for piece in inside) > base.width * base.depth + TOLERANCE:
        return True
    points = _points(base)
    return 2 * sum(_is_behind(point, eye, shelters) for point in points) > len(points)
