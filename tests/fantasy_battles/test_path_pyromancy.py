"""Pyromancy: every spell in all its versions."""

from __future__ import annotations

import pytest

from tests.fantasy_battles.grimoire import attack, check_figures, check_hits, conjured, shown, to_wound
from tests.fantasy_battles.harness import draw
from tests.fantasy_battles.spellcraft import conjure


@pytest.mark.parametrize(
    ("spell", "version", "needed", "reach", "types"),
    [
        shown("t9a.pyromancy.1_fireball", "Fireball", "basic", 4, 36, "Da, H, M"),
        shown("t9a.pyromancy.2_cascading_fire", "Cascading Fire", "basic", 5, 24, "H"),
        shown("t9a.pyromancy.2_cascading_fire", "Cascading Fire", "boosted", 8, 12, "H"),
        shown("t9a.pyromancy.3_flaming_swords", "Flaming Swords", "basic", 8, 18, "A"),
        shown("t9a.pyromancy.3_flaming_swords", "Flaming Swords", "boosted", 11, 6, "A"),
        shown("t9a.pyromancy.4_pyroclastic_flow", "Pyroclastic Flow", "basic", 7, 24, "Da, H, M"),
        shown("t9a.pyromancy.4_pyroclastic_flow", "Pyroclastic Flow", "boosted", 10, 12, "Da, H, M"),
        shown("t9a.pyromancy.5_scorching_salvo", "Scorching Salvo", "basic", 8, 24, "Da, H"),
        shown("t9a.pyromancy.6_enveloping_embers", "Enveloping Embers", "basic", 9, 24, "Da, Di, H"),
    ],
)
def test_every_spell_has_its_value_its_reach_and_its_types(
    spell: str, version: str, needed: int, reach: int, types: str
) -> None:
    check_figures(spell, version, needed, reach, types)


@pytest.mark.parametrize(
    ("spell", "version", "hits", "strength"),
    [
        shown("t9a.pyromancy.1_fireball", "Fireball", "basic", 3.5, 4),
        shown("t9a.pyromancy.2_cascading_fire", "Cascading Fire", "basic", 3.5, 4),
        shown("t9a.pyromancy.2_cascading_fire", "Cascading Fire", "boosted", 7, 4),
        shown("t9a.pyromancy.4_pyroclastic_flow", "Pyroclastic Flow", "basic", 7, 4),
        shown("t9a.pyromancy.4_pyroclastic_flow", "Pyroclastic Flow", "boosted", 10.5, 4),
        shown("t9a.pyromancy.5_scorching_salvo", "Scorching Salvo", "basic", 3, 4),
        shown("t9a.pyromancy.6_enveloping_embers", "Enveloping Embers", "basic", 20, 3),
    ],
)
def test_every_spell_burns_as_much_as_it_says(spell: str, version: str, hits: float, strength: int) -> None:
    check_hits(spell, version, hits, strength, 0, flaming=True)


@pytest.mark.rule("t9a.pyromancy.1_fireball")
def test_fireball_hits_as_often_as_the_die_shows() -> None:
    play = conjured("Wizard at 36,10 | Spearmen at 36,24 face 180", "Fireball", "Spearmen", dice=[5, (3, 3, 2, 1, 1)])
    assert (play.rolls[2].dice, play.rolls[2].need) == ("5D6", 3)
    assert play.left("Spearmen") == 18


@pytest.mark.rule("t9a.pyromancy.4_pyroclastic_flow")
def test_boosted_pyroclastic_flow_rolls_three_dice_for_its_hits() -> None:
    line = "Wizard at 36,10 | Spearmen at 36,22 face 180"
    play = conjured(line, "Pyroclastic Flow", "Spearmen", "boosted", dice=[(5, 4, 2), (1,) * 11])
    assert (play.rolls[1].dice, play.rolls[2].dice) == ("3D6", "11D6")


@pytest.mark.rule("t9a.pyromancy.a_blaze")
def test_blaze_follows_on_a_target_of_choice_in_sight() -> None:
    # Another enemy than that of the Fireball is in sight; one is behind the Wizard, one too far away.
    line = (
        "Wizard at 36,10 | 1 Spearmen at 36,30 face 180 | 1 Guard at 45,30 face 180"
        " | 1 Knights at 36,2 | 1 Ogres at 36,46 face 180"
    )
    play = conjured(line, "Fireball", "Spearmen", dice=[1, (1,), (2,), (4,)])
    assert {option.target for option in play.options} == {None, play.unit("Spearmen").id, play.unit("Guard").id}
    play.choose(target="Guard")
    # One hit of Strength 5 against Resilience 3 wounds on 2+; Armour 3 against AP 2 saves on 6+.
    assert [(roll.dice, roll.need) for roll in play.rolls[3:]] == [("1D6", 2), ("1D6", 6)]
    assert play.left("Guard") == 18


@pytest.mark.rule("t9a.pyromancy.a_blaze")
@pytest.mark.parametrize(
    ("save", "expected"), [("Fortitude (2+)", 5 / 6), ("Aegis (4+, against Magical Attacks)", 5 / 12)]
)
def test_blaze_is_flaming_and_magical_and_its_odds_are_told(save: str, expected: float) -> None:
    table = draw("Wizard at 36,10 | 1 Spearmen at 36,30 face 180").change("Spearmen", rules=(save,))
    play = conjured(table, "Fireball", "Spearmen", dice=[1, (1,)])
    blaze = next(option for option in play.weighed if option.target is not None)
    assert blaze.odds[0].value == pytest.approx(expected)


@pytest.mark.rule("t9a.pyromancy.2_cascading_fire")
def test_cascading_fire_needs_no_sight() -> None:
    line = "72x48 hill 36,20 20x2 | Wizard at 36,10 | 1 Spearmen at 36,30 face 180"
    play = conjure(line, known={"Wizard": ["Cascading Fire", "Fireball"]})
    assert play.castings("Wizard", "Cascading Fire", "Spearmen", "basic")
    assert not play.castings("Wizard", "Fireball", "Spearmen")


@pytest.mark.rule("t9a.pyromancy.3_flaming_swords")
def test_flaming_swords_wound_more_easily() -> None:
    line = "Wizard at 36,10 | 0 Spearmen at 36,20 | 1 Guard at 36,40 face 180"
    play = conjured(line, "Flaming Swords", "Spearmen")
    assert to_wound(play, "Spearmen", "Guard") == 3
    assert to_wound(play, "Spearmen", "Guard", "shooting") == 3
    assert to_wound(play, "Spearmen", "Guard", strength=6) == 2  # A natural 1 still fails.
    struck = attack(play, "Spearmen", "Guard")
    assert (struck.flaming, struck.magical) == (True, True)
    assert to_wound(play, "Guard", "Spearmen") == 4
    # A Stomp is a Melee Attack and wounds more easily, but it does not burn (T9A-R076).
    assert to_wound(play, "Spearmen", "Guard", "special") == 3
    assert not attack(play, "Spearmen", "Guard", "special").flaming


@pytest.mark.rule("t9a.pyromancy.3_flaming_swords")
def test_boosted_flaming_swords_are_an_aura() -> None:
    line = "Wizard at 36,10 | 0 Spearmen at 36,15 | 0 Knights at 36,30 | 1 Guard at 36,40 face 180"
    play = conjured(line, "Flaming Swords", None, "boosted")
    assert to_wound(play, "Spearmen", "Guard") == 3
    assert to_wound(play, "Knights", "Guard") == 4


@pytest.mark.rule("t9a.pyromancy.5_scorching_salvo")
def test_scorching_salvo_burns_all_near_enemies_that_do_not_fight() -> None:
    line = (
        "Wizard at 36,10 | 0 Knights at 60,30 | 1 Spearmen at 36,24 face 180"
        " | 1 Guard at 20,10 face 90 | 1 Ogres at 40,26 face 180"
    )
    table = draw(line).fight("Knights", "Ogres", "left")
    play = conjured(table, "Scorching Salvo", dice=[1, 5, (1, 1), (1, 1, 1, 1)])
    assert [roll.dice for roll in play.rolls[1:5]] == ["D3+1", "D3+1", "2D6", "4D6"]


@pytest.mark.rule("t9a.pyromancy.6_enveloping_embers")
def test_enveloping_embers_hit_each_model_and_characters_apart() -> None:
    table = draw("Wizard at 36,10 | 1 Spearmen at 36,24 face 180 models=15 | 1 Captain at 60,40")
    table.join("Captain", "Spearmen")
    play = conjured(table, "Enveloping Embers", "Spearmen", dice=[(1,) * 15, (5,)])
    assert [(roll.dice, roll.need) for roll in play.rolls[1:3]] == [("15D6", 4), ("1D6", 5)]
    assert (play.left("Spearmen"), play.left("Captain")) == (15, 2)
