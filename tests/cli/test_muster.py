"""`warhost muster`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.regiments.forge import BOOK, RESOLVED, SAVED, dumps
from warhost.cli import main
from warhost.rulesets import muster

ARMY = """
name    = "Few but Dear"
faction = "Tallgrass Horde"
points  = 300

[[regiment]]
unit = "Storm Roc"

[[regiment]]
unit = "Storm Roc"
"""


def run(*arguments: str, exit_code: int = 0) -> str:
    result = CliRunner().invoke(main, ["muster", *arguments])
    assert result.exit_code == exit_code, result.output
    return result.output


@pytest.fixture
def army(tmp_path: Path) -> str:
    path = tmp_path / "army.toml"
    path.write_text(ARMY, encoding="utf-8")
    return str(path)


@pytest.fixture
def forge(tmp_path: Path) -> Path:
    for name, value in (("book", BOOK), ("saved", SAVED), ("resolved", RESOLVED)):
        (tmp_path / f"{name}.json").write_text(dumps(value), encoding="utf-8")
    return tmp_path


def test_list_names_armies_and_lists() -> None:
    lines = run("list").splitlines()
    assert len(lines) == 1 + (4 + 24) + (16 + 16 + 80) + (6 + 18) + (4 + 8) + (4 + 12)
    assert any(line.split() == ["Autumn", "Raid", "list", "Tallgrass", "Horde", "750", "5", "aofr"] for line in lines)
    assert json.loads(run("list", "--rules", "aofr", "--json"))[0]["kind"] == "book"


def test_a_good_list_has_no_problems() -> None:
    assert run("check", "unburied", "--force-organisation") == (
        "The Host at the Gate (Unburied Host): 975 of 1000 points, 6 units, 52 models\nNo problems.\n"
    )


def test_a_bad_list_says_all_problems_and_ends_with_1(army: str) -> None:
    text = run("check", army, "--force-organisation", exit_code=1)
    for rule in ("points_limit", "fo_copies", "fo_unit_cost"):
        assert f"(aofr.army.{rule})." in text
    assert "aofr.army.fo" not in run("check", army, exit_code=1)
    assert run("check", army, "--points", "400", exit_code=0).endswith("No problems.\n")


def test_the_attacker_of_a_mission_may_have_more_points() -> None:
    told = ("check", "unburied", "--points", "800", "--mission", "raid")
    assert run(*told, "--role", "attacker").endswith("No problems.\n")
    assert "more than the 800 of the defender in The Raid (aofr.army.points_limit)." in run(
        *told, "--role", "defender", exit_code=1
    )


def test_a_mission_needs_the_points_of_the_game() -> None:
    assert "--mission and --role need --points" in run("check", "unburied", "--mission", "raid", exit_code=2)


def test_check_gives_json_too(army: str) -> None:
    data = json.loads(run("check", army, "--json", exit_code=1))
    assert [problem["rule"] for problem in data["problems"]] == ["aofr.army.points_limit"]
    assert data["report"]["form"] == "army list"


def test_show_prints_a_list() -> None:
    text = run("show", "League of Nine Bridges 750")
    assert "Tollgate Watch (League of Nine Bridges): 740 of 750 points, 5 units, 37 models" in text
    assert "combined Pike Company" in text
    assert "  with Bridge Marshal" in text
    assert "20x Pike (A1, Counter)" in text


def test_show_prints_an_army_book_with_upgrades_and_spells() -> None:
    text = run("show", "burrow", "--units")
    assert "Upgrades of Hedge Skulks" in text
    assert 'Patient Eye, 10 points: one model: Long Pipe (24", A1, Poison, Sniper) instead of Blowpipe' in text
    assert 'Puffball (1): One enemy unit within 12": 4 hits with Poison.' in text


def test_show_gives_a_text_to_share() -> None:
    text = run("show", "tallgrass 750", "--text")
    assert text.startswith("++ Autumn Raid [AOFR 750pts] ++\n\nHorsetail Chieftain [1] Q3+ D4+ | 100pts | Fast, Hero,")
    assert "# Joined to:\nGrass Lancers [10] Q4+ D4+ | 195pts | Fast, Furious, Impact(1), 1x Sergeant," in text
    assert "only an army list can be shared" in run("show", "tallgrass", "--units", "--text", exit_code=2)


def test_show_gives_json_too() -> None:
    assert json.loads(run("show", "tall", "--json"))["factions"] == ["Tallgrass Horde"]


def test_import_says_what_was_found_and_writes_a_file_of_ours(forge: Path) -> None:
    out = forge / "own.toml"
    text = run("import", str(forge / "resolved.json"), "--out", str(out))
    assert text.startswith("resolved.json: list of Army Forge, made for Age of Fantasy: Regiments\n")
    assert "Not in force\n  Sergeant-at-Reeds: Reed Wardens\n  Slippery: Reed Chief\n" in text
    assert "Reeds at Noon" in run("show", str(out))


def test_import_needs_the_army_book_of_a_saved_list(forge: Path) -> None:
    saved, book = str(forge / "saved.json"), str(forge / "book.json")
    assert "add the army book book-of-reeds (Reedfolk)" in run("import", saved, exit_code=1)
    assert "Reeds at Dawn (Reedfolk)" in run("import", saved, "--army-book", book)
    assert "nothing" not in run("import", saved, "--out", str(forge / "x.toml"), exit_code=2)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("list.toml", 'name = "Nobody"\npoints = 1000\nregiment = []\n'),
        ("list.json", '{"name": "Nobody", "gameSystem": "aofr", "units": []}'),
    ],
)
@pytest.mark.parametrize("command", ["import", "check", "show"])
def test_a_list_without_units_is_one_error(command: str, name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert run(command, str(tmp_path / name), exit_code=2) == f"Error: {name}: the list has no units.\n"


def test_import_overwrites_only_when_told(forge: Path) -> None:
    out = forge / "own.toml"
    out.write_text("mine", encoding="utf-8")
    book = str(forge / "book.json")
    assert "already exists: use --force" in run("import", book, "--out", str(out), exit_code=2)
    assert out.read_text(encoding="utf-8") == "mine"
    run("import", book, "--out", str(out), "--force")
    assert out.read_text(encoding="utf-8").startswith('faction      = "Reedfolk"')


def test_an_unknown_name_is_one_helpful_line() -> None:
    assert (
        run("show", "Autum Raid", exit_code=2)
        == 'Error: There is no army "Autum Raid" in any rulebook. Did you mean "Autumn Raid"?\n'
    )


def test_a_damaged_file_is_one_helpful_line(forge: Path) -> None:
    (forge / "bad.json").write_text('{"units": [', encoding="utf-8")
    text = run("check", str(forge / "bad.json"), exit_code=2)
    assert text.startswith("Error: bad.json, line 1, column 12: is not valid JSON")
    assert text.count("\n") == 1


def test_a_list_that_cannot_be_read_says_what_else_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "army.toml"
    path.write_text(ARMY + '\n[[regiment]]\nunit = "Storm Rok"\n', encoding="utf-8")
    text = run("check", str(path), "--force-organisation", exit_code=2)
    assert 'unit "Storm Rok" is not in the army book of the Tallgrass Horde. Did you mean "Storm Roc"?' in text
    assert "Few but Dear costs 390 points: 90 more than the 300 of the game (aofr.army.points_limit)." in text
    assert "(aofr.army.fo_copies)." in text


LANCERS = "Grass Lancers + combined + Sergeant / Horsetail Chieftain"


def test_build_adds_units_and_says_what_is_left(tmp_path: Path) -> None:
    out = tmp_path / "raid.toml"
    text = run("build", "tallgrass", "--points", "750", "--name", "Raid", "--add", LANCERS, "--out", str(out))
    assert text.startswith("Raid (Tallgrass Horde): 265 of 750 points, 485 left\n")
    assert "Categories\n  Unit: 1 unit, 175 points\n  Hero: 1 unit, 90 points\n" in text
    assert "Problems\n  none\n" in text
    assert run("check", str(out)).endswith("No problems.\n")
    assert "already exists: use --force" in run("build", "--from", str(out), "--out", str(out), exit_code=2)


def test_build_goes_on_with_a_file(tmp_path: Path) -> None:
    out = tmp_path / "raid.toml"
    run("build", "tallgrass", "--points", "500", "--add", LANCERS, "--add", "Storm Roc", "--out", str(out))
    text = run(
        "build",
        "--from",
        str(out),
        "--remove",
        "1",
        "--add",
        "Bow Riders",
        "--next",
        "--force-organisation",
        exit_code=1,
    )
    assert "1  Storm Roc" in text
    assert "2  Bow Riders" in text
    assert "  heroes: 0, at most 1 (aofr.army.fo_heroes)" in text
    assert "Problems\n  Storm Roc [1] costs 195 points: 35 % of 500 is 175, and no unit may cost more" in text
    assert "Options of 2 Bow Riders\n" in text
    able, unable = text.split("Can be added\n")[1].split("Cannot be added\n")
    assert "  Weather Singer: Hero, 1 model, 80 points\n" in able
    assert "  Iron Riders + combined: Tallgrass Horde costs 590 points: 90 more than the 500 of the game" in unable
    assert "has no unit 9: it has 2." in run("build", "--from", str(out), "--remove", "9", exit_code=2)


def test_build_says_all_that_is_wrong() -> None:
    text = run("build", "tallgrass", "--points", "100", "--add", "Storm Roc", "--add", "Grass Lancer", exit_code=1)
    assert 'regiment 2 "Grass Lancer": unit "Grass Lancer" is not in the army book of the Tallgrass Horde.' in text
    assert "Tallgrass Horde costs 195 points: 95 more than the 100 of the game (aofr.army.points_limit)." in text
    assert "Name a faction" in run("build", exit_code=2)


def test_build_gives_json_too() -> None:
    told = ("build", "tallgrass", "--points", "750", "--add", LANCERS, "--next", "--force-organisation", "--json")
    data = json.loads(run(*told))
    assert (data["points"], data["left"], data["problems"]) == (265, 485, [])
    assert data["draft"]["picks"][0]["joined"] == [{"unit": "Horsetail Chieftain"}]
    assert {standing["what"]: standing["left"] for standing in data["standings"]} == {"heroes": 1, "units": 3}
    assert {"unit": "Iron Riders", "size": "combined"} in [offer["pick"] for offer in data["next"] if offer["problems"]]


def test_the_same_commands_serve_essence_of_war(tmp_path: Path) -> None:
    out = tmp_path / "roster.toml"
    assert "Goblin Rabble" in run("show", "orcs", "--rules", "eow")
    assert run("check", "orcs", "--rules", "eow").endswith("No problems.\n")
    assert run("check", "orcs 1200", "--rules", "eow").startswith(
        "The Loud Army (Orcs and Goblins): 1200 of 1200 points"
    )
    words = ("build", "orcs", "--rules", "eow", "--points", "800", "--add", "Iron Orcs", "--add", "Iron Orcs", "--next")
    text = run(*words, "--out", str(out), exit_code=1)
    assert text.startswith("Orcs and Goblins: 500 of 800 points, 300 left\n")
    assert "Orcs and Goblins have no Character to be the General: take one (eow.adv.army.general)." in text
    assert "Orcs and Goblins spend 0 points on Core units: they need 200, 25 % of 800." in text
    assert "Orcs and Goblins have Iron Orcs twice: it may be taken once. Take something else for 1 of them (" in text
    assert "(eow.adv.army.duplication)." in text
    added = [part for name in ("Orc Shaman + Pyromancy", "Veteran Orcs") for part in ("--add", name)]
    build = ("build", "--rules", "eow", "--from", str(out), "--remove", "1", *added, "--out", str(out), "--force")
    assert "none" in run(*build)
    assert run("check", str(out), "--rules", "eow").startswith(
        "Orcs and Goblins: 700 of 800 points, 3 units\nNo problems"
    )
    assert 'There is no option "force_organisation"' in run(
        "check", "orcs", "--rules", "eow", "--force-organisation", exit_code=2
    )


def test_a_patrol_with_the_wrong_units_is_refused_with_the_rule(tmp_path: Path) -> None:
    out = tmp_path / "patrol.toml"
    text = muster("eow").write(muster("eow").find("orcs")).replace('"Core"', '"Special"')
    out.write_text(text, encoding="utf-8")
    told = run("check", str(out), "--rules", "eow", exit_code=2)
    assert "a patrol has 2 Core units, this one has 0 (eow.army.basic_patrol)." in told
