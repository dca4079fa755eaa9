"""`warhost doctor`: what works here, what is missing, what is broken."""

from __future__ import annotations

import json
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from warhost.cli import main
from warhost.cli.hosting import doctor
from warhost.errors import WarhostError


def told() -> tuple[int, dict[str, dict[str, Any]]]:
    result = CliRunner().invoke(main, ["doctor", "--json"])
    data = json.loads(result.stdout)
    assert data["works"] is (result.exit_code == 0)
    return result.exit_code, {finding["what"]: finding for finding in data["findings"]}


def test_a_sound_installation_works() -> None:
    code, found = told()
    assert code == 0
    assert found["warhost"]["told"].startswith(metadata.version("warhost"))
    assert "16 armies, " in found["rulebook eow"]["told"]
    assert {f"rules of {book}" for book in ("eow", "t9a", "kow", "aofr", "blue")} <= found.keys()
    assert found["extra dev"]["state"] == "fine"


def test_it_reads_well_as_text() -> None:
    result = CliRunner().invoke(main, ["doctor"])
    assert result.exit_code == 0
    assert result.stdout.endswith("\nWarhost works here.\n")


def test_data_that_does_not_load_is_broken_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(book: str) -> None:
        raise WarhostError(f"{book}.tsv: line 3 has 4 columns.")

    monkeypatch.setattr(doctor, "rules", damaged)
    code, found = told()
    assert code == 1
    assert found["rules of kow"]["state"] == "broken"
    assert "kow.tsv: line 3 has 4 columns." in found["rules of kow"]["told"]
    assert found["rulebook eow"]["state"] == "fine"


def test_a_missing_extra_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["click>=8", "shapely>=2; extra == 'dev'", 'no-such-package>=1 ; extra == "compile"']
    monkeypatch.setattr("warhost.cli.hosting.doctor.metadata.requires", lambda name: lines)
    code, found = told()
    assert code == 0
    assert found["extra dev"]["state"] == "fine"
    assert found["extra compile"]["state"] == "missing"
    assert "missing: no-such-package. To install: pip install 'warhost[compile]'" in found["extra compile"]["told"]


def test_no_browser_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("warhost.cli.hosting.doctor.shutil.which", lambda name: None)
    code, found = told()
    assert (code, found["chromium"]["state"]) == (0, "missing")


def test_a_folder_that_cannot_be_written_to_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refused(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(doctor, "project_root", lambda: tmp_path)
    assert told()[1]["project folder"]["state"] == "fine"
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr("warhost.cli.hosting.doctor.tempfile.mkstemp", refused)
    code, found = told()
    assert (code, found["project folder"]["state"]) == (0, "missing")
    assert f"{tmp_path / '.warhost'} cannot be written to: Permission denied" in found["project folder"]["told"]
