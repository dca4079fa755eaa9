"""Those who move together: a unit and the Heroes who go with it, with what they find around them."""

from __future__ import annotations

from collections.abc import Container, Sequence
from functools import cached_property, partial

import msgspec

from warhost.field.ground.boxes import Box, widened
from warhost.field.loose.bodies import Bases, middle_of
from warhost.field.loose.marching import Gait, March
from warhost.field.loose.steps import Around
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.movement.driving import drive
from warhost.rulesets.blue_age.chapters.movement.ground import around, box_of, cheapest, footing_of, standing
from warhost.rulesets.blue_age.core.battle import Battle, Unit, together
from warhost.rulesets.blue_age.core.footing import Footing, afforded, paid
from warhost.rulesets.blue_age.core.formation import COHESION, GAP, all_bases, bases_of, keeps_together
from warhost.rulesets.blue_age.core.rules import has
from warhost.table import Base, Circle


class Course(March, frozen=True):
    """Where the models of a party end, by which ways, and where they look then."""

    facings: tuple[float, ...]
    whole: bool = False
    """Whether a unit in cohesion keeps all its models where they are to each other."""


FLYING = Gait(flies=True)


@rule("blue.terrain.fly_overrules", "blue.unit_type.flyer_ignores_terrain", "blue.unit_type.chariot_pivot_during")
def gait_on(footing: Footing, *, flies: bool, drives: bool) -> Gait:
    """How models go to whom the table is that: Flyers over it, Chariots by pivots, all others as they like."""
    if flies:
        return FLYING
    price, part = partial(paid, footing), partial(afforded, footing)
    return Gait(False, price, part, partial(cheapest, footing), drive if drives else None)


class Party:
    """A unit and the Heroes who go with it: those who march together.

    Heroes who have moved already stay where they are, but all keep together.
    `alone`: a Hero who leaves the unit that he is with. `gap` is kept from all enemies but those in `touch`.
    """

    def __init__(
        self,
        battle: Battle,
        unit: Unit,
        *,
        gap: float = GAP,
        touch: Container[int] = (),
        without: Container[int] = (),
        alone: bool = False,
        flees: bool = False,
        heroes: bool = True,
    ) -> None:
        own = [unit] if alone else together(battle, unit)
        self.battle, self.unit = battle, unit
        self.alone, self.gap, self.touch, self.without = alone, gap, touch, without
        self.members = [one for one in own if one is unit or heroes or not one.left]
        self.still: Bases = tuple(base for one in own if one not in self.members for base in bases_of(battle, one))
        self.bases: Bases = tuple(base for one in self.members for base in bases_of(battle, one))
        self.footings = [footing_of(battle, one, flees=flees) for one in self.members]
        self.flying = [has(battle, one, "flies") for one in self.members]
        self.driving = [has(battle, one, "drives") for one in self.members]
        self.reach = COHESION
        self.owner = [place for place, one in enumerate(self.members) for _ in one.models]
        self.facings = tuple(model.facing for one in self.members for model in one.models)
        self.middle = middle_of(self.bases)

        self._box: Box | None = None
        self._others: list[Box] | None = None

    @cached_property
    def gaits(self) -> list[Gait]:
        """How each of its members goes: most walks over open ground need not know."""
        return [
            gait_on(footing, flies=flies, drives=drives)
            for footing, flies, drives in zip(self.footings, self.flying, self.driving, strict=True)
        ]

    @property
    def faces(self) -> bool:
        """Whether it matters where its models look."""
        return any(self.battle.entry(one).has_facing for one in self.members)

    @property
    def box(self) -> Box:
        """The box about its models as they stand."""
        if self._box is None:
            boxes = [box_of(self.battle, one) for one in self.members]
            left, near, right, far = zip(*boxes, strict=True)
            self._box = boxes[0] if len(boxes) == 1 else (min(left), min(near), max(right), max(far))
        return self._box

    @property
    def others(self) -> list[Box]:
        """The boxes about all units that are not of the party; about enemies as wide as the gap that it keeps."""
        if self._others is None:
            own, seat, gap = [one.id for one in self.members], self.unit.seat, self.gap
            self._others = [
                box_of(self.battle, other) if other.seat == seat else widened(box_of(self.battle, other), gap)
                for other in standing(self.battle, own)
            ]
        return self._others

    def around(self, near: Box | None = None) -> list[Around]:
        """What each of its members finds around it; only what is near the box, if there is one."""
        return [
            self._with_still(
                around(
                    self.battle,
                    one,
                    self.gap,
                    touch=self.touch,
                    without=self.without,
                    alone=self.alone,
                    near=near,
                    footing=footing,
                )
            )
            for one, footing in zip(self.members, self.footings, strict=True)
        ]

    def _with_still(self, about: Around) -> Around:
        return msgspec.structs.replace(about, mates=(*about.mates, *self.still)) if self.still else about

    def together(self, ends: Sequence[Base]) -> bool:
        """Whether models that end there are in cohesion."""
        return keeps_together(self.battle, (*ends, *self.still))

    @property
    def broken(self) -> bool:
        """Whether it is out of cohesion as it stands."""
        return not self.alone and is_torn(self.battle, self.unit)

    def straight(self, dx: float, dy: float) -> Course:
        """The course of all models by the same vector."""
        ends = tuple(Circle(base.x + dx, base.y + dy, base.radius) for base in self.bases)
        ways = tuple(((base.x, base.y), (base.x + dx, base.y + dy)) for base in self.bases)
        return Course(ends, ways, self.facings)

    def stays(self) -> Course:
        return Course(self.bases, tuple(((base.x, base.y),) for base in self.bases), self.facings)


KEPT = "blue torn"
"""The name under which a battle keeps which of its units are out of cohesion, beside its data."""


def is_torn(battle: Battle, unit: Unit) -> bool:
    """Whether a unit with its Heroes is out of cohesion, by losses or by a flight."""
    bases = all_bases(battle, unit)
    if len(bases) == 1:
        return False
    known = battle.__dict__.setdefault(KEPT, {})
    found = known.get(unit.id)
    if found is None or found[0] is not bases:
        found = known[unit.id] = (bases, not keeps_together(battle, bases))
    torn: bool = found[1]
    return torn
