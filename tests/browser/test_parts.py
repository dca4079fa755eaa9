"""The page's own tests and types, where its tools are installed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tool", "command"), [("typescript", ["npm", "run", "-s", "check"]), ("vitest", ["npm", "test"])]
)
def test_the_page_checks_out(tool: str, command: list[str]) -> None:
    if not (WEB / "node_modules" / tool).is_dir():
        pytest.skip(f"{tool} is not installed: cd web && npm install")
    done = subprocess.run(command, cwd=WEB, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
