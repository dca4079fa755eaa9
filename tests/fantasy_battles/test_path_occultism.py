"""Occultism: every spell in all its versions, without and with The Sacrifice."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.grimoire import (
    SURE,
    apart,
    attack,
    check_figures,
    check_hits,
    conjured,
    shown,
    values,
)
from tests.fantasy_battles.gunnery import shooting
from tests.fantasy_battles.harness import Table, draw
from tests.fantasy_battles.spellcraft import Conjuring, conjure
from warhost.rulesets.fantasy_battles.chapters.damage.damage import losses_of, special_save
from warhost.rulesets.fantasy_battles.core.battle import Settings
from warhost.rulesets.fantasy_battles.shown import spell_events

LINE = "Wizard at 36,10 | 0 Spearmen at 30,10 | 1 Guard at 36,24 face 180"


def cast(
    line: str | Table,
    spell: str,
    target: str | None = None,
    version: str = "basic",
    dice: Any = (),
    *,
    sacrifice: str = "",
    **told: Any,
) -> Conjuring:
    """A spell that takes effect, for a sacrifice of that unit or without one."""
    play = conjured(line, spell, target, version, dice, **told)
    assert play.topic == "sacrifice"
    return play.choose(unit=sacrifice) if sacrifice else play.choose("pass")


@pytest.mark.parametrize(
    ("spell", "version", "needed", "reach", "types"),
    [
        shown("t9a.occultism.1_breath_of_corruption", "Breath of Corruption", "boosted", 9, 12, "A, F"),
        shown("t9a.occultism.2_hand_of_glory", "Hand of Glory", "boosted", 8, 12, "A, F"),
        shown("t9a.occultism.3_the_rot_within", "The Rot Within", "basic", 6, 24, "H"),
        shown("t9a.occultism.4_pentagram_of_pain", "Pentagram of Pain", "basic", 5, 24, "H"),
        shown("t9a.occultism.4_pentagram_of_pain", "Pentagram of Pain", "boosted", 6, 12, "U"),
        shown("t9a.occultism.5_marked_for_doom", "Marked for Doom", "basic", 9, 24, "Da, Di, H"),
        shown("t9a.occultism.6_the_grave_calls", "The Grave Calls", "basic", 11, 12, "Da, Di, H"),
    ],
)
def test_every_spell_has_its_value_its_reach_and_its_types(
    spell: str, version: str, needed: int, reach: int, types: str
) -> None:
    check_figures(spell, version, needed, reach, types)


@pytest.mark.parametrize(
    ("spell", "needed"),
    [
        shown("t9a.occultism.1_breath_of_corruption", "Breath of Corruption", 6),
        shown("t9a.occultism.2_hand_of_glory", "Hand of Glory", 6),
    ],
)
def test_two_spells_are_cast_on_the_caster_alone(spell: str, needed: int) -> None:
    table = draw(LINE).join("Wizard", "Spearmen")
    play = conjure(table, known={"Wizard": [spell]})
    key = play.key("Wizard", spell, None, "basic")
    assert play.odds(key, "Casting Value").value == needed
    assert key.endswith(f">{play.unit('Wizard').id}")


@pytest.mark.parametrize(
    ("spell", "legal"),
    [
        shown("t9a.occultism.1_breath_of_corruption", "Breath of Corruption", ["Giant", "Sergeant of Guard", "Wizard"]),
        shown("t9a.occultism.2_hand_of_glory", "Hand of Glory", ["Giant", "Sergeant of Guard", "Wizard"]),
    ],
)
def test_boosted_they_are_for_single_models_characters_and_champions(spell: str, legal: list[str]) -> None:
    line = "Wizard at 36,10 | 0 Guard at 30,10 | 0 Giant at 42,10 | 0 Ogres at 36,16"
    play = conjure(line, known={"Wizard": [spell]})
    names = [play.battle.units[option.target].name for option in play.options if ":boosted>" in option.key]  # type: ignore[index]
    assert sorted(names) == legal


@pytest.mark.rule("t9a.occultism.the_sacrifice")
@pytest.mark.parametrize(("discipline", "price"), [(0, 3), (4, 3), (5, 2), (7, 2), (8, 1), (10, 1)])
def test_the_lower_the_discipline_the_more_is_sacrificed(discipline: int, price: int) -> None:
    table = draw(LINE).change("Spearmen", dis=discipline)
    play = cast(table, "The Rot Within", "Guard", sacrifice="Spearmen")
    assert play.left("Spearmen") == 20 - price
    assert [event.health for event in play.told(spell_events.SacrificeMade)] == [price]


@pytest.mark.rule("t9a.occultism.the_sacrifice")
@pytest.mark.parametrize("dispelled", [True, False])
def test_it_is_made_before_the_dispelling_attempt_and_lost_either_way(dispelled: bool) -> None:
    table = draw(LINE)
    faces = (6, 6, 6) if dispelled else (1, 2, 3)
    play = conjure(table, [SURE, faces], known={"Wizard": ["The Rot Within"]}, pools=(9, 3))
    play.cast("Wizard", "The Rot Within", "Guard", dice=3)
    assert play.topic == "sacrifice"
    play.choose(unit="Spearmen").choose("3")
    assert play.left("Spearmen") == 18
    assert bool(play.unit("Guard").effects) is not dispelled


@pytest.mark.rule("t9a.occultism.the_sacrifice")
def test_a_failed_attempt_asks_for_no_sacrifice() -> None:
    play = conjure(LINE, [(1, 2)], known={"Wizard": ["The Rot Within"]}).cast("Wizard", "The Rot Within", "Guard")
    assert play.topic != "sacrifice"


@pytest.mark.rule("t9a.occultism.the_sacrifice")
@pytest.mark.parametrize(("away", "near"), [(24.0, True), (24.1, False)])
def test_friends_within_24_inches_may_be_sacrificed(away: float, near: bool) -> None:
    table = apart(draw("Wizard at 36,10 | 0 Spearmen at 36,40 | 1 Guard at 30,24 face 180"), "Wizard", "Spearmen", away)
    play = conjured(table, "The Rot Within", "Guard")
    assert play.offers(unit="Spearmen") is near
    assert play.offers(unit="Wizard", key=str(play.unit("Wizard").id))
    assert not play.offers(unit="Guard")


@pytest.mark.rule("t9a.occultism.the_sacrifice")
def test_a_unit_must_have_the_health_points_and_the_caster_must_live() -> None:
    table = draw(
        "Wizard at 36,10 wounds=2 | 0 Spearmen at 30,10 models=1 | 0 Ogres at 40,10 | 1 Guard at 36,24 face 180"
    )
    play = conjured(table, "The Rot Within", "Guard")
    assert play.keys == [str(play.unit("Ogres").id), "pass"]


@pytest.mark.rule("t9a.occultism.the_sacrifice")
def test_a_quarter_of_its_health_points_makes_it_panic() -> None:
    table = draw("Wizard at 36,10 | 0 Spearmen at 30,10 models=8 | 1 Guard at 36,24 face 180")
    play = conjured(table, "The Rot Within", "Guard", dice=[(6, 5), (2, 2)])
    sacrificed = next(option for option in play.weighed if option.unit == play.unit("Spearmen").id)
    assert [odds.label for odds in sacrificed.odds] == ["HP lost", "panics and flees"]
    assert sacrificed.odds[1].value == pytest.approx(1 - 21 / 36)
    play.choose(unit="Spearmen")
    assert play.unit("Spearmen").fleeing


def breathed(sacrifice: str, away: float, version: str = "basic") -> bool:
    """Whether the Wizard may breathe at Spearmen so far away."""
    table = draw("Wizard at 36,10 | 0 Ogres at 20,10 | 1 Spearmen at 36,30 face 180")
    apart(table, "Wizard", "Spearmen", away)
    target = None if version == "basic" else "Wizard"
    play = cast(table, "Breath of Corruption", target, version, sacrifice=sacrifice)
    shots = shooting(Table.of(play.battle))
    return (
        any(
            option.unit == play.unit("Wizard").id and option.target == play.unit("Spearmen").id
            for option in shots.options
        )
        if shots.topic == "shoot"
        else False
    )


@pytest.mark.rule("t9a.occultism.1_breath_of_corruption")
@pytest.mark.parametrize("version", ["basic", "boosted"])
@pytest.mark.parametrize(
    ("sacrifice", "away", "legal"),
    [("", 6.0, True), ("", 6.1, False), ("Ogres", 15.0, True), ("Ogres", 18.0, True), ("Ogres", 18.1, False)],
)
def test_the_breath_carries_6_inches_with_the_sacrifice_18(
    version: str, sacrifice: str, away: float, legal: bool
) -> None:
    assert breathed(sacrifice, away, version) is legal


@pytest.mark.rule("t9a.occultism.1_breath_of_corruption")
def test_the_breath_is_toxic_and_used_once() -> None:
    table = apart(draw("Wizard at 36,10 | 0 Ogres at 20,10 | 1 Guard at 36,30 face 180"), "Wizard", "Guard", 5.0)
    play = cast(table, "Breath of Corruption")
    shots = shooting(Table.of(play.battle), [(2, 1), (4, 3, 3), (1, 1)])
    shots.choose(unit="Wizard", target="Guard")
    # 2D6 hits of Strength 3 and AP 10: no Armour Save against them.
    told = [(roll.dice, roll.need) for roll in shots.rolls[:2]]
    assert told == [("2D6", None), ("3D6", 4)]
    assert shots.unit("Guard").models == 18
    assert not shots.unit("Wizard").effects


@pytest.mark.rule("t9a.occultism.2_hand_of_glory")
@pytest.mark.parametrize(
    ("setting", "own", "need"),
    [
        ("6+ or 1 better", None, 6),
        ("6+ or 1 better", 5, 4),
        ("6+ or 1 better", 4, 3),
        ("6+ or 1 better", 3, 3),
        ("6+ or 1 better", 2, 2),
        ("6+ and 1 better", None, 5),
        ("6+ and 1 better", 4, 3),
    ],
)
@pytest.mark.parametrize("version", ["basic", "boosted"])
def test_hand_of_glory_gives_or_betters_an_aegis(setting: Any, own: int | None, need: int, version: str) -> None:
    settings = Settings(hand_of_glory=setting)
    table = draw(LINE, settings).change("Wizard", rules=() if own is None else (f"Aegis ({own}+)",))
    play = cast(table, "Hand of Glory", None if version == "basic" else "Wizard", version, settings=settings)
    save = special_save(attack(play, "Guard", "Wizard"))
    assert save is not None
    assert save[0] == need


@pytest.mark.rule("t9a.occultism.2_hand_of_glory")
def test_divine_attacks_make_a_bettered_aegis_be_rolled_again() -> None:
    play = cast(draw(LINE).change("Wizard", rules=("Aegis (5+)",)), "Hand of Glory")
    made = attack(play, "Guard", "Wizard", rules=("Divine Attacks",), hit_on=None, strength=None)
    assert losses_of(play.battle, made)[1] == pytest.approx(3 / 4)


@pytest.mark.rule("t9a.occultism.2_hand_of_glory")
@pytest.mark.parametrize(("sacrifice", "saves"), [("", None), ("Ogres", (6, "Hand of Glory"))])
def test_the_whole_unit_has_it_only_by_the_sacrifice(sacrifice: str, saves: Any) -> None:
    table = draw(f"{LINE} | 0 Ogres at 20,10").join("Wizard", "Spearmen")
    play = cast(table, "Hand of Glory", sacrifice=sacrifice)
    assert special_save(attack(play, "Guard", "Wizard")) == (6, "Hand of Glory")
    assert special_save(attack(play, "Guard", "Spearmen")) == saves


@pytest.mark.rule("t9a.occultism.3_the_rot_within")
@pytest.mark.parametrize(("sacrifice", "caster"), [("", [3, 5]), ("Spearmen", [4, 6])])
def test_the_rot_lowers_skills_for_good_and_the_sacrifice_raises_the_casters(sacrifice: str, caster: list[int]) -> None:
    play = cast(LINE, "The Rot Within", "Guard", sacrifice=sacrifice)
    assert values(play, "Guard", "off", "def") == [2, 2]
    assert values(play, "Wizard", "off", "def") == caster
    assert all(effect.permanent for unit in play.battle.units for effect in unit.effects)


@pytest.mark.rule("t9a.occultism.3_the_rot_within")
def test_in_the_ranks_only_the_caster_itself_is_better() -> None:
    table = draw(f"{LINE} | 0 Ogres at 20,10").join("Wizard", "Spearmen")
    play = cast(table, "The Rot Within", "Guard", sacrifice="Ogres")
    assert values(play, "Wizard", "off", "def") == [4, 6]
    assert values(play, "Spearmen", "off", "def") == [3, 3]
    assert values(play, "Wizard", "res", "dis", "agi") == [4, 8, 3]


@pytest.mark.parametrize(
    ("spell", "version", "hits", "strength", "ap"),
    [
        shown("t9a.occultism.4_pentagram_of_pain", "Pentagram of Pain", "basic", 3.5, 4, 1),
        shown("t9a.occultism.4_pentagram_of_pain", "Pentagram of Pain", "boosted", 3.5, 4, 1),
        shown("t9a.occultism.6_the_grave_calls", "The Grave Calls", "basic", 7, 5, 2),
    ],
)
def test_hits_are_as_hard_as_they_say(spell: str, version: str, hits: float, strength: int, ap: int) -> None:
    check_hits(spell, version, hits, strength, ap)


@pytest.mark.rule("t9a.occultism.4_pentagram_of_pain")
def test_boosted_everybody_near_is_hit_but_the_casters_unit() -> None:
    line = "Wizard at 36,10 | 0 Swordsmen at 44,14 | 0 Spearmen at 35,10 | 0 Ogres at 70,10 | 1 Guard at 36,20 face 180"
    table = draw(line).join("Wizard", "Swordsmen")
    play = cast(table, "Pentagram of Pain", None, "boosted", dice=[1, 2, (1,), (1, 1)])
    assert [roll.unit for roll in play.rolls[1:3]] == [play.unit("Wizard").id] * 2
    assert [roll.dice for roll in play.rolls[1:5]] == ["D6", "D6", "1D6", "2D6"]


@pytest.mark.rule("t9a.occultism.4_pentagram_of_pain")
@pytest.mark.parametrize(("sacrifice", "wound", "wounds_left"), [("Spearmen", 6, 1), ("Spearmen", 1, 2), ("", 6, 2)])
def test_the_sacrifice_heals_the_caster_if_somebody_was_hurt(sacrifice: str, wound: int, wounds_left: int) -> None:
    table = draw(LINE).set("Wizard", wounds=2)
    dice = [1, (wound,), *([(1,)] if wound == 6 else [])]
    play = cast(table, "Pentagram of Pain", "Guard", dice=dice, sacrifice=sacrifice)
    assert play.unit("Wizard").wounds == wounds_left


@pytest.mark.rule("t9a.occultism.5_marked_for_doom")
def test_marked_for_doom_is_one_hit_that_costs_d3() -> None:
    table = draw("Wizard at 36,10 | 0 Spearmen at 30,10 | 1 Ogres at 36,24 face 180").change("Ogres", arm=6)
    play = cast(table, "Marked for Doom", "Ogres", dice=[(2,), (6,)])
    assert [(roll.dice, roll.need) for roll in play.rolls[1:2]] == [("1D6", 2)]
    assert play.left("Ogres") == 15


@pytest.mark.rule("t9a.occultism.5_marked_for_doom")
@pytest.mark.parametrize(
    ("sacrifice", "away", "asked"), [("Spearmen", 11, True), ("Spearmen", 13, False), ("", 11, False)]
)
def test_with_the_sacrifice_and_from_near_it_strikes_a_character(sacrifice: str, away: float, asked: bool) -> None:
    table = draw(f"{LINE} | 1 Captain at 60,40").join("Captain", "Guard")
    apart(table, "Wizard", "Guard", away)
    dice = [(1,)]
    play = cast(table, "Marked for Doom", "Guard", dice=dice, sacrifice=sacrifice)
    assert (play.topic == "strike whom") is asked
    if asked:
        assert play.offers(target="Sergeant of Guard")
        play.choose(target="Captain")
        assert "Marked for Doom" in play.rolls[-1].why


@pytest.mark.rule("t9a.occultism.6_the_grave_calls")
@pytest.mark.parametrize(("sacrifice", "need", "save"), [("", 3, 6), ("Spearmen", 2, None)])
def test_the_grave_calls_harder_with_the_sacrifice(sacrifice: str, need: int, save: int | None) -> None:
    # Seven hits of Strength 5 and AP 2 against Resilience 4 and Armour 3, or of Strength 6 and AP 3.
    table = draw("Wizard at 36,10 | 0 Spearmen at 30,10 | 1 Guard at 36,20 face 180").change("Guard", res=4)
    dice = [(3, 4), (6, 1, 1, 1, 1, 1, 1), *([(1,)] if save else [])]
    play = cast(table, "The Grave Calls", "Guard", dice=dice, sacrifice=sacrifice)
    assert [(roll.dice, roll.need) for roll in play.rolls[2:]] == [("7D6", need), *([("1D6", save)] if save else [])]
    assert play.left("Guard") == 18
