"""Positions reckoned by hand from the book and its rulings: where rules meet."""

from __future__ import annotations

from math import dist
from typing import Any

import pytest

from tests.blue_age import magic, shooters
from tests.blue_age.fighting import charge, dice, field, needed, parts, played, rolled, step_of, struck, touching
from tests.blue_age.harness import Play, draw, hero, spots, unit
from tests.blue_age.positions import BASE, apart, save_of, staged, wounded
from tests.blue_age.positions import dice as shots_at
from tests.blue_age.test_combat_buildings import housed
from tests.blue_age.test_positions_6 import duel, fought
from warhost.dice import Chance, Dice
from warhost.play import Setup, Walked
from warhost.players import start
from warhost.players.solo import Solo
from warhost.rulesets.blue_age import combat_events as events
from warhost.rulesets.blue_age import events as core
from warhost.rulesets.blue_age import magic_events
from warhost.rulesets.blue_age.battle import Marker
from warhost.rulesets.blue_age.formation import CM
from warhost.rulesets.blue_age.objectives import strength_at
from warhost.rulesets.blue_age.ruleset import RULESET

MEN = unit(models=5)
ONE = unit()


def bows(models: int = 5, weapon: str = "Bow", **fields: Any) -> Any:
    return unit(**{"models": models, "ranged": 6, "weapons": [weapon], **fields})


def declared(game: Play, charger: str, target: str) -> Play:
    """The charge is declared; its target has not reacted yet."""
    while game.topic == "charge" and not game.offers(unit=charger, target=target):
        game.choose("pass")
    return game.choose(unit=charger, target=target)


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


# Banners and objectives


@pytest.mark.rule("blue.warbanner.planted_objective_hold", "blue.objective_hold.swarms")
def test_a_planted_banner_lets_even_swarms_hold_a_little() -> None:
    # The bearer 1 + 1 + 1, three men within 6 cm 2 each, a swarm 0 + 1.
    table = draw(
        'Bob at 24,20 | Men at 24,21.2 form="line" | Rats at 22.5,20 | Foe at 4,40 face 180',
        Bob=hero(warbanner=True),
        Men=unit(models=3),
        Rats=unit(type="swarm", base=40),
        Foe=ONE,
    )
    marker = Marker(24.0, 20.0)
    table.battle.markers = (marker,)
    assert strength_at(table.battle, 0, marker) == 5
    table.unit("Bob").planted = 0
    assert strength_at(table.battle, 0, marker) == 10


@pytest.mark.rule("blue.objective_hold.hero", "blue.duel.ends_on_death", "blue.resolution.fail_fall_back")
def test_a_duellist_holds_when_his_unit_has_run_and_who_fell_back_holds_too() -> None:
    marker = Marker(28.5, 20.5)
    falls: dict[str, Any] = {
        "Guard Hand Weapon: to hit": [9, 1],
        "Guard Hand Weapon: to wound": 9,
        "Lost": 3,
        "Fall back": 1,
    }
    game = fought(
        duel(guard=unit(models=5, initiative=9), pack=unit(models=9))
        .play(dice=dice(**falls))
        .until("challenge")
        .choose("1")
        .choose("3")
    )
    near = [m for m in game.unit("Pack").models if dist((m.x, m.y), (28.5, 20.5)) <= 3 + BASE / 2]
    # Bob 1 + 1, and those of his pack who fell back by 1" only.
    assert strength_at(game.battle, 1, marker) == 2 + len(near)
    assert near
    game.unit("Pack").fleeing = True
    assert strength_at(game.battle, 1, marker) == 2


# Magic


@pytest.mark.rule(
    "blue.dispel_mod.target_higher_mr",
    "blue.dispel_mod.own_engaged",
    "blue.dispel_mod.target_wounded",
    "blue.dispel.twelves_explode",
)
def test_a_hard_dispel_on_nines_goes_on_with_twelves_and_expels_nothing() -> None:
    # Witch of rating 2 needs 7+; against rating 4 (-2), locked (-1), the mage wounded (+1): 9+. 12 and 12 bring two
    # dice more, a 9 and an 8: three successes against three, and no Expulsion for the double.
    text = "90x90 | Mage at 4,4 | Witch at 14,4 face 180 | Own at 30,30"
    drawn = magic.table(
        text,
        pools=(3, 2),
        spells={"Mage": ("Ward",), "Witch": ("Ward",)},
        Mage=magic.mage(magic=4, health=3),
        Witch=magic.mage(),
        Own=ONE,
    )
    wounded(drawn, "Mage", 1).lock("Witch", "Own")
    game = magic.cast(drawn.play(dice=[(5, 6, 7), (12, 12), (9, 8)]), "0:Ward>0", 3).choose("1:2")
    told = magic.dispelled(game)
    assert (told.successes, told.dispelled) == (3, True)
    assert not game.told(magic_events.ExpulsionRolled)


@pytest.mark.rule("blue.casting.twelves_explode", "blue.expulsion.quadruple_bonus", "blue.expulsion.12_crossing_taketh")
def test_four_twelves_out_of_two_dice_call_the_crossing_on_a_ten() -> None:
    text = "Mage at 24,10 | Guard2 at 26,10 | Foe at 24,40 face 180 fleeing"
    drawn = magic.table(text, Guard2=unit(health=4))
    game = magic.cast(drawn.play(dice=[(12, 12), (12, 12), (1, 2), 10]), "0:Ward>1", 2)
    (expulsion,) = game.told(magic_events.ExpulsionRolled)
    assert expulsion.total == 12
    assert not game.unit("Mage").models
    assert not game.unit("Guard2").models
    assert not magic.was_cast(game)


@pytest.mark.rule("blue.combat.spells_alternate", "blue.combat.spells_until_done")
def test_who_has_no_dice_left_is_passed_over() -> None:
    # The first player has two casters and two dice, the second a caster and none: 0, 0.
    text = "Mage at 24,10 | Mage2 at 28,10 | Witch at 24,20 face 180"
    drawn = magic.table(
        text,
        "spells",
        (2, 0),
        spells={"Mage": ("Dread",), "Mage2": ("Dread",), "Witch": ("Dread",)},
        Mage2=magic.mage(),
        Witch=magic.mage(),
    )
    game = drawn.play(dice={"": 3})
    seats = []
    while game.battle.stage == "spells":
        if game.topic == "spell":
            seats.append(game.question.seat)
            game.choose(next(key for key in game.keys if key != "pass"))
        elif game.topic == "dice":
            game.choose("1")
        else:
            game.decline()
    assert seats == [0, 0]


@pytest.mark.rule("blue.shoot.not_into_combat", "blue.magic.every_phase")
def test_a_caster_in_combat_shoots_no_bolt_at_whom_he_fights() -> None:
    text = f"Mage at 24,10 | Foe at 24,{10 + BASE} face 180 | Other at 34,10 face 180"
    drawn = magic.table(text, "shoot", (3, 0), spells={"Mage": ("Arc Bolt",)}, Other=MEN, Foe=MEN).lock("Mage", "Foe")
    game = drawn.play(dice={"": 3})
    keys = [key for key in game.keys if "Arc Bolt" in key]
    assert keys == ["0:Arc Bolt>2"]


@pytest.mark.rule("blue.special.flammable", "blue.casting.resolve_and_next")
def test_fire_of_a_spell_needs_no_die_to_wound_the_flammable() -> None:
    text = "Mage at 24,10 | Foe at 24,20 face 180"
    drawn = magic.table(
        text,
        "shoot",
        (3, 0),
        spells={"Mage": ("Kindle",)},
        Foe=unit(models=6, rules=["Flammable", "Magical Save (8+)"], armour=["Heavy Armour"]),
    )
    game = magic.cast(drawn.play(dice=dice(Casting=(9, 8), Magical=(8, 7, 7))), "0:Kindle>1", 2)
    # D5 of a 5 are 3 hits, one of them saved by magic.
    assert len(game.unit("Foe").models) == 4
    assert not [roll for roll in game.rolls if "to wound" in roll.why or "Armour" in roll.why]


# Cohesion


@pytest.mark.rule("blue.move.cohesion", "blue.charge.declare_alternating")
@pytest.mark.parametrize(("gap", "may"), [(2.0, True), (2.1, False)])
def test_a_unit_torn_in_two_by_its_losses_declares_no_charge(gap: float, may: bool) -> None:
    table = field("A at 24,14 | X at 24,20 face 180", A=unit(models=4), X=MEN)
    table.places("A", [(21, 14), (22, 14), (22 + BASE + gap, 14), (23 + BASE + gap, 14)])
    game = table.play(dice=dice())
    assert (game.question.seat == 0 and game.offers(unit="A", target="X")) is may


# Templates, buildings


@pytest.mark.rule("blue.ranged_weapon.kragi_bombs", "blue.unit_type.monster_easy_target")
def test_a_bomb_at_a_monster_is_one_better_and_one_hit() -> None:
    monster = unit(type="monster", health=8, base=100, grit=7)
    table = shooters.field(
        "Own at 24,8 | Target at 24,16 face 180", Own=shooters.archers(1, "'Kragi Bombs"), Target=monster
    )
    play = table.play({"to hit": 5, "to wound": 9, "Armour": 1, "": 5}).choose("0>1")
    if play.topic != "shoot":
        play.place(24, 16)
    assert next(roll.need for roll in play.rolls if "to hit" in roll.why) == 5
    assert play.unit("Target").models[0].lost == 1


@pytest.mark.rule("blue.special.blast", "blue.joining.not_targetable")
def test_each_under_a_blast_is_wounded_by_its_own_grit() -> None:
    # Strength 8: 2+ against Grit 4, 3+ against the Hero's 5; a 2 wounds the man and not the Hero.
    table = shooters.field(
        "Own at 24,8 | Target at 24,14 face 180 | Chief at 26,14 face 180",
        Own=shooters.archers(1, "'Kragi Bombs"),
        Target=unit(models=2),
        Chief=hero(grit=5, destiny=0),
    ).join("Chief", "Target")
    table.places("Target", [(24, 14), (20.5, 14)]).places("Chief", [(25, 14)])
    play = table.play({"to hit": 10, "to wound": 2, "": 10}).choose("0>1")
    play.place(24, 14)
    assert {roll.need for roll in play.rolls if "to wound" in roll.why} == {2, 3}
    assert (len(play.unit("Target").models), play.unit("Chief").models[0].lost) == (1, 0)


@pytest.mark.rule(
    "blue.initiative_mod.in_building_charged", "blue.special.terror_target_test", "blue.melee_mod.attacker_in_cover"
)
def test_terror_takes_from_a_house_most_of_what_it_gives() -> None:
    # 4 + 3 - 2 = 5; 6+ with +1 for cover and -2: 7+.
    monster = unit(type="monster", health=9, base=60, initiative=1)
    game = charge(housed(monster).play(dice=dice(Terror=3)), "A", "X")
    fought(game)
    assert step_of(game, "X") == 5
    assert needed(game, "X") == 7


@pytest.mark.rule("blue.special.unstable_wounds", "blue.special.regeneration", "blue.special.regeneration_timing")
def test_what_crumbled_may_grow_again_after_the_last_fight() -> None:
    # Two wounds and two by the margin: four dice of 7+, of which three are enough.
    table = touching(unit(models=5, initiative=9), unit(models=8, attacks=0, rules=["Unstable", "Regeneration (7+)"]))
    falls = {"A Hand Weapon: to hit": (9, 9, 1, 1, 1), "A Hand Weapon: to wound": 9, "Regeneration": (7, 8, 6, 9)}
    game = fought(played(table, dice(**falls)))
    assert parts(game, 0) == {"unsaved wounds": 2}
    assert len(game.unit("X").models) == 7


@pytest.mark.rule("blue.terrain.hill_range", "blue.ranged_quality.rapid_fire")
@pytest.mark.parametrize(("inches", "shots"), [(8.9, 2), (9.1, 1)])
def test_a_hill_lengthens_half_range_too(inches: float, shots: int) -> None:
    # Shortbow 16" + 2": half of it is 9".
    board = "48x48 hill 24,8 4x4"
    assert shots_at(apart(inches, board, Own=shooters.archers(1, "Shortbow"))) == shots


@pytest.mark.rule("blue.reaction.flee", "blue.building.structure")
def test_who_flees_out_of_a_house_starts_at_its_far_wall() -> None:
    game = declared(housed().play(dice=dice(Flee=(4, 4))), "A", "X").choose("flee")
    assert game.unit("X").inside is None
    assert min(m.y for m in game.unit("X").models) > 26 + 4 - 0.1


@pytest.mark.rule("blue.initiative_mod.snared", "blue.initiative_mod.slow_weapon")
def test_nobody_is_slower_than_one() -> None:
    table = touching(unit(models=5, initiative=3, weapons=["Great Weapon"]), unit(models=5, attacks=0))
    table.unit("A").weapon = "Great Weapon"
    table.unit("A").snared = True
    game = played(table)
    while game.topic == "weapon":
        game.choose("Great Weapon")
    assert step_of(game, "A") == 1


@pytest.mark.rule("blue.command.rally", "blue.warbanner.reroll_tests", "blue.special.elite")
def test_a_rally_is_thrown_again_once_whoever_grants_it() -> None:
    table = draw(
        "Own at 24,20 fleeing | Bob at 26,20 | Foe at 24,40 face 180",
        Own=unit(models=5, rules=["Elite"]),
        Bob=hero(warbanner=True),
        Foe=ONE,
    )
    staged(table, "command", "command")
    game = table.play(dice=dice(Rally=[3, 4, 9]))
    game.choose(unit="Own")
    assert len([roll for roll in game.rolls if "Rally" in roll.why]) == 2
    assert game.unit("Own").fleeing


@pytest.mark.rule("blue.reaction.flee", "blue.move.fleeing_units_excluded")
def test_a_flight_ends_beside_the_friends_in_its_way() -> None:
    # X runs 4" straight to where Z stands, through Z's unit, and nobody is lost.
    table = field("A at 24,14 | X at 24,20 face 180 | Z at 24,24 face 180", A=ONE, X=ONE, Z=unit(models=9))
    game = declared(table.play(dice=dice(Flee=(4, 4))), "A", "X").choose("flee")
    assert len(game.unit("X").models) == 1
    ((x, y),) = spots(game, "X")
    assert all(dist((x, y), one) >= BASE - 0.01 for one in spots(game, "Z"))


# What a house does to measuring, and who strikes it


@pytest.mark.rule("blue.building.structure", "blue.objective_hold.infantry", "blue.warbanner.planted_objective_hold")
@pytest.mark.parametrize(("away", "held"), [(2.9, 5), (3.1, 0)])
def test_who_is_inside_holds_what_is_near_the_wall(away: float, held: int) -> None:
    # The wall is at y = 26; ranges go from the wall (BLUE-R137).
    table = housed()
    assert strength_at(table.battle, 1, Marker(24.0, 26.0 + away)) == held


@pytest.mark.rule("blue.special.blast", "blue.special.firestorm", "blue.expulsion.12_crossing_taketh")
def test_what_bursts_before_a_house_spares_those_inside_and_the_other_way_round() -> None:
    board = "48x48 light_building 24,24 4x4"
    for weapon in ("'Kragi Bombs", "Fire Spewer"):
        table = shooters.field(
            f"{board} | Own at 24,16 | Target at 24,21.4 face 180 | In at 24,24 face 180",
            Own=shooters.archers(1, weapon),
            Target=ONE,
            In=MEN,
        )
        table.unit("In").inside = 0
        table.places("In", [(24, 24)] * 5)
        game = table.play(dice(to_hit=10, to_wound=9)).choose("0>1")
        if game.topic == "blast":
            game.place(24, 21.4)
        assert (len(game.unit("Target").models), len(game.unit("In").models)) == (0, 5)
    table = magic.table(
        f"{board} | Mage at 24,24 | Men at 24,24 | Out at 24,21.4 | Foe at 2,2 face 180 fleeing", Men=MEN, Out=ONE
    ).join("Mage", "Men")
    table.unit("Men").inside = 0
    table.places("Men", [(24, 24)] * 5).places("Mage", [(24, 24)])
    game = magic.cast(table.play(dice=[(3, 3), 12]), "0:Ward>1", 2)
    assert [len(game.unit(name).models) for name in ("Men", "Mage", "Out")] == [0, 0, 1]


@pytest.mark.rule("blue.special.stupid_test", "blue.joining.hero_spirit", "blue.special.deft_of_mind")
def test_a_hero_lends_his_unit_his_spirit_and_not_his_mind() -> None:
    table = draw(
        "Own at 24,20 | Bob at 26,20 | Foe at 24,40 face 180",
        Own=unit(models=5, rules=["Stupid"], mind=7),
        Bob=hero(mind=2, spirit=2, destiny=0, rules=["Deft of Mind"]),
        Foe=ONE,
    ).join("Bob", "Own")
    game = staged(table, "turn", "command").play(dice=dice())
    assert next(roll.need for roll in game.rolls if "Stupid" in roll.why) == 7


@pytest.mark.rule("blue.unit_type.monster_demolisher", "blue.penetration.12_apocalyptic_collapse")
def test_a_monster_may_strike_the_wall_behind_which_its_enemies_fight() -> None:
    # BLUE-R156: in its step and in place of its four attacks. The light building of 3 points comes down on X.
    monster = unit(type="monster", health=9, base=60, strength=7, attacks=4, initiative=3)
    table = housed(monster, unit(models=9, attacks=0), distance=0.0).lock("A", "X")
    game = table.play(dice=dice(**{"penetrates": 10, "Building Penetration": 10}))
    assert (game.topic, game.keys) == ("demolish", ["0>section:0", "pass"])
    game.choose("0>section:0")
    assert not game.unit("X").models
    assert not [event for event in struck(game, "A") if event.what == "Hand Weapon"]
    # Nobody of X is left, so that it has won (BLUE-R66).
    assert game.until("consolidate").question.seat == 0


@pytest.mark.rule(
    "blue.unit_type.monster_demolisher", "blue.penetration.09_going_down", "blue.fight.resolution_after_step_1"
)
def test_who_runs_from_a_house_that_shakes_leaves_the_fight_without_a_loser() -> None:
    # AP -3 makes a 6 a 9; 7 does not bring it down, a 3 fails the Spirit Test: X flees, and there is nothing to score.
    monster = unit(type="monster", health=9, base=60, strength=7, attacks=1, initiative=3)
    table = housed(monster, unit(models=9, attacks=0), kind="fortification", distance=0.0).lock("A", "X")
    falls = {
        "penetrates": 10,
        "Building Penetration": 6,
        "Going Down!: flees": (5, 5),
        "X This Thing": 3,
        "This Thing": 7,
    }
    game = table.play(dice=dice(**falls)).choose("0>section:0")
    fought(game)
    assert game.unit("X").fleeing
    assert (game.unit("A").foes, game.unit("X").foes) == ((), ())
    assert not game.told(events.FightScored)


# The environment's side


@pytest.mark.rule("blue.setup.pvp_or_pve", "blue.setup.scenario")
def test_the_environment_has_room_for_all_its_units() -> None:
    # 1,500 points about a keep: within 8" of the centre there is no room for all, so that the lair grows (BLUE-R143).
    options = {"mode": "pve", "scenario": "the lair", "points": 1500}
    game = start(
        RULESET, Setup(ruleset="blue", armies=("Greenfold Kin", "Hollow Court"), map="4", options=options), "8"
    )
    solo = Solo(Chance("lair"))
    while game.asked.seat == 1 or game.asked.question.topic == "side":
        answer = (
            solo.decide(game.asked, game.battle, RULESET).answer if game.asked.seat else game.asked.suggestions()[0]
        )
        game.answer(answer, game.asked.seat)
    battle: Any = game.battle
    theirs = [unit for unit in battle.units if unit.seat == 1 and not unit.reserve]
    assert all(unit.models for unit in theirs)
    left, right = (pick(x for x, _ in battle.zones[1].corners) for pick in (min, max))
    assert 16.0 < right - left <= 22.0
