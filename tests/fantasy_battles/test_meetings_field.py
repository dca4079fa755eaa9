"""Rules of Fantasy Battles that meet on the field: reactions, flights, volleys, what a battle is worth in the end."""

from __future__ import annotations

from math import atan2, degrees
from typing import Any

import pytest

from tests.fantasy_battles.gunnery import armed
from tests.fantasy_battles.harness import Play, Table, draw, happen
from tests.fantasy_battles.spellcraft import lay
from tests.playing import pose
from warhost.rulesets.fantasy_battles.chapters.victory.objectives import tally, won_by
from warhost.rulesets.fantasy_battles.chapters.victory.victory import end_game_turn
from warhost.rulesets.fantasy_battles.chapters.victory.victory_points import points_of
from warhost.rulesets.fantasy_battles.shown import events

CHARGE = "0 Knights at 36,10 | 1 Archers at 36,26 face 180 | 1 Wizard at 70,46"


def disciplined(game: Play, kind: str) -> list[tuple[str, int, bool]]:
    """The Discipline Tests of a kind so far: whose, on what, and whether they were passed."""
    units = game.battle.units
    return [
        (units[one.unit].name, one.needed, one.passed) for one in game.told(events.DisciplineTested) if one.kind == kind
    ]


def reactions(table: Table, charger: str = "Knights", target: str = "Archers", dice: Any = None) -> set[str]:
    game = table.play(dice=dice or {"": 1}).choose(unit=charger, target=target)
    return set(game.keys) if game.topic == "charge reaction" else set()


# Charges and reactions


@pytest.mark.rule("t9a.witchcraft.3_twisted_effigy", "t9a.charge.reaction_stand_and_shoot")
def test_archers_under_an_effigy_do_not_stand_and_shoot() -> None:
    assert reactions(draw(CHARGE)) == {"hold", "stand and shoot", "flee"}
    assert reactions(lay(draw(CHARGE), "Twisted Effigy", "Archers", by="Knights")) == {"hold", "flee"}


@pytest.mark.rule("t9a.charge.reaction_stand_and_shoot", "t9a.los.definition", "t9a.charge.declare")
def test_archers_charged_from_behind_have_nobody_to_shoot_at() -> None:
    assert reactions(draw("0 Knights at 36,10 | 1 Archers at 36,26 | 1 Wizard at 70,46")) == {"hold", "flee"}


@pytest.mark.rule("t9a.shamanism.2_swarm_of_insects", "t9a.shooting.mod_stand_and_shoot", "t9a.shooting.mods_add_up")
def test_insects_and_haste_spoil_the_shots_at_a_charger() -> None:
    table = lay(draw(CHARGE), "Swarm of Insects", "Archers", by="Knights", permanent=True)
    game = table.play(dice={"": 1}).choose(unit="Knights", target="Archers").choose("stand and shoot")
    # Within half the range: 4+, -1 for the reaction and -1 for the insects.
    assert {roll.need for roll in game.rolls if "to hit" in roll.why} == {6}


@pytest.mark.rule("t9a.shamanism.2_swarm_of_insects", "t9a.charge.reaction_flee", "t9a.move.rally")
def test_archers_who_run_leave_the_insects_behind() -> None:
    table = lay(draw(CHARGE), "Swarm of Insects", "Archers", by="Knights", permanent=True)
    game = table.play(dice={"": 1}).choose(unit="Knights", target="Archers").choose("flee")
    assert game.unit("Archers").effects == ()


@pytest.mark.rule("t9a.special.terror", "t9a.special.war_machine", "t9a.shaken.no_shooting")
def test_a_cannon_that_a_giant_frightens_stays_and_is_shaken() -> None:
    table = draw("0 Giant at 36,10 | 1 Cannon at 36,22 face 180 | 1 Wizard at 70,46")
    game = table.play(dice={"Cannon": 6, "Charge": 6, "": 1}).choose(unit="Giant", target="Cannon")
    assert disciplined(game, "panic") == [("Cannon", 7, False)]
    assert not game.unit("Cannon").fleeing
    assert [one.unit for one in game.told(events.UnitShaken)] == [game.unit("Cannon").id]
    assert not game.offers("flee")


@pytest.mark.rule("t9a.cosmology.2_truth_of_time", "t9a.special.swiftstride", "t9a.charge.range")
@pytest.mark.parametrize(("version", "dice"), [("Chaos", "3D6kl2"), ("Cosmos", "5D6kh2")])
def test_time_turned_against_swift_riders_leaves_one_minimised_die(version: str, dice: str) -> None:
    table = lay(draw(CHARGE), "Truth of Time", "Knights", by="Wizard", version=version)
    game = table.play(dice={"": 1}).choose(unit="Knights", target="Archers").choose("hold")
    assert [roll.dice for roll in game.rolls if "Charge Range" in roll.why] == [dice]


@pytest.mark.rule("t9a.panic.flees_through", "t9a.panic.friend_destroyed", "t9a.special.flee_move")
def test_a_flight_drives_friends_off_the_board_and_their_end_frightens_the_next() -> None:
    line = (
        "0 Knights at 36,26 | 1 Archers at 36,40 face 180 | 1 Swordsmen at 36,44 face 180 | 1 Guard at 45,44 face 180"
    )
    falls = {"Archers Flee": (1, 1), "Swordsmen Panic": 6, "Swordsmen Flee": (3, 3), "Guard Panic": 1, "": 1}
    game = draw(line).play(dice=falls).choose(unit="Knights", target="Archers").choose("flee")
    game.choose(str(game.unit("Swordsmen").id))
    assert game.unit("Swordsmen").fate == "fled"
    assert disciplined(game, "panic")[:2] == [("Swordsmen", 7, False), ("Guard", 7, True)]


@pytest.mark.rule("t9a.special.frenzy", "t9a.charge.declare", "t9a.charge.reaction_flee")
def test_the_frenzied_must_charge_but_may_turn_to_others_when_their_target_runs() -> None:
    line = "0 Spearmen at 36,20 | 1 Archers at 36,29 face 180 | 1 Guard at 42,30 face 180 | 1 Wizard at 70,46"
    table = draw(line).change("Spearmen", ["Frenzy"])
    game = table.play(dice={"Frenzy": 6, "Flee": (5, 5), "Redirect": 1, "redirect": 1, "": 1}, stage="start of charges")
    assert disciplined(game, "frenzy")[0][0] == "Spearmen"
    assert not game.offers("pass")
    game.choose(unit="Spearmen", target="Archers").choose("flee")
    assert game.topic == "redirect"


# Volleys


@pytest.mark.rule("t9a.shooting.hopeless_shots", "t9a.divination.4_the_stars_align", "t9a.special.reroll")
def test_the_stars_roll_a_hopeless_shot_again_but_not_its_second_die() -> None:
    line = "72x48 ruins 36,30 12x8 | 0 Archers at 36,12 | 1 Spearmen at 36,30 face 180 | 0 Wizard at 4,4"
    table = lay(draw(line), "The Stars Align", "Archers", by="Wizard")
    falls = {"after a 6": (4, 3, 3), "again": (6, 6, 1, 1, 1, 1, 1, 1, 1), "to hit": (6, *[1] * 9), "": 1}
    game = table.play(dice=falls, phase="shooting").choose(unit="Archers", target="Spearmen")
    # 4+, long range -1, hard cover -2: 7+. Nine misses are rolled again; of three sixes each wants a 4+.
    assert [roll.dice for roll in game.rolls if "to hit" in roll.why] == ["10D6", "9D6", "3D6"]
    assert [roll.dice for roll in game.rolls if "to wound" in roll.why] == ["1D6"]


@pytest.mark.rule("t9a.cosmology.1_altered_sight", "t9a.shooting.hopeless_shots", "t9a.shooting.mods_add_up")
def test_altered_sight_makes_a_hopeless_shot_a_plain_one() -> None:
    line = "72x48 ruins 36,30 12x8 | 0 Archers at 36,12 | 1 Spearmen at 36,30 face 180 | 0 Wizard at 4,4"
    table = lay(draw(line), "Altered Sight", "Archers", by="Wizard", version="Cosmos")
    game = table.play(dice={"to hit": 6, "": 1}, phase="shooting").choose(unit="Archers", target="Spearmen")
    hits = [roll for roll in game.rolls if "to hit" in roll.why]
    assert [(roll.dice, roll.need) for roll in hits] == [("10D6", 6)]


@pytest.mark.rule("t9a.special.area_attack", "t9a.special.character", "t9a.special.multiple_wounds")
def test_a_ball_through_four_ranks_passes_a_captain_by_and_its_strong_hit_takes_one_man() -> None:
    line = "0 Cannon at 36,10 | 1 Spearmen at 36,30 face 180 | 1 Captain at 60,40"
    table = draw(line).join("Captain", "Spearmen", 2)
    game = table.play(dice={"": 6}, phase="shooting").choose(unit="Cannon", target="Spearmen")
    assert game.unit("Captain").wounds == 0
    # Twenty men and a Captain in five ranks, of which the last has one man.
    assert sum(one.health for one in game.told(events.HealthLost)) == 5


@pytest.mark.rule("t9a.misfire.explosion", "t9a.panic.losses_25", "t9a.panic.flee_direction")
def test_a_bursting_cannon_drives_its_own_archers_away_from_the_enemy() -> None:
    line = "0 Cannon at 36,10 | 0 Archers at 40.5,10 | 1 Spearmen at 36,30 face 180 | 1 Wizard at 50,30 face 180"
    table = armed(draw(line), "Cannon", name="Gun", rules=("Artillery Weapon",), misfire=-1)
    falls = {
        "Cannon Gun: to hit": 1,
        "Misfire": 1,
        "Explosion: to wound": (6, 6, 6, *[1] * 7),
        "Explosion": 6,
        "Archers Panic": 6,
        "Flee": (1, 2),
        "": 6,
    }
    game = table.play(dice=falls, phase="shooting").choose(unit="Cannon", target="Spearmen")
    assert game.unit("Cannon").pose is None
    assert disciplined(game, "panic")[0][0] == "Archers"
    # From the Centre of the Spearmen, who are closest and did nothing.
    assert pose(game, "Archers").facing == pytest.approx(90 + degrees(atan2(20, 4.5)), abs=0.5)


@pytest.mark.rule("t9a.shooting.mod_moving_both", "t9a.special.light_troops", "t9a.special.hard_target")
def test_light_men_who_marched_with_heavy_quick_bows_shoot_at_a_hard_target() -> None:
    line = "0 Archers at 36,10 | 1 Spearmen at 36,20 face 180"
    table = draw(line).change("Archers", ["Light Troops"]).change("Spearmen", ["Hard Target (1)"])
    armed(table, "Archers", rules=("Quick to Fire", "Unwieldy"))
    table.set("Archers", moved=True, marched=True)
    game = table.play(dice={"": 1}, phase="shooting").choose(unit="Archers", target="Spearmen")
    # 4+, -1 for a heavy but quick weapon that moved, -1 for the target; 20 inches less is short range.
    assert {roll.need for roll in game.rolls if "to hit" in roll.why} == {6}


# What it is worth


def standing(line: str, objective: str = "", **fields: Any) -> Table:
    return draw(line, objective=objective, deployment="Frontline Clash", **fields)


@pytest.mark.rule("t9a.victory.vp_general_bsb", "t9a.victory.vp_fleeing", "t9a.victory.shattered_characters")
def test_a_general_who_flees_with_his_shattered_men_costs_half_of_himself() -> None:
    line = "0 Archers at 36,5 | 1 Spearmen at 36,40 face 180 models=5 fleeing | 1 General at 60,40"
    table = standing(line).join("General", "Spearmen")
    # Fleeing and Shattered men cost all their 200 points, the unwounded General half of 150 and no extra.
    assert points_of(table.battle, 0).total == 200 + 75
    # With one of his three Health Points he is not Shattered yet.
    assert points_of(table.set("General", wounds=2).battle, 0).total == 200 + 75


@pytest.mark.rule("t9a.objective.breakthrough", "t9a.special.scoring", "t9a.objective.scoring_only")
def test_of_those_who_broke_through_only_the_steady_ranks_count_up_to_three() -> None:
    names = ["Spearmen", "Swordsmen", "Archers", "Wolves"]
    line = " | ".join(f"0 {name} at {10 + 12 * n},42" for n, name in enumerate(names))
    table = standing(f"{line} | 0 Captain at 60,42 | 1 Guard at 20,4 | 1 Ogres at 40,4", "Breakthrough")
    assert tally(table.battle) == (3, 2)
    for name in ("Spearmen", "Swordsmen"):
        table.set(name, fleeing=True)
    assert tally(table.battle) == (2, 2)
    assert won_by(table.battle) is None


@pytest.mark.rule("t9a.objective.hold_the_ground", "t9a.special.scoring", "t9a.special.character")
def test_a_captain_left_of_his_unit_holds_no_ground_and_who_flees_holds_none() -> None:
    line = "0 Spearmen at 36,24 fleeing | 1 Archers at 36,18 face 180 | 1 Captain at 40,24"
    for turn, counters in ((1, (0, 0)), (2, (0, 1))):
        held = standing(line, "Hold the Ground", turn=turn, active=1)
        assert happen(held, end_game_turn).battle.counters == counters
