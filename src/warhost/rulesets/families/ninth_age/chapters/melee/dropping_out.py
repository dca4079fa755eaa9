"""Contact that casualties broke is closed again, or units leave the combat."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from math import hypot

from warhost.field.engagement import closed_up, pairs_apart
from warhost.play.battle import stand
from warhost.play.script import Script
from warhost.rulesets.families.ninth_age.core import events
from warhost.rulesets.families.ninth_age.core.contact import disengage
from warhost.rulesets.families.ninth_age.core.kinds import B, U
from warhost.table import Rect, on_board, overlaps, within

FARTHEST = 2.0
"""A unit is nudged no farther than this."""


def keep_contact(
    battle: B,
    units: Iterable[int],
    lost: Mapping[int, int],
    boundary: Callable[[B, U], Rect],
    blockers: Callable[[B, U, Collection[int]], Iterable[Rect]],
) -> Script[None]:
    """Every broken contact between these units and their enemies is closed by a nudge, or ends.

    `lost` are the Health Points lost just now. The unit with the fewest is nudged, on a tie the Active Player's;
    where it cannot be, the other one. `blockers` are what a unit that may touch some others may not overlap.
    """

    def first_to_move(unit: U) -> tuple[int, bool, int]:
        return lost.get(unit.id, 0), unit.seat != battle.active, unit.id

    def touch(one: U, other: U) -> bool:
        return within(boundary(battle, one), boundary(battle, other), 0.0)

    def closes_up(mover: U, other: U) -> Rect | None:
        return _closed_up(battle, mover, boundary(battle, mover), boundary(battle, other), blockers)

    pairs = sorted(
        (sorted(pair, key=first_to_move) for pair in pairs_apart(battle.units, units, touch)),
        key=lambda pair: (first_to_move(pair[0]), first_to_move(pair[1])),
    )
    for pair in pairs:
        for mover, other in (pair, reversed(pair)):
            place = closes_up(mover, other)
            if place is not None:
                before = boundary(battle, mover)
                stand(mover, place)
                yield events.UnitNudged(mover.id, other.id, hypot(place.x - before.x, place.y - before.y))
                break
        else:
            disengage(battle, pair[0], pair[1].id)
            yield events.DroppedOut(pair[0].id, pair[1].id)


def _closed_up(
    battle: B, mover: U, own: Rect, other: Rect, blockers: Callable[[B, U, Collection[int]], Iterable[Rect]]
) -> Rect | None:
    """Where the mover stands once it has closed up, on a clear way to a legal place; None if it must not or cannot."""
    if len(mover.foes) > 1:
        return None
    (foe,) = mover.foes
    found = closed_up(own, foe.mine, other, foe.theirs, FARTHEST)
    if found is None:
        return None
    place, covered = found
    board = battle.scene.board
    blocked = any(overlaps(covered, block) for block in blockers(battle, mover, (foe.unit,)))
    return None if blocked or not on_board(place, board.width, board.depth) else place
