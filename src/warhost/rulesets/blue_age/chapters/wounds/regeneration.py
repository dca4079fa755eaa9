"""Regeneration: lost Health comes back at the end of the phase in which it was lost (BLUE-R118)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from warhost.field.loose.steps import Around, may_stand, nearest_stand
from warhost.play.script import Script, roll_pool
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.buildings.inside import occupant
from warhost.rulesets.blue_age.chapters.movement.ground import footing_of
from warhost.rulesets.blue_age.core import (
    COHESION,
    GAP,
    Battle,
    Model,
    Unit,
    bases_of,
    head,
    pieces_at,
    section_piece,
    set_models,
    speakers,
    terrain_of,
)
from warhost.rulesets.blue_age.core.events import shooting as shooting_events
from warhost.rulesets.blue_age.core.values import health_of
from warhost.table import Circle, base_distance

CITE = "blue.special.regeneration"
ROOM = 0.05
"""So much closer than cohesion demands."""


@rule("blue.special.regeneration", "blue.special.regeneration_timing", "blue.special.regeneration_revive")
def regenerate(battle: Battle) -> Script[None]:
    """One die for each Health that units with the rule lost in this phase; units that were slain come back too, but not
    those that ran from the table."""
    for unit in battle.units:
        count, unit.healing = unit.healing, 0
        if not count:
            continue
        found = [one.regenerates(battle, unit) for one in speakers(battle, unit).at("regenerates")]
        need = min((number for number in found if number is not None), default=None)
        if need is None or unit.fate in ("fled", "lost"):
            continue
        why = f"Regeneration ({need}+)"
        faces = yield from roll_pool(count, need=need, why=why, rule=CITE, seat=unit.seat, unit=unit.id, sides=10)
        healed = sum(face >= need for face in faces)
        if healed:
            yield from _healed(battle, unit, healed)
    for unit in battle.units:
        unit.fallen = ()


def _healed(battle: Battle, unit: Unit, health: int) -> Script[None]:
    """So much Health comes back: wounded models first, then the fallen get up, the last one first."""
    entry = battle.entry(unit)
    whole, left = len(unit.models), health
    models: list[Model] = []
    for model in unit.models:
        back = min(model.lost, left)
        left -= back
        models.append(Model(model.x, model.y, model.lost - back, model.role, model.facing))
    was_gone = not models
    if was_gone and unit.fallen:
        unit.inside = _house(battle, unit.fallen[-1])
    for fallen in reversed(unit.fallen):
        if left <= 0:
            break
        back = min(health_of(entry, fallen.role), left)
        place = _place(battle, unit, models, fallen)
        if place is None:
            continue
        left -= back
        models.append(Model(place.x, place.y, health_of(entry, fallen.role) - back, fallen.role, fallen.facing))
    if was_gone and models:
        unit.fate = ""
    elif was_gone:
        unit.inside = None
    set_models(battle, unit, tuple(models))
    yield shooting_events.Regenerated(unit.id, health - left, len(models) - whole)


def _house(battle: Battle, fallen: Model) -> int | None:
    """The section that a model fell in, if it still stands and nobody else has taken it."""
    here = pieces_at(terrain_of(battle), fallen.x, fallen.y)
    for number, section in enumerate(battle.sections):
        if not section.ruined and section_piece(battle, number) in here:
            return number if occupant(battle, number) is None else None
    return None


def _place(battle: Battle, unit: Unit, models: list[Model], fallen: Model) -> Circle | None:
    """The nearest place to where a model fell: in cohesion, and 1" from enemies unless its unit is locked."""
    radius = battle.entry(unit).radius
    fell = Circle(fallen.x, fallen.y, radius)
    if head(battle, unit).inside is not None:
        return fell
    own = [Circle(model.x, model.y, radius) for model in models]
    others = [one for one in battle.units if one is not unit and one.models and head(battle, one).inside is None]
    foes = [base for one in others if one.seat != unit.seat for base in bases_of(battle, one)]
    mates = [*own, *(base for one in others if one.seat == unit.seat for base in bases_of(battle, one))]
    footing = footing_of(battle, unit)
    gap = 0.0 if head(battle, unit).locked else GAP
    around = Around(battle.scene.board, footing.walls, (*mates, *footing.narrow), tuple(foes), gap)
    for wanted in (fell, *_beside(own, fell)):
        spot = nearest_stand(wanted, around)
        near = not own or min(base_distance(spot, base) for base in own) <= COHESION
        if near and isinstance(spot, Circle) and may_stand(spot, around):
            return spot
    return None


def _beside(own: Sequence[Circle], fell: Circle) -> Iterator[Circle]:
    """Places just in cohesion with models that have gone on, those nearest to where one fell first."""
    for reach in (COHESION - ROOM, COHESION / 2, 0.0):
        for base in sorted(own, key=lambda base: base_distance(base, fell)):
            far = hypot(fell.x - base.x, fell.y - base.y)
            part = (base.radius + reach + fell.radius) / far if far else 0.0
            yield Circle(base.x + (fell.x - base.x) * part, base.y + (fell.y - base.y) * part, fell.radius)
