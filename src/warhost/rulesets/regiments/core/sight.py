"""Arcs, line of sight and cover (General Principles: Unit Facing, Line of Sight; Terrain: Cover Terrain)."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from warhost.field.sight.lines import View, bodies_between, is_behind, is_mostly_behind, is_mostly_inside, sees_a_base
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import optional
from warhost.rulesets.regiments.core.battle import Battle, Unit
from warhost.rulesets.regiments.core.formation import HERO, Trooper, base_of, field_of, footprint, site_of, troopers
from warhost.rulesets.regiments.core.scenery import Piece, scenery
from warhost.table import (
    TOLERANCE,
    Arc,
    Point,
    Rect,
    blockers_between,
    contains_point,
    contains_rect,
    from_local,
    in_front_arc,
    local,
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


@rule("aofr.los.units_block", "aofr.terrain.blocking")
def look(battle: Battle, unit: Unit, target: Unit) -> View:
    """What the models of a unit need to know to look at another. Neither of the two is in its own way.

    Only bases and hulls count; what sticks out of them is not on the table (aofr.los.decorations_ignored).
    """
    near, far = footprint(battle, unit), footprint(battle, target)
    pieces = scenery(battle)
    walls = [piece.shape for piece in pieces.hiding if piece.blocking]
    if target.site is not None:
        walls = [wall for wall in walls if wall != far]
    walls += _others(battle, unit, target, near, far)
    veils = [piece.shape for piece in pieces.hiding if not piece.blocking]
    bases = tuple(trooper.base for trooper in seen_models(battle, target))
    if target.inside is not None:
        bases = tuple(opening for opening in dict.fromkeys(bases) if in_front_arc(opening, near))
    view = View(
        target=far,
        bases=bases,
        walls=tuple(blockers_between(near, far, walls)),
        veils=tuple(blockers_between(near, far, veils)),
        lookouts=tuple(piece.shape for piece in pieces.lookouts),
    )
    for part in optional.speaking(battle, "look"):
        view = part.look(battle, unit, target, view)
    return view


def openings(battle: Battle, unit: Unit) -> tuple[Rect, ...]:
    """Through what a unit inside a piece of terrain sees and is seen, each looking outwards."""
    if unit.inside is not None and site_of(battle, unit) is not None:
        for part in optional.speaking(battle, "openings"):
            told = part.openings(battle, unit)
            if told is not None:
                return tuple(told)
    return ()


def seen_models(battle: Battle, unit: Unit) -> tuple[Trooper, ...]:
    """Every model with the base that others see. Models inside a piece of terrain are seen through its openings."""
    if unit.pose is not None:
        return troopers(battle, unit)
    if unit.site is not None:
        return (Trooper(0, 0, 0, footprint(battle, unit)),)
    shown = openings(battle, unit)
    kinds = [HERO] * unit.hero + [number for number, count in enumerate(unit.left) if count]
    return tuple(Trooper(kind, 0, place, base) for kind in kinds for place, base in enumerate(shown))


@rule("aofr.los.units_block", "aofr.los.own_unit_transparent")
def _others(battle: Battle, unit: Unit, target: Unit, near: Rect, far: Rect) -> list[Rect]:
    """What the models of other units cover that may stand between the two."""
    return [part for body in bodies_between(field_of(battle), near, far, (unit.id, target.id)) for part in body.covers]


@rule("aofr.los.front_arc", "aofr.los.visible", "aofr.los.solid_blocks", "aofr.terrain.blocking")
@rule("aofr.terrain.forests", "aofr.terrain.hills")
def base_sees(viewer: Rect, view: View, reach: float = inf, *, front: bool = False) -> bool:
    """Whether a model sees a model of the target that is within reach of it: one free line in its front arc is enough.

    Lines run from both ends and the middle of its front edge to the corners, sides and middle of a base (AOFR-R025). No
    wall may be in their way, and no veil that they enter and leave again (AOFR-R028). A model on a hill leaves out one
    obstacle of each line (AOFR-R029). `front` is for those who need the target in front of them even where an optional
    part lets models see all round.
    """
    return view.sees(viewer, reach, front=front) if isinstance(view, OwnSight) else sees_a_base(viewer, view, reach)


class OwnSight(View, frozen=True):
    """What models may see of another unit where an optional part says how sight is drawn."""

    def sees(self, viewer: Rect, reach: float, *, front: bool = False) -> bool:
        """Whether a model on that base sees a model of the target that is within reach of it, and in front if need
        be."""
        return sees_a_base(viewer, self, reach)


@rule("aofr.los.self", "aofr.special.transport.los", "aofr.special.transport.inside_targets")
@rule("aofr.los_precision.self")
def unit_sees(battle: Battle, unit: Unit, target: Unit, reach: float = inf) -> bool:
    """Whether any model of the unit sees the target.

    A unit always sees itself. Nothing is seen between the inside and the outside of a transport; inside one sees the
    others there and the transport itself.
    """
    if target is unit:
        return True
    if unit.inside is not None and (target.id == unit.inside or target.inside == unit.inside):
        return True
    eyes, shown = eyes_of(battle, unit), seen_models(battle, target)
    if not eyes or not shown:
        return False
    view = look(battle, unit, target)
    return any(base_sees(eye, view, reach) for eye in eyes)


def eyes_of(battle: Battle, unit: Unit) -> tuple[Rect, ...]:
    """The bases from which the models of a unit look; those inside a piece of terrain look through its openings."""
    if unit.pose is None:
        return openings(battle, unit)
    return tuple(trooper.base for trooper in troopers(battle, unit))


@rule("aofr.terrain.cover", "aofr.terrain.cover_behind", "aofr.terrain.cover_single", "aofr.terrain.barricades")
def cover(battle: Battle, shooter: Unit, target: Unit, indirect: bool = False) -> bool:
    """Whether most of the target's models are fully inside cover or behind a sight blocker, seen from the middle of
    the shooting unit's front row (AOFR-R080). A lone model: most of its base (AOFR-R081).

    Indirect shots are not hindered by what stands in between.
    """
    if target.pose is None:
        return any(part.in_cover(battle, target) for part in optional.speaking(battle, "in_cover"))
    bases = [trooper.base for trooper in troopers(battle, target)]
    pieces = scenery(battle).sheltering
    inside = [piece.shape for piece in pieces if piece.cover]
    eye, shelters = _in_between(battle, shooter, target, pieces, indirect)
    if len(bases) == 1:
        mostly = _mostly_covered(bases[0], inside, eye, shelters)
        return mostly or optional.is_ground(battle, target, bases[0], "cover")
    covered = sum(
        any(contains_rect(shape, base) for shape in inside)
        or is_behind((base.x, base.y), eye, shelters)
        or optional.is_ground(battle, target, base, "cover")
        for base in bases
    )
    return 2 * covered > len(bases)


@rule("aofr.special.sniper.los")
def base_covered(battle: Battle, shooter: Unit, target: Unit, base: Rect, indirect: bool = False) -> bool:
    """Whether one model of the target has cover by itself: its comrades neither give it nor take it (AOFR-R172)."""
    if target.pose is None:
        return cover(battle, shooter, target, indirect)
    pieces = scenery(battle).sheltering
    eye, shelters = _in_between(battle, shooter, target, pieces, indirect)
    mostly = _mostly_covered(base, [piece.shape for piece in pieces if piece.cover], eye, shelters)
    return mostly or optional.is_ground(battle, target, base, "cover")


@rule("aofr.special.indirect.cover")
def _in_between(
    battle: Battle, shooter: Unit, target: Unit, pieces: Sequence[Piece], indirect: bool
) -> tuple[Point, list[Rect]]:
    """The middle of the shooting unit's front row, and what may shelter the target from there."""
    near, far = footprint(battle, shooter), footprint(battle, target)
    eye = (near.x, near.y)
    if shooter.pose is not None:
        eye = from_local(near, 0.0, (near.depth - base_of(battle, shooter)[1]) / 2)
    if indirect:
        return eye, []
    shelters = blockers_between(near, far, [piece.shape for piece in pieces])
    shelters += _others(battle, shooter, target, near, far)
    return eye, [shape for shape in shelters if not contains_point(shape, *eye)]


def _mostly_covered(base: Rect, inside: Sequence[Rect], eye: Point, shelters: Sequence[Rect]) -> bool:
    """More than half of its ground is in cover, or more than half of its corners, sides and centre are behind."""
    return is_mostly_inside(base, inside) or is_mostly_behind(base, eye, shelters)
