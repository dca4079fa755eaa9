"""Rounds, turns and activations."""

from __future__ import annotations

from typing import Any

import pytest

from tests.regiments.harness import Fall, Play, draw, happen, refusal, regiment
from warhost.play import Chosen
from warhost.report import story_of
from warhost.rulesets.regiments.chapters import activation
from warhost.rulesets.regiments.chapters.structure import begin_round
from warhost.rulesets.regiments.chapters.wounds.removal import destroy
from warhost.rulesets.regiments.core import Effect, Marker, Settings, events
from warhost.table import Forward

FOOT = regiment(size=5)


def armies(ours: int, theirs: int) -> str:
    """So many units on both sides, far apart."""
    own = [f"0 A{i} at {6 + 8 * i},4" for i in range(ours)]
    other = [f"1 B{i} at {6 + 8 * i},44 face 180" for i in range(theirs)]
    return " | ".join(own + other)


def battle(ours: int, theirs: int, settings: Settings | None = None, **fields: Any) -> Play:
    names = [f"A{i}" for i in range(ours)] + [f"B{i}" for i in range(theirs)]
    table = draw(armies(ours, theirs), settings, **dict.fromkeys(names, FOOT))
    return table.play(stage="start of round", **fields)


def acted(play: Play) -> str:
    """The sides of all units that have acted so far, in turn: AB..."""
    return "".join("AB"[play.battle.units[event.unit].seat] for event in play.told(events.UnitActivated))


@pytest.mark.rule("aofr.structure.hierarchy")
def test_nine_units_make_nine_turns_of_one_activation_each() -> None:
    play = battle(5, 4).until(turn=2)
    assert acted(play) == "ABABABABA"
    assert len({event.unit for event in play.told(events.UnitActivated)}) == 9


@pytest.mark.rule("aofr.structure.alternate")
def test_players_take_turns_while_both_have_units_left() -> None:
    assert acted(battle(2, 2).until(turn=2)) == "ABAB"
    assert acted(battle(2, 2, first=1, active=1).until(turn=2)) == "BABA"


@pytest.mark.rule("aofr.structure.run_out")
def test_who_has_more_units_goes_on_alone() -> None:
    assert acted(battle(2, 4).until(turn=2)) == "ABABBB"


@pytest.mark.rule("aofr.structure.once_per_round")
def test_a_unit_acts_once_in_a_round() -> None:
    play = battle(3, 3)
    play.act("A0", "hold").until("activate").choose(unit="B0").until("activate")
    refused = refusal(play, Chosen(str(play.unit("A0").id)))
    assert refused.rule == "aofr.structure.once_per_round"
    assert play.offers(unit="A1")


@pytest.mark.rule("aofr.structure.once_per_round")
def test_every_unit_acts_exactly_once_in_every_round() -> None:
    line = "0 A0 at 6,4 | 0 A1 off | 0 A2 at 20,4 | 1 B0 at 6,44 face 180 | 1 B1 at 20,44 face 180"
    wagon = regiment(1, base=(3, 3), weapons=[], rules=["Transport(6)", "Tough(6)"])
    table = draw(line, Settings(rounds=3), A0=wagon, A1=FOOT, A2=FOOT, B0=FOOT, B1=FOOT)
    play = table.set("A1", inside=0).set("A2", shaken=True).set("B1", fatigued=True).play(stage="start of round")
    acting: list[tuple[int, int]] = []
    while not play.game.over:
        if play.battle.acting is not None and (not acting or acting[-1] != (play.battle.turn, play.battle.acting)):
            acting.append((play.battle.turn, play.battle.acting))
        play.decline()
    assert sorted(acting) == [(turn, unit) for turn in (1, 2, 3) for unit in range(5)]


@pytest.mark.rule("aofr.structure.once_per_round")
@pytest.mark.parametrize("action", ["hold", "advance", "rush"])
def test_who_has_acted_is_not_offered_again_whatever_it_did(action: str) -> None:
    play = battle(2, 3)
    play.act("A0", action)
    if action != "hold":
        play.move(Forward(2))
    while play.topic != "activate":
        play.decline()
    play.choose(unit="B0").until("action", turn=1)
    while play.battle.active == 1:
        play.decline()
    # The other unit is the only one left of its side.
    assert play.battle.acting == play.unit("A1").id
    assert [unit.name for unit in play.battle.units if unit.activated] == ["A0", "B0"]


@pytest.mark.rule("aofr.structure.once_per_round")
def test_who_is_shaken_by_its_own_activation_has_acted_all_the_same() -> None:
    line = "72x48 lava 6,4 8x4 | 0 A0 at 6,4 | 0 A1 at 20,4 | 1 B0 at 6,44 face 180 | 1 B1 at 20,44 face 180"
    table = draw(line, A0=FOOT, A1=FOOT, B0=FOOT, B1=FOOT)
    dice: dict[str, Fall] = {"Dangerous": (1, 1, 1, 2, 2), "Morale": 1}
    play = table.play(dice, stage="start of round").act("A0", "hold").until("activate")
    assert (play.unit("A0").shaken, play.unit("A0").activated) == (True, True)
    play.choose(unit="B0").until("action")
    while play.battle.active == 1:
        play.decline()
    assert play.battle.acting == play.unit("A1").id


@pytest.mark.rule("aofr.structure.once_per_round")
def test_a_new_round_lets_all_act_again() -> None:
    play = battle(2, 2).until(turn=2, topic="activate")
    assert not any(unit.activated for unit in play.battle.units)
    assert not play.denied
    assert [option.unit for option in play.options] == [
        unit.id for unit in play.battle.units if unit.seat == play.question.seat
    ]


@pytest.mark.rule("aofr.structure.once_per_round")
def test_only_units_of_the_own_side_that_are_still_there_are_told_to_have_acted() -> None:
    play = battle(3, 3)
    play.act("A0", "hold").until("activate").choose(unit="B0").until("activate")
    assert list(play.denied) == [str(play.unit("A0").id)]
    gone = battle(3, 3)
    gone.act("A0", "hold").until("activate").choose(unit="B0")
    for _ in destroy(gone.battle, gone.unit("A0")):
        pass
    assert gone.until("activate").denied == {}


@pytest.mark.rule("aofr.activation.mandatory")
def test_nobody_passes_but_may_hold() -> None:
    play = battle(2, 1)
    assert refusal(play, Chosen("pass")).rule == "aofr.activation.mandatory"
    assert not play.denied
    play.choose(unit="A0")
    assert play.topic == "action"
    assert "hold" in play.keys
    assert "pass" not in play.keys


@pytest.mark.rule("aofr.activation.mandatory")
def test_the_only_unit_left_acts_without_being_chosen() -> None:
    play = battle(1, 1)
    assert (play.topic, play.battle.acting) == ("action", 0)
    assert isinstance(refusal(play, Chosen("pass")).rule, str)


@pytest.mark.rule("aofr.structure.round_end")
def test_a_round_ends_at_once_when_the_last_waiting_unit_is_destroyed() -> None:
    play = battle(1, 2)
    play.act("A0", "hold").until("activate").choose(unit="B0").until("action")
    for _ in destroy(play.battle, play.unit("B1")):
        pass
    play.until(turn=2)
    assert acted(play) == "AB"


@pytest.mark.rule("aofr.structure.round_end")
def test_units_off_the_table_do_not_act_but_passengers_do() -> None:
    table = draw("0 A0 at 6,4 | 0 A1 off | 0 A2 off | 1 B0 at 6,44 face 180", A0=FOOT, A1=FOOT, A2=FOOT, B0=FOOT)
    table.set("A1", reserve="ambush").set("A2", inside=0)
    play = table.play(stage="start of round")
    assert [option.unit for option in play.options] == [0, 2]


@pytest.mark.rule("aofr.structure.next_round_first")
def test_who_finished_first_starts_the_next_round() -> None:
    play = battle(2, 1).until(turn=2)
    assert play.battle.first == 1
    assert [event.seat for event in play.told(events.RoundBegan)] == [1]
    assert acted(play.until(turn=3))[3:] == "BAA"


@pytest.mark.rule("aofr.structure.next_round_first")
def test_who_made_its_last_activation_first_starts() -> None:
    assert battle(2, 2).until(turn=2).battle.first == 0
    assert battle(2, 2, first=1, active=1).until(turn=2).battle.first == 1


@pytest.mark.rule("aofr.structure.next_round_first")
def test_if_both_finish_in_one_activation_the_one_who_did_not_act_starts() -> None:
    play = battle(1, 1)
    for _ in destroy(play.battle, play.unit("B0")):
        pass
    assert play.until(turn=2).battle.first == 1


@pytest.mark.rule("aofr.structure.next_round_first")
def test_who_finished_first_is_found_anew_in_every_round() -> None:
    play = battle(2, 2).until(turn=2)
    assert play.battle.first == 0
    for _ in destroy(play.battle, play.unit("B1")):
        pass
    assert play.until(turn=3).battle.first == 1


@pytest.mark.rule("aofr.structure.first_turn")
def test_who_is_first_begins_the_round_whoever_was_asked_last() -> None:
    table = draw(armies(1, 1), A0=FOOT, B0=FOOT).having(turn=0, first=1, active=0)
    assert happen(table, begin_round).battle.active == 1


@pytest.mark.rule("aofr.special.caster.tokens")
def test_casters_gain_their_tokens_as_a_round_begins() -> None:
    mage = regiment(size=1, rules=["Caster(2)"])
    play = draw("A at 20,4 | B at 40,44 face 180", A=mage, B=FOOT).play(stage="start of round")
    assert play.unit("A").tokens == (2,)
    assert play.until(turn=2).until("action").unit("A").tokens == (4,)


@pytest.mark.rule("aofr.structure.round_end")
def test_what_lasts_until_the_end_of_the_round_ends_then_and_what_lasts_for_the_game_stays() -> None:
    play = battle(1, 1)
    play.unit("B0").effects = (Effect("Ward", 0), Effect("Doom", 0))
    assert play.until("action", turn=2).unit("B0").effects == ()


@pytest.mark.rule("aofr.structure.first_turn")
def test_the_winner_of_the_deployment_roll_off_has_the_first_turn() -> None:
    table = draw("0 A off | 1 B off", A=FOOT, B=FOOT)
    play = table.play(dice=[2, 5], stage="roll off", turn=0)
    play.choose("north").place(20, 40, 180).place(20, 5)
    assert (play.battle.turn, play.battle.active, play.battle.acting) == (1, 1, play.unit("B").id)


@pytest.mark.rule("aofr.structure.four_rounds")
def test_the_game_ends_after_four_rounds() -> None:
    play = battle(1, 1).until()
    while not play.game.over:
        play.decline()
    assert play.battle.turn == 4
    assert [event.round for event in play.told(events.RoundEnded)] == [1, 2, 3, 4]
    assert play.battle.outcome is not None


def test_what_ends_a_round_stands_under_a_heading_of_its_own() -> None:
    table = draw("A at 36,24 | B at 36,44 face 180", Settings(rounds=2), A=FOOT, B=FOOT)
    play = table.having(markers=(Marker(36.0, 24.0),)).play(stage="start of round")
    while not play.game.over:
        play.decline()
    story = story_of(play.game)
    ends = [chapter for chapter in story.chapters if chapter.turn and chapter.seat is None]
    assert [story.title_of(chapter) for chapter in ends] == ["End of round 1", "End of round 2"]
    told = [[type(event).__name__ for passage in chapter.passages for event in passage.events] for chapter in ends]
    assert told == [["MarkerSeized"], ["BattleEnded"]]
    lines = [type(event) for event in play.game.events]
    assert lines.index(events.MarkerSeized) == lines.index(events.RoundEnded) + 1


def test_players_may_agree_on_another_number_of_rounds() -> None:
    play = battle(1, 1, settings=Settings(rounds=2))
    while not play.game.over:
        play.decline()
    assert play.battle.turn == 2


def test_actions_speak_of_shooting_only_to_units_that_shoot() -> None:
    bows = regiment(size=5, weapons=['Bow (24", A1)'])
    table = draw("A at 20,4 | B at 40,4 | Far at 30,44 face 180", A=FOOT, B=bows, Far=FOOT)
    foot, archers = table.battle.units[:2]
    for unit, shoots in ((foot, False), (archers, True)):
        told = {option.key: option.label for option in activation.actions(table.battle, unit)[0]}
        assert ("shoot" in told["hold"], "shoot" in told["advance"]) == (shoots, shoots)
