"""The tables and rulings of the books: what they hold, how they are found, how bad ones are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from warhost.rulebook import (
    Rule,
    RulebookError,
    UnknownBook,
    UnknownRule,
    books,
    catalogue,
    find,
    find_ruling,
    rule,
    rules,
    rules_of,
    rules_of_part,
    rulings,
    rulings_of,
)
from warhost.rulebook.catalogue import read_table
from warhost.rulebook.rulings import TAG, read_rulings

HEAD = "id\tkind\tsection\trule\texample\n"


@pytest.mark.parametrize(("book", "rows"), [("eow", 985), ("t9a", 526), ("kow", 533), ("aofr", 1413), ("blue", 495)])
def test_each_book_has_all_its_rows(book: str, rows: int) -> None:
    assert len(catalogue(book)) == len(rules(book)) == rows


def test_the_basic_game_of_essence_of_war_has_450_rows_and_none_of_the_advanced_ones() -> None:
    basic = {row.id for row in rules_of_part("eow", "Basic")}
    assert len(basic) == 450
    assert "eow.charge.redirect.test" in basic
    assert not any(rule_id.startswith(("eow.adv.", "eow.list.", "eow.special_attack.")) for rule_id in basic)


def test_a_rule_is_found_by_its_id() -> None:
    row = find("eow.charge.redirect.fail")
    assert (row.book, row.chapter, row.kind) == ("eow", "charge", "core")
    assert "fled" in row.rule


def test_an_unknown_rule_is_refused_with_the_nearest_ids() -> None:
    with pytest.raises(UnknownRule, match=r'no rule "eow.charge.redirect.fial".*eow\.charge\.redirect\.fail'):
        find("eow.charge.redirect.fial")


def test_the_beginning_of_ids_is_refused_with_rules_that_begin_so() -> None:
    with pytest.raises(UnknownRule, match=r"Did you mean \"eow\.rally\."):
        find("eow.rally")


def test_an_id_of_no_book_is_refused() -> None:
    with pytest.raises(UnknownRule, match='no rule "x"'):
        find("x")


def test_an_unknown_book_is_refused_with_the_books_there_are() -> None:
    with pytest.raises(UnknownBook, match="eow, aofr, kow, blue, t9a"):
        catalogue("chess")


def test_a_misspelt_book_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(UnknownBook, match='Did you mean "aofr"'):
        rules("aof")


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("", "line 1 must name the columns"),
        (HEAD + "eow.a.b\tcore\tS\tR\n", "line 2: 4 columns instead of 5"),
        (HEAD + "eow.a.b\tcore\tS\tR\tE\n" * 2, 'line 3: id "eow.a.b" stands already in line 2'),
        (HEAD + "kow.a.b\tcore\tS\tR\tE\n", 'line 2: id "kow.a.b" does not begin with "eow."'),
        (HEAD + "eow.a\tcore\tS\tR\tE\n", "line 2: .* not of the form eow.chapter.name"),
        (HEAD + "eow.a.B\tcore\tS\tR\tE\n", "line 2: .* not of the form eow.chapter.name"),
        (HEAD + "eow.a.b\tcore\tS\t \tE\n", "line 2: the column rule is empty"),
        (HEAD + "x\n" + "eow.a.b\tcore\tS\tR\tE\n" + "y\n", "line 2: 1 columns .*line 4: 1 columns"),
    ],
)
def test_a_bad_table_is_refused_with_file_line_and_problem(tmp_path: Path, lines: str, says: str) -> None:
    path = tmp_path / "eow.tsv"
    path.write_text(lines, encoding="utf-8")
    with pytest.raises(RulebookError, match=f"^eow.tsv, .*{says}"):
        read_table(path, "eow")


def test_a_table_that_is_not_there_is_refused() -> None:
    with pytest.raises(RulebookError, match=r"gone\.tsv cannot be read"):
        read_table(Path("gone.tsv"), "eow")


def test_a_good_table_is_read_in_order(tmp_path: Path) -> None:
    path = tmp_path / "eow.tsv"
    path.write_text(HEAD + "eow.b.x\tcore\tS\tR\tE\neow.a.x\tcore\tS\tR\tE\n", encoding="utf-8")
    assert list(read_table(path, "eow")) == ["eow.b.x", "eow.a.x"]


@pytest.mark.parametrize(("book", "count"), [("eow", 232), ("t9a", 205), ("kow", 185), ("aofr", 487), ("blue", 157)])
def test_each_book_has_all_its_rulings_and_they_are_whole(book: str, count: int) -> None:
    found = rulings(book)
    assert len(found) >= count, "no ruling is lost"
    assert all(ruling.says and ruling.problem and ruling.ruling for ruling in found.values())


@pytest.mark.parametrize("book", books())
def test_rules_and_rulings_name_only_what_exists(book: str) -> None:
    tags = {tag for row in rules(book) for tag in TAG.findall(f"{row.rule} {row.example}")}
    assert not [tag for tag in tags if tag not in rulings(tag.partition("-")[0].lower())]
    assert not [row for ruling in rulings(book).values() for row in ruling.rows if row not in catalogue(book)]


def test_a_ruling_is_found_with_its_alternative() -> None:
    ruling = find_ruling("EOW-R037")
    assert "midpoint" in ruling.ruling
    assert "majority" in ruling.alternative
    assert "Alternative" not in ruling.ruling


def test_an_unknown_ruling_is_refused() -> None:
    with pytest.raises(UnknownRule, match='no ruling "EOW-R999"'):
        find_ruling("EOW-R999")
    with pytest.raises(UnknownRule, match='no ruling "XYZ-R001"'):
        find_ruling("XYZ-R001")


def test_a_rule_has_the_rulings_that_its_text_names() -> None:
    row = Rule("eow.a.b", "core", "S", "As settled [EOW-R037], and [EOW-R004].", "-", "eow")
    assert [ruling.id for ruling in rulings_of(row)] == ["EOW-R037", "EOW-R004"]


def test_a_rule_has_the_rulings_that_name_it() -> None:
    assert "T9A-R003" in [ruling.id for ruling in rulings_of(find("t9a.turn.active_reactive"))]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("### EOW-R001 A\n- Says: a.\n- Ruling: c.\n", "line 1: EOW-R001 lacks Problem"),
        ("\n### KOW-R001 A\n- Says: a.\n", 'line 2: "### KOW-R001 A" is not of the form'),
        ("### EOW-R001 A\n- Says: a.\n- Problem: b.\n- Ruling: c.\n" * 2, "line 5: EOW-R001 appears twice"),
    ],
)
def test_a_bad_page_of_rulings_is_refused_with_file_line_and_problem(tmp_path: Path, text: str, says: str) -> None:
    path = tmp_path / "eow.rulings.md"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulebookError, match=f"^eow.rulings.md, {says}"):
        read_rulings(path, "eow")


def test_code_says_which_rules_it_implements_and_stays_itself() -> None:
    def redirect() -> str:
        return "done"

    marked = rule("eow.charge.redirect.test", "eow.charge.redirect.fail")(redirect)
    assert marked is redirect
    assert rules_of(redirect) == ("eow.charge.redirect.test", "eow.charge.redirect.fail")


def test_a_subclass_does_not_inherit_the_rules_of_its_base() -> None:
    @rule("eow.special.fear")
    class Fear: ...

    @rule("eow.special.fearless")
    class Terror(Fear): ...

    class Dread(Fear): ...

    assert rules_of(Terror) == ("eow.special.fearless",)
    assert rules_of(Dread) == ()


def test_a_mark_without_ids_is_an_error() -> None:
    with pytest.raises(TypeError, match="at least one"):
        rule()


@pytest.mark.parametrize("row", ["aofr.special.ap", "aofr.special.fast", "aofr.event.26_havoc_gods_playthings"])
def test_a_rule_read_at_the_table_names_no_ruling(row: str) -> None:
    assert "AOFR-R" in find(row).rule
    assert "AOFR" not in find(row).plain
    assert find(row).plain.endswith(".")
