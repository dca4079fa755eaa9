"""The sums over the record of test runs."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from warhost.rulebook import rules
from warhost.rulebook.coverage import (
    CoverageError,
    Record,
    TestRun,
    by_book,
    by_chapter,
    freshness,
    read_record,
    record_path,
    write_record,
)

THEN = datetime(2020, 1, 1, tzinfo=UTC)
LATER = datetime(2100, 1, 1, tzinfo=UTC)


def passed(*ids: str) -> TestRun:
    return TestRun("passed", ids, THEN)


def failed(*ids: str) -> TestRun:
    return TestRun("failed", ids, THEN)


def test_a_rule_is_covered_by_one_passing_test_when_none_fails() -> None:
    record = Record({"a": passed("eow.charge.redirect.test"), "b": passed("eow.charge.redirect.test")})
    assert record.covered() == {"eow.charge.redirect.test"}
    record = Record({"a": passed("eow.charge.redirect.test"), "b": failed("eow.charge.redirect.test")})
    assert record.covered() == frozenset()
    assert record.failing() == {"eow.charge.redirect.test"}
    assert set(record.tests_of("eow.charge.redirect.test")) == {"a", "b"}


def test_each_book_has_a_sum_and_essence_of_war_a_second_for_its_basic_game() -> None:
    record = Record({"a": passed("eow.charge.redirect.test", "eow.special.fear", "kow.unit.troop")})
    sums = {tally.name: (tally.covered, tally.rows) for tally in by_book(record, None)}
    assert sums == {
        "Essence of War": (2, 985),
        "Essence of War, Basic": (1, 450),
        "Fantasy Battles": (0, 526),
        "Kings of War": (1, 533),
        "Age of Fantasy: Regiments": (0, 1413),
        "The Blue Age": (0, 495),
    }


def test_ids_on_record_that_no_book_has_any_more_do_not_count() -> None:
    (tally,) = by_book(Record({"a": passed("kow.unit.gone")}), None, ["kow"])
    assert tally.covered == 0


def test_the_percentage_is_of_the_rows_of_the_book() -> None:
    ids = [row.id for row in rules("kow")]
    (tally,) = by_book(Record({"a": passed(*ids[:-1]), "b": failed(ids[0])}), None, ["kow"])
    assert tally.percent == pytest.approx(100 * 531 / 533)


def test_without_a_record_only_the_source_is_counted(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_a.py").write_text('@pytest.mark.rule("kow.unit.troop")\n')
    (tally,) = by_book(None, tmp_path, ["kow"])
    assert (tally.in_tests, tally.covered, tally.failing, tally.percent) == (1, None, None, None)


def test_a_chapter_is_the_second_part_of_the_ids() -> None:
    sums = by_chapter(Record({"a": passed("eow.charge.redirect.test")}), None, rules("eow"))
    charge = next(tally for tally in sums if tally.name == "eow.charge")
    assert (charge.covered, charge.rows) == (1, 49)
    assert sum(tally.rows for tally in sums) == 985


def test_a_record_is_read_as_it_was_written(tmp_path: Path) -> None:
    record = Record({"tests/a.py::test_a": passed("eow.charge.redirect.test"), "b": failed("kow.unit.troop")})
    write_record(tmp_path, record)
    assert read_record(tmp_path) == record


def test_a_write_that_breaks_off_leaves_the_old_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = Record({"a": passed("eow.charge.redirect.test")})
    write_record(tmp_path, old)

    def broken(source: str, target: Path) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.replace", broken)
    with pytest.raises(OSError, match="disk full"):
        write_record(tmp_path, Record())
    assert read_record(tmp_path) == old
    assert list(record_path(tmp_path).parent.iterdir()) == [record_path(tmp_path)]


def test_no_record_is_no_error(tmp_path: Path) -> None:
    assert read_record(tmp_path) is None
    assert read_record(None) is None


@pytest.mark.parametrize("text", ["{", '{"tests": 3}', '{"format": 99}'])
def test_a_bad_record_is_refused_with_what_to_do(tmp_path: Path, text: str) -> None:
    record_path(tmp_path).parent.mkdir()
    record_path(tmp_path).write_text(text)
    with pytest.raises(CoverageError, match=r"coverage\.json.*Delete it and run"):
        read_record(tmp_path)


def test_freshness_counts_the_files_that_changed_since_the_oldest_run(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_a.py").touch()
    old = freshness(Record({"a": passed("kow.unit.troop"), "b": TestRun("passed", (), LATER)}), tmp_path)
    assert old is not None
    assert (old.tests, old.oldest, old.newest) == (2, THEN, LATER)
    assert old.changed > 1
    new = freshness(Record({"b": TestRun("passed", (), LATER)}), tmp_path)
    assert new is not None
    assert new.changed == 0
    assert freshness(Record(), tmp_path) is None


def test_rules_that_only_a_run_names_count_as_named_in_tests() -> None:
    (tally,) = by_book(Record({"a": passed("kow.unit.troop"), "b": failed("kow.unit.regiment")}), None, ["kow"])
    assert (tally.in_tests, tally.covered) == (2, 1)
