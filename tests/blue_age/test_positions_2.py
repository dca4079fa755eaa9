"""Positions worked out by hand from the book: shooting, wounds and saves, panic, templates, armour."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.blue_age.harness import Table, hero, spots, unit
from tests.blue_age.positions import BASE, apart, dice, save_of, wounded
from tests.blue_age.shooters import archers, field, need, shot, shown, still
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.rulesets.blue_age.core.events import shooting

FACED = "Own at 24,10 | Target at 24,26 face 180"


# Range, shots


@pytest.mark.rule("blue.shoot.range_check")
@pytest.mark.parametrize(("inches", "offered"), [(24.0, True), (24.05, False)])
def test_exactly_the_range_is_within_it(inches: float, offered: bool) -> None:
    assert apart(inches).play().offers("0>1") is offered


@pytest.mark.rule("blue.special.shrouded_range", "blue.ranged_quality.rapid_fire")
@pytest.mark.parametrize(("inches", "shots"), [(7.0, 2), (7.05, 1), (14.0, 1)])
def test_shrouded_shortens_the_range_before_it_is_halved(inches: float, shots: int) -> None:
    # A Shortbow: 16" - 2" = 14", half of it 7".
    table = apart(inches, Own=archers(1, "Shortbow"), Target=unit(rules=["Shrouded"]))
    assert dice(table) == shots
    assert need(table) == 7  # in the open the Shrouded have Light Cover


@pytest.mark.rule("blue.special.shrouded_range", "blue.terrain.hill_range")
def test_a_hill_makes_good_what_a_shroud_takes() -> None:
    target = unit(rules=["Shrouded"])
    hill = "48x48 hill 24,8 4x4"
    assert apart(24.0, hill, Target=target).play().offers("0>1")
    assert not apart(24.05, hill, Target=target).play().offers("0>1")
    assert not apart(22.05, Target=target).play().offers("0>1")


@pytest.mark.rule("blue.ranged_quality.rapid_fire")
def test_rapid_fire_is_counted_by_each_models_own_distance() -> None:
    # Half of 16" is 8": the front model at 8.0" shoots twice, the one behind it at 8" + 0.98" once: 3 dice.
    table = apart(8.0, Own=archers(2, "Shortbow")).places("Own", [(24, 8), (24, 8 - BASE)])
    assert dice(table) == 3


@pytest.mark.rule("blue.ranged_quality.volley_fire", "blue.ranged_weapon.tharian_hunting_bow")
def test_volley_fire_doubles_both_shots_of_who_stood_still() -> None:
    table = apart(20, Own=archers(3, "Tharian Hunting Bow"))
    assert dice(table) == 6
    assert dice(still(table)) == 12


@pytest.mark.rule("blue.special.ponderous")
def test_the_ponderous_do_not_move_and_shoot() -> None:
    table = apart(20, Own=archers(1, rules=["Ponderous"]))
    assert not table.play().offers("0>1")
    assert still(table).play().offers("0>1")


# Modifiers


@pytest.mark.rule("blue.shoot.apply_modifiers", "blue.ranged_mod.target_full_cover", "blue.ranged_mod.target_dashed")
def test_modifiers_add_up_and_a_ten_always_hits() -> None:
    # 6+, dashed -1, target dashed -1, Heavy Cover -2: 10+. With Ranged 8+ it would be 12+: held to 10+.
    for ranged in (6, 8):
        table = field("48x48 heavy_woods 24,25.7 8x2 | " + FACED, Own=archers(1, ranged=ranged), Target=unit())
        table.unit("Own").dashed = table.unit("Target").dashed = True
        assert need(table) == 10


@pytest.mark.rule("blue.shoot.hit_roll")
def test_a_one_always_misses() -> None:
    # 2+, stood still +1, a Monster +1: still 2+.
    table = still(apart(10, Own=archers(1, ranged=2), Target=unit(type="monster")))
    assert need(table) == 2


@pytest.mark.rule("blue.unit_type.monster_easy_target")
def test_a_monster_is_an_easy_target_to_all_but_war_machines() -> None:
    monster = unit(type="monster", base=100, health=8)
    assert need(apart(15, Target=monster)) == 5
    bolts = unit(type="war machine", ranged=6, weapons=["Bolt Thrower"], base=60)
    assert need(apart(15, Own=bolts, Target=monster)) == 6


@pytest.mark.rule("blue.special.stealth", "blue.ranged_mod.target_full_cover")
def test_stealth_adds_to_cover_and_not_to_open_ground() -> None:
    # Light Woods -1 and one more: 8+. In the open: nothing to add to.
    target = unit(rules=["Stealth (Woods)"])
    assert need(field("48x48 light_woods 24,26 8x6 | " + FACED, Target=target)) == 8
    assert need(field(FACED, Target=target)) == 6


@pytest.mark.rule("blue.ranged_quality.ignores_cover", "blue.special.ignores_cover")
def test_the_best_cover_counts_and_covers_are_not_added() -> None:
    # A ruin (Light) behind a high wall (Heavy): -2, not -3.
    board = "48x48 ruins 24,26 8x3 high_obstacle 24,24.2 10x0.4 | "
    table = field(board + FACED, Target=unit()).places("Target", [(24, 25.2)])
    assert need(table) == 8


@pytest.mark.rule("blue.ranged_mod.target_half_cover")
def test_exactly_half_of_the_models_in_cover_are_not_enough() -> None:
    table = field("48x48 light_woods 20,26 8x6 | " + FACED, Target=unit(models=2))
    assert need(table.places("Target", [(23, 26), (25, 26)])) == 6


@pytest.mark.rule("blue.ranged_mod.shooter_in_building", "blue.ranged_mod.shooter_stood_still")
def test_from_a_building_into_a_building() -> None:
    # 6+, stood still +1, in a building +1, target in a building -2: 6+.
    board = "48x48 light_building 24,10 6x6 light_building 24,26 6x6 | "
    table = still(field(board + FACED))
    table.unit("Own").inside, table.unit("Target").inside = 0, 1
    assert need(table) == 6


@pytest.mark.rule("blue.ranged_mod.shooter_ambushed")
def test_who_ambushed_has_moved_and_has_one_better() -> None:
    table = apart(10, Own=archers(1, rules=["Ambush"]))
    table.unit("Own").ambushed = "open"
    table.unit("Own").moved = True
    assert need(table) == 5


# To wound, Wrathful Blows, saves


@pytest.mark.rule("blue.shoot.wrathful_blow", "blue.shoot.armour_save")
def test_a_wrathful_blow_makes_a_save_impossible() -> None:
    # Longbow AP -1 against Light Armour 9+: 10+. The blow that rolled 10 makes it 11+: no save at all.
    table = apart(20, Own=archers(2, "Longbow"), Target=unit(models=5, armour=["Light Armour"]))
    play = shot(table, {"to hit": 10, "to wound": (10, 9), "Save": 10, "Panic": 10})
    assert len(play.unit("Target").models) == 4
    assert save_of(play) == [10]


@pytest.mark.rule("blue.special.wrath", "blue.shoot.wrathful_blow")
def test_wrath_needs_the_wound_first() -> None:
    # Strength 4 against Grit 10 wounds on 9+: a 9 wounds and is wrathful. Against Grit 8 on 8+: an 8 is no blow.
    own = archers(1, rules=["Wrath"])
    target = unit(models=5, grit=10, armour=["Medium Armour"])
    play = shot(apart(20, Own=own, Target=target), {"to hit": 10, "to wound": 9, "Save": 8})
    assert save_of(play) == [8]
    target = unit(models=5, grit=8, armour=["Medium Armour"])
    play = shot(apart(20, Own=own, Target=target), {"to hit": 10, "to wound": 8, "Save": 8})
    assert save_of(play) == [7]


@pytest.mark.rule("blue.to_wound.impossible", "blue.ranged_weapon.bola")
def test_a_ten_does_not_wound_where_the_chart_has_a_dash() -> None:
    # Strength 2 against Grit 10: a dash.
    table = apart(5, Own=archers(1, "Bola"), Target=unit(grit=10))
    play = table.play({"": 10})
    play.choose("0>1")
    assert len(play.unit("Target").models) == 1


@pytest.mark.rule("blue.to_wound.automatic", "blue.ranged_weapon.kragi_crossbow")
@pytest.mark.parametrize(("magical", "models"), [(7, 4), (8, 5)])
def test_an_automatic_wound_kills_whatever_the_health(magical: int, models: int) -> None:
    # Strength 9 against Grit 3: A. No Armour Save, a whole model of 3 Health dies; the Magical Save (8+) helps.
    armour = ["Heavy Armour", "Magic Armour"]
    table = apart(20, Own=archers(1, "'Kragi Crossbow"), Target=unit(models=5, health=3, grit=3, armour=armour))
    play = shot(table, {"to hit": 10, "Magical": magical, "Panic": 10})
    assert len(play.unit("Target").models) == models
    assert [roll.why for roll in play.rolls if "Armour" in roll.why or "to wound" in roll.why] == []


@pytest.mark.rule("blue.to_wound.strength_09", "blue.shoot.wound_roll")
def test_one_more_grit_and_it_is_a_roll() -> None:
    table = apart(20, Own=archers(1, "'Kragi Crossbow"), Target=unit(models=5, health=3, grit=4))
    play = shot(table, {"to hit": 10, "to wound": 2})
    assert sum(model.lost for model in play.unit("Target").models) == 1


@pytest.mark.rule("blue.armour.armour_save_cap", "blue.armour.row_6_magic_armour", "blue.armour.one_shield")
def test_the_best_armour_is_two_plus_and_piercing_counts_from_there() -> None:
    # Heavy 6+, Great Shield +2 (the Shield does not count beside it), Magic Armour +2: 2+. Crossbow AP -2: 4+.
    armour = ["Heavy Armour", "Great Shield", "Shield", "Magic Armour"]
    table = apart(20, Own=archers(1, "Crossbow"), Target=unit(models=5, armour=armour))
    play = shot(table, {"to hit": 10, "to wound": 9, "Save": 10})
    assert save_of(play)[0] == 4


@pytest.mark.rule("blue.armour.row_4_shield", "blue.armour.row_5_great_shield", "blue.armour.row_6_magic_armour")
@pytest.mark.parametrize(
    ("armour", "save"),
    [
        (["Shield"], 10),
        (["Great Shield"], 9),
        (["Light Armour", "Shield"], 8),
        (["Medium Armour", "Great Shield"], 5),
        (["Light Armour", "Magic Armour"], 7),
        (["Light Armour", "Medium Armour"], 7),
        (["Shield", "Magic Armour"], 10),  # Magic Armour is an upgrade of body armour
    ],
)
def test_saves_of_combinations(armour: list[str], save: int) -> None:
    play = shot(apart(20, Target=unit(models=5, armour=armour)), {"to hit": 10, "to wound": 9, "Save": 10})
    assert save_of(play)[0] == save


@pytest.mark.rule("blue.armour.magical_save", "blue.armour.magical_save_cap")
@pytest.mark.parametrize(
    ("rules", "items", "save"),
    [
        (["Magical Save (9+)"], [], 7),  # Magic Armour 8+, one more source: 7+
        ([], ["Charm"], 7),  # the Charm (9+) is a source like any other
        (["Magical Save (5+)"], ["Charm"], 4),  # 5+, two more: 3+, at most 4+
    ],
)
def test_magical_saves_add_up_to_four_plus(rules: list[str], items: list[str], save: int) -> None:
    target = hero(destiny=0, armour=["Light Armour", "Magic Armour"], rules=rules, items=items)
    play = shot(apart(20, Target=target), {"to hit": 10, "to wound": 9, "Armour": 1, "Magical": 10})
    assert save_of(play) == [7, save]
    assert play.unit("Target").models[0].lost == 0


@pytest.mark.rule("blue.shoot.magic_save_after_armour")
def test_only_what_armour_let_through_comes_to_the_magical_save() -> None:
    target = unit(models=9, armour=["Medium Armour"], rules=["Magical Save (8+)"])
    dice = {"to hit": 10, "to wound": 9, "Armour": (7, 6, 6), "Magical": (8, 7), "Panic": 10}
    play = shot(apart(20, Own=archers(3), Target=target), dice)
    assert len(play.unit("Target").models) == 8


@pytest.mark.rule("blue.armour.parry", "blue.ranged_quality.shred")
def test_of_parry_and_shred_the_first_die_decides() -> None:
    # 8+ with Light Armour and Shield. Shred: the 8 has to be rolled again (9: saved), Parry: the 7 is (7: failed).
    from warhost.rulesets.blue_age.core import arms

    arms.ranged_weapons()["Barbs"] = replace(arms.ranged_weapons()["Bow"], name="Barbs", qualities=("Shred",))
    try:
        target = unit(models=9, armour=["Light Armour", "Shield"])
        table = apart(20, Own=archers(2, "Barbs"), Target=target)
        play = shot(table, [(10, 10), (9, 9), (8, 7), (9, 7)])
        assert len(play.unit("Target").models) == 8
    finally:
        del arms.ranged_weapons()["Barbs"]


@pytest.mark.rule("blue.special.animated_construct_ap")
def test_a_construct_ignores_one_point_of_the_final_piercing() -> None:
    # Crossbow AP -2 and a Wrathful Blow: 3, less 1: 2. Medium Armour 7+: 9+.
    target = unit(models=9, armour=["Medium Armour"], rules=["Animated Construct"])
    play = shot(apart(20, Own=archers(1, "Crossbow"), Target=target), {"to hit": 10, "to wound": 10, "Save": 9})
    assert save_of(play) == [9]


@pytest.mark.rule("blue.special.deathblow", "blue.special.deathblow_monsters")
def test_deathblow_against_ogres_and_monsters() -> None:
    own = archers(1, rules=["Deathblow"])
    ogres = unit(models=3, health=3, armour=["Heavy Armour"], rules=["Magical Save (4+)", "Regeneration (4+)"])
    play = shot(apart(20, Own=own, Target=ogres), {"to hit": 10, "to wound": 9, "Save": 10, "Panic": 10})
    assert len(play.unit("Target").models) == 2
    assert save_of(play) == []
    monster = unit(type="monster", health=8, base=60)
    play = shot(apart(20, Own=own, Target=monster), {"to hit": 10, "to wound": 9, "Save": 10, "Panic": 10})
    assert [model.lost for model in play.unit("Target").models] == [2]


@pytest.mark.rule("blue.ranged_quality.accurate")
def test_accurate_rolls_ones_and_twos_again_but_no_hit() -> None:
    # 2+ by Ranged 2: the 2 is a hit and stays, the 1 is rolled again. By Ranged 6 both are, and the 5 is not.
    play = shot(apart(20, Own=archers(3, "Crossbow", ranged=2)), {"again": (1,), "to hit": (1, 2, 5), "": 1})
    assert [roll.dice for roll in play.rolls if "to hit" in roll.why] == ["3D10", "1D10"]
    play = shot(apart(20, Own=archers(3, "Crossbow")), {"again": (1, 1), "to hit": (1, 2, 5), "": 1})
    assert [roll.dice for roll in play.rolls if "to hit" in roll.why] == ["3D10", "2D10"]


# Casualties


@pytest.mark.rule("blue.shoot.remove_casualties")
def test_the_wounded_first_then_the_nearest_and_the_banner_and_the_champion_last() -> None:
    # The champion has 2 Health. Eight wounds: one kills the wounded ogre, three each kill the next nearest.
    target = unit(models=4, health=3, champion=True, bannerman=True)
    table = apart(10, Own=archers(7), Target=target)
    table.places("Own", [(21 + n, 8) for n in range(7)])
    table.places("Target", [(24, 20), (25, 20), (26, 22), (24, 22)])
    one = table.unit("Target")
    assert [model.role for model in one.models] == ["champion", "bannerman", "", ""]
    one.models = (*one.models[:3], replace(one.models[3], lost=2))
    play = shot(table, {"to hit": 10, "to wound": (9, 9, 9, 9, 9, 1, 1), "Panic": 10})
    # 1 for the wounded one, 3 for the other ordinary model, 1 on the bannerman.
    assert [(model.role, model.lost) for model in play.unit("Target").models] == [("champion", 0), ("bannerman", 1)]


@pytest.mark.rule("blue.shoot.remove_casualties")
def test_the_nearest_to_the_shooters_fall_first() -> None:
    table = apart(10, Target=unit(models=3)).places("Target", [(24, 22), (24, 20), (24, 21)])
    play = shot(table, {"to hit": 10, "to wound": 9, "Panic": 10})
    assert spots(play, "Target") == [(24.0, 22.0), (24.0, 21.0)]


@pytest.mark.rule("blue.shoot.remove_casualties", "blue.joining.part_of_unit")
def test_a_joined_hero_takes_what_is_left_when_the_others_are_dead() -> None:
    text = "Own at 24,10 | Target at 24,26 face 180 | Chief at 25.5,26 face 180"
    table = field(text, Own=archers(4), Target=unit(models=1), Chief=hero(destiny=0)).join("Chief", "Target")
    play = table.play({"to hit": 10, "to wound": 9, "Panic": 10})
    assert not play.offers("0>2")
    play.choose("0>1")
    assert not play.unit("Target").models
    # Four wounds: one on the model, three on the Hero of 3 Health.
    assert not play.unit("Chief").models


# Panic


def panicked(table: Table, wounds: int) -> bool:
    """Whether so many wounds bring a Panic Test."""
    play = shot(table, {"to hit": 10, "to wound": (9,) * wounds, "Panic": 10, "Save": 1})
    return any("Panic" in roll.why for roll in play.rolls)


@pytest.mark.rule("blue.shoot.panic_threshold")
@pytest.mark.parametrize(
    ("models", "health", "wounds", "tests"),
    [
        (8, 1, 2, False),  # 2 x 4 = 8: exactly 25%
        (8, 1, 3, True),
        (7, 1, 2, True),  # 8 > 7
        (4, 1, 1, False),
        (3, 1, 1, True),
        (4, 3, 5, False),  # one model of four and a wounded one
        (4, 3, 6, True),
        (1, 4, 1, False),  # a single model by its Health
        (1, 4, 2, True),
        (1, 8, 2, False),
        (1, 8, 3, True),
    ],
)
def test_more_than_a_quarter(models: int, health: int, wounds: int, tests: bool) -> None:
    table = apart(10, Own=archers(wounds), Target=unit(models=models, health=health))
    assert panicked(table, wounds) is tests


@pytest.mark.rule("blue.shoot.panic_threshold")
def test_a_quarter_of_those_before_the_attack_not_of_those_at_the_start() -> None:
    # 5 of 10 are left: 2 x 4 = 8 > 5. By the start it would be 8 < 10.
    table = apart(10, Own=archers(2), Target=unit(models=10))
    table.unit("Target").models = table.unit("Target").models[:5]
    assert panicked(table, 2)


@pytest.mark.rule("blue.shoot.panic_threshold")
def test_one_panic_test_in_a_phase() -> None:
    text = "Own at 20,10 | Others at 28,10 | Target at 24,26 face 180"
    table = field(text, Own=archers(4), Others=archers(4), Target=unit(models=10))
    play = table.play({"to hit": 10, "to wound": 9, "Panic": 10}).choose("0>2").choose("1>2")
    assert sum("Panic" in roll.why for roll in play.rolls) == 1
    assert len(play.unit("Target").models) == 2


@pytest.mark.rule("blue.shoot.panic_fail")
def test_panic_leads_straight_away_and_is_no_flight() -> None:
    # D5 of face 7 is 4": from y = 20 to 24, right away from the shooter; 1 is no worse than any failure.
    table = apart(11.0, Target=unit(models=1, health=3)).places("Target", [(24, 20)])
    play = shot(wounded(table, "Target", 1), {"to hit": 10, "to wound": 9, "Panic Test": 1, "falls back": 7})
    assert spots(play, "Target") == [(24.0, 24.0)]
    assert not play.unit("Target").fleeing


@pytest.mark.rule("blue.shoot.panic_fail")
def test_panic_stops_at_the_edge_of_the_table() -> None:
    table = field("Own at 24,30 | Target at 24,46 face 180", Own=archers(1), Target=unit(models=1, health=3))
    table.places("Own", [(24, 30)])
    play = shot(wounded(table, "Target", 1), {"to hit": 10, "to wound": 9, "Panic Test": 1, "falls back": 10})
    (place,) = spots(play, "Target")
    assert place[1] == pytest.approx(48 - BASE / 2, abs=0.01)
    assert play.unit("Target").fate == ""


@pytest.mark.rule("blue.shoot.panic_fail", "blue.terrain.dangerous_no_save_fleeing")
def test_panic_is_not_slowed_by_ground_but_endangered_by_it() -> None:
    table = apart(11.0, "48x48 dangerous 24,26 20x11", Target=unit(models=1, health=3, armour=["Heavy Armour"]))
    table.places("Target", [(24, 20)])
    dice = {"to hit": 10, "to wound": 9, "Armour": 1, "Panic Test": 1, "Dangerous": 3, "falls back": 7}
    play = shot(wounded(table, "Target", 1), dice)
    assert spots(play, "Target") == [(24.0, 24.0)]
    assert any("Dangerous" in roll.why for roll in play.rolls)


@pytest.mark.rule("blue.shoot.panic_threshold", "blue.special.unbreakable")
def test_the_unbreakable_do_not_roll_for_panic() -> None:
    table = apart(10, Own=archers(4), Target=unit(models=5, rules=["Unbreakable"]))
    play = shot(table, {"to hit": 10, "to wound": 9})
    assert len(play.unit("Target").models) == 1
    assert play.told(events.TestPassedByRule)


@pytest.mark.rule("blue.special.regeneration_timing", "blue.shoot.panic_threshold")
def test_who_regenerates_panics_first() -> None:
    # Two of five fall: 8 > 5, they test; both come back at the end of the phase (7+).
    table = apart(10, Own=archers(2), Target=unit(models=5, rules=["Regeneration (7+)"]))
    play = shot(table, {"to hit": 10, "to wound": 9, "Panic": 10, "Regeneration": 7, "": 1})
    assert any("Panic" in roll.why for roll in play.rolls)
    assert len(play.unit("Target").models) == 3
    play.until(phase="combat")
    assert len(play.unit("Target").models) == 5


# Who may shoot, at whom


@pytest.mark.rule("blue.shoot.multi_weapon_types")
def test_a_chariot_shoots_each_weapon_once_at_targets_of_its_own() -> None:
    own = unit(type="chariot", ranged=6, weapons=["Bow", "Crossbow"], base=60)
    table = field("Own at 24,10 | Target at 18,26 face 180 | Other at 30,26 face 180", Own=own)
    play = table.play({"": 1}).choose("0:Bow>1")
    assert [key for key in play.keys if key.startswith("0")] == ["0:Crossbow>1", "0:Crossbow>2"]
    play.choose("0:Crossbow>2")
    assert [key for key in play.keys if key.startswith("0")] == []


@pytest.mark.rule("blue.unit_type.monster_arc")
@pytest.mark.parametrize(("y", "offered"), [(20.0, True), (19.9, False)])
def test_a_monster_shoots_within_its_front_half(y: float, offered: bool) -> None:
    # It looks up the table from (24, 20); a centre exactly beside it is at 90 degrees and still in front.
    own = unit(type="monster", ranged=6, weapons=["Bow"], base=60)
    table = field(f"Own at 24,20 | Target at 32,{y} face 180", Own=own, Target=unit())
    assert table.play().offers("0>1") is offered


@pytest.mark.rule("blue.unit_type.war_machine_pivot", "blue.ranged_mod.shooter_stood_still")
def test_a_war_machine_turns_to_shoot_and_has_stood_still() -> None:
    own = unit(type="war machine", ranged=6, weapons=["Bolt Thrower"], base=60, rules=["Ponderous"])
    table = still(field("Own at 24,20 | Target at 24,6 face 180", Own=own, Target=unit()))
    play = table.play({"": 1})
    assert shown(play, "0>1")["to hit"] == 5
    play.choose("0>1")
    assert play.told(shooting.TurnedToShoot)
    assert play.rolls[0].need == 5


@pytest.mark.rule("blue.shoot.not_into_combat")
def test_fleeing_units_are_targets_and_locked_units_neither_shoot_nor_are_shot_at() -> None:
    text = f"Own at 24,10 | Target at 24,26 face 180 fleeing | Friend at 10,26 | Held at 10,{26 + BASE} face 180"
    table = field(text, Friend=archers(1), Held=unit()).lock("Friend", "Held")
    play = table.play()
    assert play.offers("0>1")
    assert not play.offers("0>3")
    assert [key for key in play.keys if key.startswith("2")] == []
