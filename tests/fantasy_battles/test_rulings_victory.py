"""Victory Points, Battle Points and Secondary Objectives: positions at their limits, worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.brawl import Brawl, brawl
from tests.fantasy_battles.harness import Table, carried_out, draw, happen
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.chapters.magic.summoning import summoned_entry
from warhost.rulesets.fantasy_battles.chapters.victory.objective_markers import pick_up
from warhost.rulesets.fantasy_battles.chapters.victory.objectives import scores, tally, won_by
from warhost.rulesets.fantasy_battles.chapters.victory.victory import end_game_turn
from warhost.rulesets.fantasy_battles.chapters.victory.victory_points import battle_points, points_of

DEEP = 80 / 25.4
"""Four ranks of men."""
FAR = "1 Knights at 5,45 face 180"


def table(line: str, objective: str = "", **fields: Any) -> Table:
    return draw(line, objective=objective, deployment="Frontline Clash", **fields)


def gained(laid: Table, seat: int = 0) -> int:
    return points_of(laid.battle, seat).total


def fall(laid: Table, name: str, points: int) -> Table:
    """So many Health Points of the unit are lost."""
    carried_out(damage.lose_together(laid.battle, {laid.unit(name).id: points}, "a test"))
    return laid


def combined() -> Table:
    """Twenty Spearmen for 321 points with a Captain for 151 and a General for 201 in their ranks."""
    laid = table(
        "0 Archers at 36,5 | 1 Spearmen at 36,40 face 180 | 1 Captain at 5,45 | 1 General at 9,45 | 1 Wolves at 60,44"
    )
    laid.change("Spearmen", points=321).change("Captain", points=151).change("General", points=201)
    return laid.join("Captain", "Spearmen").join("General", "Spearmen")


# Victory Points


@pytest.mark.rule("t9a.victory.vp_casualty", "t9a.victory.shattered_characters", "t9a.special.character")
def test_a_unit_is_a_casualty_when_only_its_characters_are_left() -> None:
    laid = fall(combined(), "Spearmen", 20)
    assert gained(laid) == 321


@pytest.mark.rule("t9a.victory.vp_fleeing", "t9a.victory.vp_casualty")
def test_characters_that_flee_without_their_unit_are_half_each_rounded_up() -> None:
    # 321 for the men, 76 of 151 and 101 of 201.
    laid = fall(combined(), "Spearmen", 20)
    laid.battle.body(laid.unit("Captain")).fleeing = True
    assert gained(laid) == 321 + 76 + 101


@pytest.mark.rule("t9a.victory.vp_shattered", "t9a.victory.vp_fleeing", "t9a.victory.shattered_characters")
def test_each_of_a_fleeing_unit_is_judged_by_its_own_health_points() -> None:
    # Five of twenty men: Shattered and Fleeing, 321. The Captain has 1 of 3 Health Points, which is more than a
    # quarter: 76. The General is unhurt: 101.
    laid = fall(combined(), "Spearmen", 15).set("Captain", wounds=2).set("Spearmen", fleeing=True)
    assert gained(laid) == 321 + 76 + 101


@pytest.mark.rule("t9a.victory.vp_shattered_fleeing")
def test_a_shattered_character_in_a_fleeing_unit_scores_his_whole_point_cost() -> None:
    # The Captain has 1 of 4 Health Points: 151. Of the men and of the General half: 161 and 101.
    laid = combined().change("Captain", hp=4).set("Captain", wounds=3).set("Spearmen", fleeing=True)
    assert gained(laid) == 161 + 151 + 101


@pytest.mark.rule("t9a.victory.vp_general_bsb", "t9a.victory.vp_casualty")
def test_a_general_who_falls_in_the_ranks_is_worth_200_more_and_his_unit_nothing() -> None:
    laid = fall(combined(), "General", 3)
    assert gained(laid) == 201 + 200


@pytest.mark.rule("t9a.victory.vp_general_bsb", "t9a.victory.vp_shattered_fleeing")
def test_a_general_shattered_and_fleeing_brings_his_points_but_no_200() -> None:
    laid = table("0 Archers at 36,5 | 1 General at 36,40 face 180 | 1 Wolves at 60,44").change(
        "General", points=201, hp=4
    )
    assert gained(laid.set("General", wounds=3, fleeing=True)) == 201


@pytest.mark.rule("t9a.victory.vp_general_bsb", "t9a.victory.vp_casualty")
def test_a_battle_standard_that_flees_off_the_board_is_lost_with_its_unit() -> None:
    # Spearmen 200 and Banner 150 with 200 more.
    laid = table("0 Archers at 36,5 | 1 Spearmen at 36,46 | 1 Banner at 5,45 | 1 Wolves at 60,44")
    laid.join("Banner", "Spearmen").set("Spearmen", fleeing=True)
    laid.note(phase="movement", active=1)
    game = laid.play({"Rally": 6, "Flee": 6, "Panic": 1, "": 1})
    assert game.unit("Banner").pose is None
    assert points_of(game.battle, 0).total == 200 + 150 + 200


@pytest.mark.rule("t9a.victory.shattered", "t9a.victory.vp_shattered")
@pytest.mark.parametrize(("lost", "points"), [(13, 0), (14, 100)])
def test_shattered_counts_health_points_and_not_models(lost: int, points: int) -> None:
    # Six Ogres have 18 Health Points; a quarter is 4.5.
    laid = fall(table("0 Archers at 36,5 | 1 Ogres at 36,40 face 180"), "Ogres", lost)
    assert gained(laid) == points


@pytest.mark.rule("t9a.special.summon", "t9a.victory.vp_casualty")
@pytest.mark.parametrize("name", ["Totemic Beast", "Rat Swarm"])
def test_a_summoned_unit_that_falls_brings_nothing_and_never_scores(name: str) -> None:
    laid = table("0 Archers at 36,5 | 1 Wolves at 36,40 face 180 | 1 Spearmen at 60,40 face 180")
    laid.enter("Wolves", summoned_entry(name, ""))
    assert not scores(laid.battle, laid.unit("Wolves"))
    assert gained(laid.set("Wolves", summoned=True, fate="destroyed", pose=None, models=0)) == 0


# Battle Points


@pytest.mark.rule("t9a.victory.percent_basis", "t9a.victory.bp_0_5", "t9a.victory.bp_5_10", "t9a.victory.bp_over_70")
@pytest.mark.parametrize(
    ("size", "difference", "winner"),
    [
        (1333, 66, 10),
        (1333, 67, 11),
        (1333, 133, 11),
        (1333, 134, 12),
        (1333, 933, 16),
        (1333, 934, 17),
        (2000, 100, 10),
        (2000, 101, 11),
        (2000, 1400, 16),
        (2000, 1401, 17),
        (750, 37, 10),
        (750, 38, 11),
    ],
)
def test_the_borders_of_the_brackets_in_battles_of_odd_size(size: int, difference: int, winner: int) -> None:
    # 5, 10 and 70 per cent of 1333 are 66.65, 133.3 and 933.1; 5 per cent of 750 are 37.5.
    assert battle_points((difference, 0), size, None) == (winner, 20 - winner)


@pytest.mark.rule("t9a.victory.bp_secondary", "t9a.victory.bp_total")
@pytest.mark.parametrize(
    ("difference", "objective", "expected"),
    [
        (225, 1, (7, 13)),
        (226, 1, (8, 12)),
        (226, 0, (14, 6)),
        (451, 1, (9, 11)),
        (901, 1, (10, 10)),
        (1351, 1, (11, 9)),
        (3151, 0, (20, 0)),
        (3151, 1, (14, 6)),
    ],
)
def test_the_objective_at_every_kind_of_border(difference: int, objective: int, expected: tuple[int, int]) -> None:
    assert battle_points((difference, 0), 4500, objective) == expected


# Objectives


def held(line: str) -> tuple[int, ...]:
    return happen(table(line, "Hold the Ground", turn=3, active=1), end_game_turn).battle.counters


@pytest.mark.rule("t9a.objective.hold_the_ground", "t9a.geometry.inches_closest")
def test_exactly_6_inches_hold_the_ground() -> None:
    assert held(f"0 Spearmen at 36,{18 - DEEP / 2} | {FAR}") == (1, 0)
    assert held(f"0 Spearmen at 36,{17.99 - DEEP / 2} | {FAR}") == (0, 0)


@pytest.mark.rule("t9a.objective.hold_the_ground", "t9a.special.scoring")
def test_a_unit_with_two_characters_counts_once_and_a_fleeing_one_not_at_all() -> None:
    laid = table(
        "0 Spearmen at 36,20 | 0 Captain at 5,5 | 0 Banner at 8,5 | 1 Swordsmen at 36,28 face 180 | 1 Ogres at 30,26",
        "Hold the Ground",
        turn=3,
        active=1,
    )
    laid.join("Captain", "Spearmen").join("Banner", "Spearmen")
    assert happen(laid, end_game_turn).battle.counters == (0, 1)
    laid.battle.stage, laid.battle.counters = "again", (0, 0)
    laid.set("Ogres", fleeing=True)
    assert happen(laid, end_game_turn).battle.counters == (0, 0)


@pytest.mark.rule("t9a.special.scoring", "t9a.objective.scoring_only")
def test_a_character_who_is_left_of_a_scoring_unit_does_not_score() -> None:
    laid = table(f"0 Spearmen at 36,20 models=5 | 0 Captain at 5,5 | {FAR}").join("Captain", "Spearmen")
    body = laid.battle.body(laid.unit("Captain"))
    assert scores(laid.battle, body)
    fall(laid, "Spearmen", 5)
    assert not scores(laid.battle, laid.battle.body(laid.unit("Captain")))


@pytest.mark.rule("t9a.objective.capture_the_flags")
def test_the_flag_of_a_unit_is_captured_although_its_character_lives() -> None:
    laid = table(f"0 Spearmen at 36,20 models=5 | 0 Captain at 5,5 | {FAR}", "Capture the Flags")
    fall(laid.join("Captain", "Spearmen"), "Spearmen", 5)
    assert laid.unit("Captain").pose is not None
    assert won_by(laid.battle) == 1


@pytest.mark.rule("t9a.objective.breakthrough")
@pytest.mark.parametrize(("y", "inside"), [(36.0, 0), (36.01, 1)])
def test_a_centre_just_on_the_border_of_the_zone_is_outside(y: float, inside: int) -> None:
    # Zones are everything more than 12 inches from the Centre Line.
    assert tally(table(f"0 Spearmen at 20,{y} | {FAR}", "Breakthrough").battle) == (inside, 0)


@pytest.mark.rule("t9a.objective.secure_target")
def test_equal_numbers_at_both_markers_secure_nothing_and_6_inches_count() -> None:
    line = f"0 Spearmen at 20,{18 - DEEP / 2} | 1 Swordsmen at 20,{30 + DEEP / 2} face 180"
    laid = table(line, "Secure Target", markers=((20.0, 24.0), (50.0, 24.0)))
    assert (tally(laid.battle), won_by(laid.battle)) == ((0, 0), None)
    laid.set("Swordsmen", fleeing=True)
    assert (tally(laid.battle), won_by(laid.battle)) == ((1, 0), 0)


def slain_with_a_marker(joined: bool) -> Brawl:
    """Five Swordsmen with a marker, of whom the faster Spearmen leave none; perhaps a Captain is with them."""
    line = f"0 Spearmen at 36,18 | 1 Swordsmen at 36,24 face 180 models=5 | 1 Captain at 5,45 | {FAR}"
    laid = table(line, "Spoils of War", markers=((36.0, 24.0), (12.0, 24.0), (60.0, 24.0)))
    if joined:
        laid.join("Captain", "Swordsmen").change("Captain", ["Aegis (2+)"])
    laid.fight("Spearmen", "Swordsmen").change("Spearmen", agi=9).set("Swordsmen", carries=0)
    game = brawl(laid, {"Spearmen Close": 6, "to wound": 6, "Save": 6})
    while not game.game.over and game.topic != "dropped marker":
        game.decline()
    return game


@pytest.mark.rule("t9a.objective.spoils_of_war")
@pytest.mark.parametrize("joined", [False, True], ids=["all are gone", "a Character fights on"])
def test_a_unit_that_is_destroyed_drops_its_marker_where_it_stood(joined: bool) -> None:
    # The opponent of its owner puts it down within an inch. A Character is no Scoring Unit and carries nothing on.
    game = slain_with_a_marker(joined)
    assert game.unit("Captain").pose is not None
    assert (game.topic, game.question.seat) == ("dropped marker", 0)
    game.place(36.0, 24.0)
    assert [unit.carries for unit in game.battle.units] == [-1] * len(game.battle.units)
    assert tally(game.battle) == (0, 0)


@pytest.mark.rule("t9a.objective.spoils_pickup", "t9a.special.scoring")
def test_a_fleeing_unit_and_one_with_a_marker_already_take_none() -> None:
    markers = ((36.0, 24.0), (12.0, 24.0), (60.0, 24.0))
    for state in ({"fleeing": True}, {"carries": 1}):
        laid = table(f"0 Spearmen at 36,23 | {FAR}", "Spoils of War", markers=markers).set("Spearmen", **state)
        assert happen(laid, pick_up).game.over


@pytest.mark.rule("t9a.objective.breakthrough", "t9a.deployment.encircle", "t9a.deployment.refused_flank")
@pytest.mark.parametrize(
    ("fields", "spot", "inside"),
    [
        ({"deployment": "Encircle", "attacker": 1}, (10.0, 33.1), 1),
        ({"deployment": "Encircle", "attacker": 1}, (36.0, 38.9), 0),
        ({"deployment": "Encircle", "attacker": 1}, (36.0, 39.1), 1),
        ({"deployment": "Encircle", "attacker": 0}, (10.0, 38.9), 0),
        ({"deployment": "Encircle", "attacker": 0}, (36.0, 33.1), 1),
        ({"deployment": "Encircle", "attacker": 0}, (36.0, 32.9), 0),
        ({"deployment": "Counterthrust"}, (36.0, 32.1), 1),
        ({"deployment": "Counterthrust"}, (36.0, 31.9), 0),
    ],
)
def test_breakthrough_goes_by_the_zones_of_the_deployment_type(
    fields: dict[str, Any], spot: tuple[float, float], inside: int
) -> None:
    # Attackers of Encircle begin 9 inches from the Centre Line near the short edges and 15 elsewhere, defenders the
    # other way round; Counterthrust 8.
    laid = draw(f"0 Spearmen at {spot[0]},{spot[1]} | 1 Knights at 5,5", objective="Breakthrough", **fields)
    assert tally(laid.battle)[0] == inside


@pytest.mark.rule("t9a.objective.king_of_the_hill", "t9a.special.scoring")
@pytest.mark.parametrize(
    ("ours", "theirs", "winner"),
    [({}, None, 0), ({"fleeing": True}, None, None), ({}, {}, None), ({}, {"fleeing": True}, 0)],
)
def test_only_scoring_units_are_kings_of_the_hill(
    ours: dict[str, bool], theirs: dict[str, bool] | None, winner: int | None
) -> None:
    # The first player named the Forest, the second the Field: who is in the other's feature.
    there = "50,30" if theirs is not None else "5,44"
    line = f"t9a | 72x48 forest 50,30 8x8 field 20,18 8x8 | Spearmen at 20,18 | Swordsmen at {there} face 180"
    laid = table(line, "King of the Hill", hills=(0, 1)).set("Spearmen", **ours).set("Swordsmen", **(theirs or {}))
    assert won_by(laid.battle) == winner
