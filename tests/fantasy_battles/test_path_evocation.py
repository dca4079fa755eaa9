"""Evocation: every spell in all its versions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.grimoire import SURE, apart, attack, chance, check_figures, conjured, shown, values
from tests.fantasy_battles.harness import Table, draw, refused_move, shape
from tests.fantasy_battles.spellcraft import conjure
from warhost.play import Moved
from warhost.rulesets.fantasy_battles.core.battle import Effect, Settings
from warhost.table import Forward

LINE = "Wizard at 36,10 | 0 Spearmen at 30,12 | 1 Guard at 36,24 face 180"


@pytest.mark.parametrize(
    ("spell", "version", "needed", "reach", "types"),
    [
        shown("t9a.evocation.1_spectral_blades", "Spectral Blades", "basic", 6, 18, "A"),
        shown("t9a.evocation.1_spectral_blades", "Spectral Blades", "boosted", 9, 18, "A"),
        shown("t9a.evocation.2_whispers_of_the_veil", "Whispers of the Veil", "basic", 8, 24, "H"),
        shown("t9a.evocation.3_hasten_the_hour", "Hasten the Hour", "basic", 7, 24, "Da, Di, H"),
        shown("t9a.evocation.3_hasten_the_hour", "Hasten the Hour", "boosted", 10, 18, "Da, Di, H"),
        shown("t9a.evocation.4_ancestral_aid", "Ancestral Aid", "basic", 6, 12, "A"),
        shown("t9a.evocation.4_ancestral_aid", "Ancestral Aid", "boosted", 7, 18, "A"),
        shown("t9a.evocation.5_touch_of_the_reaper", "Touch of the Reaper", "basic", 7, 24, "Da, Di, H"),
        shown("t9a.evocation.5_touch_of_the_reaper", "Touch of the Reaper", "boosted", 9, 18, "Da, Di, F, H, M"),
    ],
)
def test_every_spell_has_its_value_its_reach_and_its_types(
    spell: str, version: str, needed: int, reach: int, types: str
) -> None:
    check_figures(spell, version, needed, reach, types)


@pytest.mark.rule("t9a.evocation.a_evocation_of_souls")
@pytest.mark.parametrize(("tokens", "after"), [(0, 1), (2, 3), (3, 3), (5, 5)])
def test_evocation_of_souls_gives_a_token_to_who_has_fewer_than_three(tokens: int, after: int) -> None:
    play = conjured(LINE, "Spectral Blades", "Spearmen", tokens=(tokens, 0))
    if play.topic == "attribute":
        play.choose(unit="Wizard", key=next(key for key in play.keys if key != "no"))
    assert play.battle.tokens == (after, 0)


@pytest.mark.rule("t9a.evocation.a_evocation_of_souls")
def test_it_gives_one_token_in_a_phase() -> None:
    play = conjured(LINE, "Spectral Blades", "Spearmen", dice=[SURE], knows=["Ancestral Aid"])
    play.choose(next(key for key in play.keys if key != "no"))
    play.cast("Wizard", "Ancestral Aid", "Spearmen", dice=3, version="basic")
    assert play.topic != "attribute"
    assert play.battle.tokens == (1, 0)


@pytest.mark.rule("t9a.evocation.a_evocation_of_souls")
def test_tokens_of_the_enemy_do_not_count_and_each_phase_gives_one() -> None:
    play = conjured(LINE, "Spectral Blades", "Spearmen", tokens=(1, 5))
    play.choose(next(key for key in play.keys if key != "no"))
    assert play.battle.tokens == (2, 5)
    later = conjure(Table.of(play.battle), [1], known={}, stage="", turn=2, decks=((2, 3), (2, 3)))
    again = conjured(Table.of(later.battle), "Spectral Blades", "Spearmen", tokens=(2, 5))
    again.choose(next(key for key in again.keys if key != "no"))
    assert again.battle.tokens == (3, 5)


@pytest.mark.rule("t9a.evocation.1_spectral_blades")
@pytest.mark.parametrize("version", ["basic", "boosted"])
def test_spectral_blades_roll_failed_wounds_again_in_melee(version: str) -> None:
    play = conjured(LINE, "Spectral Blades", "Spearmen", version)
    for kind, again in (("melee", True), ("special", True), ("shooting", False)):
        struck = attack(play, "Spearmen", "Guard", kind)
        assert (struck.wounds_rerolled_by is not None) is again
        assert struck.lethal is (again and version == "boosted")


@pytest.mark.rule("t9a.evocation.1_spectral_blades")
def test_a_wound_on_4_comes_three_times_in_four() -> None:
    plain = chance(draw(LINE), "Spearmen", "Guard")
    assert chance(conjured(LINE, "Spectral Blades", "Spearmen"), "Spearmen", "Guard") == pytest.approx(1.5 * plain)


@pytest.mark.rule("t9a.evocation.2_whispers_of_the_veil")
@pytest.mark.parametrize(("setting", "found"), [("no stacking", [2, 6]), ("Resilience adds up", [1, 6])])
def test_whispers_cast_twice_count_once_or_by_a_setting_add_up_for_resilience(setting: Any, found: list[int]) -> None:
    settings = Settings(whispers=setting)
    table = draw(LINE, settings).set("Guard", effects=(Effect("Whispers of the Veil", 0, 0),))
    assert values(table, "Guard", "res", "dis") == [2, 6]
    play = conjured(table, "Whispers of the Veil", "Guard", settings=settings)
    assert values(play, "Guard", "res", "dis") == found


@pytest.mark.rule("t9a.evocation.3_hasten_the_hour")
@pytest.mark.parametrize(("version", "lost"), [("basic", 1), ("boosted", 3)])
def test_hasten_the_hour_wounds_models_without_a_roll_through_all_armour(version: str, lost: int) -> None:
    table = draw(LINE).change("Guard", arm=6).change("Sergeant of Guard", arm=6)
    play = conjured(table, "Hasten the Hour", "Guard", version)
    while play.topic == "strike whom":
        play.choose(target="Guard")
    assert play.left("Guard") == 19 - lost
    assert len(play.rolls) == 1


@pytest.mark.rule("t9a.evocation.3_hasten_the_hour")
def test_the_caster_may_choose_characters_each_once() -> None:
    table = draw(LINE + " | 1 Captain at 60,40").join("Captain", "Guard")
    play = conjured(table, "Hasten the Hour", "Guard", "boosted").choose(target="Captain")
    assert not play.offers(target="Captain")
    play.choose(target="Sergeant of Guard")  # The last hit can only go to the rank and file.
    assert (play.left("Captain"), play.left("Guard")) == (2, 18)
    assert not play.unit("Sergeant of Guard").on_table
    assert play.unit("Sergeant of Guard").fate == "destroyed"


@pytest.mark.rule("t9a.evocation.3_hasten_the_hour")
def test_there_are_no_more_hits_than_models() -> None:
    table = draw("Wizard at 36,10 | 1 Spearmen at 36,24 face 180 models=2").set("Spearmen", files=2)
    assert not conjured(table, "Hasten the Hour", "Spearmen", "boosted").unit("Spearmen").on_table


@pytest.mark.rule("t9a.evocation.3_hasten_the_hour")
@pytest.mark.parametrize(("version", "expected"), [("basic", 0.5), ("boosted", 1.5)])
def test_its_odds_are_those_of_the_special_saves(version: str, expected: float) -> None:
    table = draw("Wizard at 36,10 | 1 Spearmen at 36,24 face 180")
    table.change("Spearmen", rules=("Aegis (4+, against Magical Attacks)",))
    play = conjure(table, known={"Wizard": ["Hasten the Hour"]})
    key = play.key("Wizard", "Hasten the Hour", "Spearmen", version)
    assert play.odds(key, "expected HP lost if it takes effect").value == pytest.approx(expected)


@pytest.mark.rule("t9a.evocation.4_ancestral_aid")
def test_ancestral_aid_rolls_misses_again_in_close_combat() -> None:
    play = conjured(LINE, "Ancestral Aid", "Spearmen")
    for kind, factor in (("melee", 1.5), ("shooting", 1.0)):
        before, after = (chance(game, "Spearmen", "Guard", kind) for game in (draw(LINE), play))
        assert after == pytest.approx(factor * before)


@pytest.mark.rule("t9a.evocation.5_touch_of_the_reaper")
@pytest.mark.parametrize(("discipline", "need"), [(9, 3), (10, 4), (7, 2)])
def test_touch_of_the_reaper_compares_its_strength_with_discipline(discipline: int, need: int) -> None:
    table = draw("Wizard at 36,10 | 1 Spearmen at 36,24 face 180").change("Spearmen", dis=discipline, arm=6)
    play = conjured(table, "Touch of the Reaper", "Spearmen", dice=[4, (6, 1)])
    assert [(roll.dice, roll.need) for roll in play.rolls[1:3]] == [("D3", None), ("2D6", need)]
    assert play.left("Spearmen") == 19


@pytest.mark.rule("t9a.evocation.5_touch_of_the_reaper")
def test_boosted_it_strikes_a_character_in_the_ranks() -> None:
    table = draw("Wizard at 36,10 | 1 Spearmen at 36,24 face 180 | 1 Captain at 60,40").join("Captain", "Spearmen")
    play = conjured(table, "Touch of the Reaper", "Captain", "boosted", dice=[6, (6, 6, 1)])
    assert (play.left("Captain"), play.left("Spearmen")) == (1, 20)


ROCKS = "72x48 impassable 36,17 12x2 | Wizard at 20,10 | 0 Spearmen at 36,12 | 1 Guard at 36,44 face 180"


@pytest.mark.rule("t9a.evocation.6_danse_macabre")
@pytest.mark.rule("t9a.special.magical_move")
def test_danse_macabre_moves_12_inches_through_a_building() -> None:
    table = draw(ROCKS)
    start = shape(table, "Spearmen")
    play = conjured(table, "Danse Macabre", "Spearmen")
    assert play.topic == "magical move"
    # It ends at least an inch behind the rocks.
    play.answer(Moved("advance", (Forward(12.0),)))
    assert shape(play, "Spearmen").y == pytest.approx(start.y + 12.0)


@pytest.mark.rule("t9a.evocation.6_danse_macabre")
def test_it_may_neither_go_farther_nor_end_in_the_building() -> None:
    play = conjured(ROCKS, "Danse Macabre", "Spearmen")
    assert refused_move(play, "advance", Forward(12.1)) == "t9a.move.advance"
    assert refused_move(play, "advance", Forward(5.0)) == "t9a.terrain.impassable"


@pytest.mark.rule("t9a.evocation.6_danse_macabre")
def test_boosted_all_friends_near_the_caster_move_6_inches() -> None:
    line = "Wizard at 36,10 | 0 Spearmen at 36,15 | 0 Ogres at 30,10 | 0 Knights at 60,10 | 1 Guard at 36,44 face 180"
    play = conjured(line, "Danse Macabre", None, "boosted")
    assert play.topic == "magical move order"
    assert {option.unit for option in play.options} == {play.unit(name).id for name in ("Wizard", "Spearmen", "Ogres")}
    play.choose(unit="Spearmen").answer(Moved("advance", (Forward(6.0),)))
    play.choose(unit="Ogres")
    assert refused_move(play, "advance", Forward(6.1)) == "t9a.move.advance"


@pytest.mark.parametrize(
    ("spell", "version", "needed"),
    [
        shown("t9a.evocation.6_danse_macabre", "Danse Macabre", "basic", 6),
        shown("t9a.evocation.6_danse_macabre", "Danse Macabre", "boosted", 9),
    ],
)
@pytest.mark.parametrize("beyond", [0.0, 0.1])
def test_danse_macabre_has_its_value_and_its_reach(spell: str, version: str, needed: int, beyond: float) -> None:
    reach = 18 if version == "basic" else 9
    table = apart(draw("Wizard at 36,10 | 0 Spearmen at 36,20"), "Wizard", "Spearmen", reach + beyond)
    play = conjure(table, known={"Wizard": [spell]})
    keys = play.castings("Wizard", spell, "Spearmen", version)
    assert [play.odds(key, "Casting Value").value for key in keys] == ([needed] if not beyond else [])


@pytest.mark.rule("t9a.special.magical_move")
@pytest.mark.parametrize(
    "hindered",
    [{"fleeing": True}, {"failed_charge": True}, {"rallied": True}, {"magic_moved": True}],
    ids=lambda fields: next(iter(fields)),
)
def test_who_cannot_make_a_magical_move_is_no_target(hindered: dict[str, bool]) -> None:
    table = draw("Wizard at 36,10 | 0 Spearmen at 36,20 | 0 Ogres at 30,14").set("Spearmen", **hindered)
    play = conjure(table, known={"Wizard": ["Danse Macabre"]})
    assert not play.castings("Wizard", "Danse Macabre", "Spearmen", "basic")
    assert play.castings("Wizard", "Danse Macabre", "Ogres", "basic")


@pytest.mark.rule("t9a.special.magical_move")
def test_one_magical_move_in_a_phase_and_it_counts_as_moving() -> None:
    table = draw("Wizard at 36,10 | 0 Spearmen at 36,20 | 1 Guard at 36,44 face 180")
    play = conjured(table, "Danse Macabre", "Spearmen", knows=["Raven's Wing"])
    play.answer(Moved("advance", (Forward(3.0),)))
    if play.topic == "attribute":
        play.choose("no")
    assert play.unit("Spearmen").moved
    assert not play.castings("Wizard", "Raven's Wing", "Spearmen")
    assert play.castings("Wizard", "Raven's Wing", "Wizard")


@pytest.mark.rule("t9a.evocation.5_touch_of_the_reaper")
def test_hits_of_the_reaper_are_magical_and_pierce_everything() -> None:
    table = draw("Wizard at 36,10 | 1 Spearmen at 36,24 face 180").change("Spearmen", arm=6)
    play = conjure(table, known={"Wizard": ["Touch of the Reaper"]})
    key = play.key("Wizard", "Touch of the Reaper", "Spearmen", "basic")
    assert play.odds(key, "expected HP lost if it takes effect").value == pytest.approx(2 * 5 / 6)
