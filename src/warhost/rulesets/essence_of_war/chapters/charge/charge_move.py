"""Charge Moves: arriving, aligning, maximising contact, catching fleeing units (Charge Phase).

What a charger can do is worked out here as plain functions of the battle; `charge` asks the players and does it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from warhost.field import Arrival, Charger, Combined, Onset, Route
from warhost.play.battle import stand
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.core import ROCKS, Battle, Unit, engage, field_of, flies
from warhost.rulesets.families.ninth_age.core.placement import stretches
from warhost.table import Arc

MOST_WHEEL = 90.0
"""A charger wheels once, by no more than this (eow.charge.move.one_wheel)."""


@rule("eow.board_edge.front_stays", "eow.charge.declare.no_passing", "eow.charge.move.one_wheel")
@rule("eow.charge.align.rotate_charger", "eow.charge.align.direction", "eow.charge.align.rotate_target")
@rule("eow.charge.align.combat_pivot", "eow.charge.align.engaged_fixed")
def onset(battle: Battle, target: Unit, ignoring: Collection[int] = ()) -> Onset:
    """All charges with one wheel at the target: fronts stay on the board, units and rocks are in the way of all but
    flyers, and a charger then turns about the point of contact, the short way, until its front lies flush.

    Where it cannot align alone the target turns about the contact by the least whole number of degrees, else it is set
    anew by a Combat Pivot (EOW-R072). A unit that is Engaged never moves. `ignoring` names units that will have moved.
    """
    field = field_of(battle)
    return Onset(
        field=field,
        target=field[target.id],
        most_wheel=MOST_WHEEL,
        barred=ROCKS,
        fixed=target.engaged,
        ignoring=ignoring,
    )


def charger_of(battle: Battle, unit: Unit, target: Unit, side: Arc) -> Charger:
    """The unit as one that strikes that facing, with the models that each place brings into contact."""
    return Charger(field_of(battle)[unit.id], side, stretches(battle, unit, target, side), flies=flies(battle, unit))


@rule("eow.charge.declare.room", "eow.charge.declare.no_passing", "eow.charge.declare.consider_charges")
def room(battle: Battle, charger: Unit, target: Unit, side: Arc, ignoring: Collection[int] = ()) -> bool:
    """Whether some way leads into contact with that facing and to a place flush on it (EOW-R070)."""
    field, flying = field_of(battle), flies(battle, charger)

    def work_out() -> bool:
        if target.fleeing:
            return catch(battle, charger, target, ignoring) is not None
        return onset(battle, target, ignoring).has_room(Charger(field[charger.id], side, flies=flying))

    key = ("room", charger.id, target.id, side, flying, target.fleeing, target.engaged, frozenset(ignoring))
    return field.known(key, work_out)


@rule("eow.charge.maximise.models", "eow.charge.maximise.free_choice", "eow.charge.align.rotate_charger")
def arrivals(battle: Battle, charger: Unit, target: Unit, side: Arc) -> list[Arrival]:
    """The places with the most models in contact that the charger can come to: those among which its owner chooses.

    At most three: nearest to the facing's centre line, leftmost, rightmost. Where no way ends in such a place the
    charger slides along the facing by the least that brings most models into contact (EOW-R071); where it cannot
    align the target turns (EOW-R072).
    """
    return onset(battle, target).arrivals(charger_of(battle, charger, target, side))


@rule("eow.charge.fleeing.any_facing")
def catch(battle: Battle, charger: Unit, target: Unit, ignoring: Collection[int] = ()) -> Route | None:
    """A way into contact with any facing of a fleeing unit, with the least wheel; the charger stays as it arrives."""
    return onset(battle, target, ignoring).touch(Charger(field_of(battle)[charger.id], flies=flies(battle, charger)))


@rule("eow.charge.maximise.units")
def combined_arrivals(battle: Battle, charger: Unit, target: Unit, side: Arc, others: Sequence[Unit]) -> Combined:
    """The places for a charger of a Combined Charge that let most of the others in, then bring most models to bear.

    The others are those whose range is enough and who still have to move, each with the facing it has to strike.
    """
    beside = [charger_of(battle, one, target, one.target_arc) for one in others if one.target_arc is not None]
    return onset(battle, target).combined(charger_of(battle, charger, target, side), beside)


@rule("eow.engaged.start", "eow.charge.align.rotate_target", "eow.charge.align.combat_pivot")
def arrive(charger: Unit, target: Unit, side: Arc, arrival: Arrival) -> None:
    """The charger stands in contact, the target as it may have had to turn; both are Engaged."""
    stand(charger, arrival.place)
    if arrival.target is not None:
        stand(target, arrival.target)
    engage(charger, Arc.FRONT, target, side)
    charger.charging = charger.charged = charger.moved = True
    charger.target = charger.target_arc = None
