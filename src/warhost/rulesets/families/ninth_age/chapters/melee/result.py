"""Who won a Round of Combat, who is Steadfast, and in which order the losers take their Break Tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from warhost.play.questions import Odds, Part
from warhost.play.script import Script, choose_unit
from warhost.rulesets.families.ninth_age.core import events
from warhost.rulesets.families.ninth_age.core.kinds import Battle, U
from warhost.table import Arc


class Result(NamedTuple):
    """What both sides scored. `loser` is none if nobody has to take a Break Test."""

    totals: tuple[int, int]
    parts: tuple[tuple[Part, ...], tuple[Part, ...]]
    loser: int | None

    @property
    def difference(self) -> int:
        return abs(self.totals[0] - self.totals[1])


def compared(
    battle: Battle[U],
    combat: Iterable[int],
    parts: tuple[tuple[Part, ...], tuple[Part, ...]],
    total: Callable[[Sequence[Part]], int],
) -> Result:
    """The higher total wins, equal totals make winners of both.

    `combat` are the units that began the round. Where a side has nobody left in contact there is nobody to lose
    against: whoever is free of enemies counts as a winner.
    """
    totals = (total(parts[0]), total(parts[1]))
    loser = None
    if totals[0] != totals[1] and any(battle.units[unit].engaged for unit in combat):
        loser = 0 if totals[0] < totals[1] else 1
    return Result(totals, parts, loser)


def losers(battle: Battle[U], combat: Iterable[int], result: Result) -> list[U]:
    """The units that lost: those of the losing side that still have foes."""
    units = (battle.units[number] for number in combat)
    return [unit for unit in units if unit.seat == result.loser and unit.engaged]


def more_ranks(battle: Battle[U], unit: U, combat: Iterable[int], ranks: Callable[[U], int]) -> bool:
    """Whether the unit has more ranks than every enemy in the combat, and no enemy with ranks at flank or rear.

    A unit without ranks never has more than its enemies.
    """
    for foe in unit.foes:
        if foe.mine is not Arc.FRONT and ranks(battle.units[foe.unit]) >= 2:
            return False
    own = ranks(unit)
    others = (battle.units[number] for number in combat)
    return all(own > ranks(other) for other in others if other.seat != unit.seat and other.engaged)


def break_tests(
    battle: Battle[U],
    combat: Sequence[int],
    result: Result,
    odds: Callable[[U], Odds],
    stands: Callable[[U], Script[bool]],
    rule_id: str,
) -> Script[list[int]]:
    """Each losing unit tests, in an order that its owner chooses. Returns those that break.

    `stands` is the test, and what may take the place of a flight; whether the unit stays.
    """
    broken: list[int] = []
    tested: set[int] = set()
    while waiting := [unit for unit in losers(battle, combat, result) if unit.id not in tested]:
        text = "Which unit takes its Break Test next?"
        unit = yield from choose_unit(waiting, waiting[0].seat, "break test", text, rules=(rule_id,), odds=odds)
        tested.add(unit.id)
        if not (yield from stands(unit)):
            yield events.UnitBroke(unit.id)
            broken.append(unit.id)
    # Last blows of one unit may have freed another that had broken before.
    return [number for number in broken if battle.units[number].engaged]
