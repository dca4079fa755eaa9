"""Which of the units that declared a Charge moves next (Charge Phase Sequence, step 5; Maximising Contact)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from warhost.play.questions import Odds, Option, Part
from warhost.play.script import Script, choose
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.charge.charge_move import combined_arrivals, room
from warhost.rulesets.fantasy_battles.chapters.charge.charge_range import range_parts, reach_chance
from warhost.rulesets.fantasy_battles.core import Battle, Unit, against, deny, pair_in
from warhost.table import Arc

MOST_UNITS = "t9a.charge.contact_priority2"

RULES = ("t9a.charge.sequence", "t9a.charge.move_order", MOST_UNITS)


@rule("t9a.charge.move_order", "t9a.charge.contact_priority2")
def next_charger(battle: Battle, chargers: Sequence[Unit]) -> Script[tuple[Unit, Unit]]:
    """The Active Player says who moves next.

    As many units as possible reach the same target, so among its chargers the order is free only for those that let in
    as many as any other would (T9A-R207).
    """
    open_to = {unit.id: _is_open(battle, unit) for unit in chargers}
    waiting = _held_up(battle, chargers, open_to)
    while True:
        ready = [unit for unit in chargers if unit.id not in waiting]
        options = [_move_option(battle, unit, open_to[unit.id]) for unit in ready]
        denied = [deny(one, waiting[one.id], MOST_UNITS, _target(battle, one)) for one in chargers if one.id in waiting]
        text = "Which charger moves next?"
        key = yield from choose(battle.active, "move charger", text, options, rules=RULES, denied=denied)
        charger, target = pair_in(battle, key)
        for unit in _leave_less_room(battle, target, charger, chargers, ready):
            waiting[unit.id] = (
                f"{unit.name} would leave no room for other units charging {target.name}: move those first."
            )
        if charger.id not in waiting:
            return charger, target


def _target(battle: Battle, charger: Unit) -> Unit:
    assert charger.target is not None
    return battle.units[charger.target]


def _is_open(battle: Battle, charger: Unit, ignoring: Sequence[int] = ()) -> bool:
    """Whether some way leads the charger to its target, once the units of these numbers have moved away."""
    target, side = _target(battle, charger), charger.target_arc
    if target.pose is None or (side is None and not target.fleeing):
        return False
    return room(battle, charger, target, side or Arc.REAR, ignoring)


def _held_up(battle: Battle, chargers: Sequence[Unit], open_to: Mapping[int, bool]) -> dict[int, str]:
    """Chargers that find no way until others have moved, one of which can reach the same target now, and the reason."""
    found = {}
    for unit in chargers:
        target = _target(battle, unit)
        if open_to[unit.id] or target.fleeing or target.pose is None:
            continue
        ahead = any(
            other.target == target.id and open_to[other.id] and reach_chance(battle, other, target)
            for other in chargers
        )
        if ahead and _is_open(battle, unit, [other.id for other in chargers if other is not unit]):
            found[unit.id] = f"{unit.name} cannot get to {target.name} until the other chargers have moved."
    return found


def _leave_less_room(
    battle: Battle, target: Unit, charger: Unit, chargers: Sequence[Unit], ready: Sequence[Unit]
) -> list[Unit]:
    """Those that are ready and let fewer units in to the same target than another would, if the pick is among them.

    What the others would do is worked out only where the pick does not let in all: that is rare, and takes a while.
    """
    if target.pose is None or target.fleeing:
        return []
    able = [unit for unit in chargers if unit.target == target.id and reach_chance(battle, unit, target)]
    if charger not in able or len(able) == 1 or _lets_in(battle, target, charger, able) == len(able):
        return []
    lets_in = {unit.id: _lets_in(battle, target, unit, able) for unit in ready if unit in able}
    best = max(lets_in.values())
    return [unit for unit in ready if lets_in.get(unit.id, best) < best]


def _lets_in(battle: Battle, target: Unit, charger: Unit, able: Sequence[Unit]) -> int:
    """How many of the able units come into contact if that one moves first."""
    if charger.target_arc is None:
        return 0
    others = [unit for unit in able if unit is not charger]
    return combined_arrivals(battle, charger, target, charger.target_arc, others).units


def _move_option(battle: Battle, charger: Unit, is_open: bool) -> Option:
    """The charger and its target, with the chance to get there as all stand now."""
    target = _target(battle, charger)
    label = f"{charger.name} against {target.name}"
    if target.pose is None:
        return against(charger, target, label)
    if is_open:
        reaches = Odds("charge succeeds", reach_chance(battle, charger, target), range_parts(battle, charger, target))
        return against(charger, target, label, (reaches,))
    closed = f"No way to {target.name} is open as all stand now."
    option = against(charger, target, label, (Odds("charge succeeds", 0.0, (Part(0, closed, MOST_UNITS),)),))
    return msgspec.structs.replace(option, text=closed)
