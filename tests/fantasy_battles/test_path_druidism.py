"""Druidism: every spell, without and with The Oaken Throne."""

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
    to_wound,
    values,
)
from tests.fantasy_battles.gunnery import needed as shots_needed
from tests.fantasy_battles.harness import Table, draw
from tests.fantasy_battles.spellcraft import Conjuring, conjure, lay
from warhost.rulesets.fantasy_battles.chapters.damage.damage import special_save
from warhost.rulesets.fantasy_battles.chapters.general import dangerous
from warhost.rulesets.fantasy_battles.chapters.magic.casting import known_spells
from warhost.rulesets.fantasy_battles.chapters.melee.result import broken_ranks
from warhost.rulesets.fantasy_battles.core.battle import Effect, Settings
from warhost.rulesets.fantasy_battles.core.entries import Bound
from warhost.rulesets.fantasy_battles.core.ground import kinds_of
from warhost.rulesets.fantasy_battles.shown import magic_events as events
from warhost.rulesets.fantasy_battles.shown import spell_events
from warhost.table import Forward

THRONE = "The Oaken Throne"


def enthroned(table: Table, caster: str = "Wizard") -> Table:
    """The Oaken Throne is in play on that caster."""
    unit = table.unit(caster)
    effect = Effect(THRONE, unit.seat, unit.entry, only=unit.entry, permanent=True)
    return table.set(caster, effects=(effect,))


def drawn(line: str, version: str) -> Table:
    """A table on which the Wizard casts that version."""
    return enthroned(draw(line)) if version == "Throne" else draw(line)


@pytest.mark.parametrize(
    ("spell", "version", "needed", "reach", "types"),
    [
        shown("t9a.druidism.1_healing_waters", "Healing Waters", "basic", 7, 18, "A"),
        shown("t9a.druidism.2_master_of_earth", "Master of Earth", "basic", 6, 18, "Da, Di, H"),
        shown("t9a.druidism.3_entwining_roots", "Entwining Roots", "basic", 6, 12, "H"),
        shown("t9a.druidism.4_summer_growth", "Summer Growth", "basic", 11, 24, "A"),
        shown("t9a.druidism.5_stone_skin", "Stone Skin", "basic", 10, 12, "A"),
        shown("t9a.druidism.6_spirits_of_the_wood", "Spirits of the Wood", "basic", 7, 12, "U"),
    ],
)
def test_every_spell_has_its_value_its_reach_and_its_types(
    spell: str, version: str, needed: int, reach: int, types: str
) -> None:
    check_figures(spell, version, needed, reach, types, hides=False)


LOWER = [
    shown("t9a.druidism.1_healing_waters", "Healing Waters", 7, 6),
    shown("t9a.druidism.2_master_of_earth", "Master of Earth", 6, 5),
    shown("t9a.druidism.3_entwining_roots", "Entwining Roots", 6, 5),
    shown("t9a.druidism.4_summer_growth", "Summer Growth", 11, 10),
    shown("t9a.druidism.5_stone_skin", "Stone Skin", 10, 9),
    shown("t9a.druidism.6_spirits_of_the_wood", "Spirits of the Wood", 7, 6),
]
FRIEND_AND_FOE = "Wizard at 36,10 | 0 Spearmen at 30,12 | 1 Guard at 36,18 face 180"


def offered(table: Table, spell: str) -> list[tuple[str, float]]:
    """The versions of a spell that are open, with their Casting Values."""
    play = conjure(table, known={"Wizard": [spell]})
    keys = play.castings("Wizard", spell, "Spearmen") or play.castings("Wizard", spell, "Guard")
    return [(key.split(":")[2].split(">")[0], play.odds(key, "Casting Value").value) for key in keys]


@pytest.mark.rule("t9a.druidism.0_oaken_throne")
@pytest.mark.parametrize(("spell", "normal", "lower"), LOWER)
def test_the_throne_decides_the_version_of_every_spell(spell: str, normal: int, lower: int) -> None:
    assert offered(draw(FRIEND_AND_FOE), spell) == [("basic", normal)]
    assert offered(enthroned(draw(FRIEND_AND_FOE)), spell) == [("Throne", lower)]


@pytest.mark.rule("t9a.druidism.0_oaken_throne")
@pytest.mark.parametrize("throne", [False, True])
@pytest.mark.parametrize(
    ("spell", "kind", "normal", "lower"),
    [
        ("Healing Waters", "water", 7, 6),
        ("Master of Earth", "impassable", 6, 5),
        ("Entwining Roots", "forest", 6, 5),
        ("Stone Skin", "hill", 10, 9),
        ("Summer Growth", "water", 11, 11),
    ],
)
def test_by_a_setting_the_terrain_lowers_the_casting_value_and_not_the_throne(
    throne: bool, spell: str, kind: str, normal: int, lower: int
) -> None:
    settings = Settings(oaken_throne="by the terrain")
    for board, needed in (("", normal), (f"72x48 {kind} 24,20 4x4 | ", lower)):
        table = draw(board + FRIEND_AND_FOE, settings)
        table = enthroned(table) if throne else table
        assert offered(table, spell) == [("Throne" if throne else "basic", needed)]


@pytest.mark.rule("t9a.druidism.natures_call")
def test_whoever_knows_a_spell_of_the_path_knows_the_throne_too() -> None:
    table = draw("Wizard at 36,10 | Spearmen at 36,30 face 180").set("Wizard", known=("Stone Skin", "Healing Waters"))
    assert known_spells(table.battle, table.unit("Wizard")) == ("Stone Skin", "Healing Waters", THRONE)


@pytest.mark.rule("t9a.druidism.natures_call")
def test_a_bound_spell_or_another_path_teaches_nothing() -> None:
    table = draw("Wizard at 36,10 | Spearmen at 36,30 face 180").set("Wizard", known=("Fireball",))
    table.change("Wizard", bound=(Bound(spell="Healing Waters"),))
    assert known_spells(table.battle, table.unit("Wizard")) == ("Fireball",)


@pytest.mark.rule("t9a.druidism.0_oaken_throne")
def test_the_throne_costs_4_lies_on_the_caster_for_good_and_brings_no_attribute() -> None:
    table = draw("Wizard at 36,10 wounds=1 | Spearmen at 36,30 face 180")
    play = conjure(table, [SURE], known={"Wizard": ["Stone Skin"]}, pools=(9, 0))
    key = play.key("Wizard", THRONE)
    assert play.odds(key, "Casting Value").value == 4
    play.cast("Wizard", THRONE, dice=3)
    (effect,) = play.unit("Wizard").effects
    assert (effect.spell, effect.only, effect.permanent) == (THRONE, play.unit("Wizard").entry, True)
    assert play.topic in ("cast", "")


@pytest.mark.rule("t9a.druidism.0_oaken_throne")
def test_a_throne_in_play_is_not_cast_again() -> None:
    play = conjure(enthroned(draw(FRIEND_AND_FOE)), known={"Wizard": ["Stone Skin"]})
    assert not play.castings("Wizard", THRONE)


@pytest.mark.rule("t9a.druidism.0_oaken_throne")
@pytest.mark.parametrize("active", [0, 1])
@pytest.mark.parametrize("ended", [True, False])
def test_after_siphon_the_opponent_may_give_a_die_to_end_the_throne(active: int, ended: bool) -> None:
    table = enthroned(draw("0 Wizard at 36,10 | 1 Spearmen at 36,30 face 180"))
    # Flux Card 3: five dice for both, and five Veil Tokens.
    play = conjure(table, [3], known={"Wizard": ["Stone Skin"]}, stage="draw flux", active=active)
    if play.topic == "siphon":
        play.choose("0")
    assert (play.topic, play.question.seat) == ("end spell", 1)
    play.choose("end" if ended else "pass")
    assert play.battle.pools[1] == (4 if ended else 5) or play.game.over
    assert bool(play.unit("Wizard").effects) is not ended
    assert bool(play.told(events.SpellEnded)) is ended


@pytest.mark.rule("t9a.druidism.a_fountain_of_youth")
@pytest.mark.parametrize(("away", "legal"), [(18.0, True), (18.1, False)])
def test_the_fountain_heals_a_point_of_one_model_within_18_inches(away: float, legal: bool) -> None:
    table = draw("Wizard at 36,10 | 0 Spearmen at 30,12 | 0 Captain at 36,30 wounds=2")
    play = conjured(apart(table, "Wizard", "Captain", away), "Healing Waters", "Spearmen")
    assert (play.topic == "attribute") is legal
    if legal:
        play.choose(target="Captain")
        assert play.unit("Captain").wounds == 1


@pytest.mark.rule("t9a.druidism.a_fountain_of_youth")
def test_no_model_gains_more_than_one_point_in_a_phase() -> None:
    table = draw("Wizard at 36,10 | 0 Spearmen at 30,12 | 0 Captain at 36,20 wounds=2")
    play = conjured(table, "Healing Waters", "Spearmen", dice=[SURE], knows=["Stone Skin"]).choose(target="Captain")
    play.cast("Wizard", "Stone Skin", "Spearmen", dice=3)
    assert play.unit("Captain").wounds == 1
    assert play.topic != "attribute"


@pytest.mark.rule("t9a.druidism.a_fountain_of_youth")
@pytest.mark.parametrize(("version", "models"), [("basic", 15), ("Throne", 16)])
def test_with_the_throne_a_slain_model_is_raised(version: str, models: int) -> None:
    table = drawn("Wizard at 36,10 | 0 Spearmen at 30,14 models=15", version)
    play = conjured(table, "Healing Waters", "Spearmen", version)
    if play.topic == "attribute":
        play.choose(target="Spearmen")
    assert play.unit("Spearmen").models == models


@pytest.mark.rule("t9a.druidism.a_fountain_of_youth")
def test_a_wounded_model_in_the_ranks_is_healed() -> None:
    play = conjured("Wizard at 36,10 | 0 Ogres at 30,14 wounds=2", "Healing Waters", "Ogres").choose(target="Ogres")
    assert play.unit("Ogres").wounds == 1


@pytest.mark.rule("t9a.druidism.1_healing_waters")
@pytest.mark.parametrize(("version", "need"), [("basic", 5), ("Throne", 4)])
def test_healing_waters_give_fortitude_but_not_against_fire(version: str, need: int) -> None:
    table = drawn(FRIEND_AND_FOE, version)
    play = conjured(table, "Healing Waters", "Spearmen", version)
    assert special_save(attack(play, "Guard", "Spearmen")) == (need, "Fortitude")
    assert special_save(attack(play, "Guard", "Spearmen", rules=("Flaming Attacks",))) is None


@pytest.mark.parametrize(
    ("spell", "kind"),
    [
        shown("t9a.druidism.1_healing_waters", "Healing Waters", "water"),
        shown("t9a.druidism.2_master_of_earth", "Master of Earth", "impassable"),
        shown("t9a.druidism.3_entwining_roots", "Entwining Roots", "forest"),
        shown("t9a.druidism.5_stone_skin", "Stone Skin", "hill"),
    ],
)
def test_some_spells_are_cast_from_terrain_near_the_caster(spell: str, kind: str) -> None:
    """The feature is 12 inches from the Wizard, both units are farther away than the spell reaches."""

    def legal(feature: str, near: int = 18) -> bool:
        board = f"72x48 {feature} 52,10 4x4 | "
        line = f"{board}Wizard at 36,10 | 0 Spearmen at 62,10 | 1 Guard at 62,16 face 180"
        play = conjure(line, known={"Wizard": [spell]}, settings=Settings(casting_from=near))
        return bool(play.castings("Wizard", spell, "Spearmen") or play.castings("Wizard", spell, "Guard"))

    other = "field"
    assert legal(kind)
    assert not legal(other)
    assert not legal(kind, near=12)
    assert legal(kind, near=14)


@pytest.mark.rule("t9a.druidism.2_master_of_earth")
def test_cast_from_terrain_master_of_earth_needs_no_front_arc() -> None:
    line = "72x48 impassable 36,20 4x4 | Wizard at 36,30 | 1 Guard at 36,14 face 180"
    assert conjure(line, known={"Wizard": ["Master of Earth"]}).castings("Wizard", "Master of Earth", "Guard")


@pytest.mark.parametrize(
    ("spell", "version", "strength", "ap"),
    [
        shown("t9a.druidism.2_master_of_earth", "Master of Earth", "basic", 4, 1),
    ],
)
def test_master_of_earth_strikes_as_it_says(spell: str, version: str, strength: int, ap: int) -> None:
    check_hits(spell, version, 3.5, strength, ap)


@pytest.mark.rule("t9a.druidism.2_master_of_earth")
def test_with_the_throne_master_of_earth_strikes_harder() -> None:
    table = enthroned(draw(FRIEND_AND_FOE)).change("Guard", res=5)
    # Four hits of Strength 5 wound on 4+; Armour 3 against AP 2 saves on 6+.
    play = conjured(table, "Master of Earth", "Guard", "Throne", dice=[4, (4, 4, 1, 1), (6, 5)])
    assert [(roll.dice, roll.need) for roll in play.rolls[1:]] == [("D6", None), ("4D6", 4), ("2D6", 6)]
    assert play.left("Guard") == 18


@pytest.mark.rule("t9a.druidism.3_entwining_roots")
@pytest.mark.parametrize(("version", "found", "aim"), [("basic", [2, 2], 5), ("Throne", [1, 1], 6)])
def test_entwining_roots_hinder_skill_and_aim(version: str, found: list[int], aim: int) -> None:
    table = drawn(FRIEND_AND_FOE, version)
    assert values(conjured(table, "Entwining Roots", "Guard", version), "Guard", "off", "def") == found
    table = draw("Archers at 36,10 | Spearmen at 36,18 face 180")
    assert shots_needed(lay(table, "Entwining Roots", "Archers", by="Spearmen", version=version)) == {aim: 10}


@pytest.mark.rule("t9a.druidism.4_summer_growth")
@pytest.mark.parametrize(
    ("unit", "left", "normal", "throned"),
    [
        ("Spearmen", {"models": 10}, 4, 6),
        ("Wolves", {"models": 3}, 4, 6),
        ("Knights", {"models": 1}, 2, 3),
        ("Ogres", {"models": 3}, 2, 3),
        ("Giant", {"wounds": 5}, 1, 1),
    ],
)
@pytest.mark.parametrize("version", ["basic", "Throne"])
def test_summer_growth_raises_by_the_kind_of_models(
    unit: str, left: dict[str, int], normal: int, throned: int, version: str
) -> None:
    told = " ".join(f"{key}={value}" for key, value in left.items())
    table = drawn(f"Wizard at 36,10 | 0 {unit} at 36,24 {told} | 1 Guard at 10,40", version)
    before = conjure(table, known={"Wizard": ["Summer Growth"]}).left(unit)
    play = conjured(table, "Summer Growth", unit, version)
    assert play.left(unit) - before == (normal if version == "basic" else throned)


@pytest.mark.rule("t9a.druidism.5_stone_skin")
@pytest.mark.parametrize(("version", "resilience"), [("basic", 5), ("Throne", 6)])
def test_stone_skin_adds_resilience(version: str, resilience: int) -> None:
    play = conjured(drawn(FRIEND_AND_FOE, version), "Stone Skin", "Spearmen", version)
    assert values(play, "Spearmen", "res") == [resilience]
    assert to_wound(play, "Guard", "Spearmen", strength=4) == min(6, resilience)


def wooded(target: str, version: str = "basic") -> Conjuring:
    line = (
        "Wizard at 36,10 | 0 Knights at 30,14 | 0 Spearmen at 40,14 | 1 Wolves at 36,20 face 180 | 1 Chariot at 30,22"
    )
    return conjured(drawn(line, version), "Spirits of the Wood", target, version)


@pytest.mark.rule("t9a.druidism.6_spirits_of_the_wood")
@pytest.mark.parametrize("version", ["basic", "Throne"])
def test_the_target_counts_as_inside_a_forest_and_is_not_steadfast(version: str) -> None:
    play = wooded("Chariot", version)
    chariot = play.unit("Chariot")
    assert kinds_of(play.battle, chariot) == {"forest"}
    assert broken_ranks(play.battle, chariot)
    # One Construct tests with one die and one more for Chariot, Dangerous Terrain (1).
    here = play.game.ruleset.boundary(play.battle, chariot)
    assert here is not None
    assert dangerous.models_in_danger(play.battle, chariot, [(here, Forward(4.0))]) == {1: 1}


@pytest.mark.rule("t9a.druidism.6_spirits_of_the_wood")
def test_a_friend_strides_through_its_forest() -> None:
    play = wooded("Knights")
    knights = play.unit("Knights")
    here: Any = play.game.ruleset.boundary(play.battle, knights)
    assert kinds_of(play.battle, knights) == {"forest"}
    assert dangerous.models_in_danger(play.battle, knights, [(here, Forward(4.0))]) == {}
    assert not broken_ranks(play.battle, knights)


@pytest.mark.rule("t9a.druidism.6_spirits_of_the_wood")
def test_the_forest_gives_soft_cover_to_its_unit_alone() -> None:
    table = draw("Archers at 36,10 | Spearmen at 36,18 face 180 | 1 Swordsmen at 42,18 face 180")
    lay(table, "Spirits of the Wood", "Spearmen", by="Spearmen")
    assert shots_needed(table) == {5: 10}
    assert shots_needed(table, "Archers", "Swordsmen") == {4: 10}


@pytest.mark.rule("t9a.druidism.6_spirits_of_the_wood")
@pytest.mark.parametrize(("target", "affected"), [("Guard", False), ("Spearmen", True)])
def test_an_engaged_enemy_does_not_mind_but_an_engaged_friend_does(target: str, affected: bool) -> None:
    table = draw(FRIEND_AND_FOE).fight("Spearmen", "Guard")
    play = conjured(table, "Spirits of the Wood", target)
    assert bool(play.unit(target).effects) is affected
    assert bool(play.told(spell_events.NoEffect)) is not affected
