"""Positions reckoned by hand from the book and its rulings: where rules meet."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blue_age.fighting import charge, dice, field, needed, parts, played, rolled, step_of, struck, touching
from tests.blue_age.harness import Play, draw, hero, spots, unit
from tests.blue_age.meeting_rules import MEN, ONE, declared
from tests.blue_age.positions import BASE, save_of
from tests.blue_age.test_combat_buildings import housed
from tests.blue_age.test_positions_6 import duel, fought
from warhost.dice import Dice
from warhost.play import Walked
from warhost.rulesets.blue_age.core import CM
from warhost.rulesets.blue_age.core.events import battle as core
from warhost.rulesets.blue_age.core.events import combat as events


def bows(models: int = 5, weapon: str = "Bow", **fields: Any) -> Any:
    return unit(**{"models": models, "ranged": 6, "weapons": [weapon], **fields})


def shooting(game: Play) -> Any:
    """The first roll to hit of those who stand and shoot."""
    return next(roll for roll in game.rolls if "to hit" in roll.why)


# Reactions


@pytest.mark.rule("blue.ranged_mod.stand_and_shoot", "blue.terrain.obstacle_low_cover")
@pytest.mark.parametrize(("gap", "need"), [(5.0, 8), (0.5, 9)])
def test_a_wall_covers_the_charger_only_if_he_stands_at_it(gap: float, need: int) -> None:
    # 6+ at -2; the wall lies before X, and covers A as well where A is within an inch of it.
    table = field(
        f'A at 24,{19.75 - BASE / 2 - gap} form="line" | X at 24,{20.25 + BASE / 2 + 0.2} face 180 form="line"',
        board="low_obstacle 24,20 12x0.5",
        A=MEN,
        X=bows(),
    )
    game = declared(table.play(dice=dice()), "A", "X").choose("stand")
    assert shooting(game).need == need


@pytest.mark.rule("blue.ranged_mod.shooter_dashed", "blue.ranged_mod.target_dashed", "blue.ranged_mod.stand_and_shoot")
def test_who_dashed_and_is_charged_by_who_dashed_hardly_hits() -> None:
    table = field("A at 24,14 | X at 24,22 face 180", A=MEN, X=bows())
    table.unit("A").dashed = table.unit("X").dashed = True
    table.unit("A").moved = table.unit("X").moved = True
    game = declared(table.play(dice=dice()), "A", "X").choose("stand")
    assert shooting(game).need == 10


@pytest.mark.rule("blue.ranged_mod.shooter_in_building", "blue.ranged_mod.stand_and_shoot")
def test_out_of_a_house_one_better_and_never_for_standing_still() -> None:
    game = declared(housed(occupant=bows()).play(dice=dice()), "A", "X").choose("stand")
    assert shooting(game).need == 7


@pytest.mark.rule("blue.ranged_quality.volley_fire", "blue.reaction.stand_and_shoot")
@pytest.mark.parametrize(("moved", "shots"), [(False, "10D10"), (True, "5D10")])
def test_a_volley_at_chargers_needs_a_move_phase_without_a_move(moved: bool, shots: str) -> None:
    table = field('A at 24,14 | X at 24,22 face 180 form="line"', A=MEN, X=bows(weapon="Longbow"))
    table.unit("X").moved = moved
    game = declared(table.play(dice=dice()), "A", "X").choose("stand")
    assert (shooting(game).dice, shooting(game).need) == (shots, 8)


@pytest.mark.rule("blue.initiative_mod.snared", "blue.reaction.stand_and_shoot")
def test_chargers_that_were_snared_on_their_way_strike_late() -> None:
    # Nine inches off: the bolas fly when the chargers are within 6". 4 + 1 - 3 = 2.
    table = field('A at 24,14 form="line" | X at 24,23.98 face 180 form="line"', A=MEN, X=bows(1, "Bola"))
    falls = {"X Bola: to hit": 9, "X Bola: to wound": 9}
    game = charge(table.play(dice=dice(**falls)), "A", "X", "stand")
    assert (step_of(game, "A"), step_of(game, "X")) == (2, 4)


@pytest.mark.rule("blue.charge.reaction_at_once", "blue.reaction.flee")
def test_one_who_has_shot_may_still_run_and_who_runs_only_holds() -> None:
    # BLUE-R54. X shoots at A, runs from B straight to the right, and is not asked again about C.
    table = field(
        "A at 24,16 | B at 17,24 | C at 24,30 | X at 24,24 face 180",
        A=ONE,
        B=ONE,
        C=ONE,
        X=bows(1),
    )
    game = table.play(dice=dice(Flee=(4, 3)))
    declared(game, "A", "X").choose("stand")
    declared(game, "B", "X")
    assert game.keys == ["hold", "flee"]
    game.choose("flee")
    declared(game, "C", "X")
    assert game.topic != "reaction"
    # 2D5 of 4 and 3 on D10 are 2 + 2.
    assert spots(game, "X") == [(28.0, 24.0)]


@pytest.mark.rule("blue.unit_type.war_machine_pivot", "blue.reaction.stand_and_shoot")
@pytest.mark.parametrize("pivoted", [False, True])
def test_a_war_machine_that_has_turned_does_not_turn_at_chargers_behind_it(pivoted: bool) -> None:
    machine = unit(type="war machine", ranged=5, weapons=["Bolt Thrower"], base=60, health=3)
    table = field("A at 24,14 | 1 X at 24,22 face 0", A=MEN, X=machine)
    table.unit("X").pivoted = pivoted
    game = declared(table.play(dice=dice()), "A", "X")
    assert ("stand" in game.keys) is not pivoted
    if not pivoted:
        # 5+ at -2; it looks at the chargers from now on.
        game.choose("stand")
        assert shooting(game).need == 7
        assert game.unit("X").models[0].facing == pytest.approx(180)


@pytest.mark.rule("blue.unit_type.monster_arc", "blue.reaction.stand_and_shoot", "blue.special.firestorm")
@pytest.mark.parametrize(("gap", "facing", "stands"), [(7.0, 180, True), (7.0, 0, False), (9.0, 180, False)])
def test_a_monster_breathes_at_chargers_before_it(gap: float, facing: int, stands: bool) -> None:
    monster = unit(type="monster", ranged=5, weapons=["Fire Spewer"], base=60, health=8)
    table = field(f"A at 24,14 | 1 X at 24,{14 + (25 + 60) / 2 / 25.4 + gap} face {facing}", A=ONE, X=monster)
    game = declared(table.play(dice=dice(Terror=10)), "A", "X")
    assert ("stand" in game.keys) is stands


@pytest.mark.rule("blue.special.terror_charger_test", "blue.charge.reaction_at_once")
def test_who_dares_not_charge_is_not_shot_at() -> None:
    monster = unit(type="monster", ranged=5, weapons=["Fire Spewer"], base=60, health=8)
    table = field("A at 24,14 | X at 24,22 face 180", A=ONE, X=monster)
    game = declared(table.play(dice=dice(Terror=3)), "A", "X")
    assert game.topic != "reaction"
    assert not rolled(game, "to hit")


# Charges


@pytest.mark.rule("blue.charge.multi_charge", "blue.reaction.flee")
@pytest.mark.parametrize(("face", "reached"), [(7, [(2,)]), (5, [])])
def test_of_two_targets_the_one_that_is_left_in_reach_is_charged(face: int, reached: list[tuple[int, ...]]) -> None:
    # X at 4" runs 6" farther, Y holds at 6": a 7 is enough for Y alone.
    table = field(
        f'A at 24,14 form="line" | X at 23,{14 + BASE + 4} face 180 | Y at 26,{14 + BASE + 6} face 180',
        A=MEN,
        X=ONE,
        Y=ONE,
    )
    game = table.play(dice=dice(**{"Charge Roll": face, "Flee": (6, 6)}))
    game.choose("0>1+2")
    while game.topic in ("reaction", "charge", "which charge"):
        if game.topic == "reaction":
            game.choose("flee" if game.offers("flee", unit="X") else "hold")
        else:
            game.decline()
    assert [event.targets for event in game.told(events.ChargeReached)] == reached


@pytest.mark.rule("blue.ranged_quality.thrown_charge", "blue.charge.success")
def test_who_slays_all_by_throwing_has_charged_nobody() -> None:
    table = field(
        'A at 24,14 form="line" | X at 24,20 face 180 | Y at 40,40 face 180',
        A=unit(models=5, ranged=6, weapons=["Throwing Weapon"]),
        X=ONE,
        Y=ONE,
    )
    game = table.play(dice=dice(**{"Throwing Weapon": 9}))
    game.choose(unit="A", target="X").choose("hold")
    fought(game)
    assert not game.unit("X").models
    assert {y for _, y in spots(game, "A")} == {14.0}
    assert not game.unit("A").charged


@pytest.mark.rule("blue.special.impact_attacks", "blue.fight.tied_initiative")
@pytest.mark.parametrize(("initiative", "strikes"), [(10, True), (9, False)])
def test_who_is_as_quick_as_an_impact_strikes_though_it_slays_him(initiative: int, strikes: bool) -> None:
    table = field(
        'A at 24,14 form="line" | X at 24,22 face 180 | Y at 40,40 face 180',
        A=unit(models=3, type="cavalry", base=40),
        X=unit(initiative=initiative),
        Y=ONE,
    )
    game = charge(table.play(dice=dice(**{"A Impact": 9})), "A", "X")
    fought(game)
    assert not game.unit("X").models
    assert bool(struck(game, "X")) is strikes


@pytest.mark.rule("blue.fight.tied_initiative", "blue.resolution.score_both_sides")
def test_the_last_two_who_slay_each_other_leave_neither_loser_nor_winner() -> None:
    table = touching(ONE, ONE, Y=("at 4,40 face 180", ONE), B=("at 40,4", ONE))
    game = fought(played(table, dice(to_hit=9, to_wound=9)))
    assert not game.unit("A").models
    assert not game.unit("X").models
    assert not rolled(game, "Lost")
    assert not rolled(game, "Consolidation")


@pytest.mark.rule(
    "blue.unit_type.cavalry_terrain", "blue.initiative_mod.charged_dangerous", "blue.combat_score.unsaved_wounds"
)
def test_riders_that_fall_on_their_charge_score_for_nobody() -> None:
    # Three dice, one of them a 2; Initiative 4 + 1 - 2; the fallen rider is no wound of the fight.
    table = field(
        'A at 24,14 form="line" | X at 24,22 face 180 form="line"',
        board="rough_ground 24,17.5 20x2",
        A=unit(models=3, type="cavalry", base=40),
        X=MEN,
    )
    game = charge(table.play(dice=dice(Dangerous=(2, 5, 5))), "A", "X")
    assert len(game.unit("A").models) == 2
    assert step_of(game, "A") == 3
    assert parts(game, 1) == {}


@pytest.mark.rule("blue.charge.fail_in_cm", "blue.terrain.difficult")
def test_a_failed_charge_in_difficult_ground_goes_half_its_centimetres() -> None:
    table = field("A at 24,14 | X at 24,24 face 180", board="rough_ground 24,15 10x10", A=ONE, X=ONE)
    game = charge(table.play(dice=dice(Charge_Roll=6)), "A", "X")
    assert game.unit("A").models[0].y - 14 == pytest.approx(3 * CM, abs=0.01)


@pytest.mark.rule(
    "blue.reaction.flee_caught",
    "blue.melee_quality.lance",
    "blue.melee_mod.defender_fled",
    "blue.melee_mod.attacker_fled",
)
def test_a_lance_in_the_back_of_who_was_caught_by_the_charge() -> None:
    # +1 for the charge and +2: 6+ becomes 3+; Strength 4 + 2 against 4 is 4+. X strikes on 8+.
    table = field(
        'A at 24,14 form="line" | X at 24,20 face 180 form="line"',
        A=unit(models=3, type="cavalry", base=40, weapons=["Lance"]),
        X=unit(models=5, health=4),
    )
    game = table.play(dice=dice(**{"Flee": (1, 1), "A Lance: to hit": 9}))
    game.choose(unit="A", target="X").choose("flee")
    while game.topic in ("charge", "which charge", "reroll", "weapon"):
        game.choose("Lance") if game.topic == "weapon" else game.decline()
    assert (needed(game, "A", "Lance: to hit"), needed(game, "A", "Lance: to wound")) == (3, 4)
    assert needed(game, "X", "to hit") == 8


@pytest.mark.rule(
    "blue.melee_mod.attacker_dashed", "blue.melee_mod.defender_polearms", "blue.melee_mod.attacker_charged"
)
def test_a_dash_and_spears_take_more_than_a_charge_gives() -> None:
    table = field(
        'A at 24,14 form="line" | X at 24,20 face 180 form="line"', A=MEN, X=unit(models=5, weapons=["Spear"])
    )
    table.unit("A").dashed = True
    table.unit("X").weapon = "Spear"
    game = charge(table.play(dice=dice()), "A", "X")
    while game.topic == "weapon":
        game.choose("Spear")
    assert needed(game, "A", "to hit") == 7


@pytest.mark.rule("blue.terrain.obstacle_high_move", "blue.terrain.obstacle_high_impassable", "blue.charge.success")
@pytest.mark.parametrize(
    ("kind", "wide", "distance"),
    [("infantry", 6, 7.83), ("infantry", 30, 10.02), ("beast", 30, 5.02), ("cavalry", 6, 8.84)],
)
def test_a_charge_goes_over_a_high_wall_or_round_it_as_is_cheaper(kind: str, wide: int, distance: float) -> None:
    # 5.02" over open ground; over the wall 1" more for its depth and 4" for its height of 2", unless terrain slows it
    # never. The way round its corners is 7.83" for the centre of a base; riders keep their whole base out of it.
    table = field("A at 24,14 | X at 24,20 face 180", board=f"high_obstacle 24,17 {wide}x1", A=unit(type=kind), X=ONE)
    game = charge(table.play(dice=dice()), "A", "X")
    assert bool(game.told(events.ChargeReached)) is (distance <= 10)
    if distance <= 10:
        assert game.told(events.ChargeRolled)[0].distance == pytest.approx(distance, abs=0.15)


# Losers and winners


@pytest.mark.rule("blue.resolution.catch_fleeing", "blue.joining.part_of_unit")
def test_a_hero_with_those_who_catch_adds_a_wound_with_his_own_weapon() -> None:
    # Heavy Armour 6+: five Halberds at AP -2 leave 8+, the Hero's Hand Weapon 6+.
    table = touching(
        unit(models=5, initiative=9, weapons=["Halberd"]),
        unit(models=12, attacks=0, armour=["Heavy Armour"]),
        H=("at 30,19.5", hero(destiny=0, initiative=1, attacks=0)),
    ).join("H", "A")
    table.unit("A").weapon = "Halberd"
    falls = {
        "A Halberd: to hit": (9, 9, 1, 1, 1),
        "A Halberd: to wound": 9,
        "Lost": 2,
        "flight": (1, 1),
        "Consolidation": 10,
        "Armour": 1,
    }
    game = table.play(dice=dice(**falls))
    while game.topic != "consolidate":
        game.decline()
    before = len(save_of(game))
    game.answer(Walked(instead="catch:1"))
    saves = [roll for roll in game.rolls if "Armour" in roll.why][before:]
    assert sorted((roll.need, Dice.parse(roll.dice).faces) for roll in saves) == [(6, 1), (8, 5)]


@pytest.mark.rule("blue.move.fall_back_pressed", "blue.resolution.catch_fleeing")
def test_two_who_press_one_unit_each_cut_it_down() -> None:
    # X fails and flees 2"; A (3) and B (4) both catch it: 7 of 12 fall.
    table = draw(
        f'X at 24,20 form="line" | A at 20,{20 + BASE} face 180 form="line" | B at 28,{20 + BASE} face 180 form="line"',
        X=unit(models=12),
        A=unit(models=3),
        B=unit(models=4),
    )
    table.lock("A", "X").lock("B", "X")
    game = table.play(dice=dice(**{"Fall Back": 1, "Flee!": (1, 1), "Consolidation": 10, "Flee on": (1, 1)}))
    game.choose(unit="X").choose("fall back")
    for _ in range(2):
        game.answer(Walked(instead="catch:0"))
    assert len(game.unit("X").models) == 5
    assert game.unit("X").fleeing


@pytest.mark.rule(
    "blue.resolution.catch_falling_back",
    "blue.melee_mod.attacker_lost_previous",
    "blue.melee_mod.defender_lost_previous",
)
def test_who_was_caught_falling_back_fights_on_as_a_loser_and_nobody_has_charged() -> None:
    table = touching(unit(models=5, initiative=9), unit(models=9))
    falls = {
        "A Hand Weapon: to hit": [(9, 9, 1, 1, 1), 1],
        "A Hand Weapon: to wound": 9,
        "Lost": 3,
        "Fall back": 1,
        "Consolidation": 10,
    }
    game = table.play(dice=dice(**falls))
    while game.topic != "consolidate":
        game.decline()
    game.answer(Walked(instead="catch:1"))
    assert game.unit("X").foes == (0,)
    before = len(game.rolls)
    game.until(phase="combat", turn=2)
    while game.battle.turn == 2 and game.battle.phase == "combat":
        game.decline()
    later = game.rolls[before:]
    assert [next(roll.need for roll in later if roll.unit == own and "to hit" in roll.why) for own in (0, 1)] == [5, 7]
    assert parts(game, 0) == {} == parts(game, 1)


# Heroes


@pytest.mark.rule("blue.duel.ends_on_death", "blue.resolution.break_on_1_2", "blue.duel.bug_out")
def test_a_duellist_whose_unit_broke_fights_on_alone_and_cannot_bug_out() -> None:
    table = duel(guard=unit(models=5, initiative=9), pack=unit(models=9))
    falls: dict[str, Any] = {
        "Guard Hand Weapon: to hit": [9, 1],
        "Guard Hand Weapon: to wound": 9,
        "Pack Lost": 1,
        "Lost": 10,
        "Break": (10, 10),
    }
    game = fought(table.play(dice=dice(**falls)).until("challenge").choose("1").choose("3"))
    assert game.unit("Pack").fleeing
    assert (game.unit("Bob").host, game.unit("Bob").fleeing, len(game.battle.duels)) == (None, False, 1)
    asked = []
    game.until(phase="combat", turn=2)
    while game.battle.phase == "combat" and game.battle.turn == 2:
        asked.append((game.topic, game.question.seat))
        game.decline()
    assert ("bug out", 0) in asked
    assert ("bug out", 1) not in asked


@pytest.mark.rule("blue.champion.reward_victory_point", "blue.champion.becomes_hero", "blue.commander.spirit_aura")
def test_with_the_commander_his_spirit_goes_at_once() -> None:
    # Bob is slain by the Champion of Ann's guard... his pack tests on its own 8+, at -1 for 3 points.
    guard = unit(models=5, champion=True, initiative=9, attacks=4)
    table = duel(
        hero(destiny=0),
        hero(destiny=0, commander=True, spirit=3, attacks=0),
        guard=guard,
        pack=unit(models=9, attacks=0, spirit=8),
    )
    table.unit("Ann").models = ()
    table.unit("Ann").host = None
    table.battle.first = 1
    game = table.play(dice=dice(**{"Guard Hand Weapon": [9, 9, 1], "Item": 1, "Lost": 10}))
    game.until("challenge")
    game.choose("3")
    game.choose("0:champion")
    fought(game)
    assert not game.unit("Bob").models
    assert needed(game, "Pack", "Lost") == 9


@pytest.mark.rule("blue.warbanner.combat_resolution", "blue.warbanner.reroll_tests")
def test_a_warbanner_that_falls_in_the_fight_neither_scores_nor_heartens() -> None:
    bob = hero(destiny=0, warbanner=True, attacks=0)
    table = duel(hero(destiny=0, initiative=9, attacks=3), bob, pack=unit(models=9, attacks=0))
    game = table.play(dice=dice(**{"Ann Hand Weapon": 9, "Item": 1, "Lost": 4, "Fall back": 1}))
    game.until("challenge").choose("1").choose("3")
    fought(game)
    assert parts(game, 1) == {}
    assert len(rolled(game, "Lost")) == 1
    assert not game.told(events.LoserStayed)


@pytest.mark.rule("blue.duel.automatic")
def test_heroes_who_are_the_last_of_their_units_duel_in_the_next_turn() -> None:
    table = duel(hero(destiny=0, initiative=6), hero(destiny=0), guard=ONE, pack=ONE)
    base = BASE
    table.places("Guard", [(27.0, 20.0)]).places("Ann", [(28.5, 20.0)])
    table.places("Pack", [(27.0, 20.0 + base)]).places("Bob", [(28.5, 20.0 + base)])
    falls = {"Guard Hand Weapon": 9, "Pack Hand Weapon": 9}
    game = table.play(dice=dice(**falls))
    fought(game)
    assert not game.unit("Guard").models
    assert not game.unit("Pack").models
    game.until(phase="combat", turn=2)
    asked = []
    while game.battle.phase == "combat" and game.battle.turn == 2:
        asked.append(game.topic)
        game.decline()
    assert "challenge" not in asked
    assert len(game.battle.duels) == 1


@pytest.mark.rule("blue.reaction.flee", "blue.destiny.death_save", "blue.command.initiative_roll")
def test_no_destiny_keeps_a_commander_who_flees_off_the_table() -> None:
    table = field(
        "A at 24,40 | X at 24,46 face 180 | H at 25,46 face 180 | Y at 4,40 face 180",
        A=MEN,
        X=ONE,
        H=hero(commander=True, initiative=9),
        Y=ONE,
    ).join("H", "X")
    game = table.play(dice=dice(Flee=(9, 9)))
    game.choose(unit="A", target="X").choose("flee")
    fought(game)
    assert not game.unit("X").models
    assert not game.unit("H").models
    assert game.unit("H").destiny == 2
    game.until("first player", turn=2)
    assert [event.total for event in game.told(core.TurnRolled)][-2:] == [6, 5]
