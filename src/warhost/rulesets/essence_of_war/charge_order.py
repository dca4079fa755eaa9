"""Combined Charges: which of several chargers of one target moves next (Charge Phase: Combined Charges)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.charge_move import combined_arrivals, room
from warhost.rulesets.families.ninth_age import charge_order
from warhost.rulesets.families.ninth_age.charge_order import CombinedCharges, Next

RULES = CombinedCharges(
    room=room,
    arrivals=combined_arrivals,
    order="eow.charge.combined.order",
    most_units="eow.charge.maximise.units",
)


@rule("eow.charge.combined.order", "eow.charge.maximise.units")
def next_charger(battle: Battle, target: Unit, left: Sequence[Unit], made: Collection[int]) -> Script[Next[Unit]]:
    """The Active Player says who moves next; `made` are those whose range is enough.

    As many units as possible come into the combat, so the order is free only among those that let in as many as any
    other would (EOW-R229).
    """
    return charge_order.next_charger(battle, target, left, made, RULES)
