"""Unit Spacing and the Board Edge."""

from __future__ import annotations

from warhost.field import Body, Passage, check_gaps, check_inside
from warhost.play.script import passes
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.core.formation import field_of
from warhost.rulesets.families.ninth_age.core.kinds import Battle, U
from warhost.rulesets.families.ninth_age.core.terrain import ROCKS
from warhost.table import Rect

GAP = 1.0
"""What units keep from each other and from Impassable Terrain; exactly 1" is enough."""

PASSING_GAP = 0.5
"""What an Advance or March keeps on the way."""

SPACING = Passage(
    gap=GAP,
    passing=PASSING_GAP,
    # Who was within 1" of something before the move may stay so and pass as near.
    crowded="stays near",
    board="front",
    # A Pivot lifts the unit and sets it down again: nothing is in its way.
    pivots="lifted",
    barred=ROCKS,
    barred_keeps_gap=True,
)


def obstacles(battle: Battle[U], unit: U) -> list[Rect]:
    """Every other unit on the table and every piece of Impassable Terrain."""
    field = field_of(battle)
    others = [other.shape for other in field.others(unit.id)]
    return [*others, *(rock.shape for rock in field.terrain.having(ROCKS))]


@rule("eow.spacing.one_inch", "eow.boundary.contact", "eow.boundary.contact_only_by_charge", "eow.spacing.stay_close")
@rule("t9a.geometry.unit_spacing")
def check_spacing(battle: Battle[U], unit: U, end: Rect, start: Rect | None = None) -> None:
    """A unit stands at `end` under the Unit Spacing rule, perhaps after it stood at `start`."""
    check_gaps(field_of(battle), Body(unit.id, unit.seat, unit.name, end), end, start, SPACING, battle.book.spacing)


@rule("eow.board_edge.end_inside", "eow.move.on_board", "t9a.geometry.unit_spacing")
def check_on_board(battle: Battle[U], unit: U, end: Rect) -> None:
    """A move finishes with the whole Unit Boundary on the board."""
    check_inside(field_of(battle), unit.name, end, battle.book.spacing)


def may_stand(battle: Battle[U], unit: U, end: Rect, start: Rect) -> bool:
    """Whether a unit may stand there instead of where it stood: on the board, and under the Unit Spacing rule."""
    return passes(check_on_board, battle, unit, end) and passes(check_spacing, battle, unit, end, start)
