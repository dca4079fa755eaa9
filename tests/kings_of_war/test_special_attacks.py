"""Special rules about attacks: to hit, to damage, how many, and what follows (Special Rules)."""

from __future__ import annotations

import pytest

from tests.kings_of_war.harness import carried_out, draw, unit
from tests.kings_of_war.lots import damages_on, faced, hits_on, lot, strike, thrown
from warhost.dice import Dice
from warhost.field import Foe
from warhost.rulesets.kings_of_war.chapters import attacks
from warhost.rulesets.kings_of_war.chapters.turn import expire
from warhost.rulesets.kings_of_war.core import armed, arms, effect_of, speakers, values
from warhost.table import Arc

# Qualifiers


@pytest.mark.rule("kow.special.phase_qualifier")
def test_a_phase_in_brackets_limits_the_rule_to_it() -> None:
    table = faced(unit(rules=["Elite (combat)"]))
    assert lot(table, "combat").hit_ones_by is not None
    assert lot(table, "ranged").hit_ones_by is None
    shooters = faced(unit(rules=["Vicious (ranged)"]))
    assert lot(shooters, "combat").damage_ones_by is None
    assert lot(shooters, "ranged").damage_ones_by is not None
    both = faced(unit(rules=["Elite"]))
    assert lot(both, "combat").hit_ones_by is not None
    assert lot(both, "ranged").hit_ones_by is not None


@pytest.mark.rule("kow.special.target_qualifier")
def test_a_kind_of_enemies_in_brackets_limits_the_rule_to_them() -> None:
    slow = unit(rules=["Crushing Strength (+1 vs Regeneration)"])
    assert damages_on(faced(slow, unit(defence=5, rules=["Regeneration (5+)"]))) == 4
    assert damages_on(faced(slow, unit(defence=5))) == 5
    hunters = unit(rules=["Crushing Strength (1 vs Cavalry, Undead)"])
    assert damages_on(faced(hunters, unit(type="cavalry", defence=5))) == 4
    assert damages_on(faced(hunters, unit(traits=["Undead"], defence=5))) == 4
    assert damages_on(faced(hunters, unit(type="large cavalry", defence=5))) == 5


@pytest.mark.rule("kow.special.target_qualifier")
def test_a_rule_that_an_aura_gives_counts_for_qualifiers_too() -> None:
    line = "Us at 36,20 | Them at 36,24 face 180 | Healer at 42,24 face 180"
    us = unit(rules=["Crushing Strength (+1 vs units with Regeneration)"])
    table = draw(line, Us=us, Them=unit(defence=5), Healer=unit(rules=["Aura (Regeneration (5+))"]))
    assert damages_on(table) == 4


@pytest.mark.rule("kow.special.no_stacking")
def test_the_same_rule_twice_counts_once() -> None:
    line = "Us at 36,20 | Them at 36,24 face 180 | Veil at 42,24 face 180"
    table = draw(line, Us=unit(), Them=unit(rules=["Stealthy"]), Veil=unit(rules=["Aura (Stealthy)"]))
    assert hits_on(table, "ranged") == 5


@pytest.mark.rule("kow.special.n_choice")
def test_of_two_numbers_the_higher_is_used_and_they_are_not_added() -> None:
    assert damages_on(faced(unit(rules=["Crushing Strength (1)", "Crushing Strength (2)"]), unit(defence=6))) == 4
    assert damages_on(faced(unit(rules=["Crushing Strength (2)", "Crushing Strength (1)"]), unit(defence=6))) == 4


@pytest.mark.rule("kow.special.n_choice")
def test_of_dice_and_a_number_the_better_on_average_is_used() -> None:
    table = faced(unit(rules=["Rampage (3)", "Rampage (D6)", "Rampage (D3)"]))
    (rampage,) = speakers(table.battle, table.unit("Us")).at("bonus_attacks")
    assert rampage.bonus_attacks(table.battle, table.unit("Us"), table.unit("Them")) == Dice.parse("D6")


@pytest.mark.rule("kow.special.plus_n")
def test_a_plus_gives_the_rule_or_adds_to_it() -> None:
    brew = "Brew of Strength"
    assert damages_on(faced(unit(artefact=brew), unit(defence=6))) == 5
    assert damages_on(faced(unit(artefact=brew, rules=["Crushing Strength (2)"]), unit(defence=6))) == 3


@pytest.mark.rule("kow.special.plus_n")
def test_a_plus_is_added_to_dice_and_dice_to_a_number() -> None:
    for rules, total in (
        (["Wild Charge (D3)", "Wild Charge (+1)"], "D3+1"),
        (["Wild Charge (2)", "Wild Charge (+D3)"], "D3+2"),
        (["Wild Charge (D3)", "Wild Charge (+D3)"], "2D3"),
        (["Wild Charge (D6)", "Wild Charge (+D3)"], "D6"),
    ):
        table = faced(unit(rules=rules))
        (wild,) = speakers(table.battle, table.unit("Us")).at("charge_bonus")
        assert wild.charge_bonus(table.battle, table.unit("Us")) == Dice.parse(total)


# To hit


@pytest.mark.rule("kow.special.elite")
def test_elite_rolls_natural_ones_to_hit_again_once() -> None:
    table = faced(unit(rules=["Elite"]))
    done = thrown(table, lot(table, count=3), (1, 1, 4), (5, 1), (1, 1))
    assert done.value.hits == 2


@pytest.mark.rule("kow.special.elite")
def test_elite_helps_own_spells_and_not_those_of_artefacts() -> None:
    table = faced(unit(rules=["Elite"]))
    assert lot(table, "spell", missile=False).hit_ones_by is not None
    assert lot(table, "spell", missile=False, artefact=True).hit_ones_by is None


@pytest.mark.rule("kow.special.ensnare")
def test_ensnare_makes_the_front_harder_to_hit_in_combat() -> None:
    table = faced(them=unit(rules=["Ensnare"]))
    assert hits_on(table) == 5
    assert hits_on(table, facing=Arc.LEFT) == 4
    assert hits_on(table, "ranged") == 4


@pytest.mark.rule("kow.special.stealthy")
def test_stealthy_units_are_harder_to_shoot() -> None:
    table = faced(them=unit(rules=["Stealthy"]))
    assert hits_on(table, "ranged") == 5
    assert hits_on(table, "ranged", facing=Arc.REAR) == 5
    assert hits_on(table, "combat") == 4
    assert hits_on(table, "spell") == 5
    assert hits_on(table, "spell", missile=False) == 4


@pytest.mark.rule("kow.special.individual_shot_at")
@pytest.mark.rule("kow.special.individual")
def test_individuals_are_harder_to_shoot() -> None:
    table = faced(them=unit(hero=True, rules=["Individual", "Stealthy"]))
    assert hits_on(table, "ranged") == 6
    assert hits_on(table, "combat") == 4
    assert hits_on(table, "spell", missile=False) == 4
    assert hits_on(faced(them=unit(hero=True, type="monster")), "ranged") == 4


@pytest.mark.rule("kow.special.spellward")
def test_spellward_makes_every_spell_harder_and_sixes_still_hit() -> None:
    table = faced(them=unit(rules=["Spellward"]))
    assert hits_on(table, "spell", missile=False) == 5
    assert hits_on(table, "ranged") == 4
    friend = draw("Us at 36,20 | Friend at 36,28", Us=unit(), Friend=unit(rules=["Spellward"]))
    assert hits_on(friend, "spell", missile=False, on="Friend") == 5
    hard = lot(faced(them=unit(rules=["Spellward", "Stealthy"])), "spell", need=5)
    assert attacks.to_hit(hard) == (6, False)
    assert attacks.dice_of(hard) == 10


@pytest.mark.rule("kow.special.spellward")
def test_a_spell_that_could_not_hit_without_spellward_either_has_half_its_dice() -> None:
    hidden = lot(faced(them=unit(hero=True, rules=["Spellward", "Stealthy", "Individual"])), "spell", need=5)
    assert attacks.to_hit(hidden) == (6, True)
    assert attacks.dice_of(hidden) == 5


# How many


@pytest.mark.rule("kow.special.blast")
def test_blast_multiplies_each_hit() -> None:
    table = faced()
    plain = lot(table, "ranged", count=3, armed=["Blast (2)"])
    assert thrown(table, plain, (4, 5, 6), (6, 6, 6, 1, 1, 1)).value == (3, 3)
    diced = lot(table, "ranged", count=2, armed=["Blast (D3)"])
    assert thrown(table, diced, (4, 5), (1, 6), (6, 6, 6, 1)).value == (2, 3)


@pytest.mark.rule("kow.special.blast")
def test_the_odds_of_a_blast_are_those_of_its_dice() -> None:
    table = faced()
    spread = attacks.spread_of(table.battle, lot(table, "ranged", count=2, armed=["Blast (D3)"]))
    assert spread.mean == pytest.approx(2 * 0.5 * 2 * 0.5)


def _bonus(rule: str, them: object, **fields: object) -> object:
    table = faced(unit(rules=[rule], **fields), them)  # type: ignore[arg-type]
    (speaker,) = speakers(table.battle, table.unit("Us")).at("bonus_attacks")
    return speaker.bonus_attacks(table.battle, table.unit("Us"), table.unit("Them"))


@pytest.mark.rule("kow.special.duellist")
def test_duellists_have_more_attacks_against_heroes() -> None:
    assert _bonus("Duellist (2)", unit(hero=True)) == 2
    assert _bonus("Duellist (2)", unit(hero=True, type="monster")) == 2
    assert _bonus("Duellist (2)", unit()) == 0


@pytest.mark.rule("kow.special.duellist_mirror")
def test_a_duellist_gains_nothing_against_another() -> None:
    assert _bonus("Duellist (3)", unit(hero=True, rules=["Duellist (1)"])) == 0
    assert _bonus("Duellist (3)", unit(hero=True, rules=["Rampage (1)"])) == 3


@pytest.mark.rule("kow.special.rampage")
@pytest.mark.parametrize(
    ("kind", "more"),
    [("infantry", 3), ("cavalry", 3), ("war engine", 3), ("large infantry", 0), ("chariot", 0), ("monster", 0)],
)
def test_rampage_is_for_the_small(kind: str, more: int) -> None:
    assert _bonus("Rampage (3)", unit(type=kind)) == more


@pytest.mark.rule("kow.special.rampage")
def test_rampage_works_on_heroes_of_these_types_and_in_combat_if_it_says_so() -> None:
    assert _bonus("Rampage (D6 - Combat)", unit(hero=True, type="cavalry")) == Dice.parse("D6")


@pytest.mark.rule("kow.special.slayer")
@pytest.mark.parametrize(
    ("kind", "more"),
    [
        ("large infantry", 2),
        ("large cavalry", 2),
        ("monster", 2),
        ("titan", 2),
        ("monster chariot", 2),
        ("infantry", 0),
        ("chariot", 0),
        ("war engine", 0),
    ],
)
def test_slayer_is_for_the_large(kind: str, more: int) -> None:
    assert _bonus("Slayer (2)", unit(type=kind)) == more


# To damage


@pytest.mark.rule("kow.special.crushing_strength")
def test_crushing_strength_damages_more_easily_in_combat() -> None:
    table = faced(unit(rules=["Crushing Strength (2)"]), unit(defence=5))
    assert damages_on(table, "combat") == 3
    assert damages_on(table, "ranged") == 5


@pytest.mark.rule("kow.special.piercing")
def test_piercing_damages_more_easily_at_range() -> None:
    table = faced(unit(rules=["Piercing (1)"]))
    assert damages_on(table, "ranged") == 3
    assert damages_on(table, "combat") == 4
    assert damages_on(table, "spell") == 4
    assert damages_on(table, "spell", armed=["Piercing (2)"]) == 2


@pytest.mark.rule("kow.special.thunderous_charge")
def test_thunderous_charge_adds_to_crushing_strength_in_the_turn_of_the_charge() -> None:
    knights = unit(type="cavalry", rules=["Thunderous Charge (2)", "Crushing Strength (1)"])
    charging = draw("Us at 36,20 charged | Them at 36,24 face 180", Us=knights, Them=unit(defence=5))
    assert damages_on(charging) == 2
    assert damages_on(charging, "ranged") == 5
    assert damages_on(faced(knights, unit(defence=5))) == 4


@pytest.mark.rule("kow.special.thunderous_charge_hindered")
def test_a_hindered_charge_is_not_thunderous() -> None:
    knights = unit(type="cavalry", rules=["Thunderous Charge (2)", "Crushing Strength (1)"])
    line = "Us at 36,20 charged hindered | Them at 36,24 face 180"
    assert damages_on(draw(line, Us=knights, Them=unit(defence=5))) == 4


@pytest.mark.rule("kow.special.vicious")
def test_vicious_rolls_natural_ones_to_damage_again_once() -> None:
    table = faced(unit(rules=["Vicious"]))
    assert thrown(table, lot(table, count=3), (4, 4, 4), (1, 3, 6), (5,)).value == (3, 2)
    assert lot(table, "ranged").damage_ones_by is not None
    assert lot(table, "spell").damage_ones_by is None


@pytest.mark.rule("kow.special.retaliator")
def test_a_retaliator_strikes_one_of_several_enemies_harder() -> None:
    line = "Us at 36,20 | Them at 36,24 face 180 | 1 Also at 30,20 face 90"
    table = draw(line, Us=unit(rules=["Retaliator", "Crushing Strength (1)"]), Them=unit(defence=6), Also=unit())
    table.unit("Us").held_by = (1, 2)
    table.unit("Us").foes = (Foe(1, Arc.FRONT, Arc.FRONT), Foe(2, Arc.LEFT, Arc.FRONT))
    (favour,) = speakers(table.battle, table.unit("Us")).at("favours")
    assert favour.favours(table.battle, table.unit("Us")) == (1, 2)
    assert damages_on(table, favoured=["Retaliator"]) == 4
    assert damages_on(table) == 5
    table.unit("Us").held_by = (1,)
    assert favour.favours(table.battle, table.unit("Us")) == ()
    table.unit("Us").held_by = (1, 7)
    assert favour.favours(table.battle, table.unit("Us")) == (1,)


@pytest.mark.rule("kow.special.big_shield")
def test_a_big_shield_is_defence_6_in_front() -> None:
    table = faced(unit(rules=["Piercing (1)"]), unit(defence=4, rules=["Big Shield"]))
    assert damages_on(table, "ranged") == 5
    assert damages_on(table, "ranged", facing=Arc.LEFT) == 3
    assert damages_on(table, "combat") == 6
    assert damages_on(table, "combat", facing=Arc.REAR) == 4


# What follows


@pytest.mark.rule("kow.special.frostbite")
def test_frostbite_freezes_whom_it_damages() -> None:
    table = faced(unit(rules=["Frostbite"]))
    strike(table, lot(table), 0)
    assert effect_of(table.unit("Them"), "Frozen") is None
    strike(table, lot(table), 1)
    assert effect_of(table.unit("Them"), "Frozen") is not None


@pytest.mark.rule("kow.special.frostbite")
def test_frostbite_of_a_weapon_freezes_and_of_the_unit_leaves_spells_alone() -> None:
    table = faced(unit(rules=["Frostbite (ranged)"]))
    strike(table, lot(table, "spell"), 2)
    strike(table, lot(table, "combat"), 2)
    assert effect_of(table.unit("Them"), "Frozen") is None
    strike(table, lot(table, "spell", armed=["Frostbite"]), 2)
    assert effect_of(table.unit("Them"), "Frozen") is not None


@pytest.mark.rule("kow.special.frozen")
@pytest.mark.parametrize(("before", "after"), [(6, 5), (5, 4), (4, 4), (3, 3)])
def test_frozen_units_are_slower_but_never_below_4(before: int, after: int) -> None:
    table = faced(unit(rules=["Frostbite"]), unit(speed=before))
    for _ in range(2):
        strike(table, lot(table), 1)
    assert values.speed(table.battle, table.unit("Them")) == after


@pytest.mark.rule("kow.special.frozen")
def test_the_frost_melts_at_the_end_of_the_next_turn_of_the_frozen() -> None:
    table = faced(unit(rules=["Frostbite"]))
    strike(table, lot(table), 1)
    for when, seat in (("end", 0), ("start", 1)):
        expire(table.battle, when, seat)
        assert effect_of(table.unit("Them"), "Frozen") is not None
    expire(table.battle, "end", 1)
    assert effect_of(table.unit("Them"), "Frozen") is None


@pytest.mark.rule("kow.special.lifeleech")
@pytest.mark.parametrize(("caused", "left"), [(5, 2), (1, 3), (0, 4)])
def test_lifeleech_heals_what_it_causes_up_to_its_number(caused: int, left: int) -> None:
    table = draw("Us at 36,20 damage=4 | Them at 36,24 face 180", Us=unit(rules=["Lifeleech (2)"]), Them=unit())
    _fought(table, caused)
    assert table.unit("Us").damage == left


@pytest.mark.rule("kow.special.lifeleech")
def test_lifeleech_has_its_limit_for_the_whole_phase() -> None:
    table = draw("Us at 36,20 damage=9 | Them at 36,24 face 180", Us=unit(rules=["Lifeleech (3)"]), Them=unit())
    _fought(table, 2)
    _fought(table, 2)
    assert table.unit("Us").damage == 6


def _fought(table: object, damage: int) -> None:
    us = table.unit("Us")  # type: ignore[attr-defined]
    for speaker in speakers(table.battle, us).at("after_fighting"):  # type: ignore[attr-defined]
        carried_out(speaker.after_fighting(table.battle, us, damage))  # type: ignore[attr-defined]


@pytest.mark.rule("kow.special.shattering")
def test_shattering_counts_if_ranged_attacks_damage() -> None:
    table = faced(unit(rules=["Shattering (1)"]))
    strike(table, lot(table, "ranged"), 0)
    strike(table, lot(table, "combat"), 3)
    assert table.unit("Them").shattered == 0
    strike(table, lot(table, "ranged"), 1)
    assert table.unit("Them").shattered == 1
    strike(table, lot(table, "spell", armed=["Shattering (D3)"]), 1, dice=[5])
    assert table.unit("Them").shattered == 3
    strike(table, lot(table, "ranged"), 1)
    assert table.unit("Them").shattered == 3


# Who may be shot at


def _refused(line: str, *rules: str) -> str:
    weapon = {"name": "Bow", "range": 24, "rules": list(rules)}
    table = draw(line, Us=unit(shooting=4, weapons=[weapon]), Them=unit())
    (bow,) = arms(table.battle, table.unit("Us"))
    for speaker in armed(table.battle, table.unit("Us"), bow.rules).at("check_target"):
        why = speaker.check_target(table.battle, table.unit("Us"), table.unit("Them"), bow)
        if why is not None:
            return why.rule or ""
    return ""


@pytest.mark.rule("kow.special.indirect_minimum")
def test_indirect_weapons_need_more_than_12_inches() -> None:
    gap = 12.0 + 80 / 25.4
    assert _refused(f"Us at 36,10 | Them at 36,{10 + gap} face 180", "Indirect") == "kow.special.indirect_minimum"
    assert _refused(f"Us at 36,10 | Them at 36,{10 + gap + 0.1} face 180", "Indirect") == ""


@pytest.mark.rule("kow.special.reload")
@pytest.mark.parametrize(("order", "legal"), [("halt", True), ("advance", False), ("change facing", False)])
def test_weapons_that_reload_need_a_halt(order: str, legal: bool) -> None:
    refused = _refused(f'Us at 36,10 order="{order}" | Them at 36,26 face 180', "Reload")
    assert refused == ("" if legal else "kow.special.reload")
