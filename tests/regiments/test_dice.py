"""Dice, re-rolls, roll-offs, Quality tests and modifiers (General Principles)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.regiments.fights import attacks, bows, dice_for, fight, needs, shoot
from tests.regiments.harness import Fall, carried_out, draw, models, regiment
from warhost.dice import Chance, Dice
from warhost.play import Game, Roll, Setup, luck_of
from warhost.rulesets.regiments.chapters.roll_off import roll_off
from warhost.rulesets.regiments.chapters.wounds.attacks import needed
from warhost.rulesets.regiments.ruleset import RULESET


@pytest.mark.rule("aofr.dice.d6")
def test_a_die_shows_one_to_six_and_every_face_comes_up() -> None:
    chance = Chance("regiments")
    shown = Counter(face for _ in range(6) for face in chance.roll(Dice.parse("1000D6")))
    assert set(shown) == {1, 2, 3, 4, 5, 6}
    assert all(900 < count < 1100 for count in shown.values())


@pytest.mark.rule("aofr.dice.d6")
def test_a_battle_is_fought_with_six_sided_dice_alone() -> None:
    luck, chance = luck_of(Chance("two battles")), Chance("answers")
    faces: Counter[int] = Counter()

    def noted(roll: Roll) -> tuple[int, ...]:
        thrown = luck(roll)
        assert Dice.parse(roll.dice).sides == 6, roll
        faces.update(thrown)
        return thrown

    for mission in ("duel", "any"):
        options = {"mission": mission, "style": "any", "rounds": 2}
        armies = ("League of Nine Bridges", "Unburied Host")
        setup = Setup(ruleset="aofr", armies=armies, map="balanced", options=options)
        game = Game(RULESET, RULESET.set_up(setup), noted, history=False)
        while not game.over:
            answers = game.asked.suggestions()
            game.answer(answers[chance.pick(len(answers))])
    # 20.5 is exceeded by fair dice once in a thousand seeds; this seed is fixed.
    expected = faces.total() / 6
    assert faces.total() > 60
    assert sum((faces[face] - expected) ** 2 / expected for face in range(1, 7)) < 20.5


@pytest.mark.rule("aofr.dice.d3")
def test_a_d3_is_half_a_d6_rounded_up() -> None:
    assert [Dice.parse("D3").total((face,)) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.rule("aofr.dice.multi")
def test_several_dice_are_added_each_d3_halved_by_itself() -> None:
    assert Dice.parse("2D6").total((3, 5)) == 8
    assert Dice.parse("2D3").total((3, 6)) == 5


@pytest.mark.rule("aofr.dice.plus")
def test_a_constant_is_added_once() -> None:
    assert Dice.parse("D6+1").total((6,)) == 7
    assert Dice.parse("D3+2").total((1,)) == 3
    assert Dice.parse("2D6+1").total((6, 6)) == 13


@pytest.mark.rule("aofr.dice.batch")
def test_dice_of_several_weapons_stay_tied_to_their_weapon() -> None:
    squad = regiment(groups=[models(1, ["Great Sword (A1)"]), models(4)])
    dice: dict[str, Fall] = {"Great": 4, "to block": 4, "Hand": (1, 4, 4, 1), "": 4}
    play = fight(squad, regiment(size=1, weapons=[], rules=["Tough(12)"]), dice, "rear")
    assert [(event.what, event.attacks, event.hits) for event in attacks(play)] == [
        ("Great Sword", 1, 1),
        ("Hand Weapon", 4, 2),
    ]


@pytest.mark.rule("aofr.dice.batch")
def test_equal_weapons_of_different_models_are_rolled_together() -> None:
    squad = regiment(groups=[models(2, name="Old Guard"), models(3, name="Recruits")])
    play = fight(squad, regiment(size=1, weapons=[], rules=["Tough(12)"]), {"Hand": 4, "": 4}, "rear")
    assert dice_for(play, "Hand Weapon: to hit") == ["5D6"]
    assert [(event.attacks, event.hits) for event in attacks(play)] == [(5, 5)]


@pytest.mark.rule("aofr.reroll.second_stands")
def test_a_rerolled_die_stands_even_when_it_is_worse() -> None:
    # Two 6s would block; thrown again, one of them does not and the other does once more.
    dice: dict[str, Fall] = {"to hit": 6, "again": (2, 5), "to block": (6, 6, 4)}
    play = shoot(bows(3, ["Poison"]), regiment(size=5, defense=4), dice)
    assert (attacks(play)[0].blocked, attacks(play)[0].wounds) == (2, 1)


@pytest.mark.rule("aofr.reroll.once", "aofr.special.poison.once")
def test_a_die_is_never_rerolled_twice() -> None:
    play = shoot(bows(1, ["Poison"]), regiment(size=5), {"to hit": 6, "again": 6, "to block": 6})
    assert dice_for(play, "again by Poison") == ["1D6"]
    assert attacks(play)[0].blocked == 1


@pytest.mark.rule("aofr.rolloff.highest")
def test_the_highest_wins_a_roll_off() -> None:
    battle = draw("Pikes at 18,10 | Riders at 30,30 face 180", Pikes=regiment(), Riders=regiment()).battle
    assert carried_out(roll_off(battle, "a test", "aofr.rolloff.highest"), [5, 3]).value == 0
    assert carried_out(roll_off(battle, "a test", "aofr.rolloff.highest"), [3, 5]).value == 1


@pytest.mark.rule("aofr.rolloff.tie")
def test_equals_throw_again() -> None:
    battle = draw("Pikes at 18,10 | Riders at 30,30 face 180", Pikes=regiment(), Riders=regiment()).battle
    assert carried_out(roll_off(battle, "a test", "aofr.rolloff.tie"), [4, 4, 2, 6]).value == 1


@pytest.mark.rule("aofr.quality.test")
def test_a_quality_test_needs_the_quality_or_more_on_each_die() -> None:
    play = shoot(bows(3, quality=4), regiment(size=5), {"to hit": (3, 4, 5), "to block": 6})
    assert attacks(play)[0].hits == 2


@pytest.mark.rule("aofr.stats.quality", "aofr.shoot.hit")
def test_quality_is_what_an_attack_die_must_reach() -> None:
    play = shoot(bows(3, quality=5), regiment(size=5), {"to hit": (4, 5, 6), "to block": 6})
    assert attacks(play)[0].hits == 2


@pytest.mark.rule("aofr.stats.defense", "aofr.shoot.block")
def test_defense_is_what_a_die_must_reach_to_block_a_hit() -> None:
    play = shoot(bows(3), regiment(size=5, defense=4), {"to hit": 6, "to block": (3, 4, 6)})
    assert (attacks(play)[0].blocked, attacks(play)[0].wounds) == (2, 1)
    assert [roll.rule for roll in play.rolls if "to block" in roll.why] == ["aofr.shoot.block"]
    assert play.unit("Mark").models == 4


@pytest.mark.rule("aofr.modifier.apply")
def test_a_modifier_is_added_to_each_die() -> None:
    stealthy = regiment(size=5, rules=["Stealth"])
    play = shoot(bows(3, quality=4), stealthy, {"to hit": (3, 4, 5), "to block": 6}, gap=10)
    assert attacks(play)[0].hits == 1


@pytest.mark.rule("aofr.modifier.cumulative")
def test_modifiers_of_different_rules_are_summed() -> None:
    sergeant = regiment(groups=[models(1, ['Bow (24", A1)'], ["Sergeant"])], quality=4)
    play = shoot(sergeant, regiment(size=5, rules=["Stealth"]), {"to hit": 4, "to block": 6}, gap=10)
    assert needs(play, "to hit") == [4]


@pytest.mark.rule("aofr.modifier.natural_six")
def test_a_natural_six_succeeds_whatever_the_modifiers() -> None:
    play = shoot(bows(1, ["AP(4)"]), regiment(size=5, defense=6), {"to hit": 6, "to block": 6})
    assert attacks(play)[0].blocked == 1
    assert needed(6, -4) == 6


@pytest.mark.rule("aofr.modifier.natural_one")
def test_a_natural_one_fails_whatever_the_modifiers() -> None:
    sergeant = regiment(groups=[models(1, ['Bow (24", A1)'], ["Sergeant"])], quality=2)
    play = shoot(sergeant, regiment(size=5), {"to hit": 1})
    assert needs(play, "to hit") == [2]
    assert attacks(play)[0].hits == 0


@pytest.mark.rule("aofr.weapon.ranged")
def test_a_ranged_weapon_is_not_used_in_melee() -> None:
    archers = regiment(size=5, weapons=['Rifle (24", A1)'])
    play = fight(archers, regiment(size=5), side="rear", dice={"Morale": 6})
    assert attacks(play) == []


@pytest.mark.rule("aofr.weapon.melee")
def test_a_melee_weapon_is_not_used_to_shoot() -> None:
    play = shoot(regiment(size=5, weapons=["Hand Weapon (A1)"]), regiment(size=5), {})
    assert attacks(play) == []
