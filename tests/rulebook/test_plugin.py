"""The pytest plugin, on small test suites of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from warhost.rulebook.coverage import Record, read_record, record_path

pytest_plugins = ["pytester"]

MARKED = """
import pytest

@pytest.mark.rule("eow.charge.redirect.test")
def test_passes():
    pass

@pytest.mark.rule("eow.charge.redirect.fail", "eow.charge.redirect.once")
def test_fails():
    assert False

@pytest.mark.rule("eow.charge.redirect.pass")
@pytest.mark.skip
def test_is_skipped():
    pass

@pytest.mark.rule("eow.charge.redirect.pass")
@pytest.mark.xfail
def test_is_expected_to_fail():
    assert False

@pytest.mark.rule("eow.charge.redirect.pass")
@pytest.mark.xfail(strict=False)
def test_passes_against_expectation():
    pass

def test_is_not_marked():
    pass
"""

PROCESSES = [
    pytest.param((), id="one process"),
    pytest.param(("-n", "2"), id="two processes", marks=pytest.mark.slow),
]


@pytest.fixture(autouse=True)
def _with_the_plugin(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of pytest in these tests have the plugin, as this project's own runs do."""
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p warhost.rulebook.plugin -p no:schemathesis")


def record(pytester: pytest.Pytester) -> Record:
    found = read_record(pytester.path)
    assert found is not None
    return found


def outcomes(pytester: pytest.Pytester) -> dict[str, str]:
    return {node.rpartition("::")[2]: run.outcome for node, run in record(pytester).tests.items()}


@pytest.mark.parametrize("processes", PROCESSES)
def test_a_run_records_what_passed_and_failed_and_nothing_else(
    pytester: pytest.Pytester, processes: tuple[str, ...]
) -> None:
    pytester.makepyfile(MARKED)
    pytester.runpytest(*processes)
    assert outcomes(pytester) == {"test_passes": "passed", "test_fails": "failed"}
    assert record(pytester).covered() == {"eow.charge.redirect.test"}
    assert record(pytester).failing() == {"eow.charge.redirect.fail", "eow.charge.redirect.once"}


@pytest.mark.parametrize("processes", PROCESSES)
def test_an_unknown_id_stops_the_collection_and_names_test_and_nearest_id(
    pytester: pytest.Pytester, processes: tuple[str, ...]
) -> None:
    pytester.makepyfile(MARKED.replace("redirect.test", "redirect.tset"))
    result = pytester.runpytest(*processes)
    result.stdout.fnmatch_lines(["*::test_passes: There is no rule*redirect.tset*eow.charge.redirect.test*"])
    assert result.ret != pytest.ExitCode.OK
    assert not record_path(pytester.path).exists()


@pytest.mark.parametrize("mark", ["rule", "rule()", "rule(id='eow.charge.redirect.test')"])
def test_a_mark_without_ids_stops_the_collection(pytester: pytest.Pytester, mark: str) -> None:
    pytester.makepyfile(f"import pytest\n@pytest.mark.{mark}\ndef test_one(): pass")
    result = pytester.runpytest()
    result.stdout.fnmatch_lines(["*::test_one: the rule mark takes*"])


def test_a_test_fails_when_its_set_up_or_its_tear_down_fails(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest

        @pytest.fixture
        def before(): raise RuntimeError

        @pytest.fixture
        def after():
            yield
            raise RuntimeError

        @pytest.mark.rule("eow.charge.redirect.test")
        def test_before(before): pass

        @pytest.mark.rule("eow.charge.redirect.test")
        def test_after(after): pass
        """
    )
    pytester.runpytest()
    assert outcomes(pytester) == {"test_before": "failed", "test_after": "failed"}


def test_marks_of_modules_classes_and_parameters_count(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest

        pytestmark = pytest.mark.rule("eow.charge.sequence")

        @pytest.mark.rule("eow.charge.redirect.test")
        class TestRedirect:
            @pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("eow.charge.redirect.once"))])
            def test_it(self, n): pass
        """
    )
    pytester.runpytest()
    assert record(pytester).covered() == {
        "eow.charge.sequence",
        "eow.charge.redirect.test",
        "eow.charge.redirect.once",
    }


def test_a_run_of_what_failed_last_keeps_the_rest(pytester: pytest.Pytester) -> None:
    passes = MARKED.replace("assert False", "assert True")
    assert passes != MARKED
    pytester.makepyfile(test_some=MARKED, test_others=passes)
    pytester.runpytest()
    before = record(pytester).tests.keys()
    pytester.runpytest("--last-failed")
    assert len(before) == 4
    assert record(pytester).tests.keys() == before


def test_a_run_of_a_part_keeps_the_rest(pytester: pytest.Pytester) -> None:
    path = pytester.makepyfile(MARKED)
    pytester.runpytest()
    path.write_text(MARKED.replace("assert False", "assert True"))
    pytester.runpytest("-k", "test_fails")
    assert outcomes(pytester) == {"test_passes": "passed", "test_fails": "passed"}


@pytest.mark.parametrize("processes", PROCESSES)
def test_a_test_that_is_gone_is_forgotten_even_when_others_are_deselected(
    pytester: pytest.Pytester, processes: tuple[str, ...]
) -> None:
    path = pytester.makepyfile(MARKED)
    pytester.runpytest()
    path.write_text(MARKED.replace("test_fails", "test_works").replace("assert False", "assert True"))
    pytester.runpytest("-k", "test_works", *processes)
    assert outcomes(pytester) == {"test_passes": "passed", "test_works": "passed"}


def test_a_case_that_is_gone_is_forgotten_and_its_siblings_are_not(pytester: pytest.Pytester) -> None:
    text = """
        import pytest

        class TestRedirect:
            @pytest.mark.rule("eow.charge.redirect.test")
            @pytest.mark.parametrize("n", ["a::b", "c"])
            def test_it(self, n): pass
    """
    pytester.makepyfile(text)
    pytester.runpytest()
    assert len(record(pytester).tests) == 2
    pytester.makepyfile(text.replace(', "c"', ""))
    pytester.runpytest("--collect-only")
    assert [node.partition("[")[2] for node in record(pytester).tests] == ["a::b]"]


def test_the_tests_of_a_file_that_is_gone_are_forgotten(pytester: pytest.Pytester) -> None:
    path = pytester.makepyfile(MARKED)
    pytester.makepyfile(test_other="def test_other(): pass")
    pytester.runpytest()
    path.unlink()
    pytester.runpytest("test_other.py")
    assert record(pytester).tests == {}


def test_a_test_that_is_now_skipped_shows_nothing_any_more(pytester: pytest.Pytester) -> None:
    path = pytester.makepyfile(MARKED)
    pytester.runpytest()
    path.write_text(MARKED.replace("def test_passes():\n    pass", "def test_passes():\n    pytest.skip()"))
    pytester.runpytest()
    assert outcomes(pytester) == {"test_fails": "failed"}


def test_a_project_without_marks_gets_no_record(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_one(): pass")
    pytester.runpytest()
    assert not record_path(pytester.path).parent.exists()


@pytest.mark.parametrize("torn", ['{"tests": {', '{"format": 99}'])
def test_a_torn_or_foreign_record_is_begun_again(pytester: pytest.Pytester, torn: str) -> None:
    path = record_path(pytester.path)
    path.parent.mkdir()
    path.write_text(torn)
    pytester.makepyfile(MARKED)
    pytester.runpytest()
    assert outcomes(pytester) == {"test_passes": "passed", "test_fails": "failed"}


def test_the_record_is_plain_json_and_leaves_no_other_file(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(MARKED)
    pytester.runpytest()
    path: Path = record_path(pytester.path)
    assert json.loads(path.read_text())["format"] == 1
    assert list(path.parent.iterdir()) == [path]
