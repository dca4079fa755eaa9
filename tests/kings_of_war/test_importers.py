"""Files of other list builders: a fan file of the 4th edition, a catalogue of BattleScribe for the 3rd."""

from __future__ import annotations

import json
from typing import Any

import pytest

from warhost.muster import DataError, Draft, Mustered, Source, pick_from_text
from warhost.rulesets.kings_of_war.core import Entry, Known, Weapon
from warhost.rulesets.kings_of_war.lists.files import ArmyBook
from warhost.rulesets.kings_of_war.lists.rosters import unit_of_size
from warhost.rulesets.kings_of_war.mustering import MUSTER


def unit(mustered: Mustered, name: str, size: str = "") -> Entry:
    entry = mustered.content.catalogue.find(name)
    assert entry is not None, [one.name for one in mustered.content.catalogue.entries]
    found = entry.size(size)
    assert found is not None, [one.name for one in entry.sizes]
    return unit_of_size(entry, found)


def note(mustered: Mustered, part: str) -> str:
    return next((one for one in mustered.report.notes if part in one), "")


# Fan files of the 4th edition


def fan_unit(**fields: Any) -> dict[str, Any]:
    usual = {"name": "Mudlings", "size": "Regiment", "type": "Infantry", "sp": 5, "me": 5, "sh": "-", "de": 4}
    return {**usual, "att": 12, "ne": 13, "pts": 80, "special_rules": [], "traits": [], **fields}


def fan_file(*units: dict[str, Any], **fields: Any) -> Source:
    return Source("mud.json", json.dumps({"army_name": "Mudfolk", "game_system": "kow", "units": units, **fields}))


MUD = fan_file(
    fan_unit(size="Troop", att=8, ne="9/11", pts=55, retired=True),
    fan_unit(ne="11/13", traits=["Mud"]),
    fan_unit(size="Horde", att=25, ne="18/20", pts=130, traits=["Mud"]),
    fan_unit(name="Mud Spears", special_rules=["Phalanx", "Mud"]),
    fan_unit(name="Frog Riders", type="Cavalry", sp=9, special_rules=["Nimble", "Vicious (Combat)"]),
    fan_unit(
        name="Swamp Thing", size="Titan", type="Monster", att="D6+8", special_rules=["Brutal", "Rampage (D6 - Combat)"]
    ),
    fan_unit(name="Bubbler", size="War Engine", type="War Engine", me="-", sh=5, special_rules=["Blast (D3)"]),
    fan_unit(
        name="Spitter",
        size="War Engine",
        type="War Engine",
        me="-",
        sh=4,
        special_rules=['Spit (12", Att: 6, Piercing(1))', "Slippery"],
    ),
    fan_unit(name="Chief", size="Individual", type="Hero (Cht)", ne="-/15", pts=140, special_rules=["Inspiring"]),
    fan_unit(name="Seer", size="Individual", type="Hero (Inf)", ne="-/11", pts=50, traits=["Spellcaster"]),
)


def test_a_fan_file_becomes_an_army_book() -> None:
    found = MUSTER.read(MUD)
    assert (found.kind, found.content.faction) == ("book", "Mudfolk")
    mob = unit(found, "Mudlings", "horde")
    assert (mob.attacks, mob.nerve, mob.points, mob.category, mob.traits) == (25, 20, 130, "core", ("Mud",))
    assert (mob.speed, mob.melee, mob.shooting, mob.defence) == (5, 5, None, 4)
    assert [size.name for size in found.content.catalogue.find("Mudlings").sizes] == ["regiment", "horde"]
    assert unit(found, "Frog Riders").rules == ("Nimble", "Vicious (combat)")
    thing = unit(found, "Swamp Thing")
    assert (thing.type, thing.attacks, thing.rules) == ("titan", "D6+8", ("Brutal (1)", "Rampage (D6, combat)"))
    assert unit(found, "Bubbler").weapons == (Weapon("Bubbler", 48),)
    assert unit(found, "Spitter").weapons == (Weapon("Spit", 12, 6, None, ("Piercing (1)",)),)
    assert unit(found, "Mud Spears").rules == ("Phalanx",)
    assert unit(found, "Mud Spears").traits == ("Mud",)
    chief, seer = unit(found, "Chief"), unit(found, "Seer")
    assert (chief.type, chief.hero, chief.rank, chief.nerve) == ("chariot", True, "warlord", 15)
    assert (seer.type, seer.rank, seer.category) == ("infantry", "champion", "commander")


def test_its_report_says_what_was_taken_over_and_what_differs() -> None:
    report = MUSTER.read(MUD).report
    assert report.form == "fan file of the 4th edition"
    assert report.game == "Kings of War, 4th edition"
    assert dict(report.not_in_force) == {"Slippery": ("Spitter",)}
    assert {"Phalanx", "Nimble", "Brutal", "Rampage", "Blast", "Piercing"} <= set(report.in_force)
    found = MUSTER.read(MUD)
    assert note(found, "Two Nerve values (3rd edition) became one").endswith("Mudlings Regiment, Mudlings Horde.")
    assert "Chief Individual, Seer Individual" in note(found, "Nerve without a first value")
    assert note(found, "retired") == "Marked as retired and left out: Mudlings Troop."
    assert "Bubbler" in note(found, 'have one of 48"')
    assert "Swamp Thing" in note(found, "Brutal is written without a number")
    assert "Mud Spears" in note(found, "Mud is a trait of other units")
    assert note(found, "no categories")
    assert note(found, "no command orders")


def test_what_was_brought_over_is_written_read_and_played() -> None:
    found = MUSTER.read(MUD)
    text = MUSTER.write(found)
    again = MUSTER.read(Source("mud.toml", text))
    assert isinstance(again.content, ArmyBook)
    assert again.content.catalogue == found.content.catalogue
    catalogue = MUSTER.catalogue("Mudfolk", [MUD])
    picks = tuple(pick_from_text(pick, catalogue) for pick in ("Seer", "Mudlings", "Mud Spears", "Bubbler"))
    draft = Draft(name="Puddle", faction="Mudfolk", points=1000, picks=picks)
    assert MUSTER.tally(draft, {}, [MUD]).problems == ()
    assert len(MUSTER.field(MUSTER.built(draft, [MUD]), {})["entries"]) == 4


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        (fan_file(fan_unit(type="Boat")), 'mud.json, unit 1 "Mudlings": type "Boat" is unknown'),
        (fan_file(fan_unit(sp="fast")), "\"sp\" must be a number, not 'fast'"),
        (fan_file(fan_unit(ne="-/-")), '"ne" must be a number'),
        (fan_file(fan_unit(name="")), '"name" is missing'),
        (fan_file(fan_unit(special_rules="Fly")), '"special_rules" must be a list of texts'),
        (fan_file(), "the army book has no units"),
        (fan_file(fan_unit(), game_system="armada"), 'is made for the game "armada"'),
        (fan_file(*[fan_unit(name=f"M{n}") for n in range(501)]), "500 are read at most"),
        (Source("mud.json", '{"units": 5}'), "is not a fan file of Kings of War"),
        (Source("mud.json", '{"units": [], '), "is not a fan file of Kings of War"),
        (Source("mud.json", '{"units": ' + "[" * 5000), "is n"),
        (Source("mud.json", "[]"), "cannot be read. Use a Warhost file"),
    ],
)
def test_bad_fan_files_are_refused_with_a_clear_error(source: Source, problem: str) -> None:
    with pytest.raises(DataError) as error:
        MUSTER.read(source)
    assert problem in str(error.value)


def test_all_problems_of_a_fan_file_are_told_at_once() -> None:
    with pytest.raises(DataError) as error:
        MUSTER.read(fan_file(fan_unit(type="Boat"), fan_unit(name="B", pts=None), fan_unit(name="C", de="x")))
    assert len(error.value.problems) == 3


# BattleScribe, 3rd edition


def bs_unit(name: str, points: int = 100, inside: str = "", **told: str) -> str:
    usual = {"Type": "Hvy Inf", "Key": "Hill", "Special": "-", "Sp": "5", "Me": "4+", "Ra": "-", "De": "4+"}
    values = {**usual, "Att": "12", "Ne": "13/15", "US": "3", "Ht": "2", **told}
    cells = "".join(f'<characteristic name="{key}">{value}</characteristic>' for key, value in values.items())
    return (
        f'<selectionEntry name="{name}" type="unit"><profiles><profile name="B: {name}" typeName="   Profile">'
        f"<characteristics>{cells}</characteristics></profile></profiles>{inside}"
        f'<costs><cost name=" pts" value="{points}.0"/></costs></selectionEntry>'
    )


def bs_option(name: str, points: int) -> str:
    return (
        f'<selectionEntry name="{name}" type="upgrade"><costs><cost name=" pts" value="{points}.0"/></costs>'
        "</selectionEntry>"
    )


def catalogue(*units: str, tag: str = "catalogue") -> Source:
    body = "".join(units)
    return Source(
        "hill.cat",
        f'<{tag} name="{{Good}} Hillfolk" revision="4" xmlns="http://www.battlescribe.net/schema/{tag}Schema">'
        f"<selectionEntries>{body}</selectionEntries></{tag}>",
    )


HILL = catalogue(
    bs_unit("Hillmen (10) Troop", 80, Att="10", Ne="9/11"),
    bs_unit("Hillmen (20) Regiment", 130, Special="-"),
    bs_unit("Hillmen (60) Legion", 310),
    bs_unit("Goatherds* (20) Regiment", 90, Type="Inf", Ra="5+", Special="Scout, &lt;Slings: 18&quot;, Steady Aim&gt;"),
    bs_unit("Ogres (03) Regiment", 120, Type="Lrg Inf", Att="9", Special="Crushing Strength (2), Regeneration (5+)"),
    bs_unit("Ogres (06) Horde", 190, Type="Lrg Inf", Att="18", Special="Crushing Strength (2), Regeneration (5+)"),
    bs_unit("Rats (03) Regiment", 60, Type="Swa"),
    bs_unit("Drum", 80, Type="Mon", Special="Rallying (2):(Hill only)", Ne="-/11"),
    bs_unit(
        "Seer",
        70,
        f"<selectionEntries>{bs_option('Heal (2)', 15)}{bs_option('Goat', 25)}</selectionEntries>",
        Type="Hero (Hvy Inf)",
        Key="~Spellcaster: 1, Hill",
        Special="Individual, Vicious:(Melee)",
    ),
    bs_unit(
        "King",
        150,
        Type="Hero (Cav)",
        Special="Individual, Inspiring:(Hill only), Aura (Thunderous Charge (1)(Hill only))",
    ),
    bs_unit("Old Nan [1]", 200, Type="Hero (Inf)", Key="~Spellcaster: 2", Special="Individual ~Hex (2) ~Weakness (2)"),
)


def test_a_catalogue_becomes_an_army_book() -> None:
    found = MUSTER.read(HILL)
    assert (found.kind, found.content.faction) == ("book", "Hillfolk")
    men = unit(found, "Hillmen", "troop")
    assert (men.attacks, men.nerve, men.points, men.legacy, men.traits) == (10, 11, 80, True, ("Hill",))
    assert men.base_mm == (125, 50)
    herds = unit(found, "Goatherds")
    assert (herds.category, herds.shooting, herds.rules) == ("auxiliary", 5, ("Scout",))
    assert herds.weapons == (Weapon("Slings", 18, None, None, ("Steady Aim",)),)
    assert [unit(found, "Ogres", size).attacks for size in ("troop", "regiment")] == [9, 18]
    assert unit(found, "Rats").type == "infantry"
    assert unit(found, "Drum").rules == ("Rallying (Hill)",)
    seer = unit(found, "Seer")
    assert (seer.hero, seer.rank, seer.rules) == (True, "champion", ("Individual", "Vicious (combat)"))
    assert seer.traits == ("Spellcaster", "Hill")
    assert [option.name for option in found.content.catalogue.find("Seer").options] == ["Heal (2)"]
    king = unit(found, "King")
    assert (king.rank, king.type) == ("warlord", "cavalry")
    assert king.rules == ("Individual", "Inspiring (Hill)", "Aura (Thunderous Charge (1) - Hill)")
    nan = unit(found, "Old Nan")
    assert (nan.unique, nan.spells) == (True, (Known("Hex", 2), Known("Weakness", 2)))


def test_its_report_says_what_differs_between_the_editions() -> None:
    found = MUSTER.read(HILL)
    assert found.report.game == "Kings of War, 3rd edition"
    assert found.report.version == "4"
    assert dict(found.report.not_in_force) == {"Steady Aim": ("Goatherds",)}
    assert note(found, "Legions are gone").endswith("Hillmen (60) Legion.")
    assert "Hillmen" in note(found, "larger bases")
    assert "Rats" in note(found, "Swarms are infantry")
    assert "Ogres" in note(found, "a size lower")
    assert "Goatherds" in note(found, "Irregular")
    assert "Drum" in note(found, "Rallying has no number")
    assert note(found, 'The option "Goat" was not imported').endswith("Seer.")
    assert note(found, "Two Nerve values")
    for part in ("Profiles and points are those of the 3rd", "Unit Strength", "Heights", "command orders", "Artefacts"):
        assert note(found, part), part


def test_a_catalogue_is_written_and_read_again() -> None:
    found = MUSTER.read(HILL)
    again = MUSTER.read(Source("hill.toml", MUSTER.write(found)))
    assert again.content.catalogue == found.content.catalogue


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        (
            catalogue(tag="gameSystem"),
            "is the game system, which holds no army. Import the catalogue of an army (.cat)",
        ),
        (catalogue(tag="roster"), "holds a roster, not a catalogue"),
        (catalogue(), "has no units with a profile"),
        (catalogue(bs_unit("A", Type="Boat")), 'hill.cat, unit 1 "A": type "Boat" is unknown'),
        (catalogue(bs_unit("A", Ne="-")), '"Ne" must be a number, not "-"'),
        (Source("hill.cat", HILL.text[:-40]), "is not valid XML"),
        (Source("hill.cat", '<!DOCTYPE x [<!ENTITY a "b">]>' + HILL.text), "document type of its own"),
    ],
)
def test_bad_catalogues_are_refused_with_a_clear_error(source: Source, problem: str) -> None:
    with pytest.raises(DataError) as error:
        MUSTER.read(source)
    assert problem in str(error.value)
