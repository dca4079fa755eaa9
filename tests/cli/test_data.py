"""`warhost data`."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner

from warhost import rulesets
from warhost.cli import main


def run(*arguments: str, exit_code: int = 0) -> str:
    result = CliRunner().invoke(main, ["data", *arguments])
    assert result.exit_code == exit_code, result.output
    return result.output


def as_json(*arguments: str) -> dict[str, Any]:
    data = json.loads(run(*arguments, "--json"))
    assert isinstance(data, dict)
    return data


PROFILE = ["adv", "mar", "dis", "rsr", "hp", "def", "res", "arm", "aeg", "att", "off", "str", "ap", "agi"]
KEYS = ["name", "category", "count", "files", "ranks", "base", *PROFILE, "rules"]


def units(*arguments: str) -> dict[str, dict[str, Any]]:
    return {unit["name"]: unit for army in as_json("eow", *arguments)["armies"] for unit in army["units"]}


def test_json_has_one_object_for_each_unit() -> None:
    assert len(units()) == 64
    assert all(list(unit) == KEYS for unit in units().values())


def test_json_shows_a_unit_as_the_book_does() -> None:
    marksmen = units("dwarven")["Clan Marksmen"]
    assert (marksmen["count"], marksmen["files"], marksmen["ranks"], marksmen["base"]) == (10, 5, 2, [20, 20])
    assert [marksmen[key] for key in PROFILE] == [3, 9, 9, None, 1, 4, 4, 2, None, 1, 4, 3, 0, 2]
    assert marksmen["rules"] == ["Crossbow (4+)", "Devastating (+1 Str, +1 AP)"]


def test_json_shows_a_single_model_with_one_file_and_no_ranks() -> None:
    harbinger = as_json("eow", "daemon")["armies"][0]["units"][0]
    assert (harbinger["count"], harbinger["files"], harbinger["ranks"], harbinger["aeg"]) == (1, 1, 0, 4)
    assert harbinger["rules"] == ["General", "Daemonic", "Know Thine Enemy", "Fate's Judgement"]


def test_json_holds_weapons_and_spells_too() -> None:
    (dwarves,) = as_json("eow", "dwarven")["armies"]
    assert {"name": "Crossbow", "range": 30}.items() <= dwarves["weapons"][0].items()
    (beasts,) = as_json("eow", "beast")["armies"]
    assert beasts["spells"][0]["versions"] == [{"value": 5, "units": 1}]


@pytest.mark.parametrize(
    ("book", "armies", "map_"), [("eow", 16, "Two hills and a pass"), ("aofr", 4, "Balanced table")]
)
def test_every_rulebook_has_the_same_form(book: str, armies: int, map_: str) -> None:
    data = as_json(book)
    shared = ["armylists", "mounts", "items", "paths", "faction_spells", "spells"] if book == "eow" else []
    assert list(data) == ["armies", *shared, "maps", "options", *(["packs", "parts"] if book == "aofr" else [])]
    assert len(data["armies"]) == armies
    assert map_ in {card["title"] for card in data["maps"]}


@pytest.mark.parametrize(("book", "army"), [("eow", "Kingdom of Equitain"), ("aofr", "tall")])
def test_json_of_one_army_holds_that_army_only(book: str, army: str) -> None:
    data = as_json(book, army)
    assert list(data) == ["armies", *(["armylists"] if book == "eow" else [])]
    assert all(len(armies) == 1 for armies in data.values())


def test_json_holds_armylists_mounts_items_and_spells() -> None:
    data = as_json("eow")
    entries = {entry["name"]: entry for army in data["armylists"] for entry in army["entries"]}
    assert (len(data["armylists"]), len(entries)) == (16, 128)
    tank = entries["Steam Tank"]
    assert [tank[key] for key in PROFILE] == [0, "4D3", 7, None, 6, 1, 5, 5, None, "-", "-", 5, 2, 2]
    assert [(one["name"], one["cost"]) for one in tank["options"] + tank["upgrades"]] == [
        ("Single Model", 300),
        ("Cannon (3+)", 50),
    ]
    assert entries["Wizard"]["paths"]["Alchemy"] == ["text", "builder"]
    assert entries["Castellan"]["options"][2]["changes"] == {
        "set": {"dis": 9, "aeg": 5},
        "add": {"att": 1},
        "mount": "Pegasus Charger",
        "gives": ["Fearless", "Lightning Reflexes"],
        "general": True,
    }
    assert (len(data["mounts"]), len(data["items"]), len(data["spells"]), len(data["paths"])) == (24, 20, 38, 11)


def test_text_shows_armylists_and_what_they_share() -> None:
    text = run("eow")
    for words in (
        "Daemon Legions: Armylist of 8 entries",
        "Threshing Engine: Single Model 150, Horde 250 (0-1), Conclave +50 (0-1)",
        "Horde: base 100x100, HP 6, Att 6, no Impact, Impact (3D3)",
        "The Bestiary: 24 mounts",
        "The Vault: 20 Enchantments",
        'Scrying                      Divination 3       7+ or 10+ for all within 6", a friendly unit within 18"',
    ):
        assert words in text


def test_text_shows_every_faction_the_maps_and_the_options() -> None:
    text = run("eow")
    for words in (
        "Beast Herds: 34 models, 42 Health Points",
        "Warriors of the Dark Gods:",
        "Two hills and a pass",
        "missions=no: Roll for a Mission instead of fighting for the centre (no | yes)",
    ):
        assert words in text


@pytest.mark.parametrize(
    ("faction", "words"),
    [
        ("orcs", 'Goblin Rabble        Core           20        5x4  20x20   4"   8"    6    -   1    3'),
        ("dread", "Dread Knights: none"),
        ("dread", 'Repeater Crossbow: Shots 2, Range 18", Str 3, AP 0, AP 1 within 9", may shoot after marching'),
        ("beast", 'Range 8", Str as user, AP as user, no Aim modifier for long range or moving'),
        ("beast", '5+, an enemy unit within 18" or within 6" of hindering or elevated terrain'),
        ("vampire", 'Arise!: 4+ or 8+ for 2 units, a friendly unit within 12"'),
        ("undying", "Death is only the Beginning: Altered Sight may be cast at 7+ instead"),
        ("undying", "2D3 hits with Str 4 and AP 0, passed Armour Saves are re-rolled"),
        ("empire", "1 hit with Str 6 and AP 10, unsaved wounds count 2 times against 2 HP or more"),
    ],
)
def test_text_of_a_faction(faction: str, words: str) -> None:
    assert words in run("eow", faction)


def test_an_unknown_faction_is_one_helpful_line() -> None:
    assert run("eow", "Dread Elfs", exit_code=2) == (
        'Error: There is no faction "Dread Elfs". Did you mean "Dread Elves"?\n'
    )


def test_a_book_that_cannot_be_played_yet_is_one_helpful_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulesets, "slugs", lambda: ("eow",))
    monkeypatch.setattr(rulesets, "find_plugin", lambda group, name: None)
    monkeypatch.setattr(rulesets, "_registered", {})
    (line,) = run("t9a", exit_code=2).splitlines()
    assert line == "Error: Fantasy Battles cannot be played yet. What can: eow (Essence of War)."


def test_a_list_of_any_size_is_shown_by_its_name() -> None:
    text = run("aofr", "tallgrass 1500")
    assert text.startswith("The Whole Plain Rides (Tallgrass Horde): ")
    assert "Grass Lancers" in text
    assert "Maps" not in text


def test_optional_parts_and_packs_are_listed_as_the_command_line_takes_them() -> None:
    told = run("aofr")
    assert "chaotic: Chaotic Rules. Anything may happen, and will." in told
    assert "with style=any, placement=any, map generic" in told
    assert "fog_of_war: Fog of War. Where units deploy" in told
    assert "any of these, such as fog_of_war:surprise+ebb; all if none is named:" in told
    assert "any of these, such as side_missions:shared+free; shared+free if none is named:" in told
    assert "not together with another part that settles the activations or the turn order" in told
    assert "Optional parts" not in run("eow")
    assert "Optional parts" not in run("aofr", "Unburied Host")
