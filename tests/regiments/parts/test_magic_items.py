"""Magic items: how heroes get them, and all of them together."""

from __future__ import annotations

from typing import Any

import pytest

from tests.pacing import first_now
from tests.playing import refusal
from tests.regiments.fights import dice_for
from tests.regiments.harness import Table, draw, find, happen, regiment
from tests.regiments.parts.magic_battles import random_battle
from tests.regiments.parts.magic_heroes import ITEMS, LINE, armed, lord, select
from tests.regiments.wizards import BOLT
from warhost.errors import WarhostError
from warhost.play import Setup
from warhost.play.questions import Chosen
from warhost.rulesets.regiments.chapters import structure
from warhost.rulesets.regiments.core import HERO, Battle, Settings, optional
from warhost.rulesets.regiments.parts.magic_items import equipping, state
from warhost.rulesets.regiments.parts.magic_items.items import (
    category_on,
    item_of,
    item_on,
    items,
    method_on,
)
from warhost.rulesets.regiments.ruleset import RULESET

# How heroes get items


def two_lords() -> Table:
    line = "0 Lord at 36,20 | 0 Other at 30,20 | 1 Foe at 36,30 face 180"
    return draw(line, ITEMS, Lord=lord(), Other=lord(), Foe=regiment())


@pytest.mark.rule("aofr.item.one_per_hero", "aofr.item.method_free")
def test_each_hero_may_take_one_item_of_any_kind() -> None:
    play = select(two_lords(), "free")
    assert len(play.keys) == 37
    play.choose("Dawnstone")
    assert play.question.text == "Which magic item does Other take?"
    play.choose("none")
    assert play.game.over
    assert state.told(play.battle).carried == {"0": "Dawnstone"}


@pytest.mark.rule("aofr.item.one_per_hero")
def test_units_without_a_hero_are_not_asked_and_joined_heroes_are() -> None:
    line = "0 Lord at 36,20 | 1 Foe at 36,30 face 180"
    table = draw(line, ITEMS, Lord=regiment(size=9, hero=lord(name="Sir Joined")), Foe=regiment())
    play = select(table, "free")
    assert play.question.text == "Which magic item does Sir Joined take?"
    assert play.choose("Dawnstone").game.over


@pytest.mark.rule("aofr.item.method_table")
@pytest.mark.parametrize(("die", "method"), [(1, "free"), (3, "limited"), (5, "randomized")])
def test_a_die_names_the_method(die: int, method: str) -> None:
    dice = {"How magic": die, "Category": 2, "Magic item of": 2}
    play = select(armed("Dawnstone"), "rolled", dice)
    assert state.told(play.battle).method == method
    assert method_on((die + 1) // 2) == method


@pytest.mark.rule("aofr.item.method_limited")
def test_limited_a_die_names_the_category_and_the_player_the_item() -> None:
    play = select(two_lords(), "limited", {"Category": 1})
    relics = ["Weapon of Bloodshed", "Obsidian Weapon", "Kingslayer Weapon", "Biting Weapon", "Spellthieving Weapon"]
    assert play.keys == [*relics, "Fencer's Blade", "none"]
    assert dice_for(play, "Category") == ["D6"]


@pytest.mark.rule("aofr.item.method_random")
def test_randomized_two_dice_name_the_item() -> None:
    play = select(two_lords(), "randomized", {"Category": [3, 4], "Magic item of": [2, 5]})
    assert state.told(play.battle).carried == {"0": "Dawnstone", "1": "Standard of Discipline"}


@pytest.mark.rule("aofr.item.unique")
def test_a_rolled_duplicate_is_rolled_again() -> None:
    play = select(two_lords(), "randomized", {"Category": 3, "Magic item of": [2, 2, 5]})
    assert state.told(play.battle).carried == {"0": "Dawnstone", "1": "Luckstone"}


@pytest.mark.rule("aofr.item.unique")
def test_an_army_has_each_item_once_and_both_armies_may_have_it() -> None:
    line = "0 Lord at 36,20 | 0 Other at 30,20 | 1 Foe at 36,30 face 180"
    table = draw(line, ITEMS, Lord=lord(), Other=lord(), Foe=lord())
    play = select(table, "free").choose("Dawnstone")
    assert refusal(play, Chosen("Dawnstone")).rule == "aofr.item.unique"
    play.choose("Luckstone").choose("Dawnstone")
    assert state.told(play.battle).carried == {"0": "Dawnstone", "1": "Luckstone", "2": "Dawnstone"}
    assert not RULESET.problems(play.battle)


def bringing(text: str, armies: tuple[str, str] = ("League of Nine Bridges", "Unburied Host"), **more: Any) -> Setup:
    options = {"points": 1500, "parts": ["magic_items"], "brought": [f"magic_items:0:{text}"], **more}
    return Setup(ruleset="aofr", armies=armies, options=options)


@pytest.mark.rule("aofr.item.method_free", "aofr.item.one_per_hero")
def test_players_may_settle_their_items_with_their_lists() -> None:
    told = "Bridge Marshal = Obsidian Weapon on Bastard Sword; Guild Augur = Wizarding Hat"
    battle: Any = RULESET.set_up(bringing(told))
    play = happen(as_table(battle), lambda battle: equipping.equip(battle, "free"))
    assert play.question.seat == 1
    carried = state.told(play.battle).carried
    assert [carried[key] for key in sorted(carried)] == ["Obsidian Weapon", "Wizarding Hat"]


def as_table(battle: Battle) -> Table:
    table = draw(LINE, ITEMS, Lord=lord(), Foe=regiment())
    table.battle = battle
    return table


@pytest.mark.rule("aofr.item.one_per_hero", "aofr.item.unique")
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Bridge Marshal = Dawnstone; Bridge Marshal = Luckstone", "each hero has one item"),
        ("Pike Company = Dawnstone", "the heroes are"),
        ("Bridge Marshal = Dawnstone; Guild Augur = Dawnstone", "once"),
        ("Bridge Marshal = Dawnstoon", 'Did you mean "Dawnstone"'),
        ("Bridge Marshal", "equals sign"),
        ("Bridge Marshal = Obsidian Weapon on Spoon", "no Spoon"),
    ],
)
def test_items_that_a_list_cannot_have_are_refused(text: str, why: str) -> None:
    with pytest.raises(WarhostError, match=why):
        RULESET.set_up(bringing(text))


@pytest.mark.rule("aofr.item.method_limited")
def test_items_that_dice_name_cannot_be_settled_beforehand() -> None:
    with pytest.raises(WarhostError, match="freely"):
        RULESET.set_up(bringing("Bridge Marshal = Dawnstone", parts=["magic_items:limited"]))


CATEGORIES = "relic weapons|holy armour|sorcerous talismans|mystic banners|arcane items|enchanted items"


@pytest.mark.rule("aofr.item.category_table")
def test_the_categories_are_numbered_as_they_are_printed() -> None:
    assert "|".join(category_on(face) for face in range(1, 7)) == CATEGORIES


RELICS = "Weapon of Bloodshed|Obsidian Weapon|Kingslayer Weapon|Biting Weapon|Spellthieving Weapon|Fencer's Blade"
ARMOUR = "Armour of Destiny|Helmet of Fortune|Silver-Steel Shield|Glittering Chainmail|Dragon Shield|Charmed Helmet"
TALISMANS = "Talisman of Preservation|Dawnstone|Protective Gem|Opal Amulet|Luckstone|Seed of Rebirth"
BANNERS = (
    "Banner of Swiftness|Rampager's Standard|Banner of Eternal Flame|Ranger's Standard|Standard of Discipline|"
    "Wailing Banner"
)
ARCANE = "Tome of Magic|Hex Scroll|Power Wand|Dispel Scroll|Channeling Staff|Scroll of Shielding"
ENCHANTED = "Wizarding Hat|Flying Carpet|Ring of Ruin|Trickster's Shard|Terrifying Mask|Potion of Displacement"


def named(category: str) -> str:
    return "|".join(item_on(category, face).name for face in range(1, 7))


@pytest.mark.rule("aofr.item.relic_weapons_table")
def test_the_table_of_relic_weapons() -> None:
    assert named("relic weapons") == RELICS


@pytest.mark.rule("aofr.item.holy_armour_table")
def test_the_table_of_holy_armour() -> None:
    assert named("holy armour") == ARMOUR
    assert item_of("Clittering Chainmail").name == "Glittering Chainmail"


@pytest.mark.rule("aofr.item.talismans_table")
def test_the_table_of_talismans() -> None:
    assert named("sorcerous talismans") == TALISMANS


@pytest.mark.rule("aofr.item.mystic_banners_table")
def test_the_table_of_mystic_banners() -> None:
    assert named("mystic banners") == BANNERS
    assert item_of("Banner of Swiftmess").name == "Banner of Swiftness"


@pytest.mark.rule("aofr.item.arcane_items_table")
def test_the_table_of_arcane_items() -> None:
    assert named("arcane items") == ARCANE


@pytest.mark.rule("aofr.item.enchanted_items_table")
def test_the_table_of_enchanted_items() -> None:
    assert named("enchanted items") == ENCHANTED


# All together


@pytest.mark.rule("aofr.casting.modules")
@pytest.mark.parametrize("number", range(8))
def test_the_three_modules_of_advanced_casting_go_together_in_any_combination(number: int) -> None:
    modules = ("winds_of_power", "living_spells", "magic_items")
    chosen = tuple(name for place, name in enumerate(modules) if number >> place & 1)
    optional.check(Settings(parts=chosen))
    assert tuple(part.slug for part in optional.in_force(chosen)) == chosen


def test_items_are_shown_and_told() -> None:
    table = armed("Dawnstone")
    assert RULESET.marks(table.battle, table.unit("Lord")) == ("Dawnstone",)
    assert "Dawnstone" in RULESET.notes(table.battle, table.unit("Lord")).rules
    used = armed("Luckstone").set("Lord", used=("Luckstone",))
    assert RULESET.marks(used.battle, used.unit("Lord")) == ("Luckstone (used)",)


def test_a_hero_takes_its_item_along_into_a_unit() -> None:
    table = armed("Luckstone", lord(), "0 Lord at 36,20 | 0 Host at 30,20 | 1 Foe at 36,40", Host=regiment(size=9))
    table.unit("Lord").part_of, table.unit("Lord").fate = 1, "joined"
    table.unit("Host").hero = True
    found = state.in_unit(table.battle, "Luckstone", table.unit("Host"))
    assert found is not None
    assert (found.unit.name, found.group) == ("Host", HERO)


@pytest.mark.parametrize("method", first_now(["free", "limited", "randomized", "rolled"]))
def test_battles_with_magic_items_replay(method: str) -> None:
    random_battle(f"magic_items:{method}", seed=method)


def test_battles_with_all_advanced_casting_replay() -> None:
    random_battle("winds_of_power", "living_spells", "magic_items")


def test_spell_dice_take_the_place_of_tokens_for_items() -> None:
    both = Settings(parts=("winds_of_power", "magic_items"))
    table = draw(LINE, both, Lord=lord("Caster(1)", spells=[BOLT]), Foe=regiment())
    play = happen(table, lambda battle: equipping.take(battle, find(battle, "Lord"), items()["Charmed Helmet"]))
    table.battle = play.battle
    begun = happen(table.having(turn=1), structure.start_of_round, {"Spell dice": 1, "One die": 3})
    assert RULESET.panel(begun.battle, 0)["Spell dice"] == "3 of 3"
