"""Rallying: which fleeing unit tests next, and what it has to expect."""

from __future__ import annotations

from collections.abc import Callable

from warhost.play.questions import Odds, Option, Part
from warhost.play.script import Script, choose
from warhost.rulesets.families.ninth_age.core import events
from warhost.rulesets.families.ninth_age.core.contact import friends
from warhost.rulesets.families.ninth_age.core.kinds import Battle, U


def next_to_rally(
    battle: Battle[U],
    rallies: Callable[[U], Odds],
    leaves: Callable[[U], float],
    *,
    rule_id: str,
    fails: str,
    off_board: str,
) -> Script[U | None]:
    """The Active Player says which fleeing unit tests next; None if all have.

    `rallies` are its odds to pass, `leaves` is how likely a unit that fails leaves the table.
    """

    def weigh(option: Option) -> tuple[Odds, ...]:
        assert option.unit is not None
        (passes,) = option.odds
        off = leaves(battle.units[option.unit])
        if not off:
            return (passes,)
        parts = (
            Part(0, f"{1 - passes.value:.1%} to fail the test", fails),
            Part(0, f"{off:.1%} to reach the edge with 2D6", off_board),
        )
        return (passes, Odds("flees off the table", (1 - passes.value) * off, parts))

    waiting = [unit for unit in friends(battle, battle.active) if unit.fleeing and not unit.done]
    if not waiting:
        return None
    options = [Option(str(unit.id), unit.name, (rallies(unit),), unit=unit.id) for unit in waiting]
    text = "Which fleeing unit tries to rally next?"
    key = yield from choose(battle.active, "rally", text, options, rules=(rule_id,), weigh=weigh)
    unit = battle.units[int(key)]
    unit.done = True
    return unit


def rallied(unit: U) -> Script[None]:
    """The unit flees no longer."""
    unit.fleeing = False
    unit.rallied = True
    yield events.UnitRallied(unit.id)
