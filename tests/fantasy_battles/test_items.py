"""Special Items of the house: what each does to its bearer, and what the ones that speak do in a battle."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.brawl import MISS, Brawl, brawl
from tests.fantasy_battles.harness import Table, draw
from warhost.muster import Pick, buy
from warhost.rulesets.fantasy_battles.core.entries import Entry
from warhost.rulesets.fantasy_battles.core.moments import ITEMS, SPELLS
from warhost.rulesets.fantasy_battles.core.values import value
from warhost.rulesets.fantasy_battles.lists import house_armies
from warhost.rulesets.fantasy_battles.lists.force import is_in_force
from warhost.rulesets.fantasy_battles.lists.item_files import special_items
from warhost.rulesets.fantasy_battles.lists.purchases import unit_of
from warhost.rulesets.fantasy_battles.shown import events

LINE = "Captain at 36,10 | Swordsmen at 36,20 face 180"


def bought(army: str, unit: str, *options: str) -> Entry:
    entry = house_armies.BOOKS.catalogue(army).find(unit)
    assert entry is not None
    made = buy(entry, Pick(unit=unit, options=options))
    assert made.problems == ()
    return unit_of(made)


def carrying(item: str, line: str = LINE, **fields: Any) -> Table:
    return draw(line).change("Captain", items=(item,)).set("Captain", **fields)


@pytest.mark.parametrize("name", special_items())
def test_every_item_does_something_that_is_in_force(name: str) -> None:
    option = special_items()[name].option
    rules = [*option.rules, *option.attack_rules, *(text for weapon in option.weapons for text in weapon.rules)]
    assert all(map(is_in_force, rules))
    assert all(one.spell in SPELLS for one in option.bound)
    assert rules or option.weapons or option.armour or option.casting or option.bound or name in ITEMS


def test_there_are_a_dozen_and_more() -> None:
    assert len(special_items()) >= 12


def test_an_item_gives_its_bearer_weapons_armour_rules_and_spells() -> None:
    marshal = bought("compact", "Marshal of the Compact", "Blade of Bright Oaths", "Drowned King's Plate")
    assert marshal.parts[0].weapons[0].name == "Blade of Bright Oaths"
    assert marshal.profile.arm == 5
    wizard = bought("compact", "Guild Wizard", "Alchemy", "Ember Wand")
    assert [(one.spell, one.power) for one in wizard.bound] == [("Fireball", (4, 7))]
    lens = bought("compact", "Guild Wizard", "Alchemy", "Cracked Lens")
    assert lens.wizard is not None
    assert lens.wizard.modifier == 1


def test_of_each_kind_of_item_a_character_has_one() -> None:
    entry = house_armies.BOOKS.catalogue("compact").find("Marshal of the Compact")
    assert entry is not None
    told = buy(entry, Pick(unit=entry.name, options=("Blade of Bright Oaths", "The Toll Collector"))).problems
    assert [str(one) for one in told] == [
        "Blade of Bright Oaths and The Toll Collector are one choice (weapon): take one of them."
    ]


@pytest.mark.parametrize(("unit", "item"), [("Harbour Pikes", "Mirror Shield"), ("Marshal of the Compact", "Veil Urn")])
def test_an_item_is_not_for_everybody(unit: str, item: str) -> None:
    entry = house_armies.BOOKS.catalogue("compact").find(unit)
    assert entry is not None
    assert item not in [option.name for option in entry.options]


def test_the_iron_vow_adds_to_the_combat_score() -> None:
    table = draw("Guard at 36,10 | Swordsmen at 36,20 face 180").change("Guard", items=("Standard of the Iron Vow",))
    game = brawl(table.fight("Guard", "Swordsmen"), MISS).rest()
    assert game.score(0)["Standard of the Iron Vow"] == 1


def drinking(**fields: Any) -> Brawl:
    return brawl(carrying("Draught of the Bear", **fields).fight("Captain", "Swordsmen"), MISS)


@pytest.mark.rule("t9a.special.one_use_only")
def test_the_draught_makes_its_drinker_stronger_for_a_round_once_a_game() -> None:
    game = drinking().until_asked("item")
    assert game.question.text == "Does Captain drink the Draught of the Bear now?"
    game.choose("drink")
    captain = game.unit("Captain")
    assert (value(game.battle, captain, "str"), value(game.battle, captain, "ap")) == (6, 1)
    game.rest()
    assert captain.used == ("Draught of the Bear",)
    assert value(game.battle, game.unit("Captain"), "str") == 4
    again = drinking(used=("Draught of the Bear",)).rest()
    assert not again.told(events.BoonGiven)


def test_nobody_else_in_the_unit_drinks_with_him() -> None:
    table = carrying("Draught of the Bear", "Spearmen at 36,10 | 0 Captain at 60,4 | Swordsmen at 36,20 face 180")
    table.join("Captain", "Spearmen").fight("Spearmen", "Swordsmen")
    game = brawl(table, MISS).until_asked("item").choose("drink")
    assert value(game.battle, game.unit("Spearmen"), "str") == 3
    assert value(game.battle, game.unit("Captain"), "str") == 6


def healing(**fields: Any) -> Table:
    line = "Captain at 36,10 | Swordsmen at 36,40 face 180"
    return draw(line).change("Captain", items=("Phial of Still Blood",)).set("Captain", **fields)


@pytest.mark.rule("t9a.special.one_use_only", "t9a.special.recover_hp")
def test_the_phial_heals_when_the_turn_of_its_owner_starts() -> None:
    game = healing(wounds=2).play(dice=[5], phase="charge", stage="start of turn")
    assert game.topic == "item"
    game.choose("drink")
    assert game.unit("Captain").wounds == 0
    assert [event.health for event in game.told(events.HealthRegained)] == [2]


@pytest.mark.rule("t9a.fleeing.no_casting_or_items")
@pytest.mark.parametrize(
    "state", [{"wounds": 0}, {"wounds": 1, "fleeing": True}, {"wounds": 1, "used": ("Phial of Still Blood",)}]
)
def test_a_phial_is_kept_by_the_unhurt_and_by_who_flees(state: dict[str, Any]) -> None:
    game = healing(**state).play(dice={"Rally": (1, 1)}, phase="charge", stage="start of turn")
    assert game.game.over or game.topic != "item"
