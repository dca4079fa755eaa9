"""Positions worked out by hand from the book: the turn, the Command Phase, the Move Phase, terrain."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blue_age.harness import Play, draw, hero, places, refusal, spots, unit, walk
from tests.blue_age.magic import mage
from tests.blue_age.positions import ALONE, BASE, ahead, left, on, staged
from warhost.play.questions import Walk, Walked
from warhost.rulesets.blue_age.core import CM
from warhost.rulesets.blue_age.core.events import battle as events

# The turn and the Command Phase


def runners(face: int, models: int = 8, alive: int = 8, text: str = "", **units: Any) -> Play:
    """Runners try to rally with that die."""
    text = text or "Runners at 24,20 fleeing | Foe at 24,44 face 180 fleeing"
    made: dict[str, Any] = {"Runners": unit(models=models), "Foe": unit(), **units}
    table = left(staged(draw(text, **made), "command", "command"), "Runners", alive)
    return table.play(dice={"Flight": 1, "Dash": 1, "": face}).choose("rally:0")


@pytest.mark.rule("blue.command.rally")
@pytest.mark.parametrize(
    ("alive", "face", "rallies"),
    [
        (4, 6, True),  # 4 x 2 = 8 is not below 8: no modifier, 6+ passes on 6
        (4, 5, False),
        (3, 6, False),  # 3 x 2 = 6 < 8: -1, 6 counts as 5
        (3, 7, True),
        (2, 7, True),  # 2 x 4 = 8 is not below a quarter of 8
    ],
)
def test_a_rally_at_the_limits_of_strength(alive: int, face: int, rallies: bool) -> None:
    assert runners(face, alive=alive).unit("Runners").fleeing is not rallies


@pytest.mark.rule("blue.command.rally", "blue.commander.spirit_aura")
@pytest.mark.parametrize(("gap", "face", "rallies"), [(12.0, 4, True), (12.05, 4, False), (12.0, 3, False)])
def test_a_rally_by_the_commanders_spirit_within_exactly_twelve_inches(gap: float, face: int, rallies: bool) -> None:
    # His Spirit is 4+, theirs 6+. The gap is that between the rims of the bases.
    text = f"Runners at 24,20 fleeing | Foe at 2,46 face 180 fleeing | Chief at {24 + BASE + gap},20"
    play = runners(face, 1, 1, text, Chief=hero(spirit=4, commander=True, destiny=0))
    assert play.unit("Runners").fleeing is not rallies


@pytest.mark.rule("blue.commander.spirit_aura")
def test_a_fleeing_commander_lends_nobody_his_spirit() -> None:
    text = "Runners at 24,20 fleeing | Foe at 2,46 face 180 fleeing | Chief at 26,20 fleeing"
    play = runners(4, 1, 1, text, Chief=hero(spirit=4, commander=True, destiny=0))
    assert play.unit("Runners").fleeing


@pytest.mark.rule("blue.command.rally")
@pytest.mark.parametrize(("health", "lost", "face", "rallies"), [(4, 2, 6, True), (4, 3, 6, False), (3, 2, 6, False)])
def test_a_single_model_is_below_half_by_its_health(health: int, lost: int, face: int, rallies: bool) -> None:
    # 2 of 4 Health is half, not below it; 1 of 4 and 1 of 3 are below: -1.
    from msgspec.structs import replace

    text = "Runners at 24,20 fleeing | Foe at 24,44 face 180 fleeing"
    table = staged(draw(text, Runners=unit(health=health), Foe=unit()), "command", "command")
    one = table.unit("Runners")
    one.models = tuple(replace(model, lost=lost) for model in one.models)
    assert table.play(dice=[face]).choose("rally:0").unit("Runners").fleeing is not rallies


@pytest.mark.rule("blue.command.rally")
@pytest.mark.parametrize(("spirit", "face", "rallies"), [(2, 1, False), (10, 10, True)])
def test_a_one_fails_and_a_ten_passes_every_test(spirit: int, face: int, rallies: bool) -> None:
    # Spirit 10+ at -1 would need 11; a natural 10 passes all the same (BLUE-R04, BLUE-R06).
    play = runners(face, alive=3 if spirit == 10 else 8, Runners=unit(models=8, spirit=spirit))
    assert play.unit("Runners").fleeing is not rallies


@pytest.mark.rule("blue.command.rally")
def test_a_rallied_unit_moves_but_does_not_dash() -> None:
    play = runners(6, text="Runners at 24,20 fleeing | Foe at 24,44 face 180").until("move", phase="move")
    play.choose("0")
    assert isinstance(play.question, Walk)
    refusal(play, Walked(instead="dash"))
    play.answer(walk(play, 0, 5))
    assert play.unit("Runners").moved


@pytest.mark.rule("blue.command.initiative_roll")
def test_ties_are_rolled_again_and_a_slain_commander_adds_nothing() -> None:
    table = draw(
        "Ann at 24,10 | Guard at 30,10 | Ben at 24,30 face 180",
        Ann=hero(commander=True, initiative=9),
        Guard=unit(),
        Ben=hero(commander=True, initiative=3),
    )
    table.unit("Ann").models = ()
    table.unit("Ann").fate = "slain"
    # 8 + 0 against 5 + 3: a tie; then 4 + 0 against 2 + 3: the second player wins.
    play = staged(table, "turn", "command").play(dice=[8, 5, 4, 2])
    assert [event.total for event in play.told(events.TurnRolled)] == [8, 8, 4, 5]
    assert (play.topic, play.question.seat) == ("first player", 1)


@pytest.mark.rule("blue.command.generate_pool", "blue.command.bonus_pool_dice")
def test_the_pool_of_two_casters_and_the_ring() -> None:
    # Ratings 2 and 1: three dice, and three more are rolled: 8, 9, 12 add two. The ring adds one: 3 + 2 + 1 = 6.
    table = draw(
        "Mage at 24,10 | Seer at 30,10 | Foe at 24,30 face 180",
        Mage=mage(items=["Ring of the Pool"]),
        Seer=mage(magic=1),
        Foe=unit(),
    )
    for name in ("Mage", "Seer"):
        table.unit(name).spells = ("Ward",)
    play = staged(table, "turn", "command").play(dice={"Turn roll": [9, 1], "": (8, 9, 12)})
    play.choose("first")
    assert play.battle.pools == (6, 0)


@pytest.mark.rule("blue.special.stupid_test")
def test_stupid_units_test_before_the_turn_roll_one_die_each() -> None:
    table = draw(
        "Trolls at 24,10 | Oafs at 10,10 | Foe at 24,40 face 180",
        Trolls=unit(models=4, mind=5, rules=["Stupid"]),
        Oafs=unit(models=3, mind=8, rules=["Stupid"]),
        Foe=unit(),
    )
    play = staged(table, "turn", "command").play(dice=[5, 7, 9, 1])
    assert [roll.why for roll in play.rolls[:2]] == ["Stupid", "Stupid"]
    assert "Turn roll" in play.rolls[2].why
    assert (play.unit("Trolls").stupid, play.unit("Oafs").stupid) == (False, True)


# Mandatory moves


@pytest.mark.rule("blue.move.mandatory_moves_first")
@pytest.mark.parametrize(("y", "fate"), [(4.5, ""), (4.35, "fled")])
def test_a_flight_that_ends_just_on_the_table_and_just_over_its_edge(y: float, fate: str) -> None:
    # 10 cm = 3.937". From 4.5" the rim ends at 0.563 - 0.492 = 0.071"; from 4.35" it would be at -0.079".
    table = draw(f"Runners at 24,{y} fleeing | Foe at 24,40 face 180", Runners=unit(), Foe=unit())
    play = staged(table, "mandatory").play(dice=[(5, 5)])
    assert play.unit("Runners").fate == fate
    if not fate:
        assert spots(play, "Runners") == [(24.0, round(4.5 - 10 * CM, 3))]


@pytest.mark.rule("blue.move.mandatory_moves_first")
def test_one_model_over_the_edge_takes_the_whole_unit_with_it() -> None:
    table = draw("Runners at 24,4 fleeing | Foe at 24,40 face 180", Runners=unit(models=2), Foe=unit())
    table.places("Runners", [(24, 7), (24, 4)])
    play = staged(table, "mandatory").play(dice=[(5, 5)])
    assert play.unit("Runners").fate == "fled"


@pytest.mark.rule("blue.move.mandatory_moves_first")
def test_a_flight_leads_to_the_nearest_point_of_the_zone() -> None:
    # The zone of the first player is 12" deep along the near edge: straight down from (10, 30), 12 cm.
    table = draw("Runners at 10,30 fleeing | Foe at 24,40 face 180", Runners=unit(), Foe=unit())
    play = staged(table, "mandatory").play(dice=[(7, 5)])
    assert spots(play, "Runners") == [(10.0, round(30 - 12 * CM, 3))]
    assert play.unit("Runners").moved
    assert play.unit("Runners").fleeing


@pytest.mark.rule("blue.terrain.dangerous_no_save_fleeing", "blue.terrain.river_shallow_fleeing")
@pytest.mark.parametrize(("face", "alive"), [(2, False), (3, True)])
def test_who_flees_through_a_shallow_river_may_drown_in_spite_of_his_armour(face: int, alive: bool) -> None:
    table = draw(
        "48x48 shallow_river 24,24 40x3 | Runners at 24,27 fleeing | Foe at 2,46 face 180",
        Runners=unit(armour=["Heavy Armour", "Great Shield", "Magic Armour"], rules=[]),
        Foe=unit(),
    )
    # 2+ armour would save on anything but a 1, but there is none in flight; the Magical Save (8+) is still rolled.
    dice: dict[str, Any] = {"Flight": (5, 5), "Magical": 7, "Dangerous": face}
    play = staged(table, "mandatory").play(dice=dice)
    assert bool(play.unit("Runners").models) is alive
    assert not any("Armour" in roll.why for roll in play.rolls)


@pytest.mark.rule("blue.special.stupid_fail_move")
def test_the_stupid_go_after_the_fleeing_of_both_sides() -> None:
    # The order: fleeing, failed Stupid, Frenzy. The fleeing unit is the second player's, and still goes first.
    table = draw(
        "Mad at 10,10 | Trolls at 24,10 | Foe at 24,26 face 180 fleeing | Other at 10,17 face 180",
        Mad=unit(rules=["Frenzy"]),
        Trolls=unit(rules=["Stupid"]),
        Foe=unit(),
        Other=unit(),
    )
    table.unit("Trolls").stupid = True
    play = staged(table, "mandatory").play(dice={"": (5, 5)})
    moves = [e.unit for e in play.game.events if isinstance(e, events.UnitFled | events.UnitWalked)]
    assert moves[:1] == [2]
    assert play.topic == "dash"
    play.choose("pass")
    moves = [e.unit for e in play.game.events if isinstance(e, events.UnitFled | events.UnitWalked)]
    assert moves == [2, 1, 0]
    # Trolls: 5" straight at the nearest enemy, who is Other at (10, 17): sqrt(14^2 + 7^2) = 15.65", and not the
    # runner, who is 16" + 3.9" away by now.
    (troll,) = spots(play, "Trolls")
    assert troll == (round(24 - 5 * 14 / 15.6525, 3), round(10 + 5 * 7 / 15.6525, 3))


@pytest.mark.rule("blue.special.frenzy_move")
@pytest.mark.parametrize(("gap", "dashes"), [(12.1, False), (12.2, True)])
def test_the_frenzied_dash_only_beyond_their_mean_charge(gap: float, dashes: bool) -> None:
    # The higher of 2D10 is 7.15" on average. After 5" 7.1" are left, or 7.2".
    table = draw(f"Mad at 24,10 | Foe at 24,{10 + BASE + gap} face 180", Mad=unit(rules=["Frenzy"]), Foe=unit())
    play = staged(table, "mandatory").play(dice=[1])
    assert play.unit("Mad").dashed is dashes
    assert spots(play, "Mad") == [(24.0, 16.0 if dashes else 15.0)]


@pytest.mark.rule("blue.special.frenzy_move")
def test_the_frenzied_stay_an_inch_away() -> None:
    table = draw(f"Mad at 24,10 | Foe at 24,{10 + BASE + 4} face 180", Mad=unit(rules=["Frenzy"]), Foe=unit())
    play = staged(table, "mandatory").play()
    assert play.unit("Mad").models[0].y == pytest.approx(13.0, abs=0.01)


# Walking and dashing


@pytest.mark.rule("blue.move.dash")
@pytest.mark.parametrize(("face", "inches"), [(1, 6.0), (2, 6.0), (3, 7.0), (9, 10.0), (10, 10.0)])
def test_a_dash_by_half_a_d10(face: int, inches: float) -> None:
    play = on(dice=[face]).answer(Walked(instead="dash"))
    assert ahead(play) == inches


@pytest.mark.rule("blue.move.dash", "blue.terrain.difficult")
def test_a_dash_is_slowed_by_ground_too() -> None:
    # 5" + 3" = 8" in all, every inch of the way in rough ground: 4".
    play = on("difficult 24,20 20x20", [5]).answer(Walked(instead="dash"))
    assert ahead(play) == 4.0


@pytest.mark.rule("blue.move.dash_marker")
def test_who_dashed_and_stays_has_dashed_all_the_same() -> None:
    play = on(dice=[5]).answer(Walked(instead="dash")).answer(Walked())
    assert play.unit("Walkers").dashed


@pytest.mark.rule("blue.armour.movement")
def test_heavy_armour_and_a_great_shield_slow_down_together() -> None:
    # 5" - 2" - 1" = 2"; nobody gets slower than 0".
    assert ahead(on(armour=["Heavy Armour", "Great Shield"])) == 2.0
    table = draw(ALONE, Walkers=unit(movement=2, armour=["Heavy Armour", "Great Shield"]), Foe=unit())
    play = table.play(dice=[10])
    play.choose(unit="Walkers").answer(Walked(instead="dash"))
    assert ahead(play) == 5.0


@pytest.mark.rule("blue.move.heroes_enter_leave")
def test_the_slowest_model_sets_the_movement_of_all() -> None:
    table = draw(
        "Walkers at 24,10 | Chief at 24,11.5 | Foe at 2,46 face 180",
        Walkers=unit(models=5, movement=6),
        Chief=hero(movement=5, armour=["Heavy Armour"]),
        Foe=unit(),
    ).join("Chief", "Walkers")
    play = table.play()
    play.choose(unit="Walkers")
    assert ahead(play) == 3.0
    assert play.unit("Chief").models[0].y == pytest.approx(14.5)


@pytest.mark.rule("blue.move.cohesion")
def test_two_inches_between_rims_are_cohesion_and_a_hair_more_is_not() -> None:
    play = on(models=2)
    assert refusal(play, places((24, 10), (24 + BASE + 2.02, 10))).rule == "blue.move.cohesion"
    play.answer(places((24, 10), (24 + BASE + 2.0, 10)))


@pytest.mark.rule("blue.move.first_player_moves")
def test_nobody_walks_over_the_edge_of_the_table() -> None:
    play = on(text="Walkers at 24,2 | Foe at 2,46 face 180")
    refusal(play, places((24, 0.45)))
    play.answer(places((24, BASE / 2)))


# Falling back from combat


def fight(dice: Any = (), text: str = "", **units: Any) -> Play:
    """Own is locked with Foe and tries to fall back."""
    text = text or f"Own at 24,20 | Foe at 24,{20 + BASE} face 180"
    table = draw(text, **{"Own": unit(), "Foe": unit(), **units})
    play = table.lock("Own", "Foe").play(dice=dice)
    return play.choose(unit="Own").choose("fall back")


@pytest.mark.rule("blue.move.fall_back_pass")
def test_who_walks_away_does_not_dash_and_shoots_as_having_moved() -> None:
    play = fight([6], Own=unit(ranged=6, weapons=["Bow"]))
    refusal(play, Walked(instead="dash"))
    play.answer(walk(play, 0, -5))
    assert not play.unit("Own").locked
    play.until("shoot", phase="shooting")
    assert next(odds.value for odds in play.weighed[0].odds if odds.label == "to hit") == 6


@pytest.mark.rule("blue.move.fall_back_pass")
def test_who_walked_away_declares_no_charge() -> None:
    play = fight([6])
    play.answer(walk(play, 0, -5)).until(phase="combat", topic="charge")
    assert play.question.seat == 1


@pytest.mark.rule("blue.move.fall_back_pass")
def test_who_is_hemmed_in_stays_locked() -> None:
    # Movement 2 - armour 2 = 0": there is no spot more than 1" away from the enemy.
    play = fight([6], Own=unit(movement=2, armour=["Heavy Armour"]))
    assert play.unit("Own").locked
    assert play.told(events.NoWayOut)


@pytest.mark.rule("blue.move.fall_back_fail", "blue.move.fall_back_pressed")
def test_who_fails_flees_and_is_pressed() -> None:
    # Flee! 2D5": faces 3 and 8 are 2 + 4 = 6" straight away from the enemy: to y = 14. The enemy may come D10".
    play = fight([5, (3, 8), 7])
    assert spots(play, "Own") == [(24.0, 14.0)]
    assert play.unit("Own").fleeing
    assert (play.topic, play.question.seat) == ("consolidate", 1)
    assert isinstance(play.question, Walk)
    assert play.question.inches == 7.0


@pytest.mark.rule("blue.move.fall_back_fail")
def test_a_one_or_two_is_no_worse_than_any_failure_here() -> None:
    play = fight([1, (3, 8), 7])
    assert spots(play, "Own") == [(24.0, 14.0)]


@pytest.mark.rule("blue.move.fall_back_pressed")
def test_caught_by_the_press_one_wound_for_each_model_without_rolls_to_wound() -> None:
    # Own (3 models in the open, Light Armour and shield: 8+, Parry) flees 2" (faces 1, 2); Foe (4 models with spears,
    # AP -1) rolls 10 and catches them: 4 wounds, saves on 9+. 9 saves; 8, 8, 8 fail and are rolled again: 8, 8, 9.
    line = [(23.0, 20.0), (24.0, 20.0), (25.0, 20.0)]
    table = draw(
        "Own at 24,20 | Foe at 24,21 face 180",
        Own=unit(models=3, armour=["Light Armour", "Shield"]),
        Foe=unit(models=4, weapons=["Spear"]),
    )
    table.places("Own", line).places("Foe", [(x, 20 + BASE) for x in (22.0, 23.0, 24.0, 25.0)])
    # The survivor goes on fleeing 2D10 cm.
    play = table.lock("Own", "Foe").play(dice=[5, (1, 2), 10, (9, 8, 8, 8), (8, 8, 9), (1, 1)])
    play.choose(unit="Own").choose("fall back")
    play.answer(Walked(instead="catch:0"))
    assert len(play.unit("Own").models) == 1
    assert play.unit("Own").fleeing


@pytest.mark.rule("blue.move.fall_back_option")
def test_the_heros_spirit_decides_whether_the_unit_gets_away() -> None:
    # Own Spirit 4+, the Hero's 7+: "always uses the Hero's", even if it is worse.
    text = f"Own at 24,20 | Foe at 24,{20 + BASE} face 180 | Chief at {24 - BASE},20"
    table = draw(text, Own=unit(spirit=4), Foe=unit(), Chief=hero(spirit=7, destiny=0)).join("Chief", "Own")
    play = table.lock("Own", "Foe").play(dice=[6, (1, 1), 5])
    play.choose(unit="Own").choose("fall back")
    assert play.rolls[0].need == 7
    assert play.unit("Own").fleeing


@pytest.mark.rule("blue.special.frenzy_move", "blue.move.fall_back_option")
def test_the_frenzied_never_choose_to_leave() -> None:
    table = draw(
        f"Own at 24,20 | Foe at 24,{20 + BASE} face 180 | Others at 4,4",
        Own=unit(rules=["Frenzy"]),
        Foe=unit(),
        Others=unit(),
    )
    play = table.lock("Own", "Foe").play()
    assert play.keys == ["2", "pass"]
    assert play.denial("0") == "blue.special.frenzy_move"


# Past models, in and out of units


@pytest.mark.rule("blue.move.first_player_moves")
@pytest.mark.parametrize(("gap", "passes"), [(3.05, True), (2.9, False)])
def test_between_two_enemies_an_inch_is_kept_to_both(gap: float, passes: bool) -> None:
    # Two posts with that much between their rims: a base of 0.984" needs 1" to either side, 2.984" in all.
    # Walls to both sides close the ways round.
    x = (gap + BASE) / 2
    side = 24 - x - 1.4
    walls = f"impassable {side / 2},14 {side}x1 impassable {48 - side / 2},14 {side}x1"
    text = f"48x48 {walls} | Walkers at 24,10 | Foe at {24 - x},14 face 180 | Other at {24 + x},14 face 180"
    table = draw(text, Walkers=unit(movement=9), Foe=unit(), Other=unit())
    play = table.play().choose(unit="Walkers")
    if passes:
        play.answer(places((24, 18)))
        assert spots(play, "Walkers") == [(24.0, 18.0)]
    else:
        refusal(play, places((24, 18)))


@pytest.mark.rule("blue.unit_type.flyer_ignores_terrain")
def test_flyers_pass_over_enemies_and_land_clear_of_them() -> None:
    table = draw("Walkers at 24,10 | Foe at 24,14 face 180", Walkers=unit(movement=9, flyer=True), Foe=unit(models=9))
    play = table.play().choose(unit="Walkers")
    refusal(play, places((24, 16)))
    play.answer(places((24, 18.5)))
    assert spots(play, "Walkers") == [(24.0, 18.5)]


@pytest.mark.rule("blue.terrain.dangerous_roll")
def test_who_leaves_dangerous_ground_rolls_and_who_stays_in_it_does_not() -> None:
    play = on("dangerous 24,10 4x2", {"Dangerous": 3}, movement=6)
    play.answer(walk(play, 0, 4))
    assert len(play.rolls) == 1
    play = on("dangerous 24,10 4x2", {"Dangerous": 3}, movement=6)
    play.stay()
    assert not play.rolls


def company(gap: float, **chief: Any) -> Play:
    """A Hero who is with a single model walks off until that much is between their rims."""
    table = draw(
        f"Guard at 24,10 | Chief at {24 + BASE},10 | Foe at 2,46 face 180",
        Guard=unit(),
        Chief=hero(**chief),
        Foe=unit(),
    ).join("Chief", "Guard")
    play = table.play().choose(unit="Chief")
    return play.answer(places((24 + BASE + gap, 10)))


@pytest.mark.rule("blue.move.heroes_enter_leave")
def test_a_hero_leaves_by_ending_more_than_two_inches_away() -> None:
    play = company(2.05)
    assert play.unit("Chief").host is None


@pytest.mark.rule("blue.move.heroes_enter_leave")
def test_a_unit_does_not_walk_away_from_the_hero_who_has_just_joined_it() -> None:
    # The Hero walks 4" to the Guard and joins; he does not move again, so that the Guard has to stay within 2" of him.
    text = "Guard at 24,10 | Chief at 24,4 | Foe at 2,46 face 180"
    play = draw(text, Guard=unit(), Chief=hero(), Foe=unit()).play().choose(unit="Chief")
    play.answer(places((24, 8)))
    assert play.topic == "join"
    play.choose(next(key for key in play.keys if key != "pass"))
    assert play.unit("Chief").host == 0
    play.choose(unit="Guard")
    assert refusal(play, places((24, 13))).rule == "blue.move.cohesion"
    play.answer(places((24, 8 + BASE + 2)))
    assert spots(play, "Chief") == [(24.0, 8.0)]


@pytest.mark.rule("blue.move.heroes_enter_leave")
def test_nobody_joins_a_locked_or_fleeing_unit() -> None:
    text = f"Guard at 24,10 | Chief at 24,4 | Foe at 24,{10 + BASE} face 180 | Runners at 28,8 fleeing"
    table = draw(text, Guard=unit(), Chief=hero(), Foe=unit(), Runners=unit()).lock("Guard", "Foe")
    play = table.play().choose(unit="Chief")
    play.answer(places((26, 8)))
    assert play.topic != "join"
    assert play.unit("Chief").host is None


@pytest.mark.rule("blue.end.next_turn")
def test_the_battle_ends_with_the_last_turn_and_with_the_last_model() -> None:
    table = staged(draw("Own at 24,10 | Foe at 24,40 face 180", Own=unit(), Foe=unit()), "end", "end")
    table.battle.turn = 6
    assert table.play().game.over
    # The last model of the second player flees over the edge in turn 1.
    table = draw("Own at 24,10 | Foe at 24,47 face 180 fleeing", Own=unit(), Foe=unit())
    assert staged(table, "mandatory").play(dice=[(9, 9)]).game.over


@pytest.mark.rule("blue.reaction.flee")
def test_a_charge_on_a_unit_that_fled_off_the_table_is_told_without_a_distance() -> None:
    # Foe stands 2" from the far edge and flees 2D5" (faces 9 and 9: 10"); the charge fails its roll in cm forward.
    table = staged(
        draw("Own at 24,40 | Foe at 24,46 face 180 | Other at 4,46 face 180", Own=unit(), Foe=unit(), Other=unit()),
        "declare",
        "combat",
    )
    play = table.play(dice={"Flee": (9, 9), "Charge Roll": (5, 1), "Turn roll": [9, 1]})
    play.choose("0>1").choose("flee").until(turn=2)
    log = "\n".join(play.log)
    assert "Foe was driven off the table" in log
    assert 'Own rolled 5" for a charge\nOwn failed the charge and went 2.0" forward' in log
