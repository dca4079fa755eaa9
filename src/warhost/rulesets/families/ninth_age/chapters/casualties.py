"""Which models leave the ranks of a unit, and where models that come back stand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

import msgspec

from warhost.field import Foe, Spot
from warhost.field.ranks import Ranks, narrowed, one_more, shortened, without_rear_ranks
from warhost.play.battle import stand
from warhost.rulesets.families.ninth_age.core.kinds import B, U, Unit
from warhost.table import Arc, Pose, Rect, direction, in_last_rank, ranks_of, touches


class Blocks(msgspec.Struct, Generic[B, U], frozen=True, kw_only=True):
    """What a book says to the blocks of its units: how they stand, whom they meet, how deep they fight."""

    boundary: Callable[[B, U], Rect]
    ranks: Callable[[U], Ranks]
    """The places of its block, those of guests among them."""
    base: Callable[[B, U], tuple[float, float]]
    """Width and depth of a model's base."""
    met: Callable[[B, U, Foe], tuple[list[Spot], list[Spot]]]
    """The models of a unit and of one of its foes that are in base contact with each other."""
    support: Callable[[B, U], int]
    """How many ranks behind the first make Supporting Attacks."""


def remove_models(battle: B, unit: U, count: int, blocks: Blocks[B, U]) -> None:
    """Take so many models off a unit without guests, but not all, rank by rank from the rear.

    The front edge stays where it is; nobody else moves.
    """
    block, gone, count = without_rear_ranks(blocks.ranks(unit), count)
    unit.models, unit.rear_from = block.models, block.rear_from
    for _ in range(gone):
        shift(unit, ahead=blocks.base(battle, unit)[1] / 2)
    if count and ranks_of(block.models, block.files) > 1:
        _shorten_last_rank(battle, unit, count, blocks)
    elif count:
        _shrink_single_rank(battle, unit, count, blocks)


def _shorten_last_rank(battle: B, unit: U, count: int, blocks: Blocks[B, U]) -> None:
    """From the ends, so that the rest stands side by side as near the middle as may be.

    Where enemies are at the flanks or the rear, as many models as possible stay in contact first; then as many as
    possible of those that support the first rank, which any owner would keep.
    """
    before = blocks.ranks(unit)
    left = in_last_rank(before.models, before.files) - count
    unit.models -= count

    def worth(block: Ranks) -> tuple[int, int]:
        unit.rear_from = place = block.rear_from
        touching = models_in_contact(battle, unit, blocks)[1] if at_risk else 0
        return touching, sum(place <= file < place + left for file in supported)

    supported = _supported_files(battle, unit, blocks)
    at_risk = any(foe.mine is not Arc.FRONT for foe in unit.foes)
    unit.rear_from = shortened(before, count, worth).rear_from


def _supported_files(battle: B, unit: U, blocks: Blocks[B, U]) -> set[int]:
    """The files in which a model of the last rank makes Supporting Attacks; none if that rank is too far back."""
    block = blocks.ranks(unit)
    if not unit.foes or ranks_of(block.models, block.files) - 1 > blocks.support(battle, unit):
        return set()
    front = (foe for foe in unit.foes if foe.mine is Arc.FRONT)
    return {file for foe in front for _, file in blocks.met(battle, unit, foe)[0]}


def _shrink_single_rank(battle: B, unit: U, count: int, blocks: Blocks[B, U]) -> None:
    """As evenly as possible from both ends, the odd model from the right.

    An Engaged unit first keeps as many enemy units, then as many models, in contact as it can. What earlier batches
    took from which end does not matter.
    """
    pose, (width, _) = unit.pose, blocks.base(battle, unit)
    assert pose is not None
    unit.models -= count
    unit.files = unit.models
    unit.rear_from = 0

    def take(from_left: int) -> None:
        stand(unit, moved(pose, right=(2 * from_left - count) * width / 2))

    def worth(from_left: int) -> tuple[int, int]:
        take(from_left)
        return models_in_contact(battle, unit, blocks)

    take(narrowed(count, worth if unit.foes else None))


def settle_rear(battle: B, unit: U, over: tuple[int, int] | None, blocks: Blocks[B, U]) -> None:
    """Where the last rank stands: over the files from and up to which guests reach into it, if any do; in contact, and
    as near the middle as may be."""
    block = blocks.ranks(unit)
    filled = in_last_rank(block.models, block.files)
    options = [
        place
        for place in range(unit.files - filled + 1)
        if over is None or (place <= over[0] and over[1] <= place + filled)
    ]

    def worth(place: int) -> tuple[int, float, int]:
        unit.rear_from = place
        touching = models_in_contact(battle, unit, blocks)[1] if unit.foes else 0
        return touching, -abs(place + filled / 2 - unit.files / 2), -place

    unit.rear_from = max(options, key=worth)


def models_in_contact(battle: B, unit: U, blocks: Blocks[B, U]) -> tuple[int, int]:
    """How many enemy units the unit touches, and how many models of both sides are in base contact."""
    own = blocks.boundary(battle, unit)
    touching = [foe for foe in unit.foes if touches(own, blocks.boundary(battle, battle.units[foe.unit]))]
    return len(touching), sum(len(models) for foe in touching for models in blocks.met(battle, unit, foe))


def add_model(battle: B, unit: U, most_files: int, may_stand: Callable[[Pose], bool], blocks: Blocks[B, U]) -> bool:
    """One model more in a unit without guests: at the end of the rear rank, or in a new rank; False if it has no legal
    place.

    `may_stand` tells whether the unit as it is then may stand there; where it stood, it may.
    """
    pose, (width, depth) = unit.pose, blocks.base(battle, unit)
    assert pose is not None
    stood = blocks.ranks(unit)
    for grown in one_more(stood, most_files):
        unit.models, unit.files, unit.rear_from = grown.ranks
        there = moved(pose, right=grown.right * width, ahead=grown.ahead * depth)
        if there == pose or may_stand(there):
            stand(unit, there)
            return True
    unit.models, unit.files, unit.rear_from = stood
    return False


def add_beside_guests(
    battle: B,
    unit: U,
    settle: Callable[[B, U], None],
    may_stand: Callable[[Pose], bool],
    blocks: Blocks[B, U],
    *,
    wider: bool,
) -> bool:
    """One model more in a unit with guests: in its last rank, beside its only one (`wider`), or in a new rank; False if
    it has no legal place.

    `settle` finds where the last rank stands; `may_stand` is as it is for units without guests.
    """
    pose, (width, depth), deep = unit.pose, blocks.base(battle, unit), _rows(unit, blocks)
    assert pose is not None
    stood = (unit.models, unit.files, unit.rear_from)
    unit.models += 1
    unit.files += wider
    settle(battle, unit)
    there = moved(pose, right=wider * width / 2, ahead=(deep - _rows(unit, blocks)) * depth / 2)
    if there == pose or may_stand(there):
        stand(unit, there)
        return True
    unit.models, unit.files, unit.rear_from = stood
    return False


def _rows(unit: U, blocks: Blocks[B, U]) -> int:
    block = blocks.ranks(unit)
    return ranks_of(block.models, block.files)


def moved(pose: Pose, *, right: float = 0.0, ahead: float = 0.0) -> Pose:
    """The pose so far to the right and ahead."""
    fx, fy = direction(pose.facing)
    return Pose(pose.x + fx * ahead + fy * right, pose.y + fy * ahead - fx * right, pose.facing)


def shift(unit: Unit, *, right: float = 0.0, ahead: float = 0.0) -> None:
    """Move a unit on the table without a move of its own: its block has changed, and its front edge stays."""
    assert unit.pose is not None
    stand(unit, moved(unit.pose, right=right, ahead=ahead))
