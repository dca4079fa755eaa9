"""How commands print: tables that fit the terminal, or the pipe."""

from __future__ import annotations

import sys

import click
import pytest

from warhost.cli.output import print_table

COLUMNS = ("Unit", "Models", "Weapons")
ROWS = [("Grass Lancers", "10", "Ash Lance (A1, Lance) and a long name"), ("Storm Roc", "1", "")]


def printed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    print_table(COLUMNS, ROWS, right=("Models",))
    return [line.rstrip() for line in click.unstyle(capsys.readouterr().out).splitlines() if line.strip()]


def test_a_pipe_gets_one_line_for_each_row(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys) == [
        "Unit           Models  Weapons",
        "Grass Lancers      10  Ash Lance (A1, Lance) and a long name",
        "Storm Roc           1",
    ]


@pytest.mark.parametrize(
    ("width", "first"), [(100, "Unit"), (44, "Unit"), (30, "Grass Lancers")], ids=["wide", "broken texts", "narrow"]
)
def test_a_terminal_gets_a_table_or_paragraphs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: int, first: str
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", str(width))
    lines = printed(capsys)
    assert first in lines[0]
    assert max(map(len, lines)) <= width
    assert "Models 10; Weapons Ash Lance" in " ".join(lines) or width > 30
