"""Precise line of sight: from above, between volumes, or as the eye sees (Tournament Guidelines: LOS Precision Rules).

In all three models see all round, see through their own unit, and not through solid obstacles and other units. To
shoot they still have to have the target in their front arc (AOFR-R624).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import inf

import msgspec

from warhost.field.ground.volumes import Box, passes_through
from warhost.field.sight.lines import View, bodies_between, line_passes, points_of
from warhost.rulebook import rule
from warhost.rulesets.families.data import read_data
from warhost.rulesets.regiments.core import (
    Battle,
    Choice,
    OwnSight,
    Part,
    Piece,
    Regiment,
    Unit,
    field_of,
    footprint,
    optional,
)
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.table import TOLERANCE, Rect, blockers_between, contains_point, in_front_arc, segment_crosses, within

SLUG = "precise_sight"
TOP_DOWN, VOLUMETRIC, HYBRID = "top_down", "volumetric", "hybrid"


class _Heights(msgspec.Struct, forbid_unknown_fields=True):
    top_down: dict[str, int]
    volumetric: dict[str, float]
    without_base: dict[str, float]
    classes: dict[str, tuple[int, int]]
    terrain: dict[str, float]


@lru_cache(maxsize=1)
def _file() -> _Heights:
    return read_data("warhost.rulesets.regiments", "parts/precise_sight.toml", _Heights)


# How tall things are.


@rule("aofr.los_precision.topdown_height")
def value_of(inches: float) -> int:
    """Top-down: the height value of something that is so tall: its real height and one more, in whole numbers."""
    return round(inches) + 1


@rule("aofr.los_precision.topdown_presets", "aofr.los_precision.topdown_same_type")
@rule("aofr.los_precision.ignored_features")
def preset(kind: str) -> int:
    """Top-down: the height value of a kind of unit. All units of a kind have the same; banners and the like do not
    count."""
    return _file().top_down[kind]


@rule("aofr.los_precision.volume_presets")
def height_on(base: tuple[int, int]) -> float:
    """Volumetric: the height of a model on that base: of its longer side, or the next smaller preset (AOFR-R626)."""
    presets = {int(mm): inches for mm, inches in _file().volumetric.items()}
    fitting = [mm for mm in presets if mm <= max(base)]
    return presets[max(fitting)] if fitting else presets[min(presets)]


@rule("aofr.los_precision.volume_no_base")
def volume_height(regiment: Regiment) -> float:
    """Volumetric: a model without a base has its true height; any other that of its base."""
    true = _file().without_base.get(regiment.kind)
    return true if true is not None else height_on(regiment.base)


@rule("aofr.los_precision.hybrid_classes")
def class_of(tough: int, *, hero: bool) -> int:
    """Hybrid: the size class by Tough, from Small to Titanic; heroes count as smaller (AOFR-R627)."""
    bounds = [told[1 if hero else 0] for told in _file().classes.values()]
    return max(number for number, least in enumerate(bounds) if tough >= least)


def size_class(battle: Battle, unit: Unit) -> int:
    """The class of most of a unit's models."""
    regiment = battle.regiment(unit)
    return class_of(regiment.tough, hero=regiment.is_hero)


def tall(piece: Piece) -> float:
    """How tall a piece of terrain is: as its kind tells, or as such terrain usually is (AOFR-R929)."""
    if piece.height:
        return piece.height
    usual = _file().terrain
    if piece.blocking:
        return usual["blocking"]
    return usual["veil"] if piece.veil else usual["lookout"] if piece.lookout else 0.0


def under(battle: Battle, unit: Unit) -> Piece | None:
    """The piece of terrain on top of which the unit stands: a hill, or something that was climbed."""
    if unit.pose is None:
        return None
    x, y = unit.pose.x, unit.pose.y
    tops = (piece for piece in scenery(battle).pieces if piece.lookout or piece.climbed)
    return next((piece for piece in tops if contains_point(piece.shape, x, y)), None)


def ground_height(battle: Battle, unit: Unit) -> float:
    """How high the ground is on which the unit stands, in inches."""
    piece = under(battle, unit)
    return 0.0 if piece is None else tall(piece)


# From above.


@rule("aofr.los_precision.topdown_stack")
def unit_value(battle: Battle, unit: Unit) -> int:
    """Top-down: the height value of a unit, and that of what it stands on top of."""
    piece = under(battle, unit)
    return preset(battle.regiment(unit).kind) + (0 if piece is None else value_of(tall(piece)))


@rule("aofr.los_precision.obstacles", "aofr.los_precision.own_unit")
def in_between(battle: Battle, unit: Unit, target: Unit) -> list[Unit]:
    """The other units that may be in the way: not the unit itself, through which its models see, nor the target."""
    near, far = footprint(battle, unit), footprint(battle, target)
    found = bodies_between(field_of(battle), near, far, (unit.id, target.id))
    return [battle.units[body.id] for body in found]


@rule("aofr.los_precision.topdown_line", "aofr.los_precision.obstacles")
def from_above(battle: Battle, unit: Unit, target: Unit, view: View) -> PreciseView:
    """Only what is as high as both, or higher, is in the way: the outlines of other units, and terrain on which neither
    of the two stands (AOFR-R625)."""
    highest = max(unit_value(battle, unit), unit_value(battle, target))
    near, far = footprint(battle, unit), footprint(battle, target)
    others = [one for one in in_between(battle, unit, target) if unit_value(battle, one) >= highest]
    pieces = [piece for piece in _hiding(battle, near, far) if value_of(tall(piece)) >= highest]
    return PreciseView(
        target=view.target,
        bases=view.bases,
        walls=tuple(piece.shape for piece in pieces if piece.blocking),
        veils=tuple(piece.shape for piece in pieces if not piece.blocking),
        outlines=tuple(footprint(battle, one) for one in others),
    )


def _hiding(battle: Battle, near: Rect, far: Rect) -> Iterator[Piece]:
    """The pieces of terrain that may hide something between the two."""
    pieces = scenery(battle).hiding
    between = blockers_between(near, far, [piece.shape for piece in pieces])
    return (piece for piece in pieces if any(piece.shape is shape for shape in between))


# Between volumes, and as the eye sees.


def volume(battle: Battle, unit: Unit, ground: Rect) -> Box:
    """What models of the unit fill above that ground."""
    low = ground_height(battle, unit)
    return Box(ground, low, low + volume_height(battle.regiment(unit)))


@rule("aofr.los_precision.volume_line", "aofr.los_precision.obstacles")
def between_volumes(battle: Battle, unit: Unit, target: Unit, view: View) -> PreciseView:
    """A line between the volumes of two models may meet neither terrain nor the volume of another unit (AOFR-R626)."""
    others = [volume(battle, one, footprint(battle, one)) for one in in_between(battle, unit, target)]
    return _solid(battle, unit, target, view, others)


def _solid(battle: Battle, unit: Unit, target: Unit, view: View, others: list[Box]) -> PreciseView:
    """The view with these boxes in the way, and all terrain between the two as tall as it is."""
    near, far = footprint(battle, unit), footprint(battle, target)
    own, theirs = volume(battle, unit, near), volume(battle, target, far)
    pieces = list(_hiding(battle, near, far))
    return PreciseView(
        target=view.target,
        bases=view.bases,
        bodies=tuple(others),
        boxes=tuple(Box(piece.shape, 0.0, tall(piece)) for piece in pieces if piece.blocking),
        mists=tuple(Box(piece.shape, 0.0, tall(piece)) for piece in pieces if not piece.blocking),
        own=(own.bottom, own.top),
        theirs=(theirs.bottom, theirs.top),
    )


@rule("aofr.los_precision.hybrid_true", "aofr.los_precision.obstacles")
def as_the_eye_sees(battle: Battle, unit: Unit, target: Unit, view: View) -> PreciseView:
    """Terrain hides as much as it is tall; other units hide all behind them, but for those that are seen past
    (AOFR-R627)."""
    others = [
        Box(footprint(battle, one), 0.0, inf)
        for one in in_between(battle, unit, target)
        if not sees_past(battle, unit, one, target)
    ]
    return _solid(battle, unit, target, view, others)


def sees_past(battle: Battle, unit: Unit, other: Unit, target: Unit) -> bool:
    """Whether a unit in between does not hide the target."""
    return (
        is_smaller(battle, unit, other) or is_overtopped(battle, unit, other, target) or is_lower(battle, unit, other)
    )


@rule("aofr.los_precision.hybrid_smaller")
def is_smaller(battle: Battle, unit: Unit, other: Unit) -> bool:
    """Models see through units of a smaller class."""
    return size_class(battle, other) < size_class(battle, unit)


@rule("aofr.los_precision.hybrid_bigger_target")
def is_overtopped(battle: Battle, unit: Unit, other: Unit, target: Unit) -> bool:
    """Models see through units of their own class or a lower one if the target is of a greater class than those."""
    between = size_class(battle, other)
    return between <= size_class(battle, unit) and size_class(battle, target) > between


@rule("aofr.los_precision.hybrid_elevation")
def is_lower(battle: Battle, unit: Unit, other: Unit) -> bool:
    """Models on elevation see through units that stand lower than they do."""
    return ground_height(battle, other) < ground_height(battle, unit)


class PreciseView(OwnSight, frozen=True):
    """What is in the way of lines: walls and veils from above, or boxes and mists as tall as they are."""

    outlines: tuple[Rect, ...] = ()
    """Other units, from above."""
    bodies: tuple[Box, ...] = ()
    """Other units, as tall as they are."""
    boxes: tuple[Box, ...] = ()
    """Terrain; that on which one of the two stands is not in the way, nor are walls and veils there."""
    mists: tuple[Box, ...] = ()
    """Boxes that one sees into and out of, but not through."""
    own: tuple[float, float] = (0.0, 0.0)
    theirs: tuple[float, float] = (0.0, 0.0)
    """From which to which height the models fill the space above their bases."""

    @rule("aofr.los_precision.all_directions")
    def sees(self, viewer: Rect, reach: float, *, front: bool = False) -> bool:
        """Whether any line from the model to a model of the target is free, in whatever direction it looks; who shoots
        needs it in front."""
        if self._is_hidden(viewer):
            return False
        return any(
            (reach == inf or within(viewer, base, reach))
            and (not front or in_front_arc(viewer, base))
            and self._has_line(viewer, base)
            for base in self.bases
        )

    def _is_hidden(self, viewer: Rect) -> bool:
        """Whether one obstacle by itself hides the whole target: most of what is not seen is hidden that way.

        It must be too tall to look over, and neither of the two may stand on it. What a convex shape hides from a point
        is convex as well, so that the target's corners speak for all of it.
        """
        highest = max(self.own[1], self.theirs[1])
        tall = [*self.walls, *self.outlines, *(box.ground for box in (*self.bodies, *self.boxes) if box.top >= highest)]
        starts, corners = points_of(viewer), self.target.corners
        return any(
            not contains_point(shape, viewer.x, viewer.y)
            and not within(shape, self.target, TOLERANCE)
            and all(segment_crosses(shape, start, end) for start in starts for end in corners)
            for shape in tall
        )

    @rule("aofr.los_precision.volume_line", "aofr.los_precision.topdown_line")
    def _has_line(self, viewer: Rect, base: Rect) -> bool:
        """Whether one of the lines between two models is free. The piece on which one of them stands is not in the
        way."""

        def apart(shape: Rect) -> bool:
            return not contains_point(shape, viewer.x, viewer.y) and not contains_point(shape, base.x, base.y)

        walls = blockers_between(viewer, base, [*filter(apart, self.walls), *self.outlines])
        veils = blockers_between(viewer, base, list(filter(apart, self.veils)))
        solid = [*self.bodies, *(box for box in (*self.boxes, *self.mists) if apart(box.ground))]
        near = blockers_between(viewer, base, [box.ground for box in solid])
        solid = [box for box in solid if any(box.ground is shape for shape in near)]
        if not solid:
            return any(line_passes(a, b, walls, veils) for a in points_of(viewer) for b in points_of(base))
        own, theirs = Box(viewer, *self.own), Box(base, *self.theirs)
        ends = theirs.spots
        return any(not any(passes_through(box, start, end) for box in solid) for start in own.spots for end in ends)


@optional.part(SLUG, "Precise Line of Sight", "aofr.los_precision.methods")
class PreciseSight(Part):
    """One of three ways to draw lines of sight that leave nothing to argue about."""

    text = "Line of sight is drawn precisely: models see all round, and heights matter."
    choices = (
        Choice(
            TOP_DOWN,
            "Top-down",
            "Lines are drawn from above; only what is as high as both models blocks.",
            "aofr.los_precision.topdown_line",
        ),
        Choice(
            VOLUMETRIC,
            "Volumetric",
            "Lines are drawn between the volumes of models, over what is lower.",
            "aofr.los_precision.volume_line",
        ),
        Choice(
            HYBRID,
            "Hybrid true",
            "Terrain hides as it is tall; larger units see past smaller ones.",
            "aofr.los_precision.hybrid_true",
        ),
    )
    takes = frozenset({"sight"})
    many_sides = True

    @rule("aofr.los_precision.methods")
    def look(self, battle: Battle, unit: Unit, target: Unit, view: View) -> View:
        """Only the method that was agreed on is asked."""
        if self.has(TOP_DOWN):
            return from_above(battle, unit, target, view)
        if self.has(VOLUMETRIC):
            return between_volumes(battle, unit, target, view)
        return as_the_eye_sees(battle, unit, target, view)
