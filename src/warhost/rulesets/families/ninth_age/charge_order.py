"""Combined Charges: which of several chargers of one target moves next."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Generic, NamedTuple

import msgspec

from warhost.field import Combined
from warhost.play.questions import Odds
from warhost.play.script import Script, choose
from warhost.rulesets.families.ninth_age.contact import against, deny, pair_in
from warhost.rulesets.families.ninth_age.kinds import B, U
from warhost.table import Arc


class CombinedCharges(msgspec.Struct, Generic[B, U], frozen=True, kw_only=True):
    """Whether a charger finds a way to that facing, where it comes in beside the others, and the rules."""

    room: Callable[[B, U, U, Arc], bool]
    arrivals: Callable[[B, U, U, Arc, Sequence[U]], Combined]
    order: str
    most_units: str


class Next(NamedTuple, Generic[U]):
    """The charger that moves, and where it comes in, if that was worked out."""

    charger: U
    found: Combined | None = None


def next_charger(
    battle: B, target: U, left: Sequence[U], made: Collection[int], rules: CombinedCharges[B, U]
) -> Script[Next[U]]:
    """The Active Player says who moves next; `made` are those whose range is enough.

    As many units as possible come into the combat, so the order is free only among those that let in as many as any
    other would: who finds no way yet, or would leave less room, waits for the others.
    """
    waiting = _held_up(battle, target, left, made, rules)
    known: dict[int, Combined] = {}
    while True:
        ready = [unit for unit in left if unit.id not in waiting]
        charger = yield from _choose(battle, target, left, ready, made, waiting, rules)
        able = [unit for unit in left if unit.id in made]
        for unit in _leave_less_room(battle, target, charger, ready, able, known, rules):
            waiting[unit.id] = (
                f"{unit.name} would leave no room for other units charging {target.name}: move those first."
            )
        if charger.id not in waiting:
            return Next(charger, known.get(charger.id))


def _held_up(
    battle: B, target: U, left: Sequence[U], made: Collection[int], rules: CombinedCharges[B, U]
) -> dict[int, str]:
    """Chargers that find no way to the target as the others stand now, with the reason; none if all are held up."""
    if len(left) == 1 or target.pose is None:
        return {}
    found = {
        unit.id: f"{unit.name} cannot get to {target.name} until the other chargers have moved."
        for unit in left
        if unit.id in made and unit.target_arc is not None and not rules.room(battle, unit, target, unit.target_arc)
    }
    return found if len(found) < len(left) else {}


def _choose(
    battle: B,
    target: U,
    left: Sequence[U],
    ready: Sequence[U],
    made: Collection[int],
    waiting: dict[int, str],
    rules: CombinedCharges[B, U],
) -> Script[U]:
    options = [against(unit, target, unit.name, (Odds("reaches", float(unit.id in made)),)) for unit in ready]
    denied = [deny(unit, waiting[unit.id], rules.most_units, target) for unit in left if unit.id in waiting]
    text = f"Which unit charging {target.name} moves next?"
    cited = (rules.order, rules.most_units)
    key = yield from choose(battle.active, "combined order", text, options, rules=cited, denied=denied)
    charger: U = pair_in(battle, key)[0]
    return charger


def _leave_less_room(
    battle: B,
    target: U,
    charger: U,
    ready: Sequence[U],
    able: Sequence[U],
    known: dict[int, Combined],
    rules: CombinedCharges[B, U],
) -> list[U]:
    """Those that are ready and let fewer of the able units in than another would, if the pick is among them.

    What the others would do is worked out only where the pick does not let in all: that is rare, and takes a while.
    """

    def lets_in(unit: U) -> int:
        if unit.id not in known:
            assert unit.target_arc is not None
            others = [other for other in able if other is not unit]
            known[unit.id] = rules.arrivals(battle, unit, target, unit.target_arc, others)
        return known[unit.id].units

    if charger not in able or len(able) == 1 or target.pose is None or target.fleeing:
        return []
    if lets_in(charger) == len(able):
        return []
    counts = {unit.id: lets_in(unit) for unit in ready if unit in able}
    best = max(counts.values())
    return [unit for unit in ready if counts.get(unit.id, best) < best]
