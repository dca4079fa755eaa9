"""The six Secondary Objectives and the Scoring Units that count for them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.harness import Table, draw, happen, refusal
from tests.fantasy_battles.mustered import Muster, muster, ruled_out
from warhost.play import Chosen, Pick, Picked, Placed
from warhost.play.script import Script
from warhost.rulesets.fantasy_battles.chapters.damage.damage import lose_health
from warhost.rulesets.fantasy_battles.chapters.victory.objective_markers import pick_up, spoils_markers
from warhost.rulesets.fantasy_battles.chapters.victory.objectives import scores, tally, won_by
from warhost.rulesets.fantasy_battles.chapters.victory.victory import end_game_turn
from warhost.rulesets.fantasy_battles.core.battle import Battle, Settings
from warhost.table import Forward, Pose

OFF = "1 Knights at 5,45 face 180"
"""Somebody of the other side who is far off."""


def table(line: str, objective: str, settings: Settings | None = None, **fields: Any) -> Table:
    return draw(line, settings, objective=objective, deployment="Frontline Clash", **fields)


# Scoring


@pytest.mark.rule("t9a.special.scoring", "t9a.objective.scoring_only")
def test_rank_and_file_score_and_single_models_and_war_machines_do_not() -> None:
    line = "Spearmen at 10,5 | Ogres at 20,5 | Captain at 30,5 | Giant at 35,5 | Cannon at 40,5 | Chariot at 50,5"
    battle = draw(line).battle
    assert [unit.name for unit in battle.units if scores(battle, unit)] == ["Spearmen", "Ogres"]


@pytest.mark.rule("t9a.special.scoring")
def test_the_data_of_a_unit_may_say_otherwise() -> None:
    battle = draw("Spearmen at 10,5 | Giant at 35,5").change("Spearmen", scoring=False).change("Giant", scoring=True)
    assert [unit.name for unit in battle.battle.units if scores(battle.battle, unit)] == ["Giant"]


@pytest.mark.rule("t9a.special.scoring")
def test_scoring_is_lost_while_fleeing() -> None:
    near = table(f"Spearmen at 36,20 | {OFF}", "Hold the Ground").set("Spearmen", fleeing=True)
    assert not scores(near.battle, near.unit("Spearmen"))


@pytest.mark.rule("t9a.special.scoring", "t9a.special.champion")
def test_a_champion_who_is_the_last_of_a_unit_still_scores() -> None:
    last = draw("Guard at 36,20")
    guard = last.unit("Guard")
    happen(last, lambda battle: lose_all(battle, guard.id))
    assert guard.name == "Sergeant of Guard"
    assert scores(last.battle, guard)


def lose_all(battle: Battle, number: int) -> Script[int]:
    return lose_health(battle, battle.units[number], 19, "a test")


# Hold the Ground


def after_turn(line: str, turn: int) -> tuple[int, ...]:
    """The counters after a Game Turn of Hold the Ground."""
    held = table(line, "Hold the Ground", turn=turn, active=1)
    return happen(held, end_game_turn).battle.counters


TWO = "Spearmen at 36,20 | 0 Archers at 42,22"
ONE = "1 Swordsmen at 36,28 face 180"


@pytest.mark.rule("t9a.objective.hold_the_ground")
def test_more_scoring_units_near_the_centre_gain_a_counter_from_turn_2_on() -> None:
    assert after_turn(f"{TWO} | {OFF}", 1) == (0, 0)
    assert after_turn(f"{TWO} | {ONE}", 2) == (1, 0)
    assert after_turn(f"Spearmen at 36,20 | {ONE}", 2) == (0, 0)
    assert after_turn(f"Spearmen at 36,10 | {ONE}", 6) == (0, 1)


@pytest.mark.rule("t9a.objective.hold_the_ground")
def test_within_six_inches_is_measured_to_the_nearest_point() -> None:
    # The front of twenty Spearmen, five wide, is 1.575 inches before their centre.
    assert after_turn("Spearmen at 36,16.4 | " + OFF, 2) == (0, 0)
    assert after_turn("Spearmen at 36,16.45 | " + OFF, 2) == (1, 0)


@pytest.mark.rule("t9a.objective.hold_the_ground")
def test_most_counters_win_and_equal_numbers_win_nobody() -> None:
    for counters, winner in (((2, 1), 0), ((0, 3), 1), ((2, 2), None)):
        assert won_by(table(f"Spearmen at 5,5 | {OFF}", "Hold the Ground", counters=counters).battle) == winner


@pytest.mark.rule("t9a.objective.scoring_only")
def test_three_units_that_do_not_score_yield_to_one_that_does() -> None:
    others = "Captain at 36,20 | Giant at 33,20 | 0 Cannon at 40,20"
    assert after_turn(f"{others} | {ONE}", 2) == (0, 1)


# Breakthrough


def through(ours: int, theirs: int) -> Table:
    """So many units of each side in the other's zone."""
    units = [f"0 Spearmen at {6 + 10 * n},44" for n in range(ours)]
    units += [f"1 Swordsmen at {6 + 10 * n},4 face 180" for n in range(theirs)]
    return table(" | ".join(units), "Breakthrough")


@pytest.mark.parametrize(
    ("ours", "theirs", "counted", "winner"),
    [(5, 3, (3, 3), None), (2, 1, (2, 1), 0), (1, 2, (1, 2), 1), (5, 2, (3, 2), 0)],
)
@pytest.mark.rule("t9a.objective.breakthrough")
def test_up_to_three_units_in_the_enemys_zone_count(
    ours: int, theirs: int, counted: tuple[int, int], winner: int | None
) -> None:
    battle = through(ours, theirs).battle
    assert tally(battle) == counted
    assert won_by(battle) == winner


@pytest.mark.rule("t9a.objective.breakthrough")
def test_a_unit_is_inside_where_its_centre_is_or_most_of_its_models_if_agreed() -> None:
    centre = table(f"0 Spearmen at 20,36.1 | {OFF}", "Breakthrough").battle
    assert tally(centre) == (1, 0)
    assert tally(table(f"0 Spearmen at 20,35.9 | {OFF}", "Breakthrough").battle) == (0, 0)
    by_models = Settings(inside_by="most models")
    # Two of the four ranks are over the line: half of the models are not most of them.
    assert tally(table(f"0 Spearmen at 20,36.1 | {OFF}", "Breakthrough", by_models).battle) == (0, 0)
    assert tally(table(f"0 Spearmen at 20,36.5 | {OFF}", "Breakthrough", by_models).battle) == (1, 0)


# Spoils of War


MARKERS = ((36.0, 24.0), (12.0, 24.0), (60.0, 24.0))


def spoils(line: str, **fields: Any) -> Table:
    return table(line, "Spoils of War", markers=MARKERS, **fields)


@pytest.mark.rule("t9a.objective.spoils_of_war", "t9a.geometry.centre_line")
def test_three_markers_lie_on_the_centre_line() -> None:
    play = muster(["Spearmen"], ["Swordsmen"], objective="Spoils of War", until="deploys first")
    assert play.battle.markers == MARKERS
    rocky = draw(f"t9a | 72x48 impassable 36,24 4x4 | Spearmen at 5,5 | {OFF}").battle
    assert spoils_markers(rocky) == ((38.25, 24.0), *MARKERS[1:])


@pytest.mark.rule("t9a.objective.spoils_of_war", "t9a.geometry.centre_line")
def test_on_another_table_the_centre_line_and_its_thirds_are_others() -> None:
    small = draw(f"t9a | 60x40 | Spearmen at 5,5 | {OFF}").battle
    assert spoils_markers(small) == ((30.0, 20.0), (10.0, 20.0), (50.0, 20.0))


@pytest.mark.rule("t9a.objective.spoils_pickup")
def test_a_scoring_unit_takes_the_marker_that_it_touches_at_the_start_of_its_turn() -> None:
    play = spoils(f"Spearmen at 36,23 | {OFF}", stage="start of turn").play()
    assert play.topic == "spoils"
    play.choose(unit="Spearmen")
    assert play.unit("Spearmen").carries == 0


@pytest.mark.rule("t9a.objective.spoils_pickup")
def test_not_before_its_own_turn_starts_and_only_if_it_scores() -> None:
    theirs = spoils(f"Spearmen at 36,23 | {OFF}", stage="start of turn", active=1).play()
    assert theirs.topic != "spoils"
    for line in (f"Captain at 36,24 | {OFF}", f"Spearmen at 36,22 | {OFF}"):
        assert happen(spoils(line), pick_up).game.over


@pytest.mark.rule("t9a.objective.spoils_pickup")
def test_a_unit_carries_one_marker_at_most() -> None:
    one = spoils(f"Spearmen at 36,23 | {OFF}").set("Spearmen", carries=1)
    assert happen(one, pick_up).game.over


@pytest.mark.rule("t9a.objective.spoils_of_war")
def test_more_units_with_markers_win() -> None:
    line = "Spearmen at 36,20 | 0 Archers at 12,20 | Swordsmen at 60,28 face 180"
    two = spoils(line).set("Spearmen", carries=0).set("Archers", carries=1).set("Swordsmen", carries=2)
    assert tally(two.battle) == (2, 1)
    assert won_by(two.battle) == 0


@pytest.mark.rule("t9a.objective.spoils_of_war")
def test_a_marker_goes_with_its_unit_and_is_dropped_where_it_begins_to_flee() -> None:
    carrying = spoils(f"Spearmen at 36,20 | {OFF}", phase="movement", stage="move").set("Spearmen", carries=0)
    play = carrying.play({"Flux Card": 4})
    play.choose(unit="Spearmen").move("advance", Forward(2.0))
    assert play.battle.markers[0] == (36.0, 22.0)
    fled = spoils(f"Spearmen at 36,20 | {OFF}", phase="movement").set("Spearmen", carries=0)
    fled.battle.markers = ((36.0, 20.0), *MARKERS[1:])
    game = fled.set("Spearmen", fleeing=True).play(dice=[(6, 6), (1, 2), 4])
    assert (game.topic, game.question.seat) == ("dropped marker", 1)
    assert refusal(game, Placed(Pose(36.0, 21.1, 0.0))).rule == "t9a.objective.spoils_of_war"
    game.place(36.5, 20.5)
    assert game.battle.markers[0] == (36.5, 20.5)
    assert game.unit("Spearmen").carries == -1


# King of the Hill


def hills(ours: tuple[float, float], theirs: tuple[float, float]) -> Table:
    """The first player named the Forest in the far half, the second the Field in the near half."""
    board = "t9a | 72x48 forest 50,30 8x8 field 20,18 8x8"
    line = f"{board} | Spearmen at {ours[0]},{ours[1]} | Swordsmen at {theirs[0]},{theirs[1]} face 180"
    return table(line, "King of the Hill", hills=(0, 1))


@pytest.mark.rule("t9a.objective.king_of_the_hill")
def test_the_hill_is_won_in_the_feature_that_the_opponent_named() -> None:
    assert won_by(hills((20.0, 18.0), (5.0, 40.0)).battle) == 0
    assert won_by(hills((5.0, 5.0), (50.0, 30.0)).battle) == 1
    assert won_by(hills((20.0, 18.0), (50.0, 30.0)).battle) is None, "both are inside"
    assert won_by(hills((50.0, 30.0), (5.0, 40.0)).battle) is None, "one's own feature counts for nothing"


@pytest.mark.rule("t9a.objective.king_choice", "t9a.objective.chooser_first", "t9a.pregame.sequence")
def test_each_player_names_a_feature_after_spells_were_selected() -> None:
    play = muster(["Spearmen"], ["Swordsmen"], field="2", objective="King of the Hill", until="side")
    play.choose("near")
    assert (play.topic, play.question.seat, play.battle.stage) == ("hill", 0, "objective")
    kinds = [play.battle.scene.board.features[int(key)].kind for key in play.keys]
    assert "impassable" not in kinds
    rock = next(n for n, one in enumerate(play.battle.scene.board.features) if one.kind == "impassable")
    refused = refusal(play, Chosen(str(rock)))
    assert (refused.rule, "Impassable" in refused.message) == ("t9a.objective.king_choice", True)
    play.choose("0")
    assert (play.topic, play.question.seat) == ("hill", 1)
    assert refusal(play, Chosen("0")).rule == "t9a.objective.king_choice", "not the one of the opponent"
    play.choose(play.keys[0])
    assert play.battle.hills[0] == 0
    assert play.battle.hills[1] > 0


@pytest.mark.rule("t9a.objective.king_choice")
def test_a_feature_entirely_in_the_own_zone_cannot_be_named_but_one_half_inside_can() -> None:
    play = muster(["Spearmen"], ["Swordsmen"], field="1", objective="King of the Hill", until="side")
    play.choose("near")
    features = play.battle.scene.board.features
    # The Hill at 42, 10 reaches over the edge of the zone, 12 inches deep; there is none wholly inside it.
    half = next(n for n, one in enumerate(features) if (one.x, one.y) == (42.0, 10.0))
    assert str(half) in play.keys
    deep = muster(["Spearmen"], ["Swordsmen"], field="3", objective="King of the Hill", until="side")
    deep.choose("near")
    field = next(n for n, one in enumerate(deep.battle.scene.board.features) if (one.x, one.y) == (22.0, 8.0))
    assert refusal(deep, Chosen(str(field))).rule == "t9a.objective.king_choice"


# Capture the Flags


@pytest.mark.rule("t9a.objective.capture_the_flags")
def test_who_destroyed_more_scoring_units_captures_the_flags() -> None:
    ours = " | ".join(
        f"0 {name} at {6 + 8 * n},5" for n, name in enumerate(("Spearmen", "Archers", "Ogres", "Captain"))
    )
    line = f"{ours} | 1 Swordsmen at 10,40 face 180 | 1 Knights at 20,40 face 180 | 1 Wolves at 40,40 face 180"
    for gone, winner in (
        (("Swordsmen", "Knights", "Wolves", "Spearmen", "Archers"), 0),
        (("Swordsmen", "Knights", "Spearmen", "Archers"), None),
        (("Spearmen", "Captain"), 1),
        (("Captain",), None),
    ):
        laid = table(line, "Capture the Flags")
        for name in gone:
            laid.set(name, fate="destroyed", pose=None, models=0)
        assert won_by(laid.battle) == winner


@pytest.mark.rule("t9a.objective.capture_marked_units", "t9a.objective.chooser_first")
def test_units_are_marked_for_each_scoring_unit_that_an_army_lacks() -> None:
    play = muster(
        ["Spearmen", "Archers", "Ogres"],
        ["Swordsmen", "Giant", "Captain", "Chariot"],
        objective="Capture the Flags",
        until="flags",
    )
    assert play.question.seat == 0
    assert isinstance(play.question, Pick)
    assert (play.question.least, play.question.most) == (2, 2)
    assert [option.label for option in play.question.options] == ["Giant", "Captain", "Chariot"]
    assert refusal(play, Picked((str(play.unit("Giant").id),))).rule == "t9a.objective.capture_marked_units"
    play.pick("Giant", "Chariot")
    assert [unit.name for unit in play.battle.units if unit.flagged] == ["Giant", "Chariot"]
    assert play.topic != "flags", "the other army has three Scoring Units"


@pytest.mark.rule("t9a.objective.capture_marked_units")
def test_no_more_units_are_marked_than_there_are() -> None:
    # No Scoring Unit at all: three would be marked, and there are two.
    play = muster(["Spearmen", "Archers", "Ogres"], ["Giant", "Chariot"], objective="Capture the Flags", until="deploy")
    assert [unit.name for unit in play.battle.units if unit.flagged] == ["Giant", "Chariot"]


@pytest.mark.rule("t9a.objective.capture_marked_units")
def test_a_marked_unit_counts_like_a_flag() -> None:
    laid = table("Spearmen at 5,5 | Giant at 20,40 face 180", "Capture the Flags")
    laid.set("Giant", fate="destroyed", pose=None, models=0)
    assert won_by(laid.battle) is None
    assert won_by(laid.set("Giant", flagged=True).battle) == 0


# Secure Target


def targets(**options: Any) -> Muster:
    play = muster(["Spearmen"], ["Swordsmen"], objective="Secure Target", until="side", **options)
    play.choose("near")
    return play


@pytest.mark.rule("t9a.objective.secure_target_placement", "t9a.objective.chooser_first")
def test_markers_are_placed_away_from_the_own_zone_and_from_each_other() -> None:
    play = targets(deployment="Frontline Clash")
    assert (play.topic, play.question.seat) == ("marker", 0)
    cite = "t9a.objective.secure_target_placement"
    assert ruled_out(play, 10.0, 24.0) == cite, "12 inches from the zone"
    assert ruled_out(play, 10.0, 24.1) == ""
    assert ruled_out(play, 10.0, 47.0) == "", "near the enemy's zone"
    play.place(10.0, 25.0)
    assert play.question.seat == 1
    assert ruled_out(play, 33.9, 20.0) == ""
    assert ruled_out(play, 10.0, 1.1) == cite, "23.9 inches from the other marker"
    assert ruled_out(play, 10.0, 1.0) == ""
    assert ruled_out(play, 50.0, 24.0) == cite, "12 inches from the zone"
    play.place(50.0, 20.0)
    assert play.battle.markers == ((10.0, 25.0), (50.0, 20.0))


@pytest.mark.rule("t9a.objective.secure_target_placement")
def test_players_may_agree_that_markers_keep_off_both_zones_where_there_is_room() -> None:
    play = muster(["Spearmen"], ["Swordsmen"], objective="Secure Target", deployment="Dawn Assault", until="short edge")
    play.choose("west").choose("near")
    assert ruled_out(play, 36.0, 30.0) == ""
    both = muster(
        ["Spearmen"],
        ["Swordsmen"],
        objective="Secure Target",
        deployment="Dawn Assault",
        until="short edge",
        target_markers="both zones",
    )
    both.choose("west").choose("near")
    assert ruled_out(both, 36.0, 30.0) == "t9a.objective.secure_target_placement"
    assert ruled_out(both, 70.0, 5.0) == ""
    nowhere = targets(deployment="Frontline Clash", target_markers="both zones")
    assert ruled_out(nowhere, 36.0, 30.0) == "", "there is no room off both zones"


@pytest.mark.rule("t9a.objective.secure_target")
def test_who_has_more_scoring_units_near_a_marker_controls_it() -> None:
    line = (
        "Spearmen at 20,20 | 0 Archers at 20,28 | 1 Swordsmen at 25,24 face 180 | 0 Ogres at 50,20 | 1 Wolves at 50,28"
    )
    laid = table(line, "Secure Target", markers=((20.0, 24.0), (50.0, 24.0)))
    assert tally(laid.battle) == (1, 0)
    assert won_by(laid.battle) == 0
    assert won_by(laid.set("Archers", fleeing=True).battle) is None
