"""Terrain under moving feet: what is free, what is dangerous, what cannot be entered; and measuring."""

from __future__ import annotations

import msgspec
import pytest

from tests.essence_of_war.brawl import brawl
from tests.essence_of_war.harness import Play, Table, draw, happen, refused_move, with_rules
from warhost.play import copied
from warhost.rulesets.essence_of_war import RULESET
from warhost.rulesets.essence_of_war.chapters.general import dangerous
from warhost.rulesets.essence_of_war.core.battle import Battle
from warhost.rulesets.essence_of_war.core.terrain import kind_at
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.families.ninth_age.core.formation import boundary, models
from warhost.table import Forward, Pivot, Step, Wheel, apply, can_see, distance, rect, touches

WOOD = "36x48 hindering 18,20 6x4"
ROCK = "36x48 impassable 18,24 3x4"


def ride(line: str, kind: str, *steps: Step, dice: tuple[int, ...] = ()) -> Play:
    """The first unit moves so; another one waits for its turn."""
    game = draw(f"{line} | 0 Swarm Priest at 1,1").play(dice=[dice] if dice else [], phase="movement")
    return game.choose(game.keys[0]).move(kind, *steps)


def danger(game: Play) -> list[str]:
    """The dice of the Dangerous Terrain tests."""
    return [roll.dice for roll in game.rolls if roll.rule == "eow.dangerous.dice_count"]


@pytest.mark.rule("eow.terrain.category", "eow.terrain.open")
def test_every_spot_belongs_to_one_kind_of_terrain() -> None:
    battle = draw("36x48 hindering 18,20 6x4 impassable 8,20 3x4 elevated 28,20 6x8 | Ghouls at 18,40").battle
    board = battle.scene.board
    spots = [(18, 20), (8, 20), (28, 20), (18, 30), (15, 18), (14.9, 18)]
    kinds = [kind_at(board, x, y) for x, y in spots]
    assert kinds == ["hindering", "impassable", "elevated", "open", "hindering", "open"]


@pytest.mark.rule("eow.terrain.open")
def test_open_ground_costs_nothing_and_harms_nobody() -> None:
    game = ride("Feral Orc Marauders at 10,10 | Ghouls at 18,44 face 180", "march", Forward(14))
    assert game.battle.units[0].pose is not None
    assert game.battle.units[0].pose.y == 24
    assert game.rolls == []


@pytest.mark.rule("eow.terrain.elevated.movement")
def test_hills_are_crossed_at_full_rate_without_tests() -> None:
    line = "36x48 elevated 10,18 6x8 | Feral Orc Marauders at 10,10 | Ghouls at 18,44 face 180"
    game = ride(line, "march", Forward(14))
    assert game.battle.units[0].pose is not None
    assert game.battle.units[0].pose.y == 24
    assert game.rolls == []


@pytest.mark.rule("eow.dangerous.trigger")
@pytest.mark.parametrize(
    ("kind", "steps", "dice"), [("march", (Forward(7),), (4,) * 5), ("advance", (Forward(7),), ())]
)
def test_a_march_through_a_wood_is_a_risk_an_advance_is_not(
    kind: str, steps: tuple[Step, ...], dice: tuple[int, ...]
) -> None:
    game = ride(f"{WOOD} | Feral Orc Marauders at 18,15 | Ghouls at 18,44 face 180", kind, *steps, dice=dice)
    assert danger(game) == (["5D6"] if kind == "march" else [])


@pytest.mark.rule("eow.dangerous.trigger")
def test_a_pivot_in_a_wood_is_no_risk() -> None:
    game = ride(f"{WOOD} | Feral Orc Marauders at 18,20 | Ghouls at 18,44 face 180", "pivot", Pivot(30))
    assert danger(game) == []


@pytest.mark.rule("eow.dangerous.trigger")
def test_a_flight_through_a_wood_is_a_risk() -> None:
    table = draw(f"{WOOD} | 0 Feral Orc Marauders at 18,25 face 180 fleeing | Ghouls at 18,44 face 180")
    game = happen(table, lambda battle: panic.flee_move(battle, battle.units[0], inches=10), dice=[(2,) * 5])
    assert danger(game) == ["5D6"]


@pytest.mark.rule("eow.dangerous.dice_count")
@pytest.mark.parametrize(("x", "count"), [(18.0, 5), (20.96, 3), (23.4, 1), (23.5, 0)])
def test_each_model_whose_own_way_touched_the_wood_rolls(x: float, count: int) -> None:
    # Five horsemen of 0.98 inches each; the wood ends at x = 21.
    game = ride(
        f"{WOOD} | Feral Orc Marauders at {x},15 | Ghouls at 18,44 face 180", "march", Forward(10), dice=(6,) * count
    )
    assert danger(game) == ([f"{count}D6"] if count else [])


@pytest.mark.rule("eow.dangerous.dice_count")
def test_bases_of_a_hundred_millimetres_roll_three_dice() -> None:
    table = draw(f"{WOOD} | Skeleton Chariots at 18,15 | 0 Swarm Priest at 1,1 | Ghouls at 18,44 face 180")
    battle = table.battle
    way = [(boundary(battle, battle.units[0]), Forward(4.0))]
    game = happen(table, lambda battle: dangerous.take_tests(battle, battle.units[0], way), dice=[(4,) * 6])
    assert danger(game) == ["6D6"]


@pytest.mark.rule("eow.dangerous.dice_count")
def test_where_a_wheel_takes_a_base_counts() -> None:
    # The outer file swings into the wood ahead on the left, the next one only late, with its rear corner.
    line = "36x48 hindering 16.2,24.7 2x2 | Feral Orc Marauders at 18,20 | Ghouls at 18,44 face 180"
    assert danger(ride(line, "march", Wheel(10))) == []
    assert danger(ride(line, "march", Wheel(60), dice=(4,))) == ["1D6"]
    assert danger(ride(line, "march", Wheel(70), dice=(4, 4))) == ["2D6"]


@pytest.mark.rule("eow.dangerous.dice_count")
@pytest.mark.parametrize("step", [Forward(4), Wheel(20)])
def test_starting_in_a_wood_counts(step: Step) -> None:
    game = ride(f"{WOOD} | Feral Orc Marauders at 18,22.5 | Ghouls at 18,44 face 180", "march", step, dice=(4,) * 5)
    assert danger(game) == ["5D6"]


@pytest.mark.rule("eow.dangerous.trigger")
def test_turns_on_the_spot_before_a_move_do_not_count() -> None:
    # Turning, the riders' ends sweep the wood beside them; their way ahead does not touch it.
    battle = draw("36x48 hindering 22,20 2x2 | Feral Orc Marauders at 18,20 | Ghouls at 18,44 face 180").battle
    riders = battle.units[0]
    start = boundary(battle, riders)
    turned = apply(start, Pivot(180))
    assert dangerous.models_in_danger(battle, riders, [(start, Pivot(180)), (turned, Forward(4.0))]) == {}
    wood = draw("36x48 hindering 18,20 2x2 | Feral Orc Marauders at 18,20 | Ghouls at 18,44 face 180").battle
    assert dangerous.models_in_danger(wood, wood.units[0], [(start, Pivot(180))]) == {}


@pytest.mark.rule("eow.dangerous.dice_count")
def test_a_single_model_that_turns_at_the_end_of_its_march_tests_for_where_it_stands() -> None:
    # Its base of 40 mm ends 0.21" beside the wood; turned by half a quarter its corner is in it.
    line = f"{WOOD} | Skink Veteran on Pteradon at 22,10 | Ghouls at 18,44 face 180"
    assert danger(ride(line, "march", Forward(10))) == []
    assert danger(ride(line, "march", Forward(10), Pivot(45), dice=(4,))) == ["1D6"]


@pytest.mark.rule("eow.dangerous.damage")
def test_a_one_wounds_without_a_roll_and_no_armour_helps() -> None:
    # Arm 3 does not save against AP 10; nobody rolls to wound.
    line = f"{WOOD} | Feral Orc Marauders at 18,15 | Ghouls at 18,44 face 180"
    game = ride(line, "march", Forward(7), dice=(1, 2, 1, 3, 6))
    assert game.unit("Feral Orc Marauders").models == 3
    assert [(roll.need, roll.seat) for roll in game.rolls] == [(2, 0)]


@pytest.mark.rule("eow.dangerous.damage")
def test_an_aegis_may_still_save() -> None:
    table = with_rules(
        f"{WOOD} | Feral Orc Marauders at 18,15 | 0 Swarm Priest at 1,1 | Ghouls at 18,44 face 180",
        "Feral Orc Marauders",
        [],
        aeg=4,
    )
    game = table.play(dice=[(1, 2, 1, 3, 6), (5, 3)], phase="movement")
    game.choose(unit="Feral Orc Marauders").move("march", Forward(7))
    assert game.unit("Feral Orc Marauders").models == 4


@pytest.mark.rule("eow.dangerous.no_panic")
def test_losses_to_terrain_cause_no_panic_not_even_the_end_of_the_unit() -> None:
    line = f"{WOOD} | Dread Knights at 18,15 | Imperial Guard at 23,15 | Ghouls at 18,44 face 180"
    two = ride(line, "march", Forward(7), dice=(1, 1, 6, 6))
    assert two.unit("Dread Knights").models == 2
    everybody = ride(line, "march", Forward(7), dice=(1, 1, 1, 1))
    assert everybody.unit("Dread Knights").pose is None
    assert [len(two.rolls), len(everybody.rolls)] == [1, 1]
    assert everybody.told(events.UnitDestroyed)


@pytest.mark.rule("eow.terrain.hindering.dangerous_ride")
@pytest.mark.parametrize(
    ("unit", "dice"),
    [
        ("Feral Orc Marauders", "5D6"),
        ("Tribesmen", ""),
        ("Imperial Guard", ""),
        ("Skink Veteran on Pteradon", "1D6"),
    ],
)
def test_woods_are_dangerous_to_long_bases_and_flyers(unit: str, dice: str) -> None:
    # Bases of 25x50, 40x40, 20x20, and 40x40 with Fly, which ends in the wood.
    count = int(dice[0]) if dice else 0
    game = ride(f"{WOOD} | {unit} at 18,15 | Ghouls at 18,44 face 180", "march", Forward(6), dice=(2,) * count)
    assert danger(game) == ([dice] if dice else [])
    assert game.battle.units[0].models == game.battle.entry(game.battle.units[0]).models


@pytest.mark.rule("eow.terrain.hindering.dangerous_ride", "eow.basic.fly")
def test_flyers_are_in_danger_only_where_they_start_and_end() -> None:
    line = f"{WOOD} | Pegasus Knights at 18,15 | Ghouls at 18,44 face 180"
    assert danger(ride(line, "march", Forward(14))) == []
    assert danger(ride(line, "march", Forward(5), dice=(4,) * 3)) == ["3D6"]
    inside = f"{WOOD} | Pegasus Knights at 18,20 | Ghouls at 18,44 face 180"
    assert danger(ride(inside, "march", Forward(14), dice=(4,) * 3)) == ["3D6"]


@pytest.mark.rule("eow.terrain.impassable.movement")
def test_no_march_crosses_a_rock_or_ends_within_an_inch_of_it() -> None:
    game = draw(f"{ROCK} | Iron Orcs at 18,17 | Ghouls at 18,44 face 180").play(phase="movement").choose("0")
    assert refused_move(game, "march", Forward(8)) == "eow.terrain.impassable.movement"
    # From 17.98 to 22 there are 4.02 inches.
    assert refused_move(game, "march", Forward(3.2)) == "eow.move.end_spacing"
    game.dice.left.append((1,))
    game.move("march", Forward(3.0))


@pytest.mark.rule("eow.terrain.impassable.movement")
def test_no_march_comes_out_behind_a_rock() -> None:
    # Eight inches on, there would be room again: from 24.02, three inches behind the wall.
    game = draw("36x48 impassable 18,20.5 3x1 | Iron Orcs at 18,17 | Ghouls at 18,44 face 180").play(phase="movement")
    assert refused_move(game.choose("0"), "march", Forward(8)) == "eow.terrain.impassable.movement"


@pytest.mark.rule("eow.terrain.impassable.movement", "eow.spacing.charge_flee")
def test_a_charge_may_touch_a_rock() -> None:
    # The rock's right edge is where the orcs' left flank comes along.
    width = 6 * 25 / 25.4
    rock = 18 - width / 2 - 1.5
    line = f"36x48 impassable {rock},16 3x4 | Iron Orcs at 18,10 | Ghouls at 18,22 face 180"
    assert draw(line).play().offers(unit="Iron Orcs", target="Ghouls")


@pytest.mark.rule("eow.spacing.charge_flee")
def test_a_charge_may_graze_a_friend() -> None:
    friend = 18 + 6 * 25 / 25.4 / 2 + 0.1 + 25 / 25.4 / 2
    line = f"Iron Orcs at 18,10 | Orc Shaman at {friend},14 | Ghouls at 18,22 face 180"
    assert draw(line).play().offers(unit="Iron Orcs", target="Ghouls")


@pytest.mark.rule("eow.terrain.impassable.flee_through")
def test_a_rock_is_very_dangerous_to_those_who_flee_through_it() -> None:
    # Ten gunners flee through a rock that is as wide as they are: three or less is a wound.
    line = "36x48 impassable 18,24 6x4 | 0 Handgunners at 18,28 face 180 fleeing | Ghouls at 18,44 face 180"
    dice = [(1, 2, 3, 4, 5, 6, 3, 3, 4, 4)]
    game = happen(draw(line), lambda battle: panic.flee_move(battle, battle.units[0], inches=9), dice=dice)
    assert danger(game) == ["10D6"]
    assert game.unit("Handgunners").models == 5
    steady = draw(line.replace("fleeing", "")).battle
    assert dangerous.dangers(steady, steady.units[0], fleeing=False) == []


@pytest.mark.rule("eow.terrain.impassable.flee_through")
def test_only_models_whose_way_leads_through_the_rock_are_in_danger() -> None:
    # The rock's edge at x = 18 halves a front of five files: three of them touch it, two ranks deep.
    line = "36x48 impassable 15,24 6x4 | 0 Handgunners at 18,28 face 180 fleeing | Ghouls at 18,44 face 180"
    game = happen(draw(line), lambda battle: panic.flee_move(battle, battle.units[0], inches=9), dice=[(4,) * 6])
    assert danger(game) == ["6D6"]


@pytest.mark.rule("eow.terrain.impassable.flee_through", "eow.dangerous.dice_count")
def test_a_model_rolls_once_for_the_worst_that_it_touched() -> None:
    line = "36x48 impassable 18,24 6x4 hindering 18,20 6x4 | 0 Feral Orc Marauders at 18,28 face 180 fleeing"
    table = draw(f"{line} | Ghouls at 18,44 face 180")
    game = happen(table, lambda battle: panic.flee_move(battle, battle.units[0], inches=12), dice=[(3, 3, 4, 4, 4)])
    assert danger(game) == ["5D6"]
    assert game.unit("Feral Orc Marauders").models == 3


@pytest.mark.rule("eow.measure.closest_points")
def test_distances_are_between_the_closest_points() -> None:
    assert distance(rect(2.5, 1.5, 0, 5, 3), rect(10.5, 1.5, 0, 5, 3)) == 3.0
    # 3 to the side and 4 ahead: corner to corner.
    assert distance(rect(2.5, 1.5, 0, 5, 3), rect(10.5, 8.5, 0, 5, 3)) == 5.0


@pytest.mark.rule("eow.measure.through_obstructions")
def test_nothing_in_between_changes_a_distance() -> None:
    guard, apart = 3 * 20 / 25.4, 7.0
    y = 10 + guard + apart
    battle = draw(f"36x48 impassable 18,{(10 + y) / 2} 3x4 | Imperial Guard at 18,10 | 1 Ghouls at 18,{y}").battle
    assert distance(boundary(battle, battle.units[0]), boundary(battle, battle.units[1])) == pytest.approx(7)


@pytest.mark.rule("eow.measure.free_measuring")
def test_measuring_changes_nothing_and_needs_no_turn() -> None:
    game = draw("Imperial Guard at 18,10 | Ghouls at 18,22 face 180").play()
    before = game.game.hash()
    shapes = [RULESET.boundary(game.battle, unit) for unit in game.battle.units]
    assert shapes[0] is not None
    assert shapes[1] is not None
    assert distance(shapes[0], shapes[1]) == pytest.approx(12 - 3 * 20 / 25.4)
    assert game.game.hash() == before


@pytest.mark.rule("eow.boundary.rectangle")
def test_gaps_in_the_last_rank_are_inside_the_boundary() -> None:
    table = draw("Imperial Guard at 18,10 models=11 | Ghouls at 18,22 face 180")
    shape = boundary(table.battle, table.unit("Imperial Guard"))
    assert (shape.width, shape.depth) == pytest.approx((100 / 25.4, 60 / 25.4))
    assert len(models(table.battle, table.unit("Imperial Guard"))) == 11


@pytest.mark.rule("eow.boundary.centre")
def test_the_centre_is_that_of_the_boundary_not_of_the_models() -> None:
    table = draw("Imperial Guard at 18,10 models=11 | Ghouls at 18,22 face 180")
    guard = table.unit("Imperial Guard")
    shape = boundary(table.battle, guard)
    xs, ys = [x for x, _ in shape.corners], [y for _, y in shape.corners]
    assert ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2) == pytest.approx((18, 10))
    assert guard.pose is not None
    assert (guard.pose.x, guard.pose.y) == (18, 10)
    mean = sum(model.base.y for model in models(table.battle, guard)) / 11
    assert mean > 10.1


@pytest.mark.rule("eow.boundary.contact")
def test_boundaries_that_share_a_corner_are_in_contact() -> None:
    assert touches(rect(1, 1, 0, 2, 2), rect(3, 3, 0, 2, 2))
    assert not touches(rect(1, 1, 0, 2, 2), rect(3.01, 3.01, 0, 2, 2))


@pytest.mark.rule("eow.setup.markers")
def test_the_state_of_a_unit_is_kept_in_a_save() -> None:
    table = draw("Tribesmen at 18,10 wounds=1 fleeing | 1 Ghouls at 18,22 target=0 declared")
    saved = msgspec.json.encode(table.battle)
    loaded = msgspec.json.decode(saved, type=Battle)
    assert (loaded.units[0].wounds, loaded.units[0].fleeing) == (1, True)
    assert (loaded.units[1].target, loaded.units[1].declared) == (0, True)
    assert loaded.scene.board.markers == ((18.0, 24.0),)
    assert loaded == table.battle
    assert copied(loaded) == table.battle


@pytest.mark.rule("eow.setup.models_any_token")
def test_only_the_base_of_a_model_matters() -> None:
    # Two patrols' horsemen of 25x50 mm, five abreast: what they look like changes no distance, sight or contact.
    def measured(unit: str) -> tuple[float, bool, bool]:
        battle = Table(f"{unit} at 18,10 | 1 Ghouls at 18,22 face 180").battle
        own, other = boundary(battle, battle.units[0]), boundary(battle, battle.units[1])
        return distance(own, other), can_see(own, other, ()), touches(own, other)

    assert measured("Feral Orc Marauders") == measured("Electoral Cavalry") == measured("Spectral Hunters")


@pytest.mark.rule("eow.spacing.contact_target_only")
def test_a_charge_may_not_end_in_contact_with_another_enemy() -> None:
    # The orcs are 5.91 inches wide, the ghouls 3.94; their neighbours' fronts stand half an inch beside them in a line.
    # The ghouls fight in their rear too, so they cannot turn to make room.
    ghouls, aside = 100 / 25.4, 100 / 25.4 + 0.5
    line = "Iron Orcs at 18,10 | Ghouls at 18,18 face 180 | 0 Imperial Guard at 18,30 | 0 Swarm Priest at 1,1"
    left, right = (f"1 Vermin Velites at {18 + side * aside},18 face 180" for side in (-1, 1))

    def table(neighbours: str = "") -> Table:
        return draw(line + neighbours).fight("Imperial Guard", "Ghouls", "rear")

    assert table().play().offers(unit="Iron Orcs", target="Ghouls")
    assert not table(f" | {left} | {right}").play().offers(unit="Iron Orcs", target="Ghouls")
    game = table(f" | {left}").play(dice=[(6, 6), 1]).choose(unit="Iron Orcs", target="Ghouls").choose("0")
    orcs = game.unit("Iron Orcs")
    assert [foe.unit for foe in orcs.foes] == [1]
    assert orcs.pose is not None
    assert orcs.pose.x > 18 - ghouls / 2 - 0.5 + 6 * 25 / 25.4 / 2
    assert distance(boundary(game.battle, orcs), boundary(game.battle, game.unit("Vermin Velites"))) > 0.001


@pytest.mark.rule("eow.dangerous.trigger")
def test_a_pursuit_that_charges_tests_for_the_ground_where_the_riders_are_set_down() -> None:
    # They run straight up past the wood, and stand partly in it once their front lies along that of the archers.
    line = "36x48 hindering 24,25 2x1.5 | 0 Electoral Cavalry at 4,4 | 1 Handgunners at 18,20.4 face 180 models=5"
    table = draw(f"{line} | 1 Sylvan Archers at 22,27 face 180").fight("Electoral Cavalry", "Handgunners")
    dice = {"Handgunners: Break": 6, "Flee": (1, 1), "Pursuit": (6, 6), "Dangerous": (4, 4), "Panic": 1, "to hit": 1}
    game = brawl(table.set("Electoral Cavalry", charging=True), dice).until_asked("pursuit")
    game.choose(game.keys[0]).rest()
    assert game.unit("Sylvan Archers").engaged
    assert danger(game) == ["2D6"]


@pytest.mark.rule("eow.dangerous.trigger", "eow.terrain.hindering.dangerous_ride")
def test_a_pursuit_and_an_overrun_through_a_wood_are_tested() -> None:
    # All five riders ride through the wood and end beyond it.
    wood = "36x48 hindering 18,24 10x2 | 0 Electoral Cavalry at 4,4 charging charged | 1"
    dice = {"Handgunners: Break": 6, "Flee": (1, 1), "Pursuit": (6, 6), "Dangerous": 4, "Panic": 1, "to hit": 1}
    pursued = draw(f"{wood} Handgunners at 18,20.4 face 180 models=5").fight("Electoral Cavalry", "Handgunners")
    game = brawl(pursued, dice).until_asked("pursuit")
    assert danger(game.choose(game.keys[0]).rest()) == ["5D6"]
    overrun = draw(f"{wood} Wizard at 18,20.4 face 180 wounds=2").fight("Electoral Cavalry", "Wizard")
    game = brawl(overrun, {"Wizard: Melee": 1, **dice, "to hit": 6, "Wound": 6, "Armour": 1}).until_asked("overrun")
    assert danger(game.choose("overrun").rest()) == ["5D6"]
