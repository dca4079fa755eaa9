"""The Fight Sub-Phase: the order of fights, steps of Initiative, contact, Push, and the dice of blows."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blue_age.fighting import charge, dice, field, needed, played, rolled, step_of, struck, touching
from tests.blue_age.harness import Play, Table, hero, unit
from warhost.play import Allocate, Allocated
from warhost.rulesets.blue_age.chapters.combat.fights import Fight
from warhost.rulesets.blue_age.chapters.combat.push import push
from warhost.rulesets.blue_age.core import CM, Settings, apart, has, speakers
from warhost.rulesets.blue_age.core.events import combat as events

MEN = unit(models=5)
ONE = unit()


def dice_of(game: Play, name: str) -> int:
    """How many dice to hit a unit threw with its own weapon."""
    number = game.unit(name).id
    return sum(int(roll.dice.split("D")[0] or 1) for roll in game.rolls if roll.unit == number and "to hit" in roll.why)


@pytest.mark.rule("blue.fight.choose_order")
def test_the_players_pick_fights_by_turns() -> None:
    lines = [
        f"{name} at {x},20 | {foe} at {x},20.984252 face 180"
        for name, foe, x in (("A", "X", 8), ("B", "Y", 24), ("C", "Z", 40))
    ]
    table = field(" | ".join(lines), A=ONE, B=ONE, C=ONE, X=ONE, Y=ONE, Z=ONE)
    for one, other in (("A", "X"), ("B", "Y"), ("C", "Z")):
        table.lock(one, other)
    game = table.play(dice=dice())
    assert (game.topic, game.question.seat, len(game.options)) == ("which fight", 0, 3)
    game.choose(unit="B")
    assert (game.topic, game.question.seat, len(game.options)) == ("which fight", 1, 2)
    game.choose(unit="C")
    assert [event.units for event in game.told(events.FightBegan)] == [(2, 3), (4, 5), (0, 1)]


@pytest.mark.rule("blue.fight.initiative_order", "blue.fight.casualties_per_step")
def test_the_quicker_strike_first_and_the_slain_do_not_strike_back() -> None:
    table = touching(unit(models=5, initiative=5), unit(models=5, initiative=3))
    game = played(table, dice(**{"A Hand Weapon: to hit": (9, 9, 1, 1, 1), "to wound": 9}))
    assert [(event.unit, event.attacks) for event in game.told(events.Struck)] == [(0, 5), (1, 3)]
    assert [event.step for event in game.told(events.StepBegan)] == [5, 3]


@pytest.mark.rule("blue.fight.tied_initiative")
def test_models_of_one_initiative_strike_at_the_same_time() -> None:
    game = played(touching(ONE, ONE), dice(to_hit=9, to_wound=9))
    assert not game.unit("A").models
    assert not game.unit("X").models


@pytest.mark.rule("blue.fight.base_contact_needed", "blue.fight.push")
@pytest.mark.parametrize(("gap", "dice_thrown", "left"), [(0.0, 1, 0.0), (2.9, 1, 0.0), (3.5, 0, 0.5), (4.1, 0, 1.1)])
def test_who_is_not_in_contact_pushes_three_centimetres(gap: float, dice_thrown: int, left: float) -> None:
    table = touching(ONE, unit(initiative=1), gap=gap * CM)
    game = played(table, dice())
    attacks = [event.attacks for event in struck(game, "A")]
    assert sum(attacks) == dice_thrown
    if left:
        # The enemy pushes in its own step, and both once more before they part.
        assert game.told(events.FightScored)


@pytest.mark.rule("blue.fight.push")
def test_a_push_is_as_long_in_inches_where_players_take_it_so() -> None:
    table = touching(ONE, unit(initiative=1), Settings(cm_as_inches=True), gap=2.9)
    assert [event.attacks for event in struck(played(table), "A")] == [1]


@pytest.mark.rule("blue.fight.push", "blue.fight.base_contact_needed")
def test_a_model_half_an_inch_away_after_its_push_throws_no_dice() -> None:
    table = touching(ONE, unit(initiative=1, attacks=1), gap=3 * CM + 0.5)
    game = played(table)
    assert not struck(game, "A")
    # A went 3 cm; X came after it in its own step and touches it.
    assert [event.attacks for event in struck(game, "X")] == [1]
    assert apart(game.battle, game.unit("A"), game.unit("X")) < 0.02


@pytest.mark.rule("blue.fight.push")
def test_a_push_goes_at_the_closest_enemy_even_if_another_is_in_reach_of_a_mate() -> None:
    # The second man is 1.3 inches from the enemy ahead of it, and 1.7 from the one whom the first man touches.
    table = field("A at 20,20 | X at 20,21 face 180", A=unit(models=2), X=unit(models=2)).lock("A", "X")
    table.places("A", [(20, 20), (22.5, 20)]).places("X", [(20, 20.984252), (22.5, 22.3)])
    push(table.battle, Fight(table.battle, (0, 1)), [table.unit("A")])
    first, second = table.unit("A").models
    assert (first.x, first.y) == (20, 20)
    assert (second.x, second.y) == pytest.approx((22.5, 20 + 3 * CM))


@pytest.mark.rule("blue.fight.attack_dice")
def test_each_model_has_as_many_dice_as_attacks() -> None:
    game = played(touching(unit(models=4, attacks=2), MEN))
    assert dice_of(game, "A") == 8


@pytest.mark.rule("blue.fight.attack_dice")
def test_a_champion_has_one_attack_more() -> None:
    game = played(touching(unit(models=4, attacks=2, champion=True), MEN))
    # The enemy says first whether it strikes at the Champion.
    assert (game.topic, game.question.seat) == ("attacks", 1)
    game.answer(game.game.asked.suggestions()[0])
    assert dice_of(game, "A") == 9


@pytest.mark.rule("blue.fight.hit_roll")
def test_a_die_that_reaches_the_value_hits() -> None:
    table = touching(unit(models=3, melee=5), unit(models=3, initiative=1))
    game = played(table, dice(**{"A Hand Weapon: to hit": (4, 5, 9)}))
    assert struck(game, "A")[0].hits == 2


@pytest.mark.rule("blue.fight.apply_modifiers")
def test_modifiers_are_totalled() -> None:
    table = field(
        'A at 24,20 form="line" | X at 24,20.984252 face 180 form="line"',
        board="light_woods 24,25.5 20x10",
        A=MEN,
        X=MEN,
    ).lock("A", "X")
    table.unit("A").charged = (1,)
    table.unit("A").dashed = True
    assert needed(played(table), "A") == 7


@pytest.mark.rule("blue.fight.wound_roll", "blue.melee_weapon.great_weapon")
def test_strength_with_the_weapon_against_grit() -> None:
    table = touching(unit(models=3, weapons=["Great Weapon"]), unit(models=3))
    table.unit("A").weapon = "Great Weapon"
    game = played(table, dice(to_hit=9))
    assert needed(game, "A", "to wound") == 4


@pytest.mark.rule("blue.fight.wrathful_blow")
@pytest.mark.parametrize(("face", "save"), [(9, 8), (10, 9)])
def test_a_ten_to_wound_pierces_one_point_more(face: int, save: int) -> None:
    table = touching(unit(models=1, weapons=["Halberd"]), unit(models=1, armour=["Heavy Armour"], initiative=1))
    game = played(table, dice(to_hit=9, to_wound=face, Armour=10))
    assert needed(game, "X", "Armour Save") == save


@pytest.mark.rule("blue.fight.saves")
def test_armour_then_a_magical_save() -> None:
    guarded = unit(armour=["Heavy Armour"], rules=["Magical Save (8+)"], initiative=1)
    table = touching(unit(weapons=["Morning Star"]), guarded)
    game = played(table, dice(to_hit=9, to_wound=9, Armour=6, Magical=8))
    assert needed(game, "X", "Armour Save") == 7
    assert needed(game, "X", "Magical Save") == 8
    assert game.unit("X").models


@pytest.mark.rule("blue.fight.resolution_after_step_1")
def test_the_score_comes_after_the_last_step_and_before_the_next_fight() -> None:
    text = "A at 10,20 | X at 10,20.984252 face 180 | B at 30,20 | Y at 30,20.984252 face 180"
    table = field(text, A=unit(initiative=1), X=ONE, B=ONE, Y=ONE).lock("A", "X").lock("B", "Y")
    game = table.play(dice=dice()).choose(unit="A")
    kinds = [
        type(event).__name__
        for event in game.game.events
        if isinstance(event, events.StepBegan | events.FightScored | events.FightBegan)
    ]
    assert kinds[:5] == ["FightBegan", "StepBegan", "StepBegan", "FightScored", "FightBegan"]


# Where attacks go


def between_two(**mine: Any) -> Table:
    """A between X and Y, in contact with both."""
    text = "A at 24,20 | X at 23.015748,20 face 180 | Y at 24.984252,20 face 180"
    return (
        field(text, A=unit(**mine), X=unit(grit=4, initiative=1), Y=unit(grit=5, initiative=1))
        .lock("A", "X")
        .lock("A", "Y")
    )


@pytest.mark.rule("blue.fight.base_contact_needed")
def test_a_model_puts_all_its_attacks_on_one_enemy_that_it_touches() -> None:
    game = between_two(attacks=3).play(dice=dice())
    question = game.question
    assert isinstance(question, Allocate)
    (pool,) = question.pools
    # What is wounded most easily comes first.
    assert ([option.key for option in pool.targets], pool.count) == (["1", "2"], 1)
    game.answer(Allocated({pool.key: {"2": 1}}))
    assert [(event.target, event.attacks) for event in struck(game, "A")] == [(2, 3)]


def test_attacks_may_go_at_a_hero_or_a_champion_who_is_touched() -> None:
    text = 'A at 24,20 | X at 24,20.984252 face 180 form="line" | H at 24,21.968504 face 180'
    table = field(text, A=unit(attacks=2), X=unit(models=3, champion=True), H=hero()).lock("A", "X").join("H", "X")
    table.places("X", [(24, 20.984252), (25, 20.984252), (23, 20.984252)])
    game = table.play(dice=dice(to_hit=9, to_wound=9))
    question = game.question
    assert isinstance(question, Allocate)
    assert [option.key for option in question.pools[0].targets] == ["1", "1:champion"]
    game.answer(Allocated({question.pools[0].key: {"1:champion": 1}}))
    # The Champion has two Health; both wounds are his.
    assert [model.role for model in game.unit("X").models] == ["", ""]


def test_wounds_that_are_left_over_are_not_scored() -> None:
    game = played(touching(unit(attacks=5, initiative=6), ONE), dice(to_hit=9, to_wound=9))
    assert game.told(events.FightScored)[0].first == 1


# Impact, last blows


@pytest.mark.rule("blue.unit_type.cavalry_impact", "blue.special.impact_attacks")
def test_charging_cavalry_hits_by_itself_at_initiative_ten() -> None:
    table = field(
        'A at 24,20 form="line" | X at 24,25 face 180 form="line"',
        A=unit(models=5, type="cavalry", weapons=["Lance"]),
        X=unit(models=5, armour=["Heavy Armour"]),
    )
    game = charge(table.play(dice=dice(**{"Impact Attacks: to wound": 6})), "A", "X")
    impact = next(event for event in game.told(events.Struck) if event.what == "Impact Attacks")
    assert (impact.attacks, impact.hits) == (5, 5)
    assert game.told(events.StepBegan)[0].step == 10
    assert needed(game, "A", "Impact Attacks: to wound") == 6
    assert needed(game, "X", "Impact Attacks: Armour") == 6


@pytest.mark.rule("blue.special.impact_attacks")
def test_there_is_no_impact_without_a_charge() -> None:
    game = played(touching(unit(models=5, type="cavalry"), MEN))
    assert not rolled(game, "Impact")


IMPACTS: list[tuple[str, dict[str, Any], int, int, str]] = [
    ("infantry", {}, 0, 0, "blue.unit_type.infantry"),
    ("chariot", {}, 2, 2, "blue.unit_type.chariot_impact"),
    ("monstrous infantry", {}, 1, 0, "blue.unit_type.monstrous_infantry_impact"),
    ("monster", {"attacks": 4}, 5, 0, "blue.unit_type.monster_impact"),
    ("cavalry", {"flyer": True, "attacks": 2}, 3, 0, "blue.unit_type.flyer_impact"),
    ("cavalry", {"hero": True}, 1, 0, "blue.unit_type.hero_subtype"),
]


@pytest.mark.parametrize(
    ("kind", "fields", "hits", "ap"),
    [pytest.param(*row[:4], marks=pytest.mark.rule(row[4]), id=row[4]) for row in IMPACTS],
)
def test_impact_attacks_by_type(kind: str, fields: dict[str, Any], hits: int, ap: int) -> None:
    table = field(
        "A at 24,20 | X at 24,24 face 180",
        A=unit(type=kind, **fields),
        X=unit(health=9, armour=["Medium Armour"], rules=["Unbreakable"]),
    )
    game = charge(table.play(dice=dice(**{"Impact Attacks: to wound": 9})), "A", "X")
    found = [event.attacks for event in game.told(events.Struck) if event.what == "Impact Attacks"]
    assert found == ([hits] if hits else [])
    if hits:
        assert needed(game, "X", "Impact Attacks: Armour") == 7 + ap


@pytest.mark.rule("blue.special.impact_attacks")
def test_impact_attacks_are_split_evenly() -> None:
    text = "A at 24,20 | X at 23.4,24 face 180 | Y at 24.6,24 face 180"
    table = field(text, A=unit(type="monster", base=100, attacks=4, melee=10), X=unit(health=9), Y=unit(health=9))
    game = table.play(dice=dice())
    game.choose("0>1+2").choose("hold").choose("hold")
    while game.topic == "charge":
        game.choose("pass")
    found = [event.attacks for event in game.told(events.Struck) if event.what == "Impact Attacks"]
    assert sorted(found) == [2, 3]


@pytest.mark.rule("blue.special.stomp", "blue.unit_type.monster_rules")
def test_a_monster_stomps_at_initiative_one() -> None:
    brute = unit(type="monster", strength=7, health=6)
    game = played(touching(brute, unit(armour=["Heavy Armour"], health=9)), dice(Stomp=9, Armour=[10, 1]))
    stomp = next(event for event in game.told(events.Struck) if event.what == "Stomp")
    assert stomp.attacks == 1
    assert needed(game, "A", "Stomp: to hit") == 4
    assert needed(game, "A", "Stomp: to wound") == 3
    # AP -3, and what is saved is rolled again (Shred).
    assert needed(game, "X", "Stomp: Armour") == 9
    assert rolled(game, "Stomp: Armour Save, again")
    assert [event.step for event in game.told(events.StepBegan)] == [4, 1]


@pytest.mark.rule("blue.special.feral_beast_strike")
def test_feral_beasts_strike_once_more_at_initiative_one() -> None:
    pack = unit(models=3, rules=["Feral Beast Strike"])
    armoured = unit(models=3, armour=["Heavy Armour"])
    readings: list[tuple[Any, bool]] = [("shred", True), ("nothing", False)]
    for rend, again in readings:
        game = played(
            touching(pack, armoured, Settings(rend=rend)), dice(**{"Feral Beast Strike: to hit": 9, "Feral": 8})
        )
        assert needed(game, "A", "Feral Beast Strike: to hit") == 6
        assert needed(game, "A", "Feral Beast Strike: to wound") == 3
        assert needed(game, "X", "Feral Beast Strike: Armour") == 7
        assert next(event.attacks for event in struck(game, "A") if event.what == "Feral Beast Strike") == 3
        assert bool(rolled(game, "Feral Beast Strike: Armour Save, again")) is again


@pytest.mark.rule("blue.special.rage", "blue.special.frenzy_rules")
@pytest.mark.parametrize("name", ["Rage", "Frenzy"])
def test_rage_adds_an_attack_on_the_charge(name: str) -> None:
    table = touching(unit(models=5, attacks=2, rules=[name]), MEN)
    assert dice_of(played(table), "A") == 10
    table = touching(unit(models=5, attacks=2, rules=[name]), MEN)
    table.unit("A").charged = (1,)
    assert dice_of(played(table), "A") == 15


@pytest.mark.rule("blue.special.furious_charge")
def test_a_furious_charge_adds_strength_in_its_turn() -> None:
    table = touching(unit(models=5, rules=["Furious Charge"]), MEN)
    assert needed(played(table, dice(to_hit=9)), "A", "to wound") == 6
    table = touching(unit(models=5, rules=["Furious Charge"]), MEN)
    table.unit("A").charged = (1,)
    assert needed(played(table, dice(to_hit=9)), "A", "to wound") == 5


AP: list[tuple[dict[str, Any], str, int, str]] = [
    ({"type": "monster", "attacks": 1}, "Hand Weapon", 3, "blue.unit_type.monster_ap"),
    ({"type": "monster", "attacks": 1}, "Great Weapon", 4, "blue.unit_type.monster_ap"),
    ({"type": "monstrous infantry"}, "Hand Weapon", 1, "blue.unit_type.monstrous_infantry_ap"),
    ({"type": "monstrous infantry"}, "Great Weapon", 3, "blue.unit_type.monstrous_infantry_ap"),
    ({"rules": ["Smash"]}, "Hand Weapon", 3, "blue.special.smash"),
    ({"rules": ["Smash"]}, "Great Weapon", 3, "blue.special.smash"),
]


@pytest.mark.parametrize(
    ("fields", "weapon", "ap"),
    [pytest.param(*row[:3], marks=pytest.mark.rule(row[3]), id=f"{row[3]} {row[1]}") for row in AP],
)
def test_armour_piercing_of_types_and_smash(fields: dict[str, Any], weapon: str, ap: int) -> None:
    table = touching(unit(weapons=[weapon], health=9, **fields), unit(armour=["Heavy Armour"], health=9))
    table.unit("A").weapon = weapon
    game = played(table, dice(to_hit=9, to_wound=9))
    assert needed(game, "X", f"{weapon}: Armour") == 6 + ap


@pytest.mark.rule("blue.unit_type.monster_ap", "blue.special.smash")
def test_smash_and_the_monsters_own_piercing_together_where_players_agreed() -> None:
    table = touching(
        unit(type="monster", health=9, attacks=1),
        unit(armour=["Heavy Armour", "Magic Armour"], health=9),
        Settings(monster_ap="both"),
    )
    game = played(table, dice(to_hit=9, to_wound=9, Magical=9))
    assert needed(game, "X", "Hand Weapon: Armour") == 9


@pytest.mark.rule("blue.unit_type.monster_rules")
def test_a_monster_has_terror_smash_sure_step_and_stomp() -> None:
    table = field("A at 24,20 | X at 24,40 face 180", A=unit(type="monster"), X=ONE)
    battle, monster = table.battle, table.unit("A")
    assert {one.name for one in speakers(battle, monster)} >= {"Terror", "Smash", "Sure Step", "Stomp"}
    assert has(battle, monster, "terrible")
    assert has(battle, monster, "fearsome")


# In step with each other


@pytest.mark.rule("blue.fight.initiative_modifiers_first")
def test_base_charge_and_a_slow_weapon() -> None:
    table = touching(unit(models=3, weapons=["Great Weapon"]), MEN)
    table.unit("A").weapon = "Great Weapon"
    table.unit("A").charged = (1,)
    assert step_of(played(table), "A") == 3


@pytest.mark.rule("blue.fight.challenges_before")
def test_no_challenge_is_issued_after_the_first_step() -> None:
    table = touching(MEN, unit(models=5, initiative=2))
    game = played(table)
    begun = [type(event).__name__ for event in game.game.events]
    assert begun.index("FightBegan") < begun.index("StepBegan")
    assert "challenge" not in game.topic
