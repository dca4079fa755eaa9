"""What is imported can be read again from a file of ours; what could not is refused with the place and the figure."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from tests.properties import examples
from tests.regiments.forge import BOOK, RESOLVED, SAVED, TEXT, changed, dumps, rule, weapon
from warhost.cli import main
from warhost.muster import Source
from warhost.muster.files.army_text import DataError
from warhost.rulesets import muster
from warhost.rulesets.regiments.core import ArmyBook


def refused(value: Any) -> list[str]:
    """The problems with which a file is refused."""
    with pytest.raises(DataError) as error:
        muster("aofr").read(Source("reeds.json", value if isinstance(value, str) else dumps(value)))
    return list(error.value.problems)


@pytest.mark.parametrize(
    ("place", "value", "says"),
    [
        (("units", 1, "quality"), 1, 'reeds.json, unit "Reed Wardens": Quality must be from 2 to 6, not 1.'),
        (("units", 1, "quality"), 9, 'reeds.json, unit "Reed Wardens": Quality must be from 2 to 6, not 9.'),
        (("units", 1, "defense"), 0, 'reeds.json, unit "Reed Wardens": Defense must be from 2 to 6, not 0.'),
        (
            ("units", 1, "bases", "square"),
            "0x0",
            'reeds.json, unit "Reed Wardens": the front of its bases in mm must be from 10 to 250, not 0.',
        ),
        (
            ("units", 0, "weapons", 0, "attacks"),
            9999,
            'reeds.json, unit "Reed Chief": Oar: its attacks must be from 0 to 99, not 9999.',
        ),
        (
            ("units", 0, "rules", 1, "rating"),
            9999,
            'reeds.json, unit "Reed Chief": the number of Tough must be from 0 to 99, not 9999.',
        ),
    ],
)
def test_a_figure_that_no_army_can_have_is_refused_by_unit_and_figure(
    place: tuple[str | int, ...], value: Any, says: str
) -> None:
    assert says in refused(changed(BOOK, *place, to=value))


def test_a_figure_of_an_upgrade_is_refused_by_unit_and_upgrade() -> None:
    wild = copy.deepcopy(BOOK)
    gains = wild["upgradePackages"][0]["sections"][0]["options"][0]["gains"]
    gains.append(weapon("Tidal Ram", 400, rule("AP", 1)))
    assert any('upgrade "' in said and "its attacks must be from 0 to 99, not 400." in said for said in refused(wild))


def test_units_that_share_an_id_all_stay_in_the_book_with_a_note() -> None:
    twins = copy.deepcopy(BOOK)
    for unit in twins["units"]:
        unit["id"] = "wardens"
    mustered = muster("aofr").read(Source("reeds.json", dumps(twins)))
    assert isinstance(mustered.content, ArmyBook)
    assert [unit.name for unit in mustered.content.units] == [unit["name"] for unit in BOOK["units"]]
    note = 'Reed Wardens has the id of Reed Chief, "wardens": lists mean the latter by it.'
    assert note in mustered.report.notes


@pytest.mark.parametrize("books", [(), (Source("book.json", dumps(BOOK)),)])
def test_a_text_with_a_title_alone_says_how_units_are_written(books: tuple[Source, ...]) -> None:
    with pytest.raises(DataError) as error:
        muster("aofr").read(Source("title.txt", "++ Reedfolk [AOFR 750pts] ++\n\n"), books)
    (problem,) = error.value.problems
    assert problem.startswith("title.txt: has a title and no units. Each unit is two lines, such as ")


def test_a_refused_import_writes_no_file(tmp_path: Path) -> None:
    wild, out = tmp_path / "wild.json", tmp_path / "own.toml"
    wild.write_text(dumps(changed(BOOK, "units", 0, "quality", to=1)), encoding="utf-8")
    result = CliRunner().invoke(main, ["muster", "import", str(wild), "--out", str(out)])
    assert result.exit_code != 0
    assert 'unit "Reed Chief": Quality must be from 2 to 6, not 1.' in result.output
    assert not out.exists()


def _places(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The paths to all values of a file that hold no others."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = False
    for key, part in inner:
        found = True
        yield from _places(part, (*path, key))
    if not found:
        yield path


FILES = {"book": BOOK, "saved": SAVED, "resolved": RESOLVED}
PLACES = [(name, place) for name, file in FILES.items() for place in _places(file)]
ODD: st.SearchStrategy[Any] = st.one_of(
    st.integers(-3, 12),
    st.sampled_from([99, 100, 255, 1000, 9999, 10**6, 10**30, 1.5, True, None, "", " ", "0x0", "3x9000", "25x", "4+"]),
    st.sampled_from(
        ["+", "[1]", "Tough(9999)", "a, b", "x(y", 'say "hi"', "\u201d", "\x00", "#", "'", "D3", "\\", "é" * 90]
    ),
    st.sampled_from([[], {}, [[]], {"a": 1}]),
)


@given(st.lists(st.tuples(st.sampled_from(PLACES), ODD), min_size=1, max_size=4))
@examples(6)
def test_whatever_is_imported_is_read_again_and_is_the_same(changes: list[tuple[Any, Any]]) -> None:
    name = changes[0][0][0]
    file = FILES[name]
    for (of, place), value in changes:
        if of == name and place:
            try:
                file = changed(file, *place, to=value)
            except (KeyError, IndexError, TypeError):
                continue
    books = () if name == "book" else (Source("book.json", dumps(BOOK)),)
    _reads_back(dumps(file), books)


@given(
    st.lists(
        st.tuples(st.integers(0, len(TEXT)), st.sampled_from(["", "9", "99", "\n", "Q1+", "(", ")", '"', ",", "x"]))
    ),
)
@examples(4)
def test_whatever_text_is_imported_is_read_again_and_is_the_same(changes: list[tuple[int, str]]) -> None:
    text = TEXT
    for place, what in changes:
        text = text[:place] + what + text[place + 1 :]
    _reads_back(text, ())


def _reads_back(text: str, books: tuple[Source, ...]) -> None:
    """A file that is read is written in our own format, read again, and is the same; others are refused in words."""
    book = muster("aofr")
    problems: list[str] = []
    try:
        mustered = book.read(Source("file.json", text), books)
    except DataError as error:
        problems = list(error.problems)
    if problems:
        assert all(problem.startswith("file.json") for problem in problems)
        return
    if mustered.content is None:
        assert mustered.report.obstacles
        return
    again = book.read(Source("own.toml", book.write(mustered)), books)
    assert again.content == mustered.content


def invoked(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, ["muster", *words])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.output


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "is empty."),
        (b"\xef\xbb\xbf\r\n", "is empty."),
        (b"%PDF-1.7\n", "is a PDF, which shows a list but does not hold it as data. Export the list"),
        (b"\x89PNG\r\n\x1a\n", "is a picture. Export the list"),
        (b"\x1f\x8b\x08\x00", "is packed with gzip: unpack it first. Export the list"),
        (b"\xe9\xe9", "is not UTF-8 text. Export the list"),
        (b"<!DOCTYPE html><html></html>", "cannot be read. Use a list or an army book from Army Forge"),
        (b'{"units": [NaN]}', "contains an invalid number, or lists nested too deeply."),
        (b'{"units": [{"id": "a"', "is not valid JSON"),
        (b"null", "cannot be read."),
    ],
)
@pytest.mark.parametrize("command", ["import", "check", "show"])
def test_a_file_that_is_no_list_is_refused_in_words(tmp_path: Path, command: str, data: bytes, says: str) -> None:
    odd = tmp_path / "odd.json"
    odd.write_bytes(data)
    code, told = invoked(command, str(odd))
    assert code != 0
    assert says in told


def test_a_book_whose_name_another_rulebook_has_is_read_by_the_one_that_understands_it(tmp_path: Path) -> None:
    theirs, own = tmp_path / "book.json", tmp_path / "own.toml"
    name = next(one.faction for one in muster("kow").shipped() if one.kind == "book")
    theirs.write_text(dumps({**BOOK, "name": name}), encoding="utf-8")
    assert invoked("import", str(theirs), "--out", str(own))[0] == 0
    code, told = invoked("show", str(own))
    assert code == 0, told
    assert "Reed Wardens" in told
