"""The end of Rounds of Combat worked out by hand: who runs, who follows, who is left."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.brawl import Brawl, brawl
from tests.fantasy_battles.harness import Table, carried_out, draw, shape
from tests.fantasy_battles.troops import LANCE, part
from warhost.play import Allocated
from warhost.play.questions import Allocate, Pool
from warhost.rulesets.families.ninth_age.core.contact import contacts
from warhost.rulesets.families.ninth_age.core.formation import guest_place, health
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.chapters.melee.combat_reform import make_reform, reforms
from warhost.rulesets.fantasy_battles.chapters.turn import begin_phase
from warhost.rulesets.fantasy_battles.chapters.victory.victory_points import points_of
from warhost.rulesets.fantasy_battles.core.battle import Boon, Effect
from warhost.rulesets.fantasy_battles.core.psychology import barred
from warhost.rulesets.fantasy_battles.shown import events
from warhost.table import Arc


def line(more: str = "", own: str = "", others: str = "") -> Table:
    """Spearmen front to front with Swordsmen."""
    table = draw(f"0 Spearmen at 36,20 {own} | 1 Swordsmen at 36,30 face 180 {others}{more}")
    return table.fight("Spearmen", "Swordsmen")


def blows(game: Brawl, name: str) -> list[tuple[int, int]]:
    """How many attacks a unit made at which Agility."""
    return [(blow.count, blow.agility) for blow in game.struck(name)]


def pools_of(game: Brawl) -> tuple[Pool, ...]:
    question = game.question
    assert isinstance(question, Allocate)
    return question.pools


def needed(game: Brawl, name: str) -> int:
    """The Discipline on which the unit took its Break Test."""
    (test,) = game.tests("break", name)
    return test.needed


LOST: dict[str, Any] = {
    "Spearmen Close Combat Attacks: to hit": (6,) * 8 + (1, 1),
    "to wound": 6,
    "Break": 6,
}


@pytest.mark.rule("t9a.round.step09_restrain_pursue", "t9a.round.step11_pursuit_distance")
def test_a_winner_still_fighting_somebody_who_stood_may_not_pursue() -> None:
    # The Guard stands, the Swordsmen run: the Spearmen touch both.
    table = draw("0 Spearmen at 36,20 | 1 Swordsmen at 36,24 face 180 | 1 Guard at 4,40").change("Guard", dis=10)
    table.fight("Spearmen", "Swordsmen", "front", 1.0).fight("Guard", "Spearmen", "left")
    table.set("Spearmen", charging=True)
    dice: dict[str, Any] = {
        "Spearmen Close Combat Attacks: to hit": 6,
        "Guard Break": 1,
        "Swordsmen Break": 6,
        "to wound": 6,
        "Save": 6,
        "Flee": 6,
    }
    game = brawl(table, dice)
    while not game.game.over:
        assert game.topic != "pursuit"
        game.decline()
    assert game.unit("Swordsmen").fleeing
    assert not game.unit("Guard").fleeing
    assert game.unit("Spearmen").engaged


@pytest.mark.rule("t9a.round.step11_pursuit_distance", "t9a.round.step12_move_fleeing")
@pytest.mark.parametrize(
    ("spears", "archers", "caught"), [((3, 3), (4, 3), True), ((3, 3), (3, 3), False), ((1, 1), (6, 6), True)]
)
def test_one_of_two_pursuers_is_enough_to_catch(spears: Any, archers: Any, caught: bool) -> None:
    table = draw("0 Spearmen at 36,20 | 1 Swordsmen at 36,24 face 180 | 0 Archers at 4,4")
    table.fight("Spearmen", "Swordsmen").fight("Archers", "Swordsmen", "left")
    dice: dict[str, Any] = {**LOST, "Flee": (3, 4), "Spearmen Pursuit": spears, "Archers Pursuit": archers}
    game = brawl(table, dice)
    while not game.game.over:
        if game.topic == "pursuit":
            game.choose(target="Swordsmen")
        else:
            game.decline()
    assert (game.unit("Swordsmen").fate == "destroyed") is caught


@pytest.mark.rule("t9a.round.step13_move_pursuing", "t9a.melee.each_combat_once")
def test_a_pursuit_into_a_combat_that_has_not_fought_is_fought_in_this_phase() -> None:
    # Behind the Swordsmen the Ogres fight the Guard in its rear; that combat comes second.
    table = draw("0 Spearmen at 36,20 | 1 Swordsmen at 36,24 face 180 | 1 Guard at 36,34 face 180 | 0 Ogres at 60,34")
    table.fight("Spearmen", "Swordsmen").fight("Ogres", "Guard", "rear")
    dice: dict[str, Any] = {
        "Guard Break": 1,
        **LOST,
        "Save": 6,
        "Flee": (6, 6),
        "Pursuit": (6, 5),
        "Stomp": 1,
        "Panic": 1,
    }
    game = brawl(table, dice)
    while not game.game.over:
        if game.topic == "next combat":
            game.choose("0+1" if "0+1" in game.keys else game.keys[0])
        elif game.topic == "pursuit" and game.offers(target="Swordsmen"):
            game.choose(target="Swordsmen")
        else:
            game.decline()
    fought = [set(event.units) for event in game.told(events.RoundFought)]
    guard = game.unit("Guard").id
    assert [event.target for event in game.told(events.PursuitCharged)] == [guard]
    assert len(fought) == 2
    assert game.unit("Spearmen").id in fought[1]
    assert game.score(0)["Charge Bonus"] == 1


@pytest.mark.rule("t9a.round.step08_panic", "t9a.panic.exempt")
def test_two_friends_that_break_nearby_are_one_test_for_who_passes() -> None:
    table = draw(
        "0 Spearmen at 36,20 | 1 Swordsmen at 36,24 face 180 | 1 Archers at 40,24 face 180 | 1 Guard at 44,28 face 180"
    )
    table.fight("Spearmen", "Swordsmen").fight("Archers", "Spearmen", "front", 3.0)
    game = brawl(table, {**LOST, "Panic": 1, "Flee": 6}).rest()
    assert len(game.told(events.UnitBroke)) == 2
    assert len(game.tests("panic", "Guard")) == 1


@pytest.mark.rule("t9a.special.war_machine", "t9a.panic.friend_destroyed", "t9a.panic.friend_breaks")
def test_a_war_machine_that_breaks_is_gone_and_frightens_its_friends_once() -> None:
    table = draw("0 Spearmen at 36,20 | 1 Cannon at 36,30 face 180 | 1 Guard at 41,31 face 180")
    table.fight("Spearmen", "Cannon").set("Spearmen", charging=True)
    game = brawl(table, {"Break": 6, "Panic": 1}).rest()
    assert game.unit("Cannon").fate == "destroyed"
    assert len(game.tests("panic", "Guard")) == 1
    assert game.told(events.UnitFled) == []


# Who is left


@pytest.mark.rule("t9a.attack.casualties", "t9a.special.character", "t9a.score.rank_bonus")
def test_a_character_who_is_left_of_his_unit_fights_on_and_takes_its_break_test() -> None:
    # Two men fall to the faster enemy and the Captain, whose Aegis holds, misses: 2 and 1 for the charge and 3 for the
    # ranks. His Discipline of 8 less 6.
    table = draw("0 Spearmen at 36,20 | 1 Swordsmen at 36,30 face 180 models=2 | 1 Captain at 4,40")
    table.join("Captain", "Swordsmen").fight("Spearmen", "Swordsmen").set("Spearmen", charging=True)
    table.change("Spearmen", agi=9).change("Captain", ["Aegis (2+)"])
    dice: dict[str, Any] = {"Spearmen Close Combat Attacks: to hit": 6, "Save": 6, "to wound": 6}
    game = brawl(table, dice).until_asked("allocate attacks")
    men = str(game.unit("Swordsmen").id)
    pools = pools_of(game)
    answer = {pool.key: {men: pool.count} for pool in pools if men in {option.key for option in pool.targets}}
    assert len(answer) == len(pools), "everybody can strike the men"
    game.answer(Allocated(answer)).rest()
    assert game.unit("Swordsmen").fate == "destroyed"
    assert blows(game, "Captain") == [(3, 5)]
    assert (game.total(0), game.total(1)) == (6, 0)
    assert needed(game, "Captain") == 2


@pytest.mark.rule("t9a.attack.casualties", "t9a.melee.engaged")
def test_losses_in_a_single_rank_keep_contact_with_a_narrow_enemy_at_its_end() -> None:
    # Five men in one rank, a Captain of the enemy at their right end: two fall from the ends, the unit closes up.
    table = draw("0 Captain at 4,4 | 1 Spearmen at 36,30 face 180 models=5").fight("Captain", "Spearmen", "front", 1.5)
    carried_out(damage.lose_together(table.battle, {table.unit("Spearmen").id: 4}, "a test"))
    assert table.unit("Captain").engaged
    assert abs(shape(table, "Captain").x - shape(table, "Spearmen").x) <= 20 / 25.4 + 1e-6


@pytest.mark.rule("t9a.special.combat_reform", "t9a.round.step15_combat_reforms")
def test_a_unit_fought_in_front_and_flank_does_not_reform() -> None:
    table = draw("0 Spearmen at 36,20 | 1 Swordsmen at 36,24 face 180 | 1 Archers at 4,40")
    table.fight("Swordsmen", "Spearmen").fight("Archers", "Spearmen", "left")
    game = brawl(table)
    asked = []
    while not game.game.over:
        if game.topic == "combat reform":
            asked.append(game.question.seat)
        game.decline()
    assert 0 not in asked
    assert 1 in asked


# Several units on a side


def chain(**changes: Any) -> Table:
    """Spearmen at the front of five Swordsmen, Guards in their flank, Ogres of the enemy in the rear of the Guards."""
    table = draw(
        "0 Spearmen at 36,20 | 1 Swordsmen at 36,30 face 180 models=5 | 0 Guard at 4,4 models=10 | 1 Ogres at 60,10"
    )
    table.fight("Spearmen", "Swordsmen").fight("Guard", "Swordsmen", "left").fight("Ogres", "Guard", "rear")
    return table.change("Spearmen", standard=True, agi=9).set("Spearmen", charging=True)


@pytest.mark.rule("t9a.score.charge", "t9a.score.standard", "t9a.score.rank_bonus", "t9a.score.flank")
def test_a_unit_that_has_no_enemy_left_brings_what_it_killed_and_nothing_else() -> None:
    # The Swordsmen are gone: 5. The Spearmen's charge, standard and ranks do not count any more, nor the flank of the
    # Swordsmen. The Guard has its standard and two Full Ranks: 7 in all. The Ogres: rear with a Full Rank 3, two Full
    # Ranks 1.
    dice: dict[str, Any] = {"Spearmen Close Combat Attacks: to hit": 6, "Stomp Attacks: to wound": 1, "to wound": 6}
    game = brawl(chain(), dice)
    while not game.told(events.CombatScored):
        game.decline()
    assert game.score(0) == {"Health Points lost by Swordsmen": 5, "Rank Bonus": 1, "Standard of Guard": 1}
    assert (game.total(0), game.total(1)) == (7, 4)
    assert game.score(1) == {"Rank Bonus": 1, "Rear Bonus": 3}


@pytest.mark.rule("t9a.round.step07_result", "t9a.special.break_test")
def test_a_unit_that_has_no_enemy_left_takes_no_break_test_though_its_side_lost() -> None:
    # Nine Guards fall as well: 5 against 9 + 1 + 3. The Sergeant breaks, the Spearmen have won.
    dice: dict[str, Any] = {
        "Spearmen Close Combat Attacks: to hit": 6,
        "Ogres Close Combat Attacks: to hit": 6,
        "Stomp Attacks: to wound": 1,
        "to wound": 6,
        "Save": 1,
        "Panic": 1,
    }
    game = brawl(chain(), dice).rest()
    assert game.total(1) > game.total(0)
    assert not game.tests("break", "Spearmen")
    assert not game.unit("Spearmen").fleeing


@pytest.mark.rule("t9a.special.character", "t9a.score.charge", "t9a.round.step02_weapon")
def test_the_last_character_of_a_unit_that_charged_is_charging_still() -> None:
    # Two men and a Captain charged; the men fall first. The Captain's lance and the Charge Bonus are still good.
    table = draw("0 Spearmen at 36,20 models=2 | 0 Captain at 4,4 | 1 Swordsmen at 36,30 face 180")
    table.join("Captain", "Spearmen").fight("Spearmen", "Swordsmen").set("Spearmen", charging=True)
    table.change("Swordsmen", agi=9)
    table.change("Captain", ["Aegis (2+)"], parts=(part(att=3, off=5, str_=4, agi=5, weapons=(LANCE,)),))
    # He goes on under the number of his unit: dice are told by the name that it had.
    dice: dict[str, Any] = {
        "Swordsmen Close Combat Attacks: to hit": 6,
        "Spearmen Close Combat Attacks: to hit": 6,
        "Save": 6,
    }
    game = brawl(table, {**dice, "Spearmen Close Combat Attacks: to wound": 1, "to wound": 6}).rest()
    assert game.unit("Spearmen").fate == "destroyed"
    captain = game.unit("Captain").id
    # Strength 4 and 2 of the lance against Resilience 3.
    assert [roll.need for roll in game.rolls if roll.unit == captain and "to wound" in roll.why] == [2]
    assert game.score(0)["Charge Bonus"] == 1


@pytest.mark.rule("t9a.special.war_machine", "t9a.round.step09_restrain_pursue")
def test_a_war_machine_that_wins_does_not_pursue() -> None:
    table = draw("0 Cannon at 36,20 | 1 Spearmen at 36,30 face 180 models=3").fight("Spearmen", "Cannon")
    dice: dict[str, Any] = {"Cannon Close Combat Attacks: to hit": (6, 6, 1), "to wound": 6, "Break": 6, "Flee": 6}
    game = brawl(table, dice)
    while not game.game.over:
        assert game.topic != "pursuit"
        game.decline()
    assert game.unit("Spearmen").fleeing


@pytest.mark.rule("t9a.special.duel", "t9a.round.step04_duels")
def test_each_side_may_issue_a_duel_of_its_own_in_one_combat() -> None:
    # Captain against Banner by the Active Player, then the Sergeant challenges the General.
    table = draw(
        "0 Spearmen at 36,20 | 0 Captain at 4,4 | 0 General at 8,4 | 1 Guard at 36,30 face 180 | 1 Banner at 8,40"
    )
    table.join("Captain", "Spearmen").join("General", "Spearmen").join("Banner", "Guard").fight("Spearmen", "Guard")
    game = brawl(table).until_asked("issue duel").choose(unit="Captain").choose(unit="Banner")
    assert (game.topic, game.question.seat) == ("issue duel", 1)
    game.choose(unit="Sergeant of Guard")
    assert not game.offers(unit="Captain"), "he has his duel already"
    game.choose(unit="General").rest()
    general, sergeant = game.unit("General").id, game.unit("Sergeant of Guard").id
    assert {blow.target for blow in game.struck("Sergeant of Guard")} == {general}
    assert {blow.target for blow in game.struck("General")} == {sergeant}


@pytest.mark.rule("t9a.special.overrun", "t9a.round.step13_move_pursuing")
def test_an_overrun_into_a_fresh_enemy_is_a_charge_for_the_next_phase() -> None:
    # The Swordsmen are one rank deep; four inches behind them stands the Guard.
    table = draw("0 Spearmen at 36,20 | 1 Swordsmen at 36,30 face 180 models=3 | 1 Guard at 36,38 face 180")
    table.fight("Spearmen", "Swordsmen").change("Spearmen", agi=9).set("Spearmen", charging=True, charged=True)
    dice: dict[str, Any] = {"Spearmen Close Combat Attacks: to hit": 6, "to wound": 6, "Pursuit": (6, 6), "Panic": 1}
    game = brawl(table, dice).until_asked("overrun").choose("overrun").rest()
    guard = game.unit("Guard").id
    assert [event.target for event in game.told(events.PursuitCharged)] == [guard]
    assert len(game.told(events.RoundFought)) == 1
    assert game.unit("Spearmen").charging


# Numbers that change hands


@pytest.mark.rule("t9a.special.duel", "t9a.special.character", "t9a.round.step06_attacks")
def test_a_duellist_whose_last_comrades_fall_fights_his_duel_all_the_same() -> None:
    # The Guard is faster and slays the two Spearmen; then the Captain (5) and the Sergeant (3) strike each other.
    table = draw("0 Spearmen at 36,20 models=2 | 0 Captain at 4,4 | 1 Guard at 36,30 face 180")
    table.join("Captain", "Spearmen").change("Guard", agi=9).change("Sergeant of Guard", hp=5, arm=0)
    table.fight("Guard", "Spearmen")
    dice: dict[str, Any] = {"Guard Close Combat Attacks: to hit": 6, "to hit": 6, "to wound": 6, "Save": 1}
    game = brawl(table, dice).until_asked("issue duel").choose(unit="Captain").choose(unit="Sergeant of Guard").rest()
    assert game.unit("Spearmen").fate == "destroyed"
    captain, sergeant = game.unit("Captain").id, game.unit("Sergeant of Guard").id
    assert [(blow.count, blow.target) for blow in game.struck("Captain") if blow.agility == 5] == [(3, sergeant)]
    assert [(blow.count, blow.target) for blow in game.struck("Sergeant of Guard")] == [(2, captain)]
    # Three wounds for the Captain, two men and two wounds for the Guard.
    assert health(game.battle, game.unit("Captain")) == 1
    assert sum(amount for why, amount in game.score(0).items() if "Health" in why) == 3
    assert sum(amount for why, amount in game.score(1).items() if "Health" in why) == 4


@pytest.mark.rule("t9a.special.supporting_attacks", "t9a.attack.allocate")
def test_who_touches_an_enemy_at_the_flank_strikes_there_and_does_not_support() -> None:
    # Five in front, four supporters, and the three men of the left file behind the first rank who touch the Archers.
    table = draw("0 Spearmen at 36,20 | 1 Swordsmen at 36,30 face 180 | 1 Archers at 4,40")
    table.fight("Swordsmen", "Spearmen").fight("Archers", "Spearmen", "left")
    game = brawl(table).rest()
    assert sum(count for count, _ in blows(game, "Spearmen")) == 12
    assert sum(blow.count for blow in game.struck("Spearmen", "Archers")) in (3, 4)


@pytest.mark.rule("t9a.special.character", "t9a.shaken.no_pursuit")
def test_a_character_left_of_a_shaken_unit_is_shaken() -> None:
    table = draw("0 Spearmen at 36,20 models=2 | 0 Captain at 4,4 | 1 Swordsmen at 36,30 face 180")
    table.join("Captain", "Spearmen").set("Spearmen", boons=(Boon("Shaken", "game"),))
    carried_out(damage.lose_together(table.battle, {table.unit("Spearmen").id: 2}, "a test"))
    assert barred(table.battle, table.battle.body(table.unit("Captain")), "pursue") is not None


@pytest.mark.rule("t9a.round.step07_tie", "t9a.score.health_points")
def test_two_units_that_wipe_each_other_out_leave_nobody_to_test() -> None:
    table = draw("0 Spearmen at 36,20 models=3 | 1 Swordsmen at 36,30 face 180 models=3")
    game = brawl(table.fight("Spearmen", "Swordsmen"), {"to hit": 6, "to wound": 6}).rest()
    assert game.unit("Spearmen").fate == game.unit("Swordsmen").fate == "destroyed"
    assert game.told(events.DisciplineTested) == []


@pytest.mark.rule("t9a.round.step11_pursuit_distance", "t9a.special.character", "t9a.victory.vp_general_bsb")
def test_a_unit_that_is_caught_takes_all_its_characters_with_it() -> None:
    table = draw("0 Spearmen at 36,20 | 1 Swordsmen at 36,24 face 180 | 1 General at 4,40 | 1 Banner at 8,40")
    table.join("General", "Swordsmen").join("Banner", "Swordsmen").fight("Spearmen", "Swordsmen")
    # Charge, ranks and standard make 5 against ranks and Battle Standard; the test is failed twice.
    table.change("Swordsmen", points=300).change("Spearmen", standard=True)
    dice: dict[str, Any] = {"Flee": (3, 4), "Pursuit": (3, 4), "Break": 6, "to wound": 1}
    game = brawl(table.set("Spearmen", charging=True), {**dice, "Spearmen Close Combat Attacks: to hit": 1})
    while not game.game.over:
        game.choose(target="Swordsmen") if game.topic == "pursuit" else game.decline()
    assert [game.unit(name).pose for name in ("Swordsmen", "General", "Banner")] == [None] * 3
    assert points_of(game.battle, 0).total == 300 + 150 + 200 + 150 + 200


# Panic around a fight


@pytest.mark.rule("t9a.panic.friend_destroyed", "t9a.panic.exempt")
@pytest.mark.parametrize(("gap", "tests"), [(6.0, 1), (6.1, 0)])
def test_a_unit_slain_to_the_last_in_melee_frightens_friends_near_where_it_stood(gap: float, tests: int) -> None:
    # Three men, 60 mm wide, around x = 36; the Guard stands so far to their right.
    x = 36 + 30 / 25.4 + gap + 50 / 25.4
    table = draw(f"0 Spearmen at 36,20 | 1 Swordsmen at 36,24 face 180 models=3 | 1 Guard at {x},24 face 180")
    table.fight("Spearmen", "Swordsmen").change("Spearmen", agi=9)
    carried_out(begin_phase(table.battle, "melee"))
    game = brawl(table, {"Spearmen Close": 6, "to wound": 6, "Panic": 1}).rest()
    assert game.unit("Swordsmen").fate == "destroyed"
    assert len(game.tests("panic", "Guard")) == tests


@pytest.mark.rule("t9a.panic.exempt", "t9a.panic.friend_breaks", "t9a.panic.friend_destroyed")
@pytest.mark.parametrize(("panic", "tests", "flees"), [(1, 1, False), (6, 1, True)])
def test_who_tested_for_a_broken_friend_does_not_test_again_when_it_is_caught(
    panic: int, tests: int, flees: bool
) -> None:
    table = draw("0 Spearmen at 36,20 | 1 Swordsmen at 36,24 face 180 | 1 Guard at 44,24 face 180")
    table.fight("Spearmen", "Swordsmen")
    game = brawl(table, {**LOST, "Panic": panic, "Flee": (3, 4), "Pursuit": (6, 6)})
    while not game.game.over:
        game.choose(target="Swordsmen") if game.topic == "pursuit" else game.decline()
    assert game.unit("Swordsmen").fate == "destroyed"
    assert len(game.tests("panic", "Guard")) == tests
    assert game.unit("Guard").fleeing is flees


@pytest.mark.rule("t9a.charge.reaction_stand_and_shoot", "t9a.panic.losses_25", "t9a.panic.flee_direction")
def test_a_charger_that_loses_a_quarter_to_stand_and_shoot_panics_and_does_not_charge() -> None:
    # Eight men charge from eight inches; ten bows, 4+ less 1: two hit and wound. It flees from the Archers.
    table = draw("0 Spearmen at 36,10 models=8 | 1 Archers at 36,20 face 180")
    dice: dict[str, Any] = {
        "to hit": (5, 5, 4, 4, 4, 4, 4, 4, 4, 4),
        "to wound": 6,
        "Panic": (6, 6),
        "Flee": (1, 2),
        "Flux": 3,
        "": 1,
    }
    game = table.play(dice)
    game.choose(unit="Spearmen", target="Archers")
    game.choose(next(key for key in game.keys if "shoot" in key))
    assert [roll.need for roll in game.rolls if "to hit" in roll.why] == [5]
    assert [(event.unit, event.rolled) for event in game.told(events.UnitFled)] == [(game.unit("Spearmen").id, 3)]
    pose = game.unit("Spearmen").pose
    assert pose is not None
    assert (pose.x, round(pose.y, 6), game.unit("Archers").engaged) == (36.0, 7.0, False)


@pytest.mark.rule("t9a.thaumaturgy.4_cleansing_fire", "t9a.special.breath_attack", "t9a.score.health_points")
def test_cleansing_fire_burns_in_melee_from_the_ranks_and_is_used_up() -> None:
    # The Wizard stands among the Spearmen. Seven hits; a D3 of 2 makes Strength 4: 3+ to wound; four men fall.
    table = draw("0 Spearmen at 36,20 | 0 Wizard at 4,4 | 1 Swordsmen at 36,30 face 180").join("Wizard", "Spearmen")
    wizard = table.unit("Wizard")
    table.set("Spearmen", effects=(Effect("Cleansing Fire", 0, wizard.entry, only=wizard.entry),))
    table.fight("Spearmen", "Swordsmen")
    dice: dict[str, Any] = {
        "Strength": 3,
        "to wound": (3, 3, 3, 3, 1, 1, 1),
        "to hit": 1,
        "Hits": (3, 4),
        "hits": (3, 4),
        "Breath": (3, 4),
        "Cleansing": (3, 4),
    }
    game = brawl(table, dice)
    while not game.game.over:
        quiet = {"pass", "no", "keep", "hold", "stay"}
        if game.topic in ("breath", "breathe", "special attack"):
            game.choose(next(key for key in game.keys if key not in quiet))
        else:
            game.decline()
    assert game.unit("Swordsmen").models == 16
    assert game.score(0)["Health Points lost by Swordsmen"] == 4
    assert game.unit("Spearmen").effects == ()


@pytest.mark.rule("t9a.special.combat_reform", "t9a.special.character")
def test_characters_in_contact_stay_in_contact_whatever_the_reform() -> None:
    # A Captain in the second of five files, all but the ends in contact: he touches an enemy after each of them.
    def fighting() -> Table:
        table = draw("0 Spearmen at 36,20 models=9 | 0 Captain at 4,4 | 1 Swordsmen at 36,30 face 180 models=3")
        return table.join("Captain", "Spearmen", 1).fight("Spearmen", "Swordsmen")

    table = fighting()
    found = reforms(table.battle, table.unit("Spearmen"))
    assert found
    assert Arc.REAR not in {reform.to.side for reform in found if reform.files == 5}
    for reform in found:
        after = fighting()
        spears = after.unit("Spearmen")
        make_reform(after.battle, spears, reform)
        assert (0, guest_place(spears, after.unit("Captain").id).file) in contacts(after.battle, spears)
