"""What every rulebook's mustering must offer, and files of our own."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.regiments.forge import BOOK, RESOLVED, SAVED, TEXT, dumps
from warhost.errors import WarhostError
from warhost.muster import Muster, Source, bring, open_army
from warhost.muster.files.army_text import DataError
from warhost.play import Setup, battle_hash
from warhost.rulesets import muster, musters, ruleset


@pytest.fixture(params=musters())
def rulebook(request: pytest.FixtureRequest) -> Muster:
    return muster(str(request.param))


def test_a_mustering_keeps_the_contract(rulebook: Muster) -> None:
    assert isinstance(rulebook, Muster)
    assert muster(rulebook.slug) is rulebook
    assert rulebook.title


def test_everything_that_is_shipped_is_found_shown_and_legal(rulebook: Muster) -> None:
    for shipped in rulebook.shipped():
        found = rulebook.find(shipped.name, shipped.kind)
        assert (found.kind, found.report.not_in_force) == (shipped.kind, {})
        assert rulebook.check(found, {"force_organisation": True} if rulebook.slug == "aofr" else {}) == []
        sheet = rulebook.sheet(found)
        assert shipped.name in sheet.title
        assert all(len(row) == len(sheet.columns) for row in sheet.rows)
        assert rulebook.data(found)


def test_what_is_written_is_read_again(rulebook: Muster, tmp_path: Path) -> None:
    for shipped in rulebook.shipped():
        found = rulebook.find(shipped.name, shipped.kind)
        path = tmp_path / "army.toml"
        path.write_text(rulebook.write(found), encoding="utf-8")
        assert rulebook.read(Source.of(path)).content == found.content, shipped.name


def test_imports_are_written_and_read_again(tmp_path: Path) -> None:
    book = tmp_path / "book.json"
    book.write_text(dumps(BOOK), encoding="utf-8")
    for number, text in enumerate((dumps(BOOK), dumps(SAVED), dumps(RESOLVED), TEXT)):
        path = tmp_path / f"{number}.json"
        path.write_text(text, encoding="utf-8")
        found = muster("aofr").read(Source.of(path), [Source.of(book)])
        own = tmp_path / f"{number}.toml"
        own.write_text(muster("aofr").write(found), encoding="utf-8")
        again = muster("aofr").read(Source.of(own))
        assert again.content == found.content
        assert again.report.not_in_force == found.report.not_in_force


def test_names_with_quotes_survive_and_line_ends_become_spaces(tmp_path: Path) -> None:
    path = tmp_path / "odd.json"
    path.write_text(dumps({**RESOLVED, "name": 'The "Odd"\nOnes \\ Ünited'}), encoding="utf-8")
    found = muster("aofr").read(Source.of(path))
    own = tmp_path / "odd.toml"
    own.write_text(muster("aofr").write(found), encoding="utf-8")
    assert muster("aofr").read(Source.of(own)).content.name == 'The "Odd" Ones \\ Ünited'


def test_a_list_of_ours_may_use_an_imported_army_book(tmp_path: Path) -> None:
    book, army = tmp_path / "book.json", tmp_path / "army.toml"
    book.write_text(dumps(BOOK), encoding="utf-8")
    army.write_text(
        'name = "R"\nfaction = "Reedfolk"\npoints = 500\n[[regiment]]\nunit = "Heron Riders"\n', encoding="utf-8"
    )
    assert muster("aofr").read(Source.of(army), [Source.of(book)]).content.points == 120


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "is empty."),
        ("\ufeff \n", "is empty."),
        ("<roster/>", "cannot be read."),
        ("[]", "cannot be read."),
        ("Ten brave men\nand a horse", "cannot be read."),
        ("name = ", "is not valid TOML: "),
        ("[[regiment]\n", "is not valid TOML: "),
        ('{"name": "None", "units": [], "upgradePackages": []}', "the army book has no units."),
        ("++ Nobody [AOFR 750pts] ++", "has a title and no units."),
    ],
)
def test_what_cannot_be_read_gets_one_error(text: str, says: str) -> None:
    with pytest.raises(DataError) as error:
        muster("aofr").read(Source("army.txt", text))
    (problem,) = error.value.problems
    assert problem.startswith(f"army.txt: {says}")


def test_a_name_that_is_no_file_is_looked_up() -> None:
    assert open_army(muster("aofr"), "Autumn Raid").content.name == "Autumn Raid"
    with pytest.raises(WarhostError, match=r"nowhere\.json: cannot be read: No such file"):
        open_army(muster("aofr"), "nowhere.json")


def test_a_rulebook_without_armies_is_told() -> None:
    with pytest.raises(WarhostError, match='There is no rulebook "chess"'):
        muster("chess")


def test_a_shipped_list_can_be_brought_as_if_it_were_a_players_own(rulebook: Muster) -> None:
    """Whatever can be mustered can be fielded: the set-up carries it whole, and the battle is the same but for what
    its sides are called: a list of a player's own by its own name, one of the house by its faction in some books."""
    rules = ruleset(rulebook.slug)
    for shipped in rulebook.shipped():
        if shipped.kind != "list":
            continue
        army = rulebook.find(shipped.name)
        options = dict(rulebook.wants([army]))
        if rulebook.slug == "eow" and not shipped.points:
            with pytest.raises(WarhostError, match="has fixed patrols: choose one of those instead of your own list"):
                bring(rulebook, [army, army], options)
            continue
        host = bring(rulebook, [army, army], options)
        own = Setup(ruleset=rules.slug, armies=host.armies, lists=host.lists, options=host.options, map="open")
        named = msgspec.structs.replace(own, armies=(shipped.name, shipped.name), lists=())
        brought, chosen = rules.set_up(own), rules.set_up(named)
        assert {seat.army for seat in brought.scene.seats} == {shipped.name}
        renamed = msgspec.structs.replace(chosen.scene, seats=brought.scene.seats)
        assert battle_hash(brought) == battle_hash(msgspec.structs.replace(chosen, scene=renamed)), shipped.name


def test_a_mustered_list_has_a_card_with_all_its_units(rulebook: Muster) -> None:
    for shipped in rulebook.shipped():
        if shipped.kind == "list":
            card = rulebook.card(rulebook.find(shipped.name))
            assert (card.name, len(card.units)) == (shipped.name, shipped.units)
