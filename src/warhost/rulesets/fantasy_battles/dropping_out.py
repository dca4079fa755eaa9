"""Contact that casualties broke is closed again, or units leave the combat (Melee Phase: Dropping out of Combat)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import hypot

from warhost.field.engagement import closed_up, pairs_apart
from warhost.play.battle import stand
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles import events
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.contact import disengage
from warhost.rulesets.fantasy_battles.formation import boundary
from warhost.rulesets.fantasy_battles.placement import blockers
from warhost.table import Rect, on_board, overlaps, within

FARTHEST = 2.0
"""A unit is nudged no farther than this."""


@rule("t9a.special.no_longer_engaged")
def keep_contact(battle: Battle, units: Iterable[int], lost: Mapping[int, int]) -> Script[None]:
    """Every broken contact between these units and their enemies is closed by a nudge, or ends.

    The book asks for it after each Agility step; losses of other phases, by magic or terrain, are treated alike.

    `lost` are the Health Points lost just now. The unit with the fewest is nudged, on a tie the Active Player's;
    where it cannot be, the other one.
    """

    def first_to_move(unit: Unit) -> tuple[int, bool, int]:
        return lost.get(unit.id, 0), unit.seat != battle.active, unit.id

    def touch(one: Unit, other: Unit) -> bool:
        return within(boundary(battle, one), boundary(battle, other), 0.0)

    pairs = sorted(
        (sorted(pair, key=first_to_move) for pair in pairs_apart(battle.units, units, touch)),
        key=lambda pair: (first_to_move(pair[0]), first_to_move(pair[1])),
    )
    for pair in pairs:
        for mover, other in (pair, reversed(pair)):
            place = _closed_up(battle, mover, other)
            if place is not None:
                before = boundary(battle, mover)
                stand(mover, place)
                yield events.UnitNudged(mover.id, other.id, hypot(place.x - before.x, place.y - before.y))
                break
        else:
            disengage(battle, pair[0], pair[1].id)
            yield events.DroppedOut(pair[0].id, pair[1].id)


@rule("t9a.special.no_longer_engaged")
def _closed_up(battle: Battle, mover: Unit, other: Unit) -> Rect | None:
    """Where the mover stands once it has closed up, on a clear way to a legal place; None if it must not or cannot."""
    if len(mover.foes) > 1:
        return None
    (foe,) = mover.foes
    found = closed_up(boundary(battle, mover), foe.mine, boundary(battle, other), foe.theirs, FARTHEST)
    if found is None:
        return None
    place, covered = found
    board = battle.scene.board
    blocked = any(overlaps(covered, block) for block in blockers(battle, mover, (other.id,)))
    return None if blocked or not on_board(place, board.width, board.depth) else place
