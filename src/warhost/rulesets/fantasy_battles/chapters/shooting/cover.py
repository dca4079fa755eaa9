"""Cover: how much of the Target Facing is behind obstructions (Shooting Phase: Line of Sight and Cover)."""

from __future__ import annotations

from enum import IntEnum
from math import ceil
from typing import NamedTuple

from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.core import FIELD, FOREST, RUINS, Lookout, defended_walls, has, of_kind
from warhost.table import (
    TOLERANCE,
    Arc,
    Model,
    Point,
    Rect,
    arc_of,
    blockers_between,
    contains_point,
    edge,
    edge_length,
    hidden_fraction,
)

HALF = 0.5
"""A Target Facing that is obscured by this share of its length, or more, gives Cover."""

GRID = 5 / 25.4
"""The points of a front edge from which Cover is judged are so far apart, in inches (T9A-R052)."""


class Cover(IntEnum):
    """What a target benefits from, as the penalty to hit."""

    NONE = 0
    SOFT = 1
    HARD = 2


NAMES = {Cover.SOFT: "Soft Cover", Cover.HARD: "Hard Cover"}

RULES = {Cover.SOFT: "t9a.shooting.mod_soft_cover", Cover.HARD: "t9a.shooting.mod_hard_cover"}


class Obstructions(NamedTuple):
    """What obscures a target from a model: by standing in between, or as ground that it stands on.

    Woods do both.
    """

    hard: list[Rect]
    soft: list[Rect]
    woods: list[Rect]
    hard_ground: list[Rect]
    soft_ground: list[Rect]

    def __bool__(self) -> bool:
        return any(self)


class Covering:
    """The Cover that one unit has from another: its terrain is found once for all models that look."""

    __slots__ = ("_lookout", "_shelters", "_terrain", "_walls")

    def __init__(self, lookout: Lookout) -> None:
        battle, own, there = lookout.battle, lookout.own, lookout.there
        board, target = battle.scene.board, battle.body(lookout.target)
        self._lookout = lookout
        bare = has(battle, target, "uncovered")
        kinds = (FOREST,) if bare else (FOREST, FIELD, RUINS)
        self._terrain = {kind: blockers_between(own, there, of_kind(board, kind)) for kind in kinds}
        self._walls = [] if bare else defended_walls(battle, target)
        self._shelters = [there] if has(battle, target, "in_forest") else []

    @rule("t9a.los.per_model", "t9a.cover.measure_point", "t9a.cover.half", "t9a.shooting.mod_hard_cover")
    @rule("t9a.geometry.target_facing")
    def of(self, model: Model) -> Cover:
        """The Cover of the target from one model: the least that any point of its front edge finds (T9A-R052).

        Half of the facing behind hard obstructions is Hard Cover; half behind hard and soft ones together is Soft
        Cover (T9A-R055).
        """
        base, there = model.base, self._lookout.there
        side = arc_of(there, *base.front)
        found = self.obstructions(model, side)
        if not found:
            return Cover.NONE
        facing, limit = edge(there, side), HALF - TOLERANCE / edge_length(there, side)
        least = Cover.HARD
        for eye in eyes_of(base):
            if hidden_fraction(eye, facing, found.hard, grounds=found.hard_ground) >= limit:
                continue
            grounds = [*found.hard_ground, *found.soft_ground]
            if hidden_fraction(eye, facing, [*found.hard, *found.soft], found.woods, grounds) < limit:
                return Cover.NONE
            least = Cover.SOFT
        return least

    @rule("t9a.cover.ignore_own", "t9a.cover.intervening_models", "t9a.cover.impassable", "t9a.cover.hills")
    @rule("t9a.cover.forests", "t9a.cover.fields", "t9a.cover.ruins", "t9a.cover.walls", "t9a.special.covering_terrain")
    def obstructions(self, model: Model, side: Arc) -> Obstructions:
        """What obscures that facing of the target; the model ignores its own unit and the feature it is inside."""
        lookout, base = self._lookout, model.base
        hill = lookout.hill_of(model)
        ways = list(lookout.ways(hill))
        around = {
            kind: [shape for shape in shapes if not contains_point(shape, base.x, base.y)]
            for kind, shapes in self._terrain.items()
        }
        hard = [one.shape for one, way in ways if way == "blocks"] + lookout.opaque(hill)
        if side is Arc.FRONT:
            hard += self._walls
        return Obstructions(
            hard,
            [one.shape for one, way in ways if way == "overlooked"] + lookout.partly_on(hill),
            around[FOREST],
            around.get(RUINS, []),
            around.get(FIELD, []) + self._shelters,
        )


@rule("t9a.cover.measure_point")
def eyes_of(base: Rect) -> list[Point]:
    """The points of a model's front edge from which Cover is judged: its ends, its middle, and a grid of 5 mm."""
    (ax, ay), (bx, by) = edge(base, Arc.FRONT)
    steps = ceil(base.width / GRID - TOLERANCE)
    shares = sorted({0.5, *(min(1.0, step * GRID / base.width) for step in range(steps + 1))})
    return [(ax + (bx - ax) * share, ay + (by - ay) * share) for share in shares]
