"""The probability tables of the book, every cell worked out by the functions that play uses (Probabilities)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import floor

from warhost.dice import Dice
from warhost.play.counsel.chance_tables import Chance, ChanceRow, ChanceTable
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.charge.charge_range import chance_to_cover
from warhost.rulesets.fantasy_battles.chapters.general.discipline import chance_to_pass
from warhost.rulesets.fantasy_battles.chapters.general.running import TWO_DICE, ranged
from warhost.rulesets.fantasy_battles.rules.paths.thaumaturgy import JudgementOnHigh
from warhost.rulesets.fantasy_battles.thinks.magic_odds import chance_of_triple, chance_to_cast

__all__ = ["chance_tables", "percent"]

MISPRINTS = "T9A-R146"
"""The ruling on cells of the casting tables that do not follow from the rules."""

Printed = tuple[str, str, Sequence[int], Callable[[int], float]]
"""A line of a table: its label, its row, its printed cells, and what works them out from the head of a column."""


@rule("t9a.prob.rounding")
def percent(chance: float) -> int:
    """A chance as the book prints it: to the nearest whole number, but 99 below certainty and 1 above nothing
    (T9A-R009)."""
    # Chances are sums of fractions: what differs from a half or from certainty by less than a trillionth is that.
    exact = round(100.0 * chance, 10)
    if exact in (0.0, 100.0):
        return int(exact)
    return min(99, max(1, floor(exact + 0.5)))


def chance_tables() -> tuple[ChanceTable, ...]:
    """The four tables of the book."""
    return (charges(), discipline(), casting(), thaumaturgy())


def _table(title: str, heading: str, columns: Sequence[int], lines: Sequence[Printed], suffix: str = "") -> ChanceTable:
    rows = [
        ChanceRow(label, row, tuple(_cell(work_out(head), cell) for head, cell in zip(columns, printed, strict=True)))
        for label, row, printed, work_out in lines
    ]
    return ChanceTable(title, heading, tuple(f"{head}{suffix}" for head in columns), tuple(rows))


def _cell(chance: float, printed: int) -> Chance:
    return Chance(chance, percent(chance), printed)


@rule("t9a.prob.charge_plain", "t9a.prob.charge_swiftstride", "t9a.prob.charge_reroll")
@rule("t9a.prob.charge_swiftstride_reroll")
def charges() -> ChanceTable:
    """Chances to pass a Charge Range roll, by the distance without the Advance Rate."""
    swift = ranged(1)
    lines: list[Printed] = [
        (
            *("Charge", "t9a.prob.charge_plain", (100, 97, 92, 83, 72, 58, 42, 28, 17, 8, 3)),
            partial(chance_to_cover, TWO_DICE),
        ),
        (
            *("Charge + Swiftstride", "t9a.prob.charge_swiftstride", (100, 99, 98, 95, 89, 81, 68, 52, 36, 20, 7)),
            partial(chance_to_cover, swift),
        ),
        (
            *("Charge + reroll", "t9a.prob.charge_reroll", (100, 99, 99, 97, 92, 83, 66, 48, 31, 16, 5)),
            partial(chance_to_cover, TWO_DICE, rerolled=True),
        ),
        (
            *("Charge + Swiftstride + reroll", "t9a.prob.charge_swiftstride_reroll"),
            (100, 99, 99, 99, 99, 96, 90, 77, 59, 36, 14),
            partial(chance_to_cover, swift, rerolled=True),
        ),
    ]
    return _table("Chances to Pass a Charge Range Roll", "remaining distance", range(2, 13), lines)


@rule("t9a.prob.dis_plain", "t9a.prob.dis_reroll", "t9a.prob.dis_minimised", "t9a.prob.dis_minimised_reroll")
@rule("t9a.prob.dis_maximised", "t9a.prob.dis_maximised_reroll")
def discipline() -> ChanceTable:
    """Chances to pass a Discipline Test, by the Discipline after modifiers."""
    printed: tuple[tuple[str, str, Dice, bool, tuple[int, ...]], ...] = (
        ("2D6", "dis_plain", TWO_DICE, False, (3, 8, 17, 28, 42, 58, 72, 83, 92)),
        ("2D6 + reroll", "dis_reroll", TWO_DICE, True, (5, 16, 31, 48, 66, 83, 92, 97, 99)),
        ("2D6 + Minimised", "dis_minimised", TWO_DICE.minimised(), False, (7, 20, 36, 52, 68, 81, 89, 95, 98)),
        (
            *("2D6 + Minimised + reroll", "dis_minimised_reroll", TWO_DICE.minimised(), True),
            (14, 36, 59, 77, 90, 96, 99, 99, 99),
        ),
        ("2D6 + Maximised", "dis_maximised", TWO_DICE.maximised(), False, (1, 2, 5, 11, 19, 32, 48, 64, 80)),
        (
            *("2D6 + Maximised + reroll", "dis_maximised_reroll", TWO_DICE.maximised(), True),
            (1, 4, 10, 20, 35, 54, 73, 87, 96),
        ),
    )
    lines: list[Printed] = [
        (label, f"t9a.prob.{row}", cells, partial(chance_to_pass, dice, rerolled=rerolled))
        for label, row, dice, rerolled, cells in printed
    ]
    return _table("Chances to Pass a Discipline Test", "Discipline", range(2, 11), lines)


VALUES = range(3, 19)
"""The Casting Values of the columns; the last column is that of Miscasts."""

MISCAST = "Miscast"

CASTING = (
    ((67, 50, 33, 17, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 0),
    ((97, 92, 83, 72, 58, 42, 28, 17, 8, 3, 0, 0, 0, 0, 0, 0), 0),
    ((99, 99, 98, 95, 91, 84, 74, 63, 50, 38, 26, 16, 10, 5, 2, 1), 3),
    ((98, 98, 98, 98, 98, 97, 94, 90, 84, 76, 66, 56, 44, 34, 24, 16), 10),
    ((100, 100, 100, 99, 99, 99, 99, 98, 97, 94, 90, 85, 78, 70, 60, 50), 21),
)
"""What is printed for 1 to 5 dice: each Casting Value, then Miscasts."""

THAUMATURGY = (
    ((78, 58, 39, 19, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), 0),
    ((99, 99, 94, 85, 73, 57, 38, 23, 11, 4, 0, 0, 0, 0, 0, 0), 0),
    ((99, 99, 99, 99, 98, 95, 89, 80, 68, 54, 39, 36, 15, 7, 3, 1), 4),
    ((100, 100, 99, 99, 99, 99, 98, 97, 95, 90, 84, 75, 64, 52, 39, 27), 14),
    ((100, 100, 100, 99, 99, 99, 99, 99, 98, 97, 96, 94, 91, 86, 80, 71), 30),
)


@rule("t9a.prob.cast_1d6", "t9a.prob.cast_2d6", "t9a.prob.cast_3d6", "t9a.prob.cast_4d6", "t9a.prob.cast_5d6")
def casting() -> ChanceTable:
    """Chances to cast a spell, by the Casting Value after modifiers; the last column is the chance of a Miscast."""
    return _casting("Chances to Successfully Cast a Spell", "cast", CASTING, 0, rerolls_ones=False)


@rule("t9a.prob.thau_1d6", "t9a.prob.thau_2d6", "t9a.prob.thau_3d6", "t9a.prob.thau_4d6", "t9a.prob.thau_5d6")
def thaumaturgy() -> ChanceTable:
    """The same with the rerolls and the Miscast Modifier of Thaumaturgy."""
    title = "Chances to Successfully Cast a Spell with Thaumaturgy"
    return _casting(title, "thau", THAUMATURGY, JudgementOnHigh.MISCAST, rerolls_ones=True)


def _casting(
    title: str,
    rows: str,
    printed: Sequence[tuple[Sequence[int], int]],
    modifier: int,
    *,
    rerolls_ones: bool,
) -> ChanceTable:
    lines = []
    for dice, (cells, miscasts) in enumerate(printed, 1):
        found = [
            _cell(chance_to_cast(dice, need, modifier, rerolls_ones), cell)
            for need, cell in zip(VALUES, cells, strict=True)
        ]
        found.append(_cell(chance_of_triple(dice, rerolls_ones), miscasts))
        ruling = MISPRINTS if any(cell.deviates for cell in found) else ""
        lines.append(ChanceRow(f"{dice}D6", f"t9a.prob.{rows}_{dice}d6", tuple(found), ruling))
    return ChanceTable(title, "Casting Value", (*(f"{need}+" for need in VALUES), MISCAST), tuple(lines))
