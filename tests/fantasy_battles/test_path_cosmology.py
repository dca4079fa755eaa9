"""Cosmology: every spell as Cosmos and as Chaos."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.grimoire import SURE, attack, check_figures, check_hits, conjured, shown, values
from tests.fantasy_battles.gunnery import needed as shots_needed
from tests.fantasy_battles.harness import Table, draw
from tests.fantasy_battles.spellcraft import Conjuring, conjure, lay
from warhost.rulesets.fantasy_battles.chapters.general.running import dice_of

TWO = "Wizard at 36,10 | 0 Archers at 30,20 | 1 Spearmen at 36,24 face 180"


@pytest.mark.parametrize(
    ("spell", "version", "needed", "reach", "types"),
    [
        shown("t9a.cosmology.1_altered_sight", "Altered Sight", "Cosmos", 5, 24, "A"),
        shown("t9a.cosmology.1_altered_sight", "Altered Sight", "Chaos", 5, 24, "H"),
        shown("t9a.cosmology.2_truth_of_time", "Truth of Time", "Cosmos", 5, 24, "A"),
        shown("t9a.cosmology.2_truth_of_time", "Truth of Time", "Chaos", 5, 24, "H"),
        shown("t9a.cosmology.3_ice_and_fire", "Ice and Fire", "Cosmos", 8, 24, "Da, H, M"),
        shown("t9a.cosmology.3_ice_and_fire", "Ice and Fire", "Chaos", 8, 24, "Da, H, M"),
        shown("t9a.cosmology.4_perception_of_strength", "Perception of Strength", "Cosmos", 8, 24, "A"),
        shown("t9a.cosmology.4_perception_of_strength", "Perception of Strength", "Chaos", 8, 24, "H"),
        shown("t9a.cosmology.5_unity_in_divergence", "Unity in Divergence", "Cosmos", 9, 24, "A"),
        shown("t9a.cosmology.5_unity_in_divergence", "Unity in Divergence", "Chaos", 9, 24, "A"),
        shown("t9a.cosmology.6_touch_the_heart", "Touch the Heart", "Cosmos", 7, 24, "Da, Di, H"),
        shown("t9a.cosmology.6_touch_the_heart", "Touch the Heart", "Chaos", 7, 24, "Da, Di, H"),
    ],
)
def test_every_spell_has_its_value_its_reach_and_its_types(
    spell: str, version: str, needed: int, reach: int, types: str
) -> None:
    check_figures(spell, version, needed, reach, types)


def casting_value(play: Conjuring, spell: str, target: str, version: str) -> float:
    return play.odds(play.key("Wizard", spell, target, version), "Casting Value").value


def two_spells(dice: Any, pools: tuple[int, int] = (9, 0)) -> Conjuring:
    known = {"Wizard": ["Altered Sight", "Perception of Strength", "Unity in Divergence"]}
    return conjure(TWO, dice, known=known, pools=pools)


@pytest.mark.rule("t9a.cosmology.duality")
@pytest.mark.parametrize(("first", "on", "cosmos", "chaos"), [("Cosmos", "Archers", 8, 7), ("Chaos", "Spearmen", 7, 8)])
def test_after_one_version_the_next_spell_is_cheaper_in_the_other(first: str, on: str, cosmos: int, chaos: int) -> None:
    play = two_spells([SURE]).cast("Wizard", "Altered Sight", on, dice=3, version=first)
    assert casting_value(play, "Perception of Strength", "Archers", "Cosmos") == cosmos
    assert casting_value(play, "Perception of Strength", "Spearmen", "Chaos") == chaos


@pytest.mark.rule("t9a.cosmology.duality")
def test_the_next_attempt_is_cheaper_once_whether_it_succeeds_or_not() -> None:
    # 6 is less than 8: the attempt of Cosmos fails, and what Chaos left behind is still there for another.
    play = two_spells([SURE, (3, 3)]).cast("Wizard", "Altered Sight", "Spearmen", dice=3, version="Chaos")
    assert casting_value(play, "Unity in Divergence", "Archers", "Cosmos") == 8
    play.cast("Wizard", "Perception of Strength", "Archers", dice=2, version="Cosmos")
    assert play.battle.duality == "Chaos"


@pytest.mark.rule("t9a.cosmology.duality")
def test_a_dispelled_spell_leaves_nothing_behind() -> None:
    play = two_spells([SURE, (6, 6, 6)], pools=(9, 3)).cast(
        "Wizard", "Altered Sight", "Archers", dice=3, version="Cosmos"
    )
    play.choose("3")
    assert casting_value(play, "Perception of Strength", "Spearmen", "Chaos") == 8


@pytest.mark.rule("t9a.cosmology.1_altered_sight")
@pytest.mark.parametrize(("version", "off"), [("Cosmos", 6), ("Chaos", 2)])
def test_altered_sight_changes_skill(version: str, off: int) -> None:
    target = "Archers" if version == "Cosmos" else "Spearmen"
    table = draw(TWO).change(target, off=4)
    assert values(conjured(table, "Altered Sight", target, version), target, "off") == [off]


@pytest.mark.rule("t9a.cosmology.1_altered_sight")
@pytest.mark.parametrize(("version", "by", "aim"), [("Cosmos", "Archers", 3), ("Chaos", "Spearmen", 5)])
def test_altered_sight_changes_aim(version: str, by: str, aim: int) -> None:
    # Ten Archers with Aim 4+ at short range.
    table = lay(
        draw("Archers at 36,10 | Spearmen at 36,18 face 180"), "Altered Sight", "Archers", by=by, version=version
    )
    assert shots_needed(table) == {aim: 10}


@pytest.mark.rule("t9a.cosmology.2_truth_of_time")
@pytest.mark.parametrize("run", ["charge", "flee", "pursuit"])
@pytest.mark.parametrize(
    ("target", "version", "dice"),
    [
        ("Archers", "Cosmos", "4D6kh2"),
        ("Spearmen", "Chaos", "4D6kl2"),
        ("Wolves", "Chaos", "3D6kl2"),  # Swiftstride takes one of the two away.
        ("Knights", "Cosmos", "5D6kh2"),
    ],
)
def test_truth_of_time_maximises_or_minimises_twice(run: Any, target: str, version: str, dice: str) -> None:
    line = f"{TWO} | 0 Knights at 42,20 | 1 Wolves at 44,26 face 180"
    play = conjured(line, "Truth of Time", target, version)
    assert str(dice_of(play.battle, play.unit(target), run)) == dice


@pytest.mark.rule("t9a.cosmology.2_truth_of_time")
def test_a_charge_under_truth_of_time_keeps_the_two_highest_of_four_dice() -> None:
    table = draw("Spearmen at 36,10 | Guard at 36,24 face 180")
    lay(table, "Truth of Time", "Spearmen", by="Spearmen", version="Cosmos")
    game = table.play(dice={"Charge Range": (1, 6, 2, 5), "": 1})
    game.choose(unit="Spearmen", target="Guard").choose("hold").choose("0")
    assert game.unit("Spearmen").engaged  # 4 + 11 inches for 10.85


@pytest.mark.parametrize(
    ("spell", "version", "hits", "strength"),
    [
        shown("t9a.cosmology.6_touch_the_heart", "Touch the Heart", "Cosmos", 20, 3),
        shown("t9a.cosmology.6_touch_the_heart", "Touch the Heart", "Chaos", 20, 3),
    ],
)
def test_touch_the_heart_strikes_as_it_says(spell: str, version: str, hits: float, strength: int) -> None:
    check_hits(spell, version, hits, strength, 0)


@pytest.mark.rule("t9a.cosmology.6_touch_the_heart")
def test_touch_the_heart_hits_twenty_models_and_their_character() -> None:
    table = draw("Wizard at 36,10 | 1 Spearmen at 36,24 face 180 | 1 Captain at 60,40").join("Captain", "Spearmen")
    play = conjured(table, "Touch the Heart", "Spearmen", "Chaos", dice=[(1,) * 20, (5,)])
    assert [(roll.dice, roll.need) for roll in play.rolls[1:3]] == [("20D6", 4), ("1D6", 5)]
    assert play.left("Captain") == 2


def icy(**changes: Any) -> Table:
    return draw("Wizard at 36,10 | 1 Spearmen at 36,24 face 180").change("Spearmen", **changes)


@pytest.mark.rule("t9a.cosmology.3_ice_and_fire")
def test_chaos_rolls_passed_armour_saves_again() -> None:
    # Three hits of Strength 4 wound on 3+; Armour 3 saves on 4+: one 5 fails on the second die.
    table = icy(arm=3)
    play = conjured(table, "Ice and Fire", "Spearmen", "Chaos", dice=[(2, 1), (3, 3, 3), (5, 1, 1), (3,)])
    assert [(roll.dice, roll.need) for roll in play.rolls[2:]] == [("3D6", 3), ("3D6", 4), ("1D6", 4)]
    assert play.left("Spearmen") == 17


@pytest.mark.rule("t9a.cosmology.3_ice_and_fire")
def test_cosmos_rolls_passed_special_saves_again_but_no_armour_saves() -> None:
    table = icy(arm=3, rules=("Aegis (5+)",))
    dice = [(2, 1), (3, 3, 3), (5, 1, 1), (5, 1), (4,)]
    play = conjured(table, "Ice and Fire", "Spearmen", "Cosmos", dice=dice)
    assert [(roll.dice, roll.need) for roll in play.rolls[3:]] == [("3D6", 4), ("2D6", 5), ("1D6", 5)]
    assert play.left("Spearmen") == 18


@pytest.mark.rule("t9a.cosmology.3_ice_and_fire")
@pytest.mark.parametrize("version", ["Cosmos", "Chaos"])
def test_the_odds_of_ice_and_fire_know_the_rerolls(version: str) -> None:
    table = icy(arm=3, rules=("Aegis (5+)",))
    play = conjure(table, known={"Wizard": ["Ice and Fire"]})
    key = play.key("Wizard", "Ice and Fire", "Spearmen", version)
    armour, aegis = (1 / 4, 1 / 3) if version == "Chaos" else (1 / 2, 1 / 9)
    expected = 7 * 4 / 6 * (1 - armour) * (1 - aegis)
    assert play.odds(key, "expected HP lost if it takes effect").value == pytest.approx(expected)


@pytest.mark.rule("t9a.cosmology.4_perception_of_strength")
@pytest.mark.parametrize(("target", "version", "found"), [("Ogres", "Cosmos", [5, 2]), ("Giant", "Chaos", [5, 2])])
def test_perception_of_strength_changes_strength_and_ap(target: str, version: str, found: list[int]) -> None:
    line = "Wizard at 36,10 | 0 Ogres at 30,20 | 1 Giant at 36,26 face 180"
    assert values(conjured(line, "Perception of Strength", target, version), target, "str", "ap") == found


@pytest.mark.rule("t9a.cosmology.5_unity_in_divergence")
@pytest.mark.parametrize("version", ["Cosmos", "Chaos"])
def test_unity_in_divergence_gives_all_models_aegis(version: str) -> None:
    table = draw("Wizard at 36,10 | 0 Spearmen at 36,20 | 0 Captain at 60,40 | 1 Ogres at 36,40 face 180")
    table.join("Captain", "Spearmen").change("Captain", rules=("Aegis (4+)",))
    play = conjured(table, "Unity in Divergence", "Spearmen", version)
    assert attack(play, "Ogres", "Spearmen").aegis == [(5, "Aegis")]
    assert sorted(attack(play, "Ogres", "Captain").aegis) == [(4, "Aegis"), (5, "Aegis")]
