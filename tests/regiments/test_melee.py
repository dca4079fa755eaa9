"""Strikes, return strikes, fatigue and the result of a melee (Melee)."""

from __future__ import annotations

import msgspec
import pytest

from tests.regiments.fights import attacks, clash, dice_for, fight, needs
from tests.regiments.harness import Fall, Play, draw, happen, models, regiment
from warhost.play.questions import Act
from warhost.rulesets.regiments.chapters.melee.strikes import fear_of, full_rows, tired
from warhost.rulesets.regiments.chapters.structure import end_of_round
from warhost.rulesets.regiments.core import Settings, events

QUIET = regiment(size=5, weapons=[])


def result(play: Play) -> tuple[int, int]:
    """The scores of the charger and of its target."""
    (told,) = play.told(events.MeleeResolved)
    return told.score, told.target_score


def who_tested(play: Play) -> list[str]:
    """The units that took a morale test."""
    return [play.battle.units[event.unit].name for event in play.told(events.MoraleTested)]


@pytest.mark.rule("aofr.melee.result_total")
def test_the_result_of_a_melee_opens_into_its_parts() -> None:
    play = fight(regiment(size=10, rules=["Fear(2)"]), QUIET, {"to hit": (6, 6) + (1,) * 8, "to block": 1, "Morale": 6})
    (told,) = play.told(events.MeleeResolved)
    assert [(one.seat, one.total) for one in told.sums] == [(0, told.score), (1, told.target_score)]
    for one in told.sums:
        assert sum(part.amount for part in one.parts) == one.total
    assert [part.why for part in told.sums[0].parts] == ["wounds caused", "full rows", "Fear"]
    assert [part.why for part in told.sums[1].parts] == ["wounds caused", "full rows"]
    assert told.fight.winner == 0
    assert told.fight.units == (told.unit, told.target)


@pytest.mark.rule("aofr.melee.two_rows")
def test_the_two_front_rows_strike() -> None:
    play = fight(regiment(size=15), regiment(size=15, weapons=[]), {"to hit": 1, "Morale": 6})
    assert dice_for(play, "to hit") == ["10D6"]


@pytest.mark.rule("aofr.melee.two_rows")
def test_the_two_front_rows_are_filled_in_the_order_in_which_the_models_stand() -> None:
    riders = regiment(groups=[models(2, ["Flail (A1)"]), models(5, ["Sword (A1)"]), models(8, ["Axe (A1)"])])
    play = fight(riders, regiment(size=15, weapons=[]), {"to hit": 1, "Morale": 6})
    assert {event.what: event.attacks for event in attacks(play)} == {"Flail": 2, "Sword": 5, "Axe": 3}


@pytest.mark.rule("aofr.melee.attacks")
@pytest.mark.parametrize(("each", "dice"), [(1, "5D6"), (2, "10D6")])
def test_attacks_are_those_of_all_melee_weapons(each: int, dice: str) -> None:
    play = fight(regiment(size=5, weapons=[f"Axe (A{each})"]), QUIET, {"to hit": 1, "Morale": 6})
    assert dice_for(play, "to hit") == [dice]


@pytest.mark.rule("aofr.melee.all_weapons")
def test_a_model_strikes_with_all_its_melee_weapons() -> None:
    beast = regiment(size=1, weapons=["Claws (A2)", "Tail (A1)", 'Spit (12", A4)'])
    play = fight(beast, QUIET, {"to hit": 1, "Morale": 6})
    assert sum(event.attacks for event in attacks(play)) == 3


@pytest.mark.rule("aofr.melee.front_facing_only", "aofr.melee.flank_no_strike_back")
@pytest.mark.parametrize(("side", "asked"), [("front", True), ("left", False), ("right", False), ("rear", False)])
def test_only_a_unit_charged_in_the_front_strikes_back(side: str, asked: bool) -> None:
    play = fight(regiment(size=5), regiment(size=5), {"to hit": 1, "Morale": 6}, side)
    assert (play.topic == "strike back") is asked
    if not asked:
        assert [event.attacker for event in attacks(play)] == [play.unit("Riders").id]


@pytest.mark.rule("aofr.melee.front_facing_only")
@pytest.mark.parametrize(
    ("side", "told"), [("front", "front"), ("left", "flank"), ("right", "flank"), ("rear", "rear")]
)
def test_it_is_told_where_a_unit_was_charged(side: str, told: str) -> None:
    play = fight(QUIET, regiment(size=5, weapons=[]), {"Morale": 6}, side)
    assert [event.side for event in play.told(events.MeleeBegan)] == [told]


@pytest.mark.rule("aofr.melee.only_target_unit")
def test_another_enemy_close_by_takes_no_hits() -> None:
    line = "Riders at 36,10 | Pikes at 36,30 face 180 | Others at 42,30 face 180"
    table = draw(line, Riders=regiment(size=5), Pikes=regiment(size=2, weapons=[]), Others=regiment(size=5))
    play = clash(table, "Riders", "Pikes", {"to hit": 6, "to block": 1})
    assert {event.target for event in attacks(play)} == {play.unit("Pikes").id}
    assert play.unit("Others").models == 5


@pytest.mark.rule("aofr.melee.sequence")
def test_the_charger_goes_through_its_whole_sequence_before_the_target() -> None:
    play = fight(regiment(size=5), regiment(size=5), {"to hit": (6, 1, 1, 1, 1), "Pikes": (1,), "Morale": 6})
    assert play.topic == "strike back"
    assert [type(event) for event in play.game.events][-1] is events.WoundsTaken
    assert play.unit("Pikes").models == 4


def test_whoever_may_strike_back_is_told_against_whom() -> None:
    play = fight(regiment(size=5), regiment(size=5), {"to hit": 1})
    assert play.question.text == "Riders charged your Pikes. Do Pikes strike back?"
    assert play.question.act == Act(play.unit("Riders").id, (play.unit("Pikes").id,))


@pytest.mark.rule("aofr.melee.hit")
def test_each_strike_needs_the_quality_or_more() -> None:
    play = fight(regiment(size=5, quality=5), QUIET, {"to hit": (4, 4, 4, 5, 6), "to block": 6, "Morale": 6})
    assert attacks(play)[0].hits == 2


@pytest.mark.rule("aofr.melee.block")
def test_each_hit_is_blocked_with_defense() -> None:
    target = regiment(size=5, defense=5, weapons=[])
    play = fight(regiment(size=2), target, {"to hit": 6, "to block": (4, 5), "Morale": 6})
    assert play.unit("Pikes").models == 4
    assert [roll.rule for roll in play.rolls if "to block" in roll.why] == ["aofr.melee.block"]


@pytest.mark.rule("aofr.melee.block")
def test_nobody_blocks_for_a_unit_that_is_gone() -> None:
    riders = regiment(groups=[models(3), models(2, ["Axe (A1, AP(1))"])])
    play = fight(riders, regiment(size=2, weapons=[]), {"to hit": 6, "Axe: to block": 1})
    assert [event.what for event in attacks(play)] == ["Axe"]


@pytest.mark.rule("aofr.melee.casualties")
def test_casualties_come_off_before_the_target_strikes_back() -> None:
    play = fight(
        regiment(size=3, quality=2),
        regiment(size=10),
        {"Riders Hand Weapon: to hit": 6, "Pikes Hand Weapon: to block": 1, "Hand": 1, "Morale": 6},
    )
    play.choose("strike")
    assert dice_for(play, "to hit") == ["3D6", "7D6"]


@pytest.mark.rule("aofr.melee.strike_back")
def test_a_unit_that_does_not_strike_back_stays_fresh() -> None:
    play = fight(regiment(size=5), regiment(size=5), {"to hit": 1, "Morale": 6}).choose("no")
    assert len(attacks(play)) == 1
    assert (play.unit("Riders").fatigued, play.unit("Pikes").fatigued) == (True, False)
    back = fight(regiment(size=5), regiment(size=5), {"to hit": 1, "Morale": 6}).choose("strike")
    assert back.unit("Pikes").fatigued


@pytest.mark.rule("aofr.melee.strike_back")
def test_the_owner_of_the_charged_unit_decides_about_striking_back() -> None:
    play = fight(regiment(size=5), regiment(size=5), {"to hit": 1, "Morale": 6})
    strike = play.options[0]
    assert play.question.seat == 1
    assert (strike.unit, strike.target) == (play.unit("Pikes").id, play.unit("Riders").id)


@pytest.mark.rule("aofr.melee.strike_back", "aofr.special.counter.first")
def test_nobody_strikes_back_at_a_charger_that_counter_has_destroyed() -> None:
    pikes = regiment(size=5, weapons=["Spear (A1, Counter)", "Knife (A1)"])
    play = fight(regiment(size=1), pikes, {"to hit": 6, "to block": 1}).choose("strike")
    assert [event.what for event in attacks(play)] == ["Spear"]
    assert "strike back" not in play.topic


@pytest.mark.rule("aofr.melee.strike_back_free")
@pytest.mark.parametrize("acted", [True, False])
def test_striking_back_has_nothing_to_do_with_activations(acted: bool) -> None:
    table = draw("Riders at 36,10 | Pikes at 36,30 face 180", Riders=regiment(size=5), Pikes=regiment(size=5))
    play = clash(table.set("Pikes", activated=acted), "Riders", "Pikes", {"to hit": 1, "Morale": 6}).choose("strike")
    assert len(attacks(play)) == 2
    assert play.unit("Pikes").activated is acted


@pytest.mark.rule("aofr.melee.fatigue")
def test_a_fatigued_unit_hits_on_unmodified_sixes_alone() -> None:
    riders = regiment(groups=[models(2, rules=["Sergeant"])], quality=3)
    table = draw("Riders at 36,10 | Pikes at 36,30 face 180", Riders=riders, Pikes=QUIET)
    play = clash(table.set("Riders", fatigued=True), "Riders", "Pikes", {"hit": (5, 6), "block": 6, "Morale": 6})
    assert attacks(play)[0].hits == 1


@pytest.mark.rule("aofr.melee.fatigue_first_free")
def test_the_first_melee_of_a_round_is_fought_fresh() -> None:
    assert needs(fight(regiment(size=5), QUIET, {"to hit": 1, "Morale": 6}), "to hit") == [4]


@pytest.mark.rule("aofr.melee.fatigue_first_free")
@pytest.mark.parametrize("shot", [False, True])
def test_the_first_blows_of_both_sides_hit_on_their_quality(shot: bool) -> None:
    # What a unit did before in the round, short of melee, does not tire it.
    table = draw("Riders at 36,10 | Pikes at 36,30 face 180", Riders=regiment(size=5), Pikes=regiment(size=5))
    for name in ("Riders", "Pikes"):
        table.set(name, activated=shot, moved=shot)
    play = clash(table, "Riders", "Pikes", {"to hit": (3, 4, 4, 5, 1), "to block": 6, "Morale": 6}).choose("strike")
    assert [event.hits for event in attacks(play)] == [3, 3]


@pytest.mark.rule("aofr.melee.fatigue_first_free")
def test_only_the_first_melee_of_each_round_is_free() -> None:
    table = draw("Riders at 36,10 | Pikes at 36,30 face 180", Riders=regiment(size=5), Pikes=regiment(size=5))
    hits = []
    for ends in (False, True, False):
        play = clash(table, "Riders", "Pikes", {"to hit": 4, "to block": 6, "Morale": 6}).choose("no")
        hits.append(sum(event.hits for event in attacks(play)))
        if ends:
            happen(table.having(turn=1, mission="duel"), end_of_round)
    assert hits == [5, 0, 5]


@pytest.mark.rule("aofr.melee.fatigue_first_free")
def test_who_was_charged_and_kept_still_has_its_first_blows_yet() -> None:
    table = draw("Riders at 36,10 | Pikes at 36,30 face 180", Riders=QUIET, Pikes=regiment(size=5))
    dice: dict[str, Fall] = {"to hit": 4, "to block": 6, "Morale": 6}
    clash(table, "Riders", "Pikes", dice).choose("no")
    play = clash(table, "Riders", "Pikes", dice).choose("strike")
    assert [event.hits for event in attacks(play)] == [5]


@pytest.mark.rule("aofr.melee.fatigue_first_free")
def test_counter_and_strikes_back_of_one_melee_are_both_fresh() -> None:
    pikes = regiment(size=5, weapons=["Spear (A1, Counter)", "Knife (A1)"])
    play = fight(QUIET, pikes, {"to hit": 1, "Morale": 6}).choose("strike").choose("strike")
    assert needs(play, "to hit") == [4, 4]


@pytest.mark.rule("aofr.melee.fatigue")
@pytest.mark.parametrize("answer", ["strike", "no"])
def test_charging_and_striking_back_fatigue_and_keeping_still_does_not(answer: str) -> None:
    play = fight(regiment(size=5), regiment(size=5), {"to hit": 1, "Morale": 6}).choose(answer)
    assert play.unit("Riders").fatigued
    assert play.unit("Pikes").fatigued is (answer == "strike")


@pytest.mark.rule("aofr.melee.fatigue")
def test_a_fatigued_unit_that_keeps_still_stays_fatigued() -> None:
    table = draw("Riders at 36,10 | Pikes at 36,30 face 180", Riders=QUIET, Pikes=regiment(size=5))
    assert clash(table.set("Pikes", fatigued=True), "Riders", "Pikes").choose("no").unit("Pikes").fatigued


@pytest.mark.rule("aofr.melee.fatigue")
def test_a_unit_without_attacks_is_not_fatigued() -> None:
    play = fight(QUIET, regiment(size=5), {"to hit": 1, "Morale": 6}).choose("no")
    assert not play.unit("Riders").fatigued


@pytest.mark.rule("aofr.shaken.fatigued")
def test_a_shaken_unit_strikes_back_on_sixes() -> None:
    table = draw("Riders at 36,10 | Pikes at 36,30 face 180", Riders=QUIET, Pikes=regiment(size=2))
    play = clash(table.set("Pikes", shaken=True), "Riders", "Pikes", {"to hit": (5, 6), "to block": 6, "Morale": 6})
    play.choose("strike")
    assert attacks(play)[0].hits == 1


@pytest.mark.rule("aofr.melee.result_total", "aofr.melee.winner")
def test_the_result_is_wounds_and_full_rows_and_the_lower_tests() -> None:
    dice: dict[str, Fall] = {"to hit": 6, "to block": (1, 6, 6, 6, 6, 6, 6, 6, 6, 6), "Morale": 6}
    play = fight(regiment(size=10), regiment(size=6, weapons=[]), dice)
    assert result(play) == (1 + 2, 0 + 1)
    assert who_tested(play) == ["Pikes"]


@pytest.mark.rule("aofr.melee.result_total")
def test_only_wounds_that_models_really_took_count() -> None:
    deadly = regiment(size=1, weapons=["Axe (A1, Deadly(3))"])
    play = fight(deadly, regiment(size=5, weapons=[]), {"to hit": 6, "to block": 1, "Morale": 6})
    assert result(play) == (1 + 1, 0)
    trolls = regiment(size=5, weapons=[], rules=["Regeneration"])
    saved = fight(regiment(size=1), trolls, {"to hit": 6, "to block": 1, "Regeneration": 5, "Morale": 6})
    assert result(saved)[0] == 0 + 1


@pytest.mark.rule("aofr.melee.full_rows")
@pytest.mark.parametrize(("models_left", "full"), [(8, 1), (10, 2), (4, 0)])
def test_full_rows_are_multiples_of_the_starting_front_row(models_left: int, full: int) -> None:
    table = draw("Pikes at 36,30 | Riders at 36,10", Pikes=regiment(size=10), Riders=QUIET)
    assert full_rows(table.battle, table.set("Pikes", left=(models_left,)).unit("Pikes")) == full


@pytest.mark.rule("aofr.melee.full_rows_single")
def test_a_single_model_always_counts_a_row() -> None:
    table = draw("Giant at 36,30 | Pair at 20,10", Giant=regiment(size=1, rules=["Tough(12)"]), Pair=regiment(size=2))
    assert full_rows(table.battle, table.set("Giant", wounds=11).unit("Giant")) == 1
    assert full_rows(table.battle, table.unit("Pair")) == 1
    assert full_rows(table.battle, table.set("Pair", left=(1,)).unit("Pair")) == 0


@pytest.mark.rule("aofr.melee.only_loser_tests", "aofr.morale.melee_replaces")
def test_a_winner_that_is_cut_down_does_not_test() -> None:
    riders, pikes = regiment(size=10, rules=["Fear(9)"]), regiment(size=6, weapons=["Axe (A1)"])
    play = fight(riders, pikes, {"Hand": 1, "Axe": [6, 1], "Morale": 6}).choose("strike")
    assert play.unit("Riders").models == 4
    assert who_tested(play) == ["Pikes"]


@pytest.mark.rule("aofr.melee.lose_without_wounds")
def test_a_unit_may_lose_on_rows_alone() -> None:
    play = fight(regiment(size=10, weapons=[]), QUIET, {"Morale": 6})
    assert result(play) == (2, 1)
    assert who_tested(play) == ["Pikes"]


@pytest.mark.rule("aofr.melee.tie")
def test_nobody_tests_after_a_tie() -> None:
    riders, pikes = regiment(size=10, weapons=["Axe (A1)"]), regiment(size=15, weapons=["Spear (A1)"])
    table = draw("Riders at 36,10 | Pikes at 36,30 face 180", Riders=riders, Pikes=pikes).set("Riders", left=(6,))
    dice: dict[str, Fall] = {
        "Axe: to hit": (6, 6, 1, 1, 1, 1),
        "Spear: to hit": (6, *[1] * 9),
        "to block": 1,
    }
    play = clash(table, "Riders", "Pikes", dice).choose("strike")
    assert result(play) == (2 + 1, 1 + 2)
    assert who_tested(play) == []


@pytest.mark.rule("aofr.melee.tie")
def test_equal_scores_are_a_tie() -> None:
    play = fight(QUIET, regiment(size=5, weapons=[]))
    assert result(play) == (1, 1)
    assert who_tested(play) == []
    assert play.told(events.MeleeResolved)[0].winner is None


@pytest.mark.rule("aofr.special.fear")
def test_fear_decides_a_melee_without_killing_anybody() -> None:
    giant = regiment(size=1, weapons=["Fist (A1)"], rules=["Fear(2)", "Tough(12)"])
    pikes = regiment(size=10, weapons=["Spear (A1)"])
    dice: dict[str, Fall] = {"Fist": [6, 1], "Spear: to hit": (6, 6, *[1] * 7), "Spear: to block": 1, "Morale": 6}
    table = draw("Giant at 36,10 | Pikes at 36,30 face 180", Giant=giant, Pikes=pikes)
    play = clash(table, "Giant", "Pikes", dice).choose("strike")
    assert result(play) == (1 + 2 + 1, 2 + 1)
    assert play.unit("Pikes").models == 9
    assert who_tested(play) == ["Pikes"]


@pytest.mark.rule("aofr.morale.melee_destroyed")
def test_whoever_wipes_out_the_enemy_has_won_whatever_it_suffered() -> None:
    pikes = regiment(size=5, weapons=["Spear (A2, Counter)"])
    dice: dict[str, Fall] = {"Spear: to hit": (6,) * 6 + (1,) * 4, "Spear: to block": 1, "Hand": [6, 1], "Morale": 6}
    play = fight(regiment(size=20, weapons=["Hand (A1)"]), pikes, dice).choose("strike")
    assert play.unit("Pikes").fate == "destroyed"
    assert play.unit("Riders").models == 14
    assert who_tested(play) == []


@pytest.mark.rule("aofr.morale.melee_destroyed")
def test_a_charger_that_is_wiped_out_has_lost_and_nobody_tests() -> None:
    play = fight(regiment(size=2, rules=["Fear(9)"]), regiment(size=5), {"Riders": 1, "to hit": 6}).choose("strike")
    assert play.unit("Riders").fate == "destroyed"
    assert who_tested(play) == []
    assert not play.told(events.MeleeResolved)


@pytest.mark.rule("aofr.special.fear")
def test_fear_that_models_share_counts_once_and_a_hero_adds_its_own_while_it_lives() -> None:
    captain = regiment(size=1, rules=["Hero", "Fear(3)"], groups=[models(1, rules=["Fear(1)"])])
    dread = regiment(groups=[models(4), models(1, rules=["Fear(2)"])], hero=captain)
    table = draw("Riders at 36,10 | Pikes at 36,30", Riders=dread, Pikes=QUIET)
    assert fear_of(table.battle, table.unit("Riders")) == 2 + 4
    assert fear_of(table.battle, table.set("Riders", left=(4, 0)).unit("Riders")) == 0 + 4
    assert fear_of(table.battle, table.set("Riders", left=(0, 0)).unit("Riders")) == 4
    assert fear_of(table.battle, table.set("Riders", left=(0, 1), hero=False).unit("Riders")) == 2
    assert fear_of(table.battle, table.unit("Pikes")) == 0


@pytest.mark.rule("aofr.melee.consolidate_order")
def test_it_is_the_charger_that_steps_back() -> None:
    play = fight(QUIET, regiment(size=5, weapons=[]))
    assert [event.unit for event in play.told(events.UnitSteppedBack)] == [play.unit("Riders").id]


@pytest.mark.rule("aofr.melee.consolidate_order")
def test_consolidation_comes_after_the_result_and_the_test() -> None:
    play = fight(regiment(size=10, weapons=[]), QUIET, {"Morale": 6})
    told = [type(event).__name__ for event in play.game.events]
    order = [told.index(moment) for moment in ("MeleeResolved", "MoraleTested", "UnitSteppedBack")]
    assert order == sorted(order)


@pytest.mark.rule("aofr.melee.fatigue_ends")
def test_fatigue_ends_with_the_round() -> None:
    table = draw("Riders at 36,10 | Pikes at 36,30 face 180", Riders=regiment(), Pikes=QUIET)
    play = happen(table.set("Riders", fatigued=True).having(turn=1), end_of_round)
    assert play.battle.turn == 2
    assert not play.unit("Riders").fatigued
    assert not tired(play.unit("Riders"))
    assert tired(table.set("Riders", shaken=True).unit("Riders"))


@pytest.mark.rule("aofr.special.fear")
def test_players_may_agree_that_fear_counts_for_each_model_in_the_two_front_rows() -> None:
    captain = regiment(size=1, rules=["Hero", "Fear(3)"])
    dread = regiment(groups=[models(11, rules=["Fear(1)"]), models(1, rules=["Fear(2)"])], hero=captain)
    for how, fear in (("once", 2 + 3), ("each model", 9 + 3)):
        settings = msgspec.convert({"fear": how}, Settings)
        table = draw("Riders at 36,10 files=5 | Pikes at 36,30", settings, Riders=dread, Pikes=QUIET)
        assert fear_of(table.battle, table.unit("Riders")) == fear
        assert fear_of(table.battle, table.set("Riders", left=(0, 0)).unit("Riders")) == 3
        assert fear_of(table.battle, table.unit("Pikes")) == 0


@pytest.mark.rule("aofr.special.fear")
@pytest.mark.parametrize(("how", "tested"), [("once", "Riders"), ("each model", "Pikes")])
def test_fear_of_each_model_decides_a_melee(how: str, tested: str) -> None:
    riders = regiment(size=3, weapons=[], rules=["Fear(1)"])
    table = draw(
        "Riders at 36,10 | Pikes at 36,30 face 180",
        msgspec.convert({"fear": how}, Settings),
        Riders=riders,
        Pikes=regiment(size=15),
    )
    play = clash(table, "Riders", "Pikes", {"to hit": 1, "Morale": 6}).choose("strike")
    assert who_tested(play) == [tested]
