"""Positions reckoned by hand from the book and its rulings: Initiative, blows, weapons and unit types."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blue_age.fighting import dice, field, needed, parts, played, rolled, step_of, struck, touching
from tests.blue_age.harness import Table, hero, unit
from warhost.rulesets.blue_age.core.events import combat as events

MEN = unit(models=5)
ONE = unit()


def armed(table: Table, **weapons: str) -> Table:
    """The units fight with those weapons."""
    for name, weapon in weapons.items():
        table.unit(name).weapon = weapon
    return table


def charging(table: Table, name: str = "A", target: str = "X") -> Table:
    """As if that unit had just charged that one."""
    one, other = table.unit(name), table.unit(target)
    one.charged, other.charged_by = (other.id,), (one.id,)
    return table


# Initiative


@pytest.mark.rule("blue.fight.initiative_modifiers_first", "blue.initiative_mod.slow_weapon")
@pytest.mark.parametrize(
    ("base", "weapon", "charged", "step"),
    [
        (10, "Hand Weapon", True, 10),  # 11 is held to 10
        (1, "Great Weapon", False, 1),  # -1 is held to 1
        (4, "Great Weapon", True, 3),  # 4 + 1 - 2
        (4, "Flail", True, 6),  # 4 + 1 + 1
        (2, "Great Weapon", True, 1),
    ],
)
def test_the_step_of_a_weapon(base: int, weapon: str, charged: bool, step: int) -> None:
    table = armed(touching(unit(initiative=base, weapons=[weapon]), unit(initiative=5)), A=weapon)
    assert step_of(played(charging(table) if charged else table), "A") == step


@pytest.mark.rule("blue.unit_type.swarm_no_initiative_bonus", "blue.initiative_mod.snared")
def test_swarms_have_no_bonuses_but_all_penalties() -> None:
    # Charged and with a Fast weapon: 4, neither 5 nor 6. Snared: 4 - 3.
    swarm = unit(type="swarm", models=2, weapons=["Short Weapon"])
    assert step_of(played(charging(armed(touching(swarm, MEN), A="Short Weapon"))), "A") == 4
    table = charging(armed(touching(swarm, MEN), A="Short Weapon"))
    table.unit("A").snared = True
    assert step_of(played(table), "A") == 1


@pytest.mark.rule("blue.initiative_mod.snared")
def test_the_snared_strike_three_steps_later() -> None:
    table = touching(ONE, ONE)
    table.unit("A").snared = True
    assert step_of(played(table), "A") == 1


# Hits, wounds, saves


@pytest.mark.rule("blue.unit_type.swarm_hard_to_hit", "blue.melee_mod.attacker_charged")
def test_swarms_are_hard_to_hit() -> None:
    assert needed(played(touching(MEN, unit(type="swarm", models=2))), "A") == 7
    assert needed(played(charging(touching(MEN, unit(type="swarm", models=2)))), "A") == 6


@pytest.mark.rule("blue.melee_mod.attacker_outnumbers", "blue.melee_mod.defender_outnumbers")
@pytest.mark.parametrize(("more", "ours", "theirs", "points"), [(1, 6, 6, 1), (2, 5, 7, 2), (3, 5, 7, 3)])
def test_two_units_more_are_one_better(more: int, ours: int, theirs: int, points: int) -> None:
    # BLUE-R62: 2 against 1 is a surplus of 1 (no pair), 3 against 1 one pair, 4 against 1 a pair and a half.
    others: dict[str, Any] = {f"B{number}": (f"at {4 + 6 * number},4", ONE) for number in range(more)}
    table = touching(MEN, MEN, **others)
    for name in others:
        table.lock(name, "X")
    game = played(table)
    assert (needed(game, "A"), needed(game, "X")) == (ours, theirs)
    assert parts(game, 0)["outnumbering"] == points


@pytest.mark.rule("blue.melee_mod.attacker_outnumbers", "blue.joining.part_of_unit")
def test_a_joined_hero_is_no_unit_that_outnumbers() -> None:
    heroes: dict[str, Any] = {"H": ("at 24,19.015748", hero()), "J": ("at 25,19.015748", hero())}
    table = touching(MEN, MEN, **heroes).join("H", "A").join("J", "A")
    game = table.play(dice=dice())
    game.until("", phase="end") if game.topic in ("challenge",) else game
    assert "outnumbering" not in parts(game, 0)


@pytest.mark.rule("blue.melee_quality.polearm_defence", "blue.melee_mod.defender_polearms")
@pytest.mark.parametrize(("weapon", "need"), [("Spear", 6), ("Hand Weapon", 5)])
def test_polearms_that_are_used_keep_chargers_off(weapon: str, need: int) -> None:
    table = armed(touching(MEN, unit(models=5, weapons=["Spear"])), X=weapon)
    assert needed(played(charging(table)), "A") == need


@pytest.mark.rule("blue.melee_quality.polearm_defence")
def test_polearms_keep_nobody_off_who_has_not_charged() -> None:
    assert needed(played(armed(touching(MEN, unit(models=5, weapons=["Spear"])), X="Spear")), "A") == 6


@pytest.mark.rule("blue.melee_quality.polearm_reach", "blue.melee_quality.polearm_condition")
@pytest.mark.parametrize(("gap", "attacks"), [(2.0, 2), (3.1, 2), (3.3, 1)])
def test_the_second_rank_reaches_two_inches(gap: float, attacks: int) -> None:
    # The second model stands behind the first, so far from X. 2.0" is in reach; from 3.1" its Push of 3 cm (1.18")
    # brings it to 1.92"; from 3.3" to 2.12", which is too far.
    base = 25 / 25.4
    table = touching(unit(models=2, weapons=["Spear"], initiative=9), unit(grit=9))
    x, y = table.unit("X").models[0].x, table.unit("X").models[0].y
    table.places("A", [(x - base, y), (x, y - base - gap)])
    game = played(armed(table, A="Spear"))
    assert sum(event.attacks for event in struck(game, "A")) == attacks


@pytest.mark.rule("blue.melee_quality.polearm_condition")
def test_nobody_reaches_out_if_nobody_touches() -> None:
    # Both stand 1.5" off. One Push of 1.18" leaves 0.32": no model of A is in contact when A strikes.
    table = touching(unit(models=1, weapons=["Spear"], initiative=9), unit(attacks=0), gap=1.5)
    assert not struck(played(armed(table, A="Spear")), "A")


@pytest.mark.rule("blue.melee_quality.scythe", "blue.melee_weapon.war_scythe")
def test_a_scythe_is_stronger_from_afar() -> None:
    # Strength 4 against Grit 4: +1 in contact wounds on 5+, +3 from behind on 3+.
    base = 25 / 25.4
    table = touching(unit(models=2, weapons=["War Scythe"], initiative=9), unit(health=5, attacks=0))
    x, y = table.unit("X").models[0].x, table.unit("X").models[0].y
    table.places("A", [(x, y - base), (x, y - 2 * base - 0.2)])
    game = played(armed(table, A="War Scythe"), dice(to_hit=9))
    assert {roll.need for roll in rolled(game, "to wound")} == {3, 5}


@pytest.mark.rule("blue.melee_quality.lance", "blue.melee_weapon.lance")
@pytest.mark.parametrize(("charged", "wound", "save"), [(True, 4, 8), (False, 5, 7)])
def test_a_lance_is_best_in_the_turn_of_the_charge(charged: bool, wound: int, save: int) -> None:
    # Strength 4 + 2 against Grit 4 wounds on 4+ with AP -2; later + 1 on 5+ with AP -1. Heavy Armour saves on 6+.
    table = armed(touching(unit(weapons=["Lance"], initiative=9), unit(armour=["Heavy Armour"])), A="Lance")
    game = played(charging(table) if charged else table, dice(to_hit=9, to_wound=9))
    assert (needed(game, "A", "to wound"), needed(game, "X", "Armour")) == (wound, save)


@pytest.mark.rule("blue.melee_quality.lance")
def test_who_is_charged_has_the_lesser_lance() -> None:
    table = armed(touching(unit(weapons=["Lance"], initiative=9), ONE), A="Lance")
    game = played(charging(table, "X", "A"), dice(to_hit=9))
    assert needed(game, "A", "to wound") == 5


@pytest.mark.rule("blue.melee_quality.fast_reroll")
@pytest.mark.parametrize(("initiative", "again"), [(5, True), (4, False), (3, False)])
def test_a_fast_weapon_strikes_again_at_the_slower_by_profile(initiative: int, again: bool) -> None:
    # Against base 4: 5 is higher; 4 is not, though the weapon lifts it to 5.
    table = touching(unit(initiative=initiative, weapons=["Flail"]), unit(attacks=0))
    game = played(armed(table, A="Flail"))
    assert len(rolled(game, "to hit")) == (2 if again else 1)


@pytest.mark.rule("blue.melee_quality.two_handed_shield", "blue.armour.row_4_shield")
@pytest.mark.parametrize(("weapon", "save"), [("Hand Weapon", 6), ("Great Weapon", 7)])
def test_both_hands_leave_none_for_a_shield(weapon: str, save: int) -> None:
    # Medium Armour 7+, a Shield makes it 6+ with Parry; a Great Weapon takes both away.
    guard = unit(armour=["Medium Armour", "Shield"], weapons=["Great Weapon"], initiative=1)
    game = played(armed(touching(ONE, guard), X=weapon), dice(to_hit=9, to_wound=9, Armour=5))
    assert needed(game, "X", "Armour") == save
    assert len(rolled(game, "Armour")) == (2 if weapon == "Hand Weapon" else 1)


@pytest.mark.rule("blue.melee_quality.shred", "blue.melee_quality.parry")
@pytest.mark.parametrize(("faces", "lives"), [((9, 2), False), ((2, 9), True), ((9, 9), True), ((2, 2), False)])
def test_the_first_die_decides_which_second_there_is(faces: tuple[int, int], lives: bool) -> None:
    # A Stomp has Shred, so that a success is rolled again; a Great Shield parries, so that a failure is. The second die
    # stands (BLUE-R107). Armour 6+ and 2 better, against AP -3: 7+.
    guard = unit(armour=["Heavy Armour", "Great Shield"], attacks=0, base=60, rules=["Unbreakable"])
    table = touching(unit(type="monster", health=6, attacks=0, base=60), guard)
    game = played(table, dice(to_hit=9, to_wound=9, Armour=[faces[0], faces[1]]))
    assert needed(game, "X", "Armour") == 7
    assert bool(game.unit("X").models) is lives


@pytest.mark.rule("blue.to_wound.automatic")
def test_an_automatic_wound_kills_a_model_of_many_health_and_scores_them() -> None:
    # Strength 10 against Grit 4 is A: no die, no armour, one whole model of 3 Health, 3 points (BLUE-R37, BLUE-R43).
    table = touching(unit(strength=10, initiative=9), unit(models=2, health=3, armour=["Heavy Armour"], attacks=0))
    game = played(table, dice(to_hit=9, Armour=10))
    assert not rolled(game, "to wound")
    assert not rolled(game, "Armour")
    assert len(game.unit("X").models) == 1
    assert parts(game, 0) == {"unsaved wounds": 3}


@pytest.mark.rule("blue.fight.wound_roll", "blue.fight.wrathful_blow")
def test_a_ten_does_not_wound_where_the_chart_has_a_dash() -> None:
    # Strength 1 against Grit 9: "-".
    game = played(touching(unit(strength=1, initiative=9), unit(grit=9, attacks=0)), dice(to_hit=9, to_wound=10))
    assert game.unit("X").models


@pytest.mark.rule("blue.combat_score.unsaved_wounds")
def test_wounds_beyond_the_last_model_do_not_score() -> None:
    # Five hit and wound twice each; X has 2 Health in all.
    table = touching(unit(models=5, attacks=2, initiative=9), unit(models=1, health=2, attacks=0, base=60))
    game = played(table, dice(to_hit=9, to_wound=9))
    assert parts(game, 0) == {"unsaved wounds": 2}


@pytest.mark.rule("blue.special.deathblow", "blue.combat_score.unsaved_wounds")
def test_a_deathblow_kills_whatever_its_health_and_saves() -> None:
    guard = unit(models=1, health=4, armour=["Heavy Armour"], rules=["Magical Save (4+)"], attacks=0)
    game = played(touching(unit(rules=["Deathblow"], initiative=9), guard), dice(to_hit=9, to_wound=9, Armour=10))
    assert not game.unit("X").models
    assert parts(game, 0) == {"unsaved wounds": 4}


@pytest.mark.rule("blue.special.deathblow")
def test_a_deathblow_has_to_reach_the_needed_number() -> None:
    # Strength 2 against Grit 9 wounds on 10+ (d = -7): a 9 does nothing.
    table = touching(unit(rules=["Deathblow"], strength=2, initiative=9), unit(grit=9, attacks=0))
    game = played(table, dice(to_hit=9, to_wound=9))
    assert game.unit("X").models


@pytest.mark.rule("blue.special.deathblow_monsters")
@pytest.mark.parametrize(("save", "lost"), [(1, 2), (10, 0)])
def test_a_monster_suffers_one_wound_more(save: int, lost: int) -> None:
    # The first wound may be saved; if it is not, the second has no save (BLUE-R111).
    monster = unit(type="monster", health=8, grit=4, armour=["Heavy Armour"], attacks=0, base=60)
    game = played(touching(unit(rules=["Deathblow"], initiative=9), monster), dice(to_hit=9, to_wound=9, Armour=save))
    assert game.unit("X").models[0].lost == lost


@pytest.mark.rule("blue.special.animated_construct_ap")
@pytest.mark.parametrize(("weapon", "face", "save"), [("Hand Weapon", 9, 6), ("Halberd", 9, 7), ("Halberd", 10, 8)])
def test_a_construct_ignores_the_first_point(weapon: str, face: int, save: int) -> None:
    # Heavy Armour 6+. Halberd: AP 2 - 1. A Wrathful Blow: 2 + 1 - 1.
    table = touching(
        unit(weapons=[weapon], initiative=9),
        unit(armour=["Heavy Armour"], rules=["Animated Construct"], attacks=0),
    )
    game = played(armed(table, A=weapon), dice(to_hit=9, to_wound=face, Armour=10))
    assert needed(game, "X", "Armour") == save


@pytest.mark.rule("blue.unit_type.monstrous_infantry_ap", "blue.unit_type.monstrous_infantry_impact")
def test_the_blows_of_monstrous_infantry_pierce_but_not_their_impact() -> None:
    # One Impact Attack at AP 0 (armour 6+), then the blow at AP -1 (7+).
    ogre = unit(type="monstrous infantry", base=40)
    table = touching(ogre, unit(models=1, health=9, armour=["Heavy Armour"], initiative=1, base=40))
    game = played(charging(table), dice(to_hit=9, to_wound=9, Armour=1))
    assert [(roll.dice, roll.need) for roll in rolled(game, "Armour") if roll.unit == 1] == [("1D10", 6), ("1D10", 7)]


@pytest.mark.rule("blue.unit_type.monster_ap", "blue.special.smash")
@pytest.mark.parametrize(("weapon", "save"), [("Hand Weapon", 9), ("Great Weapon", 10)])
def test_the_blows_of_a_monster_pierce_three_or_two_more_than_the_weapon(weapon: str, save: int) -> None:
    # Heavy Armour 6+ against AP -3, or -2 - 2 (BLUE-R87).
    table = touching(
        unit(type="monster", health=6, weapons=[weapon], initiative=9, base=60),
        unit(health=9, armour=["Heavy Armour"], attacks=0, base=60, rules=["Unbreakable"]),
    )
    game = played(armed(table, A=weapon), dice(to_hit=9, to_wound=9, Armour=10))
    assert needed(game, "X", "Armour") == save


@pytest.mark.rule("blue.unit_type.monster_impact", "blue.unit_type.flyer_impact", "blue.special.impact_attacks")
@pytest.mark.parametrize(
    ("kind", "flyer", "attacks", "impacts"),
    [
        ("monster", False, 3, 4),  # 3 + 1
        ("monster", True, 3, 7),  # 3 + 1 + 3
        ("cavalry", False, 2, 1),
        ("cavalry", True, 2, 3),
        ("monstrous infantry", False, 3, 1),
        ("chariot", False, 3, 2),
        ("beast", False, 2, 0),
        ("infantry", True, 2, 2),
    ],
)
def test_how_many_impact_attacks(kind: str, flyer: bool, attacks: int, impacts: int) -> None:
    one = unit(type=kind, flyer=flyer, attacks=attacks, health=4, base=60)
    game = played(charging(touching(one, unit(models=1, health=20, attacks=0, base=60))))
    assert sum(event.attacks for event in struck(game, "A") if event.what == "Impact Attacks") == impacts


@pytest.mark.rule("blue.unit_type.monster_impact", "blue.special.impact_attacks")
def test_a_monster_shares_its_impacts_among_those_that_it_touches() -> None:
    # 4 + 1 for both together: three for the one, two for the other.
    soft = unit(models=1, health=20, attacks=0)
    text = "A at 24,20 | X at 23.2,21.469 face 180 | Y at 24.8,21.469 face 180"
    table = field(text, A=unit(type="monster", attacks=4, health=9, base=60), X=soft, Y=soft)
    table.lock("A", "X").lock("A", "Y")
    game = played(charging(charging(table), "A", "Y"))
    assert [event.attacks for event in struck(game, "A") if event.what == "Impact Attacks"] == [3, 2]


@pytest.mark.rule("blue.unit_type.chariot_impact", "blue.special.furious_charge")
def test_the_impact_of_a_chariot_pierces_and_furious_charge_makes_it_stronger() -> None:
    # Strength 4 + 1 against Grit 4: 5+. Heavy Armour 6+ against AP -2: 8+.
    cart = unit(type="chariot", health=4, base=60, rules=["Furious Charge"], initiative=2)
    table = touching(cart, unit(models=1, health=9, armour=["Heavy Armour"], attacks=0, base=60))
    game = played(charging(table), dice(to_wound=9, Armour=10))
    assert (needed(game, "A", "Impact Attacks: to wound"), needed(game, "X", "Impact Attacks: Armour")) == (5, 8)


@pytest.mark.rule("blue.special.stomp")
def test_a_monster_stomps_last_of_all() -> None:
    # Initiative 1, 4+, its own Strength, AP -3, Shred: Heavy Armour on 9+, a success again.
    monster = unit(type="monster", health=6, attacks=0, strength=6, base=60)
    table = touching(monster, unit(health=9, armour=["Heavy Armour"], initiative=9, base=60, rules=["Unbreakable"]))
    game = played(table, dice(**{"A Stomp: to hit": 4, "to wound": 9, "Armour": [9, 8]}))
    assert [(event.attacks, event.hits, event.wounds) for event in struck(game, "A")][-1] == (1, 1, 1)
    assert needed(game, "A", "Stomp: to hit") == 4
    assert game.told(events.StepBegan)[-1].step == 1


@pytest.mark.rule("blue.special.rage", "blue.special.frenzy_rules")
@pytest.mark.parametrize("name", ["Rage", "Frenzy"])
@pytest.mark.parametrize(("charged", "attacks"), [(True, 10), (False, 5)])
def test_rage_adds_an_attack_after_a_charge(name: str, charged: bool, attacks: int) -> None:
    table = touching(unit(models=5, rules=[name]), MEN)
    game = played(charging(table) if charged else table)
    assert sum(event.attacks for event in struck(game, "A")) == attacks


@pytest.mark.rule("blue.melee_mod.attacker_in_cover", "blue.special.shrouded_cover")
def test_the_shrouded_have_no_cover_from_those_on_the_same_open_ground() -> None:
    # BLUE-R64: two units in the same terrain have none from each other.
    game = played(touching(unit(models=5, rules=["Shrouded"]), MEN))
    assert (needed(game, "A"), needed(game, "X")) == (6, 6)


@pytest.mark.rule("blue.melee_mod.attacker_lost_previous", "blue.melee_mod.defender_lost_previous")
def test_a_lost_fight_counts_in_the_turn_after_it() -> None:
    table = touching(MEN, MEN)
    table.battle.turn = 4
    table.unit("X").lost_in = 3
    game = played(table)
    assert (needed(game, "A"), needed(game, "X")) == (5, 7)


@pytest.mark.rule("blue.melee_mod.attacker_lost_previous")
def test_after_a_turn_without_a_fight_a_lost_one_is_forgotten() -> None:
    table = field("A at 10,10 | X at 40,40 face 180", A=MEN, X=MEN)
    table.battle.turn = 3
    table.unit("X").lost_in = 2
    assert table.play(dice=dice()).until(turn=4).unit("X").lost_in == 0
