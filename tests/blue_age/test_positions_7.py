"""Positions reckoned by hand from the book and its rulings: two rules at once, buildings, duellists, armies' ends."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blue_age.fighting import charge, dice, field, needed, parts, played, rolled, step_of, struck, touching
from tests.blue_age.harness import hero, unit
from tests.blue_age.test_combat_buildings import housed
from tests.blue_age.test_positions_6 import duel, fought
from warhost.play import Allocate, Allocated, Walk
from warhost.rulesets.blue_age.chapters.heroes.joining import may_join
from warhost.rulesets.blue_age.core import CM, Entry, apart
from warhost.rulesets.blue_age.core.events import combat as events

MEN = unit(models=5)
ONE = unit()


# Two rules at once


@pytest.mark.rule("blue.initiative_mod.charged", "blue.combat_score.charge", "blue.melee_mod.attacker_charged")
def test_two_who_charge_each_other_are_both_chargers() -> None:
    # BLUE-R54: Initiative 5 and 5, 5+ and 5+, a point each; only the first charge is rolled.
    table = field('A at 24,14 form="line" | X at 24,20 face 180 form="line"', A=MEN, X=MEN)
    game = table.play(dice=dice())
    game.choose(unit="A", target="X").choose("hold").choose(unit="X", target="A")
    while game.topic in ("charge", "reaction", "which charge"):
        game.decline()
    assert len(rolled(game, "Charge Roll")) == 1
    assert (needed(game, "A"), needed(game, "X")) == (5, 5)
    assert (step_of(game, "A"), step_of(game, "X")) == (5, 5)
    assert (parts(game, 0), parts(game, 1)) == ({"charge": 1}, {"charge": 1})


@pytest.mark.rule("blue.destiny.auto_pass", "blue.resolution.break_on_1_2")
def test_a_point_of_destiny_passes_before_any_die_is_thrown() -> None:
    table = touching(
        unit(models=5, initiative=9),
        unit(models=5, attacks=0),
        H=("at 24,21.968504 face 180", hero(attacks=0, destiny=1)),
    ).join("H", "X")
    game = table.play(dice=dice(**{"A Hand Weapon: to hit": (9, 1, 1, 1, 1), "A Hand Weapon: to wound": 9, "Lost": 1}))
    while game.topic in ("challenge", "accept"):
        game.choose("pass")
    assert (game.topic, game.question.seat) == ("destiny", 1)
    game.choose("spend")
    assert not rolled(game, "Lost")
    assert game.told(events.LoserStayed)
    assert game.unit("H").destiny == 0


@pytest.mark.rule("blue.melee_quality.two_handed_no_throwing", "blue.ranged_quality.thrown_charge")
def test_who_throws_has_no_hands_for_a_great_weapon() -> None:
    table = field(
        'A at 24,14 form="line" | X at 24,20 face 180 form="line"',
        A=unit(models=5, ranged=6, weapons=["Great Weapon", "Throwing Weapon"]),
        X=unit(models=5, initiative=1),
    )
    game = table.play(dice=dice())
    game.choose(unit="A", target="X").choose("hold")
    while game.topic in ("charge", "reaction", "which charge"):
        game.decline()
    if rolled(game, "Throwing Weapon"):
        # It threw: Initiative 4 + 1 + 1 with the Hand Weapon that is left to it.
        assert step_of(game, "A") == 6
        assert {event.what for event in game.told(events.Struck) if event.unit == 0} == {"Hand Weapon"}
    else:
        assert game.topic == "weapon"
        assert rolled(game.choose("Hand Weapon"), "Throwing Weapon")


@pytest.mark.rule("blue.initiative_mod.throwing_weapons")
@pytest.mark.parametrize(("charged", "step"), [(True, 6), (False, 4)])
def test_throwing_weapons_are_quick_in_the_turn_of_the_charge(charged: bool, step: int) -> None:
    table = touching(unit(models=5, ranged=6, weapons=["Throwing Weapon"]), MEN)
    if charged:
        table.unit("A").charged = (1,)
        table.unit("X").charged_by = (0,)
    assert step_of(played(table), "A") == step


@pytest.mark.rule("blue.special.frenzy_move")
def test_the_frenzied_charge_whatever_their_player_wants() -> None:
    # The highest roll of 2D10, 10", reaches X, so it has to declare (BLUE-R115), and at X, which is nearer than Y.
    table = field(
        "A at 24,14 | X at 24,22 face 180 | Y at 40,22 face 180", A=unit(models=5, rules=["Frenzy"]), X=MEN, Y=MEN
    )
    game = table.play(dice=dice())
    while game.topic == "charge" and game.question.seat == 1:
        game.choose("pass")
    if game.topic == "charge":
        assert not game.offers("pass")
        assert not game.offers(unit="A", target="Y")
        game.choose(unit="A", target="X")
    assert [event.targets for event in game.told(events.ChargeDeclared)] == [(1,)]


@pytest.mark.rule("blue.special.stupid_fail_limits", "blue.reaction.hold_ground")
def test_the_stupid_do_not_charge_but_may_flee() -> None:
    table = field("A at 24,14 | X at 24,22 face 180", A=MEN, X=MEN)
    table.unit("X").stupid = True
    game = table.play(dice=dice())
    game.choose(unit="A", target="X")
    assert game.keys == ["hold", "flee"]
    game.choose("hold")
    assert game.topic != "charge" or not game.offers(unit="X")


@pytest.mark.rule("blue.commander.spirit_aura")
def test_a_commander_in_flight_lends_nobody_his_spirit() -> None:
    table = touching(
        unit(initiative=9), unit(attacks=0, health=3), H=("at 24,30 face 180", hero(spirit=3, commander=True))
    )
    table.unit("H").fleeing = True
    assert needed(played(table, dice(**{"A Hand Weapon": 9})), "X", "Lost") == 6


@pytest.mark.rule("blue.reaction.stand_and_shoot")
def test_a_charger_that_is_shot_down_charges_nobody() -> None:
    table = field(
        "A at 24,14 | B at 4,4 | X at 24,20 face 180", A=ONE, B=ONE, X=unit(models=3, ranged=2, weapons=["Bow"])
    )
    game = table.play(dice=dice(to_hit=9, to_wound=9))
    game.choose(unit="A", target="X").choose("stand")
    while game.topic in ("charge", "which charge"):
        game.choose("pass")
    assert not game.unit("A").models
    assert not rolled(game, "Charge Roll")
    assert not game.told(events.ChargeReached)


@pytest.mark.rule("blue.champion.death_unit_flees", "blue.champion.enemy_consolidates", "blue.resolution.catch_fleeing")
@pytest.mark.parametrize(("faces", "caught"), [((1, 2), False), ((4, 3), True)])
def test_a_unit_that_flees_for_its_champion_is_caught_by_two_dice(faces: tuple[int, int], caught: bool) -> None:
    # Ann slays the Champion (2 Health). His pack fails on a 3 and flees 2D5 = 3 + 3, about 6" off: 3" are not enough
    # for her guard, 7" are.
    pack = unit(models=5, champion=True)
    table = duel(hero(destiny=0, initiative=9, attacks=4), hero(destiny=0), pack=pack)
    table.unit("Bob").models = ()
    table.unit("Bob").host = None
    falls: dict[str, Any] = {
        "Ann Hand Weapon": 9,
        "A Champion was slain": 10,
        "Its Champion was slain": [3, (5, 5)],
        "Consolidation": faces,
    }
    game = table.play(dice=dice(**falls)).until("challenge").choose("1").choose("2:champion")
    while game.topic != "consolidate":
        game.decline()
    question = game.question
    assert isinstance(question, Walk)
    assert question.inches == sum(faces)
    assert ("catch:2" in [option.key for option in question.instead]) is caught
    assert game.unit("Pack").fleeing


# Buildings


@pytest.mark.rule("blue.initiative_mod.in_building_charged", "blue.melee_weapon.great_weapon")
def test_a_slow_weapon_in_a_building_is_a_step_quicker_than_nothing() -> None:
    # Initiative 4 + 3 - 2 = 5; the charger 4 + 1.
    table = housed(MEN, unit(models=5, weapons=["Great Weapon"]))
    table.unit("X").weapon = "Great Weapon"
    game = charge(table.play(dice=dice()), "A", "X")
    while game.topic == "weapon":
        game.choose("Great Weapon")
    assert (step_of(game, "X"), step_of(game, "A")) == (5, 5)


@pytest.mark.rule("blue.initiative_mod.in_building_charged", "blue.unit_type.swarm_no_initiative_bonus")
def test_a_swarm_in_a_building_is_no_quicker() -> None:
    game = charge(housed(MEN, unit(models=5, type="swarm")).play(dice=dice()), "A", "X")
    assert step_of(game, "X") == 4


@pytest.mark.rule("blue.unit_type.cavalry_impact", "blue.combat_score.charged_in_building")
def test_cavalry_that_charges_a_building_has_its_impact_and_stays_outside() -> None:
    # Cavalry may not enter buildings, but a charge goes to the wall (BLUE-R137).
    game = charge(housed(unit(models=3, type="cavalry", base=40)).play(dice=dice()), "A", "X")
    assert sum(event.attacks for event in struck(game, "A") if event.what == "Impact Attacks") == 3
    assert game.unit("A").inside is None
    assert parts(game, 1) == {"charged in a building": 1}


@pytest.mark.rule("blue.resolution.fail_fall_back")
def test_who_loses_in_a_building_falls_back_out_of_its_far_side() -> None:
    # A attacked from below; X leaves at the top wall (y = 26) and goes on 5".
    table = housed(unit(models=5, initiative=9), unit(models=5, attacks=0), distance=0.0).lock("A", "X")
    falls = {"A Hand Weapon: to hit": (9, 1, 1, 1, 1), "A Hand Weapon: to wound": 9, "Lost": 3, "Fall back": 10}
    game = played(table, dice(**falls))
    assert game.unit("X").inside is None
    assert min(model.y for model in game.unit("X").models) > 26 + 4.9
    assert not game.unit("X").foes


@pytest.mark.rule("blue.resolution.consolidation")
def test_a_winner_does_not_consolidate_into_the_building() -> None:
    table = housed(unit(models=5, initiative=9), unit(models=5, attacks=0), distance=0.0).lock("A", "X")
    falls = {"A Hand Weapon: to hit": (9, 1, 1, 1, 1), "A Hand Weapon: to wound": 9, "Lost": 3, "Fall back": 10}
    game = played(table, dice(**falls))
    question = game.question
    assert isinstance(question, Walk)
    assert not [option.key for option in question.instead if option.key.startswith("enter")]


@pytest.mark.rule("blue.unit_type.monster_no_buildings", "blue.melee_mod.defender_in_cover")
def test_a_monster_at_a_wall_is_faced_from_cover() -> None:
    # The Monster charges: 6+ with +1 and -1; those inside 6+ with +1.
    monster = unit(type="monster", health=6, base=60)
    game = charge(housed(monster).play(dice=dice(Terror=10)), "A", "X")
    while game.topic not in ("", "first player"):
        game.decline()
    assert needed(game, "X") == 5
    assert needed(game, "A", "Hand Weapon: to hit") == 6


# Duellists


@pytest.mark.rule("blue.duel.ends_on_death", "blue.resolution.fail_fall_back")
def test_a_duellist_stays_behind_when_his_unit_falls_back() -> None:
    # Bob's pack loses five models to Ann's guard and fails; Bob is in a duel and stays as a unit of his own (BLUE-R99).
    table = duel(guard=unit(models=5, initiative=9), pack=unit(models=9))
    falls: dict[str, Any] = {
        "Guard Hand Weapon: to hit": [9, 1],
        "Guard Hand Weapon: to wound": 9,
        "Pack Lost": 3,
        "Lost": 3,
        "Fall back": 10,
    }
    game = fought(table.play(dice=dice(**falls)).until("challenge").choose("1").choose("3"))
    assert game.unit("Bob").host is None
    assert len(game.battle.duels) == 1
    assert apart(game.battle, game.unit("Ann"), game.unit("Bob")) < 0.02
    # The guard is still in contact with Bob through Ann, so that it does not consolidate (BLUE-R71).
    assert (game.unit("Pack").foes, game.unit("Guard").foes) == ((), (3,))
    assert not rolled(game, "Consolidation")


@pytest.mark.rule("blue.duel.automatic")
def test_of_three_lone_heroes_one_stands_by() -> None:
    # Ann and Cid against Bob: two duel in the order of their numbers, Cid strikes nobody.
    base = 25 / 25.4
    table = field(
        f"Ann at 24,20 | Bob at 24,{20 + base} face 180 | Cid at {24 + base},{20 + base}",
        Ann=hero(destiny=0),
        Bob=hero(destiny=0),
        Cid=hero(destiny=0),
    )
    table.lock("Ann", "Bob").lock("Cid", "Bob")
    game = fought(table.play(dice=dice()))
    assert {(event.unit, event.target) for event in game.told(events.Struck)} == {(0, 1), (1, 0)}


@pytest.mark.rule("blue.special.stomp", "blue.unit_type.monster_impact", "blue.duel.only_each_other")
def test_the_stomp_of_a_duellist_goes_at_his_enemy() -> None:
    # A Monster Hero in a duel: blows and Stomp at Bob (BLUE-R99), nothing at Bob's pack.
    base = 25 / 25.4
    table = field(
        f'Ann at 24,{20 - 0.7} | Pack at 24,{20 + base} face 180 form="line" | Bob at 28.5,{20 + base} face 180',
        Ann=hero(type="monster", destiny=0, base=60, attacks=2),
        Pack=MEN,
        Bob=hero(destiny=0, health=9),
    ).join("Bob", "Pack")
    table.lock("Ann", "Pack")
    game = table.play(dice=dice()).until("challenge").choose("0").choose("2")
    fought(game)
    told = [(event.what, event.target) for event in game.told(events.Struck) if event.unit == 0]
    assert sorted(told) == [("Hand Weapon", 2), ("Stomp", 2)]


@pytest.mark.rule("blue.special.regeneration_timing", "blue.combat_score.unsaved_wounds")
def test_what_grows_again_has_scored_before() -> None:
    # Two of five fall: 2 points, the test at -1; after the last fight two dice of 7+ bring one back.
    table = touching(unit(models=5, initiative=9), unit(models=5, attacks=0, rules=["Regeneration (7+)"]))
    falls = {
        "A Hand Weapon: to hit": (9, 9, 1, 1, 1),
        "A Hand Weapon: to wound": 9,
        "Regeneration": (7, 6),
        "Lost": 10,
    }
    game = played(table, dice(**falls))
    while game.battle.phase == "combat":
        game.decline()
    assert parts(game, 0) == {"unsaved wounds": 2}
    assert needed(game, "X", "Lost") == 7
    assert len(game.unit("X").models) == 4


# Tables of the book

JOINS = {
    "infantry": "YNNYYYNN",
    "cavalry": "NYYYNNNN",
    "chariot": "NYYYNNNN",
    "beast": "YYYYYYNN",
    "swarm": "YNNYYNNN",
    "monstrous infantry": "YNNYNYYN",
    "monster": "NNNNNYYN",
    "flyer": "NNNNNNNY",
}
"""Heroes Joining Units: rows are Heroes, columns units in the order of the book."""

COLUMNS = ("infantry", "cavalry", "chariot", "beast", "swarm", "monstrous infantry", "monster", "flyer")


def entry_of(kind: str, *, is_hero: bool) -> Entry:
    flies = kind == "flyer"
    fields: dict[str, Any] = {"type": "infantry" if flies else kind, "flyer": flies, "hero": is_hero}
    return Entry(name=kind, **fields)


@pytest.mark.rule(
    "blue.join_table.hero_infantry",
    "blue.join_table.hero_cavalry",
    "blue.join_table.hero_chariot",
    "blue.join_table.hero_beast",
    "blue.join_table.hero_swarm",
    "blue.join_table.hero_monstrous_infantry",
    "blue.join_table.hero_monster",
    "blue.join_table.hero_flyer",
)
@pytest.mark.parametrize("row", sorted(JOINS))
def test_who_may_join_whom(row: str) -> None:
    own = entry_of(row, is_hero=True)
    found = "".join("Y" if may_join(own, entry_of(kind, is_hero=False)) else "N" for kind in COLUMNS)
    assert found == JOINS[row]
    assert not may_join(own, entry_of("war machine", is_hero=False))


@pytest.mark.rule("blue.fight.wound_roll", "blue.fight.saves")
@pytest.mark.parametrize(
    ("weapon", "wound", "save"),
    [
        ("Short Weapon", 7, 6),
        ("Hand Weapon", 6, 6),
        ("Great Weapon", 4, 8),
        ("Spear", 6, 7),
        ("Halberd", 5, 8),
        ("Lance", 5, 7),
        ("Flail", 5, 7),
        ("Morning Star", 6, 7),
        ("War Scythe", 5, 8),
        ("Kyrani Warblade", 5, 7),
        ("Lyrani Ancestral Blade", 5, 8),
        ("Kjarlin Axe", 3, 8),
    ],
)
def test_what_each_weapon_does_in_contact(weapon: str, wound: int, save: int) -> None:
    # Strength 4 with its modifier against Grit 4; Heavy Armour 6+ with its AP. Nobody has charged.
    table = touching(unit(weapons=[weapon], initiative=9), unit(armour=["Heavy Armour"], attacks=0))
    table.unit("A").weapon = weapon
    game = played(table, dice(to_hit=9, to_wound=9, Armour=10))
    assert (needed(game, "A", "to wound"), needed(game, "X", "Armour")) == (wound, save)


# More of fights


@pytest.mark.rule("blue.charge.roll_alternating")
def test_who_is_reached_by_somebody_else_before_it_moves_charges_no_more() -> None:
    # A and B declare on X, Y declares on B. A moves first, then Y into B, so that B's charge on X lapses (BLUE-R156).
    text = "A at 10,20 | B at 24,20 | X at 17,26 face 180 | Y at 30,24 face 180"
    table = field(text, A=ONE, B=ONE, X=ONE, Y=ONE)
    game = table.play(dice=dice(Charge_Roll=10))
    game.choose(unit="A", target="X").choose("hold")
    game.choose(unit="Y", target="B").choose("hold")
    game.choose(unit="B", target="X")
    while game.topic in ("reaction", "charge", "which charge"):
        if game.topic == "which charge" and game.offers(unit="A"):
            game.choose(unit="A")
        else:
            game.decline()
    assert [(event.unit, event.targets) for event in game.told(events.ChargeReached)] == [(0, (2,)), (3, (1,))]
    assert not game.unit("B").charged


@pytest.mark.rule("blue.fight.initiative_order", "blue.joining.part_of_unit")
def test_a_hero_strikes_in_his_own_step() -> None:
    table = touching(MEN, MEN, H=("at 27.5,20", hero(initiative=7, destiny=0))).join("H", "A")
    table.places("H", [(24 + 3 * 25 / 25.4, 20 + 25 / 25.4)])
    game = table.play(dice=dice())
    while game.topic in ("challenge", "accept", "attacks"):
        game.decline()
    assert (step_of(game, "H"), step_of(game, "A")) == (7, 4)


@pytest.mark.rule("blue.special.impact_attacks")
def test_impact_attacks_are_shared_by_those_who_are_touched() -> None:
    # A Monster with 3 attacks has 4 Impact Attacks; it touches two units: two each (BLUE-R88).
    reach = (60 + 25) / 2 / 25.4
    table = field(
        f"A at 24,20 | X at {24 - reach * 0.7071},{20 + reach * 0.7071} face 180 | "
        f"Y at {24 + reach * 0.7071},{20 + reach * 0.7071} face 180",
        A=unit(type="monster", health=6, attacks=3, base=60, initiative=2),
        X=unit(health=9, attacks=0),
        Y=unit(health=9, attacks=0),
    )
    table.lock("A", "X").lock("A", "Y")
    table.unit("A").charged = (1, 2)
    game = table.play(dice=dice())
    while game.topic == "attacks":
        game.decline()
    told = [(event.target, event.attacks) for event in struck(game, "A") if event.what == "Impact Attacks"]
    assert sorted(told) == [(1, 2), (2, 2)]


@pytest.mark.rule("blue.warbanner.reroll_tests", "blue.resolution.spirit_test")
@pytest.mark.parametrize(("gap", "stays"), [(9.9, True), (10.1, False)])
def test_a_warbanner_lets_losers_test_again_within_ten_centimetres(gap: float, stays: bool) -> None:
    y = 20 + 2 * 25 / 25.4 + gap * CM
    banner = hero(warbanner=True)
    # The banner scores 1 for X, so that two wounds lose by 1.
    table = touching(unit(attacks=2, initiative=9), unit(attacks=0, health=5), H=(f"at 24,{y} face 180", banner))
    game = played(table, dice(**{"A Hand Weapon": 9, "Lost": [4, 8], "Fall back": 9}))
    while game.topic not in ("", "consolidate", "first player"):
        game.choose("pass" if game.topic == "charge" else game.keys[0])
    assert game.told(events.FightScored)
    assert bool(game.told(events.LoserStayed)) is stays


@pytest.mark.rule("blue.resolution.spirit_test", "blue.resolution.half_strength_modifier")
def test_each_losing_unit_tests_for_itself() -> None:
    # X (6+) lost one of two, Y (4+) nothing: the same margin, its own Spirit. 1 wound + 0 against 1 for outnumbering is
    # a draw, so two wounds: X 1 of 3 left is below half.
    table = touching(
        unit(models=3, initiative=9),
        unit(models=3, attacks=0, spirit=5),
        Y=("at 40,40 face 180", unit(attacks=0, spirit=4)),
    ).lock("A", "Y")
    falls = {"A Hand Weapon: to hit": (9, 9, 1), "A Hand Weapon: to wound": 9, "Lost": 10}
    game = played(table, dice(**falls))
    # 2 against 1: lost by 1, no modifier; X -1 for its strength.
    assert (needed(game, "X", "Lost"), needed(game, "Y", "Lost")) == (6, 4)


@pytest.mark.rule("blue.special.fear", "blue.combat_score.fear")
def test_fear_goes_with_the_hero_who_had_it() -> None:
    # H with his Fear is slain in the fight: his side scores none.
    base = 25 / 25.4
    table = touching(
        unit(models=3, initiative=9),
        unit(models=3, attacks=0),
        H=("at 30,30 face 180", hero(rules=["Fear"], health=1, destiny=0, attacks=0)),
    )
    table.places("H", [(24 + 2 * base, 20.0)]).join("H", "X")
    game = table.play(dice=dice(**{"A Hand Weapon": 9}))
    while game.topic in ("challenge", "accept"):
        game.choose("pass")
    question = game.question
    assert isinstance(question, Allocate)
    own = str(game.unit("H").id)
    aims = {pool.key: own if own in [one.key for one in pool.targets] else "1" for pool in question.pools}
    game.answer(Allocated({pool.key: {aims[pool.key]: pool.count} for pool in question.pools}))
    assert not game.unit("H").models
    assert "Fear" not in parts(game, 1)
