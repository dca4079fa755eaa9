"""Charge Rolls by unit type, and the exact chances of what they come to (Table: Charge Roll)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import product
from math import inf
from typing import NamedTuple

from warhost.dice import Dice
from warhost.play.questions import Part
from warhost.play.rules.tally import Tally
from warhost.rulebook import rule
from warhost.rulesets.blue_age.core import Battle, Type, Unit, speakers, together
from warhost.table import summed

AMBUSH_CHARGE = -4


class Row(NamedTuple):
    """A row of the table: the dice, whether only the higher one counts, what is added, whether they may be rolled
    again, and its rule."""

    dice: str
    highest: bool
    plus: int
    again: bool
    rule: str

    @property
    def values(self) -> tuple[int, ...]:
        """What one die may show."""
        return tuple(range(1, Dice.parse(self.dice).size + 1))

    @property
    def number(self) -> int:
        return Dice.parse(self.dice).number

    @property
    def thrown(self) -> Dice:
        """The dice with what counts of them: their sum or the higher one, and what the row adds."""
        dice = Dice.parse(self.dice)
        return Dice(dice.number, dice.size, self.plus, 1 if self.highest else None)

    def total(self, shown: tuple[int, ...]) -> int:
        """What dice that show this come to, before anything is added by other rules."""
        return (max(shown) if self.highest else sum(shown)) + self.plus


@lru_cache(maxsize=1)
@rule("blue.charge_roll.infantry", "blue.charge_roll.cavalry", "blue.charge_roll.chariots", "blue.charge_roll.beasts")
@rule("blue.charge_roll.swarms", "blue.charge_roll.monstrous_infantry", "blue.charge_roll.monsters")
@rule("blue.charge_roll.war_machines", "blue.charge_roll.highest_note", "blue.charge_roll.reroll_note")
@rule("blue.unit_type.cavalry_reroll_charge", "blue.unit_type.beast_rerolls")
def table() -> Mapping[Type, Row]:
    """The rows by unit type: two are marked with an asterisk (the higher die), two with a caret (again)."""
    return {
        "infantry": Row("2D10", True, 0, False, "blue.charge_roll.infantry"),
        "cavalry": Row("2D10", False, 0, True, "blue.charge_roll.cavalry"),
        "chariot": Row("2D10", False, 0, False, "blue.charge_roll.chariots"),
        "beast": Row("2D10", False, 2, True, "blue.charge_roll.beasts"),
        "swarm": Row("2D5", True, 0, False, "blue.charge_roll.swarms"),
        "monstrous infantry": Row("D10", False, 0, False, "blue.charge_roll.monstrous_infantry"),
        "monster": Row("D10", False, 5, False, "blue.charge_roll.monsters"),
        "war machine": Row("D5", False, 0, False, "blue.charge_roll.war_machines"),
    }


@lru_cache(maxsize=32)
def _mean(row: Row) -> float:
    return summed(total * chance for total, chance in spread(row).items())


def row_of(battle: Battle, unit: Unit) -> Row:
    """The row that a unit rolls by: of all models in it the slowest one (BLUE-R47)."""
    own = together(battle, unit)
    if len(own) == 1:
        return table()[battle.entry(unit).type]
    return min([table()[battle.entry(one).type] for one in own], key=_mean)


@rule("blue.charge_roll.flyer", "blue.special.ambush_charge_penalty")
def added(battle: Battle, unit: Unit) -> Tally:
    """What other rules add to the roll; what Flyers add only counts where all of them fly (BLUE-R47)."""
    found = Tally()
    own = together(battle, unit)
    saying = speakers(battle, own[0]).at("on_charge")
    grounded = bool(saying) and any(not speakers(battle, one).at("flies") for one in own)
    for speaker in saying:
        if not (grounded and speaker.flies):
            speaker.on_charge(battle, own[0], found)
    if own[0].ambushed:
        found.add(AMBUSH_CHARGE, "arrived from ambush", "blue.special.ambush_charge_penalty")
    return found


@rule("blue.charge_roll.highest_note")
def total_of(battle: Battle, unit: Unit, shown: tuple[int, ...]) -> tuple[int, tuple[Part, ...]]:
    """The Charge Roll in inches, never less than 0 (BLUE-R51), and what makes it up."""
    row, more = row_of(battle, unit), added(battle, unit)
    name = "the higher die" if row.highest else "dice"
    parts = [Part(row.total(shown) - row.plus, name, row.rule)]
    if row.plus:
        parts.append(Part(row.plus, battle.entry(unit).type.title(), row.rule))
    return max(0, row.total(shown) + more.total), (*parts, *more.parts)


def most(battle: Battle, unit: Unit) -> int:
    """The longest charge that the unit can roll."""
    return max(0, _longest(row_of(battle, unit)) + added(battle, unit).total)


@lru_cache(maxsize=32)
def _longest(row: Row) -> int:
    return row.total((row.values[-1],) * row.number)


# Exact chances


@lru_cache(maxsize=64)
def spread(row: Row) -> Mapping[int, float]:
    """The chances of what the dice come to, without rolling any of them again."""
    found: dict[int, float] = {}
    for shown in product(row.values, repeat=row.number):
        total = row.total(shown)
        found[total] = found.get(total, 0.0) + 1.0 / len(row.values) ** row.number
    return found


def again_keys(row: Row) -> tuple[str, ...]:
    """The dice that may be rolled again, as keys of the question: none, the first, the second, both."""
    return ("none", "0", "1", "both") if row.again else ("none",)


@lru_cache(maxsize=4096)
def chance_after(row: Row, shown: tuple[int, ...], key: str, need: int) -> float:
    """The chance that the total (other rules' additions left out) is at least `need` after those dice are rolled
    again."""
    kept = {"none": shown, "0": shown[1:], "1": shown[:1], "both": ()}[key]
    new = row.number - len(kept)
    ways = [row.total((*kept, *more)) for more in product(row.values, repeat=new)]
    return sum(total >= need for total in ways) / len(ways)


@lru_cache(maxsize=4096)
def best_again(row: Row, shown: tuple[int, ...], need: int) -> str:
    """The dice that are best rolled again to reach so much; none where that is reached."""
    return max(again_keys(row), key=lambda key: chance_after(row, shown, key, need))


@lru_cache(maxsize=1024)
def _reach(row: Row, need: int) -> float:
    ways = list(product(row.values, repeat=row.number))
    return summed(chance_after(row, shown, best_again(row, shown, need), need) for shown in ways) / len(ways)


def chance_to_reach(battle: Battle, unit: Unit, distance: float) -> float:
    """The chance that a charge of the unit gets so far, its dice rolled again as is best."""
    return chance_by(dice_of(battle, unit), distance)


def dice_of(battle: Battle, unit: Unit) -> tuple[Row, int]:
    """The row that a unit rolls by, and what other rules add to it."""
    return row_of(battle, unit), added(battle, unit).total


def chance_by(dice: tuple[Row, int], distance: float) -> float:
    """The chance that a charge with these dice gets so far."""
    row, more = dice
    return _reach(row, inches_needed(distance) - more)


NEVER = 999
"""No charge gets so far."""


def inches_needed(distance: float) -> int:
    """The least roll that is no shorter than the distance; where there is no way, more than any dice show."""
    if distance == inf:
        return NEVER
    whole = int(distance)
    return whole if distance - whole <= 1e-6 else whole + 1
