"""Victory Points and Battle Points."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.harness import Table, draw, happen
from tests.fantasy_battles.mustered import muster
from warhost.play.script import Script
from warhost.rulesets.fantasy_battles import RULESET
from warhost.rulesets.fantasy_battles.chapters.damage.damage import lose_health
from warhost.rulesets.fantasy_battles.chapters.victory.victory import judge, reckon
from warhost.rulesets.fantasy_battles.chapters.victory.victory_points import battle_points, points_of
from warhost.rulesets.fantasy_battles.core.battle import Battle, Settings

LINE = "Archers at 36,5 | 1 Spearmen at 36,40 face 180"


def table(line: str = LINE, **fields: Any) -> Table:
    return draw(line, objective="", deployment="Frontline Clash", **fields)


def gained(laid: Table) -> int:
    """The Victory Points of the first player."""
    return points_of(laid.battle, 0).total


def dear(**fields: Any) -> Table:
    """The enemy's Spearmen, twenty models for 320 points, in that state."""
    return table().change("Spearmen", points=320).set("Spearmen", **fields)


@pytest.mark.rule("t9a.victory.vp_casualty")
def test_a_unit_removed_as_a_casualty_scores_its_point_cost() -> None:
    assert gained(dear(fate="destroyed", pose=None, models=0)) == 320
    assert gained(dear(fate="fled", pose=None)) == 320
    assert gained(dear()) == 0


@pytest.mark.rule("t9a.victory.vp_fleeing")
def test_a_fleeing_unit_scores_half_rounded_up() -> None:
    assert gained(dear(fleeing=True)) == 160
    assert gained(table().change("Spearmen", points=321).set("Spearmen", fleeing=True)) == 161


@pytest.mark.rule("t9a.victory.vp_shattered", "t9a.victory.shattered")
def test_a_unit_with_a_quarter_of_its_health_points_is_shattered_and_scores_half() -> None:
    assert gained(dear(models=5)) == 160
    assert gained(dear(models=6)) == 0


@pytest.mark.rule("t9a.victory.shattered")
def test_wounds_count_for_a_single_model() -> None:
    giant = table("Archers at 36,5 | 1 Giant at 36,40 face 180")
    assert gained(giant.set("Giant", wounds=4)) == 0
    assert gained(giant.set("Giant", wounds=5)) == 75


@pytest.mark.rule("t9a.victory.vp_shattered_fleeing")
def test_shattered_and_fleeing_scores_the_whole_point_cost() -> None:
    assert gained(dear(models=5, fleeing=True)) == 320


@pytest.mark.rule("t9a.victory.vp_general_bsb", "t9a.special.general", "t9a.special.battle_standard_bearer")
def test_general_and_battle_standard_bearer_are_worth_200_more_each_as_casualties() -> None:
    line = "Archers at 36,5 | 1 General at 36,40 face 180 | 1 Banner at 30,40 face 180 | 1 Wolves at 5,40 face 180"
    laid = table(line).change("General", points=400).change("Banner", points=250)
    assert gained(laid.set("General", fate="destroyed", pose=None, models=0)) == 600
    assert gained(laid.set("Banner", fate="destroyed", pose=None, models=0)) == 600 + 450
    alive = table(line).change("General", points=400).set("General", fleeing=True)
    assert gained(alive) == 200


@pytest.mark.rule("t9a.victory.shattered_characters", "t9a.special.character")
def test_a_character_is_judged_apart_from_the_unit_that_it_joined() -> None:
    laid = table("Archers at 36,5 | 1 Spearmen at 36,40 face 180 | 1 Captain at 5,5").change("Spearmen", points=320)
    laid.join("Captain", "Spearmen").set("Spearmen", models=4)
    assert gained(laid) == 160
    assert gained(laid.set("Spearmen", fleeing=True)) == 320 + 75


@pytest.mark.rule("t9a.victory.vp_casualty", "t9a.special.champion")
def test_a_unit_whose_champion_lives_is_no_casualty_yet() -> None:
    laid = table("Archers at 36,5 | 1 Guard at 36,40 face 180 | 1 Wolves at 5,40 face 180").change("Guard", points=300)
    guard = laid.unit("Guard")
    happen(laid, lambda battle: lost(battle, guard.id, 19))
    assert gained(laid) == 150, "only its Champion is left: it is Shattered"
    laid.battle.stage = "again"
    happen(laid, lambda battle: lost(battle, guard.id, 1))
    assert gained(laid) == 300


def lost(battle: Battle, number: int, points: int) -> Script[int]:
    return lose_health(battle, battle.units[number], points, "a test")


def test_who_never_came_onto_the_board_counts_as_a_casualty_in_the_end() -> None:
    laid = table().change("Spearmen", points=320).set("Spearmen", pose=None, special="ambush")
    assert gained(laid) == 0
    assert happen(laid, reckon).battle.outcome is not None
    assert gained(laid) == 320


BRACKETS = [
    (0, 10), (225, 10), (226, 11), (450, 11), (451, 12), (900, 12), (901, 13), (1350, 13),
    (1351, 14), (1800, 14), (1801, 15), (2250, 15), (2251, 16), (3150, 16), (3151, 17), (4500, 17),
]  # fmt: skip


@pytest.mark.parametrize(("difference", "points"), BRACKETS)
@pytest.mark.rule("t9a.victory.bp_0_5", "t9a.victory.bp_5_10", "t9a.victory.bp_10_20", "t9a.victory.bp_20_30")
@pytest.mark.rule("t9a.victory.bp_30_40", "t9a.victory.bp_40_50", "t9a.victory.bp_50_70", "t9a.victory.bp_over_70")
def test_the_difference_of_victory_points_makes_battle_points(difference: int, points: int) -> None:
    assert battle_points((difference, 0), 4500, None) == (points, 20 - points)
    assert battle_points((500, 500 + difference), 4500, None) == (20 - points, points)


@pytest.mark.rule("t9a.victory.percent_basis")
def test_brackets_are_per_cent_of_the_agreed_size() -> None:
    assert battle_points((900, 0), 4500, None) == (12, 8)
    assert battle_points((900, 0), 2000, None) == (15, 5)
    casualty = dear(fate="destroyed", pose=None, models=0)
    assert judge(casualty.battle).score == (11, 9)
    small = draw(LINE, Settings(points=1000), deployment="Frontline Clash").change("Spearmen", points=320)
    assert judge(small.set("Spearmen", fate="destroyed", pose=None, models=0).battle).score == (14, 6)


@pytest.mark.rule("t9a.victory.bp_secondary")
def test_the_secondary_objective_moves_three_battle_points() -> None:
    assert battle_points((900, 0), 4500, 1) == (9, 11)
    assert battle_points((4000, 0), 4500, 0) == (20, 0)
    assert battle_points((0, 0), 4500, None) == (10, 10)
    held = draw(LINE, objective="Hold the Ground", deployment="Frontline Clash", counters=(0, 2))
    outcome = judge(held.battle)
    assert (outcome.winners, outcome.score) == ((1,), (7, 13))
    assert outcome.text.endswith(
        "wins by 13 to 7 Battle Points: 0 to 0 Victory Points, and Second won Hold the Ground."
    )


@pytest.mark.rule("t9a.victory.bp_total")
@pytest.mark.parametrize("objective", [None, 0, 1])
def test_battle_points_always_add_up_to_twenty(objective: int | None) -> None:
    for difference, _ in BRACKETS:
        for totals in ((difference, 0), (0, difference)):
            points = battle_points(totals, 4500, objective)
            assert sum(points) == 20
            assert min(points) >= 0


def test_a_battle_ends_at_once_when_an_army_has_nobody_left_nor_to_come() -> None:
    gone = table(f"{LINE} | 1 Wolves at 5,40 face 180").set("Spearmen", fate="destroyed", pose=None, models=0)
    assert RULESET.next_step(gone.battle) is not None
    hidden = gone.set("Wolves", pose=None, special="ambush")
    assert getattr(RULESET.next_step(hidden.battle), "name", "") != "reckon"
    assert getattr(RULESET.next_step(hidden.set("Wolves", special="").battle), "name", "") == "reckon"


@pytest.mark.rule("t9a.turn.game_length")
def test_a_battle_ends_after_the_agreed_game_turns_with_its_score_in_words() -> None:
    play = muster(["Spearmen"], ["Swordsmen"], objective="none", game_turns=1)
    while not play.game.over:
        play.plainly()
    outcome = play.battle.outcome
    assert outcome is not None
    assert outcome.text == "A draw at 10 Battle Points each: 0 to 0 Victory Points."
    assert play.battle.turn == 1
