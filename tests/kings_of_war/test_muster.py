"""The mustering of Kings of War: what players find, build, check, share and bring to a battle."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.kings_of_war.mustering import BOOK_FILE, SOURCE
from warhost.cli import main
from warhost.muster import DataError, Draft, Source, bring, pick_from_text, pick_text
from warhost.play import Setup
from warhost.rulesets import muster
from warhost.rulesets.kings_of_war.lists import house as armies
from warhost.rulesets.kings_of_war.lists.files import ArmyBook
from warhost.rulesets.kings_of_war.mustering import MUSTER
from warhost.rulesets.kings_of_war.ruleset import RULESET

LIST = """
name    = "Raid"
faction = "Sunward Clans"
points  = 1000

[[unit]]
unit    = "Clan Chief"
options = ["Mournful Blade"]

[[unit]]
unit = "Steppe Riders"
size = "troop"

[[unit]]
unit    = "Clan Lancers"
options = ["Brew of Strength"]
"""


def test_the_book_has_a_muster() -> None:
    assert muster("kow") is MUSTER
    shipped = MUSTER.shipped()
    assert [one.kind for one in shipped].count("book") == 6
    assert [one.points for one in shipped if one.faction == "Sunward Clans" and one.kind == "list"] == [
        1000,
        2000,
        2500,
    ]


def test_house_armies_are_found_for_the_size_of_the_game() -> None:
    assert MUSTER.find("sunward", options={"points": 1000}).content.own.points == 1000
    assert MUSTER.find("sunward").content.own.points == 2000
    assert MUSTER.find("sunward", "book").content.faction == "Sunward Clans"


def test_a_list_is_read_checked_and_written() -> None:
    found = MUSTER.read(Source("raid.toml", LIST))
    assert MUSTER.check(found) == []
    assert "Raid (Sunward Clans): 450 of 1000 points, 3 units" in MUSTER.sheet(found).title
    again = MUSTER.read(Source("again.toml", MUSTER.write(found)))
    assert again.content == found.content
    assert [card.name for card in MUSTER.card(found).units] == ["Clan Chief", "Steppe Riders", "Clan Lancers"]
    data = MUSTER.data(found)
    assert (data["name"], data["points"], len(data["units"])) == ("Raid", 450, 3)
    assert found.report.in_force == (
        "Crushing Strength",
        "Individual",
        "Inspiring",
        "Nimble",
        "Thunderous Charge",
    )


def test_a_list_is_held_to_the_game_that_it_was_made_for_or_to_the_one_agreed_on() -> None:
    found = MUSTER.read(Source("raid.toml", LIST.replace('"Clan Chief"', '"Khan of the Sunward"')))
    assert [one.rule for one in MUSTER.check(found)] == ["kow.scenario.ambush_no_warlord_titan"]
    assert MUSTER.check(found, {"points": 1500}) == []
    assert MUSTER.check(found, {"points": 1000, "free_lists": True}) == []
    assert [one.rule for one in MUSTER.check(found, {"points": 400})] == [
        "kow.army.faction_points",
        "kow.scenario.ambush_no_warlord_titan",
    ]


def test_a_list_is_shared_as_text() -> None:
    found = MUSTER.read(Source("raid.toml", LIST))
    text = MUSTER.share(found)
    assert text == (
        "Raid (Sunward Clans, 1000 points)\n- Clan Chief + Mournful Blade\n- Steppe Riders + troop\n"
        "- Clan Lancers + Brew of Strength\n"
    )
    assert MUSTER.read(Source("raid.txt", text)).content == found.content


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Raid (Nobody, 1000 points)\n- Foot\n", 'There is no faction "Nobody"'),
        ("Raid (Sunward Clans)\n- Clan Chief\nClan Lancers\n", "line 3: write a unit like"),
        ("Raid (Sunward Clans)\n- Clan Cheif\n", 'unit "Clan Cheif" is not in the army book of the Sunward Clans'),
        ("Raid (Sunward Clans)\n- Clan Chief + Wings\n", 'option "Wings" is unknown'),
    ],
)
def test_what_is_wrong_with_a_text_is_told(text: str, problem: str) -> None:
    with pytest.raises(DataError, match=problem):
        MUSTER.read(Source("raid.txt", text))


def test_all_that_is_wrong_with_a_file_is_told_at_once() -> None:
    wrong = LIST.replace('"Mournful Blade"', '"Mournful Blad"').replace('"troop"', '"horde"')
    with pytest.raises(DataError) as error:
        MUSTER.read(Source("raid.toml", wrong))
    first, second = error.value.problems
    assert first.endswith('option "Mournful Blad" is unknown. Did you mean "Mournful Blade"?')
    assert "it does not come as a horde. Did you mean" in second or "It comes as regiment and troop" in second
    assert second.endswith("(kow.unit.horde).")


def test_a_list_of_a_book_of_ones_own() -> None:
    text = 'faction = "Testers"\n[[unit]]\nunit = "Captain"\n[[unit]]\nunit = "Foot"\n[[unit]]\nunit = "Foot"\n'
    found = MUSTER.read(Source("own.toml", text), [SOURCE])
    assert MUSTER.check(found) == []
    book = MUSTER.read(SOURCE)
    assert (book.kind, book.report.form) == ("book", "army book")
    assert isinstance(book.content, ArmyBook)
    assert MUSTER.read(Source("x.toml", MUSTER.write(book))).content == book.content
    assert "Testers: 15 entries" in MUSTER.sheet(book).title
    assert "Queen: Lances in its battalion are core units." in dict(MUSTER.sheet(book).below)["Themes"]
    assert MUSTER.data(book)["faction"] == "Testers"
    with pytest.raises(DataError, match="only an army list can be shared"):
        MUSTER.share(book)


@pytest.mark.rule("kow.scenario.prepare")
def test_lists_are_brought_to_a_battle() -> None:
    found = MUSTER.read(Source("raid.toml", LIST))
    brought = bring(MUSTER, [found, "aldermere"], {})
    assert brought.options == {"points": 1000}
    setup = Setup(ruleset="kow", armies=brought.armies, lists=brought.lists, options=brought.options)
    battle = RULESET.set_up(setup)
    assert [unit.name for unit in battle.units if unit.seat == 0] == ["Clan Chief", "Steppe Riders", "Clan Lancers"]
    assert sum(unit.seat for unit in battle.units) == len(armies.ready_army("aldermere", 1000).entries)
    heavy = MUSTER.read(Source("raid.toml", LIST.replace('"Clan Chief"', '"Khan of the Sunward"')))
    with pytest.raises(DataError, match="If all players agree, the option free_lists allows it anyway"):
        bring(MUSTER, [heavy, "aldermere"], {"points": 1000})
    assert MUSTER.field(heavy, {"points": 1000, "free_lists": True})["name"] == "Raid"


def test_the_builder_tells_what_may_be_added() -> None:
    begun = Draft(name="Raid", faction="Sunward Clans", points=1000)
    catalogue = MUSTER.catalogue("sunward")
    begun = begun.adding(*(pick_from_text(text, catalogue) for text in ("Clan Chief", "Clan Lancers", "Clan Lancers")))
    offers = {pick_text(one.pick): [problem.rule for problem in one.problems] for one in MUSTER.offers(begun)}
    assert offers["Steppe Riders + troop"] == []
    assert offers["War Mammoth"] == ["kow.scenario.ambush_no_warlord_titan"]
    assert offers["Clan Chief"] == ["kow.army.commander"]
    options = {one.name: [problem.rule for problem in one.problems] for one in MUSTER.option_offers(begun, 2)}
    assert options["Brew of Haste"] == []
    assert "Torc of Command" not in options
    carrying = begun.changing(1, pick_from_text("Clan Chief + Brew of Haste", catalogue))
    options = {one.name: [problem.rule for problem in one.problems] for one in MUSTER.option_offers(carrying, 2)}
    assert options["Brew of Haste"] == ["kow.artefact.unique"]


def test_the_command_line_musters_armies(tmp_path: Path) -> None:
    run = CliRunner().invoke
    assert "The Summer Ride" in run(main, ["muster", "list", "--rules", "kow"]).output
    path = tmp_path / "raid.toml"
    path.write_text(LIST, "utf-8")
    checked = run(main, ["muster", "check", str(path), "--rules", "kow"])
    assert (checked.exit_code, "No problems." in checked.output) == (0, True)
    assert run(main, ["muster", "check", str(path), "--rules", "kow", "--points", "400"]).exit_code == 1
    shown = run(main, ["muster", "show", "sunward 1000", "--rules", "kow"])
    assert "A Clan on the Move (Sunward Clans): 990 of 1000 points, 8 units" in shown.output
    picks = [word for pick in ("Clan Chief", "Clan Lancers", "Camp Spears + horde") for word in ("--add", pick)]
    built = run(main, ["muster", "build", "sunward", "--rules", "kow", "--points", "2000", "--json", *picks])
    assert (built.exit_code, json.loads(built.output)["problems"]) == (0, [])
    book = tmp_path / "testers.toml"
    book.write_text(BOOK_FILE, "utf-8")
    assert "Testers" in run(main, ["muster", "show", str(book), "--rules", "kow"]).output
