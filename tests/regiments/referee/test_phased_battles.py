"""Phased battles: combats, volleys and morale in odd positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.playing import Fall
from tests.regiments.fights import attacks, bows, needs
from tests.regiments.harness import Interlude, Play, Table, draw, happen, regiment
from warhost.field import frontage
from warhost.rulesets.regiments.core import Regiment, Settings, optional
from warhost.rulesets.regiments.core.events import MoraleTested
from warhost.rulesets.regiments.parts.command_points.purse import Purse
from warhost.rulesets.regiments.parts.phased_battles import combat
from warhost.rulesets.regiments.parts.phased_battles.engaged import Charged, Phases, combats, phases
from warhost.rulesets.regiments.parts.twists_and_gambits.mission import round_score
from warhost.rulesets.regiments.parts.twists_and_gambits.state import kept
from warhost.rulesets.regiments.parts.unit_psychology.state import Retreated, told
from warhost.table import Arc

FOOT = regiment(size=5)
PAIR = "0 A at 36,20 | 1 B at 36,30 face 180"
CHARGED = (Charged(0, 1, "front"),)


def table(line: str, /, **regiments: Regiment) -> Table:
    return draw(line, Settings(parts=("phased_battles",)), **regiments).having(turn=1)


def over(play: Interlude) -> Interlude:
    while not play.game.over:
        play.decline()
    return play


def resolved(made: Table, dice: Mapping[str, Fall], *charges: Charged) -> Interlude:
    optional.keep(made.battle, "phased_battles", Phases(charges=charges))
    return over(happen(made, lambda battle: combat.resolve(battle, combats(battle)[0]), dice))


def clash(dice: Mapping[str, Fall], side: str = "front", /, line: str = PAIR, **regiments: Regiment) -> Interlude:
    made = table(line, **regiments).touch("A", "B", side)
    return resolved(made, dice, Charged(0, 1, side))


@pytest.mark.rule("aofr.phased.simultaneous")
def test_two_units_may_destroy_each_other() -> None:
    play = clash({"to hit": 6, "to block": 1}, A=FOOT, B=FOOT)
    assert [play.unit(name).fate for name in "AB"] == ["destroyed", "destroyed"]
    assert play.told(MoraleTested) == []


@pytest.mark.rule("aofr.phased.morale")
def test_a_unit_charged_in_the_rear_does_not_strike_and_tests_at_minus_two() -> None:
    play = clash({"to hit": 1, "Morale": 5}, "rear", A=regiment(10), B=FOOT)
    assert {attack.attacker for attack in attacks(play)} == {0}
    assert needs(play, "Morale") == [6]
    assert play.unit("B").shaken


@pytest.mark.rule("aofr.phased.morale")
def test_winners_do_not_test_however_many_they_lost() -> None:
    made = table(PAIR, A=regiment(20), B=regiment(20, weapons=["Blade (A1)"])).set("B", left=(12,)).touch("A", "B")
    blocks = (1,) * 7 + (6,) * 3
    dice: dict[str, Fall] = {"B Hand Weapon: to block": blocks, "to hit": 6, "A Blade: to block": 1, "Morale": 6}
    play = resolved(made, dice, *CHARGED)
    assert play.unit("A").models == 10
    (told,) = play.told(combat.CombatResolved)
    assert (told.own, told.theirs) == (7 + 2, 10 + 1)
    assert [event.unit for event in play.told(MoraleTested)] == [0]


@pytest.mark.rule("aofr.phased.morale")
def test_of_two_losers_the_whole_one_is_shaken_and_the_halved_one_routs() -> None:
    line = "0 A at 30,20 | 0 C at 42,20 | 1 B at 36,30 face 180"
    made = table(line, A=FOOT, C=FOOT, B=regiment(30)).set("B", files=10).set("C", left=(2,))
    made.touch("A", "B", offset=-2.5).touch("C", "B", offset=2.5)
    dice: dict[str, Fall] = {"to hit": 1, "Morale": 1}
    play = resolved(made, dice, Charged(0, 2, "front"), Charged(1, 2, "front"))
    assert (play.unit("A").shaken, play.unit("A").fate, play.unit("C").fate) == (True, "", "routed")


@pytest.mark.rule("aofr.phased.counter")
def test_a_charger_with_counter_strikes_with_the_rest() -> None:
    pikes = regiment(5, weapons=["Pike (A1, Counter)"])
    dice: dict[str, Fall] = {"Pike: to hit": 6, "to hit": 1, "to block": 1}
    play = clash(dice, A=pikes, B=FOOT)
    assert [(attack.attacker, attack.attacks) for attack in attacks(play)] == [(0, 5), (1, 5)], "nobody fell before"


@pytest.mark.rule("aofr.phased.counter", "aofr.phased.impact")
def test_chargers_that_counter_attacks_kill_have_no_impact() -> None:
    pikes = regiment(10, weapons=["Pike (A1, Counter)"])
    dice: dict[str, Fall] = {"Pike: to hit": 6, "to block": 1, "Impact": 6}
    play = clash(dice, A=regiment(5, rules=["Impact(3)"]), B=pikes)
    assert play.unit("A").fate == "destroyed"
    assert [attack.what for attack in attacks(play)] == ["Pike"]


@pytest.mark.rule("aofr.phased.simultaneous")
def test_a_shaken_unit_in_contact_strikes_as_if_fatigued() -> None:
    made = table(PAIR, A=FOOT, B=FOOT).touch("A", "B").set("B", shaken=True)
    play = resolved(made, {"A Hand": 1, "B Hand": (5, 5, 5, 5, 6), "to block": 6, "Morale": 6}, *CHARGED)
    assert [attack.hits for attack in attacks(play) if attack.attacker == 1] == [1]


def shooting(line: str, actions: dict[str, str], dice: Any = (), /, **regiments: Regiment) -> Play:
    made = table(line, **regiments)
    numbered = {str(made.unit(name).id): action for name, action in actions.items()}
    optional.keep(made.battle, "phased_battles", Phases(actions=numbered))
    return made.play(dice, stage="shooting phase")


@pytest.mark.rule("aofr.phased.shooting")
def test_a_unit_that_was_shot_to_pieces_does_not_shoot_any_more() -> None:
    line = "0 A at 12,10 | 1 B at 12,28 face 180 | 1 D at 50,28 face 180"
    actions = dict.fromkeys("ABD", "hold")
    play = shooting(line, actions, {"to hit": 6, "to block": 1}, A=bows(5), B=bows(5), D=FOOT)
    play.choose(target="B")
    assert play.unit("B").fate == "destroyed"
    assert play.battle.stage != "shooting phase" or play.topic != "shoot"


@pytest.mark.rule("aofr.phased.shooting")
def test_who_is_shaken_by_shots_does_not_shoot_back_in_the_same_phase() -> None:
    line = "0 A at 12,10 | 1 B at 12,28 face 180"
    play = shooting(line, dict.fromkeys("AB", "hold"), {"to hit": 6, "to block": 1, "Morale": 1}, A=bows(5), B=bows(10))
    play.choose(target="B")
    assert (play.unit("B").models, play.unit("B").shaken) == (5, True)
    assert not (play.topic == "shoot" and play.question.seat == 1)


@pytest.mark.rule("aofr.phased.first_player")
def test_the_second_player_begins_every_phase_of_the_second_round() -> None:
    line = "0 A at 12,10 | 1 B at 12,28 face 180"
    made = table(line, A=bows(5), B=bows(5))
    optional.keep(made.battle, "phased_battles", Phases(winner=0))
    play = made.play({"to hit": 1}, stage="start of round", turn=2)
    seats = [play.question.seat]
    while play.battle.stage == "movement phase":
        play.choose("hold") if play.topic == "action" else play.decline()
    seats.append(play.question.seat)
    assert (play.battle.stage, seats) == ("shooting phase", [1, 1])


@pytest.mark.rule("aofr.phased.combats")
def test_a_shaken_unit_recovers_when_its_idle_round_ends() -> None:
    made = table("0 A at 12,10 | 1 B at 12,40 face 180", A=bows(5), B=FOOT).set("A", shaken=True)
    optional.keep(made.battle, "phased_battles", Phases(winner=0))
    play = made.play({"to hit": 1}, stage="start of round", turn=1)
    while play.battle.turn == 1:
        assert not (play.topic == "shoot" and play.question.seat == 0)
        play.choose("hold") if play.topic == "action" else play.decline()
    assert not play.unit("A").shaken


@pytest.mark.rule("aofr.phased.multi_charge")
def test_two_chargers_share_a_target_that_is_no_wider_than_one_of_them() -> None:
    made = table("0 A at 30,20 | 0 C at 42,20 | 1 B at 36,30 face 180", A=FOOT, C=FOOT, B=FOOT)
    optional.keep(made.battle, "phased_battles", Phases(opened=(0,)))
    play = made.play({"to hit": 1, "Morale": 6}, stage="movement phase")
    for name in "AC":
        if play.topic == "activate":
            play.choose(unit=name)
        play.choose(f"charge>{play.unit('B').id}")
    charges = [(one.unit, one.side) for one in phases(play.battle).charges]
    assert charges in ([], [(0, "front"), (1, "front")])
    shares = [frontage(play.footprint("B"), Arc.FRONT, play.footprint(name)) for name in "AC"]
    assert shares == [pytest.approx(2.5), pytest.approx(2.5)]


def together(part: str, dice: Mapping[str, Fall], **regiments: Regiment) -> Interlude:
    """A charges B in the front and they fight, with another part in force."""
    made = draw(PAIR, Settings(parts=("phased_battles", part)), **{"A": FOOT, "B": FOOT, **regiments}).having(turn=1)
    return resolved(made.touch("A", "B"), dice, *CHARGED)


@pytest.mark.rule("aofr.psych.exhaustion_melee")
def test_both_sides_of_a_combat_tire() -> None:
    play = together("unit_psychology:exhaustion", {"to hit": 1})
    assert told(play.battle).markers == ((0, 1), (1, 1))


@pytest.mark.rule("aofr.psych.frenzy_trigger")
def test_who_destroys_an_enemy_in_a_combat_tests_for_frenzy_when_it_is_over() -> None:
    dice: dict[str, Fall] = {"A Hand": 6, "B Hand Weapon: to hit": 1, "to block": 1, "Morale": 1}
    play = together("unit_psychology:frenzy", dice)
    assert (play.unit("B").fate, told(play.battle).frenzied) == ("destroyed", (0,))


@pytest.mark.rule("aofr.psych.retreat_melee")
def test_who_is_shaken_by_a_combat_retreats() -> None:
    dice: dict[str, Fall] = {"to block": (1, 1, 6, 6, 6), "A Hand": 6, "B Hand Weapon: to hit": 1, "Morale": 1}
    play = together("unit_psychology:retreating", dice, B=regiment(10))
    assert play.unit("B").shaken
    assert [event.inches for event in play.told(Retreated)] == [pytest.approx(4.0)]


@pytest.mark.rule("aofr.psych.retreat_shooting")
def test_who_is_shot_at_in_the_shooting_phase_retreats_at_once() -> None:
    settings = Settings(parts=("phased_battles", "unit_psychology:retreating"))
    made = draw("0 A at 36,10 | 1 B at 36,25 face 180", settings, A=bows(5), B=regiment(10)).having(turn=1)
    optional.keep(made.battle, "phased_battles", Phases(actions={"0": "hold", "1": "hold"}))
    dice: dict[str, Fall] = {"to hit": 6, "to block": (1, 1, 1, 6, 6)}
    play = made.play(dice, stage="shooting phase").choose(target="B")
    assert [event.inches for event in play.told(Retreated)] == [pytest.approx(3.0)]


@pytest.mark.rule("aofr.twist.vp_kill")
def test_a_unit_that_routs_from_a_combat_scores_for_the_winner() -> None:
    dice: dict[str, Fall] = {"to hit": 1, "Morale": 1}
    made = draw(PAIR, Settings(parts=("phased_battles", "twists_and_gambits:twists")), A=regiment(10), B=FOOT)
    made.having(turn=1, points=(0.0, 0.0)).set("B", left=(2,))
    play = resolved(made.touch("A", "B"), dice, *CHARGED)
    assert play.unit("B").fate == "routed"
    assert (round_score(play.battle, 0), kept(play.battle).fought) == (1, (0, 1))


@pytest.mark.rule("aofr.cp.once_per_activation")
def test_a_stratagem_may_be_used_once_in_each_volley() -> None:
    settings = Settings(parts=("phased_battles", "command_points:growing"), points=750)
    line = "0 A at 30,10 | 0 C at 42,10 | 1 B at 36,25 face 180"
    made = draw(line, settings, A=bows(2), C=bows(2), B=regiment(10)).having(turn=1)
    optional.keep(made.battle, "command_points", Purse("growing", (2, 0), ("shock", "shock")))
    optional.keep(made.battle, "phased_battles", Phases(actions={"0": "hold", "1": "hold", "2": "hold"}))
    play = made.play({"to hit": 3, "to block": 6}, stage="shooting phase")
    for _ in "AC":
        while not play.offers("high_command"):
            play.choose(next(key for key in play.keys if key != "pass"))
        play.choose("high_command")
    assert [attack.hits for attack in attacks(play)] == [1, 1]
