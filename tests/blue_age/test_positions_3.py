"""Positions reckoned by hand from the book and its rulings: charges, blows, weapons and types in the Combat Phase."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blue_age.fighting import charge, dice, field, needed, parts, rolled, step_of
from tests.blue_age.harness import Play, Table, hero, unit
from warhost.rulesets.blue_age.core import CM, apart, bases_of, in_contact, keeps_together
from warhost.rulesets.blue_age.core.events import combat as events

MEN = unit(models=5)
ONE = unit()


def before(distance: float, one: Any = MEN, other: Any = MEN, board: str = "", y: float = 14.0) -> Table:
    """A in a line at that height and X so far before it."""
    reach = (one.get("base", 25) + other.get("base", 25)) / 2 / 25.4
    text = f'A at 24,{y} form="line" | X at 24,{y + distance + reach} face 180 form="line"'
    return field(text, board=board, A=one, X=other)


def reached(game: Play) -> bool:
    return bool(game.told(events.ChargeReached))


# Charge Rolls


@pytest.mark.rule("blue.charge_roll.infantry", "blue.charge_roll.highest_note")
@pytest.mark.parametrize(("distance", "there"), [(8.0, True), (8.1, False)])
def test_the_better_of_two_dice_is_the_reach_of_infantry(distance: float, there: bool) -> None:
    # 2D10 of 3 and 8: the higher, 8, not 11.
    game = charge(before(distance).play(dice=dice(Charge_Roll=(3, 8))), "A", "X")
    assert reached(game) is there


@pytest.mark.rule("blue.charge_roll.swarms")
@pytest.mark.parametrize(("distance", "there"), [(4.0, True), (4.1, False)])
def test_the_better_of_two_d5_is_the_reach_of_swarms(distance: float, there: bool) -> None:
    # Faces 4 and 7 of a D10 are a 2 and a 4 (BLUE-R02).
    swarm = unit(type="swarm", models=3, base=40)
    game = charge(before(distance, swarm).play(dice=dice(Charge_Roll=(4, 7))), "A", "X")
    assert reached(game) is there


@pytest.mark.rule("blue.charge_roll.monsters", "blue.charge.fail_in_cm")
@pytest.mark.parametrize(("distance", "there"), [(6.0, True), (6.1, False)])
def test_a_monster_goes_five_inches_more_and_fails_by_the_whole_roll(distance: float, there: bool) -> None:
    # D10 of 1 and 5 more: 6". If it fails it goes 6 cm, the bonus included (BLUE-R51).
    beast = unit(type="monster", health=6, base=60)
    game = charge(before(distance, beast).play(dice=dice(Charge_Roll=1)), "A", "X")
    assert reached(game) is there
    if not there:
        assert apart(game.battle, game.unit("A"), game.unit("X")) == pytest.approx(6.1 - 6 * CM, abs=0.002)


@pytest.mark.rule("blue.charge_roll.flyer", "blue.charge_roll.monstrous_infantry")
@pytest.mark.parametrize(("distance", "there"), [(8.0, True), (8.1, False)])
def test_flying_monstrous_infantry_have_six_inches_more(distance: float, there: bool) -> None:
    flyers = unit(type="monstrous infantry", flyer=True, models=3, base=40)
    game = charge(before(distance, flyers).play(dice=dice(Charge_Roll=2)), "A", "X")
    assert reached(game) is there


@pytest.mark.rule("blue.charge_roll.war_machines")
@pytest.mark.parametrize(("distance", "there"), [(3.0, True), (3.1, False)])
def test_a_war_machine_charges_a_d5(distance: float, there: bool) -> None:
    machine = unit(type="war machine", health=3, base=60)
    game = charge(before(distance, machine).play(dice=dice(Charge_Roll=5)), "A", "X")
    assert reached(game) is there


@pytest.mark.rule("blue.charge_roll.chariots")
def test_chariots_add_both_dice_and_may_not_throw_again() -> None:
    table = before(9.1, unit(type="chariot", health=4, base=60))
    game = table.play(dice=dice(Charge_Roll=(4, 5)))
    game.choose(unit="A", target="X").choose("hold")
    while game.topic == "charge":
        game.choose("pass")
    assert game.topic != "reroll"
    assert not reached(game)


@pytest.mark.rule("blue.charge_roll.beasts", "blue.charge_roll.reroll_note")
def test_beasts_throw_one_of_their_dice_again() -> None:
    # 1 + 5 + 2 = 8 < 12. The 1 again: 5 + 5 + 2 = 12, just there.
    table = before(12.0, unit(type="beast", models=3, base=40))
    game = table.play(dice=dice(Charge_Roll=[(1, 5), 5]))
    charge(game, "A", "X", again="0")
    assert reached(game)


@pytest.mark.rule("blue.joining.part_of_unit", "blue.charge_roll.monstrous_infantry")
def test_a_hero_of_a_slower_row_slows_the_charge() -> None:
    # Infantry throw 2D10 and take the higher (mean 7.15), Monstrous Infantry a D10 (5.5): BLUE-R47.
    champion = hero(type="monstrous infantry", base=40)
    table = field(
        'A at 24,14 form="line" | H at 28,14 | X at 24,20.984252 face 180 form="line"', A=MEN, H=champion, X=MEN
    ).join("H", "A")
    game = charge(table.play(dice=dice(Charge_Roll=6)), "A", "X")
    assert rolled(game, "Charge Roll")[0].dice == "D10"
    assert reached(game)


@pytest.mark.rule("blue.joining.part_of_unit", "blue.charge_roll.beasts")
def test_a_mounted_hero_takes_the_two_inches_from_beasts() -> None:
    # Cavalry 2D10 (mean 11) is slower than 2D10 + 2 (13): 4 + 5 = 9" and no more.
    table = field(
        'A at 24,14 form="line" | H at 28,14 | X at 24,24.8 face 180 form="line"',
        A=unit(type="beast", models=3, base=40),
        H=hero(type="cavalry", base=40),
        X=MEN,
    ).join("H", "A")
    game = charge(table.play(dice=dice(Charge_Roll=(4, 5))), "A", "X")
    assert game.told(events.ChargeRolled)[0].total == 9


@pytest.mark.rule("blue.special.ambush_charge_penalty", "blue.charge.fail_in_cm")
def test_an_ambusher_whose_roll_is_eaten_up_does_not_move() -> None:
    # 2 - 4 is held at 0 (BLUE-R51): 0 cm.
    table = before(3.0)
    table.unit("A").ambushed = "open"
    game = charge(table.play(dice=dice(Charge_Roll=(2, 1))), "A", "X")
    assert not reached(game)
    assert apart(game.battle, game.unit("A"), game.unit("X")) == pytest.approx(3.0, abs=0.002)


@pytest.mark.rule("blue.special.ambush_charge_penalty")
@pytest.mark.parametrize(("distance", "there"), [(3.0, True), (3.1, False)])
def test_an_ambusher_needs_four_inches_more(distance: float, there: bool) -> None:
    table = before(distance)
    table.unit("A").ambushed = "open"
    game = charge(table.play(dice=dice(Charge_Roll=(7, 1))), "A", "X")
    assert reached(game) is there


# Ground under a charge

BETWEEN = "heavy_woods 24,18 20x1.5"
"""A strip of Difficult ground an inch and a half wide: less than the 4 cm that would hide what is behind it."""


@pytest.mark.rule("blue.terrain.difficult", "blue.initiative_mod.charged_difficult")
@pytest.mark.parametrize(("face", "there"), [(9, True), (8, False)])
def test_every_inch_of_difficult_ground_counts_twice(face: int, there: bool) -> None:
    # 7" of which 1.5" count twice: 8.5".
    game = charge(before(7.0, board=BETWEEN).play(dice=dice(Charge_Roll=(face, 1))), "A", "X")
    assert reached(game) is there
    if there:
        # Initiative 4, +1 for the charge, -1 for the ground.
        assert step_of(game, "A") == 4


@pytest.mark.rule("blue.unit_type.beast_sure_step", "blue.special.sure_step")
def test_sure_steps_are_neither_slowed_nor_late() -> None:
    wolves = unit(type="beast", models=3)
    game = charge(before(7.0, wolves, board=BETWEEN).play(dice=dice(Charge_Roll=(2, 3))), "A", "X")
    assert reached(game)
    assert step_of(game, "A") == 5


@pytest.mark.rule("blue.unit_type.cavalry_terrain", "blue.initiative_mod.charged_dangerous")
def test_for_cavalry_difficult_ground_is_dangerous() -> None:
    # A D10 for each of the three models, and Initiative 4 + 1 - 2.
    riders = unit(type="cavalry", models=3, base=40)
    game = charge(before(7.0, riders, board=BETWEEN).play(dice=dice(Charge_Roll=(9, 9))), "A", "X")
    assert reached(game)
    assert [roll.dice for roll in rolled(game, "angerous")] == ["3D10"]
    assert step_of(game, "A") == 3


@pytest.mark.rule(
    "blue.unit_type.chariot_terrain", "blue.terrain.dangerous_move", "blue.initiative_mod.charged_dangerous"
)
def test_for_a_chariot_even_a_light_wood_is_dangerous() -> None:
    # 7" of which 2" count twice: 9. Initiative 4 + 1 - 2.
    cart = unit(type="chariot", health=4, base=60)
    light = "light_woods 24,18 20x2"
    game = charge(before(7.0, cart, board=light).play(dice=dice(Charge_Roll=(4, 5))), "A", "X")
    assert reached(game)
    assert [roll.dice for roll in rolled(game, "angerous")] == ["1D10"]
    assert step_of(game, "A") == 3
    game = charge(before(7.0, cart, board=light).play(dice=dice(Charge_Roll=(4, 4))), "A", "X")
    assert not reached(game)


@pytest.mark.rule("blue.unit_type.flyer_ignores_terrain")
def test_flyers_charge_over_ground_as_if_it_were_open() -> None:
    flyers = unit(type="cavalry", flyer=True, models=3, base=40)
    game = charge(before(8.0, flyers, board=BETWEEN).play(dice=dice(Charge_Roll=(1, 1))), "A", "X")
    assert reached(game)
    assert not rolled(game, "angerous")
    assert step_of(game, "A") == 5


@pytest.mark.rule("blue.initiative_mod.charged_downhill", "blue.combat_score.charge_downhill")
def test_a_charge_off_a_hill_is_quick_and_scores() -> None:
    # Initiative 4 + 1 + 2; the score has 1 for the charge and 1 for the hill.
    game = charge(before(6.0, board="hill 24,13 20x4").play(dice=dice(Charge_Roll=(9, 1))), "A", "X")
    assert step_of(game, "A") == 7
    assert parts(game, 0) == {"charge": 1, "downhill": 1}


@pytest.mark.rule("blue.initiative_mod.charged_downhill", "blue.combat_score.charge_downhill")
def test_a_charge_along_a_hill_is_not_downhill() -> None:
    game = charge(before(6.0, board="hill 24,18 20x20").play(dice=dice(Charge_Roll=(9, 1))), "A", "X")
    assert step_of(game, "A") == 5
    assert parts(game, 0) == {"charge": 1}


@pytest.mark.rule("blue.initiative_mod.low_obstacle", "blue.initiative_mod.high_obstacle")
@pytest.mark.parametrize(("kind", "step"), [("low_obstacle", 5), ("high_obstacle", 6)])
def test_who_defends_an_obstacle_strikes_earlier(kind: str, step: int) -> None:
    # X stands within an inch of the wall, which lies between it and A. The way over a high one costs 5" and 0.5" and
    # twice its height of 2": 9.5".
    table = before(5.0, board=f"{kind} 24,18.5 20x0.5")
    game = charge(table.play(dice=dice(Charge_Roll=(10, 1))), "A", "X")
    assert reached(game)
    assert step_of(game, "X") == step
    # X is in cover and A, which came across, is not: A 6+ with +1 - 1, X 6+ with +1.
    assert (needed(game, "A"), needed(game, "X")) == (6, 5)


@pytest.mark.rule("blue.initiative_mod.low_obstacle")
def test_an_obstacle_behind_the_charged_defends_nobody() -> None:
    table = before(6.0, board="low_obstacle 24,22 20x0.5")
    game = charge(table.play(dice=dice(Charge_Roll=(10, 1))), "A", "X")
    assert step_of(game, "X") == 4
    assert needed(game, "X") == 6


# Arcs and reactions


@pytest.mark.rule("blue.unit_type.chariot_charge_arc")
@pytest.mark.parametrize(("x", "may"), [(33.9, True), (34.1, False)])
def test_a_chariot_charges_what_is_in_its_front_quarter(x: float, may: bool) -> None:
    # From 24,14 a centre at 24 + 10, 14 + 10 is at exactly 45 degrees.
    table = field(f"A at 24,14 | X at {x},24 face 180", A=unit(type="chariot", health=4, base=60), X=ONE)
    game = table.play(dice=dice())
    assert (game.topic == "charge" and game.question.seat == 0 and game.offers(unit="A", target="X")) is may


@pytest.mark.rule("blue.unit_type.monster_arc")
@pytest.mark.parametrize(("y", "may"), [(14.1, True), (13.9, False)])
def test_a_monster_charges_what_is_in_its_front_half(y: float, may: bool) -> None:
    table = field(f"A at 24,14 | X at 30,{y} face 180", A=unit(type="monster", health=6, base=60), X=ONE)
    game = table.play(dice=dice())
    assert (game.topic == "charge" and game.question.seat == 0 and game.offers(unit="A", target="X")) is may


@pytest.mark.rule("blue.reaction.flee")
def test_who_flees_off_the_table_is_destroyed_and_the_charger_goes_on() -> None:
    # X is 2" from the far edge; 2D5 of 2 and 2 take it across (BLUE-R17). The charger goes 7 cm (BLUE-R50).
    table = field("A at 24,40 | X at 24,46 face 180 | Y at 4,4 face 180", A=ONE, X=ONE, Y=ONE)
    game = table.play(dice=dice(**{"Flee!": (3, 4), "Charge Roll": (7, 2)}))
    game = charge(game, "A", "X", "flee")
    assert game.unit("X").fate == "fled"
    assert game.unit("A").models[0].y == pytest.approx(40 + 7 * CM, abs=0.002)


@pytest.mark.rule("blue.reaction.flee")
def test_who_is_in_flight_flees_again_without_being_asked() -> None:
    table = before(6.0)
    table.unit("X").fleeing = True
    game = table.play(dice=dice(**{"Flee!": (2, 2), "Charge Roll": (10, 2)}))
    game.choose(unit="A", target="X")
    while game.topic == "charge":
        game.choose("pass")
    # 6" and 2" more; the charge of 10 reaches it, so that it stands and fights at -2 against +3.
    assert reached(game)
    assert not game.unit("X").fleeing
    assert (needed(game, "A"), needed(game, "X")) == (3, 8)


@pytest.mark.rule("blue.charge.pre_engaged_flank")
def test_the_second_charger_of_a_turn_has_the_flank() -> None:
    # A: 6+ with +1 for its charge. B: +1, and +1 as X was reached by A before (BLUE-R53). Two units against one: no
    # full pair (BLUE-R62).
    text = 'A at 24,14 form="line" | B at 12,20.984252 face 90 | X at 24,20.984252 face 180 form="line"'
    table = field(text, A=MEN, B=unit(), X=unit(models=5, initiative=1))
    game = table.play(dice=dice(Charge_Roll=10))
    game.choose(unit="A", target="X").choose("hold")
    while not game.offers(unit="B", target="X"):
        game.choose("pass")
    game.choose(unit="B", target="X")
    while game.topic in ("reaction", "charge"):
        game.choose("hold" if game.topic == "reaction" else "pass")
    assert game.topic == "which charge"
    game.choose(unit="A")
    assert (needed(game, "A"), needed(game, "B")) == (5, 4)


@pytest.mark.rule("blue.charge.pre_engaged_flank", "blue.charge.multi_charge")
def test_the_flank_counts_against_the_engaged_alone() -> None:
    # A charges X, which is locked with B, and Y, which is free: 4+ at X, 5+ at Y. Two against two: nobody outnumbers.
    text = (
        'A at 24,14 form="line" | B at 21,21.968504 form="line" | X at 21,20.984252 face 180 form="line" | '
        'Y at 27,20.984252 face 180 form="line"'
    )
    table = field(text, A=unit(models=8), B=unit(models=2, initiative=1), X=unit(models=2), Y=unit(models=2))
    game = table.lock("B", "X").play(dice=dice(Charge_Roll=10))
    game.choose("0>2+3")
    while game.topic in ("reaction", "charge", "which fight"):
        game.choose({"reaction": "hold", "charge": "pass"}.get(game.topic) or game.keys[0])
    while game.topic == "attacks":
        game.answer(game.game.asked.suggestions()[0])
    needs = {roll.need for roll in rolled(game, "to hit") if roll.unit == 0}
    assert needs == {4, 5}


@pytest.mark.rule("blue.charge.multi_charge")
@pytest.mark.parametrize(("face", "targets"), [(8, (1, 2)), (7, (1,))])
def test_of_several_targets_those_in_reach_are_touched(face: int, targets: tuple[int, ...]) -> None:
    # X is 5" off and Y 8" straight ahead of A's right half.
    text = (
        'A at 24,14 form="line" | X at 21.53937,19.984252 face 180 form="line" | '
        'Y at 26.46063,22.984252 face 180 form="line"'
    )
    table = field(text, A=unit(models=7), X=unit(models=2), Y=unit(models=2))
    game = table.play(dice=dice(Charge_Roll=(face, 1)))
    game.choose("0>1+2")
    while game.topic in ("reaction", "charge"):
        game.choose({"reaction": "hold", "charge": "pass"}[game.topic])
    assert game.told(events.ChargeReached)[0].targets == targets


# Terror


@pytest.mark.rule("blue.special.terror_charger_test")
@pytest.mark.parametrize(("face", "dares"), [(6, True), (5, False)])
def test_who_fails_its_test_declares_no_charge_at_all(face: int, dares: bool) -> None:
    table = field(
        "A at 24,14 | X at 20,20 face 180 | Y at 28,20 face 180", A=MEN, X=unit(rules=["Terror"], health=3), Y=ONE
    )
    game = table.play(dice=dice(Terror=face))
    game.choose(unit="A", target="X")
    assert bool(game.told(events.ChargeNotDared)) is not dares
    if not dares:
        # Its declaration is used up (BLUE-R55): Y is safe from it too.
        while game.topic == "charge" and game.question.seat == 1:
            game.choose("pass")
        assert game.topic != "charge"


@pytest.mark.rule("blue.special.terror_target_test", "blue.special.terror_as_fear")
def test_the_terrified_are_late_and_strike_badly() -> None:
    # A charges and X fails: Initiative 4 - 2, Melee 6+ with -2. A scores for its charge and its Fear.
    table = before(6.0, unit(models=5, rules=["Terror"]))
    game = charge(table.play(dice=dice(Terror=5, Charge_Roll=9)), "A", "X")
    assert step_of(game, "X") == 2
    assert needed(game, "X") == 8
    assert parts(game, 0) == {"charge": 1, "Fear": 1}


@pytest.mark.rule("blue.special.unbreakable", "blue.special.terror_charger_test")
def test_the_unbreakable_fear_no_terror() -> None:
    table = before(6.0, unit(models=5, rules=["Unbreakable"]), unit(models=5, rules=["Terror"]))
    game = charge(table.play(dice=dice(Terror=1, Charge_Roll=9)), "A", "X")
    assert reached(game)
    assert not rolled(game, "Terror")


# Ways of charges


@pytest.mark.rule("blue.charge.success", "blue.move.cohesion")
def test_who_has_an_enemy_in_its_way_goes_round_it_to_keep_up() -> None:
    # X is 9.0" from the left model. Y, which nobody charges, stands before the right one: its way bends round Y and is
    # no longer than 12", and without it the unit would be torn (BLUE-R45).
    table = field(
        "A at 20,14 | X at 20,23.984252 face 180 | Y at 22.5,17.5 face 180",
        A=unit(models=2, type="cavalry"),
        X=unit(),
        Y=unit(type="monster", health=5, base=60),
    ).places("A", [(20, 14), (22.9, 14)])
    game = charge(table.play(dice=dice(Charge_Roll=(6, 6))), "A", "X")
    assert reached(game)
    assert keeps_together(game.battle, bases_of(game.battle, game.unit("A")))
    assert not in_contact(game.battle, game.unit("A"), game.unit("Y"))


@pytest.mark.rule("blue.charge.success", "blue.terrain.difficult")
def test_the_distance_is_the_cheapest_way_round_a_bog_too() -> None:
    # Straight on: 8" of which 2" are in the bog: 10". Round its corner (1" aside): about 8.3". A 9 is enough, although
    # the straight way, which a 10 would have paid for, is not.
    table = before(8.0, ONE, ONE, board="difficult 24.9,18.5 2x2")
    game = charge(table.play(dice=dice(Charge_Roll=(9, 1))), "A", "X")
    assert reached(game)


@pytest.mark.rule("blue.terrain.road", "blue.initiative_mod.charged_difficult")
def test_a_charge_along_a_road_through_a_wood_is_not_slowed() -> None:
    table = before(7.0, ONE, ONE, board="heavy_woods 24,18 20x1.5 road 24,18 4x6")
    game = charge(table.play(dice=dice(Charge_Roll=(7, 1))), "A", "X")
    assert reached(game)
    assert step_of(game, "A") == 5


@pytest.mark.rule("blue.terrain.bridge", "blue.combat_score.charged_in_terrain")
def test_who_is_charged_on_a_bridge_is_in_no_river() -> None:
    board = "shallow_river 24,20 40x3 bridge 24,20 8x4"
    game = charge(before(5.0, ONE, ONE, board=board).play(dice=dice(Charge_Roll=(9, 1))), "A", "X")
    assert "charged in difficult or dangerous ground" not in parts(game, 1)


@pytest.mark.rule("blue.terrain.river_shallow", "blue.combat_score.charged_in_terrain")
@pytest.mark.parametrize(("kind", "points"), [("infantry", 1), ("monstrous infantry", 0), ("monster", 0)])
def test_a_shallow_river_helps_those_to_whom_it_is_difficult(kind: str, points: int) -> None:
    # It is Difficult for all but Monstrous Infantry, Monsters and Flyers.
    other = unit(type=kind, health=9)
    table = before(5.0, ONE, other, board="shallow_river 24,20 40x3")
    game = charge(table.play(dice=dice(Charge_Roll=(9, 1), Terror=10)), "A", "X")
    assert parts(game, 1).get("charged in difficult or dangerous ground", 0) == points


@pytest.mark.rule("blue.unit_type.chariot_terrain", "blue.combat_score.charged_in_terrain")
def test_a_chariot_charged_in_a_light_wood_stands_in_dangerous_ground() -> None:
    table = before(5.0, ONE, unit(type="chariot", health=4), board="light_woods 24,20 40x3")
    game = charge(table.play(dice=dice(Charge_Roll=(9, 1))), "A", "X")
    assert parts(game, 1) == {"charged in difficult or dangerous ground": 1}


@pytest.mark.rule("blue.combat_score.charged_in_terrain")
@pytest.mark.parametrize(("inside", "points"), [(3, 1), (2, 0)])
def test_more_than_half_of_its_models_put_a_unit_into_the_ground(inside: int, points: int) -> None:
    # Four models; two of four are not more than half.
    table = before(5.0, ONE, unit(models=4), board="difficult 30,20 10x6")
    spots = [(25.5 + number, 20.0) for number in range(inside)] + [
        (24.5 - number, 20.0) for number in range(4 - inside)
    ]
    table.places("X", spots)
    game = charge(table.play(dice=dice(Charge_Roll=(10, 1))), "A", "X")
    assert parts(game, 1).get("charged in difficult or dangerous ground", 0) == points
