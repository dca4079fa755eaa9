"""Flee Moves and Rally Tests."""

from __future__ import annotations

from math import cos, radians, sin

import pytest

from tests.essence_of_war.harness import Play, draw, happen, refusal, refused_move, shape
from tests.playing import pose
from warhost.play import Chosen
from warhost.rulesets.essence_of_war.chapters.movement.movement import cannot_move
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.table import Forward, Pivot, Pose, distance

FAILS = (6, 6)
PASSES = (1, 2)
GOBLIN_DEPTH, GOBLIN_WIDTH = 80 / 25.4, 100 / 25.4
ORC_DEPTH = 50 / 25.4
SHAMAN = 25 / 25.4


def flight(others: str, *dice: tuple[int, ...], at: str = "18,30 face 180") -> Play:
    """Goblins (3.94 by 3.15 inches) flee on towards the near edge, after a failed Rally Test."""
    line = f"0 Goblin Rabble at {at} fleeing | 0 Feral Orc Marauders at 4,44 | {others}"
    return draw(line).play(dice=[FAILS, *dice], phase="movement")


@pytest.mark.rule("eow.flee.distance", "eow.rally.fail")
def test_a_unit_that_fails_to_rally_flees_straight_ahead_without_turning() -> None:
    game = flight("Ghouls at 33,44 face 180", (2, 6), at="18,30 face 90")
    assert pose(game, "Goblin Rabble") == Pose(26, 30, 90)
    assert game.unit("Goblin Rabble").fleeing
    assert [roll.dice for roll in game.rolls] == ["2D6", "2D6"]


@pytest.mark.rule("eow.flee.extend", "eow.flee.pass_through")
def test_a_flight_goes_on_until_it_is_an_inch_clear() -> None:
    # After 6 inches the goblins would stand half an inch before the orcs, which are 1.97 inches deep.
    orcs = 30 - GOBLIN_DEPTH / 2 - 6 - 0.5 - ORC_DEPTH / 2
    game = flight(f"1 Iron Orcs at 18,{orcs}", (3, 3))
    beyond = orcs - ORC_DEPTH / 2 - 1 - GOBLIN_DEPTH / 2
    assert pose(game, "Goblin Rabble").y == pytest.approx(beyond, abs=1e-5)
    assert distance(shape(game, "Goblin Rabble"), shape(game, "Iron Orcs")) == pytest.approx(1, abs=1e-5)
    assert game.told(events.UnitFled)[0].rolled == 6


@pytest.mark.rule("eow.flee.extend")
def test_an_inch_away_is_far_enough() -> None:
    orcs = 30 - GOBLIN_DEPTH / 2 - 6 - 1.0 - ORC_DEPTH / 2
    assert pose(flight(f"1 Iron Orcs at 18,{orcs}", (3, 3)), "Goblin Rabble").y == pytest.approx(24)


@pytest.mark.rule("eow.flee.extend")
def test_the_extension_repeats_until_nothing_is_near() -> None:
    orcs = 30 - GOBLIN_DEPTH / 2 - 2 - 0.5 - ORC_DEPTH / 2
    zombies = orcs - ORC_DEPTH / 2 - 3 - GOBLIN_DEPTH / 2
    game = flight(f"1 Iron Orcs at 18,{orcs} | 1 Zombies at 18,{zombies} face 180", (1, 1))
    assert pose(game, "Goblin Rabble").y == pytest.approx(zombies - GOBLIN_DEPTH - 1, abs=1e-5)


@pytest.mark.rule("eow.terrain.impassable.flee_end", "eow.flee.extend")
def test_a_flight_that_would_end_on_a_rock_goes_on_to_an_inch_beyond_it() -> None:
    line = "36x48 impassable 18,24 3x4 | 0 Goblin Rabble at 18,30 face 180 fleeing | Ghouls at 4,44 face 180"
    game = draw(f"{line} | 0 Orc Shaman at 34,46").play(dice=[FAILS, (2, 3), (4,) * 20], phase="movement")
    assert pose(game, "Goblin Rabble").y == pytest.approx(22 - 1 - GOBLIN_DEPTH / 2, abs=1e-5)


@pytest.mark.rule("eow.flee.extend")
def test_an_extension_may_lead_off_the_board() -> None:
    # The shaman stands 0.6 inches from the edge: there is no room for the goblins behind him.
    game = flight(f"1 Orc Shaman at 18,{0.6 + SHAMAN / 2}", (1, 1), at="18,4.5 face 180")
    assert game.unit("Goblin Rabble").pose is None


@pytest.mark.rule("eow.flee.off_board")
@pytest.mark.parametrize(("away", "gone"), [(4.0, True), (3.5, True), (4.1, False)])
def test_a_fleeing_unit_is_destroyed_when_it_touches_the_board_edge(away: float, gone: bool) -> None:
    game = flight("Ghouls at 33,44 face 180", (2, 2), at=f"18,{GOBLIN_DEPTH / 2 + away} face 180")
    goblins = game.unit("Goblin Rabble")
    assert (goblins.pose is None) is gone
    if gone:
        assert goblins.fate == "fled"
        assert game.told(events.UnitFledOffBoard)[0].inches == pytest.approx(away)
        assert game.told(events.UnitDestroyed)


@pytest.mark.rule("eow.flee.off_board")
@pytest.mark.parametrize("facing", [0, 90, 180, 270])
@pytest.mark.parametrize(("away", "gone"), [(4.0, True), (4.1, False)])
def test_all_four_edges_are_the_end_of_a_flight(facing: int, away: float, gone: bool) -> None:
    ahead = GOBLIN_DEPTH / 2 + away
    x, y = {0: (20, 48 - ahead), 90: (36 - ahead, 30), 180: (12, ahead), 270: (ahead, 30)}[facing]
    game = flight("Ghouls at 33,44 face 180", (2, 2), at=f"{x},{y} face {facing}")
    assert (game.unit("Goblin Rabble").pose is None) is gone


@pytest.mark.rule("eow.flee.off_board")
def test_a_flight_along_an_edge_is_not_a_flight_over_it() -> None:
    game = flight("Ghouls at 33,44 face 180", (2, 2), at=f"{GOBLIN_WIDTH / 2},30 face 180")
    assert pose(game, "Goblin Rabble").y == pytest.approx(26)


@pytest.mark.rule("eow.flee.pass_through", "eow.panic.fled_through")
def test_friends_fled_through_test_after_the_move_and_enemies_do_not() -> None:
    # The goblins run through the archers and the ghouls and stop clear of both.
    others = "0 Citizen Archers at 18,26 | 1 Ghouls at 18,22 face 180"
    game = flight(others, (6, 6), PASSES)
    assert [(roll.why[:5], roll.unit) for roll in game.rolls] == [("Rally", 0), ("Flee ", 0), ("Panic", 2)]
    assert pose(game, "Goblin Rabble").y == pytest.approx(18)
    assert not game.unit("Citizen Archers").fleeing


@pytest.mark.rule("eow.flee.pass_through")
def test_units_beside_the_way_do_not_test() -> None:
    aside = 18 + GOBLIN_WIDTH + 0.1
    game = flight(f"0 Citizen Archers at {aside},26 | 1 Ghouls at 33,44 face 180", (6, 6))
    assert len(game.rolls) == 2


@pytest.mark.rule("eow.spacing.charge_flee")
def test_a_flight_may_graze_a_friend_and_a_rock() -> None:
    aside = 18 + GOBLIN_WIDTH + 0.1
    rock = 18 - GOBLIN_WIDTH / 2 - 1.5
    line = f"36x48 impassable {rock},25 3x4 | 0 Goblin Rabble at 18,30 face 180 fleeing | 1 Ghouls at 33,44 face 180"
    game = draw(f"{line} | 0 Citizen Archers at {aside},26").play(dice=[FAILS, (6, 6)], phase="movement")
    assert pose(game, "Goblin Rabble") == Pose(18, 18, 180)
    assert len(game.rolls) == 2


@pytest.mark.rule("eow.flee.no_actions")
@pytest.mark.parametrize(
    ("phase", "steady", "fleeing"),
    [
        ("charge", "Imperial Guard", "Iron Orcs"),
        ("movement", "Imperial Guard", "Iron Orcs"),
        ("magic", "Mage", "Orc Shaman"),
        ("shooting", "Handgunners", "Citizen Archers"),
    ],
)
def test_a_fleeing_unit_neither_charges_nor_moves_nor_casts_nor_shoots(phase: str, steady: str, fleeing: str) -> None:
    line = f"0 {steady} at 12,20 | 0 {fleeing} at 24,20 fleeing done | Ghouls at 18,28 face 180"
    game = draw(line).play(dice=[6], phase=phase)
    assert game.battle.phase == phase
    assert game.offers(unit=steady)
    assert not game.offers(unit=fleeing)
    upright = draw(line.replace("fleeing done", "")).play(dice=[6], phase=phase)
    assert upright.offers(unit=fleeing)


@pytest.mark.rule("eow.rally.mandatory")
def test_all_fleeing_units_test_before_anybody_moves_in_the_owners_order() -> None:
    line = "0 Goblin Rabble at 8,30 fleeing | 0 Iron Orcs at 28,30 fleeing | 0 Orc Shaman at 34,2"
    game = draw(f"{line} | Ghouls at 18,44 face 180").play(dice=[PASSES, PASSES], phase="movement")
    assert game.topic == "rally"
    assert game.keys == ["0", "1"]
    game.choose(unit="Iron Orcs").stay()
    assert [roll.unit for roll in game.rolls] == [1, 0]
    assert game.topic == "rally pivot"
    assert game.stay().topic == "move"


@pytest.mark.rule("eow.rally.mandatory")
def test_a_unit_that_starts_to_flee_while_others_rally_tests_in_the_next_turn() -> None:
    game = flight("0 Citizen Archers at 18,26 | 1 Ghouls at 18,44 face 180", (6, 6), FAILS, (1, 1))
    assert game.unit("Citizen Archers").fleeing
    assert game.topic == "move"


@pytest.mark.rule("eow.rally.pass")
def test_a_rallied_unit_no_longer_flees_and_may_pivot_at_once() -> None:
    # The goblins have Discipline 6 of their own.
    game = draw("0 Goblin Rabble at 18,30 face 180 fleeing | Ghouls at 4,44 face 180").play(
        dice=[(3, 3)], phase="movement"
    )
    assert not game.unit("Goblin Rabble").fleeing
    assert game.topic == "rally pivot"
    assert refused_move(game, "advance", Forward(1))
    game.dice.left.append((1,))
    game.move("pivot", Pivot(180))
    assert pose(game, "Goblin Rabble") == Pose(18, 30, 0)


@pytest.mark.rule("eow.rally.restrictions")
def test_a_rallied_unit_does_not_move_on_nor_shoot_but_casts() -> None:
    line = "0 Citizen Archers at 10,20 fleeing | 0 Mage at 26,20 fleeing | 0 Handgunners at 18,20"
    game = draw(f"{line} | Ghouls at 18,34 face 180").play(dice=[PASSES, PASSES, 6], phase="movement")
    game.choose(unit="Citizen Archers").move("pivot", Pivot(10)).stay()
    assert game.keys == ["2", "pass"]
    assert refusal(game, Chosen("0")).rule == "eow.rally.restrictions"
    game.until("cast")
    assert game.offers(unit="Mage")
    game.until("shoot")
    assert game.offers(unit="Handgunners")
    assert not game.offers(unit="Citizen Archers")


@pytest.mark.rule("eow.panic.pivot_line", "eow.boundary.centre")
@pytest.mark.parametrize(
    ("x", "y", "facing", "end"), [(15, 16, 36.8699, (21, 24)), (18, 16, 0, (18, 25)), (15, 20, 90, (23, 20))]
)
def test_a_unit_flees_directly_away_from_a_point(x: float, y: float, facing: float, end: tuple[float, float]) -> None:
    game = happen(
        draw("Goblin Rabble at 18,20 | Ghouls at 18,40 face 180"),
        lambda battle: panic.flee_from(battle, battle.units[0], x, y, inches=5),
    )
    assert pose(game, "Goblin Rabble").facing == pytest.approx(facing, abs=1e-4)
    assert (pose(game, "Goblin Rabble").x, pose(game, "Goblin Rabble").y) == pytest.approx(end)


@pytest.mark.rule("eow.panic.pivot_line")
@pytest.mark.parametrize(("seat", "y"), [(0, 17.0), (1, 23.0)])
def test_from_its_own_centre_a_unit_flees_to_its_own_edge(seat: int, y: float) -> None:
    table = draw(f"{seat} Goblin Rabble at 18,20 face 90 | {1 - seat} Ghouls at 18,40 face 180")
    game = happen(table, lambda battle: panic.flee_from(battle, battle.units[0], 18, 20, inches=3))
    assert pose(game, "Goblin Rabble").y == pytest.approx(y)


@pytest.mark.rule("eow.flee.no_actions")
def test_a_unit_that_flees_has_no_move_even_if_it_has_not_had_one() -> None:
    denied = cannot_move(draw("Goblin Rabble at 18,20 fleeing | Ghouls at 18,40 face 180").unit("Goblin Rabble"))
    assert denied is not None
    assert denied.rule == "eow.flee.no_actions"


@pytest.mark.rule("eow.flee.no_actions")
def test_a_flight_ends_every_charge_and_contact() -> None:
    table = draw("Goblin Rabble at 18,20 | Ghouls at 18,40 face 180").fight("Ghouls", "Goblin Rabble")
    table.set("Goblin Rabble", charging=True, target=1)
    game = happen(table, lambda battle: panic.flee_from(battle, battle.units[0], 18, 22, inches=4))
    goblins = game.unit("Goblin Rabble")
    assert (goblins.fleeing, goblins.engaged, goblins.charging, goblins.target) == (True, False, False, None)
    assert not game.unit("Ghouls").engaged


@pytest.mark.rule("eow.flee.off_board")
def test_a_turn_that_puts_the_front_over_the_edge_is_a_flight_off_the_board() -> None:
    # Five riders abreast look along the edge 1.5 inches from it; turned to face up the board their front is off it.
    table = draw("0 Feral Orc Marauders at 1.5,20 face 90 | 1 Ghouls at 1.5,10")
    game = happen(table, lambda battle: panic.flee_from(battle, battle.units[0], 1.5, 10, inches=4))
    assert game.unit("Feral Orc Marauders").pose is None


@pytest.mark.rule("eow.flee.off_board", "eow.board_edge.front_stays")
def test_a_front_over_the_edge_is_gone_even_if_the_flight_leads_back() -> None:
    # Facing 20 degrees the left end of their front is half an inch over the edge, from which they would run away.
    table = draw("0 Feral Orc Marauders at 1.5,20 face 90 | 1 Ghouls at 1.5,10")
    x, y = 1.5 - 10 * sin(radians(20)), 20 - 10 * cos(radians(20))
    game = happen(table, lambda battle: panic.flee_from(battle, battle.units[0], x, y, inches=9))
    assert game.unit("Feral Orc Marauders").pose is None


@pytest.mark.rule("eow.board_edge.partly_off")
def test_a_rear_over_the_edge_may_flee_back_onto_the_board() -> None:
    # Facing 70 degrees only a rear corner is over the edge.
    table = draw("0 Feral Orc Marauders at 1.5,20 face 90 | 1 Ghouls at 1.5,10")
    x, y = 1.5 - 10 * sin(radians(70)), 20 - 10 * cos(radians(70))
    game = happen(table, lambda battle: panic.flee_from(battle, battle.units[0], x, y, inches=5))
    assert pose(game, "Feral Orc Marauders").x > 6
