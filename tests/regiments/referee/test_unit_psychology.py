"""Unit psychology: corners of frenzy, panic, retreats and exhaustion."""

from __future__ import annotations

import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks, bows, needs
from tests.regiments.harness import Dicing, Fall, Interlude, Play, Table, draw, find, happen, regiment
from warhost.play.script import Script
from warhost.rulesets.regiments.chapters import activation, structure
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.wounds.casualties import suffer
from warhost.rulesets.regiments.core import Battle, Regiment, Settings, optional
from warhost.rulesets.regiments.parts.unit_psychology.exhaustion import exhaust
from warhost.rulesets.regiments.parts.unit_psychology.state import Retreated, tell, told
from warhost.table import Forward

FACING = "0 Unit at 36,20 | 1 Foe at 36,30 face 180"


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


def done(play: Interlude) -> Interlude:
    while not play.game.over:
        play.decline()
    return play


def held(play: Play | Table, name: str = "Unit") -> int:
    return dict(told(play.battle).markers).get(play.unit(name).id, 0)


def frenzied(play: Play) -> list[str]:
    return [play.battle.units[number].name for number in told(play.battle).frenzied]


# Frenzy


@pytest.mark.rule("aofr.psych.frenzy_trigger")
@pytest.mark.parametrize(("face", "names"), [(4, []), (3, ["Unit"])])
def test_the_fearless_may_keep_a_cool_head_after_a_kill(face: int, names: list[str]) -> None:
    drawn = table("frenzy", Unit=regiment(5, rules=["Fearless"])).touch("Unit", "Foe", gap=2.0)
    dice: dict[str, Fall] = {"to hit": 6, "to block": 1, "Fearless": face, "Morale": 1}
    assert frenzied(done(turn(drawn, "Unit", dice).charge("Unit", "Foe"))) == names


@pytest.mark.rule("aofr.psych.frenzy_trigger")
def test_each_enemy_destroyed_in_one_volley_means_a_test() -> None:
    archers = regiment(10, weapons=['Bow (24", A1)', 'Sling (24", A1)'])
    line = "0 Unit at 36,10 | 1 Foe at 32,22 face 180 | 1 Other at 40,22 face 180"
    drawn = table("frenzy", line, Unit=archers, Foe=regiment(1), Other=regiment(1))
    dice: dict[str, Fall] = {"to hit": 6, "to block": 1, "Morale": [6, 1]}
    play = turn(drawn, "Unit", dice).act("Unit", "hold").stay()
    play.choose("split").choose(target="Foe").choose(target="Other")
    done(play)
    assert [play.unit(name).fate for name in ("Foe", "Other")] == ["destroyed", "destroyed"]
    assert len([roll for roll in play.rolls if roll.rule == "aofr.psych.frenzy_trigger"]) == 2
    assert frenzied(play) == ["Unit"]


@pytest.mark.rule("aofr.psych.frenzy_trigger")
def test_a_shaken_unit_that_destroys_its_charger_fails_without_a_die() -> None:
    drawn = table("frenzy", Unit=regiment(1), Foe=regiment(10)).touch("Unit", "Foe", gap=2.0).set("Foe", shaken=True)
    dice: dict[str, Fall] = {"Unit Hand": 1, "Foe Hand": 6, "to block": 1}
    play = done(turn(drawn, "Unit", dice).charge("Unit", "Foe").choose("strike"))
    assert play.unit("Unit").fate == "destroyed"
    assert frenzied(play) == ["Foe"]


@pytest.mark.rule("aofr.psych.frenzy_forced")
def test_a_frenzied_unit_shoots_past_a_nearer_enemy_that_is_not_available() -> None:
    line = "72x48 building 36,16 14x1 | 0 Unit at 36,10 | 1 Foe at 36,20 face 180 | 1 Other at 60,30 face 180"
    drawn = table("frenzy", line, Unit=regiment(5, weapons=['Bow (30", A1)']), Other=regiment(5))
    tell(drawn.battle, frenzied=(0,))
    play = turn(drawn, "Unit", {"Morale": 1, "to hit": 1})
    if play.topic == "frenzy":
        assert f"shoot>{play.unit('Other').id}" in play.keys
        assert f"shoot>{play.unit('Foe').id}" not in play.keys
        play.choose(f"shoot>{play.unit('Other').id}")
    assert [attack.target for attack in attacks(done(play))] == [play.unit("Other").id]


@pytest.mark.rule("aofr.psych.frenzy_impossible")
def test_nobody_is_charged_but_the_nearest_enemy() -> None:
    line = "72x48 impassable 36,16 20x1 | 0 Unit at 36,10 | 1 Foe at 36,20 face 180 | 1 Other at 24,18 face 180"
    drawn = table("frenzy", line, Other=regiment(5))
    tell(drawn.battle, frenzied=(0,))
    play = turn(drawn, "Unit", {"Morale": 1})
    assert play.topic == "action"


# Panic


@pytest.mark.rule("aofr.psych.panic_roll")
def test_who_panics_after_a_melee_is_not_shaken_and_does_not_retreat() -> None:
    drawn = table("panic+retreating", Foe=regiment(10)).touch("Unit", "Foe", gap=2.0)
    dice: dict[str, Fall] = {"to hit": 6, "to block": (1, 1, 1, 6, 6), "Morale": 1, "anic": 1}
    play = done(turn(drawn, "Unit", dice).charge("Unit", "Foe").choose("no"))
    assert (told(play.battle).panicking, play.unit("Foe").shaken) == ((1,), False)
    assert play.told(Retreated) == []


@pytest.mark.rule("aofr.psych.panic_roll")
def test_exhaustion_may_end_in_panic() -> None:
    drawn = table("panic+exhaustion")
    tell(drawn.battle, markers=((0, 2),))
    play = happen(drawn, lambda battle: exhaust(battle, battle.units[0]), {"Morale": 1, "anic": 1})
    assert (told(play.battle).panicking, play.unit("Unit").shaken) == ((0,), False)


@pytest.mark.rule("aofr.psych.panic_control")
def test_a_led_unit_shoots_at_its_own_army_and_the_army_may_lose_it_from_the_test() -> None:
    line = "0 Unit at 36,20 face 180 | 0 Friend at 36,10 | 1 Foe at 36,40 face 180"
    drawn = table("panic", line, Unit=bows(5), Friend=regiment(5))
    tell(drawn.battle, panicking=(0,))
    play = turn(drawn, "Unit", by_reason({"to hit": 6, "to block": (1, 1, 1, 6, 6), "Morale": 1, "anic": 6})).choose(
        "control"
    )
    play.choose("hold").stay()
    assert (play.topic, play.question.seat) == ("shoot", 1)
    done(play.choose(target="Friend"))
    assert (play.unit("Friend").models, play.unit("Friend").shaken) == (2, True)


# Retreating


def shot(line: str, dice: dict[str, Fall], modules: str = "retreating", **regiments: Regiment) -> Interlude:
    drawn = table(modules, line, **{"Unit": bows(5), "Foe": regiment(10), **regiments})
    play = turn(drawn, "Unit", {"to hit": 6, **dice}).act("Unit", "hold").stay()
    if play.topic == "shoot":
        play.choose(target="Foe")
    return done(play)


AWAY = "0 Unit at 36,10 | 1 Foe at 36,25 face 180"


@pytest.mark.rule("aofr.psych.retreat_shooting")
def test_each_wound_of_a_tough_model_is_an_inch() -> None:
    beast = regiment(1, rules=["Tough(6)"])
    play = shot(AWAY, {"to block": (1, 1, 6, 6, 6)}, Foe=beast)
    assert [event.inches for event in play.told(Retreated)] == [pytest.approx(2.0)]


@pytest.mark.rule("aofr.psych.retreat_shooting")
def test_ignored_wounds_drive_nobody_back() -> None:
    dice: dict[str, Fall] = {"to block": (1, 1, 1, 6, 6), "Regeneration": (5, 6, 1)}
    play = shot(AWAY, dice, Foe=regiment(10, rules=["Regeneration"]))
    assert [event.inches for event in play.told(Retreated)] == [pytest.approx(1.0)]


@pytest.mark.rule("aofr.psych.retreat_shooting")
def test_a_unit_that_shots_have_shaken_retreats_all_the_same() -> None:
    play = shot(AWAY, {"to block": 1, "Morale": 1})
    assert play.unit("Foe").shaken
    assert [event.inches for event in play.told(Retreated)] == [pytest.approx(5.0)]


@pytest.mark.rule("aofr.psych.retreat_shooting")
def test_both_weapons_of_a_volley_drive_a_unit_back_together() -> None:
    archers = regiment(2, weapons=['Bow (24", A1)', 'Sling (24", A1)'])
    play = shot(AWAY, {"to block": 1}, Unit=archers)
    assert sum(event.inches for event in play.told(Retreated)) == pytest.approx(4.0)


@pytest.mark.rule("aofr.psych.retreat_off_table")
@pytest.mark.parametrize(("y", "fate"), [(46.0, ""), (46.1, "destroyed")])
def test_a_unit_may_retreat_to_the_very_edge(y: float, fate: str) -> None:
    single = regiment(1, rules=["Tough(6)"], base=(2.0, 2.0))
    play = shot(f"0 Unit at 36,30 | 1 Foe at 36,{y} face 180", {"to block": (1, 6, 6, 6, 6)}, Foe=single)
    assert play.unit("Foe").fate == fate


@pytest.mark.rule("aofr.psych.retreat_off_table", "aofr.psych.frenzy_trigger")
def test_who_is_shot_off_the_table_is_destroyed_by_the_shooter() -> None:
    far = "0 Unit at 36,30 | 1 Foe at 36,46.5 face 180"
    dice: dict[str, Fall] = {"to block": (1, 1, 1, 6, 6), "Morale": 1}
    play = shot(far, dice, "retreating+frenzy")
    assert play.unit("Foe").fate == "destroyed"
    assert frenzied(play) == ["Unit"]


# Exhaustion


def tired(count: int, line: str = FACING, modules: str = "exhaustion", **regiments: Regiment) -> Table:
    drawn = table(modules, line, **regiments)
    tell(drawn.battle, markers=((0, count),))
    return drawn


@pytest.mark.rule("aofr.psych.exhaustion_three")
def test_the_fourth_marker_means_a_test_like_the_third() -> None:
    play = happen(tired(3), lambda battle: exhaust(battle, battle.units[0]), [5])
    assert (held(play), play.unit("Unit").shaken) == (4, True)


@pytest.mark.rule("aofr.psych.exhaustion_hit")
def test_sixes_hit_however_tired_a_unit_is() -> None:
    play = turn(tired(6, Unit=bows(5)), "Unit", by_reason({"Morale": 1, "to hit": (6, 5, 5, 5, 5), "to block": 6}))
    done(play.act("Unit", "hold").stay().choose(target="Foe"))
    assert [attack.hits for attack in attacks(play)] == [1]


@pytest.mark.rule("aofr.psych.exhaustion_rest")
def test_resting_takes_off_what_comes_later_in_the_round_too() -> None:
    drawn = tired(2).touch("Foe", "Unit", gap=2.0)
    rested = turn(drawn, "Unit", {"Morale": 1}).choose("unit_psychology:rest")
    drawn.battle = rested.battle
    fought = done(turn(drawn, "Foe", {"to hit": 1, "Morale": 6}).charge("Foe", "Unit").choose("no"))
    assert (held(fought), held(fought, "Foe")) == (3, 1)
    drawn.battle = fought.battle
    over = happen(drawn, structure.end_of_round)
    assert (held(over), held(over, "Foe")) == (0, 1)


@pytest.mark.rule("aofr.psych.exhaustion_friend_lost")
@pytest.mark.parametrize(("gap", "count"), [(6.0, 1), (6.1, 0)])
def test_a_friend_is_lost_near_at_six_inches_exactly(gap: float, count: int) -> None:
    drawn = table("exhaustion", "0 Unit at 36,20 | 0 Near at 36,40 | 1 Foe at 60,44 face 180", Near=regiment(5))
    drawn.touch("Unit", "Near", "rear", gap=gap)
    play = happen(drawn, lambda battle: suffer(battle, battle.units[0], 5))
    assert held(play, "Near") == count


@pytest.mark.rule("aofr.psych.exhaustion_hero")
@pytest.mark.parametrize(("gap", "count"), [(12.0, 1), (12.1, 2)])
def test_a_hero_by_itself_heartens_friends_twelve_inches_away(gap: float, count: int) -> None:
    line = "0 Unit at 36,10 | 0 Near at 36,30 | 1 Foe at 60,44 face 180"
    drawn = table("exhaustion", line, Unit=regiment(1, rules=["Hero", "Tough(3)"]), Near=regiment(5))
    drawn.touch("Unit", "Near", "rear", gap=gap)
    tell(drawn.battle, markers=((0, 1), (1, 2)))
    play = turn(drawn, "Unit", {"Morale": 1})
    assert (held(play), held(play, "Near")) == (0, count)


@pytest.mark.rule("aofr.psych.exhaustion_voluntary", "aofr.psych.exhaustion_move")
def test_pushing_on_adds_to_what_markers_have_left() -> None:
    play = turn(tired(1, "0 Unit at 36,10 | 1 Foe at 60,44 face 180"), "Unit", {"Morale": 1})
    assert moving.allowance(play.battle, play.unit("Unit"), "rush") == 10
    play.choose("unit_psychology:rush")
    assert play.refuses(Forward(14.1))
    play.move(Forward(14.0))
    assert held(play) == 2


@pytest.mark.rule("aofr.psych.exhaustion_three")
def test_a_lost_friend_may_be_the_last_straw() -> None:
    line = "0 Unit at 36,20 | 0 Near at 36,26 | 1 Foe at 60,44 face 180"
    drawn = table("exhaustion", line, Near=regiment(5))
    tell(drawn.battle, markers=((1, 2),))
    play = happen(drawn, lambda battle: suffer(battle, battle.units[0], 5), {"Morale": 1})
    assert (held(play, "Near"), play.unit("Near").shaken, play.unit("Near").models) == (3, True, 5)
    assert needs(play, "Morale") == [6]
