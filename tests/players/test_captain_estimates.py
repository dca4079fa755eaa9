"""What the captain expects of dice, held to figures worked out by hand."""

from __future__ import annotations

import pytest

from tests.essence_of_war.harness import draw
from warhost.players.captain.essence_of_war.estimates import BreakTest, blow, models_facing, shot
from warhost.players.captain.essence_of_war.fights import Link, charge_link, duel, forecast
from warhost.players.captain.essence_of_war.magic import gets_through
from warhost.players.captain.essence_of_war.situation import Situation
from warhost.rulesets.essence_of_war.charge_range import charge_chance
from warhost.rulesets.essence_of_war.discipline import passing
from warhost.table import Arc


def test_a_charge_of_eight_inches_at_advance_four_needs_four_on_two_dice() -> None:
    assert charge_chance(8.0, 4) == pytest.approx(33 / 36)
    assert charge_chance(16.0, 4) == pytest.approx(1 / 36)
    assert charge_chance(16.1, 4) == 0.0


def test_corners_touch_too() -> None:
    assert models_facing(5, 20.0, 60.0) == 5
    assert models_facing(6, 20.0, 60.0) == 5
    assert models_facing(1, 20.0, 60.0) == 1


def test_a_blow_is_hit_wound_and_saves() -> None:
    battle = draw("Iron Orcs at 18,10 | Ghouls at 18,20 face 180").battle
    # Off 5 against Def 3 hits on 3+, Str 6 against Res 4 wounds on 2+, no armour.
    assert blow(battle, battle.units[0], battle.units[1], Arc.FRONT) == pytest.approx(4 / 6 * 5 / 6)


def test_a_shot_far_away_after_a_move_is_two_worse() -> None:
    battle = draw("Clan Marksmen at 18,10 | Ghouls at 18,30 face 180").battle
    shooter, target = battle.units
    (armed,) = battle.entry(shooter).weapons
    near = shot(battle, shooter, target, armed, 10.0, moved=False, cover=False)
    far = shot(battle, shooter, target, armed, 20.0, moved=True, cover=False)
    # Aim 4+, Str 4 against Res 4, no armour; then 6+.
    assert near == pytest.approx(3 / 6 * 3 / 6)
    assert far == pytest.approx(1 / 6 * 3 / 6)
    assert shot(battle, shooter, target, armed, 31.0, moved=False, cover=False) == 0.0


def test_a_test_counts_the_generals_discipline_within_reach() -> None:
    near = draw("Lowborn Archers at 18,10 | Damsel at 18,7 | Ghouls at 18,40 face 180").battle
    far = draw("Lowborn Archers at 18,30 | Damsel at 18,7 | Ghouls at 18,40 face 180").battle
    assert passing(near, near.units[0], "panic") == pytest.approx(21 / 36)
    assert passing(far, far.units[0], "panic") == pytest.approx(15 / 36)


def test_break_tests_fall_with_the_difference_unless_steadfast() -> None:
    battle = draw("Iron Orcs at 18,10 | Imperial Guard at 18,20 face 180").battle
    test = BreakTest(battle, battle.units[1])
    assert test.stands(0, False) == pytest.approx(26 / 36)
    assert test.stands(3, False) == pytest.approx(10 / 36)
    assert test.stands(3, True) == pytest.approx(26 / 36)


def test_a_flank_charge_promises_more_than_one_in_front() -> None:
    here = Situation(draw("Warriors at 18,10 | Blackfur Veterans at 18,20 face 180").battle, 0)
    warriors, rats = here.units
    front, flank = duel(here, warriors, rats, Arc.FRONT), duel(here, warriors, rats, Arc.LEFT)
    assert flank.value > front.value
    assert flank.they_break > front.they_break


def test_the_flank_alone_makes_a_win_likelier() -> None:
    here = Situation(draw("Warriors at 18,10 | Dread Knights at 18,20 face 180").battle, 0)
    front = forecast(here, (Link(0, Arc.FRONT, 4, 1, Arc.FRONT, 1),))
    flank = forecast(here, (Link(0, Arc.FRONT, 4, 1, Arc.RIGHT, 1),))
    assert (flank.dealt, flank.taken) == pytest.approx((front.dealt, front.taken))
    assert flank.win > front.win


def test_a_forecast_is_the_same_battle_from_both_sides() -> None:
    battle = draw("Iron Orcs at 18,10 | Imperial Guard at 18,20 face 180").battle
    mine, theirs = Situation(battle, 0), Situation(battle, 1)
    a = duel(mine, mine.units[0], mine.units[1], Arc.FRONT)
    b = duel(theirs, theirs.units[0], theirs.units[1], Arc.FRONT)
    assert (a.dealt, a.taken) == pytest.approx((b.taken, b.dealt))
    assert a.value == pytest.approx(-b.value)


def test_charging_counts_for_those_who_are_better_at_it() -> None:
    here = Situation(draw("Feudal Knights at 18,10 | Imperial Guard at 18,20 face 180").battle, 0)
    knights, guard = here.units
    link = charge_link(here, knights, guard, Arc.FRONT)
    assert forecast(here, (link,), frozenset({0})).dealt > forecast(here, (link,)).dealt
    assert not knights.charging


def test_thinking_leaves_the_battle_as_it_is() -> None:
    battle = draw("Feudal Knights at 18,10 | Imperial Guard at 18,20 face 180").battle
    before = repr(battle)
    here = Situation(battle, 0)
    duel(here, here.units[0], here.units[1], Arc.REAR)
    assert repr(battle) == before


def test_friends_near_a_unit_that_breaks_may_panic() -> None:
    near = Situation(draw("Handgunners at 18,10 | Imperial Guard at 23,10 | Iron Orcs at 18,20 face 180").battle, 0)
    far = Situation(draw("Handgunners at 6,10 | Imperial Guard at 23,10 | Iron Orcs at 18,20 face 180").battle, 0)
    assert near.shock(near.units[0]) == pytest.approx(10 / 36 * 0.5 * near.stake(near.units[1]))
    assert far.shock(far.units[0]) == 0.0


def test_a_spell_gets_through_by_its_dice_and_past_those_against_it() -> None:
    assert gets_through(1, 4, 0) == pytest.approx(1 / 2)
    # One die each: cast on 4+, stopped by as much or more.
    assert gets_through(1, 4, 1) == pytest.approx((3 + 4 + 5) / 36)
