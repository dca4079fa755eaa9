"""Line of Sight and Cover (General Principles: Line of Sight; Terrain Features; Shooting Phase: Cover)."""

from __future__ import annotations

from math import floor

from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.formation import Model, boundary, last_rank, models, rows
from warhost.rulesets.essence_of_war.terrain import of_kind
from warhost.table import (
    TOLERANCE,
    Rect,
    arc_of,
    blockers_between,
    can_see,
    clip_to_front_arc,
    contains_point,
    edge,
    edge_length,
    hidden_fraction,
    in_front_arc,
    local,
    rect,
    sight_line,
)

HALF = 0.5
"""A Target Facing that is hidden by this share of its length, or more, gives Cover."""


def unit_sees(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether at least one model of the unit has Line of Sight to the target."""
    own, there = boundary(battle, unit), boundary(battle, target)
    if _outside_all_arcs(own, own.depth / rows(unit), there):
        return False
    return Lookout(battle, unit, target).anyone_sees()


@rule("eow.terrain.elevated.who")
def hill_under(battle: Battle, model: Model) -> Rect | None:
    """The Elevated Terrain that holds the centre of the model's base: it makes the model Elevated."""
    return _under(of_kind(battle.scene.board, "elevated"), model.base)


@rule("eow.terrain.elevated.who", "eow.terrain.elevated.los_over")
def hills_of(battle: Battle, unit: Unit) -> tuple[Rect, ...]:
    """The hills that an Elevated unit stands on; none if it is not Elevated.

    A unit is Elevated if at least half of its models are; or, as players agree, if its Centre is (EOW-R042).
    """
    where = boundary(battle, unit)
    near = _near(of_kind(battle.scene.board, "elevated"), where)
    if not near:
        return ()
    if battle.scene.settings.elevated_by == "centre":
        under = _under(near, where)
        return () if under is None else (under,)
    under_models = [hill for model in models(battle, unit) if (hill := _under(near, model.base)) is not None]
    return tuple(hill for hill in near if hill in under_models) if 2 * len(under_models) >= unit.models else ()


class Lookout:
    """One unit looks at another: what stands between them, found once for all its models.

    Blockers depend on the hill that a model stands on, so they are kept for each hill; most models stand on none.
    """

    __slots__ = (
        "_between",
        "_blockers",
        "_hills",
        "_hindering",
        "_rocks",
        "_target_hills",
        "battle",
        "own",
        "there",
        "unit",
    )

    def __init__(self, battle: Battle, unit: Unit, target: Unit) -> None:
        board = battle.scene.board
        self.battle = battle
        self.unit = unit
        self.own = own = boundary(battle, unit)
        self.there = there = boundary(battle, target)
        others = [
            (boundary(battle, other), other)
            for other in battle.units
            if other.pose is not None and other.id != unit.id and other.id != target.id
        ]
        near = blockers_between(own, there, [shape for shape, _ in others])
        self._between = [pair for pair in others if any(pair[0] is shape for shape in near)] if near else []
        self._rocks = blockers_between(own, there, of_kind(board, "impassable"))
        self._hills = blockers_between(own, there, of_kind(board, "elevated"))
        self._hindering = blockers_between(own, there, of_kind(board, "hindering"))
        self._target_hills = hills_of(battle, target) if self._hills else ()
        self._blockers: dict[tuple[Rect | None, bool], list[Rect]] = {}

    @rule("eow.los.blockers", "eow.los.own_unit", "eow.terrain.impassable.los", "eow.terrain.hindering.los")
    @rule("eow.terrain.elevated.los_over", "eow.terrain.elevated.los_block", "eow.terrain.elevated.ignore_cover")
    def blockers(self, hill: Rect | None, for_cover: bool = False) -> list[Rect]:
        """What stands in the way of a model on that hill, or on the flat.

        Other units and Impassable Terrain, and all Elevated Terrain but the hill of the model and that of an Elevated
        target. Looking up to a hill or down from one, models that are not Elevated are overlooked; but only models
        that are Elevated themselves ignore the Cover that those give.
        """
        found = self._blockers.get((hill, for_cover))
        if found is not None:
            return found
        over = hill is not None or (bool(self._target_hills) and not for_cover)
        found = [shape for shape, other in self._between if not over or hills_of(self.battle, other)]
        found += self._rocks
        found += [shape for shape in self._hills if shape != hill and shape not in self._target_hills]
        self._blockers[hill, for_cover] = found
        return found

    @rule("eow.los.definition", "eow.los.front_arc", "eow.los.partial")
    def sees(self, model: Model) -> bool:
        """Whether one free line leads from the front of the base, within its front arc, to the target's boundary."""
        blockers = self.blockers(_under(self._hills, model.base))
        return can_see(model.base, self.there, blockers) if blockers else in_front_arc(model.base, self.there)

    def anyone_sees(self) -> bool:
        """Whether any model sees the target: the front rank is asked first, whole ranks where they see alike."""
        if _near(self._hills, self.own):
            return any(self.sees(model) for model in models(self.battle, self.unit))
        blockers = self.blockers(None)
        return any(self._rank_sees(rank, blockers) for rank in range(rows(self.unit)))

    @rule("eow.los.definition", "eow.los.front_arc", "eow.los.blockers")
    def _rank_sees(self, rank: int, blockers: list[Rect]) -> bool:
        """A rank on the flat sees at most what one wide base in its place would see, and without blockers just that."""
        row = self._row(rank)
        if not blockers:
            return in_front_arc(row, self.there)
        line = sight_line(row, self.there, blockers)
        if line is None:
            return False
        unit, (start, end) = self.unit, line
        all_models = models(self.battle, unit)
        first = rank * unit.files
        in_row = all_models[first : first + unit.files]
        step = row.width / len(in_row)
        place = floor((local(row, *start)[0] + row.width / 2) / step)
        viewer = in_row[min(max(place, 0), len(in_row) - 1)]
        if clip_to_front_arc(viewer.base, (end,)):
            return True
        return any(can_see(model.base, self.there, blockers) for model in in_row)

    def _row(self, rank: int) -> Rect:
        own, unit = self.own, self.unit
        deep = rows(unit)
        if deep == 1:
            return own
        depth, width, aside = own.depth / deep, own.width, 0.0
        if rank == deep - 1:
            filled, each = last_rank(unit), own.width / unit.files
            width = filled * each
            aside = (unit.rear_from + filled / 2) * each - own.width / 2
        ahead = own.depth / 2 - (rank + 0.5) * depth
        x = own.x + own.fx * ahead + own.rx * aside
        y = own.y + own.fy * ahead + own.ry * aside
        return rect(x, y, own.facing, width, depth)

    @rule("eow.shoot.cover.per_model", "eow.shoot.cover.target_facing", "eow.shoot.cover.half")
    @rule("eow.shoot.cover.own_ignored", "eow.terrain.elevated.cover", "eow.terrain.impassable.cover")
    @rule("eow.terrain.hindering.cover")
    def covered(self, model: Model) -> bool:
        """Whether half of the Target Facing or more is hidden from the model, or in or behind Hindering Terrain.

        The facing belongs to the target's arc in which the model is. It is judged from the model's best point: both
        front corners and the middle between them (EOW-R045). A model ignores the feature that it is inside.
        """
        base = model.base
        blockers = self.blockers(_under(self._hills, base), for_cover=True)
        hindering = self._hindering
        if not blockers and not hindering:
            return False
        areas = [shape for shape in hindering if not contains_point(shape, base.x, base.y)] if hindering else []
        middle = base.front
        side = arc_of(self.there, *middle)
        eyes = [middle, *base.corners[:2]] if self.battle.scene.settings.cover_from == "best of three" else [middle]
        facing, limit = edge(self.there, side), HALF - TOLERANCE / edge_length(self.there, side)
        return all(hidden_fraction(eye, facing, blockers, areas) >= limit for eye in eyes)


@rule("eow.los.front_arc")
def _outside_all_arcs(own: Rect, base_depth: float, there: Rect) -> bool:
    """Whether the target is surely in no model's front arc: the last rank, farthest back, has the widest arcs."""
    ahead, left, right = [], [], []
    reach, half = own.depth / 2 - base_depth + TOLERANCE, own.width / 2
    for x, y in there.corners:
        dx, dy = x - own.x, y - own.y
        beyond = dx * own.fx + dy * own.fy + reach
        aside = dx * own.rx + dy * own.ry
        ahead.append(beyond)
        left.append(beyond + half + aside)
        right.append(beyond + half - aside)
    return max(ahead) < 0.0 or max(left) < 0.0 or max(right) < 0.0


def _under(features: tuple[Rect, ...] | list[Rect], shape: Rect) -> Rect | None:
    """The feature that holds the rectangle's centre."""
    for feature in features:
        if contains_point(feature, shape.x, shape.y):
            return feature
    return None


def _near(features: tuple[Rect, ...] | list[Rect], shape: Rect) -> list[Rect]:
    """The features that may hold a part of the rectangle; it only leaves out what surely does not."""
    return [
        feature
        for feature in features
        if abs(feature.x - shape.x) <= feature.radius + shape.radius
        and abs(feature.y - shape.y) <= feature.radius + shape.radius
    ]
