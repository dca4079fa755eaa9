"""Places against an enemy's facing: which are free, and where most models touch (Charge Phase: Maximising Contact)."""

from __future__ import annotations

from collections.abc import Container, Iterable

from warhost.field import Stretch, best_offsets, fighting_stretches, free_offsets, within_free
from warhost.field.contact import charges as onset
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.core.contact import facing_models, over_gaps
from warhost.rulesets.families.ninth_age.core.formation import boundary, field_of, formation_of, size
from warhost.rulesets.families.ninth_age.core.kinds import Battle, U
from warhost.rulesets.families.ninth_age.core.terrain import ROCKS
from warhost.table import Arc, Rect, flush, rect


@rule("eow.spacing.contact_target_only", "eow.charge.move.proximity")
@rule("t9a.geometry.unit_spacing", "t9a.charge.contact_best_fit")
def blockers(battle: Battle[U], mover: U, touching: Container[int], ignoring: Container[int] = ()) -> Iterable[Rect]:
    """What the mover may not overlap: other units and Impassable Terrain. It may touch friends and terrain."""
    field = field_of(battle)
    return onset.blockers(field, field[mover.id], ROCKS, touching, ignoring)


@rule("eow.charge.maximise.models", "t9a.charge.contact_priority4")
def contact_count(battle: Battle[U], mover: U, place: Rect, target: U, side: Arc) -> int:
    """How many models of both sides are in base contact there, those that fight over gaps included."""
    mine, theirs = facing_models(mover, place, Arc.FRONT, target, boundary(battle, target), side)
    return len(mine) + len(theirs)


def stretches(battle: Battle[U], mover: U, target: U, side: Arc) -> tuple[Stretch, ...]:
    """Every offset on that facing with the models it brings into contact, from left to right."""
    front = formation_of(battle, mover).out_of(Arc.FRONT)
    return fighting_stretches(front, formation_of(battle, target), side, over_gaps)


@rule("eow.charge.maximise.models", "t9a.charge.contact_priority4")
def best_places(battle: Battle[U], mover: U, target: U, side: Arc) -> list[Rect]:
    """The legal places of the mover's front flush on that facing with the most models in contact.

    Of every stretch of equally good places its ends and what is nearest to the facing's centre line, the nearest to
    that line first.
    """
    shape = boundary(battle, target)
    front = rect(0.0, 0.0, 0.0, *size(battle, mover))
    blocks = blockers(battle, mover, (target.id,), (target.id,))
    free = free_offsets(front, shape, side, blocks, battle.scene.board)
    parts = within_free(stretches(battle, mover, target, side), free)
    return [flush(front, shape, side, offset) for offset in best_offsets(parts)]
