"""Combined Charges: which of several chargers of one target moves next (Charge Phase: Combined Charges)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from warhost.field import Combined
from warhost.play.questions import Odds
from warhost.play.script import Script, choose
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.charge.charge_move import combined_arrivals, room
from warhost.rulesets.essence_of_war.core import Battle, Unit, against, deny, pair_in

MOST_UNITS = "eow.charge.maximise.units"


class Next(NamedTuple):
    """The charger that moves, and where it comes in, if that was worked out."""

    charger: Unit
    found: Combined | None = None


@rule("eow.charge.combined.order", "eow.charge.maximise.units")
def next_charger(battle: Battle, target: Unit, left: Sequence[Unit], made: Collection[int]) -> Script[Next]:
    """The Active Player says who moves next; `made` are those whose range is enough.

    As many units as possible come into the combat, so the order is free only among those that let in as many as any
    other would (EOW-R229): who finds no way yet, or would leave less room, waits for the others.
    """
    waiting = _held_up(battle, target, left, made)
    known: dict[int, Combined] = {}
    while True:
        ready = [unit for unit in left if unit.id not in waiting]
        charger = yield from _choose(battle, target, left, ready, made, waiting)
        able = [unit for unit in left if unit.id in made]
        for unit in _leave_less_room(battle, target, charger, ready, able, known):
            waiting[unit.id] = (
                f"{unit.name} would leave no room for other units charging {target.name}: move those first."
            )
        if charger.id not in waiting:
            return Next(charger, known.get(charger.id))


def _held_up(battle: Battle, target: Unit, left: Sequence[Unit], made: Collection[int]) -> dict[int, str]:
    """Chargers that find no way to the target as the others stand now, with the reason; none if all are held up."""
    if len(left) == 1 or target.pose is None:
        return {}
    found = {
        unit.id: f"{unit.name} cannot get to {target.name} until the other chargers have moved."
        for unit in left
        if unit.id in made and unit.target_arc is not None and not room(battle, unit, target, unit.target_arc)
    }
    return found if len(found) < len(left) else {}


def _choose(
    battle: Battle,
    target: Unit,
    left: Sequence[Unit],
    ready: Sequence[Unit],
    made: Collection[int],
    waiting: dict[int, str],
) -> Script[Unit]:
    options = [against(unit, target, unit.name, (Odds("charge succeeds", float(unit.id in made)),)) for unit in ready]
    denied = [deny(unit, waiting[unit.id], MOST_UNITS, target) for unit in left if unit.id in waiting]
    text = f"Which unit charging {target.name} moves next?"
    rules = ("eow.charge.combined.order", MOST_UNITS)
    key = yield from choose(battle.active, "combined order", text, options, rules=rules, denied=denied)
    return pair_in(battle, key)[0]


def _leave_less_room(
    battle: Battle,
    target: Unit,
    charger: Unit,
    ready: Sequence[Unit],
    able: Sequence[Unit],
    known: dict[int, Combined],
) -> list[Unit]:
    """Those that are ready and let fewer of the able units in than another would, if the pick is among them.

    What the others would do is worked out only where the pick does not let in all: that is rare, and takes a while.
    """
    if charger not in able or len(able) == 1 or target.pose is None or target.fleeing:
        return []
    if _combined(battle, target, charger, able, known).units == len(able):
        return []
    lets_in = {unit.id: _combined(battle, target, unit, able, known).units for unit in ready if unit in able}
    best = max(lets_in.values())
    return [unit for unit in ready if lets_in.get(unit.id, best) < best]


def _combined(
    battle: Battle, target: Unit, charger: Unit, able: Sequence[Unit], known: dict[int, Combined]
) -> Combined:
    if charger.id not in known:
        assert charger.target_arc is not None
        others = [unit for unit in able if unit is not charger]
        known[charger.id] = combined_arrivals(battle, charger, target, charger.target_arc, others)
    return known[charger.id]
