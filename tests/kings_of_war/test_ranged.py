"""The ranged phase: who may shoot at whom, dice, nerve at the end (Ranged Phase; War Engines)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.firing import BOW, archers, field, shown, why_not, wizard
from tests.kings_of_war.harness import Play, unit
from warhost.rulesets.kings_of_war.chapters import ranged
from warhost.rulesets.kings_of_war.core import Effect, Settings, events, lay, values


def shot(text: str, dice: Any, key: str = "0>1", **units: Any) -> Play:
    return field(text, **units).play(dice).choose(key)


FACING = 'Archers at 36,10 order="advance" | Target at 36,25 face 180'
HALTED = "Archers at 36,10 | Target at 36,25 face 180"


def needs(text: str, option: str = "0>1", label: str = "to hit", **units: Any) -> float:
    """What the dice of an option need, as it is shown."""
    return shown(field(text, **{"Archers": archers()} | units).play(), option)[label]


# Who may fire


@pytest.mark.rule("kow.ranged.not_after_double")
def test_who_went_at_the_double_does_not_shoot() -> None:
    game = field(
        'Archers at 36,10 order="at the double" | More at 44,10 | Target at 36,25 face 180',
        Archers=archers(),
        More=archers(),
    ).play()
    assert why_not(game, "0>2") == "Archers went at the double."
    assert "1>2" in game.keys


@pytest.mark.rule("kow.ranged.not_wavering")
@pytest.mark.rule("kow.nerve.wavering_no_ranged")
def test_who_wavers_does_not_shoot() -> None:
    game = field(
        "Archers at 36,10 wavering=1 | More at 44,10 | Target at 36,25 face 180", Archers=archers(), More=archers()
    ).play()
    assert why_not(game, "0>2") == "Archers are wavering."


@pytest.mark.rule("kow.nerve.wavering_no_ranged")
@pytest.mark.parametrize("wavering", [1, 2])
def test_who_wavers_casts_no_spell(wavering: int) -> None:
    text = f"Wizard at 36,10 wavering={wavering} | More at 44,10 | Target at 36,20 face 180"
    game = field(text, Wizard=wizard(("Lightning Bolt", 3), ("Weakness", 1)), More=archers()).play()
    assert not [key for key in game.keys if key.startswith("0")]
    assert "1>2" in game.keys


@pytest.mark.rule("kow.ranged.not_engaged")
@pytest.mark.rule("kow.charge.engaged_no_ranged")
@pytest.mark.rule("kow.ranged.no_engaged_target")
def test_engaged_units_neither_shoot_nor_are_shot_at() -> None:
    text = "Archers at 36,10 | More at 46,10 | Target at 36,25 face 180 | Other at 46,25 face 180"
    game = field(text, Archers=archers(), More=archers()).engage("Target", "Archers").play()
    assert game.keys == ["1>3", "pass"]
    assert why_not(game, "0>3") == "Archers are engaged."
    assert why_not(game, "1>2") == "Target is engaged."


@pytest.mark.rule("kow.ranged.no_engaged_target")
def test_of_ranged_attacks_only_spells_marked_cc_reach_an_engaged_enemy() -> None:
    text = "Hero at 36,10 | Wizard at 40,10 | Friend at 30,25 | Target at 36,18 face 180"
    hero = unit(hero=True, artefact="War-Bow of Kaba")
    caster = wizard(("Weakness", 1), ("Lightning Bolt", 2))
    table = field(text, Hero=hero, Wizard=caster)
    shots = {"0>3", "1:Lightning Bolt>3"}
    assert {*shots, "1:Weakness>3"} <= set(table.play().keys)
    keys = set(table.engage("Friend", "Target", "left").play().keys)
    assert "1:Weakness>3" in keys
    assert not shots & keys


@pytest.mark.rule("kow.ranged.one_type")
@pytest.mark.rule("kow.magic.as_ranged")
def test_a_unit_uses_one_ranged_attack_in_a_turn() -> None:
    hero = wizard(("Heal", 3), shooting=4, weapons=[BOW])
    text = "Hero at 36,10 damage=2 | More at 46,10 | Target at 36,25 face 180"
    game = field(text, Hero=hero, More=archers()).play({"to hit": 1})
    assert {"0>2", "0:Heal>0"} <= set(game.keys)
    game.choose("0:Heal>0")
    assert why_not(game, "0>2") == "Hero has made a ranged attack in this turn already."


@pytest.mark.rule("kow.ranged.profile_defaults")
@pytest.mark.rule("kow.ranged.hit_dice")
def test_a_weapon_takes_what_it_does_not_say_from_the_unit() -> None:
    kaba = {"name": "War-Bow", "range": 24, "attacks": 1, "shooting": 4}
    game = field(FACING, Archers=archers(BOW, kaba, attacks=12)).play()
    bow, war_bow = shown(game, "0:Bow>1"), shown(game, "0:War-Bow>1")
    assert (bow["dice"], bow["to hit"]) == (12, 5)
    assert (war_bow["dice"], war_bow["to hit"]) == (1, 4)


@pytest.mark.rule("kow.ranged.hit_roll")
def test_a_weapon_without_a_shooting_value_cannot_fire() -> None:
    game = field(
        "Archers at 36,10 | More at 46,10 | Target at 36,25 face 180", Archers=archers(shooting=None), More=archers()
    ).play()
    assert game.keys == ["1>2", "pass"]


@pytest.mark.rule("kow.ranged.hit_dice")
def test_random_attacks_are_rolled() -> None:
    game = shot(FACING, [3, (5, 5, 1), (6, 1), (1, 1)], Archers=archers({**BOW, "attacks": "D6"}))
    assert game.unit("Target").damage == 1


# Targets


@pytest.mark.rule("kow.ranged.target")
def test_range_is_measured_between_the_nearest_points() -> None:
    near = "Archers at 36,10 | More at 10,10 | Target at 36,{} face 180"
    both = {"Archers": archers(), "More": archers({"name": "Sling", "range": 1})}
    depth = 80 / 25.4
    assert field(near.format(34 + depth), **both).play().keys == ["0>2", "pass"]
    game = field(near.format(34.1 + depth), **both).battle
    assert not ranged.possible(game, game.units[:1])
    assert ranged.denials(game, game.units[:1])[0].why == 'Target is 24.1" away; Bow reaches 24".'


@pytest.mark.rule("kow.ranged.target")
def test_only_what_is_seen_is_shot_at() -> None:
    text = "Archers at 36,10 | More at 50,10 | Wall at 36,16 | Target at 36,25 face 180"
    game = field(text, Archers=archers(), More=archers(), Wall=unit(size="horde")).play()
    assert why_not(game, "0>3") == "Archers cannot see Target: Wall in the way."
    assert game.keys == ["1>3", "pass"]


@pytest.mark.rule("kow.los.dispute_roll")
@pytest.mark.parametrize(("face", "seen"), [(4, True), (3, False)])
def test_a_die_settles_doubtful_sight(face: int, seen: bool) -> None:
    text = "Archers at 30,10 | One at 28.0315,16 | Two at 31.9985,16 | Target at 30,30 face 180 | More at 50,10"
    small = {"Archers": archers(size="troop"), "Target": unit(hero=True), "More": archers(shooting=6)}
    game = field(text, **small).play({"can see": face, "to hit": 1, "cover": 4})
    game.choose("0>3")
    assert bool(game.told(events.NotSeen)) is not seen
    if not seen:
        assert "0>3" not in game.keys


@pytest.mark.rule("kow.los.dispute_roll")
def test_doubt_may_be_settled_for_the_attacker() -> None:
    text = "Archers at 30,10 | One at 28.0315,16 | Two at 31.9985,16 | Target at 30,30 face 180"
    small = {"Archers": archers(size="troop"), "Target": unit(hero=True)}
    game = field(text, settings=Settings(doubtful="attacker"), **small).play({"to hit": 1})
    game.choose("0>3")
    assert [one.why for one in game.rolls] == ["Bow: to hit"]


@pytest.mark.rule("kow.war_engine.range")
def test_war_engines_shoot_48_inches() -> None:
    engine = unit(type="war engine", shooting=5, attacks=2, weapons=[{"name": "Ballista", "range": 0}])
    reach = 48 + (25 + 50) / 25.4
    for more, fires in ((0.0, 1), (0.1, 0)):
        table = field(f"Engine at 2,20 face 90 | Target at {2 + reach + more},20 face 180", Engine=engine)
        assert len(ranged.possible(table.battle, table.battle.units[:1])) == fires


@pytest.mark.rule("kow.war_engine.range")
@pytest.mark.parametrize("printed", [18, 60])
def test_a_printed_range_of_a_war_engine_counts(printed: int) -> None:
    engine = unit(type="war engine", shooting=5, attacks=2, weapons=[{"name": "Ballista", "range": printed}])
    reach = printed + (25 + 50) / 25.4
    for more, fires in ((0.0, 1), (0.1, 0)):
        table = field(f"Engine at 2,20 face 90 | Target at {2 + reach + more},20 face 180", Engine=engine)
        assert len(ranged.possible(table.battle, table.battle.units[:1])) == fires


@pytest.mark.rule("kow.special.indirect_minimum")
def test_indirect_weapons_do_not_reach_what_is_near() -> None:
    lob = {"name": "Mortar", "range": 48, "rules": ["Indirect"]}
    text = "Archers at 36,10 | More at 50,10 | Target at 36,{} face 180"
    both = {"Archers": archers(lob), "More": archers()}
    far = 10 + 80 / 25.4
    assert "0>2" in field(text.format(far + 12.1), **both).play().keys
    assert "too near" in why_not(field(text.format(far + 12), **both).play(), "0>2")


@pytest.mark.rule("kow.special.reload")
@pytest.mark.parametrize("order", ["advance", "change facing"])
def test_who_reloads_has_to_halt(order: str) -> None:
    text = f'Archers at 36,10 order="{order}" | More at 50,10 | Target at 36,25 face 180'
    game = field(text, Archers=archers(rules=["Reload"]), More=archers()).play()
    assert "have to halt" in why_not(game, "0>2")
    halted = field(HALTED, Archers=archers(rules=["Reload"])).play()
    assert halted.keys == ["0>1", "pass"]


@pytest.mark.rule("kow.withdraw.may_shoot")
def test_who_withdrew_may_shoot() -> None:
    assert needs('Archers at 36,10 order="withdraw" | Target at 36,25 face 180') == 5


# To hit


@pytest.mark.rule("kow.ranged.aiming")
@pytest.mark.rule("kow.ranged.implicit_halt")
def test_who_halted_aims() -> None:
    assert needs(HALTED) == 4
    assert needs('Archers at 36,10 order="halt" | Target at 36,25 face 180') == 4
    assert needs(FACING) == 5
    assert needs('Archers at 36,10 order="change facing" | Target at 36,25 face 180') == 5


COVERED = '72x48 hedge 36,18 12x0.5 | Archers at 36,10 order="advance" | Target at 36,25 face 180'


@pytest.mark.rule("kow.ranged.cover_modifier")
def test_cover_makes_it_harder() -> None:
    assert needs(COVERED) == 6
    assert needs(COVERED, Archers=archers(shooting=4)) == 5


@pytest.mark.rule("kow.ranged.cover_no_stack")
def test_cover_counts_once() -> None:
    hedge, corn = "hedge 36,18 12x0.5", "corn 36,25 6x4"
    for pieces, need in (("river 36,18 12x0.5", 4), (hedge, 5), (corn, 5), (f"{hedge} {corn}", 5)):
        assert needs(COVERED.replace(hedge, pieces), Archers=archers(shooting=4)) == need


@pytest.mark.rule("kow.special.indirect_cover")
def test_cover_does_not_help_against_indirect_weapons() -> None:
    lob = {"name": "Mortar", "range": 48, "rules": ["Indirect"]}
    far = COVERED.replace("36,25", "36,30")
    assert needs(far, Archers=archers(lob, shooting=4)) == 4
    assert needs(far, Archers=archers(lob, shooting=4), Target=unit(rules=["Stealthy"])) == 5


@pytest.mark.rule("kow.special.stealthy")
@pytest.mark.rule("kow.special.individual_shot_at")
def test_stealthy_units_and_individuals_are_hard_to_hit() -> None:
    four = {"Archers": archers(shooting=4)}
    assert needs(COVERED, **four, Target=unit(rules=["Stealthy"])) == 6
    assert needs(HALTED, **four, Target=unit(rules=["Stealthy"])) == 4
    assert needs(COVERED, **four, Target=unit(hero=True, rules=["Individual"])) == 6


@pytest.mark.rule("kow.ranged.hit_roll")
def test_dice_hit_at_the_shooting_value() -> None:
    game = shot(FACING, [(2, 4, 5, 6), (1, 1), (6, 6)], Archers=archers())
    assert game.told(events.UnitShot)[0].hits == 2


@pytest.mark.rule("kow.ranged.natural_one")
def test_a_natural_one_misses() -> None:
    game = shot(HALTED, [(1, 2, 2, 2), (1, 1, 1)], Archers=archers(shooting=2))
    assert game.told(events.UnitShot)[0].hits == 3


@pytest.mark.rule("kow.ranged.impossible_shot")
def test_an_impossible_shot_has_half_of_the_dice_and_needs_sixes() -> None:
    game = shot(COVERED, [(6, 5, 5, 5, 5), 1], Archers=archers(attacks=11), Target=unit(rules=["Stealthy"]))
    told = game.told(events.UnitShot)[0]
    assert (told.dice, told.hits, told.to_hit) == (5, 1, 6)


# Damage


@pytest.mark.rule("kow.ranged.damage_roll")
@pytest.mark.rule("kow.ranged.damage_counters")
def test_hits_damage_at_defence_and_add_up() -> None:
    game = shot(
        FACING.replace("face 180", "face 180 damage=4"), [(5,) * 5, (1, 3, 4, 5, 6), (1, 1)], Archers=archers(attacks=5)
    )
    assert game.unit("Target").damage == 7


@pytest.mark.rule("kow.ranged.damage_roll")
def test_modifiers_of_the_roll_to_damage_count_at_range() -> None:
    sharp = archers({**BOW, "rules": ["Piercing (1)"]}, attacks=5)
    assert shot(FACING, [(5,) * 5, (1, 2, 3, 4, 6), (1, 1)], Archers=sharp).unit("Target").damage == 3


@pytest.mark.rule("kow.ranged.damage_roll")
def test_what_takes_from_the_roll_to_damage_counts_at_range_too() -> None:
    table = field(FACING, Archers=archers(attacks=5))
    table.unit("Archers").effects = (Effect("Weakened", "start", 1),)
    game = table.play([(5,) * 5, (1, 3, 4, 5, 6), (1, 1)]).choose("0>1")
    assert game.unit("Target").damage == 2


@pytest.mark.rule("kow.ranged.damage_natural_one")
@pytest.mark.rule("kow.ranged.damage_natural_six")
def test_natural_faces_to_damage() -> None:
    sharp = archers({**BOW, "rules": ["Piercing (4)"]}, attacks=2)
    assert shot(FACING, [(5, 5), (1, 2), (1, 1)], Archers=sharp).unit("Target").damage == 1
    blunt = field(FACING, Archers=archers(attacks=2), Target=unit(defence=6))
    lay(blunt.battle, blunt.unit("Archers"), Effect("Weakened", "end", 0))
    assert blunt.play([(5, 5), (5, 6), (1, 1)]).choose("0>1").unit("Target").damage == 1


@pytest.mark.rule("kow.special.piercing")
def test_piercing_of_a_weapon_helps_to_damage() -> None:
    assert needs(FACING, label="to damage", Archers=archers({**BOW, "rules": ["Piercing (1)"]})) == 3


@pytest.mark.rule("kow.artefact.granted_attacks")
def test_an_artefacts_weapon_gets_none_of_the_units_rules() -> None:
    hero = archers(rules=["Piercing (2)", "Elite"], artefact="War-Bow of Kaba", hero=True, weapons=[], shooting=5)
    game = shot(FACING, [4, 3, (1, 1)], "0>1", Archers=hero)
    assert game.told(events.UnitShot)[0].to_damage == 3
    missed = shot(FACING, [1], "0>1", Archers=hero)
    assert missed.told(events.UnitShot)[0].hits == 0


@pytest.mark.rule("kow.nerve.devastated_attacks")
def test_devastated_units_shoot_with_half_of_their_dice() -> None:
    assert needs(HALTED.replace("36,10", "36,10 damage=13"), label="dice", Archers=archers(attacks=11)) == 5


@pytest.mark.rule("kow.special.big_shield")
def test_the_facing_that_is_hit_follows_from_where_the_firer_stands() -> None:
    shield = {"Archers": archers(), "Target": unit(rules=["Big Shield"])}
    assert needs(FACING, label="to damage", **shield) == 6
    assert needs(FACING.replace("face 180", "face 100"), label="to damage", **shield) == 4


# The end of the phase


@pytest.mark.rule("kow.ranged.nerve_at_end")
def test_one_test_at_the_end_for_all_damage_of_the_phase() -> None:
    text = "Archers at 36,10 | More at 42,10 | Target at 36,25 face 180 | Safe at 42,25 face 180"
    both = {"Archers": archers(), "More": archers()}
    game = field(text, **both).play([(6, 6, 6, 1), (6, 6, 6), (6, 6, 1, 1), (6, 6), (3, 4)])
    game.choose("0>2").choose("1>2")
    tests = game.told(events.NerveTested)
    assert [(one.unit, one.total) for one in tests] == [(2, 12)]
    assert game.unit("Target").wavering == 1


@pytest.mark.rule("kow.ranged.nerve_at_end")
def test_who_was_hit_but_not_damaged_does_not_test() -> None:
    game = shot(FACING, [(6, 6, 6, 6), (1, 1, 1, 1)], Archers=archers())
    assert not game.told(events.NerveTested)


@pytest.mark.rule("kow.special.shattering")
def test_shattering_adds_to_the_test_of_who_was_damaged() -> None:
    fire = archers({**BOW, "rules": ["Shattering (1)"]}, attacks=1)
    hurt = HALTED.replace("face 180", "face 180 damage=5")
    game = shot(hurt, [6, 6, (3, 4)], Archers=fire, Target=unit(nerve=14))
    assert game.unit("Target").wavering == 1
    missed = field(hurt, Archers=fire, Target=unit(nerve=14)).play([6, 1]).choose("0>1")
    assert missed.unit("Target").wavering == 0


@pytest.mark.rule("kow.special.frostbite")
def test_frostbite_of_a_weapon_freezes_who_was_damaged() -> None:
    cold = archers({**BOW, "rules": ["Frostbite"]}, attacks=1)
    game = shot(HALTED, [6, 6, (1, 1)], Archers=cold, Target=unit(speed=6))
    assert values.speed(game.battle, game.unit("Target")) == 5


def test_a_phase_without_anything_to_do_says_why() -> None:
    game = field("Archers at 36,10 | Target at 36,42 face 180", Archers=archers()).play()
    told = game.told(events.NothingToDo)[0]
    assert (told.phase, told.why) == ("Ranged", 'Target is 28.9" away; Bow reaches 24"')


def test_odds_tell_damage_and_nerve_exactly() -> None:
    """Two dice at 4+ against Defence 4+, 10 damage on Nerve 12: any damage makes 1 less to roll."""
    text = HALTED.replace("face 180", "face 180 damage=10")
    told = shown(field(text, Archers=archers(attacks=2)).play(), "0>1")
    assert told["expected damage"] == pytest.approx(0.5)
    assert told["the enemy wavers"] == pytest.approx((2 * 3 / 16 + 1 / 16) * 35 / 36)
