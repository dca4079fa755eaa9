"""Spells and attacks whose rules meet: positions worked out from the book by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.brawl import brawl
from tests.fantasy_battles.grimoire import SURE, attack, chance, conjured, to_hit, to_wound, values
from tests.fantasy_battles.harness import Play, Table, carried_out, draw, happen
from tests.fantasy_battles.spellcraft import conjure, lay
from warhost.dice import Dice
from warhost.play.script import Script
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.families.ninth_age.core.formation import health
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.chapters.damage.damage import special_save
from warhost.rulesets.fantasy_battles.chapters.general.discipline import prepare
from warhost.rulesets.fantasy_battles.chapters.turn import begin_phase
from warhost.rulesets.fantasy_battles.core.attacks import Attack
from warhost.rulesets.fantasy_battles.core.battle import Battle, Effect
from warhost.rulesets.fantasy_battles.core.entries import Bound
from warhost.rulesets.fantasy_battles.core.moments import spoken
from warhost.rulesets.fantasy_battles.shown import events

LINE = "0 Wizard at 36,10 | 0 Spearmen at 30,12 | 1 Guard at 36,24 face 180"


def fighting(line: str = "0 Wizard at 10,10 | 0 Spearmen at 36,20 | 1 Swordsmen at 36,30 face 180") -> Table:
    return draw(line).fight("Spearmen", "Swordsmen")


def in_company(more: str = "", models: int = 3) -> Table:
    """Three Spearmen, a Captain and a Banner in one rank, all but so many of the men gone."""
    table = draw(
        f"0 Wizard at 36,10 | 1 Spearmen at 36,24 face 180 models=3 | 1 Captain at 4,40 | 1 Banner at 8,40{more}"
    )
    table.join("Captain", "Spearmen").join("Banner", "Spearmen")
    if models < 3:
        carried_out(damage.lose_together(table.battle, {table.unit("Spearmen").id: 3 - models}, "a test"))
    carried_out(begin_phase(table.battle, "magic"))
    return table


def scarred(table: Table) -> Table:
    """Scarification on the Wizard."""
    wizard = table.unit("Wizard")
    return table.set("Wizard", effects=(Effect("Scarification", 0, wizard.entry, only=wizard.entry),))


def dealt(table: Table, dice: Any, target: str, count: int = 1, by: str = "Wizard", **values: Any) -> Play:
    """Attacks that happen, with everything that follows from them."""

    def script(battle: Battle) -> Script[None]:
        one, other = table.unit(by).id, table.unit(target).id
        told: dict[str, Any] = {"kind": "spell", **values}
        made = Attack(attacker=one, target=other, count=count, what="Test", rule="t9a.attack.hits", **told)
        damage.prepared(battle, made)
        yield from damage.roll_hits(battle, made)
        yield from panic.suffer_attacks(battle, [made])
        yield from panic.after_losses(battle, battle.body(battle.units[other]), one)

    return happen(table, script, dice)


# Modifiers in their order


@pytest.mark.rule("t9a.shamanism.a_scarification", "t9a.modifiers.step4_always_never")
@pytest.mark.parametrize(("strength", "need"), [(10, 5), (4, 5), (3, 5), (2, 6), (1, 6)])
def test_scarification_never_helps_who_wounds_worse_anyway(strength: int, need: int) -> None:
    # Resilience 4: Strength 10 would wound on 2+, 4 on 4+, 3 on 5+, 2 on 6+.
    assert to_wound(scarred(draw(LINE)), "Guard", "Wizard", strength=strength) == need


@pytest.mark.rule("t9a.shamanism.a_scarification", "t9a.pyromancy.3_flaming_swords", "t9a.modifiers.step4_always_never")
def test_flaming_swords_do_not_get_through_scarification() -> None:
    # Strength 3 against Resilience 4 is 5+, with +1 it is 4+, and never better than 5+. From afar it is 4+.
    table = lay(scarred(draw(LINE)), "Flaming Swords", "Guard", by="Guard")
    assert to_wound(table, "Guard", "Wizard") == 5
    assert to_wound(table, "Guard", "Wizard", "shooting") == 4


@pytest.mark.rule("t9a.witchcraft.4_the_wheel_turns", "t9a.shamanism.a_scarification", "t9a.modifiers.full_chain")
def test_the_wheel_sets_4_and_scarification_leaves_5() -> None:
    table = lay(scarred(draw(LINE)), "The Wheel Turns", "Guard", by="Wizard")
    assert to_wound(table, "Guard", "Wizard", strength=10) == 5


@pytest.mark.rule("t9a.witchcraft.4_the_wheel_turns", "t9a.hereditary.ok_children_of_umi", "t9a.modifiers.full_chain")
@pytest.mark.parametrize("strength", [1, 10])
def test_the_wheel_sets_4_and_the_children_of_umi_add_1(strength: int) -> None:
    table = lay(draw(LINE), "The Wheel Turns", "Guard", by="Wizard")
    lay(table, "Children of Umi", "Spearmen", by="Wizard")
    assert to_wound(table, "Guard", "Spearmen", strength=strength) == 5


@pytest.mark.rule("t9a.special.toxic_attacks", "t9a.cosmology.4_perception_of_strength")
@pytest.mark.parametrize("version", ["Cosmos", "Chaos"])
def test_toxic_attacks_stay_at_strength_3_and_ap_10_whatever_is_added(version: str) -> None:
    # Strength 3 against Resilience 4 wounds on 5+, and Armour 6 does not save.
    table = lay(draw(LINE), "Perception of Strength", "Spearmen", by="Wizard", version=version)
    table.change("Guard", res=4, arm=6)
    struck = attack(table, "Spearmen", "Guard", strength=5, rules=("Toxic Attacks",))
    assert damage.to_wound(table.battle, struck) == 5
    assert chance(table, "Spearmen", "Guard", strength=5, rules=("Toxic Attacks",), hit_on=None) == pytest.approx(2 / 6)


@pytest.mark.rule("t9a.cosmology.4_perception_of_strength", "t9a.special.toxic_attacks")
def test_a_spell_does_not_take_strength_below_0_nor_ap() -> None:
    table = lay(draw(LINE), "Perception of Strength", "Guard", by="Wizard", version="Chaos").change("Guard", str=0)
    assert values(table, "Guard", "str", "ap") == [0, 0]


@pytest.mark.rule("t9a.special.distracting", "t9a.special.hard_target", "t9a.runes.gleaming")
def test_two_sources_of_distracting_count_once_and_of_hard_target_twice() -> None:
    table = lay(draw(LINE), "Scrying", "Spearmen", by="Wizard")
    lay(table, "Rune of Gleaming", "Spearmen", by="Wizard")
    assert to_hit(table, "Guard", "Spearmen") == 5
    shot = Attack("shooting", table.unit("Guard").id, table.unit("Spearmen").id, 1, "Bow", "", hit_on=4)
    for bearer, speaker in spoken(table.battle, table.unit("Spearmen"), "on_shot_at"):
        speaker.on_shot_at(table.battle, bearer, shot)
    assert damage.to_hit(shot) == 6


# Special Saves


@pytest.mark.rule("t9a.occultism.2_hand_of_glory", "t9a.cosmology.5_unity_in_divergence")
@pytest.mark.parametrize(("own", "need"), [((), 4), (("Aegis (4+)",), 3), (("Aegis (6+)",), 4)])
def test_hand_of_glory_betters_the_best_aegis_that_the_model_has(own: tuple[str, ...], need: int) -> None:
    # Unity gives 5+; the better of the two is improved by 1.
    table = draw(LINE).change("Wizard", rules=own)
    wizard = table.unit("Wizard")
    lay(table, "Unity in Divergence", "Wizard", by="Wizard", version="Cosmos")
    glory = Effect("Hand of Glory", 0, wizard.entry, only=wizard.entry)
    table.set("Wizard", effects=(glory, *wizard.effects))
    save = special_save(attack(table, "Guard", "Wizard"))
    assert save is not None
    assert save[0] == need


@pytest.mark.rule("t9a.special.special_save", "t9a.special.fortitude", "t9a.special.flaming_attacks")
@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ((), 2 / 3),
        (("Flaming Attacks",), 5 / 6),
        (("Divine Attacks",), 2 / 3),
        (("Divine Attacks", "Flaming Attacks"), 35 / 36),
    ],
)
def test_the_owner_uses_the_save_that_helps_most(rules: tuple[str, ...], expected: float) -> None:
    # Aegis 6+ and Fortitude 5+: against fire only the Aegis; Divine Attacks have its successes rolled again.
    table = draw(LINE).change("Guard", ["Aegis (6+)", "Fortitude (5+)"], arm=0)
    assert chance(table, "Spearmen", "Guard", hit_on=None, strength=None, rules=rules) == pytest.approx(expected)


@pytest.mark.rule("t9a.special.divine_attacks", "t9a.special.special_save")
def test_against_divine_attacks_a_worse_fortitude_may_be_the_better_choice() -> None:
    # Aegis 4+ twice in a row stops one of four, Fortitude 5+ one of three.
    table = draw(LINE).change("Guard", ["Aegis (4+)", "Fortitude (5+)"], arm=0)
    told = chance(table, "Spearmen", "Guard", hit_on=None, strength=None, rules=("Divine Attacks",))
    assert told == pytest.approx(2 / 3)


@pytest.mark.rule("t9a.special.lethal_strike", "t9a.special.fortitude")
@pytest.mark.parametrize(("faces", "lost"), [((6,), 1), ((5,), 0)])
def test_lethal_strike_asks_for_a_natural_6_even_if_5_is_as_good(faces: tuple[int, ...], lost: int) -> None:
    # Flaming Swords add 1 to the roll to wound, but a 5 stays a 5: Armour 6 saves on 2+, Fortitude 2+ too.
    table = draw(LINE).change("Guard", ["Fortitude (2+)"], arm=6)
    lay(table, "Awaken the Beast", "Spearmen", by="Wizard")
    dice: dict[str, Any] = {"to wound": faces, "Armour": 2, "Fortitude": 2, "Special": 2, "": 2}
    game = dealt(table, dice, "Guard", by="Spearmen", kind="melee", hit_on=None, strength=3, rules=("Lethal Strike",))
    assert sum(event.health for event in game.told(events.HealthLost)) == lost


# Losses


@pytest.mark.rule("t9a.special.multiple_wounds", "t9a.attack.casualties")
@pytest.mark.parametrize(
    ("wounds", "multiple", "models", "left"),
    [(2, 3, 5, 1), (0, 3, 5, 0), (2, 5, 5, 2), (0, 5, 5, 0)],
    ids=["wounded, 2 of a roll of 3", "fresh", "wounded and capped at 3", "fresh and capped at 3"],
)
def test_multiple_wounds_are_capped_by_the_characteristic_and_go_into_the_pool(
    wounds: int, multiple: int, models: int, left: int
) -> None:
    # Ogres of 3 Health Points. The cap ignores wounds suffered before, and what is left over hurts the next of them.
    count = 2 if multiple == 3 and wounds == 2 else 3
    table = draw("0 Wizard at 36,10 | 1 Ogres at 36,24 face 180").set("Ogres", wounds=wounds)
    rule = f"Multiple Wounds ({count if multiple == 3 else multiple})"
    game = dealt(table, {"": 1}, "Ogres", rules=(rule,), strength=None, ap=10)
    assert (game.unit("Ogres").models, game.unit("Ogres").wounds) == (models, left)


@pytest.mark.rule("t9a.attack.distribute", "t9a.special.multiple_wounds", "t9a.special.rank_and_file")
def test_a_great_hit_on_one_trooper_does_not_reach_the_characters_with_him() -> None:
    game = dealt(in_company(models=1), {"": 1}, "Spearmen", 3, rules=("Multiple Wounds (3)",), strength=None, ap=10)
    assert sum(event.health for event in game.told(events.HealthLost)) == 1
    assert [health(game.battle, game.unit(name)) for name in ("Captain", "Banner")] == [3, 3]


@pytest.mark.rule("t9a.panic.losses_25", "t9a.special.character")
@pytest.mark.parametrize(("lost", "tests"), [(6, 0), (7, 1)])
def test_a_quarter_is_of_the_unit_with_all_its_characters(lost: int, tests: int) -> None:
    # Twenty Spearmen, a Captain and a Banner have 26 Health Points; a quarter is 6.5.
    table = draw("0 Wizard at 36,10 | 1 Spearmen at 36,24 face 180 | 1 Captain at 60,40 | 1 Banner at 50,40")
    table.join("Captain", "Spearmen").join("Banner", "Spearmen")
    carried_out(begin_phase(table.battle, "magic"))
    game = dealt(table, {"": 1}, "Spearmen", lost, strength=None, ap=10)
    assert len(game.told(events.DisciplineTested)) == tests


@pytest.mark.rule("t9a.panic.losses_single_model")
def test_the_last_of_a_unit_of_ogres_tests_for_one_wound() -> None:
    # One Ogre is left of six, with 3 Health Points: one lost is a third.
    table = draw("0 Wizard at 36,10 | 1 Ogres at 36,24 face 180 models=1")
    game = dealt(table, {"": 1}, "Ogres", 1, strength=None, ap=10)
    assert len(game.told(events.DisciplineTested)) == 1


@pytest.mark.rule("t9a.decimated.definition", "t9a.decimated.rally")
@pytest.mark.parametrize(("models", "target"), [(3, 8), (2, 4)])
def test_a_unit_is_decimated_together_with_its_character(models: int, target: int) -> None:
    # Twenty and 3 Health Points at the start: a quarter is 5.75. With 3 men there are 6 left, with 2 there are 5.
    # The Captain has Discipline 8, half of it is 4.
    table = draw(f"0 Spearmen at 36,10 models={models} | 0 Captain at 60,10 | 1 Guard at 36,40 face 180")
    table.join("Captain", "Spearmen").set("Spearmen", fleeing=True)
    assert prepare(table.battle, table.unit("Spearmen"), "rally").target == target


@pytest.mark.rule("t9a.modifiers.full_chain", "t9a.evocation.2_whispers_of_the_veil", "t9a.decimated.rally")
def test_a_decimated_unit_near_its_general_under_whispers() -> None:
    # The General's 9 replaces 7; halved and rounded up it is 5; Whispers take 1: 4.
    table = draw("0 Spearmen at 36,10 models=5 | 0 General at 40,10 | 1 Wizard at 36,30 face 180")
    table.set("Spearmen", fleeing=True)
    lay(table, "Whispers of the Veil", "Spearmen", by="Wizard")
    assert prepare(table.battle, table.unit("Spearmen"), "rally").target == 4


# Spells one by one


@pytest.mark.rule("t9a.alchemy.5_corruption_of_tin", "t9a.alchemy.2_word_of_iron", "t9a.alchemy.1_quicksilver_lash")
def test_armour_that_spells_changed_counts_for_quicksilver_lash() -> None:
    # Armour 3 and 2 for the boosted Word of Iron, less 1 for the tin: 4. The lash wounds on 3+.
    table = lay(draw(LINE), "Word of Iron", "Guard", by="Guard", version="boosted")
    lay(table, "Corruption of Tin", "Guard", by="Wizard", permanent=True)
    assert values(table, "Guard", "arm") == [4]
    play = conjured(table, "Quicksilver Lash", "Guard", dice=[1, (1, 1)])
    assert [(roll.dice, roll.need) for roll in play.rolls[1:]] == [("D3+1", None), ("2D6", 3)]


@pytest.mark.rule("t9a.alchemy.2_word_of_iron", "t9a.armour.5")
def test_armour_is_never_above_6() -> None:
    table = lay(draw(LINE).change("Guard", arm=5), "Word of Iron", "Guard", by="Guard", version="boosted")
    assert values(table, "Guard", "arm") == [6]


@pytest.mark.rule("t9a.alchemy.a_alchemical_fire", "t9a.alchemy.3_glory_of_gold", "t9a.special.flammable")
def test_golden_blades_roll_again_against_who_was_set_on_fire_but_not_in_water() -> None:
    # Flaming Attacks on a Flammable unit: 4+ to wound comes three times in four. AP 1 against Armour 0.
    for board, expected in (("", 3 / 4), ("72x48 water 36,30 12x8 | ", 1 / 2)):
        line = f"{board}0 Wizard at 10,10 | 0 Spearmen at 36,20 | 1 Swordsmen at 36,30 face 180"
        table = lay(fighting(line), "Glory of Gold", "Spearmen", by="Wizard")
        lay(table, "Alchemical Fire", "Swordsmen", by="Wizard")
        assert chance(table, "Spearmen", "Swordsmen", hit_on=None) == pytest.approx(expected), board


@pytest.mark.rule("t9a.divination.4_the_stars_align", "t9a.hereditary.se_forest_embrace", "t9a.special.reroll")
def test_a_die_is_rolled_again_once_whether_it_missed_or_was_a_6() -> None:
    # The Stars Align: misses again. Forest Embrace boosted: sixes again. On 4+: 4 and 5 stay (2 of 6), the other four
    # faces are rolled once more and hit in one half of the cases: 2/6 + 4/6 * 1/2 = 2/3.
    table = lay(fighting(), "The Stars Align", "Spearmen", by="Wizard")
    lay(table, "Forest Embrace", "Swordsmen", by="Swordsmen", version="boosted")
    assert chance(table, "Spearmen", "Swordsmen", strength=None) == pytest.approx(2 / 3)


@pytest.mark.rule("t9a.special.battle_focus", "t9a.evocation.4_ancestral_aid")
def test_a_6_of_the_second_roll_counts_for_battle_focus_too() -> None:
    # On 4+ with misses rolled again: hits 1/2 + 1/2 * 1/2; sixes 1/6 + 1/2 * 1/6. Together 3/4 + 1/4 = 1.
    table = lay(fighting(), "Ancestral Aid", "Spearmen", by="Wizard").change("Spearmen", ["Battle Focus"])
    struck = attack(table, "Spearmen", "Swordsmen", strength=None)
    assert damage.losses_of(table.battle, struck).mean == pytest.approx(1.0)


@pytest.mark.rule("t9a.cosmology.6_touch_the_heart", "t9a.special.champion")
def test_touch_the_heart_hits_every_model_and_the_champion_falls_last() -> None:
    # Nineteen Guards, their Sergeant, a Captain and a Banner: 22 hits. All wound and no armour holds: twenty fall, the
    # Characters of Resilience 4 lose one Health Point each.
    table = draw("0 Wizard at 36,10 | 1 Guard at 36,24 face 180 | 1 Captain at 60,40 | 1 Banner at 50,40")
    table.join("Captain", "Guard").join("Banner", "Guard")
    dice: dict[str, Any] = {"Casting": SURE, "to wound": 6, "Save": 1, "Panic": 1}
    play = conjure(table, dice, known={"Wizard": ["Touch the Heart"]}, pools=(9, 0))
    play.cast("Wizard", "Touch the Heart", "Guard", dice=3, version="Cosmos")
    thrown = [Dice.parse(roll.dice).faces for roll in play.rolls if "to wound" in roll.why]
    assert sum(thrown) == 22
    assert [play.left(name) for name in ("Captain", "Banner")] == [2, 2]
    assert play.unit("Sergeant of Guard").fate == "destroyed"


@pytest.mark.rule("t9a.divination.6_portent_of_doom", "t9a.special.rank_and_file")
def test_portent_counts_anew_when_only_characters_are_left() -> None:
    # Two Characters and a man: 3. The man falls: 2. The score of the unit is the Battle Standard's 1: 1 - 2 is 0.
    table = in_company(" | 0 Swordsmen at 36,40", models=1)
    lay(table, "Portent of Doom", "Spearmen", by="Wizard", permanent=True)
    for name in ("Captain", "Banner"):
        table.change(name, ["Aegis (2+)"])
    table.fight("Swordsmen", "Spearmen").change("Swordsmen", agi=9)
    dice: dict[str, Any] = {"Swordsmen Close Combat Attacks: to hit": 6, "to wound": 6, "Save": 6}
    game = brawl(table, dice).until_asked("allocate attacks")
    game.answer(game.game.asked.suggestions()[0]).rest()
    assert game.unit("Spearmen").fate == "destroyed"
    assert game.score(1)["Portent of Doom"] == -2
    assert game.total(1) == 0


@pytest.mark.rule("t9a.shamanism.2_swarm_of_insects", "t9a.attack.natural_rolls")
def test_insects_bite_a_resilience_of_8_on_a_6() -> None:
    table = draw("0 Wizard at 36,10 | 1 Giant at 36,24 face 180").change("Giant", res=8)
    faces = (6, *(1,) * 4)
    play = conjured(table, "Swarm of Insects", "Giant", dice=[(1, 1, 1, 1, 1), faces])
    assert [(roll.dice, roll.need) for roll in play.rolls[1:]] == [("5D6", None), ("5D6", 6)]
    assert play.left("Giant") == 5


@pytest.mark.rule("t9a.thaumaturgy.2_smite_the_unbeliever", "t9a.spell.duration_one_turn")
def test_smite_cast_again_with_another_result_starts_anew() -> None:
    # The first took Resilience, the second takes Strength and AP in its place: the same spell does not add up.
    table = draw("0 Wizard at 36,10 | 1 Ogres at 36,22 face 180")
    first = conjured(table, "Smite the Unbeliever", "Ogres", dice=[1])
    assert values(first, "Ogres", "res", "str", "ap") == [3, 4, 1]
    again = conjured(Table.of(first.battle), "Smite the Unbeliever", "Ogres", dice=[6], attempted=())
    assert values(again, "Ogres", "res", "str", "ap") == [4, 3, 0]


@pytest.mark.rule("t9a.witchcraft.2_deceptive_glamour", "t9a.spell.duration_one_turn")
def test_a_boosted_glamour_over_a_basic_one_is_not_the_sum_of_both() -> None:
    table = lay(draw(LINE), "Deceptive Glamour", "Guard", by="Wizard")
    play = conjured(table, "Deceptive Glamour", "Guard", "boosted")
    while play.topic == "attribute":
        play.choose("no")
    assert values(play, "Guard", "off", "def", "agi") == [1, 1, 1]


@pytest.mark.rule("t9a.hereditary.he_favour_of_meladis_multi", "t9a.hereditary.he_favour_of_meladis_limit")
@pytest.mark.parametrize(("tokens", "lost", "kept"), [("1", 1, 2), ("2", 0, 1)])
def test_two_tokens_for_three_losses_of_standard_infantry(tokens: str, lost: int, kept: int) -> None:
    table = draw("0 Wizard at 36,10 | 0 Spearmen at 30,12 | 1 Guard at 36,24 face 180")
    wizard = table.unit("Wizard")
    table.set("Wizard", effects=(Effect("Favour of Meladis", 0, wizard.entry, only=wizard.entry),))
    table.battle.tokens = (3, 0)
    game = dealt(table, {"": 1}, "Spearmen", 3, by="Guard", strength=None, ap=10)
    assert game.topic == "favour"
    game.choose(tokens)
    assert (20 - game.unit("Spearmen").models, game.battle.tokens[0]) == (lost, kept)


@pytest.mark.rule("t9a.hereditary.dl_spear_of_infinity", "t9a.special.bound_spell", "t9a.special.attribute_spell")
def test_bound_spells_strengthen_the_spear_and_attributes_and_dispelled_spells_do_not() -> None:
    # A Bound Spell (counts), a Fireball with its Blaze (1, the Blaze not), a dispelled Word of Iron: Strength 2 + 2.
    # Four ranks of Resilience 3: three hits on 3+, one of Strength 7 on 2+.
    line = "0 Wizard at 36,10 | 0 Captain at 30,10 | 1 Spearmen at 36,24 face 180"
    dice: list[Any] = [(3, 4), 1, (1,), (1,), (3, 4), (6, 6), (6, 6), (1, 1, 1), (1,)]
    play = conjure(
        line,
        dice,
        known={"Wizard": ["Fireball", "Word of Iron", "Spear of Infinity"]},
        bound={"Captain": [Bound(spell="Rune of Oaths", range=18)]},
        pools=(9, 2),
    )
    play.cast("Captain", "Rune of Oaths", "Captain", dice=2).choose("no")
    play.cast("Wizard", "Fireball", "Spearmen").choose("no").choose(target="Spearmen")
    play.cast("Wizard", "Word of Iron", "Captain", version="basic").choose("2")
    play.cast("Wizard", "Spear of Infinity", "Spearmen")
    assert [(roll.dice, roll.need) for roll in play.rolls[-2:]] == [("3D6", 3), ("1D6", 2)]


@pytest.mark.rule("t9a.druidism.4_summer_growth", "t9a.special.raise_hp", "t9a.special.champion")
def test_summer_growth_stops_at_the_starting_number_and_heals_the_wounded_first() -> None:
    # Ogres are Large: 2 Health Points. One of six is dead and another has lost 1: the wound closes, and the dead one
    # comes back with 1 Health Point, 2 of its wounds open.
    table = draw("0 Wizard at 36,10 | 0 Ogres at 30,14 models=5 | 1 Guard at 36,40 face 180").set("Ogres", wounds=1)
    play = conjured(table, "Summer Growth", "Ogres")
    assert (play.unit("Ogres").models, play.unit("Ogres").wounds) == (6, 2)
    full = draw("0 Wizard at 36,10 | 0 Spearmen at 30,14 models=18 | 1 Guard at 36,40 face 180")
    assert conjured(full, "Summer Growth", "Spearmen").unit("Spearmen").models == 20


@pytest.mark.rule("t9a.hereditary.id_curse_of_nezibkesh", "t9a.special.incendiary_marker")
def test_the_curse_again_counts_the_markers_and_not_its_former_self() -> None:
    # The first puts one marker and takes 1 + 1; the second puts another: 1 + 2 in all, not 2 + 3. Skill 3 becomes 0.
    table = draw("0 Wizard at 36,10 | 1 Ogres at 36,22 face 180").change("Ogres", off=6, def_=6)
    first = conjured(table, "Curse of Nezibkesh", "Ogres", "boosted")
    assert values(first, "Ogres", "off", "def") == [4, 4]
    second = conjured(Table.of(first.battle), "Curse of Nezibkesh", "Ogres", "boosted", attempted=())
    assert values(second, "Ogres", "off", "def") == [3, 3]


# Lethal, Flaming and Divine in one batch


@pytest.mark.rule("t9a.special.lethal_strike", "t9a.special.fortitude", "t9a.attack.special_save")
def test_of_two_wounds_only_the_one_that_was_no_6_may_be_saved_by_fortitude() -> None:
    # No armour. The 6 allows no Fortitude, the 5 does: one die of 2+ is rolled, and holds.
    table = fighting().change("Swordsmen", ["Fortitude (2+)"])
    dice: dict[str, Any] = {"to wound": (6, 5), "Save": 2}
    game = dealt(
        table, dice, "Swordsmen", 2, by="Spearmen", kind="melee", hit_on=None, strength=3, rules=("Lethal Strike",)
    )
    assert [(roll.dice, roll.need) for roll in game.rolls if "Save" in roll.why] == [("1D6", 2)]
    assert game.unit("Swordsmen").models == 19


@pytest.mark.rule("t9a.special.lethal_strike", "t9a.special.aegis")
def test_a_lethal_6_leaves_the_aegis_and_others_the_better_fortitude() -> None:
    # Armour 3 stops neither: the 6 has AP 10, the other is not stopped by a 3 (4+). Then Aegis 6+ and Fortitude 4+.
    table = fighting().change("Swordsmen", ["Aegis (6+)", "Fortitude (4+)"], arm=3)
    dice: dict[str, Any] = {"to wound": (6, 5), "Armour": 3, "Save": [5, 4]}
    game = dealt(
        table, dice, "Swordsmen", 2, by="Spearmen", kind="melee", hit_on=None, strength=3, rules=("Lethal Strike",)
    )
    saves = sorted((roll.dice, roll.need) for roll in game.rolls if "Special Save" in roll.why)
    assert saves == [("1D6", 4), ("1D6", 6)]
    assert [(roll.dice, roll.need) for roll in game.rolls if "Armour" in roll.why] == [("1D6", 4)]


@pytest.mark.rule("t9a.special.lethal_strike", "t9a.special.attack_classes")
def test_lethal_strike_is_for_melee_and_not_for_shots() -> None:
    # Strength 3 against Resilience 3 and Armour 3: 1/2 * 1/2; in melee a 6 goes through: 1/6 + 1/3 * 1/2.
    table = draw(LINE)
    told = [
        chance(table, "Spearmen", "Guard", kind, hit_on=None, rules=("Lethal Strike",))
        for kind in ("shooting", "melee")
    ]
    assert told == [pytest.approx(1 / 4), pytest.approx(1 / 6 + 1 / 3 / 2)]


@pytest.mark.rule("t9a.witchcraft.6_bewitching_glare", "t9a.evocation.1_spectral_blades", "t9a.special.reroll")
def test_two_reasons_to_roll_a_wound_again_are_one_reroll() -> None:
    table = lay(fighting(), "Bewitching Glare", "Swordsmen", by="Wizard")
    lay(table, "Spectral Blades", "Spearmen", by="Wizard")
    assert chance(table, "Spearmen", "Swordsmen", hit_on=None) == pytest.approx(3 / 4)


@pytest.mark.rule("t9a.shamanism.4_chilling_howl", "t9a.attack.natural_rolls")
@pytest.mark.parametrize(("strength", "need"), [(3, 5), (1, 6), (5, 3)])
def test_the_howl_takes_1_from_wounds_of_shots_but_a_6_still_wounds(strength: int, need: int) -> None:
    table = lay(draw(LINE), "Chilling Howl", "Guard", by="Wizard")
    assert min(6, to_wound(table, "Guard", "Spearmen", "shooting", strength=strength) or 0) == need
    expected = (7 - need) / 6
    found = chance(table, "Guard", "Spearmen", "shooting", strength=strength, hit_on=None)
    assert found == pytest.approx(expected)


@pytest.mark.rule("t9a.hereditary.ok_children_of_umi", "t9a.runes.resilience", "t9a.modifiers.step3_add_subtract")
def test_different_spells_on_the_same_roll_add_up() -> None:
    # Children of Umi and the Rune of Resilience: 4+ becomes 6+ in melee; from afar the Rune alone: 5+.
    table = lay(draw(LINE), "Children of Umi", "Spearmen", by="Wizard")
    lay(table, "Rune of Resilience", "Spearmen", by="Wizard")
    assert to_wound(table, "Guard", "Spearmen") == 6
    assert to_wound(table, "Guard", "Spearmen", "shooting") == 5


@pytest.mark.rule(
    "t9a.druidism.3_entwining_roots", "t9a.witchcraft.2_deceptive_glamour", "t9a.occultism.3_the_rot_within"
)
def test_skills_are_lowered_by_each_spell_but_not_below_0() -> None:
    # Roots with the Throne 2, glamour boosted 2, rot 1: Offence and Defence 3 become 0.
    table = draw(LINE)
    lay(table, "Entwining Roots", "Guard", by="Wizard", version="Throne")
    lay(table, "Deceptive Glamour", "Guard", by="Wizard", version="boosted")
    lay(table, "The Rot Within", "Guard", by="Wizard", permanent=True)
    assert values(table, "Guard", "off", "def", "agi") == [0, 0, 1]


@pytest.mark.rule("t9a.pyromancy.3_flaming_swords", "t9a.alchemy.3_glory_of_gold", "t9a.special.flaming_attacks")
def test_shots_of_who_bears_flaming_swords_are_flaming_and_wound_better() -> None:
    # 3+ to wound instead of 4+; Fortitude 2+ does not help. Stomps (Special Attacks) are Melee Attacks: +1, and gain
    # nothing by Glory of Gold.
    table = lay(draw(LINE).change("Guard", ["Fortitude (2+)"], arm=0), "Flaming Swords", "Spearmen", by="Wizard")
    assert chance(table, "Spearmen", "Guard", "shooting", hit_on=None) == pytest.approx(4 / 6)
    gold = lay(draw(LINE).change("Guard", ["Fortitude (2+)"], arm=0), "Glory of Gold", "Spearmen", by="Wizard")
    assert chance(gold, "Spearmen", "Guard", "special", hit_on=None) == pytest.approx(1 / 2 * 1 / 6)
    assert chance(gold, "Spearmen", "Guard", "melee", hit_on=None) == pytest.approx(1 / 2)


@pytest.mark.rule("t9a.witchcraft.a_evil_eye", "t9a.modifiers.step4_always_never")
def test_the_evil_eye_lifts_nobody_who_is_slower_already() -> None:
    # A minimum of 3 and 6 is no gift: a Cannon of Advance Rate 2 and March Rate 4 stays as it is.
    table = draw("0 Wizard at 36,10 | 1 Spearmen at 36,24 face 180").change("Spearmen", adv=2, mar=4)
    lay(table, "Evil Eye", "Spearmen", by="Wizard")
    assert values(table, "Spearmen", "adv", "mar") == [2, 4]


@pytest.mark.rule("t9a.hereditary.he_favour_of_meladis_limit", "t9a.hereditary.he_favour_of_meladis")
def test_a_character_in_the_ranks_has_one_token_and_his_men_the_other() -> None:
    # Three wounds on the Captain, Standard Infantry himself: one token for two of them, the third stays. Then one for
    # two of his men.
    table = draw("0 Wizard at 36,10 | 0 Spearmen at 30,12 | 0 Captain at 60,10 | 1 Guard at 36,24 face 180")
    table.join("Captain", "Spearmen")
    wizard = table.unit("Wizard")
    table.set("Wizard", effects=(Effect("Favour of Meladis", 0, wizard.entry, only=wizard.entry),))
    table.battle.tokens = (3, 0)
    game = dealt(table, {"": 1}, "Captain", 3, by="Guard", strength=None, ap=10, named=True)
    assert (game.topic, sorted(game.keys)) == ("favour", ["0", "1"])
    game.choose("1")
    assert health(game.battle, game.unit("Captain")) == 2
    game.battle.stage = "again"
    again = dealt(Table.of(game.battle), {"": 1}, "Spearmen", 2, by="Guard", strength=None, ap=10)
    again.choose("1")
    assert again.unit("Spearmen").models == 20
    again.battle.stage = "again"
    third = dealt(Table.of(again.battle), {"": 1}, "Spearmen", 1, by="Guard", strength=None, ap=10)
    assert third.game.over, "two tokens are the most in a phase"
    assert third.unit("Spearmen").models == 19
