"""Positions worked out by hand: what a unit did in one phase and may not do in another."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.fantasy_battles.gunnery import armed
from tests.fantasy_battles.harness import Fall, Play, Table, draw, happen, shape, with_rules
from tests.fantasy_battles.test_panic import destroyed, lose
from warhost.play.questions import Choose
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.fantasy_battles.core.battle import Boon
from warhost.rulesets.fantasy_battles.shown.events import DisciplineTested, Misfired
from warhost.table import Forward, Pose

MM = 1 / 25.4
WIDE, DEEP = 100 * MM, 80 * MM
"""Twenty men, five wide, on bases of 20 mm."""

QUIET: dict[str, Fall] = {"Flux": 4, "": 1}

SHORT: dict[str, Fall] = {"Flee": (1, 1), "": 1}
"""A flight of two inches."""


def shooters(game: Play) -> set[str]:
    """Go on to the Shooting Phase and tell who may shoot."""
    game.until("shoot")
    return {game.battle.units[option.unit].name for option in game.options if option.unit is not None}


def why_not_shoot(game: Play, name: str) -> set[str]:
    question = game.question
    assert isinstance(question, Choose)
    return {one.rule for one in question.denied if one.unit == game.unit(name).id}


BATTERY = "0 Cannon at 60,10 | 1 Giant at 60,30 face 180"
"""Somebody who can shoot at somebody in any case."""


@pytest.mark.rule("t9a.move.rally", "t9a.shooting.sequence")
def test_archers_that_rallied_do_not_shoot_in_that_turn() -> None:
    line = f"0 Archers at 30,20 | 1 Swordsmen at 30,32 face 180 | {BATTERY}"
    game = draw(line, phase="movement").set("Archers", fleeing=True).play(dice={"Rally": (1, 1), **QUIET})
    assert shooters(game) == {"Cannon"}
    game.until(turn=2).until("shoot")
    assert game.offers(unit="Archers")


@pytest.mark.rule("t9a.charge.failed_move", "t9a.shooting.sequence")
def test_archers_whose_charge_failed_neither_move_nor_shoot() -> None:
    line = f"0 Archers at 30,20 | 1 Swordsmen at 30,34 face 180 | {BATTERY}"
    game = draw(line).play(dice={"Charge Range": (1, 2), **QUIET})
    game.choose(unit="Archers", target="Swordsmen").choose("hold")
    game.until("move")
    assert not game.offers(unit="Archers")
    assert shooters(game) == {"Cannon"}


@pytest.mark.rule("t9a.charge.reaction_flee", "t9a.shooting.sequence", "t9a.move.one_move_each")
def test_archers_that_ran_down_a_fleeing_unit_neither_move_nor_shoot() -> None:
    line = f"0 Archers at 30,20 | 1 Swordsmen at 30,24 face 180 | 1 Guard at 30,40 face 180 | {BATTERY}"
    game = draw(line).play(dice={"Flee": (1, 2), "Charge Range": (6, 6), **QUIET})
    game.choose(unit="Archers", target="Swordsmen").choose("flee")
    game.until("move")
    assert game.unit("Swordsmen").fate == "destroyed"
    assert not game.offers(unit="Archers")
    assert shooters(game) == {"Cannon"}


@pytest.mark.rule("t9a.charge.reaction_stand_and_shoot", "t9a.shooting.once_per_phase")
def test_archers_that_stood_and_shot_shoot_again_in_their_own_turn() -> None:
    line = "0 Spearmen at 36,10 | 1 Archers at 36,28 face 180"
    game = draw(line).play(dice={"Charge Range": (1, 1), **QUIET})
    game.choose(unit="Spearmen", target="Archers").choose("stand and shoot")
    while not (game.battle.active == 1 and game.topic == "shoot"):
        game.decline()
    assert game.offers(unit="Archers", target="Spearmen")


@pytest.mark.rule("t9a.charge.reaction_stand_and_shoot", "t9a.shooting.once_per_phase")
def test_archers_that_shot_in_their_own_turn_stand_and_shoot_in_the_next() -> None:
    table = draw("0 Spearmen at 36,10 | 1 Archers at 36,28 face 180").set("Archers", shot=True)
    game = table.play(dice={"Charge Range": (1, 1), **QUIET})
    assert game.choose(unit="Spearmen", target="Archers").offers("stand and shoot")


@pytest.mark.rule("t9a.panic.failed_flees", "t9a.move.rally", "t9a.fleeing.no_shooting")
def test_a_unit_that_flees_from_a_volley_tests_in_its_own_movement_phase_and_not_before() -> None:
    line = "0 Archers at 36,10 | 1 Swordsmen at 36,20 face 180 | 0 Guard at 5,5"
    hits: dict[str, Fall] = {"to hit": 6, "to wound": 6, "Panic": (6, 6), "Flee": (1, 1), "Rally": (1, 1), **QUIET}
    game = draw(line, phase="shooting").play(dice=hits).choose(unit="Archers", target="Swordsmen")
    while not game.told(DisciplineTested)[1:]:
        game.decline()
    assert [test.kind for test in game.told(DisciplineTested)] == ["panic", "rally"]
    assert (game.battle.active, game.battle.phase, game.battle.turn) == (1, "movement", 1)


@pytest.mark.rule("t9a.misfire.jammed", "t9a.shaken.no_shooting", "t9a.shaken.no_advance")
def test_a_jammed_cannon_is_shaken_through_its_owners_next_turn_and_no_longer() -> None:
    line = "0 Cannon at 36,10 | 0 Guard at 5,5 | 1 Spearmen at 36,40 face 180"
    dice: dict[str, Fall] = {"to hit": 1, "isfire": 3, **QUIET}
    game = draw(line, phase="shooting").play(dice=dice).choose(unit="Cannon", target="Spearmen")
    assert [event.effect for event in game.told(Misfired)] == ["Jammed"]
    game.until("move", turn=2)
    assert not game.offers(unit="Cannon")
    game.until(turn=3).until("move")
    assert game.offers(unit="Cannon")


@pytest.mark.rule("t9a.special.war_machine", "t9a.shaken.no_shooting")
def test_a_cannon_that_panicked_in_the_enemys_turn_does_not_shoot_in_its_own() -> None:
    # Shaken until the end of the next Player Turn, which is its owner's.
    line = "0 Archers at 36,20 | 1 Captain at 36,30 face 180 | 1 Cannon at 36,33 face 180 | 1 Archers at 60,44 face 180"
    table = draw(f"{line} | 0 Spearmen at 60,30", phase="shooting").set("Captain", wounds=2)
    dice: dict[str, Fall] = {"to hit": 6, "to wound": 6, "Panic": (6, 6), **QUIET}
    game = table.play(dice=dice).choose(unit="0:Archers", target="Captain")
    while not (game.battle.active == 1 and game.topic == "shoot"):
        game.decline()
    assert not game.offers(unit="Cannon")
    assert why_not_shoot(game, "Cannon") == {"t9a.shaken.no_shooting"}


# Frenzy


@pytest.mark.rule("t9a.special.frenzy")
@pytest.mark.parametrize(("fields", "tests"), [({}, True), ({"boons": (Boon("Shaken", "turn"),)}, False)])
def test_frenzy_minds_only_enemies_within_12_that_it_could_charge(fields: dict[str, Any], tests: bool) -> None:
    line = "0 Spearmen at 36,20 | 1 Swordsmen at 36,30 face 180"
    table = with_rules(line, "Spearmen", ["Frenzy"]).set("Spearmen", **fields)
    table.battle.stage = "start of charges"
    game = table.play(dice={"": 1})
    assert bool(game.told(DisciplineTested)) is tests


@pytest.mark.rule("t9a.special.frenzy")
def test_one_enemy_near_behind_and_another_far_ahead_are_no_reason_for_frenzy() -> None:
    # Eight inches behind it one that it does not see, fourteen ahead one that it could charge.
    line = f"0 Spearmen at 36,20 | 1 Swordsmen at 36,{20 - DEEP - 8} face 180 | 1 Guard at 36,{20 + DEEP + 14} face 180"
    table = with_rules(line, "Spearmen", ["Frenzy"])
    table.battle.stage = "start of charges"
    game = table.play(dice={"": 6})
    assert game.offers(unit="Spearmen", target="Guard")
    assert not game.told(DisciplineTested)
    assert game.offers("pass")


# Combined units


@pytest.mark.rule("t9a.panic.losses_25", "t9a.special.champion", "t9a.special.character")
@pytest.mark.parametrize(("lost", "tests"), [(5, False), (6, True)])
def test_champion_and_two_characters_count_for_the_quarter(lost: int, tests: bool) -> None:
    # 14 Guards, their Sergeant, and two Characters of three Health Points: 21, of which a quarter is 5.25.
    line = '0 Guard at 36,20 models=14 | 0 Captain off in="Guard" | 0 Banner off in="Guard"'
    table = draw(f"{line} | 1 Swordsmen at 36,44 face 180")
    game = happen(table, lambda battle: lose(battle, 0, lost, table.unit("Swordsmen").id), {"": 1})
    assert bool(game.told(DisciplineTested)) is tests


@pytest.mark.rule("t9a.panic.losses_25", "t9a.special.character")
def test_a_captain_whose_men_all_fell_to_a_volley_still_tests_for_it() -> None:
    # He is left of a unit that was no single model: more than a quarter is gone.
    table = draw('0 Spearmen at 36,20 models=4 files=5 | 0 Captain off in="Spearmen" | 1 Swordsmen at 36,44 face 180')
    game = happen(table, lambda battle: lose(battle, 0, 4, 2), {"": 1})
    assert [(test.kind, test.needed) for test in game.told(DisciplineTested)] == [("panic", 8)]


# The edge of the board


@pytest.mark.rule("t9a.special.flee_move", "t9a.panic.friend_destroyed")
def test_a_deep_column_that_turns_to_flee_and_still_sticks_out_is_gone() -> None:
    # Ten ranks of two beside the eastern edge turn by 10 degrees: their rear corner is over the edge by 0.6 inches,
    # and a flight of two inches brings it back by 0.35 only.
    x = 72 - 20 * MM - 0.05
    table = draw(f"0 Spearmen at {x},20 files=2 | 0 Guard at 5,5 | 1 Swordsmen at 60,44 face 180")
    away = math.radians(10)
    point = x + 5 * math.sin(away), 20 - 5 * math.cos(away)
    game = happen(table, lambda battle: panic.flee_from(battle, battle.units[0], *point), SHORT)
    assert game.unit("Spearmen").fate == "fled"
    # Four inches more and it is back.
    table = draw(f"0 Spearmen at {x},20 files=2 | 0 Guard at 5,5 | 1 Swordsmen at 60,44 face 180")
    game = happen(table, lambda battle: panic.flee_from(battle, battle.units[0], *point), {**SHORT, "Flee": (3, 3)})
    assert game.unit("Spearmen").fate == ""
    assert max(x for x, _ in shape(game, "Spearmen").corners) <= 72


@pytest.mark.rule("t9a.panic.friend_destroyed", "t9a.panic.flee_direction")
def test_who_panics_beside_the_edge_may_be_gone_at_once_and_frighten_the_next() -> None:
    # The Guard runs east from the Knights, 2.4 inches from the edge; the Archers beside it test for that in turn.
    line = f"0 Spearmen at 60,10 | 0 Guard at {70 - WIDE / 2},10 | 0 Archers at 68,14 | 1 Knights at 50,10 face 90"
    game = happen(draw(line), lambda battle: destroyed(battle, 0), {"Guard Panic": 6, **SHORT, "Flee": (1, 2)})
    if game.topic == "panic order":
        game.choose(unit="Guard")
    assert game.unit("Guard").fate == "fled"
    names = [game.battle.units[test.unit].name for test in game.told(DisciplineTested)]
    assert names.count("Archers") == 1


# Dangerous Terrain and Panic


@pytest.mark.rule("t9a.terrain.dangerous_hit", "t9a.panic.friend_destroyed")
def test_terrain_that_takes_the_last_of_a_unit_frightens_nobody() -> None:
    forest = "72x48 forest 36,22 12x2"
    line = f"{forest} | 0 Knights at 36,30 models=1 files=1 | 0 Guard at 40,32 | 1 Giant at 5,45 face 180"
    table = draw(line, phase="movement").set("Knights", fleeing=True, pose=Pose(36.0, 30.0, 180.0))
    game = table.play(dice={"Rally": 6, "Flee": (6, 6, 6), "Dangerous": 1, "": 1})
    assert game.unit("Knights").fate == "destroyed"
    assert [test.kind for test in game.told(DisciplineTested)] == ["rally"]


@pytest.mark.rule("t9a.terrain.dangerous_hit", "t9a.panic.losses_25")
def test_losses_to_terrain_do_not_fill_up_a_quarter_begun_by_shots() -> None:
    # Four of twenty fall to the enemy's reaction, then four to ruins on the way of the charge: no test.
    line = "72x48 ruins 36,24 12x1 | 0 Spearmen at 36,20 | 1 Archers at 36,29 face 180"
    wounds = (4, 4, 4, 4, 1, 1, 1, 1, 1, 1)
    dice: dict[str, Fall] = {
        "to hit": 6,
        "Bow: to wound": wounds,
        "Charge Range": (6, 6),
        "Dangerous": (1,) * 4 + (6,) * 12,
        **QUIET,
    }
    game = draw(line).play(dice=dice).choose(unit="Spearmen", target="Archers").choose("stand and shoot")
    while game.topic in ("move charger", "charge place", "declare charge"):
        game.choose(game.keys[0])
    assert not [test for test in game.told(DisciplineTested) if test.kind == "panic"]


# Weapons and ranks


@pytest.mark.rule("t9a.shooting.two_ranks", "t9a.special.character", "t9a.los.per_model")
def test_a_captain_with_a_longer_bow_shoots_alone_at_what_his_archers_do_not_reach() -> None:
    table = draw('0 Archers at 36,4 | 0 Captain off in="Archers" | 1 Spearmen at 36,36 face 180', phase="shooting")
    table = armed(table, "Captain", aim=2, range=36, name="Longbow")
    game = table.play(dice={"": 1}).choose(unit="Archers", target="Spearmen")
    assert [(roll.dice, roll.need) for roll in game.rolls[:1]] == [("1D6", 3)]


def advanced(table: Table, name: str, inches: float) -> Play:
    game = table.play(dice=QUIET, phase="movement").choose(unit=name)
    return game.move("advance", Forward(inches)).until("shoot")


@pytest.mark.rule("t9a.shooting.mod_moving", "t9a.shooting.multipart")
def test_the_crew_of_a_chariot_that_advanced_shoots_worse() -> None:
    game = advanced(draw("0 Chariot at 36,10 | 0 Guard at 5,5 | 1 Spearmen at 36,30 face 180"), "Chariot", 7.0)
    game.choose(unit="Chariot", target="Spearmen")
    rolls = [roll for roll in game.rolls if "to hit" in roll.why]
    assert [(roll.dice, roll.need) for roll in rolls] == [("2D6", 5)]


# Wizards


@pytest.mark.rule("t9a.move.rally", "t9a.charge.failed_move")
@pytest.mark.parametrize("fields", [{"rallied": True}, {"declared": True, "failed_charge": True}])
def test_a_wizard_casts_after_he_rallied_or_failed_to_charge(fields: dict[str, Any]) -> None:
    table = draw("0 Wizard at 36,10 | 0 Guard at 5,5 | 1 Swordsmen at 36,28 face 180", phase="magic")
    game = table.set("Wizard", known=("Fireball",), **fields).play(dice={"Flux": 4, "": 1})
    while game.topic == "siphon":
        game.decline()
    assert isinstance(game.question, Choose)
    assert any(option.unit == game.unit("Wizard").id for option in game.options)


# Fighting across phases


@pytest.mark.rule("t9a.panic.losses_25", "t9a.panic.exempt")
def test_losses_in_melee_make_nobody_panic_while_it_fights() -> None:
    table = draw("0 Ogres at 36,10 | 1 Swordsmen at 36,20 face 180", phase="melee").fight("Ogres", "Swordsmen")
    dice: dict[str, Fall] = {"Ogres Close Combat": 6, "Break": (1, 1), "Combat": 1, **QUIET}
    game = table.play(dice=dice)
    game.until(turn=2)
    assert not [test for test in game.told(DisciplineTested) if test.kind == "panic"]
