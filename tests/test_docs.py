"""What the documents show works."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from warhost.rulebook import books, rulings

ROOT = Path(__file__).parents[1]
FRONT = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "NOTICE.md", "web/README.md")
PAGES = [*(ROOT / name for name in FRONT), *sorted((ROOT / "docs").rglob("*.md"))]
PROGRAMS = [
    pytest.param(block, id=f"{page.stem}-{number}")
    for page in PAGES
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.S))
    if "def redirect(" not in block and "sys.stdin" not in block and "@pytest" not in block
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_in_the_documents_runs(program: str) -> None:
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, cwd=ROOT)


GUIDE = (ROOT / "docs/how-to/write-a-rulebook.md").read_text(encoding="utf-8")
EXAMPLES = [path for ending in ("py", "toml") for path in sorted((ROOT / "examples").rglob(f"*.{ending}"))]


@pytest.mark.parametrize("excerpt", re.findall(r"```(?:py|toml)\n(.*?)```", GUIDE, re.S))
def test_the_guide_quotes_the_examples_as_they_are(excerpt: str) -> None:
    assert any(excerpt in path.read_text(encoding="utf-8") for path in EXAMPLES), excerpt


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_documents_lead_somewhere(page: Path) -> None:
    for target, heading in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", page.read_text(encoding="utf-8")):
        file = page.parent / target if target else page
        assert file.exists(), f"{page.name} links to {target}, which is not there"
        assert not heading or heading in anchors(file), f"{page.name} links to {target}#{heading}, which is not there"


@cache
def anchors(page: Path) -> set[str]:
    """What the headings of a page are called in links."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


def test_the_rulings_are_counted_as_many_as_there_are() -> None:
    index = (ROOT / "docs/rulings/index.md").read_text(encoding="utf-8")
    told = {slug: int(count) for slug, count in re.findall(r"(\w+)\.rulings\.md\) \| (\d+) \|", index)}
    assert told == {slug: len(rulings(slug)) for slug in books()}


@pytest.mark.parametrize("page", ["docs/design.md", "docs/reference/for-rulebooks.md"])
def test_the_modules_that_a_page_names_exist(page: str) -> None:
    named = re.findall(r"\b\w+\.py\b", (ROOT / page).read_text(encoding="utf-8"))
    there = {path.name for folder in ("src", "tests") for path in (ROOT / folder).rglob("*.py")}
    assert set(named) <= there


def test_the_commands_that_the_readme_shows_exist() -> None:
    from warhost.cli import COMMANDS

    for name in re.findall(r"^(?:\.venv/bin/)?warhost (\w+)", (ROOT / "README.md").read_text(encoding="utf-8"), re.M):
        assert name in COMMANDS


def test_the_reference_of_the_field_is_what_its_docstrings_say() -> None:
    subprocess.run([sys.executable, "docs/field_reference.py", "--check"], check=True, cwd=ROOT)


def test_the_design_can_be_read_in_one_sitting() -> None:
    assert len((ROOT / "docs/design.md").read_bytes()) <= 15_000
    assert len((ROOT / "CONTRIBUTING.md").read_bytes()) <= 6_000
