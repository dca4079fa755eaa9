"""Unit psychology: frenzy, panic, retreating, exhaustion."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.regiments.fights import attacks, bows, clash, needs, volley
from tests.regiments.harness import Dicing, Fall, Interlude, Play, Table, draw, find, happen, regiment
from tests.regiments.parts.playing import played
from warhost.play.script import Script
from warhost.rulesets.regiments.chapters import activation, morale, structure
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.wounds.casualties import suffer
from warhost.rulesets.regiments.chapters.wounds.removal import rout
from warhost.rulesets.regiments.core import Battle, Cause, Regiment, Settings, events, optional
from warhost.rulesets.regiments.parts.unit_psychology.exhaustion import exhaust
from warhost.rulesets.regiments.parts.unit_psychology.state import (
    BecameFrenzied,
    FledTheTable,
    FrenzyEnded,
    Panicked,
    RetreatBlocked,
    Retreated,
    Told,
    tell,
    told,
)
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Forward, Pose

ONE, TWO, THREE = 2, 4, 6
"""What a D6 shows that is read as a D3."""

FACING = "0 Unit at 36,20 | 1 Foe at 36,30 face 180"
NO_DICE: Mapping[str, Fall] = {}


def table(modules: str, line: str = FACING, **regiments: Regiment) -> Table:
    made = {name: regiment(5) for name in ("Unit", "Foe") if f"{name} at" in line} | regiments
    return draw(line, Settings(parts=(f"unit_psychology:{modules}",)), **made).having(turn=1, mission="duel")


def turn(drawn: Table, name: str, dice: Dicing = ()) -> Interlude:
    """One turn of that unit alone, to its end."""

    def script(battle: Battle) -> Script[None]:
        unit = find(battle, name)
        yield from activation.act(battle, unit)
        yield from optional.each(battle, "after_activation", unit)

    return happen(drawn, script, dice)


@pytest.mark.rule("aofr.psych.use")
def test_only_the_modules_that_are_switched_on_change_the_battle() -> None:
    drawn = table("panic")
    tell(drawn.battle, frenzied=(0,))
    game = turn(drawn, "Unit")
    assert (game.topic, game.rolls) == ("action", [])
    assert not any(":" in key for key in game.keys)
    fought = turn(table("panic").touch("Unit", "Foe", gap=2.0), "Unit", {"to hit": 6, "to block": 1})
    fought.charge("Unit", "Foe").decline()
    assert (told(fought.battle), fought.unit("Foe").fate) == (Told(frenzied=()), "destroyed")
    shown = optional.speaking(game.battle, "in_force")[0].in_force(game.battle)
    assert [text.partition(":")[0] for text in shown] == ["Panic"]


@pytest.mark.rule("aofr.psych.use")
def test_all_four_are_usual() -> None:
    (part,) = optional.in_force(("unit_psychology",))
    assert part.chosen == ("frenzy", "panic", "retreating", "exhaustion")


# Frenzy


def slay(drawn: Table, dice: Mapping[str, Fall] = NO_DICE) -> Interlude:
    """The unit charges and destroys its foe."""
    drawn.touch("Unit", "Foe", gap=2.0)
    game = turn(drawn, "Unit", {"to hit": 6, "to block": 1, **dice}).charge("Unit", "Foe")
    return game.decline()


@pytest.mark.rule("aofr.psych.frenzy_trigger")
@pytest.mark.parametrize(("face", "frenzied"), [(3, (0,)), (4, ())])
def test_who_destroys_an_enemy_in_melee_may_be_frenzied(face: int, frenzied: tuple[int, ...]) -> None:
    game = slay(table("frenzy"), {"Morale": face})
    assert (told(game.battle).frenzied, game.unit("Unit").shaken) == (frenzied, False)
    assert len(game.told(BecameFrenzied)) == len(frenzied)
    assert ("frenzied" in RULESET.marks(game.battle, game.unit("Unit"))) == bool(frenzied)


@pytest.mark.rule("aofr.psych.frenzy_trigger")
def test_shooting_counts_and_wounds_that_leave_somebody_do_not() -> None:
    drawn = table("frenzy", Unit=bows())
    game = turn(drawn, "Unit", {"to hit": 6, "to block": 1, "Morale": 1}).act("Unit", "hold").stay()
    game.choose(target="Foe").stay()
    assert told(game.battle).frenzied == (0,)
    alive = table("frenzy", Unit=bows(), Foe=regiment(10))
    dice: dict[str, Fall] = {"to hit": 6, "to block": (1, 1, 1, 1, 6)}
    hurt = turn(alive, "Unit", dice).act("Unit", "hold").stay()
    hurt.choose(target="Foe").stay()
    assert "aofr.psych.frenzy_trigger" not in [roll.rule for roll in hurt.rolls]


@pytest.mark.rule("aofr.psych.frenzy_trigger")
def test_striking_back_counts() -> None:
    drawn = table("frenzy", Foe=regiment(10)).touch("Unit", "Foe", gap=2.0)
    dice: dict[str, Fall] = {"Unit Hand": 1, "Foe Hand": 6, "to block": 1, "Morale": 1}
    game = turn(drawn, "Unit", dice).charge("Unit", "Foe").choose("strike").stay()
    assert told(game.battle).frenzied == (1,)


@pytest.mark.rule("aofr.psych.frenzy_trigger")
@pytest.mark.parametrize(("by", "due"), [(Cause(0, "melee"), (0,)), (Cause(0, "spell"), ()), (None, ())])
def test_a_rout_is_credited_to_who_won_the_melee(by: Cause | None, due: tuple[int, ...]) -> None:
    gone = happen(table("frenzy"), lambda battle: rout(battle, battle.units[1], by))
    assert told(gone.battle).destroyers == due


def frenzied(line: str = FACING, **regiments: Regiment) -> Table:
    drawn = table("frenzy", line, **regiments)
    tell(drawn.battle, frenzied=(0,))
    return drawn


@pytest.mark.rule("aofr.psych.frenzy_activation")
def test_a_passed_test_ends_the_frenzy() -> None:
    game = turn(frenzied(), "Unit", [5])
    assert (told(game.battle).frenzied, game.topic) == ((), "action")
    assert game.offers("hold")
    assert game.told(FrenzyEnded)


@pytest.mark.rule("aofr.psych.frenzy_activation")
def test_a_shaken_unit_is_idle_and_keeps_its_frenzy() -> None:
    game = turn(frenzied().set("Unit", shaken=True), "Unit")
    assert (game.topic, told(game.battle).frenzied) == ("idle", (0,))


@pytest.mark.rule("aofr.psych.frenzy_forced")
def test_a_frenzied_unit_shoots_at_or_charges_the_nearest_enemy() -> None:
    line = "0 Unit at 36,20 | 1 Foe at 36,30 face 180 | 1 Other at 24,32 face 180"
    archers = regiment(5, weapons=['Bow (24", A1)', "Hand Weapon (A1)"])
    dice: dict[str, Fall] = {"Morale": 1, "to hit": 1}
    game = turn(frenzied(line, Unit=archers, Other=regiment(5)), "Unit", dice)
    assert (game.topic, game.keys) == ("frenzy", ["charge>1", "shoot>1"])
    assert all(option.odds for option in game.weighed)
    game.choose("shoot>1")
    assert [attack.target for attack in attacks(game)] == [1]
    assert told(game.battle).frenzied == (0,)
    charged = turn(frenzied(line, Unit=archers, Other=regiment(5)), "Unit", dice).choose("charge>1")
    assert [event.target for event in charged.told(events.UnitCharged)] == [1]


@pytest.mark.rule("aofr.psych.frenzy_forced")
def test_a_frenzied_unit_moves_to_bring_as_many_models_as_it_can_into_range() -> None:
    line = "0 Unit at 36,10 face 90 | 1 Foe at 36,36 face 180"
    game = turn(frenzied(line, Unit=bows(5)), "Unit", {"Morale": 1, "to hit": 1})
    assert [attack.attacks for attack in attacks(game)] == [5]
    assert [event.action for event in game.told(events.UnitMoved)] == ["advance"]
    near = "0 Unit at 36,10 face 90 | 1 Foe at 36,26 face 180"
    turned = turn(frenzied(near, Unit=bows(5)), "Unit", {"Morale": 1, "to hit": 1})
    assert (turned.told(events.UnitMoved), len(turned.told(events.UnitTurned))) == ([], 1)


@pytest.mark.rule("aofr.psych.frenzy_impossible")
def test_who_can_attack_nobody_comes_to_itself() -> None:
    line = "0 Unit at 36,4 | 1 Foe at 36,44 face 180"
    game = turn(frenzied(line), "Unit", [1])
    assert (told(game.battle).frenzied, game.topic) == ((), "action")


# Panic


@pytest.mark.rule("aofr.psych.panic_roll")
@pytest.mark.parametrize(("face", "panicking", "shaken"), [(1, (0,), False), (2, (), True)])
def test_a_unit_that_would_be_shaken_may_panic(face: int, panicking: tuple[int, ...], shaken: bool) -> None:
    drawn = table("panic")
    play = happen(drawn, lambda battle: morale.shake(battle, battle.units[0]), [face])
    assert (told(play.battle).panicking, play.unit("Unit").shaken) == (panicking, shaken)
    assert len(play.told(Panicked)) == len(panicking)


def panicking(line: str = FACING, **regiments: Regiment) -> Table:
    drawn = table("panic", line, **regiments)
    tell(drawn.battle, panicking=(0,))
    return drawn


@pytest.mark.rule("aofr.psych.panic_control")
def test_the_enemy_may_lead_a_panicking_unit_against_its_own_army() -> None:
    line = "0 Unit at 36,20 face 180 | 0 Friend at 36,10 | 1 Foe at 36,40 face 180"
    game = turn(panicking(line, Friend=regiment(5)), "Unit", {"to hit": 1})
    assert (game.topic, game.question.seat) == ("panicking unit", 1)
    game.choose("control")
    assert (game.topic, game.question.seat) == ("action", 1)
    friend, foe = game.unit("Friend").id, game.unit("Foe").id
    assert (game.offers(f"charge>{friend}"), game.offers(f"charge>{foe}")) == (True, False)
    game.choose("hold").stay()
    assert (game.unit("Unit").seat, told(game.battle).panicking) == (0, ())


@pytest.mark.rule("aofr.psych.panic_control")
def test_if_the_enemy_declines_the_owner_leads_the_unit() -> None:
    game = turn(panicking(), "Unit").choose("pass")
    assert (game.topic, game.question.seat) == ("action", 0)
    game.choose("hold").stay()
    assert told(game.battle).panicking == ()


@pytest.mark.rule("aofr.psych.panic_control")
def test_it_takes_the_turn_of_its_owner() -> None:
    game = panicking().play(stage="activate")
    game.choose("control").choose("hold").stay()
    assert (game.battle.acting, game.unit("Unit").activated) == (1, True)


@pytest.mark.rule("aofr.psych.panic_control")
def test_a_unit_that_dies_for_the_enemy_is_a_loss_of_its_owner() -> None:
    line = "0 Unit at 36,20 face 180 | 0 Friend at 36,10 | 1 Foe at 36,40 face 180"
    drawn = panicking(line, Unit=regiment(1), Friend=regiment(5))
    game = turn(drawn, "Unit", {"Unit Hand Weapon: to hit": 1, "to hit": 6, "to block": 1}).choose("control")
    game.choose(f"charge>{game.unit('Friend').id}").choose("strike").decline()
    assert (game.unit("Unit").fate, game.unit("Unit").seat) == ("destroyed", 0)


# Retreating


def shot(line: str, wounds: Fall, dice: Mapping[str, Fall] = NO_DICE, **regiments: Regiment) -> Interlude:
    """The unit shoots at its foe, which fails to block as told; both are of Quality 4 and Defense 4."""
    drawn = table("retreating", line, **{"Unit": bows(5), "Foe": regiment(10), **regiments})
    game = turn(drawn, "Unit", {"to hit": 6, "to block": wounds, "Morale": 6, **dice}).act("Unit", "hold").stay()
    if game.topic == "shoot":
        game.choose(target="Foe")
    return game.stay() if game.topic else game


@pytest.mark.rule("aofr.psych.retreat_shooting")
def test_wounds_by_shots_drive_a_unit_straight_back() -> None:
    game = shot("0 Unit at 36,10 | 1 Foe at 36,25 face 180", (1, 1, 1, 6, 6))
    assert [event.inches for event in game.told(Retreated)] == [pytest.approx(3.0)]
    assert (game.footprint("Foe").x, game.footprint("Foe").facing) == (36.0, 180.0)
    assert game.footprint("Foe").y == pytest.approx(28.0, abs=0.6)
    assert shot("0 Unit at 36,10 | 1 Foe at 36,25 face 180", 6).told(Retreated) == []


@pytest.mark.rule("aofr.psych.retreat_shooting")
def test_a_retreat_leads_from_centre_to_centre_and_the_immobile_stay() -> None:
    game = shot("0 Unit at 30,10 | 1 Foe at 36,16 face 180", (1, 1, 6, 6, 6), Foe=regiment(10))
    before = Pose(36, 16, 180)
    after = game.footprint("Foe")
    assert after.x - before.x == pytest.approx(2**0.5, abs=0.1)
    still = shot("0 Unit at 36,10 | 1 Foe at 36,25 face 180", 1, Foe=regiment(10, rules=["Immobilized"]))
    assert (still.told(Retreated), still.told(RetreatBlocked)) == ([], [])


def beaten(wounds: Fall, face: int) -> Interlude:
    drawn = table("retreating", Unit=regiment(5), Foe=regiment(10)).touch("Unit", "Foe", gap=2.0)
    dice: dict[str, Fall] = {"to hit": 6, "to block": wounds, "Morale": face}
    return turn(drawn, "Unit", dice).charge("Unit", "Foe").choose("no")


@pytest.mark.rule("aofr.psych.retreat_melee")
def test_who_is_shaken_in_melee_goes_back_two_inches_for_each_wound() -> None:
    game = beaten((1, 1, 1, 1, 6), 1)
    assert game.unit("Foe").shaken
    assert [event.inches for event in game.told(Retreated)] == [pytest.approx(8.0)]
    assert beaten((1, 1, 1, 1, 6), 6).told(Retreated) == []


@pytest.mark.rule("aofr.psych.retreat_melee", "aofr.psych.retreat_shooting")
def test_a_unit_that_was_shaken_before_the_melee_stays_and_wounds_in_melee_are_no_shots() -> None:
    drawn = table("retreating", Unit=regiment(5), Foe=regiment(10)).touch("Unit", "Foe", gap=2.0)
    drawn.set("Foe", shaken=True)
    tell(drawn.battle, shaken=(1,))
    dice: dict[str, Fall] = {"to hit": 6, "to block": (1, 1, 1, 6, 6)}
    game = turn(drawn, "Unit", dice).charge("Unit", "Foe").choose("no")
    assert (game.told(Retreated), told(game.battle).shot) == ([], ())


@pytest.mark.rule("aofr.psych.retreat_blocked")
def test_who_runs_into_something_stops_there_and_is_hurt() -> None:
    line = "72x48 impassable 36,31.5 12x3 | 0 Unit at 36,10 | 1 Foe at 36,26 face 180"
    game = shot(line, 1, {"Retreat": TWO}, Foe=regiment(12, base=(1.0, 1.0)))
    assert game.told(RetreatBlocked)
    (back,) = game.told(Retreated)
    assert 0.0 <= 30.0 - (back.pose.y + 1.5) <= 1.0 + 0.13
    assert game.unit("Foe").models == 12 - 5 - 2
    friend = "0 Unit at 36,10 | 1 Foe at 36,26 face 180 | 1 Friend at 36,31 face 180"
    into = shot(friend, 1, {"Retreat": ONE}, Foe=regiment(12), Friend=regiment(5))
    assert [event.what for event in into.told(RetreatBlocked)] == ["Friend"]


@pytest.mark.rule("aofr.psych.retreat_off_table")
@pytest.mark.parametrize(("y", "fate"), [(45.0, "destroyed"), (40.0, "")])
def test_who_would_leave_the_table_is_destroyed(y: float, fate: str) -> None:
    game = shot(f"0 Unit at 36,24 | 1 Foe at 36,{y} face 180", (1, 1, 1, 1, 6))
    assert (game.unit("Foe").fate, bool(game.told(FledTheTable))) == (fate, bool(fate))


@pytest.mark.rule("aofr.psych.retreat_shooting")
def test_retreats_test_for_dangerous_ground() -> None:
    line = "72x48 lava 36,27 12x2 | 0 Unit at 36,10 | 1 Foe at 36,24 face 180"
    game = shot(line, (1, 1, 1, 6, 6), {"Dangerous": 6})
    assert any(roll.why == "Dangerous terrain" for roll in game.rolls)


# Exhaustion


def tired(count: int, line: str = FACING, **regiments: Regiment) -> Table:
    drawn = table("exhaustion", line, **regiments)
    tell(drawn.battle, markers=((0, count),))
    return drawn


def held(play: Play, name: str = "Unit") -> int:
    return dict(told(play.battle).markers).get(play.unit(name).id, 0)


@pytest.mark.rule("aofr.psych.exhaustion_melee")
def test_both_sides_of_a_melee_tire() -> None:
    drawn = table("exhaustion").touch("Unit", "Foe", gap=2.0)
    game = turn(drawn, "Unit", {"to hit": 1}).charge("Unit", "Foe").choose("no")
    assert (held(game), held(game, "Foe")) == (1, 1)
    assert "1 exhaustion marker" in RULESET.marks(game.battle, game.unit("Unit"))


NEAR = "0 Unit at 36,20 | 0 Near at 36,26.5 | 0 Far at 36,29.5 | 1 Foe at 36,44 face 180"


@pytest.mark.rule("aofr.psych.exhaustion_friend_lost")
@pytest.mark.parametrize("how", ["rout", "death"])
def test_the_loss_of_a_friend_nearby_tires(how: str) -> None:
    drawn = table("exhaustion", NEAR, Near=regiment(5), Far=regiment(5))

    def script(battle: Battle) -> Script[None]:
        yield from rout(battle, battle.units[0]) if how == "rout" else suffer(battle, battle.units[0], 5)

    play = happen(drawn, script)
    assert (held(play, "Near"), held(play, "Far"), held(play, "Foe")) == (1, 0, 0)


@pytest.mark.rule("aofr.psych.exhaustion_voluntary")
@pytest.mark.parametrize(("action", "inches"), [("advance", 8.0), ("rush", 16.0)])
def test_a_unit_may_push_on_for_a_marker(action: str, inches: float) -> None:
    game = turn(table("exhaustion", "0 Unit at 36,10 | 1 Foe at 60,44 face 180"), "Unit")
    game.choose(f"unit_psychology:{action}")
    assert game.refuses(Forward(inches + 0.1))
    game.move(Forward(inches))
    assert game.footprint("Unit").y == pytest.approx(10 + inches)
    assert held(game) == 1
    assert moving.allowance(game.battle, game.unit("Unit"), "advance") == 5


@pytest.mark.rule("aofr.psych.exhaustion_voluntary")
def test_a_unit_may_push_on_to_charge_and_hits_worse_for_it() -> None:
    drawn = table("exhaustion").touch("Unit", "Foe", gap=15.5)
    game = turn(drawn, "Unit", {"to hit": 6, "to block": 6})
    key = next(key for key in game.keys if key.startswith("unit_psychology:charge"))
    assert not any(one.startswith("charge") for one in game.keys)
    assert next(option for option in game.weighed if option.key == key).odds
    game.choose(key)
    assert [event.inches for event in game.told(events.UnitCharged)] == [pytest.approx(15.5)]
    assert needs(game, "to hit") == [5]
    assert held(game) == 1


@pytest.mark.rule("aofr.psych.exhaustion_no_limit")
def test_there_is_no_most() -> None:
    play = happen(tired(5), lambda battle: exhaust(battle, battle.units[0]), [6])
    assert held(play) == 6


@pytest.mark.rule("aofr.psych.exhaustion_move")
def test_each_marker_slows() -> None:
    drawn = tired(2)
    unit = drawn.unit("Unit")
    assert [moving.allowance(drawn.battle, unit, action) for action in ("advance", "rush", "charge")] == [4, 8, 8]
    worn = tired(7)
    assert moving.allowance(worn.battle, worn.unit("Unit"), "advance") == 0


@pytest.mark.rule("aofr.psych.exhaustion_hit")
def test_each_marker_makes_it_harder_to_hit() -> None:
    archers = tired(2, Unit=bows(quality=3))
    assert needs(volley(archers, "Unit", "Foe", {"to hit": 6, "to block": 6}), "to hit") == [5]
    fighters = tired(2, Unit=regiment(5, quality=3))
    play = clash(fighters, "Unit", "Foe", {"to hit": 6, "to block": 6, "Morale": 6}).choose("no")
    assert needs(play, "to hit") == [5]


@pytest.mark.rule("aofr.psych.exhaustion_morale")
@pytest.mark.parametrize(("count", "shaken"), [(1, True), (0, False)])
def test_each_marker_weakens_morale(count: int, shaken: bool) -> None:
    play = happen(tired(count), lambda battle: morale.lose_melee(battle, battle.units[0], None), [4])
    assert play.unit("Unit").shaken == shaken


@pytest.mark.rule("aofr.psych.exhaustion_three")
@pytest.mark.parametrize(("count", "dice", "shaken"), [(2, [5], True), (2, [6], False), (1, [], False)])
def test_a_third_marker_brings_a_morale_test_about(count: int, dice: list[int], shaken: bool) -> None:
    drawn = tired(count, Unit=regiment(5, quality=3))
    play = happen(drawn, lambda battle: exhaust(battle, battle.units[0]), dice)
    assert play.unit("Unit").shaken == shaken


@pytest.mark.rule("aofr.psych.exhaustion_activation")
def test_who_is_activated_may_shake_markers_off() -> None:
    game = turn(tired(3), "Unit", [4, 2, 6])
    assert (held(game), game.topic) == (1, "action")
    assert needs(game, "Morale") == [4, 4, 4]


@pytest.mark.rule("aofr.psych.exhaustion_rest")
def test_a_unit_that_rests_loses_its_markers_when_the_round_ends() -> None:
    drawn = tired(4)
    game = turn(drawn, "Unit", [1, 1, 1, 1]).choose("unit_psychology:rest")
    assert (game.game.over, held(game)) == (True, 4)
    drawn.battle = game.battle
    assert "resting" in RULESET.marks(drawn.battle, drawn.unit("Unit"))
    assert held(happen(drawn, structure.end_of_round)) == 0
    fresh = turn(table("exhaustion"), "Unit")
    assert not fresh.offers("unit_psychology:rest")


@pytest.mark.rule("aofr.psych.exhaustion_rest_shaken")
def test_a_shaken_unit_rests_while_it_is_idle() -> None:
    drawn = tired(3).set("Unit", shaken=True)
    game = turn(drawn, "Unit").stay()
    assert (game.unit("Unit").shaken, held(game), game.rolls) == (False, 3, [])
    drawn.battle = game.battle
    assert held(happen(drawn, structure.end_of_round)) == 0


@pytest.mark.rule("aofr.psych.exhaustion_hero")
def test_a_hero_takes_markers_off_its_unit_and_off_friends_nearby() -> None:
    hero = regiment(1, rules=["Hero"], name="Captain")
    line = "0 Unit at 36,10 | 0 Near at 36,22 | 0 Far at 36,26 | 1 Foe at 36,30.5 face 180"
    drawn = table("exhaustion", line, Unit=regiment(5, hero=hero), Near=regiment(5), Far=regiment(5))
    tell(drawn.battle, markers=((0, 2), (1, 1), (2, 1), (3, 1)))
    game = turn(drawn, "Unit", {"Morale": 1})
    assert [held(game, name) for name in ("Unit", "Near", "Far", "Foe")] == [1, 0, 1, 1]
    plain = table("exhaustion", line, Near=regiment(5), Far=regiment(5))
    tell(plain.battle, markers=((1, 1),))
    assert held(turn(plain, "Unit"), "Near") == 1


def test_an_advance_whose_price_shakes_a_unit_is_over() -> None:
    drawn = tired(2, Unit=bows())
    game = turn(drawn, "Unit", [1, 1, 1]).choose("unit_psychology:advance").stay()
    assert (game.game.over, game.unit("Unit").shaken, attacks(game)) == (True, True, [])


@pytest.mark.parametrize("number", range(2))
def test_battles_with_psychology_come_to_an_end(number: int) -> None:
    assert played("unit_psychology", number).outcome is not None


def test_conditions_effects_events_fog_and_psychology_go_together() -> None:
    every = "special_conditions,terrain_effects,random_events,fog_of_war,unit_psychology"
    assert played(every, 5).outcome is not None
