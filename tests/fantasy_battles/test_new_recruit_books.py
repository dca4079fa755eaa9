"""Army books and stat lines of New Recruit: costs, sizes, options, limits, profiles, and what is in force."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.fantasy_battles.new_recruit_files import BOOK, STATS, book_file, json_source, stats_file
from warhost.muster import DataError, Mustered, Pick, Source, buy
from warhost.rulesets.fantasy_battles.core.entries import Entry
from warhost.rulesets.fantasy_battles.lists.army_books import Offer, Upgrade
from warhost.rulesets.fantasy_battles.lists.new_recruit.item_texts import effect_of
from warhost.rulesets.fantasy_battles.lists.new_recruit.loose import (
    base_of,
    dice_mean,
    key_of,
    number_of,
    share_of,
    span_of,
)
from warhost.rulesets.fantasy_battles.lists.new_recruit.meanings import meaning_of
from warhost.rulesets.fantasy_battles.lists.new_recruit.rule_names import rule_text
from warhost.rulesets.fantasy_battles.lists.purchases import unit_of
from warhost.rulesets.fantasy_battles.mustering import MUSTER


@pytest.fixture(scope="module")
def book() -> Mustered:
    return MUSTER.read(book_file(), [stats_file()])


def offer(book: Mustered, name: str) -> Offer:
    found = book.content.catalogue.find(name)
    assert isinstance(found, Offer)
    return found


def bought(book: Mustered, name: str, *options: str, models: int = 0) -> Entry:
    return unit_of(buy(offer(book, name), Pick(unit=name, options=options, models=models)))


def test_categories_units_and_limits(book: Mustered) -> None:
    assert [(entry.name, entry.category) for entry in book.content.catalogue.entries] == [
        ("Fen Elder", "Characters"),
        ("Reed Spears", "Core"),
        ("Mud Wagons", "Special"),
        ("Fen Hydra", "Terrors"),
    ]
    limits = {one.category: (one.least, one.most) for one in book.content.limits}
    assert limits == {"Characters": (0, 40), "Core": (20, 100), "Terrors": (0, 40)}
    assert offer(book, "Fen Hydra").limit == 1
    assert "The limit of Night Hunters depends on options and is not checked." in book.report.notes


def test_what_a_unit_costs(book: Mustered) -> None:
    size = offer(book, "Reed Spears").sizes[0]
    assert (size.models, size.most, size.cost, size.each) == (15, 40, 150, 9)
    assert bought(book, "Reed Spears", models=20).points == 195
    with_all = bought(book, "Reed Spears", "Throwing Weapons (5+)", "Bog Chant", "Standard Bearer", models=20)
    assert with_all.points == 195 + 20 * 1 + 20 + 10


def test_of_a_group_so_many_options_may_be_taken(book: Mustered) -> None:
    problems = buy(offer(book, "Fen Elder"), Pick(unit="", options=("Great Weapon", "Fen Hook"))).problems
    assert {str(one) for one in problems} == {
        "Great Weapon and Fen Hook are one choice (Weapon): take one of them.",
        "Path: take one.",
        "Level: take one.",
    }
    general = next(option for option in offer(book, "Fen Elder").options if option.name == "General")
    assert general.limit == 1


def test_enchantments_of_two_weapons_have_two_names(book: Mustered) -> None:
    names = [option.name for option in offer(book, "Fen Elder").options if "Heron" in option.name]
    assert names == ["Great Heron", "Heron Song", "Heron Song (Hand Weapon)"]


def test_profiles_types_and_heights(book: Mustered) -> None:
    elder, spears, wagons, hydra = (entry.own for entry in book.content.catalogue.entries)
    assert (elder.role, elder.type, elder.height, elder.base) == ("character", "Infantry", "Standard", (20, 20))
    assert (elder.profile.adv, elder.profile.mar, elder.profile.dis, elder.profile.hp) == (5, 10, 8, 3)
    assert (spears.profile.mar, spears.profile.arm, spears.shield) == (8, 2, 1)
    assert (wagons.type, wagons.height, [part.count for part in wagons.parts]) == ("Construct", "Large", [2, 2, 1])
    assert [part.name for part in wagons.parts] == ["Crew", "Oxen", "Chassis"]
    assert (hydra.type, hydra.height, hydra.profile.adv) == ("Beast", "Gigantic", 0)


def test_rules_that_are_in_force_and_those_that_are_not(book: Mustered) -> None:
    hydra = offer(book, "Fen Hydra").own
    assert hydra.rules == (
        "Random Movement (3D6)",
        "Stomp Attacks (D6)",
        "Aegis (5+)",
        "Breath Attack (Str 3, AP 2, Toxic)",
    )
    assert hydra.parts[0].rules == ("Seven Heads",)
    assert {"Aegis", "Breath Attack", "Lethal Strike", "Strider"} <= set(book.report.in_force)
    missing = book.report.not_in_force
    assert missing["Mire Born"] == ("Fen Elder",)
    assert offer(book, "Mud Wagons").own.rules[-1].startswith("Impact Hits (D6, Str ")
    assert missing["item Banner of Mist"] == ("Reed Spears",)


def test_what_is_not_played_as_it_stands_is_told(book: Mustered) -> None:
    told = "\n".join(book.report.notes)
    assert "Mud Wagons: At D3+1 is rolled in the army book and is played as its mean, 3." in told
    assert "Reed Spears: Bow: the stat line has no Aim for it, so nobody shoots with it." in told
    assert "Fen Elder, Mud Wagons: The March Rate of the stat line is taken to be what a March adds" in told
    assert "Weapons are played with the figures of the house armies" in told


def test_options_do_what_their_names_say(book: Mustered) -> None:
    elder = bought(book, "Fen Elder", "General", "Shield", "Great Weapon", "Wizard Master", "Pyromancy")
    assert elder.general
    assert (elder.profile.arm, elder.shield) == (2, 1)
    assert [weapon.name for weapon in elder.parts[0].weapons] == ["Great Weapon"]
    assert elder.wizard is not None
    assert (elder.wizard.level, elder.wizard.path, elder.wizard.hereditary) == ("Master", "Pyromancy", "Bring the Pain")
    assert bought(book, "Fen Elder", "Light Troops, Ambush (Battlefield Edge)").rules[-2:] == ("Light Troops", "Ambush")
    assert bought(book, "Reed Spears", "Throwing Weapons (5+)").shots[0].aim == 5


def test_an_item_is_in_force_if_its_text_says_only_what_can_be_played(book: Mustered) -> None:
    assert book.report.read == {
        "Marsh Edge": "+1 Att, +2 AP, Lethal Strike, and Distracting (1).",
        "Still Water": "The bearer gains +1 Res. Aegis (5+)",
    }
    elder = bought(book, "Fen Elder", "Great Weapon", "Marsh Edge", "Shield", "Still Water")
    (blade,) = elder.parts[0].weapons
    assert (blade.name, blade.att, blade.str_, blade.ap) == ("Great Weapon (Marsh Edge)", 1, 2, 4)
    assert blade.rules == ("Lethal Strike",)
    assert elder.profile.res == 5
    assert {"Distracting", "Aegis (5+)"} <= set(elder.rules)
    assert "item Heron Song" in book.report.not_in_force


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("+1 Str.", {"adds": (("str", 1),), "rules": ()}),
        ("The wearer gains +2 Armour and Fortitude (4+).", {"adds": (("arm", 2),), "rules": ("Fortitude (4+)",)}),
        ("- 1 Discipline; Fly", {"adds": (("dis", -1),), "rules": ("Fly",)}),
        ("One use only. +1 Str.", None),
        ("+1 to hit", None),
        ("", None),
    ],
)
def test_texts_of_items(text: str, effect: dict[str, Any] | None) -> None:
    assert effect_of("Item", text) == effect


def test_a_mount_gives_its_figures_and_keeps_those_of_the_rider(book: Mustered) -> None:
    rider = bought(book, "Fen Elder", "Great Heron")
    assert (rider.mounted, rider.height, rider.base) == (True, "Large", (50, 50))
    profile = rider.profile
    assert (profile.adv, profile.mar, profile.dis, profile.hp) == (8, 16, 8, 4)
    assert (profile.def_, profile.res, profile.arm) == (5, 5, 2)
    assert "Fly" in rider.rules
    assert [part.name for part in rider.parts] == ["", ""] or rider.parts[1].att == 2


def test_a_book_without_stat_lines_builds_lists_that_cannot_be_played() -> None:
    alone = MUSTER.read(book_file())
    assert not any(entry.own.profiled for entry in alone.content.catalogue.entries)
    assert "There are no stat lines at hand: lists can be built, but not played." in alone.report.notes


def test_stat_lines_without_a_book_are_units_without_options() -> None:
    alone = MUSTER.read(stats_file())
    assert alone.kind == "book"
    assert bought(alone, "Fen Hydra").profile.hp == 6


def test_a_book_is_written_in_our_own_format_and_read_again(book: Mustered) -> None:
    again = MUSTER.read(Source("ff.toml", MUSTER.write(book)))
    assert again.content.catalogue.entries == book.content.catalogue.entries
    assert again.content.limits == book.content.limits


@pytest.mark.rule("t9a.pregame.size")
def test_limits_of_a_book_hold_for_its_lists() -> None:
    text = "Raid (Fen Folk, 1000 points)\n- Fen Elder + General + Druidism + Heron Song + Still Water + Wizard Master\n"
    found = MUSTER.read(Source("raid.txt", text + 3 * "- Mud Wagons\n"), [book_file(), stats_file()])
    told = "\n".join(map(str, MUSTER.check(found, {"points": 700})))
    assert "points on Characters: 40 % of 700 is 280" in told
    assert "Raid spends 0 points on Core: it needs 140, 20 % of 700." in told
    assert "Engines" not in told


def test_lists_are_built_from_a_book_of_new_recruit() -> None:
    files = [book_file(), stats_file()]
    assert MUSTER.catalogue("Fen Folk", files).find("Reed Spears") is not None
    text = (
        "Fen Raid (Fen Folk, 1000 points)\n- Fen Elder + General + Wizard Adept + Druidism\n- Reed Spears + 30 models\n"
    )
    found = MUSTER.read(Source("raid.txt", text), files)
    assert [unit.models for unit in found.content.units] == [1, 30]


@pytest.mark.parametrize(
    "change",
    [
        {"dictionnary": None},
        {"dictionary": [], "dictionnary": []},
        {"hereditary": "none"},
        {"translation": {"fr": "x"}, "unknown": [1, {"deep": []}]},
        {"army": BOOK["army"][0]},
        {"short": None, "version": 3},
    ],
    ids=str,
)
def test_odd_books_are_read_all_the_same(change: dict[str, Any]) -> None:
    found = MUSTER.read(book_file(**change), [stats_file()])
    assert len(found.content.catalogue.entries) == 4


def test_odd_stat_lines_are_read_all_the_same() -> None:
    odd = copy.deepcopy(STATS)
    spears = odd["units"]["ff"]["reedSpears"]
    spears |= {
        "height": "Standard",
        "basesize": "25 x 25 mm",
        "globalrules": {"a": {"name": "hard  target", "params": 2}},
    }
    spears["global"] = {"Adv": 4, "Mar": 8.0, "Dis": " 7 "}
    del odd["units"]["ff"]["mudWagons"]["defense"]
    found = MUSTER.read(book_file(), [json_source(odd)])
    unit = offer(found, "Reed Spears").own
    assert (unit.profile.adv, unit.profile.dis, unit.rules) == (4, 7, ("Hard Target (2)",))
    assert not offer(found, "Mud Wagons").own.profiled


@pytest.mark.parametrize("text", ['{"army": [], "options": 1', '{"army": [], "options": []}', '{"defense": 3}'])
def test_a_file_without_units_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(DataError, match=r"x\.json: (is not valid JSON|holds no units that can be read)"):
        MUSTER.read(Source("x.json", text))


@pytest.mark.parametrize(
    ("told", "rule"),
    [
        ({"name": "Strider", "params": ["Forest"]}, "Strider (Forest)"),
        ({"name": "Ambush", "params": ["Field", "Forest"]}, "Ambush"),
        ({"name": "Hard Target", "params": [1]}, "Hard Target (1)"),
        ("Stomp attack (D6)", "Stomp Attacks (D6)"),
        ("Area Attack (1\u00d75)", "Area Attack (1x5)"),
        ("Breath Attack (3 St, 2 AP)", "Breath Attack (Str 3, AP 2)"),
        ("Mire Born (4+)", "Mire Born (4+)"),
    ],
)
def test_rules_by_other_spellings(told: Any, rule: str) -> None:
    assert rule_text(told) == rule


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("General", {"general"}),
        ("Battle Standard Bearer", {"battle_standard"}),
        ("Wizard Apprentice", {"level"}),
        ("witchcraft", {"path"}),
        ("Paired weapon", {"weapons"}),
        ("Crossbow (4+)", {"shots"}),
        ("Shield", {"shield"}),
        ("Paired Weapons and Throwing Weapons (5+)", {"weapons", "shots"}),
        ("Vanguard", {"rules"}),
    ],
)
def test_what_the_name_of_an_option_means(name: str, fields: set[str]) -> None:
    found = meaning_of(name)
    assert found is not None
    assert fields <= found.keys() <= set(Upgrade.__struct_fields__)


@pytest.mark.parametrize("name", ["Fen Hook", "Banner of Mist", "Impact Hits (many)", ""])
def test_what_nobody_knows_means_nothing(name: str) -> None:
    assert meaning_of(name) is None


def test_numbers_in_any_dress() -> None:
    assert [number_of(one) for one in (5, "5", "5+", '12"', 7.0, "x", None, True, "3D6")] == [
        *(5, 5, 5, 12, 7),
        *(None, None, None, None),
    ]
    assert [share_of(one) for one in (0.4, "40", "40%", "0,25", 1, "lots")] == [40, 40, 40, 25, 100, None]
    assert [span_of(one) for one in ("15-50", "5 \u2013 10", "1", 3)] == [(15, 50), (5, 10), (1, 1), (3, 3)]
    assert [base_of(one) for one in ("25\u00d750", "25 x 50", "40mm", 3)] == [(25, 50), (25, 50), (40, 40), None]
    assert [dice_mean(one) for one in ("D6+1", "2D6", "D3", "4")] == [4, 7, 2, None]
    assert key_of("Wildhorns & Friends") == key_of("wildhorn  and friend")
