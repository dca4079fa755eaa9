"""What is said of an army that somebody brings: the same at import and at set-up."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.regiments.forge import SAVED, dumps
from warhost.cli import main
from warhost.muster import DataError, Source
from warhost.muster.verdicts import Verdict, verdict_of
from warhost.rulesets import muster, musters
from warhost.server import messages as m
from warhost.server.lists.mustering import brought, mustered

ROSTER = '<?xml version="1.0"?><roster name="Mine" gameSystemName="Trench Lanterns"><forces/></roster>'


def told(slug: str, text: str, name: str = "list") -> Verdict:
    return mustered(m.MusterWanted(ruleset=slug, files=(m.FileSent(text, name),))).verdict


@pytest.mark.parametrize("slug", sorted(musters()))
def test_a_house_list_is_playable_and_a_battle_takes_it(slug: str) -> None:
    book = muster(slug)
    army = book.find(next(one.name for one in book.shipped() if one.kind == "list" and one.points))
    text = book.write(army)
    found = told(slug, text)
    assert (found.standing, found.editable) == ("playable", True)
    options = {**book.wants([army]), **({"mode": "advanced"} if slug == "eow" else {})}
    assert brought(slug, ["mine"], [text], options).lists[0]


def test_a_list_that_players_may_agree_to_is_not_called_playable() -> None:
    book = muster("aofr")
    text = book.write(book.find("Tallgrass Horde 1500"))
    wanted = m.MusterWanted(ruleset="aofr", files=(m.FileSent(text, "raid"),), options={"points": 750})
    shown = mustered(wanted)
    assert shown.verdict.standing == "by agreement"
    assert shown.verdict.text == f"Not legal: {len(shown.problems)} problem. It can be played if all players agree."
    with pytest.raises(DataError):
        brought("aofr", ["raid"], [text], {"points": 750})


def test_a_list_without_its_army_book_says_what_to_bring() -> None:
    found = told("aofr", dumps(SAVED), "saved.json")
    assert found.standing == "not playable"
    assert found.ways == ("book", "match")
    assert found.missing


@pytest.mark.parametrize("slug", sorted(musters()))
def test_a_list_of_another_game_names_it(slug: str) -> None:
    found = told(slug, ROSTER, "mine.ros")
    assert found.standing == "not playable"
    assert "Trench Lanterns" in found.text


def test_a_list_of_another_rulebook_here_says_which() -> None:
    book = muster("kow")
    text = book.write(book.find("aldermere 1000"))
    found = told("blue", text)
    assert (found.ruleset, found.ways) == ("kow", ("rulebook",))
    assert found.text == "This is for Kings of War, 4th edition, not for The Blue Age: Legends at War."


def test_the_command_line_says_the_same(tmp_path: Path) -> None:
    book = muster("kow")
    file = tmp_path / "shire.toml"
    file.write_text(book.write(book.find("aldermere 1000")), encoding="utf-8")
    run = ["muster", "import", str(file), "--rules", "kow"]
    army = book.read(Source.of(file))
    same = verdict_of(book, army, book.check(army, book.wants([army])))
    assert same.text in CliRunner().invoke(main, run).output
    assert json.loads(CliRunner().invoke(main, [*run, "--json"]).output)["verdict"]["standing"] == same.standing
