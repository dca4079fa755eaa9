"""What charges lead to: combat, run down enemies, failed charges (Charge Phase)."""

from __future__ import annotations

import pytest

from tests.essence_of_war.harness import Play, Table, draw, happen, refusal, shape
from warhost.field import Foe
from warhost.play import Chosen
from warhost.play.questions import Choose
from warhost.rulesets.essence_of_war.chapters.damage import damage
from warhost.rulesets.essence_of_war.invariants import problems
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.chapters.charge_failed import failed_steps
from warhost.rulesets.families.ninth_age.core.contact import contacts
from warhost.table import (
    Arc,
    Forward,
    Pivot,
    Pose,
    Wheel,
    apply,
    cost,
    distance,
    local,
    on_board,
    stays_on_board,
    touches,
    wheel_angle_for,
)

REST = "Hold Guardians at 3,3"
ACROSS = f"Imperial Guard at 18,11 | {REST} | Handgunners at 18,20 face 180"


def charge(line: Table | str, *dice: int | tuple[int, ...], unit: str = "Imperial Guard") -> Play:
    """The unit charges the Handgunners, who hold."""
    table = draw(line) if isinstance(line, str) else line
    game = table.play(dice=dice).choose(unit=unit, target="Handgunners")
    for topic, key in (("charge reaction", "hold"), ("declare charge", "pass")):
        if game.topic == topic:
            game.choose(key)
    return game


@pytest.mark.rule("eow.engaged.start")
def test_a_completed_charge_engages_both_units() -> None:
    game = charge(ACROSS, (6, 6)).until("move")
    guard, guns = game.unit("Imperial Guard"), game.unit("Handgunners")
    assert guard.engaged
    assert guns.engaged
    assert guard.charging
    assert not guns.charging
    assert touches(shape(game, "Imperial Guard"), shape(game, "Handgunners"))
    assert guns.foes == (Foe(guard.id, Arc.FRONT, Arc.FRONT),)


@pytest.mark.rule("eow.engaged.start")
def test_a_unit_charged_in_combat_is_engaged_with_both_enemies() -> None:
    table = draw(f"{ACROSS} | 0 Electoral Cavalry at 28,20 face 270").fight("Imperial Guard", "Handgunners")
    game = charge(table, (6, 6), unit="Electoral Cavalry").until("move")
    enemies = [game.unit(name).id for name in ("Imperial Guard", "Electoral Cavalry")]
    assert [foe.unit for foe in game.unit("Handgunners").foes] == enemies


@pytest.mark.rule("eow.engaged.start")
def test_a_unit_whose_last_enemy_is_gone_is_engaged_no_more() -> None:
    table = draw(ACROSS).fight("Imperial Guard", "Handgunners")
    assert table.unit("Imperial Guard").engaged
    game = happen(table, lambda battle: damage.destroy(battle, battle.units[2], "a test"))
    assert not game.unit("Imperial Guard").engaged


@pytest.mark.rule("eow.engaged.all_models")
def test_all_models_of_an_engaged_unit_are_engaged_even_those_that_touch_nobody() -> None:
    """Only the corner of the Handgunners is struck; free or engaged, the whole unit shoots or nobody does."""
    line = "Handgunners at 18,10 | Zombies at 18,30 face 180 | Orc Shaman at 22,22 face 180"
    free = draw(line).play(phase="shooting")
    assert free.offers(unit="Handgunners")
    table = draw(line).fight("Orc Shaman", "Handgunners", "left", 0.4)
    assert len(contacts(table.battle, table.unit("Handgunners"))) < table.unit("Handgunners").models
    assert table.play(phase="shooting", dice={"": 1}).topic != "shoot"


@pytest.mark.rule("eow.engaged.no_move")
def test_engaged_units_have_no_move() -> None:
    game = draw(ACROSS).fight("Imperial Guard", "Handgunners").play(phase="movement")
    assert game.topic == "move"
    assert not game.offers(unit="Imperial Guard")
    assert "Engaged" in str(refusal(game, Chosen(str(game.unit("Imperial Guard").id))))


def after_a_flight(*dice: tuple[int, ...], extra: str = "") -> Play:
    """The Handgunners fled 2" from the Imperial Guard; its range is rolled with the next dice."""
    game = draw(f"{ACROSS}{extra}").play(dice=[(1, 1), *dice])
    return game.choose(unit="Imperial Guard", target="Handgunners").choose("flee")


@pytest.mark.rule("eow.charge.fleeing.destroyed")
def test_a_fleeing_unit_that_is_touched_is_destroyed_without_dice() -> None:
    game = after_a_flight((6, 6))
    assert game.unit("Handgunners").fate == "destroyed"
    assert game.unit("Handgunners").pose is None
    assert [roll.rule for roll in game.rolls] == ["eow.flee.distance", "eow.charge.range.roll"]
    assert not game.unit("Imperial Guard").engaged
    assert not game.unit("Imperial Guard").charging


@pytest.mark.rule("eow.charge.fleeing.destroyed")
def test_running_down_a_unit_frightens_its_friends_near_by() -> None:
    game = after_a_flight((6, 6), (1, 1), extra=" | Goblin Rabble at 24,20 face 180")
    if game.topic == "redirect":
        game.choose("keep")
    assert [event.kind for event in game.told(events.DisciplineTested)] == ["panic"]
    assert game.told(events.DisciplineTested)[0].unit == game.unit("Goblin Rabble").id


@pytest.mark.rule("eow.charge.fleeing.any_facing")
def test_a_charger_stops_where_it_meets_a_fleeing_unit_at_whatever_angle() -> None:
    """The fixed facing was the front; it shows its rear now, turned by 30 degrees, and the charger does not align."""
    table = draw(f"Imperial Guard at 18,11 | {REST} | 1 Empire of Sonnstahl/Handgunners @18,20,30")
    before = shape(table, "Handgunners")
    number = table.unit("Handgunners").id
    table.set("Handgunners", fleeing=True).set("Imperial Guard", declared=True, target=number)
    game = table.play(dice=[(6, 6)], stage="move chargers")
    assert game.unit("Handgunners").fate == "destroyed"
    charger = shape(game, "Imperial Guard")
    assert touches(charger, before)
    assert charger.facing % 90 != pytest.approx(before.facing % 90)


@pytest.mark.rule("eow.charge.fleeing.pivot")
def test_after_running_down_the_charger_may_pivot() -> None:
    game = after_a_flight((6, 6))
    assert game.topic == "pivot after running down"
    stood = game.unit("Imperial Guard").pose
    assert stood is not None
    game.move("pivot", Pivot(90.0))
    assert game.unit("Imperial Guard").pose == Pose(stood.x, stood.y, 90.0)
    assert game.topic == "move"
    assert not game.offers(unit="Imperial Guard")


@pytest.mark.rule("eow.charge.fleeing.pivot")
def test_or_it_stays_as_it_is() -> None:
    game = after_a_flight((6, 6))
    stood = game.unit("Imperial Guard").pose
    assert game.stay().unit("Imperial Guard").pose == stood


def about_to_run_down(line: str, unit: str) -> Table:
    """The unit has charged the Handgunners, who flee straight ahead of it, and now chargers move."""
    table = draw(f"{line} | {REST} | 1 Empire of Sonnstahl/Handgunners @18,20,0").set("Handgunners", fleeing=True)
    return table.set(unit, declared=True, target=table.unit("Handgunners").id)


@pytest.mark.rule("eow.charge.fleeing.pivot", "eow.dangerous.trigger")
@pytest.mark.parametrize(("die", "topic"), [(2, "pivot after running down"), (1, "move")])
def test_who_runs_down_a_unit_tests_for_the_ground_and_pivots_if_it_lives(die: int, topic: str) -> None:
    rider = "36x48 hindering 18,15 8x2 | Electoral Cavalry at 18,10 models=1"
    game = about_to_run_down(rider, "Electoral Cavalry").play(dice=[(6, 6), (die,)], stage="move chargers")
    assert game.unit("Handgunners").fate == "destroyed"
    assert game.topic == topic


@pytest.mark.rule("eow.charge.fleeing.any_facing", "eow.charge.move.proximity")
@pytest.mark.parametrize(("unit", "friend"), [("Imperial Guard", "16.2,16"), ("Pegasus Knights", "18,18")])
def test_who_runs_down_a_unit_goes_round_a_friend_or_lands_beside_it(unit: str, friend: str) -> None:
    table = about_to_run_down(f"{unit} at 18,8 | Wizard at {friend}", unit)
    before = shape(table, "Handgunners")
    game = table.play(dice=[(6, 6)], stage="move chargers")
    assert game.unit("Handgunners").fate == "destroyed"
    assert touches(shape(game, unit), before)
    assert not problems(game.battle)


@pytest.mark.rule("eow.charge.impossible", "eow.charge.fleeing.destroyed")
def test_a_fleeing_unit_behind_rocks_is_not_caught() -> None:
    table = about_to_run_down("36x48 impassable 18,17 36x1 | Imperial Guard at 18,8", "Imperial Guard")
    game = table.play(dice=[(5, 6)], stage="move chargers")
    assert game.told(events.ChargeRangeRolled)[0].made
    assert game.unit("Handgunners").fate == ""
    assert game.unit("Imperial Guard").pose == Pose(18.0, 14.0, 0.0)


@pytest.mark.rule("eow.charge.impossible", "eow.charge.range.no_space")
def test_where_there_is_space_for_one_the_second_charger_fails() -> None:
    """Through a gap five inches wide, one after the other, into a single model right behind it."""
    table = draw(
        "36x48 impassable 7.75,20 15.5x2 impassable 28.25,20 15.5x2"
        f" | {REST} | Imperial Guard at 11,9 face 45 | Temple Militants at 25,9 face 315"
        " | Orc Shaman at 18,20.5 face 180"
    )
    game = table.play(dice=[(6, 6), (6, 6)])
    for unit in ("Imperial Guard", "Temple Militants"):
        game.choose(unit=unit, target="Orc Shaman")
        game.choose("hold")
    game.choose(unit="Temple Militants").until("move")
    assert game.unit("Temple Militants").engaged
    assert [event.unit for event in game.told(events.ChargeImpossible)] == [game.unit("Imperial Guard").id]
    assert game.unit("Imperial Guard").failed_charge
    assert not game.unit("Imperial Guard").engaged
    assert not problems(game.battle)


@pytest.mark.rule("eow.charge.failed.distance")
def test_a_failed_charger_moves_its_highest_die_without_its_advance() -> None:
    game = charge(f"Imperial Guard at 18,8 | {REST} | Handgunners at 18,22 face 180", (2, 5))
    assert game.unit("Imperial Guard").pose == Pose(18.0, 13.0, 0.0)


@pytest.mark.rule("eow.charge.failed.path")
def test_what_the_wheel_leaves_goes_straight_forward() -> None:
    """A target that lies straight ahead after a wheel of 2 inches."""
    table = draw(ACROSS)
    start = shape(table, "Imperial Guard")
    angle = wheel_angle_for(start.width, 2.0)
    goal = apply(apply(start, Wheel(angle)), Forward(12.0))
    steps = failed_steps(table.battle, table.unit("Imperial Guard"), start, 5.0, goal.x, goal.y)
    assert [type(step) for step in steps] == [Wheel, Forward]
    assert [cost(start, step) for step in steps] == pytest.approx([2.0, 3.0])


@pytest.mark.rule("eow.charge.failed.path")
@pytest.mark.parametrize("x", [12, 24])
def test_a_failed_charger_wheels_towards_the_centre_of_its_target(x: int) -> None:
    game = charge(f"Imperial Guard at {x},8 | {REST} | Handgunners at 18,24 face 180", (1, 6))
    aside, ahead = local(shape(game, "Imperial Guard"), 18.0, 24.0)
    assert aside == pytest.approx(0.0, abs=1e-6)
    assert ahead > 0


@pytest.mark.rule("eow.charge.failed.path")
def test_a_wheel_that_uses_up_the_distance_leaves_no_move_ahead() -> None:
    table = draw(ACROSS)
    start = shape(table, "Imperial Guard")
    steps = failed_steps(table.battle, table.unit("Imperial Guard"), start, 1.0, 40.0, 15.0)
    assert [cost(start, step) for step in steps] == pytest.approx([1.0])
    assert isinstance(steps[0], Wheel)


@pytest.mark.rule("eow.charge.failed.path", "eow.charge.failed.proximity")
def test_a_failed_charger_stops_a_tenth_of_an_inch_before_a_friend() -> None:
    table = draw(f"Imperial Guard at 18,8 | Wizard at 18,12 | {REST} | Handgunners at 18,24 face 180")
    table.set("Imperial Guard", declared=True, target=3, target_arc=Arc.FRONT)
    game = table.play(dice=[(1, 6)], stage="move chargers")
    gap = distance(shape(game, "Imperial Guard"), shape(game, "Wizard"))
    assert gap == pytest.approx(0.1, abs=0.002)
    assert game.topic == "move"
    assert not problems(game.battle)


@pytest.mark.rule("eow.charge.failed.path")
def test_an_obstacle_stops_the_wheel_before_contact() -> None:
    """The friend stands where the left end of the front would swing to."""
    table = draw(f"Imperial Guard at 18,8 | {REST} | Wizard at 16.8,10.6 | Handgunners at 30,12 face 180")
    guard = table.unit("Imperial Guard")
    start = shape(table, "Imperial Guard")
    steps = failed_steps(table.battle, guard, start, 6.0, 30.0, 12.0)
    end = start
    for step in steps:
        end = apply(end, step)
    free = failed_steps(draw(ACROSS).battle, guard, start, 6.0, 30.0, 12.0)
    assert isinstance(steps[0], Wheel)
    assert isinstance(free[0], Wheel)
    assert 0 < steps[0].degrees < free[0].degrees
    assert distance(end, shape(table, "Wizard")) >= 0.09


@pytest.mark.rule("eow.charge.failed.state")
def test_after_its_move_a_failed_charger_is_not_charging() -> None:
    game = charge(f"Imperial Guard at 18,8 | {REST} | Handgunners at 18,22 face 180", (2, 5))
    guard = game.unit("Imperial Guard")
    assert guard.failed_charge
    assert not guard.charging
    assert guard.target is None
    assert guard.target_arc is None


@pytest.mark.rule("eow.charge.failed.proximity")
def test_a_failed_charger_may_end_close_to_others_and_remain() -> None:
    line = f"Imperial Guard at 18,8 | Wizard at 21,13 | {REST} | Handgunners at 18,22 face 180"
    game = charge(line, (2, 5))
    assert game.unit("Imperial Guard").pose == Pose(18.0, 13.0, 0.0)
    assert distance(shape(game, "Imperial Guard"), shape(game, "Wizard")) < 1.0
    assert game.topic == "move"


@pytest.mark.rule("eow.charge.failed.restrictions")
def test_a_failed_charger_neither_moves_nor_shoots() -> None:
    line = "Silexian Auxiliaries at 18,8 | Citizen Archers at 8,8 | Handgunners at 18,21 face 180"
    game = charge(line, (1, 1), 1, unit="Silexian Auxiliaries")
    assert game.unit("Silexian Auxiliaries").failed_charge
    assert game.topic == "move"
    assert game.offers(unit="Citizen Archers")
    assert not game.offers(unit="Silexian Auxiliaries")
    game.until(phase="shooting")
    assert game.offers(unit="Citizen Archers")
    assert not game.offers(unit="Silexian Auxiliaries")


@pytest.mark.rule("eow.charge.failed.restrictions")
def test_wizards_of_a_failed_charger_may_cast() -> None:
    game = charge("Wizard at 18,8 | Handgunners at 18,21 face 180", (1, 1), 6, unit="Wizard")
    assert game.unit("Wizard").failed_charge
    question = game.question
    assert isinstance(question, Choose)
    assert question.topic == "cast"
    assert any(option.unit == game.unit("Wizard").id for option in question.options)


@pytest.mark.rule("eow.charge.redirect.fail", "eow.charge.impossible")
def test_a_charger_whose_target_left_the_board_goes_to_where_it_was_last() -> None:
    game = draw(f"Imperial Guard at 18,35 | {REST} | Handgunners at 20,44 face 180").play(dice=[(6, 6), (3, 4)])
    game.choose(unit="Imperial Guard", target="Handgunners").choose("flee")
    guns = game.unit("Handgunners")
    assert guns.pose is None
    assert guns.fell_at is not None
    (moved,) = game.told(events.FailedChargeMoved)
    assert moved.inches == 4
    aside, _ = local(shape(game, "Imperial Guard"), guns.fell_at.x, guns.fell_at.y)
    assert aside == pytest.approx(0.0, abs=1e-6)


@pytest.mark.rule("eow.basic.fly", "eow.charge.failed.path")
def test_a_flyer_fails_its_charge_over_what_is_in_its_way() -> None:
    line = f"Pegasus Knights at 18,6 | Wizard at 18,9 | {REST} | Handgunners at 18,27 face 180"
    game = charge(line, (1, 6), unit="Pegasus Knights")
    assert game.unit("Pegasus Knights").pose == Pose(18.0, 12.0, 0.0)


@pytest.mark.rule("eow.basic.fly", "eow.charge.failed.path")
def test_a_flyer_that_would_come_down_on_a_friend_stops_short_of_it() -> None:
    line = f"Pegasus Knights at 18,6 | Wizard at 18,12 | {REST} | Handgunners at 18,27 face 180"
    game = charge(line, (1, 6), unit="Pegasus Knights")
    assert 0.1 <= distance(shape(game, "Pegasus Knights"), shape(game, "Wizard")) <= 0.3
    assert shape(game, "Pegasus Knights").y < 12.0


@pytest.mark.rule("eow.board_edge.end_inside", "eow.board_edge.front_stays", "eow.charge.failed.path")
@pytest.mark.parametrize(
    ("unit", "pose", "goal"),
    [
        pytest.param("Imperial Guard", "34.2,40,90", (36.0, 40.2), id="straight over the edge"),
        pytest.param("Imperial Guard", "34,20,0", (10.0, 30.0), id="the rear would swing over the edge"),
        pytest.param("Imperial Guard", "20,46.5,0", (5.0, 47.0), id="the front would swing over the edge"),
        pytest.param("Imperial Guard", "22.007,45.515,300", (5.0, 36.0), id="the front would swing over and back"),
        pytest.param("Pegasus Knights", "20,46.5,0", (5.0, 47.0), id="a flyer's front would swing over the edge"),
    ],
)
@pytest.mark.parametrize("inches", [1.0, 6.0])
def test_a_failed_charger_at_the_edge_of_the_board_stays_on_it(
    unit: str, pose: str, goal: tuple[float, float], inches: float
) -> None:
    table = draw(f"0 {unit} @{pose}")
    end = start = shape(table, unit)
    assert on_board(start, 36, 48)
    for step in failed_steps(table.battle, table.unit(unit), start, inches, *goal):
        assert stays_on_board(end, step, 36, 48, front_only=True)
        end = apply(end, step)
    assert on_board(end, 36, 48)


@pytest.mark.rule("eow.board_edge.front_stays", "eow.charge.failed.path")
@pytest.mark.parametrize(
    ("pose", "edge"), [("34.2,40,90", (36.0, 40.0)), ("1.8,40,270", (0.0, 40.0)), ("18,1.8,180", (18.0, 0.0))]
)
def test_a_failed_charger_goes_as_far_as_the_edge_of_the_board(pose: str, edge: tuple[float, float]) -> None:
    table = draw(f"0 Imperial Guard @{pose}")
    start = shape(table, "Imperial Guard")
    (step,) = failed_steps(table.battle, table.unit("Imperial Guard"), start, 6.0, *edge)
    assert apply(start, step).front == pytest.approx(edge, abs=1e-6)


@pytest.mark.rule("eow.dangerous.trigger")
@pytest.mark.parametrize("dice", [(6, 6), (1, 4)])
def test_chargers_test_for_dangerous_terrain_whether_they_reach_or_fail(dice: tuple[int, int]) -> None:
    ground = "36x48 hindering 18,14 8x2"
    line = f"{ground} | Electoral Cavalry at 18,10 | {REST} | Handgunners at 18,26 face 180"
    game = charge(line, dice, (6,) * 5, unit="Electoral Cavalry").until("move")
    assert [roll.dice for roll in game.rolls if roll.rule == "eow.dangerous.dice_count"] == ["5D6"]


@pytest.mark.rule("eow.dangerous.dice_count", "eow.dangerous.trigger")
def test_a_charger_that_aligns_into_dangerous_terrain_has_touched_it() -> None:
    # The way there misses the wood; turned square onto the facing the unit stands in it.
    ground = "36x48 hindering 16,27 2x2"
    line = f"{ground} | Electoral Cavalry at 25,18 | {REST} | Handgunners at 18,28 face 180"
    game = charge(line, (6, 6), (6,), unit="Electoral Cavalry")
    assert game.topic == "charge place"
    game.choose(max(game.options, key=lambda option: option.pose.x if option.pose else 0.0).key).until("move")
    assert [roll.dice for roll in game.rolls if roll.rule == "eow.dangerous.dice_count"] == ["1D6"]
