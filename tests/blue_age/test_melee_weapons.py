"""Melee weapons and their qualities in a fight."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blue_age.fighting import charge, dice, field, needed, played, rolled, step_of, struck, touching
from tests.blue_age.harness import Play, hero, unit
from warhost.rulesets.blue_age.chapters.wounds.attacks import to_wound
from warhost.rulesets.blue_age.core import arms
from warhost.rulesets.blue_age.core.events import combat as events

MEN = unit(models=5)


def wielding(weapon: str, *, charging: bool = False, **mine: Any) -> Play:
    """A strikes X (Grit 4, Heavy Armour) with that weapon; all dice hit and wound."""
    table = touching(
        unit(models=3, weapons=[weapon], **mine), unit(models=3, health=9, attacks=0, armour=["Heavy Armour"])
    )
    table.unit("A").weapon = weapon
    if charging:
        table.unit("A").charged = (1,)
    return played(table, dice(to_hit=9, to_wound=9, Armour=10))


def figures(game: Play) -> tuple[int, int, int]:
    """Strength (by what it needs to wound Grit 4), Armour Piercing, and the step at which A struck."""
    need = needed(game, "A", "to wound")
    strength = next(number for number in range(1, 11) if to_wound(game.battle, number, 4) == need)
    save = needed(game, "X", "Armour Save")
    return strength, (save or 0) - 6, step_of(game, "A")


WEAPONS: list[tuple[str, dict[str, Any], bool, tuple[int, int, int], str]] = [
    ("Short Weapon", {}, False, (2, 0, 5), "short_weapon"),
    ("Hand Weapon", {}, False, (4, 0, 4), "hand_weapon"),
    ("Great Weapon", {}, False, (6, 2, 2), "great_weapon"),
    ("Spear", {}, False, (4, 1, 4), "spear"),
    ("Halberd", {}, False, (5, 2, 4), "halberd"),
    ("Lance", {}, True, (6, 2, 5), "lance"),
    ("Lance", {}, False, (5, 1, 4), "lance"),
    ("Flail", {}, False, (5, 1, 5), "flail"),
    ("Morning Star", {}, False, (4, 1, 4), "morning_star"),
    ("War Scythe", {}, False, (5, 2, 4), "war_scythe"),
    ("Kyrani Warblade", {}, False, (5, 1, 4), "kyrani_warblade"),
    ("Lyrani Ancestral Blade", {"initiative": 6}, False, (5, 2, 7), "lyrani_ancestral_blade"),
    ("Kjarlin Axe", {}, False, (7, 2, 5), "kjarlin_axe"),
]


@pytest.mark.parametrize(
    ("weapon", "fields", "charging", "seen"),
    [
        pytest.param(*row[:4], marks=pytest.mark.rule(f"blue.melee_weapon.{row[4]}"), id=f"{row[0]} {row[2]}")
        for row in WEAPONS
    ],
)
def test_the_table_of_melee_weapons(
    weapon: str, fields: dict[str, Any], charging: bool, seen: tuple[int, int, int]
) -> None:
    # Strengths 2 and 3 need the same against Grit 4.
    assert figures(wielding(weapon, charging=charging, **fields)) == seen


@pytest.mark.rule("blue.melee_weapon.short_weapon")
def test_a_short_weapon_takes_a_point_of_strength() -> None:
    table = touching(unit(models=3, weapons=["Short Weapon"]), unit(models=3, grit=3))
    table.unit("A").weapon = "Short Weapon"
    assert needed(played(table, dice(to_hit=9)), "A", "to wound") == 6


@pytest.mark.rule(
    "blue.melee_weapon.kyrani_warblade", "blue.melee_weapon.lyrani_ancestral_blade", "blue.melee_quality.parry"
)
@pytest.mark.parametrize("weapon", ["Kyrani Warblade", "Lyrani Ancestral Blade"])
def test_who_parries_with_the_weapon_rolls_failed_saves_again(weapon: str) -> None:
    table = touching(unit(), unit(weapons=[weapon], armour=["Medium Armour"], initiative=1))
    game = played(table, dice(**{"to hit": 9, "to wound": 9, "Armour Save, again": 9, "Armour Save": 3}))
    assert game.unit("X").models
    assert rolled(game, "Armour Save, again")
    plain = touching(unit(), unit(armour=["Medium Armour"], initiative=1))
    assert not rolled(played(plain, dice(to_hit=9, to_wound=9)), "again")


@pytest.mark.rule("blue.melee_quality.fast_reroll")
@pytest.mark.parametrize(("own", "other", "again"), [(5, 4, True), (4, 4, False)])
def test_the_fast_roll_failed_hits_again_at_slower_enemies(own: int, other: int, again: bool) -> None:
    table = touching(unit(models=3, weapons=["Flail"], initiative=own), unit(models=3, initiative=other))
    game = played(table, dice())
    assert bool(rolled(game, "to hit, again by Fast")) is again


@pytest.mark.rule("blue.melee_quality.lance")
def test_a_lance_has_its_first_figures_on_the_charge() -> None:
    assert figures(wielding("Lance", charging=True))[:2] == (6, 2)
    assert figures(wielding("Lance"))[:2] == (5, 1)


@pytest.mark.rule("blue.melee_quality.polearm_reach", "blue.melee_weapon.spear")
@pytest.mark.parametrize(("gap", "attacks", "pushed"), [(2.0, 2, False), (2.1, 2, True), (3.5, 1, True)])
def test_polearms_strike_from_two_inches(gap: float, attacks: int, pushed: bool) -> None:
    # One model of A touches X, the other stands so far from it: a Push may bring it within reach.
    table = field("A at 24,20 | X at 24,20.984252 face 180", A=unit(models=2, weapons=["Spear"]), X=unit(initiative=9))
    table.places("A", [(24, 20), (24, 20 - gap)]).lock("A", "X")
    game = played(table)
    assert sum(event.attacks for event in struck(game, "A")) == attacks
    assert (game.unit("A").models[1].y > 20 - gap + 0.01) is pushed


@pytest.mark.rule("blue.melee_quality.polearm_condition", "blue.melee_quality.polearm_reach")
def test_the_reach_needs_a_model_in_base_contact() -> None:
    # Both are farther from the enemy than a Push: within reach, but nobody touches it.
    table = field("A at 24,20 | X at 24,22.5 face 180", A=unit(models=2, weapons=["Spear"]), X=unit(initiative=1))
    table.places("A", [(23.5, 20), (24.5, 20)]).lock("A", "X")
    game = played(table)
    assert not struck(game, "A")


@pytest.mark.rule("blue.melee_quality.scythe", "blue.melee_weapon.war_scythe")
def test_a_scythe_is_stronger_from_its_reach() -> None:
    table = field(
        "A at 24,20 | X at 24,20.984252 face 180",
        A=unit(models=2, weapons=["War Scythe"]),
        X=unit(health=9, initiative=9),
    )
    table.places("A", [(24, 20), (24, 18.5)]).lock("A", "X")
    table.unit("A").weapon = "War Scythe"
    game = played(table, dice(to_hit=9))
    assert sorted(roll.need or 0 for roll in rolled(game, "War Scythe: to wound")) == [3, 5]


@pytest.mark.rule("blue.melee_quality.shred")
def test_shred_makes_saved_wounds_be_saved_again() -> None:
    brute = unit(type="monster", health=9, attacks=0)
    for second, lost in ((3, 1), (10, 0)):
        table = touching(brute, unit(armour=["Medium Armour", "Magic Armour"], health=9))
        game = played(table, dice(**{"Stomp: to": 9, "Armour Save, again": second, "Armour Save": 10, "Magical": 1}))
        assert game.unit("X").models[0].lost == lost


@pytest.mark.rule("blue.melee_quality.two_handed_shield", "blue.melee_weapon.halberd")
def test_who_fights_with_both_hands_has_no_shield() -> None:
    both = unit(armour=["Light Armour", "Shield"], weapons=["Halberd"], initiative=1)
    for weapon, save, parried in (("Halberd", 9, False), ("Hand Weapon", 8, True)):
        table = touching(unit(), both)
        table.unit("X").weapon = weapon
        game = played(table, dice(to_hit=9, to_wound=9))
        assert needed(game, "X", "Armour Save") == save
        assert bool(rolled(game, "Armour Save, again")) is parried


@pytest.mark.rule("blue.melee_quality.two_handed_no_throwing", "blue.ranged_quality.thrown_charge")
@pytest.mark.parametrize(("weapon", "throws"), [("Great Weapon", False), ("Hand Weapon", True)])
def test_who_will_fight_with_both_hands_does_not_throw(weapon: str, throws: bool) -> None:
    throwers = unit(models=8, ranged=6, weapons=["Throwing Weapon", "Great Weapon"])
    game = field("A at 24,14 | X at 24,20 face 180", A=throwers, X=unit(models=8)).play(dice=dice())
    charge(game, "A", "X")
    assert game.topic == "weapon"
    game.choose(weapon)
    thrown = rolled(game, "Throwing Weapon: to hit")
    assert bool(thrown) is throws
    if throws:
        assert (thrown[0].dice, thrown[0].need) == ("8D10", 8)


@pytest.mark.rule("blue.ranged_quality.thrown_charge")
def test_what_throws_take_counts_for_the_score() -> None:
    throwers = unit(models=4, ranged=6, weapons=["Throwing Weapon"])
    table = field('A at 24,14 form="line" | X at 24,18 face 180 form="line"', A=throwers, X=unit(models=8))
    game = charge(
        table.play(dice=dice(**{"Throwing Weapon: to hit": (8, 8, 1, 1), "Throwing Weapon: to wound": 9})), "A", "X"
    )
    assert len(game.unit("X").models) == 6
    # Two for the throws, one for the charge.
    assert game.told(events.FightScored)[0].first == 3


@pytest.mark.rule("blue.ranged_quality.thrown_initiative")
def test_the_throwers_strike_earlier_after_their_charge() -> None:
    throwers = unit(models=4, ranged=6, weapons=["Throwing Weapon"])
    table = field('A at 24,14 form="line" | X at 24,18 face 180 form="line"', A=throwers, X=unit(models=8))
    assert step_of(charge(table.play(dice=dice()), "A", "X"), "A") == 6


# Which weapon


def test_a_weapon_is_chosen_only_where_there_is_a_choice() -> None:
    both = unit(models=3, weapons=["Great Weapon"])
    game = played(touching(both, MEN))
    assert (game.topic, game.keys) == ("weapon", ["Great Weapon", "Hand Weapon"])
    assert not rolled(game, "to hit")
    for plain in (["Spear"], ["Flail"], ["Lance"], ["Halberd"], []):
        assert played(touching(unit(models=3, weapons=plain), MEN)).topic != "weapon"
    shielded = unit(models=3, weapons=["Halberd"], armour=["Shield"])
    assert played(touching(shielded, MEN)).topic == "weapon"


def test_a_hero_chooses_for_himself() -> None:
    table = touching(MEN, MEN, H=("at 24,19", hero(weapons=["Great Weapon"]))).join("H", "A")
    game = played(table)
    assert (game.topic, game.options[0].unit) == ("weapon", game.unit("H").id)


@pytest.mark.rule("blue.melee_weapon.hand_weapon")
def test_everybody_has_a_hand_weapon() -> None:
    assert struck(played(touching(MEN, MEN)), "A")[0].what == "Hand Weapon"
    assert arms.melee_weapons()["Hand Weapon"].qualities == ()
