"""`warhost rules` and the front of the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from warhost.cli import COMMANDS, command_of, main
from warhost.cli import output as output_module
from warhost.rulebook.coverage import Record, TestRun, write_record

NOW = datetime(2100, 1, 1, tzinfo=UTC)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty project to stand in, without a test run on record."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "pyproject.toml").touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run_on_record(project: Path) -> Path:
    """A project whose tests have shown one rule of redirecting and failed at another."""
    write_record(
        project,
        Record(
            {
                "tests/test_a.py::test_it": TestRun("passed", ("eow.charge.redirect.test",), NOW),
                "tests/test_a.py::test_not": TestRun("failed", ("eow.charge.redirect.fail",), NOW),
            }
        ),
    )
    return project


def warhost(*words: str) -> Result:
    return CliRunner().invoke(main, words)


def test_every_command_can_be_loaded() -> None:
    for name in COMMANDS:
        assert isinstance(command_of(name), click.Command)


def test_help_lists_the_commands_without_loading_them() -> None:
    code = "import sys; from warhost.cli import main; main(['--help'], standalone_mode=False); "
    code += "sys.exit(any(name in sys.modules for name in ('warhost.cli.rules', 'rich', 'numpy')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "rules" in done.stdout


def test_version() -> None:
    result = warhost("--version")
    assert result.exit_code == 0
    assert result.stdout.split()[-1] == version("warhost")


def test_an_unknown_command_is_refused() -> None:
    result = warhost("rulse")
    assert result.exit_code == 2
    assert "rulse" in result.stderr


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("show", "eow.charge.redirect.tset"), 'Did you mean "eow.charge.redirect.test"'),
        (("show", "EOW-R999"), 'no ruling "EOW-R999"'),
        (("show", "redirect"), "There are eow.charge.redirect.test, eow.charge.redirect.fail"),
        (("list", "chess"), 'no rulebook "chess"'),
        (("list", "eow", "--kind", "magik"), 'There is no kind of rule "magik": '),
        (("coverage", "chess"), 'no rulebook "chess"'),
        (("coverage", "kow", "--part", "Basic"), 'Kings of War has no game "Basic"'),
        (("coverage", "eow", "--part", "Basik"), 'Did you mean "Basic"'),
        (("coverage", "--missing"), "No test run is recorded"),
        (("list", "--uncovered"), "No test run is recorded"),
    ],
)
def test_a_mistake_is_one_line_on_stderr_and_exit_code_2(project: Path, words: tuple[str, ...], says: str) -> None:
    result = warhost("rules", *words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert says in result.stderr


def test_a_torn_record_is_one_line_too(project: Path) -> None:
    (project / ".warhost").mkdir()
    (project / ".warhost" / "coverage.json").write_text("{")
    result = warhost("rules", "coverage")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "Delete it" in result.stderr


def test_list_prints_one_line_for_each_rule(project: Path) -> None:
    lines = warhost("rules", "list", "kow").stdout.splitlines()
    assert len(lines) == 1 + 533
    assert lines[1].startswith("kow.unit.regiment ")


def test_list_narrows_by_kind_section_and_text(project: Path) -> None:
    found = json.loads(
        warhost(
            "rules", "list", "eow", "--kind", "core", "--section", "charge phase", "--search", "TEST LEAVES", "--json"
        ).stdout
    )
    assert [row["id"] for row in found] == ["eow.charge.redirect.fail"]


def test_list_without_a_match_says_so(project: Path) -> None:
    result = warhost("rules", "list", "--search", "no such words")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "No rule matches.\n")


def test_list_uncovered_leaves_out_what_passing_tests_show(run_on_record: Path) -> None:
    found = json.loads(
        warhost("rules", "list", "eow", "--search", "eow.charge.redirect", "--uncovered", "--json").stdout
    )
    ids = [row["id"] for row in found]
    assert "eow.charge.redirect.fail" in ids
    assert "eow.charge.redirect.test" not in ids


def test_show_prints_the_rule_its_example_and_its_tests(run_on_record: Path) -> None:
    (run_on_record / "tests" / "test_a.py").write_text('\n@pytest.mark.rule("eow.charge.redirect.fail")\n')
    out = warhost("rules", "show", "eow.charge.redirect.fail").stdout
    assert "Essence of War: Charge Phase" in out
    assert "Example\n" in out
    assert "  tests/test_a.py:2\n" in out
    assert "  failed  tests/test_a.py::test_not\n" in out


def test_show_prints_the_rulings_on_a_rule(project: Path) -> None:
    out = warhost("rules", "show", "t9a.turn.active_reactive").stdout
    assert "Ruling T9A-R003: Active and Reactive Player\n" in out


def test_show_gives_everything_as_json(run_on_record: Path) -> None:
    shown = json.loads(warhost("rules", "show", "eow.charge.redirect.test", "--json").stdout)
    assert shown["id"] == "eow.charge.redirect.test"
    assert shown["tests"]["runs"] == {"tests/test_a.py::test_it": "passed"}
    assert set(shown) == {"id", "book", "kind", "section", "rule", "example", "rulings", "code", "tests"}


def test_show_knows_rulings_too(project: Path) -> None:
    out = warhost("rules", "show", "eow-r037").stdout
    assert out.startswith("EOW-R037  Arc of a charger")
    assert "The alternative\n" in out
    assert json.loads(warhost("rules", "show", "EOW-R037", "--json").stdout)["id"] == "EOW-R037"


def test_coverage_says_how_many_rules_each_book_shows(run_on_record: Path) -> None:
    lines = warhost("rules", "coverage").stdout.splitlines()
    assert lines[0].split() == ["book", "rows", "in", "code", "in", "tests", "shown", "failing", "%"]
    assert lines[1].split()[-3:] == ["1", "1", "0.1"]
    assert lines[2].startswith("Essence of War, Basic")
    assert lines[2].split()[-3:] == ["1", "1", "0.2"]
    assert lines[-1].startswith("From 2 marked tests")


def test_coverage_without_a_record_says_how_to_make_one(project: Path) -> None:
    out = warhost("rules", "coverage", "eow").stdout
    assert "python -m pytest" in out
    assert out.splitlines()[1].split()[-3:] == ["-", "-", "-"]


def test_coverage_of_old_runs_says_how_to_refresh_them(project: Path) -> None:
    old = datetime(2000, 1, 1, tzinfo=UTC)
    write_record(project, Record({"tests/test_a.py::test_it": TestRun("passed", ("eow.charge.redirect.test",), old)}))
    last = warhost("rules", "coverage").stdout.splitlines()[-1]
    assert "From 1 marked test, last run " in last
    assert "days ago" in last
    assert last.endswith("To refresh: python -m pytest -n 2")


def test_coverage_of_the_basic_game_alone(run_on_record: Path) -> None:
    shown = json.loads(warhost("rules", "coverage", "eow", "--part", "Basic", "--json").stdout)
    (basic,) = shown["sums"]
    assert (basic["name"], basic["rows"], basic["covered"]) == ("Essence of War, Basic", 450, 1)


def test_coverage_by_chapter(run_on_record: Path) -> None:
    out = warhost("rules", "coverage", "eow", "--chapters").stdout
    (charge,) = [line.split() for line in out.splitlines() if line.startswith("eow.charge ")]
    assert (charge[1], charge[-3], charge[-2]) == ("49", "1", "1")


def test_coverage_lists_what_is_missing(run_on_record: Path) -> None:
    result = warhost("rules", "coverage", "eow", "--part", "Basic", "--missing")
    assert result.stderr == "449 of 450 rules have no passing test.\n"
    ids = [line.split()[0] for line in result.stdout.splitlines()[1:]]
    assert len(ids) == 449
    assert "eow.charge.redirect.test" not in ids
    assert (
        len(json.loads(warhost("rules", "coverage", "eow", "--part", "Basic", "--missing", "--json").stdout)["missing"])
        == 449
    )


def test_a_terminal_gets_a_table_with_the_same_cells(capsys: pytest.CaptureFixture[str]) -> None:
    output_module._print_rich(("book", "rows"), [("Kings [of] War", "533")], right=("rows",))
    shown = capsys.readouterr().out
    assert "Kings [of] War" in shown
    assert "533" in shown
