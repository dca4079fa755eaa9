"""Positions worked out by hand: charges, from the declaration to the last inch."""

from __future__ import annotations

import math

import pytest

from tests.fantasy_battles.gunnery import armed
from tests.fantasy_battles.harness import Play, Table, draw, shape, with_rules
from warhost.play.questions import Choose
from warhost.rulesets.families.ninth_age.core.contact import contacts
from warhost.rulesets.fantasy_battles.shown.events import (
    ChargeRangeRolled,
    DisciplineTested,
    FailedChargeMoved,
    PhaseBegan,
    ReactionDeclared,
)
from warhost.table import Arc, Pose, distance

MM = 1 / 25.4
WIDE, DEEP = 100 * MM, 80 * MM
"""Twenty men, five wide, on bases of 20 mm."""


def apart(inches: float) -> float:
    """Where a unit of twenty stands whose front is so many inches from that of one at y = 10."""
    return 10 + DEEP + inches


def may_charge(game: Play, charger: str, target: str) -> bool:
    return game.topic == "declare charge" and game.offers(unit=charger, target=target)


def pose(game: Play, name: str) -> Pose:
    found = game.unit(name).pose
    assert found is not None
    return found


def reasons(game: Play) -> list[str]:
    """What dice were rolled for so far."""
    return [roll.why for roll in game.rolls]


def settle(game: Play) -> Play:
    """Move chargers, taking the first place each time, until the Charge Phase is over."""
    while not any(event.phase == "Movement" for event in game.told(PhaseBegan)):
        if game.topic == "declare charge":
            game.choose("pass")
        elif game.topic in ("charge place", "move charger"):
            game.choose(game.keys[0])
        else:
            game.decline()
    return game


# Declaring


@pytest.mark.rule("t9a.charge.declare", "t9a.charge.range")
@pytest.mark.parametrize(("inches", "possible"), [(16.0, True), (16.05, False)])
def test_a_slow_character_shortens_the_reach_of_his_unit(inches: float, possible: bool) -> None:
    # The men would reach 6 + 12, their Captain 4 + 12.
    table = draw(f"0 Spearmen at 36,10 | 0 Captain at 5,5 | 1 Swordsmen at 36,{apart(inches)} face 180")
    game = table.change("Spearmen", adv=6).join("Captain", "Spearmen").play()
    assert may_charge(game, "Spearmen", "Swordsmen") is possible


@pytest.mark.rule("t9a.charge.declare", "t9a.geometry.inches_closest")
@pytest.mark.parametrize(("more", "possible"), [(0.0, True), (0.05, False)])
def test_distance_is_measured_from_corner_to_corner(more: float, possible: bool) -> None:
    # 9.6 to the side and 12.8 ahead between the nearest corners: sixteen inches, which is 4 + 12.
    x, y = 30 + WIDE + 9.6, 10 + DEEP + 12.8 + more
    game = draw(f"0 Spearmen at 30,10 | 1 Swordsmen at {x},{y} face 180").play()
    assert may_charge(game, "Spearmen", "Swordsmen") is possible
    if possible:
        told = {one.label: one.value for one in game.weighed[0].odds}
        assert (told["needed with 2D6"], told["charge succeeds"]) == pytest.approx((12, 1 / 36))


@pytest.mark.rule("t9a.geometry.arcs", "t9a.charge.declare")
@pytest.mark.parametrize(("aside", "arc"), [(-0.05, Arc.FRONT), (0.0, Arc.FRONT), (0.05, Arc.LEFT)])
def test_a_charger_on_the_line_between_two_arcs_is_in_the_front(aside: float, arc: Arc) -> None:
    # The line goes out from the target's eastern front corner at 45 degrees; the charger looks down along it.
    x, y = 36 + WIDE / 2 + 5, 24 - DEEP / 2 - 5
    away = DEEP / 2 * math.sqrt(0.5)
    table = draw(f"0 Spearmen at {x + away + aside},{y - away} face 315 | 1 Swordsmen at 36,24 face 180")
    table.set("Spearmen", pose=Pose(x + away + aside, y - away, 315.0))
    game = table.play(dice={"Charge Range": (1, 1), "": 1}).choose(unit="Spearmen", target="Swordsmen")
    events = [event for event in game.game.events if hasattr(event, "arc")]
    told = game.unit("Spearmen").target_arc or (events[-1].arc if events else None)
    assert told == arc


@pytest.mark.rule("t9a.charge.declare")
def test_a_friend_who_will_charge_out_of_the_way_leaves_room() -> None:
    # A lane six inches wide between rocks, with the Guard in it.
    rocks = "72x48 impassable 26,14 14x2 impassable 46,14 14x2"
    line = (
        f"{rocks} | 0 Spearmen at 36,8 | 0 Guard at 36,14 | 1 Swordsmen at 33,22 face 180 | 1 Archers at 41,24 face 180"
    )
    game = draw(line).play(dice={"": 1})
    assert not may_charge(game, "Spearmen", "Swordsmen")
    game.choose(unit="Guard", target="Archers").choose("hold")
    assert may_charge(game, "Spearmen", "Swordsmen")


@pytest.mark.rule("t9a.charge.declare")
def test_an_enemy_in_the_lane_who_is_not_charged_is_in_the_way() -> None:
    rocks = "72x48 impassable 26,14 14x2 impassable 46,14 14x2"
    line = f"{rocks} | 0 Spearmen at 36,8 | 1 Captain at 36,14 face 180 | 1 Giant at 36,20 face 180"
    game = draw(line).play()
    assert may_charge(game, "Spearmen", "Captain")
    assert not may_charge(game, "Spearmen", "Giant")


# Reactions


@pytest.mark.rule("t9a.charge.reaction_stand_and_shoot")
@pytest.mark.parametrize(("inches", "shoots"), [(4.0, False), (4.5, True)])
def test_who_stands_and_shoots_minds_the_slowest_of_the_chargers(inches: float, shoots: bool) -> None:
    y = 10 + 60 * MM + inches
    table = draw(f"0 Spearmen at 36,10 | 0 Captain at 5,5 | 1 Archers at 36,{y} face 180")
    game = table.change("Spearmen", adv=5).join("Captain", "Spearmen").play()
    game.choose(unit="Spearmen", target="Archers")
    assert game.offers("stand and shoot") is shoots


@pytest.mark.rule("t9a.charge.reaction_stand_and_shoot", "t9a.panic.losses_25", "t9a.panic.flee_direction")
def test_a_charger_that_loses_a_quarter_to_the_reaction_may_run_away() -> None:
    table = draw("0 Spearmen at 36,20 | 0 Guard at 60,20 | 1 Archers at 36,28 face 180 | 1 Giant at 60,32 face 180")
    dice = {"to hit": 6, "to wound": (4, 4, 4, 4, 4, 1, 1, 1, 1, 1), "Panic": (4, 4), "Flee": (2, 3), "": 1}
    game = table.play(dice=dice).choose(unit="Spearmen", target="Archers").choose("stand and shoot")
    unit = game.unit("Spearmen")
    assert (unit.models, unit.fleeing) == (15, True)
    # One rank went from the rear, so the centre lies 10 mm further ahead; then five inches straight back.
    assert pose(game, "Spearmen").y == pytest.approx(20 + 10 * MM - 5)
    assert pose(game, "Spearmen").facing == pytest.approx(180)
    assert "Archers chose to stand and shoot" in game.log
    settle(game)
    assert "Charge Range" not in " ".join(reasons(game))


@pytest.mark.rule("t9a.charge.reaction_stand_and_shoot", "t9a.panic.losses_25")
def test_four_of_twenty_are_no_quarter_and_the_charge_goes_on() -> None:
    table = draw("0 Spearmen at 36,20 | 1 Archers at 36,28 face 180 | 1 Giant at 5,44 face 180")
    dice = {"to hit": 6, "to wound": (4, 4, 4, 4, 1, 1, 1, 1, 1, 1), "Charge Range": (6, 6), "": 1}
    game = table.play(dice=dice).choose(unit="Spearmen", target="Archers").choose("stand and shoot")
    settle(game)
    assert not [test for test in game.told(DisciplineTested) if test.kind == "panic"]
    assert game.told(ChargeRangeRolled)[0].made


@pytest.mark.rule("t9a.charge.reaction_stand_and_shoot")
def test_a_unit_may_shoot_at_each_of_two_chargers() -> None:
    line = "0 Spearmen at 31,14 | 0 Guard at 41,14 | 1 Archers at 36,26 face 180 | 1 Giant at 5,44 face 180"
    game = draw(line).play(dice={"": 1})
    game.choose(unit="Spearmen", target="Archers").choose("stand and shoot")
    game.choose(unit="Guard", target="Archers")
    assert game.offers("stand and shoot")
    game.choose("stand and shoot")
    assert len([why for why in reasons(game) if "hit" in why]) == 2


@pytest.mark.rule("t9a.charge.reaction_stand_and_shoot", "t9a.special.character")
def test_a_single_bow_in_the_ranks_is_enough_to_stand_and_shoot() -> None:
    table = draw("0 Spearmen at 36,10 | 1 Swordsmen at 36,20 face 180 | 1 Captain at 5,44 face 180")
    table = armed(table, "Captain", aim=3).join("Captain", "Swordsmen")
    game = table.play(dice={"": 1}).choose(unit="Spearmen", target="Swordsmen").choose("stand and shoot")
    assert [roll.dice for roll in game.rolls if "hit" in roll.why] == ["1D6"]


@pytest.mark.rule("t9a.charge.reaction_flee", "t9a.fleeing.only_flee_reaction")
def test_a_unit_charged_again_while_it_flees_runs_once_more_from_the_second_charger() -> None:
    # First straight away from the Spearmen, 3 inches to (36,25); then from the Guard at (30,17): along (6,8), 5 inches.
    line = "0 Spearmen at 36,12 | 0 Guard at 30,17 | 1 Swordsmen at 36,22 face 180 | 1 Giant at 5,44 face 180"
    game = draw(line).play(dice={"Flee": [(1, 2), (2, 3)], "": 1})
    game.choose(unit="Spearmen", target="Swordsmen").choose("flee")
    while game.topic != "declare charge":
        game.choose("keep")
    assert pose(game, "Swordsmen") == Pose(36.0, 25.0, 0.0)
    game.choose(unit="Guard", target="Swordsmen")
    if game.topic == "charge reaction":
        game.choose("flee")
    there = pose(game, "Swordsmen")
    assert (there.x, there.y) == pytest.approx((39, 29))
    assert there.facing == pytest.approx(math.degrees(math.atan2(6, 8)))


@pytest.mark.rule("t9a.charge.reaction_flee", "t9a.special.flee_move")
def test_a_charger_that_reaches_a_fleeing_unit_destroys_it_and_may_turn() -> None:
    # Five inches apart, the flight goes 3: eight inches, which the Advance Rate of 8 covers whatever the dice show.
    y = 10 + 25 * MM + 40 * MM + 5
    line = f"0 Knights at 36,10 | 1 Swordsmen at 36,{y} face 180 | 1 Guard at 36,46 face 180"
    game = draw(line).play(dice={"Flee": (1, 2), "Charge Range": (1, 1, 1), "": 1})
    game.choose(unit="Knights", target="Swordsmen").choose("flee")
    while game.topic != "charge pivot" and not game.unit("Swordsmen").fate:
        game.choose(game.keys[0] if "keep" not in game.keys else "keep")
    assert game.unit("Swordsmen").fate == "destroyed"
    assert not game.unit("Knights").engaged
    assert "pivot" in game.topic


@pytest.mark.rule("t9a.charge.declare", "t9a.charge.reaction_flee")
def test_a_charger_whose_prey_leaves_the_board_may_redirect() -> None:
    line = "0 Spearmen at 36,30 | 1 Swordsmen at 36,42 face 180 | 1 Archers at 28,40 face 180"
    game = draw(line).play(dice={"Flee": (6, 6), "Redirect": (1, 1), "": 1})
    game.choose(unit="Spearmen", target="Swordsmen").choose("flee")
    assert game.unit("Swordsmen").fate == "fled"
    while game.topic != "redirect":
        game.decline()
    game.choose("redirect")
    if game.topic == "redirect target":
        game.choose(unit="Spearmen", target="Archers")
    assert game.unit("Spearmen").target == game.unit("Archers").id


# Terror


@pytest.mark.rule("t9a.special.terror", "t9a.panic.flee_direction")
def test_terror_drives_a_unit_away_from_the_monster_centre_to_centre() -> None:
    # From (30,12) through (36,20): the direction (0.6, 0.8), five inches. Nearer Spearmen do not matter.
    line = "0 Giant at 30,12 face 37 | 0 Spearmen at 42,18 | 1 Swordsmen at 36,20 face 180 | 1 Guard at 5,46 face 180"
    game = draw(line).play(dice={"Panic": (4, 4), "Flee": (2, 3), "": 1})
    game.choose(unit="Giant", target="Swordsmen")
    there = pose(game, "Swordsmen")
    assert (there.x, there.y) == pytest.approx((39, 24))
    assert there.facing == pytest.approx(math.degrees(math.atan2(6, 8)))


@pytest.mark.rule("t9a.special.terror", "t9a.panic.exempt")
def test_who_fights_already_has_no_time_for_terror() -> None:
    table = draw("0 Giant at 30,12 face 20 | 0 Guard at 44,24 face 270 | 1 Swordsmen at 36,24 face 180")
    table.fight("Guard", "Swordsmen", "left")
    game = table.play(dice={"": 6}).choose(unit="Giant", target="Swordsmen")
    assert not any("Panic" in why for why in reasons(game))
    assert [event.reaction for event in game.told(ReactionDeclared)] == ["hold"]


@pytest.mark.rule("t9a.special.terror", "t9a.panic.exempt")
def test_a_unit_that_withstood_one_monster_does_not_test_for_the_next() -> None:
    table = draw("0 Giant at 30,12 face 30 | 0 Ogres at 42,12 face 330 | 1 Swordsmen at 36,22 face 180")
    game = table.change("Ogres", ["Terror"]).play(dice={"Panic": (1, 1), "": 1})
    game.choose(unit="Giant", target="Swordsmen").choose("hold").choose(unit="Ogres", target="Swordsmen")
    assert len([why for why in reasons(game) if "Panic" in why]) == 1


# Range and failed charges


@pytest.mark.rule("t9a.special.swiftstride", "t9a.charge.range")
@pytest.mark.parametrize(("kind", "dice"), [("Infantry", "2D6"), ("Cavalry", "3D6kh2")])
def test_a_rider_on_foot_among_cavalry_slows_the_charge(kind: str, dice: str) -> None:
    table = draw("0 Knights at 36,10 | 0 Captain at 5,5 | 1 Swordsmen at 36,26 face 180")
    table.change("Captain", base=(25, 50), type=kind, adv=8).join("Captain", "Knights")
    faces = (1,) * int(dice[0])
    game = table.play(dice={"Charge Range": faces, "": 1}).choose(unit="Knights", target="Swordsmen").choose("hold")
    settle(game)
    assert [roll.dice for roll in game.rolls if roll.why == "Charge Range"][:1] == [dice]


def failed_end(x: float, y: float, target: tuple[float, float], inches: float) -> tuple[float, float, float]:
    """Where twenty men end who look north at (x, y), wheel to the right to face a point and go so far in all."""
    corner = (x + WIDE / 2, y + DEEP / 2)

    def turned(angle: float) -> tuple[float, float]:
        sin, cos = math.sin(angle), math.cos(angle)
        dx, dy = -WIDE / 2, -DEEP / 2
        return corner[0] + dx * cos + dy * sin, corner[1] - dx * sin + dy * cos

    low, high = 0.0, math.pi / 2
    for _ in range(80):
        angle = (low + high) / 2
        cx, cy = turned(angle)
        off = (target[0] - cx) * math.cos(angle) - (target[1] - cy) * math.sin(angle)
        low, high = (angle, high) if off > 0 else (low, angle)
    cost = 2 * WIDE * math.sin(low / 2)
    cx, cy = turned(low)
    left = inches - cost
    return cx + left * math.sin(low), cy + left * math.cos(low), math.degrees(low)


@pytest.mark.rule("t9a.charge.failed_move")
def test_a_failed_charge_pays_for_its_wheel() -> None:
    line = "0 Spearmen at 36,20 | 1 Swordsmen at 44,33 face 180"
    game = draw(line).play(dice={"Charge Range": (1, 5), "": 1}).choose(unit="Spearmen", target="Swordsmen")
    settle(game.choose("hold"))
    x, y, facing = failed_end(36, 20, (44, 33), 5)
    there = pose(game, "Spearmen")
    assert (there.x, there.y) == pytest.approx((x, y), abs=0.02)
    assert there.facing == pytest.approx(facing, abs=0.5)


@pytest.mark.rule("t9a.charge.failed_move")
def test_a_failed_charge_that_cannot_even_wheel_so_far_stops_in_the_wheel() -> None:
    # One inch of the outer corner: 2 * 3.937 * sin(angle / 2) = 1, an angle of 14.6 degrees.
    line = "0 Spearmen at 36,20 | 1 Swordsmen at 47,32 face 180"
    game = draw(line).play(dice={"Charge Range": (1, 1), "": 1}).choose(unit="Spearmen", target="Swordsmen")
    settle(game.choose("hold"))
    assert pose(game, "Spearmen").facing == pytest.approx(math.degrees(2 * math.asin(1 / (2 * WIDE))), abs=0.3)


@pytest.mark.rule("t9a.charge.failed_move", "t9a.geometry.unit_spacing")
def test_a_failed_charge_does_not_run_into_a_friend() -> None:
    # The Captain, two inches ahead, charges the same enemy, fails and goes on for one inch; the Spearmen behind him
    # would go five, and have three.
    line = f"0 Spearmen at 36,8 | 0 Captain at 36,{8 + DEEP / 2 + 2 + 10 * MM} | 1 Swordsmen at 36,24 face 180"
    game = draw(line).play(dice={"Captain Charge Range": (1, 1), "Spearmen Charge Range": (1, 5), "": 1})
    for name in ("Captain", "Spearmen"):
        game.choose(unit=name, target="Swordsmen").choose("hold")
    settle(game)  # the Captain goes first: he is in the way of the others
    assert len(game.told(FailedChargeMoved)) == 2
    assert pose(game, "Captain").y == pytest.approx(8 + DEEP / 2 + 3 + 10 * MM)
    assert 10 <= pose(game, "Spearmen").y < 11
    assert 0 < distance(shape(game, "Spearmen"), shape(game, "Captain")) <= 1


@pytest.mark.rule("t9a.terrain.hill_charge", "t9a.special.swiftstride", "t9a.prob.charge_remaining_distance")
def test_the_odds_of_a_swift_charge_from_a_hill_know_all_its_dice() -> None:
    # 17 inches at Advance Rate 8: a 9. The best two of three dice reach it in 113 of 216 cases, twice tried.
    y = 10 + 65 * MM + 17
    game = draw(f"72x48 hill 36,10 6x6 | 0 Knights at 36,10 | 1 Swordsmen at 36,{y} face 180").play()
    told = {one.label: one.value for one in game.weighed[0].odds}
    assert told["charge succeeds"] == pytest.approx(1 - (103 / 216) ** 2)


@pytest.mark.rule("t9a.charge.range", "t9a.prob.charge_remaining_distance")
@pytest.mark.parametrize(
    ("inches", "needed", "ways"), [(5.9, 2, 36), (6.0, 2, 36), (6.1, 3, 35), (11.0, 7, 21), (11.01, 8, 15)]
)
def test_fractions_of_an_inch_are_rounded_up_against_the_charger(inches: float, needed: int, ways: int) -> None:
    game = draw(f"0 Spearmen at 36,10 | 1 Swordsmen at 36,{apart(inches)} face 180").play()
    told = {one.label: one.value for one in game.weighed[0].odds}
    assert (told["needed with 2D6"], told["charge succeeds"]) == pytest.approx((needed, ways / 36))


# Contact


@pytest.mark.rule("t9a.charge.contact_priority4")
def test_a_narrow_charger_meets_the_middle_of_a_wide_front_wherever_it_comes_from() -> None:
    # Three Ogres of 40 mm meet six men of 20 mm, flush or not; on a front of ten they can take seven men.
    line = "0 Ogres at 30,10 | 1 Swordsmen at 36,20 face 180 files=10"
    game = settle(
        draw(line).play(dice={"Charge Range": (6, 6), "": 1}).choose(unit="Ogres", target="Swordsmen").choose("hold")
    )
    theirs, ours = shape(game, "Swordsmen"), shape(game, "Ogres")
    # Wholly within the front: all of the Ogres fight.
    assert abs(ours.x - theirs.x) <= (theirs.width - ours.width) / 2 + 1e-6
    touched = {
        number
        for number in range(10)
        if theirs.x - theirs.width / 2 + (number + 1) * 20 * MM >= ours.x - ours.width / 2 - 1e-6
        and theirs.x - theirs.width / 2 + number * 20 * MM <= ours.x + ours.width / 2 + 1e-6
    }
    assert len(touched) >= 7


@pytest.mark.rule("t9a.charge.contact_priority1", "t9a.charge.contact_priority4")
def test_models_are_given_up_so_as_not_to_touch_a_neighbour() -> None:
    # A neighbour half an inch from the target's eastern end stands an inch further ahead: flush in the middle is
    # free, and all five files meet.
    neighbour = f"1 Guard at {36 + WIDE + 0.5},{apart(6) - 1} face 180"
    game = draw(f"0 Spearmen at 36,10 | 1 Swordsmen at 36,{apart(6)} face 180 | {neighbour}").play(
        dice={"Charge Range": (6, 6), "": 1}
    )
    settle(game.choose(unit="Spearmen", target="Swordsmen").choose("hold"))
    assert {foe.unit for foe in game.unit("Spearmen").foes} == {game.unit("Swordsmen").id}
    assert pose(game, "Spearmen").x == pytest.approx(36, abs=0.5)


@pytest.mark.rule("t9a.charge.contact_priority3", "t9a.charge.contact_priority4")
@pytest.mark.parametrize(("rock", "x", "met"), [(36.0, 33.0, 2), (36.0, 39.0, 2), (37.5, 36.0, 4), (34.5, 36.0, 4)])
def test_a_rock_before_the_front_costs_models_in_contact_and_turns_nobody(rock: float, x: float, met: int) -> None:
    # A rock of an inch right before the target. In its middle it leaves two files of either side, at an end four.
    line = f"72x48 impassable {rock},17.6 1x1 | 0 Spearmen at {x},10 | 1 Swordsmen at 36,20 face 180"
    game = draw(line).play(dice={"Charge Range": (6, 6), "": 1})
    settle(game.choose(unit="Spearmen", target="Swordsmen").choose("hold"))
    assert pose(game, "Swordsmen") == Pose(36.0, 20.0, 180.0)
    assert len(contacts(game.battle, game.unit("Spearmen"))) == met
    assert len(contacts(game.battle, game.unit("Swordsmen"))) == met


# Frenzy


@pytest.mark.rule("t9a.special.frenzy")
def test_frenzy_does_not_mind_enemies_that_cannot_be_charged() -> None:
    # Ten inches behind its back nobody can be charged.
    table = with_rules("0 Spearmen at 36,24 | 1 Swordsmen at 36,12 face 180", "Spearmen", ["Frenzy"])
    table.battle.stage = "start of charges"
    game = table.play(dice={"": 1})
    assert not any("renzy" in why for why in reasons(game))


@pytest.mark.rule("t9a.special.frenzy")
def test_one_frenzied_character_is_enough_and_the_best_discipline_counts() -> None:
    table = draw("0 Spearmen at 36,10 | 0 Captain at 5,5 | 1 Swordsmen at 36,20 face 180")
    table.change("Captain", ["Frenzy"]).join("Captain", "Spearmen")
    table.battle.stage = "start of charges"
    game = table.play(dice=[(3, 5, 1)])
    # 3 and 5 of three dice on the Captain's 8: passed.
    assert [(test.needed, test.passed) for test in game.told(DisciplineTested)] == [(8, True)]
    assert isinstance(game.question, Choose)
    assert game.offers("pass")


def refused(table: Table, name: str) -> set[str]:
    game = table.play(dice={"": 1})
    question = game.question
    assert isinstance(question, Choose)
    return {one.rule for one in question.denied if one.unit == game.unit(name).id}


@pytest.mark.rule("t9a.special.random_movement")
def test_a_unit_that_moves_at_random_declares_no_charge() -> None:
    line = "0 Spearmen at 36,10 | 0 Guard at 50,10 | 1 Swordsmen at 36,18 face 180 | 1 Archers at 50,18 face 180"
    assert refused(with_rules(line, "Spearmen", ["Random Movement (2D6)"]), "Spearmen") == {
        "t9a.special.random_movement"
    }
