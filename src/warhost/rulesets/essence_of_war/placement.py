"""Places against an enemy's facing: which are free, and where most models touch (Charge Phase: Maximising Contact)."""

from __future__ import annotations

from collections.abc import Container, Iterable
from functools import lru_cache

from warhost.field import NO_TOUCH, Stretch, best_offsets, free_offsets, score_at, scored, within_free
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.contact import facing_models
from warhost.rulesets.essence_of_war.formation import boundary, field_of, models_at, size
from warhost.rulesets.essence_of_war.terrain import ROCKS
from warhost.table import Arc, Rect, arc_of, edge_length, flush, grown, rect


@rule("eow.arc.location")
def arc_struck(battle: Battle, mover: Unit, place: Rect, target: Rect) -> Arc:
    """The arc of the target in which the mover lies: that of its front's midpoint.

    A setting counts the models of its front rank instead, and the midpoint only breaks ties (EOW-R037).
    """
    middle = arc_of(target, *place.front)
    if battle.scene.settings.charge_arc == "midpoint":
        return middle
    votes: dict[Arc, int] = {}
    for model in models_at(battle, mover, place.pose):
        if model.rank == 0:
            arc = arc_of(target, model.base.x, model.base.y)
            votes[arc] = votes.get(arc, 0) + 1
    most = max(votes.values())
    first = [arc for arc, count in votes.items() if count == most]
    return first[0] if len(first) == 1 else middle


@rule("eow.spacing.contact_target_only", "eow.charge.move.proximity")
def blockers(battle: Battle, mover: Unit, touching: Container[int], ignoring: Container[int] = ()) -> Iterable[Rect]:
    """What the mover may not overlap: other units and Impassable Terrain. It may touch friends and terrain.

    Enemies that it may not even touch come with a hair around them, so that touching them is overlapping it.
    """
    field = field_of(battle)
    for other in field.others(mover.id, ignoring):
        touchable = other.seat == mover.seat or other.id in touching
        yield other.shape if touchable else grown(other.shape, NO_TOUCH)
    for rock in field.terrain.having(ROCKS):
        yield rock.shape


@rule("eow.charge.maximise.models")
def contact_count(battle: Battle, mover: Unit, place: Rect, target: Unit, side: Arc) -> int:
    """How many models of both sides are in base contact there, those that fight over gaps included."""
    mine, theirs = facing_models(mover, place, Arc.FRONT, target, boundary(battle, target), side)
    return len(mine) + len(theirs)


def stretches(battle: Battle, mover: Unit, target: Unit, side: Arc) -> tuple[Stretch, ...]:
    """Every offset on that facing with the models it brings into contact, from left to right."""
    one, other = battle.entry(mover), battle.entry(target)
    return _stretches(
        (mover.models, mover.files, one.base_width, one.base_depth),
        (target.models, target.files, target.rear_from, other.base_width, other.base_depth),
        side,
    )


@lru_cache(maxsize=4096)
def _stretches(
    mover: tuple[int, int, float, float], target: tuple[int, int, int, float, float], side: Arc
) -> tuple[Stretch, ...]:
    one = Unit(id=0, seat=0, name="", entry=0, models=mover[0], files=mover[1])
    other = Unit(id=1, seat=1, name="", entry=1, models=target[0], files=target[1], rear_from=target[2])
    front = rect(0.0, 0.0, 0.0, one.files * mover[2], mover[3])
    shape = rect(0.0, 0.0, 0.0, other.files * target[3], -(-other.models // other.files) * target[4])

    def count(offset: float) -> int:
        mine, theirs = facing_models(one, flush(front, shape, side, offset), Arc.FRONT, other, shape, side)
        return len(mine) + len(theirs)

    length = edge_length(shape, side)
    step = target[3] if side in (Arc.FRONT, Arc.REAR) else target[4]
    theirs = [step * i - length / 2 for i in range(round(length / step) + 1)]
    mine = [mover[2] * i - front.width / 2 for i in range(one.files + 1)]
    reach = length / 2 + front.width / 2
    return scored({round(a - b, 6) for a in theirs for b in mine} | {-reach, reach}, count)


def count_at(battle: Battle, mover: Unit, target: Unit, side: Arc, offset: float) -> int:
    """How many models are in contact at that offset."""
    return score_at(stretches(battle, mover, target, side), offset)


@rule("eow.charge.maximise.models")
def best_places(battle: Battle, mover: Unit, target: Unit, side: Arc) -> list[Rect]:
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
