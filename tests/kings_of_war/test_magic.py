"""Magic: whom spells may be cast on, and their dice (Magic)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.firing import archers, field, shown, why_not, wizard
from tests.kings_of_war.harness import unit
from warhost.rulesets.kings_of_war.chapters.magic import SPELLS
from warhost.rulesets.kings_of_war.core import Marker, events
from warhost.rulesets.kings_of_war.lists.purchases import library

DUEL = "Wizard at 36,10 | Target at 36,18 face 180"


@pytest.mark.rule("kow.magic.profile_spells")
def test_a_wizard_casts_the_spells_that_it_knows() -> None:
    game = field(DUEL, Wizard=wizard(("Heal", 3), ("Weakness", 2))).play()
    assert game.keys == ["0:Heal>0", "0:Weakness>1", "pass"]


@pytest.mark.rule("kow.magic.as_ranged")
def test_spells_need_what_ranged_attacks_need() -> None:
    text = "Wizard at 36,10{} | Other at 46,10 | Target at 36,{} face 180"
    both = {"Wizard": wizard(("Weakness", 2)), "Other": archers({"name": "Bow", "range": 48})}
    assert "at the double" in why_not(field(text.format(' order="at the double"', 18), **both).play(), "0:Weakness>2")
    assert "wavering" in why_not(field(text.format(" wavering=1", 18), **both).play(), "0:Weakness>2")
    assert "cannot see" in why_not(field(text.format(" face 90", 18), **both).play(), "0:Weakness>2")
    assert 'reaches 24"' in why_not(field(text.format("", 37), **both).play(), "0:Weakness>2")
    engaged = field(text.format("", 18) + " | Foe at 10,30 face 180", **both).engage("Foe", "Wizard")
    assert "engaged" in why_not(engaged.play(), "0:Weakness>2")


@pytest.mark.rule("kow.magic.dice")
def test_a_spell_has_its_own_number_of_dice() -> None:
    assert shown(field(DUEL, Wizard=wizard(("Lightning Bolt", 5), attacks=3)).play(), "0:Lightning Bolt>1")["dice"] == 5


HIDDEN = '72x48 hedge 36,15 8x0.5 | Wizard at 36,10 order="{}" | Target at 36,18 face 180'


@pytest.mark.rule("kow.magic.hit_four")
@pytest.mark.rule("kow.special.individual_shot_at")
def test_plain_spells_hit_on_four_whatever_there_is() -> None:
    shy = {"Wizard": wizard(("Weakness", 2)), "Target": unit(hero=True, rules=["Stealthy", "Individual"])}
    for order in ("advance", "halt"):
        assert shown(field(HIDDEN.format(order), **shy).play(), "0:Weakness>1")["to hit"] == 4


@pytest.mark.rule("kow.magic.hit_four")
def test_spells_of_artefacts_hit_on_four_too() -> None:
    shy = {"Wizard": wizard(artefact="Trickster's Wand"), "Target": wizard(("Heal", 1), rules=["Stealthy"])}
    assert shown(field(HIDDEN.format("advance"), **shy).play(), "0:Hex>1")["to hit"] == 4


@pytest.mark.rule("kow.magic.magical_missile")
def test_magical_missiles_are_modified() -> None:
    caster = {"Wizard": wizard(("Fireball", 2))}
    assert shown(field(HIDDEN.format("advance"), **caster).play(), "0:Fireball>1")["to hit"] == 5
    assert shown(field(HIDDEN.format("halt"), **caster).play(), "0:Fireball>1")["to hit"] == 4
    assert shown(field(DUEL, **caster).play(), "0:Fireball>1")["to hit"] == 3


@pytest.mark.rule("kow.special.spellward")
def test_spellward_makes_spells_harder_and_sixes_still_hit() -> None:
    ward = {"Wizard": wizard(("Weakness", 3), ("Fireball", 4)), "Target": unit(rules=["Spellward", "Stealthy"])}
    game = field(HIDDEN.format("advance"), **ward).play()
    assert shown(game, "0:Weakness>1")["to hit"] == 5
    assert (shown(game, "0:Fireball>1")["to hit"], shown(game, "0:Fireball>1")["dice"]) == (6, 4)
    friend = field(
        "Wizard at 36,10 | Friend at 36,18 | Foe at 9,40 face 180",
        Wizard=wizard(("Heal", 3)),
        Friend=unit(rules=["Spellward"]),
    )
    assert shown(friend.play(), "0:Heal>1")["to hit"] == 5


@pytest.mark.rule("kow.nerve.devastated_attacks")
@pytest.mark.rule("kow.magic.dice")
def test_devastated_casters_halve_missiles_alone() -> None:
    game = field(
        "Wizard at 36,10 damage=13 | Target at 36,18 face 180", Wizard=wizard(("Fireball", 5), ("Weakness", 3))
    ).play()
    assert shown(game, "0:Fireball>1")["dice"] == 2
    assert shown(game, "0:Weakness>1")["dice"] == 3


@pytest.mark.rule("kow.magic.friendly")
def test_friendly_spells_are_for_friends_and_not_always_for_oneself() -> None:
    text = "Wizard at 36,10 | Friend at 36,16 | Target at 42,16 face 180"
    game = field(text, Wizard=wizard(("Bane Chant", 2), ("Heal", 3))).play()
    assert game.keys == ["0:Bane Chant>1", "0:Heal>0", "0:Heal>1", "pass"]
    assert why_not(game, "0:Bane Chant>0") == "Wizard is not a target for its own Bane Chant."
    assert "not among the options" in why_not(game, "0:Heal>2")


@pytest.mark.rule("kow.magic.friendly")
def test_each_spell_is_for_its_side_alone() -> None:
    text = "Wizard at 36,10 | Friend at 36,16 | Target at 42,16 face 180 | 0 Other at 30,16"
    game = field(text, Wizard=wizard(("Fireball", 2), ("Heal", 3)), Other=unit()).play()
    assert game.keys == ["0:Fireball>2", "0:Heal>0", "0:Heal>1", "0:Heal>3", "pass"]


@pytest.mark.rule("kow.magic.combat_casting")
def test_only_combat_casting_reaches_units_in_combat() -> None:
    text = "Wizard at 34,10 | Friend at 36,18 | Foe at 36,30 face 180"
    spells = wizard(("Heal", 3), ("Surge", 4), ("Weakness", 2), ("Fireball", 2))
    game = field(text, Wizard=spells, Friend=unit(rules=["Shambling"])).engage("Foe", "Friend", "left").play()
    assert {"0:Heal>1", "0:Weakness>2"} <= set(game.keys)
    assert why_not(game, "0:Surge>1") == "Friend is engaged."
    assert why_not(game, "0:Fireball>2") == "Foe is engaged."


@pytest.mark.rule("kow.magic.duration_token")
def test_what_lasts_to_the_end_of_the_next_turn_ends_then() -> None:
    dice: Any = {"to hit": 6, "First turn": [1, 6]}
    game = field(DUEL, Wizard=wizard(("Weakness", 1))).play(dice)
    game.choose("0:Weakness>1")
    assert game.topic == "order"
    assert game.battle.active == 1
    assert [one.name for one in game.unit("Target").effects] == ["Weakened"]
    game.until("first turn")
    assert game.unit("Target").effects == ()


@pytest.mark.rule("kow.loot.spell_immunity")
@pytest.mark.parametrize("spell", ["Wind Blast", "Enthral"])
def test_who_carries_loot_is_not_moved_by_spells(spell: str) -> None:
    table = field(DUEL, Wizard=wizard((spell, 3), ("Hex", 1)))
    table.battle.markers = (Marker(36, 18, kind="loot", carrier=1),)
    assert why_not(table.play(), f"0:{spell}>1") == "Target carries loot."


@pytest.mark.rule("kow.artefact.amulet_of_the_fireheart")
def test_the_amulet_gives_a_second_different_spell_once() -> None:
    hero = wizard(("Heal", 1), ("Fireball", 1), artefact="Amulet of the Fireheart")
    game = field("Wizard at 36,10 damage=2 | Target at 36,18 face 180", Wizard=hero).play({"to hit": 1})
    game.choose("0:Heal>0")
    assert game.keys == ["0:Fireball>1", "pass"]
    game.choose("0:Fireball>1")
    assert game.unit("Wizard").used == ("Amulet of the Fireheart",)
    assert [one.spell for one in game.told(events.SpellCast)] == ["Heal (1)", "Fireball (1)"]
    assert game.topic != "shoot"


@pytest.mark.rule("kow.artefact.amulet_of_the_fireheart")
def test_the_amulet_may_be_kept_and_is_used_once_a_game() -> None:
    hero = wizard(("Heal", 1), ("Fireball", 1), artefact="Amulet of the Fireheart")
    text = "Wizard at 36,10 damage=2{} | Target at 36,18 face 180"
    kept = field(text.format(""), Wizard=hero).play({"to hit": 1}).choose("0:Heal>0").choose("pass")
    assert kept.unit("Wizard").used == ()
    spent = field(text.format(' used=["Amulet of the Fireheart"]'), Wizard=hero).play({"to hit": 1}).choose("0:Heal>0")
    assert spent.topic != "shoot"


@pytest.mark.rule("kow.artefact.crown_of_the_wizard_king")
def test_the_crown_lengthens_spells_for_friends() -> None:
    text = "Wizard at 36,10 | Friend at 36,{} | Target at 40,{} face 180"
    hero = wizard(("Heal", 1), ("Fireball", 1), artefact="Crown of the Wizard King")
    keys = field(text.format(29, 29), Wizard=hero).play().keys
    assert "0:Heal>1" in keys
    assert "0:Fireball>2" not in keys


@pytest.mark.rule("kow.artefact.crown_of_the_wizard_king")
def test_the_crown_helps_nobody_but_its_bearer() -> None:
    text = "Wizard at 36,10 | Friend at 36,29 | Target at 40,40 face 180 | 0 Other at 39,10"
    crowned = wizard(("Heal", 1), artefact="Crown of the Wizard King")
    keys = field(text, Wizard=crowned, Other=wizard(("Heal", 1))).play().keys
    assert "0:Heal>1" in keys
    assert "3:Heal>1" not in keys


@pytest.mark.rule("kow.special.elite")
def test_elite_helps_own_spells_and_not_those_of_artefacts() -> None:
    elite = wizard(("Heal", 1), rules=["Elite"], artefact="Trickster's Wand")
    text = "Wizard at 36,10 damage=2 | Target at 36,18 face 180"
    game = field(text, Wizard=elite).play([1, 4]).choose("0:Heal>0")
    assert game.unit("Wizard").damage == 1
    game = field(text, Wizard=elite).play([(1, 1)]).choose("0:Hex>1")
    assert game.unit("Target").effects == ()


@pytest.mark.rule("kow.special.piercing")
def test_spells_get_nothing_of_the_casters_piercing() -> None:
    caster = wizard(("Lightning Bolt", 2), rules=["Piercing (2)", "Vicious"])
    assert shown(field(DUEL, Wizard=caster).play(), "0:Lightning Bolt>1")["to damage"] == 3


@pytest.mark.parametrize("name", sorted(SPELLS))
def test_every_spell_tells_its_odds(name: str) -> None:
    text = "Wizard at 36,10 damage=3 | Friend at 36,24 | Target at 40,14 face 180 damage=5"
    friend = unit(hero=True, rules=["Shambling"])
    game = field(text, Wizard=wizard((name, 3), artefact="Crown of the Wizard King"), Friend=friend).play()
    option = next(option for option in game.weighed if option.key.startswith(f"0:{name}>"))
    assert any(one.telling for one in option.odds)
    assert all(one.kind != "chance" or 0.0 <= one.value <= 1.0 for one in option.odds)


PRICES = {
    "alchemists_curse": ("Alchemist's Curse", {2: 35, 4: 45}),
    "barkskin": ("Barkskin", {5: 25}),
    "bastion": ("Bastion", {2: 25, 3: 35}),
    "blizzard": ("Blizzard", {3: 35, 4: 40}),
    "bloodboil": ("Bloodboil", {0: 30}),
    "celestial_restoration": ("Celestial Restoration", {2: 25, 3: 35}),
    "host_shadowbeast": ("Host Shadowbeast", {5: 20, 8: 30}),
    "martyrs_prayer": ("Martyr's Prayer", {3: 15, 5: 25}),
    "mind_fog": ("Mind Fog", {3: 15, 4: 20}),
    "scorched_earth": ("Scorched Earth", {2: 20, 3: 30}),
    "veil_of_shadows": ("Veil of Shadows", {3: 30, 4: 35}),
    "wither_and_perish": ("Wither and Perish", {2: 25, 3: 35}),
}


@pytest.mark.parametrize(
    ("name", "prices"),
    [pytest.param(*told, marks=pytest.mark.rule(f"kow.library.{row}")) for row, told in PRICES.items()],
)
def test_prices_of_the_arcane_library(name: str, prices: dict[int, int]) -> None:
    assert library()[name] == prices


def test_the_library_names_spells_of_the_book() -> None:
    assert set(library()) <= set(SPELLS)
