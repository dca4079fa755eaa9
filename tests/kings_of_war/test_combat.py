"""Combats: who attacks whom with how many dice, and what they do (Combat Phase)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.kings_of_war.harness import Fall, Play, Table, carried_out, draw, engaged, refusal, unit
from warhost.play import Allocated, Chosen
from warhost.rulesets.kings_of_war.chapters import attacks
from warhost.rulesets.kings_of_war.chapters.combat import strikes
from warhost.rulesets.kings_of_war.core import Effect, events
from warhost.rulesets.kings_of_war.thinks import combat_odds

MISS: Mapping[str, Fall] = {"to hit": 1}
"""Dice for attacks of which nothing comes."""

HURT: Mapping[str, Fall] = {"to hit": 6, "to damage": 6, "Nerve": (1, 2)}
"""Dice for attacks all of which damage, and for enemies who stand it."""


def dice_to_hit(game: Play) -> list[int]:
    """How many dice were thrown to hit, roll by roll."""
    return [int(roll.dice.split("D")[0] or 1) for roll in game.rolls if roll.why.endswith("to hit")]


def dice_of(table: Table, *answers: Any) -> list[int]:
    """The dice to hit of the first unit, all of which miss."""
    game = table.play(dice=MISS).choose(unit=table.battle.units[0].name)
    for answer in answers:
        game.answer(answer)
    return dice_to_hit(game)


# Who fights


@pytest.mark.rule("kow.combat.group")
def test_a_chain_of_engagements_is_one_combat() -> None:
    table = draw(
        'phase="combat" | A at 10,20 | X at 10,26 face 180 | B at 14,20 | Y at 14,26 face 180 | C at 50,20'
        " | Z at 50,26 face 180",
        **dict.fromkeys("AXBYCZ", unit()),  # type: ignore[arg-type]
    )
    table.engage("A", "X").engage("B", "X", "left").engage("Y", "B", "rear").engage("C", "Z")
    game = table.play()
    assert game.topic == "combat"
    ids = {name: game.unit(name).id for name in "AXBYCZ"}
    linked = "+".join(str(ids[name]) for name in "AXBY")
    assert game.keys == [linked, f"{ids['C']}+{ids['Z']}"]


@pytest.mark.rule("kow.combat.order")
def test_a_combat_is_finished_before_the_next_begins() -> None:
    table = draw(
        'phase="combat" | A at 20,20 | X at 20,26 face 180 damage=11 | B at 50,20 | Y at 50,26 face 180',
        A=unit(attacks=1),
        X=unit(),
        B=unit(attacks=1),
        Y=unit(),
    )
    table.engage("A", "X").engage("B", "Y")
    game = table.play(dice=[(6,), (6,), (6, 5), (4,), (1,)])
    game.choose("0+1").choose(unit="A")
    assert game.unit("X").fate == "routed"
    assert game.topic == "outcome"
    game.choose("forward")
    assert game.told(events.UnitMovedAfterCombat)[0].inches == 4
    assert game.topic == "attacker"
    game.choose(unit="B")
    assert game.battle.active == 1


@pytest.mark.rule("kow.combat.unit_order")
def test_own_units_attack_in_any_order() -> None:
    table = draw(
        'phase="combat" | A at 36,20 | B at 40,20 | X at 36,26 face 180', A=unit(attacks=2), B=unit(attacks=3), X=unit()
    )
    game = table.engage("A", "X").engage("B", "X", "left").play(dice=MISS)
    game.choose(unit="B").choose(unit="A")
    assert [event.unit for event in game.told(events.UnitAttacked)] == [game.unit("B").id, game.unit("A").id]


@pytest.mark.rule("kow.combat.unit_order")
@pytest.mark.parametrize("order", ["ABC", "BCA", "CAB", "CBA"])
def test_three_units_attack_in_any_order_and_each_of_them_does(order: str) -> None:
    units = {name: unit() for name in "ABCX"}
    table = draw('phase="combat" | A at 36,20 | B at 40,20 | C at 50,20 | X at 36,26 face 180', None, **units)
    table.engage("A", "X").engage("B", "X", "left").engage("C", "X", "right")
    game = table.play(dice=MISS)
    for name in order[:2]:
        game.choose(unit=name)
    if game.offers(unit=order[2]):
        game.choose(unit=order[2])
    assert [event.unit for event in game.told(events.UnitAttacked)] == [game.unit(name).id for name in order]


@pytest.mark.rule("kow.combat.active_only")
def test_only_units_of_the_player_whose_turn_it_is_attack() -> None:
    game = engaged(A=unit(), X=unit()).play(dice=MISS)
    assert [option.unit for option in game.options if not option.passes] == [game.unit("A").id]
    game.choose(unit="A")
    assert game.battle.active == 1
    game.until("attacker")
    assert [option.unit for option in game.options if not option.passes] == [game.unit("X").id]


@pytest.mark.rule("kow.combat.distribute")
def test_nobody_has_to_attack() -> None:
    game = engaged(A=unit(), X=unit()).play()
    game.choose("pass")
    assert game.battle.active == 1
    assert game.rolls == []


# How many dice


@pytest.mark.rule("kow.combat.hit_dice")
def test_as_many_dice_as_attacks() -> None:
    assert dice_of(engaged(A=unit(attacks=12), X=unit())) == [12]


@pytest.mark.rule("kow.combat.hit_dice")
def test_no_attacks_no_dice() -> None:
    table = engaged(A=unit(attacks=1, nerve=5), X=unit())
    table.unit("A").damage = 9
    assert dice_of(table) == []


def test_a_unit_without_melee_cannot_attack() -> None:
    table = draw(
        'phase="combat" | A at 36,20 | B at 40,20 | X at 36,26 face 180', A=unit(melee=None), B=unit(), X=unit()
    )
    game = table.engage("A", "X").engage("B", "X", "left").play()
    assert refusal(game, Chosen("0")).rule == "kow.combat.hit_dice"


@pytest.mark.rule("kow.combat.flank_double")
def test_attacks_on_a_flank_are_doubled() -> None:
    assert dice_of(engaged("left", A=unit(attacks=12), X=unit())) == [24]
    assert dice_of(engaged("right", A=unit(attacks=12), X=unit())) == [24]


@pytest.mark.rule("kow.combat.flank_double")
def test_who_was_hit_in_the_flank_attacks_a_front() -> None:
    table = engaged("left", A=unit(), X=unit(attacks=12))
    table.battle.active = 1
    game = table.play(dice=MISS).choose(unit="X")
    assert dice_to_hit(game) == [12]


@pytest.mark.rule("kow.combat.rear_treble")
def test_attacks_on_the_rear_are_trebled() -> None:
    assert dice_of(engaged("rear", A=unit(attacks=12), X=unit())) == [36]


@pytest.mark.rule("kow.war_engine.always_rear")
def test_attacks_on_a_war_engine_are_always_trebled() -> None:
    assert dice_of(engaged(A=unit(attacks=12), X=unit(type="war engine"))) == [36]


# Several enemies


def two_foes(**fields: Any) -> Table:
    """A is engaged with the front of X, and with the left flank of Y, which stands at its left."""
    table = draw(
        'phase="combat" | A at 36,20 | X at 36,30 face 180 | 1 Y at 50,30 face 90', A=unit(**fields), X=unit(), Y=unit()
    )
    return table.engage("X", "A").engage("Y", "A", "left", mine="left")


def shares(**given: int) -> Allocated:
    """So many attacks at X (number 1) and at Y (number 2)."""
    return Allocated({"attacks": {{"X": "1", "Y": "2"}[name]: count for name, count in given.items()}})


@pytest.mark.rule("kow.combat.distribute")
@pytest.mark.rule("kow.combat.per_lot_modifiers")
def test_attacks_are_shared_out_and_each_lot_counts_by_itself() -> None:
    assert dice_of(two_foes(attacks=10), shares(X=4, Y=6)) == [4, 12]


@pytest.mark.rule("kow.combat.distribute")
def test_all_attacks_may_go_at_one_enemy_but_no_more_than_there_are() -> None:
    game = two_foes(attacks=10).play(dice=MISS).choose(unit="A")
    assert game.topic == "attacks"
    assert refusal(game, shares(X=6, Y=6)).rule == "kow.combat.distribute"
    game.answer(shares(X=10, Y=0))
    assert dice_to_hit(game) == [10]
    assert game.battle.active == 1


@pytest.mark.rule("kow.combat.random_attacks")
def test_random_attacks_are_rolled_before_they_are_shared_out() -> None:
    game = two_foes(attacks="D6+6").play(dice=[(4,), (1,) * 5, (1,) * 10]).choose(unit="A")
    assert game.topic == "attacks"
    game.answer(shares(X=5, Y=5))
    assert dice_to_hit(game) == [5, 10]


@pytest.mark.rule("kow.nerve.devastated_attacks")
def test_a_devastated_unit_has_half_of_its_attacks() -> None:
    table = engaged(A=unit(attacks=15), X=unit())
    table.unit("A").damage = 13
    assert dice_of(table) == [7]


# What rules add


@pytest.mark.rule("kow.special.individual_no_multiply")
@pytest.mark.rule("kow.special.individual")
def test_an_individual_does_not_multiply_its_attacks() -> None:
    assert dice_of(engaged("rear", A=unit(hero=True, attacks=5, rules=["Individual"]), X=unit())) == [5]
    assert dice_of(engaged("rear", A=unit(hero=True, type="monster", attacks=5), X=unit())) == [15]


@pytest.mark.rule("kow.special.individual_war_engine")
def test_an_individual_trebles_its_attacks_on_war_engines() -> None:
    individual = unit(hero=True, attacks=4, rules=["Individual"])
    assert dice_of(engaged(A=individual, X=unit(type="war engine"))) == [12]


@pytest.mark.rule("kow.special.individual_attacked")
def test_attacks_on_an_individual_are_multiplied() -> None:
    assert dice_of(engaged("rear", A=unit(attacks=12), X=unit(hero=True, rules=["Individual"]))) == [36]


@pytest.mark.rule("kow.special.rampage")
def test_rampage_adds_attacks_before_they_are_multiplied() -> None:
    rampage = unit(attacks=6, rules=["Rampage (3)"])
    assert dice_of(engaged(A=rampage, X=unit())) == [9]
    assert dice_of(engaged("left", A=rampage, X=unit())) == [18]
    assert dice_of(engaged(A=rampage, X=unit(type="large infantry"))) == [6]


@pytest.mark.rule("kow.special.slayer")
def test_slayer_adds_attacks_against_monsters() -> None:
    slayer = unit(attacks=6, rules=["Slayer (2)"])
    assert dice_of(engaged(A=slayer, X=unit(type="monster"))) == [8]
    assert dice_of(engaged(A=slayer, X=unit())) == [6]


@pytest.mark.rule("kow.special.duellist")
@pytest.mark.rule("kow.special.duellist_mirror")
def test_duellist_adds_attacks_against_heroes_who_are_no_duellists() -> None:
    duellist = unit(hero=True, attacks=5, rules=["Duellist (2)"])
    assert dice_of(engaged(A=duellist, X=unit(hero=True))) == [7]
    assert dice_of(engaged(A=duellist, X=unit(hero=True, rules=["Duellist (1)"]))) == [5]
    assert dice_of(engaged(A=duellist, X=unit())) == [5]


@pytest.mark.rule("kow.special.rampage")
@pytest.mark.rule("kow.combat.per_lot_modifiers")
def test_bonus_attacks_go_at_one_enemy_that_is_named_after_the_attacks_are_shared_out() -> None:
    game = two_foes(attacks=10, rules=["Rampage (3)"]).play(dice=MISS).choose(unit="A")
    game.answer(shares(X=4, Y=6))
    assert game.topic == "bonus"
    game.choose(target="Y")
    assert dice_to_hit(game) == [4, 18]


def test_random_bonus_attacks_are_rolled_before_the_attacks_are_shared_out() -> None:
    game = two_foes(attacks=10, rules=["Rampage (D3)"]).play(dice=[(3,), (1,) * 12]).choose(unit="A")
    assert [roll.why for roll in game.rolls] == ["Rampage"]
    game.answer(shares(X=10)).choose(target="X")
    assert dice_to_hit(game) == [12]


@pytest.mark.rule("kow.combat.attack_pipeline")
def test_the_order_in_which_attacks_are_halved_added_to_multiplied_and_halved_again() -> None:
    table = engaged("left", A=unit(attacks=15, rules=["Rampage (3)"]), X=unit())
    table.unit("A").damage = 13
    assert dice_of(table) == [20]
    table = engaged("left", A=unit(attacks=15, melee=6, rules=["Rampage (3)"]), X=unit())
    table.unit("A").damage = 13
    table.unit("A").hindered = True
    assert dice_of(table) == [10]


@pytest.mark.rule("kow.special.retaliator")
def test_retaliator_names_one_of_the_enemies_that_held_it_when_its_turn_began() -> None:
    table = two_foes(attacks=2, rules=["Crushing Strength (1)", "Retaliator"])
    table.unit("A").held_by = (1, 2)
    game = table.play(dice={**HURT, "to damage": 3}).choose(unit="A").answer(shares(X=1, Y=1))
    assert game.topic == "bonus"
    game.choose(target="X")
    assert [event.to_damage for event in game.told(events.UnitAttacked)] == [2, 3]


@pytest.mark.rule("kow.special.retaliator")
@pytest.mark.parametrize(("split", "asked"), [({"X": 2}, False), ({"Y": 2}, False), ({"X": 1, "Y": 1}, True)])
def test_retaliator_asks_only_where_several_enemies_are_struck(split: dict[str, int], asked: bool) -> None:
    table = two_foes(attacks=2, rules=["Retaliator"])
    table.unit("A").held_by = (1, 2)
    game = table.play(dice={**HURT, "to damage": 3}).choose(unit="A").answer(shares(**split))
    assert (game.topic == "bonus") == asked
    if not asked:
        assert [event.to_damage for event in game.told(events.UnitAttacked)] == [3]


@pytest.mark.rule("kow.special.retaliator")
def test_retaliator_needs_two_enemies_when_the_turn_begins() -> None:
    table = two_foes(attacks=2, rules=["Retaliator"])
    table.unit("A").held_by = (1,)
    game = table.play(dice=HURT).choose(unit="A").answer(shares(X=2))
    assert [event.to_damage for event in game.told(events.UnitAttacked)] == [4]


def shadows(**fields: Any) -> Table:
    """A has three shadow attacks and stands hindered in the rear of X."""
    table = engaged("rear", A=unit(hero=True, **fields), X=unit(defence=5, rules=["Ensnare"]))
    table.unit("A").effects = (Effect("Host Shadowbeast", "start", 0, number=3),)
    table.unit("A").hindered = True
    return table


@pytest.mark.rule("kow.spell.host_shadowbeast_attacks")
def test_shadow_attacks_are_rolled_apart_and_nothing_changes_them() -> None:
    game = shadows(attacks=4).play(dice=[(1,) * 12, (2, 3, 6), (1, 2), (1, 2)]).choose(unit="A")
    assert dice_to_hit(game) == [12, 3]
    assert game.unit("X").damage == 1


@pytest.mark.rule("kow.spell.host_shadowbeast_attacks")
def test_who_has_no_melee_still_has_its_shadow_attacks() -> None:
    table = shadows(melee=None, rules=["Rampage (2)"])
    row = combat_odds.damage_row(table.battle, table.unit("A"), table.unit("X"))
    assert sum(number * chance for number, chance in enumerate(row)) == pytest.approx(3 * (4 / 6) * (5 / 6))
    game = table.play(dice=[(3, 3, 3), (2, 2, 2), (1, 2)]).choose(unit="A")
    assert game.unit("X").damage == 3


@pytest.mark.rule("kow.spell.host_shadowbeast_attacks")
def test_shadow_attacks_go_at_one_enemy() -> None:
    table = two_foes(attacks=2, hero=True)
    table.unit("A").effects = (Effect("Host Shadowbeast", "start", 0, number=3),)
    game = table.play(dice=MISS).choose(unit="A").answer(shares(X=2)).choose(target="Y")
    assert dice_to_hit(game) == [2, 3]
    assert [event.target for event in game.told(events.UnitAttacked)] == [1, 2]


@pytest.mark.rule("kow.artefact.partial_bonus")
def test_what_helps_a_part_of_the_attacks_is_named_for_one_enemy_before_the_dice() -> None:
    table = two_foes(attacks=10, artefact="Blade of Slashing")
    game = table.play(dice={**MISS, "Blade of Slashing": 1}).choose(unit="A").answer(shares(X=5, Y=5))
    assert (game.topic, game.rolls) == ("bonus", [])
    game.choose(target="Y")
    again = [roll for roll in game.rolls if "Blade of Slashing" in roll.why]
    assert [roll.why.split(":")[0] for roll in again] == ["attack on Y"]


@pytest.mark.rule("kow.special.aura_extra_attacks")
def test_attacks_of_an_aura_are_added_before_the_facing_multiplies() -> None:
    table = draw(
        'phase="combat" | A at 36,20 | B at 40,19 | X at 36,26 face 180',
        A=unit(attacks=10),
        B=unit(rules=["Aura (+2 Attacks)"]),
        X=unit(),
    )
    assert dice_of(table.engage("A", "X", "left")) == [24]


@pytest.mark.rule("kow.special.lifeleech")
def test_lifeleech_heals_by_the_damage_of_all_attacks_together() -> None:
    table = two_foes(attacks=5, rules=["Lifeleech (2)"])
    table.unit("A").damage = 4
    game = table.play(dice=HURT).choose(unit="A").answer(shares(X=3, Y=2))
    assert game.unit("A").damage == 2


# To hit and to damage


@pytest.mark.rule("kow.combat.hit_roll")
def test_what_reaches_melee_hits() -> None:
    game = engaged(A=unit(attacks=3, melee=4), X=unit()).play(dice=[(3, 4, 6), (1, 1)]).choose(unit="A")
    assert game.told(events.UnitAttacked)[0].hits == 2


@pytest.mark.rule("kow.combat.hindered_modifier")
def test_who_was_hindered_has_minus_one_to_hit() -> None:
    table = engaged(A=unit(attacks=3, melee=4), X=unit())
    table.unit("A").hindered = True
    game = table.play(dice=[(4, 5, 6), (1, 1)]).choose(unit="A")
    assert game.told(events.UnitAttacked)[0].hits == 2


@pytest.mark.rule("kow.combat.natural_one")
def test_a_natural_one_misses() -> None:
    game = engaged(A=unit(attacks=2, melee=2), X=unit()).play(dice=[(1, 2), (1,)]).choose(unit="A")
    assert game.told(events.UnitAttacked)[0].hits == 1


@pytest.mark.rule("kow.combat.impossible_hit")
def test_a_hit_that_is_impossible_needs_sixes_with_half_of_the_dice() -> None:
    table = engaged(A=unit(attacks=9, melee=6), X=unit())
    table.unit("A").hindered = True
    game = table.play(dice=[(5, 5, 6, 6), (1, 1)]).choose(unit="A")
    assert game.told(events.UnitAttacked)[0].hits == 2


@pytest.mark.rule("kow.combat.attack_pipeline")
def test_dice_are_halved_for_an_impossible_hit_after_they_were_multiplied() -> None:
    table = engaged("left", A=unit(attacks=15, melee=6), X=unit())
    table.unit("A").hindered = True
    table.unit("A").damage = 13
    assert dice_of(table) == [7]


@pytest.mark.rule("kow.combat.damage_roll")
def test_what_reaches_defence_damages() -> None:
    table = engaged(A=unit(attacks=4), X=unit(defence=4))
    game = table.play(dice=[(6,) * 4, (3, 4, 5, 6), (1, 2)]).choose(unit="A")
    assert game.unit("X").damage == 3


@pytest.mark.rule("kow.combat.damage_natural_one")
def test_a_natural_one_never_damages() -> None:
    game = engaged(A=unit(attacks=2), X=unit(defence=2)).play(dice=[(6, 6), (1, 2), (1, 2)]).choose(unit="A")
    assert game.unit("X").damage == 1
    strong = engaged(A=unit(attacks=2, rules=["Crushing Strength (3)"]), X=unit(defence=3))
    assert strong.play(dice=[(6, 6), (1, 2), (1, 2)]).choose(unit="A").unit("X").damage == 1


@pytest.mark.rule("kow.combat.damage_natural_six")
def test_a_natural_six_always_damages() -> None:
    table = engaged(A=unit(attacks=2), X=unit(defence=6))
    lot = prepared_lot(table)
    lot.to_damage.add(-1, "weakened", "kow.spell.weakness")
    done = carried_out(attacks.resolve(table.battle, lot), [(6, 6), (5, 6)])
    assert done.value.damage == 1


def prepared_lot(table: Table) -> attacks.Lot:
    return strikes.lot_of(table.battle, table.unit("A"), table.unit("X"), 2)


@pytest.mark.rule("kow.combat.damage_counters")
def test_what_an_attack_did_is_told() -> None:
    table = engaged("left", A=unit(attacks=2, rules=["Crushing Strength (1)"]), X=unit(defence=5))
    table.unit("A").hindered = True
    game = table.play(dice=[(4, 5, 6, 6), (3, 4, 5), (1, 2)]).choose(unit="A")
    (told,) = game.told(events.UnitAttacked)
    assert (told.facing, told.dice, told.hits, told.damage) == ("left flank", 4, 3, 2)
    assert [(score.label, score.total) for score in told.sums] == [("needed to hit", 5), ("needed to damage", 4)]
    assert all(sum(part.amount for part in score.parts) == score.total for score in told.sums)
    assert [(event.damage, event.by) for event in game.told(events.DamageTaken)] == [(2, game.unit("A").id)]
    assert len(game.told(events.NerveTested)) == 1
    assert not game.unit("X").hurt


@pytest.mark.rule("kow.combat.damage_counters")
@pytest.mark.rule("kow.combat.nerve_at_end")
def test_who_takes_no_damage_does_not_test() -> None:
    game = engaged(A=unit(attacks=2), X=unit()).play(dice=[(6, 6), (1, 2)]).choose(unit="A")
    assert game.told(events.NerveTested) == []
    assert game.told(events.CombatFought)[0].sums[1].parts[0].why == "X, 0 damage in all: no test"


@pytest.mark.rule("kow.combat.damage_counters")
def test_damage_adds_up() -> None:
    table = engaged(A=unit(attacks=4), X=unit(nerve=20))
    table.unit("X").damage = 5
    game = table.play(dice=[(6,) * 4, (6,) * 4, (1, 2)]).choose(unit="A")
    assert game.unit("X").damage == 9


# Nerve


@pytest.mark.rule("kow.combat.nerve_at_end")
def test_who_was_hurt_tests_once_at_the_end() -> None:
    table = draw(
        'phase="combat" | A at 36,20 | B at 40,20 | X at 36,26 face 180 | Y at 50,40 face 180',
        A=unit(attacks=1),
        B=unit(attacks=1, melee=4),
        X=unit(),
        Y=unit(),
    )
    table.engage("A", "X").engage("B", "X", "left").engage("Y", "B", "rear")
    game = table.play(dice=HURT)
    game.choose(unit="A")
    assert game.told(events.NerveTested) == []
    game.choose(unit="B").answer(Allocated({"attacks": {"2": 1}}))
    assert [event.unit for event in game.told(events.NerveTested)] == [game.unit("X").id]


@pytest.mark.rule("kow.nerve.roller")
def test_the_attacker_rolls_for_nerve() -> None:
    game = engaged(A=unit(attacks=1), X=unit()).play(dice=HURT)
    game.choose(unit="A")
    assert game.rolls[-1].seat == 0


def test_the_result_of_a_combat_is_told_as_a_fight() -> None:
    table = engaged(A=unit(attacks=2), X=unit(nerve=8))
    game = table.play(dice=[(6, 6), (6, 6), (3, 3)]).choose(unit="A")
    (fought,) = game.told(events.CombatFought)
    assert fought.fight.units == (0, 1)
    assert (fought.fight.winner, fought.fight.verdict) == (0, "2 damage, X routed")
    assert [(score.seat, score.total) for score in fought.sums] == [(0, 2), (1, 0)]
    assert fought.sums[1].parts[0].why == "X, 2 damage in all: routed"
    assert game.log[-1] == "First dealt 2 damage in combat and routed X"


def test_a_combat_phase_without_a_fight_says_why() -> None:
    game = draw('phase="combat" | A at 36,10 | X at 36,42 face 180', A=unit(), X=unit()).play()
    told = game.told(events.NothingToDo)
    assert [one.why for one in told if one.phase == "Combat"][:1] == ["no unit can attack"]
