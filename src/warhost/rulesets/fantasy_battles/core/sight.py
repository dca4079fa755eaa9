"""Line of Sight: which models see a unit, and past whom (Shooting Phase: Line of Sight and Cover)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from warhost.field.ranks import rank_shape
from warhost.field.sight.lines import beside, bodies_between, hidden_by, holding, is_outside_all_arcs, rank_sees
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.core.formation import (
    boundary,
    field_of,
    grid,
    guest_place,
    models,
    places,
    rows,
)
from warhost.rulesets.families.ninth_age.core.terrain import HILL, NAMES, ROCKS, of_kind
from warhost.rulesets.fantasy_battles.core.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.core.entries import Height
from warhost.rulesets.fantasy_battles.core.moments import speakers
from warhost.table import Model, Rect, blockers_between, can_see, in_front_arc

HEIGHTS: dict[Height, int] = {"Standard": 1, "Large": 2, "Gigantic": 3}
"""The Heights as numbers (T9A-R053)."""

MUCH_LOWER = 2
"""So many Heights lower, and models are ignored where players have agreed on it (T9A-R053)."""

Way: TypeAlias = Literal["blocks", "overlooked", "ignored"]
"""What models in between do: hide what is behind them, give Soft Cover, or nothing."""


class Stature(NamedTuple):
    """How high a model stands: by its Height, among those of the same Height by being Tall."""

    height: int
    tall: bool


class Between(NamedTuple):
    """Models between a viewer and its target: a unit, or a guest who is higher than the others of his unit."""

    unit: int
    name: str
    shape: Rect
    stature: Stature
    elevated: bool


@rule("t9a.special.tall", "t9a.cover.intervening_models")
def stature(battle: Battle, unit: Unit) -> Stature:
    """How high the unit's own models stand; a guest by itself."""
    tall = any(speaker.tall for speaker in speakers(battle, unit).at("tall"))
    return Stature(HEIGHTS[battle.entry(unit).height], tall)


@rule("t9a.los.definition")
def unit_sees(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether at least one model of the unit has Line of Sight to the target."""
    own, there = boundary(battle, unit), boundary(battle, target)
    if unit.host is not None:
        # A single model looks from its own base, past all others of its unit.
        return Lookout(battle, unit, target).sees(model_of_guest(battle, unit))
    if is_outside_all_arcs(own, own.depth / rows(unit), there):
        return False
    if Lookout(battle, unit, target).anyone_sees():
        return True
    usual = stature(battle, unit)
    higher = (guest for guest in battle.guests_of(unit) if stature(battle, guest) > usual)
    return any(Lookout(battle, guest, target).sees(model_of_guest(battle, guest)) for guest in higher)


def model_of_guest(battle: Battle, guest: Unit) -> Model:
    """A guest in the first rank of a unit as a model with its base."""
    return Model(0, guest_place(battle.body(guest), guest.id).file, boundary(battle, guest))


@rule("t9a.cover.hills")
def hills_under(battle: Battle, unit: Unit) -> dict[Rect, int]:
    """The Hills that models of the unit stand on, with how many do: the centres of their bases decide (T9A-R054)."""
    near = beside(of_kind(battle.scene.board, HILL), boundary(battle, unit))
    counts: dict[Rect, int] = {}
    for model in (
        (*models(battle, unit), *(model_of_guest(battle, one) for one in battle.guests_of(unit))) if near else ()
    ):
        hill = holding(near, model.base.x, model.base.y)
        if hill is not None:
            counts[hill] = counts.get(hill, 0) + 1
    return counts


def is_elevated(battle: Battle, unit: Unit) -> bool:
    """Whether at least half of the unit's models stand on Hills."""
    return 2 * sum(hills_under(battle, unit).values()) >= unit.models + len(unit.guests)


class Lookout:
    """One unit, or one guest, looks at another unit: what stands between them, found once for all its models.

    What is in the way depends on the Hill that a model stands on and on how high what it looks at is, so it is kept
    for each of these; most models stand on no Hill.
    """

    __slots__ = (
        *("_between", "_hills", "_rocks", "_seen", "_walls_of_sight", "battle", "hills", "own", "stature", "target"),
        *("target_hills", "there", "viewer"),
    )

    def __init__(self, battle: Battle, viewer: Unit, target: Unit) -> None:
        board, body = battle.scene.board, battle.body(viewer)
        self.battle = battle
        self.viewer = viewer
        self.target = target
        self.stature = stature(battle, viewer)
        self.own = own = boundary(battle, body)
        self.there = there = boundary(battle, target)
        without = (body.id, battle.body(target).id)
        bodies = bodies_between(field_of(battle), own, there, without)
        self._between = [one for found in bodies for one in _parts(battle, battle.units[found.id])]
        self._rocks = blockers_between(own, there, of_kind(board, ROCKS))
        self._hills = blockers_between(own, there, of_kind(board, HILL))
        self.target_hills = hills_under(battle, battle.body(target)) if self._hills else {}
        self._seen = [(there, stature(battle, target))]
        self._seen += [
            (boundary(battle, guest), stature(battle, guest))
            for guest in battle.guests_of(target)
            if stature(battle, guest) > self._seen[0][1]
        ]
        self._walls_of_sight: dict[tuple[Rect | None, Stature], list[Rect]] = {}

    def hill_of(self, model: Model) -> Rect | None:
        """The Hill that a model of the viewer stands on."""
        return holding(self._hills, model.base.x, model.base.y)

    @rule("t9a.cover.intervening_models", "t9a.special.tall", "t9a.cover.hills")
    def ways(self, hill: Rect | None, seen: Stature | None = None) -> Iterator[tuple[Between, Way]]:
        """The models in between, with what they do when somebody on that Hill, or on the flat, looks at the target.

        Who is lower than the viewer or than the target is overlooked, and so is who stands below a target on a Hill;
        a viewer on a Hill ignores all who do not (T9A-R053, T9A-R054).
        """
        highest = max(self.stature, self._seen[0][1] if seen is None else seen)
        far = self.battle.scene.settings.heights == "much lower models are ignored"
        for one in self._between:
            if hill is not None and not one.elevated:
                yield one, "ignored"
            elif one.stature < highest:
                much = far and highest.height - one.stature.height >= MUCH_LOWER
                yield one, "ignored" if much else "overlooked"
            elif self.target_hills and not one.elevated:
                yield one, "overlooked"
            else:
                yield one, "blocks"

    @rule("t9a.special.opaque_terrain", "t9a.cover.hills", "t9a.cover.impassable")
    def opaque(self, hill: Rect | None) -> list[Rect]:
        """Impassable Terrain and Hills on which neither the viewer nor any of the target's models stand."""
        return [*self._rocks, *(one for one in self._hills if one != hill and one not in self.target_hills)]

    def partly_on(self, hill: Rect | None) -> list[Rect]:
        """The Hills in the way on which some of the target's models stand, but not all."""
        whole = self.target.models + len(self.target.guests)
        return [one for one in self._hills if one != hill and 0 < self.target_hills.get(one, 0) < whole]

    @rule("t9a.los.definition", "t9a.cover.intervening_models", "t9a.special.opaque_terrain")
    def sees(self, model: Model) -> bool:
        """Whether one free line leads from the front of the base, within its front arc, to the target's boundary.

        Over others one may see a guest of the target who is higher than his comrades.
        """
        hill = self.hill_of(model)
        for shape, seen in self._seen:
            blockers = self._blockers(hill, seen)
            if can_see(model.base, shape, blockers) if blockers else in_front_arc(model.base, shape):
                return True
        return False

    def _blockers(self, hill: Rect | None, seen: Stature) -> list[Rect]:
        """What no line passes that starts on that Hill, or on the flat."""
        found = self._walls_of_sight.get((hill, seen))
        if found is None:
            found = [one.shape for one, way in self.ways(hill, seen) if way == "blocks"]
            found += self.opaque(hill)
            self._walls_of_sight[hill, seen] = found
        return found

    def anyone_sees(self) -> bool:
        """Whether any model of a unit sees the target: whole ranks at once where they see alike."""
        if beside(self._hills, self.own) or len(self._seen) > 1:
            return any(self.sees(model) for model in grid(self.battle, self.viewer))
        blockers = self._blockers(None, self._seen[0][1])
        return any(self._rank_sees(rank, blockers) for rank in range(rows(self.viewer)))

    @rule("t9a.los.definition")
    def _rank_sees(self, rank: int, blockers: list[Rect]) -> bool:
        """Whether any model of a rank on the flat sees the target."""
        unit = self.viewer
        return rank_sees(
            rank_shape(self.own, rank, places(unit), unit.files, unit.rear_from),
            lambda: [model for model in grid(self.battle, unit) if model.rank == rank],
            self.there,
            blockers,
        )

    def hidden_by(self) -> tuple[str, ...]:
        """The names of what hides the target from the whole unit; none if it is in no front arc."""
        named = [(one.name, one.shape) for one, way in self.ways(None) if way == "blocks"]
        named += [(NAMES[ROCKS], shape) for shape in self._rocks]
        named += [(NAMES[HILL], shape) for shape in self._hills if shape not in self.target_hills]
        return hidden_by(self.own, self.there, named)


@rule("t9a.cover.intervening_models")
def _parts(battle: Battle, unit: Unit) -> Iterator[Between]:
    """A unit in between: its boundary as high as its models, and the bases of guests who are higher."""
    usual, elevated = stature(battle, unit), is_elevated(battle, unit)
    yield Between(unit.id, unit.name, boundary(battle, unit), usual, elevated)
    for guest in battle.guests_of(unit):
        own = stature(battle, guest)
        if own > usual:
            yield Between(guest.id, guest.name, boundary(battle, guest), own, elevated)
