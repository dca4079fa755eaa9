"""Units that leave the game: destroyed by wounds, or routed."""

from __future__ import annotations

from warhost.play.rules.moments import Moment
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import Battle, Cause, Unit, events

LEAVING: Moment[[Battle, Unit]] = Moment("a unit leaves the table")
"""Just before it is taken away: it still stands, and carries what it carries."""


DESTROYED: Moment[[Battle, Unit, Cause | None]] = Moment("a unit is destroyed or routs")
"""The same moment with who brought it about, where anybody did."""


def is_gone(unit: Unit) -> bool:
    """Whether the unit is out of the game. Asked anew each time: what happens in between may have removed it."""
    return bool(unit.fate)


@rule("aofr.general.unit_definition")
def destroy(battle: Battle, unit: Unit, by: Cause | None = None) -> Script[None]:
    """The unit has lost its last model."""
    yield events.UnitDestroyed(unit.id)
    yield from _leave(battle, unit, by)
    unit.fate = "destroyed"


@rule("aofr.rout.remove")
def rout(battle: Battle, unit: Unit, by: Cause | None = None) -> Script[None]:
    """The unit is removed as a whole and counts as destroyed."""
    yield events.UnitRouted(unit.id)
    yield from _leave(battle, unit, by)
    unit.fate = "routed"


def _leave(battle: Battle, unit: Unit, by: Cause | None) -> Script[None]:
    """Nothing is left of the unit, once all that its leaving brings about has happened."""
    yield from DESTROYED.announce(battle, unit, by)
    yield from LEAVING.announce(battle, unit)
    unit.pose = unit.inside = unit.site = None
    unit.left = (0,) * len(unit.left)
    unit.hero = False
    unit.wounds = unit.hero_wounds = 0
    unit.scars, unit.tokens, unit.effects = (), (), ()
