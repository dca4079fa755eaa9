"""Phased battles: all move, all shoot, all fight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.playing import Fall
from tests.regiments.fights import attacks, bows
from tests.regiments.harness import Interlude, Play, Table, draw, happen, regiment
from tests.regiments.parts.playing import played
from warhost.field import frontage
from warhost.rulesets.regiments.core import Regiment, Settings, SpellEffect, SpellText, field_of, optional
from warhost.rulesets.regiments.core.events import MoraleTested
from warhost.rulesets.regiments.parts.phased_battles import combat
from warhost.rulesets.regiments.parts.phased_battles.engaged import Charged, Phases, combats, phases
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Arc, overlaps

FOOT = regiment(size=5)


def table(line: str, /, **regiments: Regiment) -> Table:
    return draw(line, Settings(parts=("phased_battles",)), **regiments)


def begun(line: str, dice: Any = (), /, **regiments: Regiment) -> Play:
    """The movement phase of round 1 begins."""
    made = table(line, **regiments)
    optional.keep(made.battle, "phased_battles", Phases(winner=0))
    return made.play(dice, stage="start of round")


TWO = "0 A at 12,6 | 0 C at 36,6 | 1 B at 12,42 face 180 | 1 D at 36,42 face 180"


@pytest.mark.rule("aofr.phased.use", "aofr.phased.order", "aofr.phased.movement")
def test_all_move_then_all_shoot_then_all_fight() -> None:
    play = begun(TWO, A=FOOT, B=FOOT, C=FOOT, D=FOOT)
    order = ""
    stages: list[str] = []
    while play.battle.turn == 1 and not play.game.over:
        if not stages or stages[-1] != play.battle.stage:
            stages.append(play.battle.stage)
        if play.topic == "action":
            order += "AB"[play.question.seat]
            assert "then shoot" not in " ".join(option.label for option in play.options)
            play.choose("hold")
        else:
            play.decline()
        if len(order) == 4 and play.battle.stage != "movement phase":
            break
    assert order == "AABB"
    assert [event.phase for event in play.game.events if hasattr(event, "phase")] == ["Shooting", "Melee"]


@pytest.mark.rule("aofr.phased.first_player")
@pytest.mark.parametrize(("turn", "first"), [(1, 1), (2, 0), (3, 1), (4, 0)])
def test_players_swap_who_goes_first(turn: int, first: int) -> None:
    made = table(TWO, A=FOOT, B=FOOT, C=FOOT, D=FOOT)
    optional.keep(made.battle, "phased_battles", Phases(winner=1))
    play = made.play(stage="start of round", turn=turn)
    assert (play.battle.first, play.question.seat) == (first, first)


@pytest.mark.rule("aofr.phased.multi_charge")
def test_two_chargers_share_the_front_of_their_target() -> None:
    wide = regiment(size=10, base=(1, 1))
    made = table("0 A at 30,20 | 0 C at 42,20 | 1 B at 36,30 face 180", A=FOOT, C=FOOT, B=wide)
    made.set("B", files=10)
    optional.keep(made.battle, "phased_battles", Phases(opened=(0,)))
    play = made.play(stage="movement phase")
    for name in ("A", "C"):
        if play.topic == "activate":
            play.choose(unit=name)
        play.choose(f"charge>{play.unit('B').id}")
    goal = play.footprint("B")
    assert frontage(goal, Arc.FRONT, play.footprint("A")) == pytest.approx(5)
    assert frontage(goal, Arc.FRONT, play.footprint("C")) == pytest.approx(5)


def _charged_together(made: Table, side: str) -> Play:
    """A and C charge B in that side, one after the other."""
    optional.keep(made.battle, "phased_battles", Phases(opened=(0,)))
    play = made.play(stage="movement phase")
    for name in ("A", "C"):
        play.choose(unit=name).choose(f"charge>{play.unit('B').id}")
    assert {told.side for told in phases(play.battle).charges} == {side}
    return play


@pytest.mark.rule("aofr.phased.multi_charge", "aofr.move.stay_on_table")
def test_chargers_that_share_a_side_stay_on_the_board() -> None:
    line = "0 A at 3,20 | 0 C at 8.6,20 | 0 D at 60,6 | 1 B at 3,30 face 180"
    made = table(line, **dict.fromkeys("ABCD", FOOT))
    play = _charged_together(made, "front")
    assert RULESET.problems(play.battle) == []
    assert play.footprint("A").x == pytest.approx(2.5)
    assert frontage(play.footprint("B"), Arc.FRONT, play.footprint("C")) == pytest.approx(0.5)


@pytest.mark.rule("aofr.phased.multi_charge", "aofr.terrain.impassable")
def test_chargers_that_share_a_side_keep_off_impassable_ground() -> None:
    line = "72x48 mountain 31.5,28 3x2 | 0 A at 36,20 | 0 C at 41.6,20 | 0 D at 60,6 | 1 B at 36,30 face 180"
    play = _charged_together(table(line, **dict.fromkeys("ABCD", FOOT)), "front")
    (rock,) = field_of(play.battle).terrain.having("impassable")
    assert not any(overlaps(play.footprint(name), rock.shape) for name in "AC")
    assert frontage(play.footprint("B"), Arc.FRONT, play.footprint("C")) > 0


@pytest.mark.rule("aofr.phased.movement")
def test_a_unit_in_contact_does_not_move_away() -> None:
    made = table("0 A at 36,20 | 1 B at 36,30 face 180 | 0 C at 12,6", A=FOOT, B=FOOT, C=FOOT).touch("A", "B")
    optional.keep(made.battle, "phased_battles", Phases(opened=(0,)))
    play = made.play(stage="movement phase").choose(unit="A")
    assert play.unit("A").activated
    assert phases(play.battle).actions == {"0": "engaged"}


def shooting(line: str, actions: dict[str, str], dice: Any = (), /, **regiments: Regiment) -> Play:
    """The shooting phase, after such actions."""
    made = table(line, **regiments)
    numbered = {str(made.unit(name).id): action for name, action in actions.items()}
    optional.keep(made.battle, "phased_battles", Phases(actions=numbered))
    return made.play(dice, stage="shooting phase")


@pytest.mark.rule("aofr.phased.shooting")
def test_players_shoot_with_one_unit_each_in_turn() -> None:
    line = "0 A at 12,10 | 0 C at 24,10 | 0 E at 36,10 | 1 B at 12,28 face 180 | 1 D at 24,28 face 180"
    names = "ABCDE"
    play = shooting(line, dict.fromkeys(names, "hold"), {"to hit": 1}, **dict.fromkeys(names, bows(5)))
    order = ""
    while play.battle.stage == "shooting phase":
        if play.topic == "shoot":
            order += "AB"[play.question.seat]
            play.choose(play.keys[1])
        else:
            play.choose()
    assert order == "ABABA"


@pytest.mark.rule("aofr.phased.shooting")
@pytest.mark.parametrize(("action", "shoots"), [("hold", True), ("advance", True), ("rush", False), ("charge", False)])
def test_who_rushed_or_charged_does_not_shoot(action: str, shoots: bool) -> None:
    play = shooting("0 A at 12,10 | 1 B at 12,28 face 180", {"A": action, "B": "rush"}, A=bows(5), B=FOOT)
    assert (play.topic == "shoot") is shoots


@pytest.mark.rule("aofr.phased.shooting_engaged", "aofr.phased.shooting_target")
def test_nobody_shoots_out_of_contact_or_into_it() -> None:
    made = table(
        "0 A at 12,10 | 0 C at 24,10 | 1 B at 12,28 face 180 | 1 D at 40,28 face 180", **dict.fromkeys("ABCD", bows(5))
    )
    made.touch("A", "B")
    optional.keep(made.battle, "phased_battles", Phases(actions={str(n): "hold" for n in range(4)}))
    play = made.play(stage="shooting phase")
    assert play.question.seat == 0
    assert play.topic == "shoot"
    targets = {option.target for option in play.options if option.target is not None}
    assert targets == {play.unit("D").id}
    assert {option.unit for option in play.options} == {play.unit("C").id}


@pytest.mark.rule("aofr.phased.combats")
def test_units_that_hang_together_are_one_combat() -> None:
    line = "0 A at 20,20 | 1 B at 17,30 face 180 | 1 D at 23,30 face 180 | 0 C at 50,20 | 1 E at 50,30 face 180"
    made = table(line, A=regiment(size=12), **dict.fromkeys("BCDE", FOOT)).set("A", files=12)
    made.touch("B", "A", offset=-3).touch("D", "A", offset=3).touch("C", "E")
    found = [[unit.name for unit in group] for group in combats(made.battle)]
    assert sorted(map(sorted, found)) == [["A", "B", "D"], ["C", "E"]]


@pytest.mark.rule("aofr.phased.melee_pick")
def test_players_pick_combats_in_turn() -> None:
    names = "ABCDEF"
    spots = {
        name: f"{int(name in 'BDF')} {name} at {12 + 16 * (n // 2)},{20 if n % 2 == 0 else 30}"
        for n, name in enumerate(names)
    }
    made = table(" | ".join(spots.values()), **dict.fromkeys(names, regiment(size=5, weapons=[])))
    for a, b in ("AB", "CD", "EF"):
        made.touch(a, b)
    play = made.play({"Morale": 6}, stage="melee phase")
    seats = []
    while play.battle.stage == "melee phase" and not play.game.over:
        if play.topic == "combat":
            seats.append(play.question.seat)
            play.choose()
        else:
            play.decline()
    assert seats == [0, 1]


def clash(
    line: str, dice: Mapping[str, Fall], charges: tuple[Charged, ...] = (), /, **regiments: Regiment
) -> Interlude:
    """One combat of everybody."""
    made = table(line, **regiments)
    for told in charges:
        made.touch(made.battle.units[told.unit].name, made.battle.units[told.target].name, told.side)
    optional.keep(made.battle, "phased_battles", Phases(charges=charges))
    return happen(made, lambda battle: combat.resolve(battle, combats(battle)[0]), dice)


PAIR = "0 A at 36,20 | 1 B at 36,30 face 180"
CHARGED = (Charged(0, 1, "front"),)


@pytest.mark.rule("aofr.phased.simultaneous")
def test_those_who_fall_strike_all_the_same() -> None:
    dice: dict[str, Fall] = {
        "A Hand Weapon: to hit": (6, 6, 6, 1, 1),
        "B Hand Weapon: to hit": 1,
        "to block": 1,
        "Morale": 6,
    }
    play = clash(PAIR, dice, CHARGED, A=FOOT, B=FOOT)
    while not play.game.over:
        play.decline()
    assert [(event.attacker, event.attacks) for event in attacks(play)] == [(0, 5), (1, 5)]
    assert play.unit("B").left == (2,)


@pytest.mark.rule("aofr.phased.resolution", "aofr.phased.morale")
def test_sides_are_compared_and_all_losers_test() -> None:
    line = "0 A at 30,20 | 0 C at 42,20 | 1 B at 36,30 face 180"
    dice: dict[str, Fall] = {"B": 1, "A Hand Weapon: to hit": 1, "C Hand Weapon: to hit": 1, "Morale": 6}
    made = table(line, A=regiment(size=5), C=regiment(size=5), B=regiment(size=30)).set("B", files=10)
    made.touch("A", "B", offset=-2.5).touch("C", "B", offset=2.5)
    charges = (Charged(0, 2, "front"), Charged(1, 2, "front"))
    optional.keep(made.battle, "phased_battles", Phases(charges=charges))
    play = happen(made, lambda battle: combat.resolve(battle, combats(battle)[0]), dice)
    while not play.game.over:
        play.decline()
    (told,) = play.told(combat.CombatResolved)
    assert (told.own, told.theirs) == (2, 3)
    assert [event.unit for event in play.told(MoraleTested)] == [0, 1]


@pytest.mark.rule("aofr.phased.morale")
def test_nobody_tests_after_a_tie() -> None:
    play = clash(PAIR, {"to hit": 1}, CHARGED, A=FOOT, B=FOOT)
    while not play.game.over:
        play.decline()
    assert play.told(MoraleTested) == []


@pytest.mark.rule("aofr.phased.counter")
def test_counter_attacks_come_first_with_casualties() -> None:
    guards = regiment(size=10, weapons=["Pike (A1, Counter)"])
    dice: dict[str, Fall] = {"Pike: to hit": (6,) * 4 + (1,) * 6, "to hit": 1, "to block": 1, "Morale": 6}
    play = clash(PAIR, dice, CHARGED, A=regiment(size=10), B=guards)
    while not play.game.over:
        play.decline()
    assert [(event.attacker, event.attacks) for event in attacks(play)] == [(1, 10), (0, 6)]


@pytest.mark.rule("aofr.phased.impact")
def test_impact_comes_after_counter_and_before_the_rest() -> None:
    riders = regiment(size=5, rules=["Impact(1)"])
    guards = regiment(groups=[_pikes(), _plain()])
    dice: dict[str, Fall] = {"to hit": 1, "Impact": 6, "to block": 6, "Morale": 6}
    play = clash(PAIR, dice, CHARGED, A=riders, B=guards)
    while not play.game.over:
        play.decline()
    assert [event.what for event in attacks(play)] == ["Pike", "Impact", "Hand Weapon", "Hand Weapon"]


def _pikes() -> Any:
    from tests.regiments.harness import models

    return models(1, ["Pike (A1, Counter)"])


def _plain() -> Any:
    from tests.regiments.harness import models

    return models(4)


@pytest.mark.rule("aofr.phased.caster")
@pytest.mark.parametrize("first", [True, False])
def test_casters_cast_at_the_beginning_or_at_the_end_of_the_movement_phase(first: bool) -> None:
    bolt = SpellText(name="Bolt", cost=1, range=18, target="enemy", effect=SpellEffect(hits=2))
    seer = regiment(size=1, rules=["Caster(2)"], spells=[bolt])
    made = table("0 A at 36,20 | 1 B at 36,30 face 180", A=seer, B=FOOT).set("A", tokens=(2,))
    play = made.play({"Casting": 6, "to block": 6}, stage="movement phase")
    assert (play.topic, play.question.about) == ("cast", "before the move")
    play.choose("0:Bolt" if first else "pass")
    while play.topic != "action":
        play.decline()
    play.choose("hold").decline()
    assert (play.topic == "cast") is not first
    if not first:
        assert play.question.about == "after the move"
        play.choose("pass")
    assert play.question.seat == 1


def test_models_are_assigned_to_several_enemies() -> None:
    line = "0 A at 36,20 | 1 B at 32,30 face 180 | 1 D at 40,30 face 180"
    made = table(line, A=regiment(size=10), B=FOOT, D=FOOT).set("A", files=10)
    made.touch("B", "A", offset=-2.5).touch("D", "A", offset=2.5)
    optional.keep(made.battle, "phased_battles", Phases(charges=(Charged(1, 0, "front"), Charged(2, 0, "front"))))
    dice: dict[str, Fall] = {"to hit": 1, "Morale": 6}
    play = happen(made, lambda battle: combat.resolve(battle, combats(battle)[0]), dice)
    assert play.topic == "blows"
    b, d = str(play.unit("B").id), str(play.unit("D").id)
    play.allocate(**{"0": {b: 7, d: 3}})
    while not play.game.over:
        play.decline()
    told = {event.target: event.attacks for event in attacks(play) if event.attacker == 0}
    assert told == {int(b): 7, int(d): 3}


@pytest.mark.slow
@pytest.mark.parametrize(("number", "players"), [(1, "random"), (2, "random"), (3, "captain")])
def test_whole_battles_in_phases(number: int, players: str) -> None:
    assert played("phased_battles", number, players).outcome is not None
