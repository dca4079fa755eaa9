"""Line of Sight and Cover (General Principles: Line of Sight; Terrain Features; Shooting Phase: Cover)."""

from __future__ import annotations

from warhost.field.ranks import rank_shape
from warhost.field.sight import (
    beside,
    bodies_between,
    holding,
    is_covered,
    is_outside_all_arcs,
    rank_sees,
)
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.formation import boundary, field_of, grid, guest_place, models, places, rows
from warhost.rulesets.fantasy_battles.rules import speakers
from warhost.rulesets.fantasy_battles.terrain import of_kind
from warhost.table import Model, Rect, blockers_between, can_see, contains_point, in_front_arc

HALF = 0.5
"""A Target Facing that is hidden by this share of its length, or more, gives Cover."""


@rule("t9a.los.definition")
def unit_sees(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether at least one model of the unit has Line of Sight to the target."""
    own, there = boundary(battle, unit), boundary(battle, target)
    if unit.host is not None:
        # A single model looks from its own base, past all others of its unit.
        return Lookout(battle, unit, target).sees(Model(0, guest_place(battle.body(unit), unit.id).file, own))
    if is_outside_all_arcs(own, own.depth / rows(unit), there):
        return False
    return Lookout(battle, unit, target).anyone_sees()


@rule("t9a.cover.hills")
def hill_under(battle: Battle, model: Model) -> Rect | None:
    """The Elevated Terrain that holds the centre of the model's base: it makes the model Elevated."""
    return holding(of_kind(battle.scene.board, "hill"), model.base.x, model.base.y)


@rule("t9a.cover.hills")
def hills_of(battle: Battle, unit: Unit) -> tuple[Rect, ...]:
    """The hills that an Elevated unit stands on; none if it is not Elevated.

    A unit is Elevated if at least half of its models are; or, as players agree, if its Centre is.
    """
    where = boundary(battle, unit)
    near = beside(of_kind(battle.scene.board, "hill"), where)
    if not near:
        return ()
    under_models = [
        hill for model in models(battle, unit) if (hill := holding(near, model.base.x, model.base.y)) is not None
    ]
    return tuple(hill for hill in near if hill in under_models) if 2 * len(under_models) >= unit.models else ()


@rule("t9a.special.towering_presence")
def towers(battle: Battle, unit: Unit) -> bool:
    """Whether the unit's own models are Towering."""
    return any(speaker.tall for speaker in speakers(battle, unit).at("tall"))


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
        around = battle.body(target)
        self._between = bodies_between(field_of(battle), own, there, (battle.body(unit).id, around.id))
        self._rocks = blockers_between(own, there, of_kind(board, "impassable"))
        self._hills = blockers_between(own, there, of_kind(board, "hill"))
        self._hindering = blockers_between(own, there, of_kind(board, "forest"))
        self._target_hills = hills_of(battle, around) if self._hills else ()
        self._blockers: dict[tuple[Rect | None, bool], list[Rect]] = {}

    @rule("t9a.los.definition", "t9a.special.opaque_terrain", "t9a.cover.forests")
    @rule("t9a.cover.hills")
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
        units = self.battle.units
        found = [body.shape for body in self._between if not over or hills_of(self.battle, units[body.id])]
        found += self._rocks
        found += [shape for shape in self._hills if shape != hill and shape not in self._target_hills]
        self._blockers[hill, for_cover] = found
        return found

    @rule("t9a.los.definition")
    def sees(self, model: Model) -> bool:
        """Whether one free line leads from the front of the base, within its front arc, to the target's boundary."""
        blockers = self.blockers(holding(self._hills, model.base.x, model.base.y))
        return can_see(model.base, self.there, blockers) if blockers else in_front_arc(model.base, self.there)

    def anyone_sees(self) -> bool:
        """Whether any model sees the target: the front rank is asked first, whole ranks where they see alike."""
        if beside(self._hills, self.own):
            return any(self.sees(model) for model in models(self.battle, self.unit))
        blockers = self.blockers(None)
        return any(self._rank_sees(rank, blockers) for rank in range(rows(self.unit)))

    @rule("t9a.los.definition")
    def _rank_sees(self, rank: int, blockers: list[Rect]) -> bool:
        """Whether any model of a rank on the flat sees the target."""
        unit = self.unit
        return rank_sees(
            rank_shape(self.own, rank, places(unit), unit.files, unit.rear_from),
            lambda: [model for model in grid(self.battle, unit) if model.rank == rank],
            self.there,
            blockers,
        )

    @rule("t9a.cover.half")
    @rule("t9a.cover.half", "t9a.cover.hills", "t9a.cover.impassable")
    @rule("t9a.cover.forests")
    def covered(self, model: Model) -> bool:
        """Whether half of the Target Facing or more is hidden from the model, or in or behind Hindering Terrain.

        The facing belongs to the target's arc in which the model is. It is judged from the model's best point: both
        front corners and the middle between them. A model ignores the feature that it is inside.
        """
        base = model.base
        blockers = self.blockers(holding(self._hills, base.x, base.y), for_cover=True)
        hindering = self._hindering
        if not blockers and not hindering:
            return False
        areas = [shape for shape in hindering if not contains_point(shape, base.x, base.y)] if hindering else []
        eyes = [base.front, *base.corners[:2]]
        return is_covered(eyes, self.there, blockers, areas, HALF)
