"""Positions reckoned by hand where rules meet: banners, magic, cohesion, templates, buildings, the environment."""

from __future__ import annotations

from math import dist
from typing import Any

import pytest

from tests.blue_age import magic, shooters
from tests.blue_age.fighting import charge, dice, field, needed, parts, played, step_of, struck, touching
from tests.blue_age.harness import draw, hero, spots, unit
from tests.blue_age.meeting_rules import MEN, ONE, declared
from tests.blue_age.positions import BASE, apart, staged, wounded
from tests.blue_age.positions import dice as shots_at
from tests.blue_age.test_combat_buildings import housed
from tests.blue_age.test_positions_6 import duel, fought
from warhost.dice import Chance
from warhost.play import Setup
from warhost.players import start
from warhost.players.solo import Solo
from warhost.rulesets.blue_age.chapters.scenario.objectives import strength_at
from warhost.rulesets.blue_age.core import Marker
from warhost.rulesets.blue_age.core.events import combat as events
from warhost.rulesets.blue_age.core.events import magic as magic_events
from warhost.rulesets.blue_age.ruleset import RULESET

# Banners and objectives


@pytest.mark.rule("blue.warbanner.planted_objective_hold", "blue.objective_hold.swarms")
def test_a_planted_banner_lets_even_swarms_hold_a_little() -> None:
    # The bearer 1 + 1 + 1, three men within 6 cm 2 each, a swarm 0 + 1.
    table = draw(
        'Bob at 24,20 | Men at 24,21.2 form="line" | Rats at 22.5,20 | Foe at 4,40 face 180',
        Bob=hero(warbanner=True),
        Men=unit(models=3),
        Rats=unit(type="swarm", base=40),
        Foe=ONE,
    )
    marker = Marker(24.0, 20.0)
    table.battle.markers = (marker,)
    assert strength_at(table.battle, 0, marker) == 5
    table.unit("Bob").planted = 0
    assert strength_at(table.battle, 0, marker) == 10


@pytest.mark.rule("blue.objective_hold.hero", "blue.duel.ends_on_death", "blue.resolution.fail_fall_back")
def test_a_duellist_holds_when_his_unit_has_run_and_who_fell_back_holds_too() -> None:
    marker = Marker(28.5, 20.5)
    falls: dict[str, Any] = {
        "Guard Hand Weapon: to hit": [9, 1],
        "Guard Hand Weapon: to wound": 9,
        "Lost": 3,
        "Fall back": 1,
    }
    game = fought(
        duel(guard=unit(models=5, initiative=9), pack=unit(models=9))
        .play(dice=dice(**falls))
        .until("challenge")
        .choose("1")
        .choose("3")
    )
    near = [m for m in game.unit("Pack").models if dist((m.x, m.y), (28.5, 20.5)) <= 3 + BASE / 2]
    # Bob 1 + 1, and those of his pack who fell back by 1" only.
    assert strength_at(game.battle, 1, marker) == 2 + len(near)
    assert near
    game.unit("Pack").fleeing = True
    assert strength_at(game.battle, 1, marker) == 2


# Magic


@pytest.mark.rule(
    "blue.dispel_mod.target_higher_mr",
    "blue.dispel_mod.own_engaged",
    "blue.dispel_mod.target_wounded",
    "blue.dispel.twelves_explode",
)
def test_a_hard_dispel_on_nines_goes_on_with_twelves_and_expels_nothing() -> None:
    # Witch of rating 2 needs 7+; against rating 4 (-2), locked (-1), the mage wounded (+1): 9+. 12 and 12 bring two
    # dice more, a 9 and an 8: three successes against three, and no Expulsion for the double.
    text = "90x90 | Mage at 4,4 | Witch at 14,4 face 180 | Own at 30,30"
    drawn = magic.table(
        text,
        pools=(3, 2),
        spells={"Mage": ("Ward",), "Witch": ("Ward",)},
        Mage=magic.mage(magic=4, health=3),
        Witch=magic.mage(),
        Own=ONE,
    )
    wounded(drawn, "Mage", 1).lock("Witch", "Own")
    game = magic.cast(drawn.play(dice=[(5, 6, 7), (12, 12), (9, 8)]), "0:Ward>0", 3).choose("1:2")
    told = magic.dispelled(game)
    assert (told.successes, told.dispelled) == (3, True)
    assert not game.told(magic_events.ExpulsionRolled)


@pytest.mark.rule("blue.casting.twelves_explode", "blue.expulsion.quadruple_bonus", "blue.expulsion.12_crossing_taketh")
def test_four_twelves_out_of_two_dice_call_the_crossing_on_a_ten() -> None:
    text = "Mage at 24,10 | Guard2 at 26,10 | Foe at 24,40 face 180 fleeing"
    drawn = magic.table(text, Guard2=unit(health=4))
    game = magic.cast(drawn.play(dice=[(12, 12), (12, 12), (1, 2), 10]), "0:Ward>1", 2)
    (expulsion,) = game.told(magic_events.ExpulsionRolled)
    assert expulsion.total == 12
    assert not game.unit("Mage").models
    assert not game.unit("Guard2").models
    assert not magic.was_cast(game)


@pytest.mark.rule("blue.combat.spells_alternate", "blue.combat.spells_until_done")
def test_who_has_no_dice_left_is_passed_over() -> None:
    # The first player has two casters and two dice, the second a caster and none: 0, 0.
    text = "Mage at 24,10 | Mage2 at 28,10 | Witch at 24,20 face 180"
    drawn = magic.table(
        text,
        "spells",
        (2, 0),
        spells={"Mage": ("Dread",), "Mage2": ("Dread",), "Witch": ("Dread",)},
        Mage2=magic.mage(),
        Witch=magic.mage(),
    )
    game = drawn.play(dice={"": 3})
    seats = []
    while game.battle.stage == "spells":
        if game.topic == "spell":
            seats.append(game.question.seat)
            game.choose(next(key for key in game.keys if key != "pass"))
        elif game.topic == "dice":
            game.choose("1")
        else:
            game.decline()
    assert seats == [0, 0]


@pytest.mark.rule("blue.shoot.not_into_combat", "blue.magic.every_phase")
def test_a_caster_in_combat_shoots_no_bolt_at_whom_he_fights() -> None:
    text = f"Mage at 24,10 | Foe at 24,{10 + BASE} face 180 | Other at 34,10 face 180"
    drawn = magic.table(text, "shoot", (3, 0), spells={"Mage": ("Arc Bolt",)}, Other=MEN, Foe=MEN).lock("Mage", "Foe")
    game = drawn.play(dice={"": 3})
    keys = [key for key in game.keys if "Arc Bolt" in key]
    assert keys == ["0:Arc Bolt>2"]


@pytest.mark.rule("blue.special.flammable", "blue.casting.resolve_and_next")
def test_fire_of_a_spell_needs_no_die_to_wound_the_flammable() -> None:
    text = "Mage at 24,10 | Foe at 24,20 face 180"
    drawn = magic.table(
        text,
        "shoot",
        (3, 0),
        spells={"Mage": ("Kindle",)},
        Foe=unit(models=6, rules=["Flammable", "Magical Save (8+)"], armour=["Heavy Armour"]),
    )
    game = magic.cast(drawn.play(dice=dice(Casting=(9, 8), Magical=(8, 7, 7))), "0:Kindle>1", 2)
    # D5 of a 5 are 3 hits, one of them saved by magic.
    assert len(game.unit("Foe").models) == 4
    assert not [roll for roll in game.rolls if "to wound" in roll.why or "Armour" in roll.why]


# Cohesion


@pytest.mark.rule("blue.move.cohesion", "blue.charge.declare_alternating")
@pytest.mark.parametrize(("gap", "may"), [(2.0, True), (2.1, False)])
def test_a_unit_torn_in_two_by_its_losses_declares_no_charge(gap: float, may: bool) -> None:
    table = field("A at 24,14 | X at 24,20 face 180", A=unit(models=4), X=MEN)
    table.places("A", [(21, 14), (22, 14), (22 + BASE + gap, 14), (23 + BASE + gap, 14)])
    game = table.play(dice=dice())
    assert (game.question.seat == 0 and game.offers(unit="A", target="X")) is may


# Templates, buildings


@pytest.mark.rule("blue.ranged_weapon.kragi_bombs", "blue.unit_type.monster_easy_target")
def test_a_bomb_at_a_monster_is_one_better_and_one_hit() -> None:
    monster = unit(type="monster", health=8, base=100, grit=7)
    table = shooters.field(
        "Own at 24,8 | Target at 24,16 face 180", Own=shooters.archers(1, "'Kragi Bombs"), Target=monster
    )
    play = table.play({"to hit": 5, "to wound": 9, "Armour": 1, "": 5}).choose("0>1")
    if play.topic != "shoot":
        play.place(24, 16)
    assert next(roll.need for roll in play.rolls if "to hit" in roll.why) == 5
    assert play.unit("Target").models[0].lost == 1


@pytest.mark.rule("blue.special.blast", "blue.joining.not_targetable")
def test_each_under_a_blast_is_wounded_by_its_own_grit() -> None:
    # Strength 8: 2+ against Grit 4, 3+ against the Hero's 5; a 2 wounds the man and not the Hero.
    table = shooters.field(
        "Own at 24,8 | Target at 24,14 face 180 | Chief at 26,14 face 180",
        Own=shooters.archers(1, "'Kragi Bombs"),
        Target=unit(models=2),
        Chief=hero(grit=5, destiny=0),
    ).join("Chief", "Target")
    table.places("Target", [(24, 14), (20.5, 14)]).places("Chief", [(25, 14)])
    play = table.play({"to hit": 10, "to wound": 2, "": 10}).choose("0>1")
    play.place(24, 14)
    assert {roll.need for roll in play.rolls if "to wound" in roll.why} == {2, 3}
    assert (len(play.unit("Target").models), play.unit("Chief").models[0].lost) == (1, 0)


@pytest.mark.rule(
    "blue.initiative_mod.in_building_charged", "blue.special.terror_target_test", "blue.melee_mod.attacker_in_cover"
)
def test_terror_takes_from_a_house_most_of_what_it_gives() -> None:
    # 4 + 3 - 2 = 5; 6+ with +1 for cover and -2: 7+.
    monster = unit(type="monster", health=9, base=60, initiative=1)
    game = charge(housed(monster).play(dice=dice(Terror=3)), "A", "X")
    fought(game)
    assert step_of(game, "X") == 5
    assert needed(game, "X") == 7


@pytest.mark.rule("blue.special.unstable_wounds", "blue.special.regeneration", "blue.special.regeneration_timing")
def test_what_crumbled_may_grow_again_after_the_last_fight() -> None:
    # Two wounds and two by the margin: four dice of 7+, of which three are enough.
    table = touching(unit(models=5, initiative=9), unit(models=8, attacks=0, rules=["Unstable", "Regeneration (7+)"]))
    falls = {"A Hand Weapon: to hit": (9, 9, 1, 1, 1), "A Hand Weapon: to wound": 9, "Regeneration": (7, 8, 6, 9)}
    game = fought(played(table, dice(**falls)))
    assert parts(game, 0) == {"unsaved wounds": 2}
    assert len(game.unit("X").models) == 7


@pytest.mark.rule("blue.terrain.hill_range", "blue.ranged_quality.rapid_fire")
@pytest.mark.parametrize(("inches", "shots"), [(8.9, 2), (9.1, 1)])
def test_a_hill_lengthens_half_range_too(inches: float, shots: int) -> None:
    # Shortbow 16" + 2": half of it is 9".
    board = "48x48 hill 24,8 4x4"
    assert shots_at(apart(inches, board, Own=shooters.archers(1, "Shortbow"))) == shots


@pytest.mark.rule("blue.reaction.flee", "blue.building.structure")
def test_who_flees_out_of_a_house_starts_at_its_far_wall() -> None:
    game = declared(housed().play(dice=dice(Flee=(4, 4))), "A", "X").choose("flee")
    assert game.unit("X").inside is None
    assert min(m.y for m in game.unit("X").models) > 26 + 4 - 0.1


@pytest.mark.rule("blue.initiative_mod.snared", "blue.initiative_mod.slow_weapon")
def test_nobody_is_slower_than_one() -> None:
    table = touching(unit(models=5, initiative=3, weapons=["Great Weapon"]), unit(models=5, attacks=0))
    table.unit("A").weapon = "Great Weapon"
    table.unit("A").snared = True
    game = played(table)
    while game.topic == "weapon":
        game.choose("Great Weapon")
    assert step_of(game, "A") == 1


@pytest.mark.rule("blue.command.rally", "blue.warbanner.reroll_tests", "blue.special.elite")
def test_a_rally_is_thrown_again_once_whoever_grants_it() -> None:
    table = draw(
        "Own at 24,20 fleeing | Bob at 26,20 | Foe at 24,40 face 180",
        Own=unit(models=5, rules=["Elite"]),
        Bob=hero(warbanner=True),
        Foe=ONE,
    )
    staged(table, "command", "command")
    game = table.play(dice=dice(Rally=[3, 4, 9]))
    game.choose(unit="Own")
    assert len([roll for roll in game.rolls if "Rally" in roll.why]) == 2
    assert game.unit("Own").fleeing


@pytest.mark.rule("blue.reaction.flee", "blue.move.fleeing_units_excluded")
def test_a_flight_ends_beside_the_friends_in_its_way() -> None:
    # X runs 4" straight to where Z stands, through Z's unit, and nobody is lost.
    table = field("A at 24,14 | X at 24,20 face 180 | Z at 24,24 face 180", A=ONE, X=ONE, Z=unit(models=9))
    game = declared(table.play(dice=dice(Flee=(4, 4))), "A", "X").choose("flee")
    assert len(game.unit("X").models) == 1
    ((x, y),) = spots(game, "X")
    assert all(dist((x, y), one) >= BASE - 0.01 for one in spots(game, "Z"))


# What a house does to measuring, and who strikes it


@pytest.mark.rule("blue.building.structure", "blue.objective_hold.infantry", "blue.warbanner.planted_objective_hold")
@pytest.mark.parametrize(("away", "held"), [(2.9, 5), (3.1, 0)])
def test_who_is_inside_holds_what_is_near_the_wall(away: float, held: int) -> None:
    # The wall is at y = 26; ranges go from the wall (BLUE-R137).
    table = housed()
    assert strength_at(table.battle, 1, Marker(24.0, 26.0 + away)) == held


@pytest.mark.rule("blue.special.blast", "blue.special.firestorm", "blue.expulsion.12_crossing_taketh")
def test_what_bursts_before_a_house_spares_those_inside_and_the_other_way_round() -> None:
    board = "48x48 light_building 24,24 4x4"
    for weapon in ("'Kragi Bombs", "Fire Spewer"):
        table = shooters.field(
            f"{board} | Own at 24,16 | Target at 24,21.4 face 180 | In at 24,24 face 180",
            Own=shooters.archers(1, weapon),
            Target=ONE,
            In=MEN,
        )
        table.unit("In").inside = 0
        table.places("In", [(24, 24)] * 5)
        game = table.play(dice(to_hit=10, to_wound=9)).choose("0>1")
        if game.topic == "blast":
            game.place(24, 21.4)
        assert (len(game.unit("Target").models), len(game.unit("In").models)) == (0, 5)
    table = magic.table(
        f"{board} | Mage at 24,24 | Men at 24,24 | Out at 24,21.4 | Foe at 2,2 face 180 fleeing", Men=MEN, Out=ONE
    ).join("Mage", "Men")
    table.unit("Men").inside = 0
    table.places("Men", [(24, 24)] * 5).places("Mage", [(24, 24)])
    game = magic.cast(table.play(dice=[(3, 3), 12]), "0:Ward>1", 2)
    assert [len(game.unit(name).models) for name in ("Men", "Mage", "Out")] == [0, 0, 1]


@pytest.mark.rule("blue.special.stupid_test", "blue.joining.hero_spirit", "blue.special.deft_of_mind")
def test_a_hero_lends_his_unit_his_spirit_and_not_his_mind() -> None:
    table = draw(
        "Own at 24,20 | Bob at 26,20 | Foe at 24,40 face 180",
        Own=unit(models=5, rules=["Stupid"], mind=7),
        Bob=hero(mind=2, spirit=2, destiny=0, rules=["Deft of Mind"]),
        Foe=ONE,
    ).join("Bob", "Own")
    game = staged(table, "turn", "command").play(dice=dice())
    assert next(roll.need for roll in game.rolls if "Stupid" in roll.why) == 7


@pytest.mark.rule("blue.unit_type.monster_demolisher", "blue.penetration.12_apocalyptic_collapse")
def test_a_monster_may_strike_the_wall_behind_which_its_enemies_fight() -> None:
    # BLUE-R156: in its step and in place of its four attacks. The light building of 3 points comes down on X.
    monster = unit(type="monster", health=9, base=60, strength=7, attacks=4, initiative=3)
    table = housed(monster, unit(models=9, attacks=0), distance=0.0).lock("A", "X")
    game = table.play(dice=dice(**{"penetrates": 10, "Building Penetration": 10}))
    assert (game.topic, game.keys) == ("demolish", ["0>section:0", "pass"])
    game.choose("0>section:0")
    assert not game.unit("X").models
    assert not [event for event in struck(game, "A") if event.what == "Hand Weapon"]
    # Nobody of X is left, so that it has won (BLUE-R66).
    assert game.until("consolidate").question.seat == 0


@pytest.mark.rule(
    "blue.unit_type.monster_demolisher", "blue.penetration.09_going_down", "blue.fight.resolution_after_step_1"
)
def test_who_runs_from_a_house_that_shakes_leaves_the_fight_without_a_loser() -> None:
    # AP -3 makes a 6 a 9; 7 does not bring it down, a 3 fails the Spirit Test: X flees, and there is nothing to score.
    monster = unit(type="monster", health=9, base=60, strength=7, attacks=1, initiative=3)
    table = housed(monster, unit(models=9, attacks=0), kind="fortification", distance=0.0).lock("A", "X")
    falls = {
        "penetrates": 10,
        "Building Penetration": 6,
        "Going Down!: flees": (5, 5),
        "X This Thing": 3,
        "This Thing": 7,
    }
    game = table.play(dice=dice(**falls)).choose("0>section:0")
    fought(game)
    assert game.unit("X").fleeing
    assert (game.unit("A").foes, game.unit("X").foes) == ((), ())
    assert not game.told(events.FightScored)


# The environment's side


@pytest.mark.rule("blue.setup.pvp_or_pve", "blue.setup.scenario")
def test_the_environment_has_room_for_all_its_units() -> None:
    # 1,500 points about a keep: within 8" of the centre there is no room for all, so that the lair grows (BLUE-R143).
    options = {"mode": "pve", "scenario": "the lair", "points": 1500}
    game = start(
        RULESET, Setup(ruleset="blue", armies=("Greenfold Kin", "Hollow Court"), map="4", options=options), "8"
    )
    solo = Solo(Chance("lair"))
    while game.asked.seat == 1 or game.asked.question.topic == "side":
        answer = (
            solo.decide(game.asked, game.battle, RULESET).answer if game.asked.seat else game.asked.suggestions()[0]
        )
        game.answer(answer, game.asked.seat)
    battle: Any = game.battle
    theirs = [unit for unit in battle.units if unit.seat == 1 and not unit.reserve]
    assert all(unit.models for unit in theirs)
    left, right = (pick(x for x, _ in battle.zones[1].corners) for pick in (min, max))
    assert 16.0 < right - left <= 22.0
