"""Thaumaturgy: every spell in all its versions."""

from __future__ import annotations

import pytest

from tests.fantasy_battles.grimoire import SURE, check_figures, conjured, shown, values
from tests.fantasy_battles.gunnery import shooting
from tests.fantasy_battles.harness import Table, draw
from tests.fantasy_battles.spellcraft import Conjuring, conjure
from warhost.rulesets.fantasy_battles.chapters.general.discipline import passing
from warhost.rulesets.fantasy_battles.shown import magic_events as events
from warhost.rulesets.fantasy_battles.shown import spell_events

LINE = "Wizard at 36,10 | 0 Spearmen at 30,12 | 1 Guard at 36,22 face 180"


@pytest.mark.parametrize(
    ("spell", "version", "needed", "reach", "types"),
    [
        shown("t9a.thaumaturgy.1_hand_of_heaven", "Hand of Heaven", "basic", 5, 24, "Da, H, M"),
        shown("t9a.thaumaturgy.1_hand_of_heaven", "Hand of Heaven", "boosted", 8, 24, "Da, H, M"),
        shown("t9a.thaumaturgy.2_smite_the_unbeliever", "Smite the Unbeliever", "basic", 6, 24, "H"),
        shown("t9a.thaumaturgy.2_smite_the_unbeliever", "Smite the Unbeliever", "boosted", 9, 24, "H"),
        shown("t9a.thaumaturgy.3_speaking_in_tongues", "Speaking in Tongues", "basic", 7, 18, "U"),
        shown("t9a.thaumaturgy.4_cleansing_fire", "Cleansing Fire", "boosted", 8, 18, "A, F"),
        shown("t9a.thaumaturgy.6_trial_of_faith", "Trial of Faith", "basic", 7, 24, "Da, Di, H"),
        shown("t9a.thaumaturgy.6_trial_of_faith", "Trial of Faith", "boosted", 10, 18, "Da, Di, F, H, M"),
    ],
)
def test_every_spell_has_its_value_its_reach_and_its_types(
    spell: str, version: str, needed: int, reach: int, types: str
) -> None:
    check_figures(spell, version, needed, reach, types)


@pytest.mark.rule("t9a.thaumaturgy.4_cleansing_fire")
def test_cleansing_fire_is_cast_on_the_caster() -> None:
    table = draw(LINE).join("Wizard", "Spearmen")
    play = conjure(table, known={"Wizard": ["Cleansing Fire"]})
    key = play.key("Wizard", "Cleansing Fire", None, "basic")
    assert play.odds(key, "Casting Value").value == 5
    assert key.endswith(f">{play.unit('Wizard').id}")


@pytest.mark.rule("t9a.thaumaturgy.judgement_on_high")
def test_dice_that_show_1_are_rolled_again() -> None:
    play = conjure(LINE, [(1, 1, 5), (4, 6)], known={"Wizard": ["Speaking in Tongues"]}, pools=(9, 0))
    play.cast("Wizard", "Speaking in Tongues", "Spearmen", dice=3)
    assert [roll.dice for roll in play.rolls] == ["3D6", "2D6"]
    assert play.told(events.SpellCast)[0].total == 15


@pytest.mark.rule("t9a.thaumaturgy.judgement_on_high")
def test_three_1s_are_kept_and_count_as_three_2s() -> None:
    # 1, 1, 1, 6 make 9 for Casting Value 7; Witchfire: D6 hits of Strength 4 on the caster.
    play = conjure(LINE, [(1, 1, 1, 6), 1, (1,)], known={"Wizard": ["Speaking in Tongues"]}, pools=(9, 0))
    play.cast("Wizard", "Speaking in Tongues", "Spearmen", dice=4)
    assert [effect.spell for effect in play.unit("Spearmen").effects] == ["Speaking in Tongues"]
    assert play.told(events.Miscast)[0].result == "Witchfire"


@pytest.mark.rule("t9a.thaumaturgy.judgement_on_high")
def test_two_dice_reach_7_in_73_of_100_castings() -> None:
    play = conjure(LINE, known={"Wizard": ["Speaking in Tongues"]})
    key = play.key("Wizard", "Speaking in Tongues", "Spearmen")
    assert round(100 * play.odds(key, "success with 2 dice").value) == 73


@pytest.mark.rule("t9a.thaumaturgy.1_hand_of_heaven")
@pytest.mark.parametrize(
    ("version", "hits", "strength", "need", "save"), [("basic", 3, 4, 3, 6), ("boosted", 4, 5, 2, None)]
)
def test_hand_of_heaven_rolls_hits_and_one_strength_for_all(
    version: str, hits: int, strength: int, need: int, save: int | None
) -> None:
    # Dice of 3 and 4: three hits of Strength 4 and AP 2; boosted four of Strength 5 and AP 3.
    wounds = (6,) + (1,) * (hits - 1)
    dice = [3, 4, wounds, *([(1,)] if save else [])]
    play = conjured("Wizard at 36,10 | 1 Guard at 36,22 face 180", "Hand of Heaven", "Guard", version, dice)
    plus = "" if version == "basic" else "+1"
    told = [(roll.dice, roll.need) for roll in play.rolls[1:]]
    assert told[:3] == [(f"D6{plus}", None), (f"D6{plus}", None), (f"{hits}D6", need)]
    assert told[3:] == ([("1D6", save)] if save else [])
    assert play.left("Guard") == 18


@pytest.mark.rule("t9a.thaumaturgy.1_hand_of_heaven")
@pytest.mark.parametrize(("version", "save"), [("basic", 4), ("boosted", 5)])
def test_hand_of_heaven_pierces_2_boosted_3(version: str, save: int) -> None:
    table = draw("Wizard at 36,10 | 1 Guard at 36,22 face 180").change("Guard", arm=5)
    wounds = (6,) if version == "basic" else (6, 1)
    play = conjured(table, "Hand of Heaven", "Guard", version, dice=[1, 4, wounds, (6,)])
    assert play.rolls[-1].need == save


@pytest.mark.rule("t9a.thaumaturgy.1_hand_of_heaven")
@pytest.mark.parametrize("version", ["basic", "boosted"])
def test_the_odds_of_hand_of_heaven_know_every_strength(version: str) -> None:
    play = conjure("Wizard at 36,10 | 1 Spearmen at 36,22 face 180", known={"Wizard": ["Hand of Heaven"]})
    key = play.key("Wizard", "Hand of Heaven", "Spearmen", version)
    plus = 0 if version == "basic" else 1
    needs = [min(6, max(2, 7 - strength)) for strength in range(1 + plus, 7 + plus)]
    expected = (3.5 + plus) * sum((7 - need) / 6 for need in needs) / 6
    assert play.odds(key, "expected HP lost if it takes effect").value == pytest.approx(expected)


@pytest.mark.rule("t9a.thaumaturgy.2_smite_the_unbeliever")
@pytest.mark.parametrize(("die", "found"), [(1, [3, 4, 1]), (3, [3, 4, 1]), (4, [4, 3, 0]), (6, [4, 3, 0])])
def test_a_die_decides_what_smite_lowers(die: int, found: list[int]) -> None:
    line = "Wizard at 36,10 | 1 Ogres at 36,22 face 180"
    play = conjured(line, "Smite the Unbeliever", "Ogres", dice=[die])
    assert values(play, "Ogres", "res", "str", "ap") == found


@pytest.mark.rule("t9a.thaumaturgy.2_smite_the_unbeliever")
@pytest.mark.parametrize(("form", "found"), [("1", [3, 4, 1]), ("2", [4, 3, 0])])
def test_boosted_the_caster_decides(form: str, found: list[int]) -> None:
    line = "Wizard at 36,10 | 1 Ogres at 36,22 face 180"
    play = conjured(line, "Smite the Unbeliever", "Ogres", "boosted").choose(form)
    assert values(play, "Ogres", "res", "str", "ap") == found


@pytest.mark.rule("t9a.thaumaturgy.3_speaking_in_tongues")
def test_a_friend_takes_failed_tests_again() -> None:
    play = conjured(LINE, "Speaking in Tongues", "Spearmen")
    once = 21 / 36
    assert passing(play.battle, play.unit("Spearmen"), "panic") == pytest.approx(1 - (1 - once) ** 2)


@pytest.mark.rule("t9a.thaumaturgy.3_speaking_in_tongues")
def test_an_enemy_never_takes_a_test_again_not_even_near_its_banner() -> None:
    line = f"{LINE} | 1 Banner at 40,22 face 180"
    table = draw(line).change("Banner", rules=("Rally Around the Flag",))
    again = passing(table.battle, table.unit("Guard"), "panic")
    assert again == pytest.approx(1 - (15 / 36) ** 2)
    play = conjured(table, "Speaking in Tongues", "Guard")
    assert passing(play.battle, play.unit("Guard"), "panic") == pytest.approx(21 / 36)


@pytest.mark.rule("t9a.thaumaturgy.4_cleansing_fire")
@pytest.mark.parametrize("version", ["basic", "boosted"])
def test_cleansing_fire_is_a_breath_whose_strength_is_rolled_when_it_is_used(version: str) -> None:
    line = "Wizard at 36,10 | 1 Guard at 36,17 face 180"
    play = conjured(line, "Cleansing Fire", None if version == "basic" else "Wizard", version)
    # Three hits; a die of 3 is a D3 of 2: Strength 4 and AP 1 against Resilience 3 and Armour 3.
    shots = shooting(Table.of(play.battle), {"shots": (2, 1), "Strength": 3, "to wound": (6, 1, 1), "Save": 1})
    shots.choose(unit="Wizard", target="Guard")
    needs = {roll.why.split(": ")[-1]: roll.need for roll in shots.rolls}
    assert (needs["to wound"], needs["Armour Save"]) == (3, 5)
    assert shots.unit("Guard").models == 18
    assert not shots.unit("Wizard").effects


WRATH = "Wizard at 10,10 | 0 Spearmen at 36,20 | 1 Guard at 36,28 face 180 | 1 Ogres at 60,40 face 180"


@pytest.mark.rule("t9a.thaumaturgy.5_wrath_of_god")
def test_wrath_of_god_is_a_counter_anywhere_that_waits_for_the_next_magic_phase() -> None:
    play = conjure(WRATH, [SURE], known={"Wizard": ["Wrath of God"]}, pools=(9, 0))
    key = play.key("Wizard", "Wrath of God")
    assert play.odds(key, "Casting Value").value == 12
    play.choose(key).place(36.0, 24.0).choose("3")
    assert play.battle.wraths == ((36.0, 24.0, 1, 2),)
    assert play.game.over
    assert len(play.rolls) == 1


def wrath_ends(counters: int, dice: list[object], active: int = 1) -> Conjuring:
    """The end of a Magic Phase after one in which the wrath was called down."""
    table = draw(WRATH)
    wraths = ((36.0, 24.0, counters, 2),)
    return conjure(table, dice, known={}, turn=1, active=active, wraths=wraths, stage="end of magic")  # type: ignore[arg-type]


@pytest.mark.rule("t9a.thaumaturgy.5_wrath_of_god")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_on_1_to_3_it_grows(die: int) -> None:
    play = wrath_ends(1, [die])
    assert play.battle.wraths == ((36.0, 24.0, 2, 2),)
    assert play.told(spell_events.WrathGrew)[0].counters == 2


@pytest.mark.rule("t9a.thaumaturgy.5_wrath_of_god")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_on_4_to_6_everybody_near_is_hit_and_the_counters_are_gone(die: int) -> None:
    # Two counters and a roll of 3: within 5 inches stand friends and foes. Each suffers its own 2D6 hits of Strength 5.
    play = wrath_ends(2, [die, (1, 2), (1, 1), (1, 2), (2, 1), (2, 2, 1), (6, 5)])
    assert play.battle.wraths == ()
    (struck,) = play.told(spell_events.WrathStruck)
    assert (struck.radius, [play.battle.units[number].name for number in struck.units]) == (5, ["Spearmen", "Guard"])
    told = [(roll.dice, roll.need) for roll in play.rolls[2:]]
    assert told == [("2D6", None), ("2D6", None), ("2D6", 2), ("3D6", 2), ("2D6", 6)]
    assert (play.left("Spearmen"), play.left("Guard")) == (19, 18)


@pytest.mark.rule("t9a.thaumaturgy.5_wrath_of_god")
def test_the_radius_is_2d6_and_the_number_of_counters() -> None:
    # From the point to the Spearmen there are 2.4 inches: 2 and 1 counter reach them, nobody else.
    play = wrath_ends(1, [6, (1, 1), (1, 1), (1, 1), (1, 1), (1, 1)])
    assert play.told(spell_events.WrathStruck)[0].radius == 3


@pytest.mark.rule("t9a.thaumaturgy.6_trial_of_faith")
@pytest.mark.parametrize(("caster", "target", "hits"), [(6, 1, 3), (4, 4, 1), (1, 3, 0), (1, 6, 0), (2, 1, 1)])
def test_the_casters_lead_is_the_number_of_hits(caster: int, target: int, hits: int) -> None:
    table = draw("Wizard at 36,10 | 1 Guard at 36,22 face 180").change("Guard", arm=6)
    play = conjured(table, "Trial of Faith", "Guard", dice=[caster, target])
    assert [roll.dice for roll in play.rolls[1:]] == ["D3+1", "D3"]
    assert play.left("Guard") == 19 - hits


@pytest.mark.rule("t9a.thaumaturgy.6_trial_of_faith")
def test_boosted_a_character_is_put_to_the_trial() -> None:
    table = draw("Wizard at 36,10 | 1 Guard at 36,22 face 180 | 1 Captain at 60,40").join("Captain", "Guard")
    play = conjured(table, "Trial of Faith", "Captain", "boosted", dice=[6, 3])
    assert play.left("Captain") == 1


@pytest.mark.rule("t9a.thaumaturgy.6_trial_of_faith")
def test_the_odds_of_the_trial_are_exact() -> None:
    # Leads of 1, 2 and 3 come 3, 2 and 1 times in nine: 10 hits in nine trials; Aegis 4+ stops half of them.
    table = draw("Wizard at 36,10 | 1 Spearmen at 36,22 face 180")
    table.change("Spearmen", rules=("Aegis (4+, against Magical Attacks)",))
    play = conjure(table, known={"Wizard": ["Trial of Faith"]})
    key = play.key("Wizard", "Trial of Faith", "Spearmen", "basic")
    assert play.odds(key, "expected HP lost if it takes effect").value == pytest.approx(5 / 9)
