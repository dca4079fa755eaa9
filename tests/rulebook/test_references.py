"""Finding the places that name a rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from warhost.rulebook.references import Place, package_root, places, project_root, unknown_ids

TEST = "eow.charge.redirect.test"


def source(folder: Path, text: str, name: str = "play/charge.py") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    "line", [f'@rule("{TEST}")', f"# as {TEST}.", f'"""The test ({TEST}), then the move."""', f"x = '{TEST}'"]
)
def test_a_rule_is_found_wherever_its_id_stands(tmp_path: Path, line: str) -> None:
    path = source(tmp_path, f"\n{line}\n")
    assert places(tmp_path)[TEST] == (Place(path.as_posix(), 2),)


@pytest.mark.parametrize(
    "line",
    [
        f"{TEST}_again",
        f"{TEST}.again",
        f"my{TEST}",
        f"x.{TEST}",
        f"{TEST}.*",
        f"{TEST}.more.*",
        f"{TEST}s",
        "eow.charge.redirect",
    ],
)
def test_a_longer_or_shorter_id_is_another_rule(tmp_path: Path, line: str) -> None:
    source(tmp_path, f"# {line}\n")
    assert TEST not in places(tmp_path)


def test_a_line_counts_once_and_data_files_count_too(tmp_path: Path) -> None:
    code = source(tmp_path, f"# {TEST} {TEST}\n")
    data = source(tmp_path, f'rule = "{TEST}"\n', "play/unit.toml")
    assert places(tmp_path)[TEST] == (Place(code.as_posix(), 1), Place(data.as_posix(), 1))


def test_what_speaks_of_rules_does_not_implement_them(tmp_path: Path) -> None:
    source(tmp_path, f"# {TEST}\n", "rulebook/catalogue.py")
    assert places(tmp_path) == {}


def test_an_id_that_no_book_has_is_named_with_its_place(tmp_path: Path) -> None:
    path = source(tmp_path, f"# {TEST}, eow.charge.redirect.tset, eow.rulings.md, eow.charge.*, eow.charge.re_{{x}}\n")
    assert unknown_ids(tmp_path) == {"eow.charge.redirect.tset": (Place(path.as_posix(), 1),)}


def test_every_rule_id_in_the_source_exists() -> None:
    unknown = unknown_ids(package_root())
    assert not unknown, "\n".join(f"{lines[0]}: there is no rule {token}" for token, lines in unknown.items())


def test_the_project_is_found_from_below(tmp_path: Path) -> None:
    (tmp_path / "tests" / "deep").mkdir(parents=True)
    (tmp_path / "pyproject.toml").touch()
    assert project_root(tmp_path / "tests" / "deep") == tmp_path
