"""Line of Sight and Cover (General Principles: Line of Sight; Terrain Features; Shooting Phase: Cover)."""

from __future__ import annotations

from warhost.field import Body
from warhost.field.ranks import rank_shape
from warhost.field.sight.lines import (
    beside,
    bodies_between,
    holding,
    is_covered,
    is_outside_all_arcs,
    rank_sees,
)
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.core.battle import Battle, Unit
from warhost.rulesets.essence_of_war.core.moments import speakers
from warhost.rulesets.families.ninth_age.core.formation import boundary, field_of, grid, models, places, rows
from warhost.rulesets.families.ninth_age.core.terrain import of_kind
from warhost.table import Model, Rect, blockers_between, can_see, contains_point, in_front_arc

HALF = 0.5
"""A Target Facing that is hidden by this share of its length, or more, gives Cover."""


@rule("eow.los.front_arc")
def unit_sees(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether at least one model of the unit has Line of Sight to the target.

    A Towering guest in its ranks looks over what hides the target from the others.
    """
    own, there = boundary(battle, unit), boundary(battle, target)
    if unit.host is not None:
        # A single model looks from its own base, past all others of its unit (EOW-R112).
        return Lookout(battle, unit, target).sees(Model(*battle.body(unit).spot, own))
    if is_outside_all_arcs(own, own.depth / rows(unit), there):
        return False
    if Lookout(battle, unit, target).anyone_sees():
        return True
    guest = battle.guest_of(unit)
    return guest is not None and towers(battle, guest) and unit_sees(battle, guest, target)


@rule("eow.terrain.elevated.who")
def hill_under(battle: Battle, model: Model) -> Rect | None:
    """The Elevated Terrain that holds the centre of the model's base: it makes the model Elevated."""
    return holding(of_kind(battle.scene.board, "elevated"), model.base.x, model.base.y)


@rule("eow.terrain.elevated.who", "eow.terrain.elevated.los_over")
def hills_of(battle: Battle, unit: Unit) -> tuple[Rect, ...]:
    """The hills that an Elevated unit stands on; none if it is not Elevated.

    A unit is Elevated if at least half of its models are; or, as players agree, if its Centre is (EOW-R042).
    """
    where = boundary(battle, unit)
    near = beside(of_kind(battle.scene.board, "elevated"), where)
    if not near:
        return ()
    if battle.scene.settings.elevated_by == "centre":
        under = holding(near, where.x, where.y)
        return () if under is None else (under,)
    under_models = [
        hill for model in models(battle, unit) if (hill := holding(near, model.base.x, model.base.y)) is not None
    ]
    return tuple(hill for hill in near if hill in under_models) if 2 * len(under_models) >= unit.models else ()


@rule("eow.special.towering.los")
def towers(battle: Battle, unit: Unit) -> bool:
    """Whether the unit's own models are Towering."""
    return any(speaker.towers for speaker in speakers(battle, unit).at("towers"))


@rule("eow.special.war_platform.target")
def stands_out(battle: Battle, guest: Unit) -> bool:
    """Whether it can be picked out of a unit by shots and by spells that cause hits: a Towering War Platform."""
    if guest.host is None or not towers(battle, guest):
        return False
    return any(speaker.platform for speaker in speakers(battle, guest).at("platform"))


@rule("eow.special.towering.los")
def towering_part(battle: Battle, body: Body) -> list[Body]:
    """What of a unit is in the way of those who look over all that does not tower: itself, or its guest, or nothing."""
    unit = battle.units[body.id]
    if towers(battle, unit):
        return [body]
    guest = battle.guest_of(unit)
    if guest is None or not towers(battle, guest):
        return []
    return [Body(body.id, body.seat, body.name, boundary(battle, guest))]


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
        if self._between and (towers(battle, unit) or towers(battle, target)):
            self._between = [tall for body in self._between for tall in towering_part(battle, body)]
        self._rocks = blockers_between(own, there, of_kind(board, "impassable"))
        self._hills = blockers_between(own, there, of_kind(board, "elevated"))
        self._hindering = blockers_between(own, there, of_kind(board, "hindering"))
        self._target_hills = hills_of(battle, around) if self._hills else ()
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
        units = self.battle.units
        found = [body.shape for body in self._between if not over or hills_of(self.battle, units[body.id])]
        found += self._rocks
        found += [shape for shape in self._hills if shape != hill and shape not in self._target_hills]
        self._blockers[hill, for_cover] = found
        return found

    @rule("eow.los.definition", "eow.los.front_arc", "eow.los.partial")
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

    @rule("eow.los.definition", "eow.los.front_arc", "eow.los.blockers")
    def _rank_sees(self, rank: int, blockers: list[Rect]) -> bool:
        """Whether any model of a rank on the flat sees the target."""
        unit = self.unit
        return rank_sees(
            rank_shape(self.own, rank, places(unit), unit.files, unit.rear_from),
            lambda: [model for model in grid(self.battle, unit) if model.rank == rank],
            self.there,
            blockers,
        )

    @rule("eow.shoot.cover.per_model", "eow.shoot.cover.target_facing", "eow.shoot.cover.half")
    @rule("eow.shoot.cover.own_ignored", "eow.terrain.elevated.cover", "eow.terrain.impassable.cover")
    @rule("eow.terrain.hindering.cover")
    def covered(self, model: Model) -> bool:
        """Whether half of the Target Facing or more is hidden from the model, or in or behind Hindering Terrain.

        The facing belongs to the target's arc in which the model is. It is judged from the model's best point: both
        front corners and the middle between them (EOW-R045). A model ignores the feature that it is inside.
        """
        base = model.base
        blockers = self.blockers(holding(self._hills, base.x, base.y), for_cover=True)
        hindering = self._hindering
        if not blockers and not hindering:
            return False
        areas = [shape for shape in hindering if not contains_point(shape, base.x, base.y)] if hindering else []
        eyes = [base.front]
        if self.battle.scene.settings.cover_from == "best of three":
            eyes += base.corners[:2]
        return is_covered(eyes, self.there, blockers, areas, HALF)
