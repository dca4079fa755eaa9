"""Contact that casualties broke is closed again, or units leave the combat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import hypot

from warhost.field.contact.engagement import closed_up, pairs_apart
from warhost.play.battle import stand
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.core import events
from warhost.rulesets.families.ninth_age.core.contact import disengage
from warhost.rulesets.families.ninth_age.core.formation import boundary
from warhost.rulesets.families.ninth_age.core.kinds import Battle, U
from warhost.rulesets.families.ninth_age.core.placement import blockers
from warhost.table import Rect, on_board, overlaps, within

FARTHEST = 2.0
"""A unit is nudged no farther than this."""


@rule("eow.melee.drop_out.nudge", "eow.melee.drop_out.leave", "eow.melee.drop_out.multi")
@rule("t9a.special.no_longer_engaged")
def keep_contact(battle: Battle[U], units: Iterable[int], lost: Mapping[int, int]) -> Script[None]:
    """Every broken contact of these units with enemies is closed by a nudge, 2" at most, or ends (EOW-R142).

    `lost` are the Health Points lost just now. The unit with the fewest is nudged, on a tie the Active Player's;
    where it cannot be, the other one. The books ask for it after each Agility step; losses of other phases, by magic
    or terrain, are treated alike.
    """

    def first_to_move(unit: U) -> tuple[int, bool, int]:
        return lost.get(unit.id, 0), unit.seat != battle.active, unit.id

    def touch(one: U, other: U) -> bool:
        return within(boundary(battle, one), boundary(battle, other), 0.0)

    def closes_up(mover: U, other: U) -> Rect | None:
        return _closed_up(battle, mover, boundary(battle, mover), boundary(battle, other))

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


def _closed_up(battle: Battle[U], mover: U, own: Rect, other: Rect) -> Rect | None:
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
