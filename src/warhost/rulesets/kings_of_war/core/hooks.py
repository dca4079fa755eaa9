"""What rules do when a unit is given an order, and after it has carried it out."""

from __future__ import annotations

from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.core.battle import Battle, Unit
from warhost.rulesets.kings_of_war.core.rules import speaking

READY = "order"
"""Noted of a unit whose rules have spoken before its order of this turn."""


def before_order(battle: Battle, unit: Unit) -> Script[None]:
    """The unit is about to be given its order: rules speak, once in a turn."""
    if READY in unit.once:
        return
    unit.once = (*unit.once, READY)
    for one in speaking(battle, unit, "before_order"):
        if unit.pose is not None:
            yield from one.before_order(battle, unit)


@rule("kow.move.one_order_each")
def as_ordered(battle: Battle, unit: Unit, order: str) -> Script[None]:
    """The unit has this order for this turn and is about to carry it out."""
    unit.order = order
    for one in speaking(battle, unit, "as_ordered"):
        yield from one.as_ordered(battle, unit)


def done(battle: Battle, unit: Unit) -> Script[None]:
    """The unit has carried out its order."""
    for one in speaking(battle, unit, "after_order"):
        if unit.pose is not None:
            yield from one.after_order(battle, unit)
