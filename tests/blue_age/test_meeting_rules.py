"""Positions in which rules of The Blue Age meet: rivers in forced moves, Heroes in houses, broken ground."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blue_age import shooters, test_buildings
from tests.blue_age.fighting import charge, dice, field, needed, parts, step_of
from tests.blue_age.harness import draw, hero, spots, unit, walk
from tests.blue_age.test_combat_buildings import housed
from warhost.rulesets.blue_age.core.events import combat as events

RADIUS = 25 / 25.4 / 2
BANK = 25 - RADIUS
RIVER = "deep_river 24,27 48x4"


@pytest.mark.rule("blue.special.frenzy_move", "blue.special.stupid_fail_move", "blue.terrain.bridge")
@pytest.mark.parametrize(("name", "stupid"), [("Frenzy", False), ("Stupid", True)])
def test_who_has_to_go_for_an_enemy_beyond_a_river_goes_for_the_bridge(name: str, stupid: bool) -> None:
    table = draw(
        "48x48 deep_river 24,23 44x2 bridge 28,23 3x4 | A at 24,21 | X at 24,30 face 180",
        A=unit(rules=[name]),
        X=unit(),
    )
    table.battle.stage, table.unit("A").stupid = "mandatory", stupid
    game = table.play(dice={"": 5})
    if game.topic == "dash":
        game.choose("pass")
    # To the western end of the bridge, and over it: 5" in all.
    ((x, y),) = spots(game, "A")
    assert x == pytest.approx(26.5 + RADIUS, abs=0.01)
    assert 23 < y < 24


@pytest.mark.rule("blue.special.frenzy_move", "blue.terrain.impassable_move")
def test_the_frenzied_go_round_a_wide_rock_with_all_their_movement() -> None:
    table = draw("48x48 impassable 24,23 6x2 | A at 24,21 | X at 24,30 face 180", A=unit(rules=["Frenzy"]), X=unit())
    table.battle.stage = "mandatory"
    game = table.play(dice={"": 5})
    ((x, y),) = spots(game, "A")
    assert abs(x - 24) == pytest.approx(3 + RADIUS, abs=0.01)
    assert y > 22


def beaten(board: str, roll: int) -> Any:
    """Three men who lost a fight by three wounds, with the river behind them; A may consolidate by 8"."""
    table = field(
        f'A at 24,21 form="line" | X at 24,{21 + 2 * RADIUS} face 180 form="line"',
        board=board,
        A=unit(models=3),
        X=unit(models=3, health=5),
    ).lock("A", "X")
    falls = {"A Hand Weapon: to hit": 10, "A Hand Weapon: to wound": 6, "Lost": roll, "Fall back": 9, "Consol": 8}
    return table.play(dice=dice(**falls)).until("consolidate")


@pytest.mark.rule("blue.resolution.fail_fall_back", "blue.terrain.river_deep", "blue.terrain.bridge")
def test_of_a_line_that_falls_back_only_who_meets_the_bridge_gets_onto_it() -> None:
    game = beaten(f"{RIVER} bridge 24,27 1.2x5", roll=4)
    left, middle, right = sorted(spots(game, "X"))
    assert middle == (24.0, round(21 + 2 * RADIUS + 5, 3))
    assert left[1] == right[1] == round(BANK, 3)


@pytest.mark.rule("blue.resolution.break_on_1_2", "blue.resolution.catch_fleeing", "blue.terrain.river_deep")
def test_who_breaks_is_caught_at_the_bank_of_a_deep_river() -> None:
    game = beaten(RIVER, roll=2)
    assert {y for _, y in spots(game, "X")} == {round(BANK, 3)}
    game.answer(walk(game, 0, BANK - 21 - 2 * RADIUS))
    # A wound by each of the three men, with those of the fight enough for one of them; the others cannot run on.
    assert [model.lost for model in game.unit("X").models] == [1, 0]
    assert game.unit("X").fleeing
    assert {y for _, y in spots(game, "X")} == {round(BANK, 3)}


@pytest.mark.rule("blue.reaction.flee", "blue.melee_mod.defender_fled", "blue.terrain.river_deep")
def test_a_river_shortens_the_flight_from_a_charge_and_the_charge_after_it() -> None:
    table = field("A at 24,16 | X at 24,22 face 180", board="deep_river 24,26 44x4", A=unit(), X=unit(health=4))
    game = charge(table.play(dice=dice(**{"Flee!": 10, "Charge Roll": (3, 8)})), "A", "X", "flee")
    assert game.told(events.ChargeRolled)[0].distance == pytest.approx(24 - 16 - 3 * RADIUS, abs=0.01)
    assert (needed(game, "A"), needed(game, "X")) == (3, 8)
    assert "X, Flee!: 2D5: 10 (5 5)" in game.log
    assert "A, Charge Roll: best of 2D10: 8 (3 8)" in game.log


@pytest.mark.rule("blue.penetration.10_partial_collapse", "blue.destiny.auto_pass", "blue.joining.part_of_unit")
def test_a_hero_leads_his_unit_out_of_a_section_that_comes_down() -> None:
    table = test_buildings.besieged(board=test_buildings.TWO, Hero=hero(), Target=unit(models=6))
    table.join("Hero", "Target").places("Hero", [(21, 26)])
    falls = {"to hit": 10, "penetrates": 10, "Building Penetration": 7, "": 1}
    game = shooters.shot(table, falls, "0>section:0").choose("spend")
    assert (game.unit("Target").inside, game.unit("Hero").destiny) == (1, 1)
    assert "The west section of House collapsed" in game.log
    assert "Target went into the east section of House" in game.log


@pytest.mark.rule(
    "blue.unit_type.cavalry_terrain", "blue.initiative_mod.charged_dangerous", "blue.terrain.river_shallow"
)
def test_cavalry_charges_through_a_ford_as_through_dangerous_ground() -> None:
    riders = unit(type="cavalry", health=2, base=25, armour=["Heavy Armour"])
    table = field("A at 24,18 | X at 24,28 face 180", board="shallow_river 24,23 44x2", A=riders, X=unit())
    falls = {"Armour": 5, "Dangerous": 2, "Charge Roll": (10, 6)}
    game = charge(table.play(dice=dice(**falls)), "A", "X")
    assert game.told(events.ChargeRolled)[0].distance == pytest.approx(10 - 2 * RADIUS + 2, abs=0.01)
    # The save of 6+ was missed; 4 and 1 for the charge, 2 less for the ground: after those who were charged.
    assert game.unit("A").models[0].lost == 1
    assert (step_of(game, "A"), step_of(game, "X")) == (3, 4)


@pytest.mark.rule(
    "blue.ranged_mod.stand_and_shoot", "blue.ranged_mod.shooter_in_building", "blue.ranged_mod.target_dashed"
)
@pytest.mark.rule("blue.melee_mod.attacker_dashed", "blue.initiative_mod.in_building_charged")
def test_who_dashed_and_charges_a_house_is_shot_at_and_strikes_badly() -> None:
    table = housed(unit(models=5), shooters.archers(5))
    table.unit("A").dashed = True
    game = charge(table.play(dice=dice()), "A", "X", "stand")
    assert needed(game, "X", "Bow") == 8
    assert (needed(game, "A"), needed(game, "X", "Hand Weapon"), step_of(game, "X")) == (7, 5, 7)
    assert (parts(game, 0), parts(game, 1)) == ({"charge": 1}, {"charged in a building": 1})


@pytest.mark.rule("blue.shoot.panic_threshold", "blue.joining.part_of_unit", "blue.joining.hero_spirit")
@pytest.mark.parametrize(("slain", "need"), [(2, []), (3, [3])])
def test_a_hero_counts_among_those_who_panic_and_lends_his_spirit(slain: int, need: list[int]) -> None:
    table = shooters.field(
        "48x48 | Own at 24,10 | Target at 24,22 face 180 | Hero at 24,24 face 180",
        Own=shooters.archers(4),
        Target=unit(models=7, spirit=9),
        Hero=hero(spirit=3, destiny=0),
    ).join("Hero", "Target")
    hits = (*[10] * slain, *[1] * (4 - slain))
    game = shooters.shot(table, {"to hit": hits, "to wound": 9, "Panic Test": 5, "": 1})
    assert [roll.need for roll in game.rolls if "Panic Test" in roll.why] == need
