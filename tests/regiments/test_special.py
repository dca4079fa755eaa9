"""Special rules of weapons and models in shooting and melee."""

from __future__ import annotations

import msgspec
import pytest

from tests.regiments.fights import attacks, bows, clash, dice_for, fight, needs, shoot, volley
from tests.regiments.harness import Fall, Play, acts, draw, happen, models, regiment, weapon
from warhost.rulesets.regiments.chapters.deployment.reserves import arrivals
from warhost.rulesets.regiments.chapters.magic.enchantments import enchant
from warhost.rulesets.regiments.chapters.melee.strikes import counter_models, fear_of
from warhost.rulesets.regiments.core import Effect, Group, SpellEffect, SpellText
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.rules.written import spoken
from warhost.table import Forward, Pose

WALL = regiment(size=1, weapons=[], rules=["Tough(12)"])


def by(play: Play, unit: str, why: str) -> list[str]:
    """The dice that a unit threw for a reason."""
    return [roll.dice for roll in play.rolls if roll.unit == play.unit(unit).id and why in roll.why]


@pytest.mark.rule("aofr.special.priority")
def test_a_special_rule_wins_over_a_standard_one() -> None:
    line = "72x48 mountain 18,16 6x4 | Pikes at 18,10 | Foe at 60,40 face 180"
    plain = acts(draw(line, Pikes=regiment(), Foe=regiment()), "Pikes").act("Pikes", "rush")
    assert plain.refuses(Forward(11)) == "aofr.terrain.impassable"
    flyers = acts(draw(line, Pikes=regiment(rules=["Flying"]), Foe=regiment()), "Pikes").act("Pikes", "rush")
    assert flyers.move(Forward(11)).unit("Pikes").pose == Pose(18, 21, 0)


@pytest.mark.rule("aofr.special.no_stacking")
def test_the_same_rule_or_spell_counts_once() -> None:
    ward = SpellText(name="Ward", cost=1, range=12, target="friend", effect=SpellEffect(defense=1))
    table = draw("Bows at 36,10 | Mark at 36,20 face 180", Bows=bows(1), Mark=regiment(defense=5, spells=[ward]))
    mark = table.unit("Mark")
    enchant(mark, "Ward", mark.id)
    enchant(mark, "Ward", mark.id)
    mark.effects = (*mark.effects, Effect("Ward", mark.id))
    assert needs(volley(table, "Bows", "Mark", {"to hit": 6, "to block": 6}), "to block") == [4]
    twice = regiment(size=3, weapons=["Claw (A1, Furious)"], rules=["Furious"])
    assert attacks(fight(twice, WALL, {"to hit": (6, 1, 1), "to block": 6}, "rear"))[0].hits == 2


@pytest.mark.rule("aofr.special.x_rules_stack")
def test_rules_with_a_rating_add_up() -> None:
    lancers = regiment(size=3, weapons=["Lance (A1, AP(1), Lance)"])
    assert needs(fight(lancers, WALL, {"to hit": 6, "to block": 6}, "rear"), "to block") == [6]
    fearful = spoken((RuleText("Fear", 1), RuleText("Fear", 2)))
    assert [rule.fear for rule in fearful] == [3]


@pytest.mark.rule("aofr.command.sergeant")
def test_a_sergeant_alone_hits_better() -> None:
    squad = regiment(groups=[models(1, rules=["Sergeant"]), models(9)], quality=5)
    play = fight(squad, WALL, {"to hit": 1, "Morale": 6}, "rear")
    assert sorted(zip(needs(play, "to hit"), dice_for(play, "to hit"), strict=True)) == [(4, "1D6"), (5, "9D6")]


@pytest.mark.rule("aofr.special.ap")
def test_ap_is_taken_from_defense_rolls() -> None:
    play = shoot(bows(2, ["AP(2)"]), regiment(defense=4), {"to hit": 6, "to block": (5, 6)})
    assert attacks(play)[0].blocked == 1


@pytest.mark.rule("aofr.special.ap")
def test_hits_that_pierce_most_are_blocked_first() -> None:
    fighters = regiment(groups=[models(3), models(2, ["Axe (A1, AP(1))"]), models(2, ["Pick (A1, AP(2))"])])
    play = fight(fighters, WALL, {"to hit": 6, "to block": 6}, "rear")
    assert [event.what for event in attacks(play)] == ["Pick", "Axe", "Hand Weapon"]


@pytest.mark.rule("aofr.special.blast.multiply")
@pytest.mark.parametrize(("size", "hits"), [(2, 4), (5, 6), (1, 2)])
def test_blast_multiplies_hits_up_to_the_models_of_the_target(size: int, hits: int) -> None:
    play = shoot(bows(2, ["Blast(3)"]), regiment(size=size), {"to hit": 6, "to block": 6})
    assert attacks(play)[0].hits == hits


@pytest.mark.rule("aofr.special.blast.multiply")
def test_a_joined_hero_counts_for_blast() -> None:
    hero = regiment(size=1, rules=["Hero", "Tough(3)"])
    play = shoot(bows(1, ["Blast(3)"]), regiment(size=2, hero=hero), {"to hit": 6, "to block": 6})
    assert attacks(play)[0].hits == 3


@pytest.mark.rule("aofr.special.blast.ignore_cover", "aofr.modifier.cumulative")
@pytest.mark.parametrize(("rules", "need"), [(["Blast(3)"], 5), ([], 4), (["AP(2)"], 6)])
def test_cover_does_not_help_against_blast(rules: list[str], need: int) -> None:
    line = "72x48 forest 36,20 12x6 | Bows at 36,10 | Mark at 36,20 face 180"
    table = draw(line, Bows=bows(1, rules), Mark=regiment(defense=5))
    assert needs(volley(table, "Bows", "Mark", {"to hit": 6, "to block": 6}), "to block") == [need]


@pytest.mark.rule("aofr.special.blast.order")
def test_blast_comes_after_extra_hits() -> None:
    play = shoot(bows(1, ["Blast(3)", "Relentless"]), regiment(size=5), {"to hit": 6, "to block": 6})
    assert attacks(play)[0].hits == 6


@pytest.mark.rule("aofr.special.counter.first")
def test_counter_strikes_before_the_charger_and_other_weapons_after() -> None:
    pikes = regiment(size=5, weapons=["Spear (A1, Counter)", "Knife (A1)"])
    play = fight(regiment(size=5), pikes, {"to hit": 6, "to block": 6, "Morale": 6})
    assert play.topic == "counter"
    play.choose("strike").choose("strike")
    assert [event.what for event in attacks(play)] == ["Spear", "Hand Weapon", "Knife"]


@pytest.mark.rule("aofr.special.counter.first")
def test_counter_costs_the_charger_models_before_it_strikes() -> None:
    pikes = regiment(size=5, weapons=["Spear (A1, Counter)"])
    play = fight(regiment(size=5), pikes, {"Spear: to hit": 6, "Spear: to block": 1, "Morale": 6})
    play.choose("strike")
    assert [event.what for event in attacks(play)] == ["Spear"]
    assert play.unit("Riders").fate == "destroyed"


@pytest.mark.rule("aofr.special.counter.first")
def test_a_unit_charged_in_the_flank_cannot_use_counter() -> None:
    pikes = regiment(size=5, weapons=["Spear (A1, Counter)"])
    play = fight(regiment(size=5), pikes, {"to hit": 1, "Morale": 6}, "left")
    assert [event.what for event in attacks(play)] == ["Hand Weapon"]


@pytest.mark.rule("aofr.special.counter.first")
def test_counter_that_was_not_used_strikes_back_later() -> None:
    pikes = regiment(size=5, weapons=["Spear (A1, Counter)"])
    play = fight(regiment(size=5), pikes, {"to hit": 1, "Morale": 6}).choose("no")
    assert play.topic == "strike back"
    play.choose("strike")
    assert [event.what for event in attacks(play)] == ["Hand Weapon", "Spear"]


@pytest.mark.rule("aofr.special.counter.impact")
def test_each_counter_model_in_two_rows_takes_an_impact_die() -> None:
    riders = regiment(size=4, weapons=[], rules=["Impact(3)"])
    pikes = regiment(size=15, weapons=["Spear (A1, Counter)"])
    play = fight(riders, pikes, {"to hit": 1, "Morale": 6}).choose("no")
    assert dice_for(play, "Impact") == ["2D6"]
    battle = play.battle
    assert counter_models(battle, play.unit("Pikes")) == 10
    fewer = regiment(size=3, weapons=[], rules=["Impact(3)"])
    assert dice_for(fight(fewer, pikes, {"Morale": 6}).choose("no"), "Impact") == []


@pytest.mark.rule("aofr.special.counter.impact")
def test_a_model_with_counter_on_one_of_its_weapons_takes_one_impact_die() -> None:
    riders = regiment(size=5, weapons=[], rules=["Impact(1)"])
    pikes = regiment(groups=[models(2, ["Spear (A1, Counter)", "Knife (A1)"]), models(3)])
    play = fight(riders, pikes, {"to hit": 1, "Morale": 6}).choose("no").choose("no")
    assert dice_for(play, "Impact") == ["3D6"]


@pytest.mark.rule("aofr.special.counter.flank")
def test_counter_takes_no_impact_dice_in_the_rear() -> None:
    riders = regiment(size=1, weapons=[], rules=["Impact(3)"])
    pikes = regiment(size=10, weapons=["Spear (A1, Counter)"])
    assert dice_for(fight(riders, pikes, {"Impact": 1, "Morale": 6}, "rear"), "Impact") == ["3D6"]


@pytest.mark.rule("aofr.special.entrenched")
@pytest.mark.parametrize(("gap", "moved", "need"), [(9.1, False, 5), (9, False, 3), (9.1, True, 3)])
def test_entrenched_models_that_stay_are_hard_to_hit_from_afar(gap: float, moved: bool, need: int) -> None:
    keen = bows(1, quality=3)
    table = draw("Bows at 36,10 | Mark at 36,30 face 180", Bows=keen, Mark=regiment(rules=["Entrenched"]))
    table.touch("Bows", "Mark", gap=gap).set("Mark", moved=moved)
    assert needs(volley(table, "Bows", "Mark", {"to hit": 1}), "to hit") == [need]


@pytest.mark.rule("aofr.special.entrenched")
def test_all_models_must_be_entrenched() -> None:
    mixed = regiment(groups=[models(1), models(9, rules=["Entrenched"])])
    assert needs(shoot(bows(1), mixed, {"to hit": 1}, gap=10), "to hit") == [4]


@pytest.mark.rule("aofr.special.stealth")
def test_stealth_works_from_afar_if_all_have_it() -> None:
    stealthy = regiment(rules=["Stealth"])
    mixed = regiment(groups=[models(1), models(9, rules=["Stealth"])])
    assert needs(shoot(bows(1), stealthy, {"to hit": 1}, gap=9.1), "to hit") == [5]
    assert needs(shoot(bows(1), stealthy, {"to hit": 1}, gap=9), "to hit") == [4]
    assert needs(shoot(bows(1), mixed, {"to hit": 1}, gap=10), "to hit") == [4]


@pytest.mark.rule("aofr.special.stealth")
@pytest.mark.parametrize(("own", "need"), [(["Hero", "Stealth"], 5), (["Hero"], 4)])
def test_stealth_is_counted_over_all_kinds_of_models(own: list[str], need: int) -> None:
    groups = [models(2, rules=["Stealth"]), models(3, ["Axe (A1)"], ["Stealth"])]
    unit = regiment(groups=groups, hero=regiment(size=1, rules=own))
    assert needs(shoot(bows(1), unit, {"to hit": 1}, gap=10), "to hit") == [need]


@pytest.mark.rule("aofr.special.fear")
def test_fear_counts_once_for_a_unit_and_once_more_for_its_hero() -> None:
    hero = regiment(size=1, rules=["Hero", "Fear(1)"])
    ghosts = regiment(rules=["Fear(1)"], hero=hero)
    battle = draw("Ghosts at 36,10 | Pikes at 36,30 face 180", Ghosts=ghosts, Pikes=regiment()).battle
    assert [fear_of(battle, unit) for unit in battle.units] == [2, 0]


@pytest.mark.rule("aofr.special.furious", "aofr.special.furious_extra_not_six")
def test_furious_gives_an_extra_hit_for_a_six_on_a_charge_alone() -> None:
    furious = regiment(size=3, rules=["Furious"])
    assert attacks(fight(furious, WALL, {"to hit": (6, 6, 3), "to block": 6}, "rear"))[0].hits == 4
    silent = regiment(size=3, weapons=[])
    back = fight(silent, furious, {"to hit": (6, 6, 3), "to block": 6, "Morale": 6}).choose("strike")
    assert attacks(back)[0].hits == 2


@pytest.mark.rule("aofr.special.furious_extra_not_six", "aofr.special.rending.ap")
def test_the_extra_hit_of_furious_is_no_six_for_rending() -> None:
    fiend = regiment(size=1, rules=["Furious"], weapons=["Claw (A1, Rending)"])
    play = fight(fiend, WALL, {"to hit": 6, "to block": [5, 5], "Morale": 6}, "rear")
    assert (needs(play, "to block"), dice_for(play, "to block")) == ([6, 4], ["1D6", "1D6"])
    assert attacks(play)[0].blocked == 1


@pytest.mark.rule("aofr.special.rending.ap")
def test_rending_sixes_have_the_larger_of_ap_and_four() -> None:
    play = shoot(bows(2, ["Rending"]), regiment(defense=2), {"to hit": (6, 5), "to block": 6})
    assert needs(play, "to block") == [6, 2]
    keen = shoot(bows(2, ["Rending", "AP(5)"]), regiment(defense=2), {"to hit": (6, 5), "to block": 6})
    assert (needs(keen, "to block"), dice_for(keen, "to block")) == ([6], ["2D6"])


@pytest.mark.rule("aofr.special.rending.ap")
def test_rending_sixes_have_an_ap_of_four_and_not_more() -> None:
    line = "72x48 forest 36,20 12x6 | Bows at 36,10 | Mark at 36,20 face 180"
    table = draw(line, Bows=bows(1, ["Rending"]), Mark=regiment(defense=2))
    assert needs(volley(table, "Bows", "Mark", {"to hit": 6, "to block": 6}), "to block") == [2 + 4 - 1]


@pytest.mark.rule("aofr.special.furious", "aofr.special.rending.ap", "aofr.special.poison.reroll")
@pytest.mark.parametrize(
    ("rules", "to_hit", "to_block"),
    [([], (4,), (5,)), (["Relentless"], (4, 6), (5,)), (["Rending"], (4, 6), (6,)), (["Poison"], (4,), (5, 6))],
)
def test_sixes_are_told_apart_where_they_count_for_more(
    rules: list[str], to_hit: tuple[int, ...], to_block: tuple[int, ...]
) -> None:
    play = shoot(bows(1, rules), regiment(defense=5), {"to hit": 6, "to block": 1})
    assert [roll.cuts for roll in play.rolls if "to hit" in roll.why] == [to_hit]
    assert next(roll.cuts for roll in play.rolls if "to block" in roll.why) == to_block


@pytest.mark.rule("aofr.special.impact")
def test_impact_hits_on_two_and_is_blocked_as_usual() -> None:
    riders = regiment(size=5, weapons=[], rules=["Impact(1)", "Furious"])
    dice: dict[str, Fall] = {"to hit": (1, 2, 3, 5, 6), "to block": (4, 3, 2, 1), "Morale": 6}
    play = fight(riders, regiment(size=10, defense=4), dice, "rear")
    assert (attacks(play, "Impact")[0].hits, attacks(play, "Impact")[0].blocked) == (4, 1)


@pytest.mark.rule("aofr.special.impact")
def test_only_models_of_the_two_front_rows_have_impact() -> None:
    riders = regiment(size=15, weapons=[], rules=["Impact(1)"])
    assert dice_for(fight(riders, WALL, {"Impact": 1, "Morale": 6}, "rear"), "Impact") == ["10D6"]


@pytest.mark.rule("aofr.special.impact")
def test_each_model_rolls_as_many_dice_as_its_impact_says() -> None:
    riders = regiment(size=5, weapons=[], rules=["Impact(3)"])
    assert dice_for(fight(riders, WALL, {"Impact": 1, "Morale": 6}, "rear"), "Impact") == ["15D6"]


@pytest.mark.rule("aofr.special.impact_fatigued")
def test_fatigued_models_have_no_impact() -> None:
    table = draw("Riders at 36,10 | Pikes at 36,30 face 180", Riders=regiment(rules=["Impact(1)"]), Pikes=WALL)

    play = clash(table.set("Riders", fatigued=True), "Riders", "Pikes", {"Hand": 1, "Morale": 6}, "rear")
    assert dice_for(play, "Impact") == []


@pytest.mark.rule("aofr.special.indirect.moved")
def test_indirect_weapons_hit_worse_after_a_move() -> None:
    mortar = bows(1, weapon='Mortar (24", A1, Indirect)')
    assert needs(shoot(mortar, regiment(), {"to hit": 1}, held=False), "to hit") == [5]
    assert needs(shoot(mortar, regiment(), {"to hit": 1}, held=True), "to hit") == [4]


@pytest.mark.rule("aofr.special.indirect.no_los")
def test_indirect_weapons_need_no_sight_but_the_front_arc() -> None:
    line = "72x48 building 36,20 30x2 | Bows at 36,10 | Mark at 36,31 face 180"
    hidden = draw(line, Bows=bows(1), Mark=regiment())
    assert attacks(volley(hidden, "Bows", "Mark", {"to hit": 1})) == []
    mortar = bows(1, weapon='Mortar (24", A1, Indirect)')
    assert attacks(volley(draw(line, Bows=mortar, Mark=regiment()), "Bows", "Mark", {"to hit": 1}))
    behind = draw("Bows at 36,30 | Mark at 36,10", Bows=mortar, Mark=regiment()).set("Mark", seat=1)
    assert attacks(volley(behind, "Bows", "Mark", {"to hit": 1})) == []


@pytest.mark.rule("aofr.special.indirect.cover")
@pytest.mark.parametrize(
    ("piece", "rules", "need"),
    [
        ("building 36,20 3x2", "", 4),
        ("building 36,20 3x2", ", Indirect", 5),
        ("forest 36,30 12x6", ", Indirect", 4),
    ],
)
def test_indirect_ignores_what_stands_in_between_but_not_cover_around(piece: str, rules: str, need: int) -> None:
    line = f"72x48 {piece} | Bows at 36,10 | Mark at 36,30 face 180"
    table = draw(line, Bows=bows(5, weapon=f'Mortar (24", A1{rules})'), Mark=regiment(size=3, defense=5))
    assert needs(volley(table, "Bows", "Mark", {"to hit": 6, "to block": 6}), "to block") == [need]


@pytest.mark.rule("aofr.special.lance")
def test_a_lance_hits_better_and_pierces_on_a_charge_alone() -> None:
    lancers = regiment(size=3, weapons=["Lance (A1, AP(1), Lance)"])
    charge = fight(lancers, regiment(size=1, defense=3), {"to hit": 3, "to block": 6}, "rear")
    assert (needs(charge, "to hit"), needs(charge, "to block")) == ([3], [5])
    silent = regiment(size=3, weapons=[])
    back = fight(silent, lancers, {"to hit": 6, "to block": 6, "Morale": 6}).choose("strike")
    assert (needs(back, "to hit"), needs(back, "to block")) == ([4], [5])


@pytest.mark.rule("aofr.special.limited")
def test_a_limited_weapon_is_fired_once_in_the_game() -> None:
    throwers = bows(3, weapon='Bomb (12", A1, Limited)')
    first = shoot(throwers, regiment(), {"to hit": 1})
    assert len(attacks(first)) == 1
    used = first.unit("Bows").used
    table = draw("Bows at 36,10 | Mark at 36,18 face 180", Bows=throwers, Mark=regiment()).set("Bows", used=used)
    assert attacks(volley(table, "Bows", "Mark")) == []


@pytest.mark.rule("aofr.special.limited")
def test_a_limited_weapon_strikes_once_in_the_game() -> None:
    bombers = regiment(size=3, weapons=["Bomb (A2, AP(1), Limited)", "Knife (A1)"])
    first = fight(bombers, WALL, {"to hit": 1, "Morale": 6}, "rear")
    assert [event.what for event in attacks(first)] == ["Bomb", "Knife"]
    table = draw("Riders at 36,10 | Pikes at 36,30 face 180", Riders=bombers, Pikes=WALL)
    again = clash(table.set("Riders", used=first.unit("Riders").used), "Riders", "Pikes", {"to hit": 1, "Morale": 6})
    assert [event.what for event in attacks(again)] == ["Knife"]


@pytest.mark.rule("aofr.special.limited")
def test_a_limited_weapon_that_did_not_strike_is_kept() -> None:
    pikes = regiment(size=3, weapons=["Spear (A1, Counter, Limited)", "Bomb (A1, Limited)"])
    silent = regiment(size=5, weapons=[])
    countered = fight(silent, pikes, {"to hit": 1, "Morale": 6}).choose("strike").choose("no")
    assert countered.unit("Pikes").used == ("Spear",) * 3
    struck_back = fight(silent, pikes, {"to hit": 1, "Morale": 6}).choose("no").choose("strike")
    assert struck_back.unit("Pikes").used == ("Spear",) * 3 + ("Bomb",) * 3


@pytest.mark.rule("aofr.special.limited", "aofr.melee.attacks")
def test_every_copy_of_a_weapon_that_a_model_carries_is_used() -> None:
    pair = msgspec.structs.replace(weapon("Bomb (A1, Limited)"), count=2)
    bombers = regiment(groups=[Group(3, (pair,))])
    play = fight(bombers, WALL, {"to hit": 1, "Morale": 6}, "rear")
    assert (dice_for(play, "to hit"), play.unit("Riders").used) == (["6D6"], ("Bomb",) * 6)


@pytest.mark.rule("aofr.special.poison.reroll", "aofr.reroll.second_stands")
def test_poison_makes_sixes_to_block_be_rolled_again() -> None:
    play = shoot(bows(2, ["Poison"]), regiment(defense=4), {"to hit": 6, "again": 2, "to block": (6, 4)})
    assert (attacks(play)[0].blocked, attacks(play)[0].wounds) == (1, 1)


@pytest.mark.rule("aofr.special.relentless")
def test_relentless_gives_extra_hits_for_sixes_on_a_hold() -> None:
    relentless = bows(2, ["Relentless"])
    assert attacks(shoot(relentless, regiment(), {"to hit": (6, 4), "to block": 6}))[0].hits == 3
    assert attacks(shoot(relentless, regiment(), {"to hit": (6, 4), "to block": 6}, held=False))[0].hits == 2


@pytest.mark.rule("aofr.special.reliable")
def test_reliable_attacks_at_quality_two() -> None:
    play = shoot(bows(1, quality=5, weapon='Gun (24", A1, Reliable)'), regiment(), {"to hit": 2, "to block": 6})
    assert attacks(play)[0].hits == 1


@pytest.mark.rule("aofr.special.reliable_modifiers")
def test_modifiers_and_fatigue_still_apply_to_reliable_weapons() -> None:
    gun = bows(2, quality=5, weapon='Gun (24", A1, Reliable)')
    play = shoot(gun, regiment(rules=["Stealth"]), {"to hit": (2, 3), "to block": 6}, gap=10)
    assert attacks(play)[0].hits == 1

    table = draw(
        "Riders at 36,10 | Pikes at 36,30 face 180", Riders=regiment(size=2, weapons=["Axe (A1, Reliable)"]), Pikes=WALL
    )
    tired = clash(table.set("Riders", fatigued=True), "Riders", "Pikes", {"to hit": (5, 6), "to block": 6}, "rear")
    assert attacks(tired)[0].hits == 1


@pytest.mark.rule("aofr.special.entrenched")
def test_a_unit_that_came_from_ambush_has_moved() -> None:
    table = draw("Bows at 36,10 | Mark at 36,30 face 180", Bows=bows(1), Mark=regiment(rules=["Ambush"]))
    table.set("Mark", pose=None, reserve="ambush").having(turn=2, first=1)
    play = happen(table, arrivals).choose(unit="Mark")
    play.place(36, 46, 180)
    assert play.unit("Mark").moved
