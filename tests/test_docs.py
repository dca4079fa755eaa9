"""What the documents show works."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PROGRAMS = [
    pytest.param(block, id=f"{page.stem}-{number}")
    for page in PAGES
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.S))
    if "def redirect(" not in block and "sys.stdin" not in block and "@pytest" not in block
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_in_the_documents_runs(program: str) -> None:
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, cwd=ROOT)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}, which is not there"


def test_the_commands_that_the_readme_shows_exist() -> None:
    from warhost.cli import COMMANDS

    for name in re.findall(r"^(?:\.venv/bin/)?warhost (\w+)", (ROOT / "README.md").read_text(encoding="utf-8"), re.M):
        assert name in COMMANDS
