"""The probability tables of the book come out of the functions that play uses, cell by cell."""

from __future__ import annotations

from itertools import product

import pytest

from tests.fantasy_battles.harness import draw
from tests.fantasy_battles.spellcraft import LINE, conjure
from warhost.play.counsel.chance_tables import ChanceTable
from warhost.rulesets.fantasy_battles.chapters.charge.charge_range import chance_over, to_cover
from warhost.rulesets.fantasy_battles.chapters.general.discipline import passing
from warhost.rulesets.fantasy_battles.shown.probabilities import casting, charges, discipline, percent, thaumaturgy
from warhost.rulesets.fantasy_battles.thinks.magic_odds import chance_of_triple, chance_through, chance_to_cast, thrown


def cells(table: ChanceTable, row: str) -> dict[str, int]:
    """What the engine says, by the heads of the columns."""
    line = next(one for one in table.rows if one.rule == f"t9a.prob.{row}")
    return {column: cell.percent for column, cell in zip(table.columns, line.cells, strict=True)}


def deviations(table: ChanceTable) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for row, column, _ in table.deviations():
        found.setdefault(row.label, []).append(column)
    return found


@pytest.mark.rule("t9a.prob.rounding")
@pytest.mark.parametrize(
    ("chance", "shown"),
    [(0.9992, 99), (0.0046, 1), (1.0, 100), (0.199, 20), (0.0, 0), (0.625, 63), (1e-6, 1), (1 - 1e-6, 99)],
)
def test_percentages_are_rounded_as_the_book_does(chance: float, shown: int) -> None:
    assert percent(chance) == shown


@pytest.mark.rule("t9a.prob.charge_plain", "t9a.prob.charge_swiftstride", "t9a.prob.charge_reroll")
@pytest.mark.rule("t9a.prob.charge_swiftstride_reroll")
def test_all_44_chances_of_charges_are_as_printed() -> None:
    table = charges()
    assert sum(len(row.cells) for row in table.rows) == 44
    assert deviations(table) == {}
    assert (cells(table, "charge_plain")["7"], cells(table, "charge_plain")["12"]) == (58, 3)
    assert cells(table, "charge_swiftstride")["7"] == 81
    assert cells(table, "charge_reroll")["9"] == 48
    assert cells(table, "charge_swiftstride_reroll")["10"] == 59


@pytest.mark.rule("t9a.prob.charge_remaining_distance")
@pytest.mark.parametrize(("away", "advance", "column"), [(13.0, 6, 7), (13.1, 6, 8), (4.0, 6, 2), (18.0, 6, 12)])
def test_the_table_of_charges_is_read_by_the_remaining_distance(away: float, advance: int, column: int) -> None:
    assert to_cover(away, advance) == column


@pytest.mark.rule("t9a.prob.charge_plain", "t9a.prob.charge_swiftstride")
@pytest.mark.parametrize(("rules", "row"), [((), "charge_plain"), (("Swiftstride",), "charge_swiftstride")])
def test_a_charge_on_the_table_has_the_chances_of_the_book(rules: tuple[str, ...], row: str) -> None:
    table = draw("Spearmen at 36,10 | Swordsmen at 36,30 face 180").change("Spearmen", rules)
    for column, shown in cells(charges(), row).items():
        assert percent(chance_over(table.battle, table.unit("Spearmen"), 4 + int(column))) == shown


@pytest.mark.rule("t9a.prob.charge_reroll")
def test_a_charge_from_a_hill_has_the_chances_of_the_line_with_a_reroll() -> None:
    table = draw("72x48 hill 36,10 10x6 | Spearmen at 36,10 | Swordsmen at 36,30 face 180")
    for column, shown in cells(charges(), "charge_reroll").items():
        assert percent(chance_over(table.battle, table.unit("Spearmen"), 4 + int(column))) == shown


@pytest.mark.rule("t9a.prob.dis_plain", "t9a.prob.dis_reroll", "t9a.prob.dis_minimised", "t9a.prob.dis_maximised")
@pytest.mark.rule("t9a.prob.dis_minimised_reroll", "t9a.prob.dis_maximised_reroll")
def test_all_54_chances_of_discipline_tests_are_as_printed() -> None:
    table = discipline()
    assert sum(len(row.cells) for row in table.rows) == 54
    assert deviations(table) == {}
    assert cells(table, "dis_plain")["7"] == 58
    assert cells(table, "dis_reroll")["10"] == 99
    assert cells(table, "dis_minimised")["7"] == 81
    assert cells(table, "dis_minimised_reroll")["5"] == 77
    assert cells(table, "dis_maximised")["2"] == 1
    assert cells(table, "dis_maximised_reroll")["7"] == 54


@pytest.mark.rule("t9a.prob.discipline_test", "t9a.prob.dis_plain")
@pytest.mark.parametrize("dis", range(2, 11))
def test_a_unit_passes_its_tests_with_the_chances_of_the_book(dis: int) -> None:
    table = draw("Spearmen at 36,10 | Swordsmen at 36,30 face 180").change("Spearmen", (), dis=dis)
    chance = passing(table.battle, table.unit("Spearmen"), "panic")
    assert percent(chance) == cells(discipline(), "dis_plain")[str(dis)]


@pytest.mark.rule("t9a.prob.cast_1d6", "t9a.prob.cast_2d6", "t9a.prob.cast_3d6", "t9a.prob.cast_4d6")
@pytest.mark.rule("t9a.prob.cast_5d6")
def test_chances_to_cast_are_as_printed_but_for_known_misprints() -> None:
    table = casting()
    assert sum(len(row.cells) for row in table.rows) == 85
    broken = ["3+", "4+", "5+", "6+", "7+", "8+", "9+", "10+", "11+", "12+", "13+", "14+", "16+"]
    assert deviations(table) == {"3D6": ["15+"], "5D6": broken}
    assert {row.ruling for row, _, _ in table.deviations()} == {"T9A-R146"}
    assert [cells(table, f"cast_{dice}d6")["Miscast"] for dice in (1, 2, 3, 4, 5)] == [0, 0, 3, 10, 21]


@pytest.mark.rule("t9a.prob.thau_1d6", "t9a.prob.thau_2d6", "t9a.prob.thau_3d6", "t9a.prob.thau_4d6")
@pytest.mark.rule("t9a.prob.thau_5d6")
def test_chances_with_thaumaturgy_are_as_printed_but_for_known_misprints() -> None:
    table = thaumaturgy()
    assert deviations(table) == {"3D6": ["3+", "14+"]}
    assert [cells(table, f"thau_{dice}d6")["Miscast"] for dice in (1, 2, 3, 4, 5)] == [0, 0, 4, 14, 30]
    assert cells(table, "thau_3d6")["14+"] == 26


@pytest.mark.rule("t9a.prob.thau_4d6", "t9a.prob.thau_5d6", "t9a.prob.thau_3d6")
@pytest.mark.parametrize(("dice", "miscasts"), [(3, 4.13), (4, 14.03), (5, 29.66)])
def test_the_reroll_of_thaumaturgy_gives_the_printed_miscasts(dice: int, miscasts: float) -> None:
    assert round(100 * chance_of_triple(dice, rerolls_ones=True), 2) == miscasts


@pytest.mark.rule("t9a.prob.cast_modifier_note")
@pytest.mark.parametrize(("modifier", "failing"), [(0, 1), (-1, 1), (1, 0)])
def test_a_miscast_modifier_changes_which_triple_fails(modifier: int, failing: int) -> None:
    assert chance_to_cast(3, 3, modifier) == pytest.approx(1 - failing / 216)
    # Three 2s reach 6 and fail with a modifier of -1; three 1s do not reach it in any case.
    assert chance_to_cast(3, 6, modifier) - chance_to_cast(3, 6) == pytest.approx(-1 / 216 if modifier == -1 else 0)


@pytest.mark.parametrize("dice", [1, 2, 3])
@pytest.mark.parametrize("rerolls_ones", [False, True])
def test_thrown_dice_add_up_to_certainty(dice: int, rerolls_ones: bool) -> None:
    assert sum(chance for _, chance in thrown(dice, rerolls_ones)) == pytest.approx(1.0)


def test_the_chance_to_get_through_counts_every_roll_against_every_other() -> None:
    faces = range(1, 7)
    rolls = [(a, b, c) for a, b, c in product(faces, repeat=3) if a + b >= 5 and c < a + b + 1]
    assert chance_through(2, 5, 1, lead=1) == pytest.approx(len(rolls) / 216)


@pytest.mark.rule("t9a.prob.cast_2d6", "t9a.prob.cast_3d6")
def test_the_question_how_many_dice_shows_the_chances_of_the_table() -> None:
    play = conjure(LINE)
    play.choose(play.key("Wizard", "Fireball", "Spearmen"))
    for dice in range(1, 6):
        assert percent(play.odds(str(dice), "success").value) == cells(casting(), f"cast_{dice}d6")["4+"]
