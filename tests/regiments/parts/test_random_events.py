"""Random events: when something happens, and the first twelve of them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.pacing import first_now
from tests.regiments.fights import attacks, bows, clash, needs, volley
from tests.regiments.harness import Fall, acts, happen, regiment
from tests.regiments.parts.happenings import OURS, THEIRS, after, event, loses, next_round, shot, table
from tests.regiments.parts.playing import played
from warhost.play.script import Script
from warhost.rulesets.regiments.chapters import morale, structure
from warhost.rulesets.regiments.core import Battle, optional
from warhost.rulesets.regiments.parts.random_events import numbered
from warhost.rulesets.regiments.parts.random_events.happening import (
    EVENTS,
    EventHappened,
    NothingHappened,
    now,
)
from warhost.rulesets.regiments.parts.shared.lots import random_unit
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Forward, Pivot, Pose

ONE, TWO, THREE = 2, 4, 6
"""What a D6 shows that is read as a D3."""


# When something happens


@pytest.mark.rule("aofr.event.trigger")
@pytest.mark.parametrize(("face", "happens"), [(4, False), (5, True), (6, True)])
@pytest.mark.parametrize("turn", [1, 3])
def test_a_5_or_6_at_the_start_of_a_round_brings_an_event(face: int, happens: bool, turn: int) -> None:
    dice: list[Any] = [face, *([(2, 4)] if happens else [])]
    play = happen(table().having(turn=turn), lambda battle: optional.each(battle, "round_begun"), dice)
    assert bool(play.told(EventHappened)) == happens
    assert bool(play.told(NothingHappened)) != happens


@pytest.mark.rule("aofr.event.trigger")
def test_rounds_begin_with_the_die() -> None:
    table().play([1], stage="start of round").activate("Unit")


@pytest.mark.rule("aofr.event.d66")
def test_two_dice_are_read_in_order() -> None:
    assert [numbered(2, 1).name, numbered(1, 2).name] == ["Magic Anomaly", "Low Supplies"]
    found = [numbered(tens, ones).slug for tens in range(1, 7) for ones in range(1, 7)]
    assert len({*found}) == 36
    assert [slug[:2] for slug in found] == [f"{tens}{ones}" for tens in range(1, 7) for ones in range(1, 7)]


@pytest.mark.rule("aofr.event.random_unit")
def test_a_random_unit_is_one_of_a_random_army() -> None:
    line = "0 Unit at 18,12 | 1 A at 54,36 face 180 | 1 B at 44,36 face 180 | 1 C at 64,36 face 180"
    drawn = table(line, A=regiment(5), B=regiment(5), C=regiment(5))
    found: Counter[str] = Counter()

    def script(battle: Battle) -> Script[Any]:
        return random_unit(battle, "Somebody", "aofr.event.random_unit")

    for army in range(1, 7):
        for face in (ONE, TWO, THREE):
            play = happen(drawn, script, [army] if army <= 3 else [army, face])
            found[play.value.name] += 1
    assert found == {"Unit": 9, "A": 3, "B": 3, "C": 3}


@pytest.mark.rule("aofr.event.random_unit")
def test_if_an_army_has_no_such_unit_the_other_is_drawn_from() -> None:
    drawn = table().set("Foe", shaken=True)

    def script(battle: Battle) -> Script[Any]:
        return random_unit(battle, "Somebody", "aofr.event.random_unit", lambda unit: unit.shaken)

    assert happen(drawn, script, [OURS]).value.name == "Foe"
    assert happen(table(), script).value is None


# 11 to 16


@pytest.mark.rule("aofr.event.11_monstrous_spawn")
def test_a_monstrous_spawn_hits_a_random_unit() -> None:
    play = event(11, dice={"hits": TWO, "to block": (1, 6, 6, 6, 6), "Monstrous": OURS})
    assert [(one.hits, one.wounds) for one in attacks(play)] == [(5, 1)]
    assert needs(play, "to block") == [5]
    assert play.unit("Unit").models == 4


@pytest.mark.rule("aofr.event.12_low_supplies")
def test_units_with_low_supplies_shoot_no_more() -> None:
    line = "0 Unit at 18,12 | 0 More at 28,12 | 1 Foe at 18,30 face 180"
    drawn = after(12, table(line, Unit=bows(), More=bows()), {"how many": ONE, "which unit": 1, "Low": OURS})
    (one,) = now(drawn.battle)
    assert one.units == (0,)
    later = next_round(drawn)
    assert volley(later, "Unit", "Foe").rolls == []
    assert volley(later, "More", "Foe", {"to hit": 1}).rolls


@pytest.mark.rule("aofr.event.12_low_supplies")
def test_the_same_unit_is_never_drawn_twice() -> None:
    play = event(12, dice={"how many": THREE, "Low": OURS})
    assert now(play.battle)[0].units == (0, 1)


@pytest.mark.rule("aofr.event.13_broken_morale")
def test_an_army_of_broken_morale_tests_worse_for_the_rest_of_the_battle() -> None:
    drawn = next_round(after(13, dice={"Broken": THEIRS}))
    tests = [morale.made_test(drawn.battle, drawn.unit(name)).modifiers.total for name in ("Unit", "Foe")]
    assert tests == [0, -1]


@pytest.mark.rule("aofr.event.13_broken_morale")
def test_an_event_that_happens_twice_counts_once() -> None:
    drawn = after(13, dice={"Broken": THEIRS})
    drawn.having(turn=2)
    again = after(13, drawn, {"Broken": THEIRS})
    assert morale.made_test(again.battle, again.unit("Foe")).modifiers.total == -1


@pytest.mark.rule("aofr.event.14_surprise_attack")
def test_a_surprise_attack_shakes_a_unit_in_terrain() -> None:
    line = "72x48 forest 54,36 12x6 | 0 Unit at 18,12 | 1 Foe at 54,36 face 180"
    assert event(14, table(line), {"Surprise": OURS}).unit("Foe").shaken
    nobody = event(14)
    assert not nobody.unit("Foe").shaken
    assert not nobody.unit("Unit").shaken


@pytest.mark.rule("aofr.event.15_chipped_weapons")
def test_chipped_weapons_do_not_strike_this_round() -> None:
    drawn = after(15, dice={"how many": ONE, "Chipped": THEIRS})
    play = clash(drawn, "Unit", "Foe", {"to hit": 1, "Morale": 6})
    assert [attack.attacker for attack in attacks(play)] == [0]
    charger = after(15, table(Unit=regiment(5, rules=["Impact(1)"])), {"how many": ONE, "Chipped": OURS})
    assert clash(charger, "Unit", "Foe", {"to hit": 1, "Morale": 6}).choose("strike").game.over
    later = next_round(after(15, dice={"how many": ONE, "Chipped": THEIRS}))
    assert clash(later, "Unit", "Foe", {"to hit": 1, "Morale": 6}).topic == "strike back"


@pytest.mark.rule("aofr.event.16_mutated_beast")
@pytest.mark.parametrize(("target", "left"), [(["Tough(6)"], 3), ([], 0)])
def test_a_mutated_beast_deals_one_deadly_hit(target: list[str], left: int) -> None:
    drawn = table(Unit=regiment(1, defense=2, rules=target))
    play = event(16, drawn, {"to block": 5, "Mutated": OURS, "Morale": 6})
    assert needs(play, "to block") == [6]
    assert play.unit("Unit").wounds == left
    assert bool(play.unit("Unit").fate) == (not target)


# 21 to 26


@pytest.mark.rule("aofr.event.21_magic_anomaly")
@pytest.mark.parametrize(("x", "hits"), [(18, [4]), (22.4, [4]), (23.6, [])])
def test_who_moves_near_an_anomaly_is_hit(x: float, hits: list[int]) -> None:
    drawn = after(21, dice={"Magic Anomaly: quarter": 1})
    (one,) = now(drawn.battle)
    assert (one.x, one.y) == (18.0, 12.0)
    drawn.set("Unit", pose=Pose(x, 4.0, 0.0))
    dice: dict[str, Fall] = {"hits": ONE, "to block": 6}
    play = acts(next_round(drawn), "Unit", dice).act("Unit", "rush").move(Forward(10))
    assert [attack.hits for attack in attacks(play)] == hits


@pytest.mark.rule("aofr.event.21_magic_anomaly")
def test_a_pivot_near_an_anomaly_is_no_move() -> None:
    drawn = after(21, dice={"Magic Anomaly: quarter": 1})
    assert acts(drawn, "Unit").act("Unit", "advance").move(Pivot(45)).rolls == []
    assert any(token.label == "Magic Anomaly" for token in RULESET.overlay(drawn.battle).tokens)


@pytest.mark.rule("aofr.event.22_carnivorous_fauna")
@pytest.mark.parametrize(("face", "dice"), [(1, ["1D6", "5D6"]), (2, ["1D6"])])
def test_fauna_bites_who_enters_terrain(face: int, dice: list[str]) -> None:
    line = "72x48 signpost 18,18 12x4 | 0 Unit at 18,12 | 1 Foe at 54,36 face 180"
    drawn = next_round(after(22, table(line)))
    play = acts(drawn, "Unit", {"Fauna": face, "Dangerous": 3}).act("Unit", "advance").move(Forward(6))
    assert [roll.dice.replace("D6", "D6") if roll.dice != "D6" else "1D6" for roll in play.rolls] == dice
    again = acts(drawn.set("Unit", pose=Pose(18, 18, 0)), "Unit").act("Unit", "advance").move(Forward(6))
    assert again.rolls == []


@pytest.mark.rule("aofr.event.23_toxic_fumes")
def test_fumes_hit_all_units_in_a_quarter() -> None:
    line = "0 Unit at 18,12 | 1 Foe at 30,12 face 180 | 1 Far at 54,36 face 180"
    drawn = table(line, Far=regiment(5))
    play = event(23, drawn, {"quarter": 1, "hits": THREE, "to block": 6})
    assert [(one.target, one.hits) for one in attacks(play)] == [(0, 7), (1, 7)]


@pytest.mark.rule("aofr.event.23_toxic_fumes")
def test_a_5_or_6_for_a_quarter_is_thrown_again() -> None:
    play = event(23, dice={"quarter": [5, 6, 3], "hits": ONE, "to block": 6})
    assert [one.target for one in attacks(play)] == [1]


@pytest.mark.rule("aofr.event.24_heavy_fog")
def test_heavy_fog_hinders_shots_this_round() -> None:
    drawn = after(24, table(Unit=bows(quality=4)))
    assert needs(shot(drawn), "to hit") == [5]
    assert needs(shot(next_round(drawn)), "to hit") == [4]


@pytest.mark.rule("aofr.event.25_end_is_nigh")
def test_when_the_end_is_nigh_all_tests_fail() -> None:
    drawn = after(25)
    assert loses(drawn, "Foe", []).unit("Foe").shaken
    fearless = after(25, table(Unit=regiment(5, rules=["Fearless"])))
    assert loses(fearless, "Unit", []).unit("Unit").shaken
    assert morale.failing(drawn.unit("Unit"), morale.made_test(drawn.battle, drawn.unit("Unit"))) == 1.0
    assert not loses(next_round(after(25)), "Foe", [6]).unit("Foe").shaken


@pytest.mark.rule("aofr.event.26_havoc_gods_playthings")
def test_playthings_of_a_god_hit_on_sixes_alone() -> None:
    drawn = after(26, table(Unit=regiment(3, rules=["Impact(1)"])), {"quarter": 3})
    play = clash(drawn, "Unit", "Foe", {"to hit": (5, 5, 6), "to block": 6, "Morale": 6}).choose("no")
    assert (attacks(play)[0].hits, needs(play, "to hit")) == (1, [6])
    elsewhere = after(26, dice={"quarter": 2})
    assert needs(clash(elsewhere, "Unit", "Foe", {"to hit": 1, "Morale": 6}).choose("no"), "to hit") == [4]


# Around them


def test_events_are_told_of_and_shown() -> None:
    drawn = after(66, dice={"Deep Rage": OURS})
    (part,) = optional.speaking(drawn.battle, "in_force")
    assert part.in_force(drawn.battle) == ["Deep Rage (Unit): A random unit has +1 to hit in melee this round."]
    assert RULESET.marks(drawn.battle, drawn.unit("Unit")) == ("Deep Rage",)
    assert {slug for slug in EVENTS if not EVENTS[slug].words.text} == set()
    assert structure.waiting(drawn.battle, 0) == [drawn.unit("Unit")]


@pytest.mark.parametrize("number", first_now(range(4)))
def test_battles_with_random_events_come_to_an_end(number: int) -> None:
    assert played("random_events", number).outcome is not None
