"""Units of Armylists in lines of text: what was bought for them stands behind their names."""

from __future__ import annotations

import pytest

from tests.essence_of_war.harness import draw
from warhost.errors import WarhostError
from warhost.play import parse_position
from warhost.rulesets.essence_of_war import RULESET
from warhost.rulesets.essence_of_war.core.battle import Settings
from warhost.rulesets.essence_of_war.core.entries import Entry

ADVANCED = Settings(mode="advanced")


def unit(line: str) -> Entry:
    table = draw(f"{line} at 18,10", settings=ADVANCED)
    return table.battle.entry(table.battle.units[0])


def test_words_behind_a_plus_are_what_was_bought() -> None:
    marshal = unit("Empire of Sonnstahl/Marshal + on Horse + Battle Standard + General")
    assert (marshal.points, marshal.base, marshal.profile.arm) == (225, (25, 50), 5)
    assert marshal.items == ("Battle Standard",)
    assert marshal.general
    assert marshal.rules == ("Orders", "Swiftstride", "Commanding Presence")
    assert unit("Spearmen + 6x4").models == 24


def test_an_army_in_front_means_its_armylist_in_an_advanced_battle() -> None:
    assert unit("Dwarven Holds/Greybeards").points == 175
    assert unit("Greybeards").points == 0
    assert unit("Marshal").points == 150


@pytest.mark.parametrize(
    "line",
    [
        "Marshal + on Horse + Battle Standard + General",
        "Barbarians + Hurlers",
        "Runic Smith + Battle Runes",
        "Kuulima's Deceiver + Protean Adept + Divination + Evocation",
        "Castellan + Sainted + Dragon Staff",
        "Daemon Legions/Imps + 6x2 + Conclave",
        "Iron Orcs",
    ],
)
def test_a_line_that_is_printed_is_the_same_battle_again(line: str) -> None:
    battle = draw(f"{line} at 18,10 | Zombies at 18,20 face 180", settings=ADVANCED).battle
    assert RULESET.from_text(parse_position(RULESET.to_text(battle))) == battle


def test_a_unit_that_no_list_has_is_printed_in_full() -> None:
    table = draw("Marshal + on Horse at 18,10", settings=ADVANCED).change("Marshal", rules=["Fearless"], arm=2)
    assert RULESET.from_text(parse_position(RULESET.to_text(table.battle))) == table.battle


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Marshal + on Hors", 'option "on Hors" is unknown.'),
        ("Empire of Sonnstahl/Marshall + on Horse", 'There is no unit of the Empire of Sonnstahl "Marshall".'),
        ("Nobody + 5x3", 'No Armylist has a unit called "Nobody".'),
        ("Spearmen + Battle Standard", "only Characters carry Enchantments"),
    ],
)
def test_what_cannot_be_bought_is_told(line: str, told: str) -> None:
    with pytest.raises(WarhostError, match=told.replace("(", r"\(").replace(".", r"\.")):
        unit(line)
