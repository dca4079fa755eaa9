"""Divination: every spell in all its versions."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.brawl import brawl
from tests.fantasy_battles.grimoire import (
    SURE,
    apart,
    attack,
    chance,
    check_figures,
    check_hits,
    conjured,
    shown,
    to_hit,
    values,
)
from tests.fantasy_battles.gunnery import needed as shots_needed
from tests.fantasy_battles.harness import draw
from tests.fantasy_battles.spellcraft import conjure, lay
from warhost.rulesets.fantasy_battles.chapters.general.discipline import passing
from warhost.rulesets.fantasy_battles.core.battle import Settings
from warhost.rulesets.fantasy_battles.core.entries import Wizard


@pytest.mark.parametrize(
    ("spell", "version", "needed", "reach", "types"),
    [
        shown("t9a.divination.1_know_thine_enemy", "Know Thine Enemy", "basic", 7, 18, "A"),
        shown("t9a.divination.1_know_thine_enemy", "Know Thine Enemy", "boosted", 12, 6, "A"),
        shown("t9a.divination.2_fates_judgement", "Fate's Judgement", "basic", 5, 18, "Da, H, M"),
        shown("t9a.divination.2_fates_judgement", "Fate's Judgement", "boosted", 9, 18, "Da, H, M"),
        shown("t9a.divination.3_scrying", "Scrying", "basic", 7, 18, "A"),
        shown("t9a.divination.3_scrying", "Scrying", "boosted", 12, 6, "A"),
        shown("t9a.divination.4_the_stars_align", "The Stars Align", "basic", 8, 18, "A"),
        shown("t9a.divination.4_the_stars_align", "The Stars Align", "boosted", 12, 6, "A"),
        shown("t9a.divination.5_unerring_strike", "Unerring Strike", "basic", 9, 18, "Da, H, M"),
        shown("t9a.divination.5_unerring_strike", "Unerring Strike", "boosted", 12, 18, "Da, H, M"),
        shown("t9a.divination.6_portent_of_doom", "Portent of Doom", "basic", 8, 24, "H"),
    ],
)
def test_every_spell_has_its_value_its_reach_and_its_types(
    spell: str, version: str, needed: int, reach: int, types: str
) -> None:
    check_figures(spell, version, needed, reach, types)


@pytest.mark.rule("t9a.divination.conclave")
@pytest.mark.parametrize(("others", "reach"), [(0, 18), (1, 21), (2, 24), (3, 27), (4, 27)])
@pytest.mark.parametrize("beyond", [0.0, 0.1])
def test_other_wizards_near_the_caster_let_spells_reach_farther(others: int, reach: int, beyond: float) -> None:
    line = "Wizard at 36,10 | 0 General at 30,4 | 0 Banner at 33,4 | 0 Captain at 39,4 | 0 Chariot at 44,10"
    table = apart(draw(f"{line} | 1 Spearmen at 36,40 face 180"), "Wizard", "Spearmen", reach + beyond)
    for name in ("General", "Banner", "Captain", "Chariot")[:others]:
        table.change(name, wizard=Wizard())
    play = conjure(table, known={"Wizard": ["Fate's Judgement"]})
    offered = play.topic == "cast" and bool(play.castings("Wizard", "Fate's Judgement", "Spearmen", "basic"))
    assert offered is (beyond == 0.0)


@pytest.mark.rule("t9a.divination.conclave")
@pytest.mark.parametrize(("x", "near"), [(48.0, True), (49.0, False)])
def test_wizards_farther_than_12_inches_do_not_count(x: float, near: bool) -> None:
    table = draw(f"Wizard at 36,10 | 0 General at {x},10 | 1 Spearmen at 36,40 face 180").change(
        "General", wizard=Wizard()
    )
    play = conjure(apart(table, "Wizard", "Spearmen", 20), known={"Wizard": ["Fate's Judgement"]})
    assert (play.topic == "cast" and bool(play.castings("Wizard", "Fate's Judgement", "Spearmen"))) is near


LINE = "Wizard at 36,10 | 0 Spearmen at 36,20 | 1 Guard at 36,36 face 180"


@pytest.mark.rule("t9a.divination.a_guiding_light")
def test_guiding_light_minimises_discipline_tests() -> None:
    play = conjured(LINE, "Scrying", "Spearmen").choose(target="Spearmen")
    assert passing(play.battle, play.unit("Spearmen"), "panic") == pytest.approx(0.8056, abs=1e-4)


@pytest.mark.rule("t9a.divination.a_guiding_light")
@pytest.mark.parametrize(("away", "legal"), [(12.0, True), (12.1, False)])
def test_guiding_light_reaches_12_inches(away: float, legal: bool) -> None:
    table = apart(draw(LINE), "Wizard", "Spearmen", away)
    assert conjured(table, "Scrying", "Spearmen").offers(target="Spearmen") is legal


@pytest.mark.rule("t9a.divination.a_guiding_light")
def test_there_is_one_guiding_light_in_a_phase() -> None:
    play = conjured(LINE, "Scrying", "Spearmen", dice=[SURE], knows=["Know Thine Enemy"]).choose(target="Wizard")
    play.cast("Wizard", "Know Thine Enemy", "Spearmen", dice=3, version="basic")
    assert play.topic == "cast" or play.game.over
    assert not any(effect.spell == "Guiding Light" for effect in play.unit("Spearmen").effects)


@pytest.mark.rule("t9a.divination.1_know_thine_enemy")
def test_know_thine_enemy_adds_to_all_skills() -> None:
    assert values(conjured(LINE, "Know Thine Enemy", "Spearmen"), "Spearmen", "off", "def", "agi") == [5, 5, 5]


@pytest.mark.rule("t9a.divination.1_know_thine_enemy")
def test_boosted_it_is_an_aura_around_the_caster() -> None:
    line = "Wizard at 36,10 | 0 Spearmen at 36,15 | 0 Knights at 36,30 | 1 Guard at 36,44 face 180"
    play = conjured(line, "Know Thine Enemy", None, "boosted")
    found = [values(play, name, "def") for name in ("Wizard", "Spearmen", "Knights")]
    assert found == [[7], [5], [3]]


@pytest.mark.parametrize(
    ("spell", "version", "hits", "wound_on", "ap"),
    [
        shown("t9a.divination.5_unerring_strike", "Unerring Strike", "basic", 7, 4, 1),
        shown("t9a.divination.5_unerring_strike", "Unerring Strike", "boosted", 8.458333, 4, 1),
    ],
)
def test_unerring_strike_hits_as_it_says(spell: str, version: str, hits: float, wound_on: int, ap: int) -> None:
    check_hits(spell, version, hits, None, ap, divine=True, wound_on=wound_on)


@pytest.mark.rule("t9a.divination.2_fates_judgement")
@pytest.mark.parametrize(("version", "dice", "hits"), [("basic", "D3", 2), ("boosted", "D6", 4)])
def test_fates_judgement_wounds_without_a_roll_and_allows_no_special_saves(version: str, dice: str, hits: int) -> None:
    table = draw("Wizard at 36,10 | 1 Guard at 36,24 face 180").change("Guard", rules=("Aegis (4+)",))
    faces = [4, (4, *(3,) * (hits - 1))]
    play = conjured(table, "Fate's Judgement", "Guard", version, dice=faces)
    assert [(roll.dice, roll.need) for roll in play.rolls[1:]] == [(dice, None), (f"{hits}D6", 4)]
    assert play.left("Guard") == 19 - (hits - 1)


@pytest.mark.rule("t9a.divination.2_fates_judgement")
@pytest.mark.parametrize(("version", "hits"), [("basic", 2.0), ("boosted", 3.5)])
def test_the_odds_of_fates_judgement_are_exact(version: str, hits: float) -> None:
    table = draw("Wizard at 36,10 | 1 Guard at 36,24 face 180").change("Guard", rules=("Aegis (4+)",))
    play = conjure(table, known={"Wizard": ["Fate's Judgement"]})
    key = play.key("Wizard", "Fate's Judgement", "Guard", version)
    assert play.odds(key, "expected HP lost if it takes effect").value == pytest.approx(hits / 2)


@pytest.mark.rule("t9a.divination.3_scrying")
@pytest.mark.parametrize("version", ["basic", "boosted"])
def test_scrying_makes_the_target_hard_to_hit(version: str) -> None:
    table = draw("Wizard at 36,10 | 0 Spearmen at 36,13 | 1 Archers at 36,22 face 180")
    play = conjured(table, "Scrying", "Spearmen" if version == "basic" else None, version)
    assert to_hit(play, "Archers", "Spearmen") == 5
    table = lay(draw("Archers at 36,10 | Spearmen at 36,18 face 180"), "Scrying", "Spearmen", by="Spearmen")
    assert shots_needed(table) == {5: 10}


@pytest.mark.rule("t9a.divination.4_the_stars_align")
@pytest.mark.parametrize(
    ("setting", "version", "shooting"),
    [
        ("Shooting in the basic version", "basic", True),
        ("Shooting in the basic version", "boosted", False),
        ("Shooting in both versions", "basic", True),
        ("Shooting in both versions", "boosted", True),
    ],
)
def test_the_stars_align_rolls_misses_again(setting: Any, version: str, shooting: bool) -> None:
    line = "Wizard at 36,10 | 0 Spearmen at 36,13 | 1 Guard at 36,36 face 180"
    plain = draw(line)
    settings = Settings(stars_align=setting)
    play = conjured(line, "The Stars Align", "Spearmen" if version == "basic" else None, version, settings=settings)
    for kind, again in (("melee", True), ("shooting", shooting)):
        before, after = (chance(game, "Spearmen", "Guard", kind) for game in (plain, play))
        assert after == pytest.approx(before * (1.5 if again else 1.0))
        assert attack(play, "Spearmen", "Guard", kind).divine
    assert not attack(play, "Spearmen", "Guard", "special").divine


@pytest.mark.rule("t9a.divination.5_unerring_strike")
def test_boosted_unerring_strike_keeps_the_two_highest_of_three_dice() -> None:
    table = draw("Wizard at 36,10 | 1 Guard at 36,24 face 180")
    faces = [(2, 5, 6), (4,) + (1,) * 10, (4,)]
    play = conjured(table, "Unerring Strike", "Guard", "boosted", dice=faces)
    # Eleven hits wound on 4+; Armour 3 against AP 1 saves on 5+.
    assert [(roll.dice, roll.need) for roll in play.rolls[2:]] == [("11D6", 4), ("1D6", 5)]
    assert play.left("Guard") == 18


@pytest.mark.rule("t9a.divination.5_unerring_strike")
def test_unerring_strike_is_divine() -> None:
    def expected(*rules: str) -> float:
        table = draw("Wizard at 36,10 | 1 Spearmen at 36,24 face 180").change("Spearmen", rules=rules)
        play = conjure(table, known={"Wizard": ["Unerring Strike"]})
        key = play.key("Wizard", "Unerring Strike", "Spearmen", "basic")
        return play.odds(key, "expected HP lost if it takes effect").value

    assert expected("Aegis (4+)") == pytest.approx(expected() * 3 / 4)


@pytest.mark.rule("t9a.divination.6_portent_of_doom")
@pytest.mark.parametrize(("characters", "penalty"), [(0, -1), (1, -2), (2, -3)])
def test_portent_of_doom_lowers_the_combat_score_by_those_in_the_unit(characters: int, penalty: int) -> None:
    table = draw("0 Swordsmen at 36,10 | 1 Spearmen at 36,24 face 180 | 1 Captain at 5,40 | 1 Banner at 9,40")
    for name in ("Captain", "Banner")[:characters]:
        table.join(name, "Spearmen")
    lay(table.fight("Swordsmen", "Spearmen"), "Portent of Doom", "Spearmen", by="Swordsmen", permanent=True)
    game = brawl(table).rest()
    assert game.score(1)["Portent of Doom"] == penalty


@pytest.mark.rule("t9a.divination.6_portent_of_doom")
def test_a_lone_character_counts_one_and_nobody_falls_below_nothing() -> None:
    table = draw("0 Swordsmen at 36,10 | 1 Captain at 36,24 face 180").fight("Swordsmen", "Captain")
    lay(table, "Portent of Doom", "Captain", by="Swordsmen", permanent=True)
    game = brawl(table).rest()
    assert game.score(1) == {"Portent of Doom": -1}
    assert game.total(1) == 0


@pytest.mark.rule("t9a.divination.6_portent_of_doom")
def test_portent_of_doom_lasts_for_the_rest_of_the_game() -> None:
    play = conjured("Wizard at 36,10 | 1 Guard at 36,24 face 180", "Portent of Doom", "Guard").choose("no")
    assert play.unit("Guard").effects[0].permanent
