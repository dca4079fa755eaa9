"""What terrain is to those who move (Terrain; Unit Types)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blue_age.harness import Play, draw, places, refusal, spots, unit, walk

FOE = "Ogres at 2,46 face 180"


def on(terrain: str, at: str = "24,10", dice: Any = (), **fields: Any) -> Play:
    """A single model, or as many as told, that is about to walk on a table with that terrain."""
    walkers = unit(**{"movement": 6, **fields})
    play = draw(f"48x48 {terrain} | Walkers at {at} | {FOE}", Walkers=walkers, Ogres=unit()).play(dice=dice)
    return play.choose(unit="Walkers")


def reach(play: Play, inches: float = 6.0) -> float:
    """How far the unit gets that tries to go so far ahead."""
    before = spots(play, "Walkers")[0][1]
    play.answer(walk(play, 0, inches))
    return round(spots(play, "Walkers")[0][1] - before, 3)


# Slow ground


@pytest.mark.rule("blue.terrain.difficult", "blue.unit_type.infantry")
def test_difficult_ground_costs_double() -> None:
    assert reach(on("difficult 24,12 10x10")) == 3.0
    assert refusal(on("difficult 24,12 10x10"), places((24, 13.1))).rule == "blue.move.first_player_moves"
    assert "cannot get there" in refusal(on("difficult 24,12 10x10"), places((24, 13.1))).message


@pytest.mark.rule("blue.terrain.dangerous_move")
def test_dangerous_ground_costs_double() -> None:
    # 2" of it cost 4", so that 2" are left.
    assert reach(on("dangerous 24,11 10x2", dice=[9])) == 4.0


@pytest.mark.rule("blue.special.sure_step", "blue.unit_type.beast_sure_step", "blue.unit_type.swarm_sure_step")
@pytest.mark.parametrize("fields", [{"rules": ["Sure Step"]}, {"type": "beast"}, {"type": "swarm"}])
def test_sure_step_is_never_slowed(fields: dict[str, Any]) -> None:
    assert reach(on("difficult 24,12 10x20", **fields)) == 6.0


@pytest.mark.rule("blue.terrain.woods_heavy_difficult")
def test_heavy_woods_are_difficult() -> None:
    assert reach(on("heavy_woods 24,12 10x20")) == 3.0
    assert reach(on("heavy_woods 24,12 10x20", rules=["Sure Step"])) == 6.0


def test_light_woods_are_open_for_movement() -> None:
    assert reach(on("light_woods 24,12 10x20")) == 6.0


@pytest.mark.rule("blue.building.ruins_difficult")
def test_ruins_are_difficult() -> None:
    assert reach(on("ruins 24,12 10x20")) == 3.0


@pytest.mark.rule("blue.terrain.hill_open")
def test_hills_are_open_ground() -> None:
    assert reach(on("hill 24,15 10x8", movement=5), 5.0) == 5.0


@pytest.mark.rule("blue.terrain.river_shallow")
@pytest.mark.parametrize(("kind", "inches"), [("infantry", 3.0), ("monstrous infantry", 6.0), ("monster", 6.0)])
def test_a_shallow_river_is_difficult_to_most(kind: str, inches: float) -> None:
    assert reach(on("shallow_river 24,12 20x20", type=kind)) == inches


@pytest.mark.rule("blue.terrain.river_shallow")
def test_a_shallow_river_is_open_to_flyers() -> None:
    assert reach(on("shallow_river 24,12 20x20", flyer=True)) == 6.0


@pytest.mark.rule("blue.terrain.road")
def test_a_road_leads_through_a_wood_at_no_cost() -> None:
    assert reach(on("heavy_woods 24,15 20x20 road 24,15 3x20")) == 6.0


@pytest.mark.rule("blue.terrain.obstacle_low_move")
def test_a_low_obstacle_costs_double_where_it_is_crossed() -> None:
    assert reach(on("low_obstacle 24,12 10x0.5", movement=5), 5.0) == 4.5


@pytest.mark.rule("blue.terrain.obstacle_high_move", "blue.move.climbing")
def test_a_high_obstacle_costs_double_up_and_across() -> None:
    # A wall 2" high and 1" wide costs 6": with Movement 8 two inches are left beside its own inch.
    assert reach(on("high_obstacle 24,11.5 10x1", movement=8), 8.0) == 3.0


@pytest.mark.rule("blue.move.climbing")
def test_climbing_costs_two_inches_for_each_of_height() -> None:
    # Up 2" of height for 4"; the first two inches on top cost one inch each of the other two.
    play = on("high_obstacle 24,16 10x12", at="24,9.99")
    assert "cannot get there" in refusal(play, places((24, 11.1))).message
    play.answer(places((24, 10.99)))


def test_who_stands_on_top_does_not_climb_again() -> None:
    assert reach(on("high_obstacle 24,16 10x14", at="24,10")) == 3.0


@pytest.mark.rule("blue.move.jump_across")
@pytest.mark.parametrize(("gap", "jumps"), [(3.0, True), (3.5, False)])
def test_gaps_up_to_half_the_movement_are_jumped(gap: float, jumps: bool) -> None:
    # From the top of one wall to the top of the next: whoever cannot jump would have to climb again.
    second = 12.0 + gap + 1.5
    terrain = f"high_obstacle 24,10.5 10x3 high_obstacle 24,{second} 10x3"
    play = on(terrain, at="24,11.5")
    goal = places((24, 12.0 + gap + 0.6))
    if jumps:
        play.answer(goal)
    else:
        assert "cannot get there" in refusal(play, goal).message


@pytest.mark.rule("blue.move.jump_down")
@pytest.mark.parametrize(("height", "rolls"), [(3, 0), (4, 1)])
def test_jumping_down_more_than_three_inches_is_dangerous(height: int, rolls: int) -> None:
    play = on(f"high_obstacle_tall{height} 24,8.5 10x4", at="24,10", dice={"Dangerous": 2, "": 1})
    play.answer(walk(play, 0, 4))
    assert len(play.rolls) == rolls
    assert bool(play.unit("Walkers").models) is (rolls == 0)


@pytest.mark.rule("blue.move.jump_down")
def test_nobody_jumps_down_more_than_six_inches() -> None:
    play = on("high_obstacle_tall7 24,8.5 10x4", at="24,10")
    assert refusal(play, places((24, 12))).rule == "blue.move.first_player_moves"


# Closed ground


@pytest.mark.rule("blue.terrain.impassable_move")
def test_impassable_terrain_is_gone_round_not_crossed() -> None:
    play = on("impassable 24,12 3x1", movement=8)
    assert refusal(play, places((24, 12))).rule
    play.answer(places((24, 14)))
    wide = on("impassable 24,12 30x1", movement=8)
    assert "cannot get there" in refusal(wide, places((24, 14))).message
    wide.answer(walk(wide, 0, 8))
    assert spots(wide, "Walkers")[0][1] < 11.5


@pytest.mark.rule("blue.terrain.river_deep")
def test_a_deep_river_is_closed_to_all_but_monsters_and_flyers() -> None:
    assert "cannot get there" in refusal(on("deep_river 24,12 40x2", movement=8), places((24, 15))).message
    assert reach(on("deep_river 24,12 40x2", type="monster")) == 6.0
    assert reach(on("deep_river 24,12 40x2", flyer=True)) == 6.0


@pytest.mark.rule("blue.terrain.bridge")
def test_a_bridge_leads_over_a_deep_river() -> None:
    assert reach(on("deep_river 24,12 40x2 bridge 24,12 3x2")) == 6.0


@pytest.mark.rule("blue.terrain.obstacle_high_impassable")
@pytest.mark.parametrize("kind", ["cavalry", "chariot"])
def test_cavalry_and_chariots_do_not_climb(kind: str) -> None:
    wall = "high_obstacle 24,12 40x0.5"
    assert refusal(on(wall, type=kind, movement=12), places((24, 15))).rule
    on(wall, movement=12).answer(places((24, 15)))


@pytest.mark.rule("blue.terrain.fly_overrules")
def test_flying_cavalry_crosses_a_high_obstacle() -> None:
    play = on("high_obstacle 24,12 40x0.5", type="cavalry", flyer=True)
    play.answer(places((24, 15)))
    assert spots(play, "Walkers") == [(24.0, 15.0)]


@pytest.mark.rule("blue.terrain.woods_light_war_machines", "blue.terrain.woods_heavy_war_machines")
@pytest.mark.parametrize("wood", ["light_woods", "heavy_woods"])
def test_war_machines_stay_out_of_woods(wood: str) -> None:
    play = on(f"{wood} 24,14 20x6", type="war machine")
    assert refusal(play, places((24, 12))).rule
    chariot = on(f"{wood} 24,14 20x6", type="chariot", dice={"Dangerous": 9})
    chariot.answer(places((24, 12)))


def test_nobody_walks_through_a_building() -> None:
    assert "cannot get there" in refusal(on("light_building 24,12 30x2", movement=8), places((24, 15))).message


def test_flyers_do_not_land_on_impassable_terrain_or_a_roof() -> None:
    for kind in ("impassable", "light_building"):
        play = on(f"{kind} 24,14 6x3", flyer=True)
        assert "may not stand" in refusal(play, places((24, 14))).message


# Danger


@pytest.mark.rule("blue.terrain.dangerous_roll")
def test_every_model_in_dangerous_ground_rolls_a_d10() -> None:
    dice = [(1, 1, 2, 3, 4, 5, 6, 7, 8, 10), (9, 8, 8)]
    play = on("dangerous 24,12 20x10", models=10, armour=["Light Armour"], dice=dice)
    play.answer(walk(play, 0, 3))
    assert [roll.dice for roll in play.rolls] == ["10D10", "3D10"]
    assert len(play.unit("Walkers").models) == 8


def test_a_wound_falls_on_the_model_that_rolled_it() -> None:
    play = on("dangerous 24,12 0.5x10", at="24,10", models=3, dice=[1])
    before = spots(play, "Walkers")
    play.answer(places(*[(x, y + 1.0) for x, y in before]))
    assert [x for x, _ in spots(play, "Walkers")] == [x for x, _ in before if not 23.5 < x < 24.5]


@pytest.mark.rule("blue.unit_type.cavalry_terrain")
def test_cavalry_finds_difficult_ground_dangerous() -> None:
    play = on("difficult 24,12 20x10", models=5, type="cavalry", base=40, dice=[(1, 5, 6, 7, 8)])
    play.answer(walk(play, 0, 3))
    assert play.rolls[0].dice == "5D10"
    assert len(play.unit("Walkers").models) == 4


@pytest.mark.rule("blue.unit_type.war_machine_terrain")
def test_war_machines_find_difficult_ground_dangerous() -> None:
    play = on("difficult 24,13 20x5", type="war machine", health=3, dice=[2])
    play.answer(walk(play, 0, 3))
    assert play.unit("Walkers").models[0].lost == 1


@pytest.mark.rule("blue.unit_type.chariot_terrain")
@pytest.mark.parametrize("terrain", ["low_obstacle 24,12 10x0.5", "light_woods 24,13 10x3", "shallow_river 24,13 9x3"])
def test_chariots_find_all_but_open_ground_dangerous(terrain: str) -> None:
    play = on(terrain, type="chariot", health=4, dice=[2])
    play.answer(walk(play, 0, 4))
    assert play.unit("Walkers").models[0].lost == 1


def test_hills_are_no_danger_to_chariots() -> None:
    play = on("hill 24,13 10x6", type="chariot", health=4)
    play.answer(walk(play, 0, 4))
    assert not play.rolls


@pytest.mark.rule("blue.unit_type.flyer_ignores_terrain")
def test_flyers_only_care_where_they_land() -> None:
    terrain = "deep_river 24,12 40x2 heavy_woods 24,15 20x3 dangerous 24,19 20x4"
    over = on(terrain, type="beast", flyer=True, movement=12, base=25)
    over.answer(places((24, 16)))
    assert not over.rolls
    into = on(terrain, type="beast", flyer=True, movement=12, base=25, dice=[2])
    into.answer(places((24, 19)))
    assert not into.unit("Walkers").models


# Flights


def running(terrain: str, at: str, dice: Any, **fields: Any) -> Play:
    """A fleeing unit before its mandatory move home, towards the near edge."""
    table = draw(
        f"48x48 {terrain} | Walkers at {at} | Bows at 40,10 | {FOE}", Walkers=unit(**fields), Ogres=unit(), Bows=unit()
    )
    table.unit("Walkers").fleeing = True
    table.battle.stage = "mandatory"
    return table.play(dice=dice)


@pytest.mark.rule("blue.terrain.dangerous_no_save_fleeing")
def test_armour_does_not_help_who_flees_through_danger() -> None:
    play = running("dangerous 24,19 10x2", "24,21", [(10, 10), 2], armour=["Medium Armour", "Shield"])
    assert play.unit("Walkers").fate == "slain"


@pytest.mark.rule("blue.terrain.river_shallow_fleeing")
def test_a_shallow_river_is_dangerous_to_who_flees() -> None:
    play = running("shallow_river 24,19 20x1", "24,21", [(10, 10), (2, *[9] * 9)], models=10, armour=["Medium Armour"])
    assert play.rolls[1].dice == "10D10"
    assert len(play.unit("Walkers").models) == 9


# Chariots


@pytest.mark.rule("blue.unit_type.chariot_pivot_before")
def test_a_chariot_turns_about_before_it_drives() -> None:
    play = on("hill 40,40 2x2", type="chariot")
    play.answer(places((24, 5), facing=180.0))
    assert play.unit("Walkers").models[0].facing == 180.0


@pytest.mark.rule("blue.unit_type.chariot_pivot_before")
def test_a_chariot_may_pivot_on_the_spot() -> None:
    play = on("hill 40,40 2x2", type="chariot")
    play.answer(places((24, 10), facing=180.0))
    assert play.unit("Walkers").models[0].facing == 180.0
    assert not play.unit("Walkers").moved


@pytest.mark.rule("blue.unit_type.chariot_pivot_during")
def test_a_chariot_bends_its_way_twice_at_most() -> None:
    # Round the wall it needs two bends, so that it looks where it drives in the end.
    wall = "impassable 24,12 4x0.5"
    play = on(wall, type="chariot", movement=12)
    assert refusal(play, places((24, 14), facing=90.0)).rule == "blue.unit_type.chariot_pivot_during"
    play.answer(walk(play, 0, 4))
    straight = on("hill 40,40 2x2", type="chariot")
    straight.answer(places((24, 14), facing=90.0))
    assert straight.unit("Walkers").models[0].facing == 90.0
    # A cup of three walls about it has a way out that bends more often.
    cup = "impassable 24,12 6x0.5 impassable 20.75,10 0.5x4.5 impassable 27.25,10 0.5x4.5"
    caught = on(cup, type="chariot", movement=20)
    assert refusal(caught, places((24, 14), facing=0.0)).rule == "blue.move.first_player_moves"
    on(cup, movement=20).answer(places((24, 14)))
