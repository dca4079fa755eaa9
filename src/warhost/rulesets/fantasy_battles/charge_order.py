"""Combined Charges: which of several chargers of one target moves next (Charge Phase: Combined Charges)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age import charge_order
from warhost.rulesets.families.ninth_age.charge_order import CombinedCharges, Next
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.charge_move import combined_arrivals, room

RULES = CombinedCharges(
    room=room,
    arrivals=combined_arrivals,
    order="t9a.charge.move_order",
    most_units="t9a.charge.contact_priority2",
)


@rule("t9a.charge.move_order", "t9a.charge.contact_priority2")
def next_charger(battle: Battle, target: Unit, left: Sequence[Unit], made: Collection[int]) -> Script[Next[Unit]]:
    """The Active Player says who moves next; `made` are those whose range is enough.

    As many units as possible come into the combat, so the order is free only among those that let in as many as any
    other would.
    """
    return charge_order.next_charger(battle, target, left, made, RULES)
